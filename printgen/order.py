"""Turn what was typed after `printgen build` into what is printed of a game.

Every mistake is reported at once. It knows no paper and no PDF.
"""

import re
from typing import NamedTuple

from printgen.content.catalogue import keys_of, sets_of
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.model import Game, Print
from printgen.rules.scope import nearest
from printgen.rules.sizes import Size


class Order(NamedTuple):
    """What was typed: which print, how many sets, which rows, which sizes; None where nothing."""

    only: str | None = None
    copies: int | None = None
    cards: str | None = None
    sizes: tuple[str, ...] = ()


class Planned(NamedTuple):
    """One print to be made: the keys of its sets and rows, and the size of its faces.

    `keys` is None for all rows, `size` where the template alone decides.
    """

    print: Print
    sets: tuple[str, ...]
    keys: tuple[str, ...] | None
    size: Size | None


def plan(order: Order, game: Game) -> tuple[Planned, ...]:
    """The prints asked for, in the order they are built.

    Raises `Failure` (usage) with every reason why `game` cannot be printed so.
    """
    mistakes: list[Problem] = []
    prints = _prints(order, game, mistakes)
    sizes = _sizes(order.sizes, game, mistakes)
    keys = None
    if prints and order.cards is not None:
        keys = _keys(order.cards, game, prints[0], mistakes)
    if mistakes:
        raise Failure(ExitCode.USAGE, mistakes)
    planned = []
    for print_ in prints:
        sets = sets_of(game, print_)
        sets = sets[: order.copies or print_.copies or len(sets)]
        size = sizes.get(print_.backs_of or print_.id) or next(iter(print_.sizes), None)
        # Backs that come along are printed whole.
        rows = keys if print_ is prints[0] else None
        planned.append(Planned(print_, sets, rows, size))
    return tuple(planned)


def _prints(order: Order, game: Game, mistakes: list[Problem]) -> tuple[Print, ...]:
    """The print of that name and its backs; for rows alone, the first that has a face a row."""
    only = order.only
    if only is None and order.cards is not None:
        only = next((one.id for one in game.prints if keys_of(game, one)), None)
    prints = tuple(one for one in game.prints if only in (None, one.id, one.backs_of))
    if not prints:
        ids = [one.id for one in game.prints]
        hint = nearest(only or "", ids) if ids else "add prints: to its game.yaml"
        found = f"no {only}" if only else "nothing to print"
        mistakes.append(_wrong(game.about.name, f"the game has {found}", hint))
    most = min((len(keys) for one in prints if (keys := sets_of(game, one))), default=1)
    if prints and order.copies is not None and order.copies > most:
        sets = "one set" if most == 1 else f"{most} sets"
        message = f"{order.only or game.about.name} has {sets} of faces and no other"
        hint = f"ask for {most} at most, and print again for more"
        mistakes.append(_wrong(f"--copies {order.copies}", message, hint))
    return prints


def _sizes(options: tuple[str, ...], game: Game, mistakes: list[Problem]) -> dict[str, Size]:
    """The sizes asked for, by the ids of their prints."""
    prints = [print_ for print_ in game.prints if not print_.backs_of]
    known = {f"{one.id}={size.name}": (one.id, size) for one in prints for size in one.sizes}
    found: dict[str, Size] = {}
    for option in options:
        name = option.replace(" ", "")
        if name in known:
            found.update([known[name]])
        else:
            message = f"no print of {game.about.name} is laid out so"
            mistakes.append(_wrong(f"--size {option}", message, nearest(name, known)))
    return found


_RANGE = re.compile(r"(\d{1,6})(?: ?- ?(\d{1,6}))?", re.ASCII)


def _keys(cards: str, game: Game, print_: Print, mistakes: list[Problem]) -> tuple[str, ...]:
    """The keys of rows that are written as 17,23 or 1-9, in the order of the rows."""
    known = keys_of(game, print_)
    they = f"they are {known[0]} to {known[-1]}" if known else "it has none"
    # A number may be typed as it is printed, such as 07.
    numbers = {int(key): key for key in known if key.isdecimal()}
    asked: set[str] = set()
    for word in map(str.strip, cards.split(",")):
        keys = {word}
        if word not in known and (match := _RANGE.fullmatch(word)):
            wanted = range(int(match[1]), int(match[2] or match[1]) + 1)
            keys = {numbers.get(number, "") for number in wanted}
        asked |= keys
        if not keys or not keys.issubset(known):
            hint = "name them with commas between, such as --cards 17,23 or --cards 1-9"
            message = f"the {print_.id} has no row {word!r}; {they}"
            mistakes.append(_wrong(f"--cards {cards}", message, hint))
    return tuple(key for key in known if key in asked)


def _wrong(subject: str, message: str, hint: str) -> Problem:
    return Problem(Where(subject=subject), message, hint)
