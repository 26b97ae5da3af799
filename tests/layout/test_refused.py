"""Bad templates: each is refused with the whole text that tests/layout/golden/refused.txt says.

`UPDATE=1 pytest tests/layout/test_refused.py` writes that file anew; its diff is the review.
"""

import os
import re
from pathlib import Path

import pytest
from composing import STYLE, composer, html
from PIL import Image
from refused_templates import CASES

from printgen.face.fonts import FontLibrary
from printgen.problems import ExitCode, Failure

GOLDEN = Path(__file__).parent / "golden" / "refused.txt"


def said(folder: Path, template: str, css: str) -> str:
    """All that the refusal of a template says, and its exit code."""
    if "include" in template:
        (folder / "latin.html").write_bytes(b"\xe9")
        (folder / "huge.html").write_text(" " * 600_000)
        if not (folder / "link.html").is_symlink():
            (folder / "link.html").symlink_to("/etc/hostname")
    if "<img" in template:
        Image.new("RGBA", (4, 3), (0, 0, 0, 9)).save(folder / "clear.png")
        if "large.png" in template:
            Image.new("1", (10_000, 8_001)).save(folder / "large.png")
        with folder.joinpath("heavy.png").open("wb") as file:
            file.truncate(65 << 20)
    if symbol := re.search("(?s){# (.*) #}", template):
        (folder / "marks").mkdir(exist_ok=True)
        (folder / "marks/m.svg").write_text(symbol[1])
    whole = css == "whole"
    size = "html { width: 60mm; height: 40mm; }"
    (folder / "bare.css").write_text(f"{size} p {{ font-size: 4mm; }}")
    made = composer(
        folder,
        card_html=template if whole else html(template),
        card_css=STYLE + ("" if whole else css),
    )
    with pytest.raises(Failure) as caught:
        made.compose_face("card.html", {"card": "K"}, "x", "card 7")
    text = str(caught.value).replace(f"{folder}/", "").replace(f"{folder}", ".")
    return f"exit {int(caught.value.exit_code)}\n{text}\n"


def golden() -> dict[str, str]:
    """What each case says, as last reviewed."""
    parts = GOLDEN.read_text("utf-8").split("== ")[1:] if GOLDEN.exists() else []
    return dict(part.rstrip("\n").split("\n", 1) for part in parts)


if os.environ.get("UPDATE"):

    def test_write_what_is_said(tmp_path: Path) -> None:
        """Not a test: writes the file that the tests hold the refusals against."""
        parts = []
        for number, (name, case) in enumerate(CASES.items()):
            folder = tmp_path / str(number)
            folder.mkdir()
            parts.append(f"== {name}\n{said(folder, *case)}\n")
        GOLDEN.write_text("".join(parts), "utf-8")


@pytest.mark.parametrize("name", CASES)
def test_a_bad_template_is_refused_by_name(name: str, tmp_path: Path) -> None:
    """The message has the line, the card, what was found and what to write instead."""
    assert said(tmp_path, *CASES[name]) == golden()[name] + "\n"


def test_each_case_stands_in_the_file_once() -> None:
    """No case is forgotten in the golden file, and none is left over in it."""
    assert list(golden()) == list(CASES)


_FACE = '@font-face { font-family: "X"; src: url("x.ttf"); }'


BAD_FONTS: dict[str, tuple[str, bytes | None]] = {
    "fonts.css:1:1: error: this @font-face has no font-family": ("@font-face { } }", b""),
    "fonts.css:1:1: error: only @font-face rules are allowed here": ("p { color: red; }", b""),
    "fonts.css:1:1: error: this @font-face has no src": (
        '@font-face { font-family: "X"; }',
        b"",
    ),
    "fonts.css:1:51: error: unicode-range: U+26 is not understood": (
        '@font-face { font-family: "X"; src: url("x.ttf"); unicode-range: U+26; }',
        b"",
    ),
    "fonts.css:1:14: error: not a declaration": ("@font-face { p {} }", b""),
    "fonts.css:1:1: error: not CSS: EOF reached before {} block": ("p", b""),
    "fonts.css:1:1: error: ../x.ttf is outside": (
        '@font-face { font-family: "X"; src: url("../x.ttf"); }',
        b"",
    ),
    "fonts.css:1:1: error: y.ttf is not in": (
        '@font-face { font-family: "X"; src: url("y.ttf"); }',
        b"",
    ),
    'fonts.css:1:32: error: src: local("x.ttf") format("woff") is not understood': (
        '@font-face { font-family: "X"; src: local("x.ttf") format("woff"); }',
        b"",
    ),
    'fonts.css:1:32: error: src: "x.ttf" is not understood': (
        '@font-face { font-family: "X"; src: "x.ttf"; }',
        b"",
    ),
    "fonts.css: error: fonts.css: byte 0 is not UTF-8": ("\udcff", b""),
    "fonts.css: error: fonts.css is larger than 65,536 bytes": (" " * 70_000, b""),
    "x.ttf: error: is not a valid font: ": (_FACE, b"no font"),
    "x.ttf: error: x.ttf is larger than 33,554,432 bytes": (_FACE, b" " * 34_000_000),
    "x.ttf: error: x.ttf cannot be read: No such file or directory": (_FACE, None),
}


def bad_fonts(folder: Path, sheet: str, font: bytes | None) -> str:
    """What a fonts folder is refused for; `font` None for a file that went away."""
    file = folder / "x.ttf"
    file.write_bytes(font or b"")
    folder.joinpath("fonts.css").write_bytes(sheet.encode("utf-8", "surrogateescape"))

    def use() -> None:
        fonts = FontLibrary.load_folders((folder,))
        if font is None:
            file.unlink()
        fonts.get_typeface("X", 400)

    with pytest.raises(Failure) as caught:
        use()
    assert caught.value.exit_code == ExitCode.RULES
    return str(caught.value).replace(f"{folder}/", "")


@pytest.mark.parametrize("said", BAD_FONTS)
def test_a_bad_font_is_refused_by_name(said: str, tmp_path: Path) -> None:
    """The message names the line of fonts.css, or the font file, and what is wrong there."""
    assert bad_fonts(tmp_path, *BAD_FONTS[said]).startswith(said)
