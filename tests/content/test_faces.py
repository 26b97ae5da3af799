"""One run tells what is wrong with many faces, and a template is handed what the rules hold."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from printgen.content.faces_of_print import WantedFace, generate_wanted_faces
from printgen.content.template_context import OpaqueText, build_context
from printgen.face.face import Face
from printgen.layout.compose import Composer
from printgen.pipeline.face_problems import MAX_CAUSES
from printgen.pipeline.faces import compose_faces
from printgen.problems import ExitCode, Failure, Place, Problem, Severity
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Print
from printgen.rules.values.sizes import Size
from printgen.system.bundled import get_fonts_folder

GAME = """
game: {id: g, name: Game G}
prints:
  cards: {template: card.html, each: cards, for: players, sizes: [poker, 70 x 120], shows: [card]}
  sheet: {template: sheet.html, all: parts, impose: page}
players: {columns: {player: key, tint: colour}, rows: [[red, "#aa0000"], [blue, "#0000aa"]]}
suits: {columns: {suit: key, label: text, mark: mark}, rows: [[moon, Moons, crescent]]}
steps: {columns: {step: key, roll: {type: band, head: Roll}}}
cards:
  columns:
    card: {type: key, digits: 2}
    suit: {refers: suits}
    beside: {refers: suits, many: true}
    steps: {rows: steps}
    led: {each: players, refers: suits}
  rows:
    - {card: 1, suit: moon, beside: [moon], steps: [{step: a, roll: 1 to 2}], red: moon}
    - {card: 2}
parts: {columns: {part: key, name: text, text: prose}, rows: [[one, First, "Look :eye: **here**."]]}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return load_game(tmp_path)


def wanted(game: Game, id_: str) -> tuple[Print, Iterator[WantedFace]]:
    print_ = game.find_print(id_)
    assert print_ is not None
    return print_, generate_wanted_faces(game, print_, "red" if print_.sets else "", None)


def made(game: Game, id_: str, size: Size | None = None) -> list[dict[str, Any]]:
    """What the template of each face is handed."""
    print_, faces = wanted(game, id_)
    return [build_context(game, print_, face, size) for face in faces]


class Refusing(Composer):
    """Sets nothing: each face has one problem, of a field if one is named."""

    def __init__(self, field: str = "") -> None:
        self.field = field

    def uses_shared_font_scales(self, template: str, context: object, title: str) -> bool:
        return False

    def compose_face(
        self, template: str, context: object, name: str, title: str, *made: object
    ) -> Face:
        where, what = Place(subject=title, field=self.field), self.field or title
        raise Failure(ExitCode.DOES_NOT_FIT, [Problem(where, f"{what} is too wide")])


def failure_of(game: Game, count: int, field: str = "", title: str = "card") -> Failure:
    """What composing `count` faces raises, of a field if one is named."""
    print_, (face, _) = wanted(game, "cards")
    numbered = (
        face._replace(content=structs.replace(face.content, title=f"{title} {number}"))
        for number in range(count)
    )
    with pytest.raises(Failure) as raised:
        list(compose_faces(Refusing(field), game, print_, numbered, None))
    assert raised.value.exit_code is ExitCode.DOES_NOT_FIT
    return raised.value


def test_a_few_problems_are_all_told(game: Game) -> None:
    """Each with the row of data that says it."""
    problems = failure_of(game, 3).problems
    titles = [problem.where.subject.partition(" (")[0] for problem in problems]
    assert titles == ["card 0", "card 1", "card 2"]
    assert all("game.yaml:17:7)" in problem.where.subject for problem in problems)


def test_what_is_wrong_with_every_face_is_of_its_field_and_of_none(game: Game) -> None:
    """Whatever the faces are called."""
    problems = failure_of(game, 3, "name", "deck A, back,").problems
    assert [problem.where.full_subject for problem in problems] == ["name"]


