"""Play a game against the computer, move by move."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from entails.models.errors import at_field
from entails.models.fields import Value
from entails.models.scrabble.game import Game, write_move
from entails.puzzles.scrabble import GameSettings, equipment_of
from entails.queries.query import Progress, Query, QueryOptions, QueryResult
from entails.queries.scrabble.views import ScrabbleBoardReport, board_report

PANEL = None


class ScrabbleTurnOptions(GameSettings, QueryOptions):
    """Options of `turn`: the number of the game and your moves so far. The computer's moves follow from them."""

    game: Annotated[int, Field(ge=0, description="The number of the game, which determines the tiles drawn.")]
    against: Literal["beginner", "casual", "best", "equity", "strong", "simulation", "random", "arrangements"] = "best"
    program_begins: bool = False
    moves: Annotated[
        tuple[Annotated[str, StringConstraints(max_length=60)], ...],
        Field(description="Your moves: 8D MARS is a play, -EIO an exchange, - a pass."),
    ] = ()


class TurnMade(Value):
    """One turn of the game; player 0 is you. Only your racks are shown."""

    player: int
    move: str
    score: int
    rack: str


class ScrabbleTurnReport(ScrabbleBoardReport):
    """The game after the computer's answer.

    At the end, `totals` include the adjustments for tiles left, and `left` are the computer's tiles.
    """

    turns: tuple[TurnMade, ...]
    totals: tuple[int, ...]
    bag: int
    can_exchange: bool
    over: bool
    left: str


def answer(nothing: None, options: ScrabbleTurnOptions, progress: Progress) -> QueryResult[Game]:
    """Return the game after your moves and the computer's answers."""
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


QUERY = Query(
    options=ScrabbleTurnOptions,
    report=ScrabbleTurnReport,
    answer=answer,
    takes="nothing",
    examples={"the first rack": {"game": 7}, "a pass": {"game": 7, "moves": ["-"]}},
)
