"""Turn the plain data of a file into a record, or into every mistake of its form.

A record's annotations are its keys and say what may stand there: a scalar's reader, a Literal, a
record, a tuple or a mapping of these. Keys it does not know, keys that are missing and values of
another kind are reported, all of them. A validation library would do the same and take longer to
import than the rest of the rules together, which every build would wait for.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from printgen.rules.scalars import Fault, shown
from printgen.rules.scope import Scope, nearest
from printgen.rules.tree import Path


class Record:
    """A record of a file: one attribute a key; a key with a default may be left out."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} is as it was read")

    @classmethod
    def every_key(cls) -> tuple[str, ...]:
        """The keys that may stand in it."""
        return tuple(cls.__annotations__)


_Schema = TypeVar("_Schema", bound=Record)
_Read = Callable[[object, Path, Scope], object]


def read(schema: type[_Schema], data: object, path: Path, scope: Scope) -> _Schema | None:
    """The record that stands at `path`; None where `scope` now holds what is wrong with it."""
    before = len(scope.problems)
    record = _record(schema, data, path, scope)
    return record if len(scope.problems) == before else None


def _record(schema: type[_Schema], data: object, path: Path, scope: Scope) -> _Schema:
    values: dict[str, object] = {}
    if not isinstance(data, dict):
        _wrong(data, "a mapping", "write key: value lines, or {key: value}", path, scope)
        return schema(values)
    for key, annotation in schema.__annotations__.items():
        if key in data:
            values[key] = _reader(annotation)(data[key], (*path, key), scope)
        elif not hasattr(schema, key):
            scope.report(path, f"the key {key} is missing", f"add {key}:")
    for key in data:
        if key not in schema.__annotations__:
            scope.report(
                (*path, key), f"the unknown key {key}", nearest(key, schema.every_key()), key=True
            )
    return schema(values)


@lru_cache(maxsize=256)
def _reader(annotation: Any) -> _Read:
    """The reader of one annotation: how the value of a key is read."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _scalar(arguments[1])
    if origin is Literal:
        return _word(arguments)
    if origin is tuple:
        return _tuple(_reader(arguments[0]))
    if origin is Mapping:
        return _mapping(_reader(arguments[1]))
    if NoneType in arguments:
        # None is what stands for a key left out; no text is read as it.
        return _reader(next(item for item in arguments if item is not NoneType))
    if annotation is object:
        return lambda data, path, scope: data
    return lambda data, path, scope: _record(annotation, data, path, scope)


def _scalar(convert: Callable[[object], object]) -> _Read:
    def read_scalar(data: object, path: Path, scope: Scope) -> object:
        try:
            return convert(data)
        except Fault as fault:
            scope.report(path, fault.found, fault.hint)
            return None

    return read_scalar


def _word(words: tuple[str, ...]) -> _Read:
    def read_word(data: object, path: Path, scope: Scope) -> object:
        if data not in words:
            *some, last = words
            listed = f"{', '.join(some)} or {last}" if some else last
            scope.report(path, f"the unknown word {shown(data)}", f"write {listed}")
        return str(data)

    return read_word


def _tuple(inner: _Read) -> _Read:
    def read_tuple(data: object, path: Path, scope: Scope) -> object:
        if not isinstance(data, tuple):
            _wrong(
                data, "a list", "write one item a line, each after a dash, or [a, b]", path, scope
            )
            return ()
        return tuple(inner(item, (*path, place), scope) for place, item in enumerate(data))

    return read_tuple


def _mapping(inner: _Read) -> _Read:
    def read_mapping(data: object, path: Path, scope: Scope) -> object:
        if not isinstance(data, dict):
            _wrong(data, "a mapping", "write key: value lines, or {key: value}", path, scope)
            return {}
        return {str(key): inner(item, (*path, key), scope) for key, item in data.items()}

    return read_mapping


def _wrong(data: object, wanted: str, hint: str, path: Path, scope: Scope) -> None:
    scope.report(path, f"{shown(data)} where {wanted} is wanted", hint)
