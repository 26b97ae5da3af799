"""Turn style sheets into rules that can be matched.

Every selector and declaration outside the subset is a problem with its line; nothing is skipped in
silence, as a browser would. It must not know the cascade, elements or fonts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import Any

import cssselect2
import tinycss2
from tinycss2.ast import FunctionBlock

from printgen.layout.css_colours import contrasting
from printgen.layout.css_properties import hint_for, is_custom, is_property, read_property
from printgen.layout.css_values import Value
from printgen.layout.diagnostics import RefusedError
from printgen.layout.greyscale import grey_of
from printgen.problems import Problem, Where, meant


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration. `values` is None where it holds var() and is read once that is known.

    `uses` are the custom properties that it names.
    """

    name: str
    tokens: tuple[Any, ...]
    line: int
    file: str
    values: Mapping[str, Value] | None
    uses: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Rule:
    """Declarations under one compiled selector; `around` are the classes that it asks of what is
    around the element selected."""

    selector: Any
    declared: tuple[Declaration, ...]
    around: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """The text of one style sheet and its file; `base` says that browsers are handed it too."""

    file: str
    text: str
    base: bool = False


@lru_cache(maxsize=64)
def read_rules(sheet: StyleSheet) -> tuple[tuple[Rule, ...], tuple[Problem, ...]]:
    """The rules of a sheet in order, and every mistake in it."""
    reader = _SheetReader(sheet)
    rules = tuple(reader.rules())
    return rules, tuple(reader.problems)


def classes_named(sheet: StyleSheet) -> Iterator[tuple[int, str]]:
    """The classes that the selectors of a sheet name, each with its line."""
    for node in tinycss2.parse_stylesheet(sheet.text, skip_comments=True, skip_whitespace=True):
        tokens = node.prelude if node.type == "qualified-rule" else ()
        for before, one in pairwise(tokens):
            if before == "." and one.type == "ident":
                yield one.source_line, one.value


def read_custom(
    file: str, line: int, text: str, *, grey: bool = False
) -> tuple[tuple[Declaration, ...], tuple[Problem, ...]]:
    """The custom properties that a style attribute sets, and every mistake in it.

    What stands on an accent is black or white, as its colour wants, or its `grey`.
    """
    reader = _SheetReader(StyleSheet(file, text), line)
    own, rest = {}, []
    for node in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration" and node.name.startswith("--") and not node.important:
            tokens = significant(node.value)
            own[node.name] = Declaration(node.name, tokens, line, file, None, _named_in(tokens))
        else:
            rest.append(node)
    if rest:
        hint = 'write such as style="--accent: #a12115", and the rest in the style sheet'
        reader.wrong(rest[0], "style sets more than properties of a row", hint)
    accent = own.get("--accent")
    if accent and "--on-accent" not in own:
        try:
            colour = read_property("color", list(accent.tokens))["color"]
        except RefusedError as error:
            reader.problems.append(Problem(Where(file, line), *error.args))
        else:
            ground = grey_of(colour) if grey else colour  # type: ignore[arg-type] # no other is read
            black = tuple(tinycss2.parse_component_value_list(contrasting(ground)))
            own["--on-accent"] = Declaration("--on-accent", black, line, file, None)
    return tuple(own.values()), tuple(reader.problems)


def resolve(
    tokens: tuple[Any, ...],
    custom: Mapping[str, tuple[Any, ...]],
    defining: tuple[str, ...] = (),
) -> list[Any]:
    """`tokens` with each var() replaced by what `custom` says; raises `RefusedError`.

    `defining` names the custom properties whose own value this is: they may not occur in it.
    """
    resolved: list[Any] = []
    for token in tokens:
        if token.type == "function" and token.lower_name != "var" and _named_in([token]):
            arguments = resolve(tuple(token.arguments), custom, defining)
            at = token.source_line, token.source_column
            token = FunctionBlock(*at, token.name, arguments)
        if token.type != "function" or token.lower_name != "var":
            resolved.append(token)
            continue
        name = _named(token)
        if name in defining:
            raise RefusedError(f"{name} is defined by itself", f"give {name} a value")
        if name not in custom:
            hint = f"{meant(name, custom)}set it: :root {{ {name}: … }}"
            raise RefusedError(f"{name} is not set here", hint)
        resolved += resolve(custom[name], custom, (*defining, name))
    return resolved


def significant(tokens: Any) -> tuple[Any, ...]:
    """The tokens without white space and comments."""
    return tuple(token for token in tokens if token.type not in ("whitespace", "comment"))


