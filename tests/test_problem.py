"""`entails.Problem`: a stated problem supports every query; and plain lists of clauses."""

import doctest
import pickle
from collections.abc import Callable
from inspect import isfunction
from itertools import combinations
from typing import Any

import pytest

import entails
from entails.formats.model_json.read import read_document
from entails.models.errors import (
    Invalid,
    InvalidOption,
    InvalidPuzzle,
    InvalidStatement,
    NoAnswer,
    UnsupportedCapability,
)
from entails.models.expressions.core import Int
from entails.models.outcome import Explanation, Satisfied
from entails.models.problem.arrays import VariableGrid
from entails.models.problem.builder import Builder
from entails.models.problem.model import ProblemModel, Solution
from entails.models.problem.rules import ProblemRule

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def sudoku(givens: str = SUDOKU) -> tuple[entails.Problem, VariableGrid[Int]]:
    p = entails.Problem("a Sudoku")
    cells = p.grid("r{row}c{column}", 9, 9, 1, 9)
    for line in (*cells.rows, *cells.columns, *cells.boxes(3, 3)):
        p.all_different(line)
    p.givens(cells, givens)
    return p, cells


def test_a_sudoku_in_six_lines() -> None:
    p, cells = sudoku()
    answer = p.solve().answer
    assert answer[cells][0] == [5, 3, 4, 6, 7, 8, 9, 1, 2]
    assert "".join(str(value) for row in answer[cells] for value in row) == (
        entails.solve(entails.parse("sudoku", SUDOKU)).answer.line
    )
    assert p.check().unique is True
    assert p.count().value == 1
    assert len(p.forced().names) == 81
    assert p.depth().depth == entails.exact_depth(entails.parse("sudoku", SUDOKU)).depth == 0


def test_which_givens_conflict_and_by_which_rule() -> None:
    p, cells = sudoku()
    p.given(cells[0, 8], 5)
    explanation = p.explain()
    (conflict, *_) = explanation.conflicts
    assert [group.text for group in conflict.groups] == ["r1c1 is 5 (given)", "r1c9 is 5 (given)"]
    assert [group.text for group in conflict.rules] == ["row 1 has one 5"]
    assert conflict.groups[0].say("fr") == "r1c1 vaut 5 (donné)"
    assert conflict.rules[0].say("fr") == "la ligne 1 contient un seul 5"
    assert p.check().consistent is False
    assert not p.solve()
    with pytest.raises(NoAnswer):
        p.solve().answer[cells]


def test_every_query() -> None:
    p = entails.Problem("small")
    x, y = p.ints("x y", 0, 3)
    p.add(x + y == 3)
    assert sorted(answer[x] for answer in p.solutions()) == [0, 1, 2, 3]
    assert p.count(engine="cpsat").value == 4
    assert p.count(options=entails.Options(max_solutions=2)).exact is False
    assert p.quine().status == "satisfied"
    assert "c var 1 x=0\n" in p.to_dimacs()
    assert p.to_gcnf().count("p gcnf") == 1
    assert read_document(p.to_json()).statement.names == p.statement().names
    assert p.explain().consistent is True
    assert str(p) == "small: 2 variables\n  - x + y = 3"
    assert repr(p) == "<Problem 'small': 2 variables, 1 rule>"
    assert "<td>x + y = 3</td><td>x, y</td>" in p._repr_html_()
    assert str(p.check()) == f"{p.solve()}\nnot the only solution"
    assert str(p.forced()) == "nothing is forced"
    assert entails.count(p).value == 4  # every public function accepts it
    assert entails.solve(read_document(p.to_json())).answer["x"] in range(4)


def test_answers_in_words() -> None:
    p = entails.Problem()
    x, y = p.ints("x y", 0, 3)
    p.add(x > y + 1, "x is far above y")
    p.maximise(y)
    assert str(p.solve()) == "x = 3, y = 1\nobjective 1, optimal"
    p.add(x < 3, "x is small")
    assert str(p.check()) == "x = 2, y = 0\nthe only solution"
    assert str(p.forced()) == "forced: x=2, y=0"
    p.add(y > 0, "y is not 0")
    assert str(p.solve()) == str(p.forced()) == "no solution"
    assert str(p.check()).startswith("no solution\nthese conflict:\n  - x is far above y\n")


