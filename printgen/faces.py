"""Turn the faces that the rules want into faces that are set by their templates and inspected.

It knows no paper and no PDF.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

import msgspec

from printgen.binding import bound
from printgen.content.catalogue import Wanted, contents, examples, sets_of
from printgen.content.content import Content
from printgen.inspect.readable import inspect
from printgen.layout.compose import Bleed, Composer, Trial
from printgen.layout.face import Face
from printgen.layout.templates import Missing
from printgen.problems import ExitCode, Failure, Failures, Problem, Severity, Where, cause
from printgen.resources import templates_folder
from printgen.rules.model import Game, Print, Table
from printgen.rules.paths import cell, listed_names, template_of
from printgen.rules.sizes import Size
from printgen.seen.parts import Flaw

MANY = 50
"""Problems after which composing stops: a fault of the template repeats itself on every card."""

_KEPT_FACES, _KEPT_TEXTS = 6_000, 10_000
"""Faces kept between the two times that they are set, 6 KB each, and merged texts, 1 KB each."""

_SLACK = 0.01


def handed(
    composer: Composer, game: Game, print_: Print, wanted: Wanted, size: Size | None
) -> tuple[str, Mapping[str, object]]:
    """The template of a face, and what it is handed."""
    place, row = wanted.place, wanted.place.row
    template = template_of(game, place.part, row and row.table, row and row.row)
    context = bound(game, print_, wanted, size)
    context["examples"] = {
        name: _example(composer, game, of, one) for name, of, one in examples(game, place)
    }
    return template, context


def _example(composer: Composer, game: Game, print_: Print, wanted: Wanted) -> Face:
    """The face of another print as that prints it, to be shown on one of all rows."""
    size, title = next(iter(print_.sizes), None), wanted.content.title
    template, context = handed(composer, game, print_, wanted, size)
    factors = _Shared(composer, game, print_, size).of(template, context, title)
    return composer.compose(template, context, wanted.content.face, title, factors)


def compose_all(
    composer: Composer,
    game: Game,
    print_: Print,
    faces: Iterable[Wanted],
    size: Size | None,
    bleed: float = 0.0,
) -> Iterator[Face]:
    """Every face wanted, in order, each made as asked for, with `bleed` mm of what it may bleed.

    Goes on past a face that cannot be set or read, so that one run reports what is wrong with all
    of them: raises `Failure` after the last one (or `MANY` problems) if there was any.
    """
    failures = Failures()
    flawed: dict[tuple[str, ...], list[tuple[Flaw, Wanted]]] = {}
    causes: set[Problem] = set()
    missing: dict[str, Problem] = {}
    first = before = face = None
    looked_at = failed = 0
    shared = _Shared(composer, game, print_, size)
    bleeds = Bleed(print_.bleed, bleed, bool(size and size.round))
    for wanted in faces:
        content, place = wanted
        if before == place._replace(number=1):
            # A copy, right or wrong, is as the first of its row was.
            if face:
                yield replace(face, id=content.face)
            continue
        before, face, looked_at = place, None, looked_at + 1
        told = len(failures.problems)
        with failures.kept(), _rows_named(game, print_, wanted, missing):
            template, context = handed(composer, game, print_, wanted, size)
            factors = shared.of(template, context, content.title)
            known = template, context, content.face, content.title
            made = composer.compose(*known, factors, shared.trial(content.face), bleeds)
            # Sheets have places of one size, also where templates state their own.
            first = first or Size("the first face", made.width, made.height)
            face = _sized(made, template, content.title, size or first)
        if face:
            for flaw in inspect(face, content, place.part.safe, is_page=print_.is_page):
                key = _cause(template, flaw, content)
                flawed.setdefault(key, []).append((flaw, wanted))
            yield face
        failed += len(failures.problems) > told
        causes.update(map(cause, failures.problems[told:]))
        if len(causes) + len(flawed) >= MANY:
            # One more line, since a run that seems to tell all would mislead.
            message = f"after {MANY} problems the rest of the faces was not looked at"
            failures.problems.append(Problem(Where(), message, severity=Severity.NOTE))
            break
    with failures.kept():
        problems = []
        for (template, *_), hits in flawed.items():
            _, context = handed(composer, game, print_, hits[0][1], size)
            problems.append(_problem(hits, composer.places(template, context)))
        if problems:
            raise Failure(ExitCode.DOES_NOT_FIT, problems)
    if not looked_at:
        tables = (game.table(part.table).place for part in print_.parts if part.table)
        found, hint = f"no row to print as {print_.id}", "write one, or leave the print out"
        raise Failure(ExitCode.RULES, (Problem(next(tables, print_.place[0]), found, hint),))
    # What is wrong with every face is of none of them, but of its box.
    of = Counter(map(cause, failures.problems))
    failures.problems = [
        replace(one, where=replace(one.where, subject=_box(one.where.subject)))
        if 1 < failed == looked_at == of[cause(one)]
        else one
        for one in failures.problems
    ]
    failures.close()


def _box(subject: str) -> str:
    """The field or element that a subject ends in, without the face; "" where it names none."""
    found = re.search(r", ([^\s,]+)$", subject)
    return found[1] if found else ""


class _Shared:
    """By how much the type of boxes shrinks that are to look alike on all faces of a template.

    Of all rows that the print has, asked for or not, so that a card printed again looks the same.
    """

    def __init__(self, composer: Composer, game: Game, print_: Print, size: Size | None) -> None:
        self._made = composer, game, print_, size
        self._found: dict[str, Mapping[str, float]] = {}
        self._trials: dict[str, Trial] = {}

    def of(self, template: str, context: Mapping[str, object], title: str) -> Mapping[str, float]:
        """The factor of each name; `context` and `title` are of the first face met."""
        found = self._found.get(template)
        if found is None:
            shares = self._made[0].shares(template, context, title)
            found = self._found[template] = self._least(template) if shares else {}
        return found

    def trial(self, face: str) -> Trial | None:
        """What was found of a face as it was set by itself, once."""
        return self._trials.pop(face, None)

    def _least(self, template: str) -> Mapping[str, float]:
        composer, game, print_, size = self._made
        least: dict[str, float] = {}
        for set_ in sets_of(game, print_) or ("",):
            for wanted in contents(game, print_, set_, None):
                if wanted.place.number > 1:
                    continue
                found, context = handed(composer, game, print_, wanted, size)
                if found != template:
                    continue
                # What is wrong with a face is told when that face is printed.
                with suppress(Failure):
                    trial = composer.trial(template, context, wanted.content.title)
                    for name, factor in trial.factors.items():
                        least[name] = min(factor, least.get(name, 1.0))
                    if len(self._trials) < _KEPT_TEXTS:
                        is_many = len(self._trials) >= _KEPT_FACES
                        self._trials[wanted.content.face] = (
                            replace(trial, made=None) if is_many else trial
                        )
        return least


@contextmanager
def _rows_named(
    game: Game, print_: Print, wanted: Wanted, missing: dict[str, Problem]
) -> Iterator[None]:
    """Tells of what is missing where the data names it, of what does not fit its row too.

    To shorten that is mostly what mends it. What is `missing` was told before by its name.
    """
    try:
        yield
    except Missing as lack:
        if lack.name in missing:
            raise Failure(lack.exit_code, (missing[lack.name],)) from None
        (one,) = lack.problems
        file, parts = PurePosixPath(lack.name), zip(print_.place, print_.parts, strict=True)
        places = [at for at, part in parts if lack.name in part.templates]
        for table in game.tables.values() if file.parent.name == "marks" else ():
            places += _shows(game, table, file.stem)
        first, *more = places or [one.where]
        missing[lack.name] = one = replace(one, where=first)
        others = (replace(one, where=replace(first, subject=str(where))) for where in more)
        raise Failure(lack.exit_code, (one, *others)) from None
    except Failure as failure:
        if failure.exit_code is not ExitCode.DOES_NOT_FIT:
            told = _once(failure.problems, wanted.content)
            raise Failure(failure.exit_code, told) from None
        title, called, ours = wanted.content.title, _called(wanted), str(templates_folder())
        problems: dict[Where, Problem] = {}
        for one in failure.problems:
            where = replace(one.where, subject=one.where.subject.replace(title, called, 1))
            at = _written(game, wanted, one.where.subject.rpartition(", ")[2])
            if at and where.file.startswith(ours):
                # Who did not write the template can mend the row alone, which is told once.
                where = replace(at, subject=one.where.subject)
                at = wanted.place.row.row.at() if wanted.place.row else at
                if "--min-size" in one.hint:
                    one = replace(one, hint="shorten what stands there, or choose a larger size")
            problems.setdefault(at if at else where, replace(one, where=where))
        told = _once(problems.values(), wanted.content, _SET)
        raise Failure(failure.exit_code, told) from None


def _written(game: Game, wanted: Wanted, field: str) -> Where | None:
    """Where the data writes what a field prints; None where that is no cell of a row."""
    if wanted.place.row:
        return wanted.place.row.row.at(field.partition(".")[0])
    for grid in wanted.content.grids.values():
        rows = game.table(grid.table).by_key
        for line in grid.lines:
            for one in line.cells:
                if field in one.names and line.key in rows:
                    return rows[line.key].at(one.column)
    return None


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


def _renamed(content: Content) -> Callable[[str], str]:
    """What takes the rows out of the names of a face's fields, wherever they stand in a text."""
    keys = {section.key for section in content.sections}
    names = {}
    for name in (*content.fields, *content.marks, *content.inputs):
        row, _, column = name.partition(".")
        names[name] = column if row in keys else name
    for grid in content.grids.values():
        for line in grid.lines:
            for one in line.cells:
                names |= dict.fromkeys(one.names, f"{grid.table}.{one.column}")
    found = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})\b")
    return partial(found.sub, lambda match: names.get(match[0], ""))


