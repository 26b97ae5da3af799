"""Turn what is wrong with the faces of one print into problems, each told once, where it is mended.

It says which row of the data a face is of, and where the data writes what a field prints. It must
not know how a face is composed or what of it is inspected.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePosixPath

import msgspec

from printgen.content.content import Content, GridCell, GridLine
from printgen.content.faces_of_print import Wanted
from printgen.face_checks.seen_face import Flaw
from printgen.layout.jinja_sandbox import EMPTY
from printgen.layout.jinja_templates import Missing
from printgen.layout.shrink_to_fit import TOO_LARGE
from printgen.problems import ExitCode, Failure, Failures, Problem, Severity, Where, cause
from printgen.rules.model import Game, Print, Table
from printgen.rules.paths import cell, listed_names
from printgen.system.bundled import templates_folder

MANY = 50
"""Problems after which composing stops: a fault of the template repeats itself on every card."""


class Telling:
    """What is wrong with the faces of one print, as they are gone through."""

    def __init__(self, game: Game, print_: Print) -> None:
        self._game, self._print = game, print_
        self._failures = Failures()
        self._flawed: dict[object, tuple[Mapping[str, Where], list[tuple[Flaw, Wanted]]]] = {}
        self._causes: set[Problem] = set()
        self._missing: dict[str, Problem] = {}
        self._looked_at = self._failed = 0

    @contextmanager
    def of(self, wanted: Wanted) -> Iterator[None]:
        """Keep the failure of one face that is raised within, and go on.

        What is missing is told where the data names it, what does not fit of its row too: to
        shorten that is mostly what mends it.
        """
        self._looked_at += 1
        told = len(self._failures.problems)
        with self._failures.kept():
            try:
                yield
            except Missing as lack:
                raise Failure(lack.exit_code, self._named(lack)) from None
            except Failure as failure:
                found: Iterable[Problem] = failure.problems
                if failure.exit_code is ExitCode.DOES_NOT_FIT:
                    found = self._on_rows(found, wanted)
                else:
                    found = _on_pictures(found, wanted)
                raise Failure(failure.exit_code, _once(found)) from None
        more = self._failures.problems[told:]
        self._failed += bool(more)
        self._causes.update(map(cause, more))

    def inspected(
        self,
        template: str,
        wanted: Wanted,
        flaws: Iterable[Flaw],
        places: Callable[[], Mapping[str, Where]],
    ) -> None:
        """Keep what inspection found on one face; `places` tells where its fields are written.

        Flaws are of one cause that differ in the row, or in the field where they say how to set it.
        """
        for flaw in flaws:
            is_set = flaw.hint and not flaw.meant
            column = "" if is_set else _column(wanted.content, flaw.name)
            key = template, column, flaw.kind, flaw.hint
            if key not in self._flawed:
                self._flawed[key] = places(), []
            self._flawed[key][1].append((flaw, wanted))

    @property
    def is_long(self) -> bool:
        """Whether there are so many causes that no more are to be looked for."""
        return len(self._causes) + len(self._flawed) >= MANY

    def close(self) -> None:
        """Raises `Failure` with all that was kept, or where there was no face."""
        failures, print_ = self._failures, self._print
        if not self._looked_at:
            tables = (self._game.table(part.table).place for part in print_.parts if part.table)
            found, hint = f"no row to print as {print_.id}", "write one, or leave the print out"
            where = next(tables, print_.place[0])
            raise Failure(ExitCode.RULES, (Problem(where, found, hint),))
        if self.is_long:
            # One more line, since a run that seems to tell all would mislead.
            message = f"after {MANY} problems the rest of the faces was not looked at"
            failures.problems.append(Problem(Where(), message, severity=Severity.NOTE))
        if self._flawed:
            with failures.kept():
                problems = (_problem(hits, places) for places, hits in self._flawed.values())
                raise Failure(ExitCode.DOES_NOT_FIT, problems)
        # What is wrong with every face is of none of them, but of its field.
        of = Counter(map(cause, failures.problems))
        failures.problems = [
            replace(one, where=replace(one.where, subject=""))
            if 1 < self._failed == self._looked_at == of[cause(one)]
            else one
            for one in failures.problems
        ]
        failures.close()

    def _named(self, lack: Missing) -> Sequence[Problem]:
        """What is missing, in each place of the data that names it, or as it was told before."""
        if lack.name in self._missing:
            return (self._missing[lack.name],)
        (one,) = lack.problems
        file, parts = PurePosixPath(lack.name), self._print.parts
        named = zip(self._print.place, parts, strict=True)
        places = [at for at, part in named if lack.name in part.templates]
        for table in self._game.tables.values() if file.parent.name == "marks" else ():
            places += _shows(self._game, table, file.stem)
        first, *more = places or [one.where]
        self._missing[lack.name] = one = replace(one, where=first)
        others = (replace(one, where=replace(first, subject=str(where))) for where in more)
        return (one, *others)

    def _on_rows(self, told: Iterable[Problem], wanted: Wanted) -> Sequence[Problem]:
        """What does not fit, with the row that it is of, or there where the template is ours."""
        called, ours = _called(wanted), str(templates_folder())
        problems: dict[Where, Problem] = {}
        for one in told:
            where = replace(one.where, subject=called if one.where.subject else "")
            at = _written(self._game, wanted, where.field)
            if at and where.file.startswith(ours):
                # Who did not write the template can mend the row alone, which is told once.
                where = replace(at, subject=one.where.subject, field=where.field)
                at = wanted.place.row.row.at() if wanted.place.row else at
                if one.kind == TOO_LARGE:
                    one = replace(one, hint="shorten what stands there, or choose a larger size")
            problems.setdefault(at or where, replace(one, where=where))
        return tuple(problems.values())


def _on_pictures(told: Iterable[Problem], wanted: Wanted) -> Iterator[Problem]:
    """What is wrong with a picture stands where the row names it, an empty cell with its row."""
    of, places = wanted.place.row, dict[str, Where]()
    for column in of.table.columns if of else ():
        if of and column.type == "image":
            places[f"{of.row.cells[column.name]} "] = of.row.at(column.name)
    for one in told:
        where = replace(one.where, subject=_called(wanted)) if one.kind == EMPTY else one.where
        at = next((at for name, at in places.items() if one.message.startswith(name)), where)
        yield replace(one, where=at)


def _written(game: Game, wanted: Wanted, field: str) -> Where | None:
    """Where the data writes what a field prints; None where that is no cell of a row."""
    if wanted.place.row:
        return wanted.place.row.row.at(field.partition(".")[0])
    for table, line, one in _in_grids(wanted.content, field):
        if row := game.table(table).by_key.get(line.key):
            return row.at(one.column)
    return None


def _in_grids(content: Content, field: str) -> Iterator[tuple[str, GridLine, GridCell]]:
    """The table, the line and the cell of a face's grids in which a field stands."""
    for grid in content.grids.values():
        for line in grid.lines:
            yield from ((grid.table, line, one) for one in line.cells if field in one.names)


