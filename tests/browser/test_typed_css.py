"""What designers type on cards, in CSS and in drawings, looks as in Chromium."""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from test_pictures import check_paint

pytestmark = pytest.mark.browser

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 160">CONTENT</svg>'
PLAIN = "p { left: 2mm; top: 2mm; font-size: 9mm; font-weight: 700; text-wrap: wrap; }"
"""A text of one line at a place."""
FONT = 'body { font-family: "IBM Plex Sans Condensed"; font-weight: 400; }'
BOXES = '<div class="a"></div><div class="b"><div class="c"></div></div><div class="d"></div>'
PLACED = (
    "div { position: absolute; width: 22mm; height: 18mm; left: 4mm; top: 4mm; }"
    ".a { background: #036; z-index: 1; }.b { background: #fc0; left: 14mm; top: 12mm; }"
    ".c { background: #a12115; left: 6mm; z-index: 2; }"
    ".d { background: #173; left: 24mm; top: 20mm; z-index: 1; }"
)


def _make_two_coloured_picture() -> str:
    """Return the address of a picture whose upper left quarter has another colour."""
    picture, file = Image.new("RGB", (40, 30), "#fc0"), BytesIO()
    picture.paste("#036", (0, 0, 20, 15))
    picture.save(file, "PNG")
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"


ART = _make_two_coloured_picture()

