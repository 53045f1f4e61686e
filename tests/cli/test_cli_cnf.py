"""`entails cnf`: every query on DIMACS files of all kinds, and proofs."""

import bz2
import gzip
import lzma
from pathlib import Path

import pytest
from cli.runner import entails

from entails.queries.parse import reports

REPORTS = reports()

CHOICE = "p cnf 3 4\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n"
CLASH = "c puzzle none\np cnf 2 3\n1 2 0\n-1 0\n-2 0\n"


def pigeons(holes: int) -> str:
    """Return the pigeonhole formula with one pigeon more than holes, as DIMACS."""
    clauses = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    clauses += [
        [-(p * holes + h + 1), -(q * holes + h + 1)] for h in range(holes) for p in range(holes + 1) for q in range(p)
    ]
    body = "\n".join(" ".join(map(str, [*clause, 0])) for clause in clauses)
    return f"p cnf {holes * (holes + 1)} {len(clauses)}\n{body}\n"


@pytest.fixture
def choice(tmp_path: Path) -> Path:
    path = tmp_path / "choice.cnf"
    path.write_text(CHOICE)
    return path


@pytest.fixture
def clash(tmp_path: Path) -> Path:
    path = tmp_path / "clash.cnf"
    path.write_text(CLASH)
    return path


def test_queries_of_a_satisfiable_formula(choice: Path) -> None:
    solved = entails("cnf", "solve", choice, "--json")
    assert (solved.code, solved.line["status"], solved.line["unique"]) == (0, "satisfied", False)
    assert solved.line["file"] == str(choice)
    assert entails("cnf", "count", choice, "--json").line["count"] == 3
    assert entails("cnf", "forced", choice, "--json").line["forced"] == []
    assert entails("cnf", "explain", choice).code == 0
    assert entails("cnf", "prove", choice).code == 1


def test_queries_of_a_contradiction(clash: Path) -> None:
    assert entails("cnf", "solve", clash).code == 1
    explained = entails("cnf", "explain", clash, "--json")
    assert explained.line["conflicts"] == [["clause 1", "clause 2", "clause 3"]]
    assert len(explained.line["repairs"]) == 3
    assert entails("cnf", "count", clash, "--json").line["count"] == 0
    assert entails("cnf", "quine", clash, "--exact-depth", "--json").line["exact_depth"] == 0


def test_packed_files_and_standard_input(tmp_path: Path) -> None:
    """Compressed files and standard input are recognised by their content."""
    path = tmp_path / "choice.cnf"
    for packed in (gzip, bz2, lzma):
        path.write_bytes(packed.compress(CHOICE.encode()))
        assert entails("cnf", "count", path).out.strip() == "3"
    assert entails("cnf", "count", "-", stdin=CHOICE).out.strip() == "3"


def test_a_proof_is_written_and_verified(tmp_path: Path) -> None:
    formula, proof = tmp_path / "php.cnf", tmp_path / "php.drup"
    formula.write_text(pigeons(5))
    proved = entails("cnf", "prove", formula, "-o", proof)
    steps = len(proof.read_text().splitlines())
    assert (proved.code, proved.out) == (0, f"no solution: proof of {steps} steps written to {proof}\n")
    ran = entails("cnf", "verify", formula, proof)
    assert (ran.code, ran.out.startswith("verified")) == (0, True)
    REPORTS["verify"].model_validate(entails("cnf", "verify", formula, proof, "--json").line)
    formula.write_text(pigeons(5).replace("p cnf 30 81", "p cnf 30 80").rsplit("\n", 2)[0] + "\n")
    spoilt = entails("cnf", "verify", formula, proof)
    assert spoilt.code == 1
    assert "neither RUP nor RAT" in spoilt.out


def test_a_limit_stops_a_proof(tmp_path: Path) -> None:
    formula = tmp_path / "php.cnf"
    formula.write_text(pigeons(10))
    ran = entails("cnf", "prove", formula, "--conflicts", 50, "-o", tmp_path / "p")
    assert ran.code == 3
    assert not (tmp_path / "p").exists()
    assert entails("cnf", "solve", formula, "--seconds", 0.2, "--json").line["reason"] == "time"


def test_stats(choice: Path) -> None:
    line = entails("cnf", "stats", choice, "--json").line
    assert (line["variables"], line["clauses"], line["density"]) == (3, 4, 1.3333)
    assert line["lengths"] == {"2": 3, "3": 1}
    assert "clauses of length 2" in entails("cnf", "stats", choice).out


def test_export_keeps_the_formula(choice: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.cnf"
    assert entails("cnf", "export", choice, "-o", again).code == 0
    assert entails("cnf", "count", again).out.strip() == "3"
    grouped = entails("cnf", "export", choice, "--to", "gcnf").out
    assert "p gcnf 3 4 4" in grouped


@pytest.fixture
def wishes(tmp_path: Path) -> Path:
    path = tmp_path / "wishes.wcnf"
    path.write_text("c var 1 tea\nc var 2 milk\nc var 3 lemon\nh -2 -3 0\n3 2 0\n4 3 0\n2 -1 2 3 0\n1 1 0\n")
    return path


def test_the_best_answer_of_a_formula_with_weights(wishes: Path) -> None:
    solved = entails("cnf", "solve", wishes, "--json")
    assert (solved.code, solved.line["status"], solved.line["solution"]) == (0, "satisfied", "1 -2 3")
    assert (solved.line["objective"], solved.line["bound"], solved.line["complete"]) == (3, 3, True)
    assert solved.line["engine"] == "rc2"
    assert entails("cnf", "solve", wishes).out == "true: tea lemon\noptimal, objective 3\n"
    assert entails("cnf", "solve", wishes, "--engine", "cpsat", "--json").line["objective"] == 3


def test_wishes_that_conflict(wishes: Path) -> None:
    explained = entails("cnf", "explain", wishes, "--json")
    assert explained.line["texts"] == [["clause 2 (weight 3): 2", "clause 3 (weight 4): 3"]]
    assert entails("cnf", "count", wishes, "--json").line["count"] == 6


def test_weights_survive_an_export(wishes: Path, tmp_path: Path) -> None:
    exported = entails("cnf", "export", wishes, "--to", "wcnf")
    assert exported.out == wishes.read_text()
    back = tmp_path / "back.wcnf"
    back.write_text(exported.out)
    assert entails("cnf", "solve", back, "--json").line["objective"] == 3


def test_headers_that_lie(tmp_path: Path) -> None:
    path = tmp_path / "liar.cnf"
    path.write_text("p cnf 1 9\n1 -2 0\n")
    assert entails("cnf", "count", path).code == 2
    assert entails("cnf", "count", path, "--lenient", "--json").line["count"] == 3


def test_other_formats_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.qdimacs"
    path.write_text("p cnf 2 1\ne 1 2 0\n1 2 0\n")
    answer = entails("cnf", "solve", path)
    assert answer.code == 2
    assert "line 2: this is QDIMACS (a formula with quantifiers)" in answer.err
