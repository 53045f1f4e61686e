"""Let programs play each other and sum up: scores, turns, bingos, wins, with 95 % intervals.

Different players play each deal once from each seat. The number of processes changes nothing but the time.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from entails.models.fields import Option
from entails.models.scrabble.game import SelfplayReport
from entails.puzzles.scrabble import GameSettings, equipment_of, notes_on_words
from entails.queries.query import Artefact, Progress, Query, QueryResult, unwatched
from entails.queries.query import QueryOptions as AnyAsk
from entails.studies.common import KINDS, refuse_without_matplotlib

if TYPE_CHECKING:
    from entails.studies.scrabble.selfplay import GameResult

PANEL = "Games"
PLACE = 21
__all__ = ["selfplay"]


class ScrabbleSelfplayOptions(GameSettings, AnyAsk):
    """What `selfplay` may be told."""

    games: Annotated[
        int, Field(ge=1, le=1_000_000, description="So many games."), Option("-n", "--games", metavar="N")
    ] = 100
    seed: Annotated[
        int, Field(ge=0, le=2**53, description="The same seed deals the same tiles."), Option(metavar="N")
    ] = 0
    players: Annotated[
        str,
        Field(
            description="beginner, casual, best, equity, strong, simulation, arrangements, random; several with "
            "commas, one plays itself."
        ),
        Option(metavar="NAMES"),
    ] = "best,equity"
    workers: Annotated[
        int | None, Field(ge=1, le=256, description="Processes; without it one for each core."), Option(metavar="N")
    ] = None


@dataclass(frozen=True)
class Selfplay:
    """The games in their order, and what they come to."""

    games: "tuple[GameResult, ...]"
    figures: SelfplayReport


def selfplay(
    games: int = 100, *, players: str = "best,equity", seed: int = 0, workers: int | None = None, **settings: Any
) -> Selfplay:
    """Programs that play each other; `settings` say what with: lexicon, lang, layout, tiles."""
    said = ScrabbleSelfplayOptions(games=games, players=players, seed=seed, workers=workers, **settings)
    return _played(said, unwatched)


def _played(ask: ScrabbleSelfplayOptions, progress: Progress) -> Selfplay:
    from entails.solvers.pool.limits import cores
    from entails.solvers.scrabble.graph import word_graph
    from entails.studies.scrabble.selfplay import Plan, figures, play_plan, read_players

    plan = Plan(read_players(ask.players), ask.games, ask.seed, *equipment_of(ask))
    word_graph(plan.lexicon)  # built once, before many processes look for it
    playing = play_plan(plan, ask.workers or cores())
    results = []
    try:
        for result in playing:
            results.append(result)
            progress(len(results) / plan.games, "playing")
    finally:
        playing.close()  # type: ignore[attr-defined]
    results.sort(key=lambda result: result.number)
    return Selfplay(tuple(results), figures(plan, results))


def answer(nothing: None, ask: ScrabbleSelfplayOptions, progress: Progress) -> QueryResult[Selfplay]:
    """Nothing is said before all games are played."""
    del nothing
    found = _played(ask, progress)
    seats = len({player.player for player in found.figures.players})
    alone = ("one deal alone has no interval: nothing follows from ± 0",) if ask.games <= seats else ()
    return QueryResult(found, found.figures, notes=(*notes_on_words(ask), *alone))


def _draw(found: Selfplay, ask: ScrabbleSelfplayOptions, ending: str) -> bytes:
    from entails.studies.scrabble.selfplay import drawn

    del ask
    return drawn(found.figures, found.games, ending)


QUESTION = Query(
    ask=ScrabbleSelfplayOptions,
    report=SelfplayReport,
    answer=answer,
    takes="nothing",
    pace="job",
    artefacts={
        "plot": Artefact(
            _draw,
            "Draw scores, margins, turns and bingos (png, svg, pdf).",
            Option(metavar="FILE.png"),
            endings=KINDS,
            what="picture",
            ready=refuse_without_matplotlib,
        )
    },
    examples={"two games": {"games": 2, "seed": 3}},
)
