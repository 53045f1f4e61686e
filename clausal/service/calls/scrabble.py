"""Scrabble's own verbs as calls."""

from typing import Any, Literal

from pydantic import Field

from clausal.models.scrabble.report import MoveReport, PlayCheckReport, ShowReport, TilesReport
from clausal.models.value import Value
from clausal.puzzles import CATALOGUE
from clausal.service.answer import Progress, reading
from clausal.service.call import Call
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


def calls() -> list[Call]:
    """Scrabble's own calls."""
    entry = CATALOGUE["scrabble"]
    position = {"puzzle": _POSITION}

    def on_position(verb: str, request: type[PuzzleRequest], report: Any, about: str, example: dict[str, Any]) -> Call:
        made = with_settings(entry, verb, request)
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
    from clausal.models.letters import ALPHABET
    from clausal.puzzles.scrabble_reports import show_report

    del progress
    position, _ = _position(request)
    layout = position.board.layout
    premiums = tuple(
        "".join(
            _PREMIUMS[int(layout.letter[row, column]), int(layout.word[row, column])]
            for column in range(layout.columns)
        )
        for row in range(layout.rows)
    )
    values = dict(zip(ALPHABET.upper(), position.tile_set.values, strict=False))
    return BoardReport(**show_report(position).model_dump(), premiums=premiums, values=values)


def _position(request: Any) -> tuple[Any, Literal["gcg", "french"]]:
    position, _ = read_puzzle(request, "scrabble")
    return position, position.notation
