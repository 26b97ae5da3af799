"""How the cells of any game become names, words, lines and groups of a face."""

from pathlib import Path
from textwrap import dedent

import pytest
import sample

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.problems import ExitCode, Failure
from printgen.rules.loading.load import load_game


def faces(tmp_path: Path, *texts: str, set_: str = "") -> tuple[FaceContent, ...]:
    """The faces of the first print of a game of which `texts` are all but its name."""
    head = "game: {id: g, name: Game G}\n"
    text = head + "\n".join(map(dedent, texts))
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(tmp_path)
    return tuple(
        wanted.content for wanted in generate_wanted_faces(game, game.prints[0], set_, None)
    )


def face(tmp_path: Path, *texts: str, set_: str = "") -> FaceContent:
    (found,) = faces(tmp_path, *texts, set_=set_)
    return found


PIECES = "prints: {pieces: {template: piece.svg, each: pieces}}\n"


def test_a_cell_is_named_after_its_column_and_a_head_and_title_after_it(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        """
        pieces:
          columns: {piece: key, move: {type: number, head: Move, title: Speed}, tale: text}
          rows: [[ogre, 6, Big]]
        """,
    )
    assert found.face == "ogre"
    assert dict(found.fields) == {
        "piece": "ogre",
        "move.title": "Speed",
        "move.head": "Move",
        "move": "6",
        "tale": "Big",
    }
    assert found.groups == (("move.title", ("move.head", "move")),)


def test_a_head_alone_heads_its_cell(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        "pieces: {columns: {piece: key, move: {type: number, head: M}}, rows: [[a, 1]]}\n",
    )
    assert found.groups == (("move.head", ("move",)),)


def test_an_empty_cell_takes_its_head_and_title_along(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        """
        pieces:
          columns: {piece: key, move: {type: number, head: Move, title: Speed}}
          rows: [[ogre]]
        """,
    )
    assert dict(found.fields) == {"piece": "ogre"}
    assert found.groups == ()


def test_an_empty_cell_prints_what_its_column_says_of_empty_ones(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        'pieces: {columns: {piece: key, move: {type: number, empty: "–"}}, rows: [[a]]}\n',
    )
    assert found.fields["move"] == "–"


def test_an_empty_cell_of_a_blank_column_is_a_place_to_write(tmp_path: Path) -> None:
    one, other = faces(
        tmp_path,
        PIECES,
        """
        pieces:
          columns: {piece: key, move: {type: number, blank: true, head: Move}}
          rows: [[a, 4], [b]]
        """,
    )
    assert (dict(one.inputs), one.fields["move"]) == ({}, "4")
    assert (dict(other.inputs), "move" in other.fields) == ({"move": "text"}, False)
    assert other.groups == (("move.head", ("move",)),)


@pytest.mark.parametrize(
    ("unit", "printed"), [("in", "6 in"), ("″", "6″"), ("%", "6%"), ("paces", "6 paces")]
)
def test_a_unit_stands_after_its_number(tmp_path: Path, unit: str, printed: str) -> None:
    """Signs close up, words stand apart; an empty cell has none."""
    one, other = faces(
        tmp_path,
        PIECES,
        f"pieces: {{columns: {{piece: key, move: {{type: number, unit: '{unit}'}}}},"
        " rows: [[a, 6], [b]]}\n",
    )
    assert one.fields["move"] == printed
    assert "move" not in other.fields


def test_types_print_as_a_player_reads_them(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        """
        pieces:
          columns: {piece: {type: key, digits: 3}, hit: modifier, own: modifier, save: need,
                    roll: dice, reach: band, tint: colour}
          rows: [[7, +2, -1, 5+, 2d6, 3 to 4, "#aa0000"]]
        """,
    )
    assert dict(found.fields) == {
        "piece": "007",
        "hit": "+2",
        "own": "−1",
        "save": "5+",
        "roll": "2d6",
        "reach": "3 to 4",
    }
    assert found.face == "007"


