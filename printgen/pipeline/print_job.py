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

from printgen.content.faces_of_print import Turning, Wanted, contents, margin, runs, sets_of, title
from printgen.job.filenames import file_of
from printgen.job.plan import Planned
from printgen.job.source import Source
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.manifest import FORM, Claim
from printgen.pipeline.face_input import handed
from printgen.pipeline.faces import compose_all
from printgen.press.grid import Places, grid_of, make_folded, make_grid
from printgen.press.impose import impose, last_place, number_of_sheets, single
from printgen.press.imposition import Imposition
from printgen.press.page import Page
from printgen.press.page_transform import moved, turned
from printgen.press.paper_advice import advise
from printgen.press.pdf import Document, write
from printgen.problems import ExitCode, Failure, Failures, Problem, Where
from printgen.rules.content_hash import digest, stamp
from printgen.rules.model import Game, Print
from printgen.rules.player_file import Given
from printgen.rules.sizes import Size
from printgen.system.atomic_files import publish
from printgen.system.bundled import fonts_folder, templates_folder
from printgen.table_deck.deck import Lone

_SLACK = 0.01

MARGIN_FACE = ("IBM Plex Sans Condensed", 400)
"""The family and weight of the margin's words."""


class Printed(NamedTuple):
    """One print's PDF, its pages, and the pieces on them: cards, markers or whole sheets.

    `whose` says of which sets, where it is not of all; `advice` how many each paper holds.
    """

    pdf: bytes
    pages: int
    pieces: int
    whose: str
    advice: str = ""


def composer_of(source: Source, *, grey: bool = False) -> Composer:
    """What sets the faces of a game: the templates and fonts of its folder beside ours.

    A table by itself has ours, and beside it pictures and marks that hide none. With `grey` they
    are in greys. Raises `Failure` (rules) where a folder of these leads out of the game, or
    fonts.css is wrong.
    """
    if isinstance(source, Lone):
        folders = templates_folder(), *source.gallery.folders
        return Composer(folders, (fonts_folder(),), grey=grey)
    folder = source.folder if isinstance(source, Given) else source
    for own in (folder / "templates", folder / "fonts"):
        if not own.resolve().is_relative_to(folder.resolve()):
            hint = "put the folder itself in its place"
            problem = Problem(Where(str(own)), "a link that leads out of the game", hint)
            raise Failure(ExitCode.RULES, (problem,))
    fonts = fonts_folder(), folder / "fonts"
    return Composer((folder / "templates", templates_folder()), fonts, grey=grey)


def number_of_faces(game: Game, planned: Planned) -> int:
    """How many faces of a print are composed, a back that fills its sheets being one."""
    prints = filter(None, (planned.print, planned.backs))
    in_set = (sum(runs(game, one, planned.keys) or (1,)) for one in prints)
    return sum(in_set) * max(1, len(planned.sets))


def printed(
    game: Game,
    planned: Planned,
    faces: Iterator[Face],
    backs: Iterator[Face],
    typeface: Typeface,
    progress: Callable[[str], object],
) -> Printed:
    """One print of `game`, of its faces in order, and what is behind them, as `backs_of` has it.

    Its margin is set in `typeface`.

    Raises `Failure` with what is wrong with any face, or where a face could not be kept.
    """
    print_, asked = planned.print, planned.imposition
    asked = asked.of_pages() if print_.is_page else asked
    held: list[int] = []
    first: list[Face] = []

    def counted(made: Iterator[Page]) -> Iterator[Page]:
        for page in made:
            held.append(len(page.placements))
            first[:] = first or [one.face for one in page.placements[:1]]
            progress(f"{game.about.id}: {print_.id}, {sum(held)} composed")
            yield page

    made = _told(pages(game, planned, faces, typeface, backs), (faces, backs))
    claim = Claim(
        form=FORM,
        game=game.about.id,
        print=print_.id,
        paper=planned.imposition.paper.id,
        sets=planned.sets,
        rows=None if print_.fills_sheet else planned.keys,
        rules=digest(game),
        skip=planned.skip,
        data=tuple(Path(one).name for one in game.given),
        **asked.asked(),
    )
    document = Document(title(game, print_), game.about.language, claim)
    pdf = write(counted(made), document)
    sets, whose = sets_of(game, print_), ""
    if len(planned.sets) < len(sets):
        whose = f"{game.table(print_.sets).noun} {' and '.join(planned.sets)} of {len(sets)}"
    return Printed(pdf, len(held), sum(held), whose, _advice(planned, first))


