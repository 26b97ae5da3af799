"""Computed styles: the values that layout and painting need for an element.

Lengths are in mm; inside a drawing they are in the units of the drawing. This module does not
depend on selectors or on the meaning of elements.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from printgen.layout.box_style import BoxStyle, read_box_style
from printgen.layout.css_properties import FAMILY_SEPARATOR
from printgen.layout.css_values import SIDES, Length, Value
from printgen.layout.face import Colour
from printgen.layout.fonts import FontLibrary, FontStyle, Typeface
from printgen.problems import ExitCode, Failure, Place, Problem

Sides = tuple[float, float, float, float]
"""Top, right, bottom, left."""


@dataclass(frozen=True, slots=True)
class ComputedStyle:
    """The used value of each property of the subset.

    `fill`, `stroke` and `background` are None if nothing is painted. `min_size` is in printed
    points, or None if the text may not shrink. `others` are the fallback families. `box_style` has
    the properties for the layout of the box.
    """

    family: str
    others: tuple[str, ...]
    weight: int
    slant: FontStyle
    size: float
    line_height: float
    text_align: Literal["left", "center", "right"]
    text_transform: Literal["none", "uppercase", "lowercase"]
    letter_spacing: float
    white_space: Literal["normal", "nowrap", "pre-line"]
    colour: Colour
    fill: Colour | None
    stroke: Colour | None
    stroke_width: float
    min_size: float | None
    background: Colour | None
    border: Sides
    border_colours: tuple[Colour, Colour, Colour, Colour]
    vertical_align: Literal["baseline", "top", "middle", "bottom"]
    box_style: BoxStyle
    _font_at: Place = field(compare=False, repr=False)
    _fonts: FontLibrary = field(compare=False, repr=False)
    _problems: list[Problem] = field(compare=False, repr=False)

    @property
    def font(self) -> Typeface:
        """The typeface; raises `Failure` (rules) if the fonts do not have it.

        It is looked up on first use, so that an element without text needs no font.
        """
        if not self.family or not self.size:
            absent = "font-size" if self.family else "font-family"
            problem = Problem(Place(), f"text has no {absent}", f"set its {absent}")
            # The missing property may be set by a declaration that has an error.
            raise Failure(ExitCode.RULES, self._problems or (problem,))
        return self._find_font(self._fonts.get_typeface, self.family)

    def split_by_typeface(self, text: str) -> list[tuple[str, Typeface]]:
        """Split `text` into parts, each with one typeface (CSS Fonts 3, 5.3).

        Letters that the first family lacks use the first fallback family that has them; letters
        that no family has stay in the first. Raises `Failure` like `font`.
        """
        if not text:
            return []
        own_typeface = self.font
        lacking = own_typeface.find_missing_letters(text) if self.others else ""
        if not lacking.strip():
            return [(text, own_typeface)]
        fallbacks = [self._find_font(self._fonts.nearest, family) for family in self.others]
        stretches: list[tuple[str, Typeface]] = []
        for letter in text:
            candidates = (
                fallback
                for fallback in fallbacks
                if letter in lacking and not fallback.find_missing_letters(letter)
            )
            typeface = next(candidates, own_typeface)
            if stretches and stretches[-1][1] is typeface:
                stretches[-1] = stretches[-1][0] + letter, typeface
            else:
                stretches.append((letter, typeface))
        return stretches

    def _find_font(self, find: Callable[[str, int, FontStyle], Typeface], family: str) -> Typeface:
        """Look up a typeface; a `Failure` names the declaration of the font."""
        try:
            return find(family, self.weight, self.slant)
        except Failure as failure:
            (problem,) = failure.problems
            where = problem.where if problem.where.file else self._font_at
            raise Failure(failure.exit_code, (replace(problem, where=where),)) from None

    def transform_case(self, text: str) -> str:
        """Return `text` after text-transform (CSS Text 3, 2.1)."""
        if self.text_transform == "uppercase":
            return text.upper()
        return text.lower() if self.text_transform == "lowercase" else text


INITIAL: Mapping[str, Any] = {
    "font-family": "",
    "font-size": 0.0,
    "font-weight": 400,
    "font-style": "normal",
    "color": (0, 0, 0),
    "fill": (0, 0, 0),
    "stroke": None,
    "stroke-width": 1.0,
    "text-align": "left",
    "line-height": Length(1.2, "number"),
    "letter-spacing": 0.0,
    "text-transform": "none",
    "white-space": "normal",
    "text-wrap": "wrap",
    "--min-size": None,
    "font at": Place(),
}
"""The inherited properties with their initial values (CSS Cascade 4, 7.1 and 7.2).