class _SheetReader:
    """Reads one sheet, or a style attribute that stands on a `line`."""

    def __init__(self, sheet: StyleSheet, line: int = 1) -> None:
        self.sheet = sheet
        self.first = line
        self.problems: list[Problem] = []

    def wrong(self, node: Any, message: str, hint: str) -> None:
        line = self.first + node.source_line - 1
        self.problems.append(Problem(Where(self.sheet.file, line), message, hint))

    def rules(self) -> Iterator[Rule]:
        nodes = tinycss2.parse_stylesheet(self.sheet.text, skip_comments=True, skip_whitespace=True)
        for node in nodes:
            if node.type == "error":
                self.wrong(node, f"not CSS: {node.message}", "see that every { has its }")
            elif node.type == "at-rule":
                message = f"@{node.at_keyword} is not in the subset"
                self.wrong(node, message, _AT_HINTS.get(node.lower_at_keyword, "leave it out"))
            else:
                yield from self.one(node)

    def one(self, node: Any) -> Iterator[Rule]:
        declared = tuple(self.declarations(node.content))
        text = tinycss2.serialize(t for t in node.prelude if t.type != "comment").strip()
        odd = _PLAIN.sub("", text, count=1)
        wrong = f": {odd} is not in the subset" if odd else ""
        try:
            selectors = () if odd else cssselect2.compile_selector_list(node.prelude)
        except cssselect2.SelectorError:
            wrong = " is not understood"
        if wrong:
            self.wrong(node, f"selector {text}{wrong}", _SELECT)
            return
        around = (_LAST.sub("", selector) for selector in text.split(","))
        asked = frozenset(_CLASS.findall(" ".join(around)))
        for selector in selectors:
            yield Rule(selector, declared, asked)

    def declarations(self, content: list[Any]) -> Iterator[Declaration]:
        for node in tinycss2.parse_blocks_contents(
            content, skip_comments=True, skip_whitespace=True
        ):
            if node.type == "error":
                self.wrong(node, "not a declaration", "write property: value;")
            elif node.type != "declaration":
                hint = "close the rule before it with }, or write it out with its whole selector"
                self.wrong(node, "a rule inside a rule", hint)
                return  # where a } is missing all rules below are inside
            elif node.important:
                self.wrong(node, f"{node.name}: !important is not in the subset", "leave it out")
            else:
                declared = self.declaration(node)
                if declared is not None:
                    yield declared

    def declaration(self, node: Any) -> Declaration | None:
        tokens = significant(node.value)
        line = self.first + node.source_line - 1
        name = node.name if node.name.startswith("--") else node.lower_name
        if ":" in tokens and (is_custom(name) or is_property(name)):
            after = tinycss2.serialize(tokens[: tokens.index(":")][-1:])
            self.wrong(node, f"{name}: no ; before {after}", "end each declaration with ;")
            tokens = tokens[: tokens.index(":") - 1]
        if is_custom(name):
            if get_close_matches(name, [_MIN_SIZE], cutoff=0.8):
                self.wrong(node, f"{name} is not in the subset", f"did you mean {_MIN_SIZE}?")
            return Declaration(name, tokens, line, self.sheet.file, None, _named_in(tokens))
        if not is_property(name):
            if not self.sheet.base:
                self.wrong(node, f"{name} is not in the subset", hint_for(name))
            return None
        if uses := _named_in(tokens):
            return Declaration(name, tokens, line, self.sheet.file, None, uses)
        try:
            values = read_property(name, list(tokens))
        except RefusedError as error:
            self.wrong(node, *error.args)
            return None
        return Declaration(name, tokens, line, self.sheet.file, values)


_MIN_SIZE = "--min-size"
_PLAIN = re.compile(r"(?:[\w.#>,\s-]|\\.|:root\b)*")
"""What a selector of the subset is written with."""
_LAST = re.compile(r"[^\s>]*\s*$")
"""What selects the element itself, at the end of a selector."""
_CLASS = re.compile(r"\.([\w-]+)")
_SELECT = "select by tag, class, id, descendant, child, or :root"
_AT_HINTS = {
    "font-face": "fonts stand in fonts/fonts.css",
    "import": "link the file in the template, before this one",
    "media": "leave it out: a print has one medium",
    "page": "leave it out: the paper is chosen on the command line",
}


def _named_in(tokens: Any) -> frozenset[str]:
    """What each var() in a value names; one that names nothing is told when it is read."""
    found: set[str] = set()
    for token in tokens:
        if token.type == "function":
            names = [one.value for one in significant(token.arguments)[:1] if one.type == "ident"]
            found |= {*names} if token.lower_name == "var" else _named_in(token.arguments)
            found |= {"var()"} if token.lower_name == "var" and not names else set()
    return frozenset(found)


def _named(token: Any) -> str:
    """The custom property that a var() names; raises `RefusedError`."""
    arguments = significant(token.arguments)
    if not arguments or arguments[0].type != "ident" or not arguments[0].value.startswith("--"):
        found = tinycss2.serialize([token])
        raise RefusedError(f"{found} names no custom property", "write var(--name)")
    name = str(arguments[0].value)
    if len(arguments) > 1:
        message = f"var({name}, …) has a second value to fall back on"
        raise RefusedError(message, f"set {name} under :root instead")
    return name
