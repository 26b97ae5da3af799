"""Turn boxes into laid boxes: every line broken, every size known.

Blocks stand below one another and adjoining margins take the larger, as in browsers; no margin
reaches through its parent. What does not fit is handed back as misfits, laid out all the same, so
that the caller can shrink the text or say so. It must not know elements, faces or paper.
"""

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
from printgen.layout.style import Four, Style
from printgen.layout.table import lay_table
from printgen.layout.text import set_lines

SLACK = 0.001
"""Mm by which sums of lengths may miss: far below what is seen or cut."""


def lay(block: Block, room: float, misfits: list[Misfit]) -> Laid:
    """Lays a block and all it holds into a width of `room`, its margins included.

    Appends to `misfits`, in reading order, whatever is larger than the room it has.
    """
    style = block.style
    inner = inner_width(style, room, block.name, block.line, misfits)
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


def inner_width(style: Style, room: float, name: str, line: int, misfits: list[Misfit]) -> float:
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
        inner = inner_width(box.style, room, box.name, box.line, misfits)
        return lay_table(box, inner, misfits, lay_content)
    if isinstance(box, Entry):
        return _lay_entry(box, room, high, misfits)
    return box


def _lay_words(words: Words, room: float, misfits: list[Misfit]) -> LaidWords:
    lines = set_lines(words.pieces, room, words.above, words.below)
    for line in lines:
        if line.width > room + SLACK:
            text = "".join(span.text for span in line.spans)
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
    """Children in columns of the least equal height that holds them, broken only between them."""
    style = block.style
    count, gap = style.columns, style.column_gap
    room = (inner - (count - 1) * gap) / count
    parts: list[tuple[Four, bool, LaidPart]] = []
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
        parts.append((box.style.margin, forced, _lay_one(box, room, None, misfits)))
    if not parts:
        return [], 0.0
    height = _least_height(parts, count)
    filled = _fill_columns(parts, height)
    if filled[-1][0] >= count:
        message = f"has {filled[-1][0]} forced breaks in {count} columns"
        hint = "leave out a break-before: column"
        misfits.append(Misfit(block.line, block.name, message, hint))
    placed = [(column * (room + gap) + x, y, part) for column, x, y, part in filled]
    return placed, height


def _fill_columns(
    parts: list[tuple[Four, bool, LaidPart]], height: float
) -> list[tuple[int, float, float, LaidPart]]:
    """Each part's column and place in it, filling one column after another up to `height`."""
    filled: list[tuple[int, float, float, LaidPart]] = []
    column = 0
    y = owed = 0.0
    for margin, forced, part in parts:
        top = _adjoin(owed, margin[0])
        if forced:
            column, y, top = column + 1, 0.0, margin[0]
        elif y > 0 and y + top + part.height > height + SLACK:
            # A margin does not reach over a break that nobody asked for.
            column, y, top = column + 1, 0.0, 0.0
        filled.append((column, margin[3], y + top, part))
        y, owed = y + top + part.height, margin[2]
    return filled


def _least_height(parts: list[tuple[Four, bool, LaidPart]], count: int) -> float:
    """The least height at which `count` columns hold all parts."""
    heights = sorted(_possible_heights(parts))
    low, high = 0, len(heights) - 1
    while low < high:
        middle = (low + high) // 2
        filled = _fill_columns(parts, heights[middle])
        tallest = max(y + part.height for _, _, y, part in filled)
        if filled[-1][0] < count and tallest <= heights[middle] + SLACK:
            high = middle
        else:
            low = middle + 1
    return heights[low]


def _possible_heights(parts: list[tuple[Four, bool, LaidPart]]) -> set[float]:
    """How high a column is that holds some parts in a row, for all of these."""
    heights: set[float] = set()
    for start, (first, forced, _) in enumerate(parts):
        y, owed = 0.0, 0.0
        for index in range(start, len(parts)):
            margin, breaks_here, part = parts[index]
            if index > start:
                if breaks_here:
                    break
                y += _adjoin(owed, margin[0])
            elif forced or not start:
                y = first[0]
            y += part.height
            owed = margin[2]
            heights.add(y)
    return heights
