"""What people have in tables besides cells is used or named: columns, pictures, counts, signs."""

import json
import os
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import pytest
from msgspec.structs import replace
from PIL import Image
from workbooks import write_xlsx

from printgen.face.face import PlacedImage, PlacedMark
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import compose_print_faces, make_composer
from printgen.problems import Failure, Log
from printgen.rules.files.formats.text import read_markdown_tables
from printgen.rules.standalone.deck import TableDeck, read_deck


def lone(folder: Path, text: str, name: str = "cards.csv", **reading: Any) -> TableDeck:
    """A table of this text in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return TableDeck(folder / name, **reading)


def picture(path: Path, size: tuple[int, int] = (22, 25)) -> None:
    """A picture of one colour."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (120, 160, 90)).save(path)


def notes(table: TableDeck) -> list[str]:
    """What is noted of a table, without its file's name."""
    return [str(one).removeprefix(f"{table.file}:") for one in table.load().notes]


def wrong(table: TableDeck) -> str:
    with pytest.raises(Failure) as failure:
        table.load()
    return str(failure.value).replace(f"{table.file}:", "")


def items(table: TableDeck) -> list[list[object]]:
    """What each face holds that is a picture, and no ornament of its look."""
    game = table.load()
    (deck,) = plan_jobs(Request(), game)
    made = compose_print_faces(game, deck, make_composer(table))
    ornaments = "look-edge", "look-rays", "emblem-1"
    return [
        [
            one
            for one in face.items
            if isinstance(one, PlacedImage)
            or (isinstance(one, PlacedMark) and one.drawing.id not in ornaments)
        ]
        for face in made
    ]


@pytest.mark.parametrize("name", ["#", "Menge", "pieces", "Nr.", "Start quantity"])
def test_a_column_that_may_count_says_how_it_would(tmp_path: Path, name: str) -> None:
    (note,) = notes(lone(tmp_path, f"name,{name}\nImp,2\nOrc,3\n"))
    said = f"1:6: note: the column {name.rstrip('.')} does not set the number of copies\n"
    assert note == said + "  rename it to qty if it contains the number of copies"
    assert notes(lone(tmp_path, f"name,{name}\nImp,small\n")) == []
    # Five different numbers are those of the cards.
    rows = [f"Imp of {number},{number}" for number in range(5)]
    assert notes(lone(tmp_path, "\n".join([f"name,{name}", *rows]))) == []


def test_columns_are_left_out_by_name(tmp_path: Path) -> None:
    """In any case; what stands there is neither printed nor looked at."""
    text = "name,Notes,play.tests,art,cost\nImp,draft,3,gone.png,2\n"
    table = lone(tmp_path, text, leave="notes, Play.tests,art")
    assert {one.name: one.silent for one in table.load().table("cards").columns} == {
        "name": False,
        "cost": False,
        "Notes": True,
        "play tests": True,
        "art": True,
    }
    assert wrong(lone(tmp_path, text, leave="nots,art")) == (
        "--leave nots,art: error: no column is called nots\n  did you mean notes?"
    )


def test_every_sheet_may_be_a_deck(tmp_path: Path) -> None:
    """Each with a folder of its own; a sheet that is called so is that sheet."""
    book = {"A/B": [["name"], ["Imp"]], "Items": [["name"], ["Axe"]], "None": []}
    write_xlsx(tmp_path / "b.xlsx", book)
    found = TableDeck(tmp_path / "b.xlsx", sheet="all").split_sheets()
    assert [(one.name, one.load().about.id) for one in found] == [
        ("b.xlsx, sheet A/B", "b-A_B"),
        ("b.xlsx, sheet Items", "b-Items"),
    ]
    write_xlsx(tmp_path / "b.xlsx", {"A": [["name"], ["Imp"]], "all": [["name"], ["Axe"]]})
    (one,) = TableDeck(tmp_path / "b.xlsx", sheet="all").split_sheets()
    assert (one.sheet, one.load().about.id) == ("all", "b")


@pytest.mark.parametrize(("hue", "count"), [("7a1f1a", 1), ("#7a1f1a", 0), ("red", 0)])
def test_a_colour_without_its_sign_is_noted(tmp_path: Path, hue: str, count: int) -> None:
    note = '2:5: note: "7a1f1a" is printed as a word\n'
    note += "  write #7a1f1a if it is the colour of the card"
    assert notes(lone(tmp_path, f"name,color\nImp,{hue}\n")) == [note] * count


def test_a_column_of_nothing_is_noted(tmp_path: Path) -> None:
    (note,) = notes(lone(tmp_path, "name,met\nImp,\n"))
    assert note.startswith("1:6: note: the column met is empty, so not printed")
    (note,) = notes(lone(tmp_path, "name,met,felt,,\nImp,,,,\n"))
    assert note.startswith("1:6: note: 2 columns are empty, so not printed: met, felt")


@pytest.mark.parametrize("head", ["Copper,4", "1238", "move,-1,490", "9,Ace"])
def test_a_first_line_that_may_be_a_card_is_noted(tmp_path: Path, head: str) -> None:
    """A figure is hardly a name; what is no figure is."""
    (note,) = notes(lone(tmp_path, f"{head}\n{head}\n"))
    assert "is read as a column name, not as a card" in note
    assert notes(lone(tmp_path, "name,d6,2nd\nImp,1,2\n")) == []


