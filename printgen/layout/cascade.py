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

from printgen.layout.computed_style import INITIAL, Style, handed_on, read_style
from printgen.layout.css_properties import FAMILIES, is_custom, read_property
from printgen.layout.css_values import Value
from printgen.layout.diagnostics import RefusedError
from printgen.layout.fonts import Fonts
from printgen.layout.stylesheet import Declaration, StyleSheet, read_rules, resolve
from printgen.problems import Problem, Where
from printgen.system.cache import Answer, Answers

MAX_CHAINS = 20_000


class Chain:
    """One element's place in a document, as far as selectors see it, and its style.

    Two chains of one `key` have styles alike, they and all below them, where what they take of
    custom properties is alike: `uses` are those that the element itself takes.
    """

    _inherited: Mapping[str, Value]
    _handed: int
    _path: int
    _texts: Mapping[str, str]
    style: Style
    uses: frozenset[str]

    def __init__(
        self,
        sheet: "Stylesheet",
        link: tuple[str, str, str],
        parent: "Chain | None",
        own: tuple[Declaration, ...] = (),
    ) -> None:
        self.sheet, self._link, self._parent = sheet, link, parent
        self._wrapper: Any = None
        self._custom: Mapping[str, tuple[Any, ...]] = parent._custom if parent else {}
        self._above: Mapping[str, str] = parent._texts if parent else {}
        self._texts = self._above
        path, handed = (parent._path, parent._handed) if parent else (0, 0)
        tag, name, classes = link
        own_classes = classes.split()
        sheet.seen.update(own_classes)
        asked = " ".join(one for one in own_classes if one in sheet.around)
        self.key = (sheet.number((path, *link)), handed)
        self._path = sheet.number((path, tag, name, asked))
        found = sheet.styled.get(self.key, self)
        if found is None:
            inherited = parent._inherited if parent else INITIAL
            found, custom = sheet.compute(self.wrapper, inherited, self._custom, own)
            if custom is self._custom:
                sheet.styled.keep(self.key, self, tuple(found.uses), found)
            else:
                self._custom = custom
                self._texts = {key: serialize(tokens) for key, tokens in custom.items()}
        self._inherited, self.style, self.uses, self._handed = found

    def told(self, uses: Iterable[str]) -> tuple[str | None, ...]:
        """What custom properties are worth around the element."""
        return tuple(map(self._above.get, uses))

    def child(self, tag: str, id: str = "", classes: str = "") -> "Chain":  # noqa: A002 - its name
        """The chain of a child; `classes` is the class attribute as written."""
        key = (self, tag, id, classes)
        child = self.sheet.chains.once(key, lambda: Chain(self.sheet, key[1:], self))
        self.sheet.met |= child.uses
        return child

    @property
    def wrapper(self) -> Any:
        """The element and all around it, as the selectors' matcher takes them."""
        if self._wrapper is None:
            tag, name, classes = self._link
            said = {"id": name, "class": classes}
            element = Element(tag, {key: one for key, one in said.items() if one})
            around = self._parent.wrapper if self._parent else None
            made = cssselect2.ElementWrapper(element, around, 0, None, in_html_document=False)
            self._wrapper = made
        return self._wrapper


class ByCustom(Generic[Answer]):
    """Answers by a key, and by what the custom properties are worth that they used."""

    def __init__(self, most: int) -> None:
        self._uses: Answers[object, tuple[str, ...]] = Answers(most)
        self._found: Answers[object, Answer] = Answers(most)

    def get(self, key: object, chain: Chain) -> Answer | None:
        """The answer under a chain, if it was kept."""
        uses = self._uses.get(key)
        return None if uses is None else self._found.get((key, chain.told(uses)))

    def keep(self, key: object, chain: Chain, uses: tuple[str, ...], answer: Answer) -> None:
        """Keeps an answer that used some custom properties."""
        self._uses.keep(key, uses)
        self._found.keep((key, chain.told(uses)), answer)

    def once(self, key: object, chain: Chain, make: Callable[[], tuple[Answer, bool]]) -> Answer:
        """The answer, made where it was not kept; `make` says beside it whether it may be kept."""
        answer, sheet = self.get(key, chain), chain.sheet
        if answer is not None:
            sheet.met.update(self._uses[key])
            return answer
        outer, sheet.met = sheet.met, {*chain.uses}
        answer, is_sound = make()
        uses, sheet.met = tuple(sorted(sheet.met)), outer
        if is_sound:
            self.keep(key, chain, uses, answer)
        sheet.met.update(uses)
        return answer


class _Computed(NamedTuple):
    """What an element hands on, its style, the custom properties that it takes; a number for what
    it hands on."""

    inherited: Mapping[str, Value]
    style: Style
    uses: frozenset[str]
    handed: int


