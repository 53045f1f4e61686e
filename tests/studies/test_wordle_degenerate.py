"""The study's own entropy: its definition, its difference from Shannon's, and invariance to shuffling."""

import numpy as np
import pytest
from helpers import outside_data
from solvers.wordle_lists import every_row, every_secret, few_letters

from entails.data.lexicons import lexicon
from entails.models.alphabet import to_letters
from entails.models.wordle.history import COLOURS
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_groups import flagged_feedback, is_similar
from entails.solvers.wordle.partition import degenerate_bits, evaluate
from entails.studies.wordle.openers import STUDY, bits_in_order, counting_order, opening, play_the_study, shuffled_bits


def similar(guess: str, word: str, combination: str) -> bool:
    colours = np.array(["XZO".index(mark) for mark in combination], np.uint8)
    return bool(is_similar(to_letters([guess], len(guess))[0], to_letters([word], len(word))[0], colours))


def test_the_examples_of_the_study() -> None:
    assert similar("armon", "arbre", "OOXXX")
    assert similar("armon", "arisa", "OOXXX")


def test_a_pair_has_many_combinations() -> None:
    """A pair of words has many combinations: only the first letter's grey is checked, and a misplaced letter may be
    grey.
    """
    fitting = [
        "".join("XZO"[c] for c in item)
        for item in counting_order(3)
        if similar("tas", "sac", "".join("XZO"[c] for c in item))
    ]
    assert fitting == ["XXZ", "XOX", "XOZ"]
    assert COLOURS.write(COLOURS.score("tas", "sac"), 3) == "bgy"


@pytest.mark.parametrize(
    ("guess", "secret", "colours"),
    [
        ("aller", "abats", "OXXXX"),
        ("tares", "stare", "ZXZXZ"),  # a position already marked yellow cannot become yellow
        ("aabcd", "xxaay", "ZXXXX"),  # the first yellow uses up both copies of its letter
        ("aabcd", "xaaxx", "ZOXXX"),
    ],
)
def test_the_feedback_of_the_program(guess: str, secret: str, colours: str) -> None:
    result = np.empty(5, np.uint8)
    flagged_feedback(to_letters([guess], 5)[0], to_letters([secret], 5)[0], result)
    assert "".join("XZO"[colour] for colour in result) == colours


@pytest.mark.parametrize(("length", "letters"), [(2, 5), (3, 3), (4, 3), (4, 6), (5, 2)])
def test_the_compiled_form_is_the_one_with_a_list_of_memory(length: int, letters: int) -> None:
    words = few_letters(length, length, letters=letters, secrets=25, others=5)
    fast = degenerate_bits(words, every_row(words), every_secret(words))
    slow = [bits_in_order(guess, words.secrets, counting_order(length)) for guess in words.letters]
    assert fast == pytest.approx(slow, abs=1e-9)


def test_shuffling_the_dictionary_changes_nothing() -> None:
    words = few_letters(8, 4, letters=5)
    bits = shuffled_bits(words.letters[3], words.secrets, 6)
    assert max(bits) - min(bits) < 1e-12


def test_the_order_of_combinations_changes_it() -> None:
    words = few_letters(8, 4, letters=6)
    order = counting_order(4)
    forwards, backwards = (
        [bits_in_order(guess, words.secrets, item) for guess in words.letters] for item in (order, order[::-1])
    )
    assert forwards != pytest.approx(backwards)


def test_the_openers_of_the_study_come_out_again() -> None:
    """The study's English openers of five letters are reproduced up to rounding: CARES with 3.0."""
    words = Words.of(lexicon("enable").letters(5), name="enable", language="en")
    result = opening(words, COLOURS, strategy="entropy-degenerate", top=1)
    assert result.best[0].word == STUDY["en", 5].word == "cares"
    assert result.study_degenerate_bits == pytest.approx(3.0, abs=0.1)
    assert result.study_word is not None
    assert result.study_word.bits == pytest.approx(6.02, abs=0.01)


@pytest.mark.parametrize("key", STUDY, ids=lambda key: f"{key[0]}{key[1]}")
def test_its_bits_come_out_again(key: tuple[str, int]) -> None:
    language, length = key
    letters = lexicon("fr" if language == "fr" else "enable").letters(length)
    words, row = Words.of(letters, name="list"), STUDY[key]
    at = words.row_of(row.word)
    assert at is not None
    result = degenerate_bits(words, np.array([at], np.int32), every_secret(words))
    assert result[0] == pytest.approx(row.bits, abs=0.18)


def test_its_solver_finds_every_secret_but_slowly() -> None:
    words = Words.of(lexicon("wordle-answers").letters(5), name="answers")
    played = play_the_study(words, "crane")
    assert sum(played.values()) == 2315
    mean = sum(turns * secrets for turns, secrets in played.items()) / 2315
    with_the_right_filter = evaluate(words, COLOURS, "entropy-degenerate")
    assert mean == pytest.approx(5.127, abs=0.01)
    assert with_the_right_filter.mean == pytest.approx(3.738, abs=0.01)
    assert max(played) > with_the_right_filter.max


def test_their_list_gives_their_figures_to_four_digits() -> None:
    """With the study's list, without the last word that its reader loses, its figures are met to four digits."""
    path = outside_data("wordle/kalaydjian_duhem_english.txt")
    spelt = [word for word in path.read_text("ascii").lower().split()[:-1] if word.isalpha()]
    for length, word, bits in ((3, "sat", 1.6408), (4, "boas", 2.2180), (5, "cares", 3.0507)):
        words = Words.of(to_letters([item for item in spelt if len(item) == length], length), name="theirs")
        result = degenerate_bits(words, every_row(words), every_secret(words))
        assert words.word(int(result.argmax())) == word
        assert float(result.max()) == pytest.approx(bits, abs=5e-5)
