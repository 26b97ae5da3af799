"""Dice named in a heading, and the lowest and highest total that they roll.

Supported are sums of dice and numbers, optionally times a number, dice of which only the highest
or lowest count, such as 4d6kh3, and dice that are read digit by digit, such as d66. Other
operations, such as exploding dice, are marked as unsupported.
"""

import re
from unicodedata import normalize

import msgspec
from msgspec.structs import replace

_DIE = r"(\d{0,5}) ?d(%|\d{1,5})s?(k[hl]\d{1,3})?"
_FOREIGN_DIE = re.compile(
    r"(?<!\w)(\d{0,5} ?)(?:w(?=%|\d)|[ktкдק](?=(?:4|6|8|10|12|20|24|30|66|100|%)(?![^\Wx])))"
)
"""A die in other languages: German W6, Slavic k6, Nordic T6, Russian к6 and д6, Hebrew ק6.

Only with the sides of common dice, because T1 and K5 are often the numbers of things.
"""
_LETTER = r"[a-wyz0-9]|x(?! ?\d)"
"""Letters and digits, except an x before a number: 3d6x10."""
_DICE_SUM = re.compile(
    rf"(?<![a-z0-9]){_DIE}(?!{_LETTER})(?: ?[+-] ?(?:{_DIE}|\d{{1,3}})(?!{_LETTER}))*"
    r"(?: ?[x*×] ?(\d{1,5})(?![a-z0-9]))?"
)
_TERM_PATTERN = re.compile(rf"([+-]?) ?(?:{_DIE}|(\d{{1,3}}))")
_UNSUPPORTED_DICE = re.compile(
    r"(?<![a-z])d\d+(?:(?!k[hl]\d)[a-rt-wyz!]|x(?! ?\d)|/\d| ?[*x×] ?\d*d| ?[÷^] ?\d)"
    r"|(?:\d ?|\b)[x×*] ?\d*d\d"
)
"""Unsupported operations: exploding dice, division, dice times dice."""
_END = r"(high|best|low|worst)[a-z]*"
_DICE_POOL = re.compile(
    r"(?<![a-z0-9])(\d{1,3}) ?(d\d{1,5})s?(?: and)?(?= ?[kd][hl]|[kd]\d| keep| take| drop)"
    rf" ?(keep|take|drop|k|d)(?: the)?(?:([hl])| {_END})? ?(\d{{0,3}})(?: {_END})?(?: dic?e)?"
    r"(?![a-z0-9])"
)
"""Dice of which some are kept or dropped: 4d6kh3, 4d6dl, 4d6 keep highest 3, 4d6 drop lowest."""
_TENS_AND_ONES = re.compile(r"\b1?d([2-8]) ?[x*×] ?10 ?\+ ?1?d\1(?!\d)")
"""Dice that are read digit by digit, as a sum for programs: 1d6*10 + 1d6."""
_DIGIT_DICE = re.compile(r"1?d(([2-8])\2+)")
_KEEP_WORDS = {"advantage", "best", "disadvantage", "drop", "highest", "keep", "lowest", "worst"}
_ROLL_WORDS = {
    *("%", "d", "dice", "die", "percentile", "roll", "rolls", "wurf", "würfel", "rzut", "kostka"),
    *("kast", "slag", "tärning", "terning", "heitto", "noppa", "dobás", "hod", "jet", "dé", "dés"),
    *("tirada", "dado", "dados", "lancio", "tiro", "rolagem", "worp", "dobbelsteen", "бросок"),
    *("кость", "куб", "кубик", "кидок", "הטלה", "出目", "ダイス", "骰子", "주사위"),
}
"""Words for a roll and for dice, in the languages of `_FOREIGN_DIE` and in others."""
_FILLER_WORDS = {*_ROLL_WORDS, "a", "on", "result", "table", "the", "total"}


class DiceHeading(msgspec.Struct, frozen=True):
    """The dice that the heading of a column names, if it names any.

    - `dice`: the dice as text, such as 2d6; "" for none.
    - `lowest`, `highest`: the lowest and highest total, divided by `step`.
    - `is_roll`: whether the heading mentions a roll; `is_bare`: whether it mentions nothing else.
    - `is_unsupported`: whether printgen cannot compute the totals of the dice.
    - `faces`, `digits`: for dice that are read digit by digit, such as d66, the number of sides of
      a die and the number of dice; otherwise 0.
    - `step`: the factor of dice such as 3d6×10, which is 10; otherwise 1.
    - `parts`: the dice in groups of equal dice, such as 2d6 and 1d4. Each has the number of dice
      (negative if they are subtracted), the number of their sides, and how many of the dice count:
      the highest if positive, the lowest if negative, all if 0.
    - `modifier`: the sum of the numbers that are added to the dice.
    - `how`: where the dice are named, in words for the summary.
    """

    dice: str = ""
    lowest: int = 0
    highest: int = 0
    is_roll: bool = False
    is_bare: bool = False
    is_unsupported: bool = False
    faces: int = 0
    digits: int = 0
    step: int = 1
    parts: tuple[tuple[int, int, int], ...] = ()
    modifier: int = 0
    how: str = "as the heading says"


