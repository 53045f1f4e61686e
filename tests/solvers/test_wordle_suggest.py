"""Suggestions: ranks, ties, modes, priors, and the player's own ideas."""

from dataclasses import replace

import numpy as np
import pytest

from entails.data.wordle import words_for
from entails.models.alphabet import to_letters
from entails.models.errors import InvalidData, InvalidMove, InvalidOption
from entails.models.fields import Document
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import COLOURS, COUNTS
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Mode, candidates, still_allowed
from entails.solvers.wordle.partition import CRITERIA, evaluate
from entails.solvers.wordle.suggest import ranking, suggest

from .wordle_lists import every_secret, few_letters

WORDS = words_for()
HISTORY = (("crane", COLOURS.read("bybbg", 5)),)
LEFT = candidates(HISTORY, WORDS.secrets, COLOURS)


def words_of(*answers: str, also: tuple[str, ...] = ()) -> Words:
    length = len(answers[0])
    allowed = to_letters([*answers, *also], length)
    return Words.of(to_letters(list(answers), length), allowed, name="mine")


@pytest.mark.parametrize(
    ("strategy", "first"),
    [("entropy", "soare"), ("expected-size", "roate"), ("minimax", "arise"), ("most-parts", "trace")],
)
def test_the_best_openers(strategy: str, first: str) -> None:
    (best,) = suggest(WORDS, COLOURS, every_secret(WORDS), strategy=strategy, top=1)
    assert best.word == first
    assert best.rank == 1


@pytest.mark.parametrize("strategy", CRITERIA)
def test_every_strategy_ranks_its_guesses(strategy: str) -> None:
    suggestions = suggest(WORDS, COLOURS, LEFT, strategy=strategy, history=HISTORY, top=8)
    assert len({item.word for item in suggestions}) == 8
    assert [item.rank for item in suggestions] == sorted(item.rank for item in suggestions)
    again = suggest(WORDS, COLOURS, LEFT, strategy=strategy, history=HISTORY, top=8)
    assert suggestions == again


def test_description_of_a_guess() -> None:
    best = suggest(WORDS, COLOURS, LEFT, top=1)[0]
    codes = [COLOURS.score(best.word, secret) for secret in WORDS.words(LEFT)]
    sizes = [codes.count(code) for code in set(codes)]
    assert (best.parts, best.worst) == (len(sizes), max(sizes))
    assert best.expected_size == pytest.approx(sum(size**2 for size in sizes) / len(codes))
    assert best.chance == 0
    inside = suggest(WORDS, COLOURS, LEFT, pool="candidates", top=1)[0]
    assert inside.chance == pytest.approx(1 / len(LEFT))
    assert inside.word in WORDS.words(LEFT)


def test_of_equal_guesses_candidates_come_first_then_answers_then_the_rest() -> None:
    words = words_of("cat", "dog", also=("cod", "bat", "zax"))
    ordered = [item.word for item in suggest(words, COLOURS, every_secret(words), top=9)]
    assert ordered == ["cat", "dog", "bat", "cod", "zax"]
    with_more = words_of("cat", "dog", "pig", also=("cod", "ago"))
    left = candidates([("pig", COLOURS.score("pig", "cat"))], with_more.secrets, COLOURS)
    assert with_more.words(left) == ["cat"]
    assert suggest(with_more, COLOURS, left, top=1)[0].word == "cat"


def test_ranks_are_shared() -> None:
    words = words_of("cat", "dog", also=("cod", "bat", "zzz"))
    result = {item.word: item.rank for item in suggest(words, COLOURS, every_secret(words), top=9)}
    assert result == {"cat": 1, "dog": 1, "bat": 1, "cod": 1, "zzz": 5}


def test_nothing_left_suggests_nothing() -> None:
    none = np.zeros(0, np.int32)
    assert suggest(WORDS, COLOURS, none) == []
    assert ranking(WORDS, COLOURS, none).judge("crane") is None


def test_random_takes_a_seed() -> None:
    draws = {suggest(WORDS, COLOURS, LEFT, strategy="random", seed=seed, top=1)[0].word for seed in range(12)}
    assert len(draws) > 5
    assert draws <= set(WORDS.words(LEFT))


def plainly_hard(word: str, history: tuple[tuple[str, int], ...]) -> bool:
    """Return whether a word obeys the New York Times' hard mode, letter by letter."""
    for guess, code in history:
        colours = COLOURS.colours(code, 5)
        if any(colour == 2 and word[place] != guess[place] for place, colour in enumerate(colours)):
            return False
        revealed = [letter for letter, colour in zip(guess, colours, strict=True) if colour]
        if any(word.count(letter) < revealed.count(letter) for letter in revealed):
            return False
    return True


@pytest.mark.parametrize("secret", ["abbey", "geese", "hound", "mamma", "eerie"])
@pytest.mark.parametrize("mode", ["normal", "hard", "ultra"])
def test_modes(secret: str, mode: Mode) -> None:
    words = replace(WORDS, letters=WORDS.letters[::4], answers=len(WORDS.secrets[::4]))
    history = tuple((guess, COLOURS.score(guess, secret)) for guess in ("crane", "sleet", "belle"))
    texts = words.words()
    allowed = {
        "normal": texts,
        "hard": [word for word in texts if plainly_hard(word, history)],
        "ultra": [word for word in texts if all(COLOURS.score(guess, word) == code for guess, code in history)],
    }
    assert words.words(still_allowed(words, COLOURS, mode, history)) == allowed[mode]


def test_hard_mode_lets_grey_letters_and_yellow_places_come_back() -> None:
    history = (("crane", COLOURS.score("crane", "abbey")),)
    allowed = WORDS.words(still_allowed(WORDS, COLOURS, "hard", history))
    assert {"crane", "agate", "abbey", "brake"} <= set(allowed)
    assert "hound" not in allowed
    ultra = WORDS.words(still_allowed(WORDS, COLOURS, "ultra", history))
    assert set(ultra) < set(allowed)
    assert "crane" not in ultra


