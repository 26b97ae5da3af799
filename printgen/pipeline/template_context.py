"""Turn what a face must say into what its template binds: fields to print, rows to choose by.

Words are opaque to a template: it prints them, or asks whether they are there. What it chooses by
are keys, choices, marks, numbers and colours. It knows no box and no paper; docs/templates.md lists
what is handed.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, NamedTuple, Never

from markupsafe import escape

from printgen.content.content import Content, Grid, GridCell, GridLine
from printgen.content.faces_of_print import Wanted
from printgen.content.field_builder import TableRow, shown_columns
from printgen.content.possible_names import is_possible
from printgen.layout.diagnostics import RefusedError
from printgen.problems import nearest
from printgen.rules.columns import type_of
from printgen.rules.commonmark import BULLET, ProseBlock, ProseSpan
from printgen.rules.model import Column, Game, Print
from printgen.rules.sizes import Size

_FIGURE = re.compile(r"[+\-−]?[0-9]+(?:[.,/][0-9]+)*[+%″′\"']?")
_SVG = "http://www.w3.org/2000/svg"

_REMEMBERED = 1 << 13


class Closed:
    """Something that a template may print or ask for, and not look into."""

    __slots__ = ("_html", "_name")

    def __init__(self, name: str, html: str | None) -> None:
        self._name = name
        self._html = html

    def __bool__(self) -> bool:
        return self._html != ""

    def __html__(self) -> str:
        return self._closed() if self._html is None else self._html

    def _closed(self, *_: object) -> Never:
        name = self._name
        if self._html is None:
            found = f"{name} of a row holds words, which are printed by their name"
            raise RefusedError(found, f'write f("{name}"), or ask {{% if row.{name} %}}')
        hint = (
            "write f(…, figures=true) and style b.figure for figures, --min-size for a size that"
            " fits, cell.sign for a number's sign, has(…) to ask whether it is there"
        )
        raise RefusedError(f"the words of {name} are counted, parted or compared", hint)

    __str__ = __len__ = __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = _closed
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __mod__ = _closed
    __int__ = __float__ = _closed
    __hash__ = None  # type: ignore[assignment] # what cannot be compared is no key


class Record:
    """A row as a template sees it: its cells by name, a reference being the row referred to.

    It chooses by keys, choices, marks, numbers and colours alone.
    """

    __slots__ = ("_game", "_of", "key")

    def __init__(self, game: Game, of: TableRow) -> None:
        self._game = game
        self._of = of
        self.key = of.row.key

    def __getitem__(self, name: str) -> Any:
        column, value = self._of.table.by_name[name], self._of.row.cells[name]
        if column.each:
            return {head: self._cell(column, one) for head, one in value.items()}
        return self._cell(column, value)

    def _lacks(self, name: str) -> tuple[str, str]:
        """What is wrong with a name that is none of its columns, and what to write."""
        table = self._of.table
        found = f"a row of {table.id} has no column {name}"
        return found, nearest(name, ("key", *table.by_name))

    def _cell(self, column: Column, value: Any) -> Any:
        if not column.refers and not column.rows:
            return self._value(column, value)
        there = self._game.table(column.refers or column.rows)
        rows = (there.by_key[one] if column.refers else one for one in value or ())
        records = tuple(Record(self._game, TableRow(there, row)) for row in rows)
        return records if column.many or column.rows else next(iter(records), None)

    def _value(self, column: Column, value: Any) -> Any:
        form = type_of(column, self._game).form
        is_open = column.type in ("key", "choice", "number", "modifier", "need", "box")
        if value is None or is_open or form not in ("words", "prose"):
            return value
        return Closed(column.name, None)


class BoundColumn(NamedTuple):
    """A column of the face's row: its name and type, and whether it has a head.

    It is `used` where any row of the table has a cell in it, and `here` where this one has.
    """

    name: str
    type: str
    has_head: bool
    used: bool
    here: bool


class Fields:
    """Prints the fields of one face; what no face of its part can have is a mistake."""

    def __init__(self, game: Game, print_: Print, wanted: Wanted) -> None:
        self._game = game
        self._print = print_
        self._wanted = wanted

    def f(
        self, name: object, tag: str = "div", *, figures: bool = False, **attributes: str
    ) -> Closed:
        """A field of any kind in an element `tag` of some `class`; nothing where there is none.

        `name` may be a grid's cell, or several names: then all that they print. One that ends in a
        question mark may be of a column that this game has not.
        """
        if strange := attributes.keys() - {"class"}:
            raise RefusedError(
                f"f takes no {min(strange)}=", "write f(name, tag, class=…, figures=…)"
            )
        classes = str(attributes.get("class", ""))
        if type(name) is str:
            return Closed(name, self._one(name, str(tag), classes, figures=figures))
        names = _names(name)
        in_line = self._marks_in_line(names) if len(names) > 1 else ()
        shown = [
            self._one(one, str(tag), classes, figures=figures)
            for one in names
            if one not in in_line
        ]
        return Closed(names[0] if names else "the cell", " ".join(filter(None, shown)))

    def has(self, name: str) -> bool:
        """Whether this face has the field. Of a name that none can have nothing is said.

        A template may serve games of other columns; what it fails to print, inspection tells.
        """
        content = self._wanted.content
        kept = (content.fields, content.prose, content.marks, content.inputs)
        return any(name in one for one in kept) or bool(self._boxes(name))

    def _one(self, asked: str, tag: str, classes: str, *, figures: bool) -> str:
        content, place = self._wanted
        columns = place.row.table.columns if place.row else ()
        # A column's own name may end so, too.
        is_own = asked.endswith("?") and any(asked == one.name for one in columns)
        name = asked if is_own else asked.removesuffix("?")
        is_entry = tag in ("input", "textarea") and name in content.inputs
        if name in content.prose and not is_entry:
            return _prose(name, content.prose[name], tag, classes)
        if name in content.fields and not is_entry:
            return _words(name, content.fields[name], tag, classes, figures)
        if f"{name}." in content.examples:
            return f"<object{_class(classes)} data={_quoted(name)}/>"
        if name in content.marks:
            return _mark(name, content.marks[name], classes)
        if name in content.inputs:
            return _entry(name, content, tag, classes)
        if boxes := self._boxes(name):
            return "".join(_entry(one, content, tag, classes) for one in boxes)
        if name == asked:
            self._must_be_possible(name)
        return ""

    def _boxes(self, name: str) -> Sequence[str]:
        """The boxes of a cell that has several."""
        inputs = self._wanted.content.inputs
        if f"{name}.1" not in inputs:
            return ()
        return [one for one in inputs if one.rpartition(".")[0] == name]

    def _marks_in_line(self, names: Sequence[str]) -> frozenset[str]:
        prose = self._wanted.content.prose
        blocks = (block for name in names for block in prose.get(name, ()))
        return frozenset(span.field for block in blocks for span in block.spans if span.mark)

    def _must_be_possible(self, name: str) -> None:
        """Raises `RefusedError` for what no face can have : a template may serve all parts."""
        content, place = self._wanted
        if any(is_possible(self._game, self._print, part, name) for part in self._print.parts):
            return
        there = dict.fromkeys((*content.fields, *content.marks, *content.inputs))
        if place.row:
            there |= dict.fromkeys(one.name for one in place.row.table.columns)
        raise RefusedError(f"no face of this print has {name}", nearest(name, there))


def bound(game: Game, print_: Print, wanted: Wanted, size: Size | None) -> dict[str, object]:
    """What a template is handed of one face; `size` is the one asked for, if any was."""
    content, place = wanted
    fields = Fields(game, print_, wanted)
    context: dict[str, object] = {
        "f": fields.f,
        "has": fields.has,
        "marks": content.marks,
        "grids": content.grids,
        "game": game.about,
        "print": print_,
    }
    if size is not None:
        context["size"] = size
    if place.owner:
        context["owner"] = Record(game, place.owner)
    if place.row:
        used = place.row.table.used
        context["row"] = Record(game, place.row)
        context["columns"] = tuple(
            BoundColumn(one.name, one.type, bool(one.head), here or one.name in used, here)
            for one in shown_columns(place.row.table, place.part.shows)
            for here in (_is_here(one, content, place.row),)
        )
    elif place.part.all:
        context["row_of"] = partial(_row_of, game)
        context["parts"] = tuple(
            {**section._asdict(), "row": Record(game, row)}
            for section, row in zip(content.sections, place.rows, strict=True)
        )
    return context


def _row_of(game: Game, grid: Grid, line: GridLine) -> Record:
    """The row that a line of a table on the face prints."""
    table = game.table(grid.table)
    return Record(game, TableRow(table, table.by_key[line.key]))


def _is_here(column: Column, content: Content, of: TableRow) -> bool:
    kept = (content.fields, content.prose, content.marks, content.inputs)
    if any(column.name in one for one in kept) or column.name in content.grids:
        return True
    return column.type in ("image", "colour") and of.row.cells[column.name] is not None


def _names(name: object) -> Sequence[str]:
    if isinstance(name, str):
        return (name,)
    if isinstance(name, GridCell):
        return name.names
    if isinstance(name, Sequence) and all(isinstance(one, str) for one in name):
        return name
    raise RefusedError(
        "f is given what is no name", 'write f("name"), or f(cell) of a grid\'s line'
    )


@lru_cache(maxsize=_REMEMBERED)
def _words(name: str, text: str, tag: str, classes: str, figures: bool) -> str:
    words = str(escape(text))
    if figures:
        words = _FIGURE.sub(r'<b class="figure">\g<0></b>', words)
    return f"<{tag}{_class(classes)} data-field={_quoted(name)}>{words}</{tag}>"


@lru_cache(maxsize=_REMEMBERED)
def _prose(name: str, blocks: Sequence[ProseBlock], tag: str, classes: str) -> str:
    """Paragraphs and lists; one paragraph in an element that stands in the line stays in it."""
    if tag in ("span", "b", "i", "p", "h1", "h2", "h3", "td", "th"):
        inner = "<br/>".join(f"{_bullet(block)}{_spans(block)}" for block in blocks)
    else:
        inner = "".join(_blocks(blocks))
    return f"<{tag}{_class(classes)} data-field={_quoted(name)}>{inner}</{tag}>"


def _blocks(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    for is_list, group in groupby(blocks, lambda block: bool(block.item)):
        tag = "li" if is_list else "p"
        lines = "".join(f"<{tag}>{_bullet(block)}{_spans(block)}</{tag}>" for block in group)
        yield f"<ul>{lines}</ul>" if is_list else lines


def _bullet(block: ProseBlock) -> str:
    """A list's number; its bullet is the style sheet's to draw."""
    return f"{escape(block.item)} " if block.item and block.item != BULLET else ""


def _spans(block: ProseBlock) -> str:
    return "".join(map(_span, block.spans))


def _span(span: ProseSpan) -> str:
    text = _mark(span.field, span.mark, "in-line") if span.mark else str(escape(span.text))
    text = f"<i>{text}</i>" if span.italic else text
    text = f"<b>{text}</b>" if span.bold else text
    return f"<br/>{text}" if span.line else text


@lru_cache(maxsize=_REMEMBERED)
def _mark(name: str, drawing: str, classes: str) -> str:
    shown = f"mark of-{escape(drawing)} {classes}".rstrip()
    use = f'<use href="marks/{escape(drawing)}.svg"/>'
    return f'<svg xmlns="{_SVG}"{_class(shown)} data-field={_quoted(name)}>{use}</svg>'


def _entry(name: str, content: Content, tag: str, classes: str) -> str:
    is_box = content.inputs[name] == "check"
    if tag == "textarea" and not is_box:
        return f"<textarea{_class(f'write {classes}'.rstrip())} name={_quoted(name)}></textarea>"
    kind, own = ("checkbox", "tick") if is_box else ("text", "write")
    return f'<input{_class(f"{own} {classes}".rstrip())} type="{kind}" name={_quoted(name)}/>'


def _class(classes: str) -> str:
    return f" class={_quoted(classes)}" if classes else ""


def _quoted(text: str) -> str:
    return f'"{escape(text)}"'
