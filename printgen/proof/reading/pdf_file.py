"""What a PDF file declares: page boxes, fonts, form fields, title, language and keywords.

Only this module reads PDFs of unknown origin with pypdf. Any exception of pypdf is raised as a
`Failure`. Painted content is read by `proof.reading.pdfium_reader`.

The keywords contain the manifest, which says what the user requested. The values that must be
printed come only from the game's data. A book is divided into its prints again.
"""

import logging
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Any

import msgspec
from msgspec.structs import replace
from pypdf import PdfReader
from pypdf.errors import DependencyError
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

from printgen.face_checks.printed_face import quote_text
from printgen.geometry import MM_PER_POINT, Box
from printgen.paper import find_paper
from printgen.problems import ExitCode, Failure, InputError, create_failure
from printgen.proof.reading.page_objects import PageTransform
from printgen.sheet_layout import FORMAT_VERSION, BookManifest, PrintManifest

REBUILD_HINT = "build it again: printgen build"


def make_proof_failure(message: str, hint: str = REBUILD_HINT) -> Failure:
    """Return the exception to raise if a file cannot be proofed at all."""
    return create_failure(ExitCode.PROOF, "", message, hint)


def parse_manifest(keywords: str) -> PrintManifest:
    """Return the manifest in the keywords of a PDF: the record of what the user requested.

    Raises `Failure` if it is missing or invalid.
    """
    try:
        manifest = msgspec.json.decode(keywords.encode(), type=PrintManifest)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        # Damaged keywords of printgen need other advice than the keywords of another program.
        if '"printgen"' in keywords:
            raise make_proof_failure(f"the keywords of the PDF are invalid: {error}") from None
        hint = "choose a PDF that `printgen build` wrote"
        message = "the PDF has no printgen keywords, so it was not built by printgen"
        raise make_proof_failure(message, hint) from None
    if manifest.form != FORMAT_VERSION:
        message = f"the PDF has label format {manifest.form}"
        raise make_proof_failure(f"{message}; this printgen reads format {FORMAT_VERSION}")
    try:
        find_paper(manifest.paper)
    except InputError:
        message = f"the PDF has the paper {quote_text(manifest.paper)}"
        raise make_proof_failure(f"{message}, which printgen does not know") from None
    return manifest


MAX_FILE_BYTES = 256_000_000
"""Largest file that is read, in bytes; 6,000 cards need five million."""

_MAX_FIELD_DEPTH = 32
"""Largest depth of nested form fields; the press writes two levels."""

_TOLERANCE = 0.05
"""Tolerance, in mm, within which a box counts as the page's edge."""

_FIELD_KINDS = {"/Tx": "text", "/Btn": "check"}
_FONT_FILE_KEYS = ("/FontFile", "/FontFile2", "/FontFile3")

# pypdf logs warnings about broken files; the relevant ones are reported as problems.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


class Widget(msgspec.Struct, frozen=True):
    """A form field on a page: its full name, its type and its box in mm."""

    name: str
    kind: str
    box: Box


class DeclaredPage(msgspec.Struct, frozen=True):
    """What a file declares about one page.

    - `width`, `height`: its size in mm.
    - `boxes`: its page boxes, such as the TrimBox, by name, in mm from the top left corner.
    - `widgets`: its form fields.
    - `errors`: what is wrong with these declarations.
    """

    width: float
    height: float
    boxes: Mapping[str, Box]
    widgets: tuple[Widget, ...]
    errors: tuple[str, ...]

    def move_to_frame(self, transform: PageTransform) -> "DeclaredPage":
        """Return the page with its boxes and form fields in the frame of `transform`.

        In this frame, the faces of the page are upright. Boxes that are equal to the edge of the
        page do not change.
        """
        inner = Box(_TOLERANCE, _TOLERANCE, self.width - _TOLERANCE, self.height - _TOLERANCE)
        boxes = {
            name: box if box.contains(inner) else transform.map_box(box)
            for name, box in self.boxes.items()
        }
        moved = ((widget, transform.map_box(widget.box)) for widget in self.widgets)
        widgets = tuple(replace(widget, box=box) for widget, box in moved)
        return replace(self, boxes=boxes, widgets=widgets)


class DeclaredFont(msgspec.Struct, frozen=True):
    """A font in the resources of the pages. `errors` say what is wrong with it."""

    name: str
    errors: tuple[str, ...]


class DeclaredFile(msgspec.Struct, frozen=True):
    """What a file declares about itself. A text that is missing is "".

    - `print_scaling`: the PrintScaling of the viewer preferences (ISO 32000-1, 12.2).
    - `fonts`: the fonts that its pages use.
    - `bookmarks`: the titles in its outline, by the index of their page.
    - `first_page`: the index in the file of the first of `pages`. For the second and later prints
      of a book (several prints in one PDF), it is not 0.
    """

    title: str
    keywords: str
    language: str
    print_scaling: str
    pages: tuple[DeclaredPage, ...]
    fonts: tuple[DeclaredFont, ...]
    bookmarks: Mapping[int, str] = {}
    first_page: int = 0


