"""Run cleanup callbacks before the process exits, including on signals.

A signal exits the process directly. An exception instead could be swallowed by a library that
catches everything, or by code that Python itself calls, such as exit handlers.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_callbacks: list[Callable[[], object]] = []
"""Registered callbacks; the last one runs first."""


@contextmanager
def on_exit(callback: Callable[[], object]) -> Iterator[None]:
    """Call `callback` when the block ends for any reason, or the process exits within it.

    It may be called twice.
    """
    _callbacks.append(callback)
    try:
        yield
    finally:
        callback()
        _callbacks.remove(callback)


def exit_now(code: int) -> None:
    """Run all callbacks, and end the process at once with exit code `code`."""
    for callback in reversed(_callbacks):
        # One failing callback must not keep the others from running.
        with suppress(Exception):
            callback()
    # Not sys.exit: its exception could be caught before the process ends.
    os._exit(code)
