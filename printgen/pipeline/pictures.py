"""Turn the proofed prints of a game into pictures of their faces, or into why there can be none.

Nothing is drawn before a picture is asked for, one at a time. docs/printing.md says which options
go together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printgen.job.filenames import make_face_file_name
from printgen.job.plan import PrintJob
from printgen.problems import ExitCode, Failure, Problem, Severity, Spot, complain
from printgen.rules.model import Game

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from printgen.proof.face_crop import Cropper

MAX_PIXELS = 100_000_000
"""Of one picture: A3 at 600 dots an inch has 70 million."""

_CORNER_RADIUS_MM = 3.0
"""The radius in mm of a card's corners where they are round; makers have 2.5 to 3.5."""

_SUPERSAMPLING = 4
"""How many times larger a corner is drawn than it is shown, to be smooth."""

DrawFunction = Callable[[], bytes]
"""What draws a file when it is asked to, and gives its bytes."""


class Wishes(NamedTuple):
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

    def check_prints(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Why these prints cannot be pictured so; a note of each that takes no part in it."""
        cut_jobs = [job for job in jobs if not job.print.is_page]
        fronts = [job for job in cut_jobs if not job.print.backs_of]
        if self.with_bleed:
            bleeds = [job for job in cut_jobs if job.imposition.limit_bleed(job.print.bleed)]
            if any(job.imposition.cut == "lines" for job in cut_jobs):
                hint = "cut by marks, or leave --with-bleed out"
                yield complain("--cut lines", "its hairlines would stand in what bleeds", hint)
            elif not bleeds:
                can_bleed = any(job.print.bleed for job in cut_jobs)
                hint = (
                    "part them, such as with --gutter 6"
                    if can_bleed
                    else "no print meant has bleed:"
                )
                yield complain("--with-bleed", "nothing that is printed so bleeds", hint)
            else:
                yield from _note_skipped("--with-bleed", jobs, bleeds, "nothing of it bleeds")
        if self.tabletop and not fronts:
            hint = "name a print of cards or markers with --only, or leave it out"
            yield complain("--tts", "nothing that is meant is dealt or placed", hint)
        elif self.tabletop:
            backs = [job for job in jobs if job.print.backs_of]
            yield from _note_skipped("--tts", jobs, fronts + backs, "it is no deck")


def _note_skipped(
    option: str, jobs: Sequence[PrintJob], used_jobs: Sequence[PrintJob], reason: str
) -> Iterator[Problem]:
    if names := " and ".join(job.print.id for job in jobs if job not in used_jobs):
        yield Problem(Spot(subject=option), f"not the {names}: {reason}", severity=Severity.NOTE)


def plan_pictures(
    game: Game, options: Wishes, target: Path, finished_jobs: Sequence[tuple[PrintJob, bytes]]
) -> Mapping[Path, DrawFunction]:
    """The files that are wished for of some prints and their PDFs, to be drawn one by one.

    They lie in folders of `target`. Raises `Failure` (usage) where a picture would be too large.
    """
    if not (options.dpi or options.tabletop):
        return {}
    # Only who wants pictures pays for the reader of PDFs here.
    from printgen.pipeline.tabletop_simulator import plan_tabletop_files
    from printgen.proof.face_crop import Cropper

    files: dict[Path, DrawFunction] = {}
    cuts = [(other, Cropper(pdf, backs=bool(other.print.backs_of))) for other, pdf in finished_jobs]
    for job, cut in cuts if options.dpi else ():
        files |= _plan_face_pictures(options, job, cut, target / "pictures")
    for job, cut in cuts if options.tabletop else ():
        if not (job.print.is_page or job.print.backs_of):
            back_cuts = [
                (other.print, other_cut)
                for other, other_cut in cuts
                if other.print.backs_of == job.print.id
            ]
            back_cuts += [(job.backs, cut)] if job.backs else []
            files |= plan_tabletop_files(game, job, cut, back_cuts, target / "tabletop")
    return files


def _plan_face_pictures(
    options: Wishes, job: PrintJob, cut: "Cropper", folder: Path
) -> Mapping[Path, DrawFunction]:
    """The picture of each face of a print, by its file."""
    from printgen.proof.face_crop import MM_PER_INCH

    dpi = options.dpi or 0
    is_page, size = job.print.is_page, job.size
    bleeds = options.with_bleed and not is_page
    bleed = job.imposition.limit_bleed(job.print.bleed) if bleeds else 0.0
    rounded = "round" if options.rounded and not is_page else ""
    name = (job.name, str(dpi), "bleed" if bleed else "", rounded)
    folder /= "-".join(filter(None, name))
    files: dict[Path, DrawFunction] = {}
    for face, trim in cut.face_sizes.items():
        width, height = (round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in trim)
        if width * height > MAX_PIXELS:
            message = f"a picture of {face} would have {width:,} × {height:,} pixels"
            raise Failure(ExitCode.USAGE, (complain(f"--png {dpi}", message, "ask for fewer"),))
        radius = _CORNER_RADIUS_MM / MM_PER_INCH * dpi if rounded else 0.0
        if size and size.round and not is_page:
            radius = 0.0 if bleed else min(width, height) / 2
        path = folder / f"{make_face_file_name(face)}.png"
        files[path] = partial(_draw_face, cut, face, (width, height), bleed, radius, dpi)
    return files


def _draw_face(
    cut: "Cropper", name: str, size: tuple[int, int], bleed: float, radius: float, dpi: int
) -> bytes:
    from printgen.proof.face_crop import encode_png

    picture = cut.draw_face(name, *size, bleed)
    if radius:
        picture.putalpha(_make_corner_mask(size, radius))
    return encode_png(picture, dpi)


def _make_corner_mask(size: tuple[int, int], radius: float) -> "Picture":
    """What shows of a picture whose corners are cut off: all but these."""
    from PIL import Image, ImageDraw

    mask = Image.new("L", size, 255)
    side = min(round(radius + 1), *size)
    large = Image.new("L", (side * _SUPERSAMPLING, side * _SUPERSAMPLING))
    far = 4 * side * _SUPERSAMPLING
    ImageDraw.Draw(large).rounded_rectangle((0, 0, far, far), radius * _SUPERSAMPLING, fill=255)
    corner = large.resize((side, side), Image.Resampling.BOX)
    right, bottom = size[0] - side, size[1] - side
    for turns, place in enumerate(((0, 0), (0, bottom), (right, bottom), (right, 0))):
        mask.paste(corner.rotate(90 * turns), place)
    return mask
