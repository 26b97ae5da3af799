"""Turn a PDF's bytes into what the file declares: boxes, fonts, form fields, title, language.

pypdf reads it, and stays behind this module. Whatever goes wrong inside pypdf is a `Failure`. It
knows no rules and looks at nothing that is painted.
"""

import logging
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Any, NamedTuple

from pypdf import PdfReader
from pypdf.errors import DependencyError
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

from printgen.face_checks.boxes import MM_PER_POINT, Box
from printgen.proof.findings import fail
from printgen.proof.page_frame import PageFrame

MAX_FILE_BYTES = 256_000_000
"""Bytes; 6,000 cards take five million."""

_MAX_FIELD_DEPTH = 32
"""Form fields that one may stand within; the press has two."""

_SLACK = 0.05
"""How near to the page's edge, in mm, a box is that edge."""

_FIELD_KINDS = {"/Tx": "text", "/Btn": "check"}
_FONT_FILE_KEYS = ("/FontFile", "/FontFile2", "/FontFile3")

# pypdf warns of broken files through logging; what matters of them is reported as a problem.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


class Widget(NamedTuple):
    """A form field on a page, its box in mm."""

    name: str
    kind: str
    box: Box


class DeclaredPage(NamedTuple):
    """What a page declares: its size and boxes in mm from its top left, and its form fields."""

    width: float
    height: float
    boxes: Mapping[str, Box]
    widgets: tuple[Widget, ...]
    errors: tuple[str, ...]

    def move_to_frame(self, frame: PageFrame) -> "DeclaredPage":
        """The same as it is seen in a frame, but for boxes that are the page's edge."""
        inner = Box(_SLACK, _SLACK, self.width - _SLACK, self.height - _SLACK)
        boxes = {
            name: box if box.covers(inner) else frame.map_box(box)
            for name, box in self.boxes.items()
        }
        widgets = tuple(widget._replace(box=frame.map_box(widget.box)) for widget in self.widgets)
        return self._replace(boxes=boxes, widgets=widgets)


class DeclaredFont(NamedTuple):
    """One font that the pages name."""

    name: str
    errors: tuple[str, ...]


class DeclaredFile(NamedTuple):
    """What a file says of itself; empty where it says nothing."""

    title: str
    keywords: str
    language: str
    print_scaling: str
    pages: tuple[DeclaredPage, ...]
    fonts: tuple[DeclaredFont, ...]


def read_pdf_file(pdf: bytes) -> DeclaredFile:
    """What the file declares. Raises `Failure` where it cannot be read."""
    if len(pdf) > MAX_FILE_BYTES:
        raise fail(f"the file has more than {MAX_FILE_BYTES:,} bytes")
    if b"%PDF-" not in pdf[:1024]:
        hint = "name a PDF that `printgen build` wrote"
        raise fail("it cannot be read as a PDF: it is a file of another kind", hint)
    try:
        reader = PdfReader(BytesIO(pdf))
        if not reader.is_encrypted:
            return _read_document(reader)
    except MemoryError:
        raise  # who set the limit says so
    except DependencyError:
        pass  # it is for ciphers alone
    except Exception as error:
        message = f"{type(error).__name__}: {error}"[:200]
        hint = "name a PDF that `printgen build` wrote, or build it again: printgen build"
        raise fail(f"it cannot be read as a PDF: {message}", hint) from error
    raise fail("the PDF is encrypted", "save it without a password, or build it again")


def _read_document(reader: PdfReader) -> DeclaredFile:
    metadata: Any = reader.metadata or {}
    catalogue = reader.root_object
    return DeclaredFile(
        str(metadata.get("/Title", "")),
        str(metadata.get("/Keywords", "")),
        str(_get(catalogue, "/Lang") or ""),
        str(_get(catalogue, "/ViewerPreferences", "/PrintScaling") or ""),
        tuple(map(_read_page, reader.pages)),
        tuple(map(_read_font, _collect_fonts(reader))),
    )


