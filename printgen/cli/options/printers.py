"""The saved back offset of each of the user's printers.

The offsets are in printers.json in the user's configuration folder.
"""

from pathlib import Path

import msgspec

from printgen.paper import KEEP_OUT
from printgen.problems import ExitCode, create_failure, suggest_known_words
from printgen.sheet_layout import SheetLayout
from printgen.system.files import write_files

Offset = tuple[float, float]
"""The distance to move backs right and down, in mm, as seen on the page of backs."""


def format_feed_options(layout: SheetLayout) -> str:
    """Return how paper goes through a printer, as options: --duplex long --paper a4."""
    return f"--duplex {layout.duplex} --paper {layout.page.option_text}"


def save_offset(printer: str, feed: str, offset: Offset) -> Path:
    """Save the offset of a printer for a paper feed, and return the path of the file.

    `feed` is the feed as options, such as --duplex long --paper a4. An earlier offset of the
    printer for this feed is replaced. Raises `Failure` if the file cannot be read or written.
    """
    check_offset("--save {} {:g} {:g}".format(printer, *offset), offset)
    file, printers = _load_printers()
    printers.setdefault(printer, {})[feed] = offset
    # Sorted, so that the same printers give the same bytes.
    data = msgspec.json.format(msgspec.json.encode(printers, order="sorted"), indent=2)
    write_files({file: data + b"\n"}, "make the folder writable")
    return file


def load_offset(printer: str, feed: str) -> Offset:
    """Return the saved offset of a printer for a paper feed.

    `feed` is the feed as options, such as --duplex long --paper a4. Raises `Failure` (usage) if no
    offset is saved for the printer and this feed.
    """
    file, saved = _load_printers()
    subject = f"--printer {printer}"
    if printer not in saved:
        action = f"type: printgen calibrate --save {printer} RIGHT DOWN {feed}"
        hint = suggest_known_words(printer, saved, action)
        raise create_failure(ExitCode.USAGE, subject, f"no such printer is saved in {file}", hint)
    if feed not in saved[printer]:
        message = f"was calibrated with {' and '.join(saved[printer])}, not with {feed}"
        hint = "use those options, or calibrate again: printgen calibrate"
        raise create_failure(ExitCode.USAGE, subject, message, hint)
    return saved[printer][feed]


def check_offset(subject: str, offset: Offset) -> None:
    """Raise `Failure` (usage) if this offset would move backs off the paper.

    `subject` is what the error is about: the option with the offset.
    """
    if not all(abs(distance) <= KEEP_OUT for distance in offset):
        hint = f"write at most {KEEP_OUT:g} mm each way; for more, feed the paper straighter"
        raise create_failure(ExitCode.USAGE, subject, "would move backs off the paper", hint)


def _load_printers() -> tuple[Path, dict[str, dict[str, Offset]]]:
    """Return the path of printers.json, and its offsets by printer and feed.

    Raises `Failure` (usage) if the file cannot be read.
    """
    from platformdirs import user_config_path  # slow to import, and rarely needed

    file = user_config_path("printgen", appauthor=False) / "printers.json"
    try:
        return file, msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Offset]])
    except FileNotFoundError:
        return file, {}
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        message = f"cannot be read: {error}"
        raise create_failure(ExitCode.USAGE, str(file), message, "fix it, or delete it") from None
