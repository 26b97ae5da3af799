"""The cascade: finds the declarations for each element and computes its style (CSS Cascade 4).

The selectors of the subset use only the tags and attributes of an element and its ancestors, and
their places among their siblings. Therefore a style is computed once for each chain of an element
and its ancestors, and cached for all later cards. The attribute `style` is one of these attributes.
This module does not depend on the meaning of elements.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import inf
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar
from xml.etree.ElementTree import Element

import cssselect2
from msgspec.structs import replace
from tinycss2 import serialize

from printgen.face.fonts import FontLibrary
from printgen.layout.style.computed import (
    INITIAL_STYLE,
    ROOT_VALUES,
    ComputedStyle,
    build_style,
    compute_inherited_values,
    find_unit_error,
)
from printgen.layout.style.properties import DRAWING_STYLES, INHERIT, SHAPE_PROPERTIES, UNSET
from printgen.layout.style.shorthands import is_custom_property, read_declaration
from printgen.layout.style.stylesheet import (
    PICTURE_SIZES,
    PRESENTATION,
    Declaration,
    StyleSheetSource,
    choose_light_or_dark,
    find_has_arguments,
    name_has_attribute,
    read_presentation_attributes,
    read_rules,
    read_style_attribute,
    resolve_variables,
)
from printgen.layout.style.values import Value
from printgen.problems import InputError, Place, Problem, make_note
from printgen.system.cache import Cache

Cached = TypeVar("Cached")

MAX_CACHED_CHAINS = 20_000
"""A limit for each cache: ids and classes may differ on every face."""


class ElementChain:
    """An element of a template together with its ancestors, as selectors see them.

    - `style`: the computed style of the element.
    - `used_properties`: the custom properties that its style uses.
    - `key`: two chains with the same `key` have equal styles, if the custom properties that they
      use have equal values. The same is true for their descendants.
    - `mistakes`: what is wrong in the attributes of the element.
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
        identity: tuple[Any, ...],
        parent: "ElementChain | None",
        declarations: tuple[Declaration, ...] = (),
    ) -> None:
        self.cascade, self._identity, self.parent = sheet, identity, parent
        self._wrapper: Any = None
        self._custom: Mapping[str, tuple[Any, ...]] = parent._custom if parent else {}
        self._parent_texts: Mapping[str, str] = parent._custom_texts if parent else {}
        self._custom_texts = self._parent_texts
        path_id, inherited_id = (parent._path_id, parent._inherited_id) if parent else (0, 0)
        tag, element_id, classes, attributes = identity[:4]
        used = (*PRESENTATION, *PICTURE_SIZES) if tag in ("img", "svg") else PRESENTATION
        presentation = tuple(pair for pair in attributes if pair[0] in used)
        self.presentation, self.mistakes = read_presentation_attributes(presentation)
        if parent and (style_text := dict(attributes).get("style")):
            declarations, mistakes = read_style_attribute(style_text)
            self.mistakes += mistakes
        # A custom property may be the content of a pseudo-element.
        sheet.has_counters |= any(
            "counter(" in serialize(decl.tokens).lower() for decl in declarations
        )
        self.pseudo_element = element_id[2:] if element_id.startswith("::") else None
        own_classes = classes.split()
        sheet.seen_classes.update(own_classes)
        # Descendants share styles if their ancestors differ only in classes that no selector uses.
        scoping_classes = " ".join(name for name in own_classes if name in sheet.ancestor_classes)
        self.key = (sheet.get_value_id((path_id, *identity)), inherited_id)
        self._path_id = sheet.get_value_id(
            (path_id, tag, element_id, scoping_classes, *identity[3:])
        )
        computed = sheet.computed_styles.get(self.key, self)
        if computed is None:
            inherited = parent._inherited if parent else ROOT_VALUES
            computed, custom = sheet.compute_style(self, inherited, self._custom, declarations)
            if custom is self._custom:
                sheet.computed_styles.set(self.key, self, tuple(computed.used_properties), computed)
            else:
                self._custom = custom
                self._custom_texts = {key: serialize(tokens) for key, tokens in custom.items()}
        self._inherited, self.style, self.used_properties, self._inherited_id, mistakes = computed
        self.mistakes += mistakes
        self.declarations = declarations
        # CSS Flexbox 1, 5.4, and CSS Grid 2, 9: an item with a z-index is painted like a box with
        # a position.
        if self.has_item_z_index:
            self.style = replace(self.style, is_containing_block=True)

    @property
    def has_item_z_index(self) -> bool:
        """Whether the element is an item of a flex box or grid, with a z-index."""
        is_item = self.parent and self.parent.style.display in ("flex", "grid")
        return bool(is_item) and self.style.z_index != "auto"

    def iterate_outwards(self) -> Iterator["ElementChain"]:
        """Yield this chain, and those of its ancestors from the inside out."""
        chain: ElementChain | None = self
        while chain:
            yield chain
            chain = chain.parent

    def get_drawing_styles(self, *, is_root: bool = False) -> Mapping[str, str]:
        """Return the properties of `DRAWING_STYLES` that rules set for the element, as text.

        Values that the parent has too are left out, except on the root of a drawing.
        """
        outer = INITIAL_STYLE if is_root or not self.parent else self.parent.style
        values = zip(DRAWING_STYLES, self.style.drawing_styles, outer.drawing_styles, strict=True)
        return {name: str(value) for name, value, outer in values if value not in (None, outer)}

    def get_custom_property_texts(self, names: Iterable[str]) -> tuple[str | None, ...]:
        """Return the inherited values of custom properties as text, None for those not set."""
        return tuple(map(self._parent_texts.get, names))

    def child(
        self,
        tag: str,
        id: str = "",  # noqa: A002 - its name
        classes: str = "",
        attributes: tuple[tuple[str, str], ...] = (),
        *place: Any,
    ) -> "ElementChain":
        """Return the chain (the element with its ancestors) of a child of this element.

        - `tag`, `id`, `classes`: its tag, id and class attribute. A pseudo-element has its name as
          id, such as `::before`, and the classes of its element.
        - `attributes`: its other attributes that set its style, with their values: those that
          selectors name, and presentation attributes such as fill="none".
        - `place`: its index among its siblings, whether it is empty, and the tag, id, classes and
          attributes of all siblings, itself included.
        """
        key = (self, tag, id, classes, attributes, *place)
        child = self.cascade.chains.fetch(key, lambda: ElementChain(self.cascade, key[1:], self))
        self.cascade.used_properties |= child.used_properties
        return child

    def get_child_chain(self, element: Any) -> "ElementChain":
        """Return the chain of `element`, which must be a child of this chain's element.

        A chain is an element with its ancestors.
        """
        names, parent = self.cascade.get_element_identity(element), element.getparent()
        place: tuple[Any, ...] = ()
        if self.cascade.is_structural and parent is not None:
            siblings = (names,) * len(parent)
            if self.cascade.has_siblings:
                siblings = tuple(map(self.cascade.get_element_identity, parent))
            place = parent.index(element), not (len(element) or element.text), siblings
        return self.child(*names, *place)

    @property
    def element_wrapper(self) -> Any:
        """The element and its ancestors in the form that cssselect2 matches."""
        # Selectors 3, 7: the selector of a pseudo-element matches the element that has it.
        if self.parent and self.pseudo_element:
            return self.parent.element_wrapper
        if self._wrapper is None:
            # The root has no place: it is the only one.
            place = self._identity[4:] or (0, False, (self._identity[:4],))
            nth, is_empty, siblings = place
            elements = [_make_element(*sibling) for sibling in siblings]
            elements[nth].text = None if is_empty else " "
            parent = self.parent.element_wrapper if self.parent else None
            for index, element in enumerate(elements[: nth + 1]):
                self._wrapper = cssselect2.ElementWrapper(
                    element, parent, index, self._wrapper, in_html_document=False
                )
                self._wrapper.etree_siblings = elements
        return self._wrapper


