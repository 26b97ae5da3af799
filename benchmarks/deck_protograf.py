"""Print the deck with protograf. Called as `deck_protograf.py CONTENT FOLDER`.

protograf finds fonts that the system has installed, and makes its cache of them in the user's home.
It takes the semi-bold weight for the regular one, so what is semi-bold is printed in bold here.
"""

import json
import os
import re
import sys
from pathlib import Path

CONTENT, FOLDER = sys.argv[1:]
sys.argv[1:] = []  # protograf reads the arguments too
os.chdir(CONTENT)  # where it finds the pictures within text

from protograf import (  # noqa: E402 - it reads the arguments and the folder
    Card,
    Create,
    Data,
    Deck,
    Save,
    circle,
    image,
    line,
    rectangle,
    text,
)

DATA = json.loads(Path(CONTENT, "deck.json").read_text(encoding="utf-8"))
COLOURS = DATA["colours"]
DECK = COLOURS["deck"]
RED, BLUE, GREEN = "#a12115", "#122b66", "#087b6d"
SUITS = {"spades": "#000000", "hearts": RED, "diamonds": BLUE, "clubs": GREEN}
KINDS = {"jam": RED, "reshuffle": BLUE}
SHADES = ["#ffffff", COLOURS["tint"], COLOURS["middle"], COLOURS["deep"]]

REGULAR = "IBM Plex Sans Condensed"
BOLD = "IBM Plex Sans Condensed Bold"
STENCIL = "Saira Stencil One"
PT = 72 / 25.4
"""Points in a millimetre."""


def box(x, y, width, height):
    """A place on a card, from mm to protograf's cm. After a first Save() it knows no other unit."""
    return {"x": x / 10, "y": y / 10, "width": width / 10, "height": height / 10}


def labelled(string, size, colour="#000000", font=BOLD):
    """The words in the middle of a shape."""
    return {"label": string, "label_size": size * PT, "label_stroke": colour, "label_font": font}


def words(string, x, y, size, font=REGULAR, colour="#000000", align="left", rotation=0):
    """A line of text whose baseline is at y."""
    style = {"font_name": font, "font_size": size * PT, "stroke": colour}
    return text(text=string, x=x / 10, y=y / 10, align=align, rotation=rotation, **style)


def filled(x, y, width, height, fill, rounding=0, **label):
    """A rectangle in one colour."""
    place = box(x, y, width, height)
    return rectangle(**place, fill=fill, stroke=fill, rounding=rounding / 10, **label)


def framed(x, y, width, height, stroke="#000000", thickness=0.7, **label):
    """A rounded frame."""
    style = {"stroke": stroke, "stroke_width": thickness * PT, "rounding": 0.165, "fill": None}
    return rectangle(**box(x, y, width, height), **style, **label)


def ring(letter, x, y):
    style = {"fill": "#ffffff", "stroke": "#000000", "stroke_width": 0.45 * PT}
    return circle(cx=x / 10, cy=y / 10, radius=0.24, **style, **labelled(letter, 3.6))


def rule(x, y, width, thickness):
    style = {"stroke": "#000000", "stroke_width": thickness * PT}
    return line(x=x / 10, y=y / 10, x1=(x + width) / 10, y1=y / 10, **style)


def picture(name, x, y, width, height):
    return image(f"{CONTENT}/{name}.svg", **box(x, y, width, height))


def wrapped(paragraphs, x, y, width, height, size):
    """Paragraphs of the data, which protograf wraps as HTML."""
    html = "".join(f"<p style='margin: 0'>{''.join(map(span, spans))}</p>" for spans in paragraphs)
    style = f"font-family: {REGULAR}; font-size: {size * PT}px; line-height: 1.14"
    return text(text=html, **box(x, y, width, height), html=True, style=style, font_name=REGULAR)


def span(part):
    start = "<br>" if part["new_line"] else ""
    if part["mark"]:
        return start + f"<img src='{part['mark']}.svg' width='14' height='8'>"
    return start + (f"<b>{part['text']}</b>" if part["bold"] else part["text"])


def front(card):
    parts = [*top(card), *strip(card.strip), *foot(card)]
    if card.accuracy:
        parts += accuracy(card.accuracy)
    else:
        parts += panel(card)
        parts += draws(card)
    if card.repair["word"]:
        parts += repair(card.repair)
    return parts


