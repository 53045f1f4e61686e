"""Our files in external solvers, and their output read by us."""

import subprocess
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
from helpers import program

from entails.formats.dimacs.answer import SolverOutput, read_answer
from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import write_dimacs
from entails.models.encoding import Clauses, Cnf, Group


def printed(*command: str) -> Callable[[Path], str]:
    """Parametrise with solvers that print their output."""

    def run(path: Path) -> str:
        return subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=60).stdout

    return run


def minisat(path: Path) -> str:
    """Run minisat, which writes its output to a file."""
    result = path.with_suffix(".result")
    subprocess.run(["minisat", "-verb=0", str(path), str(result)], capture_output=True, timeout=60)
    return result.read_text()


SOLVERS: dict[str, Callable[[Path], str]] = {
    "cadical": printed("cadical", "-q"),
    "cryptominisat5": printed("cryptominisat5", "--verb", "0"),
    "minisat": minisat,
    "picosat": printed("picosat"),
}
RULES = Group("rules", "the rules | of é 🟩 \\ the game", parent="none", soft=True)


def cnf_of(variables: int, clauses: list[list[int]]) -> Cnf[tuple[int, ...]]:
    names = tuple(f"r1c{number}=1" for number in range(1, variables + 1))
    about = ("puzzle 1234", "", "ind 1 0", "var 1 x")
    return Cnf(variables, names, (RULES,), tuple, Clauses.of(clauses), about=about)


def satisfiable(variables: int, clauses: list[list[int]]) -> bool:
    return any(
        all(any(signs[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        for signs in product([False, True], repeat=variables)
    )


@pytest.fixture(params=sorted(SOLVERS))
def solve(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Cnf[tuple[int, ...]]], SolverOutput]:
    program(request.param, request.param.rstrip("5"), "SOLVERS")

    def answer(cnf: Cnf[tuple[int, ...]]) -> SolverOutput:
        path = tmp_path / "f.cnf"
        path.write_text("".join(write_dimacs(cnf)), encoding="utf-8")
        return read_answer(SOLVERS[request.param](path), cnf.variables)

    return answer


CASES: list[tuple[int, list[list[int]]]] = [
    (0, []),
    (3, []),
    (0, [[]]),
    (1, [[]]),
    (2, [[1, 2], []]),
    (2, [[], [1, 2], [-1]]),
    (1, [[1], [-1]]),
    (3, [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3], [2]]),
    (3, [[1, 1, -2], [2, -2], [3]]),
    (4, [[a * 1, b * 2, c * 4] for a, b, c in product([1, -1], repeat=3)]),
]


@pytest.mark.parametrize(("variables", "clauses"), CASES)
def test_verdicts_and_models(
    solve: Callable[[Cnf[tuple[int, ...]]], SolverOutput], variables: int, clauses: list[list[int]]
) -> None:
    answer = solve(cnf_of(variables, clauses))
    if satisfiable(variables, clauses):
        assert answer.status == "satisfied"
        held = set(answer.literals)
        assert all(held & set(clause) for clause in clauses)
    else:
        assert answer == SolverOutput("unsatisfiable")


@pytest.mark.parametrize("seed", range(12))
def test_xors_as_cryptominisat_reads_them(seed: int, tmp_path: Path) -> None:
    """Our clauses and cryptominisat5 agree on whether a file with XOR lines is satisfiable."""
    program("cryptominisat5", "cryptominisat", "SOLVERS")
    rng = Random(seed)
    lines = [
        ("x" if rng.random() < 0.7 else "")
        + " ".join(str(rng.choice([1, -1]) * variable) for variable in rng.sample(range(1, 8), rng.randint(1, 5)))
        for _ in range(8)
    ]
    path = tmp_path / "xors.cnf"
    path.write_text(f"p cnf 7 {len(lines)}\n" + "".join(f"{line} 0\n" for line in lines))
    verdict = SOLVERS["cryptominisat5"](path)
    clauses = read_dimacs(path.read_bytes()).clauses.lists
    assert ("s SATISFIABLE" in verdict) == satisfiable(7, clauses)
    assert "s SATISFIABLE" in verdict or "s UNSATISFIABLE" in verdict