def test_boxes_are_as_many_as_the_cell_or_another_says_else_one(tmp_path: Path) -> None:
    one, other, third = faces(
        tmp_path,
        PIECES,
        """
        roles: {columns: {role: key, slots: number}, rows: [[chief, 2], [clerk]]}
        pieces:
          columns:
            piece: key
            role: {refers: roles}
            wounds: {type: box, head: Wounds}
            carried: {type: box, of: role.slots, head: Carried}
            dead: {type: box, head: Dead}
          rows: [[a, chief, 3], [b, clerk, 1], {piece: c, role: chief, wounds: 0, carried: 1}]
        """,
    )
    assert list(one.inputs) == [
        "wounds.1",
        "wounds.2",
        "wounds.3",
        "carried.1",
        "carried.2",
        "dead",
    ]
    assert set(one.inputs.values()) == {"check"}
    assert one.groups[0] == ("wounds.head", ("wounds.1", "wounds.2", "wounds.3"))
    # A clerk has no slots, so nothing is headed Carried.
    assert list(other.inputs) == ["wounds.1", "dead"]
    assert "carried.head" not in other.fields
    assert list(third.inputs) == ["carried.1", "dead"]
    assert "wounds.head" not in third.fields


def test_a_mark_is_a_picture_and_prose_names_the_marks_in_its_lines(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        """
        pieces:
          columns: {piece: key, mark: mark, text: prose}
          rows:
            - piece: a
              mark: star
              text: |
                Roll **two** :die: dice.

                - Keep the *best*.
                - Lose :die: the other.
        """,
    )
    assert found.marks == {"mark": "star", "text.mark.1": "die", "text.mark.2": "die"}
    assert found.fields["text"] == "Roll two dice. Keep the best. Lose the other."
    first, second, third = found.prose["text"]
    assert [span.text for span in first.spans if span.bold] == ["two"]
    assert [span.text for span in second.spans if span.italic] == ["best"]
    assert (first.item, second.item, third.item) == ("", "•", "•")


def test_prose_of_marks_alone_is_no_field(tmp_path: Path) -> None:
    rows = 'pieces: {columns: {piece: key, text: prose}, rows: [[a, ":die: :star:"]]}\n'
    found = face(tmp_path, PIECES, rows)
    assert found.marks == {"text.mark.1": "die", "text.mark.2": "star"}
    assert "text" not in found.fields


REFERS = """
powers: {columns: {power: key, label: text, text: text, mark: mark}, rows: [
  [jump, Jump, Twice as far., star], [hide, Hide, Not seen., moon]]}
"""


def test_a_reference_prints_its_rows_label(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        REFERS,
        "pieces: {columns: {piece: key, power: {refers: powers}}, rows: [[a, hide]]}\n",
    )
    assert dict(found.fields) == {"piece": "a", "power": "Hide"}
    assert found.marks == {}


def test_a_reference_prints_the_cells_that_it_shows(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        REFERS,
        """
        pieces:
          columns: {piece: key, power: {refers: powers, shows: [label, text, mark], title: Power}}
          rows: [[a, hide]]
        """,
    )
    assert found.fields["power.label"] == "Hide"
    assert found.fields["power.text"] == "Not seen."
    assert found.marks == {"power.mark": "moon"}
    assert found.groups == (("power.title", ("power.label", "power.text", "power.mark")),)


def test_many_references_print_in_one_field_or_cell_by_cell(tmp_path: Path) -> None:
    plain = face(
        tmp_path,
        PIECES,
        REFERS,
        """
        pieces: {columns: {piece: key, has: {refers: powers, many: true}}, rows: [[a, hide; jump]]}
        """,
    )
    assert plain.fields["has"] == "Hide, Jump"
    shown = face(
        tmp_path,
        PIECES,
        REFERS,
        """
        pieces:
          columns: {piece: key, has: {refers: powers, many: true, shows: [label, mark]}}
          rows: [[a, [hide, jump]]]
        """,
    )
    assert dict(shown.fields) == {
        "piece": "a",
        "has.hide.label": "Hide",
        "has.jump.label": "Jump",
    }
    assert shown.marks == {"has.hide.mark": "moon", "has.jump.mark": "star"}
    twice = face(
        tmp_path,
        PIECES,
        REFERS,
        """
        pieces:
          columns: {piece: key, has: {refers: powers, many: true, shows: [label]}}
          rows: [[a, [hide, jump, hide]]]
        """,
    )
    assert list(twice.fields) == ["piece", "has.hide.label", "has.jump.label", "has.hide.2.label"]


def test_a_print_shows_cells_of_rows_referred_to_by_their_path(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        "prints: {pieces: {template: p.svg, each: pieces, shows: [power.text, power.mark]}}\n",
        REFERS,
        "pieces: {columns: {piece: key, power: {refers: powers}}, rows: [[a, hide]]}\n",
    )
    assert dict(found.fields) == {"power.text": "Not seen."}
    assert found.marks == {"power.mark": "moon"}


