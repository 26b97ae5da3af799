"""Turn the pictures that marks are printed with into which stand for the wrong value.

A picture cannot be read, so it is told by its name, which must be its value's, and by its likes:
through one print the same value always draws the same picture, and different values different ones.
What most marks of a value draw is taken for its picture. It remembers names and digests, no page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from printgen.content.model import Content
from printgen.problems import Problem
from printgen.proof.finding import fault, quoted
from printgen.proof.match import FoundFace
from printgen.proof.painted import Placed
from printgen.rules.model import Game


def marks_of(game: Game) -> frozenset[str]:
    """The names of every mark that the tables of a game hold."""
    return frozenset(
        row.cells[column.name]
        for table in game.tables.values()
        for column in table.columns
        if column.type == "mark" and not column.each
        for row in table.rows
        if row.cells[column.name]
    )


@dataclass(slots=True)
class Pictures:
    """The pictures of one print, gathered face by face; `known` are the game's marks."""

    known: frozenset[str]
    _by_value: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    _loose: dict[str, str] = field(default_factory=dict)
    _misnamed: list[tuple[str, str, str]] = field(default_factory=list)
    _astray: dict[str, str] = field(default_factory=dict)

    def add(self, face: FoundFace, content: Content) -> None:
        """Take note of a face's marks."""
        for mark in face.marks:
            value = content.marks.get(mark.slot.name)
            if value is None or mark.placed is None:
                continue
            subject = f"{content.title}, {mark.slot.name}"
            if mark.placed.called != value:
                self._misnamed.append((subject, mark.placed.called, value))
                continue
            drawn = self._by_value.setdefault(value, {})
            drawn.setdefault(mark.placed.picture, []).append(subject)

    def add_loose(self, placed: Placed, where: str) -> None:
        """Take note of a picture that stands in no mark's place: it should be decoration."""
        if placed.called in self.known:
            self._astray.setdefault(placed.called, where)
        else:
            self._loose.setdefault(placed.picture, where)

    def compare(self) -> Iterator[Problem]:
        """What is drawn with another picture than its value's."""
        for subject, called, value in self._misnamed:
            shown = f"the mark of {quoted(called)}" if called else "a picture that nothing names"
            yield fault(subject, f"prints {shown}; the rules say {quoted(value)}")
        stands_for: dict[str, str] = {}
        for value, drawn in self._by_value.items():
            usual = max(drawn, key=lambda picture: len(drawn[picture]))
            if usual in stands_for:
                yield fault(
                    drawn[usual][0],
                    f"{quoted(value)} and {quoted(stands_for[usual])} are drawn alike",
                    "give each value a mark of its own",
                )
            stands_for.setdefault(usual, value)
        for value, drawn in self._by_value.items():
            usual = max(drawn, key=lambda picture: len(drawn[picture]))
            for picture, subjects in drawn.items():
                if picture == usual:
                    continue
                other = stands_for.get(picture)
                shown = f"the mark of {quoted(other)}" if other else "another picture than the rest"
                for subject in subjects:
                    yield fault(subject, f"prints {shown}; the rules say {quoted(value)}")
        yield from self._out_of_place(stands_for)

    def _out_of_place(self, stands_for: dict[str, str]) -> Iterator[Problem]:
        for called, where in self._astray.items():
            yield fault(
                where,
                f"prints the mark of {quoted(called)} where the rules have none",
                "give a drawing for decoration a name that is no mark's",
            )
        for picture, where in self._loose.items():
            if picture in stands_for:
                yield fault(
                    where,
                    f"prints the mark of {quoted(stands_for[picture])} where the rules have none",
                )
