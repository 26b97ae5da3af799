"""Turn text into strings of glyph codes of the fonts that one PDF embeds.

reportlab gives each glyph a code in one of the font's subsets as it is first used. A run of more
than one subset (a font's glyphs past the first 255) is several strings that follow on one another
without a gap. A no-break space is printed, and reads back, as a space. A character without a glyph
is refused: no blank box is ever written.
"""

import re

from reportlab.pdfbase.pdfdoc import PDFDocument

from printgen.layout.fonts import NARROW_SPACE, THIN, Typeface
from printgen.press.pdf_numbers import format_decimal
from printgen.problems import ExitCode, Failure, Problem, Spot
from printgen.system.cache import Cache

GlyphStrings = tuple[tuple[str, str], ...]
"""Pairs of a font's name in the page's resources and the operator that shows a string in it."""

_CACHE_SIZE = 1 << 15
_THIN = re.compile(f"[^{THIN}{NARROW_SPACE}]*[{THIN}{NARROW_SPACE}]|[^{THIN}{NARROW_SPACE}]+")
_ESCAPES = {byte: f"\\{byte:03o}" if not 32 <= byte < 127 else chr(byte) for byte in range(256)} | {
    ord(sign): f"\\{sign}" for sign in "()\\"
}


class GlyphEncoder:
    """The fonts of one document, and the text that was set in them."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf = pdf
        # It bounds the memory of a print of many words.
        self._strings_by_text: Cache[tuple[str, str], GlyphStrings] = Cache(_CACHE_SIZE)
        self._typefaces: dict[bytes, Typeface] = {}

    def encode_text(self, typeface: Typeface, text: str, subject: str) -> GlyphStrings:
        """The strings that print `text`; `subject` names the face in messages.

        Raises `Failure` (own fault, since layout has looked before) on a character that the
        typeface lacks, and (rules) on two font files that go by one PostScript name.
        """
        key = (typeface.name, text)
        strings = self._strings_by_text.get(key)
        if strings is None:
            strings = self._strings_by_text.set(key, self._make_strings(typeface, text, subject))
        return strings

    def _make_strings(self, typeface: Typeface, text: str, subject: str) -> GlyphStrings:
        # A control character prints nothing, whatever a font says.
        control_characters = "".join(sign for sign in text if sign < " ")
        missing = typeface.find_missing_letters(text) or control_characters
        if missing:
            message = f"{typeface.family} {typeface.weight} cannot print {missing!r} of {text!r}"
            raise Failure(ExitCode.INTERNAL_ERROR, (Problem(Spot(subject=subject), message),))
        font = typeface.pdf_font
        if typeface not in self._typefaces.values():
            self._register_font(typeface)
        strings: list[tuple[str, str]] = []
        # A thin space that the font lacks is its space, and a step back.
        for part in _THIN.findall(text):
            space = part[-1] if not font.face.charToGlyph.get(ord(part[-1])) else ""
            for subset, codes in font.splitString(part[:-1] + " " if space else part, self._pdf):
                name = font.getSubsetInternalName(subset, self._pdf)[1:]
                strings.append((name, f"({''.join([_ESCAPES[byte] for byte in codes])}) Tj"))
            if space:
                step_back = typeface.measure(" ", 1000) - typeface.measure(space, 1000)
                name, last = strings[-1]
                strings[-1] = name, f"[{last.removesuffix(' Tj')} {format_decimal(step_back)}] TJ"
        return tuple(strings)

    def _register_font(self, typeface: Typeface) -> None:
        name = typeface.pdf_font.face.name
        other = self._typefaces.setdefault(name, typeface)
        if other != typeface:
            problem = Problem(
                Spot(file=str(typeface.path)),
                f"calls itself {name.decode('latin-1')}, as {other.path.name} does",
                "give one of the two fonts another PostScript name, or use only one of them",
            )
            raise Failure(ExitCode.RULES, (problem,))