@pytest.mark.parametrize(
    ("text", "prose", "said"),
    [
        ("Is **not**.", False, '2:5: note: "**" is printed as written'),
        ("3 :star:", False, '2:5: note: ":star:" is printed as written'),
        ("It **is not.", True, '2:5: note: "**" is printed as written'),
        ("Is **not**.", True, ""),
        ("At 12:30:45, a:b:c", False, ""),
    ],
)
def test_signs_of_prose_that_are_printed_are_noted(
    tmp_path: Path, text: str, prose: bool, said: str
) -> None:
    found = notes(lone(tmp_path, f'name,text\nImp,"{text}"\nOrc,"{text}"\n', prose=prose))
    assert len(found) == bool(said)
    assert all(said in one and "here and in 1 more\n" in one for one in found)


def test_a_deck_without_names_has_no_title(tmp_path: Path) -> None:
    """A long text beside figures or pictures is a text; by itself it is the title."""
    long = "Draw a card and gain gold for each of your friends."
    table = lone(tmp_path, f"cost,text\n3,{long}\n4,{long}\n")
    assert [one.name for one in table.load().table("cards").columns] == ["cost", "text"]
    assert len(items(table)) == 2
    picture(tmp_path / "a.png", (20, 20))
    table = lone(tmp_path, f"text,art\n{long},a.png\n")
    assert [one.name for one in table.load().table("cards").columns] == ["art", "text"]
    assert [len(one) for one in items(table)] == [1]
    table = lone(tmp_path, f"effect\n{long}\n")
    assert [one.name for one in table.load().table("cards").columns] == ["effect"]


def test_pictures_are_found_below_and_in_a_folder_that_is_named(tmp_path: Path) -> None:
    """The nearest first; two of one name are an error, and 0 is none."""
    picture(tmp_path / "here" / "art" / "heroes" / "imp.png")
    picture(tmp_path / "far" / "orc.png")
    text = "name,art\nImp,imp.png\nImp,heroes/imp.png\nOrc,orc.png\nElf,0\n"
    table = lone(tmp_path / "here", text, pictures=tmp_path / "far")
    assert [len(one) for one in items(table)] == [1, 1, 1, 0]
    assert "4:5: error: cannot find picture orc.png" in wrong(replace(table, pictures=None))
    picture(tmp_path / "here" / "old" / "imp.png")
    assert wrong(table).startswith(
        "2:5: error: 2 pictures are called imp.png\n  write art/heroes/imp.png or old/imp.png"
    )
    picture(tmp_path / "here" / "imp.png")
    assert len(items(table)) == 4


@pytest.mark.parametrize("cell", ["troll.pgn", "trol", "Trol.png", "sub/troll.png"])
def test_what_names_no_picture_has_the_nearest(tmp_path: Path, cell: str) -> None:
    for name in ("troll.png", "imp.png"):
        picture(tmp_path / "art" / name)
    table = lone(tmp_path, f"name,art\nTroll,{cell}\nImp,imp.png\n")
    said = f"2:7: error: cannot find picture {cell}\n  did you mean art/troll.png?"
    assert wrong(table) == said
    assert wrong(lone(tmp_path, f"name,image\nTroll,{cell}\n")) == said


@pytest.mark.parametrize(
    ("column", "files", "cells"),
    [
        ("art", ("troll.png", "old/elf.webp"), ("troll", "elf")),
        ("Bild", ("art/Zwerg 2.gif", "Ork.jpg"), ("art/Zwerg 2", "ork")),
        ("画像", ("ryu.gif", "far/oni.png"), ("ryu", "far/oni")),
        ("portrait", ("knight.png", "queen.jpeg"), ("knight.png", "queen")),
    ],
)
def test_a_picture_is_found_without_its_extension(
    tmp_path: Path, column: str, files: tuple[str, ...], cells: tuple[str, ...]
) -> None:
    for file in files:
        picture(tmp_path / file)
    text = f"name,{column}\n" + "".join(f"Card {n},{cell}\n" for n, cell in enumerate(cells))
    if "ork" in cells:  # a name in other letters is another name
        assert "cannot find picture ork\n  did you mean Ork.jpg?" in wrong(lone(tmp_path, text))
        text = text.replace("ork", "Ork")
    assert [len(one) for one in items(lone(tmp_path, text))] == [1, 1]
    if column == "portrait":  # whose first cell has an extension
        return
    assert not any(items(lone(tmp_path, text.replace(column, "title"))))
    for ending in (".png", ".gif", ".webp"):
        picture((tmp_path / files[0]).with_suffix(ending))
    assert f"pictures are called {cells[0]}\n  write " in wrong(lone(tmp_path, text))


def test_pictures_of_one_name_in_two_folders_are_told_apart(tmp_path: Path) -> None:
    """A template would not know which of them is meant, unless their extension is the same."""
    text = "name,art\nCard,wolf\n"
    for file in ("wolf.png", "art/wolf.png"):
        picture(tmp_path / file)
    assert [len(one) for one in items(lone(tmp_path, text))] == [1]
    picture(tmp_path / "art" / "wolf.gif")
    assert "pictures are called wolf\n  write " in wrong(lone(tmp_path, text))


@pytest.mark.parametrize("cell", ["ump.png", "goblin2.png"])
def test_another_short_name_or_number_is_no_guess(tmp_path: Path, cell: str) -> None:
    for name in ("imp.png", "goblin1.png"):
        picture(tmp_path / name)
    said = wrong(lone(tmp_path, f"name,art\nTroll,{cell}\nImp,imp.png\n"))
    assert "did you mean" not in said
    assert "--missing prints placeholders" in said


