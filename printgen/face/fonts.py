"""Fonts: loads typefaces from folders and measures text in them.

The `fonts.css` in a folder maps each family, weight and style to a font file, by @font-face rules
(CSS Fonts 3, 4.1). The style sheet of a template may have such rules too. A family in a later
folder replaces the family of the same name in an earlier folder. Except for fallback families, a
typeface must match exactly: bold and italic are never synthesized. This module does not depend on
templates or paper.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from string import digits
from typing import Any, Literal

import msgspec
import tinycss2
from msgspec.structs import replace
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace

from printgen.face.shaping import (
    Features,
    GlyphCluster,
    Glyphs,
    InkBounds,
    Shaper,
    has_ink,
    split_words,
)
from printgen.problems import (
    ExitCode,
    Failure,
    InputError,
    Log,
    Place,
    create_failure,
    suggest_closest_word,
    suggest_known_words,
)
from printgen.system.cache import Cache
from printgen.system.files import read_limited_bytes, read_limited_text

FontStyle = Literal["normal", "italic"]

_FaceKey = tuple[str, int, FontStyle]
"""A family in lower case, its weight and style.

CSS Fonts 3, 5.1: names of font families are matched without regard to case.
"""

_FontFile = tuple[str, Path, str]
"""The declared name of a family, the path of a font file, and the name of a face in it, or ""."""

_MIN_FIGURE, _MAX_FIGURE_WIDTH = 0.12, 1.4
"""The least longer side of the ink of a digit or a minus, and its largest advance, in em."""
_NUMBER_LETTERS = f"{digits}+-−.,:;/<>×%"
"""Figures and signs that tell numbers apart, so that no two of them may look alike."""
SOFT_HYPHEN, THIN_SPACE, NARROW_SPACE = "\u00ad", "\u2009", "\u202f"
ZERO_WIDTH_SPACE = "\u200b"
"""Special characters. A line may break at a zero width space, which is not printed."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that change how the letters next to them are shaped."""

_INVISIBLE = str.maketrans("", "", SOFT_HYPHEN + ZERO_WIDTH_SPACE)

VARIATION_SELECTORS = "\ufe0e\ufe0f"
"""Variation selectors, which request the text or the emoji form of the character before them.

They are ignored, as a font has only one glyph for each character.
"""

MAX_FONT_BYTES = 32 * 1024 * 1024
"""The most bytes of a font file: the size of large collections for Chinese, Japanese and Korean."""
MAX_SHEET_BYTES = 64 * 1024
MAX_CACHED_WORDS = 10_000
"""Maximum number of cached word widths for a typeface: words recur in a deck."""
_MAX_NAME_LENGTH = 255


