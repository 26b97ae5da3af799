"""Files with tables, changed by lot: the audit ends in findings or in what it looked at.

`python fuzz.py 20000 FOLDER` tries so many, `python fuzz.py 20000 FOLDER 7` others.
"""

import sys
from pathlib import Path
from random import Random

from forms import case

from printgen.roll_tables.report import audit_file

PIECES = [
    *(bytes([one]) for one in b'|\t,;\n"{}[]=\xff\x00'),
    *b"d6 1-3 d66 roll null 999999 00 1e999 d0 - : |---|---| <table> </table> &#0;".split(),
    *(b"\n\n", b'"range":[', b'"rows":[[', b"\xe2\x80\x93", b"{@dice ", b'"roll":{"min":', b""),
    *(b"<td rowspan=99999999>", b"<td colspan='9'>"),
]


def changed(data: bytes, random: Random) -> bytes:
    """A file's bytes with some of them cut, doubled or replaced."""
    for _ in range(random.randint(1, 6)):
        at, end = sorted(random.choices(range(len(data) + 1), k=2))
        end = min(end, at + random.choice((0, 1, 4, 40)))
        piece = random.choice((random.choice(PIECES), data[at:end] * 2, data[:at][-20:]))
        data = data[:at] + piece + data[end:]
    return data


def tried(seed: int, folder: Path) -> None:
    """Audit the file of a seed; what it cannot say well it raises."""
    random = Random(seed)
    made = case(random.randint(0, 400))
    path = folder / made.name
    path.write_bytes(changed(made.data, random))
    found = audit_file(path)
    assert found.problems or found.checked, seed
    assert all(one.message and one.hint and one.where.file for one in found.problems), seed


if __name__ == "__main__":
    first = int(sys.argv[1]) * int((sys.argv[3:] or "0")[0])
    for number in range(first, first + int(sys.argv[1])):
        try:
            tried(number, Path(sys.argv[2]))
        except Exception as error:
            print(number, type(error).__name__, error)
