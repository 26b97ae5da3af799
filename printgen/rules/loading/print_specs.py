"""Reads the entries under `prints` into prints: templates, rows, counts and sizes."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated

from msgspec.structs import replace

from printgen.problems import InputError, Place, suggest_known_words
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import parse_file_name, parse_length
from printgen.rules.files.struct_reader import Amount, Id, Text, is_valid_key, read_struct
from printgen.rules.loading.tables import Tables
from printgen.rules.model import (
    BY_KEY,
    ELSE,
    NONE,
    PAGE_PAPERS,
    Filter,
    Print,
    PrintPart,
    Table,
    TableRef,
)
from printgen.rules.queries.paths import (
    choose_template,
    filter_rows,
    get_allowed_words,
    get_copy_count,
    get_words_at_path,
)
from printgen.rules.values.sizes import CARD_RADIUS
from printgen.rules.values.tuck_box import make_tuck_box

BACKS = "-backs"
"""The suffix that a print's name gets for the file of its backs."""

_BOX_KEYS = ("of", "template", "title", "subtitle", "all", "where", "shows", "small", "again")
"""The keys of a tuck box. Its size is that of its cards."""

_BACK_KEYS = ("template", "each", "all", "shows", "small", "again", "across", "safe")
"""The keys of a back. Its size is that of its fronts."""

COMMON_NAMES = ("game", "digest", "title", "subtitle")
"""The names that every print may show, in addition to those of its rows."""

BOX_NAME = "contents"
"""The name of the number of cards, which a tuck box may show."""

_MAX_BLEED, _MAX_RADIUS = 10.0, 30.0
"""In mm."""


def _parse_limited_length(name: str, limit: float, usual: str, value: object) -> float:
    """Return a length in mm. Raises `InputError` if it is larger than `limit`.

    `name` is what the message calls the length, and `usual` the values that it suggests.
    """
    length = parse_length(value)
    if length > limit:
        hint = f"write at most {limit:g}; {usual}"
        raise InputError(f"the {name} of {length:g} mm is too large", hint)
    return length


_parse_bleed = partial(_parse_limited_length, "bleed", _MAX_BLEED, "print shops ask for 3")
_parse_radius = partial(_parse_limited_length, "radius", _MAX_RADIUS, "most cards have 3")


class PrintSpec(PrintPart, frozen=True):
    """The entry of a print in a file of the game.

    It describes one kind of faces by its own fields, or several kinds under `parts`, each with its
    own template.

    - `copies`: with `for_`, for how many rows of that table the faces are printed; 0 for all.
    - `back`: the kind of faces that is printed on the backs; None without backs.
    - `omit`: a filter. Rows that pass it are intentionally not printed.
    - `of`: another print. This one is then a tuck box for the cards of that print.
    """

    template: dict[Text, Text] | Text = ""
    title: Text = ""
    subtitle: Text = ""
    copies: Amount = 0
    back: PrintPart | None = None
    bleed: Annotated[float, _parse_bleed] = 0.0
    radius: Annotated[float, _parse_radius] = CARD_RADIUS
    papers: tuple[Text, ...] = ()
    parts: tuple[PrintPart, ...] = ()
    omit: Filter = {}
    of: Id = ""


def resolve_prints(tables: Tables, entry: Node) -> Iterator[Print]:
    """Yield each print that `entry` lists, followed by the print of its backs, if it has backs.

    Faulty prints are reported and not yielded.
    """
    if not isinstance(entry.data, dict):
        entry.report("there are no prints", "write prints: {deck: {template: …}}")
        return
    prints: list[Print] = []
    for id_ in entry.data:
        print_entry = entry.get(id_)
        spec = read_struct(PrintSpec, print_entry)
        problem_count = tables.log.count
        if spec and spec.of:
            new_prints = tuple(_build_tuck_box_print(tables, print_entry, id_, spec, prints))
        else:
            new_prints = tuple(_build_prints(tables, print_entry, id_, spec)) if spec else ()
        if tables.log.count == problem_count:
            prints += new_prints
    for print_ in prints:
        for part in print_.parts:
            _check_examples(tables, part, prints, entry.get(print_.id))
    yield from prints


