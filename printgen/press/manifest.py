"""Turn pages into the manifest that the PDF carries: where each field of each face was put.

docs/manifest.md describes it. It is written and compressed page by page, so that a long print's
manifest is never held whole. It says where things stand, and nothing of what must be there.
"""

import json
import zlib
from functools import lru_cache

from printgen.layout.face import Face, FormField, Mark, TextRun
from printgen.press.document import Document
from printgen.press.numbers import decimal
from printgen.press.page import Page

NAME = "printgen.json"

_LEVEL = 6


class Manifest:
    """The manifest of one document, compressed as it grows."""

    def __init__(self, document: Document) -> None:
        self._packer = zlib.compressobj(_LEVEL)
        self._packed: list[bytes] = []
        self._between = ""
        self._faces = _Faces()
        self.size = 0
        """How many bytes it has, unpacked."""
        head = {
            "printgen": 1,
            "game": document.game,
            "print": document.print,
            "paper": document.paper,
            "sets": document.sets,
            "rows": document.rows,
            "rules": document.digest,
        }
        self._add(json.dumps(head, separators=(",", ":"))[:-1] + ',"pages":[')

    def add(self, page: Page) -> None:
        """Say where everything on the next page stands."""
        entries = [
            f'{{{self._faces.entry(place.face)},"at":[{decimal(place.x)},{decimal(place.y)}]}}'
            for place in page.placements
        ]
        margin = ",".join([_run(run.field or run.text, run) for run in page.margin])
        faces = ",\n".join(entries)
        self._add(f'{self._between}\n{{"margin":[{margin}],\n"faces":[{faces}]}}')
        self._between = ","

    def finish(self) -> bytes:
        """The whole of it, packed by zlib; nothing can be added after."""
        self._add("]}\n")
        self._packed.append(self._packer.flush())
        return b"".join(self._packed)

    def _add(self, text: str) -> None:
        data = text.encode("ascii")
        self.size += len(data)
        self._packed.append(self._packer.compress(data))


class _Faces:
    """Faces as text. A face that fills a sheet comes many times in a row: the last one is kept."""

    def __init__(self) -> None:
        self._face: Face | None = None
        self._entry = ""

    def entry(self, face: Face) -> str:
        if face is not self._face:
            self._face, self._entry = face, _face(face)
        return self._entry


def _face(face: Face) -> str:
    runs: list[str] = []
    words: list[str] = []
    marks: list[str] = []
    inputs: list[str] = []
    for item in face.items:
        if isinstance(item, TextRun):
            if item.field is None:
                words.append(_run(item.text, item))
            else:
                runs.append(_run(item.field, item))
        elif isinstance(item, Mark):
            if item.field is not None:
                box = item.box
                marks.append(_box(item.field, box.x, box.y, box.width, box.height))
        elif isinstance(item, FormField):
            inputs.append(_box(item.name, item.x, item.y, item.width, item.height))
    return (
        f'"face":{_quoted(face.id)},"size":[{decimal(face.width)},{decimal(face.height)}],'
        f'"runs":[{",".join(runs)}],"words":[{",".join(words)}],'
        f'"marks":[{",".join(marks)}],"inputs":[{",".join(inputs)}]'
    )


def _run(name: str, run: TextRun) -> str:
    return (
        f"[{_quoted(name)},{decimal(run.x)},{decimal(run.y)},{decimal(run.width)},"
        f"{decimal(run.size)},{decimal(run.angle)}]"
    )


def _box(name: str, x: float, y: float, width: float, height: float) -> str:
    return f"[{_quoted(name)},{decimal(x)},{decimal(y)},{decimal(width)},{decimal(height)}]"


@lru_cache(maxsize=1 << 14)
def _quoted(text: str) -> str:
    return json.dumps(text)
