"""Turn an XHTML element's tag, attributes and style into findings: what it may have, what not.

It holds the closed lists of XHTML elements, their attributes, and the properties that would have no
effect on them. It must not know what becomes of an element.
"""

from collections.abc import Iterable
from typing import Any

from printgen.layout.box_style import AS_IT_IS
from printgen.layout.computed_style import Style
from printgen.layout.diagnostics import Report
from printgen.layout.face import OWN

INLINE = frozenset(("b", "i", "br", "span"))
BLOCKS = frozenset(("div", "section", "article", "aside", "header", "footer", "main", "nav", "p"))
BLOCKS |= frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li"))
INSTEAD = {
    "strong": "write b",
    "em": "write i",
    "hr": "give the element before it a border-bottom",
    "a": "write span: paper has no links",
}

GROUP = ("margin", "padding", "border", "background-color", "width", "height")
ROW = ("margin", "padding", "border", "width")
COLUMN = ("margin", "padding", "border", "background-color", "height")
CELL = ("margin", "width")
ENTRY = ("padding", "border", "background-color")
IN_LINE = (*GROUP, "vertical-align", "position", "transform", "border-radius", "--same")
"""Properties that have no effect on a group of rows, a row, a col, a cell, a form field, and an
element among words."""


class Markup:
    """Checks the elements of one tree, whose tags begin with `namespace`."""

    def __init__(self, report: Report, namespace: str) -> None:
        self._report = report
        self._namespace = namespace
        self._strange = False

    def attributes(self, element: Any) -> None:
        """Reports attributes that the element may not have, and a foreign namespace."""
        tag = tag_of(element)
        if element.tag != self._namespace + tag and not self._strange:
            self._strange = True
            hint = 'write xmlns="http://www.w3.org/1999/xhtml" on html, and nothing like it inside'
            self._report.wrong(element.sourceline, f"<{tag}> is not XHTML", hint)
        self.only(element, (*_ATTRIBUTES, *_OWN_ATTRIBUTES.get(tag, ())))

    def only(self, element: Any, may: Iterable[str]) -> None:
        """Reports the attributes of an element that it may not have."""
        only(element, may, self._report)

    def count(self, element: Any, name: str) -> int:
        """How many columns an attribute says, 1 where it is absent or wrong."""
        written = element.get(name, "1")
        if written.isascii() and written.isdigit() and 1 <= int(written[:4]) <= 100:
            return int(written)
        self._report.wrong(element.sourceline, f'{name}="{written}" is no count', "write 1 to 100")
        return 1

    def no_words(self, element: Any, where: str, hint: str) -> None:
        """Reports words beside the elements in another."""
        for text in (element.text, *(child.tail for child in element)):
            if text and text.strip():
                found = " ".join(text.split())[:40]
                self._report.wrong(element.sourceline, f'"{found}" stands {where}', hint)

    def refuse(self, element: Any, style: Style, names: tuple[str, ...], hint: str) -> None:
        """Reports the properties among `names` that an element of this kind may not have."""
        frame = style.frame
        said: dict[str, object] = {
            "margin": any(frame.margin),
            "padding": frame.shares or frame.around != style.border,
            "border": any(style.border),
            "background-color": style.background,
            "width": frame.width,
            "height": frame.height,
            "vertical-align": style.vertical_align != "baseline",
            "position": frame.relative or frame.absolute,
            "transform": frame.transform != AS_IT_IS,
            "border-radius": any(frame.radii),
            "--same": frame.same,
        }
        for name in (one for one in names if said[one]):
            message = f"{name} on <{tag_of(element)}> has no effect"
            self._report.wrong(element.sourceline, message, hint)


def only(element: Any, may: Iterable[str], report: Report) -> bool:
    """Whether an element has no attributes but those that it may have; others are reported."""
    strange = [name for name in element.attrib if name not in may]
    for name in strange:
        hint = "docs/templates.md lists the attributes of each element"
        hint = "write it in the style sheet under a class" if name in _LOOKS else hint
        message = f'{name}="…" may not stand on <{tag_of(element)}>'
        report.wrong(element.sourceline, message, hint)
    return not strange


def tag_of(element: Any) -> str:
    """The element's name without its namespace."""
    tag: str = element.tag
    return tag.rpartition("}")[2]


def name_of(element: Any) -> str:
    tag, classes = tag_of(element), element.get("class", "").split()
    return element.get("data-field") or ".".join((tag, *classes))


def field_of(element: Any, field: str | None) -> str | None:
    """The field that an element among words prints; `field` is that of the element round it."""
    own = "own" in element.get("class", "").split()
    found: str | None = element.get("data-field", OWN if own else field)
    return found


def field_within(element: Any) -> str:
    """The longest field that is printed inside an element, so the one to shorten; "" for none."""
    fields = element.xpath("descendant-or-self::*[@data-field]")
    longest = max(fields, key=lambda one: len("".join(one.itertext())), default=element)
    return str(longest.get("data-field", ""))


_LOOKS = frozenset(("style", "align", "width", "height", "valign", "bgcolor", "border"))
_LOOKS |= frozenset(("fill", "stroke", "stroke-width", "color", "display"))
_ATTRIBUTES = ("class", "id", "data-field")
_OWN_ATTRIBUTES = {
    "input": ("type", "name"),
    "textarea": ("name",),
    "th": ("colspan",),
    "td": ("colspan",),
    "col": ("span",),
    "html": ("lang", "style"),
}
