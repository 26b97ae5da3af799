"""A file is wholly there under its name, or the earlier one stands and nothing else is left."""

import errno
import os
import re
from pathlib import Path

import pytest

from printgen.problems import ExitCode, Failure
from printgen.publish import publish


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_gets_the_bytes_and_its_folder(tmp_path: Path) -> None:
    publish(b"new", tmp_path / "a" / "b" / "deck.pdf")
    assert (tmp_path / "a" / "b" / "deck.pdf").read_bytes() == b"new"
    assert _names(tmp_path / "a" / "b") == ["deck.pdf"]


def test_an_earlier_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"a longer earlier file")
    publish(b"new", target)
    assert target.read_bytes() == b"new"


def test_the_file_is_readable_as_the_user_has_set_for_new_files(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    publish(b"new", tmp_path / "deck.pdf")
    assert (tmp_path / "deck.pdf").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_earlier_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"earlier")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(*(os, "fsync") if step == "fsync" else (Path, "replace"), full)
    with pytest.raises(Failure) as failure:
        publish(b"new", target)
    assert failure.value.exit_code is ExitCode.CANNOT_WRITE
    assert str(failure.value).startswith(f"{target}: error: could not be written: No space left")
    assert target.read_bytes() == b"earlier"
    assert _names(tmp_path) == ["deck.pdf"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interrupt_leaves_the_earlier_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"earlier")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(*(os, "fsync") if step == "fsync" else (Path, "replace"), interrupted)
    with pytest.raises(KeyboardInterrupt):
        publish(b"new", target)
    assert target.read_bytes() == b"earlier"
    assert _names(tmp_path) == ["deck.pdf"]


def test_while_it_writes_the_earlier_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"earlier")
    seen: list[tuple[bytes, bytes]] = []
    replace = Path.replace

    def looking(source: Path, to: Path) -> Path:
        seen.append((source.read_bytes(), to.read_bytes()))
        assert re.fullmatch(r"\.deck\.pdf\.[0-9a-f]{12}\.part", source.name)
        return replace(source, to)

    monkeypatch.setattr(Path, "replace", looking)
    publish(b"new", target)
    assert seen == [(b"new", b"earlier")]


def test_a_file_where_a_folder_must_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "output").write_bytes(b"in the way")
    with pytest.raises(Failure) as failure:
        publish(b"new", tmp_path / "output" / "deck.pdf")
    assert failure.value.exit_code is ExitCode.CANNOT_WRITE
    assert (tmp_path / "output").read_bytes() == b"in the way"


def test_a_folder_of_that_name_stays(tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").mkdir()
    with pytest.raises(Failure) as failure:
        publish(b"new", tmp_path / "deck.pdf")
    assert failure.value.exit_code is ExitCode.CANNOT_WRITE
    assert _names(tmp_path) == ["deck.pdf"]
