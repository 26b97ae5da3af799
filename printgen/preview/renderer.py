"""The warm process of a preview: holds a game, and draws its faces as SVG when files change.

It reads commands from standard input and writes events to standard output, both as lines of JSON.
What libraries print goes to standard error instead.
"""

import base64
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from lxml import etree

from printgen.content.origins import locate_values
from printgen.job.plan import PrintJob, Request
from printgen.job.source import Source
from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.pipeline.print_job import (
    choose_margin_typeface,
    compose_print_faces,
    impose_pages,
    make_print,
)
from printgen.press.face_svg import draw_face, format_font_face, list_typefaces
from printgen.press.page import Page
from printgen.preview.warm_game import FaceJob, WarmFace, WarmGame
from printgen.problems import Failure, Place, Problem
from printgen.roll_tables.charts import read_charts
from printgen.roll_tables.options import AuditOptions
from printgen.roll_tables.report import audit_file
from printgen.system import limits
from printgen.table_deck.deck import TableDeck

_PROOF_DPI = 300
"""The resolution of a face drawn from its PDF."""

Answer = dict[str, Any]


def run_renderer(source: Source, request: Request) -> None:
    """Run commands until standard input ends."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as channel:
        os.dup2(2, 1)

        def send(event: str, **values: Any) -> None:
            channel.write(json.dumps({"event": event, **values}) + "\n")
            channel.flush()

        commands: SimpleQueue[Answer | None] = SimpleQueue()
        Thread(target=_read_commands, args=(commands,), daemon=True).start()
        renderer = Renderer(source, request, send)
        while True:
            # Commands come first; without any, one more face is brought up to date.
            try:
                command = commands.get(block=not renderer.is_busy)
            except Empty:
                renderer.update_next()
                continue
            if command is None:
                return
            renderer.run_command(command)


def _find_folder(source: Source) -> Path:
    if isinstance(source, TableDeck):
        return source.file.parent
    return source if isinstance(source, Path) else source.folder


def _read_commands(commands: "SimpleQueue[Answer | None]") -> None:
    for line in sys.stdin:
        commands.put(json.loads(line))
    commands.put(None)


class Renderer:
    """The warm game, and what the page has been told of it. `send` writes an event."""

    def __init__(self, source: Source, request: Request, send: Callable[..., None]) -> None:
        self.is_busy = False
        self._game = WarmGame(source, request)
        self._source = source
        self._folder = _find_folder(source).resolve()
        self._send = send
        self._fonts: set[Typeface] = set()
        self._tables: tuple[list[Answer], Iterable[Problem]] = [], ()
        self._records: dict[str, Answer] = {}
        self._drawings: dict[str, tuple[Face, str, str]] = {}
        self._changed, self._started = 0, 0.0

    def run_command(self, command: Answer) -> None:
        """Run one command of the server."""
        match command["do"]:
            case "change":
                self._read_files(command["paths"])
            case "look":
                self._game.look_at(command["faces"])
            case "fields" | "proofed" | "sheets" as what:
                self._send("answer", ask=command["ask"], **self._answer(what, command))

    def _answer(self, what: str, command: Answer) -> Answer:
        """Return the answer to a question about a face or a print; empty if it no longer exists."""
        face_job = self._game.face_jobs.get(command.get("face", ""))
        jobs = [job for job in self._game.jobs if job.print.id == command.get("print")]
        try:
            if what == "sheets":
                return self._list_sheets(jobs[0]) if jobs else {}
            if face_job is None:
                return {}
            return (self._list_fields if what == "fields" else self._draw_proofed)(face_job)
        except Failure as failure:
            return {"problems": self._describe_all(failure.problems)}

    def update_next(self) -> None:
        """Bring the next face up to date, and send it if it changed; at the end send `done`."""
        id_ = self._game.update_next()
        if not id_:
            self.is_busy = False
            # Dice tables come last: nobody should wait for them to see an edited card.
            if (tables := self._read_tables()) != self._tables:
                self._tables = tables
                self._send_game()
            milliseconds = round(1000 * (time.monotonic() - self._started))
            self._send("done", ms=milliseconds, changed=self._changed)
            return
        record, svg = self._draw(id_, self._game.faces[id_])
        if record != self._records.get(id_):
            self._records[id_] = record
            self._changed += 1
            self._send("face", face=record, svg=svg)

    def _read_files(self, paths: list[str]) -> None:
        game = self._game
        limits.set_limits(0)
        self._changed, self._started = 0, time.monotonic()
        game.read_files(paths)
        limits.set_limits(len(game.face_jobs))
        self._records = {id_: self._records[id_] for id_ in game.face_jobs if id_ in self._records}
        self._drawings = {id_: self._drawings[id_] for id_ in self._records}
        if game.is_broken:
            self._tables = self._read_tables()
        self._send_game()
        self.is_busy = not game.is_broken

    def _send_game(self) -> None:
        game = self._game
        prints = [
            {
                "id": job.print.id,
                "title": job.print.title,
                "is_page": job.print.is_page,
                "backs_of": job.print.backs_of,
                "size": job.size.name if job.size else "",
            }
            for job in game.jobs
        ]
        tables, findings = self._tables
        # A dice table need not be a deck too.
        is_broken = game.is_broken and bool(game.jobs or not tables)
        problems = (*game.problems, *findings) if is_broken or not game.is_broken else findings
        self._send(
            "game",
            name=game.game.about.name if game.jobs else self._folder.name,
            folder=str(self._folder),
            prints=prints,
            order=[*game.face_jobs],
            problems=self._describe_all(problems),
            broken=is_broken,
            tables=tables,
        )

    def _read_tables(self) -> tuple[list[Answer], Iterable[Problem]]:
        """Return the dice tables of a standalone file, and the problems of their rolls."""
        source = self._source
        if not isinstance(source, TableDeck):
            return [], ()
        options = AuditOptions(encoding=source.encoding, hidden=source.hidden)
        charts = read_charts(source.file, source.sheet, options)
        findings = audit_file(source.file, source.sheet, options).problems if charts else ()
        return [
            {
                "title": chart.title,
                "low": chart.low,
                "high": chart.high,
                "rows": [
                    {
                        "low": row.low,
                        "high": row.high,
                        "text": row.text,
                        **self._describe_place(row.place),
                    }
                    for row in chart.rows
                ],
            }
            for chart in charts
        ], findings

    def _draw(self, id_: str, warm: WarmFace) -> tuple[Answer, str]:
        """Return the record of a face, and its drawing."""
        job, wanted, copies = self._game.face_jobs[id_]
        place, face, svg, hash_ = wanted.place, warm.face, "", ""
        if face:
            drawn = self._drawings.get(id_)
            if not drawn or drawn[0] is not face:
                svg = self._write_svg(face)
                self._drawings[id_] = face, svg, hashlib.sha256(svg.encode()).hexdigest()[:16]
            _, svg, hash_ = self._drawings[id_]
        size = face or job.face_size
        return {
            "id": id_,
            "print": job.print.id,
            "title": wanted.content.title,
            "row": place.row.row.key if place.row else "",
            "copies": copies,
            "template": warm.template,
            "width": size.width if size else 0,
            "height": size.height if size else 0,
            "bleed": face.bleed if face else 0,
            "round": bool(job.size and job.size.round),
            "safe": place.part.safe,
            "hash": hash_,
            "partial": bool(warm.problems),
            "problems": self._describe_all(warm.problems),
        }, svg

    def _write_svg(self, face: Face) -> str:
        """Return the drawing of a face; the page is told each new typeface."""
        for typeface in list_typefaces(face):
            if typeface not in self._fonts:
                self._fonts.add(typeface)
                path = typeface.path.resolve()
                digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
                name = f"{digest}{path.suffix}"
                rule = format_font_face(typeface, f"font/{name}")
                self._send("font", name=name, rule=rule, path=str(path))
        return str(etree.tostring(draw_face(face), encoding="unicode"))

    def _list_fields(self, face_job: FaceJob) -> Answer:
        """Return every printed value of a face, and where it is written."""
        job, wanted, _ = face_job
        content, row = wanted.content, wanted.place.row
        places = locate_values(self._game.game, job.print, wanted.place)
        texts = {**content.fields, **content.marks, **content.inputs}
        fields = [
            {"name": name, "text": text, **self._describe_place(places[name])}
            for name, text in texts.items()
        ]
        at = row.row.locate() if row else job.print.place[0]
        return {"at": self._describe_place(at), "fields": fields}

    def _list_sheets(self, job: PrintJob) -> Answer:
        """Return the pages of a print: where its faces are, and the marks around them."""
        game = self._game
        typeface = choose_margin_typeface(game.composer, game.game)
        pages = impose_pages(game.game, job, self._list_blanks(job), typeface, iter(()))
        return {"sheets": [self._describe_page(page) for page in pages]}

    def _describe_page(self, page: Page) -> Answer:
        marks = (*page.crop_marks, *page.margin, *page.bar)
        return {
            "width": page.width,
            "height": page.height,
            "places": [
                (placement.face.id, placement.x, placement.y, placement.turned)
                for placement in page.placements
            ],
            "marks": self._write_svg(Face("", page.width, page.height, marks)),
        }

    def _list_blanks(self, job: PrintJob) -> Iterator[Face]:
        """Yield an empty face in the place of each face of a print."""
        for id_, (face_job, _, copies) in self._game.face_jobs.items():
            face = self._game.faces[id_].face if id_ in self._game.faces else None
            size = face or job.face_size
            if face_job is job and size:
                yield from [Face(id_, size.width, size.height, ())] * copies

    def _draw_proofed(self, face_job: FaceJob) -> Answer:
        """Return a face as it is drawn from its PDF, and what the proof finds there."""
        # Imported here: only this view needs the reader of PDFs.
        from printgen.proof.face_crop import MM_PER_INCH, Cropper, encode_png
        from printgen.proof.proof import proof_pdf

        game, composer = self._game.game, self._game.composer
        job, wanted, _ = face_job
        row, name = wanted.place.row, wanted.content.face
        job = job._replace(keys=(row.row.key,) if row else None)
        limits.set_limits(1)
        faces = compose_print_faces(game, job, composer)
        typeface = choose_margin_typeface(composer, game)
        pdf = make_print(game, job, faces, iter(()), typeface, id).pdf
        cropper = Cropper(pdf, backs=bool(job.print.backs_of))
        size = (round(side / MM_PER_INCH * _PROOF_DPI) for side in cropper.face_sizes[name])
        png = encode_png(cropper.draw_face(name, *size), _PROOF_DPI)
        problems = self._describe_all(proof_pdf(pdf, game))
        return {"png": base64.b64encode(png).decode(), "problems": problems}

    def _describe_all(self, problems: Iterable[Problem]) -> list[Answer]:
        return [
            {
                **self._describe_place(problem.where),
                "severity": "error" if problem.severity == "error" else "note",
                "subject": problem.where.subject,
                "field": problem.where.field,
                "message": problem.message,
                "hint": problem.hint,
                "kind": problem.kind,
            }
            for problem in problems
        ]

    def _describe_place(self, place: Place) -> Answer:
        """Return the file and line of a place; files of the game are relative to its folder."""
        path = Path(place.file).resolve()
        is_own = place.file and path.is_relative_to(self._folder)
        file = path.relative_to(self._folder).as_posix() if is_own else place.file
        return {"file": file, "line": place.line, "column": place.column}