def _collect_fonts(reader: PdfReader) -> list[DictionaryObject]:
    """Every font that a page names, once."""
    fonts_by_id: dict[object, DictionaryObject] = {}
    for page in reader.pages:
        fonts = _get(page, "/Resources", "/Font")
        for name in fonts if isinstance(fonts, DictionaryObject) else ():
            raw = fonts.raw_get(name)
            key = raw.idnum if isinstance(raw, IndirectObject) else id(raw)
            font = _resolve(raw)
            if isinstance(font, DictionaryObject):
                fonts_by_id.setdefault(key, font)
    return list(fonts_by_id.values())


def _resolve(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _get(dictionary: Any, *path: str) -> Any:
    for key in path:
        if not isinstance(dictionary, DictionaryObject):
            return None
        dictionary = _resolve(dictionary.get(key))
    return dictionary


def _read_page(page: Any) -> DeclaredPage:
    left, top = float(page.mediabox.left), float(page.mediabox.top)

    def convert_box(corners: Any) -> Box:
        x1, y1, x2, y2 = (float(_resolve(value)) * MM_PER_POINT for value in corners)
        x, y = left * MM_PER_POINT, top * MM_PER_POINT
        return Box(min(x1, x2) - x, y - max(y1, y2), max(x1, x2) - x, y - min(y1, y2))

    # Asked for through pypdf's own properties, a box that is missing would be made.
    names = ("CropBox", "TrimBox", "BleedBox")
    boxes = {name: convert_box(raw) for name in names if (raw := _resolve(page.get(f"/{name}")))}
    errors = [
        f"the page has {key} {value}"
        for key, default in (("/Rotate", 0), ("/UserUnit", 1))
        if (value := _resolve(page.get(key, default))) != default
    ]
    widgets = []
    for annotation in map(_resolve, _resolve(page.get("/Annots")) or ()):
        kind = str(_get(annotation, "/Subtype") or "")
        if kind == "/Widget":
            widgets.append(_read_widget(annotation, convert_box))
        else:
            errors.append(f"an annotation of the kind {kind.lstrip('/')}")
    size = convert_box(page.mediabox)
    return DeclaredPage(size.right, size.bottom, boxes, tuple(widgets), tuple(errors))


def _read_widget(annotation: DictionaryObject, convert_box: Callable[[Any], Box]) -> Widget:
    names: list[str] = []
    kind: Any = None
    node: Any = annotation
    while isinstance(node, DictionaryObject):
        if len(names) > _MAX_FIELD_DEPTH:
            raise ValueError("a form field stands within itself")
        names.insert(0, str(_get(node, "/T") or ""))
        kind = kind or _get(node, "/FT")
        node = _get(node, "/Parent")
    kind_name = _FIELD_KINDS.get(kind, str(kind or "").lstrip("/"))
    return Widget(".".join(filter(None, names)), kind_name, convert_box(_get(annotation, "/Rect")))


def _read_font(font: DictionaryObject) -> DeclaredFont:
    name = str(_get(font, "/BaseFont") or "").lstrip("/")
    errors = []
    descriptor = _get(font, "/FontDescriptor")
    program = next((stream for key in _FONT_FILE_KEYS if (stream := _get(descriptor, key))), None)
    if not isinstance(program, StreamObject):
        errors.append("it is not embedded: another would be printed in its place")
    else:
        if not re.match(r"[A-Z]{6}\+", name):
            errors.append("all of it is embedded, not the subset that is printed")
        errors += _check_font_program(program, font, str(_get(descriptor, "/PrintgenSum")))
    if not isinstance(_get(font, "/ToUnicode"), StreamObject):
        errors.append("it does not say which characters it shows (/ToUnicode)")
    return DeclaredFont(name, tuple(errors))


def _check_font_program(program: Any, font: DictionaryObject, checksum: str) -> Iterator[str]:
    """Whether a font was damaged or changed: pypdf and pdfium both read past what is not whole.

    `said` is the sum of what was embedded.
    """
    try:
        is_deflated = _resolve(program.get("/Filter")) in ("/FlateDecode", ["/FlateDecode"])
        data = zlib.decompress(program._data) if is_deflated else program.get_data()
    except zlib.error as error:
        yield f"its program is damaged: {error}"
        return
    widths = " ".join(f"{_resolve(width):.3f}" for width in _get(font, "/Widths") or ())
    if f"{zlib.crc32(widths.encode(), zlib.crc32(data)):08x}" != checksum:
        yield "its letters or their widths are not those that were embedded"
