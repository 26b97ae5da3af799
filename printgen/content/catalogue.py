"""Turn a print of a Game into the contents it must hold, and its margin's words.

The press prints what stands here and the proof demands it; neither adds to it.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from printgen.content.faces import Place, content_of, places
from printgen.content.model import Content
from printgen.content.writing import TableRow
from printgen.rules.model import Game, Print
from printgen.rules.paths import rows_of


class Wanted(NamedTuple):
    """One face that the rules want: its content, and where in its print it comes."""

    content: Content
    place: Place


def sets_of(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of the rows that a print has a set for; none where it has but one."""
    return tuple(row.key for row in game.table(print_.sets).rows) if print_.sets else ()


def contents(
    game: Game, print_: Print, set_: str, keys: Collection[str] | None
) -> Iterator[Wanted]:
    """Every face of one set of a print, in printing order, each made as asked for.

    `set_` is the key of its row, "" where the print has no sets; `keys` are those of the rows
    asked for, None for all.
    """
    owner = None
    if set_:
        table = game.table(print_.sets)
        owner = TableRow(table, table.by_key[set_])
    for part in print_.parts:
        for place in places(game, part, owner, keys):
            yield Wanted(content_of(game, print_, place), place)


def runs(game: Game, print_: Print, keys: Collection[str] | None) -> tuple[int, ...] | None:
    """How many faces one set has, in runs that begin a row; None for one that fills its sheet."""
    if print_.backs_of:
        return None
    found = [0]
    for part in print_.parts:
        last: object = None
        for place in places(game, part, None, keys):
            kind = place.rows if part.apart == "each" else part
            if part.apart and kind != last:
                found.append(0)
            last = kind
            found[-1] += 1
    return tuple(found)


def keys_of(game: Game, print_: Print) -> tuple[str, ...]:
    """The keys of all rows that a print has a face of its own for, in order."""
    parts = ((game.table(part.each), part.where) for part in print_.parts if part.each)
    keys = (row.key for table, where in parts for row in rows_of(game, table, where))
    return tuple(dict.fromkeys(keys))


def title(game: Game, print_: Print) -> str:
    """The title of one print: in its margin and in the PDF's properties."""
    words = game.words.margin
    what = words.backs.format(title=print_.title) if print_.backs_of else print_.title
    return words.title.format(game=game.about.name, title=what)


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
