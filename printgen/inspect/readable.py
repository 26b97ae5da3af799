"""Turn a Face and its Content into what in it cannot be read, or does not say what it must.

It asks of the design, exactly and without a PDF. It must not know paper, templates or the press.
"""

from collections.abc import Iterator

from printgen.content.content import Content
from printgen.inspect.layers import hidden_or_faint
from printgen.layout.face import Face, FormField, Mark, TextRun
from printgen.seen.flaws import flaws
from printgen.seen.parts import Flaw, SeenFace, SeenInput, SeenMark, SeenText, seen_text
from printgen.seen.place import Box
from printgen.seen.words import SMALLEST, SMALLEST_ON_PAGE


def inspect(face: Face, content: Content, *, is_page: bool) -> Iterator[Flaw]:
    """What is wrong with a face; `is_page` says that it lies on the table, to be read from afar."""
    smallest = SMALLEST_ON_PAGE if is_page else SMALLEST
    yield from flaws(seen(face), content, smallest)
    yield from hidden_or_faint(face)


def seen(face: Face) -> SeenFace:
    """The face as its own items say that it is seen."""
    texts: list[SeenText] = []
    marks: list[SeenMark] = []
    inputs: list[SeenInput] = []
    for item in face.items:
        if isinstance(item, TextRun):
            place = (item.x, item.y, item.width, item.size, item.angle)
            texts.append(seen_text(item.field, item.text, *place))
        elif isinstance(item, Mark) and item.field is not None:
            turn = item.matrix.angle if item.matrix.keeps_shapes else None
            marks.append(SeenMark(item.field, _box(item), turn, item.drawing.id))
        elif isinstance(item, FormField):
            box = Box(item.x, item.y, item.x + item.width, item.y + item.height)
            inputs.append(SeenInput(item.name, item.kind, box))
    return SeenFace(face.id, face.width, face.height, tuple(texts), tuple(marks), tuple(inputs))


def _box(mark: Mark) -> Box:
    box = mark.box
    return Box(box.x, box.y, box.x + box.width, box.y + box.height)
