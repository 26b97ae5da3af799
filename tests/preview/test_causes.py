"""One mistake in a template is one cause on all faces, and leads to no other."""

from pathlib import Path

import pytest

from printgen.pipeline.check import note_unused_templates
from printgen.pipeline.plan import Request
from printgen.preview.warm_game import CachedGame
from printgen.problems import Problem

STYLE = """body { padding: 9mm; font: 12pt "IBM Plex Sans Condensed"; }
img { width: 9mm; height: 9mm }
"""
FACE = """<html xmlns="http://www.w3.org/1999/xhtml"><head>
<link rel="stylesheet" href="card.css"/></head><body>
<div class="title">{{ f("name") }}</div>
<img src="dot.svg"/>
</body></html>"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of forty cards."""
    rows = ", ".join(f"[{number}, {'Imp' * (number % 3 + 1)} {number}]" for number in range(40))
    (tmp_path / "game.yaml").write_text(
        "game: {id: g, name: G}\n"
        f"cards: {{columns: {{id: key, name: text}}, rows: [{rows}]}}\n"
        "prints: {deck: {template: card.html, each: cards, shows: [name], sizes: poker}}\n"
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.html").write_text(FACE)
    (tmp_path / "templates" / "card.css").write_text(STYLE + ".title { color: #000 }")
    (tmp_path / "templates" / "dot.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    )
    return tmp_path


def collect_problems(warm: CachedGame, *paths: Path) -> list[Problem]:
    """The problems of all faces, after a change of these files."""
    warm.read_files(map(str, paths))
    while warm.update_next_face():
        pass
    return [problem for face in warm.faces.values() for problem in face.problems]


def test_a_faint_title_is_one_cause(game: Path) -> None:
    """The messages quote forty titles; the page groups them by place and kind."""
    style = game / "templates" / "card.css"
    style.write_text(STYLE + ".title { color: #ddd }")
    problems = collect_problems(CachedGame(game, Request()))
    assert len(problems) == len({problem.message for problem in problems}) == 40
    ((file, line, kind),) = {(one.where.file, one.where.line, one.kind) for one in problems}
    assert (Path(file).name, line) == ("card.html", 3)
    assert "hardly differs from its background" in kind


@pytest.mark.parametrize(
    "face",
    [
        FACE.replace("</div>", ""),
        FACE.replace("<img", "{% if %}<img"),
        FACE.replace("<img", "<table><b/></table><img"),
    ],
    ids=["unclosed tag", "jinja", "outside the subset"],
)
def test_what_is_below_an_error_is_not_called_unused(game: Path, face: str) -> None:
    template = game / "templates" / "card.html"
    warm = CachedGame(game, Request())
    assert (collect_problems(warm), [*note_unused_templates(warm.composer)]) == ([], [])
    template.write_text(face)
    assert collect_problems(warm, template)
    assert [*note_unused_templates(warm.composer)] == []
    template.write_text(FACE.replace('<img src="dot.svg"/>', ""))
    assert collect_problems(warm, template) == []
    (note,) = note_unused_templates(warm.composer)
    assert note.message == "no print uses this file"