TYPED: dict[str, tuple[str, str]] = {
    **{
        name: (SVG.replace("CONTENT", content), "svg { width: 58mm; height: 42mm; left: 1mm; }")
        for name, content in {
            "text in the middle": '<text x="110" y="60" text-anchor="middle" font-size="40" '
            'font-family="Alegreya" font-weight="700" fill="#036">Ember Drake</text>',
            "text at its end, spaced": '<g transform="rotate(12) translate(10 5)"><text x="200" '
            'y="50" text-anchor="end" font-size="28" letter-spacing="4" '
            'font-family="League Gothic">ATTACK</text></g>',
            "text around its place": '<path d="M0 80 H220" stroke="#fc0" fill="none"/>'
            '<text x="4" y="80" font-size="32" dominant-baseline="middle">Hxg</text>'
            '<text x="74" y="80" font-size="32" dominant-baseline="central">Hxg</text>'
            '<text x="144" y="80" font-size="32" dominant-baseline="hanging">Hxg</text>',
            "lines of a text": '<text text-anchor="middle" font-size="26">\n'
            '<tspan x="110" y="40">Seven</tspan>\n<tspan x="110" dy="30" fill="#a12115">of <tspan '
            'font-weight="700">nine</tspan></tspan><tspan dy="-8" dx="3">up</tspan></text>',
            "outlined text": '<rect width="220" height="160" fill="#fff3cf"/><text x="20" y="90" '
            'font-size="80" font-weight="700" fill="#fff" stroke="#6b1b00" stroke-width="8" '
            'paint-order="stroke" stroke-linejoin="round">AW7</text>',
            "text with a line over it": '<text x="20" y="90" font-size="80" font-weight="700" '
            'fill="#fc0" stroke="#036" stroke-width="2">AW7</text>',
            "dashes by a path length": '<circle cx="80" cy="80" r="50" fill="none" stroke="#036" '
            'stroke-width="14" pathLength="20" stroke-dasharray="7 20"/>',
        }.items()
    },
    "shadow of a text": ("<p>Ember</p>", PLAIN + "p { text-shadow: 0.6mm 0.5mm #fc0; }"),
    "blurred shadow of a text": (
        "<p>Ember</p>",
        PLAIN + "p { text-shadow: 0 0.4mm 1mm #000; color: #fff; }",
    ),
    "shadows around a text": (
        "<p>Ember</p>",
        PLAIN + "p { text-shadow: -1px -1px #000, 1px -1px #000, -1px 1px #000, 1px 1px #000; "
        "color: #fc0; }",
    ),
    "outline below a text": (
        "<p>AWM 7</p>",
        PLAIN + "p { -webkit-text-stroke: 1mm #036; paint-order: stroke fill; color: #fc0; }",
    ),
    "levels": (BOXES, PLACED),
    "levels in a box of its own": (BOXES, PLACED + ".b { isolation: isolate; }"),
    "below the others": (BOXES, PLACED + ".c { z-index: -1; top: -6mm; }"),
    "below, in a box that clips": (
        BOXES,
        PLACED + ".b { overflow: hidden; z-index: 0; }.c { z-index: -1; top: -6mm; }",
    ),
    "border of a gradient": (
        '<div class="b"></div>',
        (
            ".b { position: absolute; inset: 3mm; border: 2mm solid transparent; "
            "border-radius: 6mm; "
            "background: linear-gradient(#fff, #eee) padding-box, linear-gradient(135deg, #fc0, "
            "#036) border-box; }"
        ),
    ),
    "ground inside its border": (
        '<div class="b"></div>',
        (
            ".b { position: absolute; inset: 3mm; border: 3mm dashed #036; background: #fc0; "
            "background-clip: padding-box; }"
        ),
    ),
    "rotated picture": (
        '<img class="art" src="art.png"/>',
        (
            ".art { position: absolute; left: 12mm; top: 10mm; width: 30mm; height: 20mm; "
            "border: 1mm solid #036; transform: rotate(-9deg); }"
        ),
    ),
    "rotated gradient": (
        '<div class="b"></div>',
        (
            ".b { position: absolute; left: 10mm; top: 16mm; width: 40mm; height: 9mm; "
            "background: linear-gradient(90deg, #036, #fc0); transform: rotate(30deg); }"
        ),
    ),
    "shadow of a clear box": (
        '<div class="b"></div>',
        (
            ".b { position: absolute; inset: 8mm; border-radius: 5mm; border: 1mm solid #036; "
            "box-shadow: 0 1mm 3mm #000a; }"
        ),
    ),
    "small capitals that the font lacks": (
        "<p>Ember 7 Drake</p>",
        PLAIN + 'p { font-family: "Alegreya"; font-variant: small-caps; font-size: 7mm; }',
    ),
    "faded words in a line": (
        "<p>Em<span>ber</span></p>",
        PLAIN + "span { opacity: 0.4; }",
    ),
    "an outline inside a box": (
        '<div class="b"><div class="c"></div></div><img class="art" src="art.png"/>',
        (
            ".b { outline: 1mm solid #fc0; outline-offset: -3mm; }"
            ".b, .c, .art { width: 30mm; height: 18mm; }.c { background: #036; }"
            ".art { outline: 1mm solid #fc0; outline-offset: -2mm; }"
        ),
    ),
    "rules in rules": (
        '<div class="b"><p>Ember</p></div>',
        PLAIN + ".b { & p { color: #a12115; }\n> p { letter-spacing: 0.5mm; }\np { left: 6mm; } }",
    ),
    "words next to a box in a row": (
        '<div class="b">Ember <span>7</span> Drake</div>',
        (
            ".b { position: absolute; inset: 4mm; display: flex; gap: 4mm; align-items: center; "
            "font-size: 6mm; }span { background: #fc0; padding: 1mm; }"
        ),
    ),
    "conic gradients": (
        '<div class="a"></div><div class="b"></div>',
        (
            "div { width: 40mm; height: 30mm; margin: 4mm; border-radius: 15mm; }"
            ".a { background: conic-gradient(from 40deg at 30% 60%, #036, #fc0 90deg, #a12115); }"
            ".b { background: repeating-conic-gradient(#036 0 10%, #fff 0 20%); }"
        ),
    ),
    "border image of a gradient": (
        '<div class="a"></div><div class="b"></div>',
        (
            "div { height: 30mm; margin: 4mm; border: 3mm solid; border-radius: 5mm; }"
            ".a { border-image: linear-gradient(to bottom right, #fc0, #8b4513) 1; }"
            ".b { border-width: 2mm 4mm 6mm; border-image-slice: 30%; background: #fff;"
            "border-image-source: radial-gradient(#036, #fc0); }"
        ),
    ),
    "symbols of another drawing": (
        (
            '<svg style="display: none"><defs><linearGradient id="g"><stop stop-color="#036"/>'
            '<stop offset="1" stop-color="#fc0"/></linearGradient></defs><symbol id="star" '
            'viewBox="0 0 24 24"><path d="M12 2L22 22H2z"/></symbol></svg><svg class="a">'
            '<use href="#star"/></svg><svg class="a" viewBox="0 0 48 24"><use href="#star" x="24" '
            'width="24" fill="url(#g)"/></svg>'
        ),
        "svg { position: relative; width: 20mm; height: 20mm; fill: #a12115; }",
    ),
    "filters of a picture": (
        '<img class="art" src="art.png"/><div class="b">a<i></i></div>',
        (
            ".art { display: block; left: 4mm; top: 4mm; filter: grayscale(0.7) contrast(150%); }"
            ".b { position: absolute; top: 40mm; left: 4mm; width: 40mm; background: #fc0;"
            "color: #036; filter: sepia(0.5) saturate(2) brightness(0.8) invert(10%); }"
            "i { display: block; height: 9mm; background: linear-gradient(90deg, #a12115, #173); }"
        ),
    ),
    "masks of a picture": (
        '<img class="art" src="art.png"/><div class="b"></div>',
        (
            ".art { display: block; left: 4mm; top: 4mm; padding: 3mm;"
            "mask-image: linear-gradient(#000 40%, transparent); }"
            ".b { position: absolute; top: 40mm; left: 4mm; width: 40mm; height: 30mm;"
            "background: url(art.png) center / 10mm; -webkit-mask: radial-gradient(#000, #0000); }"
        ),
    ),
    "slanted boxes": (
        '<div class="a"></div><div class="b"></div>',
        (
            "div { position: absolute; left: 10mm; top: 8mm; width: 34mm; height: 18mm; }"
            ".a { background: #fc0; border: 2mm solid #036; transform: skewX(-20deg); }"
            ".b { top: 40mm; background: #a12115; border-radius: 3mm;"
            "transform: rotate(10deg) skew(10deg, 5deg); transform-origin: top left; }"
        ),
    ),
    "mirrored pictures, drawings and boxes": (
        (
            '<img class="art" src="ART"/><div class="b"></div><svg class="c" viewBox="0 0 9 9">'
            '<path d="M0 0H9L0 5z"/></svg><div class="d"><img class="art" src="ART"/></div>'
        ),
        (
            ".art, .b, .c, .d { position: absolute; left: 4mm; top: 4mm; width: 24mm;"
            "height: 16mm; }.art { transform: scaleX(-1); }.b { left: 32mm; border-radius: 0 6mm;"
            "border-left: 3mm solid #036; background: linear-gradient(90deg, #fc0, #a12115);"
            "transform: scale(-1, 1) rotate(10deg); }"
            ".c { top: 24mm; fill: #173; transform: scaleY(-1); }"
            ".d { left: 28mm; top: 22mm; transform: scale(1, -0.8); transform-origin: 0 100%; }"
        ),
    ),
    "pictures in a drawing": (
        (
            '<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 220 160"><defs>'
            '<clipPath id="c"><circle cx="60" cy="40" r="36"/></clipPath></defs><image href="ART" '
            'x="10" width="100" height="80" clip-path="url(#c)"/><image href="ART" x="120" y="4" '
            'width="40" height="70" preserveAspectRatio="xMinYMid slice" opacity="0.5"/><rect '
            'x="30" y="60" width="90" height="30" fill="#fc0"/><g transform="rotate(12 60 120)">'
            '<image xlink:href="ART" y="90" x="20" width="90" height="60" '
            'preserveAspectRatio="none"/></g><image href="ART" '
            'transform="translate(210 90) scale(-0.5 0.5)"/><image href="ART" x="170" y="4" '
            'width="30"/><image href="ART" x="170" y="130" height="12"/></svg>'
        ),
        "svg { width: 58mm; height: 42mm; left: 1mm; }",
    ),
    "a slanted picture in a drawing": (
        (
            '<svg viewBox="0 0 220 160"><image href="ART" y="5" width="150" height="150" '
            'preserveAspectRatio="none" transform="skewX(20)"/></svg>'
        ),
        "svg { width: 58mm; height: 42mm; left: 1mm; }",
    ),
    "boxes that fit their content": (
        (
            '<div class="b"><i>a b</i></div><div class="f"><i>c d</i><i>Ember Drake</i></div>'
            '<div class="g"><i>e f</i></div><div class="h"><i>g</i><b>h</b></div><i class="p">i</i>'
        ),
        (
            "body { position: relative; font-size: 6mm; } i { display: block; background: #fc0;"
            "font-style: normal;"
            "width: fit-content; height: fit-content; } .b i { margin: 0 auto; }"
            ".f { display: flex; flex-direction: column; width: 20mm; } .g { display: grid; }"
            ".f i + i { max-width: 14mm; overflow-wrap: anywhere; } .h { display: flex; }"
            ".h b { height: 14mm; background: #9ac; } .p { position: absolute;"
            "inset: 40mm 4mm 2mm; }"
        ),
    ),
    "lines and rules of shapes": (
        (
            '<svg class="a" viewBox="0 0 220 160"><g class="g"><path class="l" d="M20 20H200"/>'
            '<path class="j" d="M30 140V60L100 130"/></g><path class="star" fill-rule="nonzero" '
            'd="M150 50L190 150L110 90H190L110 150Z"/><text class="t" x="120" y="50">A<tspan '
            'class="u">B</tspan></text></svg>'
        ),
        (
            "svg { width: 58mm; height: 42mm; stroke-linejoin: round; }"
            ".g { fill: none; stroke: #036; stroke-width: 16px; stroke-opacity: 60%; }"
            ".l { stroke-linecap: round; stroke-dasharray: 30, 8mm; stroke-width: 10px; }"
            ".star { fill-rule: evenodd; fill: #a12115; fill-opacity: 0.7; }"
            ".t { font: 400 40px Alegreya; fill-opacity: 0.8; }.u { fill-opacity: 1; }"
        ),
    ),
    "places from two sides, and more shapes of clip-path": (
        (
            '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d"></div>'
            '<div class="e"></div><div class="f"></div>'
        ),
        (
            "div { position: absolute; left: 2mm; top: 2mm; width: 26mm; height: 18mm;"
            "background: #036; }.a { background: url(art.png) right 2mm bottom 10% / 9mm no-repeat "
            "#fc0; }.b { left: 30mm; clip-path: ellipse(40% 8mm at 50% 9mm); }"
            ".c { top: 22mm; clip-path: inset(2mm 1mm round 4mm); }"
            ".d { top: 22mm; left: 30mm; clip-path: inset(1mm 5mm round 99mm); }"
            ".f { top: 42mm; left: 30mm; clip-path: path('M9 0 L80 20 Q40 80 0 40Z'); }"
            ".e { top: 42mm; clip-path: inset(0 round 6mm 0 20% / 3mm 1mm 9mm); }"
        ),
    ),
    "styles of elements": (
        (
            '<div class="bar" style="width: 70%; --ink: #fc0"><i style="right: 10%"></i></div>'
            '<p style="color: #a12115; font: italic 400 9mm Alegreya; top: 20mm">Ember</p>'
            '<svg style="top: 40mm; width: 20mm; fill: #173" viewBox="0 0 9 9"><circle cx="4" '
            'cy="4" r="4"/><rect width="3" height="3" style="fill: #fc0" fill="red"/></svg>'
        ),
        (
            ".bar { position: absolute; width: 9mm; height: 12mm; background: #036; }"
            "i { position: absolute; width: 8mm; inset: 3mm auto; background: var(--ink); }"
            "p { color: red; left: 4mm; }"
        ),
    ),
    "drawings as programs write them": (
        (
            '<svg version="1.1" x="0px" y="0px" width="120" height="90" focusable="false" '
            'xmlns:xlink="http://www.w3.org/1999/xlink"><defs><circle id="c" r="9"/></defs>'
            '<rect width="100" height="80" fill="#fc0"/><use xlink:href="#c" x="60" y="40"/></svg>'
            '<svg class="a" width="90" height="90"><rect x="9" width="20" height="60"/></svg>'
            '<svg viewBox="0 0 60 30" width="120" height="60"><rect width="100%" height="50%" '
            'fill="#036"/><ellipse cx="50%" cy="50%" rx="20%" ry="10%" fill="#a12115"/></svg>'
        ),
        (
            "svg { position: relative; width: 120px; height: 90px; } .a { width: 10mm; }"
            "svg:last-child { height: 60px; }"
        ),
    ),
    "sizes in words, and states of a screen": (
        "<ul><li>Ember</li><li>Drake</li><li>Owl</li></ul>",
        (
            "ul { display: grid; grid-template: 20mm auto / 1fr 2fr; font: 1em Alegreya; }"
            "ul { font-size: large; }"
            "li:first-child { font-size: x-large; border: thick solid #036; }"
            "li:last-child { font-size: smaller; border: thin solid; } li:hover { color: red; }"
            "@keyframes a { to { opacity: 0; } } li::selection { background: red; }"
        ),
    ),
    "levels of items": (
        '<section><div class="a"></div><div class="b"></div><div class="c"></div></section>',
        (
            "section { display: grid; padding: 6mm; } div { grid-area: 1 / 1; height: 20mm; }"
            ".a { background: #036; z-index: 1; }.b { background: #fc0; margin: 8mm -3mm 0 8mm; }"
            ".c { background: #a12115; margin: 14mm 12mm 0 -4mm; z-index: -1; }"
        ),
    ),
    "numbers of a list": (
        '<ul><li>Ember</li><li>Drake</li><li data-say="!">Owl</li></ul>',
        (
            "ul { counter-reset: step 4; padding: 4mm; font: 6mm/1.2 Alegreya; }"
            'li { counter-increment: step 2; } li::before { content: counter(step) ". "; }'
            "li:last-child::after { content: attr(data-say); }"
        ),
    ),
    "quotation marks": (
        "<blockquote>Ember</blockquote><p>Owl</p><cite>Drake</cite>",
        (
            "blockquote, p { padding: 4mm; } body { font: 6mm/1.2 Alegreya; }"
            "blockquote::before, p::before { content: open-quote; }"
            'blockquote::after, p::after { content: close-quote; } p { quotes: "«" "»"; }'
        ),
    ),
    "caption of a table": (
        "<table><caption>Ember</caption><tr><td>A</td><td>B</td></tr></table>",
        (
            "table { border: 1mm solid #036; margin: 4mm; width: 40mm; background: #fc0; }"
            "caption { padding: 2mm; background: #fff; } td { font-size: 6mm; padding: 1mm; }"
        ),
    ),
    "shadows of drawings, boxes and texts as a whole": (
        (
            '<svg class="a" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8"/><path d="M4 10H16" '
            'stroke="#fc0" stroke-width="3"/></svg><div class="b"><p>Ember</p></div>'
            '<p class="c">Owl</p>'
        ),
        (
            "svg { position: absolute; left: 4mm; top: 4mm; width: 20mm; height: 20mm; fill: #036;"
            "filter: drop-shadow(1mm 1mm 1.5mm #000a); }"
            ".b { position: absolute; left: 30mm; top: 4mm; width: 24mm; height: 12mm;"
            "background: #fc0; border-radius: 3mm; filter: drop-shadow(0 1mm 0 #036)"
            "drop-shadow(0.5mm 1mm #a12115); } p { font-size: 6mm; width: 24mm; top: 2mm; left: 0;"
            "height: 14mm; line-height: 1; }"
            ".c { position: absolute; left: 8mm; top: 36mm; font-size: 12mm; color: #a12115;"
            "filter: grayscale(0.4) drop-shadow(0.6mm 0.6mm 0.5mm); }"
        ),
    ),
    "masks of drawings": (
        '<p>Pay <i class="a"></i> or <i class="b"></i></p><div class="b"></div>',
        (
            "p { font-size: 8mm; text-wrap: wrap; } i, .b { display: inline-block; width: 1.1em;"
            "height: 1em; background: #a12115; vertical-align: -0.1em; --m: "
            "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'"
            "%3E%3Cpath d='M13 2 4 14h6l-1 8 9-12h-6z'/%3E%3C/svg%3E\"); mask: var(--m) center /"
            "contain no-repeat; } .b { background: linear-gradient(#036, #fc0);"
            "-webkit-mask: var(--m) no-repeat center / contain; }"
            "div.b { display: block; width: 30mm; height: 20mm; margin: 4mm; }"
        ),
    ),
    "dashed and dotted borders with round corners": (
        '<div class="a"></div><div class="b"></div><div class="c"></div>',
        (
            "div { height: 13mm; margin: 3mm; border: 3.85px dashed #036; border-radius: 4mm; }"
            ".b { border: 4.81px dotted #a12115; border-radius: 2mm 7mm; }"
            ".c { width: 16mm; height: 16mm; border-radius: 50%; background: #fc0; }"
        ),
    ),
    "double borders on some sides": (
        '<div class="a"></div><div class="b"></div>',
        (
            "div { height: 14mm; margin: 3mm; background: #fc0; }"
            ".a { border-bottom: 1.5mm double #036; border-top: 3mm double #a12115; }"
            ".b { border-left: 2mm double #036; }"
        ),
    ),
    "shadows inside of round boxes": (
        '<div class="a"></div><div class="b"></div><div class="c"></div>',
        (
            "div { width: 20mm; height: 20mm; margin: 3mm; background: #fff; border-radius: 5mm;"
            "box-shadow: inset 0 -1.5mm #036, inset 0 1mm #fc0, inset 2mm 0 #a12115; }"
            ".b { border-radius: 50%; box-shadow: inset -2mm 3mm 0 1mm #036; }"
            ".c { width: 40mm; box-shadow: inset 1mm -2mm 2mm #036, inset 0 0 0 1mm #fc0; }"
        ),
    ),
    "gradients inside of borders": (
        '<div class="a"></div><div class="b"></div><div class="c"></div>',
        (
            "div { width: 40mm; height: 20mm; margin: 3mm; border: 15.38px solid #173;"
            "background: repeating-linear-gradient(45deg, #fff 0 4mm, #036 4mm 8mm);"
            "border-radius: 4mm; }"
            ".b { border: 15.38px dashed #a12115; border-radius: 0; background:"
            "linear-gradient(90deg, #fff, #fc0); } .c { border-color: #0368;"
            "background: radial-gradient(#fc0 3mm, #fff 0) 1mm 1mm / 12mm 12mm; }"
        ),
    ),
    "carved borders": (
        '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d"></div>',
        (
            "div { width: 30mm; height: 46px; margin: 12px; border: 7.69px ridge #b58a3a;"
            "background: #fff; }"
            ".b { border-style: inset; border-color: #036; } .c { border: 11.53px outset #333; }"
            ".d { border-style: groove none; border-color: #fff; background: #036; }"
        ),
    ),
    "underlines as they are set": (
        '<p class="a">Drag <u>egg</u></p><p class="b">Ember <mark>Jay</mark></p>',
        (
            "p { font-size: 9mm; height: 20mm; line-height: 1; } .b { top: 40mm; }"
            ".a { text-decoration: underline 0.5mm #a12115; text-underline-offset: 1mm; }"
            ".a u { text-decoration: underline; text-decoration-thickness: 10%; }"
            "mark { background: linear-gradient(transparent 55%, #fc0 55%); }"
        ),
    ),
    "absolute boxes in words": (
        '<div class="b"><span>Ember</span></div>',
        (
            ".b { position: absolute; left: 8mm; top: 8mm; width: 40mm; height: 9mm;"
            "background: #fc0; font-size: 6mm; text-align: center; } span::before, span::after {"
            'content: ""; position: absolute; bottom: -3mm; border: solid #0000;'
            "border-width: 3mm 0 0 3mm; border-top-color: #036; left: 0; }"
            "span::after { left: auto; right: 0; border-width: 3mm 3mm 0 0; }"
        ),
    ),
    "numbers in letters": (
        "<ol><li>Ember</li><li>Drake</li><li>Owl</li></ol>",
        (
            "ol { counter-reset: a 8 b 26; font: 6mm/1.2 Alegreya; } li { counter-increment: a b; }"
            'li::before { content: counter(a, upper-roman) ". "; } li::after {'
            'content: " " counter(b, lower-alpha) counter(a, decimal-leading-zero); }'
        ),
    ),
    "small capitals of all letters": (
        "<p>Ember 7 Drake</p>",
        PLAIN + 'p { font: 400 7mm "Alegreya"; font-variant-caps: all-small-caps; }'
        "p { letter-spacing: 0.1em; }",
    ),
    "shapes of the parent, and current colours": (
        '<div class="a"><img src="art.png"/></div><div class="b"><div></div></div>',
        (
            ".a { width: 30mm; height: 24mm; margin: 3mm; background: #036; padding: 2mm;"
            "clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); } img { width: 100%;"
            "height: 100%; clip-path: inherit; } .b { width: 40mm; height: 20mm; margin: 3mm;"
            "background: #fc0; border-radius: 9mm 2mm; } .b div { width: 30mm; height: 16mm;"
            "border-radius: inherit; color: #a12115;"
            "background: linear-gradient(90deg, transparent, currentColor); }"
        ),
    ),
    "as wide as the content, and calculations in functions": (
        '<div class="b"><i>a b c d</i></div><div class="c"></div><div class="d"></div>',
        (
            ".b { width: 30mm; background: #9ac; font-size: 6mm; } i { display: block;"
            "font-style: normal; width: max-content; background: #fc0; border-radius: 100vmax; }"
            ".c, .d { width: 20mm; height: 8mm; margin: 8mm; background: #036; --i: 2;"
            "transform: rotate(calc(var(--i) * 15deg)); } .d { --r: 6mm; transform: none;"
            "background: radial-gradient(circle, #fc0 var(--r), #036 calc(var(--r) + 1mm)); }"
        ),
    ),
    "pixels of a small picture": (
        '<img class="p" src="ART"/>',
        ".p { width: 57mm; height: 42mm; image-rendering: pixelated; }",
    ),
    "grid areas with their rows": (
        '<div class="g"><i class="x"></i><i class="y"></i><i class="z"></i></div>',
        (
            '.g { display: grid; height: 40mm; grid-template: "x x" 8mm "y z" 1fr / 12mm 1fr; }'
            ".x { grid-area: x; background: #036; } .y { grid-area: y; background: #fc0; }"
            ".z { grid-area: z; background: #a12115; }"
        ),
    ),
    "boxes with something in them": (
        '<div class="a"><p class="x">Ember</p></div><div class="a"><p>Owl</p></div>',
        (
            "p { font-size: 6mm; } .a { padding: 2mm; } .a:has(> .x) { background: #fc0; }"
            "body:has(p:last-child) .x { color: #a12115; } .a:has(.y) { background: #036; }"
        ),
    ),
    "a drawing as a background, repeated and cut": (
        '<div class="a"></div><div class="b"></div>',
        (
            "div { height: 80px; margin: 8px; border: 4px solid #036; border-radius: 24px; }"
            '.a { background: #fff3cf url("SVG"); } .b { background: #fff3cf url("SVG")'
            "right 16px top 0 / 32px 40px repeat-y; }"
        ).replace(
            "SVG",
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='30' "
            "viewBox='0 0 40 30'%3E%3Cpath d='M0 0H20V15H40V30H20V15H0Z' fill='%23a12115'/%3E"
            "%3Ccircle cx='10' cy='22' r='6'/%3E%3C/svg%3E",
        ),
    ),
    "patterns, masks and markers of a drawing": (
        SVG.replace(
            "CONTENT",
            '<defs><pattern id="h" width="8" height="8" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(30)"><rect width="3" height="8" fill="#036"/></pattern>'
            '<pattern id="d" width="25%" height=".2"><circle cx="8" cy="8" r="6" fill="#a12115"/>'
            '</pattern><mask id="m"><rect width="90" height="80" fill="white"/>'
            '<circle cx="60" cy="40" r="30" fill="black"/></mask><marker id="a" refX="8" '
            'viewBox="0 0 10 10" refY="5" markerWidth="5" markerHeight="5" '
            'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#173"/></marker></defs>'
            '<rect width="100" height="70" fill="url(#h)"/><rect x="110" width="100" height="70" '
            'rx="20" fill="url(#d)" fill-opacity="0.5" stroke="#036" stroke-width="4"/>'
            '<circle cx="40" cy="50" r="36" fill="#fc0" mask="url(#m)"/>'
            '<path class="way" d="M20 140C60 90 100 90 120 130L150 100H200" fill="none" '
            'stroke="#036" stroke-width="4" marker-start="url(#a)"/>',
        ),
        (
            "svg { width: 58mm; height: 42mm; left: 1mm; }"
            ".way { marker-mid: url(#a); marker-end: url(#a); }"
        ),
    ),
    "drawings cut at their edges": (
        SVG.replace(
            "CONTENT",
            '<rect width="220" height="160" fill="#fff3cf" stroke="#036" stroke-width="20"/>'
            '<circle cx="200" cy="140" r="60" fill="#a12115"/>',
        ),
        "svg { width: 58mm; height: 42mm; left: 1mm; }",
    ),
    "layers, tests and schemes of colours": (
        '<div class="a x"></div><div class="b x"></div>',
        (
            "@layer reset, look; @layer look { div { height: 9mm; margin: 3mm; } div.x {"
            "background: red; } @layer inner { div.x { border: 9mm solid red; } }"
            "div { border: 1mm solid var(--line) !important; } }"
            "@layer reset { div { border-color: red !important; } body div.x { height: 50mm; } }"
            "@supports (display: grid) and (not (colour: red)) { div { background: var(--ink); } }"
            "@supports (initial-letter: 2 3 4) or (x: y) { div { background: red; } }"
            "html { --ink: light-dark(#fc0, #036); --line: light-dark(#000, #fff); }"
            ".b { color-scheme: dark; } .x { background: var(--ink); }"
        ),
    ),
    "colours of OKLCh": (
        '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d"></div>',
        (
            "div { height: 8mm; margin: 1mm; --c: oklch(52% 0.17 285); background: var(--c); }"
            ".b { background: color-mix(in oklch, var(--c), black 55%); }"
            ".c { background: color-mix(in oklab, #fc0 30%, var(--c)); }"
            ".d { background: color-mix(in oklch, oklab(0.7 0.1 -0.1 / 60%) 30%, gold 50%); }"
        ),
    ),
    "places of backgrounds by calculation": (
        '<div class="b"></div>',
        (
            ".b { position: absolute; inset: 3mm; background: linear-gradient(#fc0, #036)"
            "calc(100% - 4mm) calc(50% + 2mm) / 12mm 9mm no-repeat, #fff3cf; }"
        ),
    ),
    "vertical lines": (
        '<div class="b"><p class="v">Ember 7</p><p class="v w">of <b>long</b> night</p></div>',
        (
            "p { font-size: 5mm; line-height: 1.2; text-wrap: wrap; }"
            ".b { display: flex; height: 40mm; gap: 3mm; } .v { writing-mode: vertical-rl; "
            "padding: 1mm 3mm 1mm 1mm; border: 4px solid #036; background: #fc0; "
            "text-align: center; } .w { transform: rotate(180deg); height: 30mm; "
            "border-left: 0; background: #9ac; }"
        ),
    ),
    "boxes that multiply": (
        '<div class="g"><div class="a"></div><div class="b"></div><div class="c"></div></div>',
        (
            ".g { position: relative; width: 50mm; height: 40mm; background: #fff3cf; }"
            ".g div { position: absolute; width: 24mm; height: 24mm; border-radius: 50%; "
            "mix-blend-mode: multiply; background: #00aeef; } .b { left: 14mm; top: 2mm; }"
            ".g .b { background: #ec008c; } .g .c { left: 6mm; top: 14mm; background: #ffe600; }"
        ),
    ),
    "a last line in the middle": (
        "<p>A long way to the end of the last of all the lines</p>",
        (
            "p { width: 50mm; font-size: 6mm; text-align: justify; text-align-last: center; "
            "text-wrap: wrap; }"
        ),
    ),
    "lines between cells": (
        "<table><tr><td>A</td><td>B</td></tr><tr><td>C</td><td>D</td></tr></table>",
        "table { border-collapse: collapse; font-size: 6mm; } td { border-bottom: 0.4mm solid; }",
    ),
    "lines around cells": (
        (
            "<table><tr><th>A</th><td>B</td><td>C</td></tr><tr><th>D</th>"
            "<td colspan='2'>E</td></tr><caption>Ember</caption></table>"
        ),
        (
            "table { border-collapse: collapse; font-size: 6mm; caption-side: bottom; }"
            "table, td, th { border: 0.8mm solid #036; } th { width: 12mm; background: #fc0; }"
        ),
    ),
    "lines between rows": (
        "<table><tr><th>A</th><td>B</td></tr><tr><th>C</th><td>D</td></tr></table>",
        (
            "table { border-collapse: collapse; font-size: 6mm; } th { width: 40%; }"
            "tr { background: #fc0; } tr + tr { border-top: 1mm solid #036; }"
        ),
    ),
    "outlines": (
        '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d"></div>',
        (
            "div { width: 144px; height: 48px; margin: 24px; background: #fc0; "
            "outline: 3.85px dashed #036; outline-offset: 4.81px; }"
            ".b { outline: 7.21px double #a12115; border-radius: 12px; }"
            ".c { outline-style: dotted; outline-offset: -9.61px; }"
            ".d { outline: 4.81px solid #036; outline-offset: 0; border-radius: 12px; }"
        ),
    ),
    "transforms of one function each": (
        '<div class="a"></div><div class="b"></div><p class="c">Ember</p>',
        (
            "div { width: 20mm; height: 12mm; margin: 8mm; background: #036; rotate: -12deg; }"
            ".b { translate: 10mm 25%; scale: 1.4 0.8; transform: rotate(8deg); background: #fc0; }"
            ".c { rotate: -8deg; translate: 0 12mm; scale: 0.8; line-height: 1; }"
        ),
    ),
    "picture with text around it": (
        (
            '<div class="t"><img src="art.png"/>Shoot twice each turn. Then move up to 4 inches, '
            "and one more.</div>"
        ),
        (
            ".t { padding: 12px; font: 400 20px/24px Alegreya; text-wrap: wrap; }"
            "img { float: left; width: 84px; height: 60px; margin: 4px 8px 4px 0; }"
        ),
    ),
    "badge in a corner, and a text below both": (
        (
            '<div class="a">3</div><h1>Ember</h1><div class="t">Shoot twice each turn.'
            '</div><div class="u">Over</div>'
        ),
        (
            "body { padding: 12px; font: 400 20px/24px Alegreya; text-wrap: wrap; } "
            ".a { float: right; width: 60px; height: 60px; border-radius: 50%; color: #fff;"
            "background: #a12115; text-align: center; line-height: 60px; margin-left: 12px; }"
            "h1 { font-size: 24px; }"
            ".t, h1 { display: block; } .t { background: #fc08; border: 1.93px solid #036; }"
            ".u { clear: right; }"
        ),
    ),
    "drop capital": (
        '<div class="t">Shoot twice each turn. Then move up to four inches, and once again.</div>',
        (
            ".t { padding: 12px; font: 400 20px/24px Alegreya; text-wrap: wrap; }"
            ".t::first-letter { float: left; font: 400 60px/48px Rye; padding: 2.4px 6px 0 0; "
            "color: #a12115; background: #fff; }"
        ),
    ),
    "first letter in its line": (
        '<div class="t">“Shoot” twice each turn.</div>',
        (
            ".t { padding: 3mm; font: 400 5mm/1.3 Alegreya; } .t::first-letter { color: #a12115; "
            "font-size: 2em; font-weight: 700; }"
        ),
    ),
    "sign behind a text": (
        "<p>Ember</p>",
        (
            'p::before { content: "⚔"; position: absolute; left: 10mm; top: -4mm; color: #036; '
            'font: 600 30mm/1 "Noto Emoji"; opacity: 0.2; rotate: -15deg; z-index: -1; }'
            "p { z-index: 0; }"
        ),
    ),
    "symbols in a drawing without a size": (
        (
            '<svg class="s"><symbol id="o" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></symbol>'
            '</svg><svg class="i"><use href="#o"/></svg>'
        ),
        (
            ".s { position: absolute; width: 0; height: 0; } "
            ".i { width: 20mm; height: 20mm; fill: #a12115; left: 9mm; }"
        ),
    ),
}


@pytest.mark.parametrize("name", TYPED)
def test_it_looks_as_in_chromium(name: str, tmp_path: Path) -> None:
    body, css = TYPED[name]
    check_paint(body.replace("ART", ART), FONT + css, tmp_path)
