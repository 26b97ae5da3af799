"""Turn one print of a Game into the bytes of its PDF: compose, impose, write.

Faces and pages stream through; only the finished PDF is held. No two sets share a sheet, so that
each can be cut by itself. It proves nothing and replaces no PDF.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any, NamedTuple

from printgen.content.faces_of_print import (
    BackMode,
    WantedFace,
    build_margin_words,
    count_runs,
    format_title,
    generate_faces,
    list_set_keys,
)
from printgen.job.filenames import make_face_file_name
from printgen.job.plan import PrintJob
from printgen.job.source import Source
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.manifest import FORM, PrintManifest
from printgen.pipeline.face_input import face_input
from printgen.pipeline.faces import compose_faces
from printgen.press.grid import ImpositionGrid, make_folded_grid, make_grid, make_stock_grid
from printgen.press.impose import count_sheets, find_last_place, impose_faces, make_single_page
from printgen.press.imposition import Imposition
from printgen.press.page import Page
from printgen.press.page_transform import move_page, rotate_page
from printgen.press.paper_advice import advise_paper
from printgen.press.pdf import DocumentInfo, write_pdf
from printgen.problems import ExitCode, Failure, Failures, Problem, Spot
from printgen.rules.content_hash import compute_digest, get_short_digest
from printgen.rules.model import Game, Print
from printgen.rules.player_file import PlayerFile
from printgen.rules.sizes import Size
from printgen.system.atomic_files import write_files
from printgen.system.bundled import fonts_folder, templates_folder
from printgen.table_deck.deck import TableDeck

_SLACK = 0.01

MARGIN_TYPEFACE = ("IBM Plex Sans Condensed", 400)
"""The family and weight of the margin's words."""


class Result(NamedTuple):
    """One print's PDF, its pages, and the pieces on them: cards, markers or whole sheets.

    `whose` says of which sets, where it is not of all; `advice` how many each paper holds.
    """

    pdf: bytes
    pages: int
    pieces: int
    sets_label: str
    advice: str = ""


def make_composer(source: Source, *, grey: bool = False) -> Composer:
    """What sets the faces of a game: the templates and fonts of its folder beside ours.

    A table by itself has ours, and beside it pictures and marks that hide none. With `grey` they
    are in greys. Raises `Failure` (rules) where a folder of these leads out of the game, or
    fonts.css is wrong.
    """
    if isinstance(source, TableDeck):
        folders = templates_folder(), *source.gallery.folders
        return Composer(folders, (fonts_folder(),), grey=grey)
    folder = source.folder if isinstance(source, PlayerFile) else source
    for subfolder in (folder / "templates", folder / "fonts"):
        if not subfolder.resolve().is_relative_to(folder.resolve()):
            hint = "put the folder itself in its place"
            problem = Problem(Spot(str(subfolder)), "a link that leads out of the game", hint)
            raise Failure(ExitCode.RULES, (problem,))
    fonts = fonts_folder(), folder / "fonts"
    return Composer((folder / "templates", templates_folder()), fonts, grey=grey)


def count_faces(game: Game, job: PrintJob) -> int:
    """How many faces of a print are composed, a back that fills its sheets being one."""
    prints = filter(None, (job.print, job.backs))
    counts = (sum(count_runs(game, print_, job.keys) or (1,)) for print_ in prints)
    return sum(counts) * max(1, len(job.sets))


def make_print(
    game: Game,
    job: PrintJob,
    faces: Iterator[Face],
    backs: Iterator[Face],
    typeface: Typeface,
    progress: Callable[[str], object],
) -> Result:
    """One print of `game`, of its faces in order, and what is behind them, as `backs_of` has it.

    Its margin is set in `typeface`.

    Raises `Failure` with what is wrong with any face, or where a face could not be kept.
    """
    print_, imposition = job.print, job.imposition
    imposition = imposition.adapt_to_pages() if print_.is_page else imposition
    piece_counts: list[int] = []
    first: list[Face] = []

    def count_pieces(source_pages: Iterator[Page]) -> Iterator[Page]:
        for page in source_pages:
            piece_counts.append(len(page.placements))
            first[:] = first or [placement.face for placement in page.placements[:1]]
            progress(f"{game.about.id}: {print_.id}, {sum(piece_counts)} composed")
            yield page

    page_iterator = _report_last(impose_pages(game, job, faces, typeface, backs), (faces, backs))
    manifest = PrintManifest(
        form=FORM,
        game=game.about.id,
        print=print_.id,
        paper=job.imposition.paper.id,
        sets=job.sets,
        rows=None if print_.is_shared_back else job.keys,
        rules=compute_digest(game),
        skip=job.skip,
        data=tuple(Path(path).name for path in game.files),
        **imposition.list_manifest_fields(),
    )
    document = DocumentInfo(format_title(game, print_), game.about.language, manifest)
    pdf = write_pdf(count_pieces(page_iterator), document)
    sets, owners = list_set_keys(game, print_), ""
    if len(job.sets) < len(sets):
        owners = f"{game.table(print_.sets).row_noun} {' and '.join(job.sets)} of {len(sets)}"
    return Result(pdf, len(piece_counts), sum(piece_counts), owners, _advise_on_paper(job, first))


