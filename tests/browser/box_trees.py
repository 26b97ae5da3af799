"""Random trees of boxes, and where Chromium and printgen place each of their boxes."""

# ruff: noqa: C901 - each random property is one more branch
import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from lxml import etree

from printgen.geometry import IDENTITY, Matrix, enclose_points
from printgen.layout.compose import Composer
from printgen.layout.elements.box_builder import BlockCache, BoxBuilder
from printgen.layout.elements.replaced import ReplacedSources
from printgen.layout.flow.block import LayoutEngine
from printgen.layout.flow.boxes import BlockBox, LaidBlock, LaidPart, LaidReplaced, OutOfFlowAnchor
from printgen.layout.flow.sizing import Space
from printgen.layout.paint.box_effects import make_transform_matrix
from printgen.layout.set_face import DISPLAYS, lay_out_inline_block
from printgen.layout.style.cascade import Cascade
from printgen.layout.style.stylesheet import StyleSheetSource
from printgen.layout.template.diagnostics import FaceReport
from printgen.system.bundled import get_fonts_folder, get_templates_folder

WIDTH, HEIGHT = 600, 800
"""The size of each tree in mm: ten times that of a card, so that whole pixels do not matter."""

ROOT_STYLE = (
    'html { font-family: "IBM Plex Sans Condensed"; font-size: 21.16667mm; line-height: 1.25; }'
    "html { text-wrap: wrap; }"
    f"html {{ width: {WIDTH}mm; height: {HEIGHT}mm; }}"
)
BUILT_IN_STYLE = (get_templates_folder() / "boxes.css").read_text("utf-8")

UNITS = {"cm": 10, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96, "rem": 21.16667}
"""Units of length in mm. A rem is the font size of `ROOT_STYLE`."""

TEXT, NUMBER = re.compile(">[^<>]+<"), re.compile(r"\+?\d+")
UNBROKEN_NUMBER = r'<b-number style="white-space: nowrap">\g<0></b-number>'
"""printgen never breaks a number, even where a line may break between any letters."""

Places = dict[int, tuple[float, float, float, float]]
"""The left, top, width and height of each box in mm, by the number of its element."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The elements of a tree, one in each line, and the CSS rules for their classes."""

    html: str
    css: str


@dataclass(frozen=True, slots=True)
class LaidTree:
    """Where printgen places the elements of a tree.

    `misfits` are the numbers of the elements that do not fit. printgen prints no such tree.
    """

    places: Places
    misfits: tuple[int, ...]


def make_random_tree(seed: int) -> Tree:
    """Return a tree of nested boxes, always the same one for a seed."""
    return _RandomTreeBuilder(seed).build()


def make_numbered_tree(html: str, css: str) -> Tree:
    """Return a tree of any elements, each with its number as a class, and in its own line."""
    numbers = iter(range(1000))

    def add_number(tag: re.Match[str]) -> str:
        name, rest, end = tag.groups()
        own = re.search(r' class="([^"]*)"', rest)
        rest = rest.replace(own[0], "") if own else rest
        return f'<{name} class="c{next(numbers)} {own[1] if own else ""}"{rest}\n{end}>'

    return Tree(re.sub(r"<(\w+)([^<>]*?)(/?)>", add_number, html.strip()), css)


@cache
def _get_composer() -> Composer:
    return Composer((get_templates_folder(),), (get_fonts_folder(),))


def lay_out_tree(tree: Tree) -> LaidTree:
    """Return where the layout of printgen places each element, and which do not fit."""
    composer = _get_composer()
    sheets = (
        StyleSheetSource("base", BUILT_IN_STYLE, is_built_in=True),
        StyleSheetSource("tree", ROOT_STYLE + tree.css),
    )
    sheet = Cascade(sheets, composer._fonts)
    report = FaceReport("tree", "tree")
    body = etree.fromstring(f"<body>\n{tree.html}\n</body>")
    sources = ReplacedSources(composer._templates, composer._drawings, "", {})
    builder = BoxBuilder(
        report, "", sources, BlockCache(1), lambda box: lay_out_inline_block(box, report)
    )
    chain = sheet.get_root_chain("html")
    block = builder.build_block(body, chain.child("body"))
    report.add_problems(sheet.problems)
    report.raise_problems()
    face = BlockBox(chain.style, (block,), "html", 1, block.unplaced)
    laid = LayoutEngine({}, DISPLAYS).lay_out(face, Space(WIDTH, HEIGHT), 1.0, WIDTH)
    places: Places = {}
    _collect_places(laid, 0.0, 0.0, IDENTITY, {}, places)
    del places[1]
    first_line = 3 if "\n>" in tree.html or "\n/>" in tree.html else 2
    return LaidTree(
        {line - first_line: place for line, place in places.items()},
        tuple(misfit.line - first_line for misfit in laid.misfits),
    )


