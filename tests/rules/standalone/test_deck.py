"""A table file by itself is a game of one deck, as its columns and cells suggest it."""

import codecs
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import seed
from msgspec.structs import replace
from PIL import Image
from workbooks import Cell, write_ods, write_xlsx

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.face.face import PlacedMark, TextRun
from printgen.pipeline.plan import PrintJob, Request, plan_jobs
from printgen.pipeline.print_job import (
    MARGIN_TYPEFACE,
    compose_print_faces,
    impose_pages,
    make_composer,
)
from printgen.preflight.preflight import preflight
from printgen.press.writing.pdf import DocumentInfo, write_pdf
from printgen.problems import ExitCode, Failure, Place, Problem
from printgen.proof.proof import proof_pdf
from printgen.rules.queries.content_hash import compute_digest
from printgen.rules.standalone.deck import TableDeck
from printgen.rules.values.sizes import SIZES
from printgen.sheet_layout import FORMAT_VERSION, PrintManifest

MONSTERS = """name,cost,kind,text,qty
Goblin,2,Humanoid,"Quick, spiteful, and never, ever alone in the dark.",2
Goblin,3,Humanoid,"The boss: ""all"" others roll one more die while he lives.",
Ooze,,,,0
Dragon,12,Beast of fire,"Fire breath.

Flies.
And sleeps.",1
"""
ROWS = [
    ["name", "cost", "kind", "text", "qty"],
    ["Goblin", 2, "Humanoid", "Quick, spiteful, and never, ever alone in the dark.", 2],
    ["Goblin", 3, "Humanoid", 'The boss: "all" others roll one more die while he lives.', None],
    ["Ooze", None, None, None, 0],
    ["Dragon", 12, "Beast of fire", "Fire breath.\n\nFlies.\nAnd sleeps.", 1],
]


