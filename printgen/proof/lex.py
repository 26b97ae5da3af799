"""Turn the bytes of a content stream into operations.

It reads the syntax of ISO 32000-1, 7.2 to 7.3 and 7.8.2 in linear time, with no recursion, and
guesses at nothing: what it cannot read ends the stream with `Unreadable`. It knows no operator.
pypdf's ContentStream reads the same and takes eight times as long, most of a proof.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

Operand = float | str | bytes | list["Operand"] | None
"""A number, a name (str), a string (bytes), an array, or None for what no text or path needs."""

_TOKEN = re.compile(
    rb"""[-+]?(?:\d++\.?\d*+|\.\d++)(?=[\s\0\[\]()<>/%]|\Z)
    | [A-Za-z'"][A-Za-z0-9*]*+
    | /[^\s\0()<>\[\]{}/%]*+
    | \((?>[^()\\]++|\\[\s\S]|\((?>[^()\\]++|\\[\s\S])*+\))*+\)
    | \([\s\S]*+
    | <<|>>|[\[\]]
    | <[0-9A-Fa-f\s]*+>
    | %[^\r\n]*+
    | [^\s\0][^\s\0\[\]()<>/%]*+""",
    re.VERBOSE,
)
_NUMBER = re.compile(rb"[-+]?(?:\d++\.?\d*+|\.\d++)")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|[\s\S])|\r\n?")
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_LETTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'\"")
_LITERALS = frozenset((b"true", b"false", b"null"))
_MOST_OPERANDS = 40_000
_DEEPEST = 8
_REMEMBERED = 1 << 14


class Unreadable(Exception):  # noqa: N818 - it says what the stream is
    """The stream breaks the syntax; the message quotes where."""


def operations(stream: bytes) -> Iterator[tuple[bytes, list[Operand]]]:
    """Each operator with its operands, in order.

    The list of operands is the caller's to keep. After `BI` the rest of the stream is a picture's
    bytes, so nothing follows it. Raises `Unreadable`.
    """
    operands: list[Operand] = []
    outside: list[list[Operand]] = []
    for token in _TOKEN.findall(stream):
        first = token[0]
        read = _OPERAND.get(first)
        if read is not None:
            operands.append(read(token))
            if len(operands) > _MOST_OPERANDS:
                raise Unreadable(f"more than {_MOST_OPERANDS} operands")
        elif first in _LETTERS and token not in _LITERALS:
            if outside:
                raise Unreadable(f"the operator {_quoted(token)} inside an array or dictionary")
            yield token, operands
            if token == b"BI":
                return
            operands = []
        else:
            operands = _rest(token, operands, outside)
    if operands or outside:
        raise Unreadable("it ends in the middle of an operation")


def _rest(token: bytes, operands: list[Operand], outside: list[list[Operand]]) -> list[Operand]:
    """What the operands are after a bracket, a literal, a hexadecimal string or a comment."""
    if token in (b"[", b"<<"):
        if len(outside) >= _DEEPEST:
            raise Unreadable(f"arrays nested more than {_DEEPEST} deep")
        outside.append(operands)
        return []
    if token in (b"]", b">>"):
        if not outside:
            raise Unreadable(f"a {_quoted(token)} that closes nothing")
        inner, operands = operands, outside.pop()
        operands.append(inner if token == b"]" else None)
    elif token in _LITERALS:
        operands.append(None)
    elif token.startswith(b"<"):
        operands.append(_hexadecimal(token))
    elif not token.startswith(b"%"):
        raise Unreadable(f"{_quoted(token)} is no token")
    return operands


@lru_cache(maxsize=_REMEMBERED)
def _number(token: bytes) -> float:
    if not _NUMBER.fullmatch(token):  # float() takes exponents and more, which the format has not
        raise Unreadable(f"{_quoted(token)} is no number")
    return float(token)


@lru_cache(maxsize=_REMEMBERED)
def _name(token: bytes) -> str:
    name = token[1:].decode("latin-1")
    if "#" in name:
        name = re.sub("#([0-9A-Fa-f]{2})", lambda match: chr(int(match[1], 16)), name)
    return name


@lru_cache(maxsize=_REMEMBERED)
def _string(token: bytes) -> bytes:
    if token[-1] != 41:
        raise Unreadable(f"the string {_quoted(token)} does not end")
    inside = token[1:-1]
    return _ESCAPE.sub(_unescaped, inside) if b"\\" in inside or b"\r" in inside else inside


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code is None:
        return b"\n"
    if code[0] in b"01234567":
        return bytes((int(code, 8) & 255,))
    if code in (b"\n", b"\r", b"\r\n"):
        return b""
    return _ESCAPED.get(code, code)


def _hexadecimal(token: bytes) -> bytes:
    if token[-1] != 62:
        raise Unreadable("a hexadecimal string does not end")
    digits = b"".join(token[1:-1].split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _quoted(token: bytes) -> str:
    return repr(token[:20].decode("latin-1"))


_OPERAND: dict[int, Callable[[bytes], Operand]] = {
    **dict.fromkeys(b"+-.0123456789", _number),
    ord("/"): _name,
    ord("("): _string,
}
