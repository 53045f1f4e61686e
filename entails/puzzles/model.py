"""A constraint model: a JSON document, an OPB file or an OR-Tools model.

A document has variables with finite domains and constraints over them, each with a sentence (docs/model.md).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from math import comb
from typing import TYPE_CHECKING, Any, cast

from entails.data.files import unpacked
from entails.encoders.check.checker import broken
from entails.encoders.encoder import CardinalityEncoder, CnfEncoder, CpSatEncoder, Encoder, all_encoders
from entails.formats.detect import CNF_PLUS, CP_MODEL, JSON, KNF, OPB, is_binary, recognised, renamed
from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document, document_text
from entails.formats.opb import read_cardinalities, read_opb
from entails.models.constraints import AllDifferent, CapacityLimit, RoundTrip, TasksApart
from entails.models.encoding import Cnf, Literals
from entails.models.entry import Entry
from entails.models.errors import Invalid, quantity
from entails.models.fields import dump_json
from entails.models.outcome import Outcome, Satisfied
from entails.models.problem.model import ProblemModel, Solution
from entails.models.statement import Statement
from entails.puzzles.base import Example, Puzzle, Route, listing, one_value_each

if TYPE_CHECKING:
    from entails.models.cp_model import OrToolsModel

PLACE = 80
WITHOUT = ("draw",)


def solution(model: ProblemModel, true: Literals) -> Solution:
    """Return the solution of a model in which these literals are true."""
    return Solution(model, model.statement.values_of(true))


def statement_of(model: ProblemModel) -> Statement:
    return model.statement


_FEW_TASKS = 12
"""Tasks of one resource, or places of a circuit, up to which clauses are a good choice."""


_MANY_PAIRS = 20_000
"""Pairs of equal values of an "all different" up to which clauses are a good choice."""
_MANY_VALUES, _MANY_FACTS = 100, 5_000
"""Values of one variable, and of all variables but booleans, above which CP-SAT finds conflicts faster than CNF."""


def beyond_cnf(statement: Statement, query: str = "") -> str | None:
    """Return what makes a model too large for clauses: a variable, a schedule or a route; None if nothing does."""
    wide = next((variable for variable in statement.variables if variable.wide), None)
    if wide is not None:
        return f"{'an auxiliary number' if wide.hidden else wide.name} has {wide.facts:,} values"
    for constraint in statement.every_constraint:
        if isinstance(constraint, TasksApart | CapacityLimit) and len(constraint.tasks) > _FEW_TASKS:
            return f"{constraint.kind} has {len(constraint.tasks)} tasks"
        if isinstance(constraint, RoundTrip) and len(constraint.over) > _FEW_TASKS:
            return f"circuit has {len(constraint.over)} places"
        if isinstance(constraint, AllDifferent):
            values = max((statement.variables[number].facts for number in constraint.over), default=0)
            if comb(len(constraint.over), 2) * values > _MANY_PAIRS:
                return f"all_different has {len(constraint.over)} variables with up to {values:,} values"
    if query == "explain":
        numbers = [variable for variable in statement.variables if not variable.boolean]
        largest = max(numbers, key=lambda variable: variable.facts, default=None)
        if largest and largest.facts > _MANY_VALUES and sum(number.facts for number in numbers) > _MANY_FACTS:
            return f"{'an auxiliary number' if largest.hidden else largest.name} has {largest.facts:,} values"
    return None


class DocumentClauses(CnfEncoder[ProblemModel, Solution]):
    """CNF encoder with a cache of encodings, because a problem often gets several queries."""

    def encode(self, puzzle: ProblemModel) -> Cnf[Solution]:
        cache = puzzle.statement.cache
        if (key := ("encoding", self.name, puzzle.boards)) not in cache:
            cache[key] = super().encode(puzzle)
        return cast(Cnf[Solution], cache[key])


def read_model(content: bytes) -> "ProblemModel | OrToolsModel":
    """Read a JSON document, an OPB, KNF or CNF+ file or an OR-Tools model; the content determines the format."""
    format_ = recognised(content)
    if format_ == OPB:
        return ProblemModel(read_opb(content))
    if format_ in (KNF, CNF_PLUS):
        return ProblemModel(read_cardinalities(content))
    if format_ == CP_MODEL or is_binary(content):
        from entails.formats.cp_model import read_cp_model

        return read_cp_model(content)
    try:
        return read_document(content)
    except Invalid as error:
        raise renamed(error, content, JSON) from None


def _encoders() -> Iterator[Encoder[ProblemModel, Solution]]:
    for encoder in all_encoders(statement_of, solution):
        yield DocumentClauses(encoder.name, encoder.state, encoder.answer, encoder.style, encoder.at_most_one)
    yield CpSatEncoder("cpsat", statement_of, solution)
    yield CardinalityEncoder(statement_of, solution)


def _examples() -> Iterator[Example]:
    folder = files("entails.data").joinpath("examples", "model")
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        text = file.read_text("utf-8")
        yield Example(file.name.removesuffix(".json"), text, read_document(text).name)


class ModelPuzzle(Puzzle[ProblemModel, Solution]):
    name = "model"
    model = ProblemModel
    input_help = "a JSON document (docs/model.md), an OPB file, an OR-Tools CpModel, or - for standard input"
    one_line = False
    is_document = True
    objective = "sometimes"
    encoders: Mapping[str, Encoder[ProblemModel, Solution]] = {encoder.name: encoder for encoder in _encoders()}
    routes: Mapping[str, Route] = {
        "check": Route("complete", "cadical195"),
        "solve": Route("complete", "cadical195"),
        "count": Route("complete", "cadical195"),
        "explain": Route("complete", "minisat22"),
        "forced": Route("complete", "cadical195"),
        "export": Route("complete", "cadical195"),
        "quine": Route("complete", "quine"),
        "best": Route("cpsat", "cpsat"),
    }
    examples = tuple(_examples())

    def read(self, data: bytes, options: object) -> Iterator[Entry[Any]]:
        """Read the one model of a file; its content determines the format."""
        del options
        try:
            yield Entry(1, read_model(unpacked(data)))
        except Invalid as error:
            yield Entry(1, None, error)

    def format(self, puzzle: ProblemModel) -> str:
        """Return the name and the size of a model as one line."""
        statement = puzzle.statement
        size = f"{quantity(statement.shown, 'variable')}, {quantity(len(statement.every_constraint), 'constraint')}"
        return f"{puzzle.name}: {size}" if puzzle.name else size

    def format_answer(self, answer: Solution) -> str:
        return dump_json(dict(answer))

    @property
    def formats(self) -> Mapping[str, Callable[[ProblemModel], str]]:
        return {"json": lambda puzzle: document_text(puzzle).rstrip("\n")}

    def file_comment(self, puzzle: ProblemModel) -> str:
        return f"puzzle model {dump_json(document(puzzle))}"

    def statement(self, puzzle: ProblemModel) -> Statement:
        return puzzle.statement

    def has_objective(self, puzzle: ProblemModel) -> bool:
        return puzzle.statement.objective is not None

    def reported(self, puzzle: ProblemModel, outcome: Outcome[Solution]) -> Outcome[Solution]:
        statement = puzzle.statement
        if not isinstance(outcome, Satisfied) or outcome.objective is None or statement.objective is None:
            return outcome
        if not statement.objective.then:
            return outcome
        values = statement.objective_values(outcome.objective)
        bound = None if outcome.bound is None else statement.objective_values(outcome.bound)[0]
        return replace(outcome, objective=values[0], bound=bound, objectives=values)

    def beyond_cnf(self, puzzle: ProblemModel, query: str = "") -> str | None:
        return beyond_cnf(puzzle.statement, query)

    def decode_atoms(self, puzzle: ProblemModel, names: Sequence[str]) -> Solution:
        return solution(puzzle, one_value_each(puzzle.statement, names))

    def check(self, puzzle: ProblemModel, answer: Solution) -> str | None:
        """Return the sentence that a solution violates, or None. The checker is independent of the compilers."""
        values = answer.values_in_order
        if None in values:
            return "a variable has no value"
        group = broken(puzzle.statement, tuple(value for value in values if value is not None))
        return None if group is None else f"it violates {group.text!r}"

    def markup(self, puzzle: ProblemModel, answer: Solution | None) -> str:
        """Return a solution, with grids drawn as grids; without a solution, the sentences of the model."""
        from rich.markup import escape

        if answer is None:
            sentences = [group.text for group in puzzle.statement.every_group if group.cells]
            return escape("\n".join([self.format(puzzle), *listing(sentences)]))
        return escape(str(answer))


PUZZLE = ModelPuzzle()
