"""Turn the tracks of a grid and what its items ask of them into sizes.

As CSS Grid Layout says: intrinsic sizes, growing to the limits, flexible tracks, stretching. It
must not know boxes, or whether the tracks are columns or rows.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from printgen.layout.box_style import of
from printgen.layout.css_properties import Track


class Want(NamedTuple):
    """What an item asks of the tracks from `first` on: at least, and for its whole content.

    `firm` is what it asks at least by its style, where it reaches over a flexible track too.
    """

    first: int
    span: int
    least: float
    whole: float
    firm: float = 0.0

    @property
    def tracks(self) -> range:
        """The numbers of its tracks."""
        return range(self.first, self.first + self.span)


def sized(
    tracks: Sequence[Track],
    wants: Sequence[Want],
    room: float | None,
    gap: float,
    align: str,
    bound: float | None = None,
    *,
    narrow: bool = False,
) -> list[float]:
    """The size of each track in a room, or of its content where there is no room to share.

    `bound` is what a room that is not known must come to at least or at most; `narrow` asks for
    no more than must be.
    """
    gaps = gap * max(len(tracks) - 1, 0)
    # A share of what is unknown is auto.
    kinds = [
        "auto" if one.kind == "length" and of(one.value, room) is None else one.kind
        for one in tracks
    ]
    sizes = [
        of(one.value, room) or 0.0 if kind == "length" else 0.0
        for one, kind in zip(tracks, kinds, strict=True)
    ]
    flexible = [n for n, kind in enumerate(kinds) if kind == "fr"]
    autos = [n for n, kind in enumerate(kinds) if kind == "auto"]
    limits = [size if kind == "length" else inf for kind, size in zip(kinds, sizes, strict=True)]
    for group in _groups(wants, flexible):
        for is_least in (True, False):
            _ask(tracks, kinds, sizes, limits, group, gap, is_least=is_least)
        limits = [max(limit, size) for limit, size in zip(limits, sizes, strict=True)]
        plain = [one for one in group if not {*one.tracks} & {*flexible}]
        _limit(limits, sizes, plain, autos, gap)
        for n in {n for one in plain for n in one.tracks if kinds[n] == "max-content"}:
            limits[n] = sizes[n]
    if narrow:
        return sizes
    spare = inf if room is None else room - gaps - sum(sizes)
    grown = {n: limits[n] - sizes[n] for n in autos if sizes[n] < limits[n] < inf}
    for n, more in (grown if spare == inf else _shared(spare, grown)[0]).items():
        sizes[n] += more
    share = bound if room is None else room
    share = None if share is None else share - gaps
    if flexible:
        units = {n: float(tracks[n].value) for n in flexible}
        unit = _unit(units, sizes, share, wants, gap)
        for n, value in units.items():
            sizes[n] = max(sizes[n], unit * value)
    elif share is not None and autos and align in ("normal", "stretch"):
        spare = max(share - sum(sizes), 0.0)
        for n in autos:
            sizes[n] += spare / len(autos)
    return sizes


def _groups(wants: Sequence[Want], flexible: list[int]) -> list[list[Want]]:
    """Wants over as many tracks together, those over a flexible track last."""
    groups: dict[float, list[Want]] = {}
    for one in wants:
        groups.setdefault(inf if {*one.tracks} & {*flexible} else one.span, []).append(one)
    return [groups[span] for span in sorted(groups)]


def _ask(
    tracks: Sequence[Track],
    kinds: list[str],
    sizes: list[float],
    limits: list[float],
    group: list[Want],
    gap: float,
    *,
    is_least: bool,
) -> None:
    """Makes tracks as large as items must have them; `max-content` ones as their content."""
    planned: dict[int, float] = {}
    for want in group:
        flexible = [n for n in want.tracks if kinds[n] == "fr"]
        if flexible and not is_least:
            continue
        open_ = [n for n in want.tracks if kinds[n] != "length"]
        if not is_least:
            open_ = [n for n in open_ if kinds[n] == "max-content"]
        taken = sum(sizes[n] for n in want.tracks) + gap * (want.span - 1)
        more = (want.least if is_least else want.whole) - taken
        if flexible and want.span > 1:
            units = {n: float(tracks[n].value) for n in flexible}
            for n, unit in units.items():
                share = (want.firm - taken) * unit / sum(units.values())
                planned[n] = max(planned.get(n, 0.0), share)
            continue
        if open_ and more > 0:
            room = {n: limits[n] - sizes[n] for n in open_}
            shares, rest = _shared(more, room)
            for n, share in shares.items():
                planned[n] = max(planned.get(n, 0.0), share + rest / len(shares))
    for n, more in planned.items():
        sizes[n] += more


def _shared(more: float, room: dict[int, float]) -> tuple[dict[int, float], float]:
    """What each track takes of more, all alike as far as they have room, and what is left."""
    shares = dict.fromkeys(room, 0.0)
    open_ = [n for n in room if room[n] > 0]
    while open_ and more > 1e-9:
        step = min(more / len(open_), *(room[n] - shares[n] for n in open_))
        for n in open_:
            shares[n] += step
        more -= step * len(open_)
        open_ = [n for n in open_ if room[n] - shares[n] > 1e-9]
    return shares, max(more, 0.0)


def _limit(
    limits: list[float], sizes: list[float], group: list[Want], autos: list[int], gap: float
) -> None:
    """Says how large `auto` tracks grow at most, for the whole content of items."""
    planned: dict[int, float] = {}
    for want in group:
        open_ = [n for n in want.tracks if n in autos]
        now = sum(sizes[n] if limits[n] == inf else limits[n] for n in want.tracks)
        more = max(want.whole - now - gap * (want.span - 1), 0.0)
        grown = [n for n in open_ if limits[n] == inf] or open_
        for n in grown:
            planned[n] = max(planned.get(n, 0.0), more / len(grown))
    for n, more in planned.items():
        limits[n] = (sizes[n] if limits[n] == inf else limits[n]) + more


def _unit(
    units: dict[int, float],
    sizes: list[float],
    room: float | None,
    wants: Sequence[Want],
    gap: float,
) -> float:
    """The size of 1fr."""
    if room is not None:
        return _share(units, sizes, range(len(sizes)), room)
    shares = (
        _share(units, sizes, want.tracks, want.whole - gap * (want.span - 1))
        for want in wants
        if units.keys() & {*want.tracks}
    )
    return max(*(sizes[n] / max(value, 1.0) for n, value in units.items()), *shares, 0.0)


def _share(units: dict[int, float], sizes: list[float], span: range, room: float) -> float:
    """The largest fr at which tracks fill a room, none being less than it already is."""
    flexible = {n for n in span if n in units}
    while flexible:
        free = room - sum(sizes[n] for n in span if n not in flexible)
        unit = free / max(sum(units[n] for n in flexible), 1.0)
        small = {n for n in flexible if unit * units[n] < sizes[n]}
        if not small:
            return max(unit, 0.0)
        flexible -= small
    return 0.0
