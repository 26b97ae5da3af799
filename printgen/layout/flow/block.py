"""Block layout, and the engine that calls flex and grid layout.

It gives every box a width and a height, as browsers do. The `display` of a box selects `flex`,
`grid` or block layout (CSS 2.1, 9.4.1); a table is a block of rows, each of them a grid. A box that
does not fit is laid out anyway and returned with a `Misfit`. This module does not depend on
elements, faces or paper.

`shrink_text_to_fit` searches for the largest font scale at which a box fits. All text of the box is
scaled by one factor, but no letter gets smaller than its `--min-size`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, sqrt
from typing import TypeGuard

import msgspec
from msgspec.structs import replace

from printgen.layout.flow.boxes import (
    AnyBox,
    BlockBox,
    LaidBlock,
    LaidBox,
    LaidPart,
    LaidReplaced,
    LaidText,
    Misfit,
    OutOfFlowAnchor,
    ReplacedBox,
    TextFlow,
    group_by_box,
)
from printgen.layout.flow.floats import (
    Float,
    clear_floats,
    find_end_of_float,
    find_room,
    place_float,
)
from printgen.layout.flow.lines import (
    TOLERANCE,
    IntrinsicWidths,
    find_min_factor,
    lay_out_text,
    measure_widths,
)
from printgen.layout.flow.sizing import (
    ZERO_WIDTHS,
    LaidContent,
    PlacedPart,
    Space,
    apply_relative_offset,
    clamp_box_size,
    clamp_size,
    compute_replaced_size,
    find_alignment_offset,
    find_largest_widths,
    find_overflow,
    get_auto_margin_alignment,
    is_out_of_flow,
    resolve_insets,
    resolve_size_limits,
)
from printgen.layout.style.computed import INITIAL_STYLE
from printgen.layout.style.effects import TransformStep
from printgen.layout.style.values import resolve_to_mm

SHRINK_HINT = "shorten the text, enlarge the box or allow a smaller --min-size"
"""The hint of every problem about content that does not fit."""

DOES_NOT_FIT = "does not fit"
"""The kind of problems that smaller type or less text would fix."""

_SHRINK_STEPS = 32
"""Number of equal steps between the full and the minimum font scale."""

_STRETCHED = ("auto", "normal", "stretch")
"""The alignments with which a box fills its space; with others it is as large as its content.

