"""Turn a PDF's catalogue into what the document declares of itself.

What the press writes is known, and so is the little that a viewer adds when it saves a form that
was filled in; all else is named. It knows no rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

from printgen.proof.fonts import resolved
from printgen.proof.library import array_of

_MOST_FIELDS = 1_000_000

_ADDED = ("/Version", "/Extensions", "/Metadata", "/PageLayout")
"""What viewers add to a file's catalogue."""
_CATALOGUE = frozenset(
    ("/Type", "/Pages", "/Lang", "/Names", "/ViewerPreferences", "/PageMode", "/AcroForm", *_ADDED)
)
_VIEWER = frozenset(("/PrintScaling", "/DisplayDocTitle"))
_NAMES = frozenset(("/EmbeddedFiles",))
_FORM = frozenset(("/Fields", "/DA", "/DR", "/Q", "/NeedAppearances"))


@dataclass(frozen=True, slots=True)
class Declared:
    """What a document says of itself; empty where it says nothing.

    `extras` are what it holds that no print of ours does: actions, scripts, layers, other files,
    ways to print it.
    """

    title: str
    language: str
    print_scaling: str
    extras: tuple[str, ...]


def read_declared(reader: PdfReader) -> Declared:
    """What the catalogue says. Raises whatever pypdf does of a broken one."""
    catalogue = reader.root_object
    viewer = resolved(catalogue.get("/ViewerPreferences"))
    scaling = viewer.get("/PrintScaling") if isinstance(viewer, DictionaryObject) else None
    metadata = reader.metadata
    return Declared(
        title=str((metadata.title if metadata else None) or ""),
        language=str(resolved(catalogue.get("/Lang")) or ""),
        print_scaling=str(resolved(scaling) or "").lstrip("/"),
        extras=tuple(dict.fromkeys(_extras(reader, catalogue))),
    )


def _extras(reader: PdfReader, catalogue: DictionaryObject) -> Iterator[str]:
    yield from _besides(catalogue, _CATALOGUE)
    if resolved(catalogue.get("/PageMode")) == "/FullScreen":
        yield "the page mode FullScreen"
    for key, wanted in (("/ViewerPreferences", _VIEWER), ("/Names", _NAMES), ("/AcroForm", _FORM)):
        yield from _besides(resolved(catalogue.get(key)), wanted)
    if len(reader.attachments) > 1:
        yield "files besides its manifest"
    form = resolved(catalogue.get("/AcroForm"))
    if isinstance(form, DictionaryObject):
        yield from _acting(form)


def _besides(dictionary: object, wanted: frozenset[str]) -> Iterator[str]:
    if isinstance(dictionary, DictionaryObject):
        yield from (str(key).lstrip("/") for key in sorted(dictionary.keys() - wanted))


def _acting(form: DictionaryObject) -> Iterator[str]:
    """The form fields with actions, be they on a page or not."""
    met: set[tuple[int, int]] = set()
    waiting = array_of(form.get("/Fields"))
    for _ in range(_MOST_FIELDS):
        if not waiting:
            return
        raw = waiting.pop()
        if isinstance(raw, IndirectObject):
            if (raw.idnum, raw.generation) in met:
                continue
            met.add((raw.idnum, raw.generation))
        field = resolved(raw)
        if not isinstance(field, DictionaryObject):
            continue
        if "/A" in field or "/AA" in field:
            yield "form fields with actions"
        waiting += array_of(field.get("/Kids"))
    yield f"more than {_MOST_FIELDS} form fields"
