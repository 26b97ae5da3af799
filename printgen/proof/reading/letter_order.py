"""The order of letters on a page with text from right to left.

pdfium reorders the letters of each line by rules that differ from UAX #9: it may exchange a number
and the letters next to it. In parts from right to left it also mirrors brackets, and reads some
signs as several letters. All of this is undone, and the letters are read again by their places.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple
from unicodedata import bidirectional, normalize

from printgen.directions import mirror_brackets

_SIGNS = {
    normalize("NFKC", sign).replace("⁄", "/"): sign for sign in "¼½¾⅐⅑⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞‥…‼⁇⁈⁉℃℅℉№℠™"
} | {"=/": "≠"}
"""Maps the letters that pdfium reads for one sign to this sign."""
_RTL_CLASSES = ("R", "AL")
_QUOTES = str.maketrans("‘’“”", "’‘”“")
"""Quotation marks, which pdfium mirrors, though they are no brackets (UAX #9, L4)."""


class PageLetter(NamedTuple):
    """A letter as pdfium reads it from a page.

    - `address`: the address of the text object that prints it; 0 for a letter that pdfium inserts,
      such as a space between two texts.
    - `place`: its position along the baseline.
    - `number`: its index on the page.
    - `is_rtl_line`: whether pdfium read its line from right to left.
    """

    address: int
    place: float
    number: int
    text: str
    is_rtl_line: bool = False


def order_letters(page: Sequence[PageLetter]) -> dict[int, tuple[list[str], list[int]]]:
    """Return the letters of each text object in reading order, and their indices on the page.

    The keys are the addresses of the text objects. `page` has all letters of a page in pdfium's
    order.
    """
    objects: dict[int, list[PageLetter]] = {}
    start = 0
    for end, letter in enumerate(page, 1):
        if letter.text == "\n" or end == len(page):
            for restored in _restore_mirrored_signs(page[start:end]):
                objects.setdefault(restored.address, []).append(restored)
            start = end
    return {address: _order_object_letters(letters) for address, letters in objects.items()}


def _restore_mirrored_signs(line: Sequence[PageLetter]) -> Iterator[PageLetter]:
    """Yield the letters of a line with the signs that are printed.

    pdfium mirrors some signs, such as brackets, and splits others.
    """
    parts: list[tuple[str, list[PageLetter]]] = []
    for _, group in groupby(line, attrgetter("address", "place")):
        letters = [*group]
        sign = _SIGNS.get("".join(letter.text for letter in letters))
        parts += [(sign, letters)] if sign else [(letter.text, [letter]) for letter in letters]
    sides = [_find_letter_direction(text) for text, _ in parts]
    runs = [side for side, _ in groupby(sides)]
    # pdfium: CFX_BidiString. The direction of a line is that of most of its parts.
    is_rtl = runs.count("R") > runs.count("L")
    direction = "R" if is_rtl else "L"
    for (text, letters), side in zip(parts, sides, strict=True):
        direction = side if side in ("R", "L") else direction
        if not side and direction == "R":
            text = mirror_brackets(text).translate(_QUOTES)
            yield letters[0]._replace(text=text, is_rtl_line=is_rtl)
        else:
            yield from (letter._replace(is_rtl_line=is_rtl) for letter in letters)


def _find_letter_direction(letter: str) -> str:
    """Return the direction of a letter: "R" or "L", "weak", or "".

    A "weak" letter is read from left to right, but does not change the direction around it. A sign
    with "" gets the direction of what is before it.
    """
    kind = bidirectional(letter) or "L"
    if kind in ("AN", "EN", "NSM", "CS", "ES", "ET", "BN"):
        return "weak"  # from left to right, but without changing the direction around it
    return "R" if kind in _RTL_CLASSES else "L" if kind == "L" else ""


def _order_object_letters(letters: Sequence[PageLetter]) -> tuple[list[str], list[int]]:
    """Return the letters of one text object in reading order, and their indices on the page."""
    by_place = sorted(letters, key=attrgetter("place"))
    # In text from right to left, layout and press end a text where its direction changes.
    is_rtl = any(bidirectional(letter.text) in _RTL_CLASSES for letter in letters)
    if is_rtl:
        clusters = [_order_cluster([*group]) for _, group in groupby(by_place, attrgetter("place"))]
        by_place = [*chain.from_iterable(reversed(clusters))]
    texts = [mirror_brackets(letter.text) if is_rtl else letter.text for letter in by_place]
    return texts, [letter.number for letter in by_place]


def _order_cluster(letters: Sequence[PageLetter]) -> Sequence[PageLetter]:
    """Return in reading order the letters that pdfium reads from one glyph.

    The glyph must be in a text from right to left.
    """
    if letters[0].is_rtl_line:
        return letters
    # pdfium kept the order of the letters and the marks, and reversed only the letters.
    parts = groupby(letters, lambda letter: bidirectional(letter.text) in _RTL_CLASSES)
    return [*chain.from_iterable(reversed([[*part] for _, part in parts]))]
