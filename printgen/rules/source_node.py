"""One entry of a game's files: what is written there, where it stands, and whom to tell of it.

A mapping of a YAML file is one, and each of its values; so is a line of a CSV file, and each cell.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from printgen.problems import Where
from printgen.rules.problem_log import Scope

Key = str | int


class Entry(msgspec.Struct, frozen=True, eq=False):
    """A text, a mapping or a tuple as it was written, and each of its parts by key or place.

    `place` is where it stands, `key_place` where its own key does. `raw` is what a cell holds
    beneath the text that it shows, such as a workbook's number.
    """

    scope: Scope
    place: Where
    key_place: Where
    data: object = None
    parts: Mapping[Any, "Entry"] = {}
    raw: object = None

    def at(self, *keys: Key) -> "Entry":
        """A part of it, or of a part; one that is not there stands where it is missing."""
        found = self
        for key in keys:
            missing = Entry(self.scope, found.place, found.key_place)
            found = found.parts.get(key, missing)
        return found

    def where(self, *keys: Key, key: bool = False) -> Where:
        """The place of it or of a part, or of the key."""
        found = self.at(*keys)
        return found.key_place if key else found.place

    def items(self) -> tuple["Entry", ...]:
        """Those of a list; one value stands for a list of one."""
        return tuple(self.parts.values()) if isinstance(self.data, tuple) else (self,)

    def mapping(self, parts: Mapping[str, "Entry"]) -> "Entry":
        """A mapping of other parts in its place."""
        data = {key: part.data for key, part in parts.items()}
        return msgspec.structs.replace(self, data=data, parts=parts)

    def listed(self, items: Sequence["Entry"]) -> "Entry":
        """A list of some items in its place."""
        data, parts = tuple(item.data for item in items), dict(enumerate(items))
        return msgspec.structs.replace(self, data=data, parts=parts)

    def report(self, message: str, hint: str, *keys: Key, key: bool = False) -> None:
        """A problem with it or with a part, or with the key."""
        self.scope.report(self.where(*keys, key=key), message, hint)
