"""Turn form fields into the interactive form of one PDF.

The fields lie over what the page draws, borderless and transparent, so that a filled form still
shows the print. A field's full name is its face's id, a point and its own name; it is held as a
tree of the names between the points, as the format wants. What is typed is set in Helvetica, which
every reader has.
"""

from collections.abc import Mapping
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
from printgen.press.page import Placement
from printgen.press.pdf_numbers import format_decimal, format_points
from printgen.problems import ExitCode, Failure, Problem, Spot

_MULTILINE_FLAG = 1 << 12
_PRINT_FLAG = 4
_TICK = ((0.2, 0.5), (0.42, 0.25), (0.82, 0.8))
"""The tick in a ticked box, in shares of the box's smaller side, from the bottom left."""


class AcroFormBuilder:
    """The fields of one document, as they are met page by page."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf: Any = pdf
        self._kids: dict[str, list[Any]] = {"": []}
        self._groups: dict[str, PDFDictionary] = {}
        self._references: dict[str, Any] = {}
        self._appearances: dict[tuple[str, str, str, int], Any] = {}

    def add_field(self, item: FormField, placement: Placement, page_height: float) -> Any:
        """The reference to the widget of a field of the face at `place`.

        Raises `Failure` (rules) where the document has a field of that name.
        """
        face, x, y = placement.face, item.x, item.y
        if placement.turned:
            x, y = face.width - x - item.width, face.height - y - item.height
        left, top = placement.x + x, placement.y + y
        box = (left, page_height - top - item.height, left + item.width, page_height - top)
        width, height = format_points(item.width), format_points(item.height)
        entries: dict[str, object] = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Widget"),
            "Rect": PDFArray([format_points(edge) for edge in box]),
            "F": _PRINT_FLAG,
            "Border": PDFArray([0, 0, 0]),
            "P": self._pdf.thisPageRef(),
        }
        turn = 180 * placement.turned
        if item.kind == "text":
            entries |= {
                "FT": PDFName("Tx"),
                "Ff": _MULTILINE_FLAG if item.multiline else 0,
                "DA": PDFString(f"/Helv {format_decimal(item.size)} Tf 0 g"),
                "AP": PDFDictionary({"N": self._make_look("/Tx BMC\nEMC", width, height, turn)}),
            }
        else:
            looks = {"Off": "", "Yes": _draw_tick(item.width, item.height)}
            states = {
                state: self._make_look(look, width, height, turn) for state, look in looks.items()
            }
            entries |= {
                "FT": PDFName("Btn"),
                "V": PDFName("Off"),
                "AS": PDFName("Off"),
                "DA": PDFString("/ZaDb 0 Tf 0 g"),
                "MK": PDFDictionary({"CA": PDFString("4")}),
                "AP": PDFDictionary({"N": PDFDictionary(states)}),
            }
        if turn:
            caption = {"CA": PDFString("4")} if item.kind == "check" else {}
            entries["MK"] = PDFDictionary({**caption, "R": turn})
        return self._add_to_tree(f"{face.id}.{item.name}", entries)

    def build_form(self) -> PDFDictionary | None:
        """What the catalogue calls AcroForm; None where the document has no field."""
        if not self._references:
            return None
        for name, group in self._groups.items():
            group["Kids"] = PDFArray(self._kids[name])
        fonts = {"Helv": _make_font("Helvetica", True), "ZaDb": _make_font("ZapfDingbats")}
        return PDFDictionary(
            {
                "Fields": PDFArray(self._kids[""]),
                "DA": PDFString("/Helv 0 Tf 0 g"),
                "DR": PDFDictionary({"Font": PDFDictionary(fonts)}),
            }
        )

    def _add_to_tree(self, name: str, field_entries: Mapping[str, object]) -> Any:
        """The reference to what has that full name: a field, or without `more` a group of them."""
        group, _, partial_name = name.rpartition(".")
        if group and group not in self._references:
            self._add_to_tree(group, {})
        if name in self._references or group not in self._kids:
            raise _report_duplicate(name)
        entries = PDFDictionary({"T": PDFString(partial_name), **field_entries})
        if group:
            entries["Parent"] = self._references[group]
        if not field_entries:
            self._groups[name], self._kids[name] = entries, []
        number = len(self._references) + 1
        reference = self._references[name] = self._pdf.Reference(entries, f"Field{number}")
        self._kids[group].append(reference)
        return reference

    def _make_look(self, operators: str, width: str, height: str, turn: int) -> Any:
        key = (operators, width, height, turn)
        if key not in self._appearances:
            entries = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([0, 0, width, height]),
                "Resources": PDFDictionary(),
            }
            if turn:
                entries["Matrix"] = PDFArray([-1, 0, 0, -1, 0, 0])
            stream = PDFStream(PDFDictionary(entries), operators.encode("ascii") + b"\n")
            name = f"Look{len(self._appearances) + 1}"
            self._appearances[key] = self._pdf.Reference(stream, name)
        return self._appearances[key]


def _report_duplicate(name: str) -> Failure:
    message = "a second form field of this name, or one whose name begins with another's"
    hint = "give each its own name in the template"
    return Failure(ExitCode.RULES, (Problem(Spot(subject=name), message, hint),))


def _draw_tick(width: float, height: float) -> str:
    side = min(width, height)
    corners = [
        f"{format_points((width - side) / 2 + x * side)} {format_points((height - side) / 2 + y * side)}"
        for x, y in _TICK
    ]
    path = f"{corners[0]} m {corners[1]} l {corners[2]} l S"
    return f"q 0 G {format_points(side / 10)} w {path} Q"


def _make_font(name: str, is_latin: bool = False) -> PDFDictionary:
    entries = {"Type": PDFName("Font"), "Subtype": PDFName("Type1"), "BaseFont": PDFName(name)}
    if is_latin:
        entries["Encoding"] = PDFName("WinAnsiEncoding")
    return PDFDictionary(entries)
