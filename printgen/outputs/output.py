"""Notes that several outputs share. Every output is an `OutputFiles` of the pipeline.

To drop an output, delete its file and its option.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from printgen.pipeline.build import MakeFile
from printgen.pipeline.plan import PrintJob
from printgen.problems import Problem, make_note


def note_skipped_prints(
    option: str, jobs: Sequence[PrintJob], used_jobs: Sequence[PrintJob], reason: str
) -> Iterator[Problem]:
    """Yield a note that names the prints for which the option `option` makes no file.

    These are the prints of all `jobs` that are not in `used_jobs`. `reason` says why.
    """
    if names := " and ".join(job.print.id for job in jobs if job not in used_jobs):
        yield make_note(option, f"skips {names}: {reason}")


def note_old_files(
    option: str, paths: Iterable[Path], files: Mapping[Path, MakeFile]
) -> Iterator[Problem]:
    """Yield a note that names files of earlier builds: those of `paths` that are not in `files`."""
    if names := ", ".join(sorted(path.name for path in {*paths} - files.keys())):
        hint = "delete them before you upload or cut the new ones"
        yield make_note(option, f"keeps files of other builds: {names}", hint)
