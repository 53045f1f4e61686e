"""Pre-endgames with one tile in the bag and endgames with a stuck Q or Z, both of self-play: how many are proven.

A thread solves each position; the limit counts CPU time. Of the outcomes that it proves, some are compared with the
value that `solve_endgame` proves for the same bag. `tests/solvers/test_scrabble_pre_endgame.py` compares both with
brute force on small racks.

    python -m benchmarks.scrabble_pre_endgame stuck       # the endgames only
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

from benchmarks.measure import figure, limits_in_cpu_seconds
from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.models.scrabble.board import Placement
from entails.models.scrabble.game import Game
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.solvers.scrabble.endgame import other_rack, solve_endgame
from entails.solvers.scrabble.endgame import warm as warm_endgame
from entails.solvers.scrabble.generator import all_placements
from entails.solvers.scrabble.players import leave_tables
from entails.solvers.scrabble.playing import play_on
from entails.solvers.scrabble.pre_endgame import PreEndgame, solve_pre_endgame

POSITIONS, SECONDS = 16, 8.0
COMPARED, ENDGAME_NODES = 8, 300_000
"""Outcomes of each position that the endgame solver checks, and its limit."""
STUCK, STUCK_SECONDS, FEWEST_TILES = 5, 20.0, 5
STUCK_LETTERS = "QZ"


def main() -> None:
    """Solve the pre-endgames and compare outcomes; solve the endgames."""
    warm_endgame()
    if "stuck" not in sys.argv[1:]:
        one_tile()
    stuck()


def stuck() -> None:
    """Measure how many endgames with a stuck letter are proven, and how far apart the bounds of the others are."""
    proven = 0
    widths: list[float] = []
    for position in stuck_endgames():
        with limits_in_cpu_seconds():
            solved = solve_endgame(position, STUCK_SECONDS)
        proven += solved.proven
        widths.append(float("inf") if solved.low is None or solved.high is None else solved.high - solved.low)
    name = f"endgames with a stuck Q or Z, {STUCK_SECONDS:.0f} s of CPU time each"
    figure(f"{name}: proven", f"{proven} of {STUCK}", "none set", True)
    figure(f"{name}: bounds apart, each", ", ".join(f"{width:.0f}" for width in sorted(widths)), "finite", True)


def stuck_endgames() -> Iterator[Position]:
    """Yield endgames just after the bag ran out in which a Q or Z fits into no play of its owner."""
    layout, tiles, words = shipped_layout("standard"), shipped_tile_set("english"), lexicon("enable")
    tables, seed, count = leave_tables(tiles), 5000, 0
    while count < STUCK:
        seed += 1
        started = Game.start(("a", "b"), layout, tiles, words, seed=seed)
        for game in play_on(started, (tables, tables), while_bag=True).games():
            if not game.bag.total and not game.over and min(rack.total for rack in game.racks) >= FEWEST_TILES:
                position = game.position
                if any(is_stuck(position, rack) for rack in (position.rack, other_rack(position))):
                    count += 1
                    yield position
                break


def is_stuck(position: Position, rack: Rack) -> bool:
    """Return whether a rack has a Q or Z that fits into none of its plays."""
    plays = all_placements(replace(position, rack=rack, others=()), both=True)
    laid = {letter for play in plays for letter in str(play.placement.used)}
    return any(letter in str(rack) and letter not in laid for letter in STUCK_LETTERS)


def one_tile() -> None:
    """Solve the pre-endgames and compare outcomes."""
    luck, proven, differ, equal = Random(0), 0, 0, 0
    times: list[float] = []
    for position in pre_endgames():
        started = process_time()
        with limits_in_cpu_seconds():
            solved = solve_pre_endgame(position, SECONDS, threads=1)
        times.append(process_time() - started)
        proven += solved.proven
        for same in compared(solved, luck):
            equal, differ = equal + same, differ + (not same)
    figure(
        f"one tile: best move proven, {SECONDS:.0f} s of CPU time each", f"{proven} of {POSITIONS}", "10", proven >= 10
    )
    figure("one tile: CPU time, median", f"{median(times):.2f} s", "none set", True)
    figure(f"outcomes that differ from the endgame solver, of {equal + differ}", f"{differ}", "0", differ == 0)


def pre_endgames(in_bag: int = 1) -> Iterator[Position]:
    """Yield the first position with this many tiles in the bag of games of `equity`."""
    layout, tiles, words = shipped_layout("standard"), shipped_tile_set("english"), lexicon("enable")
    tables, seed, count = leave_tables(tiles), 0, 0
    while count < POSITIONS:
        seed += 1
        started = Game.start(("a", "b"), layout, tiles, words, seed=seed)
        for game in play_on(started, (tables, tables), while_bag=True).games():
            if game.bag.total == in_bag and all(rack.total == game.rules.rack_size for rack in game.racks):
                count += 1
                yield game.position
                break


def compared(solved: PreEndgame, luck: Random) -> Iterator[bool]:
    """Yield for some proven outcomes whether they are those of the endgame that follows."""
    position = solved.position
    lead = position.scores[0] - position.scores[1]
    known = [
        (play, case, outcome)
        for play in solved.plays
        if isinstance(play.move, Placement)
        for case, outcome in zip(solved.cases, play.outcomes, strict=True)
        if outcome is not None
    ]
    for play, case, outcome in luck.sample(known, min(len(known), COMPARED)):
        assert isinstance(play.move, Placement)
        theirs, mine = position.unseen.without(case.bag), position.rack.without(play.move.used) + case.bag
        board = position.board.with_placement(play.move)
        after = replace(position, board=board, rack=theirs, others=(mine,), scores=(), zeros=0 if play.score else 1)
        value = solve_endgame(after, nodes=ENDGAME_NODES)
        final_low = None if value.high is None else lead + play.score - value.high
        final_high = None if value.low is None else lead + play.score - value.low
        low = 0 if final_low is None else (final_low > 0) + (final_low >= 0)
        high = 2 if final_high is None else (final_high > 0) + (final_high >= 0)
        if low == high or not low <= outcome <= high:
            yield low <= outcome <= high


if __name__ == "__main__":
    main()
