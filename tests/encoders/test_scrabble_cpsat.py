"""The constraint model of Scrabble against the generator and exhaustive search, and its sentences."""

from dataclasses import replace

import pytest
from helpers import outside_data
from scrabble_positions import by_trying_everything, few_words, is_legal, random_positions, seven

import entails
from entails.encoders.check.checker import broken
from entails.encoders.scrabble import SlotFacts, choose, decode_atoms, most_points, state
from entails.encoders.scrabble_slots import count_of, fitting, line_name, requirements, slots
from entails.formats.word_list import read_lexicon
from entails.models.alphabet import ALPHABET
from entails.models.lexicon import Lexicon
from entails.models.limits import DEFAULTS, UNLIMITED, Limits
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.models.scrabble.board import NOTATIONS, Board, Placement
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import RESTRICTED, legality, score
from entails.models.scrabble.tiles import NO_TILES, Rack
from entails.puzzles.scrabble import ENCODERS
from entails.solvers.engine import engine, solutions
from entails.solvers.scrabble.arrangements import arrangements
from entails.solvers.scrabble.generator import all_placements, best_placement

CPSAT = engine("cpsat")
PLACEMENT = ENCODERS["placement"]
MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"


def placements(position: Position, limits: Limits = UNLIMITED) -> list[Placement]:
    listing = solutions(CPSAT, PLACEMENT.encode(position), limits, DEFAULTS)
    items = list(listing)
    assert listing.complete
    return items


def best(position: Position) -> float | None:
    with CPSAT.open(PLACEMENT.encode(position), UNLIMITED, DEFAULTS) as session:
        outcome = session.solve()
    assert isinstance(outcome, Satisfied | Unsatisfiable)
    if isinstance(outcome, Unsatisfiable):
        return None
    assert outcome.optimal
    points = score(position.board, outcome.answer, position.tile_set, position.rules).total
    assert points == outcome.objective
    return outcome.objective


def assert_same(position: Position) -> None:
    """Assert that model and generator find the same placements, and that the checker confirms their scores."""
    result = placements(position)
    generated = {item.placement: item.score for item in all_placements(position)}
    assert sorted(result, key=str) == sorted(generated, key=str)
    for placement, points in generated.items():
        assert is_legal(position, placement)
        assert score(position.board, placement, position.tile_set, position.rules).total == points


@pytest.mark.parametrize("seed", range(4))
def test_without_blanks_it_equals_the_generator(seed: int) -> None:
    for position in random_positions(25, seed):
        assert_same(position)


@pytest.mark.parametrize("seed", range(3))
def test_with_a_blank_it_equals_the_generator(seed: int) -> None:
    for position in random_positions(3, 100 + seed, blanks=1):
        assert_same(position)


def test_with_two_blanks_it_equals_the_generator() -> None:
    for position in random_positions(3, 200, blanks=2):
        assert_same(position)


@pytest.mark.parametrize(("blanks", "count"), [(0, 4), (1, 2), (2, 1)])
def test_it_equals_trying_everything(blanks: int, count: int) -> None:
    for position in random_positions(count, 300 + blanks, blanks=blanks, words=few_words(100)):
        tried = by_trying_everything(position)
        assert sorted(placements(position), key=str) == sorted(tried, key=str)
        assert best(position) == max(tried.values(), default=None)


@pytest.mark.parametrize("seed", range(3))
def test_the_restricted_game_three_ways(seed: int) -> None:
    """The study's two rules, its squares with cylinders, and the generator allow the same plays."""
    lengths = set()
    for position in random_positions(12, 400 + seed, words=few_words(4000)):
        position = replace(position, rules=RESTRICTED)
        strategy = {arrangement.placement: arrangement.score for arrangement in arrangements(position)}
        assert sorted(placements(position), key=str) == sorted(strategy, key=str)
        assert {placement.placement: placement.score for placement in all_placements(position)} == strategy
        assert best(position) == max(strategy.values(), default=None)
        assert all(is_legal(position, placement) for placement in strategy)
        lengths |= {len(placement.word) for placement in strategy}
    assert lengths >= {5}


def test_the_restricted_game_with_a_blank() -> None:
    for position in random_positions(4, 500, blanks=1, words=few_words(1000)):
        position = replace(position, rules=RESTRICTED)
        assert sorted(placements(position), key=str) == sorted(
            (arrangement.placement for arrangement in arrangements(position)), key=str
        )


def test_it_travels_to_a_worker() -> None:
    position = next(iter(random_positions(1, 600)))
    assert sorted(placements(position, Limits(memory_mb=4000)), key=str) == sorted(placements(position), key=str)


def test_no_play_in_a_slot_beats_its_bound() -> None:
    for position in random_positions(6, 700, blanks=1):
        bounds = {
            (slot.across, *slot.origin, slot.length): most_points(
                position, slot, fitting(position.lexicon, slot.pattern)
            )
            for slot in slots(position.board, position.rack.total)
        }
        for placement, points in all_placements(position):
            assert points <= bounds[placement.across, placement.row, placement.column, len(placement.word)]