class Stylesheet:
    """The rules of a document, in the order of the cascade; `problems` grows as chains are met.

    So does `met`, the custom properties that they use, and `seen`, the classes that elements have.
    `around` are the classes that selectors ask of what is around an element. Chains are kept within
    a bound: ids and classes may differ on every face.
    """

    def __init__(self, sheets: tuple[StyleSheet, ...], fonts: Fonts) -> None:
        self.problems: list[Problem] = []
        self.fonts = fonts
        self.chains: Answers[object, Chain] = Answers(MAX_CHAINS)
        self.styled: ByCustom[_Computed] = ByCustom(MAX_CHAINS)
        self.met: set[str] = set()
        self.around: set[str] = set()
        self._custom: list[Declaration] = []
        self.seen: set[str] = set()
        self._matcher = cssselect2.Matcher()
        self._known: Answers[object, tuple[Mapping[str, Value], Style]] = Answers(MAX_CHAINS)
        self._numbers: Answers[object, int] = Answers(MAX_CHAINS)
        self._counted = count(1)
        for sheet in sheets:
            rules, problems = read_rules(sheet)
            self.problems += problems
            for rule in rules:
                self.around |= rule.around
                self._custom += [one for one in rule.declared if is_custom(one.name)]
                self._matcher.add_selector(rule.selector, (sheet.base, rule.declared))

    def root(
        self,
        tag: str,
        id: str = "",  # noqa: A002 - its name
        classes: str = "",
        custom: tuple[Declaration, ...] = (),
    ) -> Chain:
        """The chain of the document's root element; `custom` are properties of its own."""
        link = (tag, id, classes)
        key = (*link, *((one.name, serialize(one.tokens)) for one in custom))
        return self.chains.once(key, lambda: Chain(self, link, None, custom))

    def number(self, what: object) -> int:
        """A number for what is equal to nothing else."""
        return self._numbers.once(what, lambda: next(self._counted))

    def compute(
        self,
        wrapper: Any,
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
        last: tuple[Declaration, ...] = (),
    ) -> tuple[_Computed, Mapping[str, tuple[Any, ...]]]:
        """The style of an element with what it hands on, and the custom properties in it."""
        matches = sorted(
            self._matcher.match(wrapper), key=lambda match: not match[3][0]
        )  # stable: base first, then by specificity and order
        ours = [one for match in matches for one in match[3][1]]
        declared = [*ours, *last]
        own = {one.name: one for one in declared if is_custom(one.name)}
        custom = self._customised(own, custom)
        uses = frozenset().union(*(one.uses for one in declared))
        # Elements in other places are styled alike that have the same declared and handed to them.
        key = (*map(id, ours), *(serialize(custom.get(one, ())) for one in sorted(uses)))
        handed, style = self._known.once(
            (key, tuple(inherited.values())), lambda: self._valued(declared, inherited, custom)
        )
        return _Computed(handed, style, uses, self.number(tuple(handed.values()))), custom

    def _valued(
        self,
        declared: Sequence[Declaration],
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
    ) -> tuple[Mapping[str, Value], Style]:
        """What an element hands on of what is `declared`, and its style."""
        values: dict[str, Value] = {}
        at: Any = inherited["font at"]
        for one in declared:
            if not is_custom(one.name):
                values.update(self._values(one, custom))
                at = Where(one.file, one.line) if one.name in _FONT else at
        handed = {**handed_on(inherited, values), "font at": at}
        if "--same" in values and "--min-size" not in values:
            one = next(one for one in declared if one.name == "--same")
            message = "--same without --min-size has no effect"
            self._wrong(one, RefusedError(message, "give the same box a --min-size"))
        return handed, read_style(handed, values, self.fonts, self.problems)

    def _customised(
        self, own: Mapping[str, Declaration], custom: Mapping[str, tuple[Any, ...]]
    ) -> Mapping[str, tuple[Any, ...]]:
        """`custom` with this element's, each var() in them resolved here, as browsers do."""
        if not own:
            return custom
        written = {**custom, **{name: one.tokens for name, one in own.items()}}
        resolved = dict(custom)
        for name, one in own.items():
            try:
                resolved[name] = tuple(resolve(one.tokens, written, (name,)))
            except RefusedError as error:
                self._wrong(one, error)
        return resolved

    def _values(
        self, one: Declaration, custom: Mapping[str, tuple[Any, ...]]
    ) -> Mapping[str, Value]:
        values, tokens = one.values, list[Any]()
        try:
            if values is None:
                tokens = resolve(one.tokens, custom)
                values = read_property(one.name, tokens)
            if one.name == "font-family":
                family, _, _ = str(values[one.name]).partition(FAMILIES)
                if unknown := self.fonts.unknown(family):
                    raise RefusedError(*unknown)
            return values
        except RefusedError as error:
            # What is wrong with a custom property alone is wrong where that is set.
            own = (set_ for set_ in self._custom if {*map(id, tokens)} <= {*map(id, set_.tokens)})
            self._wrong(next(own, one) if tokens else one, error)
            return {}

    def _wrong(self, one: Declaration, error: RefusedError) -> None:
        problem = Problem(Where(one.file, one.line), *error.args)
        if problem not in self.problems:
            self.problems.append(problem)


_FONT = ("font-family", "font-weight", "font-style")
