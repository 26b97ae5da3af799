"""Composition: merges a template with its data and lays out the result as a `Face`.

All problems of a face are reported together: the errors of its template, or, if there are none,
everything that does not fit. Work that faces have in common is done once. This module does not
depend on games, paper or PDF.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.face.face import Face
from printgen.face.fonts import FontLibrary, FontStyle, Typeface
from printgen.geometry import Outline
from printgen.layout.elements.svg_marks import DrawingCache
from printgen.layout.paint.backgrounds import render_gradient_fill
from printgen.layout.paint.bleed import add_bleed
from printgen.layout.paint.greyscale import convert_face_to_grey
from printgen.layout.paint.low_ink import convert_face_to_low_ink
from printgen.layout.paint.paint import Painter
from printgen.layout.paint.text_lines import draw_text_line
from printgen.layout.pictures.images import ImageLoader
from printgen.layout.set_face import ComposedFace, FaceLayoutEngine
from printgen.layout.style.cascade import Cascade
from printgen.layout.style.stylesheet import StyleSheetSource, list_classes
from printgen.layout.template.diagnostics import MISSING_FILE, OUTDATED, FaceReport
from printgen.layout.template.render import TemplateRenderer
from printgen.layout.template.sandbox import MAX_SOURCE_BYTES
from printgen.layout.template.source_map import RenderedText
from printgen.layout.template.xml import read_document, read_style_sheets
from printgen.problems import Failure, InputError, Place, Problem, relocate_problems
from printgen.system.bundled import get_templates_folder
from printgen.system.cache import Cache
from printgen.system.files import read_limited_text

FULL_BLEED_CLASS = "full-bleed"
"""The class of the root element of faces whose background may run to the trim."""

MAX_SHEETS = 32
"""Maximum number of cached combinations of style sheets, each with its boxes."""

_VISIBLE_SHARE = 0.98
"""Text is visibly smaller than other text if its size is less than this share of the other's."""

_MIN_SIMILARITY = 0.8
"""Least similarity (difflib) at which a class counts as a misspelling of another."""


class TrialFace(msgspec.Struct, frozen=True):
    """A face that was composed only to measure how small its text must be to fit.

    - `merged`: the text of the template with the values of the face.
    - `factors`: for each `--same` name, the font scale that the face needs. A font scale is the
      factor by which the text of a box is smaller than in its template.
    - `composed`: the composed face; None if there were problems.
    """

    merged: RenderedText
    factors: Mapping[str, float]
    composed: ComposedFace | None = None

    def get_reusable_face(self, shared_factors: Mapping[str, float]) -> ComposedFace | None:
        """Return the composed face if it can be printed as it is, or None.

        `shared_factors` has the font scale that all faces of the print share for each `--same`
        name. The face can be printed as it is if this scale is 1 for all names on the face.
        Otherwise, it must be composed again.
        """
        # With another factor, boxes of one name may have different sizes in the trial.
        is_same = all(shared_factors.get(name) == 1 for name in self.factors)
        return self.composed if is_same else None


class FaceBleed(msgspec.Struct, frozen=True):
    """The bleed of a face.

    `allowed` is how far paint may extend beyond the trim, and `shown` how much of the bleed is
    printed, both in mm. `outline` is the shape of the face that the bleed follows.
    """

    allowed: float = 0.0
    shown: float = 0.0
    outline: Outline = "box"


class FieldOrigin(NamedTuple):
    """Where a template prints a field, and where style sheets set the look of that field.

    - `template`: the place in the template.
    - `colour`: the place of the property `color` of a text, or `fill` of a mark.
    - `opacity`: the place of the lowest opacity of the field and the elements around it. None if no
      opacity is below 1, or if the colour of the text is partly transparent.
    - `filter`: the place of the filter of the field, or of the nearest element around it with a
      filter.

    A property that no style sheet sets has the place None.
    """

    template: Place
    colour: Place | None = None
    opacity: Place | None = None
    filter: Place | None = None


