"""Turn what one file names into what another defines, keeping every name that is not.

A Scope gathers one file's problems; it stops at a limit only, so that no file fills the memory.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from printgen.problems import Problem
from printgen.rules.tree import PROBLEMS_LIMIT, Path, Stop, Tree, cut


@dataclass(frozen=True, slots=True)
class Scope:
    """One file under resolution, and the problems found in it."""

    tree: Tree
    problems: list[Problem] = field(default_factory=list)

    def report(self, path: Path, message: str, hint: str, *, key: bool = False) -> None:
        """A problem with the value at `path`, or with its key; raises `Stop` at the limit."""
        where = self.tree.where(path, key=key)
        self.problems.append(Problem(where, cut(message), cut(hint)))
        if len(self.problems) == PROBLEMS_LIMIT:
            self.problems.append(
                Problem(self.tree.where(()), f"{PROBLEMS_LIMIT} mistakes, the rest not looked for")
            )
            raise Stop

    def unique(self, path: Path, names: Iterable[str], noun: str, leaf: str = "") -> None:
        """Report each name that an earlier item of the list at `path` has; `leaf` is its key."""
        seen: dict[str, int] = {}
        for index, name in enumerate(names):
            here: Path = (*path, index, leaf) if leaf else (*path, index)
            if name in seen:
                there: Path = (*path, seen[name], leaf) if leaf else (*path, seen[name])
                line = self.tree.where(there).line
                self.report(
                    here,
                    f"the {noun} {name} stands twice, first in line {line}",
                    "give each its own",
                )
            seen.setdefault(name, index)

    def known(
        self, path: Path, name: str, names: Collection[str], noun: str, *, key: bool = False
    ) -> bool:
        """Whether `name` is among `names`; reports it where it is not."""
        if name in names:
            return True
        self.report(path, f"no {noun} is called {name}", nearest(name, names), key=key)
        return False


def nearest(found: str, known: Iterable[str]) -> str:
    """A hint that names the known word most like `found`, else all of them."""
    # Needed only once something is wrong, and not quick to import.
    from difflib import get_close_matches

    words = sorted(known)
    close = get_close_matches(found[:80], words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"write one of: {', '.join(words)}" if words else "delete it; nothing may stand here"
