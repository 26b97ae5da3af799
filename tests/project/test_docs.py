"""docs/model.md names all that a game's files may hold; what the pages show can be built.

Links, and the pages that messages and help name, exist.
"""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click
import msgspec
import pytest
import yaml

from printgen.cli import _printgen, main
from printgen.cli.commands.docs import find_topic, read_pages
from printgen.rules.checks.check import check_game
from printgen.rules.columns import TYPES
from printgen.rules.loading import check_specs as claims
from printgen.rules.loading import column_specs as declare
from printgen.rules.loading import print_specs as prints
from printgen.rules.loading import views
from printgen.rules.loading.load import load_game
from printgen.rules.model import Column, GameInfo, GameWords, MarginWords
from printgen.rules.values import sizes
from printgen.rules.values.bands import BandWords
from printgen.rules.values.sizes import Size

REPOSITORY = Path(__file__).resolve().parents[2]
MODEL = (REPOSITORY / "docs" / "model.md").read_text(encoding="utf-8")
PAGES = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])
DOCS = sorted((REPOSITORY / "docs").glob("*.md"))

CHECKS = {keys[0] for keys in claims.KINDS}
SIZES = sizes.SIZES
RECORDS = (
    GameInfo,
    BandWords,
    Column,
    MarginWords,
    GameWords,
    prints.PrintSpec,
    declare.TableSpec,
    views.ViewColumn,
    views.RollCountSpec,
    views.WordCountSpec,
    *dict.fromkeys(claims.KINDS.values()),
)


def _code(text: str) -> set[str]:
    """Every word that a page shows as code, in a line or in a block of its own."""
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    return set(re.findall(r"[\w-]+", " ".join(chain(blocks, lines))))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_key_is_in_the_model(record: type[msgspec.Struct]) -> None:
    """A key that no page names is as good as not there."""
    keys = {field.removesuffix("_") for field in record.__struct_fields__} - {"name", "place"}
    assert keys - _code(MODEL) == set()


@pytest.mark.parametrize("name", sorted(TYPES))
def test_every_type_of_column_has_its_line(name: str) -> None:
    assert f"\n| `{name}` |" in MODEL


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_every_check_has_its_line(name: str) -> None:
    assert f"\n| `{name}` |" in MODEL


@pytest.mark.parametrize("size", SIZES.values(), ids=lambda size: size.name)
def test_every_size_is_listed_with_its_measure(size: Size) -> None:
    """Makers' names of sizes clash, so mm stand beside them."""
    assert f"| `{size.name}` | {size.width:g} × {size.height:g}" in MODEL


def _anchors(page: Path) -> list[str]:
    """What a link may have after its #: the headings of a page, as GitHub turns them into names."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    """To a file that is there and, behind a #, to one heading of it."""
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" not in link:
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            assert target.exists(), link
            assert not anchor or _anchors(target).count(anchor) == 1, link


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_every_heading_of_a_page_has_a_link_of_its_own(page: Path) -> None:
    """GitHub adds a number to the second of two equal headings; `printgen docs` does not."""
    anchors = _anchors(page)
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_the_first_line_of_a_page_says_for_whom_it_is(page: Path) -> None:
    """`printgen docs` lists it."""
    assert re.match(r"# .+\n\nFor [a-z ]+: .{,80}\.\n\n", page.read_text("utf-8"))


def test_the_readme_lists_each_page() -> None:
    text = (REPOSITORY / "README.md").read_text("utf-8").partition("\n## Documentation\n")[2]
    assert sorted(re.findall(r"\]\(docs/([\w-]+\.md)\)", text)) == [page.name for page in DOCS]


def _list_texts() -> Iterator[tuple[Path, str]]:
    """Every text file of the program, its templates and its starters."""
    for folder in ("printgen", "templates"):
        for path in sorted((REPOSITORY / folder).rglob("*.*")):
            if path.suffix in (".py", ".html", ".css", ".yaml", ".csv", ".txt", ".xml"):
                yield path, path.read_text("utf-8")


def test_every_page_that_the_program_names_is_there() -> None:
    """A message names the command that shows the page, a comment names the file."""
    pages, named = read_pages(), set[str]()
    for path, text in _list_texts():
        for topic in re.findall(r"printgen docs ([a-z#-]+)", text):
            assert topic == "lists" or find_topic(pages, topic), path
            named.add(topic)
        for page in re.findall(r"\bdocs/([\w-]+)\.md", text):
            assert page in pages, path
    assert {"cutting-machines", "games", "icons", "model", "shops", "templates"} <= named


@pytest.mark.slow
def test_no_message_names_a_file_of_docs() -> None:
    """An installed printgen has no folder docs where its user could find it."""
    for path, text in _list_texts():
        if path.suffix == ".py":
            tree = ast.parse(text)
            statements = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            messages = [
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and node not in statements
            ]
            assert not re.search(r"docs/[\w-]+\.md", " ".join(map(str, messages))), path
        elif {"starters", "games", "templates", "hints.yaml"} & {*path.parts}:
            assert not re.search(r"docs/[\w-]+\.md", text), path
    for name, command in _printgen.commands.items():
        assert "docs/" not in command.get_help(click.Context(command, info_name=name))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_that_a_page_names_is_there(page: Path) -> None:
    """By its path from the repository or from printgen/."""
    for name in re.findall(r"`([\w-]+/[\w./-]+\.py)`", page.read_text("utf-8")):
        inside = REPOSITORY / "printgen", REPOSITORY / "printgen" / "rules", REPOSITORY
        assert any((folder / name).exists() for folder in inside), name


