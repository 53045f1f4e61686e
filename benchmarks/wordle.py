"""Wordle: feedback matrices, suggestions, exact totals of strategies, and openers against a study's loops.

The study is Kalaydjian & Duhem 2022: 65 s for the best French word of five letters, 950 s for six, by going through
all combinations and all words for every guess. The same loops, compiled, run here on a sample of guesses.
"""

import time
from collections.abc import Callable

import numpy as np

from benchmarks.measure import cpu, figure
from entails.data.wordle import mastermind, words_for
from entails.models.wordle.history import COLOURS, COUNTS, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import candidates, pattern_matrix
from entails.solvers.wordle.partition import evaluate
from entails.solvers.wordle.suggest import TURNS, suggest
from entails.studies.wordle.openers import STUDY, bits_in_order, counting_order, opening, play_the_study

TOTALS = {"most-parts": 7951, "entropy": 8018, "expected-size": 8060, "minimax": 8257}
MASTERMIND = {"most-parts": 5668, "expected-size": 5696, "entropy": 5722, "minimax": 5801}
SAMPLE = 12
OPENERS = ["salet", "crane", "slate", "raise", "soare", "adieu", "stare", "audio", "irate", "roate", "trace", "fuzzy"]


def main() -> None:
    """Run all measurements of this module."""
    words = words_for()
    matrix(words)
    suggestions(words)
    coach(words)
    totals(words)
    for length in (5, 6):
        french_openers(length)
    study_games()


def wall(work: Callable[[], object], times: int = 3) -> float:
    """Return the shortest wall-clock seconds of several runs in this process."""
    runs = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        runs.append(time.perf_counter() - started)
    return min(runs)


def matrix(words: Words) -> None:
    """Measure the feedback of every guess for every secret."""
    make = lambda: pattern_matrix(words.letters, words.secrets, COLOURS)  # noqa: E731
    make()
    seconds, work = wall(make), min(cpu(make) for _ in range(3))
    figure("matrix of 12,972 x 2,315 patterns", f"{seconds:.2f} s ({work:.2f} s of CPU time)", "2 s", seconds <= 2)


def suggestions(words: Words) -> None:
    """Measure suggestions after the first guess, for the worst feedback and on average."""
    codes = pattern_matrix(words.letters[[words.row_of("soare")]], words.secrets, COLOURS)[0]
    times = []
    for code in np.unique(codes).tolist():
        history = (("soare", code),)

        def ask(history: tuple[tuple[str, int], ...] = history) -> None:
            left = candidates(history, words.secrets, COLOURS)
            assert suggest(words, COLOURS, left, history=history)

        times.append(wall(ask, 2))
    text = f"{max(times):.3f} s at most, {np.mean(times):.3f} s on average"
    figure("a suggestion after SOARE, all words allowed", text, "0.3 s", max(times) <= 0.3)


def coach(words: Words) -> None:
    """Measure guesses to go after the first feedback of usual openers: the six largest parts, and six random ones."""
    random = np.random.default_rng(1)
    for scoring in (COLOURS, COUNTS):
        histories = []
        for opener in OPENERS:
            codes = pattern_matrix(words.letters[[words.row_of(opener)]], words.secrets, scoring)[0]
            item, often = np.unique(codes, return_counts=True)
            commonest = item[np.argsort(-often, kind="stable")[:6]].tolist()
            drawn = codes[random.integers(0, len(codes), 6)].tolist()
            histories += [((opener, code),) for code in dict.fromkeys(commonest + drawn)]
        _coached(words, scoring, histories[0])
        times = []
        for history in histories:
            started = time.process_time()
            _coached(words, scoring, history)
            times.append(time.process_time() - started)
        middle, most = np.percentile(times, (50, 95))
        text = f"p50 {middle:.2f} s, p95 {most:.2f} s, {max(times):.2f} s at most of CPU time"
        figure(f"{len(histories)} suggestions in turns, {scoring.name}", text, "0.3 s", max(times) <= 0.3)


def _coached(words: Words, scoring: Scoring, history: tuple[tuple[str, int], ...]) -> None:
    left = candidates(history, words.secrets, scoring)
    assert suggest(words, scoring, left, strategy=TURNS, history=history)


def totals(words: Words) -> None:
    """Compare the totals of greedy strategies with known totals."""
    for strategy, total in TOTALS.items():
        started = time.process_time()
        result = evaluate(words, COLOURS, strategy)
        seconds = time.process_time() - started
        text = f"{result.total} from {result.opener.upper()} ({seconds:.1f} s of CPU time)"
        figure(f"{strategy} over 2,315 secrets", text, str(total), result.total == total)
    for strategy, total in MASTERMIND.items():
        result = evaluate(mastermind(), COUNTS, strategy)
        figure(f"{strategy} over Mastermind's 1,296 codes", str(result.total), str(total), result.total == total)


def french_openers(length: int) -> None:
    """Measure the best French opener: by true entropy, by the study's, and by its loops on a sample."""
    words, study = words_for("fr", length), STUDY["fr", length]
    opening(words_for("fr", 3), COLOURS)
    for strategy in ("entropy", "entropy-degenerate"):
        ours = cpu(lambda name=strategy: opening(words, COLOURS, strategy=name))  # type: ignore[misc]
        name = f"French opener of {length} letters ({len(words):,} words) by {strategy}, CPU time against the study's"
        text = f"{ours:.2f} s, {study.seconds / ours:,.0f} times"
        figure(name, text, f"100 times ({study.seconds:.0f} s)", study.seconds >= 100 * ours)
    guesses, order = words.letters[:: len(words) // SAMPLE][:SAMPLE], counting_order(length)
    bits_in_order(guesses[0], words.secrets[:10], order)
    loops = cpu(lambda: [bits_in_order(guess, words.secrets, order) for guess in guesses]) / len(guesses) * len(words)
    print(
        f"     the study's loops, compiled, on {SAMPLE} guesses: {loops:,.0f} s for all, {loops / ours:,.0f} times ours"
    )


def study_games() -> None:
    """Measure the turns of the study's solver and of true entropy over all five-letter words."""
    for name, words in (("French", words_for("fr", 5)), ("Wordle's answers", _answers())):
        played = play_the_study(words)
        turns = sum(turn * secrets for turn, secrets in played.items()) / words.answers
        own = evaluate(words, COLOURS, "entropy-degenerate")
        true = evaluate(words, COLOURS, "entropy", pool="candidates")
        print(
            f"     {name}: the study's solver {turns:.2f} turns (at most {max(played)}), with the right filter "
            f"{own.mean:.2f} ({own.max}), with the true entropy {true.mean:.2f} ({true.max})"
        )


def _answers() -> Words:
    words = words_for()
    return Words.of(words.secrets, name="answers")
