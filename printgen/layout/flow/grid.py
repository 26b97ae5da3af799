"""Grid layout (CSS Grid Layout, sections 11 and 12): sizing and alignment.

Section numbers in comments are those of Level 2, whose algorithms are those of Level 1; sections 11
and 12 of Level 2 are 10 and 11 in Level 1. Kinds of tracks are lengths, `auto`, `max-content` and
`fr`. Their sizes do not depend on whether they are columns or rows. This module does not depend on
the content of items.
"""

from collections.abc import Collection, Sequence
from functools import cached_property
from math import inf

import msgspec
from msgspec.structs import replace

from printgen.layout.flow.block import LayoutEngine
from printgen.layout.flow.boxes import BlockBox, LaidBlock, LaidBox, Misfit, ReplacedBox
from printgen.layout.flow.grid_placement import GridArea, place_grid_items
from printgen.layout.flow.lines import TOLERANCE, IntrinsicWidths
from printgen.layout.flow.sizing import (
    LaidContent,
    Space,
    apply_relative_offset,
    clamp_box_size,
    clamp_size,
    distribute_space,
    find_alignment_offset,
    find_overflow,
    get_auto_margin_alignment,
    resolve_size_limits,
    sort_by_order_property,
)
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.grid_values import GridTrack
from printgen.layout.style.values import Percentage, resolve_to_mm


class TrackDemand(msgspec.Struct, frozen=True):
    """The space that a grid item needs in the `span` tracks from index `first` on, in mm.

    `min_content` and `max_content` are the min-content and the max-content contribution of the
    item. `style_min` is the minimum size that its style sets, which counts if it spans flexible
    tracks.
    """

    first: int
    span: int
    min_content: float
    max_content: float
    style_min: float = 0.0

    @property
    def indexes(self) -> range:
        """The indexes of the tracks that the item spans."""
        return range(self.first, self.first + self.span)

    def spans_any(self, tracks: Sequence[int]) -> bool:
        """Return whether the item spans any of the tracks with these indexes."""
        return bool(tracks) and not {*tracks}.isdisjoint(self.indexes)


def size_tracks(
    tracks: Sequence[GridTrack],
    demands: Sequence[TrackDemand],
    room: float | None,
    gap: float,
    align: str,
    bound: float | None = None,
    *,
    base_only: bool = False,
) -> list[float]:
    """Return the size of each track in mm, large enough for the `demands` of the items.

    - `room`: the available space; None if it depends on the tracks.
    - `gap`: the space between two tracks.
    - `align`: align-content or justify-content.
    - `bound`: the minimum or maximum size of the container, if the tracks were sized before and did
      not keep it.
    - `base_only`: stops after the base sizes, as for a min-content constraint.
    """
    gaps = gap * max(len(tracks) - 1, 0)
    # CSS Grid 2, 7.2.1: a percentage of an indefinite size behaves as auto.
    kinds = [
        "auto"
        if track.kind == "length" and resolve_to_mm(track.value, room) is None
        else track.kind
        for track in tracks
    ]
    # 12.4: the base size of a fixed track or minimum starts with its length, any other with 0.
    sizes = [
        resolve_to_mm(track.value if kind == "length" else track.minimum, room) or 0.0
        for track, kind in zip(tracks, kinds, strict=True)
    ]
    flexible = [n for n, kind in enumerate(kinds) if kind == "fr"]
    autos = [n for n, kind in enumerate(kinds) if kind == "auto"]
    limits = [size if kind == "length" else inf for kind, size in zip(kinds, sizes, strict=True)]
    # 12.5: intrinsic sizes, from the items of span 1 to those that span flexible tracks.
    for group in _group_demands(demands, flexible):
        for is_least in (True, False) if "max-content" in kinds else (True,):
            _increase_base_sizes(tracks, kinds, sizes, limits, group, gap, for_min_content=is_least)
        # 12.5: a growth limit is never less than the base size.
        limits = [max(limit, size) for limit, size in zip(limits, sizes, strict=True)]
        inflexible = [need for need in group if not need.spans_any(flexible)]
        _increase_growth_limits(limits, sizes, inflexible, autos, gap)
        for n in {n for need in inflexible for n in need.indexes if kinds[n] == "max-content"}:
            limits[n] = sizes[n]
    if base_only:
        return sizes
    # 12.6: maximize the auto tracks up to their growth limits.
    spare = inf if room is None else room - gaps - sum(sizes)
    grown = {n: limits[n] - sizes[n] for n in autos if sizes[n] < limits[n] < inf}
    for n, growth in (
        grown if spare == inf else _share_space_among_tracks(spare, grown)[0]
    ).items():
        sizes[n] += growth
    content_room = bound if room is None else room
    content_room = None if content_room is None else content_room - gaps
    # 12.7: expand the flexible tracks.
    if flexible:
        fr_factors = {n: float(tracks[n].value) for n in flexible}
        fr_size = _find_fr_size(fr_factors, sizes, content_room, demands, gap)
        for n, fr_factor in fr_factors.items():
            sizes[n] = max(sizes[n], fr_size * fr_factor)
    # 12.8: stretch the auto tracks over the remaining space.
    elif content_room is not None and autos and align in ("normal", "stretch"):
        spare = max(content_room - sum(sizes), 0.0)
        for n in autos:
            sizes[n] += spare / len(autos)
    return sizes


