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
from printgen.layout.svg_geometry import ellipse
from printgen.manifest import Claim
from printgen.press.acroform import Form
from printgen.press.glyphs import Glyphs
from printgen.press.labels import BAR, END, label_of_face
from printgen.press.operators import MITRE, Transcriber
from printgen.press.page import Page, Placement
from printgen.press.pdf_numbers import points
from printgen.press.xobjects import XObjects
from printgen.problems import ExitCode, Failure, Problem, Where

_VERSION = (1, 7)
_LEVEL = 6
_RESOURCES = "PageResources"


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF, and what it says of itself; `language` is a tag such as "en"."""

    title: str
    language: str
    claim: Claim


def write(pages: Iterable[Page], document: Document) -> bytes:
    """The PDF of the pages. Raises `Failure` (own fault) on what cannot be printed as it is."""
    press = _Press(document)
    count = 0
    for count, page in enumerate(pages, 1):  # noqa: B007 - how many there were is asked below
        press.print(page)
    if not count:
        problem = Problem(Where(subject=document.claim.print), "there is no page to print")
        raise Failure(ExitCode.OWN_FAULT, (problem,))
    return press.finish()


class _Press:
    """One PDF in the making."""

    def __init__(self, document: Document) -> None:
        self._pdf: Any = PDFDocument(
            compression=1, invariant=1, pdfVersion=_VERSION, lang=document.language
        )
        self._pdf.setTitle(document.title)
        self._pdf.setSubject(document.claim.print)
        self._pdf.setAuthor(document.claim.game)
        self._pdf.setCreator(f"printgen {__version__}")
        self._pdf.setKeywords(json.dumps(msgspec.to_builtins(document.claim)))
        self._pictures = XObjects(self._pdf)
        self._form = Form(self._pdf)
        self._transcriber = Transcriber(Glyphs(self._pdf), self._pictures)
        self._face: Face | None = None
        self._face_operators = ""

    def print(self, page: Page) -> None:
        """Add a page."""
        content = [MITRE]
        widgets: list[Any] = []
        for place in page.placements:
            face = place.face
            content += (
                label_of_face(place),
                _begun(place, page.height),
                self._operators(face),
                "Q",
                END,
            )
            widgets.extend(
                self._form.add(item, place, page.height)
                for item in face.items
                if type(item) is FormField
            )
        subject = f"page {self._pdf.pageCounter}, margin"
        around = self._transcriber.write((*page.crop_marks, *page.margin), subject)
        if around:
            content.append(f"q 1 0 0 1 0 {points(page.height)} cm\n{around}\nQ")
        if page.bar:
            bar = self._transcriber.write(page.bar, subject)
            content.append(f"{BAR} q 1 0 0 1 0 {points(page.height)} cm\n{bar}\nQ {END}")
        self._add(page, "\n".join(content), widgets)

    def finish(self) -> bytes:
        """The bytes of the whole; nothing can be added after."""
        catalogue = self._pdf.Catalog
        resources: dict[str, Any] = {"Font": PDFObjectReference("BasicFonts")}
        pictures = self._pictures.resources()
        if pictures.dict:
            resources["XObject"] = pictures
        self._pdf.Reference(PDFDictionary(resources), _RESOURCES)
        catalogue.ViewerPreferences = PDFDictionary(
            {"PrintScaling": PDFName("None"), "DisplayDocTitle": "true"}
        )
        catalogue.AcroForm = self._form.finish()
        data: bytes = self._pdf.GetPDFData(None)
        return data

    def _operators(self, face: Face) -> str:
        """A face's content; one that fills a sheet comes many times in a row, and is kept."""
        if face is not self._face:
            self._face = face
            self._face_operators = self._transcriber.write(
                face.items, f"face {face.id}", _clip(face)
            )
        return self._face_operators

    def _add(self, page: Page, content: str, widgets: list[Any]) -> None:
        sheet: Any = PDFPage()
        sheet.MediaBox = sheet.CropBox = _box(Rect(0, 0, page.width, page.height), page.height)
        sheet.BleedBox = _box(page.bleed, page.height)
        sheet.TrimBox = _box(page.trim, page.height)
        packed = zlib.compress(content.encode("ascii"), _LEVEL)
        self._pdf.updateSignature(packed)
        sheet.Contents = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), packed)
        sheet.Resources = PDFObjectReference(_RESOURCES)
        sheet.Annots = widgets
        self._pdf.addPage(sheet)


def _begun(place: Placement, page_height: float) -> str:
    """The operators before a face's: its own top left corner becomes where it stands, and up up."""
    if not place.turned:
        return f"q 1 0 0 1 {points(place.x)} {points(page_height - place.y)} cm"
    right, bottom = place.x + place.face.width, place.y + place.face.height
    return f"q -1 0 0 -1 {points(right)} {points(page_height - bottom)} cm"


def _clip(face: Face) -> tuple[Segment, ...]:
    """The path round a face and its bleed that its paint is cut off by, if any."""
    if face.clip is None:
        return ()
    over, right, bottom = -face.bleed, face.width + face.bleed, face.height + face.bleed
    if face.clip == "circle":
        middle, radius = (over + right) / 2, (right - over) / 2
        return ellipse(middle, (over + bottom) / 2, radius, radius)
    return (
        ("M", over, over),
        ("L", right, over),
        ("L", right, bottom),
        ("L", over, bottom),
        ("Z",),
    )


def _box(box: Rect, page_height: float) -> PDFArray:
    edges = (box.x, page_height - box.y - box.height, box.x + box.width, page_height - box.y)
    return PDFArray([points(edge) for edge in edges])
