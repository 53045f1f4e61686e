"""Make clausal/data/scrabble/leaves_*.json again: `python scripts/learn_leaves.py [en|fr]`.

Three rounds of self-play, each with the values of the one before, the last the longest. The number of cores changes
nothing but the time.
"""

import json
import sys
from pathlib import Path

from clausal.data.lexicons import DEFAULT_OF_LANGUAGE
from clausal.data.scrabble import TILES_OF_LANGUAGE
from clausal.models.scrabble.leave import LeaveValues, worthless
from clausal.solvers.cores import cores
from clausal.solvers.crew import run_jobs
from clausal.studies.scrabble.leave_learning import learn

SEED = 2026
ROUNDS = {"en": (300, 300, 1500), "fr": (200, 200, 600)}
"""Games of each round; French takes longer, with more than twice as many words."""
GAMES_A_JOB = 15
OUT = Path(__file__).parent.parent / "clausal" / "data" / "scrabble"


def main() -> int:
    """Learn the values of the languages asked for, or of all."""
    for language in sys.argv[1:] or sorted(TILES_OF_LANGUAGE):
        values, first = worthless(language), 0
        for games in ROUNDS[language]:
            values = one_round(values, first, games)
            first += games
            best = sorted(values.copies, key=lambda tile: -values.copies[tile][0])
            print(language, values.positions, {tile: values.copies[tile][0] for tile in best}, flush=True)
        (OUT / f"leaves_{language}.json").write_text(as_text(values))
    return 0


def one_round(values: LeaveValues, first: int, games: int) -> LeaveValues:
    """Values learnt from games that are played with those of the round before."""
    jobs = [
        (values, SEED * 1_000_003, number, min(number + GAMES_A_JOB, first + games))
        for number in range(first, first + games, GAMES_A_JOB)
    ]
    parts = sorted(
        run_jobs("clausal.studies.scrabble.leave_learning:play_games", jobs, cores()), key=lambda part: part[0]
    )
    examples = [example for _, part in parts for example in part]
    return learn(examples, values.language, DEFAULT_OF_LANGUAGE[values.language], SEED)


def as_text(values: LeaveValues) -> str:
    """JSON with one tile, or one row, a line: it is meant to be read."""
    data = values.model_dump(mode="json")
    lines = [f' "{key}": {json.dumps(data[key])}' for key in ("language", "lexicon", "positions", "seed")]
    lines.append(' "copies": {\n' + ",\n".join(f'  "{t}": {json.dumps(v)}' for t, v in data["copies"].items()) + "\n }")
    by_first: dict[str, list[str]] = {}
    for pair, worth in data["pairs"].items():
        by_first.setdefault(pair[0], []).append(f'"{pair}": {worth}')
    lines.append(' "pairs": {\n' + ",\n".join(f"  {', '.join(pairs)}" for pairs in by_first.values()) + "\n }")
    lines.append(' "balance": [\n' + ",\n".join(f"  {json.dumps(row)}" for row in data["balance"]) + "\n ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.exit(main())