def test_a_column_called_art_may_say_whose_it_is(tmp_path: Path) -> None:
    table = lone(tmp_path, "name,art\nTroll,Rembrandt\n")
    assert table.load().table("cards").by_name["art"].type == "text"


def test_a_missing_picture_may_be_a_frame_with_its_name(tmp_path: Path) -> None:
    """Whatever the name looks like; one of a file that is there under another is asked after."""
    picture(tmp_path / "art/imp.png")
    cells = ("imp.png", "gone.png", "imp.pgn", "art1", "a hill", "0", "../orc.png", "Imp.PNG")
    rows = "".join(f"N{place},{cell}\n" for place, cell in enumerate(cells))
    table = lone(tmp_path, f"name,art\n{rows}", missing=True)
    told = [note.split("\n  ") for note in notes(table)]
    assert [found.partition("picture ")[2] for found, _ in told] == [
        "gone.png, and 3 more, so placeholders are printed",
        "imp.pgn, so a placeholder is printed",
        "Imp.PNG, so a placeholder is printed",
    ]
    hints = [hint.partition("?")[0] for _, hint in told]
    assert hints[1:] == ["did you mean art/imp.png"] * 2
    assert hints[0].startswith("put them next to cards.csv")
    assert [[type(one) for one in face] for face in items(table)] == [[PlacedImage], *[[]] * 7]
    shown = [row.cells["art"] for row in table.load().table("cards").rows]
    assert [name and name.replace("\u00ad", "") for name in shown] == [
        None if cell in ("imp.png", "0") else cell for cell in cells
    ]


def test_where_pictures_may_be_missing_a_column_called_art_holds_them(tmp_path: Path) -> None:
    table = lone(tmp_path, f"name,art\nImp,art1\nOrc,{'far/' * 12}orc\n", missing=True)
    imp, orc = (row.cells["art"] for row in table.load().table("cards").rows)
    assert (imp, len(orc.replace("\u00ad", "")), orc[-1]) == ("art1", 30, "…")
    taken = lone(tmp_path, "name,art,art picture\nImp,art1,x\n", missing=True)
    said = "1:10: error: the name art picture is reserved for art\n  rename the column"
    assert said in wrong(taken)


def test_pictures_that_are_nowhere_are_told_once(tmp_path: Path) -> None:
    """A column of them, and an address in the web as what it is."""
    table = lone(tmp_path, "name,art\nImp,imp.png\nOrc,orc.png\nElf,elf.png\nElf,elf.png\n")
    said = "cannot find picture imp.png, and 2 more\n  put them next to cards.csv"
    assert wrong(table).startswith(f"2:5: error: {said}")
    assert len(notes(replace(table, missing=True))) == 1
    address = "https://where.example/imp?as=png"
    table = lone(tmp_path, f"name,art\nImp,{address}\n")
    said = f"2:5: error: cannot find picture {address}\n  printgen downloads no pictures"
    assert said in wrong(table)
    table = lone(tmp_path, f"name,art\nImp,{address}.png\n", missing=True)
    assert "so a placeholder is printed" in notes(table)[0]


@pytest.mark.slow
def test_a_photograph_over_the_bound_is_made_smaller(tmp_path: Path) -> None:
    """To 300 dpi of its place; one that is not stays as it is."""
    picture(tmp_path / "large.jpg", (4600, 5300))
    picture(tmp_path / "small.jpg", (1500, 1730))
    table = lone(tmp_path, "name,art\nA,large.jpg\nB,small.jpg\n")
    ((large,), (small,)) = items(table)
    assert isinstance(large, PlacedImage)
    assert isinstance(small, PlacedImage)
    width, height = Image.open(BytesIO(large.data)).size
    assert width == round(large.width / 25.4 * 300)
    assert height == round(large.height / 25.4 * 300)
    assert Image.open(BytesIO(small.data)).size[0] == 1500 or small.data[:2] == b"\xff\xd8"
    assert max(Image.open(BytesIO(small.data)).size) > 1400


def test_a_damaged_picture_names_its_cell(tmp_path: Path) -> None:
    picture(tmp_path / "a.png")
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:60])
    table = lone(tmp_path, "name,art\nA,a.png\nB,b.png\n")
    with pytest.raises(Failure) as failure:
        items(table)
    said = str(failure.value).replace(str(table.file), "cards.csv")
    assert said.startswith(
        "cards.csv:3:3: error: b.png is not a valid PNG, JPEG, WebP or GIF file\n"
    )


def test_a_deck_is_printed_in_any_size(tmp_path: Path) -> None:
    game = lone(tmp_path, "name,cost\nImp,2\n").load()
    for typed in ("65.8 x 76", "deck = 65.8 × 76 mm"):
        (job,) = plan_jobs(Request(sizes=(typed,)), game)
        size = job.size
        assert size is not None
        assert (size.width, size.height) == (65.8, 76)
    for typed in ("4 x 76", "big"):
        with pytest.raises(Failure, match="size"):
            plan_jobs(Request(sizes=(typed,)), game)


def rows(table: TableDeck) -> list[dict[str, object]]:
    return [dict(row.cells) for row in table.load().table("cards").rows]


