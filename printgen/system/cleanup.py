"""Turn the end of a process into an orderly one: what must not be left behind is taken away first.

An interrupt ends a process here and now. Raised as an exception it would be lost in a library that
catches all, and in what Python calls on its own, such as at exit. It knows nothing of what is left.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_ways: list[Callable[[], object]] = []
"""What puts things in order, the last one first."""


@contextmanager
def in_order(way: Callable[[], object]) -> Iterator[None]:
    """Call `way` at the end of what is done within, however that ends; it may be called twice."""
    _ways.append(way)
    try:
        yield
    finally:
        way()
        _ways.remove(way)


def leave(code: int) -> None:
    """End the process at once, with all in order."""
    for way in reversed(_ways):
        with suppress(Exception):
            way()
    os._exit(code)
