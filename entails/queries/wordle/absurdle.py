"""The shortest win against the host that evades (Absurdle), or the longest game (Survivle, --survive WORD), for any
list. Proven, or it says how far the search came: exit code 3."""

import time
from typing import Annotated

from pydantic import Field

from entails.models.errors import InvalidOption, TooLarge, at_field
from entails.models.fields import Option, Value
from entails.models.wordle.history import COLOURS, scoring_named
from entails.queries.query import Progress, Query, QueryResult
from entails.queries.wordle.lists import FeedbackName, Worded
from entails.solvers.wordle.absurdle import USUAL_SETS, Absurdle, Win, replies, survive

PANEL = "Trees"
PLACE = 54

_MOST_WORDS = 3000
"""The game of Survivle compares all words of the list with each other."""


class WordleAbsurdleOptions(Worded):
    """The words of the game, and how far to look."""

    feedback: FeedbackName = None
    survive: Annotated[
        str | None,
        Field(description="The longest game for this secret instead, in which every guess agrees with what is known."),
        Option(metavar="WORD"),
    ] = None
    sets: Annotated[
        int, Field(ge=1, le=10_000_000, description="Look at so many sets of words at most."), Option(metavar="N")
    ] = USUAL_SETS


class AbsurdleReport(Value):
    """`wordle absurdle`. `guesses` are a whole game, with the feedback of each. `proven`: no win is shorter, or with
    `survive` no game longer. Otherwise `bound` is what was proven: a win takes at least so many guesses, a game lasts
    at most so many."""

    words: str
    answers: int
    allowed: int
    feedback: str
    survive: str | None
    guesses: tuple[str, ...]
    marks: tuple[str, ...]
    count: int | None
    bound: int
    proven: bool
    seconds: float


def answer(nothing: None, options: WordleAbsurdleOptions, progress: Progress) -> QueryResult[Win]:
    """Search until it is proven, or until there were too many sets."""
    del nothing, progress
    started = time.perf_counter()
    length = options.length or (len(options.survive) if options.survive else None)
    lists, scoring = options.lists(length), scoring_named(options.feedback or COLOURS.name)
    words = lists.words
    if options.survive is None:
        line = Absurdle(words, scoring, options.sets).shortest()
        marks = replies(words, scoring, line.guesses)
    else:
        with at_field("survive"):
            if words.row_of(options.survive) is None:
                expected = f"a word of {words.name} with {words.length} letters"
                raise InvalidOption(
                    f"{options.survive[:30]!r} is not in the list", where="--survive", expected=expected
                )
            if len(words) > _MOST_WORDS:
                raise TooLarge(f"{len(words):,} words are too many", expected=f"at most {_MOST_WORDS:,} (--allowed)")
        line = survive(words, scoring, options.survive, options.sets)
        secret = line.guesses[-1]
        marks = [scoring.write(scoring.score(guess, secret), words.length) for guess in line.guesses]
    report = AbsurdleReport(
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=scoring.name,
        survive=options.survive,
        guesses=line.guesses,
        marks=tuple(marks),
        count=len(line.guesses) or None,
        bound=line.bound,
        proven=line.proven,
        seconds=round(time.perf_counter() - started, 3),
    )
    return QueryResult(line, report, "yes" if line.proven else "undecided", lists.notes)


QUERY = Query(
    options=WordleAbsurdleOptions,
    report=AbsurdleReport,
    answer=answer,
    takes="nothing",
    pace="job",
    examples={"words of three letters": {"length": 3, "sets": 20}},
)
