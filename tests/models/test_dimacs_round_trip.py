"""Round trip of any Cnf: writing and reading restore names, groups and clauses."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import write_dimacs, write_gcnf
from entails.models.encoding import Clauses, Cnf, Group

TEXTS = st.text(max_size=12) | st.sampled_from(
    [
        "",
        " ",
        "a | b",
        " | ",
        "soft",
        "soft",
        "parent x",
        "back\\slash",
        "\\u0020",
        "0",
        "\ud800",
        "🟩⬛",
        "tab\tnew\nline\r",
    ]
)
GROUPS = st.builds(Group, TEXTS, TEXTS, st.none() | TEXTS, st.booleans())


@st.composite
def cnfs(draw: st.DrawFn) -> Cnf[tuple[int, ...]]:
    variables = draw(st.integers(0, 5))
    names = draw(st.lists(TEXTS, min_size=min(1, variables), max_size=variables))
    groups = draw(st.lists(GROUPS, min_size=1, max_size=4))
    literals = st.integers(1, variables) | st.integers(-variables, -1) if variables else st.nothing()
    sizes = 4 if variables else 0
    clauses = draw(st.lists(st.tuples(st.lists(literals, max_size=sizes), st.integers(0, len(groups) - 1)), max_size=8))
    packed = Clauses.of([clause for clause, _ in clauses], [group for _, group in clauses])
    about = draw(st.lists(st.sampled_from(["puzzle 53..7", "", "var 1 x", "group 0 a | b", "  drawn |", "ünï"])))
    return Cnf(variables, tuple(names), tuple(groups), tuple, packed, about=tuple(about))


def by_group(cnf: Cnf[Any]) -> list[list[list[int]]]:
    clauses = cnf.clauses
    return [
        [clause for clause, of in zip(clauses.lists, clauses.group_of.tolist(), strict=True) if of == group]
        for group in range(len(cnf.groups))
    ]


@pytest.mark.parametrize("write", [write_dimacs, write_gcnf])
@given(cnf=cnfs())
def test_a_cnf_survives(write: Callable[[Cnf[Any]], Iterator[str]], cnf: Cnf[tuple[int, ...]]) -> None:
    text = "".join(write(cnf))
    for data in (text, text.encode()):
        back = read_dimacs(data)
        assert back.variables == cnf.variables
        assert tuple(back.names) == cnf.names
        assert back.answers == cnf.answers
        assert back.groups == cnf.groups
        assert by_group(back) == by_group(cnf)
        assert back.about == cnf.about


@given(cnf=cnfs())
def test_what_is_read_pickles(cnf: Cnf[tuple[int, ...]]) -> None:
    read = read_dimacs("".join(write_dimacs(cnf)))
    copy = pickle.loads(pickle.dumps(read))
    assert copy.clauses.lists == read.clauses.lists
    assert copy.groups == read.groups
    assert copy.names == read.names
    assert copy.decode([1]) == read.decode([1])
