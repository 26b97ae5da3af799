"""Turn the rows of a part of a print into the content of each of its faces.

A face is of one row, of all rows together, or of none, as a back is. It says which names a print
shows; how a cell is printed is for writing.py.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from printgen.content.model import Content, Group, Section
from printgen.content.writing import Item, TableRow, Writing, items_at, items_of, shown_columns
from printgen.rules.digest import stamp
from printgen.rules.model import Column, Game, Part, Print, Row, Table
from printgen.rules.paths import rows_of


class Wanted(NamedTuple):
    """One face that the rules want: its content, and what its template may ask for beside it.

    `owner` is the row whose set it is; `rows` are the face's own row or all of them, of `table`.
    """

    content: Content
    part: Part
    owner: TableRow | None
    table: Table | None
    rows: tuple[Row, ...]


def faces_of(
    game: Game, print_: Print, part: Part, owner: TableRow | None, keys: Collection[str] | None
) -> Iterator[Wanted]:
    """Each face of a part, in printing order, made as asked for; `keys` None means all rows."""
    table = game.table(part.table) if part.table else None
    for whose, rows, number in _faces(game, part, owner, keys):
        content = _content(game, print_, part, table, rows, whose, number)
        yield Wanted(content, part, whose, table, rows)


def count_faces(game: Game, part: Part, keys: Collection[str] | None) -> int:
    """How many faces a part has in one set; a back fills its sheet and counts as one."""
    return sum(1 for _ in _faces(game, part, None, keys))


def _faces(
    game: Game, part: Part, owner: TableRow | None, keys: Collection[str] | None
) -> Iterator[tuple[TableRow | None, tuple[Row, ...], int]]:
    """Whose each face is, of which rows, and its number, 0 where there is one that needs none."""
    owners = [owner]
    if part.for_:
        table = game.table(part.for_)
        owners = [TableRow(table, row) for row in table.rows]
    rows = rows_of(game, game.table(part.table), part.where) if part.table else ()
    faces = [rows]
    if part.each:
        faces = [(row,) for row in rows if keys is None or row.key in keys]
    for whose in owners:
        for here in faces:
            count = part.count if isinstance(part.count, int) else here[0].cells[part.count] or 0
            numbers = range(1) if part.count == 1 else range(1, count + 1)
            yield from ((whose, here, number) for number in numbers)


def _content(
    game: Game,
    print_: Print,
    part: Part,
    table: Table | None,
    rows: tuple[Row, ...],
    owner: TableRow | None,
    number: int,
) -> Content:
    """The content of one face: what it shows, then what is printed again under another ending."""
    tables = [one.table for one in print_.parts]
    place = str(print_.parts.index(part) + 1) if len(tables) > 1 else ""
    whose = owner.row.key if owner else ""
    if table is not None and part.each:
        title = f"{table.noun} {rows[0].key}"
        key = rows[0].key.zfill(table.key.digits if table.key else 1)
        again = place if tables.count(table.id) > 1 else ""
        names = [table.id if place else "", again, whose, key]
    else:
        subject = print_.id if table is not None else "back"
        title = f"{subject} {place}".rstrip()
        names = [whose, subject, place]
    if number:
        title += f" {number}"
        names.append(str(number))
    writing = Writing(game, f"{owner.table.noun} {whose}, {title}" if owner else title)
    sections = _show(writing, print_, part, table, rows, owner)
    for ending, repeated in part.again.items():
        for name in repeated:
            writing.word(f"{name}.{ending}", writing.fields.get(name, ""))
            if name in writing.marks:
                writing.take([Item(f"{name}.{ending}", "mark", writing.marks[name])])
    return Content(
        face="-".join(filter(None, names)),
        title=writing.title,
        fields=writing.fields,
        marks=writing.marks,
        prose=writing.prose,
        lines=tuple(writing.lines),
        groups=tuple(writing.groups),
        small=frozenset(part.small),
        inputs=writing.inputs,
        fills_sheet=table is None,
        grids=writing.grids,
        sections=sections,
    )


def _show(
    writing: Writing,
    print_: Print,
    part: Part,
    table: Table | None,
    rows: tuple[Row, ...],
    owner: TableRow | None,
) -> tuple[Section, ...]:
    """Print the names that a part shows; the sections of a face of all rows."""
    game = writing.game
    columns = shown_columns(table, part.shows) if table else ()
    own = TableRow(table, rows[0]) if table and part.each else None
    shows = part.shows
    if shows is None:
        shows = tuple(column.name for column in columns) if own else ()
    everywhere = {
        "game": game.name,
        "title": print_.title,
        "subtitle": print_.subtitle,
        "digest": game.words.margin.digest.format(digest=stamp(game)),
    }
    for path in shows:
        first, _, rest = path.partition(".")
        if own and path in own.table.by_name:
            writing.column(own.table.by_name[path], own)
        elif owner and path == owner.table.noun:
            writing.word(path, owner.row.key)
        elif owner and first == owner.table.noun:
            writing.take(items_at(game, rest, owner, f"{first}."))
        elif path in everywhere:
            writing.word(path, everywhere[path])
        elif own:
            writing.take(items_at(game, path, own))
    if table is None or own:
        return ()
    return tuple(_section(writing, table, columns, row) for row in rows)


def _section(writing: Writing, table: Table, columns: tuple[Column, ...], row: Row) -> Section:
    """One row among all: its first text heads the rest of it, tables included."""
    heading = ""
    texts: list[str] = []
    members: list[str] = []
    grids: list[str] = []
    headed = any(column.type == "text" and row.cells[column.name] for column in columns)
    for column in columns:
        name, value = f"{row.key}.{column.name}", row.cells[column.name]
        if column.type == "table":
            members += writing.tables(row.key, value or (), heads_group=not headed)
            grids += [f"{row.key}.{ref.table}" for ref in value or ()]
        elif column.type != "key":
            of = TableRow(table, row)
            names = writing.take(items_of(writing.game, name, column, value, of))
            if names and not heading and column.type == "text":
                (heading,) = names
            else:
                members += names
                texts += names[:1]
    if heading and members:
        writing.groups.append(Group(heading, tuple(members)))
    return Section(row.key, heading, tuple(texts), tuple(writing.grids[name] for name in grids))
