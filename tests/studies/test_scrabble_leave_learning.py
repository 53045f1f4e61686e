"""Learning leave values: it finds what is there, from the same examples each time."""

from random import Random

from scrabble_positions import few_words, seven

from clausal.data.scrabble import shipped_tile_set
from clausal.models.scrabble.leave import worthless
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.tiles import SYMBOLS
from clausal.studies.scrabble.leave_learning import Example, examples_of_game, learn


def test_learning_finds_what_is_there() -> None:
    """Outcomes made from known values, and some noise: they come back."""
    luck, bag = Random(1), [t for t, count in enumerate(shipped_tile_set("english").counts) for _ in range(count)]
    racks = [Rack.of(luck.sample(bag, 7)) for _ in range(6000)]
    examples = [
        Example(rack, 30 + 20.0 * rack.blanks - 6.0 * rack.counts[SYMBOLS.index("V")] + luck.gauss(0, 5))
        for rack in racks
    ]
    values = learn(examples, "en", "enable", 1)
    assert values.positions == 6000
    assert 16 < values.copies["?"][0] < 22
    assert -8 < values.copies["V"][0] < -4
    assert all(abs(values.copies[symbol][0]) < 2 for symbol in "AEINRST")


def test_examples_are_the_same_again() -> None:
    layout, tiles, words = seven(), shipped_tile_set("english"), few_words()
    first = examples_of_game(layout, tiles, words, worthless("en"), 3)
    assert first == examples_of_game(layout, tiles, words, worthless("en"), 3)
    assert all(example.rack.total == 7 for example in first)
    assert len(first) >= 8
