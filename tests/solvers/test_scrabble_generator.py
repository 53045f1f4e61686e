"""The generator against exhaustive search by the checker, and against two other engines on real positions."""

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from helpers import outside_data
from scrabble_positions import by_trying_everything, few_words, random_positions

from entails.data.lexicons import lexicon
from entails.data.scrabble import layout, shipped_tile_set
from entails.formats.scrabble.position import read_cgp
from entails.formats.word_list import read_lexicon
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, Layout, Placement, read_layout
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import LENGTHS, Rules, legality, score
from entails.models.scrabble.tiles import NO_TILES, Rack
from entails.solvers.kernels.scrabble_search import generate
from entails.solvers.scrabble.generator import PlayTally, all_placements, best_placement, tally

WIDE = read_layout("start 2,3\nstart 4,7\n=..'.-~\n.\"..^..\n..-..'.\n'.=.\".-", "wide")
"""Not square, with two starts and every premium."""
ENGLISH = shipped_tile_set("english")


def opening(rack: str, words: Lexicon | None = None, on: Layout | None = None) -> Position:
    return Position(Board.empty(on or layout()), Rack.read(rack), ENGLISH, words or lexicon("enable"))


def listed(position: Position, *, both: bool = False) -> dict[Placement, int]:
    """Return the generator's list of plays, after consistency checks of the list."""
    outcome = all_placements(position, both=both)
    scores = outcome.scores.tolist()
    assert scores == sorted(scores, reverse=True)
    result = dict(outcome)
    assert len(result) == len(outcome), "a placement is listed twice"
    assert best_placement(position, both=both) == outcome.best
    assert tally(position, both=both) == PlayTally(len(scores), max(scores, default=-1), sum(scores))
    used = [placement.used.counts for placement in result]
    assert outcome.used.tolist() == [list(counts) for counts in used]
    assert outcome.laid.tolist() == [sum(counts) for counts in used]
    return result


@pytest.mark.parametrize(("blanks", "count"), [(0, 10), (1, 5), (2, 3)])
@pytest.mark.parametrize("on", [None, WIDE], ids=["seven", "wide"])
def test_it_finds_what_trying_everything_finds(blanks: int, count: int, on: Layout | None) -> None:
    words = few_words(100, seed=blanks)
    for position in random_positions(count, 7 + blanks, blanks=blanks, words=words, layout=on):
        assert listed(position) == by_trying_everything(position)


@pytest.mark.parametrize("blanks", [0, 1])
def test_the_restricted_game(blanks: int) -> None:
    rules = Rules(restricted=True, bonus=0)
    lengths = set()
    for position in random_positions(8, 3, blanks=blanks, words=few_words(100)):
        restricted = replace(position, rules=rules)
        every = by_trying_everything(restricted)
        first = next((length for length in LENGTHS if any(len(placement.word) == length for placement in every)), None)
        assert listed(restricted) == {item: points for item, points in every.items() if len(item.word) == first}
        lengths.add(first)
    assert len(lengths) > 1


def test_a_hundred_real_boards_are_tested_by_the_checker() -> None:
    dice, board, words = Random(5), Board.empty(layout()), lexicon("enable")
    for turn in range(100):
        tiles = [kind for kind, count in enumerate(ENGLISH.counts) for _ in range(count)]
        position = Position(board, Rack.of(dice.sample(tiles, 7)), ENGLISH, words)
        result = all_placements(position)
        for placement, points in [result[0], *(dice.choice(result) for _ in range(3))] if len(result) else []:
            assert not legality(board, placement, position.rack, words, ENGLISH)
            assert score(board, placement, ENGLISH).total == points
        assert best_placement(position) == result.best
        full = turn % 20 == 19 or not len(result)
        board = Board.empty(layout()) if full else board.with_placement(dice.choice(result).placement)


def test_an_opening_goes_across_unless_both_are_requested() -> None:
    position = opening("AEINRST")
    across, both = listed(position), listed(position, both=True)
    assert all(placement.across for placement in across)
    assert both == across | {placement.transposed: points for placement, points in across.items()}


def test_more_placements_than_there_is_room_for() -> None:
    """A list with more placements than the initial capacity of some thousand is complete."""
    position = opening("AEINR??")
    assert len(listed(position)) == tally(position).placements > 10_000


def test_nothing_to_play() -> None:
    for rack in (NO_TILES, Rack.read("QQQ"), Rack.read("V")):
        position = replace(opening("A"), rack=rack)
        assert listed(position) == {}
        assert tally(position) == PlayTally(0, -1, 0)
        assert best_placement(position) is None


def test_blanks_alone_score_nothing() -> None:
    result = listed(opening("??", Lexicon.of(["ab", "ba"], "two")))
    assert set(result.values()) == {0}
    assert len(result) == 4


def test_a_large_board_and_a_large_rack() -> None:
    """A 21 x 21 board of Super Scrabble and a larger rack are supported."""
    words = few_words(300)
    position = replace(opening("AEINRSTLD", words, layout("super")), rules=Rules(rack_size=9, bonus_tiles=9))
    board = position.board
    for _ in range(4):
        best = best_placement(position)
        assert best is not None
        assert best == all_placements(position).best
        assert best.score == score(board, best.placement, ENGLISH, position.rules).total
        assert not legality(board, best.placement, position.rack, words, ENGLISH, position.rules)
        board = board.with_placement(best.placement)
        position = replace(position, board=board)


