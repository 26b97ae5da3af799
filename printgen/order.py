"""Turn what was asked for on the command line into an order that a game can be held to.

An order names prints, sets, rows and sizes; whether a game has them is asked of the game, and every
mistake is reported at once. It knows no paper and no PDF.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printgen.content.catalogue import keys_of, sets_of
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.model import Game, Print
from printgen.rules.scalars import Fault
from printgen.rules.scope import nearest
from printgen.rules.sizes import Size, find_size


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: prints by name (None: all), how many sets, which rows, which sizes.

    `copies` of 0 leaves the number of sets to the print, `cards` of None means all rows.
    """

    only: str | None
    copies: int
    cards: str | None
    sizes: Mapping[str, Size]

    def prints(self, game: Game) -> tuple[Print, ...]:
        """The prints of `game` that this order asks for, in the order they are built."""
        only = self.only
        if self.cards is not None and only is None:
            with_faces = (one for one in game.prints if any(part.each for part in one.parts))
            only = next((one.id for one in with_faces), None)
        return tuple(
            one
            for one in game.prints
            if (only is None and self.cards is None) or only in (one.id, one.backs_of)
        )

    def sets(self, game: Game, print_: Print) -> tuple[str, ...]:
        """The keys of the sets printed."""
        keys = sets_of(game, print_)
        return keys[: self.copies or print_.copies or len(keys)]

    def keys(self, game: Game, print_: Print) -> frozenset[str] | None:
        """The keys of the rows asked for; None for all, as it is for backs."""
        if self.cards is None or print_.backs_of:
            return None
        known = keys_of(game, print_)
        return frozenset(key for part in self.cards.split(",") for key in _named(part, known))

    def size(self, print_: Print) -> Size | None:
        """The size of a print's faces; None where its template alone decides."""
        asked = self.sizes.get(print_.backs_of or print_.id)
        return asked or next(iter(print_.sizes), None)


def make_order(
    only: str | None, copies: int | None, cards: str | None, sizes: tuple[str, ...]
) -> Order:
    """The order that the options of `printgen build` make; None stands for one not given.

    Raises `Failure` (usage) with every mistake.
    """
    found: dict[str, Size] = {}
    problems = []
    for option in sizes:
        print_, _, name = option.partition("=")
        try:
            if not name:
                raise Fault("no print and size", "write the print, = and the size: --size deck=tcg")
            found[print_] = find_size(name)
        except Fault as fault:
            problems.append(_mistake(f"--size {option}", fault.found, fault.hint))
    if problems:
        raise Failure(ExitCode.USAGE, problems)
    return Order(only, copies or 0, cards, found)


def validate_order(order: Order, game: Game) -> Iterator[Problem]:
    """Every reason why `game` cannot be printed as ordered."""
    prints = order.prints(game)
    ids = [one.id for one in game.prints if not one.backs_of]
    if not prints:
        what = f"no {order.only}" if order.only else "nothing to print"
        hint = nearest(order.only or "", ids) if ids else "add prints: to its game.yaml"
        yield _mistake(game.name, f"the game has {what}", hint)
    for id_, size in order.sizes.items():
        yield from _check_size(game, ids, id_, size)
    for print_ in prints:
        if not print_.backs_of:
            yield from _check_sets(order, game, print_)
            yield from _check_keys(order, game, print_)
    if order.copies and prints and not any(one.sets for one in prints):
        message = f"{order.only or game.name} has one set of faces and no other"
        yield _mistake(
            f"--copies {order.copies}", message, "leave out --copies, and print it again"
        )


def _check_sets(order: Order, game: Game, print_: Print) -> Iterator[Problem]:
    sets = sets_of(game, print_)
    if sets and order.copies > len(sets):
        yield _mistake(
            f"--copies {order.copies}",
            f"{game.name} tells {len(sets)} sets of its {print_.id} apart: {', '.join(sets)}",
            f"ask for {len(sets)} at most, and print again for more",
        )


def _check_keys(order: Order, game: Game, print_: Print) -> Iterator[Problem]:
    if order.cards is None:
        return
    known = keys_of(game, print_)
    subject = f"--cards {order.cards}"
    seen: set[str] = set()
    for part in order.cards.split(","):
        keys = _named(part, known)
        if not keys:
            span = f"{known[0]} to {known[-1]}" if known else "none"
            hint = "name them with commas between, such as --cards 17,23 or --cards 1-9"
            yield _mistake(
                subject, f"the {print_.id} has no row {part.strip()!r}; they are {span}", hint
            )
        twice = sorted(seen.intersection(keys))
        if twice:
            yield _mistake(subject, f"{twice[0]} is named twice", "name each once")
        seen.update(keys)


def _check_size(game: Game, ids: list[str], id_: str, size: Size) -> Iterator[Problem]:
    subject = f"--size {id_}={size.name}"
    print_ = game.find_print(id_)
    if print_ is None or print_.backs_of:
        yield _mistake(subject, f"{game.name} has no {id_}", nearest(id_, ids))
    elif size not in print_.sizes:
        known = ", ".join(map(str, print_.sizes))
        message = f"the {id_} of {game.name} is not laid out for it"
        yield _mistake(subject, message, f"its sizes are: {known or 'those of its template alone'}")


_RANGE = re.compile(r"(\d{1,6})\s*-\s*(\d{1,6})", re.ASCII)


def _named(part: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The keys that one word of --cards names: a key, or a range of numbers."""
    part = part.strip()
    match = _RANGE.fullmatch(part)
    if match and part not in known:
        first, last = map(int, match.groups())
        wanted = (
            {str(number) for number in range(first, last + 1)} if last - first < 20_000 else set()
        )
        return tuple(key for key in known if key in wanted) if wanted <= set(known) else ()
    short = part.lstrip("0") or part
    return tuple(key for key in (part, short) if key in known)[:1]


def _mistake(subject: str, message: str, hint: str) -> Problem:
    return Problem(Where(subject=subject), message, hint)
