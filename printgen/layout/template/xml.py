"""Parsing of rendered text as XML 1.0, with readable errors and without unsafe features.

Document types, entities, processing instructions and network access are refused. Comments are
removed. The meaning of the elements is unknown here.
"""

import re
from collections.abc import Iterable, Iterator
from html.entities import html5
from typing import Any

from lxml import etree

from printgen.data_files import read_hints
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.source_map import RenderedText

SVG = "{http://www.w3.org/2000/svg}"
XHTML = "{http://www.w3.org/1999/xhtml}"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"


def _make_parser() -> etree.XMLParser:
    # An entity could include a file or expand without limit. By default, lxml loads no document
    # type, nothing from the network, and no huge tree.
    return etree.XMLParser(encoding="utf-8", resolve_entities=False, remove_comments=True)


_PARSER = _make_parser()
# The HTML doctype (HTML Standard, 13.1.1): harmless, and people write it by habit.
_PLAIN_DOCTYPE = re.compile(r"\s*<!doctype html>", re.IGNORECASE)

_VOID_ELEMENT = re.compile(
    r"""<(br|col|hr|img|input|link)(\b(?:[^<>"']|"[^<"]*"|'[^<']*')*)(?<!/)>(?!</\1)"""
)
"""A void element without a slash (HTML Standard, 13.1.2), which XML does not know."""
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)(\w+;)")
"""A character that HTML names (HTML Standard, 13.5), but not XML (XML 1.0, 4.6)."""
_UNCLOSED_ELEMENT = r"(?:mismatch: |end of data in tag )([\w:.-]+) line (\d+)(?: and ([\w:.-]+))?"
"""libxml2's messages for a missing end tag: name, line, and the end tag found instead."""
_INCOMPLETE_TAG = r"Start Tag ([\w:.-]+) line (\d+)"
"""libxml2's message, after a more specific one, for an incomplete start tag."""
# XML 1.0, 2.4: & and < must be escaped in character data.
_ERROR_HINTS = {
    "EntityRef": ("an unescaped &", "write &amp;"),
    "invalid element name": ("an unescaped <", "write &lt;"),
}


def read_document(merged: RenderedText, report: FaceReport) -> Any:
    """Return the root element of a rendered template.

    Raises `Failure` (rules) if it is not valid XML.
    """
    text = _VOID_ELEMENT.sub(r"<\1\2/>", merged.text)
    if "&" in text:
        text = _ENTITY.sub(_convert_named_entity, text)
    doctype = _PLAIN_DOCTYPE.match(text)
    if doctype:
        # Keep its line ends, so that the line numbers of problems stay right.
        text = "\n" * text.count("\n", 0, doctype.end()) + text[doctype.end() :]
    position = text.find("<!DOCTYPE")
    if position >= 0:
        line = text.count("\n", 0, position) + 1
        report.error(line, "a document type is not allowed", "remove <!DOCTYPE …>")
        raise report.make_failure()
    try:
        root = etree.fromstring(text.encode(), _PARSER)
    except etree.XMLSyntaxError as error:
        for error_line, message, hint in find_xml_errors(text.encode()):
            report.error(error_line, f"not XML: {message}", hint)
        raise report.make_failure() from error
    # XML 1.0, 2.6: processing instructions may be before, after and inside the root element.
    instructions = [*root.itersiblings(preceding=True), *root.itersiblings()]
    instructions += root.iter(etree.ProcessingInstruction)
    for instruction in instructions:
        message = f"<?{instruction.target} … ?> is not in the subset"
        report.error(instruction.sourceline, message, "leave it out")
    report.raise_problems()
    # HTML Standard, 13.2.6.5: an svg in HTML and all elements in it are elements of SVG.
    for drawing in [*root.iter(XHTML + "svg", "svg")]:
        for element in drawing.iter(XHTML + "*", "{}*"):
            element.tag = SVG + get_tag_name(element)
    return root


def _convert_named_entity(entity: re.Match[str]) -> str:
    """Return a character that HTML names as a numeric reference, so that it is never markup.

    Return the entity itself if its name is unknown.
    """
    characters = html5.get(entity[1])
    return "".join(f"&#{ord(char)};" for char in characters) if characters else entity[0]


