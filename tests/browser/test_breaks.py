"""Line breaks: a browser may break a text exactly where printgen may."""

import json
from itertools import product
from pathlib import Path

import pytest
from chromium import Chromium

from printgen.layout.text import breaks
from printgen.resources import fonts_folder

pytestmark = pytest.mark.browser

MARKS = "-–—…?!.,:;'\"’‘“”()[]/&%+×·=*#@é\u00a0"
"""What prose and tables hold between words and numbers."""

_ASK = """
(() => {
  const holder = document.querySelector("div"), range = document.createRange();
  return TEXTS.map(text => {
    holder.textContent = text;
    const node = holder.firstChild, found = [];
    let line = null;
    for (let i = 0; i < text.length; i++) {
      if (text[i] == " ") continue;
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const here = Math.round(range.getClientRects()[0].y / 10);
      if (line !== null && here != line) found.push(i);
      line = here;
    }
    return found;
  });
})()
"""


def test_texts_may_break_where_a_browser_breaks_them(chromium: Chromium, tmp_path: Path) -> None:
    """In a box without width, every one and two marks between letters, digits and spaces."""
    page = tmp_path / "page.html"
    font = (fonts_folder() / "IBMPlexSansCondensed_400Regular.ttf").as_uri()
    page.write_text(
        "<!DOCTYPE html><meta charset=utf-8><style>"
        f'@font-face {{ font-family: Plex; src: url("{font}"); }}'
        "div { font: 10px/10px Plex; width: 0; }</style><div></div>"
    )
    marks = ["".join(some) for count in (1, 2) for some in product(MARKS, repeat=count)]
    ends = list(product(("x", "1", "x "), ("x", "1", " x")))
    texts = [left + mark + right for mark in marks for left, right in ends]
    chromium.open(page)
    theirs = chromium.run(_ASK.replace("TEXTS", json.dumps(texts)))
    ours = [list(breaks(text)) for text in texts]
    assert {t: (a, b) for t, a, b in zip(texts, ours, theirs, strict=True) if a != b} == {}
