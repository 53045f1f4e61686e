"""Output of external solvers, valid and invalid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.dimacs.answer import SolverOutput, read_answer
from entails.models.errors import InvalidData

MODEL = SolverOutput("satisfied", (1, -2, 3))


@pytest.mark.parametrize(
    "text",
    [
        "s SATISFIABLE\nv 1 -2 3 0\n",
        "c hello\n\ns SATISFIABLE\r\nc more\nv 3 -2\r\nv 1\nc\nv 0\nc time 0.1\n",
        "v 1 -2 3 0\ns SATISFIABLE",
        "SAT\n1 -2 3 0\n",
        "SATISFIABLE\nv 1 -2 3 0\n",
        "\ufeffSAT\n1 -2\n3 0",
        "s SATISFIABLE\nv 1 1 -2 3 0",
    ],
)
def test_a_model(text: str) -> None:
    assert read_answer(text, 3) == MODEL


def test_variables_left_out_do_not_matter() -> None:
    assert read_answer("s SATISFIABLE\nv 3 0\n", 5) == SolverOutput("satisfied", (3,))
    assert read_answer("SAT\n0\n", 5) == SolverOutput("satisfied", ())


@pytest.mark.parametrize("text", ["s UNSATISFIABLE\n", "c x\ns UNSATISFIABLE\nc y\n", "UNSAT\n", "UNSATISFIABLE"])
def test_no_model(text: str) -> None:
    assert read_answer(text, 3) == SolverOutput("unsatisfiable")


@pytest.mark.parametrize("text", ["s UNKNOWN\n", "INDET\n", "s INDETERMINATE\n", "c timeout\ns UNKNOWN"])
def test_no_verdict(text: str) -> None:
    assert read_answer(text, 3) == SolverOutput("unknown")


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("", "", "missing verdict"),
        ("v 1 0\n", "", "missing verdict"),
        ("c nothing here\n", "", "missing verdict"),
        ("1 2 0\n", "line 1", "is not a line of a solver's output"),
        ("s MAYBE\n", "line 1", '"s MAYBE" is not a line of a solver\'s output'),
        ("s SATISFIABLE\nhello\n", "line 2", '"hello" is not a line of a solver\'s output'),
        ("s SATISFIABLE\n", "", "without a model"),
        ("s SATISFIABLE\nv 1 -2\n", "", "cut short"),
        ("SAT\n1 -2", "", "cut short"),
        ("s SATISFIABLE\nv\n", "", "cut short"),
        ("s SATISFIABLE\nv 1 0\nv 2 0\n", "line 3", "after the closing 0"),
        ("s SATISFIABLE\nv 1 0 0\n", "line 2", "after the closing 0"),
        ("s SATISFIABLE\nv 1\nv -1 0\n", "line 3", "both -1 and 1"),
        ("s SATISFIABLE\nv 4 0\n", "line 2", "literal 4 is out of range"),
        ("s SATISFIABLE\nv x 0\n", "line 2", '"x" is not a literal'),
        ("s SATISFIABLE\nv 1_0 0\n", "line 2", '"1_0" is not a literal'),
        ("s SATISFIABLE\nv ١ 0\n", "line 2", "is not a literal"),
        (f"s SATISFIABLE\nv {'9' * 10_000_000} 0\n", "line 2", "is not a literal"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "line 2", "more than one verdict"),
        ("s UNSATISFIABLE\nv 1 0\n", "", "a model without the verdict SATISFIABLE"),
        ("x" * 10_000_000, "line 1", "is not a line of a solver's output"),
    ],
)
def test_bad_answers_are_refused_with_their_place(text: str, where: str, words: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_answer(text, 3)
    assert caught.value.where == where
    assert words in caught.value.problem
    assert caught.value.expected
    assert len(str(caught.value)) < 200


PIECES = st.sampled_from(
    ["s ", "SATISFIABLE\n", "UNSAT\n", "SAT\n", "v ", "1 ", "-1 ", "2 ", "0\n", "c x\n", "\n", "-", "o 7\n"]
)


@given(st.lists(PIECES, max_size=10).map("".join) | st.text(), st.integers(0, 3))
def test_junk_is_an_answer_or_invalid(junk: str, variables: int) -> None:
    try:
        answer = read_answer(junk, variables)
    except InvalidData as error:
        message = str(error)
    else:
        message = "fine"
        assert all(0 < abs(literal) <= variables for literal in answer.literals)
        assert len({abs(literal) for literal in answer.literals}) == len(answer.literals)
    assert len(message) < 300
    assert message.isprintable()
