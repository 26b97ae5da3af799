"""Turn mappings of a YAML file into frozen records, or into every mistake in them.

A record's own fields say what each key may hold: the reader of a scalar stands in its annotation.
Each field is read by itself, so that one run tells all that is wrong, each with line and column.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from printgen.problems import nearest
from printgen.rules.scalars import (
    Fault,
    count,
    dice,
    file_name,
    flag,
    identifier,
    language,
    name,
    path,
    positive,
    shown,
    text,
    whole,
)
from printgen.rules.source_node import Entry

Text = Annotated[str, text]
Id = Annotated[str, identifier]
FileName = Annotated[str, file_name]
Name = Annotated[str, name]
Dotted = Annotated[str, path]
Language = Annotated[str, language]
Whole = Annotated[int, whole]
Positive = Annotated[int, positive]
Amount = Annotated[int, count]
Flag = Annotated[bool, flag]
Dice = Annotated[tuple[int, int], dice]
"""Scalars as records declare them: a type, and what reads it."""


_Kind = TypeVar("_Kind")


def read_record(kind: type[_Kind], entry: Entry, **given: object) -> _Kind | None:
    """The record that an entry writes; None where it is at fault, which is reported.

    `given` are fields that the caller knows and no key may set.
    """
    try:
        found: _Kind = _value(kind, entry, given)
        return found
    except _Reported:
        return None
    except Fault as fault:
        entry.report(fault.found, fault.hint)
        return None


def is_key(read: Callable[[object], object], key: str, entry: Entry) -> bool:
    """Whether the key of an entry can be read so; reported where it cannot."""
    try:
        read(key)
    except Fault as fault:
        entry.report(fault.found, fault.hint, key=True)
        return False
    return True


class _Reported(Fault):
    """A fault that was told where it stands."""

    def __init__(self) -> None:
        super().__init__("", "")


def _record(record: Any, entry: Entry, given: Mapping[str, object]) -> object:
    data = _mapping(entry)
    fields = {key: field for key, field in _fields(record).items() if field.name not in given}
    known = {key: (entry.at(key), fields[key].type) for key in data if key in fields}
    unknown = [key for key in data if key not in fields]
    for key in unknown:
        entry.report(f"the unknown key {key}", nearest(key, fields), key, key=True)
    # A key that was misspelt is not missing too.
    meant = {word for key in unknown for word in get_close_matches(key[:80], fields, n=1)}
    missing = [key for key, field in fields.items() if field.required and key not in data]
    for key in missing:
        if key not in meant:
            entry.report(f"the key {key} is missing", f"add {key}:")
    values = _values(known)
    if unknown or missing:
        raise _Reported
    named = {fields[key].name: value for key, value in values.items()}
    return record(**given, **named)


def _mapping(entry: Entry) -> Mapping[str, object]:
    data = entry.data
    if not isinstance(data, Mapping):
        raise Fault(
            f"{shown(data)} where a mapping is wanted",
            "write key: value lines, or {key: value}",
        )
    return data


@lru_cache(maxsize=64)
def _fields(record: type[msgspec.Struct]) -> dict[str, Any]:
    # A key that is a word of Python's own has a line below it as a field.
    return {field.name.rstrip("_"): field for field in msgspec.structs.fields(record)}


def _values(known: Mapping[Any, tuple[Entry, Any]]) -> dict[Any, object]:
    """The values of several entries, each as its annotation wants it; all their faults are told."""
    values: dict[Any, object] = {}
    for key, (entry, kind) in known.items():
        try:
            values[key] = _value(kind, entry)
        except _Reported:
            continue
        except Fault as fault:
            entry.report(fault.found, fault.hint)
    if len(values) < len(known):
        raise _Reported
    return values


def _value(kind: Any, entry: Entry, given: Mapping[str, object] = {}) -> Any:
    """The value of an entry as a field of the annotation `kind` wants it; raises `Fault`."""
    data = entry.data
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        read: Callable[[object], object] = kind.__metadata__[0]
        return read(data)
    if origin is Literal:
        if data not in arguments:
            raise Fault(f"the unknown word {shown(data)}", f"write {' or '.join(arguments)}")
        return str(data)
    if origin in (Union, UnionType):
        return _either(arguments, entry)
    if origin is tuple:
        # One value stands for a list of one.
        items = dict(enumerate(entry.items()))
        return tuple(_values({at: (items[at], arguments[0]) for at in items}).values())
    if origin is dict:
        keys, items_kind = arguments
        for key in _mapping(entry):
            if not is_key(keys.__metadata__[0], key, entry.at(key)):
                raise _Reported
        return _values({key: (part, items_kind) for key, part in entry.parts.items()})
    return _record(kind, entry, given)


def _either(kinds: Iterable[Any], entry: Entry) -> object:
    """The value as the first of some annotations that can read it; raises the last one's fault."""
    last = Fault("", "")
    for kind in kinds:
        if kind is not type(None):
            try:
                return _value(kind, entry)
            except _Reported:
                raise
            except Fault as fault:
                last = fault
    raise last
