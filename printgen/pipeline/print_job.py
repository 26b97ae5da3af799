"""Make one print of a game: compose its faces, impose them, write the PDF.

Faces and pages are streamed; only the finished PDF is held in memory. Two sets never share a sheet,
so that each can be cut separately. The proof and the writing of files are elsewhere.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice, repeat
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.content.faces_of_print import (
    WantedFaceNames,
    build_margin_texts,
    format_title,
    generate_wanted_faces,
    list_face_run_lengths,
    list_set_keys,
)
from printgen.face.face import Face, PlacedMark
from printgen.face.fonts import Typeface
from printgen.layout.compose import Composer
from printgen.layout.template.icons import find_icon_files
from printgen.pipeline.faces import SharedFontScale, compose_faces
from printgen.pipeline.filenames import make_face_file_name
from printgen.pipeline.picture_notes import find_smallest_shown_share, note_cropped_pictures
from printgen.pipeline.plan import PrintJob
from printgen.pipeline.text_size_notes import note_smaller_text
from printgen.press.imposing.board import impose_board_parts
from printgen.press.imposing.grid import ImpositionGrid, note_best_paper, plan_grid
from printgen.press.imposing.impose import (
    count_sheets,
    find_last_used_place,
    impose_faces,
    make_single_page,
)
from printgen.press.imposing.page import Page, move_page, rotate_page
from printgen.press.writing.pdf import DocumentInfo, write_pdf
from printgen.problems import ExitCode, Log, Place, Problem, create_failure, make_note
from printgen.rules.loading.player_file import PlayerFile
from printgen.rules.model import Game, Print
from printgen.rules.queries.content_hash import compute_digest
from printgen.rules.source import Source
from printgen.rules.standalone.deck import TableDeck
from printgen.sheet_layout import FORMAT_VERSION, PrintManifest, SheetLayout
from printgen.system.bundled import get_fonts_folder, get_looks_folder, get_templates_folder

_TOLERANCE = 0.01
"""Tolerance of a back's size, in mm."""

MARGIN_TYPEFACE = ("IBM Plex Sans Condensed", 400)
"""The family and weight of the text in the margin of a sheet."""


class PrintResult(NamedTuple):
    """The PDF of one print, and what is reported about it.

    - `pages`, `pieces`: the number of pages, and of printed cards, markers or whole pages.
    - `sets_label`: if the PDF is for some players or decks only, their names; else "".
    - `advice`: a note on how many pieces fit on each paper.
    - `drawings`: the SVG files of the faces by path, if the user requested them.
    - `credits`: lines that name the authors of the printed icons.
    - `problems`: notes, and the problems that the proof found.
    """

    pdf: bytes
    pages: int
    pieces: int
    sets_label: str
    advice: Problem | None = None
    drawings: Mapping[Path, bytes] = {}
    credits: Collection[str] = ()
    problems: tuple[Problem, ...] = ()


def make_composer(source: Source, *, ink: str = "colour", icons: tuple[Path, ...] = ()) -> Composer:
    """Return the composer of a game, with the templates and fonts of the game and the bundled ones.

    Files of the game replace bundled files of the same name. A standalone table has no templates:
    it uses those of its look (a style of decks), with its own pictures, marks and icons.

    - `ink`: colour, grey or low, as in the option `--ink`.
    - `icons`: more files of icons.

    Raises `Failure` (rules) if a link among the game's templates, fonts or icons leads out of the
    game, or if fonts.css is wrong.
    """
    if isinstance(source, TableDeck):
        icons = *find_icon_files(source.file.parent), *icons
        look, found = get_looks_folder() / source.look, source.picture_folders
        folders = get_templates_folder(), look, *found.folders, *found.upper_folders, *icons
        return Composer(folders, (get_fonts_folder(), *filter(None, [source.font])), ink=ink)
    folder = source.folder if isinstance(source, PlayerFile) else source
    own_icons = find_icon_files(folder)
    details = (path.with_name("info.json") for path in own_icons)
    for path in (folder / "templates", folder / "fonts", *own_icons, *details):
        if not path.resolve().is_relative_to(folder.resolve()):
            # A game from a stranger must not read other files of the user.
            hint = "replace the link with the folder or file itself"
            message = "this link leads out of the game"
            raise create_failure(ExitCode.RULES, Place(str(path)), message, hint)
    fonts = get_fonts_folder(), folder / "fonts"
    roots = folder / "templates", get_templates_folder(), *own_icons, *icons
    return Composer(roots, fonts, ink=ink)