class Typeface(msgspec.Struct, frozen=True):
    """One weight and style of a font family, from one font file.

    - `name`: a name that depends only on the content of the file, and is valid in a PDF. Two
      typefaces with the same name are equal.
    - `path`: the font file.
    - `ascent`, `descent`: how far lines extend above and below the baseline, in em. Both are
      positive.
    - `pdf_font`: the font that is embedded in PDFs.
    """

    name: str
    family: str
    weight: int
    style: FontStyle
    path: Path
    ascent: float
    descent: float
    pdf_font: "PdfFont"
    _widths: dict[str, float]
    _shaper: Shaper
    _cache: Cache[tuple[str, Features], float] = msgspec.field(
        default_factory=partial(Cache, MAX_CACHED_WORDS)
    )
    _clusters: Cache[tuple[str, Features, bool], tuple[GlyphCluster, ...]] = msgspec.field(
        default_factory=partial(Cache, MAX_CACHED_WORDS)
    )
    _printed_letters: set[str] = msgspec.field(default_factory=set)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Typeface) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def measure(self, text: str, size: float, features: Features = ()) -> float:
        """Return the width of `text` at `size`, in the unit of `size`, without tracking.

        A character without a glyph has the width 0; `find_missing_letters` returns such characters.
        """
        ems = self._cache.get((text, features))
        if ems is None:
            words = split_words(text.translate(_INVISIBLE))
            if len(words) == 1:
                ems = self._measure_word(words[0], features)
            else:
                # A list is faster here than a generator.
                ems = sum([self.measure(word, 1.0, features) for word in words])
            self._cache.set((text, features), ems)
        return ems * size

    def _measure_word(self, word: str, features: Features) -> float:
        if (len(word) == 1 and not features) or self.find_missing_letters(word):
            return sum([self._widths.get(letter, 0.0) for letter in word])
        return self._shaper.measure(word, features)

    def has_kerned_spaces(self, text: str, features: Features) -> bool:
        """Return whether the font kerns letters of a text with its spaces.

        Such a text has another width in browsers, which shape all its words together. Here each
        word is shaped separately, without the spaces.
        """
        if " " not in text:
            return False
        return abs(self._shaper.measure(text, features) - self.measure(text, 1.0, features)) > 1e-4

    def shape(
        self, word: str, features: Features = (), *, is_rtl: bool = False
    ) -> tuple[GlyphCluster, ...]:
        """Return the glyphs of a word or a space, in clusters from left to right.

        A cluster has the glyphs that print one letter, or several letters together.
        """
        key = word, features, is_rtl
        return self._clusters.get(key) or self._clusters.set(key, self._shape(*key))

    def _shape(self, word: str, features: Features, is_rtl: bool) -> tuple[GlyphCluster, ...]:
        is_letter = len(word) == 1 and not features and not is_rtl
        if is_letter or word.isspace():
            glyph = self.pdf_font.face.charToGlyph.get(ord(word), 0)
            # A thin space that the font lacks has no glyph: glyph 0 is drawn as a box.
            glyphs = ((glyph, 0, 0),) if glyph or not word.isspace() else ()
            return (GlyphCluster(word, glyphs, self._widths.get(word, 0.0)),)
        return self._shaper.shape(word, features, is_rtl=is_rtl)

    def measure_ink(self, cluster: GlyphCluster) -> InkBounds | None:
        """Return the bounds of the ink of a cluster in em; None if it has no ink.

        A cluster has the glyphs that print one letter, or several letters together.
        """
        return self._shaper.measure_ink(cluster.glyphs)

    def measure_depth(self, text: str, features: Features = ()) -> float:
        """Return how far the ink of a text reaches below its baseline, in em."""
        words = split_words(text.translate(_INVISIBLE))
        clusters = [part for word in words for part in self.shape(word, features)]
        return max([-ink[1] for part in clusters if (ink := self.measure_ink(part))], default=0.0)

    def draw_glyph(self, glyph: int, pen: Any) -> None:
        """Draw the outlines of a glyph with a pen of fontTools, in units of the font."""
        self._shaper.outlines.draw_glyph_with_pen(glyph, pen)

    def count_clusters(self, text: str, features: Features) -> int:
        """Return the number of clusters in a text: single letters, or letters that share a glyph.

        Tracking (space between letters) is added after each cluster, not after each letter in it.
        """
        text = text.translate(_INVISIBLE)
        if text.isascii() and not any(value for _, value in features):
            return len(text)
        return sum([len(self.shape(word, features)) for word in split_words(text)])

    @property
    def x_height(self) -> float:
        """The height of small letters in em (OpenType, OS/2 table: sxHeight), or half an em."""
        face: Any = self.pdf_font.face
        table = face.get_table("OS/2") if "OS/2" in face.table else b""
        return (int.from_bytes(table[86:88], "big") / face.unitsPerEm) or 0.5

    def measure_right_bearing(self, letter: str) -> float:
        """Return the space between a letter's ink and the right end of its advance, in em."""
        return self._shaper.measure_right_bearing(letter)

    def find_missing_features(self, features: Features) -> str:
        """Return the tags in `features` that are on but missing in the font, joined by commas."""
        face: Any = self.pdf_font.face
        table = face.get_table("GSUB") if "GSUB" in face.table else bytes(10)
        # OpenType 1.9, GSUB: the feature list has a count, then records of a tag and an offset.
        start = int.from_bytes(table[6:8]) + 2
        count = int.from_bytes(table[start - 2 : start])
        tags = {table[start + 6 * number :][:4].decode("latin-1") for number in range(count)}
        return ", ".join(tag for tag, value in features if value and tag not in tags)

    def find_missing_letters(self, text: str) -> str:
        """Return the characters of `text` that the font does not print, each once, in order.

        A character is missing if the font has no glyph for it, or if its glyph has no ink or no
        width. More is required of digits and signs of numbers. One of these is also missing if
        another one has the same glyph, as in fonts to try out, or if the middle of its ink is
        outside of its width or its line. So is a digit that is drawn as another one, and a digit or
        a minus that is hardly larger than a point.
        """
        printed = self._printed_letters
        if printed.issuperset(text):
            return ""
        missing = [letter for letter in dict.fromkeys(text) if not self._can_print(letter)]
        printed.update(set(text).difference(missing))
        return "".join(missing)

    def _can_print(self, letter: str) -> bool:
        if letter not in self._widths or not has_ink(letter):
            return letter in self._widths
        glyphs = self.pdf_font.face.charToGlyph
        glyph = glyphs.get(ord(letter), 0)
        if letter in _NUMBER_LETTERS:
            same = [other for other in _NUMBER_LETTERS if glyphs.get(ord(other), 0) == glyph]
            if len(same) > 1:
                return False
        width, ink = self._widths[letter], self._shaper.measure_ink(((glyph, 0, 0),))
        if width <= 0 or ink is None:
            return False
        # Such a figure is printed over its neighbours.
        is_in_place = letter not in _NUMBER_LETTERS or 0 < ink[0] + ink[2] < 2 * width
        if letter in f"{digits}−-":
            # Such a figure is on another line, far from the next one, or too small to be seen.
            is_in_place &= width < _MAX_FIGURE_WIDTH and 0.05 < (ink[1] + ink[3]) / 2 < 0.8
            is_in_place &= max(ink[2] - ink[0], ink[3] - ink[1]) > _MIN_FIGURE
        return is_in_place and not (
            letter in digits and self._has_outlines_of_other_digit(glyph, ink)
        )

    def _has_outlines_of_other_digit(self, glyph: int, ink: InkBounds) -> bool:
        """Return whether another digit has the outlines of `glyph`, a digit with these bounds."""
        numbers = {self.pdf_font.face.charToGlyph.get(ord(digit), 0) for digit in digits}
        measure = self._shaper.measure_ink
        alike = [one for one in numbers if one != glyph and measure(((one, 0, 0),)) == ink]
        if not alike:
            return False
        from fontTools.pens.recordingPen import RecordingPen

        pens = [RecordingPen() for _ in (glyph, *alike)]
        for pen, number in zip(pens, (glyph, *alike), strict=True):
            self.draw_glyph(number, pen)
        return any(pen.value == pens[0].value for pen in pens[1:])


