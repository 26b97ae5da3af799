"""Pages made at random from a seed: elements in each other, styles that meet by chance."""

import random

WORDS = (
    *("a", "roll", "of", "dice", "or", "more", "and", "yet", "long-winded", "words", "—", "that"),
    *("10–20", "men", "(or", "“so”)", "fire", "−3", "at", "5-6", "enemies", "don’t", "N/A", "x"),
)

TYPE = 'font-family: "IBM Plex Sans Condensed"; line-height: 1.25;'


def wild_html(seed: int) -> str:
    """A page of 600 mm by any height, lengths in mm."""
    wild = _Wild(seed, "mm")
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><style>'
        f"html {{ width: 600mm; height: 3000mm; }} body {{ padding: 10mm; {TYPE}"
        f" font-size: 2.6mm; }} {wild.css()}</style></head><body>{wild.blocks()}</body></html>"
    )


def wild_svg(seed: int) -> str:
    """A drawing with the like in two foreignObjects, the second turned and scaled."""
    wild = _Wild(seed, "px")
    content = wild.blocks()
    turn = "translate(980 5) rotate(90) scale(0.5)"
    held = f'<div xmlns="http://www.w3.org/1999/xhtml">{content}</div>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="990mm" height="990mm"'
        f' viewBox="0 0 990 990"><style>svg {{ {TYPE} font-size: 2.6px; }} {wild.css()}</style>'
        f'<foreignObject x="10" y="5" width="580" height="980">{held}</foreignObject>'
        f'<foreignObject x="0" y="0" width="580" height="760" transform="{turn}">{held}'
        "</foreignObject></svg>"
    )


