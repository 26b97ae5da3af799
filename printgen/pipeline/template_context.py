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
from printgen.content.faces_of_print import WantedFace
from printgen.content.field_builder import TableRow, pick_columns
from printgen.content.possible_names import is_possible_name
from printgen.layout.diagnostics import UserError
from printgen.problems import suggest
from printgen.rules.columns import make_column_type
from printgen.rules.commonmark import BULLET, ProseBlock, ProseSpan
from printgen.rules.model import Column, Game, Print
from printgen.rules.sizes import Size

_FIGURE_PATTERN = re.compile(r"[+\-−]?[0-9]+(?:[.,/][0-9]+)*[+%″′\"']?")
_SVG_NAMESPACE = "http://www.w3.org/2000/svg"

_CACHE_SIZE = 1 << 13


class OpaqueText:
    """Something that a template may print or ask for, and not look into."""

    __slots__ = ("_html", "_name")

    def __init__(self, name: str, html: str | None) -> None:
        self._name = name
        self._html = html

    def __bool__(self) -> bool:
        return self._html != ""

    def __html__(self) -> str:
        return self._refuse_access() if self._html is None else self._html

    def _refuse_access(self, *_: object) -> Never:
        name = self._name
        if self._html is None:
            message = f"{name} of a row holds words, which are printed by their name"
            raise UserError(message, f'write f("{name}"), or ask {{% if row.{name} %}}')
        hint = (
            "write f(…, figures=true) and style b.figure for figures, --min-size for a size that"
            " fits, cell.sign for a number's sign, has(…) to ask whether it is there"
        )
        raise UserError(f"the words of {name} are counted, parted or compared", hint)

    __str__ = __len__ = __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = _refuse_access
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __mod__ = _refuse_access
    __int__ = __float__ = _refuse_access
    __hash__ = None  # type: ignore[assignment] # what cannot be compared is no key


class RowView:
    """A row as a template sees it: its cells by name, a reference being the row referred to.

    It chooses by keys, choices, marks, numbers and colours alone.
    """

    __slots__ = ("_game", "_of", "key")

    def __init__(self, game: Game, table_row: TableRow) -> None:
        self._game = game
        self._of = table_row
        self.key = table_row.row.key

    def __getitem__(self, name: str) -> Any:
        column, value = self._of.table.by_name[name], self._of.row.cells[name]
        if column.each:
            return {head: self._view_cell(column, item) for head, item in value.items()}
        return self._view_cell(column, value)

    def _lacks(self, name: str) -> tuple[str, str]:
        """What is wrong with a name that is none of its columns, and what to write."""
        table = self._of.table
        message = f"a row of {table.id} has no column {name}"
        return message, suggest(name, ("key", *table.by_name))

    def _view_cell(self, column: Column, value: Any) -> Any:
        if not column.refers and not column.rows:
            return self._view_value(column, value)
        table = self._game.table(column.refers or column.rows)
        rows = (table.by_key[item] if column.refers else item for item in value or ())
        records = tuple(RowView(self._game, TableRow(table, row)) for row in rows)
        return records if column.many or column.rows else next(iter(records), None)

    def _view_value(self, column: Column, value: Any) -> Any:
        form = make_column_type(column, self._game).display
        is_open = column.type in ("key", "choice", "number", "modifier", "need", "box")
        if value is None or is_open or form not in ("words", "prose"):
            return value
        return OpaqueText(column.name, None)


class ColumnView(NamedTuple):
    """A column of the face's row: its name and type, and whether it has a head.

    It is `used` where any row of the table has a cell in it, and `here` where this one has.
    """

    name: str
    type: str
    has_head: bool
    used: bool
    here: bool


