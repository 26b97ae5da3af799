"""Turn a print of a Game into the contents that its faces must hold, and its margin's words.

The press prints what stands here and the proof demands it; neither adds to it. A face is of one
row, of all rows together, or of none, as a back may be. How a cell is printed is for writing.py.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from printgen.content.content import Content, Group, Section
from printgen.content.field_builder import TableRow, Writing, shown_columns, table_rows
from printgen.rules.content_hash import stamp
from printgen.rules.model import Column, Game, Part, Print
from printgen.rules.paths import count_of
from printgen.rules.scalars import MINUS


class Place(NamedTuple):
    """Where in a print a face comes: its part, the row whose set it is, and its own rows.

    `number` tells faces of one row apart; it is 0 where there is but one.
    """

    part: Part
    owner: TableRow | None
    rows: tuple[TableRow, ...]
    number: int

    @property
    def row(self) -> TableRow | None:
        """The row that it is of by itself."""
        return self.rows[0] if self.part.each else None


class Wanted(NamedTuple):
    """One face that the rules want: its content, and where in its print it comes."""

    content: Content
    place: Place


def sets_of(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of the rows that a print has a set for; none where it has but one."""
    return tuple(row.key for row in game.table(print_.sets).rows) if print_.sets else ()


def contents(
    game: Game,
    print_: Print,
    set_: str,
    keys: Collection[str] | None,
    start: int = 0,
    stop: int | None = None,
) -> Iterator[Wanted]:
    """Every face of one set of a print, in printing order, each made as asked for.

    `set_` is the key of its row, "" where the print has no sets; `keys` are those of the rows
    asked for, None for all. Of these the faces from the `start`-th up to the `stop`-th.
    """
    owner = None
    if set_:
        table = game.table(print_.sets)
        owner = TableRow(table, table.by_key[set_])
    for place in islice(_places(game, print_, owner, keys), start, stop):
        yield Wanted(_content_of(game, print_, place), place)


def runs(game: Game, print_: Print, keys: Collection[str] | None) -> tuple[int, ...] | None:
    """How many faces one set has, in runs that begin a row; None for one that fills its sheet."""
    if print_.fills_sheet:
        return None
    found = [0]
    last: object = None
    for place in _places(game, print_, None, keys):
        apart = place.part.apart
        kind = place.part, place.owner, place.rows if apart == "each" else ()
        if apart and kind != last:
            found.append(0)
        last = kind
        found[-1] += 1
    return tuple(found)


