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

SECONDS = 30
"""Of processor time to begin with; all that a bundled game makes takes two."""

MEGABYTES = 2_000
"""Of address space to begin with; all that a bundled game makes takes two hundred."""

FACE_SECONDS, FACE_MEGABYTES = 0.1, 0.2
"""What each face more is given: some twenty times what it takes."""

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
        seconds = int(os.environ.get("PRINTGEN_SECONDS", SECONDS))
        megabytes = int(os.environ.get("PRINTGEN_MEGABYTES", MEGABYTES))
    except ValueError as error:
        print(f"PRINTGEN_SECONDS and PRINTGEN_MEGABYTES: {error}", file=sys.stderr)
        return 2
    if not hasattr(os, "fork"):
        return _interruptible(command)
    reading, writing = os.pipe()
    # A signal that comes now waits until both processes know what to do with it.
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            _limit(seconds, megabytes, writing)
            return _interruptible(command)
        except MemoryError:
            _say("it takes more memory than it may", f"PRINTGEN_MEGABYTES={10 * megabytes}")
            return exit_code
    os.close(writing)
    caught: list[int] = []

    def hand_on(number: int, frame: object) -> None:
        # Who asks twice is not kept waiting.
        os.kill(child, signal.SIGKILL if caught else number)
        caught.append(number)

    _listen(hand_on)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code >= 0:
        return code
    if caught:
        return _interrupted()
    with os.fdopen(reading, errors="replace") as dump:
        found = re.search(r'File "([^<].*(?<!\.py))", line', dump.read())
    file = found[1] if found else ""
    if -code == signal.SIGXCPU:
        what = "it takes more processor time than it may"
        _say(what, f"PRINTGEN_SECONDS={10 * seconds}", file)
    else:
        what = f"the system ended it ({signal.Signals(-code).name}), mostly for want of memory"
        _say(what, f"PRINTGEN_MEGABYTES={10 * megabytes}", file)
    return exit_code


def extend(faces: int) -> None:
    """Give this process, where it has limits, what so many more faces may take."""
    if _limits:
        again = int(os.environ.get("PRINTGEN_SECONDS", SECONDS))
        _set("RLIMIT_CPU", _limits["RLIMIT_CPU"] + again + int(FACE_SECONDS * faces))
        _set("RLIMIT_AS", _limits["RLIMIT_AS"] + int(FACE_MEGABYTES * 1_000_000) * faces)


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


def _listen(handler: Callable[[int, object], None]) -> None:
    for one in _SIGNALS:
        signal.signal(one, handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def _interruptible(command: Callable[[], int]) -> int:
    """The exit code of a command that a signal ends, whatever it is about."""

    def interrupt(number: int, frame: object) -> None:
        # One is enough; another would disturb what is put in order for it.
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    try:
        _listen(interrupt)
        return command()
    except KeyboardInterrupt:
        return _interrupted()


def _interrupted() -> int:
    with suppress(OSError):
        print("interrupted; no file was left half written", file=sys.stderr)
    return 130


def _say(what: str, more: str, file: str = "") -> None:
    """Says why the command was stopped, and in which template if it was in one."""
    from printgen import console
    from printgen.problems import Problem, Where

    where = Where(file, subject=" ".join(["printgen", *sys.argv[1:]]))
    hint = f"mend what is too large; if it is honest, set {more}"
    if sys.stderr.isatty():
        console.show("", err=True)  # after what it was at
    console.show_problems((Problem(where, what, hint),))
