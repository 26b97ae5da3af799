"""Error reports: collects the problems of one face and raises them as one `Failure`.

The report adds the template and the face to the place of each problem. Errors in a template are
kept apart from problems with the content, because the exit codes differ. Content can fit badly,
extend beyond the face, or need a missing glyph.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, InputError, Log, Place, Problem

MISSING_FILE, OUTDATED, MISSING_LETTER = "missing file", "outdated template", "missing letter"
"""Kinds of problems that are the same on all faces.

The `data` of a missing file is its name, that of a missing letter is the letter with its code.
"""


class FaceReport(Log):
    """The problems of one face, in the order found; `title` names the face in messages."""

    def __init__(self, template: str, title: str) -> None:
        super().__init__()
        self.template = template
        self.title = title

    def error(self, line: int, message: str, hint: str = "", box: str = "", kind: str = "") -> None:
        """Add an error in the template, or with a `kind` a problem with the content.

        `line` is in the rendered template, and `box` is the name of a field.
        """
        self.add(Problem(self.locate_line(line, box), message, hint, kind=kind))

    def add_missing_letters(self, line: int, letters: str, box: str) -> None:
        """Add a problem for each of `letters`, which all fonts of a text lack.

        `box` is the field that prints them, in `line` of the rendered template.
        """
        for letter in dict.fromkeys(letters):
            data = f"{letter} (U+{ord(letter):04X})"
            hint = "use another character or font: --font FILE for a table, @font-face for a game"
            where, message = self.locate_line(line, box), f"none of its fonts has {data}"
            self.add(Problem(where, message, hint, kind=MISSING_LETTER, data=data))

    def add_problems(self, problems: Iterable[Problem], line: int = 0) -> None:
        """Add problems found elsewhere; one without a file is located in `line` of the template.

        A problem in another file keeps its place there, so that it is reported once for all faces.
        """
        for problem in problems:
            where = problem.where
            if where.file in ("", self.template):
                where = self.locate_line(where.line or line, where.field)
            self.add(replace(problem, where=where))

    @contextmanager
    def raise_errors_as_failure(self) -> Iterator[None]:
        """Report an exception from the `with` block as an error in the template.

        `Failure` is then raised, with all problems so far.
        """
        try:
            yield
        except RecursionError:
            self.error(0, "elements are nested too deeply", "remove some of the outer elements")
            self.raise_problems()
        except (ArithmeticError, ValueError, InputError) as error:
            hint = "look for a number that is too large, or an incomplete character"
            self.error(0, f"cannot be read: {error}", getattr(error, "hint", "") or hint)
            self.raise_problems()

    def raise_problems(self) -> None:
        """Raise `Failure` with all problems, if there are any."""
        if self.problems:
            raise self.make_failure()

    def make_failure(self) -> Failure:
        """Return a `Failure` with all problems, those of style sheets and the template first."""
        # An error in a style sheet causes others in the template, and these cause problems with
        # the content. The exit code is that of the cause.
        problems = sorted(
            self.problems,
            key=lambda each: (_is_content_problem(each), each.where.file == self.template),
        )
        code = ExitCode.DOES_NOT_FIT if _is_content_problem(problems[0]) else ExitCode.RULES
        return Failure(code, problems)

    def locate_line(self, line: int, box: str = "") -> Place:
        """Return the place of a line of the rendered template, on this face, in the field `box`."""
        return Place(self.template, line, subject=self.title, field=box)


def _is_content_problem(problem: Problem) -> bool:
    return problem.kind not in ("", MISSING_FILE)
