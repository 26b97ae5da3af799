"""Turn a page's operators into pieces, so that what is equal in all that it is painted by is one.

A piece ends where a label does. What it paints depends on its operators and on the settings that it
begins in; where on the page it is painted is apart. It reads no words, and knows the operators that
printgen writes: a page with others has no pieces.
"""

import re
import zlib
from dataclasses import dataclass
from typing import NamedTuple

from printgen.once import Answers

MOST = 1 << 11
"""Pieces that are known at a time: 1,000 cards of which no two are alike have some 2,000."""
_LARGEST = 1 << 24
"""Bytes of a page's operators; a sheet of cards has 100,000."""

_NUMBER, _NAME = rb"(?:-?[\d.]+\s+)", rb"(?:/[\w.+-]+\s+)"
_STRING = rb"(?:(?:\((?:[^()\\]|\\.)*+\)|<[\dA-Fa-f]+>)\s*)"
_BEGIN = rb"(?:/\w+\s*(?:<<[^<>]*>>\s*BDC|BMC)\s+)"
_SET = rb"(?:%b?%b{1,3}(?:g|rg|G|RG|w|M|Tc|Tf)\s+|[0-3]\s+Tr\s+)" % (_NAME, _NUMBER)
_PATH = rb"(?:(?:(?:%b{2}){1,3}(?:m|l|c|re)\s+|h\s+)+(?:f|S|B|n)\s+)" % _NUMBER
_FORM = rb"(?:q\s+%b{6}cm\s+%bDo\s+Q\s+)" % (_NUMBER, _NAME)
_TEXT = rb"(?:%b{6}Tm\s+(?:%b|%bTj\s+|\[\s*(?:%b|%b|[\d.-]+)*+\]\s*TJ\s+)+)"
_TEXT %= _NUMBER, _SET, _STRING, _STRING, _NUMBER
_ANY = rb"(?:%b)*+" % b"|".join((_SET, _PATH, _FORM, _TEXT, rb"BT\s+", rb"ET\s+"))

_PIECE = re.compile(rb"\s+%b(%b%b)?(Q\s+)?" % (_ANY, _BEGIN, _ANY), re.DOTALL)
_SPACE = re.compile(rb"(%b)?q\s+1\s+0\s+0\s+1\s+(%b)(%b)cm(?=\s)" % (_BEGIN, _NUMBER, _NUMBER))
_STRINGS = re.compile(_STRING, re.DOTALL)
_SETTING = re.compile(rb"(%b?(?:-?[\d.]+\s+)+(g|rg|G|RG|w|M|Tc|Tf|Tr)\s)" % _NAME)
_OBJECT = re.compile(rb"\s(?:f|S|B|Do|Tj|TJ)(?=\s)")

Point = tuple[float, float]


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


class _State(NamedTuple):
    """What a piece begins in: what is set, what was before a space of its own, and its label."""

    settings: bytes = b""
    outside: bytes | None = None
    is_labelled: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PagePiece:
    """How many objects a piece paints, and the state after it; pieces that are equal are one."""

    count: int
    after: _State


class Placed(NamedTuple):
    """A piece, and the corner, in points, of the space that it stands in, if it stands in any."""

    piece: PagePiece
    corner: Point | None


class Splitter:
    """Splits pages that name the same fonts and pictures."""

    def __init__(self) -> None:
        self._pieces: Answers[tuple[_State, bytes], PagePiece] = Answers(MOST)

    def split(self, content: bytes) -> list[Placed]:
        """The pieces of a page in order; none where anything in it is not as expected.

        Those of one space have one corner, which is the same object.
        """
        found: list[Placed] = []
        state, corner = _State(), None
        *ended, rest = (b"\n" + content + b"\n").split(b"EMC")
        for operators in ended:
            key = state, operators
            if key not in self._pieces and (space := _SPACE.search(operators)):
                before = _piece(state, operators[: space.start()], ends=False)
                if before is None or before.after.outside is not None:
                    return []
                found.append(Placed(before, corner))
                settings, corner = before.after.settings, (float(space[2]), float(space[3]))
                key = _State(settings, settings, bool(space[1])), operators[space.end() :]
            if key not in self._pieces:
                made = _piece(*key, ends=True)
                if made is None:
                    return []
                self._pieces.keep(key, made)
            piece = self._pieces[key]
            found.append(Placed(piece, corner))
            state = piece.after
        last = _piece(state, rest, ends=False)
        return [*found, Placed(last, corner)] if last and last.after.outside is None else []


def _piece(state: _State, operators: bytes, *, ends: bool) -> PagePiece | None:
    """What some operators do; `ends` says that the end of a label follows them."""
    form = _PIECE.fullmatch(operators)
    if form is None:
        return None
    begins, leaves = bool(form[1]), bool(form[2])
    bare = _STRINGS.sub(b"T ", operators)
    count = len(_OBJECT.findall(bare))
    # The end of a label is its own, or that of its space after that was left.
    is_whole = ends and not leaves if begins else not ends or (leaves and state.is_labelled)
    if not is_whole or (state.outside is None and (count or leaves)):
        return None
    if leaves:
        return PagePiece(count, _State(state.outside or b""))
    said = {operator[-1:]: setting for setting, operator in _SETTING.findall(state.settings + bare)}
    return PagePiece(count, state._replace(settings=b"".join(sorted(said.values()))))