def _report_last(pages: Iterator[Page], faces: Iterable[Iterator[Face]]) -> Iterator[Page]:
    """The pages; what is wrong with any of their faces is told when there is none left."""
    failures = Failures()
    with failures.collect():
        yield from pages
    for remaining_faces in faces:
        with failures.collect():
            deque(remaining_faces, maxlen=0)
    failures.raise_collected()


def compose_print_faces(
    game: Game, job: PrintJob, composer: Composer, svg_folder: Path | None = None
) -> Iterator[Face]:
    """The faces of all sets of a print, each composed as asked for."""
    size = _get_face_size(job)
    bleed = job.imposition.limit_bleed(job.print.bleed)
    composed = compose_faces(composer, game, job.print, _find_wanted_faces(game, job), size, bleed)
    return composed if svg_folder is None else _write_svg_faces(composed, svg_folder)


def compose_print_backs(
    game: Game, job: PrintJob, composer: Composer, svg_folder: Path | None = None
) -> Iterator[Face]:
    """The faces of what is printed behind those of a print, likewise; none where nothing is."""
    if job.backs is None:
        return iter(())
    return compose_print_faces(game, job._replace(print=job.backs), composer, svg_folder)


def write_html_pages(game: Game, job: PrintJob, composer: Composer, folder: Path) -> None:
    """Writes every face of boxes into `folder` as a page for a browser, one that does not fit too.

    Raises `Failure` where a page could not be written.
    """
    from printgen.press.face_svg import write_face_svg

    files = {}
    if job.backs:
        backs_job = job._replace(print=job.backs, backs=None)
        write_html_pages(game, backs_job, composer, folder)
    for wanted in _find_wanted_faces(game, job):
        # What is wrong with a template is told when its face is composed.
        with suppress(Failure):
            template, context = face_input(composer, game, job.print, wanted, _get_face_size(job))
            page = composer.build_page(template, context, wanted.content.title, folder)
            examples: Any = context["examples"] if page else {}
            if page:
                files[folder / f"{make_face_file_name(wanted.content.face)}.xhtml"] = page
            for name, face in examples.items():
                files[folder / f"{make_face_file_name(name)}.svg"] = write_face_svg(
                    face, folder, fills_window=True
                )
    write_files(files, "name another folder with --output")


def _find_wanted_faces(game: Game, job: PrintJob) -> Iterator[WantedFace]:
    sets = job.sets or ("",)
    return chain.from_iterable(generate_faces(game, job.print, set_, job.keys) for set_ in sets)


def _get_face_size(job: PrintJob) -> Size | None:
    paper = job.imposition.paper
    is_page = job.print.is_page
    return Size(paper.id, paper.width, paper.height) if is_page else job.size


def impose_pages(
    game: Game, job: PrintJob, faces: Iterator[Face], typeface: Typeface, backs: Iterator[Face]
) -> Iterator[Page]:
    """The pages of a print, each made as asked for; margins are set in `typeface`.

    `backs` are the faces of what is printed behind, where anything is.
    """
    print_, skip, imposition = job.print, job.skip, job.imposition
    is_punched = bool(imposition.stock and imposition.stock.punched)
    known_lengths = count_runs(game, print_, job.keys)
    for set_ in job.sets or ("",):
        front_faces = islice(faces, 1 if known_lengths is None else sum(known_lengths))
        first = next(front_faces, None)
        back_faces = _match_backs(job, backs, sum(known_lengths or ()))
        if first is None:
            continue
        back_faces = _check_back_sizes(back_faces, first, job.backs)
        if print_.is_page:
            back_pages: Iterator[Page] = map(make_single_page, back_faces)
            if imposition.paper.width > imposition.paper.height:
                back_pages = map(rotate_page, back_pages)
            yield from _merge_front_and_back(
                imposition, map(make_single_page, chain((first,), front_faces)), back_pages
            )
            continue
        grid = _plan_grid(job, first)
        if skip >= grid.place_count:
            noun = "place" if grid.fold_gap is None else "pair"
            message = f"a sheet has {grid.place_count} {noun}{'s' * (grid.place_count > 1)} in all"
            problem = Problem(Spot(subject=f"--skip {skip}"), message, "leave fewer empty")
            raise Failure(ExitCode.USAGE, (problem,))
        lengths = known_lengths or (_count_backs(game, job, grid, skip),)
        fronts_per_back = _count_shared_fronts(game, job, grid, skip)
        turning = BackMode(imposition.duplex, imposition.fold, imposition.offset, fronts_per_back)
        impose_side = partial(
            impose_faces, runs=lengths, grid=grid, typeface=typeface, skip=skip, cut=job.cut
        )
        front_pages, back_pages = (
            impose_side(
                faces_,
                margin=_make_empty_margin
                if is_punched
                else partial(
                    build_margin_words,
                    game,
                    side_print,
                    get_short_digest(game),
                    set_key=set_,
                    back_printing=turning,
                ),
                are_backs=bool(side_print.backs_of),
            )
            for faces_, side_print in (
                (
                    chain((first,), front_faces) if known_lengths else repeat(first, sum(lengths)),
                    print_,
                ),
                (back_faces, job.backs or print_),
            )
        )
        yield from _merge_front_and_back(imposition, front_pages, back_pages)
        skip = 0  # the next set begins a fresh sheet


