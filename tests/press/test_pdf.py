"""The PDF: sound, the same every time, and holding exactly what the pages hold."""

import hashlib
import os
import re
import subprocess
import sys
import tracemalloc
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image as Picture
from press_sample import (
    BLACK,
    BOLD,
    DISPLAY,
    FONTS,
    GREY,
    HEART,
    POKER,
    RED,
    REGULAR,
    box,
    card,
    deck,
    deck_pages,
    document,
    no_words,
    one_page,
    plain,
    run,
)
from reportlab import rl_config

from printgen.face.face import Drawing, PlacedImage, PlacedMark, Shape
from printgen.face.fonts import FontLibrary
from printgen.geometry import Matrix
from printgen.paper import find_paper
from printgen.press.imposing.grid import make_grid
from printgen.press.imposing.impose import impose_faces, make_single_page
from printgen.press.writing.pdf import write_pdf
from printgen.problems import ExitCode, Failure
from printgen.system.bundled import get_fonts_folder

HERE = Path(__file__).parent


def content(data, page=0):
    with pikepdf.open(BytesIO(data)) as pdf:
        return pdf.pages[page].Contents.read_bytes().decode()


def operators(data, name, page=0):
    """The operands of every operator of that name on a page, in order, as text."""
    pattern = rf"^(.*?) ?(?<![A-Za-z*]){re.escape(name)}$"
    return [
        found[1] for line in content(data, page).split("\n") if (found := re.match(pattern, line))
    ]


def test_qpdf_has_no_complaint(tmp_path):
    path = tmp_path / "deck.pdf"
    path.write_bytes(deck(20, "letter"))
    with pikepdf.open(path) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert len(pdf.pages) == 3


@pytest.mark.parametrize(
    ("paper", "media", "trim"),
    [
        ("a4", (0, 0, 595.276, 841.89), (27.638, 42.945, 567.638, 798.945)),
        ("letter", (0, 0, 612, 792), (36, 18, 576, 774)),
    ],
)
def test_boxes(opened, paper, media, trim):
    for page in opened(deck(10, paper)).pages:
        boxes = {name: tuple(map(float, page[f"/{name}"])) for name in _BOXES}
        assert boxes == {
            "MediaBox": media,
            "CropBox": media,
            "TrimBox": trim,
            "BleedBox": trim,
        }


_BOXES = ("MediaBox", "CropBox", "TrimBox", "BleedBox")


def test_a_sheets_trim_is_its_page(opened):
    page = opened(write_pdf([make_single_page(plain(1, (210, 297)))], document())).pages[0]
    assert tuple(map(float, page.TrimBox)) == (0, 0, 595.276, 841.89)


def test_the_document_says_what_it_is_and_asks_for_no_scaling(opened):
    pdf = opened(deck(1))
    assert str(pdf.docinfo["/Title"]) == "Combat Leader: action deck"
    assert str(pdf.Root.Lang) == "en"
    assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle is True
    assert "/AcroForm" not in pdf.Root
    assert "/OpenAction" not in pdf.Root


def test_fonts_are_embedded_subset_and_ours(opened):
    pdf = opened(deck(2))
    fonts = pdf.pages[0].Resources.Font
    assert sorted(str(font.BaseFont) for font in fonts.values()) == [
        "/AAAAAA+IBMPlexSansCond-Bold",
        "/AAAAAA+IBMPlexSansCond-Regular",
        "/AAAAAA+SairaStencilOne-Regular",
    ]
    whole = (get_fonts_folder() / "IBMPlexSansCondensed_400Regular.ttf").stat().st_size
    for font in fonts.values():
        assert 500 < len(font.FontDescriptor.FontFile2.read_bytes()) < whole / 3
        assert "/ToUnicode" in font
    assert b"Helvetica" not in deck(2)


def test_neutral_colours_are_grey_and_others_rgb():
    data = write_pdf(
        one_page(
            run(5, 10, "black"),
            run(5, 20, "grey", colour=(85, 85, 85)),
            run(5, 30, "red", colour=(161, 33, 21)),
            box(5, 40, 10, 10, fill=(255, 255, 255), stroke=(1, 2, 3), stroke_width=0.2),
            box(5, 60, 10, 10, stroke=(128, 128, 128), stroke_width=0.2),
        ),
        document(),
    )
    assert operators(data, "g") == ["0.333", "1"]
    assert operators(data, "rg") == ["0.631 0.129 0.082"]
    assert operators(data, "RG") == ["0.004 0.008 0.012"]
    assert operators(data, "G") == ["0.502"]
    used = [tuple(map(float, words.split())) for words in operators(data, "rg")]
    assert [tuple(round(part * 255) for part in colour) for colour in used] == [(161, 33, 21)]