class FontLibrary:
    """The available typefaces, by family, weight and style. Font files are read on first use.

    `first` is the family of the font that the user chose for a standalone deck, or (). All text of
    such a deck is set in this font. The families in its style sheets are used only for letters that
    this font lacks.
    """

    def __init__(
        self,
        sources: dict[_FaceKey, _FontFile],
        first: tuple[str, ...] = (),
        faces: Cache[object, Typeface] | None = None,
    ) -> None:
        self._sources, self.first = sources, first
        self._names = {family: name for (family, _, _), (name, *_) in sources.items()}
        # Libraries that share files share the typefaces that were read from them.
        self._faces = Cache[object, Typeface](MAX_CACHED_WORDS) if faces is None else faces

    @staticmethod
    def load_folders(folders: tuple[Path, ...]) -> "FontLibrary":
        """Return the typefaces in folders with a `fonts.css`; raise `Failure` with all errors.

        A later folder replaces the families of earlier ones. Instead of a folder, the last path may
        be the font file of a standalone deck, with # and a name to select one of a collection.
        """
        sources: dict[_FaceKey, _FontFile] = {}
        log, first = Log(), ""
        for folder in folders:
            file, _, face_name = str(folder).partition("#")
            if Path(file).is_file():
                first = Path(file).stem
                sources[first.lower(), 400, "normal"] = first, Path(file), face_name
            sheet = folder / "fonts.css"
            if not sheet.is_file():
                continue
            sheet_sources = dict(_read_font_sheet(sheet, log))
            replaced = {family for family, _, _ in sheet_sources}
            sources = {key: source for key, source in sources.items() if key[0] not in replaced}
            sources.update(sheet_sources)
        log.raise_problems()
        return FontLibrary(sources, (first,) if first else ())

    def add_sheets(self, sheets: Iterable[tuple[Path, str]]) -> "FontLibrary":
        """Return these typefaces and those that style sheets of templates declare.

        `sheets` has the path of each style sheet, and its text. Font files may also be in the
        folder above that of the style sheet, such as in fonts/ next to templates/. Raises `Failure`
        with all errors.
        """
        log = Log()
        added = [
            pair
            for sheet, text in sheets
            if "@font-face" in text.lower()
            for pair in _read_font_faces(sheet, text, sheet.parent.parent, log)
        ]
        log.raise_problems()
        return FontLibrary({**self._sources, **dict(added)}, self.first, self._faces)

    def explain_unknown_family(self, family: str) -> tuple[str, str] | None:
        """Return message and hint if a family is unknown, None if it is known."""
        if family.lower() in self._names:
            return None
        hint = suggest_known_words(family, self._names.values(), "add it to fonts/fonts.css")
        return f'no font family "{family}"', hint

    def is_misspelt(self, family: str) -> bool:
        """Return whether the name of an unknown family is similar to that of a known family."""
        return bool(suggest_closest_word(family, self._names.values()))

    def get_typeface(self, family: str, weight: int, style: FontStyle = "normal") -> Typeface:
        """Return the typeface of a family and style in the weight that browsers use for `weight`.

        Raises `Failure` (rules) if it is missing, or if its file is not a valid font.
        """
        first = family in self.first
        key: _FaceKey = (family.lower(), 400 if first else weight, "normal" if first else style)
        if key not in self._sources:
            nearest = self._choose_font_weight(family, weight, style)
            if nearest is None:
                raise self._make_missing_failure(family, weight, style)
            key = (family.lower(), nearest, style)
        source = self._sources[key]

        def load_typeface() -> Typeface:
            typeface = _load_typeface(source, *key[1:])
            return _centre_capitals(typeface) if first else typeface

        return self._faces.fetch((source, key), load_typeface)

    def _choose_font_weight(self, family: str, weight: int, style: FontStyle) -> int | None:
        """Return the weight of a family that browsers use for `weight`, None if there is none.

        For a bold weight, browsers make a font bold themselves if the family has only lighter
        weights. This is not done here, so the result is None then.
        """
        key = family.lower()
        weights = [own for name, own, slant in self._sources if (name, slant) == (key, style)]
        # CSS Fonts 4, 5.2: from 400 to 500 first heavier ones up to 500, and then lighter ones.
        if 400 <= weight <= 500:
            order = [*range(weight, 501), *range(weight, 0, -1), *range(501, 1001)]
        elif weight < 400:
            order = [*range(weight, 0, -1), *range(weight, 1001)]
        else:
            order = [*range(weight, 1001), *range(weight, 0, -1)]
        nearest = min(weights, key=order.index, default=None)
        is_smeared = nearest is not None and nearest < _BOLD <= weight
        return None if is_smeared else nearest

    def find_known_families(self, families: Sequence[str]) -> tuple[str, ...]:
        """Return the families that exist, in order.

        A generic name, such as serif, becomes the name of a bundled family (CSS Fonts 4, 2.1).
        """
        named = (_GENERIC_FAMILIES.get(family.lower(), family) for family in families)
        return tuple(family for family in named if self.explain_unknown_family(family) is None)

    def order_families_for_search(self, families: Sequence[str]) -> tuple[str, ...]:
        """Return the families in the order in which they are searched for a letter.

        The font of a deck comes first. The bundled families of signs are added at the end.
        """
        # CSS Fonts 4, 5.3: a letter that no listed family has is searched for in others.
        signs = (family for family in _SIGN_FAMILIES if self.explain_unknown_family(family) is None)
        families = tuple(dict.fromkeys((*families, *signs)))
        if not self.first:
            return families
        # Its letters are of weight 400, so families of that weight go before others.
        has_weight = {family for family, weight, _ in self._sources if weight == 400}
        return (*self.first, *sorted(families, key=lambda name: name.lower() not in has_weight))

    def find_nearest_typeface(
        self, family: str, weight: int, style: FontStyle = "normal"
    ) -> Typeface:
        """Return the typeface of this family with the nearest weight.

        Its style is `style` if the family has that style, else another one. In a deck with its own
        font, the weight searched for is always 400. Raises `Failure` (rules) if the family is
        missing, or if the file of the typeface is not a valid font.
        """
        if self.first:
            weight, style = 400, "normal"
        keys = [key for key in self._sources if key[0] == family.lower()]
        key = min(keys, key=lambda key: (key[2] != style, abs(key[1] - weight)), default=None)
        return self.get_typeface(family, *(key[1:] if key else (weight, style)))

    def _make_missing_failure(self, family: str, weight: int, style: FontStyle) -> Failure:
        """Return the failure for a missing typeface; its hint lists the weights of the family."""
        if unknown := self.explain_unknown_family(family):
            return create_failure(ExitCode.RULES, "", *unknown)
        family_keys = [key for key in sorted(self._sources) if key[0] == family.lower()]
        weights = ", ".join(
            f"{weight}{' italic' * (style == 'italic')}" for _, weight, style in family_keys
        )
        hint = f"use one of its weights ({weights}), or add the file to fonts/fonts.css"
        if slant := " italic" * (style == "italic"):
            hint = f"write font-style: normal, for i and em too, or {hint}"
        return create_failure(
            ExitCode.RULES, "", f'no font "{family}" of weight {weight}{slant}', hint
        )


