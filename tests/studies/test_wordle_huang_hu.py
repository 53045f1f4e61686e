"""a1, a2, probabilistic and triche, against plain versions of Huang & Hu 2022."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.models.wordle.history import COUNTS
from entails.studies.wordle.race import play
from entails.studies.wordle.strategies.base import NoStrategyOptions
from entails.studies.wordle.strategies.domains import (
    ArcConsistentPlayer,
    ChronologicalPlayer,
    ProbabilisticPlayer,
    log_probability,
)
from entails.studies.wordle.strategies.registry import strategy_of

from .wordle_tables import FIVE, table


def plainly_left(words: list[str], history: list[tuple[str, int, int]], *, arcs: bool) -> list[str]:
    """Return the words that the study's domains allow, computed plainly."""
    left = list(words)
    for guess, well, misplaced in history:
        left = [word for word in left if word != guess]
        if well == 0 and misplaced == 0 and arcs:
            left = [word for word in left if not set(word) & set(guess)]
        elif well == 0:
            left = [word for word in left if all(a != b for a, b in zip(word, guess, strict=True))]
    return left


@settings(max_examples=60, deadline=None)
@given(secret=st.sampled_from(FIVE), guesses=st.lists(st.sampled_from(FIVE), max_size=6), arcs=st.booleans())
def test_domains(secret: str, guesses: list[str], arcs: bool) -> None:
    lying_open = table()
    player = (ArcConsistentPlayer if arcs else ChronologicalPlayer)(lying_open, NoStrategyOptions(), 0)
    plain = []
    for guess in guesses:
        code = COUNTS.score(guess, secret)
        player.observe(guess, code)
        plain.append((guess, *COUNTS.counts(code, 5)))
    left = [word for word, alive in zip(lying_open.spellings, player.alive, strict=True) if alive]
    assert left == plainly_left(lying_open.spellings, plain, arcs=arcs)
    assert secret in left or secret in guesses


def test_a2_leaves_no_more_than_a1_by_the_annex() -> None:
    """a2 leaves no more words than a1: with nothing placed, a letter is removed from every position."""
    lying_open = table(["abcd", "eabf", "ghij", "klmn", "opqr"])
    players = [kind(lying_open, NoStrategyOptions(), 0) for kind in (ChronologicalPlayer, ArcConsistentPlayer)]
    for player in players:
        player.observe("abcd", 0)
    assert [int(player.alive.sum()) for player in players] == [4, 3]


def test_log_probability() -> None:
    lying_open = table(["aa", "ab", "bb"])
    everything = np.ones(3, dtype=bool)
    expected = np.log([2 / 3 * 1 / 3, 2 / 3 * 2 / 3, 1 / 3 * 2 / 3])
    assert log_probability(lying_open.secrets, everything) == pytest.approx(expected)
    assert log_probability(lying_open.secrets, np.array([True, False, False]))[2] == -np.inf


def test_probabilistic_takes_the_likeliest_first_and_never_again() -> None:
    lying_open = table()
    player = ProbabilisticPlayer(lying_open, NoStrategyOptions(), 0)
    value = log_probability(lying_open.secrets, np.ones(len(FIVE), dtype=bool))
    assert player.choose() == lying_open.spellings[int(value.argmax())]
    game = play(strategy_of("probabilistic"), lying_open, "zebra")
    assert len({move.word for move in game.moves}) == game.guesses


class TestTriche:
    def test_stage_one_blanks_until_something_is_missed(self) -> None:
        lying_open = table(["abcd", "abxy"])
        game = play(strategy_of("triche"), lying_open, "abxy", seed=next(self.seeds_for(lying_open, "abcd")))
        assert [move.word for move in game.moves] == ["abcd", "_bcd", "a_cd", "abxy"]

    def test_stage_two_copies_letters_to_every_open_position(self) -> None:
        lying_open = table(["abcd", "xaby"])
        game = play(strategy_of("triche"), lying_open, "xaby", seed=next(self.seeds_for(lying_open, "abcd")))
        assert [move.word for move in game.moves][:3] == ["abcd", "abcd", "aacd"]
        assert game.solved

    @pytest.mark.parametrize("feedback", ["counts", "colours"])
    def test_what_is_fixed_is_right(self, feedback: str) -> None:
        lying_open, strategy = table(feedback=feedback), strategy_of("triche")
        for seed, secret in enumerate(FIVE[:20]):
            player = strategy.begin(lying_open, seed)
            while (word := player.choose()) is not None:
                player.observe(word, lying_open.scoring.score(word, secret))
                assert all(player.word[place] == secret[place] for place in player.fixed)

    @staticmethod
    def seeds_for(lying_open, first):  # type: ignore[no-untyped-def]
        return (seed for seed in range(100) if strategy_of("triche").begin(lying_open, seed).choose() == first)


class TestGeneticCounted:
    def test_every_evaluation_is_a_guess_and_few_are_words(self) -> None:
        lying_open = table()
        games = [play(strategy_of("genetic-counted:mu=5"), lying_open, "quiet", seed) for seed in range(8)]
        assert all(game.solved for game in games)
        assert max(game.guesses for game in games) > 20
        assert any(move.word not in lying_open.spellings for game in games for move in game.moves)

    def test_limits_end_it(self) -> None:
        for limit in ("maxGen=1", "generations=1", "maxSize=1"):
            game = play(strategy_of(f"genetic-counted:{limit}:mu=2:lambda=1"), table(), "zebra", seed=2)
            assert game.end == "none found"
            assert game.guesses < 200
