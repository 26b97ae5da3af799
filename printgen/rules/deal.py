"""Turn a few laws into the cards of a deck: the law is written here and nowhere else.

It guarantees cards numbered from 1: suits in order, within a suit the ranks in order, then the
extra kinds. The checks never call it. It knows no file and no paper.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from printgen.rules.bands import Band
from printgen.rules.columns import VALUE
from printgen.rules.model import Card


@dataclass(frozen=True, slots=True)
class Law:
    """What deals a deck.

    `extra` holds the further kinds and how many of each; `first` the bands of the first rank, each
    later rank's lying `step` further up; `outcomes` one mapping a lookup, from rank or kind to its
    outcome; `rows` the sizes of the strip's rows.
    """

    extra: tuple[tuple[str, int], ...]
    first: tuple[Band, ...]
    step: int
    outcomes: tuple[Mapping[str, str | None], ...]
    rows: tuple[int, ...]


def deal(suits: tuple[str, ...], ranks: tuple[str, ...], law: Law) -> tuple[Card, ...]:
    """The cards that `law` gives for the ids of `suits` and the `ranks`, in order of number."""
    faces: list[tuple[str, str | None, str | None, tuple[Band, ...]]] = [
        (VALUE, rank, suit, tuple(band.shifted(law.step * place) for band in law.first))
        for suit in suits
        for place, rank in enumerate(ranks)
    ]
    for kind, count in law.extra:
        faces += [(kind, None, None, ())] * count
    return tuple(
        Card(
            number,
            kind,
            rank,
            suit,
            bands,
            tuple(outcome[rank if rank is not None else kind] for outcome in law.outcomes),
            tuple(_cycle(number, size, len(faces)) for size in law.rows),
        )
        for number, (kind, rank, suit, bands) in enumerate(faces, 1)
    )


def _cycle(number: int, size: int, cards: int) -> int | None:
    """Row `size` of card `number` of `cards`: 1 … size over and over, none past the last cycle."""
    whole = cards - cards % size
    return (number - 1) % size + 1 if number <= whole else None
