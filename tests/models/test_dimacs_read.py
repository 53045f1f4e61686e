"""DIMACS files of all kinds: published ones, variations and junk."""

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.dimacs import write
from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import about_field
from entails.models.encoding import Group
from entails.models.errors import InvalidPuzzle

PLAIN = "c a comment\nc puzzle 12 34 \np cnf 3 2\n1 -2 0\n2 3 0\n"


def clauses(text: str | bytes) -> list[list[int]]:
    return read_dimacs(text).clauses.lists


def test_a_file_from_elsewhere() -> None:
    cnf = read_dimacs(PLAIN)
    assert cnf.variables == cnf.answers == 3
    assert cnf.clauses.lists == [[1, -2], [2, 3]]
    assert cnf.clauses.group_of.tolist() == [0, 1]
    assert tuple(cnf.names) == ("x1", "x2", "x3")
    assert cnf.names[-1] == "x3"
    assert cnf.names[1:] == ("x2", "x3")
    assert cnf.groups[1] == Group("clause 2", "clause 2: 2 3", soft=True)
    assert cnf.decode([1, 3]) == (1, -2, 3)
    assert cnf.decode([-2, 3]) == (-1, -2, 3)


def test_about_keeps_the_leading_comments() -> None:
    cnf = read_dimacs(PLAIN)
    assert cnf.about == ("a comment", "puzzle 12 34")
    assert about_field(cnf.about, "puzzle") == "12 34"
    assert about_field(cnf.about, "puzz") is None


@pytest.mark.parametrize(
    "text",
    [
        "p cnf 3 2\n1 -2 0 2 3 0",
        "p cnf 3 2\n1\n-2\n\n0 2\nc between\n  c indented\n3 0\nc after\n",
        "p  cnf\t3   2 \r\n1 -2 0\r\n2 3 0\r\n",
        "\ufeffp cnf 3 2\n1 -2 0\n2 3 0\n",
        "p cnf 3 2\n1 -2 0\n2 3 0\n%\n0\n\n",
        "p cnf 3 2\n1 -2 0\n2 3 0\n % what follows does not count: 4 5 6\nx",
        "cfirst\n\n \np cnf 3 2\nc with_underscore +1\n1 -2 0\n2 3 0\n",
        "p cnf 3 2\n01 -002 0\n2 0000000000003 0\n",
    ],
)
def test_ways_to_write_the_same_clauses(text: str) -> None:
    expected = [[1, -2], [2, 3]]
    assert clauses(text) == expected
    assert clauses(text.encode()) == expected


def test_empty_clauses_survive() -> None:
    assert clauses("p cnf 0 1\n0\n") == [[]]
    assert clauses("p cnf 2 3\n0 1 2 0 0") == [[], [1, 2], []]
    assert read_dimacs("p cnf 0 1\n0\n").groups[0].text == "clause 1: nothing, so it cannot hold"
    assert clauses("p cnf 4 0\n") == []


def test_grouped_files() -> None:
    cnf = read_dimacs("p gcnf 3 4 3\n{0} 1 2 0\n{3} -1 0 {1}\n-2\n0\n{3} 3 0\n")
    assert cnf.clauses.lists == [[1, 2], [-1], [-2], [3]]
    assert cnf.clauses.group_of.tolist() == [0, 3, 1, 3]
    assert [group.id for group in cnf.groups] == ["group 0", "group 1", "group 2", "group 3"]
    assert cnf.soft == (1, 2, 3)


@pytest.mark.parametrize("mark", ["soft", "doubtable"])
def test_a_soft_group_under_both_names_of_the_mark(mark: str) -> None:
    cnf = read_dimacs(f"p cnf 1 1\nc group 0 a | b | {mark}\n1 0\n")
    assert cnf.groups[0] == Group("a", "b", soft=True)


def test_marks_of_a_grouped_file_outweigh_comments() -> None:
    cnf = read_dimacs("p gcnf 1 2 1\nc group 0 a | b | soft\n{1} 1 0\n{0} -1 0\n")
    assert [group.id for group in cnf.groups] == ["group 0", "group 1"]
    assert cnf.clauses.group_of.tolist() == [1, 0]


def test_names_of_the_first_variables_make_the_rest_auxiliary() -> None:
    cnf = read_dimacs("c var 1 rain\nc var 2 wet\np cnf 4 1\n-1 2 4 0\n")
    assert tuple(cnf.names) == ("rain", "wet")
    assert cnf.answers == 2
    assert cnf.decode([2, 4]) == (-1, 2)


