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


class Answers(dict[Key, Answer]):
    """Answers by what was asked, `most` at a time: when there are more it begins anew.

    A key by identity (`id`) needs an answer that holds the thing, or the number may be another's.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: Key, answer: Answer) -> Answer:
        """The answer, which is known from now on."""
        if len(self) >= self._most:
            self.clear()
        self[key] = answer
        return answer

    def once(self, key: Key, make: Callable[[], Answer]) -> Answer:
        """The answer, made where it is not known yet; None is none."""
        answer = self.get(key)
        return self.keep(key, make()) if answer is None else answer
