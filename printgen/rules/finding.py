"""Turn a claim that does not hold into a problem in the user's words."""

from dataclasses import replace

from printgen.problems import Problem, Severity, Where
from printgen.rules.model import Card


def finding(
    where: Where, subject: str, message: str, hint: str, severity: Severity = Severity.ERROR
) -> Problem:
    """A problem at the line that declares the claim, with the thing it was found on."""
    return Problem(replace(where, subject=subject), message, hint, severity)


def on_card(card: Card, part: str = "") -> str:
    """A card, or a part of it, as every stage names it."""
    return f"card {card.number}, {part}" if part else f"card {card.number}"
