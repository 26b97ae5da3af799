"""Number formats of workbooks: format a number or a date as the sheet shows it.

The format codes are those of ECMA-376 part 1, 18.8.31. Decimal points, thousands separators and
month names are English, because a workbook does not contain the language of its reader.
"""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

from printgen.rules.formats.workbook_model import DayCount

_MAX_DECIMALS, _MAX_DIGITS = 9, 10
"""Most decimals, and most digits, of a number without a format."""
# ECMA-376 part 1, 18.8.31: quoted and escaped text, [$currency], [elapsed], [other], _padding,
# *fill, codes, and any other character.
_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|(\[[hms]+\])|(\[[^\]]*\])|(_.)|\*.'
    r"|(General|AM/PM|y+|m+|d+|h+|s+(?:\.0+)?|E[+-]|[0#?.,%/@])|(.)",
    re.IGNORECASE | re.DOTALL,
)
# ECMA-376 part 1, 18.8.31: a section may begin with a colour, which does not change the text.
_COLOUR = re.compile(r"\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]", re.I)
# Language ids other than English of the USA, UK, Australia and Canada name other months.
_NOT_ENGLISH = re.compile(r"\[\$-(?!0*(?:409|809|c09|1009)\b)[^\]]*\].*(?:mmm|ddd)", re.IGNORECASE)
_EXACT_CONTEXT = Context(prec=400)
_STRFTIME_CODES = {"y": "%y", "yy": "%y", "yyy": "%Y", "yyyy": "%Y", "mmm": "%b", "mmmm": "%B",
          "mmmmm": "%B", "ddd": "%a", "dddd": "%A"}  # fmt: skip
_EPOCH, _MAX_DAYS = date(1899, 12, 30), 2_957_003
"""The day with the serial number 0, and the first day count that is not supported."""
ISO_DATE = "[ISO date]"
"""The code of built-in formats whose dates differ between languages."""
_LITERAL_OFFSET = 0xF0000
"""Added to the code points of literal text, to keep it apart from digit placeholders."""
_CORE = re.compile(
    r"([0#?]+ +)?([0#?]+) ?/ ?([0#?]+|\d+)|((?:[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+),*)(E.0+)?|G"
)
_CONDITION = re.compile(r"\[[<>=]")


def format_general(value: float) -> str:
    """Return a number without a format as a wide cell shows it, such as 2.647058824."""
    # Spreadsheets keep 15 significant digits.
    number = Decimal(f"{value:.15g}")
    places = min(_MAX_DECIMALS, max(_MAX_DIGITS - len(str(abs(int(number)))), 0))
    text = _round_half_up(abs(number), places)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "-" * (value < 0 and text != "0") + text


def format_cell(value: float | DayCount | str, code: str) -> str | None:
    """Return what a sheet shows for a value with this format code; None if not supported."""
    # ECMA-376 part 1, 18.8.31: up to four sections, for positive, negative, zero and text.
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
        if code == ISO_DATE:
            sections = ["yyyy-mm-dd" * (value.days >= 1) + " hh:mm:ss" * (value.days % 1 > 0)]
        is_known = 0 <= value.days < _MAX_DAYS and not _NOT_ENGLISH.search(code)
        return _format_date(value, sections[0]) if is_known else None
    if any(map(_CONDITION.match, sections)):
        return None
    # If negative numbers have a separate section, that section contains the minus.
    is_negative = value < 0 and len(sections) > 1
    section = sections[2 if value == 0 and len(sections) > 2 else int(is_negative)]
    return _format_number(abs(value) if is_negative else value, section)


def _mark_literals(section: str) -> str | None:
    """Return a section with its literal text marked; None if a part is not supported."""
    marked = ""
    for quoted, escaped, currency, elapsed, other, padding, sign, letter in _TOKEN.findall(section):
        if elapsed or (other and not other.startswith("[$")):
            return None
        if sign[:1] not in "0#?.,%/@E" and sign.lower() != "general":
            return None
        # Spreadsheets require quotes around letters, so an unquoted one is an unknown code.
        if letter.isalpha() and letter.isascii():
            return None
        is_open = letter.isdigit() or letter == " "
        literal = quoted + escaped + currency + ("" if is_open else letter)
        marked += "G" if len(sign) > 2 else sign or (letter if is_open else " " * bool(padding))
        marked += "".join(chr(_LITERAL_OFFSET + ord(char)) for char in literal)
    return marked


def _unmark_literals(text: str) -> str:
    """Return the text with its marked literals as normal characters."""
    return "".join(chr(ord(char) % _LITERAL_OFFSET) for char in text)


