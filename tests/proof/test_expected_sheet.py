"""A print that is not laid out as was asked is found, each fault seeded by itself."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pikepdf
import pytest
import seed
from seed import MM, Page, op

import printgen.layout.compose
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import (
    MARGIN_TYPEFACE,
    compose_print_faces,
    impose_and_write_print,
    make_composer,
)
from printgen.proof.proof import proof_pdf
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.sheet_layout import SheetLayout
from tests.cli import imposed_game
from tests.cli.imposed_game import write


def made(
    folder: Path, of: int = 0, art: str = "", size: tuple[str, ...] = (), gutter: float = 6.0
) -> tuple[bytes, Game]:
    """The deck of the flat cards on A4, or with 1 its backs, and their game."""
    game = load_game(write(folder, art, "-3mm"))
    asked = SheetLayout(paper="a4", gutter=gutter)
    planned = plan_jobs(Request(("deck",), sizes=size, layout=asked), game)[of]
    composer = make_composer(folder / "g")
    faces = compose_print_faces(game, planned, composer)
    return impose_and_write_print(
        game, planned, faces, iter(()), composer.get_typeface(*MARGIN_TYPEFACE), id
    ).pdf, game


@lru_cache(maxsize=2)
def sound(of: int = 0) -> tuple[bytes, Game]:
    """The same, made once."""
    with TemporaryDirectory() as folder:
        return made(Path(folder), of)


def told(pdf: bytes, game: Game) -> str:
    return "\n".join(map(str, proof_pdf(pdf, game)))


@pytest.mark.parametrize("of", [0, 1])
def test_the_prints_that_faults_are_seeded_on_are_clean(of: int) -> None:
    assert told(*sound(of)) == ""


def box(key: str, grow: float) -> seed.Step:
    """One of the page's boxes, the trim grown so far."""

    def change(page: Page) -> None:
        left, bottom, right, top = map(float, page.page["/TrimBox"])
        by = grow * MM
        page.page[key] = pikepdf.Array([left - by, bottom - by, right + by, top + by])

    return change


def moved(page: Page) -> None:
    """Boxes and all, as if the block lay a mm to the right."""
    for key in ("/TrimBox", "/BleedBox"):
        left, bottom, right, top = map(float, page.page[key])
        page.page[key] = pikepdf.Array([left + MM, bottom, right + MM, top])


def over(*edges: float) -> seed.Step:
    """Something painted on the first card that reaches so far, in mm on the page."""

    def paint(page: Page) -> None:
        left, top, right, bottom = edges
        at = (left * MM, (page.height - bottom) * MM, (right - left) * MM, (bottom - top) * MM)
        page.over("a", op("g", 0.5), op("re", *at), op("f"))

    return paint


def ruled(page: Page) -> None:
    """A line of the sheet's own across the first row of cards."""
    y = (page.height - 70) * MM
    line = [op("m", 10 * MM, y), op("l", 200 * MM, y), op("S")]
    page.steps += [op("q"), *line, op("Q")]


def taken(face: str) -> seed.Step:
    def take(page: Page) -> None:
        start, end = page.span(face)
        del page.steps[start : end + 1]

    return take


def last_taken(page: Page) -> None:
    end = max(i for i, step in enumerate(page.steps) if str(step.operator) == "EMC")
    names = [str(step.operands[0]) for step in page.steps if str(step.operator) == "BDC"]
    assert "/Face" in names
    starts = [i for i, step in enumerate(page.steps[:end]) if str(step.operator) == "BDC"]
    first = max(i for i in starts if str(page.steps[i].operands[0]) == "/Face")
    depth = 0
    for i in range(first, len(page.steps)):
        depth += {"BDC": 1, "BMC": 1, "EMC": -1}.get(str(page.steps[i].operator), 0)
        if not depth:
            del page.steps[first : i + 1]
            return


FAULTS: dict[str, tuple[seed.Step, int, str]] = {
    "no bleed box": (box("/BleedBox", 0), 0, "is not its TrimBox"),
    "a bleed box too large": (box("/BleedBox", 4), 0, "plus 3 mm"),
    "a trim box that is the bleed's": (box("/TrimBox", 3), 0, "is not its TrimBox"),
    "boxes off the middle": (moved, 0, "is not centred on the page"),
    "paint over a neighbour": (
        over(60, 40, 112, 60),
        0,
        "paints 7.0 mm beyond its bleed of 3 mm",
    ),
    "a line over a card": (ruled, 0, "has a mark or a line of the margin printed over it"),
    "a card gone": (taken("c"), 0, "card c: error: is not printed"),
    "a back gone": (last_taken, 1, "has a back in 5 of its 6 places"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(fault: str) -> None:
    step, of, found = FAULTS[fault]
    pdf, game = sound(of)
    assert found in told(seed.seeded(pdf, step), game)


def no_bleed(items: Any, *rest: float) -> Iterator[Any]:
    yield from items


@pytest.mark.parametrize(("size", "sides"), [((), 4), (("deck=punch-25",), 1)])
def test_colour_that_ends_at_the_trim_is_found(
    size: tuple[str, ...], sides: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On each side, and all round what is round."""
    monkeypatch.setattr(printgen.layout.compose, "add_bleed", no_bleed)
    found = told(*made(tmp_path, size=size))
    assert found.count("face a: error: its colour ends at the trim") == sides


def test_what_only_touches_the_trim_may_end_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A disc as wide as its card is no ground that would show white."""
    disc = "body { border-radius: 50%%; width: 63.5mm; height: 63.5mm; }"
    monkeypatch.setattr(imposed_game, "CSS", imposed_game.CSS + disc)
    assert told(*made(tmp_path)) == ""


def test_paint_is_held_as_it_is_clipped(tmp_path: Path) -> None:
    """What reaches 3 mm over the trim is right where it is cut off at 1, and not without."""
    pdf, game = made(tmp_path, art='<div class="art"></div>', gutter=2.0)
    assert told(pdf, game) == ""

    def unclipped(page: Page) -> None:
        page.steps[:] = [step for step in page.steps if str(step.operator) not in ("W", "n")]

    assert "paints 2.0 mm beyond its bleed of 1 mm" in told(seed.seeded(pdf, unclipped), game)


CLAIMS: list[tuple[dict[str, object], str]] = [
    ({"gutter": 4.0}, "is not its TrimBox"),
    ({"gutter": None}, "is not its TrimBox"),
    ({"paper": "letter"}, "letter is 215.9 × 279.4 mm"),
    ({"paper": "a4-landscape"}, "a4-landscape is 297 × 210 mm"),
    ({"paper": "210x300"}, "210x300 is 210 × 300 mm"),
    (
        {"sheet": [210, 297, 63.5, 88.9, 2, 3, 30, 9, 6, 6]},
        "the box around the places of its sheet is 30.0, 9.0",
    ),
    ({"sheet": [1e308] * 10}, "e308"),
]


@pytest.mark.parametrize(("claim", "found"), CLAIMS)
def test_a_print_that_was_asked_for_otherwise_is_found(
    claim: dict[str, object], found: str
) -> None:
    pdf, game = sound()
    if found == "e308":
        assert told(seed.claiming(pdf, **claim), game)
    else:
        assert found in told(seed.claiming(pdf, **claim), game)
