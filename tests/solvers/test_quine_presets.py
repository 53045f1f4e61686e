"""The presets `annex` and `program` do, step for step, what the originals do."""

import random

import pytest

from clausal.models.errors import InvalidOption
from clausal.solvers.quine.options import PRESETS, QuineOptions
from clausal.solvers.quine.run import quine

from . import quine_originals as originals
from .quine_reference import Clause, as_cnf, models


def unique_formulas(seed: int, count: int) -> list[tuple[list[Clause], int, frozenset[int]]]:
    """Formulas with one answer, most of them in need of disjunctions."""
    rng = random.Random(seed)
    found: list[tuple[list[Clause], int, frozenset[int]]] = []
    while len(found) < count:
        variables = rng.randint(4, 9)
        clauses: list[Clause] = []
        left = list(models([], variables))
        while len(left) > 1:
            clause = tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), rng.choice((2, 3, 3))))
            fewer = [model for model in left if model.intersection(clause)]
            if fewer and len(fewer) < len(left):
                clauses.append(clause)
                left = fewer
        found.append((clauses, variables, left[0]))
    return found


def per_depth(counts: dict[int, int], length: int) -> tuple[int, ...]:
    return tuple(counts.get(depth, 0) for depth in range(length))


def test_annex_is_the_annex() -> None:
    depths = set()
    for clauses, variables, answer in unique_formulas(1, 200):
        counts = originals.Counts()
        assert originals.annex(list(clauses), counts) <= answer
        result = quine(as_cnf(clauses, variables), QuineOptions.of("annex"))
        assert frozenset(result.solution or ()) == answer
        assert result.several is False
        assert result.disjunctions == per_depth(counts.disjunctions, result.depth), clauses
        assert result.eliminations == per_depth(counts.eliminations, result.depth + 1), clauses
        depths.add(result.depth)
    assert {1, 2, 3} <= depths


@pytest.mark.parametrize("seed", [0, 1])
def test_program_is_the_program(seed: int) -> None:
    depths = set()
    for clauses, variables, answer in unique_formulas(2, 200):
        counts = originals.Counts()
        assert originals.program(list(clauses), counts, random.Random(seed)) == answer
        result = quine(as_cnf(clauses, variables), QuineOptions.of("program", seed=seed))
        assert frozenset(result.solution or ()) == answer
        assert result.several is False
        assert result.disjunctions == per_depth(counts.disjunctions, result.depth), clauses
        assert result.eliminations == per_depth(counts.eliminations, result.depth + 1), clauses
        depths.add(result.depth)
    assert {1, 2, 3} <= depths


def test_the_default_does_not_depend_on_the_order_of_clauses() -> None:
    rng = random.Random(3)
    for clauses, variables, _ in unique_formulas(4, 60):
        shuffled = [tuple(rng.sample(clause, len(clause))) for clause in rng.sample(clauses, len(clauses))]
        for heuristic in ("min", "max", "max-program"):
            options = QuineOptions(heuristic=heuristic)
            one, other = quine(as_cnf(clauses, variables), options), quine(as_cnf(shuffled, variables), options)
            assert one.disjunctions == other.disjunctions


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
    with pytest.raises(InvalidOption, match="there is no preset 'best'"):
        QuineOptions.of("best")
    with pytest.raises(InvalidOption, match="option heuristic"):
        QuineOptions.of("annex", heuristic="fastest")
    with pytest.raises(InvalidOption, match="option colour"):
        QuineOptions.of("annex", colour="red")


def test_the_same_seed_gives_the_same_run() -> None:
    clauses, variables, _ = unique_formulas(7, 1)[0]
    for preset in PRESETS:
        options = QuineOptions.of(preset, heuristic="random", seed=11)
        one, other = quine(as_cnf(clauses, variables), options), quine(as_cnf(clauses, variables), options)
        assert one.as_json() == other.as_json()
