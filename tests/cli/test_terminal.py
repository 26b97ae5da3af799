"""What is printed is plain, aligned, said once, and cannot steer a terminal."""

import pytest

from printgen.cli import terminal as console
from printgen.problems import Place, Problem, Severity


def test_columns_are_aligned_and_figures_flush_right() -> None:
    rows = [("2026/a.pdf", "7 pages", "60 cards"), ("b.pdf", "1 page", "112 markers")]
    assert console.format_table(rows) == [
        "2026/a.pdf  7 pages     60 cards",
        "b.pdf        1 page  112 markers",
    ]


def test_a_table_of_nothing_is_nothing() -> None:
    assert console.format_table([]) == []


def test_a_problem_that_repeats_itself_is_said_once_with_every_thing_it_is_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def on(subject: str, message: str = "does not fit") -> Problem:
        return Problem(Place(subject=subject), message, "shorten it")

    console.print_problems([on("card 1"), on("card 2"), on("card 2", "is absent"), on("card 3")])
    assert capsys.readouterr().err == (
        "card 1: error: does not fit\n  shorten it\n  the same: card 2, card 3\n"
        "card 2: error: is absent\n  shorten it\n"
    )


@pytest.mark.parametrize(
    ("count", "others"),
    [(6, "1, 2, 3, 4, 5"), (7, "1, 2, 3, 4, 5 and 1 more"), (6001, "1, 2, 3, 4, 5 and 5,995 more")],
)
def test_of_many_things_alike_a_few_are_named(
    capsys: pytest.CaptureFixture[str], count: int, others: str
) -> None:
    console.print_problems(Problem(Place(subject=str(card)), "is dark") for card in range(count))
    assert capsys.readouterr().err == f"0: error: is dark\n  the same: {others}\n"


def test_a_note_is_told_from_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    note = Problem(Place("a.yaml", 3, 1), "unverified", severity=Severity.NOTE)
    console.print_problems([note], as_results=True)
    assert capsys.readouterr().out == "a.yaml:3:1: note: unverified\n"


@pytest.mark.parametrize("control", ["\x1b[2J", "\x07", "\x9b31m", "\u202e", "\r"])
def test_no_control_of_a_stranger_is_passed_on(
    capsys: pytest.CaptureFixture[str], control: str
) -> None:
    for problem in (
        Problem(Place(subject=f"a{control}b"), "message"),
        Problem(Place(file=f"a{control}b"), "message"),
        Problem(Place(), f"a{control}b", f"c{control}d"),
    ):
        console.print_problems([problem, Problem(Place(subject=control), problem.message)])
    assert control[0] not in capsys.readouterr().err
