"""Turn a style sheet and an element's chain of tag, id and classes into its computed style.

The selectors of the subset see nothing but that chain, so a style is computed once a chain and
kept for every card after it. Lengths come out in mm (in an SVG drawing: its user units). It must
not know what the elements are for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Literal
from xml.etree.ElementTree import Element

import cssselect2
from tinycss2 import serialize

from printgen.layout.css import Declared, Sheet, read_rules, resolve
from printgen.layout.face import Colour
from printgen.layout.fonts import Fonts, FontStyle, Typeface
from printgen.layout.frame import PLAIN, Frame, read_frame
from printgen.layout.properties import FAMILIES, read_points, read_property
from printgen.layout.values import Length, NotUnderstoodError, Units, Value
from printgen.problems import ExitCode, Failure, Problem, Where

Four = tuple[float, float, float, float]
"""Top, right, bottom, left."""

MAX_CHAINS = 20_000


@dataclass(frozen=True, slots=True)
class Style:
    """Every property of the subset, as used. Lengths are mm, in SVG user units.

    `display` is "natural" where no sheet names it. `width` and `height` are None for auto;
    `width_percent` is of the containing box and then `width` is None. `fill`, `stroke` and
    `background` are None where nothing is painted. `min_size` is in printed points, None where
    the text may not shrink. `others` are families for the letters that `family` lacks. `frame` is
    given of boxes alone, and then says all of their layout.
    """

    family: str
    others: tuple[str, ...]
    weight: int
    slant: FontStyle
    size: float
    line_height: float
    text_align: Literal["left", "center", "right"]
    text_anchor: Literal["start", "middle", "end"]
    text_transform: Literal["none", "uppercase", "lowercase"]
    letter_spacing: float
    white_space: Literal["normal", "nowrap", "pre-line"]
    colour: Colour
    fill: Colour | None
    stroke: Colour | None
    stroke_width: float
    min_size: float | None
    display: Literal["natural", "block", "none"]
    background: Colour | None
    margin: Four
    padding: Four
    border: Four
    border_colours: tuple[Colour, Colour, Colour, Colour]
    width: float | None
    width_percent: float | None
    height: float | None
    vertical_align: Literal["baseline", "top", "middle", "bottom"]
    columns: int
    column_gap: float
    break_before: Literal["auto", "column"]
    break_inside: Literal["auto", "avoid"]
    frame: Frame
    _font_at: Where = field(compare=False, repr=False)
    _sheet: "Stylesheet" = field(compare=False, repr=False)

    @property
    def font(self) -> Typeface:
        """The typeface; raises `Failure` (rules) where the fonts hold none such.

        It is looked up only when asked for, so that an element without text needs no font.
        """
        if not self.family or not self.size:
            absent = "font-size" if self.family else "font-family"
            problem = Problem(Where(), f"text without a {absent}", f"give it a {absent}")
            # What it lacks may be what could not be read.
            raise Failure(ExitCode.RULES, self._sheet.problems or (problem,))
        return self._found(self._sheet.fonts.face, self.family)

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
        others = [self._found(self._sheet.fonts.nearest, one) for one in self.others]
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


class Chain:
    """One element's place in a document, as far as selectors see it, and its style.

    Two chains of one `key` have styles alike, they and all below them, where what they take of
    custom properties is alike: `uses` are those that the element itself takes.
    """

    __slots__ = (
        "_above",
        "_children",
        "_custom",
        "_handed",
        "_inherited",
        "_link",
        "_path",
        "_shadows",
        "_texts",
        "_wrapper",
        "key",
        "sheet",
        "style",
        "uses",
    )

    _inherited: Mapping[str, Value]
    _custom: Mapping[str, tuple[Any, ...]]
    _path: int
    _handed: int
    _texts: Mapping[str, str]
    style: Style

    def __init__(
        self,
        sheet: "Stylesheet",
        wrapper: Any,
        link: tuple[str, str, str],
        parent: "Chain | None",
        own: tuple[Declared, ...] = (),
    ) -> None:
        self.sheet = sheet
        self._wrapper = wrapper
        self._link = link
        self._children: dict[tuple[str, str, str], Chain] = {}
        self._shadows: dict[Chain, Chain] = {}
        inherited = parent._inherited if parent else _INITIAL
        custom = parent._custom if parent else {}
        computed = sheet.compute(wrapper, inherited, custom, own)
        self._inherited, self._custom, self.style, self.uses = computed
        above = (parent._path, parent._handed) if parent else (0, 0)
        tag, name, classes = link
        seen = " ".join(one for one in classes.split() if one in sheet.around)
        self.key = (sheet.number((above[0], *link)), above[1])
        self._path = sheet.number((above[0], tag, name, seen))
        self._handed = sheet.number(tuple(self._inherited.values()))
        self._above: Mapping[str, str] = parent._texts if parent else {}
        self._texts = self._above
        if self._custom is not custom:
            self._texts = {key: serialize(tokens) for key, tokens in self._custom.items()}

    def told(self, uses: Iterable[str]) -> tuple[str | None, ...]:
        """What custom properties are worth around the element."""
        return tuple(map(self._above.get, uses))

    def child(self, tag: str, id: str = "", classes: str = "") -> "Chain":  # noqa: A002 - its name
        """The chain of a child; `classes` is the class attribute as written."""
        key = (tag, id, classes)
        child = self._children.get(key)
        if child is None:
            wrapper = _wrap(tag, id, classes, self._wrapper)
            child = self._children[key] = Chain(self.sheet, wrapper, key, self)
        self.sheet.met |= child.uses
        return child

    def under(self, parent: "Chain") -> "Chain":
        """The same element as a `use` shows it: selected as here, inheriting from `parent`."""
        shadow = self._shadows.get(parent)
        if shadow is None:
            shadow = Chain(self.sheet, self._wrapper, self._link, parent)
            self._shadows[parent] = shadow
        return shadow


class Stylesheet:
    """The rules of a document, in the order of the cascade; `problems` grows as chains are met.

    So does `met`, the custom properties that they use. `around` are the classes that selectors ask
    of what is around an element.
    """

    def __init__(self, sheets: tuple[Sheet, ...], units: Units, fonts: Fonts) -> None:
        self.units: Units = units
        self.problems: list[Problem] = []
        self.fonts = fonts
        self._matcher = cssselect2.Matcher()
        self._roots: dict[tuple[object, ...], Chain] = {}
        self._computed = 0
        self.met: set[str] = set()
        self.around: set[str] = set()
        self._known: dict[object, tuple[Mapping[str, Value], Style]] = {}
        self._numbers: dict[object, int] = {}
        self._counted = count(1)
        for sheet in sheets:
            rules, problems = read_rules(sheet, units)
            self.problems += problems
            for rule in rules:
                self.around |= rule.around
                self._matcher.add_selector(rule.selector, (sheet.base, rule.declared))

    def root(
        self,
        tag: str,
        id: str = "",  # noqa: A002 - its name
        classes: str = "",
        custom: tuple[Declared, ...] = (),
    ) -> Chain:
        """The chain of the document's root element; `custom` are properties of its own."""
        if self._computed > MAX_CHAINS:
            # Ids and classes that differ on every face would otherwise be kept for ever.
            self._roots.clear()
            self._numbers.clear()
            self._known.clear()
            self._computed = 0
        link = (tag, id, classes)
        key = (*link, *((one.name, serialize(one.tokens)) for one in custom))
        root = self._roots.get(key)
        if root is None:
            root = Chain(self, _wrap(*link, None), link, None, custom)
            self._roots[key] = root
        return root

    def number(self, what: object) -> int:
        """A number for what is equal to nothing else."""
        return self._numbers.get(what) or self._numbers.setdefault(what, next(self._counted))

    def compute(
        self,
        wrapper: Any,
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
        last: tuple[Declared, ...] = (),
    ) -> tuple[Mapping[str, Value], Mapping[str, tuple[Any, ...]], Style, frozenset[str]]:
        """What an element hands on (properties, custom properties), its own style, and the custom
        properties that it uses."""
        self._computed += 1
        matches = sorted(
            self._matcher.match(wrapper), key=lambda match: not match[3][0]
        )  # stable: base first, then by specificity and order
        ours = [one for match in matches for one in match[3][1]]
        declared = [*ours, *last]
        own = {one.name: one for one in declared if one.name.startswith("--")}
        custom = self._customised(own, custom)
        uses = frozenset().union(*(one.uses for one in declared))
        # Elements in other places are styled alike that have the same declared and handed to them.
        key = (*map(id, ours), *(serialize(custom.get(one, ())) for one in sorted(uses)))
        key = key, tuple(inherited.values())
        if key not in self._known:
            self._known[key] = self._valued(declared, own, inherited, custom)
        return self._known[key][0], custom, self._known[key][1], uses

    def _valued(
        self,
        declared: Iterable[Declared],
        own: Mapping[str, Declared],
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
    ) -> tuple[Mapping[str, Value], Style]:
        """What an element hands on of what is `declared`, and its style."""
        values: dict[str, Value] = {}
        at: Any = inherited["font at"]
        for one in declared:
            if not one.name.startswith("--"):
                values.update(self._values(one, custom))
                at = Where(one.file, one.line) if one.name in _FONT else at
        handed: dict[str, Any] = {**_absolute(inherited, values), "font at": at}
        if "--min-size" in own:
            handed["--min-size"] = self._min_size(own["--min-size"], custom)
        style = _style(handed, values, self)
        if self.units == "boxes":
            fits = "--min-size" in own and handed["--min-size"] is not None
            same = self._same(own.get("--same"), fits)
            balance = handed["text-wrap"] == "balance"
            style = replace(style, frame=read_frame(values, style.size, balance, fits, same))
        return handed, style

    def _same(self, one: Declared | None, fits: bool) -> str:
        """The name under which boxes of a print shrink alike."""
        if one is None:
            return ""
        is_name = len(one.tokens) == 1 and one.tokens[0].type == "ident"
        if not is_name:
            self._wrong(one, NotUnderstoodError("--same is a name", "write it as --same: title"))
        elif not fits:
            message = "--same without --min-size has no effect"
            self._wrong(one, NotUnderstoodError(message, "give the same box a --min-size"))
        return one.tokens[0].value if is_name and fits else ""

    def _customised(
        self, own: Mapping[str, Declared], custom: Mapping[str, tuple[Any, ...]]
    ) -> Mapping[str, tuple[Any, ...]]:
        """`custom` with this element's, each var() in them resolved here, as browsers do."""
        if not own:
            return custom
        written = {**custom, **{name: one.tokens for name, one in own.items()}}
        resolved = dict(custom)
        for name, one in own.items():
            try:
                resolved[name] = tuple(resolve(one.tokens, written, (name,)))
            except NotUnderstoodError as error:
                self._wrong(one, error)
        return resolved

    def _values(self, one: Declared, custom: Mapping[str, tuple[Any, ...]]) -> Mapping[str, Value]:
        values = one.values
        try:
            if values is None:
                values = read_property(one.name, resolve(one.tokens, custom), self.units)
            if one.name == "font-family":
                family, _, _ = str(values[one.name]).partition(FAMILIES)
                if unknown := self.fonts.unknown(family):
                    raise NotUnderstoodError(*unknown)
            return values
        except NotUnderstoodError as error:
            self._wrong(one, error)
            return {}

    def _min_size(self, one: Declared, custom: Mapping[str, tuple[Any, ...]]) -> float | None:
        try:
            return read_points(resolve(one.tokens, custom))
        except NotUnderstoodError as error:
            self._wrong(one, error)
            return None

    def _wrong(self, one: Declared, error: NotUnderstoodError) -> None:
        problem = Problem(Where(one.file, one.line), *error.args)
        if problem not in self.problems:
            self.problems.append(problem)


