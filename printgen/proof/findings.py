"""Turn a fault of a print into a Problem that names what is printed and what the rules say."""

from printgen.problems import ExitCode, Failure, Problem, Severity, Where

AGAIN = "build it again: printgen build"


def fault(subject: str, message: str, hint: str = "") -> Problem:
    """An error about the thing printed that `subject` names."""
    return Problem(Where(subject=subject), message, hint)


def note(subject: str, message: str) -> Problem:
    """A remark: it makes nothing wrong."""
    return Problem(Where(subject=subject), message, severity=Severity.NOTE)


def failed(message: str, hint: str = AGAIN) -> Failure:
    """What to raise where a file cannot be proofed at all."""
    return Failure(ExitCode.PROOF, (Problem(Where(), message, hint),))
