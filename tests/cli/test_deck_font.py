"""`--font`: a standalone deck in a font of the user, in any format and language."""

import re
import shutil
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from fontTools.ttLib import TTCollection, TTFont
from PIL import Image, ImageChops, ImageStat
from pypdf import PdfReader

from printgen.system.bundled import get_fonts_folder
from tests.command_line import Printgen

FONT = Path(__file__).parents[1] / "fonts" / "NotoSansCJKjp.otf"
CARDS = (
    "名前,コスト,説明\n"
    "見習い魔女,3,相手プレイヤーは手札を1枚捨てる。その後、あなたはカードを「2枚」引いてもよい（最大7枚まで）。\n"
)


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the font in every format."""
    folder, font = tmp_path_factory.mktemp("fonts"), TTFont(FONT)
    for flavor in (None, "woff", "woff2"):
        font.flavor = flavor
        font.save(folder / f"x.{flavor or 'otf'}")
    collection = TTCollection()
    collection.fonts = [TTFont(get_fonts_folder() / "Rye_400Regular.ttf"), TTFont(FONT)]
    collection.save(folder / "x.ttc")
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fonts: Path) -> Path:
    """A folder to be in, with a deck in Japanese and its font in every format."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(fonts, tmp_path, dirs_exist_ok=True)
    (tmp_path / "カード.csv").write_text(CARDS, "utf-8")
    return tmp_path


def picture(pdf: bytes) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        drawn: Image.Image = document[0].render(scale=2).to_pil().convert("L")
        return drawn


@pytest.mark.quick(every=4)
@pytest.mark.parametrize("font", ["x.otf", "x.woff", "x.woff2", "x.ttc#Noto Sans CJK JP"])
def test_a_deck_in_japanese_is_printed_in_each_format(
    font: str, here: Path, printgen: Printgen
) -> None:
    """The title, the margin, and lines that break between letters; all read back."""
    said = printgen("build", "カード.csv", "--font", font)
    assert (said.code, said.err) == (0, "")
    assert "proofed" in said.out
    pdf = (here / "output" / "カード" / "deck.pdf").read_bytes()
    text = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert "見習い魔女" in text
    assert "カード: Deck" in text
    assert CARDS.split(",")[-1].strip() in text.replace("\n", "")
    # Each format is drawn alike, with dark letters on the card.
    printgen("build", "カード.csv", "--font", "x.otf", "--output", "plain")
    plain = (here / "plain" / "カード" / "deck.pdf").read_bytes()
    difference = ImageChops.difference(picture(pdf), picture(plain))
    assert ImageStat.Stat(difference).mean[0] < 0.01
    body = picture(pdf).crop((90, 330, 380, 545))
    assert 5 < 100 * sum(body.histogram()[:128]) / (body.width * body.height) < 30


def test_a_long_figure_stays_clear_of_the_corners(here: Path, printgen: Printgen) -> None:
    """The font has a lower baseline than the bundled ones, so its figures come near the edge."""
    text = CARDS.splitlines()[1].split(",")[-1]
    rows = f"名前,コスト,説明,相手,手札,大女\n魔女,3,{text},3d10+1,12,3d10+1\n"
    (here / "cards.csv").write_text(rows, "utf-8")
    said = printgen("build", "cards.csv", "--font", "x.otf")
    assert (said.code, said.err) == (0, "")


def test_letters_of_another_font_are_noted(here: Path, printgen: Printgen) -> None:
    """The font lacks ö and é, which the bundled fonts have."""
    (here / "cards.csv").write_text("name\nBög é魔女\n", "utf-8")
    said = printgen("build", "cards.csv", "--font", "x.woff2")
    assert said.code == 0
    assert "x.woff2: note: has no öé\n  bundled fonts print it\n" in said.err


def test_letters_of_another_font_are_as_light(here: Path, printgen: Printgen) -> None:
    """A font of one weight prints titles and figures, so its missing letters are not bold."""
    (here / "cards.csv").write_text("name,dice,text\n見習い魔女é,2é,é魔女\n", "utf-8")
    assert printgen("build", "cards.csv", "--font", "x.woff2", "--svg").code == 0
    (drawing,) = (here / "output" / "cards" / "pictures" / "deck-svg").glob("*.svg")
    weights = re.findall(r"font-weight: (\d+)", drawing.read_text("utf-8"))
    assert set(weights) == {"400"}


def test_a_letter_of_no_font_is_an_error_that_names_the_option(
    here: Path, printgen: Printgen
) -> None:
    said = printgen("build", "カード.csv")
    assert said.code == 4
    assert "none of its fonts has 見 (U+898B)" in said.err
    assert "--font FILE for a table, @font-face for a game" in said.err
    said = printgen("build", "カード.csv", "--font", "x.ttc")
    assert said.code == 4
    assert "none of its fonts has 見 (U+898B)" in said.err


