"""The text of a DIMACS file, as people and solvers see it."""

from typing import Any

import pytest

from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import write_dimacs, write_gcnf
from entails.models.encoding import Clauses, Cnf, Group

RULES = Group("digit", "r1c1 holds one digit")
GIVEN = Group("given r1c1=2", "r1c1 is given as 2", soft=True)
DETAIL = Group("not 1", "so it is not 1", parent="given r1c1=2", soft=True)


def small(**changes: Any) -> Cnf[tuple[int, ...]]:
    parts: dict[str, Any] = {
        "variables": 3,
        "names": ("r1c1=1", "r1c1=2"),
        "groups": (RULES, GIVEN, DETAIL),
        "decode": tuple,
        "base": Clauses.of([[1, 2, 3], [-1, -2]]),
        "added": Clauses.of([[-1], [2], [-3]], [2, 1, 0]),
        "about": ("puzzle 2...", "a tiny sudoku\nof two lines"),
    }
    return Cnf(**(parts | changes))


def test_the_layout_of_a_plain_file() -> None:
    assert "".join(write_dimacs(small(), comments=["made for a test"])).splitlines() == [
        "c puzzle 2...",
        "c a tiny sudoku",
        "c of two lines",
        "c made for a test",
        "c var 1 r1c1=1",
        "c var 2 r1c1=2",
        "p cnf 3 5",
        "c group 0 digit | r1c1 holds one digit",
        "1 2 3 0",
        "-1 -2 0",
        "-3 0",
        "c group 1 given r1c1=2 | r1c1 is given as 2 | soft",
        "2 0",
        "c group 2 not 1 | so it is not 1 | soft | parent given r1c1=2",
        "-1 0",
    ]


def test_the_layout_of_a_grouped_file() -> None:
    lines = "".join(write_gcnf(small())).splitlines()
    assert [line for line in lines if line[0] != "c"] == [
        "p gcnf 3 5 2",
        "{0} 1 2 3 0",
        "{0} -1 -2 0",
        "{0} -3 0",
        "{1} 2 0",
        "{2} -1 0",
    ]


def test_an_empty_clause_is_a_line_of_its_own() -> None:
    cnf = small(base=Clauses.of([[]]), added=Clauses.of([]), variables=0, names=(), groups=(RULES,), about=())
    assert "".join(write_dimacs(cnf)) == "p cnf 0 1\nc group 0 digit | r1c1 holds one digit\n0\n"
    assert "".join(write_gcnf(cnf)) == "p gcnf 0 1 0\nc group 0 digit | r1c1 holds one digit\n{0} 0\n"


def test_no_clauses_at_all() -> None:
    cnf = small(base=Clauses.of([]), added=Clauses.of([]), groups=(), about=(), names=())
    assert "".join(write_dimacs(cnf)) == "p cnf 3 0\n"


def test_clauses_without_a_group_are_not_lost() -> None:
    cnf = small(groups=(), base=Clauses.of([[1], [2]], [0, 4]), added=Clauses.of([]))
    assert [line for line in "".join(write_dimacs(cnf)).splitlines() if line[0] != "c"] == ["p cnf 3 2", "1 0", "2 0"]


def test_large_files_come_in_pieces() -> None:
    clauses = Clauses.of([[1, -2], [2, 3]] * 100_000)
    pieces = list(write_dimacs(small(base=clauses, added=Clauses.of([]), groups=(RULES,))))
    assert len(pieces) > 2
    assert "".join(pieces).count(" 0\n") == 200_000
    assert (read_dimacs("".join(pieces)).clauses.lits == clauses.lits).all()


def test_comments_cannot_break_out_of_their_line() -> None:
    sly = "x\np cnf 9 9\r1 0\u2028-1 0"
    cnf = small(names=(sly,), groups=(Group(sly, sly, parent=sly),) * 3, about=(sly, "\x0b\x85\x00"))
    lines = "".join(write_dimacs(cnf)).split("\n")
    assert next(line for line in lines if line[0] != "c") == "p cnf 3 5"
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("line", ["var 1 x", "group 0 a | b", " var 2 y", "  group 1 c | d", "various", "c", "", "  x"])
def test_a_line_of_about_is_never_taken_for_a_name_or_a_group(line: str) -> None:
    back = read_dimacs("".join(write_dimacs(small(about=(line,)))))
    assert back.about == (line,)
    assert tuple(back.names) == ("r1c1=1", "r1c1=2")


def test_a_file_read_and_written_again_stays_the_same() -> None:
    text = "".join(write_dimacs(small()))
    assert "".join(write_dimacs(read_dimacs(text.encode()))) == text


def test_default_names_are_not_written() -> None:
    assert "c var" not in "".join(write_dimacs(read_dimacs("p cnf 2 1\n1 -2 0\n")))
