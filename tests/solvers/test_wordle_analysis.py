"""Analysis of finished games, against plain counting."""

from collections import Counter
from math import log2

import numpy as np
import pytest
from solvers.wordle_lists import few_letters

from entails.data.wordle import words_for
from entails.models.errors import InvalidPuzzle
from entails.models.wordle.history import COLOURS, SCORINGS, History, Scoring
from entails.models.wordle.reports import TurnAnalysis
from entails.models.wordle.words import Words
from entails.solvers.wordle.analysis import analyse, game_of
from entails.solvers.wordle.feedback import Mode, still_allowed

WORDS = words_for()


def worth(guess: str, left: list[str], scoring: Scoring) -> tuple[float, float]:
    """Return bits and worth of a guess, by the definition."""
    sizes = Counter(scoring.score(guess, secret) for secret in left)
    bits = -sum(size / len(left) * log2(size / len(left)) for size in sizes.values())
    return bits, bits + (guess in left) / len(left)


def luck(guess: str, secret: str, left: list[str], scoring: Scoring) -> float:
    """Return how often another secret would have left more words, ties counted half."""
    win = scoring.win(len(guess))
    codes = [scoring.score(guess, item) for item in left]
    sizes = [0 if code == win else codes.count(code) for code in codes]
    mine = sizes[codes.index(scoring.score(guess, secret))]
    return sum(1.0 if size > mine else 0.5 if size == mine else 0.0 for size in sizes) / len(left)


@pytest.mark.parametrize(
    ("feedback", "mode"),
    [("colours", "normal"), ("colours", "hard"), ("colours", "ultra"), ("counts", "normal"), ("counts", "ultra")],
)
@pytest.mark.parametrize("seed", range(3))
def test_every_figure_by_plain_counting(seed: int, feedback: str, mode: Mode) -> None:
    scoring = SCORINGS[feedback]
    words = few_letters(seed, 4, secrets=50, others=30)
    random = np.random.default_rng(seed)
    secret = words.word(int(random.integers(0, words.answers)))
    guesses = [*words.words(random.integers(0, len(words), 3)), secret]
    guesses = guesses[: guesses.index(secret) + 1]
    report = analyse(words, game_of(guesses, secret, scoring), mode=mode)
    assert (report.solved, report.consistent, report.secret) == (True, True, secret)
    left, facts = words.words(range(words.answers)), list[tuple[str, int]]()
    for guess, turn in zip(guesses, report.turns, strict=True):
        allowed = words.words(still_allowed(words, scoring, mode, facts))
        check_turn(turn, guess, secret, left, allowed, scoring)
        facts.append((guess, scoring.score(guess, secret)))
        left = [item for item in left if scoring.score(guess, item) == facts[-1][1]]
        assert turn.after == len(left)
    later = [turn.skill for turn in report.turns if not turn.opener]
    assert report.skill == (round(sum(later) / len(later)) if later else None)
    assert report.bits_won == pytest.approx(log2(words.answers / 1), abs=1e-5)


def check_turn(
    turn: TurnAnalysis, guess: str, secret: str, left: list[str], allowed: list[str], scoring: Scoring
) -> None:
    bits, mine = worth(guess, left, scoring)
    best = max(worth(item, left, scoring)[1] for item in allowed)
    assert (turn.word, turn.before) == (guess, len(left))
    assert turn.bits == pytest.approx(bits, abs=1e-6)
    assert turn.worth == pytest.approx(mine, abs=1e-6)
    assert turn.best_worth == pytest.approx(best, abs=1e-6)
    if turn.engine == "bits":
        assert worth(turn.best, left, scoring)[1] == pytest.approx(best, abs=1e-6)
        assert turn.skill == (100 if round(mine, 9) >= round(best, 9) else min(99, round(100 * mine / best)))
    assert turn.best in allowed or turn.best == guess
    assert turn.guess == turn.word
    assert turn.allowed == (guess in allowed)
    assert turn.possible == (guess in left)
    parts = {scoring.score(guess, item) for item in left}
    if len(parts) == 1:
        assert turn.luck is None
    else:
        assert turn.luck == pytest.approx(99 * luck(guess, secret, left, scoring), abs=0.51)


