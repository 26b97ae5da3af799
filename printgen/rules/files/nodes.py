"""Parsed source data with places: every value of a game's files knows its line and column.

Mappings in YAML files and their values are nodes. So are lines and cells of CSV files.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from printgen.problems import Log, Place

NodeKey = str | int
RawValue = Annotated[Any, lambda value: value]
"""The type of a field whose value `struct_reader` returns as written."""


class Node(msgspec.Struct, frozen=True, eq=False):
    """A value in a data file: a text, a mapping or a list.

    - `data`: the value as written; a list is a tuple.
    - `parts`: the nodes in a mapping or list, by key or index.
    - `place`: the place of the value. `key_place`: the place of the key before it.
    - `raw`: the stored value of a workbook cell, if the cell displays another text.
    - `log`: collects the problems of the file.
    """

    log: Log
    place: Place
    key_place: Place
    data: object = None
    parts: Mapping[Any, "Node"] = {}
    raw: object = None

    def get(self, *keys: NodeKey) -> "Node":
        """Return the node at a key. Several keys lead from node to node: `get("deck", "back")`.

        If a node is missing, return a node without data at the place of the one that should contain
        it.
        """
        node = self
        for key in keys:
            missing = Node(self.log, node.place, node.key_place)
            node = node.parts.get(key, missing)
        return node

    def locate(self, *keys: NodeKey, key: bool = False) -> Place:
        """Return the place of this node, or with `keys` that of the node to which they lead.

        With `key`, return the place of its key instead of the place of its value.
        """
        node = self.get(*keys)
        return node.key_place if key else node.place

    def items(self) -> tuple["Node", ...]:
        """Return the items of a list. For any other node, return the node as the only item."""
        return tuple(self.parts.values()) if isinstance(self.data, tuple) else (self,)

    def make_mapping_node(self, children: Mapping[str, "Node"]) -> "Node":
        """Return a new mapping node with these children, at the place of this node."""
        data = {key: child.data for key, child in children.items()}
        return msgspec.structs.replace(self, data=data, parts=children)

    def make_list_node(self, items: Sequence["Node"]) -> "Node":
        """Return a new list node with these items, at the place of this node."""
        data, children = tuple(item.data for item in items), dict(enumerate(items))
        return msgspec.structs.replace(self, data=data, parts=children)

    def report(self, message: str, hint: str, *keys: NodeKey, key: bool = False) -> None:
        """Report a problem at this node, or with `keys` at the node to which they lead.

        With `key`, report it at the key of that node instead of its value.
        """
        self.log.report(self.locate(*keys, key=key), message, hint)