def test_the_best_answer() -> None:
    p = entails.Problem()
    x, y = p.ints("x y", 0, 9)
    p.add(2 * x + 3 * y <= 20)
    p.maximise(x * y + 1)
    best = p.solve()
    assert isinstance(best, Satisfied)
    assert (best.objective, best.bound, best.optimal) == (17.0, 17.0, True)
    assert best.answer[x * y] == 16
    assert p.count().value == 43
    outcome = p.solve(engine="cadical195")  # a SAT engine finds some solution, not the best
    assert isinstance(outcome, Satisfied)
    assert not outcome.optimal
    for again in (p.minimise, p.maximise):
        with pytest.raises(
            InvalidStatement, match=r"already has an objective: maximise x·y \+ 1; expected one objective"
        ):
            again(x - y)
    p = entails.Problem()
    x, y = p.ints("x y", 0, 9)
    p.add(2 * x + 3 * y <= 20)
    p.minimise(x - y)
    assert p.solve().answer[x - y] == -6


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda p, x: p.add(x > 1, becuase="t"), r"add\(\) has no keyword 'becuase'; did you mean 'because'\?"),
        (lambda p, x: p.add(x > 1, wieght=3), r"add\(\) has no keyword 'wieght'; did you mean 'weight'\?"),
        (lambda p, x: p.given(x, 3, wieght=3), r"given\(\) has no keyword 'wieght'; did you mean 'weight'\?"),
        (lambda p, x: p.table([x], [[1]], alowed=False), "did you mean 'allowed'"),
        (lambda p, x: p.all_different(x, apart=[1]), "did you mean 'apart_from'"),
        (lambda p, x: p.integer(f"{x}2", lo=1, high=3), "did you mean 'low'"),
        (lambda p, x: p.solve(limit=x), "did you mean 'limits'"),
        (lambda p, x: p.explain(zzz=x), "expected one of most, smallest, engine, encoder, limits, options"),
        (lambda p, x: p.session().add(x > 1, doubtful=True), "add\\(\\) has no keyword 'doubtful'"),
    ],
)
def test_unknown_keywords(call: Any, problem: str) -> None:
    p = entails.Problem()
    x = p.integer("x", 0, 9)
    with pytest.raises(TypeError, match=problem):
        call(p, x)
    assert p.rules == ()


def test_every_public_method_refuses_unknown_keywords() -> None:
    public = [name for name in dir(entails.Problem) if not name.startswith("_")]
    methods = [name for name in public if callable(getattr(entails.Problem, name))]
    assert len(methods) > 40
    for name in methods:
        with pytest.raises(TypeError, match=rf"{name}\(\) has no keyword 'zzz'"):
            getattr(entails.Problem(), name)(zzz=1)


_JUNK: list[Any] = [
    *(3, -1, None, "x", 1.5, True, float("inf"), [], {}, [3], ["x"], [None], [[]], [(1,)], (1, 2), b"x", {1: None})
]