class _Wild:
    def __init__(self, seed: int, unit: str) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - a seed is wanted
        self._unit = unit

    def blocks(self, depth: int = 0) -> str:
        """Paragraphs, boxes, tables and columns below one another."""
        return "\n".join(self._block(depth) for _ in range(self._dice.randint(1, 4)))

    def css(self) -> str:
        """The rules of the classes that the elements have."""
        lines = ".lines { white-space: pre-line; }\n"
        return "".join((lines, *self._spans(), *self._boxes(), *self._cells(), *self._columns()))

    def _block(self, depth: int) -> str:
        dice = self._dice
        kind = dice.random()
        box = f"p{dice.randint(1, 8)}"
        if kind < 0.5 or depth > 2:
            kept = dice.choice(("", "", " lines"))
            return f'<p class="{box}{kept}">{self._inline()}</p>'
        if kind < 0.65:
            return f'<div class="{box}">{self.blocks(depth + 1)}</div>'
        if kind < 0.72:
            items = "".join(f"<li>{self._inline(1)}</li>" for _ in range(dice.randint(1, 3)))
            return f'<ul class="{box}">{items}</ul>'
        if kind < 0.88:
            return self._table(depth)
        if depth:
            return self._inline()
        parts = "".join(
            f'<section class="k{dice.randint(1, 4)}">{self.blocks(2)}</section>'
            for _ in range(dice.randint(2, 6))
        )
        return f'<div class="cols{dice.randint(2, 3)}">{parts}</div>'

    def _table(self, depth: int) -> str:
        dice = self._dice
        count = dice.randint(1, 4)
        cols = "".join(f'<col class="w{dice.randint(1, 3)}"/>' for _ in range(count - 1))
        group = f"<colgroup>{cols}<col/></colgroup>" if dice.random() < 0.7 else ""
        rows = "".join(self._row(count, depth) for _ in range(dice.randint(1, 3)))
        return f'<table class="t{dice.randint(1, 3)}">{group}<tbody>{rows}</tbody></table>'

    def _row(self, count: int, depth: int) -> str:
        dice = self._dice
        cells = ""
        while count:
            span = min(count, dice.choice((1, 1, 1, 2)))
            count -= span
            nested = depth < 2 and dice.random() < 0.2
            held = self.blocks(depth + 1) if nested else self._inline()
            cells += f'<td class="c{dice.randint(1, 6)}" colspan="{span}">{held}</td>'
        return f'<tr class="r{dice.randint(1, 3)}">{cells}</tr>'

    def _inline(self, depth: int = 0) -> str:
        parts = [self._words(depth) for _ in range(self._dice.randint(1, 4))]
        return self._dice.choice((" ", "", " \n ")).join(parts)

    def _words(self, depth: int) -> str:
        dice = self._dice
        kind = dice.random()
        if kind < 0.55 or depth > 2:
            return " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, 8)))
        if kind < 0.75:
            return f"<b>{self._inline(depth + 1)}</b>"
        if kind < 0.95 or depth:
            return f'<span class="s{dice.randint(1, 5)}">{self._inline(depth + 1)}</span>'
        return "<br/>"

    def _length(self, least: float, most: float) -> str:
        return f"{self._dice.uniform(least, most):.2f}{self._unit}"

    def _spans(self) -> list[str]:
        pick, unit = self._dice.choice, self._unit
        return [
            f".s{number} {{ font-size: {self._dice.uniform(0.6, 1.6):.2f}em;"
            f" letter-spacing: {pick(('0', f'0.1{unit}', f'-0.05{unit}', '0.1em'))};"
            f" text-transform: {pick(('none', 'none', 'uppercase', 'lowercase'))};"
            f" {pick(('', '', 'line-height: 2;', f'line-height: 6{unit};'))}"
            f" {pick(('', '', '', 'font-weight: 600;', 'white-space: nowrap;'))} }}\n"
            for number in range(1, 6)
        ]

    def _boxes(self) -> list[str]:
        pick, long, unit = self._dice.choice, self._length, self._unit
        edges = (
            "",
            f"border: 0.3{unit} solid #888;",
            f"border-bottom: 0.4{unit} solid #123; border-left: 1{unit} solid #fa0;",
            "background-color: #eee;",
            "width: 60%;",
        )
        return [
            f".p{number} {{ margin: {long(0, 3)} {long(0, 3)}"
            f" {pick((long(0, 4), long(-1, 0)))} {long(0, 3)};"
            f" padding: {pick(('0', long(0, 2)))}; {pick(edges)}"
            f" text-align: {pick(('left', 'left', 'right', 'center'))};"
            f" line-height: {pick(('1.2', '1', '1.6', f'5{unit}'))}; }}\n"
            for number in range(1, 9)
        ]

    def _cells(self) -> list[str]:
        pick, long, unit = self._dice.choice, self._length, self._unit
        edges = (
            "",
            f"border: 0.2{unit} solid #888;",
            f"border-top: 0.5{unit} solid #123;",
            "background-color: #eef;",
            f"height: 9{unit};",
        )
        cells = [
            f".c{number} {{ padding: {long(0, 1.5)} {long(0, 1.5)}; {pick(edges)}"
            f" vertical-align: {pick(('top', 'middle', 'bottom', 'baseline'))};"
            f" font-size: {self._dice.uniform(0.8, 1.3):.2f}em; }}\n"
            for number in range(1, 7)
        ]
        rows = [
            f".w{number} {{ width: {pick((long(15, 30), '20%'))}; }}"
            f" .r{number} {{ {pick(('', f'height: 12{unit};', 'background-color: #ffe;'))} }}"
            f" .t{number} {{ {pick(('', 'width: 80%;', f'margin: 2{unit} 0;'))} }}\n"
            for number in range(1, 4)
        ]
        return cells + rows

    def _columns(self) -> list[str]:
        pick, unit = self._dice.choice, self._unit
        extras = ("", f"margin-top: 3{unit};", f"margin-bottom: 2{unit};", f"padding: 1{unit};")
        counts = (
            f".cols2 {{ columns: 2; column-gap: 5{unit}; }}"
            f" .cols3 {{ columns: 3; column-gap: 4{unit}; margin: 3{unit} 0; }}\n"
        )
        return [
            counts,
            self._tamed("p", "div", "ul", ends="margin-bottom: 0;"),
            self._tamed("td", ends="vertical-align: top;"),
            *(f".k{number} {{ break-inside: avoid; {pick(extras)} }}\n" for number in range(1, 5)),
        ]

    @staticmethod
    def _tamed(*tags: str, ends: str) -> str:
        """Inside columns neither negative margins nor baselines of cells are in the subset."""
        where = ", ".join(f".{columns} {tag}" for columns in ("cols2", "cols3") for tag in tags)
        return f"{where} {{ {ends} }}\n"