def keys_of(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of all rows that a print has a face of its own for, in order."""
    parts = (part for part in print_.parts if part.each)
    keys = (of.row.key for part in parts for of in table_rows(game, part.each, part.where))
    return tuple(dict.fromkeys(keys))


def title(game: Game, print_: Print) -> str:
    """The title of one print: in its margin and in the PDF's properties."""
    words = game.words.margin
    what = words.backs.format(title=print_.title) if print_.backs_of else print_.title
    return words.title.format(game=game.about.name, title=what)


class Turning(NamedTuple):
    """How backs come behind their fronts: on the next page, by a fold, or from a file of their own.

    On the next page the paper is turned on its `duplex` edge, `long` or `short`; there `offset`
    has moved them so many mm right and down. A back that all share is in a file of its own that is
    printed on `fronts` sheets; 0 where its margin names the sheet.
    """

    duplex: str | None = None
    fold: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    fronts: int = 0


_APART = Turning()


def margin(
    game: Game,
    print_: Print,
    stamp: str,
    sheet: int,
    sheets: int,
    set_: str,
    turning: Turning = _APART,
) -> Mapping[str, str]:
    """The margin words of the `sheet`-th of `sheets` of one set.

    `stamp` is the rules' digest as printed. A print whose faces are whole pages has no margin: its
    faces say the same. Nor have backs one of their own that share a page with their fronts.
    """
    if print_.is_page or (turning.fold and print_.backs_of):
        return {}
    words = game.words.margin
    lines = {
        "margin.title": title(game, print_),
        "margin.sheet": words.sheet.format(sheet=sheet, sheets=sheets),
        "margin.digest": words.digest.format(digest=stamp),
        "margin.scale": words.scale,
        "margin.bar": words.bar,
    }
    if set_:
        lines["margin.deck"] = words.deck.format(deck=set_)
    return lines | _turn(game, print_, sheet, turning)


def _turn(game: Game, print_: Print, sheet: int, turning: Turning) -> dict[str, str]:
    """What a sheet's margin says of turning the paper, if there is anything to say."""
    words, (duplex, fold, offset, fronts) = game.words.turning, turning
    if fold:
        return {"margin.turn": words.fold}
    said, edge = words.duplex, words.short if duplex == "short" else words.long
    if not duplex:
        if not print_.backs_of:
            return {}
        # A back that all share is printed on the second sheet and all after it.
        after = "+" if print_.fills_sheet and sheet > 1 else ""
        one = words.behind.format(sheet=f"{sheet}{after}")
        said = words.backs.format(sheets=fronts) if fronts else one
    lines = {"margin.turn": f"{said}; {edge}"}
    if print_.backs_of and any(offset):
        right, down = (f"{way:g}".replace("-", MINUS) for way in offset)
        lines["margin.moved"] = words.moved.format(right=right, down=down)
    return lines


def _places(
    game: Game, print_: Print, owner: TableRow | None, keys: Collection[str] | None
) -> Iterator[Place]:
    """Where every face of one set comes, in printing order."""
    chosen = None if keys is None else frozenset(keys)
    for part in print_.parts:
        owners = table_rows(game, part.for_) if part.for_ else (owner,)
        rows = table_rows(game, part.table, part.where) if part.table else ()
        faces = [rows]
        if part.each:
            faces = [(one,) for one in rows if chosen is None or one.row.key in chosen]
        for whose in owners:
            for face in faces:
                count = count_of(part, *(of.row for of in face))
                for number in range(1) if part.count == 1 else range(1, count + 1):
                    yield Place(part, whose, face, number)


def _content_of(game: Game, print_: Print, place: Place) -> Content:
    """The content of one face, and of the faces of other prints that it shows."""
    title, face = _names(print_, place)
    writing = Writing(game, title)
    sections = _write(writing, print_, place)
    own, pictures, shown = place.row, 0, list[str]()
    if own and print_.backs_of:
        # A picture may be all that there is of a back.
        columns = shown_columns(own.table, place.part.shows)
        images = (one.name for one in columns if one.type == "image")
        pictures = sum(own.row.cells[name] is not None for name in images)
    for name, of, example in examples(game, place):
        writing.before = f"{name}."
        shown.append(writing.before)
        _write(writing, of, example.place)
    return Content(
        face=face,
        title=title,
        fields=writing.fields,
        marks=writing.marks,
        prose=writing.prose,
        groups=tuple(writing.groups),
        below=frozenset(writing.below),
        small=frozenset(writing.small),
        inputs=writing.inputs,
        fills_sheet=not place.part.table,
        grids=writing.grids,
        sections=sections,
        examples=tuple(shown),
        pictures=pictures,
    )


def _write(writing: Writing, print_: Print, place: Place) -> tuple[Section, ...]:
    """Print what a face shows, then what is printed again under another ending; its sections."""
    part = place.part
    writing.across = part.across
    sections = _show(writing, print_, place)
    for ending, names in part.again.items():
        writing.again(ending, names)
    writing.small.update(writing.before + name for name in part.small)
    return sections


def examples(game: Game, place: Place) -> Iterator[tuple[str, Print, Wanted]]:
    """The faces of other prints that a face of all rows shows, each by its name there.

    Of a print with a set for each row of a table it is the first set's.
    """
    for of in place.rows:
        for name, id_ in place.part.examples.items():
            print_, keys = game.find_print(id_), of.row.cells[name]
            if keys and print_:
                first, *_ = sets_of(game, print_) or ("",)
                wanted = contents(game, print_, first, keys)
                table = of.table.by_name[name].refers
                one = next((one for one in wanted if one.place.part.each == table), None)
                if one:
                    yield f"{of.row.key}.{name}", print_, one


def _names(print_: Print, place: Place) -> tuple[str, str]:
    """What messages call a face, and what its print does."""
    part, owner, rows, number = place
    tables = [one.table for one in print_.parts]
    index = print_.parts.index(part)
    nth = str(index + 1) if len(tables) > 1 else ""
    whose = owner.row.key if owner else ""
    if part.each:
        table, row = rows[0]
        key = row.key.zfill(table.key.digits if table.key else 1)
        title = table.called(row.key)
        # The first rows of a print are those that it is known by.
        again = nth if tables.count(table.id) > 1 else ""
        names = [table.id if index else "", again, whose, key]
    else:
        what = print_.id if part.all else "back"
        title = f"{what} {nth}".rstrip()
        names = [whose, what, nth]
    if number:
        # One of several is as the others are.
        title += f", copy {number}" if number > 1 else ""
        names.append(str(number))
    if print_.backs_of and part.each:
        title += ", back"
        names.append("back")
    if owner:
        title = f"{owner.table.noun} {whose}, {title}"
    return title, "-".join(filter(None, names))


def _show(writing: Writing, print_: Print, place: Place) -> tuple[Section, ...]:
    """Print the names that a part shows; the sections of a face of all rows."""
    game, (part, owner, rows, _), own = writing.game, place, place.row
    columns = shown_columns(rows[0].table, part.shows) if rows else ()
    everywhere = {
        "game": game.about.name,
        "title": print_.title,
        "subtitle": print_.subtitle,
        "digest": game.words.margin.digest.format(digest=stamp(game)),
    }
    drawn = ("mark", "image", "colour")
    title = next((column for column in columns if column.type not in drawn), None)
    shows = part.shows
    if shows is None:
        shows = tuple(column.name for column in columns) if own else ()
    for path in shows:
        first, _, rest = path.partition(".")
        if own and path in own.table.by_name:
            column = own.table.by_name[path]
            writing.column(column, own, is_title=column is title)
        elif owner and path == owner.table.noun:
            writing.word(path, owner.row.key)
        elif owner and first == owner.table.noun:
            writing.at(rest, owner, f"{first}.")
        elif path in everywhere:
            writing.word(path, everywhere[path])
        elif own:
            writing.at(path, own)
    # A key is printed where it is asked for by name.
    columns = tuple(column for column in columns if shows or column.type != "key")
    columns = tuple(column for column in columns if column.name not in part.examples)
    return () if own else tuple(_section(writing, columns, of) for of in rows)


def _section(writing: Writing, columns: tuple[Column, ...], of: TableRow) -> Section:
    """One row among all: its first text heads the rest of it, tables included."""
    key, cells = of.row.key, of.row.cells
    heading = ""
    texts: list[str] = []
    members: list[str] = []
    grids: list[str] = []
    headed = any(column.type == "text" and cells[column.name] for column in columns)
    for column in columns:
        if column.type == "table":
            refs = cells[column.name] or ()
            members += writing.tables(key, refs, heads_group=not headed)
            laid = (f"{key}.{ref.table}" for ref in refs)
            grids += [name for name in laid if name in writing.grids]
        else:
            names = writing.at(column.name, of, f"{key}.")
            if names and not heading and column.type == "text":
                (heading,) = names
            else:
                members += names
                texts += names[:1]
    if heading and members:
        writing.groups.append(Group(heading, tuple(members)))
    return Section(key, heading, tuple(texts), tuple(writing.grids[name] for name in grids))
