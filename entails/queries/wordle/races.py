"""Queries that run strategies: races over many secrets, and one game in detail."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from entails.data.lexicons import lexicon
from entails.data.wordle import letters_of_game, letters_of_words
from entails.models.alphabet import LONGEST, SHORTEST
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Option, Value, aligned
from entails.models.wordle.history import scoring_named
from entails.models.wordle.reports import RaceReport, RaceSummary
from entails.queries.lexicon import LatinLanguageName
from entails.queries.query import Artefact, Progress, Query, QueryResult, Seed, Stream, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Answers, Fold, StudiedFeedback, lists_from_options
from entails.solvers.pool.limits import cores
from entails.studies.wordle.race import (
    Race,
    RaceFolder,
    RaceRow,
    StrategyGame,
    cut,
    oracle,
    read_lengths,
    read_names,
    run_race,
)
from entails.studies.wordle.race_report import summaries
from entails.studies.wordle.strategies.base import SearchNode, Strategy, TreePlayer, WordTable
from entails.studies.wordle.strategies.registry import STRATEGIES as EVERY_STRATEGY
from entails.studies.wordle.strategies.registry import check_settings, read_setting, strategy_of
from entails.studies.wordle.strategies.search_drawing import as_dot, as_svg, as_text

VERBS = {
    "race": {
        "PANEL": "Experiments",
        "PLACE": 40,
        "text": "Compare strategies on the same secrets: guesses and time by length.\n\n"
        "Means have 95 % intervals. Guesses are counted over solved games only. Time is the CPU time of a game, "
        "without compiling and loading. Deterministic strategies reuse results of earlier games.",
    },
    "trace": {
        "PANEL": "Experiments",
        "PLACE": 41,
        "text": "Show one game of a strategy guess by guess, or its search tree.\n\n"
        "Each guess is shown with the words left and whether it was consistent. The strategies backtrack and "
        "forward have a search tree. Exit code 1 if the strategy does not find the secret.",
    },
    "strategies": {
        "PANEL": "Experiments",
        "PLACE": 42,
        "text": "List the strategies, or the options of one strategy.\n\n"
        "The list shows the source of each strategy and whether it cheats.",
    },
}


_MOST_SEED = 2**31 - 1

StrategySettings = Annotated[
    tuple[str, ...],
    Field(description="Parameter of every strategy that has it, or of one: genetic.crossRate=0.5 (repeatable)."),
    Option("--set", metavar="NAME=VALUE"),
]


def _number_or(word: str) -> BeforeValidator:
    """Return a validator that accepts a number of at least 1 or a certain word."""

    def read(value: Any) -> Any:
        text = str(value)
        if value is None or text == word:
            return value
        if isinstance(value, bool) or not (text.isascii() and text.isdigit() and len(text) <= 7 and int(text) > 0):
            arguments = {"shown": repr(text[:20]), "word": word}
            raise PydanticCustomError("number", "invalid number {shown}; expected 1 or more, or {word}", arguments)
        return int(text)

    return BeforeValidator(read)


class WordleRaceOptions(QueryOptions):
    """Options of `wordle race`."""

    strategies: Annotated[
        tuple[str, ...],
        Field(description="Strategies (see entails wordle strategies), with options: entropy:pool=allowed."),
        Option("--strategies", "-s", metavar="A,B,...", commas=True),
    ] = ("a1", "a2", "probabilistic", "forward", "random", "letter-frequency", "entropy")
    feedback: StudiedFeedback = "counts"
    lang: LatinLanguageName = None
    lengths: Annotated[
        tuple[int | str, ...],
        Field(description="Word lengths: 5, 4-9 or 4,6,8."),
        Option(metavar="N|N-N", commas=True),
    ] = ("4-9",)
    instances: Annotated[
        int | Literal["all"],
        _number_or("all"),
        Field(description="Number of games of each strategy and length."),
        Option(metavar="N|all"),
    ] = 20
    words: Annotated[
        int | Literal["smallest"] | None,
        _number_or("smallest"),
        Field(description="Number of words to draw from each list; smallest: the size of the smallest list."),
        Option(metavar="N|smallest"),
    ] = None
    settings: StrategySettings = ()
    seed: Seed = 0
    workers: Annotated[
        int | None,
        Field(ge=1, le=256, description="Number of processes (default: one per core)."),
        Option(metavar="N"),
    ] = None
    answers: Answers = None
    fold: Fold = False
    output: Annotated[
        str | None,
        Field(description="Folder for races.csv, summary.json and plots; an interrupted race in it is resumed."),
        Option("--output", "-o", metavar="DIR", command_only=True),
    ] = None
    plots: Annotated[
        bool,
        Field(description="Write plots of guesses and time by length to the output folder."),
        Option(command_only=True),
    ] = True


@dataclass(frozen=True)
class Raced:
    """The result of a race, and the paths of its files."""

    summary: RaceSummary
    files: tuple[Path, ...] = ()


def parse_settings(texts: Sequence[str]) -> dict[str, str]:
    """Return the parameters of strategies from texts NAME=VALUE."""
    with at_field("settings"):
        return dict(read_setting(text, where="--set") for text in texts)


def _race_answer(nothing: None, options: WordleRaceOptions, progress: Progress) -> Stream:
    """Start or resume a race, then yield a result for each strategy and length."""
    del nothing
    race, notes = _planned(options)
    settings = parse_settings(options.settings)
    kept = None if options.output is None else RaceFolder(Path(options.output), race, settings)
    rows = [] if kept is None else kept.rows
    done = {(row.strategy, row.length, row.instance) for row in rows}
    left = race.games - len(done & race.keys)
    running = run_race(race, settings, done, options.workers or cores())
    try:
        for number, row in enumerate(running, 1):
            rows.append(row)
            if kept is not None:
                kept.add(row)
            progress(number / left, f"{number} / {left}")
    finally:
        running.close()
        if kept is not None:
            kept.close()
    raced = Raced(_summed_up(race, settings, rows))
    if kept is not None:
        raced, more = _written(kept, rows, raced.summary, plots=options.plots)
        notes += more
    for report in raced.summary.results:
        yield QueryResult(report, report)
    return QueryResult(raced, raced.summary, notes=notes)


def _planned(options: WordleRaceOptions) -> tuple[Race, tuple[str, ...]]:
    """Return the race that the options describe, and notes about the user's own lists."""
    settings = parse_settings(options.settings)
    with at_field("strategies"):
        names = read_names(options.strategies)
        if not names:
            raise InvalidOption("no strategies", where="--strategies", expected="comma-separated names")
        chosen = tuple(strategy_of(name, settings) for name in names)
        check_settings(settings, chosen)
    if not 0 <= options.seed <= _MOST_SEED:
        raise InvalidOption("invalid seed", where="--seed", expected=f"0 to {_MOST_SEED}")
    with at_field("lengths"):
        lengths = read_lengths(",".join(map(str, options.lengths)))
    lists = {length: lists_from_options(options.lang, length, options.answers, fold=options.fold) for length in lengths}
    words = {length: lists_of_length.words for length, lists_of_length in lists.items()}
    with at_field("words"):
        fields = cut(words, options.words, options.seed)
    language = next(iter(words.values())).language or "own"
    instances = None if options.instances == "all" else options.instances
    notes = tuple(dict.fromkeys(note for lists_of_length in lists.values() for note in lists_of_length.notes))
    return Race(chosen, scoring_named(options.feedback), language, fields, instances, options.seed), notes


