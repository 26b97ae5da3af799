"""Turn a PDF and a Game into what differs between them: nothing, where the print is right.

Three witnesses read the print, none of them ours: pdfium the labelled words, pypdf what the file
declares, and a picture shows whether ink is there. It may know only the rules: no layout, template
or press.
"""

from collections.abc import Iterator

from printgen.content.faces_of_print import Turning, keys_of, runs, sets_of, title
from printgen.face_checks.seen_face import quoted
from printgen.manifest import Claim
from printgen.problems import Failure, Problem
from printgen.proof.claim import read_claim
from printgen.proof.compare import Comparison, unpaired
from printgen.proof.expected import Expected
from printgen.proof.expected_sheet import laid
from printgen.proof.file import DeclaredFile, DeclaredPage, read_file
from printgen.proof.findings import AGAIN, failed, fault, note
from printgen.proof.page_frame import AS_IT_LIES, upright
from printgen.proof.page_objects import NOWHERE, Painted
from printgen.proof.read import PageRead, read_pages
from printgen.proof.sheet_checks import Sheets
from printgen.rules.content_hash import digest, stamp
from printgen.rules.model import Game, Print

MOST = 500
"""Findings after which a proof stops: a print so wrong needs no longer list."""


def prove(pdf: bytes, game: Game) -> tuple[Problem, ...]:
    """Every difference between the print and the rules, and what a reader should know of it.

    Errors mean that it must not be used; a clean print gives none. Never raises for what the
    bytes hold. After `MOST` findings it says so and looks no further.
    """
    found: dict[Problem, None] = {}
    try:
        for problem in _proved(pdf, game):
            found.setdefault(problem)
            if len(found) >= MOST:
                return (*found, fault("", f"more than {MOST} findings: the proof stopped here"))
    except Failure as failure:
        return (*found, *failure.problems)
    return tuple(found)


def asked(pdf: bytes) -> Claim:
    """What a print says that it is. Raises `Failure` where it says nothing."""
    return read_claim(read_file(pdf).keywords)


def _proved(pdf: bytes, game: Game) -> Iterator[Problem]:
    file = read_file(pdf)
    claim = read_claim(file.keywords)
    print_ = _print_of(claim, game)
    yield from _asked(claim, game, print_)
    yield from _declared(file, game, print_)
    backs = _backs_of(claim, game, print_)
    asked, has_margin = (claim.sets, claim.rows), not claim.punched
    coming = Expected(game, print_, *asked, backs)
    fronts = Comparison(game, print_, coming, has_margin)
    behind = Comparison(game, backs or print_, Expected(game, backs or print_, *asked), has_margin)
    sets, places = len(claim.sets), laid(claim, print_)
    cutting = Sheets(print_, claim.paper, sets, places, claim.skip, fold=claim.fold)
    behind_places = laid(claim, backs or print_)
    cutting_behind = Sheets(backs or print_, claim.paper, sets, behind_places, claim.skip, True)
    width, sizes = 0.0, [(one.width, one.height) for one in file.sheets]
    frames = [
        upright(claim, size, are_backs=bool(print_.backs_of or (claim.duplex and index % 2)))
        for index, size in enumerate(sizes)
    ]
    turned = [AS_IT_LIES.turned(*size) for size in sizes]
    pages, from_behind = read_pages(pdf, frames), read_pages(pdf, turned if claim.fold else ())
    sides = zip(file.sheets, frames, pages, strict=False)  # pdfium may see fewer
    for number, (sheet, frame, page) in enumerate(sides, 1):
        width, sheet = sheet.width, sheet.seen_in(frame)
        if claim.duplex and number % 2 == 0:
            yield from cutting_behind.compare(number, sheet, page)
            yield from behind.compare(number, sheet, page)
            yield from unpaired(number, fronts.fronts, page.faces, width)
            fronts.fronts.clear()
            continue
        yield from cutting.compare(number, sheet, page)
        if not claim.fold:
            yield from fronts.compare(number, sheet, page)
            continue
        yield from fronts.compare(number, *_below(sheet, page))
        over = next(from_behind)._replace(rest=Painted(NOWHERE, [], [], []))
        sheet, over = _below(sheet.seen_in(turned[number - 1]), over)
        yield from behind.compare(number, sheet, over)
        yield from unpaired(number, fronts.fronts, over.faces, width)
    if claim.duplex:
        yield from unpaired(len(file.sheets), fronts.fronts, (), width)
    all_ = game.find_print(print_.backs_of)
    shared = runs(game, all_, None) if all_ and print_.fills_sheet else None
    turning = Turning(claim.duplex, claim.fold, claim.offset, cutting.number_for(shared or ()))
    yield from fronts.rest(turning, begun=bool(claim.skip))
    yield from cutting.together()
    if backs:
        yield from behind.rest(turning)
        yield from cutting_behind.together()