def test_where_it_stops_it_says_so(game: Game) -> None:
    problems = failure_of(game, MAX_CAUSES + 1).problems
    assert len(problems) == MAX_CAUSES + 1
    assert (
        problems[-1].message
        == f"stopped after {MAX_CAUSES} problems: the other faces were not checked"
    )
    assert problems[-1].severity is Severity.NOTE


def composer(folder: Path, size: str = "") -> Composer:
    """A composer of a card that states a size, or none."""
    (folder / "card.html").write_text(CARD.replace("SIZE", size), encoding="utf-8")
    (folder / "card.css").write_text(STYLE, encoding="utf-8")
    return Composer((folder,), (get_fonts_folder(),))


def composed(game: Game, composer: Composer, size: Size | None = None) -> tuple[Face, ...]:
    print_, faces = wanted(game, "cards")
    return tuple(compose_faces(composer, game, print_, faces, size))


CARD = (
    '<html xmlns="http://www.w3.org/1999/xhtml" class="SIZE"><head>'
    '<link rel="stylesheet" href="card.css"/></head><body>{{ f("card", "p") }}</body></html>'
)
STYLE = (
    'html { font-family: "IBM Plex Sans Condensed"; font-size: 4mm; } body { padding: 3mm; }'
    ".own { width: 63.5mm; height: 88.9mm; } .wide { width: 70mm; height: 88.9mm; }"
)


def test_a_template_of_another_size_than_its_print_is_told_both_sizes(
    game: Game, tmp_path: Path
) -> None:
    _, tall = game.prints[0].sizes
    with pytest.raises(Failure) as raised:
        composed(game, composer(tmp_path, "own"), tall)
    assert raised.value.exit_code is ExitCode.RULES
    assert str(raised.value.problems[0]) == (
        "card.html: error: makes a face of 63.5 × 88.9 mm,"
        " but 70x120 is 70 × 120 mm\n"
        "  remove width and height of html (or @page), to use that size, or change sizes: in prints"
    )


def test_faces_that_state_their_own_sizes_state_one(game: Game, tmp_path: Path) -> None:
    wider = "{{ 'wide' if row.key == '2' else 'own' }}"
    with pytest.raises(Failure) as raised:
        composed(game, composer(tmp_path, wider))
    assert raised.value.exit_code is ExitCode.RULES
    assert str(raised.value).startswith(
        "card.html: player red, card 2: error: makes a face of 70 × 88.9 mm,"
        " but the first face is 63.5 × 88.9 mm\n"
    )


@pytest.mark.parametrize("place", [0, 1])
def test_a_template_that_asks_for_its_size_is_made_in_each(
    game: Game, tmp_path: Path, place: int
) -> None:
    size = game.prints[0].sizes[place]
    for face in composed(game, composer(tmp_path), size):
        assert (face.width, face.height) == (size.width, size.height)


def test_a_template_alone_decides_where_no_size_is_asked_for(game: Game, tmp_path: Path) -> None:
    first, _ = composed(game, composer(tmp_path, "own"))
    assert (first.width, first.height) == (63.5, 88.9)


def test_a_row_hands_out_its_cells_and_the_rows_it_refers_to(game: Game) -> None:
    first, second = made(game, "cards")
    row = first["row"]
    assert (row.key, row["card"]) == ("1", "1")
    suit = row["suit"]
    assert (suit.key, suit["mark"]) == ("moon", "crescent")
    # Of words a row says whether they are there; what they say is printed by their name.
    assert isinstance(suit["label"], OpaqueText)
    assert suit["label"]
    assert [one.key for one in row["beside"]] == ["moon"]
    assert [step.key for step in row["steps"]] == ["a"]
    # A group is a mapping by its heads, of rows where it refers to them.
    assert list(row["led"]) == ["red", "blue"]
    assert (row["led"]["red"].key, row["led"]["blue"]) == ("moon", None)
    empty = second["row"]
    assert (empty["suit"], empty["beside"], empty["steps"]) == (None, (), ())
    with pytest.raises(KeyError, match="colour"):
        _ = row["colour"]


