"""Turn PDFs into what their proofs find, in a process of its own, while others are composed.

It loads the rules by itself. Where a limit ends that process, the proof has failed.
"""

import multiprocessing
import signal
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from printgen import bounded
from printgen.leaving import in_order
from printgen.problems import Problem, Where
from printgen.source import Source, load_source

if TYPE_CHECKING:
    from printgen.rules.model import Game


Proof = Future[tuple[Problem, ...]]
"""What a proof will have found."""


class Prover:
    """Proves PDFs one after the other, while whoever asked does something else."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self._connection = connection
        self._waiting = ThreadPoolExecutor(max_workers=1)

    def ask(self, source: Source, pdf: bytes, faces: int) -> Proof:
        """Begin to prove a PDF of so many faces of the game of `source`."""
        return self._waiting.submit(self._ask, source, pdf, faces)

    def _ask(self, source: Source, pdf: bytes, faces: int) -> tuple[Problem, ...]:
        try:
            self._connection.send((source, pdf, faces))
            found: tuple[Problem, ...] | Exception = self._connection.recv()
        except (EOFError, OSError):
            problem = Problem(
                Where(subject="the proof"),
                "takes more time or memory than it may",
                "print fewer cards at a time; or set PRINTGEN_SECONDS or PRINTGEN_MEGABYTES higher",
            )
            return (problem,)
        if isinstance(found, Exception):
            raise found
        return found


@contextmanager
def prover() -> Iterator[Prover]:
    """What proves while others work; it ends with what is done within."""
    # A forked process knows the limits that it has, and need not import all again.
    has_fork = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if has_fork else "spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(here, there), daemon=True)  # type: ignore[attr-defined]
    process.start()
    there.close()
    try:
        # One that has only just begun might lose a gentler signal, and be waited for for ever.
        with in_order(process.kill):
            yield Prover(here)
    finally:
        process.join()
        here.close()


def _serve(other: "Connection[Any, Any]", connection: "Connection[Any, Any]") -> None:
    """Prove what comes until nothing comes any more."""
    other.close()
    # A signal is for who asks; where that is stopped by a limit or worse, there is nobody to tell.
    bounded.listen(signal.SIG_IGN)
    with suppress(EOFError, OSError, MemoryError):
        _prove_all(connection)


def _prove_all(connection: "Connection[Any, Any]") -> None:
    from printgen.proof.prove import prove

    games: dict[Source, Game] = {}
    while True:
        source, pdf, faces = connection.recv()
        bounded.extend(faces)
        found: tuple[Problem, ...] | Exception
        try:
            if source not in games:
                games[source] = load_source(source)
            found = prove(pdf, games[source])
        except MemoryError:
            raise  # who waits says that it was a limit
        except Exception as fault:
            # Its way there would be lost.
            fault.add_note(traceback.format_exc())
            found = fault
        connection.send(found)
