"""The optimisation story of Guzniczak (2018), step by step on this machine: what each improvement is worth.

Its board holds one word of seven letters, so seven squares to try, each with the seven tiles of a rack: eight letters
to arrange. A step is timed on some arrangements of each length and multiplied, since the first would take hours.
"""

import time
from collections.abc import Callable, Collection, Iterator
from itertools import permutations
from math import perm
from random import Random

from clausal.data.lexicons import lexicon
from clausal.data.scrabble import shipped_layout, shipped_tile_set
from clausal.models.scrabble.board import Board
from clausal.models.scrabble.notation import read_placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.rules import Rules

LETTERS = "eetginhi"
"""The eight letters whose arrangements the study counts."""
SQUARES = 7
LARGE, SMALL = 129_000, 22_740
_SLICE = 300


def words(count: int) -> list[str]:
    """So many French words, in the order of the alphabet. The study's own lists are not ours to ship."""
    whole = lexicon("fr")
    every = [word for length in whole.lengths for word in whole.words(length)]
    return sorted(Random(2018).sample(every, count))


def slices(lengths: range) -> Iterator[tuple[int, list[str]]]:
    """For each length how many arrangements there are, and some of them, spread over all."""
    for length in lengths:
        arranged = ["".join(one) for one in permutations(LETTERS, length)]
        yield len(arranged), arranged[:: max(1, len(arranged) // _SLICE)][:_SLICE]


def look_up(lengths: range, found: Callable[[str], bool]) -> float:
    """Seconds to look up every arrangement of these lengths, from a slice of each."""
    total = 0.0
    for count, some in slices(lengths):
        started = time.process_time()
        for word in some:
            found(word)
        total += (time.process_time() - started) / len(some) * count
    return total


def arranged_again_each_time(lengths: range) -> float:
    """Seconds for the printed loop, which makes the whole list of arrangements again to look at each one of them."""
    total = 0.0
    for length in lengths:
        started = time.process_time()
        list(permutations(LETTERS, length))
        total += (time.process_time() - started) * perm(len(LETTERS), length)
    return total


def in_list(dictionary: Collection[str]) -> Callable[[str], bool]:
    return lambda word: word in dictionary


def in_split(dictionary: list[str]) -> Callable[[str], bool]:
    """The study's 26 lists, one for each first letter."""
    split: dict[str, list[str]] = {}
    for word in dictionary:
        split.setdefault(word[0], []).append(word)
    return lambda word: word in split.get(word[0], ())


def steps() -> Iterator[tuple[str, float]]:
    """Each version of the search and its seconds for one move."""
    large, small = words(LARGE), words(SMALL)
    short = [word for word in small if 4 <= len(word) <= 6]
    everything, few, five = range(1, 9), range(4, 7), range(5, 6)
    again = arranged_again_each_time(everything)
    yield "as printed: 1..8 letters, 129,000 words in a list", SQUARES * (again + look_up(everything, in_list(large)))
    yield "the list of arrangements made once", SQUARES * look_up(everything, in_list(large))
    yield "22,740 words", SQUARES * look_up(everything, in_list(small))
    yield "4..6 letters, and only words of 4..6", SQUARES * look_up(few, in_list(short))
    yield "26 lists by first letter", SQUARES * look_up(few, in_split(short))
    yield "5 letters first, and a play is found", SQUARES * look_up(five, in_split(short))
    yield "ours: a set instead of the lists", SQUARES * look_up(five, in_list(frozenset(short)))


def position() -> Position:
    """A word of seven letters on the start, and the rack that the study arranges."""
    board = Board.empty(shipped_layout("standard"))
    board = board.with_placement(read_placement("8D FAISAIT", board))
    rules = Rules(restricted=True, bonus=0)
    return Position(board, Rack.read(LETTERS[:7]), shipped_tile_set("french"), lexicon("fr"), rules)


def ours() -> Iterator[tuple[str, float]]:
    """What Clausal takes for the same move, and how many plays it finds."""
    from clausal import api
    from clausal.solvers.scrabble.arrangements import arrangements
    from clausal.solvers.scrabble.generator import all_placements

    puzzle = position()
    for name, work in (
        ("strategy arrangements, 395,000 words", lambda: len(arrangements(puzzle))),
        ("the generator, restricted game", lambda: len(all_placements(puzzle))),
        ("the constraint model, restricted game", lambda: api.count(puzzle, engine="cpsat").value),
    ):
        work()
        started = time.process_time()
        plays = work()
        yield f"{name}: {plays} plays", time.process_time() - started


def main() -> None:
    """Print the table."""
    print(f"arrangements of 8 letters: {sum(perm(8, k) for k in range(1, 9)):,} of 1..8 letters, ", end="")
    print(f"{sum(perm(8, k) for k in range(4, 7)):,} of 4..6, {perm(8, 5):,} of 5")
    first = None
    for name, seconds in (*steps(), *ours()):
        first = first or seconds
        print(f"{name:55} {seconds:12.4f} s   {first / seconds:14,.0f} x", flush=True)


if __name__ == "__main__":
    main()
