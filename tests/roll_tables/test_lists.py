"""Lists of results below a line that names dice, as people paste them from a PDF or a forum."""

from pathlib import Path

import pytest

from printgen.problems import select_errors
from printgen.roll_tables.report import AuditResult, audit_file

ENCOUNTERS = """# The road north

You meet 1d4 things a day. Each may fight.

## Encounters by night (d6)

1. **Wolves** (2d4), hungry

2. Bandits
3. A pilgrim
   who asks for help
4. Nothing
5. Rain
6. A dragon
"""
WEATHER = "Weather (1d100)\n01-30 Rain\n31–60 Sun\n61 - 99: Snow\n00 Storm\n"
LOOT = "### Loot 1d20\n\n- **1-5:** Copper\n- **6–10:** Silver\n* **11-19.** Gold\n- **20:** Gem\n"
REACTION = "Reaction, 2W6:\n2 = Angriff\n3-5 = Feindlich\n6-8 = Ruhig\n9-12 = Freundlich\n"
NAMES = "Names - roll a d4\n1) Ann\n2) Bo\n3) Cy\n4) Di\n"


def audit(folder: Path, text: str, name: str = "list.md") -> AuditResult:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return audit_file(path)


@pytest.mark.parametrize("name", ["list.md", "list.txt"])
@pytest.mark.parametrize(
    ("text", "rows"), [(ENCOUNTERS, 6), (WEATHER, 4), (LOOT, 4), (REACTION, 4), (NAMES, 4)]
)
def test_a_list_with_dice_above_it_is_checked(
    text: str, rows: int, name: str, tmp_path: Path
) -> None:
    result = audit(tmp_path, text, name)
    assert not select_errors(result.problems)
    (summary,) = result.checked
    assert f"{rows} rows" in summary


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (ENCOUNTERS.replace("5. Rain\n", ""), 13, "no row contains 5"),
        (WEATHER.replace("31–60", "30–60"), 3, "both contain 30"),
        (LOOT.replace("20:", "21:"), 6, "beyond the end of 1d20"),
        (NAMES.replace("4) Di\n", ""), 4, "no row contains 4"),
    ],
)
def test_a_mistake_in_a_list_is_in_its_line(
    text: str, line: int, message: str, tmp_path: Path
) -> None:
    problems = select_errors(audit(tmp_path, text).problems)
    assert [problem.where.line for problem in problems] == [line]
    assert message in problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        "Shooting (roll 1d6)\n1. Measure the range\n2. Roll\n3. Remove casualties\n",
        "Things to bring\n1. Dice\n2. Pens\n",
        "Claw 1d8\n5-10 ft reach\n10-20 gp for its fur\n",
        "Roll d6 and d8\n1. Odd\n2. Even\n",
        "The year d20\n1066 Hastings\n1815 Waterloo\n",
        "```\nprose d6\n```\n3 men\n4 dogs\n",
        f"```\n{REACTION}```\n",
        f"~~~ text\n{NAMES}~~~\nmore text\n",
    ],
)
def test_another_list_is_not_claimed(text: str, tmp_path: Path) -> None:
    """Steps, measures and years are no rolls, even below dice, and a block of code has no lists."""
    result = audit(tmp_path, text)
    assert not result.checked
    assert not select_errors(result.problems)
    assert "a numbered list below a line that names the dice" in result.problems[0].hint


def test_a_list_below_a_block_of_code_is_checked(tmp_path: Path) -> None:
    (summary,) = audit(tmp_path, f"```\n{NAMES}```\n{REACTION}").checked
    assert "Reaction" in summary