def _column(content: Content, field: str) -> str:
    """The column that a field is of, in whichever row; the field itself where it is of no row."""
    for table, _, one in _in_grids(content, field):
        return f"{table}.{one.column}"
    row, _, column = field.partition(".")
    return column if row in {section.key for section in content.sections} else field


def _shows(game: Game, table: Table, mark: str) -> Iterator[Where]:
    """Where the cells of a table name a mark, by itself or in prose."""
    for name, column, head in listed_names(game, table.columns):
        for row in table.rows:
            value = cell(row, column, head)
            if column.rows:
                inner = msgspec.structs.replace(game.table(column.rows), rows=value or ())
                yield from _shows(game, inner, mark)
            elif (column.type == "mark" and value == mark) or (
                column.type == "prose" and f":{mark}:" in (value or "")
            ):
                yield row.at(name)


def _called(wanted: Wanted) -> str:
    """A face in a message on what it says: its title, and the row that says it, or whose it is."""
    row = wanted.place.row or wanted.place.owner
    return f"{wanted.content.title} ({row.row.at()})" if row else wanted.content.title


def _once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems of one face: those of a kind that differ in the field alone, in one's words."""
    first: dict[tuple[object, ...], Problem] = {}
    for one in problems:
        same = first.setdefault((cause(one).where, one.kind or one.message, one.hint), one)
        yield replace(same, where=one.where)


def _problem(hits: Sequence[tuple[Flaw, Wanted]], places: Mapping[str, Where]) -> Problem:
    """What inspection found in some places, told once; `places` are a template's, by field."""
    flaw, wanted = hits[0]
    faces, names = {one.content.face for _, one in hits}, {one.name for one, _ in hits}
    more = f" and {len(faces) - 1} more" if len(faces) > 1 else ""
    fields = f" and {len(names) - 1} more" if len(names) > 1 and not more else ""
    where = places.get(flaw.name, places[""])
    where = replace(where, subject=_called(wanted) + more, field=flaw.name and flaw.name + fields)
    return Problem(where, flaw.found, flaw.advice)
