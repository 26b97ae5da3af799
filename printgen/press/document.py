"""What a PDF says of itself as a whole: its properties, and the keywords that the proof reads."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF. `language` is a tag such as "en"; `digest` the SHA-256 of the rules, in hex.

    `sets` are the keys of the sets asked for, `rows` those of the rows, None for all.
    """

    title: str
    language: str
    game: str
    print: str
    paper: str
    sets: tuple[str, ...]
    rows: tuple[str, ...] | None
    digest: str
