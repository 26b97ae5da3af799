"""Text encoded in the font subsets that one PDF embeds (ISO 32000-1, 9.4.3 and 9.6.4).

reportlab gives each glyph a code in a subset of the font when the glyph is first used. One subset
has at most 256 codes, so a run may need several strings, which are shown without a gap between
them. A no-break space is printed, and reads back, as a space. A character without a glyph raises
`Failure`: an empty box is never printed.
"""

from collections.abc import Sequence
from functools import partial

from reportlab.pdfbase.pdfdoc import PDFDocument

from printgen.directions import mirror_brackets
from printgen.face.face import TextRun
from printgen.face.fonts import Typeface
from printgen.face.shaping import Features, list_words_in_visual_order
from printgen.press.writing.labels import format_decimal
from printgen.problems import ExitCode, Place, create_failure
from printgen.system.cache import Cache

GlyphStrings = tuple[tuple[str, str], ...]
"""Pairs of the font's resource name and an operator that shows a string in it (Tj or TJ)."""

_TextKey = tuple[str, str, Features, bool]
"""The name of a typeface, a text, its features, and whether it is written from right to left."""

_CACHE_SIZE = 1 << 15
# ISO 32000-1, 7.3.4.2: parentheses and backslashes are escaped, other bytes may be octal (\ddd).
_ESCAPES = {byte: f"\\{byte:03o}" if not 32 <= byte < 127 else chr(byte) for byte in range(256)} | {
    ord(sign): f"\\{sign}" for sign in "()\\"
}


class GlyphEncoder:
    """Encodes texts in the fonts of one document, with a cache of encoded texts."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf = pdf
        # Bounded, so that a print with many words does not fill the memory.
        self._strings_by_text: Cache[_TextKey, GlyphStrings] = Cache(_CACHE_SIZE)
        self._words: Cache[_TextKey, tuple[str, list[float]]] = Cache(_CACHE_SIZE)
        self._typefaces: dict[bytes, Typeface] = {}

    def encode_text(self, run: TextRun, subject: str) -> GlyphStrings:
        """Return the encoded strings that print a text; `subject` names its face in messages.

        Raises `Failure`: INTERNAL_ERROR if a glyph is missing, because layout has checked that
        before; RULES if two font files have the same PostScript name.
        """
        key = run.typeface.name, run.text, run.features, run.is_rtl
        strings = self._strings_by_text.get(key)
        if strings is None:
            strings = self._strings_by_text.set(key, self._encode_strings(run, subject))
        return strings

    def _encode_strings(self, run: TextRun, subject: str) -> GlyphStrings:
        text, typeface = run.text, run.typeface
        # A control character prints nothing, even if the font maps it to a glyph.
        control_characters = "".join(sign for sign in text if sign < " ")
        missing = typeface.find_missing_letters(text) or control_characters
        if missing:
            code_points = ", ".join(f"U+{ord(letter):04X}" for letter in missing)
            message = f"{typeface.path.name} has no glyph for {code_points} in {text!r}"
            raise create_failure(ExitCode.INTERNAL_ERROR, subject, message)
        font = typeface.pdf_font
        if typeface not in self._typefaces.values():
            self._register_font(typeface)
        codes, moves = "", list[float]()
        for word in list_words_in_visual_order(text, is_rtl=run.is_rtl):
            key = typeface.name, word, run.features, run.is_rtl
            encoded = self._words.fetch(key, partial(_encode_word, typeface, *key[1:]))
            codes += encoded[0]
            moves += encoded[1]
        strings: list[tuple[str, str]] = []
        start = 0
        for subset, part in font.splitString(codes, self._pdf):
            name = font.getSubsetInternalName(subset, self._pdf)[1:]
            end = start + len(part)
            strings.append((name, _format_show_operator(part, moves[start:end])))
            start = end
        return tuple(strings)

    def _register_font(self, typeface: Typeface) -> None:
        """Note that the document uses a typeface.

        Raises `Failure` (rules) if another typeface of the document has the same PostScript name.
        """
        name = typeface.pdf_font.face.name
        other = self._typefaces.setdefault(name, typeface)
        if other != typeface:
            code = name.decode("latin-1")
            message = f"has the same PostScript name as {other.path.name}: {code}"
            hint = "give one of the two fonts another PostScript name, or use only one of them"
            raise create_failure(ExitCode.RULES, Place(str(typeface.path)), message, hint)


def _format_show_operator(codes: bytes, moves: Sequence[float]) -> str:
    """Return the PDF operator that shows the glyphs in `codes`.

    `moves` has, for each glyph, how far what follows is moved to the left, in thousandths of an em.
    """
    letters = [_ESCAPES[code] for code in codes]
    if not any(moves):
        return f"({''.join(letters)}) Tj"
    # ISO 32000-1, 9.4.3: the numbers of TJ are subtracted, in thousandths of text space units.
    pairs = zip(letters, moves, strict=True)
    shown = "".join([f"{code}){format_decimal(move)}(" if move else code for code, move in pairs])
    end = shown.removesuffix("(") if moves[-1] else f"{shown})"
    return f"[({end}] TJ"


def _encode_word(
    typeface: Typeface, word: str, features: Features, is_rtl: bool
) -> tuple[str, list[float]]:
    """Return one character for each cluster of a word, and how far to move to the left after each.

    The moves are in thousandths of an em.
    """
    font, codes, moves, rest = typeface.pdf_font, "", list[float](), 0.0
    for cluster in typeface.shape(word, features, is_rtl=is_rtl):
        if is_rtl:
            # Readers reverse the letters of such text, and mirror its brackets (UAX #9, L4).
            cluster = cluster._replace(text=mirror_brackets(cluster.text)[::-1])
        # A thin space that the font lacks is its normal space, with a move.
        code = font.encode_cluster(cluster) if cluster.glyphs else " "
        codes += code
        # Whole numbers are shorter. The rest is added to the next one: words keep their widths.
        move = font.get_code_width(code) - cluster.advance * 1000 + rest
        moves.append(round(move))
        rest = move - moves[-1]
    return codes, moves
