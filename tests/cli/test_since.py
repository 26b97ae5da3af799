"""`build --since`: what looks different from an older edition is printed, and listed."""

import random
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.small_game import NUMBER, PLAIN, card, write
from tests.command_line import Printgen

OLD = """name,cost,text,qty
Bog Witch,3,Curse a creature in the bog.,2
Fire Imp,1,Burn.,1
Old Goat,2,Headbutt.,1
Stone Troll,5,Nothing moves it.,3
"""
NEW = """name,cost,text,qty
Ash Drake,6,Flies over walls.,1
Bog Witch,4,Curse a creature in the bog.,2
Fire Imp,1,Burn.,3
Stone Troll,5,Nothing moves it.,1
"""
WORDS = ("Bog", "Witch", "Fire", "Imp", "Stone", "Troll", "and", "of", "the", "burns", "moves")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with two editions of a deck."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.csv").write_text(OLD, "utf-8")
    (tmp_path / "cards.csv").write_text(NEW, "utf-8")
    return tmp_path


def read_pixels(folder: Path) -> Counter[bytes]:
    """The pictures of faces below a folder, each with how often it is there."""
    return Counter(Image.open(path).convert("RGB").tobytes() for path in folder.rglob("*.png"))


def make_deck(dice: random.Random) -> list[list[str]]:
    """Rows of a random deck, with rare copies."""
    return [
        [
            " ".join(dice.choices(WORDS, k=2)),
            str(dice.randint(0, 3)),
            " ".join(dice.choices(WORDS, k=dice.randint(1, 12))),
            str(dice.choice([1, 1, 1, 2, 3])),
        ]
        for _ in range(dice.randint(1, 5))
    ]


def change_deck(rows: list[list[str]], dice: random.Random) -> list[list[str]]:
    """The rows after some edits: cells, copies, rows that are new, gone, doubled or moved."""
    rows = [list(row) for row in rows]
    for _ in range(dice.randint(0, 3)):
        row = dice.choice(rows)
        column = dice.randrange(4)
        new = make_deck(dice)[0]
        edit = dice.randrange(5)
        if edit == 0:
            row[column] = new[column]
        elif edit == 1:
            rows.insert(dice.randrange(len(rows) + 1), new)
        elif edit == 2 and len(rows) > 1:
            rows.remove(row)
        elif edit == 3:
            rows.append(list(row))
        else:
            dice.shuffle(rows)
    return rows


def write_deck(path: Path, rows: list[list[str]]) -> None:
    lines = [["name", "cost", "text", "qty"], *rows]
    path.write_text("".join(",".join(line) + "\n" for line in lines), "utf-8")


