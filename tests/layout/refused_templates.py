"""Faces that must be refused, one for each thing that can be wrong with one: body and style."""

from composing import drawing

Case = tuple[str, str]
"""What stands in the body, or a whole template, and what its style sheet adds."""


def _css(declarations: str) -> Case:
    return "<p>x</p>", f"p {{ {declarations} }}"


def _rules(rules: str) -> Case:
    return "<p>x</p>", rules


def _body(content: str, css: str = "") -> Case:
    return content, css


def _drawn(content: str, css: str = "") -> Case:
    return drawing(content), css


def _whole(text: str) -> Case:
    return text, "whole"


def _mark(symbol: str) -> Case:
    """A mark whose file holds a symbol."""
    use = '<use href="marks/m.svg"/>'
    shown = f'<svg xmlns="http://www.w3.org/2000/svg" class="m">{use}</svg>'
    return shown + f"{{# {symbol} #}}", ".m { width: 9mm; height: 9mm; }"


def _symbol(content: str, box: str = 'viewBox="0 0 9 9"') -> Case:
    return _mark(f'<symbol id="m" {box}>{content}</symbol>')


def _image(name: str, css: str = "") -> Case:
    return f'<img src="{name}"/>', f"img {{ width: 9mm; height: 9mm; {css} }}"


_PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><head>{}</head><body><p>x</p></body></html>'
_SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
)
_LINK = '<link rel="stylesheet" href="card.css"/>'