def test_a_known_game() -> None:
    report = analyse(WORDS, game_of(["crane", "slate", "house", "horse"], "horse", COLOURS))
    assert [(turn.before, turn.after) for turn in report.turns] == [(2315, 40), (40, 6), (6, 1), (1, 1)]
    assert [turn.best for turn in report.turns[2:]] == ["house", "horse"]
    assert [turn.engine for turn in report.turns] == ["exact"] * 4
    assert (report.turns[0].expected, report.turns[0].best) == (pytest.approx(7926 / 2315 - 1, abs=0.002), "salet")
    assert report.turns[0].bits == pytest.approx(5.7428, abs=1e-4)
    assert report.turns[0].best_bits == pytest.approx(5.8860, abs=1e-4)
    assert [turn.skill for turn in report.turns][2:] == [100, 100]
    assert (report.turns[2].luck, report.turns[3].luck) == (50, None)


def least(left: tuple[str, ...], allowed: tuple[str, ...], known: dict[tuple[str, ...], int]) -> int:
    """Return the smallest total of guesses for these secrets, by exhaustive search."""
    if len(left) == 1:
        return 1
    if left not in known:
        known[left] = min(after(guess, left, allowed, known) for guess in allowed if useful(guess, left))
    return known[left]


def useful(guess: str, left: tuple[str, ...]) -> bool:
    return len({COLOURS.score(guess, item) for item in left}) > 1


def after(guess: str, left: tuple[str, ...], allowed: tuple[str, ...], known: dict[tuple[str, ...], int]) -> int:
    """Return the smallest total that begins with this guess."""
    parts: dict[int, list[str]] = {}
    for item in left:
        parts.setdefault(COLOURS.score(guess, item), []).append(item)
    parts.pop(COLOURS.win(len(guess)), None)
    return len(left) + sum(least(tuple(part), allowed, known) for part in parts.values())


@pytest.mark.parametrize("seed", range(4))
def test_guesses_to_the_end_by_trying_everything(seed: int) -> None:
    """Expected and best totals equal exhaustive search, and exactly the best guesses get full skill."""
    words = few_letters(seed, 4, secrets=24, others=12)
    secret, allowed = words.word(seed), tuple(words.words())
    for first in (words.word(5), words.word(30)):
        left = tuple(
            word
            for word in words.words(range(words.answers))
            if COLOURS.score(first, word) == COLOURS.score(first, secret)
        )
        known: dict[tuple[str, ...], int] = {}
        if first == secret or len(left) < 2:
            continue
        totals = {
            guess: after(guess, left, allowed, known) for guess in allowed if useful(guess, left) or guess in left
        }
        best = min(totals.values())
        for guess, total in totals.items():
            turn = analyse(words, game_of([first, guess], secret, COLOURS)).turns[1]
            assert turn.engine == "exact"
            assert turn.expected == pytest.approx(total / len(left) - 1, abs=1e-6)
            assert turn.best_expected == pytest.approx(best / len(left) - 1, abs=1e-6)
            assert (turn.skill == 100) == (total == best)
            assert totals[turn.best] == best


def test_the_game_that_was_marked_down() -> None:
    """SLOTH is a best third guess: five words are possible, and it may be the secret."""
    report = analyse(WORDS, game_of(["crane", "moist", "sloth"], "sloth", COLOURS))
    assert (report.turns[2].skill, report.turns[2].expected, report.turns[2].reason) == (100, 1.0, "best")
    assert [turn.opener for turn in report.turns] == [True, False, False]
    assert report.lost == pytest.approx(0.0760, abs=1e-3)
    assert sum(turn.luck_turns or 0 for turn in report.turns) == pytest.approx(report.luck_turns, abs=1e-5)


def test_verdicts_exist_in_both_languages() -> None:
    games = game_of(["crane", "moist", "sloth"], "sloth", COLOURS)
    english, french = (analyse(WORDS, games, speech=speech) for speech in ("en", "fr"))  # type: ignore[arg-type]
    assert (
        english.turns[1].verdict
        == "MOIST needs 1.88 more guesses on average, SLOTH 1.80: a loss of 0.08 (beam search, not proven)."
    )
    text = "MOIST demande encore 1,88 essais en moyenne, SLOTH 1,80 : une perte de 0,08"
    assert french.turns[1].verdict == f"{text} (recherche en faisceau, sans preuve)."
    assert [turn.reason for turn in english.turns] == [turn.reason for turn in french.turns]


def test_a_game_that_goes_on() -> None:
    report = analyse(WORDS, History.of([("crane", "bybbg")]))
    assert (report.solved, report.secret, report.consistent, len(report.turns)) == (False, None, True, 1)
    assert analyse(WORDS, History()).turns == ()
    assert analyse(WORDS, History()).skill is None


