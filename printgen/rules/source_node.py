"""One entry of a game's files: what is written there, where it stands, and whom to tell of it.

A mapping of a YAML file is one, and each of its values; so is a line of a CSV file, and each cell.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from printgen.problems import Spot
from printgen.rules.problem_log import Log

NodeKey = str | int


class Node(msgspec.Struct, frozen=True, eq=False):
    """A text, a mapping or a tuple as it was written, and each of its parts by key or place.

    `place` is where it stands, `key_place` where its own key does. `raw` is what a cell holds
    beneath the text that it shows, such as a workbook's number.
    """

    log: Log
    place: Spot
    key_place: Spot
    data: object = None
    parts: Mapping[Any, "Node"] = {}
    raw: object = None

    def get(self, *keys: NodeKey) -> "Node":
        """A part of it, or of a part; one that is not there stands where it is missing."""
        node = self
        for key in keys:
            missing = Node(self.log, node.place, node.key_place)
            node = node.parts.get(key, missing)
        return node

    def locate(self, *keys: NodeKey, key: bool = False) -> Spot:
        """The place of it or of a part, or of the key."""
        node = self.get(*keys)
        return node.key_place if key else node.place

    def items(self) -> tuple["Node", ...]:
        """Those of a list; one value stands for a list of one."""
        return tuple(self.parts.values()) if isinstance(self.data, tuple) else (self,)

    def as_dict(self, children: Mapping[str, "Node"]) -> "Node":
        """A mapping of other parts in its place."""
        data = {key: child.data for key, child in children.items()}
        return msgspec.structs.replace(self, data=data, parts=children)

    def as_list(self, items: Sequence["Node"]) -> "Node":
        """A list of some items in its place."""
        data, children = tuple(item.data for item in items), dict(enumerate(items))
        return msgspec.structs.replace(self, data=data, parts=children)

    def report(self, message: str, hint: str, *keys: NodeKey, key: bool = False) -> None:
        """A problem with it or with a part, or with the key."""
        self.log.report(self.locate(*keys, key=key), message, hint)
