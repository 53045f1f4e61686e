"""Expected guesses to go in suggestions, and their sentences."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from solvers.wordle_lists import few_letters

from entails.data.lexicons import lexicon
from entails.data.wordle import is_usual, known_totals, words_for, zipf_of
from entails.locale.wordle import verdict
from entails.models.wordle.history import COLOURS
from entails.models.wordle.words import Words
from entails.solvers.wordle.coach import Coach, GuessPosition, OpeningCoach, SearchTooLarge, Trees
from entails.solvers.wordle.feedback import Mode, candidates
from entails.solvers.wordle.partition import FeedbackOracle
from entails.solvers.wordle.suggest import TURNS, Ranking, hints_for, ranking
from entails.solvers.wordle.tree.best import TreeSettings, best_tree

WORDS = words_for()


def by_turns(words: Words, *facts: tuple[str, str]) -> Ranking:
    history = [(word, COLOURS.read(marks, words.length)) for word, marks in facts]
    return ranking(words, COLOURS, candidates(history, words.secrets, COLOURS), strategy=TURNS, history=history)


def position(history: list[tuple[str, int]], words: Words = WORDS, mode: Mode = "normal") -> GuessPosition:
    members = candidates(history, words.secrets, COLOURS)
    return GuessPosition(FeedbackOracle.of(words, COLOURS, streamed=True), history, members, mode)


def totals_by_trying(left: tuple[str, ...], allowed: list[str], chances: Mapping[str, float]) -> dict[str, float]:
    """Return the weighted total of every useful guess, by exhaustive search."""
    known: dict[tuple[str, ...], float] = {}

    def after(guess: str, some: tuple[str, ...]) -> float:
        parts: dict[int, list[str]] = {}
        for item in some:
            parts.setdefault(COLOURS.score(guess, item), []).append(item)
        parts.pop(COLOURS.win(len(guess)), None)
        return sum(chances[entry] for entry in some) + sum(least(tuple(part)) for part in parts.values())

    def least(some: tuple[str, ...]) -> float:
        if some not in known:
            useful = [item for item in allowed if len({COLOURS.score(item, secret) for secret in some}) > 1]
            known[some] = chances[some[0]] if len(some) == 1 else min(after(item, some) for item in useful)
        return known[some]

    return {item: after(item, left) for item in allowed if len({COLOURS.score(item, secret) for secret in left}) > 1}


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_turns_and_ties_by_trying_everything(seed: int, is_weighted: bool) -> None:
    words = few_letters(seed, 4, secrets=18, others=12)
    if is_weighted:
        words = replace(words, weights=np.random.default_rng(seed).integers(1, 6, words.answers).astype(np.float64))
    ranked = ranking(words, COLOURS, np.arange(words.answers, dtype=np.int32), strategy=TURNS)
    shown = ranked.best(10)
    left = tuple(words.words(range(words.answers)))
    weights = np.ones(len(left)) if words.weights is None else words.weights
    chances = dict(zip(left, (len(left) * weights / weights.sum()).tolist(), strict=True))
    totals = {word: round(total, 6) for word, total in totals_by_trying(left, words.words(), chances).items()}
    best = min(totals.values())
    counted = [entry for entry in shown if entry.expected is not None]
    assert counted[0].is_best
    for item in counted:
        assert item.engine == "exact"
        assert item.expected == pytest.approx(totals[item.word] / len(left) - 1, abs=1e-6)
        assert item.is_best == (totals[item.word] == best)
    ranks = [(totals[entry.word], entry.rank) for entry in counted]
    assert ranks == sorted(ranks)
    assert all((entry[0] == second[0]) == (entry[1] == second[1]) for entry, second in pairwise(ranks))
    worst = max(totals, key=lambda word: totals[word])
    own = ranked.judge(worst)
    assert own is not None
    assert own.expected == pytest.approx(totals[worst] / len(left) - 1, abs=1e-6)
    assert own.is_best == (totals[worst] == best)


def test_a_guess_that_tells_nothing_costs_a_whole_turn() -> None:
    ranked = by_turns(WORDS, ("crane", "bybbg"))
    best, nothing = ranked.best(1)[0], ranked.judge("qqqqq")
    assert best.expected is not None
    assert nothing is not None
    assert nothing.expected == pytest.approx(best.expected + 1)


def test_the_engine_is_the_same_every_time_and_says_what_it_is() -> None:
    """The engine is deterministic, since steps and not seconds are counted; a beam is never below a proven total."""
    history = [("crane", COLOURS.read("bbbbb", 5))]
    result = [Coach(position(history)) for _ in range(2)]
    assert result[0].best == result[1].best
    word, total = result[0].best
    assert 735 <= total <= 740
    assert {coach.is_exact(word) for coach in result} == {False}
    assert Coach.for_position(position([("fuzzy", 0)])) is None
    proven = Coach(position([("crane", COLOURS.read("bybbg", 5))]))
    assert (proven.best, proven.is_exact(proven.best[0])) == (("south", 97), True)


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_the_coach_and_the_compiled_search_agree(mode: Mode) -> None:
    """Coach and compiled search agree on Wordle's lists after a few feedbacks; a beam is never below them."""
    for marks in ("bybbb", "bbybb", "bbbgb"):
        history = [("slate", COLOURS.read(marks, 5))]
        here = position(history, mode=mode)
        word, total = Trees(here, here.guesses).best()
        tree = best_tree(WORDS, COLOURS, history, TreeSettings(hard=mode == "hard", max_depth=0))
        assert tree is not None
        assert total == tree.total == Trees(here, here.guesses).after(word)
        few = here.promising(20_000)
        assert len(few) * len(here.members) <= 20_000
        assert total <= Trees(here, few, beam=2).best()[1] <= total + len(here.members) / 8


