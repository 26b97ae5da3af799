"""All checks of one face against its content."""

from collections.abc import Iterator

from printgen.content.content import Content
from printgen.face_checks.headings import check_headings
from printgen.face_checks.marks import check_inputs, check_marks
from printgen.face_checks.seen_face import ReadFace
from printgen.face_checks.tables import check_tables
from printgen.face_checks.texts import check_texts
from printgen.problems import Problem


def find_flaws(face: ReadFace, content: Content, min_size: float) -> Iterator[Problem]:
    """Yield the differences between a face and its content.

    `min_size` is the smallest allowed type size in points. Examples on the face may be smaller.
    """
    yield from check_texts(face, content, min_size)
    yield from check_marks(face, content)
    yield from check_inputs(face, content)
    # Tables and headings of an example must not be mixed with those of the face around it.
    for prefix in ("", *content.examples):
        part_content = content.filter_by_prefix(prefix) if content.examples else content
        part_face = face.filter_by_prefix(prefix, content.examples)
        yield from check_tables(part_face, part_content)
        yield from check_headings(part_face, part_content)
