"""The Scrabble generator: word graph, all placements, the best one, against npm's scrabble-solver in one run.

Milliseconds are CPU time, the best of some rounds for each position, then the mean over the positions.
"""

import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from time import process_time_ns

from benchmarks.measure import cpu, data, figure
from benchmarks.scrabble_peer import peer, solve
from entails.data.scrabble import shipped_layout, shipped_tile_set
from entails.formats.scrabble.position import read_cgp
from entails.formats.word_list import read_lexicon
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board
from entails.models.scrabble.game import Game
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import NO_TILES, Rack
from entails.solvers.scrabble.endgame import solve_endgame
from entails.solvers.scrabble.endgame import warm as warm_endgame
from entails.solvers.scrabble.generator import PlayTally, all_placements, best_by_equity, best_placement, tally, warm
from entails.solvers.scrabble.graph import build_graph, key_of, load, path_of, word_graph
from entails.solvers.scrabble.leave import equities
from entails.solvers.scrabble.players import PLAYERS, leave_tables

ROUNDS = 3
ENDGAMES, ENDGAME_SECONDS, FEWEST_TILES = 60, 20, 5
EQUITIES = 5_000
"""Number of positions per language in which the best equity is searched by both methods."""
QUACKLE = (0.46, 4.4, 18.0)
"""Milliseconds for all placements with 0, 1 and 2 blanks, Quackle with TWL06 on another machine (docs/scrabble.md)."""
FILES = (
    ("english", "oracle_enable.tsv", "lexicon_enable_168548.txt"),
    ("french", "oracle_frfree.tsv", "lexicon_frfree_404119.txt"),
)


@dataclass(frozen=True)
class Known:
    """A position with the results of two other engines; None if they were not run."""

    position: Position
    tally: PlayTally | None


def main() -> None:
    """Run all measurements of this module."""
    warm()
    with peer() as folder:
        for language, positions, words in FILES:
            lines, lexicon = data(f"scrabble/{positions}"), data(f"scrabble/{words}")
            if lines is None or lexicon is None:
                continue
            allowed, _ = read_lexicon(lexicon.read_bytes(), words)
            graph(language, allowed)
            known = [
                known_position(line, language, allowed) for line in lines.read_text().splitlines() if line[0] != "#"
            ]
            listing(language, lexicon, known, folder)
            objects(language, [item.position for item in known])
            best_only(language, [item.position for item in known])
            best_by_leave(language, [item.position for item in known])
            if language == "english":
                endgames(allowed)


def known_position(line: str, language: str, allowed: Lexicon) -> Known:
    cgp, rack, *numbers = line.split("\t")
    board = Board.from_rows(shipped_layout("standard"), read_cgp(cgp).board)
    return Known(Position(board, Rack.read(rack), shipped_tile_set(language), allowed), PlayTally(*map(int, numbers)))


def graph(language: str, allowed: Lexicon) -> None:
    """Measure the time to build and load the graph, and its size."""
    seconds = min(cpu(lambda: build_graph(allowed)) for _ in range(2))
    key = key_of(allowed)
    word_graph(allowed)
    if not path_of(key).exists():
        print("skip: there is no cache to keep a graph in", file=sys.stderr)
        return
    size = path_of(key).stat().st_size
    loading = min(cpu(lambda: load(key)) for _ in range(3))
    figure(f"{language}: graph of {len(allowed):,} words built", f"{seconds:.1f} s", "10 s", seconds < 10)
    figure(f"{language}: graph loaded", f"{loading:.3f} s", "0.2 s", loading < 0.2)
    figure(f"{language}: graph on disk", f"{size / 1e6:.1f} MB", "10 MB", size < 10_000_000)


def listing(language: str, words: Path, known: Sequence[Known], folder: Path | None) -> None:
    """Measure all placements, scored and sorted, by number of blanks."""
    assert all(tally(item.position) == item.tally for item in known), "the generator differs from two other engines"
    labels = ("0 blanks", "1 blank", "2 blanks")
    groups = {label: [item for item in known if item.position.rack.blanks == int(label[0])] for label in labels}
    groups["2 blanks, two tiles of each rack turned into blanks"] = with_two_blanks(groups["0 blanks"][:40])
    theirs = peer_milliseconds(folder, words, language, [item for group in groups.values() for item in group])
    for label, group in groups.items():
        if not group:
            continue
        ours = mean_milliseconds(all_placements, [item.position for item in group])
        of_all = sum(tally(item.position).placements for item in group) / len(group)
        target = QUACKLE[int(label[0])]
        name = f"{language}: all placements, {label} ({len(group)} positions, {of_all:,.0f} each)"
        figure(name, f"{ours:.2f} ms", f"{target} ms", ours <= target)
        if theirs is not None:
            second = sum(theirs.pop(0) for _ in group) / len(group)
            against = f"{name} against scrabble-solver ({second:.2f} ms)"
            figure(against, f"{second / ours:.1f} times", "3", second >= 3 * ours)


