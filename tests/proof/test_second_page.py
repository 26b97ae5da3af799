"""What was found of a page is not taken for another's: faults are found in the second card too."""

from functools import cache

import pikepdf
import pytest
import sample
import seed
from test_seeded import FAULTS, errors


@cache
def two_decks() -> bytes:
    """The same nine cards on two sheets: deck A's are the second of their kinds."""
    return sample.pdf("deck", sets=("B", "A"), rows=sample.keys(9, 18))


@pytest.mark.quick(every=8)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.slow
def test_each_fault_is_found_in_the_second_card_of_a_kind(fault: str) -> None:
    edit, wanted = FAULTS[fault]
    pdf = seed.seeded(two_decks(), edit, page=1)
    found = errors(pdf)
    for words in wanted:
        there = words.replace("page 1", "page 2").replace("Sheet 1 of 2", "Sheet 1 of 1")
        assert any(there in line for line in found), "\n".join(found[:20])


def fonts_exchanged(page: seed.Page) -> None:
    """A page whose names of fonts mean other fonts than on the page before."""
    fonts = dict(page.page.Resources.Font)
    names = sorted(fonts)
    turned = dict(zip(names, [fonts[name] for name in reversed(names)], strict=True))
    own = pikepdf.Dictionary(page.page.Resources)
    own.Font = pikepdf.Dictionary(turned)
    page.page.Resources = page.pdf.make_indirect(own)


def test_a_name_that_means_another_font_on_the_next_page_is_read_anew() -> None:
    pdf = seed.seeded(two_decks(), fonts_exchanged, page=1)
    assert any("deck A, card 17, suit: error: prints" in line for line in errors(pdf))
