"""Decode a solver's output into a solution.

The exported file (DIMACS, OPB or a CP-SAT model) names the puzzle and its variables, so only the file and the
output are needed. A solution is checked against every clause or constraint of the file and against the rules of
the puzzle; one that breaks them is invalid input. A verdict without a solution is reported unchanged: only a proof
can confirm that there is none (`entails cnf verify`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from entails.formats.detect import CP_MODEL, OPB, is_binary, recognised
from entails.formats.dimacs.answer import SolverOutput, Status, read_answer
from entails.formats.dimacs.read import read_dimacs
from entails.formats.dimacs.write import about_field
from entails.formats.opb import read_opb_answer, read_opb_formula
from entails.models.encoding import Cnf, PlainParts
from entails.models.errors import Invalid, InvalidData, InvalidPuzzle, at_field
from entails.models.fields import CommandArgument, Document
from entails.models.limits import UNLIMITED, Options
from entails.models.outcome import Unsatisfiable
from entails.puzzles.base import AnyPuzzle
from entails.queries.export import cp_models, export
from entails.queries.parse import parse
from entails.queries.query import Examples, Progress, Query, QueryOptions, QueryResult
from entails.queries.solve import VERDICTS, SolveReport
from entails.solvers.engine import engine
from entails.solvers.explain import NOT_RULES

if TYPE_CHECKING:
    from entails.models.cp_model import OrToolsModel

PANEL = "Files"
_WRONG = "the answer does not solve the puzzle: {}"
_EVERY_CLAUSE = "a model that satisfies every clause of the formula"
_EVERY_CONSTRAINT = "values that satisfy every constraint of the model"
_MOST_LITERALS = 9


class DecodeOptions(QueryOptions):
    """Options of `wordle decode`."""

    formula: Annotated[Document, CommandArgument("FILE", "The exported file: DIMACS, OPB or a CP-SAT model.")]
    answer: Annotated[Document, CommandArgument("ANSWER", "Output of the solver, or - for standard input.")]


@dataclass(frozen=True)
class Decoded:
    """The puzzle that the file names, and the decoded solution, if any."""

    puzzle: Any
    solution: Any


@dataclass(frozen=True)
class _Reading:
    """The content of an exported file and a solver's output: puzzle, verdict, and names of the true facts."""

    about: Sequence[str]
    puzzle: Any
    status: Status
    true: Sequence[str]


def answer(puzzle_type: AnyPuzzle, options: DecodeOptions, progress: Progress) -> QueryResult[Decoded]:
    """Decode the solver's output and check it against the rules of the puzzle."""
    del progress
    data = options.formula.data
    if is_binary(data) or recognised(data) == CP_MODEL or data.lstrip().startswith(b"name:"):
        reading = _read_cp_model(puzzle_type, options)
    elif recognised(data) == OPB:
        reading = _read_formula(puzzle_type, options, read_opb_formula, read_opb_answer)
    else:
        reading = _read_formula(puzzle_type, options, read_dimacs, read_answer)
    puzzle, solution = reading.puzzle, None
    if reading.status == "satisfied":
        with options.formula.naming_errors():
            solution = puzzle_type.decode_atoms(puzzle, reading.true)
        if problem := puzzle_type.check(puzzle, solution):
            with at_field("answer"), options.answer.naming_errors():
                raise InvalidData(_WRONG.format(problem))
    report = SolveReport(
        puzzle=puzzle_type.format(puzzle),
        status="undecided" if reading.status == "unknown" else reading.status,
        solution=None if solution is None else puzzle_type.format_answer(solution),
        engine="outside",
        encoder=about_field(reading.about, "encoder") or "unknown",
    )
    return QueryResult(Decoded(puzzle, solution), report, VERDICTS[report.status])


