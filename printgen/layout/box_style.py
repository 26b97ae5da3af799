"""Box styles: the computed values that decide the layout of a box.

Lengths are in mm. A `Percentage` stays a percentage until layout knows the length that it refers
to (CSS Cascade 4, 4.4 and 4.5: computed and used values). This module does not depend on elements
or on the content of boxes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import add
from typing import Any

from printgen.layout.css_properties import CORNERS, BoxTransform, GridTrack
from printgen.layout.css_values import SIDES, Length


class Percentage(float):
    """A percentage: 50.0 is 50 %."""

    __slots__ = ()


Extent = float | None
"""A length in mm, a `Percentage`, or None for `auto` (for a maximum size: `none`)."""

Sides = tuple[float, float, float, float]

NO_TRANSFORM = BoxTransform()


@dataclass(frozen=True, slots=True)
class BoxStyle:
    """The layout properties of one box; widths and heights refer to its border box.

    `basis` is the flex basis. `border_padding` is the sum of border and padding on each side;
    `padding_percents` are added to that sum, in percent of the width of the containing block. If
    `margin` contains percentages, `has_percent_margin` is true. `shrinks` means that text in the
    box may shrink to fit; `share_group` is the `--same` name of the boxes in a print that shrink by
    the same factor. `is_containing_block` means that absolutely positioned boxes refer to this one.
    `transform` changes only how the box is painted, not the layout; its `origin` is a fraction of
    width and height.
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
        """Return border plus padding, clockwise from the top.

        CSS 2.1, 8.4: percentages of padding refer to `base`, the width of the containing block.
        """
        if self.padding_percents is None:
            return self.border_padding
        top, right, bottom, left = (
            length + base * percent / 100
            for length, percent in zip(self.border_padding, self.padding_percents, strict=True)
        )
        return top, right, bottom, left

    def resolve_margins(self, base: float) -> Sides:
        """Return the margins, clockwise from the top.

        CSS 2.1, 8.3: percentages refer to `base`, the width of the containing block.
        """
        if not self.has_percent_margin:
            return self.margin
        top, right, bottom, left = (to_mm(length, base) or 0.0 for length in self.margin)
        return top, right, bottom, left


def to_mm(length: Extent, base: Extent) -> Extent:
    """Return a length in mm; percentages refer to `base`.

    The result is None for auto, and for a percentage whose base is None (CSS 2.1, 10.5).
    """
    if type(length) is not Percentage:
        return length
    return None if base is None else base * length / 100


def read_box_style(values: Mapping[str, Any], font_size: float, *, balance: bool) -> BoxStyle:
    """Return the box style of an element from the values declared on it.

    `font_size` in mm resolves em lengths.
    """

    def read_length(name: str, default: Any = None) -> Any:
        value = values.get(name, default)
        if not isinstance(value, Length):
            return value
        if value.unit == "%":
            return Percentage(value.value)
        return value.value * font_size if value.unit == "em" else value.value

    # CSS Box Alignment 3, 4.1: in a row or column that is not reversed, flex-start is start.
    def read_keyword(name: str, default: str) -> str:
        return str(values.get(name, default)).removeprefix("flex-")

    position, transform = values.get("position", "static"), values.get("transform", NO_TRANSFORM)
    padding = [read_length(f"padding-{side}", 0.0) for side in SIDES]
    border = [read_length(f"border-{side}-width", 0.0) for side in SIDES]
    percents: Any = tuple(float(size) if type(size) is Percentage else 0.0 for size in padding)
    fixed = [0.0 if type(size) is Percentage else size for size in padding]
    margin: Any = tuple(read_length(f"margin-{side}", 0.0) for side in SIDES)
    inset: Any = tuple(map(read_length, SIDES))
    border_padding: Any = tuple(map(add, border, fixed))
    return BoxStyle(
        display=values.get("display", "natural"),
        is_row=values.get("flex-direction", "row") == "row",
        wraps=values.get("flex-wrap") == "wrap",
        grow=values.get("flex-grow", 0.0),
        shrink=values.get("flex-shrink", 1.0),
        # Initial values: CSS Flexbox 1, 7.2 for grow, shrink and basis.
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
        has_percent_margin=any(type(size) is Percentage for size in margin),
        border_padding=border_padding,
        padding_percents=percents if any(percents) else None,
        is_relative=position == "relative",
        is_absolute=position == "absolute",
        # CSS Transforms 1: a transformed box is the containing block of all its descendants.
        is_containing_block=position != "static" or transform != NO_TRANSFORM,
        inset=inset,
        transform=transform,
        # CSS Transforms 1: the initial transform-origin is the centre of the box.
        origin=values.get("transform-origin", (0.5, 0.5)),
        radii=tuple(read_length(f"radius-{corner}", 0.0) for corner in CORNERS),
        object_fit=values.get("object-fit", "fill"),
        balance=balance,
        shrinks="--min-size" in values,
        share_group=values.get("--same", ""),
    )


def _resolve_tracks(tracks: tuple[GridTrack, ...], read: Any) -> tuple[GridTrack, ...]:
    """Return the tracks with their lengths in mm or as percentages."""
    return tuple(
        GridTrack(kind, read("", value) if kind == "length" else value) for kind, value in tracks
    )
