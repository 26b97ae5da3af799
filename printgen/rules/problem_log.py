"""The problems found in a game's files: how many are told, and how long."""

from collections.abc import Iterable

from printgen.problems import Problem, Severity, Where, nearest

PROBLEMS_LIMIT = 500
"""Mistakes listed of one game; past it only that there may be more."""


class Scope:
    """The problems found in a game's files; past a limit one more says that others may be left."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._noted: dict[Problem, None] = {}

    def note(self, where: Where, message: str, hint: str) -> None:
        """What stops nothing, and may not be meant."""
        # A file may be read twice.
        self._noted[Problem(where, cut(message), cut(hint), Severity.NOTE)] = None

    @property
    def notes(self) -> list[Problem]:
        """Each once, in order."""
        return list(self._noted)

    def report(self, where: Where, message: str, hint: str) -> None:
        """A problem with what stands at `where`."""
        problem = Problem(where, cut(message), cut(hint))
        if len(self.problems) < PROBLEMS_LIMIT:
            # One written row may stand for many: its mistake is told once.
            if problem not in self.problems[-50:]:
                self.problems.append(problem)
        elif len(self.problems) == PROBLEMS_LIMIT:
            message = f"{PROBLEMS_LIMIT} mistakes, the rest not looked for"
            self.problems.append(Problem(Where(where.file), message, "mend these"))

    def known(self, where: Where, found: str, names: Iterable[str], noun: str) -> bool:
        """Whether `found` is among `names`; reports it where it is not."""
        if found in names:
            return True
        # The nearest name is dear to find, so it is not looked for in vain.
        if len(self.problems) < PROBLEMS_LIMIT:
            self.report(where, f"no {noun} is called {found}", nearest(found, names))
        return False


def cut(text: str) -> str:
    """`text`, or its beginning where it is too long for a message."""
    return text if len(text) <= 200 else text[:199] + "…"
