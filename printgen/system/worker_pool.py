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
from printgen.system.cleanup import on_exit


class WorkerDied(MemoryError):  # noqa: N818 - of which nobody says whether it is an error
    """A limit, or worse, ended the worker that had a job: by that signal, 0 for none."""


@dataclass(slots=True, eq=False)
class WorkerJob:
    """A call, and once it is `done` what it returned or raised."""

    call: tuple[Any, ...]
    on_done: Callable[[Any], object]
    done: bool = False
    result: Any = None
    error: Exception | None = None

    def set_result(self, result: Any, error: Exception | None) -> None:
        """Keep what came of it, and go on with what comes after."""
        self.done, self.result, self.error = True, result, error
        if error is None:
            self.on_done(result)


@dataclass(slots=True, eq=False)
class _Worker:
    pid: int
    asks: BufferedWriter
    hears: BufferedReader
    job: WorkerJob | None = None


@dataclass(slots=True)
class WorkerPool:
    """So many processes; `known` is what the functions called there are handed first."""

    worker_count: int
    shared_data: object = ()
    warm_up: Callable[[], object] = tuple
    _queued_jobs: deque[WorkerJob] = field(default_factory=deque)
    _workers: list[_Worker] = field(default_factory=list)

    def submit_job(
        self, call: Callable[..., Any], *arguments: object, on_done: Callable[[Any], object] = id
    ) -> WorkerJob:
        """Have `call(known, *arguments)` done, a function of a module; `then` gets what it returns.

        Jobs are done in the order in which they were asked for.
        """
        job = WorkerJob((call, *arguments), on_done)
        self._queued_jobs.append(job)
        return job

    def wait_for_result(self, job: WorkerJob) -> Any:
        """What a job returns; raises what it raised, and `Ended` where its worker was ended."""
        while not job.done:
            if self.worker_count > 1:
                self._assign_jobs()
                self._receive_results()
            else:
                self._queued_jobs.remove(job)
                call, *arguments = job.call
                job.set_result(call(self.shared_data, *arguments), None)
        if job.error:
            raise job.error
        return job.result

    def terminate(self) -> None:
        """End all workers here and now, whatever they are about; it may be called twice."""
        for worker in self._workers:
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)
        while self._workers:
            self._reap_worker(self._workers[0])

    def _assign_jobs(self) -> None:
        busy_count = sum(worker.job is not None for worker in self._workers)
        # One more than there is work for: the next job finds it with all at hand.
        while len(self._workers) < min(self.worker_count, busy_count + len(self._queued_jobs) + 1):
            self._workers.append(self._fork_worker())
        for worker in [idle_worker for idle_worker in self._workers if idle_worker.job is None]:
            if self._queued_jobs:
                worker.job = job = self._queued_jobs.popleft()
                with suppress(OSError):  # that it has ended is heard
                    _send_message(worker.asks, job.call)

    def _receive_results(self) -> None:
        """Wait until a worker is done, and go on with that."""
        readable = select.select([other.hears for other in self._workers if other.job], [], [])[0]
        for worker in [other for other in self._workers if other.hears in readable]:
            job, worker.job = worker.job, None
            # Who has been idle for longest comes first: it has had time to get ready.
            self._workers.remove(worker)
            self._workers.append(worker)
            try:
                response = pickle.load(worker.hears)  # noqa: S301 - our own
            except (EOFError, OSError, pickle.UnpicklingError):
                response = None, WorkerDied(self._reap_worker(worker))
            if job:
                job.set_result(*response)

    def _reap_worker(self, worker: _Worker) -> int:
        """See a worker off that has ended; the signal that ended it, else 0."""
        self._workers.remove(worker)
        with suppress(OSError):
            worker.asks.close()
        worker.hears.close()
        return max(0, -os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1]))

    def _fork_worker(self) -> _Worker:
        (request_reader, request_writer), (response_reader, response_writer) = os.pipe(), os.pipe()
        # What a search for cycles looks at is written to, and what is written is no more shared.
        gc.freeze()
        pid = os.fork()
        if pid:
            os.close(request_reader)
            os.close(response_writer)
            return _Worker(pid, os.fdopen(request_writer, "wb"), os.fdopen(response_reader, "rb"))
        # However a worker ends, what this process does at its end is not a worker's.
        with suppress(BaseException):
            others = [end.fileno() for other in self._workers for end in (other.asks, other.hears)]
            for end in (request_writer, response_reader, *others):
                os.close(end)
            # A signal is for who asks.
            bounded.handle_signals(signal.SIG_IGN)
            bounded.limit_worker(self.worker_count)
            self._run_jobs(request_reader, os.fdopen(response_writer, "wb"))
        os._exit(1)

    def _run_jobs(self, request_pipe: int, responses: BufferedWriter) -> None:
        """Do what comes until nothing comes any more."""
        is_busy = False

        def exit_if_orphaned(*_: object) -> None:
            # What comes while there is a job is the end of who asked.
            if is_busy and select.select([request_pipe], [], [], 0)[0]:
                os._exit(130)

        bounded.on_pipe_closed(request_pipe, exit_if_orphaned)
        requests = os.fdopen(request_pipe, "rb")
        while True:
            if not select.select([requests], [], [], 0)[0]:
                self.warm_up()
            call, *arguments = pickle.load(requests)  # noqa: S301 - our own
            is_busy = True
            result = error = None
            try:
                result = call(self.shared_data, *arguments)
            except Exception as exception:
                error = _make_picklable(exception)
            is_busy = False
            _send_message(responses, (result, error))


@contextmanager
def start_worker_pool(
    worker_count: int, shared_data: object = (), warm_up: Callable[[], object] = tuple
) -> Iterator[WorkerPool]:
    """So many workers, which end with what is done within; one that is idle gets ready."""
    pool = WorkerPool(worker_count, shared_data, warm_up)
    with on_exit(pool.terminate):
        yield pool


def _make_picklable(error: Exception) -> Exception:
    """A fault as it can be raised in another process, with the way that it came."""
    error.__dict__["raised_at"] = traceback.extract_tb(error.__traceback__)[-1][:2]
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _send_message(pipe: BufferedWriter, message: object) -> None:
    pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
    pipe.flush()
