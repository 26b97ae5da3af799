"""Form fields: there to fill in, named for good, and never to be seen on paper."""

from io import BytesIO

import pypdfium2
import pytest
from press_sample import REGULAR, document, no_words, one_page, plain, run
from pypdf import PdfReader, PdfWriter

from printgen.face.face import FormField
from printgen.paper import find_paper
from printgen.press.imposing.grid import make_grid
from printgen.press.imposing.impose import impose_faces
from printgen.press.writing.pdf import write_pdf
from printgen.problems import ExitCode, Failure

FIELDS = (
    FormField("team", "text", 5, 5, 50, 6, 9),
    FormField("notes", "text", 5, 20, 50, 20, 8.5, multiline=True),
    FormField("soldier.1.weapon", "text", 5, 45, 30, 6, 9),
    FormField("soldier.1.jammed", "check", 40, 45, 5, 4, 9),
)


def rosters():
    grid = make_grid(find_paper("a4"), 190, 130)
    faces = [plain(number, (190, 130), run(5, 60, f"Team {number}"), *FIELDS) for number in (1, 2)]
    return write_pdf(impose_faces(faces, (2,), grid, no_words, REGULAR), document())


def test_every_field_of_every_face_has_its_own_name_kind_and_place(opened):
    fields = PdfReader(BytesIO(rosters())).get_fields()
    kinds = {name: field["/FT"] for name, field in fields.items() if "/FT" in field}
    assert kinds == {
        f"A-0{number}.{field.name}": "/Tx" if field.kind == "text" else "/Btn"
        for number in (1, 2)
        for field in FIELDS
    }
    page = opened(rosters()).pages[0]
    boxes = [[float(edge) for edge in widget.Rect] for widget in page.Annots]
    # the team of the first roster: 15 mm from the left, 23.5 mm from the top, 50 × 6 mm
    assert boxes[0] == [42.52, 758.268, 184.252, 775.276]
    assert len(boxes) == 8
    assert all(int(widget.F) == 4 for widget in page.Annots)


def test_multiline_size_and_nothing_else_is_set(opened):
    page = opened(rosters()).pages[0]
    team, notes, _, jammed = list(page.Annots)[:4]
    assert int(team.Ff) == 0
    assert int(notes.Ff) == 4096
    assert str(team.DA) == "/Helv 9 Tf 0 g"
    assert str(notes.DA) == "/Helv 8.5 Tf 0 g"
    assert sorted(jammed.AP.N.keys()) == ["/Off", "/Yes"]
    assert (jammed.AS, jammed.V) == ("/Off", "/Off")
    for widget in page.Annots:
        assert list(widget.Border) == [0, 0, 0]
        assert "/A" not in widget
        assert "/AA" not in widget


def test_an_appearance_is_as_large_as_its_field(opened):
    """ISO 32000-1, 12.5.5: the box of the appearance is scaled to the rectangle of the field."""
    for widget in opened(rosters()).pages[0].Annots:
        left, bottom, right, top = map(float, widget.Rect)
        box = widget.AP.N.Yes.BBox if "/Yes" in widget.AP.N else widget.AP.N.BBox
        assert list(map(float, box)) == pytest.approx([0, 0, right - left, top - bottom], abs=0.002)


def test_standard_fonts_stand_in_the_form_and_nowhere_else(opened):
    pdf = opened(rosters())
    assert sorted(pdf.Root.AcroForm.DR.Font.keys()) == ["/Helv", "/ZaDb"]
    (font,) = pdf.pages[0].Resources.Font.values()
    assert str(font.BaseFont) == "/AAAAAA+IBMPlexSansCond-Regular"
    assert "/NeedAppearances" not in pdf.Root.AcroForm


def test_the_form_can_be_filled_in_saved_and_read_again():
    writer = PdfWriter(BytesIO(rosters()))
    writer.update_page_form_field_values(
        writer.pages[0],
        {
            "A-01.team": "Fox company",
            "A-02.soldier.1.weapon": "BAR",
            "A-01.soldier.1.jammed": "/Yes",
        },
    )
    saved = BytesIO()
    writer.write(saved)
    fields = PdfReader(saved).get_fields()
    assert fields["A-01.team"]["/V"] == "Fox company"
    assert fields["A-02.team"].get("/V") in (None, "")
    assert fields["A-02.soldier.1.weapon"]["/V"] == "BAR"
    assert fields["A-01.soldier.1.jammed"]["/V"] == "/Yes"
    assert fields["A-02.soldier.1.jammed"]["/V"] == "/Off"


def picture(data, scale=1):
    """The page as it prints: with the looks of its fields, without a viewer's highlights."""
    pdf = pypdfium2.PdfDocument(data)
    pdf.init_forms()
    return pdf[0].render(scale=scale, may_draw_forms=True).to_pil().convert("L")


def test_fields_draw_nothing_until_they_are_filled():
    grid = make_grid(find_paper("a4"), 190, 130)
    text = run(5, 60, "Team")
    with_fields, without = (
        write_pdf(impose_faces([face], (1,), grid, no_words, REGULAR), document())
        for face in (plain(1, (190, 130), text, *FIELDS), plain(1, (190, 130), text))
    )
    assert picture(with_fields).tobytes() == picture(without).tobytes()


def test_a_ticked_box_shows_its_tick_inside_itself():
    writer = PdfWriter(
        BytesIO(write_pdf(one_page(FormField("ok", "check", 10, 10, 20, 10, 9)), document()))
    )
    writer.update_page_form_field_values(writer.pages[0], {"A-01.ok": "/Yes"})
    saved = BytesIO()
    writer.write(saved)
    image = picture(saved.getvalue(), scale=2)
    scale = 2 * 72 / 25.4
    left, top = (9.75 + 10) * scale, (15.15 + 10) * scale
    tick = image.crop((left, top, left + 20 * scale, top + 10 * scale))
    ink = tick.point(lambda level: 255 if level < 128 else 0).getbbox()
    assert ink is not None
    assert 3 < (ink[2] - ink[0]) / scale < 9  # some readers draw a tick of their own
    assert ink[0] / scale > 5
    assert ink[2] / scale < 15


@pytest.mark.parametrize(
    "names", [("team", "team"), ("soldier", "soldier.1"), ("soldier.1", "soldier")]
)
def test_names_that_clash_are_a_fault(names):
    fields = [FormField(name, "text", 5, 5, 5, 5, 9) for name in names]
    with pytest.raises(Failure, match="another form field has this name") as caught:
        write_pdf(one_page(*fields), document())
    assert caught.value.exit_code is ExitCode.RULES


def test_a_face_with_fields_that_is_printed_twice_is_a_fault():
    grid = make_grid(find_paper("a4"), 190, 130)
    face = plain(1, (190, 130), run(5, 60, "Team"), *FIELDS)
    with pytest.raises(Failure, match=r"A-01\.team"):
        write_pdf(impose_faces([face, face], (2,), grid, no_words, REGULAR), document())
