"""The problems found in a game's files: how many are told, how long, and what was meant instead."""

from collections.abc import Iterable
from difflib import get_close_matches

from printgen.problems import Problem, Where

PROBLEMS_LIMIT = 500
"""Mistakes listed of one game; past it only that there may be more."""


class Scope:
    """The problems found in a game's files; past a limit one more says that others may be left."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

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


def nearest(found: str, known: Iterable[str]) -> str:
    """A hint that names the known word most like `found`, else all of them."""
    words = sorted(known)
    close = get_close_matches(found[:80], words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"write one of: {', '.join(words)}" if words else "delete it; nothing may stand here"


def cut(text: str) -> str:
    """`text`, or its beginning where it is too long for a message."""
    return text if len(text) <= 200 else text[:199] + "…"
