"""Parsing of style sheets into rules (CSS Syntax 3), and resolving of custom properties.

Browsers skip what they do not know (CSS Syntax 3, 2.2). Here every selector and declaration outside
the subset is a problem with its line. The cascade, elements and fonts are unknown here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from itertools import count, groupby, pairwise
from typing import Any

import cssselect2
import msgspec
import tinycss2
from msgspec.structs import replace
from tinycss2.ast import FunctionBlock, ParenthesesBlock

from printgen.colour import convert_colour_to_grey
from printgen.data_files import read_hints
from printgen.layout.style.colours import pick_contrast_colour
from printgen.layout.style.shorthands import (
    find_physical_name,
    is_custom_property,
    is_known_property,
    is_screen_property,
    read_declaration,
    suggest_property,
)
from printgen.layout.style.values import Value, make_value_error, split_at_commas
from printgen.problems import InputError, Place, Problem, suggest_closest_word


class Declaration(msgspec.Struct, frozen=True):
    """One declaration of a style sheet, such as `color: red`.

    - `name`: the property. `tokens`: its value. `line`, `file`: where it is.
    - `values`: the values of the longhand properties that it sets. None for a custom property. Also
      None if the value has var(), because it then differs between elements.
    - `uses`: the names of the custom properties in the value.
    - `important`: whether it has !important.
    """

    name: str
    tokens: tuple[Any, ...]
    line: int
    file: str
    values: Mapping[str, Value] | None
    uses: frozenset[str] = frozenset()
    important: bool = False


class StyleRule(msgspec.Struct, frozen=True):
    """A rule of a style sheet: its declarations with one compiled selector.

    - `ancestor_classes`: the classes that the selector requires of ancestors.
    - `layer`: the names of the cascade layer around it, from the outermost one; () for none.
    """

    selector: Any
    declarations: tuple[Declaration, ...]
    ancestor_classes: frozenset[str] = frozenset()
    layer: tuple[str, ...] = ()


class StyleSheetSource(msgspec.Struct, frozen=True):
    """The text of one style sheet and its file.

    - `is_built_in` marks the built-in style sheet, which browsers get too. Unknown properties are
      allowed in it.
    - `path`: the template of a `<style>`. Its `file` is the name of the rendered template.
    """

    file: str
    text: str
    is_built_in: bool = False
    path: str = ""


@lru_cache(maxsize=64)
def read_rules(
    sheet: StyleSheetSource,
) -> tuple[tuple[StyleRule, ...], tuple[Problem, ...], tuple[tuple[str, ...], ...]]:
    """Return the rules of a style sheet in order, all problems in it, and its cascade layers.

    The layers are in the order in which they are named first, those around a layer before it.
    """
    reader = _SheetReader(sheet)
    rules = tuple(reader.read_sheet_rules())
    return rules, tuple(reader.problems), tuple(reader.layers)


@lru_cache(maxsize=64)
def list_classes(sheet: StyleSheetSource) -> tuple[tuple[int, str], ...]:
    """Return each class in the selectors of a style sheet, with its line: line, name."""
    return tuple(_list_classes(tinycss2.parse_stylesheet(sheet.text)))


def _list_classes(nodes: Sequence[Any]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if node.type == "qualified-rule":
            for token in _find_classes(node.prelude):
                yield token.source_line, token.value
            yield from _list_classes(tinycss2.parse_blocks_contents(node.content))
        elif node.type == "at-rule" and node.content and _read_medium(node) != "screen":
            yield from _list_classes(tinycss2.parse_rule_list(node.content))


def read_custom_properties(
    file: str, line: int, text: str, *, grey: bool = False
) -> tuple[tuple[Declaration, ...], tuple[Problem, ...]]:
    """Return the custom properties set by the style attribute `text`, and all problems in it.

    If it sets `--accent`, `--on-accent` becomes black or white, whichever has more contrast with
    `--accent`. With `grey`, `--accent` is first converted to grey.
    """
    reader = _SheetReader(StyleSheetSource(file, text), line)
    custom, other_nodes = {}, []
    for node in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration" and node.name.startswith("--") and not node.important:
            tokens = strip_whitespace(node.value)
            custom[node.name] = Declaration(
                node.name, tokens, line, file, None, _find_var_names(tokens)
            )
        else:
            other_nodes.append(node)
    if other_nodes:
        hint = 'write style="--accent: #a12115"; move the rest to <body>, or to the style sheet'
        reader.error(other_nodes[0], "style of <html> sets more than custom properties", hint)
    accent = custom.get("--accent")
    if accent and "--on-accent" not in custom:
        try:
            colour = read_declaration("color", list(accent.tokens))["color"]
        except InputError as error:
            reader.problems.append(Problem(Place(file, line), *error.args))
        else:
            ground = convert_colour_to_grey(colour) if grey else colour  # type: ignore[arg-type] # always a colour
            contrast = tuple(tinycss2.parse_component_value_list(pick_contrast_colour(ground)))
            custom["--on-accent"] = Declaration("--on-accent", contrast, line, file, None)
    return tuple(custom.values()), tuple(reader.problems)


@lru_cache(maxsize=1024)
def read_style_attribute(text: str) -> tuple[tuple[Declaration, ...], tuple[InputError, ...]]:
    """Return the declarations of a `style` attribute, and the mistakes in it.

    The mistakes have no line: the caller knows the line of the element. See CSS Style Attributes 1.
    """
    reader = _SheetReader(StyleSheetSource("", text))
    reader.has_open_rule = True  # a rule in an attribute is an error
    declarations = tuple(replace(part, line=0) for part in reader.read_rule_content(text))
    mistakes = [InputError(problem.message, problem.hint) for problem in reader.problems]
    hints = read_hints("in style attribute")
    mistakes += [
        InputError(f"{part.name} has no effect in a style attribute", hints[part.name])
        for part in declarations
        if part.name in hints
    ]
    return declarations, tuple(mistakes)


_MAX_TOKENS = 10_000
"""The most tokens read for one value, with those of its custom properties."""
_MAX_NESTED_RULES = 20
"""The most `:is()` in the selectors around a rule that is inside another rule."""


def resolve_variables(
    tokens: tuple[Any, ...],
    custom: Mapping[str, tuple[Any, ...]],
    defining: tuple[str, ...] = (),
    counter: Iterator[int] | None = None,
) -> list[Any]:
    """Return `tokens` with each var() replaced by its value in `custom`.

    `defining` are the custom properties whose value is being resolved, and `counter` counts the
    tokens read. Raise `InputError` for an unknown property, a cycle, or a value that is too long.
    """
    counter = counter or count()
    # CSS Custom Properties 1, 3 (var notation); browsers make a bad var() invalid silently.
    resolved: list[Any] = []
    for token in tokens:
        if next(counter) > _MAX_TOKENS:
            # CSS Custom Properties 1, 3.3: values that double at each var() must be stopped.
            raise InputError("the value is too long", "use var() fewer times")
        if token.type == "function" and token.lower_name != "var" and _find_var_names([token]):
            arguments = resolve_variables(tuple(token.arguments), custom, defining, counter)
            token = FunctionBlock(token.source_line, token.source_column, token.name, arguments)
        elif token.type == "() block" and _find_var_names([token]):
            content = resolve_variables(tuple(token.content), custom, defining, counter)
            token = ParenthesesBlock(token.source_line, token.source_column, content)
        if token.type != "function" or token.lower_name != "var":
            resolved.append(token)
            continue
        name, fallback = _read_var_function(token)
        if name in defining:  # CSS Custom Properties 1, 2.3: dependency cycles
            raise InputError(f"{name} refers to itself", f"give {name} a value")
        if name not in custom and fallback is None:
            hint = f"{suggest_closest_word(name, custom)}set it: :root {{ {name}: … }}"
            raise InputError(f"{name} is not set here", hint)
        used = custom.get(name, fallback or ())
        resolved += resolve_variables(used, custom, (*defining, name), counter)
    return resolved


def choose_light_or_dark(tokens: list[Any], custom: Mapping[str, tuple[Any, ...]]) -> list[Any]:
    """Return tokens with each light-dark() replaced by one of its colours (CSS Color 5, 5)."""
    words = [getattr(token, "lower_value", "") for token in custom.get(_COLOUR_SCHEME, ())]
    chosen: list[Any] = []
    for token in tokens:
        if token.type == "function" and token.lower_name != "light-dark":
            arguments = choose_light_or_dark(token.arguments, custom)
            position = token.source_line, token.source_column
            chosen.append(FunctionBlock(*position, token.name, arguments))
        elif token.type != "function":
            chosen.append(token)
        elif len(colours := split_at_commas(token.arguments)) == 2:
            colour = colours["dark" in words and "light" not in words]
            chosen += choose_light_or_dark(colour, custom)
        else:
            raise make_value_error("color", [token], "two colours: light-dark(#fff, #222)")
    return chosen


def strip_whitespace(tokens: Any) -> tuple[Any, ...]:
    """Return the tokens without white space and comments."""
    return tuple(token for token in tokens if token.type not in ("whitespace", "comment"))


PRESENTATION: tuple[str, ...] = (
    *("fill", "stroke", "stroke-width", "color", "paint-order", "text-anchor"),
    *("font-family", "font-size", "font-weight", "font-style", "letter-spacing"),
    "dominant-baseline",
)
"""The presentation attributes of drawings (SVG 1.1, 6.1): properties of the same name."""
PICTURE_SIZES = ("width", "height")
"""The attributes of img and svg that set properties of the same name (HTML, 15.4.3; SVG 2, 8.2)."""


_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


@lru_cache(maxsize=1024)
def read_presentation_attributes(
    attributes: tuple[tuple[str, str], ...],
) -> tuple[tuple[Declaration, ...], tuple[InputError, ...]]:
    """Return the declarations made from presentation attributes, and the mistakes in their values.

    `attributes` are pairs of a name and a value.
    """
    declarations, mistakes = [], []
    for name, value in attributes:
        # HTML, 15.4.3: the width and height of a picture are in px.
        # SVG 1.1, 4.2: so are lengths of texts in drawings.
        is_in_px = name in (*PICTURE_SIZES, "font-size", "letter-spacing")
        value = f"{value}px" if is_in_px and _NUMBER.fullmatch(value) else value
        tokens = tuple(strip_whitespace(tinycss2.parse_component_value_list(value)))
        try:
            values = read_declaration(name, list(tokens))
            declarations.append(Declaration(name, tokens, 0, "", values))
        except InputError as error:
            mistakes.append(error)
    return tuple(declarations), tuple(mistakes)


class _SheetReader:
    """Reads one style sheet, or a style attribute in line `line` of a template."""

    def __init__(self, sheet: StyleSheetSource, line: int = 1) -> None:
        self.sheet = sheet
        self.first_line = line
        self.problems: list[Problem] = []
        self.layers: dict[tuple[str, ...], None] = {}
        text = _LINE_COMMENT.sub("", sheet.text)
        self.has_open_rule = text.count("{") > text.count("}")

    def error(self, node: Any, message: str, hint: str) -> None:
        line = self.first_line + node.source_line - 1
        self.problems.append(Problem(Place(self.sheet.file, line), message, hint))

    def read_sheet_rules(self) -> Iterator[StyleRule]:
        text = _LINE_COMMENT.sub(self.remove_line_comment, self.sheet.text)
        yield from self.read_rule_nodes(tinycss2.parse_stylesheet(text, skip_comments=True))

    def read_rule_nodes(
        self, nodes: Sequence[Any], layer: tuple[str, ...] = ()
    ) -> Iterator[StyleRule]:
        """Yield the rules of a style sheet or of an at-rule such as @media print, in order.

        `layer` has the names of the cascade layer around them.
        """
        for node in strip_whitespace(nodes):
            if node.type == "error":
                self.error(node, f"not CSS: {node.message}", "write a } for each {, and no other }")
            elif node.type == "at-rule":
                yield from self.read_at_rule(node, layer)
            else:
                yield from (replace(rule, layer=layer) for rule in self.read_rule(node))

    def read_at_rule(self, node: Any, layer: tuple[str, ...]) -> Iterator[StyleRule]:
        """Yield the rules inside an at-rule; `layer` is the cascade layer around it."""
        keyword, medium = node.lower_at_keyword, _read_medium(node)
        if medium == "screen":
            return  # Media Queries 4, 2.3: its rules are not for paper
        is_print = medium in ("print", "all")
        if node.content and (is_print or keyword == "supports"):
            # CSS Conditional 3, 6: what a test excludes is left out, as in browsers.
            if is_print or _is_supported(node.prelude):
                yield from self.read_rule_nodes(tinycss2.parse_rule_list(node.content), layer)
        elif keyword == "layer":
            yield from self.read_layer(node, layer)
        elif keyword == "page" and node.content:
            yield from self.read_page_size(node)
        elif keyword not in _UNUSED_AT_RULES:
            hint = read_hints("at-rules").get(keyword, "leave it out")
            self.error(node, f"@{node.at_keyword} is not in the subset", hint)

    def read_layer(self, node: Any, outer: tuple[str, ...]) -> Iterator[StyleRule]:
        """Yield the rules of an @layer rule inside the layer `outer` (CSS Cascade 5, 6.4)."""
        text = tinycss2.serialize(strip_whitespace(node.prelude))
        names = [tuple(name.strip().split(".")) for name in text.split(",")]
        if not text:
            # A layer without a name is another one each time.
            line = self.first_line + node.source_line
            names = [(f"{self.sheet.file}:{line}:{node.source_column}",)]
        for name in names:
            layer = (*outer, *name)
            for depth in range(1, len(layer) + 1):
                self.layers.setdefault(layer[:depth])
        if node.content is not None:
            yield from self.read_rule_nodes(tinycss2.parse_rule_list(node.content), layer)

    def read_page_size(self, node: Any) -> Iterator[StyleRule]:
        """Yield a rule that sets the size of the face, from the @page rule `node`."""
        # CSS Paged Media 3, 4.2 (page selectors): it would be the size of some faces only.
        if strip_whitespace(node.prelude):
            selector = tinycss2.serialize(node.prelude).strip()
            self.error(
                node, f"@page {selector}: @page takes no selector", read_hints("at-rules")["page"]
            )
            return
        lengths: tuple[Any, ...] = ()
        for part in tinycss2.parse_blocks_contents(node.content, skip_whitespace=True):
            tokens = strip_whitespace(part.value) if part.type == "declaration" else ()
            if tokens and part.lower_name == "size" and len(tokens) == 2:
                lengths = tokens
            elif not tokens or part.lower_name != "margin" or not all(map(_is_zero, tokens)):
                self.error(
                    part, "@page has more than a size and no margin", read_hints("at-rules")["page"]
                )
        if lengths:
            width, height = map(tinycss2.serialize, zip(lengths, strict=True))
            text = "\n" * (node.source_line - 1)
            text += f"html {{ width: {width}; height: {height}; }}"
            yield from self.read_rule_nodes(tinycss2.parse_stylesheet(text))

    def remove_line_comment(self, match: re.Match[str]) -> str:
        """Return "" for a comment that begins with //, after reporting it.

        Any other match is returned unchanged.
        """
        if match[1] is None:
            return match[0]
        line = self.first_line + match.string.count("\n", 0, match.start())
        hint = f"write /* {match[1].strip()} */"
        self.problems.append(Problem(Place(self.sheet.file, line), "// begins no comment", hint))
        return ""

    def read_rule(self, node: Any, parent: str = "") -> Iterator[StyleRule]:
        """Yield a rule once for each selector in its list, and the rules in it.

        `parent` are the selectors of the rule around it, "" for none. Yield nothing after an error.
        """
        if parent.count(":is(") > _MAX_NESTED_RULES:
            self.error(node, "too many rules inside rules", "write the full selector of this rule")
            return
        content = tuple(self.read_rule_content(node.content))
        # CSS Syntax 3, 5.4.2: a } outside of a rule becomes part of the selector that follows.
        if node.prelude and node.prelude[0].type == "error":
            self.error(node, f"{node.prelude[0].kind} closes nothing", "delete it")
            return
        # CSS Syntax 3, 5.4.3: everything before the { belongs to the selector, declarations too.
        if any(part == ";" for part in node.prelude):
            first_line = tinycss2.serialize(node.prelude).strip().splitlines()[0]
            message = f"no {{ after the selector in “{first_line[:60]}”"
            self.error(node, message, "write { between the selector and its declarations")
            return
        text, unsupported = _read_selectors(node.prelude)
        if not text:
            return
        message = f": {unsupported} is not in the subset" if unsupported else ""
        whole = _nest_selectors(text, parent) if parent else text
        try:
            selectors = () if unsupported else cssselect2.compile_selector_list(whole)
        except cssselect2.SelectorError:
            message = " is not understood"
        if message:
            hints = (hint for name, hint in read_hints("selectors").items() if name in unsupported)
            self.error(node, f"selector {text}{message}", next(hints, _SELECTOR_HINT))
            return
        has_content = any(getattr(part, "name", "") == "content" for part in content)
        if has_content and not all(selector.pseudo_element for selector in selectors):
            self.error(node, "content has no effect on an element", "select p::before or p::after")
        # Selectors 3, 8: the last compound selector is for the element, those before for ancestors.
        # A list in parentheses is not split: its classes count as those of ancestors too.
        # So is one with a text in brackets, and one with a \, which may escape a comma.
        is_whole = re.search(r"[(\[\\]", whole)
        texts = [whole] if is_whole else [_LAST_COMPOUND.sub("", s) for s in whole.split(",")]
        ancestors = tinycss2.parse_component_value_list(" ".join(texts))
        ancestor_classes = frozenset(token.value for token in _find_classes(ancestors))
        # CSS Nesting 1, 4.1: rules and declarations in a rule keep their order.
        for is_declared, group in groupby(content, lambda part: isinstance(part, Declaration)):
            parts = tuple(group)
            if is_declared:
                yield from (StyleRule(each, parts, ancestor_classes) for each in selectors)
            else:
                yield from (rule for part in parts for rule in self.read_rule(part, whole))

    def read_rule_content(self, content: Any) -> Iterator[Any]:
        """Yield the declarations in a rule, and the nodes of the rules in it, in order."""
        for node in tinycss2.parse_blocks_contents(
            content, skip_comments=True, skip_whitespace=True
        ):
            if node.type == "error":
                self.error(node, "not a declaration", "write property: value;")
            elif node.type == "qualified-rule" and not self.has_open_rule:
                yield node
            elif node.type != "declaration":
                hint = "close the rule before it with }, or write its full selector"
                self.error(node, "a rule inside a rule", hint)
                return  # after a missing } all rules that follow would be reported
            elif (declared := self.read_declaration(node)) is not None:
                yield replace(declared, important=node.important)

    def read_declaration(self, node: Any) -> Declaration | None:
        """Return a declaration; None if it has no effect on paper, or after reporting an error."""
        tokens = strip_whitespace(node.value)
        line = self.first_line + node.source_line - 1
        name = _find_property(node)
        name = _COLOUR_SCHEME if name == "color-scheme" else name
        if is_screen_property(name):
            return None
        # A second colon means that the ; before the next declaration is missing.
        if ":" in tokens and (is_custom_property(name) or is_known_property(name)):
            next_name = tinycss2.serialize(tokens[: tokens.index(":")][-1:])
            self.error(node, f"{name}: no ; before {next_name}", "end each declaration with ;")
            tokens = tokens[: tokens.index(":") - 1]
        if is_custom_property(name):
            if get_close_matches(name, [_MIN_SIZE], cutoff=0.8):
                self.error(node, f"{name} is not in the subset", f"did you mean {_MIN_SIZE}?")
            return Declaration(name, tokens, line, self.sheet.file, None, _find_var_names(tokens))
        if not is_known_property(name):
            if not self.sheet.is_built_in:
                self.error(node, f"{name} is not in the subset", suggest_property(name))
            return None
        if uses := _find_var_names(tokens):
            return Declaration(name, tokens, line, self.sheet.file, None, uses)
        try:
            values = read_declaration(name, list(tokens))
        except InputError as error:
            self.error(node, *error.args)
            return None
        return Declaration(name, tokens, line, self.sheet.file, values)


_MIN_SIZE = "--min-size"
_COLOUR_SCHEME = "--color-scheme"
"""The property color-scheme, which light-dark() uses as if it were var(), is read as this one."""
_LINE_COMMENT = re.compile(r"""(?s)/\*.*?\*/|"[^"\n]*"|'[^'\n]*'|url\([^)]*\)|//([^\n]*)""")
"""Matches // with the rest of its line, and comments, strings and URLs, which may contain //."""
_PLACE = r":(?:root|empty|(?:first|last|only)-(?:child|of-type))\b"
_PLACE += r"|:nth-(?:last-)?(?:child|of-type)\((?:odd|even|[-+\dn\s]+)\)"
_STATE = re.compile(
    r"(?<!\\):(?:hover|focus(?:-within|-visible)?|active|visited|target|selection)\b"
)
"""Matches the states and the pseudo-element that no element on paper has."""
_COMPOUND = rf"(?:[\w.#*-]|\[[^\]]*\]|{_PLACE}|{_STATE.pattern})+"
_COMPLEX = rf"{_COMPOUND}(?:(?:\s+|\s*>\s*){_COMPOUND})*"
# Selectors 3: type (6.1), attribute (6.3), class (6.4), ID (6.5), structure (6.6.5), ::before and
# ::after (7.4), descendant (8.1), child (8.2), siblings (8.3). Selectors 4: :is (4.2), :not (4.3)
# and :where (4.4), here of selectors without siblings.
_SUPPORTED_SELECTOR = re.compile(
    rf"(?:[\w.#*>+~,\s-]|\\.|\[[^\]]*\]|{_PLACE}|::?(?:before|after|first-letter)\b"
    rf"|:(?:is|not|where)\(\s*{_COMPLEX}(?:\s*,\s*{_COMPLEX})*\s*\))*"
)
"""Matches the part of a selector that is in the subset."""
_HAS = re.compile(rf":has\(\s*((?:>\s*)?(?:\*|{_COMPOUND}))\s*\)")
"""Matches :has() with a selector of one element inside (Selectors 4, 4.5)."""
_COMMENT = re.compile(r"(?s)/\*.*?\*/")
_LAST_COMPOUND = re.compile(r"[^\s>+~]*\s*$")
"""The compound selector for the element itself, at the end of a selector."""
_SELECTOR_HINT = (
    "select by tag, class, id, [attribute], child, :first-child, :nth-child(2n), :empty or ::before"
)
_UNUSED_AT_RULES = ("font-face", "charset", "keyframes", "-webkit-keyframes")
"""At-rules that are read elsewhere, or have no effect: all text is UTF-8, and paper has no time."""


