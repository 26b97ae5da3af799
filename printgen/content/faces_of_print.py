"""Turn a print of a Game into the contents that its faces must hold, and its margin's words.

The press prints what stands here and the proof demands it; neither adds to it. A face is of one
row, of all rows together, or of none, as a back may be. How a cell is printed is for writing.py.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from printgen.content.content import Content, HeadingGroup, Section
from printgen.content.field_builder import Builder, TableRow, filter_table_rows, pick_columns
from printgen.rules.content_hash import get_short_digest
from printgen.rules.model import Column, Game, Part, Print
from printgen.rules.paths import count_faces
from printgen.rules.scalars import MINUS


class FacePosition(NamedTuple):
    """Where in a print a face comes: its part, the row whose set it is, and its own rows.

    `number` tells faces of one row apart; it is 0 where there is but one.
    """

    part: Part
    set_row: TableRow | None
    rows: tuple[TableRow, ...]
    copy_number: int

    @property
    def row(self) -> TableRow | None:
        """The row that it is of by itself."""
        return self.rows[0] if self.part.each else None


class WantedFace(NamedTuple):
    """One face that the rules want: its content, and where in its print it comes."""

    content: Content
    place: FacePosition


def list_set_keys(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of the rows that a print has a set for; none where it has but one."""
    return tuple(row.key for row in game.table(print_.sets).rows) if print_.sets else ()


def generate_faces(
    game: Game,
    print_: Print,
    set_key: str,
    keys: Collection[str] | None,
    start: int = 0,
    stop: int | None = None,
) -> Iterator[WantedFace]:
    """Every face of one set of a print, in printing order, each made as asked for.

    `set_` is the key of its row, "" where the print has no sets; `keys` are those of the rows
    asked for, None for all. Of these the faces from the `start`-th up to the `stop`-th.
    """
    set_row = None
    if set_key:
        table = game.table(print_.sets)
        set_row = TableRow(table, table.by_key[set_key])
    for position in islice(_generate_positions(game, print_, set_row, keys), start, stop):
        yield WantedFace(_build_content(game, print_, position), position)


def count_runs(game: Game, print_: Print, keys: Collection[str] | None) -> tuple[int, ...] | None:
    """How many faces one set has, in runs that begin a row; None for one that fills its sheet."""
    if print_.is_shared_back:
        return None
    lengths = [0]
    last_run: object = None
    for position in _generate_positions(game, print_, None, keys):
        run_start = position.part.apart
        run = position.part, position.set_row, position.rows if run_start == "each" else ()
        if run_start and run != last_run:
            lengths.append(0)
        last_run = run
        lengths[-1] += 1
    return tuple(lengths)


