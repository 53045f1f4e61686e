"""Rank a play among all plays without revealing better ones.

Exit code 1 if the play is illegal.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.models.alphabet import fold
from entails.models.errors import at_field
from entails.models.fields import CommandArgument, Value
from entails.models.scrabble.board import LARGEST, Placement, read_played_word
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryOptions, QueryResult
from entails.queries.scrabble.check import PlayCheckReport, judge, judged_result
from entails.queries.scrabble.plays import MARS, FoundPlayReport, play_fields
from entails.solvers.scrabble.placements import Placements

PANEL = "Plays"
PLACE = 18
__all__ = ["mark"]


class ScrabbleMarkOptions(QueryOptions):
    """Options of `scrabble mark`."""

    play: Annotated[
        str,
        Field(description="Your play, such as 8D MARS; or a word alone, which is placed where it scores most."),
        CommandArgument("PLACEMENT|WORD", words=True),
    ]


class PlayMarkReport(FoundPlayReport):
    """Report of `scrabble mark`: `better` plays score more, `equal` other plays score the same."""

    rank: int
    placements: int
    better: int
    equal: int
    best: int = Field(description="the highest score")
    behind: int = Field(description="points behind the highest score")


class UnplayableReport(Value):
    """Report of `scrabble mark` for a word that cannot be played, with the reason."""

    word: str
    legal: Literal[False] = False
    problem: str


@dataclass(frozen=True)
class MarkedPlay:
    """A play with its rank among all plays.

    Attributes:
        placements: Number of all plays.
        better: Number of plays with a higher score.
        equal: Number of other plays with this score.
        best: The highest score.
        ways: Number of plays of the same word; this is the best of them.
    """

    placement: Placement
    score: int
    placements: int
    better: int
    equal: int
    best: int
    ways: int = 1


def mark(position: Position, play: str) -> MarkedPlay | None:
    """Rank a play, or the best play of a word. Return None if it cannot be played; `judge` tells why."""
    from entails.solvers.scrabble.generator import all_placements

    if _is_word(play):
        placements = all_placements(position)
        spelt = placements.spelling(fold(read_played_word(play)))
        return _mark(placements, int(spelt[0]), len(spelt)) if len(spelt) else None
    judged = judge(position, play)
    if not judged.legal or judged.sheet is None:
        return None
    placements = all_placements(position, both=not judged.placement.across)
    same = placements.with_score(judged.sheet.total)
    index = next((candidate for candidate in same if placements.placement(candidate) == judged.placement), None)
    return None if index is None else _mark(placements, index)


def _is_word(text: str) -> bool:
    return len(text) <= LARGEST and " " not in text


def _mark(placements: Placements, index: int, ways: int = 1) -> MarkedPlay:
    placement, points = placements[index]
    equal = len(placements.with_score(points)) - 1
    return MarkedPlay(
        placement, points, len(placements), placements.rank(points) - 1, equal, int(placements.scores[0]), ways
    )


def answer(position: Position, options: ScrabbleMarkOptions, progress: Progress) -> QueryResult[Any]:
    """Rank the play; report an illegal play as `check` does."""
    del progress
    with at_field("play"):
        marked = mark(position, options.play)
        if marked is None:
            return (
                _unplayable(position, options.play)
                if _is_word(options.play)
                else judged_result(judge(position, options.play))
            )
    report = PlayMarkReport(
        **play_fields(position, marked.placement),
        score=marked.score,
        rank=marked.better + 1,
        placements=marked.placements,
        better=marked.better,
        equal=marked.equal,
        best=marked.best,
        behind=marked.best - marked.score,
    )
    return QueryResult(marked, report)


def _unplayable(position: Position, word: str) -> QueryResult[Any]:
    known = fold(word) in position.lexicon
    reason = "cannot be played here with this rack" if known else f"is not in lexicon {position.lexicon.name}"
    problem = f"{word.upper()[:30]} {reason}"
    return QueryResult(None, UnplayableReport(word=word, problem=problem), "no", (problem,))


QUERY = Query(
    options=ScrabbleMarkOptions,
    report=PlayMarkReport | PlayCheckReport | UnplayableReport,
    answer=answer,
    arguments={"rack": CommandArgument("RACK")},
    unused=("word",),
    examples={"a word": {"puzzle": MARS, "rack": "EILNTUS", "play": "SILENT"}},
)