_BOLD = 600
"""The weight from which a font is bold."""
_GENERIC_FAMILIES = {
    "serif": "Alegreya",
    **dict.fromkeys(("sans-serif", "system-ui"), "Roboto Condensed"),
}
_SIGN_FAMILIES = ("Noto Sans Symbols 2", "Noto Emoji")


class PdfFont(TTFont):
    """A font as reportlab writes it into a PDF, but with correct Unicode values beyond U+FFFF.

    In the PDF, its font descriptor has an entry for the proof (docs/proof.md): a checksum of the
    font program and of the widths. `convert` is a function that takes the glyphs to print, and
    returns a TrueType font with their outlines. It is None if the file is a TrueType font already.
    """

    path: Path
    state: Any
    convert: Callable[[Sequence[int]], bytes] | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._codes: dict[tuple[Glyphs, str], int] = {}
        self._clusters: dict[int, GlyphCluster] = {}
        self._composites: dict[Glyphs, int] = {}

    def encode_cluster(self, cluster: GlyphCluster) -> str:
        """Return the character that represents a cluster in the PDF.

        A cluster has the glyphs that print one letter, or several letters together. For one letter
        with its usual glyph, the result is this letter; otherwise it is a private-use character.
        """
        glyphs, text = cluster.glyphs, cluster.text
        face: Any = self.face
        code = self._codes.get((glyphs, text))
        if code is not None:
            return chr(code)
        if len(text) == 1 and glyphs == ((face.charToGlyph.get(ord(text), 0), 0, 0),):
            return text
        code = next(
            number
            for number in range(_FIRST_CLUSTER + len(self._codes), _LAST_CLUSTER)
            if number not in face.charToGlyph
        )
        self._codes[glyphs, text] = code
        self._clusters[code] = cluster
        # The number of a composite glyph is known when the font is written.
        face.charToGlyph[code] = glyphs[0][0] if _is_single_glyph(glyphs) else _FIRST_CLUSTER
        # The same for each place: the advance of the cluster may include kerning.
        face.charWidths[code] = self._measure_glyphs(glyphs)
        return chr(code)

    def get_code_width(self, code: str) -> float:
        """Return the advance width of `code` in thousandths of an em.

        `code` is a character that `encode_cluster` returned for a cluster.
        """
        face: Any = self.face
        return float(face.charWidths.get(ord(code), face.defaultWidth))

    def _measure_glyphs(self, glyphs: Glyphs) -> float:
        face: Any = self.face
        units = sum(face.hmetrics[glyph][0] for glyph, *_ in glyphs)
        return float(units * 1000 / face.unitsPerEm)

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - reportlab's name
        """Add the font to the PDF document `doc` as reportlab does, then correct its objects."""
        # All prints of a process share the font, so its own face is put back.
        face = self.face
        try:
            self.face = self._make_embedded_face([*self.state[doc].assignments])
            super().addObjects(doc)
        except Exception as error:  # as in _load_typeface
            raise _make_font_failure(self.path, error) from error
        finally:
            self.face = face
        for font in doc.idToObject["BasicFonts"].dict.values():
            descriptor = doc.idToObject[font.FontDescriptor.name].dict
            if "PrintgenSum" in descriptor:
                continue
            program = doc.idToObject[descriptor["FontFile2"].name].content
            # The checksum must be of the widths as written, so they are rounded before.
            widths = font.Widths.sequence = [round(width, 3) for width in font.Widths.sequence]
            widths_text = " ".join(f"{width:.3f}" for width in widths).encode()
            descriptor["PrintgenSum"] = f"({zlib.crc32(widths_text, zlib.crc32(program)):08x})"
        # ISO 32000-1, 9.10.3: a ToUnicode CMap maps to UTF-16BE, with surrogate pairs.
        for name, stream in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                stream.content = re.sub(
                    "(?<= <)[0-9A-F]{5,6}(?=>)",
                    lambda code: (
                        self._decode_character_code(code[0]).encode("utf-16-be").hex().upper()
                    ),
                    stream.content,
                )

    def _make_embedded_face(self, codes: Sequence[int]) -> Any:
        """Return the font data to embed, with one glyph for each cluster.

        `codes` are the numbers of the characters that `encode_cluster` returned for the clusters of
        the document. A font in another format than TrueType gets outlines for only these glyphs.
        """
        face: Any = self.face
        clusters = {code: self._clusters[code].glyphs for code in codes if code in self._clusters}
        joined = {glyphs for glyphs in clusters.values() if not _is_single_glyph(glyphs)}
        if not self.convert and not joined:
            return face
        data = face._ttf_data
        if self.convert:
            used = {face.charToGlyph.get(code, 0) for code in codes if code not in clusters}
            used |= {glyph for glyphs in clusters.values() for glyph, *_ in glyphs}
            data = self.convert(sorted(used))
        numbers: dict[Glyphs, int] = {}
        if joined:
            from printgen.face.font_formats import add_composite_glyphs

            widths = {glyphs: self._measure_glyphs(glyphs) for glyphs in sorted(joined)}
            data, numbers = add_composite_glyphs(data, widths)
        printed: Any = TTFontFace(BytesIO(data))
        for code, glyphs in clusters.items():
            printed.charToGlyph[code] = numbers.get(glyphs, glyphs[0][0])
            printed.charWidths[code] = face.charWidths[code]
        return printed

    def _decode_character_code(self, code: str) -> str:
        number = int(code, 16)
        return self._clusters[number].text if number in self._clusters else chr(number)


