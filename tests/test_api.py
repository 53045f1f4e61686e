"""The Python interface: every query on every puzzle type, unknown names, engines that are not trusted."""

import doctest
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from inspect import isfunction
from typing import Any, Literal, get_overloads

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from liar import Liar

import entails
from entails.data import examples
from entails.formats.dimacs.read import read_dimacs
from entails.models.errors import EngineFault, EngineUnavailable, EntailsError, InvalidPuzzle, UnsupportedCapability
from entails.models.limits import Limits, Options
from entails.models.outcome import ModelCount, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.puzzles import puzzle_type_named, puzzles
from entails.puzzles.sudoku import ENCODERS
from entails.queries import parse
from entails.queries import solve as solving
from entails.queries.pipeline import Pipeline
from entails.solvers.engine import engines

UNIQUE = "1.....3..4....2."
SEVERAL = "1.....3........."
NONE = "1.....3..4...2.."
CLASH = "11.............."
HARD_DIMACS = "p cnf 3 4\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n"
BROKEN_DIMACS = "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n"


def grid(line: str) -> Grid:
    puzzle = entails.parse("sudoku", line)
    assert isinstance(puzzle, Grid)
    return puzzle


def formula(text: str) -> Any:
    return entails.parse("cnf", text)


class TestSudoku:
    def test_solve(self) -> None:
        outcome = entails.solve(grid(UNIQUE))
        assert isinstance(outcome, Satisfied)
        assert grid(UNIQUE).solved_by(outcome.answer) is None
        assert isinstance(entails.solve(grid(NONE)), Unsatisfiable)
        assert isinstance(entails.solve(grid(CLASH)), Unsatisfiable)

    def test_solutions_and_count(self) -> None:
        listing = entails.solutions(grid(SEVERAL))
        result = {answer.line for answer in listing}
        assert listing.complete
        assert entails.count(grid(SEVERAL)) == ModelCount(len(result), True)
        assert entails.count(grid(SEVERAL), options=Options(max_solutions=2)) == ModelCount(2, False, "maximum")
        assert entails.count(grid("." * 16)) == ModelCount(288, True)
        assert entails.count(grid(NONE)) == ModelCount(0, True)

    def test_check(self) -> None:
        assert (entails.check(grid(UNIQUE)).consistent, entails.check(grid(UNIQUE)).unique) == (True, True)
        assert (entails.check(grid(SEVERAL)).consistent, entails.check(grid(SEVERAL)).unique) == (True, False)
        broken = entails.check(grid(CLASH))
        assert (broken.consistent, broken.unique, broken.answer) == (False, False, None)
        assert broken.explanation is not None
        (conflict,) = broken.explanation.conflicts
        assert [group.id for group in conflict.groups] == ["given r1c1=1", "given r1c2=1"]

    @pytest.mark.parametrize("engine", [name for name, engine in engines().items() if "cnf" in engine.accepts])
    def test_check_with_every_engine(self, engine: str) -> None:
        assert entails.check(grid(UNIQUE), engine=engine).unique
        assert entails.check(grid(NONE), engine=engine).consistent is False

    def test_check_keeps_the_limits_that_its_engine_can_keep(self) -> None:
        """`check` keeps the limits that its engine supports, although another engine explains."""
        on_cnf = [engine for engine in engines().values() if "cnf" in engine.accepts]
        limited = [engine.name for engine in on_cnf if "nodes" in engine.capabilities]
        for engine in limited:
            checked = entails.check(grid(CLASH), engine=engine, limits=Limits(nodes=10_000))
            assert checked.consistent is False
            assert checked.explanation is not None

    def test_explain(self) -> None:
        explanation = entails.explain(grid(NONE))
        assert explanation.consistent is False
        assert explanation.complete
        assert all(group.soft for conflict in explanation.conflicts for group in conflict.groups)
        assert entails.explain(grid(UNIQUE)).consistent
        for encoder in ("minimal", "all-different", "complete+product"):
            same = entails.explain(grid(NONE), encoder=encoder)
            assert {conflict.groups for conflict in same.conflicts} == {c.groups for c in explanation.conflicts}

    def test_forced(self) -> None:
        facts = entails.forced(grid(UNIQUE))
        assert len(facts.names) == 16
        assert entails.forced(grid(NONE)).consistent is False
        for encoder in ("all-different", "minimal", "complete+ladder"):
            assert entails.forced(grid(SEVERAL), encoder=encoder).names == entails.forced(grid(SEVERAL)).names

    def test_export(self) -> None:
        encoding = read_dimacs("".join(entails.export(grid(UNIQUE))).encode())
        assert isinstance(entails.solve(encoding), Satisfied)
        broken = read_dimacs("".join(entails.export(grid(CLASH))).encode())
        assert isinstance(entails.solve(broken), Unsatisfiable)
        grouped = read_dimacs("".join(entails.export(grid(CLASH), form="gcnf")).encode())
        assert len(entails.explain(grouped).conflicts) == 1
        assert "".join(entails.export(grid(UNIQUE), form="line")) == UNIQUE + "\n"

    def test_limits(self) -> None:
        seen = entails.solve(grid(UNIQUE), limits=Limits(seconds=20, conflicts=1000, memory_mb=500))
        assert isinstance(seen, Satisfied)

    def test_marks(self) -> None:
        marked = Grid.of(grid(UNIQUE).shape, grid(SEVERAL).cells, [1, 2 | 4, *[15] * 14])
        for encoder in ("pruned", "complete", "all-different"):
            outcome = entails.solve(marked, encoder=encoder)
            assert isinstance(outcome, Satisfied)
            assert outcome.answer.cells[1] in (2, 3)


