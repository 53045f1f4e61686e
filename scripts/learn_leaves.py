"""Learn the files leaves_*.json in entails/data/scrabble: `python scripts/learn_leaves.py [en|fr|...]`.

Rounds of self-play, each with the values of the previous one; the last is the longest. The result does not depend on
the number of cores. English or French take about four minutes of CPU time, other languages one.
"""

import json
import sys
from pathlib import Path

from entails.data.lexicons import DEFAULT_OF_LANGUAGE
from entails.data.scrabble import TILES_OF_LANGUAGE, shipped_tile_set
from entails.models.errors import bracketed
from entails.models.scrabble.tiles import VOWELS, LeaveValues, worthless
from entails.solvers.pool.limits import cores
from entails.solvers.pool.pool import stream
from entails.studies.scrabble.leave_learning import learn, together

SEED = 2026
ROUNDS = {"en": (400, 800, 3000), "fr": (400, 800, 3000)}
OTHERS = (100, 200, 800)
"""Games of each round, about 150 examples each."""
VOWELS_OF = {"pl": "AĄEĘIOÓUY", "sv": "AEIOUYÅÄÖ", "da": "AEIOUYÆØÅ"} | {
    "hu": "AÁEÉIÍOÓÖŐUÚÜŰ",
    "ru": "АЕЁИОУЫЭЮЯ",
    "el": "ΑΕΗΙΟΥΩ",
}
"""Vowels of the languages in which they differ from English."""
GAMES_A_JOB = 50
OUT = Path(__file__).parent.parent / "entails" / "data" / "scrabble"


def main() -> int:
    """Learn the leave values of the given languages, by default of all with a lexicon."""
    for language in sys.argv[1:] or DEFAULT_OF_LANGUAGE:
        alphabet = shipped_tile_set(TILES_OF_LANGUAGE[language]).alphabet
        values, first = worthless(language, alphabet, VOWELS_OF.get(language, VOWELS)), 0
        for games in ROUNDS.get(language, OTHERS):
            values = one_round(values, first, games)
            first += games
            best = sorted(values.copies, key=lambda tile: -values.copies[tile][0])
            tile_values = {bracketed(tile): values.copies[tile][0] for tile in best}
            print(language, values.positions, tile_values, flush=True)
        (OUT / f"leaves_{language}.json").write_text(as_text(values), "utf-8")
    return 0


def one_round(values: LeaveValues, first: int, games: int) -> LeaveValues:
    """Return leave values learnt from games played with the previous values."""
    jobs = [
        (values, SEED * 1_000_003, number, min(number + GAMES_A_JOB, first + games))
        for number in range(first, first + games, GAMES_A_JOB)
    ]
    parts = sorted(
        stream("entails.studies.scrabble.leave_learning:play_games", jobs, cores()), key=lambda part: part[0]
    )
    tile_set = shipped_tile_set(TILES_OF_LANGUAGE[values.language])
    examples = together([part for _, part in parts])
    return learn(examples, values, tile_set, DEFAULT_OF_LANGUAGE[values.language], SEED)


def as_text(values: LeaveValues) -> str:
    """Return leave values as readable JSON, with one tile or row per line."""
    data = values.model_dump(mode="json")
    lines = [f' "{key}": {json_text(data[key])}' for key in ("language", "lexicon", "positions", "seed", "vowels")]
    copies = (f'  "{bracketed(tile)}": {json_text(worth)}' for tile, worth in data["copies"].items())
    lines.append(' "copies": {\n' + ",\n".join(copies) + "\n }")
    by_first: dict[str, list[str]] = {}
    for pair, worth in data["pairs"].items():
        by_first.setdefault(pair[0], []).append(f'"{bracketed(pair)}": {worth}')
    lines.append(' "pairs": {\n' + ",\n".join(f"  {', '.join(pairs)}" for pairs in by_first.values()) + "\n }")
    lines.append(' "balance": [\n' + ",\n".join(f"  {json_text(row)}" for row in data["balance"]) + "\n ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
