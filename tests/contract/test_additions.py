"""Clauses added to a session act like those of the puzzle, and are removed with their scope."""

import pytest
from helpers import BANK, SUBJECTS, Formula, Model, available, brute_force, listed, opened, random_formula, subject_id
from helpers import true_facts as answers_of
from native_cases import CASES

from entails.models.encoding import Clauses, Cnf, Kind, Native
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.solvers.engine import Engine, Session

Subject = tuple[Engine, Kind]
each_subject = pytest.mark.parametrize(
    "subject", [subject for subject in SUBJECTS if "add" in subject[0].capabilities], ids=subject_id
)
SOME = Formula(4, ([1, 2, 3], [-1, -2], [-4]))
ONE_OF_THREE = ((-1, 5), (-2, 5), (-3, 6), (-5, -6), (1, 2, 3))
"""At least one of 1, 2 and 3, and 3 only alone; 5 and 6 are auxiliary."""


@each_subject
def test_like_clauses_of_the_puzzle(subject: Subject) -> None:
    engine, kind = subject
    for seed in range(8):
        formula, more = random_formula(seed), random_formula(seed + 1000)
        clauses = [clause for clause in more.clauses if all(abs(lit) <= formula.variables for lit in clause)]
        expected = answers_of(set(brute_force(formula.variables, [*formula.clauses, *clauses])))
        with opened(engine, formula, kind) as session:
            session.solve()
            session.add(clauses)
            outcome = session.solve()
            assert isinstance(outcome, Satisfied if expected else Unsatisfiable)
            if "enumerate" in engine.capabilities:
                assert sorted(listed(session)[0]) == expected


@each_subject
def test_scopes_and_auxiliaries(subject: Subject) -> None:
    """Auxiliary variables of different additions stay separate, even with the same numbers."""
    engine, kind = subject
    everything = SOME.models()
    alone = [model for model in everything if not (3 in model and (1 in model or 2 in model))]
    with opened(engine, SOME, kind) as session:
        assert sorted(_all(session, len(everything))) == answers_of(everything)
        session.push()
        session.add(ONE_OF_THREE)
        assert sorted(_all(session, len(alone))) == answers_of(alone)
        session.push()
        session.add([[5], [-5, -3]])  # a separate variable 5, which only implies that 3 is false
        without = [model for model in alone if 3 not in model]
        assert sorted(_all(session, len(without))) == answers_of(without)
        session.add([[]])
        assert isinstance(session.solve(), Unsatisfiable)
        session.pop()
        assert sorted(_all(session, len(alone))) == answers_of(alone)
        session.pop()
        session.add([[3]])
        with_three = [model for model in everything if 3 in model]
        assert sorted(_all(session, len(with_three))) == answers_of(with_three)


def _all(session: Session[Model], there_are: int) -> list[Model]:
    """Return all solutions, in a scope of their own, so that the session is unchanged."""
    session.push()
    items = []
    while isinstance(outcome := session.solve(), Satisfied) and len(items) <= there_are:
        items.append(outcome.answer)
        session.block(outcome.facts)
    session.pop()
    return items


@each_subject
def test_with_assumptions_and_soft_groups(subject: Subject) -> None:
    engine, kind = subject
    formula = Formula(3, ([1], [2, 3]), random_formula(0, soft=2).groups, (1, 2))
    with engine.open(formula.encoding(kind), UNLIMITED, Options(soft_groups=True)) as session:
        session.push()
        session.add([[-1, 4], [-4, 2]])
        assert isinstance(session.solve([-2]), Unsatisfiable)
        assert isinstance(session.solve([-2], groups=[2]), Satisfied)
        session.add([[-3]])
        assert isinstance(session.solve([-2], groups=[2]), Unsatisfiable)
        session.pop()
        assert isinstance(session.solve([-2]), Satisfied)


@pytest.mark.parametrize(
    "engine", [engine for engine in available("cnf") if "add" in engine.capabilities], ids=subject_id
)
def test_auxiliaries_of_the_encoding_keep_their_meaning(engine: Engine) -> None:
    """Added clauses may use the encoding's auxiliary variables: here 3 states that 1 and 2 are equal, and 4 is new."""
    equal = ([-3, -1, 2], [-3, 1, -2], [3, 1, 2], [3, -1, -2])
    cnf = Cnf(3, ("a", "b"), (), tuple, Clauses.of(equal))
    with engine.open(cnf, UNLIMITED, Options()) as session:
        session.push()
        session.add([[4], [-4, -3]])
        assert sorted(_all(session, 2)) == [(1,), (2,)]
        session.pop()
        session.add([[3, 4], [-4]])
        assert sorted(_all(session, 2)) == [(), (1, 2)]


@each_subject
def test_dropped_in_any_order(subject: Subject) -> None:
    """Additions can be dropped in any order; a core names those it needs."""
    engine, kind = subject
    with opened(engine, Formula(3, ([1, 2, 3],)), kind) as session:
        first, second, third = (session.add([[-fact, 9], [-9]], own=9) for fact in (1, 2, 3))
        harmless = session.add([[1, -1]])
        outcome = session.solve()
        assert isinstance(outcome, Unsatisfiable)
        if "core" in engine.capabilities:
            outcome = session.solve([1])
            assert isinstance(outcome, Unsatisfiable)
            assert outcome.core is not None
            assert set(outcome.core.added) <= {first, second, third, harmless}
            assert set(outcome.core.added) or outcome.core.assumed
        session.drop(second)
        assert _all(session, 1) == [(2,)]
        session.push()
        session.add([[-2, 7], [-7, -2]])
        assert isinstance(session.solve(), Unsatisfiable)
        session.drop(first)
        session.pop()
        assert sorted(_all(session, 3)) == [(1,), (1, 2), (2,)]


@each_subject
def test_a_core_names_what_was_added(subject: Subject) -> None:
    engine, kind = subject
    if "core" not in engine.capabilities:
        pytest.skip("it names nothing")
    formula = Formula(4, ([1, 2], [3, 4]), random_formula(0, soft=1).groups, (1, 0))
    with engine.open(formula.encoding(kind), UNLIMITED, Options(soft_groups=True)) as session:
        needed = session.add([[-1], [-2]])
        session.add([[3]])
        outcome = session.solve()
        assert isinstance(outcome, Unsatisfiable)
        assert outcome.core is not None
        assert needed in outcome.core.added
        assert outcome.core.groups == ("claim 1",)
        session.drop(needed)
        assert isinstance(session.solve(), Satisfied)


@pytest.mark.parametrize("name", ["the empty clause", "nothing at all"])
@each_subject
def test_odd_formulas(subject: Subject, name: str) -> None:
    engine, kind = subject
    with opened(engine, BANK[name], kind) as session:
        session.add([[1, 2], [-1]])
        assert isinstance(session.solve(), Satisfied if name == "nothing at all" else Unsatisfiable)
        session.add([[-2], [2]])  # the same numbers are new auxiliary variables now
        assert isinstance(session.solve(), Unsatisfiable)


@pytest.mark.parametrize(
    "engine", [engine for engine in available() if "add" not in engine.capabilities], ids=subject_id
)
def test_refused_otherwise(engine: Engine) -> None:
    with engine.open(Native(CASES[engine.name]["one"].puzzle), UNLIMITED, Options()) as session:
        with pytest.raises(UnsupportedCapability, match=f"{engine.name} cannot add clauses"):
            session.add([[1]])
        assert isinstance(session.solve(), Satisfied)