def test_bars_separate_cells(tmp_path: Path) -> None:
    """Only if they are in each line, and no usual delimiter is in the heading."""
    table = lone(tmp_path, "name|cost|text\nImp|2|Bites, scratches\nOrc|3|\n")
    assert rows(table)[0] == {"name": "Imp", "cost": "2", "text": "Bites, scratches"}
    assert notes(table) == []
    assert rows(lone(tmp_path, "name,text\nImp,a|b\n")) == [{"name": "Imp", "text": "a|b"}]


@pytest.mark.parametrize("char", ":/^~=\\")
def test_another_separator_is_noted(tmp_path: Path, char: str) -> None:
    text = "name:cost\nImp:2\nOrc:3\n".replace(":", char)
    (note,) = notes(lone(tmp_path, text))
    assert note == (
        f'1: note: each line contains "{char}", which is not read as the end of a cell\n'
        "  separate cells with commas if you meant several columns"
    )
    assert notes(lone(tmp_path, text + "Elf\n")) == []


def test_invisible_characters_are_read_as_what_they_mean(tmp_path: Path) -> None:
    """A separator of lines within a cell, a byte of cp1252, and what has no meaning in print."""
    table = lone(tmp_path, "name,text\nImp,one\u2028two\nOrc,it\x92s\u200b \x07big\n")
    assert [row["text"] for row in rows(table)] == ["one\ntwo", "it’s\u200b big"]
    (note,) = notes(table)
    assert note == (
        "2:8: note: invisible characters: U+0007 is left out; U+0092 is read as ’;"
        " U+2028 is read as a line break\n  delete them if you meant none"
    )
    table = lone(tmp_path, r'[{"name": "Imp", "text": "a\u2060\u000bb"}]', "cards.json")
    assert rows(table) == [{"name": "Imp", "text": "a\nb"}]
    (note,) = notes(table)
    assert "U+000B is read as a line break; U+2060 is left out" in note


def test_cells_left_out_at_the_end_are_empty(tmp_path: Path) -> None:
    table = lone(tmp_path, "name,cost,text\nImp,2,Bites\nOrc\nElf,3\n")
    assert rows(table)[1:] == [
        {"name": "Orc", "cost": None, "text": None},
        {"name": "Elf", "cost": "3", "text": None},
    ]
    (note,) = notes(table)
    assert note == (
        "3:1: note: 1 cell under 3 column names, here and in 1 more line: the last are read as"
        " empty\n  write one cell per column; put quotes around text with a comma"
    )


def test_a_gif_is_printed(tmp_path: Path) -> None:
    picture(tmp_path / "a.gif", (66, 75))
    ((image,),) = items(lone(tmp_path, "name,art\nImp,a.gif\n"))
    assert isinstance(image, PlacedImage)
    assert Image.open(BytesIO(image.data)).format == "PNG"


@pytest.mark.parametrize("name", ["Zoë.png", "art/ñu.png", "häuser/pão.png"])
@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_picture_is_found_however_its_accents_are_written(
    tmp_path: Path, name: str, forms: tuple[Literal["NFC", "NFD"], Literal["NFC", "NFD"]]
) -> None:
    """A Mac writes letters and accents apart in the names of files."""
    typed, saved = (normalize(form, name) for form in forms)
    picture(tmp_path / saved)
    ((image,),) = items(lone(tmp_path, f"name,art\nGnu,{typed}\n"))
    assert isinstance(image, PlacedImage)
    said = wrong(lone(tmp_path, f"name,art\nGnu,{typed.replace('.', 'x.')}\n"))
    assert "picture" in said


@pytest.mark.parametrize(
    ("column", "cells", "said"),
    [
        ("image", "2_of_cups queen_of_cups", 'no picture is called "2_of_cups", and 1 more'),
        ("Bild", "wolf-2 wolf-3", 'no picture is called "wolf-2", and 1 more'),
        ("art", "old_mill red_barn", 'no picture is called "old_mill", and 1 more'),
        ("art", "old_mill Charcoal", ""),
        ("place", "old_mill red_barn", ""),
    ],
)
def test_names_without_extensions_that_are_printed_as_texts_are_noted(
    tmp_path: Path, column: str, cells: str, said: str
) -> None:
    rows = "".join(f"Imp {number},{cell}\n" for number, cell in enumerate(cells.split()))
    found = notes(lone(tmp_path, f"name,{column}\n{rows}"))
    assert len(found) == bool(said)
    assert not said or (said in found[0] and "--missing" in found[0])


@pytest.mark.parametrize(
    ("column", "cells", "said"),
    [
        ("back", "Bog Bog b1.png", 'no picture is called "b1.png", so'),
        ("back", "Bog b1.PNG Bog b2.jpg Fen", 'no picture is called "b1.PNG", and 1 more, so'),
        ("note", "Bog Bog b1.svg", 'no picture is called "b1.svg", so'),
        ("text", "Bog Bog b1.tiff", 'no picture is called "b1.tiff", so'),
        ("art", "Bog Bog art/b1.webp", "b1.webp"),
        ("back", "Bog Bog Fen", ""),
        ("back", "Bog v1.5 No.5", ""),
    ],
)
def test_a_file_name_among_texts_is_noted(
    tmp_path: Path, column: str, cells: str, said: str
) -> None:
    rows = "".join(f"Imp {number},{cell}\n" for number, cell in enumerate(cells.split()))
    table = lone(tmp_path, f"name,{column}\n{rows}")
    found = [wrong(table)] if column == "art" else notes(table)
    assert len(found) == bool(said)
    assert not said or said in found[0]