_FIRST_CLUSTER, _LAST_CLUSTER = 0x100000, 0x10FFFD
"""The range of characters that encode clusters in a PDF: the last plane of private-use Unicode."""


def _is_single_glyph(glyphs: Glyphs) -> bool:
    """Return whether a cluster is a single glyph without an offset."""
    return len(glyphs) == 1 and glyphs[0][1:] == (0, 0)


def _read_font_sheet(sheet: Path, log: Log) -> Iterator[tuple[_FaceKey, _FontFile]]:
    """Yield each typeface of a `fonts.css`, with its file; add what is wrong to `log`."""
    with log.collect_failures(Place(str(sheet))):
        text = read_limited_text(sheet, MAX_SHEET_BYTES)
        yield from _read_font_faces(sheet, text, sheet.parent, log, has_only_faces=True)


def _read_font_faces(
    sheet: Path, text: str, folder: Path, log: Log, *, has_only_faces: bool = False
) -> Iterator[tuple[_FaceKey, _FontFile]]:
    """Yield each typeface of the style sheet `text`, with its file; add what is wrong to `log`.

    The files must be in `folder`. With `has_only_faces`, other rules are reported.
    """
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        where = Place(str(sheet), rule.source_line, rule.source_column)
        is_face = rule.type == "at-rule" and rule.lower_at_keyword == "font-face"
        if is_face and rule.content:
            with log.collect_failures():
                yield _read_font_face(sheet, folder, where, rule.content)
        elif is_face:
            log.report(where, "an @font-face rule without descriptors", _SHEET_HINT)
        elif has_only_faces and rule.type == "error":
            log.report(where, f"not CSS: {rule.message}", _SHEET_HINT)
        elif has_only_faces:
            log.report(where, "only @font-face rules are allowed here", _SHEET_HINT)