def _read_selectors(tokens: Sequence[Any]) -> tuple[str, str]:
    """Return a list of selectors as text for cssselect2, and the part that is not in the subset.

    The text is "" if they select no element on paper.
    """
    # No element on paper has such a state, and cssselect2 knows that of those inside of :not().
    seen = (each for each in _split_selectors(tokens) if not _has_state(each))
    # tinycss2 writes /**/ where two tokens would become one, as in 2n+1.
    text = ",".join(_COMMENT.sub("", tinycss2.serialize(each)) for each in seen).strip()
    text = _HAS.sub(lambda match: f"[{name_has_attribute(match[1])}]", text)
    return text, _SUPPORTED_SELECTOR.sub("", text.replace("&", ".n"), count=1)


def _split_selectors(tokens: Sequence[Any]) -> list[list[Any]]:
    """Return the tokens of each selector in a list. Their white space is kept: it selects too."""
    selectors: list[list[Any]] = [[]]
    for component in tokens:
        if component == ",":
            selectors.append([])
        else:
            selectors[-1].append(component)
    return selectors


def _has_state(tokens: Sequence[Any]) -> bool:
    """Return whether a selector has a state such as :hover, outside of functions such as :not()."""
    return any(
        previous == ":" and token.type == "ident" and _STATE.fullmatch(f":{token.value}")
        for previous, token in pairwise(tokens)
    )