def top(card):
    die = card.die
    parts = [
        words(die["title"], 34.2, 9, 3.8, BOLD, align="right"),
        words(die["head"].upper(), 34.2, 12.4, 2.5, BOLD, align="right"),
        framed(35.3, 3.55, 11.9, 11.9, **labelled(die["value"], 10)),
    ]
    if card.accuracy:
        size = 6.6 if card.rank == "10" else 8.8
        parts += [
            words(card.rank, 6.3, 10, size, STENCIL, SUITS[card.suit], "centre"),
            picture(card.suit, 3.5, 11.5, 5.7, 5.7),
            words(card.suit_label.upper(), 10.8, 17, 2.5, BOLD),
        ]
    return parts


def accuracy(table):
    head = f"{table['head']} → {table['result']}".upper()
    parts = [
        filled(3.2, 19.6, 44.5, 5, DECK),
        words(table["title"], 4, 23.4, 3.8, BOLD, "#ffffff"),
        words(head, 46.9, 23.2, 2.83, BOLD, "#ffffff", "right"),
    ]
    for number, (row, shade) in enumerate(zip(table["rows"], SHADES, strict=True)):
        y = 24.6 + number * 11
        parts += [
            filled(3.2, y, 44.5, 11, shade),
            *band(row["band"], y + 7),
            picture(row["mark"], 20, y + 3.4, 4.2, 4.2),
        ]
        font = BOLD if number else REGULAR
        if not row["modifier"]:
            parts.append(words(row["label"], 24.8, y + 6.6, 3, font))
            continue
        change = labelled(f"{row['roll']} {row['modifier']}", 3.1, "#ffffff")
        parts += [
            words(row["label"], 24.8, y + 4.8, 3, font),
            filled(24.8, y + 5.6, 8.4, 3.4, "#000000", rounding=1, **change),
        ]
        if row["otherwise"]:
            parts.append(words(row["otherwise"], 34, y + 8.4, 2.9))
    return [*parts, rule(3.2, 68.6, 44.5, 0.4)]


def band(string, y):
    """The figures of a band are larger than its words. A piece begins where the last one ends."""
    x = 4
    for piece in re.findall("−?\\d+|[^\\d−]+", string):
        is_figure = piece.strip()[-1].isdigit()
        size, font = (5, BOLD) if is_figure else (2.65, REGULAR)
        yield words(piece, x, y, size, font)
        x += len(piece) * (2.6 if is_figure else 1.1)


def panel(card):
    return [
        filled(3.2, 17, 44.5, 13.6, KINDS[card.kind], rounding=1.8),
        picture(f"panel-{card.kind}", 3.2, 17, 44.5, 13.6),
        words(card.kind_label.upper(), 25.5, 26, 6, STENCIL, "#ffffff", "centre"),
    ]


def draws(card):
    height = 16.5 if card.kind == "jam" else 13.5
    parts = []
    for number, row in enumerate(card.draws):
        y = 31 + number * height
        label = [[{"text": row["label"], "bold": True, "mark": "", "new_line": False}]]
        parts += [
            wrapped(label, 4, y + height / 2 - 4, 11, 8.5, 3.7),
            wrapped(row["text"], 14.5, y + 0.8, 33.2, height - 1, 3.2),
            rule(4, y + height, 43.3, 0.15),
        ]
    if card.letter["letter"]:
        y = 31 + len(card.draws) * height + 3.2
        parts += [
            ring(card.letter["letter"], 5.8, y),
            words(card.letter["text"], 9.8, y + 1, 3.1),
        ]
    return parts


def repair(cells):
    word = labelled(cells["word"], 4.94, font=STENCIL)
    parts = [words(cells["title"].upper(), 4, 74.6, 2.5, BOLD)]
    if cells["word"] == "FIXED!":
        return [*parts, framed(15.2, 70.6, 32.1, 6.2, GREEN, 0.8, **word)]
    if cells["word"] == "BROKEN!":
        word["label_stroke"] = "#ffffff"
        parts += [
            filled(14.8, 70.2, 32.9, 7, "#000000", rounding=1.6, **word),
            picture("slashes", 16, 71.8, 3.3, 3.8),
            picture("slashes", 43, 71.8, 3.3, 3.8),
        ]
        return parts
    return [*parts, filled(14.8, 70.2, 32.9, 7, "#ffffff", **word), rule(14.8, 77.2, 32.9, 0.4)]


