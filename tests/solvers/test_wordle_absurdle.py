"""The shortest Absurdle win and the longest Survivle game, by exhaustive search."""

import numpy as np
import pytest
from solvers.wordle_lists import few_letters

from entails.models.wordle.history import COLOURS, COUNTS, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.absurdle import Absurdle, replies, survive
from entails.solvers.wordle.game import Host


def shortest(words: Words, scoring: Scoring) -> int:
    """Return the shortest win by breadth-first search over the host's positions."""
    win, seen, hosts, guesses = scoring.win(words.length), set[bytes](), [Host(scoring, words.secrets)], 0
    while True:
        guesses += 1
        after: list[Host] = []
        for host in hosts:
            for word in words.words():
                code, left = host.reply(word)
                if code == win:
                    return guesses
                if left.secrets.tobytes() not in seen:
                    seen.add(left.secrets.tobytes())
                    after.append(left)
        hosts = after


@pytest.mark.parametrize("scoring", [COLOURS, COUNTS])
@pytest.mark.parametrize("seed", range(4))
def test_the_shortest_win(seed: int, scoring: Scoring) -> None:
    words = few_letters(seed, 4, secrets=14, others=6)
    result = Absurdle(words, scoring).shortest()
    assert result.proven
    assert len(result.guesses) == result.bound == shortest(words, scoring)
    report = replies(words, scoring, result.guesses)
    win = scoring.write(scoring.win(words.length), words.length)
    assert (report[-1], win in report[:-1]) == (win, False)


def longest(words: list[str], secret: str) -> int:
    if not words:
        return 1
    return 1 + max(
        longest([w for w in words if w != g and COLOURS.score(g, w) == COLOURS.score(g, secret)], secret) for g in words
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_longest_game(seed: int) -> None:
    words = few_letters(seed, 4, secrets=9, others=0)
    secret = words.word(seed)
    result = survive(words, COLOURS, secret)
    assert result.proven
    assert result.guesses[-1] == secret
    assert len(result.guesses) == result.bound == longest([word for word in words.words() if word != secret], secret)
    for place, guess in enumerate(result.guesses):
        report = COLOURS.score(guess, secret)
        assert all(COLOURS.score(guess, later) == report for later in result.guesses[place + 1 :])


def test_giving_up_says_how_far_it_came() -> None:
    words = few_letters(0, 4, secrets=40, others=30)
    result = Absurdle(words, COLOURS, sets=1).shortest()
    assert not result.proven
    assert result.guesses == ()
    assert 2 <= result.bound <= len(Absurdle(words, COLOURS).shortest().guesses)
    game = survive(words, COLOURS, words.word(0), sets=1)
    assert not game.proven
    assert game.guesses[-1] == words.word(0)
    assert np.unique(game.guesses).size == len(game.guesses)
