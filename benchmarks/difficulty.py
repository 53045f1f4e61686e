"""Difficulty ratings: agreement with people and Sudoku Explainer, and speed against two peers.

hodoku-py and pencilmark are peers only: install them beside Entails to have them measured.
"""

import csv
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.measure import cpu, data, figure
from entails.data.sudoku import LADDER, weights
from entails.formats.sudoku.read import parse_grid
from entails.models.fields import Document
from entails.models.sudoku.grid import Grid
from entails.queries.sudoku.rate import rate as rate_shape
from entails.queries.sudoku.rate import rate_report
from entails.solvers.sudoku.difficulty.criteria import criteria
from entails.solvers.sudoku.difficulty.model import Rating, rate_batches, rate_many
from entails.solvers.sudoku.difficulty.search_cost import escape_rates
from entails.solvers.sudoku.generate import generate
from entails.solvers.sudoku.steps.ladder import TechniqueLadder
from entails.studies.sudoku.calibrate import Recipe, calibrate
from entails.studies.sudoku.human import read_rated

_PEER_SECONDS = 20.0
_CHAOS_SECONDS = 10.0
_IN_A_BATCH = 125
CHAOS_GRIDS = {
    "easy (ER 1.2)": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "medium (ER 2.0)": "9..73......4.296..23.....1....6....4.9.....2.4....1....4.....52..534.8......62..3",
    "hard (ER 4.0)": ".....315...39....2.2.67.3....13....72.......33....96....6.25.9.4....67...187.....",
    "disjunctions (ER 7.3)": "..759....3..8..6...1...4..7..4..9.5..7....4....2..8...5....1.6...83...2.........3",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}
"""Generated grids, and a well-known one at the end."""


def main() -> None:
    """Run all measurements of this module."""
    people()
    isomorphs()
    explainer()
    speed()
    chaos()


def people() -> None:
    """Fit and cross-validate the models of the shipped weights again."""
    path = data("sudoku/human_train.csv")
    if path is None:
        return
    shipped = weights()
    for model in (shipped.difficulty, shipped.difficulty_relative):
        rated = read_rated(Document.of_file(path), model.target)
        recipe = Recipe("ridge", tuple(model.weights), intercept=True, transform="log", repeats=20)
        result = calibrate(rated, criteria(rated.grids), recipe).figure
        name = f"{model.target} of {result.grids} grids, {result.how}"
        if model.target == "D_TO":
            _reach(f"{name}: Pearson", result.pearson, 0.82)
            _reach(f"{name}: Spearman", result.spearman, 0.82)
        else:
            _reach(f"{name}: Pearson of logarithms", result.pearson_log, 0.80)
            _reach(f"{name}: Spearman", result.spearman, 0.74)


