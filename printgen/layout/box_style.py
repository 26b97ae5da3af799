"""Turn the values of an element's style into its frame: all that lays out its box.

Lengths are mm; a share is a percentage of a length that only the layout knows. It must not know
elements, or what stands in a box.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import add
from typing import Any

from printgen.layout.css_properties import CORNERS, BoxTransform, GridTrack
from printgen.layout.css_values import SIDES, Length


class Percentage(float):
    """A percentage, in percent."""

    __slots__ = ()


Extent = float | None
"""Mm, a `Share`, or None for auto (of a largest size: none)."""

Sides = tuple[float, float, float, float]

NO_TRANSFORM = BoxTransform()


@dataclass(frozen=True, slots=True)
class BoxStyle:
    """The properties of one box; widths and heights are of its border box.

    `basis` is the width or height of an item along its row before it grows or shrinks. `around` is
    border and padding, of which `shares` are percentages of the room's width; `margin` may hold
    shares, and `is_shared` then says so. `fits` says that the type in it shrinks to its room,
    `same` the name of all boxes of a print that shrink alike. `placed` are boxes that others may be
    placed in, `absolute` those that are so placed. A box keeps its room however `transform` shows
    it, about an `origin` in shares of its width and height.
    """

    display: str
    is_row: bool
    wraps: bool
    grow: float
    shrink: float
    basis: Extent
    gaps: tuple[float, float]
    align_items: str
    align_self: str
    justify: str
    align: str
    columns: tuple[GridTrack, ...]
    rows: tuple[GridTrack, ...]
    auto_rows: GridTrack
    spans: tuple[int, int]
    width: Extent
    height: Extent
    min_size: tuple[Extent, Extent]
    max_size: tuple[Extent, Extent]
    margin: Sides
    border_padding: Sides
    padding_percents: Sides | None
    is_relative: bool
    is_absolute: bool
    is_containing_block: bool
    inset: tuple[Extent, Extent, Extent, Extent]
    transform: BoxTransform
    origin: tuple[float, float]
    radii: tuple[float, ...]
    object_fit: str
    balance: bool
    shrinks: bool
    share_group: str
    has_percent_margin: bool = False

    def resolve_border_padding(self, base: float) -> Sides:
        """Border and padding together, from the top clockwise, in a room `base` wide."""
        if self.padding_percents is None:
            return self.border_padding
        top, right, bottom, left = (
            length + base * percent / 100
            for length, percent in zip(self.border_padding, self.padding_percents, strict=True)
        )
        return top, right, bottom, left

    def resolve_margins(self, base: float) -> Sides:
        """The margins, from the top clockwise, in a room `base` wide."""
        if not self.has_percent_margin:
            return self.margin
        top, right, bottom, left = (to_mm(length, base) or 0.0 for length in self.margin)
        return top, right, bottom, left


def to_mm(length: Extent, base: Extent) -> Extent:
    """An extent in mm where its base is `base`; None for auto, and a share of what is unknown."""
    if type(length) is not Percentage:
        return length
    return None if base is None else base * length / 100


def read_box_style(values: Mapping[str, Any], font_size: float, *, balance: bool) -> BoxStyle:
    """The frame of an element whose type is `size`; `values` are its own declarations."""

    def read_length(name: str, default: Any = None) -> Any:
        value = values.get(name, default)
        if not isinstance(value, Length):
            return value
        if value.unit == "%":
            return Percentage(value.value)
        return value.value * font_size if value.unit == "em" else value.value

    def read_keyword(name: str, default: str) -> str:
        return str(values.get(name, default)).removeprefix("flex-")

    position, transform = values.get("position", "static"), values.get("transform", NO_TRANSFORM)
    padding = [read_length(f"padding-{side}", 0.0) for side in SIDES]
    border = [read_length(f"border-{side}-width", 0.0) for side in SIDES]
    percents: Any = tuple(float(item) if type(item) is Percentage else 0.0 for item in padding)
    fixed = [0.0 if type(item) is Percentage else item for item in padding]
    margin: Any = tuple(read_length(f"margin-{side}", 0.0) for side in SIDES)
    inset: Any = tuple(map(read_length, SIDES))
    border_padding: Any = tuple(map(add, border, fixed))
    return BoxStyle(
        display=values.get("display", "natural"),
        is_row=values.get("flex-direction", "row") == "row",
        wraps=values.get("flex-wrap") == "wrap",
        grow=values.get("flex-grow", 0.0),
        shrink=values.get("flex-shrink", 1.0),
        basis=read_length("flex-basis"),
        gaps=(read_length("row-gap", 0.0), read_length("column-gap", 0.0)),
        align_items=read_keyword("align-items", "normal"),
        align_self=read_keyword("align-self", "auto"),
        justify=read_keyword("justify-content", "normal"),
        align=read_keyword("align-content", "normal"),
        columns=_resolve_tracks(values.get("grid-template-columns", ()), read_length),
        rows=_resolve_tracks(values.get("grid-template-rows", ()), read_length),
        auto_rows=_resolve_tracks((values.get("grid-auto-rows", GridTrack("auto")),), read_length)[
            0
        ],
        spans=(values.get("grid-column", 1), values.get("grid-row", 1)),
        width=read_length("width"),
        height=read_length("height"),
        min_size=(read_length("min-width"), read_length("min-height")),
        max_size=(read_length("max-width"), read_length("max-height")),
        margin=margin,
        has_percent_margin=any(type(item) is Percentage for item in margin),
        border_padding=border_padding,
        padding_percents=percents if any(percents) else None,
        is_relative=position == "relative",
        is_absolute=position == "absolute",
        is_containing_block=position != "static" or transform != NO_TRANSFORM,
        inset=inset,
        transform=transform,
        origin=values.get("transform-origin", (0.5, 0.5)),
        radii=tuple(read_length(f"radius-{item}", 0.0) for item in CORNERS),
        object_fit=values.get("object-fit", "fill"),
        balance=balance,
        shrinks="--min-size" in values,
        share_group=values.get("--same", ""),
    )


def _resolve_tracks(tracks: tuple[GridTrack, ...], extent: Any) -> tuple[GridTrack, ...]:
    return tuple(
        GridTrack(kind, extent("", value) if kind == "length" else value) for kind, value in tracks
    )
