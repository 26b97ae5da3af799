"""Notes about rows whose text is smaller than that of others, or makes that of others smaller.

Boxes with the same `--same` name share a font scale, so the longest text sets the size of all.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from printgen.content.faces_of_print import generate_named_faces, list_set_keys
from printgen.pipeline.faces import ScaleCounts, choose_font_scale
from printgen.pipeline.plan import PrintJob
from printgen.problems import Place, Problem, note_places
from printgen.rules.model import Game, Print, Row, Table
from printgen.rules.standalone.column_types import choose_roles

_MAX_LONGEST, _MIN_GAIN = 3, 1.1
"""Most faces that are named because they shrink all text, and how much larger it would be."""


def note_smaller_text(
    game: Game, job: PrintJob, smaller: Iterable[Container[str]]
) -> Iterator[Problem]:
    """Yield a note for each row whose text is smaller than in most faces of its print.

    `smaller` has two containers: the names of the fronts, and of the backs, with smaller text.
    """
    sides = filter(None, (job.print, job.backs))
    for print_, names in zip(sides, smaller, strict=False):  # a print may have no backs
        places = find_row_places(game, print_, job, names)
        message = f"the text is smaller here than in most of {print_.id}"
        yield from note_places(places, message, "shorten it if all should look alike")


def find_row_places(
    game: Game, print_: Print, job: PrintJob, names: Container[str]
) -> Sequence[Place]:
    """Return the places of the rows of a job whose faces in `print_` have one of these names."""
    sets = job.sets or ("",)
    faces = chain(*(generate_named_faces(game, print_, set_, job.keys) for set_ in sets))
    rows = (face.place.row.row for face in faces if face.name in names and face.place.row)
    return [row.locate() for row in rows]


def note_longest_texts(game: Game, print_: Print, counts: ScaleCounts) -> Iterator[Problem]:
    """Yield a note for the few rows whose long text makes the text on all other faces smaller.

    `counts` has the faces of all rows, by the factor by which their text must be smaller.
    """
    sets = list_set_keys(game, print_) or ("",)
    for names, gain in _measure_growth_without_longest_texts(counts).items():
        faces = chain.from_iterable(generate_named_faces(game, print_, set_, None) for set_ in sets)
        rows = [face.place.row for face in faces if face.name in names and face.place.row]
        places = [replace(row.locate(), subject=_find_row_title(table, row)) for table, row in rows]
        which = "this row" if len(names) == 1 else f"these {len(names)} rows"
        message = f"without {which}, text on all other faces of {print_.id} could be"
        message += f" up to {100 * gain - 100:.0f} % larger"
        yield from note_places(places, message, "shorten it if all should be easy to read")


def _measure_growth_without_longest_texts(counts: ScaleCounts) -> Mapping[tuple[str, ...], float]:
    """Return by which factor text could grow if a few faces with long texts were left out.

    The keys are the names of these faces, at most three. The value is the factor for the text on
    all other faces. If the same faces limit several `--same` names, it is the largest factor.
    """
    gains: dict[tuple[str, ...], float] = {}
    for name, scales in chain.from_iterable(names.items() for names in counts.values()):
        scale = choose_font_scale(name, scales)
        ranked = [(factor, face) for factor in sorted(scales) for face in scales[factor]]
        for few in range(1, 1 + min(_MAX_LONGEST, len(ranked) // 2) if scale < 1 else 0):
            others: dict[float, list[str]] = {}
            for factor, face in ranked[few:]:
                others.setdefault(factor, []).append(face)
            gain = choose_font_scale(name, others) / scale
            if gain >= _MIN_GAIN:
                faces = tuple(face for _, face in ranked[:few])
                gains[faces] = max(gain, gains.get(faces, 0.0))
                break
    return gains


def _find_row_title(table: Table, row: Row) -> str:
    """Return the printed title of a row in quotes; "" if it has none, or if its table has a key."""
    roles = {} if table.key else choose_roles(table)
    titles = (row.cells[name] for name, (role, *_) in roles.items() if role == "title")
    return next((f"“{title}”" for title in titles if title), "")
