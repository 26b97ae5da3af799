"""`printgen new` makes a folder with a game that can be checked and built at once."""

import re
import shutil
from pathlib import Path
from shutil import copytree

import pytest
from format_css import format_style_sheet
from PIL import Image

from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_bundled_games, get_starters_folder, get_templates_folder
from tests.command_line import Printgen

STARTERS = ("bakery", "drawn", "harbour")
PRINTS = {
    "bakery": {"deck"},
    "drawn": {"deck"},
    "harbour": {"deck", "deck-backs", "sheet", "markers", "roster"},
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_starters_are_listed(printgen: Printgen) -> None:
    said = printgen("new", "--list")
    assert (said.code, said.err) == (0, "")
    assert [line.split()[0] for line in said.out.splitlines()] == list(STARTERS)
    assert all(len(line.split()) > 5 for line in said.out.splitlines())


@pytest.mark.parametrize("option", ["--missing", "--box"])
def test_options_of_a_build_are_refused(printgen: Printgen, here: Path, option: str) -> None:
    (here / "cards.csv").write_text("name\nImp\n")
    said = printgen("new", "mine", "--from", "cards.csv", option)
    assert (said.code, f"{option} is only for build" in said.err) == (2, True)
    assert not (here / "mine").exists()


@pytest.mark.quick("bakery", "drawn")
@pytest.mark.parametrize("starter", STARTERS)
def test_a_new_game_checks_and_builds(printgen: Printgen, here: Path, starter: str) -> None:
    """Without a note; called as its folder, with a template, a mark, checks and comments."""
    said = printgen("new", "Night Market", "--starter", starter)
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(
        "\n\nNow: printgen build 'Night Market'\n"
        "Then change what you like, starting with game.yaml.\n"
    )
    folder = here / "Night Market"
    game = load_game(folder)
    assert (game.about.id, game.about.name) == ("night-market", "Night Market")
    assert game.checks
    assert (folder / "templates" / "card.html").is_file()
    assert list(folder.glob("templates/marks/*.svg"))
    assert all(path.read_text("utf-8").startswith("#") for path in folder.glob("*.yaml"))
    said = printgen("check", "Night Market")
    assert (said.code, said.err) == (0, "")
    assert re.fullmatch(r"Night Market: \d+ declared checks passed\n", said.out)
    said = printgen("build", "Night Market")
    assert (said.code, said.err) == (0, "")
    made = {path.stem for path in (here / "output" / "night-market").iterdir()}
    assert made == PRINTS[starter]


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("starter", STARTERS)
def test_a_new_game_builds_with_low_ink(printgen: Printgen, here: Path, starter: str) -> None:
    assert printgen("new", "game", "--starter", starter).code == 0
    said = printgen("build", "game", "--ink", "low")
    assert said.code == 0, said.err


def test_every_starter_is_tried() -> None:
    """And its files hold data and templates, no Python."""
    assert sorted(path.name for path in get_starters_folder().iterdir() if path.is_dir()) == [
        *STARTERS
    ]
    kinds = {path.suffix for path in get_starters_folder().rglob("*") if path.is_file()}
    assert kinds == {".yaml", ".csv", ".svg", ".css", ".html"}


def test_without_a_starter_it_is_a_plain_deck(printgen: Printgen, here: Path) -> None:
    assert printgen("new", "my-game").code == 0
    assert printgen("new", "other", "--starter", "bakery").code == 0
    mine, other = (here / name / "orders.csv" for name in ("my-game", "other"))
    assert mine.read_bytes() == other.read_bytes()


GAME = """\
game: {name: Mine}

# Each print is written to one PDF. This one has a card for each row of the table cards. The first
# size is the default. --size prints another one.
prints:
  deck:
    template: card.html
    each: cards
    count: '@qty'
    sizes: [poker, tcg, bridge"""
CARDS = """\
cards:
  file: cards.csv
  signs: typographic
  columns:
    name: {type: plain, role: title}
    art: {type: image, role: picture}
    cost: {type: text, head: Cost, role: index}
    text: {type: plain, role: text}
    '@qty': {type: number, cycle: 1, silent: true}

# Conditions on the table, such as the number of cards. printgen check reports each that fails.
# checks:
# - {count: cards, is: 40}
"""
TABLE = """name,cost,art,text,@qty
Imp,1,art/imp.png,"It bites, and bites, and never once lets go again.",3
Orc,2,,,
"""


@pytest.mark.slow
def test_a_new_game_from_a_table_of_prose_can_be_read(printgen: Printgen, here: Path) -> None:
    """YAML's own writer would say once, under an anchor, what two columns have alike."""
    (here / "cards.csv").write_text("name,text\nImp,**Bites.**\n", "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv", "--prose").code == 0
    assert printgen("check", "mine").code == 0


@pytest.mark.slow
def test_a_new_game_from_a_table(printgen: Printgen, here: Path) -> None:
    """It has a template and pictures of its own, and names the role of each column."""
    (here / "art").mkdir()
    Image.new("RGB", (20, 20), "olive").save(here / "art" / "imp.png")
    (here / "cards.csv").write_text(TABLE, "utf-8")
    said = printgen("new", "mine", "--from", "cards.csv")
    assert (said.code, said.err) == (0, "")
    files = sorted(str(path.relative_to(here / "mine")) for path in here.glob("mine/**/*.*"))
    assert files == [
        "cards.csv",
        "game.yaml",
        "templates/art/imp.png",
        "templates/card.css",
        "templates/card.html",
        "templates/look-edge.svg",
        "templates/look-rays.svg",
        "templates/look.css",
    ]
    text = (here / "mine" / "game.yaml").read_text("utf-8")
    assert text.startswith("# A deck from cards.csv.")
    assert GAME in text
    assert text.endswith(CARDS)
    said = printgen("check", "mine")
    assert (said.code, said.out, said.err) == (0, "mine: valid; its data declares no checks\n", "")


# Kinds with signs and colours, a rule, pictures of two shapes, typed quotes, and lists that break.
SEEN = {
    "monsters": "name,cost,kind,text,flavour,art\n"
    'Imp,3,Demon,It\'s quick - and bites.,"Ha!",wide.png\n'
    "Golem,-2,Machine,Moves 2-4 spaces.,,tall.png\n"
    "Wolf,10,Beast,,The pack's own.,\n",
    "ships": "Ship,Hull,Speed,Guns,Sails,Crew\n"
    "Lark,4,9,2,one;two;three;four,'Old' hands\n"
    "Whale,12,1,30,none,Many a man who has been to sea for 6' of rope\n",
    "answers": 'question,answer,back\nWhat\'s 5" long?,A "ruler",Quiz\nWho?,,Night\'s quiz\n',
}


SEEN_YAML = {
    "in groups": "tribes:\n  Moss:\n    Fern: {hp: 03, text: It grows.}\n    Reed: {hp: 4}\n"
    "  Rock:\n    Slate: {hp: 9.50, text: It stays.}\n",
    "a list": "- name: 'Ox: old'\n  cost: {hay: 2, oats: 1}\n  tags: [slow, big]\n  text: |\n"
    "    One.\n    Two.\n- {name: Ass, cost: {hay: 1, oats: 0}, tags: [small], text: yes}\n",
    "names": 'Öl:\n  qty: 2\n  text: "It\'s «hot» 🔥"\nEis: {qty: 1, text: [It melts., It is.]}\n',
}


@pytest.mark.slow
@pytest.mark.quick(every=3)
@pytest.mark.parametrize("form", SEEN_YAML)
def test_a_new_game_prints_the_deck_of_a_table_in_yaml(
    form: str, printgen: Printgen, here: Path
) -> None:
    """A game would read the table as its own data, so its rows are in a file of another format."""
    (here / "seen.yaml").write_text(SEEN_YAML[form], "utf-8")
    assert printgen("build", "seen.yaml", "--svg").code == 0
    assert printgen("new", "mine", "--from", "seen.yaml").code == 0
    assert printgen("build", "mine", "--svg").code == 0
    drawings = [
        {path.name: path.read_bytes() for path in here.glob(f"output/{deck}/pictures/*/*.svg")}
        for deck in ("mine", "seen")
    ]
    assert len(drawings[0]) >= 2
    assert drawings[0] == drawings[1]
    assert not (here / "mine" / "seen.yaml").exists()


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("name", SEEN)
def test_a_new_game_prints_the_deck_that_was_seen(
    printgen: Printgen, here: Path, name: str
) -> None:
    """Each drawing has the same bytes, before and after `new`, and the table still builds."""
    Image.new("RGB", (60, 45), "olive").save(here / "wide.png")
    Image.new("RGB", (20, 60), "olive").save(here / "tall.png")
    (here / f"{name}.csv").write_text(SEEN[name], "utf-8")
    assert printgen("build", f"{name}.csv", "--svg").code == 0
    assert printgen("new", "mine", "--from", f"{name}.csv").code == 0
    for what in ("mine", f"{name}.csv"):
        said = printgen("build", what, "--svg")
        assert (said.code, said.err) == (0, "")
    drawings = [
        {path.name: path.read_bytes() for path in here.glob(f"output/{deck}/pictures/*/*.svg")}
        for deck in ("mine", name)
    ]
    assert len(drawings[0]) >= 2
    assert drawings[0] == drawings[1]


@pytest.mark.slow
@pytest.mark.quick(every=3)
@pytest.mark.parametrize("name", SEEN)
def test_the_style_sheet_of_a_new_game_has_the_rules_that_it_uses(
    printgen: Printgen, here: Path, name: str
) -> None:
    """Each matches an element, in the format of the project, below a comment for each part."""
    for picture in ("wide.png", "tall.png"):
        Image.new("RGB", (30, 30), "olive").save(here / picture)
    (here / f"{name}.csv").write_text(SEEN[name], "utf-8")
    assert printgen("new", "mine", "--from", f"{name}.csv", "--size", "tarot").code == 0
    sheet = (here / "mine/templates/card.css").read_text("utf-8")
    assert format_style_sheet(sheet) == sheet
    assert sheet.startswith("/*")
    assert "*/\n/*" not in sheet
    assert "--accent:" in (here / "mine/templates/look.css").read_text("utf-8")
    assert ".token" not in sheet
    assert (".picture {" in sheet) == (name == "monsters")
    assert len(sheet) < len((get_templates_folder() / "plain/card.css").read_text("utf-8")) * 0.6
    sizes = [size.name for size in load_game(here / "mine").prints[0].sizes]
    assert sizes[0] == "tarot"
    assert not {"mini-us", "punch-25"} & {*sizes}


@pytest.mark.slow
@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    "text",
    [
        "name,cost,type,hp,text,flavour,artist\nImp,2,Beast,1,Run.,Ha!,Ann\nOrc,3,Elf,3,Hit.,,Bob\n",
        "name,cost,type,hp,text,flavour,by,art\nImp,2,Elf,1,Run.,Ha!,Ann,wide.png\nOrc,3,Imp,3,Hit.,,B,\n",
        "name,might,health,speed,magic,text\nImp,2,1,2,9,Draw a card.\nOrc,3,3,1,4,Lose one.\n",
        "name,art,Home town\nImp,wide.png,the deep dark wood near the river\nOrc,wide.png,a cave\n",
    ],
)
def test_the_style_sheet_of_an_ordinary_deck_is_short(
    printgen: Printgen, here: Path, text: str
) -> None:
    """With all parts that a card may have: at most 150 lines in the format of the project."""
    Image.new("RGB", (60, 20), "olive").save(here / "wide.png")
    (here / "cards.csv").write_text(text, "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv").code == 0
    sheet = (here / "mine/templates/card.css").read_text("utf-8")
    assert 50 < sheet.count("\n") <= 150
    assert format_style_sheet(sheet) == sheet


