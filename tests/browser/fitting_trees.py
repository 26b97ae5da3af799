"""Random trees of boxes that lose lengths and words until all that is in them fits.

Most random trees have boxes that do not fit, and printgen refuses these. What it prints is a tree
of this kind.
"""

import random
import re

from box_trees import Tree, lay_out_tree, make_random_tree
from lxml import etree

ROUNDS = 30
"""How often a tree may lose something. One of five does not fit even then."""

RULE = re.compile(r"\.c(\d+) \{(.*)\}")
LENGTH = re.compile(
    r"((min-|max-)?(width|height)|flex|gap|padding|margin|white-space|font|font-size|"
    r"grid-(auto|template)-rows|transform):"
)
"""The declarations that a tree may lose. No other one depends on them."""
SIZES = ("width:", "height:")
"""The lengths that a picture may not lose."""


def make_fitting_tree(seed: int) -> Tree | None:
    """Return a tree that fits, always the same one for a seed; None if there is none."""
    rng, tree = random.Random(seed), make_random_tree(seed)
    for _ in range(ROUNDS):
        misfits = lay_out_tree(tree).misfits
        if not misfits:
            return tree
        trimmer = _Trimmer(tree, rng)
        for number in misfits:
            trimmer.trim(number)
        tree = trimmer.build()
    return None


class _Trimmer:
    """Removes words and declarations from one tree; `rng` decides which."""

    def __init__(self, tree: Tree, rng: random.Random) -> None:
        self.rng, self.lines = rng, tree.html.split("\n")
        self.elements = list(etree.fromstring(tree.html).iter())
        self.rules: dict[int, list[str]] = {}
        self.other_rules: list[str] = []
        for rule in tree.css.split("\n"):
            if found := RULE.fullmatch(rule):
                self.rules[int(found[1])] = re.findall(r"[^; ][^;]*;", found[2])
            else:
                self.other_rules.append(rule)

    def trim(self, number: int) -> None:
        """Shorten a text in the element with this number, or remove a length of it or around it."""
        is_known = 0 <= number < len(self.elements)
        element = self.elements[number] if is_known else self.rng.choice(self.elements)
        texts = [each for each in element.iter() if (each.text or "").strip() not in ("", "a")]
        owners = [self.elements.index(each) for each in (element, *element.iterancestors())]
        lengths = [(owner, said) for owner in owners for said in self.list_lengths(owner)]
        if texts and (not lengths or self.rng.random() < 0.6):
            leaf = self.rng.choice(texts)
            words = leaf.text.split()
            self.shorten(self.elements.index(leaf), " ".join(words[: len(words) // 2]) or "a")
        elif lengths:
            own = [length for length in lengths if length[0] == owners[0]]
            is_own = own and self.rng.random() < 0.6
            owner, declaration = self.rng.choice(own if is_own else lengths)
            self.rules[owner].remove(declaration)
        else:
            self.other_rules = []
            owner = self.rng.choice(list(self.rules))
            for declaration in self.list_lengths(owner):
                self.rules[owner].remove(declaration)

    def shorten(self, number: int, words: str) -> None:
        """Give the element with this number another text."""
        self.elements[number].text = words
        self.lines[number] = re.sub(r">[^<]+<", f">{words}<", self.lines[number])

    def list_lengths(self, number: int) -> list[str]:
        """Return the declarations that the element may lose."""
        is_picture = str(self.elements[number].tag).endswith("}svg")
        lengths = [each for each in self.rules.get(number, ()) if LENGTH.match(each)]
        return [each for each in lengths if not (is_picture and each.startswith(SIZES))]

    def build(self) -> Tree:
        """Return the tree with what is left."""
        rules = [f".c{number} {{ {' '.join(said)} }}" for number, said in self.rules.items()]
        return Tree("\n".join(self.lines), "\n".join([*rules, *self.other_rules]))
