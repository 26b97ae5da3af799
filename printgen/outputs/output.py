"""What every output is: files made of the proofed prints of a game.

The pipeline knows only their shape. To drop an output, delete its file and its option.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from printgen.pipeline.plan import PrintJob
from printgen.problems import Problem, make_note
from printgen.rules.model import Game

if TYPE_CHECKING:
    from printgen.outputs.crops import Cropper

MakeFile = Callable[[], bytes]
"""Makes the bytes of a file. Files are made one at a time, when they are written."""


class FinishedPrint:
    """One proofed print: its job, its PDF, and the pictures of its faces."""

    def __init__(self, job: PrintJob, pdf: bytes) -> None:
        self.job, self.pdf = job, pdf

    @cached_property
    def cropper(self) -> "Cropper":
        """Cuts the pictures of faces out of the pages of the print."""
        # Importing the PDF reader is slow, so it is only imported for builds with pictures.
        from printgen.outputs.crops import Cropper

        return Cropper(self.pdf, backs=bool(self.job.print.backs_of))

    @property
    def is_front(self) -> bool:
        """Whether its faces are pieces to cut, and are not the backs of another print."""
        return not (self.job.print.is_page or self.job.print.backs_of)


class Output(Protocol):
    """One kind of files made of the proofed prints of a game, such as pictures of the faces."""

    @property
    def weight(self) -> int:
        """How long it takes to make one file: as long as to compose this number of faces."""

    def check(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Yield an error if the files cannot be made of these prints, and other notes."""

    def plan(
        self, game: Game, target: Path, prints: Sequence[FinishedPrint]
    ) -> tuple[Mapping[Path, MakeFile], Sequence[Problem]]:
        """Return a function for each file below `target`, which makes its bytes, and notes."""


class AllOutputs:
    """Several outputs, used like one `Output`: all that the command line requests."""

    def __init__(self, *outputs: Output) -> None:
        self._outputs = outputs
        self.weight = max((output.weight for output in outputs), default=1)

    def check(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Yield the errors and notes of all outputs."""
        for output in self._outputs:
            yield from output.check(jobs)

    def plan(
        self, game: Game, target: Path, prints: Sequence[tuple[PrintJob, bytes]]
    ) -> tuple[Mapping[Path, MakeFile], Sequence[Problem]]:
        """Return a function for each file below `target`, which makes its bytes, and notes."""
        finished = [FinishedPrint(*each) for each in prints]
        files, notes = dict[Path, MakeFile](), list[Problem]()
        for output in self._outputs:
            own_files, own_notes = output.plan(game, target, finished)
            files |= own_files
            notes += own_notes
        return files, notes


def note_skipped(
    option: str, jobs: Sequence[PrintJob], used_jobs: Sequence[PrintJob], reason: str
) -> Iterator[Problem]:
    """Yield a note that names the prints for which `option` makes no file.

    These are the jobs that are not in `used_jobs`. `reason` says why.
    """
    if names := " and ".join(job.print.id for job in jobs if job not in used_jobs):
        yield make_note(option, f"skips {names}: {reason}")


def note_old_files(
    option: str, paths: Iterable[Path], files: Mapping[Path, MakeFile]
) -> Iterator[Problem]:
    """Yield a note that names old files: those of `paths` that are not in `files`."""
    if names := ", ".join(sorted(path.name for path in {*paths} - files.keys())):
        hint = "delete them before you upload or cut the new ones"
        yield make_note(option, f"keeps files of other builds: {names}", hint)
