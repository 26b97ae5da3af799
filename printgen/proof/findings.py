"""Turn a fault of a print into a Problem that names what is printed and what the rules say."""

from printgen.problems import ExitCode, Failure, Problem, Severity, Spot

REBUILD_HINT = "build it again: printgen build"


def as_error(subject: str, message: str, hint: str = "") -> Problem:
    """An error about the thing printed that `subject` names."""
    return Problem(Spot(subject=subject), message, hint)


def make_note(subject: str, message: str) -> Problem:
    """A remark: it makes nothing wrong."""
    return Problem(Spot(subject=subject), message, severity=Severity.NOTE)


def fail(message: str, hint: str = REBUILD_HINT) -> Failure:
    """What to raise where a file cannot be proofed at all."""
    return Failure(ExitCode.PROOF, (Problem(Spot(), message, hint),))
