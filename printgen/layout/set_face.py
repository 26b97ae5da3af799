"""Turn a document into a face set in boxes.

The sheets are parsed once and the boxes kept that faces have in common. It must not know any game,
or what the data says but for the size of a face.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.layout.block import Layout
from printgen.layout.box_builder import MAX_KEPT, Kept, Reader
from printgen.layout.boxes import Block, Laid, LaidPart, Misfit
from printgen.layout.cascade import Chain, Stylesheet
from printgen.layout.diagnostics import Report
from printgen.layout.face import PAINT, Face
from printgen.layout.greyscale import CLASS
from printgen.layout.html_subset import tag_of
from printgen.layout.jinja_templates import Templates
from printgen.layout.paint import PaintedBox, Painter
from printgen.layout.replaced import Sources
from printgen.layout.shrink_to_fit import SMALLER, TOO_LARGE
from printgen.layout.stylesheet import Declaration, read_custom
from printgen.layout.svg_marks import Drawings
from printgen.layout.transform import extent
from printgen.layout.xml import XHTML

TOLERANCE = 0.01
"""Mm by which an item may run over an edge: rounding, not ink."""


@dataclass(frozen=True, slots=True)
class SetFace:
    """A face set: its size in mm, its boxes, and the least factor under each name of `--same`."""

    width: float
    height: float
    laid: Laid
    factors: Mapping[str, float]

    def painted(self, painter: Painter) -> PaintedBox:
        """What there is to print of it, in painting order."""
        return painter.layers(self.laid, 0.0, 0.0)

    def over(self, painted: PaintedBox, bleed: float = 0.0) -> Mapping[str, float]:
        """By how many mm what it prints runs off it: of each field what runs farthest.

        Paint without a name may run over the trim, by `bleed` mm.
        """
        left, top, right, bottom = painted.reach
        if max(-left, -top, right - self.width, bottom - self.height) <= TOLERANCE:
            return {}
        farthest: dict[str, float] = {}
        for item in painted.items:
            box = extent(item)
            name = getattr(item, "field", None) or ""
            across, down = box.x + box.width - self.width, box.y + box.height - self.height
            over = max(-box.x, -box.y, across, down)
            may = bleed if bleed and type(item) in PAINT and not name else 0.0
            if over > max(TOLERANCE + may, farthest.get(name, 0.0)):
                farthest[name] = over
        return farthest


class Setter:
    """Sets the faces of some style sheets; `shares` says that they name `--same`."""

    def __init__(
        self, sheet: Stylesheet, templates: Templates, drawings: Drawings, *, shares: bool
    ) -> None:
        self.sheet = sheet
        self._templates = templates
        self._drawings = drawings
        self._kept: Kept = Kept(MAX_KEPT)
        self._shares = shares

    def set(
        self,
        root: Any,
        folder: str,
        size: tuple[float, float] | None,
        shared: Mapping[str, float],
        report: Report,
        examples: Mapping[str, Face],
    ) -> SetFace:
        """The face of an html element; `size` is the data's, `shared` what names share.

        Pictures are looked for in `folder` first; `examples` are faces to be shown, by name. What
        is wrong or does not fit goes to `report`.
        """
        custom: tuple[Declaration, ...] = ()
        classes = root.get("class", "")
        if written := root.get("style"):
            grey, line = CLASS in classes.split(), root.sourceline
            custom, problems = read_custom(report.template, line, written, grey=grey)
            report.take(problems)
        chain = self.sheet.root("html", root.get("id", ""), classes, custom)
        frame = chain.style.frame
        width, height = (
            own if isinstance(own, float) and type(own) is float else None
            for own in (frame.width, frame.height)
        )
        if size:
            width, height = width or size[0], height or size[1]
        bodies = [child for child in root if tag_of(child) == "body"]
        if width is None or height is None or len(bodies) != 1:
            message = "a face needs one body, and html a width and a height"
            report.wrong(root.sourceline, message, "write html { width: 63.5mm; height: 88.9mm; }")
            report.take(self.sheet.problems)
            raise report.failure()
        (body,) = bodies
        sources = Sources(self._templates, self._drawings, folder, examples)
        # Boxes that are kept hold their pictures, and an example may be another next time.
        kept = Kept(MAX_KEPT) if examples else self._kept
        laid = self._laid(body, chain, sources, (width, height), shared, report, kept)
        if laid.misfits:
            # Boxes that are kept may stand in another line of another face.
            laid = self._laid(body, chain, sources, (width, height), shared, report, None)
        _tell(laid.misfits, report)
        factors: dict[str, float] = {}
        for name, factor in _factors(laid) if self._shares else ():
            factors[name] = min(factor, factors.get(name, 1.0))
        return SetFace(width, height, laid, factors)

    def _laid(
        self,
        body: Any,
        chain: Chain,
        sources: Sources,
        size: tuple[float, float],
        shared: Mapping[str, float],
        report: Report,
        kept: Kept | None,
    ) -> Laid:
        namespace = XHTML if body.tag.startswith(XHTML) else ""
        telling = kept is None
        reader = Reader(report, namespace, sources, kept or Kept(0), telling=telling)
        below = chain.child("body", body.get("id", ""), body.get("class", ""))
        block = reader.block(body, below)
        # The face itself is what all boxes are placed in that are in no other.
        face = Block(chain.style, (block,), "html", body.sourceline, block.loose)
        layout = Layout(shared)
        laid = layout.lay(face, *size, 1.0, size[0])
        assert isinstance(laid, Laid)  # noqa: S101 - what a block becomes
        return laid


def _tell(misfits: Iterable[Misfit], report: Report) -> None:
    for one in dict.fromkeys(misfits):
        if one.hint:
            report.wrong(one.line, one.message, one.hint, one.name)
        else:
            report.unfit(one.line, one.message, SMALLER, one.name, TOO_LARGE)


def _factors(part: LaidPart) -> Iterator[tuple[str, float]]:
    if isinstance(part, Laid):
        if part.style.frame.same:
            yield part.style.frame.same, part.factor
        for child in (*(one[-1] for one in part.children), *(one[-1] for one in part.placed)):
            yield from _factors(child)