@pytest.mark.parametrize("mode", ["hard", "ultra"])
def test_suggestions_keep_to_the_mode(mode: Mode) -> None:
    suggestions = suggest(WORDS, COLOURS, LEFT, mode=mode, history=HISTORY, top=30)
    permitted = set(WORDS.words(still_allowed(WORDS, COLOURS, mode, HISTORY)))
    assert {item.word for item in suggestions} <= permitted
    assert suggestions[0].bits < suggest(WORDS, COLOURS, LEFT, top=1)[0].bits


def test_hard_mode_needs_colours() -> None:
    with pytest.raises(InvalidOption, match="expected normal or ultra mode"):
        suggest(WORDS, COUNTS, LEFT, mode="hard", history=(("crane", 3),))
    assert suggest(WORDS, COUNTS, LEFT, mode="ultra", history=(("crane", COUNTS.score("crane", "dirge")),), top=1)


def test_your_own_guess_is_rated_on_the_same_scale() -> None:
    ranked = ranking(WORDS, COLOURS, LEFT, history=HISTORY)
    fourth = ranked.best(4)[3]
    assert ranked.judge(fourth.word.upper()) == fourth
    outside = ranked.judge("zzzzz")
    assert outside is not None
    assert (outside.row, outside.allowed, outside.parts, outside.bits) == (None, False, 1, 0.0)
    hard = ranking(WORDS, COLOURS, LEFT, history=HISTORY, mode="hard").judge("sough")
    assert hard is not None
    assert (hard.row is not None, hard.allowed) == (True, False)
    with pytest.raises(InvalidMove, match="your guess: 'four' is not a word of this game; expected 5 letters"):
        ranked.judge("four")


@pytest.mark.parametrize("strategy", CRITERIA)
def test_any_strategy_can_judge(strategy: str) -> None:
    judged = ranking(WORDS, COLOURS, LEFT, strategy=strategy).judge("hound")
    assert judged is not None
    assert judged.parts == ranking(WORDS, COLOURS, LEFT).judge("hound").parts  # type: ignore[union-attr]


def test_a_prior_prefers_common_words() -> None:
    likely = words_for("en", 6, prior="frequency")
    assert likely.weights is not None
    assert likely.weights.sum() == pytest.approx(1)
    weight = {word: likely.weights[likely.row_of(word)] for word in ("people", "should", "zygote", "zymase")}
    assert weight["people"] == pytest.approx(weight["should"], rel=0.05)
    assert weight["people"] > 3 * weight["zygote"] > 30 * weight["zymase"] > 0
    flat = words_for("en", 6)
    members = np.array(
        [likely.row_of(word) for word in ("people", "peoply", "zymase") if likely.row_of(word)], np.int32
    )
    even, weighted = (suggest(words, COLOURS, members, pool="candidates", top=2) for words in (flat, likely))
    assert {round(item.chance, 6) for item in even} == {0.5}
    chances = {item.word: item.chance for item in weighted}
    assert chances["people"] > 0.99
    assert sum(chances.values()) == pytest.approx(1)


def test_a_list_without_frequencies_has_no_prior() -> None:
    with pytest.raises(InvalidOption, match="mine has no word frequencies"):
        words_for("en", 3, answers=Lexicon.of(["cat", "dog"], "mine"), prior="frequency")


def test_a_prior_of_ones_own() -> None:
    own = Document(b"# mine\nCAT 3\ndog,1\nhorse 9\n", "mine.txt")
    words = words_for("en", 3, answers=Lexicon.of(["cat", "dog", "hen"], "animals"), prior=own)
    assert words.weights is not None
    assert words.weights.tolist() == pytest.approx([0.6, 0.2, 0.2])
    result = evaluate(words, COLOURS, "entropy", opener="hen")
    assert result.expected == pytest.approx(0.2 * 1 + 0.6 * 2 + 0.2 * 3)
    assert evaluate(replace(words, weights=None), COLOURS, "entropy").expected is None
    for text in (b"cat x", b"cat -1", b"cat", b"cat 1 2", b"cat inf", b"horse 2"):
        with pytest.raises(InvalidData, match=r"mine\.txt"):
            words_for("en", 3, answers=Lexicon.of(["cat"], "animals"), prior=Document(text, "mine.txt"))
    with pytest.raises(InvalidOption, match="unknown prior 'mine'"):
        words_for("en", 3, prior="mine")


def test_which_lists_go_together() -> None:
    from entails.data.lexicons import lexicon

    def sizes(words: Words) -> tuple[int, int]:
        return words.answers, len(words)

    assert sizes(WORDS) == (2315, 12972)
    assert sizes(words_for(answers=lexicon("wordle-answers-2309"))) == (2309, 12972)
    assert sizes(words_for(allowed=lexicon("wordle-allowed-14855"))) == (2315, 14855)
    assert sizes(words_for(answers=lexicon("wordle-answers"), allowed=lexicon("wordle-answers"))) == (2315, 2315)
    assert sizes(words_for("en", 4)) == sizes(words_for("en", 4, answers=lexicon("enable")))
    assert words_for("fr").name == "fr"
    for wrong in ({"language": "de"}, {"length": 16}, {"length": 1}):
        with pytest.raises(InvalidOption):
            words_for(**wrong)  # type: ignore[arg-type]


def test_unknown_strategy() -> None:
    with pytest.raises(InvalidOption, match="unknown strategy 'luck'; expected turns, entropy"):
        suggest(few_letters(1, 4), COLOURS, np.zeros(1, np.int32), strategy="luck")