def lone(folder: Path, text: str | bytes, name: str = "cards.csv", **reading: Any) -> TableDeck:
    """A table of this text, alone in its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return TableDeck(path, **reading)


def faces(table: TableDeck) -> list[FaceContent]:
    """What each card of the deck must say."""
    game = table.load()
    (deck,) = game.prints
    return [content for content, _ in generate_wanted_faces(game, deck, "", None)]


def columns(table: TableDeck) -> dict[str, str]:
    """The type of each column, with the word over it: `cost text=Cost`."""
    found = table.load().table("cards").columns
    return {one.name: f"{one.type} {one.title}={one.head}".strip(" =") for one in found}


def planned(table: TableDeck, size: str = "poker") -> PrintJob:
    """The deck in a size."""
    (deck,) = plan_jobs(Request(sizes=(size,)), table.load())
    return deck


def test_columns_are_what_their_cells_are(tmp_path: Path) -> None:
    """The first of text is the title; long text the body; a few letters a figure; else a line."""
    assert columns(lone(tmp_path, MONSTERS)) == {
        "name": "plain",
        "cost": "text =Cost",
        "kind": "plain",
        "text": "plain",
        "qty": "number",
    }


def test_a_card_says_its_row_and_leaves_out_what_is_empty(tmp_path: Path) -> None:
    """As often as the count says: blank is one, and 0 none. Two rows may have one title."""
    made = faces(lone(tmp_path, MONSTERS))
    goblin = {
        "name": "Goblin",
        "cost": "2",
        "cost.head": "Cost",
        "kind": "Humanoid",
        "text": "Quick, spiteful, and never, ever alone in the dark.",
    }
    assert [face.fields for face in made] == [
        goblin,
        goblin,
        goblin
        | {"cost": "3", "text": 'The boss: “all” others roll one more die while he lives.'},
        goblin | {"name": "Dragon", "cost": "12", "kind": "Beast of fire"}
        | {"text": "Fire breath. Flies. And sleeps."},
    ]  # fmt: skip
    first, second = made[-1].prose["text"]
    assert [(span.text, span.line) for span in (*first.spans, *second.spans)] == [
        ("Fire breath.", False),
        ("Flies.", False),
        ("And sleeps.", True),
    ]


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("id,name,cost", "name"),  # by its name
        ("kind,Title,cost", "Title"),
        ("kind,card_name,cost", "card_name"),  # by a word of its name
        ("cost,kind,id", "kind"),  # the first of text
        ("cost,price,worth", "cost"),  # the first at all
    ],
)
def test_the_title(tmp_path: Path, head: str, title: str) -> None:
    row = ",".join(
        "7" if one in ("cost", "price", "worth") else f"The {one}" for one in head.split(",")
    )
    assert next(iter(columns(lone(tmp_path, f"{head}\n{row}\n")))) == title


def test_no_title_of_dashes_or_of_lists_of_numbers(tmp_path: Path) -> None:
    table = lone(tmp_path, 'gain,cost,kind\n-,"3,4",An altar\n"0,1",-,A bath\n')
    assert next(iter(columns(table))) == "kind"


def test_columns_that_are_numbered_look_alike(tmp_path: Path) -> None:
    """The first would be a figure in a box, the second a line."""
    found = columns(lone(tmp_path, "name,option1,option2\nRaid,Fight,Pay the whole ransom\n"))
    assert found["option1"] == "plain =Option1"


@pytest.mark.parametrize("name", ["qty", "Quantity", "COUNT", "copies", "@qty", "@Copies"])
def test_the_column_that_says_how_many(tmp_path: Path, name: str) -> None:
    table = lone(tmp_path, f"name,{name}\nImp,3\nOrc,\nElf,0\n")
    assert [face.fields for face in faces(table)] == [{"name": "Imp"}] * 3 + [{"name": "Orc"}]


@pytest.mark.parametrize("name", ["Anzahl", "nb", "枚数", "Copies in deck", "exemplaires"])
def test_a_column_in_other_words_says_how_many_if_it_can(tmp_path: Path, name: str) -> None:
    """All of its cells are such numbers, and no other column says it."""
    table = lone(tmp_path, f"name,{name}\nImp,3\nOrc,\nElf,0\n")
    assert [face.fields for face in faces(table)] == [{"name": "Imp"}] * 3 + [{"name": "Orc"}]
    for text in (f"name,{name}\nImp,3\nOrc,few\n", f"name,{name},qty\nImp,3,1\nOrc,2,1\n"):
        first, second = faces(lone(tmp_path, text))
        assert (first.fields[name], "Orc" in second.fields.values()) == ("3", True)


@pytest.mark.parametrize(
    ("title", "copies"),
    [
        ("Name", "Anzahl"),
        ("Nom", "Exemplaires"),
        ("Nombre", "Cantidad"),
        ("Nome", "Copie"),
        ("Título", "Quantidade"),
        ("Naam", "Aantal"),
        ("Namn", "Antal"),
        ("Navn", "antal"),
        ("名前", "枚数"),
        ("名称", "数量"),
        ("Nazwa", "Liczba kart"),
    ],
)
def test_title_and_copies_are_called_so_in_eleven_languages(
    tmp_path: Path, title: str, copies: str
) -> None:
    """The first column is a text, too. With a word among the numbers, they are values."""
    table = lone(tmp_path, f"home,{title},{copies}\nMoor,Imp,2\nHill,Orc,\n")
    assert next(iter(columns(table))) == title
    assert len(faces(table)) == 3
    neighbour = lone(tmp_path, f"home,{title},{copies}\nMoor,Imp,2\nHill,Orc,few\n")
    assert [face.fields[copies] for face in faces(neighbour)] == ["2", "few"]


def test_labels_are_the_columns_names(tmp_path: Path) -> None:
    """Without @ and underscores; of several long texts each has its own above it."""
    text = "A long text and longer than any line of a card's values would hold. "
    table = lone(tmp_path, f"name,@hit_points,Effect,in.play\nImp,7,{text},{text}\n")
    assert columns(table) == {
        "name": "plain",
        "@hit_points": "text =Hit points",
        "Effect": "plain Effect",
        "in play": "plain In play",
    }


def test_a_text_has_no_label_that_says_nothing(tmp_path: Path) -> None:
    """That it is a text, or the only thing that a card says; a short one neither."""
    text = "A long text and longer than any line of a card's values would hold. "
    table = lone(tmp_path, f"name,Rules,flavour text\nImp,Bites.,{text}\nOrc,{text},Ugh!\n")
    assert columns(table) == {"name": "plain", "Rules": "plain", "flavour text": "plain"}
    table = lone(tmp_path, "question,answer\nWhat is the capital of Australia?,Canberra\n")
    assert columns(table) == {"question": "plain", "answer": "text"}


@pytest.mark.parametrize(
    ("cells", "type_", "printed"),
    [
        (("-2", "0", "12"), "number", ["−2", "0", "12"]),
        (("+1", "-2", ""), "modifier", ["+1", "−2"]),
        (("+1", "0", "-2"), "text", ["+1", "0", "−2"]),  # a modifier prints +0
        (("07", "-2", "1"), "text", ["07", "−2", "1"]),
        (("1-2", "-3", "4"), "text", ["1–2", "−3", "4"]),
    ],
)
def test_numbers_below_nought_have_a_minus(
    tmp_path: Path, cells: tuple[str, ...], type_: str, printed: list[str]
) -> None:
    rows = "".join(f"Imp,{cell}\n" for cell in cells)
    table = lone(tmp_path, f"name,hp\n{rows}")
    assert columns(table)["hp"] == f"{type_} =Hp"
    assert [face.fields["hp"] for face in faces(table) if "hp" in face.fields] == printed


def test_cells_are_words_as_they_stand(tmp_path: Path) -> None:
    """Braces, markup and marks of prose mean nothing; nor does what YAML has signs for."""
    cells = [
        "{{ name }}",
        "{% x %}",
        "**a** :b: <name>&amp;</x> [c](d) #1",
        "- no\\n1. list",
        "~",
        "=1+1",
    ]
    table = lone(tmp_path, "name,a,b,c,d,e\n" + ",".join(f'"{cell}"' for cell in cells) + "\n")
    (face,) = faces(table)
    heads = {name for name in face.fields if name.endswith(".head")}
    assert [face.fields[name] for name in face.fields if name not in heads] == cells
    assert face.marks == {}


def test_prose_on_request(tmp_path: Path) -> None:
    """Bold, italic and marks, and a line of a cell is one in print too."""
    text = 'name,cost,text\nImp,3 :hearts:,"**Two** *dice*,\nthen :spades:."\n'
    (face,) = faces(lone(tmp_path, text, prose=True))
    assert face.marks == {"cost.mark.1": "hearts", "text.mark.1": "spades"}
    (block,) = face.prose["text"]
    assert [(span.text, span.bold, span.italic, span.line) for span in block.spans] == [
        ("Two", True, False, False),
        (" ", False, False, False),
        ("dice", False, True, False),
        (",", False, False, False),
        ("then ", False, False, True),
        ("", False, False, False),
        (".", False, False, False),
    ]


Spans = list[tuple[str, bool, bool, bool]]
TAGS: dict[str, tuple[str, list[Spans]]] = {
    "<b>Two</b> dice, <I>then</I> <strong>one</strong>.": (
        "Two dice, then one.",
        [
            [
                ("Two", True, False, False),
                (" dice, ", False, False, False),
                ("then", False, True, False),
                (" ", False, False, False),
                ("one", True, False, False),
                (".", False, False, False),
            ]
        ],
    ),
    "<p>Draw.<br/>Play &amp; <em><u>pass</u></em>.</p><p>End <span>it</span></p>": (
        "Draw. Play & pass. End it",
        [
            [
                ("Draw.", False, False, False),
                ("Play & ", False, False, True),
                ("pass", False, True, False),
                (".", False, False, False),
            ],
            [("End ", False, False, False), ("it", False, False, False)],
        ],
    ),
    "A<br>B <b>c<br />d": (
        "A B c d",
        [
            [
                ("A", False, False, False),
                ("B ", False, False, True),
                ("c", True, False, False),
                ("d", True, False, True),
            ]
        ],
    ),
}


@pytest.mark.parametrize("prose", [False, True])
@pytest.mark.parametrize("cell", TAGS)
def test_tags_that_people_type_are_styles_and_lines(tmp_path: Path, cell: str, prose: bool) -> None:
    """With --prose too, beside its own markup."""
    text, wanted = TAGS[cell]
    (face,) = faces(lone(tmp_path, f'name,cost,text\nImp,2,"{cell}"\n', prose=prose))
    assert face.fields["text"] == text
    assert [
        [(span.text, span.bold, span.italic, span.line) for span in block.spans]
        for block in face.prose["text"]
    ] == wanted


@pytest.mark.parametrize(
    "cell", ["a <b and c> d", "Choose <colour>", "5 < 6 > 3 <3", "<br", "&lt;"]
)
def test_words_in_angles_that_are_no_tags_stay(tmp_path: Path, cell: str) -> None:
    (face,) = faces(lone(tmp_path, f'name,cost,text\nImp,2,"{cell}"\n'))
    assert face.fields["text"] == cell


@pytest.mark.parametrize("tag", ["div", "font color=red", "IMG src=x.png"])
def test_another_tag_is_an_error_with_its_cell(tmp_path: Path, tag: str) -> None:
    text = f'name,text\nImp,"a <{tag}>b"\nOrc,"c <{tag}>d</{tag.split()[0]}>"\n'
    with pytest.raises(Failure) as failure:
        lone(tmp_path, text).load()
    (problem,) = failure.value.problems
    message = f"the tag <{tag.split()[0].lower()}> is not read, here and in 1 more"
    assert (str(problem.where)[-4:], problem.message) == (":2:5", message)


def test_attributes_of_a_tag_are_noted(tmp_path: Path) -> None:
    table = lone(tmp_path, 'name,text\nImp,<span style="color:red">Fire</span><br />\n')
    (note,) = table.load().notes
    assert "attributes of tags are not read" in str(note)
    assert lone(tmp_path, "name,text\nImp,<b>Fire</b><br />x\n").load().notes == ()


def test_what_angle_brackets_become_is_noted(tmp_path: Path) -> None:
    """Underlined text is printed in italics, and a word in brackets with them, but for a tag."""
    table = "name,text\nImp,Choose <colour>\nOrc,<u>Hits</u> <size> hard\n"
    notes = sorted(map(str, lone(tmp_path, table).load().notes))
    assert [note.partition("cards.csv")[2][:4] for note in notes] == [":2:5", ":3:5"]
    assert "<colour>" in notes[0]
    assert "<u>" in notes[1]
    with pytest.raises(Failure) as failure:
        lone(tmp_path, "name,text\nImp,a <glow>b</glow>\nOrc,c\n").load()
    (problem,) = failure.value.problems
    assert "<glow>" in problem.message


@pytest.mark.parametrize(
    ("table", "noted"),
    [
        ("name,hp\n“Imp”,“2”\n“Old orc”,“4”\n", "name, hp"),
        ("name;hp\nImp;„2“\nOrc;„4“\n", "hp"),
        ("name,lore\nImp,“Run”\nOrc,“Hold the door”\n", "lore"),
        ("name,lore\nImp,“Run away”\nOrc,“Hold the door”\n", ""),
        ("name,lore\nImp,“Run”\nOrc,He says “Hold”\n", ""),
        ("name,lore\nImp,“Run”\n", ""),
    ],
)
def test_curly_quotes_around_every_cell_are_noted(tmp_path: Path, table: str, noted: str) -> None:
    notes = [note.message for note in lone(tmp_path, table).load().notes]
    assert [f"cells of {noted} are" in note for note in notes] == [True] * bool(noted)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("2*3*4", "2*3*4"),
        ("2**3 and 4**2", "2**3 and 4**2"),
        ("- 2 damage", "- 2 damage"),
        ("+ 2 attack", "+ 2 attack"),
        ("3.", "3."),
        ("-", "-"),
        ("3. Draw\n5. Play", "3. Draw 5. Play"),
        ("1. Draw\n-\n2. Play", "1. Draw - 2. Play"),
        ("Roll\n\n- once", "Roll once"),
        ("*2* of 3", "2 of 3"),
    ],
)
def test_prose_keeps_every_figure_and_sign(tmp_path: Path, cell: str, words: str) -> None:
    """What is no list and no style stays as typed, and items keep their own numbers."""
    (face,) = faces(lone(tmp_path, f'name,text\nImp,"{cell}"\n', prose=True))
    assert " ".join(face.fields["text"].split()) == words


def test_joined_letters_are_letters(tmp_path: Path) -> None:
    """Those that a text copied from a PDF has."""
    (face,) = faces(lone(tmp_path, "name,text\nImp,A \ufb01re \ufb02ame\n"))
    assert face.fields["text"] == "A fire flame"


def _csv(separator: str) -> str:
    """The monsters with other separators."""
    lines = []
    for row in ROWS:
        cells = (str("" if cell is None else cell).replace('"', '""') for cell in row)
        lines.append(separator.join(f'"{cell}"' for cell in cells))
    return "\n".join(lines) + "\n"


def _json(rows: Sequence[Sequence[Cell]]) -> str:
    """As records that leave out what is empty."""
    head, *others = rows
    records = [
        {name: cell for name, cell in zip(head, row, strict=True) if cell is not None}
        for row in others
    ]
    return json.dumps(records, indent="\t")


FORMATS: dict[str, tuple[str, bytes | Callable[..., None], dict[str, Any]]] = {
    "semicolons": ("csv", _csv(";").encode(), {}),
    "tabs": ("csv", _csv("\t").encode(), {}),
    "tsv": ("tsv", _csv("\t").encode(), {}),
    "byte order mark": ("csv", codecs.BOM_UTF8 + MONSTERS.encode(), {}),
    "carriage returns": ("csv", MONSTERS.replace("\n", "\r\n").encode(), {}),
    "utf-16": ("csv", MONSTERS.encode("utf-16"), {"encoding": "utf-16"}),
    "json": ("json", _json(ROWS).encode(), {}),
    "xlsx": ("xlsx", write_xlsx, {}),
    "ods": ("ods", write_ods, {}),
    "a named sheet": ("xlsx", write_xlsx, {"sheet": "Cards"}),
}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_the_same_deck(tmp_path: Path, form: str) -> None:
    ending, data, reading = FORMATS[form]
    if isinstance(data, bytes):
        table = lone(tmp_path / "b", data, f"cards.{ending}", **reading)
    else:
        table = lone(tmp_path / "b", b"", f"cards.{ending}", **reading)
        notes = {"Notes": [["nothing"]]}
        sheets = notes | {"Cards": ROWS} if reading else {"Cards": ROWS} | notes
        data(table.file, sheets)
    assert compute_digest(table.load()) == compute_digest(lone(tmp_path / "a", MONSTERS).load())


def test_another_encoding(tmp_path: Path) -> None:
    text = "name;text\nKäse;„Grüße“ – ein Gruß, der länger ist als jede Zeile\n"
    (face,) = faces(lone(tmp_path, text.encode("cp1252"), encoding="cp1252"))
    assert face.fields == {
        "name": "Käse",
        "text": "„Grüße“ – ein Gruß, der länger ist als jede Zeile",
    }


def test_records_stand_where_they_begin(tmp_path: Path) -> None:
    """A number stays as it is written, and a name that is left out is an empty cell."""
    text = (
        '[{"name": "Imp", "hp": 7.50},\n\n  {"name": "Orc \\u2605", "gold": null, "big": true}]\n'
    )
    table = lone(tmp_path, text, "cards.json").load().table("cards")
    assert [row.cells for row in table.rows] == [
        {"name": "Imp", "hp": "7.50", "big": None, "gold": None},
        {"name": "Orc ★", "hp": None, "big": "true", "gold": None},
    ]
    assert [str(row.locate()).rpartition("cards.json")[2] for row in table.rows] == [":1:2", ":3:3"]


def picture(path: Path) -> None:
    """A small picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (22, 25), (120, 160, 90)).save(path)


