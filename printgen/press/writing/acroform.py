"""The interactive form of one PDF (ISO 32000-1, 12.7).

Fields are transparent and have no border, so the print shows through an empty field. The full name
of a field is the id of its face, a period and its own name. Text that the user types is set in
Helvetica, one of the standard 14 fonts (ISO 32000-1, 9.6.2.2).
"""

from collections.abc import Mapping
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

from printgen.face.face import FormField
from printgen.press.imposing.page import Placement
from printgen.press.writing.labels import format_decimal, format_mm_as_points
from printgen.problems import ExitCode, create_failure

_MULTILINE_FLAG = 1 << 12  # ISO 32000-1, 12.7.4.3, table 228: bit position 13
_PRINT_FLAG = 4  # ISO 32000-1, 12.5.3, table 165: bit position 3
_TICK = ((0.2, 0.5), (0.42, 0.25), (0.82, 0.8))
"""Corners of the tick, as fractions of the box's shorter side, from the bottom left."""


class AcroFormBuilder:
    """Collects the form fields of one PDF document, page by page."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._kids: dict[str, list[Any]] = {"": []}
        self._groups: dict[str, PDFDictionary] = {}
        self._references: dict[str, Any] = {}
        self._appearances: dict[tuple[str, str, str, int], Any] = {}

    def add_field(self, field: FormField, placement: Placement, page_height: float) -> Any:
        """Add a form field of a placed face; return the reference to its widget annotation.

        `page_height` is in mm. Raises `Failure` (exit code RULES) if the document already has a
        field of that name.
        """
        face, x, y = placement.face, field.x, field.y
        if placement.turned:
            x, y = face.width - x - field.width, face.height - y - field.height
        left, top = placement.x + x, placement.y + y
        box = (left, page_height - top - field.height, left + field.width, page_height - top)
        width, height = format_mm_as_points(field.width), format_mm_as_points(field.height)
        # ISO 32000-1, 12.5.6.19: a field with one widget may share one dictionary with it.
        entries: dict[str, object] = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Widget"),
            "Rect": PDFArray([format_mm_as_points(edge) for edge in box]),
            "F": _PRINT_FLAG,
            "Border": PDFArray([0, 0, 0]),
            "P": self._pdf.thisPageRef(),
        }
        turn = 180 * placement.turned
        if field.kind == "text":
            # ISO 32000-1, 12.7.3.3: variable text is enclosed in /Tx BMC and EMC.
            look = self._store_appearance_stream("/Tx BMC\nEMC", width, height, turn)
            entries |= {
                "FT": PDFName("Tx"),
                "Ff": _MULTILINE_FLAG if field.multiline else 0,
                "DA": PDFString(f"/Helv {format_decimal(field.size)} Tf 0 g"),
                "AP": PDFDictionary({"N": look}),
            }
        else:
            # ISO 32000-1, 12.7.4.2.3: the off state is named Off; Yes is recommended for on.
            off = self._store_appearance_stream("", width, height, turn)
            tick = _draw_tick(field.width, field.height)
            yes = self._store_appearance_stream(tick, width, height, turn)
            entries |= {
                "FT": PDFName("Btn"),
                "V": PDFName("Off"),
                "AS": PDFName("Off"),
                "DA": PDFString("/ZaDb 0 Tf 0 g"),
                "AP": PDFDictionary({"N": PDFDictionary({"Off": off, "Yes": yes})}),
            }
        looks: dict[str, object] = {"CA": PDFString("4")} if field.kind == "check" else {}
        # ISO 32000-1, 12.5.6.19, table 189: R is the rotation of the widget in degrees.
        looks |= {"R": turn} if turn else {}
        if looks:
            entries["MK"] = PDFDictionary(looks)
        return self._add_to_field_tree(f"{face.id}.{field.name}", entries)

    def build_form(self) -> PDFDictionary | None:
        """Return the AcroForm entry of the document catalogue, or None if no field was added."""
        if not self._references:
            return None
        for name, group in self._groups.items():
            # ISO 32000-1, 12.7.3.1: a non-terminal field lists its children in Kids.
            group["Kids"] = PDFArray(self._kids[name])
        font = {"Type": PDFName("Font"), "Subtype": PDFName("Type1")}
        latin = {"BaseFont": PDFName("Helvetica"), "Encoding": PDFName("WinAnsiEncoding")}
        signs = {"BaseFont": PDFName("ZapfDingbats")}
        fonts = {"Helv": PDFDictionary(font | latin), "ZaDb": PDFDictionary(font | signs)}
        resources, look = PDFDictionary({"Font": PDFDictionary(fonts)}), PDFString("/Helv 0 Tf 0 g")
        return PDFDictionary({"Fields": PDFArray(self._kids[""]), "DA": look, "DR": resources})

    def _add_to_field_tree(self, name: str, field_entries: Mapping[str, object]) -> Any:
        """Add a field with this full name to the tree of fields, and return the reference to it.

        A full name is split at its periods into partial names (ISO 32000-1, 12.7.3.2). Without
        `field_entries`, the name is that of a group of fields, and the group is added.
        """
        group, _, partial_name = name.rpartition(".")
        if group and group not in self._references:
            self._add_to_field_tree(group, {})
        if name in self._references or group not in self._kids:
            message = (
                "another form field has this name, or one of the two names begins with the other"
            )
            hint = "rename one of the two fields in the template"
            raise create_failure(ExitCode.RULES, name, message, hint)
        entries = PDFDictionary({"T": PDFString(partial_name), **field_entries})
        if group:
            entries["Parent"] = self._references[group]
        if not field_entries:
            self._groups[name], self._kids[name] = entries, []
        number = len(self._references) + 1
        reference = self._references[name] = self._pdf.Reference(entries, f"Field{number}")
        self._kids[group].append(reference)
        return reference

    def _store_appearance_stream(self, operators: str, width: str, height: str, turn: int) -> Any:
        """Return the reference to an appearance stream with these operators (ISO 32000-1, 12.5.5).

        `turn` is its rotation in degrees. Equal streams are stored once.
        """
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


def _draw_tick(width: float, height: float) -> str:
    side = min(width, height)
    left, bottom = (width - side) / 2, (height - side) / 2
    points = (map(format_mm_as_points, (left + x * side, bottom + y * side)) for x, y in _TICK)
    start, middle, end = map(" ".join, points)
    path = f"{start} m {middle} l {end} l S"
    return f"q 0 G {format_mm_as_points(side / 10)} w {path} Q"
