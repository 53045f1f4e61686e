"""Partitions against plain counts of feedback, with and without a matrix."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from entails.data.wordle import words_for
from entails.models.wordle.history import COLOURS, COUNTS, SCORINGS, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.partition import FeedbackOracle

from .wordle_lists import every_row, every_secret, few_letters

BOTH = pytest.mark.parametrize("scoring", SCORINGS.values(), ids=list(SCORINGS))
LENGTHS = pytest.mark.parametrize("length", [2, 5, 6, 8, 11])


def sizes(words: Words, scoring: Scoring, guess: int, members: list[int]) -> Counter[int]:
    """Count how many of these secrets give each feedback."""
    return Counter(scoring.score(words.word(guess), words.word(secret)) for secret in members)


@BOTH
@LENGTHS
@pytest.mark.parametrize("streamed", [False, True], ids=["matrix", "streamed"])
def test_groups_are_what_one_counts(scoring: Scoring, length: int, streamed: bool) -> None:
    words = few_letters(length, length)
    oracle = FeedbackOracle.of(words, scoring, streamed=streamed)
    assert (oracle.matrix is None) == streamed
    members = every_secret(words)[::2]
    groups = oracle.groups(every_row(words), members)
    for guess in range(0, len(words), 5):
        plain = np.array([*sizes(words, scoring, guess, members.tolist()).values()])
        shares = plain / len(members)
        assert groups.parts[guess] == len(plain)
        assert groups.worst[guess] == plain.max()
        assert groups.squares[guess] == (plain**2).sum()
        assert groups.bits[guess] == pytest.approx(-(shares * np.log2(shares)).sum(), abs=1e-8)
        assert groups.expected_size[guess] == pytest.approx((plain * shares).sum())


@BOTH
@LENGTHS
@pytest.mark.parametrize("streamed", [False, True], ids=["matrix", "streamed"])
def test_a_prior_weighs_the_parts(scoring: Scoring, length: int, streamed: bool) -> None:
    plain = few_letters(length, length)
    weights = np.random.default_rng(length).random(plain.answers)
    weights[::3] = 0.0
    words = replace(plain, weights=weights)
    members = every_secret(words)[5:]
    oracle = FeedbackOracle.of(words, scoring, streamed=streamed)
    groups = oracle.groups(every_row(words), members)
    chances = weights[members] / weights[members].sum()
    assert oracle.chances(members).tolist() == chances.tolist()
    for guess in range(0, len(words), 7):
        codes = [scoring.score(words.word(guess), words.word(secret)) for secret in members.tolist()]
        counts = Counter(codes)
        masses: Counter[int] = Counter()
        for code, chance in zip(codes, chances, strict=True):
            masses[code] += chance
        held = np.array([mass for mass in masses.values() if mass > 0])
        assert groups.bits[guess] == pytest.approx(-(held * np.log2(held)).sum(), abs=1e-9)
        assert groups.expected_size[guess] == pytest.approx(sum(masses[code] * counts[code] for code in counts))
        assert groups.worst[guess] == max(counts.values())


def test_a_prior_that_knows_none_of_the_words_left_takes_them_alike() -> None:
    words = replace(few_letters(2, 5), weights=np.zeros(40))
    assert FeedbackOracle.of(words, COLOURS).chances(every_secret(words)[:4]).tolist() == [0.25] * 4


def test_streaming_is_the_matrix_on_the_real_lists() -> None:
    words = words_for()
    members = every_secret(words)[::7]
    kept = FeedbackOracle.of(words, COLOURS).groups(every_row(words), members)
    streamed = FeedbackOracle.of(words, COLOURS, streamed=True).groups(every_row(words), members)
    for name in ("parts", "worst", "squares", "size_bits"):
        assert (getattr(kept, name) == getattr(streamed, name)).all(), name


@BOTH
@pytest.mark.parametrize("streamed", [False, True], ids=["matrix", "streamed"])
def test_split_makes_the_parts(scoring: Scoring, streamed: bool) -> None:
    words = few_letters(3, 6)
    oracle = FeedbackOracle.of(words, scoring, streamed=streamed)
    members = every_secret(words)[::3]
    for guess in (0, 17, len(words) - 1):
        parts = dict(oracle.split(guess, members))
        assert {code: len(part) for code, part in parts.items()} == sizes(words, scoring, guess, members.tolist())
        assert sorted(np.concatenate([*parts.values()]).tolist()) == members.tolist()
        for code, part in parts.items():
            assert (oracle.codes(guess, part) == code).all()
            assert part.tolist() == sorted(part.tolist())
    assert list(oracle.split(0, members[:0])) == []


def test_known_openers() -> None:
    """Known openers have their published figures: SOARE 5.886 bits, ROATE 60.42 words, TRACE 150 parts, RAISE 168."""
    words = words_for()
    rows = np.array([words.row_of(word) for word in ("soare", "roate", "trace", "raise")], np.int32)
    groups = FeedbackOracle.of(words, COLOURS, streamed=True).groups(rows, every_secret(words))
    assert groups.bits[0] == pytest.approx(5.886, abs=5e-4)
    assert groups.expected_size[1] == pytest.approx(60.42, abs=5e-3)
    assert groups.parts[2] == 150
    assert groups.worst[3] == 168


def test_counts_tell_less_than_colours() -> None:
    words = few_letters(9, 5)
    members = every_secret(words)
    colours, counts = (FeedbackOracle.of(words, kind).groups(every_row(words), members) for kind in (COLOURS, COUNTS))
    assert (colours.bits >= counts.bits - 1e-9).all()
    assert (colours.parts >= counts.parts).all()
