"""How strong the players of Scrabble are, from deals played from both seats, and how many games a second they play."""

from benchmarks.measure import cpu, figure
from clausal.data.lexicons import lexicon
from clausal.data.scrabble import shipped_layout, shipped_tile_set
from clausal.models.scrabble.game import Game
from clausal.solvers.scrabble.playing import warm
from clausal.studies.scrabble.selfplay import Plan, play_one, played_in_python
from clausal.studies.scrabble.selfplay_figures import figures

SEED = 1
SPEED = 300
"""Games of which the speed is told."""
GAMES = {"equity": 2000, "strong": 100, "arrangements": 20, "random": 100}
"""Against `best`; those that think longer play fewer."""
LANGUAGES = (("english", "enable"), ("french", "fr"))


def main() -> None:
    """Run all of them."""
    warm()
    for tiles, words in LANGUAGES:
        speed(tiles, words)
    for name, games in GAMES.items():
        against_best(name, games, *LANGUAGES[0])
    against_best("equity", GAMES["equity"] // 2, *LANGUAGES[1])


def plan(tiles: str, words: str, games: int, *players: str) -> Plan:
    return Plan(players, games, SEED, shipped_layout("standard"), shipped_tile_set(tiles), lexicon(words))


def speed(tiles: str, words: str) -> None:
    """Games of `equity` against itself, on one core, in compiled code and in Python."""
    games = plan(tiles, words, SPEED, "equity", "equity")
    play_one(games, 0)
    per_second = SPEED / cpu(lambda: [play_one(games, number) for number in range(SPEED)])
    starts = [
        Game.start(("1", "2"), games.layout, games.tile_set, games.lexicon, seed=number)
        for number in range(SPEED // 10)
    ]
    slowly = len(starts) / cpu(lambda: [played_in_python(start, ("equity", "equity")) for start in starts])
    name = f"{tiles}: games of equity against itself on one core, CPU time"
    figure(name, f"{per_second:,.0f} a second ({slowly:,.0f} with each turn in Python)", "150", per_second >= 150)


def against_best(name: str, games: int, tiles: str, words: str) -> None:
    """Points that a player is ahead by, and games won, with 95 % intervals."""
    played = plan(tiles, words, games, "best", name)
    report = figures(played, [play_one(played, number) for number in range(games)])
    ahead, wins = report.players[1].ahead, report.players[1].wins
    told = f"{ahead.mean:+.1f} ± {ahead.high - ahead.mean:.1f} points, {100 * wins.mean:.1f} ± "
    told += f"{100 * (wins.high - wins.mean):.1f} % won"
    weaker = name in {"arrangements", "random"}
    target = "behind" if weaker else "ahead"
    reached = ahead.high < 0 if weaker else ahead.low > 0
    figure(f"{tiles}: {name} against best, {games:,} games, each deal from both seats", told, target, reached)


if __name__ == "__main__":
    main()
