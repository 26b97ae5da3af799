"""Typefaces: measured from the files that fonts.css names, as browsers measure them."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from printgen.face.fonts import FontLibrary, FontStyle
from printgen.problems import Failure
from printgen.system.bundled import get_fonts_folder

PLEX, SAIRA = "IBM Plex Sans Condensed", "Saira Stencil One"
FONTS = FontLibrary.load_folders((get_fonts_folder(),))


def test_advances_are_those_of_the_file() -> None:
    """Widths of the bundled faces, read from the files by another program, in thousandths."""
    assert FONTS.get_typeface(PLEX, 400).measure("0123456789", 1000) == pytest.approx(5400)
    assert FONTS.get_typeface(PLEX, 700).measure("A", 1000) == pytest.approx(618)
    assert FONTS.get_typeface(PLEX, 400).measure("", 10) == 0


@pytest.mark.parametrize(
    ("family", "weight", "em", "advances"),
    [
        (PLEX, 700, 1000, {"AV": 562 + 598, "To": 472 + 508, "ffi": 342 + 591}),
        ("Alegreya", 400, 1000, {"AV": 557 + 616, "To": 502 + 506, "ffi": 311 + 602}),
        ("Roboto Condensed", 400, 2048, {"AV": 1094 + 1148, "To": 967 + 1028, "ffi": 1525}),
    ],
)
def test_words_are_shaped(family: str, weight: int, em: int, advances: dict[str, int]) -> None:
    """The advances of hb-shape: pairs are kerned, and letters form ligatures."""
    face = FONTS.get_typeface(family, weight)
    for word, advance in advances.items():
        assert face.measure(word, em) == pytest.approx(advance)
        separate = sum(face.measure(letter, em) for letter in word)
        assert abs(separate - advance) > em / 300
        off = face.measure(word, em, (("kern", 0), ("liga", 0)))
        assert off == pytest.approx(separate)


def test_words_and_spaces_add_up() -> None:
    """A space kerns nothing, so that a line is as wide as its words."""
    face = FONTS.get_typeface("Roboto Condensed", 400)
    words = sum(face.measure(word, 10) for word in ("To", " ", "AV", "\u00a0", "ffi"))
    assert face.measure("To AV\u00a0ffi", 10) == pytest.approx(words)
    assert face.measure("A\u00adV", 10) == face.measure("AV", 10)


def test_ascent_and_descent_are_the_browsers() -> None:
    """Plex has them in hhea; Saira asks for the typographic ones."""
    plex, saira = FONTS.get_typeface(PLEX, 400), FONTS.get_typeface(SAIRA, 400)
    assert (plex.ascent, plex.descent) == (1.025, 0.275)
    assert (saira.ascent, saira.descent) == (1.135, 0.439)


def test_typographic_metrics_count_where_the_font_says_so(tmp_path: Path) -> None:
    """Bit 7 of fsSelection: USE_TYPO_METRICS."""
    font = TTFont(get_fonts_folder() / "IBMPlexSansCondensed_400Regular.ttf")
    font["OS/2"].fsSelection |= 1 << 7
    font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender = 700, -150
    font.save(tmp_path / "x.ttf")
    (tmp_path / "fonts.css").write_text('@font-face { font-family: X; src: url("x.ttf"); }')
    face = FontLibrary.load_folders((tmp_path,)).get_typeface("X", 400)
    assert (face.ascent, face.descent) == (0.7, 0.15)


def test_missing_names_each_lacking_character_once() -> None:
    """In the order met; a no-break space counts as a space."""
    face = FONTS.get_typeface(PLEX, 400)
    assert face.find_missing_letters("a\u2603b\u4e00\u2603") == "\u2603\u4e00"
    assert face.find_missing_letters("Band: \u22126 or less\u00a0!") == ""


@pytest.mark.parametrize(
    ("family", "weight", "nearest"),
    [
        (PLEX, 500, 400),
        (PLEX, 100, 400),
        (PLEX, 650, 700),
        (PLEX, 900, 700),
        (PLEX, 550, 600),
        ("Besley", 400, 800),
        (SAIRA, 500, 400),
    ],
)
def test_a_weight_is_the_nearest_one(family: str, weight: int, nearest: int) -> None:
    """CSS Fonts 4, 5.2; families have no case."""
    assert FONTS.get_typeface(family.lower(), weight) is FONTS.get_typeface(family, nearest)


@pytest.mark.parametrize(
    ("family", "weight", "style"), [(SAIRA, 700, "normal"), (SAIRA, 400, "italic")]
)
def test_nothing_is_emboldened_or_slanted(family: str, weight: int, style: FontStyle) -> None:
    with pytest.raises(Failure, match=f'no font "{family}" of weight {weight}'):
        FONTS.get_typeface(family, weight, style)


def test_a_generic_family_is_a_bundled_one() -> None:
    """CSS Fonts 4, 2.1; what is unknown is left out."""
    assert FONTS.find_known_families(("Georgia", "Serif")) == ("Alegreya",)
    assert FONTS.find_known_families(("Georgia", "cursive")) == ()


def test_a_games_fonts_replace_a_family_whole(tmp_path: Path) -> None:
    """A later folder's family takes the place of all its weights, and of no other family."""
    font = get_fonts_folder() / "SairaStencilOne_400Regular.ttf"
    (tmp_path / "own.ttf").write_bytes(font.read_bytes())
    sheet = f'@font-face {{ font-family: "{PLEX}"; font-weight: 400; src: url(own.ttf); }}'
    (tmp_path / "fonts.css").write_text(sheet)
    fonts = FontLibrary.load_folders((get_fonts_folder(), tmp_path))
    assert fonts.get_typeface(PLEX, 400).ascent == 1.135
    assert fonts.get_typeface(SAIRA, 400).path.parent == get_fonts_folder()
    with pytest.raises(Failure, match=r"weights \(400\)"):
        fonts.get_typeface(PLEX, 700)


def test_names_follow_the_content_of_the_file(tmp_path: Path) -> None:
    """Two files never share a name, so that one process may print with both."""
    data = (get_fonts_folder() / "SairaStencilOne_400Regular.ttf").read_bytes()
    names = set()
    for folder, extra in (("a", b""), ("b", b""), ("c", b"\0")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.ttf").write_bytes(data + extra)
        sheet = '@font-face { font-family: "Own Face"; src: url("x.ttf"); }'
        (tmp_path / folder / "fonts.css").write_text(sheet)
        names.add(FontLibrary.load_folders((tmp_path / folder,)).get_typeface("Own Face", 400).name)
    assert len(names) == 2
    assert all(name.startswith("OwnFace-400-") for name in names)


def test_all_mistakes_of_fonts_css_are_told_at_once(tmp_path: Path) -> None:
    """Each with its line."""
    (tmp_path / "fonts.css").write_text('p {}\n@font-face { src: url("x.ttf"); }\n')
    with pytest.raises(Failure) as caught:
        FontLibrary.load_folders((tmp_path,))
    assert [problem.where.line for problem in caught.value.problems] == [1, 2]


def test_a_folder_without_fonts_css_has_no_fonts(tmp_path: Path) -> None:
    """A game needs no fonts of its own."""
    with pytest.raises(Failure):
        FontLibrary.load_folders((tmp_path,)).get_typeface("IBM Plex Sans Condensed", 400)
