"""Tables whose odds `printgen odds` shows: of a file with rolls, of a deck, or of a game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from printgen.problems import ExitCode, Failure, InputError, Place, refuse, select_errors, suggest
from printgen.roll_tables import charts, report, roll_columns, roll_ranges
from printgen.roll_tables.dice import get_words, read_heading
from printgen.roll_tables.options import AuditOptions
from printgen.rules import odds, paths, query
from printgen.rules.bands import Band
from printgen.rules.check import check_game
from printgen.rules.columns.refer import get_row_label
from printgen.rules.export import find_main_table
from printgen.rules.load import load_game
from printgen.rules.model import Column, Game, Table
from printgen.rules.scalars import quote
from printgen.table_deck.deck import TableDeck

OddsSource = odds.RollTable | odds.DrawTable


def read_file(
    path: Path, sheet: str, options: AuditOptions, title: str, by: str
) -> tuple[Sequence[OddsSource], str]:
    """Return the dice tables of a file, or its cards as a deck if it has no column of rolls.

    Also return the names of its other tables, which have no odds. With `title`, return only the
    dice tables with this title. The result of a row is its cell in the column `by`, by default all
    cells beside the roll. Raises `Failure` with what `check` reports, or `InputError` if no table
    or column has that name.
    """
    if not any(charts.find_charted_columns(path, sheet, options)):
        if title or options.dice:
            message = "this file has no column of rolls, so it is read as a deck of cards"
            raise InputError(message, "leave --table and --dice out, or add --rolls COLUMN")
        deck = TableDeck(path, sheet, options.encoding, hidden=options.hidden).load()
        return [_make_draw_table(deck, deck.table("cards"), by, path.name)], ""
    audit = report.audit_file(path, sheet, options)
    if select_errors(audit.problems) or not audit.has_rolls:
        raise Failure(ExitCode.RULES, audit.problems)
    tables, names = list[OddsSource](), list[str]()
    for table, column in charts.find_charted_columns(path, sheet, options):
        for label, lines in column.tables.items():
            names.append(label or table.name or path.name)
            if title.casefold() in ("", names[-1].casefold()):
                if by not in ("", *table.places):
                    raise InputError(f"no column is called {by}", suggest(by, table.places))
                heading = label or report.find_dice(table.name)
                tables.append(_make_file_table(names[-1], column, heading, lines, by))
    if not tables:
        raise InputError(f"no dice table is called {title}", suggest(title, names))
    return tables, audit.unchecked


def _make_file_table(
    title: str,
    column: roll_columns.RollColumn,
    heading: str,
    lines: Sequence[roll_columns.RollRow],
    by: str,
) -> odds.RollTable:
    scale, _ = column.scale.read(heading, [item for line in lines for item in line.ends])
    bands, rolls, rest = dict[str, list[Band]](), dict[str, str](), None
    for line in lines:
        cell = roll_columns.cell_text(line.row.get(by)) if by else ""
        text = cell if by else charts.join_results(line.row, column)
        result = " ".join(text.split()) or line.text
        read = (column.scale.band(item) for item in line.ends)
        bands.setdefault(result, []).extend(filter(None, read))
        rolls[result] = ", ".join(filter(None, (rolls.get(result), line.text)))
        rest = result if roll_ranges.is_rest_cell(line.text) else rest
    dice = f"{scale.dice or f'd{scale.highest + 1 - scale.lowest}'} {scale.how}"
    ways = _count_dice(scale, lines[0].cells[0].place)
    compute = partial(odds.compute_roll_chances, ways, bands, rest=rest)
    has_modifiers = not scale.faces and scale.step == 1
    return odds.RollTable(title, dice, by or "result", rolls, compute, has_modifiers)


def _count_dice(scale: roll_ranges.RollScale, where: Place | str) -> Mapping[int, int]:
    if ways := scale.count_dice():
        return ways
    message = (
        f"the rolls of {quote(scale.dice)} cannot be counted" if scale.dice else "no dice named"
    )
    hint = "name dice such as 2d6 or 4d6kh3, with --dice or in the heading; all dice together may"
    hint += " have up to 1,000 sides, or 300 if only some of the dice count"
    raise refuse(ExitCode.RULES, where, message, hint)


def read_game(folder: Path, name: str | None, by: str, dice: str) -> OddsSource:
    """Return a table of a game, by default that of the first print with a face for each row.

    It is read by its first column of bands or needs, or by the column `by`. Without such a column
    its rows are the cards of a deck. Raises `Failure` or `InputError`, like `read_file`.
    """
    game = load_game(folder)
    if errors := select_errors(tuple(check_game(game))):
        raise Failure(ExitCode.RULES, errors)
    table = game.tables.get(name) if name else find_main_table(game)
    if table is None:
        message = f"no table is called {name}" if name else "no print has a face for each row"
        raise InputError(message, suggest(name or "", game.tables))
    columns = (column for column in table.columns if column.type in ("band", "need"))
    column = next((column for column in columns if by in ("", column.name)), None)
    if column and column.each:
        return _make_group_table(game, table, column)
    if not column:
        return _make_draw_table(game, table, by, table.id)
    dice = dice or "{}d{}".format(*column.dice or ("", ""))
    scale = roll_ranges.read_scale(read_heading(get_words(dice)), ())
    ways = _count_dice(scale, f"{table.id}, {column.name}")
    names, is_need = _name_rows(table), column.type == "need"
    cells = {names[row.key]: cell for row in table.rows if (cell := row.cells[column.name])}
    bands = {name: (Band(cell, None) if is_need else cell,) for name, cell in cells.items()}
    rolls = {name: paths.export_cell(game, column, cell) for name, cell in cells.items()}
    compute = odds.compute_need_chances if is_need else odds.compute_roll_chances
    return odds.RollTable(table.id, dice, column.name, rolls, partial(compute, ways, bands))


def _make_group_table(game: Game, table: Table, column: Column) -> odds.RollTable:
    """Return the results of a group of bands, when any row is drawn, at the number added to 0."""
    outcomes = query.read_outcomes(game, game.tables, table.id, column.name, {})
    names, total = _name_rows(outcomes.heads), outcomes.total

    def compute_chances(value: int) -> Mapping[str, Fraction]:
        counts = {name: outcomes.count_at(key, value) for key, name in names.items()}
        outside = {} if column.partition == "none" else {odds.OUTSIDE: total - sum(counts.values())}
        return {name: Fraction(count, total) for name, count in (counts | outside).items()}

    dice = f"{total} rows, each as likely"
    return odds.RollTable(table.id, dice, column.name, {}, compute_chances)


def _make_draw_table(game: Game, table: Table, by: str, title: str) -> odds.DrawTable:
    """Return how many printed cards have each text in a column, by default the first."""
    names = (item.name for item in table.columns if item.type != "key" and not item.silent)
    by = by or next(names)
    paths.find_column(game, table, by)
    parts = (part for print_ in game.prints for part in print_.parts if part.each == table.id)
    part, counts = next(parts, None), Counter[str]()
    for row in table.rows:
        copies = paths.count_faces(part, row) if part else 1
        counts[query.join_words(game, table, row, by)] += copies
    return odds.DrawTable(title, by, counts)


def _name_rows(table: Table) -> Mapping[str, str]:
    """Return the label of each row by its key, or the keys themselves if labels are not unique."""
    labels = {row.key: get_row_label(table, row.key) for row in table.rows}
    return labels if len({*labels.values()}) == len(labels) else {key: key for key in labels}
