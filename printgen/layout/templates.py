"""Turn a Jinja2 template and its data into merged text.

Templates may come from strangers: Jinja2's sandbox runs them, what they print is escaped, what is
undefined is an error, and names lead nowhere but into the template folders. How long they run is
for the system to bound. It must not know what the merged text says.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any
from xml.sax.saxutils import quoteattr
from zlib import crc32

import jinja2
from jinja2.bccache import Bucket
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from lxml import etree

from printgen import __version__
from printgen.layout.places import Marking, places
from printgen.problems import ExitCode, Failure, Problem, Where, nearest
from printgen.resources import templates_folder

MAX_SOURCE_BYTES = 512 * 1024
MAX_MERGED = 2 * 1024 * 1024
"""Characters: a page of so many makes no sense, and says sooner which loop has no end."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a template became: problems in it name `name` and a line of `text`."""

    template: str
    text: str

    @property
    def name(self) -> str:
        """What messages call it where they cannot tell whose lines its are."""
        return f"{self.template} (merged)"


class Missing(Failure):
    """A file that no folder holds: `name` is as it was asked for last."""

    def __init__(self, name: str, problem: Problem) -> None:
        super().__init__(ExitCode.RULES, (problem,))
        self.name = name


class Older(Failure):
    """A template whose face links no style sheet: told in one line, whatever face it is of."""

    def __init__(self, file: str) -> None:
        found = "links no style sheet, as faces once did: docs/moving.md says what to write instead"
        super().__init__(ExitCode.RULES, (Problem(Where(file), found),))


class MisuseError(Exception):
    """What a template may not do with what it is handed: what was found, and what to write."""

    def __init__(self, found: str, hint: str) -> None:
        super().__init__(found, hint)


class NotThereError(ValueError):
    """No folder holds a file of a name; the hint says which it may be."""

    def __init__(self, found: str, hint: str) -> None:
        super().__init__(found)
        self.hint = hint


class Templates:
    """The templates of several folders; an earlier folder's hides a later one's of that name."""

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self._roots = roots
        self._found: set[Path] = set()
        self._is_older: dict[str, bool] = {}
        self._paths: dict[str, Path | None] = {}
        self._environment = _environment(self.find, bytecode_cache=_compiled())

    def render(self, name: str, context: Mapping[str, object]) -> Merged:
        """The merged text of one template; raises `Failure` (rules) naming its file and line."""
        if self._looks_older(name):
            raise Older(str(self.find(name)))
        try:
            text = _merge(self._environment, name, context)
        except jinja2.TemplateNotFound as error:
            raise self._missing(name, error) from error
        # A template can fail in any way that an expression can; each is the template's mistake.
        except Exception as error:
            raise Failure(ExitCode.RULES, (self._problem(name, error),)) from error
        return Merged(name, text)

    def places(self, merged: Merged, context: Mapping[str, object]) -> tuple[Where, ...]:
        """Where each line of a merged text was written; empty where that cannot be told."""
        try:
            return places(_merge(self._marking, merged.template, context), merged.text)
        except Exception:  # as above: marks may be too much for a template that counts letters
            return ()

    @cached_property
    def _marking(self) -> jinja2.Environment:
        return _environment(self.find, extensions=(Marking,))

    def find(self, name: str) -> Path | None:
        """The file of this name in the first folder that has it; None where none has.

        Raises `ValueError` where the name leads out of the folders.
        """
        if name not in self._paths:
            path = self._paths[name] = _find(self._roots, name)
            if path is not None:
                self._found.add(path)
        return self._paths[name]

    def lacking(self, kind: str, name: str) -> NotThereError:
        """What no folder holds, of the files there the one most like it."""
        suffix = PurePosixPath(name).suffix.lower()
        endings = _PICTURES if suffix in _PICTURES else (suffix,)
        there = {
            path.relative_to(root).as_posix(): path.name
            for root in self._roots
            for path in sorted(root.rglob("*.*"))
            if path.suffix.lower() in endings
        }
        # A folder may be left out, and capitals are often wrong.
        known = {said.lower(): one for one, short in there.items() for said in (one, short)}
        close = [known[one] for one in get_close_matches(name[:80].lower(), known, n=1)]
        hint = f"did you mean {close[0]}?" if close else "put it beside the template"
        return NotThereError(f"no {kind} {name} in the template folders", hint)

    def _looks_older(self, name: str) -> bool:
        """Whether a template is a face as SVG, or has its style in itself."""
        is_older = self._is_older.get(name)
        if is_older is None:
            try:
                path = self.find(name)
                data = path.read_bytes()[:MAX_SOURCE_BYTES] if path else b""
            except (ValueError, OSError):
                data = b""  # to merge it says more
            is_svg = _JINJA.sub(b"", data).lstrip().startswith(b"<svg")
            is_face = PurePosixPath(name).parent.name != "marks" and b"<link" not in data
            is_older = self._is_older[name] = is_face and (is_svg or b"<style" in data)
        return is_older

    def is_own(self, path: Path) -> bool:
        """Whether a file is of the first folder."""
        return path.is_relative_to(self._roots[0])

    def unused(self) -> tuple[Path, ...]:
        """The templates and pictures of the first folder that were not asked for until now."""
        files = sorted(path for path in self._roots[0].rglob("*.*") if path.suffix in _SUFFIXES)
        return tuple(path for path in files if path not in self._found)

    def may_print(self, name: str) -> bool:
        """Whether a template asked for holds a word, or what it begins with before a value."""
        files = (path for path in self._found if path.suffix in (".svg", ".html"))
        for text in (path.read_text("utf-8", "replace") for path in files):
            found = _WORD.finditer(text)
            if any(one[1] == name or (one[2] and name.startswith(one[1])) for one in found):
                return True
        return False

    def _problem(self, name: str, error: Exception) -> Problem:
        if isinstance(error, jinja2.TemplateSyntaxError):
            where = Where(error.filename or error.name or name, error.lineno)
            return Problem(where, f"not Jinja2: {error.message}", "mend the template")
        if isinstance(error, MisuseError):
            return Problem(self._place(name, error), *error.args)
        if isinstance(error, jinja2.UndefinedError):
            hint = "print with f(name), ask with has(name): docs/templates.md lists what is handed"
            return Problem(self._place(name, error), _plain(str(error.message)), hint)
        if isinstance(error, RecursionError):
            return Problem(self._place(name, error), "includes or calls itself without end")
        if isinstance(error, MemoryError):
            return Problem(self._place(name, error), "asks for more memory than there is")
        message = _plain(str(error)) or "cannot be merged"
        return Problem(self._place(name, error), message, "mend the template")

    def _missing(self, name: str, error: jinja2.TemplateNotFound) -> Missing:
        """What no folder holds, with what is there of a name like it."""
        names = [str(one) for one in getattr(error, "templates", ()) or (error.name,)]
        last = PurePosixPath(names[-1])
        is_mark = last.parent.name == "marks"
        there = {
            path.stem if is_mark else path.relative_to(root).as_posix()
            for root in self._roots
            for one in names
            for path in (root / one).parent.glob("*.*")
            if path.suffix in _SUFFIXES
        }
        message = f"no mark {last.stem}" if is_mark else f"no template {', '.join(names)}"
        own = next((root for root in self._roots if root != templates_folder()), self._roots[0])
        hint = nearest(last.stem if is_mark else str(last), there, f"draw it as {own / last}")
        return Missing(str(last), Problem(self._place(name, error), message, hint))

    def _place(self, name: str, error: Exception) -> Where:
        """The innermost line of a template that the error came through, a user's before ours."""
        roots, ours = tuple(str(root) for root in self._roots), str(templates_folder())
        file, line = name, 0
        trace = error.__traceback__
        while trace is not None:
            path = trace.tb_frame.f_code.co_filename
            is_template = path.startswith(roots) and not path.endswith(".py")
            if is_template and not (line and path.startswith(ours) and not file.startswith(ours)):
                file, line = path, trace.tb_lineno
            trace = trace.tb_next
        return Where(file, line)


