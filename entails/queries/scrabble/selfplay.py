"""Self-play of computer players, and the study Guzniczak 2018."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from entails.models.fields import Option
from entails.models.scrabble.game import SelfplayReport
from entails.puzzles.scrabble import GameSettings, equipment_of, notes_on_words
from entails.queries.query import Artefact, Progress, Query, QueryOptions, QueryResult, unwatched
from entails.studies.common import KINDS, require_matplotlib

if TYPE_CHECKING:
    from entails.studies.scrabble.selfplay import GameResult
from entails.data.lexicons.store import LEXICON, opened
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Document
from entails.models.scrabble.game import ScrabbleStudyReport

VERBS = {
    "selfplay": {
        "PANEL": "Games",
        "PLACE": 21,
        "__all__": ["selfplay"],
        "text": "Let computer players play each other; report scores and wins.\n\n"
        "Scores, turns, bingos and wins have 95 % intervals. Different players play each deal once from each "
        "seat. The number of processes affects only the time.",
    },
    "study": {
        "PANEL": "Experiments",
        "PLACE": 22,
        "text": "Rerun the experiments of a study and compare the figures.\n\n"
        "Study: guzniczak (Guzniczak 2018, Scrabble by arrangements). Figures that depend on words use the "
        "lexicon of --lexicon, by default the shipped French one.",
    },
}


class ScrabbleSelfplayOptions(GameSettings, QueryOptions):
    """Options of `scrabble selfplay`."""

    games: Annotated[
        int, Field(ge=1, le=1_000_000, description="Number of games."), Option("-n", "--games", metavar="N")
    ] = 100
    seed: Annotated[int, Field(ge=0, le=2**53, description="Random seed of the deals."), Option(metavar="N")] = 0
    players: Annotated[
        str,
        Field(
            description="Players, separated by commas: beginner, casual, best, equity, strong, simulation, "
            "arrangements, random. A single player plays itself."
        ),
        Option(metavar="NAMES"),
    ] = "best,equity"
    workers: Annotated[
        int | None, Field(ge=1, le=256, description="Number of processes (default: one per core)."), Option(metavar="N")
    ] = None


@dataclass(frozen=True)
class Selfplay:
    """The games of a self-play, in order, and their summary."""

    games: "tuple[GameResult, ...]"
    figures: SelfplayReport


def selfplay(
    games: int = 100, *, players: str = "best,equity", seed: int = 0, workers: int | None = None, **settings: Any
) -> Selfplay:
    """Let computer players play each other. `settings` are read options such as lexicon, layout and tiles."""
    options = ScrabbleSelfplayOptions(games=games, players=players, seed=seed, workers=workers, **settings)
    return _played(options, unwatched)


def _played(options: ScrabbleSelfplayOptions, progress: Progress) -> Selfplay:
    from entails.solvers.pool.limits import cores
    from entails.solvers.scrabble.graph import word_graph
    from entails.studies.scrabble.selfplay import Plan, figures, play_plan, read_players, useful_workers

    plan = Plan(read_players(options.players), options.games, options.seed, *equipment_of(options))
    word_graph(plan.lexicon)  # built once, before several processes need it
    playing = play_plan(plan, options.workers or useful_workers(plan, cores()))
    results = []
    try:
        for result in playing:
            results.append(result)
            progress(len(results) / plan.games, "playing")
    finally:
        playing.close()  # type: ignore[attr-defined]
    results.sort(key=lambda result: result.number)
    return Selfplay(tuple(results), figures(plan, results))


def _selfplay_answer(nothing: None, options: ScrabbleSelfplayOptions, progress: Progress) -> QueryResult[Selfplay]:
    """Play all games and summarise them."""
    del nothing
    played = _played(options, progress)
    seats = len({player.player for player in played.figures.players})
    alone = ("one deal gives no interval",) if options.games <= seats else ()
    return QueryResult(played, played.figures, notes=(*notes_on_words(options), *alone))


def _draw(played: Selfplay, options: ScrabbleSelfplayOptions, ending: str) -> bytes:
    from entails.studies.scrabble.selfplay import drawn

    del options
    return drawn(played.figures, played.games, ending)


SELFPLAY = Query(
    options=ScrabbleSelfplayOptions,
    report=SelfplayReport,
    answer=_selfplay_answer,
    takes="nothing",
    pace="job",
    artefacts={
        "plot": Artefact(
            _draw,
            "Draw scores, margins, turns and bingos (png, svg, pdf).",
            Option(metavar="FILE.png"),
            endings=KINDS,
            what="picture",
            ready=require_matplotlib,
        )
    },
    examples={"two games": {"games": 2, "seed": 3}},
)


_STUDIES = ("guzniczak",)


class ScrabbleStudyOptions(QueryOptions):
    """Options of `scrabble study`: a study and its lexicon."""

    name: Annotated[str, CommandArgument("NAME", "Study: guzniczak.")]
    lexicon: Annotated[
        str | Document | None,
        LEXICON,
        Field(description="Lexicon (default: fr), or a file with one word per line."),
        Option(metavar="NAME|FILE"),
    ] = None


def _study_answer(nothing: None, options: ScrabbleStudyOptions, progress: Progress) -> QueryResult[ScrabbleStudyReport]:
    """Return each figure of the study with the recomputed one."""
    from entails.studies.scrabble.guzniczak import AUTHORS, figures

    del nothing, progress
    with at_field("name"):
        if options.name not in _STUDIES:
            raise InvalidOption(f"unknown study {options.name[:30]!r}", where="NAME", expected=", ".join(_STUDIES))
    lexicon, notes = opened(options.lexicon, "fr" if options.lexicon is None else None)
    report = ScrabbleStudyReport(
        study=options.name, authors=AUTHORS, lexicon=lexicon.name, words=len(lexicon), figures=tuple(figures(lexicon))
    )
    return QueryResult(report, report, notes=notes)


STUDY = Query(
    options=ScrabbleStudyOptions,
    report=ScrabbleStudyReport,
    answer=_study_answer,
    takes="nothing",
    pace="job",
    examples={"all figures": {"name": "guzniczak"}},
)
