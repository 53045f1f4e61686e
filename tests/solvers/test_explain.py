"""Conflicts and repairs against brute force over all subsets, with limits and with two engines."""

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import chain, combinations
from typing import Any

import pytest
from helpers import Formula, available, pigeonhole, random_formula, subject_id
from liar import Liar

from entails.models.encoding import Clauses, Cnf, Group
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Core, Explanation, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.solvers.engine import Engine
from entails.solvers.engine import engine as engine_named
from entails.solvers.explain import explain

Subset = frozenset[int]
CLAIMS = 5
EVERY = 1000
FEW_ENGINES = ("cadical195", "glucose421", "minisat22", "kissat404", "cpsat")

RANDOM = [random_formula(seed, CLAIMS) for seed in range(400, 460)]


def subsets(of: Collection[int]) -> list[Subset]:
    return [frozenset(some) for some in chain.from_iterable(combinations(of, size) for size in range(len(of) + 1))]


def minimal(sets: Collection[Subset]) -> set[Subset]:
    return {item for item in sets if not any(second < item for second in sets)}


def conflicts_and_repairs(formula: Formula) -> tuple[set[Subset], set[Subset]]:
    """Return the minimal conflicts and the minimal repairs, by testing every subset."""
    claims = frozenset(index for index, group in enumerate(formula.groups) if group.soft)
    broken = {held for held in subsets(claims) if not formula.models(held)}
    repairs = {claims - held for held in subsets(claims) if held not in broken}
    return minimal(broken), minimal(repairs)


def numbers(formula: Formula, groups: Collection[Group]) -> Subset:
    return frozenset(formula.groups.index(group) for group in groups)


def in_order(explanation: Explanation) -> bool:
    sizes = [len(conflict.groups) for conflict in explanation.conflicts], [len(r.groups) for r in explanation.repairs]
    return all(listed == sorted(listed) for listed in sizes)


@pytest.mark.parametrize("engine", [e for e in available("cnf") if e.name in FEW_ENGINES], ids=subject_id)
def test_everything_is_found_in_order_of_size(engine: Engine) -> None:
    explained = 0
    for formula in RANDOM:
        conflicts, repairs = conflicts_and_repairs(formula)
        for kind in sorted(engine.accepts):
            explanation = explain(engine, formula.encoding(kind), UNLIMITED, Options(), most=EVERY)
            assert explanation.complete
            assert explanation.reason is None
            if formula.models():
                assert explanation == Explanation(True, complete=True)
                continue
            explained += 1
            assert explanation.consistent is False
            assert len(explanation.conflicts) == len(conflicts)
            assert {numbers(formula, c.groups) for c in explanation.conflicts if c.minimal} == conflicts
            assert {numbers(formula, r.groups) for r in explanation.repairs} == repairs
            assert len(explanation.repairs) == len(repairs)
            assert in_order(explanation)
    assert explained > 20


def test_the_rules_alone_contradict() -> None:
    """If the rules alone conflict, the conflict is empty and there is no repair."""
    formula = Formula(2, ([1], [-1], [2], [-2]), random_formula(0, 2).groups, (0, 0, 1, 2))
    explanation = explain(engine_named("glucose421"), formula.encoding(), UNLIMITED, Options())
    assert [conflict.groups for conflict in explanation.conflicts] == [()]
    assert (explanation.consistent, explanation.repairs, explanation.complete) == (False, (), True)


def test_no_group_is_soft() -> None:
    engine = engine_named("glucose421")
    explanation = explain(engine, Formula(1, ([1], [-1])).encoding(), UNLIMITED, Options())
    assert ([conflict.groups for conflict in explanation.conflicts], explanation.repairs) == ([()], ())
    assert explain(engine, Formula(1, ([1],)).encoding(), UNLIMITED, Options()).consistent


def crowded(pigeons: int, holes: int) -> Formula:
    """Build a formula in which pigeons claim holes: any holes + 1 claims conflict, and repairs remove the excess."""
    groups = (
        Group("rules", "no two share a hole"),
        *(Group(f"p{n}", f"pigeon {n}", None, True) for n in range(pigeons)),
    )
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(pigeons)]
    alone = [[-at[a][h], -at[b][h]] for h in range(holes) for a in range(pigeons) for b in range(a)]
    return Formula(pigeons * holes, (*at, *alone), groups, (*range(1, pigeons + 1), *(0 for _ in alone)))


def test_known_answer() -> None:
    explanation = explain(engine_named("cadical195"), crowded(7, 4).encoding(), UNLIMITED, Options(), most=100)
    assert [len(conflict.groups) for conflict in explanation.conflicts] == [5] * 21
    assert [len(repair.groups) for repair in explanation.repairs] == [3] * 35
    assert explanation.complete


