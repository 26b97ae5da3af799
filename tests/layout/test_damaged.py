"""Damaged pages: whatever became of a template, it is composed or refused, never a traceback."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.face.face import Face
from printgen.layout.compose import Composer
from printgen.problems import Failure
from printgen.system.bundled import get_fonts_folder

SAMPLES = Path(__file__).parent / "samples"
PAGE, STYLE = (
    SAMPLES.joinpath(f"everything.{kind}").read_text("utf-8") for kind in ("html", "css")
)
WHOLE = f"{PAGE}\0{STYLE}"
CONTEXT = {"letter": "B", "title": "a", "name": "b", "hits": "c", "side": "d", "text": "e"}
BITS = """0 - 1e9 nan px mm " < > / &amp; &#1; { } ; : ( ) % Z M A <span> </span> <g> </g> <br/>
scale(0) scale(-1) rotate( var(--ink) var(--b) display:none; font-size:1e9px; display:grid;
font-size:1e-9px; letter-spacing:-9px; --min-size:9pt; <svg/> <table/> <input/> <?x?> <!-- -->
<![CDATA[ ]]> \u200b \u00ad \u0301 \U0001f600"""

damage = st.lists(
    st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 12), st.sampled_from(["", *BITS.split()])),
    min_size=1,
    max_size=2,
)


@given(damage)
def test_a_damaged_page_is_composed_or_refused(
    tmp_path_factory: pytest.TempPathFactory, wounds: list[tuple[int, int, str]]
) -> None:
    """Letters cut out anywhere, and odd ones put in their place."""
    text = WHOLE
    for at, cut, put in wounds:
        text = text[:at] + put + text[at + cut :]
    folder = tmp_path_factory.getbasetemp()
    page, _, style = text.partition("\0")
    (folder / "damaged.html").write_text(page, "utf-8")
    (folder / "everything.css").write_text(style, "utf-8")
    composer = Composer((folder, SAMPLES), (get_fonts_folder(),))
    with suppress(Failure):
        assert isinstance(composer.compose_face("damaged.html", CONTEXT, "x", "x"), Face)
