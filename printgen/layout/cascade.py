"""Turn style sheets and an element's chain of tag, id and classes into its computed style.

The selectors of the subset see nothing but that chain, so a style is computed once a chain and
kept for every card after it. It must not know what the elements are for.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Generic, NamedTuple
from xml.etree.ElementTree import Element

import cssselect2
from tinycss2 import serialize

from printgen.layout.computed_style import INITIAL, ComputedStyle, build_style, pass_down
from printgen.layout.css_properties import FAMILY_SEPARATOR, is_variable, read_declaration
from printgen.layout.css_values import Value
from printgen.layout.diagnostics import UserError
from printgen.layout.fonts import FontLibrary
from printgen.layout.stylesheet import Declaration, StyleSheetSource, read_rules, resolve_variables
from printgen.problems import Problem, Spot
from printgen.system.cache import Answer, Cache

MAX_CACHED_CHAINS = 20_000


class ElementChain:
    """One element's place in a document, as far as selectors see it, and its style.

    Two chains of one `key` have styles alike, they and all below them, where what they take of
    custom properties is alike: `uses` are those that the element itself takes.
    """

    _inherited: Mapping[str, Value]
    _inherited_id: int
    _path_id: int
    _custom_texts: Mapping[str, str]
    style: ComputedStyle
    used_properties: frozenset[str]

    def __init__(
        self,
        sheet: "Cascade",
        identity: tuple[str, str, str],
        parent: "ElementChain | None",
        declarations: tuple[Declaration, ...] = (),
    ) -> None:
        self.cascade, self._identity, self._parent = sheet, identity, parent
        self._wrapper: Any = None
        self._custom: Mapping[str, tuple[Any, ...]] = parent._custom if parent else {}
        self._parent_texts: Mapping[str, str] = parent._custom_texts if parent else {}
        self._custom_texts = self._parent_texts
        path_id, inherited_id = (parent._path_id, parent._inherited_id) if parent else (0, 0)
        tag, name, classes = identity
        own_classes = classes.split()
        sheet.seen_classes.update(own_classes)
        scoping_classes = " ".join(item for item in own_classes if item in sheet.ancestor_classes)
        self.key = (sheet.assign_id((path_id, *identity)), inherited_id)
        self._path_id = sheet.assign_id((path_id, tag, name, scoping_classes))
        computed = sheet.computed_styles.get(self.key, self)
        if computed is None:
            inherited = parent._inherited if parent else INITIAL
            computed, custom = sheet.compute_style(
                self.element_wrapper, inherited, self._custom, declarations
            )
            if custom is self._custom:
                sheet.computed_styles.set(self.key, self, tuple(computed.used_properties), computed)
            else:
                self._custom = custom
                self._custom_texts = {key: serialize(tokens) for key, tokens in custom.items()}
        self._inherited, self.style, self.used_properties, self._inherited_id = computed

    def get_custom_values(self, names: Iterable[str]) -> tuple[str | None, ...]:
        """What custom properties are worth around the element."""
        return tuple(map(self._parent_texts.get, names))

    def child(self, tag: str, id: str = "", classes: str = "") -> "ElementChain":  # noqa: A002 - its name
        """The chain of a child; `classes` is the class attribute as written."""
        key = (self, tag, id, classes)
        child = self.cascade.chains.fetch(key, lambda: ElementChain(self.cascade, key[1:], self))
        self.cascade.used_properties |= child.used_properties
        return child

    @property
    def element_wrapper(self) -> Any:
        """The element and all around it, as the selectors' matcher takes them."""
        if self._wrapper is None:
            tag, name, classes = self._identity
            attributes = {"id": name, "class": classes}
            element = Element(tag, {key: value for key, value in attributes.items() if value})
            parent = self._parent.element_wrapper if self._parent else None
            wrapper = cssselect2.ElementWrapper(element, parent, 0, None, in_html_document=False)
            self._wrapper = wrapper
        return self._wrapper


class CustomCache(Generic[Answer]):
    """Answers by a key, and by what the custom properties are worth that they used."""

    def __init__(self, max_items: int) -> None:
        self._used_properties: Cache[object, tuple[str, ...]] = Cache(max_items)
        self._values: Cache[object, Answer] = Cache(max_items)

    def get(self, key: object, chain: ElementChain) -> Answer | None:
        """The answer under a chain, if it was kept."""
        uses = self._used_properties.get(key)
        return None if uses is None else self._values.get((key, chain.get_custom_values(uses)))

    def set(self, key: object, chain: ElementChain, uses: tuple[str, ...], value: Answer) -> None:
        """Keeps an answer that used some custom properties."""
        self._used_properties.set(key, uses)
        self._values.set((key, chain.get_custom_values(uses)), value)

    def fetch(
        self, key: object, chain: ElementChain, make: Callable[[], tuple[Answer, bool]]
    ) -> Answer:
        """The answer, made where it was not kept; `make` says beside it whether it may be kept."""
        value, cascade = self.get(key, chain), chain.cascade
        if value is not None:
            cascade.used_properties.update(self._used_properties[key])
            return value
        outer_used, cascade.used_properties = cascade.used_properties, {*chain.used_properties}
        value, is_cacheable = make()
        uses, cascade.used_properties = tuple(sorted(cascade.used_properties)), outer_used
        if is_cacheable:
            self.set(key, chain, uses, value)
        cascade.used_properties.update(uses)
        return value


class _ComputedElement(NamedTuple):
    """What an element hands on, its style, the custom properties that it takes; a number for what
    it hands on."""

    inherited: Mapping[str, Value]
    style: ComputedStyle
    used_properties: frozenset[str]
    inherited_id: int


