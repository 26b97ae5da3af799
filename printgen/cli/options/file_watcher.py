"""Waits for changes in folders. Only this module imports watchfiles."""

from collections.abc import Collection, Iterator
from pathlib import Path

from watchfiles import watch

from printgen.system.files import SKIPPED_FOLDERS

_SKIPPED_SUFFIXES = ("~", ".tmp", ".swp", ".swx")
"""Suffixes of the files that editors write next to the one they save."""

_GROUP_MS, _STEP_MS, _TIMEOUT_MS = 50, 10, 200
"""Changes are grouped for up to 50 ms, and end a group if none follows within 10 ms."""


def watch_folders(folders: Collection[Path], output: Path) -> Iterator[list[str]]:
    """Yield the paths of files that changed, or an empty list after 0.2 s without a change.

    Skips hidden files and folders, caches, temporary files of editors, and the folder `output`. The
    iterator never ends.
    """
    roots, skipped = [folder.resolve() for folder in folders], output.resolve()

    def is_watched_file(_change: object, name: str) -> bool:
        path = Path(name)
        root = next(root for root in roots if path.is_relative_to(root))
        parts = path.relative_to(root).parts
        is_output = path.is_relative_to(skipped) and not root.is_relative_to(skipped)
        is_skipped = any(part[0] in ".~" or part in SKIPPED_FOLDERS for part in parts)
        return not (is_output or is_skipped or name.endswith(_SKIPPED_SUFFIXES))

    for changes in watch(
        *roots,
        watch_filter=is_watched_file,
        debounce=_GROUP_MS,
        step=_STEP_MS,
        rust_timeout=_TIMEOUT_MS,
        yield_on_timeout=True,
    ):
        yield sorted({path for _, path in changes})
