"""No single slip in the deck gets past the checks: every one of these mutants is caught.

A mutant is the bundled game with one cell changed to another legal value of its type, or two cells
or tables exchanged. The checks stop at the first finding, as they are lazy.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice
from typing import Any

import pytest
from msgspec.structs import replace

from printgen.problems import InputError, Problem, Severity
from printgen.rules.checks.check import check_game
from printgen.rules.checks.rows import AgreementCheck, RowOrderCheck, StepsCheck
from printgen.rules.model import Check, Game, Row
from printgen.rules.values.bands import Band

Rows = tuple[Row, ...]
Mutant = tuple[str, Rows]

LOW, HIGH = -7, 11
"""The least and greatest end of any band."""

LETTER = "R"


class Catcher:
    """Asks the game's checks of its cards exchanged for others.

    The check that caught the last mutant is asked first of the next, before what is looked for
    unasked: in which order they are asked tells how soon a slip is found, not whether.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.checks = game.checks

    def catches(self, rows: Rows) -> bool:
        """Whether the checks find an error with `rows` for the game's cards."""
        mutant = with_cards(self.game, rows)
        for check in self.checks:
            with suppress(InputError):
                if any(map(is_error, check.find_problems(mutant))):
                    self.checks = (check, *(one for one in self.checks if one is not check))
                    return True
        return any(map(is_error, check_game(mutant)))


def is_error(problem: Problem) -> bool:
    """Notes catch nothing."""
    return problem.severity is Severity.ERROR


def with_cards(game: Game, rows: Rows) -> Game:
    """The game with other rows for its cards."""
    cards = replace(game.table("cards"), rows=rows)
    return replace(game, tables={**game.tables, "cards": cards})


def without(game: Game, *left_out: Check) -> Game:
    """The game that does not declare some of its checks."""
    return replace(game, checks=tuple(check for check in game.checks if check not in left_out))


def changed(row: Row, **cells: Any) -> Row:
    """The row with other cells; its key is that of the column `card`."""
    key = cells.get("card", row.key)
    return replace(row, key=key, cells={**row.cells, **cells})


def with_row(rows: Rows, at: int, **cells: Any) -> Rows:
    """The rows with one of them changed."""
    return (*rows[:at], changed(rows[at], **cells), *rows[at + 1 :])


def exchanged(rows: Rows, one: int, other: int, name: str) -> Rows:
    """The rows with the cells `name` of two of them exchanged."""
    found = list(rows)
    found[one] = changed(rows[one], **{name: rows[other].cells[name]})
    found[other] = changed(rows[other], **{name: rows[one].cells[name]})
    return tuple(found)


def numbers_kinds_ranks_suits(game: Game) -> Iterator[Mutant]:
    """Every card's number, kind, rank and suit, to each other there is."""

    def keys(table: str) -> list[tuple[str, ...]]:
        return [(row.key,) for row in game.table(table).rows]

    legal: dict[str, list[Any]] = {
        "card": [str(number) for number in range(1, 61)],
        "kind": keys("kinds"),
        "rank": [None, *keys("ranks")],
        "suit": [None, *keys("suits")],
    }
    rows = game.table("cards").rows
    for at, row in enumerate(rows):
        for name, values in legal.items():
            for value in values:
                if value != row.cells[name]:
                    yield f"card {row.key} {name} {value}", with_row(rows, at, **{name: value})


def repairs(game: Game) -> Iterator[Mutant]:
    """Every repair check, to each other result and to none."""
    rows = game.table("cards").rows
    for at, row in enumerate(rows):
        for value in (None, *((repair.key,) for repair in game.table("repairs").rows)):
            if value != row.cells["repair"]:
                yield f"card {row.key} {value}", with_row(rows, at, repair=value)


def band_ends(game: Game) -> Iterator[Mutant]:
    """Every end of every band, to each other value that any band ends at, and opened or closed."""
    rows = game.table("cards").rows
    for at, row in enumerate(rows):
        for head, band in row.cells["accuracy"].items():
            if band is None:
                continue
            for end in (None, *range(LOW, HIGH + 1)):
                for other in (Band(end, band.high), Band(band.low, end)):
                    if other != band:
                        group = {**row.cells["accuracy"], head: other}
                        name = f"card {row.key} {head} {other}"
                        yield name, with_row(rows, at, accuracy=group)


def strip_cells(game: Game) -> Iterator[Mutant]:
    """Every cell of every strip, to each other soldier of its row and to R."""
    rows = game.table("cards").rows
    sizes = {row.key: row.cells["size"] for row in game.table("strip").rows}
    for at, row in enumerate(rows):
        for head, size in sizes.items():
            for cell in (LETTER, *range(1, size + 1)):
                if cell != row.cells["selection"][head]:
                    group = {**row.cells["selection"], head: cell}
                    yield f"card {row.key} {head} {cell}", with_row(rows, at, selection=group)


def swaps_in_a_row(game: Game) -> Iterator[Mutant]:
    """Every two different cells of one row of the strip, exchanged between their cards."""
    rows = game.table("cards").rows
    for head in (row.key for row in game.table("strip").rows):
        for one, other in combinations(range(60), 2):
            a, b = rows[one].cells["selection"], rows[other].cells["selection"]
            if a[head] != b[head]:
                found = list(rows)
                found[one] = changed(rows[one], selection={**a, head: b[head]})
                found[other] = changed(rows[other], selection={**b, head: a[head]})
                yield f"{head}, cards {one + 1} and {other + 1}", tuple(found)


