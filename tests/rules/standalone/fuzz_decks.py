"""Decks changed by lot: each is printed, with all that it holds, or refused in plain words.

`python fuzz_decks.py 20000 FOLDER` tries so many, also of FOLDER/seeds; with a 7 after it others.
"""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from unicodedata import normalize
from zipfile import ZipFile

from made_decks import form

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import compose_print_faces, make_composer
from printgen.problems import ExitCode, Failure
from printgen.rules.standalone.deck import TableDeck

PIECES = [
    *(bytes([one]) for one in b'|\t,;\n\r"{}[]:=-0#*\\&\xff\x00'),
    *b"name qty art 0 -1 1e999 null ~ true x.png '=1 ** :star: 12% a\xcc\x81 \xe2\x80\x8b".split(),
    *(b"\n\n", b"\r\n", b'": "', b'": [', b'""', b"- ", b"\xef\xbb\xbf", b"\xf0\x9f\xaa\x99"),
    *(b'<c r="XFD1048576"/>', b't="e"', b'table:number-columns-repeated="9999"'),
]
TOLD = re.compile(r"\.(png|jpe?g|webp|gif|svg)\s*$|://|^\s*#[0-9a-f]{3,8}\s*$")


def changed(data: bytes, random: Random) -> bytes:
    """A file's bytes with some of them cut, doubled or replaced."""
    for _ in range(random.randint(1, 3)):
        at, end = sorted(random.choices(range(len(data) + 1), k=2))
        end = min(end, at + random.choice((0, 0, 1, 4, 40)))
        piece = random.choice((random.choice(PIECES), data[at:end] * 2, data[:at][-20:]))
        data = data[:at] + piece + data[end:]
    return data


def changed_book(data: bytes, random: Random) -> bytes:
    """A workbook with one of its parts changed."""
    with ZipFile(BytesIO(data)) as book, ZipFile(made := BytesIO(), "w") as other:
        chosen = random.choice([one for one in book.namelist() if one.endswith(".xml")])
        for one in book.namelist():
            part = book.read(one)
            other.writestr(one, changed(part, random) if one == chosen else part)
    return made.getvalue()


def leaves(path: Path) -> Iterator[str]:
    """The texts of a file's cells, read without printgen; none of a format that only it reads."""
    if path.suffix == ".json":
        parts = [json.loads(path.read_text("utf-8-sig"))]
        for part in parts:
            if isinstance(part, dict | list):
                parts += part.values() if isinstance(part, dict) else part
            elif isinstance(part, str):
                yield part
    elif path.suffix in (".csv", ".tsv"):
        lines = path.read_text("utf-8-sig", "replace").splitlines(keepends=True)
        for line in csv.reader(lines, delimiter="\t" if path.suffix == ".tsv" else ","):
            yield from line


def bare(text: str) -> str:
    """A text without what a print may change: blanks, capitals, signs of a name or a number."""
    shown = re.sub(r"[\s.\\/\-+\u2212\ufeff\u200b\u00ad\ufe0f]|(?<!\d)0+(?=\d)", "", text)
    return normalize("NFC", shown).casefold()


def tried(seed: int, folder: Path, seeds: list[Path]) -> str:
    """Read the deck of a seed; what it cannot say well it raises."""
    random = Random(seed)
    path = random.choice(seeds) if seeds and seed % 2 else form(seed, folder).path
    is_book = path.suffix in (".xlsx", ".ods") and random.random() < 0.8
    data = (changed_book if is_book else changed)(path.read_bytes(), random)
    (path := folder / f"deck{path.suffix}").write_bytes(data)
    table = TableDeck(path, missing=random.random() < 0.5, prose=random.random() < 0.1)
    try:
        game = table.load()
        if seed % 100 == 0:
            list(
                compose_print_faces(
                    game, plan_jobs(Request(sizes=("tarot",)), game)[0], make_composer(table)
                )
            )
    except Failure as failure:
        if failure.exit_code in (ExitCode.RULES, ExitCode.DOES_NOT_FIT):
            return "refused"
        raise
    found, cards = [str(note) for note in game.notes], game.table("cards")
    for content, _ in generate_wanted_faces(game, game.prints[0], "", None):
        found += [*content.fields.values(), *content.marks.values()]
    found += [name for one in cards.columns for name in (one.name, one.head, one.title)]
    found += [str(cell) for row in cards.rows for cell in row.cells.values()]
    shown = bare("\n".join(found))
    # Of missing pictures the first is told, inks are painted; what parts the cells is a guess.
    lost = [one for one in leaves(path) if bare(one) not in shown and not TOLD.search(one)]
    assert min(map(len, lost), default=60) >= 60 or b";" in data or b"\t" in data, lost
    return "printed"


if __name__ == "__main__":
    many, root = int(sys.argv[1]), Path(sys.argv[2])
    first, counts = many * int((sys.argv[3:] or "0")[0]), Counter[str]()
    for number in range(first, first + many):
        began = process_time()
        try:
            with TemporaryDirectory(dir=root) as temporary:
                ended = tried(number, Path(temporary), sorted(root.glob("seeds/*")))
        except (Exception, SystemExit) as error:
            print(number, ended := type(error).__name__, str(error)[:300], flush=True)
        if (took := process_time() - began) > 5:
            print(number, "took", took, flush=True)
        counts[ended] += 1
    print(many, dict(counts))
