"""Turn what was picked of a print into the name of its file, without an ending.

Prints of other cards have other names, so that a few never replace a whole deck; every system takes
them, whatever the keys hold. It knows no game.
"""

import re
from collections.abc import Container, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from unicodedata import normalize
from urllib.parse import quote

from printgen.press.paper import PAPERS
from printgen.rules.sizes import SIZES

_MAX_LENGTH = 60
_KEPT_LETTERS = 40
"""Letters of a name that is too long, or not plain, before the digits that tell it apart."""

_OPTIONS = ("cards", "skip", "gutter", "cut", "duplex", "fold", "offset", "ink")
_LAYOUT_WORDS = (*_OPTIONS, *(paper.id for paper in PAPERS), *SIZES)
_RESERVED_WORDS = re.compile(rf"-({'|'.join(_LAYOUT_WORDS)}|[\d.]+x[\d.]+)-")
"""What names that stand before may not look like: the words of what follows."""


def format_ranges(keys: Sequence[str]) -> Iterator[str]:
    """The keys as they may be typed: three numbers or more that follow each other as 17-23."""

    def get_run_key(numbered_key: tuple[int, str]) -> object:
        index, key = numbered_key
        return int(key) - index if key.isdecimal() else key

    for _, run in groupby(enumerate(keys), get_run_key):
        first, *more = (key for _, key in run)
        yield from [f"{first}-{more[-1]}"] if len(more) > 1 else [first, *more]


def make_print_file_name(
    print_: str,
    sets: Sequence[str],
    rows: Sequence[str],
    skip: int,
    reserved_names: Container[str],
    laid: Sequence[str] = (),
) -> str:
    """The name of a print's file, its id where nothing was picked.

    `others` are the ids of prints, which it must not be taken for; `laid` are the words of its
    size, paper and the like where they are not the usual ones.
    """
    set_words = "+".join(sets)
    cards = f"cards-{'+'.join(format_ranges(rows))}" if rows else ""
    suffix = "-".join(filter(None, (set_words, cards, f"skip-{skip}" if skip else "", *laid)))
    if not suffix:
        return print_
    name = f"{print_}-{suffix}"
    is_unambiguous = name not in reserved_names and not _RESERVED_WORDS.search(f"-{set_words}-")
    if is_unambiguous and len(name) <= _MAX_LENGTH and re.fullmatch(r"[\w+.-]*", name, re.ASCII):
        return name
    return shorten_name(name)


def make_face_file_name(face: str) -> str:
    """The name of a face's own file, without an ending: the data may have any letters in it."""
    name = quote(face, safe="")
    return name if len(name) < 200 else shorten_name(face)


def shorten_name(name: str) -> str:
    """Plain letters of a name, and digits that tell it from any other."""
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^\w+-]+", "_", letters)[:_KEPT_LETTERS]
    return f"{plain}-{sha256(name.encode()).hexdigest()[:8]}"
