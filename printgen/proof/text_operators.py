"""Turn the text operators of a content stream into runs (ISO 32000-1, 9.3 and 9.4)."""

from collections.abc import Sequence
from math import atan2, degrees, hypot

from printgen.proof.fonts import PrintFont
from printgen.proof.geometry import IDENTITY, MM_PER_POINT, Box
from printgen.proof.lex import Operand
from printgen.proof.outlines import within
from printgen.proof.painted import Run
from printgen.proof.state import Canvas, Operator, number_of, numbers, take_none

CAPITAL = 0.68
"""How high the ink stands over the baseline, in em: that of capitals and figures."""
_FARTHEST_MOVED = 0.1
"""How far, in em, a letter may be moved towards the one before it, or by a number in a text either
way: kerning moves it less."""
SIMPLE = ("TrueType", "Type1")
"""The kinds of font whose codes are bytes and whose glyphs are outlines."""


def _show(canvas: Canvas, operands: list[Operand]) -> None:
    (codes,) = operands
    if not isinstance(codes, bytes):
        raise TypeError
    _show_parts(canvas, (codes,))


def _show_array(canvas: Canvas, operands: list[Operand]) -> None:
    (parts,) = operands
    if not isinstance(parts, list):
        raise TypeError
    _show_parts(canvas, parts)


def _show_parts(canvas: Canvas, parts: Sequence[Operand]) -> None:
    state = canvas.state
    font, size = state.font, state.size
    if font is None or font.kind not in SIMPLE:
        kind = font.kind if font else "none"
        canvas.lose(f"shows text in a font of the kind {kind!r}")
        return
    text, advance = "", 0.0
    loose = state.letter < 0 or state.word < 0 or font.narrowest < 0
    for part in parts:
        if isinstance(part, bytes):
            piece, width, spaces = font.read(part)
            text += piece
            advance += width * size + len(part) * state.letter + spaces * state.word
        else:
            loose = True
            advance -= number_of(part) / 1000 * size
    if loose:
        _hold_in_order(canvas, font, parts)
    advance *= state.stretch
    ta, tb, tc, td, te, tf = canvas.text_matrix
    a, b, c, d, e, f = state.ctm
    # The text matrix times the page's: along the baseline (ma, mb), up from it (mc, md).
    ma, mb = ta * a + tb * c, ta * b + tb * d
    mc, md = tc * a + td * c, tc * b + td * d
    x = te * a + tf * c + e + state.rise * mc
    y = te * b + tf * d + f + state.rise * md
    canvas.text_matrix = (ta, tb, tc, td, te + advance * ta, tf + advance * tb)
    if not text:
        return
    dx, dy = advance * ma, advance * mb
    ux, uy = CAPITAL * size * mc, CAPITAL * size * md
    if mb == 0 and mc == 0 and dx >= 0 and uy <= 0:
        box = Box(x, y + uy, x + dx, y)
        width, scale, angle = dx, -md, 0.0
    else:
        xs, ys = (x, x + dx, x + ux, x + dx + ux), (y, y + dy, y + uy, y + dy + uy)
        box = Box(min(xs), min(ys), max(xs), max(ys))
        width, scale, angle = hypot(dx, dy), hypot(mc, md), degrees(atan2(mb, ma))
    even = abs(ma + md) + abs(mb - mc) < 1e-3 * scale and state.stretch == 1 and size > 0
    clipped = bool(state.clips) and not all(within(box, clip) for clip in state.clips)
    height = abs(size) * scale / MM_PER_POINT
    canvas.add(
        Run(text, x, y, width, height, angle, state.fill, state.mode, font, box, clipped, even)
    )


