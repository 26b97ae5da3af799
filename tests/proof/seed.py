"""Faults seeded on a PDF's own bytes, by editing the operators of its pages.

It finds a field's operators by the labels round them.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO

import pikepdf
from pikepdf import ContentStreamInstruction, Operator

MM = 72 / 25.4

Step = Callable[["Page"], None]


def op(name: str, *operands: object) -> ContentStreamInstruction:
    """One operation."""
    return ContentStreamInstruction(list(operands), Operator(name))


@dataclass
class Page:
    """One page's operations, and the PDF it belongs to."""

    pdf: pikepdf.Pdf
    page: pikepdf.Page
    steps: list[ContentStreamInstruction]

    @property
    def height(self) -> float:
        """In mm."""
        return float(self.page.mediabox[3]) / MM

    def span(self, face: str) -> tuple[int, int]:
        """The indices of a face's label and of its end."""
        return self._labelled("/Face", face, 0)

    def field(self, face: str, name: str) -> tuple[int, int]:
        """The indices of the label of a field or mark and of its end; of the margin's with ""."""
        start = self.span(face)[0] + 1 if face else 0
        return self._labelled(("/Field", "/Mark"), name, start)

    def show(self, face: str, name: str) -> int:
        """The index of the operation that prints a field or mark."""
        start, end = self.field(face, name)
        return next(
            i for i in range(start, end) if str(self.steps[i].operator) in ("Tj", "TJ", "Do")
        )

    def relabel(self, face: str, name: str, **entries: str) -> None:
        """Say something else in a label; that of the face itself where `name` is empty."""
        index = self.field(face, name)[0] if name else self.span(face)[0]
        kind, old = self.steps[index].operands
        said = {"/N": str(old["/N"]), "/At": str(old["/At"])}
        said |= {f"/{key}": value for key, value in entries.items()}
        self.steps[index] = op("BDC", kind, pikepdf.Dictionary(said))

    def at(self, face: str, name: str = "") -> list[float]:
        """The numbers of a label: a field's are from its face's corner."""
        index = self.field(face, name)[0] if name else self.span(face)[0]
        return list(map(float, str(self.steps[index].operands[1]["/At"]).split()))

    def box(self, face: str, name: str, grow: float = 0.0) -> tuple[float, float, float, float]:
        """A field's box on its page as `re` takes it, in points."""
        left, top, *_ = self.at(face)
        x, y, width, height, *_ = self.at(face, name)
        height /= MM
        bottom = self.height - top - y
        return (
            (left + x - grow) * MM,
            (bottom - grow) * MM,
            (width + 2 * grow) * MM,
            (height + 2 * grow) * MM,
        )

    def around(
        self,
        face: str,
        name: str,
        before: Iterable[ContentStreamInstruction],
        after: Iterable[ContentStreamInstruction],
    ) -> None:
        """Put operations right before and after what prints a field."""
        index = self.show(face, name)
        self.steps[index : index + 1] = [*before, self.steps[index], *after]

    def matrix(self, face: str, name: str) -> int:
        """The index of the matrix that a field's text is set under."""
        start, end = self.field(face, name)
        return next(i for i in range(start, end) if str(self.steps[i].operator) == "Tm")

    def over(self, face: str, *steps: ContentStreamInstruction) -> None:
        """Paint something last of a face, in the page's own space."""
        left, top, *_ = self.at(face)
        _, end = self.span(face)
        back = op("cm", 1, 0, 0, 1, -left * MM, -(self.height - top) * MM)
        # The end of the label follows the end of the face's own space.
        self.steps[end - 1 : end - 1] = [op("q"), back, *steps, op("Q")]

    def _labelled(self, kinds: str | tuple[str, ...], name: str, start: int) -> tuple[int, int]:
        for index in range(start, len(self.steps)):
            step = self.steps[index]
            if str(step.operator) != "BDC" or str(step.operands[0]) not in kinds:
                continue
            if str(step.operands[1].get("/N")) == name:
                return index, self._end(index)
        raise LookupError((kinds, name))

    def _end(self, start: int) -> int:
        depth = 0
        for index in range(start, len(self.steps)):
            operator = str(self.steps[index].operator)
            depth += (operator in ("BDC", "BMC")) - (operator == "EMC")
            if not depth:
                return index
        raise LookupError(start)


def seeded(pdf: bytes, *edits: Step, page: int = 0) -> bytes:
    """The PDF with one page edited."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        target = opened.pages[page]
        edited = Page(opened, target, list(pikepdf.parse_content_stream(target)))
        for edit in edits:
            edit(edited)
        target.Contents = opened.make_stream(pikepdf.unparse_content_stream(edited.steps))
        return saved(opened)


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The bytes of an edited PDF."""
    out = BytesIO()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()


def claiming(pdf: bytes, **claims: object) -> bytes:
    """The PDF with something else said of itself."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        said = json.loads(str(opened.docinfo["/Keywords"])) | claims
        opened.docinfo["/Keywords"] = json.dumps(said)
        return saved(opened)
