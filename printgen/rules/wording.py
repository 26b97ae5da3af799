"""Turn the schema's errors into problems: where, what was found, what to write instead.

It knows the kinds of error that pydantic raises for these schemas, and no game.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from printgen.problems import Problem
from printgen.rules.scalars import shown
from printgen.rules.tree import PROBLEMS_LIMIT, Path, Tree, cut


def problems_of(
    error: ValidationError, schema: type[BaseModel], tree: Tree, base: Path = ()
) -> Iterator[Problem]:
    """One problem for each mistake that `error` holds of the record at `base`, up to a limit."""
    for count, detail in enumerate(error.errors(include_url=False)):
        if count == PROBLEMS_LIMIT:
            yield Problem(tree.where(base), f"{count} mistakes, the rest not looked for")
            return
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
        yield Problem(tree.where((*base, *path), key=at_key), cut(message), cut(hint))


def nearest(found: str, known: Iterable[str]) -> str:
    """A hint that names the known word most like `found`, else all of them."""
    words = sorted(known)
    close = get_close_matches(found[:80], words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"write one of: {', '.join(words)}" if words else "delete it; nothing may stand here"


def _keys_at(schema: type[BaseModel], path: Path) -> tuple[str, ...]:
    """The keys of the record that `path` leads to from `schema`."""
    record: type[BaseModel] | None = schema
    for step in path:
        # An index or a mapping's key leads to the record that the list or mapping holds.
        if record is not None and step in record.model_fields:
            record = _record_in(record.model_fields[str(step)].annotation)
    return tuple(record.model_fields) if record is not None else ()


def _record_in(annotation: Any) -> type[BaseModel] | None:
    """The record that an annotation is or holds."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_record_in, get_args(annotation))), None)
