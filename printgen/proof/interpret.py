"""Turn a page's content stream into what it paints.

Every operator that it knows is followed as ISO 32000-1 has it; every other one is a fault, as is
what no print of ours may hold: transparency, shadings, patterns, colours made otherwise than in
DeviceGray and DeviceRGB. It knows no manifest and no rules.
"""

from copy import copy
from dataclasses import replace

from printgen.proof.geometry import IDENTITY, Matrix, apply, bounds, compose, is_upright
from printgen.proof.lex import Operand, Unreadable, operations
from printgen.proof.outlines import within
from printgen.proof.painted import Colour, Image, Painted, Placed, Run, Shape
from printgen.proof.path_operators import PATH_OPERATORS
from printgen.proof.resources import Form, Resources
from printgen.proof.state import Canvas, Operator, State, numbers, take_none
from printgen.proof.text_operators import TEXT_OPERATORS

_DEEPEST = 12
_MOST_SAVED = 60
MOST_OPERATIONS = 100_000
"""On one page, its forms included. A sheet of nine cards takes 3,000."""
_FORM_COSTS = 20
"""Operations that painting a form counts for, besides its own."""


def interpret(stream: bytes, resources: Resources, base: Matrix) -> Painted:
    """Everything that a page paints; `base` maps its user space to mm from the top left, y down.

    Never raises: a stream that cannot be read to its end is a fault, and what it painted until
    then is kept.
    """
    canvas = Canvas(State(base), resources)
    _follow(stream, canvas)
    tally = canvas.tally
    return Painted(tuple(canvas.items), tuple(tally.faults), tally.followed, tally.operations)


def interpret_form(form: Form) -> Painted:
    """Everything that a form paints by itself, in its own space."""
    canvas = Canvas(State(IDENTITY), form.resources)
    _paint_form(canvas, form, "")
    tally = canvas.tally
    return Painted(tuple(canvas.items), tuple(tally.faults), tally.followed, tally.operations)


def _follow(stream: bytes, canvas: Canvas) -> None:
    tally = canvas.tally
    try:
        for operator, operands in operations(stream):
            tally.operations += 1
            if tally.operations > MOST_OPERATIONS:
                canvas.lose(f"has more than {MOST_OPERATIONS} operations")
                return
            known = _OPERATORS.get(operator)
            if known is None:
                canvas.lose(f"uses the operator {operator[:20].decode('latin-1')!r}")
                continue
            try:
                known(canvas, operands)
            except (TypeError, ValueError, IndexError, OverflowError):
                shown = operator.decode("latin-1")
                canvas.lose(f"gives the operator {shown!r} operands that it does not take")
    except Unreadable as unreadable:
        canvas.lose(f"cannot be read to its end: {unreadable}")


def _save(canvas: Canvas, operands: list[Operand]) -> None:
    take_none(operands)
    if len(canvas.saved) >= _MOST_SAVED:
        canvas.lose(f"nests q more than {_MOST_SAVED} deep")
    else:
        canvas.saved.append(copy(canvas.state))


def _restore(canvas: Canvas, operands: list[Operand]) -> None:
    take_none(operands)
    if canvas.saved:
        canvas.state = canvas.saved.pop()
    else:
        canvas.fault("has a Q without its q")


def _concatenate(canvas: Canvas, operands: list[Operand]) -> None:
    a, b, c, d, e, f = numbers(operands)
    canvas.state.ctm = compose((a, b, c, d, e, f), canvas.state.ctm)


def _line_width(canvas: Canvas, operands: list[Operand]) -> None:
    (canvas.state.line_width,) = numbers(operands)


def _mitre(canvas: Canvas, operands: list[Operand]) -> None:
    (canvas.state.mitre,) = numbers(operands)


def _dash(canvas: Canvas, operands: list[Operand]) -> None:
    pattern, _ = operands
    if pattern != []:
        canvas.fault("draws dashed lines, which leave out part of what they seem to draw")


def _graphics_state(canvas: Canvas, operands: list[Operand]) -> None:
    (name,) = operands
    asked = canvas.resources.state(str(name))
    for fault in ("asks for a graphics state that it lacks",) if asked is None else asked:
        canvas.fault(fault)


def _marked(canvas: Canvas, operands: list[Operand]) -> None:
    if operands[0] == "OC":
        canvas.fault("holds optional content, which a viewer may hide")


def _nothing(canvas: Canvas, operands: list[Operand]) -> None:
    """It changes nothing that a proof asks for: joins, ends, intents, marked content."""


# Pictures


def _picture(canvas: Canvas, operands: list[Operand]) -> None:
    (name,) = operands
    picture = canvas.resources.picture(str(name))
    if isinstance(picture, Form):
        if canvas.depth >= _DEEPEST:
            canvas.lose(f"nests forms more than {_DEEPEST} deep")
        else:
            _paint_form(canvas, picture, str(name))
        return
    if picture != "Image":
        canvas.lose(f"paints a picture of an unknown kind: {picture or 'none'}")
    corners = [apply(canvas.state.ctm, x, y) for x in (0, 1) for y in (0, 1)]
    canvas.add(Image(bounds(corners)))


