"""Conflicts beside python-sat's MUSX and LBX, exact counts, and steps: first hints, later hints, whole paths.

`python -m benchmarks.reasons difficulty` compares the difficulty from steps alone with people's times, and
`python -m benchmarks.reasons sizes` says how large steps are on graded Sudokus and published puzzles (minutes each).
"""

import csv
import json
import random
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.measure import cpu, data, figure
from entails.formats.dimacs.read import read_dimacs
from entails.models.limits import Limits, Options
from entails.models.outcome import Explanation
from entails.solvers.engine import engine
from entails.solvers.explain import explain

VARIABLES, CLAUSES, FORMULAS = 50, 218, 5
REPAIRS = 20


PUZZLES = ("takuzu", "futoshiki", "killer", "star-battle", "nonogram", "hitori", "slitherlink", "nurikabe", "queens")
STUCK = {"takuzu": 0.3, "star-battle": 0.3, "killer": 2.0}
"""Limit in seconds for a step of several constraints."""
PATHS = {"killer": 25.0}
RATED, SAMPLE = "sudoku/human_train.csv", 40
SE_RATED, LINKS = "sudoku/se_rated_train.csv", "pencil/links.jsonl"
BANDS = ((1.0, 2.0), (2.5, 5.0), (6.5, 7.5), (8.5, 9.3))
PUBLISHED = {"hitori": "hitori", "slither": "slitherlink"}
SECONDS = 240.0


def main() -> None:
    """Run all measurements of this module."""
    contradictions()
    counts()
    clues()
    steps()


def counts() -> None:
    """Measure counts that are known, or too large to enumerate."""
    from entails.solvers.model_count import count_models, ready

    ready()
    dice = random.Random(3)
    sparse = [[dice.choice((-1, 1)) * v for v in dice.sample(range(1, 81), 3)] for _ in range(40)]
    parts = [
        [dice.choice((-1, 1)) * (10 * part + v) for v in dice.sample(range(1, 11), 3)]
        for part in range(100)
        for _ in range(20)
    ]
    for name, variables, clauses in (("80 variables, 40 clauses", 80, sparse), ("a hundred parts", 1000, parts)):
        text = f"p cnf {variables} {len(clauses)}\n" + "".join(
            " ".join(map(str, clause)) + " 0\n" for clause in clauses
        )
        formula = read_dimacs(text)
        value = count_models(formula, Limits()).value
        seconds = cpu(lambda formula=formula: count_models(formula, Limits()))  # type: ignore[misc]
        figure(f"{name}, {len(str(value))} digits", f"{seconds:.2f} s", "1", seconds <= 1)


def steps() -> None:
    """Measure the first hint, the slowest step and the whole path of every example with one solution."""
    import entails
    from entails.models.limits import UNLIMITED
    from entails.puzzles import puzzle_type_named
    from entails.queries.steps import walked

    for name in PUZZLES:
        first: list[float] = []
        stuck: list[float] = [0.0]
        whole: list[float] = []
        largest = 0
        for example in puzzle_type_named(name).examples:
            puzzle = entails.parse(name, example.text)
            if not entails.check(puzzle).unique:
                continue
            started = last = time.process_time()
            with walked(puzzle, "steps", UNLIMITED) as walk:
                for number, step in enumerate(walk.steps()):
                    now = time.process_time()
                    if not number:
                        first.append(now - started)
                    elif len(step.statements) > 1:
                        stuck.append(now - last)
                    last = now
                    largest = max(largest, len(step.statements))
            whole.append(time.process_time() - started)
        reached = max(first) <= 0.15 and max(stuck) <= STUCK.get(name, 2.0) and max(whole) <= PATHS.get(name, 25.0)
        text = f"{max(first):.2f}, {max(stuck):.2f}, {median(whole):.2f} to {max(whole):.2f} s; largest step {largest}"
        target = f"0.15, {STUCK.get(name, 2.0)}, {PATHS.get(name, 25.0):g} s"
        figure(f"{name}: first hint, slowest step of several, path", text, target, reached)


def clues() -> None:
    """Measure a minimal set of clues for the examples with one solution, as needed while editing."""
    import entails
    from entails.puzzles import puzzle_type_named

    took: dict[str, float] = {}
    for name in (*PUZZLES, "sudoku"):
        for example in puzzle_type_named(name).examples:
            puzzle = entails.parse(name, example.text)
            started = time.process_time()
            result = entails.minimal_clues(puzzle, limits=Limits(seconds=20))
            if result.minimal:
                took[name] = max(took.get(name, 0.0), time.process_time() - started)
    report = ", ".join(f"{name} {seconds:.2f}" for name, seconds in took.items())
    figure("a minimal set of clues, slowest example", f"{report} s", "0.5 s", max(took.values()) <= 0.5)