def _make_element(
    tag: str, element_id: str, classes: str, attributes: tuple[tuple[str, str], ...]
) -> Element:
    """Return an element that selectors can match by its tag and attributes."""
    names = {"id": element_id, "class": classes}
    return Element(tag, dict(attributes) | {key: value for key, value in names.items() if value})


class ElementChainCache(Generic[Cached]):
    """A bounded cache of values that were computed for elements with their ancestors.

    Such a value depends on its key, and on the custom properties that were used to compute it. So
    it is reused for any `ElementChain` with the same key in which these custom properties have the
    same values. All values with the same key use the same custom properties.
    """

    def __init__(self, max_size: int) -> None:
        self._used_properties: Cache[object, tuple[str, ...]] = Cache(max_size)
        self._values: Cache[object, Cached] = Cache(max_size)

    def get(self, key: object, chain: ElementChain) -> Cached | None:
        """Return the value cached under `key` for an element with its ancestors, or None."""
        uses = self._used_properties.get(key)
        return (
            None if uses is None else self._values.get((key, chain.get_custom_property_texts(uses)))
        )

    def set(self, key: object, chain: ElementChain, uses: tuple[str, ...], value: Cached) -> None:
        """Cache a value that was computed for an element with its ancestors.

        `uses` are the custom properties that were used to compute it.
        """
        self._used_properties.set(key, uses)
        self._values.set((key, chain.get_custom_property_texts(uses)), value)

    def fetch(
        self, key: object, chain: ElementChain, compute: Callable[[], tuple[Cached, bool]]
    ) -> Cached:
        """Return the value cached under `key` for an element with its ancestors, or compute it.

        `compute` returns the value, and whether it may be cached.
        """
        value, cascade = self.get(key, chain), chain.cascade
        if value is not None:
            cascade.used_properties.update(self._used_properties[key])
            return value
        # Properties used while computing are collected here, then added to those of the caller.
        outer_used, cascade.used_properties = cascade.used_properties, {*chain.used_properties}
        value, is_cacheable = compute()
        uses, cascade.used_properties = tuple(sorted(cascade.used_properties)), outer_used
        if is_cacheable:
            self.set(key, chain, uses, value)
        cascade.used_properties.update(uses)
        return value


