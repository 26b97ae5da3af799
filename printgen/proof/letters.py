"""Turn the program of a PDF's font into what it draws otherwise than the font it calls itself.

A letter reads as one thing and may be drawn as another. Here each glyph of a subset is held, byte
by byte, to the glyph that the bundled font of that name has for the character. A font that is not
bundled is only held to itself. It knows no rules.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from printgen.proof.finding import quoted
from printgen.proof.fonts import PrintFont
from printgen.proof.truetype import TrueType, drawn_alike
from printgen.resources import fonts_folder

_INSTRUCTIONS = (b"cvt ", b"fpgm", b"prep")
_TABLES = {b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"post"}
_TABLES |= set(_INSTRUCTIONS)
"""What a subset consists of: anything more may draw letters in another way."""
_OFF = 1.0
"""How far a width may be from its glyph's, in em / 1000: it is rounded."""


class Letters(NamedTuple):
    """What was found of one font."""

    faults: tuple[str, ...]
    compared: bool
    """Whether its letters could be held to a bundled font's."""


def compare_letters(font: PrintFont) -> Letters:
    """What the font's program draws otherwise than it says."""
    try:
        program = TrueType(font.program())
        faults = list(_by_itself(font, program))
        original = _bundled().get(_called(font))
        # A user's own version of a bundled font has a name table of its own.
        known = original is not None and original.font.tables[b"name"] == program.tables[b"name"]
        if original is not None and known:
            faults += _by_the_original(font, program, original)
    except ValueError as broken:
        return Letters((f"its program cannot be read: {broken}",), True)
    return Letters(tuple(faults), known)


class _Original(NamedTuple):
    font: TrueType
    glyphs: Mapping[str, int]


@cache
def _bundled() -> Mapping[str, _Original]:
    """The bundled fonts by their PostScript names."""
    fonts = [TrueType(path.read_bytes()) for path in sorted(fonts_folder().glob("*.ttf"))]
    return {name: _Original(font, font.by_character()) for font in fonts for name in font.names}


def _called(font: PrintFont) -> str:
    """Its name without the mark of a subset."""
    return font.name.partition("+")[2] if font.subset else font.name


def _by_itself(font: PrintFont, program: TrueType) -> Iterator[str]:
    if program.names and _called(font) not in program.names:
        yield f"its program is that of {quoted(min(program.names))}"
    if strange := sorted(program.tables.keys() - _TABLES):
        shown = ", ".join(tag.decode("latin-1").strip() for tag in strange)
        yield f"its program has the tables {quoted(shown)}, which a subset of the press's has not"
    glyphs = program.by_code()
    for code, character in font.characters.items():
        glyph = glyphs.get(code)
        if glyph is None:
            yield f"its program has no glyph for the code {code}, {quoted(character)}"
            continue
        if len(character) != 1:
            yield f"its code {code} reads as {quoted(character)}, which is not one character"
        elif character.isspace() and program.outline(glyph):
            yield f"its code {code} reads as a blank, U+{ord(character):04X}, and draws a letter"
        advance = program.metrics(glyph)[0] * 1000 / program.units
        width = font.widths.get(code)
        if character != "\0" and (width is None or abs(width - advance) > _OFF):
            yield f"its {quoted(character)} is {advance:.0f} wide; the PDF says {width}"


def _by_the_original(font: PrintFont, program: TrueType, original: _Original) -> Iterator[str]:
    if program.units != original.font.units or any(
        program.tables.get(tag) != original.font.tables.get(tag) for tag in _INSTRUCTIONS
    ):
        yield "its program draws letters otherwise than the bundled font"
    glyphs = program.by_code()
    for code, character in font.characters.items():
        wanted = original.glyphs.get(character, 0)
        if code in glyphs and not drawn_alike(program, glyphs[code], original.font, wanted):
            yield f"its {quoted(character)} is not the bundled font's"
