"""One run tells what is wrong with many faces, and says where it stopped looking."""

import pytest

from printgen.content.model import Content
from printgen.layout.compose import Composer
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.products.job import MANY, Job, compose_all


class Refusing(Composer):
    """Sets nothing: each face has one problem."""

    def __init__(self) -> None:
        """Needs no templates."""

    def compose(self, template: str, context: object, name: str, title: str) -> object:  # type: ignore[override]
        raise Failure(ExitCode.DOES_NOT_FIT, [Problem(Where(subject=title), "too wide")])


def failure_of(count: int) -> Failure:
    """What composing `count` faces raises."""
    jobs = (Job(Content(f"A-{n}", f"card {n}", {}, {}), "card.svg", {}) for n in range(count))
    with pytest.raises(Failure) as raised:
        list(compose_all(Refusing(), jobs))
    assert raised.value.exit_code is ExitCode.DOES_NOT_FIT
    return raised.value


def test_a_few_problems_are_all_told() -> None:
    assert [str(problem.where) for problem in failure_of(3).problems] == [
        "card 0",
        "card 1",
        "card 2",
    ]


def test_where_it_stops_it_says_so() -> None:
    problems = failure_of(MANY + 1).problems
    assert len(problems) == MANY + 1
    assert problems[-1].message == f"{MANY} problems, the rest of the faces not looked at"
