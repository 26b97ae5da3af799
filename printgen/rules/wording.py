"""Turn the schema's errors into problems: where, what was found, what to write instead.

It knows the kinds of error that pydantic raises for these schemas, and no game.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from printgen.problems import Problem
from printgen.rules.scalars import shown
from printgen.rules.tree import Path, Tree


def problems_of(
    error: ValidationError, schema: type[BaseModel], tree: Tree, base: Path = ()
) -> Iterator[Problem]:
    """One problem for each mistake that `error` holds of the record at `base`."""
    for detail in error.errors(include_url=False):
        path = tuple(detail["loc"])
        # Pydantic marks an error of a mapping's key so; our keys are places of their own.
        if path and path[-1] == "[key]":
            path = path[:-1]
        kind = detail["type"]
        context = detail.get("ctx", {})
        at_key = kind == "extra_forbidden"
        if kind == "missing":
            message, hint = f"the key {path[-1]} is missing", f"add {path[-1]}:"
            path = path[:-1]
        elif kind == "extra_forbidden":
            known = _keys_at(schema, path[:-1])
            message = f"the unknown key {path[-1]}"
            hint = nearest(str(path[-1]), known)
        elif kind == "literal_error":
            message = f"the unknown word {shown(detail['input'])}"
            hint = f"write {context['expected']}".replace("'", "")
        elif kind in ("model_type", "model_attributes_type", "dict_type"):
            message = f"{shown(detail['input'])} where a mapping is wanted"
            hint = "write key: value lines, or {key: value}"
        elif kind == "tuple_type":
            message = f"{shown(detail['input'])} where a list is wanted"
            hint = "write one item a line, each after a dash, or [a, b]"
        elif kind == "printgen":
            message, hint = context["found"], context["hint"]
        else:
            raise AssertionError(f"no words for the schema's error {kind}")
        yield Problem(tree.where((*base, *path), key=at_key), message, hint)


def nearest(found: str, known: Iterable[str]) -> str:
    """A hint that names the known word most like `found`, else all of them."""
    words = sorted(known)
    close = get_close_matches(found, words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"write one of: {', '.join(words)}" if words else "delete it; nothing may stand here"


def _keys_at(schema: type[BaseModel], path: Path) -> tuple[str, ...]:
    """The keys of the record that `path` leads to from `schema`."""
    annotation: Any = schema
    for step in path:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            annotation = annotation.model_fields[str(step)].annotation
        # A list, a mapping or an optional record: go on with what it holds.
        annotation = _held(annotation) if not _is_record(annotation) else annotation
    annotation = annotation if _is_record(annotation) else _held(annotation)
    return tuple(annotation.model_fields) if _is_record(annotation) else ()


def _is_record(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _held(annotation: Any) -> Any:
    for argument in get_args(annotation):
        if _is_record(argument):
            return argument
        inner = _held(argument)
        if _is_record(inner):
            return inner
    return annotation
