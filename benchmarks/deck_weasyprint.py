"""Print the deck with WeasyPrint, from deck.html. Called as `deck_weasyprint.py CONTENT FOLDER`.

WeasyPrint needs the Pango libraries of the system (Debian: libpango-1.0-0, libpangoft2-1.0-0).
"""

import json
import re
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape
from weasyprint import HTML


def main(content: str, folder: str) -> None:
    data = json.loads(Path(content, "deck.json").read_text(encoding="utf-8"))
    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
    environment.filters["figures"] = mark_figures
    template = environment.get_template("deck.html")
    data["fonts"] = Path(data["fonts"]).as_uri()
    for name in ("deck", "deck-backs"):
        html = template.render(data, print=name)
        HTML(string=html, base_url=content).write_pdf(f"{folder}/{name}.pdf")


def mark_figures(words: str) -> Markup:
    """Return the words of a band with its figures in bold."""
    return Markup(re.sub("−?\\d+", r"<b>\g<0></b>", str(escape(words))))  # noqa: S704 - escaped


if __name__ == "__main__":
    main(*sys.argv[1:])
