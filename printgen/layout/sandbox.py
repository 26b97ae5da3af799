"""Turn Jinja2 into a language for strangers: it ends, stays small, and reaches nothing outside.

Each turn of a loop, each call and each text made is charged to a budget; what is printed is a text
or a number and is always escaped; nothing that is handed over can be changed. It must not know
where templates lie or what they are for.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from itertools import islice
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.runtime import Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

MAX_STRING = 256 * 1024
MAX_STEPS = 50_000
"""Turns of loops, calls and includes, and sixty-fourths of characters made, for one face."""

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

    def __init__(self, environment: "Sandbox", name: str | None, filename: str | None) -> None:
        self._environment = environment
        self._name = name
        self._filename = filename

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - the visitor's names
        """Counts what a loop goes over before it begins."""
        if node.recursive:
            message = "a recursive loop is not allowed here"
            raise jinja2.TemplateSyntaxError(message, node.lineno, self._name, self._filename)
        self.generic_visit(node)
        node.iter = self._filtered("_counted", [node.iter])
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
        return self._filtered("_joined", node.nodes)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        """Has what is compared looked at: lists in lists may take for ever."""
        self.generic_visit(node)
        node.expr = self._filtered("_compared", [node.expr])
        for operand in node.ops:
            operand.expr = self._filtered("_compared", [operand.expr])
        return node

    def _filtered(self, name: str, arguments: Sequence[Any]) -> nodes.Filter:
        first, *rest = arguments
        place = {"lineno": first.lineno, "environment": self._environment}
        return nodes.Filter(first, name, rest, [], None, None, **place)


class _Writing(CodeGenerator):
    """Writes code that escapes what is printed, and does so fast where it is a plain type."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


def _printed(value: Any) -> str:
    """`value` as text, escaped unless it is markup that the template itself wrote."""
    kind = type(value)
    if kind is str:
        return escape(value) if _MARKUP(value) else value
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is float or kind is int:
        return str(value)
    return escape(_plain(value))


_MARKUP = re.compile("[&<>\"']").search


def _plain(value: Any) -> Any:
    """The value itself, a text or a number: anything else as text could be of any length."""
    if value is None or isinstance(value, (str, int, float, jinja2.Undefined)):
        return value
    raise SecurityError(f"prints a {type(value).__name__}: print what is in it, one by one")


class Sandbox(ImmutableSandboxedEnvironment):
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
            **dict.fromkeys(
                ("capitalize", "lower", "string", "title", "trim", "upper"), _one_plain
            ),
            "batch": _counted_groups,
            "e": _one_plain,
            "escape": _one_plain,
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
        self.filters["_compared"] = self._compared
        self.globals = {"range": self._range, "namespace": self.globals["namespace"]}
        self._safe: dict[tuple[type, str], bool] = {}
        self._text_methods = frozenset(_TEXT_METHODS.split())

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        bounded: nodes.Template = _Bounding(self, name, filename).visit(tree)
        return bounded

    def merge(self, name: str, context: Mapping[str, object], most: int) -> str:
        """The text of a template, at most `most` characters; its errors name its own lines."""
        self.steps = 0
        template = self.get_template(name)
        try:
            stream = template.root_render_func(template.new_context(dict(context)))
            chunks: list[str] = []
            room = most
            while parts := list(islice(stream, 64)):
                chunks.append("".join(parts))
                room -= len(chunks[-1])
                if room < 0:
                    raise SecurityError(f"prints more than {most:,} characters")
            return "".join(chunks)
        except Exception:
            self.handle_exception()

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
            _short_format(left, *(right if isinstance(right, tuple) else (right,)))
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
            size = len(value)
            if size > MAX_STRING:
                raise SecurityError(_TOO_LONG)
            if size > 63:
                self.step(size >> 6)
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
                return self.charge(markup_join([_plain(part) for part in parts]))
        return self.charge("".join(parts))

    def _compared(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            self.step(len(value) >> 3)
            if any(isinstance(item, (list, tuple, dict)) for item in value):
                raise SecurityError("compares a list of lists: compare what is in them")
        return value

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


def _one_plain(text: Any, *rest: Any) -> None:
    _plain(text)


def _short_format(text: Any, *values: Any, **named: Any) -> None:
    if len(str(_plain(text))) > 200 or _WIDTH.search(text):
        raise SecurityError("a format of more than 200 characters or 99 places")
    for value in (*values, *named.values()):
        _plain(value)


def _short_join(items: Any, between: Any = "", **keywords: Any) -> None:
    if not isinstance(items, (str, list, tuple)) or keywords:
        raise SecurityError("join takes a list: write | map(attribute=…) | list | join")
    total = sum(len(str(_plain(item))) for item in items)
    if total + len(str(_plain(between))) * len(items) > MAX_STRING:
        raise SecurityError(_TOO_LONG)


def _short_replace(text: Any, old: Any, new: Any, count: Any = None) -> None:
    if str(_plain(text)).count(str(_plain(old))) * len(str(_plain(new))) > MAX_STRING:
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
