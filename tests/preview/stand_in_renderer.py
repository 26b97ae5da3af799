"""A renderer that draws a card for each word of a file; some words make it fail.

`broken` is data that cannot be read, `wrong` is a face with an error, `die` ends it, `hang` stops
its work, and `rubbish` prints what is not of the protocol.
"""

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any


def say(event: str, **values: Any) -> None:
    print(json.dumps({"event": event, **values}), flush=True)


def complain(message: str) -> dict[str, Any]:
    where = {"file": "cards.txt", "line": 1, "column": 1, "subject": "", "field": ""}
    return {"where": where, "severity": "error", "message": message, "hint": "", "kind": ""}


def draw(words: list[str]) -> None:
    is_broken = "broken" in words
    problems = [complain("cannot be read")] if is_broken else []
    prints = [("deck", "face", "poker")]
    order = [f"deck/{number}" for number, _ in enumerate(words, 1)]
    game = {"name": "Words", "prints": prints, "order": order, "charts": [], "odds": []}
    game |= {"printed": ["deck"], "facts": {}, "columns": [], "isTable": True}
    say("game", id="game", **game, problems=problems, broken=is_broken)
    for id_, word in zip(order, () if is_broken else words, strict=False):
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90"><text>{word}</text></svg>'
        )
        name = hashlib.sha256(svg.encode()).hexdigest()[:16]
        face = {"title": word, "words": word, "copies": 1, "bleed": 0, "hash": name}
        measures = {"width": 60, "height": 90, "safe": None, "outline": "box"}
        errors = [complain("does not fit")] * (word == "wrong")
        say("face", id=id_, **face, **measures, problems=errors, svg=svg)
    say("done", id="status", ms=1, changed=len(words))


for line in sys.stdin:
    command = json.loads(line)
    words = Path(sys.argv[1]).read_text(encoding="utf-8").split()
    if command["do"] == "fields":
        say("fields", of=command["of"], fields=[])
    if command["do"] not in ("open", "change"):
        continue
    if "die" in words:
        sys.exit("cards.txt: error: needs more processor time than its limit")
    if "hang" in words:
        time.sleep(60)
    if "rubbish" in words:
        print("Warning: deprecated\n[1, 2\n42\nnull\n{}", flush=True)
    draw(words)