def test_a_rack_of_a_hundred_tiles() -> None:
    """A rack of a hundred tiles, the whole bag, is supported."""
    position = replace(opening("A", few_words(100)), rack=Rack((*ENGLISH.counts[:26], 0)))
    result = all_placements(position)
    assert best_placement(position) == result.best
    words = [word for length in position.lexicon.lengths for word in position.lexicon.words(length)]
    spelt = [word for word in words if position.rack.holds(Rack.read(word))]
    assert len(result) == sum(map(len, spelt))


def test_queries_on_a_list() -> None:
    result = all_placements(opening("AEINRST"))
    assert [result[index] for index in range(3)] == result[:3]
    assert result.rank(int(result.scores[0])) == 1
    points = int(result.scores[40])
    assert result.rank(points) == 1 + sum(item > points for item in result.scores.tolist())
    assert [result.scores[index] for index in result.with_score(points)] == [points] * result.scores.tolist().count(
        points
    )
    holding = result.holding("ss"), result.holding("st"), result.holding("")
    assert [int(mask.sum()) for mask in holding] == [
        0,
        sum("S" in result[i].placement.word and "T" in result[i].placement.word for i in range(len(result))),
        len(result.lengths),
    ]
    spelt = result.spelling("retains")
    assert len(spelt) == 7
    assert {result.placement(int(index)).word for index in spelt} == {"RETAINS"}
    assert len(result.spelling("zebra")) == len(result.spelling("")) == 0


def test_threads_do_not_meet() -> None:
    positions = list(random_positions(12, 11, blanks=1, words=few_words(400)))
    alone = [listed(position) for position in positions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda position: dict(all_placements(position)), positions * 3)) == alone * 3


@pytest.mark.parametrize("jit", ["0", "1"], ids=["compiled", "plain Python"])
def test_another_process_finds_the_same(jit: str) -> None:
    """Kernels loaded from numba's cache, and kernels run as plain Python, give the same results."""
    code = (
        "from entails.data.scrabble import layout, shipped_tile_set\n"
        "from entails.models.lexicon import Lexicon\n"
        "from entails.models.scrabble.board import Board\n"
        "from entails.models.scrabble.position import Position\n"
        "from entails.models.scrabble.tiles import Rack\n"
        "from entails.solvers.scrabble import generator\n"
        "from entails.solvers.scrabble.graph import build_graph\n"
        "words = Lexicon.of('at tea eat eta tae rate tear aerate ear era are area'.split(), 'few')\n"
        "generator.word_graph = build_graph\n"
        "board = Board.empty(layout())\n"
        "for rack in ('AERT', 'AER?', 'T??'):\n"
        "    position = Position(board, Rack.read(rack), shipped_tile_set('english'), words)\n"
        "    print(generator.tally(position), generator.best_placement(position))\n"
        "    board = board.with_placement(generator.all_placements(position)[0].placement)\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": jit},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    words = Lexicon.of(["at", "tea", "eat", "eta", "tae", "rate", "tear", "aerate", "ear", "era", "are", "area"], "few")
    board, expected = Board.empty(layout()), []
    for rack in ("AERT", "AER?", "T??"):
        position = Position(board, Rack.read(rack), ENGLISH, words)
        expected.append(f"{tally(position)} {best_placement(position)}")
        board = board.with_placement(all_placements(position)[0].placement)
    assert run.stdout.splitlines() == expected


@pytest.mark.parametrize(
    ("name", "words", "language"),
    [("enable", "lexicon_enable_168548.txt", "english"), ("frfree", "lexicon_frfree_404119.txt", "french")],
)
def test_positions_of_two_other_engines(name: str, words: str, language: str) -> None:
    """The number of placements, best score and sum of scores equal those of Quackle and scrabble-solver."""
    allowed, _ = read_lexicon(outside_data(f"scrabble/{words}").read_bytes(), name)
    oracle = outside_data(f"scrabble/oracle_{name}.tsv").read_text()
    lines = [line for line in oracle.splitlines() if not line.startswith("#")]
    for line in lines:
        cgp, rack, *numbers = line.split("\t")
        board = Board.from_rows(layout(), read_cgp(cgp).board)
        position = Position(board, Rack.read(rack), shipped_tile_set(language), allowed)
        expected = PlayTally(*map(int, numbers))
        result = all_placements(position)
        assert tally(position) == expected
        assert (len(result), int(np.sum(result.scores))) == (expected.placements, expected.sum)
        best = best_placement(position)
        assert best == result.best
        assert (-1 if best is None else best.score) == expected.best


def test_a_board_from_another_process_is_of_the_same_type() -> None:
    """A board from another process has read-only arrays as well, so the search is not compiled again."""
    position = opening("AEINRST")
    result = best_placement(position)
    known = len(generate.signatures)  # type: ignore[attr-defined]
    assert best_placement(pickle.loads(pickle.dumps(position))) == result
    assert len(generate.signatures) == known  # type: ignore[attr-defined]
