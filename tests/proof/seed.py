"""Faults seeded on a PDF's own bytes, by editing the operators of its pages.

It finds a field's operators from the manifest's place for it, by following q, Q, cm and Tm alone.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO

import pikepdf
from pikepdf import ContentStreamInstruction, Matrix, Operator

MM = 72 / 25.4

Step = Callable[["Page"], None]


def op(name: str, *operands: object) -> ContentStreamInstruction:
    """One operation."""
    return ContentStreamInstruction(list(operands), Operator(name))


@dataclass
class Page:
    """One page's operations, its manifest entry, and the PDF it belongs to."""

    pdf: pikepdf.Pdf
    page: pikepdf.Page
    slots: dict
    steps: list[ContentStreamInstruction]

    @property
    def height(self) -> float:
        """In mm."""
        return float(self.page.mediabox[3]) / MM

    def face(self, name: str) -> dict:
        """The manifest's entry of a face."""
        return next(face for face in self.slots["faces"] if face["face"] == name)

    def place(self, face: str, field: str) -> tuple[float, float]:
        """Where a field or mark begins, in mm from the page's top left."""
        entry = self.face(face)
        slot = next(s for s in (*entry["runs"], *entry["marks"]) if s[0] == field)
        return entry["at"][0] + slot[1], entry["at"][1] + slot[2]

    def show(self, face: str, field: str) -> int:
        """The index of the Tj that prints a field."""
        return self._find(*self.place(face, field), "Tj")

    def do(self, face: str, field: str) -> int:
        """The index of the Do that prints a mark."""
        return self._find(*self.place(face, field), "Do")

    def span(self, face: str) -> tuple[int, int]:
        """The indices of the q and the Q round a face's operations."""
        entry = self.face(face)
        where = (entry["at"][0] * MM, (self.height - entry["at"][1]) * MM)
        for index, step in enumerate(self.steps):
            if str(step.operator) == "cm" and _near(where, map(float, step.operands[4:])):
                start = index - 1
                break
        depth = 0
        for index in range(start, len(self.steps)):
            name = str(self.steps[index].operator)
            depth += (name == "q") - (name == "Q")
            if depth == 0:
                return start, index
        raise LookupError(face)

    def around(
        self,
        face: str,
        field: str,
        before: Iterable[ContentStreamInstruction],
        after: Iterable[ContentStreamInstruction],
    ) -> None:
        """Put operations right before and after a field's Tj."""
        index = self.show(face, field)
        self.steps[index : index + 1] = [*before, self.steps[index], *after]

    def over(self, *steps: ContentStreamInstruction) -> None:
        """Paint something last, in the page's own space."""
        self.steps += [op("q"), *steps, op("Q")]

    def box(self, face: str, field: str, grow: float = 0.0) -> tuple[float, float, float, float]:
        """A field's box as `re` takes it, in points."""
        x, y = self.place(face, field)
        entry = next(s for s in self.face(face)["runs"] if s[0] == field)
        width, height = entry[3] + 2 * grow, entry[4] / MM + 2 * grow
        return (
            (x - grow) * MM,
            (self.height - y - grow) * MM,
            width * MM,
            height * MM,
        )

    def _find(self, x: float, y: float, name: str) -> int:
        where = (x * MM, (self.height - y) * MM)
        ctm, saved, text = Matrix(), [], Matrix()
        for index, step in enumerate(self.steps):
            operator = str(step.operator)
            if operator == "q":
                saved.append(ctm)
            elif operator == "Q":
                ctm = saved.pop()
            elif operator == "cm":
                ctm = Matrix(*map(float, step.operands)) @ ctm
            elif operator == "Tm":
                text = Matrix(*map(float, step.operands))
            elif operator == name:
                here = text @ ctm if name == "Tj" else ctm
                if _near(where, here.transform((0, 0))):
                    return index
        raise LookupError((x, y, name))


def seeded(pdf: bytes, *edits: Step, page: int = 0) -> bytes:
    """The PDF with one page edited."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        manifest = json.loads(opened.attachments["printgen.json"].get_file().read_bytes())
        target = opened.pages[page]
        edited = Page(
            opened, target, manifest["pages"][page], list(pikepdf.parse_content_stream(target))
        )
        for edit in edits:
            edit(edited)
        target.Contents = opened.make_stream(pikepdf.unparse_content_stream(edited.steps))
        return saved(opened)


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The bytes of an edited PDF."""
    out = BytesIO()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()


def with_manifest(pdf: bytes, change: Callable[[dict], None]) -> bytes:
    """The PDF with its manifest changed."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        manifest = json.loads(opened.attachments["printgen.json"].get_file().read_bytes())
        change(manifest)
        return attached(opened, json.dumps(manifest).encode())


def attached(opened: pikepdf.Pdf, data: bytes) -> bytes:
    """The PDF with these bytes for its manifest."""
    file = opened.attachments["printgen.json"].obj.EF
    file.F = file.UF = opened.make_stream(data)
    return saved(opened)


def _near(one: Iterable[float], other: Iterable[float]) -> bool:
    return all(abs(a - b) < 0.05 for a, b in zip(one, other, strict=True))