def test_what_is_silent_is_printed_only_where_it_is_asked_for(tmp_path: Path) -> None:
    data = """
    pieces: {columns: {piece: key, label: text, cost: {type: number, silent: true}}, rows: [
      [a, Ogre, 9]]}
    """
    assert dict(face(tmp_path, PIECES, data).fields) == {"label": "Ogre"}
    asked = "prints: {pieces: {template: p.svg, each: pieces, shows: [piece, cost]}}\n"
    assert dict(face(tmp_path, asked, data).fields) == {"piece": "a", "cost": "9"}


def test_a_group_prints_a_line_for_each_head_that_has_a_cell(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        PIECES,
        """
        ranges:
          columns: {range: key, label: {type: text, head: Range}, mark: mark}
          rows: [[near, Near, star], [far, Far], [sight, In sight]]
        pieces:
          columns: {piece: key, roll: {each: ranges, type: need, title: To hit, head: Roll}}
          rows: [{piece: a, near: 3+, sight: 6+}]
        """,
    )
    assert dict(found.fields) == {
        "piece": "a",
        "roll.title": "To hit",
        "roll.head": "Roll",
        "roll.head.label": "Range",
        "roll.near": "3+",
        "roll.near.label": "Near",
        "roll.sight": "6+",
        "roll.sight.label": "In sight",
    }
    assert found.marks == {"roll.near.mark": "star"}
    assert sample.lines(found) == [
        ("roll.head", "roll.head.label"),
        ("roll.near", "roll.near.label", "roll.near.mark"),
        ("roll.sight", "roll.sight.label"),
    ]
    (group,) = found.groups
    assert group.heading == "roll.title"
    assert set(group.members) == {name for line in sample.lines(found) for name in line}
    grid = found.grids["roll"]
    assert [line.key for line in grid.lines] == ["near", "sight"]


@pytest.mark.parametrize("path", ["rank.roll", "rank.roll.near"])
def test_a_group_is_reached_through_a_reference_whole_or_by_its_head(
    tmp_path: Path, path: str
) -> None:
    found = face(
        tmp_path,
        f"prints: {{pieces: {{template: piece.svg, each: pieces, shows: [{path}]}}}}\n",
        """
        ranges: {columns: {range: key}, rows: [[near], [far]]}
        ranks: {columns: {rank: key, roll: {each: ranges, type: need}}, rows: [[low, 3+]]}
        pieces: {columns: {piece: key, rank: {refers: ranks}}, rows: [[a, low]]}
        """,
    )
    assert dict(found.fields) == {"rank.roll.near": "3+"}


EFFECTS = """
results:
  columns: {result: key, label: {type: text, head: On}}
  rows: [[hit, A hit], [miss, A miss]]
effects:
  columns: {effect: key, text: text, mark: mark}
  rows: [[fall, Falls., star], [hide, Hides., moon]]
"""


@pytest.mark.parametrize(
    ("path", "printed"),
    [
        ("after", {"hit": "fall", "miss": "hide"}),
        ("after.text", {"hit.text": "Falls.", "miss.text": "Hides."}),
        ("after.miss", {"miss": "hide"}),
        ("after.miss.text", {"miss.text": "Hides."}),
    ],
)
@pytest.mark.parametrize("through", ["", "kind."])
def test_a_group_of_references_leads_on_by_its_head_or_by_all(
    tmp_path: Path, through: str, path: str, printed: dict[str, str]
) -> None:
    """From the face's own row, and from a row that it refers to."""
    found = face(
        tmp_path,
        f"prints: {{pieces: {{template: p.svg, each: pieces, shows: [{through}{path}]}}}}\n",
        EFFECTS,
        """
        kinds:
          columns: {kind: key, after: {each: results, refers: effects}}
          rows: [[k, fall, hide]]
        pieces:
          columns: {piece: key, kind: {refers: kinds}, after: {from: kind.after}}
          rows: [[a, k]]
        """,
    )
    words = {name: text for name, text in found.fields.items() if "label" not in name}
    assert words == {f"{through}after.{name}": text for name, text in printed.items()}


