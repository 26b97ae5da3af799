"""Layout of one face: from an html element to laid-out boxes.

Style sheets are parsed once, and boxes shared by several faces are cached. The only game data used
here is the size of a face.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import cssselect2
import msgspec

from printgen.face.face import PAINT_TYPES, Face
from printgen.face.letters import measure_overflow
from printgen.face.transform import transform_item
from printgen.geometry import Box
from printgen.layout.elements.box_builder import MAX_CACHED_BLOCKS, BlockCache, BoxBuilder
from printgen.layout.elements.counters import write_counters
from printgen.layout.elements.html_subset import MarkupChecker
from printgen.layout.elements.inline import has_generated_content
from printgen.layout.elements.page_drawings import prepare_drawings
from printgen.layout.elements.replaced import ReplacedSources
from printgen.layout.elements.svg_marks import DrawingCache
from printgen.layout.flow.block import DOES_NOT_FIT, SHRINK_HINT, DisplayLayout, LayoutEngine
from printgen.layout.flow.boxes import (
    BlockBox,
    InlinePicture,
    LaidBlock,
    LaidPart,
    LaidText,
    Misfit,
)
from printgen.layout.flow.flex import lay_out_flex, measure_flex
from printgen.layout.flow.grid import lay_out_grid, measure_grid
from printgen.layout.flow.lines import TOLERANCE
from printgen.layout.flow.sizing import Space, apply_relative_offset
from printgen.layout.paint.greyscale import GREY_CLASS
from printgen.layout.paint.paint import PaintedBox, Painter
from printgen.layout.style.cascade import Cascade, ElementChain
from printgen.layout.style.computed import Sides
from printgen.layout.style.stylesheet import Declaration, name_has_attribute, read_custom_properties
from printgen.layout.style.values import Percentage
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.render import TemplateRenderer
from printgen.layout.template.xml import XHTML, get_tag_name
from printgen.problems import Failure, Place

_GRID_LAYOUT = DisplayLayout(lay_out_grid, measure_grid)
DISPLAYS = {
    "flex": DisplayLayout(lay_out_flex, measure_flex),
    "grid": _GRID_LAYOUT,
    "table-row": _GRID_LAYOUT,
}
"""The layout of each `display` that does not stack its children."""

_NO_ROOM_HINT = "make them smaller, so that there is room for what is in the box"
"""The hint of the misfit of a box without room for its content, the cause of all others in it."""

EDGE_TOLERANCE = 0.01
"""Tolerance for rounding, in mm: an item may exceed an edge of the face by this much."""


class ComposedFace(msgspec.Struct, frozen=True):
    """A laid-out face: its size in mm, its boxes, and the font scale of each `--same` name.

    A font scale is the factor by which text is smaller than in the template. If the boxes with one
    name have several scales, `factors` has the smallest.
    """

    width: float
    height: float
    block: LaidBlock
    factors: Mapping[str, float]

    def find_overflow(self, painted: PaintedBox, bleed: float = 0.0) -> Mapping[str, float]:
        """Return how far each field extends beyond the face, in mm; fields inside it are left out.

        Items without a field have the key "". Of these, shapes, drawings and pictures may extend
        into the bleed of `bleed` mm.
        """
        face = Box(0.0, 0.0, self.width, self.height)
        if painted.bounds.measure_overflow(face) <= EDGE_TOLERANCE:
            return {}
        farthest: dict[str, float] = {}
        for item, box in zip(painted.items, painted.boxes, strict=True):
            name = getattr(item, "field", None) or ""
            overflow = measure_overflow(item, box, face)
            allowed = bleed if bleed and type(item) in PAINT_TYPES and not name else 0.0
            if overflow > max(EDGE_TOLERANCE + allowed, farthest.get(name, 0.0)):
                farthest[name] = overflow
        return farthest


class FaceLayoutEngine(msgspec.Struct, eq=False):
    """Lays out the faces of templates that link the same style sheets.

    `sheet` has the rules of these style sheets. `_shares_factors` says that a style sheet uses
    `--same`, by which texts of several faces shrink by the same factor. Otherwise, no such factors
    are measured, and the `factors` of each face are empty.
    """

    sheet: Cascade
    _templates: TemplateRenderer
    _drawings: DrawingCache
    _shares_factors: bool
    _box_cache: BlockCache = msgspec.field(default_factory=partial(BlockCache, MAX_CACHED_BLOCKS))

    def _make_root_chain(self, root: Any, report: FaceReport) -> ElementChain:
        """Return the chain of the html element, which has its style.

        Mistakes in the attributes of the element are added to `report`.
        """
        custom: tuple[Declaration, ...] = ()
        classes = root.get("class", "")
        if style_text := root.get("style"):
            grey, line = GREY_CLASS in classes.split(), root.sourceline
            custom, problems = read_custom_properties(report.template, line, style_text, grey=grey)
            report.add_problems(problems)
        custom += _read_direction_and_language(root, report)
        has = tuple(pair for pair in root.attrib.items() if pair[0].startswith("data--has-"))
        return self.sheet.get_root_chain("html", root.get("id", ""), classes, custom, has)

    def locate_look(self, element: Any, report: FaceReport) -> tuple[Place | None, ...]:
        """Return where the colour, the opacity and the filter of an element are set.

        The second is the lowest opacity of the element and its ancestors, and the third the filter
        of the nearest one with a filter. A place is None if no style sheet sets it. That of the
        opacity is also None for a text in a translucent colour, because messages about faint text
        then name the colour.
        """
        own, is_mark = self._make_chain(element, report), get_tag_name(element) == "svg"
        chains = [*own.iterate_outwards()]
        faded: ElementChain | None = min(chains, key=lambda each: each.style.opacity)
        is_translucent = len(own.style.colour) == 4 and not is_mark
        if is_translucent or (faded and faded.style.opacity == 1):
            faded = None
        filtered = next((each for each in chains if each.style.filters), None)
        locate = self.sheet.locate_declaration
        colour = locate(own, "fill" if is_mark else "color")
        return colour, locate(faded, "opacity"), locate(filtered, "filter")

    def _make_chain(self, element: Any, report: FaceReport) -> ElementChain:
        """Return the chain of an element: its style, and the styles of its ancestors."""
        root, *inner = reversed((element, *element.iterancestors()))
        chain = self._make_root_chain(root, report)
        for descendant in inner:
            chain = chain.get_child_chain(descendant)
        return chain

    def compose_face(
        self,
        root: Any,
        folder: str,
        size: tuple[float, float] | None,
        shares: Mapping[str, float] | None,
        report: FaceReport,
        examples: Mapping[str, Face],
    ) -> ComposedFace:
        """Return the laid-out face of an html element; mistakes and misfits go to `report`.

        - `folder`: the folder in which pictures are searched first.
        - `size`: the size in the data, in mm; a size in the style sheet has priority.
        - `shares`: for each `--same` name, the factor by which text is smaller than in the
          template. None if it is only measured how small text must be: then the lines of misfits
          may be wrong.
        - `examples`: the small faces of other prints that `<object>` can show, by name.
        """
        _write_has_attributes(root, self.sheet.has_arguments)
        chain = self._make_root_chain(root, report)
        width, height = (
            length if isinstance(length, float) else None  # a percentage has no base here
            for length in (chain.style.width, chain.style.height)
        )
        if size:
            width, height = width or size[0], height or size[1]
        bodies = [child for child in root if get_tag_name(child) == "body"]
        if width is None or height is None or len(bodies) != 1:
            message = "a face needs one <body>, and html needs a width and a height"
            report.error(root.sourceline, message, "write html { width: 63.5mm; height: 88.9mm; }")
            report.add_problems(self.sheet.problems)
            raise report.make_failure()
        namespace = XHTML if bodies[0].tag.startswith(XHTML) else ""
        _check_root(root, chain, MarkupChecker(report, namespace), report)
        (body,) = bodies
        if chain.get_child_chain(body).style.is_absolute:
            hint = "leave it out, or write position: relative: the body fills its face"
            report.error(body.sourceline, "position: absolute on <body> has no effect", hint)
        sources = ReplacedSources(self._templates, self._drawings, folder, examples)
        prepare_drawings(root, report)
        for element in body.xpath("descendant-or-self::*[@style]"):
            for mistake in self._make_chain(element, report).mistakes:
                report.error(element.sourceline, mistake.message, mistake.hint)
        if self.sheet.has_counters:
            write_counters(root, chain, {})

        lay_out_inline = partial(lay_out_inline_block, report=report)

        def lay_out_body(box_cache: BlockCache, *, names_fields: bool) -> LaidBlock:
            builder = BoxBuilder(
                report, namespace, sources, box_cache, lay_out_inline, names_fields=names_fields
            )
            block = builder.build_block(body, chain.get_child_chain(body))
            # CSS 2.1, 10.1: the face is the initial containing block of absolute boxes.
            face = BlockBox(chain.style, (block,), "html", body.sourceline, block.unplaced)
            engine = LayoutEngine(shares or {}, DISPLAYS)
            laid = engine.lay_out(face, Space(width, height), 1.0, width)
            assert isinstance(laid, LaidBlock)  # noqa: S101 - a BlockBox always becomes one
            return laid

        # A cached box contains its pictures, and an example may be different next time.
        box_cache = BlockCache(MAX_CACHED_BLOCKS) if examples else self._box_cache
        laid = lay_out_body(box_cache, names_fields=False)
        if laid.misfits and shares is not None:
            # A cached box may have the line number of another face: lay out again without cache.
            laid = lay_out_body(BlockCache(0), names_fields=True)
        _report_face_misfits(laid, report)
        factors: dict[str, float] = {}
        for name, factor in _collect_font_scales(laid) if self._shares_factors else ():
            factors[name] = min(factor, factors.get(name, 1.0))
        return ComposedFace(width, height, laid, factors)


def _write_has_attributes(root: Any, arguments: Iterable[str]) -> None:
    """Give each element to which `:has()` applies, with one of these arguments, its attribute."""
    for argument in sorted(arguments):
        selector = argument.lstrip("> ")
        for found in cssselect2.ElementWrapper.from_xml_root(root).query_all(selector):
            outer = [*found.etree_element.iterancestors()]
            # Selectors 4, 4.5: an argument that begins with > is for children only.
            for element in outer[:1] if argument.startswith(">") else outer:
                element.set(name_has_attribute(argument), "")


def _check_root(root: Any, chain: ElementChain, markup: MarkupChecker, report: FaceReport) -> None:
    """Report properties and generated content of <html> that have no effect."""
    markup.report_ineffective_properties(root, chain.style, "on html")
    if has_generated_content(root, chain):
        message = "::before and ::after of <html> are not printed"
        report.error(root.sourceline, message, "set them on boxes in the body")


def _report_face_misfits(laid: LaidBlock, report: FaceReport) -> None:
    """Report what does not fit in a face, or that its body does not fit because of its margins."""
    if not laid.misfits:
        return
    base = laid.width
    top, right, bottom, left = laid.style.resolve_border_padding(base)
    for body in laid.parts:
        if isinstance(body, LaidBlock) and not _has_room_for_margins(
            body, base - left - right, laid.height - top - bottom
        ):
            message = "the margin of <body> does not fit into its face"
            hint = "write padding instead, or give the body a smaller width and height"
            report.error(body.line, message, hint)
            # The misfits of the face itself would only repeat that.
            laid = body
    _report_misfits(laid, base, report)


def _has_room_for_margins(body: LaidBlock, width: float, height: float) -> bool:
    """Return whether a laid-out body with its margins fits into a face of this size, in mm.

    A body as large as its content always does: if it is too large, its content must be smaller.
    """
    top, right, bottom, left = body.style.resolve_margins(width)
    axes = (
        (body.style.width, body.width, left + right, width),
        (body.style.height, body.height, top + bottom, height),
    )
    return not any(
        styled is not None and margin > 0 and used + margin > room + TOLERANCE
        for styled, used, margin, room in axes
    )


def _report_misfits(laid: LaidBlock, base: float, report: FaceReport) -> None:
    """Report what does not fit in a box whose containing block is `base` mm wide."""
    for misfit in _find_causing_misfits(laid, laid.misfits, base):
        hint, kind = (misfit.hint, "") if misfit.hint else (SHRINK_HINT, DOES_NOT_FIT)
        report.error(misfit.line, misfit.message, hint, misfit.name, kind)


def _find_causing_misfits(
    part: LaidPart, misfits: tuple[Misfit, ...], base: float
) -> tuple[Misfit, ...]:
    """Return the misfits of a part without those that only follow from another one.

    If the border and padding of a box leave no room, one misfit of that box replaces those of the
    boxes inside and around it. `base` is the width of the containing block of the part, in mm.
    """
    if not misfits or not isinstance(part, LaidBlock):
        return misfits
    edges = part.style.resolve_border_padding(base)
    if problem := _find_missing_room(part, edges, base):
        return (problem,)
    inner, lines = part.width - edges[1] - edges[3], set[int]()
    causes, rest = tuple[Misfit, ...](), misfits
    for child in part.parts:
        inside = tuple(item for item in misfits if item in getattr(child, "misfits", ()))
        found = _find_causing_misfits(child, inside, inner)
        causes += found
        rest = tuple(item for item in rest if item not in inside)
        if isinstance(child, LaidBlock) and any(item.hint == _NO_ROOM_HINT for item in found):
            lines |= {part.line, child.line}
    # The boxes around one without room do not fit only because of it.
    return (*causes, *(item for item in rest if item.line not in lines)) if lines else misfits


def _find_missing_room(laid: LaidBlock, edges: Sides, base: float) -> Misfit | None:
    """Return a misfit if the border and padding of a box leave no room for its content, else None.

    `edges` are border plus padding of the box on each side, and `base` is the width of its
    containing block, in mm.
    """
    top, right, bottom, left = edges
    width, height = laid.style.width, laid.style.height
    room = min(base, width) if isinstance(width, float) else base
    message = "has a border and padding of {:.2f} mm, in a {} of {:.2f} mm"
    if room > 0.0 and max(laid.width, room) <= left + right + TOLERANCE:
        message = message.format(left + right, "width", laid.width)
    elif isinstance(height, float) and height > 0.0 and laid.height <= top + bottom + TOLERANCE:
        message = message.format(top + bottom, "height", height)
    else:
        return None
    return Misfit(laid.line, laid.name, message, _NO_ROOM_HINT)


def lay_out_inline_block(box: BlockBox, report: FaceReport) -> InlinePicture:
    """Return an inline-block as a picture in a line; its mistakes and misfits go to `report`."""
    style, engine = box.style, LayoutEngine({}, DISPLAYS)
    widths = (style.width, *style.min_size, *style.max_size, *style.margin)
    hint = ""
    if box.unplaced:
        hint = "give it position: relative, so that absolute boxes in it have a place"
    elif style.padding_percents or any(isinstance(width, Percentage) for width in widths):
        hint = "write its width, margin and padding in mm or em: it is as wide as its text"
    # CSS 2.1, 10.3.9: the shrink-to-fit width. Here it may be wider than the line, and is an error.
    room = engine.measure_widths(box, 1.0, 0.0).max_content
    laid = engine.lay_out_in_styled_size(box, room, 0.0, None, 1.0)
    assert isinstance(laid, LaidBlock)  # noqa: S101 - a BlockBox always becomes one
    if any(name for name, _ in _collect_font_scales(laid)):
        hint = "remove --same: text in an inline-block has the size of its line"
    if hint:
        report.error(box.line, "this inline-block cannot be set in a line of text", hint)
    if box.unplaced:
        return _EMPTY_PICTURE
    _report_misfits(laid, laid.width, report)
    top, right, bottom, left = style.resolve_margins(0.0)
    # CSS 2.1, 10.8.1: the baseline is that of the last line, or else the bottom of the margin box.
    # So is that of a box that clips (CSS 2.1, 10.8.1).
    baseline = _find_last_baseline(laid) if style.overflow == "visible" else None
    below = 0.0 if baseline is None else laid.height - baseline + bottom
    x, y, _ = apply_relative_offset(box, left, top, laid, 0.0, None)
    painter = Painter()
    paint = painter.paint_part if style.is_stacking_context else painter.paint_block
    try:
        painted = paint(x, y, laid)
    except Failure as failure:
        report.add_problems(failure.problems)
        return _EMPTY_PICTURE
    return InlinePicture(
        laid.width + left + right,
        laid.height + top + bottom,
        lambda matrix: tuple(transform_item(item, matrix) for item in painted.items),
        below,
    )


_EMPTY_PICTURE = InlinePicture(0.0, 0.0, lambda _: ())


def _find_last_baseline(laid: LaidPart) -> float | None:
    """Return the distance from the top to the baseline of the last line; None without lines."""
    if isinstance(laid, LaidText) and laid.lines:
        return laid.height - laid.lines[-1].below
    # CSS Box Alignment 3, 9.1: a flex box or grid has that of its first items.
    if not isinstance(laid, LaidBlock) or laid.style.display in DISPLAYS:
        return getattr(laid, "baseline", None)
    for _, y, part in reversed(laid.children):
        if (baseline := _find_last_baseline(part)) is not None:
            return y + baseline
    return None


def _collect_font_scales(part: LaidPart) -> Iterator[tuple[str, float]]:
    """Yield the `--same` name and the font scale of each box that has such a name."""
    if isinstance(part, LaidBlock):
        if part.style.share_group:
            yield part.style.share_group, part.factor
        for child in part.parts:
            yield from _collect_font_scales(child)


def _read_direction_and_language(root: Any, report: FaceReport) -> tuple[Declaration, ...]:
    """Return CSS declarations for the attributes dir and lang of the root (HTML, 3.2.6)."""
    values: dict[str, Any] = {"direction": root.get("dir", "auto"), "lang": root.get("lang", "")}
    if values["direction"] not in ("auto", "ltr", "rtl"):
        message = f'dir="{values["direction"]}" is not a direction'
        report.error(root.sourceline, message, "write ltr, rtl or auto")
        return ()
    line, file = root.sourceline, report.template
    changed = {name: value for name, value in values.items() if value not in ("", "auto")}
    return tuple(Declaration(name, (), line, file, {name: changed[name]}) for name in changed)
