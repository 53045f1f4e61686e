"""What `clausal wordle trace` and `clausal wordle strategies` do."""

from typing import Any, Literal

from clausal.cli.exit import NO, YES, complain
from clausal.cli.files import write_text
from clausal.cli.lexicon_choice import Language
from clausal.cli.output import columns, print_json, print_line
from clausal.cli.wordle_choice import chosen_words
from clausal.models.errors import InvalidPuzzle
from clausal.models.letters import fold, is_word
from clausal.models.wordle.race_report import StrategyOption, StrategyReport, TraceMove, TraceReport
from clausal.models.wordle.scoring import SCORINGS
from clausal.studies.wordle.play import Game, referee
from clausal.studies.wordle.strategies.base import Strategy
from clausal.studies.wordle.strategies.registry import STRATEGIES, check_settings, read_setting, strategy_of
from clausal.studies.wordle.strategies.search_drawing import as_dot, as_svg, as_text
from clausal.studies.wordle.strategies.table import Table
from clausal.studies.wordle.strategies.tree_search import BacktrackPlayer

_DRAWINGS = {"text": as_text, "dot": as_dot, "svg": as_svg}
_SHOWN_OF_A_GAME = 40
_SHORTEST, _LONGEST = 2, 15


def show_trace(
    secret: str,
    name: str,
    *,
    feedback: str,
    form: Literal["text", "dot", "svg"],
    limit: int,
    settings: tuple[str, ...],
    seed: int,
    words: tuple[Language | None, str | None],
    path: str | None,
    json: bool,
) -> int:
    """Play one game and show it."""
    folded = fold(secret.strip())
    if not is_word(folded) or not _SHORTEST <= len(folded) <= _LONGEST:
        raise InvalidPuzzle(f"{secret[:30]!r} is not a word", expected=f"{_SHORTEST} to {_LONGEST} letters")
    chosen = dict(read_setting(text, where="--set") for text in settings)
    strategy = strategy_of(name, chosen)
    check_settings(chosen, [strategy])
    table = Table(chosen_words(words[0], len(folded), words[1]), SCORINGS[feedback])
    player = strategy.begin(table, abs(seed) % 2**31)
    game = referee(player, table, folded, cheats=strategy.cheats)
    if json:
        print_json(report_of(game, strategy, table))
    elif isinstance(player, BacktrackPlayer):
        write_text([_DRAWINGS[form](player.tree, limit)], path)
    elif form != "text":
        raise InvalidPuzzle(
            f"{strategy.name} has no search tree", where="--format", expected="text, or another strategy"
        )
    else:
        show_game(game, strategy, table)
    if not game.solved:
        complain(f"{strategy.name} did not find {folded.upper()}: {game.end}")
    return YES if game.solved else NO


def report_of(game: Game, strategy: Strategy[Any], table: Table) -> TraceReport:
    return TraceReport(
        strategy=strategy.label,
        cheats=strategy.cheats,
        feedback=table.scoring.name,
        secret=game.secret,
        solved=game.solved,
        end=game.end,
        guesses=game.guesses,
        moves=tuple(
            TraceMove(
                word=move.word,
                feedback=table.scoring.write(move.code, table.length),
                consistent=move.consistent,
                left=move.left,
            )
            for move in game.moves
        ),
    )


def show_game(game: Game, strategy: Strategy[Any], table: Table) -> None:
    """A line for each guess; of a long game the beginning and the end."""
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
    if rows:
        columns(rows, right=0)
    cheats = ", which cheats," if strategy.cheats else ""
    if game.solved:
        print_line(f"{strategy.label}{cheats} found {game.secret.upper()} with guess {game.guesses}")


def show_strategies(name: str | None, *, json: bool) -> int:
    """All of them in a table, or one with its options."""
    chosen = list(STRATEGIES.values()) if name is None else [strategy_of(name)]
    if json:
        for strategy in chosen:
            print_json(strategy_report(strategy))
    elif name is None:
        head = ["strategy", "from", "", "how it guesses"]
        rows = [[one.name, one.source, "cheats" if one.cheats else "", one.summary] for one in chosen]
        columns([head, *rows])
    else:
        report = strategy_report(chosen[0])
        print_line(f"{report.name}: {report.about} ({report.source}{', cheats' if report.cheats else ''})")
        if report.options:
            columns([[f"  {one.name}", str(one.default), one.about] for one in report.options])
    return YES


def strategy_report(strategy: Strategy[Any]) -> StrategyReport:
    fields = type(strategy.options).model_fields
    return StrategyReport(
        name=strategy.label,
        about=strategy.summary,
        source=strategy.source,
        cheats=strategy.cheats,
        options=tuple(
            StrategyOption(
                name=name.rstrip("_"), default=getattr(strategy.options, name), about=field.description or ""
            )
            for name, field in fields.items()
        ),
    )
