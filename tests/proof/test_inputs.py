"""Form fields: what is typed into them is the user's; that they are there is the rules'."""

from collections.abc import Callable, Iterator
from io import BytesIO

import pikepdf
import pytest
import sample
import seed
from pikepdf import Name
from pypdf import PdfReader, PdfWriter

from printgen.problems import Severity
from printgen.proof.proof import proof_pdf

ONE = "A-roster.men.soldiers.3.name"


def errors(pdf: bytes) -> list[str]:
    """The errors that a proof finds, as printed."""
    found = proof_pdf(pdf, sample.game())
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


def full_name(annotation: pikepdf.Object) -> str:
    """A form field's name with its parents'."""
    parts = []
    while annotation is not None:
        if "/T" in annotation:
            parts.insert(0, str(annotation.T))
        annotation = annotation.get("/Parent")
    return ".".join(parts)


def edited(
    pdf: bytes, change: Callable[[pikepdf.Object, pikepdf.Page, pikepdf.Pdf], None]
) -> bytes:
    """The roster with one of its form fields changed."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        for page in opened.pages:
            for annotation in page.Annots:
                if full_name(annotation) == ONE:
                    change(annotation, page, opened)
                    return seed.saved(opened)
    raise LookupError(ONE)


def names(pdf: bytes) -> Iterator[str]:
    """The names of the text fields."""
    for name, field in (PdfReader(BytesIO(pdf)).get_fields() or {}).items():
        if field.get("/FT") == "/Tx":
            yield name


def test_a_roster_filled_in_and_saved_proofs_clean(roster: bytes) -> None:
    """Filled by another program, with the looks that it draws, ticks and all."""
    writer = PdfWriter(clone_from=BytesIO(roster))
    values = dict.fromkeys(names(roster), "Sgt. Omega 7")
    values["A-roster.men.soldiers.3.status.jammed"] = "/Yes"
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    out = BytesIO()
    writer.write(out)
    assert len(values) > 50
    assert errors(out.getvalue()) == []


@pytest.mark.parametrize("change", ["FT", "T"])
def test_a_changed_form_field_is_found(roster: bytes, change: str) -> None:
    """Its kind and name are the press's, whatever is typed into it."""

    def edit(annotation: pikepdf.Object, page: pikepdf.Page, pdf: pikepdf.Pdf) -> None:
        if change == "FT":
            annotation.FT = Name.Btn
        else:
            annotation.T = "nickname"

    wanted = {
        "FT": "deck A, roster, men.soldiers.3.name: error: the form field is of the kind check",
        "T": "deck A, roster, men.soldiers.3.name: error: the form field is missing",
    }
    found = errors(edited(roster, edit))
    assert any(wanted[change] in line for line in found), "\n".join(found[:5])


def test_a_form_field_taken_out_is_found(roster: bytes) -> None:
    """The rules want each."""

    def edit(annotation: pikepdf.Object, page: pikepdf.Page, pdf: pikepdf.Pdf) -> None:
        index = next(i for i, other in enumerate(page.Annots) if full_name(other) == ONE)
        del page.Annots[index]

    assert errors(edited(roster, edit)) == [
        "deck A, roster, men.soldiers.3.name: error: the form field is missing; the rules want it"
    ]


@pytest.mark.filterwarnings("ignore:This document has 1 form widget")
def test_a_form_field_too_many_is_found(roster: bytes) -> None:
    """One that belongs to no face."""

    def edit(annotation: pikepdf.Object, page: pikepdf.Page, pdf: pikepdf.Pdf) -> None:
        page.Annots.append(
            pdf.make_indirect(
                pikepdf.Dictionary(
                    Type=Name.Annot,
                    Subtype=Name.Widget,
                    FT=Name.Tx,
                    T="password",
                    Rect=[100, 100, 200, 120],
                )
            )
        )

    assert errors(edited(roster, edit)) == [
        "page 1, form field password: error: belongs to no face of the rules"
    ]


def test_a_filled_field_that_hides_a_printed_word_is_found(roster: bytes) -> None:
    """What a field's look paints over print is seen in the picture of the page."""

    def edit(annotation: pikepdf.Object, page: pikepdf.Page, pdf: pikepdf.Pdf) -> None:
        look = pdf.make_stream(b"1 g -2000 -2000 4000 4000 re f")
        look.Type, look.Subtype, look.BBox = Name.XObject, Name.Form, [-2000, -2000, 2000, 2000]
        annotation.Rect = [0, 0, 595, 842]
        annotation.AP = pikepdf.Dictionary(N=look)

    found = errors(edited(roster, edit))
    assert any("is not visible on the page" in line for line in found)


def test_a_form_field_moved_to_another_row_is_found(roster: bytes) -> None:
    """What is typed there would be another soldier's."""

    def edit(annotation: pikepdf.Object, page: pikepdf.Page, pdf: pikepdf.Pdf) -> None:
        annotation.Rect = [
            float(edge) - (index % 2) * 17 for index, edge in enumerate(annotation.Rect)
        ]

    found = errors(edited(roster, edit))
    assert any("men.soldiers.3.name: error: the form field is " in line for line in found)


def test_a_form_field_that_stands_within_itself_is_told(roster: bytes) -> None:
    """Whoever looks for the last of those round it never ends."""

    def edit(annotation: pikepdf.Object, page: pikepdf.Page, pdf: pikepdf.Pdf) -> None:
        annotation.Parent = annotation

    (found,) = errors(edited(roster, edit))
    assert "a form field is nested too deeply" in found
