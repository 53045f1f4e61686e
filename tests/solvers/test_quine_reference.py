"""The kernels against brute force on thousands of small formulas with no, one or several solutions."""

import random
from collections import Counter

import pytest

from entails.models.limits import Limits
from entails.solvers.quine.depth import exact_depth
from entails.solvers.quine.options import HEURISTICS, PRESETS, QuineOptions
from entails.solvers.quine.run import QuineResult, quine

from . import quine_reference as reference
from .quine_reference import Clause, as_cnf, random_clauses

FORMULAS = 2500


def formulas(seed: int, count: int, most_variables: int) -> list[tuple[list[Clause], int]]:
    rng = random.Random(seed)
    sizes = [rng.randint(1, most_variables) for _ in range(count)]
    return [(random_clauses(rng, variables), variables) for variables in sizes]


def test_exact_depth_and_verdict_equal_brute_force() -> None:
    seen: Counter[tuple[str, int | None]] = Counter()
    for clauses, variables in formulas(1, FORMULAS, 6):
        result = exact_depth(as_cnf(clauses, variables))
        wanted = reference.forced(clauses, variables, variables)
        assert result.depth == reference.exact_depth(clauses, variables, variables), clauses
        assert result.status == ("unsatisfiable" if wanted is None else "satisfied"), clauses
        if wanted is not None:
            assert frozenset(result.forced) == wanted, clauses
            assert result.several == (len(wanted) < variables), clauses
        seen[result.status, result.depth] += 1
    for status in ("satisfied", "unsatisfiable"):
        for depth in (0, 1, 2):
            assert seen[status, depth] >= 5, f"the sample is too tame: {seen}"


def test_exact_depth_with_auxiliaries_equals_brute_force() -> None:
    never = 0
    for clauses, variables in formulas(2, FORMULAS // 2, 6):
        own = max(1, variables // 2)
        result = exact_depth(as_cnf(clauses, variables, own))
        wanted = reference.exact_depth(clauses, variables, own)
        assert result.depth == wanted, clauses
        if wanted is None:
            assert result.stopped == "never"
            never += 1
    assert never >= 5, "no formula whose auxiliaries stay open"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_every_preset_and_heuristic_finds_the_truth(preset: str, heuristic: str) -> None:
    """Every preset and heuristic finds the right verdict, uniqueness, solution and top-level deductions."""
    for clauses, variables in formulas(3, 150, 7):
        result = quine(as_cnf(clauses, variables), QuineOptions.of(preset, heuristic=heuristic), tree=True)
        items = list(reference.models(clauses, variables))
        assert result.status == ("satisfied" if items else "unsatisfiable"), clauses
        if items:
            assert result.several == (len(items) > 1), clauses
            assert frozenset(result.solution or ()) in items, clauses
        assert_sound(result, clauses, variables)


def test_any_mixture_of_options_finds_the_truth() -> None:
    rng = random.Random(7)
    choices = {
        "follow": ("saturate", "alternate", "true-first"),
        "recurse": ("both", "one-at-random"),
        "returned": ("union", "replace"),
        "solved_case": ("continue", "accept"),
        "unit_order": ("oldest", "formula"),
        "empty_clause": ("at-once", "in-turn"),
        "heuristic": tuple(HEURISTICS),
    }
    for clauses, variables in formulas(7, 500, 8):
        options = QuineOptions.of("default", seed=rng.randint(0, 9), **{k: rng.choice(v) for k, v in choices.items()})
        result = quine(as_cnf(clauses, variables), options)
        items = list(reference.models(clauses, variables))
        assert result.status == ("satisfied" if items else "unsatisfiable"), (clauses, options)
        assert result.several == (len(items) > 1 if items else None), (clauses, options)


def assert_sound(result: QuineResult, clauses: list[Clause], variables: int) -> None:
    """Assert that every literal of every line follows from the formula and the suppositions around it."""
    tree = result.tree
    assert tree is not None
    accepts = result.options.solved_case == "accept"
    every = list(reference.models(clauses, variables))
    suppositions: dict[int, tuple[int, ...]] = {}
    for row in tree.disjunctions:
        around = () if row.parent is None else (*suppositions[row.parent], row.variable)
        if row.parent is not None:
            outer = tree[row.parent]
            around = (*suppositions[row.parent], outer.variable if row.side else -outer.variable)
        suppositions[row.id] = around
        here = [model for model in every if model.issuperset(around)]
        if not row.verdict.endswith("accepted") and not (accepts and result.several):
            for literal in row.kept:
                assert all(literal in model for model in here), (clauses, row)
        if row.verdict == "both refuted":
            assert not here
        for case in row.cases:
            assert case.assumed is not None
            under = [model for model in here if case.assumed in model]
            if not accepts:
                assert all(literal in model for literal in case.literals for model in under), (clauses, row)
                assert case.end != "contradiction" or not under
    if not accepts:
        assert all(literal in model for literal in tree.root.literals for model in every), clauses


def test_counts_agree_with_the_tree() -> None:
    for clauses, variables in formulas(4, 400, 8):
        result = quine(as_cnf(clauses, variables), tree=True)
        tree = result.tree
        assert tree is not None
        assert sum(result.disjunctions) == len(tree.disjunctions)
        assert result.depth == tree.depth == len(result.disjunctions)
        lines = [tree.root, *(case for row in tree.disjunctions for case in row.cases)]
        steps = [step for line in lines for part in line.rounds for step in part.steps]
        assert sum(result.true_eliminations) == sum(step.literal > 0 for step in steps)
        assert sum(result.false_eliminations) == sum(step.literal < 0 for step in steps)


@pytest.mark.parametrize("preset", ["default", "annex"])
def test_a_tree_is_never_shallower_than_the_exact_depth(preset: str) -> None:
    equal = 0
    for clauses, variables in formulas(6, 400, 7):
        cnf = as_cnf(clauses, variables)
        result, exact = quine(cnf, QuineOptions.of(preset, heuristic="shortest")), exact_depth(cnf)
        if result.several or exact.depth is None:
            continue
        assert result.depth >= exact.depth, clauses
        if exact.depth <= 1:
            assert result.depth == exact.depth, clauses
            equal += exact.depth
    assert equal >= 10


def test_limits_are_kept_and_reported() -> None:
    rng = random.Random(5)
    clauses = [tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, 61), 3)) for _ in range(255)]
    cnf = as_cnf(clauses, 60)
    capped = quine(cnf, QuineOptions(heuristic="random"), Limits(nodes=3))
    assert (capped.status, capped.stopped) == ("undecided", "nodes")
    assert sum(capped.disjunctions) == 3
    assert capped.known == f"depth is at least {capped.depth}"
    flat = quine(cnf, QuineOptions(max_depth=1))
    assert (flat.status, flat.stopped, flat.depth) == ("undecided", "depth", 1)
    bound = exact_depth(cnf, cap=1)
    assert (bound.depth, bound.at_least, bound.stopped) == (None, 2, "depth")
    assert bound.known == "depth is at least 2"
    few = exact_depth(cnf, Limits(nodes=5))
    assert (few.depth, few.stopped) == (None, "nodes")
    assert few.at_least >= 1