def sizes() -> None:
    """Measure the largest step and the time of a path: Sudokus by ER, published puzzles up to 10x10, our examples."""
    import entails
    from entails.puzzles import puzzle_type_named

    rated, links = data(SE_RATED), data(LINKS)
    if rated is not None:
        with rated.open(encoding="utf-8") as file:
            rows = [(float(row["ER"]), row["puzzle"]) for row in csv.DictReader(file)]
        for low, high in BANDS:
            own = [grid for er, grid in rows if low <= er <= high]
            walk_sizes(
                f"Sudoku of ER {low:g} to {high:g}",
                [entails.parse("sudoku", item) for item in own[:: max(1, len(own) // 4)][:4]],
            )
    if links is not None:
        result = [json.loads(line) for line in links.read_text(encoding="utf-8").splitlines()]
        for genre, name in PUBLISHED.items():
            own = [
                item["link"] for item in result if item["genre"] == genre and max(item["width"], item["height"]) <= 10
            ]
            walk_sizes(f"{name}, published", [entails.parse(name, link) for link in own])
    for name in ("takuzu", "star-battle", "killer", "nonogram"):
        puzzles = [entails.parse(name, example.text) for example in puzzle_type_named(name).examples]
        walk_sizes(f"{name}, our examples", [puzzle for puzzle in puzzles if entails.check(puzzle).unique])


def walk_sizes(name: str, puzzles: list[Any]) -> None:
    """Print one line about the paths of these puzzles."""
    from entails.queries.steps import walked

    largest, took, slowest, ended = [], [], [0.0], 0
    for puzzle in puzzles:
        started = last = time.process_time()
        with walked(puzzle, "steps", Limits(seconds=SECONDS)) as walk:
            steps = 0
            for step in walk.steps():
                now = time.process_time()
                steps = max(steps, len(step.statements))
                slowest.append(now - last)
                last = now
            ended += walk.status == "solved"
        largest.append(steps)
        took.append(time.process_time() - started)
    if puzzles:
        path = f"path {median(took):.2f}/{max(took):.2f} s, slowest step {max(slowest):.2f} s"
        print(
            f"     {name}: {ended} of {len(puzzles)}, {path}, largest step {median(largest):g}/{max(largest)}",
            flush=True,
        )


def difficulty() -> None:
    """Compare effort from steps with people's times on Sudokus, beside the calibrated rating."""
    import entails
    from entails.queries.hint import reasoned_difficulty

    path = data(RATED)
    if path is None:
        return
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[:: max(1, 172 // SAMPLE)]
    grids = [entails.parse("sudoku", row["puzzle"]) for row in rows]
    result = [reasoned_difficulty(grid) for grid in grids]
    rated = [entails.rate(grid, quine=False).difficulty or 0.0 for grid in grids]
    for people in ("D_TO", "D_TR"):
        times = [float(row[people]) for row in rows]
        criteria: dict[str, Callable[[Any], float]] = {
            "effort": lambda item: item.effort,
            "rounds": lambda item: item.rounds,
            "largest step": lambda item: item.largest,
        }
        report = [f"{name} {spearman([of(item) for item in result], times):.2f}" for name, of in criteria.items()]
        print(
            f"     {people}, {len(rows)} grids, Spearman: {', '.join(report)}, calibrated {spearman(rated, times):.2f}"
        )


def spearman(left: list[float], right: list[float]) -> float:
    """Return the rank correlation of two series."""
    import numpy as np

    def ranks(values: list[float]) -> Any:
        ordered = sorted(values)
        return np.array([ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values])

    return float(np.corrcoef(ranks(left), ranks(right))[0, 1])


def unsatisfiable(seed: int) -> list[list[int]]:
    """Build random unsatisfiable clauses of three literals."""
    from pysat.solvers import Minisat22

    dice = random.Random(seed)
    while True:
        clauses = []
        for _ in range(CLAUSES):
            three = dice.sample(range(1, VARIABLES + 1), 3)
            clauses.append([literal if dice.random() < 0.5 else -literal for literal in three])
        with Minisat22(bootstrap_with=clauses) as solver:
            if not solver.solve():
                return clauses


def contradictions() -> None:
    """Measure a minimal conflict and a minimal repair, each verified, against programs that find one of these."""
    from pysat.examples.lbx import LBX
    from pysat.examples.musx import MUSX
    from pysat.formula import WCNF

    ours, musx, lbx = 0.0, 0.0, 0.0
    explanations: list[Explanation] = []
    for seed in range(FORMULAS):
        clauses = unsatisfiable(seed)
        text = f"p cnf {VARIABLES} {CLAUSES}\n" + "".join(" ".join(map(str, item)) + " 0\n" for item in clauses)
        formula = read_dimacs(text)
        soft = WCNF()
        for clause in clauses:
            soft.append(clause, weight=1)

        def first(formula: Any = formula) -> None:
            limits = Limits(seconds=10)
            explanations.append(
                explain(engine("minisat22"), formula, limits, Options(), first=True, verifier=engine("mergesat3"))
            )

        def repairs(soft: Any = soft) -> None:
            with LBX(soft) as search:
                for _ in range(REPAIRS):
                    search.block(search.compute())

        ours += cpu(first)
        musx += cpu(lambda soft=soft: MUSX(soft, verbosity=0).compute())  # type: ignore[misc]
        lbx += cpu(repairs)
    assert all(item.verified and item.conflicts and item.repairs for item in explanations)
    name = f"a conflict and a repair of {CLAUSES} random clauses, confirmed, against MUSX and LBX"
    ratio = ours / (musx + lbx)
    each = f"{1000 * ours / FORMULAS:.0f} ms against {1000 * musx / FORMULAS:.0f} + {1000 * lbx / FORMULAS:.0f}"
    figure(name, f"{ratio:.1f} times their time ({each})", "3", ratio <= 3)


if __name__ == "__main__":
    {"difficulty": difficulty, "sizes": sizes}.get("".join(sys.argv[1:]), main)()