class TestCnf:
    def test_solve_and_count(self) -> None:
        outcome = entails.solve(formula(HARD_DIMACS))
        assert isinstance(outcome, Satisfied)
        assert len(outcome.answer) == 3
        assert entails.count(formula(HARD_DIMACS)) == ModelCount(3, True)
        assert isinstance(entails.solve(formula(BROKEN_DIMACS)), Unsatisfiable)
        assert entails.count(formula("p cnf 2 0\n")) == ModelCount(4, True)
        assert entails.count(formula("p cnf 0 1\n0\n")) == ModelCount(0, True)

    def test_check(self) -> None:
        assert entails.check(formula("p cnf 1 1\n1 0\n")).unique
        assert entails.check(formula(HARD_DIMACS)).unique is False

    def test_explain(self) -> None:
        explanation = entails.explain(formula(BROKEN_DIMACS))
        assert [len(conflict.groups) for conflict in explanation.conflicts] == [3]
        assert [len(repair.groups) for repair in explanation.repairs] == [1, 1, 1]

    def test_forced(self) -> None:
        facts = entails.forced(formula("p cnf 3 2\n1 0\n-1 -2 0\n"))
        assert facts.facts == (1, -2)

    def test_proof(self) -> None:
        outcome = entails.solve(formula(BROKEN_DIMACS), options=Options(proof=True))
        assert isinstance(outcome, Unsatisfiable)
        assert outcome.proof is not None


class TestNames:
    @pytest.mark.parametrize("query", [entails.solve, entails.count, entails.check, entails.explain, entails.forced])
    def test_engine(self, query: Any) -> None:
        with pytest.raises(EngineUnavailable, match="unknown engine 'deep-thought'; available: cadical195"):
            query(grid(UNIQUE), engine="deep-thought")

    @pytest.mark.parametrize("query", [entails.solve, entails.count, entails.check, entails.explain, entails.forced])
    def test_encoder(self, query: Any) -> None:
        with pytest.raises(UnsupportedCapability, match="unknown encoder 'enigma' of sudoku; available: pruned"):
            query(grid(UNIQUE), encoder="enigma")

    def test_form(self) -> None:
        with pytest.raises(UnsupportedCapability, match="no format 'papyrus'; available: dimacs, gcnf"):
            entails.export(grid(UNIQUE), form="papyrus")
        with pytest.raises(UnsupportedCapability, match="all-different"):
            entails.export(grid(UNIQUE), encoder="all-different")

    def test_kind(self) -> None:
        with pytest.raises(UnsupportedCapability, match="unknown puzzle type 'chess'; available: sudoku"):
            entails.parse("chess", "e4")

    def test_invalid_puzzle(self) -> None:
        with pytest.raises(UnsupportedCapability, match="str is not a puzzle; expected a value"):
            entails.solve(UNIQUE)
        for query in (entails.wordle.suggest, entails.wordle.candidates):
            with pytest.raises(UnsupportedCapability, match="str is not a puzzle; expected a value"):
                query("crane:bybbg")

    def test_encoder_and_engine_that_do_not_fit(self) -> None:
        with pytest.raises(UnsupportedCapability, match="cadical195 takes cnf encodings, not cpsat"):
            entails.solve(grid(UNIQUE), encoder="all-different", engine="cadical195")

    @pytest.mark.parametrize("encoder", [name for name, encoder in ENCODERS.items() if not encoder.explains])
    def test_explain_needs_what_the_puzzle_states(self, encoder: str) -> None:
        with pytest.raises(UnsupportedCapability, match="does not keep the clues of the puzzle apart"):
            entails.explain(grid(NONE), encoder=encoder)

    def test_rate(self) -> None:
        with pytest.raises(UnsupportedCapability, match="cnf has no query 'rate'"):
            entails.rate(formula(HARD_DIMACS))
        rated = entails.rate(grid({name: text for name, text, _ in examples("sudoku")}["classic"]), quine=True)
        assert (rated.band, rated.exact_depth) == ("easy", 0)
        assert rated.criteria["quine_disjunctions"] == 0

    def test_an_encoder_alone_gets_an_engine_and_an_engine_alone_an_encoder(self) -> None:
        assert Pipeline.of("solve", grid(UNIQUE), "all-different", None).engine.name == "cpsat"
        assert Pipeline.of("solve", grid(UNIQUE), None, "cpsat").encoding.kind in ("cnf", "cpsat")
        assert Pipeline.of("solve", grid(UNIQUE), None, None).engine.name == "cadical195"

    def test_engines_that_know_one_puzzle(self) -> None:
        classic = grid({name: text for name, text, _ in examples("sudoku")}["classic"])
        assert entails.check(classic, engine="bits").unique
        assert Pipeline.of("solve", classic, "native", None).engine.name == "bits"
        with pytest.raises(
            UnsupportedCapability, match=r"engine bits supports classic 9x9 Sudoku grids only, not .* 4x4"
        ):
            entails.solve(grid(UNIQUE), engine="bits")
        with pytest.raises(UnsupportedCapability, match="no engine takes the native encoding of this sudoku"):
            entails.solve(grid(UNIQUE), encoder="native")
        with pytest.raises(UnsupportedCapability, match="engine bits cannot explain"):
            entails.explain(classic, engine="bits")
        with pytest.raises(UnsupportedCapability, match="engine bits cannot find forced facts"):
            entails.forced(classic, engine="bits")
        with pytest.raises(UnsupportedCapability, match="engine bits takes no encoding of cnf"):
            entails.solve(formula(HARD_DIMACS), engine="bits")

    def test_limits_that_an_engine_cannot_keep(self) -> None:
        with pytest.raises(UnsupportedCapability, match="lingeling cannot keep a limit on conflicts"):
            entails.solve(grid(UNIQUE), engine="lingeling", limits=Limits(conflicts=5))

    def test_the_verifier_is_another_engine(self) -> None:
        for engine, accepting in engines().items():
            if "cnf" in accepting.accepts and engine != "portfolio":
                assert Pipeline.of("explain", grid(NONE), "complete", engine).verifier.name != engine


