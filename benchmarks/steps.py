"""Soundness of steps on many grids, technique by technique, and `er` against Sudoku Explainer.

`python -m benchmarks steps` takes all grids of the data; ENTAILS_BENCH_GRIDS bounds the grids of each file.
"""

import csv
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

import numpy as np

from benchmarks.measure import cpu, data, figure
from entails.formats.sudoku.read import parse_grid
from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.bits import Digits, grids_from_lines, solve_many
from entails.solvers.sudoku.difficulty.explainer import BEYOND, rate_with_explainer
from entails.solvers.sudoku.difficulty.explainer_nested import sukaku_rating
from entails.solvers.sudoku.persistent import PersistentSudoku
from entails.solvers.sudoku.steps.position import Step, StepPosition
from entails.solvers.sudoku.steps.technique import DEFAULT, TECHNIQUES, technique
from entails.solvers.sudoku.steps.traces import traces

_FILES = ("ser_hard_train.csv", "se_rated_train.csv", "bench_17.txt", "bench_top1465.txt")
_NAMED = tuple(item.id for item in TECHNIQUES if item.optional)
_RARELY = {
    **dict.fromkeys(("finned-mutant-jellyfish", "finned-franken-jellyfish", "finned-mutant-swordfish"), 50),
    **dict.fromkeys(("als-chain", "finned-franken-swordfish", "als-aic", "als-xy-wing", "death-blossom"), 10),
}
_IN_A_BATCH = 125
_BANDS = ((4.0, 7.0, 0.9), (7.0, 9.0, 0.8), (9.0, 12.0, 0.0))


def main() -> None:
    """Run all measurements of this module."""
    explainer()
    paths()
    sound()
    named()


def _most() -> int:
    return int(os.environ.get("ENTAILS_BENCH_GRIDS", "100000"))


def explainer() -> None:
    """Compare `er` with ratings of Sudoku Explainer 1.2.1 on grids to which nothing was fitted."""
    path = data("sudoku/ser_hard_train.csv")
    if path is None:
        return
    with path.open(newline="") as file:
        rows = list(islice(csv.DictReader(file), 1, _most(), 2))
    grids, rated = [parse_grid(row["puzzle"]) for row in rows], [float(row["SER"]) for row in rows]
    rate_with_explainer(grids[:3], unique=True)
    numbers: list[float] = []
    again: list[float] = []
    seconds = more = 0.0
    for first in range(0, len(grids), _IN_A_BATCH):  # as in `rate`: the second ladder reuses the results of the first
        some = grids[first : first + _IN_A_BATCH]
        seconds += cpu(partial(_climb, some, numbers))
        more += cpu(partial(_climb_again, some, numbers[first:], again))
    for low, high, target in _BANDS:
        pairs = [(ours, theirs) for ours, theirs in zip(numbers, rated, strict=True) if low <= theirs < high]
        exact = sum(ours == theirs for ours, theirs in pairs)
        near = sum(abs(ours - theirs) < 0.25 for ours, theirs in pairs)
        text = f"{exact} of {len(pairs)} exact, {near} within 0.2"
        what = f"er of held-out grids rated {low:g} to {high:g}"
        figure(what, text, f"{target:.0%} exact", exact >= target * len(pairs))
    print(f"     {len(grids) / seconds:,.0f} such grids a CPU second")
    change = np.array(again) - [er for er in numbers if er < BEYOND]
    lower, higher = np.mean(change < 0), np.mean(change > 0)
    print(f"     er_sukaku takes {more / seconds:.2f} times as long as er; {lower:.0%} lower, {higher:.1%} higher")


def _climb(grids: Sequence[Grid], numbers: list[float]) -> None:
    numbers += rate_with_explainer(grids, unique=True).er.round(1).tolist()


def _climb_again(grids: Sequence[Grid], numbers: Sequence[float], again: list[float]) -> None:
    again += [sukaku_rating(grid, er) or BEYOND for grid, er in zip(grids, numbers, strict=True) if er < BEYOND]


