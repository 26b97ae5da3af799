"""Run a command with limits of processor time and memory, enforced by the operating system.

The command runs in a child process with limits. The parent process waits for it, forwards signals,
and reports in one line why a command was stopped. So the code that reads files of strangers
(data, templates, fonts, PDFs) needs no counters. A system that cannot fork, such as Windows, runs
the command without limits. So does PRINTGEN_EXECUTOR: its engine has its own processes.

Cleanup callbacks run before the process exits, also after a signal. A signal exits the process
directly. An exception instead could be swallowed by a library that catches everything, or by code
that Python itself calls, such as exit handlers.
"""

import errno
import faulthandler
import math
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from printgen.problems import Place, Problem

_callbacks: list[Callable[[], object]] = []
"""Registered callbacks; the last one runs first."""


@contextmanager
def call_on_exit(callback: Callable[[], object]) -> Iterator[None]:
    """Call `callback` when the block ends for any reason, or when the process exits within it.

    `callback` may be called twice, and must allow that.
    """
    _callbacks.append(callback)
    try:
        yield
    finally:
        callback()
        _callbacks.remove(callback)


def exit_now(code: int) -> None:
    """Run the callbacks of `call_on_exit`, and end the process at once with exit code `code`."""
    for callback in reversed(_callbacks):
        # One failing callback must not keep the others from running.
        with suppress(Exception):
            callback()
    # Not sys.exit: its exception could be caught before the process ends.
    os._exit(code)


DEFAULT_SECONDS = 30
"""The basic limit of processor time; building all prints of a bundled game takes two seconds."""

DEFAULT_MEGABYTES = 2_000
"""The basic limit of address space; building all prints of a bundled game takes 200 MB."""

FACE_SECONDS, FACE_MEGABYTES = 0.1, 0.2
"""The extra allowance of each face: about twenty times what it needs."""

_MIN_MEGABYTES = 200
"""The lowest limit of memory. With less, a command cannot even report that it needs more."""

MAX_DEFAULT_WORKERS = 4
"""Most workers by default: more would leave each one less memory than a game may need."""

_MIN_WORKER_MEGABYTES = 400
"""The least memory of one worker."""

_EXIT_GRACE_SECONDS = 1.0
"""Seconds that a command has to clean up after a second signal."""

_SIGNALS = [getattr(signal, sig) for sig in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, sig)]

_memory_share = 0.0
"""This process's share of the memory limit; 0 if it has no limits."""


def run_within_limits(command: Callable[[], int], exit_code: int) -> int:
    """Run `command` within limits of time and memory, and return its exit code.

    If a limit stops the command, return `exit_code`. The environment variables PRINTGEN_SECONDS and
    PRINTGEN_MEGABYTES replace the default limits.
    """
    if sys.stderr is None:  # closed by the caller, which still gets the exit code
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    try:
        seconds = get_base_time_limit()
        megabytes = _read_limit("PRINTGEN_MEGABYTES", DEFAULT_MEGABYTES, _MIN_MEGABYTES)
        choose_worker_count()
        choose_start_method()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if not hasattr(os, "fork") or "PRINTGEN_EXECUTOR" in os.environ:
        return _run_interruptible(command)
    dump_reader, dump_writer = os.pipe()
    alive_reader, alive_writer = os.pipe()
    # Block signals until both processes have installed their handlers.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    child_pid = _fork()
    if child_pid is None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        return _run_interruptible(command)
    if not child_pid:
        os.close(dump_reader)
        os.close(alive_writer)
        return _run_child(command, exit_code, dump_writer, alive_reader)
    os.close(dump_writer)
    os.close(alive_reader)
    caught_signals: list[int] = []

    def forward_signal(number: int, frame: object) -> None:
        caught_signals.append(number)
        if len(caught_signals) == 2:
            # Kill it soon after a second signal, but not at once: a terminal may send two together.
            signal.setitimer(signal.ITIMER_REAL, _EXIT_GRACE_SECONDS)
        with suppress(ProcessLookupError):  # it has already ended
            os.kill(child_pid, signal.SIGKILL if number == signal.SIGALRM else number)

    signal.signal(signal.SIGALRM, forward_signal)
    set_signal_handler(forward_signal)
    code = os.waitstatus_to_exitcode(os.waitpid(child_pid, 0)[1])
    signal.setitimer(signal.ITIMER_REAL, 0)
    set_signal_handler(signal.SIG_IGN)
    if code < 0 and caught_signals:
        return _report_interrupt()
    if code >= 0:
        return code
    _report_limit_reached(-code, dump_reader, seconds, megabytes)
    return exit_code


