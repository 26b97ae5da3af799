"""Turn jobs into what they return, in processes beside this one.

Workers are forked when the first answer is waited for, and know what this process knew then; jobs
and answers are pickled. Where there is to be but one, it is this process itself, in which a job is
done when its answer is waited for. A worker ends with this process, however that ends. It knows no
game, no print and no proof.
"""

import gc
import os
import pickle
import select
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BufferedReader, BufferedWriter
from typing import Any

from printgen.system import limits as bounded
from printgen.system.cleanup import in_order


class Ended(MemoryError):  # noqa: N818 - of which nobody says whether it is an error
    """A limit, or worse, ended the worker that had a job: by that signal, 0 for none."""


@dataclass(slots=True, eq=False)
class Job:
    """A call, and once it is `done` what it returned or raised."""

    call: tuple[Any, ...]
    then: Callable[[Any], object]
    done: bool = False
    returned: Any = None
    raised: Exception | None = None

    def close(self, returned: Any, raised: Exception | None) -> None:
        """Keep what came of it, and go on with what comes after."""
        self.done, self.returned, self.raised = True, returned, raised
        if raised is None:
            self.then(returned)


@dataclass(slots=True, eq=False)
class _Worker:
    process: int
    asks: BufferedWriter
    hears: BufferedReader
    job: Job | None = None


@dataclass(slots=True)
class Workers:
    """So many processes; `known` is what the functions called there are handed first."""

    number: int
    known: object = ()
    get_ready: Callable[[], object] = tuple
    _waiting: deque[Job] = field(default_factory=deque)
    _beside: list[_Worker] = field(default_factory=list)

    def ask(
        self, call: Callable[..., Any], *arguments: object, then: Callable[[Any], object] = id
    ) -> Job:
        """Have `call(known, *arguments)` done, a function of a module; `then` gets what it returns.

        Jobs are done in the order in which they were asked for.
        """
        job = Job((call, *arguments), then)
        self._waiting.append(job)
        return job

    def answer(self, job: Job) -> Any:
        """What a job returns; raises what it raised, and `Ended` where its worker was ended."""
        while not job.done:
            if self.number > 1:
                self._hand_out()
                self._listen()
            else:
                self._waiting.remove(job)
                call, *arguments = job.call
                job.close(call(self.known, *arguments), None)
        if job.raised:
            raise job.raised
        return job.returned

    def end(self) -> None:
        """End all workers here and now, whatever they are about; it may be called twice."""
        for worker in self._beside:
            with suppress(ProcessLookupError):
                os.kill(worker.process, signal.SIGKILL)
        while self._beside:
            self._close(self._beside[0])

    def _hand_out(self) -> None:
        busy = sum(worker.job is not None for worker in self._beside)
        # One more than there is work for: the next job finds it with all at hand.
        while len(self._beside) < min(self.number, busy + len(self._waiting) + 1):
            self._beside.append(self._fork())
        for worker in [one for one in self._beside if one.job is None]:
            if self._waiting:
                worker.job = job = self._waiting.popleft()
                with suppress(OSError):  # that it has ended is heard
                    _send(worker.asks, job.call)

    def _listen(self) -> None:
        """Wait until a worker is done, and go on with that."""
        heard = select.select([one.hears for one in self._beside if one.job], [], [])[0]
        for worker in [one for one in self._beside if one.hears in heard]:
            job, worker.job = worker.job, None
            # Who has been idle for longest comes first: it has had time to get ready.
            self._beside.remove(worker)
            self._beside.append(worker)
            try:
                answer = pickle.load(worker.hears)  # noqa: S301 - our own
            except (EOFError, OSError, pickle.UnpicklingError):
                answer = None, Ended(self._close(worker))
            if job:
                job.close(*answer)

    def _close(self, worker: _Worker) -> int:
        """See a worker off that has ended; the signal that ended it, else 0."""
        self._beside.remove(worker)
        with suppress(OSError):
            worker.asks.close()
        worker.hears.close()
        return max(0, -os.waitstatus_to_exitcode(os.waitpid(worker.process, 0)[1]))

    def _fork(self) -> _Worker:
        (asked, asks), (hears, says) = os.pipe(), os.pipe()
        # What a search for cycles looks at is written to, and what is written is no more shared.
        gc.freeze()
        process = os.fork()
        if process:
            os.close(asked)
            os.close(says)
            return _Worker(process, os.fdopen(asks, "wb"), os.fdopen(hears, "rb"))
        # However a worker ends, what this process does at its end is not a worker's.
        with suppress(BaseException):
            others = [end.fileno() for one in self._beside for end in (one.asks, one.hears)]
            for end in (asks, hears, *others):
                os.close(end)
            # A signal is for who asks.
            bounded.listen(signal.SIG_IGN)
            bounded.confine(self.number)
            self._serve(asked, os.fdopen(says, "wb"))
        os._exit(1)

    def _serve(self, asked: int, says: BufferedWriter) -> None:
        """Do what comes until nothing comes any more."""
        is_busy = False

        def look(*_: object) -> None:
            # What comes while there is a job is the end of who asked.
            if is_busy and select.select([asked], [], [], 0)[0]:
                os._exit(130)

        bounded.watch(asked, look)
        hears = os.fdopen(asked, "rb")
        while True:
            if not select.select([hears], [], [], 0)[0]:
                self.get_ready()
            call, *arguments = pickle.load(hears)  # noqa: S301 - our own
            is_busy = True
            returned = raised = None
            try:
                returned = call(self.known, *arguments)
            except Exception as fault:
                raised = _packable(fault)
            is_busy = False
            _send(says, (returned, raised))


@contextmanager
def workers(
    number: int, known: object = (), get_ready: Callable[[], object] = tuple
) -> Iterator[Workers]:
    """So many workers, which end with what is done within; one that is idle gets ready."""
    pool = Workers(number, known, get_ready)
    with in_order(pool.end):
        yield pool


def _packable(fault: Exception) -> Exception:
    """A fault as it can be raised in another process, with the way that it came."""
    fault.__dict__["raised_at"] = traceback.extract_tb(fault.__traceback__)[-1][:2]
    fault.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(fault))  # noqa: S301 - our own
    except Exception:
        return RuntimeError(f"{type(fault).__name__}: {fault}")
    return fault


def _send(end: BufferedWriter, thing: object) -> None:
    pickle.dump(thing, end, pickle.HIGHEST_PROTOCOL)
    end.flush()
