"""What flow refuses, one example a rule, each with the whole text of its error.

A paragraph of golden/flow-refused.txt is what a box holds, with its style, and what is said of it.
`UPDATE=1 pytest tests/layout/test_inline_refused.py` writes it anew; its diff is the review.
"""

import os
from pathlib import Path

from flowing import refusal

GOLDEN = Path(__file__).parent / "golden" / "flow-refused.txt"


def test_what_cannot_be_laid_is_refused() -> None:
    """Each mistake is named with its place, what was found and what to write instead."""
    reviewed = GOLDEN.read_text("utf-8")
    found = []
    for paragraph in reviewed.rstrip("\n").split("\n\n"):
        written = [line for line in paragraph.splitlines() if line.startswith("<")]
        content, *styles = written
        css = "".join(styles).removeprefix("<style>").removesuffix("</style>")
        found.append("\n".join([*written, refusal(content, css)]))
    told = "\n\n".join(found) + "\n"
    if os.environ.get("UPDATE"):
        GOLDEN.write_text(told, "utf-8")
    assert told == reviewed


def test_all_mistakes_are_told_at_once() -> None:
    """A wrong element, a wrong attribute and a word too wide: three problems, one run."""
    said = refusal("<blink>a</blink><p align='x'>incomprehensible</p>", "p { font-size: 20mm; }")
    assert said.count(": error: ") == 3


def test_type_that_cannot_shrink_enough_names_its_box() -> None:
    """The message says how much is missing at the least size allowed."""
    css = ".f { height: 6mm; --min-size: 5pt; }"
    said = refusal('<p class="f" data-field="kind.text">a<br/>b<br/>c</p>', css)
    assert said == (
        "card.html:3: card 7, kind.text: error: is 1.94 mm higher than its box of 6.00 mm\n"
        "  shorten the text, enlarge the box or allow a smaller --min-size"
    )
