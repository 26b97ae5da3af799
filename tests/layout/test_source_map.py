"""Where the lines of a merged text were written: in which file, on which line of it."""

from pathlib import Path

from printgen.layout.template.render import TemplateRenderer

CARD = """{# A card. #}
{% from "part.html" import pip %}
<html>
<head>
{% include "game.css" %}
</head>
  {% for suit in suits %}
  <g>
    {{ pip(suit) }}
  </g>
  {% endfor %}
  {% include "part.html" %}
<text>{{ words }}</text>
</html>
"""
PART = """{% macro pip(suit) %}
  <use
    href="{{ suit }}"/>
{% endmacro %}
<circle/>
"""


def written(folder: Path, **context: object) -> dict[str, tuple[str, int]]:
    """The file and line of each line that was merged, by what it says."""
    (folder / "card.html").write_text(CARD)
    (folder / "part.html").write_text(PART)
    (folder / "game.css").write_text(":root {\n\n\n  --ink: red;\n}\n")
    templates = TemplateRenderer((folder,))
    merged = templates.render("card.html", context)
    places = templates.locate_lines(merged, context)
    lines = merged.text.split("\n")
    assert len(places) == len(lines)
    return {
        line.strip(): (Path(place.file).name, place.line)
        for line, place in zip(lines, places, strict=True)
    }


def test_each_line_has_the_file_and_the_line_it_was_written_on(tmp_path: Path) -> None:
    """Through loops, includes and macros; lines of a value have that of the place it stands at."""
    found = written(tmp_path, suits=["hearts"], words="One\nTwo")
    assert found["<html>"] == ("card.html", 3)
    assert found["<head>"] == ("card.html", 4)
    assert found[":root {"] == ("game.css", 1)
    assert found["--ink: red;"] == ("game.css", 4)
    assert found["<g>"] == ("card.html", 8)
    assert found["<use"] == ("part.html", 2)
    assert found['href="hearts"/>'] == ("part.html", 3)
    assert found["</g>"] == ("card.html", 10)
    assert found["<circle/>"] == ("part.html", 5)
    assert found["<text>One"] == found["Two</text>"] == ("card.html", 13)
    assert found["</html>"] == ("card.html", 14)


def test_a_template_that_counts_its_own_letters_is_told_of_as_a_whole(tmp_path: Path) -> None:
    """Marks would change what it says, so nothing is told that might be wrong."""
    text = "{% set part %}<g/>{% endset %}\n{{ part | length }}\n"
    (tmp_path / "card.html").write_text(text)
    templates = TemplateRenderer((tmp_path,))
    merged = templates.render("card.html", {})
    assert templates.locate_lines(merged, {}) == ()


def test_a_value_alone_on_the_line_after_a_block_has_its_own_line(tmp_path: Path) -> None:
    template = "<html>\n  {% if a %}<i/>\n  {% endif %}\n  {{ words }}\n</html>\n"
    (tmp_path / "card.html").write_text(template)
    templates = TemplateRenderer((tmp_path,))
    context = {"a": 1, "words": "One"}
    merged = templates.render("card.html", context)
    places = templates.locate_lines(merged, context)
    lines = dict(zip(map(str.strip, merged.text.split("\n")), places, strict=True))
    assert lines["One"].line == 4
