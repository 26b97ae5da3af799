"""Explanations of errors in templates: the file and the line, what is wrong, and what to write."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

import jinja2

from printgen.layout.template.diagnostics import MISSING_FILE
from printgen.layout.template.files import TEMPLATE_SUFFIXES, TemplateFiles
from printgen.layout.template.sandbox import translate_type_names
from printgen.problems import InputError, Place, Problem, suggest_closest_word, suggest_known_words
from printgen.system.bundled import is_bundled_template

_UNKNOWN_FILTER = r"No (filter|test) named '(\w+)'"
_JINJA_TAGS = frozenset(("block", "call", "extends", "filter", "for", "from", "if", "import"))
_JINJA_TAGS |= frozenset(("include", "macro"))
_JINJA_CODE, _QUOTED_TEXT = r"\{\{.*?\}\}|\{%.*?%\}", r"""(["'])(?:\\.|(?!\1).)*\1"""


def explain_error(
    environment: jinja2.Environment,
    roots: Sequence[Path],
    name: str,
    error: Exception,
    context: Mapping[str, object],
) -> Problem:
    """Return the problem for an exception in a template: where it is, what, and what to do.

    `name` is the template that was rendered with `context`.
    """
    if isinstance(error, jinja2.TemplateSyntaxError):
        line, reason, hint = _explain_syntax_error(error)
        where = Place(error.filename or error.name or name, line)
        hint = _make_unknown_filter_hint(environment, reason) or hint
        return Problem(where, f"not Jinja2: {reason}", hint)
    if isinstance(error, InputError):
        reason, hint = error.args
        return Problem(_locate_error(roots, name, error), reason, hint, kind=error.kind)
    if isinstance(error, jinja2.UndefinedError):
        reason = translate_type_names(str(error.message))
        if reason.startswith("'row' "):
            hint = "write each: TABLE in its print, for a face or a back of each row"
            return Problem(_locate_error(roots, name, error), "this face has no row", hint)
        is_name = reason.endswith("' is undefined")
        word = reason.split("'")[1] if is_name else "NAME"
        similar = suggest_closest_word(word, context) if is_name else ""
        hint = f'print a column with f("{word}"), test it with has("{word}")'
        hint += f"; or {similar}see" if similar else ": see"
        return Problem(_locate_error(roots, name, error), reason, f"{hint} printgen docs templates")
    if isinstance(error, RecursionError):
        return Problem(_locate_error(roots, name, error), "includes or calls itself endlessly")
    if isinstance(error, MemoryError):
        return Problem(_locate_error(roots, name, error), "needs more memory than is available")
    message = translate_type_names(str(error)) or "cannot be merged"
    hint = _make_unknown_filter_hint(environment, message) or "fix the template"
    return Problem(_locate_error(roots, name, error), message, hint)


def _make_unknown_filter_hint(environment: jinja2.Environment, message: str) -> str:
    """Return the hint for an unknown filter or test in Jinja2's message; "" for other errors."""
    if not (match := re.match(_UNKNOWN_FILTER, message)):
        return ""
    kinds = {"filter": environment.filters, "test": environment.tests}
    suggestion = suggest_closest_word(match[2], kinds[match[1]])
    return f"{suggestion}Jinja2's documentation lists every {match[1]}"


def explain_missing_file(
    files: TemplateFiles, name: str, error: jinja2.TemplateNotFound, hint_folder: str
) -> Problem:
    """Return the problem of a missing template or mark; its hint names similar files.

    `name` is the template that needs it. Names in `hint_folder` are suggested as well.
    """
    names = [str(candidate) for candidate in getattr(error, "templates", ()) or (error.name,)]
    last_path = PurePosixPath(names[-1])
    is_mark = last_path.parent.name == "marks"
    existing_names = {
        path.stem if is_mark else path.relative_to(root).as_posix()
        for root in files.roots
        for candidate in (*names, f"{hint_folder}{last_path}")
        for path in (root / candidate).parent.glob("*.*")
        if path.suffix in TEMPLATE_SUFFIXES
    }
    existing_names.update(files.find_similar_icons(last_path.stem) * is_mark)
    message = f"no mark {last_path.stem}" if is_mark else f"no template {', '.join(names)}"
    own_roots = (root for root in files.roots if not is_bundled_template(root))
    target = next(own_roots, files.roots[0])
    draw = "draw" if last_path.suffix == ".svg" else "write"
    is_in_set = is_mark and ":" in last_path.stem
    see = "see printgen docs icons"
    action = f"get its set: {see}" if is_in_set else f"{draw} it as {target / last_path}"
    action += f"; or get icons: {see}" * (is_mark and not is_in_set)
    wanted = last_path.stem if is_mark else str(last_path)
    hint = suggest_known_words(wanted, existing_names, action)
    place = _locate_error(files.roots, name, error)
    return Problem(place, message, hint, kind=MISSING_FILE, data=str(last_path))


def _locate_error(roots: Sequence[Path], name: str, error: Exception) -> Place:
    """Return the file and line in a template that caused an exception.

    This is the line that used a missing name, or else the innermost template line in the traceback.
    Lines of bundled templates are used only if there is no other line.
    """
    folders = tuple(map(str, roots))
    file, line = name, 0
    used_in, used_line = getattr(error, "template_position", ("", 0))
    if used_in.startswith(folders) and not is_bundled_template(used_in):
        return Place(used_in, used_line)
    trace = error.__traceback__
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        is_template = path.startswith(folders) and not path.endswith(".py")
        hides_user_line = is_bundled_template(path) and not is_bundled_template(file)
        if is_template and not (line and hides_user_line):
            file, line = path, trace.tb_lineno
        trace = trace.tb_next
    return Place(file, line)


def _explain_syntax_error(error: jinja2.TemplateSyntaxError) -> tuple[int, str, str]:
    """Return the line, message and hint for invalid Jinja2 syntax."""
    message, source = error.message or "", error.source or ""
    quoted = re.findall(r"'(\w+)'", message)
    if "unknown tag" in message:
        hint = suggest_known_words(quoted[0], {*_JINJA_TAGS, *quoted[1:]})
        return error.lineno, f"{{% {quoted[0]} %}} is not allowed here", hint
    if "innermost block" in message and quoted:
        # Jinja2 names the line where the file ends: look for the block that was left open.
        opened = list[int]()
        for tag in re.finditer(rf"\{{%[-+]? *(end)?{quoted[-1]}\b", source):
            opened = opened[:-1] if tag[1] else [*opened, tag.start()]
        line = source.count("\n", 0, [0, *opened][-1]) + 1
        hint = f"write {{% end{quoted[-1]} %}} where it ends"
        return line, f"{{% {quoted[-1]} … %}} is not closed", hint
    if match := re.search("unexpected char '([“”„‟‘’«»])'", message):
        hint = 'write straight quotes, such as f("name")'
        return error.lineno, f"{match[1]} is not a quote", hint
    # Jinja2 reports a missing quote at a later line: find the first line with an odd quote.
    for number, text in enumerate(source.split("\n")[: error.lineno], 1):
        if any(
            re.search("[\"']", re.sub(_QUOTED_TEXT, "", code))
            for code in re.findall(_JINJA_CODE, text)
        ):
            return number, "a quote that is not closed", "write a quote at each end of the text"
    return error.lineno, message, "fix the template: close each {{ with }}, {% with %}, ( with )"
