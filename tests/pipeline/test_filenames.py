"""A file's name says what was picked, tells it from any other, and is one on every system."""

import re

import pytest

from printgen.pipeline.filenames import format_ranges, make_face_file_name, make_print_file_name
from printgen.sheet_layout import SheetLayout


@pytest.mark.parametrize(
    ("sets", "rows", "skip", "name"),
    [
        ((), (), 0, "deck"),
        ((), ("17", "23"), 0, "deck-cards-17+23"),
        ((), ("17", "18"), 0, "deck-cards-17+18"),
        ((), ("17", "18", "19", "20"), 0, "deck-cards-17-20"),
        ((), ("1", "3", "4", "5", "9"), 0, "deck-cards-1+3-5+9"),
        ((), ("shock", "wound"), 0, "deck-cards-shock+wound"),
        (("B",), (), 0, "deck-B"),
        (("A", "B"), ("1",), 4, "deck-A+B-cards-1-skip-4"),
        ((), (), 4, "deck-skip-4"),
    ],
)
def test_a_name_says_what_was_picked(
    sets: tuple[str, ...], rows: tuple[str, ...], skip: int, name: str
) -> None:
    extras = SheetLayout(paper="a4", skip=skip).list_filename_parts()
    assert make_print_file_name("deck", sets, rows, ("deck", "deck-backs"), extras) == name


@pytest.mark.parametrize(
    ("sets", "rows", "name"),
    [
        ((), ("../../etc",), "deck-cards-_etc-c3ba6d3c"),
        (("C:con|?*",), (), "deck-C_con_-77e4f464"),
        (("Bürger & Söhne",), (), "deck-Burger_Sohne-9a0a1d31"),
        (("地", "天"), (), "deck-+-8adfd7ec"),
        (
            (),
            tuple(map(str, range(1, 200, 2))),
            "deck-cards-1+3+5+7+9+11+13+15+17+19+21+2-520ba039",
        ),
        (("backs",), (), "deck-backs-b84d1971"),  # deck-backs is a print
        (("cards-17",), (), "deck-cards-17-b7d2bef0"),  # --cards 17 is another
    ],
)
def test_any_other_name_ends_in_a_short_hash(
    sets: tuple[str, ...], rows: tuple[str, ...], name: str
) -> None:
    assert make_print_file_name("deck", sets, rows, ("deck", "deck-backs")) == name


def test_keys_that_differ_have_names_that_differ() -> None:
    keys = ("a/b", "a:b", "a b", "a_b", "ä", "a", "天", "地", "1" * 60, "1" * 59 + "2")
    names = {make_print_file_name("deck", (key,), (), ()) for key in keys}
    assert len(names) == len(keys)
    assert [name for name in names if not re.fullmatch(r"[A-Za-z0-9_+-]{1,60}", name)] == []


def test_faces_have_files_also_where_case_is_ignored() -> None:
    """A face keeps its name if its file is named again, such as that of a back."""
    faces: dict[str, str] = {}
    names = [make_face_file_name(key, faces) for key in ("a", "A", "b", "a", "con", "Ä", "ä")]
    assert names == ["a", "A-559aead0", "b", "a", "con-1143da2b", "%C3%84", "%C3%A4"]


def test_three_numbers_in_a_row_are_a_range() -> None:
    assert [*format_ranges(("2", "3", "4", "6", "7", "red", "8"))] == ["2-4", "6", "7", "red", "8"]
