"""Turn jobs, each a content and the template that sets it, into faces.

It goes on past a face that cannot be set, so that one run reports what is wrong with all of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from printgen.content.model import Content
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.problems import ExitCode, Failure, Problem, Where

MANY = 50
"""Problems after which composing stops: a fault of the template repeats itself on every card."""


@dataclass(frozen=True, slots=True)
class Job:
    """One face to set: its content, its template, and the records the template may ask for."""

    content: Content
    template: str
    records: Mapping[str, object]

    @property
    def context(self) -> dict[str, object]:
        """What the template sees: the records, and under `say` and `marks` what it must print."""
        return {**self.records, "say": self.content.fields, "marks": self.content.marks}


def compose_all(composer: Composer, jobs: Iterable[Job]) -> Iterator[Face]:
    """The face of each job, in order, each made as asked for.

    Raises `Failure` after the last job (or `MANY` problems) if any could not be set.
    """
    problems: list[Problem] = []
    exit_code = ExitCode.WELL
    for job in jobs:
        try:
            content = job.content
            yield composer.compose(job.template, job.context, content.face, content.title)
        except Failure as failure:
            problems += failure.problems
            exit_code = exit_code or failure.exit_code
            if len(problems) >= MANY:
                # One more line, since a run that seems to tell all would mislead.
                problems.append(
                    Problem(
                        Where(),
                        f"{len(problems)} problems, the rest of the faces not looked at",
                        "mend these",
                    )
                )
                break
    if problems:
        raise Failure(exit_code, problems)
