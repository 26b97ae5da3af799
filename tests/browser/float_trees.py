"""Random blocks with floats, texts and boxes in them."""

import random

from box_trees import Tree, make_numbered_tree

WORDS = ("a", "of", "Shoot", "twice", "each", "incomprehensible", "turn", "42", "then", "move")
LENGTHS: dict[str, tuple[tuple[str, float, int, int], ...]] = {
    "float": (("height", 1.0, 8, 130), ("width", 0.7, 30, 260)),
    "text": (("padding", 0.4, 0, 12), ("width", 0.2, 300, 400)),
    "box": (("height", 1.0, 10, 80), ("width", 0.5, 60, 400)),
    "bare": (),
}
"""The lengths of each kind of child: the chance of each, its minimum and its maximum in mm."""
KEYWORDS: dict[str, tuple[tuple[str, float, tuple[str, ...]], ...]] = {
    "float": (("float", 1.0, ("left", "right")),),
    "text": (
        ("display", 1.0, ("block",)),
        ("text-align", 1.0, ("left", "right", "center", "justify")),
        ("border", 0.3, ("2mm solid #888888",)),
        ("line-height", 0.2, ("2",)),
    ),
    "box": (("margin", 0.2, ("3mm auto",)),),
    "bare": (),
}
"""The other properties of each kind of child: the chance of each, and its values."""
CLEAR = ("clear", 0.2, ("left", "right", "both"))


def make_random_floats(seed: int) -> Tree:
    """Return a block with five to nine children, always the same one for a seed."""
    rng = random.Random(seed)
    rules = [f".f {{ width: {rng.randint(500, 620)}mm; padding: {rng.randint(0, 20)}mm; }}"]
    parts: list[str] = []
    for number in range(rng.randint(5, 9)):
        kind = rng.choice(("float", "float", "text", "text", "box", "bare"))
        # A float after a text without an element would be in its line.
        if parts and not parts[-1].startswith("<"):
            kind = "text"
        rules.append(f".x{number} {{ {_make_declarations(rng, kind)} }}")
        words = " ".join(rng.choices(WORDS, k=rng.randint(1, 18)))
        inner = {"float": "of a", "text": words, "box": '<p class="in">a</p>'}.get(kind, "")
        tag = "p" if kind == "text" else "div"
        parts.append(words if kind == "bare" else f'<{tag} class="x{number}">{inner}</{tag}>')
    return make_numbered_tree(f'<div class="f">{"".join(parts)}</div>', "\n".join(rules))


def _make_declarations(rng: random.Random, kind: str) -> str:
    """Return random CSS declarations for a child of this kind."""
    style = {"margin": f"{rng.randint(0, 12)}mm {rng.randint(0, 12)}mm"}
    for name, chance, low, high in LENGTHS[kind]:
        if rng.random() < chance:
            style[name] = f"{rng.randint(low, high)}mm"
    for name, chance, values in (*KEYWORDS[kind], CLEAR):
        if rng.random() < chance:
            style[name] = rng.choice(values)
    return " ".join(f"{name}: {value};" for name, value in style.items())