def _group_demands(demands: Sequence[TrackDemand], flexible: list[int]) -> list[list[TrackDemand]]:
    """Return the demands grouped by span. Those that span a flexible track are last (12.5).

    `flexible` has the indexes of flexible tracks.
    """
    groups: dict[float, list[TrackDemand]] = {}
    for need in demands:
        groups.setdefault(inf if need.spans_any(flexible) else need.span, []).append(need)
    return [groups[span] for span in sorted(groups)]


def _increase_base_sizes(
    tracks: Sequence[GridTrack],
    kinds: list[str],
    sizes: list[float],
    limits: list[float],
    group: list[TrackDemand],
    gap: float,
    *,
    for_min_content: bool,
) -> None:
    """Increase the base sizes of tracks, in `sizes`, for the demands of a group of items (12.5).

    `kinds` and `limits` are the kinds and growth limits of the tracks. Without `for_min_content`,
    the demands are max-content contributions, for which only `max-content` tracks grow.
    """
    growths: dict[int, float] = {}
    for demand in group:
        flexible = [n for n in demand.indexes if kinds[n] == "fr"]
        spans_flexible = bool(flexible) and demand.span > 1
        if flexible and not for_min_content:
            continue
        # 12.5: a fixed minimum does not grow.
        flexible = [n for n in flexible if tracks[n].minimum is None]
        growable = [n for n in demand.indexes if kinds[n] != "length" and tracks[n].minimum is None]
        if not for_min_content:
            growable = [n for n in growable if kinds[n] == "max-content"]
        used = sum(sizes[n] for n in demand.indexes) + gap * (demand.span - 1)
        growth = (demand.min_content if for_min_content else demand.max_content) - used
        if spans_flexible:
            # 12.5, step 4: only flexible tracks grow, in proportion to their flex factors.
            fr_factors = {n: float(tracks[n].value) for n in flexible}
            for n, fr_factor in fr_factors.items():
                share = (demand.style_min - used) * fr_factor / sum(fr_factors.values())
                growths[n] = max(growths.get(n, 0.0), share)
            continue
        if growable and growth > 0:
            room = {n: limits[n] - sizes[n] for n in growable}
            shares, rest = _share_space_among_tracks(growth, room)
            for n, share in shares.items():
                # 12.5.1: the planned increase is the largest that any item needs.
                growths[n] = max(growths.get(n, 0.0), share + rest / len(shares))
    for n, growth in growths.items():
        sizes[n] += growth


def _share_space_among_tracks(
    space: float, room: dict[int, float]
) -> tuple[dict[int, float], float]:
    """Return how much each track gets of `space`, and what is left over (12.5.1).

    Tracks grow equally, each up to its limit in `room`.
    """
    shares = dict.fromkeys(room, 0.0)
    growable = [n for n in room if room[n] > 0]
    while growable and space > 1e-9:
        step = min(space / len(growable), *(room[n] - shares[n] for n in growable))
        for n in growable:
            shares[n] += step
        space -= step * len(growable)
        growable = [n for n in growable if room[n] - shares[n] > 1e-9]
    return shares, max(space, 0.0)


