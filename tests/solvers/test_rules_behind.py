"""The rules behind a conflict: sufficient, minimal, and named in sentences."""

from helpers import Formula, random_formula

import entails
from entails.models.encoding import Group
from entails.models.limits import UNLIMITED, Limits, Options
from entails.solvers.engine import Budget, engine
from entails.solvers.explain import explain, rules_behind

TWO_FIVES = "55" + "." * 79
CLAIMS, RULES = 4, 6


def with_rules_apart(seed: int) -> Formula:
    """Build a random formula in which each hard clause is a rule of its own."""
    formula = random_formula(seed, CLAIMS)
    groups, group_of = list(formula.groups), list(formula.group_of)
    for place, group in enumerate(group_of):
        if not formula.groups[group].soft:
            group_of[place] = len(groups)
            groups.append(Group(f"rule {place}", f"rule {place}"))
    return Formula(formula.variables, formula.clauses, tuple(groups), tuple(group_of))


def contradicts(formula: Formula, groups: set[int]) -> bool:
    clauses = [clause for clause, group in zip(formula.clauses, formula.group_of, strict=True) if group in groups]
    return not Formula(formula.variables, clauses, formula.groups, [0] * len(clauses)).models()


def test_two_alike_in_a_row_rest_on_the_rule_of_that_row() -> None:
    explanation = entails.explain(entails.parse("sudoku", TWO_FIVES))
    (conflict,) = explanation.conflicts
    assert [rule.text for rule in conflict.rules] in (["row 1 has one 5"], ["box 1 has one 5"])


def test_the_rules_are_enough_and_none_is_too_many() -> None:
    explained = 0
    for seed in range(700, 780):
        formula = with_rules_apart(seed)
        explanation = explain(engine("cadical195"), formula.encoding(), UNLIMITED, Options(), most=100)
        for conflict in explanation.conflicts:
            claimed = {formula.groups.index(group) for group in conflict.groups}
            rules = {formula.groups.index(group) for group in conflict.rules}
            assert contradicts(formula, claimed | rules)
            assert not any(contradicts(formula, claimed | rules - {rule}) for rule in rules)
            explained += bool(rules)
    assert explained > 10


def test_without_time_no_rule_is_named() -> None:
    formula = with_rules_apart(700)
    spent = Budget(Limits(seconds=1e-9))
    assert rules_behind(formula.encoding(), [(0,)], spent) == [()]
