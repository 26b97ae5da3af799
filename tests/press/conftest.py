"""What the press's tests open, and close again."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import BytesIO

import pikepdf
import pytest


@pytest.fixture
def opened() -> Iterator[Callable[[bytes], pikepdf.Pdf]]:
    """Opens a PDF for as long as the test runs: its objects die with it."""
    with ExitStack() as stack:
        yield lambda data: stack.enter_context(pikepdf.open(BytesIO(data)))
