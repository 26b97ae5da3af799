"""Computed styles: the values that layout and painting need for an element.

Lengths are in mm; inside a drawing they are in the units of the drawing. This module does not
depend on selectors or on the meaning of elements.
"""

import re
from collections.abc import Callable, Mapping
from itertools import chain
from operator import add
from typing import Any, Literal
from unicodedata import normalize

import msgspec

from printgen.colour import Colour
from printgen.data_files import read_hints
from printgen.face.fonts import FontLibrary, FontStyle, Typeface
from printgen.face.shaping import Features
from printgen.layout.style.backgrounds import (
    BackgroundImage,
    Gradient,
    PictureFile,
    resolve_gradient_colour,
)
from printgen.layout.style.effects import TransformStep
from printgen.layout.style.grid_values import GridLines, GridTrack
from printgen.layout.style.properties import (
    FIT_CONTENT,
    INHERITED,
    MAX_CONTENT,
    PROPERTIES,
    SHAPE_PROPERTIES,
    SINGLE_TRANSFORMS,
    ContentPart,
)
from printgen.layout.style.values import SIDES, Extent, Length, Percentage, resolve_to_mm
from printgen.problems import (
    ExitCode,
    Failure,
    InputError,
    Place,
    Problem,
    relocate_problems,
)

Sides = tuple[float, float, float, float]
"""Top, right, bottom, left."""


class _FontLookup(msgspec.Struct, frozen=True):
    """Where the font of a style is declared, where fonts are found, and where errors are reported.

    All instances are equal: elements with the same style look the same, wherever it was declared.
    `font_place` is the declaration of the font. `problems` are the errors in the style sheets.
    """

    font_place: Place
    fonts: FontLibrary
    problems: list[Problem]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _FontLookup)

    def __hash__(self) -> int:
        return hash(_FontLookup)