def with_two_blanks(group: Sequence[Known]) -> list[Known]:
    """Return positions with two blanks; as these are rare, the first two tiles of full racks become blanks."""
    full = [item.position for item in group if item.position.rack.total == 7]
    return [Known(replace(item, rack=Rack.read(f"{str(item.rack)[2:]}??")), None) for item in full]


def objects(language: str, positions: Sequence[Position]) -> None:
    """Measure every placement as a Python value, beside counting in compiled code."""
    for blanks in range(3):
        group = [position for position in positions if position.rack.blanks == blanks and tally(position).placements]
        listed = {id(item): all_placements(item) for item in group}
        if group:
            kernel = mean_milliseconds(tally, group)
            built = mean_milliseconds(lambda item, of=listed: deque(of[id(item)], 0), group)  # type: ignore[misc]
            name = f"{language}: placements as Python values, {blanks} blanks, over the search alone"
            figure(name, f"{built / kernel:.1f} times", "3", built <= 3 * kernel)


def best_only(language: str, positions: Sequence[Position]) -> None:
    """Measure the best placement of every position."""
    per_second = 1000 / mean_milliseconds(best_placement, positions)
    figure(f"{language}: best placement only", f"{per_second:,.0f} a second", "1,500", per_second >= 1500)


def best_by_leave(language: str, positions: Sequence[Position]) -> None:
    """Measure the best equity without a list, and check it against the list, also with newly drawn racks."""
    tables, luck, differ = leave_tables(positions[0].tile_set), Random(0), 0
    many: list[Position] = []
    while len(many) < EQUITIES:
        for position in positions[: EQUITIES - len(many)]:
            size = min(position.unseen.total, 7)
            many.append(replace(position, rack=Rack.of(luck.sample(list(position.unseen), size)), others=(NO_TILES,)))
    for position in many:
        item, listed = best_by_equity(position, tables), all_placements(position)
        first = listed[int(equities(position, listed, tables).argmax())] if len(listed) else None
        differ += item != first
    name = f"{language}: highest equity, {EQUITIES:,} positions, differences from the list ranked"
    figure(name, f"{differ}", "0", differ == 0)
    ranked = mean_milliseconds(lambda entry: equities(entry, all_placements(entry), tables).max(initial=0), positions)
    ours = mean_milliseconds(lambda entry: best_by_equity(entry, tables), positions)
    figure(f"{language}: highest equity only", f"{1000 / ours:,.0f} a second", "1,500", ours <= 1 / 1.5)
    figure(f"{language}: highest equity only against the list ranked", f"{ranked / ours:.1f} times", "1", ranked > ours)


def endgames(allowed: Lexicon) -> None:
    """Solve the endgames of `equity` games in which both players have many tiles, within a time limit."""
    warm_endgame()
    times: list[float] = []
    proven, seed = 0, 1000
    while len(times) < ENDGAMES:
        seed += 1
        game = Game.start(("a", "b"), shipped_layout("standard"), shipped_tile_set("english"), allowed, seed=seed)
        while not game.over and game.bag.total:
            game = game.play(PLAYERS["equity"](game, Random(0)))
        if not game.over and min(rack.total for rack in game.racks) >= FEWEST_TILES:
            started = process_time_ns()
            proven += solve_endgame(game.position, ENDGAME_SECONDS).proven
            times.append((process_time_ns() - started) / 1e9)
    middle, tenth = median(times), sorted(times)[9 * len(times) // 10]
    tiles = f"7 tiles against {FEWEST_TILES} to 7"
    figure(f"english: endgame of {tiles}, median of {len(times)}, CPU time", f"{middle:.2f} s", "1 s", middle < 1)
    figure(f"english: endgame of {tiles}, nine of ten within", f"{tenth:.2f} s", "none set", True)
    figure(
        f"english: endgames proven within {ENDGAME_SECONDS} s",
        f"{proven} of {len(times)}",
        "half",
        2 * proven >= len(times),
    )


def mean_milliseconds(work: Callable[[Position], object], positions: Sequence[Position]) -> float:
    """Return the mean of the best rounds of all positions."""
    best = [float("inf")] * len(positions)
    for _ in range(ROUNDS):
        for index, position in enumerate(positions):
            started = process_time_ns()
            work(position)
            best[index] = min(best[index], (process_time_ns() - started) / 1e6)
    return sum(best) / len(best)


def peer_milliseconds(folder: Path | None, words: Path, language: str, known: Sequence[Known]) -> list[float] | None:
    """Return scrabble-solver's time for each position, after a check of its placements; it lists openings twice, so
    half counts.
    """
    if folder is None:
        return None
    positions = [(entry.position.board.rows, str(entry.position.rack)) for entry in known]
    milliseconds = []
    for item, answer in zip(known, solve(folder, words, language, positions), strict=True):
        placements, best, total, times = answer
        expected = tally(item.position)
        ways = 2 if item.position.board.is_empty else 1
        assert (placements, best, total) == (ways * expected.placements, expected.best, ways * expected.sum)
        milliseconds.append(min(times) / ways)
    return milliseconds
