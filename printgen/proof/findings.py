"""The failure of a proof that cannot be made at all."""

from printgen.problems import ExitCode, Failure, refuse

REBUILD_HINT = "build it again: printgen build"


def fail(message: str, hint: str = REBUILD_HINT) -> Failure:
    """Return the exception to raise if a file cannot be proofed at all."""
    return refuse(ExitCode.PROOF, "", message, hint)
