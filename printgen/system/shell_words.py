"""Words of a command line in the form in which a person types them."""

import os
import shlex
import subprocess


def quote_argument(argument: str) -> str:
    """Return an argument as it is typed in a shell, in quotes if it needs them.

    On Windows, these are double quotes. Elsewhere, they are single quotes, because shells expand
    signs such as $ inside double quotes.
    """
    return subprocess.list2cmdline([argument]) if os.name == "nt" else shlex.quote(argument)
