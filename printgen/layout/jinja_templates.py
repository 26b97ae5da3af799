"""Turn a Jinja2 template and its data into merged text.

Templates may come from strangers: Jinja2's sandbox runs them, what they print is escaped, what is
undefined is an error, and names lead nowhere but into the template folders. How long they run is
for the system to bound. It must not know what the merged text says.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path, PurePosixPath

import jinja2
from jinja2.exceptions import SecurityError

from printgen.layout.diagnostics import RefusedError
from printgen.layout.jinja_sandbox import (
    MAX_SOURCE_BYTES,
    LackingError,
    compiled,
    environment,
    plain,
)
from printgen.layout.source_map import Marking, places
from printgen.problems import ExitCode, Failure, Problem, Where, meant, nearest
from printgen.system.bundled import templates_folder
from printgen.system.cache import Answers

MAX_MERGED = 2 * 1024 * 1024
"""Characters: a page of so many makes no sense, and says sooner which loop has no end."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a template became: problems in it name `name` and a line of `text`."""

    template: str
    text: str

    @property
    def folder(self) -> str:
        """The folder of the template, as a file beside it begins."""
        return "".join(self.template.rpartition("/")[:2])

    @property
    def name(self) -> str:
        """What messages call it where they cannot tell whose lines its are."""
        return f"{self.template} (merged)"


class Missing(Failure):
    """A file that no folder holds: `name` is as it was asked for last."""

    def __init__(self, name: str, problem: Problem) -> None:
        super().__init__(ExitCode.RULES, (problem,))
        self.name = name


class Older(Failure):
    """A template whose face links no style sheet: told in one line, whatever face it is of."""

    def __init__(self, file: str) -> None:
        found = "links no style sheet, as faces once did: docs/moving.md says what to write instead"
        super().__init__(ExitCode.RULES, (Problem(Where(file), found),))


