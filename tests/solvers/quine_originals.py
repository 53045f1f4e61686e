"""Annex 5 of Landreau 2025 as printed, on copied formulas; `quine_program` has its C program.

Written from the description, for formulas with exactly one solution; it does not cover others.
"""

from collections import Counter
from dataclasses import dataclass, field

from .quine_reference import Clause

Formula = list[Clause]


@dataclass
class OriginalCounts:
    """Disjunctions and eliminations by depth."""

    disjunctions: Counter[int] = field(default_factory=Counter)
    eliminations: Counter[int] = field(default_factory=Counter)


def substitute(formula: Formula, literal: int) -> Formula:
    return [tuple(lit for lit in clause if lit != -literal) for clause in formula if literal not in clause]


def smallest_clause(formula: Formula) -> int:
    """Apply the heuristic `min`; a formula without positive literals is used with flipped signs."""
    sign = 1 if any(lit > 0 for clause in formula for lit in clause) else -1
    against = Counter(abs(lit) for clause in formula for lit in clause if lit * sign < 0)
    return min((len(clause), against[abs(lit)], abs(lit)) for clause in formula for lit in clause if lit * sign > 0)[2]


def first_unit(formula: Formula) -> int | None:
    return next((clause[0] for clause in formula if len(clause) == 1), None)


def annex(formula: Formula, counts: OriginalCounts) -> set[int]:
    """Run algorithm 2: return the whole solution."""
    known: set[int] = set()
    while formula:
        unit = first_unit(formula)
        result = {unit} if unit is not None else annex_disjunction(formula, counts, 0)
        counts.eliminations[0] += unit is not None
        for literal in result:
            formula = substitute(formula, literal)
        known |= result
    return known


def annex_disjunction(formula: Formula, counts: OriginalCounts, depth: int) -> set[int]:
    """Run algorithm 1. A case without clauses waits for the other one, as nothing follows in it."""
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