def test_each_change_is_listed(folder: Path, printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--since", "old.csv")
    assert said.code == 0, said.err
    assert [line.removeprefix("note: ") for line in said.err.splitlines()[:5]] == [
        "Ash Drake: new",
        "Bog Witch: cost 3 → 4 (2 pieces)",
        "Fire Imp: more copies (2 pieces)",
        "Old Goat: removed",
        "Stone Troll: fewer copies (2 pieces)",
    ]
    assert said.out.startswith("output/cards/deck-since-old.pdf  1 page  5 faces")
    assert printgen("proof", "output/cards/deck-since-old.pdf", "--table", "cards.csv").code == 0


@pytest.mark.slow
def test_nothing_is_printed_if_only_rows_moved(folder: Path, printgen: Printgen) -> None:
    head, *rows = OLD.splitlines()
    (folder / "cards.csv").write_text("\n".join([head, *reversed(rows)]), "utf-8")
    for option in ("--dry-run", "--book", "--tts", "--box"):
        said = printgen("build", "cards.csv", "--since", "old.csv", option)
        assert said.code == 0, said.err
        assert said.out.startswith("no card looks different from old.csv")
    assert not (folder / "output").exists()


@pytest.mark.slow
def test_outputs_have_the_copies_that_are_printed(folder: Path, printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--since", "old.csv", "--png", "100", "--tts")
    assert said.code == 0, said.err
    (listed,) = folder.rglob("pictures/*/cards.csv")
    counts = [line.split(",")[:2] for line in listed.read_text("utf-8").splitlines()[1:]]
    assert counts == [["1-1.png", "1"], ["2-1.png", "2"], ["3-1.png", "2"]]


def test_a_row_with_another_title_is_a_changed_card(folder: Path, printgen: Printgen) -> None:
    (folder / "cards.csv").write_text(OLD.replace("Old Goat", "Young Goat"), "utf-8")
    said = printgen("build", "cards.csv", "--since", "old.csv", "--dry-run")
    assert said.err == "note: Young Goat: name Old Goat → Young Goat\n"


def test_names_that_are_not_printed_make_no_difference(folder: Path, printgen: Printgen) -> None:
    (folder / "cards.csv").write_text(
        OLD.replace("name,", "title,").replace("qty", "count"), "utf-8"
    )
    said = printgen("build", "cards.csv", "--since", "old.csv")
    assert said.out.startswith("no card looks different")
    assert not said.err


@pytest.mark.slow
@pytest.mark.quick(every=30)
@pytest.mark.parametrize("seed", range(30))
def test_exactly_the_faces_with_other_pixels_are_printed(
    folder: Path, printgen: Printgen, seed: int
) -> None:
    # On paper for one card, each face is at the same place of its page, in the same pixels.
    dice = random.Random(seed)
    rows = make_deck(dice)
    write_deck(folder / "old.csv", rows)
    write_deck(folder / "cards.csv", change_deck(rows, dice))
    for output, *words in (
        ("before", "old.csv"),
        ("after", "cards.csv"),
        ("changed", "cards.csv", "--since", "old.csv"),
    ):
        said = printgen("build", *words, "--output", output, "--png", "150", "--paper", "100 x 130")
        assert said.code == 0, said.err
    pixels = {name: read_pixels(folder / name) for name in ("before", "after", "changed")}
    assert pixels["changed"] == pixels["after"] - pixels["before"]


@pytest.mark.slow
def test_a_changed_back_prints_its_card(folder: Path, printgen: Printgen) -> None:
    for name, back in (("old", "Swamp"), ("cards", "Mud")):
        text = f"name,back\nBog Witch,{back}\nFire Imp,Ash\nStone Troll,Rock\n"
        (folder / f"{name}.csv").write_text(text, "utf-8")
    for options in ((), ("--duplex", "long"), ("--fold",)):
        said = printgen("build", "cards.csv", "--since", "old.csv", *options)
        assert said.code == 0, said.err
        assert "Bog Witch" in said.err
        assert "Fire Imp" not in said.err


def write_game(folder: Path, title: str, rows: str, sets: str) -> None:
    """A game of two decks with a shared back, and a page with all cards."""
    game = f"""game: {{id: small, name: Small}}
decks: {{columns: {{deck: key, text: text}}, rows: {sets}}}
cards: {{columns: {{card: key, text: text}}, rows: {rows}}}
prints:
  deck: {{title: {title}, each: cards, for: decks, template: card.html, safe: 0,
    shows: [card, text, deck.text], back: {{template: back.html, shows: [deck.text]}}}}
"""
    deck = '{{ f("deck.text", "p", class="deck") }}'
    template = card(deck, ".deck { top: 25mm; }")
    write(folder, template, game)
    front = (folder / "templates" / "card.html").read_text("utf-8")
    back = front.replace(NUMBER, "").replace(PLAIN, "")
    (folder / "templates" / "back.html").write_text(back, "utf-8")


def test_only_the_decks_that_changed_are_printed(folder: Path, printgen: Printgen) -> None:
    write_game(folder / "old", "Deck", "[[1, a], [2, b]]", "[[A, red], [B, blue]]")
    write_game(folder / "new", "Deck", "[[1, a], [2, c]]", "[[A, red], [B, blue]]")
    said = printgen("build", "new", "--since", "old")
    assert said.code == 0, said.err
    assert "deck A, card 2" in said.err
    assert "deck B, card 2" in said.err
    assert "  2 pages   2 faces" in said.out
    write_game(folder / "new", "Deck", "[[1, a], [2, b]]", "[[A, red], [B, green]]")
    said = printgen("build", "new", "--since", "old", "--deck", "A")
    assert said.out.startswith("no card looks different")
    assert "removed" not in said.err
    said = printgen("build", "new", "--since", "old", "--dry-run")
    assert "deck A" not in said.err
    (folder / "old").rename(folder / "old-0.3")
    assert "deck-since-old-0.3.pdf" in printgen("build", "new", "--since", "old-0.3").out
    assert "  1 page   2 faces" in said.out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("cards.csv", "--since", "old.pdf"), "older edition"),
        (("cards.csv", "--since", "."), "older edition"),
        (("cards.csv", "old.csv", "--since", "old.csv"), "exactly one"),
        (("cards.csv", "--since", "none.csv"), "does not exist"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    folder: Path, printgen: Printgen, words: tuple[str, ...], part: str
) -> None:
    (folder / "old.pdf").write_bytes(b"%PDF-1.7")
    said = printgen("build", *words)
    assert said.code == 2
    assert part in said.err