def _build_prints(tables: Tables, entry: Node, id_: str, spec: PrintSpec) -> Iterator[Print]:
    """Yield the print `id_`, then the print of its backs, if it has backs. Report mistakes.

    `spec` is `entry` as a struct.
    """
    if is_valid_key(parse_file_name, id_, entry) and id_.endswith(BACKS):
        entry.report(f"{id_} ends in {BACKS}", "choose another name", key=True)
    if bool(spec.parts) == bool(spec.template):
        message = 'both "template" and "parts"' if spec.parts else 'neither "template" nor "parts"'
        hint = 'write "template:" with "each:" or "all:", or write "parts:"'
        entry.report(message, hint, key=True)
        return
    if spec.for_ and not tables.check_table_id(spec.for_, entry.locate("for")):
        return
    owners, count = (tables.table(spec.for_),) if spec.for_ else (), tables.log.count
    parts = tuple(_inherit_fields(part, spec) for part in spec.parts or (spec,))
    part_entries = [entry.get("parts", index) for index in range(len(spec.parts))] or [entry]
    for part, part_entry in zip(parts, part_entries, strict=True):
        _check_rows(tables, part, part_entry, owners)
        if not isinstance(part.template, str):
            template = part_entry.get("template")
            _check_template_choice(tables, part, template, is_standalone=not spec.parts)
    # Checks that compare parts would only repeat the mistakes of a faulty part.
    if tables.log.count == count:
        _check_across(tables, parts, entry)
        _check_unprinted_rows(tables, parts, spec, entry)
    print_ = Print(
        id=id_,
        title=spec.title or id_.capitalize(),
        subtitle=spec.subtitle,
        parts=parts,
        sets=spec.for_,
        copies=spec.copies,
        backs_of="",
        sizes=tuple(dict.fromkeys(size for part in (spec, *spec.parts) for size in part.sizes)),
        place=tuple(part_entry.locate("template") for part_entry in part_entries),
        bleed=spec.bleed,
        radius=spec.radius,
        papers=spec.papers or PAGE_PAPERS,
        shows_place=tuple(
            (part_entry if part.shows is not None else entry).locate("shows")
            for part, part_entry in zip(spec.parts or (spec,), part_entries, strict=True)
        ),
    )
    _check_page_options(print_, spec, entry)
    yield print_
    if spec.back is not None:
        part_entry = entry.get("back")
        backs = tuple(_build_backs(tables, part_entry, spec.back, parts, owners))
        place, shows_place = part_entry.locate("template"), part_entry.locate("shows")
        places = {"place": (place,) * len(backs), "shows_place": (shows_place,) * len(backs)}
        yield replace(print_, id=id_ + BACKS, subtitle="", parts=backs, backs_of=id_, **places)


def _build_tuck_box_print(
    tables: Tables, entry: Node, id_: str, spec: PrintSpec, prints: Iterable[Print]
) -> Iterator[Print]:
    """Yield the print `id_`, a tuck box for the cards of another print.

    Yield nothing if it is unknown. `spec.of` names that print, which is one of `prints`. There is a
    box for each set of the cards. Mistakes are reported.
    """
    fronts = {print_.id: print_ for print_ in prints if not print_.backs_of and print_.sizes}
    for key in (key for key in entry.parts if key not in _BOX_KEYS):
        hint = f"remove it; the keys of a box are {', '.join(_BOX_KEYS)}"
        entry.report(f"a tuck box has no {key}", hint, key)
    if not tables.log.check_name(entry.locate("of"), spec.of, fronts, "print with sizes above it"):
        return
    cards = fronts[spec.of]
    shown = spec.shows or ("game", BOX_NAME)
    part = replace(_inherit_fields(spec, spec), shows=shown, safe=0)
    owners = (tables.table(cards.sets),) if cards.sets else ()
    check = _check_rows if part.all else _check_shown_names
    check(tables, part, entry, owners)
    count = 0
    for card_part in (card_part for card_part in cards.parts if card_part.each):
        rows = filter_rows(tables, tables.table(card_part.table_id), card_part.where)
        sets = len(tables.table(card_part.for_).rows) if card_part.for_ else 1
        count += sets * sum(get_copy_count(card_part, row) for row in rows)
    yield replace(
        cards,
        id=id_,
        title=spec.title or id_.capitalize(),
        subtitle=spec.subtitle,
        parts=(part,),
        sizes=tuple(make_tuck_box(size, count) for size in cards.sizes),
        place=(entry.locate("template"),),
        bleed=0.0,
        radius=0.0,
        shows_place=(entry.locate("shows"),),
        box_of=spec.of,
    )


