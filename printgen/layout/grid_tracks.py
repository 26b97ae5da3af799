"""Turn the tracks of a grid and what its items ask of them into sizes.

As CSS Grid Layout says: intrinsic sizes, growing to the limits, flexible tracks, stretching. It
must not know boxes, or whether the tracks are columns or rows.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from printgen.layout.box_style import to_mm
from printgen.layout.css_properties import GridTrack


class TrackDemand(NamedTuple):
    """What an item asks of the tracks from `first` on: at least, and for its whole content.

    `firm` is what it asks at least by its style, where it reaches over a flexible track too.
    """

    first: int
    span: int
    min_content: float
    max_content: float
    style_min: float = 0.0

    @property
    def indexes(self) -> range:
        """The numbers of its tracks."""
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
    """The size of each track in a room, or of its content where there is no room to share.

    `bound` is what a room that is not known must come to at least or at most; `narrow` asks for
    no more than must be.
    """
    gaps = gap * max(len(tracks) - 1, 0)
    # A share of what is unknown is auto.
    kinds = [
        "auto" if item.kind == "length" and to_mm(item.value, room) is None else item.kind
        for item in tracks
    ]
    sizes = [
        to_mm(item.value, room) or 0.0 if kind == "length" else 0.0
        for item, kind in zip(tracks, kinds, strict=True)
    ]
    flexible = [n for n, kind in enumerate(kinds) if kind == "fr"]
    autos = [n for n, kind in enumerate(kinds) if kind == "auto"]
    limits = [size if kind == "length" else inf for kind, size in zip(kinds, sizes, strict=True)]
    for group in _group_demands(demands, flexible):
        for is_least in (True, False):
            _grow_base(tracks, kinds, sizes, limits, group, gap, for_min_content=is_least)
        limits = [max(limit, size) for limit, size in zip(limits, sizes, strict=True)]
        inflexible = [item for item in group if not {*item.indexes} & {*flexible}]
        _grow_limit(limits, sizes, inflexible, autos, gap)
        for n in {n for item in inflexible for n in item.indexes if kinds[n] == "max-content"}:
            limits[n] = sizes[n]
    if base_only:
        return sizes
    spare = inf if room is None else room - gaps - sum(sizes)
    grown = {n: limits[n] - sizes[n] for n in autos if sizes[n] < limits[n] < inf}
    for n, growth in (grown if spare == inf else _distribute_space(spare, grown)[0]).items():
        sizes[n] += growth
    content_room = bound if room is None else room
    content_room = None if content_room is None else content_room - gaps
    if flexible:
        fr_factors = {n: float(tracks[n].value) for n in flexible}
        fr_size = _fr_size(fr_factors, sizes, content_room, demands, gap)
        for n, fr_factor in fr_factors.items():
            sizes[n] = max(sizes[n], fr_size * fr_factor)
    elif content_room is not None and autos and align in ("normal", "stretch"):
        spare = max(content_room - sum(sizes), 0.0)
        for n in autos:
            sizes[n] += spare / len(autos)
    return sizes


def _group_demands(demands: Sequence[TrackDemand], flexible: list[int]) -> list[list[TrackDemand]]:
    """Wants over as many tracks together, those over a flexible track last."""
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
    """Makes tracks as large as items must have them; `max-content` ones as their content."""
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
            fr_factors = {n: float(tracks[n].value) for n in flexible}
            for n, fr_factor in fr_factors.items():
                share = (demand.style_min - used) * fr_factor / sum(fr_factors.values())
                growths[n] = max(growths.get(n, 0.0), share)
            continue
        if growable and growth > 0:
            room = {n: limits[n] - sizes[n] for n in growable}
            shares, rest = _distribute_space(growth, room)
            for n, share in shares.items():
                growths[n] = max(growths.get(n, 0.0), share + rest / len(shares))
    for n, growth in growths.items():
        sizes[n] += growth


def _distribute_space(space: float, room: dict[int, float]) -> tuple[dict[int, float], float]:
    """What each track takes of more, all alike as far as they have room, and what is left."""
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
    """Says how large `auto` tracks grow at most, for the whole content of items."""
    growths: dict[int, float] = {}
    for demand in group:
        growable = [n for n in demand.indexes if n in autos]
        current = sum(sizes[n] if limits[n] == inf else limits[n] for n in demand.indexes)
        growth = max(demand.max_content - current - gap * (demand.span - 1), 0.0)
        grown = [n for n in growable if limits[n] == inf] or growable
        for n in grown:
            growths[n] = max(growths.get(n, 0.0), growth / len(grown))
    for n, growth in growths.items():
        limits[n] = (sizes[n] if limits[n] == inf else limits[n]) + growth


def _fr_size(
    units: dict[int, float],
    sizes: list[float],
    room: float | None,
    demands: Sequence[TrackDemand],
    gap: float,
) -> float:
    """The size of 1fr."""
    if room is not None:
        return _fit_fr_size(units, sizes, range(len(sizes)), room)
    shares = (
        _fit_fr_size(units, sizes, demand.indexes, demand.max_content - gap * (demand.span - 1))
        for demand in demands
        if units.keys() & {*demand.indexes}
    )
    return max(*(sizes[n] / max(fr_factor, 1.0) for n, fr_factor in units.items()), *shares, 0.0)


def _fit_fr_size(units: dict[int, float], sizes: list[float], span: range, room: float) -> float:
    """The largest fr at which tracks fill a room, none being less than it already is."""
    flexible = {n for n in span if n in units}
    while flexible:
        free = room - sum(sizes[n] for n in span if n not in flexible)
        fr_size = free / max(sum(units[n] for n in flexible), 1.0)
        too_small = {n for n in flexible if fr_size * units[n] < sizes[n]}
        if not too_small:
            return max(fr_size, 0.0)
        flexible -= too_small
    return 0.0