def swaps_on_a_card(game: Game) -> Iterator[Mutant]:
    """Every two different cells of one card's strip, exchanged."""
    rows = game.table("cards").rows
    for at, row in enumerate(rows):
        strip = row.cells["selection"]
        for one, other in combinations(strip, 2):
            if strip[one] != strip[other]:
                group = {**strip, one: strip[other], other: strip[one]}
                yield f"card {row.key}, {one} and {other}", with_row(rows, at, selection=group)


def swaps_of(game: Game, name: str) -> Iterator[Mutant]:
    """Every two cards' different `name`, exchanged."""
    rows = game.table("cards").rows
    for one, other in combinations(range(60), 2):
        if rows[one].cells[name] != rows[other].cells[name]:
            yield (
                f"{name} of cards {one + 1} and {other + 1}",
                exchanged(rows, one, other, name),
            )


def k_mod_n(game: Game) -> Rows:
    """The deck dealt by "k mod n" in place of "(k − 1) mod n": every count stays what it was."""
    return tuple(
        changed(
            row,
            selection={
                head: LETTER if cell == LETTER else int(row.key) % int(head[1:]) + 1
                for head, cell in row.cells["selection"].items()
            },
        )
        for row in game.table("cards").rows
    )


MUTANTS = {
    "numbers, kinds, ranks, suits": (
        numbers_kinds_ranks_suits,
        60 * 59 + 60 * 2 + 60 * 13 + 60 * 4,
    ),
    "repairs": (repairs, 60 * 3),
    "band ends": (band_ends, 52 * 4 * 2 * 19),
    "strip cells": (strip_cells, 60 * 77),
    "swaps in a row": (swaps_in_a_row, 16_094),
    "swaps on a card": (swaps_on_a_card, 2_567),
    "swapped tables": (lambda game: swaps_of(game, "accuracy"), 1_664),
    "swapped repairs": (lambda game: swaps_of(game, "repair"), 1_232),
    "swapped ranks": (lambda game: swaps_of(game, "rank"), 1_664),
    "swapped suits": (lambda game: swaps_of(game, "suit"), 1_430),
    "swapped kinds": (lambda game: swaps_of(game, "kind"), 432),
    "swapped strips": (lambda game: swaps_of(game, "selection"), 1_770),
}


@pytest.mark.quick("repairs", "swapped suits", "strips", "on a card")
@pytest.mark.parametrize("family", MUTANTS)
def test_every_mutant_is_caught(combat_leader: Game, family: str) -> None:
    """100 % of the mutants of every family are found in error, and there are as many as stated."""
    make, wanted = MUTANTS[family]
    catcher = Catcher(combat_leader)
    count = 0
    missed = []
    for what, rows in make(combat_leader):
        count += 1
        if not catcher.catches(rows):
            missed.append(what)
    assert missed == []
    assert count == wanted


def succession(game: Game) -> Check:
    """The check that each row of the strip runs on from card to card."""
    (found,) = (check for check in game.checks if isinstance(check, StepsCheck) and check.wraps)
    return found


def scan(game: Game) -> Check:
    """The check that the cells of the scan are those dealt."""
    (found,) = (check for check in game.checks if isinstance(check, AgreementCheck))
    return found


def test_k_mod_n_is_caught(combat_leader: Game) -> None:
    """The slip that keeps every distribution is caught by each of two checks alone."""
    rows = k_mod_n(combat_leader)
    one, other = succession(combat_leader), scan(combat_leader)
    for check in (one, other):
        alone = replace(combat_leader, checks=(check,))
        assert Catcher(alone).catches(rows)
    assert not Catcher(without(combat_leader, one, other)).catches(rows)


def suits_exchanged(game: Game) -> Rows:
    """The deck with the first two suits exchanged throughout."""
    other = {("spades",): ("hearts",), ("hearts",): ("spades",)}
    return tuple(
        changed(row, suit=other.get(row.cells["suit"], row.cells["suit"]))
        for row in game.table("cards").rows
    )


def test_no_check_is_idle(combat_leader: Game) -> None:
    """Without succession some swaps pass, without the order suits exchanged throughout do."""
    (order,) = (check for check in combat_leader.checks if isinstance(check, RowOrderCheck))
    rows = suits_exchanged(combat_leader)
    assert Catcher(combat_leader).catches(rows)
    assert not Catcher(without(combat_leader, order)).catches(rows)
    blind = Catcher(without(combat_leader, succession(combat_leader)))
    assert not all(blind.catches(rows) for _, rows in swaps_in_a_row(combat_leader))


def test_the_deck_itself_is_not_caught(combat_leader: Game) -> None:
    """The checks find nothing in the deck as it is: a check that always fails catches nothing."""
    assert not Catcher(combat_leader).catches(combat_leader.table("cards").rows)


@pytest.mark.slow
def test_no_mutant_breaks_the_checks(combat_leader: Game) -> None:
    """Cards that no loader would give, such as one without a rank, are findings, not crashes."""
    for _, rows in islice(numbers_kinds_ranks_suits(combat_leader), 0, None, 97):
        assert list(check_game(with_cards(combat_leader, rows)))
