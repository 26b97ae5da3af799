"""Turn a Face and its Content into what in it cannot be read, or does not say what it must.

It asks of the design, exactly and without a PDF. It must not know paper, templates or the press.
"""

from collections.abc import Iterator, Sequence

from printgen.content.content import Content
from printgen.face_checks.compare import flaws
from printgen.face_checks.seen_face import Flaw, SeenFace, SeenInput, SeenMark, SeenText
from printgen.face_checks.texts import KEEP_OUT, SLACK, SMALLEST, SMALLEST_ON_PAGE, joined, says
from printgen.layout.face import Face
from printgen.preflight.overlaps import KnownItem, hidden_or_faint, known_items

_PRINT = 'print it in the template under data-field="{}", or write silent: true for its column'
_MEANT = 'did you mean data-field="{}"?'

_SAFE_SLACK = 0.1
"""mm by which a letter's round may reach over the line that its text keeps to."""


def inspect(face: Face, content: Content, safe: int, *, is_page: bool) -> Iterator[Flaw]:
    """What is wrong with a face.

    Words and marks keep `safe` mm from its edge. `is_page` says that it is a page by itself, which
    lies on the table, to be read from afar.
    """
    known = known_items(face.items)
    seen_face = seen(face, known)
    absent = {name: text for name, text in content.fields.items() if name not in seen_face.by_name}
    # A field under a wrong name is neither missing nor one too many.
    meant = {
        name: next((one for one in absent if says(joined(pieces), absent[one])), "")
        for name, pieces in seen_face.by_name.items()
        if name not in content.fields
    }
    for flaw in flaws(seen_face, content, SMALLEST_ON_PAGE if is_page else SMALLEST):
        if flaw.name in absent and flaw.name not in meant.values():
            yield flaw._replace(hint=_PRINT, meant=flaw.name)
        elif flaw.name not in absent:
            name = meant.get(flaw.name)
            yield flaw._replace(hint=_MEANT, meant=name) if name else flaw
    yield from _unsafe(seen_face, max(safe, KEEP_OUT) if is_page else safe)
    yield from hidden_or_faint(face, known, content.examples)


def _unsafe(face: SeenFace, safe: float) -> Iterator[Flaw]:
    """What stands nearer to the edge than it may, and yet inside: others name what runs over it."""
    area = face.box.grown(-safe)
    things: tuple[SeenText | SeenMark, ...] = (*face.texts, *face.marks)
    for one in things:
        if not area.holds(one.box, _SAFE_SLACK) and face.box.holds(one.box, SLACK):
            found = f"stands at {{}}, nearer than {safe:g} mm to the edge of its face"
            hint = "move it inwards: a cut may go astray, and printers leave out a page's rim"
            yield Flaw(one.name or "", found, (str(one.box),), hint)


def seen(face: Face, known: Sequence[KnownItem]) -> SeenFace:
    """The face as its own items, in `known`, say that it is seen."""
    parts = [one.seen for one in known]
    texts = tuple([one for one in parts if isinstance(one, SeenText)])
    marks = tuple([one for one in parts if isinstance(one, SeenMark)])
    inputs = tuple([one for one in parts if isinstance(one, SeenInput)])
    return SeenFace(face.width, face.height, texts, marks, inputs)
