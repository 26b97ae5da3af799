"""The options for pictures of faces and for virtual tables."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from click.shell_completion import CompletionItem

from printgen.cli.options.arguments import (
    EXISTING_FILE,
    OptionError,
    bundle_options,
    reject_unused_options,
)
from printgen.cli.options.grouped_command import form_option
from printgen.problems import make_fix

if TYPE_CHECKING:
    from printgen.outputs.shops import Shop
    from printgen.pipeline.build import OutputFiles
    from printgen.pipeline.plan import Request
    from printgen.sheet_layout import SheetLayout


class PictureOptions(msgspec.Struct, frozen=True):
    """The files to make from finished prints, and what these files require of the prints.

    - `outputs`: the kinds of files to make from the PDFs, such as pictures of the faces.
    - `svg`: whether each face is also drawn as an SVG file.
    - `shop`: the print shop that makes the cards, if any.
    - `cut_inset`: pieces are cut out this far inside their outlines, in mm.
    - `is_for_virtual_table`: whether the faces are for pictures on a virtual table.
    """

    outputs: "Sequence[OutputFiles]"
    svg: bool
    shop: "Shop | None"
    cut_inset: float
    is_for_virtual_table: bool

    def make_request(self, layout: "SheetLayout", **choices: Any) -> "Request":
        """Return what to print, and how. `choices` are other fields of the request."""
        from printgen.pipeline.plan import Request

        choices |= {"svg": self.svg, "cut_inset": self.cut_inset}
        if self.shop:
            layout = self.shop.adapt_layout(layout)
            choices |= {"safe": self.shop.safe, "shop_sizes": self.shop.sizes}
        return Request(**choices, layout=layout, is_for_virtual_table=self.is_for_virtual_table)


def _make_picture_options(
    png: int | None,
    corners: str,
    tts_update: Path | None,
    shop: str | None,
    cut_file: str | None,
    cut_inset: float,
    *,
    svg: bool,
    with_bleed: bool,
    tts: bool,
) -> PictureOptions:
    """Combine the options into one object. Raises `UsageError` if they contradict each other."""
    outputs, maker = list["OutputFiles"](), None
    is_rounded = corners == "round"
    fixes = make_fix(cut_file="svg"), make_fix(cut_file="dxf")
    reject_unused_options(("--cut-inset",), "needs --cut-file", *fixes, is_used=bool(cut_file))
    if cut_file == "dxf" and not find_spec("ezdxf"):
        message = "needs the package ezdxf: see printgen docs cutting-machines"
        raise OptionError("--cut-file", message, make_fix(cut_file="svg"), value="dxf")
    if shop is not None:
        from printgen.outputs.shops import find_shop

        names = ("--png", "--with-bleed", "--corners")
        reject_unused_options(names, "is set by --shop: leave it out", is_used=False)
        maker = find_shop(shop)
        png, with_bleed, is_rounded = maker.dpi, True, False
    message = "needs pictures: add --png 300"
    fix = make_fix(png="300")
    reject_unused_options(("--with-bleed", "--corners"), message, fix, is_used=bool(png))
    if is_rounded and with_bleed and png:
        message = "cannot be combined with --with-bleed: keep one"
        raise OptionError("--corners", message, make_fix(with_bleed=None), value="round")
    # Imported late: Pillow and the PDF reader are slow to import.
    if png:
        from printgen.outputs.pictures import FacePictures

        outputs.append(FacePictures(png, with_bleed, is_rounded, maker))
    if cut_file:
        from printgen.outputs.cut_files import CutFiles

        outputs.append(CutFiles(cut_file, cut_inset))
    if tts or tts_update:
        from printgen.outputs.tabletop import TabletopFiles

        outputs.append(TabletopFiles(tts_update))
    return PictureOptions(outputs, svg, maker, cut_inset, bool(tts or tts_update) and not maker)


def _complete_shop(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from printgen.outputs.shops import list_shops

    return [CompletionItem(name) for name in list_shops() if name.startswith(incomplete)]


picture_options = bundle_options(
    "options",
    form_option(
        "--png",
        label="Also pictures (PNG), in DPI",
        type=click.IntRange(50, 1_200),
        metavar="DPI",
        help="Also write each proofed face as a PNG picture, at this resolution in DPI.",
    ),
    form_option(
        "--svg",
        label="Drawings (SVG)",
        is_flag=True,
        help="Also write each proofed face as an SVG drawing.",
    ),
    form_option(
        "--with-bleed",
        label="With bleed",
        needs="png",
        is_flag=True,
        help="Include the bleed in pictures. Needs --png.",
    ),
    form_option(
        "--corners",
        label="Corners",
        choice_labels={"square": "Square", "round": "Round"},
        needs="png",
        default="square",
        help="Shape of the corners of card pictures. The radius is that of the print. Needs --png.",
    ),
    form_option(
        "--cut-file",
        label="File for the machine",
        choice_labels={"": "None", "svg": "SVG", "dxf": "DXF"},
        help="Also write the outlines of the pieces on each page, for a cutting machine.",
    ),
    form_option(
        "--cut-inset",
        label="Cut inside the edge",
        needs="cut-file",
        type=click.FloatRange(0, 2),
        default=0.0,
        metavar="MM",
        help="Move the outlines of --cut-file inwards, in mm, to hide white edges.",
    ),
    form_option(
        "--tts",
        label="Tabletop Simulator",
        is_flag=True,
        help="Also write the files that Tabletop Simulator loads.",
    ),
    form_option(
        "--tts-update",
        label="Update a saved table",
        suffixes=(".json",),
        type=EXISTING_FILE,
        metavar="SAVE.json",
        help="Update the decks of the game in this save of Tabletop Simulator, as for --tts.",
    ),
    form_option(
        "--shop",
        label="Print shop",
        choice_labels={"": "None"},
        shell_complete=_complete_shop,
        metavar="SHOP",
        help="Also write pictures for a print shop, with its resolution, bleed and safe area:"
        " gamecrafter or makeplayingcards.",
    ),
    factory=_make_picture_options,
)
"""Adds the picture options to a command, which gets them as `options`."""