def _collect_places(
    part: LaidPart,
    x: float,
    y: float,
    matrix: Matrix,
    out_of_flow: dict[int, tuple[float, float, LaidPart]],
    places: Places,
) -> None:
    """Add the places of a part at `x`, `y` and of all parts in it to `places`, by their lines.

    `matrix` has the transforms of the parts around it. `out_of_flow` has the absolute parts, with
    their positions, by the `id` of their boxes.
    """
    if isinstance(part, OutOfFlowAnchor):
        x, y, part = out_of_flow[id(part.box)]
    if not isinstance(part, (LaidBlock, LaidReplaced)):
        return
    style = part.style if isinstance(part, LaidBlock) else part.box.style
    if style:
        matrix = matrix @ make_transform_matrix(style, x, y, part.width, part.height)
    line = part.line if isinstance(part, LaidBlock) else part.box.line
    if line:
        ends = product((x, x + part.width), (y, y + part.height))
        box = enclose_points(*zip(*(matrix.transform_point(*end) for end in ends), strict=True))
        # The rows of a table have the line of the table, which comes first.
        places.setdefault(line, (box.left, box.top, box.width, box.height))
    if isinstance(part, LaidBlock):
        placed = {id(box): (x + dx, y + dy, inner) for box, dx, dy, inner in part.placed}
        for dx, dy, child in part.children:
            _collect_places(child, x + dx, y + dy, matrix, {**out_of_flow, **placed}, places)


