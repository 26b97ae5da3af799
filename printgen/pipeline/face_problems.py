"""Collect the problems of all faces of one print, and report each cause once, where to fix it.

Problems are moved to the place in the data or in the template that the user has to change. A word
on a card may be written in the card's row, in a row that it refers to, or in a row above, from
which it is derived. These places are looked up only for problems that are reported. This module
does not know how faces are composed or which checks they go through.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, takewhile
from pathlib import Path, PurePosixPath
from textwrap import shorten
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import FacePosition, WantedFace, add_face_content
from printgen.content.field_builder import ContentBuilder, Names, TableRow
from printgen.face_checks.printed_face import WRONG_NAME
from printgen.layout.compose import FieldOrigin
from printgen.layout.flow.block import DOES_NOT_FIT
from printgen.layout.template.diagnostics import MISSING_FILE, MISSING_LETTER
from printgen.layout.template.sandbox import EMPTY_CELL
from printgen.problems import (
    ExitCode,
    Failure,
    Log,
    Place,
    Problem,
    Severity,
    create_failure,
    select_errors,
    strip_subject,
)
from printgen.rules.model import CellContext, Column, Game, Print, Table
from printgen.rules.queries.paths import flatten_columns, follow_path, get_cell
from printgen.rules.standalone.deck import CARD_TEMPLATE
from printgen.system.bundled import get_templates_folder, is_bundled_template


class CellOrigin(NamedTuple):
    """The cell that a printed value comes from.

    A column can consist of several columns, each with a row of another table as its heading. Then
    `head` is the key of that row; otherwise "".
    """

    table_row: TableRow
    column: Column
    head: str = ""


def locate_values(game: Game, print_: Print, position: FacePosition) -> Mapping[str, Place]:
    """Return the place in the data of each field, mark and input of a face, by name.

    Texts that come from no cell, such as headings, have the place of their table or print.
    """
    tracer = _CellTracer(game, "")
    add_face_content(tracer, print_, position)
    table = game.tables.get(position.part.table_id)
    common_place = table.place if table else print_.place[0]
    return {
        name: locate_cell(game, tracer.origins[name]) if name in tracer.origins else common_place
        for name in chain(tracer.fields, tracer.marks, tracer.inputs)
    }


def locate_cell(context: CellContext, origin: CellOrigin) -> Place:
    """Return the place in the data files where a value is written.

    If a cell was left empty in the file and computed from other cells, return the place of the cell
    or row that its value comes from. `context` has the tables of the game.
    """
    (table, row), column, head = origin
    name = head or column.name
    place = row.locate(name)
    if place != row.locate():
        return place
    for path in column.from_:
        for leaf in follow_path(context, table, row, f"{path}.{head}" if head else path):
            source = CellOrigin(TableRow(leaf.table, leaf.row), leaf.column, leaf.head)
            return locate_cell(context, source)
    if column.by and row.cells[column.name]:
        (key,) = row.cells[column.name]
        return context.table(column.refers).by_key[key].locate()
    if column.shift is not None:
        # The value counts from the nearest row above in which it is written.
        rows_above = takewhile(lambda other: other is not row, table.rows)
        for other in reversed([*rows_above]):
            if (above := other.locate(name)) != other.locate():
                return above
    return place


class _CellTracer(ContentBuilder):
    """A builder of content that also records from which cell each name comes."""

    def __init__(self, game: Game, title: str) -> None:
        super().__init__(game, title)
        self.origins: dict[str, CellOrigin] = {}

    def repeat_fields(self, ending: str, names: Names) -> None:
        super().repeat_fields(ending, names)
        for name in (self.prefix + name for name in names):
            if name in self.origins:
                self.origins[f"{name}.{ending}"] = self.origins[name]

    def _add_cell(self, name: str, column: Column, value: Any, table_row: TableRow) -> Names:
        names = super()._add_cell(name, column, value, table_row)
        origin = CellOrigin(table_row, column)
        if column.each:
            heads = (key for key in table_row.row.cells[column.name] if name.endswith(f".{key}"))
            origin = origin._replace(head=max(heads, key=len))
        elif column.refers and value and len(value) == 1:
            # The printed name of the row that the cell refers to is written in that row.
            table = self.game.table(column.refers)
            entry = TableRow(table, table.by_key[value[0]])
            origin = CellOrigin(entry, table.label_column or table.key or column)
        for added in names:
            self.origins.setdefault(added, origin)  # cells of rows referred to have their own
        return names


_FaceProblem = tuple[Problem, WantedFace]

MAX_CAUSES = 50
"""Composing stops after this many causes: a mistake in a template is repeated on every card."""


class FaceProblems:
    """The problems of the faces of one print, collected face by face.

    Each cause is reported once, where to fix it.
    """

    def __init__(self, game: Game, print_: Print) -> None:
        self._game, self._print = game, print_
        self._log = Log()
        self._causes: set[Problem] = set()
        self._face_problems: dict[object, tuple[Mapping[str, FieldOrigin], list[_FaceProblem]]] = {}
        self._missing_files: dict[str, Problem] = {}
        self._face_count = self._failed_count = 0

    @contextmanager
    def catch_face_failure(self, wanted: WantedFace) -> Iterator[None]:
        """Record a failure that the `with` block raises for the face `wanted`, and continue.

        A missing file is reported where the data names it. Text that does not fit is reported both
        in the template and at its row, because the usual fix is to shorten the text.
        """
        self._face_count += 1
        try:
            yield
        except Failure as failure:
            problems: Iterable[Problem] = self._set_missing_letters_aside(failure.problems, wanted)
            if failure.problems[0].kind == MISSING_FILE:
                others = [one for one in problems if one.kind != MISSING_FILE]
                missing = (one for one in problems if one.kind == MISSING_FILE)
                located = chain.from_iterable(map(self._locate_missing_file, missing))
                problems = (*located, *_locate_in_data(others, wanted))
            elif failure.exit_code is ExitCode.DOES_NOT_FIT:
                problems = self._locate_in_rows(problems, wanted)
            else:
                problems = _locate_in_data(problems, wanted)
            problems = tuple(_unify_messages(problems))
            self._log.extend(failure.exit_code, problems)
            self._causes.update(map(strip_subject, problems))
            self._failed_count += 1

    def _set_missing_letters_aside(
        self, problems: Iterable[Problem], wanted: WantedFace
    ) -> tuple[Problem, ...]:
        """Record the problems about letters that fonts lack, and return all other problems.

        Missing letters are reported together: for a bundled template once, because all of its texts
        have the same fonts, and for other templates once for each line of the template.
        """
        for problem in (problem for problem in problems if problem.kind == MISSING_LETTER):
            where = problem.where
            key = where.file, 0 if is_bundled_template(where.file) else where.line
            locations = {"": FieldOrigin(where)}
            self._face_problems.setdefault(key, (locations, []))[1].append((problem, wanted))
        return tuple(problem for problem in problems if problem.kind != MISSING_LETTER)

    def add_face_problems(
        self,
        template: str,
        wanted: WantedFace,
        problems: Iterable[Problem],
        find_locations: Callable[[], Mapping[str, FieldOrigin]],
    ) -> None:
        """Record the problems that were found on one composed face, which `template` made.

        `find_locations` returns where the template writes each field. Equal problems of several
        rows are reported as one. So are equal problems of several fields if the hint is to change
        the template, since one change there corrects them all.
        """
        for problem in problems:
            if problem.kind == WRONG_NAME and self._print.backs_of:
                hint = "print it, or list what this back shows in its print, such as shows: [name]"
                problem = replace(problem, hint=hint)
            is_layout = problem.hint and problem.kind != WRONG_NAME
            column = "" if is_layout else _get_column_name(wanted.content, problem.where.field)
            key = template, column, problem.kind
            if key not in self._face_problems:
                self._face_problems[key] = find_locations(), []
            self._face_problems[key][1].append((problem, wanted))

    @property
    def has_too_many(self) -> bool:
        """Whether there are so many problems that no further face should be composed."""
        first_problems = (hits[0][0] for _, hits in self._face_problems.values())
        return len(self._causes) + len(select_errors(first_problems)) >= MAX_CAUSES

    def raise_errors_or_get_notes(self) -> tuple[Problem, ...]:
        """Return the collected notes if there is no error.

        If there is one, or if the print has no face at all, raise `Failure` with all problems.
        """
        log, print_ = self._log, self._print
        if not self._face_count:
            ids = filter(None, (part.table_id for part in print_.parts))
            reason, hint = f"print {print_.id} has no row", "add a row, or remove the print"
            where = next((self._game.table(id_).place for id_ in ids), print_.place[0])
            raise create_failure(ExitCode.RULES, where, reason, hint)
        if self.has_too_many:
            # Without this line the list of problems would look complete.
            message = f"stopped after {MAX_CAUSES} problems: the other faces were not checked"
            log.extend(log.exit_code, [Problem(Place(), message, severity=Severity.NOTE)])
        merged_problems = list[Problem]()
        for spots, face_problems in self._face_problems.values():
            first, wanted = face_problems[0]
            problem = _merge_problems(face_problems, spots)
            problem = self._locate_in_standalone_table(problem, first.where.field, wanted)
            merged_problems.append(problem)
        problems = tuple(merged_problems)
        if not log.problems and not select_errors(problems):
            return problems
        log.extend(ExitCode.DOES_NOT_FIT, problems)
        # A problem of every face is reported without a face: it belongs to the template.
        cause_counts = Counter(map(strip_subject, log.problems))
        log.problems = dict.fromkeys(
            replace(problem, where=replace(problem.where, subject=""))
            if 1 < self._failed_count == self._face_count == cause_counts[strip_subject(problem)]
            else problem
            for problem in log.problems
        )
        raise Failure(log.exit_code, log.problems)

    def _locate_in_standalone_table(
        self, problem: Problem, field: str, wanted: WantedFace
    ) -> Problem:
        """Return a problem, moved from the template of standalone tables to the cell it is about.

        The reason is that users of a standalone table have no template to change. Letters that
        fonts lack are moved from any bundled template. Any other problem is returned unchanged.
        `field` is the field of the face `wanted` that has the problem, without "and 2 more".
        """
        folder, is_letter = get_templates_folder(), problem.kind == MISSING_LETTER
        folder = folder if is_letter else (folder / CARD_TEMPLATE).parent
        if not Path(problem.where.file).is_relative_to(folder):
            return problem
        places = locate_values(self._game, self._print, wanted.place)
        subject = problem.where.subject.replace(_describe_face(wanted), wanted.content.title)
        where = replace(places.get(field, problem.where), subject=subject)
        hint = (
            "choose another --size, or another --role of the column; and please report this table"
        )
        hint = problem.hint if is_letter else hint
        return replace(problem, where=replace(where, field=problem.where.field), hint=hint)

    def _locate_missing_file(self, problem: Problem) -> Sequence[Problem]:
        """Return one problem for each place in the data that names the missing file of `problem`.

        If the file was reported before, return only the first of these problems.
        """
        if problem.data in self._missing_files:
            return (self._missing_files[problem.data],)
        file, parts = PurePosixPath(problem.data), self._print.parts
        located_parts = zip(self._print.place, parts, strict=True)
        locations = [place for place, part in located_parts if problem.data in part.template_names]
        for table in self._game.tables.values() if file.parent.name == "marks" else ():
            locations += _locate_mark_uses(self._game, table, file.stem)
        first, *other_locations = locations or [problem.where]
        self._missing_files[problem.data] = problem = replace(problem, where=first)
        places = (replace(first, field=str(where)) for where in other_locations)
        other_problems = (replace(problem, where=place) for place in places)
        return (problem, *other_problems)

    def _locate_in_rows(
        self, face_problems: Iterable[Problem], wanted: WantedFace
    ) -> Sequence[Problem]:
        """Return problems of text that does not fit, each with the place of its row as well.

        If the template is bundled, the place of the row or cell replaces that of the template.
        """
        face_name = _describe_face(wanted)
        locations = locate_values(self._game, self._print, wanted.place)
        problems: dict[Place, Problem] = {}
        for problem in face_problems:
            where = replace(problem.where, subject=face_name if problem.where.subject else "")
            row_location = locations.get(where.field)
            if row_location and is_bundled_template(where.file):
                # Users cannot edit a bundled template, only the row: report it there, once.
                where = replace(row_location, subject=problem.where.subject, field=where.field)
                row_location = wanted.place.row.row.locate() if wanted.place.row else row_location
                if problem.kind == DOES_NOT_FIT:
                    problem = replace(problem, hint="shorten the text, or choose a larger size")
            problems.setdefault(row_location or where, replace(problem, where=where))
        return tuple(problems.values())


def _locate_in_data(problems: Iterable[Problem], wanted: WantedFace) -> Iterator[Problem]:
    """Yield the problems of a face, each with the place where users fix it.

    A problem of a picture is moved to the cell that names the picture. A problem of an empty cell
    names the row of the face. Any other problem is unchanged.
    """
    table_row, spots = wanted.place.row, dict[str, Place]()
    for column in table_row.table.columns if table_row else ():
        if table_row and column.type == "image":
            # Messages about a picture contain its file name.
            spots[f" {table_row.row.cells[column.name]} "] = table_row.row.locate(column.name)
    for problem in problems:
        where = problem.where
        if problem.kind == EMPTY_CELL:
            where = replace(where, subject=_describe_face(wanted))
        spot = next((spot for name, spot in spots.items() if name in f" {problem.message} "), where)
        yield replace(problem, where=spot)


def _get_column_name(content: FaceContent, field: str) -> str:
    """Return a name for the column that a field comes from, which is the same for all rows.

    Return the name of the field if it does not come from a row.
    """
    for grid in content.grids.values():
        for cell in chain.from_iterable(line.cells for line in grid.lines):
            if field in cell.names:
                return f"{grid.table}.{cell.column}"
    row, _, column = field.partition(".")
    return column if row in {section.key for section in content.sections} else field


def _locate_mark_uses(game: Game, table: Table, mark: str) -> Iterator[Place]:
    """Yield the place of each cell in `table` that names a mark, in a mark column or in prose."""
    for name, column, head in flatten_columns(game, table.columns):
        for row in table.rows:
            value = get_cell(row, column, head)
            if column.rows:
                # The cells of a `rows` column are rows of another table.
                inner = msgspec.structs.replace(game.table(column.rows), rows=value or ())
                yield from _locate_mark_uses(game, inner, mark)
            elif (column.type == "mark" and value == mark) or (
                column.type == "prose" and f":{mark}:" in (value or "")
            ):
                yield row.locate(name)


def _describe_face(wanted: WantedFace) -> str:
    """Return the name of a face for messages: its title, with the place of its row or its set."""
    row = wanted.place.row or wanted.place.set_row
    return f"{wanted.content.title} ({row.row.locate()})" if row else wanted.content.title


def _unify_messages(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems of one face. Problems that differ only in the field get the same message.

    With one message, they are reported as one cause.
    """
    originals: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        key = strip_subject(problem).where, problem.kind or problem.message, problem.hint
        original = originals.setdefault(key, problem)
        yield replace(original, where=problem.where)


