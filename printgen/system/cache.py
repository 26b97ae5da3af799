"""A bounded memoization cache, shared by all stages.

Most words, marks and lines of a thousand cards are the same few. So each stage caches the results
of its pure functions: `functools.lru_cache` for most of them, `Cache` in inner loops, where it is
faster. Both are bounded, so that a deck of thousands needs no more memory than one of hundreds.
"""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")


class Cache(dict[Key, Result]):
    """A dict of results by key. When it has `max_size` results, all of them are removed.

    If a key contains the `id` of an object, the stored value must refer to that object. Otherwise
    the object could be deleted, and another object could get the same `id`.
    """

    def __init__(self, max_size: int) -> None:
        super().__init__()
        self._max_size = max_size

    def set(self, key: Key, value: Result) -> Result:
        """Store `value` under `key`, and return it."""
        if len(self) >= self._max_size:
            # Cheaper than tracking the order of use, and a refill takes only a few faces.
            self.clear()
        self[key] = value
        return value

    def fetch(self, key: Key, make: Callable[[], Result]) -> Result:
        """Return the value of `key`.

        If there is none, or it is None, store and return what `make` returns.
        """
        value = self.get(key)
        return self.set(key, make()) if value is None else value
