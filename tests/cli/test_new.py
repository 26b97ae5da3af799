"""`printgen new` makes a folder with a game that can be checked and built at once."""

import re
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_bundled_games, starters_folder, templates_folder
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


def test_every_starter_is_tried() -> None:
    """And its files hold data and templates, no Python."""
    assert sorted(path.name for path in starters_folder().iterdir() if path.is_dir()) == [*STARTERS]
    kinds = {path.suffix for path in starters_folder().rglob("*") if path.is_file()}
    assert kinds == {".yaml", ".csv", ".svg", ".css", ".html"}


def test_without_a_starter_it_is_a_plain_deck(printgen: Printgen, here: Path) -> None:
    assert printgen("new", "my-game").code == 0
    assert printgen("new", "other", "--starter", "bakery").code == 0
    mine, other = (here / name / "orders.csv" for name in ("my-game", "other"))
    assert mine.read_bytes() == other.read_bytes()


SVG = "{http://www.w3.org/2000/svg}"
GAME = """\
game: {id: mine, name: Mine}

# Each print becomes a PDF: a card for each row of the table cards, in the first of the sizes unless
# --size names another.
prints:
  deck:
    template: card.html
    each: cards
    count: '@qty'
    sizes: [poker, tcg, bridge, tarot, mini-american, mini-european, mini-us, square, business,"""
CARDS = """\
cards:
  file: cards.csv
  columns:
    name: plain
    art: image
    cost: {type: text, head: Cost}
    text: plain
    '@qty': {type: number, cycle: 1, silent: true}

# What must be true of the table, such as a number of cards. printgen check says where it is not.
# checks:
# - {count: cards, is: 40}
"""
TABLE = """name,cost,art,text,@qty
Imp,1,art/imp.png,"It bites, and bites, and never once lets go again.",3
Orc,2,,,
"""


def test_a_new_game_from_a_table_of_prose_can_be_read(printgen: Printgen, here: Path) -> None:
    """YAML's own writer would say once, under an anchor, what two columns have alike."""
    (here / "cards.csv").write_text("name,text\nImp,**Bites.**\n", "utf-8")
    assert printgen("new", "mine", "--from", "cards.csv", "--prose").code == 0
    assert printgen("check", "mine").code == 0


def test_a_new_game_from_a_table(printgen: Printgen, here: Path) -> None:
    """It prints what the table by itself does, with a template and pictures of its own."""
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
    ]
    text = (here / "mine" / "game.yaml").read_text("utf-8")
    assert text.startswith("# A deck from cards.csv.")
    assert GAME in text
    assert text.endswith(CARDS)
    said = printgen("check", "mine")
    assert (said.code, said.out, said.err) == (0, "mine: valid; its data declares no checks\n", "")
    for what in ("mine", "cards.csv"):
        assert printgen("build", what, "--svg").code == 0
    faces = [
        [words(path) for path in sorted(here.glob(f"output/{name}/pictures/*/*.svg"))]
        for name in ("mine", "cards")
    ]
    assert len(faces[0]) == 4
    assert faces[0] == faces[1]


def words(drawing: Path) -> list[str]:
    return sorted(
        "".join(element.itertext()) for element in etree.parse(drawing).iter(f"{SVG}text")
    )


def test_the_template_of_a_new_game_names_each_column(printgen: Printgen, here: Path) -> None:
    """It is for people who change it: no loop, and few lines."""
    head = 'name,cost,kind,art,text,flavour,attack,keywords,colour,artist,Bob\'s "own"'
    line = ",3,Orc,,Hits hard when it must.,So be it.,4,one of the very long ones,#14505c,Ada,7\n"
    (here / "cards.csv").write_text(
        f"{head}\n" + "".join(f"Card {n}{line}" for n in range(4)).replace("Orc", "Elf", 1)
    )
    assert printgen("new", "mine", "--from", "cards.csv").code == 0
    template = (here / "mine/templates/card.html").read_text("utf-8")
    assert len(template.splitlines()) <= 40
    assert "{% for" not in template
    for name in ("name", "cost", "kind", "text", "flavour", "attack", "keywords", "artist"):
        assert f'f("{name}"' in template
    said = printgen("build", "mine")
    assert (said.code, said.err) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("base", [path.name for path in find_bundled_games()])
def test_a_new_game_from_a_bundled_one(printgen: Printgen, here: Path, base: str) -> None:
    """It is one file, which checks as it is and with what it proposes to change."""
    said = printgen("new", "mine", "--from", base)
    assert (said.code, said.err) == (0, "")
    assert [path.name for path in (here / "mine").iterdir()] == ["game.yaml"]
    file = here / "mine" / "game.yaml"
    text = file.read_text("utf-8")
    assert f"game: {{id: mine, name: Mine, extends: {base}}}" in text
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
    theirs = (templates_folder() / "fistful-of-lead" / "back.css").read_text("utf-8")
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
    assert (said.code, said.err) == (0, "")


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