def test_a_name_in_a_column_with_a_role_is_not_noted(tmp_path: Path) -> None:
    """Its picture may exist, and it is asked to be text."""
    picture(tmp_path / "b1.png")
    text = "name,extra\nImp,b1.png\nOrc,b2.png\nElf,Bog\n"
    assert not notes(lone(tmp_path, text, role="extra=text"))


def test_a_web_address_among_texts_is_not_noted(tmp_path: Path) -> None:
    text = "name,text\nImp,Bog\nOrc,https://a.example/b.png\nElf,Bog\n"
    assert not notes(lone(tmp_path, text))


def test_a_picture_in_a_folder_above_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture(tmp_path / "wolf_1.png")
    table = lone(tmp_path / "decks", "name,image\nImp,wolf_1\n")
    assert not notes(table)
    assert any(isinstance(item, PlacedImage) for item in items(table)[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("&lt;5", "&lt; is printed as written\n  write < instead"),
        ("Bed &amp; bread", "write & instead"),
        ("1&nbsp;000", "&nbsp; is printed as written\n  type a no-break space, or a space"),
        ("1&ensp;000", "type an en space, or a space"),
        ("fire&shy;ball", "type a soft hyphen, or delete it"),
        ("Bog&#10;Fen", "write a line break into the cell instead"),
        ("Bog&#9;Fen", "write a space instead"),
        ("Bog&#32;Fen", "write a space instead"),
        ("Bog&#0;Fen", "delete it"),
        ("Bog&#1;Fen", "delete it"),
        ("&foo; &lt;", "&lt; is printed as written\n  write < instead"),
        ("It&#39;s", "write ' instead"),
        ("2 &times; 3", "write × instead"),
        ("R&D; or AT&T", ""),
        ("<b>&lt;5</b>", ""),
        ("&lt;5", "--prose"),
    ],
)
def test_a_character_as_html_writes_it_is_noted(tmp_path: Path, text: str, said: str) -> None:
    """With a tag in its cell, or as prose, it is read."""
    is_prose = said == "--prose"
    table = lone(tmp_path, f"name,text\nImp,{text}\nOrc,{text}\n", prose=is_prose)
    found = [note for note in notes(table) if "as written" in note]
    assert len(found) == bool(said and not is_prose)
    assert is_prose or not said or said in found[0]


@pytest.mark.parametrize(
    "text",
    [
        "| name | cost |\n|---|---|\n| Imp | 3 |\n| Orc | 4 |\n",
        "name | cost\n--- | ---\nImp | 3\nOrc | 4\n",
        "|name|cost|\n|:--|--:|\n|Imp|3|\n|Orc|4|\n",
        "Monsters\n\n| name | cost |\n| - | :-: |\n| Imp | 3 |\n| Orc | 4 |\n",
        "| name | cost |\r\n|------|------|\r\n| Imp  | 3    |\r\n| Orc  | 4    |\r\n",
        "|name|cost|\n|----+----|\n|Imp|3|\n|Orc|4|\n",
    ],
)
def test_the_line_of_dashes_of_a_markdown_table_is_no_card(tmp_path: Path, text: str) -> None:
    """Such a table is pasted, or saved as CSV."""
    rows = lone(tmp_path, text).load().table("cards").rows
    assert [tuple(row.cells.values()) for row in rows] == [("Imp", "3"), ("Orc", "4")]


@pytest.mark.parametrize("text", ["name|cost\nImp|-\nOrc|4\n", "name,cost\n-,-\nOrc,4\n"])
def test_a_dash_in_a_cell_is_one(tmp_path: Path, text: str) -> None:
    rows = lone(tmp_path, text).load().table("cards").rows
    assert len(rows) == 2
    assert "-" in str(rows[0].cells["cost"]) or "–" in str(rows[0].cells["cost"])


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("name|cost\nImp|3\n-|-\nOrc|4\n", 3),
        ("name|cost\n-|-\nOrc|4\n", 2),
        ("name|cost\nImp|3\n---|---\nOrc|4\n", 3),
        ("|name|cost|\n|-|-|\n|-|-|\n|Orc|4|\n", 2),
        ("name;text\nImp;a\n|-|\n", 2),
        ("name;text\nImp;a|b\n|---|\nOrc;c\n", 3),
        ('name,text\nImp,"a\n|-|\nb"\nOrc,c\n', 2),
    ],
)
def test_dashes_among_the_data_are_a_card(tmp_path: Path, text: str, count: int) -> None:
    assert len(lone(tmp_path, text).load().table("cards").rows) == count


def test_dashes_among_the_data_of_a_markdown_text_are_a_row() -> None:
    text = "| name | cost |\n|-|-|\n| - | - |\n| Imp | 3 |\n|-----+---|\n| Orc | 4 |\n"
    (table,) = read_markdown_tables(text, "a.md", Log())
    names = [str(line[0].data) for line in table.lines]
    assert names == ["name", "-", "Imp", "Orc"]


