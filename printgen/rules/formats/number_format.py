"""Turn a number or a date of a workbook, and the code of its format, into what the sheet shows.

Points, commas and names of months are English: a workbook does not say what its reader's are.
"""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

from printgen.rules.formats.workbook_model import Moment

_DECIMALS, _DIGITS = 9, 10
"""What a number without a format shows at most, after its point and in all."""
_PART = re.compile(
    r'"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|(\[[hms]+\])|(\[[^\]]*\])|(_.)|\*.'
    r"|(General|AM/PM|A/P|y+|m+|d+|h+|s+|[0#?.,%/@])|(.)",
    re.IGNORECASE | re.DOTALL,
)
_COLOUR = re.compile(r"\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]", re.I)
_NOT_ENGLISH = re.compile(r"\[\$-(?!0*(?:409|809|c09|1009)\b)[^\]]*\].*(?:mmm|ddd)", re.IGNORECASE)
_EXACT = Context(prec=400)
_NAMED = {"y": "%y", "yy": "%y", "yyy": "%Y", "yyyy": "%Y", "mmm": "%b", "mmmm": "%B",
          "mmmmm": "%B", "ddd": "%a", "dddd": "%A"}  # fmt: skip
_FIRST, _LAST = date(1899, 12, 30), 2_957_003
"""The day that is counted from, and the days up to the year 9999."""
_MARKED = 0xF0000
"""What is added to a literal letter until the number is set."""
_CORE = re.compile(r"([0#?]+ +)?([0#?]+) ?/ ?([0#?]+|\d+)|[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+|G")


def plain(value: float) -> str:
    """A number without a format as it shows where there is room: 2.647058824."""
    number = Decimal(f"{value:.15g}")
    places = min(_DECIMALS, max(_DIGITS - len(str(abs(int(number)))), 0))
    text = _rounded(abs(number), places)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "-" * (value < 0 and text != "0") + text


def show(value: float | Moment | str, code: str) -> str | None:
    """What a sheet shows of a value in the format of that code; None where that is not known."""
    sections = [""]
    for part in re.findall(r'"[^"]*"|\\.|\[[^\]]*\]|[_*].|;|.', _COLOUR.sub("", code), re.DOTALL):
        if part == ";":
            sections.append("")
        else:
            sections[-1] += part
    if isinstance(value, str):
        texts = sections[3:] or [one for one in sections if "@" in one] or ["@"]
        made = _marked(texts[0])
        return made and _unmarked(made.replace("@", value))
    if isinstance(value, Moment):
        is_known = 0 <= value.days < _LAST and not _NOT_ENGLISH.search(code)
        return _moment(value, sections[0]) if is_known else None
    is_below = value < 0 and len(sections) > 1
    section = sections[2 if value == 0 and len(sections) > 2 else int(is_below)]
    return _number(abs(value) if is_below else value, section)


def _marked(section: str) -> str | None:
    """A section of signs for digits and marked letters; None where it holds what is not known."""
    made = ""
    for quoted, escaped, money, elapsed, other, room, sign, letter in _PART.findall(section):
        if elapsed or (other and not other.startswith("[$")):
            return None
        if sign and sign not in "0#?.,%/@" and sign.lower() != "general":
            return None
        if letter.isalpha() and letter.isascii():
            return None
        is_open = letter.isdigit() or letter == " "
        literal = quoted + escaped + money + ("" if is_open else letter)
        made += "G" if len(sign) > 1 else sign or (letter if is_open else " " * bool(room))
        made += "".join(chr(_MARKED + ord(one)) for one in literal)
    return made


def _unmarked(text: str) -> str:
    return "".join(chr(ord(one) % _MARKED) for one in text)


def _number(value: float, section: str) -> str | None:
    made = _marked(section)
    found = list(_CORE.finditer(made)) if made is not None else []
    if made is None or len(found) > 1:
        return None
    if not found:
        return _unmarked(made.replace("@", plain(value)))
    (core,) = found
    number = abs(Decimal(f"{value:.15g}")) * 100 ** made.count("%")
    if core[0] == "G":
        text = plain(abs(value))
    else:
        text = _fraction(number, *core.group(1, 3)) if core[3] else _decimal(number, core[0])
    minus = "-" * (value < 0 and bool(re.search("[1-9]", text)))
    return _unmarked(minus + made[: core.start()] + text + made[core.end() :])


