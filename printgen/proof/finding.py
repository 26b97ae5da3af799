"""Turn a fault of a print into a Problem that names what is printed and what the rules say."""

from collections.abc import Iterable

from printgen.problems import ExitCode, Failure, Problem, Severity, Where


def fault(subject: str, message: str, hint: str = "") -> Problem:
    """An error about the thing printed that `subject` names."""
    return Problem(Where(subject=subject), message, hint)


def note(subject: str, message: str, hint: str = "") -> Problem:
    """A remark: it makes nothing wrong."""
    return Problem(Where(subject=subject), message, hint, Severity.NOTE)


def failed(message: str, hint: str) -> Failure:
    """What to raise where a file cannot be proofed at all."""
    return Failure(ExitCode.PROOF, (Problem(Where(), message, hint),))


def quoted(text: str) -> str:
    """A printed text in a message: in quotes, control characters shown, the long cut short."""
    shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:200])
    return f"“{shown}…”" if len(text) > 200 else f"“{shown}”"


def listed(words: Iterable[str]) -> str:
    """Words in a message, with commas."""
    return ", ".join(words)