def test_facts_tell_the_play_again() -> None:
    position = next(iter(random_positions(1, 800, blanks=1)))
    facts = SlotFacts(position.board)
    assert len(facts.names) == len(set(facts.names)) == facts.total
    with CPSAT.open(PLACEMENT.encode(position), UNLIMITED, DEFAULTS) as session:
        outcome = session.solve()
        assert isinstance(outcome, Satisfied)
        names = [facts.names[fact - 1] for fact in outcome.facts if fact > 0]
        assert decode_atoms(position.board, names) == outcome.answer
        under = session.solve(assume=[fact for fact in outcome.facts if fact > 0])
    assert isinstance(under, Satisfied)
    assert under.answer == outcome.answer


def test_without_tiles_there_is_no_play() -> None:
    position = next(iter(random_positions(1, 900)))
    assert placements(replace(position, rack=NO_TILES)) == []
    assert best(replace(position, rack=NO_TILES)) is None


def test_an_opening_goes_across_unless_both_are_requested() -> None:
    board = Board.empty(seven())
    assert {slot.across for slot in slots(board, 7)} == {True}
    assert len(list(slots(board, 7, both=True))) == 2 * len(list(slots(board, 7)))


def test_a_single_tile_is_listed_once() -> None:
    board = Board.from_rows(seven(), ["." * 7] * 3 + ["..ab..."] + ["..a...."] + ["." * 7] * 2)
    one_tile = [(slot.across, slot.open_places) for slot in slots(board, 1)]
    assert (True, (3,)) in one_tile, "the square beside a and below b, as a word across"
    assert not [slot for slot in slots(board, 1) if not slot.across and slot.origin == (3, 3) and slot.length == 2]


def test_the_lexicon_is_cut_down_to_line_and_rack() -> None:
    words = Lexicon.of(["cab", "cat", "coat", "abba", "at"], "five")

    def fits(pattern: str, rack: str) -> list[str]:
        places = ["abcdefghijklmnopqrstuvwxyz".find(letter) for letter in pattern]
        return ["".join(chr(97 + letter) for letter in word) for word in fitting(words, places, Rack.read(rack))]

    assert fits("...", "CAB") == ["cab"]
    assert fits("...", "CA?") == ["cab", "cat"]
    assert fits("..t", "CA") == ["cat"]
    assert fits(".b..", "ABA") == ["abba"]
    assert fits(".b..", "ABB") == []
    assert fits("....", "??") == []


def test_words_for_people() -> None:
    counts = [count_of(4, 0), count_of(4, 1), count_of(4, 2), count_of(26, 1)]
    assert [count.say() for count in counts] == ["no E", "one E", "two Es", "one blank"]
    assert [count.say("fr") for count in counts] == ["aucun E", "un E", "deux E", "un joker"]
    gcg, french = ([line_name(True, 7, way), line_name(False, 3, way)] for way in NOTATIONS)
    assert [line.say() for line in gcg] == ["row 8", "column D"]
    assert [line.say() for line in french] == ["row H", "column 4"]
    assert [line.say("fr") for line in french] == ["la ligne H", "la colonne 4"]


def why(word: str, rack: str = "EILNTU", board: str = MARS, **settings: str) -> list[list[str]]:
    explanation = entails.explain(
        entails.parse("scrabble", f"{board} {rack}/", word=word, lexicon="enable", **settings)
    )
    assert explanation.complete
    return [[group.text for group in conflict.groups] for conflict in explanation.conflicts]


@pytest.mark.parametrize(
    ("word", "rack", "reasons"),
    [
        ("H8 SILENT", "EILNTU", []),
        ("H8 SILENZ", "EILNZU", [["the word down column H, SILENZ, is in the lexicon"]]),
        ("H8 SILENT", "EILNU", [["the rack has no T", "the rack has no blank"]]),
        ("H8 SILENt", "EILNTU", [["the rack has no blank"]]),
        ("H8 SILENT", "EILN??", []),
        ("8F SILENT", "EILNTS", [["F8 already has A"], ["G8 already has R"], ["H8 already has S"]]),
        ("1A LINE", "EILNTU", [["the word touches a tile on the board"]]),
        ("9E LE", "EILNTU", [["the cross word in column E, ML, is in the lexicon"]]),
        ("8E MARSL", "EILNTU", [["the word across row 8, MARSL, is in the lexicon"]]),
        ("8E MARS", "EILNTU", [["at least one tile is laid"]]),
        ("8I FACE", "ACEFLNT", [["the square before the word, H8, is empty"]]),
        ("E8 M", "EILNTU", [["at least one tile is laid"], ["a word has two letters or more"]]),
    ],
)
def test_why_a_word_cannot_be_played(word: str, rack: str, reasons: list[list[str]]) -> None:
    conflicts = why(word, rack)
    assert [reason for reason in reasons if reason not in conflicts] == []
    assert bool(conflicts) == bool(reasons)
    assert ["the word touches a tile on the board"] not in conflicts or [
        "the word touches a tile on the board"
    ] in reasons


FAULT_OF_RULE = {"before": "incomplete", "after": "incomplete", "start": "start", "touch": "not_connected"}


