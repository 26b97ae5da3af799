"""Tables whose odds `printgen odds` shows: of a file with rolls, of a deck, or of a game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from printgen.problems import (
    ExitCode,
    Failure,
    InputError,
    Log,
    Place,
    create_failure,
    select_errors,
    suggest_known_words,
)
from printgen.roll_tables import charts, odds, report
from printgen.roll_tables.detect import roll_ranges
from printgen.roll_tables.detect.dice import parse_dice_heading
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.detect.roll_columns import RollColumn
from printgen.roll_tables.detect.tables import HeadedTable
from printgen.rules.checks.check import check_game
from printgen.rules.columns.relations import get_row_label
from printgen.rules.files.scalars import quote
from printgen.rules.loading.load import load_game
from printgen.rules.model import NONE, Column, Game, Table
from printgen.rules.queries import paths, query
from printgen.rules.queries.export import find_main_table
from printgen.rules.standalone.column_names import is_count_name
from printgen.rules.standalone.deck import TableDeck
from printgen.rules.values.bands import Band, find_band_conflicts


def read_file_odds(
    path: Path, sheet: str, options: AuditOptions, title: str, by: str, *, is_deck: bool = False
) -> tuple[Sequence[odds.OddsSource], Sequence[str], bool]:
    """Return the dice tables of a file, or its cards as a deck, notes, and whether all were read.

    A table with errors has no odds, so it is left out, and the last value is false. A file is a
    deck if nothing in it looks like rolls, or with `is_deck`.

    - `sheet`: a sheet of a workbook; "" for all.
    - `title`: the title of the dice tables to return; "" for all.
    - `by`: the column with the results of the rows; "" for all cells next to the roll.

    Raises `Failure` with the errors that `printgen check` reports if no table has odds, and
    `InputError` if no table or column has the given name.
    """
    tables = [*charts.read_tables_and_roll_columns(path, sheet, options)]
    if is_deck or not _has_rolls(tables):
        if title or options.dice:
            message = "this file has no column of rolls, so it is read as a deck of cards"
            raise InputError(message, "leave --table and --dice out, or add --rolls COLUMN")
        deck = TableDeck(path, sheet, options.encoding, hidden=options.hidden).load()
        cards = _make_draw_table(deck, deck.table("cards"), by, path.name)
        return [cards], [*map(str, deck.notes)], True
    audit = report.audit_file(path, sheet, options)
    if not audit.has_rolls:
        raise Failure(ExitCode.RULES, audit.problems)
    log, is_complete = Log(), bool(audit.wrong_tables) or not select_errors(audit.problems)
    wanted = {name.casefold() for name in options.rolls}
    parts = [
        (label or table.name or path.name, label, column, table, columns)
        for table, columns in tables
        for column in columns
        if not wanted or wanted & {*map(str.casefold, column.names)}
        for label in column.tables
    ]
    counts, found, titles = Counter(part[0] for part in parts), list[odds.RollTable](), list[str]()
    notes = list[str]()
    for name, label, column, table, columns in parts:
        more = f", {column.names[-1]}, {report.format_places([table.header_place])}"
        titles.append(name + more * (counts[name] > 1))
        names = ("", name, name.removeprefix("sheet "), titles[-1])
        is_chosen = title.casefold() in map(str.casefold, names)
        if is_chosen and table.header_place in audit.wrong_tables:
            is_complete = False
        elif is_chosen and by in ("", *table.places):
            dice = report.find_dice(table.name)
            results = [by] if by else column.find_result_columns(table.places, columns)
            with log.collect_failures():
                part = titles[-1], label or dice, column, label, results, by
                found.append(_make_roll_table(*part))
            if not (column.scale.is_roll or column.names[1:] or dice or options.dice):
                notes.append(f"{path}: {column.names[0]} is read as rolls; for cards, add --deck")
    is_complete &= not log.problems
    problems = (*audit.problems, *log.problems)
    if not (found or is_complete):
        raise Failure(ExitCode.RULES, problems)
    if not found:
        requirement = f"is called {title}" if title else "has such rolls"
        requirement = f"has the column {by}" if by else requirement
        known_names = {name for part in parts for name in part[3].places} if by else {*titles}
        hint = suggest_known_words(by or title, known_names)
        raise InputError(f"no dice table {requirement}", hint)
    unread = "; ".join(filter(None, (audit.unchecked, *audit.unread_rows)))
    notes = [*map(str, problems), *notes]
    return found, [*notes, *[f"{path}: no odds of {unread}"] * bool(unread)], is_complete


def _has_rolls(tables: Sequence[tuple[HeadedTable, Sequence[RollColumn]]]) -> bool:
    """Return whether a heading in one of the tables names dice, or a column looks like rolls.

    A column only looks like rolls if no other column has the number of copies of a card.
    """
    scales = [column.scale for _, columns in tables for column in columns]
    names = [name for table, _ in tables for name in table.places]
    is_dice = any(item.is_roll for item in scales)
    is_dice |= any(item.dice and item.is_bare for item in map(parse_dice_heading, names))
    return is_dice or (bool(scales) and not any(map(is_count_name, names)))


def _make_roll_table(
    title: str, heading: str, column: RollColumn, label: str, names: Sequence[str], by: str
) -> odds.RollTable:
    """Return the odds of the table called `label` in a column of rolls.

    `title` is its title in the report. `heading` is a text that may name its dice. `names` are the
    columns with the results. `by` is the column that the user chose for them, "" if none.
    """
    lines = column.tables[label]
    ends = [item for line in lines for item in line.ends]
    scale, _ = column.get_scale(label).fit_bands(heading, ends)
    bands, rolls, rest = dict[str, list[Band]](), dict[str, str](), None
    pairs = list[tuple[Place, Band]]()
    for line in lines:
        result = charts.join_cells(line.row, names) or (NONE if by else line.text)
        read = [*filter(None, map(scale.make_band, line.ends))]
        pairs += [(line.cells[0].place, band) for band in read]
        bands.setdefault(result, []).extend(read)
        rolls[result] = ", ".join(filter(None, (rolls.get(result), line.text)))
        rest = result if roll_ranges.is_otherwise_cell(line.text) else rest
    for conflict in find_band_conflicts([band for _, band in pairs]):
        if conflict.is_overlap:
            where = pairs[conflict.after][0]
            message = f"two rows contain {scale.format_rolls(conflict.low, conflict.high)}"
            raise create_failure(ExitCode.RULES, where, message, "write each roll once")
    dice = f"{scale.dice or f'd{scale.highest + 1 - scale.lowest}'} {scale.how}"
    ways = _require_dice_totals(scale, lines[0].cells[0].place)
    compute = partial(odds.compute_roll_chances, ways, bands, rest=rest)
    has_modifiers = not scale.faces and scale.step == 1
    return odds.RollTable(title, dice, by or "result", rolls, compute, has_modifiers)


def _require_dice_totals(scale: roll_ranges.RollScale, where: Place | str) -> Mapping[int, int]:
    """Return the number of ways to roll each total of the dice.

    Raise `Failure` if it is unknown.
    """
    if scale.highest and (ways := scale.count_dice_totals()):
        return ways
    message, hint = "no dice named", "add --dice 1d10, or other dice"
    if scale.dice:
        message = f"the rolls of {quote(scale.dice)} cannot be counted"
        hint = "all dice together may have up to 1,000 sides, or 300 if only some of the dice count"
    raise create_failure(ExitCode.RULES, where, message, hint)


def read_game_odds(folder: Path, name: str | None, by: str, dice: str) -> odds.OddsSource:
    """Return the odds of one table of a game.

    `name` is the id of the table. If it is empty, use the table of the first print that has one
    face for each row. `by` is the column of bands or needed numbers, by default the first one. A
    table without such a column is a deck of cards. Raises `Failure` if the game has errors, and
    `InputError` if a name is unknown.
    """
    game = load_game(folder)
    if errors := select_errors(tuple(check_game(game))):
        raise Failure(ExitCode.RULES, errors)
    table = game.tables.get(name) if name else find_main_table(game)
    if table is None:
        message = f"no table is called {name}" if name else "no print has a face for each row"
        raise InputError(message, suggest_known_words(name or "", game.tables))
    columns = (column for column in table.columns if column.type in ("band", "need"))
    column = next((column for column in columns if by in ("", column.name)), None)
    if column and column.each:
        return _make_band_group_table(game, table, column)
    if not column:
        return _make_draw_table(game, table, by, table.id)
    dice = dice or ("{}d{}".format(*column.dice) if column.dice else "")
    scale = roll_ranges.read_scale(parse_dice_heading(dice), ())
    ways = _require_dice_totals(scale, f"{table.id}, {column.name}")
    names, is_need = _map_row_keys_to_labels(table), column.type == "need"
    cells = {names[row.key]: cell for row in table.rows if (cell := row.cells[column.name])}
    bands = {name: (Band(cell, None) if is_need else cell,) for name, cell in cells.items()}
    rolls = {name: paths.export_cell(game, column, cell) for name, cell in cells.items()}
    compute = odds.compute_overlapping_chances if is_need else odds.compute_roll_chances
    return odds.RollTable(table.id, dice, column.name, rolls, partial(compute, ways, bands))


def _make_band_group_table(game: Game, table: Table, column: Column) -> odds.RollTable:
    """Return the odds of the results in a group of band columns if one row is drawn at random.

    `column` is the group. It has one column for each result. For a number, the result of a row is
    the column with the band that contains the number.
    """
    outcomes = query.read_outcomes(game, game.tables, table.id, column.name, {})
    names, total = _map_row_keys_to_labels(outcomes.heads), outcomes.total

    def compute_chances(value: int) -> Mapping[str, Fraction]:
        counts = {name: outcomes.count_at(key, value) for key, name in names.items()}
        outside = {} if column.partition == "none" else {odds.OUTSIDE: total - sum(counts.values())}
        return {name: Fraction(count, total) for name, count in (counts | outside).items()}

    dice = f"{total} of {len(table.rows)} rows have {column.name}"
    return odds.RollTable(table.id, dice, column.name, {}, compute_chances, is_draw=True)


def _make_draw_table(game: Game, table: Table, by: str, title: str) -> odds.DrawTable:
    """Return the number of printed cards with each text in the column `by`, as a deck.

    If `by` is "", it is the first column.
    """
    names = (item.name for item in table.columns if item.type != "key" and not item.silent)
    by = by or next(names)
    paths.find_column(game, table, by)
    parts = (part for print_ in game.prints for part in print_.parts if part.each == table.id)
    part, counts = next(parts, None), Counter[str]()
    for row in table.rows:
        copies = paths.get_copy_count(part, row) if part else 1
        counts[query.join_words_at_path(game, table, row, by)] += copies
    return odds.DrawTable(title, by, counts)


def _map_row_keys_to_labels(table: Table) -> Mapping[str, str]:
    """Return the label of each row by its key, or the keys themselves if labels are not unique."""
    labels = {row.key: get_row_label(table, row.key) for row in table.rows}
    return labels if len({*labels.values()}) == len(labels) else {key: key for key in labels}
