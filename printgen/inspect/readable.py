"""Turn a Face and its Content into what in it cannot be read, or does not say what it must.

It asks of the design, exactly and without a PDF. It must not know paper, templates or the press.
"""

from collections.abc import Iterator
from math import inf

from printgen.content.content import Content
from printgen.inspect.layers import hidden_or_faint
from printgen.layout.face import Face, FormField, PlacedMark, TextRun
from printgen.seen.flaws import flaws
from printgen.seen.parts import Flaw, SeenFace, SeenInput, SeenMark, SeenText, seen_text
from printgen.seen.place import Box
from printgen.seen.words import KEEP_OUT, SLACK, SMALLEST, SMALLEST_ON_PAGE, joined, says

_PRINT = 'print it in the template under data-field="{}", or write silent: true for its column'

_SAFE_SLACK = 0.1
"""mm by which a letter's round may reach over the line that its text keeps to."""


def inspect(face: Face, content: Content, safe: int, *, is_page: bool) -> Iterator[Flaw]:
    """What is wrong with a face.

    Words and marks keep `safe` mm from its edge. `is_page` says that it is a page by itself, which
    lies on the table, to be read from afar.
    """
    seen_face = seen(face)
    absent = {name: text for name, text in content.fields.items() if name not in seen_face.by_name}
    # A field under a wrong name is neither missing nor one too many.
    meant = {
        name: next((one for one in absent if says(joined(pieces), absent[one])), "")
        for name, pieces in seen_face.by_name.items()
        if name not in content.fields
    }
    for flaw in flaws(seen_face, content, SMALLEST_ON_PAGE if is_page else SMALLEST):
        if flaw.name in absent and flaw.name not in meant.values():
            yield flaw._replace(hint=_PRINT.format(flaw.name))
        elif flaw.name not in absent:
            name = meant.get(flaw.name)
            yield flaw._replace(hint=f'did you mean data-field="{name}"?') if name else flaw
    yield from _unsafe(seen_face, max(safe, KEEP_OUT) if is_page else safe)
    yield from hidden_or_faint(face, content.examples)


def _unsafe(face: SeenFace, safe: float) -> Iterator[Flaw]:
    """What stands nearer to the edge than it may, and yet inside: others name what runs over it."""
    area = face.box.grown(-safe)
    things: tuple[SeenText | SeenMark, ...] = (*face.texts, *face.marks)
    for one in things:
        if face.box.holds(one.box, SLACK) and not area.holds(one.box, _SAFE_SLACK):
            found = f"stands at {one.box}, nearer than {safe:g} mm to the edge of its face"
            yield Flaw(
                one.name or "",
                found,
                "move it inwards: a cut may go astray, and printers leave out a page's rim",
            )


def seen(face: Face) -> SeenFace:
    """The face as its own items say that it is seen."""
    texts: list[SeenText] = []
    marks: list[SeenMark] = []
    inputs: list[SeenInput] = []
    for item in face.items:
        if isinstance(item, TextRun):
            place = (item.x, item.y, item.width, item.size, item.angle)
            one = seen_text(item.field, item.text, *place, _closest(item))
            texts.append(one._replace(goes_on=item.goes_on, own=item.own))
        elif isinstance(item, PlacedMark) and item.field is not None:
            turn = item.matrix.angle if item.matrix.keeps_shapes else None
            marks.append(SeenMark(item.field, _box(item), turn, item.drawing.id))
        elif isinstance(item, FormField):
            box = Box(item.x, item.y, item.x + item.width, item.y + item.height)
            inputs.append(SeenInput(item.name, item.kind, box))
    return SeenFace(face.width, face.height, tuple(texts), tuple(marks), tuple(inputs))


def _closest(run: TextRun) -> float:
    """The least share of a letter's own advance that a run's tracking leaves."""
    if run.tracking >= 0:
        return 1.0
    own = (run.typeface.advance(letter, run.size) for letter in run.text[:-1] if letter.strip())
    return 1.0 + run.tracking / min(filter(None, own), default=inf)


def _box(mark: PlacedMark) -> Box:
    box = mark.box
    return Box(box.x, box.y, box.x + box.width, box.y + box.height)
