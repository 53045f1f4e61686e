"""Published pencil puzzles from puzz.link addresses: solved with proven uniqueness.

The addresses are outside the project, in `pencil/links.jsonl` below the folder that ENTAILS_DATA names.
"""

import json
import time
from statistics import median

import entails
from benchmarks.measure import data, figure
from entails.models.errors import InvalidPuzzle
from entails.puzzles.detect import recognised

SECONDS = 60.0


def main() -> None:
    """Print a line for each puzzle type, then totals."""
    file = data("pencil/links.jsonl")
    if file is None:
        return
    taken: dict[str, list[float]] = {}
    unknown: dict[str, int] = {}
    for line in file.read_text("utf-8").splitlines():
        link = json.loads(line)["link"]
        try:
            name = recognised(link)
        except InvalidPuzzle:
            genre = json.loads(line)["genre"]
            unknown[genre] = unknown.get(genre, 0) + 1
            continue
        puzzle = entails.parse(name, link)
        started = time.process_time()
        report = entails.check(puzzle)
        taken.setdefault(name, []).append(time.process_time() - started)
        assert report.unique, link
    print(f"{'genre':14} {'puzzles':>8} {'median ms':>10} {'most ms':>9}")
    for name, seconds in sorted(taken.items()):
        print(f"{name:14} {len(seconds):8} {1e3 * median(seconds):10.0f} {1e3 * max(seconds):9.0f}")
    every = [second for seconds in taken.values() for second in seconds]
    for genre, many in sorted(unknown.items()):
        print(f"{genre:14} {many:8}   not known")
    figure("solved and proven unique, median CPU time", f"{1e3 * median(every):.0f} ms", "1 s", median(every) < 1)
    figure("the slowest, CPU time", f"{max(every):.1f} s", "60 s", max(every) < SECONDS)


if __name__ == "__main__":
    main()