def _build_backs(
    tables: Tables,
    entry: Node,
    back: PrintPart,
    fronts: tuple[PrintPart, ...],
    owners: tuple[Table, ...],
) -> Iterator[PrintPart]:
    """Yield the parts of the backs of a print: one shared back, or one for each part of fronts.

    Mistakes are reported. `back` is the part as declared. `owners` is the table of `for` in the
    print, if any: there is one set of faces for each row of that table.
    """
    for key in (part_key for part_key in entry.parts if part_key not in _BACK_KEYS):
        hint = f"remove it; the keys of a back are {', '.join(_BACK_KEYS)}"
        entry.report(f"{key}: on a back", hint, key)
    if not back.each:
        shows = ("game",) if back.shows is None and not back.all else back.shows
        # The back of a whole page is a whole page too.
        yield (back := replace(back, shows=shows, impose=fronts[0].impose))
        check = _check_rows if back.all else _check_shown_names
        check(tables, back, entry, owners)
        return
    back_fields = {name: getattr(back, name) for name in _BACK_KEYS}
    for front in fronts:
        if back.each != front.each:
            hint = f"write each: {front.each}, or " * bool(front.each)
            hint += "remove each: for one shared back"
            entry.report(f"backs of {back.each} behind faces of {front.table_id}", hint, "each")
            return
        part = replace(front, sizes=(), examples={}, **back_fields)
        _check_rows(tables, part, entry, owners)
        if not isinstance(part.template, str):
            _check_template_choice(tables, part, entry.get("template"), is_standalone=True)
        yield part


def _check_page_options(print_: Print, spec: PrintSpec, entry: Node) -> None:
    """Report a bleed or a radius of a print of whole pages, and `papers` of any other print."""
    if print_.is_page and spec.bleed:
        hint = "remove it; printers do not print to the edge of a page"
        entry.report("bleed: on whole pages", hint, "bleed", key=True)
    if print_.is_page and "radius" in entry.parts:
        hint = "remove it; only pieces that are cut have round corners"
        entry.report("radius: on whole pages", hint, "radius", key=True)
    if spec.papers and not print_.is_page:
        hint = "remove it; pieces to cut are printed on any paper that they fit"
        entry.report("papers: without whole pages", hint, "papers", key=True)


def _inherit_fields(part: PrintPart, spec: PrintSpec) -> PrintPart:
    """Return a part in which fields that the file does not set have the values of its print."""
    field_values = {name: getattr(part, name) for name in PrintPart.__struct_fields__}
    field_values["for_"] = "" if part is spec else part.for_
    field_values["shows"] = spec.shows if part.shows is None else part.shows
    field_values["small"] = part.small or spec.small
    field_values["across"] = part.across or spec.across
    field_values["safe"] = spec.safe if part.safe is None else part.safe
    field_values["impose"] = "page" if "page" in (part.impose, spec.impose) else "cut"
    return PrintPart(**field_values)


def _check_rows(tables: Tables, part: PrintPart, entry: Node, owners: tuple[Table, ...]) -> None:
    """Report mistakes in the rows that a part prints, in their count and in the columns it shows.

    `owners` is the table of `for` in the print, if any: there is one set of faces for each row of
    that table.
    """
    row_keys = [key for key in ("each", "all") if getattr(part, key)]
    if len(row_keys) != 1:
        message = 'both "each:" and "all:"' if row_keys else 'neither "each:" nor "all:"'
        hint = 'write "each: TABLE" for one face per row, or "all: TABLE" for one face of all rows'
        entry.report(message, hint, key=True)
        return
    if not tables.check_table_id(part.table_id, entry.locate(row_keys[0])):
        return
    if part.for_ and tables.check_table_id(part.for_, entry.locate("for")):
        owners = (*owners, tables.table(part.for_))
    table = tables.table(part.table_id)
    tables.check_filter(table, part.where, entry.get("where").locate)
    if isinstance(part.count, str) and table.id not in tables.broken:
        _check_count(table, part, part.count, entry)
    for column in table.columns if part.all else ():
        if (column.each or column.rows) and column.name in (part.shows or (column.name,)):
            message = f"{column.name} is a nested table, on a face of all rows"
            hint = "print it through a column of the type table, or remove it from shows:"
            entry.report(message, hint, key=True)
    for owner in owners if part.each else ():
        if owner.row_noun in table.by_name:
            message = f"{owner.row_noun} is the key of {owner.id} and a column of {table.id}"
            entry.report(message, "rename one of them", key=True)
    _check_shown_names(tables, part, entry, owners)


