"""Turn a game's statuses into findings: one without a marker, without a line, without a rule."""

from collections.abc import Iterator
from dataclasses import replace

from printgen.problems import Problem, Where
from printgen.rules.model import Game


def check_statuses(game: Game) -> Iterator[Problem]:
    """Names that no status has, and statuses that a product leaves out."""
    known = {status.id: status for status in game.statuses}
    sections = game.sheet.sections if game.sheet else ()
    columns = game.roster.columns if game.roster else ()
    named = {column.id: Where() for column in columns if column.status}
    named |= {name: section.where for section in sections for name in section.statuses}
    for name in sorted(named.keys() - known.keys()):
        yield Problem(
            replace(named[name], subject=f"status {name}"),
            "a rule names it and nothing defines it",
            "add it to statuses.yaml",
        )
    for status in game.statuses:
        subject = replace(status.where, subject=f"status {status.id}")
        if status.count < 1:
            yield Problem(subject, "no marker of it is made", "give it a count of 1 or more")
        if game.sheet and not any(section.table == "statuses" for section in sections):
            yield Problem(
                subject, "no line on the sheet", "add table: statuses to a section of sheet.yaml"
            )
        if (game.sheet or game.roster) and status.id not in named:
            yield Problem(
                subject,
                "no rule names it",
                "name it under statuses: of the section that gives it, or delete it",
            )
    for section in sections:
        prose = " ".join(section.text).casefold()
        for name in section.statuses:
            if name in known and known[name].label.casefold() not in prose:
                yield Problem(
                    replace(section.where, subject=f"section {section.id}"),
                    f"names the status {name} but does not say {known[name].label}",
                    "use the word in its text, or take the name away",
                )
