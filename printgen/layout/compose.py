"""Turn a template and its data into a Face.

Whatever is wrong with one face is reported together: first what is wrong with the template, else
what does not fit. What two faces have in common is computed once. It must not know any game, any
paper or PDF.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, NamedTuple

from printgen.layout.bleed import add_bleed
from printgen.layout.cascade import Cascade
from printgen.layout.diagnostics import FaceReport
from printgen.layout.face import Face
from printgen.layout.fonts import FontLibrary, FontStyle, Typeface
from printgen.layout.greyscale import GREY_CLASS, convert_face_to_grey
from printgen.layout.html_page import build_browser_page
from printgen.layout.images import ImageLoader
from printgen.layout.jinja_sandbox import MAX_SOURCE_BYTES
from printgen.layout.jinja_templates import MissingFile, OutdatedTemplateError, Rendered, Templates
from printgen.layout.paint import Painter
from printgen.layout.set_face import ComposedFace, FaceComposer
from printgen.layout.stylesheet import StyleSheetSource, list_classes
from printgen.layout.svg_marks import DrawingCache
from printgen.layout.xml import read_document, read_stylesheet_links
from printgen.problems import Failure, Problem, Spot
from printgen.system.bundled import templates_folder
from printgen.system.cache import Cache

MAX_SHEETS = 32
"""Style sheets kept, each with all that was drawn under it."""

_ALIKE = 0.8
"""How much of two words must be the same for one to be a slip for the other."""


@dataclass(frozen=True, slots=True)
class TrialFace:
    """A face set by itself: its merged text and, where nothing was wrong, what was made of it."""

    merged: Rendered
    factors: Mapping[str, float]
    composed: ComposedFace | None = None

    def get_composed(self, shared_factors: Mapping[str, float]) -> ComposedFace | None:
        """What was made, where the factors that its print shares are its own."""
        is_same = all(shared_factors.get(name) == factor for name, factor in self.factors.items())
        return self.composed if is_same else None


class FaceBleed(NamedTuple):
    """How far paint may run over a face's trim, in mm, and how far it shows there; `round` ones."""

    allowed: float = 0.0
    shown: float = 0.0
    is_round: bool = False