def test_pictures_lie_beside_the_table(tmp_path: Path) -> None:
    """In folders too, written as Windows does, with endings in any case; a cell may be empty."""
    for name in ("imp.png", "art/Orc.JPG"):
        picture(tmp_path / name)
    table = lone(tmp_path, "art,name\nimp.png,Imp\nart\\Orc.JPG,Orc\n,Elf\n")
    assert columns(table) == {"name": "plain", "art": "image"}
    cells = [row.cells["art"] for row in table.load().table("cards").rows]
    assert cells == ["imp.png", "art/Orc.JPG", None]
    made = list(compose_print_faces(table.load(), planned(table), make_composer(table)))
    assert [sum(hasattr(item, "data") for item in face.items) for face in made] == [1, 1, 0]


def test_marks_lie_beside_the_table(tmp_path: Path) -> None:
    """And nothing beside it hides what is ours."""
    (tmp_path / "marks").mkdir()
    mark = '<symbol id="coin" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol>'
    (tmp_path / "marks" / "coin.svg").write_text(mark)
    (tmp_path / "boxes.html").write_text("{{ no such thing }}")
    for cell in ("3 :coin:", ":coin:"):
        table = lone(tmp_path, f"name,cost\nImp,{cell}\n", prose=True)
        (face,) = compose_print_faces(table.load(), planned(table), make_composer(table))
        placed = [item.field for item in face.items if isinstance(item, PlacedMark) and item.field]
        assert placed == ["cost.mark.1"]


ALL_SORTS = """name,type,hp,attack,defence,speed,magic,luck,worth,weight,text,colour
Imp,Beast,1,2,3,4,5,6,7,8,Bites.,#ffd866
A,,,,,,,,,,,
Two of Hearts ♥ ★ 🔥 Привет →,,2,,,,,,,,,#7a1f1a
Donaudampfschifffahrt,Ship,,,,,,,,,,
"A title of many words that goes on for more than a line, and then for another",,,,,,,,,,No.,
,Nameless,,,,,,,,,"It has no title, and says little.",
"""


