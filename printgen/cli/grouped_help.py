"""A click command that lists its options under headings in `--help`."""

from collections.abc import Mapping
from typing import Any

import click


class GroupedCommand(click.Command):
    """A command with headings for its options: `option_groups` maps each to option names.

    The names are long options without dashes, separated by spaces, in the order to show them.
    Every option of the command must be in a group. Names of other options are ignored, so that
    commands can share groups.
    """

    def __init__(self, *args: Any, option_groups: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.option_groups = option_groups

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one definition list for each group, all with the same width of column."""
        records = {
            max(parameter.opts, key=len).removeprefix("--"): record
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