def _match_backs(job: PrintJob, backs: Iterator[Face], front_count: int) -> Iterator[Face]:
    """The back of each front of a set: its own, or one that all share."""
    if job.backs is None:
        return iter(())
    if not job.backs.is_shared_back:
        return islice(backs, front_count)
    return chain.from_iterable(repeat(back, front_count) for back in tuple(islice(backs, 1)))


def _check_back_sizes(backs: Iterator[Face], front: Face, print_: Print | None) -> Iterator[Face]:
    """The backs, which must be as large as their fronts."""
    for back in backs:
        if abs(back.width - front.width) + abs(back.height - front.height) > _SLACK and print_:
            message = f"makes a back of {back.width:g} × {back.height:g} mm"
            message += f" behind fronts of {front.width:g} × {front.height:g} mm"
            hint = "give both one size: in their style sheets, or by sizes: in prints"
            raise Failure(ExitCode.RULES, (Problem(print_.place[0], message, hint),))
        yield back


def _merge_front_and_back(
    imposition: Imposition, fronts: Iterator[Page], backs: Iterator[Page]
) -> Iterator[Page]:
    """The pages of fronts, each with that of its backs where they come along."""
    if not (imposition.duplex or imposition.fold):
        yield from fronts
        return
    for front, back in zip(fronts, backs, strict=True):
        if imposition.fold:
            yield replace(front, placements=(*front.placements, *back.placements))
            continue
        yield front
        back = move_page(back, *imposition.offset)
        yield rotate_page(back) if imposition.duplex == "short" else back


def _count_shared_fronts(game: Game, job: PrintJob, grid: ImpositionGrid, skip: int) -> int:
    """How many sheets of fronts one sheet of backs goes behind; 0 where each has its own."""
    fronts = game.find_print(job.print.backs_of)
    lengths = (
        count_runs(game, fronts, None) if fronts and job.print.is_shared_back and not skip else None
    )
    return count_sheets(lengths, grid) if lengths else 0


def _plan_grid(job: PrintJob, face: Face) -> ImpositionGrid:
    """The places on each sheet, for faces of one size. Raises `Failure` (usage)."""
    imposition = job.imposition
    if imposition.stock:
        grid = make_stock_grid(imposition.stock, face.bleed)
    else:
        measures = face.width, face.height, job.gutter, face.bleed
        make = make_folded_grid if imposition.fold else make_grid
        grid = make(imposition.paper, *measures, has_marks=job.cut != "none")
    if imposition.cut == "lines" and not any(grid.gutters):
        hint = "part the pieces, such as with --gutter 6, or leave it out"
        problem = Problem(Spot(subject="--cut lines"), "pieces that butt have no gutters", hint)
        raise Failure(ExitCode.USAGE, (problem,))
    return grid


def _advise_on_paper(job: PrintJob, first_faces: list[Face]) -> str:
    """How many faces each paper holds, of what may lie on any."""
    imposition, print_ = job.imposition, job.print
    if print_.is_page or print_.backs_of or imposition.stock or imposition.fold or not first_faces:
        return ""
    (face,) = first_faces
    size, marked = (face.width, face.height), job.cut != "none"
    return advise_paper(imposition, size, job.gutter, face.bleed, marks=marked)


def _make_empty_margin(sheet: int, sheets: int) -> Mapping[str, str]:
    """What the margin of a sheet says that is cut already."""
    return {}


def _count_backs(game: Game, job: PrintJob, grid: ImpositionGrid, skip: int) -> int:
    """How many backs: a whole sheet; where one was begun as many as its fronts, and a whole one."""
    front_print = game.find_print(job.print.backs_of) if skip else None
    lengths = (front_print and count_runs(game, front_print, job.keys)) or (grid.place_count,)
    last_index = find_last_place(lengths, grid, skip)
    sheet_count = last_index // grid.place_count + 1
    return (last_index + 1 if sheet_count == 1 else min(sheet_count, 2) * grid.place_count) - skip


def _write_svg_faces(faces: Iterator[Face], folder: Path) -> Iterator[Face]:
    """The faces, each written into `folder` as it comes by."""
    # Only a build that keeps its faces pays for writing them.
    from printgen.press.face_svg import write_face_svg

    for face in faces:
        path = folder / f"{make_face_file_name(face.id)}.svg"
        write_files({path: write_face_svg(face, folder)}, "name another folder with --output")
        yield face
