"""The meaning of a column, from the words of its name: its title, its cost, how many copies.

column_names.yaml lists the words, in thirteen languages. kind_emblems.yaml lists those that name
kinds of cards, and kind_colours.yaml those that name colours. All that is guessed from names is
guessed here.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from unicodedata import combining, normalize

from printgen.data_files import load_data_file

_WORD_STARTS = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
"""Where a word begins in names such as PowerCost and cardID."""

_BY_ONE_WORD = ("title", "cost", "id")
"""The meanings for which one word of a longer name is enough."""

_NO_MEANINGS = ("perhaps copies", "other", "nothing", "of")
"""The lists of names that have no certain meaning."""


def _split_words(name: str) -> Sequence[str]:
    """Return the words of a name in lower case, without accents and digits."""
    plain = normalize("NFKD", re.sub(_WORD_STARTS, " ", name)).casefold()
    letters = "".join(letter for letter in plain if not combining(letter))
    return re.findall(r"[^\W\d_]+|#", letters)


@cache
def _load_name_meanings(
    file_name: str = "column_names.yaml",
) -> tuple[Mapping[str, str], Mapping[str, Sequence[str]]]:
    """Return the meaning of each name in a YAML file of this folder, and the names by meaning."""
    names: Mapping[str, Sequence[str]] = load_data_file(Path(__file__).with_name(file_name))
    folded = {
        meaning: [" ".join(_split_words(name)) for name in group]
        for meaning, group in names.items()
    }
    # Of a name with two meanings, such as number, the first counts.
    meanings = [meaning for meaning in folded if meaning not in _NO_MEANINGS]
    pairs = [(name, meaning) for meaning in meanings for name in folded[meaning]]
    return dict(reversed(pairs)), folded


def list_usual_names(*meanings: str) -> Sequence[str]:
    """Return the usual names of columns with these meanings, in the order of their preference."""
    return [name for meaning in meanings for name in _load_name_meanings()[1][meaning]]


def normalize_name(name: str) -> str:
    """Return a name as `list_usual_names` has it: in lower case, without accents and digits."""
    return " ".join(_split_words(name))


def is_usual_name(name: str) -> bool:
    """Return whether a text is a usual column name, such as title or cost, without other words."""
    return normalize_name(name) in _load_name_meanings()[0]


@lru_cache(maxsize=512)
def find_column_meaning(name: str) -> str:
    """Return the meaning of a column as column_names.yaml calls it; "" if its name is unusual.

    The whole name is looked up first. Otherwise, its main word decides, but only if that means
    title, cost or id. The main word is the last one, or the first in a name such as "price of a
    card". If it means title, another word that means type, credit or id counts instead: "artist
    name" is the artist.
    """
    meanings, names = _load_name_meanings()
    words = _split_words(name)
    links = {*names["of"]}
    main = [word for word in words if word not in links and word not in names["nothing"]] or words
    for phrase in (" ".join(words), " ".join(main)):
        if phrase in meanings:
            return meanings[phrase]
    if not main:
        return ""
    head = main[0] if links & {*words} else main[-1]
    meaning = meanings.get(head, "")
    if meaning == "title":
        others = (meanings.get(word, "") for word in main if word != head)
        return next((other for other in others if other in ("type", "credit", "id")), meaning)
    return meaning if meaning in _BY_ONE_WORD else ""


@lru_cache(maxsize=512)
def find_emblem(kind: str) -> str:
    """Return the emblem for a kind of cards, a name in kind_emblems.yaml; "" if there is none.

    `kind` is the text of a cell. If several of its words have an emblem, the last one is used.
    """
    if not kind:  # most games have no kinds, and need no list of their names
        return ""
    emblems, _ = _load_name_meanings("kind_emblems.yaml")
    forms = [form for word in _split_words(kind) for form in (word.removesuffix("s"), word)]
    return next((emblems[form] for form in reversed(forms) if form in emblems), "")


@lru_cache(maxsize=64)
def find_kind_colours(kinds: frozenset[str]) -> Mapping[str, str]:
    """Return the colour of each kind of cards that is the name of a colour, such as Rouge.

    The colours are names in kind_colours.yaml. The result is empty unless most of `kinds` are
    colours: Rose next to Lily is a flower.
    """
    if not kinds:
        return {}
    colours, _ = _load_name_meanings("kind_colours.yaml")
    named = {kind: colours.get(normalize_name(kind), "") for kind in kinds}
    found = {kind: colour for kind, colour in named.items() if colour}
    return found if 2 * len(found) > len(kinds) > 1 else {}


def is_count_name(name: str) -> bool:
    """Return whether a column of this name has the number of copies."""
    return find_column_meaning(name) == "copies"
