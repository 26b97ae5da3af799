"""What people type or write, and what the message tells them to do."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from printgen.cli.options.sources import find_default_sources
from printgen.colour import find_readable_ink
from printgen.system.bundled import find_game, map_bundled_games
from printgen.system.shell_words import quote_argument
from tests.command_line import Printgen, assert_told_once

sys.path.append(str(Path(__file__).parents[1] / "rules"))
from workbooks import write_xlsx

CARDS = "name,text\nTroll,Hits hard\nImp,Small\n"

TYPED = {
    "a choice as an option": ("build --grey", "--ink grey"),
    "another choice": ("build cards.csv --low", "--ink low"),
    "a size as an option": ("build --tarot", "--size tarot"),
    "a size of two words": ("build --mini-us", "--size mini-us"),
    "a paper as an option": ("build --letter", "--paper letter"),
    "a shop as an option": ("build --gamecrafter", "--shop gamecrafter"),
    "what the data set": ("build --bleed 3", "printgen docs printing#gutters-and-bleed"),
    "a machine of another maker": (
        "build --machine cricut",
        "write --png 300 --corners round",
    ),
    "a table without a command": ("cards.csv", "printgen build cards.csv"),
    "help as a command": ("help", "did you mean printgen --help?"),
    "an option without its value": ("build cards.csv --duplex", "--duplex long or --duplex short"),
    "an option before another": ("build cards.csv --look --back A", "--look crest or "),
    "an option without any value": ("build cards.csv --png", "--png DPI. Also write"),
    "a value of a switch": ("build cards.csv --missing=yes", "write --missing without a value"),
    "both sides": ("build cards.csv --double-sided", "--duplex long"),
    "two sides": ("build cards.csv --sides 2", "--duplex long"),
    "a width": ("build cards.csv --width 70 --height 120", "--size 63x88"),
    "less to read": ("build cards.csv --quiet", "leave it out"),
    "a table to start from": ("new mine --from crads.csv", "did you mean cards.csv?"),
    "a table as a new folder": ("new cards.csv", "printgen new my-game --from cards.csv"),
    "a size that is too large": ("build cards.csv --size 1200x500", "sides from 5 to 1,000 mm"),
    "a size that is too small": ("build cards.csv --size 3x4mm", "sides from 5 to 1,000 mm"),
    "a large size in cm": ("build cards.csv --size 70x120cm", "from 5 to 1,000"),
    "a name with a space": ("'my cards.csv'", "printgen build 'my cards.csv'"),
    "a game without a command": ("combat-leader", "printgen build combat-leader"),
    "a font of another kind": (
        "build cards.csv --font cards.csv",
        "cards.csv does not end in .ttf, .otf, .ttc, .otc, .woff or .woff2",
    ),
    "a font by its name": ("build cards.csv --font Arial", "path of a .ttf or .otf file"),
    "a size that begins three": (
        "build cards.csv --size mini",
        "did you mean mini-american (41 × 63 mm) or ",
    ),
    "grey as others call it": ("build cards.csv --grayscale", "--ink grey"),
    "marks as others call them": ("build cards.csv --crop", "--cut marks"),
    "bleed of a table": ("build cards.csv --bleed 3", "--gutter 6"),
    "a range from the end": ("build cards.csv --cards 2-1", "smaller number first: 1-2"),
    "colours as others call them": ("build cards.csv --color grey", "--ink grey"),
    "copies as an option": ("build cards.csv --copies 2", "a column qty"),
    "a resolution": ("build cards.csv --dpi 300", "--png 300"),
    "what is always made": ("build cards.csv --pdf", "PDFs are always written"),
    "a margin": ("build cards.csv --margin 5", "--gutter sets the space"),
    "cards on a page": ("build cards.csv --per-page 9", "as many cards as fit"),
    "one dash": ("build -cards cards.csv", "after two dashes"),
    "a file to write": ("build cards.csv -o deck.pdf", "-o deck"),
    "one side of a size": ("build cards.csv --size 63", "width x height in mm"),
    "a deck of a table": ("build cards.csv --deck A", "--cards chooses cards"),
    "a table as a player's file": ("build --data cards.csv", "printgen build cards.csv"),
    "a card's name": ("build cards.csv --cards Trol", "did you mean Troll?"),
    "a deck that no game has": ("build combat-leader --deck red", "A Olive, B Navy, C Rust"),
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of cards, in which the commands are typed."""
    (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


CARDS_DECK, BAKERY = ("--from", "cards.csv"), ("--starter", "bakery")


@pytest.mark.quick("inherited colour")
@pytest.mark.parametrize(
    ("origin", "rule", "cause"),
    [
        # The colour is inherited: no rule of the text's own element sets it.
        (CARDS_DECK, "main {\n  color: #dddddd;\n}\n", "the colour #DDDDDD of the text"),
        (BAKERY, "main .mark {\n  fill: #eeeeee;\n}\n", "the fill #EEEEEE of the mark"),
        (CARDS_DECK, ".texts {\n  opacity: 0.3;\n}\n", "its opacity"),
        (CARDS_DECK, "article * {\n  opacity: 0.35;\n}\n", "its opacity"),
        (CARDS_DECK, "main {\n  color: #00000044;\n}\n", "the colour #00000044 of the text"),
        (
            CARDS_DECK,
            "main {\n  color: #00000044;\n}\nbody {\n  opacity: 1;\n}\n",
            "the colour #00000044 of the text",
        ),
        (
            CARDS_DECK,
            ".texts {\n  opacity: 0.2;\n}\n.texts * {\n  opacity: 1;\n}\n",
            "its opacity",
        ),
        (BAKERY, "main .mark {\n  opacity: 0.2;\n}\n", "its opacity"),
        (CARDS_DECK, "main {\n  filter: contrast(0);\n}\n", "the filter that changes it"),
    ],
    ids=[
        *("inherited colour", "fill", "opacity around", "own opacity", "translucent colour"),
        *("translucent colour in opaque box", "opacity around opaque box"),
        *("opacity of mark", "filter"),
    ],
)
def test_what_is_faint_names_the_line_that_sets_its_colour_or_opacity(
    origin: tuple[str, str], rule: str, cause: str, here: Path, printgen: Printgen
) -> None:
    assert printgen("new", "deck", *origin).code == 0
    sheet = here / "deck" / "templates" / "card.css"
    rules = sheet.read_text("utf-8")
    sheet.write_text(rules + rule, "utf-8")
    said = printgen("build", "deck")
    assert said.code == 4
    place = f"deck/templates/card.css:{len(rules.splitlines()) + 2}"
    assert f"{cause} is set in {place}" in said.err.replace("\\", "/")


@pytest.mark.quick(every=3)
@pytest.mark.parametrize(
    ("ink", "ground"), [("#dddddd", "#ffffff"), ("#e8b04a", "#fff6e0"), ("#8899cc", "#aabbee")]
)
def test_a_faint_text_names_the_nearest_colour_that_is_dark_enough(
    ink: str, ground: str, here: Path, printgen: Printgen
) -> None:
    assert printgen("new", "deck", "--from", "cards.csv").code == 0
    sheet = here / "deck" / "templates" / "card.css"
    rules = sheet.read_text("utf-8")
    main = "main {{ color: {}; background-color: {}; }}\n"
    sheet.write_text(rules + main.format(ink, ground), "utf-8")
    (named,) = {*re.findall(r"(#\w{6}) has enough", printgen("build", "deck").err)}
    sheet.write_text(rules + main.format(named, ground), "utf-8")
    assert printgen("build", "deck").code == 0
    paler = f"#{''.join(f'{int(named[at : at + 2], 16) + 3:02x}' for at in (1, 3, 5))}"
    sheet.write_text(rules + main.format(paler, ground), "utf-8")
    assert printgen("build", "deck").code == 4


def test_a_colour_on_a_dark_ground_becomes_lighter_and_keeps_its_hue() -> None:
    red, green, blue = find_readable_ink((120, 40, 40), (20, 20, 60), 4.5)
    assert red > 120
    assert red - green > 80
    assert abs(green - blue) <= 1


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("selector", ["html", ".pattern", ".title"])
def test_an_open_rule_comes_before_what_it_breaks(
    selector: str, here: Path, printgen: Printgen
) -> None:
    """The rule after it is inside it, so its elements have no sizes."""
    assert printgen("new", "deck", "--from", "cards.csv").code == 0
    sheet = here / "deck" / "templates" / "card.css"
    text = sheet.read_text("utf-8")
    start = text.index(f"\n{selector} {{")
    end = text.index("}", start)
    sheet.write_text(text[:end] + text[end + 1 :], "utf-8")
    said = printgen("build", "deck")
    assert said.code == 3
    first = said.err.splitlines()[0].replace("\\", "/")
    assert first.startswith("deck/templates/card.css:")
    assert "a rule inside a rule" in first


@pytest.mark.usefixtures("here")
def test_choices_may_have_capitals(printgen: Printgen) -> None:
    words = ("--look", "Crest", "--machine", "Silhouette", "--ink", "GREY", "--size", "Poker")
    assert printgen("build", "cards.csv", *words, "--dry-run").code == 0


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("typed", TYPED)
def test_a_wrong_line_is_told_what_to_type(typed: str, printgen: Printgen) -> None:
    line, advice = TYPED[typed]
    words = line.split() if "'" not in line else [line.strip("'")]
    said = printgen(*words)
    assert said.code == 2
    assert advice in said.err


def test_a_file_whose_name_has_spaces_is_named_in_quotes(here: Path, printgen: Printgen) -> None:
    (here / "my own cards.csv").write_text(CARDS, "utf-8")
    said = printgen("build", "my", "own", "cards.csv")
    assert (said.code, 'in quotes: "my own cards.csv"' in said.err) == (2, True), said.err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("line", ["biuld", "cards", "build --inkk", "build --machine zzz"])
def test_a_word_that_names_nothing_gets_no_false_hint(line: str, printgen: Printgen) -> None:
    said = printgen(*line.split())
    assert said.code == 2
    assert "printgen docs" not in said.err
    assert "did you mean" not in said.err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("size", "name"), [("Poker", "deck"), ("TAROT", "deck-tarot"), ("deck=Mini-US", "deck-mini-us")]
)
def test_capitals_in_a_size(size: str, name: str, printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--dry-run", "--size", size)
    assert (said.code, said.err) == (0, "")
    assert f"{name}.pdf" in said.out


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("size", "measures"),
    [
        ("mini", ("41 × 63", "44 × 68", "44.45 × 63.5")),
        ("pokr", ("63.5 × 88.9",)),
        ("taro", ("70 × ",)),
    ],
)
def test_sizes_that_may_be_meant_have_their_measures(
    size: str, measures: tuple[str, ...], printgen: Printgen
) -> None:
    said = printgen("build", "cards.csv", "--size", size)
    assert [measure in said.err for measure in measures] == [True] * len(measures)
    assert "×" not in printgen("build", "cards.csv", "--size", "zzz").err  # all sizes are listed


