"""Text encoded in the font subsets that one PDF embeds (ISO 32000-1, 9.4.3 and 9.6.4).

reportlab gives each glyph a code in a subset of the font when the glyph is first used. One subset
has at most 256 codes, so a run may need several strings, which are shown without a gap between
them. A no-break space is printed, and reads back, as a space. A character without a glyph raises
`Failure`: an empty box is never printed.
"""

import re

from reportlab.pdfbase.pdfdoc import PDFDocument

from printgen.face.fonts import NARROW_SPACE, THIN, Typeface
from printgen.press.writing.labels import format_decimal
from printgen.problems import ExitCode, Place, refuse
from printgen.system.cache import Cache

GlyphStrings = tuple[tuple[str, str], ...]
"""Pairs of the font's resource name and an operator that shows a string in it (Tj or TJ)."""

_CACHE_SIZE = 1 << 15
_THIN = re.compile(f"[^{THIN}{NARROW_SPACE}]*[{THIN}{NARROW_SPACE}]|[^{THIN}{NARROW_SPACE}]+")
# ISO 32000-1, 7.3.4.2: parentheses and backslashes are escaped, other bytes may be octal (\ddd).
_ESCAPES = {byte: f"\\{byte:03o}" if not 32 <= byte < 127 else chr(byte) for byte in range(256)} | {
    ord(sign): f"\\{sign}" for sign in "()\\"
}


class GlyphEncoder:
    """The fonts of one document, with a cache of encoded texts."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf = pdf
        # Bounded, so that a print with many words does not fill the memory.
        self._strings_by_text: Cache[tuple[str, str], GlyphStrings] = Cache(_CACHE_SIZE)
        self._typefaces: dict[bytes, Typeface] = {}

    def encode_text(self, typeface: Typeface, text: str, subject: str) -> GlyphStrings:
        """Return the strings that print `text`; `subject` names the face in messages.

        Raises `Failure`: INTERNAL_ERROR if a glyph is missing, because layout has checked that
        before; RULES if two font files have the same PostScript name.
        """
        key = (typeface.name, text)
        strings = self._strings_by_text.get(key)
        if strings is None:
            strings = self._strings_by_text.set(key, self._make_strings(typeface, text, subject))
        return strings

    def _make_strings(self, typeface: Typeface, text: str, subject: str) -> GlyphStrings:
        # A control character prints nothing, even if the font maps it to a glyph.
        control_characters = "".join(sign for sign in text if sign < " ")
        missing = typeface.find_missing_letters(text) or control_characters
        if missing:
            message = f"{typeface.family} has no glyph for {missing!r} in {text!r}"
            raise refuse(ExitCode.INTERNAL_ERROR, subject, message)
        font = typeface.pdf_font
        if typeface not in self._typefaces.values():
            self._register_font(typeface)
        strings: list[tuple[str, str]] = []
        # A thin space that the font lacks is its normal space with a TJ adjustment:
        # ISO 32000-1, 9.4.3: the number is subtracted, in thousandths of text space units.
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
            code = name.decode("latin-1")
            message = f"has the same PostScript name as {other.path.name}: {code}"
            hint = "give one of the two fonts another PostScript name, or use only one of them"
            raise refuse(ExitCode.RULES, Place(str(typeface.path)), message, hint)
