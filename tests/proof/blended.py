"""Words on blended grounds, drawn by lot: legible ones, and ones that hardly differ from them."""

import random

from msgspec.structs import replace
from sample import _box, run

from printgen.colour import compute_contrast_ratio, mix_colours
from printgen.face.face import Item, PlacedImage, Shape
from printgen.layout.paint.backgrounds import draw_background
from printgen.layout.style.backgrounds import Gradient
from printgen.layout.style.values import Percentage

LEFT, TOP, WIDTH, HEIGHT = 35, 72, 22, 14
"""A part of the sample's card that is empty."""

KINDS = ("gradient", "opacity", "outline")
SEEDS = range(30)

Ink = tuple[int, int, int]


def words(kind: str, seed: int, *, is_faint: bool) -> tuple[Item, ...]:
    """A word with its ground; any letter may be the faint one."""
    lot = random.Random(f"{kind} {seed} {is_faint}")
    while True:
        contrasts, items = {"gradient": _gradient, "opacity": _opacity, "outline": _outline}[kind](
            lot
        )
        # A rendering also sees the outline against the ground, so both must be clearly wrong.
        worst = min(contrasts)
        if worst < (1.8 if kind == "outline" else 2.8) if is_faint else worst > 5.2:
            return items


def _ink(lot: random.Random) -> Ink:
    red, green, blue = (lot.choice((lot.randrange(256), 0, 255)) for _ in range(3))
    return red, green, blue


def _word(lot: random.Random, colour: tuple[int, ...]) -> Item:
    return replace(run("Ambush!", LEFT + 2, TOP + 8, lot.uniform(9, 14), None), colour=colour)


def _gradient(lot: random.Random) -> tuple[list[float], tuple[Item, ...]]:
    first, second, ink = _ink(lot), _ink(lot), _ink(lot)
    turned = lot.random() < 0.5
    stops = ((Percentage(0.0), first), (Percentage(100.0), second))
    gradient = Gradient((-1, 0) if turned else (1, 0), stops)
    size, start = (None, None), (Percentage(0.0), Percentage(0.0))
    data = draw_background(gradient, size, start, "repeat", (WIDTH, HEIGHT))
    word = _word(lot, ink)
    places = [(2 + word.width * (letter + 0.5) / 7) / WIDTH for letter in range(7)]
    grounds = [mix_colours(second, first, 1 - p if turned else p) for p in places]
    contrasts = [compute_contrast_ratio(ink, ground) for ground in grounds]
    return contrasts, (PlacedImage(data, LEFT, TOP, WIDTH, HEIGHT), word)


def _opacity(lot: random.Random) -> tuple[list[float], tuple[Item, ...]]:
    """A see-through word on a see-through box, which ends under the word, on an opaque one."""
    base, cover, ink = _ink(lot), _ink(lot), _ink(lot)
    share, alpha = lot.randrange(20, 240), lot.randrange(60, 255)
    word = _word(lot, (*ink, alpha))
    end = 2 + word.width * lot.choice((0.45, 2.0))
    grounds = [mix_colours(cover, base, share / 255)] + [base] * (end < WIDTH)
    contrasts = [compute_contrast_ratio(mix_colours(ink, one, alpha / 255), one) for one in grounds]
    shapes = (
        Shape(_box(LEFT, TOP, WIDTH, HEIGHT), base),
        Shape(_box(LEFT, TOP, min(end, WIDTH), HEIGHT), (*cover, share)),
    )
    return contrasts, (*shapes, word)


def _outline(lot: random.Random) -> tuple[list[float], tuple[Item, ...]]:
    ground, outline, ink = _ink(lot), _ink(lot), _ink(lot)
    word = replace(_word(lot, ink), outline=outline, outline_width=lot.uniform(0.15, 0.25))
    contrast = max(compute_contrast_ratio(ink, ground), compute_contrast_ratio(ink, outline))
    return [contrast], (Shape(_box(LEFT, TOP, WIDTH, HEIGHT), ground), word)


def cases() -> list[tuple[str, int, bool]]:
    """Each kind and seed, faint and legible."""
    return [(kind, seed, faint) for kind in KINDS for seed in SEEDS for faint in (True, False)]
