"""The optimisations of Guzniczak (2018), step by step on this machine, with the gain of each.

Its board holds one word of seven letters, so seven squares to try, each with the seven tiles of a rack: eight letters
to arrange. A step is timed on some arrangements of each length and multiplied, since the first would take hours.
"""

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import perm
from random import Random

from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.encoders.scrabble_slots import fitting
from entails.models.scrabble.board import EMPTY, Board, Placement, read_placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import NONE, RESTRICTED, CandidateSquare
from entails.models.scrabble.tiles import Rack
from entails.solvers.scrabble.arrangements import best_arrangement, search

LETTERS = "eetginhi"
"""The eight letters whose arrangements the study counts."""
SQUARES = 7
LARGE, SMALL = 129_000, 22_740
_SLICE = 300


def words(count: int) -> list[str]:
    """Return French words in alphabetical order, adjacent in memory as when read from a file; the study's lists may not
    ship.
    """
    whole = lexicon("fr")
    every = [word for length in whole.lengths for word in whole.words(length)]
    return "\n".join(sorted(Random(2018).sample(every, count))).split("\n")


def slices(lengths: range) -> Iterator[tuple[int, list[str]]]:
    """Yield, for each length, the number of arrangements and a sample spread over all of them."""
    for length in lengths:
        arranged = ["".join(choice) for choice in permutations(LETTERS, length)]
        yield len(arranged), arranged[:: max(1, len(arranged) // _SLICE)][:_SLICE]


def look_up(lengths: range, function: Callable[[str], bool]) -> float:
    """Estimate the seconds to look up every arrangement of these lengths, from a sample of each."""
    total = 0.0
    for count, some in slices(lengths):
        started = time.process_time()
        for word in some:
            function(word)
        total += (time.process_time() - started) / len(some) * count
    return total


def arranged_again_each_time(lengths: range) -> float:
    """Estimate the seconds of the printed loop, which rebuilds the list of arrangements for each of them."""
    total = 0.0
    for length in lengths:
        started = time.process_time()
        list(permutations(LETTERS, length))
        total += (time.process_time() - started) * perm(len(LETTERS), length)
    return total


def in_list(dictionary: Collection[str]) -> Callable[[str], bool]:
    return lambda word: word in dictionary


def in_split(dictionary: list[str]) -> Callable[[str], bool]:
    """Return a lookup in the study's 26 lists, one for each first letter."""
    split: dict[str, list[str]] = {}
    for word in dictionary:
        split.setdefault(word[0], []).append(word)
    return lambda word: word in split.get(word[0], ())


def steps() -> Iterator[tuple[str, float]]:
    """Yield each version of the search with its seconds for one move."""
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
    """Build a position with a word of seven letters on the start, and the rack that the study arranges."""
    board = Board.empty(shipped_layout("standard"))
    board = board.with_placement(read_placement("8D FAISAIT", board))
    return Position(board, Rack.read(LETTERS[:7]), shipped_tile_set("french"), lexicon("fr"), RESTRICTED)


def ours() -> Iterator[tuple[str, float]]:
    """Yield the time of Entails for the same move, and the number of plays it finds."""
    import entails
    from entails.solvers.scrabble.arrangements import arrangements
    from entails.solvers.scrabble.generator import all_placements

    puzzle = position()
    works: list[tuple[str, Callable[[], int]]] = [
        (f"strategy arrangements, {len(puzzle.lexicon):,} words", lambda: len(arrangements(puzzle))),
        ("the generator, restricted game", lambda: len(all_placements(puzzle))),
        ("the constraint model, restricted game", lambda: entails.count(puzzle, engine="cpsat").value),
    ]
    for name, work in works:
        work()
        started = time.process_time()
        plays = work()
        yield f"{name}: {plays} plays", time.process_time() - started


@dataclass
class Printed:
    """The verdicts of the printed checks on the plays of some positions, against the right ones."""

    plays: int = 0
    first_place_only: int = 0
    accepted: int = 0
    accepted_rightly: int = 0
    misjudged: int = 0
    off_the_board: int = 0
    points: int = 0
    points_as_printed: int = 0


def printed_code(games: int = 10) -> Printed:
    """Run the study's printed checks on restricted positions: with the cylinder comparison reversed, only the first
    place of a letter, and scores counted from the candidate square.
    """
    report = Printed()
    for position in restricted_games(games):
        hit = search(position)
        scored: list[tuple[int, int]] = []
        for searched in hit.squares:
            square = searched.square
            for play, points in searched.plays:
                before = square.column - play.column + square.row - play.row
                report.plays += 1
                report.first_place_only += play.word.upper().index(square.letter.upper()) == before
                printed = printed_score(position, square, play)
                report.off_the_board += printed is None
                report.misjudged += printed != points
                scored.append((printed or 0, points))
            for before, after in first_places(position, square, hit.length or 5):
                report.accepted += before <= square.before and after >= square.after
                report.accepted_rightly += before <= square.before and after == square.after
        if scored:
            report.points += max(points for _, points in scored)
            report.points_as_printed += max(scored, key=lambda pair: pair[0])[1]
    return report


def restricted_games(games: int) -> Iterator[Position]:
    """Yield nonempty positions of French games that the strategy plays against itself."""
    tiles = shipped_tile_set("french")
    for seed in range(games):
        bag = [kind for kind, count in enumerate(tiles.counts[:26]) for _ in range(count)]
        Random(seed).shuffle(bag)
        board, rack = Board.empty(shipped_layout("standard")), [bag.pop() for _ in range(7)]
        while len(bag) > 7:
            position = Position(board, Rack.of(rack), tiles, lexicon("fr"), RESTRICTED)
            if not board.is_empty:
                yield position
            best = best_arrangement(position)
            if best is None:
                break
            board = board.with_placement(best.placement)
            for tile in best.placement.used:
                rack.remove(tile)
            rack += [bag.pop() for _ in range(7 - len(rack))]


def first_places(position: Position, square: CandidateSquare, length: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of letters before and after the square's letter, at its first place in every word."""
    if square.direction == NONE:
        return
    letter = ord(square.letter.upper()) - ord("A")
    for word in fitting(position.lexicon, [EMPTY] * length, position.rack + Rack.of([letter])).tolist():
        if letter in word:
            before = word.index(letter)
            yield before, length - 1 - before


def printed_score(position: Position, square: CandidateSquare, play: Placement) -> int | None:
    """Return the score as printed, with premiums from the candidate square on; None if it leaves the board."""
    layout, total, times = position.board.layout, 0, 1
    for step, letter in enumerate(play.word):
        row, column = (square.row, square.column + step) if play.across else (square.row + step, square.column)
        if not layout.holds(row, column):
            return None
        free = not position.board.has_tile(row, column)
        value = position.tile_set.values[ord(letter.upper()) - ord("A")]
        total += value * (int(layout.letter[row, column]) if free else 1)
        times *= int(layout.word[row, column]) if free else 1
    return total * times


def main() -> None:
    """Print the tables of this benchmark."""
    print(f"arrangements of 8 letters: {sum(perm(8, k) for k in range(1, 9)):,} of 1..8 letters, ", end="")
    print(f"{sum(perm(8, k) for k in range(4, 7)):,} of 4..6, {perm(8, 5):,} of 5")
    first = None
    for name, seconds in (*steps(), *ours()):
        first = first or seconds
        print(f"{name:55} {seconds:12.4f} s   {first / seconds:14,.0f} x", flush=True)
    report = printed_code()
    print(
        f"plays of restricted games: {report.plays:,}; with the letter at its first place {report.first_place_only:,}"
    )
    print(f"words that the printed cylinder check accepts: {report.accepted:,}, rightly {report.accepted_rightly:,}")
    print(f"plays with a wrong score: {report.misjudged:,}, of them beyond the board {report.off_the_board:,}")
    print(f"points of the best plays: {report.points:,}; of those it would choose {report.points_as_printed:,}")


if __name__ == "__main__":
    main()