class Composer:
    """Composes faces from the templates and fonts of some folders, the first before the last.

    With `grey` all of them are in greys, and their templates' roots of the class `grey`.
    """

    def __init__(
        self, templates: tuple[Path, ...], fonts: tuple[Path, ...], *, grey: bool = False
    ) -> None:
        self._grey = grey
        self._templates = Templates(templates)
        self._fonts = FontLibrary.load_folders(fonts)
        self._font_sheets = tuple(folder / "fonts.css" for folder in fonts)
        self._drawings = DrawingCache(ImageLoader(self._templates))
        self._painter = Painter()
        self._face_composers: Cache[tuple[StyleSheetSource, ...], FaceComposer] = Cache(MAX_SHEETS)
        self._sheets: dict[Path, StyleSheetSource] = {}
        self._classes = {GREY_CLASS}
        self._ground = templates_folder() / "boxes.css"
        self._base = StyleSheetSource(str(self._ground), self._ground.read_text("utf-8"), base=True)

    def compose_face(
        self,
        template: str,
        context: Mapping[str, object],
        face_id: str,
        title: str,
        shared_factors: Mapping[str, float] | None = None,
        trial: TrialFace | None = None,
        bleed: FaceBleed = FaceBleed(),  # noqa: B008 - it is frozen
    ) -> Face:
        """The face that `template` makes of `context`; `title` names it in messages.

        `shared` has the factor of type for each name of `--same`: what all of its print share.
        `trial` is what was found of the same template and context, so that it is not done again.
        `bleed` is how far paint may run over the trim, and how far it is to show there.

        Raises `Failure`: rules for a mistake in the template, does-not-fit for what cannot be set.
        """
        shared_factors = shared_factors or {}
        merged = trial.merged if trial else self._render(template, context, title)
        face = trial.get_composed(shared_factors) if trial else None
        if face is None:
            face = self._compose_merged(merged, context, title, shared_factors)
        painted = face.paint_face(self._painter)
        if overflow := face.find_overflow(painted, bleed.allowed):
            with self._locate_problems(merged, context):
                _report_overflow(overflow, bleed.allowed, face, merged, title)
        items = painted.items
        if not bleed.allowed:
            return self._apply_grey(Face(face_id, face.width, face.height, items))
        clip: Literal["box", "circle"] | None = "circle" if bleed.is_round else None
        clip = clip or ("box" if face.find_overflow(painted, bleed.shown) else None)
        if bleed.shown:
            items = tuple(add_bleed(items, face.width, face.height, bleed.shown))
        return self._apply_grey(Face(face_id, face.width, face.height, items, bleed.shown, clip))

    def _apply_grey(self, face: Face) -> Face:
        return convert_face_to_grey(face) if self._grey else face

    def compose_trial(self, template: str, context: Mapping[str, object], title: str) -> TrialFace:
        """A face set by itself, and by how much the boxes of each name of `--same` shrink on it.

        The least factors of all faces of a print are what `compose` takes as `shared`. Raises as
        it does, but for what does not fit even so: that shares the least of its factors too.
        """
        merged = self._render(template, context, title)
        report = FaceReport(merged.name, title)
        with report.catch_errors():
            composed = self._compose_root(merged, context, report, {})
        return TrialFace(merged, composed.factors, None if len(report) else composed)

    def has_share_groups(self, template: str, context: Mapping[str, object], title: str) -> bool:
        """Whether a style sheet that a template links has boxes shrink alike by `--same`."""
        merged, report = self._render(template, context, title), FaceReport(template, title)
        with suppress(ValueError, OSError, RecursionError, Failure):
            sheet_links = read_stylesheet_links(read_document(merged, report), report)
            return any("--same" in self._load(merged.folder, name).text for _, name in sheet_links)
        return False  # what is wrong is told as the face is composed

    def _compose_merged(
        self,
        merged: Rendered,
        context: Mapping[str, object],
        title: str,
        shared_factors: Mapping[str, float],
    ) -> ComposedFace:
        report = FaceReport(merged.name, title)
        with self._locate_problems(merged, context):
            with report.catch_errors():
                composed = self._compose_root(merged, context, report, shared_factors)
            report.raise_problems()
        return composed

    @contextmanager
    def _locate_problems(self, merged: Rendered, context: Mapping[str, object]) -> Iterator[None]:
        """Has what is told of a merged text told of the files that its lines were written in."""
        try:
            yield
        except Failure as failure:
            line_places = self._templates.locate_lines(merged, context)
            problems = [_relocate(problem, merged, line_places) for problem in failure.problems]
            if isinstance(failure, MissingFile):
                # Who named what is missing is told by who knows the data.
                raise MissingFile(failure.name, *problems) from None
            raise Failure(failure.exit_code, problems) from None

    def build_page(
        self, template: str, context: Mapping[str, object], title: str, folder: Path
    ) -> bytes | None:
        """What a template makes of `context`, as a page in `folder` for a browser.

        None where that is no page. Raises `Failure` (rules) where it cannot be merged.
        """
        merged = self._render(template, context, title)
        sheets = (*filter(Path.is_file, self._font_sheets), self._ground)
        return build_browser_page(
            merged, _read_face_size(context), self._templates, sheets, folder, grey=self._grey
        )

    def get_typeface(self, family: str, weight: int, style: FontStyle = "normal") -> Typeface:
        """A typeface of these fonts; raises `Failure` (rules) where there is none such."""
        return self._fonts.get_typeface(family, weight, style)

    def find_unused_files(self) -> tuple[Path, ...]:
        """The templates and pictures of the first folder that no face has asked for."""
        return self._templates.find_unused_files()

    def find_misspelt_classes(self) -> Iterator[tuple[Spot, str, str]]:
        """The classes in style sheets of the first folder that no element composed has and no
        template names, where they are much like one that an element has; and that one."""
        for path, sheet in self._sheets.items():
            for line, name in list_classes(sheet) if self._templates.is_own_file(path) else ():
                if name not in self._classes and not self._templates.can_print_name(name):
                    for suggestion in get_close_matches(name, self._classes, n=1, cutoff=_ALIKE):
                        yield Spot(str(path), line), name, suggestion

    def locate_fields(self, template: str, context: Mapping[str, object]) -> Mapping[str, Spot]:
        """Where the fields of a template that was composed are written; at "" the template."""
        merged = self._templates.render(template, context)
        root = read_document(merged, FaceReport(merged.name, ""))
        fields = {"": Spot(str(self._templates.find_file(template) or template))}
        line_places = self._templates.locate_lines(merged, context)
        for element in root.iter("*"):
            if name := element.get("data-field"):
                problem = Problem(Spot(merged.name, element.sourceline), "")
                fields[name] = _relocate(problem, merged, line_places).where
        return fields

    def _render(self, template: str, context: Mapping[str, object], title: str) -> Rendered:
        try:
            return self._templates.render(template, context)
        except (MissingFile, OutdatedTemplateError):
            raise
        except Failure as failure:
            (problem,) = failure.problems
            problem = replace(problem, where=replace(problem.where, subject=title))
            raise Failure(failure.exit_code, (problem,)) from None

    def _compose_root(
        self,
        merged: Rendered,
        context: Mapping[str, object],
        report: FaceReport,
        shared_factors: Mapping[str, float],
    ) -> ComposedFace:
        root = read_document(merged, report)
        sheet_links = read_stylesheet_links(root, report)
        if not sheet_links:
            raise OutdatedTemplateError(str(self._templates.find_file(merged.template)))
        if self._grey:
            root.set("class", f"{root.get('class', '')} {GREY_CLASS}")
        sheets = []
        for line, name in sheet_links:
            try:
                sheets.append(self._load(merged.folder, name))
            except ValueError as error:
                hint = getattr(error, "hint", "see that it lies beside the template")
                report.error(line, str(error), hint)
        report.raise_problems()  # what a face lacks without a style sheet follows from that
        linked = tuple(sheets)
        face_composer = self._face_composers.fetch(linked, lambda: self._make_face_composer(linked))
        examples: Any = context.get("examples", {})
        composed = face_composer.compose_face(
            root, merged.folder, _read_face_size(context), shared_factors, report, examples
        )
        report.add_problems(face_composer.sheet.problems)
        return composed

    def _make_face_composer(self, sheets: tuple[StyleSheetSource, ...]) -> FaceComposer:
        shares = any("--same" in source.text for source in sheets)
        cascade = Cascade((self._base, *sheets), self._fonts)
        cascade.seen_classes = self._classes
        return FaceComposer(cascade, self._templates, self._drawings, shares_factors=shares)

    def _load(self, folder: str, name: str) -> StyleSheetSource:
        """A style sheet beside a template, else from the root; raises `ValueError`."""
        path = self._templates.find_file(self._templates.resolve_name(name, folder))
        if path is None:
            raise self._templates.make_missing_error("style sheet", name)
        sheet = self._sheets.get(path)
        if sheet is None:
            data = path.read_bytes()
            if len(data) > MAX_SOURCE_BYTES:
                raise ValueError(f"{name} is larger than {MAX_SOURCE_BYTES:,} bytes")
            try:
                sheet = self._sheets[path] = StyleSheetSource(str(path), data.decode())
            except UnicodeDecodeError as error:
                raise ValueError(f"{name}: byte {error.start} is not UTF-8") from error
        return sheet


