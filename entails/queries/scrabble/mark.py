"""Where my play stands among all, without giving the better ones away. Exit code 1 when it cannot be played."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.models.alphabet import fold
from entails.models.errors import blaming
from entails.models.fields import CommandArgument, Value
from entails.models.scrabble.board import Placement, read_played_word
from entails.models.scrabble.layout import LARGEST
from entails.models.scrabble.position import Position
from entails.queries.query import Progress, Query, QueryResult
from entails.queries.query import QueryOptions as AnyAsk
from entails.queries.scrabble.check import PlayCheckReport, judge, told
from entails.queries.scrabble.plays import MARS, FoundPlayReport, play_fields
from entails.solvers.scrabble.placements import Placements

PANEL = "Plays"
PLACE = 18
__all__ = ["mark"]


class ScrabbleMarkOptions(AnyAsk):
    """What `mark` is told."""

    play: Annotated[
        str,
        Field(description="Your play: 8D MARS; or a word alone, at its best place."),
        CommandArgument("PLACEMENT|WORD", words=True),
    ]


class PlayMarkReport(FoundPlayReport):
    """`scrabble mark`: where a play stands among all. `better` placements score more, `equal` others the same."""

    rank: int
    placements: int
    better: int
    equal: int
    best: int = Field(description="the highest score")
    behind: int = Field(description="points that it is behind the best")


class UnplayableReport(Value):
    """`scrabble mark` of a word that cannot be played anywhere: why not."""

    word: str
    legal: Literal[False] = False
    problem: str


@dataclass(frozen=True)
class MarkedPlay:
    """A play among all `placements`: how many are `better`, how many others `equal`, what the `best` scores. A word can
    be played in so many `ways`, of which this is the best."""

    placement: Placement
    score: int
    placements: int
    better: int
    equal: int
    best: int
    ways: int = 1


def mark(position: Position, play: str) -> MarkedPlay | None:
    """Where a play, or the best play of a word, stands among all; None when it cannot be played (`judge` says why)."""
    from entails.solvers.scrabble.generator import all_placements

    if _is_word(play):
        found = all_placements(position)
        spelt = found.spelling(fold(read_played_word(play)))
        return _mark(found, int(spelt[0]), len(spelt)) if len(spelt) else None
    judged = judge(position, play)
    if not judged.legal or judged.sheet is None:
        return None
    found = all_placements(position, both=not judged.placement.across)
    same = found.with_score(judged.sheet.total)
    index = next((one for one in same if found.placement(one) == judged.placement), None)
    return None if index is None else _mark(found, index)


def _is_word(text: str) -> bool:
    return len(text) <= LARGEST and " " not in text


def _mark(found: Placements, index: int, ways: int = 1) -> MarkedPlay:
    placement, points = found[index]
    equal = len(found.with_score(points)) - 1
    return MarkedPlay(placement, points, len(found), found.rank(points) - 1, equal, int(found.scores[0]), ways)


def answer(position: Position, ask: ScrabbleMarkOptions, progress: Progress) -> QueryResult[Any]:
    """The mark; what cannot be played is judged as `check` does."""
    del progress
    with blaming("play"):
        found = mark(position, ask.play)
        if found is None:
            return _unplayable(position, ask.play) if _is_word(ask.play) else told(judge(position, ask.play))
    report = PlayMarkReport(
        **play_fields(position, found.placement),
        score=found.score,
        rank=found.better + 1,
        placements=found.placements,
        better=found.better,
        equal=found.equal,
        best=found.best,
        behind=found.best - found.score,
    )
    return QueryResult(found, report)


def _unplayable(position: Position, word: str) -> QueryResult[Any]:
    known = fold(word) in position.lexicon
    why = "cannot be played here with this rack" if known else f"is not a word of {position.lexicon.name}"
    problem = f"{word.upper()[:30]} {why}"
    return QueryResult(None, UnplayableReport(word=word, problem=problem), "no", (problem,))


QUESTION = Query(
    ask=ScrabbleMarkOptions,
    report=PlayMarkReport | PlayCheckReport | UnplayableReport,
    answer=answer,
    arguments={"rack": CommandArgument("RACK")},
    unused=("word",),
    examples={"a word": {"puzzle": MARS, "rack": "EILNTUS", "play": "SILENT"}},
)
