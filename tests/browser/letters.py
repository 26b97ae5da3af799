"""Where each letter stands: as a face has it, and as a browser set the same page.

Letter by letter rather than line by line, so that a line broken elsewhere or a run joined
otherwise is no excuse. Lengths are mm from the face's top left corner.
"""

import json
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal

from chromium import Chromium

from printgen.layout.face import Face, TextRun
from printgen.layout.geometry import MM_PER_POINT

Four = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter of a face: its stretch of the baseline (x, y to x, y), and the box round it."""

    letter: str
    baseline: Four
    box: Four


@dataclass(frozen=True, slots=True)
class Seen:
    """One letter in a browser: of SVG text it tells the baseline, of XHTML the box."""

    letter: str
    kind: Literal["baseline", "box"]
    place: Four


def letters_of(face: Face) -> list[Letter]:
    """Every letter but spaces, in reading order."""
    return [letter for item in face.items if isinstance(item, TextRun) for letter in _run(item)]


def letters_seen(chromium: Chromium) -> list[Seen]:
    """Every letter but spaces of the page that is open, in reading order."""
    return [
        Seen(letter, kind, tuple(place)) for letter, kind, place in json.loads(chromium.run(_ASK))
    ]


def distance(ours: Letter, theirs: Seen) -> float:
    """By how many mm the farthest edges of a letter differ."""
    place = ours.baseline if theirs.kind == "baseline" else ours.box
    return max(abs(a - b) for a, b in zip(place, theirs.place, strict=True))


def _run(run: TextRun) -> list[Letter]:
    size, tracking = run.size * MM_PER_POINT, run.tracking * MM_PER_POINT
    up, down = -run.typeface.ascent * size, run.typeface.descent * size
    turn = cos(radians(run.angle)), sin(radians(run.angle))
    letters: list[Letter] = []
    x = 0.0
    for letter in run.text:
        end = x + run.typeface.advance(letter, size) + tracking
        if letter not in " \u00a0":
            corners = [_turned(run, turn, a, b) for a in (x, end) for b in (up, down)]
            xs, ys = zip(*corners, strict=True)
            line = (*_turned(run, turn, x, 0.0), *_turned(run, turn, end, 0.0))
            letters.append(Letter(letter, line, (min(xs), min(ys), max(xs), max(ys))))
        x = end
    return letters


def _turned(run: TextRun, turn: tuple[float, float], x: float, y: float) -> tuple[float, float]:
    cosine, sine = turn
    return run.x + cosine * x - sine * y, run.y + sine * x + cosine * y


# SVG text reports boxes in whole units, but its baselines exactly; XHTML has boxes alone.
_ASK = r"""
(() => {
  const mm = 25.4 / 96, seen = [], range = document.createRange(), done = new Set();
  const cased = (letter, element) => {
    const how = getComputedStyle(element).textTransform;
    return how == "uppercase" ? letter.toUpperCase()
         : how == "lowercase" ? letter.toLowerCase() : letter;
  };
  const svgText = text => {
    let letters = "";
    const owners = [];
    const walk = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node; node = walk.nextNode();)
      for (const letter of node.data.replace(/[ \t\r\n]+/g, " ")) {
        if (letter == " " && (letters == "" || letters.endsWith(" "))) continue;
        letters += letter;
        owners.push(node.parentElement);
      }
    if (letters.endsWith(" ")) letters = letters.slice(0, -1);
    if (letters.length != text.getNumberOfChars())
      throw Error(`${letters}: ${text.getNumberOfChars()} letters`);
    for (let i = 0; i < letters.length; i++) {
      if (/[ \u00a0]/.test(letters[i])) continue;
      const to = owners[i].getScreenCTM();
      const from = text.getStartPositionOfChar(i).matrixTransform(to);
      const end = text.getEndPositionOfChar(i).matrixTransform(to);
      const line = [from.x * mm, from.y * mm, end.x * mm, end.y * mm];
      seen.push([cased(letters[i], owners[i]), "baseline", line]);
    }
  };
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node; node = walk.nextNode();) {
    const owner = node.parentElement, text = owner.closest("text");
    if (!node.data.trim() || owner.closest("style, title, defs")) continue;
    if (text) {
      if (!done.has(text)) svgText(text);
      done.add(text);
      continue;
    }
    for (let i = 0; i < node.data.length; i++) {
      if (/[ \t\r\n\u00a0]/.test(node.data[i])) continue;
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const box = [...range.getClientRects()].pop();
      if (!box) continue;
      const edges = [box.left * mm, box.top * mm, box.right * mm, box.bottom * mm];
      seen.push([cased(node.data[i], owner), "box", edges]);
    }
  }
  return JSON.stringify(seen);
})()
"""
