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
from printgen.content.faces_of_print import WantedFace
from printgen.face_checks.seen_face import Flaw
from printgen.layout.jinja_sandbox import EMPTY
from printgen.layout.jinja_templates import MissingFile
from printgen.layout.shrink_to_fit import DOES_NOT_FIT
from printgen.problems import ExitCode, Failure, Failures, Problem, Severity, Spot, get_cause
from printgen.rules.model import Game, Print, Table
from printgen.rules.paths import flatten_columns, get_cell
from printgen.system.bundled import templates_folder

MAX_CAUSES = 50
"""Problems after which composing stops: a fault of the template repeats itself on every card."""


class FaceProblems:
    """What is wrong with the faces of one print, as they are gone through."""

    def __init__(self, game: Game, print_: Print) -> None:
        self._game, self._print = game, print_
        self._failures = Failures()
        self._flaws: dict[object, tuple[Mapping[str, Spot], list[tuple[Flaw, WantedFace]]]] = {}
        self._causes: set[Problem] = set()
        self._missing_files: dict[str, Problem] = {}
        self._face_count = self._failed_count = 0

    @contextmanager
    def collect(self, wanted: WantedFace) -> Iterator[None]:
        """Keep the failure of one face that is raised within, and go on.

        What is missing is told where the data names it, what does not fit of its row too: to
        shorten that is mostly what mends it.
        """
        self._face_count += 1
        old_count = len(self._failures.problems)
        with self._failures.collect():
            try:
                yield
            except MissingFile as missing:
                raise Failure(missing.exit_code, self._locate_missing_file(missing)) from None
            except Failure as failure:
                problems: Iterable[Problem] = failure.problems
                if failure.exit_code is ExitCode.DOES_NOT_FIT:
                    problems = self._locate_in_rows(problems, wanted)
                else:
                    problems = _locate_pictures(problems, wanted)
                raise Failure(failure.exit_code, _unify_messages(problems)) from None
        new_problems = self._failures.problems[old_count:]
        self._failed_count += bool(new_problems)
        self._causes.update(map(get_cause, new_problems))

    def add_flaws(
        self,
        template: str,
        wanted: WantedFace,
        flaws: Iterable[Flaw],
        find_locations: Callable[[], Mapping[str, Spot]],
    ) -> None:
        """Keep what inspection found on one face; `places` tells where its fields are written.

        Flaws are of one cause that differ in the row, or in the field where they say how to set it.
        """
        for flaw in flaws:
            is_set = flaw.hint and not flaw.suggested_name
            column = "" if is_set else _get_column_name(wanted.content, flaw.name)
            key = template, column, flaw.message_format, flaw.hint
            if key not in self._flaws:
                self._flaws[key] = find_locations(), []
            self._flaws[key][1].append((flaw, wanted))

    @property
    def has_too_many(self) -> bool:
        """Whether there are so many causes that no more are to be looked for."""
        return len(self._causes) + len(self._flaws) >= MAX_CAUSES

    def raise_collected(self) -> None:
        """Raises `Failure` with all that was kept, or where there was no face."""
        failures, print_ = self._failures, self._print
        if not self._face_count:
            table_locations = (
                self._game.table(part.table_id).place for part in print_.parts if part.table_id
            )
            reason, hint = f"no row to print as {print_.id}", "write one, or leave the print out"
            where = next(table_locations, print_.place[0])
            raise Failure(ExitCode.RULES, (Problem(where, reason, hint),))
        if self.has_too_many:
            # One more line, since a run that seems to tell all would mislead.
            message = f"after {MAX_CAUSES} problems the rest of the faces was not looked at"
            failures.problems.append(Problem(Spot(), message, severity=Severity.NOTE))
        if self._flaws:
            with failures.collect():
                problems = (_to_problem(hits, places) for places, hits in self._flaws.values())
                raise Failure(ExitCode.DOES_NOT_FIT, problems)
        # What is wrong with every face is of none of them, but of its field.
        cause_counts = Counter(map(get_cause, failures.problems))
        failures.problems = [
            replace(problem, where=replace(problem.where, subject=""))
            if 1 < self._failed_count == self._face_count == cause_counts[get_cause(problem)]
            else problem
            for problem in failures.problems
        ]
        failures.raise_collected()

    def _locate_missing_file(self, missing: MissingFile) -> Sequence[Problem]:
        """What is missing, in each place of the data that names it, or as it was told before."""
        if missing.name in self._missing_files:
            return (self._missing_files[missing.name],)
        (problem,) = missing.problems
        file, parts = PurePosixPath(missing.name), self._print.parts
        located_parts = zip(self._print.place, parts, strict=True)
        locations = [place for place, part in located_parts if missing.name in part.template_names]
        for table in self._game.tables.values() if file.parent.name == "marks" else ():
            locations += _locate_mark_uses(self._game, table, file.stem)
        first, *other_locations = locations or [problem.where]
        self._missing_files[missing.name] = problem = replace(problem, where=first)
        other_problems = (
            replace(problem, where=replace(first, subject=str(where))) for where in other_locations
        )
        return (problem, *other_problems)

    def _locate_in_rows(
        self, face_problems: Iterable[Problem], wanted: WantedFace
    ) -> Sequence[Problem]:
        """What does not fit, with the row that it is of, or there where the template is ours."""
        face_name, bundled_folder = _title(wanted), str(templates_folder())
        problems: dict[Spot, Problem] = {}
        for problem in face_problems:
            where = replace(problem.where, subject=face_name if problem.where.subject else "")
            row_location = _locate_field(self._game, wanted, where.field)
            if row_location and where.file.startswith(bundled_folder):
                # Who did not write the template can mend the row alone, which is told once.
                where = replace(row_location, subject=problem.where.subject, field=where.field)
                row_location = wanted.place.row.row.locate() if wanted.place.row else row_location
                if problem.kind == DOES_NOT_FIT:
                    problem = replace(
                        problem, hint="shorten what stands there, or choose a larger size"
                    )
            problems.setdefault(row_location or where, replace(problem, where=where))
        return tuple(problems.values())


