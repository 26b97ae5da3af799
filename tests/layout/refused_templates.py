"""Templates that must be refused, one for each thing that can be wrong with one."""

from composing import STYLE, html, svg

_MARK = '<defs><symbol id="m" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol></defs>'


def _css(declarations: str) -> str:
    return svg('<text x="5" y="9">x</text>', f"text {{ {declarations} }}")


def _page(declarations: str) -> str:
    return html("<p>x</p>", f"p {{ {declarations} }}")


def _root(attributes: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}></svg>'


def _symbol(content: str, box: str = 'viewBox="0 0 9 9"') -> str:
    return svg(
        f'<defs><symbol id="m" {box}>{content}</symbol></defs>'
        '<use href="#m" x="1" y="1" width="5" height="5"/>'
    )


CASES: dict[str, str] = {
    # merging
    "jinja: syntax": "line one\n{% if %}",
    "jinja: unclosed block": "{% for x in [1] %}",
    "jinja: undefined": "\n{{ nothing }}",
    "jinja: undefined attribute": "{{ card.rang }}",
    "jinja: undefined loop": "{% for x in cards %}{% endfor %}",
    "jinja: no such include": '{% include "none.svg" %}',
    "jinja: no such includes": '{% include ["none.svg", "nor.svg"] %}',
    "jinja: include outside": '{% include "../secret.svg" %}',
    "jinja: include absolute": '{% include "/etc/passwd" %}',
    "jinja: include itself": '{% include "card.svg" %}',
    "jinja: no such filter": "{{ 1 | safe }}",
    "jinja: internals": "{{ card.__class__.__mro__ }}",
    "jinja: wrong type": "{{ 1 + 'a' }}",
    "jinja: not UTF-8": '{% include "latin.svg" %}',
    "jinja: very large": '{% include "huge.svg" %}',
    "jinja: link outside": '{% include "link.svg" %}',
    "jinja: drawn by lot": "{{ [1, 2] | random }}",
    "jinja: changes the data": "{{ [1].append(2) }}",
    "jinja: prints a list": "{{ [card] }}",
    "jinja: endless output": "{% for x in range(9000) %}" + "x" * 999 + "{% endfor %}",
    # the document
    "xml: not well formed": '<svg xmlns="http://www.w3.org/2000/svg">\n<g></svg>',
    "xml: html entity": svg("<text>a&nbsp;b</text>"),
    "xml: document type": '<!DOCTYPE svg [<!ENTITY a "b">]>\n' + svg("<text>&a;</text>"),
    "xml: instruction": '<?xml-stylesheet href="x.css"?>' + svg(""),
    "xml: instruction inside": svg("<?php x ?>"),
    "xml: empty": "",
    "root: another element": "<div/>",
    "root: svg without namespace": '<svg width="9mm"/>',
    "root: no size": _root('viewBox="0 0 9 9"'),
    "root: size in px": _root('width="90px" height="9mm" viewBox="0 0 90 9"'),
    "root: size is no number": _root('width="xmm" height="9mm" viewBox="0 0 9 9"'),
    "root: no viewBox": _root('width="9mm" height="9mm"'),
    "root: viewBox of another size": _root('width="9mm" height="9mm" viewBox="0 0 90 90"'),
    "root: viewBox of words": _root('width="9mm" height="9mm" viewBox="a b c d"'),
    # style sheets
    "style: attributes": svg("").replace("<style>", '<style type="text/css">'),
    "css: not css": svg("", "text"),
    "css: not a declaration": _css("fill #000"),
    "css: @media": svg("", "@media print { text { fill: #000; } }"),
    "css: @font-face": svg("", '@font-face { font-family: "X"; }'),
    "css: @import": svg("", '@import "theme.css";'),
    "css: nested": svg("", "g { text { fill: #000; } }"),
    "css: important": _css("fill: #000 !important"),
    "selector: universal": svg("", "* { fill: #000; }"),
    "selector: sibling": svg("", "g + text { fill: #000; }"),
    "selector: attribute": svg("", "text[x] { fill: #000; }"),
    "selector: pseudo-class": svg("", "text:first-child { fill: #000; }"),
    "selector: pseudo-class with argument": svg("", "text:nth-child(2) { fill: #000; }"),
    "selector: not": svg("", "text:not(.a) { fill: #000; }"),
    "selector: pseudo-element": svg("", "text::before { fill: #000; }"),
    "selector: namespace": svg("", "|text { fill: #000; }"),
    "selector: is": svg("", ":is(.a, .b) { fill: #000; }"),
    "selector: nonsense": svg("", "text..a { fill: #000; }"),
    "property: unknown": _css("float: left"),
    "property: opacity": _css("opacity: 0.5"),
    "property: font": _css('font: 4px "IBM Plex Sans Condensed"'),
    "property: background": _css("background: #fff"),
    "property: of the base sheet": _css("border-collapse: collapse"),
    "unit: mm in a drawing": _css("font-size: 4mm"),
    "unit: pt in a drawing": _css("letter-spacing: 1pt"),
    "unit: px on a page": _page("font-size: 4px"),
    "unit: none": _css("letter-spacing: 1"),
    "unit: unknown": _css("letter-spacing: 1cm"),
    "value: percent": _page("height: 50%"),
    "value: negative": _css("stroke-width: -1px"),
    "value: two lengths": _page("width: 1mm 2mm"),
    "value: five margins": _page("margin: 1mm 1mm 1mm 1mm 1mm"),
    "value: colour": _css("fill: redd"),
    "value: two colours": _css("fill: red blue"),
    "value: see-through": _css("fill: rgba(0, 0, 0, 0.5)"),
    "value: current colour of itself": _css("color: currentColor"),
    "value: keyword": _css("text-anchor: center"),
    "value: several fonts": _css('font-family: "Arial", sans-serif'),
    "value: no font": _css("font-family: 3"),
    "value: weight": _css("font-weight: bolder"),
    "value: size of nothing": _css("font-size: 0"),
    "value: line height": _css("line-height: 0"),
    "value: columns": _page("columns: auto"),
    "value: border": _page("border: 1mm dashed #000"),
    "var: not set": _css("fill: var(--ink)"),
    "var: fall-back": _css("fill: var(--ink, #000)"),
    "var: no name": _css("fill: var(ink)"),
    "var: itself": svg("", ":root { --a: var(--b); --b: var(--a); }"),
    "min-size: not in points": svg("<text y='9'>x</text>", "text { --min-size: 2px; }"),
    "min-size: not set": svg("<text y='9'>x</text>", "text { --min-size: var(--least); }"),
    "font: no such family": _css('font-family: "Comic Sans"'),
    "font: no such weight": _css("font-weight: 500"),
    "font: no such style": _css("font-style: italic"),
    "font: none named": svg("<text y='9'>x</text>").replace(STYLE, "text { font-size: 4px; }"),
    "font: no size": svg("<text y='9'>x</text>").replace(
        STYLE, 'text { font-family: "IBM Plex Sans Condensed"; }'
    ),
    # elements
    "element: unknown": svg("<linearGradient/>"),
    "element: title": svg("<title>card</title>"),
    "element: of XHTML": svg('<p xmlns="http://www.w3.org/1999/xhtml">x</p>'),
    "element: tspan alone": svg("<tspan>x</tspan>"),
    "element: svg in svg": svg('<svg width="9mm" height="9mm" viewBox="0 0 9 9"/>'),
    "element: shape with content": svg('<rect width="9" height="9"><g/></rect>'),
    "attribute: style": svg('<rect width="9" height="9" style="fill: red"/>'),
    "attribute: presentation": svg('<rect width="9" height="9" fill="red"/>'),
    "attribute: xlink": svg(
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#m" width="5" height="5"/>'
    ),
    "attribute: unknown": svg('<text data-note="x">y</text>'),
    "attribute: field on a shape": svg('<rect width="9" height="9" data-field="x"/>'),
    "words: outside of text": svg("<g>lost</g>"),
    "words: after an element": svg('<rect width="9" height="9"/>lost'),
    "number: a unit": svg('<rect width="9mm" height="9"/>'),
    "number: none": svg('<rect height="9"/>'),
    "number: negative": svg('<rect width="-9" height="9"/>'),
    "number: infinite": svg('<circle r="inf"/>'),
    "points: odd": svg('<polygon points="1 2 3"/>'),
    "path: nonsense": svg('<path d="go there"/>'),
    "path: cut short": svg('<path d="M 1 2 L 3"/>'),
    "path: no end to it": svg('<path d="M 1e9 2 L 3 4"/>'),
    "transform: nonsense": svg('<g transform="up"/>'),
    "transform: stroke unevenly": svg(
        '<rect width="9" height="9" transform="scale(1 2)"/>', "rect { stroke: #000; }"
    ),
    "transform: mark unevenly": svg(
        _MARK + '<use href="#m" width="5" height="5" transform="scale(1 2)"/>'
    ),
    "transform: text unevenly": svg('<text y="9" transform="scale(1 2)">x</text>'),
    # symbols
    "use: no such symbol": svg(_MARK + '<use href="#n" width="5" height="5"/>'),
    "use: without a box": svg(_MARK + '<use href="#m"/>'),
    "use: an empty box": svg(_MARK + '<use href="#m" width="0" height="5"/>'),
    "symbol: no id": svg('<defs><symbol viewBox="0 0 9 9"/></defs>'),
    "symbol: twice": svg(_MARK + '<defs><symbol id="m" viewBox="0 0 8 8"/></defs>'),
    "symbol: no viewBox": _symbol("", ""),
    "symbol: viewBox of words": _symbol("", 'viewBox="x"'),
    "symbol: text": _symbol("<text>x</text>"),
    "symbol: unknown element": _symbol("<mask/>"),
    "symbol: attribute": _symbol('<rect width="5" height="5" fill="red"/>'),
    "symbol: number": _symbol('<rect width="5" height="5em"/>'),
    "symbol: beyond its viewBox": _symbol('<rect width="10" height="5"/>'),
    "symbol: never used": svg('<defs><symbol id="m" viewBox="0 0 9 9"><blink/></symbol></defs>'),
    "defs: a shape": svg('<defs><rect width="9" height="9"/></defs>'),
    # text
    "text: a shape in it": svg('<text y="9">a<rect/>b</text>'),
    "text: attribute of a tspan": svg('<text y="9">a<tspan rotate="9">b</tspan></text>'),
    "text: coordinate": svg('<text y="9pt">a</text>'),
    "text: no fill": svg('<text y="9">a</text>', "text { fill: none; }"),
    "text: stroke": svg('<text y="9">a</text>', "text { stroke: #000; }"),
    "text: lines kept": svg('<text y="9">a</text>', "text { white-space: pre-line; }"),
    "text: no glyph": svg('<text y="9" data-field="rank">☃</text>'),
    "text: right to left": svg('<text y="9">שלום</text>'),
    "text: off the face": svg('<text x="55" y="9" data-field="rank">Reshuffle</text>'),
    "fit: nonsense": svg('<text y="9" data-fit="wide">a</text>'),
    "fit: one number": svg('<text y="9" data-fit="5">a</text>'),
    "fit: tspan": svg('<text y="9" data-fit="9 9">a<tspan>b</tspan></text>'),
    "fit: fixed size": svg('<text y="9" data-fit="5 9" data-field="name">Reshuffle</text>'),
    "fit: too small": svg(
        '<text y="9" data-fit="5 9" data-field="name">Reshuffle</text>',
        "text { --min-size: 6.5pt; }",
    ),
    "fit: too small after a transform": svg(
        '<g transform="scale(0.5)"><text y="9" data-fit="9 2" data-field="name">K</text></g>',
        "text { --min-size: 6.5pt; }",
    ),
    # images and boxes
    "image: fetched": svg('<image href="http://x.org/a.png" width="9" height="9"/>'),
    "image: data": svg('<image href="data:image/png;base64,AA" width="9" height="9"/>'),
    "image: not there": svg('<image href="none.png" width="9" height="9"/>'),
    "image: outside": svg('<image href="../a.png" width="9" height="9"/>'),
    "image: not a picture": svg('<image href="card.svg" width="9" height="9"/>'),
    "image: a drawing not there": svg('<image href="none.svg" width="9" height="9"/>'),
    "symbol: a drawing not there": svg(
        '<defs><symbol id="a" href="none.svg"/></defs><use href="#a" width="9" height="9"/>'
    ),
    "image: many pixels": svg('<image href="large.png" width="9" height="9"/>'),
    "image: many bytes": svg('<image href="heavy.png" width="9" height="9"/>'),
    "image: turned": svg('<image href="clear.png" width="9" height="9" transform="rotate(9)"/>'),
    "off the face: a shape": svg('<rect x="55" width="9" height="9"/>'),
    "off the face: a stroke": svg(
        '<rect width="9" height="9"/>', "rect { stroke: #000; stroke-width: 0.5px; }"
    ),
    "off the face: a mark": svg(_MARK + '<use href="#m" y="38" width="5" height="5"/>'),
}
