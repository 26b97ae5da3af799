"""Words of a command line in the form in which a person types them."""

import os
import shlex
import subprocess


def quote_argument(argument: str) -> str:
    """Return an argument as it is typed, in quotes if it needs them.

    The terminal of Windows takes only double quotes, and other shells expand signs inside them.
    """
    return subprocess.list2cmdline([argument]) if os.name == "nt" else shlex.quote(argument)
