"""Show one game of a strategy guess by guess, or its search tree.

Each guess is shown with the words left and whether it was consistent. The strategies backtrack and forward have a
search tree. Exit code 1 if the strategy does not find the secret.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from entails.models.alphabet import LONGEST, SHORTEST, fold, is_word
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Option, Value, aligned
from entails.models.wordle.history import scoring_named
from entails.queries.lexicon import LatinLanguageName
from entails.queries.query import Artefact, Progress, Query, QueryResult, Seed, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Answers, StudiedFeedback, lists_from_options
from entails.queries.wordle.race import StrategySettings, parse_settings
from entails.studies.wordle.race_run import StrategyGame, oracle
from entails.studies.wordle.strategies.base import SearchNode, Strategy, TreePlayer, WordTable
from entails.studies.wordle.strategies.registry import check_settings, strategy_of
from entails.studies.wordle.strategies.search_drawing import as_dot, as_svg, as_text

PANEL = "Experiments"
PLACE = 41

_DRAWINGS = {"text": as_text, "dot": as_dot, "svg": as_svg}
_SHOWN_OF_A_GAME = 40


class WordleTraceOptions(QueryOptions):
    """Options of `trace`."""

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


class TraceMove(Value):
    """One guess of a game: whether it could be the secret, and the number of words left after it."""

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
    """A game, its settings, and the search tree if the strategy has one."""

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


def answer(nothing: None, options: WordleTraceOptions, progress: Progress) -> QueryResult[GameTrace]:
    """Play the game."""
    del nothing, progress
    secret = fold(options.secret.strip())
    with at_field("secret"):
        if not is_word(secret) or not SHORTEST <= len(secret) <= LONGEST:
            raise InvalidOption(f"{options.secret[:30]!r} is not a word", expected=f"{SHORTEST} to {LONGEST} letters")
    settings = parse_settings(options.settings)
    with at_field("strategy"):
        strategy = strategy_of(options.strategy, settings)
        check_settings(settings, [strategy])
    lists = lists_from_options(options.lang, len(secret), options.answers)
    table = WordTable(lists.words, scoring_named(options.feedback))
    player = strategy.begin(table, abs(options.seed) % 2**31)
    with at_field("secret"):
        game = oracle(player, table, secret, cheats=strategy.cheats)
    trace = GameTrace(game, strategy, table, player.tree if isinstance(player, TreePlayer) else None)
    lost = () if game.solved else (f"{strategy.name} did not find {secret.upper()}: {game.end}",)
    return QueryResult(trace, lambda: trace.report, yes_no(game.solved), (*lists.notes, *lost))


def _drawn(trace: GameTrace, options: WordleTraceOptions, ending: str) -> str:
    """Return the search tree as a drawing, or the guesses as lines."""
    del ending
    if trace.tree is not None:
        return _DRAWINGS[options.form](trace.tree, options.limit)
    if options.form != "text":
        problem, expected = f"{trace.strategy.name} has no search tree", "text, or another strategy"
        raise InvalidOption(problem, where="--format", expected=expected)
    return "".join(f"{line}\n" for line in _lines(trace))


def _lines(trace: GameTrace) -> list[str]:
    """Return a line for each guess; of a long game, only the beginning and the end."""
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


QUERY = Query(
    options=WordleTraceOptions,
    report=TraceReport,
    answer=answer,
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
