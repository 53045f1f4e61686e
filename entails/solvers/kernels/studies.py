"""Kernels of two studies: chaotic continuous-time dynamics, and least-squares fits.

**Dynamics** of Ercsey-Ravasz and Toroczkai (Nature Physics 7, 2011; Scientific Reports 2, 2012). A variable is a number
s from -1 to 1. Clause m with k literals of signs c is unsatisfied to the degree K_m = 2**-k * product of (1 - c_i *
s_i), and has a weight a_m that grows as long as it is unsatisfied:

    ds_i/dt = sum over m of 2 * a_m * c_mi * K_mi * K_m     (K_mi is K_m without the factor of i)
    da_m/dt = a_m * K_m

Satisfying assignments are the only attractors, so every start reaches one, on hard formulas after long transient chaos.
Weights are kept as logarithms. Integration uses the embedded Runge-Kutta pair of Cash and Karp (orders 5 and 4).

**Fits**: simulated annealing, as `calcule_coeffs` of Landreau 2025 does it, and coordinate descent. In annealing, all
weights move at once by up to a small step; a worse fit is accepted with probability exp(-loss / temperature), and the
temperature falls by a factor each time. The cost is a quadratic form, so the data is read once.
"""

import numpy as np
from numpy.typing import NDArray

from entails.solvers.kernels.jit import kernel

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]

_STAGES = np.array(
    [
        [0, 0, 0, 0, 0],
        [1 / 5, 0, 0, 0, 0],
        [3 / 40, 9 / 40, 0, 0, 0],
        [3 / 10, -9 / 10, 6 / 5, 0, 0],
        [-11 / 54, 5 / 2, -70 / 27, 35 / 27, 0],
        [1631 / 55296, 175 / 512, 575 / 13824, 44275 / 110592, 253 / 4096],
    ]
)
_FIFTH = np.array([37 / 378, 0, 250 / 621, 125 / 594, 0, 512 / 1771])
_FOURTH = np.array([2825 / 27648, 0, 18575 / 48384, 13525 / 55296, 277 / 14336, 1 / 4])
_SMALLEST_STEP = 1e-9
_NEGLIGIBLE = 1e-12


@kernel
def slopes(state: F64, variables: int, lits: I32, starts: I32, before: F64, out: F64) -> None:
    """Write the time derivative of the state to `out`. The state is the variables and the logarithms of the weights.

    Most clauses of a puzzle have two negative literals, so these have a faster branch.
    """
    out[:variables] = 0.0
    for clause in range(len(starts) - 1):
        first, end = starts[clause], starts[clause + 1]
        if end - first == 2 and lits[first] < 0 and lits[first + 1] < 0:
            first_variable, second_variable = -lits[first] - 1, -lits[first + 1] - 1
            left, right = 0.5 * (1.0 + state[first_variable]), 0.5 * (1.0 + state[second_variable])
            out[variables + clause] = left * right
            if left * right > _NEGLIGIBLE:
                push = np.exp(state[variables + clause]) * left * right
                out[first_variable] -= push * right
                out[second_variable] -= push * left
            continue
        product = 1.0
        for at in range(first, end):
            before[at - first] = product
            lit = lits[at]
            product *= 0.5 * (1.0 - state[lit - 1]) if lit > 0 else 0.5 * (1.0 + state[-lit - 1])
        out[variables + clause] = product
        if product <= _NEGLIGIBLE:
            continue
        push = 2.0 * np.exp(state[variables + clause]) * product
        after = 0.5
        for at in range(end - 1, first - 1, -1):
            lit = lits[at]
            force = push * before[at - first] * after
            if lit > 0:
                out[lit - 1] += force
                after *= 0.5 * (1.0 - state[lit - 1])
            else:
                out[-lit - 1] -= force
                after *= 0.5 * (1.0 + state[-lit - 1])


@kernel
def satisfied(state: F64, lits: I32, starts: I32) -> bool:
    """Return whether the signs of the variables satisfy all clauses."""
    for clause in range(len(starts) - 1):
        holds = False
        for at in range(starts[clause], starts[clause + 1]):
            lit = lits[at]
            if (state[lit - 1] > 0) if lit > 0 else (state[-lit - 1] < 0):
                holds = True
                break
        if not holds:
            return False
    return True


@kernel
def escape_time(
    state: F64, variables: int, lits: I32, starts: I32, longest: float, most_steps: int, tolerance: float, stop: U8
) -> tuple[float, bool]:
    """Return (time at which the trajectory reaches a solution, True), or (time at which it was stopped, False)."""
    size = len(state)
    slope, trial = np.zeros((6, size)), np.zeros(size)
    before = np.zeros(int((starts[1:] - starts[:-1]).max()) if len(starts) > 1 else 1)
    time, step = 0.0, 0.01
    for _ in range(most_steps):
        if satisfied(state, lits, starts):
            return time, True
        if time >= longest or stop[0]:
            break
        slopes(state, variables, lits, starts, before, slope[0])
        while True:
            for stage in range(1, 6):
                trial[:] = state
                for earlier in range(stage):
                    factor = step * _STAGES[stage, earlier]
                    for at in range(size):
                        trial[at] += factor * slope[earlier, at]
                slopes(trial, variables, lits, starts, before, slope[stage])
            error = 0.0
            for at in range(size):
                change, embedded = 0.0, 0.0
                for stage in range(6):
                    change += _FIFTH[stage] * slope[stage, at]
                    embedded += _FOURTH[stage] * slope[stage, at]
                trial[at] = state[at] + step * change
                error = max(error, abs(step * (change - embedded)))
            if error <= tolerance or step <= _SMALLEST_STEP:
                break
            step *= max(0.1, 0.9 * (tolerance / error) ** 0.25)
        time += step
        state[:] = trial
        for at in range(variables):
            state[at] = min(1.0, max(-1.0, state[at]))
        step *= min(4.0, 0.9 * (tolerance / max(error, 1e-12)) ** 0.2)
    return time, False


@kernel
def mean_square(square: F64, mixed: F64, constant: float, weights: F64) -> float:
    """Return the mean squared error of a fit with these weights."""
    total = constant
    for row in range(len(weights)):
        term = -2.0 * mixed[row]
        for column in range(len(weights)):
            term += square[row, column] * weights[column]
        total += weights[row] * term
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
    """Improve `weights` in place by simulated annealing; return the mean squared error. `steps` bounds each move."""
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
    """Move each weight in turn to its optimum, at least `least`, until all moves are at most `still`.

    Improve `weights` in place and return the number of rounds.
    """
    for round_ in range(most_rounds):
        moved = 0.0
        for at in range(len(weights)):
            slope = mixed[at]
            for column in range(len(weights)):
                slope -= square[at, column] * weights[column]
            new = max(least, weights[at] + slope / max(square[at, at], 1e-12))
            moved = max(moved, abs(new - weights[at]))
            weights[at] = new
        if moved < still:
            return round_ + 1
    return most_rounds