The key "font at" is not a property: it has the place where the font was last declared.
"""


def pass_down(inherited: Mapping[str, Value], values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the values that children inherit: computed values, so lengths are in mm."""
    inheritable = {**inherited, **{name: item for name, item in values.items() if name in INITIAL}}
    # CSS Values 4, 6.1: em in font-size is that of the parent, elsewhere that of the element.
    parent_size = inherited["font-size"]
    assert isinstance(parent_size, float)  # noqa: S101 - for the type checker
    size = inheritable["font-size"] = _to_mm(inheritable["font-size"], parent_size)
    for name in ("letter-spacing", "stroke-width"):
        inheritable[name] = _to_mm(inheritable[name], size)
    # CSS 2.1, 10.8.1: children inherit a line-height without a unit as that number.
    height = inheritable["line-height"]
    if isinstance(height, Length) and height.unit != "number":
        inheritable["line-height"] = _to_mm(height, size)
    return inheritable


def _to_mm(value: Value, size: float) -> float:
    """Return a length in mm; `size` is the font size for em."""
    if isinstance(value, Length):
        return value.value * size if value.unit == "em" else value.value
    assert isinstance(value, (int, float))  # noqa: S101 - for the type checker
    return float(value)


def build_style(
    inheritable: Mapping[str, Any],
    values: Mapping[str, Any],
    fonts: FontLibrary,
    problems: list[Problem],
) -> ComputedStyle:
    """Build the style of an element from its inheritable values and those declared on it.

    `problems` is the list of errors in its style sheets, which grows later.
    """
    size: float = inheritable["font-size"]
    colour: Colour = inheritable["color"]
    height = inheritable["line-height"]

    # CSS Color 4: currentcolor is the used value of the color property.
    def resolve_colour(value: Any) -> Any:
        return colour if value == "currentcolor" else value

    family, *others = inheritable["font-family"].split(FAMILY_SEPARATOR)
    border: Any = tuple(_to_mm(values.get(f"border-{side}-width", 0.0), size) for side in SIDES)
    # CSS Backgrounds 3: the initial border-color is currentcolor.
    inks: Any = tuple(resolve_colour(values.get(f"border-{side}-color", colour)) for side in SIDES)
    return ComputedStyle(
        family=family,
        others=tuple(others),
        weight=inheritable["font-weight"],
        slant=inheritable["font-style"],
        size=size,
        line_height=height.value * size if isinstance(height, Length) else height,
        text_align=inheritable["text-align"],
        text_transform=inheritable["text-transform"],
        letter_spacing=inheritable["letter-spacing"],
        white_space=inheritable["white-space"],
        colour=colour,
        fill=resolve_colour(inheritable["fill"]),
        stroke=resolve_colour(inheritable["stroke"]),
        stroke_width=inheritable["stroke-width"],
        min_size=inheritable["--min-size"],
        background=resolve_colour(values.get("background-color")),
        border=border,
        border_colours=inks,
        vertical_align=values.get("vertical-align", "baseline"),
        box_style=read_box_style(values, size, balance=inheritable["text-wrap"] == "balance"),
        _font_at=inheritable["font at"],
        _fonts=fonts,
        _problems=problems,
    )
