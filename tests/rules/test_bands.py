"""Bands read back as they print, in either sign, and nothing else reads as a band."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.rules.values.bands import (
    Band,
    BandConflict,
    BandWords,
    find_band_conflicts,
    format_band,
    format_signed,
    parse_band,
)

WORDS = BandWords()


@pytest.mark.parametrize(
    ("band", "text"),
    [
        (Band(None, 5), "5 or less"),
        (Band(None, -7), "−7 or less"),
        (Band(-6, -5), "−6 to −5"),
        (Band(-1, 1), "−1 to 1"),
        (Band(0, 0), "0"),
        (Band(-3, -3), "−3"),
        (Band(11, None), "11 or more"),
    ],
)
def test_prints_and_reads(band: Band, text: str) -> None:
    """Each kind of band prints so, and reads back with U+2212 and with a hyphen."""
    assert format_band(band, WORDS) == text
    assert parse_band(text, WORDS) == band
    assert parse_band(text.replace("−", "-"), WORDS) == band


ends = st.none() | st.integers(-99, 99)
bands = st.builds(Band, ends, ends).filter(
    lambda band: (
        (band.low is not None or band.high is not None)
        and (band.low is None or band.high is None or band.low <= band.high)
    )
)


@given(bands)
def test_every_band_reads_back(band: Band) -> None:
    """What is printed of any band reads as that band."""
    assert parse_band(format_band(band, WORDS), WORDS) == band


@pytest.mark.parametrize(
    "text",
    [
        "", "to", "6 to", "7 to 6", "6 to 6", "+5 or less", "05 or less", "-0", "5 OR LESS",
        " 5 or less", "5 or less ", "5  or less", "５ or less", "1e3", "9999999", "− 5 or less",
    ],
)  # fmt: skip
def test_nothing_else_reads(text: str) -> None:
    """Ends exchanged, leading zeros, other digits, spaces and cases are no bands."""
    assert parse_band(text, WORDS) is None


@pytest.mark.parametrize(
    ("text", "band"),
    [
        ("3-5", Band(3, 5)),
        ("3–5", Band(3, 5)),
        ("3 - 5", Band(3, 5)),
        ("-3--1", Band(-3, -1)),
        ("−3 – −1", Band(-3, -1)),
        ("19+", Band(19, None)),
        ("-2+", Band(-2, None)),
        ("-4", Band(-4, -4)),
    ],
)
def test_short_forms_read(text: str, band: Band) -> None:
    """Ranges with a hyphen or a dash and open ends with a plus read as what they mean."""
    assert parse_band(text, WORDS) == band


def test_words_of_the_game() -> None:
    """Bands are printed and read in the game's own words, and in no others."""
    words = BandWords("bis {high}", "{low} bis {high}", "ab {low}")
    for band, text in (
        (Band(None, 2), "bis 2"),
        (Band(3, 4), "3 bis 4"),
        (Band(5, None), "ab 5"),
    ):
        assert format_band(band, words) == text
        assert parse_band(text, words) == band
    assert parse_band("5 or more", words) is None


def test_two_patterns_alike_read_as_none() -> None:
    """A text that two patterns could have printed is refused rather than guessed."""
    words = BandWords("up {high}", "{low} to {high}", "up {low}")
    assert parse_band("up 3", words) is None


def test_open_on_both_sides_prints_nothing() -> None:
    """A band of every value has no number to name."""
    assert format_band(Band(None, None), WORDS) == ""


def test_signed() -> None:
    """Minus is U+2212; a plus stands only where asked for, before 0 as well."""
    assert [format_signed(number) for number in (-3, 0, 4)] == ["−3", "0", "4"]
    assert [format_signed(number, plus=True) for number in (4, 0)] == ["+4", "+0"]


def test_seams_are_told_from_the_lowest_by_places() -> None:
    """Each band is held against the one below that reaches highest; None is no band."""
    bands = [Band(9, None), Band(1, 6), None, Band(2, 3), Band(6, 7)]
    assert list(find_band_conflicts(bands)) == [
        BandConflict(1, 3, 2, 3, is_overlap=True),
        BandConflict(1, 4, 6, 6, is_overlap=True),
        BandConflict(4, 0, 8, 8, is_overlap=False),
    ]
    assert list(find_band_conflicts([None, Band(None, None)])) == []
