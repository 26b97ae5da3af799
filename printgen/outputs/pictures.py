"""Pictures of the faces of proofed prints (`--png`), and the list of cards next to them.

docs/printing.md says which options can be combined.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PIL import Image, ImageDraw

from printgen.content.content import TURNED_SUFFIX
from printgen.content.faces_of_print import generate_wanted_faces
from printgen.face.fonts import ZERO_WIDTH_SPACE
from printgen.geometry import Box, list_hex_corners
from printgen.lengths import MM_PER_INCH
from printgen.outputs.crops import FaceCropper, encode_png, open_cropper
from printgen.outputs.output import note_old_files, note_skipped_prints
from printgen.pipeline.build import FinishedPrint, MakeFile
from printgen.pipeline.filenames import make_face_file_name
from printgen.pipeline.plan import PrintJob
from printgen.press.imposing.grid import WHITE_LINE_WIDTH
from printgen.problems import ExitCode, Problem, create_failure, make_error, make_fix
from printgen.rules.model import Game

if TYPE_CHECKING:
    from printgen.outputs.shops import Shop

MAX_PIXELS = 100_000_000
"""The most pixels of one picture: A3 at 600 DPI has 70 million."""

_SUPERSAMPLING = 4
"""A corner is drawn this many times larger and scaled down, to get smooth edges."""

_FIRST_COLUMNS = ("file", "count")
"""The first columns. A value with one of these names gets `.value` after its name."""


class FacePictures(msgspec.Struct, frozen=True):
    """The pictures of faces (`--png`), one for each face. Pictures of round pieces are circles.

    - `dpi`: the resolution.
    - `with_bleed`: whether the pictures include the bleed.
    - `rounded`: whether the corners of cards are transparent.
    - `shop`: the print shop to which the user uploads the pictures; None without one.
    """

    dpi: int
    with_bleed: bool = False
    rounded: bool = False
    shop: "Shop | None" = None

    @property
    def cost_in_faces(self) -> int:
        """How long it takes to draw one file, as a number of faces composed in the same time."""
        return 1 + self.dpi**2 // 200**2

    def check_jobs(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Yield errors if the options do not suit the prints, and a note about missing bleed."""
        checks = map(self.shop.check_job, jobs) if self.shop else ()
        shop_problems = tuple(dict.fromkeys(chain.from_iterable(checks)))
        yield from shop_problems
        if not self.with_bleed or shop_problems:
            return
        cut_jobs = [job for job in jobs if not job.print.is_page]
        bleeds = [job for job in cut_jobs if job.layout.limit_bleed(job.print.bleed)]
        if any(job.cut == "lines" for job in cut_jobs):
            hint = "use --cut none, or remove --with-bleed"
            fixes = make_fix(cut="none"), make_fix(with_bleed=None)
            message = "its hairlines would cross the bleed"
            yield make_error("--cut lines", message, hint, fixes=fixes)
        elif any(job.layout.bleed == 0 for job in cut_jobs):  # only low ink sets it
            hint = "choose another ink, or remove --with-bleed"
            fixes = make_fix(ink="colour"), make_fix(with_bleed=None)
            yield make_error("--ink low", "nothing bleeds in low ink", hint, fixes=fixes)
        elif not bleeds:
            can_bleed = any(job.print.bleed for job in cut_jobs)
            hint = "add space: --gutter 6" if can_bleed else "choose a print that has bleed:"
            message = "no face has bleed with these options"
            more_space = (make_fix(gutter="6"),) if can_bleed else ()
            yield make_error("--with-bleed", message, hint, fixes=more_space)
        else:
            yield from note_skipped_prints("--with-bleed", jobs, bleeds, "no bleed")

    def plan_files(
        self, game: Game, target: Path, prints: Sequence[FinishedPrint]
    ) -> tuple[Mapping[Path, MakeFile], Sequence[Problem]]:
        """Return the pictures and lists of cards to make, by their paths in `target`, and notes.

        Each file is given as a function that returns its bytes. Raises `Failure` (usage) if a
        picture would be too large.
        """
        files, notes = dict[Path, MakeFile](), list[Problem]()
        for each in prints:
            pictures = self._plan_faces(each.job, open_cropper(each), target / "pictures")
            files |= dict(pictures.values())
            folder = next(path for path, _ in pictures.values()).parent
            if self.shop:
                notes += note_old_files("--shop", folder.glob("*.png"), files)
            if each.is_front:
                names = {face: path.name for face, (path, _) in pictures.items()}
                files[folder / "cards.csv"] = partial(format_card_list, game, each.job, names)
        return files, notes

    def _plan_faces(
        self, job: PrintJob, cropper: FaceCropper, folder: Path
    ) -> Mapping[str, tuple[Path, MakeFile]]:
        """Return the path of the picture of each face, and the function that makes it, by name."""
        dpi, is_page = self.dpi, job.print.is_page
        bleeds = self.with_bleed and not is_page
        bleed = job.layout.limit_bleed(job.print.bleed) if bleeds else 0.0
        rounded = "round" if self.rounded and not is_page else ""
        name: tuple[str, ...] = (job.name, str(dpi), "bleed" if bleed else "", rounded)
        if shop := self.shop:
            layout_words = "-".join(job.layout.list_filename_parts())
            name = job.name.replace(f"-{layout_words}", ""), shop.name
        folder /= "-".join(filter(None, name))
        files: dict[str, tuple[Path, MakeFile]] = {}
        faces_by_name = dict[str, str]()
        for number, (face, trim) in enumerate(cropper.face_sizes.items(), 1):
            width, height = (round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in trim)
            if width * height > MAX_PIXELS:
                message = f"a picture of {face} would have {width:,} × {height:,} pixels"
                raise create_failure(ExitCode.USAGE, f"--png {dpi}", message, "use a lower DPI")
            radius = job.print.radius / MM_PER_INCH * dpi if rounded else 0.0
            radius = min(radius, width / 2, height / 2)
            if job.outline == "hexagon":
                radius = inf
            elif job.outline == "circle":
                # A circle is cut out only without bleed: with bleed, the user cuts it.
                radius = 0.0 if bleed else min(width, height) / 2
            # Shops place uploaded pictures in the order of their names.
            prefix = f"{number:04}-" if self.shop else ""
            path = folder / f"{prefix}{make_face_file_name(face, faces_by_name)}.png"
            draw = partial(_draw_face, cropper, face, (width, height), bleed, radius, dpi)
            files[face] = path, draw
        return files


