"""Turn style sheets and an element's chain of tag, id and classes into its computed style.

The selectors of the subset see nothing but that chain, so a style is computed once a chain and
kept for every card after it. It must not know what the elements are for.
"""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any
from xml.etree.ElementTree import Element

import cssselect2
from tinycss2 import serialize

from printgen.layout.css import Declaration, StyleSheet, read_rules, resolve
from printgen.layout.fonts import Fonts
from printgen.layout.properties import FAMILIES, read_points, read_property
from printgen.layout.style import INITIAL, Style, handed_on, read_style
from printgen.layout.values import NotUnderstoodError, Value
from printgen.problems import Problem, Where

MAX_CHAINS = 20_000


class Chain:
    """One element's place in a document, as far as selectors see it, and its style.

    Two chains of one `key` have styles alike, they and all below them, where what they take of
    custom properties is alike: `uses` are those that the element itself takes.
    """

    __slots__ = (
        "_above",
        "_children",
        "_custom",
        "_handed",
        "_inherited",
        "_path",
        "_texts",
        "_wrapper",
        "key",
        "sheet",
        "style",
        "uses",
    )

    _inherited: Mapping[str, Value]
    _custom: Mapping[str, tuple[Any, ...]]
    _path: int
    _handed: int
    _texts: Mapping[str, str]
    style: Style

    def __init__(
        self,
        sheet: "Stylesheet",
        wrapper: Any,
        link: tuple[str, str, str],
        parent: "Chain | None",
        own: tuple[Declaration, ...] = (),
    ) -> None:
        self.sheet = sheet
        self._wrapper = wrapper
        self._children: dict[tuple[str, str, str], Chain] = {}
        inherited = parent._inherited if parent else INITIAL
        custom = parent._custom if parent else {}
        computed = sheet.compute(wrapper, inherited, custom, own)
        self._inherited, self._custom, self.style, self.uses = computed
        above = (parent._path, parent._handed) if parent else (0, 0)
        tag, name, classes = link
        own_classes = classes.split()
        sheet.seen.update(own_classes)
        asked = " ".join(one for one in own_classes if one in sheet.around)
        self.key = (sheet.number((above[0], *link)), above[1])
        self._path = sheet.number((above[0], tag, name, asked))
        self._handed = sheet.number(tuple(self._inherited.values()))
        self._above: Mapping[str, str] = parent._texts if parent else {}
        self._texts = self._above
        if self._custom is not custom:
            self._texts = {key: serialize(tokens) for key, tokens in self._custom.items()}

    def told(self, uses: Iterable[str]) -> tuple[str | None, ...]:
        """What custom properties are worth around the element."""
        return tuple(map(self._above.get, uses))

    def child(self, tag: str, id: str = "", classes: str = "") -> "Chain":  # noqa: A002 - its name
        """The chain of a child; `classes` is the class attribute as written."""
        key = (tag, id, classes)
        child = self._children.get(key)
        if child is None:
            wrapper = _wrap(tag, id, classes, self._wrapper)
            child = self._children[key] = Chain(self.sheet, wrapper, key, self)
        self.sheet.met |= child.uses
        return child


