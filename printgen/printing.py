"""Turn one print of a Game into the bytes of its PDF: compose, impose, write.

Faces and pages stream through; only the finished PDF is held. No two sets share a sheet, so that
each can be cut by itself. It proves nothing and replaces no PDF.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from printgen.content.catalogue import Wanted, contents, margin, runs, sets_of, title
from printgen.faces import compose_all
from printgen.handing import handed
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.lone.deck import Lone
from printgen.naming import shortened
from printgen.order import Planned
from printgen.press.grid import Places, make_grid
from printgen.press.impose import impose, last_place, single
from printgen.press.page import Page
from printgen.press.paper import Paper
from printgen.press.pdf import Document, write
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.publish import publish
from printgen.resources import fonts_folder, templates_folder
from printgen.rules.digest import digest, stamp
from printgen.rules.given import Given
from printgen.rules.model import Game
from printgen.rules.sizes import Size
from printgen.source import Source

MARGIN_FACE = ("IBM Plex Sans Condensed", 400)
"""The family and weight of the margin's words."""


class Printed(NamedTuple):
    """One print's PDF, its pages, and the pieces on them: cards, markers or whole sheets.

    `whose` says of which sets, where it is not of all.
    """

    pdf: bytes
    pages: int
    pieces: int
    whose: str


def composer_of(source: Source) -> Composer:
    """What sets the faces of a game: the templates and fonts of its folder beside ours.

    A table by itself has ours, and beside it pictures and marks that hide none. Raises `Failure`
    (rules) where a folder of these leads out of the game, or fonts.css is wrong.
    """
    if isinstance(source, Lone):
        return Composer((templates_folder(), *source.gallery.folders), (fonts_folder(),))
    folder = source.folder if isinstance(source, Given) else source
    for own in (folder / "templates", folder / "fonts"):
        if not own.resolve().is_relative_to(folder.resolve()):
            hint = "put the folder itself in its place"
            problem = Problem(Where(str(own)), "a link that leads out of the game", hint)
            raise Failure(ExitCode.RULES, (problem,))
    return Composer((folder / "templates", templates_folder()), (fonts_folder(), folder / "fonts"))


def number_of_faces(game: Game, planned: Planned) -> int:
    """How many faces of a print are composed, a back that fills its sheets being one."""
    in_set = runs(game, planned.print, planned.keys) or (1,)
    return sum(in_set) * max(1, len(planned.sets))


def printed(
    game: Game,
    planned: Planned,
    paper: Paper,
    composer: Composer,
    kept: Path | None,
    progress: Callable[[str], None],
) -> Printed:
    """One print of `game`; its faces are kept as SVG in the folder `kept`, if there is one.

    Raises `Failure` with what is wrong with any face, or where a face could not be kept.
    """
    print_ = planned.print
    held: list[int] = []

    def told() -> Iterator[Page]:
        faces = faces_of(game, planned, paper, composer, kept)
        for page in pages(game, planned, paper, faces, composer.typeface(*MARGIN_FACE)):
            held.append(len(page.placements))
            progress(f"{game.about.id}: {print_.id}, {sum(held)} composed")
            yield page
        # What is wrong with any face is told when there is none left.
        next(faces, None)

    document = Document(
        title=title(game, print_),
        language=game.about.language,
        game=game.about.id,
        print=print_.id,
        paper=paper.id,
        sets=planned.sets,
        rows=None if print_.backs_of else planned.keys,
        digest=digest(game),
        skip=planned.skip,
        data=tuple(Path(one).name for one in game.given),
    )
    pdf = write(told(), document)
    sets, whose = sets_of(game, print_), ""
    if len(planned.sets) < len(sets):
        whose = f"{game.table(print_.sets).noun} {' and '.join(planned.sets)} of {len(sets)}"
    return Printed(pdf, len(held), sum(held), whose)


def faces_of(
    game: Game, planned: Planned, paper: Paper, composer: Composer, kept: Path | None = None
) -> Iterator[Face]:
    """The faces of all sets of a print, each composed as asked for."""
    size = _size(planned, paper)
    made = compose_all(composer, game, planned.print, _wanted(game, planned), size)
    return made if kept is None else _kept(made, kept)


def keep_pages(
    game: Game, planned: Planned, paper: Paper, composer: Composer, folder: Path
) -> None:
    """Writes every face of boxes into `folder` as a page for a browser, one that does not fit too.

    Raises `Failure` where a page could not be written.
    """
    from printgen.press.face_svg import write_svg

    pages = {}
    for wanted in _wanted(game, planned):
        # What is wrong with a template is told when its face is composed.
        with suppress(Failure):
            template, context = handed(composer, game, planned.print, wanted, _size(planned, paper))
            page = composer.page(template, context, wanted.content.title, folder)
            examples: Any = context["examples"] if page else {}
            if page:
                pages[folder / f"{quote(wanted.content.face, safe='')}.xhtml"] = page
            for name, face in examples.items():
                path = folder / f"{quote(name, safe='')}.svg"
                pages[path] = write_svg(face, folder, fills=True)
    publish(pages, "name another folder with --output")


def _wanted(game: Game, planned: Planned) -> Iterator[Wanted]:
    sets = planned.sets or ("",)
    return chain.from_iterable(contents(game, planned.print, set_, planned.keys) for set_ in sets)


def _size(planned: Planned, paper: Paper) -> Size | None:
    is_page = planned.print.is_page
    return Size(paper.id, paper.width, paper.height) if is_page else planned.size


def pages(
    game: Game, planned: Planned, paper: Paper, faces: Iterator[Face], typeface: Typeface
) -> Iterator[Page]:
    """The pages of a print, each made as asked for; margins are set in `typeface`."""
    print_, size, skip = planned.print, planned.size, planned.skip
    if print_.is_page:
        yield from map(single, faces)
        return
    announced = runs(game, print_, planned.keys)
    for set_ in planned.sets or ("",):
        here = islice(faces, 1 if announced is None else sum(announced))
        first = next(here, None)
        if first is None:
            continue
        grid = make_grid(paper, first.width, first.height, size.gutter if size else 0.0)
        if skip >= grid.places:
            message = f"a sheet has {grid.places} place{'s' * (grid.places > 1)} in all"
            problem = Problem(Where(subject=f"--skip {skip}"), message, "leave fewer empty")
            raise Failure(ExitCode.USAGE, (problem,))
        wanted = announced or (_backs(game, planned, grid, skip),)
        yield from impose(
            chain((first,), here) if announced else repeat(first, sum(wanted)),
            wanted,
            grid,
            partial(margin, game, print_, stamp(game), set_=set_),
            typeface,
            skip=skip,
            crop_marks=not (size and size.round),
            mirrored=bool(print_.backs_of),
        )
        skip = 0  # the next set begins a fresh sheet


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
        # A face's name holds letters of the game's data, which may hold anything.
        name = quote(face.id, safe="")
        path = folder / f"{name if len(name) < 200 else shortened(face.id)}.svg"
        publish({path: write_svg(face, folder)}, "name another folder with --output")
        yield face
