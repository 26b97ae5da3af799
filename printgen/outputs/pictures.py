"""Pictures of the faces of proofed prints (`--png`, `--svg`, `--tts`, `--tts-update`).

Pictures are drawn lazily, one at a time, when their file is written. docs/printing.md says which
options can be combined.

The list of cards next to their pictures (`--png`): the picture, count and values of each.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import chain
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.content.content import TURNED
from printgen.content.faces_of_print import generate_faces
from printgen.face.fonts import BREAK_POINT
from printgen.geometry import Box, list_corners
from printgen.pipeline.filenames import make_face_file_name
from printgen.pipeline.plan import PrintJob
from printgen.press.imposing.grid import UNDERLINE
from printgen.problems import ExitCode, Problem, complain, make_note, refuse
from printgen.rules.model import Game
from printgen.sheet_layout import SheetLayout

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from printgen.outputs.crops import Cropper
    from printgen.outputs.shops import Shop


_NAMES = ("file", "count")
"""The first columns. A value with one of these names gets `.value` after its name."""


def write_card_list(game: Game, job: PrintJob, pictures: Mapping[str, str]) -> bytes:
    """Return a CSV file with a line for each card of a print, and a column for each value.

    `pictures` are the file names of the pictures of faces. Columns have the names of the fields and
    marks on the card. Headings of columns are left out.
    """
    lines: list[dict[str, str | int]] = []
    for set_ in job.sets or ("",):
        for content, place in generate_faces(game, job.print, set_, job.keys):
            if place.copy_number > 1:
                lines[-1]["count"] = place.copy_number
                continue
            line: dict[str, str | int] = {"file": pictures[content.face]}
            line["count"] = 1
            for name, text in {**content.fields, **content.marks}.items():
                if not name.endswith((".head", ".title", f".{TURNED}")):
                    column = f"{name}.value" if name in _NAMES else name
                    line[column] = text.replace(BREAK_POINT, "")
            lines.append(line)
    buffer = io.StringIO()
    names = dict.fromkeys((*_NAMES, *(name for line in lines for name in line)))
    writer = csv.DictWriter(buffer, [*names], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return buffer.getvalue().encode()


MAX_PIXELS = 100_000_000
"""The most pixels of one picture: A3 at 600 DPI has 70 million."""

_SUPERSAMPLING = 4
"""A corner is drawn this many times larger and scaled down, to get smooth edges."""

DrawFunction = Callable[[], bytes]
"""Draws a picture and returns the bytes of its file."""


class PictureOptions(NamedTuple):
    """The pictures that the command line asks for.

    `dpi` asks for one picture of each face, `svg` for one drawing of each, `tabletop` for sheets
    for Tabletop Simulator; `save` is a file of it whose decks are updated. `rounded` cuts the
    corners of cards; round pieces are always circles. `shop` asks for the pictures. `cut_file` is
    the format of cut files; `cut_inset` moves their outlines inwards, in mm.
    """

    dpi: int | None = None
    with_bleed: bool = False
    rounded: bool = False
    tabletop: bool = False
    svg: bool = False
    save: Path | None = None
    shop: "Shop | None" = None
    cut_file: str | None = None
    cut_inset: float = 0.0

    def apply_shop(self, layout: SheetLayout) -> tuple[SheetLayout, float]:
        """Return the layout with the bleed of the shop, and its safe area in mm."""
        return (self.shop.set_layout(layout), self.shop.safe) if self.shop else (layout, 0.0)

    def find_svg_folder(self, job: PrintJob, target: Path) -> Path | None:
        """Return the folder below `target` for the drawings of a print; None without `svg`."""
        return target / "pictures" / f"{job.name}-svg" if self.svg else None

    @property
    def weight(self) -> int:
        """The time to draw one file, measured in composed faces."""
        return 1 + max(self.dpi or 0, 600 * self.tabletop) ** 2 // 200**2

    def check_prints(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Yield an error if these options cannot draw the prints, and a note for each left out."""
        cut_jobs = [job for job in jobs if not job.print.is_page]
        fronts = [job for job in cut_jobs if not job.print.backs_of]
        backs = [job for job in jobs if job.print.backs_of]
        checks = map(self.shop.check_job, jobs) if self.shop else ()
        shop_problems = tuple(dict.fromkeys(chain.from_iterable(checks)))
        yield from shop_problems
        if self.with_bleed and not shop_problems:
            bleeds = [job for job in cut_jobs if job.layout.limit_bleed(job.print.bleed)]
            if any(job.cut == "lines" for job in cut_jobs):
                hint = "use --cut none, or remove --with-bleed"
                yield complain("--cut lines", "its hairlines would cross the bleed", hint)
            elif not bleeds:
                can_bleed = any(job.print.bleed for job in cut_jobs)
                hint = "add space: --gutter 6" if can_bleed else "choose a print that has bleed:"
                yield complain("--with-bleed", "no face has bleed with these options", hint)
            else:
                yield from _note_skipped("--with-bleed", jobs, bleeds, "no bleed")
        tts = "--tts-update" if self.save else "--tts"
        if self.tabletop and any(job.outline == "hexagon" for job in fronts):
            yield complain(tts, "cannot make hexagons", "use --png 300, or leave it out")
        elif self.tabletop and not fronts:
            hint = f"choose a print of cards or markers with --only, or remove {tts}"
            yield complain(tts, "no chosen print has cards or markers", hint)
        elif self.tabletop:
            yield from _note_skipped(tts, jobs, fronts + backs, "no cards or markers")
        if self.save and any(job.keys is not None for job in jobs):
            message = "the decks in the save would keep only some of their cards"
            yield complain(tts, message, "leave --cards out")
        flat = [job for job in fronts if not job.layout.fold]
        if self.cut_file and not flat:
            hint = "leave it out, or choose another print with --only"
            yield complain(f"--cut-file {self.cut_file}", "no print is cut from flat sheets", hint)
        elif self.cut_file:
            yield from _note_skipped("--cut-file", jobs, flat + backs, "not cut from flat sheets")

    def plan_files(
        self, game: Game, target: Path, prints: Sequence[tuple[PrintJob, bytes]]
    ) -> tuple[Mapping[Path, DrawFunction], Sequence[Problem]]:
        """Return the drawing function of each file, and notes; see `plan_pictures`."""
        return plan_pictures(game, self, target, prints)


