"""Turn what was typed of pictures into which of them are wished for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.typed import variables

if TYPE_CHECKING:
    from printgen.picturing import Wish

USUAL_CORNERS = 3.0
"""The radius in mm of what is called round: that of most cards one can buy."""

_MOST_CORNERS = 10.0
_WISHES = (
    click.option(
        "--png",
        type=click.IntRange(50, 1_200),
        metavar="DPI",
        help="Picture every face too, as it was proofed, with so many dots an inch.",
    ),
    click.option("--with-bleed", is_flag=True, help="With --png picture what bleeds too."),
    click.option(
        "--corners",
        metavar="MM",
        help="With --png cut corners off: round (3 mm), a radius in mm, or square."
        "  [default: square; round pieces are circles]",
    ),
    click.option("--tts", is_flag=True, help="Make what Tabletop Simulator loads too."),
)


def pictures(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that ask for pictures."""
    for option in reversed(_WISHES):
        command = option(command)
    return command


def wish(png: int | None, corners: str | None, *, with_bleed: bool, tts: bool) -> "Wish":
    """What is wished for as typed; raises a mistake of use where it cannot be."""
    from printgen.picturing import Wish
    from printgen.rules.scalars import Fault, length

    set_for_good = variables(click.get_current_context())
    for option, typed in (("--with-bleed", with_bleed), ("--corners", corners)):
        if typed and not png and option not in set_for_good:
            raise click.UsageError(f"{option} is of pictures: add --png 300")
    if not png:
        return Wish(tabletop=tts)
    radius = {"round": USUAL_CORNERS, "square": 0.0, None: 0.0}.get(corners, -1.0)
    if radius < 0:
        try:
            radius = length(corners)
        except Fault as fault:
            raise click.UsageError(f"--corners {corners}: {fault.found}; {fault.hint}") from None
    if radius > _MOST_CORNERS:
        raise click.UsageError(f"--corners {corners}: write at most {_MOST_CORNERS:g}")
    if radius and with_bleed:
        raise click.UsageError("--corners are cut off, and --with-bleed is for who cuts later")
    return Wish(png, with_bleed, radius, tts)
