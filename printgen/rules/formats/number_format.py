"""Turn a number or a date of a workbook, and the code of its format, into what the sheet shows.

Points, commas and names of months are English: a workbook does not say what its reader's are.
"""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

from printgen.rules.formats.workbook_model import DayCount

_MAX_DECIMALS, _MAX_DIGITS = 9, 10
"""What a number without a format shows at most, after its point and in all."""
_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|(\[[hms]+\])|(\[[^\]]*\])|(_.)|\*.'
    r"|(General|AM/PM|A/P|y+|m+|d+|h+|s+|[0#?.,%/@])|(.)",
    re.IGNORECASE | re.DOTALL,
)
_COLOUR = re.compile(r"\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]", re.I)
_NOT_ENGLISH = re.compile(r"\[\$-(?!0*(?:409|809|c09|1009)\b)[^\]]*\].*(?:mmm|ddd)", re.IGNORECASE)
_EXACT_CONTEXT = Context(prec=400)
_STRFTIME_CODES = {"y": "%y", "yy": "%y", "yyy": "%Y", "yyyy": "%Y", "mmm": "%b", "mmmm": "%B",
          "mmmmm": "%B", "ddd": "%a", "dddd": "%A"}  # fmt: skip
_EPOCH, _MAX_DAYS = date(1899, 12, 30), 2_957_003
"""The day that is counted from, and the days up to the year 9999."""
_LITERAL_OFFSET = 0xF0000
"""What is added to a literal letter until the number is set."""
_CORE = re.compile(r"([0#?]+ +)?([0#?]+) ?/ ?([0#?]+|\d+)|[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+|G")


def format_general(value: float) -> str:
    """A number without a format as it shows where there is room: 2.647058824."""
    number = Decimal(f"{value:.15g}")
    places = min(_MAX_DECIMALS, max(_MAX_DIGITS - len(str(abs(int(number)))), 0))
    text = _round_half_up(abs(number), places)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "-" * (value < 0 and text != "0") + text


def format_cell(value: float | DayCount | str, code: str) -> str | None:
    """What a sheet shows of a value in the format of that code; None where that is not known."""
    sections = [""]
    for part in re.findall(r'"[^"]*"|\\.|\[[^\]]*\]|[_*].|;|.', _COLOUR.sub("", code), re.DOTALL):
        if part == ";":
            sections.append("")
        else:
            sections[-1] += part
    if isinstance(value, str):
        texts = sections[3:] or [candidate for candidate in sections if "@" in candidate] or ["@"]
        marked = _mark_literals(texts[0])
        return marked and _unmark_literals(marked.replace("@", value))
    if isinstance(value, DayCount):
        is_known = 0 <= value.days < _MAX_DAYS and not _NOT_ENGLISH.search(code)
        return _format_date(value, sections[0]) if is_known else None
    is_negative = value < 0 and len(sections) > 1
    section = sections[2 if value == 0 and len(sections) > 2 else int(is_negative)]
    return _format_number(abs(value) if is_negative else value, section)


def _mark_literals(section: str) -> str | None:
    """A section of signs for digits and marked letters; None where it holds what is not known."""
    marked = ""
    for quoted, escaped, currency, elapsed, other, padding, sign, letter in _TOKEN.findall(section):
        if elapsed or (other and not other.startswith("[$")):
            return None
        if sign and sign not in "0#?.,%/@" and sign.lower() != "general":
            return None
        if letter.isalpha() and letter.isascii():
            return None
        is_open = letter.isdigit() or letter == " "
        literal = quoted + escaped + currency + ("" if is_open else letter)
        marked += "G" if len(sign) > 1 else sign or (letter if is_open else " " * bool(padding))
        marked += "".join(chr(_LITERAL_OFFSET + ord(char)) for char in literal)
    return marked


def _unmark_literals(text: str) -> str:
    return "".join(chr(ord(char) % _LITERAL_OFFSET) for char in text)


def _format_number(value: float, section: str) -> str | None:
    marked = _mark_literals(section)
    matches = list(_CORE.finditer(marked)) if marked is not None else []
    if marked is None or len(matches) > 1:
        return None
    if not matches:
        return _unmark_literals(marked.replace("@", format_general(value)))
    (core,) = matches
    number = abs(Decimal(f"{value:.15g}")) * 100 ** marked.count("%")
    if core[0] == "G":
        text = format_general(abs(value))
    else:
        text = _format_fraction(number, *core.group(1, 3)) if core[3] else _decimal(number, core[0])
    minus = "-" * (value < 0 and bool(re.search("[1-9]", text)))
    return _unmark_literals(minus + marked[: core.start()] + text + marked[core.end() :])