def test_contradictions_end_it() -> None:
    report = analyse(WORDS, History.of([("crane", "bybbg"), ("crane", "bbbbb"), ("slate", "bbbbb")]))
    assert (report.consistent, len(report.turns), report.turns[1].bits_won) == (False, 2, None)
    assert report.problem == "no word is left after guess 2, CRANE"
    report = analyse(WORDS, History.of([("crane", "bybbg")]), secret="SLATE")
    assert not report.consistent
    assert report.problem == "guess 1, CRANE, would get ⬛⬛🟩⬛🟩 from SLATE, not ⬛🟨⬛⬛🟩"


def test_a_win_that_the_feedback_denies_is_no_win() -> None:
    report = analyse(WORDS, History.of([("crane", "ggggg"), ("slate", "ggggg")]))
    assert (report.consistent, report.turns[1].reason, report.turns[1].skill) == (False, "only", 0)
    assert not report.turns[1].possible


def test_words_of_no_list() -> None:
    report = analyse(WORDS, game_of(["qqqqq", "zxzxz"], "zxzxz", COLOURS))
    assert report.solved
    assert (report.turns[0].before, report.turns[0].allowed, report.turns[0].possible) == (2315, False, False)
    assert report.turns[1].possible
    assert (report.turns[1].after, report.secrets) == (1, "allowed")


@pytest.mark.parametrize("opener", ["salet", "crane"])
def test_an_opener_has_one_skill_whatever_the_secret(opener: str) -> None:
    """An opener has one skill whatever the secret: an answer, a later answer, an allowed word or none of these."""
    openers = [
        analyse(WORDS, game_of([opener], secret, COLOURS)).turns[0] for secret in ("horse", "kazoo", "zooea", "zxzxz")
    ]
    judged = {(turn.skill, turn.expected, turn.best_expected, turn.engine) for turn in openers}
    assert len(judged) == 1
    (skill, expected, best_expected, engine) = judged.pop()
    assert (engine, best_expected) == ("exact", pytest.approx(7920 / 2315 - 1, abs=1e-6))
    assert (skill == 100) == (opener == "salet") == (expected == best_expected)


@pytest.mark.parametrize("secret", ["horse", "kazoo"])
def test_a_repeated_word_has_no_value(secret: str) -> None:
    turns = analyse(WORDS, game_of(["crane", "crane", secret], secret, COLOURS)).turns
    assert (turns[1].skill, turns[1].reason, turns[1].bits) == (0, "wasted", 0)
    assert turns[1].expected == pytest.approx((turns[1].best_expected or 0) + 1)


def test_a_later_answer_is_found_by_falling_back() -> None:
    report = analyse(WORDS, game_of(["crane", "salty", "zonal", "kazoo"], "kazoo", COLOURS))
    assert [(turn.after, turn.secrets) for turn in report.turns] == [
        (134, "answers"),
        (9, "answers"),
        (1, "later"),
        (1, "later"),
    ]
    assert (report.solved, report.consistent, report.turns[3].skill) == (True, True, 100)
    # nine answers at weight 1, others at a thousandth: more information than nine answers can give
    assert (report.turns[2].bits_won or 0) > log2(9)


def test_a_prior_counts() -> None:
    words = few_letters(0, 4)
    weights = np.full(words.answers, 0.1 / (words.answers - 1))
    weights[0] = 0.9
    likely = Words(words.letters, words.answers, words.name, "", weights)
    first = words.word(0)
    turn = analyse(likely, game_of([first], first, COLOURS)).turns[0]
    assert turn.chance == pytest.approx(0.9)
    assert turn.bits_won == pytest.approx(-log2(0.9), abs=1e-6)
    assert (turn.skill, turn.engine, turn.expected) == (100, "exact", pytest.approx(0.138462))
    weighed = likely.weights_of(np.array([0, 1, words.answers]))
    assert weighed is not None
    assert weighed.tolist() == [0.9, weights.min(), weights.min()]  # a word that is not an answer weighs least


@pytest.mark.parametrize(("guesses", "secret"), [(["cran"], "horse"), (["crane"], "h0rse"), (["crane", "?"], "horse")])
def test_words_that_are_none(guesses: list[str], secret: str) -> None:
    with pytest.raises(InvalidPuzzle):
        game_of(guesses, secret, COLOURS)
