"""Turn a document into a face set in boxes.

The sheets are parsed once and the boxes kept that faces have in common. It must not know any game,
or what the data says but for the size of a face.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.layout.block import Engine
from printgen.layout.box_builder import MAX_CACHED_BLOCKS, BlockCache, BoxBuilder
from printgen.layout.boxes import BlockBox, LaidBlock, LaidPart, Misfit
from printgen.layout.cascade import Cascade, ElementChain
from printgen.layout.diagnostics import FaceReport
from printgen.layout.face import PAINT_TYPES, Face
from printgen.layout.greyscale import GREY_CLASS
from printgen.layout.html_subset import get_tag_name
from printgen.layout.jinja_templates import Templates
from printgen.layout.paint import PaintedBox, Painter
from printgen.layout.replaced import ReplacedSources
from printgen.layout.shrink_to_fit import DOES_NOT_FIT, SHRINK_HINT
from printgen.layout.stylesheet import Declaration, read_custom_properties
from printgen.layout.svg_marks import DrawingCache
from printgen.layout.transform import find_item_bounds
from printgen.layout.xml import XHTML

EDGE_TOLERANCE = 0.01
"""Mm by which an item may run over an edge: rounding, not ink."""


@dataclass(frozen=True, slots=True)
class ComposedFace:
    """A face set: its size in mm, its boxes, and the least factor under each name of `--same`."""

    width: float
    height: float
    block: LaidBlock
    factors: Mapping[str, float]

    def paint_face(self, painter: Painter) -> PaintedBox:
        """What there is to print of it, in painting order."""
        return painter.paint_layers(self.block, 0.0, 0.0)

    def find_overflow(self, painted: PaintedBox, bleed: float = 0.0) -> Mapping[str, float]:
        """By how many mm what it prints runs off it: of each field what runs farthest.

        Paint without a name may run over the trim, by `bleed` mm.
        """
        left, top, right, bottom = painted.bounds
        if max(-left, -top, right - self.width, bottom - self.height) <= EDGE_TOLERANCE:
            return {}
        farthest: dict[str, float] = {}
        for item in painted.items:
            box = find_item_bounds(item)
            name = getattr(item, "field", None) or ""
            across, down = box.x + box.width - self.width, box.y + box.height - self.height
            overflow = max(-box.x, -box.y, across, down)
            allowed = bleed if bleed and type(item) in PAINT_TYPES and not name else 0.0
            if overflow > max(EDGE_TOLERANCE + allowed, farthest.get(name, 0.0)):
                farthest[name] = overflow
        return farthest


class FaceComposer:
    """Sets the faces of some style sheets; `shares` says that they name `--same`."""

    def __init__(
        self, sheet: Cascade, templates: Templates, drawings: DrawingCache, *, shares_factors: bool
    ) -> None:
        self.sheet = sheet
        self._templates = templates
        self._drawings = drawings
        self._box_cache: BlockCache = BlockCache(MAX_CACHED_BLOCKS)
        self._shares_factors = shares_factors

    def compose_face(
        self,
        root: Any,
        folder: str,
        size: tuple[float, float] | None,
        shares: Mapping[str, float],
        report: FaceReport,
        examples: Mapping[str, Face],
    ) -> ComposedFace:
        """The face of an html element; `size` is the data's, `shared` what names share.

        Pictures are looked for in `folder` first; `examples` are faces to be shown, by name. What
        is wrong or does not fit goes to `report`.
        """
        custom: tuple[Declaration, ...] = ()
        classes = root.get("class", "")
        if style_text := root.get("style"):
            grey, line = GREY_CLASS in classes.split(), root.sourceline
            custom, problems = read_custom_properties(report.template, line, style_text, grey=grey)
            report.add_problems(problems)
        chain = self.sheet.get_root("html", root.get("id", ""), classes, custom)
        frame = chain.style.box_style
        width, height = (
            length if isinstance(length, float) and type(length) is float else None
            for length in (frame.width, frame.height)
        )
        if size:
            width, height = width or size[0], height or size[1]
        bodies = [child for child in root if get_tag_name(child) == "body"]
        if width is None or height is None or len(bodies) != 1:
            message = "a face needs one body, and html a width and a height"
            report.error(root.sourceline, message, "write html { width: 63.5mm; height: 88.9mm; }")
            report.add_problems(self.sheet.problems)
            raise report.make_failure()
        (body,) = bodies
        sources = ReplacedSources(self._templates, self._drawings, folder, examples)
        # Boxes that are kept hold their pictures, and an example may be another next time.
        box_cache = BlockCache(MAX_CACHED_BLOCKS) if examples else self._box_cache
        laid = self._lay_out_body(body, chain, sources, (width, height), shares, report, box_cache)
        if laid.misfits:
            # Boxes that are kept may stand in another line of another face.
            laid = self._lay_out_body(body, chain, sources, (width, height), shares, report, None)
        _report_misfits(laid.misfits, report)
        factors: dict[str, float] = {}
        for name, factor in _collect_factors(laid) if self._shares_factors else ():
            factors[name] = min(factor, factors.get(name, 1.0))
        return ComposedFace(width, height, laid, factors)

    def _lay_out_body(
        self,
        body: Any,
        chain: ElementChain,
        sources: ReplacedSources,
        size: tuple[float, float],
        shared_factors: Mapping[str, float],
        report: FaceReport,
        box_cache: BlockCache | None,
    ) -> LaidBlock:
        namespace = XHTML if body.tag.startswith(XHTML) else ""
        telling = box_cache is None
        reader = BoxBuilder(report, namespace, sources, box_cache or BlockCache(0), telling=telling)
        body_chain = chain.child("body", body.get("id", ""), body.get("class", ""))
        block = reader.build_block(body, body_chain)
        # The face itself is what all boxes are placed in that are in no other.
        face = BlockBox(chain.style, (block,), "html", body.sourceline, block.unplaced)
        layout = Engine(shared_factors)
        laid = layout.lay_out(face, *size, 1.0, size[0])
        assert isinstance(laid, LaidBlock)  # noqa: S101 - what a block becomes
        return laid


def _report_misfits(misfits: Iterable[Misfit], report: FaceReport) -> None:
    for misfit in dict.fromkeys(misfits):
        if misfit.hint:
            report.error(misfit.line, misfit.message, misfit.hint, misfit.name)
        else:
            report.add_misfit(misfit.line, misfit.message, SHRINK_HINT, misfit.name, DOES_NOT_FIT)


def _collect_factors(part: LaidPart) -> Iterator[tuple[str, float]]:
    if isinstance(part, LaidBlock):
        if part.style.box_style.share_group:
            yield part.style.box_style.share_group, part.factor
        for child in (*(item[-1] for item in part.children), *(item[-1] for item in part.placed)):
            yield from _collect_factors(child)