def test_every_reason_about_squares_is_confirmed_by_the_checker() -> None:
    """In every slot for two or more tiles, a rule about squares fails exactly if the checker reports its fault."""
    seen: set[str] = set()
    for position in random_positions(12, 3):
        for slot in slots(position.board, 3, both=True):
            if len(slot.open_places) < 2 or not slot.fits:
                continue
            tiles = "".join("." if tile >= 0 else "E" for tile in slot.pattern)
            shown = "".join("E" if tile < 0 else ALPHABET[tile].upper() for tile in slot.pattern)
            play = Placement(*slot.origin, slot.across, shown, tiles)
            faults = {reason.code for reason in legality(position.board, play, None, None, position.tile_set)}
            broken_rules = {rule.name for rule in requirements(position, slot) if not rule.holds}
            assert {FAULT_OF_RULE[name] for name in broken_rules} == faults & set(FAULT_OF_RULE.values()), (
                slot,
                faults,
            )
            seen |= broken_rules
    assert seen == set(FAULT_OF_RULE)


def test_why_not_at_the_start_and_over_the_edge() -> None:
    empty = "/".join(["15"] * 15)
    assert ["the first word covers the start, H8"] in why("1A LINE", board=empty)
    assert ["the word ends before the edge of the board"] in why("8M LINE", board=empty)
    assert ["the rack has no Q", "the rack has no U", "the rack has one blank"] in why("8G QUIT", "ILNT?", empty)
    assert why("H7 LINE", board=empty, notation="french") == []
    assert ["the square before the word, H4, is empty"] not in why("4H LINE", board=empty, notation="french")


def test_why_not_in_the_restricted_game() -> None:
    result = why("8E MARSE", "EILNTU", rules="restricted")
    assert ["in the restricted game a word goes through one tile and completes no other"] in result
    assert ["in the restricted game a word has 4, 5, 6 letters"] in why("9E EL", rules="restricted")
    assert ["in the restricted game no second word is made in column E"] in why("9E EL", rules="restricted")


def test_what_the_wanted_word_scores() -> None:
    outcome = entails.solve(entails.parse("scrabble", f"{MARS} EILNTU/", word="H8 SILENT"), engine="cpsat")
    assert isinstance(outcome, Satisfied)
    assert (outcome.answer.tiles, outcome.objective) == (".ILENT", 7)


@pytest.mark.parametrize("blanks", [0, 1])
def test_positions_of_two_other_engines(blanks: int) -> None:
    """Counts, best scores and sums of scores equal those of Quackle and scrabble-solver."""
    words, _ = read_lexicon(outside_data("scrabble/lexicon_enable_168548.txt").read_bytes(), "enable", "en")
    lines = outside_data("scrabble/oracle_enable.tsv").read_text("utf-8").splitlines()
    chosen = [line.split("\t") for line in lines if line.split("\t")[1].count("?") == blanks][: 3 - 2 * blanks]
    for board, rack, count, highest, total in chosen:
        position = replace(entails.parse("scrabble", f"{board} {rack}/"), lexicon=words)
        result = placements(position)
        points = [score(position.board, item, position.tile_set, position.rules).total for item in result]
        assert [len(result), max(points, default=-1), sum(points)] == [int(count), int(highest), int(total)]
        assert best(position) == int(highest)


@pytest.mark.parametrize(("blanks", "count"), [(0, 20), (1, 6), (2, 2)])
def test_the_best_is_the_best_of_the_generator(blanks: int, count: int) -> None:
    for position in random_positions(count, 1000, blanks=blanks):
        result = best_placement(position)
        assert best(position) == (None if result is None else result.score)


def test_the_checker_of_statements_agrees_with_the_generator() -> None:
    """The statement checker accepts exactly the letters that the generator lays, among those of a slot's words."""
    for position in random_positions(3, 1100, words=few_words(300)):
        legal = {(p.across, p.row, p.column, p.word.lower()) for p, _ in all_placements(position)}
        for _, slot, words, _ in choose(position).parts:
            statement = state(position, slot, words).statement
            for letters in words.tolist():
                word = "".join(ALPHABET[letter] for letter in letters)
                kept = broken(statement, letters) is None
                assert kept == ((slot.across, *slot.origin, word) in legal)


def test_every_rule_has_french_words() -> None:
    for word, rules in (("9E LE", "standard"), ("8M QUEEN", "standard"), ("9E EL", "restricted")):
        wanted = entails.parse("scrabble", f"{MARS} EILNTU/", word=word, lexicon="enable", rules=rules)
        (part,) = choose(wanted).parts
        groups = [group for group in state(*part).statement.groups if group.soft]
        assert len(groups) > 5
        assert [group.text for group in groups if group.say("fr") == group.text] == []
    wanted = entails.parse("scrabble", f"{MARS} EILNT?/", word="8E MARSQ", lexicon="enable")
    french = [group.say("fr") for group in state(*choose(wanted).parts[0]).statement.groups]
    assert "le chevalet n'a aucun Q" in french
    assert "le mot horizontal dans la ligne 8, MARSQ, est dans le lexique" in french
