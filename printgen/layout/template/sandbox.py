"""A sandboxed Jinja2 environment in which templates of other people can run safely.

Output is escaped, undefined names are errors, and unsafe attributes cannot be reached. The text
that a template renders is not examined here.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from html import escape
from pathlib import Path
from types import MethodType
from typing import Any
from zlib import crc32

import jinja2
from jinja2.bccache import Bucket
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from lxml import etree

from printgen import __version__
from printgen.layout.template.style_values import STYLE_ATTRIBUTE, StyleValueExtension
from printgen.problems import InputError, suggest_closest_word, suggest_known_words
from printgen.system.cache import Cache
from printgen.system.files import read_limited_text

MAX_SOURCE_BYTES = 512 * 1024

EMPTY_CELL = "an empty cell"
"""Kind of the problems that can be fixed in the row as well as in the template."""

_WHITESPACE_OPTIONS = {
    "trim_blocks": True,
    "lstrip_blocks": True,
    # Text after an included file must start a new line, so that problems name the right line.
    "keep_trailing_newline": True,
}


class _TemplateSandbox(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox with cached attribute checks.

    Whether an attribute is safe depends only on its name and on the type of the object, so each
    pair of name and type is checked once.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._safe_attributes: Cache[tuple[type, str], bool] = Cache(_CACHE_SIZE)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = (type(obj), attr)
        is_safe = self._safe_attributes.get(key)
        if is_safe is None:
            is_safe = self._safe_attributes.set(key, super().is_safe_attribute(obj, attr, value))
        return is_safe

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as in Jinja2
        if type(__obj) is not MethodType or not __self.is_safe_callable(__obj):
            return super().call(__context, __obj, *args, **kwargs)
        # The methods in a context never take these two: skip Jinja2's check at each call.
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        return __obj(*args, **kwargs)


_CACHE_SIZE = 4_096


class _ExplainedUndefined(jinja2.StrictUndefined):
    """An undefined name or attribute: any use of it raises an error that explains it.

    An object may explain a missing name by a method `_explain_missing_column`. For a
    mapping, the name is compared with its keys.
    """

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: Any = None,
        exc: Any = jinja2.UndefinedError,
    ) -> None:
        # Jinja2 calls `exc` to create the exception, so a function can replace the class.
        make_error: Any = partial(_explain_missing_name, obj, name, exc, _find_template_line())
        super().__init__(hint, obj, name, make_error)


def _find_template_line() -> tuple[str, int]:
    """Return the file and line of the template that is looking up a name now.

    This is the innermost template on the call stack; "" and 0 if there is none. It is asked for
    when the name is looked up, because a macro in another file may print the value later.
    """
    frame = inspect.currentframe()
    while frame and "__jinja_template__" not in frame.f_globals:
        frame = frame.f_back
    if frame is None:
        return "", 0
    template = frame.f_globals["__jinja_template__"]
    return template.filename, template.get_corresponding_lineno(frame.f_lineno)


def _explain_missing_name(
    obj: Any, name: Any, exc: Any, position: tuple[str, int], message: str
) -> Exception:
    """Return the exception to raise for a name that `obj` does not have.

    `position` is the file and line of the template, `exc` the type of the exception, and `message`
    the message that Jinja2 would print.
    """
    error: Any = exc(message)
    if explain_missing := getattr(obj, "_explain_missing_column", None):
        error = InputError(*explain_missing(name))
    elif isinstance(obj, Mapping) and obj:
        error = InputError(
            translate_type_names(message), suggest_known_words(str(name), map(str, obj))
        )
    elif obj is not missing and exc is jinja2.UndefinedError:
        known = (attribute for attribute in dir(obj) if not attribute.startswith("_"))
        hint = "printgen docs templates lists the names you can use"
        error = InputError(
            translate_type_names(message), suggest_closest_word(str(name), known) + hint
        )
    error.template_position = position
    return error  # type: ignore[no-any-return] # an exception either way


def make_environment(find_file: Callable[[str], Path | None], **options: Any) -> jinja2.Environment:
    """Return a Jinja2 environment that finds templates by `find_file`.

    `options` are Jinja2's own.
    """
    sandbox = _TemplateSandbox(
        loader=_FolderLoader(find_file),
        autoescape=True,
        undefined=_ExplainedUndefined,
        finalize=_check_printable,
        auto_reload=False,
        # Without this, constants are computed at compile time and their errors have no line.
        optimized=False,
        cache_size=-1,
        **_WHITESPACE_OPTIONS,
        **options,
    )
    # Random output would differ from build to build, and "safe" would switch off escaping.
    for name in ("random", "safe"):
        del sandbox.filters[name]
    sandbox.add_extension(StyleValueExtension)
    del sandbox.globals["lipsum"]
    return sandbox


@jinja2.pass_context
def _check_printable(context: Context, value: object) -> object:
    """Return a value unchanged if it can be printed; raise for lists, mappings, None, functions.

    Jinja2 would print them in Python notation.
    """
    if isinstance(value, (str, int, float, jinja2.Undefined)) or hasattr(value, "__html__"):
        return value
    if value is None:
        hint = "fill the cell in this row, or test it first with {% if … %}"
        raise InputError("prints no value, for example an empty cell", hint, EMPTY_CELL)
    kind = _TYPE_NAMES.get(type(value).__name__, "more than one value")
    raise SecurityError(f"prints {kind}: print its values one by one")


_TYPE_NAMES = {
    **dict.fromkeys(("int", "float"), "a number"),
    **dict.fromkeys(("str", "Markup"), "a text"),
    **dict.fromkeys(("list", "tuple"), "a list"),
    **dict.fromkeys(("dict", "mappingproxy"), "a mapping"),
    **dict.fromkeys(("function", "Macro", "method"), "a macro"),
    "bool": "yes or no",
    "NoneType": "none",
}
_PYTHON_TYPE = r"'?\b((?:\w+\.)*)(\w+) object'?|'(\w+)'(?: object)?"


def translate_type_names(message: str) -> str:
    """Return an error message of Python with its type names replaced by plain words."""

    def replace_type_name(match: re.Match[str]) -> str:
        object_type, quoted = match[2], match[3]
        return _TYPE_NAMES.get(object_type or quoted, "it" if object_type else match[0])

    return re.sub(_PYTHON_TYPE, replace_type_name, message)


def open_code_cache() -> jinja2.BytecodeCache | None:
    """Return a cache of compiled templates in a private folder of the user; None if impossible.

    Compiling a template takes longer than rendering it.
    """
    # The compiled code depends on these options too, so they are part of the file names.
    options_hash = crc32(repr((_WHITESPACE_OPTIONS, STYLE_ATTRIBUTE.pattern)).encode())
    try:
        return _TemplateCodeCache(pattern=f"printgen-{__version__}-{options_hash:x}-%s.cache")
    except (RuntimeError, OSError):
        return None


class _TemplateCodeCache(jinja2.FileSystemBytecodeCache):
    """A cache of compiled templates in files.

    Damaged files are compiled again, and errors in writing are ignored.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a damaged pickle can raise almost any exception
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class _FolderLoader(jinja2.BaseLoader):
    """Loads templates from the paths that `find_file` returns for their names."""

    def __init__(self, find_file: Callable[[str], Path | None]) -> None:
        self._find_file = find_file

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        try:
            path = self._find_file(template)
        except ValueError as error:
            raise SecurityError(str(error)) from error
        if path is None:
            raise jinja2.TemplateNotFound(template)
        if path.parent.name == "marks" and _is_svg_file(path):
            # An SVG file is not a template: a <symbol> refers to it, and it is read separately.
            symbol = f'<symbol id="{escape(path.stem)}" href="{escape(template)}"/>'
            return symbol, str(path), lambda: True
        return read_limited_text(path, MAX_SOURCE_BYTES), str(path), lambda: True


def _is_svg_file(path: Path) -> bool:
    """Return whether the root element of a file is <svg>."""
    try:
        _, root = next(etree.iterparse(str(path), ("start",), resolve_entities=False))
    except (etree.XMLSyntaxError, StopIteration):
        return False
    return bool(root.tag.rpartition("}")[2] == "svg")
