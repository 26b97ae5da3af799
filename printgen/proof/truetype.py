"""Turn the bytes of a TrueType font into its outlines, its advances and its names.

It opens no more than a proof asks for: outlines are compared as the bytes that describe them, and
none is drawn. The bytes may come from a stranger: what lies out of bounds is a ValueError. It knows
neither PDF nor rules.
"""

from collections.abc import Mapping
from struct import Struct, error, unpack_from

_RECORD = Struct(">4sLLL")
_POSTSCRIPT = 6
_MOST_TABLES = 64
_DEEPEST = 8
_MORE = 0x20
_WORDS = 0x1
_SCALES = ((0x8, 2), (0x40, 4), (0x80, 8))
_NONE_DRAWN = (b"", b"\0\0")


class TrueType:
    """One font. Glyphs are numbers."""

    def __init__(self, data: bytes) -> None:
        """Raises ValueError where the bytes are no such font."""
        try:
            self.tables = _tables(data)
            self.names = _postscript_names(self.tables[b"name"])
            self.units: int = unpack_from(">H", self.tables[b"head"], 18)[0]
            self._long: bool = unpack_from(">h", self.tables[b"head"], 50)[0] == 1
            self._full: int = unpack_from(">H", self.tables[b"hhea"], 34)[0]
            self._loca, self._glyf = self.tables[b"loca"], self.tables[b"glyf"]
            self._hmtx = self.tables[b"hmtx"]
        except (KeyError, error) as broken:
            raise ValueError(f"it lacks {broken}") from broken
        if not self.units or not self._full:
            raise ValueError("it has no measure")

    def metrics(self, glyph: int) -> tuple[int, int]:
        """A glyph's advance and where its outline begins, in the font's units."""
        full = min(glyph, self._full - 1)
        (advance,) = self._at(">H", self._hmtx, 4 * full)
        begin = 4 * glyph + 2 if glyph < self._full else 4 * self._full + 2 * (glyph - self._full)
        (bearing,) = self._at(">h", self._hmtx, begin)
        return advance, bearing

    def outline(self, glyph: int) -> bytes:
        """The bytes that describe a glyph; none where it draws nothing."""
        if self._long:
            start, end = self._at(">LL", self._loca, 4 * glyph)
        else:
            start, end = (2 * half for half in self._at(">HH", self._loca, 2 * glyph))
        if not start <= end <= len(self._glyf):
            raise ValueError("a glyph lies outside its table")
        data = self._glyf[start:end]
        return b"" if data[:2] in _NONE_DRAWN else data

    def by_code(self) -> Mapping[int, int]:
        """Glyphs by code, as a subset has them: one table alone, of the format 6, for any reader.

        Raises ValueError where it has another or more, between which readers choose.
        """
        cmap = self.tables.get(b"cmap", b"")
        (_, count, platform, encoding, start) = self._at(">HHHHL", cmap, 0)
        (form, _, _, first, codes) = self._at(">HHHHH", cmap, start)
        if (count, platform, encoding, form) != (1, 1, 0, 6):
            raise ValueError("it maps its codes otherwise than the press does")
        glyphs = self._at(f">{codes}H", cmap, start + 10)
        return dict(enumerate(glyphs, first))

    def by_character(self) -> Mapping[str, int]:
        """Glyphs by character, as a whole font has them: the format 4 of Unicode's first plane."""
        cmap = self.tables.get(b"cmap", b"")
        (_, count) = self._at(">HH", cmap, 0)
        for index in range(min(count, _MOST_TABLES)):
            platform, encoding, start = self._at(">HHL", cmap, 4 + 8 * index)
            if (platform, encoding) == (3, 1) and self._at(">H", cmap, start) == (4,):
                return self._segments(cmap, start)
        raise ValueError("it does not say which characters it has")

    def _segments(self, cmap: bytes, start: int) -> Mapping[str, int]:
        (double,) = self._at(">H", cmap, start + 6)
        count = double // 2
        ends = self._at(f">{count}H", cmap, start + 14)
        starts = self._at(f">{count}H", cmap, start + 16 + double)
        deltas = self._at(f">{count}H", cmap, start + 16 + 2 * double)
        offsets_at = start + 16 + 3 * double
        offsets = self._at(f">{count}H", cmap, offsets_at)
        glyphs: dict[str, int] = {}
        for index, (low, high, delta, offset) in enumerate(
            zip(starts, ends, deltas, offsets, strict=True)
        ):
            for code in range(low, min(high, 0xFFFE) + 1):
                glyph = code
                if offset:
                    place = offsets_at + 2 * index + offset + 2 * (code - low)
                    (glyph,) = self._at(">H", cmap, place)
                    if not glyph:
                        continue
                if found := (glyph + delta) & 0xFFFF:
                    glyphs[chr(code)] = found
        return glyphs

    @staticmethod
    def _at(form: str, data: bytes, place: int) -> tuple[int, ...]:
        try:
            return unpack_from(form, data, place)
        except error as broken:
            raise ValueError(f"it breaks off: {broken}") from broken


def drawn_alike(one: TrueType, glyph: int, other: TrueType, wanted: int, depth: int = 0) -> bool:
    """Whether a glyph of one font draws what a glyph of another draws, by the bytes of both.

    Either may end in zeros that fill its table. The parts of a composed glyph bear other numbers
    in a subset, and are compared in turn. Raises ValueError.
    """
    ours, theirs = one.outline(glyph), other.outline(wanted)
    if one.metrics(glyph) != other.metrics(wanted):
        return False
    if not theirs or theirs[0] < 0x80:  # contours of its own, not other glyphs
        return ours.rstrip(b"\0") == theirs.rstrip(b"\0")
    if depth >= _DEEPEST or ours[:10] != theirs[:10]:
        return False
    at, more = 10, True
    while more:
        flags, part = _component(ours, at)
        others_flags, others_part = _component(theirs, at)
        at += 4
        size = 4 if flags & _WORDS else 2
        size += next((scale for bit, scale in _SCALES if flags & bit), 0)
        if flags != others_flags or ours[at : at + size] != theirs[at : at + size]:
            return False
        if not drawn_alike(one, part, other, others_part, depth + 1):
            return False
        at += size
        more = bool(flags & _MORE)
    return ours[at:].rstrip(b"\0") == theirs[at:].rstrip(b"\0")


def _component(outline: bytes, at: int) -> tuple[int, int]:
    try:
        flags, glyph = unpack_from(">HH", outline, at)
    except error as broken:
        raise ValueError(f"it breaks off: {broken}") from broken
    return flags, glyph


def _tables(data: bytes) -> dict[bytes, bytes]:
    kind, count = unpack_from(">LH", data)
    if kind != 0x00010000 or count > _MOST_TABLES:
        raise ValueError("it is no TrueType font")
    tables: dict[bytes, bytes] = {}
    for index in range(count):
        tag, _, start, length = _RECORD.unpack_from(data, 12 + 16 * index)
        if tag in tables or start + length > len(data):
            raise ValueError("its tables lie outside it, or twice in it")
        tables[tag] = data[start : start + length]
    return tables


def _postscript_names(table: bytes) -> frozenset[str]:
    """What a PDF may call the font; nothing where it has no such name."""
    names: set[str] = set()
    _, count, strings = unpack_from(">HHH", table)
    for index in range(count):
        platform, _, _, kind, length, start = unpack_from(">HHHHHH", table, 6 + 12 * index)
        if kind == _POSTSCRIPT:
            raw = table[strings + start : strings + start + length]
            names.add(raw.decode("latin-1" if platform == 1 else "utf-16-be", "replace"))
    return frozenset(names)