class ComputedStyle(msgspec.Struct, frozen=True):
    """The used value of each CSS property of the subset, for one element.

    Widths and heights are those of the border box. A `Percentage` stays a percentage until layout
    knows the length that it refers to (CSS Cascade 4, 4.4 and 4.5: computed and used values).

    - `others`: the fallback families.
    - `line_height`: None for normal, which is the ascent and descent of the font.
    - `fill`, `stroke`, `background`: None if nothing is painted.
    - `min_font_size`: in printed points; None if the text may not shrink.
    - `basis`: the flex basis.
    - `border_padding`: the sum of border and padding on each side.
    - `padding_percents`: what is added to that sum, in percent of the width of the containing
      block.
    - `margin`: on each side; None for auto.
    - `has_fixed_margin`: whether no margin is auto or a percentage.
    - `shrinks`: whether text in the box may shrink to fit.
    - `share_group`: the `--same` name. All boxes in a print with the same name shrink by the same
      factor.
    - `fits_content`: for the width and the height, whether it is that of the content, even if the
      space around is larger.
    - `is_max_content`: whether the width is that of the content, even if the space is smaller.
    - `is_containing_block`: whether the positions of absolutely positioned boxes inside refer to
      this box.
    - `is_atomic`: whether the box is in a line of text like a letter, as with inline-block.
    - `transform`: changes only how the box is painted, not the layout.
    """

    family: str
    others: tuple[str, ...]
    weight: int
    slant: FontStyle
    size: float
    line_height: float | None
    language: str
    direction: Literal["auto", "ltr", "rtl"]
    text_align: Literal["start", "end", "left", "center", "right"]
    text_align_last: str
    text_transform: Literal["none", "uppercase", "lowercase", "capitalize"]
    letter_spacing: float
    word_spacing: float
    text_indent: float
    kerning: str
    variants: tuple[Features, Features, Features, Features]
    white_space: Literal["normal", "nowrap", "pre-line"]
    overflow_wrap: str
    quotes: tuple[str, str]
    hyphens: str
    colour: Colour
    outline: Colour
    outline_width: float
    is_outline_below: bool
    text_shadows: tuple[tuple[Any, ...], ...]
    text_anchor: str
    dominant_baseline: str
    fill: Colour | None
    stroke: Colour | None
    stroke_width: float
    drawing_styles: tuple[str | float | None, ...]
    min_font_size: float | None
    contrast: str
    content: tuple[ContentPart, ...] | None
    counter_resets: tuple[tuple[str, int], ...]
    counter_steps: tuple[tuple[str, int], ...]
    background: Colour | None
    images: tuple[BackgroundImage, ...]
    image_sizes: tuple[Any, ...]
    image_positions: tuple[tuple[Extent, Extent], ...]
    image_repeats: tuple[str, ...]
    image_origins: tuple[str, ...]
    image_clips: tuple[str, ...]
    border_image: Gradient | None
    border_image_slice: Extent
    shadows: tuple[tuple[Any, ...], ...]
    box_outline_width: float
    box_outline_style: str
    box_outline_colour: Colour
    box_outline_offset: float
    clip_path: tuple[Any, ...]
    filters: tuple[tuple[str, Any], ...]
    mask: Gradient | PictureFile | None
    overflow: str
    opacity: float
    border: Sides
    border_styles: tuple[str, str, str, str]
    border_colours: tuple[Colour, Colour, Colour, Colour]
    vertical_align: str | float
    float_side: str
    cleared_side: str
    display: str
    is_atomic: bool
    is_row: bool
    is_reversed: bool
    wraps: bool
    grow: float
    shrink: float
    basis: Extent
    order: int
    gaps: tuple[float, float]
    align_items: str
    align_self: str
    justify_items: str
    justify_self: str
    justify: str
    align: str
    columns: tuple[GridTrack, ...]
    rows: tuple[GridTrack, ...]
    auto_rows: tuple[GridTrack]
    grid_lines: tuple[GridLines, GridLines]
    areas: tuple[tuple[str, ...], ...]
    area: str
    ratio: float | None
    width: Extent
    height: Extent
    min_size: tuple[Extent, Extent]
    max_size: tuple[Extent, Extent]
    margin: tuple[Extent, Extent, Extent, Extent]
    border_padding: Sides
    padding_percents: Sides | None
    is_relative: bool
    is_absolute: bool
    is_containing_block: bool
    inset: tuple[Extent, Extent, Extent, Extent]
    z_index: int | str
    isolation: str
    writing_mode: str
    blend_mode: str
    transform: tuple[TransformStep, ...]
    origin: tuple[Extent, Extent]
    object_position: tuple[Extent, Extent]
    radii: tuple[Any, ...]
    object_fit: str
    image_rendering: str
    max_crop: float | None
    shrinks: bool
    fits_content: tuple[bool, bool]
    is_max_content: bool
    border_collapse: str
    caption_side: str
    share_group: str
    has_fixed_margin: bool
    text_wrap: str
    _underline: tuple[Any, ...] | None
    _font_lookup: _FontLookup

    @property
    def turn(self) -> float:
        """The angle by which the box is rotated, in degrees clockwise, 0 to 360."""
        return sum(step.turn for step in self.transform) % 360

    @property
    def is_stacking_context(self) -> bool:
        """Whether the box is painted as a whole, with all boxes inside it (CSS 2.1, 9.9.1)."""
        is_apart = self.transform or self.opacity != 1 or self.clip_path or self.has_filter_or_mask
        is_apart = is_apart or self.blend_mode != "normal"
        return bool(is_apart) or self.z_index != "auto" or self.isolation == "isolate"

    @property
    def has_filter_or_mask(self) -> bool:
        """Whether a filter or a mask changes what is painted for the box."""
        return bool(self.filters or self.mask)

    @property
    def has_plain_border(self) -> bool:
        """Whether all sides that have a border are solid and of one colour."""
        sides = zip(self.border, self.border_colours, self.border_styles, strict=True)
        inks = {(ink, line) for width, ink, line in sides if width}
        return len(inks) <= 1 and all(line == "solid" for _, line in inks)

    def resolve_border_padding(self, base: float) -> Sides:
        """Return border plus padding of each side in mm, clockwise from the top.

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
        """Return the margins in mm, clockwise from the top, with auto as 0.

        CSS 2.1, 8.3: percentages refer to `base`, the width of the containing block.
        """
        if self.has_fixed_margin:
            return self.margin  # type: ignore[return-value] # none is auto
        top, right, bottom, left = (resolve_to_mm(length, base) or 0.0 for length in self.margin)
        return top, right, bottom, left

    @property
    def font(self) -> Typeface:
        """The typeface; raises `Failure` (rules) if the fonts do not have it.

        It is looked up on first use, so that an element without text needs no font.
        """
        if not self.family:
            problem = Problem(Place(), "text has no font-family", "set its font-family")
            # The missing property may be set by a declaration that has an error.
            raise Failure(ExitCode.RULES, self._font_lookup.problems or (problem,))
        return self._find_font(self._font_lookup.fonts.get_typeface, self.family)

    @property
    def required_features(self) -> Features:
        """The features that a font must have: those chosen by their tags."""
        return self.variants[-1]

    @property
    def small_caps(self) -> Features:
        """The features of small capitals. They are imitated if the font lacks them."""
        return self.variants[1]

    @property
    def features(self) -> Features:
        """The OpenType features to switch on or off, where HarfBuzz does otherwise by default."""
        *keywords, settings = self.variants
        chosen = dict(pair for pairs in keywords for pair in pairs)
        if self.kerning == "none":
            chosen["kern"] = 0
        if self.letter_spacing:
            # CSS Text 3, 7.2: letters that are set apart form no optional ligatures.
            chosen |= {"liga": 0, "clig": 0, "dlig": 0}
        # CSS Fonts 4, 7.2: low-level settings come last.
        return tuple(sorted((chosen | dict(settings)).items()))

    @property
    def underline(self) -> tuple[float, float, Colour] | None:
        """The underline: its top below the baseline, thickness (both in em) and colour, or None.

        Raises `Failure` like `font`.
        """
        if self._underline is None:
            return None
        size, (family, *_), weight, slant, offset, thickness, ink = self._underline
        # OpenType, post table: the distance of the top from the baseline, upwards.
        face: Any = self._font_lookup.fonts.get_typeface(family, weight, slant).pdf_font.face
        em = face.unitsPerEm * self.size / size
        own_thickness = face.underlineThickness / em
        top = offset / self.size - face.underlinePosition / em
        return top, own_thickness if thickness is None else thickness / self.size, ink

    def split_by_typeface(self, text: str) -> list[tuple[str, Typeface]]:
        """Return `text` in parts, each with one typeface that has its letters (CSS Fonts 3, 5.3).

        Letters that the first family lacks use the first fallback family that has them; letters
        that no family has stay in the first. Raises `Failure` like `font`.
        """
        if not text:
            return []
        own_typeface = self.font
        lacking = own_typeface.find_missing_letters(text) if self.others else ""
        if not lacking.strip():
            return [(text, own_typeface)]
        fallbacks = [
            self._find_font(self._font_lookup.fonts.find_nearest_typeface, family)
            for family in self.others
        ]
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
        """Return the typeface of a family, found by `find` in the weight and slant of the style.

        A `Failure` names the declaration of the font.
        """
        with relocate_problems(
            lambda problem: problem.where if problem.where.file else self._font_lookup.font_place
        ):
            return find(family, self.weight, self.slant)

    def transform_case(self, text: str) -> str:
        """Return `text` in the case that text-transform demands, by the rules of its language.

        CSS Text 3, 2.1 has these rules.
        """
        language = self.language.partition("-")[0].lower()
        if self.text_transform == "uppercase":
            if language == "el":
                text = _drop_greek_accents(text)
            return text.replace("i", "İ").upper() if language in _TURKIC else text.upper()
        if self.text_transform == "lowercase":
            if language in _TURKIC:
                text = text.replace("İ", "i").replace("I", "ı")
            return text.lower()
        if self.text_transform == "capitalize":
            return _WORD_START.sub(lambda match: match[0].title(), text)
        return text


_WORD_START = re.compile(r"(?<![\w'’])[^\W\d_]")
_TURKIC = ("az", "tr")
"""Languages that have an i with and without a dot, in both cases."""
_GREEK_ACCENT = (
    "\\bη\u0301(?![\\w\u0300-\u036f])"  # the word ή keeps its accent, to differ from η
    "|(?<=[α-ω\u0308])(?P<accent>\u0301)(?P<diphthong>[ιυ](?!\u0308))?"
)


def _drop_greek_accents(text: str) -> str:
    """Return Greek small letters without accents, as capitals have none.

    If an accent divides a diphthong, its second letter becomes ϊ or ϋ instead.
    """

    def drop_accent(match: re.Match[str]) -> str:
        vowel = match["diphthong"]
        return match[0] if not match["accent"] else f"{vowel}\u0308" if vowel else ""

    return normalize("NFC", re.sub(_GREEK_ACCENT, drop_accent, normalize("NFD", text.lower())))


ROOT_VALUES: dict[str, Any] = {name: item.initial for name, item in INHERITED.items()}
ROOT_VALUES |= {"font at": Place(), "root size": None, "underline": None, "units": ()}
ROOT_VALUES["shape"] = tuple(PROPERTIES[name].initial for name in SHAPE_PROPERTIES)
"""The inherited values of the root element (CSS Cascade 4, 7.1).