class Templates:
    """The templates of several folders; an earlier folder's hides a later one's of that name."""

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self._roots = roots
        self._found: set[Path] = set()
        self._is_older: Answers[str, bool] = Answers(_MAX_NAMES)
        self._paths: dict[str, Path | None] = {}
        self._environment = environment(self.find, bytecode_cache=compiled())

    def render(self, name: str, context: Mapping[str, object], beside: str = "") -> Merged:
        """The merged text of one template; raises `Failure` (rules) naming its file and line.

        Where it is missing, what lies in the folder `beside` may have been meant too.
        """
        if self._is_older.once(name, lambda: self._looks_older(name)):
            raise Older(str(self.find(name)))
        try:
            text = _merge(self._environment, name, context)
        except jinja2.TemplateNotFound as error:
            raise self._missing(name, error, beside) from error
        # A template can fail in any way that an expression can; each is the template's mistake.
        except Exception as error:
            raise Failure(ExitCode.RULES, (self._problem(name, error, context),)) from error
        return Merged(name, text)

    def places(self, merged: Merged, context: Mapping[str, object]) -> tuple[Where, ...]:
        """Where each line of a merged text was written; empty where that cannot be told."""
        try:
            return places(_merge(self._marking, merged.template, context), merged.text)
        except Exception:  # as above: marks may be too much for a template that counts letters
            return ()

    @cached_property
    def _marking(self) -> jinja2.Environment:
        return environment(self.find, extensions=(Marking,))

    def find(self, name: str) -> Path | None:
        """The file of this name in the first folder that has it; None where none has.

        Raises `ValueError` where the name leads out of the folders.
        """
        if name not in self._paths:
            path = self._paths[name] = _find(self._roots, name)
            if path is not None:
                self._found.add(path)
        return self._paths[name]

    def beside(self, name: str, folder: str) -> str:
        """The name of a file in a folder, where it is there, else from the folders' root."""
        return folder + name if folder and self.find(folder + name) else name

    def lacking(self, kind: str, name: str) -> RefusedError:
        """What no folder holds, of the files there the one most like it."""
        suffix = PurePosixPath(name).suffix.lower()
        endings = _PICTURES if suffix in _PICTURES else (suffix,)
        there = {
            path.relative_to(root).as_posix(): path.name
            for root in reversed(self._roots)  # a user's own before ours
            for path in sorted(root.rglob("*.*"))
            if path.suffix.lower() in endings
        }
        # A folder may be left out, and capitals are often wrong.
        known = {said.lower(): one for one, short in there.items() for said in (one, short)}
        close = [known[one] for one in get_close_matches(name[:80].lower(), known, n=1)]
        hint = f"did you mean {close[0]}?" if close else "put it beside the template"
        return RefusedError(f"no {kind} {name} in the template folders", hint)

    def _looks_older(self, name: str) -> bool:
        """Whether a template is a face as SVG, or has its style in itself."""
        try:
            path = self.find(name)
            data = path.read_bytes()[:MAX_SOURCE_BYTES] if path else b""
        except (ValueError, OSError):
            return False  # to merge it says more
        is_svg = _JINJA.sub(b"", data).lstrip().startswith(b"<svg")
        is_face = PurePosixPath(name).parent.name != "marks" and b"<link" not in data
        return is_face and (is_svg or b"<style" in data)

    def is_own(self, path: Path) -> bool:
        """Whether a file is of the first folder."""
        return path.is_relative_to(self._roots[0])

    def unused(self) -> tuple[Path, ...]:
        """The templates and pictures of the first folder that were not asked for until now."""
        files = sorted(path for path in self._roots[0].rglob("*.*") if path.suffix in _SUFFIXES)
        return tuple(path for path in files if path not in self._found)

    def may_print(self, name: str) -> bool:
        """Whether a template asked for holds a word, or what it begins with before a value."""
        files = (path for path in self._found if path.suffix in (".svg", ".html"))
        for text in (path.read_text("utf-8", "replace") for path in files):
            found = _WORD.finditer(text)
            if any(one[1] == name or (one[2] and name.startswith(one[1])) for one in found):
                return True
        return False

    def _problem(self, name: str, error: Exception, context: Mapping[str, object]) -> Problem:
        if isinstance(error, jinja2.TemplateSyntaxError):
            line, found, hint = _slip(error)
            where = Where(error.filename or error.name or name, line)
            return Problem(where, f"not Jinja2: {found}", self._known(found) or hint)
        if isinstance(error, RefusedError | LackingError):
            found, hint = error.args
            return Problem(self._place(name, error), found, hint, kind=error.kind)
        if isinstance(error, jinja2.UndefinedError):
            found = plain(str(error.message))
            hint = "print with f(name), ask with has(name): docs/templates.md lists what is handed"
            like = meant(found.split("'")[1], context) if found.endswith("' is undefined") else ""
            return Problem(self._place(name, error), found, like + hint)
        if isinstance(error, RecursionError):
            return Problem(self._place(name, error), "includes or calls itself without end")
        if isinstance(error, MemoryError):
            return Problem(self._place(name, error), "asks for more memory than there is")
        message = plain(str(error)) or "cannot be merged"
        return Problem(
            self._place(name, error), message, self._known(message) or "mend the template"
        )

    def _known(self, found: str) -> str:
        """What to write for a filter or a test that there is none of; nothing of other mistakes."""
        if not (lack := _LACK.match(found)):
            return ""
        kinds = {"filter": self._environment.filters, "test": self._environment.tests}
        return f"{meant(lack[2], kinds[lack[1]])}Jinja2's own documents list each {lack[1]}"

    def _missing(self, name: str, error: jinja2.TemplateNotFound, beside: str) -> Missing:
        """What no folder holds, with what is there of a name like it."""
        names = [str(one) for one in getattr(error, "templates", ()) or (error.name,)]
        last = PurePosixPath(names[-1])
        is_mark = last.parent.name == "marks"
        there = {
            path.stem if is_mark else path.relative_to(root).as_posix()
            for root in self._roots
            for one in (*names, f"{beside}{last}")
            for path in (root / one).parent.glob("*.*")
            if path.suffix in _SUFFIXES
        }
        message = f"no mark {last.stem}" if is_mark else f"no template {', '.join(names)}"
        own = next((root for root in self._roots if root != templates_folder()), self._roots[0])
        hint = nearest(
            last.stem if is_mark else str(last),
            there,
            f"{'draw' if last.suffix == '.svg' else 'write'} it as {own / last}",
        )
        return Missing(str(last), Problem(self._place(name, error), message, hint))

    def _place(self, name: str, error: Exception) -> Where:
        """The line that asked in vain, or the innermost that the error came through; ours last."""
        roots, ours = tuple(str(root) for root in self._roots), str(templates_folder())
        file, line = name, 0
        asked, at = getattr(error, "asked", ("", 0))
        if asked.startswith(roots) and not asked.startswith(ours):
            return Where(asked, at)
        trace = error.__traceback__
        while trace is not None:
            path = trace.tb_frame.f_code.co_filename
            is_template = path.startswith(roots) and not path.endswith(".py")
            if is_template and not (line and path.startswith(ours) and not file.startswith(ours)):
                file, line = path, trace.tb_lineno
            trace = trace.tb_next
        return Where(file, line)


