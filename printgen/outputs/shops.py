"""Print shops that make cards from pictures (`--shop`), and what they require of a print."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from printgen.data_files import load_data_file
from printgen.lengths import parse_dimensions
from printgen.pipeline.plan import PrintJob, is_shop_size
from printgen.problems import (
    ExitCode,
    Problem,
    create_failure,
    make_error,
    make_fix,
    suggest_known_words,
)
from printgen.rules.files.scalars import parse_length
from printgen.rules.values.sizes import Size
from printgen.sheet_layout import SheetLayout


class Shop(msgspec.Struct, frozen=True):
    """What a print shop requires of the pictures of cards.

    - `dpi`: the resolution.
    - `bleed`: the width of the bleed, in mm.
    - `safe`: the least distance of text from the cut, in mm.
    - `sizes`: the sizes of cards that the shop makes.
    """

    name: str
    dpi: int
    bleed: float
    safe: float
    sizes: tuple[Size, ...]

    def adapt_layout(self, layout: SheetLayout) -> SheetLayout:
        """Return `layout` with the bleed of the shop, and with space for it between faces."""
        gutter = max(layout.gutter or 0.0, 2 * self.bleed)
        return msgspec.structs.replace(layout, gutter=gutter, bleed=self.bleed)

    def check_job(self, job: PrintJob) -> Iterator[Problem]:
        """Yield an error for each reason why the shop cannot make a print."""
        names = "sheet", "duplex", "fold", *(["cut"] if job.layout.cut == "lines" else [])
        for option in job.layout.format_options(*names):
            message = f"cannot be combined with --shop {self.name}, which prints single cards"
            fix = make_fix(shop=None)
            yield make_error(option, message, "leave one of them out", fixes=(fix,))
        print_, size = job.print, job.size
        where = f"--shop {self.name}"
        if print_.is_page or not is_shop_size(size, self.sizes):
            own = "whole pages" if print_.is_page else size or "of no declared size"
            hint = f"choose one of its sizes with --size: {', '.join(map(str, self.sizes))}"
            hint += "; or choose other prints with --only"
            message = f"does not make the {print_.id}, which is {own}"
            fixes = tuple(make_fix(size=each.name) for each in self.sizes)
            yield make_error(where, message, hint, fixes=() if print_.is_page else fixes)
        elif not print_.bleed:
            message = f"the {print_.id} has no bleed: its edges could stay white"
            hint = f"write bleed: {self.bleed:g} in the print, and extend pictures and patterns"
            yield make_error(where, message, hint)


def _read_shops() -> Mapping[str, Shop]:
    shops: Mapping[str, Any] = load_data_file(Path(__file__).with_name("shops.yaml"))
    return {
        name: Shop(
            name,
            int(shop["dpi"]),
            parse_length(shop["bleed"]),
            parse_length(shop["safe"]),
            tuple(
                Size(size, *(parse_dimensions(sides) or ()))
                for size, sides in shop["sizes"].items()
            ),
        )
        for name, shop in shops.items()
    }


def list_shops() -> tuple[str, ...]:
    """Return the names of all shops."""
    return tuple(_read_shops())


def find_shop(name: str) -> Shop:
    """Return the shop with this name. Raises `Failure` (usage) if there is none."""
    shops = _read_shops()
    if name not in shops:
        hint = suggest_known_words(name, shops, "see printgen docs shops for other shops")
        raise create_failure(ExitCode.USAGE, f"--shop {name}", "there is no such shop", hint)
    return shops[name]