Five keys are not properties: "font at" is the place where the font was last declared, "root size"
the font size of the root element in mm, "underline" the font size, font, offset, thickness and
colour of the line of the nearest underlined element, "units" has the units of the size of the face,
such as vw, in mm, and "shape" has the values of `SHAPE_PROPERTIES`.
"""


def compute_inherited_values(
    inherited: Mapping[str, Any], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values that the children of an element inherit; their lengths are in mm.

    `inherited` are those from its parent, `values` those declared on it.
    """
    declared = {name: value for name, value in values.items() if name in ROOT_VALUES}
    # CSS Values 4, 6.1: em in font-size is that of the parent, elsewhere that of the element. In
    # font-size of the root element, em and rem are its initial value.
    parent_size, root_size = inherited["font-size"], inherited["root size"]
    units = dict(inherited["units"])
    if root_size is None:
        units = _measure_face_units(values.get("width"), values.get("height"))
    units |= {"em": parent_size, "rem": parent_size if root_size is None else root_size}
    size = _resolve_lengths(declared.pop("font-size", parent_size), units)
    units |= {"em": size, "rem": size if root_size is None else root_size}
    computed = {name: _resolve_lengths(value, units) for name, value in declared.items()}
    result = {**inherited, **computed, "font-size": size, "root size": units["rem"]}
    result["units"] = tuple(units.items())
    # CSS Text Decoration 3, 2: a line is drawn under all text inside the box, except that of
    # absolutely positioned boxes, in the colour and for the font of the box that has it.
    if values.get("text-decoration-line") == "underline":
        names = ("font-size", "font-family", "font-weight", "font-style", "text-underline-offset")
        ink = values.get("text-decoration-color", "currentcolor")
        thickness = _resolve_lengths(values.get("text-decoration-thickness"), units)
        ink = result["color"] if ink == "currentcolor" else ink
        result["underline"] = (*(result[name] for name in names), thickness, ink)
    elif values.get("position") == "absolute":
        result["underline"] = None
    return result


