"""Turn a page's operators into pieces, so that what is equal in all that it is painted by is one.

A piece ends where a label does. What is painted by it depends on its operators and on the graphics
state that it begins in; a face's place on its page is apart. It reads neither words nor labels, and
knows of the operators those that printgen writes: a page of others it does not split.
"""

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from printgen.once import Answers

MOST = 1 << 13
"""Pieces that are known at a time: a deck of which no two cards are alike has some 2,000."""

_LARGEST = 1 << 24
"""Bytes of a page's operators; a sheet of cards has 100,000."""
_END = rb"(?=[][ \r\n\t()<>/]|\Z)"
_TOKEN = re.compile(
    rb"(\((?:[^()\\]|\\.)*\)|<<|>>|<[0-9A-Fa-f]*>|[][]|/[^][\s()<>{}/%%\0]*"
    rb"|[-+]?(?:\d+\.?\d*|\.\d+)%b)|([A-Za-z*]+)%b|[^ \r\n\t]" % (_END, _END),
    re.DOTALL,
)
"""An operand, an operator, or (in neither group) what is not expected."""
_FACE = re.compile(
    rb"((?:(?!/Face).)*)/Face\s*<<[^<>]*>>\s*BDC\s+q\s+1\s+0\s+0\s+1"
    rb"\s+(-?[\d.]+)\s+(-?[\d.]+)\s+cm(?=\s)",
    re.DOTALL,
)
_SETS = {one: one for one in b"w J j M d i ri Tc Tw Tz TL Tf Tr Ts".split()}
_SETS |= dict.fromkeys((b"rg", b"g", b"k"), b"g") | dict.fromkeys((b"RG", b"G", b"K"), b"G")
"""Operators that set something, by what they set."""

Point = tuple[float, float]
_Saved = tuple[tuple[tuple[bytes, bytes], ...], tuple[bytes, ...]]


class _State(NamedTuple):
    """What a piece begins in: settings, maps, what is saved of both, and whether a face is open."""

    settings: tuple[tuple[bytes, bytes], ...] = ()
    maps: tuple[bytes, ...] = ()
    saved: tuple[_Saved, ...] = ()
    in_face: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """How many objects a piece paints, and the number of the state after it; equal ones are one."""

    count: int
    after: int


class Placed(NamedTuple):
    """A piece on its page: the corner of its face, in points, None of what stands in no face."""

    piece: Piece
    corner: Point | None


class Operators(NamedTuple):
    """A page's operators as the file has them packed, and the number of what they name, or 0."""

    packed: bytes
    resources: int

    def unpacked(self) -> bytes:
        """All of them; nothing where they cannot be had."""
        unpacker = zlib.decompressobj()
        try:
            content = unpacker.decompress(self.packed, _LARGEST)
        except zlib.error:
            return b""
        return content if unpacker.eof else b""


class Splitter:
    """Splits pages that name the same fonts and pictures."""

    def __init__(self) -> None:
        self._numbers: dict[_State, int] = {}
        self._states: list[_State] = []
        self._pieces: Answers[tuple[int, bytes], Piece] = Answers(MOST)

    def split(self, content: bytes) -> list[Placed]:
        """The pieces of a page in order; none where anything in it is not as expected."""
        if len(self._states) > MOST:
            self._numbers.clear()
            self._states.clear()
            self._pieces.clear()
        found: list[Placed] = []
        state = self._number(_State())
        corner: Point | None = None
        *labelled, rest = (b"\n" + content).split(b"EMC")
        for operators in labelled:
            if (state, operators) not in self._pieces and (opened := _FACE.match(operators)):
                before = self._piece(state, opened[1], ends=False)
                if before is None or self._states[before.after][1:] != ((), (), False):
                    return []
                found.append(Placed(before, None))
                outer = self._states[before.after].settings
                state = self._number(_State(outer, (), ((outer, ()),), in_face=True))
                corner = float(opened[2]), float(opened[3])
                operators = operators[opened.end() :]
            key = state, operators
            piece = self._pieces.get(key)
            if piece is None:
                piece = self._piece(*key, ends=True)
                if piece is None:
                    return []
                self._pieces.keep(key, piece)
            found.append(Placed(piece, corner))
            state = piece.after
            if not self._states[state].in_face:
                corner = None
        last = self._piece(state, rest + b"\n", ends=False)
        return [*found, Placed(last, None)] if last and corner is None else []

    def _number(self, state: _State) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self._states)
            self._states.append(state)
        return self._numbers[state]

    def _piece(self, state: int, operators: bytes, *, ends: bool) -> Piece | None:
        """What the operators of a piece do; `ends` says that the end of a label follows them."""
        settings, maps, saved, in_face = self._states[state]
        walk = _Walk(dict(settings), maps, saved, in_face)
        operands: list[bytes] = []
        for operand, operator in _TOKEN.findall(operators):
            if operand:
                operands.append(operand)
                continue
            step = _STEPS.get(operator)
            if operator in _SETS:
                walk.settings[_SETS[operator]] = b" ".join((*operands, operator))
            elif step is None or not step(walk, operands):
                return None
            operands = []
        # The end of a label stands by itself: a string or a name may hold its letters.
        apart = operators[:1].isspace() and operators[-1:].isspace()
        if operands or not apart or not walk.ended(ends=ends):
            return None
        return Piece(walk.count, self._number(walk.state()))


