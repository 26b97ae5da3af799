"""Turn the entries of `prints` into prints: which template, which rows, how many, how large."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from printgen.problems import Where, nearest
from printgen.rules.model import BY, ELSE, EMPTY, PAPERS, Filter, Part, Print, Table, TableRef
from printgen.rules.paths import rows_of, template_of, words, words_there
from printgen.rules.scalars import Fault, file_name, length
from printgen.rules.source_node import Entry
from printgen.rules.struct_reader import Amount, Text, is_key, read_record
from printgen.rules.tables import Tables

BACKS = "-backs"
"""What the file of a print's backs is called after the print's own name."""

_BACK = ("template", "each", "shows", "small", "again", "across", "safe")
"""Keys of a back: it is as large as the faces before it, and one for all or each of a row."""

_EVERYWHERE = ("game", "digest", "title", "subtitle")
"""Names that every print may show beside those of its rows."""


_MOST_BLEED = 10.0


def _bleed(value: object) -> float:
    """A bleed in mm."""
    found = length(value)
    if found > _MOST_BLEED:
        raise Fault(f"a bleed of {found:g} mm", f"write at most {_MOST_BLEED:g}; shops want 3")
    return found


class PrintSpec(Part, frozen=True):
    """A print as its file writes it: one part, or several under `parts`."""

    template: dict[Text, Text] | Text = ""
    title: Text = ""
    subtitle: Text = ""
    copies: Amount = 0
    back: Part | None = None
    bleed: Annotated[float, _bleed] = 0.0
    papers: tuple[Text, ...] = ()
    parts: tuple[Part, ...] = ()
    omit: Filter = {}


def resolve_prints(tables: Tables, entry: Entry) -> Iterator[Print]:
    """Each print, followed by that of its backs; those at fault are left out and reported."""
    if not isinstance(entry.data, dict):
        entry.report("no prints", "write prints: {deck: {template: …}}")
        return
    found: list[Print] = []
    for id_ in entry.data:
        here = entry.at(id_)
        spec = read_record(PrintSpec, here)
        before = len(tables.scope.problems)
        made = tuple(_prints(tables, here, id_, spec)) if spec else ()
        if len(tables.scope.problems) == before:
            found += made
    for one in found:
        for part in one.parts:
            _check_examples(tables, part, found, entry.at(one.id))
    yield from found


def _prints(tables: Tables, entry: Entry, id_: str, spec: PrintSpec) -> Iterator[Print]:
    """A print and that of its backs; what is wrong with them is reported."""
    if is_key(file_name, id_, entry) and id_.endswith(BACKS):
        entry.report(f"a print called {id_}", f"choose a name without {BACKS}", key=True)
    if bool(spec.parts) == bool(spec.template):
        found = "a template and parts" if spec.parts else "neither a template nor parts"
        hint = "write template: with each: or all:, or parts:"
        entry.report(found, hint, key=True)
        return
    if spec.for_ and not tables.known(spec.for_, entry.where("for")):
        return
    owners, before = (tables.table(spec.for_),) if spec.for_ else (), len(tables.scope.problems)
    parts = tuple(_inherited(part, spec) for part in spec.parts or (spec,))
    stand = [entry.at("parts", at) for at in range(len(spec.parts))] or [entry]
    for part, here in zip(parts, stand, strict=True):
        _check_rows(tables, part, here, owners)
        if not isinstance(part.template, str):
            _check_choice(tables, part, here.at("template"), alone=not spec.parts)
    if len(tables.scope.problems) == before:
        _check_across(tables, parts, entry)
        _check_taken(tables, parts, spec, entry)
    made = Print(
        id=id_,
        title=spec.title or id_.capitalize(),
        subtitle=spec.subtitle,
        parts=parts,
        sets=spec.for_,
        copies=spec.copies,
        backs_of="",
        sizes=tuple(dict.fromkeys(size for part in (spec, *spec.parts) for size in part.sizes)),
        place=tuple(here.where("template") for here in stand),
        bleed=spec.bleed,
        papers=spec.papers or PAPERS,
    )
    _check_paper(made, spec, entry)
    yield made
    if spec.back is not None:
        here = entry.at("back")
        backs = tuple(_backs(tables, here, spec.back, parts, owners))
        place = (here.where("template"),) * len(backs)
        yield replace(made, id=id_ + BACKS, subtitle="", parts=backs, backs_of=id_, place=place)


def _backs(
    tables: Tables, entry: Entry, back: Part, fronts: tuple[Part, ...], owners: tuple[Table, ...]
) -> Iterator[Part]:
    """The one back of all fronts, or of each part of them its own; what is wrong is reported."""
    for key in (one for one in entry.parts if one not in _BACK):
        entry.report(f"{key}: on a back", f"leave it out; a back has {', '.join(_BACK)}", key)
    if not back.each:
        shows = ("game",) if back.shows is None else back.shows
        # A page by itself has its back on another.
        yield (back := replace(back, shows=shows, impose=fronts[0].impose))
        _check_names(tables, back, entry, owners)
        return
    said = {name: getattr(back, name) for name in _BACK}
    for front in fronts:
        if back.each != front.each:
            hint = f"write each: {front.each}, or leave it out: one back for all"
            hint = hint if front.each else "leave it out: one back for all"
            entry.report(f"backs of {back.each} behind faces of {front.table}", hint, "each")
            return
        part = replace(front, sizes=(), examples={}, **said)
        _check_rows(tables, part, entry, owners)
        if not isinstance(part.template, str):
            _check_choice(tables, part, entry.at("template"), alone=True)
        yield part


def _check_paper(made: Print, spec: PrintSpec, entry: Entry) -> None:
    """Report a bleed of whole pages, and papers of what goes on any."""
    if made.is_page and spec.bleed:
        hint = "leave it out: printers leave out a page's rim"
        entry.report("bleed: on whole pages", hint, "bleed", key=True)
    if spec.papers and not made.is_page:
        hint = "leave it out: what is cut goes on any paper that it fits"
        entry.report("papers: of what is cut from its sheet", hint, "papers", key=True)


def _inherited(part: Part, spec: PrintSpec) -> Part:
    """A part, or a print that is one, with what the print says of all unless it says otherwise."""
    said = {name: getattr(part, name) for name in Part.__struct_fields__}
    said["for_"] = "" if part is spec else part.for_
    said["shows"] = spec.shows if part.shows is None else part.shows
    said["small"] = part.small or spec.small
    said["across"] = part.across or spec.across
    said["safe"] = part.safe or spec.safe
    said["impose"] = "page" if "page" in (part.impose, spec.impose) else "cut"
    return Part(**said)


def _check_rows(tables: Tables, part: Part, entry: Entry, owners: tuple[Table, ...]) -> None:
    """Report what is wrong with which rows a part prints, how often, and what it shows of them."""
    asked = [key for key in ("each", "all") if getattr(part, key)]
    if len(asked) != 1:
        found = f"{' and '.join(f'{key}:' for key in asked) or 'no rows'} to print"
        hint = "write each: for one face a row of a table, or all: for one face of all its rows"
        entry.report(found, hint, key=True)
        return
    if not tables.known(part.table, entry.where(asked[0])):
        return
    if part.for_ and tables.known(part.for_, entry.where("for")):
        owners = (*owners, tables.table(part.for_))
    table = tables.table(part.table)
    tables.check_filter(table, part.where, entry.at("where").where)
    if isinstance(part.count, str) and table.id not in tables.broken:
        _check_count(table, part, part.count, entry)
    for column in table.columns if part.all else ():
        if (column.each or column.rows) and column.name in (part.shows or (column.name,)):
            message = f"{column.name} is a table by itself, on a face of all rows"
            hint = "name it in a column of the type table, or leave it out of shows:"
            entry.report(message, hint, key=True)
    for owner in owners if part.each else ():
        if owner.noun in table.by_name:
            message = f"{owner.noun} is the key of {owner.id} and a column of {table.id}"
            entry.report(message, "give one another name", key=True)
    _check_names(tables, part, entry, owners)


def _check_choice(tables: Tables, part: Part, entry: Entry, *, alone: bool) -> None:
    """Report what is wrong with templates that a cell chooses, and rows that none is chosen for."""
    if not (alone and part.each):
        found = "a template chosen by a cell, and " + ("all:" if alone else "parts:")
        entry.report(found, "name one template here: a cell chooses for each: alone", key=True)
        return
    if part.table not in tables.entries or part.table in tables.broken:
        return
    table, path = tables.table(part.table), str(entry.parts[BY].data) if BY in entry.parts else ""
    if not path:
        hint = f"add {BY}: and the column that chooses, such as {BY}: kind"
        entry.report("templates, and no column that chooses", hint, key=True)
        return
    column = tables.check_path(table, path, entry.where(BY))
    if column is None or column.refers in tables.broken:
        return
    if column.many or column.each:
        entry.report(f"{path} holds several words", "name a column of one", BY)
        return
    printed = rows_of(tables, table, part.where)
    rows = [(row, words(tables, table, row, path) or (EMPTY,)) for row in printed]
    there = {*(words_there(tables, column) or (word for _, (word,) in rows)), EMPTY}
    for word in (one for one in entry.parts if one not in (BY, ELSE)):
        if word not in there:
            entry.report(f"no {path} is called {word}", nearest(word, there), word, key=True)
    told = set[str]()
    for row, (word,) in rows:
        if word not in told and not template_of(tables, part, table, row):
            told.add(word)
            hint = f"add {word}: with its template at {entry.place}, or {ELSE}: for all the rest"
            name = path.partition(".")[0]
            entry.scope.report(row.at(name), f"no template for {path} {word}", hint)


def _check_across(tables: Tables, parts: tuple[Part, ...], entry: Entry) -> None:
    """Report names set across that are no table on a face of the print."""
    there: set[str] = set()
    for part in parts:
        table = tables.table(part.table)
        there.update(one.name for one in table.columns if one.each or one.rows)
        there.update(one.rows or one.each for one in table.columns)
        cells = (cell for row in table.rows for cell in row.cells.values())
        refs = (ref for cell in cells if isinstance(cell, tuple) for ref in cell)
        there.update(ref.table for ref in refs if isinstance(ref, TableRef))
    for name in dict.fromkeys(name for part in parts for name in part.across):
        if name not in there:
            hint = nearest(name, sorted(there - {""})) if any(there) else "leave it out"
            entry.report(f"{name} is no table on a face of this print", hint, "across")


def _check_taken(tables: Tables, parts: tuple[Part, ...], spec: PrintSpec, entry: Entry) -> None:
    """Report rows of the tables of `parts` that no part takes and `omit` does not name."""
    if spec.omit and not spec.parts:
        entry.report("omit: without parts:", "leave it out; where: says which rows", "omit")
        return
    there = [tables.table(id_) for id_ in dict.fromkeys(part.table for part in spec.parts)]
    meant, before = {path.partition(".")[0] for path in spec.omit}, len(tables.scope.problems)
    of = [table for table in there if meant <= table.by_name.keys()] or there[:1]
    for table in of if spec.omit else ():
        tables.check_filter(table, spec.omit, entry.at("omit").where)
    broken = not tables.broken.isdisjoint(table.id for table in there)
    if broken or len(tables.scope.problems) > before:
        return
    named = 0
    for table in there:
        wheres = [part.where for part in parts if part.table == table.id]
        taken = {row.key for where in wheres for row in rows_of(tables, table, where)}
        rows = rows_of(tables, table, spec.omit) if spec.omit and table in of else ()
        omitted = [row.key for row in rows]
        if printed := [key for key in omitted if key in taken]:
            hint = "leave them out of omit:, or of the part's where:"
            entry.report(f"a part prints rows that omit: names: {_few(printed)}", hint, "omit")
        named += len(omitted)
        if left := [key for key in table.by_key if key not in taken.union(omitted)]:
            message = f"no part prints {len(left)} of {len(table.rows)} rows of {table.id}"
            words = f"{table.key.name}: [{_few(left)}]" if table.key else "column: [words]"
            hint = f"write a part for them, or omit: {{{words}}}"
            entry.report(f"{message}: {_few(left)}", hint, "parts")
    if spec.omit and not named:
        entry.report("omit: names no row", "leave it out", "omit")


def _few(keys: list[str]) -> str:
    return ", ".join(keys[:5]) + " …" * (len(keys) > 5)


def _check_count(table: Table, part: Part, name: str, entry: Entry) -> None:
    """Report a column of no numbers, and numbers in it that are no count."""
    numbers = [one.name for one in table.columns if one.type == "number" and not one.each]
    if part.all or name not in numbers:
        hint = nearest(name, numbers) if numbers and part.each else "write a number"
        entry.report(f"{name} is no column of numbers", hint, "count")
        return
    for row in table.rows:
        found = row.cells[name]
        if found is not None and not (isinstance(found, int) and found >= 0):
            entry.scope.report(row.at(name), f"{found} faces", "write 0 or more")


def _check_names(tables: Tables, part: Part, entry: Entry, owners: tuple[Table, ...]) -> None:
    """Report names shown that are of no set, print or game, and no column of the rows."""
    where = entry.where("shows")
    beside = dict.fromkeys(_EVERYWHERE) | {one.noun: one for one in owners}
    for path in part.shows or ():
        first, _, rest = path.partition(".")
        owner = beside.get(first)
        if owner is not None and rest:
            tables.check_path(owner, rest, where)
        elif path not in beside and part.table:
            _check_column(tables, path, part, where)
        elif path not in beside:
            tables.scope.known(where, first, beside, "name to show")
    # On a face of all rows names begin with a row's key.
    rows = tuple(tables.table(part.table).by_key) if part.all else ()
    for name in (*part.small, *(name for names in part.again.values() for name in names)):
        shown = (*part.shows, *rows) if part.shows else (name,)
        if not any(name == one or name.startswith(f"{one}.") for one in shown):
            message = f"{name} is small or printed again, and not shown"
            tables.scope.report(where, message, "add it to shows:, or leave it out there")


def _check_examples(tables: Tables, part: Part, prints: Iterable[Print], entry: Entry) -> None:
    """Report what is shown as another print shows it, and is no row that it has a face of."""
    there = {one.id: {of.each for of in one.parts} for one in prints}
    for name, id_ in part.examples.items():
        where = entry.where("examples")
        column = tables.table(part.table).by_name.get(name) if part.all else None
        if column is None or not column.refers or column.many or column.each:
            hint = "name a column that refers to one row, on a face of all rows"
            tables.scope.report(where, f"{name} is no example", hint)
        elif tables.scope.known(where, id_, there, "print") and column.refers not in there[id_]:
            message = f"{id_} has no face of a row of {column.refers}, to which {name} refers"
            tables.scope.report(where, message, f"name the print with each: {column.refers}")


def _check_column(tables: Tables, path: str, part: Part, where: Where) -> None:
    """Report a path that ends in no column, or goes where a face cannot show it."""
    table = tables.table(part.table)
    first, dot, _ = path.partition(".")
    if part.all and dot:
        hint = f"show {first}; its own shows: says which cells of it"
        tables.scope.report(where, f"{path} on a face of all rows", hint)
    elif tables.check_path(table, path, where) and dot:
        through = table.by_name.get(first)
        if through is not None and through.rows:
            message = f"{path} is one column of rows within a row"
            tables.scope.report(where, message, f"show {first}, all of it")
        elif through is not None and through.refers and not through.each:
            tables.check_shown(tables.table(through.refers), path.partition(".")[2], where)
