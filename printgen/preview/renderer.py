"""The renderer process of a preview: holds a game, and draws its faces as SVG when files change.

It reads commands from standard input and writes events to standard output, both as lines of JSON.
What libraries print goes to standard error instead.
"""

import base64
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec
from lxml import etree
from msgspec.structs import replace

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import FacePosition
from printgen.face.face import Face
from printgen.face.fonts import Typeface
from printgen.pipeline.check import note_unused_templates
from printgen.pipeline.face_problems import locate_values
from printgen.pipeline.plan import PrintJob, Request, plan_jobs
from printgen.pipeline.print_job import (
    choose_margin_typeface,
    compose_print_faces,
    impose_and_write_print,
    impose_pages,
)
from printgen.preflight.preflight import choose_safe_margin
from printgen.press.face_svg import draw_face, format_font_face, list_typefaces
from printgen.press.imposing.page import Page
from printgen.preview.page_facts import (
    compute_odds_by_modifier,
    describe_charts,
    describe_column_roles,
    list_option_displays,
    list_source_option_displays,
)
from printgen.preview.place_editor import PlaceEditor
from printgen.preview.warm_game import CachedGame, FaceJob
from printgen.problems import ExitCode, Failure, Place, Problem
from printgen.roll_tables.charts import read_charts
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.report import audit_file
from printgen.rules.model import Print
from printgen.rules.source import Source, load_source
from printgen.rules.standalone.column_types import choose_roles
from printgen.rules.standalone.deck import TableDeck
from printgen.system import limits
from printgen.system.bundled import find_bundled_games

_PROOF_DPI = 300
"""The resolution of a face drawn from its PDF."""

_OPTIONS_FILE = "options.csv"
"""Reported as changed if only options changed: they are data, so no template is read again."""

_Values = dict[str, Any]

ArgumentParser = Callable[[Sequence[str]], tuple[Source, Request]]
"""Parses the arguments of `printgen build`. Raises `Failure` if they are wrong."""


def run_renderer(parse: ArgumentParser) -> None:
    """Answer requests from standard input, on standard output, until the input is closed.

    `parse` turns the arguments of `printgen build` in a request into what to print, and how.
    """
    with os.fdopen(os.dup(1), "wb") as channel:
        os.dup2(2, 1)

        def send(event: str, **values: Any) -> None:
            channel.write(msgspec.json.encode({"event": event, **values}) + b"\n")
            channel.flush()

        commands: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_read_commands, args=(commands,), daemon=True).start()
        renderer = Renderer(parse, send)
        while True:
            # Commands come first; without any, one more face is brought up to date.
            if renderer.is_busy and commands.empty():
                renderer.update_next_face()
            elif line := commands.get():
                renderer.handle_request(json.loads(line))
            else:
                return


