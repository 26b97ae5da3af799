"""What all tests share: which of them `make test` runs, one process a build, printgen as a call.

Property tests try the same examples in each run, so that no change is refused by chance.
`make test-random` tries more examples, and new ones each time.

`make test` leaves out the tests that are marked as slow; `make test-all` runs everything. Tests run
in parallel already. tests/cli/test_executor.py asks for several processes in a build.
"""

import gc
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.command_line import Printgen
from tests.read_once import read_once

__all__ = ["read_once"]

os.environ["PRINTGEN_WORKERS"] = "1"
# No test measures time, and the examples of a test may share a folder.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("repeatable")
settings.register_profile("quick", max_examples=10)
settings.register_profile("random", derandomize=False, max_examples=500, print_blob=True)


QUICK_SHARE = 0.2
"""The share of its parameters that `make test` runs of a test with three or more, and no mark."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow the parameters of a test that its mark `quick`, or its sample, leaves out."""
    functions = [item for item in items if isinstance(item, pytest.Function)]
    totals = Counter(map(get_test_id, functions))
    counts: Counter[str] = Counter()
    for item in functions:
        mark, test = item.get_closest_marker("quick"), get_test_id(item)
        number = counts[test]
        counts[test] += 1
        if mark is None:
            # Steps by the golden ratio meet each value of several parameters that are combined.
            is_quick = totals[test] < 3 or number * 0.618034 % 1 < QUICK_SHARE
        elif every := mark.kwargs.get("every", 0):
            is_quick = not number % every
        else:
            is_quick = has_word(item, mark.args)
        if not is_quick:
            item.add_marker("slow")


def get_test_id(item: pytest.Function) -> str:
    """The id of a test without its parameters."""
    return item.nodeid.partition("[")[0]


def has_word(item: pytest.Function, words: tuple[str, ...]) -> bool:
    """Whether the id of the item's parameters contains one of the words."""
    return any(word in item.callspec.id for word in words)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the tests in the browser before they import what only they need."""
    excluded = "not browser" in config.option.markexpr
    return True if excluded and collection_path == Path(__file__).parent / "browser" else None


def pytest_collection_finish() -> None:
    """Keep the garbage collector from visiting modules and tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture
def printgen(capsys: pytest.CaptureFixture[str]) -> Printgen:
    """printgen, called in this process."""
    return Printgen(capsys)
