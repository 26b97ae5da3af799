"""Whatever is edited in whatever order: a warm game has the faces that a new process would have."""

import re
import shutil
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from PIL import Image

from printgen.pipeline.plan import Request
from printgen.preview.warm_game import CachedGame

STARTERS = Path(__file__).parents[2] / "printgen" / "starters"
WORDS = st.sampled_from(
    ["rye", "a longer word", "x" * 60, "", "7", "**bold**", ":wheat:", ":none:"]
)
RULES = st.sampled_from(
    [
        "p { color: #0a0; }",
        "html { width: 60mm; }",
        "* { --same: body; --min-size: 5pt; }",
        "* { --same: body 80%; --min-size: 5pt; }",
        ".card { font-size: 30pt; }",
        "p { colour: red; }",
        "}",
    ]
)
FONTS = STARTERS.parents[1] / "fonts"


def make_picture(colour: str) -> bytes:
    """Return a PNG of one colour."""
    stream = BytesIO()
    Image.new("RGB", (20, 20), colour).save(stream, "png")
    return stream.getvalue()


RED = make_picture("red")
OTHER_FILES = {
    ".ttf": ((FONTS / "Rye_400Regular.ttf").read_bytes(), b"no font"),
    ".png": (make_picture("blue"), RED[:60], b""),
}
OWN_FACES = "".join(
    f'@font-face {{ font-family: "Own"; font-weight: {weight}; src: url("own.ttf"); }}\n'
    for weight in (400, 700)
)
OWN_STYLE = """
p, h1, span { font-family: "Own"; font-weight: 400; font-style: normal; }
.own { position: absolute; left: 0; top: 0; width: 2mm; height: 2mm; }
"""
MARKUP = st.sampled_from(["<p>x</p>", "{{ f('nothing') }}", "{% if", "<p>", ""])

ICONS = st.sampled_from(
    ["", "{}"] + [f'{{"none": {{"body": "<path d=\'M0 0h{side}v9z\'/>"}}}}' for side in (4, 8)]
)


def look_at(game: CachedGame) -> Mapping[str, Any]:
    """Return everything that a page shows of a game that is up to date."""
    while game.update_next_face():
        pass
    faces = {id_: (face.face, face.problems) for id_, face in game.faces.items()}
    copies = {id_: job.copies for id_, job in game.face_jobs.items()}
    is_broken = game.is_broken
    return {"problems": game.problems} if is_broken else {"faces": faces, "copies": copies}


