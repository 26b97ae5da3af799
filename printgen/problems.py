"""Problems that are reported to the user, and the exceptions that carry them.

All stages report problems in this form, so that the command line prints them all in the same way.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from enum import IntEnum, StrEnum

import msgspec
from msgspec.structs import replace


class ExitCode(IntEnum):
    """Exit codes of the process; docs/limits.md lists them."""

    OK = 0
    INTERNAL_ERROR = 1
    USAGE = 2
    RULES = 3
    DOES_NOT_FIT = 4
    PROOF = 5
    CANNOT_WRITE = 6
    INTERRUPTED = 130


class Severity(StrEnum):
    """How serious a problem is.

    An error stops the build, and a note does not. UNVERIFIED is for what may be wrong, but printgen
    cannot tell.
    """

    ERROR = "error"
    NOTE = "note"
    UNVERIFIED = "not claimed"


class Place(msgspec.Struct, frozen=True):
    """The place of a problem: a file, a printed piece, or both.

    - `file`, `line`, `column`: the file, with the line and the column counted from 1.
    - `subject`: the piece in the user's words, such as "deck A, card 17".
    - `field`: the name of a field on this piece, such as "accuracy.miss", or of an element.
    - `sheet`, `cell`: if the file is a workbook, the name of a sheet and a cell in it, such as B3.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    subject: str = ""
    field: str = ""
    sheet: str = ""
    cell: str = ""

    @property
    def sheet_and_cell(self) -> str:
        """The sheet and the cell in one text, such as "sheet One, cell B3"; "" if it has none."""
        names = {"sheet": self.sheet, "cell": self.cell}
        return ", ".join(f"{noun} {name}" for noun, name in names.items() if name)

    @property
    def full_subject(self) -> str:
        """The subject and the field in one text."""
        return ", ".join(filter(None, (self.subject, self.field)))

    def __str__(self) -> str:
        file = ", ".join(filter(None, (self.file, self.sheet_and_cell)))
        place = ":".join(str(part) for part in (file, self.line, self.column) if part)
        return ": ".join(filter(None, (place, self.full_subject)))


Fix = tuple[tuple[str, str | None], ...]
"""Options to set together, each with its value: "" for a flag, None to leave the option out."""

_OPTION = re.compile(r"--([a-z][a-z-]*)")


def make_fix(**values: str | None) -> Fix:
    """Return the fix that sets these command line options; None leaves an option out.

    Names are written with underscores: `make_fix(size="tarot", with_bleed=None)` sets --size and
    leaves out --with-bleed.
    """
    return tuple((name.replace("_", "-"), value) for name, value in values.items())


class Problem(msgspec.Struct, frozen=True):
    """One mistake, or something that may be one.

    - `where`: its place. `message`: what is wrong. `hint`: what to do.
    - `kind`: problems with the same `kind` have one cause, even if their messages quote different
      texts or measures. They are reported together.
    - `data`: what such a cause is about, such as the name of a missing file. For a faint text or
      mark, it is the colour as "#RRGGBB", followed by the opacity if that is below 1: "#RRGGBBAA".
      The colour is left out if the mark has several: "#AA" or "#".
    - `option`: the long name, without dashes, of the option that the problem is about; "" if it is
      about none. The subject of `where` is then the option as it is typed, such as "--size tarot".
    - `fixes`: the changes of options that the hint suggests.

    `option` and `fixes` are for programs that show options as controls.
    """

    where: Place
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    kind: str = ""
    data: str = ""
    option: str = ""
    fixes: tuple[Fix, ...] = ()

    def __post_init__(self) -> None:
        if not self.option and (match := _OPTION.match(self.where.subject)):
            msgspec.structs.force_setattr(self, "option", match[1])

    def __str__(self) -> str:
        head = ": ".join(filter(None, (str(self.where), self.severity, self.message)))
        return f"{head}\n  {self.hint}" if self.hint else head


def make_error(
    subject: str, message: str, hint: str = "", field: str = "", fixes: tuple[Fix, ...] = ()
) -> Problem:
    """Return an error about `subject`, which is in the user's words, such as "--size tarot".

    If the subject is a printed piece, `field` is the name of a field on it.
    """
    return Problem(Place(subject=subject, field=field), message, hint, fixes=fixes)


