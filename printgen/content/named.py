"""Turn names and what stands under each into one mapping, in which no name is overwritten.

The rules refuse ids that would clash; a name put twice here is a fault of this program.
"""


class Named(dict[str, str]):
    """A mapping that takes each name once; to put one again raises AssertionError."""

    __slots__ = ()

    def __setitem__(self, name: str, text: str) -> None:
        if name in self:
            raise AssertionError(f"{name} is put twice: {self[name]!r}, then {text!r}")
        dict.__setitem__(self, name, text)
