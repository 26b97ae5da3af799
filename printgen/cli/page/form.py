"""The options of `printgen build` as fields of a form.

The page has no list of options of its own: it shows what the options declare, in their groups.
"""

import os
import re
from collections.abc import Mapping
from functools import cache

import click
import msgspec

from printgen.cli.commands.build import build_games
from printgen.cli.commands.docs import read_pages
from printgen.cli.options.grouped_command import FormOption, get_option_name

_FIELD_KINDS = {click.Choice: "choice", click.IntRange: "number", click.FloatRange: "number"}
"""Kinds of fields by the types of their options. Others are texts, files or folders."""


class OptionField(msgspec.Struct, frozen=True, rename="camel"):
    """An option of `printgen build`, shown as a field of a form.

    - `kind`: flag, choice, number, file, folder or text.
    - `choices`: pairs of a value and its label.
    - `is_open`: whether other values than the choices are accepted too.
    - `is_list`: whether the field takes several values.
    - `parts`: if a value consists of several fields, such as a width and a height, their names.
    - `suffixes`: the suffixes of the file names that a field for files accepts.
    - `none`: the label of the choice that sets no value.
    - `least`, `most`: the limits of a number; None without a limit.
    - `needs`: another option. Without that option, this one has no effect.
    - `doc`: the page of the documentation that explains the option.
    """

    name: str
    label: str
    kind: str
    choices: list[tuple[str, str]]
    is_open: bool
    is_list: bool
    parts: list[str]
    suffixes: tuple[str, ...]
    none: str
    default: str
    least: float | None
    most: float | None
    example: str
    help: str
    needs: str
    doc: str


class FieldGroup(msgspec.Struct, frozen=True):
    """A heading with its usual fields, and its rare fields, which the page folds away."""

    name: str
    usual: list[OptionField]
    folded: list[OptionField]


def describe_form() -> list[FieldGroup]:
    """Return the groups of options that the page shows, without groups that would be empty."""
    context = click.Context(build_games, info_name="build")
    groups = (
        FieldGroup(
            heading,
            [_describe_field(context, option) for option in usual],
            [_describe_field(context, option) for option in folded],
        )
        for heading, usual, folded in build_games.list_form_options()
    )
    return [group for group in groups if group.usual or group.folded]


def _describe_field(context: click.Context, option: FormOption) -> OptionField:
    info, name = option.to_info_dict(), get_option_name(option)
    kind = "flag" if option.is_flag else _FIELD_KINDS.get(type(option.type), "text")
    if isinstance(option.type, click.Path):
        kind = "file" if option.type.file_okay else "folder"
    choices = [(value, value) for value in info["type"].get("choices", ())]
    is_open = kind == "text"
    if is_open:  # what a shell would complete
        items = option.shell_complete(context, "")
        choices = [(item.value, item.help or item.value) for item in items]
    default = os.environ.get(str(option.envvar), info["default"])
    metavar = "" if kind == "flag" else option.metavar or ""
    return OptionField(
        name,
        option.label,
        kind,
        [(value, option.choice_labels.get(value, text)) for value, text in choices],
        is_open,
        option.multiple,
        metavar.lower().split() if option.nargs > 1 else [],
        option.suffixes,
        option.choice_labels.get("", "None" if option.suffixes or kind == "folder" else "As usual"),
        str(default) if isinstance(default, str | int | float) and kind != "flag" else "",
        info["type"].get("min"),
        info["type"].get("max"),
        metavar.lower(),
        option.help or "",
        option.needs,
        _map_options_to_pages().get(name, ""),
    )


@cache
def _map_options_to_pages() -> Mapping[str, str]:
    """Return, by the name of each option, the page of the documentation that describes it.

    It is the first page with a table row that starts with the option. If there is none, it is the
    first page with a table row that mentions it.
    """
    pages: dict[str, str] = {}
    for row in (r"^\| *`--([a-z-]+)", r"^\|.*?`--([a-z-]+)"):
        for page, text in read_pages().items():
            for name in re.findall(row, text, re.MULTILINE):
                pages.setdefault(name, page)
    return pages
