"""Values of the properties of grids: tracks, lines and areas (CSS Grid 2, 7 and 8)."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from printgen.layout.style.values import (
    Value,
    ValueReader,
    is_keyword,
    make_length_reader,
    make_value_error,
    read_integer,
    read_whole_number,
    split_at_commas,
)
from printgen.problems import InputError

MAX_TRACKS = 64
"""Maximum number of tracks in a list, of repetitions, and of tracks that an item spans."""


class GridTrack(msgspec.Struct, frozen=True):
    """A grid track (CSS Grid 2, 7.2).

    `kind` is `length`, `auto`, `max-content` or `fr`; `value` is the length or the flex factor. An
    `fr` track may have a `minimum`, a length; without one, its content is its minimum.
    """

    kind: str
    value: Any = 0.0
    minimum: Any = None


class GridLines(NamedTuple):
    """The grid lines of an item in one direction, None for auto, and how many tracks it spans.

    Lines are counted from 1, or from the end as -1 (CSS Grid 2, 8.3).
    """

    start: int | None = None
    end: int | None = None
    span: int = 1


def _make_track_reader(most: int, expected: str) -> ValueReader:
    """Return a function that reads a list of at most `most` tracks (CSS Grid 2, 7.2).

    `expected` says in messages what to write.
    """

    def read_tracks(name: str, tokens: list[Any]) -> Value:
        if most > 1 and len(tokens) == 1 and is_keyword(tokens[0], "none"):
            return ()
        tracks = tuple(_read_track_list(name, tokens))
        if not 1 <= len(tracks) <= most:
            raise make_value_error(name, tokens, expected)
        return tracks

    return read_tracks


def _read_track_list(name: str, tokens: list[Any]) -> list[GridTrack]:
    """Return the tracks in a value, with each repeat() expanded (CSS Grid 2, 7.2.3)."""
    tracks: list[GridTrack] = []
    for token in tokens:
        if token.type == "function" and token.lower_name == "repeat":
            repetitions, *rest = (part for part in token.arguments if part.type != "whitespace")
            count = read_integer(repetitions, MAX_TRACKS)
            if not count or len(rest) < 2 or rest[0] != ",":
                raise make_value_error(name, [token], "a count and tracks, such as repeat(3, 1fr)")
            tracks += _read_track_list(name, rest[1:]) * count
        elif token.type == "function" and token.lower_name == "minmax":
            tracks.append(_read_minmax(name, token))
        elif token.type == "dimension" and token.lower_unit == "fr" and token.value > 0:
            tracks.append(GridTrack("fr", float(token.value)))
        elif token.type == "ident" and token.lower_value in ("auto", "max-content"):
            tracks.append(GridTrack(token.lower_value))
        else:
            try:
                value = make_length_reader(percent=True)(name, [token])
            except InputError as error:
                expected = "a length, max-content, auto, 1fr, minmax(0, 1fr) or repeat(3, 1fr)"
                raise make_value_error(name, [token], expected) from error
            tracks.append(GridTrack("length", value))
    return tracks


def _read_minmax(name: str, token: Any) -> GridTrack:
    """Return the track of a minmax() with a length and a flex factor (CSS Grid 2, 7.2.4)."""
    parts = split_at_commas(token.arguments)
    tracks = [_read_track_list(name, part) for part in parts]
    if [[track.kind for track in part] for part in tracks] != [["length"], ["fr"]]:
        raise make_value_error(name, [token], "a length and a share, such as minmax(20mm, 1fr)")
    ((least,), (share,)) = tracks
    return GridTrack("fr", share.value, least.value)


read_tracks = _make_track_reader(
    MAX_TRACKS, f"1 to {MAX_TRACKS} tracks, such as 12mm max-content 1fr"
)


read_track = _make_track_reader(1, "one track, such as 1fr")


def read_grid_lines(name: str, tokens: list[Any]) -> Value:
    """Return grid lines: one or two of auto, a number and a span (CSS Grid 2, 8.3)."""
    slash = tokens.index("/") if "/" in tokens else len(tokens)
    lines, span = list[int | None](), 1
    for part in (tokens[:slash], tokens[slash + 1 :] or [None]):
        is_span = len(part) == 2 and is_keyword(part[0], "span")
        count = read_integer(part[1], MAX_TRACKS) if is_span else None
        number = read_whole_number(part[0]) if len(part) == 1 and part[0] else None
        span = count or span
        lines.append(number)
        is_auto = part == [None] or (len(part) == 1 and is_keyword(part[0], "auto"))
        if not (is_auto or count or (number and abs(number) <= MAX_TRACKS)):
            raise make_value_error(
                name, tokens, "lines or a number of tracks, such as 2, 1 / -1 or span 2"
            )
    return GridLines(lines[0], lines[1], span)


def read_grid_areas(name: str, tokens: list[Any]) -> Value:
    """Return the names in grid-template-areas, row by row (CSS Grid 2, 7.3)."""
    rows = tuple(tuple(token.value.split()) for token in tokens if token.type == "string")
    cells = {
        word: [(y, x) for y, row in enumerate(rows) for x, other in enumerate(row) if other == word]
        for word in chain.from_iterable(rows)
        if word.strip(".")
    }
    is_even = len(rows) == len(tokens) and len({*map(len, rows)}) == 1 and all(rows)
    if not is_even or not all(map(_is_rectangle, cells.values())) or len(rows) > MAX_TRACKS:
        expected = 'a text for each row, and rectangular areas: "art art" "name cost"'
        raise make_value_error(name, tokens, expected)
    return rows


def _is_rectangle(cells: Sequence[tuple[int, int]]) -> bool:
    """Return whether some cells, in reading order, fill a rectangle."""
    (top, left), (bottom, right) = cells[0], cells[-1]
    return left <= right and len(cells) == (bottom - top + 1) * (right - left + 1)
