"""Any constraint problem: a JSON document, an OPB file or a model of OR-Tools.

A document has variables with finitely many values, and constraints over them, each under a sentence (docs/model.md).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from entails.data.files import unpacked
from entails.encoders.check.checker import broken
from entails.encoders.encoder import CnfEncoder, CpSatEncoder, Encoder, every_style
from entails.formats.detect import CP_MODEL, JSON, OPB, is_binary, recognised, renamed
from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document, document_text
from entails.formats.opb import read_opb
from entails.models.encoding import Cnf, Literals
from entails.models.entry import Entry
from entails.models.errors import Invalid
from entails.models.fields import dump_json
from entails.models.problem.model import ProblemModel, Solution
from entails.models.statement import Statement
from entails.puzzles.base import Example, Puzzle, Route, one_value_each

if TYPE_CHECKING:
    from entails.models.cp_model import OrToolsModel

PLACE = 80
WITHOUT = ("draw",)


def solution(model: ProblemModel, true: Literals) -> Solution:
    """The values of the variables, from the facts that hold."""
    return Solution(model, model.statement.values_of(true))


def statement_of(model: ProblemModel) -> Statement:
    return model.statement


class DocumentClauses(CnfEncoder[ProblemModel, Solution]):
    """Made once for each statement: a problem is often asked more than one question."""

    def encode(self, puzzle: ProblemModel) -> Cnf[Solution]:
        made = puzzle.statement.cache
        if (key := ("encoding", self.name, puzzle.boards)) not in made:
            made[key] = super().encode(puzzle)
        return cast(Cnf[Solution], made[key])


def read_model(content: bytes) -> "ProblemModel | OrToolsModel":
    """A document, pseudo-Boolean constraints, or a model of OR-Tools, which is a puzzle of its own kind."""
    found = recognised(content)
    if found == OPB:
        return ProblemModel(read_opb(content))
    if found == CP_MODEL or is_binary(content):
        from entails.formats.cp_model import read_cp_model

        return read_cp_model(content)
    try:
        return read_document(content)
    except Invalid as error:
        raise renamed(error, content, JSON) from None


def _encoders() -> Iterator[Encoder[ProblemModel, Solution]]:
    for one in every_style(statement_of, solution):
        yield DocumentClauses(one.name, one.state, one.answer, one.style, one.at_most_one)
    yield CpSatEncoder("cpsat", statement_of, solution)


def _examples() -> Iterator[Example]:
    folder = files("entails.data.examples").joinpath("model")
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        text = file.read_text("utf-8")
        yield Example(file.name.removesuffix(".json"), text, read_document(text).name)


class ModelPuzzle(Puzzle[ProblemModel, Solution]):
    name = "model"
    model = ProblemModel
    input_help = "a JSON document (docs/model.md), an OPB file, a CpModel of OR-Tools, or - for standard input"
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
        """A file holds one problem. What kind of file it is, its content tells."""
        del options
        try:
            yield Entry(1, read_model(unpacked(data)))
        except Invalid as error:
            yield Entry(1, None, error)

    def format(self, puzzle: ProblemModel) -> str:
        """Return its name and its size."""
        statement = puzzle.statement
        size = f"{statement.shown} variables, {len(statement.every_constraint)} constraints"
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

    def decode_atoms(self, puzzle: ProblemModel, names: Sequence[str]) -> Solution:
        return solution(puzzle, one_value_each(puzzle.statement, names))

    def check(self, puzzle: ProblemModel, answer: Solution) -> str | None:
        """Return the sentence that an answer breaks. The checker shares no code with what made the answer."""
        values = answer.values_in_order
        if None in values:
            return "a variable has no value"
        group = broken(puzzle.statement, tuple(value for value in values if value is not None))
        return None if group is None else f"it breaks {group.text!r}"

    def markup(self, puzzle: ProblemModel, answer: Solution | None) -> str:
        """The answer, its grids as grids; without one, the sentences of the model."""
        from rich.markup import escape

        if answer is None:
            sentences = [f"  {group.text}" for group in puzzle.statement.every_group if group.cells]
            return escape("\n".join([self.format(puzzle), *sentences]))
        return escape(str(answer))


PUZZLE = ModelPuzzle()
