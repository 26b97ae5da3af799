"""Shaping of words by HarfBuzz: kerning, ligatures, and the glyphs of scripts that need them.

Each word is shaped separately, so the widths of words and spaces add up. Font files are read by
`fonts`. Lines, styles and PDF are unknown here.
"""

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple
from unicodedata import category

import uharfbuzz

from printgen.directions import RIGHT_TO_LEFT

Features = tuple[tuple[str, int], ...]
"""OpenType features that differ from the defaults, such as ("liga", 0), sorted by tag."""

_CJK = "\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
_SPACES = " \u00a0\u2009\u202f"
_FIRST_CJK = "\u2e80"
_SPACED_WORDS = re.compile(f"[^{_SPACES}]+|.")
# Compiling these large sets takes 3 ms in Python 3.11, so it is done for the first text with them.
_CJK_LETTER = f"[{_CJK}]"
_CJK_WORDS = f"[^{_SPACES}{_CJK}]+|[{_SPACES}]|{_CJK_LETTER}[\ufe00-\ufe0f\u3099\u309a]*"

_LATIN_LETTER = re.compile("[A-Za-z]")
_COMMON_SCRIPTS = (None, "Zyyy", "Zinh", "Zzzz")
"""Script codes of signs that are used in several scripts (UAX #24)."""


def is_cjk(letter: str) -> bool:
    """Return whether a letter is Chinese, Japanese or Korean (class ID of UAX #14)."""
    return letter >= _FIRST_CJK and bool(re.match(_CJK_LETTER, letter))


def split_words(text: str) -> list[str]:
    """Return the parts of a text that are shaped separately.

    These are words, spaces, and single letters of Chinese or Japanese.
    """
    if text.isascii() or max(text) < _FIRST_CJK:
        return _SPACED_WORDS.findall(text)
    return re.findall(_CJK_WORDS, text)


def list_words_in_visual_order(text: str, *, is_rtl: bool) -> list[str]:
    """Return the words and spaces of a text in the order in which they are seen from the left.

    Letters of Chinese or Japanese are words of their own. `is_rtl` is true for a text from right to
    left.
    """
    return split_words(text)[:: -1 if is_rtl else 1]


def is_shaped_together(before: str, after: str) -> bool:
    """Return whether two neighbouring letters are shaped as one word.

    Spaces, icons, and letters of Chinese, Japanese or Korean are never shaped with other letters.
    """
    return not any(letter in f"{_SPACES}\ufffc" or is_cjk(letter) for letter in (before, after))


_NO_INK = frozenset(("Mn", "Me", "Cc", "Cf", "Zs", "Zl", "Zp"))
"""General categories of characters that have no ink of their own (UAX #44, 5.7.1)."""
_FILLERS = frozenset(("\u3164", "\uffa0", *map(chr, range(0x115F, 0x1200))))
"""Hangul fillers, and the letters that join the one before them (UAX #44, Default_Ignorable)."""


def has_ink(letter: str) -> bool:
    """Return whether a letter must print something: it is no space, joiner or combining mark."""
    return category(letter) not in _NO_INK and letter not in _FILLERS


Glyphs = tuple[tuple[int, int, int], ...]
"""The number of each glyph, and its offsets to the right and upwards, in font units."""


class GlyphCluster(NamedTuple):
    """The glyphs that print some letters together, mostly one letter and its glyph.

    `advance` is their width in em.
    """

    text: str
    glyphs: Glyphs
    advance: float


_MIN_INK = 0.03
"""The least width or height of ink in em: with less, nobody sees it. A point is 0.1 em."""

InkBounds = tuple[float, float, float, float]
"""The bounds of outlines in em, from the baseline's start: left, bottom, right and top."""


