"""Turn an XHTML element's tag, attributes and styles into findings: what it may have, what not.

It holds the closed lists of XHTML elements, their attributes, and the properties that would have no
effect on them. It must not know what becomes of an element.
"""

from typing import Any

from printgen.layout.report import Report
from printgen.layout.style import Style

Properties = tuple[str, ...]
"""Names of a style's fields."""

INLINE = frozenset(("b", "i", "br", "span"))
BLOCKS = frozenset(
    "div section article aside header footer main p h1 h2 h3 h4 h5 h6 ul ol li".split()  # noqa: SIM905
)
INSTEAD = {
    "strong": "write b",
    "em": "write i",
    "img": "write an svg with an image in it",
    "hr": "give the element before it a border-bottom",
    "a": "write span: paper has no links",
}

GROUP: Properties = (
    "margin",
    "padding",
    "border",
    "background",
    "height",
    "width",
    "width_percent",
)
ROW: Properties = ("margin", "padding", "border", "width", "width_percent")
COLUMN: Properties = ("margin", "padding", "border", "background", "height")
CELL: Properties = ("margin", "width", "width_percent")
ENTRY: Properties = ("padding", "border", "background")
HOLDER: Properties = (
    "margin",
    "padding",
    "border",
    "background",
    "width",
    "width_percent",
    "height",
)
IN_LINE: Properties = (
    "margin",
    "padding",
    "border",
    "background",
    "width",
    "width_percent",
    "height",
    "vertical_align",
)
"""Properties that have no effect on a group of rows, a row, a col, a cell, a form field, a
foreignObject, and an element among words."""


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
            hint = 'write xmlns="http://www.w3.org/1999/xhtml" on what stands in a foreignObject'
            self._report.wrong(element.sourceline, f"<{tag}> is not XHTML", hint)
        for name in element.attrib:
            if name in _ATTRIBUTES or name in _OWN_ATTRIBUTES.get(tag, ()):
                continue
            hint = (
                "write it in the style sheet under a class"
                if name in ("style", "align", "width", "height", "valign", "bgcolor", "border")
                else "docs/templates.md lists the attributes"
            )
            self._report.wrong(element.sourceline, f'{name}="…" may not stand on <{tag}>', hint)

    def count(self, element: Any, name: str) -> int:
        """How many columns an attribute says, 1 where it is absent or wrong."""
        written = element.get(name, "1")
        if written.isascii() and written.isdigit() and 1 <= int(written[:4]) <= 100:
            return int(written)
        self._report.wrong(element.sourceline, f'{name}="{written}" is no count', "write 1 to 100")
        return 1

    def no_words(self, element: Any) -> None:
        """Reports words between the parts of a table."""
        for text in (element.text, *(child.tail for child in element)):
            if text and text.strip():
                found = " ".join(text.split())[:40]
                message = f'"{found}" stands outside of the cells of its table'
                self._report.wrong(element.sourceline, message, "put it into a td")

    def columned(self, element: Any, style: Style) -> None:
        """Reports what browsers set differently, or not at all, inside columns."""
        tag = tag_of(element)
        if min(style.margin[0], style.margin[2]) < 0:
            message = f"<{tag}> has a negative margin inside columns"
            self._report.wrong(element.sourceline, message, "browsers disagree there: write 0")
        if tag in ("td", "th") and style.vertical_align == "baseline":
            message = f"<{tag}> stands on the baseline inside columns"
            hint = "browsers do not align it there: write vertical-align: top, middle or bottom"
            self._report.wrong(element.sourceline, message, hint)

    def refuse(self, element: Any, style: Style, names: tuple[str, ...], hint: str) -> None:
        """Reports the properties among `names` that an element of this kind may not have."""
        for name in names:
            value = getattr(style, name)
            if value and value != _NONE and value != "baseline":
                tag = tag_of(element)
                said = name.replace("_percent", "").replace("_", "-")
                self._report.wrong(element.sourceline, f"{said} on <{tag}> has no effect", hint)


def tag_of(element: Any) -> str:
    tag: str = element.tag
    return tag.rpartition("}")[2]


def name_of(element: Any) -> str:
    tag, classes = tag_of(element), element.get("class", "").split()
    return element.get("data-field") or ".".join((tag, *classes))


def field_within(element: Any) -> str:
    """The longest field that is printed inside an element, so the one to shorten; "" for none."""
    fields = element.xpath("descendant-or-self::*[@data-field]")
    longest = max(fields, key=lambda one: len("".join(one.itertext())), default=element)
    return str(longest.get("data-field", ""))


_NONE = (0.0, 0.0, 0.0, 0.0)
_ATTRIBUTES = frozenset(("class", "id", "data-field"))
_OWN_ATTRIBUTES = {
    "input": ("type", "name"),
    "textarea": ("name",),
    "th": ("colspan",),
    "td": ("colspan",),
    "col": ("span",),
    "html": ("lang", "style"),
}