def _run_child(
    command: Callable[[], int], exit_code: int, dump_writer: int, alive_reader: int
) -> int:
    """Run `command` within limits in the child process, and return its exit code.

    If the memory limit stops it, return `exit_code`. When the time limit is reached, the traceback
    is written to the pipe `dump_writer`. The child also ends when its parent ends: `alive_reader`
    is a pipe that is closed then.
    """
    try:
        _start_limits(dump_writer)
        return _run_interruptible(command, alive_reader)
    except MemoryError:
        _set_limit("RLIMIT_AS", sys.maxsize)  # reporting needs memory too
        megabytes = _read_limit("PRINTGEN_MEGABYTES", DEFAULT_MEGABYTES, _MIN_MEGABYTES)
        _print_stop_reason(
            "needs more memory than its limit", f"PRINTGEN_MEGABYTES={10 * megabytes}"
        )
        return exit_code


def _fork() -> int | None:
    """Fork this process, and return what `os.fork` returns; None if the system cannot fork."""
    try:
        return os.fork()
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.ENOTSUP):  # WebAssembly
            return None
        raise


def set_limits(face_count: int, *, share: float = 1.0) -> None:
    """Set the limits of time and memory of this process for its next step.

    The step handles `face_count` faces, or about as many if only the size of a file is known.

    Nothing is set in a process without limits. The new limit of processor time counts from now:
    `share` times a basic limit, plus a time for each face. For files of strangers, `share` is a
    third.
    """
    if _memory_share:
        seconds = share * get_base_time_limit()
        megabytes = _memory_share * _read_limit("PRINTGEN_MEGABYTES", DEFAULT_MEGABYTES, 1)
        seconds += sum(os.times()[:2]) + FACE_SECONDS * face_count
        _set_limit("RLIMIT_CPU", math.ceil(seconds))
        _set_limit("RLIMIT_AS", int(1_000_000 * (megabytes + FACE_MEGABYTES * face_count)))


def get_base_time_limit() -> int:
    """Return the limit of processor time, in seconds, for a step of the build without any faces.

    The time for faces is added to it (see `set_limits`).
    """
    return _read_limit("PRINTGEN_SECONDS", DEFAULT_SECONDS, 1)


def lift_limits() -> None:
    """Remove the limits of this process.

    Only for a process that runs for hours and reads no game itself. A browser that it starts would
    inherit its limits. Processes of printgen that it starts set their own limits.
    """
    for name in ("RLIMIT_CPU", "RLIMIT_AS") if _memory_share else ():
        _set_limit(name, sys.maxsize)


def choose_worker_count() -> int:
    """Return the number of workers: PRINTGEN_WORKERS, or by default the number of processor cores.

    The default is at most `MAX_DEFAULT_WORKERS`. Two workers may use twice the memory limit of one
    process together, and more workers share this amount. So the number is reduced until each worker
    has enough memory. Raises `ValueError` if an environment variable is wrong.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    wanted_workers = _read_limit("PRINTGEN_WORKERS", min(cores or 1, MAX_DEFAULT_WORKERS), 1)
    room = 2 * _read_limit("PRINTGEN_MEGABYTES", DEFAULT_MEGABYTES, 1) // _MIN_WORKER_MEGABYTES
    return min(wanted_workers, max(1, room))


def choose_start_method() -> str:
    """Return how worker processes start, as multiprocessing calls it: fork or spawn.

    The environment variable PRINTGEN_START sets it. The default is fork if the system has it.
    Raises `ValueError` if the variable is wrong.
    """
    method = os.environ.get("PRINTGEN_START", "fork" if hasattr(os, "fork") else "spawn")
    if method not in ("spawn", "fork"):
        raise ValueError(f"PRINTGEN_START={method[:40]}: error: write fork or spawn")
    return method


def get_memory_share(worker_count: int) -> float:
    """Return which part of the memory limit each worker gets, 0 to 1; 0 if there is no limit.

    A single worker gets all of it, and so does each of two. More workers share twice the limit.
    """
    return _memory_share and 2 / max(2, worker_count)


def initialize_worker(memory_share: float) -> None:
    """Prepare this worker process: reset its signal handlers, and end it when its parent ends.

    `memory_share` is the result of `get_memory_share` in the parent.
    """
    global _memory_share
    _memory_share = memory_share
    # The parent handles signals, and ends its workers. It also reports which job reached a limit.
    set_signal_handler(signal.SIG_DFL)
    faulthandler.disable()
    if hasattr(signal, "SIGXCPU"):
        faulthandler.unregister(signal.SIGXCPU)
    # A parent that is killed cannot end its workers, and they would wait for jobs for ever.
    Thread(target=_exit_with_parent, daemon=True).start()


@contextmanager
def block_signals() -> Iterator[None]:
    """Block signals within the block, which starts processes without signal handlers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _exit_with_parent() -> None:
    """Wait for the parent process to end, and then end this process."""
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(130)


