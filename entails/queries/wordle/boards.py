"""Suggest the next guess for several boards (Dordle, Quordle).

The report lists the words left on each board. Exit code 1 if a board has no word left.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from entails.formats.wordle.share import MOST_BOARDS, Boards, read_boards
from entails.models.entry import Entry
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import Option, decoded
from entails.models.wordle.history import History, Wordle
from entails.models.wordle.reports import BoardsReport
from entails.puzzles.wordle import WordleReadOptions, length_option, letters_of, with_words
from entails.queries.query import Input, Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Allowed, PriorName, words_of
from entails.solvers.wordle.boards import study_boards

PANEL = "Games"
PLACE = 33


class WordleBoardsOptions(QueryOptions):
    """Options of `boards`."""

    boards: Annotated[
        int | None,
        Field(ge=1, le=MOST_BOARDS, description="Number of boards (default: from the guesses, or 4)."),
        Option(metavar="N"),
    ] = None
    top: Annotated[
        int, Field(ge=1, le=1000, description="Number of guesses to show."), Option("--top", metavar="N", lists=True)
    ] = 5
    show: Annotated[
        int, Field(ge=0, description="Number of words to list per board; 0 lists all."), Option(metavar="N")
    ] = 8
    prior: PriorName = "uniform"
    allowed: Allowed = None


@dataclass(frozen=True)
class GameOfBoards:
    """The boards, and the game of one board before its first guess."""

    boards: Boards
    each: Wordle


def _read(data: bytes, settings: WordleReadOptions) -> Iterator[Entry[GameOfBoards]]:
    boards = read_boards(
        decoded(data), settings.feedback, length_option(settings.length), alphabet=letters_of("", settings)
    )
    each, notes = with_words(History(boards.length, boards.scoring), "", settings)
    yield Entry(1, GameOfBoards(boards, each), notes=notes)


def _of_number(boards: Boards, number: int | None) -> Boards:
    """Return this number of boards. Without guesses the number is free; otherwise it must match the guesses."""
    if number is None or number == len(boards.histories):
        return boards
    if boards.guesses:
        with at_field("boards"):
            problem = f"the guesses are for {len(boards.histories)} boards"
            raise InvalidOption(problem, where="--boards", expected=f"{len(boards.histories)}, or no --boards")
    return replace(boards, histories=boards.histories[:1] * number)


def answer(game: GameOfBoards, options: WordleBoardsOptions, progress: Progress) -> QueryResult[BoardsReport]:
    """Report the words left on each board, and the next guess."""
    del progress
    words = words_of(game.each, options.allowed, options.prior)
    report = study_boards(words, _of_number(game.boards, options.boards), top=options.top, shown=options.show or None)
    notes = (f"{word.upper()} is not an allowed guess; used anyway" for word in report.unknown)
    return QueryResult(report, report, yes_no(report.consistent), tuple(notes))


QUERY = Query(
    options=WordleBoardsOptions,
    report=BoardsReport,
    answer=answer,
    input=Input(
        "[GUESS]...",
        "Guesses with their feedback on each board: crane:bybbg,ggbbb; a file, or - for standard input.",
        read=_read,
        gathered=True,
    ),
    examples={"two boards": {"puzzle": "crane:bybbg,bbbbg slate:bbbbg,ybybb", "top": 2}},
)