_INITIAL: Mapping[str, Any] = {
    "font-family": "",
    "font-size": 0.0,
    "font-weight": 400,
    "font-style": "normal",
    "color": (0, 0, 0),
    "fill": (0, 0, 0),
    "stroke": None,
    "stroke-width": 1.0,
    "text-align": "left",
    "text-anchor": "start",
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
_FONT = ("font-family", "font-weight", "font-style")


def _wrap(tag: str, name: str, classes: str, parent: Any) -> Any:
    element = Element(tag)
    if name:
        element.set("id", name)
    if classes:
        element.set("class", classes)
    return cssselect2.ElementWrapper(element, parent, 0, None, in_html_document=False)


def _absolute(inherited: Mapping[str, Value], values: Mapping[str, Value]) -> dict[str, Value]:
    """What this element hands to its children: lengths in mm, a bare line height as it is."""
    handed = dict(inherited)
    handed.update((name, value) for name, value in values.items() if name in _INITIAL)
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
        # What a percentage is of only a frame's layout knows.
        if value.unit == "%":
            return 0.0
        return value.value * size if value.unit == "em" else value.value
    assert isinstance(value, (int, float))  # noqa: S101 - for the type checker
    return float(value)


def _style(handed: Mapping[str, Any], values: Mapping[str, Any], sheet: Stylesheet) -> Style:
    size: float = handed["font-size"]
    colour: Colour = handed["color"]
    height = handed["line-height"]
    width = values.get("width")
    percent = isinstance(width, Length) and width.unit == "%"

    def paint(value: Any) -> Any:
        return colour if value == "currentcolor" else value

    def length(name: str) -> float:
        return _mm(values.get(name, 0.0), size)

    def sides(pattern: str) -> Any:
        return tuple(length(pattern.format(side)) for side in ("top", "right", "bottom", "left"))

    family, *others = handed["font-family"].split(FAMILIES)
    return Style(
        family=family,
        others=tuple(others),
        weight=handed["font-weight"],
        slant=handed["font-style"],
        size=size,
        line_height=height.value * size if isinstance(height, Length) else height,
        text_align=handed["text-align"],
        text_anchor=handed["text-anchor"],
        text_transform=handed["text-transform"],
        letter_spacing=handed["letter-spacing"],
        white_space=handed["white-space"],
        colour=colour,
        fill=paint(handed["fill"]),
        stroke=paint(handed["stroke"]),
        stroke_width=handed["stroke-width"],
        min_size=handed["--min-size"],
        display=values.get("display", "natural"),
        background=paint(values.get("background-color")),
        margin=sides("margin-{}"),
        padding=sides("padding-{}"),
        border=sides("border-{}-width"),
        border_colours=tuple(
            paint(values.get(f"border-{side}-color", colour))
            for side in ("top", "right", "bottom", "left")
        ),
        width=None if width is None or percent else _mm(width, size),
        width_percent=width.value if isinstance(width, Length) and percent else None,
        height=None if values.get("height") is None else length("height"),
        vertical_align=values.get("vertical-align", "baseline"),
        columns=values.get("columns", 1),
        column_gap=length("column-gap"),
        break_before=values.get("break-before", "auto"),
        break_inside=values.get("break-inside", "auto"),
        frame=PLAIN,
        _font_at=handed["font at"],
        _sheet=sheet,
    )
