"""Turn one print of a Game into the bytes of its PDF: compose, impose, write.

Faces and pages stream through; only the finished PDF is held. It proves nothing and replaces no
PDF.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from printgen.content.catalogue import keys_of, title
from printgen.jobs import Job, compose_all
from printgen.keep import Keeper
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.order import Order
from printgen.press.page import Page
from printgen.press.paper import Paper
from printgen.press.pdf import Document, write
from printgen.resources import fonts_folder, templates_folder
from printgen.rules.digest import digest
from printgen.rules.model import Game, Print
from printgen.stacks import pages

Progress = Callable[[str], None]
"""Told what is being done, often; it may show it or not."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One print's PDF, its pages, and the pieces on them: cards, markers or whole sheets."""

    print: Print
    pdf: bytes
    pages: int
    pieces: int


def composer_of(folder: Path) -> Composer:
    """What sets the faces of the game in `folder`: its own templates and fonts beside ours."""
    return Composer((folder / "templates", templates_folder()), (fonts_folder(), folder / "fonts"))


def printed(
    game: Game,
    print_: Print,
    order: Order,
    composer: Composer,
    paper: Paper,
    faces: Path | None,
    progress: Progress,
) -> Printed:
    """One print of `game` as `order` asks for it; with `faces`, its merged faces are kept there.

    Raises `Failure` with what is wrong with any face, or where a face could not be kept.
    """
    sets, keys = order.sets(game, print_), order.keys(game, print_)
    counted = _Counted(progress, f"{game.id}: {print_.id}")
    document = Document(
        title=title(game, print_),
        language=game.language,
        game=game.id,
        print=print_.id,
        paper=paper.id,
        sets=sets,
        rows=None if keys is None else tuple(key for key in keys_of(game, print_) if key in keys),
        digest=digest(game),
    )
    keeper = Keeper(composer, faces / print_.id) if faces else None

    def compose(jobs: Iterable[Job]) -> Iterator[Face]:
        return compose_all(composer, keeper(jobs) if keeper else jobs)

    typeface = composer.typeface(*_MARGIN_FACE)
    size = order.size(print_)
    made = pages(game, print_, sets, keys, size, paper, compose, typeface)
    pdf = write(counted(made), document)
    if keeper:
        keeper.clear()
    return Printed(print_, pdf, counted.sheets, counted.pieces)


_MARGIN_FACE = ("IBM Plex Sans Condensed", 400)


class _Counted:
    """Counts what streams by, and tells of it now and then."""

    def __init__(self, progress: Progress, what: str) -> None:
        self.sheets = 0
        self.pieces = 0
        self._progress = progress
        self._what = what

    def __call__(self, pages: Iterable[Page]) -> Iterator[Page]:
        """The same pages."""
        for page in pages:
            self.sheets += 1
            self.pieces += len(page.placements)
            self._progress(f"{self._what}, {self.pieces} composed")
            yield page
