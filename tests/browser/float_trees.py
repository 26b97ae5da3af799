"""Blocks with floats, texts and boxes in them, drawn by lot."""

import random

from box_trees import Tree, numbered

WORDS = ("a", "of", "Shoot", "twice", "each", "incomprehensible", "turn", "42", "then", "move")
SIZES: dict[str, tuple[tuple[str, float, int, int], ...]] = {
    "float": (("height", 1.0, 8, 130), ("width", 0.7, 30, 260)),
    "text": (("padding", 0.4, 0, 12), ("width", 0.2, 300, 400)),
    "box": (("height", 1.0, 10, 80), ("width", 0.5, 60, 400)),
    "bare": (),
}
"""The lengths of each kind of child: how often it has them, and their least and most mm."""
RULES: dict[str, tuple[tuple[str, float, tuple[str, ...]], ...]] = {
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
CLEAR = ("clear", 0.2, ("left", "right", "both"))


def drawn_floats(seed: int) -> Tree:
    """The tree of one seed: a block with five to nine children."""
    lot = random.Random(seed)
    rules = [f".f {{ width: {lot.randint(500, 620)}mm; padding: {lot.randint(0, 20)}mm; }}"]
    parts: list[str] = []
    for number in range(lot.randint(5, 9)):
        kind = lot.choice(("float", "float", "text", "text", "box", "bare"))
        # A float after a text without an element would be in its line.
        if parts and not parts[-1].startswith("<"):
            kind = "text"
        rules.append(f".x{number} {{ {_draw_rules(lot, kind)} }}")
        words = " ".join(lot.choices(WORDS, k=lot.randint(1, 18)))
        inner = {"float": "of a", "text": words, "box": '<p class="in">a</p>'}.get(kind, "")
        tag = "p" if kind == "text" else "div"
        parts.append(words if kind == "bare" else f'<{tag} class="x{number}">{inner}</{tag}>')
    return numbered(f'<div class="f">{"".join(parts)}</div>', "\n".join(rules))


def _draw_rules(lot: random.Random, kind: str) -> str:
    said = {"margin": f"{lot.randint(0, 12)}mm {lot.randint(0, 12)}mm"}
    for name, chance, low, high in SIZES[kind]:
        if lot.random() < chance:
            said[name] = f"{lot.randint(low, high)}mm"
    for name, chance, values in (*RULES[kind], CLEAR):
        if lot.random() < chance:
            said[name] = lot.choice(values)
    return " ".join(f"{name}: {value};" for name, value in said.items())
