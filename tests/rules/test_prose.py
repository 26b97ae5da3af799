"""Prose is words, bold, italic, line breaks, lists and marks; anything else is an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.problems import InputError
from printgen.rules.values.commonmark import (
    BULLET,
    ProseBlock,
    ProseSpan,
    convert_prose_to_text,
    read_prose,
)


def test_plain_words() -> None:
    """Lines of one paragraph run together; an empty line parts paragraphs."""
    assert read_prose("One\ntwo  three.\n\nFour.") == (
        ProseBlock((ProseSpan("One two three."),)),
        ProseBlock((ProseSpan("Four."),)),
    )


def test_bold_and_italic() -> None:
    """**Bold**, *italic* and both at once, and the words between them."""
    (block,) = read_prose("A **bold** and *italic* or ***both***.")
    assert block.spans == (
        ProseSpan("A "),
        ProseSpan("bold", bold=True),
        ProseSpan(" and "),
        ProseSpan("italic", italic=True),
        ProseSpan(" or "),
        ProseSpan("both", bold=True, italic=True),
        ProseSpan("."),
    )


@pytest.mark.parametrize("text", ["one\\\ntwo *three*", "one  \ntwo *three*"])
def test_line_break(text: str) -> None:
    """A backslash or two spaces at the end of a line break it, there alone."""
    assert read_prose(text) == (
        ProseBlock(
            (ProseSpan("one"), ProseSpan("two ", line=True), ProseSpan("three", italic=True))
        ),
    )
    assert convert_prose_to_text(read_prose(text)) == "one two three"


def test_bullets_and_numbers() -> None:
    """Items of lists are blocks of their own, with bullets or their numbers."""
    blocks = read_prose("Do:\n\n- one\n- **two**\n\n3. three\n4. four")
    assert [(block.item, block.spans[-1].text) for block in blocks] == [
        ("", "Do:"),
        (BULLET, "one"),
        (BULLET, "two"),
        ("3.", "three"),
        ("4.", "four"),
    ]
    assert convert_prose_to_text(blocks) == "Do: one two 3. three 4. four"


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("0. none\n1. one", ["0.", "1."]),
        ("00. none\n1. one", ["00.", "1."]),
        ("3) three\n4) four", ["3)", "4)"]),
        ("1. one\n2. two\n\n1) other", ["1.", "2.", "1)"]),
        ("1) one\n\n   0. inner\n\n2) two", ["1)", "0.", "2)"]),
        ("* one\n- other", [BULLET, BULLET]),
    ],
)
def test_a_list_is_numbered_as_it_is_written(text: str, items: list[str]) -> None:
    """With its own numbers and the sign that follows them; any bullet is the one bullet."""
    assert [block.item for block in read_prose(text)] == items


def test_marks_in_the_line() -> None:
    """:name: is a mark where it stands, in plain and in bold words; other colons are colons."""
    (block,) = read_prose("Draw :jam: or **:die: six**: now 12:30.")
    assert block.spans == (
        ProseSpan("Draw "),
        ProseSpan("", mark="jam"),
        ProseSpan(" or "),
        ProseSpan("", bold=True, mark="die"),
        ProseSpan(" six", bold=True),
        ProseSpan(": now 12:30."),
    )
    assert convert_prose_to_text((block,)) == "Draw or six: now 12:30."


def test_marks_alone() -> None:
    """Words without any other sign may hold marks too."""
    assert read_prose("See :cloud:.") == (
        ProseBlock((ProseSpan("See "), ProseSpan("", mark="cloud"), ProseSpan("."))),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"2 \* 3", "2 * 3"),
        (r"\- not a list", "- not a list"),
        (r"1\. not a list", "1. not a list"),
        ("a * b", "a * b"),
        ("Fire & move", "Fire & move"),
        ("AT&amp;T", "AT&T"),
        ("snake_case_word", "snake_case_word"),
        ("+1 to shoot", "+1 to shoot"),
        ("5+ hits", "5+ hits"),
        ("-2 in cover", "-2 in cover"),
        ("+ 3 wood\n- 2 stone", "+ 3 wood - 2 stone"),
        ("Pick:\n+ 5 coins\n+ a card", "Pick: + 5 coins + a card"),
        ("- slow\n+ strong", "- slow + strong"),
        ("* heavy\n+ 1 hp", "heavy + 1 hp"),
        ("- 4 wood\n- 2 stone", "4 wood 2 stone"),
    ],
)
def test_signs_that_mean_themselves(text: str, words: str) -> None:
    """A backslash takes a sign's meaning away; a sign alone has none."""
    assert convert_prose_to_text(read_prose(text)) == words


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("See [the rules](rules.pdf).", "link in prose"),
        ("<https://example.org>", "link in prose"),
        ("![an axe](axe.png)", "image in prose"),
        ("A <sub>low</sub> word", "HTML in prose"),
        ("<div>\nx\n</div>", "HTML in prose"),
        ("<!-- hidden -->", "HTML in prose"),
        ("Roll `2d6`", "code in prose"),
        ("    indented", "code in prose"),
        ("```\nx\n```", "code in prose"),
        ("# Heading", "heading in prose"),
        ("Heading\n=======", "heading in prose"),
        ("> quoted", "quotation in prose"),
        ("one\n\n---\n\ntwo", "rule in prose"),
        ("- one\n\n  <sup>two</sup>", "HTML in prose"),
        ("**bold [link](x)**", "link in prose"),
        ("", "the text is empty"),
        ("\n \n", "the text is empty"),
        ("zero\u2060width", "the invisible character U+2060"),
        ("\u0301", "the separate accent U+0301"),
    ],
)
def test_what_is_no_prose_is_an_error(text: str, what: str) -> None:
    """Nothing is dropped in silence: it is named, with what prose takes."""
    with pytest.raises(InputError) as fault:
        read_prose(text)
    assert fault.value.message.startswith(what)
    assert fault.value.hint


@pytest.mark.parametrize("emoji", ["\U0001face", "\U0001fa77", "\U0001fae8"])
def test_an_emoji_newer_than_python_is_no_invisible_character(emoji: str) -> None:
    """Unicode 15 has them, and Python 3.11 knows only Unicode 14."""
    assert convert_prose_to_text(read_prose(f"A {emoji}.")) == f"A {emoji}."
    with pytest.raises(InputError):
        read_prose("A \ufdd0.")


@given(st.text(alphabet="ab *_`[]()<>#\n-+1.:\\&;!~=", max_size=60))
def test_any_text_is_prose_or_an_error(text: str) -> None:
    """Every text gives blocks that say something, or a fault in words."""
    fault = None
    blocks: tuple[ProseBlock, ...] = ()
    try:
        blocks = read_prose(text)
    except InputError as found:
        fault = found
    if fault is not None:
        assert fault.message
        assert fault.hint
    assert all(isinstance(span, ProseSpan) for block in blocks for span in block.spans)
    assert convert_prose_to_text(blocks) == " ".join(convert_prose_to_text(blocks).split())


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        (":lucide:sword:", ["lucide:sword"]),
        ("a:game-icons:broadsword:.", ["game-icons:broadsword"]),
        (":die: :die:", ["die", "die"]),
        (":die::die:", ["die", "die"]),
        (":coin:2:gem:1", ["coin", "gem"]),  # a name begins with a letter
        ("at 10:30:15", []),
    ],
)
def test_a_mark_may_name_its_set(text: str, marks: list[str]) -> None:
    (block,) = read_prose(text)
    assert [span.mark for span in block.spans if span.mark] == marks
