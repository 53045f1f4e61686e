"""Reading numbers in bulk gives the same as reading line by line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.dimacs import read as scan
from entails.formats.dimacs.read import marked_passage, plain_passage, read_dimacs
from entails.models.encoding import Clauses
from entails.models.errors import InvalidPuzzle

WORDS = st.sampled_from(["1", "-2", "0", "007", "-", "--1", "2147483647", "-2147483648", "99999999999", "1-1"])
MARKS = st.sampled_from(["{0}", "{1}", "{12}", "{", "}", "{}", "{-1}", "{1}2", "2{1}", "{1"])
BLANKS = st.sampled_from([" ", "\n", "\t", "\r\n", "  \n\n", "\v", "\f"])


def read_slowly(words: list[str]) -> list[int] | None:
    if not all(re.fullmatch("-?[0-9]+", word) and abs(int(word)) < 1 << 31 for word in words):
        return None
    return list(map(int, words))


@given(st.lists(st.tuples(WORDS, BLANKS)), BLANKS)
def test_plain_passages(pieces: list[tuple[str, str]], first: str) -> None:
    text = first + "".join(word + blank for word, blank in pieces)
    result = plain_passage(text.encode())
    assert (None if result is None else result.numbers.tolist()) == read_slowly(text.split())


@given(st.lists(st.tuples(WORDS | MARKS, BLANKS), min_size=1))
def test_marked_passages(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + blank for word, blank in pieces)
    result = marked_passage(text.encode())
    marks, marked, numbers = [], [], []
    for word in text.split():
        if re.fullmatch(r"\{[0-9]+\}", word):
            marks.append(word[1:-1])
            marked.append(len(numbers))
        else:
            numbers.append(word)
    if read_slowly(numbers) is None:
        assert result is None
    else:
        assert result is not None
        assert [array.tolist() for array in result] == [read_slowly(numbers), read_slowly(marks), marked]


LINES = st.lists(
    st.sampled_from(
        ["1 2 0", "-1 0", "c hello", "c group 0 a | b", "", "2", "0", "x", "9 0", "%", "{1} 1 0", "{3}", " c var 1 a"]
    ),
    max_size=12,
)


@given(LINES, st.booleans(), st.integers(1, 20))
def test_however_a_file_is_cut_into_passages(lines: list[str], grouped: bool, size: int) -> None:
    """A file cut into passages in any way gives the same formula, or the same error for the same line."""
    header = "p gcnf 2 4 2" if grouped else "p cnf 2 4"
    text = "\n".join([header, *lines])

    def read() -> object:
        try:
            cnf = read_dimacs(text)
        except InvalidPuzzle as error:
            return str(error)
        return cnf.clauses.lists, cnf.clauses.group_of.tolist(), cnf.groups, tuple(cnf.names)

    with pytest.MonkeyPatch.context() as patch:
        whole = read()
        patch.setattr(scan, "_PASSAGE", size)
        assert read() == whole
        patch.setattr(scan, "plain_passage", lambda _: None)
        patch.setattr(scan, "marked_passage", lambda _: None)
        assert read() == whole


def test_the_line_of_a_fault_in_a_long_file() -> None:
    lines = ["p cnf 3 5000", *["1 -2 3 0"] * 4000, "c in between", *["1 2", "3 0"] * 500, "1 -4 0", *["1 0"] * 499]
    with pytest.raises(InvalidPuzzle, match=r"^line 5003: literal -4 is beyond the 3 variables"):
        read_dimacs("\n".join(lines))


@given(st.lists(st.lists(st.integers(-9, 9).filter(bool)), max_size=9), st.integers(1, 4))
def test_clauses_one_after_the_other(clauses: list[list[int]], at_once: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("entails.models.encoding._UNPACKED_AT_ONCE", at_once)
        assert list(Clauses.of(clauses)) == Clauses.of(clauses).lists == clauses