def _read_commands(commands: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        commands.put(line)
    commands.put(b"")


class Renderer:
    """Draws the faces of the opened game, and describes in events what the page can show.

    `send` writes one event. An event with an `id` replaces the last event with the same `id` in the
    page. It is not sent if both are equal.
    """

    def __init__(self, parse: ArgumentParser, send: Callable[..., None]) -> None:
        self.is_busy = False
        self._game: CachedGame
        self._editor: PlaceEditor
        self._opened: tuple[Source, Request] | None = None
        self._parse, self._send = parse, send
        self._sent: dict[str, _Values] = {}
        self._fonts: dict[tuple[str, int, str], Typeface] = {}
        self._charts: Sequence[_Values] = ()
        self._odds: Sequence[_Values] = ()
        self._findings: Iterable[Problem] = ()
        self._changed, self._started = set[str](), 0.0

    def handle_request(self, request: _Values) -> None:
        """Handle a request of the server. Ignore it if it is about a face that no longer exists."""
        if request["do"] == "open":
            self._open_source(request["arguments"])
        elif self._opened:
            try:
                self._handle_face_request(request, request.get("of", ""))
            except Failure as failure:
                self._send(request["do"], of=request.get("of", ""), problems=failure.problems)

    def _handle_face_request(self, request: _Values, subject: str) -> None:
        """Handle a request that needs an open source.

        `subject` is the id of a face or of a print, or the ids of several faces, one per line. Some
        requests have none.
        """
        face_job = self._game.face_jobs.get(subject)
        match request["do"]:
            case "change":
                self._read_files(request["paths"])
            case "look":
                self._game.prioritise(subject.split("\n"))
            case "cell":
                self._handle_place_request(face_job, request)
            case "fields" if face_job:
                self._send("fields", of=subject, **self._list_fields(face_job))
            case "proofed" if face_job:
                self._send("proofed", of=subject, **self._draw_from_pdf(face_job))
            case "sheets":
                for job in self._game.jobs:
                    if job.print.id == subject:
                        self._send("sheets", of=subject, sheets=self._list_pages(job))

    def _open_source(self, arguments: Sequence[str]) -> None:
        """Show what `printgen build` would print with these arguments.

        If the options contradict each other, this is reported, and the page shows the same as
        before.
        """
        problems: Sequence[Problem] = ()
        opened = None
        old_source, old_request = self._opened or (None, None)
        try:
            opened = source, request = self._parse(arguments)
            is_kept = source == old_source and not self._game.is_broken
            plan_jobs(request, self._game.game if is_kept else load_source(source))
        except Failure as failure:
            # What is wrong in the files is found again below.
            problems = failure.problems if failure.exit_code is ExitCode.USAGE else ()
        self._send("options", id="options", problems=problems)
        if problems or not opened:
            self._send("done", id="status", ms=0, changed=0)
            return
        source, request = opened
        if self._opened:
            self._game.set_request(source, request)
        else:
            self._game = CachedGame(source, request)
        if source != old_source:
            self._editor = PlaceEditor(source)
        self._opened = opened
        # Faces are kept if only the sheets changed: their keys say what they are composed from.
        has_composer = (
            source == old_source and old_request and _can_share_composer(request, old_request)
        )
        self._read_files([_OPTIONS_FILE] if has_composer else [])

    def _handle_place_request(self, face_job: FaceJob | None, request: _Values) -> None:
        """Read or edit the text at the place in the files that the request names.

        With a face, the request names one of the printed values of the face, or its row by "".
        Without a face, it names the file, line and column of a problem or of a row of a dice table.
        """
        name, place = request.get("name", ""), None
        if face_job:
            place = self._locate_value_in_data(face_job, name)
        elif re.fullmatch(r".+:\d{1,7}:\d{1,7}", name):
            file, line, column = name.rsplit(":", 2)
            place = Place(file, int(line), int(column))
        elif request.get("kind") == "undo":
            place = Place()
        if place:
            answer = self._editor.handle_request(place, request)
            self._send("cell", of=request.get("of", ""), name=name, **answer)
            if file := answer.get("written"):
                # At once: the places of other cells in the line may have changed.
                self._read_files([file])

    def _locate_value_in_data(self, face_job: FaceJob, name: str) -> Place | None:
        """Return the place in the data where a value on a face is written.

        `name` is the name of a printed value, or of a column whose cell is empty. With the name "",
        return the place of the row of the face. Return None if there is no such value or row.
        """
        job, (_, position), _ = face_job
        places = locate_values(self._game.game, job.print, position) if name else {}
        if position.row and (not name or name in position.row.table.by_name):
            return places.get(name, position.row.row.locate(name))
        return places.get(name)

    def update_next_face(self) -> None:
        """Compose the next face that may be out of date, and send it if it changed.

        If none is left, send the event `done`.
        """
        if id_ := self._game.update_next_face():
            self._send_face(id_)
            return
        self.is_busy = False
        # Dice tables come last: nobody should wait for them to see an edited card.
        source = self._source
        if isinstance(source, Path):
            self._findings = [*note_unused_templates(self._game.composer)]
        if isinstance(source, TableDeck):
            self._audit_dice_tables(source)
        self._send_game()
        milliseconds = round(1000 * (time.monotonic() - self._started))
        self._send("done", id="status", ms=milliseconds, changed=len(self._changed))

    @property
    def _source(self) -> Source:
        if not self._opened:
            raise RuntimeError("nothing is open yet")
        return self._opened[0]

    def _audit_dice_tables(self, deck: TableDeck) -> None:
        """Read the file of a deck as dice tables too, and keep their charts, odds and problems."""
        options = AuditOptions(encoding=deck.encoding, hidden=deck.hidden, is_shown=True)
        self._charts, self._odds, self._findings = (), (), ()
        if read_charts(deck.file, deck.sheet, options):
            audit = audit_file(deck.file, deck.sheet, options)
            self._findings = audit.problems
            self._charts = [chart for table in audit.tables for chart in describe_charts(table)]
            self._odds = compute_odds_by_modifier(deck, options)

    def _read_files(self, paths: list[str]) -> None:
        game = self._game
        limits.set_limits(0)
        self._changed, self._started, self.is_busy = set(), time.monotonic(), True
        game.read_files(paths)
        limits.set_limits(len(game.face_jobs))
        ids = self._sent.keys() & {"game", *game.face_jobs}
        self._sent = {id_: self._sent[id_] for id_ in ids}
        if not game.is_broken:
            self._send_game()

    def _send_if_changed(self, event: str, id_: str, values: _Values, **more: str) -> bool:
        """Send an event unless its last values were equal, and return whether it was sent.

        The values in `more` are sent, but not compared.
        """
        is_new = values != self._sent.get(id_)
        if is_new:
            self._sent[id_] = values
            self._send(event, id=id_, **values, **more)
        return is_new

    def _send_game(self) -> None:
        game, source = self._game, self._source
        # A dice table need not be a deck too.
        is_broken = game.is_broken and bool(game.jobs or not self._charts)
        has_problems = is_broken or not game.is_broken
        values = {
            "name": game.game.about.name if game.jobs else source.name,
            "prints": [
                (job.print.id, "page" if job.print.is_page else "face", job.size and job.size.name)
                for job in game.jobs
            ],
            "order": [*game.face_jobs],
            "problems": [*(game.problems if has_problems else ()), *self._findings],
            "broken": is_broken,
            "charts": self._charts,
            "odds": self._odds,
            "printed": game.list_printed_ids() if game.jobs else [],
            "facts": list_option_displays(source, game.game)
            if game.jobs
            else list_source_option_displays(source),
            "columns": describe_column_roles(source, game.game) if game.jobs else [],
            "isBundled": source in find_bundled_games(),
            "isTable": isinstance(source, TableDeck),
        }
        self._send_if_changed("game", "game", values)

    def _send_face(self, id_: str) -> None:
        (job, wanted, copies), warm = self._game.face_jobs[id_], self._game.faces[id_]
        (content, place), face = wanted, warm.face or Face(id_, 0, 0, ())
        size = warm.face or job.face_size or face
        self._send_fonts(face)
        values = {
            "title": content.title,
            "name": _find_card_title(content, place, is_back=bool(job.print.backs_of)),
            "words": " ".join((place.row.row.key if place.row else "", *content.fields.values())),
            "copies": copies,
            "width": size.width,
            "height": size.height,
            "bleed": face.bleed,
            "radius": job.print.radius,
            "outline": job.outline,
            "safe": choose_safe_margin(place.part.safe, is_page=job.print.is_page),
            "hash": warm.svg and hashlib.sha256(warm.svg.encode()).hexdigest()[:16],
            "problems": warm.problems,
        }
        if self._send_if_changed("face", id_, values, svg=warm.svg):
            self._changed.add(id_)

    def _send_fonts(self, face: Face) -> None:
        """Send each typeface of a face that was not sent before."""
        for typeface in list_typefaces(face):
            key = typeface.family, typeface.weight, typeface.style
            if typeface != self._fonts.get(key):
                self._fonts[key] = typeface
                rule = format_font_face(typeface, f"font/{typeface.name}")
                self._send("font", id=typeface.name, rule=rule, path=str(typeface.path.resolve()))

    def _list_fields(self, face_job: FaceJob) -> _Values:
        """Return every printed value of a face, with the place in the data where it is written."""
        job, (content, position), _ = face_job
        places = locate_values(self._game.game, job.print, position)
        texts = {**content.fields, **content.marks, **content.inputs}
        fields = [{"name": key, "text": text, "place": places[key]} for key, text in texts.items()]
        place = position.row.row.locate() if position.row else job.print.place[0]
        return {"at": place, "fields": fields}

    def _list_pages(self, job: PrintJob) -> list[_Values]:
        """Return the pages of a print: the positions of its faces, and the marks around them."""
        game, job = self._game, self._game.find_build_job(job)
        typeface = choose_margin_typeface(game.composer, game.game)
        bleed = job.layout.limit_bleed(job.print.bleed)
        blanks = self._make_blank_faces(job.print, bleed)
        back_blanks = self._make_blank_faces(job.backs, bleed) if job.backs else iter(())
        pages = impose_pages(game.game, job, blanks, typeface, back_blanks)
        return [self._describe_page(page, bleed) for page in pages]

    def _describe_page(self, page: Page, bleed: float) -> _Values:
        marks = Face("", page.width, page.height, (*page.crop_marks, *page.margin, *page.bar))
        self._send_fonts(marks)
        return {
            "width": page.width,
            "height": page.height,
            "bleed": bleed,
            "places": [
                (placement.face.id, placement.x, placement.y, placement.turned, placement.window)
                for placement in page.placements
            ],
            "marks": etree.tostring(draw_face(marks), encoding="unicode"),
        }

    def _make_blank_faces(self, print_: Print, bleed: float) -> Iterator[Face]:
        """Yield an empty face of the same size for each face of a print, including copies."""
        for id_, (job, _, copies) in self._game.face_jobs.items():
            face = self._game.faces[id_].face if id_ in self._game.faces else None
            size = face or job.face_size
            if job.print.id == print_.id and size:
                yield from [Face(id_, size.width, size.height, (), bleed)] * copies

    def _draw_from_pdf(self, face_job: FaceJob) -> _Values:
        """Return a picture of a face, drawn from a PDF with its row, and what the proof finds."""
        # Imported here: only this view needs the reader of PDFs.
        from printgen.lengths import MM_PER_INCH
        from printgen.outputs.crops import FaceCropper, encode_png
        from printgen.proof.proof import proof_pdf

        game, composer = self._game.game, self._game.composer
        job, (content, position), _ = face_job
        job = replace(job, keys=(position.row.row.key,) if position.row else None)
        limits.set_limits(1)
        faces = compose_print_faces(game, job, composer)
        typeface = choose_margin_typeface(composer, game)
        pdf = impose_and_write_print(game, job, faces, iter(()), typeface, id).pdf
        cropper = FaceCropper(pdf, backs=bool(job.print.backs_of))
        sides = cropper.face_sizes[content.face]
        size = (round(side / MM_PER_INCH * _PROOF_DPI) for side in sides)
        png = encode_png(cropper.draw_face(content.face, *size), _PROOF_DPI)
        return {"png": base64.b64encode(png).decode(), "problems": proof_pdf(pdf, game)}


def _can_share_composer(request: Request, other: Request) -> bool:
    """Return whether the same composer can compose the faces of two requests."""
    return (request.ink, request.icons) == (other.ink, other.icons)


def _find_card_title(content: FaceContent, place: FacePosition, *, is_back: bool) -> str:
    """Return the title of a card of a table without keys. A back has the title of its front.

    Return "" for all other faces.
    """
    if not place.row or place.row.table.key:
        return ""
    table, row = place.row
    roles = choose_roles(table)
    title = next((name for name, (role, *_) in roles.items() if role == "title"), "")
    if is_back and title:
        return f"{row.cells[title]}, back"
    return content.fields.get(title, "")