@dataclass(slots=True)
class _Walk:
    """What the operators of a piece have done so far; a step is False where it is not expected."""

    settings: dict[bytes, bytes]
    maps: tuple[bytes, ...]
    saved: tuple[_Saved, ...]
    in_face: bool
    count: int = 0
    is_drawn: bool = False
    is_labelled: bool = False
    is_placed: bool = False

    def state(self) -> _State:
        return _State(tuple(sorted(self.settings.items())), self.maps, self.saved, self.in_face)

    def ended(self, *, ends: bool) -> bool:
        """Whether all is whole; the end of a label that is not open is that of the face."""
        if ends and not self.is_labelled:
            was, self.in_face = self.in_face, False
            return was and not self.saved and not self.is_drawn
        return ends is self.is_labelled and not self.is_drawn

    def ignore(self, _: list[bytes]) -> bool:
        return True

    def save(self, _: list[bytes]) -> bool:
        self.saved = (*self.saved, self.state()[:2])
        self.is_placed = False
        return True

    def restore(self, _: list[bytes]) -> bool:
        if not self.saved:
            return False
        *saved, (settings, self.maps) = self.saved
        self.settings, self.saved, self.is_placed = dict(settings), tuple(saved), False
        return True

    def map(self, given: list[bytes]) -> bool:
        self.maps = (*self.maps, b" ".join(given))
        return True

    def place(self, _: list[bytes]) -> bool:
        self.is_placed = True
        return True

    def unplace(self, _: list[bytes]) -> bool:
        self.is_placed = False
        return True

    def draw(self, _: list[bytes]) -> bool:
        self.is_drawn = True
        return True

    def label(self, given: list[bytes]) -> bool:
        is_expected = not self.is_labelled and given[:1] != [b"/Face"]
        self.is_labelled = True
        return is_expected

    def paint(self, _: list[bytes]) -> bool:
        """A path; an empty one is no object."""
        was_drawn, self.is_drawn = self.is_drawn, False
        return was_drawn and self._count()

    def discard(self, _: list[bytes]) -> bool:
        self.is_drawn = False
        return True

    def show(self, given: list[bytes]) -> bool:
        """A text; an empty one is no object, and from mode 4 on texts clip what comes after."""
        is_text = any(len(one) > 2 for one in given if one[:1] in (b"(", b"<"))
        fills = self.settings.get(b"Tr", b"0") < b"4"
        return self.is_placed and is_text and fills and self.do(given)

    def do(self, _: list[bytes]) -> bool:
        return not self.is_drawn and self._count()

    def _count(self) -> bool:
        """One object more; what has left its face's corner is not of the face."""
        self.count += 1
        return bool(self.saved) or not self.in_face


_STEPS: dict[bytes, Callable[[_Walk, list[bytes]], bool]] = {
    b"q": _Walk.save,
    b"Q": _Walk.restore,
    b"cm": _Walk.map,
    b"BT": _Walk.unplace,
    b"Tm": _Walk.place,
    b"Tj": _Walk.show,
    b"TJ": _Walk.show,
    b"Do": _Walk.do,
    b"n": _Walk.discard,
    b"BDC": _Walk.label,
    b"BMC": _Walk.label,
    **dict.fromkeys((b"ET", b"m", b"h"), _Walk.ignore),
    **dict.fromkeys(b"l c v y re".split(), _Walk.draw),
    **dict.fromkeys(b"f F f* S s B B* b b*".split(), _Walk.paint),
}
