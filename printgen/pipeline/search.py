"""Search for rows by text on their faces, or by names such as "ace of spades".

A word matches a row that the card refers to by the row's key or label. A word that is unknown
matches by its first letter: "spades" finds the key S.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from printgen.content.faces_of_print import generate_wanted_faces, list_set_keys
from printgen.content.field_builder import TableRow
from printgen.problems import suggest_closest_word
from printgen.rules.model import Game, Print

_IGNORED_WORDS = frozenset(("of", "the"))
_WORD_PATTERN = re.compile(r"[^\W_]+")

_TYPED_SIGNS = str.maketrans("“”″‘’′−", "\"\"\"'''-")
"""Signs that are printed, and what people type for them."""


def find_row_keys(game: Game, print_: Print, query: str) -> tuple[str, ...]:
    """Return the keys of the rows of a print that a typed text, `query`, finds.

    A row is found if one of its faces shows exactly this text. If there is no such row, a row is
    found if it has all words of the text.
    """
    normalized_query = _normalize_search_text(query)
    matching_keys, rows = dict[str, None](), dict[str, TableRow]()
    for table_row, texts in _generate_row_texts(game, print_) if normalized_query else ():
        rows[table_row.row.key] = table_row
        if any(_normalize_search_text(text) == normalized_query for text in texts):
            matching_keys[table_row.row.key] = None
    words = [word for word in _WORD_PATTERN.findall(normalized_query) if word not in _IGNORED_WORDS]
    if matching_keys or len(words) < 2:
        return tuple(matching_keys)
    return _find_rows_with_words(game, rows, words)


def suggest_row(game: Game, print_: Print, query: str) -> str:
    """Return "did you mean …? " with the most similar text on a face; "" if none is similar."""
    shown = {text for _, texts in _generate_row_texts(game, print_) for text in texts}
    return suggest_closest_word(query, shown)


def _generate_row_texts(game: Game, print_: Print) -> Iterator[tuple[TableRow, Sequence[str]]]:
    """Yield each row that has a face of its own, with the texts on this face.

    Only the first set of the print is searched.
    """
    first_set, *_ = list_set_keys(game, print_) or ("",)
    for content, place in generate_wanted_faces(game, print_, first_set, None):
        if place.row:
            yield place.row, (*content.fields.values(), *content.marks.values())


def _normalize_search_text(text: str) -> str:
    """Return a text in lower case, with single spaces, and with signs as people type them.

    Texts are compared in this form.
    """
    return " ".join(text.casefold().translate(_TYPED_SIGNS).split())


def _find_rows_with_words(
    game: Game, rows: Mapping[str, TableRow], words: Sequence[str]
) -> tuple[str, ...]:
    """Return the keys of the rows that match all words.

    A row matches a word that is in a row it refers to. If several rows match, only the rows that
    have the words in the earliest columns are returned.
    """
    names_by_key = {
        key: [*_generate_reference_texts(game, table_row)] for key, table_row in rows.items()
    }
    known_names = {name for row_names in names_by_key.values() for name in row_names}
    # Keys may be initials, such as S for spades, so an unknown word is reduced to its first letter.
    # A number has none: 53 is not a five.
    wanted = [word[0] if word.isalpha() and word not in known_names else word for word in words]
    ranks = {
        key: sum(row_names.index(word) for word in wanted)
        for key, row_names in names_by_key.items()
        if all(word in row_names for word in wanted)
    }
    return tuple(key for key, rank in ranks.items() if rank == min(ranks.values()))


def _generate_reference_texts(game: Game, table_row: TableRow) -> Iterator[str]:
    """Yield the keys and texts of all rows that `table_row` refers to, in lower case."""
    for column in table_row.table.columns:
        cell = table_row.row.cells[column.name]
        table = game.table(column.refers) if column.refers and isinstance(cell, tuple) else None
        for key in cell if table else ():
            row = table.by_key[key] if table else None
            texts = [value for value in row.cells.values() if isinstance(value, str)] if row else []
            yield from (text.casefold() for text in (key, *texts))
