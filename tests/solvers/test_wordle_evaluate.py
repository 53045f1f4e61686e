"""Strategies against every secret: known totals, and the same games secret by secret."""

from collections import Counter

import numpy as np
import pytest

from entails.data.lexicons import lexicon
from entails.data.wordle import mastermind, words_for
from entails.models.errors import InvalidOption
from entails.models.wordle.history import COLOURS, COUNTS, SCORINGS, Scoring
from entails.solvers.wordle.feedback import Mode, Pool, candidates
from entails.solvers.wordle.partition import CRITERIA, FeedbackOracle, evaluate
from entails.solvers.wordle.suggest import suggest

from .wordle_lists import few_letters


@pytest.mark.parametrize(
    ("strategy", "total", "most", "opener"),
    [
        ("most-parts", 7951, 6, "trace"),
        ("entropy", 8018, 6, "soare"),
        ("expected-size", 8060, 5, "roate"),
        ("minimax", 8257, 6, "arise"),
    ],
)
def test_totals_on_wordles_own_lists(strategy: str, total: int, most: int, opener: str) -> None:
    result = evaluate(words_for(), COLOURS, strategy)
    assert (result.total, result.max, result.opener) == (total, most, opener)
    assert sum(result.distribution.values()) == 2315


@pytest.mark.parametrize(
    ("strategy", "mean", "opener"),
    [
        ("most-parts", 3.547, "trace"),
        ("entropy", 3.599, "raise"),
        ("expected-size", 3.625, "raise"),
        ("letter-frequency", 3.641, "slate"),
        ("letter-presence", 3.682, "alert"),
        ("minimax", 3.679, "arise"),
    ],
)
def test_means_among_candidates_only(strategy: str, mean: float, opener: str) -> None:
    result = evaluate(words_for(), COLOURS, strategy, pool="candidates")
    assert (round(result.mean, 3), result.max, result.opener) == (mean, 8, opener)


def test_random_guesses_on_average() -> None:
    """Random guesses average 4.08 and 5.16, as over many separate games; a seed gives one tree, so seeds scatter by
    0.12 and 0.07.
    """
    words = words_for()
    for scoring, mean in ((COLOURS, 4.085), (COUNTS, 5.164)):
        means = [evaluate(words, scoring, "random", seed=seed).mean for seed in range(20)]
        assert np.mean(means) == pytest.approx(mean, abs=0.05)


@pytest.mark.parametrize(
    ("strategy", "pool", "mean", "opener"),
    [
        ("entropy", "candidates", 4.620, "stare"),
        ("entropy", "allowed", 4.596, "stare"),
        ("letter-frequency", "candidates", 4.863, "slate"),
        ("letter-presence", "candidates", 4.838, "alert"),
        ("minimax", "candidates", 4.723, None),
        ("expected-size", "allowed", 4.612, None),
        ("most-parts", "allowed", 4.740, None),
    ],
)
def test_counts_as_feedback(strategy: str, pool: Pool, mean: float, opener: str | None) -> None:
    answers = lexicon("wordle-answers")
    result = evaluate(words_for(answers=answers, allowed=answers), COUNTS, strategy, pool=pool)
    assert round(result.mean, 3) == mean
    assert opener in (None, result.opener)


@pytest.mark.parametrize(
    ("strategy", "total", "most"),
    [("entropy", 5722, 6), ("expected-size", 5696, 6), ("most-parts", 5668, 6), ("minimax", 5801, 5)],
)
def test_classic_mastermind(strategy: str, total: int, most: int) -> None:
    result = evaluate(mastermind(), COUNTS, strategy)
    assert (result.total, result.max) == (total, most)


@pytest.mark.parametrize("scoring", SCORINGS.values(), ids=list(SCORINGS))
@pytest.mark.parametrize("strategy", ["entropy", "minimax", "letter-frequency", "entropy-degenerate"])
@pytest.mark.parametrize(("pool", "mode"), [("allowed", "normal"), ("candidates", "normal"), ("allowed", "ultra")])
def test_the_walk_is_the_game(scoring: Scoring, strategy: str, pool: Pool, mode: Mode) -> None:
    words = few_letters(21, 4, secrets=50, others=30)
    played: dict[int, int] = {}
    for secret in words.words(np.arange(words.answers)):
        history: list[tuple[str, int]] = []
        while not history or history[-1][0] != secret:
            left = candidates(history, words.secrets, scoring)
            guess = suggest(words, scoring, left, strategy=strategy, pool=pool, mode=mode, history=history, top=1)[0]
            history.append((guess.word, scoring.score(guess.word, secret)))
        played[len(history)] = played.get(len(history), 0) + 1
    for streamed in (False, True):
        result = evaluate(words, scoring, strategy, pool=pool, mode=mode, streamed=streamed)
        assert result.distribution == dict(sorted(played.items()))


def test_hard_mode_takes_longer_but_keeps_to_the_rule() -> None:
    normal, hard, ultra = (evaluate(words_for(), COLOURS, "most-parts", mode=mode, opener="salet") for mode in _MODES)
    assert normal.opener == "salet"
    assert 7920 <= normal.total < hard.total
    assert 8122 <= hard.total <= ultra.total


_MODES: tuple[Mode, ...] = ("normal", "hard", "ultra")


def test_an_opener_must_be_allowed() -> None:
    with pytest.raises(InvalidOption, match="'zzzzz' is not an allowed guess"):
        evaluate(words_for(), COLOURS, "entropy", opener="zzzzz")


def test_one_word() -> None:
    words = few_letters(4, 4, secrets=1, others=0)
    result = evaluate(words, COLOURS, "entropy")
    assert (result.total, result.mean, result.max, result.distribution) == (1, 1.0, 1, {1: 1})


def test_longer_words_are_streamed() -> None:
    """Seven-letter French words, which have no feedback matrix, are solved."""
    words = words_for("fr", 7)
    result = evaluate(words, COUNTS, "letter-frequency")
    assert sum(result.distribution.values()) == words.answers
    assert result.mean == pytest.approx(5.232, abs=0.01)


def test_letters_counted_wherever_they_stand() -> None:
    """With letters counted at any position (Kalaydjian & Duhem 2022), three anagrams are best, by brute force."""
    words = words_for()
    answers = words.words(np.arange(words.answers))
    common = Counter("".join(answers))
    score = {word: sum(common[letter] for letter in set(word)) for word in answers}
    best = [word for word in answers if score[word] == max(score.values())]
    assert best == ["alert", "alter", "later"]
    rows = np.arange(words.answers, dtype=np.int32)
    oracle = FeedbackOracle.of(words, COLOURS)
    costs = CRITERIA["letter-presence"](oracle, rows, rows, np.random.default_rng(0))
    assert costs.tolist() == [-score[word] for word in answers]
