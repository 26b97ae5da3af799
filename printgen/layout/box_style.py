"""Turn the values of an element's style into its frame: all that lays out its box.

Lengths are mm; a share is a percentage of a length that only the layout knows. It must not know
elements, or what stands in a box.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import add
from typing import Any

from printgen.layout.css_properties import CORNERS, Track, Transform
from printgen.layout.css_values import SIDES, Length


class Share(float):
    """A percentage, in percent."""

    __slots__ = ()


Extent = float | None
"""Mm, a `Share`, or None for auto (of a largest size: none)."""

Sides = tuple[float, float, float, float]

AS_IT_IS = Transform()


@dataclass(frozen=True, slots=True)
class Frame:
    """The properties of one box; widths and heights are of its border box.

    `basis` is the width or height of an item along its row before it grows or shrinks. `around` is
    border and padding, of which `shares` are percentages of the room's width; `margin` may hold
    shares, and `is_shared` then says so. `fits` says that the type in it shrinks to its room,
    `same` the name of all boxes of a print that shrink alike. `placed` are boxes that others may be
    placed in, `absolute` those that are so placed. A box keeps its room however `transform` shows
    it, about an `origin` in shares of its width and height.
    """

    display: str
    row: bool
    wrap: bool
    grow: float
    shrink: float
    basis: Extent
    gaps: tuple[float, float]
    align_items: str
    align_self: str
    justify: str
    align: str
    columns: tuple[Track, ...]
    rows: tuple[Track, ...]
    auto_rows: Track
    spans: tuple[int, int]
    width: Extent
    height: Extent
    least: tuple[Extent, Extent]
    most: tuple[Extent, Extent]
    margin: Sides
    around: Sides
    shares: Sides | None
    relative: bool
    absolute: bool
    placed: bool
    inset: tuple[Extent, Extent, Extent, Extent]
    transform: Transform
    origin: tuple[float, float]
    radii: tuple[float, ...]
    object_fit: str
    balance: bool
    fits: bool
    same: str
    is_shared: bool = False

    def edges(self, base: float) -> Sides:
        """Border and padding together, from the top clockwise, in a room `base` wide."""
        if self.shares is None:
            return self.around
        top, right, bottom, left = (
            one + base * share / 100 for one, share in zip(self.around, self.shares, strict=True)
        )
        return top, right, bottom, left

    def margins(self, base: float) -> Sides:
        """The margins, from the top clockwise, in a room `base` wide."""
        if not self.is_shared:
            return self.margin
        top, right, bottom, left = (of(one, base) or 0.0 for one in self.margin)
        return top, right, bottom, left


def of(extent: Extent, base: Extent) -> Extent:
    """An extent in mm where its base is `base`; None for auto, and a share of what is unknown."""
    if type(extent) is not Share:
        return extent
    return None if base is None else base * extent / 100


def read_frame(values: Mapping[str, Any], size: float, *, balance: bool) -> Frame:
    """The frame of an element whose type is `size`; `values` are its own declarations."""

    def extent(name: str, default: Any = None) -> Any:
        value = values.get(name, default)
        if not isinstance(value, Length):
            return value
        if value.unit == "%":
            return Share(value.value)
        return value.value * size if value.unit == "em" else value.value

    def part(name: str, default: str) -> str:
        return str(values.get(name, default)).removeprefix("flex-")

    position, transform = values.get("position", "static"), values.get("transform", AS_IT_IS)
    padding = [extent(f"padding-{side}", 0.0) for side in SIDES]
    border = [extent(f"border-{side}-width", 0.0) for side in SIDES]
    shares: Any = tuple(float(one) if type(one) is Share else 0.0 for one in padding)
    fixed = [0.0 if type(one) is Share else one for one in padding]
    margin: Any = tuple(extent(f"margin-{side}", 0.0) for side in SIDES)
    inset: Any = tuple(map(extent, SIDES))
    around: Any = tuple(map(add, border, fixed))
    return Frame(
        display=values.get("display", "natural"),
        row=values.get("flex-direction", "row") == "row",
        wrap=values.get("flex-wrap") == "wrap",
        grow=values.get("flex-grow", 0.0),
        shrink=values.get("flex-shrink", 1.0),
        basis=extent("flex-basis"),
        gaps=(extent("row-gap", 0.0), extent("column-gap", 0.0)),
        align_items=part("align-items", "normal"),
        align_self=part("align-self", "auto"),
        justify=part("justify-content", "normal"),
        align=part("align-content", "normal"),
        columns=_sized(values.get("grid-template-columns", ()), extent),
        rows=_sized(values.get("grid-template-rows", ()), extent),
        auto_rows=_sized((values.get("grid-auto-rows", Track("auto")),), extent)[0],
        spans=(values.get("grid-column", 1), values.get("grid-row", 1)),
        width=extent("width"),
        height=extent("height"),
        least=(extent("min-width"), extent("min-height")),
        most=(extent("max-width"), extent("max-height")),
        margin=margin,
        is_shared=any(type(one) is Share for one in margin),
        around=around,
        shares=shares if any(shares) else None,
        relative=position == "relative",
        absolute=position == "absolute",
        placed=position != "static" or transform != AS_IT_IS,
        inset=inset,
        transform=transform,
        origin=values.get("transform-origin", (0.5, 0.5)),
        radii=tuple(extent(f"radius-{one}", 0.0) for one in CORNERS),
        object_fit=values.get("object-fit", "fill"),
        balance=balance,
        fits="--min-size" in values,
        same=values.get("--same", ""),
    )


def _sized(tracks: tuple[Track, ...], extent: Any) -> tuple[Track, ...]:
    return tuple(
        Track(kind, extent("", value) if kind == "length" else value) for kind, value in tracks
    )
