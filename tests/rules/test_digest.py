"""The digest is the game's meaning: nothing that does not matter changes it, and all that does."""

import os
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

from printgen.rules.digest import digest, stamp
from printgen.rules.load import load
from printgen.rules.model import Game


def test_same_in_another_process(base: Path) -> None:
    """Another hash seed, folder and time zone give the same digest."""
    wanted = digest(load(base))
    program = (
        "import sys; from pathlib import Path\n"
        "from printgen.rules.digest import digest\n"
        "from printgen.rules.load import load\n"
        "print(digest(load(Path(sys.argv[1]))))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, str(base.resolve())],
        cwd="/",
        env={**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert found.stdout.strip() == wanted


def test_form_does_not_matter(base: Path, tmp_path: Path) -> None:
    """Comments, blank lines, quotes and the order of keys change nothing but places."""
    for file in base.iterdir():
        (tmp_path / file.name).write_text(f"# a comment\n\n{file.read_text()}")
    game = tmp_path / "game.yaml"
    lines = game.read_text().replace("name: Skirmish\n", "")
    game.write_text(lines + 'name: "Skirmish"\n')
    roster = tmp_path / "roster.yaml"
    roster.write_text(
        roster.read_text().replace("label: Name, kind: text", "kind: text, label: Name")
    )
    assert load(tmp_path) == load(base)
    assert digest(load(tmp_path)) == digest(load(base))


def test_every_field_matters(base: Path) -> None:
    """Whatever field of whatever record is changed, the digest is another."""
    game = load(base)
    seen = {digest(game)}
    for changed in _changed(game):
        assert isinstance(changed, Game)
        found = digest(changed)
        assert found not in seen
        seen.add(found)
    assert len(seen) > 300


def test_stamp(combat_leader: Game) -> None:
    """The stamp is the digest's first eight digits."""
    assert stamp(combat_leader) == digest(combat_leader)[:8]
    assert len(digest(combat_leader)) == 64


def _changed(value: object) -> list[object]:
    """`value` with one leaf changed, once for every leaf; places in files are no leaves."""
    if is_dataclass(value) and not isinstance(value, type):
        return [
            replace(value, **{field.name: changed})
            for field in fields(value)
            if field.compare
            for changed in _changed(getattr(value, field.name))
        ]
    if isinstance(value, tuple):
        inner = [
            (*value[:place], changed, *value[place + 1 :])
            for place, item in enumerate(value)
            for changed in _changed(item)
        ]
        return [*inner, (*value, "one more")]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1000]
    return [f"{value} changed"]
