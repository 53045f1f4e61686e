"""Play a game: return the feedback of every guess so far."""

from typing import Annotated, Literal

from pydantic import Field

from entails.data.wordle import words_for
from entails.models.errors import at_field
from entails.models.fields import Value
from entails.models.wordle.history import scoring_named
from entails.queries.lexicon import Language
from entails.queries.query import Progress, Query, QueryResult
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Fold
from entails.solvers.wordle.game import USUAL_TURNS, WordleTurn, turn

PANEL = None


class WordleTurnOptions(QueryOptions):
    """Options of `turn`: a game and all guesses so far.

    The number of the game selects the secret; an adversary has none.
    """

    game: Annotated[int, Field(ge=0)]
    guesses: tuple[str, ...] = ()
    lang: Language = "en"
    length: Annotated[int, Field(ge=3, le=9)] = 5
    feedback: Literal["colours", "counts"] = "colours"
    turns: Annotated[int, Field(ge=1)] = USUAL_TURNS
    hard: bool = False
    adversary: bool = False
    fold: Fold = False
    speech: Annotated[Literal["en", "fr"], Field(description="Language of the messages.")] = "en"


class TurnRow(Value):
    """A guess and the feedback it got, written as `gyb` or `2,1`."""

    word: str
    marks: str


class WordleTurnReport(Value):
    """A game after some guesses.

    Attributes:
        refused: Why the first guess after `rows` was rejected; null if all were accepted.
        secret: The secret; null until the game is over.
        share: The text to share; null until the game is over.
    """

    rows: tuple[TurnRow, ...]
    refused: str | None = None
    over: bool = False
    won: bool = False
    secret: str | None = None
    share: str | None = None

    @classmethod
    def of(cls, turn: WordleTurn) -> "WordleTurnReport":
        return cls(
            rows=tuple(TurnRow(word=word, marks=marks) for word, marks in turn.rows),
            refused=turn.refused,
            over=turn.over,
            won=turn.won,
            secret=turn.secret,
            share=turn.share,
        )


def answer(nothing: None, options: WordleTurnOptions, progress: Progress) -> QueryResult[WordleTurn]:
    """Play the guesses from the start."""
    del nothing, progress
    with at_field("hard"):
        played = turn(
            words_for(options.lang, options.length, fold=options.fold),
            scoring_named(options.feedback),
            options.guesses,
            game=options.game,
            adversary=options.adversary,
            hard=options.hard,
            turns=options.turns,
            speech=options.speech,
        )
    return QueryResult(played, WordleTurnReport.of(played))


QUERY = Query(
    options=WordleTurnOptions,
    report=WordleTurnReport,
    answer=answer,
    takes="nothing",
    examples={"a first guess": {"game": 1, "guesses": ["crane"]}},
)
