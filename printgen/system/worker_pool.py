"""A pool of worker processes.

Workers are forked when a result is first waited for, so they share the memory of this process at
that time; jobs and results are pickled. With a worker count of 1, jobs run in this process when
their result is waited for. Workers end when this process ends, for any reason.
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

from printgen.system import limits
from printgen.system.cleanup import on_exit


class WorkerDied(MemoryError):  # noqa: N818 - the limits decide, not the code
    """The worker process died. `args[0]` is the signal, or 0."""


@dataclass(slots=True, eq=False)
class WorkerJob:
    """A call, and its result or error once it is `done`."""

    call: tuple[Any, ...]
    on_done: Callable[[Any], object]
    done: bool = False
    result: Any = None
    error: Exception | None = None

    def set_result(self, result: Any, error: Exception | None) -> None:
        """Store the outcome; call `on_done` with the result if there was no error."""
        self.done, self.result, self.error = True, result, error
        if error is None:
            self.on_done(result)


@dataclass(slots=True, eq=False)
class _Worker:
    """A worker process, with the pipes to send requests and receive responses."""

    pid: int
    requests: BufferedWriter
    responses: BufferedReader
    job: WorkerJob | None = None


@dataclass(slots=True)
class WorkerPool:
    """A pool of `worker_count` processes; every job gets `shared_data` as first argument."""

    worker_count: int
    shared_data: object = ()
    warm_up: Callable[[], object] = tuple
    _queued_jobs: deque[WorkerJob] = field(default_factory=deque)
    _workers: list[_Worker] = field(default_factory=list)

    def submit_job(
        self, call: Callable[..., Any], *arguments: object, on_done: Callable[[Any], object] = id
    ) -> WorkerJob:
        """Queue `call(shared_data, *arguments)`; `on_done` gets the result.

        `call` must be a function of a module, to be picklable. Jobs start in the order of
        submission.
        """
        job = WorkerJob((call, *arguments), on_done)
        self._queued_jobs.append(job)
        return job

    def wait_for_result(self, job: WorkerJob) -> Any:
        """Return the result of a job, or raise its error; `WorkerDied` if its worker died."""
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
        """Kill all workers; may be called twice."""
        for worker in self._workers:
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)
        while self._workers:
            self._reap_worker(self._workers[0])

    def _assign_jobs(self) -> None:
        busy_count = sum(worker.job is not None for worker in self._workers)
        # Start one worker more than needed: it warms up and is ready for the next job.
        while len(self._workers) < min(self.worker_count, busy_count + len(self._queued_jobs) + 1):
            self._workers.append(self._fork_worker())
        for worker in [idle_worker for idle_worker in self._workers if idle_worker.job is None]:
            if self._queued_jobs:
                worker.job = job = self._queued_jobs.popleft()
                with suppress(OSError):  # a dead worker is noticed when its response is read
                    _send_message(worker.requests, job.call)

    def _receive_results(self) -> None:
        """Wait until a worker responds, and store the results."""
        readable = select.select([busy.responses for busy in self._workers if busy.job], [], [])[0]
        for worker in [busy for busy in self._workers if busy.responses in readable]:
            job, worker.job = worker.job, None
            # Longest idle first: that worker has had time to warm up.
            self._workers.remove(worker)
            self._workers.append(worker)
            try:
                response = pickle.load(worker.responses)  # noqa: S301 - from our own worker
            except (EOFError, OSError, pickle.UnpicklingError):
                response = None, WorkerDied(self._reap_worker(worker))
            if job:
                job.set_result(*response)

    def _reap_worker(self, worker: _Worker) -> int:
        """Remove a dead worker; return the signal that ended it, or 0."""
        self._workers.remove(worker)
        with suppress(OSError):
            worker.requests.close()
        worker.responses.close()
        return max(0, -os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1]))

    def _fork_worker(self) -> _Worker:
        (request_reader, request_writer), (response_reader, response_writer) = os.pipe(), os.pipe()
        # The garbage collector writes to the objects it visits, which would copy shared pages.
        gc.freeze()
        pid = os.fork()
        if pid:
            os.close(request_reader)
            os.close(response_writer)
            return _Worker(pid, os.fdopen(request_writer, "wb"), os.fdopen(response_reader, "rb"))
        # Always leave through os._exit: exit handlers belong to the parent process.
        with suppress(BaseException):
            fds = [end.fileno() for old in self._workers for end in (old.requests, old.responses)]
            for descriptor in (request_writer, response_reader, *fds):
                os.close(descriptor)
            # The parent handles signals, and ends its workers.
            limits.handle_signals(signal.SIG_IGN)
            limits.limit_worker(self.worker_count)
            self._run_jobs(request_reader, os.fdopen(response_writer, "wb"))
        os._exit(1)

    def _run_jobs(self, request_pipe: int, responses: BufferedWriter) -> None:
        """Run jobs until the pipe is closed."""
        is_busy = False

        def exit_if_orphaned(*_: object) -> None:
            # The parent sends nothing during a job, so input now means that its end is closed.
            if is_busy and select.select([request_pipe], [], [], 0)[0]:
                os._exit(130)

        limits.on_pipe_closed(request_pipe, exit_if_orphaned)
        requests = os.fdopen(request_pipe, "rb")
        while True:
            if not select.select([requests], [], [], 0)[0]:
                self.warm_up()
            call, *arguments = pickle.load(requests)  # noqa: S301 - from our own parent
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
    """Provide a pool that is terminated when the block ends; idle workers call `warm_up`."""
    pool = WorkerPool(worker_count, shared_data, warm_up)
    with on_exit(pool.terminate):
        yield pool


def _make_picklable(error: Exception) -> Exception:
    """Return an error that can be raised in another process, with its traceback as a note."""
    error.__dict__["raised_at"] = traceback.extract_tb(error.__traceback__)[-1][:2]
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - pickled here
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _send_message(pipe: BufferedWriter, message: object) -> None:
    pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
    pipe.flush()
