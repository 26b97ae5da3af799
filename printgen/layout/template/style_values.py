"""Escaping of the values that templates print in `style` attributes and `<style>` elements.

A value from the data is a part of one CSS value there: never another declaration, nor a picture.
"""

import re
from collections.abc import Iterable
from html import unescape
from typing import Any

import jinja2
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

STYLE_ATTRIBUTE = re.compile(r"(?s)<!--.*?-->|<(/?[\w:-]+)|(?<![\w-])style\s*=\s*([\"'])|[\"']")
"""Matches a comment, the start of a tag, the start of a `style` attribute, or a quotation mark."""


class StyleValueExtension(Extension):
    """Escapes what expressions print in a `style` attribute or a `<style>` element.

    The `style` of <html> is left as it is, because it only sets custom properties.
    """

    def __init__(self, environment: jinja2.Environment) -> None:
        super().__init__(environment)
        environment.filters |= {"style_value": _escape_style_value, "own_text": _SourceText}

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Yield the tokens of a template, with a filter around expressions in `style` attributes.

        The filter escapes the values that such an expression prints. A string literal in the
        expression, such as "red" in `{{ "red" if x }}`, is not escaped: a second filter around each
        literal says so.
        """
        tag = quote = previous = ""
        is_printed = False
        for token in stream:
            if token.type == "data":
                tag, quote = _find_open_style(token.value, tag, quote)
            is_style = (bool(quote) and tag != "html") or tag == "style"
            if is_style and previous == "block_begin" and token.value in ("block", "include"):
                # What another file prints there would not be escaped.
                where = "style attribute" if quote else "<style>"
                message = f"{{% {token.value} %}} in a {where}: write its values there"
                raise jinja2.TemplateSyntaxError(message, token.lineno, None, stream.filename)
            if is_style and token.type == "variable_begin":
                is_printed = True
                yield token
                yield Token(token.lineno, "lparen", "(")
            elif is_printed and token.type == "variable_end":
                is_printed = False
                yield from _make_tokens_applying_filter(token.lineno, "style_value")
                yield token
            elif is_printed and token.type == "string":
                # Jinja2 joins the texts of adjacent strings.
                if previous != "string":
                    yield from 2 * (Token(token.lineno, "lparen", "("),)
                yield token
                if stream.current.type != "string":
                    yield from _make_tokens_applying_filter(token.lineno, "own_text")
                    yield Token(token.lineno, "rparen", ")")
            else:
                yield token
            previous = token.type


def _find_open_style(text: str, tag: str, quote: str) -> tuple[str, str]:
    """Return the last tag before the end of a text, and the quotation mark of an open attribute.

    The mark is "" if no `style` attribute is open. `tag` and `quote` are those before the text.
    """
    for match in STYLE_ATTRIBUTE.finditer(text):
        if not quote:
            tag, quote = match[1] or tag, match[2] or ""
        elif match[0][-1] == quote:
            quote = ""
    return tag, quote


def _make_tokens_applying_filter(line: int, name: str) -> tuple[Token, ...]:
    """Return the tokens that close a parenthesis, and apply the filter `name` to what is in it."""
    return Token(line, "rparen", ")"), Token(line, "pipe", "|"), Token(line, "name", name)


class _SourceText(str):
    """A text that the author of a template wrote into an expression, which is not escaped."""

    __slots__ = ()

    # Jinja2 gives what these methods return the type of the text. But it has values in it.
    @property
    def format(self) -> Any:
        return str(self).format

    @property
    def format_map(self) -> Any:
        return str(self).format_map


_NOT_IN_VALUE = re.compile(r"(?i)(?<=url)\(|[^\w\s#%.,+/()-]")


def _escape_style_value(value: Any) -> Any:
    """Return a value as a part of one CSS value: never another declaration, nor a picture.

    Inside a CSS string, all characters of the value are printed.
    """
    if isinstance(value, _SourceText) or not (isinstance(value, str) or hasattr(value, "__html__")):
        return value
    text = unescape(value.__html__()) if hasattr(value, "__html__") else value
    return _NOT_IN_VALUE.sub(lambda match: f"\\{ord(match[0]):x} ", text)
