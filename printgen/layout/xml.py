"""Turn merged text into a tree of elements that is safe to read.

No document type, no entities, no instructions, no network; comments are gone. It must not know
which elements mean what.
"""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from printgen.layout.diagnostics import FaceReport
from printgen.layout.jinja_templates import Rendered

SVG = "{http://www.w3.org/2000/svg}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def _make_parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
    )


_PARSER = _make_parser()
_PLAIN_DOCTYPE = re.compile(r"\s*<!doctype html>", re.IGNORECASE)


_UNCLOSED_ELEMENT = re.compile(
    r"(?:mismatch: |end of data in tag )([\w:.-]+) line (\d+)(?: and ([\w:.-]+))?"
)
"""How the parser says that an element begun on a line has no end, but another has."""
_INCOMPLETE_TAG = re.compile(r"Start Tag ([\w:.-]+) line (\d+)")
"""How it says, after what it met there, that what begins an element is not whole."""
_HINTS = {
    "EntityRef": ("a & by itself", "write &amp;"),
    "invalid element name": ("a < by itself", "write &lt;"),
}


def read_document(merged: Rendered, report: FaceReport) -> Any:
    """The root element; raises `Failure` (rules) where the text is no sound XML."""
    text = merged.text
    doctype = _PLAIN_DOCTYPE.match(text)
    if doctype:
        text = "\n" * text.count("\n", 0, doctype.end()) + text[doctype.end() :]
    position = text.find("<!DOCTYPE")
    if position >= 0:
        line = text.count("\n", 0, position) + 1
        report.error(line, "a document type is not allowed", "leave <!DOCTYPE …> out")
        raise report.make_failure()
    try:
        root = etree.fromstring(text.encode(), _PARSER)
    except etree.XMLSyntaxError as error:
        for error_line, message, hint in find_xml_errors(text.encode()):
            report.error(error_line, f"not XML: {message}", hint)
        raise report.make_failure() from error
    instructions = [*root.itersiblings(preceding=True), *root.itersiblings()]
    instructions += root.iter(etree.ProcessingInstruction)
    for instruction in instructions:
        message = f"<?{instruction.target} … ?> is not in the subset"
        report.error(instruction.sourceline, message, "leave it out")
    report.raise_problems()
    return root


def find_xml_errors(text: bytes) -> Iterator[tuple[int, str, str]]:
    """Line, what was found and what to write, of what keeps a text from being XML.

    What follows from the first is not told.
    """
    # A parser that is used again remembers earlier mistakes.
    parser = _make_parser()
    try:
        etree.fromstring(text, parser)
    except etree.XMLSyntaxError:
        log: Any = parser.error_log
        incomplete = _INCOMPLETE_TAG.search("\n".join(entry.message for entry in log))
        for entry in log:
            unclosed = _UNCLOSED_ELEMENT.search(entry.message)
            if (
                unclosed
                and unclosed[3]
                and _extra_ends(text, unclosed[3]) > 0 <= _extra_ends(text, unclosed[1])
            ):
                yield entry.line, f"</{unclosed[3]}> closes nothing", "delete it"
            elif unclosed:
                hint = f"write <{unclosed[1]} …/>, or </{unclosed[1]}> where it ends"
                yield int(unclosed[2]), f"<{unclosed[1]}> is not closed", hint
            elif entry.message.startswith("Entity"):
                hint = "write the character itself, or its number: &#160; for a no-break space"
                yield entry.line, entry.message, hint
                continue
            elif incomplete:
                hint = f'write <{incomplete[1]} class="…">'
                yield int(incomplete[2]), f"<{incomplete[1]} …> lacks a quote, or its >", hint
            else:
                hits = (_HINTS[phrase] for phrase in _HINTS if phrase in entry.message)
                explanation = next(hits, (entry.message, "mend it: every <name> has its </name>"))
                yield entry.line, *explanation
            break


def _extra_ends(text: bytes, tag: str) -> int:
    """By how many a tag is closed more often than opened."""
    name = re.escape(tag.encode())
    start_tags = re.findall(rb"<%s\b[^>]*(?<!/)>" % name, text)
    return len(re.findall(rb"</%s\b" % name, text)) - len(start_tags)


def read_stylesheet_links(root: Any, report: FaceReport) -> tuple[tuple[int, str], ...]:
    """The line and name of each style sheet that a document links, in order."""
    links = []
    for element in root.iter(XHTML + "link", "link"):
        attributes = dict(element.attrib)
        if attributes.keys() != {"rel", "href"} or attributes["rel"] != "stylesheet":
            hint = 'write <link rel="stylesheet" href="card.css"/>'
            report.error(element.sourceline, "<link> names a style sheet and nothing else", hint)
        else:
            links.append((element.sourceline, attributes["href"]))
    for element in root.iter(XHTML + "style", "style") if links else ():
        hint = "write it into a file that is linked; what differs from row to row, on <html>"
        report.error(element.sourceline, "a template with <link> takes no <style>", hint)
    return tuple(links)