def _hold_in_order(canvas: Canvas, font: PrintFont, parts: Sequence[Operand]) -> None:
    """Hold every letter to following close on the one before it, never over or before it."""
    state = canvas.state
    em = abs(state.size)
    width, moved = 0.0, 0.0
    for part in parts:
        if not isinstance(part, bytes):
            # Two numbers with no letter between them move the next one together.
            moved -= number_of(part) / 1000
            if abs(moved) > _FARTHEST_MOVED or width + moved * em < 0:
                canvas.fault("moves letters of a text from where they follow on one another")
                return
            continue
        for code in part:
            moved = (state.letter + (state.word if code == 32 else 0.0)) / em if em else 0.0
            width = font.widths.get(code, 0.0) / 1000 * em
            if moved < -_FARTHEST_MOVED or width + min(moved, 0.0) * em < 0:
                canvas.fault("sets letters of a text over one another")
                return
            moved = min(moved, 0.0)  # letters set wide are as wide as their field says


def _begin(canvas: Canvas, operands: list[Operand]) -> None:
    take_none(operands)
    canvas.text_matrix = canvas.line_matrix = IDENTITY


def _set_matrix(canvas: Canvas, operands: list[Operand]) -> None:
    a, b, c, d, e, f = numbers(operands)
    canvas.text_matrix = canvas.line_matrix = (a, b, c, d, e, f)


def _move(canvas: Canvas, operands: list[Operand]) -> None:
    x, y = numbers(operands)
    a, b, c, d, e, f = canvas.line_matrix
    canvas.text_matrix = canvas.line_matrix = (a, b, c, d, e + x * a + y * c, f + x * b + y * d)


def _move_and_lead(canvas: Canvas, operands: list[Operand]) -> None:
    _, down = operands
    canvas.state.leading = -number_of(down)
    _move(canvas, operands)


def _next_line(canvas: Canvas, operands: list[Operand]) -> None:
    take_none(operands)
    _move(canvas, [0.0, -canvas.state.leading])


def _next_line_and_show(canvas: Canvas, operands: list[Operand]) -> None:
    _next_line(canvas, [])
    _show(canvas, operands)


def _next_line_and_space_and_show(canvas: Canvas, operands: list[Operand]) -> None:
    word, letter, codes = operands
    canvas.state.word, canvas.state.letter = number_of(word), number_of(letter)
    _next_line_and_show(canvas, [codes])


def _set_font(canvas: Canvas, operands: list[Operand]) -> None:
    name, size = operands
    canvas.state.font = canvas.resources.font(str(name))
    canvas.state.size = number_of(size)


def _set_letter(canvas: Canvas, operands: list[Operand]) -> None:
    (canvas.state.letter,) = numbers(operands)


def _set_word(canvas: Canvas, operands: list[Operand]) -> None:
    (canvas.state.word,) = numbers(operands)


def _set_leading(canvas: Canvas, operands: list[Operand]) -> None:
    (canvas.state.leading,) = numbers(operands)


def _set_rise(canvas: Canvas, operands: list[Operand]) -> None:
    (canvas.state.rise,) = numbers(operands)


def _set_stretch(canvas: Canvas, operands: list[Operand]) -> None:
    (percent,) = numbers(operands)
    canvas.state.stretch = percent / 100


def _set_mode(canvas: Canvas, operands: list[Operand]) -> None:
    (mode,) = numbers(operands)
    canvas.state.mode = int(mode)


def _end(canvas: Canvas, operands: list[Operand]) -> None:
    take_none(operands)


TEXT_OPERATORS: dict[bytes, Operator] = {
    b"BT": _begin,
    b"ET": _end,
    b"Tj": _show,
    b"TJ": _show_array,
    b"'": _next_line_and_show,
    b'"': _next_line_and_space_and_show,
    b"Tm": _set_matrix,
    b"Td": _move,
    b"TD": _move_and_lead,
    b"T*": _next_line,
    b"Tf": _set_font,
    b"Tc": _set_letter,
    b"Tw": _set_word,
    b"TL": _set_leading,
    b"Ts": _set_rise,
    b"Tz": _set_stretch,
    b"Tr": _set_mode,
}
