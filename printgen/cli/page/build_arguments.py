"""The arguments of `printgen build` for the options chosen on the page, formatted and parsed."""

import os
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from printgen.cli.commands.build import build_games
from printgen.cli.options.arguments import OptionError, describe_usage_error, find_player_files
from printgen.cli.options.grouped_command import FormOption, get_option_name
from printgen.cli.options.pictures import picture_options
from printgen.cli.options.sheets import layout_options
from printgen.cli.options.sources import find_sources, table_options
from printgen.preview.command_line_functions import Values
from printgen.problems import ExitCode, Failure

if TYPE_CHECKING:
    from printgen.pipeline.plan import Request
    from printgen.rules.source import Source


def list_form_options() -> Mapping[str, FormOption]:
    """Return the options of `printgen build` that the page shows, by name.

    Some options make sense only in a terminal, such as --watch.
    """
    return {
        get_option_name(option): option
        for _, usual, folded in build_games.list_form_options()
        for option in (*usual, *folded)
    }


def format_arguments(source: str, values: Values) -> list[str]:
    """Return the arguments of `printgen build` for a source and the values of its options.

    Options that the page does not show are left out.
    """
    options = list_form_options()
    known = ((options[name], value) for name, value in values.items() if name in options)
    words = [word for option, value in known for word in _format_option(option, value)]
    return [*words, "--", source]


def _format_option(option: FormOption, value: Any) -> Iterator[str]:
    name = f"--{get_option_name(option)}"
    if value in ("", False, None, []):
        return
    if option.is_flag:
        yield name
    elif option.nargs > 1:
        yield name
        yield from map(str, value)
    else:
        for each in value if isinstance(value, list) else [value]:
            yield f"{name}={each}"


def format_command(arguments: Sequence[str]) -> str:
    """Return the command line that a person would type for these arguments of `printgen build`."""
    join = subprocess.list2cmdline if os.name == "nt" else shlex.join
    *options, _, source = arguments
    is_plain = not source.startswith("-")
    return join(["printgen", "build", *((source, *options) if is_plain else arguments)])


@layout_options
@picture_options
@table_options
def _return_arguments(**values: Any) -> Mapping[str, Any]:
    """Return the keyword arguments that the function of the command `build` would get.

    click calls this function instead. Its arguments include the objects made of several options,
    such as the layout.
    """
    return values


def parse_arguments(arguments: Sequence[str]) -> "tuple[Source, Request]":
    """Return what to print, and how, from these arguments of `printgen build`.

    The first value is the game, the table or the player's file to print. The second has the values
    of the options. Raises `Failure`, also for mistakes that click reports.
    """
    try:
        with build_games.make_context("build", [*arguments]) as context:
            return _make_build_request(context.invoke(_return_arguments, **context.params))
    except click.UsageError as error:
        raise Failure(ExitCode.USAGE, (describe_usage_error(error),)) from None


def _make_build_request(values: Values) -> "tuple[Source, Request]":
    from printgen.pipeline.plan import Request

    sources = find_sources(values["games"], values["reading_options"], values["output"])
    sources = find_player_files(sources, values["data"]) or sources
    if len(sources) != 1:
        raise OptionError("--sheet", "makes several decks: choose one sheet here", value="all")
    fields = {name: values[name] for name in Request.__struct_fields__ if name in values}
    return sources[0], values["options"].make_request(**fields)
