"""The proof judges the contrast of blended words by what pdfium renders."""

from collections.abc import Callable

import blended
import pytest
import sample
from msgspec.structs import replace
from test_seeded import errors

from printgen.face.face import Face, Item, TextRun

CARDS = 9
"""Cards on one sheet, each with a word drawn by another seed."""


def with_words(kind: str, first: int, *, is_faint: bool) -> Callable[[list[Face]], list[Face]]:
    """Put a word on each card."""

    def edit(faces: list[Face]) -> list[Face]:
        items: list[tuple[Item, ...]] = [
            blended.words(kind, first + index, is_faint=is_faint) for index in range(len(faces))
        ]
        return [
            replace(face, items=(*face.items, *more))
            for face, more in zip(faces, items, strict=True)
        ]

    return edit


@pytest.mark.slow
@pytest.mark.quick("gradient-True-0", "opacity-False-0", "outline-True-0")
@pytest.mark.parametrize("first", range(0, 30, 10))
@pytest.mark.parametrize("is_faint", [True, False])
@pytest.mark.parametrize("kind", blended.KINDS)
def test_faint_words_are_found_and_legible_ones_are_not(
    kind: str, first: int, is_faint: bool
) -> None:
    """Ten words each time, on two sheets."""
    rows = sample.keys(9, 19)
    pdf = sample.pdf("deck", rows=rows, edit=with_words(kind, first, is_faint=is_faint))
    faint = {line.split(":")[0] for line in errors(pdf) if "“Ambush!”" in line}
    assert len(faint) == (len(rows) if is_faint else 0), errors(pdf)


@pytest.mark.parametrize(("text", "size", "count"), [("Ambush!", 8, 0), ("8", 9, 0), ("8", 8, 1)])
def test_a_word_on_artwork_may_be_faint_but_no_small_figure(
    text: str, size: float, count: int
) -> None:
    def edit(faces: list[Face]) -> list[Face]:
        ground, word = blended.words("gradient", 1, is_faint=True)
        assert isinstance(word, TextRun)
        word = replace(word, text=text, size=size, is_on_artwork=True)
        return [replace(faces[0], items=(*faces[0].items, ground, word)), *faces[1:]]

    found = errors(sample.pdf("deck", rows=sample.keys(9, 10), edit=edit))
    assert len([line for line in found if f"“{text}”" in line]) == count, found