def _read_formula(
    puzzle_type: AnyPuzzle,
    options: DecodeOptions,
    read: Callable[[bytes], Cnf[Any]],
    read_output: Callable[[str, int], SolverOutput],
) -> _Reading:
    """Read a formula and the model that a solver found."""
    with options.formula.naming_errors():
        formula = read(options.formula.data)
    comment = "c puzzle" if read is read_dimacs else "* puzzle"
    puzzle = _puzzle_of(puzzle_type, formula.about, options.formula.name, comment)
    with options.answer.naming_errors():
        verdict = read_output(options.answer.text, formula.variables)
    if verdict.status == "satisfied":
        with at_field("answer"), options.answer.naming_errors():
            _check_model(formula, verdict.literals)
    true = [formula.names[lit - 1] for lit in verdict.literals if 0 < lit <= formula.answers]
    return _Reading(formula.about, puzzle, verdict.status, true)


def _read_cp_model(puzzle_type: AnyPuzzle, options: DecodeOptions) -> _Reading:
    """Read a CP-SAT model and the solution that a solver found."""
    from entails.formats.cp_model import read_cp_answer, read_cp_model

    with options.formula.naming_errors():
        model = read_cp_model(options.formula.data)
    about = model.contents.name.split("\n")
    puzzle = _puzzle_of(puzzle_type, about, options.formula.name, "name")
    with options.answer.naming_errors():
        output = read_cp_answer(options.answer.text, model)
    if output.status != "satisfied":
        return _Reading(about, puzzle, output.status, ())
    with options.formula.naming_errors():
        models = cp_models(puzzle, slot=about_field(about, "slot"))
        parts = models.chosen()
    with at_field("answer"), options.answer.naming_errors():
        _check_values(model, output.values, parts)
        values = {name: output.values[index] for index, name in model.names.items()}
        true = _true_facts(parts, models.recipe.names, values)
        if len(output.values) < len(model.contents.variables) and not _can_be_completed(model, output.values):
            raise InvalidData(_WRONG.format(_why_not(puzzle_type, puzzle, true)), expected=_EVERY_CONSTRAINT)
    return _Reading(about, puzzle, "satisfied", true)


def _check_values(model: "OrToolsModel", values: Mapping[int, int], parts: PlainParts) -> None:
    """Raise an error if the values break a constraint for all values of missing auxiliary variables."""
    from entails.encoders.cp_model.check import broken_constraint

    broken = broken_constraint(model, values)
    if broken is not None:
        place, problem = broken
        same = len(parts.model.proto.constraints) == len(model.contents.constraints)
        sentence = parts.sentences.get(place, "") if same else ""
        raise InvalidData(
            _WRONG.format(f"it breaks {sentence!r} ({problem})" if sentence else problem), expected=_EVERY_CONSTRAINT
        )


def _can_be_completed(model: "OrToolsModel", values: Mapping[int, int]) -> bool:
    """Return whether CP-SAT finds values for the missing auxiliary variables."""
    from entails.encoders.cpsat.light import new_solver

    fixed: Any = model.build()
    for index, value in values.items():
        fixed.add(fixed.get_int_var_from_proto_index(index) == value)
    fixed.clear_objective()
    solver = new_solver()
    solver.parameters.num_workers = 1
    return bool(solver.status_name(solver.solve(fixed)) != "INFEASIBLE")


def _why_not(puzzle_type: AnyPuzzle, puzzle: Any, true: Sequence[str]) -> str:
    """Return the constraints that these facts break, by the CNF of the puzzle; empty if its CNF has no groups."""
    encoder = next((each for each in puzzle_type.encoders.values() if each.kind == "cnf" and each.explains), None)
    formula = None if encoder is None else encoder.encode(puzzle)
    texts: list[str] | None = None
    if isinstance(formula, Cnf):
        known, names = set(true), formula.names[: formula.answers]
        texts = _broken_by(formula, [place if name in known else -place for place, name in enumerate(names, 1)])
    return f"{_breaks(texts or ())}no values of the auxiliary variables complete it"


def _breaks(texts: Sequence[str]) -> str:
    return f"it breaks {' and '.join(map(repr, texts))}; " if texts else ""


