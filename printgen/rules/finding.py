"""Turn what does not hold into a problem in the user's words."""

from dataclasses import replace

from printgen.problems import Problem, Severity
from printgen.rules.model import Check, Row, Table


def finding(
    check: Check, subject: str, message: str, hint: str, severity: Severity = Severity.ERROR
) -> Problem:
    """A problem at the line that declares the check, with the thing it was found on."""
    said = f" ({check.says})" if check.says else ""
    return Problem(replace(check.place, subject=subject), message + said, hint, severity)


def on_row(row: Row, table: Table, part: str = "") -> str:
    """A row, or a cell of it, as every stage names it: card 17, accuracy."""
    noun = f"{table.noun} {row.key}"
    return f"{noun}, {part}" if part else noun
