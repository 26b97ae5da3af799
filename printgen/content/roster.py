"""Turn a Game's roster into what each team's card must say and what can be filled in on it."""

from collections.abc import Iterator
from typing import Literal

from printgen.content.model import Content, Group, Row
from printgen.content.named import Named
from printgen.rules.digest import stamp
from printgen.rules.model import Game, Roster, RosterColumn

ON_A_SHEET = 2
"""Rosters on a sheet: the product is half a page."""

_FOOTERS = frozenset({"game", "digest"})


def roster_contents(game: Game, roster: Roster) -> Iterator[Content]:
    """The rosters of one sheet; they differ in nothing but the face they name."""
    fields = Named(
        title=roster.title,
        game=game.name,
        digest=game.margin.digest.format(digest=stamp(game)),
    )
    fields["number.label"] = roster.number_label
    fields["notes.label"] = roster.notes_label
    inputs: dict[str, Literal["text", "check"]] = {}
    for blank in roster.blanks:
        fields[f"blank.{blank.id}"] = blank.label
        inputs[f"blank.{blank.id}"] = _kind(blank)
    for column in roster.columns:
        fields[f"column.{column.id}"] = column.label
    rows: list[Row] = [("number.label", *(f"column.{column.id}" for column in roster.columns))]
    for number in range(1, roster.soldiers + 1):
        fields[f"soldier.{number}"] = str(number)
        rows.append((f"soldier.{number}", *(f"soldier.{number}.{c.id}" for c in roster.columns)))
        for column in roster.columns:
            inputs[f"soldier.{number}.{column.id}"] = _kind(column)
    inputs["notes"] = "text"
    groups = _groups(roster)
    for index in range(1, ON_A_SHEET + 1):
        yield Content(
            face=f"roster-{index}",
            title=f"roster {index}",
            fields=fields,
            marks={},
            tables=(tuple(rows),),
            groups=groups,
            footers=_FOOTERS,
            inputs=inputs,
        )


def _groups(roster: Roster) -> tuple[Group, ...]:
    """What stands under the head of each column, and what each label is of."""
    soldiers = [f"soldier.{number}" for number in range(1, roster.soldiers + 1)]
    columns = [
        Group(f"column.{column.id}", tuple(f"{soldier}.{column.id}" for soldier in soldiers))
        for column in roster.columns
    ]
    blanks = [Group(f"blank.{blank.id}", (f"blank.{blank.id}",)) for blank in roster.blanks]
    notes = Group("notes.label", ("notes",))
    return (Group("number.label", tuple(soldiers)), *columns, *blanks, notes)


def _kind(column: RosterColumn) -> Literal["text", "check"]:
    return "check" if column.kind == "box" else "text"
