"""WCNF files, old and new, valid and invalid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.formula import WCNF

from entails.formats.dimacs.write import FileNames
from entails.formats.wcnf import MOST_WEIGHT, Wcnf, read_wcnf, write_wcnf
from entails.models.encoding import Clauses
from entails.models.errors import InvalidPuzzle

OLD = "c a comment\nc var 1 rain\np wcnf 3 5 16\n16 1 -2 0\n8 2 3 0\n99 -1\n0\n3 -3 0 1 0\n"
NEW = "c a comment\nc var 1 rain\nh 1 -2 0\n8 2 3 0\nh -1 0\n3 -3 0\n1 0\n"


@pytest.mark.parametrize("text", [OLD, NEW, NEW.replace("\n", "\r\n"), "\ufeff" + NEW])
def test_both_forms(text: str) -> None:
    wcnf = read_wcnf(text.encode())
    assert wcnf.variables == 3
    assert wcnf.hard.lists == [[1, -2], [-1]]
    assert wcnf.soft.lists == [[2, 3], [-3], []]
    assert wcnf.weights == (8, 3, 1)
    assert (wcnf.hard_places, wcnf.soft_places) == ((1, 3), (2, 4, 5))
    assert wcnf.names[0] == "rain"
    assert wcnf.about == ("a comment",)


def test_without_a_top_everything_is_soft() -> None:
    wcnf = read_wcnf(b"p wcnf 2 2\n4 1 0\n5 -1 2 0\n")
    assert len(wcnf.hard) == 0
    assert wcnf.weights == (4, 5)


def test_a_file_of_nothing_but_a_header() -> None:
    wcnf = read_wcnf(b"p wcnf 4 0 10\n")
    assert (wcnf.variables, len(wcnf.hard), len(wcnf.soft)) == (4, 0, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("p wcnf 2 1 9\n9 1\n", "line 2: the last clause is not closed"),
        ("p wcnf 2 1 9\n9 3 0\n", "line 2: literal 3 is beyond the 2 announced on line 1"),
        ("p wcnf 2 2 9\n9 1 0\n", "line 1: the header announces 2 clauses, but 1 follow"),
        ("p wcnf 2 1 9\n0 1 0\n", "line 2: clause without a positive weight"),
        ("p wcnf 2 1 9\n-4 1 0\n", "line 2: clause without a positive weight"),
        ("p wcnf 2 1 9\nh 1 0\n", 'line 2: "h" is not a number'),
        ("p wcnf 2\n1 1 0\n", "line 1: invalid header"),
        ("p wcnf 2 -1\n1 1 0\n", "line 1: invalid header"),
        ("p wcnf 999999999 1 4\n", "line 1: 999,999,999 variables are too many"),
        ("h 1 0\np wcnf 1 1 1\n", "line 2: header after a clause"),
        ("h 1 h 0\n", 'line 1: "h" is not a number'),
        ("h 1 0\n1.5 1 0\n", 'line 2: "1.5" is not a number'),
        ("h 1 0\n+1 1 0\n", 'line 2: "+1" is not a number'),
        ("h 99999999 0\n", "line 1: literal 99999999 is beyond the 10,000,000 that are read"),
        ("h 1 0\n9999999999999999999 1 0\n", "line 2: 9999999999999999999 is too large"),
        (f"h 1 0\n{'9' * 5000} 1 0\n", 'line 2: "99999999999999999999…" is not a number'),
        ("p cnf 1 1\n1 0\n", "line 1: this is DIMACS (clauses): invalid header"),
        ("+1 x1 >= 1;\n", 'line 1: this is OPB (pseudo-Boolean constraints): "+1" is not a number'),
    ],
)
def test_bad_files(text: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_wcnf(text.encode())
    assert str(caught.value).startswith(words)


def test_lenient_reading_believes_the_clauses() -> None:
    wcnf = read_wcnf(b"p wcnf 1 1 9\n9 3 0\n2 -3 0\n", lenient=True)
    assert (wcnf.variables, wcnf.hard.lists, wcnf.soft.lists) == (3, [[3]], [[-3]])


LITERALS = st.integers(-5, 5).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, max_size=4), max_size=6)


@given(CLAUSES, st.lists(st.tuples(st.integers(1, MOST_WEIGHT), st.lists(LITERALS, max_size=4)), max_size=6))
def test_a_file_survives(hard: list[list[int]], soft: list[tuple[int, list[int]]]) -> None:
    wishes = [clause for _, clause in soft]
    most = max((abs(lit) for clause in hard + wishes for lit in clause), default=0)
    weights = tuple(weight for weight, _ in soft)
    wcnf = Wcnf(
        most, FileNames(most, {most: "a b"} if most else {}), Clauses.of(hard), Clauses.of(wishes), weights, (), ()
    )
    text = "".join(write_wcnf(wcnf)) or "c\n"
    back = read_wcnf(text.encode())
    assert (back.variables, tuple(back.names)) == (wcnf.variables, tuple(wcnf.names))
    assert (back.hard.lists, back.soft.lists, back.weights) == (hard, wishes, weights)


@given(CLAUSES, st.lists(st.tuples(st.integers(1, 50), st.lists(LITERALS, min_size=1, max_size=4)), max_size=6))
def test_python_sat_reads_the_same(hard: list[list[int]], soft: list[tuple[int, list[int]]]) -> None:
    peer = WCNF()
    peer.extend([clause for clause in hard if clause])
    for weight, clause in soft:
        peer.append(clause, weight=weight)
    for text in (peer.to_dimacs(), "".join(write_wcnf(read_wcnf((peer.to_dimacs() or "c\n").encode())))):
        ours = read_wcnf((text or "c\n").encode())
        theirs = WCNF(from_string=text)
        assert (ours.hard.lists, ours.soft.lists, list(ours.weights)) == (theirs.hard, theirs.soft, theirs.wght)


PIECES = st.sampled_from(["p wcnf 2 2 9\n", "h ", "1 ", "-2 ", "0\n", "0 ", "c var 1 a\n", "9 ", "x", "p ", "\n", "h"])


@given(st.lists(PIECES, max_size=12).map("".join).map(str.encode) | st.binary(), st.booleans())
def test_junk_is_a_formula_or_invalid(junk: bytes, lenient: bool) -> None:
    try:
        wcnf = read_wcnf(junk, lenient=lenient)
    except InvalidPuzzle as error:
        message = str(error)
    else:
        message = "fine"
        assert len(wcnf.soft) == len(wcnf.weights) == len(wcnf.soft_places)
        assert all(0 < abs(lit) <= wcnf.variables for clause in (*wcnf.hard, *wcnf.soft) for lit in clause)
    assert len(message) < 300
    assert message.isprintable()