class TestParsing:
    def test_exactly_one(self) -> None:
        with pytest.raises(InvalidPuzzle, match="2 puzzles; expected exactly one"):
            entails.parse("sudoku", f"{UNIQUE}\n{SEVERAL}\n")
        assert [entry.line for entry in entails.parse_many("sudoku", f"{UNIQUE}\n{SEVERAL}\n")] == [1, 2]

    def test_settings(self) -> None:
        assert entails.parse("sudoku", UNIQUE, shape="x4").shape.name == "x4"
        with pytest.raises(InvalidPuzzle, match="unknown shape"):
            entails.parse("sudoku", UNIQUE, shape="round")

    @pytest.mark.parametrize("kind", puzzles())
    @settings(max_examples=60, deadline=None)
    @given(text=st.text(st.characters(), max_size=60) | st.sampled_from(["\ud800", "", "\0", "p cnf 1 1\n\udcff 0"]))
    def test_junk(self, kind: str, text: str) -> None:
        """Every text gives puzzles or Entails errors, never another exception."""
        try:
            entries = list(entails.parse_many(kind, text))
        except EntailsError as refusal:
            problems = [str(refusal)]
        else:
            assert all(entry.error is not None or entry.puzzle is not None for entry in entries)
            problems = [str(entry.error) for entry in entries if entry.error is not None]
        assert all(0 < len(problem) < 1000 for problem in problems)