def _rounded(number: Decimal, places: int) -> str:
    """A sheet rounds halves away from nothing."""
    step = Decimal(1).scaleb(-places)
    return f"{number.quantize(step, ROUND_HALF_UP, _EXACT):f}"


def _decimal(number: Decimal, form: str) -> str:
    before, point, after = form.partition(".")
    slots = before.rstrip(",")
    # A comma after the last digit stands for three that are not shown.
    number = number.scaleb(-3 * (len(before) - len(slots)))
    whole, _, part = _rounded(number, len(after)).partition(".")
    whole = whole.lstrip("0")
    missing = slots.replace(",", "")[: max(len(slots.replace(",", "")) - len(whole), 0)]
    whole = missing.replace("?", " ").replace("#", "") + whole
    whole = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", whole) if "," in slots else whole
    while part.endswith("0") and after[len(part) - 1] != "0":
        part = part[:-1]
    return whole + point + part


def _fraction(number: Decimal, whole: str | None, under: str) -> str:
    exact = Fraction(number)
    if under.strip("0#?"):
        bottom = int(under)
        top = round(exact * bottom)
    else:
        top, bottom = exact.limit_denominator(10 ** len(under) - 1).as_integer_ratio()
    ones, left = divmod(top, bottom) if whole else (0, top)
    shown = [str(ones)] * bool(ones or (whole and not left)) + [f"{left}/{bottom}"] * bool(left)
    return " ".join(shown) or f"0/{bottom}"


@lru_cache(maxsize=256)
def is_moment(code: str) -> bool:
    """Whether a format shows a date or a time."""
    parts = _PART.findall(_COLOUR.sub("", code))
    return any(one[3] or one[4][:6] == "[short" or one[6][:1] in {*"ymdhsYMDHS"} for one in parts)


def _moment(value: Moment, section: str) -> str | None:
    parts, seconds = _PART.findall(section), round(value.days * 86_400)
    hour, is_half = seconds // 3600 % 24, bool(re.search("am/pm|a/p", section, re.IGNORECASE))
    shows = {"min": seconds // 60 % 60, "s": seconds % 60}
    shows["h"] = (hour - 1) % 12 + 1 if is_half else hour
    days = seconds // 86_400 + value.later
    # To a sheet 1900 was a leap year.
    day = _FIRST + timedelta(days=days + (days < 60))
    if value.days >= 1:
        shows |= {"y": day.year, "m": day.month, "d": day.day}
    units = [(one[3].strip("[]") or one[6])[:1].lower() for one in parts]
    made = ""
    for at_, (quoted, escaped, money, elapsed, other, room, sign, letter) in enumerate(parts):
        unit, many = units[at_], len(sign)
        if unit == "m" and many < 3 and _is_minute(units, at_):
            unit = "min"
        if elapsed:
            size = {"h": 3600, "m": 60, "s": 1}[elapsed[1].lower()]
            made += f"{seconds // size:0{len(elapsed) - 2}d}"
        elif unit == "a":
            made += ("PM" if hour >= 12 else "AM")[: 2 if many > 3 else 1]
        elif unit in shows and sign.lower() in _NAMED:
            made += f"{day:{_NAMED[sign.lower()]}}"[: 1 if many == 5 else None]
        elif unit in shows and many < 3:
            made += f"{shows[unit]:0{many}d}"
        elif sign.strip(".,/") or re.match(r"\[(?!\$)|[A-Za-z]", other + letter):
            return None
        else:
            made += quoted + escaped + money + sign + letter + " " * bool(room)
    return made


def _is_minute(units: Sequence[str], at: int) -> bool:
    """Whether an m comes after hours or before seconds."""
    before = [one for one in units[:at] if one and one in "ymdhs"]
    after = [one for one in units[at + 1 :] if one and one in "ymdhs"]
    return before[-1:] == ["h"] or after[:1] == ["s"]