class _ComputedElement(NamedTuple):
    """The computed style of an element, and the values that its children inherit.

    Equal `inherited` values have the same `inherited_id`. `used_properties` are the custom
    properties that its declarations use, and `mistakes` those in its `style` attribute.
    """

    inherited: Mapping[str, Value]
    style: ComputedStyle
    used_properties: frozenset[str]
    inherited_id: int
    mistakes: tuple[InputError, ...]


class Cascade:
    """The rules of the style sheets of a document, and the styles computed from them.

    These grow while elements are styled:

    - `problems`, `notes`: what is wrong or doubtful in the style sheets.
    - `used_properties`: the custom properties that elements used.
    - `seen_classes`: the classes that elements have.

    These follow from the style sheets:

    - `ancestor_classes`: the classes that selectors require of an ancestor of the element.
    - `is_structural`: whether selectors may depend on the number of siblings, or on the content of
      elements.
    - `has_siblings`: whether they may also depend on the tags and attributes of siblings.
    - `has_arguments`: the arguments of `:has()`. Elements get an attribute for each that applies.
    - `pseudo_elements`: the pseudo-elements that selectors name.
    - `has_counters`: whether values may contain `counter()`. It also becomes true if a style
      attribute has it.
    """

    def __init__(self, sheets: tuple[StyleSheetSource, ...], fonts: FontLibrary) -> None:
        self.problems: list[Problem] = []
        self.notes: dict[Problem, None] = {}
        self.fonts = fonts
        self.chains: Cache[object, ElementChain] = Cache(MAX_CACHED_CHAINS)
        self.computed_styles: ElementChainCache[_ComputedElement] = ElementChainCache(
            MAX_CACHED_CHAINS
        )
        self.used_properties: set[str] = set()
        self.ancestor_classes: set[str] = set()
        text = "".join(sheet.text for sheet in sheets if not sheet.is_built_in)
        # The + of :nth-child(2n + 1) is no sibling.
        selectors = re.sub(r"\([^()]*\)", "", text)
        self.has_siblings = "-of-type" in text or bool(re.search(r"[+~][^{};]*\{", selectors))
        self.is_structural = self.has_siblings or "-child" in text or ":empty" in text
        named = _ATTRIBUTE_SELECTOR.findall(text)
        self.has_arguments = find_has_arguments(text)
        named += map(name_has_attribute, self.has_arguments)
        self._style_attributes = {*PRESENTATION, *PICTURE_SIZES, "style", *named}
        self.pseudo_elements = {
            name for name in ("before", "after", "first-letter") if f":{name}" in text
        }
        # A \ may hide a letter of the word.
        self.has_counters = "counter(" in text.lower() or "\\" in text
        self._wrong_properties: set[str] = set()
        self._custom: list[Declaration] = []
        self.seen_classes: set[str] = set()
        self._matcher = cssselect2.Matcher()
        self._layers: dict[tuple[str, ...], int] = {}
        self._style_cache: Cache[
            object, tuple[Mapping[str, Value], ComputedStyle, tuple[InputError, ...]]
        ] = Cache(MAX_CACHED_CHAINS)
        self._ids: Cache[object, int] = Cache(MAX_CACHED_CHAINS)
        self._next_id = count(1)
        for sheet in sheets:
            rules, problems, layers = read_rules(sheet)
            self.problems += problems
            for path in layers:
                self._layers.setdefault(path, len(self._layers))
            for rule in rules:
                self.ancestor_classes |= rule.ancestor_classes
                self._custom += [
                    decl for decl in rule.declarations if is_custom_property(decl.name)
                ]
                names = (rule.layer[: count + 1] for count in range(len(rule.layer)))
                # Rules in no layer, or not in a layer inside the layer, are stronger.
                layer: tuple[float, ...] = (*(self._layers[name] for name in names), inf)
                payload = (sheet.is_built_in, layer, rule.declarations)
                self._matcher.add_selector(rule.selector, payload)

    def get_root_chain(
        self,
        tag: str,
        id: str = "",  # noqa: A002 - its name
        classes: str = "",
        custom: tuple[Declaration, ...] = (),
        attributes: tuple[tuple[str, str], ...] = (),
    ) -> ElementChain:
        """Return the root element, described by its tag, id and class attribute, with its style.

        `custom` are the declarations of its other attributes, and `attributes` those that `:has()`
        sets.
        """
        identity = (tag, id, classes, attributes)
        texts = ((decl.name, serialize(decl.tokens), str(decl.values)) for decl in custom)
        key = (*identity, *texts)
        return self.chains.fetch(key, lambda: ElementChain(self, identity, None, custom))

    def get_element_identity(
        self, element: Any
    ) -> tuple[str, str, str, tuple[tuple[str, str], ...]]:
        """Return the tag, the id, the classes and the other style attributes of an element."""
        attributes = (pair for pair in element.attrib.items() if pair[0] in self._style_attributes)
        tag = element.tag.rpartition("}")[2]
        return tag, element.get("id", ""), element.get("class", ""), tuple(attributes)

    def get_value_id(self, value: object) -> int:
        """Return a number for a value, the same for equal values."""
        return self._ids.fetch(value, lambda: next(self._next_id))

    def compute_style(
        self,
        chain: ElementChain,
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
        extra: tuple[Declaration, ...] = (),
    ) -> tuple[_ComputedElement, Mapping[str, tuple[Any, ...]]]:
        """Return the computed style of an element, and its custom properties.

        - `chain`: the element with its ancestors.
        - `inherited`, `custom`: the values and the custom properties that its parent has.
        - `extra`: the declarations of its style attribute.
        """
        base, own = self._match_rules(chain)
        # CSS Cascade 4, 6.1: declarations of a style attribute are more specific than any selector.
        # 6.3: those of presentation attributes are less specific.
        attributes = chain.presentation
        declared = sorted((*base, *attributes, *own, *extra), key=lambda decl: decl.important)
        own_custom = {decl.name: decl for decl in declared if is_custom_property(decl.name)}
        mistakes: list[InputError] = []
        custom = self._resolve_custom_properties(own_custom, custom, mistakes)
        uses = frozenset().union(*(decl.uses for decl in declared))
        # Elements elsewhere share a style if their declarations and inherited values are equal.
        key = (*map(id, (*base, *own)), *(serialize(custom.get(decl, ())) for decl in sorted(uses)))
        key += tuple((decl.name, serialize(decl.tokens), decl.important) for decl in extra)
        key += tuple(str(decl.values) for decl in attributes)
        values, style, value_mistakes = self._style_cache.fetch(
            (key, tuple(inherited.values())),
            lambda: self._compute_values_and_style(declared, inherited, custom),
        )
        mistakes += value_mistakes
        inherited_id = self.get_value_id(tuple(values.values()))
        return _ComputedElement(values, style, uses, inherited_id, tuple(mistakes)), custom

    def locate_declaration(self, chain: ElementChain | None, name: str) -> Place | None:
        """Return where a property is set for an element, or for the nearest element around it.

        `chain` is the element with its ancestors. Return None if no style sheet sets the property,
        or if an attribute in the template does.
        """
        for each in chain.iterate_outwards() if chain else ():
            base, own = self._match_rules(each)
            for declaration in reversed((*base, *own, *each.declarations)):
                if declaration.name == name:
                    place = Place(declaration.file, declaration.line)
                    return place if declaration.file else None
        return None

    def has_rules(self, chain: ElementChain) -> bool:
        """Return whether any rule selects the element."""
        return any(self._match_rules(chain))

    def _match_rules(self, chain: ElementChain) -> tuple[list[Declaration], list[Declaration]]:
        """Return the declarations of the rules that match an element, in cascading order.

        The first list is from the built-in style sheet. It has the origin of a browser's own style
        sheet, and so the lowest priority (CSS Cascade 4, 6.1). The second list is from all other
        style sheets.
        """
        base, own = list[Declaration](), list[tuple[tuple[float, ...], Declaration]]()
        for *_, pseudo_element, (is_base, layer, declarations) in self._matcher.match(
            chain.element_wrapper
        ):
            if pseudo_element == chain.pseudo_element and is_base:
                base.extend(declarations)
            elif pseudo_element == chain.pseudo_element:
                own.extend((layer, declaration) for declaration in declarations)
        if self._layers:
            # CSS Cascade 5, 6.1: later layers are stronger, but !important is the reverse.
            important = [pair for pair in own if pair[1].important]
            own = sorted((pair for pair in own if not pair[1].important), key=itemgetter(0))
            own += sorted(important, key=itemgetter(0), reverse=True)
        return base, [declaration for _, declaration in own]

    def _compute_values_and_style(
        self,
        declared: Sequence[Declaration],
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
    ) -> tuple[Mapping[str, Value], ComputedStyle, tuple[InputError, ...]]:
        """Return the values that an element passes to its children, and its computed style.

        The last result has the mistakes in its `style` attribute. `declared` are its declarations
        in cascading order, `custom` its custom properties.
        """
        mistakes: list[InputError] = []
        values: dict[str, Value] = {}
        sources: dict[str, Declaration] = {}
        font_at: Any = inherited["font at"]
        for decl in declared:
            if not is_custom_property(decl.name):
                values.update(own := self._read_values(decl, custom, mistakes))
                sources.update(dict.fromkeys(own, decl))
                font_at = Place(decl.file, decl.line) if decl.name in _FONT_PROPERTIES else font_at
        values = {name: value for name, value in values.items() if value != UNSET}
        outer: Any = inherited["shape"]
        shape = dict(zip(SHAPE_PROPERTIES, outer, strict=True))
        values |= {name: shape[name] for name, value in values.items() if value == INHERIT}
        try:
            inheritable = {**compute_inherited_values(inherited, values), "font at": font_at}
            style = build_style(inheritable, values, self.fonts, self.problems)
        except InputError as error:
            errors = ((find_unit_error(value), sources[name]) for name, value in values.items())
            known = ((each, source) for each, source in errors if each)
            error, wrong = next(known, (error, declared[-1]))
            self._add_problem(wrong, error, mistakes)
            others = [decl for decl in declared if decl is not wrong]
            outer_values, style, more = self._compute_values_and_style(others, inherited, custom)
            return outer_values, style, (*mistakes, *more)
        if values.get("--same") and values.get("--min-size") is None:
            decl = next(decl for decl in declared if decl.name == "--same")
            message = "--same without --min-size has no effect"
            self._add_problem(decl, InputError(message, "give the same box a --min-size"), mistakes)
        inheritable["shape"] = (style.clip_path, *style.radii)
        return inheritable, style, tuple(mistakes)

    def _resolve_custom_properties(
        self,
        declared: Mapping[str, Declaration],
        custom: Mapping[str, tuple[Any, ...]],
        mistakes: list[InputError],
    ) -> Mapping[str, tuple[Any, ...]]:
        """Return the custom properties of an element: those inherited in `custom`, and its own.

        `declared` are its declarations by name. `mistakes` gets those in its `style` attribute.
        CSS Variables 1, 2: var() in a custom property is resolved on the element that sets it.
        """
        if not declared:
            return custom
        unresolved = {
            **custom,
            **{name: declaration.tokens for name, declaration in declared.items()},
        }
        resolved = dict(custom)
        for name, declaration in declared.items():
            try:
                resolved[name] = tuple(resolve_variables(declaration.tokens, unresolved, (name,)))
            except InputError as error:
                self._add_problem(declaration, error, mistakes)
                # What uses this property has no mistake of its own.
                unresolved[name] = ()
                self._wrong_properties.add(name)
            if declaration.uses & self._wrong_properties:
                self._wrong_properties.add(name)
        return resolved

    def _read_values(
        self,
        declaration: Declaration,
        custom: Mapping[str, tuple[Any, ...]],
        mistakes: list[InputError],
    ) -> Mapping[str, Value]:
        """Return the longhand values of a declaration; {} after reporting an error in it.

        `custom` are the custom properties of the element. `mistakes` gets an error in its `style`
        attribute.
        """
        values, tokens = declaration.values, list[Any]()
        try:
            # CSS Variables 1, 3: a value with var() can be read only after substitution.
            if values is None:
                tokens = resolve_variables(declaration.tokens, custom)
                if any("light-dark" in token.serialize().lower() for token in tokens):
                    tokens = choose_light_or_dark(tokens, custom)
                values = read_declaration(declaration.name, tokens)
            families: Any = values.get("font-family")
            if families and families != UNSET:
                known = self._require_known_families(declaration, families)
                values = values if known == families else {**values, "font-family": known}
            return values
        except InputError as error:
            # If all tokens of the value come from a custom property, the error is in that one.
            sources = (
                source for source in self._custom if {*map(id, tokens)} <= {*map(id, source.tokens)}
            )
            if not declaration.uses & self._wrong_properties:
                source = next(sources, declaration) if tokens else declaration
                self._add_problem(source, error, mistakes)
            return {}

    def _require_known_families(
        self, declaration: Declaration, families: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return the font families of a declaration that exist. Adds a note if the first does not.

        Raises `InputError` if none exists, or if the first one is probably misspelt.
        """
        known = self.fonts.find_known_families(families)
        is_generic = bool(self.fonts.find_known_families(families[:1]))
        unknown = None if is_generic else self.fonts.explain_unknown_family(families[0])
        # A note needs the place of the declaration, which one in a style attribute lacks.
        is_wrong = not known or not declaration.file or self.fonts.is_misspelt(families[0])
        if unknown and is_wrong:
            raise InputError(*unknown)
        if unknown:
            message = f"{unknown[0]}: the next in the list is used, {known[0]}"
            hint = "add its file to fonts/fonts.css, or delete its name"
            self.notes[make_note(Place(declaration.file, declaration.line), message, hint)] = None
        return known

    def _add_problem(
        self, declaration: Declaration, error: InputError, mistakes: list[InputError]
    ) -> None:
        """Report an error in a declaration, unless it was reported before.

        A declaration in a `style` attribute does not know its line. Its error is added to
        `mistakes`, which the element reports.
        """
        if not declaration.file:
            mistakes.append(error)
            return
        problem = Problem(Place(declaration.file, declaration.line), *error.args)
        if problem not in self.problems:
            self.problems.append(problem)


_ATTRIBUTE_SELECTOR = re.compile(r"\[\s*([\w-]+)")
"""Matches the name of an attribute in a selector (Selectors 3, 6.3)."""
_FONT_PROPERTIES = ("font", "font-family", "font-weight", "font-style")