def choose_margin_typeface(composer: Composer, game: Game) -> Typeface:
    """Return the typeface for the text in margins.

    It is a bundled typeface. If that one lacks letters of the game's name, it is the font that the
    user chose for a standalone table, if any.
    """
    typeface = composer.get_typeface(*MARGIN_TYPEFACE)
    is_bundled = not typeface.find_missing_letters(game.about.name)
    return typeface if is_bundled else composer.find_deck_typeface() or typeface


def note_missing_letters(composer: Composer, game: Game) -> Iterator[Problem]:
    """Yield a note with the letters that the font chosen for a standalone table lacks."""
    if typeface := composer.find_deck_typeface():
        faces = chain(*(generate_wanted_faces(game, side, "", None) for side in game.prints))
        words = (text for face in faces for text in "".join(face.content.fields.values()).split())
        if letters := typeface.find_missing_letters("".join(words)):
            yield make_note(str(typeface.path), f"has no {letters[:40]}", "bundled fonts print it")


def count_faces_to_compose(game: Game, job: PrintJob) -> int:
    """Return how many faces must be composed to make a print.

    A back that fills a sheet counts once. If only some rows are printed, the faces of all rows are
    added: their text may have to be measured, to make text equally large on all of them.
    """
    prints = filter(None, (job.print, job.backs))
    pairs = ((print_, keys) for print_ in prints for keys in {job.keys, None})
    counts = (sum(list_face_run_lengths(game, print_, keys) or (1,)) for print_, keys in pairs)
    return sum(counts) * max(1, len(job.sets))


def impose_and_write_print(
    game: Game,
    job: PrintJob,
    faces: Iterator[Face],
    backs: Iterator[Face],
    typeface: Typeface,
    progress: Callable[[str], object],
    svg_folder: Path | None = None,
) -> PrintResult:
    """Place `faces` and the `backs` behind them on pages, and write the PDF of one print.

    The text in margins is set in `typeface`. `progress` is called with a message after each page.
    If `svg_folder` is given, each face is also drawn as an SVG file for that folder. Raises
    `Failure` with the problems of all faces.
    """
    print_ = job.print
    piece_counts: list[int] = []
    first: list[Face] = []
    drawings: dict[Path, bytes] = {}
    icons: dict[str, None] = {}
    smaller = set[str](), set[str]()
    shares = dict[str, float]()
    face_notes, faces_by_name = dict[Problem, None](), dict[str, str]()

    def record_faces(side: Iterator[Face], smaller_names: set[str]) -> Iterator[Face]:
        for face in side:
            shares[face.id] = find_smallest_shown_share(face)
            face_notes.update(dict.fromkeys(face.notes))
            if face.has_smaller_text:
                smaller_names.add(face.id)
            if svg_folder:
                # Imported here: only builds with --svg need the SVG writer.
                from printgen.press.face_svg import make_face_svg

                path = svg_folder / f"{make_face_file_name(face.id, faces_by_name)}.svg"
                drawings[path] = make_face_svg(face, svg_folder)
            yield face

    faces, backs = record_faces(faces, smaller[0]), record_faces(backs, smaller[1])

    def count_pieces(source_pages: Iterator[Page]) -> Iterator[Page]:
        for page in source_pages:
            piece_counts.append(len(page.placements))
            page_faces = [placement.face for placement in page.placements]
            items = chain.from_iterable(face.items for face in page_faces)
            first[:] = first or page_faces[:1]
            marks = (item.drawing for item in items if isinstance(item, PlacedMark))
            icons.update((drawing.credit, None) for drawing in marks if drawing.credit)
            progress(f"{game.about.id}: {print_.id}, {sum(piece_counts)} composed")
            yield page

    pages = impose_pages(game, job, faces, typeface, backs)
    page_iterator = _raise_failures_after_pages(pages, (faces, backs))
    keys = None if print_.is_shared_back else job.keys
    names = keys if isinstance(keys, WantedFaceNames) else None
    manifest = PrintManifest(
        **msgspec.structs.asdict(job.layout),
        form=FORMAT_VERSION,
        game=game.about.id,
        print=print_.id,
        sets=job.sets,
        rows=None if isinstance(keys, WantedFaceNames) else keys,
        faces=None if names is None else tuple(sorted(names)),
        rules=compute_digest(game),
        data=tuple(Path(path).name for path in game.files),
    )
    document = DocumentInfo(format_title(game, print_), game.about.language, manifest, icons)
    pdf = write_pdf(count_pieces(page_iterator), document)
    sets, owners = list_set_keys(game, print_), ""
    if len(job.sets) < len(sets):
        owners = f"{game.table(print_.sets).row_noun} {' and '.join(job.sets)} of {len(sets)}"
    advice = _advise_on_paper(job, first)
    pages_a_piece = job.parts.count if job.parts else 1
    counts = len(piece_counts), sum(piece_counts) // pages_a_piece
    cropped = note_cropped_pictures(game, job, shares)
    notes = (*face_notes, *cropped, *note_smaller_text(game, job, smaller))
    return PrintResult(pdf, *counts, owners, advice, drawings, tuple(icons), notes)