def _increase_growth_limits(
    limits: list[float], sizes: list[float], group: list[TrackDemand], autos: list[int], gap: float
) -> None:
    """Increase the growth limits of `auto` tracks for max-content contributions (12.5).

    `autos` has the indexes of these tracks.
    """
    growths: dict[int, float] = {}
    for demand in group:
        growable = [n for n in demand.indexes if n in autos]
        current = sum(sizes[n] if limits[n] == inf else limits[n] for n in demand.indexes)
        growth = max(demand.max_content - current - gap * (demand.span - 1), 0.0)
        # 12.5.1: tracks with an infinite growth limit take the space first.
        grown = [n for n in growable if limits[n] == inf] or growable
        for n in grown:
            growths[n] = max(growths.get(n, 0.0), growth / len(grown))
    for n, growth in growths.items():
        limits[n] = (sizes[n] if limits[n] == inf else limits[n]) + growth


def _find_fr_size(
    units: dict[int, float],
    sizes: list[float],
    room: float | None,
    demands: Sequence[TrackDemand],
    gap: float,
) -> float:
    """Return the size of 1fr in mm (12.7).

    `units` are the flex factors by the index of the track. `room` is None if the available space
    depends on the tracks.
    """
    if room is not None:
        return _fit_fr_size(units, sizes, range(len(sizes)), room)
    # 12.7, indefinite space: the largest fr that any flexible track or item needs.
    shares = (
        _fit_fr_size(units, sizes, demand.indexes, demand.max_content - gap * (demand.span - 1))
        for demand in demands
        if units.keys() & {*demand.indexes}
    )
    return max(*(sizes[n] / max(fr_factor, 1.0) for n, fr_factor in units.items()), *shares, 0.0)


def _fit_fr_size(units: dict[int, float], sizes: list[float], span: range, room: float) -> float:
    """Return the largest size of 1fr at which the tracks of `span` fit in `room` (12.7.1).

    No track gets smaller than its size so far.
    """
    flexible = {n for n in span if n in units}
    while flexible:
        free = room - sum(sizes[n] for n in span if n not in flexible)
        fr_size = free / max(sum(units[n] for n in flexible), 1.0)
        # 12.7.1, step 4: treat a track as inflexible if its base size is larger.
        too_small = {n for n in flexible if fr_size * units[n] < sizes[n]}
        if not too_small:
            return max(fr_size, 0.0)
        flexible -= too_small
    return 0.0


def lay_out_grid(layout: LayoutEngine, box: BlockBox, room: Space, factor: float) -> LaidContent:
    """Return the items of a grid container laid out in `room`; `factor` is the font scale."""
    style, (inner_width, inner_height, height_limits) = box.style, room
    placement = place_grid_items(box)
    items, placed = placement.areas, {**placement.out_of_flow}
    columns = _add_implicit_tracks(style.columns, (_AUTO,), placement.columns)
    # CSS Grid 2, 12.1, step 1: resolve the sizes of the columns.
    is_table_row = style.display == "table-row"
    # CSS 2.1, 17.5.2.1: in fixed table layout no cell widens its columns.
    sizing_items = [] if is_table_row else items
    column_demands = [_make_column_demand(layout, item, factor) for item in sizing_items]
    widths = size_tracks(columns, column_demands, inner_width, style.gaps[1], style.justify)
    lefts, total_width = _place_tracks(widths, style.gaps[1], style.justify, inner_width)
    # CSS Grid 2, 12.1, step 2: resolve the sizes of the rows. Implicit ones are sized by
    # grid-auto-rows (7.6).
    rows = _add_implicit_tracks(style.rows, style.auto_rows, placement.rows)
    lay_out_cell = _TableCellLayout if is_table_row else _GridItemLayout
    cells = [lay_out_cell(layout, item, style, (lefts, widths), factor) for item in items]
    _share_baselines(cells, () if is_table_row else _list_content_rows(rows, inner_height))
    heights, tops, total_height = _size_rows(style, rows, cells, inner_height, height_limits)
    # As in browsers, an item whose height is a share of its row has the baseline of its used size.
    shares = [cell for cell in cells if cell.baseline is not None and cell.has_percentage_height]
    for cell in shares:
        area = _measure_area(heights, tops, cell.item.row, cell.item.spans[1])
        cell.baseline = cell.measure_baseline(area)
    if shares:
        _share_baselines(cells, ())
    misfits = _find_wide_columns(box, total_width, inner_width, (sizing_items, column_demands))
    if is_table_row and items and abs(total_width - inner_width) > TOLERANCE:
        message = f"has columns of {total_width:.2f} mm in total in a width of {inner_width:.2f} mm"
        hint = "leave one col without a width: it takes the rest"
        misfits = (Misfit(box.line, box.name, message, hint),)
    baseline: float | None = None
    for cell, item in zip(cells, items, strict=True):
        area = _measure_area(heights, tops, item.row, item.spans[1])
        laid, x, y = cell.lay_out_item(area)
        row = rows[item.row]
        is_known = inner_height is not None or row.minimum is not None or row.kind == "length"
        is_widened = is_known or cell.align == "stretch"
        tracks = columns[item.column : item.column + item.spans[0]] if is_widened else ()
        # A width that is not the item's own is also why its content does not fit.
        misfits += cell.check_ratio(laid, area, tracks) or laid.misfits
        y += tops[item.row]
        placed[item.number] = apply_relative_offset(
            item.box, cell.x + x, y, laid, cell.area_width, area
        )
        # CSS Grid 2, 11.6: the baseline of the container is the shared one of its first row, or
        # else that of its first item.
        if baseline is None or (cell.baseline is not None and item.row == 0):
            baseline = y + (laid.height if laid.baseline is None else laid.baseline)
    return LaidContent(sort_by_order_property(box, placed), total_height, baseline, misfits)


