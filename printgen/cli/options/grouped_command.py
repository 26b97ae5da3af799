"""Options that can be shown as fields of a form, and a command with groups of options."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click


class FormOption(click.Option):
    """An option that the page of `printgen preview` can show as a field of a form.

    - `label`: the name of the field.
    - `choice_labels`: the label of each choice by its value. Other values than these choices are
      errors. The value "" means that nothing is chosen; alone, it leaves the type as it is.
    - `needs`: another option. The field is shown only while that option is set.
    - `suffixes`: the suffixes of the file names that the option accepts.
    """

    def __init__(
        self,
        *args: Any,
        label: str,
        choice_labels: Mapping[str, str] | None = None,
        needs: str = "",
        suffixes: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        if choices := [value for value in choice_labels or () if value]:
            kwargs["type"] = click.Choice(choices, case_sensitive=False)
        if kwargs.get("default") == "":  # click would show it as [default: ]
            kwargs["show_default"] = False
        super().__init__(*args, **kwargs)
        self.label, self.choice_labels = label, choice_labels or {}
        self.needs, self.suffixes = needs, tuple(suffixes)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the value of the option. Raise `BadParameter` for a file with another suffix."""
        converted = super().process_value(ctx, value)
        for path in converted if isinstance(converted, tuple) else (converted,):
            # The name of a font in a file may follow after #.
            names = str(path), str(path).rpartition("#")[0]
            is_file = bool(self.suffixes) and isinstance(path, Path)
            if is_file and not any(name.lower().endswith(self.suffixes) for name in names):
                *others, last = self.suffixes
                suffixes = " or ".join(filter(None, (", ".join(others), last)))
                raise click.BadParameter(f"{path} does not end in {suffixes}", ctx, self)
        return converted


form_option = partial(click.option, cls=FormOption)
"""Returns a decorator that adds a `FormOption` to a command, as `click.option` adds an option."""


class GroupedCommand(click.Command):
    """A command with groups of options: `option_groups` maps each heading to option names.

    The names are long options without dashes, separated by spaces, in the order to show them. Two
    bars (|) divide a group into usual options, options that the page folds away, and options that
    only the terminal has. Every option of the command must be in a group. Names of options that the
    command does not have are ignored, so that several commands can use the same groups.
    """

    def __init__(self, *args: Any, option_groups: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.option_groups = option_groups

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Where an option lacks its value, the error names the command."""
        try:
            return super().parse_args(ctx, args)
        except click.BadOptionUsage as error:
            error.ctx = error.ctx or ctx
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one definition list for each group, all with the same width of column."""
        records = {
            get_option_name(parameter): record
            for parameter in self.get_params(ctx)
            if (record := parameter.get_help_record(ctx))
        }
        width = max(len(usage) for usage, _ in records.values())
        for heading, names in self.option_groups.items():
            rows = [records[name] for name in names.split() if name in records]
            if rows:
                with formatter.section(heading):
                    # click measures the columns of each list: padding makes all of them equal.
                    formatter.write_dl([(usage.ljust(width), text) for usage, text in rows])

    def list_form_options(self) -> Iterator[tuple[str, list[FormOption], list[FormOption]]]:
        """Yield each group: its heading, its usual options, and those that the page folds away."""
        by_name: dict[str, Any] = {get_option_name(option): option for option in self.params}
        for heading, names in self.option_groups.items():
            usual, folded, *_ = (*names.split("|"), "")
            usual_options = [by_name[name] for name in usual.split()]
            yield heading, usual_options, [by_name[name] for name in folded.split()]


def get_option_name(parameter: click.Parameter) -> str:
    """Return the long name of an option as it is typed, without dashes."""
    return max(parameter.opts, key=len).removeprefix("--")
