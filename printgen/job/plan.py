"""Turn what was typed after `printgen build` into what is printed of a game.

Every mistake is reported at once. It knows how faces are laid out by name alone, and no PDF.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from printgen.content.faces_of_print import keys_of, sets_of
from printgen.content.search import keys_showing
from printgen.job.compatibility import against, size_on
from printgen.job.filenames import name_of, ranges
from printgen.press.imposition import Cut, Imposition
from printgen.problems import (
    ExitCode,
    Failure,
    Problem,
    Severity,
    Where,
    in_mm,
    meant,
    mistake,
    nearest,
)
from printgen.rules.model import Game, Print
from printgen.rules.player_file import shows_given
from printgen.rules.scalars import Fault
from printgen.rules.sizes import SIZES, Size, find_size


class Order(NamedTuple):
    """What was typed: which prints, whose sets or how many, which rows, which sizes.

    `skip` is how many places of the first sheet stay empty; `imposition` says how faces lie on
    their sheets, `ink` what faces are printed in. Nothing typed means all.
    """

    only: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    decks: int | None = None
    cards: str | None = None
    sizes: tuple[str, ...] = ()
    skip: int = 0
    imposition: Imposition = Imposition()
    ink: Literal["colour", "grey"] = "colour"


class Planned(NamedTuple):
    """One print to be made: the keys of its sets and rows, its faces' size, its file's name.

    `keys` is None for all rows, and those of their fronts for backs; `size` is None where the
    template alone decides. `skip` places of the first sheet stay empty. `backs` are what is
    printed behind, on the same sheets.
    """

    print: Print
    sets: tuple[str, ...]
    keys: tuple[str, ...] | None
    size: Size | None
    skip: int = 0
    name: str = ""
    imposition: Imposition = Imposition()
    backs: Print | None = None

    @property
    def gutter(self) -> float:
        """How far apart faces lie that are cut from their paper, in mm."""
        asked, usual = self.imposition.gutter, self.size.gutter if self.size else 0.0
        return usual if asked is None else asked

    @property
    def cut(self) -> Cut:
        """What is printed to cut by."""
        return self.imposition.marks(punched=bool(self.size and self.size.round))


def plan(order: Order, game: Game) -> tuple[Planned, ...]:
    """The prints asked for, in the order they are built.

    Raises `Failure` (usage) with every reason why `game` cannot be printed so.
    """
    mistakes: list[Problem] = []
    prints = _prints(order, game, mistakes)
    if prints:
        _look_at_sets(order, game, prints, mistakes)
    sizes = _sizes(order.sizes, game, mistakes)
    asked = order.imposition
    mistakes += against(asked, prints, sized=bool(order.sizes))
    keys = None
    if prints and order.cards is not None:
        keys = _keys(order.cards, game, prints[0], mistakes)
    behind = _behind(order, game, prints, mistakes)
    if mistakes:
        raise Failure(ExitCode.USAGE, mistakes)
    planned = []
    for print_ in prints:
        if print_.backs_of in behind:
            continue
        sets = sets_of(game, print_)
        named = tuple(key for key in sets if key in order.deck) or sets[: order.decks or 0]
        # Backs that come along are printed whole, but behind a sheet that was begun as many.
        is_whole = print_.fills_sheet and not order.skip
        rows = () if is_whole or keys is None else keys
        given, others = Path(*game.given[:1]).stem, [one.id for one in game.prints]
        # A file may be called what a deck is.
        others += [f"{print_.id}-{key}" for key in sets if given]
        whose = (given, *named) if given else named
        usual = next(iter(print_.sizes), None)
        size = size_on(asked, print_) or sizes.get(print_.backs_of or print_.id) or usual
        laid = [size.name] if size and size != usual and not asked.stock else []
        backs = behind.get(print_.id)
        laid_out = asked if backs else asked.without_backs()
        laid += laid_out.words(is_page=print_.is_page)
        laid += [] if order.ink == "colour" else [f"ink-{order.ink}"]
        name = name_of(print_.id, whose, rows, order.skip, others, laid)
        sets = named or sets[: print_.copies or len(sets)]
        planned.append(Planned(print_, sets, keys, size, order.skip, name, laid_out, backs))
    return tuple(planned)


def unmet(order: Order, game: Game, planned: Sequence[Planned]) -> Iterator[Problem]:
    """A note of each size of what is not printed, and of each print without backs to go behind."""
    printed = {one.print.backs_of or one.print.id for one in planned}
    for id_ in sorted({*_sizes(order.sizes, game, [])} - printed):
        message = "is not printed, so its size is of no use here"
        yield Problem(Where(subject=id_), message, severity=Severity.NOTE)
    asked = _turn_of(order.imposition)
    for one in planned if asked else ():
        if not one.backs:
            message = f"has no backs, and is printed as without {asked}"
            subject = one.print.id
            yield Problem(Where(subject=subject), message, severity=Severity.NOTE)


def _turn_of(asked: Imposition) -> str:
    """The option by which backs are to be printed behind their fronts; "" where none was typed."""
    return "--fold" if asked.fold else f"--duplex {asked.duplex}" if asked.duplex else ""


def _behind(
    order: Order, game: Game, prints: Sequence[Print], mistakes: list[Problem]
) -> Mapping[str, Print]:
    """The backs to be printed behind fronts, by the ids of these; what cannot be is a mistake."""
    asked, option = order.imposition, _turn_of(order.imposition)
    if any(asked.offset) and not asked.duplex:
        hint = "add --duplex long or --duplex short, or leave the shift out"
        mistakes.append(mistake("--back-offset", "there are no backs behind fronts to move", hint))
    if not option:
        return {}
    if asked.duplex and asked.fold:
        found = "a sheet that is folded is printed on one side alone"
        mistakes.append(mistake(f"--duplex {asked.duplex}", found, "leave it or --fold out"))
    if asked.fold and asked.stock:
        found = f"the places of {asked.stock.name} are where they are, and no fold is between them"
        mistakes.append(mistake("--fold", found, "leave it or --sheets out"))
    if asked.duplex and asked.paper.width == asked.paper.height:
        hint = "print on another paper"
        mistakes.append(
            mistake(option, f"{asked.paper.id} has no long edge and no short one", hint)
        )
    ids = [one.id for one in prints]
    backs = [one for one in prints if one.backs_of and not (asked.fold and one.is_page)]
    for one in (one for one in backs if one.backs_of not in ids):
        hint = f"name {one.backs_of} with --only, or leave {option} out"
        mistakes.append(mistake(f"--only {one.id}", f"is printed behind the {one.backs_of}", hint))
    if prints and not backs:
        found = f"no print of {game.about.name} that is meant has backs"
        hint = "leave it out, or give a print back: in the game's data, a table a column back"
        mistakes.append(mistake(option, found, hint))
    return {one.backs_of: one for one in backs}


def _prints(order: Order, game: Game, mistakes: list[Problem]) -> tuple[Print, ...]:
    """The prints of these names and their backs; where none is named, those that are meant."""
    ids = [one.id for one in game.prints]
    if not ids:
        hint = "add prints: to its game.yaml"
        mistakes.append(mistake(game.about.name, "the game has nothing to print", hint))
    for name in order.only:
        if name not in ids:
            message = f"{game.about.name} has no such print"
            mistakes.append(mistake(f"--only {name}", message, nearest(name, ids)))
    chosen = order.only or [one.id for one in _meant(order, game)]
    if not chosen and ids:
        message = "no print shows what a player's file may write"
        mistakes.append(mistake(game.about.name, message, "leave --data out"))
    prints = tuple(one for one in game.prints if one.id in chosen or one.backs_of in chosen)
    if len({one.backs_of or one.id for one in prints}) > 1:
        for option, value in (("--cards", order.cards), ("--skip", order.skip or None)):
            if value is not None:
                hint = "name that one with --only, and no other"
                mistakes.append(
                    mistake(f"{option} {value}", "is for one print, and more are meant", hint)
                )
    elif order.skip and prints and prints[0].is_page:
        message = f"the {prints[0].id} is printed on whole pages"
        mistakes.append(mistake(f"--skip {order.skip}", message, "leave it out"))
    return prints


def _meant(order: Order, game: Game) -> Sequence[Print]:
    """The prints that are meant where none is named.

    For decks those that have such; for rows, or places to skip, the first that has a face a row.
    """
    prints = [one for one in game.prints if not one.backs_of]
    if game.given:
        prints = [one for one in prints if shows_given(game, one)]
    if order.deck or order.decks:
        prints = [one for one in prints if one.sets] or prints
        prints = [one for one in prints if {*order.deck} <= {*sets_of(game, one)}] or prints
    if order.imposition.stock:
        prints = [one for one in prints if size_on(order.imposition, one)] or prints
    if order.cards is not None or order.skip:
        prints = ([one for one in prints if keys_of(game, one)] or prints)[:1]
    return prints


def _look_at_sets(
    order: Order, game: Game, prints: tuple[Print, ...], mistakes: list[Problem]
) -> None:
    """Finds what is wrong with the decks asked for."""
    option = f"--deck {' '.join(order.deck)}" if order.deck else f"--decks {order.decks}"
    if order.deck and order.decks:
        hint = "name decks, or say how many"
        mistakes.append(mistake(f"--decks {order.decks}", f"cannot stand beside {option}", hint))
    known = dict.fromkeys(sets for one in prints if (sets := sets_of(game, one)))
    for sets in known or ((),):
        if not {*order.deck} <= {*sets} or (order.decks or 0) > len(sets):
            found = f"{game.about.name} has the decks {', '.join(sets)}"
            if not sets:
                found = f"no deck has a {' or '.join(one.id for one in prints)} of its own"
            wrong = next((key for key in order.deck if key not in sets), "")
            hint = f"{meant(wrong, sets)}ask for what it has, or leave it out"
            mistakes.append(mistake(option, found, hint))


def _sizes(options: tuple[str, ...], game: Game, mistakes: list[Problem]) -> dict[str, Size]:
    """The sizes asked for, by the ids of their prints; one without a print is for the first."""
    prints = [print_ for print_ in game.prints if not print_.backs_of]
    known = {f"{one.id}={size.name}": (one.id, size) for one in prints for size in one.sizes}
    found: dict[str, Size] = {}
    for option in options:
        name = "".join(option.split())
        if "=" not in name and prints:
            name = f"{prints[0].id}={name}"
        print_, _, measured = name.partition("=")
        # What is laid out in every usual size is in any.
        is_any = any(one.id == print_ and {*SIZES} <= {s.name for s in one.sizes} for one in prints)
        with suppress(Fault):
            known |= {name: (print_, find_size(measured))} if is_any else {}
        if print_ in found:
            message, hint = f"the {print_} has a size already", "keep one of the two"
            mistakes.append(mistake(f"--size {option}", message, hint))
        elif name in known:
            found.update([known[name]])
        else:
            message = f"no print of {game.about.name} is laid out so"
            hint = in_mm(measured) + nearest(name, known)
            mistakes.append(mistake(f"--size {option}", message, hint))
    return found


_RANGE = re.compile(r"(\d{1,6})(?: ?- ?(\d{1,6}))?", re.ASCII)


def _keys(cards: str, game: Game, print_: Print, mistakes: list[Problem]) -> tuple[str, ...]:
    """The keys of rows that are written as 17,23 or 1-9 or shown, in the order of the rows."""
    known = keys_of(game, print_)
    they = f"it has {', '.join(ranges(known))}" if known else "it has none"
    # A number may be typed as it is printed, such as 07.
    numbers = {int(key): key for key in known if key.isdecimal()}
    asked: set[str] = set()
    # What a card shows may have a comma.
    is_one = "," in cards and bool(keys_showing(game, print_, cards))
    for word in [cards] if is_one else map(str.strip, cards.split(",")):
        keys = {word}
        if word not in known and (match := _RANGE.fullmatch(word)):
            wanted = range(int(match[1]), int(match[2] or match[1]) + 1)
            keys = {numbers.get(number, "") for number in wanted}
        elif word not in known:
            keys = {*keys_showing(game, print_, word)}
        asked |= keys
        if not keys or not keys.issubset(known):
            like = "" if word.isdecimal() else meant(word, known)
            hint = f"{like}name them with commas between, such as --cards 17,23 or"
            hint += " --cards 1-9, or by what they show"
            message = f"the {print_.id} has no row {word!r}; {they}"
            mistakes.append(mistake(f"--cards {cards}", message, hint))
    return tuple(key for key in known if key in asked)