class Composer:
    """Composes faces from folders of templates and fonts.

    - `templates`: folders of templates, and files of icons. If two folders have a file of the same
      name, the file in the earlier folder is used.
    - `fonts`: folders of fonts. The last one may instead be the font file of a standalone deck.
    - `ink`: the value of the option `--ink`: colour, grey or low. With grey or low, the root
      element of each template gets the class `ink-grey` or `ink-low`. It gets `full-bleed` if the
      print in the context is printed so.
    """

    def __init__(
        self, templates: tuple[Path, ...], fonts: tuple[Path, ...], *, ink: str = "colour"
    ) -> None:
        self._ink_class = "" if ink == "colour" else f"ink-{ink}"
        conversions = {"grey": convert_face_to_grey, "low": convert_face_to_low_ink}
        self._convert_ink: Callable[[Face], Face] = conversions.get(ink, lambda face: face)
        self._templates = TemplateRenderer(templates)
        self._fonts = FontLibrary.load_folders(fonts)
        self._drawings = DrawingCache(ImageLoader(self._templates.files), draw_text_line)
        self._painter = Painter()
        self._face_engines: Cache[tuple[StyleSheetSource, ...], FaceLayoutEngine] = Cache(
            MAX_SHEETS
        )
        self._sheets: dict[Path, StyleSheetSource] = {}
        # The classes in selectors, with their places, by file and by classes with their lines.
        self._selected_classes: dict[
            tuple[str, tuple[tuple[int, str], ...]], list[tuple[Place, str]]
        ] = {}
        self._classes = {FULL_BLEED_CLASS, *(f"ink-{name}" for name in conversions)}
        self._notes: dict[Problem, None] = {}
        # Templates that were not read to their end, so nobody knows what they use.
        self._unread = set[str]()
        ground = get_templates_folder() / "boxes.css"
        self._base = StyleSheetSource(str(ground), ground.read_text("utf-8"), is_built_in=True)

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
        """Return the face that a template and the values in its context make.

        - `template`: the file name of the template. `context`: the values that it can use, by name.
        - `face_id`: the id of the face. `title`: the name of the face in messages.
        - `shared_factors`: for each `--same` name, the factor by which text is smaller than in the
          template. All faces of the print share it.
        - `trial`: the result of `compose_trial` for the same template and context. It saves
          rendering the template again.
        - `bleed`: the bleed of the face.

        Raises `Failure`: exit code "rules" for errors in the template, "does not fit" for content
        that does not fit.
        """
        shared_factors = shared_factors or {}
        merged = trial.merged if trial else self.render(template, context, title)
        face = trial.get_reusable_face(shared_factors) if trial else None
        report = FaceReport(merged.name, title)
        with self._locate_problems(merged, context), report.raise_errors_as_failure():
            if face is None:
                face = self._compose_with_report(merged, context, report, shared_factors)
                report.raise_problems()
            try:
                painted = self._painter.paint_face(face.block)
            except Failure as failure:
                report.add_problems(failure.problems)
                report.raise_problems()
            if overflow := face.find_overflow(painted, bleed.allowed):
                _report_overflow(overflow, bleed.allowed, face, merged, report)
        has_smaller_text = any(
            factor < _VISIBLE_SHARE * shared_factors.get(name, 0.0)
            for name, factor in face.factors.items()
        )
        size = face.width, face.height
        items = tuple(map(render_gradient_fill, painted.items))
        notes = tuple(self._notes)
        face_in_colour = Face(face_id, *size, items, has_smaller_text=has_smaller_text, notes=notes)
        composed = self._convert_ink(face_in_colour)
        # Hexagons interlock, so the box of one covers parts of others.
        if bleed.allowed or bleed.outline == "hexagon":
            clip: Outline | None = bleed.outline
            if clip == "box" and not face.find_overflow(painted, bleed.shown):
                clip = None
            items = tuple(add_bleed(composed.items, face.width, face.height, bleed.shown))
            composed = replace(composed, items=items, bleed=bleed.shown, clip=clip)
        return composed

    def draw_face_with_problems(
        self, template: str, context: Mapping[str, object], face_id: str, title: str
    ) -> Face | None:
        """Return a face that has problems, with everything that can be drawn; None if nothing can.

        `context` are the values that the template can use, by name. `title` names the face in
        messages.
        """
        report = FaceReport(template, title)
        with suppress(Failure), report.raise_errors_as_failure():
            merged = self.render(template, context, title)
            composed = self._compose_with_report(merged, context, report, None)
            items = self._painter.paint_face(composed.block).items
            items = tuple(map(render_gradient_fill, items))
            return self._convert_ink(Face(face_id, composed.width, composed.height, items))
        return None

    def compose_trial(self, template: str, context: Mapping[str, object], title: str) -> TrialFace:
        """Return a face composed on its own, to measure how small its text must be to fit.

        The smallest factors of all faces of a print, by `--same` name, are the `shared_factors` of
        `compose_face`. Raises `Failure` like `compose_face`, but not for content that does not fit:
        its factors are returned as well.
        """
        merged = self.render(template, context, title)
        report = FaceReport(merged.name, title)
        with report.raise_errors_as_failure():
            composed = self._compose_with_report(merged, context, report, None)
        return TrialFace(merged, composed.factors, None if report.problems else composed)

    def uses_shared_font_scales(
        self, template: str, context: Mapping[str, object], title: str
    ) -> bool:
        """Return whether a style sheet of the template uses `--same`.

        With this property, texts of several faces are as large as the smallest of them. The
        template is rendered with the values in `context` to find its style sheets; `title` is the
        name of the face in messages.
        """
        merged, report = self.render(template, context, title), FaceReport(template, title)
        with suppress(ValueError, InputError, OSError, RecursionError, Failure):
            sheets = self._load_sheets(read_document(merged, report), merged, report)
            return any("--same" in sheet.text for sheet in sheets)
        return False  # the error is reported when the face is composed

    @contextmanager
    def _locate_problems(
        self, merged: RenderedText, context: Mapping[str, object]
    ) -> Iterator[None]:
        """Give problems raised in this context manager their place in the template files.

        Until then, their lines are those of the rendered template.
        """
        try:
            yield
        except Failure:
            line_places = self._templates.locate_lines(merged, context)
            with relocate_problems(
                lambda problem: _find_template_place(problem.where, merged, line_places)
            ):
                raise

    def get_typeface(self, family: str, weight: int, style: FontStyle = "normal") -> Typeface:
        """Return a typeface; raises `Failure` (rules) if no font folder has it."""
        return self._fonts.get_typeface(family, weight, style)

    def find_deck_typeface(self) -> Typeface | None:
        """Return the typeface of a standalone deck with its own font, None for any other deck."""
        return next((self.get_typeface(family, 400) for family in self._fonts.first), None)

    def find_unused_files(self) -> tuple[Path, ...]:
        """Return the templates, style sheets and pictures in the user's folder that no face uses.

        The result is empty if a template has an error: what follows the error may use them.
        """
        return () if self._unread else self._templates.files.find_unused_files()

    def find_misspelt_classes(self) -> Iterator[tuple[Place, str, str]]:
        """Yield the classes in the user's style sheets that are probably misspelt.

        Such a class is not on any composed element, no template can print it, and it is similar to
        a class that an element has. Each is yielded as place, name and suggestion.
        """
        files = self._templates.files
        selected = dict.fromkeys(chain(*self._selected_classes.values()))
        for where, name in () if self._unread else selected:
            if not files.is_user_file(Path(where.file)) or name in self._classes:
                continue
            if not files.can_output_name(name):
                for suggestion in get_close_matches(
                    name, self._classes, n=1, cutoff=_MIN_SIMILARITY
                ):
                    yield where, name, suggestion

    def locate_fields_in_templates(
        self, template: str, context: Mapping[str, object]
    ) -> Mapping[str, FieldOrigin]:
        """Return the place in the template files at which each field is printed, by field name.

        The key "" has the place of the template itself. `context` are the values that the template
        can use, by name.
        """
        merged, report = self._templates.render(template, context), FaceReport(template, "")
        root = read_document(merged, report)
        template_place = Place(str(self._templates.files.find_file(template) or template))
        fields = {"": FieldOrigin(template_place)}
        line_places = self._templates.locate_lines(merged, context)

        def locate(place: Place | None) -> Place | None:
            return place and _find_template_place(place, merged, line_places)

        face_engine = self._get_face_engine(self._load_sheets(root, merged, report))
        for element in root.iter("*"):
            if name := element.get("data-field"):
                place = Place(merged.name, element.sourceline)
                looks = map(locate, face_engine.locate_look(element, report))
                fields[name] = FieldOrigin(_find_template_place(place, merged, line_places), *looks)
        return fields

    def render(self, template: str, context: Mapping[str, object], title: str) -> RenderedText:
        """Return the text of a template with the values in `context` filled in.

        Raises `Failure` for errors in the template. `title` names the face in messages.
        """

        def locate(problem: Problem) -> Place:
            is_shared = problem.kind in (MISSING_FILE, OUTDATED)
            return problem.where if is_shared else replace(problem.where, subject=title)

        self._unread.add(template)
        with relocate_problems(locate):
            merged = self._templates.render(template, context)
        self._unread.discard(template)
        return merged

    def _compose_with_report(
        self,
        merged: RenderedText,
        context: Mapping[str, object],
        report: FaceReport,
        shared_factors: Mapping[str, float] | None,
    ) -> ComposedFace:
        """Return the composed face of a merged template, and add its problems to `report`.

        Without `shared_factors`, the lines of what does not fit may be wrong.
        Raises `Failure` if the face cannot be composed at all.
        """
        self._unread.add(merged.template)
        root = read_document(merged, report)
        bleeds = getattr(context.get("print"), "full_bleed", False)
        classes = root.get("class"), self._ink_class, FULL_BLEED_CLASS if bleeds else ""
        if joined := " ".join(filter(None, classes)):
            root.set("class", joined)
        sheets = self._load_sheets(root, merged, report)
        report.raise_problems()  # without its style sheets a face has many errors that follow
        face_engine = self._get_face_engine(sheets)
        examples: Any = context.get("examples", {})
        composed = face_engine.compose_face(
            root, merged.folder, _read_face_size(context), shared_factors, report, examples
        )
        report.add_problems(face_engine.sheet.problems)
        notes = [note for note in self._notes if note.where.file == merged.name]
        is_user_file = self._templates.files.is_user_file
        own_sheets = [each for each in sheets if is_user_file(Path(each.path or each.file))]
        sheet_classes = {
            (each.path or each.file, list_classes(each)): each.file for each in own_sheets
        }
        new_classes = [key for key in sheet_classes if key not in self._selected_classes]
        line_places: tuple[Place, ...] = ()
        # Slow, and only needed for what is written in the template itself.
        if notes or merged.name in [sheet_classes[key] for key in new_classes]:
            line_places = self._templates.locate_lines(merged, context)

        def locate(where: Place) -> Place:
            return _find_template_place(where, merged, line_places)

        for note in notes:
            del self._notes[note]
            self._notes[replace(note, where=locate(note.where))] = None
        for key in new_classes:
            places = [(Place(sheet_classes[key], line), name) for line, name in key[1]]
            self._selected_classes[key] = [(locate(place), name) for place, name in places]
        self._unread.discard(merged.template)
        return composed

    def _load_sheets(
        self, root: Any, merged: RenderedText, report: FaceReport
    ) -> tuple[StyleSheetSource, ...]:
        """Return the style sheets of a document in order; missing files are added to `report`."""
        sheets = []
        for line, name, text in read_style_sheets(root, report):
            try:
                # The lines of a <style> are those of the rendered template.
                if not name:
                    path = str(self._templates.files.find_file(merged.template))
                    own_text = "\n" * (line - 1) + text
                    sheets.append(StyleSheetSource(merged.name, own_text, path=path))
                    continue
                sheets.append(self._load_sheet(merged.folder, name))
            except (ValueError, InputError) as error:
                hint = getattr(error, "hint", "check the file next to the template")
                report.error(line, str(error), hint)
        return tuple(sheets)

    def _get_face_engine(self, sheets: tuple[StyleSheetSource, ...]) -> FaceLayoutEngine:
        """Return the layout engine for templates with these style sheets, made once."""
        return self._face_engines.fetch(sheets, lambda: self._make_face_engine(sheets))

    def _make_face_engine(self, sheets: tuple[StyleSheetSource, ...]) -> FaceLayoutEngine:
        """Return a layout engine for templates with these style sheets."""
        shares = any("--same" in source.text for source in sheets)
        fonts = self._fonts.add_sheets(
            (Path(sheet.path or sheet.file), sheet.text) for sheet in sheets
        )
        cascade = Cascade((self._base, *sheets), fonts)
        cascade.seen_classes, cascade.notes = self._classes, self._notes
        return FaceLayoutEngine(cascade, self._templates, self._drawings, shares)

    def _load_sheet(self, folder: str, name: str) -> StyleSheetSource:
        """Return the style sheet `name`, looked up in `folder` and then among all templates.

        Raises an `InputError` if it is missing.
        """
        path = self._templates.files.find_file(self._templates.files.resolve_name(name, folder))
        if path is None:
            raise self._templates.files.make_missing_file_error("style sheet", name)
        sheet = self._sheets.get(path)
        if sheet is None:
            text = read_limited_text(path, MAX_SOURCE_BYTES)
            sheet = self._sheets[path] = StyleSheetSource(str(path), text)
        return sheet


