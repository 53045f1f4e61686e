"""Answers of outside SAT solvers, read back into the puzzle's own answer."""

from typing import Any

from clausal.cli.exit import STATUS_CODES
from clausal.cli.files import label, read_input
from clausal.cli.formulas import only_one_from_standard_input, read_formula
from clausal.cli.output import draw, print_json, say
from clausal.models.dimacs import about_field, read_answer
from clausal.models.encoding import Cnf
from clausal.models.errors import Invalid, InvalidPuzzle
from clausal.models.report import SolveReport
from clausal.models.text import decoded
from clausal.puzzles import kind


def decode_answer(kind_name: str, formula_path: str, answer_path: str, *, json: bool) -> int:
    """Check the outside answer against the rules of the puzzle and show it."""
    only_one_from_standard_input(formula_path, answer_path)
    formula = read_formula(formula_path)
    puzzle = puzzle_of(kind_name, formula, label(formula_path))
    data = read_input(answer_path)
    try:
        verdict = read_answer(decoded(data), formula.variables)
    except Invalid as error:
        raise error.at(label(answer_path)) from None
    of_kind = kind(kind_name)
    solution = None
    if verdict.status == "satisfied":
        true = [formula.names[lit - 1] for lit in verdict.literals if 0 < lit <= formula.answers]
        try:
            solution = of_kind.from_names(puzzle, true)
        except Invalid as error:
            raise error.at(label(formula_path)) from None
        if problem := of_kind.rules(puzzle, solution):
            raise InvalidPuzzle(f"the answer does not solve the puzzle: {problem}", where=label(answer_path))
    report = SolveReport(
        puzzle=of_kind.write(puzzle),
        status="undecided" if verdict.status == "unknown" else verdict.status,
        solution=None if solution is None else of_kind.write_answer(solution),
        engine="outside",
        encoder=about_field(formula, "encoder") or "unknown",
    )
    if json:
        print_json(report)
    else:
        draw(of_kind.draw(puzzle, solution))
        say(*_WORDS[report.status])
    return STATUS_CODES[report.status]


_WORDS = {
    "satisfied": ("solved", "green"),
    "unsatisfiable": ("no solution", "red"),
    "undecided": ("undecided", "yellow"),
}


def puzzle_of(kind_name: str, formula: Cnf[Any], place: str) -> Any:
    """The puzzle that an exported file names in its comments."""
    about = about_field(formula, "puzzle")
    of_kind, _, text = (about or "").partition(" ")
    if of_kind != kind_name or not text:
        raise InvalidPuzzle(
            f"the file does not say which {kind_name} it is",
            where=place,
            expected=f'a comment "c puzzle {kind_name} ...", as clausal {kind_name} export writes it',
        )
    shape = about_field(formula, "shape")
    settings = {"shape": shape} if shape else {}
    try:
        entries = list(kind(kind_name).read(text.encode(), settings))
        if entries[0].error is not None:
            raise entries[0].error
    except Invalid as error:
        raise error.at(f"{place}, c puzzle") from None
    return entries[0].puzzle
