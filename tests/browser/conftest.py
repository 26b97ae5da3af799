"""One browser for all the tests that ask one."""

from collections.abc import Iterator

import pytest
from chromium import Chromium


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """A headless Chromium with an empty profile."""
    with Chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser
