"""The studies' algorithms as their programs ran, step by step against plain versions."""

from itertools import combinations

import numpy as np
import pytest

from entails.models.alphabet import to_letters
from entails.studies.wordle.race import oracle, play
from entails.studies.wordle.strategies.base import edit_distance
from entails.studies.wordle.strategies.genetic import GeneticPlayer, ProgramOptions, fittest, two_cuts
from entails.studies.wordle.strategies.registry import strategy_of

from .wordle_tables import BLOCK_WORDS, FIVE, table

WORDS = sorted([*FIVE, *BLOCK_WORDS])


def well(guess: str, secret: str) -> int:
    return sum(a == b for a, b in zip(guess, secret, strict=True))


def climbed(words: list[str], begun: list[str], secret: str, *, forward: bool) -> list[str]:
    """Return the rest of a climb after its random start, word by word."""
    left = [word for word in words if word not in begun]
    played, best, score = [], begun[-1], well(begun[-1], secret)
    while score < len(secret):
        choices = list(combinations(range(len(secret)), score))
        agreeing = ([w for w in left if all(w[i] == best[i] for i in places)] for places in choices)
        domain = next(words for words in agreeing if words)
        guess = domain[0]
        left.remove(guess)
        played.append(guess)
        now = well(guess, secret)
        if now > score:
            best, score = guess, now
        elif forward and now < score:
            left = [word for word in left if word not in domain]
    return played


@pytest.mark.parametrize("name", ["backtrack", "forward"])
@pytest.mark.parametrize("secret", ["watch", "zebra", "olive", "crane"])
def test_a_climb_is_the_plain_one(name: str, secret: str) -> None:
    for seed in range(8):
        moves = [move.word for move in play(strategy_of(name), table(WORDS), secret, seed).moves]
        begun = next(at for at, word in enumerate(moves, 1) if well(word, secret))
        assert moves[begun:] == climbed(WORDS, moves[:begun], secret, forward=name == "forward")
        assert moves[-1] == secret
        assert len(set(moves)) == len(moves)


def test_the_climb_is_drawn() -> None:
    player = strategy_of("forward").begin(table(WORDS), 3)
    game = oracle(player, table(WORDS), "watch")
    assert player.tree.guesses == game.guesses  # type: ignore[attr-defined]


def test_probabilistic_is_likely_only_after_nothing_well_placed() -> None:
    """`probabilistic` picks the likeliest word at first and after no well placed letter, else any remaining word."""
    chosen = {
        kind: {strategy_of(kind).begin(table(), seed).choose() for seed in range(9)}
        for kind in ("probabilistic", "probabilistic-annex")
    }
    assert chosen["probabilistic"] == chosen["probabilistic-annex"]
    assert len(chosen["probabilistic"]) == 1
    (first,) = chosen["probabilistic"]
    assert first is not None
    for secret, several in (("quiet", False), ("table", True)):
        seconds = set()
        for seed in range(9):
            player = strategy_of("probabilistic").begin(table(), seed)
            player.observe(first, player.table.scoring.score(first, secret))
            seconds.add(player.choose())
        assert (well(first, secret) > 0) == several
        assert (len(seconds) > 1) == several


def test_triche_learns_nothing_from_a_drawn_word_alone() -> None:
    """`triche` learns nothing from a drawn word: its pruning is dead code, so a similar word may be drawn next."""
    drawn = set()
    for seed in range(40):
        moves = [move.word for move in play(strategy_of("triche"), table(["abcd", "axyz", "qrst"]), "qrst", seed).moves]
        drawn.add(tuple(word for word in moves if word in ("abcd", "axyz")))
    assert {("abcd", "axyz"), ("axyz", "abcd")} & drawn


