"""Several CP-SAT models as one puzzle: built late, skipped by bounds, with the best solution of all."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from entails.models.encoding import CpParts, CpSat, Sense
from entails.models.errors import EngineFault
from entails.models.limits import DEFAULTS, UNLIMITED, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.solvers.cpsat import CpSatSession
from entails.solvers.engine import engine, solutions

CPSAT = engine("cpsat")
NAMES = tuple(f"x={value}" for value in range(10))
BUILT: list[tuple[int, ...]] = []


@pytest.fixture(autouse=True)
def nothing_built() -> Iterator[None]:
    BUILT.clear()
    yield
    BUILT.clear()


def one_of(*values: int) -> CpParts:
    """Build a model whose solutions are these numbers, with the largest as optimum."""
    model, x = model_of(values)
    model.maximize(x)
    return CpParts(model, [(x, value) for value in range(10)])


def least_of(*values: int) -> CpParts:
    """Build a model whose solutions are these numbers, with the smallest as optimum."""
    model, x = model_of(values)
    model.minimize(x)
    return CpParts(model, [(x, value) for value in range(10)])


def model_of(values: tuple[int, ...]) -> Any:
    from ortools.sat.python.cp_model import CpModel, Domain

    BUILT.append(values)
    model = CpModel()
    x = model.new_int_var_from_domain(Domain.from_values(values or range(10)), "x")
    model.add_bool_or([bool(values)])
    return model, x


def largest(*values: int) -> float:
    return max(values, default=9)


def smallest(*values: int) -> float:
    return min(values, default=0)


def refused() -> CpParts:
    """Build a model that CP-SAT rejects: a variable with an empty domain."""
    from ortools.sat.python.cp_model import CpModel, Domain

    model = CpModel()
    x = model.new_int_var_from_domain(Domain.from_values([]), "x")
    return CpParts(model, [(x, value) for value in range(10)])


def decoded(facts: Sequence[int]) -> int:
    (fact,) = (fact for fact in facts if fact > 0)
    return fact - 1


def puzzle(*parts: tuple[int, ...], bounded: bool = False, least: bool = False) -> CpSat[int]:
    build, bound = (least_of, smallest) if least else (one_of, largest)
    sense: Sense = "minimise" if least else "maximise"
    return CpSat(build, parts, NAMES, (), decoded, bound=bound if bounded else None, sense=sense)


def best(encoding: CpSat[int]) -> int:
    with CPSAT.open(encoding, UNLIMITED, DEFAULTS) as session:
        outcome = session.solve()
    assert isinstance(outcome, Satisfied)
    assert outcome.optimal
    assert outcome.objective == outcome.bound == outcome.answer
    return outcome.answer


def every(encoding: CpSat[int]) -> list[int]:
    return sorted(solutions(CPSAT, encoding, UNLIMITED, DEFAULTS))


def test_the_best_over_all_models() -> None:
    assert best(puzzle((1, 5), (7, 2), (3,))) == 7
    assert len(BUILT) == 3


def test_models_that_cannot_be_better_are_not_built() -> None:
    assert best(puzzle((1, 5), (7, 2), (3,), bounded=True)) == 7
    assert BUILT == [(7, 2)]


def test_an_empty_model_promises_much_and_holds_nothing() -> None:
    assert best(puzzle((), (2, 4), (3,), bounded=True)) == 4


def test_the_least_over_all_models() -> None:
    assert best(puzzle((1, 5), (7, 2), (3,), least=True)) == 1
    assert len(BUILT) == 3
    BUILT.clear()
    assert best(puzzle((3,), (1, 5), (7, 2), bounded=True, least=True)) == 1
    assert BUILT == [(1, 5)]
    assert best(puzzle((), (2, 4), (3,), bounded=True, least=True)) == 2


def test_all_answers_of_all_models_once() -> None:
    assert every(puzzle((1, 5), (5, 2), (), (3,))) == [1, 2, 3, 5]
    assert every(puzzle()) == []


def test_no_models_have_no_answer() -> None:
    with CPSAT.open(puzzle(), UNLIMITED, DEFAULTS) as session:
        assert isinstance(session.solve(), Unsatisfiable)


def test_a_session_answers_again_and_again() -> None:
    """A session can be queried repeatedly: each query gets an unmodified model."""
    session = CpSatSession(puzzle((1, 5), (7, 2)), UNLIMITED, DEFAULTS)
    for expected in (7, 7, 7):
        outcome = session.solve()
        assert isinstance(outcome, Satisfied)
        assert outcome.answer == expected
    assert sorted(session.answers(None)) == [1, 2, 5, 7]
    session.push()
    session.block([8])
    blocked = session.solve()
    assert isinstance(blocked, Satisfied)
    assert blocked.answer == 5
    session.pop()
    assert isinstance(session.solve([3]), Satisfied)
    assert isinstance(session.solve([5]), Unsatisfiable)
    again = session.solve()
    assert isinstance(again, Satisfied)
    assert again.answer == 7


def test_a_list_may_stop_early() -> None:
    listing = solutions(CPSAT, puzzle((1, 5), (7, 2)), UNLIMITED, Options(max_solutions=3))
    assert len(list(listing)) == 3
    assert listing.reason == "maximum"


def test_a_model_that_is_none_is_a_fault() -> None:
    encoding = CpSat(refused, ((),), NAMES, (), decoded)
    with CPSAT.open(encoding, UNLIMITED, DEFAULTS) as session, pytest.raises(EngineFault, match="rejects the model"):
        session.solve()
    with pytest.raises(EngineFault, match="rejects the model"):
        list(solutions(CPSAT, encoding, UNLIMITED, DEFAULTS))
