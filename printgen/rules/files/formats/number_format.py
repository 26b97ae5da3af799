"""Number formats of workbooks: format a number or a date as the sheet shows it.

The format codes are those of ECMA-376 part 1, 18.8.31. Decimal points, thousands separators and
month names are English, because a workbook does not contain the language of its reader. A
`WorkbookSheet` has the values and formats of all cells that are not empty.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZipFile

import msgspec

CellPosition = tuple[int, int]
"""The row and the column of a cell, counted from 0."""


class DayCount(msgspec.Struct, frozen=True):
    """A date, a time or a duration, stored as a number of days, as spreadsheets do.

    `days_later` is added to dates if the workbook counts days from a later date than 1900.
    """

    days: float
    days_later: int = 0


STRUCK_TEXT = "struck-through text"
"""The error of a cell in which some or all words are struck through."""
SCRIPT_FIGURES = {
    "superscript": str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"),
    "subscript": str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"),
}
"""Superscript and subscript characters for figures and signs, by the name of the style."""


class WorkbookCell(NamedTuple):
    """A cell of a workbook.

    - `value`: its value. `format_code`: the format in which the value is shown.
    - `text`: the text that is shown, if the file has it; else None.
    - `error`: an error value such as #REF!; or "=" for a formula without a calculated value; or
      `STRUCK_TEXT` for text that is struck through. "" without an error.
    """

    value: str | float | DayCount = ""
    format_code: str = ""
    text: str | None = None
    error: str = ""


class WorkbookSheet(msgspec.Struct, frozen=True):
    """One sheet of a workbook: its cells by row and column (from 0), and what is hidden in it.

    `spans` are the merged ranges, each as a pair of its first and its last cell.
    """

    is_hidden: bool = False
    cells: dict[CellPosition, WorkbookCell] = msgspec.field(default_factory=dict)
    spans: list[tuple[CellPosition, CellPosition]] = msgspec.field(default_factory=list)
    hidden_rows: set[int] = msgspec.field(default_factory=set)
    hidden_columns: set[int] = msgspec.field(default_factory=set)


def has_strikethrough(style: Any) -> bool:
    """Return whether a font or a style of an .xlsx file strikes text through."""
    # ECMA-376 part 1, 18.4.10: a strike element without val is true.
    return any(strike.get("val", "1") in ("1", "true") for strike in style.iter("{*}strike"))


def iter_xml_elements(book: ZipFile, part: str, *tag_names: str) -> Iterator[Any]:
    """Yield the XML elements with these names in `part`, a file inside a workbook.

    Yield nothing if the workbook has no such file. An element is yielded at its end tag, and
    cleared when the next one is requested, which keeps memory low.
    """
    if part not in book.namelist():
        return
    # Imported here: lxml is slow to load, and most games have no workbook.
    from lxml import etree

    data, tags = BytesIO(book.read(part)), [f"{{*}}{name}" for name in tag_names]
    options = {"resolve_entities": False, "remove_comments": True, "remove_pis": True}
    for _, element in etree.iterparse(data, tag=tags, **options):
        yield element
        element.clear()


_MAX_DECIMALS, _MAX_DIGITS = 9, 10
"""Most decimals, and most digits, of a number without a format."""
# ECMA-376 part 1, 18.8.31: a format code has quoted and escaped text, [$currency], _padding,
# [elapsed] time, [other], codes and other characters. [colours] and *fill do not change the text.
_COLOUR = r"(?i:\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\])"
_CODE_PART = (
    rf"(?is){_COLOUR}|\*.|"
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|_(?P<padding>.)|'
    r"(?P<elapsed>\[[hms]+\])|(?P<other>\[[^\]]*\])|(?P<date>AM/PM|y+|m+|d+|h+|s+(?:\.0+)?)|"
    r"(?P<number>General|E[+-]|[0#?.,%/@])|(?P<open>[\d ])|(?P<letter>[A-Z])|(?P<sign>.)"
)
_Token = tuple[str, str]
"""The name of the group that matched, and its text."""
# Language ids other than English of the USA, UK, Australia and Canada name other months.
_FOREIGN_DATE = r"(?i)\[\$-(?!0*(?:409|809|c09|1009)\b)[^\]]*\].*(?:mmm|ddd)"
_EXACT_CONTEXT = Context(prec=400)
_STRFTIME_CODES = {"y": "%y", "yy": "%y", "yyy": "%Y", "yyyy": "%Y", "mmm": "%b", "mmmm": "%B",
          "mmmmm": "%B", "ddd": "%a", "dddd": "%A"}  # fmt: skip
_EPOCH, _MAX_DAYS = date(1899, 12, 30), 2_957_003
"""The day with the serial number 0, and the first day count that is not supported."""
ISO_DATE = "[ISO date]"
"""The code of built-in formats whose dates differ between languages."""
_LITERAL_OFFSET = 0xF0000
"""Added to the index of a literal token. This character replaces it among digit placeholders."""
_DIGIT_PART = (
    r"([0#?]+ +)?([0#?]+) ?/ ?([0#?]+|\d+)|((?:[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+),*)(E.0+)?|G"
)


def format_general(value: float) -> str:
    """Return a number as a wide cell with the format General shows it, such as 2.647058824."""
    # Spreadsheets keep 15 significant digits.
    number = Decimal(f"{value:.15g}")
    places = min(_MAX_DECIMALS, max(_MAX_DIGITS - len(str(abs(int(number)))), 0))
    text = _round_half_up(abs(number), places)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "-" * (value < 0 and text != "0") + text


def format_cell(value: float | DayCount | str, code: str) -> str | None:
    """Return what a cell with this value and format code shows; None if that is not supported."""
    sections = _tokenize(code)
    if isinstance(value, str):
        texts = sections[3:] or [tokens for tokens in sections if ("number", "@") in tokens]
        return _format_number(value, texts[0]) if texts else value
    if isinstance(value, DayCount):
        if code == ISO_DATE:
            iso_code = "yyyy-mm-dd" * (value.days >= 1) + " hh:mm:ss" * (value.days % 1 > 0)
            sections = _tokenize(iso_code)
        is_known = 0 <= value.days < _MAX_DAYS and not re.search(_FOREIGN_DATE, code)
        return _format_date(value, sections[0]) if is_known else None
    # If negative numbers have a separate section, that section contains the minus.
    is_negative = value < 0 and len(sections) > 1
    section = sections[2 if value == 0 and len(sections) > 2 else int(is_negative)]
    # Conditions such as [>5] choose another section.
    if any(kind == "other" for tokens in sections for kind, _ in tokens):
        return None
    text = _format_number(abs(value) if is_negative else value, section)
    # A colour or a space, as in 0;[Red]0, does not tell them from positive numbers in print.
    if text and is_negative and re.search(_COLOUR, code) and re.search("[1-9]", text):
        positive = _format_number(abs(value), sections[0]) or ""
        return f"-{text.lstrip()}" if text.split() == positive.split() else text
    return text


def _tokenize(code: str) -> Sequence[Sequence[_Token]]:
    """Return the tokens of each section of a format code. Sections are separated by semicolons."""
    # ECMA-376 part 1, 18.8.31: up to four sections, for positive, negative, zero and text.
    sections = [list[_Token]()]
    for match in re.finditer(_CODE_PART, code):
        kind = match.lastgroup
        if match[0] == ";":
            sections.append([])
        elif kind:
            sections[-1].append((kind, " " if kind == "padding" else match[kind]))
    return sections


def _format_number(value: float | str, tokens: Sequence[_Token]) -> str | None:
    """Return a number or text formatted by one section; None if the section is not supported."""
    marked, literals = "", dict[int, str]()
    for index, (kind, text) in enumerate(tokens):
        # Spreadsheets require quotes around letters, so an unquoted one is an unknown code.
        if kind in ("elapsed", "date", "letter"):
            return None
        is_code = kind in ("number", "open")
        literals[_LITERAL_OFFSET + index] = text
        marked += ("G" if len(text) > 2 else text) if is_code else chr(_LITERAL_OFFSET + index)
    cores = list(re.finditer(_DIGIT_PART, marked))
    if isinstance(value, str) or not cores:
        text = value if isinstance(value, str) else format_general(value)
        return marked.replace("@", text).translate(literals)
    if len(cores) > 1:
        return None
    (core,) = cores
    # ECMA-376 part 1, 18.8.31: each percent sign multiplies by 100.
    number = abs(Decimal(f"{value:.15g}")) * 100 ** marked.count("%")
    if core[0] == "G":
        text = format_general(abs(value))
    elif core[3]:
        text = _format_fraction(number, *core.group(1, 3))
    elif core[5]:
        text = _format_exponent(number, *core.group(4, 5))
    else:
        text = _fill_digit_placeholders(number, core[4])
    minus = "-" * (value < 0 and bool(re.search("[1-9]", text)))
    return f"{minus}{marked[: core.start()]}{text}{marked[core.end() :]}".translate(literals)


def _round_half_up(number: Decimal, places: int) -> str:
    """Return the number with `places` decimals; halves are rounded away from zero, as in sheets."""
    step = Decimal(1).scaleb(-places)
    return f"{number.quantize(step, ROUND_HALF_UP, _EXACT_CONTEXT):f}"


def _fill_digit_placeholders(number: Decimal, pattern: str) -> str:
    """Return the number in the digit placeholders of a pattern such as #,##0.0#."""
    before, point, after = pattern.rstrip(",").partition(".")
    slots = before.rstrip(",")
    # ECMA-376 part 1, 18.8.31: each comma after the last placeholder divides by 1000.
    number = number.scaleb(-3 * (len(pattern) - len(slots + point + after)))
    whole, _, decimals = _round_half_up(number, len(after)).partition(".")
    whole = whole.lstrip("0")
    # ECMA-376 part 1, 18.8.31: 0 pads with a zero, ? with a space, # with nothing.
    padding = slots.replace(",", "")[: max(len(slots.replace(",", "")) - len(whole), 0)]
    whole = padding.replace("?", " ").replace("#", "") + whole
    whole = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", whole) if "," in slots else whole
    while decimals.endswith("0") and after[len(decimals) - 1] != "0":
        decimals = decimals[:-1]
    return whole + point * bool(decimals or after.strip("#") or not after) + decimals


