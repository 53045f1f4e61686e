"""Every engine observes time and memory limits, and the calling process survives."""

import time

import pytest
from helpers import BANK, HARD, SUBJECTS, Formula, opened, random_3sat, solved, subject_id

from entails.models.encoding import Kind
from entails.models.limits import Limits
from entails.models.outcome import Satisfied, Undecided, Unsatisfiable
from entails.solvers.engine import Engine
from entails.solvers.pool.process import end_idle_workers

Subject = tuple[Engine, Kind]

each_subject = pytest.mark.parametrize("subject", SUBJECTS, ids=subject_id)

LARGE = random_3sat(20_000, 60_000)
MEMORY_ENGINES = ("cadical195", "glucose421", "kissat404", "lingeling", "cpsat")
TALKATIVE = ("cadical195", "kissat404", "lingeling")


@pytest.fixture
def fresh_worker() -> None:
    """Start with a new worker, as memory that an old one keeps in reserve would loosen a tight limit."""
    end_idle_workers()


@each_subject
def test_seconds(subject: Subject) -> None:
    engine, kind = subject
    engine.load()
    started = time.perf_counter()
    with opened(engine, HARD, kind, Limits(seconds=0.3)) as session:
        outcome = session.solve()
        again = session.solve()
    spent = time.perf_counter() - started
    assert isinstance(outcome, Undecided)
    assert outcome.reason == "time"
    assert isinstance(again, Undecided), "the budget is the session's, not the question's"
    assert again.reason == "time"
    assert 0.25 < spent < 10  # without a limit it takes far longer; a busy machine may be late


@each_subject
def test_a_short_limit_is_enough_for_a_small_query(subject: Subject) -> None:
    engine, kind = subject
    engine.load()
    outcome = solved(engine, Formula(2, ([1], [-1, 2])), kind, Limits(seconds=1))
    assert isinstance(outcome, Satisfied)


@each_subject
def test_answers_under_limits_are_the_same(subject: Subject) -> None:
    engine, kind = subject
    for name in ("nothing at all", "units that clash", "parity of three"):
        formula = BANK[name]
        outcome = solved(engine, formula, kind, Limits(memory_mb=4000))
        assert isinstance(outcome, Satisfied if formula.models() else Unsatisfiable)


@pytest.mark.usefixtures("fresh_worker")
@pytest.mark.parametrize("subject", [s for s in SUBJECTS if s[0].name in MEMORY_ENGINES], ids=subject_id)
def test_memory(subject: Subject) -> None:
    engine, kind = subject
    outcome = solved(engine, LARGE, kind, Limits(memory_mb=5, seconds=60))
    assert isinstance(outcome, Undecided)
    assert outcome.reason == "memory"
    assert isinstance(solved(engine, Formula(1, ([1],)), kind, Limits(memory_mb=500)), Satisfied)


@pytest.mark.usefixtures("fresh_worker")
@pytest.mark.parametrize("subject", [s for s in SUBJECTS if s[0].name in TALKATIVE], ids=subject_id)
def test_memory_says_nothing_on_the_terminal(subject: Subject, capfd: pytest.CaptureFixture[str]) -> None:
    """An engine that runs out of memory prints nothing on the terminal; the outcome reports it."""
    engine, kind = subject
    for memory_mb in (12, 24):
        outcome = solved(engine, LARGE, kind, Limits(memory_mb=memory_mb, seconds=2))
        assert isinstance(outcome, Undecided | Satisfied)
    assert capfd.readouterr() == ("", "")
