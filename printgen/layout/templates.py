"""Turn a Jinja2 template and its data into merged text.

Templates may come from strangers: they are run in a sandbox, what they print is escaped, what is
undefined is an error, and names lead nowhere but into the template folders. Sizes, loops and calls
are bounded, so that a template ends. It must not know what the merged text says.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.runtime import Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from printgen.problems import ExitCode, Failure, Problem, Where

MAX_SOURCE_BYTES = 512 * 1024
MAX_MERGED_BYTES = 2 * 1024 * 1024
MAX_STRING = 256 * 1024
MAX_STEPS = 50_000
"""Turns of loops, calls and includes, and sixty-fourths of characters made, for one face."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a template became: problems in it name `name` and a line of `text`."""

    name: str
    text: str


class Templates:
    """The templates of several folders; an earlier folder's hides a later one's of that name."""

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self._roots = roots
        self._environment = _Environment(_Loader(roots))

    def render(self, name: str, context: Mapping[str, object]) -> Merged:
        """The merged text of one template; raises `Failure` (rules) naming its file and line."""
        environment = self._environment
        environment.steps = 0
        try:
            parts: list[str] = []
            size = 0
            for part in environment.get_template(name).generate(context):
                parts.append(part)
                size += len(part)
                if size > MAX_MERGED_BYTES:
                    raise SecurityError(f"prints more than {MAX_MERGED_BYTES:,} bytes")
        # A template can fail in any way that an expression can; each is the template's mistake.
        except Exception as error:
            raise Failure(ExitCode.RULES, (self._problem(name, error),)) from error
        return Merged(f"{name} (merged)", "".join(parts))

    def find(self, name: str) -> Path | None:
        """The file of this name in the first folder that has it; None where none has.

        Raises `ValueError` where the name leads out of the folders.
        """
        return _find(self._roots, name)

    def _problem(self, name: str, error: Exception) -> Problem:
        if isinstance(error, jinja2.TemplatesNotFound) and error.templates:
            missing = ", ".join(map(str, error.templates))
            return Problem(self._place(name, error), f"no template {missing}", _WHERE_FROM)
        if isinstance(error, jinja2.TemplateNotFound):
            return Problem(self._place(name, error), f"no template {error.name}", _WHERE_FROM)
        if isinstance(error, jinja2.TemplateSyntaxError):
            where = Where(error.filename or error.name or name, error.lineno)
            return Problem(where, f"not Jinja2: {error.message}", "mend the template")
        if isinstance(error, jinja2.UndefinedError):
            hint = "write a name that the product hands to its template"
            return Problem(self._place(name, error), str(error.message), hint)
        if isinstance(error, RecursionError):
            return Problem(self._place(name, error), "includes or calls itself without end")
        message = str(error) or type(error).__name__
        return Problem(self._place(name, error), message, "mend the template")

    def _place(self, name: str, error: Exception) -> Where:
        """The innermost line of a template that the error came through."""
        roots = tuple(str(root) for root in self._roots)
        file, line = name, 0
        trace = error.__traceback__
        while trace is not None:
            path = trace.tb_frame.f_code.co_filename
            if path.startswith(roots) and not path.endswith(".py"):
                file, line = path, trace.tb_lineno
            trace = trace.tb_next
        return Where(file, line)


_WHERE_FROM = "templates stand in the game's templates/ folder or among the bundled ones"


def _find(roots: Sequence[Path], name: str) -> Path | None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise ValueError(f"{name!r} leads out of the template folders")
    for root in roots:
        path = root.joinpath(*parts)
        if path.is_file():
            if not path.resolve().is_relative_to(root.resolve()):
                raise ValueError(f"{name} is a link that leads out of the template folders")
            return path
    return None


class _Loader(jinja2.BaseLoader):
    def __init__(self, roots: tuple[Path, ...]) -> None:
        self._roots = roots

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        try:
            path = _find(self._roots, template)
        except ValueError as error:
            raise SecurityError(str(error)) from error
        if path is None:
            raise jinja2.TemplateNotFound(template)
        with path.open("rb") as file:
            data = file.read(MAX_SOURCE_BYTES + 1)
        if len(data) > MAX_SOURCE_BYTES:
            raise SecurityError(f"{path} is larger than {MAX_SOURCE_BYTES:,} bytes")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise SecurityError(f"{path}: byte {error.start} is not UTF-8") from error
        return text, str(path), lambda: True


