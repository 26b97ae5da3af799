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

from printgen.system.cleanup import leave

SECONDS = 30
"""Of processor time to begin with; all that a bundled game makes takes two."""

MEGABYTES = 2_000
"""Of address space to begin with; all that a bundled game makes takes two hundred."""

FACE_SECONDS, FACE_MEGABYTES = 0.1, 0.2
"""What each face more is given: some twenty times what it takes."""

_LEAST_MEGABYTES = 200
"""With less no command gets as far as saying what it lacks."""

MOST_WORKERS = 4
"""Processes that work side by side unasked: more leave each less memory than a game may need."""

_WORKERS_MEGABYTES = 400
"""What each must have at least."""

_PATIENCE = 1.0
"""Seconds that a command has to leave in order once it was asked twice."""

_SIGNALS = [getattr(signal, one) for one in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, one)]

_limits: dict[str, int] = {}
"""The limits that this process has, in the system's units."""


def run(command: Callable[[], int], exit_code: int) -> int:
    """The exit code of `command`, run within limits; `exit_code` where they stop it.

    PRINTGEN_SECONDS and PRINTGEN_MEGABYTES in the environment are other limits to begin with.
    """
    if sys.stderr is None:  # closed by the caller, who has the exit code
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    try:
        seconds = _begins("PRINTGEN_SECONDS", SECONDS, 1)
        megabytes = _begins("PRINTGEN_MEGABYTES", MEGABYTES, _LEAST_MEGABYTES)
        workers()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if not hasattr(os, "fork"):
        return _interruptible(command)
    reading, writing = os.pipe()
    alive, held = os.pipe()
    # A signal that comes now waits until both processes know what to do with it.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    child = os.fork()
    if not child:
        os.close(reading)
        os.close(held)
        try:
            _limit(seconds, megabytes, writing)
            return _interruptible(command, alive)
        except MemoryError:
            _set("RLIMIT_AS", sys.maxsize)  # to say so takes some too
            _say("it takes more memory than it may", f"PRINTGEN_MEGABYTES={10 * megabytes}")
            return exit_code
    os.close(writing)
    os.close(alive)
    caught: list[int] = []

    def hand_on(number: int, frame: object) -> None:
        caught.append(number)
        if len(caught) == 2:
            # Who asks twice is not kept waiting; but two signals may come at once.
            signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
        with suppress(ProcessLookupError):  # it has just ended
            os.kill(child, signal.SIGKILL if number == signal.SIGALRM else number)

    signal.signal(signal.SIGALRM, hand_on)
    listen(hand_on)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    signal.setitimer(signal.ITIMER_REAL, 0)
    listen(signal.SIG_IGN)
    if code < 0 and caught:
        return _interrupted()
    if code >= 0:
        return code
    _tell_why(-code, reading, seconds, megabytes)
    return exit_code


def extend(faces: int, *, afresh: bool = False) -> None:
    """Give this process, where it has limits, what so many more faces may take, and a beginning.

    `afresh` gives time from now on, and a third of the usual to begin with: it is for what
    strangers wrote, of which nothing but its size says how long it may take.
    """
    if _limits:
        usual = _begins("PRINTGEN_SECONDS", SECONDS, 1)
        given = sum(os.times()[:2]) + usual / 3 + 1 if afresh else _limits["RLIMIT_CPU"] + usual
        _set("RLIMIT_CPU", int(given + FACE_SECONDS * faces))
        _set("RLIMIT_AS", _limits["RLIMIT_AS"] + int(FACE_MEGABYTES * 1_000_000) * faces)


