"""Problem records for the findings of a proof."""

from printgen.problems import ExitCode, Failure, Place, Problem, Severity

REBUILD_HINT = "build it again: printgen build"


def as_error(subject: str, message: str, hint: str = "") -> Problem:
    """Return an error; `subject` names the face, page or field."""
    return Problem(Place(subject=subject), message, hint)


def make_note(subject: str, message: str) -> Problem:
    """Return a note, which is printed but is not an error."""
    return Problem(Place(subject=subject), message, severity=Severity.NOTE)


def fail(message: str, hint: str = REBUILD_HINT) -> Failure:
    """Return the exception to raise if a file cannot be proofed at all."""
    return Failure(ExitCode.PROOF, (Problem(Place(), message, hint),))
