"""The manifest says where things stand, and a second reader finds them there."""

import ctypes
import json
from io import BytesIO

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from press_sample import BOLD, HEART, POKER, REGULAR, card, deck, document, one_page, run, words

from printgen.layout.face import FormField, Mark
from printgen.layout.geometry import Matrix
from printgen.press.grid import make_grid
from printgen.press.impose import impose
from printgen.press.paper import find_paper
from printgen.press.pdf import write

MM = 25.4 / 72


def manifest(data):
    with pikepdf.open(BytesIO(data)) as pdf:
        assert list(pdf.attachments) == ["printgen.json"]
        file = pdf.attachments["printgen.json"].get_file()
        assert file.mime_type == "application/json"
        raw = file.read_bytes()
        assert raw.isascii()
        assert file.size == len(raw)
    return json.loads(raw)


def test_the_whole_manifest_of_a_small_print():
    items = (
        run(5, 10, "K", "index.rank"),
        run(5, 20, "first line", "text", size=7.5),
        run(5, 23, "second", "text", size=7.5),
        run(60, 80, "turned", "number", angle=-90.0),
        run(5, 40, 'a "word"', None),
        Mark(HEART, Matrix(0.25, 0, 0, 0.25, 4, 6), "suit.mark"),
        Mark(HEART, Matrix(0, 0.5, -0.5, 0, 40, 6), "turned.mark"),
        Mark(HEART, Matrix(e=20.0, f=20.0)),
        FormField("soldier.3.weapon", "text", 5, 50, 30, 6, 9),
    )
    data = write(one_page(*items), document(sets=("A", "B"), rows=("17", "23")))
    assert manifest(data) == {
        "printgen": 1,
        "game": "combat-leader",
        "print": "deck",
        "paper": "a4",
        "sets": ["A", "B"],
        "rows": ["17", "23"],
        "rules": "ab" * 32,
        "pages": [
            {
                "margin": [],
                "faces": [
                    {
                        "face": "A-01",
                        "at": [9.75, 15.15],
                        "size": [63.5, 88.9],
                        "runs": [
                            ["index.rank", 5, 10, 1.62, 8, 0],
                            ["text", 5, 20, 8.747, 7.5, 0],
                            ["text", 5, 23, 7.75, 7.5, 0],
                            ["number", 60, 80, 7.606, 8, -90],
                        ],
                        "words": [['a "word"', 5, 40, 9.926, 8, 0]],
                        "marks": [
                            ["suit.mark", 4, 6, 6, 6],
                            ["turned.mark", 28, 6, 12, 12],
                        ],
                        "inputs": [["soldier.3.weapon", 5, 50, 30, 6]],
                    }
                ],
            }
        ],
    }


def test_every_sheet_and_face_is_in_it():
    found = manifest(deck(20))
    assert found["rows"] is None
    assert [[face["face"] for face in page["faces"]] for page in found["pages"]] == [
        [f"A-{number:02d}" for number in range(first, last)]
        for first, last in ((1, 10), (10, 19), (19, 21))
    ]
    assert [len(page["margin"]) for page in found["pages"]] == [6, 6, 6]


def test_a_manifest_says_where_and_never_what():
    (face,) = manifest(write(one_page(run(5, 10, "1234", "secret")), document()))["pages"][0][
        "faces"
    ]
    assert "1234" not in json.dumps(face)


def runs_of(page):
    """Every text run that pdfium finds: where its first glyph's origin lies in mm from the top
    left, its size in points, and its text."""
    height = page.get_height()
    text = page.get_textpage()
    found = {}
    for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
        matrix = thing.get_matrix()
        size = ctypes.c_float()
        assert pdfium.FPDFTextObj_GetFontSize(thing, size)
        count = pdfium.FPDFTextObj_GetText(thing, text, None, 0)
        buffer = ctypes.create_string_buffer(count)
        pdfium.FPDFTextObj_GetText(
            thing, text, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), count
        )
        said = buffer.raw[:count].decode("utf-16-le").rstrip("\0")
        found[matrix.e * MM, (height - matrix.f) * MM] = (said, size.value, matrix.a, matrix.b)
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pdfium_finds_each_run_where_the_manifest_says(paper):
    """Upright and turned, on faces and in margins; Letter's margins are turned as a whole."""
    faces = [card(number) for number in range(12)]
    grid = make_grid(find_paper(paper), *POKER)
    data = write(impose(faces, (12,), grid, words, REGULAR), document(paper=paper))
    pdf = pypdfium2.PdfDocument(data)
    for number, said in enumerate(manifest(data)["pages"]):
        texts = {}
        for place, face in zip(said["faces"], faces[number * 9 :], strict=False):
            runs = [item for item in face.items if hasattr(item, "text")]
            wanted = iter([item.text for item in runs if item.field])
            for _, x, y, _, size, angle in place["runs"]:
                texts[x + place["at"][0], y + place["at"][1]] = (next(wanted), size, angle)
            for word, x, y, _, size, angle in place["words"]:
                texts[x + place["at"][0], y + place["at"][1]] = (word, size, angle)
        for name, x, y, _, size, angle in said["margin"]:
            texts[x, y] = (words(number + 1, 2)[name], size, angle)
        found = runs_of(pdf[number])
        assert len(found) == len(texts)
        for (x, y), (text, size, angle) in texts.items():
            spot = min(found, key=lambda at, x=x, y=y: abs(at[0] - x) + abs(at[1] - y))
            assert abs(spot[0] - x) < 0.01
            assert abs(spot[1] - y) < 0.01
            read, read_size, a, b = found[spot]
            assert read.rstrip() == text  # pdfium puts a space between runs of one line
            assert read_size == pytest.approx(size)
            assert (a, b) == pytest.approx((0, 1) if angle == -90 else (1, 0), abs=1e-6)


def test_widths_are_those_that_are_printed():
    """With tracking and without: the ink of a run ends where the manifest says, to 0.1 mm."""
    plain = run(5, 10, "HHHHH", "plain", typeface=BOLD, size=20)
    wide = run(5, 30, "HHHHH", "wide", typeface=BOLD, size=20, tracking=4)
    data = write(one_page(plain, wide), document())
    page = pypdfium2.PdfDocument(data)[0]
    bounds = [thing.get_bounds() for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT])]
    (face,) = manifest(data)["pages"][0]["faces"]
    bearing = bounds[0][0] * MM - (5 + 9.75)
    for bound, (_, x, _, width, size, _), tracking in zip(
        bounds, face["runs"], (0, 4), strict=True
    ):
        assert size == 20
        end = x + 9.75 + width - bearing - tracking * MM
        assert bound[2] * MM == pytest.approx(end, abs=0.1)


def test_names_of_any_script_come_back():
    data = write(one_page(run(5, 10, "né", "naïve.field")), document(game="é"))
    found = manifest(data)
    assert found["game"] == "é"
    assert found["pages"][0]["faces"][0]["runs"][0][0] == "naïve.field"
