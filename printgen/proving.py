"""Turn PDFs into what their proofs find, in a process of its own, while others are composed.

It loads the rules by itself. Where that process dies, of a limit or a fault, the proof has failed.
"""

import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen import bounded
from printgen.problems import ExitCode, Failure, Problem, Where

if TYPE_CHECKING:
    from printgen.rules.model import Game


Proof = Future[tuple[Problem, ...]]
"""What a proof will have found."""


class Prover:
    """Proves PDFs one after the other, while whoever asked does something else."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self._connection = connection
        self._waiting = ThreadPoolExecutor(max_workers=1)

    def ask(self, folder: Path, pdf: bytes, faces: int) -> Proof:
        """Begin to prove a PDF of so many faces of the game in `folder`.

        The result raises `Failure` (proof) where the proof came to no end.
        """
        return self._waiting.submit(self._ask, folder, pdf, faces)

    def _ask(self, folder: Path, pdf: bytes, faces: int) -> tuple[Problem, ...]:
        try:
            self._connection.send((folder, pdf, faces))
            found: tuple[Problem, ...] = self._connection.recv()
        except (EOFError, OSError):
            problem = Problem(
                Where(subject="the proof"),
                "takes more time or memory than it may",
                "print fewer cards at a time; or set PRINTGEN_SECONDS or PRINTGEN_MEGABYTES higher",
            )
            raise Failure(ExitCode.PROOF, (problem,)) from None
        return found


@contextmanager
def prover() -> Iterator[Prover]:
    """What proves while others work; it ends with what is done within."""
    here, there = Pipe()
    process = Process(target=_serve, args=(here, there), daemon=True)
    process.start()
    there.close()
    try:
        yield Prover(here)
    finally:
        process.terminate()
        process.join()
        here.close()


def _serve(other: "Connection[Any, Any]", connection: "Connection[Any, Any]") -> None:
    """Prove what comes until nothing comes any more."""
    other.close()
    # An interrupt is for who waits.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    from printgen.proof.prove import prove
    from printgen.rules.load import load

    games: dict[Path, Game] = {}
    while True:
        try:
            folder, pdf, faces = connection.recv()
        except EOFError:
            return
        bounded.extend(faces)
        if folder not in games:
            games[folder] = load(folder)
        connection.send(prove(pdf, games[folder]))
