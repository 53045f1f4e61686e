"""A CP-SAT model of OR-Tools, solved as written.

Queries find conflicts between its named constraints, repairs, forced values and the number of solutions. A CpModel in
Python needs no file: entails.explain(model).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from pydantic import Field

from entails.data.files import unpacked
from entails.encoders.cp_model.check import breach
from entails.encoders.cp_model.recipe import Answer, CpFacts, as_written, grouped
from entails.encoders.encoder import Encoder
from entails.formats.cp_model import read_cp_model
from entails.formats.dimacs.read import shown
from entails.models.cp_model import OrToolsModel
from entails.models.encoding import CpSat
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle, quantity
from entails.models.fields import Value, dump_json
from entails.puzzles.base import Example, Puzzle, Route, listing

PLACE = 92
WITHOUT = ("constraints", "quine", "export", "decode", "draw", "steps", "hint", "minimal", "rate")

_LONGEST_NAME = 160


class OrtoolsReadOptions(Value):
    """Options for reading a model."""

    unnamed: bool = Field(default=False, description="Treat unnamed constraints as soft too.")


@dataclass(frozen=True)
class AsWritten:
    """Encoder that returns the OR-Tools model itself, with an assumption literal for each named constraint."""

    name: str = "as-written"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True
    summary: str = "the model itself, with an assumption for each named constraint (CP-SAT)"

    def encode(self, puzzle: OrToolsModel) -> CpSat[Answer]:
        return as_written(puzzle)


def _examples() -> Iterator[Example]:
    folder = files("entails.data").joinpath("examples", "ortools")
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        text = file.read_text("utf-8")
        yield Example(file.name.removesuffix(".pb.txt"), text, text.partition('name: "')[2].partition('"')[0])


class OrtoolsPuzzle(Puzzle[OrToolsModel, Answer]):
    name = "ortools"
    model = OrToolsModel
    input_help = "a CpModel in a file, as text or binary, or - for standard input"
    options = OrtoolsReadOptions
    one_line = False
    objective = "sometimes"
    encoders: Mapping[str, Encoder[OrToolsModel, Answer]] = {"as-written": AsWritten()}
    routes: Mapping[str, Route] = {
        verb: Route("as-written", "cpsat") for verb in ("check", "solve", "count", "explain", "forced")
    }
    formats: Mapping[str, Callable[[OrToolsModel], str]] = {}
    examples = tuple(_examples())

    def read(self, data: bytes, options: OrtoolsReadOptions) -> Iterator[Entry[OrToolsModel]]:
        """Read the one model of a file."""
        try:
            model = read_cp_model(unpacked(data))
            yield Entry(1, model.all_soft() if options.unnamed else model)
        except Invalid as error:
            yield Entry(1, None, error)

    def format(self, puzzle: OrToolsModel) -> str:
        """Return the name and the size of a model as one line."""
        contents = puzzle.contents
        size = f"{quantity(len(contents.variables), 'variable')}, {quantity(len(contents.constraints), 'constraint')}"
        name = ", ".join(contents.name.split("\n"))
        return f"{shown(name, most=_LONGEST_NAME)}: {size}" if name else size

    def format_answer(self, answer: Answer) -> str:
        return dump_json(dict(answer))

    def has_objective(self, puzzle: OrToolsModel) -> bool:
        return puzzle.contents.goal is not None

    def decode_atoms(self, puzzle: OrToolsModel, names: Sequence[str]) -> Answer:
        """Return the solution in which the facts of these names are true: "x=3", or "x" for a true Boolean."""
        facts = CpFacts(puzzle)
        true = []
        for name in names:
            fact = facts.find(name)
            if fact is None:
                raise InvalidPuzzle("unknown fact", where=name[:40], expected="a variable and a value, such as x=3")
            true.append(fact)
        return facts.answer(true)

    def check(self, puzzle: OrToolsModel, answer: Answer) -> str | None:
        return breach(puzzle, answer)

    def markup(self, puzzle: OrToolsModel, answer: Answer | None) -> str:
        """Return the value of each variable or, without a solution, the soft constraints."""
        from rich.markup import escape

        if answer is not None:
            return escape("\n".join(f"{name} = {value}" for name, value in answer.items()))
        soft = [group.text for group in grouped(puzzle).every if group.soft]
        return escape("\n".join([self.format(puzzle), *listing(soft)]))


PUZZLE = OrtoolsPuzzle()