def _share_baselines(cells: Sequence["_GridItemLayout"], content_rows: Collection[int]) -> None:
    """Give the items of a row that are aligned to their baselines the lowest of these.

    `content_rows` are the rows whose height depends on their items. CSS Grid 2, 11.6: an item whose
    height depends on such a row has no baseline to share, unless it has a line of text.
    """
    lines: dict[int, float] = {}
    for cell in cells:
        row = cell.item.row
        if row in content_rows and cell.baseline is not None and cell.has_percentage_height:
            cell.align_to_start_without_text()
        if cell.baseline is not None:
            lines[row] = max(lines.get(row, -inf), cell.baseline)
    for cell in cells:
        cell.line = lines.get(cell.item.row, 0.0)


def _size_rows(
    style: ComputedStyle,
    rows: tuple[GridTrack, ...],
    cells: Sequence["_GridItemLayout"],
    room: float | None,
    limits: tuple[float, float],
) -> tuple[list[float], list[float], float]:
    """Return the height of each row of a grid, the top of each, and the height of all.

    `room` is the height of the content box, None if it depends on the rows, and `limits` are its
    minimum and maximum.
    """
    gap, align = style.gaps[0], style.align
    by_content = {n for n, row in enumerate(rows) if row.kind in ("auto", "max-content")}
    if room is None:
        by_content |= {*range(len(rows))}
    demands = [cell.make_row_demand(by_content) for cell in cells]
    heights = size_tracks(rows, demands, room, gap, align)
    tops, total = _place_tracks(heights, gap, align, room)
    has_percentages = any(isinstance(row.value, Percentage) for row in rows)
    bounded = clamp_size(total, *limits)
    if room is not None or not (has_percentages or bounded != total):
        return heights, tops, total
    # CSS Grid 2, 12.7: if min-height or max-height changes the height, size flexible rows again.
    # 7.2.1: percentages of rows refer to the height that the content gives. As in browsers, the
    # rows next to flexible ones shrink to a maximum too.
    is_fixed = limits[0] == limits[1] or any(row.kind == "fr" for row in rows)
    is_known = has_percentages or (is_fixed and bounded < total)
    heights = size_tracks(rows, demands, bounded if is_known else None, gap, align, bounded)
    tops, total = _place_tracks(heights, gap, align, bounded)
    return heights, tops, bounded if has_percentages else total


