"""The options for pictures of faces and for virtual tables."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.arguments import bundle_options, reject_unused

if TYPE_CHECKING:
    from printgen.pipeline.pictures import PictureOptions


def _combine(
    png: int | None, corners: str, *, svg: bool, with_bleed: bool, tts: bool, **cut: Any
) -> "PictureOptions":
    """Combine the options into one object. Raises `UsageError` if they contradict each other."""
    from printgen.pipeline.pictures import PictureOptions

    is_rounded = corners == "round"
    reject_unused(("--with-bleed", "--corners"), "needs pictures: add --png 300", is_used=bool(png))
    if is_rounded and with_bleed and png:
        raise click.UsageError("--corners round cannot be combined with --with-bleed: keep one")
    reject_unused(("--cut-inset",), "needs --cut-file svg", is_used=bool(cut["cut_file"]))
    if cut["cut_file"] == "dxf" and not find_spec("ezdxf"):
        raise click.UsageError("for --cut-file dxf, type: python -m pip install 'printgen[dxf]'")
    return PictureOptions(png, with_bleed and bool(png), is_rounded, tts, svg, **cut)


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
    click.option(
        "--cut-file",
        type=click.Choice(["svg", "dxf"]),
        help="Also write the outlines of the pieces on each page, for a cutting machine.",
    ),
    click.option(
        "--cut-inset",
        type=click.FloatRange(0, 2),
        default=0.0,
        metavar="MM",
        help="Move the outlines of --cut-file inwards, in mm, to hide white edges.",
    ),
    click.option("--tts", is_flag=True, help="Also write the files that Tabletop Simulator loads."),
    factory=_combine,
)
"""Adds the picture options to a command, which gets them as `options`."""