def _paint_form(canvas: Canvas, form: Form, name: str) -> None:
    """Paint a form: one without text or forms inside becomes one item, followed once a file."""
    state = canvas.state
    canvas.tally.operations += _FORM_COSTS
    ctm = compose(form.matrix, state.ctm)
    begun = (
        *(state.fill, state.stroke, state.fill_space, state.stroke_space),
        *(state.line_width, state.mitre),
    )
    if begun not in form.painted:
        inside = _follow_form(canvas, form, IDENTITY, ())
        plain = not any(isinstance(item, Run | Placed) for item in inside.items)
        form.painted[begun] = (
            tuple([item for item in inside.items if isinstance(item, Shape | Image)])
            if plain
            else None
        )
    paints = form.painted[begun]
    left, bottom, right, top = form.box
    ring = (left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)
    corners = tuple([apply(ctm, x, y) for x, y in ring])
    box = bounds(corners)
    if paints is not None:
        clipped = not all(within(box, clip) for clip in state.clips)
        canvas.add(Placed(form.picture, name.partition("-")[2], box, paints, ctm, clipped))
        return
    edge = Shape((corners,), box, True, False, None, None, 0.0, is_upright(corners), False)
    canvas.items += _follow_form(canvas, form, ctm, (*state.clips, edge)).items


def _follow_form(canvas: Canvas, form: Form, ctm: Matrix, clips: tuple[Shape, ...]) -> Canvas:
    inside = Canvas(
        replace(canvas.state, ctm=ctm, clips=clips),
        form.resources,
        tally=canvas.tally,
        depth=canvas.depth + 1,
    )
    _follow(form.stream, inside)
    return inside


# Colours


def _colour(canvas: Canvas, space: str, operands: list[Operand]) -> Colour | None:
    """The colour; None, and a fault, where it is of a kind that no print of ours uses."""
    if space == "DeviceGray":
        (grey,) = numbers(operands)
        return grey, grey, grey
    if space != "DeviceRGB":
        canvas.lose(f"uses the colour space {space}")
        return None
    red, green, blue = numbers(operands)
    if red == green == blue:
        canvas.fault(f"makes the neutral colour {red:g} of RGB, not of DeviceGray")
    return red, green, blue


def _fill(space: str) -> Operator:
    def operator(canvas: Canvas, operands: list[Operand]) -> None:
        canvas.state.fill, canvas.state.fill_space = _colour(canvas, space, operands), space

    return operator


def _stroke(space: str) -> Operator:
    def operator(canvas: Canvas, operands: list[Operand]) -> None:
        canvas.state.stroke, canvas.state.stroke_space = _colour(canvas, space, operands), space

    return operator


def _fill_space(canvas: Canvas, operands: list[Operand]) -> None:
    (space,) = map(str, operands)
    if space not in _START:
        canvas.lose(f"uses the colour space {space}")
    canvas.state.fill, canvas.state.fill_space = _START.get(space), space


def _stroke_space(canvas: Canvas, operands: list[Operand]) -> None:
    (space,) = map(str, operands)
    if space not in _START:
        canvas.lose(f"uses the colour space {space}")
    canvas.state.stroke, canvas.state.stroke_space = _START.get(space), space


def _fill_in_space(canvas: Canvas, operands: list[Operand]) -> None:
    canvas.state.fill = _colour(canvas, canvas.state.fill_space, operands)


def _stroke_in_space(canvas: Canvas, operands: list[Operand]) -> None:
    canvas.state.stroke = _colour(canvas, canvas.state.stroke_space, operands)


_START: dict[str, Colour] = {"DeviceGray": (0.0, 0.0, 0.0), "DeviceRGB": (0.0, 0.0, 0.0)}

_OPERATORS: dict[bytes, Operator] = {
    **TEXT_OPERATORS,
    **PATH_OPERATORS,
    **dict.fromkeys((b"EMC", b"MP", b"DP", b"J", b"j", b"ri", b"i"), _nothing),
    b"q": _save,
    b"Q": _restore,
    b"cm": _concatenate,
    b"w": _line_width,
    b"M": _mitre,
    b"d": _dash,
    b"gs": _graphics_state,
    b"Do": _picture,
    b"BMC": _marked,
    b"BDC": _marked,
    b"g": _fill("DeviceGray"),
    b"G": _stroke("DeviceGray"),
    b"rg": _fill("DeviceRGB"),
    b"RG": _stroke("DeviceRGB"),
    b"k": _fill("DeviceCMYK"),
    b"K": _stroke("DeviceCMYK"),
    b"cs": _fill_space,
    b"CS": _stroke_space,
    b"sc": _fill_in_space,
    b"scn": _fill_in_space,
    b"SC": _stroke_in_space,
    b"SCN": _stroke_in_space,
}
