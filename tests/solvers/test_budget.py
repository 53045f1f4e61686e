"""Budgets shared by the queries of a session, and calls that can be stopped at any moment."""

import threading
import time
from typing import Any

import pytest

from entails.models.limits import UNLIMITED, Limits
from entails.solvers.engine import Budget, _Helper, run_stoppable


def test_nothing_is_limited() -> None:
    budget = Budget(UNLIMITED)
    budget.spend_conflicts(10**9)
    assert (budget.seconds, budget.conflicts, budget.out_of_time) == (None, None, False)


def test_conflicts_are_spent_over_several_queries() -> None:
    budget = Budget(Limits(conflicts=10))
    budget.spend_conflicts(4)
    assert budget.conflicts == 6
    budget.spend_conflicts(40)
    assert budget.conflicts == 0


def test_what_ran_out() -> None:
    assert Budget(Limits(seconds=9)).exhausted_limit() == "time"
    both = Budget(Limits(seconds=9, conflicts=10))
    assert both.exhausted_limit() == "conflicts"
    assert both.conflicts == 0, "an engine that gave up has used them, whether it counts them or not"
    late = Budget(Limits(seconds=0.001, conflicts=10))
    time.sleep(0.01)
    assert late.out_of_time
    assert late.exhausted_limit() == "time"


class Engine:
    """An engine that works until it is stopped; an early stop is lost, as with CP-SAT."""

    def __init__(self, slow_to_begin: float = 0.0) -> None:
        self._slow = slow_to_begin
        self._stopped: threading.Event | None = None
        self.stops = 0

    def work(self) -> str:
        time.sleep(self._slow)
        self._stopped = threading.Event()
        assert self._stopped.wait(20)
        return "stopped"

    def stop(self) -> None:
        self.stops += 1
        if self._stopped is not None:
            self._stopped.set()


def test_a_call_that_returns_is_not_stopped() -> None:
    engine = Engine()
    assert run_stoppable(lambda: 7, engine.stop, 20) == 7
    assert run_stoppable(lambda: 7, engine.stop, None) == 7
    assert engine.stops == 0


def test_stopped_in_time() -> None:
    engine = Engine()
    started = time.perf_counter()
    assert run_stoppable(engine.work, engine.stop, 0.1) == "stopped"
    assert time.perf_counter() - started < 5


def test_a_stop_that_comes_too_early_is_repeated() -> None:
    engine = Engine(slow_to_begin=0.3)
    assert run_stoppable(engine.work, engine.stop, 0.01) == "stopped"
    assert engine.stops > 1


def test_errors_come_out() -> None:
    def fail() -> Any:
        raise ZeroDivisionError("inside")

    with pytest.raises(ZeroDivisionError, match="inside"):
        run_stoppable(fail, lambda: None, 20)


def test_no_room_for_a_thread_is_a_matter_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    _Helper.idle.clear()
    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(MemoryError):
        run_stoppable(lambda: 7, lambda: None, 20)