def test_every_name_in_the_architecture_exists() -> None:
    """A path leads somewhere, and a class, a function or a constant is defined in the code."""
    text = (REPOSITORY / "ARCHITECTURE.md").read_text("utf-8")
    code = "\n".join(file.read_text("utf-8") for file in (REPOSITORY / "printgen").rglob("*.py"))
    package = REPOSITORY / "printgen"
    rooms = [package, *(folder for folder in package.rglob("*") if folder.is_dir())]
    names = 0
    for word in re.findall(r"`([\w./-]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
        if "/" in word:
            assert any((folder / word).exists() for folder in (REPOSITORY, *rooms)), word
        elif word in ("load_workbook", "PRINTGEN_EXECUTOR"):
            pass  # of openpyxl, and of the environment
        elif "_" in word or (word[0].isupper() and not word.isupper()):
            name = word.rpartition(".")[2]
            is_module = any((folder / f"{name}.py").exists() for folder in rooms)
            assert is_module or re.search(rf"^ *(?:def|class) {name}\b|^{name} = ", code, re.M), (
                word
            )
            names += 1
    assert names > 10


def test_every_class_that_is_told_from_others_exists() -> None:
    """In the table of similar names for contributors. `Mark` and `Image` are words of templates."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")
    table = text.partition("Similar class names:")[2].partition("\n## ")[0]
    code = "\n".join(file.read_text("utf-8") for file in (REPOSITORY / "printgen").rglob("*.py"))
    defined = set(re.findall(r"^ *class (\w+)|^(\w+) = ", code, re.M))
    names = {*re.findall(r"`(_?[A-Z]\w+)`", table)} - {"Mark", "Image"}
    assert len(names) > 20
    assert names <= {name for pair in defined for name in pair}


def test_the_architecture_stays_short() -> None:
    """A page that can be read at once; it lists no files."""
    assert len((REPOSITORY / "ARCHITECTURE.md").read_text("utf-8").splitlines()) <= 160


def _fenced(page: str, language: str, word: str = "") -> str:
    """The first code of a language on a page that holds a word."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return next(one for one in found if word in one)


@pytest.mark.parametrize("page", ["docs/games.md", "docs/model.md"])
def test_the_game_that_a_page_shows_builds_with_the_template_that_another_shows(
    page: str, tmp_path: Path
) -> None:
    """Copied as they stand, and no word is unverified."""
    game = tmp_path / "my-game"
    (game / "templates").mkdir(parents=True)
    (game / "game.yaml").write_text(_fenced(page, "yaml", "monsters:"), encoding="utf-8")
    for name, language in (("monster.html", "jinja"), ("monster.css", "css")):
        text = _fenced("docs/templates.md", language)
        (game / "templates" / name).write_text(text, encoding="utf-8")
    assert [str(found) for found in check_game(load_game(game))] == []
    assert main(["build", str(game), "--output", str(tmp_path / "output")]) == 0
    assert list((tmp_path / "output").glob("*/deck.pdf"))


@pytest.mark.slow
def test_the_game_that_extends_another_on_a_page_builds(tmp_path: Path) -> None:
    """It waives the checks that its changes break."""
    game = tmp_path / "my-west"
    game.mkdir()
    (game / "game.yaml").write_text(_fenced("docs/games.md", "yaml", "extends:"), encoding="utf-8")
    assert [*check_game(load_game(game))] == []
    assert main(["build", str(game), "--output", str(tmp_path)]) == 0


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder tables in the current folder, with one correct table."""
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "loot.csv").write_text("d6,Loot\n1-3,Coins\n4-6,A gem\n")
    monkeypatch.chdir(tmp_path)
    return folder


def test_the_workflow_of_a_page_checks_tables_and_keeps_the_report(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = yaml.safe_load(_fenced("docs/tables.md", "yaml", "jobs:"))["jobs"]["check"]["steps"]
    [command] = [step["run"] for step in steps if step.get("run", "").startswith("printgen ")]
    assert main(command.split()[1:]) == 0
    kept = [step["with"]["path"] for step in steps if "upload-artifact" in step.get("uses", "")]
    assert [Path(name).read_bytes()[:15] for name in kept] == [b"<!doctype html>"]
    (tables / "loot.csv").write_text("d6,Loot\n1-3,Coins\n5-6,A gem\n")
    assert main(command.split()[1:]) == 3
    assert "::error file=tables/loot.csv,line=" in capsys.readouterr().out


def test_the_hook_of_a_page_checks_the_files_that_it_is_given(tables: Path) -> None:
    [hook] = yaml.safe_load(_fenced("docs/tables.md", "yaml", "hooks:"))["repos"][0]["hooks"]
    assert re.search(hook["files"], "tables/loot.csv")
    assert not re.search(hook["files"], "notes/loot.csv")
    program, *arguments = hook["entry"].split()
    assert program == "printgen"
    assert main([*arguments, "tables/loot.csv"]) == 0
    (tables / "loot.csv").write_text("d6,Loot\n1-3,Coins\n5-6,A gem\n")
    assert main([*arguments, "tables/loot.csv"]) == 3
