"""Looks of the deck of a table: each prints the same fields, in another frame and other inks."""

from pathlib import Path

import pytest
import yaml
from PIL import Image

from printgen.rules.standalone import column_names
from printgen.system.bundled import get_looks_folder
from tests.command_line import Printgen

COLOURS = [
    *yaml.safe_load(Path(column_names.__file__).with_name("kind_colours.yaml").read_text("utf-8"))
]
LOOKS = sorted(path.name for path in get_looks_folder().iterdir())
DECKS = {
    "texts": "name,type,text\nFog,Event,Nobody shoots.\nTroll,Foe,It cannot move in daylight.\n",
    "figures": "name,type,attack,defence,speed,range\nGolem,Foe,7,9,2,1\nWolf,Beast,4,3,8,12\n",
    "all": "name,cost,type,text,flavour,attack,artist\nTroll,3,Foe,Hits hard.,So be it.,4,Ada\n"
    "Imp,12,Beast,Bites.,,1,Bob\n",
    "colours": "name,cost,type,text,hp\n"
    + "".join(f"{name} imp,{at},{name},Bites.,{at}\n" for at, name in enumerate(COLOURS)),
}


def test_a_look_is_a_folder_of_three_files() -> None:
    assert "crest" in LOOKS
    assert len(LOOKS) >= 3
    for name in LOOKS:
        files = sorted(path.name for path in (get_looks_folder() / name).iterdir())
        assert files == ["look-edge.svg", "look-rays.svg", "look.css"]


@pytest.mark.slow
@pytest.mark.quick("folio-low")
@pytest.mark.parametrize("ink", ["colour", "grey", "low"])
@pytest.mark.parametrize("look", LOOKS)
def test_each_look_is_proofed_in_each_ink(
    printgen: Printgen, tmp_path: Path, look: str, ink: str
) -> None:
    for name, text in DECKS.items():
        (tmp_path / f"{name}.csv").write_text(text, "utf-8")
    tables = [tmp_path / f"{name}.csv" for name in DECKS]
    said = printgen("build", *tables, "--look", look, "--ink", ink, "-o", tmp_path / "out")
    assert (said.code, said.err) == (0, "")


@pytest.mark.quick(every=5)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "title",
    ["Owl", "Ship of the line in a bay", "Rindfleischetikettierungsamt", "word of many " * 4],
    ids=["short", "limit", "long-word", "long"],
)
def test_titles_of_any_length_are_readable(
    printgen: Printgen, tmp_path: Path, look: str, title: str
) -> None:
    """Only where all titles of a deck are short may they be light: small light letters fill in."""
    text = f"name,cost,type,art\n{title},3,Foe,owl.png\nElk,12,Beast,owl.png\n"
    (tmp_path / "all.csv").write_text(text, "utf-8")
    Image.new("RGB", (60, 40), "olive").save(tmp_path / "owl.png")
    said = printgen("build", tmp_path / "all.csv", "--look", look, "-o", tmp_path / "out")
    assert (said.code, "error" in said.err) == (0, False)


@pytest.mark.slow
def test_looks_differ_and_the_usual_one_needs_no_option(printgen: Printgen, tmp_path: Path) -> None:
    (tmp_path / "all.csv").write_text(DECKS["all"], "utf-8")
    printed = {}
    for look in ("", *LOOKS):
        option = ("--look", look) if look else ()
        assert printgen("build", tmp_path / "all.csv", *option, "-o", tmp_path).code == 0
        printed[look] = (tmp_path / "all" / "deck.pdf").read_bytes()
    assert printed[""] == printed["crest"]
    assert len({*printed.values()}) == len(LOOKS)


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("box", ["0 0 9 9", "0 0 30 9", "0 0 9 30"], ids=["square", "wide", "high"])
def test_a_drawing_of_any_shape_fits_with_and_without_a_type(
    printgen: Printgen, tmp_path: Path, box: str
) -> None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><path d="M0 0h9v9z"/></svg>'
    (tmp_path / "imp.svg").write_text(drawing, "utf-8")
    (tmp_path / "bare.csv").write_text("name,art\nImp,imp.svg\nOrc,\n", "utf-8")
    (tmp_path / "typed.csv").write_text("name,type,art\nImp,Foe,imp.svg\nOrc,Elf,\n", "utf-8")
    tables = tmp_path / "bare.csv", tmp_path / "typed.csv"
    said = printgen("build", *tables, "-o", tmp_path / "out")
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize("length", [15, 150, 230])
def test_a_text_below_a_picture_fits_with_all_other_parts(
    printgen: Printgen, tmp_path: Path, length: int
) -> None:
    """The picture leaves room for a type, a flavour, figures and an artist."""
    Image.new("RGB", (60, 45), "olive").save(tmp_path / "imp.png")
    text = ("Draw a card and discard one of the cards in your hand. " * 5)[:length].strip()
    (tmp_path / "all.csv").write_text(
        "name,cost,type,text,flavour,art,might,hp,artist\n"
        f"Imp,3,Demon,{text},It bites.,imp.png,2,5,Ann Smith\n",
        "utf-8",
    )
    said = printgen("build", tmp_path / "all.csv", "-o", tmp_path / "out")
    assert said.code == 0, said.err


