"""Styles: the cascade, inheritance and units, as a browser computes them."""

import pytest
from lxml import etree
from msgspec.structs import replace

from printgen.face.fonts import FontLibrary
from printgen.geometry import MM_PER_POINT
from printgen.layout.style.cascade import Cascade, ElementChain
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.properties import ContentPart
from printgen.layout.style.stylesheet import StyleSheetSource
from printgen.layout.style.values import Percentage
from printgen.system.bundled import get_fonts_folder

FONTS = FontLibrary.load_folders((get_fonts_folder(),))
RED, BLUE = (255, 0, 0), (0, 0, 255)


def root(css: str, *, base: str = "") -> ElementChain:
    """The root's chain under these sheets, which must hold no mistake."""
    sheets = (StyleSheetSource("base.css", base, is_built_in=True), StyleSheetSource("t", css))
    stylesheet = Cascade(sheets, FONTS)
    assert stylesheet.problems == []
    return stylesheet.get_root_chain("svg", "top", "deck-A")


def text(css: str, classes: str = "", **keywords: str) -> ComputedStyle:
    """The style of a text element of these classes in a group of class panel."""
    chain = root(css, **keywords)
    return chain.child("g", "", "panel").child("text", "name", classes).style


@pytest.mark.parametrize(
    "css",
    [
        "text { fill: blue; } text { fill: red; }",
        ".a { fill: red; } text { fill: blue; }",
        "#name { fill: red; } .a.b { fill: blue; } g text { fill: blue; }",
        "g > text { fill: red; } text { fill: blue; }",
        "svg > g > text { fill: red; } svg > text { fill: blue; }",
        "#top .panel text { fill: red; } #name { fill: blue; }",
        "text, .a { fill: red; } .b { fill: red; }",
        ".a.b { fill: red; } .b { fill: blue; }",
        ".deck-A .a { fill: red; } .deck-B .a.b { fill: blue; }",
        ":root { fill: blue; } g { fill: red; }",
        "TEXT { fill: blue; } text { fill: red; }",
        "text:not(.c) { fill: red; } .a { fill: blue; } text { fill: blue; }",
        ":is(.c, #name) { fill: red; } .a.b { fill: blue; }",
        "text { fill: red; } :where(#name) { fill: blue; }",
        "text { fill: red !important; } #name { fill: blue; } text { fill: blue; }",
        "* { fill: blue; } text { fill: red; }",
    ],
)
def test_specificity_then_order_decides(css: str) -> None:
    """Ids over classes over tags; of equals the later; tags of SVG have case."""
    assert text(css, "a b").fill == RED


def test_the_base_sheet_yields_to_the_template() -> None:
    """However specific it is."""
    assert text("text { fill: red; }", base="#name.a { fill: blue; }", classes="a").fill == RED


@pytest.mark.parametrize(
    ("value", "mm"),
    [
        ("calc(2mm + 3 * 1mm)", 5.0),
        ("calc((1cm - 4mm) / 2)", 3.0),
        ("calc(1mm * var(--n))", 4.0),
        ("min(1in, 30mm, 9mm)", 9.0),
        ("max(2mm, calc(1mm + 2mm))", 3.0),
        ("clamp(2mm, 9mm, 5mm)", 5.0),
        ("calc(2em / 4)", 2.0),
        ("CALC(-1 * -2mm)", 2.0),
    ],
)
def test_a_calculation_is_a_length(value: str, mm: float) -> None:
    css = f":root {{ --n: 4; font-size: 4mm; }} text {{ margin-left: {value}; }}"
    assert text(css).margin[3] == pytest.approx(mm)


@pytest.mark.parametrize(
    ("css", "fill"),
    [
        ("", RED),
        ("g { fill: blue; }", RED),
        ("text { fill: blue; }", (0, 0, 255)),
        ("* { fill: blue; }", (0, 0, 255)),
    ],
)
def test_a_presentation_attribute_yields_to_every_rule(
    css: str, fill: tuple[int, int, int]
) -> None:
    """It wins over what is inherited, and over the base sheet."""
    group = root(css, base="text { fill: white; }").child("g", "", "panel")
    assert group.child("text", "", "", (("fill", "red"),)).style.fill == fill


