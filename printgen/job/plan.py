"""Turn what was typed after `printgen build` into what is printed of a game.

Every mistake is reported at once. It knows how faces are laid out by name alone, and no PDF.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from printgen.content.faces_of_print import list_row_keys, list_set_keys
from printgen.content.search import find_row_keys
from printgen.job.compatibility import incompatible_options, stock_size
from printgen.job.filenames import format_ranges, make_print_file_name
from printgen.press.imposition import CutStyle, Imposition
from printgen.problems import (
    ExitCode,
    Failure,
    Problem,
    Severity,
    Spot,
    complain,
    did_you_mean_mm,
    guess,
    suggest,
)
from printgen.rules.model import Game, Print
from printgen.rules.player_file import has_player_data
from printgen.rules.scalars import BadData
from printgen.rules.sizes import SIZES, Size, find_size


class Request(NamedTuple):
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


class PrintJob(NamedTuple):
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
        gutter, default_gutter = self.imposition.gutter, self.size.gutter if self.size else 0.0
        return default_gutter if gutter is None else gutter

    @property
    def cut(self) -> CutStyle:
        """What is printed to cut by."""
        return self.imposition.choose_cut_style(punched=bool(self.size and self.size.round))


def plan_jobs(order: Request, game: Game) -> tuple[PrintJob, ...]:
    """The prints asked for, in the order they are built.

    Raises `Failure` (usage) with every reason why `game` cannot be printed so.
    """
    problems: list[Problem] = []
    prints = _select_prints(order, game, problems)
    if prints:
        _check_chosen_sets(order, game, prints, problems)
    sizes = _parse_sizes(order.sizes, game, problems)
    imposition = order.imposition
    problems += incompatible_options(imposition, prints, has_sizes=bool(order.sizes))
    keys = None
    if prints and order.cards is not None:
        keys = _parse_keys(order.cards, game, prints[0], problems)
    backs_by_front = _select_backs(order, game, prints, problems)
    if problems:
        raise Failure(ExitCode.USAGE, problems)
    jobs = []
    for print_ in prints:
        if print_.backs_of in backs_by_front:
            continue
        sets = list_set_keys(game, print_)
        chosen_sets = tuple(key for key in sets if key in order.deck) or sets[: order.decks or 0]
        # Backs that come along are printed whole, but behind a sheet that was begun as many.
        is_whole = print_.is_shared_back and not order.skip
        rows = () if is_whole or keys is None else keys
        player_file_name, reserved_names = (
            Path(*game.files[:1]).stem,
            [other_print.id for other_print in game.prints],
        )
        # A file may be called what a deck is.
        reserved_names += [f"{print_.id}-{key}" for key in sets if player_file_name]
        name_parts = (player_file_name, *chosen_sets) if player_file_name else chosen_sets
        usual = next(iter(print_.sizes), None)
        size = stock_size(imposition, print_) or sizes.get(print_.backs_of or print_.id) or usual
        laid = [size.name] if size and size != usual and not imposition.stock else []
        backs = backs_by_front.get(print_.id)
        job_imposition = imposition if backs else imposition.remove_backs()
        laid += job_imposition.list_filename_parts(is_page=print_.is_page)
        laid += [] if order.ink == "colour" else [f"ink-{order.ink}"]
        name = make_print_file_name(print_.id, name_parts, rows, order.skip, reserved_names, laid)
        sets = chosen_sets or sets[: print_.copies or len(sets)]
        jobs.append(PrintJob(print_, sets, keys, size, order.skip, name, job_imposition, backs))
    return tuple(jobs)


def unused_options(request: Request, game: Game, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
    """A note of each size of what is not printed, and of each print without backs to go behind."""
    printed_ids = {job.print.backs_of or job.print.id for job in jobs}
    for id_ in sorted({*_parse_sizes(request.sizes, game, [])} - printed_ids):
        message = "is not printed, so its size is of no use here"
        yield Problem(Spot(subject=id_), message, severity=Severity.NOTE)
    option = _get_backs_option(request.imposition)
    for job in jobs if option else ():
        if not job.backs:
            message = f"has no backs, and is printed as without {option}"
            subject = job.print.id
            yield Problem(Spot(subject=subject), message, severity=Severity.NOTE)


def _get_backs_option(layout: Imposition) -> str:
    """The option by which backs are to be printed behind their fronts; "" where none was typed."""
    return "--fold" if layout.fold else f"--duplex {layout.duplex}" if layout.duplex else ""


def _select_backs(
    request: Request, game: Game, prints: Sequence[Print], problems: list[Problem]
) -> Mapping[str, Print]:
    """The backs to be printed behind fronts, by the ids of these; what cannot be is a mistake."""
    spec, option = request.imposition, _get_backs_option(request.imposition)
    if any(spec.offset) and not spec.duplex:
        hint = "add --duplex long or --duplex short, or leave the shift out"
        problems.append(complain("--back-offset", "there are no backs behind fronts to move", hint))
    if not option:
        return {}
    if spec.duplex and spec.fold:
        message = "a sheet that is folded is printed on one side alone"
        problems.append(complain(f"--duplex {spec.duplex}", message, "leave it or --fold out"))
    if spec.fold and spec.stock:
        message = f"the places of {spec.stock.name} are where they are, and no fold is between them"
        problems.append(complain("--fold", message, "leave it or --sheets out"))
    if spec.duplex and spec.paper.width == spec.paper.height:
        hint = "print on another paper"
        problems.append(
            complain(option, f"{spec.paper.id} has no long edge and no short one", hint)
        )
    ids = [p.id for p in prints]
    backs = [p for p in prints if p.backs_of and not (spec.fold and p.is_page)]
    for p in (p for p in backs if p.backs_of not in ids):
        hint = f"name {p.backs_of} with --only, or leave {option} out"
        problems.append(complain(f"--only {p.id}", f"is printed behind the {p.backs_of}", hint))
    if prints and not backs:
        message = f"no print of {game.about.name} that is meant has backs"
        hint = "leave it out, or give a print back: in the game's data, a table a column back"
        problems.append(complain(option, message, hint))
    return {p.backs_of: p for p in backs}


def _select_prints(request: Request, game: Game, problems: list[Problem]) -> tuple[Print, ...]:
    """The prints of these names and their backs; where none is named, those that are meant."""
    ids = [item.id for item in game.prints]
    if not ids:
        hint = "add prints: to its game.yaml"
        problems.append(complain(game.about.name, "the game has nothing to print", hint))
    for name in request.only:
        if name not in ids:
            message = f"{game.about.name} has no such print"
            problems.append(complain(f"--only {name}", message, suggest(name, ids)))
    chosen = request.only or [item.id for item in _choose_default_prints(request, game)]
    if not chosen and ids:
        message = "no print shows what a player's file may write"
        problems.append(complain(game.about.name, message, "leave --data out"))
    prints = tuple(item for item in game.prints if item.id in chosen or item.backs_of in chosen)
    if len({item.backs_of or item.id for item in prints}) > 1:
        for option, value in (("--cards", request.cards), ("--skip", request.skip or None)):
            if value is not None:
                hint = "name that one with --only, and no other"
                problems.append(
                    complain(f"{option} {value}", "is for one print, and more are meant", hint)
                )
    elif request.skip and prints and prints[0].is_page:
        message = f"the {prints[0].id} is printed on whole pages"
        problems.append(complain(f"--skip {request.skip}", message, "leave it out"))
    return prints


def _choose_default_prints(request: Request, game: Game) -> Sequence[Print]:
    """The prints that are meant where none is named.

    For decks those that have such; for rows, or places to skip, the first that has a face a row.
    """
    prints = [p for p in game.prints if not p.backs_of]
    if game.files:
        prints = [p for p in prints if has_player_data(game, p)]
    if request.deck or request.decks:
        prints = [p for p in prints if p.sets] or prints
        prints = [p for p in prints if {*request.deck} <= {*list_set_keys(game, p)}] or prints
    if request.imposition.stock:
        prints = [p for p in prints if stock_size(request.imposition, p)] or prints
    if request.cards is not None or request.skip:
        prints = ([p for p in prints if list_row_keys(game, p)] or prints)[:1]
    return prints


def _check_chosen_sets(
    request: Request, game: Game, prints: tuple[Print, ...], problems: list[Problem]
) -> None:
    """Finds what is wrong with the decks asked for."""
    option = f"--deck {' '.join(request.deck)}" if request.deck else f"--decks {request.decks}"
    if request.deck and request.decks:
        hint = "name decks, or say how many"
        problems.append(complain(f"--decks {request.decks}", f"cannot stand beside {option}", hint))
    known_sets = dict.fromkeys(sets for print_ in prints if (sets := list_set_keys(game, print_)))
    for sets in known_sets or ((),):
        if not {*request.deck} <= {*sets} or (request.decks or 0) > len(sets):
            message = f"{game.about.name} has the decks {', '.join(sets)}"
            if not sets:
                message = f"no deck has a {' or '.join(print_.id for print_ in prints)} of its own"
            unknown_key = next((key for key in request.deck if key not in sets), "")
            hint = f"{guess(unknown_key, sets)}ask for what it has, or leave it out"
            problems.append(complain(option, message, hint))


def _parse_sizes(options: tuple[str, ...], game: Game, problems: list[Problem]) -> dict[str, Size]:
    """The sizes asked for, by the ids of their prints; one without a print is for the first."""
    prints = [print_ for print_ in game.prints if not print_.backs_of]
    known_sizes = {
        f"{item.id}={size.name}": (item.id, size) for item in prints for size in item.sizes
    }
    sizes: dict[str, Size] = {}
    for option in options:
        name = "".join(option.split())
        if "=" not in name and prints:
            name = f"{prints[0].id}={name}"
        print_, _, size_text = name.partition("=")
        # What is laid out in every usual size is in any.
        is_any = any(
            item.id == print_ and {*SIZES} <= {s.name for s in item.sizes} for item in prints
        )
        with suppress(BadData):
            known_sizes |= {name: (print_, find_size(size_text))} if is_any else {}
        if print_ in sizes:
            message, hint = f"the {print_} has a size already", "keep one of the two"
            problems.append(complain(f"--size {option}", message, hint))
        elif name in known_sizes:
            sizes.update([known_sizes[name]])
        else:
            message = f"no print of {game.about.name} is laid out so"
            hint = did_you_mean_mm(size_text) + suggest(name, known_sizes)
            problems.append(complain(f"--size {option}", message, hint))
    return sizes


_RANGE = re.compile(r"(\d{1,6})(?: ?- ?(\d{1,6}))?", re.ASCII)


def _parse_keys(cards: str, game: Game, print_: Print, problems: list[Problem]) -> tuple[str, ...]:
    """The keys of rows that are written as 17,23 or 1-9 or shown, in the order of the rows."""
    known_keys = list_row_keys(game, print_)
    available = f"it has {', '.join(format_ranges(known_keys))}" if known_keys else "it has none"
    # A number may be typed as it is printed, such as 07.
    numbers = {int(key): key for key in known_keys if key.isdecimal()}
    chosen_keys: set[str] = set()
    # What a card shows may have a comma.
    is_single_name = "," in cards and bool(find_row_keys(game, print_, cards))
    for word in [cards] if is_single_name else map(str.strip, cards.split(",")):
        keys = {word}
        if word not in known_keys and (match := _RANGE.fullmatch(word)):
            wanted = range(int(match[1]), int(match[2] or match[1]) + 1)
            keys = {numbers.get(number, "") for number in wanted}
        elif word not in known_keys:
            keys = {*find_row_keys(game, print_, word)}
        chosen_keys |= keys
        if not keys or not keys.issubset(known_keys):
            suggestion = "" if word.isdecimal() else guess(word, known_keys)
            hint = f"{suggestion}name them with commas between, such as --cards 17,23 or"
            hint += " --cards 1-9, or by what they show"
            message = f"the {print_.id} has no row {word!r}; {available}"
            problems.append(complain(f"--cards {cards}", message, hint))
    return tuple(key for key in known_keys if key in chosen_keys)
