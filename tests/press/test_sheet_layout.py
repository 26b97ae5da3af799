"""The layout of sheets is one record: as the options say it, so the PDF records it."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from press_sample import deck_pages, document

from printgen.paper import LANDSCAPE, PAPERS, find_paper
from printgen.press.writing.pdf import write_pdf
from printgen.problems import InputError
from printgen.proof.proof import read_manifest
from printgen.proof.reading.pdf_file import parse_manifest
from printgen.sheet_layout import DEFAULT_LAYOUT, PrintManifest, SheetLayout, StockSheet

LABELS = StockSheet(210.0, 297.0, 63.5, 38.1, 3, 7, 7.2, 15.1, 2.5, 0.0, "labels")
# One value for each field that is not its default, and how a file name says it.
USED: dict[str, tuple[Any, str]] = {
    "skip": (4, "skip-4"),
    "paper": ("210x330-landscape", "210x330-landscape"),
    "sheet": (LABELS, "labels"),
    "punched": (True, ""),
    "gutter": (6.35, "gutter-6.35"),
    "bleed": (3.175, "bleed-3.175"),
    "cut": ("lines", "cut-lines"),
    "duplex": ("short", "duplex-short"),
    "fold": (True, "fold"),
    "offset": ((1.0, -0.5), "offset-1_-0.5"),
    "machine": ("silhouette", "machine-silhouette"),
    "marks": ((6.0, 0.5, 12.0), "marks-6_0.5_12"),
    "thickness": (0.45, "thickness-0.45"),
    "sleeves": ((66.5, 91.5), "sleeves-66.5_91.5"),
    "overlap": (12.5, "overlap-12.5"),
    "tiles": ("cut", "tiles-cut"),
}


def test_every_field_is_tried_here() -> None:
    assert tuple(USED) == SheetLayout.__struct_fields__


@pytest.mark.parametrize("field", USED)
def test_the_record_that_was_asked_for_is_read_back_from_the_pdf(field: str) -> None:
    layout = msgspec.structs.replace(DEFAULT_LAYOUT, **{field: USED[field][0]})
    said = document()
    manifest = msgspec.structs.replace(said.manifest, **msgspec.structs.asdict(layout))
    read = read_manifest(write_pdf(deck_pages(1), replace(said, manifest=manifest)))
    assert read == manifest
    assert SheetLayout(**{name: getattr(read, name) for name in USED}) == layout


@pytest.mark.parametrize("field", USED)
def test_a_file_name_says_what_was_asked_for(field: str) -> None:
    value, part = USED[field]
    layout = msgspec.structs.replace(DEFAULT_LAYOUT, **{field: value})
    assert "".join(layout.list_filename_parts()) == part


def test_keywords_of_earlier_prints_are_read() -> None:
    """They said a skip of none, and no name of a sheet."""
    keywords = (
        '{"printgen": 3, "game": "g", "print": "deck", "paper": "a4", "sets": [], "rows": null,'
        ' "rules": "0", "skip": 0, "sheet": [210.0, 297.0, 63.5, 38.1, 3, 7, 7.2, 15.1, 2.5, 0.0],'
        ' "punched": true}'
    )
    request = PrintManifest(
        form=3, game="g", print="deck", paper="a4", sets=(), rows=None, rules="0", punched=True
    )
    sheet = msgspec.structs.replace(LABELS, name="")
    assert parse_manifest(keywords) == msgspec.structs.replace(request, sheet=sheet)


def test_papers_have_the_sizes_of_their_standards() -> None:
    """ISO 216 and ANSI/ASME Y14.1, in mm; the press and the proof both take them from here."""
    assert {paper.id: (paper.width, paper.height) for paper in PAPERS} == {
        "a3": (297.0, 420.0),
        "a4": (210.0, 297.0),
        "a5": (148.0, 210.0),
        "letter": (215.9, 279.4),
        "legal": (215.9, 355.6),
        "tabloid": (279.4, 431.8),
        "4x6in": (101.6, 152.4),
    }
    for name in (*(paper.id for paper in PAPERS), "210x330", "330x210"):
        paper = find_paper(name).to_landscape()
        assert find_paper(paper.id) == paper
        assert (paper.id != name) == paper.id.endswith(LANDSCAPE)
    for name in ("210mm x 330mm", "210 x 330 MM", "210×330mm"):
        assert find_paper(name).id == "210x330"
    with pytest.raises(InputError):
        find_paper(f"foolscap{LANDSCAPE}")


def test_a_bleed_ends_in_the_middle_between_two_pieces_and_at_the_page() -> None:
    assert SheetLayout(paper="a4", gutter=4.0).limit_bleed(3.0) == 2.0
    assert SheetLayout(paper="a4", gutter=8.0).limit_bleed(3.0) == 3.0
    assert DEFAULT_LAYOUT.limit_bleed(3.0) == 0.0
    apart = msgspec.structs.replace(LABELS, rows=6, across=2.5, down=5.0)
    assert SheetLayout(paper="a4", sheet=apart).limit_bleed(3.0) == 1.25
    near = msgspec.structs.replace(apart, x=0.5)
    assert SheetLayout(paper="a4", sheet=near).limit_bleed(3.0) == 0.5
    assert SheetLayout(paper="a4", sheet=LABELS).limit_bleed(3.0) == 0.0
