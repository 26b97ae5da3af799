"""How the faces of a print are placed on sheets: one record, from the options to the PDF.

The command line fills it in, the press places faces by it, and the keywords of the PDF record it in
the manifest, as JSON. The proof reads the same record back. A new option is a field here and the
code that uses it: file names, keywords and messages list all fields. docs/proof.md describes the
manifest.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from printgen.geometry import Box, make_box
from printgen.paper import Paper, find_paper

CutStyle = Literal["marks", "lines", "none"]
FlipEdge = Literal["long", "short"]

ShortText = Annotated[str, msgspec.Meta(max_length=1000)]
_BackShift = Annotated[float, msgspec.Meta(ge=-5.0, le=5.0)]

CUT_OPTIONS = ("gutter", "cut", "machine", "marks")
BACK_OPTIONS = ("duplex", "fold", "offset")
OPTIONS_OF_BOXES, OPTIONS_IGNORED_BY_BOXES = ("thickness", "sleeves"), ("gutter", "cut", "skip")
"""The options that only tuck boxes have, and those that change nothing for them."""
OPTIONS_OF_BOARDS, OPTIONS_IGNORED_BY_BOARDS = ("overlap", "tiles"), (*CUT_OPTIONS, "skip")
"""The options that only boards on several pages have, and those that change nothing for them."""

MAX_OVERLAP = 30
"""The widest strip that two parts of a board can share, in mm."""

USUAL_MARKS = 7.5, 0.5, 10.0
"""The usual length, width and inset of registration marks, in mm (docs/printing.md)."""

_SQUARE_SIDE = 5.0
"""Side of the filled registration mark, in mm."""

_MARK_CLEARANCE = 1.5
"""Distance between registration marks and everything else that is printed, in mm."""


class StockSheet(msgspec.Struct, frozen=True, array_like=True):
    """A bought sheet with a grid of equal places, such as labels. Lengths are in mm.

    - `width`, `height`: the size of one place. `columns`, `rows`: how many there are.
    - `x`, `y`: the top left corner of the first place.
    - `across`, `down`: the space between columns and between rows.

    The fields are in the order in which PDFs store them (docs/proof.md).
    """

    page_width: float
    page_height: float
    width: float
    height: float
    columns: int
    rows: int
    x: float
    y: float
    across: float
    down: float
    name: ShortText = ""

    @property
    def block(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom edge of the block of all places, in mm."""
        right = self.x + self.columns * (self.width + self.across) - self.across
        return self.x, self.y, right, self.y + self.rows * (self.height + self.down) - self.down

    @property
    def max_bleed(self) -> float:
        """The largest possible bleed, in mm: half of the narrower gap, but not beyond the page."""
        left, top, right, bottom = self.block
        edge = min(left, top, self.page_width - right, self.page_height - bottom)
        gaps = [self.across] * (self.columns > 1) + [self.down] * (self.rows > 1)
        return max(0.0, min([edge, *(gap / 2 for gap in gaps)]))


