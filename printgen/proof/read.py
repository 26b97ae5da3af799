"""Turn a PDF's bytes into what it declares and what its pages paint.

Everything of pypdf stays behind this module and `library`. The bytes may come from a stranger:
sizes, counts and nesting are bounded here, by pypdf and in the interpreter, and whatever goes wrong
inside pypdf is a `Failure` or a page's fault, never another exception. It knows no rules.
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO

from pypdf import PdfReader
from pypdf.errors import DependencyError
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    StreamObject,
)

from printgen.proof.declared import Declared, read_declared
from printgen.proof.finding import failed
from printgen.proof.fonts import PrintFont, resolved
from printgen.proof.geometry import MM_PER_POINT, Box, Matrix
from printgen.proof.interpret import interpret, interpret_form
from printgen.proof.library import LONGEST_STREAM, Library, Names, array_of, numbers_of, read_stream
from printgen.proof.manifest import NAME, Manifest, parse_manifest
from printgen.proof.painted import Painted
from printgen.proof.resources import Form

LARGEST_FILE = 256_000_000
MOST_PAGES = 20_000
MOST_OPERATIONS = 30_000_000
"""In all; 6,000 cards take 2 million."""

_ASK = "name a PDF that `printgen build` wrote, or build it again: printgen build"

# pypdf warns of broken files through logging; what matters of them is reported as a problem.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Widget:
    """A form field on a page: its full name, kind ("text", "check" or another), box in mm."""

    name: str
    kind: str
    box: Box
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageRead:
    """One page. `boxes` are in mm from its top left corner, by name such as "TrimBox"."""

    number: int
    width: float
    height: float
    boxes: Mapping[str, Box]
    painted: Painted
    widgets: tuple[Widget, ...]
    faults: tuple[str, ...]
    followed: bool
    """Whether all that it paints, its form fields' looks included, was followed in bounds."""


class PdfFile:
    """One PDF, opened: its manifest, what its catalogue declares, and its pages one at a time."""

    def __init__(self, pdf: bytes) -> None:
        """Raises `Failure` where the bytes are no PDF or carry no manifest of ours."""
        if len(pdf) > LARGEST_FILE:
            raise failed(f"the file has more than {LARGEST_FILE:,} bytes", _ASK)
        try:
            self._reader = PdfReader(BytesIO(pdf))
            encrypted = self._reader.is_encrypted
            count = 0 if encrypted else len(self._reader.pages)
            embedded = [] if encrypted else list(self._reader.attachments.get(NAME, ()))
        except DependencyError:
            encrypted = True  # in a way that only an optional library of pypdf's could undo
        except Exception as error:
            raise failed(f"it cannot be read as a PDF: {_said(error)}", _ASK) from error
        if encrypted:
            raise failed("the PDF is encrypted", "save it without a password, or build it again")
        if count > MOST_PAGES:
            raise failed(f"the PDF has {count} pages, more than {MOST_PAGES}", _ASK)
        if not embedded:
            raise failed(f"the PDF carries no {NAME}, so it is no print of printgen's", _ASK)
        if len(embedded) > 1:
            raise failed(f"the PDF carries {len(embedded)} files named {NAME}", _ASK)
        self.count = count
        """How many pages there are."""
        self.manifest: Manifest = parse_manifest(embedded[0])
        self._library, self._looks = Library(), Library()
        self._told = 0

    def declared(self) -> Declared:
        """What the catalogue says of the whole document."""
        try:
            return read_declared(self._reader)
        except Exception as error:
            raise failed(f"its catalogue cannot be read: {_said(error)}", _ASK) from error

    def pages(self) -> Iterator[PageRead]:
        """Each page, read when it is asked for and not kept."""
        operations = 0
        for number, page in enumerate(self._reader.pages, start=1):
            try:
                read = _page(number, page, self._library, self._looks)
            except Exception as error:
                raise failed(f"page {number} cannot be read: {_said(error)}", _ASK) from error
            operations += read.painted.operations
            if operations > MOST_OPERATIONS:
                raise failed(f"the PDF has more than {MOST_OPERATIONS} operations", _ASK)
            yield read

    def new_fonts(self) -> tuple[PrintFont, ...]:
        """The fonts met since this was last asked."""
        fonts = tuple(self._library.fonts.values())
        new, self._told = fonts[self._told :], len(fonts)
        return new


