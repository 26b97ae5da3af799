"""Turn a document into a face set in boxes.

The sheets are parsed once and the boxes kept that faces have in common. It must not know any game,
or what the data says but for the size of a face.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.layout.boxes import Block, Laid, LaidPart, Misfit
from printgen.layout.cascade import Chain, Stylesheet
from printgen.layout.css import Declared, read_custom
from printgen.layout.document import XHTML
from printgen.layout.drawings import Drawings
from printgen.layout.face import Item
from printgen.layout.fitting import SMALLER
from printgen.layout.geometry import IDENTITY
from printgen.layout.laying import Layout
from printgen.layout.markup import tag_of
from printgen.layout.moved import extent
from printgen.layout.paint import paint_layers
from printgen.layout.reading import Kept, Reader
from printgen.layout.report import Report
from printgen.layout.templates import Templates

TOLERANCE = 0.01
"""Mm by which an item may run over an edge: rounding, not ink."""


@dataclass(frozen=True, slots=True)
class SetFace:
    """A face set: its size in mm, its items, and the least factor under each name of `--same`."""

    width: float
    height: float
    items: tuple[Item, ...]
    factors: Mapping[str, float]


class Setter:
    """Sets the faces of some style sheets; `shares` says that they name `--same`."""

    def __init__(
        self, sheet: Stylesheet, templates: Templates, drawings: Drawings, *, shares: bool
    ) -> None:
        self.sheet = sheet
        self._templates = templates
        self._drawings = drawings
        self._kept: Kept = {}
        self._shares = shares

    def set(
        self,
        root: Any,
        folder: str,
        size: tuple[float, float] | None,
        shared: Mapping[str, float],
        report: Report,
    ) -> SetFace:
        """The face of an html element; `size` is the data's, `shared` what names share.

        Pictures are looked for in `folder` first. What is wrong or does not fit goes to `report`.
        """
        custom: tuple[Declared, ...] = ()
        if written := root.get("style"):
            custom, problems = read_custom(report.template, root.sourceline, written)
            report.take(problems)
        chain = self.sheet.root("html", root.get("id", ""), root.get("class", ""), custom)
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
            return SetFace(1.0, 1.0, (), {})
        (body,) = bodies
        laid = self._laid(body, chain, folder, (width, height), shared, report, self._kept)
        if laid.misfits:
            # Boxes that are kept may stand in another line of another face.
            laid = self._laid(body, chain, folder, (width, height), shared, report, None)
        _tell(laid.misfits, report)
        items: list[Item] = []
        paint_layers(laid, 0.0, 0.0, IDENTITY, items)
        if not len(report):
            _check_edges(items, width, height, root, report)
        factors: dict[str, float] = {}
        for name, factor in _factors(laid) if self._shares else ():
            factors[name] = min(factor, factors.get(name, 1.0))
        return SetFace(width, height, tuple(items), factors)

    def _laid(
        self,
        body: Any,
        chain: Chain,
        folder: str,
        size: tuple[float, float],
        shared: Mapping[str, float],
        report: Report,
        kept: Kept | None,
    ) -> Laid:
        namespace = XHTML if body.tag.startswith(XHTML) else ""
        telling = kept is None
        found = self._templates, self._drawings, folder
        reader = Reader(report, namespace, *found, {} if kept is None else kept, telling=telling)
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
            report.wrong(one.line, f"{one.name} {one.message}", one.hint)
        else:
            report.unfit(one.line, one.message, SMALLER, one.name)


def _factors(part: LaidPart) -> Iterator[tuple[str, float]]:
    if isinstance(part, Laid):
        if part.style and part.style.frame.same:
            yield part.style.frame.same, part.factor
        for child in (*(one[-1] for one in part.children), *(one[-1] for one in part.placed)):
            yield from _factors(child)


def _check_edges(
    items: Iterable[Item], width: float, height: float, root: Any, report: Report
) -> None:
    """Reports what runs off the face, of each field what runs farthest."""
    farthest: dict[str, float] = {}
    for item in items:
        box = extent(item)
        name = getattr(item, "field", None) or ""
        over = max(-box.x, -box.y, box.x + box.width - width, box.y + box.height - height)
        if over > max(TOLERANCE, farthest.get(name, 0.0)):
            farthest[name] = over
    for name, over in farthest.items():
        message = f"runs {over:.2f} mm off the face of {width:g} × {height:g} mm"
        at = next((one for one in root.iter("*") if name and one.get("data-field") == name), root)
        report.unfit(at.sourceline, message, "move it inside", name or "a box or drawing")