def test_a_presentation_attribute_is_inherited() -> None:
    group = root("").child("g", "", "", (("stroke", "red"), ("stroke-width", "2")))
    style = group.child("path").style
    assert (style.stroke, style.stroke_width) == (RED, 2.0)


def test_what_is_inherited_and_what_is_not() -> None:
    """Type and paint pass down; boxes do not."""
    style = text(
        "g { fill: red; font-size: 5mm; letter-spacing: 1mm; --min-size: 7pt; width: 9mm;"
        " background-color: red; padding: 1mm; display: block; vertical-align: top; }"
    )
    assert (style.fill, style.size, style.letter_spacing, style.min_font_size) == (RED, 5, 1, 7)
    assert (style.width, style.background, style.border_padding) == (
        None,
        None,
        (0, 0, 0, 0),
    )
    assert (style.display, style.vertical_align) == ("natural", "baseline")


def test_em_is_of_the_parents_size_in_font_size_and_of_its_own_elsewhere() -> None:
    """And what it comes to is what children inherit."""
    css = "g { font-size: 5mm; letter-spacing: 0.1em; } text { font-size: 2em; }"
    style = text(css)
    assert (style.size, style.letter_spacing) == (10, 0.5)
    assert text(css + ".a { letter-spacing: 0.1em; }", "a").letter_spacing == 1


def test_a_bare_line_height_is_inherited_as_it_is() -> None:
    """A length is inherited as it comes out."""
    grown = "text { font-size: 10mm; }"
    assert text("g { font-size: 5mm; line-height: 1.5; }" + grown).line_height == 15
    assert text("g { font-size: 5mm; line-height: 1.5em; }" + grown).line_height == 7.5


def test_current_colour_is_the_elements_own() -> None:
    """Inherited as a word, it takes the child's colour."""
    assert text("g { color: blue; fill: currentColor; } text { color: red; }").fill == RED


def test_custom_properties_are_resolved_where_they_are_set() -> None:
    """A child that sets --ink anew does not change what --paint became above it."""
    css = ":root { --ink: red; --paint: var(--ink); } text { --ink: blue; fill: var(--paint); }"
    assert text(css).fill == RED
    assert text(":root { --ink: red; } g { --ink: blue; } text { fill: var(--ink); }").fill == BLUE


def test_custom_properties_keep_their_case_and_may_hold_several_values() -> None:
    """As in a browser."""
    css = ":root { --A: red; --a: blue; --b: 0.2mm solid; } text { border: var(--b) var(--A); }"
    style = text(css)
    assert (style.border, style.border_colours[0]) == ((0.2, 0.2, 0.2, 0.2), RED)


def test_lengths_are_mm_and_points() -> None:
    """A point is 25.4/72 of a mm; what a share is of the layout knows."""
    style = text("text { font-size: 9pt; width: 50%; height: 3mm; margin: 1mm -2mm 0; }")
    assert style.size == pytest.approx(9 * MM_PER_POINT)
    assert (style.width, style.height) == (Percentage(50), 3)
    assert style.margin == (1, -2, 0, -2)


@pytest.mark.parametrize(
    ("written", "mm"),
    [
        ("1in", 25.4),
        ("2.54cm", 25.4),
        ("96px", 25.4),
        ("72PT", 25.4),
        ("2em", 20),
        ("2rem", 6),
    ],
)
def test_each_unit_has_one_length_on_paper(written: str, mm: float) -> None:
    """96 px are an inch; a rem is the type of the root, however large that of the element is."""
    style = text(f"svg {{ font-size: 3mm; }} text {{ font-size: 10mm; width: {written}; }}")
    assert style.width == pytest.approx(mm)


def test_rem_in_font_size_is_the_roots() -> None:
    assert text("svg { font-size: 3mm; } g { font-size: 9mm; } text { font-size: 2rem; }").size == 6


def test_percentages_of_type_are_of_a_font_size() -> None:
    """Of the parent's in font-size, of its own in line-height; what it comes to is inherited."""
    grown = "text { font-size: 200%; }"
    style = text("g { font-size: 5mm; line-height: 150%; }" + grown)
    assert (style.size, style.line_height) == (10, 7.5)
    assert text("g { font-size: 5mm; } text { line-height: 150%; }" + grown).line_height == 15