@pytest.mark.parametrize("names", ["big_ax long_bow red_cup", "a-1 a-2 a-3", "12_of_cups w_x y_z"])
def test_a_missing_picture_without_its_extension_is_no_text(tmp_path: Path, names: str) -> None:
    first, *others = names.split()
    picture(tmp_path / f"{first}s.png")
    lines = "\n".join(f"{number},{name}" for number, name in enumerate(names.split()))
    said = wrong(lone(tmp_path, f"name,image\n{lines}\n"))
    assert f"did you mean {first}s.png?" in said
    assert others[0] in said
    assert "not a picture" not in said
    said = wrong(lone(tmp_path, f"name,image\n{lines}\n4,a text of words\n"))
    assert "“a text of words” is not a picture" in said


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("- How are you?\n- Why, and when?\n", "cards.yaml"),
        ('["Sing a song.", "Hum"]', "cards.json"),
        ("# ask\n- 1\n- two\n", "cards.yml"),
    ],
)
def test_each_text_of_a_list_is_a_card(tmp_path: Path, text: str, name: str) -> None:
    cards = rows(lone(tmp_path, text, name))
    assert [{*card} for card in cards] == [{"text"}, {"text"}]
    assert str(cards[1]["text"]) in text
    assert "no lists of records" in wrong(lone(tmp_path, "[[1], [2]]", "cards.json"))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("name\ttext\tqty\nTricks\t\t\nSwap\tSwap two.\t4\nHit\tHit one.\t3\n", "Tricks"),
        ("id\thp\tspeed\tname\n1\t5\t6\tTern\n2\t7\t8\tLark\n5\t7\t8\tElk\n3\t\t\t\n", "3"),
        ("a\tb\tc\nOwl\tbig\t3\nElk\tbig\t2\nFox\tred\t1\nEnd of list\t\t\n", "End of list"),
    ],
)
def test_a_line_with_one_cell_is_noted(tmp_path: Path, text: str, first: str) -> None:
    noted = [note for note in notes(lone(tmp_path, text, "cards.tsv")) if "only cell" in note]
    assert [f'"{first}"' in note for note in noted] == [True]
    # If most lines are so, they are what the deck is.
    text = f"name\ttext\tqty\n{first}\t\t\nSwap\t\t\nHit\tHit one.\t3\n"
    assert not [note for note in notes(lone(tmp_path, text, "cards.tsv")) if "only cell" in note]


def test_a_long_text_alone_in_its_line_leaves_room_for_the_number_of_others(tmp_path: Path) -> None:
    lone_lines = "".join(f"{number} {'and so on ' * 30}\n" for number in range(3))
    text = "name\tcost\ttext\n" + "Imp\t2\tBites.\n" * 5 + lone_lines
    (noted,) = [note for note in notes(lone(tmp_path, text, "cards.tsv")) if "only cell" in note]
    assert "more line" in noted


def test_a_web_address_is_told_before_a_similar_name(tmp_path: Path) -> None:
    picture(tmp_path / "orc.png")
    said = wrong(lone(tmp_path, "name,art\nOrc,orc.png\nOrk,https://example.org/ork.png\n"))
    assert said == (
        "3:5: error: cannot find picture https://example.org/ork.png\n"
        "  printgen downloads no pictures: save them, and write their file names"
    )


def test_the_folder_of_output_is_not_searched(tmp_path: Path) -> None:
    """It may have pictures of the printed cards."""
    picture(tmp_path / "to-print/cards/pictures/deck-300/orc.png")
    text = "name,art\nOrc,orc.png\n"
    assert "cannot find" in wrong(lone(tmp_path, text, output=tmp_path / "to-print"))
    picture(tmp_path / "art/orc.png")
    assert rows(lone(tmp_path, text, output=tmp_path / "to-print"))[0]["art"] == "orc.png"


NO_HEADINGS = {
    "Wolf,Fox,Bear\nHare,Stoat,Elk\nOtter,Mole,Ox\n": "animal,foe,friend",
    "Sail on the tide\nBuy the fish of the day\nPay a tax\nPaint the hull of a boat\n": "task",
    "Oak;strong wood\nElm;a wood that lasts under water\nFir;soft\n": "tree,text",
}


@pytest.mark.parametrize("text", NO_HEADINGS)
def test_a_first_line_like_the_others_may_be_a_card(tmp_path: Path, text: str) -> None:
    """--columns names the columns, and the first line is a card."""
    (note,) = notes(lone(tmp_path, text))
    assert note.startswith("1:1: note: the first line is read as column names: ")
    names = note.rpartition("name the columns: --columns ")[2]
    assert len(names.split(",")) == len(NO_HEADINGS[text].split(","))
    table = lone(tmp_path, text, columns=NO_HEADINGS[text])
    assert notes(table) == []
    assert [*rows(table)[0]] == NO_HEADINGS[text].split(",")
    assert len(rows(table)) == text.count("\n")
    assert [*rows(table)[0].values()] == text.split("\n")[0].replace(";", ",").split(",")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Jo;Lives in a house by the sea.;4;wolf\nMo;Sells bread at the market.;3;fox\n",
            "name,text,value1,value2",
        ),
        ('7,"elk",1,20\n8,"ox",1,9\n', "value1,name,value2,value3"),
        ("3,Red,Draw a card from the hand.\n4,Blue,Give one of them away.\n", "value1,name,text"),
        (
            "soft,,Sit until the bell,,\nloud,ho,Clap as often as you can,,sing\ndim,,Name it,,\n",
            "name,value1,text,value2",
        ),
        ("1,J,,Pine\n2,J,b,Pine crane\n3,F,,Plum\n4,F,b,Plum bird\n", "value1,value2,value3,name"),
        ("Long axe,melee,4\nShort axe,melee,3\nElf bow,far,2\n", "name,value1,value2"),
    ],
)
def test_a_first_line_that_may_be_a_card_gets_names_by_its_cells(
    tmp_path: Path, text: str, names: str
) -> None:
    """The longest cells are the text, and the words with most different cells are the names."""
    last_line = "\n".join(notes(lone(tmp_path, text))).splitlines()[-1]
    assert last_line.endswith(f"--columns {names}")


