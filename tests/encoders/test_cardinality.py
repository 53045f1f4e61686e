"""Cardinality constraints of the engine: the same solutions, forced facts and conflicts as clauses, or a refusal."""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from helpers import available, subject_id
from typer.testing import CliRunner

import entails
from entails.cli.main import app
from entails.encoders.cnf.cardinality import compile_cnf_plus
from entails.encoders.cnf.compile import compile_cnf
from entails.models.constraints import Clause, Constraint, Count, Linear
from entails.models.encoding import Group
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied
from entails.models.statement import Statement, boolean
from entails.queries.pipeline import Pipeline, as_cnf
from entails.solvers.engine import Engine, count_enumerate
from entails.solvers.engine import engine as engine_named
from entails.solvers.explain import explain
from entails.solvers.forced import forced

ENGINES = available("cnf+")
BY_COUNTS = [subject.name for subject in ENGINES]
SEEDS = range(300)


def random_statement(seed: int) -> Statement:
    """Build a statement of counts: repeated and opposite literals, conditions, and numbers that no count reaches."""
    random = Random(seed)
    number = random.randint(3, 7)
    groups = (Group("rules", "rules"), *(Group(f"s{place}", f"s{place}", soft=True) for place in range(5)))

    def literals(most: int) -> tuple[int, ...]:
        chosen = random.sample(range(1, number + 1), random.randint(1, min(most, number)))
        lits = [lit * random.choice((1, 1, -1)) for lit in chosen]
        if random.random() < 0.15:
            lits.append(random.choice(lits) * random.choice((1, -1)))
        return tuple(lits)

    constraints: list[Constraint] = []
    for _ in range(random.randint(3, 9)):
        lits, group = literals(7), random.choice((0, 1, 2, 3, 4, 5))
        when = literals(2) if random.random() < 0.25 else ()
        k = random.randint(-1, len(lits) + 1) if random.random() < 0.2 else random.randint(0, len(lits))
        if random.random() < 0.25:
            facts = tuple((random.choice((1, 1, -1)), lit) for lit in lits[1:])
            terms = ((random.choice((1, -1)), abs(lits[0]) - 1),)
            op = random.choice(("=", "!=", "<", "<=", ">", ">="))
            constraints.append(Linear(terms, op, random.randint(-1, 3), facts, group=group, when=when))
        elif random.random() < 0.15:
            constraints.append(Clause(lits, group=group, when=when))
        else:
            constraints.append(Count(lits, random.choice(("=", "!=", "<=", ">=", ">=")), k, group=group, when=when))
    return Statement(tuple(boolean(f"x{place}") for place in range(1, number + 1)), groups, tuple(constraints))


def holds(constraint: Constraint, values: tuple[int, ...]) -> bool:
    """Evaluate a constraint by its definition."""

    def true(lit: int) -> int:
        return values[abs(lit) - 1] if lit > 0 else 1 - values[abs(lit) - 1]

    if not all(map(true, constraint.when)):
        return True
    match constraint:
        case Clause(lits=lits):
            return any(map(true, lits))
        case Count(lits=lits, op=op, k=value):
            left = sum(map(true, lits))
        case Linear(terms=terms, op=op, value=value, facts=facts):
            left = sum(c * values[number] for c, number in terms) + sum(c * true(lit) for c, lit in facts)
        case _:
            raise AssertionError
    verdicts = {"=": left == value, "!=": left != value, "<": left < value, ">": left > value}
    return verdicts.get(op, left <= value if op == "<=" else left >= value)


def solutions(statement: Statement) -> list[set[int]]:
    return [
        {place if value else -place for place, value in enumerate(values, 1)}
        for values in product((0, 1), repeat=len(statement.variables))
        if all(holds(constraint, values) for constraint in statement.constraints)
    ]


@pytest.mark.parametrize("engine", ENGINES, ids=subject_id)
def test_as_brute_force_and_as_clauses(engine: Engine) -> None:
    """Statuses, numbers of solutions, forced facts and conflicts; at least two thirds of the counts are native."""
    native, conflicting, options = 0, 0, Options()
    verifier = engine_named("minicard" if engine.name != "minicard" else "gluecard41")
    for seed in SEEDS:
        statement = random_statement(seed)
        encoding, wanted = compile_cnf_plus(statement), solutions(statement)
        native += len(encoding.at_most)
        assert count_enumerate(engine, encoding, UNLIMITED, options).value == len(wanted), seed
        facts = forced(engine, encoding, UNLIMITED, options, verifier=verifier)
        assert facts.consistent == bool(wanted), seed
        assert set(facts.facts) == (set.intersection(*wanted) if wanted else set()), seed
        if not wanted:
            conflicting += 1
            explained = explain(engine, encoding, UNLIMITED, options, most=30, verifier=verifier)
            by_clauses = explain(engine_named("minisat22"), compile_cnf(statement), UNLIMITED, options, most=30)
            assert explained.complete
            assert {c.groups for c in explained.conflicts} == {c.groups for c in by_clauses.conflicts}, seed
            assert {r.groups for r in explained.repairs} == {r.groups for r in by_clauses.repairs}, seed
    assert native > len(SEEDS)
    assert conflicting > 20


