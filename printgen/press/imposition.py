"""What was asked of how faces are laid out on paper, as one record; what was not asked is None."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from printgen.press.paper import PAPERS, Paper, StockSheet

CutStyle = Literal["marks", "lines", "none"]
FlipEdge = Literal["long", "short"]


class Imposition(NamedTuple):
    """How the faces of a print lie on their sheets; lengths are mm.

    `stock` is a sheet of the user's own, whose page is then `paper`. Without a `gutter` faces lie
    as far apart as their size wants, and nothing bleeds; without a `cut` what is cut with a knife
    has marks, and what is punched has none. With `duplex` each page of fronts has its backs on the
    next, the paper being turned on that edge; `offset` moves these right and down. A `fold` has
    fronts and backs on one side.
    """

    paper: Paper = PAPERS[0]
    stock: StockSheet | None = None
    gutter: float | None = None
    cut: CutStyle | None = None
    duplex: FlipEdge | None = None
    fold: bool = False
    offset: tuple[float, float] = (0.0, 0.0)

    def remove_backs(self) -> "Imposition":
        """The same for a print that has none."""
        return self._replace(duplex=None, fold=False, offset=(0.0, 0.0))

    def adapt_to_pages(self) -> "Imposition":
        """The same for whole pages, which lie side by side with nothing."""
        return self._replace(stock=None, gutter=None, cut=None)

    def limit_bleed(self, wanted: float) -> float:
        """How far a piece bleeds whose print wants so much: at most to the middle of a gap."""
        if self.stock:
            return min(wanted, self.stock.max_bleed)
        return min(wanted, (self.gutter or 0.0) / 2)

    def choose_cut_style(self, *, punched: bool) -> CutStyle:
        """What is printed to cut by; round pieces are `punched`, and so are some sheets."""
        punched = punched or bool(self.stock and self.stock.punched)
        return self.cut or ("none" if punched else "marks")

    def list_manifest_fields(self) -> Mapping[str, Any]:
        """What a print says of itself of all that was asked, by the names of a claim."""
        fields: dict[str, Any] = {"gutter": self.gutter, "cut": self.cut, "duplex": self.duplex}
        fields |= {"fold": self.fold} | ({"offset": self.offset} if any(self.offset) else {})
        if self.stock:
            fields |= {"sheet": self.stock.list_dimensions(), "punched": self.stock.punched}
        return fields

    def list_cut_options(self) -> tuple[str, ...]:
        """The options, as they are typed, that are of what is cut from its sheet."""
        gutter = () if self.gutter is None else (f"--gutter {self.gutter:g}",)
        return (*gutter, *([f"--cut {self.cut}"] if self.cut else ()))

    def list_filename_parts(self, *, is_page: bool) -> tuple[str, ...]:
        """What stands in a file's name of all that is not as printgen does by itself."""
        if self.stock:
            parts = [self.stock.name]
        else:
            parts = [self.paper.id] if self.paper != PAPERS[0] else []
        if self.gutter is not None and not is_page:
            parts.append(f"gutter-{self.gutter:g}")
        parts += [f"cut-{self.cut}"] if self.cut and not is_page else []
        parts += [f"duplex-{self.duplex}"] if self.duplex else ["fold"] * self.fold
        return (*parts, *(["offset-{:g}_{:g}".format(*self.offset)] if any(self.offset) else ()))
