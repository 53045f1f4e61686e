"""The budget of a session, counted from its opening, and a way to run an engine call that can be stopped."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TypeVar

from entails.models.limits import Limits
from entails.models.outcome import Reason
from entails.solvers.patience import clock, is_plain

T = TypeVar("T")

_STOP_AGAIN = 0.05
_LOOK_AGAIN = 0.01
"""Seconds between two looks at a clock that may stand still."""


class Budget:
    """What is left of the limits. All questions asked of one session share it."""

    def __init__(self, limits: Limits) -> None:
        self._deadline = None if limits.seconds is None else clock() + limits.seconds
        self._conflicts = limits.conflicts

    @property
    def seconds(self) -> float | None:
        """Seconds left (never below zero), None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - clock())

    @property
    def out_of_time(self) -> bool:
        return self.seconds == 0.0

    @property
    def conflicts(self) -> int | None:
        """Conflicts left, None without a limit."""
        return self._conflicts

    def spend_conflicts(self, spent: int) -> None:
        if self._conflicts is not None:
            self._conflicts = max(0, self._conflicts - spent)

    def what_ran_out(self) -> Reason:
        """Why an engine gave up. Not every engine counts its conflicts for us, so none are left after that."""
        if self.out_of_time or self._conflicts is None:
            return "time"
        self._conflicts = 0
        return "conflicts"


def run_stoppable(call: Callable[[], T], stop: Callable[[], object], seconds: float | None) -> T:
    """Run `call` in a thread of its own and `stop` it when the time is over or on Ctrl-C.

    For engines that release the GIL and can be interrupted: the waiting thread stays free to see both. `call` must
    return by itself soon after `stop`.
    """
    result: list[T] = []
    failure: list[BaseException] = []
    done = Event()

    def work() -> None:
        try:
            result.append(call())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    try:
        Thread(target=work, name="entails-engine", daemon=True).start()
    except RuntimeError as error:  # there is no room for its stack
        raise MemoryError(str(error)) from error
    try:
        _wait(done, seconds)
    finally:
        stop_until(done, stop)
    if failure:
        raise failure[0]
    return result[0]


def run_loop(call: Callable[[], T], stop: Callable[[], object], seconds: float | None) -> T:
    """Run `call` on loops of `kernels` and `stop` it when the time is over or on Ctrl-C.

    As plain Python they hear Ctrl-C where they are, and `patience` ends them; a limit of time is for the compiled loop
    that begins anew.
    """
    if not is_plain():
        return run_stoppable(call, stop, seconds)
    if seconds is None:
        return call()
    done = Event()

    def watch() -> None:
        _wait(done, seconds)
        stop_until(done, stop)

    Thread(target=watch, name="entails-watch", daemon=True).start()
    try:
        return call()
    finally:
        done.set()


def _wait(done: Event, seconds: float | None) -> None:
    """Wait until it is done, or the time is over on a clock that stands still while loops are compiled."""
    if seconds is None:
        done.wait()
        return
    deadline = clock() + seconds
    while (left := deadline - clock()) > 0 and not done.wait(max(left, _LOOK_AGAIN)):
        pass


def stop_until(done: Event, stop: Callable[[], object]) -> None:
    """Call `stop` until it has taken effect, which it may not on an engine that has not begun.

    A second Ctrl-C is ignored here: what an engine works on must not be freed before it has ended. (An event, because
    a `Thread.join` that Ctrl-C interrupts takes the thread for ended.)
    """
    while not done.is_set():
        with suppress(KeyboardInterrupt):
            stop()
            done.wait(_STOP_AGAIN)