def _measure_face_units(width: Any, height: Any) -> dict[str, float]:
    """Return the units of the size of a face in mm; {} if the style sheet does not set its size."""
    sizes = [size.value / 100 for size in (width, height) if getattr(size, "unit", "") == "mm"]
    if len(sizes) < 2:
        return {}
    return {"vw": sizes[0], "vh": sizes[1], "vmin": min(sizes), "vmax": max(sizes)}


def find_unit_error(value: Any) -> InputError | None:
    """Return the error for a length in a value that needs the size of the face, such as 5vw."""
    try:
        _resolve_lengths(value, {"em": 1.0, "rem": 1.0})
    except InputError as error:
        return error
    return None


def _resolve_lengths(value: Any, units: Mapping[str, float]) -> Any:
    """Return a property value with its lengths in mm, or as percentages.

    `units` are the relative units such as em, in mm. Raises `InputError` for any other.
    """
    if isinstance(value, GridTrack):
        lengths = (value.value, value.minimum)
        return GridTrack(value.kind, *_resolve_lengths(lengths, units))
    if isinstance(value, TransformStep):
        return value._replace(shift=_resolve_lengths(value.shift, units))
    if type(value) is tuple:
        return tuple(_resolve_lengths(part, units) for part in value)
    # CSS 2.1, 10.8.1: children inherit a line-height without a unit as that number.
    if not isinstance(value, Length) or value.unit == "number":
        return value
    if value.unit == "%":
        return Percentage(value.value, value.plus)
    if value.unit == "mm":
        return value.value
    if value.unit not in units:
        message = f"{value.value:g}{value.unit} of a face whose size is in the data"
        raise InputError(message, "write html { width: 63mm; height: 88mm; }, or a length in mm")
    return value.value * units[value.unit]


