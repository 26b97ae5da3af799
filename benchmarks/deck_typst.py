"""Turn the deck's JSON into PDFs with Typst. Called as `deck_typst.py DATA.json FOLDER`."""

import json
import sys
from pathlib import Path

import typst

SOURCE = """
#let data = json("deck.json")
#let at(x, y, body) = place(top + left, dx: x * 1mm, dy: y * 1mm, body)
#let ink(c) = if c == none { none } else if c.at(0) == c.at(1) and c.at(1) == c.at(2) {
  luma(c.at(0))
} else { rgb(..c) }
#let shape((segments, fill, stroke, width)) = {
  let point(s, i) = (s.at(i) * 1mm, s.at(i + 1) * 1mm)
  let parts = segments.map(s => if s.at(0) == "M" { curve.move(point(s, 1)) }
    else if s.at(0) == "L" { curve.line(point(s, 1)) }
    else if s.at(0) == "C" { curve.cubic(point(s, 1), point(s, 3), point(s, 5)) }
    else { curve.close(mode: "straight") })
  let line = if stroke == none { none } else { (paint: ink(stroke), thickness: width * 1mm) }
  place(top + left, curve(fill: ink(fill), stroke: line, ..parts))
}
#let run((x, y, words, font, size, colour, tracking, angle)) = {
  let face = data.fonts.at(font)
  // Typst reads Condensed in a family's name as a width.
  let condensed = face.family.ends-with(" Condensed")
  let set-words = text(font: face.family.replace(" Condensed", ""), weight: face.weight,
    stretch: if condensed { 75% } else { 100% }, size: size * 1pt, fill: ink(colour),
    tracking: tracking * 1pt, words)
  at(x, y, if angle == 0 { set-words } else { rotate(angle * 1deg, origin: top + left, set-words) })
}
#let mark((name, a, b, c, d, e, f)) = {
  assert(b == 0 and c == 0, message: "a turned mark")
  at(e, f, scale(
  x: a * 100%, y: d * 100%, origin: top + left,
  for s in data.drawings.at(name).shapes { shape(s) }))
}
#let draw(items) = for item in items {
  let rest = item.slice(1)
  if item.at(0) == "run" { run(rest) } else if item.at(0) == "shape" { shape(rest) }
  else { mark(rest) }
}
#set text(fallback: false, kerning: false, ligatures: false, top-edge: "baseline",
  bottom-edge: "baseline", hyphenate: false)
#for sheet in data.files.at(sys.inputs.file) {
  set page(width: sheet.width * 1mm, height: sheet.height * 1mm, margin: 0pt)
  page({
    for face in sheet.faces { at(face.x, face.y, draw(face.items)) }
    draw(sheet.rest)
  })
}
"""


def main(source: str, folder: str) -> None:
    data = json.loads(Path(source).read_text(encoding="utf-8"))
    fonts = sorted({str(Path(font["path"]).parent) for font in data["fonts"].values()})
    root = Path(source).parent
    template = root / "deck.typ"
    template.write_text(SOURCE, encoding="utf-8")
    for name in data["files"]:
        _, warnings = typst.compile_with_warnings(
            str(template),
            output=f"{folder}/{name}.pdf",
            root=str(root),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={"file": name},
        )
        if warnings:
            raise SystemExit("\n".join(map(str, warnings)))


if __name__ == "__main__":
    main(*sys.argv[1:])
