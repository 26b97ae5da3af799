"""Turn pages into the bytes of a PDF in which every field is labelled.

Pages are taken one at a time and kept only as compressed content. The same pages give the same
bytes in any process. It is built on reportlab's document layer: its canvas would keep every page
unpacked until the end, and pack it under process-wide settings. It decides nothing that prints.
"""

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFPage,
    PDFStream,
)

from printgen import __version__
from printgen.layout.face import Face, FormField, Segment
from printgen.layout.geometry import Rect
from printgen.layout.svg_geometry import make_ellipse
from printgen.manifest import PrintManifest
from printgen.press.acroform import AcroFormBuilder
from printgen.press.glyphs import GlyphEncoder
from printgen.press.labels import BAR_LABEL, LABEL_END, label_face
from printgen.press.operators import MITRE_LIMIT, ContentStreamWriter
from printgen.press.page import Page, Placement
from printgen.press.pdf_numbers import format_points
from printgen.press.xobjects import XObjectRegistry
from printgen.problems import ExitCode, Failure, Problem, Spot

_PDF_VERSION = (1, 7)
_COMPRESSION_LEVEL = 6
_RESOURCES = "PageResources"


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """One PDF, and what it says of itself; `language` is a tag such as "en"."""

    title: str
    language: str
    manifest: PrintManifest


def write_pdf(pages: Iterable[Page], info: DocumentInfo) -> bytes:
    """The PDF of the pages. Raises `Failure` (own fault) on what cannot be printed as it is."""
    builder = _PdfBuilder(info)
    count = 0
    for count, page in enumerate(pages, 1):  # noqa: B007 - how many there were is asked below
        builder.add_page(page)
    if not count:
        problem = Problem(Spot(subject=info.manifest.print), "there is no page to print")
        raise Failure(ExitCode.INTERNAL_ERROR, (problem,))
    return builder.finish_document()


class _PdfBuilder:
    """One PDF in the making."""

    def __init__(self, info: DocumentInfo) -> None:
        self._pdf: Any = PDFDocument(
            compression=1, invariant=1, pdfVersion=_PDF_VERSION, lang=info.language
        )
        self._pdf.setTitle(info.title)
        self._pdf.setSubject(info.manifest.print)
        self._pdf.setAuthor(info.manifest.game)
        self._pdf.setCreator(f"printgen {__version__}")
        self._pdf.setKeywords(json.dumps(msgspec.to_builtins(info.manifest)))
        self._pictures = XObjectRegistry(self._pdf)
        self._form = AcroFormBuilder(self._pdf)
        self._transcriber = ContentStreamWriter(GlyphEncoder(self._pdf), self._pictures)
        self._face: Face | None = None
        self._face_operators = ""

    def add_page(self, page: Page) -> None:
        """Add a page."""
        content = [MITRE_LIMIT]
        widgets: list[Any] = []
        for placement in page.placements:
            face = placement.face
            content += (
                label_face(placement),
                _format_face_matrix(placement, page.height),
                self._write_face(face),
                "Q",
                LABEL_END,
            )
            widgets.extend(
                self._form.add_field(item, placement, page.height)
                for item in face.items
                if type(item) is FormField
            )
        subject = f"page {self._pdf.pageCounter}, margin"
        margin_operators = self._transcriber.write_items((*page.crop_marks, *page.margin), subject)
        if margin_operators:
            content.append(f"q 1 0 0 1 0 {format_points(page.height)} cm\n{margin_operators}\nQ")
        if page.bar:
            bar_operators = self._transcriber.write_items(page.bar, subject)
            content.append(
                f"{BAR_LABEL} q 1 0 0 1 0 {format_points(page.height)} cm\n{bar_operators}\nQ {LABEL_END}"
            )
        self._append_page(page, "\n".join(content), widgets)

    def finish_document(self) -> bytes:
        """The bytes of the whole; nothing can be added after."""
        catalogue = self._pdf.Catalog
        resources: dict[str, Any] = {"Font": PDFObjectReference("BasicFonts")}
        pictures = self._pictures.make_resources()
        if pictures.dict:
            resources["XObject"] = pictures
        self._pdf.Reference(PDFDictionary(resources), _RESOURCES)
        catalogue.ViewerPreferences = PDFDictionary(
            {"PrintScaling": PDFName("None"), "DisplayDocTitle": "true"}
        )
        catalogue.AcroForm = self._form.build_form()
        data: bytes = self._pdf.GetPDFData(None)
        return data

    def _write_face(self, face: Face) -> str:
        """A face's content; one that fills a sheet comes many times in a row, and is kept."""
        if face is not self._face:
            self._face = face
            self._face_operators = self._transcriber.write_items(
                face.items, f"face {face.id}", _make_clip_path(face)
            )
        return self._face_operators

    def _append_page(self, page: Page, content: str, widgets: list[Any]) -> None:
        pdf_page: Any = PDFPage()
        pdf_page.MediaBox = pdf_page.CropBox = _make_box_array(
            Rect(0, 0, page.width, page.height), page.height
        )
        pdf_page.BleedBox = _make_box_array(page.bleed, page.height)
        pdf_page.TrimBox = _make_box_array(page.trim, page.height)
        packed = zlib.compress(content.encode("ascii"), _COMPRESSION_LEVEL)
        self._pdf.updateSignature(packed)
        pdf_page.Contents = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), packed)
        pdf_page.Resources = PDFObjectReference(_RESOURCES)
        pdf_page.Annots = widgets
        self._pdf.addPage(pdf_page)


def _format_face_matrix(place: Placement, page_height: float) -> str:
    """The operators before a face's: its own top left corner becomes where it stands, and up up."""
    if not place.turned:
        return f"q 1 0 0 1 {format_points(place.x)} {format_points(page_height - place.y)} cm"
    right, bottom = place.x + place.face.width, place.y + place.face.height
    return f"q -1 0 0 -1 {format_points(right)} {format_points(page_height - bottom)} cm"


def _make_clip_path(face: Face) -> tuple[Segment, ...]:
    """The path round a face and its bleed that its paint is cut off by, if any."""
    if face.clip is None:
        return ()
    near, right, bottom = -face.bleed, face.width + face.bleed, face.height + face.bleed
    if face.clip == "circle":
        middle, radius = (near + right) / 2, (right - near) / 2
        return make_ellipse(middle, (near + bottom) / 2, radius, radius)
    return (
        ("M", near, near),
        ("L", right, near),
        ("L", right, bottom),
        ("L", near, bottom),
        ("Z",),
    )


def _make_box_array(box: Rect, page_height: float) -> PDFArray:
    edges = (box.x, page_height - box.y - box.height, box.x + box.width, page_height - box.y)
    return PDFArray([format_points(edge) for edge in edges])
