"""A FlatZinc model, as MiniZinc compiles it.

Constraints are named by the annotations and paths of the compiler (docs/flatzinc.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from entails.data.files import unpacked
from entails.encoders.check.checker import broken
from entails.encoders.encoder import CnfEncoder, CpSatEncoder, Encoder
from entails.formats.flatzinc.parse import FlatZincModel
from entails.formats.flatzinc.problem import read_flatzinc
from entails.models.encoding import Literals
from entails.models.entry import Entry
from entails.models.errors import Invalid, quantity
from entails.models.problem.model import Solution
from entails.models.statement import Statement
from entails.puzzles.base import Example, Puzzle, Route, listing, one_value_each
from entails.puzzles.model import beyond_cnf

PLACE = 93
WITHOUT = ("quine", "export", "decode", "draw", "steps", "hint", "minimal", "rate")


def solution(model: FlatZincModel, true: Literals) -> Solution:
    """Return the solution of a FlatZinc model in which these literals are true."""
    return Solution(model.problem, model.statement.values_of(true))


def statement_of(model: FlatZincModel) -> Statement:
    return model.statement


def _examples() -> Iterator[Example]:
    folder = files("entails.data").joinpath("examples", "fzn")
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        text = file.read_text("utf-8")
        yield Example(file.name.removesuffix(".fzn"), text, text.partition("\n")[0].removeprefix("% "))


class FlatZincPuzzle(Puzzle[FlatZincModel, Solution]):
    name = "fzn"
    model = FlatZincModel
    input_help = "a FlatZinc file (minizinc -c model.mzn), or - for standard input"
    one_line = False
    objective = "sometimes"
    encoders: Mapping[str, Encoder[FlatZincModel, Solution]] = {
        "cpsat": CpSatEncoder("cpsat", statement_of, solution),
        "complete": CnfEncoder("complete", statement_of, solution),
    }
    routes: Mapping[str, Route] = {
        verb: Route("cpsat", "cpsat") for verb in ("check", "solve", "count", "explain", "forced", "best")
    }
    examples = tuple(_examples())

    def read(self, data: bytes, options: object) -> Iterator[Entry[FlatZincModel]]:
        """Read the one model of a file."""
        del options
        try:
            yield Entry(1, read_flatzinc(unpacked(data)))
        except Invalid as error:
            yield Entry(1, None, error)

    def format(self, puzzle: FlatZincModel) -> str:
        """Return the size of a model as one line."""
        statement = puzzle.statement
        return f"{quantity(statement.shown, 'variable')}, {quantity(len(statement.every_constraint), 'constraint')}"

    def format_answer(self, answer: Solution) -> str:
        return "\n".join(f"{name} = {str(value).lower()};" for name, value in answer.items())

    def statement(self, puzzle: FlatZincModel) -> Statement:
        return puzzle.statement

    def has_objective(self, puzzle: FlatZincModel) -> bool:
        return puzzle.statement.objective is not None

    def beyond_cnf(self, puzzle: FlatZincModel, query: str = "") -> str | None:
        return beyond_cnf(puzzle.statement, query)

    def decode_atoms(self, puzzle: FlatZincModel, names: Sequence[str]) -> Solution:
        return solution(puzzle, one_value_each(puzzle.statement, names))

    def check(self, puzzle: FlatZincModel, answer: Solution) -> str | None:
        """Return the sentence that a solution violates, or None."""
        values = answer.values_in_order
        if None in values:
            return "a variable has no value"
        group = broken(puzzle.statement, tuple(value for value in values if value is not None))
        return None if group is None else f"it violates {group.text!r}"

    def markup(self, puzzle: FlatZincModel, answer: Solution | None) -> str:
        """Return a solution as FlatZinc solvers print it; without one, the sentences of the model."""
        from rich.markup import escape

        if answer is not None:
            return escape(puzzle.solution_text(answer))
        kinds = [f"{name} ({count:,})" for name, count in puzzle.predicates.items()]
        return escape(
            "\n".join([self.format(puzzle), *listing([", ".join(kinds)] if kinds else []), *listing(puzzle.named)])
        )


PUZZLE = FlatZincPuzzle()