def _below(sheet: DeclaredPage, page: PageRead) -> tuple[DeclaredPage, PageRead]:
    """What of a page lies below its fold, with its margin."""
    high = sheet.height
    faces = [one for one in page.faces if 2 * one.label.at[1] + one.label.at[3] >= high]
    widgets = [one for one in sheet.widgets if one.box.top + one.box.bottom >= high]
    return sheet._replace(widgets=tuple(widgets)), page._replace(faces=tuple(faces))


def _backs_of(claim: Claim, game: Game, print_: Print) -> Print | None:
    """The print whose faces lie behind those of `print_`, if it says that any do."""
    if not (claim.duplex or claim.fold):
        return None
    found = next((one for one in game.prints if one.backs_of == print_.id), None)
    if found is None:
        raise failed(f"the PDF says that it has backs, and {quoted(print_.id)} has none")
    return found


def _print_of(claim: Claim, game: Game) -> Print:
    id_ = game.about.id
    if claim.game != id_:
        message = f"the PDF was printed for the game {quoted(claim.game)}, not {quoted(id_)}"
        raise failed(message, f"type: printgen proof FILE.pdf --game {claim.game}")
    print_ = game.find_print(claim.print)
    if print_ is None:
        raise failed(f"the PDF says that it is {quoted(claim.print)}, no print of this game")
    known = (claim.data[0], *game.given[1:]) if claim.data and game.given else ()
    if missing := " and ".join(quoted(one) for one in claim.data if one not in known):
        message = f"the PDF was filled in from {missing}, which --data has to name"
        raise failed(message, " --data ".join(("type: printgen proof FILE.pdf", *claim.data)))
    return print_


def _asked(claim: Claim, game: Game, print_: Print) -> Iterator[Problem]:
    """What is wrong or partial in what was asked for."""
    if claim.rules != digest(game):
        was, now = quoted(claim.rules[:8]), quoted(stamp(game))
        message = f"was printed from other rules, {was}; the rules are now {now}"
        yield fault(print_.id, message, f"{AGAIN} {game.about.id}")
    known = sets_of(game, print_)
    noun = game.table(print_.sets).noun if print_.sets else "set"
    if known and not claim.sets:
        yield fault(print_.id, f"says that no {noun} was asked for")
    for key in dict.fromkeys(claim.sets):
        if key not in known:
            message = f"was asked for {noun} {quoted(key)}; there are {', '.join(known)}"
            yield fault(print_.id, message)
        if claim.sets.count(key) > 1:
            yield fault(print_.id, f"was asked for {noun} {quoted(key)} more than once")
    if claim.rows is not None:
        keys = keys_of(game, print_)
        rows = dict.fromkeys(claim.rows)
        for key in rows:
            if key not in keys:
                yield fault(print_.id, f"was asked for {quoted(key)}; there is none")
        shown = ", ".join(rows)
        how_many = f"{len(rows)} of {len(keys)} rows"
        yield note(print_.id, f"is partial: {how_many} were asked for: {shown}")


def _declared(file: DeclaredFile, game: Game, print_: Print) -> Iterator[Problem]:
    wanted = title(game, print_)
    if file.title != wanted:
        message = f"its title is {quoted(file.title)}; it should be {quoted(wanted)}"
        yield fault(print_.id, message)
    language = game.about.language
    if file.language != language:
        message = f"its language is {quoted(file.language)}; it should be {quoted(language)}"
        yield fault(print_.id, message)
    if file.print_scaling != "/None":
        yield fault(print_.id, "it lets viewers scale its pages: /PrintScaling is not /None")
    for font in file.fonts:
        for what in font.faults:
            yield fault(f"{print_.id}, font {font.name or 'without a name'}", what)