@pytest.mark.slow
@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("name,text,lore\nImp,Bites.,\n", "name,text,lore\nImp,Bites.,Old tales.\n"),
        ("name,hp,quote\nImp,3,\nOrc,2,\n", "name,hp,quote\nImp,3,Ha!\nOrc,2,\n"),
        ("name,text,artist\nImp,Bites.,\n", "name,text,artist\nImp,Bites.,Ann\n"),
        ("name,text,art\nImp,Bites.,\n", "name,text,art\nImp,Bites.,wide.png\n"),
    ],
)
def test_a_column_that_was_empty_is_filled_later(
    before: str, after: str, printgen: Printgen, here: Path
) -> None:
    """Its rules are in the style sheet, so the card looks as it does with a full table."""
    (here / "cards.csv").write_text(before, "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv").code == 0
    assert (here / "mine/templates/card.css").read_text("utf-8").count("\n") <= 150
    (here / "cards.csv").write_text(after, "utf-8")
    Image.new("RGB", (60, 45), "olive").save(here / "wide.png")
    shutil.copy(here / "wide.png", here / "mine" / "templates")
    shutil.copy(here / "cards.csv", here / "mine")
    for what in ("mine", "cards.csv"):
        said = printgen("build", what, "--svg")
        assert (said.code, said.err) == (0, "")
    drawings = [
        {path.name: path.read_bytes() for path in here.glob(f"output/{deck}/pictures/*/*.svg")}
        for deck in ("mine", "cards")
    ]
    assert drawings[0]
    assert drawings[0] == drawings[1]