@pytest.mark.parametrize(("most", "complete"), [(5, False), (20, False), (34, False), (35, True), (36, True)])
def test_most(most: int, complete: bool) -> None:
    """A list of conflicts with exactly the requested length is complete; a shorter request is not."""
    explanation = explain(engine_named("cadical195"), crowded(7, 4).encoding(), UNLIMITED, Options(), most=most)
    assert len(explanation.conflicts) == min(most, 21)
    assert len(explanation.repairs) == min(most, 35)
    assert explanation.complete == complete
    assert explanation.reason == (None if complete else "maximum")


def test_long_conflicts_are_listed_only_on_request() -> None:
    """Beside a conflict of two, conflicts of four constraints are listed, and those of five only with `long`."""
    clauses = [[1], [-1]]
    for size, first in ((3, 2), (4, 5)):  # all of `size` facts, and not all of them
        clauses += [*([fact] for fact in range(first, first + size)), [-fact for fact in range(first, first + size)]]
    groups = list(range(len(clauses)))
    names = tuple(Group(f"clause {number}", f"clause {number}", soft=True) for number in groups)
    formula = Formula(8, tuple(clauses), names, tuple(groups)).encoding()
    for long, sizes in ((False, [2, 4]), (True, [2, 4, 5])):
        explanation = explain(engine_named("cadical195"), formula, UNLIMITED, Options(), long=long)
        assert sorted(len(conflict.groups) for conflict in explanation.conflicts) == sizes


class TestGranularity:
    GROUPS = (
        Group("rules", "the rules"),
        Group("guess 1", "guess 1", soft=True),
        Group("guess 1 a", "guess 1 says 1", "guess 1", True),
        Group("guess 1 b", "guess 1 says 2", "guess 1", True),
        Group("guess 2", "guess 2"),
        Group("guess 2 a", "guess 2 says not 1", "guess 2", True),
        Group("guess 2 b", "guess 2 says 3", "guess 2", True),
        Group("deeper", "a detail of a detail", "guess 2 b", True),
    )
    FORMULA = Formula(4, ([1], [2], [-1], [3], [-2, -4], [4]), GROUPS, (2, 3, 5, 6, 0, 7))

    def explained(self, granularity: Any) -> tuple[list[list[str]], list[list[str]]]:
        explanation = explain(
            engine_named("cadical195"), self.FORMULA.encoding(), UNLIMITED, Options(), granularity=granularity
        )
        assert explanation.complete
        return ids(explanation.conflicts), ids(explanation.repairs)

    def test_fine(self) -> None:
        conflicts, repairs = self.explained("fine")
        assert conflicts == [["guess 1 a", "guess 2 a"], ["guess 1 b", "deeper"]]
        assert len(repairs) == 4

    def test_coarse(self) -> None:
        """With `coarse`, a whole guess is one unit with its own name."""
        assert self.explained("coarse") == ([["guess 1", "guess 2"]], [["guess 1"], ["guess 2"]])

    @pytest.mark.parametrize("parent", ["missing", "a", "b"])
    def test_parents_that_make_no_sense(self, parent: str) -> None:
        """A group whose parent is missing, itself, or part of a cycle is accepted."""
        groups = (Group("a", "a", parent, True), Group("b", "b", "a", True))
        encoding: Cnf[Any] = Cnf(1, ("x",), groups, tuple, Clauses.of([[1], [-1]], [0, 1]))
        explanation = explain(engine_named("cadical195"), encoding, UNLIMITED, Options(), granularity="coarse")
        assert explanation.complete
        assert explanation.conflicts


def ids(results: Collection[Any]) -> list[list[str]]:
    return sorted([group.id for group in item.groups] for item in results)


class TestExplainCutShort:
    """Explanations within any budget: no result is wrong, or wrongly called minimal or complete."""

    FORMULA = crowded(9, 6)

    def check(self, explanation: Explanation) -> None:
        if explanation.consistent is None:
            assert not explanation.conflicts
            assert explanation.reason is not None
        for conflict in explanation.conflicts:
            assert len(conflict.groups) >= 7
            assert not conflict.minimal or len(conflict.groups) == 7
        for repair in explanation.repairs:
            assert len(repair.groups) == 3
        if explanation.complete:
            assert (len(explanation.conflicts), len(explanation.repairs), explanation.reason) == (36, 84, None)
        else:
            assert explanation.reason is not None

    @pytest.mark.parametrize("name", ["minisat22", "cadical195"])
    def test_conflicts(self, name: str) -> None:
        reasons = set()
        for conflicts in (1, 30, 300, 1000, 3000):
            explanation = explain(
                engine_named(name), self.FORMULA.encoding(), Limits(conflicts=conflicts), Options(), most=EVERY
            )
            self.check(explanation)
            reasons.add((explanation.consistent, explanation.reason))
        assert (None, "conflicts") in reasons

    @pytest.mark.parametrize("name", ["glucose421", "cadical195", "cpsat"])
    def test_seconds(self, name: str) -> None:
        engine, limits = engine_named(name), Limits(seconds=0.5)
        engine.load()
        started = time.process_time()
        explanation = explain(
            engine, crowded(13, 10).encoding(), limits, Options(), most=EVERY, verifier=engine_named("minisat22")
        )
        assert time.process_time() - started < 4  # CPU seconds
        assert explanation.reason == "time"
        assert not explanation.complete

    def test_a_conflict_that_could_not_be_shrunk(self) -> None:
        """If only the first query is answered, the conflict is the engine's core and not called minimal."""
        stats = Stats("liar")

        def tired(number: int, honest: Outcome[Any]) -> Outcome[Any]:
            return honest if number == 1 else Undecided("conflicts", stats)

        explanation = explain(Liar(tired), crowded(4, 2).encoding(), UNLIMITED, Options())
        (conflict,) = explanation.conflicts
        assert not conflict.minimal
        assert (explanation.consistent, explanation.complete, explanation.reason) == (False, False, "conflicts")


