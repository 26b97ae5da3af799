"""Turn the rows of a part of a print into the content of each of its faces.

A face is of one row, of all rows together, or of none, as a back is. It says which names a print
shows; how a cell is printed is for writing.py.
"""

from collections.abc import Iterator
from typing import NamedTuple

from printgen.content.model import Content, Group, Section
from printgen.content.writing import Writing, shown_columns
from printgen.rules.digest import stamp
from printgen.rules.model import Column, Game, Part, Print, Row, Table
from printgen.rules.paths import rows_of


class Owner(NamedTuple):
    """A row whose set a face belongs to, and its table."""

    table: Table
    row: Row


class Wanted(NamedTuple):
    """One face that the rules want: its content, and what its template may ask for beside it.

    `owner` is the row whose set it is; `rows` are the face's own row or all of them, of `table`.
    """

    content: Content
    part: Part
    owner: Owner | None
    table: Table | None
    rows: tuple[Row, ...]


def faces_of(
    game: Game, print_: Print, part: Part, owner: Owner | None, keys: frozenset[str] | None
) -> Iterator[Wanted]:
    """Each face of a part, in printing order, made as asked for; `keys` None means all rows."""
    table = game.table(part.table) if part.table else None
    for whose in _owners(game, part, owner):
        for rows in _faces(game, part, keys):
            for number in _numbers(part, rows):
                content = _content(game, print_, part, table, rows, whose, number)
                yield Wanted(content, part, whose, table, rows)


def runs_of(game: Game, parts: tuple[Part, ...], keys: frozenset[str] | None) -> tuple[int, ...]:
    """How many faces one set has, in runs that each begin a row of places on a sheet."""
    runs = [0]
    for part in parts:
        counts = [len(_numbers(part, rows)) for rows in _faces(game, part, keys)]
        counts *= len(_owners(game, part, None))
        if part.apart == "each":
            runs += counts
        elif part.apart == "all":
            runs.append(sum(counts))
        else:
            runs[-1] += sum(counts)
    return tuple(runs)


def _owners(game: Game, part: Part, owner: Owner | None) -> list[Owner | None]:
    """Whose faces a part has: those of each row of a table of its own, else of its set."""
    if not part.for_:
        return [owner]
    table = game.table(part.for_)
    return [Owner(table, row) for row in table.rows]


def _faces(game: Game, part: Part, keys: frozenset[str] | None) -> Iterator[tuple[Row, ...]]:
    """The rows of each face of a part."""
    rows = rows_of(game, game.table(part.table), part.where) if part.table else ()
    if part.each:
        yield from ((row,) for row in rows if keys is None or row.key in keys)
    else:
        yield rows


def _numbers(part: Part, rows: tuple[Row, ...]) -> range:
    """The numbers of the faces of some rows: 0 alone where there is one that needs no number."""
    if part.count == 1:
        return range(1)
    count = part.count if isinstance(part.count, int) else rows[0].cells[part.count] or 0
    return range(1, count + 1)


def _content(
    game: Game,
    print_: Print,
    part: Part,
    table: Table | None,
    rows: tuple[Row, ...],
    owner: Owner | None,
    number: int,
) -> Content:
    """The content of one face: what it shows, then what is printed again under another ending."""
    several = len(print_.parts) > 1
    if table is not None and part.each:
        subject = f"{table.noun} {rows[0].key}"
        key = rows[0].key.zfill(table.key.digits if table.key else 1)
        tables = [one.table for one in print_.parts]
        place = str(print_.parts.index(part) + 1) if tables.count(table.id) > 1 else ""
        names: tuple[str, ...] = (
            table.id if several else "",
            place,
            owner.row.key if owner else "",
            key,
        )
    else:
        subject = print_.id if table is not None else "back"
        page = str(print_.parts.index(part) + 1) if several else ""
        names = (owner.row.key if owner else "", subject, page)
        subject += f" {page}" if page else ""
    subject += f" {number}" if number else ""
    whose = f"{owner.table.noun} {owner.row.key}, " if owner else ""
    writing = Writing(game, whose + subject)
    sections = _show(writing, print_, part, table, rows, owner)
    for ending, again in part.again.items():
        for name in again:
            if name in writing.fields:
                writing.word(f"{name}.{ending}", writing.fields[name])
            elif name in writing.marks:
                writing.picture(f"{name}.{ending}", writing.marks[name])
    return Content(
        face="-".join(filter(None, (*names, str(number or "")))),
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
    owner: Owner | None,
) -> tuple[Section, ...]:
    """Print the names that a part shows; the sections of a face of all rows."""
    columns = shown_columns(table, part.shows) if table else ()
    for path in (column.name for column in columns) if part.shows is None else part.shows:
        known = table.by_name.get(path) if table and part.each else None
        if table is not None and known is not None:
            writing.column(path, known, rows[0], table)
        elif not _common(writing, print_, path, owner) and table is not None and part.each:
            writing.path(path, table, rows[0], path)
    if table is None or part.each:
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
        value = row.cells[column.name]
        if column.type == "table":
            members += writing.tables(row.key, value or (), heads_group=not headed)
            grids += [f"{row.key}.{ref.table}" for ref in value or ()]
        elif column.type != "key":
            names = writing.cell(f"{row.key}.{column.name}", column, value, row, table)
            if names and not heading and column.type == "text":
                (heading,) = names
            else:
                members += names
                texts += names[:1]
    if heading and members:
        writing.groups.append(Group(heading, tuple(members)))
    return Section(row.key, heading, tuple(texts), tuple(writing.grids[name] for name in grids))


def _common(writing: Writing, print_: Print, path: str, owner: Owner | None) -> bool:
    """Print a name that is no column of the rows: of the game, the print or the face's set."""
    game = writing.game
    first, _, rest = path.partition(".")
    if owner is not None and first == owner.table.noun:
        if rest:
            writing.path(path, owner.table, owner.row, rest)
        else:
            writing.word(path, owner.row.key)
        return True
    words = {"game": game.name, "title": print_.title, "subtitle": print_.subtitle}
    if path == "digest":
        writing.word(path, game.words.margin.digest.format(digest=stamp(game)))
    elif path in words:
        writing.word(path, words[path])
    return path == "digest" or path in words
