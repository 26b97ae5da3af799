"""Edits of the user's files from the page: of a cell, a line or a row, with undo."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from printgen.problems import Failure, InputError, Place
from printgen.rules.files.csv_editing import (
    add_row,
    digest_bytes,
    edit_file,
    read_cell,
    read_line,
    read_row,
    remove_row,
    replace_cell,
    replace_line,
)
from printgen.rules.files.files import MAX_BYTES
from printgen.rules.source import Source
from printgen.rules.standalone.deck import TableDeck
from printgen.system.bundled import find_bundled_games, get_templates_folder
from printgen.system.file_suffixes import DELIMITED_SUFFIXES, WORKBOOK_SUFFIXES
from printgen.system.files import read_limited_bytes

_MAX_UNDO = 100
"""The most changes that can be undone: each keeps a whole file in memory."""


class PlaceEditor:
    """Reads and edits the files of one source, and can undo its edits.

    In a CSV or TSV file it edits a cell or a row, in other text files a line. It never edits files
    outside the folder of the source, bundled files or workbooks.
    """

    def __init__(self, source: Source) -> None:
        file = source if isinstance(source, Path) else source.file
        self._folder = (file if file.is_dir() else file.parent).resolve()
        self._encoding = source.encoding if isinstance(source, TableDeck) else ""
        self._written: list[tuple[Path, bytes, str]] = []

    def handle_request(self, place: Place, request: dict[str, Any]) -> dict[str, Any]:
        """Read or edit the text at a place, as the page requests it, and return the answer.

        - `kind` in the request: cell, line, add-row, remove-row or undo.
        - `new`: if the request has it, the cell or line gets this text, but only if the file still
          has the `digest` in the request. Otherwise, the answer has the current text and the digest
          of the file.
        - `written` in the answer: the path of the file, if it was changed.
        """
        kind = request.get("kind") or "cell"
        answer: dict[str, Any] = {"place": place, "kind": kind}
        try:
            if kind == "undo":
                return {**answer, "written": self._undo(), "canUndo": bool(self._written)}
            path = self._require_editable_file(place)
            data = read_limited_bytes(path, MAX_BYTES)
            is_cell = path.suffix.lower() in DELIMITED_SUFFIXES and kind != "line"
            where = path.name, place, self._encoding
            if kind in ("cell", "line") and "new" not in request:
                line = place.line, self._encoding
                text = read_cell(data, *where) if is_cell else read_line(data, *line)
                return {**answer, "text": text, "digest": digest_bytes(data), "isLine": not is_cell}
            digest = request.get("digest") or digest_bytes(data)
            self._edit_with_undo(path, digest, _choose_edit(kind, request, where, is_cell=is_cell))
            return {**answer, "written": str(path), "canUndo": True}
        except InputError as error:
            return {**answer, "error": error.message, "hint": error.hint}
        except Failure as failure:
            (problem, *_) = failure.problems
            return {**answer, "error": problem.message, "hint": problem.hint}

    def _require_editable_file(self, place: Place) -> Path:
        """Return the file of a place. Raises `InputError` if the page must not edit it."""
        path = Path(place.file)
        if path.suffix.lower() in WORKBOOK_SUFFIXES:
            hint = "change the cell in your spreadsheet program and save it: the cards follow"
            raise InputError("this page does not write into workbooks", hint)
        own = path.resolve()
        bundled = (*find_bundled_games(), get_templates_folder())
        if any(own.is_relative_to(folder) for folder in bundled):
            hint = "make a game of your own from it: printgen new"
            raise InputError("this file belongs to printgen", hint)
        if not own.is_relative_to(self._folder):
            hint = "edit it in its own program and save it: the cards follow"
            raise InputError("this file is not in the folder of the cards", hint)
        return path

    def _edit_with_undo(self, path: Path, digest: str, edit: Callable[[bytes], bytes]) -> None:
        before = edit_file(path, digest, edit)
        after = digest_bytes(read_limited_bytes(path, MAX_BYTES))
        self._written = [*self._written, (path, before, after)][-_MAX_UNDO:]

    def _undo(self) -> str:
        """Restore the bytes that a file had before the last edit, and return its path."""
        if not self._written:
            raise InputError("there is no change to take back", "edit the value again")
        path, before, after = self._written[-1]
        edit_file(path, after, lambda _data: before)
        self._written.pop()
        return str(path)


def _choose_edit(
    kind: str, request: dict[str, Any], where: tuple[str, Place, str], *, is_cell: bool
) -> Callable[[bytes], bytes]:
    """Return the function that makes the requested edit: it takes and returns the bytes of a file.

    `where` is the name of the file, the place in it and its encoding. `kind` is cell, line, add-row
    or remove-row. `is_cell` is true for files that consist of cells.
    """
    name, place, encoding = where
    match kind:
        case "add-row":
            # A copy of the row is read as a card at once, and is easily changed.
            copy = partial(read_row, name=name, place=place, encoding=encoding)
            return lambda data: add_row(data, name, place, copy(data), encoding)
        case "remove-row":
            return lambda data: remove_row(data, name, place, encoding)
    text = request["new"]
    if is_cell:
        return lambda data: replace_cell(data, name, place, text, encoding)
    return partial(replace_line, line=place.line, text=text, encoding=encoding)