def _round_half_up(number: Decimal, places: int) -> str:
    """A sheet rounds halves away from nothing."""
    step = Decimal(1).scaleb(-places)
    return f"{number.quantize(step, ROUND_HALF_UP, _EXACT_CONTEXT):f}"


def _decimal(number: Decimal, pattern: str) -> str:
    before, point, after = pattern.partition(".")
    slots = before.rstrip(",")
    # A comma after the last digit stands for three that are not shown.
    number = number.scaleb(-3 * (len(before) - len(slots)))
    whole, _, decimals = _round_half_up(number, len(after)).partition(".")
    whole = whole.lstrip("0")
    padding = slots.replace(",", "")[: max(len(slots.replace(",", "")) - len(whole), 0)]
    whole = padding.replace("?", " ").replace("#", "") + whole
    whole = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", whole) if "," in slots else whole
    while decimals.endswith("0") and after[len(decimals) - 1] != "0":
        decimals = decimals[:-1]
    return whole + point + decimals


def _format_fraction(number: Decimal, whole_pattern: str | None, divisor: str) -> str:
    exact = Fraction(number)
    if divisor.strip("0#?"):
        denominator = int(divisor)
        numerator = round(exact * denominator)
    else:
        numerator, denominator = exact.limit_denominator(10 ** len(divisor) - 1).as_integer_ratio()
    whole_part, remainder = divmod(numerator, denominator) if whole_pattern else (0, numerator)
    shown = [str(whole_part)] * bool(whole_part or (whole_pattern and not remainder)) + [
        f"{remainder}/{denominator}"
    ] * bool(remainder)
    return " ".join(shown) or f"0/{denominator}"


@lru_cache(maxsize=256)
def is_date_format(code: str) -> bool:
    """Whether a format shows a date or a time."""
    tokens = _TOKEN.findall(_COLOUR.sub("", code))
    return any(hit[3] or hit[4][:6] == "[short" or hit[6][:1] in {*"ymdhsYMDHS"} for hit in tokens)


def _format_date(value: DayCount, section: str) -> str | None:
    tokens, seconds = _TOKEN.findall(section), round(value.days * 86_400)
    hour, is_12_hour = seconds // 3600 % 24, bool(re.search("am/pm|a/p", section, re.IGNORECASE))
    values = {"min": seconds // 60 % 60, "s": seconds % 60}
    values["h"] = (hour - 1) % 12 + 1 if is_12_hour else hour
    days = seconds // 86_400 + value.later
    # To a sheet 1900 was a leap year.
    day = _EPOCH + timedelta(days=days + (days < 60))
    if value.days >= 1:
        values |= {"y": day.year, "m": day.month, "d": day.day}
    units = [(token[3].strip("[]") or token[6])[:1].lower() for token in tokens]
    text = ""
    for index, (quoted, escaped, money, elapsed, other, padding, sign, letter) in enumerate(tokens):
        unit, count = units[index], len(sign)
        if unit == "m" and count < 3 and _is_minute(units, index):
            unit = "min"
        if elapsed:
            unit_seconds = {"h": 3600, "m": 60, "s": 1}[elapsed[1].lower()]
            text += f"{seconds // unit_seconds:0{len(elapsed) - 2}d}"
        elif unit == "a":
            text += ("PM" if hour >= 12 else "AM")[: 2 if count > 3 else 1]
        elif unit in values and sign.lower() in _STRFTIME_CODES:
            text += f"{day:{_STRFTIME_CODES[sign.lower()]}}"[: 1 if count == 5 else None]
        elif unit in values and count < 3:
            text += f"{values[unit]:0{count}d}"
        elif sign.strip(".,/") or re.match(r"\[(?!\$)|[A-Za-z]", other + letter):
            return None
        else:
            text += quoted + escaped + money + sign + letter + " " * bool(padding)
    return text


def _is_minute(units: Sequence[str], index: int) -> bool:
    """Whether an m comes after hours or before seconds."""
    before = [unit for unit in units[:index] if unit and unit in "ymdhs"]
    after = [unit for unit in units[index + 1 :] if unit and unit in "ymdhs"]
    return before[-1:] == ["h"] or after[:1] == ["s"]
