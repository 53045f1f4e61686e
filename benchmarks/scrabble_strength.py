"""The strength of Scrabble players on deals played from both seats, and their games per second."""

from benchmarks.measure import cpu, figure
from entails.data.lexicons import DEFAULT_OF_LANGUAGE, lexicon
from entails.data.scrabble import TILES_OF_LANGUAGE, shipped_layout, shipped_tile_set
from entails.models.scrabble.game import Game
from entails.solvers.scrabble.players import BY_LEAVE
from entails.solvers.scrabble.playing import warm
from entails.studies.scrabble.selfplay import Plan, figures, play_one, played_in_python

SEED = 1
SPEED = 300
"""Number of games for the speed."""
GAMES = {
    "random": 100,
    "arrangements": 20,
    "beginner": 200,
    "casual": 200,
    "equity": 2000,
    "strong": 200,
    "simulation": 100,
}
"""Number of games against `best`; slow players play fewer."""
ABOVE = (("equity", "simulation", 100),)
"""Pairs of players, the second of which should be stronger."""
OTHERS = 1000
"""Games of `equity` against `best` in every other language with leave values."""


def main() -> None:
    """Run all measurements of this module."""
    warm()
    for language in ("en", "fr"):
        speed(language)
    for name, games in GAMES.items():
        against("en", "best", name, games)
    for lower, higher, games in ABOVE:
        against("en", lower, higher, games)
    for language in DEFAULT_OF_LANGUAGE:
        if language != "en":
            against(language, "best", "equity", OTHERS)


def plan(language: str, games: int, *players: str) -> Plan:
    tile_set = shipped_tile_set(TILES_OF_LANGUAGE[language])
    words = lexicon(DEFAULT_OF_LANGUAGE[language]).spelt_in(tile_set.alphabet)
    return Plan(players, games, SEED, shipped_layout("standard"), tile_set, words)


def speed(language: str) -> None:
    """Measure games of `equity` against itself on one core, in compiled code and in Python."""
    games = plan(language, SPEED, "equity", "equity")
    play_one(games, 0)
    per_second = SPEED / cpu(lambda: [play_one(games, number) for number in range(SPEED)])
    starts = [
        Game.start(("1", "2"), games.layout, games.tile_set, games.lexicon, seed=number)
        for number in range(SPEED // 10)
    ]
    slowly = len(starts) / cpu(lambda: [played_in_python(start, ("equity", "equity")) for start in starts])
    name = f"{games.tile_set.name}: games of equity against itself on one core, CPU time"
    figure(name, f"{per_second:,.0f} a second ({slowly:,.0f} with each turn in Python)", "150", per_second >= 150)


def against(language: str, text: str, name: str, games: int) -> None:
    """Measure the lead and the wins of a player, with 95 % intervals."""
    played = plan(language, games, text, name)
    report = figures(played, [play_one(played, number) for number in range(games)])
    ahead, wins = report.players[1].ahead, report.players[1].wins
    outcome = f"{ahead.mean:+.1f} ± {ahead.high - ahead.mean:.1f} points, {100 * wins.mean:.1f} ± "
    outcome += f"{100 * (wins.high - wins.mean):.1f} % won"
    target, reached = ("ahead", ahead.low > 0) if name in BY_LEAVE else ("behind", ahead.high < 0)
    name = f"{played.tile_set.name}: {name} against {text}, {games:,} games, each deal from both seats"
    figure(name, outcome, target, reached)


if __name__ == "__main__":
    main()
