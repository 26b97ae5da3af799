"""Turn the proofed prints of a game into pictures of their faces, or into why there can be none.

Nothing is drawn before a picture is asked for, one at a time. docs/printing.md says which options
go together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printgen.job.filenames import file_of
from printgen.job.plan import Planned
from printgen.problems import ExitCode, Failure, Problem, Severity, Where, mistake
from printgen.rules.model import Game

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from printgen.proof.face_crop import CutOut

MOST_PIXELS = 100_000_000
"""Of one picture: A3 at 600 dots an inch has 70 million."""

_CORNER = 3.0
"""The radius in mm of a card's corners where they are round; makers have 2.5 to 3.5."""

_SMOOTH = 4
"""How many times larger a corner is drawn than it is shown, to be smooth."""

Drawn = Callable[[], bytes]
"""What draws a file when it is asked to, and gives its bytes."""


class Wish(NamedTuple):
    """Which pictures are wanted: a face each, of so many `dpi`, or sheets for a virtual table.

    Corners of cards are cut off where they are `rounded`; round pieces are circles anyway.
    """

    dpi: int | None = None
    with_bleed: bool = False
    rounded: bool = False
    tabletop: bool = False

    @property
    def weight(self) -> int:
        """How many faces that are composed take as long as one file that is drawn."""
        return 1 + max(self.dpi or 0, 600 * self.tabletop) ** 2 // 200**2

    def against(self, prints: Sequence[Planned]) -> Iterator[Problem]:
        """Why these prints cannot be pictured so; a note of each that takes no part in it."""
        cut = [one for one in prints if not one.print.is_page]
        fronts = [one for one in cut if not one.print.backs_of]
        if self.with_bleed:
            bleeds = [one for one in cut if one.imposition.bleed(one.print.bleed)]
            if any(one.imposition.cut == "lines" for one in cut):
                hint = "cut by marks, or leave --with-bleed out"
                yield mistake("--cut lines", "its hairlines would stand in what bleeds", hint)
            elif not bleeds:
                can = any(one.print.bleed for one in cut)
                hint = "part them, such as with --gutter 6" if can else "no print meant has bleed:"
                yield mistake("--with-bleed", "nothing that is printed so bleeds", hint)
            else:
                yield from _left_out("--with-bleed", prints, bleeds, "nothing of it bleeds")
        if self.tabletop and not fronts:
            hint = "name a print of cards or markers with --only, or leave it out"
            yield mistake("--tts", "nothing that is meant is dealt or placed", hint)
        elif self.tabletop:
            backs = [one for one in prints if one.print.backs_of]
            yield from _left_out("--tts", prints, fronts + backs, "it is no deck")


def _left_out(
    option: str, prints: Sequence[Planned], taken: Sequence[Planned], why: str
) -> Iterator[Problem]:
    if names := " and ".join(one.print.id for one in prints if one not in taken):
        yield Problem(Where(subject=option), f"not the {names}: {why}", severity=Severity.NOTE)


def pictures_of(
    game: Game, wish: Wish, target: Path, prints: Sequence[tuple[Planned, bytes]]
) -> Mapping[Path, Drawn]:
    """The files that are wished for of some prints and their PDFs, to be drawn one by one.

    They lie in folders of `target`. Raises `Failure` (usage) where a picture would be too large.
    """
    if not (wish.dpi or wish.tabletop):
        return {}
    # Only who wants pictures pays for the reader of PDFs here.
    from printgen.pipeline.tabletop_simulator import table_of
    from printgen.proof.face_crop import CutOut

    found: dict[Path, Drawn] = {}
    cuts = [(one, CutOut(pdf, backs=bool(one.print.backs_of))) for one, pdf in prints]
    for planned, cut in cuts if wish.dpi else ():
        found |= _faces(wish, planned, cut, target / "pictures")
    for planned, cut in cuts if wish.tabletop else ():
        if not (planned.print.is_page or planned.print.backs_of):
            behind = [(one.print, of) for one, of in cuts if one.print.backs_of == planned.print.id]
            behind += [(planned.backs, cut)] if planned.backs else []
            found |= table_of(game, planned, cut, behind, target / "tabletop")
    return found


def _faces(wish: Wish, planned: Planned, cut: "CutOut", folder: Path) -> Mapping[Path, Drawn]:
    """The picture of each face of a print, by its file."""
    from printgen.proof.face_crop import MM_PER_INCH

    dpi = wish.dpi or 0
    is_page, size = planned.print.is_page, planned.size
    bleeds = wish.with_bleed and not is_page
    bleed = planned.imposition.bleed(planned.print.bleed) if bleeds else 0.0
    rounded = "round" if wish.rounded and not is_page else ""
    name = (planned.name, str(dpi), "bleed" if bleed else "", rounded)
    folder /= "-".join(filter(None, name))
    found: dict[Path, Drawn] = {}
    for face, trim in cut.sizes.items():
        width, height = (round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in trim)
        if width * height > MOST_PIXELS:
            message = f"a picture of {face} would have {width:,} × {height:,} pixels"
            raise Failure(ExitCode.USAGE, (mistake(f"--png {dpi}", message, "ask for fewer"),))
        radius = _CORNER / MM_PER_INCH * dpi if rounded else 0.0
        if size and size.round and not is_page:
            radius = 0.0 if bleed else min(width, height) / 2
        path = folder / f"{file_of(face)}.png"
        found[path] = partial(_drawn, cut, face, (width, height), bleed, radius, dpi)
    return found


def _drawn(
    cut: "CutOut", name: str, size: tuple[int, int], bleed: float, radius: float, dpi: int
) -> bytes:
    from printgen.proof.face_crop import png

    picture = cut.draw(name, *size, bleed)
    if radius:
        picture.putalpha(_rounded(size, radius))
    return png(picture, dpi)


def _rounded(size: tuple[int, int], radius: float) -> "Picture":
    """What shows of a picture whose corners are cut off: all but these."""
    from PIL import Image, ImageDraw

    mask = Image.new("L", size, 255)
    side = min(round(radius + 1), *size)
    large = Image.new("L", (side * _SMOOTH, side * _SMOOTH))
    far = 4 * side * _SMOOTH
    ImageDraw.Draw(large).rounded_rectangle((0, 0, far, far), radius * _SMOOTH, fill=255)
    corner = large.resize((side, side), Image.Resampling.BOX)
    right, bottom = size[0] - side, size[1] - side
    for turns, place in enumerate(((0, 0), (0, bottom), (right, bottom), (right, 0))):
        mask.paste(corner.rotate(90 * turns), place)
    return mask