def _raise_failures_after_pages(
    pages: Iterator[Page], faces: Iterable[Iterator[Face]]
) -> Iterator[Page]:
    """Yield the pages, and then raise the problems of all fronts and backs together.

    `faces` are the iterators of faces that the pages are made from. After a failure, they are
    exhausted to find all problems.
    """
    log = Log()
    with log.collect_failures():
        yield from pages
    # After a failure, compose the remaining faces too: one run reports all problems.
    for remaining_faces in faces:
        with log.collect_failures():
            deque(remaining_faces, maxlen=0)
    log.raise_problems()


def compose_print_faces(
    game: Game, job: PrintJob, composer: Composer, font_scale: SharedFontScale | None = None
) -> Iterator[Face]:
    """Compose the faces that a job prints lazily, in printing order.

    `font_scale` measures the size of text that must be equally large on several faces; by default a
    new one does. Pass your own to read its `counts` afterwards.
    """
    print_, sets = job.print, job.sets or ("",)
    bleed = job.layout.limit_bleed(print_.bleed)
    wanted = chain(*(generate_wanted_faces(game, print_, set_, job.keys) for set_ in sets))
    board_layout = job.layout if job.parts else None
    size = job.face_size
    return compose_faces(composer, game, print_, wanted, size, bleed, font_scale, board_layout)


def compose_print_backs(
    game: Game, job: PrintJob, composer: Composer, font_scale: SharedFontScale | None = None
) -> Iterator[Face]:
    """Compose the backs that a job prints in the PDF of its fronts, lazily; none without backs.

    `font_scale` measures the size of text that must be equally large on several faces.
    """
    if job.backs is None:
        return iter(())
    return compose_print_faces(game, replace(job, print=job.backs), composer, font_scale)


def impose_pages(
    game: Game, job: PrintJob, faces: Iterator[Face], typeface: Typeface, backs: Iterator[Face]
) -> Iterator[Page]:
    """Yield the pages of a print lazily, with the faces placed on them.

    If the job has backs, each page of fronts is followed by its page of backs. The text in margins
    is set in `typeface`.
    """
    print_, layout, skip = job.print, job.layout, job.layout.skip
    for set_ in job.sets or ("",):
        known_lengths = list_face_run_lengths(game, print_, job.keys, set_)
        # Without known counts the print is one shared back that fills a sheet: compose it once.
        front_faces = islice(faces, 1 if known_lengths is None else sum(known_lengths))
        first = next(front_faces, None)
        back_faces = _match_backs(job, backs, sum(known_lengths or ()))
        if first is None:
            continue
        back_faces = _check_back_sizes(back_faces, first, job.backs)
        if print_.is_page:
            back_pages: Iterator[Page] = map(make_single_page, back_faces)
            # The long edge of landscape paper is horizontal: flipped on it, backs are upside down.
            if layout.page.width > layout.page.height:
                back_pages = map(rotate_page, back_pages)
            front_pages: Iterator[Page] = map(make_single_page, chain((first,), front_faces))
            yield from _merge_front_and_back(layout, front_pages, back_pages)
            continue
        if job.parts and known_lengths:
            margin = partial(
                build_margin_texts, game, print_, layout, set_key=set_, parts=job.parts
            )
            boards = chain((first,), front_faces)
            yield from impose_board_parts(boards, job.parts, margin, typeface, sum(known_lengths))
            continue
        size, has_marks = (first.width, first.height), job.cut != "none"
        grid = plan_grid(layout, size, job.gaps, first.bleed, has_marks=has_marks)
        lengths = known_lengths or (_count_shared_back_copies(game, job, grid, skip, set_),)
        front_sheets = _count_front_sheets_per_back(game, job, grid, skip)
        fronts = chain((first,), front_faces) if known_lengths else repeat(first, sum(lengths))
        words = partial(build_margin_texts, set_key=set_, front_sheets=front_sheets)
        impose = partial(impose_faces, runs=lengths, grid=grid, typeface=typeface, skip=skip)
        front_pages, back_pages = (
            impose(
                side_faces,
                margin=partial(words, game, side, layout),
                cut=job.cut,
                are_backs=bool(side.backs_of),
            )
            for side_faces, side in ((fronts, print_), (back_faces, job.backs or print_))
        )
        yield from _merge_front_and_back(layout, front_pages, back_pages)
        skip = 0  # the next set begins a fresh sheet