def _note_skipped(
    option: str, jobs: Sequence[PrintJob], used_jobs: Sequence[PrintJob], reason: str
) -> Iterator[Problem]:
    if names := " and ".join(job.print.id for job in jobs if job not in used_jobs):
        yield make_note(option, f"skips {names}: {reason}")


def _note_old_files(
    option: str, paths: Iterable[Path], files: Mapping[Path, DrawFunction]
) -> Iterator[Problem]:
    """Yield a note that names the paths of older builds, which are not in `files`."""
    if names := ", ".join(sorted(path.name for path in {*paths} - files.keys())):
        hint = "delete them before you upload or cut the new ones"
        yield make_note(option, f"keeps files of other builds: {names}", hint)


def plan_pictures(
    game: Game,
    options: PictureOptions,
    target: Path,
    finished_jobs: Sequence[tuple[PrintJob, bytes]],
) -> tuple[Mapping[Path, DrawFunction], Sequence[Problem]]:
    """Return the drawing function of each picture file that `options` asks for, and notes.

    `finished_jobs` are print jobs with their PDFs; the files are in subfolders of `target`. Raises
    `Failure` (usage) if a picture would be too large, or if a save cannot be updated.
    """
    if not (options.dpi or options.tabletop or options.cut_file):
        return {}, ()
    # Importing the PDF reader is slow, so it is only imported for builds with pictures.
    from printgen.outputs.crops import Cropper
    from printgen.outputs.tabletop import plan_tabletop_files, update_save

    files, folder = dict[Path, DrawFunction](), target / "tabletop"
    objects, notes = list[Mapping[str, Any]](), list[Problem]()
    croppers = [(job, Cropper(pdf, backs=bool(job.print.backs_of))) for job, pdf in finished_jobs]
    fronts = [pair for pair in croppers if not (pair[0].print.is_page or pair[0].print.backs_of)]
    for job, cropper in croppers if options.dpi else ():
        pictures = _plan_face_pictures(options, job, cropper, target / "pictures")
        files |= dict(pictures.values())
        if options.shop:
            siblings = next(path for path, _ in pictures.values()).parent.glob("*.png")
            notes += _note_old_files("--shop", siblings, files)
        if (job, cropper) in fronts:
            names = {face: path.name for face, (path, _) in pictures.items()}
            list_file = next(path for path, _ in pictures.values()).with_name("cards.csv")
            files[list_file] = partial(write_card_list, game, job, names)
    for job, cropper in fronts if options.cut_file else ():
        if not job.layout.fold:
            files |= _plan_cut_files(options, job, cropper, target)
        cut_files = target.glob(f"{job.name}-cut-*.{options.cut_file}")
        notes += _note_old_files("--cut-file", cut_files, files)
    for job, cropper in fronts if options.tabletop else ():
        back_croppers = [
            (other.print, other_cropper)
            for other, other_cropper in croppers
            if other.print.backs_of == job.print.id
        ]
        back_croppers += [(job.backs, cropper)] if job.backs else []
        # The program keeps pictures by their addresses: a changed print needs another one.
        ids = job.print.id, *(print_.id for print_, _ in back_croppers)
        pdfs = b"".join(pdf for other, pdf in finished_jobs if other.print.id in ids)
        stamp = f"-{sha256(pdfs).hexdigest()[:8]}" if options.save else ""
        tabletop = plan_tabletop_files(game, job, cropper, back_croppers, folder, stamp)
        files |= tabletop[0]
        objects += tabletop[1]
    if options.save:
        text, messages = update_save(options.save, objects)
        files[options.save] = partial(bytes, text)
        notes += (make_note(f"--tts-update {options.save.name}", each) for each in messages)
    return files, notes


