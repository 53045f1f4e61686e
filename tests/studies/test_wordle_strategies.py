"""Every strategy ends with the secret, reports its guesses correctly, and is reproducible by seed."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.models.alphabet import ALPHABET
from entails.models.errors import InvalidMove, InvalidOption
from entails.studies.wordle.race import play
from entails.studies.wordle.strategies.base import BLANK, next_guess
from entails.studies.wordle.strategies.registry import STRATEGIES, check_settings, strategy_of

from .wordle_tables import BLOCK_WORDS, FIVE, mastermind, table

CONSISTENT = (
    "genetic-entropy",
    "random",
    "letter-frequency",
    "letter-presence",
    "entropy",
    "entropy-degenerate",
    "minimax",
    "expected-size",
    "most-parts",
    "mac",
)
"""Strategies that guess only possible secrets."""
OTHERS = (
    "a1",
    "a2",
    "probabilistic",
    "probabilistic-annex",
    "triche",
    "triche-pruning",
    "genetic-counted",
    "backtrack",
    "forward",
    "backtrack-nested",
    "forward-nested",
)
MAY_FAIL = ("genetic", "genetic-improved", "genetic-cheating")
"""The studies' genetic algorithms as programmed; they may end without the secret."""


def test_all_strategies_are_covered_here() -> None:
    assert {*CONSISTENT, *OTHERS, *MAY_FAIL, "optimal"} == set(STRATEGIES)


@pytest.mark.parametrize("feedback", ["counts", "colours"])
@pytest.mark.parametrize("name", [*CONSISTENT, *OTHERS])
def test_finds_every_kind_of_secret(name: str, feedback: str) -> None:
    lying_open = table([*FIVE, *BLOCK_WORDS], feedback)
    strategy = strategy_of(name)
    for number, secret in enumerate(("crane", "watch", "zebra")):
        game = play(strategy, lying_open, secret, seed=number)
        assert game.solved
        assert game.moves[-1].word == secret
        assert game.guesses <= len(lying_open.spellings) or strategy.cheats
        if name in CONSISTENT:
            assert all(move.consistent for move in game.moves)


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_letters_of_a_language_are_letters_of_every_strategy(name: str) -> None:
    spanish = table(["caña", "cana", "niña", "nina", "peña", "pena", "añil", "ñoño", "raña", "rana"])
    letters = set("".join(spanish.spellings)) | set(ALPHABET) | {BLANK}
    game = play(strategy_of(name), spanish, "niña", seed=2)
    assert game.solved or name in MAY_FAIL
    for move in game.moves:
        assert set(move.word) <= letters
        assert move.code == spanish.scoring.score(move.word, "niña")


@pytest.mark.parametrize("name", [*CONSISTENT, *OTHERS])
def test_says_the_truth_about_consistency(name: str) -> None:
    lying_open = table()
    game = play(strategy_of(name), lying_open, "river", seed=3)
    history: list[tuple[str, int]] = []
    for move in game.moves:
        agrees = move.word in lying_open.spellings and all(
            lying_open.scoring.score(word, move.word) == code for word, code in history
        )
        assert move.consistent == agrees
        history.append((move.word, move.code))
        assert move.code == lying_open.scoring.score(move.word, "river")


@pytest.mark.parametrize("name", [*CONSISTENT, *OTHERS])
def test_history_in_next_guess_out(name: str) -> None:
    """The same seed and history give the same next guess, whether played or given."""
    lying_open, strategy = table(), strategy_of(name)
    game = play(strategy, lying_open, "olive", seed=11)
    assert game == play(strategy, table(), "olive", seed=11)
    report = [(move.word, move.code) for move in game.moves]
    for turn in range(min(len(report), 12)):
        assert next_guess(strategy, lying_open, report[:turn], seed=11) == report[turn][0]


@pytest.mark.parametrize("name", ["a1", "random", "genetic", "forward", "backtrack-nested"])
def test_seeds_matter(name: str) -> None:
    first = {next_guess(strategy_of(name), table(), [], seed=seed) for seed in range(20)}
    assert len(first) > 5


@pytest.mark.parametrize("name", ["triche", "backtrack", "forward-nested", "genetic-counted"])
def test_a_plan_cannot_continue_the_game_of_another(name: str) -> None:
    with pytest.raises(InvalidMove, match="cannot continue"):
        next_guess(strategy_of(name), table(), [("zzzzz", 0)])


def test_a_contradictory_history_has_no_next_guess() -> None:
    lying_open = table()
    impossible = [("crane", lying_open.scoring.score("crane", "zebra")), ("zebra", 0)]
    for name in ("random", "entropy", "mac", "genetic-entropy:maxGen=3"):
        assert next_guess(strategy_of(name), lying_open, impossible) is None


@settings(max_examples=60, deadline=None)
@given(
    words=st.sets(st.text("abcd", min_size=4, max_size=4), min_size=1, max_size=40),
    pick=st.integers(0, 10**6),
    seed=st.integers(0, 10**6),
    feedback=st.sampled_from(["counts", "colours"]),
)
def test_consistent_guessing_always_converges(words: set[str], pick: int, seed: int, feedback: str) -> None:
    """Consistent guessing always converges (Huang & Hu 2022, question 1): each wrong guess leaves fewer words, and the
    secret stays among them.
    """
    lying_open = table(sorted(words), feedback)
    secret = sorted(words)[pick % len(words)]
    game = play(strategy_of("random"), lying_open, secret, seed)
    assert game.solved
    left = [len(words), *(move.left for move in game.moves)]
    assert all(after < before for before, after in pairwise(left[:-1]))
    assert all(move.left >= 1 for move in game.moves)
    assert game.guesses <= len(words)