@pytest.mark.slow
@pytest.mark.quick("poker", "mini-us")
@pytest.mark.parametrize("size", [one for one in SIZES if one not in ("punch-25", "square-19")])
def test_any_row_can_be_set_in_any_size(tmp_path: Path, size: str) -> None:
    """And inspected: nothing is covered, faint, too small or beside another's label."""
    table = lone(tmp_path, ALL_SORTS)
    made = compose_print_faces(table.load(), planned(table, size), make_composer(table))
    assert len(list(made)) == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "name," + ",".join(f"stat {n}" for n in range(20)) + "\nMachine" + ",7" * 20,
        "name,cost,text\nImp,1,Bites.\n,2,It has a value and no title.\nOrc,,Nor has this a value.",
    ],
    ids=["twenty figures", "a value beside no title"],
)
def test_a_small_card_prints_all_that_its_row_has(tmp_path: Path, text: str) -> None:
    table = lone(tmp_path, text + "\n")
    for size in ("poker", "mini-american"):
        deck = planned(table, size)
        made = list(compose_print_faces(table.load(), deck, make_composer(table)))
        assert len(made) == text.count("\n")


@pytest.mark.parametrize("look", ["crest", "folio", "signal"])
@pytest.mark.parametrize(
    "word", ["<b>Fox</b>", "<i>Elk</i>", "<b>Two <i>owls</i></b>", "<i><b>Ant</b></i>"]
)
def test_a_word_is_bold_or_in_italics_in_each_place(tmp_path: Path, word: str, look: str) -> None:
    """Fonts of titles, values and flavour texts have no letters that are both."""
    row = f"A {word},Bird {word},2,It runs to the {word}.,Oh {word}.,Pim {word},home of {word}"
    text = f"name,type,cost,text,flavour,artist,home\n{row}\nCod,Fish,3,,,Tim,\n"
    table = lone(tmp_path, text, look=look)
    made = compose_print_faces(table.load(), planned(table), make_composer(table))
    assert len(list(made)) == 2


@pytest.mark.parametrize("label", ["Cost ap", "critique", "Pegging", "gold price", "hp"])
def test_the_label_of_a_seal_stays_inside_it(tmp_path: Path, label: str) -> None:
    """A round seal is narrow where its label is."""
    text = f"name,{label},text\nWolf,2,Runs at night.\nBear,10,Sleeps all day.\n"
    table = lone(tmp_path, text, look="folio")
    made = compose_print_faces(table.load(), planned(table), make_composer(table))
    assert len(list(made)) == 2


@pytest.mark.parametrize("unit", ["roll ranges stone", "attack over long", "power of an old"])
def test_the_shield_covers_no_label_of_a_high_tile(tmp_path: Path, unit: str) -> None:
    """The last label has six lines, so the tiles have no room below the shield."""
    heads = ",".join(f"{unit} bow {one}" for one in ("min", "max", "mean", "sum"))
    text = (
        f"{heads},is slow,can move,sign,hint\n,,5,5,no,yes,A,Over friends.\n1,2,3,4,yes,no,B,Two.\n"
    )
    table = lone(tmp_path, text)
    made = compose_print_faces(table.load(), planned(table), make_composer(table))
    assert len(list(made)) == 2


@pytest.mark.parametrize("size", ["punch-25", "square-19"])
def test_a_counter_has_a_few_words(tmp_path: Path, size: str) -> None:
    picture(tmp_path / "imp.png")
    table = lone(tmp_path, "name,value,art\nWound,1,\nGold,50,\nImp,,imp.png\n")
    made = compose_print_faces(table.load(), planned(table, size), make_composer(table))
    assert len(list(made)) == 3


def test_600_letters_are_shrunk_to_fit(tmp_path: Path) -> None:
    """Beside values too; 2,000 name the row that is too long, once."""
    text = "Draw a card and gain gold. " * 23
    values = "Forest,3 hours,2,4,9"
    table = lone(tmp_path, f"name,home,time,a,b,c,text\nImp,{values},{text}\n")
    (face,) = compose_print_faces(table.load(), planned(table), make_composer(table))
    runs = [item for item in face.items if isinstance(item, TextRun) and item.field == "text"]
    assert all(6.5 <= run.size < 9 for run in runs)
    table = lone(tmp_path, f"name,home,time,a,b,c,text\nImp,{values},{text * 3}\n")
    with pytest.raises(Failure) as failure:
        list(compose_print_faces(table.load(), planned(table), make_composer(table)))
    assert failure.value.exit_code is ExitCode.DOES_NOT_FIT
    (problem,) = failure.value.problems
    assert str(problem.where).startswith(f"{table.file}:2:26: row 1 of cards, text")
    assert problem.hint == "shorten the text, or choose a larger size"


def printed(table: TableDeck) -> bytes:
    """The deck's PDF."""
    game, deck = table.load(), planned(table)
    composer = make_composer(table)
    typeface = composer.get_typeface(*MARGIN_TYPEFACE)
    made = impose_pages(game, deck, compose_print_faces(game, deck, composer), typeface, iter(()))
    id_, rules = game.about.id, compute_digest(game)
    claim = PrintManifest(
        form=FORMAT_VERSION, game=id_, print="deck", paper="a4", sets=(), rows=None, rules=rules
    )
    return write_pdf(made, DocumentInfo("cards: Deck", "en", claim))


def test_a_changed_digit_is_found(tmp_path: Path) -> None:
    """Of a value, in the PDF's own bytes; so is every cell, and nothing else is found."""
    table = lone(tmp_path, MONSTERS)
    pdf = printed(table)
    assert proof_pdf(pdf, table.load()) == ()

    def swap(page: seed.Page) -> None:
        one, other = page.show("1-1", "cost"), page.show("2-1", "cost")
        page.steps[one], page.steps[other] = page.steps[other], page.steps[one]

    found = [str(one) for one in proof_pdf(seed.seeded(pdf, swap), table.load())]
    assert any(
        "row 1 of cards, cost" in one and "prints “3”; the rules say “2”" in one for one in found
    )


def test_cards_of_a_deck_are_set_alike(tmp_path: Path) -> None:
    long = "A draught that heals all wounds but one, which the player to the left may choose. " * 2
    table = lone(tmp_path, f'name,cost,power,text\nA,1,2,Heal.\nB,12,3,"{long}"\nC,3,20,Sleep.\n')
    game = table.load()
    (planned,) = plan_jobs(Request(), game)
    sizes: dict[str, set[float]] = {}
    for face in compose_print_faces(game, planned, make_composer(table)):
        for item in face.items:
            if isinstance(item, TextRun) and item.field in ("text", "cost", "power"):
                sizes.setdefault(item.field, set()).add(round(item.size, 2))
    assert {field: len(own) for field, own in sizes.items()} == {"text": 1, "cost": 1, "power": 1}


