"""Several processes make what one makes, say what it says, and leave nothing when they end."""

import os
import pickle
import re
import shutil
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, ClassVar

import pytest

from printgen.pipeline import chunks as portions
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import count_faces_to_compose
from printgen.problems import ExitCode, Failure
from printgen.rules.source import load_source
from printgen.rules.standalone.deck import TableDeck
from printgen.system import files as limited_files
from printgen.system.bundled import find_game, get_templates_folder
from printgen.system.executor import start_executor, submit_job
from tests.command_line import Printgen, Said

pytestmark = pytest.mark.slow

Build = Callable[..., Said]
ENDED = "deck.pdf: error: needs more time or memory than the limits allow\n"


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers inherit the patches of a test only if they are forked."""
    monkeypatch.setenv("PRINTGEN_START", "fork")


@pytest.fixture
def build(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Said]:
    """Builds with so many workers, into a folder named so."""
    monkeypatch.chdir(tmp_path)

    def built(number: int, *words: object) -> Said:
        monkeypatch.setenv("PRINTGEN_WORKERS", str(number))
        return printgen("build", *words, "--output", number)

    return built


def files(number: int) -> dict[str, bytes]:
    """What stands in the folder of so many workers, by name."""
    folder = Path(str(number))
    return {
        str(one.relative_to(folder)): one.read_bytes()
        for one in sorted(folder.rglob("*"))
        if one.is_file()
    }


def alike(said: Said, number: int) -> Said:
    """What was said, with N for the folder's name; a checkout in ci2/ keeps its name."""
    texts = (re.sub(rf"\b{number}/", "N/", text) for text in (said.out, said.err))
    return Said(said.code, *texts)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3])
def test_several_workers_print_the_same_bytes(build: Build, number: int) -> None:
    """Of several games too; their lines come in the order in which they were typed."""
    games = ("true-lead", "colonial-siege", "--only", "markers", "--only", "deck")
    one = alike(build(1, *games), 1)
    assert (one.code, one.err) == (0, "")
    assert one.out.index("true-lead") < one.out.index("colonial-siege")
    assert alike(build(number, *games), number) == one
    assert files(number) == files(1)
    assert len(files(1)) == 8


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any deck is large, and composed in parts of seven faces."""
    monkeypatch.setattr(portions, "MIN_SPLIT_FACES", 8)
    monkeypatch.setattr(portions, "CHUNK_SIZE", 7)


@pytest.mark.quick("words1")
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("words", [["--decks", "2"], ["--cards", "9-30", "--skip", "4", "--svg"]])
def test_a_deck_in_parts_is_the_same(
    build: Build, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sets follow on one another as they did; each part is what its faces are cut from."""
    packed, real = [], portions.unpack_faces
    monkeypatch.setattr(
        "printgen.pipeline.build.unpack_faces", lambda *given: packed.append(given) or real(*given)
    )
    words = ["combat-leader", "--only", "deck", *words]
    assert build(1, *words).code == 0
    assert not packed
    assert build(2, *words).code == 0
    assert len(packed) > 3
    assert files(2) == files(1)


