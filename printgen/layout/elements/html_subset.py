"""The XHTML subset: its elements and attributes, and checks of both.

Properties that have no effect on an element are reported as errors. This module does not depend on
boxes.
"""

from collections.abc import Iterable
from typing import Any

from printgen.face.face import OWN_TEXT_FIELD
from printgen.layout.style.computed import ComputedStyle, list_ineffective_properties
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import get_tag_name, has_only_attributes

INLINE_TAGS = frozenset(
    ("b", "strong", "i", "em", "cite", "small", "u", "mark", "br", "span", "sup", "sub")
)
BLOCK_TAGS = frozenset(
    ("div", "section", "article", "aside", "header", "footer", "main", "nav", "p")
)
BLOCK_TAGS |= frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"))
BLOCK_TAGS |= frozenset(("figure", "figcaption", "blockquote", "hr"))
DRAWN_TAGS = ("svg", "img")


class MarkupChecker:
    """Checks the elements of one tree; the tags of its elements begin with `namespace`."""

    def __init__(self, report: FaceReport, namespace: str) -> None:
        self._report = report
        self._namespace = namespace
        self._has_foreign_tag = False

    def check_attributes(self, element: Any) -> None:
        """Report attributes of an element that are not in the subset, or its tag outside XHTML."""
        tag = get_tag_name(element)
        if element.tag != self._namespace + tag and not self._has_foreign_tag:
            self._has_foreign_tag = True
            hint = 'write xmlns="http://www.w3.org/1999/xhtml" on html, and no other xmlns inside'
            self._report.error(element.sourceline, f"<{tag}> is not XHTML", hint)
        allowed = (*_COMMON_ATTRIBUTES, *_TAG_ATTRIBUTES.get(tag, ()))
        has_only_attributes(element, allowed, self._report)

    def read_column_count(self, element: Any, name: str) -> int:
        """Return the number of columns in the attribute `name`; 1 if it is missing or invalid."""
        value = element.get(name, "1")
        # Only the first digits are converted: int() raises an error for thousands of digits.
        if value.isascii() and value.isdigit() and 1 <= int(value[:4]) <= 100:
            return int(value)
        self._report.error(element.sourceline, f'{name}="{value}" is not a count', "write 1 to 100")
        return 1

    def report_stray_text(self, element: Any, where: str, hint: str) -> None:
        """Report text next to the child elements of an element.

        The message says that the text is `where`, such as "outside the cells of its table".
        """
        for text in (element.text, *(child.tail for child in element)):
            if text and text.strip():
                excerpt = " ".join(text.split())[:40]
                self._report.error(element.sourceline, f'"{excerpt}" is {where}', hint)

    def report_ineffective_properties(
        self, element: Any, style: ComputedStyle, section: str, kept: Iterable[str] = ()
    ) -> None:
        """Report each CSS property that is set, but has no effect on this element.

        `section` is the heading in hints.yaml of these properties. Those in `kept` have an effect.
        """
        for name, hint in list_ineffective_properties(style, section):
            if name not in kept:
                message = f"{name} on <{get_tag_name(element)}> has no effect"
                self._report.error(element.sourceline, message, hint)


def get_element_label(element: Any) -> str:
    """Return how a message names an element: by its field, or by its tag and classes."""
    tag, classes = get_tag_name(element), element.get("class", "").split()
    return element.get("data-field") or ".".join((tag, *classes))


def get_inline_field(element: Any, field: str | None) -> str | None:
    """Return the field that an inline element prints; None for none.

    It is the field that the element names, or else `field`, that of its parent. The text of an
    element with the class "own" belongs to no field.
    """
    is_own_text = "own" in element.get("class", "").split()
    name: str | None = element.get("data-field", OWN_TEXT_FIELD if is_own_text else field)
    return name


def find_longest_field(element: Any) -> str:
    """Return the name of the field with the longest text in an element, the best one to shorten.

    The result is "" if no field is printed in it.
    """
    fields = element.xpath("descendant-or-self::*[@data-field]")
    longest = max(fields, key=lambda child: len("".join(child.itertext())), default=element)
    return str(longest.get("data-field", ""))


_COMMON_ATTRIBUTES = ("class", "id", "data-field")
_TAG_ATTRIBUTES = {
    "input": ("type", "name"),
    "textarea": ("name",),
    "th": ("colspan", "scope", "headers"),
    "td": ("colspan", "headers"),
    "col": ("span",),
    "html": ("dir", "lang"),
}