def test_a_head_by_itself_leads_through_its_reference(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        "prints: {pieces: {template: p.svg, each: pieces, shows: [hit.text, miss.mark]}}\n",
        EFFECTS,
        "pieces: {columns: {piece: key, after: {each: results, refers: effects}},"
        " rows: [[a, fall]]}\n",
    )
    assert (dict(found.fields), found.marks) == ({"hit.text": "Falls."}, {})


def test_a_group_of_references_shows_cells_of_the_rows_referred_to(tmp_path: Path) -> None:
    """Its heads show what is not silent of theirs; several rows are told apart by their keys."""
    found = face(
        tmp_path,
        PIECES,
        EFFECTS,
        """
        pieces:
          columns: {piece: key, after: {each: results, refers: effects, many: true, shows: [text]}}
          rows: [{piece: a, miss: [hide, fall]}]
        """,
    )
    assert dict(found.fields) == {
        "piece": "a",
        "after.miss.hide.text": "Hides.",
        "after.miss.fall.text": "Falls.",
        "after.miss.label": "A miss",
        "after.head.label": "On",
    }


ROUTES = """
steps:
  title: Stages
  columns: {step: key, roll: {type: band, head: Roll}, text: {type: text, head: What}}
pieces:
  columns: {piece: key, steps: {rows: steps, title: On the way}}
  rows:
    - piece: a
      steps: [{step: one, roll: 1 to 3, text: Rain}, {step: two, roll: 4 to 6}]
    - piece: b
"""


def test_rows_within_a_row_are_a_table_of_their_own(tmp_path: Path) -> None:
    one, other = faces(tmp_path, PIECES, ROUTES)
    assert {name: text for name, text in one.fields.items() if name.startswith("steps")} == {
        "steps.title": "On the way",
        "steps.roll.head": "Roll",
        "steps.text.head": "What",
        "steps.one.step": "one",
        "steps.one.roll": "1 to 3",
        "steps.one.text": "Rain",
        "steps.two.step": "two",
        "steps.two.roll": "4 to 6",
    }
    assert sample.lines(one) == [
        ("steps.roll.head", "steps.text.head"),
        ("steps.one.step", "steps.one.roll", "steps.one.text"),
        ("steps.two.step", "steps.two.roll"),
    ]
    (group,) = one.groups
    assert group.heading == "steps.title"
    assert "steps.two.roll" in group.members
    cells = [cell.names for cell in one.grids["steps"].lines[1].cells]
    assert cells == [("steps.two.step",), ("steps.two.roll",), ()]
    # A row without any prints neither table nor title.
    assert dict(other.fields) == {"piece": "b"}
    assert not other.grids


@pytest.mark.parametrize(
    ("count", "made"), [("2", ["a-1", "a-2", "b-1", "b-2"]), ("n", ["a-1", "b-1", "b-2", "b-3"])]
)
def test_faces_are_as_many_as_the_print_or_a_column_says(
    tmp_path: Path, count: str, made: list[str]
) -> None:
    """An empty cell of the column means one, as in a table of one's own."""
    found = faces(
        tmp_path,
        f"prints: {{p: {{template: p.svg, each: t, count: {count}, shows: [k]}}}}\n"
        "t: {columns: {k: key, n: number}, rows: [[a], [b, 3]]}\n",
    )
    assert [one.face for one in found] == made


def test_what_is_printed_again_keeps_its_words_under_another_ending(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        """
        prints:
          p: {template: p.svg, each: t, again: {turned: [k, mark]}}
        t: {columns: {k: key, mark: mark}, rows: [[a, star]]}
        """,
    )
    assert dict(found.fields) == {"k": "a", "k.turned": "a"}
    assert found.marks == {"mark": "star", "mark.turned": "star"}


def test_a_set_names_its_faces_and_lends_its_cells(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        """
        prints:
          p: {template: p.svg, each: t, for: players, shows: [k, player, player.label, game]}
        players: {columns: {player: key, label: text}, rows: [[x, Red], [y, Blue]]}
        t: {columns: {k: key}, rows: [[a]]}
        """,
        set_="y",
    )
    assert (found.face, found.title) == ("y-a", "player y, k a")
    assert dict(found.fields) == {
        "k": "a",
        "player": "y",
        "player.label": "Blue",
        "game": "Game G",
    }


