"""The study's own entropy: what it is, what it is not, and that shuffling a dictionary changes nothing."""

import numpy as np
import pytest
from solvers.wordle_lists import every_row, every_secret, few_letters

from clausal.data.lexicons import lexicon
from clausal.data.wordle import words_for
from clausal.models.letters import to_letters
from clausal.models.wordle import COLOURS, Words
from clausal.solvers.kernels.word_degenerate import is_similar
from clausal.solvers.wordle.degenerate import degenerate_bits
from clausal.solvers.wordle.evaluate import evaluate
from clausal.solvers.wordle.groups import Referee
from clausal.studies.wordle.degenerate import bits_in_order, counting_order, play_the_study, shuffled_bits
from clausal.studies.wordle.openers import STUDY, opening


def similar(guess: str, word: str, combination: str) -> bool:
    colours = np.array(["XZO".index(mark) for mark in combination], np.uint8)
    return bool(is_similar(to_letters([guess], len(guess))[0], to_letters([word], len(word))[0], colours))


def test_the_examples_of_the_study() -> None:
    assert similar("armon", "arbre", "OOXXX")
    assert similar("armon", "arisa", "OOXXX")


def test_a_pair_has_many_combinations() -> None:
    """A grey looks at its own place only, so a letter that is elsewhere may be yellow or grey."""
    fitting = [
        "".join("XZO"[c] for c in one)
        for one in counting_order(3)
        if similar("tas", "sac", "".join("XZO"[c] for c in one))
    ]
    assert fitting == ["XZX", "XZZ", "XOX", "XOZ"]
    assert COLOURS.write(COLOURS.score("tas", "sac"), 3) == "bgy"


@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_the_right_combination_is_always_among_them(length: int) -> None:
    words = few_letters(length, length, letters=3)
    for guess in words.words()[:20]:
        for secret in words.words()[:20]:
            colours = COLOURS.colours(COLOURS.score(guess, secret), length)
            assert similar(guess, secret, "".join("XZO"[colour] for colour in colours))


@pytest.mark.parametrize(("length", "letters"), [(2, 5), (3, 3), (4, 3), (4, 6), (5, 2)])
def test_the_compiled_form_is_the_one_with_a_list_of_memory(length: int, letters: int) -> None:
    words = few_letters(length, length, letters=letters, secrets=25, others=5)
    fast = degenerate_bits(words, every_row(words), every_secret(words))
    slow = [bits_in_order(guess, words.secrets, counting_order(length)) for guess in words.letters]
    assert fast == pytest.approx(slow, abs=1e-9)


def test_without_repeated_letters_only_the_places_that_agree_count() -> None:
    words = words_for("fr", 5)
    guess = words.row_of("tares")
    assert guess is not None
    masks = (words.letters == words.letters[guess]) @ (1 << np.arange(5))
    shares = np.bincount(masks) / len(words)
    shares = shares[shares > 0]
    found = degenerate_bits(words, np.array([guess], np.int32), every_secret(words))
    assert found[0] == pytest.approx(-(shares * np.log2(shares)).sum())


def test_shuffling_the_dictionary_changes_nothing() -> None:
    words = few_letters(8, 4, letters=5)
    bits = shuffled_bits(words.letters[3], words.secrets, 6)
    assert max(bits) - min(bits) < 1e-12


def test_the_order_of_combinations_changes_it_and_backwards_it_is_right() -> None:
    """Right for guesses without repeated letters: green is then tried before yellow, and yellow before grey."""
    words = few_letters(8, 4, letters=6)
    true = Referee.of(words, COLOURS).groups(every_row(words), every_secret(words)).bits
    order = counting_order(4)
    rows = [row for row in range(len(words)) if len(set(words.word(row))) == 4]
    assert len(rows) > 5
    for row in rows:
        backwards = bits_in_order(words.letters[row], words.secrets, order[::-1])
        assert backwards == pytest.approx(true[row], abs=1e-8)
        assert bits_in_order(words.letters[row], words.secrets, order) < true[row]


def test_the_openers_of_the_study_come_out_again() -> None:
    """English, five letters: the study has CARES with 3.0; its tables are rounded, and its list is another."""
    words = Words.of(lexicon("enable").letters(5), name="enable", language="en")
    found = opening(words, COLOURS, strategy="entropy-degenerate", top=1)
    assert found.best[0].word == STUDY["en", 5].word == "cares"
    assert found.study_degenerate_bits == pytest.approx(3.0, abs=0.1)
    assert found.study_word is not None
    assert found.study_word.bits == pytest.approx(6.02, abs=0.01)


@pytest.mark.parametrize("key", STUDY, ids=lambda key: f"{key[0]}{key[1]}")
def test_its_bits_come_out_again(key: tuple[str, int]) -> None:
    language, length = key
    letters = lexicon("fr" if language == "fr" else "enable").letters(length)
    words, row = Words.of(letters, name="list"), STUDY[key]
    at = words.row_of(row.word)
    assert at is not None
    found = degenerate_bits(words, np.array([at], np.int32), every_secret(words))
    assert found[0] == pytest.approx(row.bits, abs=0.18)


def test_its_solver_finds_every_secret_but_slowly() -> None:
    words = Words.of(lexicon("wordle-answers").letters(5), name="answers")
    played = play_the_study(words)
    assert sum(played.values()) == 2315
    mean = sum(turns * secrets for turns, secrets in played.items()) / 2315
    with_the_right_filter = evaluate(words, COLOURS, "entropy-degenerate")
    assert mean == pytest.approx(5.29, abs=0.01)
    assert with_the_right_filter.mean == pytest.approx(3.59, abs=0.01)
    assert max(played) > with_the_right_filter.max