def _format_exponent(number: Decimal, pattern: str, exponent: str) -> str:
    """Return the number in scientific notation, such as 1.5E+03.

    `pattern` has the digit placeholders before the E. `exponent` is the rest, such as E+00.
    """
    # ECMA-376 part 1, 18.8.31: the power is a multiple of the number of whole digits.
    step = len(pattern.partition(".")[0])
    power = number.adjusted() // step * step if number else 0
    if Decimal(_fill_digit_placeholders(number.scaleb(-power), pattern)) >= 10**step:
        power += step
    sign = "-" if power < 0 else exponent[1].strip("-")
    digits = _fill_digit_placeholders(number.scaleb(-power), pattern)
    return f"{digits}E{sign}{abs(power):0{len(exponent) - 2}d}"


def _format_fraction(number: Decimal, whole_pattern: str | None, divisor: str) -> str:
    """Return the number as a fraction, such as 3/4; with a `whole_pattern`, as a mixed number.

    `divisor` is the format of the divisor, as placeholders or as a fixed number.
    """
    exact = Fraction(number)
    # A divisor of digits is fixed; placeholders set the most digits that it may have.
    if divisor.strip("0#?"):
        denominator = int(divisor)
        numerator = round(exact * denominator)
    else:
        numerator, denominator = exact.limit_denominator(10 ** len(divisor) - 1).as_integer_ratio()
    whole, rest = divmod(numerator, denominator) if whole_pattern else (0, numerator)
    shown = [str(whole)] * bool(whole) + [f"{rest}/{denominator}"] * bool(rest or not whole_pattern)
    return " ".join(shown) or "0"


