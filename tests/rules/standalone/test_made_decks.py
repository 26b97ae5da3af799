"""Whatever is in a deck, of whatever form: it is printed, or named in what is said."""

from pathlib import Path

import pytest
from made_decks import form, lost


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("tens", range(12))
def test_nothing_that_is_given_is_lost(tmp_path: Path, tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        one = form(seed, folder)
        assert (seed, one.kind, lost(one)) == (seed, one.kind, [])
