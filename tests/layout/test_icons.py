"""Icons of Iconify files: which is found, where its shapes come to stand, and what is refused."""

import json
from pathlib import Path

import pytest
from composing import STYLE, html, marks

from printgen.face.face import Drawing
from printgen.layout.compose import Composer
from printgen.layout.pictures.images import read_icon_drawing
from printgen.layout.template.icons import find_icon, find_icon_files
from printgen.problems import Failure
from printgen.system.bundled import get_fonts_folder

OWN = Path(__file__).with_name("icons") / "own.json"
SQUARE = '<path d="M1 1h8v8H1z"/>'


def write_set(folder: Path, prefix: str, **icons: str) -> Path:
    """A set of icons with these bodies."""
    path = folder / f"{prefix}.json"
    bodies = {name: {"body": body} for name, body in icons.items()}
    path.write_text(json.dumps({"prefix": prefix, "icons": bodies}))
    return path


def read_icon(files: tuple[Path, ...], name: str) -> Drawing | None:
    icon = find_icon(files, name)
    return icon and read_icon_drawing(icon)


def read(name: str, *files: Path) -> Drawing:
    drawing = read_icon(files or (OWN,), name)
    assert drawing is not None
    return drawing


def box_of(drawing: Drawing) -> tuple[float, ...]:
    """Left, top, right and bottom of what is painted."""
    points = [p for shape in drawing.shapes for s in shape.path if s[0] != "Z" for p in (s[-2:],)]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(
    ("name", "size", "box"),
    [
        ("sword", (24, 24), (7, 2, 17, 22)),
        ("blade", (24, 24), (7, 2, 17, 22)),
        ("banner", (40, 20), (0, 0, 10, 5)),
        ("flag", (20, 10), (2, 2, 4, 6)),  # left -10, top 5 is its corner
        ("razor", (12, 24), (7, 2, 12, 22)),  # an alias of an alias; clipped at its new width
        ("pole", (20, 40), (15, 0, 20, 10)),  # a quarter turn clockwise
        ("rennab", (40, 20), (30, 0, 40, 5)),
        ("upside", (40, 20), (30, 0, 40, 5)),  # flipped, then a half turn
    ],
)
def test_an_icon_stands_where_its_sides_and_aliases_say(
    name: str, size: tuple[float, float], box: tuple[float, ...]
) -> None:
    drawing = read(name)
    assert (drawing.width, drawing.height) == pytest.approx(size)
    assert box_of(drawing) == pytest.approx(box, abs=0.01)


@pytest.mark.parametrize("name", ["round", "nothing", "other:sword", "own:"])
def test_no_icon_is_none(name: str) -> None:
    """An alias of itself, an unknown name, an unknown set, a set without a name."""
    assert read_icon((OWN,), name) is None


def test_a_name_alone_is_of_the_first_file_and_a_set_names_its_own(tmp_path: Path) -> None:
    other = write_set(tmp_path, "other", sword=SQUARE)
    assert read("sword", OWN, other) == read("own:sword", other, OWN)
    assert read("sword", other, OWN) == read("other:sword", OWN, other)
    assert read("own:sword", OWN, other).shapes != read("other:sword", OWN, other).shapes


def test_a_file_without_sides_has_those_of_the_format(tmp_path: Path) -> None:
    drawing = read("a", write_set(tmp_path, "other", a=SQUARE))
    assert (drawing.width, drawing.height) == (16, 16)


def test_an_icon_has_the_credit_of_its_set(tmp_path: Path) -> None:
    """A package of Iconify has it in a file of its own; lines breaks are spaces."""
    credit = (
        "sword: Our own icons, The authors of printgen, https://example.org/own, "
        "MIT License, MIT, https://example.org/licence"
    )
    assert read("sword").credit == credit
    package = write_set(tmp_path, "icons", a=SQUARE)
    assert read("a", package).credit == "a: icons, author unknown"
    package.with_name("info.json").write_text('{"name": "Two\\nlines", "author": {"name": "X"}}')
    package.touch()
    package.write_text(package.read_text() + "\n")
    again = tmp_path / "again"
    again.mkdir()
    for name in ("icons.json", "info.json"):
        (again / name).write_text((tmp_path / name).read_text())
    assert read("a", again / "icons.json").credit == "a: Two lines, X"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<script>alert(1)</script>", "a script"),
        (f"</g><script/>{SQUARE}<g>", "a script"),
        ('<use href="https://example.org/a.svg#b"/>', "is not in this file"),
        ('<use xlink:href="file:///etc/passwd#b"/>', "is not in this file"),
        ('<image href="https://example.org/a.png"/>', "a raster picture"),
        ("<text>A</text>", "text in a drawing"),
        ("</g></svg><svg><g>", "not XML"),
        ("<path", "not XML"),
        ('&a;<path d="M0 0h1v1z"/>', "not XML"),
        (f'{SQUARE}<path fill="red" d="M1 1h2v2H1z"/>', "an icon in several colours"),
        (f'{SQUARE}<path opacity=".4" d="M1 1h2v2H1z"/>', "an icon in several colours"),
    ],
)
def test_what_an_icon_must_not_have(body: str, message: str, tmp_path: Path) -> None:
    """It is refused with its file and name."""
    path = write_set(tmp_path, "bad", icon=body)
    with pytest.raises(Failure, match=message) as caught:
        read_icon((path,), "icon")
    assert caught.value.problems[0].where.file == f"{path}, icon icon"
    assert caught.value.problems[0].hint


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", '{"prefix": "a"}', '{"icons": {}}', '{"prefix": 1, "icons": {}}'),
        '{"prefix": "a", "icons": {"b": ["body"]}}',
    ],
)
def test_a_file_that_is_not_iconify_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(Failure, match="not a file of icons") as caught:
        read_icon((path,), "sword")
    assert caught.value.problems[0].where.file == str(path)
    assert "printgen docs icons" in caught.value.problems[0].hint