def build_style(
    inheritable: Mapping[str, Any],
    values: Mapping[str, Any],
    fonts: FontLibrary,
    problems: list[Problem],
) -> ComputedStyle:
    """Return the style of an element, from the values that it inherits and those declared on it.

    `inheritable` has the inherited values, changed by the declared ones. `problems` is the list of
    errors in the style sheets, which grows later. Text without a font family is reported as these
    errors, because one of them may be the cause.
    """
    size, ink = inheritable["font-size"], inheritable["color"]
    units = dict(inheritable["units"])
    own = {name: _resolve_lengths(value, units) for name, value in values.items()}
    computed = {**_INITIAL_VALUES, **own, **inheritable}
    # CSS Color 4: currentcolor is the used value of the color property.
    computed |= {name: ink for name, value in computed.items() if value == "currentcolor"}
    style: dict[str, Any] = {
        key: computed[names[0]] if len(names) == 1 else tuple([computed[name] for name in names])
        for key, names in _FIELDS.items()
    }
    # CSS Display 3, 2: the outer display type is apart from the inner one.
    style["display"] = computed["display"].removeprefix("inline-")
    style["images"] = tuple([resolve_gradient_colour(image, ink) for image in style["images"]])
    for name in ("border_image", "mask"):
        style[name] = resolve_gradient_colour(style[name], ink)
    # CSS Sizing 3, 5.1: fit-content is an auto size that does not fill the space around the box.
    is_max_content, words = style["width"] == MAX_CONTENT, (FIT_CONTENT, MAX_CONTENT)
    fits_content = style["width"] in words, style["height"] in words
    style |= {name: None for name in ("width", "height") if style[name] in words}
    # CSS Overflow 3, 3.1 and CSS Flexbox 1, 4.5: a box that clips may be smaller than its content.
    if style["overflow"] == "hidden":
        style["min_size"] = tuple([0.0 if size is None else size for size in style["min_size"]])
    # CSS Backgrounds 3, 3.3: the computed width of a border without a style is 0.
    widths = zip(style["border"], style["border_styles"], strict=True)
    style["border"] = tuple([0.0 if line == "none" else width for width, line in widths])
    # CSS UI 4, 3.2: so is that of an outline.
    if style["box_outline_style"] == "none":
        style["box_outline_width"] = 0.0
    families = fonts.order_families_for_search(computed["font-family"])
    line_height = computed["line-height"]
    padding = [computed[f"padding-{side}"] for side in SIDES]
    percents: Any = tuple(
        length.value if isinstance(length, Percentage) else 0.0 for length in padding
    )
    fixed = [length.plus if isinstance(length, Percentage) else length for length in padding]
    border_padding: Any = tuple(map(add, style["border"], fixed))
    # CSS Transforms 2, 5: these three are applied before the functions of `transform`.
    single_steps = (computed[name] for name in SINGLE_TRANSFORMS)
    transform = style["transform"] = (*chain.from_iterable(single_steps), *style["transform"])
    position = computed["position"]
    if position == "absolute":  # CSS 2.1, 9.7
        style["float_side"] = "none"
    return ComputedStyle(
        **style,
        family=families[0],
        others=families[1:],
        line_height=line_height.value * size if isinstance(line_height, Length) else line_height,
        is_atomic=computed["display"].startswith("inline-"),
        is_row=computed["flex-direction"].startswith("row"),
        is_reversed=computed["flex-direction"].endswith("reverse"),
        wraps=computed["flex-wrap"] == "wrap",
        has_fixed_margin=all(type(length) is float for length in style["margin"]),
        border_padding=border_padding,
        padding_percents=percents if any(percents) else None,
        is_relative=position == "relative",
        is_absolute=position == "absolute",
        # CSS Transforms 1: a transformed box is the containing block of all its descendants.
        # CSS Color 4, 3.3, CSS Masking 1, 5.1, and Filter Effects 1, 5: a box with opacity, a clip
        # path, a mask or a filter is painted like a positioned box.
        is_containing_block=bool(
            position != "static"
            or transform
            or style["opacity"] != 1
            or style["clip_path"]
            or style["filters"]
            or style["mask"]
            or style["blend_mode"] != "normal"
        ),
        shrinks=values.get("--min-size") is not None,
        fits_content=fits_content,
        is_max_content=is_max_content,
        _underline=inheritable["underline"],
        _font_lookup=_FontLookup(inheritable["font at"], fonts, problems),
    )


