"""Every engine lists each solution once, knows when the list is complete, and scopes blocked solutions."""

import pytest
from helpers import BANK, SUBJECTS, Formula, Model, available, listed, opened, random_formula, subject_id, true_facts

from entails.models.encoding import Clauses, Cnf, Kind
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.solvers.engine import Engine, Session, count_enumerate, solutions

each_subject = pytest.mark.parametrize(
    "subject", [subject for subject in SUBJECTS if "enumerate" in subject[0].capabilities], ids=subject_id
)
Subject = tuple[Engine, Kind]

FORMULAS = [*BANK.values(), *(random_formula(seed) for seed in range(100, 112))]
SOME = Formula(4, ([1, 2, 3], [-1, -2], [-4]))
"""A formula with five solutions: exactly one of 1 and 2 with 3 either way, or 3 alone."""


@each_subject
def test_each_answer_once(subject: Subject) -> None:
    engine, kind = subject
    for formula in FORMULAS:
        with opened(engine, formula, kind) as session:
            item, reason = listed(session)
        assert sorted(item) == true_facts(formula.models())
        assert reason is None


@each_subject
def test_solve_and_block(subject: Subject) -> None:
    """Blocking the facts of a solution excludes exactly this solution."""
    engine, kind = subject
    for formula in FORMULAS:
        left = formula.models()
        with opened(engine, formula, kind) as session:
            while isinstance(outcome := session.solve(), Satisfied):
                assert outcome.facts in left
                left.remove(outcome.facts)
                session.block(outcome.facts)
        assert isinstance(outcome, Unsatisfiable)
        assert not left


@each_subject
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_maximum(subject: Subject, beyond: int) -> None:
    """A list with exactly as many solutions as requested is known to be complete."""
    engine, kind = subject
    there_are = len(SOME.models())
    options = Options(max_solutions=there_are + beyond)
    listing = solutions(engine, SOME.encoding(kind), UNLIMITED, options)
    items = list(listing)
    assert len(set(items)) == len(items) == listing.found == there_are + min(beyond, 0)
    assert listing.complete == (beyond >= 0)
    assert listing.reason == (None if beyond >= 0 else "maximum")
    counted = count_enumerate(engine, SOME.encoding(kind), UNLIMITED, options)
    assert (counted.value, counted.exact) == (len(items), listing.complete)


@each_subject
def test_lists_can_be_left_and_begun_again(subject: Subject) -> None:
    engine, kind = subject
    listing = solutions(engine, SOME.encoding(kind), UNLIMITED, Options())
    for _ in listing:
        break
    assert not listing.complete
    assert listing.reason is None
    assert sorted(listing) == true_facts(SOME.models())
    assert listing.complete


@each_subject
def test_scopes(subject: Subject) -> None:
    """Solutions blocked in a scope are forgotten at its end; those blocked before it stay blocked."""
    engine, kind = subject
    everything = true_facts(SOME.models())
    with opened(engine, SOME, kind) as session:
        session.push()
        session.block([1])
        assert listed_by_blocking(session) == [answer for answer in everything if 1 not in answer]
        session.pop()
        session.block([2])
        session.push()
        session.push()
        session.block([])
        assert isinstance(session.solve(), Unsatisfiable)
        session.pop()
        session.block([3])
        expected = [answer for answer in everything if 2 not in answer and 3 not in answer]
        assert isinstance(session.solve(), Satisfied if expected else Unsatisfiable)
        session.pop()
        assert sorted(listed(session)[0]) == [answer for answer in everything if 2 not in answer]


def listed_by_blocking(session: Session[Model]) -> list[Model]:
    items = []
    while isinstance(outcome := session.solve(), Satisfied):
        items.append(outcome.answer)
        session.block(outcome.facts)
    return sorted(items)


@each_subject
def test_blocking_everything_from_the_start(subject: Subject) -> None:
    """Blocking an empty list of facts excludes every solution."""
    engine, kind = subject
    with opened(engine, SOME, kind) as session:
        session.block([])
        assert isinstance(session.solve(), Unsatisfiable)
        assert listed(session) == ([], None)


@pytest.mark.parametrize("engine", [e for e in available("cnf") if "enumerate" in e.capabilities], ids=subject_id)
def test_auxiliary_variables_do_not_multiply_answers(engine: Engine) -> None:
    """Auxiliary variables do not multiply solutions: each is listed once, whatever their values."""
    formula = Formula(4, ([1, 2], [3, 4]))
    encoding = Cnf(4, ("x1", "x2"), formula.groups, tuple, Clauses.of(formula.clauses))
    assert sorted(solutions(engine, encoding, UNLIMITED, Options())) == [(1,), (1, 2), (2,)]
    one_hot = Cnf(3, ("x1", "x2"), formula.groups, tuple, Clauses.of([[1, 2], [-1, -2], [3, 1]]), one_hot=True)
    assert sorted(solutions(engine, one_hot, UNLIMITED, Options())) == [(1,), (2,)]


@each_subject
def test_enumeration_under_a_time_limit(subject: Subject) -> None:
    engine, kind = subject
    counted = count_enumerate(engine, SOME.encoding(kind), Limits(seconds=20), Options())
    assert (counted.value, counted.exact, counted.reason) == (len(SOME.models()), True, None)