def test_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("nothing.json")
    with pytest.raises(Failure, match="cannot be read: No such file"):
        read_icon((tmp_path / "a.json",), "sword")


def test_a_file_above_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.layout.template.icons.MAX_FILE_BYTES", 40)
    with pytest.raises(Failure, match="larger than 40 bytes"):
        read_icon((write_set(tmp_path, "large", icon=SQUARE),), "icon")


@pytest.mark.parametrize(
    ("properties", "error"),
    [
        ({"width": "x"}, "could not convert"),
        ({"rotate": [1]}, "could not convert"),
        ({"left": None}, "could not convert"),
        ({"width": 0}, "without a size"),
        ({"height": 10**400}, "without a size"),
        ({"body": ["<path"]}, "not XML"),
    ],
)
def test_properties_that_draw_nothing_are_refused(
    properties: dict[str, object], error: str, tmp_path: Path
) -> None:
    """Others of the set, and properties that printgen does not know, do no harm."""
    path = tmp_path / "a.json"
    icons = {"right": {"body": SQUARE, "tags": ["x"]}, "wrong": {"body": SQUARE, **properties}}
    path.write_text(json.dumps({"prefix": "a", "icons": icons}))
    assert read_icon((path,), "right")
    with pytest.raises((ValueError, Failure), match=error):
        read_icon((path,), "wrong")


def test_files_of_a_game(tmp_path: Path) -> None:
    """In order of name: files, and packages as they are unpacked."""
    for name in ("b.json", "c/icons.json", "c/info.json", "a.json", "d.txt"):
        path = tmp_path / "icons" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    files = [path.relative_to(tmp_path / "icons").as_posix() for path in find_icon_files(tmp_path)]
    assert files == ["a.json", "b.json", "c/icons.json"]
    assert find_icon_files(tmp_path / "icons") == ()


USES = "".join(
    f'<svg xmlns="http://www.w3.org/2000/svg" class="{name} mark">'
    f'<use href="marks/{name}.svg"/></svg>'
    for name in ("sword", "shield")
)
RED = ".mark { width: 8mm; height: 8mm; } .sword { fill: red; }"


def compose(folder: Path, content: str, css: str, *roots: Path) -> list[Drawing]:
    """The drawings of the marks of a face."""
    (folder / "card.html").write_text(html(content))
    (folder / "card.css").write_text(STYLE + css)
    composer = Composer((folder, *roots), (get_fonts_folder(),))
    face = composer.compose_face("card.html", {}, "a", "a")
    return [mark.drawing for mark in marks(face)]


def test_a_drawing_of_the_game_comes_first_and_an_icon_takes_its_colour(tmp_path: Path) -> None:
    (tmp_path / "marks").mkdir()
    own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h2v2z"/></svg>'
    (tmp_path / "marks" / "shield.svg").write_text(own)
    sword, shield = compose(tmp_path, USES, RED, OWN)
    assert {shape.fill for shape in sword.shapes} == {(255, 0, 0)}
    assert (sword.width, shield.width) == (24, 9)
    assert (bool(sword.credit), shield.credit) == (True, "")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("shiedl", "did you mean shield?"),
        ("own:shiedl", "did you mean own:shield?"),
        ("onw:shield", "did you mean own:shield? Otherwise get its set: see printgen docs icons"),
        ("other:anchor", "get its set: see printgen docs icons"),
    ],
)
def test_a_missing_mark_names_an_icon_that_is_similar(name: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(Failure) as caught:
        compose(tmp_path, USES.replace("marks/shield", f"marks/{name}"), RED, OWN)
    (problem,) = caught.value.problems
    assert problem.message == f"no mark {name}"
    assert problem.hint.startswith(hint)
