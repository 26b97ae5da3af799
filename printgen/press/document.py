"""What a PDF says of itself as a whole: its properties, and the head of its manifest."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF. `language` is a tag such as "en"; `digest` the SHA-256 of the rules, in hex.

    `copies` are the letters of the decks asked for, `cards` the numbers of the cards, None for all.
    """

    title: str
    language: str
    game: str
    product: str
    paper: str
    copies: tuple[str, ...]
    cards: tuple[int, ...] | None
    digest: str
