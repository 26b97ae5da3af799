"""Turn form fields into the interactive form of one PDF.

The fields lie over what the page draws, borderless and transparent, so that a filled form still
shows the print. A field's full name is its face's id, a point and its own name; it is held as a
tree of the names between the points, as the format wants. What is typed is set in Helvetica, which
every reader has.
"""

from dataclasses import dataclass, field
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFStream,
    PDFString,
)

from printgen.layout.face import FormField
from printgen.press.numbers import decimal, points
from printgen.press.page import Placement
from printgen.problems import ExitCode, Failure, Problem, Where

_MULTILINE = 1 << 12
_PRINTED = 4
_TICK = ((0.2, 0.5), (0.42, 0.25), (0.82, 0.8))
"""The tick in a ticked box, in shares of the box's smaller side, from the bottom left."""


@dataclass(slots=True)
class _Node:
    """A name between two points: a field, or a group of them. The root has neither name nor PDF."""

    entries: PDFDictionary = field(default_factory=PDFDictionary)
    reference: Any = None
    kids: dict[str, "_Node"] = field(default_factory=dict)
    is_field: bool = False


class Form:
    """The fields of one document, as they are met page by page."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf: Any = pdf
        self._count = 0
        self._root = _Node()
        self._blanks: dict[tuple[str, str, str, int], Any] = {}

    def add(self, item: FormField, place: Placement, page_height: float) -> Any:
        """The reference to the widget of a field of the face at `place`.

        Raises `Failure` (rules) where the document has a field of that name.
        """
        face, x, y = place.face, item.x, item.y
        if place.turned:
            x, y = face.width - x - item.width, face.height - y - item.height
        left, top = place.x + x, place.y + y
        box = (left, page_height - top - item.height, left + item.width, page_height - top)
        width, height = points(item.width), points(item.height)
        entries: dict[str, object] = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Widget"),
            "Rect": PDFArray([points(edge) for edge in box]),
            "F": _PRINTED,
            "Border": PDFArray([0, 0, 0]),
            "P": self._pdf.thisPageRef(),
        }
        turn = 180 * place.turned
        if item.kind == "text":
            entries |= {
                "FT": PDFName("Tx"),
                "Ff": _MULTILINE if item.multiline else 0,
                "DA": PDFString(f"/Helv {decimal(item.size)} Tf 0 g"),
                "AP": PDFDictionary({"N": self._look("/Tx BMC\nEMC", width, height, turn)}),
            }
        else:
            looks = {"Off": "", "Yes": _tick(item.width, item.height)}
            states = {state: self._look(look, width, height, turn) for state, look in looks.items()}
            entries |= {
                "FT": PDFName("Btn"),
                "V": PDFName("Off"),
                "AS": PDFName("Off"),
                "DA": PDFString("/ZaDb 0 Tf 0 g"),
                "MK": PDFDictionary({"CA": PDFString("4")}),
                "AP": PDFDictionary({"N": PDFDictionary(states)}),
            }
        if turn:
            marked = {"CA": PDFString("4")} if item.kind == "check" else {}
            entries["MK"] = PDFDictionary({**marked, "R": turn})
        return self._hang(f"{face.id}.{item.name}", entries)

    def finish(self) -> PDFDictionary | None:
        """What the catalogue calls AcroForm; None where the document has no field."""
        if not self._root.kids:
            return None
        fonts = {"Helv": _standard_font("Helvetica", True), "ZaDb": _standard_font("ZapfDingbats")}
        return PDFDictionary(
            {
                "Fields": _list_kids(self._root),
                "DA": PDFString("/Helv 0 Tf 0 g"),
                "DR": PDFDictionary({"Font": PDFDictionary(fonts)}),
            }
        )

    def _hang(self, name: str, entries: dict[str, object]) -> Any:
        *groups, own = name.split(".")
        node = self._root
        for group in groups:
            node = node.kids.get(group) or self._grow(node, group)
            if node.is_field:
                raise _taken(name)
        if own in node.kids:
            raise _taken(name)
        leaf = self._grow(node, own)
        leaf.is_field = True
        leaf.entries.dict.update(entries)
        return leaf.reference

    def _grow(self, parent: _Node, name: str) -> _Node:
        entries = PDFDictionary({"T": PDFString(name)})
        if parent.reference is not None:
            entries["Parent"] = parent.reference
        self._count += 1
        reference = self._pdf.Reference(entries, f"Field{self._count}")
        kid = parent.kids[name] = _Node(entries, reference)
        return kid

    def _look(self, operators: str, width: str, height: str, turn: int) -> Any:
        key = (operators, width, height, turn)
        if key not in self._blanks:
            entries = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([0, 0, width, height]),
                "Resources": PDFDictionary(),
            }
            if turn:
                entries["Matrix"] = PDFArray([-1, 0, 0, -1, 0, 0])
            stream = PDFStream(PDFDictionary(entries), operators.encode("ascii") + b"\n")
            name = f"Look{len(self._blanks) + 1}"
            self._blanks[key] = self._pdf.Reference(stream, name)
        return self._blanks[key]


def _list_kids(node: _Node) -> PDFArray:
    for kid in node.kids.values():
        if kid.kids:
            kid.entries["Kids"] = _list_kids(kid)
    return PDFArray([kid.reference for kid in node.kids.values()])


def _taken(name: str) -> Failure:
    message = "a second form field of this name, or one whose name begins with another's"
    hint = "give each its own name in the template"
    return Failure(ExitCode.RULES, (Problem(Where(subject=name), message, hint),))


def _tick(width: float, height: float) -> str:
    side = min(width, height)
    corners = [
        f"{points((width - side) / 2 + x * side)} {points((height - side) / 2 + y * side)}"
        for x, y in _TICK
    ]
    path = f"{corners[0]} m {corners[1]} l {corners[2]} l S"
    return f"q 0 G {points(side / 10)} w {path} Q"


def _standard_font(name: str, latin: bool = False) -> PDFDictionary:
    entries = {
        "Type": PDFName("Font"),
        "Subtype": PDFName("Type1"),
        "BaseFont": PDFName(name),
    }
    if latin:
        entries["Encoding"] = PDFName("WinAnsiEncoding")
    return PDFDictionary(entries)
