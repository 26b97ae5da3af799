"""Shapes and shadows of a template that look like signs or figures next to a number."""

from base64 import b64encode
from io import BytesIO

import pytest
from PIL import Image

from .small_game import PLAIN, CheckCard, drawing


def box(
    left: float, top: float, width: float, height: float, css: str = "#000000"
) -> tuple[str, str]:
    """The number, whose baseline is at 20 mm and which begins at 5 mm, and a box in mm."""
    place = f"left: {left}mm; top: {top}mm; width: {width}mm; height: {height}mm;"
    return PLAIN + '<p class="box"></p>', f"body > .box {{ {place} background: {css}; }}"


LINE = "linear-gradient(#000, #000)"
BAND = "transparent 1.3mm, #000 0 1.65mm, transparent 0"
MINUS = 18.5, 1.6, 0.35
"""The top of a minus, its width and its height."""


def with_box(
    minus: tuple[str, str],
    left: float,
    top: float,
    width: float,
    height: float,
    css: str,
    *,
    later: bool = False,
) -> tuple[str, str]:
    """The number and a minus, and one more box below them, or over the minus."""
    other = '<p class="other"></p>'
    place = f"left: {left}mm; top: {top}mm; width: {width}mm; height: {height}mm;"
    rule = f" body > .other {{ {place} background: {css}; }}"
    return minus[0] + other if later else other + minus[0], minus[1] + rule