@pytest.mark.parametrize(
    ("head", "label"),
    [
        ("hp each 1.5 turns", "Hp each 1.5 turns"),
        ("0.25 l jars", "0.25 l jars"),
        ("v2.0.1 wins", "V2.0.1 wins"),
        ("stats.hp", "Stats hp"),
        ("No. of eggs", "No of eggs"),
    ],
)
def test_a_number_in_the_name_of_a_column_keeps_its_dot(
    tmp_path: Path, head: str, label: str
) -> None:
    for name, text in (
        ("c.csv", f"name,{head},text\nHen,3,Lays.\nCow,12,Moos.\n"),
        ("c.json", json.dumps([{"name": "Hen", head: 3}, {"name": "Cow", head: 12}])),
    ):
        table = lone(tmp_path, text, name)
        assert table.load().table("cards").columns[1].head == label
        assert len([*compose_print_faces(table.load(), planned(table), make_composer(table))]) == 2
        roles = replace(table, role=f"{head}=credit").load().table("cards").columns
        assert roles[1].role == "credit"
        left = replace(table, leave=head).load().table("cards").columns
        assert left[-1].silent


SMALL_DECKS = {
    "an index over its name": "name,price,text,flavour\nElf,4,Sings.,Shh.\nCat,5,Naps.,Purr.\n",
    "many columns": (
        "name,cost,type,text,flavour,atk,hp,speed,range,artist\n"
        "Old Sea Hag,6,Beast,Take a card and then take two more.,Do not bathe.,4,10,2/3,6-9,Ann\n"
        'Mud,1,Spell,Ends.,"It is mud, no more.",1,-1,5+,0-9,Ed\n'
    ),
    "flavour only": "name,rarity,flavour\nElf,rare,Quiet now.\nCat,common,It naps and purrs.\n",
}


@pytest.mark.slow
@pytest.mark.quick("an index over its name-mini-american")
@pytest.mark.parametrize("size", ["mini-american", "mini-european", "70x48"])
@pytest.mark.parametrize("form", SMALL_DECKS)
def test_no_text_of_a_small_card_is_too_small(tmp_path: Path, form: str, size: str) -> None:
    for look in ("folio", "signal", "crest"):
        table = lone(tmp_path, SMALL_DECKS[form], look=look)
        composed = [*compose_print_faces(table.load(), planned(table, size), make_composer(table))]
        sizes = [item.size for face in composed for item in face.items if isinstance(item, TextRun)]
        assert min(sizes) > 6.49


JSON = {
    "below their names": '{"Imp": {"hp": 3, "tags": ["small", "red"]}, "Orc": {"hp": 7}}',
    "below one more name": '{"cards": {"Imp": {"hp": 3, "tags": ["small", "red"]},'
    ' "Orc": {"hp": 7}}}',
    "a list a column": '{"name": ["Imp", "Orc"], "hp": [3, 7], "tags": ["small, red", null]}',
    "records within": '[{"name": "Imp", "hp": 3, "tags": ["small", "red"]},'
    ' {"name": "Orc", "hp": 7}]',
    "in a list by its name": '{"cards": [{"name": "Imp", "hp": 3, "tags": "small, red"},'
    ' {"name": "Orc", "hp": 7}]}',
}


@pytest.mark.parametrize("file", ["c.json", "c.yaml"])
@pytest.mark.parametrize("form", JSON)
def test_records_of_every_shape_are_the_same_deck(tmp_path: Path, form: str, file: str) -> None:
    """YAML as well, in which JSON is YAML."""
    cells = [row.cells for row in lone(tmp_path, JSON[form], file).load().table("cards").rows]
    assert cells == [
        {"name": "Imp", "hp": "3", "tags": "small, red"},
        {"name": "Orc", "hp": "7", "tags": None},
    ]


@pytest.mark.parametrize("keys", ["project phase", "a b c", "made by whom on"])
def test_keys_next_to_a_list_of_records_are_one_note(tmp_path: Path, keys: str) -> None:
    data = dict.fromkeys(keys.split(), "x") | {"cards": [{"name": "Imp"}, {"name": "Elf"}]}
    game = lone(tmp_path, json.dumps(data), "c.json").load()
    (note,) = game.notes
    assert f"{', '.join(keys.split())} are ignored" in str(note)


def test_records_within_records_have_both_names(tmp_path: Path) -> None:
    """What stands beside a list of records is named, and a list that no cell shows an error."""
    text = '{"version": 2, "cards": [{"name": "Imp", "stats": {"hp": 3, "at": {"x": 1}}}]}'
    game = lone(tmp_path, text, "c.json").load()
    assert game.table("cards").rows[0].cells == {"name": "Imp", "stats hp": "3", "stats at x": "1"}
    assert ["version is ignored: no list of records" in str(note) for note in game.notes] == [True]
    for text, found in (
        ('[{"name": "Imp"}, {"x": [[1]]}]', ":1:19: error: a list or a record in x"),
        ('{"a": ["x"], "b": ["x", "y"]}', ":1:19: error: b has 2 cells, but a has 1"),
        (
            '{"a": [{"x": 1}], "b": [{"x": 1}]}',
            ":1:1: error: 2 lists of records: a, b\n  write --s",
        ),
    ):
        with pytest.raises(Failure, match="error") as failure:
            lone(tmp_path, text, "c.json").load()
        assert found in str(failure.value)


# Groups of records, with the fields of the group in each row.
GROUPS = {
    "lists in a list": (
        (
            '{"factions": [{"name": "Elves", "ships": [{"name": "Lark", "hp": 3, "cost": 1},'
            ' {"name": "Swan", "hp": 4, "cost": 2}]},'
            ' {"name": "Dwarves", "ships": [{"name": "Mole", "hp": 9, "cost": 5}]}]}'
        ),
        "faction",
    ),
    "names in names": (
        (
            '{"Elves": {"Lark": {"hp": 3, "cost": 1}, "Swan": {"hp": 4, "cost": 2}},'
            ' "Dwarves": {"Mole": {"hp": 9, "cost": 5}}}'
        ),
        "group",
    ),
    "names in names below a name": (
        (
            '{"factions": {"Elves": {"Lark": {"hp": 3, "cost": 1}, "Swan": {"hp": 4, "cost": 2}},'
            ' "Dwarves": {"Mole": {"hp": 9, "cost": 5}}}, "version": 3}'
        ),
        "faction",
    ),
    "lists in names": (
        (
            '{"Elves": {"ships": [{"name": "Lark", "hp": 3, "cost": 1},'
            ' {"name": "Swan", "hp": 4, "cost": 2}]},'
            ' "Dwarves": {"ships": [{"name": "Mole", "hp": 9, "cost": 5}]}}'
        ),
        "group",
    ),
}


@pytest.mark.parametrize("file", ["c.json", "c.yaml"])
@pytest.mark.parametrize("form", GROUPS)
def test_groups_of_records_are_rows_with_their_group(tmp_path: Path, form: str, file: str) -> None:
    text, group = GROUPS[form]
    game = lone(tmp_path, text, file).load()
    assert [dict(row.cells) for row in game.table("cards").rows] == [
        {group: faction, "name": name, "hp": hp, "cost": cost}
        for faction, name, hp, cost in (
            ("Elves", "Lark", "3", "1"),
            ("Elves", "Swan", "4", "2"),
            ("Dwarves", "Mole", "9", "5"),
        )
    ]
    assert any("are read as rows" in str(note) for note in game.notes)


