"""A game against the engine, move by move."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from entails.models.errors import blaming
from entails.models.fields import Value
from entails.models.scrabble.game import Game, write_move
from entails.puzzles.scrabble import GameSettings, equipment_of
from entails.queries.query import Progress, Query, QueryResult
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.board import ScrabbleBoardReport, board_report

PANEL = None


class ScrabbleTurnOptions(GameSettings, AnyAsk):
    """A game against the engine: its number, and your moves so far. The engine's moves follow from them."""

    game: Annotated[int, Field(ge=0, description="The number of the game: what is drawn follows from it.")]
    against: Literal["beginner", "casual", "best", "equity", "strong", "simulation", "random", "arrangements"] = "best"
    program_begins: bool = False
    moves: Annotated[
        tuple[Annotated[str, StringConstraints(max_length=60)], ...],
        Field(description="8D MARS places, -EIO exchanges, - passes."),
    ] = ()


class TurnMade(Value):
    """One turn of the game; player 0 is you. Your racks are told, the engine's are not."""

    player: int
    move: str
    score: int
    rack: str


class ScrabbleTurnReport(ScrabbleBoardReport):
    """The game after the engine's answer. `totals` count what is left on the racks once it is over; `left` is then what
    the engine had left."""

    turns: tuple[TurnMade, ...]
    totals: tuple[int, ...]
    bag: int
    can_exchange: bool
    over: bool
    left: str


def answer(nothing: None, ask: ScrabbleTurnOptions, progress: Progress) -> QueryResult[Game]:
    """The game after your moves and the engine's answers."""
    from entails.solvers.scrabble.players import Match, refuse_without_counts

    del nothing, progress
    layout, tile_set, lexicon, rules = equipment_of(ask)
    refuse_without_counts(ask.against, lexicon)
    match = Match(layout, tile_set, lexicon, ask.against, ask.game, ask.program_begins, rules=rules)
    with blaming("moves"):
        game = match.after(ask.moves)
    mine, over = replace(game, to_move=0), game.end is not None
    turns = (
        TurnMade(
            player=one.player, move=write_move(one.move), score=one.score, rack="" if one.player else str(one.rack)
        )
        for one in game.turns
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


QUESTION = Query(
    ask=ScrabbleTurnOptions,
    report=ScrabbleTurnReport,
    answer=answer,
    takes="nothing",
    examples={"the first rack": {"game": 7}, "a pass": {"game": 7, "moves": ["-"]}},
)