def _check_template_choice(
    tables: Tables, part: PrintPart, entry: Node, *, is_standalone: bool
) -> None:
    """Report mistakes in a part whose template depends on a cell.

    These are words without a cell that has them, and rows without a template. `entry` is the
    mapping from words to templates. `is_standalone` is true if this is the only part of the print.
    """
    if not (is_standalone and part.each):
        message = "templates chosen by a cell, with " + ("all:" if is_standalone else "parts:")
        entry.report(message, 'name one template; only with "each:" can a cell choose it', key=True)
        return
    if part.table_id not in tables.entries or part.table_id in tables.broken:
        return
    table, path = tables.table(part.table_id), str(entry.get(BY_KEY).data or "")
    if not path:
        hint = f"add {BY_KEY}: with the column that chooses, such as {BY_KEY}: kind"
        entry.report("no column chooses the template", hint, key=True)
        return
    column = tables.check_path(table, path, entry.locate(BY_KEY))
    if column is None or column.refers in tables.broken:
        return
    if column.many or column.each:
        entry.report(f"{path} may have several words", "name a column with one word a cell", BY_KEY)
        return
    printed_rows = filter_rows(tables, table, part.where)
    rows = [(row, get_words_at_path(tables, table, row, path) or (NONE,)) for row in printed_rows]
    known_words = {*(get_allowed_words(tables, column) or (word for _, (word,) in rows)), NONE}
    for word in (choice for choice in entry.parts if choice not in (BY_KEY, ELSE)):
        if word not in known_words:
            hint = suggest_known_words(word, known_words)
            entry.report(f"no {path} is called {word}", hint, word, key=True)
    reported = set[str]()
    for row, (word,) in rows:
        if word not in reported and not choose_template(tables, part, table, row):
            reported.add(word)
            hint = f"add {word}: with its template at {entry.place}, or {ELSE}: for other words"
            name = path.partition(".")[0]
            entry.log.report(row.locate(name), f"no template for {path} {word}", hint)


def _check_across(tables: Tables, parts: tuple[PrintPart, ...], entry: Node) -> None:
    """Report names in `across` that are no table, or column of tables, on a face of the print."""
    table_names: set[str] = set()
    for part in parts:
        table = tables.table(part.table_id)
        table_names.update(column.name for column in table.columns if column.each or column.rows)
        table_names.update(column.rows or column.each for column in table.columns)
        cells = (cell for row in table.rows for cell in row.cells.values())
        refs = (ref for cell in cells if isinstance(cell, tuple) for ref in cell)
        table_names.update(ref.table for ref in refs if isinstance(ref, TableRef))
    for name in dict.fromkeys(name for part in parts for name in part.across):
        if name not in table_names:
            known_names = sorted(table_names - {""})
            hint = suggest_known_words(name, known_names) if known_names else "remove it"
            entry.report(f"{name} is not a table on a face of this print", hint, "across")


def _check_unprinted_rows(
    tables: Tables, parts: tuple[PrintPart, ...], spec: PrintSpec, entry: Node
) -> None:
    """Report rows of the tables of `parts` that no part prints and that `omit` does not list."""
    if spec.omit and not spec.parts:
        entry.report('"omit:" without "parts:"', 'remove it; choose rows with "where:"', "omit")
        return
    used = [tables.table(id_) for id_ in dict.fromkeys(part.table_id for part in spec.parts)]
    omit_columns, count = {path.partition(".")[0] for path in spec.omit}, tables.log.count
    omit_tables = [table for table in used if omit_columns <= table.by_name.keys()] or used[:1]
    for table in omit_tables if spec.omit else ():
        tables.check_filter(table, spec.omit, entry.get("omit").locate)
    has_broken = not tables.broken.isdisjoint(table.id for table in used)
    if has_broken or tables.log.count > count:
        return
    omitted_count = 0
    for table in used:
        part_filters = [part.where for part in parts if part.table_id == table.id]
        shown = {row.key for filters in part_filters for row in filter_rows(tables, table, filters)}
        rows = filter_rows(tables, table, spec.omit) if spec.omit and table in omit_tables else ()
        omitted_keys = [row.key for row in rows]
        if both := [key for key in omitted_keys if key in shown]:
            hint = 'remove them from "omit:", or from "where:" of the part'
            entry.report(f"a part prints rows in omit: {_format_keys(both)}", hint, "omit")
        omitted_count += len(omitted_keys)
        if unprinted := [key for key in table.by_key if key not in shown.union(omitted_keys)]:
            message = f"no part prints {len(unprinted)} of {len(table.rows)} rows of {table.id}"
            words = (
                f"{table.key.name}: [{_format_keys(unprinted)}]" if table.key else "column: [words]"
            )
            hint = f"add a part for them, or write omit: {{{words}}}"
            entry.report(f"{message}: {_format_keys(unprinted)}", hint, "parts")
    if spec.omit and not omitted_count:
        entry.report("omit: matches no row", "remove it", "omit")


