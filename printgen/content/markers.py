"""Turn a Game's statuses and numbers into what each marker must say."""

from collections.abc import Iterator

from printgen.content.model import Content
from printgen.rules.model import DeckColour, Game, Status


def marker_contents(game: Game) -> Iterator[tuple[Status | DeckColour, Content]]:
    """Each marker to punch, with the status or the side it belongs to.

    The statuses come first, each as often as the rules data says, then the numbers of each side.
    """
    for status in game.statuses:
        for index in range(1, status.count + 1):
            content = Content(
                face=f"{status.id}-{index}",
                title=f"marker {status.label} {index}",
                fields={"label": status.label},
                marks={"mark": status.mark},
            )
            yield status, content
    numbers = game.markers.numbers if game.markers else None
    if numbers is None:
        return
    for side in numbers.sides:
        for number in range(numbers.first, numbers.last + 1):
            content = Content(
                face=f"{side.letter}-{number}",
                title=f"marker {side.label} {number}",
                fields={"number": str(number), "side": side.label},
                marks={},
            )
            yield side, content
