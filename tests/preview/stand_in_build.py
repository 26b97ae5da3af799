"""A build that writes one file, output/cards.pdf, and says what `printgen build --events` says.

With the word `fail` among its arguments it finds a problem, and with `wait` it does not end.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any


def say(event: str, **values: Any) -> None:
    print(json.dumps({"event": event, **values}), flush=True)


say("step", text="deck: composing")
print("a library printed this", flush=True)
if "wait" in sys.argv:
    time.sleep(60)
if "fail" in sys.argv:
    problem = {"file": "cards.txt", "line": 1, "message": "does not fit", "hint": "use less text"}
    say("problem", **problem, severity="error", subject="", count=1)
    sys.exit(4)
file = Path(sys.argv[-1]).parent / "output" / "cards.pdf"
file.parent.mkdir(exist_ok=True)
file.write_bytes(b"%PDF-1.4 " + " ".join(sys.argv[1:-2]).encode())
say("file", path=str(file), pages=1, faces=1, bytes=9)
