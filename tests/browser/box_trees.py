"""Box trees drawn by lot from a seed, and where Chromium and our layout put each of their boxes."""

# ruff: noqa: C901 - a lottery of many properties is a list of chances
import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from printgen.geometry import IDENTITY, Matrix
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
"""Mm of each tree's room: ten times a card, so that whole pixels do not matter."""

GROUND = (
    'html { font-family: "IBM Plex Sans Condensed"; font-size: 21.16667mm; line-height: 1.25; }'
    "html { text-wrap: wrap; }"
    f"html {{ width: {WIDTH}mm; height: {HEIGHT}mm; }}"
)
BASE = (get_templates_folder() / "boxes.css").read_text("utf-8")

UNITS = {"cm": 10, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96, "rem": 21.16667}
"""Units of length in mm; a rem is the type of `GROUND`."""

TEXT, NUMBER = re.compile(">[^<>]+<"), re.compile(r"\+?\d+")
UNBROKEN = r'<b-number style="white-space: nowrap">\g<0></b-number>'
"""Ours never breaks a number, also where any letters may be parted."""

Places = dict[int, tuple[float, float, float, float]]
"""Left, top, width and height in mm of each box, by the number of its element."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Elements, one a line, with a class a line, and what their style sheet says."""

    html: str
    css: str


def drawn(seed: int) -> Tree:
    """The tree of one seed."""
    return _Lot(seed).tree()


def numbered(html: str, css: str) -> Tree:
    """A tree of any elements, each given a class of its number and a line."""
    counted = iter(range(1000))

    def named(tag: re.Match[str]) -> str:
        name, rest, end = tag.groups()
        own = re.search(r' class="([^"]*)"', rest)
        rest = rest.replace(own[0], "") if own else rest
        return f'<{name} class="c{next(counted)} {own[1] if own else ""}"{rest}\n{end}>'

    return Tree(re.sub(r"<(\w+)([^<>]*?)(/?)>", named, html.strip()), css)


def of_ours(tree: Tree) -> Places:
    """Where our layout puts each element."""
    composer = Composer((get_templates_folder(),), (get_fonts_folder(),))
    sheets = (
        StyleSheetSource("base", BASE, is_built_in=True),
        StyleSheetSource("tree", GROUND + tree.css),
    )
    sheet = Cascade(sheets, composer._fonts)
    report = FaceReport("tree", "tree")
    body = etree.fromstring(f"<body>\n{tree.html}\n</body>")
    sources = ReplacedSources(composer._templates, composer._drawings, "", {})
    reader = BoxBuilder(
        report, "", sources, BlockCache(1), lambda box: lay_out_inline_block(box, report)
    )
    chain = sheet.get_root_chain("html")
    block = reader.build_block(body, chain.child("body"))
    report.add_problems(sheet.problems)
    report.raise_problems()
    face = BlockBox(chain.style, (block,), "html", 1, block.unplaced)
    laid = LayoutEngine({}, DISPLAYS).lay_out(face, Space(WIDTH, HEIGHT), 1.0, WIDTH)
    found: Places = {}
    _walk(laid, 0.0, 0.0, IDENTITY, {}, found)
    del found[1]
    first = 3 if "\n>" in tree.html or "\n/>" in tree.html else 2
    return {line - first: place for line, place in found.items()}


def _walk(
    part: LaidPart,
    x: float,
    y: float,
    matrix: Matrix,
    placed: dict[int, tuple[float, float, LaidPart]],
    found: Places,
) -> None:
    if isinstance(part, OutOfFlowAnchor):
        x, y, part = placed[id(part.box)]
    if not isinstance(part, (LaidBlock, LaidReplaced)):
        return
    style = part.box.style if isinstance(part, LaidReplaced) else part.style
    if style:
        matrix = matrix @ make_transform_matrix(style, x, y, part.width, part.height)
    line = part.box.line if isinstance(part, LaidReplaced) else part.line
    if line:
        ends = [
            matrix.transform_point(x + dx, y + dy)
            for dx in (0.0, part.width)
            for dy in (0.0, part.height)
        ]
        left, top = min(one for one, _ in ends), min(one for _, one in ends)
        right, foot = max(one for one, _ in ends), max(one for _, one in ends)
        # The rows of a table have the line of the table, which comes first.
        found.setdefault(line, (left, top, right - left, foot - top))
    if isinstance(part, LaidBlock):
        placed = {**placed, **{id(box): (x + dx, y + dy, one) for box, dx, dy, one in part.placed}}
        for dx, dy, child in part.children:
            _walk(child, x + dx, y + dy, matrix, placed, found)