def list_row_keys(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of all rows that a print has a face of its own for, in order."""
    parts = (part for part in print_.parts if part.each)
    keys = (row.row.key for part in parts for row in filter_table_rows(game, part.each, part.where))
    return tuple(dict.fromkeys(keys))


def format_title(game: Game, print_: Print) -> str:
    """The title of one print: in its margin and in the PDF's properties."""
    words = game.words.margin
    subject = words.backs.format(title=print_.title) if print_.backs_of else print_.title
    return words.title.format(game=game.about.name, title=subject)


class BackMode(NamedTuple):
    """How backs come behind their fronts: on the next page, by a fold, or from a file of their own.

    On the next page the paper is turned on its `duplex` edge, `long` or `short`; there `offset`
    has moved them so many mm right and down. A back that all share is in a file of its own that is
    printed on `fronts` sheets; 0 where its margin names the sheet.
    """

    duplex_edge: str | None = None
    fold: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    front_sheets: int = 0


_SEPARATE_FILE = BackMode()


def build_margin_words(
    game: Game,
    print_: Print,
    digest_text: str,
    sheet: int,
    sheets: int,
    set_key: str,
    back_printing: BackMode = _SEPARATE_FILE,
) -> Mapping[str, str]:
    """The margin words of the `sheet`-th of `sheets` of one set.

    `stamp` is the rules' digest as printed. A print whose faces are whole pages has no margin: its
    faces say the same. Nor have backs one of their own that share a page with their fronts.
    """
    if print_.is_page or (back_printing.fold and print_.backs_of):
        return {}
    words = game.words.margin
    margin_words = {
        "margin.title": format_title(game, print_),
        "margin.sheet": words.sheet.format(sheet=sheet, sheets=sheets),
        "margin.digest": words.digest.format(digest=digest_text),
        "margin.scale": words.scale,
        "margin.bar": words.bar,
    }
    if set_key:
        margin_words["margin.deck"] = words.deck.format(deck=set_key)
    return margin_words | _turn_words(game, print_, sheet, back_printing)


def _turn_words(game: Game, print_: Print, sheet: int, back_printing: BackMode) -> dict[str, str]:
    """What a sheet's margin says of turning the paper, if there is anything to say."""
    words, (duplex_edge, fold, offset, front_sheets) = game.words.turning, back_printing
    if fold:
        return {"margin.turn": words.fold}
    side_words, edge_words = words.duplex, words.short if duplex_edge == "short" else words.long
    if not duplex_edge:
        if not print_.backs_of:
            return {}
        # A back that all share is printed on the second sheet and all after it.
        plus_sign = "+" if print_.is_shared_back and sheet > 1 else ""
        sheet_words = words.behind.format(sheet=f"{sheet}{plus_sign}")
        side_words = words.backs.format(sheets=front_sheets) if front_sheets else sheet_words
    margin_words = {"margin.turn": f"{side_words}; {edge_words}"}
    if print_.backs_of and any(offset):
        right, down = (f"{distance:g}".replace("-", MINUS) for distance in offset)
        margin_words["margin.moved"] = words.moved.format(right=right, down=down)
    return margin_words


def _generate_positions(
    game: Game, print_: Print, set_row: TableRow | None, keys: Collection[str] | None
) -> Iterator[FacePosition]:
    """Where every face of one set comes, in printing order."""
    chosen = None if keys is None else frozenset(keys)
    for part in print_.parts:
        set_rows = filter_table_rows(game, part.for_) if part.for_ else (set_row,)
        rows = filter_table_rows(game, part.table_id, part.where) if part.table_id else ()
        face_rows = [rows]
        if part.each:
            face_rows = [(entry,) for entry in rows if chosen is None or entry.row.key in chosen]
        for own_set_row in set_rows:
            for shown_rows in face_rows:
                count = count_faces(part, *(table_row.row for table_row in shown_rows))
                for number in range(1) if part.count == 1 else range(1, count + 1):
                    yield FacePosition(part, own_set_row, shown_rows, number)


def _build_content(game: Game, print_: Print, position: FacePosition) -> Content:
    """The content of one face, and of the faces of other prints that it shows."""
    title, face = _name_face(print_, position)
    builder = Builder(game, title)
    sections = _write_fields(builder, print_, position)
    own_row, picture_count, prefixes = position.row, 0, list[str]()
    if own_row and print_.backs_of:
        # A picture may be all that there is of a back.
        columns = pick_columns(own_row.table, position.part.shows)
        images = (column.name for column in columns if column.type == "image")
        picture_count = sum(own_row.row.cells[name] is not None for name in images)
    for name, example_print, example in find_examples(game, position):
        builder.prefix = f"{name}."
        prefixes.append(builder.prefix)
        _write_fields(builder, example_print, example.place)
    return Content(
        face=face,
        title=title,
        fields=builder.fields,
        marks=builder.marks,
        prose=builder.prose,
        groups=tuple(builder.groups),
        late_heads=frozenset(builder.late_heads),
        small=frozenset(builder.small),
        inputs=builder.inputs,
        fills_sheet=not position.part.table_id,
        grids=builder.grids,
        sections=sections,
        examples=tuple(prefixes),
        pictures=picture_count,
    )


def _write_fields(builder: Builder, print_: Print, position: FacePosition) -> tuple[Section, ...]:
    """Print what a face shows, then what is printed again under another ending; its sections."""
    part = position.part
    builder.across_tables = part.across
    sections = _write_sections(builder, print_, position)
    for ending, names in part.again.items():
        builder.repeat_fields(ending, names)
    builder.small.update(builder.prefix + name for name in part.small)
    return sections


def find_examples(game: Game, position: FacePosition) -> Iterator[tuple[str, Print, WantedFace]]:
    """The faces of other prints that a face of all rows shows, each by its name there.

    Of a print with a set for each row of a table it is the first set's.
    """
    for table_row in position.rows:
        for name, id_ in position.part.examples.items():
            print_, keys = game.find_print(id_), table_row.row.cells[name]
            if keys and print_:
                first_set, *_ = list_set_keys(game, print_) or ("",)
                wanted_faces = generate_faces(game, print_, first_set, keys)
                table = table_row.table.by_name[name].refers
                item = next((item for item in wanted_faces if item.place.part.each == table), None)
                if item:
                    yield f"{table_row.row.key}.{name}", print_, item


def _name_face(print_: Print, position: FacePosition) -> tuple[str, str]:
    """What messages call a face, and what its print does."""
    part, set_row, rows, copy_number = position
    tables = [other_part.table_id for other_part in print_.parts]
    index = print_.parts.index(part)
    part_number = str(index + 1) if len(tables) > 1 else ""
    set_key = set_row.row.key if set_row else ""
    if part.each:
        table, row = rows[0]
        key = row.key.zfill(table.key.digits if table.key else 1)
        title = table.describe_key(row.key)
        # The first rows of a print are those that it is known by.
        repeated_number = part_number if tables.count(table.id) > 1 else ""
        names = [table.id if index else "", repeated_number, set_key, key]
    else:
        subject = print_.id if part.all else "back"
        title = f"{subject} {part_number}".rstrip()
        names = [set_key, subject, part_number]
    if copy_number:
        # One of several is as the others are.
        title += f", copy {copy_number}" if copy_number > 1 else ""
        names.append(str(copy_number))
    if print_.backs_of and part.each:
        title += ", back"
        names.append("back")
    if set_row:
        title = f"{set_row.table.row_noun} {set_key}, {title}"
    return title, "-".join(filter(None, names))


def _write_sections(builder: Builder, print_: Print, position: FacePosition) -> tuple[Section, ...]:
    """Print the names that a part shows; the sections of a face of all rows."""
    game, (part, set_row, rows, _), own_row = builder.game, position, position.row
    columns = pick_columns(rows[0].table, part.shows) if rows else ()
    common_texts = {
        "game": game.about.name,
        "title": print_.title,
        "subtitle": print_.subtitle,
        "digest": game.words.margin.digest.format(digest=get_short_digest(game)),
    }
    picture_types = ("mark", "image", "colour")
    title_column = next((column for column in columns if column.type not in picture_types), None)
    shows = part.shows
    if shows is None:
        shows = tuple(column.name for column in columns) if own_row else ()
    for path in shows:
        first, _, rest = path.partition(".")
        if own_row and path in own_row.table.by_name:
            column = own_row.table.by_name[path]
            builder.add_column(column, own_row, is_title=column is title_column)
        elif set_row and path == set_row.table.row_noun:
            builder.add_text(path, set_row.row.key)
        elif set_row and first == set_row.table.row_noun:
            builder.add_path(rest, set_row, f"{first}.")
        elif path in common_texts:
            builder.add_text(path, common_texts[path])
        elif own_row:
            builder.add_path(path, own_row)
    # A key is printed where it is asked for by name.
    columns = tuple(column for column in columns if shows or column.type != "key")
    columns = tuple(column for column in columns if column.name not in part.examples)
    return () if own_row else tuple(_section(builder, columns, table_row) for table_row in rows)


def _section(builder: Builder, columns: tuple[Column, ...], table_row: TableRow) -> Section:
    """One row among all: its first text heads the rest of it, tables included."""
    key, cells = table_row.row.key, table_row.row.cells
    heading = ""
    texts: list[str] = []
    members: list[str] = []
    grids: list[str] = []
    has_heading = any(column.type == "text" and cells[column.name] for column in columns)
    for column in columns:
        if column.type == "table":
            refs = cells[column.name] or ()
            members += builder.add_tables(key, refs, heads_group=not has_heading)
            grid_names = (f"{key}.{ref.table}" for ref in refs)
            grids += [name for name in grid_names if name in builder.grids]
        else:
            names = builder.add_path(column.name, table_row, f"{key}.")
            if names and not heading and column.type == "text":
                (heading,) = names
            else:
                members += names
                texts += names[:1]
    if heading and members:
        builder.groups.append(HeadingGroup(heading, tuple(members)))
    return Section(key, heading, tuple(texts), tuple(builder.grids[name] for name in grids))
