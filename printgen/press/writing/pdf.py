"""The PDF writer: pages to the bytes of a PDF with a label on every field.

Pages are taken one at a time and kept only as compressed content streams. The same pages always
give the same bytes. The module uses reportlab's document layer without its canvas, which would keep
every page uncompressed until the end and compress it under process-wide settings.
"""

import json
import zlib
from collections.abc import Collection, Iterable
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
from printgen.face.face import Face, FormField, Segment
from printgen.face.outlines import make_ellipse, make_hexagon, make_rectangle
from printgen.geometry import Box
from printgen.press.imposing.page import Page, Placement
from printgen.press.writing.acroform import AcroFormBuilder
from printgen.press.writing.glyphs import GlyphEncoder
from printgen.press.writing.labels import (
    BAR_LABEL,
    LABEL_END,
    format_face_label,
    format_mm_as_points,
)
from printgen.press.writing.operators import MITRE_LIMIT, ContentStreamWriter
from printgen.press.writing.xobjects import XObjectRegistry
from printgen.problems import ExitCode, create_failure
from printgen.sheet_layout import PrintManifest

_PDF_VERSION = (1, 7)
_COMPRESSION_LEVEL = 6
_RESOURCES_NAME = "PageResources"


class DocumentInfo(msgspec.Struct, frozen=True):
    """The properties of one PDF.

    - `title`: its title. `language`: a language tag such as "en" (ISO 32000-1, 14.9.2).
    - `manifest`: what was printed and how, to be stored in the PDF.
    - `credits`: lines that name the authors of what is printed. They are read after the last page,
      because the pages add to them.
    """

    title: str
    language: str
    manifest: PrintManifest
    credits: Collection[str] = ()


def write_pdf(pages: Iterable[Page], info: DocumentInfo) -> bytes:
    """Return the bytes of a PDF with these pages.

    Raises `Failure`: INTERNAL_ERROR without pages, or for an item that layout should have refused;
    RULES for fonts or form fields with the same name.
    """
    builder = _PdfBuilder(info)
    count = 0
    for count, page in enumerate(pages, 1):  # noqa: B007 - the count is used after the loop
        builder.add_page(page)
    if not count:
        raise create_failure(ExitCode.INTERNAL_ERROR, info.manifest.print, "the print has no pages")
    return builder.finish_document()