def format_card_list(game: Game, job: PrintJob, pictures: Mapping[str, str]) -> bytes:
    """Return the bytes of a CSV file with a line for each card of a print.

    `pictures` are the file names of the pictures, by the names of the faces. Each field and each
    mark on the cards has a column. Headings have none.
    """
    lines: list[dict[str, str | int]] = []
    for set_ in job.sets or ("",):
        for content, place in generate_wanted_faces(game, job.print, set_, job.keys):
            if place.copy_number > 1:
                lines[-1]["count"] = place.copy_number
                continue
            line: dict[str, str | int] = {"file": pictures[content.face]}
            line["count"] = 1
            for name, text in {**content.fields, **content.marks}.items():
                if not name.endswith((".head", ".title", f".{TURNED_SUFFIX}")):
                    column = f"{name}.value" if name in _FIRST_COLUMNS else name
                    line[column] = text.replace(ZERO_WIDTH_SPACE, "")
            lines.append(line)
    buffer = io.StringIO()
    names = dict.fromkeys((*_FIRST_COLUMNS, *(name for line in lines for name in line)))
    writer = csv.DictWriter(buffer, [*names], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return buffer.getvalue().encode()


def _draw_face(
    cropper: FaceCropper, name: str, size: tuple[int, int], bleed: float, radius: float, dpi: int
) -> bytes:
    picture = cropper.draw_face(name, *size, bleed)
    if radius == inf:
        picture.putalpha(_make_hexagon_mask(size, 1 + WHITE_LINE_WIDTH / 2 / MM_PER_INCH * dpi))
    elif radius:
        picture.putalpha(_make_corner_mask(size, radius))
    return encode_png(picture, dpi)


def _make_hexagon_mask(size: tuple[int, int], inset: float) -> Image.Image:
    """Return the alpha mask of a hexagon that fills a picture of `size` pixels.

    The outer `inset` pixels are transparent, because a cut line may be printed there.
    """
    large = Image.new("L", (size[0] * _SUPERSAMPLING, size[1] * _SUPERSAMPLING))
    corners = list_hex_corners(Box(0.0, 0.0, *large.size), -inset * _SUPERSAMPLING)
    ImageDraw.Draw(large).polygon(corners, fill=255)
    return large.resize(size, Image.Resampling.BOX)


def _make_corner_mask(size: tuple[int, int], radius: float) -> Image.Image:
    """Return the alpha mask of a picture of `size` pixels with round corners of `radius` pixels."""
    mask = Image.new("L", size, 255)
    side = min(round(radius + 1), *size)
    # Pillow draws circles without antialiasing, so the corner is drawn large and scaled down.
    large = Image.new("L", (side * _SUPERSAMPLING, side * _SUPERSAMPLING))
    far = 4 * side * _SUPERSAMPLING
    ImageDraw.Draw(large).rounded_rectangle((0, 0, far, far), radius * _SUPERSAMPLING, fill=255)
    corner = large.resize((side, side), Image.Resampling.BOX)
    right, bottom = size[0] - side, size[1] - side
    for turns, place in enumerate(((0, 0), (0, bottom), (right, bottom), (right, 0))):
        mask.paste(corner.rotate(90 * turns), place)
    return mask
