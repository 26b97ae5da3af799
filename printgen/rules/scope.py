"""Turn what one file names into what another defines, keeping every name that is not.

A Scope gathers one file's problems; it never stops at the first.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from printgen.problems import Problem
from printgen.rules.tree import Path, Tree
from printgen.rules.wording import nearest


@dataclass(frozen=True, slots=True)
class Scope:
    """One file under resolution, and the problems found in it."""

    tree: Tree
    problems: list[Problem] = field(default_factory=list)

    def report(self, path: Path, message: str, hint: str, *, key: bool = False) -> None:
        """A problem with the value at `path`, or with its key."""
        self.problems.append(Problem(self.tree.where(path, key=key), message, hint))

    def unique(self, path: Path, names: Iterable[str], noun: str, leaf: str = "") -> None:
        """Report each name that an earlier item of the list at `path` has; `leaf` is its key."""
        seen: dict[str, int] = {}
        for index, name in enumerate(names):
            here: Path = (*path, index, leaf) if leaf else (*path, index)
            if name in seen:
                there: Path = (*path, seen[name], leaf) if leaf else (*path, seen[name])
                self.report(
                    here,
                    f"the {noun} {name} stands twice, first in line {self.tree.where(there).line}",
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
