"""The labels of a print say which field of which face a text is, and where it was put."""

import json
from io import BytesIO
from urllib.parse import unquote

import pikepdf
import sample
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.press.writing.labels import _format_label, format_item_label
from printgen.proof.reading.page_objects import IDENTITY_TRANSFORM
from printgen.proof.reading.pages import read_pages
from printgen.rules.queries.content_hash import compute_digest


def test_a_label_says_which_and_where_and_never_what() -> None:
    """In mm from the face's corner; a mark has a box, a text its baseline, width, size and turn."""
    run = sample.run("Miss", 4.25, 30.5, 7, "accuracy.miss.label")
    width = round(run.width, 3)
    assert format_item_label(run) == (
        f"/Field <</N (accuracy.miss.label) /At (4.25 30.5 {width:g} 7 0)>> BDC"
    )
    assert format_item_label(replace(run, stretch=0.7)).endswith(" 7 0 0.7)>> BDC")
    assert format_item_label(replace(run, continues_field=True)).startswith(
        "/More <</N (accuracy.miss.label) "
    )
    assert format_item_label(sample.run("Ambush!", 1, 2, 7, None)).startswith("/Words <</At (1 2 ")
    mark = sample.mark("hearts", 5, 6, 2, "suit.mark")
    assert format_item_label(mark) == "/Mark <</N (suit.mark) /At (5 6 2 2)>> BDC"


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20))
def test_any_name_is_a_string_of_a_pdfs(name: str) -> None:
    """Letters of a game's own data come back as they were."""
    operators = f"{_format_label('Field', name, 1.0)} EMC".encode()
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        page.Contents = pdf.make_stream(operators)
        (begin, _) = pikepdf.parse_content_stream(page)
        assert unquote(str(begin.operands[1]["/N"])) == name


def test_every_field_of_a_face_is_read_back_under_its_label() -> None:
    """By pdfium, each under its face."""
    faces = {face.id: face for face in sample.faces("deck", rows=("14", "56"))}
    (page,) = read_pages(sample.pdf("deck", rows=("14", "56")), (IDENTITY_TRANSFORM,))
    assert [face.label.name for face in page.faces] == list(faces)
    for face in page.faces:
        wanted = [item for item in faces[face.label.name].items if getattr(item, "field", None)]
        labelled = [one.label.name for one in (*face.texts, *face.paints) if one.label]
        assert sorted(labelled) == sorted(item.field for item in wanted)


def test_a_print_says_what_was_asked_for() -> None:
    """A few words among the file's properties; nothing else is carried along."""
    with pikepdf.open(BytesIO(sample.pdf("deck", rows=("17",)))) as pdf:
        said = json.loads(str(pdf.docinfo["/Keywords"]))
        assert not pdf.attachments
    assert said == {
        "printgen": 3,
        "game": "combat-leader",
        "print": "deck",
        "paper": "a4",
        "sets": ["A"],
        "rows": ["17"],
        "rules": compute_digest(sample.game()),
    }
