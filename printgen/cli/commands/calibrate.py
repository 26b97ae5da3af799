"""The command `printgen calibrate`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printgen.cli import terminal
from printgen.cli.options.arguments import OUTPUT_OPTION, format_examples, parse_length_option
from printgen.cli.options.sheets import calibration_options
from printgen.problems import ExitCode, Severity, create_failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from printgen.sheet_layout import SheetLayout


_MIN_WIDTH, _MIN_HEIGHT = 140.0, 210.0
"""The sides, in mm, of the smallest page with room for the scales and the steps, in portrait."""


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
    type=(str, parse_length_option, parse_length_option),
    metavar="NAME RIGHT DOWN",
    help="Save how far to move the backs of the printer NAME, in mm right and down.",
)
@calibration_options
@OUTPUT_OPTION
def calibrate_printer(
    save: tuple[str, float, float] | None, make_layout: "Callable[..., SheetLayout]", output: Path
) -> int:
    """Measure how far a printer shifts backs, or save the offset.

    Writes a calibration page with two sides, which explains how to read it. With --back-offset or
    --printer, its crosses are moved in the same way as backs. Each cross should then meet the
    middle of its scale.
    """
    from printgen.cli.options.printers import format_feed_options, save_offset
    from printgen.pipeline.build import GameBuild, prepare_game
    from printgen.pipeline.plan import Request
    from printgen.system.bundled import get_calibration_folder

    if save:
        name, right, down = save
        feed = format_feed_options(make_layout(back_offset=None, printer=None))
        file = save_offset(name, feed, (right, down))
        across = f"{abs(right):g} mm {'left' if right < 0 else 'right'}"
        along = f"{abs(down):g} mm {'up' if down < 0 else 'down'}"
        terminal.echo(f"{file}: for {name} backs are moved {across}, {along}; {feed}")
        return ExitCode.OK
    layout = make_layout()
    width, height = sorted((layout.page.width, layout.page.height))
    if width < _MIN_WIDTH or height < _MIN_HEIGHT:
        option = f"--paper {layout.page.option_text}"
        message = "is too small for the calibration page"
        hint = f"use a5 or larger, and save its numbers with {option}"
        raise create_failure(ExitCode.DOES_NOT_FIT, option, message, hint)
    with terminal.show_progress() as progress:
        request = Request(layout=layout)
        prepared = prepare_game(get_calibration_folder(), request, (), progress)
        results, _, notes = GameBuild(prepared, None, output, ()).run((), progress)
    # Drop the notes: they are about the numbers of the scales, which are in the template.
    terminal.print_problems(note for note in notes if note.severity is not Severity.NOTE)
    for path in results:
        terminal.echo(f"{path}  {terminal.PROOFED_STATUS}")
    return ExitCode.OK
