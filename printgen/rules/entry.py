"""One entry of a game's files: what is written there, where it stands, and whom to tell of it."""

from dataclasses import dataclass

from printgen.problems import Where
from printgen.rules.scope import Scope
from printgen.rules.tree import Key, Path, Tree


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; its methods take further keys, to speak of a part. `key` speaks of its key."""

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