_SMALL_FILTERS = (
    "abs count d default first float int last length max min reject rejectattr round select "
    "selectattr wordcount"
)
"""Filters that make nothing larger than a number, or hand on what there is."""

_FILTERS = (
    "batch capitalize dictsort e escape format groupby items join list lower map replace reverse "
    "slice sort string sum title trim unique upper"
)

_TEXT_METHODS = (
    "capitalize count endswith find index isalnum isalpha isdecimal isdigit islower isspace "
    "isupper lower lstrip partition removeprefix removesuffix rfind rpartition rsplit rstrip "
    "split splitlines startswith strip title upper"
)


class _Bounding(NodeTransformer):
    """Has a template's loops counted and its joined strings charged."""

    def __init__(self, name: str | None, filename: str | None) -> None:
        self._name = name
        self._filename = filename

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - the visitor's names
        """Counts what a loop goes over before it begins."""
        if node.recursive:
            message = "a recursive loop is not allowed here"
            raise jinja2.TemplateSyntaxError(message, node.lineno, self._name, self._filename)
        self.generic_visit(node)
        node.iter = _filtered("_counted", [node.iter])
        return node

    def visit_ScopedEvalContextModifier(  # noqa: N802
        self, node: nodes.ScopedEvalContextModifier
    ) -> nodes.Node:
        """Refuses to leave what is printed as it is."""
        message = "what is printed is always escaped: leave autoescape out"
        raise jinja2.TemplateSyntaxError(message, node.lineno, self._name, self._filename)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        """Charges what ~ makes."""
        self.generic_visit(node)
        return _filtered("_joined", node.nodes)


def _filtered(name: str, arguments: Sequence[Any]) -> nodes.Filter:
    first, *rest = arguments
    return nodes.Filter(first, name, rest, [], None, None, lineno=first.lineno)


class _Writing(CodeGenerator):
    """Writes code that escapes what is printed, and does so fast where it is a plain type."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


def _printed(value: Any) -> str:
    """`value` as text, escaped unless it is markup that the template itself wrote."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is float or kind is int:
        return str(value)
    return escape(value)