def _locate_pictures(problems: Iterable[Problem], wanted: WantedFace) -> Iterator[Problem]:
    """What is wrong with a picture stands where the row names it, an empty cell with its row."""
    table_row, places = wanted.place.row, dict[str, Spot]()
    for column in table_row.table.columns if table_row else ():
        if table_row and column.type == "image":
            places[f"{table_row.row.cells[column.name]} "] = table_row.row.locate(column.name)
    for flaw in problems:
        where = replace(flaw.where, subject=_title(wanted)) if flaw.kind == EMPTY else flaw.where
        spot = next((spot for name, spot in places.items() if flaw.message.startswith(name)), where)
        yield replace(flaw, where=spot)


def _locate_field(game: Game, wanted: WantedFace, field: str) -> Spot | None:
    """Where the data writes what a field prints; None where that is no cell of a row."""
    if wanted.place.row:
        return wanted.place.row.row.locate(field.partition(".")[0])
    for table, line, grid_cell in _find_in_grids(wanted.content, field):
        if row := game.table(table).by_key.get(line.key):
            return row.locate(grid_cell.column)
    return None


def _find_in_grids(content: Content, field: str) -> Iterator[tuple[str, GridLine, GridCell]]:
    """The table, the line and the cell of a face's grids in which a field stands."""
    for grid in content.grids.values():
        for line in grid.lines:
            yield from (
                (grid.table, line, grid_cell)
                for grid_cell in line.cells
                if field in grid_cell.names
            )


def _get_column_name(content: Content, field: str) -> str:
    """The column that a field is of, in whichever row; the field itself where it is of no row."""
    for table, _, grid_cell in _find_in_grids(content, field):
        return f"{table}.{grid_cell.column}"
    row, _, column = field.partition(".")
    return column if row in {section.key for section in content.sections} else field


def _locate_mark_uses(game: Game, table: Table, mark: str) -> Iterator[Spot]:
    """Where the cells of a table name a mark, by itself or in prose."""
    for name, column, head in flatten_columns(game, table.columns):
        for row in table.rows:
            value = get_cell(row, column, head)
            if column.rows:
                inner = msgspec.structs.replace(game.table(column.rows), rows=value or ())
                yield from _locate_mark_uses(game, inner, mark)
            elif (column.type == "mark" and value == mark) or (
                column.type == "prose" and f":{mark}:" in (value or "")
            ):
                yield row.locate(name)


def _title(wanted: WantedFace) -> str:
    """A face in a message on what it says: its title, and the row that says it, or whose it is."""
    row = wanted.place.row or wanted.place.set_row
    return f"{wanted.content.title} ({row.row.locate()})" if row else wanted.content.title


def _unify_messages(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems of one face: those of a kind that differ in the field alone, in one's words."""
    originals: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        original = originals.setdefault(
            (get_cause(problem).where, problem.kind or problem.message, problem.hint), problem
        )
        yield replace(original, where=problem.where)


def _to_problem(hits: Sequence[tuple[Flaw, WantedFace]], locations: Mapping[str, Spot]) -> Problem:
    """What inspection found in some places, told once; `places` are a template's, by field."""
    flaw, wanted = hits[0]
    faces, names = {item.content.face for _, item in hits}, {item.name for item, _ in hits}
    more = f" and {len(faces) - 1} more" if len(faces) > 1 else ""
    fields = f" and {len(names) - 1} more" if len(names) > 1 and not more else ""
    where = locations.get(flaw.name, locations[""])
    where = replace(where, subject=_title(wanted) + more, field=flaw.name and flaw.name + fields)
    return Problem(where, flaw.message, flaw.advice)