_LOCAL_HINT = "leave out local(): a font of your computer may differ. Copy its file, and use url()"
_SHEET_HINT = 'write @font-face { font-family: "Name"; font-weight: 400; src: url("File.ttf"); }'


def _read_font_face(
    sheet: Path, folder: Path, where: Place, content: list[Any]
) -> tuple[_FaceKey, _FontFile]:
    """Return the typeface and the file of one @font-face rule (CSS Fonts 3, 4.1).

    The font file must be in `folder`. `content` are the tokens in the braces of the rule. Raises
    `Failure` for a rule that is not valid.
    """
    descriptors: dict[str, Any] = {"font-weight": 400, "font-style": "normal"}
    for item in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        line = Place(str(sheet), item.source_line, item.source_column)
        if item.type != "declaration":
            raise create_failure(ExitCode.RULES, line, "not a declaration", _SHEET_HINT)
        if item.lower_name == "font-display":
            continue  # CSS Fonts 4, 11.1: it is about text that waits for its font
        value = _read_descriptor(item)
        if value is None:
            text = f"{item.name}: {tinycss2.serialize(item.value).strip()}"
            hint = _LOCAL_HINT if "local(" in text else _SHEET_HINT
            raise create_failure(ExitCode.RULES, line, f"{text} is not understood", hint)
        descriptors[item.lower_name] = value
    for name in ("font-family", "src"):
        if name not in descriptors:
            raise create_failure(
                ExitCode.RULES, where, f"this @font-face has no {name}", _SHEET_HINT
            )
    # CSS Fonts 4, 4.3.4: a fragment identifier chooses a face of a collection.
    file, _, face_name = descriptors["src"].partition("#")
    path = sheet.parent / file
    if "\\" in file or not path.resolve().is_relative_to(folder.resolve()):
        message = f"{file} is outside {folder.name}/"
        raise create_failure(ExitCode.RULES, where, message, "put the file there")
    if len(file) > _MAX_NAME_LENGTH or not path.is_file():
        message = f"{file} is not in {sheet.parent.name}/"
        raise create_failure(ExitCode.RULES, where, message, "put the file there")
    family = descriptors["font-family"]
    key = family.lower(), descriptors["font-weight"], descriptors["font-style"]
    return key, (family, path, face_name)