def _told(pages: Iterator[Page], faces: Iterable[Iterator[Face]]) -> Iterator[Page]:
    """The pages; what is wrong with any of their faces is told when there is none left."""
    failures = Failures()
    with failures.kept():
        yield from pages
    for left in faces:
        with failures.kept():
            deque(left, maxlen=0)
    failures.close()


def faces_of(
    game: Game, planned: Planned, composer: Composer, kept: Path | None = None
) -> Iterator[Face]:
    """The faces of all sets of a print, each composed as asked for."""
    size = _size(planned)
    bleed = planned.imposition.bleed(planned.print.bleed)
    made = compose_all(composer, game, planned.print, _wanted(game, planned), size, bleed)
    return made if kept is None else _kept(made, kept)


def backs_of(
    game: Game, planned: Planned, composer: Composer, kept: Path | None = None
) -> Iterator[Face]:
    """The faces of what is printed behind those of a print, likewise; none where nothing is."""
    if planned.backs is None:
        return iter(())
    return faces_of(game, planned._replace(print=planned.backs), composer, kept)


def keep_pages(game: Game, planned: Planned, composer: Composer, folder: Path) -> None:
    """Writes every face of boxes into `folder` as a page for a browser, one that does not fit too.

    Raises `Failure` where a page could not be written.
    """
    from printgen.press.face_svg import write_svg

    pages = {}
    if planned.backs:
        behind = planned._replace(print=planned.backs, backs=None)
        keep_pages(game, behind, composer, folder)
    for wanted in _wanted(game, planned):
        # What is wrong with a template is told when its face is composed.
        with suppress(Failure):
            template, context = handed(composer, game, planned.print, wanted, _size(planned))
            page = composer.page(template, context, wanted.content.title, folder)
            examples: Any = context["examples"] if page else {}
            if page:
                pages[folder / f"{file_of(wanted.content.face)}.xhtml"] = page
            for name, face in examples.items():
                pages[folder / f"{file_of(name)}.svg"] = write_svg(face, folder, fills=True)
    publish(pages, "name another folder with --output")


def _wanted(game: Game, planned: Planned) -> Iterator[Wanted]:
    sets = planned.sets or ("",)
    return chain.from_iterable(contents(game, planned.print, set_, planned.keys) for set_ in sets)


def _size(planned: Planned) -> Size | None:
    paper = planned.imposition.paper
    is_page = planned.print.is_page
    return Size(paper.id, paper.width, paper.height) if is_page else planned.size


def pages(
    game: Game,
    planned: Planned,
    faces: Iterator[Face],
    typeface: Typeface,
    backs: Iterator[Face],
) -> Iterator[Page]:
    """The pages of a print, each made as asked for; margins are set in `typeface`.

    `backs` are the faces of what is printed behind, where anything is.
    """
    print_, skip, asked = planned.print, planned.skip, planned.imposition
    punched = bool(asked.stock and asked.stock.punched)
    announced = runs(game, print_, planned.keys)
    for set_ in planned.sets or ("",):
        here = islice(faces, 1 if announced is None else sum(announced))
        first = next(here, None)
        behind = _behind(planned, backs, sum(announced or ()))
        if first is None:
            continue
        behind = _as_large(behind, first, planned.backs)
        if print_.is_page:
            laid: Iterator[Page] = map(single, behind)
            if asked.paper.width > asked.paper.height:
                laid = map(turned, laid)
            yield from _together(asked, map(single, chain((first,), here)), laid)
            continue
        grid = _grid(planned, first)
        if skip >= grid.places:
            what = "place" if grid.fold is None else "pair"
            message = f"a sheet has {grid.places} {what}{'s' * (grid.places > 1)} in all"
            problem = Problem(Where(subject=f"--skip {skip}"), message, "leave fewer empty")
            raise Failure(ExitCode.USAGE, (problem,))
        wanted = announced or (_backs(game, planned, grid, skip),)
        shared = _fronts(game, planned, grid, skip)
        turning = Turning(asked.duplex, asked.fold, asked.offset, shared)
        lay = partial(
            impose,
            runs=wanted,
            grid=grid,
            typeface=typeface,
            skip=skip,
            cut=planned.cut,
        )
        fronts, laid = (
            lay(
                faces_,
                margin=_no_words
                if punched
                else partial(margin, game, of, stamp(game), set_=set_, turning=turning),
                backs=bool(of.backs_of),
            )
            for faces_, of in (
                (chain((first,), here) if announced else repeat(first, sum(wanted)), print_),
                (behind, planned.backs or print_),
            )
        )
        yield from _together(asked, fronts, laid)
        skip = 0  # the next set begins a fresh sheet


