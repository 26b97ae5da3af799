"""Turn `printgen calibrate` into a page to measure a printer by, or keep what was measured."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import OUTPUT, format_examples
from printgen.cli.layout_options import calibration_options
from printgen.problems import ExitCode, Severity
from printgen.system import terminal as console

if TYPE_CHECKING:
    from collections.abc import Callable

    from printgen.press.imposition import Imposition


@click.command(
    "calibrate",
    epilog=format_examples(
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
@calibration_options
@OUTPUT
def calibrate_printer(
    save: tuple[str, float, float] | None, lay_out: "Callable[..., Imposition]", output: Path
) -> int:
    """Show how far a printer shifts backs, or keep it.

    What is built is a page of two sides, which says how it is read. With --back-offset or --printer
    its crosses are moved as backs would be, so that they meet the middles of their scales.
    """
    from printgen.job.plan import Request
    from printgen.job.printers import PaperFeed, save_offset
    from printgen.pipeline.build import GameBuild, preload_proof, prepare
    from printgen.pipeline.pictures import Wishes
    from printgen.system.bundled import calibration_folder
    from printgen.system.worker_pool import start_worker_pool

    if save:
        name, *offset = save
        laid_out = lay_out(back_offset=None, printer=None)
        feed = PaperFeed(laid_out.duplex or "", laid_out.paper.id)
        file = save_offset(name, feed, (offset[0], offset[1]))
        right, down = offset
        across = f"{abs(right):g} mm {'left' if right < 0 else 'right'}"
        along = f"{abs(down):g} mm {'up' if down < 0 else 'down'}"
        console.echo(f"{file}: for {name} backs are moved {across}, {along}; {feed}")
        return ExitCode.OK
    with console.show_progress() as progress:
        prepared_games = [
            prepare(calibration_folder(), Request(imposition=lay_out()), Wishes(), progress)
        ]
        with start_worker_pool(1, prepared_games, preload_proof) as pool:
            build = GameBuild(0, pool, keep_svg=False, keep_html=False, dry_run=False)
            results, _, notes = build.run(output, (), Wishes(), progress)
    # The figures at its scales are its template's own, and right by being drawn there.
    console.print_problems(note for note in notes if note.severity is not Severity.NOTE)
    for path in results:
        console.echo(f"{path}  {console.PROOFED}")
    return ExitCode.OK
