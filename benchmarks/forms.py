"""Export and decoding of every format, on the three puzzles of the request and a pencil puzzle.

The form is solved by a solver that knows nothing of Entails (python-sat or OR-Tools), and `decode` reads the answer
back. CPU seconds of the whole commands `export` and `decode`, with nothing left to compile.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import cpu_of_command, figure
from entails.formats.dimacs.read import read_dimacs

TARGET = 1.5
GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CASES = (
    ("sudoku", "decode", [GRID], []),
    ("wordle", "decode-model", ["crane:bybbg"], []),
    ("scrabble", "decode", ["empty", "--rack", "AEMORST"], ["--slot", "8D 5"]),
    ("takuzu", "decode", ["0.../..1./..../1..."], []),
)
FORMS = {"dimacs": "cnf", "opb": "opb", "cpsat": "pb.txt", "cpsat-binary": "pb"}
ENTAILS = (sys.executable, "-m", "entails")


def main() -> None:
    """Export, solve externally and decode each format."""
    with tempfile.TemporaryDirectory() as folder:
        for name, decode, puzzle, slot in CASES:
            for form, ending in FORMS.items():
                if name != "scrabble" or form.startswith("cpsat"):
                    _measure(name, decode, puzzle, form, slot, Path(folder) / f"{name}.{ending}")


def _measure(name: str, decode: str, puzzle: list[str], form: str, slot: list[str], path: Path) -> None:
    nothing = Path("/dev/null")
    export = [*ENTAILS, name, "export", *puzzle, "--to", form, *slot, "-o", str(path)]
    subprocess.run(export, stdout=subprocess.DEVNULL, check=True)
    exported = cpu_of_command(export, nothing)
    answer = path.with_name(f"{path.name}.answer")
    answer.write_text(_solved(form, path))
    decoded = cpu_of_command([*ENTAILS, name, decode, str(path), "-", "--json"], answer)
    size = path.stat().st_size / 1000
    value = f"{exported:.2f} s and {decoded:.2f} s, {size:,.0f} kB"
    figure(f"{name}: export --to {form}, and decode", value, f"{TARGET} s each", max(exported, decoded) <= TARGET)


def _solved(form: str, path: Path) -> str:
    """Return the output of an external solver."""
    if form == "dimacs":
        from pysat.solvers import Solver

        formula = read_dimacs(path.read_text())
        with Solver(name="cadical153", bootstrap_with=[list(clause) for clause in formula.clauses]) as solver:
            assert solver.solve()
            return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model() or []))} 0\n"
    from ortools.sat.python import cp_model

    if form == "opb":
        return _solved_opb(path)
    from google.protobuf import text_format
    from ortools.sat.cp_model_pb2 import CpModelProto

    text = (
        path.read_text() if form == "cpsat" else text_format.MessageToString(CpModelProto.FromString(path.read_bytes()))
    )
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.status_name(solver.solve(model)) in ("OPTIMAL", "FEASIBLE")
    return str(solver.response_proto)


def _solved_opb(path: Path) -> str:
    """Solve an OPB file by CP-SAT without Entails: lines such as `+1 x1 -1 x2 >= 0 ;`."""
    from ortools.sat.python import cp_model

    model, variables = cp_model.CpModel(), dict[str, cp_model.IntVar]()
    for line in path.read_text().splitlines():
        if line.startswith("*") or not line.strip():
            continue
        *terms, relation, bound = line.rstrip("; ").split()
        pairs = list(zip(terms[::2], terms[1::2], strict=True))
        total = 0
        for factor, literal in pairs:
            fact = literal.removeprefix("~")
            if fact not in variables:
                variables[fact] = model.new_bool_var(fact)
            variable = variables[fact]
            total += int(factor) * (1 - variable if literal.startswith("~") else variable)
        model.add(total == int(bound) if relation == "=" else total >= int(bound))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.status_name(solver.solve(model)) in ("OPTIMAL", "FEASIBLE")
    literals = (name if solver.boolean_value(variable) else f"-{name}" for name, variable in variables.items())
    return f"s SATISFIABLE\nv {' '.join(literals)}\n"
