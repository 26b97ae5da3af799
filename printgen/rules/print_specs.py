"""Turn the entries of `prints` into prints: which template, which rows, how many, how large."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from printgen.problems import Spot, suggest
from printgen.rules.model import BY_KEY, ELSE, EMPTY, PAPERS, Filter, Part, Print, Table, TableRef
from printgen.rules.paths import choose_template, filter_rows, get_choices, get_words
from printgen.rules.scalars import BadData, parse_file_name, parse_length
from printgen.rules.source_node import Node
from printgen.rules.struct_reader import Amount, Text, is_valid_key, read_struct
from printgen.rules.tables import Tables

BACKS = "-backs"
"""What the file of a print's backs is called after the print's own name."""

_BACK_KEYS = ("template", "each", "shows", "small", "again", "across", "safe")
"""Keys of a back: it is as large as the faces before it, and one for all or each of a row."""

_COMMON_NAMES = ("game", "digest", "title", "subtitle")
"""Names that every print may show beside those of its rows."""


_MAX_BLEED = 10.0


def _parse_bleed(value: object) -> float:
    """A bleed in mm."""
    bleed = parse_length(value)
    if bleed > _MAX_BLEED:
        raise BadData(f"a bleed of {bleed:g} mm", f"write at most {_MAX_BLEED:g}; shops want 3")
    return bleed


class PrintSpec(Part, frozen=True):
    """A print as its file writes it: one part, or several under `parts`."""

    template: dict[Text, Text] | Text = ""
    title: Text = ""
    subtitle: Text = ""
    copies: Amount = 0
    back: Part | None = None
    bleed: Annotated[float, _parse_bleed] = 0.0
    papers: tuple[Text, ...] = ()
    parts: tuple[Part, ...] = ()
    omit: Filter = {}


def resolve_prints(tables: Tables, entry: Node) -> Iterator[Print]:
    """Each print, followed by that of its backs; those at fault are left out and reported."""
    if not isinstance(entry.data, dict):
        entry.report("no prints", "write prints: {deck: {template: …}}")
        return
    prints: list[Print] = []
    for id_ in entry.data:
        print_entry = entry.get(id_)
        spec = read_struct(PrintSpec, print_entry)
        problem_count = len(tables.log.problems)
        new_prints = tuple(_build_prints(tables, print_entry, id_, spec)) if spec else ()
        if len(tables.log.problems) == problem_count:
            prints += new_prints
    for print_ in prints:
        for part in print_.parts:
            _check_examples(tables, part, prints, entry.get(print_.id))
    yield from prints


def _build_prints(tables: Tables, entry: Node, id_: str, spec: PrintSpec) -> Iterator[Print]:
    """A print and that of its backs; what is wrong with them is reported."""
    if is_valid_key(parse_file_name, id_, entry) and id_.endswith(BACKS):
        entry.report(f"a print called {id_}", f"choose a name without {BACKS}", key=True)
    if bool(spec.parts) == bool(spec.template):
        message = "a template and parts" if spec.parts else "neither a template nor parts"
        hint = "write template: with each: or all:, or parts:"
        entry.report(message, hint, key=True)
        return
    if spec.for_ and not tables.check_table(spec.for_, entry.locate("for")):
        return
    owners, count = (tables.table(spec.for_),) if spec.for_ else (), len(tables.log.problems)
    parts = tuple(_inherit_fields(part, spec) for part in spec.parts or (spec,))
    part_entries = [entry.get("parts", index) for index in range(len(spec.parts))] or [entry]
    for part, part_entry in zip(parts, part_entries, strict=True):
        _check_rows(tables, part, part_entry, owners)
        if not isinstance(part.template, str):
            _check_choice(tables, part, part_entry.get("template"), is_standalone=not spec.parts)
    if len(tables.log.problems) == count:
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
        papers=spec.papers or PAPERS,
    )
    _check_paper(print_, spec, entry)
    yield print_
    if spec.back is not None:
        part_entry = entry.get("back")
        backs = tuple(_build_backs(tables, part_entry, spec.back, parts, owners))
        place = (part_entry.locate("template"),) * len(backs)
        yield replace(print_, id=id_ + BACKS, subtitle="", parts=backs, backs_of=id_, place=place)


def _build_backs(
    tables: Tables, entry: Node, back: Part, fronts: tuple[Part, ...], owners: tuple[Table, ...]
) -> Iterator[Part]:
    """The one back of all fronts, or of each part of them its own; what is wrong is reported."""
    for key in (part_key for part_key in entry.parts if part_key not in _BACK_KEYS):
        entry.report(f"{key}: on a back", f"leave it out; a back has {', '.join(_BACK_KEYS)}", key)
    if not back.each:
        shows = ("game",) if back.shows is None else back.shows
        # A page by itself has its back on another.
        yield (back := replace(back, shows=shows, impose=fronts[0].impose))
        _check_shown_names(tables, back, entry, owners)
        return
    back_fields = {name: getattr(back, name) for name in _BACK_KEYS}
    for front in fronts:
        if back.each != front.each:
            hint = f"write each: {front.each}, or leave it out: one back for all"
            hint = hint if front.each else "leave it out: one back for all"
            entry.report(f"backs of {back.each} behind faces of {front.table_id}", hint, "each")
            return
        part = replace(front, sizes=(), examples={}, **back_fields)
        _check_rows(tables, part, entry, owners)
        if not isinstance(part.template, str):
            _check_choice(tables, part, entry.get("template"), is_standalone=True)
        yield part


def _check_paper(print_: Print, spec: PrintSpec, entry: Node) -> None:
    """Report a bleed of whole pages, and papers of what goes on any."""
    if print_.is_page and spec.bleed:
        hint = "leave it out: printers leave out a page's rim"
        entry.report("bleed: on whole pages", hint, "bleed", key=True)
    if spec.papers and not print_.is_page:
        hint = "leave it out: what is cut goes on any paper that it fits"
        entry.report("papers: of what is cut from its sheet", hint, "papers", key=True)


def _inherit_fields(part: Part, spec: PrintSpec) -> Part:
    """A part, or a print that is one, with what the print says of all unless it says otherwise."""
    field_values = {name: getattr(part, name) for name in Part.__struct_fields__}
    field_values["for_"] = "" if part is spec else part.for_
    field_values["shows"] = spec.shows if part.shows is None else part.shows
    field_values["small"] = part.small or spec.small
    field_values["across"] = part.across or spec.across
    field_values["safe"] = part.safe or spec.safe
    field_values["impose"] = "page" if "page" in (part.impose, spec.impose) else "cut"
    return Part(**field_values)


def _check_rows(tables: Tables, part: Part, entry: Node, owners: tuple[Table, ...]) -> None:
    """Report what is wrong with which rows a part prints, how often, and what it shows of them."""
    row_keys = [key for key in ("each", "all") if getattr(part, key)]
    if len(row_keys) != 1:
        subject = f"{' and '.join(f'{key}:' for key in row_keys) or 'no rows'} to print"
        hint = "write each: for one face a row of a table, or all: for one face of all its rows"
        entry.report(subject, hint, key=True)
        return
    if not tables.check_table(part.table_id, entry.locate(row_keys[0])):
        return
    if part.for_ and tables.check_table(part.for_, entry.locate("for")):
        owners = (*owners, tables.table(part.for_))
    table = tables.table(part.table_id)
    tables.check_filter(table, part.where, entry.get("where").locate)
    if isinstance(part.count, str) and table.id not in tables.broken:
        _check_count(table, part, part.count, entry)
    for column in table.columns if part.all else ():
        if (column.each or column.rows) and column.name in (part.shows or (column.name,)):
            message = f"{column.name} is a table by itself, on a face of all rows"
            hint = "name it in a column of the type table, or leave it out of shows:"
            entry.report(message, hint, key=True)
    for owner in owners if part.each else ():
        if owner.row_noun in table.by_name:
            message = f"{owner.row_noun} is the key of {owner.id} and a column of {table.id}"
            entry.report(message, "give one another name", key=True)
    _check_shown_names(tables, part, entry, owners)


def _check_choice(tables: Tables, part: Part, entry: Node, *, is_standalone: bool) -> None:
    """Report what is wrong with templates that a cell chooses, and rows that none is chosen for."""
    if not (is_standalone and part.each):
        message = "a template chosen by a cell, and " + ("all:" if is_standalone else "parts:")
        entry.report(message, "name one template here: a cell chooses for each: alone", key=True)
        return
    if part.table_id not in tables.entries or part.table_id in tables.broken:
        return
    table, path = (
        tables.table(part.table_id),
        str(entry.parts[BY_KEY].data) if BY_KEY in entry.parts else "",
    )
    if not path:
        hint = f"add {BY_KEY}: and the column that chooses, such as {BY_KEY}: kind"
        entry.report("templates, and no column that chooses", hint, key=True)
        return
    column = tables.check_path(table, path, entry.locate(BY_KEY))
    if column is None or column.refers in tables.broken:
        return
    if column.many or column.each:
        entry.report(f"{path} holds several words", "name a column of one", BY_KEY)
        return
    printed_rows = filter_rows(tables, table, part.where)
    rows = [(row, get_words(tables, table, row, path) or (EMPTY,)) for row in printed_rows]
    known_words = {*(get_choices(tables, column) or (word for _, (word,) in rows)), EMPTY}
    for word in (choice for choice in entry.parts if choice not in (BY_KEY, ELSE)):
        if word not in known_words:
            entry.report(f"no {path} is called {word}", suggest(word, known_words), word, key=True)
    reported = set[str]()
    for row, (word,) in rows:
        if word not in reported and not choose_template(tables, part, table, row):
            reported.add(word)
            hint = f"add {word}: with its template at {entry.place}, or {ELSE}: for all the rest"
            name = path.partition(".")[0]
            entry.log.report(row.locate(name), f"no template for {path} {word}", hint)


def _check_across(tables: Tables, parts: tuple[Part, ...], entry: Node) -> None:
    """Report names set across that are no table on a face of the print."""
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
            hint = suggest(name, sorted(table_names - {""})) if any(table_names) else "leave it out"
            entry.report(f"{name} is no table on a face of this print", hint, "across")


def _check_unprinted_rows(
    tables: Tables, parts: tuple[Part, ...], spec: PrintSpec, entry: Node
) -> None:
    """Report rows of the tables of `parts` that no part takes and `omit` does not name."""
    if spec.omit and not spec.parts:
        entry.report("omit: without parts:", "leave it out; where: says which rows", "omit")
        return
    used = [tables.table(id_) for id_ in dict.fromkeys(part.table_id for part in spec.parts)]
    omit_columns, count = {path.partition(".")[0] for path in spec.omit}, len(tables.log.problems)
    omit_tables = [table for table in used if omit_columns <= table.by_name.keys()] or used[:1]
    for table in omit_tables if spec.omit else ():
        tables.check_filter(table, spec.omit, entry.get("omit").locate)
    has_broken = not tables.broken.isdisjoint(table.id for table in used)
    if has_broken or len(tables.log.problems) > count:
        return
    omitted_count = 0
    for table in used:
        part_filters = [part.where for part in parts if part.table_id == table.id]
        shown = {row.key for filters in part_filters for row in filter_rows(tables, table, filters)}
        rows = filter_rows(tables, table, spec.omit) if spec.omit and table in omit_tables else ()
        omitted_keys = [row.key for row in rows]
        if both := [key for key in omitted_keys if key in shown]:
            hint = "leave them out of omit:, or of the part's where:"
            entry.report(f"a part prints rows that omit: names: {_shorten(both)}", hint, "omit")
        omitted_count += len(omitted_keys)
        if unprinted := [key for key in table.by_key if key not in shown.union(omitted_keys)]:
            message = f"no part prints {len(unprinted)} of {len(table.rows)} rows of {table.id}"
            words = f"{table.key.name}: [{_shorten(unprinted)}]" if table.key else "column: [words]"
            hint = f"write a part for them, or omit: {{{words}}}"
            entry.report(f"{message}: {_shorten(unprinted)}", hint, "parts")
    if spec.omit and not omitted_count:
        entry.report("omit: names no row", "leave it out", "omit")


def _shorten(keys: list[str]) -> str:
    return ", ".join(keys[:5]) + " …" * (len(keys) > 5)


def _check_count(table: Table, part: Part, name: str, entry: Node) -> None:
    """Report a column of no numbers, and numbers in it that are no count."""
    numbers = [item.name for item in table.columns if item.type == "number" and not item.each]
    if part.all or name not in numbers:
        hint = suggest(name, numbers) if numbers and part.each else "write a number"
        entry.report(f"{name} is no column of numbers", hint, "count")
        return
    for row in table.rows:
        value = row.cells[name]
        if value is not None and not (isinstance(value, int) and value >= 0):
            entry.log.report(row.locate(name), f"{value} faces", "write 0 or more")


def _check_shown_names(tables: Tables, part: Part, entry: Node, owners: tuple[Table, ...]) -> None:
    """Report names shown that are of no set, print or game, and no column of the rows."""
    place = entry.locate("shows")
    owners_by_name = dict.fromkeys(_COMMON_NAMES) | {item.row_noun: item for item in owners}
    for path in part.shows or ():
        first, _, rest = path.partition(".")
        owner = owners_by_name.get(first)
        if owner is not None and rest:
            tables.check_path(owner, rest, place)
        elif path not in owners_by_name and part.table_id:
            _check_shown_path(tables, path, part, place)
        elif path not in owners_by_name:
            tables.log.check(place, first, owners_by_name, "name to show")
    # On a face of all rows names begin with a row's key.
    rows = tuple(tables.table(part.table_id).by_key) if part.all else ()
    for name in (*part.small, *(name for names in part.again.values() for name in names)):
        shown = (*part.shows, *rows) if part.shows else (name,)
        if not any(name == item or name.startswith(f"{item}.") for item in shown):
            message = f"{name} is small or printed again, and not shown"
            tables.log.report(place, message, "add it to shows:, or leave it out there")


def _check_examples(tables: Tables, part: Part, prints: Iterable[Print], entry: Node) -> None:
    """Report what is shown as another print shows it, and is no row that it has a face of."""
    faces = {item.id: {print_part.each for print_part in item.parts} for item in prints}
    for name, id_ in part.examples.items():
        place = entry.locate("examples")
        column = tables.table(part.table_id).by_name.get(name) if part.all else None
        if column is None or not column.refers or column.many or column.each:
            hint = "name a column that refers to one row, on a face of all rows"
            tables.log.report(place, f"{name} is no example", hint)
        elif tables.log.check(place, id_, faces, "print") and column.refers not in faces[id_]:
            message = f"{id_} has no face of a row of {column.refers}, to which {name} refers"
            tables.log.report(place, message, f"name the print with each: {column.refers}")


def _check_shown_path(tables: Tables, path: str, part: Part, place: Spot) -> None:
    """Report a path that ends in no column, or goes where a face cannot show it."""
    table = tables.table(part.table_id)
    first, dot, _ = path.partition(".")
    if part.all and dot:
        hint = f"show {first}; its own shows: says which cells of it"
        tables.log.report(place, f"{path} on a face of all rows", hint)
    elif tables.check_path(table, path, place) and dot:
        first_column = table.by_name.get(first)
        if first_column is not None and first_column.rows:
            message = f"{path} is one column of rows within a row"
            tables.log.report(place, message, f"show {first}, all of it")
        elif first_column is not None and first_column.refers and not first_column.each:
            tables.check_shown(tables.table(first_column.refers), path.partition(".")[2], place)