def _summed_up(race: Race, settings: dict[str, str], rows: Sequence[RaceRow]) -> RaceSummary:
    keys = race.keys
    mine = [row for row in rows if (row.strategy, row.length, row.instance) in keys]
    order = [(strategy.label, length) for strategy in race.strategies for length in race.fields]
    return RaceSummary(
        feedback=race.scoring.name,
        lang=race.language,
        seed=race.seed,
        instances=race.instances,
        settings=settings,
        words={length: words.name for length, words in race.fields.items()},
        results=tuple(summaries(mine, order)),
    )


def _written(
    kept: RaceFolder, rows: Sequence[RaceRow], summary: RaceSummary, *, plots: bool
) -> tuple[Raced, tuple[str, ...]]:
    """Write the files of a race; return its result, and a note if plots cannot be drawn."""
    files = kept.finish(rows, summary)
    if not plots:
        return Raced(summary, files), ()
    if find_spec("matplotlib") is None:
        return Raced(summary, files), ("no plots: matplotlib is not installed (pip install entails[plots])",)
    from entails.studies.wordle.race_report import draw_race

    return Raced(summary, (*files, *draw_race(summary.results, kept.folder))), ()


RACE = Query(
    options=WordleRaceOptions,
    report=RaceReport,
    whole=RaceSummary,
    answer=_race_answer,
    takes="nothing",
    pace="job",
    stream=True,
    examples={"two of them": {"strategies": ["a1", "a2"], "lengths": [4], "instances": 5, "words": 500}},
)