@pytest.mark.quick(every=4)
@pytest.mark.parametrize("word", ["navy", "Navy", "#1d3461", "square"])
def test_a_deck_is_named_by_any_word_of_its_row(word: str, printgen: Printgen) -> None:
    options = ("--only", "deck", "--cards", "1", "--dry-run", "--deck", word)
    said = printgen("build", "combat-leader", *options)
    assert (said.code, said.err) == (0, "")
    assert "deck-B-cards-1.pdf" in said.out


def test_a_word_of_several_decks_names_none(tmp_path: Path, printgen: Printgen) -> None:
    game = shutil.copytree(find_game("combat-leader"), tmp_path / "game")
    data = (game / "deck.yaml").read_text("utf-8")
    (game / "deck.yaml").write_text(data.replace("[C, Rust,", "[C, Navy,"), "utf-8")
    said = printgen("build", game, "--only", "deck", "--dry-run", "--deck", "navy")
    assert said.code == 2
    assert "B Navy, C Navy" in said.err


def test_the_only_table_of_a_folder_is_built(here: Path, printgen: Printgen) -> None:
    """The lock of a workbook and a JSON file are no tables."""
    (here / "~$cards.xlsx").write_bytes(b"x")
    (here / "package.json").write_text("{}", "utf-8")
    said = printgen("build", "--dry-run")
    assert (said.code, said.err) == (0, "")
    assert str(Path("output/cards/deck.pdf")) in said.out