@pytest.mark.slow
def test_letters_that_all_fonts_lack_are_one_message(here: Path, printgen: Printgen) -> None:
    """Of two columns, of a back, and with --font: the first cell, the letters and the cards."""
    heads, other = "name,text\n", "Elf,Plain\n"
    tables = {
        heads + "Ꭰ,a\nTroll,b Ꭱ\nOrc,ᎠᎡ\n" + other: (
            "2:1: row 1 of cards and 2 more",
            "ᎠᎡ",
        ),
        "name,back\nTroll,ⵣ\nElf,ⵣⵥ\nOrc,b\n": (
            "2:7: row 1 of cards, back and 1 more",
            "ⵣⵥ",
        ),
        heads + "".join(f"Card {n},見{n} 魔\n" for n in range(60)): (
            "2:8: row 1 of cards and 59 more",
            "見魔",
        ),
    }
    for table, (place, letters) in tables.items():
        (here / "cards.csv").write_text(table, "utf-8")
        font = () if "見" in table else ("--font", "x.otf")
        said = printgen("build", "cards.csv", *font)
        listed = ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in letters)
        assert f"cards.csv:{place}" in said.err
        assert said.err.count("none of its fonts has") == 1
        assert f"has {listed}\n" in said.err
    (here / "cards.csv").write_text(heads + other, "utf-8")
    assert printgen("build", "cards.csv", "--dry-run").code == 0


def test_a_missing_letter_is_reported_at_its_cell(here: Path, printgen: Printgen) -> None:
    """Also if the name of its column reads like the end of a list of fields."""
    (here / "wins.csv").write_text("name,wins and losses\nTroll,a \U00013000\n", "utf-8")
    said = printgen("build", "wins.csv")
    assert said.code == 4
    place = "wins.csv:2:7: row 1 of cards, wins and losses"
    assert f"{place}: error: none of its fonts has" in said.err


def test_a_wrong_font_is_refused(here: Path, printgen: Printgen) -> None:
    said = printgen("build", "カード.csv", "--font", "y.otf")
    assert said.code == 2
    assert "there is no file y.otf" in said.err
    for name in ("x.otf", "x.woff", "x.woff2", "x.ttc"):
        (here / name).write_bytes((here / name).read_bytes()[:900])
        said = printgen("build", "カード.csv", "--font", name)
        assert said.code == 3
        assert f"{name}: error: is not a valid font: " in said.err


def test_damage_of_one_outline_is_found_when_it_is_printed(here: Path, printgen: Printgen) -> None:
    """CFF, 4: the program of a glyph. Its width and its character are undamaged elsewhere."""
    font = TTFont(here / "x.otf", recalcBBoxes=False)
    font["CFF "].cff[0].CharStrings[font.getBestCmap()[ord("魔")]].bytecode = b"\x0a\x0e"
    font.save(here / "x.otf")
    said = printgen("build", "カード.csv", "--font", "x.otf")
    assert said.code == 4
    assert "カード.csv:2:1: row 1 of cards, 名前: error: none of its fonts has 魔" in said.err
    assert not (here / "output").exists()


def test_drawings_show_the_font(here: Path, printgen: Printgen) -> None:
    """The drawing names the font file by its relative path, and no weight that it lacks."""
    assert printgen("build", "カード.csv", "--font", "x.woff2", "--svg").code == 0
    (drawing,) = (here / "output" / "カード" / "pictures" / "deck-svg").glob("*.svg")
    text = drawing.read_text("utf-8")
    assert (
        'font-family: "x"; font-weight: 400; font-style: normal; src: url("../../../../x.woff2")'
        in text
    )
    # Figures are set in it too, although the bundled fonts have them.
    assert "Roboto" not in text
    assert "Archivo" not in text
    assert (drawing.parent / "../../../../x.woff2").resolve() == here / "x.woff2"


def test_the_option_needs_a_table_and_is_not_for_new(here: Path, printgen: Printgen) -> None:
    said = printgen("build", "combat-leader", "--font", "x.otf")
    assert (said.code, "--font needs a table file" in said.err) == (2, True)
    said = printgen("new", "mine", "--from", "カード.csv", "--font", "x.otf")
    assert (said.code, "--font is only for build" in said.err) == (2, True)


@pytest.mark.slow
@pytest.mark.quick(every=3)
@pytest.mark.parametrize(
    ("ascent", "descent", "labels"),
    [
        (1160, -320, ("hp", "memo", "gp")),
        (1025, -540, ("speedy rank", "age", "jump")),
        (1300, -200, ("Jay", "quality", "gold per day")),
    ],
)
def test_a_font_with_high_lines_keeps_clear_of_the_shield(
    here: Path, printgen: Printgen, ascent: int, descent: int, labels: tuple[str, ...]
) -> None:
    """Neither the tail of a label nor the top of a figure leaves its ground."""
    font = TTFont(get_fonts_folder() / "RobotoCondensed_400Regular.ttf")
    em = font["head"].unitsPerEm / 1000
    font["hhea"].ascent, font["hhea"].descent = round(ascent * em), round(descent * em)
    font["OS/2"].fsSelection &= ~0x80  # not USE_TYPO_METRICS
    font["name"].setName("High", 6, 3, 1, 0x409)
    font.save(here / "high.ttf")
    for label in labels:
        rows = f"name,{label},memo text\nTern,2,She flies by.\nCod,13,He swims on.\n"
        (here / "cards.csv").write_text(rows, "utf-8")
        for size in ("poker", "mini-american"):
            said = printgen("build", "cards.csv", "--font", "high.ttf", "--size", size)
            assert (label, size, said.code, said.err) == (label, size, 0, "")
