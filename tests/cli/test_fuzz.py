"""Whatever became of a user's file, a run ends with a line about it: never by our own fault.

A seeded sample of slips and damage; what is damaged ends well as often as not.
"""

import random
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from printgen.problems import ExitCode, Failure
from printgen.rules.checks.check import check_game
from printgen.rules.loading.player_file import PlayerFile
from printgen.system.bundled import find_game, get_fonts_folder
from tests.command_line import Printgen

from .small_game import GAME, card, write

PIECES = (
    *(b"", b" ", b"\n", b"\t", b":", b"- ", b"[", b"}", b'"', b"0", b"-1", b"99999999999", b"*a"),
    *(b"&a", b"? ", b"|", b"#", b"---\n", b"none", b"\xff", b"\0", b"\r", b"<b>", b"nan", b"con"),
)
WORD = re.compile(rb"[\w+.-]+")
CODES = {*ExitCode} - {ExitCode.INTERNAL_ERROR}


def damaged(chance: random.Random, data: bytes) -> bytes:
    """The bytes with a few slips of an editor, or of a disk."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, lines = chance.randrange(len(data) + 1), data.split(b"\n")
        line, words = chance.randrange(len(lines)), list(WORD.finditer(data))
        match chance.randrange(6 if words else 4):
            case 0:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at]
            case 2:
                data = data[:at] + chance.choice(PIECES) + data[at + chance.choice((0, 1, 9)) :]
            case 3:
                data = b"\n".join((*lines[:line], *lines[line:][: chance.choice((0, 1))] * 2))
            case _:
                one, other = chance.choice(words), chance.choice(words)
                data = data[: one.start()] + other[0] + data[one.end() :]
    return data


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a font, a picture and a style sheet of its own."""
    style = 'p { font-family: "Own"; letter-spacing: 0.1mm; } img { width: 9mm; height: 9mm; }'
    picture = '<img src="p.png"/>'
    folder = write(tmp_path_factory.mktemp("fuzz") / "small", card(picture, style), GAME)
    Image.new("RGB", (9, 9), "red").save(folder / "templates" / "p.png")
    (folder / "fonts").mkdir()
    shutil.copy(get_fonts_folder() / "SairaStencilOne_400Regular.ttf", folder / "fonts" / "own.ttf")
    (folder / "fonts" / "fonts.css").write_text(
        '@font-face { font-family: "Own"; src: url("own.ttf"); }'
    )
    return folder


@pytest.mark.quick("game.yaml", "card.html")
@pytest.mark.parametrize(
    ("name", "times", "command"),
    [
        ("game.yaml", 60, "check"),
        ("templates/card.html", 40, "check"),
        ("templates/card.css", 20, "check"),
        ("templates/p.png", 10, "check"),
        ("fonts/fonts.css", 20, "check"),
        ("fonts/own.ttf", 4, "build"),
    ],
)
def test_a_damaged_file_of_a_game(
    name: str, times: int, command: str, small: Path, tmp_path: Path, printgen: Printgen
) -> None:
    folder = Path(shutil.copytree(small, tmp_path / "small"))
    whole = (folder / name).read_bytes()
    output = ("-o", tmp_path) if command == "build" else ()
    assert printgen(command, folder, *output).code == 0
    for seed in range(times):
        (folder / name).write_bytes(damaged(random.Random(f"{name}{seed}"), whole))
        said = printgen(command, folder, *output)
        assert said.code in CODES, (seed, said)
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.slow
def test_a_damaged_file_of_a_players(tmp_path: Path) -> None:
    game = find_game("true-lead")
    (whole, *_) = sorted((game / "examples").iterdir())
    for seed in range(8):
        file = tmp_path / "team.yaml"
        file.write_bytes(damaged(random.Random(seed), whole.read_bytes()))
        failure = None
        try:
            list(check_game(PlayerFile(game, file).load()))
        except Failure as raised:
            failure = raised
        assert failure is None or (failure.exit_code is ExitCode.RULES and failure.problems)


@pytest.mark.slow
def test_a_damaged_pdf(tmp_path: Path, printgen: Printgen, small: Path) -> None:
    assert printgen("build", small, "-o", tmp_path).code == 0
    whole, file = (tmp_path / "small" / "deck.pdf").read_bytes(), tmp_path / "damaged.pdf"
    for seed in range(30):
        file.write_bytes(damaged(random.Random(seed), whole))
        said = printgen("proof", file, "--game", small)
        assert said.code in (ExitCode.OK, ExitCode.PROOF), (seed, said)
