"""The presets `annex` and `program` agree with the originals step by step."""

import random

import pytest

import entails
from entails.formats.sudoku.read import parse_grid
from entails.models.errors import InvalidOption
from entails.solvers.quine.options import PRESETS, QuineOptions
from entails.solvers.quine.run import quine
from entails.solvers.sudoku import formula

from . import quine_originals as originals
from . import quine_program as program
from .quine_reference import Clause, as_cnf, models


def unique_formulas(seed: int, count: int) -> list[tuple[list[Clause], int, frozenset[int]]]:
    """Return uniquely solvable formulas, most of which need disjunctions."""
    rng = random.Random(seed)
    items: list[tuple[list[Clause], int, frozenset[int]]] = []
    while len(items) < count:
        variables = rng.randint(4, 9)
        clauses: list[Clause] = []
        left = list(models([], variables))
        while len(left) > 1:
            clause = tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), rng.choice((2, 3, 3))))
            fewer = [model for model in left if model.intersection(clause)]
            if fewer and len(fewer) < len(left):
                clauses.append(clause)
                left = fewer
        items.append((clauses, variables, left[0]))
    return items


def per_depth(counts: dict[int, int], length: int) -> tuple[int, ...]:
    return tuple(counts.get(depth, 0) for depth in range(length))


def test_annex_is_the_annex() -> None:
    depths = set()
    for clauses, variables, answer in unique_formulas(1, 200):
        counts = originals.OriginalCounts()
        assert originals.annex(list(clauses), counts) <= answer
        result = quine(as_cnf(clauses, variables), QuineOptions.of("annex"))
        assert frozenset(result.solution or ()) == answer
        assert result.several is False
        assert result.disjunctions == per_depth(counts.disjunctions, result.depth), clauses
        assert result.eliminations == per_depth(counts.eliminations, result.depth + 1), clauses
        depths.add(result.depth)
    assert {1, 2, 3} <= depths


HEURISTICS = {"min": program.heuristic_1, "max-program": program.heuristic_2}


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("seed", [0, 1])
def test_program_is_the_program(seed: int, heuristic: str) -> None:
    depths = set()
    for clauses, variables, answer in unique_formulas(2, 150):
        counts = program.Counts()
        program.solve_cnf([list(clause) for clause in clauses], HEURISTICS[heuristic], counts, random.Random(seed))
        result = quine(as_cnf(clauses, variables), QuineOptions.of("program", seed=seed, heuristic=heuristic))
        assert frozenset(result.solution or ()) == answer
        assert result.several is False
        assert result.disjunctions == per_depth(counts.disjunctions, result.depth), clauses
        assert result.eliminations == per_depth(counts.quines, result.depth + 1), clauses
        depths.add(result.depth)
    assert {1, 2} <= depths


GRIDS = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "000005001050000026000200000060008009000050600400970000001009508704000000000061400",
    "040003670030000000000700000050204806000006030086050000010000008273801400860020100",
    "905004100001000806840006007030600000700000000000905004100500000000001603000307050",
]


@pytest.mark.parametrize("line", GRIDS)
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_program_on_grids_has_the_formula_and_the_counts_of_the_program(line: str, heuristic: str) -> None:
    grid = parse_grid(line)
    listed = formula(grid, "listed")
    number = {name: fact for fact, name in enumerate(listed.names, 1)}
    clauses = [
        [(1 if positive else -1) * number[f"r{i + 1}c{j + 1}={k + 1}"] for i, j, k, positive in clause]
        for clause in program.sudoku_to_cnf(grid.cells)
    ]
    assert [list(map(int, clause)) for clause in listed.clauses] == clauses
    counts = program.Counts()
    program.solve_cnf(clauses, HEURISTICS[heuristic], counts, random.Random(0))
    result = entails.quine(grid, preset="program", heuristic=heuristic)
    assert result.disjunctions == per_depth(counts.disjunctions, result.depth)
    assert result.eliminations == per_depth(counts.quines, result.depth + 1)


def test_the_default_does_not_depend_on_the_order_of_clauses() -> None:
    rng = random.Random(3)
    for clauses, variables, _ in unique_formulas(4, 60):
        shuffled = [tuple(rng.sample(clause, len(clause))) for clause in rng.sample(clauses, len(clauses))]
        for heuristic in ("min", "max", "max-program"):
            options = QuineOptions(heuristic=heuristic)
            item, second = quine(as_cnf(clauses, variables), options), quine(as_cnf(shuffled, variables), options)
            assert item.disjunctions == second.disjunctions


def test_program_says_when_its_answer_is_not_the_only_one() -> None:
    result = quine(as_cnf([(1, 2, 3)], 3), QuineOptions.of("program"))
    assert (result.status, result.several) == ("satisfied", True)
    either = quine(as_cnf([(1, 2), (-1, -2)], 2), QuineOptions.of("program"))
    assert (either.status, either.several) == ("satisfied", True)


def test_presets_and_options_by_name() -> None:
    assert set(PRESETS) == {"default", "annex", "program"}
    assert QuineOptions.of() == QuineOptions()
    changed = QuineOptions.of("program", heuristic="max", seed=None)
    assert (changed.heuristic, changed.follow, changed.seed) == ("max", "true-first", 0)
    with pytest.raises(InvalidOption, match="unknown preset 'best'"):
        QuineOptions.of("best")
    with pytest.raises(InvalidOption, match="option heuristic"):
        QuineOptions.of("annex", heuristic="fastest")
    with pytest.raises(InvalidOption, match="option colour"):
        QuineOptions.of("annex", colour="red")


def test_the_same_seed_gives_the_same_run() -> None:
    clauses, variables, _ = unique_formulas(7, 1)[0]
    for preset in PRESETS:
        options = QuineOptions.of(preset, heuristic="random", seed=11)
        item, second = quine(as_cnf(clauses, variables), options), quine(as_cnf(clauses, variables), options)
        assert item.as_json() == second.as_json()
