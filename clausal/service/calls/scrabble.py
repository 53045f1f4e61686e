"""Scrabble's own verbs as calls."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from clausal.models.scrabble.report import MoveReport, PlayCheckReport, ShowReport, TilesReport
from clausal.models.value import Value
from clausal.service.answer import Progress, reading
from clausal.service.call import Call, Request
from clausal.service.calls.generic import PuzzleRequest, read_puzzle, with_settings

_HERE = "clausal.service.calls.scrabble"
_MOST_MOVES = 5000
_POSITION = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
_PREMIUMS = {(1, 1): ".", (2, 1): "'", (3, 1): '"', (4, 1): "^", (1, 2): "-", (1, 3): "=", (1, 4): "~"}


class _Check(PuzzleRequest):
    """A position, and a play on it."""

    placement: str = Field(max_length=60, description="Place and word: 8D MARS, H8 .ILENT; a blank in lower case.")


class _Moves(PuzzleRequest):
    """A position with a rack."""

    top: int = Field(default=20, ge=1, le=_MOST_MOVES, description="How many plays, best first.")
    min_score: int = Field(default=0, ge=0, le=10_000)
    contains: str = Field(default="", max_length=15, description="Letters that the word must hold.")


class MovesReport(Value):
    """The plays asked for, best first, and how many there are in all."""

    count: int
    moves: tuple[MoveReport, ...]


class BoardReport(ShowReport):
    """A position as a page draws it: the premium squares as rows of symbols (' double letter, " triple letter, - double
    word, = triple word, ^ and ~ quadruple), and what each tile is worth."""

    premiums: tuple[str, ...]
    values: dict[str, int]


class TurnRequest(Request):
    """A game against the engine: its number, and your moves so far. The engine's moves follow from them."""

    game: int = Field(ge=0, le=2**31 - 1, description="The number of the game: what is drawn follows from it.")
    lang: Literal["en", "fr"] = "en"
    against: Literal["best", "equity", "random", "arrangements"] = "best"
    program_begins: bool = False
    moves: tuple[Annotated[str, StringConstraints(max_length=60)], ...] = Field(
        default=(), max_length=100, description="8D MARS places, -EIO exchanges, - passes."
    )


class TurnMade(Value):
    """One turn of the game; player 0 is you. Your racks are told, the engine's are not."""

    player: int
    move: str
    score: int
    rack: str


class TurnReport(BoardReport):
    """The game after the engine's answer. `totals` count what is left on the racks once it is over; `left` is then what
    the engine had left."""

    turns: tuple[TurnMade, ...]
    totals: tuple[int, ...]
    bag: int
    can_exchange: bool
    over: bool
    left: str


def calls() -> list[Call]:
    """Scrabble's own calls."""
    position = {"puzzle": _POSITION}

    def on_position(verb: str, request: type[PuzzleRequest], report: Any, about: str, example: dict[str, Any]) -> Call:
        made = with_settings("scrabble", verb, request)
        return Call("scrabble", verb, made, report, f"{_HERE}:{verb}", about, {"an opening answered": example})

    return [
        on_position(
            "check",
            _Check,
            PlayCheckReport,
            "Is this play legal, and what does it score?",
            {**position, "placement": "H8 .ILENT"},
        ),
        on_position("moves", _Moves, MovesReport, "Every legal play, best first.", {**position, "top": 5}),
        on_position("tiles", PuzzleRequest, TilesReport, "What is unseen.", position),
        Call(
            "scrabble",
            "turn",
            TurnRequest,
            TurnReport,
            f"{_HERE}:turn",
            "A game against the engine, move by move.",
            {"the first rack": {"game": 7}, "a pass": {"game": 7, "moves": ["-"]}},
        ),
        on_position("board", PuzzleRequest, BoardReport, "The position, with its premium squares.", position),
    ]


def check(request: Any, progress: Progress) -> PlayCheckReport:
    from clausal.models.scrabble.notation import read_placement
    from clausal.puzzles.scrabble_reports import check_report

    del progress
    position, notation = _position(request)
    with reading("/placement"):
        placement = read_placement(request.placement, position.board, notation)
    return check_report(position, placement, notation)


def moves(request: Any, progress: Progress) -> MovesReport:
    from clausal.puzzles.scrabble_reports import move_reports

    del progress
    position, notation = _position(request)
    with reading("/contains"):
        count, found = move_reports(
            position, notation, most=request.top, min_score=request.min_score, contains=request.contains
        )
    return MovesReport(count=count, moves=tuple(found))


def tiles(request: Any, progress: Progress) -> TilesReport:
    from clausal.puzzles.scrabble_reports import tiles_report

    del progress
    return tiles_report(_position(request)[0])


def board(request: Any, progress: Progress) -> BoardReport:
    del progress
    return board_report(_position(request)[0])


def board_report(position: Any) -> BoardReport:
    """What a page needs to draw a position."""
    from clausal.models.letters import ALPHABET
    from clausal.puzzles.scrabble_reports import show_report

    layout = position.board.layout
    premiums = tuple(
        "".join(_PREMIUMS[letter, word] for letter, word in zip(letters, words, strict=True))
        for letters, words in zip(layout.letter.tolist(), layout.word.tolist(), strict=True)
    )
    values = dict(zip(ALPHABET.upper(), position.tile_set.values, strict=False))
    return BoardReport(**show_report(position).model_dump(), premiums=premiums, values=values)


def _position(request: Any) -> tuple[Any, Literal["gcg", "french"]]:
    position, _ = read_puzzle(request, "scrabble")
    return position, position.notation


def turn(request: TurnRequest, progress: Progress) -> TurnReport:
    from clausal.data import scrabble as shipped
    from clausal.data.lexicons import DEFAULT_OF_LANGUAGE, lexicon
    from clausal.models.scrabble.move import write_move
    from clausal.solvers.scrabble.match import Match

    del progress
    match = Match(
        shipped.layout("standard"),
        shipped.tile_set(shipped.TILES_OF_LANGUAGE[request.lang]),
        lexicon(DEFAULT_OF_LANGUAGE[request.lang]),
        against=request.against,
        seed=request.game,
        program_begins=request.program_begins,
    )
    with reading("/moves"):
        game = match.after(request.moves)
    mine = replace(game, to_move=0)
    return TurnReport(
        **board_report(mine.position).model_dump(),
        turns=tuple(
            TurnMade(
                player=one.player,
                move=write_move(one.move),
                score=one.score,
                rack="" if one.player else str(one.rack),
            )
            for one in game.turns
        ),
        totals=game.final_scores,
        bag=game.bag.total,
        can_exchange=game.can_exchange,
        over=game.end is not None,
        left=str(game.racks[1]) if game.end is not None else "",
    )