@pytest.mark.slow
def test_signs_stay_as_typed_in_a_new_game_too(printgen: Printgen, here: Path) -> None:
    (here / "cards.csv").write_text('name,text\nImp,"It\'s 6"" long."\n', "utf-8")
    printed = {"a": ((), "It’s 6″ long."), "b": (("--plain-signs",), "It's 6\" long.")}
    for folder, (signs, text) in printed.items():
        assert printgen("new", folder, "--from", "cards.csv", *signs).code == 0
        assert load_game(here / folder).table("cards").rows[0].cells["text"] == text


@pytest.mark.slow
def test_pictures_of_a_game_are_no_second_pictures(printgen: Printgen, here: Path) -> None:
    """But two folders of the table's own may not have the same name for two pictures."""
    (here / "art").mkdir()
    Image.new("RGB", (20, 20), "olive").save(here / "art" / "imp.png")
    (here / "cards.csv").write_text("name,art\nImp,imp.png\n", "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv").code == 0
    assert (here / "mine/templates/imp.png").is_file()
    assert printgen("build", "cards.csv").code == 0
    copytree(here / "art", here / "old")
    said = printgen("build", "cards.csv")
    assert (said.code, "2 pictures are called imp.png" in said.err) == (3, True)


@pytest.mark.slow
@pytest.mark.quick(every=4)
@pytest.mark.parametrize(
    ("column", "kind"), [("art", "image"), ("Bild", "image"), ("画像", "image"), ("notes", "text")]
)
def test_an_empty_column_for_pictures_takes_them_later(
    printgen: Printgen, here: Path, column: str, kind: str
) -> None:
    """Art is also German for a kind of cards. A picture with an unlike name is no suggestion."""
    (here / "cards.csv").write_text(f"name,text,{column}\nImp,Bites.,\n", "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv").code == 0
    assert f"{column}: {{type: {kind}" in (here / "mine" / "game.yaml").read_text("utf-8")
    (here / "mine" / "cards.csv").write_text(f"name,text,{column}\nImp,Bites.,troll.png\n", "utf-8")
    said = printgen("build", "mine")
    assert ("no picture troll.png" in said.err) == (kind == "image")
    assert "did you mean" not in said.err


