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

from printgen.problems import Problem, Where
from printgen.rules.scalars import (
    Fault,
    count,
    dice,
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
from printgen.rules.tree import PROBLEMS_LIMIT, Path, Tree, cut

Text = Annotated[str, text]
Id = Annotated[str, identifier]
Name = Annotated[str, name]
Dotted = Annotated[str, path]
Language = Annotated[str, language]
Whole = Annotated[int, whole]
Positive = Annotated[int, positive]
Amount = Annotated[int, count]
Flag = Annotated[bool, flag]
Dice = Annotated[tuple[int, int], dice]
"""Scalars as records declare them: a type, and what reads it."""


_Record = TypeVar("_Record", bound=msgspec.Struct)


class Scope:
    """The problems found in a game's files; past a limit one more says that others may be left."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def report(self, where: Where, message: str, hint: str) -> None:
        """A problem with what stands at `where`."""
        problem = Problem(where, cut(message), cut(hint))
        if len(self.problems) < PROBLEMS_LIMIT:
            # One written row may stand for many: its mistake is told once.
            if problem not in self.problems[-50:]:
                self.problems.append(problem)
        elif len(self.problems) == PROBLEMS_LIMIT:
            message = f"{PROBLEMS_LIMIT} mistakes, the rest not looked for"
            self.problems.append(Problem(Where(where.file), message, "mend these"))

    def known(self, where: Where, found: str, names: Iterable[str], noun: str) -> bool:
        """Whether `found` is among `names`; reports it where it is not."""
        if found in names:
            return True
        # The nearest name is dear to find, so it is not looked for in vain.
        if len(self.problems) < PROBLEMS_LIMIT:
            self.report(where, f"no {noun} is called {found}", nearest(found, names))
        return False


def nearest(found: str, known: Iterable[str]) -> str:
    """A hint that names the known word most like `found`, else all of them."""
    words = sorted(known)
    close = get_close_matches(found[:80], words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"write one of: {', '.join(words)}" if words else "delete it; nothing may stand here"


def read_record(
    record: type[_Record], tree: Tree, at: Path, scope: Scope, **given: object
) -> _Record | None:
    """The record that the mapping at `at` writes; None where that is at fault, which is reported.

    `given` are fields that the caller knows and no key may set.
    """
    data = tree.at(at)
    if not isinstance(data, Mapping):
        scope.report(
            tree.where(at),
            f"{shown(data)} where a mapping is wanted",
            "write key: value lines, or {key: value}",
        )
        return None
    fields = {key: field for key, field in _fields(record).items() if field.name not in given}
    values = dict(given)
    meant: set[str] = set()
    sound = True
    for key in data:
        if key not in fields:
            meant.update(get_close_matches(key[:80], fields, n=1))
            scope.report(
                tree.where((*at, key), key=True), f"the unknown key {key}", nearest(key, fields)
            )
            sound = False
            continue
        try:
            values[fields[key].name] = _value(fields[key].type, tree, (*at, key), scope)
        except Fault as fault:
            _report(fault, tree, (*at, key), scope)
            sound = False
    for key, field in fields.items():
        if key not in data and field.required:
            # A key that was misspelt is not missing too.
            if key not in meant:
                scope.report(tree.where(at), f"the key {key} is missing", f"add {key}:")
            sound = False
    return record(**values) if sound else None


class _Reported(Fault):
    """A fault that was told where it stands."""

    def __init__(self) -> None:
        super().__init__("", "")


def _report(fault: Fault, tree: Tree, at: Path, scope: Scope) -> None:
    if not isinstance(fault, _Reported):
        scope.report(tree.where(at), fault.found, fault.hint)


@lru_cache(maxsize=64)
def _fields(record: type[msgspec.Struct]) -> dict[str, Any]:
    # A key that is a word of Python's own has a line below it as a field.
    return {field.name.rstrip("_"): field for field in msgspec.structs.fields(record)}


def _value(kind: Any, tree: Tree, at: Path, scope: Scope) -> object:
    """The value at `at` as a field of the annotation `kind` wants it; raises `Fault`."""
    data = tree.at(at)
    origin = get_origin(kind)
    if origin is Annotated:
        read: Callable[[object], object] = kind.__metadata__[0]
        return read(data)
    if origin is Literal:
        if data not in get_args(kind):
            known = " or ".join(get_args(kind))
            raise Fault(f"the unknown word {shown(data)}", f"write {known}")
        return str(data)
    if origin in (Union, UnionType):
        return _either(get_args(kind), tree, at, scope)
    if origin in (tuple, dict):
        return _several(kind, tree, at, scope)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        found = read_record(kind, tree, at, scope)
        if found is None:
            raise _Reported
        return found
    raise AssertionError(f"no reader for {kind}")


def _either(kinds: Iterable[Any], tree: Tree, at: Path, scope: Scope) -> object:
    """The value as the first of some annotations that can read it; raises the last one's fault."""
    last = Fault("", "")
    for kind in kinds:
        if kind is not type(None):
            try:
                return _value(kind, tree, at, scope)
            except Fault as fault:
                last = fault
    raise last


def _several(kind: Any, tree: Tree, at: Path, scope: Scope) -> object:
    """A list or a mapping of values."""
    data = tree.at(at)
    if get_origin(kind) is tuple:
        # One value stands for a list of one.
        places = [(*at, index) for index in range(len(data))] if isinstance(data, tuple) else [at]
        return tuple(_each(get_args(kind)[0], tree, places, scope))
    if not isinstance(data, Mapping):
        raise Fault(f"{shown(data)} where a mapping is wanted", "write {key: value}")
    named, kind = get_args(kind)
    for key in data:
        try:
            named.__metadata__[0](key)
        except Fault as fault:
            scope.report(tree.where((*at, key), key=True), fault.found, fault.hint)
            raise _Reported from None
    return dict(zip(data, _each(kind, tree, [(*at, key) for key in data], scope), strict=True))


def _each(kind: Any, tree: Tree, places: Iterable[Path], scope: Scope) -> list[object]:
    values: list[object] = []
    sound = True
    for place in places:
        try:
            values.append(_value(kind, tree, place, scope))
        except Fault as fault:
            _report(fault, tree, place, scope)
            sound = False
    if not sound:
        raise _Reported
    return values
