"""Turn jobs into what they return, in processes beside this one.

Workers are forked when the first answer is waited for, and know what this process knew then; what
they are asked and what they answer is pickled. One worker is this process itself, in which a job is
done when its answer is waited for. A worker ends with this process, however that ends. It knows no
game, no print and no proof.
"""

import gc
import os
import pickle
import select
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from printgen import bounded
from printgen.leaving import in_order

Tell = Callable[[str], None]
"""Says what is being done."""


class Ended(MemoryError):  # noqa: N818 - of which nobody says whether it is an error
    """A limit, or worse, ended the worker that had a job: by the signal `number`, 0 for none."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


@dataclass(slots=True, eq=False)
class Job:
    """One call, and what it returned or raised, once it is `done`."""

    call: tuple[Any, ...]
    home: object
    stays: bool
    then: Callable[[Any], object] | None
    done: bool = False
    returned: Any = None
    raised: Exception | None = None

    def close(self, returned: Any, raised: Exception | None) -> None:
        """Keep what came of it, and go on with what comes after."""
        self.done, self.returned, self.raised = True, returned, raised
        if self.then and raised is None:
            self.then(returned)


@dataclass(slots=True, eq=False)
class _Worker:
    """A process beside this one; `held` is a pipe that closes when this one ends."""

    process: int
    asks: int
    hears: int
    held: int
    job: Job | None = None
    home: object = None


@dataclass(slots=True)
class Workers:
    """So many processes; `known` is what functions called there are handed first."""

    number: int
    known: object
    get_ready: Callable[[], object]
    _waiting: list[Job] = field(default_factory=list)
    _beside: list[_Worker] = field(default_factory=list)
    _begun: set[object] = field(default_factory=set)

    def ask(
        self,
        call: Callable[..., Any],
        *arguments: object,
        home: object = None,
        stays: bool = False,
        then: Callable[[Any], object] | None = None,
    ) -> Job:
        """Have `call(known, tell, *arguments)` done, a function of a module.

        Jobs of one `home` are best done by one worker, those that need none come after; one that
        `stays` is done nowhere else. `then` is called with what was returned.
        """
        job = Job((call, *arguments), home, stays, then)
        self._waiting.append(job)
        return job

    def answer(self, job: Job, tell: Tell) -> Any:
        """What a job returns; raises what it raised, and `Ended` where its worker was ended."""
        while not job.done:
            if self.number > 1:
                self._hand_out()
                self._listen(tell)
            else:
                self._waiting.remove(job)
                call, *arguments = job.call
                job.close(call(self.known, tell, *arguments), None)
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
            jobs = [(self._rank(job, worker), place) for place, job in enumerate(self._waiting)]
            rank, place = min(jobs, default=(_NEVER, 0))
            if rank == _NEVER:
                continue
            worker.job = job = self._waiting.pop(place)
            worker.home = worker.home if job.home is None else job.home
            self._begun.add(job.home)
            with suppress(OSError):  # that it has ended is heard
                _send(worker.asks, job.call)

    def _rank(self, job: Job, worker: _Worker) -> int:
        """How gladly a job is given to a worker: what it knows, what is new, then what is left."""
        if job.home is None:
            return 2
        if job.home in self._begun:
            return 0 if job.home == worker.home else _NEVER if job.stays else 3
        return 1

    def _listen(self, tell: Tell) -> None:
        """Wait until a worker says something, and go on with it."""
        hears = {one.hears: one for one in self._beside if one.job}
        for end in select.select(hears, [], [])[0]:
            worker = hears[end]
            job = worker.job
            assert job  # noqa: S101 - none other is heard
            try:
                said, returned, raised = _receive(end)
            except (EOFError, OSError):
                job.close(None, Ended(self._close(worker)))
                continue
            if said:
                tell(said)
                continue
            worker.job = None
            # Who has been idle for longest comes first: it has had time to get ready.
            self._beside.remove(worker)
            self._beside.append(worker)
            job.close(returned, raised)

    def _close(self, worker: _Worker) -> int:
        """See a worker off that has ended; the number of the signal that ended it, else 0."""
        self._beside.remove(worker)
        for end in (worker.asks, worker.hears, worker.held):
            os.close(end)
        with suppress(ChildProcessError):
            return max(0, -os.waitstatus_to_exitcode(os.waitpid(worker.process, 0)[1]))
        return 0

    def _fork(self) -> _Worker:
        asked, asks = os.pipe()
        hears, says = os.pipe()
        alive, held = os.pipe()
        # What a search for cycles looks at is written to, and what is written is no more shared.
        gc.freeze()
        process = os.fork()
        if not process:
            # However a worker ends, what this process would do at its end is not a worker's.
            with suppress(BaseException):
                for one in self._beside:
                    for end in (one.asks, one.hears, one.held):
                        os.close(end)
                for end in (asks, hears, held):
                    os.close(end)
                # A signal is for who asks; who is gone asks for nothing any more.
                bounded.listen(signal.SIG_IGN)
                bounded.watch(alive, lambda *_: os._exit(130))
                bounded.confine(self.number)
                self._serve(asked, says)
            os._exit(1)
        for end in (asked, says, alive):
            os.close(end)
        return _Worker(process, asks, hears, held)

    def _serve(self, asked: int, says: int) -> None:
        """Do what comes until nothing comes any more."""

        def tell(doing: str) -> None:
            _send(says, (doing, None, None))

        while True:
            if not select.select([asked], [], [], 0)[0]:
                self.get_ready()
            call, *arguments = _receive(asked)
            answer: tuple[str, Any, Exception | None]
            try:
                answer = ("", call(self.known, tell, *arguments), None)
            except Exception as fault:
                answer = ("", None, _packable(fault))
            _send(says, answer)


_NEVER = 4


@contextmanager
def workers(number: int, known: object, get_ready: Callable[[], object]) -> Iterator[Workers]:
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


def _send(end: int, thing: object) -> None:
    packed = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
    left = memoryview(len(packed).to_bytes(8, "big") + packed)
    while left:
        left = left[os.write(end, left) :]


def _receive(end: int) -> Any:
    """What was sent. Raises `EOFError` where who sends has ended."""
    return pickle.loads(_read(end, int.from_bytes(_read(end, 8), "big")))  # noqa: S301 - our own


def _read(end: int, size: int) -> bytes:
    parts = []
    while size:
        part = os.read(end, min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