def _format_keys(keys: list[str]) -> str:
    """Return at most five keys as one text, with an ellipsis if there are more."""
    return ", ".join(keys[:5]) + " …" * (len(keys) > 5)


def _check_count(table: Table, part: PrintPart, name: str, entry: Node) -> None:
    """Report the column `name` of the number of copies if it is no such column.

    It must be a column of numbers, and none of them may be negative.
    """
    numbers = [col.name for col in table.columns if col.type == "number" and not col.each]
    if part.all or name not in numbers:
        hint = suggest_known_words(name, numbers) if numbers and part.each else "write a number"
        entry.report(f"{name} is not a column of numbers", hint, "count")
        return
    for row in table.rows:
        value = row.cells[name]
        if value is not None and not (isinstance(value, int) and value >= 0):
            entry.log.report(row.locate(name), f"a count of {value}", "write 0 or more")


def _check_shown_names(
    tables: Tables, part: PrintPart, entry: Node, owners: tuple[Table, ...]
) -> None:
    """Report names in `shows` that are neither columns of the rows nor names that every face has.

    Also report names in `small` and `again` that are not in `shows`. `owners` is the table of `for`
    in the print, if any: there is one set of faces for each row of that table.
    """
    place = entry.locate("shows")
    # In a set a face may show its owner's cells, such as player.name, by the noun of that table.
    names = (*COMMON_NAMES, *[BOX_NAME] * ("of" in entry.parts))
    owners_by_name = dict.fromkeys(names) | {owner.row_noun: owner for owner in owners}
    for path in part.shows or ():
        first, _, rest = path.partition(".")
        owner = owners_by_name.get(first)
        if owner is not None and rest:
            tables.check_path(owner, rest, place)
        elif path not in owners_by_name and part.table_id:
            _check_shown_path(tables, path, part, place)
        elif path not in owners_by_name:
            tables.log.check_name(place, first, owners_by_name, "name to show")
    # On a face of all rows each name starts with the key of its row.
    rows = tuple(tables.table(part.table_id).by_key) if part.all else ()
    for name in (*part.small, *(name for names in part.again.values() for name in names)):
        shown = (*part.shows, *rows) if part.shows else (name,)
        if not any(name == other or name.startswith(f"{other}.") for other in shown):
            message = f'{name} is in "small:" or "again:", but not in "shows:"'
            tables.log.report(place, message, "add it to shows:, or remove it there")


def _check_examples(tables: Tables, part: PrintPart, prints: Iterable[Print], entry: Node) -> None:
    """Report mistakes in `examples`, which shows faces of other prints within a face.

    An example is a column that refers to one row, and a print in which that row has a face.
    """
    faces = {print_.id: {print_part.each for print_part in print_.parts} for print_ in prints}
    for name, id_ in part.examples.items():
        place = entry.locate("examples")
        column = tables.table(part.table_id).by_name.get(name) if part.all else None
        if column is None or not column.refers or column.many or column.each:
            hint = "name a column that refers to one row, on a face of all rows"
            tables.log.report(place, f"{name} cannot be an example", hint)
        elif tables.log.check_name(place, id_, faces, "print") and column.refers not in faces[id_]:
            message = f"{id_} has no faces for {column.refers}, which {name} refers to"
            tables.log.report(place, message, f"name a print with each: {column.refers}")


def _check_shown_path(tables: Tables, path: str, part: PrintPart, place: Place) -> None:
    """Report a path in `shows` that leads to no column, or to a column that a face cannot show."""
    table = tables.table(part.table_id)
    first, dot, _ = path.partition(".")
    if part.all and dot:
        hint = f"show {first}, and choose its cells with shows: of that column"
        tables.log.report(place, f"{path} on a face of all rows", hint)
    elif tables.check_path(table, path, place) and dot:
        first_column = table.by_name.get(first)
        if first_column is not None and first_column.rows:
            message = f"{path} is one column of nested rows"
            tables.log.report(place, message, f"show all of {first}")
        elif first_column is not None and first_column.refers and not first_column.each:
            target_table = tables.table(first_column.refers)
            tables.check_printable_path(target_table, path.partition(".")[2], place)
