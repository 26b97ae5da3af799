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
from printgen.layout.diagnostics import RefusedError
from printgen.problems import meant, nearest
from printgen.system.cache import Answers

MAX_SOURCE_BYTES = 512 * 1024


EMPTY = "an empty cell"
"""The kind of mistake that a row mends as well as its template."""

_BLANKS = {
    "trim_blocks": True,
    "lstrip_blocks": True,
    # What follows an included file begins a line of its own, and is told by it.
    "keep_trailing_newline": True,
}


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox, which asks once of a type and a name what it asks at each attribute.

    What is safe depends on no more: on the name, and on what kind of thing has it.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._safe: Answers[tuple[type, str], bool] = Answers(_MAX_NAMES)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = (type(obj), attr)
        safe = self._safe.get(key)
        if safe is None:
            safe = self._safe.keep(key, super().is_safe_attribute(obj, attr, value))
        return safe

    def call(__self, __context: Context, __obj: Any, *args: Any, **more: Any) -> Any:  # noqa: N805 - as there
        if type(__obj) is not MethodType or not __self.is_safe_callable(__obj):
            return super().call(__context, __obj, *args, **more)
        # What is handed takes no more than it is given: Jinja2 asks at each call whether it does.
        more.pop("_loop_vars", None)
        more.pop("_block_vars", None)
        return __obj(*args, **more)


_MAX_NAMES = 4_096


class _Undefined(jinja2.StrictUndefined):
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
        raised: Any = partial(_lacking, obj, name, exc, _asking())
        super().__init__(hint, obj, name, raised)


def _asking() -> tuple[str, int]:
    """The file and line of the template that asks for a name; a macro elsewhere may print it."""
    frame = inspect.currentframe()
    while frame and "__jinja_template__" not in frame.f_globals:
        frame = frame.f_back
    if frame is None:
        return "", 0
    template = frame.f_globals["__jinja_template__"]
    return template.filename, template.get_corresponding_lineno(frame.f_lineno)


class LackingError(jinja2.UndefinedError):
    """A name that leads nowhere: what was found, and what to write.

    It is no ValueError, which filters of numbers would take for a text that is none.
    """

    kind = ""

    def __init__(self, found: str, hint: str) -> None:
        super().__init__(found)
        self.args = (found, hint)


def _lacking(obj: Any, name: Any, exc: Any, asked: tuple[str, int], found: str) -> Exception:
    """What is raised of a name that a thing has not; `found` is Jinja2's own word on it."""
    wrong: Any = exc(found)
    if lacks := getattr(obj, "_lacks", None):
        wrong = LackingError(*lacks(name))
    elif isinstance(obj, Mapping) and obj:
        wrong = LackingError(plain(found), nearest(str(name), map(str, obj)))
    elif obj is not missing and exc is jinja2.UndefinedError:
        known = (one for one in dir(obj) if not one.startswith("_"))
        hint = "docs/templates.md lists what is handed"
        wrong = LackingError(plain(found), meant(str(name), known) + hint)
    wrong.asked = asked
    return wrong  # type: ignore[no-any-return] # of one of the two kinds


def environment(find: Callable[[str], Path | None], **more: Any) -> jinja2.Environment:
    """A Jinja2 whose templates `find` finds by name; `more` is Jinja2's own, such as extensions."""
    made = _Sandbox(
        loader=_Loader(find),
        autoescape=True,
        undefined=_Undefined,
        finalize=_printable,
        auto_reload=False,
        # What is constant is computed where it stands, so that its mistakes have a line.
        optimized=False,
        cache_size=-1,
        **_BLANKS,
        **more,
    )
    # What is drawn by lot would differ from print to print, and what is safe is not asked here.
    for name in ("random", "safe"):
        del made.filters[name]
    del made.globals["lipsum"]
    return made


@jinja2.pass_context
def _printable(context: Context, value: object) -> object:
    """The value itself, a text or a number: anything else would be printed as Python writes it."""
    if isinstance(value, (str, int, float, jinja2.Undefined)) or hasattr(value, "__html__"):
        return value
    if value is None:
        hint = "fill the cell of this row, or ask first with {% if … %}"
        raise RefusedError("prints none, such as an empty cell", hint, EMPTY)
    kind = _KINDS.get(type(value).__name__, "more than one value")
    raise SecurityError(f"prints {kind}: print what is in it, one by one")


_KINDS = {
    **dict.fromkeys(("int", "float"), "a number"),
    **dict.fromkeys(("str", "Markup"), "a text"),
    **dict.fromkeys(("list", "tuple"), "a list"),
    **dict.fromkeys(("dict", "mappingproxy"), "a mapping"),
    **dict.fromkeys(("function", "Macro", "method"), "a macro"),
    "bool": "yes or no",
    "NoneType": "none",
}
_TYPE = re.compile(r"'?\b((?:\w+\.)*)(\w+) object'?|'(\w+)'(?: object)?")


def plain(message: str) -> str:
    """What Python says of a template's mistake, with words for its own names of kinds."""

    def named(match: re.Match[str]) -> str:
        of_python, quoted = match[2], match[3]
        return _KINDS.get(of_python or quoted, "it" if of_python else match[0])

    return _TYPE.sub(named, message)


def compiled() -> jinja2.BytecodeCache | None:
    """Templates' code, kept from run to run in a folder of the user's own; None where none can be.

    To compile them takes longer than to merge them.
    """
    # A template's code depends on these as much as on its text.
    made = crc32(repr(_BLANKS).encode())
    try:
        return _Kept(pattern=f"printgen-{__version__}-{made:x}-%s.cache")
    except (RuntimeError, OSError):
        return None


class _Kept(jinja2.FileSystemBytecodeCache):
    """A folder of templates' code: what is damaged is made anew, and what it cannot take is not."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a pickle can be damaged in as many ways as there are exceptions
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class _Loader(jinja2.BaseLoader):
    def __init__(self, find: Callable[[str], Path | None]) -> None:
        self._find = find

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        try:
            path = self._find(template)
        except ValueError as error:
            raise SecurityError(str(error)) from error
        if path is None:
            raise jinja2.TemplateNotFound(template)
        with path.open("rb") as file:
            data = file.read(MAX_SOURCE_BYTES + 1)
        if path.parent.name == "marks" and _is_drawing(data):
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


def _is_drawing(data: bytes) -> bool:
    """Whether a file begins with an svg element."""
    try:
        _, root = next(etree.iterparse(BytesIO(data), ("start",), resolve_entities=False))
    except (etree.XMLSyntaxError, StopIteration):
        return False
    return bool(root.tag.rpartition("}")[2] == "svg")