@pytest.mark.parametrize(("width", "is_noted"), [(300, True), (130, False)])
def test_a_picture_that_loses_much_is_noted(
    printgen: Printgen, tmp_path: Path, width: int, is_noted: bool
) -> None:
    """The note names all its rows once, and says how much is shown."""
    Image.new("RGB", (width, 100), "olive").save(tmp_path / "owl.png")
    (tmp_path / "all.csv").write_text(
        "name,text,art\nOwl,Hoot.,owl.png\nElk,Run.,owl.png\n", "utf-8"
    )
    said = printgen("build", tmp_path / "all.csv", "-o", tmp_path / "out")
    assert said.code == 0
    assert said.err.count("% of the picture is shown") == is_noted
    assert ("all.csv:3:1" in said.err) == is_noted


@pytest.mark.parametrize(
    ("kind", "emblem"),
    [
        ("Creature", "beast"),
        ("SOLDIERS", "soldier"),
        ("Boss monster", "beast"),  # its last word is the main one
        ("Événement", "event"),
        ("Gebäude", "building"),
        ("Quux", ""),
    ],
)
def test_the_emblem_of_a_kind_shows_what_its_name_means(kind: str, emblem: str) -> None:
    assert column_names.find_emblem(kind) == emblem


def test_each_emblem_has_a_drawing_and_each_drawing_a_word() -> None:
    drawings = {path.stem for path in get_looks_folder().parent.glob("kind-emblem-*.svg")}
    named = {name.removeprefix("kind-emblem-") for name in drawings}
    numbers = {name for name in named if name.isdigit()}
    assert numbers == {str(number) for number in range(1, 9)}
    words = Path(column_names.__file__).with_name("kind_emblems.yaml").read_text("utf-8")
    assert named - numbers == set(yaml.safe_load(words))


@pytest.mark.parametrize(
    ("kinds", "colours"),
    [
        ("Red Blue Wild", "red blue -"),
        ("Rot Gelb Grün Schwarz", "red yellow green black"),
        ("rouge vert divers", "red green -"),
        ("Rojo Amarilla Morado", "red yellow purple"),
        ("rosso nera bianco", "red black white"),
        ("Vermelho Preto Laranja", "red black orange"),
        ("rood ZWART grijs", "red black grey"),
        ("czerwony żółty zielony", "red yellow green"),
        ("Röd Blå Vit", "red blue white"),
        ("красный Жёлтый синий", "red yellow blue"),
        ("赤 青 緑", "red blue green"),
        ("红色 蓝色 绿", "red blue green"),
        ("Rose Lily Daisy", ""),  # a flower among others
        ("Red", ""),
        ("Redcap Bluebell Greenfinch", ""),
    ],
)
def test_kinds_that_are_called_by_colours_have_these(kinds: str, colours: str) -> None:
    pairs = zip(kinds.split(), colours.split(), strict=True) if colours else ()
    expected = {kind: colour for kind, colour in pairs if colour != "-"}
    assert column_names.find_kind_colours(frozenset(kinds.split())) == expected


@pytest.mark.parametrize("look", LOOKS)
def test_each_look_has_each_colour_of_kinds(look: str) -> None:
    sheet = (get_looks_folder() / look / "look.css").read_text("utf-8")
    assert [name for name in COLOURS if f".kind-{name} {{" not in sheet] == []