class FieldPrinter:
    """Prints the fields of one face; what no face of its part can have is a mistake."""

    def __init__(self, game: Game, print_: Print, wanted: WantedFace) -> None:
        self._game = game
        self._print = print_
        self._wanted = wanted

    def f(
        self, name: object, tag: str = "div", *, figures: bool = False, **attributes: str
    ) -> OpaqueText:
        """A field of any kind in an element `tag` of some `class`; nothing where there is none.

        `name` may be a grid's cell, or several names: then all that they print. One that ends in a
        question mark may be of a column that this game has not.
        """
        if strange := attributes.keys() - {"class"}:
            raise UserError(f"f takes no {min(strange)}=", "write f(name, tag, class=…, figures=…)")
        classes = str(attributes.get("class", ""))
        if type(name) is str:
            return OpaqueText(name, self._print_field(name, str(tag), classes, figures=figures))
        names = _parse_field_names(name)
        inline_marks = self._find_inline_marks(names) if len(names) > 1 else ()
        printed_fields = [
            self._print_field(field_name, str(tag), classes, figures=figures)
            for field_name in names
            if field_name not in inline_marks
        ]
        return OpaqueText(names[0] if names else "the cell", " ".join(filter(None, printed_fields)))

    def has(self, name: str) -> bool:
        """Whether this face has the field. Of a name that none can have nothing is said.

        A template may serve games of other columns; what it fails to print, inspection tells.
        """
        content = self._wanted.content
        field_groups = (content.fields, content.prose, content.marks, content.inputs)
        return any(name in group for group in field_groups) or bool(self._find_boxes(name))

    def _print_field(self, reference: str, tag: str, classes: str, *, figures: bool) -> str:
        content, position = self._wanted
        columns = position.row.table.columns if position.row else ()
        # A column's own name may end so, too.
        is_own = reference.endswith("?") and any(reference == item.name for item in columns)
        name = reference if is_own else reference.removesuffix("?")
        is_entry = tag in ("input", "textarea") and name in content.inputs
        if name in content.prose and not is_entry:
            return _render_prose(name, content.prose[name], tag, classes)
        if name in content.fields and not is_entry:
            return _render_text(name, content.fields[name], tag, classes, figures)
        if f"{name}." in content.examples:
            return f"<object{_format_class(classes)} data={_quote_attribute(name)}/>"
        if name in content.marks:
            return _render_mark(name, content.marks[name], classes)
        if name in content.inputs:
            return _render_input(name, content, tag, classes)
        if boxes := self._find_boxes(name):
            return "".join(_render_input(item, content, tag, classes) for item in boxes)
        if name == reference:
            self._require_possible_name(name)
        return ""

    def _find_boxes(self, name: str) -> Sequence[str]:
        """The boxes of a cell that has several."""
        inputs = self._wanted.content.inputs
        if f"{name}.1" not in inputs:
            return ()
        return [input_name for input_name in inputs if input_name.rpartition(".")[0] == name]

    def _find_inline_marks(self, names: Sequence[str]) -> frozenset[str]:
        prose = self._wanted.content.prose
        blocks = (block for name in names for block in prose.get(name, ()))
        return frozenset(span.field for block in blocks for span in block.spans if span.mark)

    def _require_possible_name(self, name: str) -> None:
        """Raises `RefusedError` for what no face can have : a template may serve all parts."""
        content, position = self._wanted
        if any(is_possible_name(self._game, self._print, part, name) for part in self._print.parts):
            return
        known_names = dict.fromkeys((*content.fields, *content.marks, *content.inputs))
        if position.row:
            known_names |= dict.fromkeys(column.name for column in position.row.table.columns)
        raise UserError(f"no face of this print has {name}", suggest(name, known_names))


def template_context(
    game: Game, print_: Print, wanted: WantedFace, size: Size | None
) -> dict[str, object]:
    """What a template is handed of one face; `size` is the one asked for, if any was."""
    content, position = wanted
    fields = FieldPrinter(game, print_, wanted)
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
    if position.set_row:
        context["owner"] = RowView(game, position.set_row)
    if position.row:
        used_columns = position.row.table.filled_columns
        context["row"] = RowView(game, position.row)
        context["columns"] = tuple(
            ColumnView(
                col.name, col.type, bool(col.head), is_filled or col.name in used_columns, is_filled
            )
            for col in pick_columns(position.row.table, position.part.shows)
            for is_filled in (_has_column_content(col, content, position.row),)
        )
    elif position.part.all:
        context["row_of"] = partial(_find_row_of_line, game)
        context["parts"] = tuple(
            {**section._asdict(), "row": RowView(game, row)}
            for section, row in zip(content.sections, position.rows, strict=True)
        )
    return context