def _broken_by(formula: Cnf[Any], literals: Sequence[int]) -> list[str] | None:
    """Return a minimal set of constraints, as sentences, that these facts violate; None if there is none."""
    used = set(formula.clauses.group_of.tolist())
    named = {group for group in used if formula.groups[group].id not in NOT_RULES}
    numbers = {formula.groups[group].id: group for group in named}
    groups = tuple(replace(group, soft=number in named) for number, group in enumerate(formula.groups))
    soft = replace(formula, groups=groups, objective=None)
    with engine("cadical195").open(soft, UNLIMITED, Options(soft_groups=True)) as session:
        outcome = session.solve(literals, named)
        if not isinstance(outcome, Unsatisfiable):
            return None
        broken = _core(outcome, numbers, named)
        for group in sorted(broken):
            if group in broken and isinstance(outcome := session.solve(literals, broken - {group}), Unsatisfiable):
                broken = _core(outcome, numbers, broken - {group})
    return [formula.groups[group].text for group in sorted(broken)]


def _core(outcome: Unsatisfiable, numbers: Mapping[str, int], groups: set[int]) -> set[int]:
    return groups if outcome.core is None else {numbers[name] for name in outcome.core.groups if name in numbers}


def _true_facts(parts: PlainParts, names: Sequence[str], values: Mapping[str, int]) -> list[str]:
    """Return the names of the facts that are true for these values of the variables."""
    variables = parts.model.proto.variables
    true = []
    for name, (variable, fact_value) in zip(names, parts.facts, strict=True):
        stored = variables[variable.index]
        value = values.get(stored.name) if stored.name else stored.domain[0]
        if value == fact_value:
            true.append(name)
    return true


def _check_model(formula: Cnf[Any], literals: Sequence[int]) -> None:
    """Raise an error if the model breaks a clause. Missing facts are false, auxiliary variables are free."""
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
        texts = _broken_by(formula, model)
        if texts is not None:
            problem = f"{_breaks(texts)}variable {min(open_variables)} is missing, and no value completes the model"
            raise InvalidData(_WRONG.format(problem), expected=_EVERY_CLAUSE)


def _in_words(formula: Cnf[Any], clause: Sequence[int]) -> str:
    """Return a clause with the names of its variables, shortened if it is long."""
    words = [
        ("" if literal > 0 else "not ")
        + (formula.names[abs(literal) - 1] if abs(literal) <= formula.answers else f"variable {abs(literal)}")
        for literal in clause[:_MOST_LITERALS]
    ]
    return " or ".join([*words, *(["…"] if len(clause) > _MOST_LITERALS else [])]) or "empty"


def _puzzle_of(puzzle_type: AnyPuzzle, about: Sequence[str], place: str, line: str) -> Any:
    """Return the puzzle that an exported file names in its comments or in the name of the model.

    Errors name the file and the `line` that has the puzzle.
    """
    name, _, text = (about_field(about, "puzzle") or "").partition(" ")
    if name != puzzle_type.name or not text:
        raise InvalidPuzzle(
            f"the file does not name the {puzzle_type.name} puzzle",
            where=place,
            expected=f'a comment or model name "puzzle {puzzle_type.name} ..." of entails {puzzle_type.name} export',
        )
    settings = {setting: about_field(about, setting) for setting in puzzle_type.options.model_fields}
    try:
        entries = list(puzzle_type.read(text.encode(), puzzle_type.read_options(settings)))
        if entries[0].error is not None:
            raise entries[0].error
    except Invalid as error:
        raise error.at(f"{place}, {line}") from None
    return entries[0].puzzle


def _examples(puzzle_type: AnyPuzzle) -> Examples:
    """Return an example request: the smallest example, and an output without a solution."""
    puzzle = parse(puzzle_type.name, min((example.text for example in puzzle_type.examples), key=len))
    if any(encoder.kind == "cnf" for encoder in puzzle_type.encoders.values()):
        return {"refuted": {"formula": "".join(export(puzzle)), "answer": "s UNSATISFIABLE\n"}}
    slot = cp_models(puzzle).labels[0]
    return {"refuted": {"formula": "".join(export(puzzle, form="cpsat", slot=slot)), "answer": "INFEASIBLE\n"}}


QUERY = Query(options=DecodeOptions, report=SolveReport, answer=answer, takes="kind", examples=_examples)
