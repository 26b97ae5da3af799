"""The digest is the game's meaning: nothing that does not matter changes it, and all that does."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from printgen.problems import Place
from printgen.rules.loading.load import load_game
from printgen.rules.model import Column, Game, GameWords, Print, Row, Table
from printgen.rules.queries.content_hash import compute_digest, get_short_digest
from printgen.rules.values.bands import Band


@pytest.mark.parametrize("more", ["", ", role: index"])
def test_sheets_that_were_printed_stay_valid(tmp_path: Path, more: str) -> None:
    """The digest is that of the first version that could print this game; roles are no content."""
    (tmp_path / "game.yaml").write_text(
        "game: {id: two, name: Two}\ncards:\n"
        f"  columns: {{id: key, name: plain, cost: {{type: number, head: Cost{more}}}}}\n"
        "  rows: [{id: a, name: Imp, cost: 2}, {id: b, name: Orc}]\n"
        "prints: {deck: {template: c.html, each: cards, title: Deck}}\n"
    )
    wanted = "e6afe32ce7da4d97702d246bb788f4d730dbef1e46b4422900d58891d4353c9d"
    assert compute_digest(load_game(tmp_path)) == wanted


def test_same_in_another_process(base: Path) -> None:
    """Another hash seed, folder and time zone give the same digest."""
    wanted = compute_digest(load_game(base))
    program = (
        "import sys; from pathlib import Path\n"
        "from printgen.rules.queries.content_hash import compute_digest\n"
        "from printgen.rules.loading.load import load_game\n"
        "print(compute_digest(load_game(Path(sys.argv[1]))))"
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
    """Comments, blank lines, quotes, the order of keys and files change nothing but places."""
    everything = ["# a comment\n"]
    for file in sorted(base.iterdir(), reverse=True):
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".yaml":
            everything.append(text)
        else:
            (tmp_path / file.name).write_text(text, encoding="utf-8")
    text = "\n\n".join(everything)
    assert text.count("{deck: key, label: text}, rows: [[A, Amber]") == 1
    text = text.replace("[[A, Amber]", '[{label: "Amber", deck: A}')
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert compute_digest(load_game(tmp_path)) == compute_digest(load_game(base))


@pytest.mark.slow
def test_how_a_table_was_made_does_not_matter(base: Path, tmp_path: Path) -> None:
    """Rows dealt by a law or written out one by one are the same game."""
    folder = Path(shutil.copytree(base, tmp_path / "game"))
    play = folder / "play.yaml"
    text = play.read_text()
    assert "[{number: 1 to 3}]" in text
    play.write_text(text.replace("[{number: 1 to 3}]", "[[1], {number: 2}, {}]"))
    assert compute_digest(load_game(folder)) == compute_digest(load_game(base))


@pytest.mark.slow
def test_every_leaf_matters(base: Path) -> None:
    """Whatever is changed anywhere in the game, but for its notes, the digest is another."""
    game = msgspec.structs.replace(load_game(base), notes=())
    seen = {compute_digest(game)}
    for what, changed in _changed(game):
        found = compute_digest(changed)
        assert found not in seen, what
        seen.add(found)
    assert len(seen) > 2_000


def test_stamp(combat_leader: Game) -> None:
    """The stamp is the digest's first eight digits."""
    assert get_short_digest(combat_leader) == compute_digest(combat_leader)[:8]
    assert len(compute_digest(combat_leader)) == 64


@pytest.mark.parametrize("part", ["tables", "prints", "checks"])
def test_a_part_left_out_matters(base: Path, part: str) -> None:
    """A game without one of its tables, prints or checks is another."""
    game = load_game(base)
    whole = getattr(game, part)
    less = dict(list(whole.items())[:-1]) if part == "tables" else whole[:-1]
    assert compute_digest(msgspec.structs.replace(game, **{part: less})) != compute_digest(game)


_LAWS = ("from_", "by", "shift", "cycle", "sum", "less", "half", "role")
"""How a column was dealt, which its cells say already, and its role, which is no content."""


def _changed(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """`value` with one leaf changed, once for every leaf; places in files are no leaves."""
    if isinstance(value, Place) or callable(value):
        return
    if not isinstance(value, msgspec.Struct | dict | tuple):
        yield at, _other(value)
        return
    for name, item in _parts(value):
        for what, changed in _changed(item, f"{at}.{name}"):
            yield what, _with(value, name, changed)
    if isinstance(value, tuple) and value and isinstance(value[0], str | Row):
        yield f"{at}, one fewer", value[:-1]


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """What a record, a mapping or a list consists of, by name or place."""
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, tuple):
        return list(enumerate(value))
    left_out = _LAWS if isinstance(value, Column) else ()
    left_out = ("id", "is_player_written") if isinstance(value, Table | Game) else left_out
    of_print = ("bleed", "radius", "papers", "full_bleed")
    left_out = of_print if isinstance(value, Print) else left_out
    # A box is made of the cards that the digest contains.
    left_out = ("box",) if isinstance(value, GameWords) else left_out
    names = (name for name in value.__struct_fields__ if name not in left_out)
    return [(name, getattr(value, name)) for name in names]


def _with(value: Any, name: Any, changed: Any) -> Any:
    """The record, mapping or list with one part changed."""
    if isinstance(value, dict):
        return {**value, name: changed}
    if isinstance(value, tuple):
        cells = (*value[:name], changed, *value[name + 1 :])
        return type(value)(*cells) if hasattr(value, "_fields") else cells
    return msgspec.structs.replace(value, **{name: changed})


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1000
    if isinstance(value, str):
        return f"{value} changed"
    if isinstance(value, float):
        return value + 1
    assert value is None
    return Band(1, 2)


def test_how_a_print_lies_on_paper_does_not_matter(combat_leader: Game) -> None:
    """What it says is the same, and a sheet that was printed before stays right."""
    first, *rest = combat_leader.prints
    other = msgspec.structs.replace(first, bleed=first.bleed + 1, radius=1.0, papers=("a5",))
    changed = msgspec.structs.replace(combat_leader, prints=(other, *rest))
    assert compute_digest(changed) == compute_digest(combat_leader)
