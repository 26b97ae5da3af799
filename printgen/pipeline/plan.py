"""Plan the print jobs of a game from the options of `printgen build`.

All mistakes are reported at once, also options that cannot be combined for the selected prints.
docs/printing.md describes the options for users. Nothing is laid out here, and no PDF is written.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.board_parts import BoardParts, plan_board_parts
from printgen.content.faces_of_print import WantedFaceNames, list_row_keys, list_set_keys
from printgen.geometry import Outline, Spacing, find_hex_spacing
from printgen.lengths import parse_dimensions
from printgen.paper import KEEP_OUT, LANDSCAPE, MIN_SIDE, find_paper
from printgen.pipeline.filenames import format_ranges, make_print_file_name
from printgen.pipeline.search import find_row_keys, suggest_row
from printgen.preflight.preflight import SAFE_MARGIN
from printgen.problems import (
    ExitCode,
    InputError,
    Log,
    Problem,
    make_error,
    make_fix,
    make_note,
    suggest_closest_word,
    suggest_known_words,
    suggest_size_in_mm,
)
from printgen.rules.loading.player_file import has_table_open_to_players
from printgen.rules.model import Game, Print, Table
from printgen.rules.source import Source
from printgen.rules.values.sizes import SIDE_LIMITS, Size, allows_every_size, find_size
from printgen.rules.values.tuck_box import TuckBox, find_max_card_count, make_tuck_box
from printgen.sheet_layout import (
    BACK_OPTIONS,
    CUT_OPTIONS,
    DEFAULT_LAYOUT,
    OPTIONS_IGNORED_BY_BOARDS,
    OPTIONS_IGNORED_BY_BOXES,
    OPTIONS_OF_BOARDS,
    OPTIONS_OF_BOXES,
    CutStyle,
    SheetLayout,
)

ANY_PAPER = "any"
"""The paper name of a print whose pages fit on every paper."""

# In mm, for sizes measured with a ruler or converted from inches.
_SIZE_TOLERANCE = 0.02


def is_same_size(size: Any, other: Any) -> bool:
    """Return whether two sizes have the same width and height, except for rounding errors."""
    difference = abs(size.width - other.width) + abs(size.height - other.height)
    return bool(difference < _SIZE_TOLERANCE)


def is_shop_size(size: Size | None, shop_sizes: Sequence[Size]) -> bool:
    """Return whether a print shop makes cards of this size; `shop_sizes` are its sizes."""
    is_box = size is not None and size.outline == "box"
    return is_box and any(is_same_size(size, each) for each in shop_sizes)


def find_size_for_bought_sheet(layout: SheetLayout, print_: Print) -> Size | None:
    """Return the size that a print must have to fit the places of a bought sheet (`--sheets`).

    Return None if the print cannot have that size, or if the layout has no such sheet.
    """
    if not (stock := layout.sheet):
        return None
    for size in print_.sizes:
        if is_same_size(size, stock):
            return size
    if allows_every_size(print_.sizes):
        return Size(f"{stock.width:g}x{stock.height:g}", stock.width, stock.height)
    return None


class ChangedFaces(NamedTuple):
    """The fronts of a print that differ from an older edition.

    - `print`: the id of the print.
    - `sets`: if the print repeats its faces for each row of a table, such as once for each player,
      the keys of the rows for which it is printed.
    - `names`: the names of the fronts.
    """

    print: str
    sets: tuple[str, ...]
    names: WantedFaceNames


class Request(msgspec.Struct, frozen=True):
    """The options that select what to print, and how. The defaults select everything.

    - `only`: the ids of the prints to print.
    - `deck`: for prints that are repeated for each player or other row, the keys of these rows.
    - `decks`: how many of these rows are used, from the first on.
    - `cards`, `sizes`: which cards and which sizes, as the user types them.
    - `layout`: how faces are placed on sheets.
    - `icons`: files of icons, in addition to those of the game.
    - `safe`: the least distance of text from the cut, in mm, even if a print sets less.
    - `cut_inset`: pieces are cut out this far inside their outlines, in mm.
    - `svg`: whether each face is also drawn as SVG.
    - `shop_sizes`: the sizes of the cards of a print shop. If any print has one of them, the others
      are only printed if they are in `only`.
    - `is_for_virtual_table`: whether faces are printed for a virtual table, and so without a white
      edge in any layout.
    - `since`: an older edition. If it is given, only the faces in `changed` are printed.
    """

    only: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    decks: int | None = None
    cards: str | None = None
    sizes: tuple[str, ...] = ()
    layout: SheetLayout = DEFAULT_LAYOUT
    ink: Literal["colour", "grey", "low"] = "colour"
    icons: tuple[Path, ...] = ()
    safe: float = 0.0
    cut_inset: float = 0.0
    svg: bool = False
    shop_sizes: tuple[Size, ...] = ()
    is_for_virtual_table: bool = False
    since: Source | None = None
    changed: tuple[ChangedFaces, ...] | None = None


class PrintJob(msgspec.Struct, frozen=True):
    """One PDF to make.

    - `print`: the print whose faces are in the PDF.
    - `sets`: if the print repeats its faces for each row of a table, such as once for each player,
      the keys of the rows for which it is printed.
    - `keys`: the keys of the rows to print, or the names of single faces; None for all rows. For a
      PDF of backs, these are the keys of their fronts.
    - `size`: the size of a face; None if only the template sets it.
    - `name`: the name of the PDF, without its suffix.
    - `layout`: how faces are placed on sheets.
    - `backs`: with `--duplex` or `--fold`, the print of the backs that are in the same PDF.
    """

    print: Print
    sets: tuple[str, ...]
    keys: tuple[str, ...] | WantedFaceNames | None
    size: Size | None
    name: str = ""
    layout: SheetLayout = DEFAULT_LAYOUT
    backs: Print | None = None

    @property
    def face_size(self) -> Size | None:
        """The size of a face, or of the paper for pages; None if only the template sets it."""
        page = self.layout.page
        return Size(page.id, page.width, page.height) if self.print.is_page else self.size

    @property
    def parts(self) -> BoardParts | None:
        """The parts of a board that is too large for the paper, one for each page; else None."""
        return _plan_board_parts(self.print, self.size, self.layout)

    @property
    def outline(self) -> Outline:
        """The shape of the pieces: box, circle or hexagon."""
        return self.face_size.outline if self.face_size else "box"

    @property
    def gaps(self) -> Spacing:
        """The space between faces on a sheet, in mm."""
        gutter, _ = self.layout.choose_gutters(self.size.gutter if self.size else 0.0)
        if self.size and self.outline == "hexagon":
            return find_hex_spacing(self.size.width, self.size.height, gutter)
        return Spacing(gutter, gutter)

    @property
    def cut(self) -> CutStyle:
        """The style of the cut marks.

        Without an option, round faces have no marks, and hexagons have lines. A tuck box never has
        marks, because its net has its own lines.
        """
        if self.print.box_of:
            return "none"
        cut = self.layout.choose_cut_style(punched=self.outline == "circle")
        return "lines" if cut == "marks" and self.outline == "hexagon" else cut


def _plan_board_parts(print_: Print, size: Size | None, layout: SheetLayout) -> BoardParts | None:
    """Return the parts into which a face is split; None if it fits on one page."""
    if size is None or print_.is_page or print_.box_of or size.outline != "box":
        return None
    return plan_board_parts(layout, size.width, size.height)


def plan_jobs(request: Request, game: Game) -> tuple[PrintJob, ...]:
    """Return the print jobs of a request, in the order to build them.

    Raises `Failure` (usage) with all options that `game` cannot be printed with.
    """
    log = Log(ExitCode.USAGE)
    request = replace(request, deck=tuple(_find_set_key(game, word) for word in request.deck))
    selected = _select_prints(request, game, log)
    prints = tuple(_widen_safe_margin(p, request.safe, request.cut_inset) for p in selected)
    if prints:
        _check_chosen_sets(request, game, prints, log)
    sizes = _parse_sizes(request.sizes, game, log)
    layout = request.layout
    log.extend(ExitCode.USAGE, find_incompatible_options(request, prints))
    keys = None
    if prints and request.cards is not None:
        keys = _parse_card_selection(request.cards, game, prints[0], log)
    backs_by_front = _select_backs(request, game, prints, log)
    # One run reports all mistakes.
    log.raise_problems()
    jobs = []
    for print_ in prints:
        if print_.backs_of in backs_by_front:
            continue
        sets = list_set_keys(game, print_)
        chosen_sets = tuple(k for k in sets if k in request.deck) or sets[: request.decks or 0]
        # A shared back is printed on a whole sheet, unless some places are skipped: then the
        # backs must match the fronts on the partly used sheet.
        is_whole = print_.is_shared_back and not layout.skip
        rows = () if is_whole or keys is None else keys
        player_file_name = Path(*game.files[:1]).stem
        reserved_names = [other_print.id for other_print in game.prints]
        # A player's file can have the same name as a deck.
        reserved_names += [f"{print_.id}-{key}" for key in sets if player_file_name]
        name_parts = (player_file_name, *chosen_sets) if player_file_name else chosen_sets
        usual = next(iter(print_.sizes), None)
        size_key = print_.backs_of or print_.box_of or print_.id
        size = find_size_for_bought_sheet(layout, print_) or sizes.get(size_key) or usual
        is_usual = not (size and usual) or size.name == usual.name
        words = [size.name] if size and not (is_usual or layout.sheet) else []
        backs = backs_by_front.get(print_.id)
        unused: tuple[str, ...] = (*CUT_OPTIONS, "sheet") if print_.is_page else ()
        unused += OPTIONS_IGNORED_BY_BOXES if print_.box_of else OPTIONS_OF_BOXES
        job_layout = layout if backs else layout.reset_options(*BACK_OPTIONS)
        parts = _plan_board_parts(print_, size, job_layout)
        unused += OPTIONS_IGNORED_BY_BOARDS if parts else OPTIONS_OF_BOARDS
        job_layout = job_layout.reset_options(*unused)
        if size and isinstance(usual, TuckBox):
            card = size.card if isinstance(size, TuckBox) else size
            size = make_tuck_box(card, usual.count, layout.thickness, layout.sleeves)
            job_layout = _choose_paper_orientation(job_layout, size, log)
        words += job_layout.list_filename_parts()
        words += [] if request.ink == "colour" else [f"ink-{request.ink}"]
        if older := request.since:
            words += ["since-" + re.sub(r"\.[a-zA-Z]+$", "", older.name)]  # the suffix of a table
        name = make_print_file_name(print_.id, name_parts, rows, reserved_names, words)
        # A filled form belongs to one player.
        set_count = 1 if game.files and has_table_open_to_players(game, print_) else print_.copies
        sets = chosen_sets or sets[: set_count or len(sets)]
        backs = backs and _set_full_bleed(backs, job_layout, request)
        fronts = _set_full_bleed(print_, job_layout, request)
        # In low ink, nothing bleeds, but the pictures for a print shop must include its bleed.
        has_no_bleed = request.ink == "low" and not request.shop_sizes
        job_layout = replace(job_layout, bleed=0.0) if has_no_bleed else job_layout
        job = PrintJob(fronts, sets, keys, size, name, job_layout, backs)
        has_backs = any(print_.id in (p.id, p.backs_of) for p in game.prints if p.backs_of)
        if size and parts and has_backs:
            log.add(_make_board_backs_error(print_, size, layout))
        jobs += [job] if request.changed is None else []
        ids = (print_.id, print_.backs_of)
        own_changes = [changed for changed in request.changed or () if changed.print in ids]
        jobs += (replace(job, sets=changed.sets, keys=changed.names) for changed in own_changes)
    log.raise_problems()
    return tuple(jobs)


def find_incompatible_options(request: Request, prints: Sequence[Print]) -> Iterator[Problem]:
    """Yield an error for each layout option of the request that is impossible for these prints."""
    layout = request.layout
    cut_prints = [print_ for print_ in prints if not print_.is_page]
    names = " ".join(f"--only {print_.id}" for print_ in cut_prints if not print_.backs_of)
    alternatives = f"; or print only pieces that are cut out: {names}" if names else ""
    only = [make_fix(only=print_.id) for print_ in cut_prints if not print_.backs_of]
    for print_ in prints if layout.sheet is None else ():
        if print_.is_page and {layout.paper, ANY_PAPER}.isdisjoint(print_.papers):
            message = f"the {print_.id} is made only for {' or '.join(print_.papers)}"
            hint = f"use one of these papers{alternatives}"
            papers = (make_fix(paper=paper) for paper in print_.papers if paper != ANY_PAPER)
            option = f"--paper {layout.page.option_text}"
            yield make_error(option, message, hint, fixes=(*papers, *only))
    # A print shop reports pages itself.
    is_checked = prints and not (cut_prints or request.shop_sizes)
    for option in layout.format_options(*CUT_OPTIONS, "skip") if is_checked else ():
        yield make_error(option, f"the {prints[0].id} is printed on whole pages", "leave it out")
    conflicts = ("sheet", "fold") if layout.cut == "none" else ("sheet", "fold", "cut")
    for option in layout.format_options(*conflicts) if layout.machine else ():
        message = "cannot be combined with --machine, which prints and scans its own marks"
        fixes = (make_fix(machine=None, marks=None),)
        yield make_error(option, message, "leave one of them out", fixes=fixes)
    if not (stock := layout.sheet):
        return
    option = f"--sheets {stock.name}"
    if request.sizes:
        fixes = (make_fix(size=None),)
        yield make_error(option, "sets the size of the pieces", "leave --size out", fixes=fixes)
    if layout.punched and layout.cut not in (None, "none"):
        cut_message = f"the sheet {stock.name} is already cut"
        yield make_error(f"--cut {layout.cut}", cut_message, "leave it out")
    find_size = partial(find_size_for_bought_sheet, layout)
    misfits = [each for each in prints if each.is_page or (each.sizes and not find_size(each))]
    if misfits:
        misfit, places = misfits[0], f"{stock.width:g} × {stock.height:g} mm"
        sizes = ", ".join(map(str, misfit.sizes)) or "whole pages"
        size_message = f"each label or card on it is {places}, but the {misfit.id} is {sizes}"
        yield make_error(option, size_message, "name another print with --only, or another sheet")


def _make_board_backs_error(board: Print, size: Size, layout: SheetLayout) -> Problem:
    """Return the error that a board, which is printed on several pages, has backs.

    The hint names a paper on which the board would fit on one page.
    """
    upright = layout.paper.removesuffix(LANDSCAPE)
    sides = (max(MIN_SIDE, ceil(side) + 2 * KEEP_OUT) for side in (size.width, size.height))
    own_paper = "{:g}x{:g}".format(*sides)
    papers = map(find_paper, (upright, upright + LANDSCAPE, "a3", "a3" + LANDSCAPE, own_paper))
    page = next(paper for paper in papers if paper.has_room(size.width, size.height))
    paper, option = page.id, page.option_text
    if layout.paper.endswith(LANDSCAPE) and not paper.endswith(LANDSCAPE):
        option += " without --landscape"
    hint = f"use larger or turned paper, such as --paper {option}, or remove `back` from the print"
    message = f"does not fit on {layout.paper}, and a board has no backs"
    landscape = "" if paper.endswith(LANDSCAPE) else None
    fix = make_fix(paper=paper.removesuffix(LANDSCAPE), landscape=landscape)
    return make_error(f"the {board.id}, {size},", message, hint, fixes=(fix,))


def _choose_paper_orientation(layout: SheetLayout, box: TuckBox, log: Log) -> SheetLayout:
    """Return the layout, with its paper turned if the net of a box fits only on turned paper.

    A net that does not fit on either is reported, and so are sleeves smaller than the cards.
    """
    card = box.card
    if layout.sleeves and (layout.sleeves[0] < card.width or layout.sleeves[1] < card.height):
        sides = "{:g}x{:g}".format(*layout.sleeves)
        message = f"is smaller than the cards of {card.width:g} × {card.height:g} mm"
        log.report(f"--sleeves {sides}", message, "write the outer width and height of a sleeve")
        return layout
    upright = layout.paper.removesuffix(LANDSCAPE)
    layouts = [replace(layout, paper=p) for p in (layout.paper, upright, upright + LANDSCAPE)]
    rooms = [(each.page.width - 2 * KEEP_OUT, each.page.height - 2 * KEEP_OUT) for each in layouts]
    for turned, (width, height) in zip(layouts, rooms, strict=True):
        if box.width <= width and box.height <= height:
            return turned
    most = find_max_card_count(box, rooms)
    message = f"a box for {box.count} cards of {box.thickness:g} mm is {box.depth:g} mm deep, and"
    room_text = f"it has room for a box of {most} such cards" if most else "no such box fits on it"
    message += f" does not fit on {upright}: {room_text}"
    hint = "use larger paper, such as --paper a3, or a smaller --card-thickness"
    log.report("the box", message, hint, make_fix(paper="a3"))
    return layout


def note_unused_options(
    request: Request, game: Game, jobs: Sequence[PrintJob]
) -> Iterator[Problem]:
    """Yield a note for each option of the request that changes nothing, or not all prints.

    An option changes nothing if it sets the size of a print that is not selected, or if it is for
    backs, tuck boxes or boards, and no selected print has any. Cut options do not apply to whole
    pages and tuck boxes. Also yield a note that names the prints that are left out because a print
    shop cannot make them.
    """
    pages = " and ".join(job.print.id for job in jobs if job.print.is_page)
    box = next((job.print.id for job in jobs if job.print.box_of), "")
    board = next((job.print.id for job in jobs if job.parts), "")
    own_lines = "a box fills its page and has its own lines"
    cases = (
        (pages, CUT_OPTIONS, f"ignored for the {pages}: whole pages are not cut"),
        (box, OPTIONS_IGNORED_BY_BOXES, f"ignored for the {box}: {own_lines}"),
        (not box, OPTIONS_OF_BOXES, "ignored: no tuck box is printed"),
        (not board, OPTIONS_OF_BOARDS, "ignored: no print is larger than the paper"),
        (
            board,
            OPTIONS_IGNORED_BY_BOARDS,
            f"ignored for the {board}: it is larger than the paper",
        ),
    )
    for is_case, options, message in cases:
        for option in request.layout.format_options(*options) if is_case else ():
            yield make_note(option, message)
    printed_ids = {job.print.backs_of or job.print.id for job in jobs}
    usual_prints = _choose_default_prints(replace(request, shop_sizes=()), game)
    others = [p.id for p in usual_prints if p.id not in printed_ids]
    if request.shop_sizes and others and not (request.only or request.changed):
        message = f"leaves out {', '.join(others)}: no cards in a size of the shop"
        yield make_note("--shop", message, "print them at home: build without --shop")
    for id_ in sorted({*_parse_sizes(request.sizes, game, Log())} - printed_ids):
        yield make_note(id_, "is not printed, so its --size is ignored")
    for option in request.layout.format_options("fold", "duplex"):
        for job in (job for job in jobs if not job.backs):
            yield make_note(job.print.id, f"has no backs, so {option} is ignored")


def _select_backs(
    request: Request, game: Game, prints: Sequence[Print], log: Log
) -> Mapping[str, Print]:
    """Return the prints of backs that go into the PDF of their fronts, by the ids of the fronts.

    Without `--duplex` or `--fold` there are none. Mistakes are reported.
    """
    spec, (option, *others) = request.layout, (*request.layout.format_options("fold", "duplex"), "")
    if any(spec.offset) and not spec.duplex:
        hint = "add --duplex long or --duplex short, or leave it out"
        fixes = make_fix(duplex="long"), make_fix(duplex="short")
        log.report("--back-offset", "no backs are printed behind fronts", hint, *fixes)
    if not option:
        return {}
    if spec.duplex and spec.fold:
        message = "cannot be combined with --fold, which prints on one side only"
        log.report(others[0], message, "leave one of them out", make_fix(fold=None))
    if spec.fold and spec.sheet:
        message = f"cannot be combined with --sheets: {spec.sheet.name} has no line to fold on"
        log.report(option, message, "leave one of them out", make_fix(sheets=None))
    if spec.duplex and spec.page.width == spec.page.height:
        message = f"{spec.paper} is square, without a long edge"
        log.report(option, message, "use another paper")
    ids = [p.id for p in prints]
    backs = [p for p in prints if p.backs_of and not (spec.fold and p.is_page)]
    for p in (p for p in backs if p.backs_of not in ids):
        hint = f"add --only {p.backs_of}, or leave {option} out"
        fix = make_fix(only=p.backs_of)
        log.report(f"--only {p.id}", f"is printed behind the {p.backs_of}", hint, fix)
    if prints and not backs:
        message = f"no selected print of {game.about.name} has backs"
        hint = "leave it out, or add `back` to a print in the game's data; for a table, use --back"
        log.report(option, message, hint)
    return {p.backs_of: p for p in backs}


def _select_prints(request: Request, game: Game, log: Log) -> tuple[Print, ...]:
    """Return the prints named by `--only` with their backs; without it, the default prints.

    Mistakes are reported.
    """
    ids = [print_.id for print_ in game.prints]
    if not ids:
        hint = 'add "prints:" to its game.yaml'
        log.report(game.about.name, "the game has nothing to print", hint)
    for name in request.only:
        if name not in ids:
            message = f"{game.about.name} has no such print"
            log.report(f"--only {name}", message, suggest_known_words(name, ids))
    chosen = request.only or [p.id for p in _choose_default_prints(request, game)]
    if not chosen and ids:
        message = "no print shows the values of a player's file"
        log.report(game.about.name, message, "leave --data out", make_fix(data=None))
    prints = tuple(p for p in game.prints if p.id in chosen or p.backs_of in chosen)
    if len({p.backs_of or p.id for p in prints}) > 1:
        cards = () if request.cards is None else (f"--cards {request.cards}",)
        message, hint = "needs one print, but several are selected", "name one print with --only"
        options = *cards, *request.layout.format_options("skip")
        fixes = [make_fix(only=p.id) for p in prints if not p.backs_of]
        for option in options:
            log.report(option, message, hint, *fixes)
    return prints


def _widen_safe_margin(print_: Print, safe: float, cut_inset: float) -> Print:
    """Return the print with a safe margin of at least `safe` mm from the cut.

    The cut is `cut_inset` mm inside the outline of its pieces.
    """
    if not (safe or cut_inset) or print_.is_page:
        return print_
    margins = (SAFE_MARGIN if part.safe is None else part.safe for part in print_.parts)
    if safe:
        margins = (max(part.safe or 0, safe) for part in print_.parts)
    pairs = zip(print_.parts, margins, strict=True)
    return replace(print_, parts=tuple(replace(part, safe=m + cut_inset) for part, m in pairs))


def _set_full_bleed(print_: Print, layout: SheetLayout, request: Request) -> Print:
    """Return the print with its `full_bleed` set: if its whole bleed fits, or for a virtual table.

    In low ink, backgrounds are outlines, and nothing bleeds.
    """
    fits = request.is_for_virtual_table or layout.has_room_for_bleed(print_.bleed)
    return replace(print_, full_bleed=fits and print_.bleed > 0 and request.ink != "low")


def _choose_default_prints(request: Request, game: Game) -> Sequence[Print]:
    """Return the prints to build without `--only`.

    With `--deck` or `--decks`, these are the prints that have decks. With `--cards` or `--skip`, it
    is the first print that makes one face for each row.
    """
    prints = [p for p in game.prints if not p.backs_of]
    if game.files:
        prints = [p for p in prints if has_table_open_to_players(game, p)]
    if request.deck or request.decks:
        prints = [p for p in prints if p.sets] or prints
        prints = [p for p in prints if {*request.deck} <= {*list_set_keys(game, p)}] or prints
    prints = [p for p in prints if find_size_for_bought_sheet(request.layout, p)] or prints
    cards = [p for p in prints if not p.is_page]
    cards = [p for p in cards if any(is_shop_size(size, request.shop_sizes) for size in p.sizes)]
    prints = cards or prints
    if request.cards is not None or request.layout.skip:
        prints = ([p for p in prints if list_row_keys(game, p)] or prints)[:1]
    return prints


def _find_set_key(game: Game, word: str) -> str:
    """Return the key of the deck that has this word in its row, such as its colour.

    Return the word unchanged if it is a key, or if not exactly one deck has it.
    """
    rows = [row for print_ in game.prints if print_.sets for row in game.table(print_.sets).rows]
    texts = {row.key: {str(cell).casefold() for cell in row.cells.values()} for row in rows}
    keys = [key for key in texts if word.casefold() in texts[key]]
    return keys[0] if len(keys) == 1 and word not in texts else word


def _list_rows_with_labels(table: Table) -> list[str]:
    """Return the key of each row of a table, with the label of the row if it has one."""
    column = table.label_column
    names = list[str]()
    for row in table.rows:
        label = row.cells[column.name] if column else None
        names.append(row.key if label is None else f"{row.key} {label}")
    return names


def _check_chosen_sets(request: Request, game: Game, prints: tuple[Print, ...], log: Log) -> None:
    """Report mistakes in `--deck` and `--decks`."""
    option = f"--deck {' '.join(request.deck)}" if request.deck else f"--decks {request.decks}"
    if request.deck and request.decks:
        message, hint = f"cannot be combined with {option}", "leave one of them out"
        log.report(f"--decks {request.decks}", message, hint, make_fix(deck=None))
    known_sets = {sets: p.sets for p in prints if (sets := list_set_keys(game, p))} or {(): ""}
    for sets, table in known_sets.items():
        if not {*request.deck} <= {*sets} or (request.decks or 0) > len(sets):
            names = ", ".join(_list_rows_with_labels(game.table(table))) if table else ""
            message = f"{game.about.name} has the decks {names}"
            unknown_key = next((key for key in request.deck if key not in sets), "")
            hint = f"{suggest_closest_word(unknown_key, sets)}name existing decks, or leave it out"
            if not sets and any(print_.sets for print_ in game.prints):
                message = f"no deck has a separate {' or '.join(print_.id for print_ in prints)}"
            elif not sets:
                message = f"{game.about.name} has only one deck"
                hint = "leave it out; --cards chooses cards, such as --cards 1-9"
            log.report(option, message, hint)


def _parse_sizes(options: tuple[str, ...], game: Game, log: Log) -> dict[str, Size]:
    """Return the sizes that `--size` sets, by the id of the print. Mistakes are reported.

    A size that is typed without a print is for the first print.
    """
    prints = [print_ for print_ in game.prints if not print_.backs_of]
    pairs = [(item.id, size) for item in prints if not item.box_of for size in item.sizes]
    known_sizes = {f"{id_}={size.name}": (id_, size) for id_, size in pairs}
    sizes: dict[str, Size] = {}
    for option in options:
        name = "".join(option.split())
        if "=" not in name and prints:
            name = f"{prints[0].id}={name}"
        print_, _, size_text = name.partition("=")
        size_text = size_text.lower()
        name = f"{print_}={size_text}"
        is_any = any(item.id == print_ and allows_every_size(item.sizes) for item in prints)
        # No template for all sizes keeps its text inside a hexagon.
        is_any = is_any and not size_text.startswith("hex-")
        try:
            known_sizes |= {name: (print_, find_size(size_text))} if is_any else {}
            hint = ""
        except InputError as error:
            is_size = "/" in size_text or parse_dimensions(size_text)
            message, hint = error.message, error.hint if is_size else ""
        if print_ in sizes:
            message, hint = f"the {print_} already has a size", "leave one of them out"
            log.report(f"--size {option}", message, hint)
        elif name in known_sizes:
            sizes.update([known_sizes[name]])
        else:
            if not hint:
                message = f"{game.about.name} has no {print_} in size {size_text}"
                measures = f"write width x height in mm, such as 70x120, {SIDE_LIMITS}"
                other = measures if is_any else ""
                hint = suggest_size_in_mm(size_text)
                hint += suggest_known_words(name, () if hint else known_sizes, other)
                # A size without a print is for the first print.
                hint = hint.replace(f"{prints[0].id}=", "") if len(prints) == 1 else hint
                named = {size.name: size for _, size in known_sizes.values()}
                for size in named.values() if "one of" not in hint else ():
                    hint = re.sub(rf"(?<![\w-]){re.escape(size.name)}(?![\w-])", str(size), hint)
            log.report(f"--size {option}", message, hint)
    return sizes


# At most six digits: `range` of a longer number would take too much memory.
_RANGE_PATTERN = re.compile(r"(\d{1,6})(?: ?- ?(\d{1,6}))?", re.ASCII)


def _parse_card_selection(cards: str, game: Game, print_: Print, log: Log) -> tuple[str, ...]:
    """Return the keys of the rows that `--cards` selects, in the order of the rows.

    `cards` is the typed text: keys, ranges such as 1-9, or words on the cards, separated by commas.
    Mistakes are reported.
    """
    known_keys = list_row_keys(game, print_)
    available = f"it has {', '.join(format_ranges(known_keys))}" if known_keys else "it has none"
    # Users may type a number as it is printed, such as 07.
    numbers = {int(key): key for key in known_keys if key.isdecimal()}
    chosen_keys: set[str] = set()
    # The text that a card shows can contain a comma.
    is_single_name = "," in cards and bool(find_row_keys(game, print_, cards))
    for word in [cards] if is_single_name else map(str.strip, cards.split(",")):
        keys = {word}
        match = _RANGE_PATTERN.fullmatch(word)
        if word not in known_keys and match:
            wanted = range(int(match[1]), int(match[2] or match[1]) + 1)
            keys = {numbers.get(number, "") for number in wanted}
        elif word not in known_keys:
            keys = {*find_row_keys(game, print_, word)}
        chosen_keys |= keys
        if not keys or not keys.issubset(known_keys):
            suggestion = suggest_closest_word(word, known_keys) or suggest_row(game, print_, word)
            suggestion = "" if word.isdecimal() else suggestion
            hint = f"{suggestion}separate cards with commas, such as --cards 17,23 or"
            hint += " --cards 1-9, or write what they show"
            message = f"the {print_.id} has no row {word!r}; {available}"
            if match and int(match[2] or match[1]) < int(match[1]):
                message = f"the range {word} ends before it begins"
                hint = f"write the smaller number first: {match[2]}-{match[1]}"
            log.report(f"--cards {cards}", message, hint)
    return tuple(key for key in known_keys if key in chosen_keys)