CASES: dict[str, Case] = {
    # merging
    "jinja: syntax": _whole("line one\n{% if %}"),
    "jinja: unclosed block": _whole("{% for x in [1] %}"),
    "jinja: unclosed block among others": _whole(
        "{% if 1 %}\n{% if 2 %}\n{% if 3 %}{% endif %}\n{% endif %}"
    ),
    "jinja: unknown tag": _whole("{% if 1 %}\n{% edif %}"),
    "jinja: another's end": _whole("{% if 1 %}\n{% endfor %}"),
    "jinja: unclosed quote": _whole("\n{{ 'x }}\n{{ 'y' }}"),
    "jinja: unclosed quote before another": _whole("{{ range('x, 'y') }}"),
    "jinja: unknown test": _whole("{% if 1 is defned %}{% endif %}"),
    "jinja: undefined": _whole("\n{{ nothing }}"),
    "jinja: undefined attribute": _whole("{{ card.rang }}"),
    "jinja: undefined number": _whole("{{ card.rang|int }}"),
    "jinja: undefined compared": _whole("{% if card.rang|float > 3 %}x{% endif %}"),
    "jinja: an open for": _whole("{% for x"),
    "jinja: undefined loop": _whole("{% for x in cards %}{% endfor %}"),
    "jinja: no such include": _whole('{% include "none.html" %}'),
    "jinja: no such includes": _whole('{% include ["none.html", "nor.html"] %}'),
    "jinja: include outside": _whole('{% include "../secret.html" %}'),
    "jinja: include absolute": _whole('{% include "/etc/passwd" %}'),
    "jinja: include itself": _whole('{% include "card.html" %}'),
    "jinja: no such filter": _whole("{{ 1 | safe }}"),
    "jinja: internals": _whole("{{ card.__class__.__mro__ }}"),
    "jinja: wrong type": _whole("{{ 1 + 'a' }}"),
    "jinja: not UTF-8": _whole('{% include "latin.html" %}'),
    "jinja: very large": _whole('{% include "huge.html" %}'),
    "jinja: link outside": _whole('{% include "link.html" %}'),
    "jinja: drawn by lot": _whole("{{ [1, 2] | random }}"),
    "jinja: changes the data": _whole("{{ [1].append(2) }}"),
    "jinja: prints a list": _whole("{{ [card] }}"),
    "jinja: endless output": _whole("{% for x in range(9000) %}" + "x" * 999 + "{% endfor %}"),
    # the document
    "xml: not well formed": _whole('<html xmlns="http://www.w3.org/1999/xhtml">\n<p></html>'),
    "xml: closed twice": _body("<p>a</p>\n</p>"),
    "xml: another's end": _body("<div><b>a</i>\n</div>"),
    "xml: an open quote": _body('<p>a</p>\n<p\nclass="x>b</p>\n<p class="y">c</p>'),
    "xml: signs": _body("<p>a & b</p>"),
    "xml: a sign that opens": _body("<p>a < b</p>"),
    "xml: an open mark": _mark('<symbol id="m" viewBox="0 0 9 9">\n<g><path d="M0 0"/></symbol>'),
    "xml: no html entity": _body("<p>a&nbps;b</p>"),
    "xml: document type": _whole('<!DOCTYPE html [<!ENTITY a "b">]>\n<html>&a;</html>'),
    "xml: instruction": _whole('<?xml-stylesheet href="x.css"?>' + _PAGE.format(_LINK)),
    "xml: instruction inside": _body("<?php x ?>"),
    "xml: empty": _whole(""),
    "root: another element": _whole("<div/>"),
    "root: no link": _whole(_PAGE.format("")),
    "root: an svg": _whole('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "root: link to something else": _whole(_PAGE.format(_LINK + '<link rel="icon" href="i"/>')),
    "root: link to no file": _whole(_PAGE.format(_LINK.replace("card", "cart"))),
    "root: no body": _whole(_PAGE.format(_LINK).replace("body", "main")),
    "root: no size": _rules("html { width: auto; }"),
    # style sheets
    "css: not css": _rules("p"),
    "css: // in a rule": _rules("p {\n  color: red; // don't\n  fill: redd;\n}"),
    "css: // before a rule": _rules("// the title\np { fill: redd; }"),
    "css: } too many": _rules("p { color: red; } }\np { fill: redd; }"),
    "css: } too many at the end": _rules("p { color: red; }\n}"),
    "css: not a declaration": _css("fill #000"),
    "css: @media": _rules("@media (min-width: 9cm) { p { fill: #000; } }"),
    "css: @font-face": _rules('@font-face { font-family: "X"; src: local("Arial"); }'),
    "css: @import": _rules('@import "theme.css";'),
    "css: nested after a missing }": _rules("div { color: red; p { fill: #000; }"),
    "css: nested, in another media": _rules("div { @media screen { fill: #000; } }"),
    "selector: attribute": _rules("p[class=] { fill: #000; }"),
    "selector: pseudo-class": _rules("p:checked { fill: #000; }"),
    "selector: pseudo-class with argument": _rules("p:lang(en) { fill: #000; }"),
    "selector: nth of nothing": _rules("p:nth-child(n2) { fill: #000; }"),
    "selector: nth of a class": _rules("p:nth-child(2 of .a) { fill: #000; }"),
    "selector: not, of a sibling": _rules("p:not(.a + .b) { fill: #000; }"),
    "selector: pseudo-element": _rules("p::first-line { fill: #000; }"),
    "selector: namespace": _rules("|p { fill: #000; }"),
    "selector: is, with a column": _rules(":is(.a || .b) { fill: #000; }"),
    "selector: nonsense": _rules("p..a { fill: #000; }"),
    "property: unknown": _css("column-fill: auto"),
    "value: a word for a width": _css("width: min-content"),
    "calc: per cent and em": _css("width: calc(100% - 1em)"),
    "calc: the larger of per cent and mm": _css("width: max(50%, 4mm)"),
    "calc: no spaces": _css("width: calc(4mm +4mm)"),
    "calc: two lengths multiplied": _css("width: calc(2mm * 3mm)"),
    "calc: divided by nothing": _css("width: calc(2mm / 0)"),
    "calc: nothing": _css("width: calc()"),
    "calc: a number": _css("width: calc(2 + 3)"),
    "clamp: two": _css("width: clamp(2mm, 3mm)"),
    "font: no family": _css("font: 700 4mm"),
    "font: of the system": _css("font: caption"),
    "font: wrong order": _css('font: 4mm 700 "IBM Plex Sans Condensed", serif'),
    "font: a variant": _css('font: small-caps 4mm "IBM Plex Sans Condensed"'),
    "font: a family that is not there": _css("font: 4mm Arial"),
    "background: a picture": _css('background: url("x.png") no-repeat'),
    "background: two colours": _css("background: #fff #000"),
    "background: nothing": _css("background: "),
    "value: a blur below 0": _css("box-shadow: 1mm 1mm -2mm #000"),
    "value: spread of a text's shadow": _css("text-shadow: 1mm 1mm 1mm 1mm #000"),
    "value: order of paint": _css("paint-order: strokes"),
    "value: ground cut to its text": _css("background-clip: text"),
    "value: level": _css("z-index: 1.5"),
    "paint: level of a box without a place": _body("<p>x</p>", "p { z-index: 1; }"),
    "paint: isolated without a place": _body("<p>x</p>", "p { isolation: isolate; }"),
    "value: opacity": _css("opacity: half"),
    "value: gradient": _css("background-image: cross-fade(red, blue)"),
    "value: gradient of one colour": _css("background: linear-gradient(red)"),
    "value: size of a gradient": _css("background: radial-gradient(closest-side, red, blue)"),
    "value: place of a stop": _css("background: linear-gradient(red 5em, blue)"),
    "value: outline": _css("-webkit-text-stroke: 0.3mm rgb(0 0 0 / 50%)"),
    "paint: opacity over a background": _body(
        "<div><p>x</p></div>", "div { opacity: 0.5; } p { background: #eee; }"
    ),
    "paint: opacity around a place": _body(
        "<div><p>x</p></div>", "div { opacity: 0.5; } p { position: absolute; left: 0; top: 0; }"
    ),
    "paint: opacity of a background with a border": _body(
        "<div></div>",
        "div { opacity: 0.5; background: #eee; border: 1mm solid; height: 9mm; }",
    ),
    "paint: opacity of everything": _rules("html { opacity: 0.5; }"),
    "paint: text before a row": _body(
        "<table><tr><td>x</td></tr></table>", "tr::before { content: 'x'; }"
    ),
    "value: a mix with no colour": _rules("p { color: color-mix(in srgb, red 5%, x); }"),
    "value: endless": _rules("p { width: 1e400mm; }"),
    "value: squashed": _rules("p { transform: scaleX(0.2); }"),
    "paint: a missing background": _body("<p>x</p>", 'p { background: url("no.png"); }'),
    "paint: a picture behind a table": _body(
        "<table><tr><td>x</td></tr></table>", 'table { background: url("no.png"); }'
    ),
    "paint: a missing drawing behind a box": _body("<p>x</p>", 'p { background: url("no.svg"); }'),
    "paint: a drawing with a gradient behind a box": _body(
        "<p>x</p>",
        "p { background: url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
        "viewBox='0 0 9 9'%3E%3ClinearGradient id='g'%3E%3Cstop/%3E%3Cstop stop-color='red' "
        "offset='1'/%3E%3C/linearGradient%3E%3Cpath d='M0 0H9V9' fill='url(%23g)'/%3E%3C/svg%3E\")"
        "}",
    ),
    "paint: a drawing in too many tiles": _body(
        "<p>x</p>",
        "p { background: url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
        "viewBox='0 0 9 9'%3E%3Cpath d='M0 0H9V9'/%3E%3C/svg%3E\") 0 0 / 0.05mm; }",
    ),
    "paint: a text that multiplies": _body("<p>x</p>", "p { mix-blend-mode: multiply; }"),
    "paint: a box that multiplies over a gradient": _body(
        "<p>x</p><div></div>",
        "p { background: linear-gradient(red, blue); } div { position: absolute; inset: 0; "
        "background: #fc0; mix-blend-mode: multiply; }",
    ),
    "table: properties without effect": _body(
        "<table><tr><td>x</td></tr></table>",
        "table { display: grid; } tr { min-width: 5mm; z-index: 1; min-height: 9mm; }"
        "td { display: flex; z-index: 1; }",
    ),
    "table: a cell over two rows": _body(
        '<table><tr><td rowspan="2">x</td></tr><tr><td scope="row">y</td></tr></table>'
    ),
    "vertical: with a picture": _body(
        '<div><p><img src="clear.png"/></p></div>',
        "div { display: flex; } p { writing-mode: vertical-rl; }",
    ),
    "vertical: in another": _body(
        "<div><p>x</p></div>",
        "div { width: 9mm; } div, p { writing-mode: vertical-rl; }",
    ),
    "vertical: without a width": _body("<p>x</p>", "p { writing-mode: vertical-rl; }"),
    "vertical: too many lines": _body(
        "<p>x x x x</p>", "p { writing-mode: vertical-rl; width: 3mm; height: 6mm; }"
    ),
    "drawing: a mask with grey": _drawn(
        '<mask id="m"><rect width="5" height="5" fill="#888"/></mask>'
        '<rect width="9" height="9" mask="url(#m)"/>'
    ),
    "drawing: a mask with a size": _drawn(
        '<mask id="m" width="5" height="5"><rect width="5" height="5" fill="#fff"/></mask>'
        '<rect width="9" height="9" mask="url(#m)"/>'
    ),
    "drawing: no mask": _drawn('<rect width="9" height="9" mask="url(#m)"/>'),
    "drawing: a pattern with units of a box": _drawn(
        '<pattern id="p" width="1" height="1" patternContentUnits="objectBoundingBox">'
        '<rect width="9" height="9"/></pattern><rect width="9" height="9" fill="url(#p)"/>'
    ),
    "drawing: a pattern with a gradient": _drawn(
        '<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
        '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#g)"/>'
        '</pattern><rect width="9" height="9" fill="url(#p)"/>'
    ),
    "drawing: a pattern of a line is no pattern": _drawn(
        '<path d="M0 0L9 9" stroke="#000" marker-end="url(#p)"/><pattern id="p"/>'
    ),
    "grid: a column beyond": _body(
        "<div><p>x</p></div>", "div { display: grid; } p { grid-column: 3; }"
    ),
    "grid: before its first row": _body(
        "<div><p>x</p></div>", "div { display: grid; } p { grid-row: -5; }"
    ),
    "grid: no such area": _body(
        "<div><p>x</p></div>", "div { display: grid; } p { grid-area: art; }"
    ),
    "box: a ratio without a side": _body(
        "<div><p>x</p></div>", "div { display: flex; } p { aspect-ratio: 1; }"
    ),
    "drawing: next to text": _body(
        '<p>Pay <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="9" height="9">'
        '<path d="M0 0h1v1z"/></svg> to win</p>'
    ),
    "drawing: a picture that is not there": _drawn('<image href="no.png" width="9" height="9"/>'),
    "drawing: a drawing as a picture": _drawn(
        '<image href="data:image/svg+xml,%3Csvg/%3E" width="9" height="9"/>'
    ),
    "drawing: how a picture fits": _drawn(
        '<image href="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIB'
        'RAA7" width="9" height="9" preserveAspectRatio="cover"/>'
    ),
    "drawing: a text in a mask": _drawn(
        '<mask id="m"><text x="1" y="5">a</text></mask><rect width="9" height="9" mask="url(#m)"/>',
        'text { font: 4px "Rye"; }',
    ),
    "drawing: a picture in a mark": _symbol('<image href="no.png" clip-path="none"/>'),
    "drawing: how it fits": _body(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" preserveAspectRatio="cover">'
        '<path d="M0 0h1v1z"/></svg>'
    ),
    "paint: opacity around a drawing": _body(
        f"<div>{_SQUARE}</div>", "div { opacity: 0.5; } svg { width: 9mm; }"
    ),
    "property: of the base sheet": _css("text-underline-position: under"),
    "table: shared borders": _body(
        '<table><tr><td>x</td><td style="border-width: 2mm">y</td></tr></table>',
        "table { border-collapse: collapse; } td { border: 1mm solid; }",
    ),
    "table: space between cells": _css("border-spacing: 1mm"),
    "content: of an element": _rules("p { content: 'x'; }"),
    "style: another file in a <style>": _whole(
        _PAGE.format(f'{_LINK}<style>{{% include "other.css" %}}</style>')
    ),
    "style: for a screen": _whole(_PAGE.format(f'{_LINK}<style media="screen"></style>')),
    "vertical: an absolute box in it": _rules(
        "p { writing-mode: vertical-rl; width: 9mm; position: relative; }"
        " p::before { content: ''; position: absolute; left: 0; top: 0; }"
    ),
    "vertical: words": _body("<p>x <b>y</b></p>", "b { writing-mode: vertical-rl; }"),
    "blend: with an opacity": _body(
        "<div></div>",
        "div { height: 9mm; background: #fc0; mix-blend-mode: multiply; opacity: 0.5; }",
    ),
    "blend: words": _body("<p>x <b>y</b></p>", "b { mix-blend-mode: multiply; }"),
    "quotes: of two levels": _rules("p { quotes: '«' '»' '„' '“'; }"),
    "content: an attribute with a type": _rules("p::before { content: attr(data-n px); }"),
    "content: a counter in Greek": _rules("p::before { content: counter(n, lower-greek) '. '; }"),
    "filter: a blur": _css("filter: blur(2px)"),
    "filter: of words": _body("<p><b>x</b></p>", "b { filter: invert(); }"),
    "filter: a shadow of a clear box": _css("background: #0008; filter: drop-shadow(0 1mm)"),
    "filter: a shadow without offsets": _css("filter: drop-shadow(#000)"),
    "mask: a picture": _css("mask-image: url(a.png)"),
    "mask: a picture that is no drawing": _css("mask: url(a.png) center / contain no-repeat"),
    "mask: of a picture": _body(
        '<img src="clear.png"/>', "img { mask: url(a.svg) center / contain no-repeat; }"
    ),
    "border: two carved styles": _css("border: 1mm ridge; border-top-style: inset"),
    "border: carved and round": _css("border: 1mm ridge; border-radius: 1mm"),
    "outline: carved and round": _css("outline: 1mm ridge; border-radius: 1mm"),
    "grid-template: two heights": _css("grid-template: 'a' 1mm 2mm / 1fr"),
    "grid-template: a height before its areas": _css("grid-template: 1mm 'a' / 1fr"),
    "image-rendering: of a background": _body(
        "<div></div>", "div { background: url(clear.png); image-rendering: pixelated; }"
    ),
    "selector: of words inside": _rules("p:has(b i) { color: red; }"),
    "text-decoration: wavy": _css("text-decoration: underline wavy red"),
    "text-decoration: a style": _css("text-decoration-style: dotted"),
    "mask: of a text": _css("mask: linear-gradient(#000, #0000)"),
    "counter: without a name": _rules("p { counter-reset: 3; }"),
    "content: a picture": _rules("p::after { content: url(x.png); }"),
    "unit: of a container": _css("width: 4cqw"),
    "unit: of an angle": _css("font-size: 4deg"),
    "unit: none": _css("letter-spacing: 1"),
    "unit: none, of a side": _css("padding: 3"),
    "value: percent": _css("gap: 50%"),
    "value: negative": _css("stroke-width: -1mm"),
    "value: two lengths": _css("width: 1mm 2mm"),
    "value: five margins": _css("margin: 1mm 1mm 1mm 1mm 1mm"),
    "value: colour": _css("fill: redd"),
    "value: two colours": _css("fill: red blue"),
    "value: current colour of itself": _css("color: currentColor"),
    "value: slanted text": _css("transform: skewY(10deg)"),
    "value: slanted": _css("transform: skewX(70deg)"),
    "value: lines of a grid": _css("grid-column: 0 / 2"),
    "value: a length for a line": _css("grid-column: 2mm"),
    "value: two lengths for one axis": _css("transform: translateX(1mm, 2mm)"),
    "value: a picture without a name": _css("background: url()"),
    "value: areas of a grid": _css('grid-template-areas: "a b" "b a"'),
    "value: places in it": _css("place-items: center start end"),
    "value: shares of a track": _css("grid-template-columns: minmax(auto, 2fr)"),
    "value: ratio": _css("aspect-ratio: 0"),
    "value: automatic outline": _css("outline: auto"),
    "value: size of a background": _css("background-size: 1mm 2mm 3mm"),
    "value: colour below a background": _css("background: #000, url(a.png)"),
    "value: one offset of two shadows": _css("box-shadow: 0 0 0 1mm red, 0 red"),
    "value: keyword": _css("text-align: middle"),
    "value: several fonts": _css('font-family: "Arial", cursive'),
    "value: no font": _css("font-family: 3"),
    "value: weight": _css("font-weight: bolder"),
    "value: size of nothing": _css("font-size: 0"),
    "value: line height": _css("line-height: -1"),
    "property: columns": _css("columns: 2"),
    "border: of two lines": _body(
        "<p>x</p>", "p { border: 1mm solid; border-top: 1mm double #000; }"
    ),
    "border: no style": _css("border: 1mm #000"),
    "border: no unit": _css("border: 1 solid #000"),
    "border: two widths": _css("border: 1mm 2mm solid #000"),
    "border: dashed and round": _css("border: 1mm dashed #000; border-top: 0; border-radius: 1mm"),
    "var: not set": _css("fill: var(--ink)"),
    "var: fall-back": _css("fill: var(--ink, blurple)"),
    "var: no name": _css("fill: var(ink)"),
    "var: itself": _rules(":root { --a: var(--b); --b: var(--a); }"),
    "var: doubled": _rules(
        ":root { --v0: 1pt; "
        + " ".join(f"--v{n + 1}: var(--v{n}) var(--v{n});" for n in range(40))
        + " }"
    ),
    "var: doubled in a function": _rules(
        ":root { --v0: 1pt; "
        + " ".join(f"--v{n + 1}: f(var(--v{n}), var(--v{n}));" for n in range(20))
        + " }"
    ),
    "min-size: not in points": _css("--min-size: 2mm"),
    "min-size: not set": _css("--min-size: var(--least)"),
    "font: no such family": _css('font-family: "Comic Sans"'),
    "font: no such weight": _css('font: 700 4mm "League Gothic"'),
    "font: no such style": _css('font-family: "League Gothic"; font-style: italic'),
    "font: none named": _whole(_PAGE.format(_LINK.replace("card", "bare"))),
    # elements
    "element: of a drawing": _drawn("<filter/>"),
    "gradient: repeated": _drawn(
        '<linearGradient id="g" spreadMethod="reflect"/><rect fill="url(#g)" width="9" height="9"/>'
    ),
    "gradient: its focus": _drawn(
        '<radialGradient id="g" fx="2"><stop/></radialGradient>'
        '<rect fill="url(#g)" width="9" height="9"/>'
    ),
    "gradient: a stop": _drawn(
        '<radialGradient id="g"><stop stop-color="redd"/></radialGradient>'
        '<rect fill="url(#g)" width="9" height="9"/>'
    ),
    "gradient: in no drawing": _drawn('<rect fill="url(#g)" width="9" height="9"/>'),
    "gradient: in another drawing": _drawn(
        '<path id="p" d="M0 0"/><use href="#p"/><rect fill="url(#g)" width="9" height="9"/>'
    ),
    "attribute: presentation beside a use": _drawn('<defs/><rect fill="redd"/>'),
    "drawing: text on a curve": _drawn('<text y="9"><textPath href="#a">x</textPath></text>'),
    "drawing: text of a length": _drawn('<text y="9" textLength="30">x</text>'),
    "drawing: text of turned letters": _drawn('<text y="9" rotate="9">x</text>'),
    "drawing: text with a style": _drawn('<text y="9" style="font-size: 20cqw">x</text>'),
    "drawing: text with its spaces": _drawn('<text y="9" xml:space="preserve">x</text>'),
    "drawing: bold text": _drawn('<text y="9">a <b>x</b></text>'),
    "drawing: part of no text": _drawn('<g><tspan y="9">x</tspan></g>'),
    "drawing: faded part of a text": _drawn('<text y="9"><tspan opacity="0.5">x</tspan></text>'),
    "drawing: text faded by a rule": _drawn('<text y="9">x</text>', "text { opacity: 0.3; }"),
    "drawing: texts turned by a rule for their group": _drawn(
        '<g><text y="9" font-size="8">x</text></g>', "g { transform: rotate(9deg); }"
    ),
    "drawing: text turned by a rule": _drawn(
        '<text y="9"><tspan>x</tspan></text>', "tspan { transform: rotate(30deg); }"
    ),
    "drawing: text with a blur": _drawn(
        '<text y="9" font-size="8">x</text>', "body { text-shadow: 0 0 1mm #000; }"
    ),
    "drawing: text with dashes": _drawn(
        '<g stroke="#000" stroke-dasharray="1 2"><text y="9" font-size="8">x</text></g>'
    ),
    "drawing: text with long corners": _drawn(
        '<g stroke="#000" stroke-miterlimit="9"><text y="9" font-size="8">x</text></g>'
    ),
    "drawing: round outline over a text": _drawn(
        '<text y="9" font-size="8" stroke="#000" stroke-linejoin="round">x</text>'
    ),
    "drawing: letters with places": _drawn('<text x="1 2 3" y="9">xyz</text>'),
    "drawing: stretched text": _drawn('<text y="9" transform="scale(2 1)">x</text>'),
    "drawing: text without a colour": _drawn('<text y="9" fill="none">x</text>'),
    "drawing: clipped text": _drawn(
        '<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>'
        '<g clip-path="url(#c)"><text y="9" font-size="8">x</text></g>'
    ),
    "drawing: text below a shape": _drawn(
        '<text y="9" font-size="8">x</text><rect width="20" height="9"/>'
    ),
    "element: XHTML in a drawing": _drawn('<p xmlns="http://www.w3.org/1999/xhtml">x</p>'),
    "element: unknown": _body("<blink>x</blink>"),
    "element: svg in svg": _drawn('<svg viewBox="0 0 9 9"/>'),
    "attribute: style": _drawn('<rect width="9" height="9" style="fil: red"/>'),
    "attribute: presentation": _drawn('<rect width="9" height="9" fill="redd"/>'),
    "attribute: unknown": _body('<p note="x">y</p>'),
    "attribute: field on a shape": _drawn('<rect width="9" height="9" data-field="x"/>'),
    "number: a unit": _drawn('<rect width="9mm" height="9"/>'),
    "number: none": _drawn('<rect height="9"/>'),
    "number: negative": _drawn('<rect width="-9" height="9"/>'),
    "number: infinite": _drawn('<circle r="inf"/>'),
    "points: odd": _drawn('<polygon points="1 2 3"/>'),
    "path: nonsense": _drawn('<path d="go there"/>'),
    "path: cut short": _drawn('<path d="M 1 2 L 3"/>'),
    "path: no end to it": _drawn('<path d="M 1e9 2 L 3 4"/>'),
    "transform: nonsense": _drawn('<g transform="up"/>'),
    "transform: stroke unevenly": _drawn(
        '<rect width="9" height="9" transform="scale(1 2)"/>', "rect { stroke: #000; }"
    ),
    # marks
    "mark: not there": _body(
        '<svg xmlns="http://www.w3.org/2000/svg"><use href="marks/none.svg"/></svg>'
    ),
    "mark: without a size": _body(
        '<svg xmlns="http://www.w3.org/2000/svg"><use href="marks/m.svg"/></svg>'
        '{# <symbol id="m" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol> #}'
    ),
    "mark: no viewBox": _symbol("", ""),
    "mark: viewBox of words": _symbol("", 'viewBox="x"'),
    "mark: words": _symbol("<text>x</text>"),
    "mark: unknown element": _symbol("<filter/>"),
    "mark: attribute": _symbol('<rect width="5" height="5" rotate="9"/>'),
    "mark: number": _symbol('<rect width="5" height="5em"/>'),
    "mark: beyond its viewBox": _symbol('<rect width="10" height="5"/>'),
    "mark: no drawing": _mark("nothing"),
    "mark: two colours": (
        _mark(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9"/></svg>'
        )[0],
        ".m { width: 9mm; height: 9mm; fill: #000000; stroke: #ff0000; }",
    ),
    # text
    "text: no glyph": _body('<p data-field="rank">Ꭰ</p>'),
    "text: right to left": _body("<p>שלום</p>"),
    "text: off the face": _body(
        '<p data-field="rank">Reshuffle</p>', "p { position: absolute; left: 55mm; top: 0; }"
    ),
    "fit: fixed size": _body('<p data-field="name">Reshuffle</p>', "p { width: 5mm; }"),
    "fit: too small": _body(
        '<p data-field="name">Reshuffle</p>', "p { width: 5mm; --min-size: 6.5pt; }"
    ),
    # images
    "image: fetched": _image("http://x.org/a.png"),
    "image: data": _image("data:image/png;base64,AA"),
    "image: not there": _image("none.png"),
    "image: outside": _image("../a.png"),
    "image: not a picture": _image("card.css"),
    "image: a drawing not there": _image("none.svg"),
    "image: many pixels": _image("large.png"),
    "image: many bytes": _image("heavy.png"),
    "table: placed": _body(
        "<table><tr><td>x</td></tr></table>", "table { position: absolute; left: 0; top: 0; }"
    ),
    "table: a placed cell": _body(
        "<table><tr><td>x</td></tr></table>", "td { position: relative; top: 1mm; }"
    ),
    "off the face: a box": _body(
        "<div></div>",
        "div { position: absolute; left: 55mm; top: 0; width: 9mm; height: 9mm;"
        " background-color: red; }",
    ),
}