def _calls() -> tuple[Any, dict[str, Callable[[], tuple[Any, ...]]]]:
    """Return a problem, and valid arguments of every method of the builder."""
    p = entails.Problem()
    x, b = p.ints("x1..x3", 0, 3), p.bools("b1..b3")
    t = [p.task("a", 1, 0, 9), p.task("b", 2, 0, 9)]
    return p, {
        "add": lambda: (x[0] > 1, "words"),
        "soft": lambda: (x[0] > 1, "words"),
        "hard": lambda: (x[0] > 1, "words"),
        "meant": lambda: (x[0] > 1, "words"),
        "retract": lambda: (p.add(x[0] > 1),),
        "state": lambda: (p.meant(x[0] > 1),),
        "refuse": lambda: (p.meant(x[0] > 1),),
        "given": lambda: (x[0], 1),
        "givens": lambda: (p.grid("g{row}{column}", 2, 2, 1, 4), "1..."),
        "integer": lambda: ("y", 0, 9),
        "ints": lambda: ("y z", 0, 9),
        "boolean": lambda: ("y",),
        "bools": lambda: ("y z",),
        "choice": lambda: ("sky", "blue grey"),
        "choices": lambda: ("sky sea", "blue grey"),
        "grid": lambda: ("g{row}{column}", 2, 2, 1, 4),
        "bool_grid": lambda: ("g{row}{column}", 2, 2),
        "all_different": lambda: (x, x[0] + 1),
        "exactly": lambda: (1, b, "words"),
        "at_least": lambda: (1, b, "words"),
        "at_most": lambda: (1, b, "words"),
        "table": lambda: (x[:2], [(1, 2), (2, 3)], "words"),
        "automaton": lambda: (x, [("a", 1, "b"), ("b", 2, "a")], "a", ["a"], "words"),
        "differ": lambda: (x[:2], x[1:], "words"),
        "connected": lambda: (b, [(0, 1), (1, 2)], "words"),
        "loop": lambda: (b, [(0, 1), (1, 2), (2, 0)], "words"),
        "product": lambda: (x[:2], 2, "words"),
        "largest": lambda: (x[0], x[1]),
        "smallest": lambda: (x[0], x[1]),
        "item": lambda: ([3, 4, 5, 6], x[0]),
        "task": lambda: ("c", 2, 0, 9),
        "no_overlap": lambda: (t, "machine 1", "words"),
        "cumulative": lambda: (t, [1, 1], 1, "machine 1", "words"),
        "circuit": lambda: (x, "words"),
        "inverse": lambda: (x, x, "words"),
        "lexicographic": lambda: (x[:2], x[1:], "words"),
        "cardinality": lambda: (x, {1: 2, 2: x[0]}, "words"),
        "distinct_values": lambda: (x, "<=", 2, "words"),
        "at_most_values": lambda: (2, x, "words"),
        "maximise": lambda: (x[0],),
        "minimise": lambda: (x[0],),
        "then_maximise": lambda: (x[0],),
        "then_minimise": lambda: (x[0],),
    }


@pytest.mark.parametrize("method", sorted(_calls()[1]))
def test_junk_as_an_argument_is_one_sentence(method: str) -> None:
    count = len(_calls()[1][method]())
    for place in range(count):
        for number in range(-len(_JUNK), count):
            p, calls = _calls()
            arguments = list(calls[method]())
            arguments[place] = arguments[number] if number >= 0 else _JUNK[number]
            try:
                getattr(p, method)(*arguments)
                p.statement()
                sentence = ""
            except Invalid as error:
                sentence = str(error)
            except Exception as error:
                pytest.fail(f"argument {place} = {arguments[place]!r}: {error!r}")
            assert "\n" not in sentence, (place, arguments[place])
            assert len(sentence) < 600, (place, arguments[place])


def test_every_method_of_the_builder_meets_junk() -> None:
    public = {name for name in dir(Builder) if not name.startswith("_") and isfunction(getattr(Builder, name))}
    assert public - {"statement", "model"} == set(_calls()[1])


def test_an_argument_of_the_wrong_type_is_named() -> None:
    p = entails.Problem()
    x = p.ints("x y", 0, 3)
    with pytest.raises(InvalidStatement) as caught:
        p.automaton("a", x, [("a", 1, "a")], ["a"])
    assert str(caught.value) == "automaton(): over is 'a'; expected list of Unknown"


def test_a_rule_with_hidden_parts_is_explained() -> None:
    """A rule with hidden parts is explained, without alternatives for hidden values."""
    p = entails.Problem()
    x, y = p.ints("x y", 0, 9)
    p.add(abs(x - y) + x == 9, "a rule")
    p.add(x < 4, "x is small")
    p.add(y < 4, "y is small")
    conflict = ["a rule", "x is small", "y is small"]
    explanation = p.check().explanation
    assert explanation is not None
    assert [[group.text for group in item.groups] for item in explanation.conflicts] == [conflict]
    assert [repair.changes for repair in explanation.repairs] == [(), (), ()]
    counted = entails.Problem()
    x, y = counted.ints("x y", 0, 9)
    counted.add((x * y == 6) + (x + y == 5) == 2, "both")
    counted.add(x > 6, "x is large")
    assert [repair.changes for repair in counted.explain().repairs] == [(), ()]