def _read_descriptor(item: Any) -> str | int | None:
    """Return the value of one descriptor of a @font-face, None if the value is not supported."""
    tokens = [token for token in item.value if token.type not in ("whitespace", "comment")]
    # CSS Fonts 4, 4.3.1: format() helps to choose one of several files; here it is the first.
    if item.lower_name == "src" and "," in tokens:
        tokens = tokens[: tokens.index(",")]
    if len(tokens) == 2 and getattr(tokens[1], "lower_name", "") == "format":
        tokens = tokens[:1]
    if len(tokens) != 1:
        return None
    (token,) = tokens
    kind = token.type
    if kind == "function" and token.lower_name == "url" and len(token.arguments) == 1:
        (token,) = token.arguments
        kind = "url" if token.type == "string" else ""
    match item.lower_name, kind:
        case ("font-family", "string" | "ident") | ("src", "url"):
            return str(token.value)
        case "font-weight", "number" if token.is_integer:
            return int(token.int_value)
        case "font-weight", "ident" if token.lower_value in ("normal", "bold"):
            return 400 if token.lower_value == "normal" else 700
        case "font-style", "ident" if token.value in ("normal", "italic"):
            return str(token.value)
    return None


def _load_typeface(file: _FontFile, weight: int, style: FontStyle) -> Typeface:
    """Return the typeface in a font file; raises `Failure` (rules) if the file is not valid."""
    family, path, face_name = file
    try:
        data = read_limited_bytes(path, MAX_FONT_BYTES)
    except InputError as error:
        raise create_failure(ExitCode.RULES, Place(str(path)), error.message, error.hint) from error
    letters = "".join(letter for letter in family.title() if letter.isascii() and letter.isalnum())
    slant, convert, unpack = "Italic" if style == "italic" else "", None, None
    # Two families without Latin letters may use two faces of one file.
    tag = b"" if letters else f"{family}#{face_name}".encode()
    name = f"{letters}-{weight}{slant}-{zlib.crc32(tag, zlib.crc32(data)):08x}"
    try:
        if data[:4] in (b"OTTO", b"ttcf", b"wOFF", b"wOF2"):
            # Imported here, because the bundled fonts need no conversion.
            from printgen.face.font_formats import convert_font, unpack_font

            unpack, convert = (partial(f, data, face_name) for f in (unpack_font, convert_font))
            data = convert()
        font = PdfFont(name, BytesIO(data), asciiReadable=False)
        font.path, font.convert = path, convert
        tables = font.face.table
        ends = [entry["offset"] + entry["length"] for entry in tables.values()]
        if max(ends) > len(data) or "glyf" not in tables:
            raise ValueError("it is truncated, or has no outlines")
        ascent, descent = _read_ascent_descent(font)
        glyphs, widths = font.face.charToGlyph, font.face.charWidths
        ems = {chr(code): width / 1000 for code, width in widths.items() if glyphs.get(code)}
        # Like browsers, allow these characters in any font, as they are not visible.
        ems |= dict.fromkeys((SOFT_HYPHEN, ZERO_WIDTH_SPACE, *_JOINERS), 0.0)
        if " " in ems:
            ems = {THIN_SPACE: 0.2, NARROW_SPACE: ems[" "] / 2} | ems
    # A damaged font file can raise almost any exception in reportlab and fontTools; for the
    # user each of them means the same.
    except Exception as error:
        raise _make_font_failure(path, error) from error
    shaper = Shaper(data, unpack)
    return Typeface(name, family, weight, style, path, ascent, descent, font, ems, shaper)