def test_a_header_without_some_names_is_reported_once(tmp_path: Path) -> None:
    assert wrong(lone(tmp_path, "birds\nLark,2,wood\nOwl,3,barn\nWren,1,hedge\n")) == (
        "1:1: error: 1 column name above lines of 3 cells\n"
        "  name each column here, or put quotes around text with a comma"
    )
    said = wrong(lone(tmp_path, "birds\nLark,2,wood\nOwl,3\n"))
    assert said.startswith("2:6: error: 3 cells under 1 column name\n")


def test_the_fields_of_records_are_no_card(tmp_path: Path) -> None:
    assert notes(lone(tmp_path, '{"Jo": {"2": "a", "3": "b"}, "Mo": {"2": "c"}}', "c.json")) == []


@pytest.mark.parametrize(
    ("comments", "names"),
    [
        ("# birds.csv - a list of birds\n# id: number, name: as it is called\n", "id,name,den"),
        ("# of which: den, the place, food\n", "rank,den,food"),
        ("# made by hand in the winter of the year, with a pen\n", "Name,Cost,Text"),
    ],
)
def test_comments_above_the_names_are_no_names(tmp_path: Path, comments: str, names: str) -> None:
    table = lone(tmp_path, f"{comments}{names}\n1,Lark,field\n2,Owl,wood\n")
    assert {*rows(table)[0]} == {*names.split(",")}
    assert len(rows(table)) == 2
    assert len(notes(table)) == comments.count("\n")


@pytest.mark.parametrize("head", ["# of cards,name", "#,name", "# hp,name"])
def test_a_name_with_a_number_sign_is_no_comment(tmp_path: Path, head: str) -> None:
    assert {*rows(lone(tmp_path, f"{head}\n2,Lark\n3,Owl\n"))[0]} == {*head.split(",")}


@pytest.mark.parametrize(
    ("word", "keys"), [("titulo", "7 9"), ("nom", "101 102"), ("Titel", "1 2 3")]
)
def test_a_number_as_the_key_of_a_record_is_no_title(tmp_path: Path, word: str, keys: str) -> None:
    records = {key: {word: f"The tower of {key}", "hue": "grey"} for key in keys.split()}
    table = lone(tmp_path, json.dumps(records), "cards.json")
    assert next(iter(rows(table)[0])) == word
    named = {f"no {key}": {"hue": "grey"} for key in keys.split()}
    assert next(iter(rows(lone(tmp_path, json.dumps(named), "named.json"))[0])) == "name"


@pytest.mark.parametrize(
    ("items", "cell"),
    [
        (["You fall.", "Take card 4, and rest."], "You fall.\nTake card 4, and rest."),
        (["Run!", "Hide"], "Run!\nHide"),
        (["a fox, red", "an owl"], "a fox, red\nan owl"),
        (["fox", "owl"], "fox, owl"),
    ],
)
def test_a_list_of_sentences_has_a_line_for_each(
    tmp_path: Path, items: list[str], cell: str
) -> None:
    table = lone(tmp_path, json.dumps([{"name": "Well", "said": items}]), "cards.json")
    source = read_deck(table, Log())
    assert source
    assert source.rows[0].get("said").data == cell


@pytest.mark.parametrize(
    "text",
    [
        "Might,Order\n3,Wolf\n12,Fox\n",
        "name,Verb\nWolf,run\nBadger,dig\n",
        "Verb,Noun\nWalk to the market,Fish\nSail home,Ox\n",
    ],
)
def test_a_line_of_names_is_not_doubted(tmp_path: Path, text: str) -> None:
    assert notes(lone(tmp_path, text)) == []


def test_names_of_columns_that_do_not_fit_are_an_error(tmp_path: Path) -> None:
    said = "1:1: error: 2 names for 3 columns\n  write 3 names, separated by commas"
    assert said in wrong(lone(tmp_path, "Wolf,2,Bites\nFox,3\n", columns="name,cost"))
    said = "error: the columns of this file have names\n  remove --columns"
    assert said in wrong(lone(tmp_path, '[{"name": "Imp"}]', "c.json", columns="name"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (",Stats,Stats,\nName,Might,Speed,Text\nImp,2,3,Bites\n", "Name, Text"),
        ("name,cost\nName,Cost\nImp,2\n", "Name, Cost"),
        ("Karte,,Regeln\nTitel,Kosten,Text\nImp,2,Beisst\n", "Titel, Kosten, Text"),
    ],
)
def test_a_second_line_of_names_is_an_error(tmp_path: Path, text: str, names: str) -> None:
    said = wrong(lone(tmp_path, text))
    assert f"error: a second line of column names: {names}\n  write one line of names" in said
    assert rows(lone(tmp_path, "name,kind,text\nThe name,Type,Long\n"))[0]["name"] == "The name"