def _read_face_size(context: Mapping[str, object]) -> tuple[float, float] | None:
    """Return width and height in mm from the data, None if the data has no size."""
    size: Any = context.get("size")
    return (float(size.width), float(size.height)) if size else None


def _find_template_place(where: Place, merged: RenderedText, places: Sequence[Place]) -> Place:
    """Return the place in a template file of a line of the rendered template.

    `where` is the place in the rendered template, and `places` has the template place of each line
    of the rendered template. `where` is returned unchanged if it is in another file, or if its
    template place is unknown.
    """
    is_located = where.file == merged.name and 0 < where.line <= len(places)
    if not is_located or not places[where.line - 1].file:
        return where
    return replace(places[where.line - 1], subject=where.subject, field=where.field)


def _report_overflow(
    overflow: Mapping[str, float],
    bleed: float,
    result: ComposedFace,
    merged: RenderedText,
    report: FaceReport,
) -> None:
    """Raise `Failure` if any field extends beyond the face.

    `overflow` has the fields that do, and how far in mm. `bleed` is how far paint may extend, in
    mm.
    """
    root: Any = read_document(merged, report)
    size = f"{result.width:g} × {result.height:g} mm"
    for name, distance in overflow.items():
        message = f"extends {distance:.2f} mm beyond the face of {size}"
        message += f"; its bleed may extend {bleed:g} mm" if bleed and not name else ""
        element = root.find(f".//*[@data-field='{name}']") if name else None
        line = (root if element is None else element).sourceline
        hint = (
            "move it inside" if name or bleed else "move it inside, or set bleed: 3 for the print"
        )
        report.error(line, message, hint, name or "a box or drawing", "overflow")
    report.raise_problems()
