"""Several CP-SAT models as one puzzle: built late, left out when a bound says so, asked stage by stage."""

from collections.abc import Iterator, Sequence

import pytest

from clausal.models.encoding import CpParts, CpSat
from clausal.models.errors import EngineFault
from clausal.models.limits import DEFAULTS, UNLIMITED, Options
from clausal.models.outcome import Satisfied, Unsatisfiable
from clausal.solvers.cpsat import CpSatSession
from clausal.solvers.enumerate import solutions
from clausal.solvers.registry import engine

CPSAT = engine("cpsat")
NAMES = tuple(f"x={value}" for value in range(10))
BUILT: list[tuple[int, ...]] = []


@pytest.fixture(autouse=True)
def nothing_built() -> Iterator[None]:
    BUILT.clear()
    yield
    BUILT.clear()


def one_of(*values: int) -> CpParts:
    """A model whose answers are these numbers, the largest the best."""
    from ortools.sat.python.cp_model import CpModel, Domain

    BUILT.append(values)
    model = CpModel()
    x = model.new_int_var_from_domain(Domain.from_values(values or range(10)), "x")
    model.add_bool_or([bool(values)])
    model.maximize(x)
    return CpParts(model, [(x, value) for value in range(10)])


def largest(*values: int) -> float:
    return max(values, default=9)


def refused() -> CpParts:
    """A model that CP-SAT does not accept: a number without values."""
    from ortools.sat.python.cp_model import CpModel, Domain

    model = CpModel()
    x = model.new_int_var_from_domain(Domain.from_values([]), "x")
    return CpParts(model, [(x, value) for value in range(10)])


def decoded(facts: Sequence[int]) -> int:
    (fact,) = (fact for fact in facts if fact > 0)
    return fact - 1


def puzzle(*parts: tuple[int, ...], bounded: bool = False, stages: tuple[int, ...] = ()) -> CpSat[int]:
    bound = largest if bounded else None
    return CpSat(one_of, parts, NAMES, (), decoded, bound=bound, stages=stages)


def best(encoding: CpSat[int]) -> int:
    with CPSAT.open(encoding, UNLIMITED, DEFAULTS) as session:
        outcome = session.solve()
    assert isinstance(outcome, Satisfied)
    assert outcome.optimal
    assert outcome.objective == outcome.answer
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


def test_a_later_stage_counts_only_when_those_before_have_no_answer() -> None:
    assert best(puzzle((9,), (2, 4), (3,), stages=(1, 0, 0))) == 4
    assert every(puzzle((9,), (2, 4), (3,), stages=(1, 0, 0))) == [2, 3, 4]
    assert best(puzzle((9,), (), (3,), stages=(2, 0, 1))) == 3
    assert every(puzzle((9,), (), (), stages=(2, 0, 1))) == [9]


def test_all_answers_of_all_models_once() -> None:
    assert every(puzzle((1, 5), (5, 2), (), (3,))) == [1, 2, 3, 5]
    assert every(puzzle()) == []


def test_no_models_have_no_answer() -> None:
    with CPSAT.open(puzzle(), UNLIMITED, DEFAULTS) as session:
        assert isinstance(session.solve(), Unsatisfiable)


def test_a_session_answers_again_and_again() -> None:
    """The first question may use up a model; the next ones get it as it was."""
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
    with CPSAT.open(encoding, UNLIMITED, DEFAULTS) as session, pytest.raises(EngineFault, match="refuses the model"):
        session.solve()
    with pytest.raises(EngineFault, match="refuses the model"):
        list(solutions(CPSAT, encoding, UNLIMITED, DEFAULTS))
