"""Turn a PDF and a Game into what differs between them: nothing, where the print is right.

Three witnesses read the print, none of them ours: pdfium the labelled words, pypdf what the file
declares, and a picture shows whether ink is there. It may know only the rules: no layout, template
or press.
"""

from collections.abc import Iterator

from printgen.content.faces_of_print import (
    BackMode,
    count_runs,
    format_title,
    list_row_keys,
    list_set_keys,
)
from printgen.face_checks.seen_face import quote_text
from printgen.manifest import PrintManifest
from printgen.problems import Failure, Problem
from printgen.proof.claim import parse_manifest
from printgen.proof.compare import PageComparison, check_backs
from printgen.proof.expected import ExpectedFaces
from printgen.proof.expected_sheet import expected_sheet
from printgen.proof.file import DeclaredFile, DeclaredPage, read_pdf_file
from printgen.proof.findings import REBUILD_HINT, as_error, fail, make_note
from printgen.proof.page_frame import IDENTITY_FRAME, find_frame
from printgen.proof.page_objects import NO_FACE, FaceInk
from printgen.proof.read import ReadPage, read_pages
from printgen.proof.sheet_checks import SheetChecks
from printgen.rules.content_hash import compute_digest, get_short_digest
from printgen.rules.model import Game, Print

MAX_FINDINGS = 500
"""Findings after which a proof stops: a print so wrong needs no longer list."""


def proof_pdf(pdf: bytes, game: Game) -> tuple[Problem, ...]:
    """Every difference between the print and the rules, and what a reader should know of it.

    Errors mean that it must not be used; a clean print gives none. Never raises for what the
    bytes hold. After `MOST` findings it says so and looks no further.
    """
    problems: dict[Problem, None] = {}
    try:
        for problem in _compare_print(pdf, game):
            problems.setdefault(problem)
            if len(problems) >= MAX_FINDINGS:
                return (
                    *problems,
                    as_error("", f"more than {MAX_FINDINGS} findings: the proof stopped here"),
                )
    except Failure as failure:
        return (*problems, *failure.problems)
    return tuple(problems)


def read_manifest(pdf: bytes) -> PrintManifest:
    """What a print says that it is. Raises `Failure` where it says nothing."""
    return parse_manifest(read_pdf_file(pdf).keywords)


def _compare_print(pdf: bytes, game: Game) -> Iterator[Problem]:
    file = read_pdf_file(pdf)
    claim = parse_manifest(file.keywords)
    print_ = _find_print(claim, game)
    yield from _check_request(claim, game, print_)
    yield from _check_declarations(file, game, print_)
    backs = _find_backs(claim, game, print_)
    selection, has_margin = (claim.sets, claim.rows), not claim.punched
    expected = ExpectedFaces(game, print_, *selection, backs)
    front_comparison = PageComparison(game, print_, expected, has_margin)
    back_comparison = PageComparison(
        game, backs or print_, ExpectedFaces(game, backs or print_, *selection), has_margin
    )
    set_count, front_sheet = len(claim.sets), expected_sheet(claim, print_)
    front_checks = SheetChecks(
        print_, claim.paper, set_count, front_sheet, claim.skip, has_fold=claim.fold
    )
    back_sheet = expected_sheet(claim, backs or print_)
    back_checks = SheetChecks(backs or print_, claim.paper, set_count, back_sheet, claim.skip, True)
    width, sizes = 0.0, [(page_size.width, page_size.height) for page_size in file.pages]
    frames = [
        find_frame(claim, size, are_backs=bool(print_.backs_of or (claim.duplex and index % 2)))
        for index, size in enumerate(sizes)
    ]
    rotated = [IDENTITY_FRAME.rotate_180(*size) for size in sizes]
    pages, rotated_pages = read_pages(pdf, frames), read_pages(pdf, rotated if claim.fold else ())
    sides = zip(file.pages, frames, pages, strict=False)  # pdfium may see fewer
    for number, (sheet, frame, page) in enumerate(sides, 1):
        width, sheet = sheet.width, sheet.move_to_frame(frame)
        if claim.duplex and number % 2 == 0:
            yield from back_checks.check_sheet(number, sheet, page)
            yield from back_comparison.compare_page(number, sheet, page)
            yield from check_backs(number, front_comparison.fronts, page.faces, width)
            front_comparison.fronts.clear()
            continue
        yield from front_checks.check_sheet(number, sheet, page)
        if not claim.fold:
            yield from front_comparison.compare_page(number, sheet, page)
            continue
        yield from front_comparison.compare_page(number, *_keep_below_fold(sheet, page))
        back_page = next(rotated_pages)._replace(rest=FaceInk(NO_FACE, [], [], []))
        sheet, back_page = _keep_below_fold(sheet.move_to_frame(rotated[number - 1]), back_page)
        yield from back_comparison.compare_page(number, sheet, back_page)
        yield from check_backs(number, front_comparison.fronts, back_page.faces, width)
    if claim.duplex:
        yield from check_backs(len(file.pages), front_comparison.fronts, (), width)
    front = game.find_print(print_.backs_of)
    back_runs = count_runs(game, front, None) if front and print_.is_shared_back else None
    turning = BackMode(
        claim.duplex, claim.fold, claim.offset, front_checks.count_sheets(back_runs or ())
    )
    yield from front_comparison.check_whole_print(turning, begun=bool(claim.skip))
    yield from front_checks.check_whole_print()
    if backs:
        yield from back_comparison.check_whole_print(turning)
        yield from back_checks.check_whole_print()