def find_xml_errors(text: bytes) -> Iterator[tuple[int, str, str]]:
    """Yield the line, message and hint of each error that makes a text invalid XML.

    Errors that only follow from the first one are left out.
    """
    # A new parser, because the error log of a used one contains earlier errors.
    parser = _make_parser()
    try:
        etree.fromstring(text, parser)
    except etree.XMLSyntaxError:
        log: Any = parser.error_log
        incomplete = re.search(_INCOMPLETE_TAG, "\n".join(entry.message for entry in log))
        for entry in log:
            # XML 1.0, 3, element type match: an end tag must have the name of its start tag.
            unclosed = re.search(_UNCLOSED_ELEMENT, entry.message)
            if (
                unclosed
                and unclosed[3]
                and _count_extra_end_tags(text, unclosed[3])
                > 0
                <= _count_extra_end_tags(text, unclosed[1])
            ):
                yield entry.line, f"</{unclosed[3]}> closes nothing", "delete it"
            elif unclosed:
                hint = f"write <{unclosed[1]} …/>, or </{unclosed[1]}> where it ends"
                yield int(unclosed[2]), f"<{unclosed[1]}> is not closed", hint
            elif entry.message.startswith("Entity"):
                hint = "write the character itself, its name in HTML, such as &nbsp;, or its number"
                yield entry.line, entry.message, hint
                continue
            # XML 1.0, 2.3 (AttValue) and 3.1 (STag): quoted values, and > at the end.
            elif incomplete:
                hint = f'write <{incomplete[1]} class="…">'
                yield int(incomplete[2]), f"<{incomplete[1]} …> has no closing quote, or no >", hint
            else:
                hits = (_ERROR_HINTS[phrase] for phrase in _ERROR_HINTS if phrase in entry.message)
                explanation = next(hits, (entry.message, "fix it: every <name> needs a </name>"))
                yield entry.line, *explanation
            break


def _count_extra_end_tags(text: bytes, tag: str) -> int:
    """Return the number of end tags with this name minus the number of start tags.

    Empty elements such as <br/> are ignored.
    """
    name = re.escape(tag.encode())
    start_tags = re.findall(rb"<%s\b[^>]*(?<!/)>" % name, text)
    return len(re.findall(rb"</%s\b" % name, text)) - len(start_tags)


def read_style_sheets(root: Any, report: FaceReport) -> tuple[tuple[int, str, str], ...]:
    """Return the style sheets of a document, in order: line, file name and text of each.

    A linked one has an empty text. A `<style>` has no file name, and is removed.
    """
    sheets = []
    for element in [*root.iter(XHTML + "link", "link", "{*}style")]:
        attributes = dict(element.attrib)
        if get_tag_name(element) == "style":
            accepted = {("type", "text/css"), ("media", "print"), ("media", "all")}
            for name, value in attributes.items() - accepted:
                report.error(element.sourceline, f'{name}="{value}" on <style>', "leave it out")
            sheets.append((element.sourceline, "", "".join(element.itertext())))
            remove_element(element)
        elif attributes.keys() != {"rel", "href"} or attributes["rel"] != "stylesheet":
            hint = 'write <link rel="stylesheet" href="card.css"/>'
            report.error(element.sourceline, "<link> may only name a style sheet", hint)
        else:
            sheets.append((element.sourceline, attributes["href"], ""))
    return tuple(sheets)


def remove_element(element: Any) -> None:
    """Replace an element by a comment, so that selectors still count it among its siblings."""
    placeholder = etree.Comment("")
    element.getparent().replace(element, placeholder)
    # What follows it stays in the page.
    placeholder.tail = element.tail


def get_tag_name(element: Any) -> str:
    """Return the tag of an element without its namespace."""
    tag: str = element.tag
    return tag.rpartition("}")[2]


def find_unknown_attributes(element: Any, allowed: Iterable[str]) -> list[str]:
    """Return the attributes of an element that are not in `allowed`.

    Attributes that any element may have are left out: `style`, those for screen readers, and those
    that begin with `data-` (HTML Standard, 3.2.6.6), except `data-field`.
    """
    return [
        name
        for name in element.attrib
        if name not in allowed
        and name != "style"
        and (name == "data-field" or not (name == "role" or name.startswith(("aria-", "data-"))))
    ]


def has_only_attributes(element: Any, allowed: Iterable[str], report: FaceReport) -> bool:
    """Return whether all attributes of an element are in `allowed`; report the others."""
    unknown = find_unknown_attributes(element, allowed)
    for name in unknown:
        name = name.replace("{http://www.w3.org/XML/1998/namespace}", "xml:")
        hint = "printgen docs templates lists the attributes of each element"
        hint = read_hints("attributes").get(name, hint)
        message = f'{name}="…" is not allowed on <{get_tag_name(element)}>'
        report.error(element.sourceline, message, hint)
    return not unknown