@pytest.mark.slow
def test_a_game_finds_pictures_without_their_extensions(printgen: Printgen, here: Path) -> None:
    """As the table does. If several fit, none is chosen."""
    Image.new("RGB", (20, 20), "olive").save(here / "imp.png")
    (here / "cards.csv").write_text("name,art\nImp,imp\n", "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv").code == 0
    assert printgen("build", "mine").code == 0
    Image.new("RGB", (20, 20), "olive").save(here / "mine" / "templates" / "imp.gif")
    said = printgen("build", "mine")
    assert "no picture imp in the template folders" in said.err


@pytest.mark.slow
@pytest.mark.quick(every=3)
@pytest.mark.parametrize("origin", [("--from", "cards.csv"), (), ("--starter", "drawn")])
def test_a_copied_game_does_not_replace_the_first_ones_files(
    printgen: Printgen, here: Path, origin: tuple[str, ...]
) -> None:
    """Its id is that of its folder; a game that names its id keeps it."""
    (here / "cards.csv").write_text("name\nImp\n", "utf-8")
    assert printgen("new", "first", *origin).code == 0
    copytree(here / "first", here / "Second one")
    assert printgen("build", "first").code == 0
    before = (here / "output/first/deck.pdf").read_bytes()
    assert printgen("build", "Second one").code == 0
    assert (here / "output/second-one/deck.pdf").is_file()
    assert (here / "output/first/deck.pdf").read_bytes() == before
    assert printgen("proof", "output/second-one/deck.pdf").code == 0
    game = here / "Second one" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("game: {", "game: {id: third, "), "utf-8")
    assert load_game(game.parent).about.id == "third"


@pytest.mark.slow
@pytest.mark.parametrize("base", [path.name for path in find_bundled_games()])
def test_a_new_game_from_a_bundled_one(printgen: Printgen, here: Path, base: str) -> None:
    """It is one file, which checks as it is and with what it proposes to change."""
    said = printgen("new", "mine", "--from", base)
    assert (said.code, said.err) == (0, "")
    assert [path.name for path in (here / "mine").iterdir()] == ["game.yaml"]
    file = here / "mine" / "game.yaml"
    text = file.read_text("utf-8")
    assert f"game: {{name: Mine, extends: {base}}}" in text
    assert str(here) not in text
    changed = re.sub("(?m)^# ((?:prints|[a-z]+): ?(?:{.*|$)|  )", r"\1", text)
    assert changed.count("\n#") == text.count("\n#") - 5
    for tried in (text, changed):
        file.write_text(tried, "utf-8")
        said = printgen("check", "mine")
        assert (said.code, said.err) == (0, "")
        assert re.search(r"mine: .*; \d+ inherited checks run\n$", said.out)


