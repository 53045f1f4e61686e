"""Optimal solutions of weighted clauses: every optimising engine finds one, others report their objective."""

from random import Random

import pytest
from helpers import Formula, available, random_formula, subject_id

from entails.models.encoding import Clauses, Cnf, Objective
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.solvers.engine import Engine, solutions

ENGINES = available("cnf")


def weighed(formula: Formula, objective: Objective, *, hidden: int = 0) -> Cnf[tuple[int, ...]]:
    """Build a formula with weights; its last variables are auxiliary."""
    names = [f"x{number}" for number in range(1, formula.variables + 1 - hidden)]
    return Cnf(formula.variables, names, (), tuple, Clauses.of(formula.clauses), objective=objective)


def random_objective(random: Random, variables: int) -> Objective:
    """Build a random objective: positive and negative literals, some repeated, some with weight 0 or less."""
    lits = [random.randint(1, variables) * random.choice((1, -1)) for _ in range(random.randint(0, 6))]
    weights = random.choice(((1,), (1, 2, 5, -3, 0)))
    facts = tuple((random.choice(weights), lit) for lit in lits)
    return Objective(random.choice(("maximise", "minimise")), facts=facts, fixed=random.choice((0, 0, 3, -2)))


def worth(objective: Objective, model: tuple[int, ...]) -> int:
    return objective.fixed + sum(weight for weight, lit in objective.facts if lit in model)


@pytest.mark.parametrize("engine", ENGINES, ids=subject_id)
def test_objective_values(engine: Engine) -> None:
    for seed in range(20):
        random, formula = Random(seed), random_formula(seed)
        objective = random_objective(random, formula.variables)
        literal_objective = [worth(objective, model) for model in formula.models()]
        hidden = (
            0 if engine.name == "quine" else random.randint(0, formula.variables - 1)
        )  # it leaves auxiliary variables open
        with engine.open(weighed(formula, objective, hidden=hidden), UNLIMITED, Options()) as session:
            outcome = session.solve()
        if not literal_objective:
            assert isinstance(outcome, Unsatisfiable)
        elif "optimise" in engine.capabilities:
            assert isinstance(outcome, Satisfied)
            best = max(literal_objective) if objective.sense == "maximise" else min(literal_objective)
            assert (outcome.objective, outcome.bound, outcome.optimal) == (best, best, True)
        else:
            assert isinstance(outcome, Satisfied)
            assert outcome.objective in literal_objective
            assert (outcome.bound, outcome.optimal) == (None, False)


@pytest.mark.parametrize("engine", [engine for engine in ENGINES if "enumerate" in engine.capabilities], ids=subject_id)
def test_a_list_has_all_answers_not_only_the_best(engine: Engine) -> None:
    formula = Formula(3, ([1, 2, 3], [-1, -2]))
    cnf = weighed(formula, Objective("minimise", facts=((1, 1), (2, 2), (3, 3))))
    listing = solutions(engine, cnf, UNLIMITED, Options())
    assert sorted(listing) == sorted(tuple(lit for lit in model if lit > 0) for model in formula.models())
    assert listing.complete


def test_rc2_lists_the_best_first() -> None:
    (rc2,) = (engine for engine in ENGINES if engine.name == "rc2")
    cnf = weighed(Formula(3, ([1, 2, 3], [-1, -2])), Objective("maximise", facts=((1, 1), (2, 2), (4, 3))))
    literal_objective = [
        sum({1: 1, 2: 2, 3: 4}[lit] for lit in answer) for answer in solutions(rc2, cnf, UNLIMITED, Options())
    ]
    assert literal_objective == [6, 5, 4, 2, 1]


def test_rc2_is_stopped() -> None:
    """RC2 stops at the time limit on a hard problem: a maximum set of numbers without a common bit."""
    (rc2,) = (engine for engine in ENGINES if engine.name == "rc2")
    random = Random(1)
    pairs = {tuple(sorted(random.sample(range(1, 301), 2))) for _ in range(3000)}
    clauses = tuple([-item, -second] for item, second in sorted(pairs))
    objective = Objective("maximise", facts=tuple((random.randint(1, 9), fact) for fact in range(1, 301)))
    with rc2.open(weighed(Formula(300, clauses), objective), Limits(seconds=0.5), Options()) as session:
        outcome = session.solve()
    assert outcome.status == "undecided"
    assert outcome.reason == "time"