class SheetLayout(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How the faces of a print are placed on sheets. Lengths are in mm.

    - `skip`: how many places of the first sheet stay empty.
    - `paper`: the name of the paper.
    - `sheet`: a bought sheet to print on, with its own size and places; None for plain paper.
    - `punched`: whether this sheet is already cut, so that it gets no marks and no margin text.
    - `gutter`: the space between faces. If it is None, the size of a face decides it, and there is
      no bleed.
    - `bleed`: the bleed, for prints that have one; None for that of the print.
    - `cut`: the cut marks. If it is None, faces to punch have no marks, other faces have crop
      marks.
    - `duplex`: if each page of fronts is followed by a page of their backs, the edge to flip on.
    - `fold`: whether fronts and backs are on the same side of the sheet.
    - `offset`: how far backs are moved to the right and down.
    - `machine`: a cutting machine. It scans registration marks, which replace the crop marks.
    - `marks`: the length and the line width of these marks, and their distance from the edges of
      the page; None for `USUAL_MARKS`.
    - `thickness`, `sleeves`: for a tuck box, the thickness of a card, and the width and height of
      its sleeve.
    - `overlap`: for a board that is larger than the paper, the width of the strip that two pages
      share.
    - `tiles`: "cut" if the pages of a board are mounted edge to edge, so that they share no strip.
    """

    skip: int = 0
    paper: ShortText
    sheet: StockSheet | None = None
    punched: bool = False
    gutter: float | None = None
    bleed: float | None = None
    cut: CutStyle | None = None
    duplex: FlipEdge | None = None
    fold: bool = False
    offset: tuple[_BackShift, _BackShift] = (0.0, 0.0)
    machine: Literal["silhouette"] | None = None
    marks: tuple[float, float, float] | None = None
    thickness: float | None = None
    sleeves: tuple[float, float] | None = None
    overlap: Annotated[float, msgspec.Meta(ge=0.0, le=MAX_OVERLAP)] = 10.0
    tiles: Literal["overlap", "cut"] = "overlap"

    @property
    def page(self) -> Paper:
        """The paper that is printed on; for a custom sheet, a paper of its size."""
        if self.sheet:
            return Paper(self.paper, self.sheet.page_width, self.sheet.page_height)
        return find_paper(self.paper)

    @property
    def has_backs(self) -> bool:
        """Whether backs are printed in the same PDF as their fronts."""
        return bool(self.duplex or self.fold)

    def reset_options(self, *names: str) -> "SheetLayout":
        """Return a copy of the layout in which the fields `names` have their defaults."""
        return msgspec.structs.replace(
            self, **{name: getattr(DEFAULT_LAYOUT, name) for name in names}
        )

    def choose_gutters(self, usual: float) -> tuple[float, float]:
        """Return the space between columns and the space between rows, in mm.

        Both are `usual` if neither a custom sheet nor `gutter` sets them.
        """
        if self.sheet:
            return self.sheet.across, self.sheet.down
        gutter = usual if self.gutter is None else self.gutter
        return gutter, gutter

    def limit_bleed(self, wanted: float) -> float:
        """Return the bleed in mm, which is at most half of the space between faces.

        `wanted` is the bleed of a print. If it is 0, so is the result. Otherwise, the field `bleed`
        replaces it if that is set.
        """
        # Two neighbours share the gap: with more bleed one would be printed over the other.
        room = self.sheet.max_bleed if self.sheet else (self.gutter or 0.0) / 2
        bleed = wanted if self.bleed is None else self.bleed
        return max(0.0, min(bleed, room)) if wanted else 0.0

    def has_room_for_bleed(self, wanted: float) -> bool:
        """Return whether the whole bleed fits; `wanted` is the bleed of a print, in mm."""
        return self.limit_bleed(wanted) == (self.bleed or wanted)

    def choose_cut_style(self, *, punched: bool) -> CutStyle:
        """Return the style of the cut marks of faces. `punched` is true for faces to punch.

        If `cut` is not set, faces to punch, punched sheets, and sheets for a cutting machine get no
        marks.
        """
        return self.cut or ("none" if punched or self.punched or self.machine else "marks")

    @property
    def quiet_zone(self) -> float:
        """The side, in mm, of the squares in the page corners with only registration marks.

        It is 0 without a cutting machine.
        """
        length, _, inset = self.marks or USUAL_MARKS
        return length + inset + _MARK_CLEARANCE if self.machine else 0.0

    def list_registration_marks(self) -> tuple[Box, ...]:
        """Return the registration marks of a page as filled boxes.

        They are a square at the top left, and an L of two lines at the top right and at the bottom
        left.
        """
        length, width, near = self.marks or USUAL_MARKS
        # The middles of the lines are at the inset, and they meet at the outer corner of the L.
        half, right, bottom = width / 2, self.page.width - near, self.page.height - near
        return (
            make_box(near, near, _SQUARE_SIDE, _SQUARE_SIDE),
            Box(right - length, near - half, right + half, near + half),
            Box(right - half, near - half, right + half, near + length),
            Box(near - half, bottom - half, near + length, bottom + half),
            Box(near - half, bottom - length, near + half, bottom + half),
        )

    def list_options(self) -> Mapping[str, str]:
        """Return the value, as text, of each field that differs from its default, by field name."""
        values = {name: getattr(self, name) for name in SheetLayout.__struct_fields__}
        return {
            name: _format_layout_value(value)
            for name, value in values.items()
            if value != getattr(DEFAULT_LAYOUT, name)
        }

    def format_options(self, *names: str) -> tuple[str, ...]:
        """Return the options in `names` that differ from their defaults, as typed: "--gutter 6"."""
        options, typed = self.list_options(), {"sheet": "sheets", "thickness": "card-thickness"}
        used = (name for name in names if name in options)
        return tuple(f"--{typed.get(name, name)} {options[name]}".rstrip() for name in used)

    def list_filename_parts(self) -> Iterator[str]:
        """Yield a text for the file name for each option that differs from its default."""
        for name, value in self.list_options().items():
            if name == "sheet" or (name == "paper" and not self.sheet):
                yield value
            elif name not in ("paper", "punched"):
                yield f"{name}-{value}".rstrip("-")


DEFAULT_LAYOUT = SheetLayout(paper="a4")


def list_face_positions(runs: Sequence[int], columns: int, skip: int) -> Iterator[int]:
    """Yield the index of the place of each face, counted from 0 across all sheets.

    `runs` has the length of each series of faces. Each series begins a new row on the sheet. A row
    has `columns` places. The first `skip` places stay empty.
    """
    start = skip
    for run in runs:
        yield from range(start, start + run)
        # An empty run must not begin a new row.
        start = -(-(start + run) // columns) * columns if run else start


def _format_layout_value(value: object) -> str:
    if isinstance(value, tuple):
        return "_".join(map(_format_layout_value, value))
    if isinstance(value, StockSheet):
        return value.name
    return "" if value is True else f"{value:g}" if isinstance(value, float) else str(value)


FORMAT_VERSION = 3
"""Version of the format of labels and keywords."""


class PrintManifest(
    SheetLayout, frozen=True, omit_defaults=True, kw_only=True, rename={"form": "printgen"}
):
    """What one PDF contains, stored in the PDF: the print, its rows, and its layout.

    - `form`: the version of this format.
    - `game`, `print`: the ids of the game and the print.
    - `sets`: if the print repeats its faces for each row of a table, such as once for each player,
      the keys of the rows for which it is printed.
    - `rows`: the keys of the printed rows; None for all.
    - `rules`: the digest of the game's data.
    - `data`: the name of the player's file, then the names of rivals' files.
    - `faces`: the names of the fronts, if only single faces were chosen; else None.
    """

    # ISO 32000-1, 14.3.3, table 317: the keywords are one text string, here a JSON object.
    form: int
    game: ShortText
    print: ShortText
    sets: tuple[ShortText, ...]
    rows: tuple[ShortText, ...] | None
    rules: ShortText
    data: tuple[ShortText, ...] = ()
    faces: tuple[ShortText, ...] | None = None


class BookManifest(msgspec.Struct, frozen=True, rename={"form": "printgen"}):
    """The prints of a book in order. Each has its number of pages and its manifest as JSON.

    `form` is the version of this format.
    """

    form: Annotated[int, msgspec.Meta(ge=FORMAT_VERSION, le=FORMAT_VERSION)]
    parts: Annotated[
        tuple[tuple[Annotated[int, msgspec.Meta(ge=1)], msgspec.Raw], ...],
        msgspec.Meta(min_length=1),
    ]
