"""A game made on bundled templates has words of its own: longer labels fit or wrap."""

import re
import shutil
from pathlib import Path

import pytest

from printgen.system.bundled import find_game
from tests.command_line import Printgen

LONG = "Harbour Thieves"

# By game: the paper on which its sheet is fullest, and by file what stands there and what shall.
LABELS = {
    "combat-leader": (
        "letter",
        {
            "game.yaml": {"name: Combat Leader,": f"name: {LONG} of Old Amsterdam,"},
            "deck.yaml": {
                "[spades, Spades,": f"[spades, {LONG},",
                "_in_clear, Accurate in Clear,": "_in_clear, A glancing hit in Clear,",
                "title: Accuracy, head: Mod FP": f"title: {LONG}, head: {LONG}",
                "title: Repair}": f"title: {LONG}}}",
                "[A, Olive,": f"[A, {LONG},",
            },
            "table.yaml": {
                "jammed, Jammed": f"jammed, {LONG}",
                "broken, Broken": f"broken, {LONG} too",
                "head: Weapon": f"head: {LONG} of Old Amsterdam",
            },
            "sheet.yaml": {"head: Hit in Clear": f"head: {LONG}"},
        },
    ),
    "fistful-of-lead": (
        "letter",
        {
            "game.yaml": {
                "name: Fistful of Lead": f"name: {LONG} of Old Amsterdam",
                "title: Team roster": f"title: {LONG}",
            },
            "deck.yaml": {"label: Brawler": f"label: {LONG}"},
            "play.yaml": {"label: Wound, count": f"label: {LONG}, count"},
            "sheet.yaml": {"heading: Turn": f"heading: {LONG}"},
            "team.yaml": {
                "[specialist, Specialist": f"[specialist, {LONG}",
                "head: Chosen": f"head: {LONG}",
                "head: Armour": f"head: {LONG}",
            },
        },
    ),
    "horse-and-musket": (
        "a4",
        {
            "game.yaml": {"name: Horse and Musket": f"name: {LONG} of Old Amsterdam"},
            "deck.yaml": {"label: Rally": f"label: {LONG}", "[K, Kings]": f"[K, {LONG}]"},
            "play.yaml": {"label: Shaken": f"label: {LONG}"},
            "group.yaml": {"type: key, head: Model": f"type: key, head: {LONG}"},
            "blanks.yaml": {"head: Inches": f"head: {LONG}", "play, Scenarios": f"play, {LONG}"},
        },
    ),
    "true-lead": (
        "letter",
        {
            "game.yaml": {
                "name: True Lead": f"name: {LONG} of Old Amsterdam",
                "title: Wanted": f"title: {LONG}",
            },
            "deck.yaml": {"[A, Dusk,": f"[A, {LONG},"},
            "play.yaml": {"label: Pinned": f"label: {LONG}"},
            "force.yaml": {
                "[legend, Legend": f"[legend, {LONG}",
                "label: Posse": f"label: {LONG}",
                "label: Melee": f"label: {LONG}",
                "need, dice: 1d6, head: Accuracy": f"need, dice: 1d6, head: {LONG}",
                "head: Range, empty": f"head: {LONG}, empty",
            },
        },
    ),
    "colonial-siege": (
        "letter",
        {
            "game.yaml": {"name: Colonial siege": f"name: {LONG} of Old Amsterdam"},
            "deck.yaml": {
                "Red, Attacker": f"Red, {LONG}",
                "label: 1st time": f"label: {LONG}",
                "joker, label: Joker": f"joker, label: {LONG}",
                "word: Action}": f"word: {LONG}}}",
            },
            "play.yaml": {"word: Edge": f"word: {LONG}", "12, Hard cover": f"12, {LONG}"},
            "returns.yaml": {"label: Fanatic}": f"label: {LONG}}}"},
        },
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LABELS)
def test_longer_labels_fit_or_wrap(name: str, tmp_path: Path, printgen: Printgen) -> None:
    paper, files = LABELS[name]
    folder = Path(shutil.copytree(find_game(name), tmp_path / name))
    # The checks of the game name the labels that this test changes.
    (folder / "checks.yaml").unlink()
    for file, words in files.items():
        text = (folder / file).read_text("utf-8")
        for old, new in words.items():
            assert old in text
            text = text.replace(old, new, 1)
        (folder / file).write_text(text, "utf-8")
    said = printgen("check", folder, "--paper", paper)
    assert said.code == 0, said.out


@pytest.mark.slow
def test_longer_words_of_bands_fit(game: Path, printgen: Printgen) -> None:
    for path in (*game.glob("*.yaml"), game / "scan.csv"):
        text = path.read_text("utf-8")
        text = re.sub(r"(\d) or more", r"\1 and higher", text)
        path.write_text(re.sub(r"(\d) or less", r"\1 and below", text), "utf-8")
    about = (game / "game.yaml").read_text("utf-8")
    words = '\nwords: {band: {or_more: "{low} and higher", or_less: "{high} and below"}}\n'
    (game / "game.yaml").write_text(about + words, "utf-8")
    said = printgen("check", game)
    assert said.code == 0, said.out