def test_a_face_starts_black_whatever_the_one_before_it_left():
    """Each face is written between q and Q, from its own corner, and sets all that it needs."""
    red = run(5, 10, "red", colour=RED, tracking=2.0, size=20)
    faces = [plain(1, POKER, red), plain(2, POKER, run(5, 10, "black"))]
    grid = make_grid(find_paper("a4"), *POKER)
    data = write_pdf(impose_faces(faces, (2,), grid, no_words, REGULAR), document())
    first, second = re.findall(r"^q 1 0 0 1 (.*?)\nQ$", content(data), re.DOTALL | re.MULTILINE)[:2]
    first, second = (re.sub("/(?:Words|Field) .* BDC\n|EMC\n", "", one) for one in (first, second))
    assert first == (
        "27.638 798.945 cm\nBT\n0.631 0.129 0.082 rg\n2 Tc\n/F1+0 20 Tf\n"
        "1 0 0 1 14.173 -28.346 Tm [(\\001)2(\\002\\003)] TJ\nET"
    )
    assert second == (
        "207.638 798.945 cm\nBT\n/F1+0 8 Tf\n"
        "1 0 0 1 14.173 -28.346 Tm (\\004\\005\\006\\007\\010) Tj\nET"
    )


def test_state_is_written_when_it_changes_and_tracking_is_taken_back():
    items = (
        run(5, 10, "a", size=9),
        run(5, 20, "b", size=9),
        run(5, 30, "c", size=9, tracking=0.5),
        run(5, 40, "d", size=9),
        box(5, 50, 1, 1, fill=BLACK),
        run(5, 60, "e", size=9),
    )
    data = write_pdf(one_page(*items), document())
    assert operators(data, "Tc") == ["0.5", "0"]
    assert operators(data, "Tf") == ["/F1+0 9"]
    assert content(data).count("BT") == 2
    assert len(operators(data, "Tj")) == 5


def test_paths_are_written_in_points_from_the_corner_of_their_face():
    curve = Shape(
        (("M", 0.0, 0.0), ("C", 1.0, 1.0, 2.0, 1.0, 3.0, 0.0), ("L", 25.4, 12.7), ("Z",)),
        RED,
        GREY,
        0.25,
    )
    assert "0 0 m\n2.835 -2.835 5.669 -2.835 8.504 0 c\n72 -36 l\nh B" in content(
        write_pdf(one_page(curve), document())
    )
    assert operators(write_pdf(one_page(curve), document()), "w")[0] == "0.709"


@pytest.mark.parametrize(
    ("paint", "operator"),
    [
        ({"fill": RED}, "f"),
        ({"stroke": RED, "stroke_width": 0.1}, "S"),
        ({"fill": RED, "stroke": RED, "stroke_width": 0.1}, "B"),
        ({}, "n"),
    ],
)
def test_a_path_is_filled_stroked_both_or_neither(paint, operator):
    assert f"h {operator}\n" in content(write_pdf(one_page(box(1, 1, 5, 5, **paint)), document()))


def test_corners_are_mitred_as_svg_has_them():
    assert content(deck(1)).startswith("4 M\n")


def test_each_drawing_is_one_form_and_different_ones_are_different(opened):
    same = Drawing("heart", HEART.width, HEART.height, tuple(HEART.shapes))
    wider = Drawing("heart", 25.0, HEART.height, HEART.shapes)
    renamed = Drawing("spade (2)", HEART.width, HEART.height, HEART.shapes)
    marks = [
        PlacedMark(drawing, Matrix(0.25, 0, 0, 0.25, 5, 5 + 8 * index), "suit.mark")
        for index, drawing in enumerate((HEART, HEART, same, wider, renamed))
    ]
    data = write_pdf(one_page(*marks), document())
    names = re.findall(r"/(\S+) Do", content(data))
    assert names == ["D1-heart", "D1-heart", "D1-heart", "D2-heart", "D3-spade__2_"]
    forms = opened(data).pages[0].Resources.XObject
    assert sorted(forms.keys()) == ["/D1-heart", "/D2-heart", "/D3-spade__2_"]
    assert list(forms["/D1-heart"].BBox) == [0, 0, 24, 24]
    assert list(forms["/D2-heart"].BBox) == [0, 0, 25, 24]
    assert forms["/D1-heart"].Subtype == "/Form"


