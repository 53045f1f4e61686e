"""Engines do what they claim, and reject anything else with a sentence before any work."""

import time
from re import escape
from typing import Any

import pytest
from helpers import (
    BANK,
    HARD,
    SUBJECTS,
    Formula,
    available,
    opened,
    pigeonhole,
    random_formula,
    random_literals,
    solved,
    subject_id,
)

from entails.models.encoding import Cnf, CpParts, CpSat, Kind, Native
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Undecided, Unsatisfiable
from entails.solvers.engine import Engine, engines
from entails.solvers.proof import check_proof

Subject = tuple[Engine, Kind]


def able(capability: str, *, able: bool = True) -> Any:
    """Parametrise with every engine that has (or lacks) a capability, on every type of encoding."""
    chosen = [subject for subject in SUBJECTS if (capability in subject[0].capabilities) == able]
    return pytest.mark.parametrize("subject", chosen, ids=subject_id)


def on_cnf(capability: str, *, able: bool = True) -> Any:
    chosen = [engine for engine in available("cnf") if (capability in engine.capabilities) == able]
    return pytest.mark.parametrize("engine", chosen, ids=subject_id)


def test_every_engine_of_this_installation_runs() -> None:
    """Every engine of the table can run where all dependencies are installed."""
    assert {engine.name: engine.missing() for engine in engines().values()} == dict.fromkeys(engines())


@pytest.mark.parametrize("engine", available(), ids=subject_id)
def test_description(engine: Engine) -> None:
    assert engine.summary
    assert engine.accepts <= {"cnf", "cnf+", "cpsat", "native"}
    assert engines()[engine.name] is engine


@pytest.mark.parametrize("engine", available(), ids=subject_id)
def test_refuses_encodings_it_does_not_accept(engine: Engine) -> None:
    formula = Formula(1, ([1],))
    kinds: tuple[Kind, ...] = ("cnf", "cnf+", "cpsat")
    encodings = {**{kind: formula.encoding(kind) for kind in kinds}, "native": Native[object](formula)}
    for kind, encoding in encodings.items():
        if kind not in engine.accepts:
            with pytest.raises(UnsupportedCapability, match=f"{engine.name} takes .* encodings, not {escape(kind)};"):
                engine.open(encoding, UNLIMITED, Options())


@able("conflicts")
def test_conflict_limit(subject: Subject) -> None:
    engine, kind = subject
    started = time.process_time()
    with opened(engine, HARD, kind, Limits(conflicts=50)) as session:
        outcome = session.solve()
        assert isinstance(outcome, Undecided)
        assert outcome.reason == "conflicts"
        assert (outcome.stats.conflicts or 0) < 100
        again = session.solve()
        assert isinstance(again, Undecided), "the budget is the session's, not the question's"
        assert again.reason == "conflicts"
    assert time.process_time() - started < 10  # CPU seconds


@able("conflicts")
def test_conflict_limit_that_is_wide_enough(subject: Subject) -> None:
    engine, kind = subject
    for formula in (*BANK.values(), pigeonhole(3)):
        outcome = solved(engine, formula, kind, Limits(conflicts=100_000))
        assert isinstance(outcome, Satisfied if formula.variables <= 6 and formula.models() else Unsatisfiable)


@able("conflicts", able=False)
def test_conflict_limit_refused(subject: Subject) -> None:
    engine, kind = subject
    with pytest.raises(UnsupportedCapability, match=f"{engine.name} cannot keep a limit on conflicts"):
        opened(engine, HARD, kind, Limits(conflicts=50))


@able("nodes")
def test_node_limit(subject: Subject) -> None:
    engine, kind = subject
    outcome = solved(engine, HARD, kind, Limits(nodes=5))
    assert isinstance(outcome, Undecided)
    assert outcome.reason == "nodes"


@able("nodes", able=False)
def test_node_limit_refused(subject: Subject) -> None:
    engine, kind = subject
    with pytest.raises(UnsupportedCapability, match=f"{engine.name} cannot keep a limit on nodes"):
        opened(engine, HARD, kind, Limits(nodes=5))


