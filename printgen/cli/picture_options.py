"""Turn what was typed of pictures into which of them are wished for."""

from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import together, variables

if TYPE_CHECKING:
    from printgen.pipeline.pictures import Wish


def _wish(png: int | None, corners: str, *, with_bleed: bool, tts: bool) -> "Wish":
    """What is wished for as typed; raises a mistake of use where it cannot be."""
    from printgen.pipeline.pictures import Wish

    rounded, set_for_good = corners == "round", variables(click.get_current_context())
    for option, typed in (("--with-bleed", with_bleed), ("--corners", rounded)):
        if typed and not png and option not in set_for_good:
            raise click.UsageError(f"{option} is of pictures: add --png 300")
    if rounded and with_bleed and png:
        raise click.UsageError("--corners are cut off, and --with-bleed is for who cuts later")
    return Wish(png, with_bleed and bool(png), rounded, tts)


wishes = together(
    "wished",
    click.option(
        "--png",
        type=click.IntRange(50, 1_200),
        metavar="DPI",
        help="Picture every face too, as it was proofed, with so many dots an inch.",
    ),
    click.option("--with-bleed", is_flag=True, help="With --png picture what bleeds too."),
    click.option(
        "--corners",
        type=click.Choice(["square", "round"]),
        default="square",
        help="With --png cut corners off, by 3 mm; round pieces are circles anyway.",
    ),
    click.option("--tts", is_flag=True, help="Make what Tabletop Simulator loads too."),
    made=_wish,
)
"""Gives a command the options that ask for pictures."""