def make_note(
    where: Place | str, message: str, hint: str = "", fixes: tuple[Fix, ...] = ()
) -> Problem:
    """Return a note at a place, or about a subject in the user's words. A note is not an error."""
    return Problem(_to_place(where), message, hint, Severity.NOTE, fixes=fixes)


def note_places(places: Iterable[Place], message: str, hint: str) -> Iterator[Problem]:
    """Yield a note for each place. All of them have one cause, so they are printed as one."""
    different = tuple(dict.fromkeys(places))
    for place in different:
        same = replace(different[0], subject="", field=str(place))
        yield make_note(place if place == different[0] else same, message, hint)


def _to_place(where: Place | str) -> Place:
    return Place(subject=where) if isinstance(where, str) else where


def select_errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems that are errors."""
    return tuple(problem for problem in problems if problem.severity is Severity.ERROR)


def strip_subject(problem: Problem) -> Problem:
    """Return the problem without the piece that it is about, and without the field on this piece.

    If two problems have one cause, the results for both are equal.
    """
    return replace(problem, where=replace(problem.where, subject="", field=""))


def group_by_cause(problems: Iterable[Problem]) -> tuple[list[Problem], ...]:
    """Return lists of problems with one cause: they differ only in the piece, such as the card."""
    causes: dict[Problem, list[Problem]] = {}
    for problem in problems:
        causes.setdefault(strip_subject(problem), []).append(problem)
    return tuple(causes.values())


_MIN_SIMILARITY = 0.75
"""The least similarity of a word that is suggested, as `difflib` measures it: from 0 to 1."""
_MIN_PREFIX = 4
"""How many letters of the start of a word are enough to suggest it."""


def _find_closest_word(typed_word: str, known_words: Iterable[str]) -> str:
    """Return the known word that is most similar to `typed_word`, ignoring case; "" without one.

    If several known words begin with it and a hyphen, return them all: "mini-american or mini-us"
    for mini.
    """
    # Long words make difflib slow: its time grows with the square of their length.
    by_case = {word.casefold(): word for word in sorted(known_words)}
    typed = typed_word[:80].casefold()
    close = get_close_matches(typed, by_case, n=1, cutoff=_MIN_SIMILARITY)
    starts = [word for word in by_case if len(typed) >= _MIN_PREFIX and word.startswith(typed)]
    parts = [by_case[word] for word in starts if word.startswith(f"{typed}-")]
    close = close or starts[:1]
    return " or ".join(parts[1:] and parts) or (by_case[close[0]] if close else "")


def suggest_closest_word(typed_word: str, known_words: Iterable[str]) -> str:
    """Return "did you mean …? " with the most similar known word, to put before a hint.

    Return "" if no known word is similar.
    """
    closest = _find_closest_word(typed_word, known_words)
    return f"did you mean {closest}? " if closest else ""


def suggest_size_in_mm(typed_size: str) -> str:
    """Return "did you mean …? " with a size such as 6x9cm converted to mm.

    Return "" if the size is not in cm.
    """
    sides = re.findall(r"\d+(?:[.,]\d+)?", typed_size) if "cm" in typed_size else ()
    measures = (f"{10 * float(side.replace(',', '.')):g}" for side in sides)
    return f"did you mean {' x '.join(measures)} mm? " if sides else ""


def suggest_known_words(typed_word: str, known_words: Iterable[str], alternative: str = "") -> str:
    """Return a hint: "did you mean …?" with the most similar known word, or all known words.

    `alternative` is something else to do. It is added to the hint.
    """
    words = sorted(known_words)
    if closest := _find_closest_word(typed_word, words):
        return f"did you mean {closest}?" + f" Otherwise {alternative}" * bool(alternative)
    if words:
        return f"write one of: {', '.join(words)}" + f"; or {alternative}" * bool(alternative)
    return alternative or "delete it; nothing is allowed here"


class InputError(Exception):
    """Input that cannot be used, with a hint that says what to write instead.

    The code that raises this error does not know the place of the input. The code that catches it
    adds the place. Problems with the same `kind` have one cause. The message is empty if the
    problem was already reported at a more exact place.
    """

    # Not a ValueError: number filters of Jinja2 catch those as "not a number".

    def __init__(self, message: str, hint: str = "", kind: str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint, self.kind = message, hint, kind

    def __str__(self) -> str:
        return self.message


class Failure(Exception):  # noqa: N818 - wrong input, not an error of the code
    """Raised by a stage that cannot continue, with all problems found so far and the exit code."""

    def __init__(self, exit_code: ExitCode, problems: Iterable[Problem]) -> None:
        self.exit_code = exit_code
        self.problems = tuple(problems)
        # Exceptions are unpickled from their args, in the process that waits for a worker.
        super().__init__(exit_code, self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def create_failure(
    exit_code: ExitCode, where: Place | str, message: str, hint: str = "", *fixes: Fix
) -> Failure:
    """Return a `Failure` with one error at a place, or about a subject. The caller raises it."""
    return Failure(exit_code, (Problem(_to_place(where), message, hint, fixes=fixes),))


@contextmanager
def relocate_problems(locate: Callable[[Problem], Place]) -> Iterator[None]:
    """Change the place of each problem of a `Failure` that the block raises.

    `locate` returns the new place of a problem.
    """
    try:
        yield
    except Failure as failure:
        problems = (replace(problem, where=locate(problem)) for problem in failure.problems)
        raise Failure(failure.exit_code, problems) from None


MAX_PROBLEMS = 500
"""The most problems that are reported to one log. Those of a failure are all kept."""


class Log:
    """Collects problems and notes, each once, so that one run reports all of them.

    After `MAX_PROBLEMS` problems, one more says that there may be others. `exit_code` is for
    problems that are reported to the log. If the problems of a `Failure` are added first, the exit
    code of the failure replaces it.
    """

    def __init__(self, exit_code: ExitCode = ExitCode.RULES) -> None:
        self.exit_code = exit_code
        self.problems: dict[Problem, None] = {}
        self.notes: dict[Problem, None] = {}
        self.count = 0
        self.is_cut = False

    def report(self, where: Place | str, message: str, hint: str = "", *fixes: Fix) -> None:
        """Add an error at a place, or about a subject."""
        self.add(Problem(_to_place(where), shorten_text(message), shorten_text(hint), fixes=fixes))

    def note(self, place: Place, message: str, hint: str, *fixes: Fix) -> None:
        """Add a note: something that does not stop the build, but may be a mistake."""
        self.notes[make_note(place, shorten_text(message), shorten_text(hint), fixes)] = None

    def add(self, problem: Problem) -> None:
        """Add a problem, unless the log already has it or is full. `count` includes it anyway."""
        self.count += 1
        if len(self.problems) < MAX_PROBLEMS:
            self.problems[problem] = None
        elif not self.is_cut:
            self.is_cut = True
            message = f"{MAX_PROBLEMS} mistakes; there may be more"
            cut = Problem(Place(problem.where.file), message, "correct these first")
            self.problems[cut] = None

    def check_name(self, place: Place, name: str, names: Iterable[str], noun: str) -> bool:
        """Return whether `name` is one of `names`.

        If not, report at `place` that there is no such name. `noun` is the word for what has the
        name, such as "column".
        """
        if name in names:
            return True
        # Finding the closest name is slow, so skip it if nothing more is reported.
        if not self.is_cut:
            self.report(place, f"no {noun} is called {name}", suggest_known_words(name, names))
        return False

    @contextmanager
    def collect_failures(self, place: Place | None = None) -> Iterator[None]:
        """Add the problems of a `Failure` that the block raises, and continue after the block.

        If `place` is set, an `InputError` is also reported there; otherwise it is raised.
        """
        try:
            yield
        except InputError as error:
            if place is None:
                raise
            if error.message:
                self.report(place, error.message, error.hint)
        except Failure as failure:
            self.extend(failure.exit_code, failure.problems)

    def extend(self, exit_code: ExitCode, problems: Iterable[Problem]) -> None:
        """Add all problems of a failure, with its exit code.

        If the log already has problems, their exit code is kept.
        """
        self.exit_code = self.exit_code if self.problems else exit_code
        kept = tuple(problems)
        self.count += len(kept)
        self.problems |= dict.fromkeys(kept)

    def raise_problems(self) -> None:
        """Raise a `Failure` with the collected problems, if there are any."""
        if self.problems:
            raise Failure(self.exit_code, self.problems)


def shorten_text(text: str) -> str:
    """Return `text`, cut off if it is too long for a message."""
    return text if len(text) <= 200 else text[:199] + "…"
