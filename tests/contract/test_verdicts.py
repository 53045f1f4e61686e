"""Every engine on every type of encoding it accepts, against brute force: verdicts, assumptions, cores."""

from random import Random

import pytest
from helpers import BANK, SUBJECTS, Formula, opened, random_formula, random_literals, solved, subject_id

from entails.models.encoding import Kind
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.solvers.engine import Engine

RANDOM_FORMULAS = 25

each_subject = pytest.mark.parametrize("subject", SUBJECTS, ids=subject_id)
Subject = tuple[Engine, Kind]


def check_solve(engine: Engine, kind: Kind, formula: Formula, assumptions: list[list[int]]) -> None:
    models = formula.models()
    with opened(engine, formula, kind) as session:
        for assumed in assumptions:
            outcome = session.solve(assumed)
            wanted = {model for model in models if set(assumed) <= set(model)}
            assert outcome.stats.engine == engine.name
            if wanted:
                assert isinstance(outcome, Satisfied)
                assert outcome.facts in wanted
                assert outcome.answer == tuple(lit for lit in outcome.facts if lit > 0)
            else:
                assert isinstance(outcome, Unsatisfiable)
                check_core(engine, outcome, assumed, formula)


def check_core(engine: Engine, outcome: Unsatisfiable, assumed: list[int], formula: Formula) -> None:
    if "core" not in engine.capabilities:
        assert outcome.core is None
        return
    assert outcome.core is not None
    assert set(outcome.core.assumed) <= set(assumed)
    assert not any(set(outcome.core.assumed) <= set(model) for model in formula.models())


@each_subject
def test_bank(subject: Subject) -> None:
    engine, kind = subject
    for formula in BANK.values():
        check_solve(engine, kind, formula, [[], []])


@each_subject
def test_assumptions(subject: Subject) -> None:
    engine, kind = subject
    for seed in range(RANDOM_FORMULAS):
        formula, random = random_formula(seed), Random(seed)
        assumptions = [random_literals(random, formula.variables) for _ in range(4)]
        if "assume" in engine.capabilities:
            check_solve(engine, kind, formula, [[], *assumptions, []])
        else:
            check_solve(engine, kind, formula, [[]])


@each_subject
def test_assumptions_of_variables_in_no_clause(subject: Subject) -> None:
    engine, kind = subject
    if "assume" in engine.capabilities:
        check_solve(engine, kind, Formula(4, ([1, 2],)), [[3], [-3], [3, -4, -1], [4, -2, -1], [-1, -2]])
    else:
        with (
            opened(engine, Formula(4, ([1, 2],)), kind) as session,
            pytest.raises(UnsupportedCapability, match=engine.name),
        ):
            session.solve([3])


@each_subject
def test_soft_groups(subject: Subject) -> None:
    """A soft group is enforced exactly if it is selected; the core names groups that contradict the rules."""
    engine, kind = subject
    if "assume" not in engine.capabilities:
        pytest.skip("soft groups need assumptions")
    for seed in range(RANDOM_FORMULAS):
        formula, random = random_formula(seed, soft=4), Random(seed)
        with engine.open(formula.encoding(kind), UNLIMITED, Options(soft_groups=True)) as session:
            for held in (None, [], [1, 2, 3, 4], *(random.sample(range(1, 5), random.randint(1, 3)) for _ in range(3))):
                outcome = session.solve(groups=held)
                wanted = formula.models(held)
                assert isinstance(outcome, Satisfied if wanted else Unsatisfiable)
                if isinstance(outcome, Satisfied):
                    assert outcome.facts in wanted
                elif "core" in engine.capabilities:
                    assert outcome.core is not None
                    named = [index for index, group in enumerate(formula.groups) if group.id in outcome.core.groups]
                    assert len(named) == len(outcome.core.groups)
                    assert held is None or set(named) <= set(held)
                    assert not formula.models(named)


@each_subject
def test_soft_groups_with_assumptions(subject: Subject) -> None:
    """A core can name both soft groups and assumptions: here a group states 1, and -1 is assumed."""
    engine, kind = subject
    if "assume" not in engine.capabilities:
        pytest.skip("soft groups need assumptions")
    formula = Formula(3, ([1], [2, 3]), random_formula(0, soft=2).groups, (1, 2))
    with engine.open(formula.encoding(kind), UNLIMITED, Options(soft_groups=True)) as session:
        assert isinstance(session.solve([-1], groups=[2]), Satisfied)
        outcome = session.solve([-1, 3])
        assert isinstance(outcome, Unsatisfiable)
        if "core" in engine.capabilities:
            assert outcome.core is not None
            assert "claim 1" in outcome.core.groups
            assert -1 in outcome.core.assumed


@each_subject
def test_soft_groups_need_the_option(subject: Subject) -> None:
    engine, kind = subject
    formula = random_formula(0, soft=2)
    with opened(engine, formula, kind) as session, pytest.raises(UnsupportedCapability):
        session.solve(groups=[1])


@each_subject
def test_larger_formulas(subject: Subject) -> None:
    """Formulas with 20 variables need search, restarts and learnt clauses; planted solutions give the verdicts."""
    engine, kind = subject
    for seed in range(4):
        random = Random(seed)
        planted = [v * random.choice((1, -1)) for v in range(1, 21)]
        clauses = [[v * random.choice((1, -1)) for v in random.sample(range(1, 21), 3)] for _ in range(88)]
        kept = tuple(clause for clause in clauses if set(clause) & set(planted))
        outcome = solved(engine, Formula(20, kept), kind)
        assert isinstance(outcome, Satisfied)
        assert all(set(clause) & set(outcome.facts) for clause in kept)
        broken = solved(engine, Formula(20, (*kept, *([-lit] for lit in outcome.facts))), kind)
        assert isinstance(broken, Satisfied) == all(set(clause) - set(outcome.facts) for clause in kept)
