"""The faces of a print of a game in printing order, with their content, and its margin texts.

Prints and the proof both use this content, and neither adds to it. A face shows one row, all rows,
or none, like a shared back. field_builder.py has the content of single cells.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from printgen.board_parts import BoardParts
from printgen.content.content import FaceContent, HeadingGroup, RowSection
from printgen.content.field_builder import (
    ContentBuilder,
    TableRow,
    filter_table_rows,
    select_shown_columns,
)
from printgen.rules.files.scalars import MINUS
from printgen.rules.loading.print_specs import BOX_NAME
from printgen.rules.model import Column, Game, Print, PrintPart
from printgen.rules.queries.content_hash import get_short_digest
from printgen.rules.queries.paths import get_copy_count
from printgen.rules.values.tuck_box import TuckBox
from printgen.sheet_layout import SheetLayout
from printgen.system.cache import Cache


class FacePosition(NamedTuple):
    """Where a face belongs in its print, and what it shows.

    - `part`: the entry in the definition of the print that describes the face.
    - `set_row`: if the print repeats all its faces for each row of a table, such as once for each
      player, this row; else None.
    - `rows`: the rows that the face shows.
    - `copy_number`: the number of the copy of a face, from 1; 0 if each face is printed once.
    """

    part: PrintPart
    set_row: TableRow | None
    rows: tuple[TableRow, ...]
    copy_number: int

    @property
    def row(self) -> TableRow | None:
        """The only row that the face shows; None for a face of all rows, or without rows."""
        return self.rows[0] if self.part.each else None


class NamedFace(NamedTuple):
    """One face of a print without its content.

    `title` is the name of the face in messages, and `name` its name in the print and in the PDF.
    """

    title: str
    name: str
    place: FacePosition


class WantedFace(NamedTuple):
    """One face that is to be printed: its content, and its position in the print."""

    content: FaceContent
    place: FacePosition


class WantedFaceNames(frozenset[str]):
    """Names of faces to print, such as one copy of a card, instead of keys of rows.

    A parameter `keys` accepts either: keys of rows select all faces of these rows. All names are
    names of fronts; a front is printed together with its back.
    """


def list_set_keys(game: Game, print_: Print) -> tuple[str, ...]:
    """Return the keys of the rows for which a print repeats all its faces, such as its players.

    The result is empty if the print has each face once.
    """
    return tuple(row.key for row in game.table(print_.sets).rows) if print_.sets else ()


def generate_wanted_faces(
    game: Game,
    print_: Print,
    set_key: str,
    keys: Collection[str] | None,
    start: int = 0,
    stop: int | None = None,
) -> Iterator[WantedFace]:
    """Yield the faces to print of one set of a print lazily, in printing order.

    A print can repeat all its faces for each row of a table, such as once for each player. A set is
    all faces for one of these rows, and `set_key` is the key of that row; "" if the print has no
    sets. `keys` are the keys of the rows to print, or the names of faces (`WantedFaceNames`); None
    for all. Of the faces that this selects, those from index `start` to before `stop` are yielded.
    """
    for face in islice(generate_named_faces(game, print_, set_key, keys), start, stop):
        yield WantedFace(build_content(game, print_, face), face.place)


def generate_named_faces(
    game: Game, print_: Print, set_key: str, keys: Collection[str] | None
) -> Iterator[NamedFace]:
    """Yield the faces of one set of a print without their contents, in printing order.

    A print can repeat all its faces for each row of a table, such as once for each player. A set is
    all faces for one of these rows, and `set_key` is the key of that row; "" if the print has no
    sets. `keys` are the keys of the rows to print, or the names of faces (`WantedFaceNames`); None
    for all.
    """
    for position in _generate_positions(game, print_, set_key, keys):
        yield NamedFace(*_make_title_and_name(print_, position), position)


def build_content(game: Game, print_: Print, face: NamedFace) -> FaceContent:
    """Return the content of a face. It is cached, because the proof of the PDF needs it again."""
    key = id(game), id(print_), face.title, face.name
    if (entry := _content_cache.get(key)) is None:
        entry = _content_cache.set(key, (game, print_, _build_content(game, print_, face)))
    return entry[2]


_content_cache: Cache[tuple[object, ...], tuple[Game, Print, FaceContent]] = Cache(256)


def get_card_title(wanted: WantedFace) -> str:
    """Return the title of a card for lists of cards, such as those of a virtual tabletop.

    If the card's table has no keys, the usual title contains the number of the row, which changes
    when another row is inserted. The first text on the card then replaces it.
    """
    card, row = wanted.content, wanted.place.row
    if not row or row.table.key:
        return card.title
    texts = (text for name, text in card.fields.items() if name in row.table.by_name)
    title = row.table.describe_row(row.row.key)
    return card.title.replace(title, next(texts, title))


def list_face_run_lengths(
    game: Game, print_: Print, keys: Collection[str] | None, set_key: str = ""
) -> tuple[int, ...] | None:
    """Return the number of faces in each run of a print, in order, for one of its sets.

    A run is a series of faces that begins a new row on the sheet. A set is all faces of one player,
    or of another row for which the print repeats its faces; `set_key` is the key of that row, ""
    without sets. `keys` are the keys of the rows to print, or the names of faces
    (`WantedFaceNames`); None for all. All sets have the same runs, except if `keys` are names of
    faces. Return None for a back that all fronts share: its copies fill the sheet.
    """
    if print_.is_shared_back:
        return None
    # The first run needs no new row, so it may stay empty.
    lengths = [0]
    last_run: object = None
    for position in _generate_positions(game, print_, set_key, keys):
        run_start = position.part.apart
        run = position.part, position.set_row, position.rows if run_start == "each" else ()
        if run_start and run != last_run:
            lengths.append(0)
        last_run = run
        lengths[-1] += 1
    return tuple(lengths)


def list_row_keys(game: Game, print_: Print) -> tuple[str, ...]:
    """Return the keys of all rows that have a face of their own in a print, in order, each once."""
    parts = (part for part in print_.parts if part.each)
    keys = (row.row.key for part in parts for row in filter_table_rows(game, part.each, part.where))
    return tuple(dict.fromkeys(keys))


def format_title(game: Game, print_: Print) -> str:
    """Return the title of a print for its margin and for the document information of its PDF."""
    words = game.words.margin
    subject = words.backs.format(title=print_.title) if print_.backs_of else print_.title
    return words.title.format(game=game.about.name, title=subject)


def build_margin_texts(
    game: Game,
    print_: Print,
    layout: SheetLayout,
    sheet: int,
    sheets: int,
    set_key: str,
    front_sheets: int = 0,
    parts: BoardParts | None = None,
) -> Mapping[str, str]:
    """Return the texts in the margin of sheet number `sheet` of `sheets`, by field name.

    - `set_key`: the key of the player or other row whose faces are on the sheet; "" if the print
      does not repeat its faces for the rows of a table.
    - `front_sheets`: for a file with one back for all fronts, the number of sheets of fronts that
      it is printed on; 0 if each sheet of backs belongs to one sheet of fronts.
    - `parts`: for a board on several pages, the parts of the board. Each sheet has one of them.

    The result is empty for prints of whole pages, for backs on the same page as their fronts, and
    for sheets that are already cut.
    """
    if print_.is_page or layout.punched or (layout.fold and print_.backs_of):
        return {}
    words = game.words.margin
    margin_words = {
        "margin.title": format_title(game, print_),
        "margin.sheet": words.sheet.format(sheet=sheet, sheets=sheets),
        "margin.digest": words.digest.format(digest=get_short_digest(game)),
        "margin.scale": words.scale,
        "margin.bar": words.bar,
    }
    if print_.box_of:
        margin_words["margin.turn"] = game.words.box.steps
    if parts and parts.count > 1:
        part, part_words = parts.name_part((sheet - 1) % parts.count), game.words.parts
        margin_words["margin.turn"] = part_words.overlap if parts.overlap else part_words.cut
        counts = {"rows": parts.rows, "columns": parts.columns}
        margin_words["margin.part"] = part_words.name.format(part=part, **counts)
    if set_key:
        margin_words["margin.deck"] = words.deck.format(deck=set_key)
    return margin_words | _build_duplex_texts(game, print_, sheet, layout, front_sheets)


def _build_duplex_texts(
    game: Game, print_: Print, sheet: int, layout: SheetLayout, front_sheets: int
) -> dict[str, str]:
    """Return the margin texts that say how to print backs behind fronts; empty without backs.

    `sheet` is the number of the sheet. `front_sheets` is the number of sheets of fronts to print a
    shared back on. With 0, the text names the one sheet of fronts to print this sheet on.
    """
    words = game.words.turning
    if layout.fold:
        return {"margin.turn": words.fold}
    side_words, edge_words = words.duplex, words.short if layout.duplex == "short" else words.long
    if not layout.duplex:
        if not print_.backs_of:
            return {}
        # The second sheet of a shared back is printed behind all further sheets too.
        plus_sign = "+" if print_.is_shared_back and sheet > 1 else ""
        sheet_words = words.behind.format(sheet=f"{sheet}{plus_sign}")
        side_words = words.backs.format(sheets=front_sheets) if front_sheets else sheet_words
    margin_words = {"margin.turn": f"{side_words}; {edge_words}"}
    if print_.backs_of and any(layout.offset):
        right, down = (f"{distance:g}".replace("-", MINUS) for distance in layout.offset)
        margin_words["margin.moved"] = words.moved.format(right=right, down=down)
    return margin_words


def _generate_positions(
    game: Game, print_: Print, set_key: str, keys: Collection[str] | None
) -> Iterator[FacePosition]:
    """Yield the positions of the faces of one set, in printing order.

    `set_key` is the key of the set's row, "" if the print has no sets. `keys` are the keys of the
    rows to print, or the names of faces (`WantedFaceNames`); None for all.
    """
    names = keys if isinstance(keys, WantedFaceNames) else None
    chosen = None if keys is None or names is not None else frozenset(keys)
    table = game.table(print_.sets) if set_key else None
    set_row = TableRow(table, table.by_key[set_key]) if table else None
    for part in print_.parts:
        set_rows = filter_table_rows(game, part.for_) if part.for_ else (set_row,)
        rows = filter_table_rows(game, part.table_id, part.where) if part.table_id else ()
        face_rows = [rows]
        if part.each:
            face_rows = [(entry,) for entry in rows if chosen is None or entry.row.key in chosen]
        for own_set_row in set_rows:
            for shown_rows in face_rows:
                count = get_copy_count(part, *(table_row.row for table_row in shown_rows))
                for number in range(1) if part.count == 1 else range(1, count + 1):
                    position = FacePosition(part, own_set_row, shown_rows, number)
                    if names is None or _is_selected_by_name(print_, position, names):
                        yield position


def _is_selected_by_name(print_: Print, position: FacePosition, names: WantedFaceNames) -> bool:
    """Return whether a face is selected: `names` has its name, or for a back that of its front.

    A back that all fronts share is always selected.
    """
    ending = "-back" if print_.backs_of else ""
    is_named = _make_title_and_name(print_, position)[1].removesuffix(ending) in names
    return is_named or print_.is_shared_back  # a shared back is behind every front


def _build_content(game: Game, print_: Print, face: NamedFace) -> FaceContent:
    """Return the content of one face, with the faces of other prints that are shown within it."""
    title, name, position = face
    builder = ContentBuilder(game, title)
    sections, prefixes = add_face_content(builder, print_, position)
    picture_count = 0
    for table, row in position.rows if print_.backs_of else ():
        # A back may have pictures only. Fields and marks do not count those.
        columns = select_shown_columns(table, position.part.shows)
        images = (column.name for column in columns if column.type == "image")
        picture_count += sum(row.cells[image] is not None for image in images)
    return FaceContent(
        face=name,
        title=title,
        fields=builder.fields,
        marks=builder.marks,
        prose=builder.prose,
        groups=tuple(builder.groups),
        trailing_heads=frozenset(builder.trailing_heads),
        small=frozenset(builder.small),
        inputs=builder.inputs,
        grids=builder.grids,
        sections=sections,
        examples=prefixes,
        pictures=picture_count,
    )


def add_face_content(
    builder: ContentBuilder, print_: Print, position: FacePosition
) -> tuple[tuple[RowSection, ...], tuple[str, ...]]:
    """Add to `builder` everything that a face prints.

    A face can show small faces of other prints as examples. The fields of each example are added
    too, with its own prefix before their names. Return what is printed of each row (`RowSection`)
    of a face with all rows of a table, and the prefixes of the examples.
    """
    sections, prefixes = _add_fields(builder, print_, position), list[str]()
    for name, example_print, example in find_example_faces(builder.game, position):
        builder.prefix = f"{name}."
        prefixes.append(builder.prefix)
        _add_fields(builder, example_print, example.place)
    return sections, tuple(prefixes)


def _add_fields(
    builder: ContentBuilder, print_: Print, position: FacePosition
) -> tuple[RowSection, ...]:
    """Add the fields of a face to `builder`, and return the sections of the face.

    Fields that `again` of the part names are printed twice: they are added a second time, with an
    ending such as `.turned`.
    """
    part = position.part
    builder.across_tables = part.across
    sections = _add_sections(builder, print_, position)
    for ending, names in part.again.items():
        builder.repeat_fields(ending, names)
    builder.small.update(builder.prefix + name for name in part.small)
    return sections


def find_example_faces(
    game: Game, position: FacePosition
) -> Iterator[tuple[str, Print, WantedFace]]:
    """Yield each face of another print that the face at `position` shows as an example.

    For example, a page of rules may show a card. Each item is the prefix of the example's fields
    (without the final dot), the other print, and the face of that print. If the other print repeats
    its faces for each player or other row, the face of the first one is used.
    """
    for table_row in position.rows:
        for name, id_ in position.part.examples.items():
            print_, keys = game.find_print(id_), table_row.row.cells[name]
            if keys and print_:
                first_set, *_ = list_set_keys(game, print_) or ("",)
                wanted_faces = generate_wanted_faces(game, print_, first_set, keys)
                table = table_row.table.by_name[name].refers
                item = next((item for item in wanted_faces if item.place.part.each == table), None)
                if item:
                    yield f"{table_row.row.key}.{name}", print_, item


def _make_title_and_name(print_: Print, position: FacePosition) -> tuple[str, str]:
    """Return the title of a face for messages, and its name in the print, such as 2-queen."""
    part, set_row, rows, copy_number = position
    # Names sort in printing order: part, set, then key with leading zeros.
    tables = [other_part.table_id for other_part in print_.parts]
    index = print_.parts.index(part)
    part_number = str(index + 1) if len(tables) > 1 else ""
    set_key = set_row.row.key if set_row else ""
    # A card b-c of the set a, and a card c of the set a-b, have different names.
    set_name = set_key.replace("-", "--")
    if part.each:
        table, row = rows[0]
        title = table.describe_row(row.key)
        repeated_number = part_number if tables.count(table.id) > 1 else ""
        names = [repeated_number, set_name, table.pad_key(row.key)]
        # Names of faces in the first part of a print have no table; they are its main faces. But a
        # card aids-x must not have the name of the row x of a part aids.
        own_name = "-".join(filter(None, names))
        escaped_ids = [table_id.replace("-", "--") for table_id in tables]
        prefixes = tuple(f"{escaped_id}-" for escaped_id in escaped_ids)
        if index or (part_number and own_name.startswith(prefixes)):
            names.insert(0, escaped_ids[index])
        # A row 2 of a table rules must not have the name of page 2 of the print rules.
        has_pages = not all(other_part.each for other_part in print_.parts)
        if has_pages and f"-{print_.id}-" in f"-{'-'.join(names)}-":
            names.insert(0, "row")
    else:
        subject = "back" if print_.backs_of else print_.id
        title = f"{subject} {part_number}".rstrip()
        names = [set_name, subject, part_number]
    if copy_number:
        # Copies of a row are equal, so the first needs no number.
        title += f", copy {copy_number}" if copy_number > 1 else ""
        names.append(str(copy_number))
    if print_.backs_of and part.each:
        title += ", back"
        names.append("back")
    if set_row:
        title = f"{set_row.table.row_noun} {set_key}, {title}"
    return title, "-".join(filter(None, names))


def _add_sections(
    builder: ContentBuilder, print_: Print, position: FacePosition
) -> tuple[RowSection, ...]:
    """Add the fields that a part of the print shows to `builder`.

    On a face that shows all rows, each row is a section: return one for each row. Return () for any
    other face.
    """
    game, (part, set_row, rows, _), own_row = builder.game, position, position.row
    columns = select_shown_columns(rows[0].table, part.shows) if rows else ()
    common_texts = {
        "game": game.about.name,
        "title": print_.title,
        "subtitle": print_.subtitle,
        "digest": game.words.margin.digest.format(digest=get_short_digest(game)),
    }
    # The count is the same for all sizes of the cards.
    for size in (size for size in print_.sizes[:1] if isinstance(size, TuckBox)):
        common_texts[BOX_NAME] = game.words.box.cards.format(count=size.count)
    # A title is text, so pictures before it do not count.
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
            builder.add_cells_at_path(rest, set_row, f"{first}.")
        elif path in common_texts:
            builder.add_text(path, common_texts[path])
        elif own_row:
            builder.add_cells_at_path(path, own_row)
    # A key is printed only if `shows` names it.
    columns = tuple(column for column in columns if shows or column.type != "key")
    # Examples are faces within the face, not texts of their cells.
    columns = tuple(column for column in columns if column.name not in part.examples)
    return () if own_row else tuple(_add_section(builder, columns, table_row) for table_row in rows)


def _add_section(
    builder: ContentBuilder, columns: tuple[Column, ...], table_row: TableRow
) -> RowSection:
    """Add one row of a face of all rows to `builder`, and return its section.

    The first text of the row is the heading of its other fields. If the row has no text, its key
    is.
    """
    key, cells = table_row.row.key, table_row.row.cells
    heading = ""
    texts: list[str] = []
    members: list[str] = []
    grids: list[str] = []
    has_text = any(column.type == "text" and cells[column.name] for column in columns)
    heading_type = "text" if has_text else "key"
    has_heading = any(column.type == heading_type for column in columns)
    for column in columns:
        if column.type == "table":
            refs = cells[column.name] or ()
            members += builder.add_tables(key, refs, has_title_heading=not has_heading)
            grid_names = (f"{key}.{ref.table}" for ref in refs)
            grids += [name for name in grid_names if name in builder.grids]
        else:
            names = builder.add_cells_at_path(column.name, table_row, f"{key}.")
            if names and not heading and column.type == heading_type:
                (heading,) = names
            else:
                members += names
                texts += names[:1]
    if heading and members:
        builder.groups.append(HeadingGroup(heading, tuple(members)))
    return RowSection(key, heading, tuple(texts), tuple(builder.grids[name] for name in grids))