class TestGeneticProgram:
    def player(self, secret: str, *guesses: str, **options: object) -> GeneticPlayer:
        lying_open = table()
        player = GeneticPlayer(lying_open, ProgramOptions.model_validate(options), 0)
        for guess in guesses:
            player.observe(guess, lying_open.scoring.score(guess, secret))
        return player

    def test_either_count_right_is_a_constraint_met(self) -> None:
        player = self.player("crane", "chalk", "stone", "quiet")
        scoring = player.table.scoring
        for word in FIVE:
            pairs = [
                (scoring.counts(scoring.score(g, "crane"), 5), scoring.counts(scoring.score(g, word), 5))  # type: ignore[attr-defined]
                for g in ("chalk", "stone", "quiet")
            ]
            expected = sum(a[0] == b[0] or a[1] == b[1] for a, b in pairs)
            assert player.fitness(to_letters([word], 5)).tolist() == [expected]

    def test_a_forbidden_letter_is_of_no_value(self) -> None:
        player = self.player("knife", "bacon", "yacht", "salad")  # nothing of salad is in knife
        assert player.fitness(to_letters(["eagle", "knife"], 5)).tolist()[0] == 0
        assert player.fitness(to_letters(["knife"], 5))[0] > 0

    def test_part_3_counts_by_the_constraint_and_adds_the_length_for_a_word(self) -> None:
        player = self.player("crane", "cabin", fitness="graded")  # one well placed, two misplaced
        assert player.fitness(to_letters(["crane"], 5)).tolist() == [(2 * 1) ** 2 + (2 * 2) ** 2 + 5]
        assert player.fitness(to_letters(["cabix"], 5)).tolist() == [1 + 0]

    def test_of_equals_the_later_one_is_fitter(self) -> None:
        assert fittest(np.array([1.0, 3.0, 2.0, 3.0]), 3).tolist() == [3, 1, 2]

    def test_the_middle_of_the_father(self) -> None:
        mothers, fathers = np.zeros((200, 5), np.uint8), np.ones((200, 5), np.uint8)
        middles = {"".join(map(str, child)) for child in two_cuts(mothers, fathers, np.random.default_rng(0))}
        assert middles == {"01000", "01100", "01110", "00100", "00110", "00010"}

    @pytest.mark.parametrize("name", ["genetic", "genetic-improved"])
    def test_it_guesses_consistently_and_may_find_nothing(self, name: str) -> None:
        few = f"{name}:maxGenerations=20:extraGenerations=20"
        games = [play(strategy_of(few), table(), secret, seed) for seed, secret in enumerate(2 * FIVE)]
        assert {game.end for game in games} == {"found", "none found"}
        assert all(move.consistent for game in games for move in game.moves)
        assert games[0] == play(strategy_of(few), table(), FIVE[0], 0)

    def test_it_stops_after_its_tries(self) -> None:
        assert play(strategy_of("genetic:maxTries=1"), table(), "zebra", 1).guesses <= 1


class TestGeneticCheating:
    @pytest.mark.parametrize(
        ("text", "secret", "distance"),
        [("abc", "abc", 0), ("abcd", "dxyz", 4), ("kitten", "sitten", 1), ("abcde", "bcdea", 2), ("", "ab", 2)],
    )
    def test_edit_distance(self, text: str, secret: str, distance: int) -> None:
        assert edit_distance(text, secret) == distance

    def test_guesses_are_what_was_rejected_and_the_secret(self) -> None:
        """Guesses are rejected strings and the secret; no correct letter leaves its place."""
        lying_open = table(["abc", "bca", "cab", "aaa", "bbb", "ccc"])
        for seed in range(10):
            game = play(strategy_of("genetic-cheating"), lying_open, "cab", seed)
            assert game.solved
            *rejected, last = [move.word for move in game.moves]
            assert last == "cab"
            assert set("".join(rejected)) <= set("abc")

    def test_it_may_end_without_the_secret(self) -> None:
        ends = {play(strategy_of("genetic-cheating:maxGen=1:mu=2"), table(), "zebra", seed).end for seed in range(3)}
        assert ends == {"none found"}