@pytest.mark.parametrize("command", ["build", "check"])
def test_of_several_tables_none_is_chosen(command: str, here: Path, printgen: Printgen) -> None:
    (here / "more cards.csv").write_text(CARDS, "utf-8")
    said = printgen(command)
    assert (said.code, said.out) == (2, "")
    assert "cards.csv, more cards.csv" in said.err
    assert f"printgen {command} cards.csv" in said.err


def test_a_folder_without_any_source_is_told(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All bundled games are taken, but not without a word. Beside a game nothing is said."""
    (here / "cards.csv").unlink()
    assert find_default_sources("build") == ()
    assert "no table and no game" in capsys.readouterr().err
    (here / "game.yaml").write_text("", "utf-8")
    assert find_default_sources("build") == ()
    assert capsys.readouterr().err == ""


def test_a_folder_is_checked_without_the_locks_of_excel(here: Path, printgen: Printgen) -> None:
    (here / "rolls").mkdir()
    (here / "rolls" / "loot.csv").write_text("d6,Loot\n1-3,Gold\n4-6,Gem\n", "utf-8")
    (here / "rolls" / "~$loot.xlsx").write_bytes(b"\x05owner")
    said = printgen("check", "rolls")
    assert said.code == 0, said
    assert "~$" not in said.out + said.err


def test_the_lock_of_excel_names_the_workbook(here: Path, printgen: Printgen) -> None:
    (here / "~$loot.xlsx").write_bytes(b"\x05owner")
    for words in (("build", "~$loot.xlsx"), ("build", "combat-leader", "--data", "~$loot.xlsx")):
        said = printgen(*words)
        assert said.code == 3
        assert_told_once(said.err, "~$loot.xlsx", "lock")
        assert "name the workbook: loot.xlsx" in said.err


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac-roman"])
def test_an_unknown_encoding_shows_the_word_in_each(
    encoding: str, here: Path, printgen: Printgen
) -> None:
    (here / "cards.csv").write_bytes("name,text\nTroll,so grün\n".encode(encoding))
    said = printgen("build", "cards.csv")
    assert said.code == 3
    assert_told_once(said.err, "cards.csv:2:12", f"grün in {encoding}")
    assert "--encoding" in said.err
    assert printgen("build", "cards.csv", "--dry-run", "--encoding", encoding).code == 0


def test_curly_quotes_around_a_cell(here: Path, printgen: Printgen) -> None:
    (here / "cards.csv").write_text("name,text\nTroll,“Hits, hard”\n", "utf-8")
    said = printgen("build", "cards.csv")
    assert said.code == 3
    assert_told_once(said.err, "cards.csv:2:13", "3 cells under 2")
    assert "straight quotes" in said.err
    (here / "cards.csv").write_text("name,text\nTroll,Hits, hard\n", "utf-8")
    assert "straight quotes" not in printgen("build", "cards.csv").err


EXAMPLES = [
    file for game in map_bundled_games().values() for file in sorted(game.glob("examples/*.yaml"))
]


@pytest.mark.quick(every=6)
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_a_team_of_another_game_is_told_in_one_message(
    file: Path, here: Path, printgen: Printgen
) -> None:
    name, own = shutil.copy(file, here / file.name).name, file.parts[-3]
    for game in map_bundled_games():
        said = printgen("check", game, "--data", name)
        if game == own:
            assert said.code == 0, said
        else:
            assert said.code == 2
            assert_told_once(said.out + said.err, name, "the file is for")
            assert f"name that game: {own}" in said.out + said.err


def test_a_team_that_no_game_has_is_told_by_line(here: Path, printgen: Printgen) -> None:
    (here / "mine.yaml").write_text("soldiers:\n- {name: Ann, shoe: 4}\n", "utf-8")
    said = printgen("check", "combat-leader", "--data", "mine.yaml")
    assert said.code == 3
    assert_told_once((said.out + said.err), "mine.yaml:2:15", "shoe")


@pytest.mark.slow
def test_one_soldier_too_many_is_named_by_row(here: Path, printgen: Printgen) -> None:
    """The thirteenth of twelve, in a text and in a sheet of a workbook."""
    lines = [f"  - {{name: P{number}, weapon: Rifle, fp: 2, jam: 11}}" for number in range(1, 14)]
    (here / "squad.yaml").write_text("\n".join(["soldiers:", *lines]), "utf-8")
    said = printgen("check", "combat-leader", "--data", "squad.yaml")
    assert said.code == 3
    assert_told_once((said.out + said.err), "squad.yaml:14:5: soldiers", "is 13")
    rows = [["name", "weapon"], *([f"P{number}", "Rifle"] for number in range(1, 14))]
    write_xlsx(here / "squad.xlsx", {"soldiers": rows})
    said = printgen("check", "combat-leader", "--data", "squad.xlsx")
    assert said.code == 3
    assert_told_once(
        (said.out + said.err), "squad.xlsx, sheet soldiers, cell A14: soldiers", "is 13"
    )
    (here / "squad.yaml").write_text("\n".join(["soldiers:", *lines[:12]]), "utf-8")
    assert printgen("check", "combat-leader", "--data", "squad.yaml").code == 0


@pytest.fixture
def bakery(tmp_path: Path, printgen: Printgen) -> Path:
    """The plain deck that `printgen new` makes."""
    assert printgen("new", tmp_path / "bakery").code == 0
    return tmp_path / "bakery"


@pytest.mark.parametrize("command", ["check", "build"])
def test_an_unknown_mark_comes_before_the_checks_that_it_breaks(
    command: str, bakery: Path, printgen: Printgen
) -> None:
    data = (bakery / "game.yaml").read_text("utf-8")
    (bakery / "game.yaml").write_text(data.replace("Bread, wheat,", "Bread, wheet,"), "utf-8")
    said = printgen(command, bakery)
    assert said.code == 3
    first, hint, *_ = (said.out + said.err).splitlines()
    assert f"{bakery / 'game.yaml'}:" in first
    assert "error: no mark wheet" in first
    assert "did you mean wheat?" in hint


def test_a_check_that_fails_by_a_number_names_no_file(bakery: Path, printgen: Printgen) -> None:
    data = (bakery / "game.yaml").read_text("utf-8")
    (bakery / "game.yaml").write_text(data.replace("is: 340", "is: 341"), "utf-8")
    said = printgen("check", bakery)
    assert said.code == 3
    assert said.out.count(": error: ") == 1


def test_a_template_without_its_key(bakery: Path, printgen: Printgen) -> None:
    data = (bakery / "game.yaml").read_text("utf-8")
    spoilt = data.replace("    each: orders", "    back: back.html\n    each: orders")
    (bakery / "game.yaml").write_text(spoilt, "utf-8")
    said = printgen("check", bakery)
    assert said.code == 3
    assert "{template: back.html}" in (said.out + said.err)
    mended = spoilt.replace("back: back.html", "back: {template: back.html}")
    (bakery / "game.yaml").write_text(mended, "utf-8")
    assert "mapping" not in printgen("check", bakery).err


def test_texts_among_pictures_are_told_once(here: Path, printgen: Printgen) -> None:
    Image.new("RGB", (40, 40)).save(here / "back.png")
    rows = ("Troll,back.png", "Imp,Bog", "Ogre,Fen", "Bat,back.png", "Elf,Moor")
    (here / "cards.csv").write_text("\n".join(("name,back", *rows)), "utf-8")
    said = printgen("build", "cards.csv")
    assert said.code == 3
    assert_told_once(said.err, "cards.csv:3:5", "“Bog”, and 2 more, is not a picture")


@pytest.mark.slow
def test_no_warning_of_a_library_precedes_a_message(here: Path) -> None:
    """A process of its own, because pytest catches warnings in this one."""
    Image.new("1", (9_500, 9_500)).save(here / "big.png")
    (here / "cards.csv").write_text("name,art\nTroll,big.png\nImp,big.png\n", "utf-8")
    command = [sys.executable, "-m", "printgen", "build", "cards.csv"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 3
    assert said.stderr.startswith("cards.csv:2:7: error: big.png has more than")
    assert "Warning" not in said.stderr


CARD, RULES = "templates/card.html", "templates/card.css"
SLIPS = {
    "game, two letters swapped": ("game.yaml", "\ngame:", "\ngaem:", "did you mean game?"),
    "game, another letter": ("game.yaml", "\ngame:", "\ngane:", "did you mean game?"),
    "game with a capital": ("game.yaml", "\ngame:", "\nGame:", "did you mean game?"),
    "curly quotes": (CARD, '"rule", "main"', "“rule”, “main”", "“ is not a quote"),
    "German quotes": (CARD, '"rule", "main"', "„rule“, „main“", "„ is not a quote"),
    "guillemets": (CARD, '"rule", "main"', "«rule», «main»", "« is not a quote"),
    "a column without its function": (CARD, 'f("name", "h1")', "name", 'column with f("name")'),
    "a column in single braces": (CARD, '{{ f("name", "h1") }}', "{name}", '{{ f("name") }}'),
    "a rule without its brace": (RULES, "\nmain {", "\nmain", "no { after the selector in “main”"),
    "a line without its brace": (RULES, ".awning {", ".awning", "no { after the selector in “.aw"),
    "a faint drawing": ("game.yaml", "#8a4b12", "#f4ecd0", "set another fill"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_game_is_told_once_with_its_fix(
    slip: str, bakery: Path, printgen: Printgen
) -> None:
    file, old, new, advice = SLIPS[slip]
    text = (bakery / file).read_text("utf-8")
    (bakery / file).write_text(text.replace(old, new, 1), "utf-8")
    said = printgen("build", bakery)
    assert said.code in (3, 4)
    assert said.err.count(": error: ") == 1
    assert advice in said.err


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ("**any**", "**any", 1),
        ("**any**", "any**", 1),
        ("**any** later day", "**any later *day*", 1),
        ("**any**", r"\*\*any", 0),
        ("**any**", "*any*", 0),
    ],
)
def test_bold_text_without_its_end_is_noted(
    old: str, new: str, count: int, bakery: Path, printgen: Printgen
) -> None:
    table = (bakery / "orders.csv").read_text("utf-8")
    (bakery / "orders.csv").write_text(table.replace(old, new), "utf-8")
    said = printgen("build", bakery)
    assert said.code == 0
    assert said.err.count('orders.csv:2:21: note: "**" is printed as written') == count
    assert said.err.count(": note: ") == count


def test_another_key_is_not_taken_for_game(bakery: Path, printgen: Printgen) -> None:
    data = (bakery / "game.yaml").read_text("utf-8")
    data = data.replace("\ngame: {name: Bakery}", "\nnames: {columns: {name: key}, rows: [[Ann]]}")
    (bakery / "game.yaml").write_text(data, "utf-8")
    assert "the key game is missing" in printgen("build", bakery).err


@pytest.mark.slow
@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("Bites \U00010400.", ()),
        ("Bites. " * 500, ()),
        ("Bites all who come near.", ("--size", "9x9")),
        ("Bittersweetness" * 9, ("--size", "square-19")),
    ],
)
def test_a_message_about_a_table_names_no_template(
    cell: str, words: tuple[str, ...], here: Path, printgen: Printgen
) -> None:
    """The templates of a table are bundled, so its user cannot change them. Those of a game are."""
    (here / "cards.csv").write_text(f"name,cost,text\nImp,2,{cell}\nOrc,3,Hits.\n", "utf-8")
    said = printgen("build", "cards.csv", *words)
    assert said.code in (2, 3, 4)
    assert "cards.csv" in said.err
    assert not re.search(r"templates|plain/|card\.(html|css)", said.err)
    (here / "cards.csv").write_text("name,cost,text\nImp,2,Bites.\n", "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv").code == 0
    (here / "mine" / "cards.csv").write_text("name,cost,text\nImp \U00010400,2,Bites.\n", "utf-8")
    assert "card.html" in printgen("build", "mine").err


def test_a_table_of_another_option_is_named_as_it_is_typed(printgen: Printgen, here: Path) -> None:
    (here / "more cards.csv").write_text(CARDS, "utf-8")
    said = printgen("build", "--icons", "more cards.csv")
    assert said.code == 2
    assert f"type printgen build {quote_argument('more cards.csv')}" in said.err