def measure_in_chromium(trees: Sequence[Tree], folder: Path) -> list[Places]:
    """Return where Chromium places each element of each tree, all of them in one page."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "Chromium is missing: install Debian's chromium package"
    font_folder = get_fonts_folder()
    font_url = f'url("{font_folder.as_uri()}/'
    fonts = (font_folder / "fonts.css").read_text().replace('url("', font_url)
    frames = []
    for number, tree in enumerate(trees):
        css = re.sub(r"(?m)^(?=[^{}\n]+\{)", f".t{number} ", tree.css)
        html = TEXT.sub(lambda text: NUMBER.sub(UNBROKEN_NUMBER, text[0]), tree.html)
        frames.append(f'<style>{css}</style><div class="frame t{number}">\n{html}\n</div>')
    file = folder / "trees.html"
    file.write_text(
        f"<!DOCTYPE html><meta charset=utf-8><style>{fonts}</style><style>{BUILT_IN_STYLE}</style>"
        f"<style>{ROOT_STYLE}{FRAME_STYLE}</style><body>{''.join(frames)}<pre id=out></pre>"
        f"<script>{MEASURING_SCRIPT}</script>"
    )
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [program, *CHROMIUM_FLAGS, profile, file.as_uri()]
    result = subprocess.run(command, check=True, capture_output=True, timeout=300)
    text = result.stdout.decode().partition('<pre id="out">BEGIN')[2].partition("END")[0]
    return [{int(key): tuple(place) for key, place in tree.items()} for tree in json.loads(text)]


FRAME_STYLE = (
    "html, body { height: auto; width: auto; }"
    "html { text-rendering: geometricPrecision; }"
    f".frame {{ position: relative; width: {WIDTH}mm; height: {HEIGHT}mm; }}"
    ".frame { display: flow-root; }"
)
MEASURING_SCRIPT = """
document.fonts.ready.then(() => {
  const mm = 25.4 / 96;
  const trees = [...document.querySelectorAll('.frame')].map((frame) => {
    const origin = frame.getBoundingClientRect();
    return Object.fromEntries([...frame.querySelectorAll('[class^=c]')].map((element) => {
      const box = element.getBoundingClientRect();
      const place = [box.left - origin.left, box.top - origin.top, box.width, box.height];
      const number = element.getAttribute('class').slice(1).split(' ')[0];
      return [number, place.map((px) => px * mm)];
    }));
  });
  document.getElementById('out').textContent = 'BEGIN' + JSON.stringify(trees) + 'END';
});
"""
CHROMIUM_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--font-render-hinting=none"),
    # Chromium rounds each length to 1/64 of a device pixel. In equal rows, the errors add up.
    *("--force-device-scale-factor=8", "--allow-file-access-from-files"),
    *("--virtual-time-budget=20000", "--dump-dom"),
)


def list_differences(places: Places, other_places: Places) -> Iterator[tuple[int, float]]:
    """Yield the number of each box, and by how much its places differ at the worst side, in mm."""
    for key in sorted(places.keys() | other_places.keys()):
        if key not in places or key not in other_places:
            yield key, 1e6
        else:
            pairs = zip(places[key], other_places[key], strict=True)
            yield key, max(abs(length - other) for length, other in pairs)


WORDS = (
    *("a", "of", "the", "rout", "salvo", "bayonet", "reconnaissance", "counter-march"),
    *("no-man’s", "12", "+3", "unbreakable!"),
)
RULES_OF_MANY = (
    "p { overflow-wrap: anywhere; }",
    "p:nth-child(odd) { overflow-wrap: anywhere; }",
    "p:first-child { margin-left: 4mm; }",
    "p:last-child { margin-top: 3mm; }",
    "div:nth-child(2n + 1) { margin-bottom: 5mm; }",
    ":nth-last-child(2) > p:only-child { margin-top: 6mm; }",
    "p:first-child::before { content: '→ 12 '; }",
    "p::after { content: 'of salvo'; font-weight: 700; }",
    "section::before { content: ''; display: block; width: 20mm; height: 9mm; padding: 3mm; }",
    "main::after { content: 'unbreakable!'; flex: 1; overflow-wrap: anywhere; }",
)
"""Rules for many elements. Each tree gets one of them."""

FIRST_RARE_SEED = 250
"""The first seed of trees with more minimums, maximums, baselines and wrapped columns."""


class _RandomTreeBuilder:
    """Adds random boxes to `lines`, and the rules of their classes to `css`.

    Properties that were added later have generators of their own, so that the earlier ones of a
    seed stay the same.
    """

    def __init__(self, seed: int) -> None:
        self.rng, self.later_rng = random.Random(seed), random.Random(-1 - seed)
        self.rule_rng = random.Random(seed + 1000)
        self.rare_rng = random.Random(seed + 5000) if seed >= FIRST_RARE_SEED else None
        self.lines: list[str] = []
        self.css: list[str] = []

    def build(self) -> Tree:
        kind = self.rng.choice(("flex", "flex", "grid", "block"))
        self.add_box(0, kind, {"width": "100%", "height": "100%"} if self.happens(0.7) else {})
        self.css.append(self.rule_rng.choice(RULES_OF_MANY))
        return Tree("\n".join(self.lines), "\n".join(self.css))

    def happens(self, chance: float) -> bool:
        """Return true in a share `chance` of all calls."""
        return self.rng.random() < chance

    def pick_mm(self, low: int, high: int) -> str:
        """Return a random length of whole mm, in mm or another unit."""
        mm = self.rng.randint(low, high)
        unit = self.later_rng.choice(("mm", "mm", *UNITS))
        return f"{mm}mm" if unit == "mm" else f"{mm / UNITS[unit]:.6f}{unit}"

    def add_box(self, depth: int, kind: str, style: dict[str, str]) -> None:
        rng, number = self.rng, len(self.lines)
        style = dict(style)
        if self.happens(0.3):
            style["padding"] = rng.choice((self.pick_mm(2, 30), "3%", "0.3em 2% 4mm"))
        if self.happens(0.2):
            width = rng.choice(("3.175mm", "6.35mm"))
            line = self.later_rng.choice(("solid", "dashed", "dotted"))
            style |= self.later_rng.choice(
                (
                    {"border": f"{width} {line} #000"},
                    {"border": f"{line} {width}", "border-left": "none"},
                    {"border-style": f"{line} none", "border-width": f"{width} 3.175mm"},
                    {"border-width": width, "border-top-style": line, "border-color": "red blue"},
                )
            )
        if kind != "block" or self.happens(0.2):
            self.style_container(kind, style)
        name = rng.choice(("div", "section", "main", "header"))
        self.add_rule(number, style)
        self.lines.append(f'<{name} class="c{number}">')
        if depth < 3:
            for _ in range(rng.randint(1, 5)):
                self.add_child(depth + 1, kind, style)
        else:
            self.add_leaf({})
        self.lines[-1] += f"</{name}>"

    def style_container(self, kind: str, style: dict[str, str]) -> None:
        rng = self.rng
        ends, shares = ("start", "center", "end"), ("space-between", "space-around", "space-evenly")
        distributions = (*ends, *shares, "normal")
        if kind == "block":
            style["align-content"] = rng.choice(("center", "end", "start"))
            return
        style["display"] = kind
        if self.happens(0.6):
            style["gap"] = rng.choice(
                (self.pick_mm(1, 20), f"{self.pick_mm(1, 20)} {self.pick_mm(1, 20)}", "0.3em")
            )
        if self.happens(0.5):
            style["align-items"] = rng.choice(("start", "center", "end", "stretch", "flex-start"))
        if self.happens(0.4):
            style["justify-content"] = rng.choice(distributions)
        if kind == "flex":
            if self.happens(0.45):
                style["flex-direction"] = "column"
            elif self.happens(0.4):
                style["flex-wrap"] = "wrap"
                if self.happens(0.5):
                    style["align-content"] = rng.choice(distributions)
            elif self.happens(0.15):
                style["align-items"] = "baseline"
        else:
            length = self.pick_mm(40, 150)
            tracks = ("1fr", "2fr", "max-content", "auto", length, "20%", "repeat(2, 1fr)")
            style["grid-template-columns"] = " ".join(
                rng.choice(tracks) for _ in range(rng.randint(1, 3))
            )
            if self.happens(0.4):
                style["grid-auto-rows"] = rng.choice(
                    ("1fr", "auto", self.pick_mm(30, 120), "max-content")
                )
            if self.happens(0.2):
                style["grid-template-rows"] = f"{self.pick_mm(20, 90)} 1fr"
        if self.rare_rng:
            self.style_rare_container(self.rare_rng, kind, style)

    def style_rare_container(self, rng: random.Random, kind: str, style: dict[str, str]) -> None:
        if rng.random() < 0.3:
            style["align-items"] = "baseline"
        if kind == "flex" and rng.random() < 0.25:
            style |= {"flex-direction": "column", "flex-wrap": "wrap"}
            style[rng.choice(("max-height", "height", "min-height"))] = self.pick_mm(90, 300)
        for name in ("min-height", "max-height"):
            if rng.random() < 0.15:
                style[name] = self.pick_mm(60, 400)
        if kind == "grid" and rng.random() < 0.3:
            rows = ("auto", "1fr", "max-content", "30%", self.pick_mm(20, 90))
            style["grid-template-rows"] = " ".join(rng.choice(rows) for _ in range(2))

    def add_child(self, depth: int, parent: str, outer: dict[str, str]) -> None:
        rng = self.rng
        style: dict[str, str] = {}
        if self.happens(0.15):
            margins = (self.pick_mm(1, 15), "2mm 5mm", "-3mm", "0.2em 0 0 0", "1%")
            style["margin"] = rng.choice(margins)
        if self.later_rng.random() < 0.15:
            side = f"margin-{self.later_rng.choice(('left', 'right', 'top', 'bottom'))}"
            style |= self.later_rng.choice(
                ({"margin": "auto"}, {"margin": "2mm auto"}, {"margin": "auto 3mm"}, {side: "auto"})
            )
        if parent == "flex":
            if self.happens(0.6):
                style["flex"] = rng.choice(
                    ("1", "2", "none", "auto", "1 1 40%", "0 1 100mm", "1 0 auto", "3 2 0", "0.4")
                )
            if self.happens(0.15):
                style["align-self"] = rng.choice(("start", "center", "end", "stretch"))
        elif parent == "grid":
            tracks = outer["grid-template-columns"]
            if self.happens(0.2) and ("repeat" in tracks or " " in tracks):
                style["grid-column"] = "span 2"
            if self.happens(0.1):
                style["grid-row"] = "span 2"
            if self.happens(0.15):
                style["align-self"] = rng.choice(("start", "center", "end", "stretch"))
        for side in ("width", "height"):
            if self.happens(0.2):
                style[side] = rng.choice((self.pick_mm(30, 200), "50%", "100%", "30%"))
            if self.happens(0.12):
                style[f"min-{side}"] = rng.choice((self.pick_mm(10, 120), "0", "auto", "25%"))
            if self.happens(0.12):
                style[f"max-{side}"] = rng.choice((self.pick_mm(40, 160), "60%", "none"))
        if self.rare_rng:
            self.style_rare_child(self.rare_rng, parent, style)
        if self.happens(0.08):
            style |= {
                "position": "relative",
                rng.choice(("left", "right")): self.pick_mm(1, 9),
                "top": rng.choice(("3mm", "2%")),
            }
        elif depth < 3 and outer.get("position") and self.happens(0.3):
            style |= {"position": "absolute"}
            style |= rng.choice(
                (
                    {"inset": "4mm"},
                    {
                        "inset": "4mm",
                        "width": self.later_rng.choice(("50%", "120%")),
                        "height": self.later_rng.choice(("20%", "130%", "auto")),
                        "margin": self.later_rng.choice(("auto", "auto 1mm auto auto")),
                    },
                    {"left": "5%", "top": "3mm"},
                    {"right": "2mm", "bottom": "10%"},
                    {"inset": "0 auto auto 3mm"},
                )
            )
        if self.happens(0.05):
            style["transform"] = rng.choice(("rotate(90deg)", "rotate(180deg)", "rotate(-90deg)"))
            if len(self.lines) % 3 == 0:
                style |= {"transform": "scaleX(0.6)", "transform-origin": "25% 2mm"}
            elif len(self.lines) % 2:
                style |= {"transform": "scale(0.7)", "transform-origin": "top left"}
        if self.happens(0.55 if depth < 3 else 0.2):
            self.add_box(depth, rng.choice(("flex", "flex", "grid", "block")), style)
        else:
            self.add_leaf(style)

    def style_rare_child(self, rng: random.Random, parent: str, style: dict[str, str]) -> None:
        if rng.random() < 0.2:
            style["align-self"] = rng.choice(("baseline", "baseline", "center", "stretch"))
        if parent == "flex" and rng.random() < 0.3:
            bases = ("1 1 30%", "0 0 30%", "1 1 10mm", "2 1 0", "0 2 120mm", "0.3 0.2 25%")
            style["flex"] = rng.choice(bases)
        for side in ("width", "height"):
            if rng.random() < 0.15:
                style[f"min-{side}"] = rng.choice((self.pick_mm(10, 150), "0", "20%"))
            if rng.random() < 0.15:
                style[f"max-{side}"] = rng.choice((self.pick_mm(20, 200), "40%", "90%"))

    def add_leaf(self, style: dict[str, str]) -> None:
        rng, number = self.rng, len(self.lines)
        style = dict(style)
        if self.happens(0.12):
            size = {"width": self.pick_mm(20, 80), "height": self.pick_mm(20, 80)}
            size.pop(rng.choice(("width", "height", "")), None)
            kept = [pair for pair in style.items() if not pair[0].endswith(("width", "height"))]
            self.add_rule(number, dict(kept) | size)
            box = f"0 0 {rng.randint(5, 20)} {rng.randint(5, 20)}"
            space = "http://www.w3.org/2000/svg"
            self.lines.append(f'<svg xmlns="{space}" class="c{number}" viewBox="{box}"></svg>')
            return
        if self.happens(0.3):
            style["font-size"] = rng.choice(("10.58334mm", "31.75001mm", "1.5em"))
        if self.later_rng.random() < 0.15:
            family = '"IBM Plex Sans Condensed"'
            style["font"] = self.later_rng.choice(
                (
                    f"600 1.5em/1.3 {family}",
                    f"21.16667mm/110% {family}, Rye",
                    f"bold 80%/1em {family}",
                )
            )
        if self.happens(0.15):
            style["white-space"] = "nowrap"
        elif self.happens(0.1):
            style["text-wrap"] = "balance"
        self.add_rule(number, style)
        words = " ".join(rng.choice(WORDS) for _ in range(rng.choice((1, 1, 2, 3, 6, 14))))
        self.lines.append(f'<p class="c{number}">{words}</p>')

    def add_rule(self, number: int, style: dict[str, str]) -> None:
        body = " ".join(f"{name}: {value};" for name, value in style.items())
        self.css.append(f".c{number} {{ {body} }}")
