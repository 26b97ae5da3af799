"""Each value is seen whole: templates that would hide, cut or change one, and their neighbours."""

from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Printgen

from .small_game import GAME, NUMBER, PLAIN, CheckCard, card, write

BASELINE, CAPITAL = 20.0, 2.79
"""The baseline of the text and the height of its figures, in mm: it is 4 mm high."""


def bar(
    top: float, height: float, ink: str = "#000000", left: float = 3, width: float = 20
) -> tuple[str, str]:
    """A bar across the text, in mm, and its place."""
    place = f"left: {left}mm; top: {top}mm; width: {width}mm; height: {height}mm;"
    return '<p class="bar"></p>', f"body > .bar {{ {place} background: {ink}; }}"


def over(*place: Any, css: str = "", **more: Any) -> tuple[str, str]:
    """The text with a bar painted over it."""
    content, style = bar(*place, **more)
    return PLAIN + content, style + css


def under(*place: Any, css: str = "", **more: Any) -> tuple[str, str]:
    """The text painted on a bar."""
    content, style = bar(*place, **more)
    return content + PLAIN, style + css


def shaded(*stops: str) -> tuple[str, str]:
    """The text on a gradient of 10 mm, from 13 mm down."""
    css = "body > .ground { left: 3mm; top: 13mm; width: 30mm; height: 10mm; }"
    css += f".ground {{ background: linear-gradient(to bottom, {', '.join(stops)}); }}"
    return '<p class="ground"></p>' + PLAIN, css


def veiled(ink: str) -> tuple[str, str]:
    """The text in an ink on black, with a white over it that hides nine tenths of it."""
    place = "left: 3mm; top: 13mm; width: 30mm; height: 10mm;"
    css = f".ground {{ {place} background: #000000; }} .veil {{ {place} background: #ffffffeb; }}"
    return f'<p class="ground"></p><p class="veil"></p>{PLAIN}', f"{css} .text {{ color: {ink}; }}"


def share(y: float) -> str:
    """A place of that gradient, in mm from the top of the card."""
    return f"{(y - 13) * 10:.2f}%"


def stripe(top: float, height: float, ink: str = "#000000") -> tuple[str, str]:
    """The text on a picture that is white, with a dark stripe."""
    ends = share(top), share(top + height)
    return shaded(
        "#ffffff", f"#ffffff {ends[0]}", f"{ink} {ends[0]}", f"{ink} {ends[1]}",
        f"#ffffff {ends[1]}", "#ffffff",
    )  # fmt: skip


