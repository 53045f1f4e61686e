"""Queries about the legal plays of a position: list, best, bingo, squares; tally of many positions."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from entails.data.scrabble import Setting, position_of
from entails.formats.scrabble.position import read_cgp
from entails.models.alphabet import fold, is_word
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidOption, InvalidPuzzle
from entails.models.fields import Option, Value, decoded
from entails.models.scrabble.board import square_name
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import RESTRICTED, score
from entails.puzzles.scrabble import ScrabbleReadOptions, notes_on_words, read_anywhere, setting_of
from entails.queries.query import Input, Progress, Query, QueryOptions, QueryResult, Stream, yes_no
from entails.queries.scrabble.plays import (
    MARS,
    RACK,
    FoundPlayReport,
    LeaveReport,
    MoveReport,
    PlayReport,
    Plays,
    WithLeave,
    move_report,
    play_fields,
)
from entails.queries.solve import solutions

if TYPE_CHECKING:
    from entails.solvers.scrabble.arrangements import ArrangementSearch, SquareSearch
    from entails.solvers.scrabble.generator import PlayTally

VERBS = {
    "moves": {
        "PANEL": "Plays",
        "PLACE": 15,
        "__all__": ["moves"],
        "text": "List all plays, best first.\n\n"
        "Letters in brackets are on the board already; a small letter is a blank. Exit code 1 if there is no play.",
    },
    "best": {
        "PANEL": "Plays",
        "PLACE": 16,
        "__all__": ["best"],
        "text": "Show the play with the highest score.\n\nExit code 1 if there is none.",
    },
    "bingo": {
        "PANEL": "Plays",
        "PLACE": 17,
        "__all__": ["bingo"],
        "text": "Check whether a bingo is possible, without revealing it.\n\n"
        "Exit code 0 if there is a play with the bonus for seven tiles, 1 if not.",
    },
    "squares": {
        "PANEL": "Experiments",
        "PLACE": 20,
        "__all__": ["squares"],
        "text": "List the candidate squares of the restricted game.\n\n"
        "For each square: the tiles around it, the direction of a word through it, and how far the word may "
        'reach. With a rack, the strategy "arrangements" is run: words of 5 letters first, then 4, then 6. The '
        "rules are the restricted ones even without --rules restricted.",
    },
    "tally": {
        "PANEL": "Plays",
        "PLACE": 19,
        "__all__": ["tally"],
        "text": "Count the plays of many positions; report best score and total.\n\n"
        "A single tile counts once, whatever its direction; first plays go across only. Further columns of the "
        "file are ignored.",
    },
}


_LONGEST = 40


class ScrabbleMovesOptions(QueryOptions):
    """Options of `scrabble moves`."""

    top: Annotated[int, Field(ge=1, description="Number of plays."), Option("--top", metavar="N", lists=True)] = 20
    every: Annotated[bool, Field(description="List all plays."), Option("--all", command_only=True)] = False
    min_score: Annotated[int, Field(ge=0, description="Minimum score."), Option(metavar="N")] = 0
    contains: Annotated[str, Field(description="Letters that the word must contain."), Option(metavar="LETTERS")] = ""
    leave: WithLeave = False


class MovesReport(Value):
    """The listed plays, best first, and the number of all matching plays."""

    count: int
    moves: tuple[MoveReport, ...]


def moves(position: Position, *, min_score: int = 0, contains: str = "", leave: bool = False) -> Plays:
    """Return the legal plays, best first: by score, or with `leave` by equity."""
    from entails.solvers.scrabble.generator import all_placements

    placements = all_placements(position)
    fits = (placements.scores >= min_score) & placements.holding(_letters(contains))[placements.play_of]
    if not leave:
        return Plays(position, placements, np.flatnonzero(fits))
    leaves = LeaveReport.of(position, placements)
    order = np.argsort(-leaves.equities, kind="stable")
    return Plays(position, placements, order[fits[order]], leaves)


def _letters(text: str) -> str:
    """Return the letters that a word must contain, folded."""
    folded = fold(text.strip())
    if folded and not is_word(folded[:_LONGEST]):
        problem = f"invalid letters {text[:_LONGEST]!r}"
        error = InvalidOption(problem, where="--contains", expected="letters that the word must contain")
        error.field = "contains"
        raise error
    return folded


def _moves_answer(position: Position, options: ScrabbleMovesOptions, progress: Progress) -> Stream:
    """Yield one line per play."""
    del progress
    plays = moves(position, min_score=options.min_score, contains=options.contains, leave=options.leave)
    shown: list[MoveReport] = []
    for play in plays[: None if options.every else options.top]:
        shown.append(move_report(position, play))
        yield QueryResult(play, shown[-1])
    return QueryResult(plays, MovesReport(count=len(plays), moves=tuple(shown)), yes_no(bool(shown)))


MOVES = Query(
    options=ScrabbleMovesOptions,
    report=MoveReport,
    whole=MovesReport,
    answer=_moves_answer,
    stream=True,
    arguments=RACK,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS, "top": 5}},
)


class ScrabbleBestOptions(QueryOptions):
    """Options of `scrabble best`."""

    leave: WithLeave = False


class BestReport(Value):
    """Report of `scrabble best`: the play, or null if there is none."""

    best: MoveReport | None


def best(position: Position, *, leave: bool = False) -> PlayReport | None:
    """Return the play with the highest score, or with `leave` the highest equity; None if there is none."""
    plays = moves(position, leave=leave)
    return plays[0] if plays else None


def _best_answer(position: Position, options: ScrabbleBestOptions, progress: Progress) -> Stream:
    """Yield the best play, if there is one."""
    del progress
    play = best(position, leave=options.leave)
    report = None if play is None else move_report(position, play)
    if report is not None:
        yield QueryResult(play, report)
    return QueryResult(play, BestReport(best=report), yes_no(play is not None))


BEST = Query(
    options=ScrabbleBestOptions,
    report=MoveReport,
    whole=BestReport,
    answer=_best_answer,
    stream=True,
    arguments=RACK,
    unused=("word",),
    schema="scrabble-moves",
)


class ScrabbleBingoOptions(QueryOptions):
    """Options of `scrabble bingo`."""

    show: Annotated[bool, Field(description="List the plays.")] = False


class BingoReport(Value):
    """Report of `scrabble bingo`: whether a play earns the bonus. `plays` is set with --show."""

    bingo: bool
    count: int
    tiles: int = Field(description="number of tiles that earns the bonus")
    plays: tuple[MoveReport, ...] | None = None

    def absent(self) -> set[str]:
        return {"plays"} if self.plays is None else set()


def bingo(position: Position) -> Plays:
    """Return the plays that earn the bonus for seven tiles, best first."""
    from entails.solvers.scrabble.generator import all_placements

    placements = all_placements(position)
    return Plays(position, placements, np.flatnonzero(placements.laid >= position.rules.bonus_tiles))


def _bingo_answer(position: Position, options: ScrabbleBingoOptions, progress: Progress) -> QueryResult[Plays]:
    """Report whether a play earns the bonus; list these plays only if requested."""
    del progress
    plays = bingo(position)
    report = BingoReport(
        bingo=bool(plays),
        count=len(plays),
        tiles=position.rules.bonus_tiles,
        plays=tuple(move_report(position, play) for play in plays) if options.show else None,
    )
    return QueryResult(plays, report, yes_no(bool(plays)))


BINGO = Query(options=ScrabbleBingoOptions, report=BingoReport, answer=_bingo_answer, arguments=RACK, unused=("word",))


class SquareReport(Value):
    """A line of `scrabble squares`: a candidate square of the restricted game (Guzniczak 2018).

    `around` says whether each square around it, itself included, holds a tile, row by row: 9 inside the board, 6 on an
    edge, 4 in a corner. `direction` is 0 (none), 1 (down) or 2 (across); `before` and `after` are the squares of the
    safety cylinder. With a rack: the number of arrangements looked up, and the plays found.
    """

    square: str
    row: int = Field(description="from 1")
    column: int = Field(description="from 1")
    letter: str = Field(description="empty for the start of an empty board")
    kind: Literal["inside", "edge", "corner"]
    around: tuple[int, ...]
    direction: Literal[0, 1, 2]
    before: int
    after: int
    arrangements: int | None = None
    plays: tuple[FoundPlayReport, ...] | None = None


class SquaresReport(Value):
    """All candidate squares; `length` is the length of the words, null without a rack or a play."""

    squares: tuple[SquareReport, ...]
    length: int | None


def squares(position: Position) -> "ArrangementSearch":
    """Return the candidate squares; with a rack, also the plays of the strategy at each square."""
    from entails.solvers.scrabble.arrangements import search

    return search(replace(position, rules=RESTRICTED))


def _squares_answer(position: Position, options: QueryOptions, progress: Progress) -> Stream:
    """Yield one line per square. The verdict is no if a rack has no play."""
    del options, progress
    search, reports = squares(position), []
    for searched in search.squares:
        reports.append(_report(position, searched))
        yield QueryResult(searched, reports[-1])
    played = search.length is not None or not position.rack.total
    return QueryResult(search, SquaresReport(squares=tuple(reports), length=search.length), yes_no(played))


def _report(position: Position, searched: "SquareSearch") -> SquareReport:
    square, with_rack = searched.square, bool(position.rack.total)
    plays = (FoundPlayReport(**play_fields(position, play.placement), score=play.score) for play in searched.plays)
    fields = {**asdict(square), "row": square.row + 1, "column": square.column + 1, "kind": square.kind}
    if with_rack:
        fields |= {"arrangements": searched.arranged, "plays": tuple(plays)}
    return SquareReport(square=square_name(square.row, square.column, position.notation), **fields)


SQUARES = Query(
    options=QueryOptions,
    report=SquareReport,
    whole=SquaresReport,
    answer=_squares_answer,
    stream=True,
    input=Input(read=read_anywhere),
    unused=("word",),
)


Counter = Literal["generator", "cpsat"]
_EXPECTED = "a CGP board, a tab and a rack"


class ScrabbleTallyOptions(QueryOptions):
    """Options of `scrabble tally`."""

    engine: Annotated[
        Counter, Field(description="Engine: generator, or cpsat as an independent check."), Option("--engine", "-e")
    ] = "generator"


class TallyReport(Value):
    """A line of `scrabble tally`: number of plays, best score and total of a position. `best` is -1 without plays."""

    line: int
    placements: int
    best: int
    sum: int


@dataclass(frozen=True)
class TallyLine:
    """A position of a file, and its line number."""

    number: int
    position: Position


def tally(position: Position, *, engine: Counter = "generator") -> "PlayTally":
    """Count and score all plays of a position with the generator, or with CP-SAT."""
    from entails.solvers.scrabble.generator import PlayTally
    from entails.solvers.scrabble.generator import tally as counted

    if engine == "generator":
        return counted(position)
    plays = solutions(position, engine="cpsat")
    scores = [score(position.board, placement, position.tile_set, position.rules).total for placement in plays]
    return PlayTally(len(scores), max(scores, default=-1), sum(scores))


def _tally_answer(line: TallyLine, options: ScrabbleTallyOptions, progress: Progress) -> "QueryResult[PlayTally]":
    """Count the plays of a position, and sum up their scores."""
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


TALLY = Query(
    options=ScrabbleTallyOptions,
    report=TallyReport,
    answer=_tally_answer,
    input=Input("FILE.tsv", f"{_EXPECTED[0].upper()}{_EXPECTED[1:]} on each line, or - for standard input.", read),
    unused=("rack", "word", "notation"),
    examples={"an opening answered": {"puzzle": f"{MARS.partition(' ')[0]}\tEILNTUS"}},
)