def test_one_conflict_is_enough() -> None:
    """With `most=1` the search ends after one conflict, where dozens exist."""
    p = entails.Problem()
    pigeons = p.ints("p1..p7", 1, 4)
    for left, right in combinations(pigeons, 2):
        p.add(left != right)
    explanation = p.explain(most=1)
    assert (len(explanation.conflicts), len(explanation.repairs), explanation.complete, explanation.reason) == (
        1,
        1,
        False,
        "maximum",
    )
    assert (explanation.smallest, explanation.conflicts[0].minimal) == (False, True)


def test_rules_are_added_and_retracted_in_an_engine() -> None:
    p, cells = sudoku("." * 81)
    with p.session() as s:
        for column, digit in enumerate((1, 2, 3, 4)):
            s.assume(cells[0, column] == digit)
        assert s.solve().answer[cells[0]][:4] == [1, 2, 3, 4]
        outcome = s.solve(cells[1, 0] == 1)
        assert not outcome
        assert outcome.core is not None  # type: ignore[union-attr]
        assert set(outcome.core.groups) >= {"r1c1 = 1", "r2c1 = 1"}  # type: ignore[union-attr]


def test_one_of_two_rules_that_read_the_same_is_taken_back() -> None:
    p = entails.Problem()
    x, y = p.ints("x y", 0, 3)
    p.table([x, y], [(0, 1), (1, 2)])
    second = p.table([x, y], [(2, 3), (3, 0)])
    with p.session() as s:
        assert not s.solve()
        s.retract(second)
        assert s.solve().answer[y] == s.solve().answer[x] + 1


def test_problems_travel() -> None:
    p, cells = sudoku()
    q, same = pickle.loads(pickle.dumps((p, cells)))
    assert q.solve().answer[same] == p.solve().answer[cells]
    assert isinstance(p.as_puzzle(), ProblemModel)
    assert isinstance(pickle.loads(pickle.dumps(p.solve())).answer, Solution)


def test_a_problem_without_variables() -> None:
    with pytest.raises(InvalidStatement, match="the problem has no variables"):
        entails.Problem().solve()


def test_a_list_of_clauses_is_a_formula() -> None:
    assert entails.solve([[1, 2], [-1]]).answer == (-1, 2)
    assert entails.count([(1, 2), (-1, -2)]).value == 2
    assert entails.solve([]).answer == ()
    explanation = entails.explain([[1], [-1, 2], [-2], [3]])
    assert [group.text for group in explanation.conflicts[0].groups] == [
        "clause 1: 1",
        "clause 2: -1 2",
        "clause 3: -2",
    ]
    assert "p cnf 2 2\n" in "".join(entails.export([[1, 2], [-1]]))
    assert entails.exact_depth([[1, 2], [1, -2], [-1, 2], [-1, -2]]).depth == 1
    assert entails.check([[1]]).unique is True


@pytest.mark.parametrize(
    ("clauses", "sentence"),
    [
        ([1, 2], "clause 1: 1 is not a clause; expected lists of whole numbers that are not 0, such as [[1, 2], [-1]]"),
        ([[1], [2, 0]], "clause 2: 0 is not a literal; expected"),
        ([[1.5]], "clause 1: 1.5 is not a literal"),
        ([[True]], "clause 1: True is not a literal"),
        ([["a"]], "clause 1: 'a' is not a literal"),
        ([[2**31]], "clause 1: 2147483648 is not a literal"),
        (["12"], "clause 1: '12' is not a clause"),
        ([None], "clause 1: None is not a clause"),
    ],
)
def test_lists_that_are_no_formula(clauses: object, sentence: str) -> None:
    with pytest.raises(InvalidPuzzle) as refused:
        entails.solve(clauses)
    assert str(refused.value).startswith(sentence)