NESTED = {
    "below a key": (
        """{"spells": {
            "Fire": {"low": {"1": {"t": "Burn."}, "2": {"t": "Lit."}}, "high": {"A": {"t": "Red"}}},
            "Ice": {"low": {"1": {"t": "Chill."}}, "high": {"A": {"t": "Cold."}}}
        }, "version": 2}""",
        "spell, group, name, t",
        "Fire low 1 Burn., Fire low 2 Lit., Fire high A Red, Ice low 1 Chill., Ice high A Cold.",
    ),
    "at the top": (
        """{
            "North": {"farms": {"Rye": {"gold": 2, "t": "Eat."}}, "mines": {"Tin": {"gold": 3}}},
            "South": {"farms": {"Fig": {"gold": 1}}, "ports": {"Bay": {"gold": 4}}}
        }""",
        "group 2, group, name, gold, t",
        "North farms Rye 2 Eat., North mines Tin 3 , South farms Fig 1 , South ports Bay 4 ",
    ),
    "with a field like the outer key in one group only": (
        """{"spells": {
            "Fire": {"low": {"1": {"spell": "Burn", "t": "x"}}, "high": {"2": {"t": "y"}}},
            "Ice": {"low": {"A": {"t": "z"}}, "high": {"B": {"t": "w"}}}
        }}""",
        "spell 2, group, name, spell, t",
        "Fire low 1 Burn x, Fire high 2  y, Ice low A  z, Ice high B  w",
    ),
    "with a field of that name": (
        """{"teams": {
            "Red": {"a": {"Al": {"group": "x"}}, "b": {"Bo": {"group": "y"}}},
            "Tan": {"a": {"Cy": {"group": "z"}}, "b": {"Di": {"group": "w"}}}
        }}""",
        "team, group 2, name, group",
        "Red a Al x, Red b Bo y, Tan a Cy z, Tan b Di w",
    ),
}


@pytest.mark.parametrize("file", ["c.json", "c.yaml"])
@pytest.mark.parametrize("form", NESTED)
def test_groups_in_groups_are_rows_with_both(tmp_path: Path, form: str, file: str) -> None:
    text, names, lines = NESTED[form]
    table = lone(tmp_path, text, file).load().table("cards")
    assert {*table.by_name} == {*names.split(", ")}
    rows = [" ".join(row.cells[name] or "" for name in names.split(", ")) for row in table.rows]
    assert ", ".join(rows) == lines


def test_parts_of_a_record_are_no_groups_in_groups(tmp_path: Path) -> None:
    """They have no field in common."""
    card = '{{"cost": {{"gold": {{"min": {}, "max": 4}}}}, "stats": {{"hp": {{"base": 3}}}}}}'
    text = f'{{"Imp": {card.format(1)}, "Orc": {card.format(2)}}}'
    rows = lone(tmp_path, text, "c.json").load().table("cards").rows
    assert [(row.cells["name"], row.cells["cost gold min"]) for row in rows] == [
        ("Imp", "1"),
        ("Orc", "2"),
    ]


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        (r"Draw a card.\nDiscard one.", 1),
        (r"Fly\n\nSwim", 1),
        (r"Roll 2\n dice", 1),
        (r"C:\new\imp", 0),
        ("Draw a card.", 0),
    ],
)
def test_a_typed_line_break_is_noted(tmp_path: Path, cell: str, count: int) -> None:
    """Programs write it for a line break. Here it is text."""
    game = lone(tmp_path, f"name,text\nImp,{cell}\nOrc,{cell}\n").load()
    assert sum("is printed as written" in str(note) for note in game.notes) == count
    assert game.table("cards").rows[0].cells["text"] == cell


@pytest.mark.parametrize(
    ("cells", "dates"),
    [
        ("2-Jan 3-5 4-6", "2-Jan"),
        ("1-3 02.Mrz 04.Mai", "02.Mrz"),
        ("7–8 5-sept. 1", "5-sept."),
        ("3-5 Jan-45 46-60", "Jan-45"),
        ("1-9 Oct-35 36-60", "Oct-35"),
        ("2-Jan 3-Feb 4-Mar", ""),  # a column of dates
        ("3-5 2-4 1", ""),
        ("2-4 2-door 3-handed", ""),
    ],
)
def test_ranges_that_became_dates_are_noted(tmp_path: Path, cells: str, dates: str) -> None:
    lines = "".join(f"Imp {number},{cell}\n" for number, cell in enumerate(cells.split()))
    game = lone(tmp_path, f"name,range\n{lines}").load()
    found = [str(note) for note in game.notes if "is a date among ranges" in str(note)]
    assert [f'"{dates}"' in note for note in found] == [True] * bool(dates)


@pytest.mark.parametrize("first", ["GOLD;1;3", "Imp;7;2", "Fig;12;x"])
def test_a_first_card_with_fewer_cells_than_others_has_a_way_out(
    tmp_path: Path, first: str
) -> None:
    text = f"{first}\nOrc;2;BONUS;4\n"
    with pytest.raises(Failure, match="--columns"):
        lone(tmp_path, text).load()
    rows = lone(tmp_path, text, columns="name,no,kind,plus").load().table("cards").rows
    assert [row.cells["name"] for row in rows] == [first.split(";")[0], "Orc"]
    with pytest.raises(Failure) as refused:
        lone(tmp_path, f"name;no;kind\n{first}\nOrc;2;BONUS;4\n").load()
    assert "--columns" not in str(refused.value)


# A name outside the records, while the records have a field of the name that it would get.
TAKEN_NAMES = {
    "a group": (
        '{"guilds": {"Owls": {"Ada": {"hp": 3}}, "Bats": {"Bo": {"hp": 4, "guild": "none"}}}}',
        [
            {"guild 2": "Owls", "name": "Ada", "hp": "3", "guild": None},
            {"guild 2": "Bats", "name": "Bo", "hp": "4", "guild": "none"},
        ],
    ),
    "a number": (
        '{"7": {"key": "C", "hp": 1}, "8": {"key": "D", "hp": 2}}',
        [{"key 2": "7", "key": "C", "hp": "1"}, {"key 2": "8", "key": "D", "hp": "2"}],
    ),
    "a key beside a name": (
        '{"cat": {"name": "Tom", "key": "sea"}, "dog": {"name": "Rex"}}',
        [
            {"key 2": "cat", "name": "Tom", "key": "sea"},
            {"key 2": "dog", "name": "Rex", "key": None},
        ],
    ),
    "two fields of a group": (
        (
            '{"teams": [{"name": "Red", "team": "A", "boats": [{"name": "Eel", "x": 1, "y": 2}]},'
            ' {"name": "Tan", "team": "B", "boats": [{"name": "Cod", "x": 3, "y": 4}]}]}'
        ),
        [
            {"team 2": "Red", "team": "A", "name": "Eel", "x": "1", "y": "2"},
            {"team 2": "Tan", "team": "B", "name": "Cod", "x": "3", "y": "4"},
        ],
    ),
    "some records": (
        '[{"kind": "Bird", "all": [{"name": "Owl", "kind": "Barn"}, {"name": "Jay", "hp": 1}]}]',
        [
            {"group kind": "Bird", "name": "Owl", "kind": "Barn", "hp": None},
            {"group kind": "Bird", "name": "Jay", "kind": None, "hp": "1"},
        ],
    ),
}


