"""Of what a user names, a bounded number of bytes is read, and a mistake is told as the user's."""

from pathlib import Path

import pytest

from printgen.problems import ExitCode, Failure
from printgen.receive import receive


def test_one_byte_beyond_the_bound_is_read_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "large.pdf"
    path.write_bytes(bytes(1_000))
    assert [len(receive(path, largest)) for largest in (100, 999, 1_000)] == [101, 1_000, 1_000]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failure) as failure:
        receive(tmp_path / "gone.pdf", 100)
    assert failure.value.exit_code is ExitCode.USAGE
    assert str(failure.value).startswith(f"{tmp_path / 'gone.pdf'}: error: could not be read: No ")