class TestExplainedByLiars:
    CONSISTENT = Formula(3, ([1], [2], [3]), random_formula(0, 3).groups, (1, 2, 3))
    BROKEN = Formula(3, ([1], [-1], [3]), random_formula(0, 3).groups, (1, 2, 3))
    STATS = Stats("liar")

    def explained(self, lie: Callable[[int, Outcome[Any]], Outcome[Any]], formula: Formula) -> Explanation:
        return explain(Liar(lie), formula.encoding(), UNLIMITED, Options(), verifier=engine_named("cadical195"))

    def test_an_honest_engine_passes(self) -> None:
        assert self.explained(lambda _, honest: honest, self.CONSISTENT).consistent
        assert len(self.explained(lambda _, honest: honest, self.BROKEN).repairs) == 2

    def test_a_conflict_that_is_none(self) -> None:
        with pytest.raises(EngineFault, match="cadical195 finds no conflict"):
            self.explained(lambda _, __: Unsatisfiable(self.STATS, Core(("claim 1",))), self.CONSISTENT)

    def test_no_conflict_where_there_is_one(self) -> None:
        with pytest.raises(EngineFault, match="cadical195 finds a conflict"):
            self.explained(lambda _, __: Satisfied((), self.STATS), self.BROKEN)

    def test_a_core_that_does_not_contradict(self) -> None:
        """A core that does not conflict is detected by asking the engine about the core alone."""
        with pytest.raises(EngineFault, match="liar finds no conflict in claim 3"):
            self.explained(self._wrong_core, self.BROKEN)

    def _wrong_core(self, number: int, honest: Outcome[Any]) -> Outcome[Any]:
        if number == 1:
            assert isinstance(honest, Unsatisfiable)
            return replace(honest, core=Core(("claim 3",)))
        return honest

    def test_a_repair_that_is_none(self) -> None:
        """A wrong repair is detected although the engine calls every proper subset consistent."""
        with pytest.raises(EngineFault, match="engines disagree"):
            self.explained(lambda number, honest: honest if number == 1 else Satisfied((1,), self.STATS), self.BROKEN)


def test_a_proof_is_no_part_of_an_explanation() -> None:
    explanation = explain(engine_named("cadical195"), crowded(3, 2).encoding(), UNLIMITED, Options(proof=True))
    assert len(explanation.conflicts) == 1


def test_limits_that_an_engine_cannot_keep_are_refused() -> None:
    with pytest.raises(UnsupportedCapability):
        explain(engine_named("cadical195"), pigeonhole(3).encoding(), Limits(nodes=5), Options())


@pytest.mark.parametrize("name", ["minisat22", "cpsat"])
def test_smallest_alone_is_a_smallest_conflict(name: str) -> None:
    tried = 0
    for formula in RANDOM[:20]:
        conflicts, repairs = conflicts_and_repairs(formula)
        alone = explain(engine_named(name), formula.encoding("cnf"), UNLIMITED, Options(), smallest=True)
        if conflicts and repairs:
            tried += 1
            (conflict,), (repair,) = alone.conflicts, alone.repairs
            assert alone.smallest
            assert len(conflict.groups) == min(map(len, conflicts))
            assert numbers(formula, conflict.groups) in conflicts
            assert numbers(formula, repair.groups) in repairs
    assert tried


def test_an_engine_that_optimises_finds_a_cheapest_repair_first() -> None:
    for formula in RANDOM[:20]:
        conflicts, repairs = conflicts_and_repairs(formula)
        quick = explain(engine_named("cpsat"), formula.encoding("cnf"), UNLIMITED, Options(), first=True)
        if conflicts and repairs:
            assert quick.smallest_repair
            assert len(quick.repairs[0].groups) == min(map(len, repairs))