class TestQueriesWithLiars:
    """Registered engines that return false results."""

    @pytest.fixture
    def lying_engine(self) -> Iterator[Any]:
        def register(lie: Any) -> str:
            engines()["liar"] = Liar(lie)
            return "liar"

        yield register
        engines().pop("liar", None)

    @staticmethod
    def wrong(_: int, honest: Outcome[Any]) -> Outcome[Any]:
        if isinstance(honest, Satisfied):
            return replace(honest, answer=honest.answer.fill((1,) * 16))
        return honest

    def test_solve(self, lying_engine: Any) -> None:
        with pytest.raises(
            EngineFault, match="engine liar returned an invalid solution with encoder pruned: row 1 contains 1 4 times"
        ):
            entails.solve(grid(UNIQUE), engine=lying_engine(self.wrong))

    @pytest.mark.parametrize("query", [entails.count, entails.check, entails.forced])
    def test_other_queries(self, lying_engine: Any, query: Any) -> None:
        with pytest.raises(EngineFault, match="liar returned an invalid solution"):
            query(grid(UNIQUE), engine=lying_engine(self.wrong))

    def test_a_formula_with_a_false_clause(self, lying_engine: Any) -> None:
        def wrong(_: int, honest: Outcome[Any]) -> Outcome[Any]:
            return replace(honest, answer=(1, 2, 3)) if isinstance(honest, Satisfied) else honest

        with pytest.raises(EngineFault, match="clause 2 is false"):
            entails.solve(formula(HARD_DIMACS), engine=lying_engine(wrong))

    def test_explain(self, lying_engine: Any) -> None:
        liar = lying_engine(lambda _, __: Unsatisfiable(Stats("liar")))
        with pytest.raises(EngineFault, match="minisat22 finds no conflict"):
            entails.explain(grid(UNIQUE), engine=liar)

    def test_forced(self, lying_engine: Any) -> None:
        liar = lying_engine(lambda number, honest: honest if number == 1 else Unsatisfiable(Stats("liar")))
        with pytest.raises(EngineFault, match="minisat22 finds a solution"):
            entails.forced(grid(SEVERAL), engine=liar)

    def test_undecided_is_passed_on(self, lying_engine: Any) -> None:
        tired = lying_engine(lambda _, __: Undecided("time", Stats("liar")))
        assert isinstance(entails.solve(grid(UNIQUE), engine=tired), Undecided)
        assert entails.count(grid(UNIQUE), engine=tired) == ModelCount(0, False, "time")
        checked = entails.check(grid(UNIQUE), engine=tired)
        assert (checked.consistent, checked.unique, checked.explanation) == (None, None, None)

    def test_one_answer_and_no_time_for_a_second(self, lying_engine: Any) -> None:
        tired = lying_engine(lambda number, honest: honest if number == 1 else Undecided("time", Stats("liar")))
        checked = entails.check(grid(UNIQUE), engine=tired)
        assert (checked.consistent, checked.unique) == (True, None)


class TestImports:
    """Imports: a query imports only what it needs."""

    HEAVY = ("numpy", "pydantic", "pysat", "ortools", "numba", "rich", "typer", "pandas", "matplotlib")

    def imported(self, code: str) -> set[str]:
        script = (
            f"{code}\nimport sys, json\nprint(json.dumps([name for name in {self.HEAVY!r} if name in sys.modules]))"
        )
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        return set(json.loads(run.stdout.splitlines()[-1]))

    def test_nothing_for_the_name(self) -> None:
        assert self.imported("import entails; entails.__version__; dir(entails)") == set()

    def test_a_sudoku_needs_neither_ortools_nor_numba(self) -> None:
        queries = (
            "solve(grid)",
            "solve(grid, limits=entails.Limits(seconds=20))",
            "solve(grid, engine='minisat22')",
            "count(grid)",
            "check(grid)",
            "forced(grid)",
            "explain(grid)",
            "export(grid)",
        )
        request = "; ".join(f"entails.{query}" for query in queries)
        loaded = self.imported(f"import entails; grid = entails.parse('sudoku', {NONE!r}); {request}")
        assert loaded == {"numpy", "pydantic", "pysat"}

    def test_unknown_names(self) -> None:
        with pytest.raises(AttributeError, match="no attribute 'sing'"):
            getattr(entails, "sing")  # noqa: B009

    def test_nothing_for_a_namespace(self) -> None:
        code = "import entails, entails.words; dir(entails.wordle); dir(entails.sudoku); entails.scrabble.__all__"
        assert self.imported(code) == set()

    def test_everything_promised_is_there(self) -> None:
        assert all(hasattr(entails, name) for name in entails.__all__)
        assert set(entails.__all__) <= set(dir(entails))

    def test_everything_says_what_it_gives(self) -> None:
        """A type checker knows the result type of every function; overloads cover names and puzzle types."""
        functions = {name: getattr(entails, name) for name in entails.__all__}
        returned = {
            name: function.__annotations__.get("return") for name, function in functions.items() if isfunction(function)
        }
        untold = {name for name, annotation in returned.items() if annotation in (None, Any, "Any")}
        assert (
            untold == {name for name in untold if get_overloads(functions[name])} == {"parse", "hint", "rate", "steps"}
        )
        sudoku, wordle, scrabble, cnf, second = get_overloads(entails.parse)
        assert second.__annotations__["return"] is Any
        for item, puzzle_type in ((sudoku, "sudoku"), (wordle, "wordle"), (scrabble, "scrabble"), (cnf, "cnf")):
            assert item.__annotations__["kind_name"] == Literal[puzzle_type]
            assert item.__annotations__["return"].partition("[")[0] == puzzle_type_named(puzzle_type).model.__name__


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(entails) == doctest.TestResults(0, 3)
    assert doctest.testmod(parse) == doctest.TestResults(0, 2)
    assert doctest.testmod(solving) == doctest.TestResults(0, 4)
    for module, many in (("check", 4), ("finding", 7)):
        assert doctest.testmod(import_module(f"entails.queries.lexicon.{module}")) == doctest.TestResults(0, many)