class EditedGame(RuleBasedStateMachine):
    """A game's folder that is edited at random."""

    starter = "bakery"

    @initialize()
    def begin(self) -> None:
        self.folder = Path(mkdtemp()) / "game"
        shutil.copytree(STARTERS / self.starter, self.folder)
        (self.folder / "checks.yaml").unlink(missing_ok=True)
        templates, fonts = self.folder / "templates", self.folder / "fonts"
        fonts.mkdir()
        (fonts / "fonts.css").write_text(OWN_FACES)
        shutil.copy(FONTS / "RobotoCondensed_400Regular.ttf", fonts / "own.ttf")
        (templates / "own.png").write_bytes(RED)
        html, css = templates / "card.html", templates / "card.css"
        picture = '<img class="own" src="own.png"/></body>'
        html.write_text(html.read_text().replace("</body>", picture))
        css.write_text(css.read_text() + OWN_STYLE)
        self.saved = {
            path: path.read_bytes() for path in sorted(self.folder.rglob("*")) if path.is_file()
        }
        self.game = CachedGame(self.folder, Request())
        self.game.read_files([])

    def teardown(self) -> None:
        shutil.rmtree(self.folder.parent)

    def write(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        self.game.read_files([str(path)])

    def pick(self, data: st.DataObject, *suffixes: str) -> Path:
        paths = [path for path in self.saved if path.suffix in suffixes and path.exists()]
        return data.draw(st.sampled_from(paths or [self.folder / "game.yaml"]))

    @rule(data=st.data(), words=WORDS)
    def edit_a_word(self, data: st.DataObject, words: str) -> None:
        path = self.pick(data, ".csv", ".yaml")
        text = path.read_text() if path.exists() else "name\n"
        parts = text.split(",")
        index = data.draw(st.integers(0, len(parts) - 1))
        parts[index] = words + "\n" * ("\n" in parts[index])
        self.write(path, ",".join(parts).encode())

    @rule(data=st.data())
    def repeat_or_drop_a_line(self, data: st.DataObject) -> None:
        path = self.pick(data, ".csv", ".yaml", ".css", ".html", ".svg")
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else [b"x\n"]
        index = data.draw(st.integers(0, max(0, len(lines) - 1)))
        count = data.draw(st.sampled_from([0, 2]))
        self.write(
            path, b"".join((*lines[:index], *lines[index : index + 1] * count, *lines[index + 1 :]))
        )

    @rule(data=st.data(), words=RULES)
    def add_a_style(self, data: st.DataObject, words: str) -> None:
        path = self.pick(data, ".css")
        self.write(path, path.read_bytes() + f"\n{words}\n".encode())

    @rule(data=st.data(), words=MARKUP)
    def change_a_template(self, data: st.DataObject, words: str) -> None:
        path = self.pick(data, ".html")
        self.write(path, path.read_bytes().replace(b"</body>", words.encode() + b"</body>"))

    @rule(data=st.data())
    def recolour_a_drawing(self, data: st.DataObject) -> None:
        path = self.pick(data, ".svg")
        self.write(path, path.read_bytes().replace(b"#", b"#1", 1))

    @rule(data=st.data(), suffix=st.sampled_from(sorted(OTHER_FILES)))
    def replace_a_font_or_picture(self, data: st.DataObject, suffix: str) -> None:
        path = self.pick(data, suffix)
        if path.suffix == suffix:
            self.write(path, data.draw(st.sampled_from(OTHER_FILES[suffix])))

    @rule(size=st.sampled_from(["poker", "tarot", "63x88"]))
    def resize_the_cards(self, size: str) -> None:
        path = self.folder / "game.yaml"
        text = re.sub(r"(?m)^( +sizes:).*", rf"\1 {size}", path.read_text())
        self.write(path, text.encode())

    @rule(icons=ICONS)
    def change_the_icons(self, icons: str) -> None:
        path = self.folder / "icons" / "own.json"
        path.parent.mkdir(exist_ok=True)
        self.write(path, f'{{"prefix": "own", "icons": {icons}}}'.encode())

    @rule(data=st.data())
    def delete_a_file(self, data: st.DataObject) -> None:
        path = self.pick(data, ".csv", ".css", ".html", ".svg", ".ttf", ".png")
        if path.name != "game.yaml":
            path.unlink()
            self.game.read_files([str(path)])

    @rule(data=st.data())
    def restore_a_file(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.saved)))
        path.with_name(".half-written").write_bytes(self.saved[path])
        path.with_name(".half-written").rename(path)
        self.game.read_files([str(path)])

    @rule(data=st.data())
    def restore_all_together(self, data: st.DataObject) -> None:
        for path, content in self.saved.items():
            path.write_bytes(content)
        self.game.read_files([str(path) for path in self.saved])

    @rule(data=st.data())
    def look_at_some(self, data: st.DataObject) -> None:
        self.game.prioritise(
            data.draw(st.lists(st.sampled_from([*sorted(self.game.face_jobs), "none"])))
        )

    @invariant()
    def is_as_in_a_new_process(self) -> None:
        if hasattr(self, "game"):
            fresh = CachedGame(self.folder, Request())
            fresh.read_files([])
            assert look_at(self.game) == look_at(fresh)


class EditedHarbour(EditedGame):
    starter = "harbour"


LIMITS = settings(
    max_examples=max(1, settings.default.max_examples // 12),
    stateful_step_count=12,
    suppress_health_check=list(HealthCheck),
)
TestEditedBakery = EditedGame.TestCase
TestEditedBakery.settings = LIMITS
TestEditedHarbour = pytest.mark.slow(EditedHarbour.TestCase)
TestEditedHarbour.settings = LIMITS


def test_an_edited_set_of_icons_is_read_again(tmp_path: Path) -> None:
    """JSON is data, except for icons."""
    folder = tmp_path / "game"
    shutil.copytree(STARTERS / "bakery", folder)
    orders = folder / "orders.csv"
    orders.write_text(orders.read_text().replace(":wheat:", ":none:"))
    (folder / "icons").mkdir()
    icons = folder / "icons" / "own.json"
    icons.write_text('{"prefix": "own", "icons": {}}')
    game = CachedGame(folder, Request())
    game.read_files([])
    before = look_at(game)["faces"]
    icons.write_text('{"prefix": "own", "icons": {"none": {"body": "<path d=\'M0 0h4v9z\'/>"}}}')
    game.read_files([str(icons)])
    after = look_at(game)["faces"]
    assert [
        sum(bool(problems) for *_, problems in faces.values()) for faces in (before, after)
    ] == [2, 0]


def test_a_game_can_lose_its_last_face_and_get_it_back(tmp_path: Path) -> None:
    """Without faces there is nothing to bring up to date, even if type was shared before."""
    folder = tmp_path / "game"
    shutil.copytree(STARTERS / "bakery", folder)
    style, rules = folder / "templates" / "card.css", folder / "game.yaml"
    style.write_text(style.read_text() + "* { --same: body; --min-size: 5pt; }\n")
    saved = rules.read_text()
    game = CachedGame(folder, Request())
    game.read_files([])
    before = look_at(game)["faces"]
    rules.write_text(saved.replace("count: copies", "count: 0"))
    game.read_files([str(rules)])
    assert look_at(game)["faces"] == {}
    rules.write_text(saved)
    game.read_files([str(rules)])
    assert look_at(game)["faces"] == before
