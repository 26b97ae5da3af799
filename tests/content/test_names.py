"""What faces of Combat Leader must carry, name by name: reviewed, and not to change by chance.

reviewed/names.txt has a card of each kind, a back, the sheet, a marker of each part and a
roster: what is printed under each name, a mark as :mark:, a form field as [field]. Names that share
a line share one there; then comes what heads what. `UPDATE=1 pytest tests/content/test_names.py`
writes it anew; its diff is the review.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import sample

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.rules.loading.load import load_game
from printgen.rules.queries.content_hash import get_short_digest
from printgen.system.bundled import find_game

GOLDEN = Path(__file__).parent / "reviewed" / "names.txt"
CHOSEN = (
    *(("deck", "A", card) for card in ("1", "53", "57")),
    ("deck", "B", "35"),
    *(("deck", "A", guide) for guide in ("card", "jam")),
    ("deck-backs", "F", None),
    ("sheet", "", None),
    *(("markers", "F", key) for key in ("jammed", "12")),
    ("roster", "B", None),
)


def lines(content: FaceContent) -> Iterator[str]:
    """A face as lines to read."""
    said = {
        **{name: f"[{kind}]" for name, kind in content.inputs.items()},
        **{name: f":{mark}:" for name, mark in content.marks.items()},
        **content.fields,
    }
    shared = sample.lines(content)
    alone = [(name,) for name in said if not any(name in names for names in shared)]
    yield f"== {content.face}: {content.title}"
    for names in (*alone, *shared):
        yield " | ".join(f"{name}: {said[name]}" for name in names)
    for heading, members in content.groups:
        yield f"{heading} heads {len(members)}: {members[0]} … {members[-1]}"
    for section in content.sections:
        grids = " ".join(grid.table for grid in section.grids)
        yield f"section {section.key}: {section.heading}, {' '.join(section.texts)}, {grids}"
    yield f"small: {', '.join(sorted(content.small))}"


def test_faces_carry_what_was_reviewed() -> None:
    game = load_game(find_game("combat-leader"))
    told = ""
    for id_, set_, key in CHOSEN:
        print_ = game.find_print(id_)
        assert print_ is not None
        found = [*generate_wanted_faces(game, print_, set_, None if key is None else {key})]
        for face in found if id_ == "sheet" else found[:1]:
            for line in lines(face.content):
                told += fill(line, 100, subsequent_indent="    ") + "\n"
            told += "\n"
    told = told.replace(get_short_digest(game), "DIGEST")
    if os.environ.get("UPDATE"):
        GOLDEN.write_text(told, "utf-8")
    assert told == GOLDEN.read_text("utf-8")
