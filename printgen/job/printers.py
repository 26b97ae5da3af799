"""The saved back offset of each of the user's printers.

The offsets are in printers.json in the user's configuration folder.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec

from printgen.press.paper import KEEP_OUT, LANDSCAPE
from printgen.problems import ExitCode, Failure, Place, Problem, suggest
from printgen.system.atomic_files import write_files

Offset = tuple[float, float]
"""The distance to move backs right and down, in mm, as seen on the page of backs."""


class PaperFeed(NamedTuple):
    """How paper goes through a printer: the edge on which it is flipped, and its size."""

    duplex: str
    paper: str

    def __str__(self) -> str:
        """Return the options of `printgen build` for this feed."""
        return f"--duplex {self.duplex} --paper {self.paper.replace(LANDSCAPE, ' --landscape')}"


def save_offset(printer: str, feed: PaperFeed, offset: Offset) -> Path:
    """Save the offset of a printer for this paper feed, and return the file.

    Replaces an earlier offset. Raises `Failure` if the file cannot be read or written.
    """
    check_offset("--save {} {:g} {:g}".format(printer, *offset), offset)
    file, printers = _load_printers()
    printers.setdefault(printer, {})[str(feed)] = offset
    # Sorted, so that the same printers give the same bytes.
    data = msgspec.json.format(msgspec.json.encode(printers, order="sorted"), indent=2)
    write_files({file: data + b"\n"}, "make the folder writable")
    return file


def load_offset(printer: str, feed: PaperFeed) -> Offset:
    """Return the saved offset. Raises `Failure` (usage) if there is none for this feed."""
    file, saved = _load_printers()
    subject = f"--printer {printer}"
    if printer not in saved:
        hint = f"type: printgen calibrate --save {printer} RIGHT DOWN {feed}"
        message = f"no such printer is saved in {file}"
        raise _misuse(subject, message, f"{suggest(printer, saved)}; or {hint}" if saved else hint)
    if str(feed) not in saved[printer]:
        message = f"was calibrated with {' and '.join(saved[printer])}, not with {feed}"
        raise _misuse(subject, message, "use those options, or calibrate again: printgen calibrate")
    return saved[printer][str(feed)]


def check_offset(subject: str, offset: Offset) -> None:
    """Raise `Failure` (usage) if this offset would move backs off the paper."""
    if not all(abs(distance) <= KEEP_OUT for distance in offset):
        hint = f"write at most {KEEP_OUT:g} mm each way; for more, feed the paper straighter"
        raise _misuse(subject, "would move backs off the paper", hint)


def _load_printers() -> tuple[Path, dict[str, dict[str, Offset]]]:
    """Return the file and its offsets, by printer and feed. Raises `Failure` (usage)."""
    from platformdirs import user_config_path  # slow to import, and rarely needed

    file = user_config_path("printgen", appauthor=False) / "printers.json"
    try:
        return file, msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Offset]])
    except FileNotFoundError:
        return file, {}
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise _misuse(str(file), f"cannot be read: {error}", "fix it, or delete it") from None


def _misuse(subject: str, message: str, hint: str) -> Failure:
    """Return a usage failure with one problem."""
    return Failure(ExitCode.USAGE, (Problem(Place(subject=subject), message, hint),))
