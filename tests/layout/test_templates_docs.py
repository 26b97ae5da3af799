"""docs/templates.md and docs/moving.md: what they show is what there is."""

import re
from pathlib import Path

import pytest
from PIL import Image
from set_face import DOCS, examples, face

from printgen.content.faces_of_print import generate_faces
from printgen.layout.elements.html_subset import BLOCKS, INLINE
from printgen.layout.pictures.svg_reader import ALLOWED_ATTRIBUTES
from printgen.layout.style.properties import LONGHANDS
from printgen.layout.style.shorthands import SHORTHANDS
from printgen.pipeline.faces import compose_faces
from printgen.pipeline.print_job import make_composer
from printgen.problems import ExitCode, Failure
from printgen.rules.loading.load import load_game

TEXT = DOCS.read_text("utf-8")
EXAMPLES = tuple(examples())
MARKUP = "".join(html for html, _ in EXAMPLES)
STYLE = "".join(css for _, css in EXAMPLES)
MOVING = (DOCS.parent / "moving.md").read_text("utf-8")
FENCED = re.findall(r"^```(jinja|css)\n(.*?)^```", MOVING, re.MULTILINE | re.DOTALL)
TABLE = ("table", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td")
ROOM = "html { height: 60mm; }"
MADE_BY_FILES = {"symbol"}


@pytest.mark.parametrize(("html", "css"), EXAMPLES)
def test_every_example_composes(html: str, css: str, tmp_path: Path) -> None:
    """Each prints something."""
    assert face(tmp_path, html, css + ROOM).items


@pytest.mark.parametrize(
    "element",
    sorted({*ALLOWED_ATTRIBUTES, *BLOCKS, *INLINE, *TABLE, "input", "textarea"} - MADE_BY_FILES),
)
def test_every_element_has_an_example(element: str) -> None:
    """An element of the subset that no example shows is as good as undocumented."""
    assert re.search(rf"<{element}\b", MARKUP)


@pytest.mark.parametrize("name", [*LONGHANDS, *SHORTHANDS])
def test_every_property_has_an_example(name: str) -> None:
    """So is a property."""
    shown = STYLE + "".join(re.findall(r"^```css\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL))
    assert re.search(rf"(?<![\w-]){name}:", shown) or f"`{name}" in TEXT


def test_every_attribute_has_an_example() -> None:
    names = set().union(
        *(ALLOWED_ATTRIBUTES[one] for one in ALLOWED_ATTRIBUTES if one not in MADE_BY_FILES)
    )
    assert [name for name in sorted(names - {"id"}) if f" {name}=" not in MARKUP] == []


def test_the_page_is_short_enough_to_be_read() -> None:
    assert len(TEXT.splitlines()) <= 350


GAME = """
game: {id: g, name: Game G}
prints:
  card: {template: face.html, each: cards}
  marker: {template: face.html, each: cards, shows: [name]}
  sheet: {template: face.html, all: parts, impose: page, title: A sheet, shows: [title, part, text, tables]}
cards:
  columns: {card: {type: key, silent: true}, name: text, mark: mark, ink: {type: colour, silent: true}, text: prose}
  rows: [[1, A long name of a card, move, "#203060", "Draw **one** card."]]
steps: {columns: {step: {type: key, head: Step}, does: {type: text, head: Do}}, rows: [[1, Draw], [2, Shoot]]}
parts:
  columns: {part: text, text: prose, tables: {type: table, many: true}}
  rows: [[Turn, "In this order:", [steps]]]
"""  # noqa: E501


@pytest.mark.parametrize(("number", "id_"), tuple(enumerate(("card", "marker", "sheet"))))
def test_what_is_moved_was_refused_and_composes(number: int, id_: str, tmp_path: Path) -> None:
    """The template before ends in one line; the one after prints all, and can be read."""
    (_, before), (_, after), (_, style) = FENCED[3 * number : 3 * number + 3]
    templates = tmp_path / "templates"
    templates.mkdir()
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (templates / "face.html").write_text(before, "utf-8")
    (templates / f"{id_}.css").write_text(style, "utf-8")
    game = load_game(tmp_path)
    print_ = game.find_print(id_)
    assert print_
    wanted = list(generate_faces(game, print_, "", None))

    def composed() -> list[object]:
        size = next(iter(print_.sizes), None)
        return list(compose_faces(make_composer(tmp_path), game, print_, wanted, size))

    with pytest.raises(Failure) as caught:
        composed()
    assert caught.value.exit_code is ExitCode.RULES
    assert str(caught.value) == f"{templates}/face.html: error: {LINE}"
    assert LINE in MOVING
    (templates / "face.html").write_text(after, "utf-8")
    assert len(composed()) == 1


LINE = "uses the old format without <link>: see docs/moving.md"


def test_a_picture_of_the_page_composes(tmp_path: Path) -> None:
    Image.new("RGB", (4, 3)).save(tmp_path / "picture.png")
    (shown,) = re.findall(r"`(<img [^`]*picture\.png[^`]*)`", TEXT)
    assert face(tmp_path, shown, "img { width: 8mm; }").items
