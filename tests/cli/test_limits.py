"""Hostile files, through the real command: one clear line, the right exit code, bounded costs.

Each takes hours or many gigabytes where nothing stops it. The limits are lowered, so that the
tests are quick; the system enforces them all the same.
"""

import errno
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pikepdf
import pytest

from printgen.cli import main
from printgen.system import limits
from printgen.system.bundled import get_fonts_folder
from tests.cli.conftest import REPOSITORY

from .small_game import card, drawing, write

pytestmark = pytest.mark.slow

SECONDS, MEGABYTES = 1, 400


def run(
    *words: object, seconds: object = SECONDS, megabytes: object = MEGABYTES, workers: object = 1
) -> tuple[int, str]:
    """The exit code of one run within lower limits, and what it printed; its costs are held."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "printgen", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": str(REPOSITORY),
            "PRINTGEN_SECONDS": str(seconds),
            "PRINTGEN_MEGABYTES": str(megabytes),
            "PRINTGEN_WORKERS": str(workers),
        },
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A run begins with half of it; the system counts whole seconds, and a busy machine counts more.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2 * SECONDS + 10
    assert "Traceback" not in done.stdout
    assert "Killed" not in done.stdout
    return done.returncode, done.stdout


TEMPLATES = {
    "nested lists compared": card(
        "{% set n = namespace(a=[1], b=[1]) %}{% for i in range(60) %}"
        "{% set n.a = [n.a, n.a] %}{% set n.b = [n.b, n.b] %}{% endfor %}{{ n.a == n.b }}"
    ),
    "a text doubled": card(
        "{% set n = namespace(s='xx') %}{% for i in range(60) %}"
        "{% set n.s = n.s ~ n.s %}{% endfor %}"
    ),
    "variables that double": card(
        css=":root { --a0: 1 1; "
        + "".join(f"--a{n}: var(--a{n - 1}) var(--a{n - 1}); " for n in range(1, 27))
        + "} p { color: var(--a26); }"
    ),
    "a path of many": card(
        drawing('<path d="M 1 1 {% for a in range(99999) %}l 1 1 {% endfor %}"/>' * 9)
    ),
}


@pytest.mark.parametrize(
    ("variable", "value", "least"),
    [
        ("SECONDS", "long", 1),
        ("SECONDS", "0", 1),
        ("SECONDS", "-1", 1),
        ("MEGABYTES", "0", 200),
        ("MEGABYTES", "20", 200),
        ("MEGABYTES", "9" * 30, 200),
        ("WORKERS", "0", 1),
        ("WORKERS", "two", 1),
    ],
)
def test_a_limit_that_makes_no_sense_is_a_mistake_of_usage(
    variable: str, value: str, least: int
) -> None:
    code, said = run("list", **{variable.lower(): value})
    assert code == 2
    assert said == f"PRINTGEN_{variable}={value}: error: write a whole number, {least} or more\n"


@pytest.mark.quick("double")
@pytest.mark.parametrize(
    ("name", "workers"), [*((name, 2) for name in TEMPLATES), ("nested lists compared", 1)]
)
def test_a_template_without_end_is_stopped(name: str, workers: int, tmp_path: Path) -> None:
    """Alone, by the file of its template; by a worker, by its print."""
    folder = write(tmp_path / "small", TEMPLATES[name])
    # On a busy machine the start alone takes up to a second.
    code, said = run("build", folder, "-o", tmp_path / "out", workers=workers, seconds=2)
    assert code in (3, 4), said
    assert len(said.splitlines()) <= 4
    assert "error: " in said
    assert not (tmp_path / "out").exists()
    if name == "nested lists compared" and workers == 1:
        assert said == (
            f"{folder}/templates/card.html: printgen build {folder} -o {tmp_path}/out: error: "
            "needs more processor time than its limit\n"
            "  make the input smaller; if its size is right, "
            "type PRINTGEN_SECONDS=20 before the command\n"
        )
    elif name == "nested lists compared":
        assert re.sub(r"yaml:\d+(:\d+)?", "yaml", said) == (
            f"{folder}/game.yaml: deck.pdf: error:"
            " needs more time or memory than the limits allow\n"
            "  print fewer cards at a time, or raise PRINTGEN_SECONDS or PRINTGEN_MEGABYTES\n"
            "small: no PDF was written; existing PDFs are unchanged\n"
        )


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOTSUP])
def test_a_system_that_cannot_fork_runs_without_limits(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WebAssembly has the function, but no processes."""

    def refuse_to_fork() -> int:
        raise OSError(number, "no processes")

    monkeypatch.setattr(os, "fork", refuse_to_fork)
    monkeypatch.delenv("PRINTGEN_EXECUTOR", raising=False)
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    names = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    handlers = {handled: signal.getsignal(handled) for handled in names}
    try:
        assert limits.run_within_limits(lambda: 7, 3) == 7
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == blocked
    finally:
        for handled, handler in handlers.items():
            signal.signal(handled, handler)