_DRAWINGS = {"text": as_text, "dot": as_dot, "svg": as_svg}
_SHOWN_OF_A_GAME = 40


class WordleTraceOptions(QueryOptions):
    """Options of `wordle trace`."""

    secret: Annotated[str, CommandArgument("SECRET", "Secret of the game.")]
    strategy: Annotated[
        str, Field(description="Strategy; see entails wordle strategies."), Option("--strategy", "-s", metavar="NAME")
    ] = "forward"
    feedback: StudiedFeedback = "counts"
    form: Annotated[
        Literal["text", "dot", "svg"],
        Field(description="Format of the search tree of backtrack and forward."),
        Option("--format", "-f", command_only=True),
    ] = "text"
    limit: Annotated[
        int,
        Field(ge=1, le=100_000, description="Maximum number of nodes to draw."),
        Option(metavar="N", command_only=True),
    ] = 60
    settings: StrategySettings = ()
    seed: Seed = 0
    lang: LatinLanguageName = None
    answers: Answers = None
    fold: Fold = False


class TraceMove(Value):
    """A guess of a game: whether it could be the secret, and the number of words left after it."""

    word: str
    feedback: str
    consistent: bool
    left: int


class TraceReport(Value):
    """Report of `wordle trace`: one game of one strategy."""

    strategy: str
    cheats: bool
    feedback: str
    secret: str
    solved: bool
    end: str
    guesses: int
    moves: tuple[TraceMove, ...]


@dataclass(frozen=True, eq=False)
class GameTrace:
    """A game of a strategy, its settings, and its search tree, if any."""

    game: StrategyGame
    strategy: Strategy[Any]
    table: WordTable
    tree: SearchNode | None

    @property
    def report(self) -> TraceReport:
        game, scoring = self.game, self.table.scoring
        moves = (
            TraceMove(
                word=move.word,
                feedback=scoring.write(move.code, self.table.length),
                consistent=move.consistent,
                left=move.left,
            )
            for move in game.moves
        )
        return TraceReport(
            strategy=self.strategy.label,
            cheats=self.strategy.cheats,
            feedback=scoring.name,
            secret=game.secret,
            solved=game.solved,
            end=game.end,
            guesses=game.guesses,
            moves=tuple(moves),
        )


def _trace_answer(nothing: None, options: WordleTraceOptions, progress: Progress) -> QueryResult[GameTrace]:
    """Play the game of the strategy."""
    del nothing, progress
    alphabet = letters_of_game(options.lang, fold=options.fold)
    if isinstance(options.answers, str):
        alphabet = letters_of_words(lexicon(options.answers), fold=options.fold)
    secret = alphabet.fold(options.secret.strip())
    with at_field("secret"):
        if not alphabet.is_word(secret) or not SHORTEST <= len(secret) <= LONGEST:
            raise InvalidOption(f"{options.secret[:30]!r} is not a word", expected=f"{SHORTEST} to {LONGEST} letters")
    settings = parse_settings(options.settings)
    with at_field("strategy"):
        strategy = strategy_of(options.strategy, settings)
        check_settings(settings, [strategy])
    lists = lists_from_options(options.lang, len(secret), options.answers, fold=options.fold)
    table = WordTable(lists.words, scoring_named(options.feedback))
    player = strategy.begin(table, abs(options.seed) % 2**31)
    with at_field("secret"):
        game = oracle(player, table, secret, cheats=strategy.cheats)
    trace = GameTrace(game, strategy, table, player.tree if isinstance(player, TreePlayer) else None)
    lost = () if game.solved else (f"{strategy.name} did not find {secret.upper()}: {game.end}",)
    return QueryResult(trace, lambda: trace.report, yes_no(game.solved), (*lists.notes, *lost))


