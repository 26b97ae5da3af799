"""Turn the name of a user's printer into by how much its backs are moved, as it was kept.

What is kept lies in one file of the user's own, where the system keeps settings.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec

from printgen.press.paper import KEEP_OUT, LANDSCAPE
from printgen.problems import ExitCode, Failure, Problem, Spot, suggest
from printgen.system.atomic_files import write_files

Offset = tuple[float, float]
"""Right and down, in mm, as a page of backs reads."""


class PaperFeed(NamedTuple):
    """How paper goes through a printer: the edge that it is flipped on, and which paper."""

    duplex: str
    paper: str

    def __str__(self) -> str:
        return f"--duplex {self.duplex} --paper {self.paper.replace(LANDSCAPE, ' --landscape')}"


def save_offset(printer: str, feed: PaperFeed, offset: Offset) -> Path:
    """Keep how a printer shifts what is fed so, in place of what was kept; the file that has it.

    Raises `Failure` where the file cannot be read or written.
    """
    check_offset("--save {} {:g} {:g}".format(printer, *offset), offset)
    file, printers = _load_printers()
    printers.setdefault(printer, {})[str(feed)] = offset
    data = msgspec.json.format(msgspec.json.encode(printers, order="sorted"), indent=2)
    write_files({file: data + b"\n"}, "make the folder writable")
    return file


def load_offset(printer: str, feed: PaperFeed) -> Offset:
    """What was kept. Raises `Failure` (usage) where nothing was of this printer, or fed so."""
    file, saved = _load_printers()
    subject = f"--printer {printer}"
    if printer not in saved:
        hint = f"type: printgen calibrate --save {printer} RIGHT DOWN {feed}"
        message = f"no such printer is kept in {file}"
        raise _misuse(subject, message, f"{suggest(printer, saved)}; or {hint}" if saved else hint)
    if str(feed) not in saved[printer]:
        message = f"was calibrated with {' and '.join(saved[printer])}, not with {feed}"
        raise _misuse(subject, message, "print so, or calibrate it anew: printgen calibrate")
    return saved[printer][str(feed)]


def check_offset(subject: str, offset: Offset) -> None:
    """Raise `Failure` (usage) where backs so moved would leave the paper."""
    if not all(abs(distance) <= KEEP_OUT for distance in offset):
        hint = f"write at most {KEEP_OUT:g} either way; feed the paper straighter for more"
        raise _misuse(subject, "would move backs off the paper", hint)


def _load_printers() -> tuple[Path, dict[str, dict[str, Offset]]]:
    from platformdirs import user_config_path  # few runs ask for a printer

    file = user_config_path("printgen", appauthor=False) / "printers.json"
    try:
        return file, msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Offset]])
    except FileNotFoundError:
        return file, {}
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise _misuse(str(file), f"cannot be read: {error}", "mend it, or delete it") from None


def _misuse(subject: str, message: str, hint: str) -> Failure:
    return Failure(ExitCode.USAGE, (Problem(Spot(subject=subject), message, hint),))
