"""Decks for Tabletop Simulator, made from the faces of proofed prints (`--tts`, `--tts-update`).

A saved object is a set of sheets of at most 10 × 7 cells, and a JSON file with their locations. The
last cell of a sheet is what other players see of a card in a hand. Each set of a print becomes one
object: a deck, or a single card if it has only one face.

In the save of `--tts-update`, the new cards are spliced into the text, so that everything else
stays as it is, byte for byte.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from PIL import Image

from printgen.content.faces_of_print import WantedFaceNames, generate_wanted_faces, get_card_title
from printgen.lengths import MM_PER_INCH
from printgen.outputs.crops import FaceCropper, encode_png, open_cropper
from printgen.outputs.output import note_skipped_prints
from printgen.pipeline.build import FinishedPrint, MakeFile
from printgen.pipeline.plan import PrintJob
from printgen.problems import (
    ExitCode,
    Failure,
    Place,
    Problem,
    create_failure,
    make_error,
    make_fix,
    make_note,
)
from printgen.rules.model import Game, Print

MAX_COLUMNS, MAX_ROWS, MIN_CELLS = 10, 7, 2
"""The most cells of a sheet, across and down, and the fewest that the program accepts in either
direction."""

MAX_PIXELS = 4_095
"""Pixels of a sheet in either direction: the program requires fewer than 4,096."""

_DPI = 300
_PLAIN_COLOUR = (128, 128, 128)
"""The colour of cards without a back, and of unused cells."""

_ROUNDED_SHAPE, _CIRCLE_SHAPE = 0, 4
"""The program's numbers for the shapes of cards."""

