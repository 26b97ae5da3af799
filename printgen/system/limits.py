"""Turn a command into one that the operating system stops before it takes time or memory for ever.

The command runs in a child process whose processor time and memory have limits; this process waits
for it, hands signals on, and says in one line why a command was stopped. So what strangers write
(data, templates, fonts, PDFs) needs no counting. A system without fork, such as Windows, runs the
command without limits. It knows no command and no game.
"""

import faulthandler
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from printgen.system.cleanup import exit_now

DEFAULT_SECONDS = 30
"""Of processor time to begin with; all that a bundled game makes takes two."""

DEFAULT_MEGABYTES = 2_000
"""Of address space to begin with; all that a bundled game makes takes two hundred."""

FACE_SECONDS, FACE_MEGABYTES = 0.1, 0.2
"""What each face more is given: some twenty times what it takes."""

_MIN_MEGABYTES = 200
"""With less no command gets as far as saying what it lacks."""

MAX_DEFAULT_WORKERS = 4
"""Processes that work side by side unasked: more leave each less memory than a game may need."""

_MIN_WORKER_MEGABYTES = 400
"""What each must have at least."""

_EXIT_GRACE_SECONDS = 1.0
"""Seconds that a command has to leave in order once it was asked twice."""

_SIGNALS = [getattr(signal, sig) for sig in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, sig)]

_limits: dict[str, int] = {}
"""The limits that this process has, in the system's units."""


def run_limited(command: Callable[[], int], exit_code: int) -> int:
    """The exit code of `command`, run within limits; `exit_code` where they stop it.

    PRINTGEN_SECONDS and PRINTGEN_MEGABYTES in the environment are other limits to begin with.
    """
    if sys.stderr is None:  # closed by the caller, who has the exit code
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    try:
        seconds = _read_limit("PRINTGEN_SECONDS", DEFAULT_SECONDS, 1)
        megabytes = _read_limit("PRINTGEN_MEGABYTES", DEFAULT_MEGABYTES, _MIN_MEGABYTES)
        choose_worker_count()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if not hasattr(os, "fork"):
        return _run_interruptible(command)
    dump_reader, dump_writer = os.pipe()
    alive_reader, alive_writer = os.pipe()
    # A signal that comes now waits until both processes know what to do with it.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    child_pid = os.fork()
    if not child_pid:
        os.close(dump_reader)
        os.close(alive_writer)
        try:
            _start_limits(seconds, megabytes, dump_writer)
            return _run_interruptible(command, alive_reader)
        except MemoryError:
            _set_limit("RLIMIT_AS", sys.maxsize)  # to say so takes some too
            _print_error("it takes more memory than it may", f"PRINTGEN_MEGABYTES={10 * megabytes}")
            return exit_code
    os.close(dump_writer)
    os.close(alive_reader)
    caught_signals: list[int] = []

    def forward_signal(number: int, frame: object) -> None:
        caught_signals.append(number)
        if len(caught_signals) == 2:
            # Who asks twice is not kept waiting; but two signals may come at once.
            signal.setitimer(signal.ITIMER_REAL, _EXIT_GRACE_SECONDS)
        with suppress(ProcessLookupError):  # it has just ended
            os.kill(child_pid, signal.SIGKILL if number == signal.SIGALRM else number)

    signal.signal(signal.SIGALRM, forward_signal)
    handle_signals(forward_signal)
    code = os.waitstatus_to_exitcode(os.waitpid(child_pid, 0)[1])
    signal.setitimer(signal.ITIMER_REAL, 0)
    handle_signals(signal.SIG_IGN)
    if code < 0 and caught_signals:
        return _report_interrupt()
    if code >= 0:
        return code
    _report_limit_reached(-code, dump_reader, seconds, megabytes)
    return exit_code


def raise_limits(face_count: int, *, restart_clock: bool = False) -> None:
    """Give this process, where it has limits, what so many more faces may take, and a beginning.

    `afresh` gives time from now on, and a third of the usual to begin with: it is for what
    strangers wrote, of which nothing but its size says how long it may take.
    """
    if _limits:
        usual = _read_limit("PRINTGEN_SECONDS", DEFAULT_SECONDS, 1)
        base_seconds = (
            sum(os.times()[:2]) + usual / 3 + 1 if restart_clock else _limits["RLIMIT_CPU"] + usual
        )
        _set_limit("RLIMIT_CPU", int(base_seconds + FACE_SECONDS * face_count))
        _set_limit("RLIMIT_AS", _limits["RLIMIT_AS"] + int(FACE_MEGABYTES * 1_000_000) * face_count)


