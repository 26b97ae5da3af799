"""Golden faces: what a template became, as lines to read.

`UPDATE=1 pytest tests/layout/test_golden.py` writes the files anew; their diff is the review.
"""

import os
from pathlib import Path

from composing import written

from printgen.layout.compose import Composer
from printgen.system.bundled import get_fonts_folder

HERE = Path(__file__).parent
CONTEXT = {
    "letter": "B",
    "title": "Jam!",
    "name": "A name too long for its box",
    "hits": "−1 & up",
    "side": "Deck B",
    "text": "Shuffle all the cards, the discards included.",
}


def test_a_face_of_everything() -> None:
    """Every element of the subset, at the place, size and colour that were looked at."""
    composer = Composer((HERE / "samples",), (get_fonts_folder(),))
    face = composer.compose_face("everything.html", CONTEXT, "everything", "everything")
    golden = HERE / "golden" / "everything.txt"
    if os.environ.get("UPDATE"):
        golden.write_text(written(face.items), "utf-8")
    assert written(face.items) == golden.read_text("utf-8")
