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

from printgen.layout.bleed import bled
from printgen.layout.cascade import Stylesheet
from printgen.layout.diagnostics import Report
from printgen.layout.face import Face
from printgen.layout.fonts import Fonts, FontStyle, Typeface
from printgen.layout.greyscale import CLASS, greyed
from printgen.layout.html_page import browsable
from printgen.layout.images import Rasters
from printgen.layout.jinja_sandbox import MAX_SOURCE_BYTES
from printgen.layout.jinja_templates import Merged, Missing, Older, Templates
from printgen.layout.paint import Painter
from printgen.layout.set_face import SetFace, Setter
from printgen.layout.stylesheet import StyleSheet, classes_named
from printgen.layout.svg_marks import Drawings
from printgen.layout.xml import links, read_document
from printgen.problems import Failure, Problem, Where
from printgen.system.bundled import templates_folder
from printgen.system.cache import Answers

MAX_SHEETS = 32
"""Style sheets kept, each with all that was drawn under it."""

_ALIKE = 0.8
"""How much of two words must be the same for one to be a slip for the other."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A face set by itself: its merged text and, where nothing was wrong, what was made of it."""

    merged: Merged
    factors: Mapping[str, float]
    made: SetFace | None = None

    def fitting(self, shared: Mapping[str, float]) -> SetFace | None:
        """What was made, where the factors that its print shares are its own."""
        own = all(shared.get(name) == factor for name, factor in self.factors.items())
        return self.made if own else None


class Bleed(NamedTuple):
    """How far paint may run over a face's trim, in mm, and how far it shows there; `round` ones."""

    most: float = 0.0
    shown: float = 0.0
    round: bool = False


