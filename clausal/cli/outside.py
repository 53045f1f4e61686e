"""Answers of outside SAT solvers, read back into the puzzle's own answer."""

import sys
from typing import Any

from clausal.cli.exit import NO, UNDECIDED, YES
from clausal.cli.formulas import read_formula
from clausal.cli.output import console, print_json
from clausal.models.dimacs import about_field, read_answer, read_file
from clausal.models.encoding import Cnf
from clausal.models.errors import InvalidPuzzle
from clausal.models.report import SolveReport
from clausal.models.text import decoded
from clausal.puzzles import kind


def decode_answer(kind_name: str, formula_path: str, answer_path: str, *, json: bool) -> int:
    """Check the outside answer against the rules of the puzzle and show it."""
    formula = read_formula(formula_path)
    puzzle = puzzle_of(kind_name, formula, formula_path)
    data = sys.stdin.buffer.read() if answer_path == "-" else read_file(answer_path)
    try:
        verdict = read_answer(decoded(data), formula.variables)
    except InvalidPuzzle as error:
        raise error.at("standard input" if answer_path == "-" else answer_path) from None
    of_kind = kind(kind_name)
    solution = None
    if verdict.status == "satisfied":
        true = [formula.names[lit - 1] for lit in verdict.literals if 0 < lit <= formula.answers]
        solution = of_kind.from_names(puzzle, true)
        if problem := of_kind.rules(puzzle, solution):
            raise InvalidPuzzle(f"the answer does not solve the puzzle: {problem}", where=answer_path)
    report = SolveReport(
        puzzle=of_kind.write(puzzle),
        status="undecided" if verdict.status == "unknown" else verdict.status,
        solution=None if solution is None else of_kind.write_answer(solution),
        engine="outside",
        encoder=about_field(formula, "encoder") or "unknown",
        seconds=0.0,
    )
    if json:
        print_json(report)
    else:
        out = console()
        out.print(of_kind.draw(puzzle, solution))
        out.print({"satisfied": "solved", "unsatisfiable": "no solution", "undecided": "undecided"}[report.status])
    return {"satisfied": YES, "unsatisfiable": NO, "undecided": UNDECIDED}[report.status]


def puzzle_of(kind_name: str, formula: Cnf[Any], path: str) -> Any:
    """The puzzle that an exported file names in its comments."""
    about = about_field(formula, "puzzle")
    of_kind, _, text = (about or "").partition(" ")
    if of_kind != kind_name or not text:
        raise InvalidPuzzle(
            f"the file does not say which {kind_name} it is",
            where=path,
            expected=f'a comment "c puzzle {kind_name} ...", as clausal {kind_name} export writes it',
        )
    shape = about_field(formula, "shape")
    settings = {"shape": shape} if shape else {}
    entries = list(kind(kind_name).read(text.encode(), settings))
    if len(entries) != 1 or entries[0].puzzle is None:
        raise InvalidPuzzle(f"its {kind_name} cannot be read", where=path)
    return entries[0].puzzle
