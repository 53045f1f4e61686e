"""Queries that decode: share grids without words, and a solver's output."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from entails.formats.wordle.share import LONGEST_TEXT, ShareText, read_share, rows_of_tiles
from entails.models.alphabet import SHORTEST
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle, at_field
from entails.models.fields import Option, Value, decoded
from entails.models.wordle.history import COLOURS, History, Wordle, checked_length, checked_word
from entails.models.wordle.words import Words
from entails.puzzles.wordle import WordleReadOptions, with_words
from entails.queries.decode import QUERY as _COMMON
from entails.queries.query import Input, Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Allowed, words_of
from entails.solvers.wordle.game import green_row_that_breaks, possible_answers, words_of_rows
from entails.solvers.wordle.secret import with_word

VERBS = {
    "decode": {
        "PANEL": "Games",
        "PLACE": 34,
        "text": "List the words that fit each row of a share grid.\n\nExit code 1 if a row fits no word.",
    },
    "decode-model": {"PANEL": "Files", "PLACE": 60, "text": "Decode a solver's output for an exported model."},
}


class WordleDecodeOptions(QueryOptions):
    """Options of `wordle decode`."""

    answer: Annotated[
        str | None,
        Field(description="Secret of the game (default: list the possible ones)."),
        Option(metavar="WORD"),
    ] = None
    show: Annotated[
        int | None,
        Field(ge=0, description="Number of words to list per row; 0 lists all (default: 8, with --json all)."),
        Option("--show", metavar="N", lists=True),
    ] = None
    allowed: Allowed = None


class DecodedRow(Value):
    """The words that fit a row of the grid; with `truncated`, only the first of them."""

    row: int = Field(description="number of the row, from 1")
    marks: str
    count: int
    words: tuple[str, ...]
    truncated: bool


class DecodeReport(Value):
    """Report of `wordle decode`.

    Attributes:
        possible: Whether every row has a word; otherwise `problem` names the row.
        rows: The words of each row, if the answer is known.
        answers: Without an answer: every word for which each row of the grid has a word.
    """

    answer: str | None
    hard: bool
    words: str
    possible: bool
    problem: str | None = None
    rows: tuple[DecodedRow, ...] = ()
    answers: tuple[str, ...] = ()
    count: int | None = Field(default=None, description="number of answers that fit, if none was given")


@dataclass(frozen=True)
class ShareGrid:
    """A share grid, and its game before the first guess."""

    share: ShareText
    game: Wordle


def _read(data: bytes, settings: WordleReadOptions) -> Iterator[Entry[ShareGrid]]:
    """Yield the grid of a share text, or of rows of colours such as bybbg."""
    text = decoded(data)
    if len(text) > LONGEST_TEXT:
        raise InvalidPuzzle(f"the text is too long ({len(text):,} characters)", expected="a share text")
    share = read_share(_as_tiles(text) or text)
    game, notes = with_words(History(checked_length(share.length), COLOURS.name), "", settings)
    yield Entry(1, ShareGrid(share, game), notes=notes)


def _as_tiles(text: str) -> str | None:
    """Return rows of colours as rows of tiles, or None if the text is not made of such rows."""
    tokens = text.split()
    if not tokens or len(tokens[0]) < SHORTEST:
        return None
    try:
        codes = [COLOURS.read(token, len(tokens[0])) for token in tokens]
    except Invalid:
        return None
    return "\n".join(rows_of_tiles(codes, len(tokens[0])))


def _decode_answer(grid: ShareGrid, options: WordleDecodeOptions, progress: Progress) -> QueryResult[DecodeReport]:
    """List the words that fit each row, or the secrets for which every row has a word."""
    del progress
    words, shown, notes = words_of(grid.game, options.allowed), options.show or None, []
    if options.answer is None:
        report = _of_answers(words, grid.share, shown)
    else:
        with at_field("answer"):
            secret = _secret(options.answer, grid)
        if words.row_of(secret) is None:
            notes.append(f"{secret.upper()} is not in {words.name}; used anyway")
            words = with_word(words, secret)
        report = _of_rows(words, grid.share, secret, shown)
    return QueryResult(report, report, yes_no(report.possible), tuple(notes))


def _secret(text: str, grid: ShareGrid) -> str:
    try:
        return checked_word(text, grid.share.length, grid.game.history.alphabet)
    except Invalid as error:
        raise error.at("--answer") from None


def _of_answers(words: Words, share: ShareText, shown: int | None) -> DecodeReport:
    possible = possible_answers(words, share)
    return DecodeReport(
        answer=None,
        hard=share.hard,
        words=words.name,
        possible=bool(len(possible)),
        problem=None if len(possible) else "no word can be the answer: each makes some row impossible",
        answers=tuple(words.words(possible[:shown])),
        count=len(possible),
    )


def _of_rows(words: Words, share: ShareText, secret: str, shown: int | None) -> DecodeReport:
    words_by_row = words_of_rows(words, share, secret)
    rows = tuple(
        DecodedRow(
            row=number,
            marks=COLOURS.write(code, share.length),
            count=len(fitting),
            words=tuple(words.words(fitting[:shown])),
            truncated=shown is not None and len(fitting) > shown,
        )
        for number, (code, fitting) in enumerate(zip(share.rows, words_by_row, strict=True), 1)
    )
    problem = _problem(rows, words, share, secret)
    return DecodeReport(
        answer=secret, hard=share.hard, words=words.name, possible=problem is None, problem=problem, rows=rows
    )


def _problem(rows: Sequence[DecodedRow], words: Words, share: ShareText, secret: str) -> str | None:
    """Return why the first row without a word is impossible, or None if every row has one."""
    row = next((row for row in rows if not row.count), None)
    if row is None:
        return None
    this = f"row {row.row}, {rows_of_tiles([share.rows[row.row - 1]], share.length)[0]}"
    if not len(words_of_rows(words, replace(share, hard=False), secret)[row.row - 1]):
        return f"{this}: no allowed word gets this from {secret.upper()}"
    if green_row_that_breaks(share) == row.row:
        return f"{this}: it loses a green of the row before, which hard mode forbids"
    return f"{this}: no allowed word gets this from {secret.upper()} within hard mode"


DECODE = Query(
    options=WordleDecodeOptions,
    report=DecodeReport,
    answer=_decode_answer,
    input=Input(
        "SHARE...", "A share text or its grid, a file with it, or - for standard input.", read=_read, gathered=True
    ),
    unused=("feedback", "length"),
    examples={"one answer": {"puzzle": "bybbg ggggg", "answer": "horse", "show": 8}},
)


DECODE_MODEL = _COMMON
