"""What never changes while tests run is read once in a process, where each run reads it again.

These are the bundled games, with their checks, and fonts. Copies of them, and the files of tests,
are read as always.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfbase.ttfonts import TTFontFile

from printgen.face import fonts
from printgen.problems import Log, Problem
from printgen.rules.checks import check
from printgen.rules.loading import load
from printgen.rules.model import Game
from printgen.system.bundled import find_bundled_games, get_fonts_folder


@pytest.fixture(autouse=True, scope="session")
def read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        loaded: dict[Path, Game] = {}
        _replace(patch, load.load_game, _load_bundled_once(load.load_game, loaded))
        _replace(patch, check.check_game, _check_bundled_once(check.check_game, loaded))
        patch.setattr(fonts, "_read_font_sheet", _read_bundled_sheet_once(fonts._read_font_sheet))
        patch.setattr(TTFontFile, "extractInfo", _extract_bundled_once(TTFontFile.extractInfo))
        # Nothing that tests write has to survive a power failure.
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


def _replace(patch: pytest.MonkeyPatch, original: Callable[..., Any], other: Any) -> None:
    """Let every module that imported a function call another one."""
    for module in [*sys.modules.values()]:
        if vars(module).get(original.__name__) is original:
            patch.setitem(vars(module), original.__name__, other)


def _load_bundled_once(
    load_game: Callable[..., Game], loaded: dict[Path, Game]
) -> Callable[..., Game]:
    folders = {*find_bundled_games()}

    def load_once(folder: Path, *arguments: Any, **named: Any) -> Game:
        if folder not in folders or arguments or named:
            return load_game(folder, *arguments, **named)
        if folder not in loaded:
            loaded[folder] = load_game(folder)
        return loaded[folder]

    return load_once


def _check_bundled_once(
    check_game: Callable[[Game], Iterator[Problem]], loaded: dict[Path, Game]
) -> Callable[[Game], Iterator[Problem]]:
    problems: dict[Path, tuple[Problem, ...]] = {}

    def check_once(game: Game) -> Iterator[Problem]:
        for folder in (folder for folder in loaded if loaded[folder] is game):
            if folder not in problems:
                problems[folder] = tuple(check_game(game))
            return iter(problems[folder])
        return check_game(game)

    return check_once


def _read_bundled_sheet_once(read_sheet: Callable[..., Iterator[Any]]) -> Callable[..., Any]:
    bundled = get_fonts_folder() / "fonts.css"
    entries = tuple(read_sheet(bundled, Log()))
    return lambda sheet, log: entries if sheet == bundled else read_sheet(sheet, log)


def _extract_bundled_once(extract: Callable[..., None]) -> Callable[..., None]:
    bundled = {path.read_bytes() for path in get_fonts_folder().glob("*.ttf")}
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