def _find_classes(tokens: Sequence[Any]) -> Iterator[Any]:
    """Yield the token of each class in selectors, also inside functions such as :is()."""
    for previous, token in pairwise((None, *tokens)):
        if previous == "." and token.type == "ident":
            yield token
        yield from _find_classes(getattr(token, "arguments", ()))


def _nest_selectors(text: str, parent: str) -> str:
    """Return the full selectors of a rule in a rule with the selectors `parent`."""
    # CSS Nesting 1, 3: & is the element of the outer rule; without it, a descendant is selected.
    outer = f":is({parent})"
    tokens = tinycss2.parse_component_value_list(text)
    selectors = (tinycss2.serialize(each) for each in _split_selectors(tokens))
    return ", ".join(
        selector.replace("&", outer) if "&" in selector else f"{outer} {selector.strip()}"
        for selector in selectors
    )


def find_has_arguments(text: str) -> frozenset[str]:
    """Return the argument of each :has() in a style sheet."""
    return frozenset(match[1] for match in _HAS.finditer(text))


def name_has_attribute(argument: str) -> str:
    """Return the attribute that elements get to which `:has(argument)` applies.

    The other selectors depend only on an element, its siblings and what is around it.
    """
    return f"data--has-{argument.encode().hex()}"


def _is_supported(tokens: Any) -> bool:
    """Return whether a condition of @supports is true (CSS Conditional 3, 6.1)."""
    first, *others = strip_whitespace(tokens) or (None,)
    if getattr(first, "lower_value", "") == "not":
        return not _is_supported(others)
    words = [getattr(token, "lower_value", "") for token in others]
    if "or" in words or "and" in words:
        parts = [token for token in (first, *others) if token.type != "ident"]
        return (any if "or" in words else all)(_is_supported([part]) for part in parts)
    if getattr(first, "lower_name", "") == "selector":
        text, unsupported = _read_selectors(first.arguments)
        with suppress(cssselect2.SelectorError):
            return not unsupported and bool(cssselect2.compile_selector_list(text or "*"))
        return False
    declaration = tinycss2.parse_one_declaration(getattr(first, "content", ()))
    if declaration.type == "error":
        return first is not None and first.type == "() block" and _is_supported(first.content)
    value = strip_whitespace(declaration.value)
    name = _find_property(declaration)
    functions = {getattr(token, "lower_name", "") for token in value}
    if is_custom_property(name) or name == "color-scheme":
        return True
    if functions & {"var", "light-dark"}:  # their values are known only on an element
        return is_known_property(name)
    try:
        return bool(read_declaration(name, list(value)))
    except (InputError, KeyError):
        return False