@pytest.mark.parametrize(
    ("name", "total"),
    [("entropy", 5722), ("expected-size", 5696), ("most-parts", 5668), ("minimax", 5801)],
)
def test_classic_mastermind(name: str, total: int) -> None:
    """Totals over the 1296 codes of Mastermind (4 pegs, 6 colours) equal those of the literature."""
    lying_open, strategy = mastermind(), strategy_of(f"{name}:pool=answers")
    assert sum(play(strategy, lying_open, secret).guesses for secret in lying_open.spellings) == total


class TestOptimal:
    def test_no_greedy_strategy_needs_fewer_guesses(self) -> None:
        for feedback in ("counts", "colours"):
            lying_open = table([*FIVE[:30], *BLOCK_WORDS], feedback)
            total = {
                name: sum(play(strategy_of(name), lying_open, secret).guesses for secret in lying_open.spellings)
                for name in (
                    "optimal:beam=0",
                    "entropy:pool=answers",
                    "most-parts:pool=answers",
                    "minimax:pool=answers",
                )
            }
            assert total["optimal:beam=0"] == min(total.values())

    def test_it_goes_on_after_guesses_that_are_not_its_own(self) -> None:
        lying_open = table([*FIVE[:30], *BLOCK_WORDS])
        history = [("batch", lying_open.scoring.score("batch", "crane"))]
        for _ in range(10):
            word = next_guess(strategy_of("optimal"), lying_open, history)
            assert word is not None
            history.append((word, lying_open.scoring.score(word, "crane")))
            if word == "crane":
                break
        assert history[-1][0] == "crane"

    def test_an_opener_of_your_own(self) -> None:
        assert next_guess(strategy_of("optimal:opener=zebra"), table(), []) == "zebra"
        with pytest.raises(InvalidOption):
            next_guess(strategy_of("optimal:opener=qqqqq"), table(), [])


class TestOptions:
    def test_as_the_study_writes_them(self) -> None:
        assert strategy_of("genetic:crossRate=0.25:mutation-rate=1").options.cross_rate == 0.25
        assert strategy_of("genetic-entropy:lambda=7").options.lambda_ == 7

    def test_for_a_whole_race(self) -> None:
        assert strategy_of("genetic", {"crossRate": "0.5"}).options.cross_rate == 0.5
        assert strategy_of("genetic", {"genetic-improved.crossRate": "0.5"}) is STRATEGIES["genetic"]
        assert strategy_of("random", {"crossRate": "0.5"}) is STRATEGIES["random"]

    def test_changes_keep_the_other_defaults(self) -> None:
        assert strategy_of("genetic-improved:population=9").options.first_word == "distinct"

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "nobody",
            "genetic:crossRate=2",
            "genetic:crossRate=often",
            "genetic:crossRate",
            "genetic:colour=red",
            "genetic:=1",
            "random:pool=all",
            "entropy:pool=everything",
            "genetic:population=" + "9" * 5000,
        ],
    )
    def test_junk(self, text: str) -> None:
        with pytest.raises(InvalidOption) as caught:
            strategy_of(text)
        assert len(str(caught.value)) < 500

    def test_an_unknown_setting(self) -> None:
        with pytest.raises(InvalidOption, match="unknown option"):
            check_settings({"crossRate": "1"}, [STRATEGIES["random"]])
        check_settings({"crossRate": "1"}, [STRATEGIES["random"], STRATEGIES["genetic"]])


class TestEntropyWithoutItsCures:
    """Kalaydjian & Duhem 2022: with all words as guesses and none dropped, their solver does not converge."""

    sick = "pool=answers:drop=false:candidatesFirst=false"

    @pytest.mark.parametrize("name", ["entropy", "entropy-degenerate"])
    def test_it_repeats_itself_and_is_stopped(self, name: str) -> None:
        """The entropy strategy repeats itself and is stopped: with one word left, no guess has information."""
        game = play(strategy_of(f"{name}:{self.sick}"), table(BLOCK_WORDS + FIVE), "zebra")
        assert game.end == "repeats itself"
        assert game.moves[-1].left == 1

    @pytest.mark.parametrize("cure", ["pool=candidates", "drop=true", "candidatesFirst=true"])
    def test_each_cure_helps(self, cure: str) -> None:
        lying_open, strategy = table(BLOCK_WORDS + FIVE), strategy_of(f"entropy-degenerate:{self.sick}:{cure}")
        assert all(play(strategy, lying_open, secret).solved for secret in (*BLOCK_WORDS, "crane", "zebra"))


def test_the_game_refuses_what_cannot_be_the_secret() -> None:
    with pytest.raises(InvalidOption, match="cannot be the secret"):
        play(strategy_of("random"), table(), "zzzzz")


def test_the_game_stops_a_long_game() -> None:
    game = play(strategy_of("backtrack"), table(), "zebra", most=2)
    assert (game.end, game.guesses) == ("too many guesses", 2)