def _match_backs(job: PrintJob, backs: Iterator[Face], front_count: int) -> Iterator[Face]:
    """Yield one back for each of `front_count` fronts.

    It is the front's own back, or the same back for all fronts if they share one. Yields nothing if
    the job has no backs.
    """
    if job.backs is None:
        return iter(())
    if not job.backs.is_shared_back:
        return islice(backs, front_count)
    return chain.from_iterable(repeat(back, front_count) for back in tuple(islice(backs, 1)))


def _check_back_sizes(backs: Iterator[Face], front: Face, print_: Print | None) -> Iterator[Face]:
    """Yield the backs. Raises `Failure` if one does not have the size of `front`.

    `print_` is the print of the backs.
    """
    for back in backs:
        if abs(back.width - front.width) + abs(back.height - front.height) > _TOLERANCE and print_:
            message = f"makes a back of {back.width:g} × {back.height:g} mm"
            message += f" behind fronts of {front.width:g} × {front.height:g} mm"
            hint = "give both the same size: in their style sheets, or with sizes: in prints"
            raise create_failure(ExitCode.RULES, print_.place[0], message, hint)
        yield back


def _merge_front_and_back(
    layout: SheetLayout, fronts: Iterator[Page], backs: Iterator[Page]
) -> Iterator[Page]:
    """Yield the pages of fronts together with those of their backs.

    With `--duplex`, the page of backs follows that of its fronts. With `--fold`, both are one page.
    Otherwise the backs are ignored.
    """
    if not layout.has_backs:
        yield from fronts
        return
    for front, back in zip(fronts, backs, strict=True):
        if layout.fold:
            yield replace(front, placements=(*front.placements, *back.placements))
            continue
        yield front
        back = move_page(back, *layout.offset)
        yield rotate_page(back) if layout.duplex == "short" else back


def _count_front_sheets_per_back(game: Game, job: PrintJob, grid: ImpositionGrid, skip: int) -> int:
    """Return the number of sheets of fronts if all have the same back; 0 if each has its own.

    `grid` is the grid of places on a sheet, and `skip` the number of places to leave empty.
    """
    fronts = game.find_print(job.print.backs_of)
    if not fronts or skip or not job.print.is_shared_back:
        return 0
    return count_sheets(list_face_run_lengths(game, fronts, None) or (), grid)


def _advise_on_paper(job: PrintJob, first_faces: list[Face]) -> Problem | None:
    """Return a note that says how many faces fit on each paper.

    `first_faces` has the first face of the print, which shows the size of all, or nothing. Return
    None if the user cannot choose the paper, for example for pages and bought sheets.
    """
    layout, print_ = job.layout, job.print
    is_fixed = print_.is_page or print_.backs_of or print_.box_of or job.parts
    if is_fixed or layout.sheet or layout.fold or not first_faces:
        return None
    (face,) = first_faces
    size, has_marks = (face.width, face.height), job.cut != "none"
    return note_best_paper(layout, size, job.gaps, face.bleed, has_marks=has_marks)


def _count_shared_back_copies(
    game: Game, job: PrintJob, grid: ImpositionGrid, skip: int, set_key: str
) -> int:
    """Return how many copies of the shared back to print for a set.

    Usually they fill one sheet. If `skip` leaves places of the first sheet empty, the first sheet
    has as many backs as fronts. If there are more sheets of fronts, one full sheet follows.
    """
    front_print = game.find_print(job.print.backs_of) if skip else None
    lengths = front_print and list_face_run_lengths(game, front_print, job.keys, set_key)
    last_index = find_last_used_place(lengths or (grid.place_count,), grid, skip)
    sheet_count = last_index // grid.place_count + 1
    return (last_index + 1 if sheet_count == 1 else min(sheet_count, 2) * grid.place_count) - skip
