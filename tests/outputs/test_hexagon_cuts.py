"""Outlines of hexagons for cutting machines: they touch, and do not overlap."""

from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from tests.cli.imposed_game import write
from tests.cli.test_hexagons import (
    TILES,
    built,
    find_middle,
    is_same,
    make_hexagon,
    read_clips,
    read_paths,
)
from tests.command_line import Printgen


@pytest.mark.quick(every=3)  # both kinds and both sizes
@pytest.mark.parametrize("kind", ["svg", "dxf"])
@pytest.mark.parametrize("size", ["hex-30", "hex-30-pointy"])
@pytest.mark.parametrize("gutter", [0, 4])
def test_cut_paths_are_the_clipped_hexagons(
    size: str, gutter: int, kind: str, printgen: Printgen, tmp_path: Path
) -> None:
    words = ("--size", size, "--gutter", str(gutter), "--cut-file", kind)
    built(printgen, write(tmp_path, game=TILES), *words)
    folder = tmp_path / "out" / "g"
    (pdf,) = (path for path in folder.glob("deck*.pdf") if "backs" not in path.name)
    clips, (cuts,) = read_clips(pdf), (read_paths(path) for path in folder.glob(f"*.{kind}"))
    assert len(clips) == len(cuts) == 5
    for clip, cut in zip(clips, cuts, strict=True):
        x, y = find_middle(clip)
        points_up = "pointy" in size
        # Bleed is half of the space between two hexagons, on each of the six sides.
        assert is_same(clip, make_hexagon(x, y, 30 + gutter, points_up=points_up))
        assert is_same(cut, make_hexagon(x, y, 30, points_up=points_up))
    middles = [find_middle(clip) for clip in clips]
    apart = [dist(a, b) for a, b in combinations(middles, 2)]
    assert min(apart) == pytest.approx(30 + gutter, abs=0.03), "they touch and do not overlap"


def test_an_inset_moves_each_side_inwards(printgen: Printgen, tmp_path: Path) -> None:
    words = ("--cut-file", "svg", "--cut-inset", "0.5")
    built(printgen, write(tmp_path, game=TILES), *words)
    (path,) = (tmp_path / "out" / "g").glob("*.svg")
    for cut in read_paths(path):
        assert is_same(cut, make_hexagon(*find_middle(cut), 29, points_up=False))