def test_a_set_hands_out_the_row_whose_it_is(game: Game) -> None:
    owner = made(game, "cards")[0]["owner"]
    assert owner.key == "red"
    assert owner["tint"]


def test_a_face_of_all_rows_hands_out_its_parts_and_its_prose(game: Game) -> None:
    (job,) = made(game, "sheet", Size("a4", 210.0, 297.0))
    assert "row" not in job
    (part,) = job["parts"]
    assert (part["key"], part["heading"], part["texts"]) == ("one", "one.name", ("one.text",))
    assert part["row"]["name"]
    assert job["f"]("one.text", "p").__html__() == (
        '<p data-field="one.text">Look '
        '<svg xmlns="http://www.w3.org/2000/svg" class="mark of-eye in-line"'
        ' data-field="one.text.mark.1"><use href="marks/eye.svg"/></svg> <b>here</b>.</p>'
    )
    assert job["marks"] == {"one.text.mark.1": "eye"}
    assert job["size"].height == 297.0


def test_the_game_and_the_print_are_handed_out(game: Game) -> None:
    job, _ = made(game, "cards")
    assert job["game"].name == "Game G"
    assert job["print"].id == "cards"
    assert job["f"]("card").__html__() == '<div data-field="card">01</div>'


@pytest.mark.parametrize(("same", "is_alone"), [("title", False), ("title 50%", True)])
def test_boxes_of_one_name_are_alike_over_all_rows_printed_or_not(
    tmp_path: Path, same: str, is_alone: bool
) -> None:
    """The longest title sets the size of all, though its card is not among those asked for.

    With a share, it gets smaller alone.
    """
    game = folder_with(
        tmp_path,
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="c.css"/>'
        '</head><body>{{ f("name") }}</body></html>',
        'html { width: 63mm; height: 88mm; font-family: "IBM Plex Sans Condensed"; }'
        "body { padding: 3mm; }"
        "p { font-size: 10mm; height: 12mm; --min-size: 6pt; --same: " + same + "; }",
    )
    rules = load_game(game)
    print_ = rules.prints[0]
    composer = Composer((game / "templates",), (get_fonts_folder(),))
    sizes = []
    for keys in (None, ("a",)):
        made = compose_faces(
            composer, rules, print_, generate_wanted_faces(rules, print_, "", keys), None
        )
        sizes.append([item.size for face in made for item in face.items])
    assert sizes[1] == sizes[0][:1]
    assert sizes[0][1] < 20
    assert sizes[0][0] == (10 * 72 / 25.4 if is_alone else sizes[0][1])


def folder_with(folder: Path, template: str, style: str) -> Path:
    """A game of two cards, one of a long name, with one template."""
    folder.joinpath("game.yaml").write_text(
        "game: {id: two, name: Two}\n"
        "cards:\n  columns:\n    id: {type: key, unlisted: true, silent: true}\n    name: plain\n"
        "  rows:\n    - {id: a, name: Short}\n    - {id: b, name: Very much longer than that}\n"
        "prints:\n  deck: {template: c.html, each: cards, title: Deck}\n"
    )
    folder.joinpath("templates").mkdir()
    folder.joinpath("templates/c.html").write_text(template)
    folder.joinpath("templates/c.css").write_text(style)
    return folder


def test_faces_of_sets_with_hyphens_have_different_names(tmp_path: Path) -> None:
    """Card b-c of the set a, and card c of the set a-b: one of their pictures was lost."""
    (tmp_path / "game.yaml").write_text(
        "game: {id: g, name: G}\n"
        "prints:\n"
        "  deck: {template: card.html, each: cards, for: sets, sizes: poker, shows: [text]}\n"
        "sets: {columns: {set: key}, rows: [[a], [a-b]]}\n"
        "cards: {columns: {card: key, text: text}, rows: [[b-c, First], [c, Second]]}\n"
    )
    game = load_game(tmp_path)
    wanted = [*generate_wanted_faces(game, game.prints[0], "a", None)]
    wanted += generate_wanted_faces(game, game.prints[0], "a-b", None)
    texts = {face.content.face: face.content.fields["text"] for face in wanted}
    first, second = "First", "Second"
    assert texts == {"a-b-c": first, "a-c": second, "a--b-b-c": first, "a--b-c": second}


