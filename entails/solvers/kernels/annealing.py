"""Least-squares fits step by step: simulated annealing, as `calcule_coeffs` of Landreau 2025 does it, and descent along
one weight at a time.

In annealing, all weights move at once by up to a small step; a worse fit is taken with probability
exp(-loss / temperature); the temperature falls by a factor each time. The cost is a quadratic form, so the data is
looked at once, not each time.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

F64 = NDArray[np.float64]


@kernel
def mean_square(square: F64, mixed: F64, constant: float, weights: F64) -> float:
    """The mean squared error of the weights."""
    total = constant
    for one in range(len(weights)):
        row = -2.0 * mixed[one]
        for other in range(len(weights)):
            row += square[one, other] * weights[other]
        total += weights[one] * row
    return total


@kernel
def anneal(
    square: F64,
    mixed: F64,
    constant: float,
    weights: F64,
    steps: F64,
    hottest: float,
    coldest: float,
    factor: float,
    seed: int,
) -> float:
    """Improve `weights` in place; `steps` is how far each may move at once. Gives the mean squared error reached."""
    np.random.seed(seed)
    here = weights.copy()
    cost = mean_square(square, mixed, constant, here)
    best = cost
    temperature = hottest
    trial = here.copy()
    while temperature > coldest:
        for at in range(len(here)):
            trial[at] = here[at] + steps[at] * (2.0 * np.random.random() - 1.0)
        new = mean_square(square, mixed, constant, trial)
        if new < cost or np.random.random() < np.exp((cost - new) / temperature):
            cost = new
            here[:] = trial
            if cost < best:
                best = cost
                weights[:] = here
        temperature *= factor
    return best


@kernel
def descend(square: F64, mixed: F64, weights: F64, least: float, most_rounds: int, still: float) -> int:
    """Move each weight in turn to the bottom of its own parabola, not below `least`, until none moves more than
    `still`. Improves `weights` in place and gives the rounds it took."""
    for made in range(most_rounds):
        moved = 0.0
        for at in range(len(weights)):
            slope = mixed[at]
            for other in range(len(weights)):
                slope -= square[at, other] * weights[other]
            new = max(least, weights[at] + slope / max(square[at, at], 1e-12))
            moved = max(moved, abs(new - weights[at]))
            weights[at] = new
        if moved < still:
            return made + 1
    return most_rounds
