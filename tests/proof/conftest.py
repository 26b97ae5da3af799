"""Clean prints, made once."""

import pytest
import sample


@pytest.fixture(scope="session")
def deck() -> bytes:
    """Eighteen cards on two sheets."""
    return sample.pdf("deck", rows=sample.keys(9, 27))


@pytest.fixture(scope="session")
def last() -> bytes:
    """The last nine cards: value, Jam! and Reshuffle! cards."""
    return sample.pdf("deck", rows=sample.keys(52, 61))


@pytest.fixture(scope="session")
def roster() -> bytes:
    """Two rosters on a sheet, with their form fields."""
    return sample.pdf("roster")
