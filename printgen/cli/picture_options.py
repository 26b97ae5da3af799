"""The options for pictures of faces and for virtual tables."""

from typing import TYPE_CHECKING

import click

from printgen.cli.arguments import bundle_options, reject_unused

if TYPE_CHECKING:
    from printgen.pipeline.pictures import PictureOptions


def _combine(
    png: int | None, corners: str, *, svg: bool, with_bleed: bool, tts: bool
) -> "PictureOptions":
    """Combine the options into one object. Raises `UsageError` if they contradict each other."""
    from printgen.pipeline.pictures import PictureOptions

    is_rounded = corners == "round"
    reject_unused(("--with-bleed", "--corners"), "needs pictures: add --png 300", is_used=bool(png))
    if is_rounded and with_bleed and png:
        raise click.UsageError("--corners round cannot be combined with --with-bleed: keep one")
    return PictureOptions(png, with_bleed and bool(png), is_rounded, tts, svg)


picture_options = bundle_options(
    "options",
    click.option(
        "--png",
        type=click.IntRange(50, 1_200),
        metavar="DPI",
        help="Also write each proofed face as a PNG picture, at this resolution in DPI.",
    ),
    click.option("--svg", is_flag=True, help="Also write each proofed face as an SVG drawing."),
    click.option("--with-bleed", is_flag=True, help="Include the bleed in pictures. Needs --png."),
    click.option(
        "--corners",
        type=click.Choice(["square", "round"]),
        default="square",
        help="Shape of the corners of card pictures. The radius is that of the print. Needs --png.",
    ),
    click.option("--tts", is_flag=True, help="Also write the files that Tabletop Simulator loads."),
    factory=_combine,
)
"""Adds the picture options to a command, which gets them as `options`."""