def _drawn(trace: GameTrace, options: WordleTraceOptions, ending: str) -> str:
    """Return the search tree as a drawing, or a line per guess if there is no tree."""
    del ending
    if trace.tree is not None:
        return _DRAWINGS[options.form](trace.tree, options.limit)
    if options.form != "text":
        problem, expected = f"{trace.strategy.name} has no search tree", "text, or another strategy"
        raise InvalidOption(problem, where="--format", expected=expected)
    return "".join(f"{line}\n" for line in _lines(trace))


def _lines(trace: GameTrace) -> list[str]:
    """Return a line for each guess; a long game is shortened in the middle."""
    game, table, strategy = trace.game, trace.table, trace.strategy
    half = _SHOWN_OF_A_GAME // 2
    rows = [
        [
            str(number),
            move.word,
            table.scoring.tiles(move.code, table.length),
            "consistent" if move.consistent else "inconsistent",
            f"{move.left:,} left" if move.code != table.win else "",
        ]
        for number, move in enumerate(game.moves, 1)
    ]
    if len(rows) > _SHOWN_OF_A_GAME:
        between = ["", f"… {len(rows) - 2 * half} more", "", "", ""]
        rows = [*rows[:half], between, *rows[-half:]]
    cheats = ", which cheats," if strategy.cheats else ""
    end = f"{strategy.label}{cheats} found {game.secret.upper()} at guess {game.guesses}"
    return [*aligned(rows, right=0), *([end] if game.solved else [])]


TRACE = Query(
    options=WordleTraceOptions,
    report=TraceReport,
    answer=_trace_answer,
    takes="nothing",
    pace="job",
    artefacts={
        "drawing": Artefact(
            _drawn,
            "Output file (written atomically).",
            Option("--output", "-o", metavar="FILE"),
            answer=True,
        )
    },
    examples={"forward checking": {"secret": "horse"}},
)


class WordleStrategiesOptions(QueryOptions):
    """Options of `wordle strategies`."""

    name: Annotated[str | None, CommandArgument("NAME", "Strategy whose options to list.")] = None


class StrategyOption(Value):
    """A parameter of a strategy."""

    name: str
    default: bool | int | float | str
    about: str


class StrategyReport(Value):
    """Report of `wordle strategies` on one strategy."""

    name: str
    about: str
    source: str
    cheats: bool
    options: tuple[StrategyOption, ...]

    @classmethod
    def of(cls, strategy: Strategy[Any]) -> "StrategyReport":
        options = tuple(
            StrategyOption(
                name=name.rstrip("_"), default=getattr(strategy.options, name), about=field.description or ""
            )
            for name, field in type(strategy.options).model_fields.items()
        )
        return cls(
            name=strategy.label,
            about=strategy.summary,
            source=strategy.source,
            cheats=strategy.cheats,
            options=options,
        )


def _strategies_answer(nothing: None, options: WordleStrategiesOptions, progress: Progress) -> Stream:
    """Yield all strategies, or the named one."""
    del nothing, progress
    with at_field("name"):
        chosen = list(EVERY_STRATEGY.values()) if options.name is None else [strategy_of(options.name)]
    reports = [StrategyReport.of(strategy) for strategy in chosen]
    for strategy, report in zip(chosen, reports, strict=True):
        yield QueryResult(strategy, report)
    return QueryResult(chosen, reports)


STRATEGIES = Query(
    options=WordleStrategiesOptions,
    report=StrategyReport,
    whole=list[StrategyReport],
    answer=_strategies_answer,
    takes="nothing",
    stream=True,
    examples={"one of them": {"name": "genetic"}},
)