_TRANSFORM = {"rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


class _CardSheet(NamedTuple):
    """A picture with a grid of cards.

    `columns` and `rows` are the numbers of cells, `width` and `height` the size of a cell in
    pixels.
    """

    columns: int
    rows: int
    width: int
    height: int


class TabletopFiles(msgspec.Struct, frozen=True):
    """The files for Tabletop Simulator (`--tts`): pictures with sheets of cards, and saved objects.

    - `save`: a file of the user (`--tts-update`), in which decks are updated too; None without one.
    - `cost_in_faces`: how long it takes to make one file, as a number of faces that can be composed
      in that time.
    """

    save: Path | None = None
    cost_in_faces: int = 1 + 600**2 // 200**2

    def check_jobs(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Yield an error if no objects can be made of the prints, or if an update would lose cards.

        Yield a note that names the prints without objects, such as pages and boards.
        """
        tts = "--tts-update" if self.save else "--tts"
        backs = [job for job in jobs if job.print.backs_of]
        fronts = [job for job in jobs if not (job.print.is_page or job.print.backs_of)]
        fronts = [job for job in fronts if not (job.print.box_of or job.parts)]
        if any(job.outline == "hexagon" for job in fronts):
            fixes = (make_fix(png="300", **{tts[2:]: None}),)
            hint = "use --png 300, or leave it out"
            yield make_error(tts, "cannot make hexagons", hint, fixes=fixes)
        elif not fronts:
            hint = f"choose a print of cards or markers with --only, or remove {tts}"
            yield make_error(tts, "no chosen print has cards or markers", hint)
        else:
            yield from note_skipped_prints(tts, jobs, fronts + backs, "no cards or markers")
        filled = [job for job in jobs if job.print.full_bleed]
        filled = [job for job in filled if not job.layout.has_room_for_bleed(job.print.bleed)]
        if names := " and ".join(job.print.id for job in filled):
            reason = "because the pictures are made from it"
            message = f"{names}: printed to the edge in the PDF too, {reason}"
            yield make_note(tts, message, f"to print on paper, build again without {tts}")
        if self.save and any(job.keys is not None for job in jobs):
            message = "the decks in the save would keep only some of their cards"
            is_changed = any(isinstance(job.keys, WantedFaceNames) for job in jobs)
            option = "since" if is_changed else "cards"
            fixes = (make_fix(**{option: None}),)
            yield make_error(tts, message, f"leave --{option} out", fixes=fixes)

    def plan_files(
        self, game: Game, target: Path, prints: Sequence[FinishedPrint]
    ) -> tuple[Mapping[Path, MakeFile], Sequence[Problem]]:
        """Return the files to make, by their paths, and notes.

        New files are in the folder `target`. Each file is given as a function that returns its
        bytes. Raises `Failure` (usage) if the save cannot be updated.
        """
        files, folder = dict[Path, MakeFile](), target / "tabletop"
        objects, notes = list[Mapping[str, Any]](), list[Problem]()
        fronts = (each for each in prints if each.is_front)
        fronts = (each for each in fronts if not (each.job.print.box_of or each.job.parts))
        for job, cropper in ((each.job, open_cropper(each)) for each in fronts):
            backs = [other for other in prints if other.job.print.backs_of == job.print.id]
            back_croppers = [(back.job.print, open_cropper(back)) for back in backs]
            back_croppers += [(job.backs, cropper)] if job.backs else []
            # The program keeps pictures by their addresses: a changed print needs another one.
            ids = job.print.id, *(print_.id for print_, _ in back_croppers)
            pdfs = b"".join(other.pdf for other in prints if other.job.print.id in ids)
            stamp = f"-{sha256(pdfs).hexdigest()[:8]}" if self.save else ""
            planned = plan_tabletop_files(game, job, cropper, back_croppers, folder, stamp)
            files |= planned[0]
            objects += planned[1]
        if self.save:
            text, messages = update_save(self.save, objects)
            files[self.save] = partial(bytes, text)
            notes += (make_note(f"--tts-update {self.save.name}", each) for each in messages)
        return files, notes


def plan_tabletop_files(
    game: Game,
    job: PrintJob,
    front_cropper: FaceCropper,
    back_croppers: Sequence[tuple[Print, FaceCropper]],
    folder: Path,
    stamp: str = "",
) -> tuple[Mapping[Path, Callable[[], bytes]], Sequence[Mapping[str, Any]]]:
    """Return the files of a print to make, by their paths in `folder`, and its saved objects.

    Each file is given as a function that returns its bytes.

    - `front_cropper`: draws the faces of the print.
    - `back_croppers`: the prints of its backs, each with the cropper that draws its faces.
    - `stamp`: a text that is added to the file names of the sheets. Tabletop Simulator keeps
      pictures by their addresses, so changed pictures need new names.
    """
    files: dict[Path, Callable[[], bytes]] = {}
    objects: list[Mapping[str, Any]] = []
    shape = _CIRCLE_SHAPE if job.outline == "circle" else _ROUNDED_SHAPE
    number = 0
    for set_ in job.sets or ("",):
        wanted_faces = [*generate_wanted_faces(game, job.print, set_, job.keys)]
        contents = [wanted.content for wanted in wanted_faces]
        titles = [*map(get_card_title, wanted_faces)]
        if len({*titles}) < len(titles):
            titles = [content.title for content in contents]
        backs = [
            (cropper, wanted.content.face)
            for print_, cropper in back_croppers
            for wanted in generate_wanted_faces(game, print_, set_, job.keys)
        ]
        decks: dict[str, Mapping[str, Any]] = {}
        cards: list[Mapping[str, Any]] = []
        max_cards = MAX_COLUMNS * MAX_ROWS - 1
        # Sheets of equal size: 71 cards become 36 and 35, not 69 and 2.
        cards_per_sheet = ceil(len(contents) / ceil(len(contents) / max_cards))
        for first in range(0, len(contents), cards_per_sheet):
            sheet_contents = contents[first : first + cards_per_sheet]
            number += 1
            size = front_cropper.face_sizes[sheet_contents[0].face]
            sheet = _choose_sheet_grid(len(sheet_contents) + 1, *size)
            own_backs = backs[first : first + cards_per_sheet] if len(backs) > 1 else []
            shared_back = backs[0] if len(backs) == 1 else None
            stem = f"{job.name}-sheet-{number}{stamp}"
            face, back = folder / f"{stem}.png", folder / f"{stem}-back.png"
            cards_on_sheet = [(front_cropper, card.face) for card in sheet_contents]
            files[face] = partial(_draw_sheet, sheet, cards_on_sheet, shared_back)
            # A shared back needs one cell, not a sheet.
            back_sheet = sheet if own_backs else _CardSheet(1, 1, sheet.width, sheet.height)
            files[back] = partial(_draw_sheet, back_sheet, own_backs, shared_back)
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
            for index in range(len(sheet_contents)):
                # The program reads the sheet and the cell from CardID: 100 × sheet + cell.
                source = {"CardID": 100 * number + index, "CustomDeck": {str(number): deck}}
                header = _make_common_entries(len(objects), titles[first + index])
                cards.append({"Name": "CardCustom", **header, "Hands": True, **source})
        name = f"{job.print.title} {set_}".strip()
        ids = [item["CardID"] for item in cards]
        header = _make_common_entries(len(objects), name)
        deck = {"Name": "DeckCustom", **header, "Hands": False, "DeckIDs": ids}
        deck |= {"CustomDeck": decks, "ContainedObjects": cards}
        # The same at every build, so that --tts-update finds the object in a save.
        origin = "\n".join((game.about.id, job.print.id, set_))
        guid = sha256(origin.encode()).hexdigest()[:6]
        objects.append({"GUID": guid, **(deck if len(cards) > 1 else cards[0])})
    text = json.dumps({"SaveName": "", "ObjectStates": objects}, ensure_ascii=False, indent=1)
    files[folder / f"{job.name}.json"] = f"{text}\n".encode
    return files, objects


def _make_common_entries(index: int, name: str) -> dict[str, Any]:
    """Return the entries that every saved object has. The object is called `name` and is face down.

    `index` is the number of the object. It sets its place on the table, 3 units from the next one.
    """
    transform = {"posX": 3 * index, "posY": 1, "posZ": 0, **_TRANSFORM}
    return {"Transform": transform, "Nickname": name, "Description": "", "SidewaysCard": False}


def _choose_sheet_grid(cells: int, width: float, height: float) -> _CardSheet:
    """Return the sheet with at least this number of cells that shows the faces largest.

    `width` and `height` are the size of a face in mm. If several sheets show them equally large,
    the one with the fewest cells is returned.
    """
    candidates = []
    for columns in range(MIN_CELLS, MAX_COLUMNS + 1):
        rows = max(MIN_CELLS, ceil(cells / columns))
        if rows <= MAX_ROWS:
            scales = MAX_PIXELS // columns / width, MAX_PIXELS // rows / height, _DPI / MM_PER_INCH
            candidates.append((-min(scales), columns * rows, columns, rows))
    scale, _, columns, rows = min(candidates)
    return _CardSheet(columns, rows, int(-scale * width + 1e-6), int(-scale * height + 1e-6))


def _draw_sheet(
    sheet: _CardSheet,
    faces: Sequence[tuple[FaceCropper, str]],
    last_face: tuple[FaceCropper, str] | None,
) -> bytes:
    """Return a PNG of a sheet with these faces.

    `last_face`, if there is one, is drawn in the last cell.
    """
    columns, rows, width, height = sheet
    picture = Image.new("RGB", (columns * width, rows * height), _PLAIN_COLOUR)
    cells = dict(enumerate(faces)) | ({columns * rows - 1: last_face} if last_face else {})
    for index, (cropper, name) in cells.items():
        row, column = divmod(index, columns)
        picture.paste(cropper.draw_face(name, width, height), (column * width, row * height))
    return encode_png(picture)


SavedObject = Mapping[str, Any]
"""An object of a save, as JSON: a deck, or a single card."""

_CARD_KEYS = {"CardID", "DeckIDs", "CustomDeck", "ContainedObjects"}
"""The entries of an object that say which cards it has, and where their pictures are."""

_USER_KEYS = "LuaScript", "LuaScriptState", "XmlUI", "Tags", "Description", "GMNotes"
"""The entries of a card that users fill in, and printgen does not."""

_OBJECT_START = re.compile(r'\{(?=\s*")')
"""The start of an object in JSON. A script in a string has none: its quotes are escaped."""

_SEPARATORS = re.compile(r"[ \t\r\n,:]*")
_decode_json = json.JSONDecoder(strict=False).raw_decode


def update_save(save: Path, objects: Sequence[SavedObject]) -> tuple[bytes, list[str]]:
    """Return the file `save` with new cards in its decks, as bytes, and messages about the changes.

    Only decks that are in the file are updated. A deck keeps its place, tags and scripts, and so
    does each card in it that still exists. Raises `Failure` (usage) if the file is not a save, has
    none of the decks, or would lose cards.
    """

    def make_failure(message: str, hint: str) -> Failure:
        return create_failure(ExitCode.USAGE, Place(str(save)), message[:200], hint)

    text, states = "", None
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        text = save.read_bytes().decode()
        states = json.loads(text.removeprefix("\ufeff"), strict=False)["ObjectStates"]
    if not isinstance(states, list):
        hint = "choose a file of the folder Saves of Tabletop Simulator, such as TS_Save_1.json"
        raise make_failure("is not a save of Tabletop Simulator", hint)
    wanted = {(item["GUID"], item["Nickname"]): item for item in objects}
    decks, number, end = list[tuple[int, SavedObject, SavedObject]](), 0, 0
    for start in (brace.start() for brace in _OBJECT_START.finditer(text)):
        with suppress(ValueError, TypeError):
            old, stop = _decode_json(text, start) if start >= end else ({}, 0)
            new = wanted.get((str(old.get("GUID")), str(old.get("Nickname"))))
            if new and new.keys() & _CARD_KEYS == old.keys() & _CARD_KEYS:
                decks.append((start, old, new))
                end = stop
            else:
                number = max(number, 0, *map(int, old.get("CustomDeck", ())))
    updated = {(new["GUID"], new["Nickname"]) for *_, new in decks}
    missing = _join_deck_names(wanted.keys() - updated)
    if not decks:
        hint = "give a renamed deck its name again; or load the .json file of --tts and save anew"
        raise make_failure(f"has none of these decks, by name and GUID: {missing}", hint)
    notes = [f"updates {_join_deck_names(updated)}"]
    notes += [f"not in the save: {missing}"] * bool(missing)
    parts, done = list[str](), 0
    for start, old, new in decks:
        try:
            entries, lost = _replace_cards(old, new, number + 1)
        except (ValueError, TypeError, AttributeError) as error:
            hint = "put only its own cards into the deck, save the table, and try again"
            raise make_failure(f"{new['Nickname']} cannot be updated: {error}", hint) from None
        number += len(new["CustomDeck"])
        notes += [f"removes {lost}, with tags, scripts or descriptions"] * bool(lost)
        for key, (first, last) in _find_json_values(text, start).items():
            if key in entries:
                parts += text[done:first], entries[key]
                done = last
    return "".join((*parts, text[done:])).encode(), notes


def _join_deck_names(decks: Iterable[tuple[str, str]]) -> str:
    """Return the names of decks for a message. Each deck is given as its GUID and its name."""
    return ", ".join(sorted(f"{name} ({guid})" for guid, name in decks))


def _find_json_values(text: str, place: int) -> Mapping[str, tuple[int, int]]:
    """Return where each value of a JSON object starts and ends in `text`, by its key.

    The object begins at the index `place`.
    """

    def skip_gap(index: int) -> int:
        return next(_SEPARATORS.finditer(text, index)).end()

    spans, place = dict[str, tuple[int, int]](), skip_gap(place + 1)
    while text[place] != "}":
        key, end = _decode_json(text, place)
        start = skip_gap(end)
        spans[key] = start, _decode_json(text, start)[1]
        place = skip_gap(spans[key][1])
    return spans


def _replace_cards(old: SavedObject, new: SavedObject, first: int) -> tuple[Mapping[str, str], str]:
    """Return the entries of the old deck with its new cards, as JSON, and the names of lost cards.

    The sheets of the new cards get numbers from `first`, because other cards in the save may have
    the numbers that they have in the deck's own file. Cards keep their order and their other
    entries. Lost cards are those that are removed although the user filled in their entries. Raises
    `ValueError` if cards are not of this deck, or if two have one name.
    """
    shift = first - min(map(int, new["CustomDeck"]))

    def renumber(item: SavedObject) -> dict[str, Any]:
        """Return the `CardID` and `CustomDeck` of an item, with the numbers of its sheets moved."""
        sheets = {str(int(number) + shift): sheet for number, sheet in item["CustomDeck"].items()}
        return {"CardID": item.get("CardID", 0) + 100 * shift, "CustomDeck": sheets}

    named = [(str(card.get("Nickname")), card) for card in old.get("ContainedObjects", ())]
    old_cards, counts = dict(named), Counter(name for name, _ in named)
    cards = {card["Nickname"]: card for card in new.get("ContainedObjects", ())}
    # The sheets of a deck may include those of cards that were put into it.
    own = [card.get("CustomDeck") for name, card in named if name in cards]
    own = [sheet for sheet in own if sheet and sheet.items() <= old["CustomDeck"].items()]
    strangers = [n for n, card in named if counts[n] > 1 or card.get("CustomDeck") not in own]
    if strangers:
        raise ValueError(f"it has cards of another deck, or copies: {', '.join(strangers)}")
    lost = (n for n in old_cards if n not in cards and any(map(old_cards[n].get, _USER_KEYS)))
    order = dict.fromkeys((*(name for name in old_cards if name in cards), *cards))
    shown = [{**old_cards.get(name, cards[name]), **renumber(cards[name])} for name in order]
    ids = [card["CardID"] for card in shown]
    entries = {**renumber(new), "DeckIDs": ids, "ContainedObjects": shown}
    # Escapes keep half of a surrogate pair. JSON has no infinite numbers.
    texts = {key: json.dumps(value, allow_nan=False) for key, value in entries.items()}
    return texts, ", ".join(lost)