def _find_row_of_line(game: Game, grid: Grid, line: GridLine) -> RowView:
    """The row that a line of a table on the face prints."""
    table = game.table(grid.table)
    return RowView(game, TableRow(table, table.by_key[line.key]))


def _has_column_content(column: Column, content: Content, table_row: TableRow) -> bool:
    field_groups = (content.fields, content.prose, content.marks, content.inputs)
    if any(column.name in group for group in field_groups) or column.name in content.grids:
        return True
    return column.type in ("image", "colour") and table_row.row.cells[column.name] is not None


def _parse_field_names(name: object) -> Sequence[str]:
    if isinstance(name, str):
        return (name,)
    if isinstance(name, GridCell):
        return name.names
    if isinstance(name, Sequence) and all(isinstance(item, str) for item in name):
        return name
    raise UserError("f is given what is no name", 'write f("name"), or f(cell) of a grid\'s line')


@lru_cache(maxsize=_CACHE_SIZE)
def _render_text(name: str, text: str, tag: str, classes: str, figures: bool) -> str:
    words = str(escape(text))
    if figures:
        words = _FIGURE_PATTERN.sub(r'<b class="figure">\g<0></b>', words)
    return f"<{tag}{_format_class(classes)} data-field={_quote_attribute(name)}>{words}</{tag}>"


@lru_cache(maxsize=_CACHE_SIZE)
def _render_prose(name: str, blocks: Sequence[ProseBlock], tag: str, classes: str) -> str:
    """Paragraphs and lists; one paragraph in an element that stands in the line stays in it."""
    if tag in ("span", "b", "i", "p", "h1", "h2", "h3", "td", "th"):
        inner = "<br/>".join(f"{_render_bullet(block)}{_render_spans(block)}" for block in blocks)
    else:
        inner = "".join(_render_blocks(blocks))
    return f"<{tag}{_format_class(classes)} data-field={_quote_attribute(name)}>{inner}</{tag}>"


def _render_blocks(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    for is_list, group in groupby(blocks, lambda block: bool(block.item)):
        tag = "li" if is_list else "p"
        lines = "".join(
            f"<{tag}>{_render_bullet(block)}{_render_spans(block)}</{tag}>" for block in group
        )
        yield f"<ul>{lines}</ul>" if is_list else lines


def _render_bullet(block: ProseBlock) -> str:
    """A list's number; its bullet is the style sheet's to draw."""
    return f"{escape(block.item)} " if block.item and block.item != BULLET else ""


def _render_spans(block: ProseBlock) -> str:
    return "".join(map(_render_span, block.spans))


def _render_span(span: ProseSpan) -> str:
    text = _render_mark(span.field, span.mark, "in-line") if span.mark else str(escape(span.text))
    text = f"<i>{text}</i>" if span.italic else text
    text = f"<b>{text}</b>" if span.bold else text
    return f"<br/>{text}" if span.line else text


@lru_cache(maxsize=_CACHE_SIZE)
def _render_mark(name: str, mark_id: str, classes: str) -> str:
    all_classes = f"mark of-{escape(mark_id)} {classes}".rstrip()
    use = f'<use href="marks/{escape(mark_id)}.svg"/>'
    return f'<svg xmlns="{_SVG_NAMESPACE}"{_format_class(all_classes)} data-field={_quote_attribute(name)}>{use}</svg>'


def _render_input(name: str, content: Content, tag: str, classes: str) -> str:
    is_box = content.inputs[name] == "check"
    if tag == "textarea" and not is_box:
        return f"<textarea{_format_class(f'write {classes}'.rstrip())} name={_quote_attribute(name)}></textarea>"
    kind, own_class = ("checkbox", "tick") if is_box else ("text", "write")
    return f'<input{_format_class(f"{own_class} {classes}".rstrip())} type="{kind}" name={_quote_attribute(name)}/>'


def _format_class(classes: str) -> str:
    return f" class={_quote_attribute(classes)}" if classes else ""


def _quote_attribute(text: str) -> str:
    return f'"{escape(text)}"'