def test_a_section_is_headed_by_its_first_text_tables_included(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        """
        prints:
          p: {template: p.html, all: t, impose: page, title: Sheet,
              shows: [title, name, more, table]}
        small: {columns: {k: key, v: {type: number, head: V}}, rows: [[one, 1]]}
        t:
          columns: {k: key, name: text, more: prose, table: table}
          rows: [{k: s, name: First, more: Words., table: small}, {k: u, table: small}]
        """,
    )
    assert found.groups[0] == (
        "s.name",
        ("s.more", "s.small.v.head", "s.small.one.k", "s.small.one.v"),
    )
    # Nothing heads the second table but its own heads, each over its column.
    assert found.groups[1:] == ()
    assert found.grids["u.small"].columns[1].heads == ("u.small.v.head",)
    assert [(one.key, one.heading, one.texts) for one in found.sections] == [
        ("s", "s.name", ("s.more",)),
        ("u", "", ()),
    ]
    assert found.fields["title"] == "Sheet"


def test_a_group_in_a_table_has_its_title_and_head_over_its_columns(tmp_path: Path) -> None:
    found = face(
        tmp_path,
        EFFECTS,
        """
        prints: {p: {template: p.html, all: t, impose: page, shows: [table]}}
        ranks:
          columns:
            rank: key
            cost: {type: number, head: Cost, title: Paid}
            odds: {each: results, type: need, title: Odds, head: On}
          rows: [[low, 2, 3+, 4+]]
        t: {columns: {k: key, table: table}, rows: [[s, ranks]]}
        """,
    )
    _, cost, *odds = found.grids["s.ranks"].columns
    assert cost.over == ("s.ranks.cost.title",)
    assert [one.over for one in odds] == [("s.ranks.odds.title", "s.ranks.odds.head")] * 2
    assert [found.fields[name] for name in (*cost.over, *odds[0].over)] == ["Paid", "Odds", "On"]


def test_two_things_of_one_name_are_a_mistake_that_names_the_face(tmp_path: Path) -> None:
    """Nothing that a face must say is overwritten on the way."""
    with pytest.raises(Failure) as raised:
        faces(
            tmp_path,
            """
            prints: {p: {template: p.html, all: t, impose: page}}
            small: {columns: {k: key, head: text, v: {type: number, head: V}}, rows: [[v, x, 1]]}
            t: {columns: {k: key, table: table}, rows: [{k: s, table: small}]}
            """,
        )
    assert raised.value.exit_code is ExitCode.RULES
    assert str(raised.value) == (
        "p: error: two fields on this face would have the name s.small.v.head\n"
        "  give the row, the column or the table another name"
    )


def test_a_key_is_printed_on_a_face_of_all_rows_where_it_is_asked_for(tmp_path: Path) -> None:
    data = """
    prints: {p: {template: p.svg, all: t, shows: [k, n]}}
    t: {columns: {k: key, n: number}, rows: [[one, 1]]}
    """
    assert dict(face(tmp_path, data).fields) == {"one.k": "one", "one.n": "1"}
    assert dict(face(tmp_path, data.replace(", shows: [k, n]", "")).fields) == {"one.n": "1"}


def test_a_column_called_label_is_one_like_any_other_unless_it_calls_the_row(
    tmp_path: Path,
) -> None:
    """Its head is printed where the face does not begin with it, and numbers call nobody."""
    later = """
    pieces: {columns: {cost: number, label: {type: text, head: Called}}, rows: [[9, Ogre]]}
    """
    assert dict(face(tmp_path, PIECES, later).fields) == {
        "cost": "9",
        "label.head": "Called",
        "label": "Ogre",
    }
    number = """
    pieces: {columns: {name: key, label: {type: number, head: Label}}, rows: [[Ogre, 3]]}
    """
    assert dict(face(tmp_path, PIECES, number).fields) == {
        "name": "Ogre",
        "label.head": "Label",
        "label": "3",
    }


def test_a_print_says_which_tables_are_set_across(tmp_path: Path) -> None:
    """By the table, or by the column that has it; a part may say otherwise."""
    data = """
    prints: {p: {template: p.svg, each: t, across: WHICH}}
    h: {columns: {h: key}, rows: [[x], [y]]}
    r: {columns: {a: key, b: number}}
    t: {columns: {k: key, g: {each: h, type: number}, l: {rows: r}}, rows: [
      {k: one, x: 1, y: 2, l: [{a: q, b: 1}]}]}
    """
    for which, wanted in (("[g, r]", [True, True]), ("l", [False, True]), ("h", [True, False])):
        found = face(tmp_path, data.replace("WHICH", which))
        assert [grid.across for grid in found.grids.values()] == wanted
