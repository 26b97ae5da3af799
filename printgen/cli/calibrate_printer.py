"""Turn `printgen calibrate` into a page to measure a printer by, or keep what was measured."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen import console
from printgen.cli.lay_out import LANDSCAPE
from printgen.cli.turning import DUPLEX, moves_backs, with_backs
from printgen.cli.typed import PAPER, examples
from printgen.problems import ExitCode, Severity

if TYPE_CHECKING:
    from printgen.press.imposition import Edge


@click.command(
    "calibrate",
    epilog=examples(
        "calibrate",
        "calibrate --duplex short --paper letter",
        "calibrate --save laser 1.2 -0.5 --duplex long --paper a4",
        "build my-game --duplex long --printer laser",
    ),
)
@click.option(
    "--save",
    type=(str, float, float),
    metavar="NAME RIGHT DOWN",
    help="Keep by how many mm the backs of the printer NAME are to be moved.",
)
@PAPER
@LANDSCAPE
@DUPLEX
@moves_backs
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default="output",
    help="The folder to build the page into.",
)
def calibrate_printer(
    save: tuple[str, float, float] | None,
    paper: str,
    duplex: "Edge | None",
    output: Path,
    back_offset: tuple[float, float] | None,
    printer: str | None,
    *,
    landscape: bool,
) -> int:
    """Show how far a printer shifts backs, or keep it.

    What is built is a page of two sides, which says how it is read. With --back-offset or --printer
    its crosses are moved as backs would be, so that they meet the middles of their scales.
    """
    from printgen.build import Build, get_ready, prepared
    from printgen.order import Order
    from printgen.picturing import Wish
    from printgen.press.imposition import Imposition
    from printgen.press.paper import find_paper
    from printgen.printers import Feed, keep_offset
    from printgen.resources import calibration_folder
    from printgen.workers import workers

    duplex, sheet = duplex or "long", find_paper(paper)
    sheet = sheet.turned() if landscape else sheet
    if save:
        name, *offset = save
        feed = Feed(duplex, sheet.id)
        file = keep_offset(name, feed, (offset[0], offset[1]))
        right, down = offset
        across = f"{abs(right):g} mm {'left' if right < 0 else 'right'}"
        along = f"{abs(down):g} mm {'up' if down < 0 else 'down'}"
        console.show(f"{file}: for {name} backs are moved {across}, {along}; {feed}")
        return ExitCode.WELL
    asked = with_backs(Imposition(sheet), duplex, back_offset, printer)
    with console.progress() as progress:
        ready = [prepared(calibration_folder(), Order(imposition=asked), Wish(), progress)]
        with workers(1, ready, get_ready) as pool:
            page = Build(0, pool, keep_svg=False, keep_html=False, dry_run=False)
            made, _, notes = page.finish(output, (), Wish(), progress)
    # The figures at its scales are its template's own, and right by being drawn there.
    console.show_problems(one for one in notes if one.severity is not Severity.NOTE)
    for path in made:
        console.show(f"{path}  {console.PROOFED}")
    return ExitCode.WELL
