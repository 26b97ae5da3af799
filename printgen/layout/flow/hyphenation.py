"""Places where words may be divided, from the patterns of a language.

The patterns are those of pyphen, which is installed with printgen[hyphens].
"""

import re
from functools import lru_cache
from typing import Any

_WORD = re.compile(r"[^\W\d_]{5,}")


def find_hyphenation_problem(language: str) -> tuple[str, str] | None:
    """Return the reason why words of a language cannot be divided, and a hint; None if they can."""
    if not language:
        return "hyphens: auto needs a language", 'write it on html, such as lang="en-GB"'
    try:
        patterns = _load_patterns(language)
    except ImportError:
        return "hyphens: auto needs pyphen", 'install it: pip install "printgen[hyphens]"'
    message = f"pyphen cannot divide words of the language {language}"
    return None if patterns else (message, "remove hyphens: auto, or correct lang")


def _load_patterns(language: str) -> Any:
    """Return pyphen's dictionary for a language such as de or en-GB; None if it has none.

    pyphen reads the file of a language once.
    """
    import pyphen  # only style sheets with hyphens: auto need it

    code = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=code) if code else None


@lru_cache(maxsize=4096)
def find_hyphenation_points(text: str, language: str) -> tuple[int, ...]:
    """Return the indices before which a word of `text` may be divided, the last one first."""
    if find_hyphenation_problem(language):
        return ()
    patterns, places = _load_patterns(language), list[int]()
    for word in _WORD.finditer(text):
        # CSS Text 4, 6.3.3: at least two letters before a hyphen and three after it.
        ends = patterns.positions(word[0])
        places += [word.start() + end for end in ends if 2 <= end <= len(word[0]) - 3]
    return tuple(reversed(places))
