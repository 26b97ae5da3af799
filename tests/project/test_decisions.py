"""Each page of docs/decisions has its date and its parts, is listed, and names paths that exist."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "docs" / "decisions"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
NAMES = [page.name for page in PAGES]
LIST = (FOLDER / "README.md").read_text("utf-8")

PARTS = ["Question.", "Tried.", "Answer.", "Ask again when"]
MAX_LINES = 25
ROOTS = (REPOSITORY, REPOSITORY / "printgen")


def _read_head(page: Path) -> re.Match[str]:
    """The number, title, date and replaced decisions of a page."""
    text = page.read_text("utf-8")
    head = re.match(r"# (\d+)\. (.+)\n\n(\d{4}-\d\d-\d\d)\.(?: Replaces: (.+)\.)?\n\n", text)
    assert head, (
        "write a title such as “# 7. The answer”, an empty line and a date with a full stop"
    )
    return head


def test_decisions_are_numbered_in_order_of_date() -> None:
    heads = [_read_head(page) for page in PAGES]
    assert [int(name[:3]) for name in NAMES] == [*range(1, len(PAGES) + 1)]
    assert [int(head[1]) for head in heads] == [*range(1, len(PAGES) + 1)]
    dates = [head[3] for head in heads]
    assert dates == sorted(dates)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_decision_has_its_four_parts_on_a_short_page(page: Path) -> None:
    text = page.read_text("utf-8")
    assert re.fullmatch(r"\d{3}(-[a-z0-9]+)+\.md", page.name)
    assert re.findall(r"^\*\*(.+?)\*\* ?", text, re.MULTILINE) == PARTS
    bodies = re.split(r"^\*\*.+?\*\*", text, flags=re.MULTILINE)[1:]
    assert all(body.strip() for body in bodies)
    assert len(text.splitlines()) <= MAX_LINES


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_decision_is_listed_under_its_number_and_title(page: Path) -> None:
    number, title = _read_head(page).group(1, 2)
    assert LIST.count(f"- [{number}. {title}]({page.name}): ") == 1


def _list_paths(text: str) -> set[str]:
    """The paths in backticks: what begins with a folder of ours, and every file of Python."""
    folders = {path.name for root in ROOTS for path in root.iterdir() if path.is_dir()}
    spans = re.findall(r"`([^`\s]+)`", text)
    return {span for span in spans if span.split("/")[0] in folders or span.endswith(".py")}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_path_that_a_decision_names_exists(page: Path) -> None:
    """From the repository or from printgen/."""
    for path in _list_paths(page.read_text("utf-8")):
        assert any((root / path).exists() for root in ROOTS), path