def read_pdf_file(pdf: bytes) -> DeclaredFile:
    """Return what a PDF declares about itself. Raises `Failure` if it cannot be read."""
    if len(pdf) > MAX_FILE_BYTES:
        raise make_proof_failure(f"the file has more than {MAX_FILE_BYTES:,} bytes")
    # ISO 32000-1, 7.5.2: the header. Like other readers, this one accepts bytes before it.
    if b"%PDF-" not in pdf[:1024]:
        hint = "choose a PDF that `printgen build` wrote"
        raise make_proof_failure("the file is not a PDF: it has no PDF header", hint)
    try:
        reader = PdfReader(BytesIO(pdf))
        if not reader.is_encrypted:
            return _read_document(reader)
    except MemoryError:
        raise  # the caller that limits memory reports it
    except DependencyError:
        pass  # pypdf needs an optional package only for encryption
    except Exception as error:
        message = f"{type(error).__name__}: {error}"[:200]
        hint = "choose a PDF that `printgen build` wrote, or build it again: printgen build"
        raise make_proof_failure(f"the PDF cannot be read: {message}", hint) from error
    hint = "save it without a password, or build it again"
    raise make_proof_failure("the PDF is encrypted", hint)


def _read_document(reader: PdfReader) -> DeclaredFile:
    metadata: Any = reader.metadata or {}
    catalogue = reader.root_object
    return DeclaredFile(
        str(metadata.get("/Title", "")),
        str(metadata.get("/Keywords", "")),
        str(_get_nested_value(catalogue, "/Lang") or ""),
        str(_get_nested_value(catalogue, "/ViewerPreferences", "/PrintScaling") or ""),
        tuple(map(_read_page, reader.pages)),
        tuple(map(_read_font, _collect_fonts(reader))),
        {
            reader.get_destination_page_number(item) or 0: str(item.title)
            for item in reader.outline
            if not isinstance(item, list)
        },
    )


def _collect_fonts(reader: PdfReader) -> list[DictionaryObject]:
    """Return the dictionary of each font in the resources of the pages, without repetition."""
    fonts_by_id: dict[object, DictionaryObject] = {}
    for page in reader.pages:
        fonts = _get_nested_value(page, "/Resources", "/Font")
        for name in fonts if isinstance(fonts, DictionaryObject) else ():
            raw = fonts.raw_get(name)
            key = raw.idnum if isinstance(raw, IndirectObject) else id(raw)
            font = _resolve_reference(raw)
            if isinstance(font, DictionaryObject):
                fonts_by_id.setdefault(key, font)
    return list(fonts_by_id.values())