def _make_font_failure(path: Path, error: Exception) -> Failure:
    """Return the failure for a file that is not a valid font."""
    hint = "use a valid font file: .ttf, .otf, .ttc, .otc, .woff or .woff2"
    return create_failure(ExitCode.RULES, Place(str(path)), f"is not a valid font: {error}", hint)


def _centre_capitals(typeface: Typeface) -> Typeface:
    """Return a typeface with another ascent and descent, which centre its capitals on a line.

    Capitals of the bundled fonts are centred, and templates rely on it. Lines of other fonts are up
    to 1.6 em high, and their letters are higher or lower on the line.
    """
    face: Any = typeface.pdf_font.face
    height = min(typeface.ascent + typeface.descent, _MAX_LINE_HEIGHT)
    # Labels look centred in Alegreya Sans, where the middle of a line is that of 93 % of a capital.
    # Fonts without capitals have a height of 0 for them.
    capital = (face.capHeight or _USUAL_CAPITAL) / 1000
    ascent = (height + 0.93 * min(capital, typeface.ascent)) / 2
    return replace(typeface, ascent=ascent, descent=height - ascent)


_USUAL_CAPITAL = 700
"""The height of capitals in thousandths of an em that fonts without capitals are given."""
_MAX_LINE_HEIGHT = 1.36
"""The most of ascent and descent together in em: those of the bundled Alegreya."""


def _read_ascent_descent(font: TTFont) -> tuple[float, float]:
    """Return ascent and descent in em, both positive, as browsers choose them."""
    face: Any = font.face
    em = face.unitsPerEm
    # OpenType, OS/2 table: bit 7 of fsSelection (USE_TYPO_METRICS) prefers sTypoAscender and
    # sTypoDescender to the values in hhea.
    if "OS/2" in face.table and int.from_bytes(face.get_table("OS/2")[62:64], "big") & 0x80:
        ascent, descent = struct.unpack(">hh", face.get_table("OS/2")[68:72])
    else:
        ascent, descent = struct.unpack(">hh", face.get_table("hhea")[4:8])
    return ascent / em, -descent / em