class _PdfBuilder:
    """A PDF that is being built, page by page."""

    def __init__(self, info: DocumentInfo) -> None:
        self._info = info
        # invariant: no time stamps and no random identifiers, so that equal pages give equal bytes.
        self._pdf: Any = PDFDocument(
            compression=1, invariant=1, pdfVersion=_PDF_VERSION, lang=info.language
        )
        self._pdf.setTitle(info.title)
        self._pdf.setAuthor(info.manifest.game)
        self._pdf.setCreator(f"printgen {__version__}")
        # ISO 32000-1, 14.3.3: Keywords is a text string of the document information dictionary.
        self._pdf.setKeywords(json.dumps(msgspec.to_builtins(info.manifest)))
        self._pictures = XObjectRegistry(self._pdf)
        self._form = AcroFormBuilder(self._pdf)
        self._writer = ContentStreamWriter(GlyphEncoder(self._pdf), self._pictures)
        self._face: Face | None = None
        self._face_operators = ""
        self._boards: dict[str, Any] = {}

    def add_page(self, page: Page) -> None:
        """Append a page to the PDF."""
        content = [MITRE_LIMIT]
        streams: list[Any] = []
        widgets: list[Any] = []
        for placement in page.placements:
            face = placement.face
            if placement.window:
                # ISO 32000-1, 7.8.2: the streams of a page are one, and pages can share a stream.
                clip = _format_clip(placement.window, page.height)
                content += format_face_label(placement), clip
                content.append(_format_face_matrix(placement, page.height))
                streams += self._make_stream("\n".join(content)), self._store_board_face(face)
                content = ["Q Q", LABEL_END]
                continue
            # ISO 32000-1, 8.4.2: q and Q isolate the graphics state of each face.
            content.append(format_face_label(placement))
            content.append(_format_face_matrix(placement, page.height))
            content += self._write_face(face), "Q", LABEL_END
            fields = (item for item in face.items if type(item) is FormField)
            widgets += (self._form.add_field(item, placement, page.height) for item in fields)
        subject = f"page {self._pdf.pageCounter}, margin"
        margin_operators = self._writer.write_items((*page.crop_marks, *page.margin), subject)
        to_top = f"q 1 0 0 1 0 {format_mm_as_points(page.height)} cm"
        if margin_operators:
            content.append(f"{to_top}\n{margin_operators}\nQ")
        if page.bar:
            bar_operators = self._writer.write_items(page.bar, subject)
            content.append(f"{BAR_LABEL} {to_top}\n{bar_operators}\nQ {LABEL_END}")
        streams.append(self._make_stream("\n".join(content)))
        self._append_page(page, streams, widgets)

    def finish_document(self) -> bytes:
        """Return the bytes of the PDF. No page can be added afterwards."""
        self._pdf.setSubject("; ".join((self._info.manifest.print, *self._info.credits)))
        catalogue = self._pdf.Catalog
        resources: dict[str, Any] = {"Font": PDFObjectReference("BasicFonts")}
        resources |= self._pictures.make_resources()
        self._pdf.Reference(PDFDictionary(resources), _RESOURCES_NAME)
        # ISO 32000-1, 12.2, table 150: None asks viewers not to scale pages in the print dialog.
        preferences = {"PrintScaling": PDFName("None"), "DisplayDocTitle": "true"}
        catalogue.ViewerPreferences = PDFDictionary(preferences)
        catalogue.AcroForm = self._form.build_form()
        data: bytes = self._pdf.GetPDFData(None)
        return data

    def _write_face(self, face: Face) -> str:
        """Return the operators that paint a face.

        The operators of the last face are cached, because one face may fill a sheet.
        """
        if face is not self._face:
            self._face = face
            path, subject = _make_clip_path(face), f"face {face.id}"
            self._face_operators = self._writer.write_items(face.items, subject, path)
        return self._face_operators

    def _store_board_face(self, face: Face) -> Any:
        """Return the reference to the stream that paints the face of a board.

        The stream is stored once, and shared by the pages with the parts of the face.
        """
        if face.id not in self._boards:
            stream = self._make_stream(self._write_face(face))
            self._boards[face.id] = self._pdf.Reference(stream)
        return self._boards[face.id]

    def _make_stream(self, content: str) -> PDFStream:
        """Return a compressed content stream."""
        packed = zlib.compress(content.encode("ascii"), _COMPRESSION_LEVEL)
        self._pdf.updateSignature(packed)
        # ISO 32000-1, 7.4.4: FlateDecode is the zlib format.
        return PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), packed)

    def _append_page(self, page: Page, streams: list[Any], widgets: list[Any]) -> None:
        # ISO 32000-1, 14.11.2: the page boundaries; the viewer shows the CropBox.
        pdf_page: Any = PDFPage()
        box = Box(0.0, 0.0, page.width, page.height)
        pdf_page.MediaBox = pdf_page.CropBox = _make_box_array(box, page.height)
        pdf_page.BleedBox = _make_box_array(page.bleed, page.height)
        pdf_page.TrimBox = _make_box_array(page.trim, page.height)
        contents = [self._pdf.Reference(stream) for stream in streams] if streams[1:] else ()
        pdf_page.Contents = PDFArray(contents) if contents else streams[0]
        # ISO 32000-1, 7.8.3: resources are named; all pages refer to the same dictionary.
        pdf_page.Resources = PDFObjectReference(_RESOURCES_NAME)
        pdf_page.Annots = widgets
        self._pdf.addPage(pdf_page)


def _format_face_matrix(placement: Placement, page_height: float) -> str:
    """Return the operators that move the origin to the top left corner of a placed face.

    `page_height` is in mm.
    """
    x, y, scale = placement.x, placement.y, "1 0 0 1"
    if placement.turned:
        x, y, scale = x + placement.face.width, y + placement.face.height, "-1 0 0 -1"
    return f"q {scale} {format_mm_as_points(x)} {format_mm_as_points(page_height - y)} cm"


def _format_clip(window: Box, page_height: float) -> str:
    """Return the operators that clip everything painted after them to a box of the page."""
    edges = window.left, page_height - window.bottom, window.width, window.height
    return f"q {' '.join(map(format_mm_as_points, edges))} re W n"


def _make_clip_path(face: Face) -> tuple[Segment, ...]:
    """Return the path that clips the paint of a face at the edge of its bleed; () for no clip."""
    if face.clip is None:
        return ()
    near, right, bottom = -face.bleed, face.width + face.bleed, face.height + face.bleed
    if face.clip == "circle":
        middle, radius = (near + right) / 2, (right - near) / 2
        return make_ellipse(middle, (near + bottom) / 2, radius, radius)
    if face.clip == "hexagon":
        return make_hexagon(Box(0.0, 0.0, face.width, face.height), face.bleed)
    return make_rectangle(near, near, right - near, bottom - near)


def _make_box_array(box: Box, page_height: float) -> PDFArray:
    edges = (box.left, page_height - box.bottom, box.right, page_height - box.top)
    return PDFArray([format_mm_as_points(edge) for edge in edges])