@pytest.mark.parametrize("file", ["c.json", "c.yaml"])
@pytest.mark.parametrize("form", TAKEN_NAMES)
def test_a_name_that_records_have_takes_no_cell(tmp_path: Path, form: str, file: str) -> None:
    """What is outside a record and what is in it are two columns, the same for all records."""
    text, rows = TAKEN_NAMES[form]
    table = lone(tmp_path, text, file).load().table("cards")
    assert [dict(row.cells) for row in table.rows] == rows


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[{"n": {"w": 4}, "n.w": 5, "name": "Ox"}, {"name": "Cow"}]', "n.w"),
        ('[{"name": "Ox"}, {"at.x": 1, "at": {"x": 2, "y": 3}, "name": "Cow"}]', "at.x"),
        ('{"Ox": {"a": {"b.c": 1}, "a.b": {"c": 2}}, "Cow": {"hp": 2}}', "a.b.c"),
    ],
)
def test_two_fields_with_one_name_are_an_error(tmp_path: Path, text: str, name: str) -> None:
    with pytest.raises(Failure, match=f"called {name}\n"):
        lone(tmp_path, text, "c.json").load()
    table = lone(tmp_path, text.replace(".", "_"), "c.json").load().table("cards")
    assert {*name.split(".")} <= {*" ".join(table.by_name).replace("_", " ").split()}


def test_records_in_one_card_are_no_groups(tmp_path: Path) -> None:
    """A card with a list of its own is not several cards, and fields in fields stay fields."""
    text = '[{"name": "Imp", "hp": 3, "text": "x", "acts": [{"name": "Bite", "hit": 2}]}]'
    with pytest.raises(Failure, match=r"a list or a record in acts\n  write .*--leave"):
        lone(tmp_path, text, "c.json").load()
    table = lone(tmp_path, text, "c.json", leave="Acts").load().table("cards")
    assert (table.by_name["acts"].silent, table.rows[0].cells["hp"]) == (True, "3")
    text = '{"Imp": {"cost": {"gold": 2}}, "Orc": {"cost": {"gold": 3}}}'
    rows = lone(tmp_path, text, "c.json").load().table("cards").rows
    assert [dict(row.cells) for row in rows] == [
        {"name": "Imp", "cost gold": "2"},
        {"name": "Orc", "cost gold": "3"},
    ]


NAMED = {
    "a list of names": (
        "- Imp: {hp: 3}\n- Orc: {hp: 5, text: Runs}\n- Imp: {hp: 4}\n",
        "Imp Orc Imp",
    ),
    "below a key": ('{"cards": [{"Axe": {"hp": 1}}, {"Bow": {"hp": 2}}]}', "Axe Bow"),
    "names with texts": ("deck:\n  - Strike: Hits.\n  - Block: Blocks.\n", "Strike Block"),
    "a mapping below a key": ("cards:\n  Elf: {hp: 2}\n  Gnu: {hp: 7}\n", "Elf Gnu"),
}


@pytest.mark.parametrize("form", NAMED)
def test_single_keys_are_names_of_cards(tmp_path: Path, form: str) -> None:
    text, names = NAMED[form]
    cards = lone(tmp_path, text, "c.yaml").load().table("cards")
    assert [row.cells["name"] for row in cards.rows] == names.split()
    assert {*cards.by_name} <= {"name", "hp", "text"}


def test_a_field_that_all_records_have_is_no_name(tmp_path: Path) -> None:
    for text, columns in (
        ("- stats: {hp: 1}\n- stats: {hp: 2}\n", {"stats hp"}),
        ("- text: One.\n- text: Two.\n", {"text"}),
        ("- Imp: 3\n  hp: 3\n- Orc: 4\n  hp: 4\n", {"Imp", "Orc", "hp"}),
    ):
        assert {*lone(tmp_path, text, "c.yaml").load().table("cards").by_name} == columns


# Records with a roll table inside or next to them are cards: nothing of them is lost.
ROLLS_IN_DECKS = {
    "a table in a record": (
        (
            '[{"name": "Hydra", "hp": 9, "die": "d4", "bites": [{"range": "1-2", "text": "Once."},'
            ' {"range": "3-4", "text": "Twice."}]}, {"name": "Newt", "hp": 1}]'
        ),
        "a list or a record in bites",
    ),
    "a drawn table in a record": (
        (
            '[{"name": "Newt", "results": []}, {"name": "Hydra", "results":'
            ' [{"range": [1, 4], "text": "Roars."}]}]'
        ),
        "a list or a record in results",
    ),
    "a table in a named record": (
        (
            '{"Hydra": {"hp": 9, "moods": {"rows": [["d4", "mood"], ["1-4", "sad"]]}},'
            ' "Newt": {"hp": 1, "moods": "none"}}'
        ),
        "a list or a record in moods.rows",
    ),
    "a table next to a list": (
        (
            '{"die": "d4", "bites": [{"low": 1, "high": 4, "text": "Once."}],'
            ' "cards": [{"name": "Hydra"}, {"name": "Newt"}]}'
        ),
        "2 lists of records: bites, cards",
    ),
}


@pytest.mark.parametrize("form", ROLLS_IN_DECKS)
def test_a_roll_table_does_not_replace_a_deck(tmp_path: Path, form: str) -> None:
    text, message = ROLLS_IN_DECKS[form]
    table = lone(tmp_path, text, "c.json")
    with pytest.raises(Failure, match=message):
        table.load()
    *_, column = message.split()
    sheet, leave = ("cards", "") if column == "cards" else ("", message.partition(" in ")[2])
    rows = replace(table, sheet=sheet, leave=leave).load().table("cards").rows
    assert {row.cells["name"] for row in rows} == {"Hydra", "Newt"}


@pytest.mark.parametrize(
    ("text", "keys", "cells"),
    [
        (
            '{"name": "Sky", "die": "d8", "read": "Aloud", "rows": [{"roll": "1-8", "sky": "x"}]}',
            "name, read are ignored",
            {"d8": "1–8", "sky": "x"},
        ),
        (
            (
                '{"formula": "1d6", "img": "a", "results": [{"range": [1, 6], "text": "<p>Fog</p>",'
                ' "name": "F", "weight": 6, "flags": {}}]}'
            ),
            "img, name are ignored",
            {"1d6": "1–6", "Result": "Fog"},
        ),
        (
            (
                '{"type": "table", "colLabels": ["d4", "Sky"], "rows": [["1-4", {"type": "cell",'
                ' "entry": "red", "sun": 3}]], "footnotes": ["Twice a day."]}'
            ),
            "sun, footnotes are ignored",
            {"d4": "1–4", "Sky": "red"},
        ),
        (
            '{"by": "Ann", "all": {"dice": "d6", "list": [{"range": "1-6", "sky": "x"}]}}',
            "by is ignored",
            {"d6": "1–6", "sky": "x"},
        ),
    ],
)
def test_keys_around_a_roll_table_are_one_note(
    tmp_path: Path, text: str, keys: str, cells: dict[str, str]
) -> None:
    game = lone(tmp_path, text, "c.json").load()
    assert [keys in str(note) for note in game.notes] == [True]
    assert [row.cells for row in game.table("cards").rows] == [cells]


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ("name cost", '{"columns": ["name", "cost"], "rows": [["Imp", 2], ["Orc", 3]]}'),
        ("who flies", '{"columns": [{"name": "who"}, "flies"], "rows": [[1, true], [2, false]]}'),
        ("d4 loot", '{"columns": ["d4", "loot"], "rows": [["1-3", "ring"], ["4", "axe"]]}'),
    ],
)
def test_rows_have_the_names_of_their_columns(tmp_path: Path, names: str, text: str) -> None:
    game = lone(tmp_path, text, "c.json").load()
    assert not game.notes
    rows = game.table("cards").rows
    assert [{*row.cells} for row in rows] == [{*names.split()}] * 2
    assert all(value for row in rows for value in row.cells.values())


