"""Turn jobs into files that a browser opens: each merged face, as it was set.

They are there to look at a template while it is being changed, so they are kept even where the
print fails its proof. It must not know any paper or PDF.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from printgen.jobs import Job
from printgen.layout.compose import Composer
from printgen.problems import Failure, Problem, Where
from printgen.publish import Unpublished, publish


class Keeper:
    """Keeps the pages of one print's faces in a folder that holds nothing else."""

    def __init__(self, composer: Composer, folder: Path) -> None:
        self._composer = composer
        self._folder = folder
        self._kept: set[str] = set()

    def __call__(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """The same jobs, each with its page written as it passes.

        A page is named after its face: an SVG for a card, an HTML for a sheet. A face that cannot
        be set has none; composing says why. Raises `Unpublished`.
        """
        for job in jobs:
            content = job.content
            try:
                page = self._composer.browser_page(
                    job.template, job.context, content.title, self._folder
                )
            except Failure:
                yield job
                continue
            suffix = "svg" if page.startswith("<svg") else "html"
            # A face's name holds letters of the game's data, which may hold anything.
            name = f"{quote(content.face, safe='')}.{suffix}"
            publish({self._folder / name: page.encode()}, _INSTEAD)
            self._kept.add(name)
            yield job

    def clear(self) -> None:
        """Remove the pages that an earlier build kept and this one did not: call it last.

        Raises `Unpublished`.
        """
        for path in sorted(self._folder.glob("*")):
            if path.suffix not in (".svg", ".html") or path.name in self._kept:
                continue
            try:
                path.unlink()
            except OSError as error:
                message = f"an earlier build's page could not be removed: {error.strerror}"
                raise Unpublished((Problem(Where(str(path)), message, _INSTEAD),)) from error


_INSTEAD = "name another folder with --output"
