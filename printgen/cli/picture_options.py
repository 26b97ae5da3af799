"""Turn what was typed of pictures into which of them are wished for."""

from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import bundle_options, find_env

if TYPE_CHECKING:
    from printgen.pipeline.pictures import Wishes


def _options(png: int | None, corners: str, *, with_bleed: bool, tts: bool) -> "Wishes":
    """What is wished for as typed; raises a mistake of use where it cannot be."""
    from printgen.pipeline.pictures import Wishes

    is_rounded, set_for_good = corners == "round", find_env(click.get_current_context())
    for option, is_set in (("--with-bleed", with_bleed), ("--corners", is_rounded)):
        if is_set and not png and option not in set_for_good:
            raise click.UsageError(f"{option} is of pictures: add --png 300")
    if is_rounded and with_bleed and png:
        raise click.UsageError("--corners are cut off, and --with-bleed is for who cuts later")
    return Wishes(png, with_bleed and bool(png), is_rounded, tts)


picture_options = bundle_options(
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
    factory=_options,
)
"""Gives a command the options that ask for pictures."""
