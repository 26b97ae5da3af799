"""Find the sources of `printgen build`: folders of games, tables, or the standard input.

Also here: the options that say how a standalone table is read. A table from the standard input is
written to a temporary folder, because worker processes read it again. Messages show only its name,
such as stdin.csv.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from printgen.cli import terminal
from printgen.cli.options.arguments import (
    ENCODING_OPTION,
    OptionError,
    bundle_options,
    find_game_folders,
    is_deck_table_file,
    reject_unused_options,
)
from printgen.cli.options.grouped_command import form_option
from printgen.problems import ExitCode, Log, Place, create_failure, shorten_text
from printgen.rules.files.files import MAX_BYTES
from printgen.system.bundled import find_game, get_looks_folder
from printgen.system.file_suffixes import FONT_SUFFIXES
from printgen.system.limits import call_on_exit
from printgen.system.shell_words import quote_argument

if TYPE_CHECKING:
    from printgen.rules.source import Source


HIDDEN_OPTION = form_option(
    "--hidden",
    label="Hidden rows, columns and sheets",
    is_flag=True,
    help="Also read hidden rows, columns and sheets of a workbook.",
)


class _FontFile(click.Path):
    """A font file. For a font collection, the name of one font follows after #."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        """Return the path, with # and the name of the font if there is one."""
        if not Path(value.partition("#")[0]).is_file():
            advice = "give the path of a .ttf or .otf file, such as fonts/Lato.ttf, not a name"
            self.fail(f"{advice}: there is no file {value}", param, ctx)
        return Path(value)


table_options = bundle_options(
    "reading_options",
    form_option(
        "--sheet",
        label="Sheet of the workbook",
        metavar="SHEET",
        default="",
        help="Read this sheet of a workbook, by default the first, or this list of a .json or .yaml"
        " file. all makes a deck of each.",
    ),
    ENCODING_OPTION,
    HIDDEN_OPTION,
    form_option(
        "--columns",
        label="Names of the columns",
        metavar="NAMES",
        default="",
        help="Name the columns of a table whose first line is a card, such as no,name,text.",
    ),
    form_option(
        "--empty",
        label="Read as empty",
        metavar="TEXTS",
        default="",
        help='Read cells with one of these texts as empty, such as "#N/A,-".',
    ),
    form_option(
        "--prose",
        label="Bold, italic, lists, marks",
        is_flag=True,
        help="Format **bold**, *italic*, lists and :mark:.",
    ),
    form_option(
        "--plain-signs",
        label="Keep signs as typed",
        is_flag=True,
        help="Print \" ' and - as they are typed.",
    ),
    form_option(
        "--leave",
        label="Columns left out",
        metavar="COLUMNS",
        default="",
        help="Leave columns out, such as notes,designer.",
    ),
    form_option(
        "--role",
        label="Roles of columns",
        metavar="COLUMN=ROLE",
        default="",
        help="Set what columns are on a card, such as cost=index,kind=type. --dry-run lists them.",
    ),
    form_option(
        "--pictures",
        label="Folder of pictures",
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Also search this folder for pictures.",
    ),
    form_option(
        "--missing",
        label="Placeholders for missing pictures",
        is_flag=True,
        help="Print a labelled placeholder for each missing picture.",
    ),
    form_option(
        "--font",
        label="Font",
        choice_labels={"": "Usual font"},
        metavar="FILE",
        type=_FontFile(dir_okay=False),
        suffixes=FONT_SUFFIXES,
        help="Set the text in this font: .ttf, .otf, .woff, .woff2, or .ttc with #NAME of a face.",
    ),
    form_option(
        "--back",
        label="Back of all cards",
        metavar="TEXT|PICTURE",
        default="",
        callback=lambda _context, _option, typed: typed.strip(),
        help="Print this text, or this picture file, on the back of each card. With a column back,"
        " only on cards whose back is empty.",
    ),
    form_option(
        "--box",
        label="Tuck box",
        is_flag=True,
        help="Also print a box for the cards, to cut out and fold.",
    ),
    form_option(
        "--look",
        label="Look",
        type=click.Choice(
            sorted(path.name for path in get_looks_folder().iterdir()), case_sensitive=False
        ),
        default="crest",
        help="Set the frame, colours and typefaces of the cards.",
    ),
    factory=dict,
)
"""Adds the options for reading a standalone table to a command, as its `reading_options`."""


def find_sources(
    references: Iterable[str], reading_options: Mapping[str, Any], output: Path = Path("output")
) -> tuple["Source", ...]:
    """Return the sources (games, tables and players' files) to which the user refers.

    - `references`: the names and paths that the user typed. If there are none, return the current
      folder if it is a game, otherwise all bundled games.
    - `reading_options`: the options for reading standalone tables.
    - `output`: a folder that is not searched for pictures of these tables.

    Raises `Failure` (usage) with every unknown game, and `UsageError` if one of these options is
    used without a standalone table.
    """
    from printgen.problems import suggest_known_words
    from printgen.rules.standalone.deck import TableDeck

    references = tuple(references)
    # Without quotes, a shell divides a name with spaces.
    name = " ".join(references)
    with suppress(OSError):  # many names together are too long for a file name
        if len(references) > 1 and is_deck_table_file(name) and Path(name).is_file():
            raise click.UsageError(f'put the name of the file in quotes: "{name}"')
    sources: list[Source] = []
    log = Log()
    for reference in dict.fromkeys(references):
        file = Path(reference)
        with log.collect_failures():
            if is_deck_table_file(reference) and not file.exists():
                others = (path.name for path in file.parent.glob("*"))
                names = [*filter(is_deck_table_file, others)]
                hint = suggest_known_words(file.name, names) if names else "name an existing file"
                message = "the file does not exist"
                raise create_failure(ExitCode.USAGE, Place(reference), message, hint)
            # Any other file is read as a table too: that error explains more than "not a game".
            is_table = file.is_file() and file.suffix and file.name not in ("game.yaml", "game.yml")
            deck = TableDeck(file, **reading_options, output=output)
            sources += deck.split_sheets() if is_table else [find_game(reference)]
    log.raise_problems()
    is_used = bool(sources) and all(isinstance(deck, TableDeck) for deck in sources)
    message = "needs a table file: name one, such as cards.csv"
    reject_unused_options(map("--{}".format, reading_options), message, is_used=is_used)
    return tuple(sources) or find_game_folders(())


