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

from printgen.layout.css_colours import pick_contrast_colour
from printgen.layout.css_properties import (
    is_known_property,
    is_variable,
    read_declaration,
    suggest_property,
)
from printgen.layout.css_values import Value
from printgen.layout.diagnostics import UserError
from printgen.layout.greyscale import convert_colour_to_grey
from printgen.problems import Problem, Spot, guess


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
class StyleRule:
    """Declarations under one compiled selector; `around` are the classes that it asks of what is
    around the element selected."""

    selector: Any
    declarations: tuple[Declaration, ...]
    ancestor_classes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StyleSheetSource:
    """The text of one style sheet and its file; `base` says that browsers are handed it too."""

    file: str
    text: str
    base: bool = False


@lru_cache(maxsize=64)
def read_rules(sheet: StyleSheetSource) -> tuple[tuple[StyleRule, ...], tuple[Problem, ...]]:
    """The rules of a sheet in order, and every mistake in it."""
    reader = _SheetReader(sheet)
    rules = tuple(reader.read_sheet_rules())
    return rules, tuple(reader.problems)


def list_classes(sheet: StyleSheetSource) -> Iterator[tuple[int, str]]:
    """The classes that the selectors of a sheet name, each with its line."""
    for node in tinycss2.parse_stylesheet(sheet.text, skip_comments=True, skip_whitespace=True):
        tokens = node.prelude if node.type == "qualified-rule" else ()
        for previous, token in pairwise(tokens):
            if previous == "." and token.type == "ident":
                yield token.source_line, token.value


def read_custom_properties(
    file: str, line: int, text: str, *, grey: bool = False
) -> tuple[tuple[Declaration, ...], tuple[Problem, ...]]:
    """The custom properties that a style attribute sets, and every mistake in it.

    What stands on an accent is black or white, as its colour wants, or its `grey`.
    """
    reader = _SheetReader(StyleSheetSource(file, text), line)
    custom, other_nodes = {}, []
    for node in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration" and node.name.startswith("--") and not node.important:
            tokens = strip_whitespace(node.value)
            custom[node.name] = Declaration(node.name, tokens, line, file, None, _find_vars(tokens))
        else:
            other_nodes.append(node)
    if other_nodes:
        hint = 'write such as style="--accent: #a12115", and the rest in the style sheet'
        reader.error(other_nodes[0], "style sets more than properties of a row", hint)
    accent = custom.get("--accent")
    if accent and "--on-accent" not in custom:
        try:
            colour = read_declaration("color", list(accent.tokens))["color"]
        except UserError as error:
            reader.problems.append(Problem(Spot(file, line), *error.args))
        else:
            ground = convert_colour_to_grey(colour) if grey else colour  # type: ignore[arg-type] # no other is read
            contrast = tuple(tinycss2.parse_component_value_list(pick_contrast_colour(ground)))
            custom["--on-accent"] = Declaration("--on-accent", contrast, line, file, None)
    return tuple(custom.values()), tuple(reader.problems)


def resolve_variables(
    tokens: tuple[Any, ...], custom: Mapping[str, tuple[Any, ...]], defining: tuple[str, ...] = ()
) -> list[Any]:
    """`tokens` with each var() replaced by what `custom` says; raises `RefusedError`.

    `defining` names the custom properties whose own value this is: they may not occur in it.
    """
    resolved: list[Any] = []
    for token in tokens:
        if token.type == "function" and token.lower_name != "var" and _find_vars([token]):
            arguments = resolve_variables(tuple(token.arguments), custom, defining)
            position = token.source_line, token.source_column
            token = FunctionBlock(*position, token.name, arguments)
        if token.type != "function" or token.lower_name != "var":
            resolved.append(token)
            continue
        name = _read_variable_name(token)
        if name in defining:
            raise UserError(f"{name} is defined by itself", f"give {name} a value")
        if name not in custom:
            hint = f"{guess(name, custom)}set it: :root {{ {name}: … }}"
            raise UserError(f"{name} is not set here", hint)
        resolved += resolve_variables(custom[name], custom, (*defining, name))
    return resolved


def strip_whitespace(tokens: Any) -> tuple[Any, ...]:
    """The tokens without white space and comments."""
    return tuple(token for token in tokens if token.type not in ("whitespace", "comment"))


