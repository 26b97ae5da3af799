"""The track sizing algorithm (CSS Grid Layout Level 2, sections 12.3 to 12.8).

The same sections of Level 1 are 11.3 to 11.8. Kinds of tracks are lengths, `auto`, `max-content`
and `fr`. This module does not depend on boxes, or on whether tracks are columns or rows.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from printgen.layout.css_properties import GridTrack
from printgen.layout.css_values import to_mm


class TrackDemand(NamedTuple):
    """The contributions of an item to the `span` tracks from `first` on.

    `style_min` is the minimum from its style, used if the item spans flexible tracks.
    """

    first: int
    span: int
    min_content: float
    max_content: float
    style_min: float = 0.0

    @property
    def indexes(self) -> range:
        """The indexes of its tracks."""
        return range(self.first, self.first + self.span)


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
    """Return the size of each track.

    `room` is the available space, None if it depends on the tracks. If the result violates the
    minimum or maximum size of the container, `bound` is that size. `base_only` stops after the base
    sizes, as for a min-content constraint.
    """
    gaps = gap * max(len(tracks) - 1, 0)
    # CSS Grid 2, 7.2.1: a percentage of an indefinite size behaves as auto.
    kinds = [
        "auto" if track.kind == "length" and to_mm(track.value, room) is None else track.kind
        for track in tracks
    ]
    # 12.4: the base size of a fixed track starts with its length, any other with 0.
    sizes = [
        to_mm(track.value, room) or 0.0 if kind == "length" else 0.0
        for track, kind in zip(tracks, kinds, strict=True)
    ]
    flexible = [n for n, kind in enumerate(kinds) if kind == "fr"]
    autos = [n for n, kind in enumerate(kinds) if kind == "auto"]
    limits = [size if kind == "length" else inf for kind, size in zip(kinds, sizes, strict=True)]
    # 12.5: intrinsic sizes, from the items of span 1 to those that span flexible tracks.
    for group in _group_demands(demands, flexible):
        for is_least in (True, False):
            _grow_base(tracks, kinds, sizes, limits, group, gap, for_min_content=is_least)
        # 12.5: a growth limit is never less than the base size.
        limits = [max(limit, size) for limit, size in zip(limits, sizes, strict=True)]
        inflexible = [need for need in group if not {*need.indexes} & {*flexible}]
        _grow_limit(limits, sizes, inflexible, autos, gap)
        for n in {n for need in inflexible for n in need.indexes if kinds[n] == "max-content"}:
            limits[n] = sizes[n]
    if base_only:
        return sizes
    # 12.6: maximize the auto tracks up to their growth limits.
    spare = inf if room is None else room - gaps - sum(sizes)
    grown = {n: limits[n] - sizes[n] for n in autos if sizes[n] < limits[n] < inf}
    for n, growth in (grown if spare == inf else _distribute_space(spare, grown)[0]).items():
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
    """Group the items by span, those that span a flexible track last (12.5)."""
    groups: dict[float, list[TrackDemand]] = {}
    for need in demands:
        groups.setdefault(inf if {*need.indexes} & {*flexible} else need.span, []).append(need)
    return [groups[span] for span in sorted(groups)]


def _grow_base(
    tracks: Sequence[GridTrack],
    kinds: list[str],
    sizes: list[float],
    limits: list[float],
    group: list[TrackDemand],
    gap: float,
    *,
    for_min_content: bool,
) -> None:
    """Increase base sizes for the contributions of a group of items (12.5).

    For max-content contributions only `max-content` tracks grow.
    """
    growths: dict[int, float] = {}
    for demand in group:
        flexible = [n for n in demand.indexes if kinds[n] == "fr"]
        if flexible and not for_min_content:
            continue
        growable = [n for n in demand.indexes if kinds[n] != "length"]
        if not for_min_content:
            growable = [n for n in growable if kinds[n] == "max-content"]
        used = sum(sizes[n] for n in demand.indexes) + gap * (demand.span - 1)
        growth = (demand.min_content if for_min_content else demand.max_content) - used
        if flexible and demand.span > 1:
            # 12.5, step 4: only flexible tracks grow, in proportion to their flex factors.
            fr_factors = {n: float(tracks[n].value) for n in flexible}
            for n, fr_factor in fr_factors.items():
                share = (demand.style_min - used) * fr_factor / sum(fr_factors.values())
                growths[n] = max(growths.get(n, 0.0), share)
            continue
        if growable and growth > 0:
            room = {n: limits[n] - sizes[n] for n in growable}
            shares, rest = _distribute_space(growth, room)
            for n, share in shares.items():
                # 12.5.1: the planned increase is the largest that any item needs.
                growths[n] = max(growths.get(n, 0.0), share + rest / len(shares))
    for n, growth in growths.items():
        sizes[n] += growth


def _distribute_space(space: float, room: dict[int, float]) -> tuple[dict[int, float], float]:
    """Share space equally up to each track's limit; return the shares and the rest (12.5.1)."""
    shares = dict.fromkeys(room, 0.0)
    growable = [n for n in room if room[n] > 0]
    while growable and space > 1e-9:
        step = min(space / len(growable), *(room[n] - shares[n] for n in growable))
        for n in growable:
            shares[n] += step
        space -= step * len(growable)
        growable = [n for n in growable if room[n] - shares[n] > 1e-9]
    return shares, max(space, 0.0)


def _grow_limit(
    limits: list[float], sizes: list[float], group: list[TrackDemand], autos: list[int], gap: float
) -> None:
    """Increase the growth limits of `auto` tracks for max-content contributions (12.5)."""
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
    """Return the size of 1fr; `units` are the flex factors by track (12.7)."""
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
    """Return the largest fr at which the tracks fit in `room` without shrinking (12.7.1)."""
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
