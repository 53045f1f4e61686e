"""OPB files, valid and invalid."""

from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.encoders.check.checker import broken
from entails.formats.opb import MOST_NUMBER, read_cardinalities, read_opb
from entails.models.constraints import Linear
from entails.models.encoding import Objective
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.models.problem.model import ProblemModel

KNAPSACK = """* #variable= 3 #constraint= 2
* a comment
min: -3 x1 -4 x2 +1 x10 ;
+2 x1 +3 x2 +1 ~x10 <= 4 ;
+1 x1
  +1 x10 = 1;
"""


def test_a_small_file() -> None:
    statement = read_opb(KNAPSACK.encode())
    assert [variable.name for variable in statement.variables] == ["x1", "x2", "x10"]
    assert all(variable.boolean for variable in statement.variables)
    assert statement.objective == Objective("minimise", (), ((-3, 1), (-4, 2), (1, 3)))
    first, second = statement.constraints
    assert first == Linear((), "<=", 4, ((2, 1), (3, 2), (1, -3)), group=0)
    assert second == Linear((), "=", 1, ((1, 1), (1, 3)), group=1)
    assert [group.text for group in statement.groups] == [
        "constraint 1: 2 x1 +3 x2 +1 ~x10 <= 4",
        "constraint 2: 1 x1 +1 x10 = 1",
    ]
    assert all(group.soft for group in statement.groups)


@pytest.mark.parametrize(
    "text",
    ["x1 + x2 >= 1", "1 x1 >= 1 ;\n* the end", "+1 a[1] +1 b_{2} >= 1;", "- 2 x1 > - 3;", "max: 1 x1; 1 x1 >= 0;"],
)
def test_ways_to_write_a_constraint(text: str) -> None:
    if not text.endswith(";") and "*" not in text:
        with pytest.raises(InvalidPuzzle):
            read_opb(text.encode())
    else:
        assert read_opb(text.encode()).variables


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("+1 x1 >= 1 ;\n[2] +1 x1 >= 1 ;", 'line 2: unexpected "[2]"'),
        ("soft: 6\n[2] +1 x1 >= 1 ;", 'line 2: unexpected "[2]"'),
        ("soft:", "line 1: the line of soft is truncated"),
        ("soft: 6 ;\nmin: +1 x1 ;", "line 2: more than one objective"),
        ("+1 x1 >= 1", "line 1: the last constraint is truncated"),
        ("+1 x1 >=", "line 1: missing number after a comparison"),
        ("+1 x1 >= x2 ;", "line 1: missing number after a comparison"),
        ("+1 x1 ;", "line 1: a sum without a comparison"),
        ("+1 +1 x1 >= 1 ;", 'line 1: unexpected "+1"'),
        ("+1 >= 1 ;", 'line 1: unexpected ">="'),
        ("+1 x1 >= 1 2 ;", 'line 1: unexpected "2"'),
        ("+1 x1\n>= 1 & ;", 'line 2: unexpected "&"'),
        ("min: +1 x1 ;\nmin: +1 x1 ;", "line 2: more than one objective"),
        ("+99999999999999999999 x1 >= 1 ;", "line 1: +9999999999999999999… is too large"),
        ("+1 x1 >= 9007199254740992 ;", "line 1: 9007199254740992 is too large"),
        ("p cnf 1 1\n1 0\n", "line 1: this is DIMACS (clauses): "),
    ],
)
def test_bad_files(text: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_opb(text.encode())
    assert str(caught.value).startswith(words)
    assert caught.value.expected


TERMS = st.lists(st.tuples(st.integers(-5, 5), st.sampled_from(["x1", "x2", "~x2", "x3", "~x1"])), max_size=4)
OPERATORS = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}


@given(st.lists(st.tuples(TERMS, st.sampled_from(sorted(OPERATORS)), st.integers(-5, 5)), min_size=1, max_size=3))
def test_what_a_file_says(rows: list[tuple[list[tuple[int, str]], str, int]]) -> None:
    """The statement of an OPB file agrees with the file on every assignment."""
    lines = [" ".join(f"{c:+d} {name}" for c, name in terms) + f" {op} {value} ;" for terms, op, value in rows]
    statement = read_opb(("* #variable= 3 #constraint= 1\n" + "\n".join(lines)).encode())
    names = [variable.name for variable in statement.variables]
    for values in product((0, 1), repeat=len(names)):
        held = dict(zip(names, values, strict=True))
        worth = held | {f"~{name}": 1 - value for name, value in held.items()}
        holds = all(OPERATORS[op](sum(c * worth[name] for c, name in terms), value) for terms, op, value in rows)
        assert (broken(statement, values) is None) == holds