def test_what_is_neither() -> None:
    for value in (42, "text", {"variables": []}, None):
        with pytest.raises(UnsupportedCapability, match="is not a puzzle"):
            entails.solve(value)


def test_the_docstring_is_true() -> None:
    import entails.problem

    assert doctest.testmod(entails.problem).failed == 0


def test_a_model_too_large_for_a_document_is_not_written() -> None:
    p = entails.Problem()
    x, y = p.ints("x y", 0, 3)
    p.add(10**19 * x + y <= 10**19)
    with pytest.raises(InvalidStatement, match=r"the document, constraints\[0\].terms\[0\].*is out of range"):
        p.to_json()


class TestWordsOfTheField:
    def conflicting(self) -> tuple[entails.Problem, list[ProblemRule]]:
        p = entails.Problem()
        x, y, z = p.ints("x y z", 0, 3)
        hard = p.hard(x < y, "x is less than y")
        cheap = p.soft(y < z, "y is less than z")
        dear = p.soft(z < x, "z is less than x", weight=5)
        p.soft(x + y + z > 1, "they add up to more than one")
        return p, [hard, cheap, dear]

    def test_a_minimal_conflict_and_a_minimal_repair(self) -> None:
        p, (hard, cheap, dear) = self.conflicting()
        assert p.mus() == (cheap, dear)
        assert p.mcs() == (cheap,)
        assert [group.soft for group in p.statement().groups] == [False, True, True, True]
        p.retract(dear)
        assert p.mus() is None
        assert p.mcs() == ()
        x, y, z = p.unknowns.values()
        p.hard(z < y)
        p.hard(y < x)
        assert p.mus() == ()
        assert p.mcs() is None
        assert hard.soft is False

    def test_the_backbone_is_forced(self) -> None:
        p = entails.Problem()
        x, y = p.ints("x y", 1, 2)
        p.add(x < y)
        assert p.backbone() == p.forced()
        assert p.backbone().names == ("x=1", "y=2")

    def test_assumed_facts_under_both_names(self) -> None:
        p = entails.Problem()
        x, y = p.ints("x y", 1, 3)
        p.add(x != y)
        assert p.count(assume=["x=1"]).value == p.count(also=["x=1"]).value == 2
        assert p.count(assume=["x=1"], also=["not y=2"]).value == 1
        assert p.hint(assume=["x=1", "y=2"]).status == p.hint(also=["x=1", "y=2"]).status
        options = entails.query("model", "count", p, assume=["x=1"]), entails.query("model", "count", p, also=["x=1"])
        assert options[0].report == options[1].report
        with pytest.raises(InvalidOption, match="also is an alias of assume"):
            entails.query("model", "count", p, assume=["x=1"], also=["x=1"])

    def test_soft_and_its_other_name(self) -> None:
        p = entails.Problem()
        x = p.integer("x", 1, 3)
        p.add(x > 1, soft=True)
        p.add(x < 3, doubtable=False)
        p.given(x, 2, soft=False)
        assert [group.soft for group in p.statement().groups] == [True, False, False]
        with pytest.raises(InvalidStatement, match="soft and doubtable differ"):
            p.add(x > 2, soft=True, doubtable=False)
        assert '"soft": true' in p.to_json()
        assert "doubtable" not in p.to_json()

    def test_constraints_preferred_in_repairs_under_both_names(self) -> None:
        p, (_, cheap, dear) = self.conflicting()
        for options in ({"soft_first": ["z is less than x"]}, {"doubt": ["z is less than x"]}):
            explanation: Explanation = entails.query("model", "explain", p, **options).value
            assert [group.id for group in explanation.repairs[0].groups] == [dear.key]
            assert entails.explain(p, **options).repairs[0].groups == explanation.repairs[0].groups  # type: ignore[arg-type]
        assert cheap.key != dear.key
