"""Damaged pages: whatever became of a template, it is composed or refused, never a traceback."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.problems import Failure
from printgen.resources import fonts_folder

WHOLE = (Path(__file__).parent / "samples" / "everything.svg").read_text("utf-8")
CONTEXT = {"letter": "B", "title": "a", "name": "b", "hits": "c", "side": "d", "text": "e"}
BITS = """0 - 1e9 nan px mm " < > / &amp; &#1; { } ; : ( ) % Z M A <tspan> </tspan> <g> </g> <br/>
scale(0) scale(-1) rotate( var(--ink) var(--b) display:none; font-size:1e9px; columns:3;
font-size:1e-9px; letter-spacing:-9px; --min-size:9pt; <svg/> <table/> <input/> <?x?> <!-- -->
<![CDATA[ ]]> \u200b \u00ad \u0301 \U0001f600"""

damage = st.lists(
    st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 12), st.sampled_from(["", *BITS.split()])),
    min_size=1,
    max_size=2,
)


@settings(max_examples=100, deadline=None)
@given(damage)
def test_a_damaged_page_is_composed_or_refused(
    tmp_path_factory: pytest.TempPathFactory, wounds: list[tuple[int, int, str]]
) -> None:
    """Letters cut out anywhere, and odd ones put in their place."""
    text = WHOLE
    for at, cut, put in wounds:
        text = text[:at] + put + text[at + cut :]
    folder = tmp_path_factory.getbasetemp()
    (folder / "damaged.svg").write_text(text, "utf-8")
    composer = Composer((folder,), (fonts_folder(),))
    with suppress(Failure):
        assert isinstance(composer.compose("damaged.svg", CONTEXT, "x", "x"), Face)