@pytest.mark.parametrize(
    "names", ["c var 2 wet", "c var 1 rain\nc var 3 sun", "c var 1 a\nc var 9 far", "c var 99999999999 a"]
)
def test_other_names_leave_every_variable_a_fact(names: str) -> None:
    cnf = read_dimacs(f"{names}\np cnf 3 1\n1 0\n")
    assert cnf.answers == 3
    assert tuple(cnf.names).count("x3") + tuple(cnf.names).count("sun") == 1


@pytest.mark.parametrize(
    "comments",
    [
        "c group 1 a | b\n1 0",
        "1 0\nc group 0 a | b",
        "c group 0 a\n1 0",
        "c group 0 a | b | c\n1 0",
        "c group 0 a | b | parent p | soft\n1 0",
        "c group 0 a | b\nc group 0 a | b\n1 0",
        "c group",
        "c group 999999999999999999999 a | b",
    ],
)
def test_comments_that_only_resemble_ours_do_no_harm(comments: str) -> None:
    body = comments if "1 0" in comments else f"{comments}\n1 0"
    cnf = read_dimacs(f"p cnf 1 1\n{body}\n")
    assert [group.id for group in cnf.groups] == ["clause 1"]


def test_long_clauses_are_shortened() -> None:
    text = read_dimacs(f"p cnf 99 1\n{' '.join(map(str, range(1, 100)))} 0\n").groups[0].text
    assert text == "clause 1: 1 2 3 4 5 6 7 8 9 10 11 12 … (99 literals)"