@pytest.mark.parametrize(
    "css",
    [
        "border: 0.5mm dashed red;",
        "border: red 0.5mm dashed;",
        "border: dashed; border-width: 0.5mm; border-color: red;",
        "border: red 0.5mm dashed; border-top: 0.5mm red dashed; border-left: dashed 0.5mm red;",
        "border: 1mm solid; border-style: dashed; border-color: red red; border-width: 0.5mm;",
        "color: red; border: 0.5mm dashed; border-left-color: currentcolor;",
        "border: 0.5mm dashed red; border-style: none dashed dashed; border-top-style: dashed;",
        "border: 1mm dashed red; border-width: 0.5mm 0.5mm 0.5mm 2mm; border-left-width: 0.5mm;",
    ],
)
def test_a_border_is_its_parts_in_any_order(css: str) -> None:
    style = text(f"text {{ {css} }}")
    assert style.border == (0.5, 0.5, 0.5, 0.5)
    assert {*style.border_colours} == {RED}
    assert {*style.border_styles} == {"dashed"}


def test_a_border_without_a_width_is_three_pixels() -> None:
    """And one without a style is none, however wide it is."""
    assert text("text { border: solid; }").border[0] == pytest.approx(3 * 25.4 / 96)
    assert text("text { border-width: 9mm; border-color: red; }").border == (0, 0, 0, 0)
    assert text("text { border: 1mm solid; border-left: 0; }").border == (1, 1, 1, 0)


@pytest.mark.parametrize(
    "css",
    [
        "flex: 1 1 5mm",
        "flex-flow: column wrap",
        "gap: 2mm",
        "inset: 1mm",
        "margin-inline: 3mm",
        "border-radius: 2mm / 3mm",
        "border-top-left-radius: 2mm",
        "border-color: red",
        "border: 1mm solid red",
        "grid-area: 1 / 1 / 2 / 3",
        "grid-area: art",
        "place-items: center",
        "--min-size: 6pt",
    ],
)
@pytest.mark.parametrize("word", ["initial", "unset"])
def test_a_keyword_takes_back_what_a_property_sets(css: str, word: str) -> None:
    """And nothing else, also if its parts do not begin with its name."""
    name, _, _ = css.partition(":")
    kept = "text { --same: a; --min-size: 6pt; outline: 1mm solid red; }"
    set_back = f"{kept} text {{ {css}; {name}: {word}; }}"
    if name == "--min-size":
        kept, set_back = "", f"text {{ {css}; {name}: {word}; }}"
    assert text(f"text {{ {css}; }}") != text("")
    assert text(set_back) == text(kept)


def test_corners_may_be_ellipses() -> None:
    """A corner with two equal radii is a round one, and with two of 0 it is none."""
    assert text("text { border-top-left-radius: 2mm 1mm; }").radii == ((2, 1), 0, 0, 0)
    assert text("text { border-radius: 2mm 1mm / 2mm; }").radii == (2, (1, 2), 2, (1, 2))
    assert not any(text("text { border-radius: 0 / 0; }").radii)


def test_background_sets_the_colour_or_takes_it_away() -> None:
    css = "text { background-color: blue; }"
    assert text(css + ".a { background: red; }", "a").background == RED
    assert text(css + ".a { background: none; }", "a").background is None


def test_font_sets_all_that_it_names_and_resets_the_rest() -> None:
    """CSS Fonts 4, 2.7."""
    before = "text { font-weight: 700; font-style: italic; line-height: 2; }"
    style = text(before + '.a { font: italic bold 9pt/150% "Roboto Condensed", Rye; }', "a")
    assert (style.slant, style.weight, style.family, style.others[:1]) == (
        "italic",
        700,
        "Roboto Condensed",
        ("Rye",),
    )
    assert style.size == pytest.approx(9 * MM_PER_POINT)
    assert style.line_height == pytest.approx(13.5 * MM_PER_POINT)
    style = text(before + ".a { font: 3mm Rye; }", "a")
    assert (style.slant, style.weight, style.size, style.line_height) == ("normal", 400, 3, None)


