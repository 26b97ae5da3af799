"""Notes about rows whose picture is cropped so much that its subject may be lost."""

from collections.abc import Iterator, Mapping
from itertools import chain

from printgen.face.face import Face, PlacedImage, PlacedMark
from printgen.pipeline.plan import PrintJob
from printgen.pipeline.text_size_notes import find_row_places
from printgen.problems import Problem, note_places
from printgen.rules.model import Game

_MIN_SHARE = 0.6
"""If a smaller share of a picture is shown, a note names its row."""


def find_smallest_shown_share(face: Face) -> float:
    """Return the share that is shown of the most cropped picture on a face, 1 for none."""
    pictures = (item for item in face.items if isinstance(item, PlacedImage | PlacedMark))
    return min((picture.shown for picture in pictures), default=1.0)


def note_cropped_pictures(
    game: Game, job: PrintJob, shares: Mapping[str, float]
) -> Iterator[Problem]:
    """Yield a note for each row of a print whose picture is cropped a lot.

    `shares` has the share that is shown of the most cropped picture on a face, by the id of the
    face.
    """
    cropped = {name: share for name, share in shares.items() if share < _MIN_SHARE}
    if not cropped:
        return
    percents = sorted({round(100 * share) for share in cropped.values()})
    span = f"{percents[0]} %" if len(percents) == 1 else f"{percents[0]} to {percents[-1]} %"
    message = f"only {span} of the picture is shown, cropped to fill its place"
    hint = "use a picture in the shape of its place; to show it whole, make it a PNG with a"
    hint += " transparent edge, or set object-fit: contain for .art in a style sheet of your own"
    sides = filter(None, (job.print, job.backs))
    places = chain(*(find_row_places(game, print_, job, cropped) for print_ in sides))
    yield from note_places(places, message, hint)
