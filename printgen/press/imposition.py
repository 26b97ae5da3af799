"""The imposition options of one build, as one record; an option that was not used is None."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from printgen.press.paper import PAPERS, Paper, StockSheet

CutStyle = Literal["marks", "lines", "none"]
FlipEdge = Literal["long", "short"]


class Imposition(NamedTuple):
    """How the faces of a print are placed on sheets; lengths are in mm.

    `stock` is a custom sheet; `paper` is then its page. Without `gutter` the size of a face decides
    the space between faces, and there is no bleed. Without `cut`, punched faces have no marks and
    all other faces have crop marks. With `duplex`, each page of fronts is followed by a page of
    their backs. `duplex` is the edge on which the paper is flipped. `offset` moves the backs right
    and down. With `fold` fronts and backs are on the same side of the sheet.
    """

    paper: Paper = PAPERS[0]
    stock: StockSheet | None = None
    gutter: float | None = None
    cut: CutStyle | None = None
    duplex: FlipEdge | None = None
    fold: bool = False
    offset: tuple[float, float] = (0.0, 0.0)

    def remove_backs(self) -> "Imposition":
        """Return the options for a print without backs."""
        return self._replace(duplex=None, fold=False, offset=(0.0, 0.0))

    def adapt_to_pages(self) -> "Imposition":
        """Return the options for faces that are full pages: each fills its paper."""
        return self._replace(stock=None, gutter=None, cut=None)

    def limit_bleed(self, wanted: float) -> float:
        """Return the wanted bleed in mm, but at most half of the space between faces."""
        if self.stock:
            return min(wanted, self.stock.max_bleed)
        # Two neighbours share the gap: with more bleed one would be printed over the other.
        return min(wanted, (self.gutter or 0.0) / 2)

    def choose_cut_style(self, *, punched: bool) -> CutStyle:
        """Return the cut style; punched faces and punched sheets need no marks."""
        punched = punched or bool(self.stock and self.stock.punched)
        return self.cut or ("none" if punched else "marks")

    def list_manifest_fields(self) -> Mapping[str, Any]:
        """Return the imposition fields of the print's manifest, by name."""
        fields: dict[str, Any] = {"gutter": self.gutter, "cut": self.cut, "duplex": self.duplex}
        fields |= {"fold": self.fold} | ({"offset": self.offset} if any(self.offset) else {})
        if self.stock:
            fields |= {"sheet": self.stock.list_dimensions(), "punched": self.stock.punched}
        return fields

    def list_cut_options(self) -> tuple[str, ...]:
        """Return the options about cutting, as they are typed."""
        gutter = () if self.gutter is None else (f"--gutter {self.gutter:g}",)
        return (*gutter, *([f"--cut {self.cut}"] if self.cut else ()))

    def list_filename_parts(self, *, is_page: bool) -> tuple[str, ...]:
        """Return the parts of the file name: one for each option that differs from its default."""
        if self.stock:
            parts = [self.stock.name]
        else:
            parts = [self.paper.id] if self.paper != PAPERS[0] else []
        if self.gutter is not None and not is_page:
            parts.append(f"gutter-{self.gutter:g}")
        parts += [f"cut-{self.cut}"] if self.cut and not is_page else []
        parts += [f"duplex-{self.duplex}"] if self.duplex else ["fold"] * self.fold
        return (*parts, *(["offset-{:g}_{:g}".format(*self.offset)] if any(self.offset) else ()))
