"""The faces that are held against a browser: the bundled games', and every documented example."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from printgen.content.catalogue import Wanted, contents
from printgen.jobs import context_of
from printgen.layout.compose import Composer
from printgen.layout.face import Face
from printgen.resources import find_game, fonts_folder, templates_folder
from printgen.rules.load import load
from printgen.rules.model import Game, Size

ROOT = Path(__file__).parents[2]
TYPE = '{ font-family: "IBM Plex Sans Condensed"; font-size: 4'


@dataclass(frozen=True, slots=True)
class Sample:
    """A template, or its text, and what it is merged with; `name` tells the tests apart."""

    name: str
    template: str
    context: Mapping[str, object] = field(repr=False)
    text: str = field(default="", repr=False)

    def page(self, folder: Path) -> tuple[Face, Path]:
        """The face, and the page that was written for a browser."""
        if self.text:
            Image.linear_gradient("L").save(folder / "picture.png")
            folder.joinpath(self.template).write_text(self.text)
        composer = Composer((folder, templates_folder()), (fonts_folder(),))
        face = composer.compose(self.template, self.context, self.name, self.name)
        page = folder / f"page{Path(self.template).suffix}"
        page.write_text(composer.browser_page(self.template, self.context, self.name, folder))
        return face, page


class Job(NamedTuple):
    """A face, and what its template is handed."""

    wanted: Wanted
    context: Mapping[str, object]


@cache
def bundled() -> tuple[Sample, ...]:
    """Every kind of face of the bundled games: each differs from the others in what is drawn."""
    return (*_combat_leader(), *_fistful_of_lead())


def _combat_leader() -> Iterator[Sample]:
    game = load(find_game("combat-leader"))
    yield from _samples(_jobs(game, "deck", "A", "1", "17", "36", "52", "53", "57"))
    yield from _samples(_jobs(game, "deck-backs", "B"))
    yield from _samples(_one_a_kind(_jobs(game, "markers")))
    yield from _samples(tuple(_jobs(game, "roster"))[:1])
    yield from _sheets(game, "sheet")


def _fistful_of_lead() -> Iterator[Sample]:
    game = load(find_game("fistful-of-lead"))
    yield from _samples(_jobs(game, "deck", "", "1", "2", "11", "25", "53"), game.about.id)
    for print_ in game.prints:
        if print_.is_page:
            yield from _sheets(game, print_.id)
        elif print_.id != "deck":
            yield from _samples(_one_a_kind(_jobs(game, print_.id)), game.about.id)


def _samples(made: Iterable[Job], of: str = "") -> Iterator[Sample]:
    for job in made:
        name = "-".join(filter(None, (of, job.wanted.content.face)))
        yield Sample(name, job.wanted.place.part.template, job.context)


def _sheets(game: Game, id_: str) -> Iterator[Sample]:
    for size in (Size("a4", 210.0, 297.0), Size("letter", 215.9, 279.4)):
        for job in _jobs(game, id_, size=size):
            name = f"{game.about.id}-{job.wanted.content.face}-{size.name}"
            yield Sample(name, job.wanted.place.part.template, job.context)


def _jobs(
    game: Game, id_: str, set_: str = "", *keys: str, size: Size | None = None
) -> Iterator[Job]:
    print_ = game.find_print(id_)
    assert print_
    size = size or next(iter(print_.sizes), None)
    for wanted in contents(game, print_, set_, frozenset(keys) or None):
        yield Job(wanted, context_of(game, print_, wanted, size))


@cache
def documented() -> tuple[Sample, ...]:
    """Every example of docs/templates.md, which has one of each element and property."""
    text = (ROOT / "docs" / "templates.md").read_text("utf-8")
    examples = re.findall(r"^```(svg|html|css)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return tuple(
        Sample(f"docs-{number}-{kind}", f"t.{_suffix(kind, example)}", {}, _whole(kind, example))
        for number, (kind, example) in enumerate(examples, 1)
    )


def shrunk() -> Sample:
    """A text and two boxes whose type shrinks, with edges and tracking in em."""
    css = (
        "p { font-size: 4px; letter-spacing: 0.05em; padding: 0.3em; margin-bottom: 0.5em;"
        " --min-size: 5pt; } .large { font-size: 1.5em; line-height: 7px; }"
        " .name { font-size: 9px; letter-spacing: 0.4px; --min-size: 6pt; }"
    )
    words = "In melee two more cards choose the side, then the soldier."
    held = f'<p xmlns="http://www.w3.org/1999/xhtml">{words} <span class="large">{words}</span></p>'
    content = (
        '<text class="name" x="5" y="38" data-fit="30 8">A rather long name</text>'
        f'<foreignObject x="2" y="2" width="36" height="24">{held}</foreignObject>'
        '<foreignObject x="0" y="0" width="30" height="20" transform="translate(58 3) rotate(90)">'
        f"{held}</foreignObject>"
    )
    return Sample("shrunk", "t.svg", {}, _whole("svg", f"<style>{css}</style>{content}"))


def _one_a_kind(made: Iterable[Job]) -> Iterator[Job]:
    """The first face of each that shows other fields, other marks or longer words."""
    seen: set[object] = set()
    for job in made:
        content, place = job.wanted
        lengths = frozenset((name, len(text) > 1) for name, text in content.fields.items())
        kind = (lengths, frozenset(content.marks.items()), place.part.template)
        if kind not in seen:
            seen.add(kind)
            yield job


def _suffix(kind: str, example: str) -> str:
    return "html" if kind == "html" or example.startswith("<html") else "svg"


def _whole(kind: str, example: str) -> str:
    """A documented example as a whole template, where it is none yet."""
    if example.startswith(("<svg", "<html")):
        return example
    css = "".join(re.findall("<style>(.*?)</style>", example, re.DOTALL))
    content = re.sub("<style>.*?</style>", "", example, flags=re.DOTALL)
    if kind == "css":
        css = example
        content = (
            '<rect x="2" y="2" width="9" height="6"/><text x="30" y="9">words</text>'
            '<foreignObject x="5" y="9" width="50" height="30">'
            '<div xmlns="http://www.w3.org/1999/xhtml"><p>words</p></div></foreignObject>'
        )
    if kind == "html":
        css = f"html {TYPE}mm; width: 100mm; height: 80mm; }}" + css
        return (
            '<html xmlns="http://www.w3.org/1999/xhtml"><head>'
            f"<style>{css}</style></head><body>{content}</body></html>"
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
        f"<style>svg {TYPE}px; }}{css}</style>{content}</svg>"
    )