def _page(number: int, page: DictionaryObject, library: Library, looks: Library) -> PageRead:
    faults: list[str] = []
    paper = numbers_of(_inherited(page, "/MediaBox"), 4)
    left, top = min(paper[0], paper[2]), max(paper[1], paper[3])
    k = MM_PER_POINT
    base: Matrix = (k, 0.0, 0.0, -k, -k * left, k * top)
    boxes: dict[str, Box] = {}
    for name in ("MediaBox", "CropBox", "TrimBox", "BleedBox"):
        if (raw := _inherited(page, f"/{name}")) is not None:
            boxes[name] = _box(numbers_of(raw, 4), base)
    if resolved(_inherited(page, "/Rotate")) not in (None, 0):
        faults.append("the page is turned (/Rotate)")
    if resolved(page.get("/UserUnit", 1)) != 1:
        faults.append("the page has a unit of its own (/UserUnit)")
    faults += [_ODD.get(key, f"the page has {key}") for key in sorted(page.keys() - _KEYS)]
    names = Names(_inherited(page, "/Resources"), library)
    names.declare()
    if names.has_colour_spaces:
        faults.append("its resources name colour spaces, which may stand for its greys and colours")
    streams = _contents(page)
    painted = interpret(b"\n".join(streams[:_MOST_STREAMS]), names, base)
    widgets, strange, followed = _annotations(page, base, looks)
    faults += strange
    followed = followed and painted.followed
    if len(streams) > _MOST_STREAMS:
        followed = False
        faults.append(f"its content is in more than {_MOST_STREAMS} streams")
    media = boxes["MediaBox"]
    return PageRead(
        number,
        media.right,
        media.bottom,
        boxes,
        painted,
        widgets,
        tuple(faults),
        followed,
    )


def _annotations(
    page: DictionaryObject, base: Matrix, looks: Library
) -> tuple[tuple[Widget, ...], list[str], bool]:
    """A page's form fields, what is wrong with the rest, and whether all can be followed."""
    widgets: list[Widget] = []
    faults: list[str] = []
    followed = True
    for raw in array_of(page.get("/Annots")):
        annotation = resolved(raw)
        if not isinstance(annotation, DictionaryObject):
            continue
        kind = resolved(annotation.get("/Subtype"))
        if kind == "/Widget":
            widgets.append(_widget(annotation, base))
            followed = followed and _is_followed(annotation, looks)
        else:
            followed = False
            faults.append(f"an annotation of the kind {str(kind).lstrip('/')}")
    return tuple(widgets), faults, followed


_HIDDEN = 2 | 32
"""Annotation flags: hidden, and not to be viewed."""


_ADDED = ("/Tabs", "/LastModified", "/Metadata")
"""What viewers add to a page, and what paints nothing."""
_JUDGED = ("/Rotate", "/UserUnit", "/Resources", "/Contents", "/Annots")
_KEYS = frozenset(
    ("/Type", "/Parent", "/MediaBox", "/CropBox", "/TrimBox", "/BleedBox", *_JUDGED, *_ADDED)
)
_ODD = {"/AA": "the page carries actions", "/Group": "the page is a transparency group"}
_MOST_STREAMS = 100


def _contents(page: DictionaryObject) -> list[bytes]:
    """The parts of a page's content, at most one more than are followed."""
    contents = resolved(page.get("/Contents"))
    if contents is None:
        return []
    parts = contents[: _MOST_STREAMS + 1] if isinstance(contents, ArrayObject) else [contents]
    streams = [read_stream(resolved(part)) for part in parts]
    if (length := sum(map(len, streams))) > LONGEST_STREAM:
        raise ValueError(f"its content has {length} bytes")
    return streams


def _widget(annotation: DictionaryObject, base: Matrix) -> Widget:
    parts: list[str] = []
    faults: list[str] = []
    kind, part = "", annotation
    for _ in range(16):
        faults += [f"carries an action ({key})" for key in ("/A", "/AA") if key in part]
        if (name := resolved(part.get("/T"))) is not None:
            parts.insert(0, str(name))
        kind = kind or str(resolved(part.get("/FT")) or "")
        parent = resolved(part.get("/Parent"))
        if not isinstance(parent, DictionaryObject):
            break
        part = parent
    if (flags := resolved(annotation.get("/F"))) and isinstance(flags, int) and flags & _HIDDEN:
        faults.append("is hidden")
    look = resolved(annotation.get("/MK"))
    if isinstance(look, DictionaryObject):
        for key, what in (("/BG", "a background"), ("/BC", "a border")):
            if len(array_of(look.get(key))):
                faults.append(f"has {what}")
    kinds = {"/Tx": "text", "/Btn": "check"}
    box = _box(numbers_of(annotation.get("/Rect"), 4), base)
    return Widget(".".join(parts), kinds.get(kind, kind.lstrip("/")), box, tuple(faults))


def _is_followed(annotation: DictionaryObject, library: Library) -> bool:
    """Whether all that a form field's looks paint can be followed; what it is does not matter."""
    looks = resolved(annotation.get("/AP"))
    for look in looks.values() if isinstance(looks, DictionaryObject) else ():
        look = resolved(look)
        if isinstance(look, DictionaryObject) and not isinstance(look, StreamObject):
            states = list(look.values())
        else:
            states = [look]
        for state in states:
            form = library.picture(state)
            if not isinstance(form, Form) or not interpret_form(form).followed:
                return False
    return True


def _inherited(page: DictionaryObject, key: str) -> object:
    node: object = page
    for _ in range(64):
        if not isinstance(node, DictionaryObject):
            return None
        if key in node:
            return resolved(node.get(key))
        node = resolved(node.get("/Parent"))
    return None


def _box(corners: tuple[float, ...], base: Matrix) -> Box:
    k, _, _, _, e, f = base
    x1, y1, x2, y2 = corners
    return Box(min(x1, x2) * k + e, f - max(y1, y2) * k, max(x1, x2) * k + e, f - min(y1, y2) * k)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