_JINJA = re.compile(rb"\{#.*?#\}|\{%.*?%\}", re.DOTALL)

_MAX_NAMES = 4_096

_WORD = re.compile(r"([\w-]+)([\"']? *~|\{[{%])?")
"""A word of a template, and what says that a value goes on with it."""
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")
_SUFFIXES = (*_PICTURES, ".html", ".css")


_LACK = re.compile(r"No (filter|test) named '(\w+)'")
_TAGS = ("block", "call", "extends", "filter", "for", "from", "if", "import", "include", "macro")
_CODE, _TEXT = re.compile(r"\{\{.*?\}\}|\{%.*?%\}"), re.compile(r"""(["'])(?:\\.|(?!\1).)*\1""")


def _slip(error: jinja2.TemplateSyntaxError) -> tuple[int, str, str]:
    """The line of a template that is no Jinja2, what was found there and what to write."""
    said, source = error.message or "", error.source or ""
    quoted = re.findall(r"'(\w+)'", said)
    if "unknown tag" in said:
        hint = nearest(quoted[0], {*_TAGS, *quoted[1:]})
        return error.lineno, f"{{% {quoted[0]} %}} may not stand here", hint
    if "innermost block" in said and quoted:
        opened = list[int]()
        for tag in re.finditer(rf"\{{%[-+]? *(end)?{quoted[-1]}\b", source):
            opened = opened[:-1] if tag[1] else [*opened, tag.start()]
        line = source.count("\n", 0, [0, *opened][-1]) + 1
        hint = f"write {{% end{quoted[-1]} %}} where it ends"
        return line, f"{{% {quoted[-1]} … %}} is not closed", hint
    for number, text in enumerate(source.split("\n")[: error.lineno], 1):
        if any(re.search("[\"']", _TEXT.sub("", code)) for code in _CODE.findall(text)):
            return number, "a quote that is not closed", "write it at both ends of the text"
    return error.lineno, said, "mend the template: close each {{ with }}, {% with %}, ( with )"


def _merge(environment: jinja2.Environment, name: str, context: Mapping[str, object]) -> str:
    parts: list[str] = []
    length = 0
    for part in environment.get_template(name).generate(context):
        parts.append(part)
        length += len(part)
        if length > MAX_MERGED:
            raise SecurityError(f"prints more than {MAX_MERGED:,} characters")
    return "".join(parts)


def _find(roots: Sequence[Path], name: str) -> Path | None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise ValueError(f"{name!r} leads out of the template folders")
    for root in roots:
        path = root.joinpath(*parts)
        try:
            there = path.is_file()
        except OSError as error:
            raise ValueError(f"{name} cannot be looked for: {error.strerror}") from error
        if there:
            if not path.resolve().is_relative_to(root.resolve()):
                raise ValueError(f"{name} is a link that leads out of the template folders")
            return path
    return None
