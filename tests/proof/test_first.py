"""A print proofs clean as built, and not with a wrong digit."""

from dataclasses import replace

import sample

from printgen.layout.face import Face, TextRun
from printgen.proof.prove import asked, prove


def test_a_wrong_digit_is_named_with_both_values() -> None:
    """The finding says which card and field, what is printed and what the rules say."""

    def wrong(faces: list[Face]) -> list[Face]:
        face = faces[16]
        items = tuple(
            replace(item, text="3")
            if isinstance(item, TextRun) and item.field == "selection.s8"
            else item
            for item in face.items
        )
        return [*faces[:16], replace(face, items=items), *faces[17:]]

    (found,) = prove(sample.pdf("deck", edit=wrong), sample.game())
    assert str(found) == ("deck A, card 17, selection.s8: error: prints “3”; the rules say “1”")


def test_asked_says_the_game() -> None:
    """A print knows its game."""
    assert asked(sample.pdf("deck", rows=("17",))) == "combat-leader"
