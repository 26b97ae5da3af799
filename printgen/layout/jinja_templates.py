"""Rendering of Jinja2 templates, with errors that name the file and the line.

Templates may come from other people. They run in a sandbox, their output is escaped, undefined
names are errors, and only files inside the template folders can be opened. `printgen.system` limits
the running time. The rendered text is not examined here.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path, PurePosixPath

import jinja2
from jinja2.exceptions import SecurityError

from printgen.layout.diagnostics import MISSING_FILE, OUTDATED
from printgen.layout.face import Drawing
from printgen.layout.icons import find_similar_icons, read_icon
from printgen.layout.jinja_sandbox import (
    MAX_SOURCE_BYTES,
    make_environment,
    open_code_cache,
    translate_type_names,
)
from printgen.layout.source_map import LineMarking, Rendered, map_lines
from printgen.problems import ExitCode, Failure, InputError, Place, Problem, guess, suggest
from printgen.system.bundled import templates_folder
from printgen.system.cache import Cache

MAX_MERGED_LENGTH = 2 * 1024 * 1024
"""Maximum length in characters: stops an endless loop early, and names its line."""


class Templates:
    """The templates of several folders; of files with the same name, the first is used.

    A root is a folder, or a file of icons: those are marks that no folder has.
    """

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self._roots = tuple(path for path in roots if path.suffix != ".json")
        self._icon_files = tuple(path for path in roots if path.suffix == ".json")
        self._used_files: set[Path] = set()
        self._outdated_templates: Cache[str, bool] = Cache(_CACHE_SIZE)
        self._paths: dict[str, Path | None] = {}
        self._environment = make_environment(self.find_file, bytecode_cache=open_code_cache())

    def render(self, name: str, context: Mapping[str, object], hint_folder: str = "") -> Rendered:
        """Return the text of a rendered template; raise `Failure` (rules) with file and line.

        If the template is missing, names in `hint_folder` are suggested as well.
        """
        if self.read_icon(name):
            return Rendered(name, f'<symbol id="{PurePosixPath(name).stem}" href="{name}"/>')
        if self._outdated_templates.fetch(name, lambda: self._is_outdated(name)):
            raise self.refuse_outdated(name)
        try:
            text = _render(self._environment, name, context)
        except jinja2.TemplateNotFound as error:
            raise self._explain_missing_file(name, error, hint_folder) from error
        # An expression in a template can raise anything: all of it is the template's mistake.
        except Exception as error:
            raise Failure(ExitCode.RULES, (self._explain_error(name, error, context),)) from error
        return Rendered(name, text)

    def locate_lines(self, merged: Rendered, context: Mapping[str, object]) -> tuple[Place, ...]:
        """Return the file and line of each line of a rendered text; empty if unknown."""
        try:
            return map_lines(_render(self._marker, merged.template, context), merged.text)
        except Exception:  # as above: the marks break a template that counts letters
            return ()

    @cached_property
    def _marker(self) -> jinja2.Environment:
        return make_environment(self.find_file, extensions=(LineMarking,))

    def find_file(self, name: str) -> Path | None:
        """Return the file from the first folder that contains it, or None.

        Raise `ValueError` if the name is outside the folders.
        """
        if name not in self._paths:
            path = self._paths[name] = _find_in_roots(self._roots, name)
            if path is not None:
                self._used_files.add(path)
        return self._paths[name]

    def read_icon(self, name: str) -> Drawing | None:
        """Return the icon for the mark `marks/ID.svg`, if no folder has that file."""
        match = _MARK_FILE.fullmatch(name)
        return match and (None if self.find_file(name) else read_icon(self._icon_files, match[1]))

    def resolve_name(self, name: str, folder: str) -> str:
        """Return the name relative to `folder` if such a file exists, else the name itself."""
        return folder + name if folder and self.find_file(folder + name) else name

    def make_missing_error(self, kind: str, name: str) -> InputError:
        """Return the error for a missing file; its hint names the most similar file."""
        suffix = PurePosixPath(name).suffix.lower()
        suffixes = _PICTURE_SUFFIXES if suffix in _PICTURE_SUFFIXES else (suffix,)
        files = {
            path.relative_to(root).as_posix(): path.name
            for root in reversed(self._roots)  # a file of the user replaces a bundled one
            for path in sorted(root.rglob("*.*"))
            if path.suffix.lower() in suffixes
        }
        # People often leave out the folder or mistake the case of letters.
        known = {key.lower(): file for file, short in files.items() for key in (file, short)}
        matches = [known[file] for file in get_close_matches(name[:80].lower(), known, n=1)]
        hint = f"did you mean {matches[0]}?" if matches else "put it next to the template"
        return InputError(f"no {kind} {name} in the template folders", hint)

    def refuse_outdated(self, name: str) -> Failure:
        """Return the failure for a template in the old format, without a linked style sheet."""
        message = "uses the old format without <link>: see docs/moving.md"
        problem = Problem(Place(str(self.find_file(name))), message, kind=OUTDATED)
        return Failure(ExitCode.RULES, (problem,))

    def _is_outdated(self, name: str) -> bool:
        """Return whether a template has the old format: an SVG face, or a <style> inside."""
        try:
            path = self.find_file(name)
            data = path.read_bytes()[:MAX_SOURCE_BYTES] if path else b""
        except (ValueError, OSError):
            return False  # rendering it reports the error with more detail
        is_svg = _COMMENTS_AND_TAGS.sub(b"", data).lstrip().startswith(b"<svg")
        is_face = PurePosixPath(name).parent.name != "marks" and b"<link" not in data
        return is_face and (is_svg or b"<style" in data)

    def is_own_file(self, path: Path) -> bool:
        """Return whether a file is in the first folder, which is the user's."""
        return path.is_relative_to(self._roots[0])

    def find_unused_files(self) -> tuple[Path, ...]:
        """Return the templates and pictures of the first folder that were never used."""
        files = sorted(path for path in self._roots[0].rglob("*.*") if path.suffix in _SUFFIXES)
        return tuple(path for path in files if path not in self._used_files)

    def can_print_name(self, name: str) -> bool:
        """Return whether a used template can print the word `name`.

        It contains the word, or the beginning of the word directly before a value.
        """
        files = (path for path in self._used_files if path.suffix in (".svg", ".html"))
        for text in (path.read_text("utf-8", "replace") for path in files):
            words = _WORD.finditer(text)
            if any(word[1] == name or (word[2] and name.startswith(word[1])) for word in words):
                return True
        return False

    def _explain_error(self, name: str, error: Exception, context: Mapping[str, object]) -> Problem:
        if isinstance(error, jinja2.TemplateSyntaxError):
            line, reason, hint = _explain_syntax_error(error)
            where = Place(error.filename or error.name or name, line)
            return Problem(where, f"not Jinja2: {reason}", self._hint(reason) or hint)
        if isinstance(error, InputError):
            reason, hint = error.args
            return Problem(self._locate_error(name, error), reason, hint, kind=error.kind)
        if isinstance(error, jinja2.UndefinedError):
            reason = translate_type_names(str(error.message))
            hint = "print it with f(name), test it with has(name): see docs/templates.md"
            lead = guess(reason.split("'")[1], context) if reason.endswith("' is undefined") else ""
            return Problem(self._locate_error(name, error), reason, lead + hint)
        if isinstance(error, RecursionError):
            return Problem(self._locate_error(name, error), "includes or calls itself endlessly")
        if isinstance(error, MemoryError):
            return Problem(self._locate_error(name, error), "needs more memory than is available")
        message = translate_type_names(str(error)) or "cannot be merged"
        hint = self._hint(message) or "fix the template"
        return Problem(self._locate_error(name, error), message, hint)

    def _hint(self, message: str) -> str:
        """Return the hint for an unknown filter or test; "" for other errors."""
        if not (match := _UNKNOWN_NAME.match(message)):
            return ""
        kinds = {"filter": self._environment.filters, "test": self._environment.tests}
        return f"{guess(match[2], kinds[match[1]])}Jinja2's documentation lists every {match[1]}"

    def _explain_missing_file(
        self, name: str, error: jinja2.TemplateNotFound, hint_folder: str
    ) -> Failure:
        """Return the error for a missing template or mark; its hint names similar files."""
        names = [str(candidate) for candidate in getattr(error, "templates", ()) or (error.name,)]
        last_path = PurePosixPath(names[-1])
        is_mark = last_path.parent.name == "marks"
        existing_names = {
            path.stem if is_mark else path.relative_to(root).as_posix()
            for root in self._roots
            for candidate in (*names, f"{hint_folder}{last_path}")
            for path in (root / candidate).parent.glob("*.*")
            if path.suffix in _SUFFIXES
        }
        existing_names.update(find_similar_icons(self._icon_files, last_path.stem) * is_mark)
        message = f"no mark {last_path.stem}" if is_mark else f"no template {', '.join(names)}"
        target = next((root for root in self._roots if root != templates_folder()), self._roots[0])
        draw = "draw" if last_path.suffix == ".svg" else "write"
        is_in_set = is_mark and ":" in last_path.stem
        action = (
            "get its set: see docs/icons.md" if is_in_set else f"{draw} it as {target / last_path}"
        )
        action += "; or get icons: see docs/icons.md" * (is_mark and not is_in_set)
        hint = suggest(last_path.stem if is_mark else str(last_path), existing_names, action)
        place = self._locate_error(name, error)
        problem = Problem(place, message, hint, kind=MISSING_FILE, data=str(last_path))
        return Failure(ExitCode.RULES, (problem,))

    def _locate_error(self, name: str, error: Exception) -> Place:
        """Return the file and line to report for an error.

        This is the line that used a missing name, or else the innermost template line in the
        traceback. Lines of bundled templates are used only if there is no other line.
        """
        roots, bundled = tuple(str(root) for root in self._roots), str(templates_folder())
        file, line = name, 0
        used_in, used_line = getattr(error, "template_position", ("", 0))
        if used_in.startswith(roots) and not used_in.startswith(bundled):
            return Place(used_in, used_line)
        trace = error.__traceback__
        while trace is not None:
            path = trace.tb_frame.f_code.co_filename
            is_template = path.startswith(roots) and not path.endswith(".py")
            hides_user_line = path.startswith(bundled) and not file.startswith(bundled)
            if is_template and not (line and hides_user_line):
                file, line = path, trace.tb_lineno
            trace = trace.tb_next
        return Place(file, line)