_JINJA = re.compile(rb"\{#.*?#\}|\{%.*?%\}", re.DOTALL)

_WORD = re.compile(r"([\w-]+)([\"']? *~|\{[{%])?")
"""A word of a template, and what says that a value goes on with it."""
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")
_SUFFIXES = (*_PICTURES, ".html", ".css")

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
        self._safe: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = (type(obj), attr)
        safe = self._safe.get(key)
        if safe is None:
            if len(self._safe) >= _MAX_NAMES:
                self._safe.clear()
            safe = self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return safe


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
        raised: Any = partial(_lacking, obj, name, exc)
        super().__init__(hint, obj, name, raised)


def _lacking(obj: Any, name: Any, exc: Any, found: str) -> Exception:
    """What is raised of a name that a thing has not; `found` is Jinja2's own word on it."""
    if lacks := getattr(obj, "_lacks", None):
        return MisuseError(*lacks(name))
    if isinstance(obj, Mapping) and obj:
        return MisuseError(_plain(found), nearest(str(name), map(str, obj)))
    wrong: Exception = exc(found)
    return wrong


def _environment(find: Callable[[str], Path | None], **more: Any) -> jinja2.Environment:
    environment = _Sandbox(
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
        del environment.filters[name]
    del environment.globals["lipsum"]
    return environment


def _merge(environment: jinja2.Environment, name: str, context: Mapping[str, object]) -> str:
    parts: list[str] = []
    length = 0
    for part in environment.get_template(name).generate(context):
        parts.append(part)
        length += len(part)
        if length > MAX_MERGED:
            raise SecurityError(f"prints more than {MAX_MERGED:,} characters")
    return "".join(parts)


@jinja2.pass_context
def _printable(context: Context, value: object) -> object:
    """The value itself, a text or a number: anything else would be printed as Python writes it."""
    if isinstance(value, (str, int, float, jinja2.Undefined)) or hasattr(value, "__html__"):
        return value
    if value is None:
        raise SecurityError("prints none, such as an empty cell: ask first with {% if … %}")
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


def _plain(message: str) -> str:
    """What Python says of a template's mistake, with words for its own names of kinds."""

    def named(match: re.Match[str]) -> str:
        of_python, quoted = match[2], match[3]
        return _KINDS.get(of_python or quoted, "it" if of_python else match[0])

    return _TYPE.sub(named, message)


def _compiled() -> jinja2.BytecodeCache | None:
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


def _find(roots: Sequence[Path], name: str) -> Path | None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise ValueError(f"{name!r} leads out of the template folders")
    for root in roots:
        path = root.joinpath(*parts)
        try:
            there = path.is_file()
        except OSError as error:
            raise ValueError(f"{name} cannot be looked for: {error.strerror}") from error
        if there:
            if not path.resolve().is_relative_to(root.resolve()):
                raise ValueError(f"{name} is a link that leads out of the template folders")
            return path
    return None


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
            symbol = f"<symbol id={quoteattr(path.stem)} href={quoteattr(template)}/>"
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