@pytest.mark.slow
def test_a_game_that_extends_builds_with_a_template_and_a_team_of_its_own(
    printgen: Printgen, here: Path
) -> None:
    """A file in its templates stands in for the bundled one of that name."""
    assert printgen("new", "mine", "--from", "fistful-of-lead").code == 0
    own = here / "mine" / "templates" / "fistful-of-lead"
    own.mkdir(parents=True)
    theirs = (get_templates_folder() / "fistful-of-lead" / "back.css").read_text("utf-8")
    (own / "back.css").write_text(theirs + "\nbody { margin: 0; }\n", "utf-8")
    (here / "mine" / "house.yaml").write_text(HOUSE, "utf-8")
    said = printgen("check", "mine")
    assert said.code == 3
    names = re.findall(r"waives: \['(.*)'\]", said.out)
    game = here / "mine" / "game.yaml"
    waives = f"extends: fistful-of-lead, waives: {names}}}"
    game.write_text(game.read_text("utf-8").replace("extends: fistful-of-lead}", waives), "utf-8")
    assert printgen("new", "team.yaml", "--for", "mine").code == 0
    said = printgen("build", "mine", "--data", "team.yaml", "--only", "roster", "--only", "markers")
    assert said.code == 0
    assert said.err.startswith("mine/house.yaml:2:28: note: “Shock” is still used in game.yaml:")
    said = printgen("check", "mine", "--data", "team.yaml")
    assert (said.code, said.err) == (0, "")
    said = printgen("check", "mine")
    assert (said.code, said.err) == (0, ""), said.out


HOUSE = """\
statuses:
  changes: {shock: {label: Stunned}}
  adds: [{status: poisoned, label: Poisoned, mark: heal, count: 6, text: Worse at all.}]
"""


def test_what_a_new_game_is_not_made_from_is_told(printgen: Printgen, here: Path) -> None:
    said = printgen("new", "mine", "--from", "fistful")
    assert said.code == 2
    assert said.err.endswith(
        "--from fistful is neither a file nor a bundled game: did you mean fistful-of-lead?\n"
    )
    assert not (here / "mine").exists()


def test_a_folder_that_holds_anything_is_left_as_it_is(printgen: Printgen, here: Path) -> None:
    (here / "mine").mkdir()
    assert printgen("new", "mine").code == 0
    before = (here / "mine" / "game.yaml").read_bytes()
    said = printgen("new", "mine", "--starter", "harbour")
    assert (said.code, said.out) == (6, "")
    assert said.err == ("mine: error: is not empty\n  name one that does not exist yet\n")
    assert (here / "mine" / "game.yaml").read_bytes() == before
    said = printgen("new", "mine/game.yaml")
    assert (said.code, said.err) == (
        6,
        "mine/game.yaml: error: is a file\n  name one that does not exist yet\n",
    )


USAGE = {
    (): "name the FOLDER to make, such as: printgen new my-game",
    ("mine", "--starter", "harbor"): "no starter is called harbor: did you mean harbour?",
    ("mine", "--prose"): "--prose needs a table of --from",
    ("mine", "--size", "tarot"): "--size needs a table of --from",
    ("mine", "--from", "cards.csv", "--size", "taro"): (
        '--size taro: no size is called "taro": did you mean tarot? Otherwise write width x height'
        " in mm, such as 70 x 120, from 5 to 1,000"
    ),
    ("mine", "--starter", "bakery", "--from", "cards.csv"): (
        "--from, --starter and --for cannot be combined: keep one"
    ),
}


@pytest.mark.parametrize("words", USAGE, ids=" ".join)
def test_wrong_usage(printgen: Printgen, here: Path, words: tuple[str, ...]) -> None:
    (here / "cards.csv").write_text("name\nImp\n")
    said = printgen("new", *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith(f"Error: {USAGE[words]}\n")
    assert not (here / "mine").exists()


def test_a_table_at_fault_makes_no_folder(printgen: Printgen, here: Path) -> None:
    (here / "cards.csv").write_text("name,qty\nImp,two\n")
    said = printgen("new", "mine", "--from", "cards.csv")
    assert (said.code, said.out) == (3, "")
    assert said.err.startswith('cards.csv:2:5: error: "two" is not valid in the column qty\n')
    assert not (here / "mine").exists()