@pytest.mark.quick(every=3)
@pytest.mark.usefixtures("small_parts", "forked")
@pytest.mark.parametrize("words", [[], ["--cards", "Card 1"]], ids=["all", "one card"])
@pytest.mark.parametrize("share", ["", " 90%"], ids=["all", "most"])
@pytest.mark.parametrize("length", [1, 40], ids=["as large as it may be", "smaller"])
def test_workers_find_the_size_of_type_that_cards_share(
    build: Build, words: list[str], length: int, share: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest text is in another part than the first card, and decides for both."""
    style = (get_templates_folder() / "plain/card.css").read_text()
    shared = re.sub(r"--same: ([a-z]+)( \d+%)?", rf"--same: \1{share}", style)
    real_read = limited_files.read_limited_bytes
    monkeypatch.setattr(
        limited_files,
        "read_limited_bytes",
        lambda path, most: shared.encode() if path.name == "card.css" else real_read(path, most),
    )
    packed, real = [], portions.unpack_faces
    monkeypatch.setattr(
        "printgen.pipeline.build.unpack_faces", lambda *given: packed.append(given) or real(*given)
    )
    rows = "".join(f"Card {n},{'more words ' * (1 + (n == 12) * length)}\n" for n in range(1, 21))
    Path("cards.csv").write_text(f"name,text\n{rows}")
    said = build(1, "cards.csv", *words)
    note = "cards.csv:13:1: note: the text is smaller here than in most of deck\n"
    assert (note in said.err) is bool(share and length > 1 and not words)
    assert not packed
    assert alike(build(2, "cards.csv", *words), 2) == alike(said, 1)
    assert len(packed) == (1 if words else 3)
    assert files(2) == files(1)


def test_the_time_limit_counts_all_rows_that_are_tried(tmp_path: Path) -> None:
    """Of a thousand cards one is printed; all are laid out to find the size of its type."""
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"Card {n}\n" for n in range(1000)))
    game = load_source(TableDeck(tmp_path / "cards.csv"))
    (job,) = plan_jobs(Request(cards="Card 7"), game)
    assert count_faces_to_compose(game, job) == 1001
    (job,) = plan_jobs(Request(), game)
    assert count_faces_to_compose(game, job) == 1000


@pytest.mark.slow
@pytest.mark.usefixtures("small_parts")
def test_what_is_wrong_is_told_as_one_worker_tells_it(build: Build, tmp_path: Path) -> None:
    """Rules, faces, a game twice: each at its turn, each cause once, what is right in place."""
    faint, wrong, again = tmp_path / "faint", tmp_path / "wrong", tmp_path / "again"
    for folder, game in ((faint, "combat-leader"), (wrong, "true-lead"), (again, "true-lead")):
        shutil.copytree(find_game(game), folder)
    (wrong / "checks.yaml").write_text("checks: [{count: cads, is: 7}]\n")
    style = faint / "templates" / "combat-leader" / "card.css"
    style.parent.mkdir(parents=True)
    shutil.copy(get_templates_folder() / "combat-leader" / style.name, style)
    with style.open("a") as file:
        file.write("\n.band { font-size: 3pt; }\n")
    games = ("true-lead", wrong, faint, again, "--only", "deck")
    one = alike(build(1, *games), 1)
    assert one.code == ExitCode.RULES
    told = [line for line in one.err.splitlines() if "no PDF was written" in line]
    assert [line.partition(":")[0] for line in told] == ["wrong", "faint", "again"]
    assert "and 51 more, accuracy.miss: error: “or less” is 3.00 pt high" in one.err
    assert "this run has another game called true-lead" in one.err
    assert alike(build(2, *games), 2) == one
    assert files(2) == files(1)
    assert list(files(2)) == ["true-lead/deck-backs.pdf", "true-lead/deck.pdf"]


def exhaust() -> None:
    raise MemoryError


@pytest.mark.quick("killed")
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("end", [exhaust, lambda: os._exit(9)], ids=["memory", "killed"])
def test_a_print_whose_worker_dies_is_named(
    build: Build, end: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other prints run again, one at a time; the files of the game stay as they were."""
    from printgen.proof import proof as prove

    real = prove.proof_pdf
    monkeypatch.setattr(
        prove, "proof_pdf", lambda pdf, game: end() if b"(deck)" in pdf else real(pdf, game)
    )
    said = build(2, "true-lead", "--only", "deck", "--only", "markers")
    assert said.code == ExitCode.RULES
    assert said.err.partition("game.yaml:")[2].partition(": ")[2].startswith(ENDED)
    assert said.err.count("error") == 1
    assert files(2) == {}


def crash(*_: object) -> None:
    raise KeyError("astray")


@pytest.mark.quick("proof_pdf")
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    "where", ["printgen.pipeline.build.compose_print_faces", "printgen.proof.proof.proof_pdf"]
)
def test_a_fault_of_our_own_is_told_with_its_place(
    build: Build, number: int, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the other process: not as a want of time, nor as a fault of who waited."""
    monkeypatch.setattr(where, crash)
    said = build(number, "true-lead", "--only", "deck")
    assert said.code == ExitCode.INTERNAL_ERROR
    line = crash.__code__.co_firstlineno + 1
    assert f"KeyError in test_executor.py, line {line}\n" in said.err


def own_children() -> list[BaseProcess]:
    """Return the child processes of this one, without those that an engine of a test left."""
    return [child for child in active_children() if "Dask" not in child.name]


def test_workers_end_with_the_block() -> None:
    """Busy or idle; the process in which they were asked has no child left."""
    with start_executor(3) as several:
        submit_job(several, time.sleep, 600)
        others = {submit_job(several, os.getpid)() for _ in range(3)}
        assert os.getpid() not in others
    assert not own_children()


def test_jobs_that_a_dead_worker_left_run_again_one_at_a_time() -> None:
    """The job whose process dies again is known by that; later jobs run too."""
    with start_executor(2) as several:
        first, killed = submit_job(several, os.getpid), submit_job(several, os._exit, 9)
        failed, second = submit_job(several, find_game, "x"), submit_job(several, os.getpid)
        with pytest.raises(BrokenExecutor):
            killed()
        with pytest.raises(Failure):
            failed()
        others = {wait() for wait in (first, second, submit_job(several, os.getpid))}
    assert os.getpid() not in others
    assert not own_children()


def test_one_worker_is_the_process_itself() -> None:
    with start_executor(1) as one:
        assert one is None


class Recorded(ProcessPoolExecutor):
    """An engine of one process, which counts its jobs."""

    jobs: ClassVar[list[object]] = []

    def submit(self, *call: Any, **words: Any) -> Any:
        self.jobs.append(pickle.dumps(call))
        return super().submit(*call, **words)


def record() -> Recorded:
    return Recorded(1)


def test_a_build_loads_what_changed_since_the_last(build: Build) -> None:
    """Also in one process, which keeps the games that it has loaded."""
    for name in ("Imp", "Ogre"):
        Path("cards.csv").write_text(f"name\n{name}\n")
        assert build(1, "cards.csv", "--svg").code == 0
        (face,) = Path("1").rglob("*.svg")
        assert f">{name}<" in face.read_text("utf-8")


@pytest.mark.usefixtures("small_parts")
def test_an_engine_of_yours_runs_all_jobs(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are functions of plain data, so that they can be sent to another machine."""
    monkeypatch.setitem(sys.modules, "engine", sys.modules[__name__])
    assert build(1, "true-lead", "--only", "deck", "--only", "markers").code == 0
    monkeypatch.setenv("PRINTGEN_EXECUTOR", "engine:record")
    assert build(2, "true-lead", "--only", "deck", "--only", "markers").code == 0
    assert files(2) == files(1)
    assert len(Recorded.jobs) > 3


@pytest.mark.parametrize(
    "name",
    [
        *("nothing:here", "os:missing", "no module", "os:getpid:x"),
        *("os", "collections.abc", "os:getpid", "os:kill"),
    ],
)
def test_an_engine_that_is_none_is_a_mistake_of_usage(
    build: Build, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTGEN_EXECUTOR", name)
    said = build(2, "true-lead", "--only", "deck")
    assert said.code == ExitCode.USAGE
    assert said.err.startswith(f"PRINTGEN_EXECUTOR={name}: error: ")
    assert "  write MODULE:FUNCTION" in said.err


@pytest.mark.slow
def test_a_build_on_dask(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/limits.md says; its workers load the game by themselves."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    assert build(1, "true-lead", "--only", "deck").code == 0
    monkeypatch.setenv("PRINTGEN_EXECUTOR", "dask_engine:start")
    said = build(2, "true-lead", "--only", "deck")
    assert (said.code, said.err) == (0, "")
    assert files(2) == files(1)
