"""Turn a face as it was seen and its content into all that is wrong with what it says."""

from collections.abc import Iterator

from printgen.content.content import Content
from printgen.face_checks.headings import wrong_headings
from printgen.face_checks.marks import wrong_inputs, wrong_marks
from printgen.face_checks.seen_face import Flaw, SeenFace
from printgen.face_checks.tables import wrong_tables
from printgen.face_checks.texts import wrong_words


def flaws(face: SeenFace, content: Content, smallest: float) -> Iterator[Flaw]:
    """What differs between a face and its content; `smallest` is the least size in points."""
    yield from wrong_words(face, content, smallest)
    yield from wrong_marks(face, content)
    yield from wrong_inputs(face, content)
    for before in ("", *content.examples):
        own = content.within(before) if content.examples else content
        seen_face = face.within(before, content.examples)
        yield from wrong_tables(seen_face, own)
        yield from wrong_headings(seen_face, own)