def test_a_drawing_sets_its_own_ink(opened):
    """A form inherits what the page has set; a drawing is the same wherever it stands."""
    blot = Drawing("blot", 10.0, 10.0, (box(1, 1, 8, 8, fill=BLACK),))
    data = write_pdf(
        one_page(box(0, 0, 9, 9, fill=RED), PlacedMark(blot, Matrix(e=20.0, f=20.0))), document()
    )
    form = opened(data).pages[0].Resources.XObject["/D1-blot"].read_bytes().decode()
    assert form == "4 M\n0 g\n1 1 m\n9 1 l\n9 9 l\n1 9 l\nh f"


def picture(mode, colour, kind="PNG"):
    stream = BytesIO()
    Picture.new(mode, (8, 4), colour).save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "space", "coding"),
    [
        (picture("RGB", (200, 10, 10)), "/DeviceRGB", "/FlateDecode"),
        (picture("RGB", (90, 90, 90)), "/DeviceGray", "/FlateDecode"),
        (picture("L", 90), "/DeviceGray", "/FlateDecode"),
        (picture("1", 1), "/DeviceGray", "/FlateDecode"),
        (picture("P", 0), "/DeviceGray", "/FlateDecode"),
        (picture("RGB", (200, 10, 10), "JPEG"), "/DeviceRGB", "/DCTDecode"),
        (picture("L", 90, "JPEG"), "/DeviceGray", "/DCTDecode"),
    ],
    ids=["colour", "neutral", "grey", "bits", "palette", "jpeg", "grey jpeg"],
)
def test_an_image_keeps_its_pixels(opened, data, space, coding):
    pages = one_page(PlacedImage(data, 5, 5, 20, 10), PlacedImage(bytes(data), 5, 20, 20, 10))
    pdf = write_pdf(pages, document())
    (image,) = opened(pdf).pages[0].Resources.XObject.values()
    assert (image.ColorSpace, image.Filter, image.Width, image.Height) == (space, coding, 8, 4)
    if coding == "/DCTDecode":
        assert image.read_raw_bytes() == data
    else:
        wanted = Picture.open(BytesIO(data)).convert("L" if space == "/DeviceGray" else "RGB")
        assert image.read_bytes() == wanted.tobytes()
    assert content(pdf).count("q 56.693 0 0 28.346 14.173 ") == 2


@pytest.mark.parametrize(("mode", "space"), [("RGBA", "/DeviceRGB"), ("LA", "/DeviceGray")])
def test_what_is_see_through_has_a_soft_mask(opened, mode, space):
    colour = (200, 10, 10, 128) if mode == "RGBA" else (90, 128)
    pdf = write_pdf(one_page(PlacedImage(picture(mode, colour), 5, 5, 20, 10)), document())
    (image,) = opened(pdf).pages[0].Resources.XObject.values()
    assert (image.ColorSpace, image.SMask.ColorSpace) == (space, "/DeviceGray")
    assert image.read_bytes() == bytes(colour[:-1]) * 32
    assert image.SMask.read_bytes() == bytes((128,)) * 32


def test_an_image_that_cannot_be_printed_as_it_is_is_a_fault():
    with pytest.raises(Failure, match="face A-01: error: the image has mode CMYK") as caught:
        write_pdf(one_page(PlacedImage(picture("CMYK", None, "TIFF"), 0, 0, 9, 9)), document())
    assert caught.value.exit_code is ExitCode.INTERNAL_ERROR


@pytest.mark.parametrize("text", ["snow \u2603", "line\nbreak", "\U0001f600", "\x00"])
def test_a_character_without_a_glyph_is_never_written(text):
    with pytest.raises(Failure, match=r"face A-01: error: .* has no glyph for") as caught:
        write_pdf(one_page(run(5, 5, text)), document())
    assert caught.value.exit_code is ExitCode.INTERNAL_ERROR


