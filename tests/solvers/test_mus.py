"""Conflicts and repairs within budgets: the first is minimal, claims are true, short conflicts are shown."""

import random
from itertools import combinations

import pytest
from helpers import random_formula

import entails
from entails.formats.dimacs.read import read_dimacs
from entails.models.encoding import Cnf
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Explanation
from entails.solvers.engine import engine
from entails.solvers.explain import explain
from entails.solvers.proof import check_proof


def hard_formula() -> tuple[Cnf[tuple[int, ...]], list[list[int]]]:
    """Build 50 variables in 218 random clauses of three, like SATLIB's uuf50: unsatisfiable, conflicts of about a
    hundred.
    """
    dice = random.Random(1)
    clauses: list[list[int]] = []
    while len(clauses) < 218:
        three = dice.sample(range(1, 51), 3)
        clauses.append([literal if dice.random() < 0.5 else -literal for literal in three])
    lines = "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
    return read_dimacs(f"p cnf 50 218\n{lines}"), clauses


def has_model(clauses: list[list[int]]) -> bool:
    from pysat.solvers import Cadical153

    with Cadical153(bootstrap_with=clauses) as solver:
        return bool(solver.solve())


class TestFirst:
    def test_a_minimal_conflict_and_a_minimal_repair(self) -> None:
        formula, clauses = hard_formula()
        explanation = explain(
            engine("minisat22"), formula, UNLIMITED, Options(), first=True, verifier=engine("mergesat3"), most=20
        )
        (conflict,), (repair,) = explanation.conflicts, explanation.repairs
        held = [int(group.id.split()[1]) - 1 for group in conflict.groups]
        given_up = {int(group.id.split()[1]) - 1 for group in repair.groups}
        assert not has_model([clauses[number] for number in held])
        assert all(has_model([clauses[second] for second in held if second != number]) for number in held)
        kept = [clause for number, clause in enumerate(clauses) if number not in given_up]
        assert has_model(kept)
        assert not any(has_model([*kept, clauses[number]]) for number in given_up)
        assert explanation.verified
        assert (explanation.smallest, explanation.smallest_repair, explanation.complete, explanation.reason) == (
            False,
            False,
            False,
            "maximum",
        )

    def test_more_within_a_budget(self) -> None:
        """Within a budget that does not reach the smallest results, both lists still have some."""
        explanation = explain(engine("minisat22"), hard_formula()[0], Limits(conflicts=20_000), Options())
        assert len(explanation.repairs) > 1
        assert len(explanation.conflicts) > 1
        assert not explanation.complete
        assert not explanation.smallest

    def test_a_proof(self) -> None:
        formula, clauses = hard_formula()
        explanation = entails.explain(formula, first=True, proof=True)
        assert explanation.proof is not None
        assert check_proof(clauses, explanation.proof).verified
        with pytest.raises(UnsupportedCapability, match="clauses"):
            entails.explain(entails.parse("takuzu", "00../00../..../...."), encoder="cpsat", proof=True)


def test_claims_hold_within_any_budget() -> None:
    """With any number of conflicts, results called smallest or complete are so, compared with all subsets."""
    claimed = 0
    for seed in range(40):
        formula = random_formula(seed, 6)
        claims = [number for number, group in enumerate(formula.groups) if group.soft]
        if formula.models():
            continue
        sizes = [
            size
            for size in range(len(claims) + 1)
            if any(not formula.models(frozenset(held)) for held in combinations(claims, size))
        ]
        for conflicts in (1, 3, 8, 20, None):
            explanation = explain(engine("minisat22"), formula.encoding(), Limits(conflicts=conflicts), Options())
            if explanation.smallest:
                claimed += 1
                assert len(explanation.conflicts[0].groups) == sizes[0]
    assert claimed > 30


class TestShortOnes:
    def explained(self, **how: object) -> Explanation:
        """Explain two 5s in a row, in a grid whose many other givens also conflict."""
        return entails.explain(entails.parse("sudoku", LONG_CLASH), most=5, **how)  # type: ignore[arg-type]

    def test_long_ones_are_counted(self) -> None:
        short, every = self.explained(long=False), self.explained(long=True)
        assert [len(conflict.groups) for conflict in short.conflicts] == [2]
        assert len(every.conflicts) == 1 + short.longer
        assert short.longer >= 1
        assert all(len(conflict.groups) > 4 for conflict in every.conflicts[1:])


LONG_CLASH = "535.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""A newspaper grid with an extra 5 in its first row: a short conflict of two 5s, and long ones with many givens."""


class TestSoftFirst:
    def test_repairs_are_made_of_them(self) -> None:
        """Repairs consist of the constraints preferred in repairs: of three conflicting ones, each in turn."""
        puzzle = entails.parse("takuzu", "000./..../..../....")
        for name in ("given r1c1=0", "given r1c2=0", "given r1c3=0"):
            explanation = entails.explain(puzzle, soft_first=[name])
            assert [group.id for group in explanation.repairs[0].groups] == [name]
            assert explanation.complete

    def test_an_unknown_statement(self) -> None:
        with pytest.raises(InvalidOption, match="unknown soft constraint 'r1c1'"):
            entails.explain(entails.parse("takuzu", "000./..../..../...."), soft_first=["r1c1"])


class TestChanges:
    def test_another_value(self) -> None:
        puzzle = entails.parse("takuzu", "000./..../..../....")
        explanation = entails.explain(puzzle)
        assert {repair.changes for repair in explanation.repairs if len(repair.groups) == 1} == {
            ("r1c1=1",),
            ("r1c2=1",),
            ("r1c3=1",),
        }

    def test_another_number(self) -> None:
        puzzle = entails.parse("killer", "ABBC/AADC/EFDC/EFDG A=9 B=4 C=8 D=7 E=4 F=4 G=2")
        repair = entails.explain(puzzle).repairs[0]
        assert [group.id for group in repair.groups] == ["given cage F=4"]
        assert repair.changes == ("6",)
        assert entails.check(entails.parse("killer", "ABBC/AADC/EFDC/EFDG A=9 B=4 C=8 D=7 E=4 F=6 G=2")).consistent