class Cascade:
    """The rules of a document, in the order of the cascade; `problems` grows as chains are met.

    So does `met`, the custom properties that they use, and `seen`, the classes that elements have.
    `around` are the classes that selectors ask of what is around an element. Chains are kept within
    a bound: ids and classes may differ on every face.
    """

    def __init__(self, sheets: tuple[StyleSheetSource, ...], fonts: FontLibrary) -> None:
        self.problems: list[Problem] = []
        self.fonts = fonts
        self.chains: Cache[object, ElementChain] = Cache(MAX_CACHED_CHAINS)
        self.computed_styles: CustomCache[_ComputedElement] = CustomCache(MAX_CACHED_CHAINS)
        self.used_properties: set[str] = set()
        self.ancestor_classes: set[str] = set()
        self._custom: list[Declaration] = []
        self.seen_classes: set[str] = set()
        self._matcher = cssselect2.Matcher()
        self._style_cache: Cache[object, tuple[Mapping[str, Value], ComputedStyle]] = Cache(
            MAX_CACHED_CHAINS
        )
        self._ids: Cache[object, int] = Cache(MAX_CACHED_CHAINS)
        self._next_id = count(1)
        for sheet in sheets:
            rules, problems = read_rules(sheet)
            self.problems += problems
            for rule in rules:
                self.ancestor_classes |= rule.ancestor_classes
                self._custom += [decl for decl in rule.declarations if is_variable(decl.name)]
                self._matcher.add_selector(rule.selector, (sheet.base, rule.declarations))

    def get_root(
        self,
        tag: str,
        id: str = "",  # noqa: A002 - its name
        classes: str = "",
        custom: tuple[Declaration, ...] = (),
    ) -> ElementChain:
        """The chain of the document's root element; `custom` are properties of its own."""
        identity = (tag, id, classes)
        key = (*identity, *((decl.name, serialize(decl.tokens)) for decl in custom))
        return self.chains.fetch(key, lambda: ElementChain(self, identity, None, custom))

    def assign_id(self, value: object) -> int:
        """A number for what is equal to nothing else."""
        return self._ids.fetch(value, lambda: next(self._next_id))

    def compute_style(
        self,
        wrapper: Any,
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
        extra: tuple[Declaration, ...] = (),
    ) -> tuple[_ComputedElement, Mapping[str, tuple[Any, ...]]]:
        """The style of an element with what it hands on, and the custom properties in it."""
        matches = sorted(
            self._matcher.match(wrapper), key=lambda match: not match[3][0]
        )  # stable: base first, then by specificity and order
        matched = [decl for match in matches for decl in match[3][1]]
        declared = [*matched, *extra]
        own_custom = {decl.name: decl for decl in declared if is_variable(decl.name)}
        custom = self._resolve_custom(own_custom, custom)
        uses = frozenset().union(*(decl.uses for decl in declared))
        # Elements in other places are styled alike that have the same declared and handed to them.
        key = (*map(id, matched), *(serialize(custom.get(decl, ())) for decl in sorted(uses)))
        values, style = self._style_cache.fetch(
            (key, tuple(inherited.values())), lambda: self._get_values(declared, inherited, custom)
        )
        return _ComputedElement(values, style, uses, self.assign_id(tuple(values.values()))), custom

    def _get_values(
        self,
        declared: Sequence[Declaration],
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
    ) -> tuple[Mapping[str, Value], ComputedStyle]:
        """What an element hands on of what is `declared`, and its style."""
        values: dict[str, Value] = {}
        font_at: Any = inherited["font at"]
        for decl in declared:
            if not is_variable(decl.name):
                values.update(self._read_values(decl, custom))
                font_at = Spot(decl.file, decl.line) if decl.name in _FONT_PROPERTIES else font_at
        inheritable = {**pass_down(inherited, values), "font at": font_at}
        if "--same" in values and "--min-size" not in values:
            decl = next(decl for decl in declared if decl.name == "--same")
            message = "--same without --min-size has no effect"
            self._add_problem(decl, UserError(message, "give the same box a --min-size"))
        return inheritable, build_style(inheritable, values, self.fonts, self.problems)

    def _resolve_custom(
        self, decls: Mapping[str, Declaration], custom: Mapping[str, tuple[Any, ...]]
    ) -> Mapping[str, tuple[Any, ...]]:
        """`custom` with this element's, each var() in them resolved here, as browsers do."""
        if not decls:
            return custom
        unresolved = {**custom, **{name: declaration.tokens for name, declaration in decls.items()}}
        resolved = dict(custom)
        for name, declaration in decls.items():
            try:
                resolved[name] = tuple(resolve_variables(declaration.tokens, unresolved, (name,)))
            except UserError as error:
                self._add_problem(declaration, error)
        return resolved

    def _read_values(
        self, declaration: Declaration, custom: Mapping[str, tuple[Any, ...]]
    ) -> Mapping[str, Value]:
        values, tokens = declaration.values, list[Any]()
        try:
            if values is None:
                tokens = resolve_variables(declaration.tokens, custom)
                values = read_declaration(declaration.name, tokens)
            if declaration.name == "font-family":
                family, _, _ = str(values[declaration.name]).partition(FAMILY_SEPARATOR)
                if unknown := self.fonts.check_family(family):
                    raise UserError(*unknown)
            return values
        except UserError as error:
            # What is wrong with a custom property alone is wrong where that is set.
            sources = (
                source for source in self._custom if {*map(id, tokens)} <= {*map(id, source.tokens)}
            )
            self._add_problem(next(sources, declaration) if tokens else declaration, error)
            return {}

    def _add_problem(self, declaration: Declaration, error: UserError) -> None:
        problem = Problem(Spot(declaration.file, declaration.line), *error.args)
        if problem not in self.problems:
            self.problems.append(problem)


_FONT_PROPERTIES = ("font-family", "font-weight", "font-style")
