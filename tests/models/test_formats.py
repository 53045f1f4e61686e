"""Detection of formats by their first lines: known examples, none confused with plain DIMACS."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.detect import recognised

EXAMPLES = {
    "AIGER": ["aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n", b"aig 3 2 0 1 1\n6\n\x02\x02"],
    "7z": [b"7z\xbc\xaf\x27\x1c\x00\x04"],
    "ASP": ["a :- not b.\nb :- not a.\n", "node(1..3).\n"],
    "CNF+": ["p cnf+ 7 3\n1 -2 3 5 7 0\n-1 -2 <= 1\n"],
    "WCNF+": ["p wcnf+ 7 3 10\n10 1 0\n"],
    "DIMACS": ["p cnf 3 2\n1 -3 0\n2 3 -1 0\n", "c a comment\nc\n\np cnf 1 1\n1 0\n", "p  cnf\t1 1\n1 0"],
    "DIMACS SAT": ["c\np sat 4\n(*(+(1 3 -4) +(4)))\n"],
    "DQDIMACS": ["p cnf 4 1\na 1 2 0\nd 3 1 0\n1 3 0\n"],
    "JSON": ['{"variables": []}', "[[1, 2], [-1]]", '\n\n  {\n"variables"'],
    "LP": ["\\ a comment\nMaximize\n obj: x + y\nSubject To\n c1: x <= 4\nEnd\n", "minimize\nx\nsubject to\n"],
    "MPS": ["* a comment\nNAME          TEST\nROWS\n N  COST\n"],
    "MiniZinc": ['include "all.mzn";\nvar 1..3: x;\n', "var 1..3: x;\nconstraint x > 1;\nsolve satisfy;\n"],
    "OPB": [
        "* #variable= 2 #constraint= 1\nmin: +1 x1 ;\n+1 x1 +2 x2 >= 2 ;\n",
        "+1 x1 +1 ~x2 >= 1 ;\n",
        "1 x1 >= 1;\n",
        "* #variable= 1\nsoft: 6 ;\n[2] +1 x1 >= 1 ;\n",
    ],
    "QCIR": ["#QCIR-G14\nforall(v1)\n"],
    "QDIMACS": ["p cnf 4 2\ne 1 2 3 4 0\n-1 2 0\n2 -3 -4 0\n", "c x\np cnf 2 1\na 1 0\ne 2 0\n1 2 0\n"],
    "SMT-LIB": ["; a comment\n(set-logic QF_LIA)\n(declare-fun x () Int)\n", "(assert true)"],
    "WCNF": ["p wcnf 4 5 16\n16 1 -2 0\n8 -2 0\n", "h 1 2 0\n3 -1 0\n", "c new\n4 1 0\nh 1 -2 0\n"],
    "KNF": ["p knf 3 2\nk 2 1 2 3 0\n1 2 0\n"],
    "XCNF": ["p cnf 3 2\n1 2 0\nx1 2 -3 0\n", "p cnf 3 1\nx 1 2 0\n"],
    "XCSP3": ['<instance format="XCSP3" type="CSP">\n', '<?xml version="1.0"?>\n<instance format="XCSP3">\n'],
    "XML": ['<?xml version="1.0"?>\n<html>\n'],
    "a CpModel of OR-Tools": ['variables { name: "x" domain: [0, 5] }\n', 'name: "a"\nvariables {\n  domain: 0\n}\n'],
    "a DIMACS graph": ["c a graph\np edge 4 2\ne 1 2\ne 3 4\n", "p col 4 2\ne 1 2\n"],
    "a solver's answer": ["s SATISFIABLE\nv 1 2 0\n", "UNSAT\n", "c solved\ns UNSATISFIABLE\n"],
    "grouped DIMACS": ["p gcnf 3 2 1\n{1} 1 0\n"],
    "iCNF": ["p inccnf\n1 2 0\na 1 0\n"],
    "zip": [b"PK\x03\x04\x14\x00"],
    "zstd": [b"\x28\xb5\x2f\xfd\x04\x00"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in EXAMPLES.items() for text in texts])
def test_examples(name: str, text: str | bytes) -> None:
    content = text.encode() if isinstance(text, str) else text
    result = recognised(content)
    assert result is not None
    assert result.name == name
    windows = recognised(content.replace(b"\n", b"\r\n"))
    assert windows == result


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "1 2 0\n", "c only comments\n", "53..7....6..195", "crane:bybbg", "-"]
)
def test_anything_else_is_not_known(text: str) -> None:
    assert recognised(text.encode()) is None


@given(
    st.binary()
    | st.text().map(str.encode)
    | st.lists(st.sampled_from(["p cnf", " ", "\n", "c", "h 1 0", "*", "a.", "{"])).map(
        lambda parts: "".join(parts).encode()
    )
)
def test_junk_is_some_format_or_none(content: bytes) -> None:
    recognised(content)


@pytest.mark.parametrize(
    "piece", [b" ", b"\n", b"* ", b"; ", b"\\ ", b"1 ", b"h 1 ", b"c \n", b"a:-", b"(", b"p cnf 1 1\nx", b".", b"\t\r"]
)
def test_nothing_takes_long(piece: bytes) -> None:
    begun = time.process_time()
    recognised(piece * (3_000_000 // len(piece)))
    assert time.process_time() - begun < 5
