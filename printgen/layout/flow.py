"""Turn boxes into laid boxes: every line broken, every size known.

Blocks stand below one another and adjoining margins take the larger, as in browsers; no margin
reaches through its parent. What does not fit is handed back as misfits, laid out all the same, so
that the caller can shrink the text or say so. It must not know elements, faces or paper.
"""

from dataclasses import dataclass
from math import inf

from printgen.layout.boxes import (
    Block,
    Box,
    Entry,
    Laid,
    LaidEntry,
    LaidPart,
    LaidWords,
    Misfit,
    Picture,
    Table,
    Words,
)
from printgen.layout.breaks import set_lines
from printgen.layout.style import Four, Style
from printgen.layout.tabular import lay_table

SLACK = 0.001
"""Mm by which sums of lengths may miss: far below what is seen or cut."""


def lay(block: Block, room: float, misfits: list[Misfit]) -> Laid:
    """Lays a block and all it holds into a width of `room`, its margins included.

    Appends to `misfits`, in reading order, whatever is larger than the room it has.
    """
    style = block.style
    inner = _inner_width(style, room, block.name, block.line, misfits)
    return lay_content(block, inner, misfits)


def lay_content(block: Block, inner: float, misfits: list[Misfit]) -> Laid:
    """Lays a block whose content is `inner` wide; its height is the style's or the content's."""
    style = block.style
    if style.columns > 1:
        children, content = _columns(block, inner, misfits)
    else:
        children, content = _stack(block.children, inner, style.height, misfits)
    height = content if style.height is None else style.height
    if content > height + SLACK:
        over = content - height
        message = f"is {over:.2f} mm higher than its box of {height:g} mm"
        misfits.append(Misfit(block.line, block.name, message))
    top, right, bottom, left = edges(style)
    return Laid(
        style,
        left + inner + right,
        top + height + bottom,
        tuple((left + x, top + y, child) for x, y, child in children),
        first_baseline(children, top),
    )


def edges(style: Style) -> Four:
    """Border and padding together, from the top clockwise."""
    border, padding = style.border, style.padding
    return (
        border[0] + padding[0],
        border[1] + padding[1],
        border[2] + padding[2],
        border[3] + padding[3],
    )


def first_baseline(
    children: list[tuple[float, float, LaidPart]], above: float = 0.0
) -> float | None:
    """The baseline of the first line among children, `above` added; None where there is none."""
    for _, y, child in children:
        if isinstance(child, LaidWords) and child.lines:
            return above + y + child.lines[0].above
        if isinstance(child, Laid) and child.baseline is not None:
            return above + y + child.baseline
    return None


def _inner_width(style: Style, room: float, name: str, line: int, misfits: list[Misfit]) -> float:
    """The width of a block's content in a containing width of `room`."""
    _, right, _, left = edges(style)
    around = style.margin[1] + right + left + style.margin[3]
    if style.width_percent is not None:
        inner = room * style.width_percent / 100
    else:
        inner = room - around if style.width is None else style.width
    if inner < 0 or inner + around > room + SLACK:
        wide = max(inner, 0.0) + around
        misfits.append(Misfit(line, name, f"is {wide:.2f} mm wide in a room of {room:.2f} mm"))
    return max(inner, 0.0)


def _stack(
    boxes: tuple[Box, ...], room: float, high: float | None, misfits: list[Misfit]
) -> tuple[list[tuple[float, float, LaidPart]], float]:
    """Boxes below one another, and the height they take."""
    placed: list[tuple[float, float, LaidPart]] = []
    y = owed = 0.0
    for box in boxes:
        margin = _margin(box)
        y += _adjoin(owed, margin[0])
        laid = _lay_one(box, room, high, misfits)
        placed.append((margin[3], y, laid))
        y += laid.height
        owed = margin[2]
    return placed, y + owed


def _lay_one(box: Box, room: float, high: float | None, misfits: list[Misfit]) -> LaidPart:
    """Lays a box into a width of `room`; a form field may fill the height `high`, where known."""
    if isinstance(box, Words):
        return _lay_words(box, room, misfits)
    if isinstance(box, Block):
        return lay(box, room, misfits)
    if isinstance(box, Table):
        inner = _inner_width(box.style, room, box.name, box.line, misfits)
        return lay_table(box, inner, misfits, lay_content)
    if isinstance(box, Entry):
        return _lay_entry(box, room, high, misfits)
    assert isinstance(box, Picture)  # noqa: S101 - the last of the old way
    return box


def _lay_words(words: Words, room: float, misfits: list[Misfit]) -> LaidWords:
    lines = set_lines(words.pieces, room, words.above, words.below)
    line = max(lines, key=lambda line: line.width, default=None)
    if line and line.width > room + 2 * SLACK:
        text = "".join(span.text for span in line.spans)
        text = text if len(text) <= 60 else f"{text[:60]}…"
        message = f'"{text}" is {line.width:.2f} mm wide in a room of {room:.2f} mm'
        field = next((span.ink.field for span in line.spans if span.ink.field), "")
        misfits.append(Misfit(words.line, field, message))
    return LaidWords(words, lines, room, sum(line.above + line.below for line in lines))