class _SheetReader:
    """Reads one sheet, or a style attribute that stands on a `line`."""

    def __init__(self, sheet: StyleSheetSource, line: int = 1) -> None:
        self.sheet = sheet
        self.first_line = line
        self.problems: list[Problem] = []

    def error(self, node: Any, message: str, hint: str) -> None:
        line = self.first_line + node.source_line - 1
        self.problems.append(Problem(Spot(self.sheet.file, line), message, hint))

    def read_sheet_rules(self) -> Iterator[StyleRule]:
        nodes = tinycss2.parse_stylesheet(self.sheet.text, skip_comments=True, skip_whitespace=True)
        for node in nodes:
            if node.type == "error":
                self.error(node, f"not CSS: {node.message}", "see that every { has its }")
            elif node.type == "at-rule":
                message = f"@{node.at_keyword} is not in the subset"
                self.error(node, message, _AT_HINTS.get(node.lower_at_keyword, "leave it out"))
            else:
                yield from self.read_rule(node)

    def read_rule(self, node: Any) -> Iterator[StyleRule]:
        declared = tuple(self.read_declarations(node.content))
        text = tinycss2.serialize(t for t in node.prelude if t.type != "comment").strip()
        unsupported = _SUPPORTED_SELECTOR.sub("", text, count=1)
        message = f": {unsupported} is not in the subset" if unsupported else ""
        try:
            selectors = () if unsupported else cssselect2.compile_selector_list(node.prelude)
        except cssselect2.SelectorError:
            message = " is not understood"
        if message:
            self.error(node, f"selector {text}{message}", _SELECTOR_HINT)
            return
        ancestors = (_LAST_COMPOUND.sub("", selector) for selector in text.split(","))
        ancestor_classes = frozenset(_CLASS_SELECTOR.findall(" ".join(ancestors)))
        for selector in selectors:
            yield StyleRule(selector, declared, ancestor_classes)

    def read_declarations(self, content: list[Any]) -> Iterator[Declaration]:
        for node in tinycss2.parse_blocks_contents(
            content, skip_comments=True, skip_whitespace=True
        ):
            if node.type == "error":
                self.error(node, "not a declaration", "write property: value;")
            elif node.type != "declaration":
                hint = "close the rule before it with }, or write it out with its whole selector"
                self.error(node, "a rule inside a rule", hint)
                return  # where a } is missing all rules below are inside
            elif node.important:
                self.error(node, f"{node.name}: !important is not in the subset", "leave it out")
            else:
                declared = self.read_declaration(node)
                if declared is not None:
                    yield declared

    def read_declaration(self, node: Any) -> Declaration | None:
        tokens = strip_whitespace(node.value)
        line = self.first_line + node.source_line - 1
        name = node.name if node.name.startswith("--") else node.lower_name
        if ":" in tokens and (is_variable(name) or is_known_property(name)):
            next_name = tinycss2.serialize(tokens[: tokens.index(":")][-1:])
            self.error(node, f"{name}: no ; before {next_name}", "end each declaration with ;")
            tokens = tokens[: tokens.index(":") - 1]
        if is_variable(name):
            if get_close_matches(name, [_MIN_SIZE], cutoff=0.8):
                self.error(node, f"{name} is not in the subset", f"did you mean {_MIN_SIZE}?")
            return Declaration(name, tokens, line, self.sheet.file, None, _find_vars(tokens))
        if not is_known_property(name):
            if not self.sheet.base:
                self.error(node, f"{name} is not in the subset", suggest_property(name))
            return None
        if uses := _find_vars(tokens):
            return Declaration(name, tokens, line, self.sheet.file, None, uses)
        try:
            values = read_declaration(name, list(tokens))
        except UserError as error:
            self.error(node, *error.args)
            return None
        return Declaration(name, tokens, line, self.sheet.file, values)


_MIN_SIZE = "--min-size"
_SUPPORTED_SELECTOR = re.compile(r"(?:[\w.#>,\s-]|\\.|:root\b)*")
"""What a selector of the subset is written with."""
_LAST_COMPOUND = re.compile(r"[^\s>]*\s*$")
"""What selects the element itself, at the end of a selector."""
_CLASS_SELECTOR = re.compile(r"\.([\w-]+)")
_SELECTOR_HINT = "select by tag, class, id, descendant, child, or :root"
_AT_HINTS = {
    "font-face": "fonts stand in fonts/fonts.css",
    "import": "link the file in the template, before this one",
    "media": "leave it out: a print has one medium",
    "page": "leave it out: the paper is chosen on the command line",
}


def _find_vars(tokens: Any) -> frozenset[str]:
    """What each var() in a value names; one that names nothing is told when it is read."""
    variables: set[str] = set()
    for token in tokens:
        if token.type == "function":
            names = [
                part.value for part in strip_whitespace(token.arguments)[:1] if part.type == "ident"
            ]
            variables |= {*names} if token.lower_name == "var" else _find_vars(token.arguments)
            variables |= {"var()"} if token.lower_name == "var" and not names else set()
    return frozenset(variables)


def _read_variable_name(token: Any) -> str:
    """The custom property that a var() names; raises `RefusedError`."""
    arguments = strip_whitespace(token.arguments)
    if not arguments or arguments[0].type != "ident" or not arguments[0].value.startswith("--"):
        text = tinycss2.serialize([token])
        raise UserError(f"{text} names no custom property", "write var(--name)")
    name = str(arguments[0].value)
    if len(arguments) > 1:
        message = f"var({name}, …) has a second value to fall back on"
        raise UserError(message, f"set {name} under :root instead")
    return name
