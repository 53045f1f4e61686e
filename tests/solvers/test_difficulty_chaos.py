"""The continuous-time dynamics: equations, integration, escape rate."""

import math

import numpy as np
import pytest

from entails.models.encoding import Clauses
from entails.solvers.kernels.studies import escape_time, slopes
from entails.solvers.sudoku.difficulty.search_cost import decay, escape_rates

from .difficulty_grids import CLASH, EASY, FULL

CLAUSES = Clauses.of([[1, 2, -3], [-1, -2], [2, 3], [-2, -3], [1, -2, 3, 4]], [0] * 5)
VARIABLES = 4


def energy(state: list[float], weights: list[float]) -> float:
    """Return the energy of a state: the sum of a * K squared."""
    total = 0.0
    for clause, weight in zip(CLAUSES.lists, weights, strict=True):
        degree = math.prod((1 - math.copysign(1, lit) * state[abs(lit) - 1]) / 2 for lit in clause)
        total += weight * degree**2
    return total


def test_variables_go_down_the_energy_and_weights_grow() -> None:
    random = np.random.default_rng(3)
    state = np.concatenate([random.uniform(-1, 1, VARIABLES), random.uniform(0, 2, 5)])
    array = np.zeros(len(state))
    slopes(state, VARIABLES, CLAUSES.lits, CLAUSES.starts, np.zeros(9), array)
    here, weights = state[:VARIABLES].tolist(), np.exp(state[VARIABLES:]).tolist()
    for at in range(VARIABLES):
        up, down = [*here], [*here]
        up[at] += 1e-6
        down[at] -= 1e-6
        assert array[at] == pytest.approx(-(energy(up, weights) - energy(down, weights)) / 2e-6, abs=1e-5)
    for at, clause in enumerate(CLAUSES.lists):
        degree = math.prod((1 - math.copysign(1, lit) * here[abs(lit) - 1]) / 2 for lit in clause)
        assert array[VARIABLES + at] == pytest.approx(degree)


def test_every_start_reaches_a_solution() -> None:
    random = np.random.default_rng(4)
    for _ in range(10):
        state = np.concatenate([random.uniform(-1, 1, VARIABLES), np.zeros(5)])
        time, solved = escape_time(
            state, VARIABLES, CLAUSES.lits, CLAUSES.starts, 1000.0, 10_000, 1e-3, np.zeros(1, np.uint8)
        )
        signs = [at + 1 if state[at] > 0 else -at - 1 for at in range(VARIABLES)]
        assert solved
        assert 0 <= time < 1000
        assert all(any(lit in signs for lit in clause) for clause in CLAUSES.lists)


def test_a_contradiction_is_never_solved() -> None:
    both = Clauses.of([[1], [-1]], [0, 0])
    time, solved = escape_time(
        np.array([0.3, 0.0, 0.0]), 1, both.lits, both.starts, 5.0, 10_000, 1e-3, np.zeros(1, np.uint8)
    )
    assert not solved
    assert time >= 5


def test_the_rate_of_a_planted_decay() -> None:
    random = np.random.default_rng(5)
    times = 3 + random.exponential(1 / 0.02, 4000)
    cut = np.minimum(times, 150)
    result = decay(cut, times < 150)
    assert result.kappa == pytest.approx(0.02, rel=0.06)
    assert result.eta == pytest.approx(-math.log10(0.02), abs=0.03)
    assert not result.bound


def test_starts_that_were_all_cut_off_give_a_bound() -> None:
    result = decay(np.full(10, 50.0), np.zeros(10, bool))
    assert result.bound
    assert result.kappa <= 1 / 500


def test_an_easy_grid_is_easy_and_repeatable() -> None:
    item, same = (escape_rates([EASY], starts=8, seed=2)[0] for _ in range(2))
    assert item == same
    assert item.solved == 8
    assert 0 < item.eta < 1.3


def test_full_and_contradictory_grids() -> None:
    full, clash = escape_rates([FULL, CLASH], starts=2)
    assert full.eta < -1
    assert clash.bound
    assert clash.eta > 5
