"""Count the plays of many positions; report best score and total.

A single tile counts once, whatever its direction; first plays go across only. Further columns of the file are ignored.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.data.scrabble import Setting, position_of
from entails.formats.scrabble.position import read_cgp
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Option, Value, decoded
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import score
from entails.puzzles.scrabble import ScrabbleReadOptions, notes_on_words, setting_of
from entails.queries.query import Input, Progress, Query, QueryOptions, QueryResult
from entails.queries.scrabble.plays import MARS
from entails.queries.solve import solutions

if TYPE_CHECKING:
    from entails.solvers.scrabble.generator import PlayTally

PANEL = "Plays"
PLACE = 19
__all__ = ["tally"]

Counter = Literal["generator", "cpsat"]
_EXPECTED = "a CGP board, a tab and a rack"


class ScrabbleTallyOptions(QueryOptions):
    """Options of `tally`."""

    engine: Annotated[
        Counter, Field(description="Engine: generator, or cpsat as an independent check."), Option("--engine", "-e")
    ] = "generator"


class TallyReport(Value):
    """One line of `scrabble tally`: the plays of a position in three numbers. `best` is -1 without plays."""

    line: int
    placements: int
    best: int
    sum: int


@dataclass(frozen=True)
class TallyLine:
    """A position and its line number."""

    number: int
    position: Position


def tally(position: Position, *, engine: Counter = "generator") -> "PlayTally":
    """Count all plays with the generator, or with CP-SAT and the checker."""
    from entails.solvers.scrabble.generator import PlayTally
    from entails.solvers.scrabble.generator import tally as counted

    if engine == "generator":
        return counted(position)
    plays = solutions(position, engine="cpsat")
    scores = [score(position.board, placement, position.tile_set, position.rules).total for placement in plays]
    return PlayTally(len(scores), max(scores, default=-1), sum(scores))


def answer(line: TallyLine, options: ScrabbleTallyOptions, progress: Progress) -> "QueryResult[PlayTally]":
    """Count the plays of a position."""
    del progress
    counts = tally(line.position, engine=options.engine)
    return QueryResult(
        counts, TallyReport(line=line.number, placements=counts.placements, best=counts.best, sum=counts.sum)
    )


def read(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[TallyLine]]:
    """Read the positions of a file; # begins a comment line."""
    setting, notes = setting_of(settings), notes_on_words(settings)
    lines = [(number, line) for number, line in enumerate(decoded(data).splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if not lines:
        raise InvalidPuzzle("no position found", expected=f"{_EXPECTED} on each line")
    for number, line in lines:
        try:
            yield Entry(number, TallyLine(number, _position(line, setting)), notes=notes)
        except Invalid as error:
            yield Entry(number, None, error)


def _position(line: str, setting: Setting) -> Position:
    board, tab, rest = line.partition("\t")
    if not tab:
        raise InvalidPuzzle("missing tab", expected=_EXPECTED)
    return position_of(read_cgp(board), replace(setting, rack=rest.partition("\t")[0]))[0]


QUERY = Query(
    options=ScrabbleTallyOptions,
    report=TallyReport,
    answer=answer,
    input=Input("FILE.tsv", f"{_EXPECTED[0].upper()}{_EXPECTED[1:]} on each line, or - for standard input.", read),
    unused=("rack", "word", "notation"),
    examples={"an opening answered": {"puzzle": f"{MARS.partition(' ')[0]}\tEILNTUS"}},
)
