"""The constraint model of Scrabble: its time in mid-game, and agreement with the generator.

`python -m benchmarks.scrabble_cpsat --positions 300` compares more of them: 0, 1 and 2 blanks on small boards.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

import entails
from benchmarks.measure import cpu, data, figure
from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.formats.word_list import read_lexicon
from entails.models.lexicon import Lexicon
from entails.models.outcome import Satisfied
from entails.models.scrabble.board import Board, Layout, read_layout
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import score
from entails.models.scrabble.tiles import BLANK, Rack
from entails.solvers.scrabble.generator import PlayTally, all_placements, best_placement, tally

BEST_SECONDS, ALL_SECONDS = 5.0, 20.0


def middles(
    count: int, blanks: int, words: Lexicon | None = None, layout: Layout | None = None, seed: int = 2018
) -> Iterator[Position]:
    """Yield mid-game positions of two greedy players, each with a full rack with this many blanks."""
    dice, tiles = Random(seed), shipped_tile_set("english")
    words, layout = words or lexicon("enable"), layout or shipped_layout("standard")
    letters = [kind for kind, number in enumerate(tiles.counts[:BLANK]) for _ in range(number)]
    latest = layout.rows + 1
    for _ in range(count):
        bag, board = dice.sample(letters, len(letters)), Board.empty(layout)
        rack = [bag.pop() for _ in range(7)]
        for _ in range(dice.randint(latest // 3, latest)):
            result = best_placement(Position(board, Rack.of(rack), tiles, words))
            if result is not None and len(bag) > len(rack):
                board = board.with_placement(result.placement)
                for tile in result.placement.used:
                    rack.remove(tile)
                rack += [bag.pop() for _ in range(7 - len(rack))]
        yield Position(board, Rack.of([*rack[: 7 - blanks], *[BLANK] * blanks]), tiles, words)


def small() -> tuple[Lexicon, Layout]:
    """Build a lexicon of 2,000 words of two to seven letters and a 7 x 7 board."""
    every = [word for length in range(2, 8) for word in lexicon("enable").words(length)]
    words = Lexicon.of(Random(2).sample(every[:5000], 1000) + Random(3).sample(every[5000:], 1000), "2,000 words", "en")
    rows = ["=..'..=", '.-.".-.', "..'.'..", "'\".-.\"'", "..'.'..", '.-.".-.', "=..'..="]
    return words, read_layout("\n".join(rows), "seven")


def by_constraints(position: Position) -> PlayTally:
    """Return the three totals of a position from the constraint model."""
    items = list(entails.solutions(position, engine="cpsat"))
    points = [score(position.board, item, position.tile_set, position.rules).total for item in items]
    return PlayTally(len(items), max(points, default=-1), sum(points))


def times(blanks: int, count: int) -> None:
    """Measure CPU seconds for the best placement and for all of them."""
    positions = list(middles(count, blanks))
    entails.solve(positions[0], engine="cpsat")
    best = [cpu(lambda item=position: entails.solve(item, engine="cpsat")) for position in positions]  # type: ignore[misc]
    every = [cpu(lambda item=position: by_constraints(item)) for position in positions]  # type: ignore[misc]
    placements = sum(tally(position).placements for position in positions) / count
    name = f"{blanks} blank{'' if blanks == 1 else 's'}, {placements:,.0f} placements on average"
    for what, seconds, target in (("best", best, BEST_SECONDS), ("all", every, ALL_SECONDS)):
        value = f"mean {sum(seconds) / count:.2f} s, longest {max(seconds):.2f} s"
        figure(f"CP-SAT, {what} of {name}", value, f"under {target:g} s without blank", max(seconds) < target)


def agreement(file: Path, words: Path, count: int) -> None:
    """Compare counts, best scores and sums with those of two other engines (origin: docs/figures.md)."""
    known, _ = read_lexicon(words.read_bytes(), "enable", "en")
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines()]
    chosen = [line for line in lines if "?" not in line[1]][:count]
    same = 0
    for board, rack, *numbers in chosen:
        position = entails.parse("scrabble", f"{board} {rack}/", lexicon=entails.Document.of_file(words))
        outcome = entails.solve(position, engine="cpsat")
        best = outcome.objective if isinstance(outcome, Satisfied) else -1
        same += by_constraints(position) == PlayTally(*map(int, numbers)) and best == int(numbers[1])
    figure(
        f"CP-SAT on {file.name} ({len(known):,} words)", f"{same} of {len(chosen)} equal", "all", same == len(chosen)
    )


def against_the_generator(count: int, blanks: int) -> None:
    """Compare model and generator on random small positions, placement by placement."""
    same = 0
    for position in middles(count, blanks, *small()):
        generated = sorted(str(placement.placement) for placement in all_placements(position))
        same += generated == sorted(map(str, entails.solutions(position, engine="cpsat")))
    figure(f"CP-SAT equals the generator, blanks: {blanks}, 7x7", f"{same} of {count} positions", "all", same == count)


def main() -> None:
    """Print the figures; with --positions, also the longer comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=0, help="small positions without blank to compare")
    parser.add_argument("--lines", type=int, default=10, help="lines of the other engines' file to compare")
    chosen, _ = parser.parse_known_args()
    times(0, 10)
    times(1, 3)
    file, words = data("scrabble/oracle_enable.tsv"), data("scrabble/lexicon_enable_168548.txt")
    if file is not None and words is not None:
        agreement(file, words, chosen.lines)
    for blanks, share in ((0, 1), (1, 5), (2, 10)):
        if chosen.positions:
            against_the_generator(max(chosen.positions // share, 1), blanks)


if __name__ == "__main__":
    main()