@pytest.mark.parametrize("error", ["#N/A", "#REF!", "#DIV/0!"])
def test_an_error_of_a_spreadsheet_is_told_once_for_each_column(tmp_path: Path, error: str) -> None:
    """In a workbook and in the text that is exported from it; --empty reads it as empty."""
    text = f"name,a,b\nImp,{error},2\nOrc,{error},{error}\nElf,1,3\n"
    book = [["name", "a", "b"], ["Imp", error, 2], ["Orc", error, error], ["Elf", 1, 3]]
    write_xlsx(tmp_path / "c.xlsx", {"Cards": book})
    for table in (lone(tmp_path, text), TableDeck(tmp_path / "c.xlsx")):
        first, second = [line for line in wrong(table).split("\n") if "error:" in line]
        assert first.endswith(
            f"the cell has the error {error}, here and in 1 more cell of the column"
        )
        assert second.endswith(f"the cell has the error {error}")
        read = replace(table, empty=f"-, {error}")
        assert [row["a"] for row in rows(read)] == [None, None, "1"]
        assert "the cell has the error" in wrong(replace(table, empty="-"))


def test_a_word_that_is_no_error_is_printed(tmp_path: Path) -> None:
    table = lone(tmp_path, "name,a\nImp,N/A\nOrc,#1\nElf,-\n")
    assert [row["a"] for row in rows(table)] == ["N/A", "#1", "-"]
    assert [row["a"] for row in rows(replace(table, empty="-,N/A"))] == [None, "#1", None]


@pytest.mark.parametrize(
    ("folder", "cell"),
    [
        ("data", "../art/imp.png"),
        ("data/csv", "..\\\\..\\\\art\\\\imp.png"),
        ("a/b", "art/imp.png"),
    ],
)
def test_a_picture_above_the_table_is_found_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, cell: str
) -> None:
    """At most two levels above, and inside the working folder."""
    picture(tmp_path / "art" / "imp.png")
    cell = cell.replace("\\\\", "\\")
    table = lone(tmp_path / folder, f"name,art\nImp,{cell}\n")
    monkeypatch.chdir(tmp_path)
    assert [len(one) for one in items(table)] == [1]
    monkeypatch.chdir(tmp_path / folder)
    told = wrong(table)
    assert "cannot find picture" in told
    if cell.startswith(".."):
        assert f"cd {os.path.relpath(tmp_path)}, and name {Path(folder, 'cards.csv')} there" in told
    monkeypatch.chdir(tmp_path)
    deep = lone(tmp_path / "a/b/c", "name,art\nImp,../../../art/imp.png\n")
    assert "cannot find picture" in wrong(deep)


def test_a_path_that_leads_to_two_pictures_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One above, as the path says, and one beside the table."""
    monkeypatch.chdir(tmp_path)
    picture(tmp_path / "art" / "imp.png")
    picture(tmp_path / "data" / "art" / "imp.png")
    table = lone(tmp_path / "data", "name,art\nImp,../art/imp.png\n")
    assert "2 pictures are called ../art/imp.png\n  rename one of them" in wrong(table)
    table = lone(tmp_path / "data", "name,art\nImp,art/imp.png\n")
    assert [len(one) for one in items(table)] == [1]


@pytest.mark.parametrize("ending", ["tif", "BMP", "svgz"])
def test_a_picture_in_another_format_says_what_to_save(tmp_path: Path, ending: str) -> None:
    text = f"name,art\nImp,imp.{ending}\nOrc,orc.{ending}\n"
    (tmp_path / f"imp.{ending}").write_bytes(b"II*")
    said = f"2:5: error: cannot read picture imp.{ending}, and 1 more\n  save pictures as .png"
    assert wrong(lone(tmp_path, text)).startswith(said)
    picture(tmp_path / "imp.png")
    assert "did you mean imp.png?" in wrong(lone(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "place", "listed"),
    [
        ("- name: Imp\n  text: Draw #2 card\n", "2:14", "#2 card"),
        (
            "cards:\n- {name: Orc, hp: 3}\n- name: Elf # fast\n  text: Is #1 # no\n",
            "3:13",
            "# fast",
        ),
        ("- name: Imp\n  text: Draw   #2 card\n", "2:16", "#2 card"),
        ("Imp:\n  text: One #a\nOrc:\n  text: Two\n  hp: 3 # low\n", "2:13", "#a, # low"),
    ],
)
def test_a_comment_after_a_value_may_be_meant_as_text(
    tmp_path: Path, text: str, place: str, listed: str
) -> None:
    (note,) = notes(lone(tmp_path, text, "cards.yaml"))
    assert note.startswith(f"{place}: note: comments after values are not printed: {listed}")


def test_comments_elsewhere_have_no_note(tmp_path: Path) -> None:
    """On lines of their own, after text in quotes, and signs within words."""
    text = "# My deck\ncards: # all of them\n  # elves\n- name: 'C#' # sharp\n  key: a#b\n"
    assert notes(lone(tmp_path, text, "cards.yaml")) == []
    assert notes(lone(tmp_path, "name,text\nImp,Draw #2 card\n")) == []


@pytest.mark.parametrize(
    ("cell", "tag"),
    [
        ("Give <b> dice", "<b>"),
        ("Add <i>1 to <b>2</b>", "<i>"),
        ("<B>Fast</b> <em>then <strong>slow</strong>", "<em>"),
    ],
)
def test_a_tag_that_is_not_closed_is_noted(tmp_path: Path, cell: str, tag: str) -> None:
    (note,) = notes(
        lone(
            tmp_path,
            f"name,text\nImp,<p>Runs<br>fast\nOrc,{cell}\n",
        )
    )
    assert note.startswith(f"3:5: note: {tag} is not closed")
    assert notes(lone(tmp_path, "name,text\nImp,<p>A <b>b</b><br><I>c</i> d\n")) == []
