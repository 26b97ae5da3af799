"""Reduce the files of Alegreya and Alegreya Sans for fonts/ to one form of each letter.

Usage: python .ci/reduce_fonts.py FONT.ttf... FOLDER. The sources are in version 0.4.2 of the
npm packages @expo-google-fonts/alegreya and @expo-google-fonts/alegreya-sans.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

KEPT_FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk"]
"""What HarfBuzz applies by default. Small capitals and figures of other forms are left out."""

FIGURES = {"Alegreya": ("lnum",), "AlegreyaSans": ("lnum", "tnum")}
"""Features for the figures of each family: lining, in Alegreya Sans also of one width."""


def reduce_font(source: Path, target: Path) -> None:
    """Write a font with the features and figures above."""
    font = TTFont(source, recalcTimestamp=False)
    for tag in FIGURES[source.name.partition("_")[0]]:
        figures = read_substitutions(font, tag)
        for table in font["cmap"].tables:
            table.cmap = {code: figures.get(name, name) for code, name in table.cmap.items()}
    options = subset.Options(layout_features=KEPT_FEATURES, hinting=False, notdef_outline=True)
    options.drop_tables += ["gasp"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    font.save(target)


def read_substitutions(font: TTFont, tag: str) -> dict[str, str]:
    """Return the glyph that a feature puts in place of each glyph."""
    table = font["GSUB"].table
    records = table.FeatureList.FeatureRecord
    numbers = {n for r in records if r.FeatureTag == tag for n in r.Feature.LookupListIndex}
    found: dict[str, str] = {}
    for number in sorted(numbers):
        for part in table.LookupList.Lookup[number].SubTable:
            found |= getattr(part, "ExtSubTable", part).mapping
    return found


if __name__ == "__main__":
    *sources, folder = map(Path, sys.argv[1:])
    for path in sources:
        reduce_font(path, folder / path.name)
