"""The disjunction engine in the common interface: the same results as others, within its limits."""

import random

import pytest

from entails.encoders.cnf import Style
from entails.formats.sudoku.read import parse_grid
from entails.models.encoding import Clauses, Cnf, Group
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import count_enumerate
from entails.solvers.forced import forced
from entails.solvers.quine.run import ENGINE
from entails.solvers.sudoku import formula

from .quine_reference import as_cnf, models, random_clauses

HARD = "98.76.5..7..4..6.......3.9.6...27..5...5.........462..2..6..4...9.....8...1......"


@pytest.mark.parametrize("style", ["pruned", "complete"])
def test_it_solves_a_hard_grid(style: Style) -> None:
    grid = parse_grid(HARD)
    with ENGINE.open(formula(grid, style), UNLIMITED, Options()) as session:
        outcome = session.solve()
        assert isinstance(outcome, Satisfied)
        assert grid.solved_by(outcome.answer) is None
        assert outcome.stats.decisions is not None
        session.block(outcome.facts)
        assert isinstance(session.solve(), Unsatisfiable)


def test_counts_agree_with_truth_tables() -> None:
    rng = random.Random(6)
    for _ in range(120):
        variables = rng.randint(1, 5)
        clauses = random_clauses(rng, variables)
        wanted = len(list(models(clauses, variables)))
        assert count_enumerate(ENGINE, as_cnf(clauses, variables), UNLIMITED, Options()).value == wanted, clauses


def test_assumptions_scopes_and_propagation() -> None:
    cnf = as_cnf([(1, 2), (-2, 3)], 3)
    with ENGINE.open(cnf, UNLIMITED, Options()) as session:
        assert session.propagate([-1]) == (True, (-1, 2, 3))
        assert session.propagate([-1, -3])[0] is False
        assert isinstance(session.solve([-1, -3]), Unsatisfiable)
        assert isinstance(session.solve([1, -1]), Unsatisfiable)
        outcome = session.solve([-1])
        assert isinstance(outcome, Satisfied)
        assert outcome.answer == (2, 3)
        session.push()
        session.block(outcome.facts)
        assert isinstance(session.solve([-1]), Unsatisfiable)
        session.pop()
        assert isinstance(session.solve([-1]), Satisfied)


def test_groups_can_be_switched_off() -> None:
    groups = (Group("a", "a", soft=True), Group("b", "b", soft=True))
    cnf = Cnf(1, ["x"], groups, tuple, Clauses.of([(1,), (-1,)], [0, 1]))
    with ENGINE.open(cnf, UNLIMITED, Options(soft_groups=True)) as session:
        assert isinstance(session.solve(), Unsatisfiable)
        assert isinstance(session.solve(groups=[0]), Satisfied)
        assert isinstance(session.solve(groups=[0, 1]), Unsatisfiable)
    with ENGINE.open(cnf, UNLIMITED, Options()) as session, pytest.raises(UnsupportedCapability):
        session.solve(groups=[0])


def test_forced_facts_through_the_engine() -> None:
    facts = forced(ENGINE, as_cnf([(1, 2), (1, -2)], 2), UNLIMITED, Options())
    assert (facts.facts, facts.complete) == ((1,), True)


def test_limits() -> None:
    empty = formula(Grid.of(Shape.classic(16), [0] * 256))
    with ENGINE.open(empty, Limits(nodes=4), Options()) as session:
        stopped = session.solve()
        assert isinstance(stopped, Undecided)
        assert (stopped.reason, stopped.stats.decisions) == ("nodes", 4)
        assert isinstance(session.solve(), Undecided)
    with ENGINE.open(empty, Limits(seconds=0.05), Options()) as session:
        stopped = session.solve()
        assert isinstance(stopped, Undecided)
        assert stopped.reason == "time"
        assert stopped.stats.seconds < 5
    with pytest.raises(UnsupportedCapability):
        ENGINE.open(empty, Limits(conflicts=3), Options())


def test_a_wide_open_grid_is_solved_without_recursion() -> None:
    grid = Grid.of(Shape.classic(16), [0] * 256)
    with ENGINE.open(formula(grid), Limits(nodes=5000), Options()) as session:
        outcome = session.solve()
    assert isinstance(outcome, Satisfied)
    assert grid.solved_by(outcome.answer) is None