def _find_wide_columns(
    box: BlockBox,
    total_width: float,
    inner_width: float,
    sized: tuple[Sequence[GridArea], Sequence[TrackDemand]],
) -> tuple[Misfit, ...]:
    """Return a misfit if the columns of a grid, `total_width` mm, are wider than `inner_width` mm.

    It is that of the item with the widest word, if this word alone is wider than the grid. `sized`
    are the items that size the columns, and the space that each needs.
    """
    message = "has columns {:.2f} mm wider than its space of {:.2f} mm"
    misfits = find_overflow(box, total_width, inner_width, message)
    if not misfits or not sized[0]:
        return misfits
    item, demand = max(zip(*sized, strict=True), key=lambda pair: pair[1].min_content)
    return find_overflow(item.box, demand.min_content, inner_width) or misfits


_AUTO = GridTrack("auto")


def _list_content_rows(rows: Sequence[GridTrack], height: float | None) -> list[int]:
    """Return the rows whose height depends on their items, in a grid of this height in mm."""
    return [
        number
        for number, row in enumerate(rows)
        if row.kind != "length" or (height is None and isinstance(row.value, Percentage))
    ]


def _add_implicit_tracks(
    tracks: tuple[GridTrack, ...], implicit: tuple[GridTrack, ...], count: int
) -> tuple[GridTrack, ...]:
    """Return `tracks`, followed by `implicit` tracks up to `count` tracks (CSS Grid 2, 7.6)."""
    return tracks + implicit * (count - len(tracks))


def measure_grid(layout: LayoutEngine, box: BlockBox, factor: float) -> IntrinsicWidths:
    """Return the intrinsic widths of a grid container: the sums of its tracks and gaps.

    CSS Grid 2, 5.2: the tracks are sized under a min-content or max-content constraint. `factor` is
    the font scale.
    """
    style = box.style
    placement = place_grid_items(box)
    items = placement.areas
    columns = _add_implicit_tracks(style.columns, (_AUTO,), placement.columns)
    gaps = style.gaps[1] * (len(columns) - 1)
    sums = []
    for which in range(3):
        demands = [_make_column_demand(layout, item, factor, which) for item in items]
        sizes = size_tracks(columns, demands, None, style.gaps[1], "start", base_only=which < 2)
        sums.append(sum(sizes) + gaps)
    return IntrinsicWidths(*sums)


def _make_column_demand(
    layout: LayoutEngine, item: GridArea, factor: float, extent_index: int = 0
) -> TrackDemand:
    """Return the space that an item needs in its columns (CSS Grid 2, 12.5).

    `factor` is the font scale. With an `extent_index` of 0, the minimum is the width with text at
    its minimum size, otherwise the min-content width.
    """
    outer = layout.measure_outer_widths(item.box, factor)
    least, style = outer[min(extent_index, 1)], item.box.style
    if type(style.width) is float:
        style_min = least
    else:
        margins = style.resolve_margins(0.0)
        style_min = clamp_box_size(style, 0, 0.0, None, None) + margins[1] + margins[3]
        if style.min_size[0] is not None or isinstance(item.box, ReplacedBox):
            # CSS Grid 2, 6.6: a min-width replaces the automatic minimum size.
            least = style_min
    return TrackDemand(item.column, item.spans[0], least, outer.max_content, style_min)


