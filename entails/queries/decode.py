"""Decode a SAT solver's output into a solution.

The exported file names the puzzle and its variables, so only the file and the output are needed. A model is checked
against every clause of the file and against the rules of the puzzle; one that breaks them is invalid input. A verdict
without a model is reported as it is: only a proof can confirm that there is no solution (`cnf verify`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from entails.formats.dimacs.answer import read_answer
from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import about_field
from entails.models.encoding import Clauses, Cnf
from entails.models.errors import Invalid, InvalidData, InvalidPuzzle, at_field
from entails.models.fields import CommandArgument, Document
from entails.models.limits import UNLIMITED, Options
from entails.models.outcome import Unsatisfiable
from entails.puzzles.base import AnyPuzzle
from entails.queries.export import export
from entails.queries.parse import parse
from entails.queries.query import Examples, Progress, Query, QueryOptions, QueryResult
from entails.queries.solve import VERDICTS, SolveReport
from entails.solvers.engine import engine

PANEL = "Files"
_WRONG = "the answer does not solve the puzzle: {}"
_EVERY_CLAUSE = "a model that satisfies every clause of the formula"
_MOST_LITERALS = 9


class DecodeOptions(QueryOptions):
    """Options of `decode`."""

    formula: Annotated[Document, CommandArgument("FILE.cnf", "The exported DIMACS file.")]
    answer: Annotated[Document, CommandArgument("ANSWER", "What the solver wrote, or - for standard input.")]


@dataclass(frozen=True)
class Decoded:
    """The puzzle that the file names, and the decoded solution, if any."""

    puzzle: Any
    solution: Any


def answer(puzzle_type: AnyPuzzle, options: DecodeOptions, progress: Progress) -> QueryResult[Decoded]:
    """Decode the solver's output and check it against the rules of the puzzle."""
    del progress
    with options.formula.to_blame():
        formula = read_dimacs(options.formula.data)
    puzzle = _puzzle_of(puzzle_type, formula, options.formula.name)
    with options.answer.to_blame():
        verdict = read_answer(options.answer.text, formula.variables)
    solution = None
    if verdict.status == "satisfied":
        with at_field("answer"), options.answer.to_blame():
            _check_model(formula, verdict.literals)
        true = [formula.names[lit - 1] for lit in verdict.literals if 0 < lit <= formula.answers]
        with options.formula.to_blame():
            solution = puzzle_type.decode_atoms(puzzle, true)
        if problem := puzzle_type.check(puzzle, solution):
            with at_field("answer"), options.answer.to_blame():
                raise InvalidData(_WRONG.format(problem))
    report = SolveReport(
        puzzle=puzzle_type.format(puzzle),
        status="undecided" if verdict.status == "unknown" else verdict.status,
        solution=None if solution is None else puzzle_type.format_answer(solution),
        engine="outside",
        encoder=about_field(formula, "encoder") or "unknown",
    )
    return QueryResult(Decoded(puzzle, solution), report, VERDICTS[report.status])


def _check_model(formula: Cnf[Any], literals: Sequence[int]) -> None:
    """Reject a model that breaks a clause. Missing facts are false; auxiliary variables may have any value."""
    assigned = {abs(literal) for literal in literals}
    model = [*literals, *(-fact for fact in range(1, formula.answers + 1) if fact not in assigned)]
    open_variables = set(range(formula.answers + 1, formula.variables + 1)) - assigned
    clauses = formula.clauses
    unsatisfied = clauses.unsatisfied(model).tolist()
    for index in unsatisfied:
        clause = clauses.lits[clauses.starts[index] : clauses.starts[index + 1]].tolist()
        if open_variables.isdisjoint(map(abs, clause)):
            group = formula.groups[clauses.group_of[index]]
            problem = f"it breaks {group.text!r} (clause {index + 1}: {_in_words(formula, clause)})"
            raise InvalidData(_WRONG.format(problem), expected=_EVERY_CLAUSE)
    if unsatisfied:
        fixed = replace(formula, objective=None, added=formula.added + Clauses.of([[literal] for literal in model]))
        with engine("cadical195").open(fixed, UNLIMITED, Options()) as session:
            if isinstance(session.solve(), Unsatisfiable):
                problem = f"variable {min(open_variables)} is missing, and no value completes the model"
                raise InvalidData(_WRONG.format(problem), expected=_EVERY_CLAUSE)


def _in_words(formula: Cnf[Any], clause: Sequence[int]) -> str:
    """Return a clause with the names of its variables, shortened if it is long."""
    words = [
        ("" if literal > 0 else "not ")
        + (formula.names[abs(literal) - 1] if abs(literal) <= formula.answers else f"variable {abs(literal)}")
        for literal in clause[:_MOST_LITERALS]
    ]
    return " or ".join([*words, *(["…"] if len(clause) > _MOST_LITERALS else [])]) or "empty"


def _puzzle_of(puzzle_type: AnyPuzzle, formula: Cnf[Any], place: str) -> Any:
    """Return the puzzle that an exported file names in its comments."""
    about = about_field(formula, "puzzle")
    name, _, text = (about or "").partition(" ")
    if name != puzzle_type.name or not text:
        raise InvalidPuzzle(
            f"the file does not say which {puzzle_type.name} it is",
            where=place,
            expected=f'a comment "c puzzle {puzzle_type.name} ...", as entails {puzzle_type.name} export writes it',
        )
    settings = {setting: about_field(formula, setting) for setting in puzzle_type.options.model_fields}
    try:
        entries = list(puzzle_type.read(text.encode(), puzzle_type.read_options(settings)))
        if entries[0].error is not None:
            raise entries[0].error
    except Invalid as error:
        raise error.at(f"{place}, c puzzle") from None
    return entries[0].puzzle


def _examples(puzzle_type: AnyPuzzle) -> Examples:
    """Return an example request: the smallest example with the verdict that it has no solution."""
    puzzle = parse(puzzle_type.name, min((example.text for example in puzzle_type.examples), key=len))
    formula = "".join(export(puzzle))
    return {"refuted": {"formula": formula, "answer": "s UNSATISFIABLE\n"}}


QUERY = Query(options=DecodeOptions, report=SolveReport, answer=answer, takes="kind", examples=_examples)
