"""The two algorithms of Landreau 2025 as they stand, on copied formulas: annex 5, and what its C program does.

Written from their description, for satisfiable formulas with one answer only (they are silent on others). The C program
moves the last clause into the place of a deleted one; here clauses keep their order.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from .quine_reference import Clause

Formula = list[Clause]


@dataclass
class Counts:
    """Disjunctions and eliminations per depth."""

    disjunctions: Counter[int] = field(default_factory=Counter)
    eliminations: Counter[int] = field(default_factory=Counter)


def substitute(formula: Formula, literal: int) -> Formula:
    return [tuple(lit for lit in clause if lit != -literal) for clause in formula if literal not in clause]


def smallest_clause(formula: Formula) -> int:
    """The heuristic `min`, which falls back on flipped signs in a formula without positive literals."""
    sign = 1 if any(lit > 0 for clause in formula for lit in clause) else -1
    against = Counter(abs(lit) for clause in formula for lit in clause if lit * sign < 0)
    return min((len(clause), against[abs(lit)], abs(lit)) for clause in formula for lit in clause if lit * sign > 0)[2]


def first_unit(formula: Formula) -> int | None:
    return next((clause[0] for clause in formula if len(clause) == 1), None)


def annex(formula: Formula, counts: Counts) -> set[int]:
    """Algorithm 2: the whole answer."""
    known: set[int] = set()
    while formula:
        unit = first_unit(formula)
        found = {unit} if unit is not None else annex_disjunction(formula, counts, 0)
        counts.eliminations[0] += unit is not None
        for literal in found:
            formula = substitute(formula, literal)
        known |= found
    return known


def annex_disjunction(formula: Formula, counts: Counts, depth: int) -> set[int]:
    """Algorithm 1. A case without clauses left has nothing to reason on, so it waits for the other."""
    counts.disjunctions[depth] += 1
    variable = smallest_clause(formula)
    sets = [{variable}, {-variable}]
    cases = [substitute(formula, variable), substitute(formula, -variable)]
    while not sets[0] & sets[1]:
        if () in cases[0]:
            return sets[1]
        if () in cases[1]:
            return sets[0]
        units = [first_unit(case) for case in cases]
        for side, unit in enumerate(units):
            if unit is not None:
                counts.eliminations[depth + 1] += 1
                cases[side] = substitute(cases[side], unit)
                sets[side].add(unit)
        if units == [None, None]:
            for side in (0, 1):
                if cases[side]:
                    sets[side] = annex_disjunction(cases[side], counts, depth + 1)
                    for literal in sets[side]:
                        cases[side] = substitute(cases[side], literal)
    return sets[0] & sets[1]


def program_step(formula: Formula) -> tuple[Formula, int | None, bool]:
    """One call of its propagation: the first clause of at most one literal decides. (formula, unit, contradiction)"""
    for clause in formula:
        if len(clause) == 1:
            return substitute(formula, clause[0]), clause[0], False
        if not clause:
            return formula, None, True
    return formula, None, False


def program(formula: Formula, counts: Counts, random: Random) -> set[int]:
    """Its main loop, which counts every call."""
    known: set[int] = set()
    while formula:
        formula, unit, contradiction = program_step(formula)
        assert not contradiction
        counts.eliminations[0] += 1
        found = {unit} if unit is not None else program_disjunction(formula, counts, random, 0)
        for literal in found:
            formula = substitute(formula, literal)
        known |= found
    return known


def program_disjunction(formula: Formula, counts: Counts, random: Random, depth: int) -> set[int]:
    """Its disjunction: the true case to its end first, unions, one case at random, a full case accepted."""
    counts.disjunctions[depth] += 1
    variable = smallest_clause(formula)
    sets = [{variable}, {-variable}]
    cases = [substitute(formula, variable), substitute(formula, -variable)]
    finished = [False, False]
    while not sets[0] & sets[1]:
        if False in finished:
            side = finished.index(False)
            if not cases[side]:
                return sets[side]
            cases[side], unit, contradiction = program_step(cases[side])
            counts.eliminations[depth + 1] += 1
            if contradiction:
                return sets[1 - side]
            finished[side] = unit is None
            sets[side] |= set() if unit is None else {unit}
        else:
            side = 0 if random.choice([True, False]) else 1
            found = program_disjunction(cases[side], counts, random, depth + 1)
            for literal in found:
                cases[side] = substitute(cases[side], literal)
            sets[side] |= found
            finished[side] = False
    return sets[0] & sets[1]