def test_faces_of_two_parts_have_different_names(tmp_path: Path) -> None:
    """Row aids-x of the first part, and row x of the part aids: one of their pictures was lost."""
    columns = "columns: {card: key, text: text}"
    (tmp_path / "game.yaml").write_text(
        "game: {id: g, name: G}\n"
        "prints:\n"
        "  deck:\n"
        "    sizes: poker\n"
        "    parts:\n"
        "      - {template: card.html, each: cards, shows: [text]}\n"
        "      - {template: card.html, each: aids, shows: [text]}\n"
        "      - {template: card.html, each: aids-x, shows: [text]}\n"
        f"cards: {{{columns}, rows: [[aids-x, One], [cards-aids-x, Two], [c-d, Three]]}}\n"
        f"aids: {{{columns}, rows: [[x, Four], [x-y, Five]]}}\n"
        f"aids-x: {{{columns}, rows: [[y, Six]]}}\n"
    )
    game = load_game(tmp_path)
    wanted = generate_wanted_faces(game, game.prints[0], "", None)
    assert {face.content.face: face.content.fields["text"] for face in wanted} == {
        "cards-aids-x": "One",
        "cards-cards-aids-x": "Two",
        "c-d": "Three",
        "aids-x": "Four",
        "aids-x-y": "Five",
        "aids--x-y": "Six",
    }


@pytest.mark.parametrize(
    ("tables", "parts"),
    [(("intro", "rules"), ("all", "each")), (("cards", "intro"), ("each", "all"))],
)
def test_rows_and_pages_of_one_print_have_different_names(
    tmp_path: Path, tables: tuple[str, str], parts: tuple[str, str]
) -> None:
    """Row 1 of the table rules or a card rules-2, and a page of rules: one picture was lost."""
    columns = "columns: {card: key, text: text}"
    (tmp_path / "game.yaml").write_text(
        "game: {id: g, name: G}\n"
        "prints:\n"
        "  rules:\n"
        "    sizes: poker\n"
        "    parts:\n"
        f"      - {{template: card.html, {parts[0]}: {tables[0]}, shows: [text]}}\n"
        f"      - {{template: card.html, {parts[1]}: {tables[1]}, shows: [text]}}\n"
        + "".join(
            f"{table}: {{{columns}, rows: [[1, One], [rules-2, Two], [row-rules-2, Three]]}}\n"
            for table in tables
        )
    )
    game = load_game(tmp_path)
    wanted = generate_wanted_faces(game, game.prints[0], "", None)
    assert len({face.content.face for face in wanted}) == 4


def test_a_picture_that_is_missing_is_told_at_its_cell(tmp_path: Path) -> None:
    game = folder_with(
        tmp_path,
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="c.css"/>'
        '</head><body><img src="{{ row.art }}"/></body></html>',
        "html { width: 63mm; height: 88mm; } img { width: 9mm; }",
    )
    data = game / "game.yaml"
    text = data.read_text().replace("name: plain", "name: plain\n    art: image")
    data.write_text(re.sub("name: (Short|Very.*)}", "name: N, art: orc.png}", text))
    rules = load_game(game)
    with pytest.raises(Failure) as caught:
        list(
            compose_faces(
                Composer((game / "templates",), (get_fonts_folder(),)),
                rules,
                rules.prints[0],
                generate_wanted_faces(rules, rules.prints[0], "", ("b",)),
                None,
            )
        )
    place = caught.value.problems[0].where
    assert (place.file, place.line) == (str(data), 9)