def set_signal_handler(handler: Callable[[int, object], None] | signal.Handlers) -> None:
    """Install `handler` for every signal that usually ends a process."""
    for signal_number in _SIGNALS:
        signal.signal(signal_number, handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def _read_limit(name: str, default: int, minimum: int) -> int:
    """Return the limit in the environment variable `name`, or `default` if it is not set.

    Raises `ValueError` if it is not a whole number from `minimum`.
    """
    value = os.environ.get(name, str(default))
    if not re.fullmatch("[0-9]{1,9}", value) or int(value) < minimum:
        raise ValueError(f"{name}={value[:40]}: error: write a whole number, {minimum} or more")
    return int(value)


def _start_limits(dump_writer: int) -> None:
    """Set the first limits of this process. A traceback is written to `dump_writer` at a limit."""
    import resource

    global _memory_share
    _memory_share = 1.0

    # At a limit, the parent process reads from this dump which template was running.
    faulthandler.enable(dump_writer, all_threads=False)
    faulthandler.register(signal.SIGXCPU, dump_writer, all_threads=False, chain=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    set_limits(0)


def _set_limit(name: str, soft: int) -> None:
    import resource

    limit = getattr(resource, name)
    hard = resource.getrlimit(limit)[1]
    # Some systems define a limit but refuse to set it.
    with suppress(ValueError, OSError, OverflowError):
        resource.setrlimit(limit, (soft if hard < 0 else min(soft, hard), hard))


def _run_interruptible(command: Callable[[], int], pipe: int = -1) -> int:
    """Run `command`, and return its exit code. A signal ends this process at any point.

    With `pipe`, the process also ends when the process at the other end of this pipe ends.
    """

    def exit_on_signal(number: int, frame: object) -> None:
        # A second signal would interrupt the cleanup for the first.
        for signal_number in _SIGNALS:
            signal.signal(signal_number, signal.SIG_IGN)
        exit_now(_report_interrupt())

    set_signal_handler(exit_on_signal)
    if pipe >= 0:
        import fcntl
        import select

        signal.signal(signal.SIGIO, exit_on_signal)
        with suppress(AttributeError, OSError):  # not every system signals this for pipes
            fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(pipe, fcntl.F_SETFL, os.O_ASYNC)
        if select.select([pipe], [], [], 0)[0]:  # it was closed before
            exit_on_signal(signal.SIGIO, None)
    code = command()
    # The command has finished: a late signal must not change its exit code.
    set_signal_handler(signal.SIG_IGN)
    return code


def _report_limit_reached(number: int, dump_reader: int, seconds: int, megabytes: int) -> None:
    """Report that a command was ended by the signal `number` because it reached a limit.

    `dump_reader` is the pipe from which the traceback of the command is read. `seconds` and
    `megabytes` are the limits.
    """
    with os.fdopen(dump_reader, errors="replace") as dump:
        paths = re.findall(r'File "([^<].*(?<!\.py))", line', dump.read())
    # The bottom entry of the traceback is the script itself.
    file = next((path for path in paths if path != sys.argv[0]), "")
    if number == signal.SIGXCPU:
        message = "needs more processor time than its limit"
        _print_stop_reason(message, f"PRINTGEN_SECONDS={10 * seconds}", file)
        return
    message = f"the system ended it ({signal.Signals(number).name}), usually for lack of memory"
    _print_stop_reason(message, f"PRINTGEN_MEGABYTES={10 * megabytes}", file)


def _report_interrupt() -> int:
    """Report that the user interrupted the command, and return the exit code."""
    message = "interrupted; no file was left half written\n"
    with suppress(OSError, ValueError):
        # Not through Python's buffer, which may be in use. A terminal shows ^C on this line.
        os.write(sys.stderr.fileno(), ("\n" * sys.stderr.isatty() + message).encode())
    return 130


def _print_stop_reason(message: str, setting: str, file: str = "") -> None:
    """Print why the command was stopped. `file` is the template that it was running, if known.

    `setting` is an environment variable with a value that raises the limit.
    """
    where = Place(file, subject=" ".join(["printgen", *sys.argv[1:]]))
    hint = f"make the input smaller; if its size is right, type {setting} before the command"
    # The line of progress on a terminal has not ended.
    print("\n" * sys.stderr.isatty() + str(Problem(where, message, hint)), file=sys.stderr)
