"""The proof: compares a PDF with the game's data and returns the differences.

Three independent readers are used: pdfium for labelled texts and marks, pypdf for what the file
declares, and a rendered picture to see whether ink is visible. The module imports nothing from
layout, templates or the press, so that it does not repeat their errors.

What must be printed comes only from the game, and every face that it requires is counted. Labels in
the PDF only say where to look. So a face that is lost together with its labels is reported as
missing. A label that is wrong leads to a difference, never to a pass.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from printgen.content.faces_of_print import (
    format_title,
    list_face_run_lengths,
    list_row_keys,
)
from printgen.face_checks.printed_face import quote_text
from printgen.problems import Failure, Problem, make_error, make_note
from printgen.proof.print_comparison import ExpectedFaces, PrintComparison, check_backs
from printgen.proof.reading.page_objects import (
    IDENTITY_TRANSFORM,
    NO_FACE,
    PaintedFace,
    find_page_transform,
)
from printgen.proof.reading.pages import PaintedPage, read_pages
from printgen.proof.reading.pdf_file import (
    REBUILD_HINT,
    DeclaredFile,
    DeclaredPage,
    make_proof_failure,
    parse_manifest,
    read_pdf_file,
    split_book,
)
from printgen.proof.sheet_checks import SheetChecks, find_board_parts
from printgen.rules.model import Game, Print
from printgen.rules.queries.content_hash import compute_digest, get_short_digest
from printgen.sheet_layout import PrintManifest

MAX_PROBLEMS = 500
"""Number of problems after which a proof stops."""


def proof_pdf(pdf: bytes, game: Game) -> tuple[Problem, ...]:
    """Return every difference between a PDF and the game's data, and notes about the print.

    A PDF with errors must not be used. A file that cannot be read is an error too, never an
    exception. The proof stops after `MAX_PROBLEMS` problems, and says so.
    """
    problems: dict[Problem, None] = {}
    try:
        for part in split_book(read_pdf_file(pdf), game.about.name):
            for problem in _compare_print(pdf, part, game):
                problems.setdefault(problem)
                if len(problems) >= MAX_PROBLEMS:
                    message = f"the proof stopped after {MAX_PROBLEMS} problems"
                    return (*problems, make_error("", message, REBUILD_HINT))
    except Failure as failure:
        return (*problems, *failure.problems)
    return tuple(problems)


def read_manifest(pdf: bytes) -> PrintManifest:
    """Return the manifest of a PDF: the record of what the user requested, stored in the file.

    For a book, it is the manifest of its first print. Raises `Failure` if there is none.
    """
    return parse_manifest(next(split_book(read_pdf_file(pdf))).keywords)


def _compare_print(pdf: bytes, file: DeclaredFile, game: Game) -> Iterator[Problem]:
    """Yield the problems of one print: first of each page, then of the whole print.

    `file` is what the PDF declares about the print.
    """
    manifest = parse_manifest(file.keywords)
    print_ = _find_print(manifest, game)
    yield from _check_request(manifest, game, print_)
    yield from _check_document_properties(file, game, print_)
    backs = _find_backs(manifest, game, print_)
    back_print, duplex, has_fold = backs or print_, manifest.duplex, manifest.fold
    expected = ExpectedFaces(game, print_, manifest, backs)
    front_comparison = PrintComparison(game, print_, manifest, expected)
    expected_backs = ExpectedFaces(game, back_print, manifest)
    back_comparison = PrintComparison(game, back_print, manifest, expected_backs)
    front_checks, back_checks = SheetChecks(print_, manifest), SheetChecks(back_print, manifest)
    width, sizes = 0.0, [(page_size.width, page_size.height) for page_size in file.pages]
    transforms = [
        find_page_transform(
            manifest, size, are_backs=bool(print_.backs_of or (duplex and index % 2))
        )
        for index, size in enumerate(sizes)
    ]
    rotated = [IDENTITY_TRANSFORM.rotate_180(*size) for size in sizes]
    # A folded sheet is read twice: upright for its fronts, and rotated for its backs.
    pages = read_pages(pdf, transforms, file.first_page)
    rotated_pages = read_pages(pdf, rotated if has_fold else (), file.first_page)
    sides = zip(file.pages, transforms, pages, strict=False)  # pdfium may read fewer pages
    for number, (sheet, transform, page) in enumerate(sides, 1):
        width, sheet = sheet.width, sheet.move_to_frame(transform)
        is_back = duplex and number % 2 == 0
        parts = find_board_parts(print_, manifest, page)
        page = page.limit_faces_to_trim(sheet.boxes.get("TrimBox")) if parts else page
        checks = back_checks if is_back else front_checks
        yield from checks.check_sheet(number, sheet, page, parts)
        comparison = back_comparison if is_back else front_comparison
        fronts = _select_below_fold(sheet, page) if has_fold else (sheet, page)
        yield from comparison.compare_page(number, *fronts, parts)
        if is_back:
            yield from check_backs(number, front_comparison.fronts, page.faces, width)
            front_comparison.fronts.clear()
        if not has_fold:
            continue
        back_page = replace(next(rotated_pages), rest=PaintedFace(NO_FACE, [], [], []))
        sheet, back_page = _select_below_fold(sheet.move_to_frame(rotated[number - 1]), back_page)
        yield from back_comparison.compare_page(number, sheet, back_page)
        yield from check_backs(number, front_comparison.fronts, back_page.faces, width)
    if duplex:
        yield from check_backs(len(file.pages), front_comparison.fronts, (), width)
    front = game.find_print(print_.backs_of) if print_.is_shared_back else None
    back_runs = list_face_run_lengths(game, front, None) if front else None
    front_sheets = front_checks.count_sheets(back_runs or ())
    yield from front_comparison.check_whole_print(front_sheets)
    yield from front_checks.check_trim_around_faces()
    if backs:
        yield from back_comparison.check_whole_print(front_sheets)
        yield from back_checks.check_trim_around_faces()


def _select_below_fold(sheet: DeclaredPage, page: PaintedPage) -> tuple[DeclaredPage, PaintedPage]:
    """Return a page of a folded sheet, reduced to the faces and form fields below its fold."""
    height = sheet.height
    faces = [face for face in page.faces if 2 * face.label.place[1] + face.label.place[3] >= height]
    widgets = [field for field in sheet.widgets if field.box.top + field.box.bottom >= height]
    return replace(sheet, widgets=tuple(widgets)), replace(page, faces=tuple(faces))


def _find_backs(manifest: PrintManifest, game: Game, print_: Print) -> Print | None:
    """Return the print of the backs of `print_`; None if the PDF was built without backs.

    Raises `Failure` if the PDF has backs, but the game has no print for them.
    """
    if not manifest.has_backs:
        return None
    backs = next((candidate for candidate in game.prints if candidate.backs_of == print_.id), None)
    if backs is None:
        message = f"the PDF has backs, but the print {quote_text(print_.id)} has none"
        raise make_proof_failure(message)
    return backs


def _find_print(manifest: PrintManifest, game: Game) -> Print:
    """Return the print that the manifest names.

    Raises `Failure` if the PDF is of another game or print, or was made with other players' files.
    """
    id_ = game.about.id
    if manifest.game != id_:
        name = quote_text(manifest.game)
        message = f"the PDF was built for the game {name}, not {quote_text(id_)}"
        raise make_proof_failure(message, f"type: printgen proof FILE.pdf --game {manifest.game}")
    print_ = game.find_print(manifest.print)
    if print_ is None:
        message = f"this game has no print {quote_text(manifest.print)}, which the PDF contains"
        raise make_proof_failure(message)
    known_files = (manifest.data[0], *game.files[1:]) if manifest.data and game.files else ()
    if missing := [quote_text(name) for name in manifest.data if name not in known_files]:
        names = " and ".join(missing)
        message = f"the PDF was filled in from {names}, but --data does not name it"
        hint = " --data ".join(("type: printgen proof FILE.pdf", *manifest.data))
        raise make_proof_failure(message, hint)
    return print_


def _check_request(manifest: PrintManifest, game: Game, print_: Print) -> Iterator[Problem]:
    """Yield an error if the PDF was built from other rules, and a note if faces are left out.

    Sets and rows of the manifest that the game does not have lead to missing or unknown faces.
    """
    if manifest.rules != compute_digest(game):
        old_stamp, new_stamp = quote_text(manifest.rules[:8]), quote_text(get_short_digest(game))
        message = f"was built from other rules, {old_stamp}; the rules are now {new_stamp}"
        yield make_error(print_.id, message, f"{REBUILD_HINT} {game.about.id}")
    if (rows := manifest.rows) is not None:
        row_count = f"{len(rows)} of {len(list_row_keys(game, print_))} rows"
        yield make_note(print_.id, f"is partial, with {row_count}: {', '.join(rows)}")
    if manifest.faces is not None:
        count = f"{len(manifest.faces)} face{'s' * (len(manifest.faces) > 1)}"
        yield make_note(print_.id, f"is partial, with {count}: {', '.join(manifest.faces)}")


def _check_document_properties(file: DeclaredFile, game: Game, print_: Print) -> Iterator[Problem]:
    """Yield an error for each wrong title, language, print scaling or font in the file."""
    for property_name, value, expected in (
        ("title", file.title, format_title(game, print_)),
        ("language", file.language, game.about.language),
    ):
        if value != expected:
            message = f"its {property_name} is {quote_text(value)}"
            yield make_error(print_.id, f"{message}; it should be {quote_text(expected)}")
    # ISO 32000-1, 12.2, table 150: with None the print dialog does not scale the pages.
    if file.print_scaling != "/None":
        yield make_error(print_.id, "lets viewers scale its pages: /PrintScaling is not /None")
    for font in file.fonts:
        for error in font.errors:
            yield make_error(f"{print_.id}, font {font.name or 'without a name'}", error)
