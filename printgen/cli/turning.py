"""Turn what was typed about backs into how they come behind their fronts."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from printgen.problems import ExitCode, Failure, Problem, Where

if TYPE_CHECKING:
    from printgen.press.imposition import Edge, Imposition

DUPLEX = click.option(
    "--duplex",
    type=click.Choice(["long", "short"], case_sensitive=False),
    help="Print each page's backs on the next, for paper flipped on its long or short edge.",
)
_MOVING = (
    click.option(
        "--back-offset",
        type=float,
        nargs=2,
        metavar="RIGHT DOWN",
        help="With --duplex move the backs by so many mm, as their page reads.",
    ),
    click.option(
        "--printer",
        metavar="NAME",
        help="With --duplex move the backs as `printgen calibrate --save NAME` kept it.",
    ),
)
_FOLD = click.option(
    "--fold",
    is_flag=True,
    help="Print fronts and backs head to head, to be folded, glued and cut.",
)


def turns_paper(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how backs come behind their fronts."""
    for option in reversed((DUPLEX, *_MOVING, _FOLD)):
        command = option(command)
    return command


def moves_backs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that move backs."""
    for option in reversed(_MOVING):
        command = option(command)
    return command


def with_backs(
    asked: "Imposition",
    duplex: "Edge | None",
    back_offset: tuple[float, float] | None,
    printer: str | None,
    *,
    fold: bool = False,
) -> "Imposition":
    """The same with backs as typed. Raises `Failure` (usage) for a printer that is not kept so."""
    from printgen.printers import Feed, check_offset, find_offset

    offset = back_offset or (0.0, 0.0)
    if printer is not None:
        subject, wrong = f"--printer {printer}", ""
        if back_offset:
            wrong, hint = "cannot stand beside --back-offset", "leave one of them out"
        elif not duplex:
            wrong = "says how far backs behind fronts are moved, and none are asked for"
            hint = "add --duplex long or --duplex short"
        if wrong:
            raise Failure(ExitCode.USAGE, (Problem(Where(subject=subject), wrong, hint),))
        offset = find_offset(printer, Feed(duplex or "", asked.paper.id))
    check_offset("--back-offset {:g} {:g}".format(*offset), offset)
    return asked._replace(duplex=duplex, fold=fold, offset=offset)
