"""Turn `python -m printgen` into the command line."""

import sys

from printgen.cli import main

if __name__ == "__main__":
    sys.exit(main())
