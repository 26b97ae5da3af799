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

    OK = 0
    INTERNAL_ERROR = 1
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
    UNVERIFIED = "not claimed"


@dataclass(frozen=True, slots=True)
class Spot:
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
    def full_subject(self) -> str:
        """What was found to be wrong, in words."""
        return ", ".join(filter(None, (self.subject, self.field)))

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        return ": ".join(filter(None, (place, self.full_subject)))


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where, what was found, and (in the hint) what to write or do instead.

    Where the message quotes or measures, `kind` is what it shares with others of its cause.
    """

    where: Spot
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    kind: str = ""

    def move_to_file(self, file: str) -> "Problem":
        """The same problem of a stage that works on bytes, told from those in other files."""
        return replace(self, where=replace(self.where, file=file))

    def __str__(self) -> str:
        head = ": ".join(filter(None, (str(self.where), self.severity, self.message)))
        return f"{head}\n  {self.hint}" if self.hint else head


def complain(subject: str, message: str, hint: str = "") -> Problem:
    """An error about the thing that `subject` names in the user's words, such as an option."""
    return Problem(Spot(subject=subject), message, hint)


def select_errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those that are errors."""
    return tuple(problem for problem in problems if problem.severity is Severity.ERROR)


def get_cause(problem: Problem) -> Problem:
    """What problems of one cause have in common: all but the thing they were found on."""
    return replace(problem, where=replace(problem.where, subject="", field=""))


def group_by_cause(problems: Iterable[Problem]) -> tuple[list[Problem], ...]:
    """The problems of one cause together: those that differ in nothing but their thing."""
    causes: dict[Problem, list[Problem]] = {}
    for problem in problems:
        causes.setdefault(get_cause(problem), []).append(problem)
    return tuple(causes.values())


def _find_closest_word(typed_word: str, known_words: Iterable[str]) -> str:
    """The known word most like `found`, whatever its case; nothing where none is."""
    by_case = {word.casefold(): word for word in sorted(known_words)}
    close = get_close_matches(typed_word[:80].casefold(), by_case, n=1, cutoff=0.6)
    return by_case[close[0]] if close else ""


def guess(typed_word: str, known_words: Iterable[str]) -> str:
    """A question after the known word most like `found`, to stand before a hint; or nothing."""
    closest = _find_closest_word(typed_word, known_words)
    return f"did you mean {closest}? " if closest else ""


def did_you_mean_mm(typed_size: str) -> str:
    """The same question after a measure in cm."""
    sides = re.findall(r"\d+(?:[.,]\d+)?", typed_size) if "cm" in typed_size else ()
    measures = (f"{10 * float(side.replace(',', '.')):g}" for side in sides)
    return f"did you mean {' x '.join(measures)} mm? " if sides else ""


def suggest(typed_word: str, known_words: Iterable[str], alternative: str = "") -> str:
    """A hint that names the known word most like `found`, else all; and what else may be done."""
    words = sorted(known_words)
    if closest := _find_closest_word(typed_word, words):
        return f"did you mean {closest}?" + f" Else {alternative}" * bool(alternative)
    if words:
        return f"write one of: {', '.join(words)}" + f"; or {alternative}" * bool(alternative)
    return alternative or "delete it; nothing may stand here"


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
        self.exit_code = ExitCode.OK
        self.problems: list[Problem] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Keep the failure that is raised within, and go on."""
        try:
            yield
        except Failure as failure:
            self.exit_code = self.exit_code or failure.exit_code
            self.problems += (issue for issue in failure.problems if issue not in self.problems)

    def raise_collected(self) -> None:
        """Raise what was kept, if anything was; the exit is that of the first."""
        if self.problems:
            raise Failure(self.exit_code, self.problems)