class Shaper:
    """Shapes words with HarfBuzz, by the font file in `data`.

    If the glyphs in `data` have no outlines, `unpack` returns the same font with outlines.
    """

    def __init__(self, data: bytes, unpack: Callable[[], bytes] | None = None) -> None:
        face = uharfbuzz.Face(data)
        self._font, self._em = uharfbuzz.Font(face), face.upem
        self._buffer = uharfbuzz.Buffer()
        self._unpack = unpack
        self._ink_by_glyph: dict[int, InkBounds | None] = {}

    @cached_property
    def outlines(self) -> Any:
        """The font of HarfBuzz with the outlines of the glyphs."""
        return uharfbuzz.Font(uharfbuzz.Face(self._unpack())) if self._unpack else self._font

    def measure_ink(self, glyphs: Glyphs) -> InkBounds | None:
        """Return the bounds of the ink of a cluster; None if it has no ink."""
        inks, em = list[InkBounds](), self._em
        for glyph, right, up in glyphs:
            if glyph not in self._ink_by_glyph:
                self._ink_by_glyph[glyph] = self._measure_glyph(glyph)
            if ink := self._ink_by_glyph[glyph]:
                across, along = right / em, up / em
                inks.append((ink[0] + across, ink[1] + along, ink[2] + across, ink[3] + along))
        if len(inks) < 2:
            return inks[0] if inks else None
        lefts, bottoms, rights, tops = zip(*inks, strict=True)
        return min(lefts), min(bottoms), max(rights), max(tops)

    def _measure_glyph(self, glyph: int) -> InkBounds | None:
        extents = self.outlines.get_glyph_extents(glyph)
        if not extents or not extents.width or not extents.height:
            return None
        if max(extents.width, -extents.height) < _MIN_INK * self._em:
            return None  # fonts to try out may have a speck for each letter that they lack
        left, top = extents.x_bearing, extents.y_bearing
        edges = left, top + extents.height, left + extents.width, top
        bounds: Any = tuple(edge / self._em for edge in edges)
        return bounds  # type: ignore[no-any-return]

    def _shape(self, word: str, features: Features, *, is_rtl: bool) -> Any:
        # Nothing depends on the machine: HarfBuzz would take the language of its user.
        buffer = self._buffer
        buffer.reset()
        script = "Latn"
        if not word.isascii():
            # Latin letters in a word of another script do not decide how it is shaped.
            buffer.add_str(_LATIN_LETTER.sub("", word))
            buffer.guess_segment_properties()
            script = "Latn" if buffer.script in _COMMON_SCRIPTS else buffer.script
            buffer.reset()
        buffer.add_str(word)
        buffer.script, buffer.language = script, "en"
        buffer.direction = "rtl" if is_rtl else "ltr"
        uharfbuzz.shape(self._font, buffer, dict(features))
        return buffer

    def measure_right_bearing(self, letter: str) -> float:
        """Return the space between a letter's ink and the right end of its advance, in em."""
        glyph = self._font.get_nominal_glyph(ord(letter)) or 0
        extents = self._font.get_glyph_extents(glyph)
        right = extents.x_bearing + extents.width if extents else 0
        return float((self._font.get_glyph_h_advance(glyph) - right) / self._em)

    def measure(self, word: str, features: Features) -> float:
        """Return the advance width of a word in em."""
        is_rtl = bool(RIGHT_TO_LEFT.search(word))
        positions = self._shape(word, features, is_rtl=is_rtl).glyph_positions
        return float(sum([position.x_advance for position in positions]) / self._em)

    def shape(self, word: str, features: Features, *, is_rtl: bool) -> tuple[GlyphCluster, ...]:
        """Return the glyphs of a word, in clusters from left to right."""
        buffer = self._shape(word, features, is_rtl=is_rtl)
        groups: dict[int, list[Any]] = {}
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            groups.setdefault(info.cluster, []).append((info.codepoint, position))
        starts = sorted(groups)
        ends = dict(zip(starts, (*starts[1:], len(word)), strict=True))
        clusters = list[GlyphCluster]()
        for start, pairs in groups.items():
            text, x, glyphs = word[start : ends[start]], 0, list[tuple[int, int, int]]()
            if clusters and not clusters[-1].advance:
                # Such as an alef on its lam: both are printed, and read, as one.
                before = clusters.pop()
                text = text + before.text if is_rtl else before.text + text
                glyphs += before.glyphs
            for glyph, position in pairs:
                glyphs.append((glyph, x + position.x_offset, position.y_offset))
                x += position.x_advance
            clusters.append(GlyphCluster(text, tuple(glyphs), x / self._em))
        return tuple(clusters)
