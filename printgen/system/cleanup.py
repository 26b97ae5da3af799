"""Turn the end of a process into an orderly one: what must not be left behind is taken away first.

An interrupt ends a process here and now. Raised as an exception it would be lost in a library that
catches all, and in what Python calls on its own, such as at exit. It knows nothing of what is left.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_callbacks: list[Callable[[], object]] = []
"""What puts things in order, the last one first."""


@contextmanager
def on_exit(callback: Callable[[], object]) -> Iterator[None]:
    """Call `way` at the end of what is done within, however that ends; it may be called twice."""
    _callbacks.append(callback)
    try:
        yield
    finally:
        callback()
        _callbacks.remove(callback)


def exit_now(code: int) -> None:
    """End the process at once, with all in order."""
    for callback in reversed(_callbacks):
        with suppress(Exception):
            callback()
    os._exit(code)