_COMMENTS_AND_TAGS = re.compile(rb"\{#.*?#\}|\{%.*?%\}", re.DOTALL)

_CACHE_SIZE = 4_096

_MARK_FILE = re.compile(r"marks/([a-z0-9_:-]+)\.svg")
_WORD = re.compile(r"([\w-]+)([\"']? *~|\{[{%])?")
"""A word of a template, and the start of an expression that directly follows it."""
_PICTURE_SUFFIXES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif")
_SUFFIXES = (*_PICTURE_SUFFIXES, ".html", ".css")


_UNKNOWN_NAME = re.compile(r"No (filter|test) named '(\w+)'")
_TAGS = ("block", "call", "extends", "filter", "for", "from", "if", "import", "include", "macro")
_CODE, _TEXT = re.compile(r"\{\{.*?\}\}|\{%.*?%\}"), re.compile(r"""(["'])(?:\\.|(?!\1).)*\1""")


def _explain_syntax_error(error: jinja2.TemplateSyntaxError) -> tuple[int, str, str]:
    """Return the line, message and hint for invalid Jinja2 syntax."""
    message, source = error.message or "", error.source or ""
    quoted = re.findall(r"'(\w+)'", message)
    if "unknown tag" in message:
        hint = suggest(quoted[0], {*_TAGS, *quoted[1:]})
        return error.lineno, f"{{% {quoted[0]} %}} is not allowed here", hint
    if "innermost block" in message and quoted:
        # Jinja2 names the line where the file ends: look for the block that was left open.
        opened = list[int]()
        for tag in re.finditer(rf"\{{%[-+]? *(end)?{quoted[-1]}\b", source):
            opened = opened[:-1] if tag[1] else [*opened, tag.start()]
        line = source.count("\n", 0, [0, *opened][-1]) + 1
        hint = f"write {{% end{quoted[-1]} %}} where it ends"
        return line, f"{{% {quoted[-1]} … %}} is not closed", hint
    # Jinja2 reports a missing quote at a later line: find the first line with an odd quote.
    for number, text in enumerate(source.split("\n")[: error.lineno], 1):
        if any(re.search("[\"']", _TEXT.sub("", code)) for code in _CODE.findall(text)):
            return number, "a quote that is not closed", "write a quote at each end of the text"
    return error.lineno, message, "fix the template: close each {{ with }}, {% with %}, ( with )"


def _render(environment: jinja2.Environment, name: str, context: Mapping[str, object]) -> str:
    parts: list[str] = []
    length = 0
    for part in environment.get_template(name).generate(context):
        parts.append(part)
        length += len(part)
        if length > MAX_MERGED_LENGTH:
            raise SecurityError(f"prints more than {MAX_MERGED_LENGTH:,} characters")
    return "".join(parts)


def _find_in_roots(roots: Sequence[Path], name: str) -> Path | None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise ValueError(f"{name!r} is outside the template folders")
    for root in roots:
        path = root.joinpath(*parts)
        try:
            is_file = path.is_file()
        except OSError as error:
            raise ValueError(f"{name} cannot be opened: {error.strerror}") from error
        if is_file:
            # A symbolic link must not open files outside the folders to other people's templates.
            if not path.resolve().is_relative_to(root.resolve()):
                raise ValueError(f"{name} is a link to a file outside the template folders")
            return path
    return None
