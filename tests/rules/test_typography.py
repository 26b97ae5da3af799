"""What people type on a keyboard is set as a printer sets it, and no more than that."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.rules.standalone.deck import TableDeck
from printgen.rules.values.typography import add_break_points, apply_typography


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ('He says "go" twice.', "He says “go” twice."),
        ('Move 6" or 12", then "stop".', "Move 6″ or 12″, then “stop”."),
        ('"Roll a 6" he says', "“Roll a 6” he says"),
        ('("all" of it)', "(“all” of it)"),
        ("It's the troll's, not the trolls' own", "It’s the troll’s, not the trolls’ own"),
        ("He is 'big', they say", "He is ‘big’, they say"),
        ("'tis his", "’tis his"),
        ("5' 6\" tall", "5′ 6″ tall"),
        ("the 1990's", "the 1990’s"),
        ("-2 to hit, or (-1)", "−2 to hit, or (−1)"),
        ("2-4 of B-17, A-1, 2026-11-23, x-3", "2–4 of B-17, A-1, 2026-11-23, x-3"),
        ("a score of 3-1, 2026-11, 1-2-3 and 555-12", "a score of 3-1, 2026-11, 1-2-3 and 555-12"),
        ('6"-12" or 5\'-10\', "2-4" (1-2).', "6″–12″ or 5′–10′, “2–4” (1–2)."),
        ('6" -2, 6"-2', "6″ −2, 6″-2"),
        ('½"-1", 1½"-3", ¾\'-1\' and "½"', "½″-1″, 1½″-3″, ¾′-1′ and “½”"),
        ("6''-12'', 5'6'' and 6'' tall", "6′′-12′′, 5′6′′ and 6′′ tall"),
        ('12"x8", 5\'x6\' and 3"xyz', "12″x8″, 5′x6′ and 3”xyz"),
        ("'the 6' and '½'", "‘the 6’ and ‘½’"),
        ("- a list\n-- and - a dash -- so", "- a list\n-- and – a dash – so"),
        ("5 - 2 is 3", "5 - 2 is 3"),
        ("the '90s and '80s, he said 'no'", "the ’90s and ’80s, he said ‘no’"),
        ("'Twas 'big' rock 'n' roll", "’Twas ‘big’ rock ’n’ roll"),
        ("well-known", "well-known"),
        ("\"He said 'no' to me\"", "“He said ‘no’ to me”"),
        ('""', "“”"),
        ('\\"so\\" it says', '\\"so\\" it says'),  # escaped in prose
        # In Hebrew and Arabic, “ and ” face the wrong way, and 3–5 is seen as 5–3.
        ('"מי שם?" עד 6", צה"ל וג\'ון: 3-5 - so', '"מי שם?" עד 6″, צה"ל וג\'ון: 3-5 – so'),
        ("", ""),
    ],
)
def test_signs_are_set(typed: str, printed: str) -> None:
    assert apply_typography(typed) == printed


@given(st.text("ab1 -'\"(.\n", max_size=30))
def test_nothing_but_signs_changes(text: str) -> None:
    back = apply_typography(text).translate(str.maketrans("“”″‘’′−–", "\"\"\"'''--"))
    assert back == re.sub(r"(?<=\S) -- (?=\S)", " - ", text)
    assert not re.search("[\"']", apply_typography(text))


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ("red;green;blue", "red;·green;·blue"),
        ("fly/run/swim fast", "fly/·run/·swim fast"),
        ("a|b|c;", "a|·b|·c;"),
        ("10;20;30", "10;·20;·30"),
        ("Mug,Old Plate,Fork,Knife", "Mug,Old Plate,·Fork,·Knife"),
        ("sól,pieprz,chleb", "sól,·pieprz,·chleb"),
        ("1,234,567 and 1,000,000gp", "1,234,567 and 1,000,000gp"),
        (
            "and/or km/h 2026/11/23 1/2/3 https://a.b/c/d",
            "and/or km/h 2026/11/23 1/2/3 https://a.b/c/d",
        ),
        ("one; two; three", "one; two; three"),
    ],
)
def test_lists_may_break(typed: str, marked: str) -> None:
    assert add_break_points(typed).replace("\u200b", "·") == marked


@pytest.mark.parametrize(("plain", "printed"), [(False, "Move 6″."), (True, 'Move 6".')])
def test_a_deck_is_printed_with_them(tmp_path: Path, plain: bool, printed: str) -> None:
    file = tmp_path / "cards.csv"
    file.write_text('name,text\nOrc,"Move 6""."\n')
    game = TableDeck(file, plain_signs=plain).load()
    ((content, _),) = generate_wanted_faces(game, game.prints[0], "", None)
    assert content.fields["text"] == printed
