"""Turn merged text into a tree of elements that is safe to read.

No document type, no entities, no instructions, no network; comments are gone. It must not know
which elements mean what.
"""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from printgen.layout.report import Report
from printgen.layout.templates import Merged

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


_UNCLOSED = re.compile(r"(?:mismatch: |end of data in tag )([\w:.-]+) line (\d+)")
"""How the parser says that an element begun on a line has no end."""


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
        for line, message in _mistakes(text.encode()):
            open_ = _UNCLOSED.search(message)
            if open_:
                # What it meets later in want of its end follows from it.
                tag, at = open_.group(1, 2)
                hint = f"write <{tag} …/>, or </{tag}> where it ends"
                report.wrong(int(at), f"not XML: <{tag}> is not closed", hint)
                break
            report.wrong(line, f"not XML: {message}", _mend(message))
        raise report.failure() from error
    instructions = [*root.itersiblings(preceding=True), *root.itersiblings()]
    instructions += root.iter(etree.ProcessingInstruction)
    for instruction in instructions:
        message = f"<?{instruction.target} … ?> is not in the subset"
        report.wrong(instruction.sourceline, message, "leave it out")
    report.close()
    return root


def _mistakes(text: bytes) -> Iterator[tuple[int, str]]:
    """Line and message of each mistake of a text that is no XML."""
    # A parser that is used again remembers earlier mistakes.
    parser = _parser()
    try:
        etree.fromstring(text, parser)
    except etree.XMLSyntaxError:
        log: Any = parser.error_log
        for entry in log:
            yield entry.line, entry.message


def _mend(message: str) -> str:
    if message.startswith("Entity"):
        return "write the character itself, or its number: &#160; for a no-break space"
    return "mend the template: every <name> has its </name>, every attribute its quotes"


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
