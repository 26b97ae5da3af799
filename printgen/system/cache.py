"""Turn a question asked again into the answer that was given: equal elements are one item.

Of a thousand cards most words, marks and lines are the same few. So every stage asks a pure
question once of an item: one of few arguments through `functools.lru_cache`, one in an inner loop
through `Answers`. Both are bounded, so that a deck of thousands needs no more memory than one of
hundreds.
"""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Cache(dict[Key, Answer]):
    """Answers by what was asked, `most` at a time: when there are more it begins anew.

    A key by identity (`id`) needs an answer that holds the thing, or the number may be another's.
    """

    def __init__(self, max_size: int) -> None:
        super().__init__()
        self._max_size = max_size

    def set(self, key: Key, value: Answer) -> Answer:
        """The answer, which is known from now on."""
        if len(self) >= self._max_size:
            self.clear()
        self[key] = value
        return value

    def fetch(self, key: Key, make: Callable[[], Answer]) -> Answer:
        """The answer, made where it is not known yet; None is none."""
        value = self.get(key)
        return self.set(key, make()) if value is None else value
