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

from printgen.content.faces_of_print import generate_faces
from printgen.job.plan import PrintJob
from printgen.proof.face_crop import MM_PER_INCH, Cropper, encode_png
from printgen.rules.model import Game, Print

MAX_COLUMNS, MAX_ROWS, MIN_CELLS = 10, 7, 2
"""Cells of a sheet, across and down, and as few as the game takes either way."""

MAX_PIXELS = 4_095
"""Pixels of a sheet either way: the game wants less than 4,096."""

_DPI = 300
_PLAIN_BACK = (128, 128, 128)
"""What a card shows from behind that has no back, and whose own back is no secret."""

_ROUNDED, _CIRCLE = 0, 4
"""The game's numbers for the shapes of cards."""

_TRANSFORM = {"rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


class _CardSheet(NamedTuple):
    """Cells across and down, and the pixels of each."""

    columns: int
    rows: int
    width: int
    height: int


def plan_tabletop_files(
    game: Game,
    job: PrintJob,
    fronts: Cropper,
    back_cuts: Sequence[tuple[Print, Cropper]],
    folder: Path,
) -> Mapping[Path, Callable[[], bytes]]:
    """The files of a print in `folder`, to be drawn one by one; `behind` are its backs, if any."""
    files: dict[Path, Callable[[], bytes]] = {}
    objects: list[Mapping[str, Any]] = []
    shape = _CIRCLE if job.size and job.size.round else _ROUNDED
    number = 0
    for set_ in job.sets or ("",):
        all_contents = [item.content for item in generate_faces(game, job.print, set_, job.keys)]
        backs = [
            (of, item.content.face)
            for print_, of in back_cuts
            for item in generate_faces(game, print_, set_, job.keys)
        ]
        decks: dict[str, Mapping[str, Any]] = {}
        cards: list[Mapping[str, Any]] = []
        max_cards = MAX_COLUMNS * MAX_ROWS - 1
        cards_per_sheet = ceil(len(all_contents) / ceil(len(all_contents) / max_cards))
        for first in range(0, len(all_contents), cards_per_sheet):
            sheet_contents = all_contents[first : first + cards_per_sheet]
            number += 1
            sheet = _fit_sheet(len(sheet_contents) + 1, *fronts.face_sizes[sheet_contents[0].face])
            own_backs = backs[first : first + cards_per_sheet] if len(backs) > 1 else []
            shared_back = backs[0] if len(backs) == 1 else None
            face, back = (
                folder / f"{job.name}-sheet-{number}{suffix}.png" for suffix in ("", "-back")
            )
            files[face] = partial(
                _draw_sheet, sheet, [(fronts, item.face) for item in sheet_contents], shared_back
            )
            single_cell = _CardSheet(1, 1, sheet.width, sheet.height)
            files[back] = partial(
                _draw_sheet, sheet if own_backs else single_cell, own_backs, shared_back
            )
            deck = {
                "FaceURL": face.resolve().as_uri(),
                "BackURL": back.resolve().as_uri(),
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": bool(own_backs),
                "Type": shape,
            }
            decks[str(number)] = deck
            for index, item in enumerate(sheet_contents):
                of = {"CardID": 100 * number + index, "CustomDeck": {str(number): deck}}
                header = _object(len(objects), item.title)
                cards.append({"Name": "CardCustom", **header, "Hands": True, **of})
        name = f"{job.print.title} {set_}".strip()
        ids = [card["CardID"] for card in cards]
        deck = {"Name": "DeckCustom", **_object(len(objects), name), "Hands": False, "DeckIDs": ids}
        deck |= {"CustomDeck": decks, "ContainedObjects": cards}
        objects.append(deck if len(cards) > 1 else cards[0])
    text = json.dumps({"SaveName": "", "ObjectStates": objects}, ensure_ascii=False, indent=1)
    files[folder / f"{job.name}.json"] = f"{text}\n".encode
    return files


def _object(index: int, name: str) -> dict[str, Any]:
    """What an object says of itself that lies face down so far along the table."""
    transform = {"posX": 3 * index, "posY": 1, "posZ": 0, **_TRANSFORM}
    return {"Transform": transform, "Nickname": name, "Description": "", "SidewaysCard": False}


def _fit_sheet(cells: int, width: float, height: float) -> _CardSheet:
    """The sheet on which so many faces of a size in mm are largest; of these the smallest one."""
    candidates = []
    for columns in range(MIN_CELLS, MAX_COLUMNS + 1):
        rows = max(MIN_CELLS, ceil(cells / columns))
        if rows <= MAX_ROWS:
            scales = MAX_PIXELS // columns / width, MAX_PIXELS // rows / height, _DPI / MM_PER_INCH
            candidates.append((-min(scales), columns * rows, columns, rows))
    scale, _, columns, rows = min(candidates)
    return _CardSheet(columns, rows, int(-scale * width + 1e-6), int(-scale * height + 1e-6))


def _draw_sheet(
    sheet: _CardSheet, faces: Sequence[tuple[Cropper, str]], last_face: tuple[Cropper, str] | None
) -> bytes:
    columns, rows, width, height = sheet
    picture = Image.new("RGB", (columns * width, rows * height), _PLAIN_BACK)
    cells = dict(enumerate(faces)) | ({columns * rows - 1: last_face} if last_face else {})
    for place, (cut, name) in cells.items():
        row, column = divmod(place, columns)
        picture.paste(cut.draw_face(name, width, height), (column * width, row * height))
    return encode_png(picture)