@on_cnf("proof")
def test_proofs_are_verified(engine: Engine) -> None:
    """Our checker accepts every engine's proofs; a satisfiable formula has none."""
    refuted = 0
    for formula in (*BANK.values(), *map(random_formula, range(300, 340)), pigeonhole(4), pigeonhole(6)):
        outcome = solved(engine, formula, options=Options(proof=True))
        if isinstance(outcome, Unsatisfiable):
            refuted += 1
            assert outcome.proof is not None
            check = check_proof(formula.clauses, outcome.proof)
            assert check.verified, check.problem
    assert refuted > 10


@on_cnf("proof")
def test_no_proof_of_what_is_not_the_puzzle(engine: Engine) -> None:
    """There is no proof under assumptions or blocked facts, as these are no clauses of the puzzle."""
    with opened(engine, Formula(2, ([1, 2],)), options=Options(proof=True)) as session:
        with pytest.raises(UnsupportedCapability, match="assumptions"):
            session.solve([-1, -2])
        while isinstance(outcome := session.solve(), Satisfied):
            session.block(outcome.facts)
        assert isinstance(outcome, Unsatisfiable)
        assert outcome.proof is None


@on_cnf("proof")
def test_no_proof_unless_requested(engine: Engine) -> None:
    outcome = solved(engine, pigeonhole(3))
    assert isinstance(outcome, Unsatisfiable)
    assert outcome.proof is None


@on_cnf("proof", able=False)
def test_proof_refused(engine: Engine) -> None:
    with pytest.raises(UnsupportedCapability, match=f"{engine.name} cannot write proofs"):
        opened(engine, pigeonhole(3), options=Options(proof=True))


@able("interrupt")
def test_interruptible_engines_keep_time_in_this_process(subject: Subject) -> None:
    engine, _ = subject
    assert engine.needs_worker(Limits(seconds=1)) == engine.isolated
    assert not engine.isolated


@pytest.mark.parametrize("engine", [e for e in available("cpsat") if "optimise" in e.capabilities], ids=subject_id)
def test_optimises(engine: Engine) -> None:
    """An optimising engine returns the proven best objective over all models of a recipe."""
    encoding = CpSat(build_sum, ((3,), (7,), (5,)), ("high", "low"), (), tuple)
    with engine.open(encoding, UNLIMITED, Options()) as session:
        outcome = session.solve()
    assert isinstance(outcome, Satisfied)
    assert (outcome.objective, outcome.optimal, outcome.answer) == (14.0, True, (1,))


def build_sum(most: int) -> CpParts:
    """Build a model of two equal numbers up to `most` whose sum is maximised."""
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    item, second = (model.new_int_var(0, most, "") for _ in range(2))
    model.add(item == second)
    model.maximize(item + second)
    return CpParts(model, [(item, 7), (item, 0)])


@pytest.mark.parametrize("subject", SUBJECTS, ids=subject_id)
def test_sessions_close_twice(subject: Subject) -> None:
    engine, kind = subject
    session = opened(engine, Formula(1, ([1],)), kind)
    assert isinstance(session.solve(), Satisfied)
    session.close()
    session.close()


REPRODUCIBLE = [subject for subject in SUBJECTS if subject[0].name != "portfolio"]
"""All but races, whose winner depends on time."""


@pytest.mark.parametrize("subject", REPRODUCIBLE, ids=subject_id)
def test_same_seed_same_answer(subject: Subject) -> None:
    engine, kind = subject
    loose = Formula(30, tuple([v, -(v + 1), v + 2] for v in range(1, 29)))
    first, second = (solved(engine, loose, kind, options=Options(seed=7)) for _ in range(2))
    assert isinstance(first, Satisfied)
    assert isinstance(second, Satisfied)
    assert first.facts == second.facts


def test_random_literals_are_what_the_suite_thinks() -> None:
    """Helpers of this suite are right: a random literal list has no repeats, and brute force agrees with a known
    formula.
    """
    from random import Random

    for seed in range(20):
        literals = random_literals(Random(seed), 6)
        assert len({abs(lit) for lit in literals}) == len(literals)
    assert len(Formula(4, ([1, 2, 3], [-1, -2], [-4])).models()) == 5
    assert isinstance(pigeonhole(2).encoding(), Cnf)
    assert not pigeonhole(2).models()