def foot(card):
    y = 81.6 if card.note else 83
    parts = [
        *chip(3.2, 79.2, 6, 3),
        words(card.number, 10.2, y, 3, BOLD),
        words(DATA["game"].upper(), 14, y, 2.12, BOLD),
    ]
    if card.note:
        parts.append(words(card.note, 10.2, 84.7, 2.75, BOLD))
    return parts


def chip(x, y, width, size, font=BOLD):
    letter = labelled(DATA["deck"]["letter"], size, "#ffffff", font)
    mark = picture(DATA["deck"]["mark"], x, y, width, width)
    middle = x + width / 2, y + width / 2
    return [mark, filled(*middle, 0.1, 0.1, DECK, **letter)]


def strip(table):
    parts = [filled(48.9, 3.2, 11.4, 3.8, DECK), filled(48.9, 7, 4.6, 78.7, DECK)]
    for string, x in ((table["title"], 51.2), (table["head"], 56.9)):
        parts.append(words(string.upper(), x, 6.1, 2.83, BOLD, "#ffffff", "centre"))
    for number, row in enumerate(table["rows"]):
        y = 7 + number * 7.15
        shade = "#ffffff" if number % 2 else COLOURS["tint"]
        if row["mark"]:
            parts.append(picture(row["mark"], 49.1, y + 1.5, 4.2, 4.2))
        parts.append(words(row["size"], 51.2, y + 4.7, 3, BOLD, "#ffffff", "centre"))
        number_label = {} if row["is_letter"] else labelled(row["number"], 5.5)
        parts.append(filled(53.5, y, 6.8, 7.15, shade, **number_label))
        if row["is_letter"]:
            parts.append(ring(row["number"], 56.9, y + 3.6))
    return [*parts, rule(48.9, 85.7, 11.4, 0.4)]


def back(_):
    game, label = DATA["game"].upper(), DATA["deck"]["label"].upper()
    parts = [
        filled(5, 5, 53.5, 78.9, DECK, rounding=2.4),
        filled(5.8, 15.15, 51.9, 58.6, COLOURS["ground"]),
        picture("contours", 5.8, 15.15, 51.9, 58.6),
        picture("axis", 17.75, 30.45, 28, 28),
        filled(5, 5, 53.5, 12.1, DECK, rounding=2.4),
        filled(5, 71.8, 53.5, 12.1, DECK, rounding=2.4),
    ]
    for name, y, size, font in ((game, 10.8, 5.1, STENCIL), (label, 15.4, 3.5, BOLD)):
        style = {"size": size, "font": font, "colour": "#ffffff", "align": "centre"}
        parts += [
            words(name, 31.75, y, **style),
            words(name, 31.75, 88.9 - y, **style, rotation=180),
        ]
    for x, y in ((5.8, 17.1), (42.3, 56.4)):
        parts += [
            filled(x, y, 15.4, 15.4, DECK),
            filled(x + (x > 30) * 0.8, y + (x > 30) * 0.8, 14.6, 14.6, "#ffffff"),
            *chip(x + 1, y + 1, 13.4, 11.8, STENCIL),
        ]
    return parts


def margin(page, texts):
    """The words in the margin of one page, in the form that Deck takes."""
    middle = f"{texts['deck']}  {texts.get('turn', '')}"
    for string, x, y, align in (
        (texts["title"], 1.6, -5, "left"),
        (middle, 95.25, -5, "centre"),
        (texts["sheet"], 188.9, -5, "right"),
        (texts["bar"], 26.6, 272.5, "centre"),
        (texts["scale"], 95.25, 272.5, "centre"),
        (texts["digest"], 188.9, 272.5, "right"),
    ):
        yield str(page), words(string, x, y, 2.47, align=align)
    for x in (1.6, 33):
        yield str(page), rule(x, 271.7, 18.6, 0.09)


Create(paper="A4", margin_left=0.975, margin_right=0.9, margin_top=1.515, margin_bottom=1.4)
for name, cards, side in (("deck", DATA["cards"], front), ("deck-backs", DATA["cards"][:9], back)):
    Data(source=cards)
    pages = enumerate(DATA["margins"][name], 1)
    zones = [zone for page, texts in pages for zone in margin(page, texts)]
    Deck(width=6.35, height=8.89, stroke=None, grid_marks=True, grid_marks_length=0.9, zones=zones)
    Card("all", side)
    Save(directory=FOLDER, filename=f"{name}.pdf")
