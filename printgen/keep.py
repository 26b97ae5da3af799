"""Turn jobs into files that a browser opens: each merged face, as it was set.

They are there to look at a template while it is being changed, so they are kept even where the
print fails its proof. It must not know any paper or PDF.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from printgen.layout.compose import Composer
from printgen.problems import Failure
from printgen.products.job import Job
from printgen.publish import publish


def kept(jobs: Iterable[Job], composer: Composer, folder: Path) -> Iterator[Job]:
    """The same jobs, each with its page written to `folder` as it passes.

    A page is named after its face: an SVG for a card, an HTML for a sheet. A face that cannot be
    set has none; composing says why. Raises `Failure` (could not write).
    """
    for job in jobs:
        content = job.content
        try:
            page = composer.browser_page(job.template, job.context, content.title, folder)
        except Failure:
            yield job
            continue
        suffix = "svg" if page.startswith("<svg") else "html"
        # A face's name holds letters of the game's data, which may hold anything.
        path = folder / f"{quote(content.face, safe='')}.{suffix}"
        publish({path: page.encode()}, "name another folder with --output")
        yield job
