"""What no parser can read is told where the pen slipped, with what to write there."""

from pathlib import Path

import pytest
import yaml

from printgen.problems import Log
from printgen.rules.files import yaml_reader
from printgen.rules.files.yaml_reader import parse_yaml

SLIPS = {
    "rows:\n  - [docks, #17456b]\n  - [hill, x]": (
        "2:13: error: not YAML: #17456b without quotes is a comment",
        'write "#17456b"',
    ),
    "a:\n  ink: #17456b\n  b: 1": (
        "2:7: error: #17456b without quotes is a comment",
        'write "#17456b"',
    ),
    "a: {b: x,\n  ink: #abc,\n  c: 1}": (
        "2:8: error: not YAML: #abc without quotes is a comment",
        'write "#abc"',
    ),
    "a:\n  b: 1\n\n c: 2": (
        "4:2: error: not YAML: 1 space before this match no line above",
        "write 0 as in line 1, or 2 as in line 2, to match the lines it belongs to",
    ),
    "a:\n  - b: 1\n     c: 2": (
        "3:6: error: not YAML: 5 spaces before this match no line above",
        "write 2 as in line 2, or 4 as in line 2, to match the lines it belongs to",
    ),
    "a: 1\n  # or\n  c: 2": (
        "3:3: error: not YAML: 2 spaces before this match no line above",
        "write 0 as in line 1, to match the lines it belongs to",
    ),
    "a:\n  b: 1\n\tc: 2": (
        "3:1: error: not YAML: a tab",
        "indent with spaces; most editors have a setting for this",
    ),
    'a: "x\nb: 1\nc: "y"\nd: z': (
        "1:4: error: not YAML: a quote that is not closed",
        "write the same quote where the text ends",
    ),
    "a: 'x\nb: 1": (
        "1:4: error: not YAML: a quote that is not closed",
        "write the same quote where the text ends",
    ),
    "a: 'Baker's dozen'": (
        "1:4: error: not YAML: a ' inside a text in '",
        'put " around the whole text',
    ),
    "a:\n  - [x, y\n  - [z]": (
        "2:5: error: not YAML: a [ that is not closed",
        "write ] where it ends",
    ),
    "a: {b: [x, y}": (
        "1:13: error: not YAML: no comma or ] before this",
        "add what is missing, or put quotes around text with : # or brackets",
    ),
    "a: {b: x}}": (
        "1:10: error: not YAML: an extra }",
        "delete it, or put quotes around text with : # or brackets",
    ),
    "a:\n  b:1\n  c: 2": (
        "2:3: error: not YAML: a key without a colon and a space",
        "write key: value, with a space after the colon",
    ),
    "prints\n  deck: 1": (
        "1:1: error: not YAML: a key without a colon and a space",
        "write key: value, with a space after the colon",
    ),
    "a: Jam: reload": (
        "1:7: error: not YAML: a second colon",
        "put quotes around the text with the colon",
    ),
    r'a: "C:\pics"': (
        "1:7: error: not YAML: a \\ in double quotes",
        r"write \\ for it",
    ),
    "a: @home": (
        "1:4: error: not YAML: text cannot start with this",
        "put quotes around text with : # or brackets",
    ),
    "a: ,x": (
        "1:4: error: not YAML: a value is missing here",
        "write a value",
    ),
    "a:\n  - [x, y": (
        "2:5: error: not YAML: a [ that is not closed",
        "write ] where it ends",
    ),
    "a: 1\nname of it\nb: 2": (
        "2:1: error: not YAML: a key without a colon and a space",
        "write key: value, with a space after the colon",
    ),
    "a: [": (
        "1:5: error: not YAML: a value is missing here",
        "write a value",
    ),
}


@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_is_told_in_its_own_line(
    text: str, loader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same words, whichever parser of PyYAML reads it."""
    monkeypatch.setattr(yaml_reader, "LOADER", getattr(yaml, loader))
    scope = Log()
    assert parse_yaml(text, "game.yaml", scope) is None
    (problem,) = scope.problems
    where, hint = SLIPS[text]
    assert str(problem) == f"game.yaml:{where}\n  {hint}"


@pytest.mark.slow
def test_pyyaml_without_libyaml_reads_every_bundled_file() -> None:
    """Its parser in Python is stricter in some places, such as a ? inside brackets."""
    package = Path(yaml_reader.__file__).parents[2]
    files = [file for file in package.rglob("*.yaml") if file.name != "table.yaml"]  # a template
    assert len(files) > 40
    for file in files:
        list(yaml.parse(file.read_text("utf-8"), Loader=yaml.SafeLoader))


@pytest.mark.parametrize(
    "text", ["a: x#17456b", "a: '#17456b'", "a: # fff is white\n  b: 1", "a: #1"]
)
def test_a_comment_is_no_colour(text: str) -> None:
    scope = Log()
    parse_yaml(text, "game.yaml", scope)
    assert not scope.problems
