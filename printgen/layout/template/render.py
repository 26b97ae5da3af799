"""Rendering of Jinja2 templates, with errors that name the file and the line.

Templates may come from other people. They run in a sandbox, their output is escaped, undefined
names are errors, and only files inside the template folders can be opened. `printgen.system` limits
the running time. The rendered text is not examined here.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath

import jinja2
from jinja2.exceptions import SecurityError

from printgen.layout.template.diagnostics import OUTDATED
from printgen.layout.template.errors import explain_error, explain_missing_file
from printgen.layout.template.files import TemplateFiles
from printgen.layout.template.sandbox import MAX_SOURCE_BYTES, make_environment, open_code_cache
from printgen.layout.template.source_map import (
    LineMarkExtension,
    RenderedText,
    map_lines_to_templates,
)
from printgen.problems import ExitCode, Failure, Place, Problem
from printgen.system.cache import Cache

MAX_MERGED_LENGTH = 2 * 1024 * 1024
"""Maximum length in characters: stops an endless loop early, and names its line."""

_CACHE_SIZE = 4_096


class TemplateRenderer:
    """Renders the templates of several folders; `files` finds the files in these folders."""

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self.files = TemplateFiles(roots)
        self._old_format_templates: Cache[str, bool] = Cache(_CACHE_SIZE)
        find = self.files.find_file
        self._environment = make_environment(find, bytecode_cache=open_code_cache())

    def render(
        self, name: str, context: Mapping[str, object], hint_folder: str = ""
    ) -> RenderedText:
        """Return the text of the template `name`, rendered with the values in `context`.

        Raises `Failure` (rules) with file and line. If the template is missing, names of files in
        `hint_folder` are suggested as well.
        """
        if self.files.find_icon(name):
            return RenderedText(name, f'<symbol id="{PurePosixPath(name).stem}" href="{name}"/>')
        if self._old_format_templates.fetch(name, lambda: self._is_old_format_template(name)):
            message = "uses the old format: see printgen docs templates"
            problem = Problem(Place(str(self.files.find_file(name))), message, kind=OUTDATED)
            raise Failure(ExitCode.RULES, (problem,))
        try:
            text = _render_limited(self._environment, name, context)
        except jinja2.TemplateNotFound as error:
            problem = explain_missing_file(self.files, name, error, hint_folder)
            raise Failure(ExitCode.RULES, (problem,)) from error
        # An expression in a template can raise anything: all of it is the template's mistake.
        except Exception as error:
            roots = self.files.roots
            problem = explain_error(self._environment, roots, name, error, context)
            raise Failure(ExitCode.RULES, (problem,)) from error
        return RenderedText(name, text)

    def locate_lines(
        self, merged: RenderedText, context: Mapping[str, object]
    ) -> tuple[Place, ...]:
        """Return the template file and line that each line of a rendered text comes from.

        `merged` is the rendered text, and `context` the values it was rendered with. The result is
        empty if the lines are unknown.
        """
        try:
            return map_lines_to_templates(
                _render_limited(self._line_marker_environment, merged.template, context),
                merged.text,
            )
        except Exception:  # as above: the marks break a template that counts letters
            return ()

    @cached_property
    def _line_marker_environment(self) -> jinja2.Environment:
        return make_environment(self.files.find_file, extensions=(LineMarkExtension,))

    def _is_old_format_template(self, name: str) -> bool:
        """Return whether a template is in the old format, an SVG file."""
        try:
            path = self.files.find_file(name)
            data = path.read_bytes()[:MAX_SOURCE_BYTES] if path else b""
        except (ValueError, OSError):
            return False  # rendering it reports the error with more detail
        is_svg = name.endswith(".svg") and b"<svg" in data
        return is_svg and PurePosixPath(name).parent.name != "marks"


def _render_limited(
    environment: jinja2.Environment, name: str, context: Mapping[str, object]
) -> str:
    """Return the rendered text; raise `SecurityError` if it is too long."""
    parts: list[str] = []
    length = 0
    for part in environment.get_template(name).generate(context):
        parts.append(part)
        length += len(part)
        if length > MAX_MERGED_LENGTH:
            raise SecurityError(f"prints more than {MAX_MERGED_LENGTH:,} characters")
    return "".join(parts)
