"""Turn a font of the PDF into what its codes read as and how wide they are.

Text comes from ToUnicode and widths from Widths, as any other reader of the file would take them:
nothing is guessed. A code without a character reads as U+FFFD. Whether a font's program draws what
its codes read as is for `letters` to tell. It knows simple fonts alone, which is what the press
writes.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from pypdf.generic import DictionaryObject, StreamObject

UNKNOWN = "\ufffd"

_SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f\s]*)>\s*<([0-9A-Fa-f\s]*)>")
_RANGE = re.compile(
    rb"<([0-9A-Fa-f\s]*)>\s*<([0-9A-Fa-f\s]*)>\s*(?:<([0-9A-Fa-f\s]*)>|\[([^\]]*)\])"
)
_DESTINATION = re.compile(rb"<([0-9A-Fa-f\s]*)>")
_LONGEST_MAP = 1_000_000
_LONGEST_PROGRAM = 8_000_000
_SYMBOLIC, _LATIN = 4, 32
"""Flags of a font's descriptor."""


@dataclass(frozen=True, slots=True)
class PrintFont:
    """One font as the page uses it. `characters` and `widths` are by code; widths in em / 1000.

    `odd` is what its dictionaries hold that may change which glyph a code shows. `program` reads
    the bytes of its TrueType program and raises ValueError where there are none.
    """

    name: str
    kind: str
    embedded: bool
    subset: bool
    characters: Mapping[int, str]
    widths: Mapping[int, float]
    odd: tuple[str, ...] = ()
    program: Callable[[], bytes] = bytes
    narrowest: float = field(init=False)
    _read: dict[bytes, tuple[str, float, int]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "narrowest", min(self.widths.values(), default=0.0))

    def read(self, codes: bytes) -> tuple[str, float, int]:
        """The text of a string, its advance in em, and how many of its codes are the space."""
        known = self._read.get(codes)
        if known is None:
            text = "".join([self.characters.get(code, UNKNOWN) for code in codes])
            advance = sum([self.widths.get(code, 0.0) for code in codes]) / 1000
            known = self._read[codes] = text, advance, codes.count(32)
        return known


def read_font(dictionary: DictionaryObject) -> PrintFont:
    """The font that a page's resources name. What the dictionary lacks is empty, never assumed."""
    descriptor = resolved(dictionary.get("/FontDescriptor"))
    name = str(resolved(dictionary.get("/BaseFont")) or "").lstrip("/")
    embedded = isinstance(descriptor, DictionaryObject) and any(
        isinstance(resolved(descriptor.get(key)), StreamObject)
        for key in ("/FontFile", "/FontFile2", "/FontFile3")
    )
    return PrintFont(
        name=name,
        kind=str(resolved(dictionary.get("/Subtype")) or "").lstrip("/"),
        embedded=embedded,
        subset=re.match(r"[A-Z]{6}\+", name) is not None,
        characters=_characters(resolved(dictionary.get("/ToUnicode"))),
        widths=_widths(dictionary),
        odd=_odd(dictionary, descriptor),
        program=partial(_program, descriptor),
    )


def resolved(value: object) -> object:
    """The object itself where `value` is a reference to one."""
    get = getattr(value, "get_object", None)
    return get() if get is not None else value


def _odd(dictionary: DictionaryObject, descriptor: object) -> tuple[str, ...]:
    odd = ["has an encoding of its own (/Encoding)"] if "/Encoding" in dictionary else []
    flags = resolved(descriptor.get("/Flags")) if isinstance(descriptor, DictionaryObject) else None
    if not isinstance(flags, int) or flags & (_SYMBOLIC | _LATIN) != _SYMBOLIC:
        odd.append("is not said to be symbolic, so that readers may take its codes for letters")
    return tuple(odd)


def _program(descriptor: object) -> bytes:
    stream = (
        resolved(descriptor.get("/FontFile2")) if isinstance(descriptor, DictionaryObject) else None
    )
    if not isinstance(stream, StreamObject):
        raise ValueError("it is not TrueType")
    if "/F" in stream:
        raise ValueError("it lies in another file")
    try:
        data = stream.get_data()
    except Exception as broken:  # whatever pypdf makes of a stranger's bytes
        raise ValueError(f"{type(broken).__name__}: {broken}"[:200]) from broken
    if len(data) > _LONGEST_PROGRAM:
        raise ValueError(f"it has {len(data)} bytes")
    return data


def _widths(dictionary: DictionaryObject) -> dict[int, float]:
    first, widths = resolved(dictionary.get("/FirstChar")), resolved(dictionary.get("/Widths"))
    if not isinstance(first, int) or not isinstance(widths, list):
        return {}
    return {
        first + index: float(width)
        for index, width in enumerate(map(resolved, widths[:256]))
        if isinstance(width, int | float)
    }


def _characters(stream: object) -> dict[int, str]:
    if not isinstance(stream, StreamObject):
        return {}
    data = stream.get_data()
    if len(data) > _LONGEST_MAP:
        return {}
    characters: dict[int, str] = {}
    for kind, body in _SECTION.findall(data):
        if kind == b"bfchar":
            for code, text in _PAIR.findall(body):
                characters[_code(code)] = _text(text)
            continue
        for low, high, start, listed in _RANGE.findall(body):
            codes = range(_code(low), min(_code(high), _code(low) + 255) + 1)
            if listed:
                texts = map(_text, _DESTINATION.findall(listed))
                characters.update(zip(codes, texts, strict=False))
            elif text := _text(start):
                for offset, code in enumerate(codes):
                    characters[code] = text[:-1] + chr(min(ord(text[-1]) + offset, 0x10FFFF))
    return characters


def _code(digits: bytes) -> int:
    return int(b"".join(digits.split()) or b"0", 16)


def _text(digits: bytes) -> str:
    packed = b"".join(digits.split())
    return bytes.fromhex((packed + b"0" * (len(packed) % 2)).decode("ascii")).decode(
        "utf-16-be", "replace"
    )
