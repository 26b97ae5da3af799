"""Turn what one file names into what another defines, keeping every name that is not.

A Scope gathers one file's problems up to a limit; it never stops at the first. A name is missed
only where the file that should define it could be read.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from printgen.problems import Problem, Where
from printgen.rules.model import Deck, Source, Status
from printgen.rules.tree import PROBLEMS_LIMIT, Path, Tree
from printgen.rules.wording import nearest


@dataclass(frozen=True, slots=True)
class Scope:
    """One file under resolution, and the problems found in it."""

    tree: Tree
    problems: list[Problem] = field(default_factory=list)

    def report(self, path: Path, message: str, hint: str, *, key: bool = False) -> None:
        """A problem with the value at `path`, or with its key."""
        if not self.is_full:
            self.add([Problem(self.tree.where(path, key=key), message, hint)])

    def add(self, problems: Iterable[Problem]) -> None:
        """Problems found elsewhere; past the limit one more says that the rest is left out."""
        for problem in problems:
            if self.is_full:
                return
            self.problems.append(problem)
            if len(self.problems) == PROBLEMS_LIMIT:
                self.problems.append(
                    Problem(
                        Where(problem.where.file),
                        f"{PROBLEMS_LIMIT} mistakes, the rest not looked for",
                        "mend these",
                    )
                )

    @property
    def is_full(self) -> bool:
        """Whether no further problem is kept."""
        return len(self.problems) > PROBLEMS_LIMIT

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
        # The nearest name is dear to find, so it is not looked for in vain.
        if self.is_full:
            return False
        self.report(path, f"no {noun} is called {name}", nearest(name, names), key=key)
        return False


@dataclass(frozen=True, slots=True)
class Defined:
    """What the other files define: nothing is missed of those in `unread`, which are at fault.

    The deck has no cards where its law or list is at fault.
    """

    deck: Deck | None
    statuses: tuple[Status, ...]
    sources: tuple[Source, ...]
    unread: frozenset[str] = frozenset()

    def can_miss(self, file: str) -> bool:
        """Whether a name that `file` should define and does not is a mistake."""
        return file not in self.unread