class Stylesheet:
    """The rules of a document, in the order of the cascade; `problems` grows as chains are met.

    So does `met`, the custom properties that they use, and `seen`, the classes that elements have.
    `around` are the classes that selectors ask of what is around an element.
    """

    def __init__(self, sheets: tuple[StyleSheet, ...], fonts: Fonts) -> None:
        self.problems: list[Problem] = []
        self.fonts = fonts
        self._matcher = cssselect2.Matcher()
        self._roots: dict[tuple[object, ...], Chain] = {}
        self._computed = 0
        self.met: set[str] = set()
        self.around: set[str] = set()
        self.seen: set[str] = set()
        self._known: dict[object, tuple[Mapping[str, Value], Style]] = {}
        self._numbers: dict[object, int] = {}
        self._counted = count(1)
        for sheet in sheets:
            rules, problems = read_rules(sheet)
            self.problems += problems
            for rule in rules:
                self.around |= rule.around
                self._matcher.add_selector(rule.selector, (sheet.base, rule.declared))

    def root(
        self,
        tag: str,
        id: str = "",  # noqa: A002 - its name
        classes: str = "",
        custom: tuple[Declaration, ...] = (),
    ) -> Chain:
        """The chain of the document's root element; `custom` are properties of its own."""
        if self._computed > MAX_CHAINS:
            # Ids and classes that differ on every face would otherwise be kept for ever.
            self._roots.clear()
            self._numbers.clear()
            self._known.clear()
            self._computed = 0
        link = (tag, id, classes)
        key = (*link, *((one.name, serialize(one.tokens)) for one in custom))
        root = self._roots.get(key)
        if root is None:
            root = Chain(self, _wrap(*link, None), link, None, custom)
            self._roots[key] = root
        return root

    def number(self, what: object) -> int:
        """A number for what is equal to nothing else."""
        return self._numbers.get(what) or self._numbers.setdefault(what, next(self._counted))

    def compute(
        self,
        wrapper: Any,
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
        last: tuple[Declaration, ...] = (),
    ) -> tuple[Mapping[str, Value], Mapping[str, tuple[Any, ...]], Style, frozenset[str]]:
        """What an element hands on (properties, custom properties), its own style, and the custom
        properties that it uses."""
        self._computed += 1
        matches = sorted(
            self._matcher.match(wrapper), key=lambda match: not match[3][0]
        )  # stable: base first, then by specificity and order
        ours = [one for match in matches for one in match[3][1]]
        declared = [*ours, *last]
        own = {one.name: one for one in declared if one.name.startswith("--")}
        custom = self._customised(own, custom)
        uses = frozenset().union(*(one.uses for one in declared))
        # Elements in other places are styled alike that have the same declared and handed to them.
        key = (*map(id, ours), *(serialize(custom.get(one, ())) for one in sorted(uses)))
        key = key, tuple(inherited.values())
        if key not in self._known:
            self._known[key] = self._valued(declared, own, inherited, custom)
        return self._known[key][0], custom, self._known[key][1], uses

    def _valued(
        self,
        declared: Iterable[Declaration],
        own: Mapping[str, Declaration],
        inherited: Mapping[str, Value],
        custom: Mapping[str, tuple[Any, ...]],
    ) -> tuple[Mapping[str, Value], Style]:
        """What an element hands on of what is `declared`, and its style."""
        values: dict[str, Value] = {}
        at: Any = inherited["font at"]
        for one in declared:
            if not one.name.startswith("--"):
                values.update(self._values(one, custom))
                at = Where(one.file, one.line) if one.name in _FONT else at
        handed = {**handed_on(inherited, values), "font at": at}
        if "--min-size" in own:
            handed["--min-size"] = self._min_size(own["--min-size"], custom)
        fits = "--min-size" in own and handed["--min-size"] is not None
        same = self._same(own.get("--same"), fits)
        return handed, read_style(handed, values, fits, same, self.fonts, self.problems)

    def _same(self, one: Declaration | None, fits: bool) -> str:
        """The name under which boxes of a print shrink alike."""
        if one is None:
            return ""
        is_name = len(one.tokens) == 1 and one.tokens[0].type == "ident"
        if not is_name:
            self._wrong(one, NotUnderstoodError("--same is a name", "write it as --same: title"))
        elif not fits:
            message = "--same without --min-size has no effect"
            self._wrong(one, NotUnderstoodError(message, "give the same box a --min-size"))
        return one.tokens[0].value if is_name and fits else ""

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
            except NotUnderstoodError as error:
                self._wrong(one, error)
        return resolved

    def _values(
        self, one: Declaration, custom: Mapping[str, tuple[Any, ...]]
    ) -> Mapping[str, Value]:
        values = one.values
        try:
            if values is None:
                values = read_property(one.name, resolve(one.tokens, custom))
            if one.name == "font-family":
                family, _, _ = str(values[one.name]).partition(FAMILIES)
                if unknown := self.fonts.unknown(family):
                    raise NotUnderstoodError(*unknown)
            return values
        except NotUnderstoodError as error:
            self._wrong(one, error)
            return {}

    def _min_size(self, one: Declaration, custom: Mapping[str, tuple[Any, ...]]) -> float | None:
        try:
            return read_points(resolve(one.tokens, custom))
        except NotUnderstoodError as error:
            self._wrong(one, error)
            return None

    def _wrong(self, one: Declaration, error: NotUnderstoodError) -> None:
        problem = Problem(Where(one.file, one.line), *error.args)
        if problem not in self.problems:
            self.problems.append(problem)


_FONT = ("font-family", "font-weight", "font-style")


def _wrap(tag: str, name: str, classes: str, parent: Any) -> Any:
    element = Element(tag)
    if name:
        element.set("id", name)
    if classes:
        element.set("class", classes)
    return cssselect2.ElementWrapper(element, parent, 0, None, in_html_document=False)