def test_borders_take_the_text_colour_where_they_name_none() -> None:
    """And none takes a border away."""
    style = text("text { color: red; border: 0.5mm solid; border-left: none; }")
    assert style.border == (0.5, 0.5, 0.5, 0)
    assert style.border_colours[:3] == (RED, RED, RED)


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ("#f00", RED),
        ("#FF0000", RED),
        ("red", RED),
        ("RGB(255, 0, 0)", RED),
        ("rgb(100%, 0%, 0%)", RED),
        ("hsl(240, 100%, 50%)", BLUE),
        ("none", None),
    ],
)
def test_colours(written: str, colour: tuple[int, int, int] | None) -> None:
    """All of CSS's opaque ways to write one."""
    assert text(f"text {{ fill: {written}; }}").fill == colour


def test_a_style_is_computed_once_a_chain() -> None:
    """The same tag, id and classes at the same place are the same object."""
    chain = root("text { fill: red; }")
    assert chain.child("g").child("text") is chain.child("g").child("text")


def test_places_among_siblings_and_emptiness_count() -> None:
    """Of elements and their ancestors, however alike their tags and classes are."""
    chain = root("text:nth-child(2) { fill: red; } g:last-child text:empty { fill: blue; }")
    svg = etree.fromstring("<svg><g><text>a</text><text/></g><g><text/><text> </text></g></svg>")
    fills = [
        chain.get_child_chain(group).get_child_chain(one).style.fill
        for group in svg
        for one in group
    ]
    assert fills == [(0, 0, 0), RED, BLUE, RED]


def test_text_of_a_style_sheet_is_that_of_each_class() -> None:
    """Elements of other classes have other text, and content has none itself."""
    chain = root(".a::before { content: 'A b'; } .b::before { content: 'B'; } text { fill: red; }")
    elements = [chain.child("text", "", classes) for classes in ("a", "b", "")]
    pairs = zip(elements, ("a", "b", ""), strict=True)
    found = [one.child("span", "::before", classes).style for one, classes in pairs]
    assert [style.content for style in found] == [(ContentPart("A b"),), (ContentPart("B"),), None]
    assert {style.fill for style in found} == {RED}  # inherited from the element


@pytest.mark.slow
def test_chains_that_never_end_are_let_go() -> None:
    """Ids that differ on each of 30,000 cards do not pile up."""
    stylesheet = Cascade((), FONTS)
    for card in range(30_000):
        stylesheet.get_root_chain("svg").child("g", str(card))
    assert len(stylesheet.chains) < 25_000


def test_text_transform() -> None:
    """Upper, lower, as it is."""
    assert text("text { text-transform: uppercase; }").transform_case("Jam \u00df") == "JAM SS"
    assert text("text { text-transform: lowercase; }").transform_case("JAM") == "jam"
    assert text("").transform_case("Jam") == "Jam"


@pytest.mark.parametrize(
    ("language", "text", "capitals", "small"),
    [
        ("tr", "Işıkla iyi", "IŞIKLA İYİ", "ışıkla iyi"),
        ("az-Latn", "İlk ı", "İLK I", "ilk ı"),
        ("el", "Ήρωας ή Μάιος, ΐδιο", "ΗΡΩΑΣ Ή ΜΑΪΟΣ, ΪΔΙΟ", "ήρωας ή μάιος, ΐδιο"),
        ("fr", "Été naïf", "ÉTÉ NAÏF", "été naïf"),
        ("", "Ήρωας, Iı iyi", "ΉΡΩΑΣ, II IYI", "ήρωας, iı iyi"),
    ],
)
def test_capitals_are_those_of_the_language(
    language: str, text: str, capitals: str, small: str
) -> None:
    """CSS Text 3, 2.1: the i of Turkish keeps its dot, and Greek capitals have no accents."""
    style = Cascade((), FONTS).get_root_chain("p").style
    for transform, printed in (("uppercase", capitals), ("lowercase", small)):
        changed = replace(style, language=language, text_transform=transform)
        assert changed.transform_case(text) == printed
