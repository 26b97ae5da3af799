"""Collects the problems and notes of a game's files, up to a maximum number and length."""

from collections.abc import Iterable

from printgen.problems import Place, Problem, Severity, suggest

MAX_PROBLEMS = 500
"""The most mistakes listed for one game."""


class Log:
    """The problems and notes of a game's files; one more problem says that the list is cut off."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._notes: dict[Problem, None] = {}

    def note(self, place: Place, message: str, hint: str) -> None:
        """Add a note: something that does not stop the build, but may be a mistake."""
        # A file may be read twice, but each note is reported once.
        self._notes[Problem(place, shorten_text(message), shorten_text(hint), Severity.NOTE)] = None

    @property
    def notes(self) -> list[Problem]:
        """The notes in order, each once."""
        return list(self._notes)

    def report(self, place: Place, message: str, hint: str) -> None:
        """Add a problem at `place`."""
        problem = Problem(place, shorten_text(message), shorten_text(hint))
        if len(self.problems) < MAX_PROBLEMS:
            # One written row may expand to many: its mistake is reported once.
            if problem not in self.problems[-50:]:
                self.problems.append(problem)
        elif len(self.problems) == MAX_PROBLEMS:
            message = f"{MAX_PROBLEMS} mistakes; there may be more"
            self.problems.append(Problem(Place(place.file), message, "correct these first"))

    def check(self, place: Place, name: str, names: Iterable[str], noun: str) -> bool:
        """Return whether `name` is among `names`, and report it as an unknown `noun` if not."""
        if name in names:
            return True
        # Finding the closest name is slow, so skip it if nothing more is reported.
        if len(self.problems) < MAX_PROBLEMS:
            self.report(place, f"no {noun} is called {name}", suggest(name, names))
        return False


def shorten_text(text: str) -> str:
    """Return `text`, cut off if it is too long for a message."""
    return text if len(text) <= 200 else text[:199] + "…"