_MAX_LETTERS = 150
"""Most characters of a list of missing letters."""


def _merge_problems(
    face_problems: Sequence[tuple[Problem, WantedFace]], locations: Mapping[str, FieldOrigin]
) -> Problem:
    """Return one problem for problems of one cause, each given with the face that has it.

    `locations` has the place of each field in the template. The key "" has the place of the
    template itself.
    """
    problem, wanted = face_problems[0]
    faces = {face.content.face for _, face in face_problems}
    names = {hit.where.field for hit, _ in face_problems}
    more = f" and {len(faces) - 1} more" if len(faces) > 1 else ""
    fields = f" and {len(names) - 1} more" if len(names) > 1 and not more else ""
    name = problem.where.field
    place = locations.get(name, locations[""])
    subject = _describe_face(wanted) + more
    where = replace(place.template, subject=subject, field=name and name + fields)
    # From the contrast check: #RRGGBB, #RRGGBBAA, or only #AA for a faded mark of several colours.
    is_faded = problem.data.startswith("#") and len(problem.data) in (3, 9)
    if is_faded and place.opacity:
        hint = f"{problem.hint}; its opacity is set in {place.opacity}"
        problem = replace(problem, hint=hint)
    elif problem.data.startswith("#") and place.filter:
        hint = f"{problem.hint}; the filter that changes it is set in {place.filter}"
        problem = replace(problem, hint=hint)
    elif problem.data.startswith("#") and len(problem.data) >= 7 and place.colour:
        words = "fill {} of the mark" if name in wanted.content.marks else "colour {} of the text"
        hint = f"{problem.hint}; the {words.format(problem.data)} is set in {place.colour}"
        problem = replace(problem, hint=hint)
    if problem.kind == MISSING_LETTER:
        letters = ", ".join(dict.fromkeys(lacking.data for lacking, _ in face_problems))
        message = f"none of its fonts has {shorten(letters, _MAX_LETTERS, placeholder=' …')}"
        problem = replace(problem, message=message)
    return replace(problem, where=where)