def drawn(path: str, *, later: bool = False, css: str = "") -> tuple[str, str]:
    """The text on a dark drawing of the whole card, as lines of a path in mm, or before it."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" class="d" viewBox="0 0 60 40">{path}</svg>'
    place = "position: absolute; left: 0; top: 0; width: 60mm; height: 40mm;"
    return PLAIN + svg if later else svg + PLAIN, f".d {{ {place} fill: #1c1c1c; }} {css}"


STAR = '<path d="M30 2L41 38L12 15H48L19 38Z"/>'
"""A star of one line, which crosses itself."""
CENTRED = "body > .text { left: 29mm; }"
SMALL = ".text { font-size: 2.3mm; top: 18mm; }"
"""Type of 6.5 points. Its baseline is at 20.01 mm."""
BOLD = ".text { font-size: 2.47mm; font-weight: 700; }"
"""Bold type of 7 points."""
CLOSED = f"{BOLD} .text {{ -webkit-text-stroke: 0.1em #000000; }}"
ITALIC = '.text { font-family: "Alegreya"; font-style: italic; }'


def lines(height: float, css: str = "", width: float = 13) -> tuple[str, str]:
    """The text in close lines, whose height is a share of the size of the type."""
    place = "position: absolute; left: 5mm; top: 14mm;"
    css = f".room {{ {place} width: {width}mm; line-height: {height}; {css} }}"
    return '<div class="room"><p>{{ f("text", "span") }}</p></div>', css


def two_fields(gap: float, css: str = "") -> tuple[str, str]:
    """The text, and a text of the template that begins `gap` mm below it."""
    return PLAIN + '<p class="below">Told Élan</p>', f".below {{ top: {16.5 + gap}mm; {css} }}"


HEAVY = 'font-family: "IBM Plex Sans Condensed"; font-weight: 700;'
HIDDEN = {
    # Dark paint under a part of the ink, almost opaque or in a picture.
    "a bar of almost no transparency through a figure": ("8", *under(18.4, 0.5, "#000000fe")),
    "a bar of nine tenths through a figure": ("8", *under(18.4, 0.5, "#000000e8")),
    "a line of seven tenths before a figure": ("3", *under(17.2, 2.8, "#000000b4", 5.2, 0.1)),
    "a thin line of seven tenths through a figure": ("0", *under(18.4, 0.1, "#000000b4")),
    "a thin line of half of a dark red through white figures": (
        "0", '<p class="ground"></p>' + under(18.4, 0.1, "#ffffffa0")[0],
        under(18.4, 0.1, "#ffffffa0")[1] + "body > .ground { left: 3mm; top: 13mm; width: 30mm;"
        " height: 10mm; background: #400000; } .text { color: #ffffff; font-weight: 700; }",
    ),
    "a slanting line of seven tenths through a figure": (
        "0", *drawn('<path d="M5 20L7 17" stroke="#000" stroke-opacity="0.7"'
                    ' stroke-width="0.1"/>')
    ),
    "a faded drawing of a line through a figure": (
        "0", *drawn('<path d="M5 20L7 17" stroke="#000" stroke-width="0.1"/>',
                    css=".d { opacity: 0.7; }")
    ),
    "a line below a panel that hardly hides it": (
        "0", under(18.4, 0.1)[0] + '<p class="panel"></p>',
        under(18.4, 0.1)[1] + "body > .panel { left: 3mm; top: 13mm; width: 20mm; height: 10mm;"
        " background: #ffffff33; }",
    ),
    "a line of seven tenths on a picture through a figure": (
        "0", stripe(21, 0.5)[0].replace(PLAIN, "") + under(18.4, 0.1)[0],
        stripe(21, 0.5)[1] + under(18.4, 0.1, "#000000b4")[1],
    ),
    "a stripe of a picture through a figure": ("8", *stripe(18.4, 0.5)),
    "a thin stripe of a picture under the bar of a minus": ("−4", *stripe(18.35, 0.45)),
    "a stripe of a picture under the top of a seven": ("7", *stripe(17.1, 0.5)),
    "grey on a white of nine tenths over black": ("136", *veiled("#707070")),
    "a gradient through the feet of letters": (
        "136", *shaded("#ffffff", f"#ffffff {share(19)}", f"#000000 {share(20)}", "#000000")
    ),
    # Parts of a path, in either direction.
    "the second part of a path, the other way": (
        "136", *drawn('<path d="M2 2H58V4H2Z M2 14V28H58V14Z"/>')
    ),
    "the first part of a path, the other way": (
        "136", *drawn('<path d="M2 14V28H58V14Z M2 2H58V4H2Z"/>')
    ),
    "a part in a hole of a path": (
        "136", *drawn('<path d="M1 1H59V39H1Z M2 2V38H58V2Z M2 14H58V28H2Z"/>')
    ),
    "a part in the notch of another, the other way": (
        "136", *drawn('<path d="M1 11H59V14H4V39H1Z M5 15V28H58V15Z"/>')
    ),
    "parts of a path that overlap": (
        "136", *drawn('<path d="M2 12H58V28H2Z M1 11H59V29H1Z"/>')
    ),
    "a frame after the text whose bar is on it": (
        "136", *drawn('<path d="M1 11H59V18H1Z M1 34H59V38H1Z"/>', later=True)
    ),
    # A path that crosses itself is filled by the nonzero rule.
    "the middle of a star of one line": ("8", *drawn(STAR, css=CENTRED)),
    "the middle of a star that runs the other way": (
        "8", *drawn('<path d="M30 2L19 38L48 15H12L41 38Z"/>', css=CENTRED)
    ),
    "the middle of a star of curves": (
        "8", *drawn('<path d="M30 2Q34 20 41 38Q28 27 12 15Q30 14 48 15Q32 27 19 38Q26 20 30 2Z"/>',
                    css=CENTRED)
    ),
    "a loop in a loop": (
        "8", *drawn('<path d="M20 10H40V30H20V12H38V28H22V10Z"/>', css=CENTRED)
    ),
    "a star drawn after the text": ("8", *drawn(STAR, later=True, css=CENTRED)),
    # Spaces that are closed.
    "a letter-spacing that closes spaces": ("1 2 3", PLAIN, ".text { letter-spacing: -0.15em; }"),
    "a letter-spacing that closes the spaces of large type": (
        "3 4", PLAIN, ".text { font-size: 8mm; top: 12mm; letter-spacing: -0.14em; }"
    ),
    # Small parts: the point of a number, a sign.
    "a bar under the point of a number": ("1.5", *under(19.7, 1, "#000000fe", css=SMALL)),
    "an opaque bar at the foot of a point": ("1.5", *under(19.85, 1, css=SMALL)),
    "a stripe of a picture under a point": ("1.5", *stripe(19.6, 0.6)),
    "a white bar over a point": ("1.5", *over(19.88, 1, "#ffffff", css=SMALL)),
    "a bar under most of a minus": ("−4", *under(18.4, 0.4, "#000000fe", 5, 1.6)),
    "a white bar over the tail of a comma": ("1,5", *over(20.1, 1, "#ffffff")),
    # Paint over what is outside of the capitals' height.
    "a later box over the tail of a Q": ("Q", *over(20.05, 1, "#ffffff")),
    "a later box over descenders": ("gyp", *over(20.2, 1, "#ffffff")),
    "a later box over the foot of a bracket": ("(3)", *over(20.2, 1, "#ffffff")),
    "a later line over the upper edge of a figure": ("5", *over(17.1, 0.25, "#ffffff")),
    "a later line over an accent": ("ÉAÑ", *over(16.3, 0.6, "#ffffff")),
    "a later black line over the upper edge of a figure": ("7", *over(17.1, 0.25)),
    "a later box over the tail of a J in italics": (
        "f", *over(20.3, 1, "#ffffff", css=ITALIC),
    ),
    "a dark box under the tail of a Q": ("Q", *under(20.1, 2)),
    "a thick rule right below the baseline": ("Q 1,5;", *under(20.05, 0.76)),
    "a thick rule right above capitals": ("ÖÑÉ", *under(16.35, 0.76)),
    "a dark box under descenders": ("gyp", *under(20.15, 2, "#222222")),
    # The counters of letters.
    "an outline that fills counters": ("8", PLAIN, CLOSED),
    "an outline that fills the eye of an e": ("eel", PLAIN, CLOSED),
    "an outline that joins a dot to its letter": (
        "ij", PLAIN,
        CLOSED.replace("font-weight: 700", 'font-family: "League Gothic"'),
    ),
    "an outline that fills an A": ("A4", PLAIN, CLOSED.replace("0.1em", "0.09em")),
    "a white outline that eats thin letters": (
        "18", PLAIN, ".text { -webkit-text-stroke: 0.1em #ffffff; }"
    ),
    "an outline of another colour that leaves hairlines": (
        "1368", PLAIN,
        '.text { font: 400 3.5mm "League Gothic"; -webkit-text-stroke: 0.3mm #cc0000; }',
    ),
    "a black outline that leaves white hairlines": (
        "1368", PLAIN,
        ('.text { font: 400 3.5mm "League Gothic"; color: #ffffff;'
        " -webkit-text-stroke: 0.3mm #000000; }"),
    ),
    "a picture of fine dark stripes": (
        "136", *shaded("#ffffff", *(
            f"{ink} {share(y / 5 + step)}" for y in range(70, 110)
            for ink, step in (("#ffffff", 0), ("#ffffff", 0.1), ("#000000", 0.1), ("#000000", 0.2))
        )),
    ),
    # Lines so close that the ink of one is over the ink of the next.
    "tails over the letters of the next line": ("gypsy Quay Tall Hold", *lines(0.65)),
    "figures over figures": ("12 34 80 80 12 34", *lines(0.64)),
    "bold figures over figures": ("1238 8883 8123", *lines(0.65, HEAVY, 10)),
    "letters with accents under tails": ("Åg pÅ gÄ ÉÅ bd fl", *lines(0.65)),
    "bold tails over the next line": ("gypsy Quay Tall Hold", *lines(0.75, HEAVY, 14)),
    "tails of italics over the next line": (
        "fjgy (Quay) Tall Hold", *lines(0.6, 'font: italic 4mm/0.6 "Alegreya";')
    ),
    "small lines": ("gypsy Quay Tall Hold", *lines(0.62, "font-size: 2.4mm;", 8)),
    "turned lines": (
        "gypsy Quay Tall Hold", *lines(0.65, "transform: rotate(90deg); left: 20mm;")
    ),
    "lines turned a little": (
        "gypsy Quay Tall Hold", *lines(0.65, "transform: rotate(10deg); left: 20mm;")
    ),
    "two texts, the first with tails": ("gypsy (Quay)", *two_fields(2.6)),
    "two texts in two colours": ("gypsy (Quay)", *two_fields(2.6, "color: #aa0000;")),
    "a grey outline that fills counters": ("8", PLAIN, CLOSED.replace("#000000", "#222222")),
}  # fmt: skip

SEEN = {
    "white in the middle of a star of one line": (
        "8", *drawn(STAR, css=CENTRED + ".text { color: #ffffff; font-weight: 700; }")
    ),
    "black beside a star of one line": ("8", *drawn(STAR)),
    "black between the arms of a star of one line": (
        "8", *drawn(STAR, css="body > .text { left: 29mm; top: 32mm; }")
    ),
    "a frame after the text": (
        "136", *drawn('<path d="M1 11H59V39H1Z M2 12V38H58V12Z"/>', later=True)
    ),
    "two bars of one path after the text": (
        "136", *drawn('<path d="M2 12H58V14H2Z M2 34H58V38H2Z"/>', later=True)
    ),
    "a corner after the text": (
        "136", *drawn('<path d="M1 11H59V13H3V39H1Z"/>', later=True)
    ),
    "a round frame after the text": (
        "136", *drawn('<path d="M4 1H56A3 3 0 0 1 59 4V36A3 3 0 0 1 56 39H4A3 3 0 0 1 1 36V4'
                      'A3 3 0 0 1 4 1Z M4 2A2 2 0 0 0 2 4V36A2 2 0 0 0 4 38H56A2 2 0 0 0 58 36'
                      'V4A2 2 0 0 0 56 2Z"/>', later=True)
    ),
    "a line of half through a figure": ("136", *under(18.4, 0.1, "#00000080")),
    "a line of seven tenths below a text": ("136", *under(20.2, 0.2, "#000000b4")),
    "a line of seven tenths beside a text": ("3", *under(17, 3, "#000000b4", 4, 0.1)),
    "the soft dark shadow of a box beside a text": (
        "136", '<p class="later"></p>' + PLAIN,
        ("body > .later { left: 12mm; top: 13mm; width: 9mm; height: 9mm; background: #dddddd;"
        " box-shadow: 0 0 2mm #000000; }"),
    ),
    "a text in a box with a soft dark shadow inside": (
        "136", '<p class="later"></p>' + PLAIN,
        ("body > .later { left: 2mm; top: 13mm; width: 19mm; height: 11mm; background: #ffffff;"
        " box-shadow: inset 0 0 2mm #000000; }"),
    ),
    "a dark grey on a white of nine tenths over black": ("136", *veiled("#505050")),
    "a hole of a path": ("136", *drawn('<path d="M1 11H59V39H1Z M2 12V38H58V12Z"/>')),
    "a hole that is drawn first": ("136", *drawn('<path d="M2 12V38H58V12Z M1 11H59V39H1Z"/>')),
    "parts of a path beside the text": (
        "136", *drawn('<path d="M2 12H58V14H2Z M2 34V38H58V34Z"/>')
    ),
    "a letter-spacing that hardly narrows spaces": (
        "1 2 3", PLAIN, ".text { letter-spacing: -0.05em; }"
    ),
    "a bar half a millimetre below": ("136", *over(20.6, 1)),
    "a bar half a millimetre above": ("136", *over(15.6, 1)),
    "a bar half a millimetre below descenders": ("gyp", *over(21.6, 1)),
    "a bar right under figures, where no letter descends": ("136", *over(20.2, 1)),
    "a bar under figures next to a descender": ("136 gyp", *over(20.3, 1, left=3, width=6)),
    "a badge next to a figure": ("8", *over(17, 3, left=8)),
    "an outline of a twentieth": ("8", PLAIN, CLOSED.replace("0.1em", "0.05em")),
    "a white letter with a black outline": (
        "Fire 8", PLAIN, CLOSED.replace("0.1em", "0.08em") + ".text { color: #ffffff; }"
    ),
    **{
        f"an outline of a tenth of a millimetre of {font}": (
            "136 Fire 8790 baec", PLAIN,
            f".text {{ font: {font}; -webkit-text-stroke: 0.1mm #000000; }}",
        )
        for font in ('700 4mm "Alegreya"', '700 4mm "IBM Plex Sans Condensed"',
                     '800 4mm "Alegreya Sans"')
    },
    "an outline of a tenth of a millimetre of figures": (
        "1234567890", PLAIN,
        '.text { font: 700 4mm "Roboto Condensed"; -webkit-text-stroke: 0.1mm #000000; }',
    ),
    "an outline of another colour in bold type": (
        "1368", PLAIN, f"{BOLD} .text {{ -webkit-text-stroke: 0.07em #cc0000; }}",
    ),
    "a thin black outline of white type": (
        "1368", PLAIN,
        ('.text { font: 400 5mm "League Gothic"; color: #ffffff;'
        " -webkit-text-stroke: 0.15mm #000000; }"),
    ),
    "a wide outline of large type": (
        "8", PLAIN, CLOSED.replace("0.1em", "0.07em") + ".text { font-size: 8mm; top: 12mm; }"
    ),
    "a soft shadow under a text": (
        "136", *shaded("#ffffff", f"#ffffff {share(17)}", f"#cccccc {share(20)}", "#ffffff")
    ),
    "a light panel that hardly lets a dark picture through": (
        "136", '<p class="dark"></p>' + under(15, 7, "#ffffffec")[0],
        under(15, 7, "#ffffffec")[1] + "body > .dark { left: 3mm; top: 13mm; width: 20mm;"
        " height: 10mm; background: #202020; }",
    ),
    "a dark stripe of a picture above a text": ("136", *stripe(15.5, 1)),
    "a dark stripe of a picture below a text": ("136", *stripe(20.5, 1)),
    "a pale stripe of a picture through a text": ("136", *stripe(18, 1, "#bbbbbb")),
    "an underline that descenders cross": (
        "gypsy Quay", PLAIN, ".text { text-decoration: underline; }"
    ),
    "an underline that descenders cross on a gradient": (
        "gypsy Quay", shaded("#ffffff", "#dddddd")[0],
        f"{shaded('#ffffff', '#dddddd')[1]} .text {{ text-decoration: underline; }}",
    ),
    "a rule that descenders cross, above a later box": (
        "gypsy Quay", under(20.3, 0.3)[0] + '<p class="later"></p>',
        (f"{under(20.3, 0.3)[1]} body > .later {{ left: 3mm; top: 20.85mm; width: 20mm;"
        " height: 5mm; background: #dddddd; }"),
    ),
    "a rule that descenders cross on a panel that is not opaque": (
        "gyp", '<p class="panel"></p>' + under(20.3, 0.4)[0],
        (f"{under(20.3, 0.4)[1]} body > .panel {{ left: 3mm; top: 13mm; width: 20mm;"
        " height: 10mm; background: #0000000f; }"),
    ),
    "letters in close lines": (
        "Åg pÅ gÄ Qj ÅÉ", '<div class="room"><p>{{ f("text", "span") }}</p></div>',
        ".room { position: absolute; left: 5mm; top: 14mm; width: 7mm; line-height: 0.95; }",
    ),
    "lines without tails and accents": ("on a noon car use one", *lines(0.7)),
    "figures in close lines": ("12 34 80 80 12 34", *lines(0.75)),
    "old-style figures in close lines": ("12 10 21 10", *lines(0.65, 'font-family: "Alegreya";')),
    "tails in lines as high as the type": ("gypsy Quay Tall Hold", *lines(1, HEAVY, 14)),
    "tails in lines a little closer": ("gypsy Quay Tall Hold", *lines(0.9)),
    "two texts below each other": ("gypsy (Quay)", *two_fields(3.8)),
    "a rule that descenders cross": ("gypsy Quay", *under(20.4, 0.5)),
    "a line before the text that its descenders touch": ("gyp", *under(20.4, 0.15, "#dddddd")),
    "a box under the next line": (
        "gyp", PLAIN + '<p class="later"></p>',
        "body > .later { left: 3mm; top: 21.3mm; width: 20mm; height: 4mm; background: #dddddd; }",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", HIDDEN)
def test_ink_that_is_hidden_is_found(check_card: CheckCard, fault: str) -> None:
    says = (
        "painted over|hardly differs from its background|closes its letters|set so close|overlaps"
    )
    check_card(4, *HIDDEN[fault], says=says)


@pytest.mark.parametrize("neighbour", SEEN)
def test_ink_that_is_seen_prints(check_card: CheckCard, neighbour: str) -> None:
    check_card(0, *SEEN[neighbour])


GREYS = ("#eeeeee", "#dddddd", "#ffeeee", "#eeffee", "#ddddff")


@pytest.mark.parametrize(
    ("css", "count"),
    [
        (".text { color: #bbbbbb; }", 1),
        (".text { color: #8888884d; }", 1),
        (".text { opacity: 0.3; }", 1),
        (".text { color: #bbbbbb; } .card { color: #cccccc; }", 2),
        (".text, .card { color: #bbbbbb; }", 1),
        (".text { color: #ffffff; font-weight: 700; }", 1),
    ],
)
def test_a_faint_colour_on_many_grounds_is_told_once(
    printgen: Printgen, tmp_path: Path, css: str, count: int
) -> None:
    grounds = "".join(
        f"body > .c{number} {{ left: 1mm; top: 1mm; width: 50mm; height: 30mm;"
        f" background: {ink}; }}"
        for number, ink in enumerate(GREYS)
    )
    rows = ", ".join(f'[{number}, "a{number}"]' for number in range(len(GREYS)))
    page = card(css=grounds + css).replace(NUMBER, f'<p class="c{{{{ row.card }}}}"></p>{NUMBER}')
    folder = write(tmp_path / "small", page, GAME.replace("[1, a]", rows))
    built = printgen("build", folder, "--output", tmp_path / "out")
    assert built.code == 4, built.err
    assert built.err.count("hardly differs") == count, built.err


MARKED = """game: {id: small, name: Small}
cards: {columns: {card: key, text: text, shield: mark}, rows: [[1, "8", shield]]}
prints: {deck: {title: Deck, each: cards, template: card.html, safe: 0}}
"""
SHIELD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v4L4 8L0 4z"/></svg>'
)
SQUARE = '<p class="sign">■</p>'
SIGN = "body > .sign { left: 14mm; top: 13mm; font: 600 16mm/1 'Noto Sans Symbols 2'; }"


@pytest.mark.parametrize(
    ("template", "css", "code"),
    [
        (PLAIN, ".text { left: 16.8mm; top: 14.4mm; color: #ffffff; font-weight: 700; }", 0),
        (
            PLAIN,
            ".text { left: 16.6mm; top: 14mm; font-size: 5mm; font-weight: 700; color: #ffffff; }",
            0,
        ),
        (PLAIN + SQUARE, SIGN + "body > .sign { left: 30mm; }", 0),
        (PLAIN + SQUARE, SIGN, 4),
        (PLAIN + SQUARE, SIGN + "body > .sign { font-size: 11mm; left: 13.5mm; top: 14mm; }", 4),
        (
            PLAIN + '<p class="sign">● ●</p>',
            ".shield { width: 3mm; height: 3mm; } "
            + SIGN
            + "body > .sign { left: 14mm; top: 13mm; font-size: 7mm; }",
            4,
        ),
    ],
)
def test_text_may_be_on_a_mark_but_not_hide_it(
    printgen: Printgen, tmp_path: Path, template: str, css: str, code: int
) -> None:
    place = ".shield { position: absolute; left: 14mm; top: 14mm; width: 8mm; height: 8mm; }"
    shield = '{{ f("shield", "div", class="shield") }}'
    page = card(css=place + css).replace(PLAIN, f"{shield}\n{template}")
    folder = write(tmp_path / "small", page, MARKED, shield=SHIELD)
    built = printgen("build", folder, "--output", tmp_path / "out")
    assert built.code == code, built.err