def test_a_large_file_is_one_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "MOST_CLAUSE_GROUPS", 2)
    cnf = read_dimacs("p cnf 1 3\n1 0 1 0 -1 0\n")
    assert cnf.groups == (Group("file", "the 3 clauses of the file, too many for groups of their own"),)
    assert cnf.clauses.group_of.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("", "", "empty"),
        (" \n\t\n", "", "empty"),
        ("1 2 0\n", "", "missing header"),
        ("c only\n", "", "missing header"),
        ("hello\n", "line 1", '"hello" is not a number'),
        ("1 2 0\np cnf 2 1\n", "line 1", "before the header"),
        ("p cnf 2\n", "line 1", "invalid header"),
        ("p\n", "line 1", "invalid header"),
        ("c\np sat 2 1\n", "line 2", "invalid header"),
        ("p cnf -2 1\n", "line 1", "invalid header"),
        ("p cnf 2 1 1\n", "line 1", "invalid header"),
        ("p gcnf 2 1\n", "line 1", "invalid header"),
        ("p cnf 99999999999999999999 1\n", "line 1", "invalid header"),
        ("p cnf 2000000000 1\n", "line 1", "2,000,000,000 variables are too many"),
        ("p gcnf 2 1 2000000000\n", "line 1", "2,000,000,000 groups are too many"),
        ("p cnf 2 1\n1 0\np cnf 2 1\n", "line 3", "second header"),
        ("p cnf 2 2\n1 0\n", "line 1", "announces 2 clauses, but 1 follow"),
        ("p cnf 2 1\n1 0\n\n2 0\n-2 0", "line 4", "3 clauses"),
        ("p cnf 2 1\n1\n-3 0\n", "line 3", "literal -3 is beyond the 2 variables"),
        ("p cnf 2 1\n1\n-2147483648 0\n", "line 3", "-2147483648"),
        ("p cnf 2 1\n1 2147483648 0\n", "line 2", "2147483648 is out of range"),
        (f"p cnf 2 1\n{'9' * 5000} 0\n", "line 2", "out of range"),
        ("p cnf 2 1\n1 2\n", "line 2", "not closed"),
        ("p cnf 2 2\n1 0\n2\nc\n", "line 3", "not closed"),
        ("p cnf 2 1\n1 x 0\n", "line 2", '"x" is not a number'),
        ("p cnf 2 1\n1 2 0 c here\n", "line 2", '"c" is not a number'),
        ("p cnf 2 1\n1_0 0\n", "line 2", '"1_0" is not a number'),
        ("p cnf 2 1\n+1 0\n", "line 2", '"+1" is not a number'),
        ("p cnf 2 1\n1 - 2 0\n", "line 2", '"-" is not a number'),
        ("p cnf 2 1\n1-2 0\n", "line 2", '"1-2" is not a number'),
        ("p cnf 2 1\n١ 0\n", "line 2", "is not a number"),
        ("p cnf 2 1\n1.0 0\n", "line 2", '"1.0" is not a number'),
        ("p cnf 2 1\n{0} 1 0\n", "line 2", '"{0}" is not a number'),
        ("p gcnf 2 1 1\n{2} 1 0\n", "line 2", "group 2 exceeds the header"),
        ("p gcnf 2 1 1\n{x} 1 0\n", "line 2", '"{x}" is not a group'),
        ("p gcnf 2 1 1\n{1 1 0\n", "line 2", '"{1" is not a group'),
        ("p gcnf 2 2 1\n{1} 1 0\n2 0\n", "line 3", "is separated from its group"),
        ("p gcnf 2 2 1\n{1} 1 0\n{1} x 0\n", "line 3", '"x" is not a number'),
        ("p gcnf 2 1 1\n{1} {1} 1 0\n", "line 2", "is separated from its group"),
        ("p gcnf 2 1 1\n{1} 1 {1} 2 0\n", "line 2", "is separated from its group"),
        ("p gcnf 2 1 1\n{1} 1 0\n{1}\n", "line 3", "is separated from its group"),
        ("p cnf 2 1\n1 \0 0\n", "", "not a text file"),
    ],
)
def test_bad_files_are_refused_with_their_place(text: str, where: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_dimacs(text)
    assert caught.value.where == where
    assert words in caught.value.problem
    assert caught.value.expected
    with pytest.raises(InvalidPuzzle, match=r"^a\.cnf") as caught:
        read_dimacs(text.encode(), source="a.cnf")
    assert words in caught.value.problem


@pytest.mark.parametrize(
    "data",
    [
        b"x" * 10_000_000,
        b"p cnf 2 1\n" + b"9" * 10_000_000,
        b"p cnf 2 1\n" + b"1 x" * 3_000_000,
        b"p" + b" cnf" * 2_500_000,
        b"c group 0 " + b" | " * 3_000_000,
        b"\xff\xfe" * 5_000_000,
    ],
)
def test_ten_megabytes_of_junk_fail_soon_and_in_short(data: bytes) -> None:
    begun = time.process_time()
    with pytest.raises(InvalidPuzzle) as caught:
        read_dimacs(data)
    assert len(str(caught.value)) < 200
    assert time.process_time() - begun < 10  # CPU seconds: only exponential growth fails


def test_a_million_literals_are_read_in_a_few_seconds() -> None:
    data = b"p cnf 1000 333334\n" + b"123 -45 678 0\n" * 333_334
    begun = time.process_time()
    assert len(read_dimacs(data).clauses.lits) == 1_000_002
    assert time.process_time() - begun < 10  # CPU seconds: only exponential growth fails


@pytest.mark.parametrize(
    ("text", "clauses", "variables"),
    [
        ("p cnf 1 1\n1 -2 0\n3 0\n", [[1, -2], [3]], 3),
        ("p cnf 9 9\n1 0\n", [[1]], 9),
        ("p cnf 0 0\n-7 0\n", [[-7]], 7),
        ("1 2 0\n-1 0\n", [[1, 2], [-1]], 2),
        ("c only this\n", [], 0),
        ("p gcnf 1 1 1\n{3} 1 2 0\n{0} -1 0\n", [[1, 2], [-1]], 2),
    ],
)
def test_lenient_reading_believes_the_clauses(text: str, clauses: list[list[int]], variables: int) -> None:
    cnf = read_dimacs(text, lenient=True)
    assert cnf.clauses.lists == clauses
    assert cnf.variables == cnf.answers == variables
    with pytest.raises(InvalidPuzzle):
        read_dimacs(text)


def test_lenient_groups() -> None:
    cnf = read_dimacs("p gcnf 1 1 1\n{3} 1 2 0\n{0} -1 0\n", lenient=True)
    assert [group.id for group in cnf.groups] == ["group 0", "group 1", "group 2", "group 3"]
    assert cnf.clauses.group_of.tolist() == [3, 0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p cnf 1 1\n1 2\n", "the last clause is not closed"),
        ("p cnf 1 1\n1 x 0\n", '"x" is not a number'),
        ("p cnf 1\n1 0\n", "invalid header"),
        ("p cnf 1 1\n99999999 0\n", "variable 99,999,999 is too large"),
        ("p gcnf 1 1 1\n{99999999} 1 0\n", "group 99,999,999 is too large"),
        ("p gcnf 1 1 1\n{99999999999} 1 0\n", "is not a group"),
        ("", "empty"),
    ],
)
def test_lenient_reading_forgives_nothing_else(text: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle, match=words):
        read_dimacs(text, lenient=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p cnf 2 1\ne 1 2 0\n1 0\n", "line 2: this is QDIMACS (a formula with quantifiers): "),
        ("* #variable= 2 #constraint= 1\n+1 x1 >= 1 ;\n", "line 1: this is OPB (pseudo-Boolean constraints): "),
        ("aag 1 1 0 1 0\n2\n2\n", "line 1: this is AIGER (an and-inverter circuit): "),
        ("p wcnf 2 1 9\n9 1 0\n", "line 1: this is WCNF (clauses with weights, for MaxSAT): "),
        ("(set-logic QF_LIA)\n", "line 1: this is SMT-LIB (formulas over theories): "),
        ('{"variables": []}\n', "line 1: this is JSON (a document): "),
    ],
)
def test_other_formats_are_called_by_their_names(text: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_dimacs(text)
    assert str(caught.value).startswith(words)


@given(st.lists(st.tuples(st.booleans(), st.lists(st.integers(-5, 5).filter(bool), max_size=5)), max_size=5))
def test_an_xor_is_an_odd_number_of_true_literals(lines: list[tuple[bool, list[int]]]) -> None:
    text = "".join(f"{'x ' * is_xor}{' '.join(map(str, [*literals, 0]))}\n" for is_xor, literals in lines)
    cnf = read_dimacs(f"p cnf 5 {len(lines)}\n{text}")
    for signs in product([False, True], repeat=5):
        meant = [
            sum(signs[abs(lit) - 1] == (lit > 0) for lit in literals) % 2 == 1
            if is_xor
            else any(signs[abs(lit) - 1] == (lit > 0) for lit in literals)
            for is_xor, literals in lines
        ]
        by_group = [True] * len(lines)
        for clause, group in zip(cnf.clauses.lists, cnf.clauses.group_of.tolist(), strict=True):
            by_group[group] &= any(signs[abs(lit) - 1] == (lit > 0) for lit in clause)
        assert by_group == meant
    kinds = [group.text.partition(": ")[2].startswith("x ") for group in cnf.groups]
    assert kinds == [is_xor for is_xor, _ in lines]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p cnf 9 1\nx 1 2 3 4 5 6 7 8 9 0\n", "line 2: an XOR of 9 literals; expected 8 at most"),
        ("p cnf 3 1\nx1 2\n", "line 2: an XOR does not end with its line"),
        ("p cnf 3 1\nx1 0 2 0\n", "line 2: an XOR does not end with its line"),
        ("p cnf 3 1\n1\nx 2 3 0\n", "line 3: an XOR begins inside a clause"),
        ("p cnf 3 1\nx 2 y 0\n", 'line 2: "y" is not a number'),
        ("p cnf 3 1\nx 2 4 0\n", "line 2: literal 4 is beyond the 3 variables"),
        ("p gcnf 3 1 1\nx 2 3 0\n", "line 2: an XOR in a grouped file is not supported"),
    ],
)
def test_bad_xors(text: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read_dimacs(text)
    assert str(caught.value).startswith(words)


def test_a_damaged_file_of_ours_keeps_its_complaint() -> None:
    with pytest.raises(InvalidPuzzle, match=r'^line 2: "x" is not a number; expected literals'):
        read_dimacs("p cnf 2 1\n1 x 0\n")


PIECES = st.sampled_from(
    [
        "p cnf 2 2\n",
        "p gcnf 2 2 1\n",
        "1 ",
        "-2 ",
        "0\n",
        "0 ",
        "{1} ",
        "{0}",
        "c var 1 a\n",
        "c group 0 a | b\n",
        "%\n",
        "\n",
        "3 ",
        "-",
        "99999999999 ",
        "x",
        "p ",
        "c",
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join) | st.text() | st.binary())
def test_junk_is_a_cnf_or_invalid(junk: str | bytes) -> None:
    try:
        cnf = read_dimacs(junk)
    except InvalidPuzzle as error:
        message = str(error)
    else:
        message = "fine"
        assert all(0 < abs(literal) <= cnf.variables for literal in cnf.clauses.lits.tolist())
        assert all(group < len(cnf.groups) for group in cnf.clauses.group_of.tolist())
    assert len(message) < 300
    assert message.isprintable()