def _plan_cut_files(
    options: PictureOptions, job: PrintJob, cropper: "Cropper", folder: Path
) -> Mapping[Path, DrawFunction]:
    """Return the function that writes the outlines of each page of fronts, by the file's path."""
    from printgen.outputs.cut_files import write_cut_file

    suffix, inset = options.cut_file or "", options.cut_inset
    radius = {"box": job.print.radius, "circle": inf}.get(job.outline)
    stem = folder / f"{job.name}-cut{f'-inset-{inset:g}' * bool(inset)}"
    write = partial(write_cut_file, suffix, job.layout.page, radius, inset)
    # With --duplex, each page of fronts is followed by a page of backs.
    pages = enumerate(cropper.trims[:: 2 if job.layout.duplex else 1], 1)
    return {Path(f"{stem}-{number}.{suffix}"): partial(write, trims) for number, trims in pages}


def _plan_face_pictures(
    options: PictureOptions, job: PrintJob, cropper: "Cropper", folder: Path
) -> Mapping[str, tuple[Path, DrawFunction]]:
    """Return the path of the picture of each face of a print, and its drawing function."""
    from printgen.outputs.crops import MM_PER_INCH

    dpi = options.dpi or 0
    is_page = job.print.is_page
    bleeds = options.with_bleed and not is_page
    bleed = job.layout.limit_bleed(job.print.bleed) if bleeds else 0.0
    rounded = "round" if options.rounded and not is_page else ""
    name: tuple[str, ...] = (job.name, str(dpi), "bleed" if bleed else "", rounded)
    if shop := options.shop:
        layout_words = "-".join(job.layout.list_filename_parts())
        name = job.name.replace(f"-{layout_words}", ""), shop.name
    folder /= "-".join(filter(None, name))
    files: dict[str, tuple[Path, DrawFunction]] = {}
    for number, (face, trim) in enumerate(cropper.face_sizes.items(), 1):
        width, height = (round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in trim)
        if width * height > MAX_PIXELS:
            message = f"a picture of {face} would have {width:,} × {height:,} pixels"
            raise refuse(ExitCode.USAGE, f"--png {dpi}", message, "use a lower DPI")
        radius = job.print.radius / MM_PER_INCH * dpi if rounded else 0.0
        radius = min(radius, width / 2, height / 2)
        if job.outline == "hexagon":
            radius = inf
        elif job.outline == "circle":
            # A circle is cut out only without bleed: with bleed, the user cuts it.
            radius = 0.0 if bleed else min(width, height) / 2
        # Shops place uploaded pictures in the order of their names.
        prefix = f"{number:04}-" if options.shop else ""
        path = folder / f"{prefix}{make_face_file_name(face)}.png"
        draw = partial(_draw_face, cropper, face, (width, height), bleed, radius, dpi)
        files[face] = path, draw
    return files


def _draw_face(
    cropper: "Cropper", name: str, size: tuple[int, int], bleed: float, radius: float, dpi: int
) -> bytes:
    from printgen.outputs.crops import MM_PER_INCH, encode_png

    picture = cropper.draw_face(name, *size, bleed)
    if radius == inf:
        picture.putalpha(_make_hexagon_mask(size, 1 + UNDERLINE / 2 / MM_PER_INCH * dpi))
    elif radius:
        picture.putalpha(_make_corner_mask(size, radius))
    return encode_png(picture, dpi)


def _make_hexagon_mask(size: tuple[int, int], inset: float) -> "Picture":
    """Return the alpha mask of a hexagon; without its outer `inset` pixels, it has no cut line."""
    from PIL import Image, ImageDraw

    large = Image.new("L", (size[0] * _SUPERSAMPLING, size[1] * _SUPERSAMPLING))
    corners = list_corners(Box(0.0, 0.0, *large.size), -inset * _SUPERSAMPLING)
    ImageDraw.Draw(large).polygon(corners, fill=255)
    return large.resize(size, Image.Resampling.BOX)


def _make_corner_mask(size: tuple[int, int], radius: float) -> "Picture":
    """Return the alpha mask of a picture with round corners; `radius` is in pixels."""
    from PIL import Image, ImageDraw

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