def test_a_character_past_ffff_reads_back(opened):
    """As any reader tells it: two halves in UTF-16."""
    emoji = FONTS.get_typeface("Noto Emoji", 600)
    data = write_pdf(one_page(run(5, 5, "\u2764\U0001f525", typeface=emoji)), document())
    (font,) = [
        font
        for font in opened(data).pages[0].Resources.Font.values()
        if "Emoji" in str(font.BaseFont)
    ]
    said = font.ToUnicode.read_bytes().decode()
    assert "> <2764>" in said
    assert "> <D83DDD25>" in said
    with pypdfium2.PdfDocument(data) as pdf:
        assert "\u2764\U0001f525" in pdf[0].get_textpage().get_text_range()


def test_two_fonts_of_one_postscript_name_are_named(tmp_path):
    data = (get_fonts_folder() / "IBMPlexSansCondensed_400Regular.ttf").read_bytes()
    (tmp_path / "Mine.ttf").write_bytes(data + b"\0\0\0\0")
    (tmp_path / "fonts.css").write_text('@font-face { font-family: "Mine"; src: url("Mine.ttf"); }')
    mine = FontLibrary.load_folders((tmp_path,)).get_typeface("Mine", 400)
    with pytest.raises(
        Failure, match="give one of the two fonts another PostScript name"
    ) as caught:
        write_pdf(one_page(run(5, 5, "a"), run(5, 15, "b", typeface=mine)), document())
    assert caught.value.exit_code is ExitCode.RULES


def test_one_run_is_one_string_and_one_of_many_glyphs_follows_on(opened):
    """A subset holds 255 glyphs; a run that needs two has its strings joined without a gap."""
    glyphs = REGULAR.pdf_font.face.charToGlyph
    letters = "".join(chr(code) for code in sorted(glyphs) if 0xA0 < code < 0xFFFF)[:300]
    lines = [letters[start : start + 30] for start in range(0, 300, 30)]
    runs = [run(5, 10 + 5 * number, line, size=5) for number, line in enumerate(lines)]
    data = write_pdf(one_page(*runs), document())
    fonts = opened(data).pages[0].Resources.Font
    assert sorted(fonts.keys()) == ["/F1+0", "/F1+1"]
    assert len(operators(data, "Tm")) == 0
    shown = re.findall(r"^(?:1 0 0 1 \S+ \S+ Tm )?[(\[].*[)\]] T[jJ]$", content(data), re.MULTILINE)
    placed = [line for line in shown if " Tm " in line]
    assert len(placed) == len(lines)
    assert len(shown) == len(lines) + 1