def _format_number(value: float, section: str) -> str | None:
    """Return a number formatted by one section; None if the section is not supported."""
    marked = _mark_literals(section)
    matches = list(_CORE.finditer(marked)) if marked is not None else []
    if marked is None or len(matches) > 1:
        return None
    if not matches:
        return _unmark_literals(marked.replace("@", format_general(value)))
    (core,) = matches
    # ECMA-376 part 1, 18.8.31: each percent sign multiplies by 100.
    number = abs(Decimal(f"{value:.15g}")) * 100 ** marked.count("%")
    if core[0] == "G":
        text = format_general(abs(value))
    elif core[3]:
        text = _format_fraction(number, *core.group(1, 3))
    else:
        text = _format_exponent(number, *core.group(4, 5)) if core[5] else _fill(number, core[4])
    minus = "-" * (value < 0 and bool(re.search("[1-9]", text)))
    return _unmark_literals(minus + marked[: core.start()] + text + marked[core.end() :])


def _round_half_up(number: Decimal, places: int) -> str:
    """Return the number with `places` decimals; halves are rounded away from zero, as in sheets."""
    step = Decimal(1).scaleb(-places)
    return f"{number.quantize(step, ROUND_HALF_UP, _EXACT_CONTEXT):f}"


def _fill(number: Decimal, pattern: str) -> str:
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
    """Return the number as digits and a power of ten, such as 1.5E+03."""
    # ECMA-376 part 1, 18.8.31: the power is a multiple of the number of whole digits.
    step = len(pattern.partition(".")[0])
    power = number.adjusted() // step * step if number else 0
    if Decimal(_fill(number.scaleb(-power), pattern)) >= 10**step:
        power += step
    sign = "-" if power < 0 else exponent[1].strip("-")
    return f"{_fill(number.scaleb(-power), pattern)}E{sign}{abs(power):0{len(exponent) - 2}d}"


def _format_fraction(number: Decimal, whole_pattern: str | None, divisor: str) -> str:
    """Return the number as a fraction, after its whole part if there is a `whole_pattern`."""
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


@lru_cache(maxsize=256)
def is_date_format(code: str) -> bool:
    """Return whether a format shows a date or a time."""
    tokens = _TOKEN.findall(_COLOUR.sub("", code))
    return any(tok[3] or tok[4][-6:] == " date]" or tok[6][:1] in {*"ymdhsYMDHS"} for tok in tokens)


def _format_date(value: DayCount, section: str) -> str | None:
    """Return a date or time formatted by one section; None if the section is not supported."""
    # ECMA-376 part 1, 18.17.4: a date is a number of days, and its fraction is the time.
    tokens, is_12_hour = _TOKEN.findall(section), "am/pm" in section.lower()
    units = [(token[3].strip("[]") or token[6])[:1].lower() for token in tokens]
    exact = round(Decimal(value.days) * 86_400, 3)
    pairs = zip(units, tokens, strict=True)
    places = [len(token[6].partition(".")[2]) for unit, token in pairs if unit == "s"]
    seconds, decimals = int(exact), f"{exact % 1:.{max(places, default=0)}f}"[1:]
    # Excel rounds to whole seconds, and other programs cut them off.
    if places and exact != round(exact, max(places)):
        return None
    hour = seconds // 3600 % 24
    values = {"min": seconds // 60 % 60, "s": seconds % 60}
    values["h"] = (hour - 1) % 12 + 1 if is_12_hour else hour
    days = seconds // 86_400 + value.later
    day = _EPOCH + timedelta(days=days)
    # A value below 1 is only a time, without a date. Programs differ in dates before March 1900,
    # because Excel counts 29 February 1900, which did not exist.
    if value.days >= 1 and days > 60:
        values |= {"y": day.year, "m": day.month, "d": day.day}
    text = ""
    for index, (quoted, escaped, money, elapsed, other, padding, sign, letter) in enumerate(tokens):
        unit, count = units[index], len(sign.partition(".")[0])
        if unit == "m" and count < 3 and _is_minute(units, index):
            unit = "min"
        # ECMA-376 part 1, 18.8.31: [h] shows hours elapsed, beyond 24; likewise [m] and [s].
        if elapsed:
            unit_seconds = {"h": 3600, "m": 60, "s": 1}[elapsed[1].lower()]
            text += f"{seconds // unit_seconds:0{len(elapsed) - 2}d}"
        elif unit == "a":
            text += "PM" if hour >= 12 else "AM"
        elif unit in values and sign.lower() in _STRFTIME_CODES:
            text += f"{day:{_STRFTIME_CODES[sign.lower()]}}"[: 1 if count == 5 else None]
        elif unit in values and count < 3:
            text += f"{values[unit]:0{count}d}" + decimals * ("." in sign)
        elif sign.strip(".,/") or re.match(r"\[(?!\$)|[A-Za-z]", other + letter):
            return None
        else:
            text += quoted + escaped + money + sign + letter + " " * bool(padding)
    return text


def _is_minute(units: Sequence[str], index: int) -> bool:
    """Return whether an m means minutes: after hours or before seconds (18.8.31), else months."""
    before = [unit for unit in units[:index] if unit and unit in "ymdhs"]
    after = [unit for unit in units[index + 1 :] if unit and unit in "ymdhs"]
    return before[-1:] == ["h"] or after[:1] == ["s"]
