"""Queries that show a position: picture, data and unseen tiles; and the game against the computer."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from entails.formats.scrabble.position import record_of, write_cgp
from entails.models.alphabet import without_accents
from entails.models.errors import at_field, bracketed
from entails.models.fields import Option, Value
from entails.models.scrabble.game import Game, write_move
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import BLANK_SYMBOL, Rack
from entails.puzzles.scrabble import GameSettings, equipment_of
from entails.queries.query import Progress, Query, QueryOptions, QueryResult
from entails.queries.scrabble.plays import MARS

VERBS = {
    "show": {
        "PANEL": "Board",
        "PLACE": 12,
        "text": "Draw the board with its premium squares, or write it as CGP or JSON.",
    },
    "board": {
        "PANEL": None,
        "text": "Return a position with its premium squares.",
    },
    "tiles": {
        "PANEL": "Board",
        "PLACE": 13,
        "text": "List the unseen tiles: neither on the board nor on your rack.",
    },
    "turn": {
        "PANEL": None,
        "text": "Play a game against the computer, move by move.",
    },
}


class ScrabbleShowOptions(QueryOptions):
    """Options of `scrabble show`."""

    form: Annotated[
        Literal["drawn", "cgp", "json"] | None,
        Field(description="Format instead of a coloured picture."),
        Option("--format", "--form", command_only=True),
    ] = None


class ShowReport(Value):
    """Report of `scrabble show`: a position."""

    cgp: str
    rows: tuple[str, ...]
    rack: str
    layout: str
    tiles: str
    lexicon: str
    scores: tuple[int, ...]
    warnings: tuple[str, ...]


def show_report(position: Position) -> ShowReport:
    """Return the report on a position."""
    return ShowReport(
        cgp=write_cgp(record_of(position)),
        rows=position.board.rows,
        rack=str(position.rack),
        layout=position.board.layout.name,
        tiles=position.tile_set.name,
        lexicon=position.lexicon.name,
        scores=position.scores,
        warnings=position.warnings(),
    )


def _show_answer(position: Position, options: ScrabbleShowOptions, progress: Progress) -> QueryResult[Position]:
    """Return the position with its report."""
    del options, progress
    return QueryResult(position, lambda: show_report(position))


SHOW = Query(options=ScrabbleShowOptions, report=ShowReport, answer=_show_answer, unused=("word",))


class ScrabbleBoardReport(ShowReport):
    """A position for drawing, with premium squares and tile values.

    `premiums` are rows of symbols: ' double letter, " triple letter, - double word, = triple word, ^ and ~ quadruple.
    """

    premiums: tuple[str, ...]
    values: dict[str, int]


def board_report(position: Position) -> ScrabbleBoardReport:
    """Return the data of a position for a drawing."""
    layout = position.board.layout
    premiums = ("".join(layout.symbol(row, column) for column in range(layout.columns)) for row in range(layout.rows))
    values = {bracketed(symbol): value for symbol, _, value in position.tile_set.kinds() if symbol != BLANK_SYMBOL}
    return ScrabbleBoardReport(**show_report(position).model_dump(), premiums=tuple(premiums), values=values)


def _board_answer(position: Position, options: QueryOptions, progress: Progress) -> QueryResult[Position]:
    """Return the position with its data for a drawing."""
    del options, progress
    return QueryResult(position, board_report(position))


BOARD = Query(
    options=QueryOptions,
    report=ScrabbleBoardReport,
    answer=_board_answer,
    unused=("word",),
    examples={"an opening answered": {"puzzle": MARS}},
)


_VOWELS = "AEIOUY"


class TilesReport(Value):
    """Report of `scrabble tiles`: the unseen tiles. `bag` is the number in the bag if opponents have full racks."""

    unseen: str
    count: int
    counts: dict[str, int]
    vowels: int
    consonants: int
    blanks: int
    points: int
    bag: int
    tiles: str = Field(description="the name of the tile set")


def _tiles_answer(position: Position, options: QueryOptions, progress: Progress) -> QueryResult[Rack]:
    """Return the unseen tiles."""
    del options, progress
    unseen = position.unseen
    full = position.rules.rack_size * max(len(position.others), 1)
    counts = {bracketed(symbol): count for symbol, count in unseen.kinds()}
    vowels = sum(count for symbol, count in counts.items() if without_accents(symbol) in _VOWELS)
    report = TilesReport(
        unseen=str(unseen),
        count=unseen.total,
        counts=counts,
        vowels=vowels,
        consonants=unseen.total - unseen.blanks - vowels,
        blanks=unseen.blanks,
        points=unseen.value(position.tile_set),
        bag=max(unseen.total - full, 0),
        tiles=position.tile_set.name,
    )
    return QueryResult(unseen, report)


TILES = Query(
    options=QueryOptions,
    report=TilesReport,
    answer=_tiles_answer,
    unused=("word", "notation"),
    examples={"an opening answered": {"puzzle": MARS}},
)


class ScrabbleTurnOptions(GameSettings, QueryOptions):
    """Options of `scrabble turn`: the number of the game and your moves so far."""

    game: Annotated[int, Field(ge=0, description="The number of the game, which determines the tiles drawn.")]
    against: Literal["beginner", "casual", "best", "equity", "strong", "simulation", "random", "arrangements"] = "best"
    program_begins: bool = False
    moves: Annotated[
        tuple[Annotated[str, StringConstraints(max_length=60)], ...],
        Field(description="Your moves: 8D MARS is a play, -EIO an exchange, - a pass."),
    ] = ()


class TurnMade(Value):
    """A turn of the game; player 0 is you. Only your racks are shown."""

    player: int
    move: str
    score: int
    rack: str


class ScrabbleTurnReport(ScrabbleBoardReport):
    """Report of `scrabble turn`: the game after the computer's move.

    At the end, `totals` include the adjustments for tiles left, and `left` are the computer's tiles.
    """

    turns: tuple[TurnMade, ...]
    totals: tuple[int, ...]
    bag: int
    can_exchange: bool
    over: bool
    left: str


def _turn_answer(nothing: None, options: ScrabbleTurnOptions, progress: Progress) -> QueryResult[Game]:
    """Return the game after your moves and the computer's moves."""
    from entails.solvers.scrabble.players import Match, check_frequencies

    del nothing, progress
    layout, tile_set, lexicon, rules = equipment_of(options)
    check_frequencies(options.against, lexicon)
    match = Match(layout, tile_set, lexicon, options.against, options.game, options.program_begins, rules=rules)
    with at_field("moves"):
        game = match.after(options.moves)
    mine, over = replace(game, to_move=0), game.end is not None
    turns = (
        TurnMade(
            player=turn.player, move=write_move(turn.move), score=turn.score, rack="" if turn.player else str(turn.rack)
        )
        for turn in game.turns
    )
    report = ScrabbleTurnReport(
        **board_report(mine.position).model_dump(),
        turns=tuple(turns),
        totals=game.final_scores,
        bag=game.bag.total,
        can_exchange=game.can_exchange,
        over=over,
        left=str(game.racks[1]) if over else "",
    )
    return QueryResult(game, report)


TURN = Query(
    options=ScrabbleTurnOptions,
    report=ScrabbleTurnReport,
    answer=_turn_answer,
    takes="nothing",
    examples={"the first rack": {"game": 7}, "a pass": {"game": 7, "moves": ["-"]}},
)
