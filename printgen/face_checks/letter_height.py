"""The height of letters above their baseline, in em, with the accents above them."""

from functools import lru_cache
from unicodedata import combining, normalize

CAPITAL = 0.68
"""The height of a capital in em, used as the height of a text's box above its baseline."""

_ACCENTED_HEIGHT = {True: 0.9, False: 0.76}
"""The height in em of a letter with an accent above it. The key is true for capitals."""
_ACCENT_ABOVE_CLASS = 230
"""The canonical combining class Above."""  # UAX #44, 5.7.4


@lru_cache(maxsize=4096)
def measure_em_height(text: str) -> float:
    """Return the height of a text in em, including accents above its letters."""
    # UAX #15: form NFD separates accents from their letters.
    accented = (c for c in text if _ACCENT_ABOVE_CLASS in map(combining, normalize("NFD", c)))
    return max((_ACCENTED_HEIGHT[letter.isupper()] for letter in accented), default=CAPITAL)