class Composer:
    """Composes faces from the templates and fonts of some folders, the first before the last.

    With `grey` all of them are in greys, and their templates' roots of the class `grey`.
    """

    def __init__(
        self, templates: tuple[Path, ...], fonts: tuple[Path, ...], *, grey: bool = False
    ) -> None:
        self._grey = grey
        self._templates = Templates(templates)
        self._fonts = Fonts.load(fonts)
        self._font_sheets = tuple(folder / "fonts.css" for folder in fonts)
        self._drawings = Drawings(Rasters(self._templates))
        self._painter = Painter()
        self._setters: Answers[tuple[StyleSheet, ...], Setter] = Answers(MAX_SHEETS)
        self._sheets: dict[Path, StyleSheet] = {}
        self._classes = {CLASS}
        self._ground = templates_folder() / "boxes.css"
        self._base = StyleSheet(str(self._ground), self._ground.read_text("utf-8"), base=True)

    def compose(
        self,
        template: str,
        context: Mapping[str, object],
        face_id: str,
        title: str,
        shared: Mapping[str, float] | None = None,
        trial: Trial | None = None,
        bleed: Bleed = Bleed(),  # noqa: B008 - it is frozen
    ) -> Face:
        """The face that `template` makes of `context`; `title` names it in messages.

        `shared` has the factor of type for each name of `--same`: what all of its print share.
        `trial` is what was found of the same template and context, so that it is not done again.
        `bleed` is how far paint may run over the trim, and how far it is to show there.

        Raises `Failure`: rules for a mistake in the template, does-not-fit for what cannot be set.
        """
        shared = shared or {}
        merged = trial.merged if trial else self._merge(template, context, title)
        made = trial.fitting(shared) if trial else None
        if made is None:
            made = self._composed(merged, context, title, shared)
        painted = made.painted(self._painter)
        if over := made.over(painted, bleed.most):
            with self._placing(merged, context):
                _tell_over(over, bleed.most, made, merged, title)
        items = painted.items
        if not bleed.most:
            return self._inked(Face(face_id, made.width, made.height, items))
        clip: Literal["box", "circle"] | None = "circle" if bleed.round else None
        clip = clip or ("box" if made.over(painted, bleed.shown) else None)
        if bleed.shown:
            items = tuple(bled(items, made.width, made.height, bleed.shown))
        return self._inked(Face(face_id, made.width, made.height, items, bleed.shown, clip))

    def _inked(self, face: Face) -> Face:
        return greyed(face) if self._grey else face

    def trial(self, template: str, context: Mapping[str, object], title: str) -> Trial:
        """A face set by itself, and by how much the boxes of each name of `--same` shrink on it.

        The least factors of all faces of a print are what `compose` takes as `shared`. Raises as
        it does, but for what does not fit even so: that shares the least of its factors too.
        """
        merged = self._merge(template, context, title)
        report = Report(merged.name, title)
        with report.refusals():
            made = self._draw(merged, context, report, {})
        return Trial(merged, made.factors, None if len(report) else made)

    def shares(self, template: str, context: Mapping[str, object], title: str) -> bool:
        """Whether a style sheet that a template links has boxes shrink alike by `--same`."""
        merged, report = self._merge(template, context, title), Report(template, title)
        with suppress(ValueError, OSError, RecursionError, Failure):
            found = links(read_document(merged, report), report)
            return any("--same" in self._sheet(merged.folder, name).text for _, name in found)
        return False  # what is wrong is told as the face is composed

    def _composed(
        self, merged: Merged, context: Mapping[str, object], title: str, shared: Mapping[str, float]
    ) -> SetFace:
        report = Report(merged.name, title)
        with self._placing(merged, context):
            with report.refusals():
                drawn = self._draw(merged, context, report, shared)
            report.close()
        return drawn

    @contextmanager
    def _placing(self, merged: Merged, context: Mapping[str, object]) -> Iterator[None]:
        """Has what is told of a merged text told of the files that its lines were written in."""
        try:
            yield
        except Failure as failure:
            there = self._templates.places(merged, context)
            problems = [_placed(problem, merged, there) for problem in failure.problems]
            if isinstance(failure, Missing):
                # Who named what is missing is told by who knows the data.
                raise Missing(failure.name, *problems) from None
            raise Failure(failure.exit_code, problems) from None

    def page(
        self, template: str, context: Mapping[str, object], title: str, folder: Path
    ) -> bytes | None:
        """What a template makes of `context`, as a page in `folder` for a browser.

        None where that is no page. Raises `Failure` (rules) where it cannot be merged.
        """
        merged = self._merge(template, context, title)
        sheets = (*filter(Path.is_file, self._font_sheets), self._ground)
        return browsable(merged, _size(context), self._templates, sheets, folder, grey=self._grey)

    def typeface(self, family: str, weight: int, style: FontStyle = "normal") -> Typeface:
        """A typeface of these fonts; raises `Failure` (rules) where there is none such."""
        return self._fonts.face(family, weight, style)

    def unused(self) -> tuple[Path, ...]:
        """The templates and pictures of the first folder that no face has asked for."""
        return self._templates.unused()

    def misspelt(self) -> Iterator[tuple[Where, str, str]]:
        """The classes in style sheets of the first folder that no element composed has and no
        template names, where they are much like one that an element has; and that one."""
        for path, sheet in self._sheets.items():
            for line, name in classes_named(sheet) if self._templates.is_own(path) else ():
                if name not in self._classes and not self._templates.may_print(name):
                    for meant in get_close_matches(name, self._classes, n=1, cutoff=_ALIKE):
                        yield Where(str(path), line), name, meant

    def places(self, template: str, context: Mapping[str, object]) -> Mapping[str, Where]:
        """Where the fields of a template that was composed are written; at "" the template."""
        merged = self._templates.render(template, context)
        root = read_document(merged, Report(merged.name, ""))
        found = {"": Where(str(self._templates.find(template) or template))}
        there = self._templates.places(merged, context)
        for element in root.iter("*"):
            if name := element.get("data-field"):
                problem = Problem(Where(merged.name, element.sourceline), "")
                found[name] = _placed(problem, merged, there).where
        return found

    def _merge(self, template: str, context: Mapping[str, object], title: str) -> Merged:
        try:
            return self._templates.render(template, context)
        except (Missing, Older):
            raise
        except Failure as failure:
            (one,) = failure.problems
            one = replace(one, where=replace(one.where, subject=title))
            raise Failure(failure.exit_code, (one,)) from None

    def _draw(
        self,
        merged: Merged,
        context: Mapping[str, object],
        report: Report,
        shared: Mapping[str, float],
    ) -> SetFace:
        root = read_document(merged, report)
        found = links(root, report)
        if not found:
            raise Older(str(self._templates.find(merged.template)))
        if self._grey:
            root.set("class", f"{root.get('class', '')} {CLASS}")
        sheets = []
        for line, name in found:
            try:
                sheets.append(self._sheet(merged.folder, name))
            except ValueError as error:
                hint = getattr(error, "hint", "see that it lies beside the template")
                report.wrong(line, str(error), hint)
        report.close()  # what a face lacks without a style sheet follows from that
        linked = tuple(sheets)
        setter = self._setters.once(linked, lambda: self._setter(linked))
        shown: Any = context.get("examples", {})
        drawn = setter.set(root, merged.folder, _size(context), shared, report, shown)
        report.take(setter.sheet.problems)
        return drawn

    def _setter(self, sheets: tuple[StyleSheet, ...]) -> Setter:
        shares = any("--same" in one.text for one in sheets)
        sheet = Stylesheet((self._base, *sheets), self._fonts)
        sheet.seen = self._classes
        return Setter(sheet, self._templates, self._drawings, shares=shares)

    def _sheet(self, folder: str, name: str) -> StyleSheet:
        """A style sheet beside a template, else from the root; raises `ValueError`."""
        path = self._templates.find(self._templates.beside(name, folder))
        if path is None:
            raise self._templates.lacking("style sheet", name)
        sheet = self._sheets.get(path)
        if sheet is None:
            data = path.read_bytes()
            if len(data) > MAX_SOURCE_BYTES:
                raise ValueError(f"{name} is larger than {MAX_SOURCE_BYTES:,} bytes")
            try:
                sheet = self._sheets[path] = StyleSheet(str(path), data.decode())
            except UnicodeDecodeError as error:
                raise ValueError(f"{name}: byte {error.start} is not UTF-8") from error
        return sheet


def _size(context: Mapping[str, object]) -> tuple[float, float] | None:
    size: Any = context.get("size")
    return (float(size.width), float(size.height)) if size else None


def _placed(problem: Problem, merged: Merged, places: Sequence[Where]) -> Problem:
    """The same problem, in the file that its line was written in where that can be told."""
    where = problem.where
    is_told = where.file == merged.name and 0 < where.line <= len(places)
    if not is_told or not places[where.line - 1].file:
        return problem
    there = replace(places[where.line - 1], subject=where.subject, field=where.field)
    return replace(problem, where=there)


def _tell_over(
    over: Mapping[str, float], bleed: float, made: SetFace, merged: Merged, title: str
) -> None:
    """Raises `Failure` of what runs off a face: by how many mm, by field."""
    report = Report(merged.name, title)
    root: Any = read_document(merged, report)
    for name, far in over.items():
        message = f"runs {far:.2f} mm off the face of {made.width:g} × {made.height:g} mm"
        message += f", of which paint may bleed {bleed:g} mm" if bleed and not name else ""
        at = root.find(f".//*[@data-field='{name}']") if name else None
        line = (root if at is None else at).sourceline
        report.unfit(line, message, "move it inside", name or "a box or drawing", "runs off")
    report.close()