def _keep_below_fold(sheet: DeclaredPage, page: ReadPage) -> tuple[DeclaredPage, ReadPage]:
    """What of a page lies below its fold, with its margin."""
    height = sheet.height
    faces = [item for item in page.faces if 2 * item.label.place[1] + item.label.place[3] >= height]
    widgets = [item for item in sheet.widgets if item.box.top + item.box.bottom >= height]
    return sheet._replace(widgets=tuple(widgets)), page._replace(faces=tuple(faces))


def _find_backs(manifest: PrintManifest, game: Game, print_: Print) -> Print | None:
    """The print whose faces lie behind those of `print_`, if it says that any do."""
    if not (manifest.duplex or manifest.fold):
        return None
    backs = next((candidate for candidate in game.prints if candidate.backs_of == print_.id), None)
    if backs is None:
        raise fail(f"the PDF says that it has backs, and {quote_text(print_.id)} has none")
    return backs


def _find_print(claim: PrintManifest, game: Game) -> Print:
    id_ = game.about.id
    if claim.game != id_:
        message = (
            f"the PDF was printed for the game {quote_text(claim.game)}, not {quote_text(id_)}"
        )
        raise fail(message, f"type: printgen proof FILE.pdf --game {claim.game}")
    print_ = game.find_print(claim.print)
    if print_ is None:
        raise fail(f"the PDF says that it is {quote_text(claim.print)}, no print of this game")
    known_files = (claim.data[0], *game.files[1:]) if claim.data and game.files else ()
    if missing := " and ".join(quote_text(item) for item in claim.data if item not in known_files):
        message = f"the PDF was filled in from {missing}, which --data has to name"
        raise fail(message, " --data ".join(("type: printgen proof FILE.pdf", *claim.data)))
    return print_


def _check_request(manifest: PrintManifest, game: Game, print_: Print) -> Iterator[Problem]:
    """What is wrong or partial in what was asked for."""
    if manifest.rules != compute_digest(game):
        old_stamp, new_stamp = quote_text(manifest.rules[:8]), quote_text(get_short_digest(game))
        message = f"was printed from other rules, {old_stamp}; the rules are now {new_stamp}"
        yield as_error(print_.id, message, f"{REBUILD_HINT} {game.about.id}")
    known = list_set_keys(game, print_)
    noun = game.table(print_.sets).row_noun if print_.sets else "set"
    if known and not manifest.sets:
        yield as_error(print_.id, f"says that no {noun} was asked for")
    for key in dict.fromkeys(manifest.sets):
        if key not in known:
            message = f"was asked for {noun} {quote_text(key)}; there are {', '.join(known)}"
            yield as_error(print_.id, message)
        if manifest.sets.count(key) > 1:
            yield as_error(print_.id, f"was asked for {noun} {quote_text(key)} more than once")
    if manifest.rows is not None:
        keys = list_row_keys(game, print_)
        rows = dict.fromkeys(manifest.rows)
        for key in rows:
            if key not in keys:
                yield as_error(print_.id, f"was asked for {quote_text(key)}; there is none")
        row_list = ", ".join(rows)
        row_count = f"{len(rows)} of {len(keys)} rows"
        yield make_note(print_.id, f"is partial: {row_count} were asked for: {row_list}")


def _check_declarations(file: DeclaredFile, game: Game, print_: Print) -> Iterator[Problem]:
    expected = format_title(game, print_)
    if file.title != expected:
        message = f"its title is {quote_text(file.title)}; it should be {quote_text(expected)}"
        yield as_error(print_.id, message)
    language = game.about.language
    if file.language != language:
        message = (
            f"its language is {quote_text(file.language)}; it should be {quote_text(language)}"
        )
        yield as_error(print_.id, message)
    if file.print_scaling != "/None":
        yield as_error(print_.id, "it lets viewers scale its pages: /PrintScaling is not /None")
    for font in file.fonts:
        for error in font.errors:
            yield as_error(f"{print_.id}, font {font.name or 'without a name'}", error)
