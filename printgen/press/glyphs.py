"""Turn text into strings of glyph codes of the fonts that one PDF embeds.

reportlab gives each glyph a code in one of the font's subsets as it is first used. A run of more
than one subset (a font's glyphs past the first 255) is several strings that follow on one another
without a gap. A no-break space is printed, and reads back, as a space. A character without a glyph
is refused: no blank box is ever written.
"""

import re

from reportlab.pdfbase.pdfdoc import PDFDocument

from printgen.layout.fonts import NARROW, THIN, Typeface
from printgen.press.pdf_numbers import decimal
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.system.cache import Answers

Shown = tuple[tuple[str, str], ...]
"""Pairs of a font's name in the page's resources and the operator that shows a string in it."""

_REMEMBERED = 1 << 15
_THIN = re.compile(f"[^{THIN}{NARROW}]*[{THIN}{NARROW}]|[^{THIN}{NARROW}]+")
_ESCAPES = {byte: f"\\{byte:03o}" if not 32 <= byte < 127 else chr(byte) for byte in range(256)} | {
    ord(sign): f"\\{sign}" for sign in "()\\"
}


class Glyphs:
    """The fonts of one document, and the text that was set in them."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf = pdf
        # It bounds the memory of a print of many words.
        self._shown: Answers[tuple[str, str], Shown] = Answers(_REMEMBERED)
        self._files: dict[bytes, Typeface] = {}

    def shown(self, typeface: Typeface, text: str, subject: str) -> Shown:
        """The strings that print `text`; `subject` names the face in messages.

        Raises `Failure` (own fault, since layout has looked before) on a character that the
        typeface lacks, and (rules) on two font files that go by one PostScript name.
        """
        key = (typeface.name, text)
        shown = self._shown.get(key)
        if shown is None:
            shown = self._shown.keep(key, self._encode(typeface, text, subject))
        return shown

    def _encode(self, typeface: Typeface, text: str, subject: str) -> Shown:
        # A control character prints nothing, whatever a font says.
        odd = "".join(sign for sign in text if sign < " ")
        lacking = typeface.missing(text) or odd
        if lacking:
            message = f"{typeface.family} {typeface.weight} cannot print {lacking!r} of {text!r}"
            raise Failure(ExitCode.OWN_FAULT, (Problem(Where(subject=subject), message),))
        font = typeface.pdf_font
        if typeface not in self._files.values():
            self._admit(typeface)
        shown: list[tuple[str, str]] = []
        # A thin space that the font lacks is its space, and a step back.
        for part in _THIN.findall(text):
            space = part[-1] if not font.face.charToGlyph.get(ord(part[-1])) else ""
            for subset, codes in font.splitString(part[:-1] + " " if space else part, self._pdf):
                name = font.getSubsetInternalName(subset, self._pdf)[1:]
                shown.append((name, f"({''.join([_ESCAPES[byte] for byte in codes])}) Tj"))
            if space:
                back = typeface.advance(" ", 1000) - typeface.advance(space, 1000)
                name, last = shown[-1]
                shown[-1] = name, f"[{last.removesuffix(' Tj')} {decimal(back)}] TJ"
        return tuple(shown)

    def _admit(self, typeface: Typeface) -> None:
        name = typeface.pdf_font.face.name
        other = self._files.setdefault(name, typeface)
        if other != typeface:
            problem = Problem(
                Where(file=str(typeface.path)),
                f"calls itself {name.decode('latin-1')}, as {other.path.name} does",
                "give one of the two fonts another PostScript name, or use only one of them",
            )
            raise Failure(ExitCode.RULES, (problem,))
