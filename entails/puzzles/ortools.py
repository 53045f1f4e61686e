"""A CP-SAT model of OR-Tools, as it was written.

Which of its named constraints clash, what to give up, what is forced, how many answers there are. A CpModel in Python
needs no file: entails.explain(model)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from pydantic import Field

from entails.data.files import unpacked
from entails.encoders.cp_model.check import breach
from entails.encoders.cp_model.recipe import Answer, CpFacts, as_written, grouped
from entails.formats.cp_model import read_cp_model
from entails.models.cp_model import OrToolsModel
from entails.models.encoding import CpSat
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Value, dump_json
from entails.puzzles.base import Example, PuzzleKind, Route

PLACE = 92
WITHOUT = ("quine", "export", "decode", "draw", "steps", "hint", "minimal", "rate")

_SHOWN = 40


class OrtoolsReadOptions(Value):
    """What may be doubted."""

    unnamed: bool = Field(default=False, description="Doubt constraints that have no name, too.")


@dataclass(frozen=True)
class AsWritten:
    """The model itself, with a switch for each named constraint."""

    name: str = "as-written"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True
    summary: str = "the model itself, each named constraint with a switch (CP-SAT)"

    def encode(self, puzzle: OrToolsModel) -> CpSat[Answer]:
        return as_written(puzzle)


def read(data: bytes, settings: OrtoolsReadOptions) -> Iterator[Entry[OrToolsModel]]:
    """A file holds one model."""
    try:
        model = read_cp_model(unpacked(data))
        yield Entry(1, model.doubting_all() if settings.unnamed else model)
    except Invalid as error:
        yield Entry(1, None, error)


def write(model: OrToolsModel) -> str:
    """What it is called, and how large it is."""
    contents = model.contents
    size = f"{len(contents.variables)} variables, {len(contents.constraints)} constraints"
    return f"{contents.name}: {size}" if contents.name else size


def from_names(model: OrToolsModel, names: Sequence[str]) -> Answer:
    """The answer in which the facts of these names hold: "x=3", or "x" where x is true."""
    facts = CpFacts(model)
    place_of = {word: place for place, word in enumerate(facts.words)}
    true = []
    for name in names:
        word, _, value = (name, "", "1") if name in place_of else name.rpartition("=")
        fact = facts.fact(place_of[word], int(value)) if word in place_of and _is_number(value) else None
        if fact is None:
            raise InvalidPuzzle("this is no fact of the model", where=name[:40])
        true.append(fact)
    return facts.answer(true)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 20


def draw(model: OrToolsModel, answer: Answer | None) -> str:
    """The value of each variable; without an answer, what may be doubted."""
    from rich.markup import escape

    if answer is not None:
        return escape("\n".join(f"{name} = {value}" for name, value in answer.items()))
    doubted = [f"  {group.text}" for group in grouped(model).every if group.doubtable]
    more = [f"  … ({len(doubted)} in all)"] if len(doubted) > _SHOWN else []
    return escape("\n".join([write(model), *doubted[:_SHOWN], *more]))


def _examples() -> Iterator[Example]:
    folder = files("entails.data.examples").joinpath("ortools")
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        text = file.read_text("utf-8")
        yield Example(file.name.removesuffix(".pb.txt"), text, text.partition('name: "')[2].partition('"')[0])


KIND: PuzzleKind[OrToolsModel, Answer] = PuzzleKind(
    name="ortools",
    model=OrToolsModel,
    takes="a CpModel in a file, as text or binary, or - for standard input",
    settings=OrtoolsReadOptions,
    one_line=False,
    read=read,
    write=write,
    write_answer=lambda answer: dump_json(dict(answer)),
    rules=breach,
    encoders={"as-written": AsWritten()},
    ways={verb: Route("as-written", "cpsat") for verb in ("check", "solve", "count", "explain", "forced")},
    optimises=lambda model: model.contents.goal is not None,
    from_names=from_names,
    draw=draw,
    examples=tuple(_examples()),
)
