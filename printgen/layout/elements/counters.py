"""CSS counters (CSS Lists 3, 4): the numbers that `counter()` prints in ::before and ::after.

The boxes of an element are cached by its source. So a number is written into the source, as an
attribute of the element, before boxes are built.
"""

from typing import Any

from printgen.layout.elements.inline import find_pseudo_element, get_counter_attribute
from printgen.layout.style.cascade import ElementChain
from printgen.layout.style.computed import ComputedStyle

_Counters = dict[str, list[int]]
"""The counters in scope by name, each as a list of one number: scopes share it."""
_ROMAN = {1000: "m", 900: "cm", 500: "d", 400: "cd", 100: "c", 90: "xc", 50: "l", 40: "xl"}
_ROMAN |= {10: "x", 9: "ix", 5: "v", 4: "iv", 1: "i"}


def write_counters(element: Any, chain: ElementChain, counters: _Counters) -> None:
    """Write the values of CSS counters into an element and its descendants, as attributes.

    `chain` has the computed style of the element. `counters` are the counters in scope by name.
    Those that the element changes or adds are changed in `counters` too.
    """
    # CSS Lists 3, 4.4: an element without a box changes no counter.
    if chain.style.display == "none":
        return
    _change_counters(chain.style, counters)
    inner = dict(counters)
    _write_pseudo_element(element, chain, "before", inner)
    for child in element:
        if isinstance(child.tag, str):
            write_counters(child, chain.get_child_chain(child), inner)
    _write_pseudo_element(element, chain, "after", inner)


def _change_counters(style: ComputedStyle, counters: _Counters) -> None:
    # CSS Lists 3, 4.1 and 4.2: a reset adds a counter for the element, what is inside it, and what
    # follows it. Incrementing one that is missing does the same.
    for name, value in style.counter_resets:
        counters[name] = [value]
    for name, step in style.counter_steps:
        counters.setdefault(name, [0])[0] += step


def _write_pseudo_element(
    element: Any, chain: ElementChain, name: str, counters: _Counters
) -> None:
    span, content = find_pseudo_element(element, chain, name)
    if span is None:
        return
    _change_counters(chain.get_child_chain(span).style, counters)
    for part in content:
        if part.counter:
            (value,) = counters.setdefault(part.counter, [0])
            element.set(
                get_counter_attribute(name, part), _format_counter(value, part.counter_style)
            )


def _format_counter(value: int, style: str) -> str:
    """Return a number as a counter style writes it (CSS Counter Styles 3, 6.1)."""
    text, rest = "", value
    if style == "decimal-leading-zero":
        return f"{value:03}" if value < 0 else f"{value:02}"
    if style.endswith("roman") and 0 < value < 4000:
        for size, letters in _ROMAN.items():
            text += letters * (rest // size)
            rest %= size
    elif style.endswith(("alpha", "latin")):
        while rest > 0:
            rest, letter = divmod(rest - 1, 26)
            text = chr(ord("a") + letter) + text
    # 2: a style writes a number that it has no word for as decimal does.
    return (text.upper() if style.startswith("upper") else text) or str(value)