def draw_bar(count: int = 1, css: str = "") -> tuple[str, str]:
    """The number, and a drawing of one or more equal bars over each other."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" class="bar" viewBox="0 0 16 4">'
    place = "position: absolute; left: 3mm; top: 18.5mm; width: 1.6mm; height: 0.4mm;"
    bars = '<path d="M0 0H16V4H0Z"/>' * count
    return f"{PLAIN}{svg}{bars}</svg>", f".bar {{ {place} {css} }}"


def turn(left: float) -> tuple[str, str]:
    """The number and a minus, slanting together."""
    rules = "position: absolute; left: 0; top: 0; width: 60mm; height: 40mm;"
    css = f".turn {{ {rules} transform: rotate(20deg); }} .turn p {{ position: absolute; }}"
    css += " .turn .text { left: 5mm; line-height: 1; }"
    css += " body > .card { left: 40mm; }"
    css += f" .turn .box {{ left: {left}mm; top: 18.5mm; width: 1.6mm; height: 0.35mm;"
    css += " background: #000000; }"
    return f'<div class="turn">{PLAIN}<p class="box"></p></div>', css


@pytest.mark.parametrize(
    ("value", "template", "css", "code"),
    [
        ("12", *box(3, *MINUS), 4),
        ("12", *box(3.2, *MINUS, "#444444"), 4),
        ("12", *box(9.4, *MINUS), 4),
        ("12", *box(4.2, 17, 0.4, 3), 4),
        ("12", *box(9.4, 16.8, 0.4, 3.4), 4),
        ("12", *box(4.3, 19.5, 0.5, 0.5), 4),
        ("12", PLAIN + drawing('<path d="M3 18.6H4.7" stroke="#000" stroke-width="0.4"/>'), "", 4),
        ("12", PLAIN + drawing('<path d="M4.5 17.2V20" stroke="#000" stroke-width="0.4"/>'), "", 4),
        ("12", PLAIN, ".text { border-left: 0.4mm solid #000000; }", 4),
        ("12", '<p class="text">{{ f("text", "span") }}</p>',
         ".text span { border-left: 0.4mm solid #000000; }", 4),
        ("7 elves", *box(3, *MINUS), 4),
        # A line of a gradient, with nothing around it.
        ("12", *box(2.6, 17.2, 2.2, 3, f"{LINE} 50% 50% / 1.6mm 0.35mm no-repeat"), 4),
        ("12", *box(2.6, 17.2, 2.2, 3, f"linear-gradient({BAND})"), 4),
        ("12", *box(2.6, 17.2, 2.2, 3, f"linear-gradient({BAND}) 0 0 / 1.8mm 100% no-repeat"), 4),
        ("12", *box(9.3, 17.2, 2.2, 3, f"repeating-linear-gradient({BAND} 3mm)"), 4),
        ("12", *box(2.6, 13, 2.2, 12, f"{LINE} 50% 5.5mm / 1.6mm 0.35mm no-repeat"), 4),
        ("12", *box(2.6, 13, 2.2, 12, f"linear-gradient({BAND.replace('1.', '5.')})"), 4),
        ("12", *box(1.9, 16.8, 3, 3.4, f"{LINE} 2.3mm 0 / 0.4mm 3mm no-repeat"), 4),
        ("12", *box(1.9, 16.8, 3, 3.4, f"{LINE} 0 0 / 0.4mm 3mm no-repeat"), 0),
        ("12", *box(2.6, 17.2, 2.2, 3, f"{LINE} 50% 100% / 1.6mm 0.35mm no-repeat"), 0),
        # A plate under the sign or the number, or a speck that nobody sees, is no other part.
        ("12", *with_box(box(3, *MINUS), 2.2, 16, 5, 5, "#eeeeee"), 4),
        ("12", *with_box(box(3, *MINUS), 2.2, 16, 5, 5, "#999999"), 4),
        ("12", *with_box(box(3, *MINUS), 4.65, 16, 5, 5, "#999999"), 4),
        ("12", *with_box(box(3, *MINUS), 2.6, 17.9, 2.2, 1.5, "#999999"), 4),
        ("12", *with_box(box(3, *MINUS), 3, 18, 0.2, 0.2, "#ffffff", later=True), 4),
        ("12", *with_box(box(3, *MINUS), 3, 17.7, 1.6, 0.6, "#eeeeee", later=True), 4),
        # Two boxes that touch, a gradient, and drawings.
        ("12", *with_box(box(3, 18.5, 1, 0.35), 4, 18.5, 0.6, 0.35, "#000000"), 4),
        ("12", *box(3, *MINUS, "linear-gradient(#000, #111)"), 4),
        ("12", *draw_bar(), 4),
        ("12", *draw_bar(5), 4),
        ("12", *draw_bar(css="opacity: 0.8;"), 4),
        ("12", *turn(3), 4),
        ("12", *turn(1.6), 0),
        # Nearly invisible, or covered.
        ("12", *box(3, *MINUS, "rgba(0, 0, 0, 0.08)"), 0),
        ("12", *box(3, *MINUS, "#000000; opacity: 0.1"), 0),
        ("12", *draw_bar(css="opacity: 0.1;"), 0),
        ("12", *with_box(box(3, *MINUS), 1, 15, 3.9, 6, "#ffffff", later=True), 0),
        ("12", *with_box(box(3, *MINUS, "#808080"), 1, 15, 9, 6, "#888888"), 0),
        # Without a number, too far away, in another place, of another size, or paler.
        ("Elf", *box(3, *MINUS), 0),
        ("Elf 7", *box(3, *MINUS), 0),
        ("12", *box(2, *MINUS), 0),
        ("12", *box(3, 15, 1.6, 0.35), 0),
        ("12", *box(3, 20.3, 1.6, 0.35), 0),
        ("12", *box(0.5, 18.5, 4, 0.35), 0),
        ("12", *box(3, 17, 1.6, 1.6), 0),
        ("12", *box(3, *MINUS, "#dddddd"), 0),
        ("12", *box(4.2, 10, 0.4, 12), 0),
        ("12", *box(3.4, 17, 0.4, 3), 0),
        ("12", PLAIN, ".text { text-decoration: underline; }", 0),
        ("12", PLAIN, ".text { border: 0.3mm solid #000000; padding: 0.3mm; }", 0),
        # A drawing of several shapes.
        ("12", *with_box(box(3, *MINUS), 3, 17.7, 1.6, 0.7, "#ff8800", later=True), 0),
        ("12", PLAIN + drawing('<path d="M2 18.4H4.7V18.8H2z M2 16H4.6V18H2z"/>'), "", 0),
        ("12", PLAIN + drawing('<rect x="3" y="18.4" width="1.6" height="0.4"/>'
                               '<rect x="3" y="17.4" width="1.6" height="0.9"/>'), "", 0),
    ],
)  # fmt: skip
def test_a_shape_next_to_a_number_is_no_sign(
    check_card: CheckCard, value: str, template: str, css: str, code: int
) -> None:
    check_card(code, value, template, css, says="a shape next to")


@pytest.mark.parametrize(
    ("value", "shadow", "code"),
    [
        ("12", "0.5em 0 0 #666666", 4),
        ("12", "0.3em 0 0 #000000", 4),
        ("12", "-0.6em 0 0 #222222", 4),
        ("12", "1.1mm 0.3mm 0.2mm #444444", 4),
        ("Gain 12", "0.4em 0.1em 0 #553333", 4),
        ("12", "0.05em 0 0 #333333, 0.5em 0 0 #333333", 4),
        ("12", "0.1em 0.1em 0 #666666", 0),
        ("12", "0.5em 0 0 #dddddd", 0),
        ("12", "0.4em 0 0.5em #bbbbbb", 0),
        ("12", "0.1em 0 0 #cc5500, 0.2em 0 0 #cc5500, 0.3em 0 0 #cc5500", 0),
        ("Elf", "0.4em 0.2em 0 #666666", 0),
    ],
)
def test_a_shadow_is_no_second_number(
    check_card: CheckCard, value: str, shadow: str, code: int
) -> None:
    css = f".text {{ text-shadow: {shadow}; }}"
    check_card(code, value, PLAIN, css, says="looks like more figures")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('<img src="MINUS"/>', 4),
        (drawing('<image href="MINUS" x="2.6" y="13" width="2.2" height="12"/>'), 4),
        (drawing('<image href="MINUS" x="2.6" y="14.5" width="2.2" height="12"/>'), 0),
    ],
)
@pytest.mark.parametrize("mode", ["LA", "RGBA"])
def test_a_line_in_a_picture_that_looks_like_a_minus_is_found(
    check_card: CheckCard, content: str, code: int, mode: str
) -> None:
    """The picture has a line of 1.6 x 0.4 mm, 5.5 mm below its upper edge, and is transparent."""
    picture, data = Image.new("RGBA", (22, 120)), BytesIO()
    picture.paste((0, 0, 0, 255), (3, 55, 19, 59))
    picture.convert(mode).save(data, "PNG")
    url = "data:image/png;base64," + b64encode(data.getvalue()).decode()
    css = "img { position: absolute; left: 2.6mm; top: 13mm; width: 2.2mm; height: 12mm; }"
    check_card(code, "12", PLAIN + content.replace("MINUS", url), css, says="a shape next to")