def _read_face_size(context: Mapping[str, object]) -> tuple[float, float] | None:
    size: Any = context.get("size")
    return (float(size.width), float(size.height)) if size else None


def _relocate(problem: Problem, merged: Rendered, places: Sequence[Spot]) -> Problem:
    """The same problem, in the file that its line was written in where that can be told."""
    where = problem.where
    is_located = where.file == merged.name and 0 < where.line <= len(places)
    if not is_located or not places[where.line - 1].file:
        return problem
    place = replace(places[where.line - 1], subject=where.subject, field=where.field)
    return replace(problem, where=place)


def _report_overflow(
    overflow: Mapping[str, float], bleed: float, result: ComposedFace, merged: Rendered, title: str
) -> None:
    """Raises `Failure` of what runs off a face: by how many mm, by field."""
    report = FaceReport(merged.name, title)
    root: Any = read_document(merged, report)
    for name, distance in overflow.items():
        message = f"runs {distance:.2f} mm off the face of {result.width:g} × {result.height:g} mm"
        message += f", of which paint may bleed {bleed:g} mm" if bleed and not name else ""
        element = root.find(f".//*[@data-field='{name}']") if name else None
        line = (root if element is None else element).sourceline
        report.add_misfit(line, message, "move it inside", name or "a box or drawing", "runs off")
    report.raise_problems()
