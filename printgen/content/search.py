"""Turn what somebody calls a card by into the keys of the rows whose faces show it.

It knows no game: "ace of spades" are words of rows that a card's row names, or begin as such do.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from printgen.content.faces_of_print import contents, sets_of
from printgen.content.field_builder import TableRow
from printgen.rules.model import Game, Print

_JOINING = frozenset(("of", "the"))
_WORD = re.compile(r"[^\W_]+")


def keys_showing(game: Game, print_: Print, typed: str) -> tuple[str, ...]:
    """The keys of the rows a face of which shows a text, else of those named by all its words."""
    wanted = " ".join(typed.casefold().split())
    shown, rows = dict[str, None](), dict[str, TableRow]()
    first, *_ = sets_of(game, print_) or ("",)
    for content, place in contents(game, print_, first, None) if wanted else ():
        if place.row:
            rows[place.row.row.key] = place.row
            texts = (*content.fields.values(), *content.marks.values())
            if any(" ".join(text.casefold().split()) == wanted for text in texts):
                shown[place.row.row.key] = None
    words = [word for word in _WORD.findall(wanted) if word not in _JOINING]
    return tuple(shown) or (_named(game, rows, words) if len(words) > 1 else ())


def _named(game: Game, rows: Mapping[str, TableRow], words: Sequence[str]) -> tuple[str, ...]:
    """The keys of the rows that name others so, those whose first columns do before others."""
    names = {key: [*_names(game, of)] for key, of in rows.items()}
    known = {name for own in names.values() for name in own}
    # A letter stands for a word that begins so, unless that is a name itself.
    wanted = [word if word in known else word[0] for word in words]
    found = {
        key: sum(own.index(word) for word in wanted)
        for key, own in names.items()
        if all(word in own for word in wanted)
    }
    return tuple(key for key, place in found.items() if place == min(found.values()))


def _names(game: Game, of: TableRow) -> Iterator[str]:
    """What the rows are called that a row names: their keys and labels."""
    for column in of.table.columns:
        cell = of.row.cells[column.name]
        table = game.table(column.refers) if column.refers and isinstance(cell, tuple) else None
        for key in cell if table else ():
            row = table.by_key[key] if table else None
            texts = [one for one in row.cells.values() if isinstance(one, str)] if row else []
            yield from (text.casefold() for text in (key, *texts))