@pytest.mark.parametrize("engine", ENGINES, ids=subject_id)
def test_propagation_counts(engine: Engine) -> None:
    """Unit propagation knows the cardinality constraints of the enforced groups."""
    groups = (Group("rules", "rules"), Group("two", "two", soft=True))
    two = Count((1, 2, 3, 4), "=", 2, group=1)
    encoding = compile_cnf_plus(Statement(tuple(boolean(f"x{place}") for place in range(1, 5)), groups, (two,)))
    assert (len(encoding.at_most), len(encoding.cnf.clauses)) == (2, 0)
    for options in (Options(), Options(soft_groups=True)):
        with engine.open(encoding, UNLIMITED, options) as session:
            assert set(session.propagate([1, 2])[1]) >= {1, 2, -3, -4}
            assert not session.propagate([1, 2, 3])[0]
            if options.soft_groups:
                assert isinstance(session.solve([1, 2, 3], groups=()), Satisfied)


@pytest.mark.parametrize("engine", BY_COUNTS)
def test_a_problem_with_conflicting_counts(engine: str) -> None:
    """Pigeons in too few holes: each pigeon and each hole is needed; the limits are those of any query."""
    problem = entails.Problem("pigeons")
    places = [[problem.boolean(f"p{pigeon}h{hole}") for hole in range(3)] for pigeon in range(4)]
    for pigeon, row in enumerate(places):
        problem.add(sum(row) == 1, because=f"pigeon {pigeon} has a hole")
    for hole, column in enumerate(zip(*places, strict=True)):
        problem.add(sum(column) <= 1, because=f"hole {hole} has room for one")
    for limits in (UNLIMITED, Limits(seconds=60), Limits(memory_mb=2_000)):
        explained = problem.explain(engine=engine, encoder="native-cardinality", limits=limits)
        assert [len(conflict.groups) for conflict in explained.conflicts] == [7]
    assert explained.verified
    assert Pipeline.of("explain", problem.model(), "native-cardinality", engine).verifier.name != engine


def test_refusals() -> None:
    """Only engines with cardinality constraints take them; no proof, formula or optimum comes from them."""
    model = entails.parse("model", "p knf 3 1\nk 2 1 2 3 0\n")
    encoder = "native-cardinality"
    able = "minicard, gluecard41, gluecard30"
    with pytest.raises(UnsupportedCapability, match=rf"cadical195 takes cnf encodings, not cnf\+; available: {able}"):
        entails.solve(model, encoder=encoder, engine="cadical195")
    assert Pipeline.of("solve", model, encoder).engine.name == "minicard"
    with pytest.raises(UnsupportedCapability, match="a proof requires clauses: choose a cnf encoder"):
        entails.solve(model, encoder=encoder, engine="gluecard41", options=Options(proof=True))
    with pytest.raises(UnsupportedCapability, match=r"makes a cnf\+ encoding; dimacs needs cnf"):
        as_cnf(model, encoder, "dimacs")
    best = entails.parse("model", "max: 1 x1 +1 x2 +1 x3;\n1 x1 +1 x2 +1 x3 <= 2;\n")
    with pytest.raises(UnsupportedCapability, match=r"no engine optimises cnf\+ encodings; choose another encoder"):
        entails.solve(best, encoder=encoder)
    assert Pipeline.of("solve", model, None, "minicard").encoding.kind == "cnf"


def test_a_file_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "some.knf"
    file.write_text("p knf 5 3\nk 3 1 2 3 4 5 0\nk 2 -1 -2 -3 0\n1 2 0\n")
    for engine in BY_COUNTS:
        options = [str(file), "--encoder", "native-cardinality", "--engine", engine]
        counted = CliRunner().invoke(app, ["model", "count", *options])
        assert (counted.exit_code, counted.stdout) == (0, "2\n")
        known = CliRunner().invoke(app, ["model", "forced", *options, "--assume", "not x1"])
        assert (known.exit_code, known.stdout.splitlines()[0]) == (0, "not x1 x2 not x3 x4 x5")
    refused = CliRunner().invoke(app, ["model", "export", str(file), "--encoder", "native-cardinality"])
    assert refused.exit_code == 2
