"""Turn the mistakes met while one face is composed into one Failure.

It completes each mistake's place with the template and the face. A mistake in the template's text
and one that only shows when the face is set (does not fit, runs off, lacks a glyph) end in
different exit codes, so they are kept apart. It must not know what is being composed.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from printgen.problems import ExitCode, Failure, Problem, Spot


class UserError(ValueError):
    """What is not taken as a user wrote it: what was found, and what to write instead.

    It is of a `kind` where the row is to blame too.
    """

    def __init__(self, message: str, hint: str, kind: str = "") -> None:
        super().__init__(message, hint)
        self.hint = hint
        self.kind = kind

    def __str__(self) -> str:
        return str(self.args[0])


class FaceReport:
    """The problems of one face, in the order found; `title` names the face to the user."""

    def __init__(self, template: str, title: str) -> None:
        self.template = template
        self.title = title
        self._errors: list[Problem] = []
        self._misfits: list[Problem] = []

    def __len__(self) -> int:
        return len(self._errors) + len(self._misfits)

    def error(self, line: int, message: str, hint: str = "", box: str = "") -> None:
        """Notes a mistake in the template: `line` is of the merged text, `box` a field's name."""
        self._errors.append(Problem(self.locate_line(line, box), message, hint))

    def add_misfit(
        self, line: int, message: str, hint: str = "", box: str = "", kind: str = ""
    ) -> None:
        """Notes what cannot be set: it does not fit, runs off the face, or lacks a glyph."""
        self._misfits.append(Problem(self.locate_line(line, box), message, hint, kind=kind))

    def add_missing_letters(self, line: int, letters: str, box: str) -> None:
        """Notes letters that none of a text's fonts has."""
        for letter in dict.fromkeys(letters):
            message = f"none of its fonts has {letter} (U+{ord(letter):04X})"
            hint = "write a word or another sign instead, or name a font that has it"
            self.add_misfit(line, message, hint, box)

    def add_problems(self, problems: Iterable[Problem], line: int = 0) -> None:
        """Notes mistakes found elsewhere: those that name no file are of the template's `line`.

        Those of another file are alike whatever face shows it.
        """
        for problem in problems:
            where = problem.where
            if where.file in ("", self.template):
                where = self.locate_line(where.line or line, where.field)
            self._errors.append(replace(problem, where=where))

    @contextmanager
    def catch_errors(self) -> Iterator[None]:
        """Notes as the template's mistake what Python or a library cannot read or go on with."""
        try:
            yield
        except RecursionError:
            self.error(0, "holds too many things in each other", "take the outer ones away")
            self.raise_problems()
        except (ArithmeticError, ValueError) as error:
            hint = "look for a number of endless digits, or half of a letter"
            self.error(0, f"holds what cannot be read: {error}", hint)
            self.raise_problems()

    def raise_problems(self) -> None:
        """Raises `Failure` where anything was noted."""
        if len(self):
            raise self.make_failure()

    def make_failure(self) -> Failure:
        """All that was noted, each mistake once."""
        exit_code = ExitCode.RULES if self._errors else ExitCode.DOES_NOT_FIT
        return Failure(exit_code, dict.fromkeys((*self._errors, *self._misfits)))

    def locate_line(self, line: int, box: str = "") -> Spot:
        """A line of the merged text, on this face."""
        return Spot(self.template, line, subject=self.title, field=box)