_INITIAL_VALUES = {name: item.initial for name, item in PROPERTIES.items()}
_FIELDS: dict[str, list[str]] = {}
for _name, _property in PROPERTIES.items():
    if _property.field:
        _FIELDS.setdefault(_property.field, []).append(_name)

INITIAL_STYLE = build_style(ROOT_VALUES, {}, FontLibrary({}), [])
"""The style of an element without declarations."""


def list_ineffective_properties(style: ComputedStyle, section: str) -> list[tuple[str, str]]:
    """Return the properties that a style sets, but that have no effect, each with a hint.

    `section` is the heading in hints.yaml that says for which elements, such as "on tr".
    """
    special: dict[str, object] = {
        "margin": any(resolve_to_mm(length, 1.0) != 0 for length in style.margin),
        "padding": style.padding_percents or style.border_padding != style.border,
        "border": any(style.border),
        "border-image": style.border_image,
        "width": style.width or style.fits_content[0],
        "width: fit-content": style.fits_content[0],
        "height": style.height or style.fits_content[1],
        "min-width": style.min_size[0],
        "min-height": style.min_size[1],
        # 100% changes nothing, as in a rule for all elements.
        "max-width": style.max_size[0] not in (None, Percentage(100.0)),
        "max-height": style.max_size[1] not in (None, Percentage(100.0)),
        "display: none": style.display == "none",
        "display": style.display not in ("natural", "block"),
        "float": style.float_side != "none",
        "position": style.is_relative or style.is_absolute,
        "position: absolute": style.is_absolute,
    }

    def is_set(name: str) -> object:
        if name in special:
            return special[name]
        field = PROPERTIES[name].field
        return getattr(style, field) != getattr(INITIAL_STYLE, field)

    return [(name, hint) for name, hint in read_hints(section).items() if is_set(name)]