class _GridItemLayout:
    """The layout of one grid item after the columns have been sized.

    `container` is the style of the grid, and `columns` the starts and widths of the columns.
    `align` and `justify` are the used align-self and justify-self. `baseline` is the distance of
    the item's baseline from the top of its area, None if the item is not aligned to a baseline.
    `line` is the largest `baseline` of the items in its row.
    """

    def __init__(
        self,
        layout: LayoutEngine,
        item: GridArea,
        container: ComputedStyle,
        columns: tuple[Sequence[float], Sequence[float]],
        factor: float,
    ) -> None:
        self.layout, self.item, self.factor = layout, item, factor
        lefts, widths = columns
        self.x = lefts[item.column]
        self.area_width = _measure_area(widths, lefts, item.column, item.spans[0])
        self.style = item.box.style
        self.margins = self.style.resolve_margins(self.area_width)
        self.align = self._choose_align(container)
        own_justify = get_auto_margin_alignment(self.style, 0) or self.style.justify_self
        self.justify = container.justify_items if own_justify == "auto" else own_justify
        self.baseline = self.measure_baseline() if self.align == "baseline" else None
        self.line = 0.0

    def _choose_align(self, container: ComputedStyle) -> str:
        # CSS Grid 2, 11.2: auto margins replace the alignment of the item.
        own_align = get_auto_margin_alignment(self.style, 1) or self.style.align_self
        return container.align_items if own_align == "auto" else own_align

    def measure_baseline(self, area_height: float | None = None) -> float:
        """Return how far the baseline is below the top of the item's area, in mm."""
        laid = self._lay_out_box(area_height, None)
        # CSS Box Alignment 3, 9.1: without a baseline, the bottom edge of the box is used.
        return self.margins[0] + (laid.height if laid.baseline is None else laid.baseline)

    @property
    def has_percentage_height(self) -> bool:
        """Whether the height of the item is a share of its area."""
        sizes = self.style.height, self.style.min_size[1], self.style.max_size[1]
        return any(isinstance(size, Percentage) for size in sizes)

    def align_to_start_without_text(self) -> None:
        """Align an item to the start of its area, unless it has a line of text."""
        if self._lay_out_box(None, None).baseline is None:
            self.align, self.baseline = "start", None

    @property
    def shift(self) -> float:
        """How far the item moves down to the shared baseline of its row."""
        return 0.0 if self.baseline is None else self.line - self.baseline

    def make_row_demand(self, by_content: set[int]) -> TrackDemand:
        """Return the space that the item needs in its rows.

        `by_content` are the indexes of the rows that get their height from their content.
        """
        margin_height = self.margins[0] + self.margins[2]
        style, least, content = self.style, None, 0.0
        if style.min_size[1] is not None and type(style.height) is not float:
            least = clamp_box_size(style, 1, 0.0, None, self.area_width) + margin_height
        row, span = self.item.row, self.item.spans[1]
        if least is None or not by_content.isdisjoint(range(row, row + span)):
            content = self._lay_out_box(None, None).height + margin_height + self.shift
        least = content if least is None else least
        style_min = least if style.min_size[1] is not None or type(style.height) is float else 0.0
        return TrackDemand(row, span, least, content, style_min)

    def lay_out_item(self, area_height: float) -> tuple[LaidBox, float, float]:
        """Return the item laid out in its area, and its offset x, y from the corner of the area."""
        height = area_height - self.margins[0] - self.margins[2]
        # CSS Grid 2, 6.2: normal behaves as stretch, but as start for a box with a ratio.
        has_ratio = isinstance(self.item.box, ReplacedBox) or self.style.ratio
        is_stretched = self.align == "stretch" or (self.align == "normal" and not has_ratio)
        is_stretched = is_stretched and not self.style.fits_content[1]
        laid = self._lay_out_box(area_height, height if is_stretched else None)
        message = f"is {{:.2f}} mm higher than its area of {area_height:.2f} mm"
        if not laid.misfits and (
            misfits := find_overflow(self.item.box, laid.height + self.shift, height, message)
        ):
            laid = replace(laid, misfits=misfits)
        spare = self.area_width - self.margins[1] - self.margins[3] - laid.width
        x = self.margins[3] + find_alignment_offset(self.justify, spare)
        y = self.margins[0] + self.shift + find_alignment_offset(self.align, height - laid.height)
        return laid, x, y

    def check_ratio(
        self, laid: LaidBox, area: float, tracks: Sequence[GridTrack]
    ) -> tuple[Misfit, ...]:
        """Return a misfit of an item whose width a browser would derive from its row.

        `area` is the height of its area. `tracks` are its columns if browsers size them again by
        its height, else none. CSS Grid 2, 6.2: with an aspect-ratio, a height that fills the row
        gives the width.
        """
        style, box = self.style, self.item.box
        has_size = style.width is not None or style.height is not None
        if not style.ratio or has_size or not isinstance(box, BlockBox):
            return ()
        height = area - self.margins[0] - self.margins[2]
        fills_row = self.align in ("normal", "stretch")
        fills_column = self.justify == "stretch" or self.align == self.justify == "normal"
        if fills_row and fills_column:
            # Only a browser widens its column to what the height of the row gives.
            width = clamp_size(height, *resolve_size_limits(style, 1, area)) * style.ratio
            width = clamp_box_size(style, 0, width, None, self.area_width)
            is_wider = width + self.margins[1] + self.margins[3] > self.area_width + TOLERANCE
            kinds = [track.kind for track in tracks if track.minimum is None]
            fills_row = "auto" in kinds or "max-content" in kinds or ("fr" in kinds and is_wider)
        is_same = abs(laid.width - height * style.ratio) <= TOLERANCE
        if not fills_row or is_same:
            return ()
        message = "has an aspect-ratio, and browsers derive its width from the height of its row"
        return (Misfit(box.line, box.name, message, "give it a width, or a height in mm"),)

    def _lay_out_box(self, area_height: float | None, default_height: float | None) -> LaidBox:
        """Return the item laid out in the width of its area.

        `default_height` replaces an auto height; if it is None, the content decides.
        """
        width, box = self.area_width - self.margins[1] - self.margins[3], self.item.box
        if not isinstance(box, ReplacedBox) and self.justify not in ("normal", "stretch"):
            width = self.layout.fit_width(box, width, self.factor, self.area_width)
        return self.layout.lay_out_in_styled_size(
            box, width, self.area_width, area_height, self.factor, default_height, self.justify
        )