def isomorphs() -> None:
    """Count random isomorphs whose ratings differ in any bit from the grid's; ER may differ."""
    random = np.random.default_rng(0)
    files = (("se_rated_train.csv", 3000), ("ser_hard_train.csv", 1000), ("bench_17.txt", 1000))
    for name, most in (*files, ("bench_top1465.txt", 100)):
        path = data(f"sudoku/{name}")
        if path is None:
            continue
        lines = path.read_text().splitlines()[name.endswith("csv") :][:most]
        grids = [parse_grid(line.split(",")[0]) for line in lines]
        turned = [_isomorph(grid, random) for grid in grids]
        pairs = list(zip(rate_many(grids), rate_many(turned), strict=True))
        differ = sum(replace(left, puzzle=right.puzzle, er=right.er) != right for left, right in pairs)
        print(f"     {differ} of {len(grids)} isomorphs of {name} are rated differently", end="; ")
        print(f"ER, by definition that of the grid as given, differs in {sum(a.er != b.er for a, b in pairs)}")
        if name != "bench_top1465.txt":  # chains and sets on such grids take seconds each
            _ladders(pairs[:: len(pairs) // 20], name)
    for size, number in ((4, 100), (6, 100), (16, 10)):
        orders = [item.puzzle for item in generate(size, number, minimal=size < 16, symmetry="none", seed=3)]
        pairs = [(rate_shape(grid), rate_shape(_isomorph(grid, random))) for grid in orders]
        differ = sum(replace(left, puzzle=right.puzzle) != right for left, right in pairs)
        print(f"     {differ} of {len(pairs)} isomorphs of generated {size}x{size} grids are rated differently")
        _ladders(pairs, f"{size}x{size} grids")
    hard = [item.puzzle for item in generate(16, 3, minimal=True, symmetry="none", seed=5)]
    seconds = max(cpu(lambda grid=grid: rate_shape(grid)) for grid in hard)  # type: ignore[misc]
    figure("the slowest rating of 3 minimal 16x16 grids", f"{seconds:.1f} CPU seconds", "10", seconds <= 10)


def _ladders(pairs: Sequence[tuple[Rating, Rating]], name: str) -> None:
    """Count isomorphs whose path or score by a shipped ladder differs."""
    ladders = list(map(TechniqueLadder.of, LADDER.names()))
    scores = [
        (left.with_ladder(ladder).ladder, right.with_ladder(ladder).ladder)
        for left, right in pairs
        for ladder in ladders
    ]
    differ = sum(left != right for left, right in scores)
    print(f"     {differ} of {len(scores)} scores by a ladder differ between isomorphs of {name}")


def _isomorph(grid: Grid, random: np.random.Generator) -> Grid:
    size, (high, wide) = grid.shape.size, grid.shape.box or (1, 1)
    rows, columns = (
        np.concatenate([block * index + random.permutation(block) for index in random.permutation(size // block)])
        for block in (high, wide)
    )
    cells = np.array(grid.cells).reshape(size, size)[rows][:, columns]
    digits = np.concatenate([[0], 1 + random.permutation(size)])
    turned = digits[cells.T if high == wide and random.random() < 0.5 else cells]
    return Grid(grid.shape, tuple(turned.ravel().tolist()))


def explainer() -> None:
    """Compare ER with SukakuExplainer's, which has more techniques: ours is never lower, and equal below 4."""
    path = data("sudoku/se_rated_train.csv")
    if path is None:
        return
    rated = read_rated(Document.of_file(path), "ER")
    text = criteria(rated.grids).column("ladder")
    low = rated.values < 4
    from entails.studies.common import spearman

    _reach(f"ER of {len(rated.grids)} grids by SukakuExplainer: Spearman", spearman(text, rated.values), 0.93)
    print(f"     of the {low.sum()} grids below ER 4, {(text == rated.values)[low].sum()} agree exactly")


def speed() -> None:
    """Measure full ratings (steps, criteria, exact depth), without start-up."""
    path = data("sudoku/bench_17.txt")
    if path is None:
        return
    lines = path.read_text().split()
    grids = [parse_grid(line) for line in lines]
    rate_many(grids[:10])
    ours = len(grids) / cpu(lambda: rate_many(grids))
    print(f"     17-clue grids: {ours:,.0f} full ratings a CPU second")
    for name, rates in PEERS.items():
        if find_spec(name.split("-")[0]) is None:
            print(f"skip: {name} is not installed")
            continue
        theirs = _rate_of_peer(rates, lines)
        figure(f"17-clue grids against {name} ({theirs:.1f})", f"{ours / theirs:.0f} times", "20", ours >= 20 * theirs)
    minimal = [item.puzzle for item in generate(9, 500, minimal=True, symmetry="none", seed=5)]
    rate_many(minimal)
    result = len(minimal) / min(cpu(lambda: rate_many(minimal)) for _ in range(3))
    figure(f"full ratings of {len(minimal)} minimal grids", f"{result:,.0f} a CPU second", "952", result >= 952)
    result = len(minimal) / min(cpu(lambda: _rows(minimal)) for _ in range(5))
    name = f"the same as rows of JSON, `er_sukaku` included, {_IN_A_BATCH} at a time"
    figure(name, f"{result:,.0f} a CPU second", "952", result >= 952)
    easy = _easy_grids()
    if easy:
        result = len(easy) / cpu(lambda: rate_many(easy))
        figure(f"full ratings of {len(easy)} easy grids", f"{result:,.0f} a CPU second", "2,000", result >= 2000)


def _rows(grids: list[Grid]) -> list[str]:
    """Return the output lines of `rate FILE --json` from parsed grids."""
    batches = ((None, grids[first : first + _IN_A_BATCH]) for first in range(0, len(grids), _IN_A_BATCH))
    rated = rate_batches(batches, workers=1, in_full=True)
    return [rate_report(rating).json_line() for _, ratings in rated for rating in ratings]


def chaos() -> None:
    """Compare the hardness of annex 4 with the published scale, with few starts; docs/difficulty.md has more."""
    for name, line in CHAOS_GRIDS.items():
        [escape] = escape_rates([parse_grid(line)], starts=12, seconds=_CHAOS_SECONDS)
        bound = "at least " if escape.bound else ""
        print(f"     chaos, {name}: eta {bound}{escape.eta:.2f} ({escape.solved} of {escape.starts} starts solved)")
    print("     published: easy up to 1, medium 1 to 2, hard 2 to 3, ultra-hard above, Platinum Blonde 3.6")


def _easy_grids() -> list[Grid]:
    """Return grids that Sudoku Explainer rates below 2."""
    path = data("sudoku/se_rated_train.csv")
    if path is None:
        return []
    with Path(path).open(newline="") as file:
        return [parse_grid(row["puzzle"]) for row in csv.DictReader(file) if float(row["ER"]) < 2]


def _rate_of_peer(rates: Callable[[str], object], lines: list[str]) -> float:
    """Return grids per CPU second of a peer over some seconds, without the first grid."""
    rates(lines[0])
    began, started, done = time.monotonic(), time.process_time(), 0
    for line in lines:
        rates(line)
        done += 1
        if time.monotonic() - began > _PEER_SECONDS:
            break
    return done / (time.process_time() - started)


def _hodoku(line: str) -> object:
    from hodoku import Solver  # type: ignore[import-not-found,unused-ignore]

    return Solver().rate(line)


def _pencilmark(line: str) -> object:
    import pencilmark  # type: ignore[import-not-found,unused-ignore]

    return pencilmark.rate(pencilmark.from_string(line))


PEERS: dict[str, Callable[[str], object]] = {"hodoku-py": _hodoku, "pencilmark": _pencilmark}


def _reach(name: str, value: float, least: float) -> None:
    figure(name, f"{value:.3f}", f"{least:.2f}", value >= least)


if __name__ == "__main__":
    main()
