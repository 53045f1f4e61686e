"""What `scrabble selfplay` does: play, sum up, draw."""

from clausal.cli.exit import YES
from clausal.cli.files import write_bytes
from clausal.cli.output import columns, print_json, print_line, progress, say
from clausal.models.scrabble.selfplay_report import SelfplayReport
from clausal.models.wordle.race_report import Spread
from clausal.solvers.scrabble.graph import word_graph
from clausal.studies.scrabble.selfplay import Plan, play_plan
from clausal.studies.scrabble.selfplay_figures import figures


def run(plan: Plan, *, workers: int, plot: str | None, json: bool) -> int:
    """Nothing is written before all games are played, so that Ctrl-C leaves nothing half done."""
    kind = ""
    if plot is not None:
        from clausal.studies.scrabble.selfplay_plot import drawn, kind_of

        kind = kind_of(plot)
    word_graph(plan.lexicon)  # built once, before many processes look for it
    playing = play_plan(plan, workers)
    try:
        results = sorted(progress(playing, plan.games, "playing", many=2), key=lambda result: result.number)
    finally:
        playing.close()  # type: ignore[attr-defined]
    report = figures(plan, results)
    if json:
        print_json(report)
    else:
        show(report)
    if plot is not None:
        write_bytes(drawn(report, results, kind), plot)
        if not json:
            print_line(f"plot in {plot}")
    return YES


def show(report: SelfplayReport) -> None:
    """A table with one column for each player."""
    say(f"{report.games:,} games, {report.lexicon}, {report.tiles} tiles, seed {report.seed}", "bold")
    players = report.players
    rows = [
        ["", *(player.player for player in players)],
        ["score", *(_with_interval(player.score) for player in players)],
        ["points per turn", *(_with_interval(player.turn, 2) for player in players)],
        ["turns", *(_with_interval(player.turns, 2) for player in players)],
        ["bingos", *(_with_interval(player.bingos, 2) for player in players)],
        ["exchanges", *(_with_interval(player.exchanges, 2) for player in players)],
        ["games won, %", *(_with_interval(player.wins, 1, 100) for player in players)],
        ["ahead by", *(_with_interval(player.ahead) for player in players)],
        ["best score", *(f"{player.best_score}" for player in players)],
        ["best play", *(f"{player.best_play}" for player in players)],
    ]
    columns(rows)
    first = _with_interval(report.first_wins, 1, 100)
    print_line(f"who begins wins {first} %; {_with_interval(report.turns)} turns a game; ± is for 95 % confidence")


def _with_interval(spread: Spread, places: int = 1, scale: float = 1.0) -> str:
    half = scale * (spread.high - spread.low) / 2
    return f"{scale * spread.mean:.{places}f} ± {half:.{places}f}"