def split_heading_into_words(heading: str) -> tuple[str, ...]:
    """Return the words of a heading in lower case. Digits and letters are separate words.

    Both d100Min and d100_min have the word min. The suffix " (column A)", which makes equal
    headings different, is left out.
    """
    heading = re.sub(r"(?<=.) \(column [A-Z]+\)$|(?<=^column) [A-Z]+$", "", heading)
    heading = re.sub(r"<[^<>]*>", " ", heading)  # tags in a cell of Markdown
    heading = convert_digits(heading).replace("\u2212", "-").replace("–", "-")
    # Converters to Obsidian name dice twice: dice: 1d8|avg (d8).
    heading = re.sub(r"(?i)\b(?:1(?=[dw]))?(\d*[dw]\d+)\b(.*)\(1?\1\)", r"\1\2", heading)
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_\s()\[\]:;,.]+|/(?!\d)", " ", heading)
    return tuple(spaced.lower().split())


def convert_digits(text: str) -> str:
    """Return a text with ASCII digits in place of those of other scripts."""
    # UAX #15, form NFKC: full-width and superscript digits become ASCII digits.
    return re.sub(r"[^\D0-9]", lambda digit: str(int(digit[0])), normalize("NFKC", text))


def parse_dice_heading(heading: str, skipped_word: str = "") -> DiceHeading:
    """Return the dice that a heading names. Its words that equal `skipped_word` are ignored."""
    words = (word for word in split_heading_into_words(heading) if word != skipped_word)
    text = _TENS_AND_ONES.sub(r"d\1\1", _FOREIGN_DIE.sub(r"\1d", " ".join(words)))
    text = _DICE_POOL.sub(_normalize_kept_dice, text)
    matches = list(_DICE_SUM.finditer(text))
    remainder = _DICE_SUM.sub(" ", text)
    rest = set(remainder.split())
    is_roll = bool(matches or rest & _ROLL_WORDS)
    result = DiceHeading(is_roll=is_roll, is_bare=is_roll and rest <= _FILLER_WORDS)
    unsupported = replace(result, dice=text, is_roll=True, is_unsupported=True)
    if {match[0].lstrip("1") for match in matches} == {"d%", "d100"}:
        matches = matches[:1]  # d100 (d%)
    if len(matches) > 1 or _UNSUPPORTED_DICE.search(text) or (matches and rest & _KEEP_WORDS):
        return unsupported
    # The value of a modifier such as that of 2d6+STAT or d6+ is unknown, and so are both ends.
    has_modifier = re.search(r"\+ ?(?:[a-z]|$)|-[a-z]", remainder)
    if has_modifier or not (matches or rest & {"%", "percentile"}):
        return result
    name = matches[0][0].replace(" ", "") if matches else "d100"
    if digit_match := _DIGIT_DICE.fullmatch(name):
        faces, digits = int(digit_match[2]), len(digit_match[1])
        return replace(
            result, dice=name, lowest=1, highest=faces**digits, faces=faces, digits=digits
        )
    # A subtracted die lowers the least total by its highest roll.
    total, _, times = re.sub("[x×]", "*", name).partition("*")
    lowest = highest = added = 0
    parts = list[tuple[int, int, int]]()
    for sign, count, sides, pool, modifier in _TERM_PATTERN.findall(total):
        dice, faces = int(count or 1), 100 if sides in ("%", "00") else int(sides or 0)
        kept = int(pool[2:]) if pool else dice
        ends = (int(modifier), int(modifier)) if modifier else (kept, kept * faces)
        if not modifier and not (0 < ends[1] < 10**7 and kept <= dice):
            return unsupported
        low, high = ends if sign != "-" else (-ends[1], -ends[0])
        lowest, highest = lowest + low, highest + high
        added += low if modifier else 0
        kept = 0 if kept == dice else -kept if pool[1] == "l" else kept
        parts += [] if modifier else [(-dice if sign == "-" else dice, faces, kept)]
    if times and (int(times) < 1 or re.search(r"\d[+-]", total)):
        return unsupported  # 1d6+1×10 may mean 1d6+10 or (1d6+1)×10
    step, terms = int(times or 1), (*parts,)
    result = replace(result, dice=name, lowest=lowest, highest=highest, step=step)
    return replace(result, parts=terms, modifier=added)


def _normalize_kept_dice(match: re.Match[str]) -> str:
    """Return dice of which only some count as 4d6kh3 (keep highest) or 4d6kl3 (keep lowest)."""
    count, die, verb, *ends, number, end_after = match.groups()
    end = next(filter(None, (*ends, end_after)), "")
    if not (end or number):
        return match[0]
    is_dropped = verb[0] == "d"
    is_high = (end[0] in "hb" if end else not is_dropped) != is_dropped
    kept = max(int(count) - int(number or 1), 0) if is_dropped else number or 1
    return f"{count}{die}k{'h' if is_high else 'l'}{kept}"
