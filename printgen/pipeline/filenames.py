"""File names of prints and faces, without suffixes.

A print of some cards gets another name than the whole deck, and so never replaces it. The names are
valid on every operating system, for any keys in the data.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from unicodedata import normalize
from urllib.parse import quote

from printgen.paper import PAPERS
from printgen.rules.files.scalars import WINDOWS_DEVICE
from printgen.rules.values.sizes import SIZES
from printgen.sheet_layout import SheetLayout

_MAX_LENGTH = 60
_KEPT_LETTERS = 40
"""The number of letters to keep of a name that is too long, or not ASCII, before its hash."""

_UNNAMED_OPTIONS = {"paper", "sheet", "punched"}
_NAMED_OPTIONS = {"cards", "ink", "since", *SheetLayout.__struct_fields__} - _UNNAMED_OPTIONS
_LAYOUT_WORDS = (*_NAMED_OPTIONS, *(paper.id for paper in PAPERS), *SIZES)
_RESERVED_WORDS = rf"-({'|'.join(_LAYOUT_WORDS)}|[\d.]+x[\d.]+)-"
"""Words that printgen adds to file names. Keys of decks that contain them are hashed."""


def format_ranges(keys: Sequence[str]) -> Iterator[str]:
    """Yield keys as `--cards` accepts them. Three or more consecutive numbers become one range."""

    def get_run_key(numbered_key: tuple[int, str]) -> object:
        # Consecutive numbers minus their indexes are equal, so groupby puts them together.
        index, key = numbered_key
        return int(key) - index if key.isdecimal() else key

    for _, run in groupby(enumerate(keys), get_run_key):
        first, *more = (key for _, key in run)
        yield from [f"{first}-{more[-1]}"] if len(more) > 1 else [first, *more]


def make_print_file_name(
    print_: str,
    sets: Sequence[str],
    rows: Sequence[str],
    reserved_names: Container[str],
    extras: Iterable[str] = (),
) -> str:
    """Return the file name of a print, without its suffix.

    - `print_`: the id of the print. It is the whole name if everything is printed by default
      options.
    - `sets`, `rows`: the keys of the players or decks, and of the rows, that are printed. Each is
      empty if none is left out.
    - `reserved_names`: the names of other prints, which the result must not have.
    - `extras`: words for the layout options that are not the default.
    """
    set_words = "+".join(sets)
    cards = f"cards-{'+'.join(format_ranges(rows))}" if rows else ""
    suffix = "-".join(filter(None, (set_words, cards, *extras)))
    if not suffix:
        return print_
    name = f"{print_}-{suffix}"
    is_unambiguous = name not in reserved_names and not re.search(_RESERVED_WORDS, f"-{set_words}-")
    # Other names get a hash: a name could be unsafe, or equal to another print's.
    if is_unambiguous and len(name) <= _MAX_LENGTH and re.fullmatch(r"[\w+.-]*", name, re.ASCII):
        return name
    return shorten_name(name)


def make_face_file_name(face: str, faces_by_name: dict[str, str]) -> str:
    """Return the file name of one face without a suffix. Special letters are percent-encoded.

    `faces_by_name` has the faces with a file in the same folder, by the name of the file in lower
    case. This function adds `face` to it.
    """
    name = quote(face, safe="")
    # Windows and macOS ignore case.
    is_taken = faces_by_name.setdefault(name.lower(), face) != face
    # File systems allow 255 bytes: this leaves space for a suffix.
    is_valid = len(name) < 200 and not WINDOWS_DEVICE.fullmatch(name.lower())
    return name if is_valid and not is_taken else shorten_name(face)


def shorten_name(name: str) -> str:
    """Return a short file name: the first ASCII letters of a name, and the start of its SHA-256."""
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^\w+-]+", "_", letters)[:_KEPT_LETTERS]
    return f"{plain}-{sha256(name.encode()).hexdigest()[:8]}"
