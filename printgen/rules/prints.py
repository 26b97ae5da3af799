"""Turn the entries of `prints` into prints: which template, which rows, how many, how large."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from printgen.problems import Where
from printgen.rules.model import Part, Print, Table
from printgen.rules.records import Amount, Text, read_record
from printgen.rules.tables import Tables
from printgen.rules.tree import Path, Tree

BACKS = "-backs"
"""What the file of a print's backs is called after the print's own name."""

_EVERYWHERE = ("game", "digest", "title", "subtitle")
"""Names that every print may show beside those of its rows."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class PrintSpec(Part, frozen=True):
    """A print as its file writes it: one part, or several under `parts`."""

    template: Text = ""
    title: Text = ""
    subtitle: Text = ""
    copies: Amount = 0
    back: Part | None = None
    parts: tuple[Part, ...] = ()


def resolve_prints(tables: Tables, tree: Tree, at: Path) -> Iterator[Print]:
    """Each print, followed by that of its backs; those at fault are left out and reported."""
    data = tree.at(at)
    if not isinstance(data, dict):
        tables.scope.report(tree.where(at), "no prints", "write prints: {deck: {template: …}}")
        return
    for id_ in data:
        here = (*at, id_)
        spec = read_record(PrintSpec, tree, here, tables.scope)
        where = tree.where(here, key=True)
        if spec is None:
            continue
        if not _NAME.fullmatch(id_) or id_.endswith(BACKS):
            hint = f"use a to z in lower case, digits and -, not ending in {BACKS}"
            tables.scope.report(where, f"{id_} names no file", hint)
        elif bool(spec.parts) == bool(spec.template):
            found = "a template and parts" if spec.parts else "neither a template nor parts"
            tables.scope.report(where, found, "write template: with each: or all:, or parts:")
        elif not spec.for_ or tables.known(spec.for_, tree.where((*here, "for"))):
            yield from _Prints(tables, tree, here).prints(id_, spec)


def _inherited(part: Part, spec: PrintSpec) -> Part:
    """A part with what its print says of all parts, unless it says otherwise."""
    return msgspec.structs.replace(
        part,
        shows=spec.shows if part.shows is None else part.shows,
        small=part.small or spec.small,
        impose="page" if "page" in (part.impose, spec.impose) else "cut",
    )