def test_the_same_pages_give_the_same_bytes_in_any_process(tmp_path):
    script = (
        "import sys, hashlib; sys.path.insert(0, sys.argv[1]); import press_sample;"
        "print(hashlib.sha256(press_sample.deck(12)).hexdigest())"
    )
    digests = {hashlib.sha256(deck(12)).hexdigest()}
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"}
        done = subprocess.run(
            [sys.executable, "-c", script, str(HERE)],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1


def test_prints_of_one_process_do_not_leak_into_each_other():
    settings = dict(vars(rl_config))
    before = deck(3)
    write_pdf(
        one_page(run(5, 5, "Øß", typeface=BOLD), run(5, 9, "Q", typeface=DISPLAY)), document()
    )
    first, second = iter(deck_pages(3)), iter(deck_pages(3))
    assert deck(3) == before
    assert write_pdf(first, document()) == write_pdf(second, document()) == before
    assert dict(vars(rl_config)) == settings


def test_another_print_has_another_identity(opened):
    ids = {
        bytes(opened(write_pdf(one_page(run(5, 5, "a", colour=ink)), document())).trailer.ID[0])
        for ink in (RED, GREY)
    }
    assert len(ids) == 2


def ink(data):
    """The box round all that is dark inside the first card's trim, in mm from its corner."""
    page = pypdfium2.PdfDocument(data)[0].render(scale=10).to_pil().convert("L")
    scale = 10 * 72 / 25.4
    trim = (10.75 * scale, 16.15 * scale, (9.75 + 62) * scale, (15.15 + 87) * scale)
    dark = page.crop(tuple(map(round, trim))).point(lambda level: 255 if level < 128 else 0)
    left, top, right, bottom = dark.getbbox()
    return [round(edge / scale + 1, 1) for edge in (left, top, right, bottom)]


@pytest.mark.slow
def test_a_turned_drawing_lies_where_its_matrix_puts_it():
    """One stripe along a drawing's top, turned a quarter clockwise, stands at the right."""
    stripe = Drawing("stripe", 20.0, 10.0, (box(0, 0, 20, 2, fill=BLACK),))
    upright = PlacedMark(stripe, Matrix(1, 0, 0, 1, 10, 20))
    turned = PlacedMark(stripe, Matrix(0, 1, -1, 0, 40, 20))
    assert ink(write_pdf(one_page(upright), document())) == [10, 20, 30, 22]
    assert ink(write_pdf(one_page(turned), document())) == [38, 20, 40, 40]


def test_an_image_stands_upright_in_its_box():
    upper = Picture.new("L", (4, 4), 255)
    upper.paste(0, (0, 0, 4, 1))
    stream = BytesIO()
    upper.save(stream, "PNG")
    assert ink(write_pdf(one_page(PlacedImage(stream.getvalue(), 10, 20, 20, 40)), document())) == [
        *(10, 20),
        *(30, 30),
    ]


def test_a_no_break_space_is_printed_as_a_space():
    data = write_pdf(one_page(run(5, 5, "a\u00a0b")), document())
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert text.strip() == "a b"


def test_a_print_without_pages_is_a_fault():
    with pytest.raises(Failure, match="deck: error: the print has no pages") as caught:
        write_pdf([], document())
    assert caught.value.exit_code is ExitCode.INTERNAL_ERROR


@pytest.mark.slow
def test_memory_grows_by_less_than_twenty_kilobytes_a_card():
    peaks = []
    for count in (90, 450):
        tracemalloc.start()
        deck(count)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[1] - peaks[0]) / 360 < 20_000


def test_a_back_that_fills_a_sheet_is_the_same_nine_times():
    face = card(1)
    grid = make_grid(find_paper("a4"), *POKER)
    data = write_pdf(impose_faces([face] * 9, (9,), grid, no_words, REGULAR), document())
    written = re.findall(
        r"^q 1 0 0 1 \S+ \S+ cm\n(.*?)\nQ$", content(data), re.DOTALL | re.MULTILINE
    )
    assert len(written) == 10  # the last holds the crop marks
    assert len(set(written[:9])) == 1


def test_opacity_is_set_when_it_changes_and_taken_back() -> None:
    """Of fills and strokes each, by ExtGState; a faded drawing is a group of its own."""
    drawing = Drawing("m", 9, 9, (box(0, 0, 9, 9, fill=(0, 0, 0)),))
    faded = PlacedMark(drawing, Matrix(e=9, f=9), opacity=0.25)
    data = write_pdf(
        one_page(
            box(1, 1, 9, 9, fill=(255, 0, 0, 51)),
            box(2, 2, 9, 9, fill=(255, 0, 0)),
            box(3, 3, 9, 9, fill=None, stroke=(0, 0, 255, 102), stroke_width=1),
            faded,
            PlacedMark(drawing, Matrix(e=20, f=9)),
        ),
        document(),
    )
    assert re.findall(r"/(\S+) gs", content(data)) == [
        *("ca0.2", "ca1", "CA0.4", "caCA0.25"),
        "caCA1",  # a picture does not inherit the opacity of what is before it
    ]
    with pikepdf.open(BytesIO(data)) as pdf:
        resources = pdf.pages[0].Resources
        states = {name: dict(state) for name, state in resources.ExtGState.items()}
        groups = ["/Group" in form for form in resources.XObject.values()]
    assert states["/ca0.2"] == {"/ca": Decimal("0.2")}
    assert states["/caCA0.25"] == {"/ca": Decimal("0.25"), "/CA": Decimal("0.25")}
    assert sorted(groups) == [False, True]


def test_an_outline_is_stroked_over_its_letters() -> None:
    """Text rendering mode 2, and 0 again for the next run."""
    words = run(9, 9, "Jam!")
    outlined = replace(words, outline=(255, 0, 0), outline_width=0.5)
    page = content(write_pdf(one_page(outlined, words), document()))
    assert re.findall(r"(\d) Tr", page) == ["2", "0"]
    assert "1 0 0 RG" in page
    assert "1.417 w" in page