def _once(problems: Iterable[Problem], content: Content, beside: str = "^$") -> Iterator[Problem]:
    """The problems of one face: those that differ in the row, or `beside` it, in one's words."""
    first: dict[tuple[object, ...], Problem] = {}
    rowless = _renamed(content)
    for one in problems:
        said = rowless(re.sub(beside, "", one.message)), rowless(one.hint)
        same = first.setdefault((replace(one.where, subject=""), *said), one)
        yield replace(same, where=one.where)


_SET = r'"[^"]*"|[\d.]+ mm'
"""The words that do not fit, and by how much."""


def _cause(template: str, flaw: Flaw, content: Content) -> tuple[str, ...]:
    """What findings of one cause have in common: all but the words that are quoted, and the row.

    One that says how to set a text is of the style, whatever the field.
    """
    rowless = _renamed(content)
    name = "" if flaw.hint else rowless(flaw.name)
    found = flaw.cause or rowless(re.sub("“[^”]*”", "", flaw.found))
    return template, name, found, rowless(flaw.hint)


def _problem(hits: Sequence[tuple[Flaw, Wanted]], places: Mapping[str, Where]) -> Problem:
    """What inspection found in some places, told once; `places` are a template's, by field."""
    flaw, wanted = hits[0]
    faces, names = {one.content.face for _, one in hits}, {one.name for one, _ in hits}
    more = f" and {len(faces) - 1} more" if len(faces) > 1 else ""
    fields = f" and {len(names) - 1} more" if len(names) > 1 and not more else ""
    subject = f"{_called(wanted)}{more}{f', {flaw.name}{fields}' if flaw.name else ''}"
    where = replace(places.get(flaw.name, places[""]), subject=subject)
    return Problem(where, flaw.found, flaw.hint)


def _sized(face: Face, template: str, title: str, size: Size) -> Face:
    """The face, which must be of the size asked for."""
    if abs(face.width - size.width) <= _SLACK and abs(face.height - size.height) <= _SLACK:
        return face
    problem = Problem(
        Where(template, subject=title),
        f"makes a face of {face.width:g} × {face.height:g} mm;"
        f" {size.name} is {size.width:g} × {size.height:g} mm",
        "leave width and height of html out, to have what is asked for, or mend sizes: in prints",
    )
    raise Failure(ExitCode.RULES, (problem,))
