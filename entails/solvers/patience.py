"""Whether a loop is worth compiling, or loading, before its answer is known.

A process that is asked one question often has the answer sooner when it runs the loops of `kernels` as the plain Python
that they are: a hint takes a few milliseconds of it, loading numba a third of a second, compiling half a minute. So a
command line makes its kernels able to run `EITHER_WAY`, and for a single puzzle it runs them `plainly`. What takes
longer than it is worth is begun anew by the compiled loop, which is the same function.

Limits of time are kept by `clock`, which stands still meanwhile: a query must not be undecided because its loops were
compiled while its time ran.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, ClassVar, TypeVar

T = TypeVar("T")

LOADING = 0.4
"""CPU seconds that importing numba and loading machine code from the cache take."""
SHARE = 0.6
"""How much of the time that compiling takes is tried without it first: what is begun in vain costs no more than that
on top, and what is not saves all of it."""


class _Now:
    either_way = False
    plain = False
    spent: ClassVar[dict[str, float]] = {}
    """CPU seconds in plain loops so far, by what would be compiled."""


class _Stopped:
    """How often the clock has been stopped and not started again, since when, and how long it stood still before."""

    state = (0, 0.0, 0.0)
    changing = threading.Lock()


def clock() -> float:
    """Return seconds on a clock that stands still while loops are compiled, loaded, or tried as plain Python."""
    times, since, before = _Stopped.state
    return (since if times else time.monotonic()) - before


@contextmanager
def stopped_clock() -> Iterator[None]:
    """Stop the clock, for all threads: Python compiles in one of them while the others wait."""
    with _Stopped.changing:
        times, since, before = _Stopped.state
        _Stopped.state = (times + 1, since if times else time.monotonic(), before)
    try:
        yield
    finally:
        with _Stopped.changing:
            times, since, before = _Stopped.state
            _Stopped.state = (times - 1, since, before if times > 1 else before + time.monotonic() - since)


class Enough(Exception):
    """Time to load the compiled loop."""


def make_either_way() -> None:
    """Kernels that are imported from now on can run both ways."""
    _Now.either_way = True


def is_either_way() -> bool:
    """Are kernels made so?"""
    return _Now.either_way


def is_plain() -> bool:
    """Are loops run as plain Python now? Only the main thread does it: only there can they be interrupted."""
    return _Now.plain and threading.current_thread() is threading.main_thread()


@contextmanager
def plainly(wanted: bool = True) -> Iterator[None]:
    """Run loops as plain Python as long as that is worth while, where kernels can."""
    before, _Now.plain = _Now.plain, wanted and _Now.either_way and hasattr(signal, "setitimer")
    try:
        yield
    finally:
        _Now.plain = before


def time_for(what: str, compiling: float | None) -> float:
    """CPU seconds that plain loops of this name are still worth. Compiling them would take so long; None when they only
    have to be loaded."""
    return (LOADING if compiling is None else compiling * SHARE) - _Now.spent.get(what, 0.0)


def tried(work: Callable[[], T], what: str, allowed: float, began: float) -> T:
    """What `work` on plain loops gives; when it takes longer than is allowed, `Enough` is raised. `began` is the CPU
    time from which on it counts: to get ready may take longer than the work."""
    before = signal.signal(signal.SIGVTALRM, _end)
    signal.setitimer(signal.ITIMER_VIRTUAL, allowed)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        _Now.spent[what] = _Now.spent.get(what, 0.0) + time.process_time() - began


def waited_for(work: Callable[[], T]) -> T:
    """What `work` gives, done in another thread: a compiled loop would not let this one hear Ctrl-C."""
    result: list[T] = []
    failure: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    threading.Thread(target=run, name="entails-loop", daemon=True).start()
    done.wait()
    if failure:
        raise failure[0]
    return result[0]


def _end(number: int, frame: FrameType | None) -> Any:
    del number, frame
    raise Enough
