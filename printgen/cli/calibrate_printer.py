"""Turn `printgen calibrate` into a page to measure a printer by, or keep what was measured."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import OUTPUT, examples
from printgen.cli.layout_options import shifts_backs
from printgen.problems import ExitCode, Severity
from printgen.system import terminal as console

if TYPE_CHECKING:
    from collections.abc import Callable

    from printgen.press.imposition import Imposition


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
@shifts_backs
@OUTPUT
def calibrate_printer(
    save: tuple[str, float, float] | None,
    lay_out: "Callable[..., Imposition]",
    output: Path,
) -> int:
    """Show how far a printer shifts backs, or keep it.

    What is built is a page of two sides, which says how it is read. With --back-offset or --printer
    its crosses are moved as backs would be, so that they meet the middles of their scales.
    """
    from printgen.job.plan import Order
    from printgen.job.printers import Feed, keep_offset
    from printgen.pipeline.build import Build, get_ready, prepared
    from printgen.pipeline.pictures import Wish
    from printgen.system.bundled import calibration_folder
    from printgen.system.worker_pool import workers

    if save:
        name, *offset = save
        laid_out = lay_out(back_offset=None, printer=None)
        feed = Feed(laid_out.duplex or "", laid_out.paper.id)
        file = keep_offset(name, feed, (offset[0], offset[1]))
        right, down = offset
        across = f"{abs(right):g} mm {'left' if right < 0 else 'right'}"
        along = f"{abs(down):g} mm {'up' if down < 0 else 'down'}"
        console.show(f"{file}: for {name} backs are moved {across}, {along}; {feed}")
        return ExitCode.WELL
    with console.progress() as progress:
        ready = [prepared(calibration_folder(), Order(imposition=lay_out()), Wish(), progress)]
        with workers(1, ready, get_ready) as pool:
            page = Build(0, pool, keep_svg=False, keep_html=False, dry_run=False)
            made, _, notes = page.finish(output, (), Wish(), progress)
    # The figures at its scales are its template's own, and right by being drawn there.
    console.show_problems(one for one in notes if one.severity is not Severity.NOTE)
    for path in made:
        console.show(f"{path}  {console.PROOFED}")
    return ExitCode.WELL
