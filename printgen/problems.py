"""Turn what went wrong into one line a user can act on.

Every stage reports in this one shape, so that the command line prints them all alike. It knows
nothing of rules, paper or PDF.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import IntEnum, StrEnum


class ExitCode(IntEnum):
    """What the process says to its caller; docs/limits.md lists them."""

    WELL = 0
    OWN_FAULT = 1
    USAGE = 2
    RULES = 3
    DOES_NOT_FIT = 4
    PROOF = 5
    CANNOT_WRITE = 6
    INTERRUPTED = 130


class Severity(StrEnum):
    """An error stops the build; a note is printed and stops nothing.

    What is unclaimed was seen, and may be right or wrong: nobody can tell.
    """

    ERROR = "error"
    NOTE = "note"
    UNCLAIMED = "not claimed"


@dataclass(frozen=True, slots=True)
class Where:
    """The place a problem was found: a file's line and column (from 1), a thing printed, or both.

    `subject` names the thing in the user's words, such as "deck A, card 17", and `field` what of it
    is meant: the name of a field, as "accuracy.miss", or of an element.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    subject: str = ""
    field: str = ""

    @property
    def thing(self) -> str:
        """What was found to be wrong, in words."""
        return ", ".join(filter(None, (self.subject, self.field)))

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        return ": ".join(filter(None, (place, self.thing)))


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where, what was found, and (in the hint) what to write or do instead.

    Where the message quotes or measures, `kind` is what it shares with others of its cause.
    """

    where: Where
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    kind: str = ""

    def in_file(self, file: str) -> "Problem":
        """The same problem of a stage that works on bytes, told from those in other files."""
        return replace(self, where=replace(self.where, file=file))

    def __str__(self) -> str:
        head = ": ".join(filter(None, (str(self.where), self.severity, self.message)))
        return f"{head}\n  {self.hint}" if self.hint else head


def mistake(subject: str, message: str, hint: str = "") -> Problem:
    """An error about the thing that `subject` names in the user's words, such as an option."""
    return Problem(Where(subject=subject), message, hint)


def errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those that are errors."""
    return tuple(problem for problem in problems if problem.severity is Severity.ERROR)


def cause(problem: Problem) -> Problem:
    """What problems of one cause have in common: all but the thing they were found on."""
    return replace(problem, where=replace(problem.where, subject="", field=""))


def alike(problems: Iterable[Problem]) -> tuple[list[Problem], ...]:
    """The problems of one cause together: those that differ in nothing but their thing."""
    causes: dict[Problem, list[Problem]] = {}
    for one in problems:
        causes.setdefault(cause(one), []).append(one)
    return tuple(causes.values())


def _like(found: str, known: Iterable[str]) -> str:
    """The known word most like `found`, whatever its case; nothing where none is."""
    by_case = {word.casefold(): word for word in sorted(known)}
    close = get_close_matches(found[:80].casefold(), by_case, n=1, cutoff=0.6)
    return by_case[close[0]] if close else ""


def meant(found: str, known: Iterable[str]) -> str:
    """A question after the known word most like `found`, to stand before a hint; or nothing."""
    like = _like(found, known)
    return f"did you mean {like}? " if like else ""


def in_mm(found: str) -> str:
    """The same question after a measure in cm."""
    sides = re.findall(r"\d+(?:[.,]\d+)?", found) if "cm" in found else ()
    measures = (f"{10 * float(one.replace(',', '.')):g}" for one in sides)
    return f"did you mean {' x '.join(measures)} mm? " if sides else ""


def nearest(found: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint that names the known word most like `found`, else all; and what else may be done."""
    words = sorted(known)
    if like := _like(found, words):
        return f"did you mean {like}?" + f" Else {otherwise}" * bool(otherwise)
    if words:
        return f"write one of: {', '.join(words)}" + f"; or {otherwise}" * bool(otherwise)
    return otherwise or "delete it; nothing may stand here"


class Failure(Exception):  # noqa: N818 - a stage that cannot go on is not always in error
    """Raised by a stage that cannot go on; carries every problem found until then, and the exit."""

    def __init__(self, exit_code: ExitCode, problems: Iterable[Problem]) -> None:
        self.exit_code = exit_code
        self.problems = tuple(problems)
        super().__init__(exit_code, self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class Failures:
    """The failures of things done one after another, so that one run tells them all."""

    def __init__(self) -> None:
        self.exit_code = ExitCode.WELL
        self.problems: list[Problem] = []

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep the failure that is raised within, and go on."""
        try:
            yield
        except Failure as failure:
            self.exit_code = self.exit_code or failure.exit_code
            self.problems += (one for one in failure.problems if one not in self.problems)

    def close(self) -> None:
        """Raise what was kept, if anything was; the exit is that of the first."""
        if self.problems:
            raise Failure(self.exit_code, self.problems)
