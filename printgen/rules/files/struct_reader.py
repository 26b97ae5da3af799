"""Reads YAML mappings into frozen structs, and reports every mistake in them.

The fields of a struct define the keys: each annotation contains the parser for its scalar. Fields
are read independently, so one run reports all mistakes with their lines and columns.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from printgen.problems import InputError, suggest_known_words
from printgen.rules.files import scalars
from printgen.rules.files.nodes import Node

Text = Annotated[str, scalars.parse_text]
Id = Annotated[str, scalars.parse_id]
FileName = Annotated[str, scalars.parse_file_name]
Name = Annotated[str, scalars.parse_name]
Dotted = Annotated[str, scalars.parse_dotted_path]
Language = Annotated[str, scalars.parse_language]
Whole = Annotated[int, scalars.parse_whole_number]
Positive = Annotated[int, scalars.parse_positive]
Amount = Annotated[int, scalars.parse_count]
Flag = Annotated[bool, scalars.parse_flag]
Dice = Annotated[tuple[int, int], scalars.parse_dice]
"""Annotations for scalar fields: the type, and its parser."""

_Kind = TypeVar("_Kind")


def read_struct(struct_type: type[_Kind], entry: Node, **preset: object) -> _Kind | None:
    """Return a struct with the values of a mapping; None if it has mistakes, which are reported.

    `preset` are values of fields that the caller sets. No key of the mapping may set these fields.
    """
    with entry.log.collect_failures(entry.place):
        result: _Kind = _read_value(struct_type, entry, preset)
        return result
    return None


def is_valid_key(parse: Callable[[object], object], key: str, entry: Node) -> bool:
    """Return whether `parse` accepts `key`, the key of `entry` in a file. If not, report it."""
    with entry.log.collect_failures(entry.key_place):
        parse(key)
        return True
    return False


def _build_struct(record: Any, entry: Node, preset: Mapping[str, object]) -> object:
    """Return an instance of the struct type `record`, with the values of the mapping `entry`.

    `preset` are values of fields that the caller sets. Raises `InputError` for unknown or missing
    keys, after it has reported them.
    """
    fields = {key: field for key, field in _map_fields(record).items() if field.name not in preset}
    data = _require_mapping(entry, next(iter(fields), ""))
    known_fields = {key: (entry.get(key), fields[key].type) for key in data if key in fields}
    unknown = [key for key in data if key not in fields]
    for key in unknown:
        entry.report(f"unknown key {key}", suggest_known_words(key, fields), key, key=True)
    # A misspelt key is reported once: as unknown, but not as missing too.
    suggestions = {word for key in unknown for word in get_close_matches(key[:80], fields, n=1)}
    missing = [key for key, field in fields.items() if field.required and key not in data]
    for key in missing:
        if key not in suggestions:
            entry.report(f"the key {key} is missing", f"add {key}:")
    values = _read_typed_entries(known_fields)
    if unknown or missing:
        raise InputError("")
    field_values = {fields[key].name: value for key, value in values.items()}
    return record(**preset, **field_values)


def _require_mapping(entry: Node, key: str = "") -> Mapping[str, object]:
    """Return the data of an entry. Raise `InputError` if it is not a mapping.

    If the entry is a text, the hint suggests to write it as the value of `key`.
    """
    data = entry.data
    if not isinstance(data, Mapping):
        hint = "write a line for each key, or {key: value, key: value}"
        if key and isinstance(data, str):
            hint = f"write {{{key}: {data[:40]}}}, or a line for each key"
        raise InputError(f"{scalars.quote(data)} instead of key: value lines", hint)
    return data


@lru_cache(maxsize=64)
def _map_fields(struct_type: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a struct type, each by the key that sets it in files."""
    # A key that is a Python keyword, such as `from`, is a field with a trailing underscore.
    return {field.name.rstrip("_"): field for field in msgspec.structs.fields(struct_type)}


def _read_typed_entries(typed_entries: Mapping[Any, tuple[Node, Any]]) -> dict[Any, object]:
    """Return the values of several entries by key.

    `typed_entries` has each entry and the annotation of its type. Raises `InputError` after all
    mistakes are reported.
    """
    values: dict[Any, object] = {}
    for key, (entry, annotation) in typed_entries.items():
        with entry.log.collect_failures(entry.place):
            values[key] = _read_value(annotation, entry)
    # All entries are read before this is raised, so that one run reports every mistake.
    if len(values) < len(typed_entries):
        raise InputError("")
    return values


def _read_value(annotation: Any, entry: Node, preset: Mapping[str, object] = {}) -> Any:
    """Return the value of an entry, read as the type `annotation`.

    Raise `InputError` if it is wrong. If the type is a struct, `preset` are values of fields that
    the caller sets.
    """
    data = entry.data
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        parse: Callable[[object], object] = annotation.__metadata__[0]
        return parse(data)
    if origin is Literal:
        if data not in arguments:
            hint = f"write {' or '.join(arguments)}"
            raise InputError(f"unknown word {scalars.quote(data)}", hint)
        return str(data)
    if origin in (Union, UnionType):
        return _read_union(arguments, entry)
    if origin is tuple:
        # A single value may be written without the brackets of a list.
        items = {index: (item, arguments[0]) for index, item in enumerate(entry.items())}
        return tuple(_read_typed_entries(items).values())
    if origin is dict:
        keys, value_type = arguments
        for key in _require_mapping(entry):
            if not is_valid_key(keys.__metadata__[0], key, entry.get(key)):
                raise InputError("")
        return _read_typed_entries({key: (part, value_type) for key, part in entry.parts.items()})
    return _build_struct(annotation, entry, preset)


def _read_union(annotations: Iterable[Any], entry: Node) -> object:
    """Return the value of an entry, read as the first of several types that accepts it.

    If none does, raise the `InputError` of the last one.
    """
    last_error = InputError("")
    for annotation in annotations:
        if annotation is not type(None):
            try:
                return _read_value(annotation, entry)
            except InputError as error:
                if not error.message:
                    raise
                last_error = error
    raise last_error