def of_chromium(trees: Sequence[Tree], folder: Path) -> list[Places]:
    """Where Chromium puts each element of each tree, all in one page."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "Chromium is missing: install Debian's chromium package"
    fonts = re.sub(
        r'url\("',
        f'url("{get_fonts_folder().as_uri()}/',
        (get_fonts_folder() / "fonts.css").read_text(),
    )
    frames = []
    for number, tree in enumerate(trees):
        css = re.sub(r"(?m)^(?=[^{}\n]+\{)", f".t{number} ", tree.css)
        html = TEXT.sub(lambda text: NUMBER.sub(UNBROKEN, text[0]), tree.html)
        frames.append(f'<style>{css}</style><div class="frame t{number}">\n{html}\n</div>')
    page = (
        f"<!DOCTYPE html><meta charset=utf-8><style>{fonts}</style><style>{BASE}</style>"
        f"<style>{GROUND}"
        "html, body { height: auto; width: auto; }"
        "html { text-rendering: geometricPrecision; }"
        f".frame {{ position: relative; width: {WIDTH}mm; height: {HEIGHT}mm; }}"
        ".frame { display: flow-root; }"
        f"</style><body>{''.join(frames)}<pre id=out></pre><script>"
        "document.fonts.ready.then(() => { const mm = 25.4 / 96; const all = [];"
        "for (const frame of document.querySelectorAll('.frame')) {"
        "const at = frame.getBoundingClientRect(); const found = {};"
        "for (const one of frame.querySelectorAll('[class^=c]')) {"
        "const box = one.getBoundingClientRect();"
        "const name = one.getAttribute('class').slice(1).split(' ')[0];"
        "found[name] = [box.left - at.left, box.top - at.top, box.width, box.height]"
        ".map((px) => px * mm); } all.push(found); }"
        "document.getElementById('out').textContent = 'BEGIN' + JSON.stringify(all) + 'END'; });"
        "</script>"
    )
    file = folder / "trees.html"
    file.write_text(page)
    flags = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--font-render-hinting=none",
        # Chromium rounds each length to 1/64 of a device pixel. Equal rows add up what is lost.
        "--force-device-scale-factor=8",
        "--allow-file-access-from-files",
    )
    asked = (f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=20000", "--dump-dom")
    done = subprocess.run(
        [program, *flags, *asked, file.as_uri()], check=True, capture_output=True, timeout=300
    )
    text = done.stdout.decode().partition('<pre id="out">BEGIN')[2].partition("END")[0]
    return [{int(key): tuple(place) for key, place in one.items()} for one in json.loads(text)]


def differences(ours: Places, theirs: Places) -> Iterator[tuple[int, float]]:
    """By how much each box differs in its worst side, in mm."""
    for key in sorted(ours.keys() | theirs.keys()):
        if key not in ours or key not in theirs:
            yield key, 1e6
        else:
            yield key, max(abs(a - b) for a, b in zip(ours[key], theirs[key], strict=True))


WORDS = [
    "a",
    "of",
    "the",
    "rout",
    "salvo",
    "bayonet",
    "reconnaissance",
    "counter-march",
    "no-man’s",
    "12",
    "+3",
    "unbreakable!",
]


MORE = [
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
]
"""Rules for many elements; one of them is drawn for each tree."""


FIRST_WIDE = 250
"""The first seed of trees with more minimums, maximums, baselines and wrapped columns."""


class _Lot:
    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        self.more = random.Random(-1 - seed)
        self.rules = random.Random(seed + 1000)
        self.wide = random.Random(seed + 5000) if seed >= FIRST_WIDE else None
        self.lines: list[str] = []
        self.css: list[str] = []

    def tree(self) -> Tree:
        kind = self.lot.choice(("flex", "flex", "grid", "block"))
        self.box(0, kind, {"width": "100%", "height": "100%"} if self.maybe(0.7) else {}, "div")
        self.css.append(self.rules.choice(MORE))
        return Tree("\n".join(self.lines), "\n".join(self.css))

    def maybe(self, chance: float) -> bool:
        return self.lot.random() < chance

    def mm(self, low: int, high: int) -> str:
        """A length of whole mm, in any unit that has one on paper."""
        mm = self.lot.randint(low, high)
        unit = self.more.choice(("mm", "mm", *UNITS))
        return f"{mm}mm" if unit == "mm" else f"{mm / UNITS[unit]:.6f}{unit}"

    def box(self, depth: int, kind: str, said: dict[str, str], parent: str) -> None:
        lot, number = self.lot, len(self.lines)
        said = dict(said)
        if self.maybe(0.3):
            said["padding"] = lot.choice((self.mm(2, 30), "3%", "0.3em 2% 4mm"))
        if self.maybe(0.2):
            width = lot.choice(("3.175mm", "6.35mm"))
            style = self.more.choice(("solid", "dashed", "dotted"))
            said |= self.more.choice(
                (
                    {"border": f"{width} {style} #000"},
                    {"border": f"{style} {width}", "border-left": "none"},
                    {"border-style": f"{style} none", "border-width": f"{width} 3.175mm"},
                    {"border-width": width, "border-top-style": style, "border-color": "red blue"},
                )
            )
        if kind != "block" or self.maybe(0.2):
            self.container(kind, said)
        name = lot.choice(("div", "section", "main", "header"))
        self.rule(number, said)
        self.lines.append(f'<{name} class="c{number}">')
        if depth < 3:
            for _ in range(lot.randint(1, 5)):
                self.child(depth + 1, kind, said)
        else:
            self.leaf(kind, {})
        self.lines[-1] += f"</{name}>"

    def container(self, kind: str, said: dict[str, str]) -> None:
        lot = self.lot
        spread = (
            "start",
            "center",
            "end",
            "space-between",
            "space-around",
            "space-evenly",
            "normal",
        )
        if kind == "block":
            said["align-content"] = lot.choice(("center", "end", "start"))
            return
        said["display"] = kind
        if self.maybe(0.6):
            said["gap"] = lot.choice(
                (self.mm(1, 20), f"{self.mm(1, 20)} {self.mm(1, 20)}", "0.3em")
            )
        if self.maybe(0.5):
            said["align-items"] = lot.choice(("start", "center", "end", "stretch", "flex-start"))
        if self.maybe(0.4):
            said["justify-content"] = lot.choice(spread)
        if kind == "flex":
            if self.maybe(0.45):
                said["flex-direction"] = "column"
            elif self.maybe(0.4):
                said["flex-wrap"] = "wrap"
                if self.maybe(0.5):
                    said["align-content"] = lot.choice(spread)
            elif self.maybe(0.15):
                said["align-items"] = "baseline"
        else:
            tracks = (
                "1fr",
                "2fr",
                "max-content",
                "auto",
                self.mm(40, 150),
                "20%",
                "repeat(2, 1fr)",
            )
            said["grid-template-columns"] = " ".join(
                lot.choice(tracks) for _ in range(lot.randint(1, 3))
            )
            if self.maybe(0.4):
                said["grid-auto-rows"] = lot.choice(
                    ("1fr", "auto", self.mm(30, 120), "max-content")
                )
            if self.maybe(0.2):
                said["grid-template-rows"] = f"{self.mm(20, 90)} 1fr"
        if self.wide:
            self.widen_container(self.wide, kind, said)

    def widen_container(self, lot: random.Random, kind: str, said: dict[str, str]) -> None:
        if lot.random() < 0.3:
            said["align-items"] = "baseline"
        if kind == "flex" and lot.random() < 0.25:
            said |= {"flex-direction": "column", "flex-wrap": "wrap"}
            said[lot.choice(("max-height", "height", "min-height"))] = self.mm(90, 300)
        for name in ("min-height", "max-height"):
            if lot.random() < 0.15:
                said[name] = self.mm(60, 400)
        if kind == "grid" and lot.random() < 0.3:
            rows = ("auto", "1fr", "max-content", "30%", self.mm(20, 90))
            said["grid-template-rows"] = " ".join(lot.choice(rows) for _ in range(2))

    def child(self, depth: int, parent: str, outer: dict[str, str]) -> None:
        lot = self.lot
        said: dict[str, str] = {}
        if self.maybe(0.15):
            said["margin"] = lot.choice((self.mm(1, 15), "2mm 5mm", "-3mm", "0.2em 0 0 0", "1%"))
        if self.more.random() < 0.15:
            side = self.more.choice(("margin-left", "margin-right", "margin-top", "margin-bottom"))
            said |= self.more.choice(
                ({"margin": "auto"}, {"margin": "2mm auto"}, {"margin": "auto 3mm"}, {side: "auto"})
            )
        if parent == "flex":
            if self.maybe(0.6):
                said["flex"] = lot.choice(
                    ("1", "2", "none", "auto", "1 1 40%", "0 1 100mm", "1 0 auto", "3 2 0", "0.4")
                )
            if self.maybe(0.15):
                said["align-self"] = lot.choice(("start", "center", "end", "stretch"))
        elif parent == "grid":
            tracks = outer["grid-template-columns"]
            if self.maybe(0.2) and ("repeat" in tracks or " " in tracks):
                said["grid-column"] = "span 2"
            if self.maybe(0.1):
                said["grid-row"] = "span 2"
            if self.maybe(0.15):
                said["align-self"] = lot.choice(("start", "center", "end", "stretch"))
        for side in ("width", "height"):
            if self.maybe(0.2):
                said[side] = lot.choice((self.mm(30, 200), "50%", "100%", "30%"))
            if self.maybe(0.12):
                said[f"min-{side}"] = lot.choice((self.mm(10, 120), "0", "auto", "25%"))
            if self.maybe(0.12):
                said[f"max-{side}"] = lot.choice((self.mm(40, 160), "60%", "none"))
        if self.wide:
            self.widen_child(self.wide, parent, said)
        if self.maybe(0.08):
            said |= {
                "position": "relative",
                lot.choice(("left", "right")): self.mm(1, 9),
                "top": lot.choice(("3mm", "2%")),
            }
        elif depth < 3 and outer.get("position") and self.maybe(0.3):
            said |= {"position": "absolute"}
            said |= lot.choice(
                (
                    {"inset": "4mm"},
                    {
                        "inset": "4mm",
                        "width": self.more.choice(("50%", "120%")),
                        "height": self.more.choice(("20%", "130%", "auto")),
                        "margin": self.more.choice(("auto", "auto 1mm auto auto")),
                    },
                    {"left": "5%", "top": "3mm"},
                    {"right": "2mm", "bottom": "10%"},
                    {"inset": "0 auto auto 3mm"},
                )
            )
        if self.maybe(0.05):
            said["transform"] = lot.choice(("rotate(90deg)", "rotate(180deg)", "rotate(-90deg)"))
            if len(self.lines) % 3 == 0:
                said |= {"transform": "scaleX(0.6)", "transform-origin": "25% 2mm"}
            elif len(self.lines) % 2:
                said |= {"transform": "scale(0.7)", "transform-origin": "top left"}
        if self.maybe(0.55 if depth < 3 else 0.2):
            self.box(depth, lot.choice(("flex", "flex", "grid", "block")), said, parent)
        else:
            self.leaf(parent, said)

    def widen_child(self, lot: random.Random, parent: str, said: dict[str, str]) -> None:
        if lot.random() < 0.2:
            said["align-self"] = lot.choice(("baseline", "baseline", "center", "stretch"))
        if parent == "flex" and lot.random() < 0.3:
            bases = ("1 1 30%", "0 0 30%", "1 1 10mm", "2 1 0", "0 2 120mm", "0.3 0.2 25%")
            said["flex"] = lot.choice(bases)
        for side in ("width", "height"):
            if lot.random() < 0.15:
                said[f"min-{side}"] = lot.choice((self.mm(10, 150), "0", "20%"))
            if lot.random() < 0.15:
                said[f"max-{side}"] = lot.choice((self.mm(20, 200), "40%", "90%"))

    def leaf(self, parent: str, said: dict[str, str]) -> None:
        lot, number = self.lot, len(self.lines)
        said = dict(said)
        if self.maybe(0.12):
            size = {"width": self.mm(20, 80), "height": self.mm(20, 80)}
            size.pop(lot.choice(("width", "height", "")), None)
            kept = {
                name: one for name, one in said.items() if not name.endswith(("width", "height"))
            }
            self.rule(number, {**kept, **size})
            box = f"0 0 {lot.randint(5, 20)} {lot.randint(5, 20)}"
            space = "http://www.w3.org/2000/svg"
            self.lines.append(f'<svg xmlns="{space}" class="c{number}" viewBox="{box}"></svg>')
            return
        if self.maybe(0.3):
            said["font-size"] = lot.choice(("10.58334mm", "31.75001mm", "1.5em"))
        if self.more.random() < 0.15:
            family = '"IBM Plex Sans Condensed"'
            said["font"] = self.more.choice(
                (
                    f"600 1.5em/1.3 {family}",
                    f"21.16667mm/110% {family}, Rye",
                    f"bold 80%/1em {family}",
                )
            )
        if self.maybe(0.15):
            said["white-space"] = "nowrap"
        elif self.maybe(0.1):
            said["text-wrap"] = "balance"
        self.rule(number, said)
        words = " ".join(lot.choice(WORDS) for _ in range(lot.choice((1, 1, 2, 3, 6, 14))))
        self.lines.append(f'<p class="c{number}">{words}</p>')

    def rule(self, number: int, said: dict[str, str]) -> None:
        body = " ".join(f"{name}: {value};" for name, value in said.items())
        self.css.append(f".c{number} {{ {body} }}")
