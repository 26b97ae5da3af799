"""The list of cards next to their pictures (`--png`): the picture, count and values of each."""

import csv
import io
from collections.abc import Mapping

from printgen.content.content import TURNED
from printgen.content.faces_of_print import generate_faces
from printgen.job.plan import PrintJob
from printgen.layout.fonts import BREAK_POINT
from printgen.rules.model import Game

_NAMES = ("file", "count")
"""The first columns. A value with one of these names gets `.value` after its name."""


def write_card_list(game: Game, job: PrintJob, pictures: Mapping[str, str]) -> bytes:
    """Return a CSV file with a line for each card of a print, and a column for each value.

    `pictures` are the file names of the pictures of faces. Columns have the names of the fields and
    marks on the card. Headings of columns are left out.
    """
    lines: list[dict[str, str | int]] = []
    for set_ in job.sets or ("",):
        for content, place in generate_faces(game, job.print, set_, job.keys):
            if place.copy_number > 1:
                lines[-1]["count"] = place.copy_number
                continue
            line: dict[str, str | int] = {"file": pictures[content.face]}
            line["count"] = 1
            for name, text in {**content.fields, **content.marks}.items():
                if not name.endswith((".head", ".title", f".{TURNED}")):
                    column = f"{name}.value" if name in _NAMES else name
                    line[column] = text.replace(BREAK_POINT, "")
            lines.append(line)
    buffer = io.StringIO()
    names = dict.fromkeys((*_NAMES, *(name for line in lines for name in line)))
    writer = csv.DictWriter(buffer, [*names], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return buffer.getvalue().encode()