def is_date_format(code: str) -> bool:
    """Return whether a format code shows a date or a time."""
    kinds = {kind for tokens in _tokenize(code) for kind, _ in tokens}
    return not kinds.isdisjoint(("elapsed", "date")) or code.startswith(("[short date]", ISO_DATE))


def _format_date(value: DayCount, tokens: Sequence[_Token]) -> str | None:
    """Return a date or time formatted by one section; None if the section is not supported."""
    # ECMA-376 part 1, 18.17.4: a date is a number of days, and its fraction is the time.
    exact = round(Decimal(value.days) * 86_400, 3)
    units = [code.strip("[]")[:1].lower() * (kind in ("date", "elapsed")) for kind, code in tokens]
    seconds_codes = [code for unit, (_, code) in zip(units, tokens, strict=True) if unit == "s"]
    places = max((len(code.partition(".")[2]) for code in seconds_codes), default=0)
    seconds, decimals = int(exact), f"{exact % 1:.{places}f}"[1:]
    # Excel rounds to whole seconds, and other programs cut them off.
    if seconds_codes and exact != round(exact, places):
        return None
    hour = seconds // 3600 % 24
    values = {"min": seconds // 60 % 60, "s": seconds % 60}
    values["h"] = (hour - 1) % 12 + 1 if "a" in units else hour
    days = seconds // 86_400 + value.days_later
    day = _EPOCH + timedelta(days=days)
    # A value below 1 is only a time, without a date. Programs differ in dates before March 1900,
    # because Excel counts 29 February 1900, which did not exist.
    if value.days >= 1 and days > 60:
        values |= {"y": day.year, "m": day.month, "d": day.day}
    text = ""
    for index, (kind, code) in enumerate(tokens):
        unit, count = units[index], len(code.partition(".")[0])
        # ECMA-376 part 1, 18.8.31: an m after hours or before seconds means minutes.
        before, after = "".join(units[:index]).rstrip("a"), "".join(units[index + 1 :]).lstrip("a")
        if unit == "m" and count < 3 and (before.endswith("h") or after.startswith("s")):
            unit = "min"
        # ECMA-376 part 1, 18.8.31: [h] shows hours elapsed, beyond 24; likewise [m] and [s].
        if kind == "elapsed":
            text += f"{seconds // {'h': 3600, 'm': 60, 's': 1}[units[index]]:0{count - 2}d}"
        elif unit == "a":
            text += "PM" if hour >= 12 else "AM"
        elif unit in values and code.lower() in _STRFTIME_CODES:
            text += f"{day:{_STRFTIME_CODES[code.lower()]}}"[: 1 if count == 5 else None]
        elif unit in values and count < 3:
            text += f"{values[unit]:0{count}d}" + decimals * ("." in code)
        elif kind in ("date", "letter", "other") or (kind == "number" and code not in ".,/"):
            return None
        else:
            text += code
    return text