class _TableCellLayout(_GridItemLayout):
    """The layout of a table cell: as high as its row, even if its content is lower."""

    @cached_property
    def natural_cell(self) -> LaidBox:
        """The cell in the width of its column, as high as its content."""
        edges = self.style.resolve_border_padding(self.area_width)
        width = max(self.area_width, edges[1] + edges[3])
        return self.layout.lay_out(self.item.box, Space(width), self.factor, self.area_width)

    def _choose_align(self, container: ComputedStyle) -> str:
        place = self.style.vertical_align
        # CSS 2.1, 17.5.3: other values are those of text, and mean baseline.
        return place if place in ("top", "middle", "bottom") else "baseline"

    def measure_baseline(self, area_height: float | None = None) -> float:
        # CSS 2.1, 17.5.3: of its first line, or else the bottom of its content box.
        bottom = self.natural_cell.height - self.style.resolve_border_padding(self.area_width)[2]
        return bottom if self.natural_cell.baseline is None else self.natural_cell.baseline

    def make_row_demand(self, by_content: set[int]) -> TrackDemand:
        """Return the height that the cell needs, with its content at its row's shared baseline."""
        # CSS 2.1, 17.5.3: the row is as high as its cells and their content demand.
        height = max(
            resolve_to_mm(self.style.height, None) or 0.0, self.natural_cell.height + self.shift
        )
        return TrackDemand(self.item.row, 1, height, height)

    def lay_out_item(self, area_height: float) -> tuple[LaidBox, float, float]:
        """Return the table cell laid out as high as its row, and its offset x, y, which is 0, 0.

        Its vertical-align moves its content, not the cell.
        """
        spare, laid = area_height - self.natural_cell.height, self.natural_cell
        assert isinstance(laid, LaidBlock)  # noqa: S101 - a BlockBox always becomes a LaidBlock
        # CSS 2.1, 17.5.3: the four values of vertical-align that apply to cells.
        offsets = {"top": 0.0, "middle": spare / 2, "bottom": spare}
        offset = offsets.get(self.align, self.shift)
        children = tuple((x, y + offset, child) for x, y, child in laid.children)
        width, baseline = self.area_width, self.line or None
        laid = replace(laid, width=width, height=area_height, children=children, baseline=baseline)
        return laid, 0.0, 0.0


def _measure_area(sizes: Sequence[float], starts: Sequence[float], first: int, span: int) -> float:
    """Return the size of an area: its tracks and the gaps between them."""
    last = first + span - 1
    return starts[last] + sizes[last] - starts[first]


def _place_tracks(
    sizes: Sequence[float], gap: float, align: str, room: float | None
) -> tuple[list[float], float]:
    """Return the start of each track and the total size, in mm (CSS Grid 2, 11.5).

    `sizes` are those of the tracks; `align` distributes what they leave of `room`.
    """
    total = sum(sizes) + gap * max(len(sizes) - 1, 0)
    start, extra_gap = distribute_space(align, 0.0 if room is None else room - total, len(sizes))
    starts = []
    for size in sizes:
        starts.append(start)
        start += size + gap + extra_gap
    return starts, total
