"""Turn the values of an element's properties into its style: all that looks and layout ask.

Lengths come out in mm, in a drawing in its own units. It must not know selectors, or what elements
are for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from printgen.layout.box_style import Frame, read_frame
from printgen.layout.css_properties import FAMILIES
from printgen.layout.css_values import SIDES, Length, Value
from printgen.layout.face import Colour
from printgen.layout.fonts import Fonts, FontStyle, Typeface
from printgen.problems import ExitCode, Failure, Problem, Where

Four = tuple[float, float, float, float]
"""Top, right, bottom, left."""


@dataclass(frozen=True, slots=True)
class Style:
    """Every property of the subset, as used. Lengths are mm, in a drawing its units.

    `fill`, `stroke` and `background` are None where nothing is painted. `min_size` is in printed
    points, None where the text may not shrink. `others` are families for the letters that `family`
    lacks. `frame` says how the box is laid out.
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
    border: Four
    border_colours: tuple[Colour, Colour, Colour, Colour]
    vertical_align: Literal["baseline", "top", "middle", "bottom"]
    frame: Frame
    _font_at: Where = field(compare=False, repr=False)
    _fonts: Fonts = field(compare=False, repr=False)
    _problems: list[Problem] = field(compare=False, repr=False)

    @property
    def font(self) -> Typeface:
        """The typeface; raises `Failure` (rules) where the fonts hold none such.

        It is looked up only when asked for, so that an element without text needs no font.
        """
        if not self.family or not self.size:
            absent = "font-size" if self.family else "font-family"
            problem = Problem(Where(), f"text without a {absent}", f"give it a {absent}")
            # What it lacks may be what could not be read.
            raise Failure(ExitCode.RULES, self._problems or (problem,))
        return self._found(self._fonts.face, self.family)

    def faced(self, text: str) -> list[tuple[str, Typeface]]:
        """`text` in stretches of one typeface: its own, or for what that lacks one of the others.

        Raises `Failure` as `font` does; letters that none has stay in its own.
        """
        if not text:
            return []
        own = self.font
        lacking = own.missing(text) if self.others else ""
        if not lacking.strip():
            return [(text, own)]
        others = [self._found(self._fonts.nearest, one) for one in self.others]
        stretches: list[tuple[str, Typeface]] = []
        for letter in text:
            has = (one for one in others if letter in lacking and not one.missing(letter))
            face = next(has, own)
            if stretches and stretches[-1][1] is face:
                stretches[-1] = stretches[-1][0] + letter, face
            else:
                stretches.append((letter, face))
        return stretches

    def _found(self, find: Callable[[str, int, FontStyle], Typeface], family: str) -> Typeface:
        try:
            return find(family, self.weight, self.slant)
        except Failure as failure:
            (one,) = failure.problems
            where = one.where if one.where.file else self._font_at
            raise Failure(failure.exit_code, (replace(one, where=where),)) from None

    def cased(self, text: str) -> str:
        """`text` after text-transform."""
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
    "font at": Where(),
}
"""The properties that an element takes from its parent, as a root element begins with them.

Beside them stands where the font was last declared.
"""


def handed_on(inherited: Mapping[str, Value], values: Mapping[str, Value]) -> dict[str, Any]:
    """What an element hands to its children: lengths in mm, a bare line height as it is."""
    handed = {**inherited, **{name: one for name, one in values.items() if name in INITIAL}}
    parent_size = inherited["font-size"]
    assert isinstance(parent_size, float)  # noqa: S101 - for the type checker
    size = handed["font-size"] = _mm(handed["font-size"], parent_size)
    for name in ("letter-spacing", "stroke-width"):
        handed[name] = _mm(handed[name], size)
    height = handed["line-height"]
    if isinstance(height, Length) and height.unit != "number":
        handed["line-height"] = _mm(height, size)
    return handed


def _mm(value: Value, size: float) -> float:
    if isinstance(value, Length):
        return value.value * size if value.unit == "em" else value.value
    assert isinstance(value, (int, float))  # noqa: S101 - for the type checker
    return float(value)


def read_style(
    handed: Mapping[str, Any],
    values: Mapping[str, Any],
    fonts: Fonts,
    problems: list[Problem],
) -> Style:
    """The style of an element by what it hands on and its own values.

    `problems` grows with what the style sheet is found wrong in.
    """
    size: float = handed["font-size"]
    colour: Colour = handed["color"]
    height = handed["line-height"]

    def paint(value: Any) -> Any:
        return colour if value == "currentcolor" else value

    family, *others = handed["font-family"].split(FAMILIES)
    border: Any = tuple(_mm(values.get(f"border-{side}-width", 0.0), size) for side in SIDES)
    inks: Any = tuple(paint(values.get(f"border-{side}-color", colour)) for side in SIDES)
    return Style(
        family=family,
        others=tuple(others),
        weight=handed["font-weight"],
        slant=handed["font-style"],
        size=size,
        line_height=height.value * size if isinstance(height, Length) else height,
        text_align=handed["text-align"],
        text_transform=handed["text-transform"],
        letter_spacing=handed["letter-spacing"],
        white_space=handed["white-space"],
        colour=colour,
        fill=paint(handed["fill"]),
        stroke=paint(handed["stroke"]),
        stroke_width=handed["stroke-width"],
        min_size=handed["--min-size"],
        background=paint(values.get("background-color")),
        border=border,
        border_colours=inks,
        vertical_align=values.get("vertical-align", "baseline"),
        frame=read_frame(values, size, balance=handed["text-wrap"] == "balance"),
        _font_at=handed["font at"],
        _fonts=fonts,
        _problems=problems,
    )