LISTS = {
    "at the top": '{"units": [{"name": "Imp", "hp": 3}], "items": [{"name": "Axe", "hp": 4}]}',
    "below a name": '{"v": 1, "data": {"units": [{"name": "Imp", "hp": 3}],'
    ' "items": [{"name": "Axe", "hp": 4}]}}',
    "by names": '{"units": {"Imp": {"hp": 3}, "Orc": {"hp": 5}}, "v": 1,'
    ' "items": [{"name": "Axe", "hp": 4}]}',
}


@pytest.mark.parametrize("form", LISTS)
def test_one_list_of_several_is_chosen_as_a_sheet_is(tmp_path: Path, form: str) -> None:
    """Or each is a deck; and the error without a choice lists them."""
    table = lone(tmp_path, LISTS[form], "c.json")
    with pytest.raises(Failure, match=r"2 lists of records: units, items\n  write --sheet NAME"):
        table.load()
    for name, first in (("units", "Imp"), ("items", "Axe")):
        game = replace(table, sheet=name).load()
        assert game.table("cards").rows[0].cells == {"name": first, "hp": "34"[name == "items"]}
    decks = replace(table, sheet="all").split_sheets()
    assert [deck.load().about.id for deck in decks] == ["c-units", "c-items"]
    with pytest.raises(Failure, match="no list of records is called unit\n  did you mean units"):
        replace(table, sheet="unit").load()


def test_an_old_workbook_is_to_be_saved_anew(tmp_path: Path) -> None:
    with pytest.raises(Failure, match=r"save it as \.xlsx"):
        lone(tmp_path, b"\xd0\xcf\x11\xe0", "c.xls").load()


@pytest.mark.parametrize("sign", "?!#%")
def test_a_name_of_a_column_may_end_in_any_sign(tmp_path: Path, sign: str) -> None:
    """Beside one that differs in nothing else: neither is printed under the other's head."""
    table = lone(tmp_path, f"name,Fire{sign},Fire,text\nImp,yes,no,Burns.\nOoze,,no,Oozes.\n")
    assert proof_pdf(printed(table), table.load()) == ()


def test_a_deck_of_emoji_is_proofed(tmp_path: Path) -> None:
    table = lone(tmp_path, "name,cost,effect\nSpy,⚔🎴,🪙🪙🪙 and a 💎\n")
    assert proof_pdf(printed(table), table.load()) == ()


@pytest.mark.parametrize(
    "signs",
    [
        "⚑⇒⸻☾♃",
        "".join(map(chr, (*range(0x2190, 0x2200), 0x2E3A, 0x2E3B))),
        "".join(map(chr, range(0x2600, 0x2700))),
    ],
)
def test_a_deck_of_signs_is_proofed(tmp_path: Path, signs: str) -> None:
    """Arrows, suits, signs of astrology and long dashes are in a bundled font."""
    text = " ".join(signs)
    table = lone(tmp_path, f"name,cost,effect\nSpy {signs[0]},{signs[-1]},Or {text} it is.\n")
    assert proof_pdf(printed(table), table.load()) == ()


def test_a_sign_that_no_font_has_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="U\\+10400"):
        printed(lone(tmp_path, "name,cost\nSpy \U00010400,2\n"))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_of_a_cell_end_as_any_program_ends_them(tmp_path: Path, end: str) -> None:
    rows = [{"name": "Imp", "text": f"Bites.{end}Flees."}]
    (row,) = lone(tmp_path, json.dumps(rows), "cards.json").load().table("cards").rows
    assert row.cells["text"] == "Bites.\nFlees."


@pytest.mark.parametrize("sign", ",;\t")
def test_blanks_beside_a_quoted_cell_are_nothing(tmp_path: Path, sign: str) -> None:
    """Those within it stay, and so does what stands beside a quote that closes no cell."""
    rows = [['"name" ', ' "text"'], [f' "Imp{sign} or ""imp"" , small" ', ' "5"" x 6" long']]
    text = "\n".join(sign.join(row) for row in rows)
    (row,) = lone(tmp_path, text, plain_signs=True).load().table("cards").rows
    assert row.cells == {"name": f'Imp{sign} or "imp" , small', "text": '"5"" x 6" long'}


def test_a_short_value_may_hold_a_tab(tmp_path: Path) -> None:
    """It is one of several places, as a cell of several lines is."""
    table = lone(tmp_path, 'name,v\nImp,"a\tb"\n')
    assert table.load().table("cards").by_name["v"].type == "plain"


# Short words below each other: a value of two lines has its label next to the middle of them.
WORDS = {
    "65 x 100": [
        "name,Terrain,Might,Home port,Crew,Colour of sail,Bb,Speed,A",
        (
            "north ash,fast lily river harbour,south,hill river,fir north elm,yew,castle yew gold,"
            "gold,river gold market fast"
        ),
    ],
    "poker": [
        "name,Might,Mood,Time,Bb,Speed,Guns,Terrain,Colour of sail,A",
        (
            "lily oak,hill yew,rose iron dawn slow,lily pine south,,fir south pine,"
            "elm lily market ash,north castle,fast,lily"
        ),
    ],
    "mini-american": [
        "Guns,Might,Place,A,Crew,Bb",
        "fast,iron yew hill,iron north,dusk,yew dawn ash pine,river rose ash iron",
        "slow steel lily rose,oak,castle rose fast dawn,fir,harbour steel,slow market lily",
    ],
}


@pytest.mark.slow
@pytest.mark.quick(every=3)
@pytest.mark.parametrize("size", WORDS)
def test_a_label_is_beside_a_value_of_two_lines(tmp_path: Path, size: str) -> None:
    """Composing inspects each face. A label below both lines would be beside no value."""
    table = lone(tmp_path, "\n".join(WORDS[size]))
    game, job = table.load(), planned(table, size)
    face, *_ = compose_print_faces(game, job, make_composer(table))
    (content, _), *_ = generate_wanted_faces(game, job.print, "", None)
    moved = (
        replace(item, y=item.y + 9)
        if isinstance(item, TextRun) and item.field.endswith(".head")
        else item
        for item in face.items
    )
    found = preflight(replace(face, items=tuple(moved)), content, None, is_page=False)
    assert any("its own field" in one.message or "belongs" in one.message for one in found)


@pytest.mark.parametrize("field", ["cost", "text", "cost.head"])
def test_a_fault_of_the_common_template_is_told_at_the_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    """The user has no template to change."""
    fault = Problem(Place(subject="row 1", field=field), "is covered", "move it")
    monkeypatch.setattr("printgen.pipeline.faces.preflight", lambda *_, **__: [fault])
    table = lone(tmp_path, "name,cost,text\nImp,2,Bites.\n")
    with pytest.raises(Failure) as failure:
        list(compose_print_faces(table.load(), planned(table), make_composer(table)))
    (problem,) = failure.value.problems
    assert problem.where.file == str(table.file)
    assert field == "cost.head" or problem.where.line == 2
    assert "--size" in problem.hint
