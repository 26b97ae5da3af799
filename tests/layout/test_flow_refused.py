"""What flow refuses, one example a rule, each with the whole text of its error."""

import pytest
from flowing import refusal

from printgen.layout.geometry import Rect

REFUSED = [
    (
        "<p>one two three four</p>",
        "p { width: 5px; height: 3px; }",
        (
            "t.svg:1: card 7, p: error: is 9.00 mm higher than its box of 3 mm\n"
            "  shorten the text, enlarge the box or allow a smaller --min-size"
        ),
    ),
    (
        '<p data-field="x">incomprehensible</p>',
        "p { font-size: 20px; }",
        (
            't.svg:1: card 7, x: error: "incomprehensible" is 145.82 mm wide'
            " in a room of 30.00 mm\n"
            "  shorten the text, enlarge the box or allow a smaller --min-size"
        ),
    ),
    (
        '<p data-field="x">漢</p>',
        "",
        (
            "t.svg:1: card 7, x: error: IBM Plex Sans Condensed 400 has no glyph for 漢 (U+6F22)\n"
            "  use another character or another font"
        ),
    ),
    (
        "<em>a</em>",
        "",
        "t.svg:1: card 7: error: <em> may not stand here\n  write i",
    ),
    (
        "<p onclick='x'>a</p>",
        "",
        (
            't.svg:1: card 7: error: onclick="…" may not stand on <p>\n'
            "  docs/templates.md lists the attributes"
        ),
    ),
    (
        "<p style='x'>a</p>",
        "",
        (
            't.svg:1: card 7: error: style="…" may not stand on <p>\n'
            "  write it in the style sheet under a class"
        ),
    ),
    (
        "<p>a <b>x</b></p>",
        "b { padding: 1px; }",
        "t.svg:1: card 7: error: padding on <b> has no effect\n  make it display: block",
    ),
    (
        "<p>a <svg xmlns='http://www.w3.org/2000/svg' class='k'/></p>",
        ".k { margin: 1px; }",
        (
            "t.svg:1: card 7: error: margin on <svg> has no effect\n"
            "  give it to the element round the svg"
        ),
    ),
    (
        "<p>a <b>x<span class='k'>y</span></b></p>",
        ".k { display: block; }",
        "t.svg:1: card 7: error: <span> is a block and stands in <b>\n  close <b> before it",
    ),
    (
        "<table><tr class='r'><td>a</td></tr></table>",
        ".r { border: 1px solid #000; }",
        "t.svg:1: card 7: error: border on <tr> has no effect\n  give it to the cells",
    ),
    (
        "<table><tr><td class='r'>a</td></tr></table>",
        ".r { width: 5px; }",
        "t.svg:1: card 7: error: width on <td> has no effect\n  the width of a column is its col's",
    ),
    (
        "<table><col class='r'/><tr><td>a</td></tr></table>",
        ".r { width: 5px; }",
        (
            "t.svg:1: card 7: error: table has columns of 5.00 mm together in a width of 30.00 mm\n"
            "  leave one col without a width: it takes the rest"
        ),
    ),
    (
        "<table><col/><tr><td>a</td><td>b</td></tr></table>",
        "",
        (
            "t.svg:1: card 7: error: table has 2 cells in a row and 1 cols\n"
            "  write a col for each column"
        ),
    ),
    (
        "<table><p>a</p></table>",
        "",
        (
            "t.svg:1: card 7: error: <p> may not stand in a table\n"
            "  a table holds col, thead, tbody, tr, and a tr holds th and td"
        ),
    ),
    (
        "<table>loose<tr><td>a</td></tr></table>",
        "",
        (
            't.svg:1: card 7: error: "loose" stands outside of the cells of its table\n'
            "  put it into a td"
        ),
    ),
    (
        "<table><tr><td colspan='0'>a</td></tr></table>",
        "",
        't.svg:1: card 7: error: colspan="0" is no count\n  write 1 to 100',
    ),
    (
        "<div class='c'><p>a</p></div>",
        ".c { columns: 2; }",
        (
            "t.svg:1: card 7: error: p stands in columns and could be broken\n"
            "  give it break-inside: avoid"
        ),
    ),
    (
        "<div class='c'>a</div>",
        ".c { columns: 2; }",
        "t.svg:1: card 7: error: div.c has loose words in columns\n  put them into a paragraph",
    ),
    (
        "<div class='c'><p class='r'>a</p></div>",
        ".c { columns: 2; } .r { break-inside: avoid; margin-bottom: -1px; }",
        (
            "t.svg:1: card 7: error: <p> has a negative margin inside columns\n"
            "  browsers disagree there: write 0"
        ),
    ),
    (
        "<div class='c'><table><tr><td>a</td></tr></table></div>",
        ".c { columns: 2; } table { break-inside: avoid; }",
        (
            "t.svg:1: card 7: error: <td> stands on the baseline inside columns\n"
            "  browsers do not align it there: write vertical-align: top, middle or bottom"
        ),
    ),
    (
        "<div class='c'><p>a</p><p class='r'>b</p></div>",
        ".c { columns: 1; } p { break-inside: avoid; } .c { columns: 2; } .r { height: 1px; }",
        (
            "t.svg:1: card 7, p.r: error: is 2.00 mm higher than its box of 1 mm\n"
            "  shorten the text, enlarge the box or allow a smaller --min-size"
        ),
    ),
    (
        "<div class='c'><p>a</p><p class='r'>b</p><p class='r'>c</p></div>",
        ".c { columns: 2; } p { break-inside: avoid; } .r { break-before: column; }",
        (
            "t.svg:1: card 7: error: div.c has 2 forced breaks in 2 columns\n"
            "  leave out a break-before: column"
        ),
    ),
    (
        "<input name='a'/>",
        "",
        "t.svg:1: card 7: error: a has no height\n  give it one in the style sheet, or its box",
    ),
    (
        "<input type='radio' name='a'/>",
        "",
        (
            't.svg:1: card 7: error: <input type="radio"> is not in the subset\n'
            '  write type="text" or type="checkbox"'
        ),
    ),
    (
        "<textarea name='a'>b</textarea>",
        "",
        "t.svg:1: card 7: error: <textarea> holds words\n  a form field begins empty",
    ),
    (
        "<input/>",
        "",
        't.svg:1: card 7: error: <input> without a name\n  write name="soldier.1.weapon"',
    ),
    (
        "<p xmlns=''>a</p>",
        "",
        (
            "t.svg:1: card 7: error: <p> is not XHTML\n"
            '  write xmlns="http://www.w3.org/1999/xhtml" on what stands in a foreignObject'
        ),
    ),
]


@pytest.mark.parametrize(("content", "css", "said"), REFUSED, ids=[one[0] for one in REFUSED])
def test_what_cannot_be_laid_is_refused(content: str, css: str, said: str) -> None:
    """Each mistake is named with its place, what was found and what to write instead."""
    assert refusal(content, css) == said


def test_all_mistakes_are_told_at_once() -> None:
    """A wrong element, a wrong attribute and a word too wide: three problems, one run."""
    said = refusal("<em>a</em><p align='x'>incomprehensible</p>", "p { font-size: 20px; }")
    assert said.count(": error: ") == 3


def test_type_that_cannot_shrink_enough_names_its_box() -> None:
    """The message says how much is missing at the least size allowed."""
    css = "p { --min-size: 5pt; }"
    said = refusal('<p data-field="kind.text">a<br/>b<br/>c</p>', css, room=Rect(10, 20, 30, 6))
    assert said == (
        "t.svg:1: card 7, kind.text: error: is 1.94 mm higher than its box of 6 mm"
        " even at 88 % of its size\n"
        "  shorten the text, enlarge the box or allow a smaller --min-size"
    )
