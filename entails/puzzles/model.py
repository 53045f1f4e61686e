"""Any constraint problem: a JSON document, an OPB file or a model of OR-Tools.

A document has variables with finitely many values, and constraints over them, each under a sentence (docs/model.md).
"""

from collections.abc import Iterator, Sequence
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
from entails.puzzles.base import Example, PuzzleKind, Route, one_value_each

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
        made = puzzle.statement.made
        if (key := ("encoding", self.name, puzzle.boards)) not in made:
            made[key] = super().encode(puzzle)
        return cast(Cnf[Solution], made[key])


def read(data: bytes, settings: object) -> Iterator[Entry[Any]]:
    """A file holds one problem. What kind of file it is, its content tells."""
    del settings
    try:
        yield Entry(1, read_model(unpacked(data)))
    except Invalid as error:
        yield Entry(1, None, error)


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


def write(model: ProblemModel) -> str:
    """What it is called, and how large it is."""
    statement = model.statement
    size = f"{statement.shown} variables, {len(statement.every_constraint)} constraints"
    return f"{model.name}: {size}" if model.name else size


def rules(model: ProblemModel, answer: Solution) -> str | None:
    """The sentence that an answer breaks. The checker shares no code with what made the answer."""
    values = answer.values_in_order
    if None in values:
        return "a variable has no value"
    group = broken(model.statement, tuple(value for value in values if value is not None))
    return None if group is None else f"it breaks {group.text!r}"


def from_names(model: ProblemModel, names: Sequence[str]) -> Solution:
    """The answer in which the facts of these names hold."""
    return solution(model, one_value_each(model.statement, names))


def draw(model: ProblemModel, answer: Solution | None) -> str:
    """The answer, its grids as grids; without one, what is said."""
    from rich.markup import escape

    if answer is None:
        said = [f"  {group.text}" for group in model.statement.every_group if group.cells]
        return escape("\n".join([write(model), *said]))
    return escape(str(answer))


def _encoders() -> Iterator[Encoder[ProblemModel, Solution]]:
    for one in every_style(statement_of, solution):
        yield DocumentClauses(one.name, one.state, one.answer, one.style, one.at_most_one)
    yield CpSatEncoder("cpsat", statement_of, solution)


def _examples() -> Iterator[Example]:
    folder = files("entails.data.examples").joinpath("model")
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        text = file.read_text("utf-8")
        yield Example(file.name.removesuffix(".json"), text, read_document(text).name)


KIND: PuzzleKind[ProblemModel, Solution] = PuzzleKind(
    name="model",
    model=ProblemModel,
    takes="a JSON document (docs/model.md), an OPB file, a CpModel of OR-Tools, or - for standard input",
    one_line=False,
    read=read,
    write=write,
    write_answer=lambda answer: dump_json(dict(answer)),
    rules=rules,
    encoders={encoder.name: encoder for encoder in _encoders()},
    ways={
        "check": Route("complete", "cadical195"),
        "solve": Route("complete", "cadical195"),
        "count": Route("complete", "cadical195"),
        "explain": Route("complete", "minisat22"),
        "forced": Route("complete", "cadical195"),
        "export": Route("complete", "cadical195"),
        "quine": Route("complete", "quine"),
        "best": Route("cpsat", "cpsat"),
    },
    from_names=from_names,
    draw=draw,
    state=statement_of,
    examples=tuple(_examples()),
    optimises=lambda model: model.statement.objective is not None,
    document=True,
    in_files=lambda model: f"puzzle model {dump_json(document(model))}",
    forms={"json": lambda model: document_text(model).rstrip("\n")},
)