def _resolve_reference(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _get_nested_value(dictionary: Any, *path: str) -> Any:
    for key in path:
        if not isinstance(dictionary, DictionaryObject):
            return None
        dictionary = _resolve_reference(dictionary.get(key))
    return dictionary


def _read_page(page: Any) -> DeclaredPage:
    left, top = float(page.mediabox.left), float(page.mediabox.top)

    def convert_corners_to_mm(corners: Any) -> Box:
        # ISO 32000-1, 7.9.5: any two diagonally opposite corners may define a rectangle.
        x1, y1, x2, y2 = (float(_resolve_reference(value)) * MM_PER_POINT for value in corners)
        x, y = left * MM_PER_POINT, top * MM_PER_POINT
        return Box(min(x1, x2) - x, y - max(y1, y2), max(x1, x2) - x, y - min(y1, y2))

    # Read from the dictionary, because pypdf's properties replace a missing box by a default.
    names = ("CropBox", "TrimBox", "BleedBox")
    boxes = {
        name: convert_corners_to_mm(raw)
        for name in names
        if (raw := _resolve_reference(page.get(f"/{name}")))
    }
    # ISO 32000-1, 7.7.3.3, table 30: Rotate turns a page, UserUnit scales it.
    errors = [
        f"the page has {key} {value}"
        for key, default in (("/Rotate", 0), ("/UserUnit", 1))
        if (value := _resolve_reference(page.get(key, default))) != default
    ]
    widgets = []
    for annotation in map(_resolve_reference, _resolve_reference(page.get("/Annots")) or ()):
        kind = str(_get_nested_value(annotation, "/Subtype") or "")
        if kind == "/Widget":
            widgets.append(_read_widget(annotation, convert_corners_to_mm))
        else:
            errors.append(f"the page has an annotation of type {kind.lstrip('/')}")
    size = convert_corners_to_mm(page.mediabox)
    return DeclaredPage(size.right, size.bottom, boxes, tuple(widgets), tuple(errors))


def _read_widget(
    annotation: DictionaryObject, convert_corners_to_mm: Callable[[Any], Box]
) -> Widget:
    # ISO 32000-1, 12.7.3.1 and 12.7.3.2: FT is inheritable, and the full name joins the partial
    # names (T) of all ancestors with periods.
    names: list[str] = []
    kind: Any = None
    node: Any = annotation
    while isinstance(node, DictionaryObject):
        if len(names) > _MAX_FIELD_DEPTH:
            raise ValueError("a form field is nested too deeply")
        names.insert(0, str(_get_nested_value(node, "/T") or ""))
        kind = kind or _get_nested_value(node, "/FT")
        node = _get_nested_value(node, "/Parent")
    kind_name = _FIELD_KINDS.get(kind, str(kind or "").lstrip("/"))
    box = convert_corners_to_mm(_get_nested_value(annotation, "/Rect"))
    return Widget(".".join(filter(None, names)), kind_name, box)


def _read_font(font: DictionaryObject) -> DeclaredFont:
    # ISO 32000-1, 9.9: embedded font programs are streams in the font descriptor.
    name = str(_get_nested_value(font, "/BaseFont") or "").lstrip("/")
    errors = []
    descriptor = _get_nested_value(font, "/FontDescriptor")
    streams = (_get_nested_value(descriptor, key) for key in _FONT_FILE_KEYS)
    program = next(filter(None, streams), None)
    if not isinstance(program, StreamObject):
        errors.append("is not embedded: printers would use another font in its place")
    else:
        # ISO 32000-1, 9.6.4: the name of a subset begins with six capital letters and a plus sign.
        if not re.match(r"[A-Z]{6}\+", name):
            errors.append("is embedded whole, not as a subset of the printed letters")
        checksum = str(_get_nested_value(descriptor, "/PrintgenSum"))
        errors += _check_font_program(program, font, checksum)
    # ISO 32000-1, 9.10.3: a ToUnicode CMap maps character codes to Unicode.
    if not isinstance(_get_nested_value(font, "/ToUnicode"), StreamObject):
        errors.append("does not map its glyphs to characters (/ToUnicode is missing)")
    return DeclaredFont(name, tuple(errors))


def _check_font_program(program: Any, font: DictionaryObject, checksum: str) -> Iterator[str]:
    """Yield an error if a font file in the PDF, or the widths of its letters, were changed.

    pypdf and pdfium do not report this. `checksum` is the value /PrintgenSum of the font descriptor
    (docs/proof.md).
    """
    try:
        filters = _resolve_reference(program.get("/Filter"))
        is_deflated = filters in ("/FlateDecode", ["/FlateDecode"])
        data = zlib.decompress(program._data) if is_deflated else program.get_data()
    except zlib.error as error:
        yield f"its font program is damaged: {error}"
        return
    # ISO 32000-1, 9.6.2: Widths are those of the codes from FirstChar to LastChar, at most 255.
    first, last = (_get_nested_value(font, key) or 0 for key in ("/FirstChar", "/LastChar"))
    values = map(_resolve_reference, _get_nested_value(font, "/Widths") or ())
    by_code = dict(enumerate(values, first))
    widths = " ".join(f"{by_code.get(code, 0):.3f}" for code in range(min(last, 255) + 1))
    if f"{zlib.crc32(widths.encode(), zlib.crc32(data)):08x}" != checksum:
        yield "its glyphs or widths were changed after printgen embedded them"


def split_book(file: DeclaredFile, title: str | None = None) -> Iterator[DeclaredFile]:
    """Yield what a file declares about each print in it. Only a book has several prints.

    The title of a print in a book is its bookmark. Raises `Failure` if a book has a wrong number of
    pages, or if `title` is given and the book has another title.
    """
    try:
        parts = msgspec.json.decode(file.keywords.encode("utf-8", "replace"), type=BookManifest)
    except msgspec.DecodeError:
        yield file  # not a book; if the keywords are invalid, parse_manifest reports it
        return
    page_count, first = sum(pages for pages, _ in parts.parts), 0
    if page_count != len(file.pages):
        message = f"the book should have {page_count} pages, but it has {len(file.pages)}"
        raise make_proof_failure(message, REBUILD_HINT)
    if title not in (None, file.title):
        message = f"the title of the book is {quote_text(file.title)}"
        raise make_proof_failure(f"{message}; it should be {quote_text(title or '')}", REBUILD_HINT)
    for count, raw in parts.parts:
        keywords, part = bytes(raw).decode(), file.pages[first : first + count]
        prefix = f"{parse_manifest(keywords).print}."
        renamed = ([replace(w, name=w.name.removeprefix(prefix)) for w in p.widgets] for p in part)
        pages = map(lambda page, own: replace(page, widgets=tuple(own)), part, renamed)
        bookmark = file.bookmarks.get(first, "")
        yield replace(file, title=bookmark, keywords=keywords, pages=tuple(pages), first_page=first)
        first += count
