"""Broken and hostile files give findings in bounded time: never a traceback, never a clean bill."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import pikepdf
import pytest
import sample
import seed
from pikepdf import Name
from seed import Page, op, seeded

from printgen.problems import Failure, Severity
from printgen.proof import read
from printgen.proof.prove import MOST, asked, prove


def findings(pdf: bytes) -> list[str]:
    """The errors of a file that proofing must survive."""
    with suppress(Failure):
        asked(pdf)
    found = prove(pdf, sample.game())
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


@pytest.fixture(scope="module")
def small() -> bytes:
    """One card."""
    return sample.pdf("deck", rows=("17",))


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"not a PDF at all", bytes(1000), b"\xff" * 99])
def test_what_is_no_pdf_is_an_error(data: bytes) -> None:
    """One finding that says so."""
    (found,) = findings(data)
    assert found.startswith("error: it cannot be read as a PDF")
    assert "name a PDF that `printgen build` wrote" in found


def test_a_truncated_file_is_never_clean(small: bytes) -> None:
    """Cut anywhere before its last line, it gives findings or reads as the whole file."""
    for part in range(40):
        cut = small[: len(small) * part // 40]
        assert findings(cut), part


def test_mutated_bytes_give_findings_or_nothing_that_prints(small: bytes) -> None:
    """Whatever bytes are changed, proofing ends with a list."""
    dice = random.Random(20)  # noqa: S311 - the same mutations every time
    for _ in range(150):
        data = bytearray(small)
        for _ in range(dice.randint(1, 12)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        findings(bytes(data))


def test_mutated_operators_end_with_a_list(small: bytes) -> None:
    """The same in the unpacked content, where the damage reaches the interpreter."""
    with pikepdf.open(BytesIO(small)) as opened:
        content = opened.pages[0].Contents.read_bytes()
    dice = random.Random(21)  # noqa: S311 - the same mutations every time
    for _ in range(80):
        data = bytearray(content)
        for _ in range(dice.randint(1, 8)):
            data[dice.randrange(len(data))] = dice.choice(b"()<>[]/%qQTjmf 0.-\\")
        with pikepdf.open(BytesIO(small)) as opened:
            opened.pages[0].Contents = opened.make_stream(bytes(data))
            damaged = seed.saved(opened)
        findings(damaged)


def contents(data: bytes) -> seed.Step:
    """Replace what a page paints."""

    def edit(page: Page) -> None:
        page.steps = []
        stream = page.pdf.make_stream(data)
        stream.Type, stream.Subtype = Name.XObject, Name.Form
        stream.BBox, stream.Resources = [0, 0, 600, 850], page.page.Resources
        page.page.Resources.XObject.Hostile = stream
        page.steps = [op("Do", Name.Hostile)]

    return edit


def bomb(page: Page) -> None:
    """Forms that each paint the next ten times: ten thousand million in all."""
    below = None
    for level in range(10):
        stream = page.pdf.make_stream(b"/N Do " * 10 if below is not None else b"0 0 1 1 re f")
        stream.Type, stream.Subtype, stream.BBox = Name.XObject, Name.Form, [0, 0, 9, 9]
        objects = pikepdf.Dictionary(N=below) if below is not None else pikepdf.Dictionary()
        stream.Resources = pikepdf.Dictionary(XObject=objects)
        stream.Matrix = [1, 0, 0, 1, level, 0]
        below = stream
    page.page.Resources.XObject.Bomb = below
    page.steps.append(op("Do", Name.Bomb))


def loop(page: Page) -> None:
    """A form that paints itself."""
    stream = page.pdf.make_stream(b"/Me Do")
    stream.Type, stream.Subtype, stream.BBox = Name.XObject, Name.Form, [0, 0, 9, 9]
    stream.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Me=stream))
    page.page.Resources.XObject.Me = stream
    page.steps.append(op("Do", Name.Me))


HOSTILE: dict[str, tuple[Callable[[Page], None], str]] = {
    "forms in forms in forms": (bomb, ""),
    "a form in itself": (loop, "nests forms more than"),
    "many operations": (contents(b"0 0 m " * 500_000), "has more than"),
    "many numbers": (contents(b"0 " * 500_000), "cannot be read to its end: more than"),
    "many saved states": (contents(b"q " * 100_000), "nests q more than"),
    "nested arrays": (contents(b"[" * 100_000), "cannot be read to its end: arrays nested"),
    "open strings": (contents(b"(" * 100_000), "cannot be read to its end"),
    "open escapes": (contents(b"(\\(" * 100_000), "cannot be read to its end"),
    "open hexadecimals": (contents(b"<00" * 100_000), "cannot be read to its end"),
    "a stream too long": (contents(b" " * 17_000_000), "gives the operator 'Do' operands"),
    "numbers out of range": (
        contents(b"9" * 400 + b" 0 0 1 0 0 cm 0 0 1 1 re f"),
        "",
    ),
    "a singular page": (contents(b"0 0 0 0 0 0 cm 0 0 1 1 re f"), ""),
    "an inline image": (contents(b"BI /W 1 /H 1 ID \xff EI"), "uses the operator 'BI'"),
    "no operands": (contents(b"Tj TJ Tm Tf Do cm re c gs d"), "gives the operator 'Tj' operands"),
    "wrong operands": (contents(b"(a) (b) m /x 1 l [1] w (a) g"), "gives the operator 'm'"),
}


@pytest.mark.parametrize(
    "steps",
    [
        b"9" * 400 + b" 0 0 1 0 0 cm 0 0 1 1 re f",
        b"1 0 0 1 " + b"9" * 12 + b" 0 cm 0 0 1 1 re f",
        (b"9" * 200 + b" 0 0 1 0 0 cm ") * 3 + b"0 0 1 1 re f BT /F1+0 9 Tf (a) Tj ET",
        b"0 0 0 0 0 0 cm BT /F1+0 9 Tf (a) Tj ET",
        b"BT /F1+0 " + b"9" * 300 + b" Tf (a) Tj ET",
        b"q " + b"9" * 300 + b" 0 0 1 0 0 cm /D1 Do Q",
    ],
)
def test_numbers_out_of_all_bounds_are_faults(small: bytes, steps: bytes) -> None:
    """On the page itself, before all else."""
    with pikepdf.open(BytesIO(small)) as opened:
        content = opened.pages[0].Contents.read_bytes()
        opened.pages[0].Contents = opened.make_stream(b"q " + steps + b" Q " + content)
        damaged = seed.saved(opened)
    assert findings(damaged)


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_content_is_bounded(small: bytes, kind: str) -> None:
    """Each kind ends with findings, soon."""
    edit, wanted = HOSTILE[kind]
    found = findings(seeded(small, edit))
    assert any(wanted in line for line in found), "\n".join(found[:5])


def test_a_packed_bomb_is_refused(small: bytes) -> None:
    """A content stream of 100 MB packed into 100 KB."""
    with pikepdf.open(BytesIO(small)) as opened:
        opened.pages[0].Contents = opened.make_stream(b" " * 100_000_000)
        out = BytesIO()
        opened.save(out, compress_streams=True)
    assert len(out.getvalue()) < 1_000_000
    assert any("cannot be read" in line for line in findings(out.getvalue()))


def test_a_page_tree_in_a_circle_is_an_error(small: bytes) -> None:
    """Pages that hold themselves."""
    with pikepdf.open(BytesIO(small)) as opened:
        tree = opened.Root.Pages
        tree.Kids = pikepdf.Array([tree])
        out = BytesIO()
        opened.save(out)
    assert findings(out.getvalue())


def test_an_encrypted_file_is_an_error(small: bytes) -> None:
    """It says what to do."""
    with pikepdf.open(BytesIO(small)) as opened:
        out = BytesIO()
        opened.save(out, encryption=pikepdf.Encryption(owner="o", user="u"))
    (found,) = findings(out.getvalue())
    assert "the PDF is encrypted" in found


def test_a_files_operations_are_bounded(deck: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many pages, each in bounds, are too many together."""
    monkeypatch.setattr(read, "MOST_OPERATIONS", 1000)
    assert any("the PDF has more than 1000 operations" in line for line in findings(deck))


def test_findings_are_bounded() -> None:
    """A deck whose every field is wrong gives the first of them, and says that it stops."""
    deck = sample.pdf("deck")

    def spoil(manifest: dict) -> None:
        for page in manifest["pages"]:
            for face in page["faces"]:
                for index, slot in enumerate(face["runs"]):
                    slot[0] = f"wrong.{index}"

    found = findings(seed.with_manifest(deck, spoil))
    assert len(found) == MOST + 1
    assert f"more than {MOST} findings" in found[-1]
    assert json.dumps(found)