def choose_worker_count() -> int:
    """How many processes may work side by side: PRINTGEN_WORKERS, else as many as there are cores.

    Two have the memory of one each, and more share what two have; so there are no more than have
    room, and one where none can be forked. Raises `ValueError` with what is wrong.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    wanted_workers = _read_limit("PRINTGEN_WORKERS", min(cores or 1, MAX_DEFAULT_WORKERS), 1)
    room = 2 * _read_limit("PRINTGEN_MEGABYTES", DEFAULT_MEGABYTES, 1) // _MIN_WORKER_MEGABYTES
    return min(wanted_workers, max(1, room)) if hasattr(os, "fork") else 1


def limit_worker(worker_count: int) -> None:
    """Give this process, one of `number` that were forked, time of its own and its share."""
    if _limits:
        megabytes = _read_limit("PRINTGEN_MEGABYTES", DEFAULT_MEGABYTES, 1)
        _set_limit("RLIMIT_CPU", _read_limit("PRINTGEN_SECONDS", DEFAULT_SECONDS, 1))
        _set_limit("RLIMIT_AS", 2 * megabytes * 1_000_000 // max(2, worker_count))


def die_by_signal(signal_number: int) -> None:
    """End this process by the signal that ended one that worked for it: who waits says why."""
    if _limits and signal_number:
        with suppress(OSError):  # the system keeps some to itself
            signal.signal(signal_number, signal.SIG_DFL)
        os.kill(os.getpid(), signal_number)


def handle_signals(handler: Callable[[int, object], None] | signal.Handlers) -> None:
    """Have every signal that ends a process go to `handler`."""
    for signal_number in _SIGNALS:
        signal.signal(signal_number, handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def on_pipe_closed(pipe: int, callback: Callable[[int, object], None]) -> None:
    """Have `gone` called when nobody holds the other end of a pipe any more, or writes to it."""
    import fcntl
    import select

    signal.signal(signal.SIGIO, callback)
    with suppress(AttributeError, OSError):  # not every system tells it of a pipe
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:  # it was gone before
        callback(signal.SIGIO, None)


def _read_limit(name: str, default: int, minimum: int) -> int:
    """The limit to begin with that a variable sets. Raises `ValueError` with what is wrong."""
    value = os.environ.get(name, str(default))
    if not re.fullmatch("[0-9]{1,9}", value) or int(value) < minimum:
        raise ValueError(f"{name}={value[:40]}: error: write a whole number, {minimum} or more")
    return int(value)


def _start_limits(seconds: int, megabytes: int, dump_writer: int) -> None:
    import resource

    # Where a limit strikes, what was being done is told to the waiting process.
    faulthandler.enable(dump_writer, all_threads=False)
    faulthandler.register(signal.SIGXCPU, dump_writer, all_threads=False, chain=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    _set_limit("RLIMIT_CPU", seconds)
    _set_limit("RLIMIT_AS", megabytes * 1_000_000)


def _set_limit(name: str, soft: int) -> None:
    import resource

    _limits[name] = soft
    limit = getattr(resource, name)
    hard = resource.getrlimit(limit)[1]
    # Not every system takes each limit that it names.
    with suppress(ValueError, OSError, OverflowError):
        resource.setrlimit(limit, (soft if hard < 0 else min(soft, hard), hard))


def _run_interruptible(command: Callable[[], int], pipe: int = -1) -> int:
    """The exit code of a command that a signal ends, whatever it is about.

    So does the end of who holds the other end of the pipe `alive`.
    """
    own_pid = os.getpid()

    def exit_on_signal(number: int, frame: object) -> None:
        if os.getpid() != own_pid:
            os._exit(130)  # a process beside it, which has only just begun
        # One is enough; another would disturb what is put in order for it.
        for signal_number in _SIGNALS:
            signal.signal(signal_number, signal.SIG_IGN)
        exit_now(_report_interrupt())

    handle_signals(exit_on_signal)
    if pipe >= 0:
        on_pipe_closed(pipe, exit_on_signal)
    code = command()
    # What is done is done.
    handle_signals(signal.SIG_IGN)
    return code


def _report_limit_reached(number: int, dump_reader: int, seconds: int, megabytes: int) -> None:
    """Says by which signal a command was ended; the pipe `reading` has what it was about."""
    with os.fdopen(dump_reader, errors="replace") as dump:
        paths = re.findall(r'File "([^<].*(?<!\.py))", line', dump.read())
    # The script that was typed is at the bottom of all.
    file = next((path for path in paths if path != sys.argv[0]), "")
    if number == signal.SIGXCPU:
        message = "it takes more processor time than it may"
        _print_error(message, f"PRINTGEN_SECONDS={10 * seconds}", file)
    else:
        message = f"the system ended it ({signal.Signals(number).name}), mostly for want of memory"
        _print_error(message, f"PRINTGEN_MEGABYTES={10 * megabytes}", file)


def _report_interrupt() -> int:
    message = "interrupted; no file was left half written\n"
    with suppress(OSError, ValueError):
        # Past Python's own buffer, which may be at work; and after what a terminal shows.
        os.write(sys.stderr.fileno(), ("\n" * sys.stderr.isatty() + message).encode())
    return 130


def _print_error(message: str, setting: str, file: str = "") -> None:
    """Says why the command was stopped, and in which template if it was in one."""
    from printgen.problems import Problem, Spot
    from printgen.system import terminal as console

    where = Spot(file, subject=" ".join(["printgen", *sys.argv[1:]]))
    hint = f"mend what is too large; if it is honest, set {setting}"
    if sys.stderr.isatty():
        console.echo("", err=True)  # after what it was at
    console.print_problems((Problem(where, message, hint),))