def _find_property(node: Any) -> str:
    """Return the property that a declaration sets, by its current name without -webkit-."""
    # CSS Custom Properties 1, 2: their names are case-sensitive, unlike those of properties.
    if node.name.startswith("--"):
        return str(node.name)
    plain = node.lower_name.removeprefix("-webkit-")
    is_prefixed = is_known_property(plain) and not is_known_property(node.lower_name)
    return find_physical_name(plain if is_prefixed else node.lower_name)


def _read_medium(node: Any) -> str:
    """Return the medium of an @media rule, such as print; "" for any other node."""
    if node.type != "at-rule" or node.lower_at_keyword != "media":
        return ""
    return str(tinycss2.serialize(strip_whitespace(node.prelude))).lower()


def _is_zero(token: Any) -> bool:
    """Return whether a token is 0, with or without a unit. A function has no value yet."""
    return getattr(token, "value", None) == 0


def _find_var_names(tokens: Any) -> frozenset[str]:
    """Return the name of the custom property in each var(), or "var()" for one without a name."""
    variables: set[str] = set()
    for token in tokens:
        if token.type == "() block":
            variables |= _find_var_names(token.content)
        if token.type == "function":
            variables |= _find_var_names(token.arguments)
            # The value of a custom property may contain light-dark().
            if token.lower_name in ("var", "light-dark"):
                variables.add(_COLOUR_SCHEME)
            if token.lower_name == "var":
                name = strip_whitespace(token.arguments)[:1]
                variables |= {part.value for part in name if part.type == "ident"} or {"var()"}
    return frozenset(variables)


def _read_var_function(token: Any) -> tuple[str, tuple[Any, ...] | None]:
    """Return the name of the custom property in a var(), and its fallback value, None without one.

    Raise `InputError` if the name is not valid.
    """
    name, *fallback = strip_whitespace(token.arguments) or (token,)
    if name.type != "ident" or not name.value.startswith("--"):
        text = tinycss2.serialize([token])
        raise InputError(f"{text} names no custom property", "write var(--name)")
    # CSS Variables 1, 3: what follows the first comma is the fallback, which may be empty.
    return str(name.value), tuple(fallback[1:]) if fallback else None
