"""Executors, which run the jobs of a build: worker processes, or an engine of the user's choice.

A job is a function of a module with plain data as its arguments, so that any process can run it.
"""

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from pkgutil import resolve_name
from typing import Any

from printgen.problems import ExitCode, create_failure
from printgen.system import limits
from printgen.system.limits import call_on_exit


@contextmanager
def start_executor(worker_count: int) -> Iterator[Executor | None]:
    """Provide an executor for the jobs of the block; None if there is only one worker.

    The jobs of a single worker run in this process. The executor is the one that PRINTGEN_EXECUTOR
    names, by default a pool of worker processes. The processes start with the first job, and end
    with the block. Raises `Failure` (usage) if the variable is wrong.
    """
    factory = os.environ.get("PRINTGEN_EXECUTOR")
    if not factory and worker_count == 1:
        yield None
        return
    executor = _make_custom_executor(factory) if factory else _make_pool(worker_count)
    try:
        with call_on_exit(tuple if factory else _kill_workers):
            yield executor
    finally:
        executor.shutdown()


def submit_job(
    executor: Executor | None, call: Callable[..., Any], *arguments: object
) -> Callable[[], Any]:
    """Queue `call(*arguments)`; return a function that waits for the result, or raises its error.

    If a worker process dies, all unfinished jobs run again, one at a time and each in a new
    process. If that process dies too, `BrokenExecutor` is raised for its job. Without an executor,
    the job runs in this process when its result is requested.
    """

    if executor is None:
        return partial(call, *arguments)

    def submit(executor: Executor) -> Future[Any]:
        with limits.block_signals():
            return executor.submit(call, *arguments)

    def wait() -> Any:
        with suppress(BrokenExecutor):
            if future:
                return future.result()
        with _make_pool(1) as pool:
            return submit(pool).result()

    future = None
    with suppress(BrokenExecutor):
        future = submit(executor)
    return wait


def _make_pool(worker_count: int) -> Executor:
    """Return a pool of at most this many worker processes.

    They start when there is a job for them.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # The garbage collector writes to the objects it visits, which would copy shared pages.
    gc.freeze()
    return ProcessPoolExecutor(
        worker_count,
        get_context(limits.choose_start_method()),
        limits.initialize_worker,
        (limits.get_memory_share(worker_count),),
    )


def _kill_workers() -> None:
    from multiprocessing import active_children

    for process in active_children():
        process.kill()


def _make_custom_executor(name: str) -> Executor:
    """Return the executor that a function of the user creates.

    `name` is its name, such as package.module:function.
    """
    try:
        executor = resolve_name(name)()
        if not isinstance(executor, Executor):
            raise TypeError("it returns no Executor")
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        hint = "write MODULE:FUNCTION, a function without arguments that returns an Executor"
        subject, message = f"PRINTGEN_EXECUTOR={name}", f"cannot be used: {error}"
        raise create_failure(ExitCode.USAGE, subject, message, hint) from None
    return executor
