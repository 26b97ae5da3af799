"""Turn the folders of templates into a Jinja2 that strangers' templates may run in.

What they print is escaped and printable, what is undefined is an error, and nothing unsafe is
reached. It must not know what the merged text says.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from html import escape
from io import BytesIO
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
from printgen.layout.diagnostics import UserError
from printgen.problems import guess, suggest
from printgen.system.cache import Cache

MAX_SOURCE_BYTES = 512 * 1024


EMPTY = "an empty cell"
"""The kind of mistake that a row mends as well as its template."""

_WHITESPACE_OPTIONS = {
    "trim_blocks": True,
    "lstrip_blocks": True,
    # What follows an included file begins a line of its own, and is told by it.
    "keep_trailing_newline": True,
}


class _TemplateSandbox(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox, which asks once of a type and a name what it asks at each attribute.

    What is safe depends on no more: on the name, and on what kind of thing has it.
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

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as there
        if type(__obj) is not MethodType or not __self.is_safe_callable(__obj):
            return super().call(__context, __obj, *args, **kwargs)
        # What is handed takes no more than it is given: Jinja2 asks at each call whether it does.
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        return __obj(*args, **kwargs)


_CACHE_SIZE = 4_096


class _ExplainedUndefined(jinja2.StrictUndefined):
    """A name that leads nowhere: an error wherever it is used, told by the thing it was asked of.

    A thing tells what it has by `_lacks`, a mapping by its keys.
    """

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: Any = None,
        exc: Any = jinja2.UndefinedError,
    ) -> None:
        # Jinja2 calls this to have what it raises, whether it is a class or not.
        make_error: Any = partial(_explain, obj, name, exc, _find_template_line())
        super().__init__(hint, obj, name, make_error)


def _find_template_line() -> tuple[str, int]:
    """The file and line of the template that asks for a name; a macro elsewhere may print it."""
    frame = inspect.currentframe()
    while frame and "__jinja_template__" not in frame.f_globals:
        frame = frame.f_back
    if frame is None:
        return "", 0
    template = frame.f_globals["__jinja_template__"]
    return template.filename, template.get_corresponding_lineno(frame.f_lineno)


class MissingNameError(jinja2.UndefinedError):
    """A name that leads nowhere: what was found, and what to write.

    It is no ValueError, which filters of numbers would take for a text that is none.
    """

    kind = ""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.args = (message, hint)


def _explain(obj: Any, name: Any, exc: Any, position: tuple[str, int], message: str) -> Exception:
    """What is raised of a name that a thing has not; `found` is Jinja2's own word on it."""
    error: Any = exc(message)
    if explain_missing := getattr(obj, "_lacks", None):
        error = MissingNameError(*explain_missing(name))
    elif isinstance(obj, Mapping) and obj:
        error = MissingNameError(translate_type_names(message), suggest(str(name), map(str, obj)))
    elif obj is not missing and exc is jinja2.UndefinedError:
        known = (attribute for attribute in dir(obj) if not attribute.startswith("_"))
        hint = "docs/templates.md lists what is handed"
        error = MissingNameError(translate_type_names(message), guess(str(name), known) + hint)
    error.asked = position
    return error  # type: ignore[no-any-return] # of one of the two kinds


def make_environment(find_file: Callable[[str], Path | None], **options: Any) -> jinja2.Environment:
    """A Jinja2 whose templates `find` finds by name; `more` is Jinja2's own, such as extensions."""
    sandbox = _TemplateSandbox(
        loader=_FolderLoader(find_file),
        autoescape=True,
        undefined=_ExplainedUndefined,
        finalize=_check_printable,
        auto_reload=False,
        # What is constant is computed where it stands, so that its mistakes have a line.
        optimized=False,
        cache_size=-1,
        **_WHITESPACE_OPTIONS,
        **options,
    )
    # What is drawn by lot would differ from print to print, and what is safe is not asked here.
    for name in ("random", "safe"):
        del sandbox.filters[name]
    del sandbox.globals["lipsum"]
    return sandbox


@jinja2.pass_context
def _check_printable(context: Context, value: object) -> object:
    """The value itself, a text or a number: anything else would be printed as Python writes it."""
    if isinstance(value, (str, int, float, jinja2.Undefined)) or hasattr(value, "__html__"):
        return value
    if value is None:
        hint = "fill the cell of this row, or ask first with {% if … %}"
        raise UserError("prints none, such as an empty cell", hint, EMPTY)
    kind = _TYPE_NAMES.get(type(value).__name__, "more than one value")
    raise SecurityError(f"prints {kind}: print what is in it, one by one")


_TYPE_NAMES = {
    **dict.fromkeys(("int", "float"), "a number"),
    **dict.fromkeys(("str", "Markup"), "a text"),
    **dict.fromkeys(("list", "tuple"), "a list"),
    **dict.fromkeys(("dict", "mappingproxy"), "a mapping"),
    **dict.fromkeys(("function", "Macro", "method"), "a macro"),
    "bool": "yes or no",
    "NoneType": "none",
}
_PYTHON_TYPE = re.compile(r"'?\b((?:\w+\.)*)(\w+) object'?|'(\w+)'(?: object)?")


def translate_type_names(message: str) -> str:
    """What Python says of a template's mistake, with words for its own names of kinds."""

    def replace_type_name(match: re.Match[str]) -> str:
        object_type, quoted = match[2], match[3]
        return _TYPE_NAMES.get(object_type or quoted, "it" if object_type else match[0])

    return _PYTHON_TYPE.sub(replace_type_name, message)


def open_code_cache() -> jinja2.BytecodeCache | None:
    """Templates' code, kept from run to run in a folder of the user's own; None where none can be.

    To compile them takes longer than to merge them.
    """
    # A template's code depends on these as much as on its text.
    options_hash = crc32(repr(_WHITESPACE_OPTIONS).encode())
    try:
        return _TemplateCodeCache(pattern=f"printgen-{__version__}-{options_hash:x}-%s.cache")
    except (RuntimeError, OSError):
        return None


class _TemplateCodeCache(jinja2.FileSystemBytecodeCache):
    """A folder of templates' code: what is damaged is made anew, and what it cannot take is not."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a pickle can be damaged in as many ways as there are exceptions
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class _FolderLoader(jinja2.BaseLoader):
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
        with path.open("rb") as file:
            data = file.read(MAX_SOURCE_BYTES + 1)
        if path.parent.name == "marks" and _is_svg_file(data):
            # What a drawing program wrote is no template: its symbol names the file.
            symbol = f'<symbol id="{escape(path.stem)}" href="{escape(template)}"/>'
            return symbol, str(path), lambda: True
        if len(data) > MAX_SOURCE_BYTES:
            raise SecurityError(f"{path} is larger than {MAX_SOURCE_BYTES:,} bytes")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise SecurityError(f"{path}: byte {error.start} is not UTF-8") from error
        return text, str(path), lambda: True


def _is_svg_file(data: bytes) -> bool:
    """Whether a file begins with an svg element."""
    try:
        _, root = next(etree.iterparse(BytesIO(data), ("start",), resolve_entities=False))
    except (etree.XMLSyntaxError, StopIteration):
        return False
    return bool(root.tag.rpartition("}")[2] == "svg")
