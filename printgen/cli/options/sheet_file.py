"""The file of `--sheets`: the measurements of a bought sheet of labels or perforated cards."""

from pathlib import Path
from typing import Annotated

import msgspec

from printgen.lengths import parse_dimensions
from printgen.paper import Paper, find_paper
from printgen.problems import ExitCode, Failure, Log
from printgen.rules.files.scalars import parse_length, parse_scalar
from printgen.rules.files.struct_reader import Flag, Positive, read_struct
from printgen.rules.files.yaml_reader import read_yaml
from printgen.rules.values.sizes import Size, find_size
from printgen.sheet_layout import SheetLayout, StockSheet


def _parse_paper(value: object) -> Paper:
    """Return a paper, given its name or its width and height."""
    return find_paper(parse_scalar(value))


def _parse_size(value: object) -> Size:
    """Return a size, given in mm, in inches, or by the name of a usual size."""
    sides = parse_dimensions(parse_scalar(value))
    return Size("", *sides) if sides else find_size(value)


class _SheetSpec(msgspec.Struct, frozen=True):
    """The contents of the file. Lengths are in mm.

    `size` is the size of one place on the page. `at` is the upper left corner of the first place,
    as x and y. `gap` is the space between places, across and down, or one number for both.
    `punched` means that the sheet is cut already, so it gets no crop marks.
    """

    page: Annotated[Paper, _parse_paper]
    size: Annotated[Size, _parse_size]
    columns: Positive
    rows: Positive
    at: tuple[Annotated[float, parse_length], ...]
    gap: tuple[Annotated[float, parse_length], ...] = (0.0,)
    punched: Flag = False


def read_sheet_layout(file: Path) -> SheetLayout:
    """Return a layout on the sheet that `file` describes.

    Raises `Failure` (usage) with every mistake in it.
    """
    scope = Log(ExitCode.USAGE)
    entry = read_yaml(file.parent, file.name, scope)
    spec = read_struct(_SheetSpec, entry) if entry else None
    if spec and entry:
        if len(spec.at) != 2:
            entry.report("not x and y", "write both of the first place, such as [7.2, 15.1]", "at")
        if len(spec.gap) > 2:
            entry.report("more than two gaps", "write across and down, such as [2.5, 0]", "gap")
    if scope.problems or spec is None or entry is None:
        raise Failure(ExitCode.USAGE, scope.problems)
    page, size, (x, y), gaps = spec.page, spec.size, spec.at, (spec.gap[0], spec.gap[-1])
    sizes, counts = (page.width, page.height, size.width, size.height), (spec.columns, spec.rows)
    sheet = StockSheet(*sizes, *counts, x, y, *gaps, file.stem)
    right, bottom = sheet.block[2:]
    # 0.01 mm absorbs rounding, for example of sizes in inches.
    if right > spec.page.width + 0.01 or bottom > spec.page.height + 0.01:
        message = f"its places extend to {right:g} × {bottom:g} mm, beyond the page of"
        message += f" {spec.page.width:g} × {spec.page.height:g} mm"
        entry.report(message, "check size, at, gap, columns and rows")
        raise Failure(ExitCode.USAGE, scope.problems)
    return SheetLayout(paper=spec.page.id, sheet=sheet, punched=spec.punched)