def _behind(planned: Planned, backs: Iterator[Face], fronts: int) -> Iterator[Face]:
    """The back of each front of a set: its own, or one that all share."""
    if planned.backs is None:
        return iter(())
    if not planned.backs.fills_sheet:
        return islice(backs, fronts)
    return chain.from_iterable(repeat(one, fronts) for one in tuple(islice(backs, 1)))


def _as_large(backs: Iterator[Face], front: Face, print_: Print | None) -> Iterator[Face]:
    """The backs, which must be as large as their fronts."""
    for back in backs:
        if abs(back.width - front.width) + abs(back.height - front.height) > _SLACK and print_:
            found = f"makes a back of {back.width:g} × {back.height:g} mm"
            found += f" behind fronts of {front.width:g} × {front.height:g} mm"
            hint = "give both one size: in their style sheets, or by sizes: in prints"
            raise Failure(ExitCode.RULES, (Problem(print_.place[0], found, hint),))
        yield back


def _together(asked: Imposition, fronts: Iterator[Page], backs: Iterator[Page]) -> Iterator[Page]:
    """The pages of fronts, each with that of its backs where they come along."""
    if not (asked.duplex or asked.fold):
        yield from fronts
        return
    for front, back in zip(fronts, backs, strict=True):
        if asked.fold:
            yield replace(front, placements=(*front.placements, *back.placements))
            continue
        yield front
        back = moved(back, *asked.offset)
        yield turned(back) if asked.duplex == "short" else back


def _fronts(game: Game, planned: Planned, grid: Places, skip: int) -> int:
    """How many sheets of fronts one sheet of backs goes behind; 0 where each has its own."""
    fronts = game.find_print(planned.print.backs_of)
    in_set = runs(game, fronts, None) if fronts and planned.print.fills_sheet and not skip else None
    return number_of_sheets(in_set, grid) if in_set else 0


def _grid(planned: Planned, face: Face) -> Places:
    """The places on each sheet, for faces of one size. Raises `Failure` (usage)."""
    asked = planned.imposition
    if asked.stock:
        grid = grid_of(asked.stock, face.bleed)
    else:
        measures = face.width, face.height, planned.gutter, face.bleed
        lay = make_folded if asked.fold else make_grid
        grid = lay(asked.paper, *measures, marked=planned.cut != "none")
    if asked.cut == "lines" and not any(grid.gutters):
        hint = "part the pieces, such as with --gutter 6, or leave it out"
        problem = Problem(Where(subject="--cut lines"), "pieces that butt have no gutters", hint)
        raise Failure(ExitCode.USAGE, (problem,))
    return grid


def _advice(planned: Planned, first: list[Face]) -> str:
    """How many faces each paper holds, of what may lie on any."""
    asked, print_ = planned.imposition, planned.print
    if print_.is_page or print_.backs_of or asked.stock or asked.fold or not first:
        return ""
    (face,) = first
    size, marked = (face.width, face.height), planned.cut != "none"
    return advise(asked, size, planned.gutter, face.bleed, marked=marked)


def _no_words(sheet: int, sheets: int) -> Mapping[str, str]:
    """What the margin of a sheet says that is cut already."""
    return {}


def _backs(game: Game, planned: Planned, grid: Places, skip: int) -> int:
    """How many backs: a whole sheet; where one was begun as many as its fronts, and a whole one."""
    fronts = game.find_print(planned.print.backs_of) if skip else None
    wanted = (fronts and runs(game, fronts, planned.keys)) or (grid.places,)
    last = last_place(wanted, grid, skip)
    sheets = last // grid.places + 1
    return (last + 1 if sheets == 1 else min(sheets, 2) * grid.places) - skip


def _kept(faces: Iterator[Face], folder: Path) -> Iterator[Face]:
    """The faces, each written into `folder` as it comes by."""
    # Only a build that keeps its faces pays for writing them.
    from printgen.press.face_svg import write_svg

    for face in faces:
        path = folder / f"{file_of(face.id)}.svg"
        publish({path: write_svg(face, folder)}, "name another folder with --output")
        yield face
