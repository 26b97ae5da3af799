"""The context of a template: the fields it can print, and the rows it can make decisions with.

Text is opaque to a template: it can print it, or test whether it exists. It can only make decisions
with keys, choices, marks, numbers and colours. docs/templates.md lists the whole context.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, Never

import msgspec
from markupsafe import escape

from printgen.content.content import FaceContent, GridCell, GridRow, TableGrid
from printgen.content.faces_of_print import WantedFace
from printgen.content.field_builder import TableRow, select_shown_columns
from printgen.content.possible_names import is_possible_name, is_shown_name
from printgen.problems import InputError, suggest_known_words
from printgen.rules.columns.numbers import Tally
from printgen.rules.model import Column, Game, Print
from printgen.rules.queries.paths import follow_path
from printgen.rules.standalone.column_names import find_emblem, find_kind_colours
from printgen.rules.standalone.column_types import choose_roles
from printgen.rules.values.commonmark import BULLET, ProseBlock, ProseSpan
from printgen.rules.values.sizes import Size
from printgen.spaced_numbers import SPACED_NUMBER

_FIGURE_PATTERN = re.compile(
    # A hyphen after a letter or a number is no minus, as in AK-47 and 1-3.
    r"((?:[+−]|(?<![\w\"″′'])-)?"
    rf"(?:{SPACED_NUMBER.pattern}"
    r"|[0-9]+(?:[.,/\u00a0\u2009\u202f][0-9]+)*[¼-¾⅐-⅞]?"
    r"|[¼-¾⅐-⅞])(?:\+(?![0-9])|[%″′\"'])?)"
)
"""A number, such as `−2`, `10 000`, `1 1/2` or `6″`."""
_SVG_NAMESPACE = "http://www.w3.org/2000/svg"

_OPAQUE_TYPES = ("text", "plain", "prose", "band", "dice")
"""The types of columns whose cells a template can print, but not read."""

_CACHE_SIZE = 1 << 13
"""The most elements that each function below caches: most cards of a deck print the same few."""


class OpaqueText:
    """A text that a template can print or test for truth, but cannot read or compare."""

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
            message = f"row.{name} is text, which a template cannot read"
            hint = f'print it with f("{name}"), or test it with {{% if row.{name} %}}'
            hint += f"; for a class or a data- attribute, make {name} refer to another table, and "
            raise InputError(message, f"{hint}write row.{name}.key; leave it out of alt")
        hint = (
            "write f(…, figures=true) and style b.figure for numbers, --min-size to shrink text"
            " to fit, cell.sign for a number's sign, has(…) to test whether a field exists"
        )
        message = f"the text of {name} cannot be counted, split or compared in a template"
        raise InputError(message, hint)

    # Templates that look into words would depend on the wording of one game.
    __str__ = __len__ = __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = _refuse_access
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __mod__ = _refuse_access
    __int__ = __float__ = _refuse_access
    __hash__ = None  # type: ignore[assignment] # without __eq__ there is no hash


class RowView:
    """A row as templates see it: `row["cost"]` is what a template can read of the cell `cost`.

    For a cell with a reference, this is a `RowView` of the other row. For keys, choices, marks,
    numbers and colours, it is the value. For a text, it is an `OpaqueText`, which a template can
    print but not compare.
    """

    __slots__ = ("_game", "_table_row", "key")

    def __init__(self, game: Game, table_row: TableRow) -> None:
        self._game = game
        self._table_row = table_row
        self.key = table_row.row.key

    def __getitem__(self, name: str) -> Any:
        column, value = self._table_row.table.by_name[name], self._table_row.row.cells[name]
        if column.each:
            return {head: self._make_cell_view(column, cell) for head, cell in value.items()}
        return self._make_cell_view(column, value)

    def _explain_missing_column(self, name: str) -> tuple[str, str]:
        """Return the message and the hint for a column `name` that the row does not have.

        The sandbox of templates calls this method when a template reads such a column.
        """
        table = self._table_row.table
        message = f"a row of {table.id} has no column {name}"
        return message, suggest_known_words(name, ("key", *table.by_name))

    def _make_cell_view(self, column: Column, value: Any) -> Any:
        """Return what a template can read of a cell: its value, or a `RowView` of a row.

        It is a `RowView`, or a tuple of them, for a cell with a reference or with nested rows.
        """
        if not column.refers and not column.rows:
            return self._make_value_view(column, value)
        table = self._game.table(column.refers or column.rows)
        rows = (table.by_key[entry] if column.refers else entry for entry in value or ())
        records = tuple(RowView(self._game, TableRow(table, row)) for row in rows)
        return records if column.many or column.rows else next(iter(records), None)

    def _make_value_view(self, column: Column, value: Any) -> Any:
        """Return the value of a cell, or an `OpaqueText` if templates may not read it.

        The value of a tally is its share of the total, from 0 to 1.
        """
        if isinstance(value, Tally):
            return value.counted / (value.total or 1)
        is_opaque = value is not None and column.type in _OPAQUE_TYPES
        return OpaqueText(column.name, None) if is_opaque else value


class ColumnView(msgspec.Struct, frozen=True):
    """What a template can read about one column of the row on its face.

    - `role`: what the column is on a card of a standalone table, such as title or picture.
    - `has_head`: whether the column has a heading (its key `head`).
    - `used`: whether any row of the table has a value in it. `here`: whether this row has one.
    - `kinds`: the number of different cells in a column that says what kind of card it is.
    - `kind`: the number of this cell among these, from 1; 0 if it is empty.
    - `emblem`: the name of the drawing for this kind of card; "" for none.
    - `colour`: if the kinds are colours, the name of this one, such as "red" for Rouge; else "".
    - `longest`: the number of characters of the longest cell; a line break counts as 30.
    """

    name: str
    type: str
    role: str
    has_head: bool
    used: bool
    here: bool
    kinds: int
    kind: int
    emblem: str
    colour: str
    longest: int


class FieldRenderer:
    """Renders the fields of one face as HTML, for its template.

    Reports a field name in the template that no face of the same print can have.
    """

    def __init__(self, game: Game, print_: Print, wanted: WantedFace) -> None:
        self._game = game
        self._print = print_
        self._wanted = wanted

    def f(
        self, name: object, tag: str = "div", *, figures: bool = False, **attributes: str
    ) -> OpaqueText:
        """Return the HTML of a field in an element `tag`, with an optional `class`.

        `name` is the name of a field, a cell of a table (from `grids`), or a list of names, which
        are printed together. The HTML is empty for an empty field. A question mark at the end of a
        name, as in "cost?", allows a name that this game does not have. `figures` puts the numbers
        in the text into separate elements, so that they can have another style.
        """
        if strange := attributes.keys() - {"class"}:
            raise InputError(f"f has no {min(strange)}=", "write f(name, tag, class=…, figures=…)")
        classes = str(attributes.get("class", ""))
        if type(name) is str:
            return OpaqueText(name, self._render_field(name, str(tag), classes, figures=figures))
        names = _parse_field_names(name)
        inline_marks = self._find_inline_marks(names) if len(names) > 1 else ()
        own_names = [name for name in names if name not in inline_marks]
        render = partial(self._render_field, tag=str(tag), classes=classes, figures=figures)
        fields = filter(None, map(render, own_names))
        return OpaqueText(names[0] if names else "the cell", " ".join(fields))

    def has(self, name: str) -> bool:
        """Return whether this face has the field `name`.

        Unknown names are not reported, because the template may be for games with other columns. If
        the template therefore leaves out a field of the face, a later check reports that field as
        missing.
        """
        content = self._wanted.content
        field_groups = (content.fields, content.prose, content.marks, content.inputs)
        if any(name in group for group in field_groups) or self._find_tick_boxes(name):
            return True
        return any(self._find_pictures(name))

    def _render_field(self, reference: str, tag: str, classes: str, *, figures: bool) -> str:
        """Return the HTML of a field, mark or input; "" if this face has none of that name.

        `reference` is its name. A question mark at its end allows a name that this game does not
        have.
        """
        content, position = self._wanted
        columns = position.row.table.columns if position.row else ()
        # The name of a column may itself end in a question mark.
        is_own = reference.endswith("?") and any(reference == item.name for item in columns)
        name = reference if is_own else reference.removesuffix("?")
        is_entry = tag in ("input", "textarea") and name in content.inputs
        if name in content.prose and not is_entry:
            return _render_prose(name, content.prose[name], tag, classes, figures)
        if name in content.fields and not is_entry:
            return _render_text(name, content.fields[name], tag, classes, figures)
        if f"{name}." in content.examples:
            return f"<object{_format_class_attribute(classes)} data={_quote_attribute(name)}/>"
        if name in content.marks:
            return _render_mark(name, content.marks[name], classes)
        if name in content.inputs:
            return _render_input(name, content, tag, classes)
        if boxes := self._find_tick_boxes(name):
            return "".join(_render_input(box, content, tag, classes) for box in boxes)
        if name == reference:
            self._require_possible_name(name)
        # CSS Images 3, 4.1: as in HTML, the style of the element says where and how large it is.
        start = f"<img{_format_class_attribute(classes)} src="
        return "".join(f"{start}{_quote_attribute(file)}/>" for file in self._find_pictures(name))

    def _find_pictures(self, name: str) -> Iterator[str]:
        """Yield the picture files that are named in the cells to which a field name leads."""
        position = self._wanted.place
        first, _, rest = name.partition(".")
        if position.row:
            starts = [(position.row, name)]
        else:
            starts = [(row, rest) for row in position.rows if row.row.key == first]
        if position.set_row and position.set_row.table.row_noun == first:
            starts.append((position.set_row, rest))
        for table_row, path in starts:
            for cell in follow_path(self._game, *table_row, path):
                if cell.column.type == "image":
                    yield cell.value

    def _find_tick_boxes(self, name: str) -> Sequence[str]:
        """Return the names of the tick boxes of a cell, such as `wounds.1`, `wounds.2`.

        The result is empty for a cell with only one box.
        """
        inputs = self._wanted.content.inputs
        if f"{name}.1" not in inputs:
            return ()
        return [input_name for input_name in inputs if input_name.rpartition(".")[0] == name]

    def _find_inline_marks(self, names: Sequence[str]) -> frozenset[str]:
        """Return the names of the marks within the prose fields with these names."""
        prose = self._wanted.content.prose
        blocks = (block for name in names for block in prose.get(name, ()))
        return frozenset(span.field for block in blocks for span in block.spans if span.mark)

    def _require_possible_name(self, name: str) -> None:
        """Raise `InputError` for a name that no part of the print can have, or that no part shows.

        One part is enough, since all parts may share one template.
        """
        (content, position), game, print_ = self._wanted, self._game, self._print
        parts = [part for part in print_.parts if is_possible_name(game, print_, part, name)]
        if any(is_shown_name(game, part, name) for part in parts):
            return
        if parts:
            place = print_.shows_place[print_.parts.index(position.part)]
            path = f"{print_.backs_of}.back" if print_.backs_of else print_.id
            message = f"{name} is not in prints.{path}.shows, {place}"
            raise InputError(message, "add it there, or remove it here")
        known_names = dict.fromkeys((*content.fields, *content.marks, *content.inputs))
        if position.row:
            known_names |= dict.fromkeys(column.name for column in position.row.table.columns)
        elif print_.backs_of:
            each = f"write each: TABLE in prints.{print_.backs_of}.back for a back of each row"
            raise InputError(f"the back of all faces has no {name}", each)
        hint = suggest_known_words(name, known_names)
        raise InputError(f"no face of this print has {name}", hint)


def build_context(
    game: Game, print_: Print, wanted: WantedFace, size: Size | None
) -> dict[str, object]:
    """Return everything that the template of a face can use, by name; docs/templates.md lists it.

    `size` is None if the template sets the size of the face.
    """
    content, position = wanted
    fields = FieldRenderer(game, print_, wanted)
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
        table = position.row.table
        context["row"] = RowView(game, position.row)
        context["columns"] = tuple(
            _make_column_view(column, content, position.row)
            for column in select_shown_columns(table, position.part.shows)
        )
    elif position.part.all:
        context["row_of"] = partial(_find_row_of_line, game)
        context["parts"] = tuple(
            {**section._asdict(), "row": RowView(game, row)}
            for section, row in zip(content.sections, position.rows, strict=True)
        )
    return context


def _make_column_view(column: Column, content: FaceContent, table_row: TableRow) -> ColumnView:
    """Return what a template can read about one column of the row that its face prints."""
    name, (table, row) = column.name, table_row
    is_here = _has_column_content(column, content, table_row)
    role, _, kinds, longest = choose_roles(table).get(name, ("", "", {}, 0))
    kind = kinds[str(row.cells[name])] if is_here and kinds else 0
    is_used = is_here or name in table.filled_columns
    cell = str(row.cells[name]) if kind else ""
    colour = find_kind_colours(frozenset(kinds)).get(cell, "")
    meaning = role, bool(column.head), is_used, is_here, len(kinds), kind, find_emblem(cell), colour
    return ColumnView(name, column.type, *meaning, longest)


def _find_row_of_line(game: Game, grid: TableGrid, line: GridRow) -> RowView:
    """Return the row of the game that a line of a printed table shows."""
    table = game.table(grid.table)
    return RowView(game, TableRow(table, table.by_key[line.key]))


def _has_column_content(column: Column, content: FaceContent, table_row: TableRow) -> bool:
    """Return whether the face prints a cell of the column, or has its picture or colour."""
    field_groups = (content.fields, content.prose, content.marks, content.inputs)
    if any(column.name in group for group in field_groups) or column.name in content.grids:
        return True
    return column.type in ("image", "colour") and table_row.row.cells[column.name] is not None


def _parse_field_names(name: object) -> Sequence[str]:
    """Return the names of fields that the argument `name` of `f` stands for.

    It is a name, a cell of a grid, or a sequence of names. Raises `InputError` for anything else.
    """
    if isinstance(name, str):
        return (name,)
    if isinstance(name, GridCell):
        if name.type == "image":
            message = f"f does not print the pictures of {name.column} in a table"
            hint = 'write <img src="{{ row_of(grid, line).%s }}"/> instead, or make it silent'
            raise InputError(message, hint % name.column)
        return name.names
    if isinstance(name, Sequence) and all(isinstance(item, str) for item in name):
        return name
    raise InputError("f needs a name", 'write f("name"), or f(cell) for a cell of a grid')


@lru_cache(maxsize=_CACHE_SIZE)
def _render_text(name: str, text: str, tag: str, classes: str, figures: bool) -> str:
    words = _render_words(text, figures)
    return f"<{tag}{_format_field_attributes(classes, name)}>{words}</{tag}>"


def _render_words(text: str, figures: bool) -> str:
    """Return the HTML of a text. With `figures`, each number in it gets its own element."""
    # Escaped here, because the template inserts the result as markup.
    parts = _FIGURE_PATTERN.split(text) if figures else [text]
    return "".join(
        f'<b class="figure">{escape(part)}</b>' if index % 2 else escape(part)
        for index, part in enumerate(parts)
    )


def _render_prose(
    name: str, blocks: Sequence[ProseBlock], tag: str, classes: str, figures: bool
) -> str:
    """Return the HTML of prose as paragraphs and lists.

    If `tag` is an inline element, it is one paragraph with line breaks.
    """
    if tag in ("span", "b", "i", "p", "h1", "h2", "h3", "td", "th"):
        inner = "<br/>".join(_render_block(block, figures) for block in blocks)
    else:
        inner = "".join(_render_blocks(blocks, figures))
    return f"<{tag}{_format_field_attributes(classes, name)}>{inner}</{tag}>"


def _render_blocks(blocks: Sequence[ProseBlock], figures: bool) -> Iterator[str]:
    for list_tag, group in groupby(blocks, _get_list_tag):
        tag = "li" if list_tag else "p"
        lines = "".join(f"<{tag}>{_render_block(block, figures)}</{tag}>" for block in group)
        yield f"<{list_tag}>{lines}</{list_tag}>" if list_tag else lines


def _get_list_tag(block: ProseBlock) -> str:
    """Return the HTML tag of the list that an item belongs to, ul or ol; "" for a paragraph."""
    return block.item and ("ul" if block.item == BULLET else "ol")


def _render_block(block: ProseBlock, figures: bool) -> str:
    """Return the HTML of a block without its tags: the number of a list item, and its text."""
    # The style sheet draws bullets.
    number = f"{escape(block.item)} " if block.item and block.item != BULLET else ""
    return number + _render_spans(block, figures)


def _render_spans(block: ProseBlock, figures: bool) -> str:
    return "".join(_render_span(span, figures) for span in block.spans)


def _render_span(span: ProseSpan, figures: bool) -> str:
    text = _render_words(span.text, figures)
    text = _render_mark(span.field, span.mark, "in-line") if span.mark else text
    text = f"<i>{text}</i>" if span.italic else text
    text = f"<b>{text}</b>" if span.bold else text
    return f"<br/>{text}" if span.line else text


def _render_mark(name: str, mark_id: str, classes: str) -> str:
    all_classes = f"mark of-{escape(mark_id)} {classes}".rstrip()
    use = f'<use href="marks/{escape(mark_id)}.svg"/>'
    attributes = _format_field_attributes(all_classes, name)
    return f'<svg xmlns="{_SVG_NAMESPACE}"{attributes}>{use}</svg>'


def _render_input(name: str, content: FaceContent, tag: str, classes: str) -> str:
    is_box = content.inputs[name] == "check"
    if tag == "textarea" and not is_box:
        all_classes = _format_class_attribute(f"write {classes}".rstrip())
        return f"<textarea{all_classes} name={_quote_attribute(name)}></textarea>"
    kind, own_class = ("checkbox", "tick") if is_box else ("text", "write")
    all_classes = _format_class_attribute(f"{own_class} {classes}".rstrip())
    return f'<input{all_classes} type="{kind}" name={_quote_attribute(name)}/>'


def _format_field_attributes(classes: str, name: str) -> str:
    return f"{_format_class_attribute(classes)} data-field={_quote_attribute(name)}"


def _format_class_attribute(classes: str) -> str:
    return f" class={_quote_attribute(classes)}" if classes else ""


def _quote_attribute(text: str) -> str:
    return f'"{escape(text)}"'
