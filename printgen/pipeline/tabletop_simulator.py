"""Turn the proofed faces of a print into what Tabletop Simulator loads as a saved object.

That is sheets of at most 10 × 7 cells, of which the last is what others see of a card in a hand,
and a file of JSON that names them where they lie. A set is an object; what is made of one face is
a card and no deck.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from printgen.content.faces_of_print import contents
from printgen.job.plan import Planned
from printgen.proof.face_crop import MM_PER_INCH, CutOut, png
from printgen.rules.model import Game, Print

COLUMNS, ROWS, LEAST = 10, 7, 2
"""Cells of a sheet, across and down, and as few as the game takes either way."""

MOST = 4_095
"""Pixels of a sheet either way: the game wants less than 4,096."""

_DPI = 300
_PLAIN = (128, 128, 128)
"""What a card shows from behind that has no back, and whose own back is no secret."""

_ROUNDED, _CIRCLE = 0, 4
"""The game's numbers for the shapes of cards."""

_TABLE = {"rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


class _Sheet(NamedTuple):
    """Cells across and down, and the pixels of each."""

    columns: int
    rows: int
    width: int
    height: int


def table_of(
    game: Game,
    planned: Planned,
    fronts: CutOut,
    behind: Sequence[tuple[Print, CutOut]],
    folder: Path,
) -> Mapping[Path, Callable[[], bytes]]:
    """The files of a print in `folder`, to be drawn one by one; `behind` are its backs, if any."""
    found: dict[Path, Callable[[], bytes]] = {}
    objects: list[Mapping[str, Any]] = []
    kind = _CIRCLE if planned.size and planned.size.round else _ROUNDED
    number = 0
    for set_ in planned.sets or ("",):
        wanted = [one.content for one in contents(game, planned.print, set_, planned.keys)]
        backs = [
            (of, one.content.face)
            for print_, of in behind
            for one in contents(game, print_, set_, planned.keys)
        ]
        decks: dict[str, Mapping[str, Any]] = {}
        cards: list[Mapping[str, Any]] = []
        most = COLUMNS * ROWS - 1
        on_each = ceil(len(wanted) / ceil(len(wanted) / most))
        for first in range(0, len(wanted), on_each):
            here = wanted[first : first + on_each]
            number += 1
            sheet = _sheet(len(here) + 1, *fronts.sizes[here[0].face])
            own = backs[first : first + on_each] if len(backs) > 1 else []
            shared = backs[0] if len(backs) == 1 else None
            face, back = (
                folder / f"{planned.name}-sheet-{number}{end}.png" for end in ("", "-back")
            )
            found[face] = partial(_drawn, sheet, [(fronts, one.face) for one in here], shared)
            single = _Sheet(1, 1, sheet.width, sheet.height)
            found[back] = partial(_drawn, sheet if own else single, own, shared)
            deck = {
                "FaceURL": face.resolve().as_uri(),
                "BackURL": back.resolve().as_uri(),
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": bool(own),
                "Type": kind,
            }
            decks[str(number)] = deck
            for index, one in enumerate(here):
                of = {"CardID": 100 * number + index, "CustomDeck": {str(number): deck}}
                where = _at(len(objects), one.title)
                cards.append({"Name": "CardCustom", **where, "Hands": True, **of})
        name = f"{planned.print.title} {set_}".strip()
        ids = [card["CardID"] for card in cards]
        deck = {"Name": "DeckCustom", **_at(len(objects), name), "Hands": False, "DeckIDs": ids}
        deck |= {"CustomDeck": decks, "ContainedObjects": cards}
        objects.append(deck if len(cards) > 1 else cards[0])
    text = json.dumps({"SaveName": "", "ObjectStates": objects}, ensure_ascii=False, indent=1)
    found[folder / f"{planned.name}.json"] = f"{text}\n".encode
    return found


def _at(place: int, name: str) -> dict[str, Any]:
    """What an object says of itself that lies face down so far along the table."""
    where = {"posX": 3 * place, "posY": 1, "posZ": 0, **_TABLE}
    return {"Transform": where, "Nickname": name, "Description": "", "SidewaysCard": False}


def _sheet(cells: int, width: float, height: float) -> _Sheet:
    """The sheet on which so many faces of a size in mm are largest; of these the smallest one."""
    found = []
    for columns in range(LEAST, COLUMNS + 1):
        rows = max(LEAST, ceil(cells / columns))
        if rows <= ROWS:
            most = MOST // columns / width, MOST // rows / height, _DPI / MM_PER_INCH
            found.append((-min(most), columns * rows, columns, rows))
    scale, _, columns, rows = min(found)
    return _Sheet(columns, rows, int(-scale * width + 1e-6), int(-scale * height + 1e-6))


def _drawn(
    sheet: _Sheet, faces: Sequence[tuple[CutOut, str]], last: tuple[CutOut, str] | None
) -> bytes:
    columns, rows, width, height = sheet
    picture = Image.new("RGB", (columns * width, rows * height), _PLAIN)
    cells = dict(enumerate(faces)) | ({columns * rows - 1: last} if last else {})
    for place, (cut, name) in cells.items():
        row, column = divmod(place, columns)
        picture.paste(cut.draw(name, width, height), (column * width, row * height))
    return png(picture)