class _Prints:
    """One entry being turned into its print and that of its backs."""

    def __init__(self, tables: Tables, tree: Tree, at: Path) -> None:
        self.tables = tables
        self.tree = tree
        self.at = at

    def prints(self, id_: str, spec: PrintSpec) -> Iterator[Print]:
        scope = self.tables.scope
        before = len(scope.problems)
        owners = [self.tables.table(spec.for_)] if spec.for_ else []
        if spec.parts:
            parts = tuple(_inherited(part, spec) for part in spec.parts)
        else:
            alone = Part(**{name: getattr(spec, name) for name in Part.__struct_fields__})
            parts = (msgspec.structs.replace(alone, for_=""),)
        for index, part in enumerate(parts):
            self.check(part, owners, (*self.at, "parts", index) if spec.parts else self.at, 1)
        sizes = tuple(dict.fromkeys((*spec.sizes, *(s for part in spec.parts for s in part.sizes))))
        made = Print(
            id=id_,
            title=spec.title or id_.capitalize(),
            subtitle=spec.subtitle,
            parts=parts,
            sets=spec.for_,
            copies=spec.copies,
            backs_of="",
            sizes=sizes,
            place=self.tree.where(self.at, key=True),
        )
        back = spec.back
        if back is not None:
            shows = ("game",) if back.shows is None else back.shows
            back = msgspec.structs.replace(back, shows=shows)
            self.check(back, owners, (*self.at, "back"), 0)
        if len(scope.problems) > before:
            return
        yield made
        if back is not None:
            backs = {"id": id_ + BACKS, "subtitle": "", "parts": (back,), "backs_of": id_}
            yield msgspec.structs.replace(made, **backs)

    def check(self, part: Part, owners: Sequence[Table], at: Path, wanted: int) -> None:
        """Report every name in a part that nothing defines; a back wants no rows, a face some."""
        tables, tree = self.tables, self.tree
        asked = [key for key in ("each", "all") if getattr(part, key)]
        if len(asked) != wanted:
            found = f"{' and '.join(f'{key}:' for key in asked) or 'no rows'} to print"
            found = found if wanted else f"{asked[0]}: on a back"
            hint = "write each: for one face a row of a table, or all: for one face of all its rows"
            back = "a back is one face: leave out each: and all:"
            tables.scope.report(tree.where(at, key=True), found, hint if wanted else back)
            return
        if any(not tables.known(part.table, tree.where((*at, key))) for key in asked):
            return
        if part.for_ and tables.known(part.for_, tree.where((*at, "for"))):
            owners = (*owners, tables.table(part.for_))
        if asked:
            self.check_rows(part, tables.table(part.table), owners, at)
        where = tree.where((*at, "shows"))
        for path in part.shows or ():
            self.check_name(path, part, owners, where)
        for name in (*part.small, *(name for names in part.again.values() for name in names)):
            shown = part.shows or (name,)
            if not any(name == one or name.startswith(f"{one}.") for one in shown):
                message = f"{name} is small or printed again, and not shown"
                tables.scope.report(where, message, "add it to shows:, or leave it out there")

    def check_name(self, path: str, part: Part, owners: Sequence[Table], where: Where) -> None:
        """Report a name shown that is of no set, print or game, and no column of the rows."""
        first, _, rest = path.partition(".")
        owner = next((one for one in owners if one.noun == first), None)
        if owner is not None and rest:
            self.tables.check_path(owner, rest, where)
        elif owner is not None or path in _EVERYWHERE:
            return
        elif part.table:
            self.check_column(path, part, self.tables.table(part.table), where)
        else:
            names = [*_EVERYWHERE, *(one.noun for one in owners)]
            self.tables.scope.known(where, first, names, "name to show")

    def check_column(self, path: str, part: Part, table: Table, where: Where) -> None:
        """Report a path that ends in no column, or goes where a face cannot show it."""
        if part.all and "." in path:
            hint = f"show {path.partition('.')[0]}; its own shows: says which cells of it"
            self.tables.scope.report(where, f"{path} on a face of all rows", hint)
            return
        column = self.tables.check_path(table, path, where)
        through = table.by_name.get(path.partition(".")[0])
        if column is not None and "." in path and through is not None and through.rows:
            hint = f"show {through.name}, all of it"
            self.tables.scope.report(where, f"{path} is one column of rows within a row", hint)

    def check_rows(self, part: Part, table: Table, owners: Sequence[Table], at: Path) -> None:
        """Report what is wrong with which rows a part prints, and how often."""
        tables, tree = self.tables, self.tree
        tables.check_filter(table, part.where, tree, (*at, "where"))
        if isinstance(part.count, str):
            where = tree.where((*at, "count"))
            column = tables.check_path(table, part.count, where)
            if column is not None and ((column.type, column.each) != ("number", "") or part.all):
                hint = "name a column of numbers" if part.each else "write a number beside all:"
                tables.scope.report(where, f"{part.count} holds no numbers", hint)
                column = None
            for row in table.rows if column is not None else ():
                found = row.cells[part.count]
                if found is not None and not (isinstance(found, int) and found >= 0):
                    tables.scope.report(row.at(part.count), f"{found} faces", "write 0 or more")
        for column in table.columns if part.all else ():
            if (column.each or column.rows) and column.name in (part.shows or (column.name,)):
                message = f"{column.name} is a table by itself, on a face of all rows"
                hint = "name it in a column of the type table, or leave it out of shows:"
                tables.scope.report(tree.where(at, key=True), message, hint)
        for owner in owners if part.each else ():
            if owner.noun in table.by_name:
                message = f"{owner.noun} is the key of {owner.id} and a column of {table.id}"
                tables.scope.report(tree.where(at, key=True), message, "give one another name")
