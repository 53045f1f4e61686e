"""Trees for secrets of unequal weight, against exhaustive search, and their files."""

import random
from dataclasses import replace
from math import gcd

import numpy as np
import pytest

from entails.data.wordle import words_for
from entails.models.errors import InvalidData
from entails.models.fields import Document
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import COLOURS
from entails.models.wordle.words import MOST_WEIGHT, Words, whole_weights
from entails.solvers.wordle.tree.best import TreeSettings, best_of_all, best_tree, journal_path
from entails.solvers.wordle.tree.file import read_tree, verify, write_tree
from entails.solvers.wordle.tree.search import WordMatrix
from entails.solvers.wordle.tree.value import GuessTree

from .tree_oracle import NEVER, smallest_total
from .wordle_lists import few_letters


def weighted(seed: int, most: int) -> tuple[Words, dict[str, int]]:
    """Build a small list with integer weights without a common divisor."""
    words = few_letters(seed, 3, 10, 5)
    chance = random.Random(seed)
    stated = [chance.randint(1, most) for _ in range(words.answers)]
    common = gcd(*stated)
    mapping = dict(zip(words.words()[: words.answers], [weight // common for weight in stated], strict=True))
    return replace(words, weights=np.array(stated, float) / sum(stated)), mapping


def checked(tree: GuessTree | None, words: Words) -> GuessTree:
    """Return a tree after its file, its replay and its figures have been checked."""
    assert tree is not None
    again, claims = read_tree("".join(write_tree(tree)))
    assert again == tree
    every = words.words()
    verdict = verify(again, every[: words.answers], every, claims)
    assert (verdict.fault, verdict.weighted_total) == (None, tree.weighted_total)
    return tree


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_is_the_smallest_weighted_total(seed: int, hard: bool) -> None:
    words, weights = weighted(seed, most=(2, 5, 100)[seed % 3])
    every = words.words()
    for depth in (0, 2, 3, 4):
        for opener in (None, every[0], every[-1]):
            least = smallest_total(
                frozenset(weights),
                frozenset(every),
                COLOURS,
                depth=depth or 20,
                hard=hard,
                opener=opener,
                weights=weights,
            )
            tree = best_tree(words, COLOURS, (), TreeSettings(opener, hard=hard, max_depth=depth))
            if least == NEVER:
                assert tree is None
            else:
                tree = checked(tree, words)
                assert (tree.weighted_total, tree.weights, tree.exact) == (least, weights, True)
                assert tree.expected == least / sum(weights.values())


@pytest.mark.parametrize("hard", [False, True])
def test_equal_weights_change_nothing(hard: bool) -> None:
    words = few_letters(3, 4)
    alike = replace(words, weights=np.full(words.answers, 1 / words.answers))
    for settings in (
        TreeSettings(hard=hard),
        TreeSettings(hard=hard, beam=3),
        TreeSettings(hard=hard, worst_case=True),
    ):
        plain, tree = best_tree(words, COLOURS, (), settings), best_tree(alike, COLOURS, (), settings)
        assert plain is not None
        assert tree is not None
        assert replace(tree, weights=None) == plain
        assert (tree.weighted_total, tree.expected) == (plain.total, plain.mean)


def test_large_boards_and_a_history_know_the_weights_too(monkeypatch: pytest.MonkeyPatch) -> None:
    words, weights = weighted(8, most=9)
    at_once = checked(best_of_all(words), words)
    guess = at_once.opener
    after = checked(
        best_tree(words, COLOURS, [(guess, next(iter(at_once.root.replies)))], TreeSettings(max_depth=0)), words
    )
    assert after.weights is not None
    assert after.weights.items() < weights.items()
    monkeypatch.setattr(WordMatrix, "is_small", False)
    opener_by_opener = checked(best_of_all(words), words)
    assert opener_by_opener.weighted_total == at_once.weighted_total
    plain = replace(words, weights=None)
    assert journal_path(words, COLOURS, (), TreeSettings()) != journal_path(plain, COLOURS, (), TreeSettings())


def test_a_prior_changes_what_is_best() -> None:
    lexicon = Lexicon.of(["aab", "aba", "baa", "bbb", "bba"], "some", "en")
    heavy = Document(b"bbb 40\naab 1\n", "weights")
    tree = checked(best_tree(words_for(length=3, answers=lexicon, prior=heavy)), words_for(length=3, answers=lexicon))
    assert tree.opener == "bbb"
    assert tree.weights == {"aab": 1, "aba": 1, "baa": 1, "bba": 1, "bbb": 40}


def test_weights_become_whole_numbers() -> None:
    assert whole_weights(np.array([0.5, 0.75, 2.0])).tolist() == [2, 3, 8]
    assert whole_weights(np.full(7, 1 / 7)).tolist() == [1] * 7
    odd = np.random.default_rng(1).random(3000) ** 8 + 1e-9
    whole = whole_weights(odd)
    assert whole.min() == 1
    assert whole.sum() <= MOST_WEIGHT
    assert np.all(np.diff(whole[np.argsort(odd)]) >= 0)


@pytest.mark.parametrize("weights", ['{"aaa": 0}', '{"aaa": 1.5}', '{"aaa": true}', "[1]", "null", '{"aaa": 99999999}'])
def test_invalid_weights_are_refused(weights: str) -> None:
    words, _ = weighted(2, most=5)
    tree = best_tree(words)
    assert tree is not None
    text = "".join(write_tree(tree))
    start = text.index('"weights": ') + len('"weights": ')
    with pytest.raises(InvalidData, match="weights"):
        read_tree(text[:start] + weights + text[text.index("},", start) + 1 :])


def test_false_weights_are_found_out() -> None:
    words, weights = weighted(2, most=5)
    tree = best_tree(words)
    assert tree is not None
    every = words.words()
    claims = read_tree("".join(write_tree(tree)))[1]

    def fault(changed: GuessTree) -> str | None:
        return verify(changed, every[: words.answers], every, claims).fault

    assert fault(tree) is None
    first = min(weights)
    assert "weighted total" in str(fault(replace(tree, weights=weights | {first: weights[first] + 1})))
    assert "do not match the secrets" in str(fault(replace(tree, weights=weights | {"zzz": 1})))
    fewer = {word: weight for word, weight in weights.items() if word != first}
    assert first.upper() in str(fault(replace(tree, weights=fewer)))