def workers() -> int:
    """How many processes may work side by side: PRINTGEN_WORKERS, else as many as there are cores.

    Two have the memory of one each, and more share what two have; so there are no more than have
    room, and one where none can be forked. Raises `ValueError` with what is wrong.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    asked = _begins("PRINTGEN_WORKERS", min(cores or 1, MOST_WORKERS), 1)
    room = 2 * _begins("PRINTGEN_MEGABYTES", MEGABYTES, 1) // _WORKERS_MEGABYTES
    return min(asked, max(1, room)) if hasattr(os, "fork") else 1


def confine(number: int) -> None:
    """Give this process, one of `number` that were forked, time of its own and its share."""
    if _limits:
        megabytes = _begins("PRINTGEN_MEGABYTES", MEGABYTES, 1)
        _set("RLIMIT_CPU", _begins("PRINTGEN_SECONDS", SECONDS, 1))
        _set("RLIMIT_AS", 2 * megabytes * 1_000_000 // max(2, number))


def end_by(number: int) -> None:
    """End this process by the signal that ended one that worked for it: who waits says why."""
    if _limits and number:
        with suppress(OSError):  # the system keeps some to itself
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def listen(handler: Callable[[int, object], None] | signal.Handlers) -> None:
    """Have every signal that ends a process go to `handler`."""
    for one in _SIGNALS:
        signal.signal(one, handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def watch(alive: int, gone: Callable[[int, object], None]) -> None:
    """Have `gone` called when nobody holds the other end of a pipe any more, or writes to it."""
    import fcntl
    import select

    signal.signal(signal.SIGIO, gone)
    with suppress(AttributeError, OSError):  # not every system tells it of a pipe
        fcntl.fcntl(alive, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(alive, fcntl.F_SETFL, os.O_ASYNC)
    if select.select([alive], [], [], 0)[0]:  # it was gone before
        gone(signal.SIGIO, None)


def _begins(name: str, usual: int, least: int) -> int:
    """The limit to begin with that a variable sets. Raises `ValueError` with what is wrong."""
    value = os.environ.get(name, str(usual))
    if not re.fullmatch("[0-9]{1,9}", value) or int(value) < least:
        raise ValueError(f"{name}={value[:40]}: error: write a whole number, {least} or more")
    return int(value)


def _limit(seconds: int, megabytes: int, writing: int) -> None:
    import resource

    # Where a limit strikes, what was being done is told to the waiting process.
    faulthandler.enable(writing, all_threads=False)
    faulthandler.register(signal.SIGXCPU, writing, all_threads=False, chain=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    _set("RLIMIT_CPU", seconds)
    _set("RLIMIT_AS", megabytes * 1_000_000)


def _set(name: str, soft: int) -> None:
    import resource

    _limits[name] = soft
    limit = getattr(resource, name)
    hard = resource.getrlimit(limit)[1]
    # Not every system takes each limit that it names.
    with suppress(ValueError, OSError, OverflowError):
        resource.setrlimit(limit, (soft if hard < 0 else min(soft, hard), hard))


def _interruptible(command: Callable[[], int], alive: int = -1) -> int:
    """The exit code of a command that a signal ends, whatever it is about.

    So does the end of who holds the other end of the pipe `alive`.
    """
    own = os.getpid()

    def interrupt(number: int, frame: object) -> None:
        if os.getpid() != own:
            os._exit(130)  # a process beside it, which has only just begun
        # One is enough; another would disturb what is put in order for it.
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        leave(_interrupted())

    listen(interrupt)
    if alive >= 0:
        watch(alive, interrupt)
    code = command()
    # What is done is done.
    listen(signal.SIG_IGN)
    return code


def _tell_why(number: int, reading: int, seconds: int, megabytes: int) -> None:
    """Says by which signal a command was ended; the pipe `reading` has what it was about."""
    with os.fdopen(reading, errors="replace") as dump:
        found = re.findall(r'File "([^<].*(?<!\.py))", line', dump.read())
    # The script that was typed is at the bottom of all.
    file = next((one for one in found if one != sys.argv[0]), "")
    if number == signal.SIGXCPU:
        what = "it takes more processor time than it may"
        _say(what, f"PRINTGEN_SECONDS={10 * seconds}", file)
    else:
        what = f"the system ended it ({signal.Signals(number).name}), mostly for want of memory"
        _say(what, f"PRINTGEN_MEGABYTES={10 * megabytes}", file)


def _interrupted() -> int:
    said = "interrupted; no file was left half written\n"
    with suppress(OSError, ValueError):
        # Past Python's own buffer, which may be at work; and after what a terminal shows.
        os.write(sys.stderr.fileno(), ("\n" * sys.stderr.isatty() + said).encode())
    return 130


def _say(what: str, more: str, file: str = "") -> None:
    """Says why the command was stopped, and in which template if it was in one."""
    from printgen.problems import Problem, Where
    from printgen.system import terminal as console

    where = Where(file, subject=" ".join(["printgen", *sys.argv[1:]]))
    hint = f"mend what is too large; if it is honest, set {more}"
    if sys.stderr.isatty():
        console.show("", err=True)  # after what it was at
    console.show_problems((Problem(where, what, hint),))
