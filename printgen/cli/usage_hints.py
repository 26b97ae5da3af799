"""Hints for wrong command lines: what to type instead, or where the documentation explains it."""

import re
from contextlib import suppress
from pathlib import Path

import click

from printgen.cli.commands.docs import find_topic_by_word
from printgen.cli.options.arguments import is_table_file
from printgen.cli.options.grouped_command import get_option_name
from printgen.data_files import read_hints
from printgen.problems import suggest_closest_word
from printgen.system.bundled import map_bundled_games
from printgen.system.shell_words import quote_argument


def find_hint(error: click.ClickException) -> str:
    """Return a hint that says how to fix a usage error; "" if there is none to add."""
    # Neither click nor `printgen check` gives the typed word, except in the message.
    message = error.message
    if match := re.search("'(.+)' does not exist|no file ([^,]+)$", message):
        return _suggest_file_name(Path(match[1] or match[2]))
    if match := re.match(r"(?i)(.+\.[ct]sv) does not end in ", message):
        return f"to print a table, type printgen build {quote_argument(match[1])}"
    if match := re.match("No such command '(.+)'", message):
        name = match[1]
        if name == "help":
            return "did you mean printgen --help?"
        is_source = is_table_file(name) or Path(name).is_dir() or name in map_bundled_games()
        return f"did you mean printgen build {quote_argument(name)}?" if is_source else ""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        word = error.option_name.lstrip("-")
        if f"--{word}" != error.option_name:
            return "write the full name of the option after two dashes, such as --size"
        names = [get_option_name(each) for each in error.ctx.command.params if each.name]
        known = {**read_hints("words"), **read_hints("options")}
        hint = known.get(word) or _suggest_option(error.ctx, word)
        # click names similar options itself.
        return hint or ("" if suggest_closest_word(word, names) else _suggest_page(word))
    if isinstance(error, click.BadOptionUsage) and error.ctx:
        return _explain_option_usage(error.ctx, error.option_name)
    match = re.match("'(.+?)' is not ", message)
    if match and match[1].startswith("--") and isinstance(error, click.BadParameter):
        # The next option was read as the value of this one.
        return (
            _explain_option_usage(error.ctx, error.param.opts[-1])
            if error.ctx and error.param
            else ""
        )
    return (read_hints("words").get(match[1]) or _suggest_page(match[1])) if match else ""


def _suggest_file_name(path: Path) -> str:
    """Return the name in the folder of a missing file that is most similar to it; "" if none is."""
    with suppress(OSError):  # the name may be too long for the file system
        names = [entry.name for entry in path.parent.glob("*")]
        return suggest_closest_word(path.name, names).rstrip()
    return ""


def _suggest_option(context: click.Context, word: str) -> str:
    """Return a hint with the option that has the value `word`; "" if none has it.

    For example, the hint for --grey is --ink grey.
    """
    from printgen.rules.values.sizes import SIZES

    for option in context.command.params:
        items = option.shell_complete(context, word)
        values = [item.value for item in items if item.type == "plain"]
        values += SIZES if option.name == "sizes" else ()
        if isinstance(option, click.Option) and word in values:
            return f"did you mean --{get_option_name(option)} {word}?"
    return ""


def _explain_option_usage(context: click.Context, name: str) -> str:
    """Return a hint that says how to type an option, and the values or the kind of value it takes.

    Return "" if `name` is no option of the command.
    """
    option = next((each for each in context.command.params if name in each.opts), None)
    if not isinstance(option, click.Option):
        return ""
    if option.is_flag:
        return f"write {name} without a value"
    if isinstance(option.type, click.Choice):
        return f"write {' or '.join(f'{name} {value}' for value in option.type.choices)}"
    placeholder = option.metavar or option.type.name.upper()
    return f"write a value after it: {name} {placeholder}. {option.help}"


def _suggest_page(word: str) -> str:
    section = find_topic_by_word(word)
    return f"printgen docs {section} says how printgen does it" if section else ""
