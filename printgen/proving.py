"""Turn PDFs into what their proofs find, in a process of its own, while the next is composed.

It loads the rules by itself. Where that process dies, of a limit or a fault, the proof has failed.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen import bounded
from printgen.problems import ExitCode, Failure, Problem, Where

if TYPE_CHECKING:
    from printgen.rules.model import Game


class Prover:
    """Proves one PDF at a time: begin one, do something else, then ask what was found."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self._connection = connection

    def begin(self, folder: Path, pdf: bytes, faces: int) -> None:
        """Begin to prove a PDF of so many faces of the game in `folder`."""
        with _alive():
            self._connection.send((folder, pdf, faces))

    def found(self) -> tuple[Problem, ...]:
        """What the proof begun last has found. Raises `Failure` (proof) where it came to no end."""
        with _alive():
            found = self._connection.recv()
        assert isinstance(found, tuple)  # noqa: S101 - of our own sending
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
        here.close()
        process.terminate()
        process.join()


@contextmanager
def _alive() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        problem = Problem(
            Where(subject="the proof"),
            "takes more time or memory than it may",
            "print fewer cards at a time; PRINTGEN_SECONDS and PRINTGEN_MEGABYTES are the limits",
        )
        raise Failure(ExitCode.PROOF, (problem,)) from None


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
