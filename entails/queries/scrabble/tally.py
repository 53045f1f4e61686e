"""How many placements each of many positions has, the best score, and the sum of all scores.

A single tile counts once, whichever way it reads; openings go across only. Further columns are not looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from entails.data.scrabble.positions import Setting, position_of
from entails.formats.scrabble.position import read_cgp
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Option, Value, decoded
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import score
from entails.puzzles.scrabble import ScrabbleReadOptions, notes_on_words, setting_of
from entails.queries.query import Input, Progress, Query, QueryResult
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.plays import MARS
from entails.queries.solve import solutions

if TYPE_CHECKING:
    from entails.solvers.scrabble.generator import PlayTally

PANEL = "Plays"
PLACE = 19
__all__ = ["tally"]

Counter = Literal["generator", "cpsat"]
_EXPECTED = "a CGP board, a tab and a rack"


class ScrabbleTallyOptions(AnyAsk):
    """What `tally` may be told."""

    engine: Annotated[
        Counter, Field(description="Who counts: cpsat is the second opinion."), Option("--engine", "-e")
    ] = "generator"


class TallyReport(Value):
    """`scrabble tally`, one line per position: all its placements in three numbers. `best` is -1 when there is none."""

    line: int
    placements: int
    best: int
    sum: int


@dataclass(frozen=True)
class TallyLine:
    """A position, and where it stands in its file."""

    number: int
    position: Position


def tally(position: Position, *, engine: Counter = "generator") -> "PlayTally":
    """All placements in three numbers, from the generator, or from CP-SAT and the referee."""
    from entails.solvers.scrabble.generator import PlayTally
    from entails.solvers.scrabble.generator import tally as counted

    if engine == "generator":
        return counted(position)
    found = solutions(position, engine="cpsat")
    scores = [score(position.board, play, position.tile_set, position.rules).total for play in found]
    return PlayTally(len(scores), max(scores, default=-1), sum(scores))


def answer(line: TallyLine, ask: ScrabbleTallyOptions, progress: Progress) -> "QueryResult[PlayTally]":
    """Three numbers."""
    del progress
    found = tally(line.position, engine=ask.engine)
    return QueryResult(
        found, TallyReport(line=line.number, placements=found.placements, best=found.best, sum=found.sum)
    )


def read(data: bytes, settings: ScrabbleReadOptions) -> Iterator[Entry[TallyLine]]:
    """The positions of a file; # begins a remark."""
    said, notes = setting_of(settings), notes_on_words(settings)
    lines = [(number, line) for number, line in enumerate(decoded(data).splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if not lines:
        raise InvalidPuzzle("there is no position in it", expected=f"{_EXPECTED} on each line")
    for number, line in lines:
        try:
            yield Entry(number, TallyLine(number, _position(line, said)), notes=notes)
        except Invalid as error:
            yield Entry(number, None, error)


def _position(line: str, said: Setting) -> Position:
    board, tab, rest = line.partition("\t")
    if not tab:
        raise InvalidPuzzle("there is no tab on this line", expected=_EXPECTED)
    return position_of(read_cgp(board), replace(said, rack=rest.partition("\t")[0]))[0]


QUESTION = Query(
    ask=ScrabbleTallyOptions,
    report=TallyReport,
    answer=answer,
    input=Input("FILE.tsv", f"{_EXPECTED[0].upper()}{_EXPECTED[1:]} on each line, or - for standard input.", read),
    unused=("rack", "word", "notation"),
    examples={"an opening answered": {"puzzle": f"{MARS.partition(' ')[0]}\tEILNTUS"}},
)
