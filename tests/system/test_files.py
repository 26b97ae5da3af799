"""A file is wholly there under its name, or the earlier one stands and nothing else is left."""

import errno
import os
import re
from pathlib import Path

import pytest

from printgen.problems import ExitCode, Failure
from printgen.system.files import write_files


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_gets_the_bytes_and_its_folder(tmp_path: Path) -> None:
    write_files({tmp_path / "a" / "b" / "deck.pdf": b"new"}, "")
    assert (tmp_path / "a" / "b" / "deck.pdf").read_bytes() == b"new"
    assert _names(tmp_path / "a" / "b") == ["deck.pdf"]


def test_an_earlier_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"a longer earlier file")
    write_files({target: b"new"}, "")
    assert target.read_bytes() == b"new"


def test_the_file_is_readable_as_the_user_has_set_for_new_files(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_files({tmp_path / "deck.pdf": b"new"}, "")
    assert (tmp_path / "deck.pdf").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "save.json"
    target.write_bytes(b"earlier")
    target.chmod(0o640)
    write_files({target: b"new"}, "")
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"new", 0o640)


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("stop", "raised", "said"),
    [
        (OSError(errno.ENOSPC, "No space left"), Failure, "could not be written: No space left"),
        (KeyboardInterrupt(), KeyboardInterrupt, "^$"),
    ],
)
def test_a_full_disk_or_an_interrupt_leaves_the_earlier_file_and_no_other(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    stop: BaseException,
    raised: type[BaseException],
    said: str,
) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"earlier")

    def stopped(*_: object) -> None:
        raise stop

    monkeypatch.setattr(*(os, "fsync") if step == "fsync" else (Path, "replace"), stopped)
    with pytest.raises(raised, match=said):
        write_files({target: b"new"}, "")
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
    write_files({target: b"new"}, "")
    assert seen == [(b"new", b"earlier")]


def test_what_a_killed_run_left_is_swept(tmp_path: Path) -> None:
    """A part that is being written by another run stays."""
    parts = [tmp_path / f".deck[1].pdf.{name}.part" for name in ("aa", "bb")]
    for part in (*parts, tmp_path / ".sheet.pdf.aa.part"):
        part.write_bytes(b"half")
        if part != parts[1]:
            os.utime(part, (0, 0))
    write_files({tmp_path / "deck[1].pdf": b"whole"}, "")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"deck[1].pdf", parts[1].name, ".sheet.pdf.aa.part"}


def test_a_file_where_a_folder_must_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "output").write_bytes(b"in the way")
    with pytest.raises(Failure) as failure:
        write_files({tmp_path / "output" / "deck.pdf": b"new"}, "")
    assert failure.value.exit_code is ExitCode.CANNOT_WRITE
    assert (tmp_path / "output").read_bytes() == b"in the way"


def test_a_folder_of_that_name_stays(tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").mkdir()
    with pytest.raises(Failure) as failure:
        write_files({tmp_path / "deck.pdf": b"new"}, "")
    assert failure.value.exit_code is ExitCode.CANNOT_WRITE
    assert _names(tmp_path) == ["deck.pdf"]


@pytest.mark.parametrize("kind", ["a pipe", "a link to a pipe"])
def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path, kind: str) -> None:
    """A device node is told in the same way; none is put at risk here."""
    target, other = tmp_path / "deck.pdf", tmp_path / "other"
    if kind == "a pipe":
        os.mkfifo(target)
    else:
        target.symlink_to(other)
        os.mkfifo(other)
    before = {path.name: path.lstat().st_mode for path in tmp_path.iterdir()}
    with pytest.raises(Failure) as failure:
        write_files({tmp_path / "first.pdf": b"new", target: b"new"}, "name another")
    assert str(failure.value).startswith(
        f"{target}: error: is a folder or a device, and cannot be replaced"
    )
    assert str(failure.value).endswith("\n  name another")
    assert {path.name: path.lstat().st_mode for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_the_file_it_points_at_is_replaced(tmp_path: Path, there: bool) -> None:
    real = tmp_path / "elsewhere" / "real.pdf"
    real.parent.mkdir()
    if there:
        real.write_bytes(b"earlier")
    link = tmp_path / "deck.pdf"
    link.symlink_to(Path("elsewhere") / "real.pdf")
    write_files({link: b"new"}, "")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert _names(real.parent) == ["real.pdf"]


def test_no_file_is_replaced_before_all_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {tmp_path / name: b"new" for name in ("a.pdf", "b.pdf")}
    for path in files:
        path.write_bytes(b"earlier")
    written: list[int] = []

    def full_at_the_second(descriptor: int) -> None:
        written.append(descriptor)
        if len(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full_at_the_second)
    with pytest.raises(Failure) as failure:
        write_files(files, "")
    assert str(failure.value).startswith(f"{tmp_path / 'b.pdf'}: error: could not be written: No")
    assert "\n  no other file changed; " in str(failure.value)
    assert [path.read_bytes() for path in files] == [b"earlier", b"earlier"]
    assert _names(tmp_path) == ["a.pdf", "b.pdf"]


def test_an_exchange_that_fails_midway_names_what_it_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {tmp_path / name: b"new" for name in ("a.pdf", "b.pdf", "c.pdf")}
    for path in files:
        path.write_bytes(b"earlier")
    replace = Path.replace

    def held(source: Path, to: Path) -> Path:
        if to.name == "b.pdf":
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        return replace(source, to)

    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(Failure) as failure:
        write_files(files, "")
    assert str(failure.value).startswith(f"{tmp_path / 'b.pdf'}: error: could not be written: Dev")
    assert "\n  already replaced: a.pdf; no other file changed; " in str(failure.value)
    assert [path.read_bytes() for path in files] == [b"new", b"earlier", b"earlier"]
    assert _names(tmp_path) == ["a.pdf", "b.pdf", "c.pdf"]