@pytest.mark.parametrize("column", ["color", "Farbe", "suit"])
def test_a_card_has_the_colour_that_its_kind_names(
    column: str, printgen: Printgen, tmp_path: Path
) -> None:
    lines = "".join(f"{kind} {at},{kind}\n" for kind in ("Verde", "Nera") for at in range(3))
    (tmp_path / "a.csv").write_text(f"name,{column}\n{lines}", "utf-8")
    assert printgen("build", tmp_path / "a.csv", "--png", "50", "-o", tmp_path).code == 0
    inks = []
    for picture in sorted((tmp_path / "a").rglob("*.png"))[::3]:
        with Image.open(picture) as image:
            inks.append(image.convert("RGB").resize((1, 1), box=(1, 20, 3, 60)).getpixel((0, 0)))
    (red, green, blue), dark = inks
    assert green > max(red, blue) + 30
    assert max(dark) - min(dark) < 12


def test_only_a_list_without_numbers_has_bullets(printgen: Printgen, tmp_path: Path) -> None:
    """A bullet is painted before each item, and is no part of the text."""
    painted = {}
    for name, text in {"points": "- one\n- two", "numbers": "1. one\n2. two"}.items():
        (tmp_path / f"{name}.csv").write_text(f'name,text\nImp,"{text}"\n', "utf-8")
        said = printgen("build", tmp_path / f"{name}.csv", "--prose", "--svg", "-o", tmp_path)
        assert (said.code, said.err) == (0, "")
        (drawing,) = (tmp_path / name / "pictures").rglob("*.svg")
        painted[name] = drawing.read_text("utf-8").count("<path")
    assert painted["points"] == painted["numbers"] + 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "has_head"),
    [
        ("Cost,Description\n3,Draw two cards.\n4,Lose a card.\n", False),
        ("text,hp\nHe runs.,1\nShe runs.,2\n", False),
        ("description,art\nGreen and small.,imp.png\nOf red stone.,imp.png\n", False),
        ("text,way 1,way 2\nHe runs.,Run too,Stay\nShe runs.,Hide,Shout\n", False),
        ("who,a,b,c,d,e,f,g,h,i,j,k\n" + 3 * f"He{',1' * 11}\nShe{',2' * 11}\n", False),
        ("name,text\nImp,He runs.\nOrc,She runs.\n", True),
        ("text,rules,hp\nHe runs.,Hit.,1\nShe runs.,Hit twice.,2\n", True),  # nothing else is above
    ],
)
def test_without_titles_no_empty_band_is_above_a_picture(
    printgen: Printgen, tmp_path: Path, text: str, has_head: bool
) -> None:
    """Only rules for elements on a card are in the style sheet of a new game."""
    Image.new("RGB", (60, 40), "olive").save(tmp_path / "imp.png")
    (tmp_path / "cards.csv").write_text(text, "utf-8")
    assert printgen("build", tmp_path / "cards.csv", "-o", tmp_path).code == 0
    assert printgen("new", tmp_path / "mine", "--from", tmp_path / "cards.csv").code == 0
    sheet = (tmp_path / "mine" / "templates" / "card.css").read_text("utf-8")
    assert ("\nheader {" in sheet) == has_head


@pytest.mark.slow
def test_a_new_game_has_the_look(printgen: Printgen, tmp_path: Path) -> None:
    (tmp_path / "all.csv").write_text(DECKS["all"], "utf-8")
    game = tmp_path / "mine"
    assert printgen("new", game, "--from", tmp_path / "all.csv", "--look", "folio").code == 0
    look = (get_looks_folder() / "folio" / "look.css").read_bytes()
    assert (game / "templates" / "look.css").read_bytes() == look
    said = printgen("build", game, "-o", tmp_path / "out")
    assert (said.code, said.err) == (0, "")


def test_a_look_needs_a_table_and_a_known_name(printgen: Printgen, tmp_path: Path) -> None:
    (tmp_path / "all.csv").write_text(DECKS["all"], "utf-8")
    said = printgen("build", tmp_path / "all.csv", "--look", "gold", "-o", tmp_path)
    assert said.code == 2
    assert "folio" in said.err
    said = printgen("build", "true-lead", "--look", "folio", "-o", tmp_path)
    assert said.code == 2
    assert "--look needs a table file" in said.err
