"""Compute the exact totals of common first guesses on Wordle's lists, and write entails/data/openers.json.

    python scripts/opener_totals.py [--words N]

For both modes: the N words (12) with the most bits, the N with the most parts, and popular openers. The exact search
takes a few seconds for each word; a word for which it takes too long is omitted. Totals in
the file are not computed again.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from entails.data.wordle import words_for
from entails.models.wordle.history import COLOURS
from entails.solvers.wordle.suggest import suggest
from entails.solvers.wordle.tree.search import ANY_DEPTH, TooMuchWork, TreeSearch, WordMatrix

FILE = Path(__file__).parent.parent / "entails" / "data" / "openers.json"
MOST_LOOKS = 1_500_000_000
BEST = frozenset({"salet", "reast", "crate", "trace", "slate", "crane", "soare", "raise"})
LIKED = (
    "adieu alert alone arise aster audio carte crane crate dealt great heart house irate lance later least notes ocean "
    "orate plate raise reast roast salet senor slant slate slice soare stair stare store tales tears trace train"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=12)
    most = parser.parse_args().words
    words = words_for("en", 5)
    every = np.arange(words.answers, dtype=np.int32)
    wanted = set(LIKED.split())
    for strategy in ("entropy", "most-parts"):
        wanted |= {suggestion.word for suggestion in suggest(words, COLOURS, every, strategy=strategy, top=most)}
    lists = json.loads(FILE.read_text("utf-8"))["lists"] if FILE.exists() else []
    for mode in ("normal", "hard"):
        entry = next((known for known in lists if (known["digest"], known["mode"]) == (words.digest, mode)), None)
        if entry is None:
            entry = {"words": words.name, "digest": words.digest, "feedback": "colours", "mode": mode, "totals": {}}
            lists.append(entry)
        board = WordMatrix.of(words, COLOURS, hard=mode == "hard")
        for word in sorted(wanted - set(entry["totals"]), key=lambda word: word not in BEST):
            search, row = TreeSearch(board, looks=MOST_LOOKS), words.row_of(word)
            if row is None:
                continue
            try:
                entry["totals"][word] = search.total_after(search.opener(row), ANY_DEPTH)
            except TooMuchWork:
                print(mode, word, "takes too long", flush=True)
                continue
            print(mode, word, entry["totals"][word], search.looks, flush=True)
            entry["totals"] = dict(sorted(entry["totals"].items(), key=lambda known: (known[1], known[0])))
            FILE.write_text(json.dumps({"lists": lists}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
