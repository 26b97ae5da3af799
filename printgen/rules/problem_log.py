"""The problems found in a game's files: how many are told, and how long."""

from collections.abc import Iterable

from printgen.problems import Problem, Severity, Spot, suggest

MAX_PROBLEMS = 500
"""Mistakes listed of one game; past it only that there may be more."""


class Log:
    """The problems found in a game's files; past a limit one more says that others may be left."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._notes: dict[Problem, None] = {}

    def note(self, place: Spot, message: str, hint: str) -> None:
        """What stops nothing, and may not be meant."""
        # A file may be read twice.
        self._notes[Problem(place, shorten_text(message), shorten_text(hint), Severity.NOTE)] = None

    @property
    def notes(self) -> list[Problem]:
        """Each once, in order."""
        return list(self._notes)

    def report(self, place: Spot, message: str, hint: str) -> None:
        """A problem with what stands at `where`."""
        problem = Problem(place, shorten_text(message), shorten_text(hint))
        if len(self.problems) < MAX_PROBLEMS:
            # One written row may stand for many: its mistake is told once.
            if problem not in self.problems[-50:]:
                self.problems.append(problem)
        elif len(self.problems) == MAX_PROBLEMS:
            message = f"{MAX_PROBLEMS} mistakes, the rest not looked for"
            self.problems.append(Problem(Spot(place.file), message, "mend these"))

    def check(self, place: Spot, name: str, names: Iterable[str], noun: str) -> bool:
        """Whether `found` is among `names`; reports it where it is not."""
        if name in names:
            return True
        # The nearest name is dear to find, so it is not looked for in vain.
        if len(self.problems) < MAX_PROBLEMS:
            self.report(place, f"no {noun} is called {name}", suggest(name, names))
        return False


def shorten_text(text: str) -> str:
    """`text`, or its beginning where it is too long for a message."""
    return text if len(text) <= 200 else text[:199] + "…"