def test_what_strangers_wrote_has_no_more_time_than_its_size_asks_for() -> None:
    """137 KB have a third of what a run begins with, and a second for every ten; a build more."""
    script = """if True:
        import resource, sys
        from printgen.system import limits
        def command():
            for share in (1 / 3, 1):
                limits.set_limits(137, share=share)
                print(resource.getrlimit(resource.RLIMIT_CPU)[0])
            return 0
        sys.exit(limits.run_within_limits(command, 3))"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    restricted, extended = map(int, done.stdout.split())
    assert 23 < restricted < 30
    assert extended - restricted in (20, 21)


def with_map(table: bytes) -> bytes:
    """A bundled font whose character map is another."""
    whole = (get_fonts_folder() / "SairaStencilOne_400Regular.ttf").read_bytes()
    count = int.from_bytes(whole[4:6], "big")
    record = next(at for at in range(12, 12 + 16 * count, 16) if whole[at : at + 4] == b"cmap")
    head = struct.pack(">HHHHI", 0, 1, 3, 10, 12)
    entry = struct.pack(">II", len(whole), 12 + len(table))
    return whole[: record + 8] + entry + whole[record + 16 :] + head + table


@pytest.mark.slow
def test_a_process_that_lifted_its_limits_starts_others_without_them() -> None:
    """`printgen preview` opens a browser, which needs more than a command may use."""
    code = """
        import resource, subprocess, sys
        from printgen.system import limits

        def command():
            limits.lift_limits()
            show = "from resource import *; print(getrlimit(RLIMIT_CPU), getrlimit(RLIMIT_AS))"
            return subprocess.run([sys.executable, "-c", show]).returncode

        before = [resource.getrlimit(n)[1] for n in (resource.RLIMIT_CPU, resource.RLIMIT_AS)]
        print(*((min(sys.maxsize, hard) if hard >= 0 else sys.maxsize, hard) for hard in before))
        sys.exit(limits.run_within_limits(command, 3))
    """
    done = subprocess.run(
        [sys.executable, "-u", "-c", dedent(code)], capture_output=True, text=True, check=True
    )
    allowed, found = done.stdout.splitlines()
    assert found == allowed


def test_a_font_that_unfolds_is_stopped(tmp_path: Path) -> None:
    folder = write(tmp_path / "small", card(css='p { font-family: "Own"; }'))
    (folder / "fonts").mkdir()
    (folder / "fonts" / "fonts.css").write_text(
        '@font-face { font-family: "Own"; src: url("own.ttf"); }'
    )
    table = struct.pack(">HHIIIIII", 12, 0, 28, 0, 1, 0, 0x7FFFFFFF, 1)
    (folder / "fonts" / "own.ttf").write_bytes(with_map(table))
    code, said = run("build", folder, "-o", tmp_path / "out")
    assert code == 3, said
    assert len(said.splitlines()) <= 3


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole PDF, to be spoilt: a small one, since the time that it is given is by its size."""
    folder = tmp_path_factory.mktemp("built")
    words = ["build", "combat-leader", "--only", "markers", "--cards", "jammed", "--output"]
    assert main([*words, str(folder)]) == 0
    return folder / "combat-leader" / "markers-cards-jammed.pdf"


def painted_more(content: bytes) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(content)

    return spoil


def form_in_form(pdf: pikepdf.Pdf) -> None:
    form = pdf.make_stream(b"1 1 9 9 re f " * 4_000)
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox = pikepdf.Array([0, 0, 600, 800])
    pdf.pages[0].add_resource(form, pikepdf.Name.XObject, pikepdf.Name.Bomb)
    pdf.pages[0].contents_add(b"/Bomb Do " * 4_000)


def first_font(pdf: pikepdf.Pdf) -> pikepdf.Object:
    return next(iter(pdf.pages[0].Resources.Font.values()))


def many_letters(pdf: pikepdf.Pdf) -> None:
    letters = b"1 beginbfchar <0041> <0041> endbfchar\n" * 80_000
    first_font(pdf).ToUnicode = pdf.make_stream(letters)


def zeros(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A stream of 1 GB, which is a hundred times the same packed bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = packer.compress(bytes(10_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = b"\x78\xda" + 100 * part + packer.flush() + struct.pack(">HH", 10**9 % 65_521, 1)
    assert zlib.decompressobj().decompress(data[: 2 * len(part)], 99) == bytes(99)
    return pikepdf.Stream(pdf, data, Filter=pikepdf.Name.FlateDecode)


def large_font(pdf: pikepdf.Pdf) -> None:
    font = first_font(pdf)
    found = font.get("/FontDescriptor") or font.DescendantFonts[0].FontDescriptor
    found.FontFile2 = pdf.make_indirect(zeros(pdf))


def large_page(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Contents = pdf.make_indirect(zeros(pdf))


SPOILT: dict[str, Callable[[pikepdf.Pdf], None]] = {
    "many letters": many_letters,
    "a form painted often": form_in_form,
    "page-wide rectangles": painted_more(b"0 0 600 850 re f " * 47_000),
    "a font of 1 GB": large_font,
    "a page of 1 GB": large_page,
}


@pytest.mark.quick("many letters")
@pytest.mark.parametrize("name", SPOILT)
def test_a_hostile_pdf_is_stopped(name: str, deck: Path, tmp_path: Path) -> None:
    file = tmp_path / "spoilt.pdf"
    with pikepdf.open(deck) as pdf:
        SPOILT[name](pdf)
        pdf.save(file, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    assert file.stat().st_size < 2_000_000
    code, said = run("proof", file)
    assert code == 5, said
    assert re.search(r"spoilt\.pdf.*error", said), said
