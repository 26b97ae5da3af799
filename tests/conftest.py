"""What all tests share: they run side by side already, so that a build of theirs is one process.

tests/cli/test_executor.py asks for several.
"""

import os

os.environ["PRINTGEN_WORKERS"] = "1"