def paths() -> None:
    """Check the paths by counted techniques of all grids and of two isomorphs of each: every placed digit is right, and
    no right candidate is removed.
    """
    random = np.random.default_rng(1)
    grids = deductions = wrong = 0
    for name in _FILES:
        path = data(f"sudoku/{name}")
        if path is None:
            continue
        lines = [line[:81] for line in path.read_text().split() if len(line) >= 81][: _most()]
        digits = grids_from_lines([line for line in lines if line[:1] in ".0123456789"])
        for some in (digits, _shuffled(digits, random), _shuffled(digits, random)):
            solved = solve_many(some, limit=2)
            item = solved.counts == 1
            solutions = solved.solutions[item].astype(np.int64)
            report = traces(some[item].astype(np.int64), unique=True)
            placed, where = report.rounds.placed, report.rounds.placed >= 0
            grids += int(item.sum())
            deductions += int(where.sum()) + int(report.rounds.removed.sum())
            wrong += int(np.sum(report.final >> (solutions - 1) & 1 == 0))
            wrong += int(np.sum(solutions[report.grid[where], placed[where] // 9] != placed[where] % 9 + 1))
    figure(f"paths of {grids:,} grids", f"{deductions:,} deductions, {wrong} wrong", "none wrong", not wrong)


def _shuffled(grids: Digits, random: np.random.Generator) -> Digits:
    """Return isomorphs with other digits, rows and columns."""

    def lines() -> list[int]:
        return [int(3 * band + line) for band in random.permutation(3) for line in random.permutation(3)]

    digits = np.concatenate([[0], 1 + random.permutation(9)]).astype(np.uint8)
    return np.ascontiguousarray(digits[grids].reshape(-1, 9, 9)[:, lines()][:, :, lines()].reshape(-1, 81))


def sound() -> None:
    """Check the path of each grid, and all steps at its first position beyond the counted techniques."""
    wrong, checked = Counter[str](), Counter[str]()
    grids = 0
    for grid, solution in _solved():
        grids += 1
        _check(grid, solution, checked, wrong)
    _tell(f"steps on {grids:,} grids", checked, wrong)


def named() -> None:
    """Check each technique by name, in thorough mode, at three positions of every grid: where counted techniques end,
    and twice later. Slow techniques are sampled, every tenth or fiftieth position.
    """
    wrong, checked = Counter[str](), Counter[str]()
    random = np.random.default_rng(2)
    grids = moments = 0
    for grid, solution in _solved():
        grids += 1
        for moment in _moments(grid, random):
            moments += 1
            for name in (*DEFAULT, *_NAMED):
                every = _RARELY.get(name, 1)
                if moments % every == 0:
                    _compare(StepPosition(moment, [name], unique=True).all_steps(), solution, checked, wrong)
    _tell(f"techniques asked by name at {moments:,} moments of {grids:,} grids", checked, wrong)


def _solved() -> Iterator[tuple[Grid, Grid]]:
    """Yield the grids of the data that have a solution, with it."""
    with PersistentSudoku() as solver:
        for name in _FILES:
            path = data(f"sudoku/{name}")
            if path is None:
                continue
            lines = (line[:81] for line in path.read_text().split() if len(line) >= 81)
            for line in islice(lines, _most()):
                grid = parse_grid(line)
                solution = solver.solve(grid).solution
                if solution is not None:
                    yield grid, solution


def _moments(grid: Grid, random: np.random.Generator) -> list[Grid]:
    """Return three positions of a path, or fewer if it is short."""
    position = StepPosition(grid, DEFAULT, unique=True)
    beyond: list[Grid] = []
    while (step := position.easiest()) is not None:
        if beyond or not technique(step.technique).is_counted:
            beyond.append(position.grid)
        position.take(step)
    later = random.permutation(max(len(beyond) - 1, 0))[:2].tolist()
    return [*beyond[:1], *(beyond[at + 1] for at in later)]


def _check(grid: Grid, solution: Grid, checked: Counter[str], wrong: Counter[str]) -> None:
    position = StepPosition(grid, DEFAULT, unique=True)
    looked = False
    while (step := position.easiest()) is not None:
        items = [step]
        if not looked and not technique(step.technique).is_counted:
            looked = True
            items += position.all_steps()
        _compare(items, solution, checked, wrong)
        position.take(step)


def _compare(steps: Iterable[Step], solution: Grid, checked: Counter[str], wrong: Counter[str]) -> None:
    for item in steps:
        checked[item.technique] += 1
        right = all(solution.cells[cell] == digit for cell, digit in item.places)
        right = right and all(solution.cells[cell] != digit for cell, digit in item.removes)
        wrong[item.technique] += not right


def _tell(what: str, checked: Counter[str], wrong: Counter[str]) -> None:
    for name in (*DEFAULT, *_NAMED):
        if checked[name]:
            print(f"     {name}: {checked[name]:,} steps, {wrong[name]} wrong")
    figure(what, f"{checked.total():,}, {wrong.total()} wrong", "none wrong", not wrong.total())
