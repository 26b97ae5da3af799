"""Turn a print of a Game into the contents it must hold, and its margin's words.

The press prints what stands here and the proof demands it; neither adds to it.
"""

from collections.abc import Iterator, Mapping

from printgen.content.faces import Owner, Wanted, faces_of, runs_of
from printgen.rules.model import Game, Print
from printgen.rules.paths import rows_of


def sets_of(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of the rows that a print has a set for; none where it has but one."""
    return tuple(row.key for row in game.table(print_.sets).rows) if print_.sets else ()


def contents(game: Game, print_: Print, set_: str, keys: frozenset[str] | None) -> Iterator[Wanted]:
    """Every face of one set of a print, in printing order.

    `set_` is the key of its row, "" where the print has no sets; `keys` are those of the rows
    asked for, None for all.
    """
    owner = None
    if set_:
        table = game.table(print_.sets)
        owner = Owner(table, table.by_key[set_])
    for part in print_.parts:
        yield from faces_of(game, print_, part, owner, keys)


def runs(game: Game, print_: Print, keys: frozenset[str] | None) -> tuple[int, ...] | None:
    """How many faces one set has, in runs that begin a row; None for one that fills its sheet."""
    return None if print_.backs_of else runs_of(game, print_.parts, keys)


def keys_of(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of all rows that a print has a face of its own for, in order."""
    parts = ((game.table(part.each), part.where) for part in print_.parts if part.each)
    keys = (row.key for table, where in parts for row in rows_of(game, table, where))
    return tuple(dict.fromkeys(keys))


def title(game: Game, print_: Print) -> str:
    """The title of one print: in its margin and in the PDF's properties."""
    words = game.words.margin
    what = words.backs.format(title=print_.title) if print_.backs_of else print_.title
    return words.title.format(game=game.name, title=what)


def margin(
    game: Game, print_: Print, stamp: str, sheet: int, sheets: int, set_: str
) -> Mapping[str, str]:
    """The margin words of the `sheet`-th of `sheets` of one set.

    `stamp` is the rules' digest as printed. A print whose faces are whole pages has no margin: its
    faces say the same.
    """
    if print_.is_page:
        return {}
    words = game.words.margin
    lines = {
        "margin.title": title(game, print_),
        "margin.sheet": words.sheet.format(sheet=sheet, sheets=sheets),
        "margin.digest": words.digest.format(digest=stamp),
        "margin.scale": words.scale,
        "margin.bar": words.bar,
    }
    if set_:
        lines["margin.deck"] = words.deck.format(deck=set_)
    return lines
