"""Every fitting method recovers planted weights and meets its own guarantee."""

import numpy as np
import pytest

from entails.solvers.sudoku.difficulty import Floats
from entails.studies.sudoku.calibrate import METHODS, Method, fit

PLANTED = np.array([0.5, 0.1, 2.0, 0.0])


def planted(noise: float = 0.0, rows: int = 300) -> tuple[Floats, Floats]:
    random = np.random.default_rng(1)
    features = random.poisson([4.0, 20.0, 1.0, 3.0], (rows, 4)).astype(float)
    return features, features @ PLANTED + noise * random.normal(size=rows)


@pytest.mark.parametrize("method", METHODS)
def test_planted_weights_are_found(method: Method) -> None:
    features, target = planted(0.01)
    constant, weights = fit(method, features, target, intercept=False)
    assert constant == 0
    assert weights == pytest.approx(PLANTED, abs=0.05)


@pytest.mark.parametrize("method", METHODS)
def test_the_intercept_is_found(method: Method) -> None:
    features, target = planted(0.01)
    constant, weights = fit(method, features, target + 7, intercept=True)
    assert constant == pytest.approx(7, abs=0.3)
    assert weights == pytest.approx(PLANTED, abs=0.05)


def test_nnls_has_no_negative_weight() -> None:
    features, target = planted()
    _, weights = fit("nnls", features, target - 3 * features[:, 3], intercept=False)
    assert weights.min() >= 0
    assert weights[3] == 0


def test_one_weight_at_a_time_ends_where_least_squares_does() -> None:
    features, target = planted(1.0)
    exact, slow = (fit(method, features, target, intercept=True) for method in ("lsq", "coordinate"))
    assert slow[0] == pytest.approx(exact[0], abs=1e-6)
    assert slow[1] == pytest.approx(exact[1], abs=1e-6)


def test_ridge_is_smaller_than_least_squares_where_there_is_little_to_learn() -> None:
    random = np.random.default_rng(2)
    features, target = random.normal(size=(20, 15)), random.normal(size=20)
    plain, kept = (fit(method, features, target, intercept=True)[1] for method in ("lsq", "ridge"))
    assert kept @ kept < plain @ plain


def test_annealing_depends_on_its_seed_only() -> None:
    features, target = planted(0.5, rows=50)
    item, same, second = (fit("anneal", features, target, intercept=False, seed=seed)[1] for seed in (3, 3, 4))
    assert item.tolist() == same.tolist()
    assert item.tolist() != second.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_a_criterion_that_is_always_zero_does_no_harm(method: Method) -> None:
    features, target = planted()
    features[:, 3] = 0
    weights = fit(method, features, target, intercept=False)[1]
    assert np.isfinite(weights).all()
    assert weights[:3] == pytest.approx(PLANTED[:3], abs=0.05)


@pytest.mark.parametrize("intercept", [False, True])
def test_a_share_counts_like_as_many_rows(intercept: bool) -> None:
    random = np.random.default_rng(3)
    features, target = random.normal(size=(30, 3)), random.normal(size=30)
    share = random.integers(1, 5, 30)
    shared = fit("lsq", features, target, intercept=intercept, share=share.astype(float))
    rows = np.repeat(np.arange(30), share)
    repeated = fit("lsq", features[rows], target[rows], intercept=intercept)
    assert shared[0] == pytest.approx(repeated[0])
    assert shared[1] == pytest.approx(repeated[1])