class _Environment(ImmutableSandboxedEnvironment):
    """The sandbox, with a budget: each turn and each sixty-fourth character made costs a step."""

    code_generator_class = _Writing
    printed = staticmethod(_printed)
    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, loader: jinja2.BaseLoader) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=200,
        )
        self.steps = 0
        bounds: dict[str, Callable[..., None]] = {
            "batch": _counted_groups,
            "format": _short_format,
            "join": _short_join,
            "map": _attribute_only,
            "replace": _short_replace,
            "slice": _counted_groups,
            "sum": _without_start,
        }
        self.filters = {
            name: self._charged(self.filters[name], bounds.get(name)) for name in _FILTERS.split()
        } | {name: self.filters[name] for name in _SMALL_FILTERS.split()}
        self.filters["_joined"] = self._joined
        self.filters["_counted"] = self._counted
        self.globals = {"range": self._range, "namespace": self.globals["namespace"]}
        self._safe: dict[tuple[type, str], bool] = {}
        self._text_methods = frozenset(_TEXT_METHODS.split())

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        bounded: nodes.Template = _Bounding(name, filename).visit(tree)
        bounded.set_environment(self)
        return bounded

    def get_template(self, *arguments: Any, **keywords: Any) -> jinja2.Template:
        self.step(1)
        return super().get_template(*arguments, **keywords)

    def call(self, context: Any, obj: Any, /, *arguments: Any, **keywords: Any) -> Any:
        self.step(1)
        if type(obj) is Macro:
            # Jinja2 hands these along for callables that ask for the context; a macro never does.
            keywords.pop("_loop_vars", None)
            keywords.pop("_block_vars", None)
            return self.charge(obj(context.eval_ctx, *arguments, **keywords))
        return self.charge(super().call(context, obj, *arguments, **keywords))

    def call_binop(self, context: Any, sign: str, left: Any, right: Any) -> Any:
        if sign == "*":
            _refuse_growth(left, right)
            _refuse_growth(right, left)
        elif sign == "**":
            if not (isinstance(right, (int, float)) and abs(right) <= 64):
                raise SecurityError("** takes an exponent of at most 64")
        elif sign == "%" and isinstance(left, str):
            _short_format(left)
        return self.charge(_OPERATORS[sign](left, right))

    def getattr(self, obj: Any, attribute: str) -> Any:
        # What is safe depends on the type alone, and a card asks a hundred times.
        if self._safe.get((type(obj), attribute)):
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, (str, bytes)):
            return attr in self._text_methods
        safe = super().is_safe_attribute(obj, attr, value)
        if len(self._safe) < 10_000:
            self._safe[type(obj), attr] = safe
        return safe

    def step(self, count: int) -> None:
        """Counts what is done; raises `SecurityError` beyond the bound."""
        self.steps += count
        if self.steps > MAX_STEPS:
            raise SecurityError(f"takes more than {MAX_STEPS:,} turns of loops and calls")

    def charge(self, value: Any) -> Any:
        """The value itself, its size counted; raises `SecurityError` where it is too large."""
        kind = type(value)
        if kind is float:
            return value
        if isinstance(value, (str, list, tuple)):
            if len(value) > MAX_STRING:
                raise SecurityError(_TOO_LONG)
            self.step(len(value) >> 6)
        elif kind is int and value.bit_length() > 4096:
            raise SecurityError("makes a number beyond all measure")
        return value

    def _charged(self, function: Any, bound: Callable[..., None] | None) -> Any:
        @wraps(function)
        def charged(*arguments: Any, **keywords: Any) -> Any:
            if bound is not None:
                bound(*arguments[passed:], **keywords)
            return self.charge(function(*arguments, **keywords))

        passed = 1 if hasattr(function, "jinja_pass_arg") else 0
        return charged

    def _joined(self, *parts: Any) -> Any:
        for part in parts:
            if type(part) is not str:
                return self.charge(markup_join(parts))
        return self.charge("".join(parts))

    def _counted(self, items: Any) -> Any:
        if not hasattr(items, "__len__") and isinstance(items, Iterable):
            items = list(islice(items, MAX_STEPS + 1))
        if hasattr(items, "__len__"):
            self.step(len(items))
        return items

    def _range(self, *arguments: int) -> range:
        numbers = range(*arguments)
        if len(numbers) > MAX_STEPS:
            raise SecurityError(f"range() of more than {MAX_STEPS:,} numbers")
        return numbers


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "*": operator.mul,
    "**": operator.pow,
    "%": operator.mod,
}
_TOO_LONG = f"makes a text of more than {MAX_STRING:,} characters"
_WIDTH = re.compile(r"%[^a-zA-Z%]*(?:\*|\d{3})")


def _refuse_growth(many: Any, times: Any) -> None:
    grows = isinstance(many, (str, list, tuple)) and isinstance(times, int)
    if grows and len(many) * times > MAX_STRING:
        raise SecurityError(_TOO_LONG)


def _short_format(text: Any, *values: Any, **named: Any) -> None:
    if len(str(text)) > 200 or _WIDTH.search(str(text)):
        raise SecurityError("a format of more than 200 characters or 99 places")


def _short_join(items: Any, between: Any = "", attribute: Any = None) -> None:
    if not isinstance(items, (str, list, tuple)):
        raise SecurityError("join takes a list: write | list | join")
    total = sum(len(item) if isinstance(item, str) else 20 for item in items)
    if total + len(str(between)) * len(items) > MAX_STRING:
        raise SecurityError(_TOO_LONG)


def _short_replace(text: Any, old: Any, new: Any, count: Any = None) -> None:
    if str(text).count(str(old)) * len(str(new)) > MAX_STRING:
        raise SecurityError(_TOO_LONG)


def _counted_groups(items: Any, count: Any, fill: Any = None) -> None:
    if not isinstance(count, int) or not 0 < count <= 10_000:
        raise SecurityError("takes a count of 1 to 10,000")


def _attribute_only(items: Any, *names: Any, **keywords: Any) -> None:
    if names:
        raise SecurityError('map takes an attribute: write map(attribute="name")')


def _without_start(items: Any, attribute: Any = None, **keywords: Any) -> None:
    if keywords:
        raise SecurityError("sum takes no start: it adds numbers")