def _lay_entry(entry: Entry, room: float, high: float | None, misfits: list[Misfit]) -> LaidEntry:
    """A form field as large as its style says, else as its box."""
    style = entry.style
    width = room - style.margin[1] - style.margin[3] if style.width is None else style.width
    if style.width_percent is not None:
        width = room * style.width_percent / 100
    height = high if style.height is None else style.height
    if height is None:
        hint = "give it one in the style sheet, or its box"
        misfits.append(Misfit(entry.line, entry.name, "has no height", hint))
    if style.margin[3] + width + style.margin[1] > room + SLACK:
        message = f"is {width:.2f} mm wide in a room of {room:.2f} mm"
        misfits.append(Misfit(entry.line, entry.name, message, "make it narrower"))
    return LaidEntry(entry, width, height or 0.0)


def _margin(box: Box) -> Four:
    return (0.0, 0.0, 0.0, 0.0) if isinstance(box, (Words, Picture)) else box.style.margin


def _adjoin(one: float, other: float) -> float:
    """The distance that two adjoining margins leave: the larger; negative ones pull closer."""
    return max(one, other, 0.0) + min(one, other, 0.0)


def _columns(
    block: Block, inner: float, misfits: list[Misfit]
) -> tuple[list[tuple[float, float, LaidPart]], float]:
    """Children in columns as equally high as can be, broken only between the children."""
    style = block.style
    count, gap = style.columns, style.column_gap
    room = (inner - (count - 1) * gap) / count
    parts: list[_Part] = []
    for box in block.children:
        if isinstance(box, (Words, Picture)):
            hint = "put them into a paragraph"
            misfits.append(Misfit(block.line, block.name, "has loose words in columns", hint))
            continue
        if box.style.break_inside != "avoid":
            hint = "give it break-inside: avoid"
            message = "stands in columns and could be broken"
            misfits.append(Misfit(box.line, box.name, message, hint))
        forced = box.style.break_before == "column" and bool(parts)
        parts.append(_Part(box.style.margin, forced, _lay_one(box, room, None, misfits)))
    if not parts:
        return [], 0.0
    breaks = sum(part.forced for part in parts)
    if breaks >= count:
        message = f"has {breaks} forced breaks in {count} columns"
        hint = "leave out a break-before: column"
        misfits.append(Misfit(block.line, block.name, message, hint))
        return [], 0.0
    height = _first_guess(parts, count)
    filled, short = _fill_columns(parts, height)
    while filled[-1][0] >= count:
        height += short
        filled, short = _fill_columns(parts, height)
    placed = [(column * (room + gap) + x, y, part) for column, x, y, part in filled]
    return placed, max(height, max(y + part.height for _, _, y, part in filled))


@dataclass(frozen=True, slots=True)
class _Part:
    """A child of a columned block: its margins, whether it begins a column, and itself."""

    margin: Four
    forced: bool
    laid: LaidPart


def _fill_columns(
    parts: list[_Part], height: float
) -> tuple[list[tuple[int, float, float, LaidPart]], float]:
    """Each part's column and place in it, filling one column after another up to `height`.

    Also by how much the height fell short of holding one more part in some column.
    """
    filled: list[tuple[int, float, float, LaidPart]] = []
    short = inf
    column = 0
    y = owed = 0.0
    for part in parts:
        top = _adjoin(owed, part.margin[0])
        over = y + top + part.laid.height - height
        if part.forced:
            column, y, top = column + 1, 0.0, part.margin[0]
        elif y > 0 and over > SLACK:
            # A margin does not reach over a break that nobody asked for.
            column, y, top = column + 1, 0.0, 0.0
            short = min(short, over)
        filled.append((column, part.margin[3], y + top, part.laid))
        y, owed = y + top + part.laid.height, part.margin[2]
    return filled, short


def _first_guess(parts: list[_Part], count: int) -> float:
    """The height at which Chromium begins to balance columns, growing it until all parts fit.

    What stands between two forced breaks is thought to divide evenly, each column more going to
    where columns are highest; margins count in full. No part is ever higher.
    """
    runs: list[float] = []
    owed = 0.0
    for index, part in enumerate(parts):
        if part.forced or not index:
            runs.append(part.margin[0])
        else:
            runs[-1] += _adjoin(owed, part.margin[0])
        runs[-1] += part.laid.height
        owed = part.margin[2]
    runs[-1] += owed
    shares = [1] * len(runs)
    for _ in range(count - len(runs)):
        columns = [run / share for run, share in zip(runs, shares, strict=True)]
        shares[columns.index(max(columns))] += 1
    highest = max(run / share for run, share in zip(runs, shares, strict=True))
    return max(highest, *(part.laid.height for part in parts))