def find_older_sources(sources: Sequence["Source"], since: Path) -> tuple["Source", ...]:
    """Return the older edition of each source, to compare the two.

    For a game, `since` is the folder of the older game. For standalone tables, it is the older
    file, which is read with the same options; its pictures may be next to the newer table. Raises
    `UsageError` if `since` is a folder but the sources are tables, or the other way round.
    """
    from printgen.rules.standalone.deck import TableDeck

    decks = [source for source in sources if isinstance(source, TableDeck)]
    message = "must be an older edition: an older table of a table, or an older folder of a game"
    is_right = since.is_dir() != bool(decks) and since.suffix.lower() != ".pdf"
    if len({deck.file for deck in decks} or sources) > 1 or len(decks) not in (0, len(sources)):
        message, is_right = "needs exactly one GAME or table: name it", False
    elif not isinstance(sources[0], Path | TableDeck):
        message, is_right = "cannot be combined with --data", False
    if not is_right:
        raise OptionError("--since", message, value=str(since))
    folder = decks[0].extra_picture_folder or decks[0].file.parent if decks else None
    older = tuple(replace(deck, file=since, pictures=folder) for deck in decks)
    return older or (find_game(str(since)),)


def find_default_sources(command: str) -> tuple[str, ...]:
    """Return the source of a command without GAME: the only table in the current folder.

    Return nothing if the folder is that of a game, because the command uses that game by default.
    Also return nothing, and print a note, if there is neither a game nor a table: then the command
    uses all bundled games. Raises `UsageError` if there are several tables.
    """
    if Path("game.yaml").exists():
        return ()
    names = sorted(path.name for path in Path().glob("[!.~]*.*") if is_deck_table_file(path.name))
    # A folder of anything can have a JSON file.
    tables = tuple(name for name in names if not name.lower().endswith(".json"))
    if len(tables) > 1:
        message = f"this folder has several tables: {shorten_text(', '.join(tables))}. Name one"
        raise click.UsageError(f"{message}: printgen {command} {quote_argument(tables[0])}")
    if not tables:
        message = "this folder has no table and no game, so all bundled games are used"
        terminal.echo(message, err=True)
    return tables


_FORMATS = ("csv", "md", "html", "json", "yaml", "txt", "xlsx", "ods")
_MARKDOWN_RULE = r"(?m)^[ >|]*:?-{2,}:?[ ]*\|"
_SEPARATED_CELLS = r"(?m)\A.*([,;\t]).*\n+(?:.*\n+)??.*\1"
"""Text in which two of the first three lines have the same separator of cells."""

_MAX_SEARCHED = 5_000
"""The number of characters at the beginning that are searched for separators."""

INPUT_FORMAT_OPTION = click.option(
    "--input-format",
    type=click.Choice(_FORMATS, case_sensitive=False),
    help="Set the format of the table that - reads from the standard input.",
)


def read_standard_input(
    names: tuple[str, ...], input_format: str | None, *, name: str = "", is_watched: bool = False
) -> tuple[str, ...]:
    """Return `names`, with - replaced by the path of a temporary file with the standard input.

    `name` is the wanted name of that file. Raises `UsageError` if there is no input, if its format
    is unclear, or with `is_watched` (the option --watch), because the input cannot change.
    """
    has_input = "-" in names
    options = "--input-format", "--name"
    reject_unused_options(options, "needs a table from - as well", is_used=has_input)
    if not has_input:
        return names
    if is_watched:
        raise OptionError("--watch", "cannot watch the standard input: name a file")
    data = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin and not sys.stdin.isatty() else b""
    if not data.strip():
        hint = "pipe a table into printgen, such as: curl ADDRESS | printgen check -"
        raise click.UsageError(f"the standard input is empty: {hint}")
    if not (suffix := input_format or _detect_format(data)):
        hint = f"add --input-format with one of {', '.join(_FORMATS)}"
        raise click.UsageError(f"the format of the standard input is unclear: {hint}")
    if name and not re.fullmatch(r"\w[\w .-]*", name):
        message = "is not a name: use letters, digits, - and _"
        raise OptionError("--name", message, value=name)
    folder = Path(mkdtemp(prefix="printgen-"))
    remove = partial(rmtree, folder, ignore_errors=True)
    click.get_current_context().with_resource(call_on_exit(remove))
    terminal.hide_path_in_messages(folder)
    file = folder / f"{name or 'stdin'}.{suffix}"
    file.write_bytes(data)
    return tuple(str(file) if item == "-" else item for item in names)


def _detect_format(data: bytes) -> str:
    """Return the format of a table, guessed from its beginning; "" if it is unclear."""
    if data.startswith(b"PK"):
        return "ods" if b"opendocument" in data[:100] else "xlsx"
    text = data.decode("utf-8-sig", "replace").lstrip()
    if text.startswith("<"):
        return "html"
    if re.search(_MARKDOWN_RULE, text):
        return "md"
    if text.startswith(("[", "{")):
        return "json"
    # Of a long line, each separator would be compared with all that follow.
    return "csv" if re.match(_SEPARATED_CELLS, text[:_MAX_SEARCHED]) else ""
