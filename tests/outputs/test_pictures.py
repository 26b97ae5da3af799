"""Pictures of faces, and what Tabletop Simulator loads, as their own pixels and names tell it."""

import csv
import json
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from PIL import Image, ImageChops, ImageStat

from printgen.outputs import crops as cut_out
from tests.cli.imposed_game import GAME, INKS, write
from tests.cli.test_backs import SHARED
from tests.cli.test_backs import game as pairs
from tests.command_line import Printgen, Said

HERE = Path(__file__).parent
ART = '<div class="art"></div>'
RED = (160, 16, 16)


def built(printgen: Printgen, folder: Path, *words: str) -> Said:
    return printgen("build", folder, "-o", folder.parent / "out", "--only", "deck", *words)


def opened(path: Path) -> Image.Image:
    picture = Image.open(path)
    picture.load()
    return picture


def apart(one: Image.Image, other: Image.Image) -> float:
    """By how many levels two pictures of one size differ on the whole."""
    assert one.size == other.size
    both = (picture.convert("RGB") for picture in (one, other))
    return max(ImageStat.Stat(ImageChops.difference(*both)).mean)


@pytest.mark.parametrize(
    ("words", "folder", "golden", "size"),
    [
        ((), "deck-gutter-6-100", "cut-trim", (250, 350)),
        (("--with-bleed",), "deck-gutter-6-100-bleed", "cut-bleed", (274, 374)),
    ],
)
def test_a_picture_is_what_poppler_draws_of_the_print(
    printgen: Printgen,
    tmp_path: Path,
    words: tuple[str, ...],
    folder: str,
    golden: str,
    size: object,
) -> None:
    """The golden ones are pdftoppm's, at 100 dpi, of the same page cut to its trim or bleed."""
    said = built(printgen, write(tmp_path, ART, "36mm"), "--gutter", "6", "--png", "100", *words)
    assert said.code == 0, said.err
    pictures = tmp_path / "out" / "g" / "pictures" / folder
    names = {*(f"{key}.png" for key in INKS), "cards.csv"}
    assert {one.name for one in pictures.iterdir()} == names
    ours, theirs = opened(pictures / "a.png"), opened(HERE / "golden" / f"{golden}.png")
    assert ours.size == size
    assert ours.mode == "RGB"
    assert round(ours.info["dpi"][0]) == 100
    assert apart(ours, theirs) < 0.5
    assert ours.getpixel((0, 0)) == RED
    assert ours.getpixel((ours.width - 1, ours.height - 1)) == RED


def test_nothing_of_a_neighbour_or_a_mark_is_in_a_picture(
    printgen: Printgen, tmp_path: Path
) -> None:
    """Cards butt here, and at 97 dots an inch no trim is a whole number of dots."""
    assert built(printgen, write(tmp_path), "--png", "97").code == 0
    for key, ink in INKS.items():
        picture = opened(tmp_path / "out" / "g" / "pictures" / "deck-97" / f"{key}.png")
        own = tuple(bytes.fromhex(ink[1:]))
        width, height = picture.size
        assert (width, height) == (round(63.5 / 25.4 * 97), round(88.9 / 25.4 * 97))
        edges = [(x, y) for x in (0, width - 1) for y in range(height)]
        edges += [(x, y) for y in (0, height - 1) for x in range(width)]
        assert {picture.getpixel(one) for one in edges} == {own}


def test_corners_are_cut_off(printgen: Printgen, tmp_path: Path) -> None:
    assert built(printgen, write(tmp_path), "--png", "254", "--corners", "round").code == 0
    picture = opened(tmp_path / "out" / "g" / "pictures" / "deck-254-round" / "a.png")
    alpha = picture.getchannel("A")
    # At 254 dpi a mm has 10 pixels. On the diagonal an arc begins 0.293 of its 3 mm inside.
    for turned in (alpha, alpha.rotate(180), alpha.transpose(Image.Transpose.FLIP_LEFT_RIGHT)):
        begins = next(n for n in range(200) if turned.getpixel((n, n)) > 127)
        assert begins in (8, 9, 10)
        assert turned.getpixel((0, 0)) == 0
        assert turned.getpixel((32, 0)) == 255
    assert alpha.getpixel((300, 400)) == 255


