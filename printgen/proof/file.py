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
from printgen.proof.findings import failed
from printgen.proof.page_frame import Orientation

LARGEST_FILE = 256_000_000
"""Bytes; 6,000 cards take five million."""

_DEEPEST = 32
"""Form fields that one may stand within; the press has two."""

_SLACK = 0.05
"""How near to the page's edge, in mm, a box is that edge."""

_KINDS = {"/Tx": "text", "/Btn": "check"}
_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")

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
    faults: tuple[str, ...]

    def seen_in(self, frame: Orientation) -> "DeclaredPage":
        """The same as it is seen in a frame, but for boxes that are the page's edge."""
        inner = Box(_SLACK, _SLACK, self.width - _SLACK, self.height - _SLACK)
        boxes = {
            name: box if box.holds(inner) else frame.box(box) for name, box in self.boxes.items()
        }
        widgets = tuple(one._replace(box=frame.box(one.box)) for one in self.widgets)
        return self._replace(boxes=boxes, widgets=widgets)


class Font(NamedTuple):
    """One font that the pages name."""

    name: str
    faults: tuple[str, ...]


class DeclaredFile(NamedTuple):
    """What a file says of itself; empty where it says nothing."""

    title: str
    keywords: str
    language: str
    print_scaling: str
    sheets: tuple[DeclaredPage, ...]
    fonts: tuple[Font, ...]


def read_file(pdf: bytes) -> DeclaredFile:
    """What the file declares. Raises `Failure` where it cannot be read."""
    if len(pdf) > LARGEST_FILE:
        raise failed(f"the file has more than {LARGEST_FILE:,} bytes")
    if b"%PDF-" not in pdf[:1024]:
        hint = "name a PDF that `printgen build` wrote"
        raise failed("it cannot be read as a PDF: it is a file of another kind", hint)
    try:
        reader = PdfReader(BytesIO(pdf))
        if not reader.is_encrypted:
            return _declared(reader)
    except MemoryError:
        raise  # who set the limit says so
    except DependencyError:
        pass  # it is for ciphers alone
    except Exception as error:
        said = f"{type(error).__name__}: {error}"[:200]
        hint = "name a PDF that `printgen build` wrote, or build it again: printgen build"
        raise failed(f"it cannot be read as a PDF: {said}", hint) from error
    raise failed("the PDF is encrypted", "save it without a password, or build it again")


def _declared(reader: PdfReader) -> DeclaredFile:
    said: Any = reader.metadata or {}
    catalogue = reader.root_object
    return DeclaredFile(
        str(said.get("/Title", "")),
        str(said.get("/Keywords", "")),
        str(_entry(catalogue, "/Lang") or ""),
        str(_entry(catalogue, "/ViewerPreferences", "/PrintScaling") or ""),
        tuple(map(_sheet, reader.pages)),
        tuple(map(_font, _fonts(reader))),
    )


def _fonts(reader: PdfReader) -> list[DictionaryObject]:
    """Every font that a page names, once."""
    found: dict[object, DictionaryObject] = {}
    for page in reader.pages:
        fonts = _entry(page, "/Resources", "/Font")
        for name in fonts if isinstance(fonts, DictionaryObject) else ():
            raw = fonts.raw_get(name)
            key = raw.idnum if isinstance(raw, IndirectObject) else id(raw)
            font = _resolved(raw)
            if isinstance(font, DictionaryObject):
                found.setdefault(key, font)
    return list(found.values())


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _entry(dictionary: Any, *path: str) -> Any:
    for key in path:
        if not isinstance(dictionary, DictionaryObject):
            return None
        dictionary = _resolved(dictionary.get(key))
    return dictionary


def _sheet(page: Any) -> DeclaredPage:
    left, top = float(page.mediabox.left), float(page.mediabox.top)

    def box(corners: Any) -> Box:
        x1, y1, x2, y2 = (float(_resolved(value)) * MM_PER_POINT for value in corners)
        x, y = left * MM_PER_POINT, top * MM_PER_POINT
        return Box(min(x1, x2) - x, y - max(y1, y2), max(x1, x2) - x, y - min(y1, y2))

    # Asked for through pypdf's own properties, a box that is missing would be made.
    names = ("CropBox", "TrimBox", "BleedBox")
    boxes = {name: box(raw) for name in names if (raw := _resolved(page.get(f"/{name}")))}
    faults = [
        f"the page has {key} {value}"
        for key, usual in (("/Rotate", 0), ("/UserUnit", 1))
        if (value := _resolved(page.get(key, usual))) != usual
    ]
    widgets = []
    for annotation in map(_resolved, _resolved(page.get("/Annots")) or ()):
        kind = str(_entry(annotation, "/Subtype") or "")
        if kind == "/Widget":
            widgets.append(_widget(annotation, box))
        else:
            faults.append(f"an annotation of the kind {kind.lstrip('/')}")
    size = box(page.mediabox)
    return DeclaredPage(size.right, size.bottom, boxes, tuple(widgets), tuple(faults))


def _widget(annotation: DictionaryObject, box: Callable[[Any], Box]) -> Widget:
    names: list[str] = []
    kind: Any = None
    part: Any = annotation
    while isinstance(part, DictionaryObject):
        if len(names) > _DEEPEST:
            raise ValueError("a form field stands within itself")
        names.insert(0, str(_entry(part, "/T") or ""))
        kind = kind or _entry(part, "/FT")
        part = _entry(part, "/Parent")
    said = _KINDS.get(kind, str(kind or "").lstrip("/"))
    return Widget(".".join(filter(None, names)), said, box(_entry(annotation, "/Rect")))


def _font(font: DictionaryObject) -> Font:
    name = str(_entry(font, "/BaseFont") or "").lstrip("/")
    faults = []
    descriptor = _entry(font, "/FontDescriptor")
    program = next((one for key in _PROGRAMS if (one := _entry(descriptor, key))), None)
    if not isinstance(program, StreamObject):
        faults.append("it is not embedded: another would be printed in its place")
    else:
        if not re.match(r"[A-Z]{6}\+", name):
            faults.append("all of it is embedded, not the subset that is printed")
        faults += _broken(program, font, str(_entry(descriptor, "/PrintgenSum")))
    if not isinstance(_entry(font, "/ToUnicode"), StreamObject):
        faults.append("it does not say which characters it shows (/ToUnicode)")
    return Font(name, tuple(faults))


def _broken(program: Any, font: DictionaryObject, said: str) -> Iterator[str]:
    """Whether a font was damaged or changed: pypdf and pdfium both read past what is not whole.

    `said` is the sum of what was embedded.
    """
    try:
        packed = _resolved(program.get("/Filter")) in ("/FlateDecode", ["/FlateDecode"])
        data = zlib.decompress(program._data) if packed else program.get_data()
    except zlib.error as error:
        yield f"its program is damaged: {error}"
        return
    widths = " ".join(f"{_resolved(one):.3f}" for one in _entry(font, "/Widths") or ())
    if f"{zlib.crc32(widths.encode(), zlib.crc32(data)):08x}" != said:
        yield "its letters or their widths are not those that were embedded"
