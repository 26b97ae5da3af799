"""What never changes while tests run is read once in a process, where each run reads it again.

These are the bundled games and fonts. Copies of them, and the files of tests, are read as always.
"""

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfbase.ttfonts import TTFontFile

from printgen.face import fonts
from printgen.problems import Log
from printgen.rules.loading import load
from printgen.rules.model import Game
from printgen.system.bundled import find_bundled_games, fonts_folder


@pytest.fixture(autouse=True, scope="session")
def read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        load_game = _load_bundled_once(load.load_game)
        for module in [*sys.modules.values()]:
            if vars(module).get("load_game") is load.load_game:
                patch.setitem(vars(module), "load_game", load_game)
        patch.setattr(fonts, "_read_font_sheet", _read_bundled_sheet_once(fonts._read_font_sheet))
        patch.setattr(TTFontFile, "extractInfo", _extract_bundled_once(TTFontFile.extractInfo))
        # Nothing that tests write has to survive a power failure.
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


def _load_bundled_once(load_game: Callable[..., Game]) -> Callable[..., Game]:
    folders, load_bundled = {*find_bundled_games()}, cache(load_game)

    def load_once(folder: Path, *arguments: Any, **named: Any) -> Game:
        is_alone = folder in folders and not arguments and not named
        return load_bundled(folder) if is_alone else load_game(folder, *arguments, **named)

    return load_once


def _read_bundled_sheet_once(read_sheet: Callable[..., Iterator[Any]]) -> Callable[..., Any]:
    bundled = fonts_folder() / "fonts.css"
    entries = tuple(read_sheet(bundled, Log()))
    return lambda sheet, log: entries if sheet == bundled else read_sheet(sheet, log)


def _extract_bundled_once(extract: Callable[..., None]) -> Callable[..., None]:
    bundled = {path.read_bytes() for path in fonts_folder().glob("*.ttf")}
    extracted: dict[bytes, dict[str, Any]] = {}

    def extract_once(font: Any, *arguments: Any) -> None:
        data = font._ttf_data
        if data not in bundled:
            extract(font, *arguments)
            return
        if data not in extracted:
            extract(font, *arguments)
            extracted[data] = _copy_tables(vars(font))
        vars(font).update(_copy_tables(extracted[data]))

    return extract_once


def _copy_tables(values: dict[str, Any]) -> dict[str, Any]:
    """The attributes of a font. printgen adds letters to its tables, so these are copies."""
    return {
        name: value.copy() if isinstance(value, dict) else value for name, value in values.items()
    }
