"""Checks of a standalone table before it becomes a deck: its counts, column names, and markup.

Problems are reported at their cells, each cause once.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from textwrap import shorten

from msgspec.structs import replace

from printgen.problems import Log, Place, make_fix, note_places
from printgen.rules.files.formats.cell_table import format_remaining_count
from printgen.rules.files.formats.number_format import format_general
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import CHARACTER_REFERENCE, decode_html_references
from printgen.rules.standalone.column_names import (
    find_column_meaning,
    is_count_name,
    is_usual_name,
    list_usual_names,
    normalize_name,
)
from printgen.rules.standalone.column_types import COLOUR_NAMES, normalize_column_name
from printgen.rules.values.commonmark import TAG

BACK_NAMES, COMMON_BACK_NAME = ("back", "backs"), "--back"
"""Names of columns that contain backs, and the column of the back of all other cards."""
COUNT_NAMES = ("qty", "quantity", "count", "copies")
"""Names of columns that can only contain the number of copies, in lower case."""
_MAX_NAMES = 8
"""Most names of columns in a message."""
_COUNT_PATTERN = re.compile("[0-9]{1,5}")
_WRITTEN_COUNT = re.compile(r"(?i)(?:[x×] ?)?([0-9]{1,5})(?:[.,]0{1,2})?(?: ?[x×])?")
"""A number of copies as people and programs write it, such as 2x, x2 and 2.0."""
_NUMBER_PATTERN = re.compile("[-+−]?[0-9]+%?")
_DICE = r"(?i)\d*[dw]\d+( .*)?"
"""Dice as the name of a column of rolls, such as d20 and 1d6 Loot."""
_PROSE_MARK = re.compile(r"\*\*(?=\S)|(?<!\w):([a-z][\w-]*:){1,2}(?!\w)")
"""Markup of prose: bold text and inline marks."""


def find_count_columns(table: Mapping[str, Sequence[Node]]) -> list[str]:
    """Return the columns with the number of copies of a card.

    A column with a name in COUNT_NAMES always is one. If there is none, return the first column
    whose name has this meaning and whose cells are all such numbers.
    """
    counts = [name for name in table if normalize_column_name(name) in COUNT_NAMES]
    likely = (name for name in table if is_count_name(name) and _are_counts(table[name]))
    return counts or [*islice(likely, 1)]


def parse_count_cell(cell: Node) -> Node:
    """Return a cell of a column of copies, with its number as stored value if it has one."""
    match = _WRITTEN_COUNT.fullmatch(str(cell.data))
    return replace(cell, raw=float(match[1])) if match and not isinstance(cell.raw, float) else cell


def _are_counts(cells: Sequence[Node]) -> bool:
    """Return whether all filled cells are numbers of copies, and at least one cell is filled."""
    filled = [_read_copy_count(cell) for cell in cells if cell.data]
    return bool(filled) and all(map(_COUNT_PATTERN.fullmatch, filled))


def _are_numbers_in_a_list(cells: Sequence[Node]) -> bool:
    """Return whether five or more cells are all filled and different, so they are no counts."""
    return len(cells) > 4 and len({cell.data for cell in cells if cell.data}) == len(cells)


def _read_copy_count(cell: Node) -> str:
    """Return the number of copies in a cell as text.

    In a workbook, it is the stored number, whatever its number format displays.
    """
    return format_general(cell.raw) if isinstance(cell.raw, float) else str(cell.data)


def check_counts(
    counts: Mapping[str, Sequence[Node]], places: Mapping[str, Place], log: Log
) -> None:
    """Report mistakes in the columns with the number of copies. `counts` are their cells."""
    for name, cells in counts.items():
        for cell in cells:
            if cell.data and not _COUNT_PATTERN.fullmatch(_read_copy_count(cell)):
                hint = (
                    "write how many to print, 0 to 99999; an empty cell is 1; or rename the column"
                )
                cell.report(f'"{_read_copy_count(cell)}" is not valid in the column {name}', hint)
        unprinted = [cell.place for cell in cells if re.fullmatch("0+", _read_copy_count(cell))]
        if cells and len(unprinted) == len(cells):
            log.report(places[name], "the number of copies is 0 in every row", "write 1 or more")
        else:
            message, hint = "0 copies, so this row is not printed", "write 1 or more to print it"
            log.notes |= dict.fromkeys(note_places(unprinted, message, hint))
    if len(counts) > 1:
        first, second, *_ = counts
        message = f"{first} and {second} both contain the number of copies"
        log.report(places[second], message, "delete or rename one of them")


def check_column_names(
    table: Mapping[str, Sequence[Node]], places: Mapping[str, Place], log: Log, *, has_back: bool
) -> None:
    """Report column names that differ only in capital letters, and add notes for doubtful names.

    A name is doubtful if it is similar to a name for the number of copies, or if all cells below it
    are empty. With `has_back` (the option --back), a column called --back is reported, because the
    option makes a column of this name, and an empty column of backs is not noted.
    """
    names: dict[str, str] = {}
    for name in table:
        if (other := names.setdefault(name.casefold(), name)) != name:
            hint = "rename or delete one of them"
            log.report(places[name], f"{other} and {name} differ only in capital letters", hint)
    for name, cells in table.items() if not find_count_columns(table) else ():
        plain_name = normalize_column_name(name)
        close = get_close_matches(plain_name, list_usual_names("copies"), n=1, cutoff=0.85)
        is_possible = normalize_name(name) in list_usual_names("copies", "perhaps copies")
        is_possible |= normalize_name(name).split()[-1:] in (["quantity"], ["qty"], ["copies"])
        meant = close or ["qty"] * is_possible
        if meant and _are_counts(cells) and not _are_numbers_in_a_list(cells):
            message = f"the column {name} does not set the number of copies"
            hint = f"rename it to {meant[0]} if it contains the number of copies"
            log.note(places[name], message, f"did you mean {close[0]}?" if close else hint)
    if has_back and COMMON_BACK_NAME in table:
        message = f"the name {COMMON_BACK_NAME} is reserved for the option {COMMON_BACK_NAME}"
        log.report(places[COMMON_BACK_NAME], message, "rename the column")
    empty = [name for name, cells in table.items() if not any(cell.data for cell in cells)]
    # An empty column of backs is filled by the option.
    empty = [name for name in empty if not (has_back and normalize_column_name(name) in BACK_NAMES)]
    for name in empty[:1] if any(table.values()) else ():
        first_names = ", ".join(empty[:_MAX_NAMES]) + ", …" * (len(empty) > _MAX_NAMES)
        subject = f"{len(empty)} columns are" if empty[1:] else f"the column {name} is"
        hint = "write something below it, or delete it"
        message = f"{subject} empty, so not printed" + f": {first_names}" * bool(empty[1:])
        log.note(places[name], message, hint)


def check_header(
    table: Mapping[str, Sequence[Node]],
    places: Mapping[str, Place],
    rows: Sequence[Node],
    log: Log,
    *,
    is_named: bool,
) -> None:
    """Check that the first line of a table, and only that line, has the names of the columns.

    Add a note if the first line may be a card. Report an error if the second line has names too.
    Nothing is checked with `is_named`, since the names are in no line (--columns, records), or if
    all columns are left out.
    """
    if is_named or not rows or not table:
        return
    first_row = [cell for cell in rows[0].parts.values() if cell.data]
    named = [cell for cell in first_row if is_usual_name(str(cell.data))]
    if len(named) > 1 and 2 * len(named) >= len(first_row):
        names = ", ".join(str(cell.data) for cell in named)
        hint = "write one line of names, such as “Stats Might”, and delete the other"
        first_row[0].report(f"a second line of column names: {names}", hint)
    suggestion = _suggest_column_names(table)
    hint = f"if the first line is a card, name the columns: --columns {suggestion}"
    if figure := next(filter(_NUMBER_PATTERN.fullmatch, table), ""):
        message = f'"{figure}" is read as a column name, not as a card'
        log.note(places[figure], message, hint)
        return
    # Columns without a name are called A, B, …
    written = [name for name in table if not re.fullmatch("[A-Z]", name)]
    like_cells = [name for name in written if _resembles_cell(name, table[name])]
    if written and like_cells == written and not any(map(_is_column_name, written)):
        names = ", ".join(f'"{name}"' for name in written)
        message = f"the first line is read as column names: {names}"
        log.note(next(iter(places.values())), message, hint)


def _suggest_column_names(table: Mapping[str, Sequence[Node]]) -> str:
    """Return column names for the user to copy, separated by commas, judged by the cells.

    Of the columns of short words, the one with the most different cells is the name. The column
    with the longest cells is the text.
    """
    cells = {name: [name, *(str(cell.data) for cell in table[name])] for name in table}
    lengths = {name: sum(map(len, cells[name])) / len(cells[name]) for name in table}
    words = [name for name in table if not all(map(_NUMBER_PATTERN.fullmatch, cells[name]))]
    short = [name for name in words if lengths[name] <= _MAX_TITLE] or words
    title = max(short, key=lambda name: len({*cells[name]}), default="")
    longest = max(table, key=lengths.__getitem__)
    text = longest if longest != title and lengths[longest] > _MIN_TEXT else ""
    values = (f"value{number}" for number in range(1, len(table) + 1))
    known = {text: "text", title: "name"}
    return ",".join(known.get(name) or next(values) for name in table)


_MIN_TEXT, _MAX_TITLE = 8, 32
"""The mean length of cells from which they are a text, and up to which they may be titles."""


def _is_column_name(name: str) -> bool:
    """Return whether a text is a usual name of a column that is unlikely as a text on a card."""
    is_listed = normalize_name(name) in list_usual_names("perhaps copies", "other")
    return is_listed or bool(find_column_meaning(name) or re.fullmatch(_DICE, name))


def _resembles_cell(name: str, cells: Sequence[Node]) -> bool:
    """Return whether a column name could itself be a cell of the column, judged by its length.

    This is false for columns with numbers.
    """
    texts = [str(cell.data) for cell in cells if cell.data]
    lengths = sorted(map(len, texts))
    has_figures = any(map(_NUMBER_PATTERN.fullmatch, texts))
    return bool(texts) and not has_figures and lengths[0] <= 2 * len(name) <= 4 * lengths[-1]


_UNREAD_TAG = (
    r"(?i)</?(a(?=\s)|big|blockquote|center|code|color|del|div|font|h[1-6]|hr|img|input|ins|kbd|li|mark|ol|pre|q|s"
    r"|script|small|strike|style|sub|sup|svg|table|tbody|td|th|tr|tt|ul)(?:\s[^<>]*)?/?>"
)
"""A tag of HTML that is not read."""
_WORD_IN_BRACKETS = re.compile(r"<([A-Za-z][\w-]*)[^<>]*>")
"""Text such as <name>, or a tag if its end tag follows."""
_QUOTED = "[“„”](.+)[”“]"
"""A text in curly quotes, with what is between them."""


def note_lines_with_one_cell(rows: Sequence[Node], log: Log) -> None:
    """Add a note about lines with only one filled cell, if most lines have more.

    Such a line becomes a card, but may be a heading.
    """
    filled = [[cell for cell in row.parts.values() if cell.data] for row in rows]
    noted = {note.where for note in log.notes}
    single = [cells[0] for cells in filled if len(cells) == 1 and cells[0].place not in noted]
    if single and 2 * len(single) < len(rows) and max(map(len, filled)) > 2:
        text = shorten(str(single[0].data), 60, placeholder=" …")
        message = f'"{text}" is the only cell of its line{format_remaining_count(single, "line")}'
        hint = "each such line is a card; if it heads the lines below, make it a column of them"
        log.note(single[0].place, message, hint)


def _is_unclosed(tag: re.Match[str], text: str) -> bool:
    """Return whether a tag opens a style that no tag in the text closes."""
    name = tag[2].lower()
    is_style = not tag[1] and name not in ("br", "p", "span")
    return is_style and f"</{name}>" not in text[tag.end() :].lower()


def _describe_markup(text: str, *, is_prose: bool) -> Iterator[tuple[str, str, str]]:
    """Yield a name, a message and a hint for HTML that is not printed as browsers show it."""
    read = [*TAG.finditer(text)]
    if any(tag[3] for tag in read):
        message = "the attributes of tags are not read, such as the colour of a span"
        yield "attributes", message, "delete them, or mark the words with <b> or <i>"
    if any(tag[2].lower() == "u" for tag in read):
        message = "underlined text, <u>, is printed in italics"
        yield "u", message, "write <b> for bold text instead, or leave it"
    if unclosed := [tag[0] for tag in read if _is_unclosed(tag, text)]:
        message = f"{unclosed[0]} is not closed, so all text after it is bold or italic"
        yield "open", message, "close it, as in <b>words</b>, or write other brackets to print it"
    if r"\n" in text and ":\\" not in text:
        advice = "write a line break into the cell instead, or <br>"
        yield "escape", r'"\n" is printed as written', advice
    # A text with tags is read as HTML.
    references = () if read or is_prose else CHARACTER_REFERENCE.findall(text)
    for written in references:
        if (letters := decode_html_references(written)) != written:
            yield "reference", f"{written} is printed as written", _advise_letters(letters)
            break


def _advise_letters(letters: str) -> str:
    """Return a hint to write letters, such as " ", instead of what HTML has for them."""
    if letters in ("\n", "\r"):
        return "write a line break into the cell instead"
    if letters.isprintable() and letters.strip(" \ufffd"):
        return f"write {letters} instead"
    letter_name = unicodedata.name(letters[:1] or "\0", "").lower()
    if letters == " " or not letter_name or "\ufffd" in letters:
        return "write a space instead" if letters.isspace() else "delete it"
    article = "an" if letter_name[0] in "aeiou" else "a"
    return f"type {article} {letter_name}, or {'a space' if letters.isspace() else 'delete it'}"


def check_html_tags(cells: Sequence[Node], log: Log, *, is_prose: bool) -> None:
    """Report each HTML tag that is not read, and add notes for what is read differently.

    Noted are attributes of tags, underlined text, tags that are not closed, and a typed \\n. Also
    noted, except with `is_prose`, are words in angle brackets and characters such as &lt;, which
    are printed as written.
    """
    hint = "use only <b>, <i>, <br> and <p>, and delete other tags"
    tags = dict[str, list[Node]]()
    noted = dict[str, tuple[Node, str, str]]()
    for cell in cells:
        text = str(cell.data)
        words = [*_WORD_IN_BRACKETS.finditer(TAG.sub("", text))]
        found = [match[1] for match in re.finditer(_UNREAD_TAG, text)]
        found = found or [word[1] for word in words if f"</{word[1]}>" in text]
        for tag in dict.fromkeys(map(str.lower, found)):
            tags.setdefault(tag, []).append(cell)
        for name, message, advice in _describe_markup(text, is_prose=is_prose):
            noted.setdefault(name, (cell, message, advice))
        if words and not found and not is_prose:
            message = f"{words[0][0]} is printed as written"
            noted.setdefault("words", (cell, message, "if it is a tag, delete it"))
    for tag, tagged in tags.items():
        more = f", here and in {len(tagged) - 1:,} more" if len(tagged) > 1 else ""
        tagged[0].report(f"the tag <{tag}> is not read{more}", hint)
    for cell, message, advice in noted.values():
        log.note(cell.place, message, advice)


def note_curly_quotes(table: Mapping[str, Sequence[Node]], log: Log) -> None:
    """Add a note about columns in which each cell is in curly quotes, which are printed.

    Without a cell of a single word, there is no note: the cells are then quotations.
    """
    quoted = dict[str, list[str]]()
    for name, cells in table.items():
        matches = [re.fullmatch(_QUOTED, str(cell.data).strip()) for cell in cells if cell.data]
        if len(matches) > 1 and all(matches):
            quoted[name] = [match[1] for match in matches if match]
    if any(" " not in text for texts in quoted.values() for text in texts):
        first = next(cell for cell in table[next(iter(quoted))] if cell.data)
        message = f"the curly quotes around the cells of {', '.join(quoted)} are printed"
        hint = 'delete them, or replace them with straight quotes (") if the file needs quotes'
        log.note(first.place, message, hint)


_MONTHS = (
    "jan|ene|gen|feb|fev|fév|mar|mär|mrz|maa|apr|avr|abr|mai|may|mei|mag|maj|jun|jui|giu|jul|lug"
    "|aug|ago|aoû|sep|set|oct|okt|ott|out|nov|dec|déc|dez|dic"
)
_RANGE = re.compile(r"\d{1,2} ?[-–] ?\d{1,2}")
"""A range such as 3-5."""
_DATE = rf"(?i)\d{{1,2}}(-|\. ?)({_MONTHS})[^\W\d_]?\.?|({_MONTHS})[^\W\d_]?\.?[- ]\d{{2}}"
"""What a spreadsheet program makes of 1-2, such as 2-Jan or 02. Jan, and of 1-45: Jan-45."""


def note_dates(table: Mapping[str, Sequence[Node]], log: Log) -> None:
    """Add a note about dates in a column of ranges: a spreadsheet program made 1-2 a date."""
    for cells in table.values():
        dates = [cell for cell in cells if re.fullmatch(_DATE, str(cell.data))]
        if dates and any(_RANGE.fullmatch(str(cell.data)) for cell in cells):
            more = format_remaining_count(dates, "cell")
            message = f'"{dates[0].data}" is a date among ranges{more}'
            hint = "if you typed a range, such as 1-2, format the column as text and type it again"
            log.note(dates[0].place, message, hint)


def note_bare_colours(table: Mapping[str, Sequence[Node]], log: Log) -> None:
    """Add a note about a column of colours such as 7a1f1a, without #: they are printed as words."""
    for name, cells in table.items():
        filled = [cell for cell in cells if cell.data]
        are_hex = all(re.fullmatch("[0-9A-Fa-f]{6}", str(cell.data)) for cell in filled)
        has_letters = any(not str(cell.data).isdecimal() for cell in filled)
        if normalize_column_name(name) in COLOUR_NAMES and are_hex and has_letters:
            colour = filled[0].data
            hint = f"write #{colour} if it is the colour of the card"
            log.note(filled[0].place, f'"{colour}" is printed as a word', hint)


def note_prose_marks(cells: Sequence[Node], log: Log) -> None:
    """Add a note about characters that would be markup in prose, such as **.

    `cells` are not prose, so the characters are printed.
    """
    marks = list[tuple[Node, str]]()
    for cell in cells:
        text = str(cell.data)
        if match := _PROSE_MARK.search(text):
            marks.append((cell, match[0]))
    for cell, mark in marks[:1]:
        more = f", here and in {len(marks) - 1:,} more" if len(marks) > 1 else ""
        hint = "use --prose for **bold**, *italic*, :mark:"
        log.note(cell.place, f'"{mark}" is printed as written{more}', hint, make_fix(prose=""))
