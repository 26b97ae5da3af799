"""Turn merged text into a tree of elements that is safe to read.

No document type, no entities, no instructions, no network; comments are gone. It must not know
which elements mean what.
"""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from printgen.layout.diagnostics import Report
from printgen.layout.jinja_templates import Merged

SVG = "{http://www.w3.org/2000/svg}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
    )


_PARSER = _parser()
_PLAIN_DOCTYPE = re.compile(r"\s*<!doctype html>", re.IGNORECASE)


_UNCLOSED = re.compile(
    r"(?:mismatch: |end of data in tag )([\w:.-]+) line (\d+)(?: and ([\w:.-]+))?"
)
"""How the parser says that an element begun on a line has no end, but another has."""
_CUT_OFF = re.compile(r"Start Tag ([\w:.-]+) line (\d+)")
"""How it says, after what it met there, that what begins an element is not whole."""
_SAID = {
    "EntityRef": ("a & by itself", "write &amp;"),
    "invalid element name": ("a < by itself", "write &lt;"),
}


def read_document(merged: Merged, report: Report) -> Any:
    """The root element; raises `Failure` (rules) where the text is no sound XML."""
    text = merged.text
    plain = _PLAIN_DOCTYPE.match(text)
    if plain:
        text = "\n" * text.count("\n", 0, plain.end()) + text[plain.end() :]
    found = text.find("<!DOCTYPE")
    if found >= 0:
        line = text.count("\n", 0, found) + 1
        report.wrong(line, "a document type is not allowed", "leave <!DOCTYPE …> out")
        raise report.failure()
    try:
        root = etree.fromstring(text.encode(), _PARSER)
    except etree.XMLSyntaxError as error:
        for at, message, hint in mistakes(text.encode()):
            report.wrong(at, f"not XML: {message}", hint)
        raise report.failure() from error
    instructions = [*root.itersiblings(preceding=True), *root.itersiblings()]
    instructions += root.iter(etree.ProcessingInstruction)
    for instruction in instructions:
        message = f"<?{instruction.target} … ?> is not in the subset"
        report.wrong(instruction.sourceline, message, "leave it out")
    report.close()
    return root


def mistakes(text: bytes) -> Iterator[tuple[int, str, str]]:
    """Line, what was found and what to write, of what keeps a text from being XML.

    What follows from the first is not told.
    """
    # A parser that is used again remembers earlier mistakes.
    parser = _parser()
    try:
        etree.fromstring(text, parser)
    except etree.XMLSyntaxError:
        log: Any = parser.error_log
        cut_off = _CUT_OFF.search("\n".join(entry.message for entry in log))
        for entry in log:
            open_ = _UNCLOSED.search(entry.message)
            if open_ and open_[3] and _more_ends(text, open_[3]) > 0 <= _more_ends(text, open_[1]):
                yield entry.line, f"</{open_[3]}> closes nothing", "delete it"
            elif open_:
                hint = f"write <{open_[1]} …/>, or </{open_[1]}> where it ends"
                yield int(open_[2]), f"<{open_[1]}> is not closed", hint
            elif entry.message.startswith("Entity"):
                hint = "write the character itself, or its number: &#160; for a no-break space"
                yield entry.line, entry.message, hint
                continue
            elif cut_off:
                hint = f'write <{cut_off[1]} class="…">'
                yield int(cut_off[2]), f"<{cut_off[1]} …> lacks a quote, or its >", hint
            else:
                said = (_SAID[one] for one in _SAID if one in entry.message)
                found = next(said, (entry.message, "mend it: every <name> has its </name>"))
                yield entry.line, *found
            break


def _more_ends(text: bytes, tag: str) -> int:
    """By how many a tag is closed more often than opened."""
    name = re.escape(tag.encode())
    begun = re.findall(rb"<%s\b[^>]*(?<!/)>" % name, text)
    return len(re.findall(rb"</%s\b" % name, text)) - len(begun)


def links(root: Any, report: Report) -> tuple[tuple[int, str], ...]:
    """The line and name of each style sheet that a document links, in order."""
    found = []
    for element in root.iter(XHTML + "link", "link"):
        said = dict(element.attrib)
        if said.keys() != {"rel", "href"} or said["rel"] != "stylesheet":
            hint = 'write <link rel="stylesheet" href="card.css"/>'
            report.wrong(element.sourceline, "<link> names a style sheet and nothing else", hint)
        else:
            found.append((element.sourceline, said["href"]))
    for element in root.iter(XHTML + "style", "style") if found else ():
        hint = "write it into a file that is linked; what differs from row to row, on <html>"
        report.wrong(element.sourceline, "a template with <link> takes no <style>", hint)
    return tuple(found)
