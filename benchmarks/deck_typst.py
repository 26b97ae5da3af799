"""Print the deck with Typst, from deck.typ. Called as `deck_typst.py CONTENT FOLDER`."""

import json
import sys
from pathlib import Path

import typst

TEMPLATE = Path(__file__).with_name("deck.typ")


def main(content: str, folder: str) -> None:
    fonts = json.loads(Path(content, "deck.json").read_text(encoding="utf-8"))["fonts"]
    for name in ("deck", "deck-backs"):
        _, warnings = typst.compile_with_warnings(
            TEMPLATE.read_bytes(),
            output=f"{folder}/{name}.pdf",
            root=content,
            font_paths=[fonts],
            ignore_system_fonts=True,
            sys_inputs={"print": name},
        )
        if warnings:
            raise SystemExit("\n".join(map(str, warnings)))


if __name__ == "__main__":
    main(*sys.argv[1:])