@given(
    st.lists(
        st.tuples(
            st.lists(st.tuples(st.integers(-3, 3), st.sampled_from(["x1", "x2 x3", "~x2 x1", "x3"])), max_size=3),
            st.sampled_from(sorted(OPERATORS)),
            st.integers(-2, 3),
            st.none() | st.integers(1, 4),
        ),
        min_size=1,
        max_size=4,
    ),
    st.none() | st.integers(1, 6),
    st.sampled_from(["cpsat", "rc2"]),
)
@settings(max_examples=25, deadline=None)
def test_the_least_cost_of_violated_constraints(
    rows: list[tuple[list[tuple[int, str]], str, int, int | None]], below: int | None, engine: str
) -> None:
    """The optimum of a WBO file with products is that of brute force."""
    lines = [
        (f"[{cost}] " if cost else "") + " ".join(f"{c:+d} {name}" for c, name in terms) + f" {op} {value} ;"
        for terms, op, value, cost in rows
    ]
    statement = read_opb("\n".join([f"soft: {below or ''} ;", *lines]).encode())
    names = sorted({name.strip("~") for terms, *_ in rows for _, product_ in terms for name in product_.split()})
    costs = []
    for values in product((0, 1), repeat=len(names)):
        held = dict(zip(names, values, strict=True))
        worth = held | {f"~{name}": 1 - value for name, value in held.items()}
        violated = [
            cost
            for terms, op, value, cost in rows
            if not OPERATORS[op](sum(c * prod(worth[name] for name in part.split()) for c, part in terms), value)
        ]
        if None not in violated and (below is None or sum(map(int, filter(None, violated))) < below):
            costs.append(sum(map(int, filter(None, violated))))
    if not names:
        return
    outcome = entails.solve(ProblemModel(statement), engine=engine)
    assert isinstance(outcome, Satisfied if costs else Unsatisfiable)
    if costs and statement.objective is not None:
        assert outcome.objective == min(costs)


PIECES = st.sampled_from(
    ["+1 ", "x1 ", "~x2 ", ">= ", "= ", "1 ", ";\n", "min: ", "max:", "* c\n", "&", "soft: ", "[2] ", str(MOST_NUMBER)]
)


@given(st.lists(PIECES, max_size=12).map("".join).map(str.encode) | st.binary() | st.text().map(str.encode))
def test_junk_is_a_statement_or_invalid(junk: bytes) -> None:
    try:
        read_opb(junk)
        message = "fine"
    except Invalid as error:
        message = str(error)
    assert len(message) < 300
    assert message.isprintable()


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(-4, 4).filter(bool), max_size=4), st.sampled_from(["", ">=", "<="]), st.integers(-1, 4)
        ),
        max_size=5,
    )
)
@settings(max_examples=40)
def test_cardinalities(rows: list[tuple[list[int], str, int]]) -> None:
    """KNF and CNF+ files have the solutions that counting true literals gives."""

    def holds(signs: tuple[bool, ...], literals: list[int], op: str, bound: int) -> bool:
        true = sum(signs[abs(literal) - 1] == (literal > 0) for literal in literals)
        return true <= bound if op == "<=" else true >= (bound if op else 1)

    def plus(literals: list[int], op: str, bound: int) -> str:
        return " ".join(map(str, [*literals, *([op, bound] if op else [0])]))

    def at_least(literals: list[int], op: str, bound: int) -> str:
        if op == "<=":  # at most k are true: at least n - k are false
            literals, bound = [-literal for literal in literals], len(literals) - bound
        return " ".join(map(str, [*(["k", bound] if op else []), *literals, 0]))

    wanted = sum(all(holds(signs, *row) for row in rows) for signs in product([False, True], repeat=4))
    for header, written in (("cnf+", plus), ("knf", at_least)):
        text = f"c a comment\np {header} 4 {len(rows)}\n" + "".join(f"{written(*row)}\n" for row in rows)
        statement = read_cardinalities(text.encode())
        assert len(statement.variables) == 4
        solutions = sum(broken(statement, signs) is None for signs in product((0, 1), repeat=4))
        assert solutions == wanted, text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p knf 3\n1 0\n", "line 1: invalid header"),
        ("c x\np knf 3 1\nk 2 1 2 3\n", 'line 3: "k 2 1 2 3" is not a clause'),
        ("p cnf+ 3 1\n1 2 <= x\n", 'line 2: "1 2 <= x" is not a clause'),
        ("p cnf+ 3 1\n1 4 <= 1\n", "line 2: variable 4 is not in the header"),
        ("p knf 3 1\nk 99999999999999999999 1 2 0\n", "line 2: 99999999999999999999 is too large"),
        ("p wcnf+ 3 1 9\n9 1 2 <= 1\n", "this is WCNF+ (weighted clauses with cardinalities)"),
    ],
)
def test_bad_cardinalities(text: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        entails.parse("model", text)
    assert words in str(caught.value)
