"""Turn what is wrong in a game's files into problems, each at the entry that it was found in."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from printgen.problems import Problem, Where
from printgen.rules.tree import PROBLEMS_LIMIT, Key, Path, Tree, cut


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


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game's files: what is written there, where it stands, and whom to tell of it.

    Its methods take further keys, to speak of a part of it; `key` speaks of a part's key.
    """

    scope: Scope
    tree: Tree
    path: Path = ()

    @property
    def data(self) -> object:
        """What is written there."""
        return self.tree.at(self.path)

    def at(self, *keys: Key) -> "Entry":
        """A part of it."""
        return Entry(self.scope, self.tree, (*self.path, *keys))

    def where(self, *keys: Key, key: bool = False) -> Where:
        """The place of it or of a part."""
        return self.tree.where((*self.path, *keys), key=key)

    def report(self, message: str, hint: str, *keys: Key, key: bool = False) -> None:
        """A problem with it or with a part."""
        self.scope.report(self.where(*keys, key=key), message, hint)