CSS Box Alignment 3, 6.1 and 6.2.
"""


def shrink_text_to_fit(
    box: BlockBox, factor: float, shared_factor: float | None, lay_out: Callable[[float], LaidBlock]
) -> LaidBlock:
    """Return the box laid out at the largest font scale up to `factor` at which it fits.

    - `lay_out`: a function that lays the box out at a font scale.
    - `shared_factor`: a font scale to use without a search; None to search. But a box with a share
      such as `--same: text 90%` that does not fit at that scale gets a smaller one.

    If the box does not fit even at the minimum font scale, it is returned with its misfits.
    """
    tried = factor if shared_factor is None else min(factor, shared_factor)
    laid = lay_out(tried)
    min_factor = _find_box_min_factor(box)
    is_final = shared_factor is not None and "%" not in box.style.share_group
    if is_final or min_factor >= tried or _is_fitting(laid):
        return laid
    # Bisection over the steps from `factor` down to `min_factor`. Laying out is slow, so three good
    # guesses save most attempts. After one that fits, larger type is tried in growing jumps.
    step_size = (factor - min_factor) / _SHRINK_STEPS
    too_large, fitting, guesses, jump = int((factor - tried) / step_size), _SHRINK_STEPS + 1, 3, 1
    guess = ceil((factor - _guess_font_scale(laid, tried)) / step_size)
    while fitting - too_large > 1:
        if guesses <= 0:
            guess = (too_large + fitting) // 2
        guesses -= 1
        step = min(max(guess, too_large + 1), fitting - 1)
        step_factor = factor - step_size * step
        candidate = lay_out(step_factor)
        if _is_fitting(candidate):
            laid, fitting = candidate, step
            guess, jump = step - jump, 2 * jump
        else:
            laid, too_large = candidate if step == _SHRINK_STEPS else laid, step
            guess = ceil((factor - _guess_font_scale(candidate, step_factor)) / step_size)
    return laid


def _guess_font_scale(laid: LaidBlock, factor: float) -> float:
    """Return the font scale at which the box may fit; `laid` did not fit at the scale `factor`.

    A line with space for two thirds of its width fits at two thirds of the size. Lines that are too
    high together get fewer in smaller type, so their height changes with the square of the scale.
    Among several misfits the one with the largest share of space decides, because it may be the
    cause of the others.
    """
    share, overflows = max((m.share, m.overflows) for m in laid.misfits if not m.hint)
    return factor * (sqrt(share) if overflows else share)


def _is_fitting(laid: LaidBlock) -> bool:
    """Return whether the box fits, apart from misfits that smaller type could not fix."""
    return all(misfit.hint for misfit in laid.misfits)


def _find_box_min_factor(box: AnyBox) -> float:
    """Return the font scale at which every letter of a box has reached its minimum size."""
    if isinstance(box, TextFlow):
        styles = (piece.style for piece in box.pieces if piece.text)
        return min(map(find_min_factor, styles), default=1.0)
    if not isinstance(box, BlockBox):
        return 1.0
    parts = (*box.children, *box.placed)
    min_factor: float = box.cache.fetch(
        "least", lambda: min(map(_find_box_min_factor, parts), default=1.0)
    )
    return min_factor


def _find_share_groups(box: AnyBox) -> frozenset[str]:
    """Return the `--same` names of a box and of the boxes inside it."""
    if not isinstance(box, BlockBox):
        return frozenset()
    names: frozenset[str] | None = box.cache.get("names")
    if names is None:
        inner = map(_find_share_groups, (*box.children, *box.placed))
        names = frozenset((box.style.share_group,)).union(*inner)
        box.cache.set("names", names)
    return names


def _has_text(box: AnyBox) -> bool:
    """Return whether there is text in a box. A box with text must not be clipped."""
    if not isinstance(box, BlockBox):
        return isinstance(box, TextFlow)
    return any(map(_has_text, (*box.children, *box.placed)))


class DisplayLayout(msgspec.Struct, frozen=True):
    """How boxes of one `display` value are laid out, and how their content is measured."""

    lay_out: "Callable[[LayoutEngine, BlockBox, Space, float], LaidContent]"
    measure: "Callable[[LayoutEngine, BlockBox, float], IntrinsicWidths]"


class LayoutEngine:
    """Lays out boxes: gives each a size, and a position in its parent.

    - `shared_factors`: for each `--same` name, the font scale of its boxes: the factor by which
      text is smaller than in the template.
    - `displays`: for each value of `display` with a special layout, such as flex, this layout. The
      children of any other box are stacked below one another.
    """

    def __init__(
        self, shared_factors: Mapping[str, float], displays: Mapping[str, DisplayLayout]
    ) -> None:
        # At a scale of 1, a box that may have its own scale is laid out as without a shared one.
        self.factors = {
            name: factor for name, factor in shared_factors.items() if factor < 1 or "%" not in name
        }
        self._named_factors = sorted(self.factors.items())
        self._displays = displays

    def lay_out(self, box: AnyBox, space: Space, factor: float, base: float) -> LaidBox:
        """Return a box laid out with a border box that fills `space`.

        - `factor`: the font scale, by which text is smaller than in the template.
        - `base`: the width that percentages of padding refer to.
        """
        width, height, limits = space
        if isinstance(box, TextFlow):
            return lay_out_text(box, width, factor)
        if isinstance(box, ReplacedBox):
            return self.lay_out_replaced(box, width, height)
        assert isinstance(box, BlockBox)  # noqa: S101 - the last of the closed set
        style = box.style
        if height is None and style.ratio:
            # CSS Sizing 4, 5.1: a box with a width has the height that its ratio gives.
            height = clamp_size(width / style.ratio, *limits)
            space = Space(width, height, limits)
            # 5.2: if its minimum height is auto, it is at least as high as its content.
            if style.min_size[1] is None and style.overflow == "visible":
                content = self._lay_out_block(box, Space(width, None, limits), factor, base)
                space = Space(width, max(height, content.height), limits)
        # Without percentages the result does not depend on `base`; one key then serves all bases.
        base = base if style.padding_percents else 0.0
        key = (space, factor, base, self._list_factors(box))
        laid: LaidBlock | None = box.cache.get(key)
        if laid is None:

            def lay_out_at(own_factor: float) -> LaidBlock:
                return self._lay_out_block(box, space, own_factor, base)

            if style.shrinks:
                laid = shrink_text_to_fit(
                    box, factor, self.factors.get(style.share_group), lay_out_at
                )
            else:
                laid = lay_out_at(factor)
            box.cache.set(key, laid)
        return laid

    def measure_widths(self, box: AnyBox, factor: float, base: float) -> IntrinsicWidths:
        """Return the intrinsic widths of a border box (CSS Sizing 3, 5.1).

        `factor` is the font scale. Percentages of padding refer to `base`.
        """
        if isinstance(box, TextFlow):
            return measure_widths(box, factor)
        if isinstance(box, ReplacedBox):
            width = compute_replaced_size(box, None, None)[0] or 0.0
            return IntrinsicWidths(width, width, width)
        assert isinstance(box, BlockBox)  # noqa: S101 - the last of the closed set
        style = box.style
        if style.ratio and type(style.width) is not float and type(style.height) is float:
            height = clamp_box_size(style, 1, style.height, None, base)
            width = self.transfer_height(box, height, factor, base)
            return IntrinsicWidths(width, width, width)
        return self._measure_border_box(box, factor, base)

    def transfer_height(self, box: BlockBox, height: float, factor: float, base: float) -> float:
        """Return the width that its ratio gives a border box of this height, in mm.

        If its minimum width is auto, it is as wide as its widest word (CSS Sizing 4, 5.1 and 5.2).
        """
        style = box.style
        assert style.ratio  # noqa: S101 - only boxes with a ratio get here
        if style.min_size[0] is not None:
            return height * style.ratio
        return max(height * style.ratio, self._measure_border_box(box, factor, base).min_content)

    def _measure_border_box(self, box: BlockBox, factor: float, base: float) -> IntrinsicWidths:
        """Return the intrinsic widths of a border box that its content gives."""
        key = ("extents", factor, self._list_factors(box))
        own_factor = min(factor, self.factors.get(box.style.share_group, 1.0))
        content: IntrinsicWidths = box.cache.fetch(
            key, lambda: self._measure_content(box, own_factor)
        )
        sides = box.style.resolve_border_padding(base)
        extra = sides[1] + sides[3]
        smallest, narrow, wide = content
        return IntrinsicWidths(smallest + extra, narrow + extra, wide + extra) if extra else content

    def _list_factors(self, box: BlockBox) -> tuple[tuple[str, float], ...]:
        """Return the `--same` names in a box that have a shared font scale, each with its scale.

        The layout of the box depends on no other shared scale.
        """
        if not self._named_factors:
            return ()
        names = _find_share_groups(box)
        return tuple([pair for pair in self._named_factors if pair[0] in names])

    def fit_width(self, box: AnyBox, room: float, factor: float, base: float) -> float:
        """Return the fit-content width of a box in `room` mm (CSS Sizing 3, 5.1).

        `factor` is the font scale. Percentages of padding refer to `base`.
        """
        _, narrow, wide = self.measure_widths(box, factor, base)
        return wide if box.style.is_max_content else min(wide, max(narrow, room))

    def measure_outer_widths(self, box: AnyBox, factor: float) -> IntrinsicWidths:
        """Return what a box adds to its parent's intrinsic widths (CSS Sizing 3, 5.2).

        That includes the margins. If the style sets a width, that width replaces the width of the
        content. `factor` is the font scale.
        """
        style = box.style
        # CSS 2.1, 9.6: an absolutely positioned box has no effect on the layout of its siblings.
        if style.is_absolute:
            return ZERO_WIDTHS
        margins = style.resolve_margins(0.0)
        margin_width = margins[1] + margins[3]
        if type(style.width) is float:
            content = IntrinsicWidths(style.width, style.width, style.width)
        else:
            content = self.measure_widths(box, factor, 0.0)
            if not margin_width and style.min_size[0] is None and style.max_size[0] is None:
                return content
        return IntrinsicWidths(
            *(clamp_box_size(style, 0, width, None, None) + margin_width for width in content)
        )

    def _measure_content(self, box: BlockBox, factor: float) -> IntrinsicWidths:
        """Return the intrinsic widths of the content of a box at the font scale `factor`."""
        if box.style.writing_mode != "horizontal-tb":
            # CSS Writing Modes 4, 7.3: it is as wide as its lines together.
            display = self._displays.get(box.style.display)
            lay_out = display.lay_out if display else _stack_children
            length, edges = self._measure_flow(box, factor).max_content, box.style.border_padding
            if isinstance(box.style.height, float):
                length = max(box.style.height - edges[0] - edges[2], 0.0)
            width = lay_out(self, box, Space(length), factor).height
            return IntrinsicWidths(width, width, width)
        return self._measure_flow(box, factor)

    def _measure_flow(self, box: BlockBox, factor: float) -> IntrinsicWidths:
        """Return the intrinsic widths of the content of a box along its lines."""
        # CSS 2.1, 17.5.2.1: in fixed table layout the content of cells does not set the width.
        if box.style.display == "table":
            return ZERO_WIDTHS
        if display := self._displays.get(box.style.display):
            return display.measure(self, box, factor)
        largest = find_largest_widths(
            self.measure_outer_widths(child, factor) for child in box.children
        )
        floats = [child for child in box.children if child.style.float_side != "none"]
        if not floats:
            return largest
        # CSS 2.1, 10.3.5: floats are next to each other and to the widest text.
        others = (child for child in box.children if child.style.float_side == "none")
        text = find_largest_widths(self.measure_outer_widths(child, factor) for child in others)
        widths = (self.measure_outer_widths(child, factor).max_content for child in floats)
        return largest._replace(max_content=sum(widths, text.max_content))

    def _lay_out_block(self, box: BlockBox, outer: Space, factor: float, base: float) -> LaidBlock:
        """Return a block laid out at the font scale `factor`, with a border box that fills `outer`.

        `base` is the width that percentages of padding refer to.
        """
        style, width = box.style, outer.width
        edges = top, _, bottom, left = style.resolve_border_padding(base)
        space = outer.inset(edges)
        display = self._displays.get(style.display)
        lay_out = display.lay_out if display else _stack_children
        if style.writing_mode == "horizontal-tb":
            content = lay_out(self, box, space, factor)
        else:
            content = self._lay_out_vertical(box, space, factor, lay_out)
        # CSS 2.1, 10.6.3 and 10.7: an auto height is the height of the content within its limits.
        used = space.height
        if used is None:
            used = clamp_size(content.height, *space.height_limits)
        message = "is {:.2f} mm higher than its box of {:.2f} mm"
        has_ratio_height = (
            style.ratio and abs(width / style.ratio - top - used - bottom) <= TOLERANCE
        )
        if has_ratio_height and style.overflow == "visible":
            message += ", which aspect-ratio sets; with min-height: auto the box would grow"
        needed = content.height
        if needed > used and top + bottom:
            # A line as high as its box is a usual way to centre it: its box has no room for it.
            unused = _measure_half_leading(content)
            overflow = needed - top - used - bottom
            # A line that is not as high as the padded box stays in it, if it may not shrink.
            is_fixed_line = style.min_font_size is None and _is_line_of_text(content.children)
            if abs(overflow) <= TOLERANCE or (is_fixed_line and overflow < 0):
                # Also in a box with a border, as long as the letters do not touch it.
                unused = _measure_space_below(content.children, needed) + bottom - style.border[2]
            needed -= min(unused, top + bottom)
        misfits = content.misfits + find_overflow(box, needed, used, message)
        if style.overflow != "visible" and not _has_text(box):
            misfits = tuple(misfit for misfit in misfits if not misfit.overflows)
        children = tuple((left + x, top + y, child) for x, y, child in content.children)
        baseline = None if content.baseline is None else top + content.baseline
        height = top + used + bottom
        laid = LaidBlock(
            style, width, height, children, baseline, misfits, (), factor, box.line, box.name
        )
        return self._add_absolute_boxes(box, laid, factor) if box.placed else laid

    def _lay_out_vertical(
        self, box: BlockBox, space: Space, factor: float, lay_out: Callable[..., LaidContent]
    ) -> LaidContent:
        """Return the content of a box whose lines run from top to bottom, the first at the right.

        It is laid out with the height as its width, and turned (CSS Writing Modes 4, 3.2).
        """
        length = space.height
        if length is None:
            length = clamp_size(self._measure_flow(box, factor).max_content, *space.height_limits)
        inner = lay_out(self, box, Space(length, space.width), factor)
        message = "needs {2:.2f} mm for its vertical lines, in a width of {1:.2f} mm"
        misfits = inner.misfits + find_overflow(box, inner.height, space.width, message)
        turn = TransformStep(shift=(space.width, 0.0)), TransformStep(turn=90.0)
        style = replace(INITIAL_STYLE, transform=turn, origin=(0.0, 0.0), is_containing_block=True)
        turned = LaidBlock(
            style, length, space.width, inner.children, None, (), (), factor, box.line, box.name
        )
        return LaidContent(((0.0, 0.0, turned),), length, None, misfits)

    def lay_out_in_styled_size(
        self,
        box: AnyBox,
        room: float,
        base: float,
        base_height: float | None,
        factor: float,
        default_height: float | None = None,
        justify: str = "normal",
    ) -> LaidBox:
        """Return a box laid out in the width and height of its style.

        Percentages refer to `base` and `base_height`. An auto width is `room`, but a ratio with a
        height gives another, unless `justify` is stretch. An auto height is `default_height` if
        that is not None, else the height of the content. `factor` is the font scale.
        """
        style = box.style
        if isinstance(box, ReplacedBox):
            width, height = compute_replaced_size(box, base, base_height)
            if style.height is None and default_height is not None:
                height = clamp_size(default_height, *resolve_size_limits(style, 1, base_height))
            return self.lay_out_replaced(box, width, height)
        # CSS 2.1, 10.3.3: an auto width fills the containing block, less the margins.
        width, height = resolve_to_mm(style.width, base), resolve_to_mm(style.height, base_height)
        if style.fits_content[0] and style.display != "table":
            room = self.fit_width(box, room, factor, base)
        limits = resolve_size_limits(style, 1, base_height)
        keeps_width = width is not None or justify == "stretch"
        if isinstance(box, BlockBox) and style.ratio and not keeps_width:
            # CSS Sizing 4, 5.1: a height gives a width, and so do its minimum and maximum.
            least, most = limits
            if height is not None:
                least = most = clamp_box_size(style, 1, height, base_height, base)
            if not least <= room / style.ratio <= most:
                used_height = clamp_size(room / style.ratio, least, most)
                room = self.transfer_height(box, used_height, factor, base)
        width = clamp_box_size(style, 0, room if width is None else width, base, base)
        height = default_height if height is None else height
        height = None if height is None else clamp_box_size(style, 1, height, base_height, base)
        return self.lay_out(box, Space(width, height, limits), factor, base)

    @staticmethod
    def lay_out_replaced(
        box: ReplacedBox, width: float | None, height: float | None
    ) -> LaidReplaced:
        """Return a replaced box with this width and height in mm.

        It has a misfit if one of them is None, or leaves no space for the content.
        """
        misfits: tuple[Misfit, ...] = ()
        top, right, bottom, left = box.style.resolve_border_padding(0.0)
        sizes = ("width", width, left + right), ("height", height, top + bottom)
        for side, length, border_padding in sizes:
            if length is None:
                message = f"has no {side}"
                hint = f"give it a {side} in mm, or in % of a box that has one"
            elif length - border_padding <= TOLERANCE:
                message = f"is not visible: no {side} is left for it"
                hint = f"give it a min-{side}, so that the boxes next to it shrink instead"
            else:
                continue
            misfits = (Misfit(box.line, box.name, message, hint),)
            break
        return LaidReplaced(box, width or 0.0, height or 0.0, misfits)

    def _add_absolute_boxes(self, box: BlockBox, laid: LaidBlock, factor: float) -> LaidBlock:
        """Return a laid box with its absolutely positioned boxes added (CSS 2.1, 9.6)."""
        border = box.style.border
        # CSS 2.1, 10.1: the containing block is the padding box of the positioned ancestor.
        width = laid.width - border[1] - border[3]
        height = laid.height - border[0] - border[2]
        placed, misfits = [], laid.misfits
        static_positions = group_by_box(_list_static_positions(laid, -border[3], -border[0]))
        for child in box.placed:
            positions = static_positions.get(id(child))
            place = positions.popleft() if positions else (0.0, 0.0)
            x, y, laid_child = self._lay_out_absolute(child, width, height, factor, place)
            placed.append((child, border[3] + x, border[0] + y, laid_child))
            misfits += laid_child.misfits
        return replace(laid, placed=tuple(placed), misfits=misfits)

    def _lay_out_absolute(
        self,
        box: BlockBox | ReplacedBox,
        width: float,
        height: float,
        factor: float,
        place: tuple[float, float],
    ) -> tuple[float, float, LaidBox]:
        """Return x, y and the laid-out box of an absolutely positioned box.

        x and y are measured from the corner of its containing block; `width` and `height` are the
        size of this block. `factor` is the font scale, and `place` the static position of the box.
        """
        style, stretched_height = box.style, None
        top, right, bottom, left = resolve_insets(style, width, height)
        # CSS 2.1, 10.3.7 and 10.6.4: if both offsets are auto, the box keeps its static position.
        left = place[0] if left is None and right is None else left
        top = place[1] if top is None and bottom is None else top
        margins = style.resolve_margins(width)
        room = width - margins[1] - margins[3] - (left or 0.0) - (right or 0.0)
        is_filled = left is not None and right is not None
        if top is not None and bottom is not None and style.align_self in _STRETCHED:
            # CSS 2.1, 10.6.4: with top and bottom set, an auto height fills what they leave.
            stretched_height = height - margins[0] - margins[2] - top - bottom
        laid: LaidBox
        if isinstance(box, BlockBox):
            laid = self._lay_out_absolute_block(
                box, (width, height), room, stretched_height, factor, is_filled=is_filled
            )
        elif is_filled and compute_replaced_size(box, width, height) == (None, None):
            laid = self.lay_out_replaced(box, room, room / box.ratio if box.ratio else None)
        else:
            laid = self.lay_out_in_styled_size(box, room, width, height, factor)
        auto_x = get_auto_margin_alignment(style, 0).replace("safe end", "end")
        x = _place_between_insets(
            (left, right), margins[3::-2], (laid.width, width), auto_x, style.justify_self
        )
        auto_y = get_auto_margin_alignment(style, 1).removeprefix("safe ")
        y = _place_between_insets(
            (top, bottom), margins[::2], (laid.height, height), auto_y, style.align_self
        )
        if style.inset[::2] == (None, None):
            # CSS Positioned Layout 3, 4.1: the static position is a line without a height.
            y += find_alignment_offset(style.align_self, -margins[0] - margins[2] - laid.height)
        return x, y, laid

    def _lay_out_absolute_block(
        self,
        box: BlockBox,
        around: tuple[float, float],
        room: float,
        stretched_height: float | None,
        factor: float,
        *,
        is_filled: bool,
    ) -> LaidBox:
        """Return an absolutely positioned block laid out in its containing block.

        `around` has the width and height of this block, `room` what the insets leave of its width,
        and `stretched_height` what they leave of its height, if they are both set. `is_filled` says
        whether left and right are both set. `factor` is the font scale.
        """
        style, width = box.style, around[0]
        align, justify = style.align_self, style.justify_self
        if style.fits_content[1]:
            stretched_height = None
        fills_width = is_filled and justify in _STRETCHED
        if style.ratio and stretched_height is not None and align == "stretch":
            # As in browsers, an explicit stretch wins over normal in the other axis.
            fills_width &= justify == "stretch"
        if style.width is None and not fills_width:
            # CSS 2.1, 10.3.7: the shrink-to-fit width, unless both left and right are set.
            room = self.fit_width(box, room, factor, width)
            if style.ratio and stretched_height is not None:
                room = self.transfer_height(box, stretched_height, factor, width)
        if style.ratio and align != "stretch":
            # The used width gives the height, within its minimum and maximum.
            stretched_height = None
        justify = justify if is_filled else "normal"
        return self.lay_out_in_styled_size(
            box, room, *around, factor, stretched_height, justify=justify
        )


def _place_between_insets(
    insets: tuple[float | None, float | None],
    margins: Sequence[float],
    sizes: tuple[float, float],
    auto_margins: str,
    align: str,
) -> float:
    """Return the position of an absolutely positioned box on one axis of its containing block.

    `insets` and `margins` are those at the start and the end, and `sizes` those of the box and the
    block, in mm. `auto_margins` is the alignment that auto margins have, else `align` counts.
    """
    (start, end), (size, room) = insets, sizes
    # CSS 2.1, 10.3.7 and 10.6.4: left wins over right, and top over bottom.
    if start is None:
        return room - (end or 0.0) - margins[1] - size
    position = start + margins[0]
    if end is None:
        return position
    # CSS 2.1, 10.3.7 and 10.6.4: auto margins between two insets take the space that the box
    # leaves. Only an equal left and right may not be negative.
    spare = max(room - start - end, 0.0) - margins[0] - margins[1] - size
    position += find_alignment_offset(auto_margins or align, spare)
    if spare < 0 and not auto_margins and align not in _STRETCHED:
        # CSS Positioned Layout 3, 4.2: it stays in its containing block, if it fits there.
        position = max(min(position, room - margins[1] - size), margins[0])
    return position


def _list_static_positions(
    laid: LaidBlock, x: float, y: float
) -> Iterator[tuple[BlockBox | ReplacedBox, tuple[float, float]]]:
    """Yield the absolutely positioned boxes that `laid` places, each with its static position.

    A static position is where the box would be in the flow; `x` and `y` are those of `laid`.
    """
    for dx, dy, part in laid.children:
        if isinstance(part, OutOfFlowAnchor):
            yield part.box, (x + dx, y + dy)
        elif isinstance(part, LaidBlock) and not part.style.is_containing_block:
            yield from _list_static_positions(part, x + dx, y + dy)


def _is_text(box: AnyBox) -> TypeGuard[TextFlow]:
    return isinstance(box, TextFlow)


def _is_float(part: LaidPart) -> bool:
    box = part.box if isinstance(part, LaidReplaced) else part
    return isinstance(box, LaidBlock | ReplacedBox) and box.style.float_side != "none"


def _lay_out_aligned(
    layout: LayoutEngine, room: Space, factor: float, justify: str, child: AnyBox, space: float
) -> LaidBox:
    """Return a child of a block in `room` laid out in `space` mm of its width.

    `factor` is the font scale, and `justify` the alignment of the child.
    """
    if isinstance(child, BlockBox) and child.style.width is None and justify not in _STRETCHED:
        # CSS Box Alignment 3, 6.1: an aligned block is as wide as its content.
        space = layout.fit_width(child, space, factor, room.width)
    return layout.lay_out_in_styled_size(
        child, space, room.width, room.height, factor, justify=justify
    )


def _lay_out_next_to_floats(
    child: AnyBox,
    floats: Sequence[Float],
    y: float,
    edges: tuple[float, float],
    width: float,
    lay_out: Callable[[AnyBox, float], LaidBox],
    x: float,
) -> tuple[float, float, LaidBox, float]:
    """Return the x and y of the space for a box next to floats, the laid-out box, and this width.

    The space is `width` mm wide without floats, and the box at `x` between `edges` then. A text,
    or a box with only text, keeps this place, and its lines are shorter. Any other box is next to
    all floats, or below them (CSS 2.1, 9.5).
    """
    low, high = edges
    style, is_text = child.style, _is_text(child)
    # boxes.css makes every block a flow-root. Here, one with only text is a plain block again.
    if isinstance(child, BlockBox) and style.display in ("natural", "block", "flow-root"):
        is_text = style.overflow == "visible" and style.writing_mode == "horizontal-tb"
        in_flow = [each for each in child.children if not is_out_of_flow(each)]
        is_plain = bool(in_flow) or style.display == "block"
        is_text = is_text and is_plain and all(map(_is_text, in_flow))
    if is_text:
        top, _, _, left = style.resolve_border_padding(width)
        moved = tuple(place.move_by(x + left, y + top) for place in floats)
        if isinstance(child, BlockBox):
            parts = (p.replace(floats=moved) if _is_text(p) else p for p in child.children)
            child = child.replace(children=tuple(parts))
        elif _is_text(child):
            child = child.replace(floats=moved)
        return low, y, lay_out(child, high - low), high - low
    height = 0.0
    while True:
        start, end = find_room(floats, width, y, height)
        low, high = max(start, edges[0]), min(end, edges[1])
        laid = lay_out(child, high - low)
        # CSS 2.1, 10.3.3: the right margin of a box with a width need not fit.
        is_too_wide = laid.width > end - low + TOLERANCE
        # A plain block of a browser would have the words that do not fit below the floats.
        is_too_wide |= any(not misfit.overflows for misfit in laid.misfits)
        if is_too_wide and (start, end) != (0.0, width):
            y, height = find_end_of_float(floats, y), 0.0
        elif laid.height > height + TOLERANCE:
            height = laid.height
        else:
            return low, y, laid, high - low


def _is_line_of_text(children: Sequence[PlacedPart]) -> bool:
    """Return whether the only content of a box, or of a box inside it, is one line of text."""
    match children:
        case ((_, _, LaidText(lines=(line,))),):
            return all(span.picture < 0 for span in line.spans)
        case ((_, _, LaidBlock(children=inner)),):
            return _is_line_of_text(inner)
    return False


def _measure_half_leading(content: LaidContent) -> float:
    """Return the empty space below the only line of text in a box, in mm; 0 for other content."""
    match content.children:
        case ((_, _, LaidText(lines=(line,))),) if _is_line_of_text(content.children):
            styles = [span.style for span in line.spans]
            descents = [style.typeface.descent * style.size - style.shift for style in styles]
            return max(line.below - max(descents, default=0.0), 0.0)
    return 0.0


def _measure_space_below(children: Sequence[PlacedPart], height: float) -> float:
    """Return the space below the letters of boxes in a content of `height` mm, in mm."""
    spaces = [
        height - y - laid.height + _measure_space_below_letters(laid)
        for _, y, laid in children
        if not isinstance(laid, OutOfFlowAnchor)
    ]
    return min(spaces, default=0.0)


def _measure_space_below_letters(laid: LaidPart) -> float:
    """Return the space below the letters of the last line of a part, in mm; 0 for a picture."""
    match laid:
        case LaidText(lines=(*_, line)) if all(span.picture < 0 for span in line.spans):
            depths = [0.0]
            for span in line.spans:
                style = span.style
                depth = style.typeface.measure_depth(span.text, style.features)
                depths.append(depth * style.size - style.shift)
            return max(line.below - max(depths), 0.0)
        case LaidBlock(children=children) if not laid.style.border[2]:
            return _measure_space_below(children, laid.height)
    return 0.0


def _stack_children(layout: LayoutEngine, box: BlockBox, room: Space, factor: float) -> LaidContent:
    """Return the children of a box laid out below one another in `room` (CSS 2.1, 9.4.1).

    `factor` is the font scale.
    """
    inner, inner_height, height_limits = room
    placed: list[PlacedPart] = []
    misfits: tuple[Misfit, ...] = ()
    y = previous_margin = 0.0
    baseline: float | None = None
    floats: list[Float] = []
    for child in box.children:
        style = child.style
        if is_out_of_flow(child):
            placed.append((0.0, y + previous_margin, OutOfFlowAnchor(child)))
            continue
        top, right, bottom, left = style.resolve_margins(inner)
        space = inner - left - right
        if style.float_side != "none":
            if isinstance(child, BlockBox) and style.width is None:
                space = layout.fit_width(child, space, factor, inner)
            laid = layout.lay_out_in_styled_size(child, space, inner, inner_height, factor)
            size = left + laid.width + right, top + laid.height + bottom
            y_float = clear_floats(floats, style.cleared_side, y + previous_margin)
            place = place_float(floats, style.float_side, size, inner, y_float)
            x, y_float = place.left + left, place.top + top
            placed.append(apply_relative_offset(child, x, y_float, laid, inner, inner_height))
            misfits += laid.misfits + find_overflow(child, size[0], inner)
            floats.append(place)
            continue
        # CSS 2.1, 8.3.1: adjoining margins collapse to the largest positive one plus the most
        # negative one. Margins of a parent and its children stay apart, as in a flow-root.
        y += max(previous_margin, top, 0.0) + min(previous_margin, top, 0.0)
        y = clear_floats(floats, style.cleared_side, y)
        justify = box.style.justify_items if style.justify_self == "auto" else style.justify_self
        # CSS 2.1, 10.3.3: auto margins take the width that is left, or are equal.
        align = get_auto_margin_alignment(style, 0) or justify
        lay_out = partial(_lay_out_aligned, layout, room, factor, justify)
        laid = lay_out(child, space)
        x = left + find_alignment_offset(align, inner - left - laid.width - right)
        if any(place.bottom > y + TOLERANCE for place in floats):
            edges = left, inner - right
            left, y, laid, space = _lay_out_next_to_floats(
                child, floats, y, edges, inner, lay_out, x
            )
            right = inner - left - space
            x = left + find_alignment_offset(align, space - laid.width)
        misfits += laid.misfits + find_overflow(child, left + laid.width + right, inner)
        part = apply_relative_offset(child, x, y, laid, inner, inner_height)
        is_painted = style.background or style.images or style.shadows or any(style.border)
        # CSS 2.1, appendix E.2: floats are painted over the boxes that their text is in.
        first = next((i for i, (*_, each) in enumerate(placed) if _is_float(each)), len(placed))
        placed.insert(first if floats and is_painted else len(placed), part)
        if baseline is None and laid.baseline is not None:
            baseline = y + laid.baseline
        y, previous_margin = y + laid.height, bottom
    # CSS 2.1, 10.6.7: a box contains its floats.
    y = max(clear_floats(floats, "both", y + previous_margin), 0.0)
    spare = (inner_height if inner_height is not None else max(height_limits[0], y)) - y
    # CSS Box Alignment 3, 5.1.1: align-content moves the whole content of a block container.
    if offset := find_alignment_offset(box.style.align, max(spare, 0.0)):
        placed = [(x, child_y + offset, child) for x, child_y, child in placed]
        baseline = None if baseline is None else baseline + offset
    return LaidContent(tuple(placed), y, baseline, misfits)