def test_a_print_sets_the_radius_of_its_corners(printgen: Printgen, tmp_path: Path) -> None:
    game = write(tmp_path, game=GAME.replace("bleed: 3", "bleed: 3, radius: 8"))
    assert built(printgen, game, "--png", "254", "--corners", "round").code == 0
    alpha = opened(tmp_path / "out" / "g" / "pictures" / "deck-254-round" / "a.png").getchannel("A")
    begins = next(n for n in range(200) if alpha.getpixel((n, n)) > 127)
    assert begins in (22, 23, 24)  # 0.293 of 8 mm
    assert (alpha.getpixel((75, 0)), alpha.getpixel((82, 0))) == (pytest.approx(255, abs=90), 255)


def test_a_round_piece_is_a_circle(printgen: Printgen, tmp_path: Path) -> None:
    assert built(printgen, write(tmp_path), "--size", "punch-25", "--png", "100").code == 0
    alpha = opened(tmp_path / "out" / "g" / "pictures" / "deck-punch-25-100" / "a.png").getchannel(
        "A"
    )
    assert alpha.size == (100, 100)
    shown = ImageStat.Stat(alpha).sum[0] / 255
    assert shown == pytest.approx(3.14159 * 50 * 50, rel=0.005)


TURNS = [(), ("--duplex", "long"), ("--duplex", "short"), ("--fold",)]


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("laid", [(), ("--landscape",)])
@pytest.mark.parametrize("turn", TURNS)
def test_each_face_is_upright_however_its_paper_is_turned(
    printgen: Printgen, tmp_path: Path, turn: tuple[str, ...], laid: tuple[str, ...]
) -> None:
    """Words stand 6 mm right and down of a card's corner, and nowhere else."""
    folder = pairs(tmp_path / "game", 4)
    assert built(printgen, folder, "--png", "100", *turn, *laid).code == 0
    pictures = {
        one.name: opened(one) for one in (tmp_path / "out" / "pairs" / "pictures").rglob("*.png")
    }
    fronts = {"1-1.png", "2-1.png", "3-1.png", "3-2.png", "4-1.png"}
    backs = {name.replace(".png", "-back.png") for name in fronts}
    assert pictures.keys() == fronts | backs
    for picture in pictures.values():
        left, top, right, bottom = ImageChops.invert(picture.convert("L")).getbbox() or (0,) * 4
        assert (left, top) == pytest.approx((24, 24), abs=4)
        assert right < 60
        assert bottom < 60
    assert apart(pictures["3-1.png"], pictures["3-2.png"]) < 0.01