def test_a_search_ends_when_its_looks_are_used_up() -> None:
    here = position([("crane", COLOURS.read("bbbbb", 5))])
    with pytest.raises(SearchTooLarge):
        Trees(here, here.guesses, looks=50_000).best()


def test_openers_are_judged_apart() -> None:
    known = known_totals(WORDS.digest, "colours", "normal")
    assert {word: known[word] for word in ("salet", "reast", "crate")} == {"salet": 7920, "reast": 7923, "crate": 7926}
    assert known_totals(WORDS.digest, "counts", "normal") == {}
    coach = Coach.for_position(position([]))
    assert isinstance(coach, OpeningCoach)
    assert (coach.best, coach.judge("salet").skill, coach.judge("salet").exact) == (("salet", 7920), 100, True)
    assert 8100 < coach.total("cigar") <= 8240  # a beam's bound: the exact total is 8196 at most
    assert not coach.judge("cigar").exact
    shown = by_turns(WORDS).best(3)
    assert [item.word for item in shown[:2]] == ["salet", "reast"]
    usual, *rare = hints_for(by_turns(WORDS).best(12))
    assert (usual.reason, usual.suggestion.usual, rare) == ("opener", True, [])


def test_a_rare_word_stands_beside_a_usual_one_and_says_what_it_gains() -> None:
    usual, rare = hints_for(by_turns(WORDS, ("slate", "bbbbb")).best(20))
    assert usual.suggestion.usual
    assert not rare.suggestion.usual
    assert rare.saves == pytest.approx(usual.suggestion.expected - rare.suggestion.expected)  # type: ignore[operator]
    assert rare.says("en").endswith(f"guesses compared with {usual.suggestion.word.upper()}.")
    assert "que peu de gens connaissent" in rare.says("fr")
    assert "," in rare.says("fr").split("économiserait")[1]


def test_messages_to_users() -> None:
    (only,) = hints_for(by_turns(WORDS, ("crane", "bybbg"), ("horse", "ggggg")).best(3))
    assert (only.reason, only.says("fr")) == ("only", "HORSE est le seul mot possible.")
    tied = hints_for(by_turns(WORDS, ("crane", "bybbg"), ("slate", "ybbbg")).best(5))[0]
    assert (tied.reason, tied.says()) == ("tied", "WORSE is as good as any guess: 1.00 more guesses on average.")
    assert tied.says("fr") == "WORSE vaut les meilleurs : encore 1,00 en moyenne."
    french = ranking(words_for("fr"), COLOURS, np.arange(words_for("fr").answers, dtype=np.int32), strategy=TURNS)
    assert hints_for(french.best(3))[0].reason == "bits"
    assert hints_for([]) == []
    assert verdict("opener", "fr", "exact", guess="A", best="B", expected=2.425, best_expected=1).startswith("En ouv")


def test_how_usual_a_word_is() -> None:
    zipf = zipf_of(WORDS)
    assert zipf is not None
    usual = is_usual(WORDS, zipf)
    assert usual[: WORDS.answers].all()
    for word, known in {"south": True, "tares": False, "courd": False, "lines": True}.items():
        assert usual[WORDS.row_of(word)] == known
    mine = few_letters(0, 4)
    assert zipf_of(mine) is None
    assert is_usual(mine, None).all()
    listed, item = lexicon("fr").zipf(5), zipf_of(words_for("fr"))
    assert listed is not None
    assert item is not None
    assert np.array_equal(item, listed)
    assert Counter(by_turns(WORDS, ("crane", "bybbg")).likely_first(3)) == Counter(["there", "where", "three"])
