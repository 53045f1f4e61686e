"""Engines for one puzzle's rules, through the common interface: solutions, lists, limits, rejections."""

import pytest
from helpers import available, subject_id
from native_cases import CASES, NativeCase
from native_engine import PlainSudoku

from entails.models.encoding import Native
from entails.models.errors import UnsupportedCapability, UnsupportedPuzzle
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.solvers.engine import Engine, count_enumerate, solutions
from entails.solvers.forced import forced

NATIVE = available("native")
each_engine = pytest.mark.parametrize("engine", NATIVE, ids=subject_id)
LIMITS = [UNLIMITED, Limits(seconds=60), Limits(memory_mb=4000)]


def case(engine: Engine, name: str) -> NativeCase:
    return CASES[engine.name][name]


def encoding(engine: Engine, name: str) -> Native[object]:
    return Native(case(engine, name).puzzle)


def test_every_native_engine_has_its_puzzles() -> None:
    assert set(CASES) == {engine.name for engine in NATIVE}
    for cases in CASES.values():
        answers = {name: len(item.answers) for name, item in cases.items()}
        assert (answers["one"], answers["none"]) == (1, 0)
        assert answers["several"] > 1


@each_engine
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_verdicts(engine: Engine, limits: Limits) -> None:
    for name, known in CASES[engine.name].items():
        with engine.open(encoding(engine, name), limits, Options()) as session:
            outcome = session.solve()
        assert outcome.stats.engine == engine.name
        assert isinstance(outcome, Satisfied if known.answers else Unsatisfiable)
        if isinstance(outcome, Satisfied):
            assert known.write(outcome.answer) in known.answers


@each_engine
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_each_answer_once(engine: Engine, limits: Limits) -> None:
    for name, known in CASES[engine.name].items():
        listing = solutions(engine, encoding(engine, name), limits, Options())
        result = [known.write(answer) for answer in listing]
        assert sorted(result) == sorted(known.answers)
        assert listing.complete


@each_engine
def test_a_list_cut_short_knows_it(engine: Engine) -> None:
    there_are = len(case(engine, "several").answers)
    for most in (there_are - 1, there_are):
        counted = count_enumerate(engine, encoding(engine, "several"), UNLIMITED, Options(max_solutions=most))
        assert (counted.value, counted.exact) == (most, most == there_are)


@each_engine
def test_puzzles_of_others_are_refused_in_a_sentence(engine: Engine) -> None:
    others = [item.puzzle for name, cases in CASES.items() if name != engine.name for item in cases.values()]
    for puzzle in (*others, 42, "a puzzle", None, object()):
        refusal = engine.unsupported(Native(puzzle))
        assert refusal is not None
        assert str(refusal).startswith(f"engine {engine.name} supports ")
        assert len(str(refusal)) < 200
        with pytest.raises(UnsupportedPuzzle, match=f"engine {engine.name} supports"):
            engine.open(Native(puzzle), UNLIMITED, Options())


@each_engine
def test_unsupported_calls_are_refused(engine: Engine) -> None:
    item = encoding(engine, "one")
    for capability, limits in (("nodes", Limits(nodes=10**6)), ("conflicts", Limits(conflicts=10**6))):
        if capability not in engine.capabilities:
            with pytest.raises(UnsupportedCapability, match=f"{engine.name} cannot keep a limit on {capability}"):
                engine.open(item, limits, Options())
    with engine.open(item, UNLIMITED, Options()) as session:
        if "propagate" not in engine.capabilities:
            with pytest.raises(UnsupportedCapability, match=engine.name):
                session.propagate()
        if "assume" not in engine.capabilities:
            with pytest.raises(UnsupportedCapability, match=engine.name):
                session.solve([1])
        assert isinstance(session.solve(), Satisfied), "a refusal does not end the session"


@each_engine
def test_sessions_close_twice(engine: Engine) -> None:
    session = engine.open(encoding(engine, "one"), UNLIMITED, Options())
    assert isinstance(session.solve(), Satisfied)
    session.close()
    session.close()


@pytest.mark.parametrize("engine", [*NATIVE, PlainSudoku()], ids=subject_id)
def test_the_backbone_needs_facts(engine: Engine) -> None:
    with pytest.raises(UnsupportedCapability, match=f"engine {engine.name} cannot find forced facts"):
        forced(engine, Native(None), UNLIMITED, Options())