@pytest.mark.quick("turn1")
@pytest.mark.parametrize("turn", TURNS)
def test_a_saved_object_has_each_card_with_its_own_back(
    printgen: Printgen, tmp_path: Path, turn: tuple[str, ...]
) -> None:
    folder = pairs(tmp_path / "game", 4)
    assert built(printgen, folder, "--tts", "--png", "300", *turn).code == 0
    (file,) = (tmp_path / "out" / "pairs" / "tabletop").glob("*.json")
    (deck,) = json.loads(file.read_text("utf-8"))["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100, 101, 102, 103, 104]
    assert [one["CardID"] for one in deck["ContainedObjects"]] == deck["DeckIDs"]
    titles = ["card 1", "card 2", "card 3", "card 3, copy 2", "card 4"]
    assert [one["Nickname"] for one in deck["ContainedObjects"]] == titles
    ((number, sheet),) = deck["CustomDeck"].items()
    assert number == "1"
    assert sheet["UniqueBack"]
    columns, rows = sheet["NumWidth"], sheet["NumHeight"]
    assert columns * rows >= 6
    face, back = (drawn(sheet[key]) for key in ("FaceURL", "BackURL"))
    assert face.size == back.size == (columns * 750, rows * 1050)
    pictures = {
        one.name: opened(one) for one in (tmp_path / "out" / "pairs" / "pictures").rglob("*.png")
    }
    for index, key in enumerate(("1-1", "2-1", "3-1", "3-2", "4-1")):
        assert apart(cell(face, sheet, index), pictures[f"{key}.png"]) == 0
        assert apart(cell(back, sheet, index), pictures[f"{key}-back.png"]) == 0
    hidden = cell(face, sheet, columns * rows - 1)
    assert hidden.getextrema() == ((128, 128),) * 3


@pytest.mark.slow
def test_a_deck_of_many_cards_has_several_sheets_and_its_back_hidden_last(
    printgen: Printgen, tmp_path: Path
) -> None:
    """75 cards are 38 and 37, and a hidden one each; two players' decks are two objects."""
    folder = pairs(tmp_path / "game", 74, SHARED, "for: players, ")
    assert built(printgen, folder, "--tts").code == 0
    (file,) = (tmp_path / "out" / "pairs" / "tabletop").glob("*.json")
    decks = json.loads(file.read_text("utf-8"))["ObjectStates"]
    assert [one["Nickname"] for one in decks] == ["Deck red", "Deck blue"]
    red, blue = decks
    assert red["DeckIDs"] == [*range(100, 138), *range(200, 237)]
    assert blue["DeckIDs"] == [*range(300, 338), *range(400, 437)]
    for sheet in (*red["CustomDeck"].values(), *blue["CustomDeck"].values()):
        face, back = (drawn(sheet[key]) for key in ("FaceURL", "BackURL"))
        assert not sheet["UniqueBack"]
        assert sheet["BackIsHidden"]
        assert max(face.size) < 4096
        assert sheet["NumWidth"] <= 10
        assert sheet["NumHeight"] <= 7
        last = sheet["NumWidth"] * sheet["NumHeight"] - 1
        assert last >= 37
        assert apart(cell(face, sheet, last), back) == 0
        assert back.convert("L").getextrema()[0] < 100


def test_a_list_of_cards_is_next_to_their_pictures(printgen: Printgen, tmp_path: Path) -> None:
    """A line a card, with how many of it the deck has; quotes, commas and signs as printed."""
    cards = 'name,file,count,text\nOak,wood,2,"Tall, “old”"\nÉlan,−1,1,=SUM(1)\n'
    (tmp_path / "trees.csv").write_text(cards, "utf-8")
    said = printgen("build", tmp_path / "trees.csv", "-o", tmp_path / "out", "--png", "50")
    assert said.code == 0, said.err
    folder = tmp_path / "out" / "trees" / "pictures" / "deck-50"
    with (folder / "cards.csv").open(encoding="utf-8", newline="") as file:
        lines = [*csv.DictReader(file)]
    first = {"file": "1-1.png", "count": "2", "name": "Oak", "file.value": "wood"}
    second = {"file": "2-1.png", "count": "1", "name": "Élan", "file.value": "−1"}
    assert lines == [first | {"text": "Tall, “old”"}, second | {"text": "=SUM(1)"}]
    assert all((folder / line["file"]).is_file() for line in lines)


@pytest.mark.slow
def test_the_list_of_cards_has_all_sets_and_no_headings(printgen: Printgen, tmp_path: Path) -> None:
    words = ("combat-leader", "--decks", "2", "--only", "markers", "--only", "sheet")
    said = printgen("build", *words, "-o", tmp_path, "--png", "50")
    assert said.code == 0, said.err
    (list_file,) = (tmp_path / "combat-leader" / "pictures").rglob("cards.csv")
    assert list_file.parent.name.startswith("markers")
    with list_file.open(encoding="utf-8", newline="") as file:
        lines = [*csv.DictReader(file)]
    files = {path.name for path in list_file.parent.glob("*.png")}
    assert sum(int(line["count"]) for line in lines) == len(files)
    assert {line["file"] for line in lines} <= files
    assert {line["deck"] for line in lines if line["soldier"]} == {"A", "B"}


WRONG = [
    (("--with-bleed",), "add --png"),
    (("--corners", "round"), "add --png"),
    (("--png", "300", "--corners", "wide"), "'square', 'round'"),
    (("--png", "300", "--corners", "round", "--with-bleed", "--gutter", "6"), "cannot be combined"),
    (("--png", "300", "--with-bleed"), "--gutter 6"),
    (("--png", "300", "--with-bleed", "--gutter", "6", "--cut", "lines"), "hairlines"),
    (("--png", "20"), "50<=x<=1200"),
    (("--tts", "--only", "page"), "--only"),
    (("--tts", "--only", "deck-backs"), "--only"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_what_does_not_go_together_is_refused(
    printgen: Printgen, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    folder = write(tmp_path)
    only = () if "--only" in words else ("--only", "deck")
    found = printgen("build", folder, "-o", tmp_path / "out", *only, *words)
    assert found.code == 2
    assert said in found.err
    assert not (tmp_path / "out").exists()


def test_a_picture_that_is_too_large_is_refused(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printgen.outputs.pictures.MAX_PIXELS", 700_000)
    found = built(printgen, write(tmp_path), "--png", "300")
    assert found.code == 2
    assert "750 × 1,050 pixels" in found.err
    assert not (tmp_path / "out").exists()


def test_a_dry_run_names_pictures_and_draws_none(printgen: Printgen, tmp_path: Path) -> None:
    said = built(printgen, write(tmp_path), "--png", "300", "--tts", "--dry-run")
    assert said.code == 0
    assert "deck-300: 6 files, a.png to cards.csv, not written" in said.out
    assert "tabletop: 3 files, deck-sheet-1.png to deck.json, not written" in said.out
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_what_takes_no_part_is_named(printgen: Printgen, tmp_path: Path) -> None:
    words = ("--png", "100", "--with-bleed", "--gutter", "6", "--tts")
    said = printgen("build", write(tmp_path), "-o", tmp_path / "out", *words)
    assert said.code == 0
    assert "--with-bleed: note: skips page: no bleed" in said.err
    assert "--tts: note: skips page: no cards or markers" in said.err


def test_prints_and_pictures_are_put_in_place_together(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where one cannot be drawn, no print is replaced and no half file is left."""
    folder = write(tmp_path)
    before = tmp_path / "out" / "g" / "deck.pdf"
    before.parent.mkdir(parents=True)
    before.write_bytes(b"before")
    draw = cut_out.FaceCropper.draw_face

    def fail(self: cut_out.FaceCropper, name: str, *more: object) -> Image.Image:
        if name == "d":
            raise OSError("cannot be drawn")
        return draw(self, name, *more)  # type: ignore[arg-type] # what was handed

    monkeypatch.setattr(cut_out.FaceCropper, "draw_face", fail)
    assert built(printgen, folder, "--png", "100").code == 6
    assert before.read_bytes() == b"before"
    assert [one for one in (tmp_path / "out").rglob("*") if one.is_file()] == [before]


def drawn(url: str) -> Image.Image:
    """The picture that an address names."""
    assert url.startswith("file:///")
    return opened(Path(unquote(urlparse(url).path)))


def cell(sheet: Image.Image, said: dict[str, int], index: int) -> Image.Image:
    width, height = sheet.width // said["NumWidth"], sheet.height // said["NumHeight"]
    row, column = divmod(index, said["NumWidth"])
    left, top = column * width, row * height
    return sheet.crop((left, top, left + width, top + height))
