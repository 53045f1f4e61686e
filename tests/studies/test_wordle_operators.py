"""The operators of the genetic algorithms, and the mapping back to words of the dictionary."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.models.alphabet import Letters, to_letters
from entails.solvers.kernels.word_feedback import nearest
from entails.solvers.wordle.feedback import columns_of
from entails.studies.wordle.strategies.population import (
    exchange,
    inversion,
    one_point,
    proportional,
    random_letter,
    within,
)

populations = st.integers(2, 9).flatmap(
    lambda length: st.lists(st.text("abcxyz", min_size=length, max_size=length), min_size=1, max_size=8).map(
        lambda words: to_letters(words, length)
    )
)
seeds = st.integers(0, 2**31)


@given(populations, seeds)
def test_one_point_takes_a_beginning_and_an_end(mothers: Letters, seed: int) -> None:
    fathers = mothers[::-1]
    children = one_point(mothers, fathers, np.random.default_rng(seed))
    length = mothers.shape[1]
    for child, mother, father in zip(children, mothers, fathers, strict=True):
        assert any(
            (child[:cut] == mother[:cut]).all() and (child[cut:] == father[cut:]).all() for cut in range(1, length)
        )


@given(populations, seeds)
def test_exchange_swaps_two_letters(population: Letters, seed: int) -> None:
    for before, after in zip(population, exchange(population, np.random.default_rng(seed)), strict=True):
        assert sorted(before) == sorted(after)
        assert (before != after).sum() in (0, 2)


@given(populations, seeds)
def test_inversion_turns_one_run_round(population: Letters, seed: int) -> None:
    length = population.shape[1]
    for before, after in zip(population, inversion(population, np.random.default_rng(seed)), strict=True):
        turned = (
            np.concatenate([before[:a], before[a : b + 1][::-1], before[b + 1 :]])
            for a in range(length)
            for b in range(a + 1, length)
        )
        assert any((after == item).all() for item in turned)


@given(populations, seeds)
def test_random_letter_changes_one_place_within_its_domain(population: Letters, seed: int) -> None:
    domains = np.zeros((population.shape[1], 26), dtype=bool)
    domains[:, [4, 5]] = True
    changed = random_letter(population, domains, np.random.default_rng(seed))
    assert ((changed != population).sum(axis=1) <= 1).all()
    assert np.isin(changed[changed != population], [4, 5]).all()
    assert not (changed == population).all(axis=1).any()  # none of them had an e or an f


def test_within_domains() -> None:
    domains = np.zeros((2, 26), dtype=bool)
    domains[0, 0] = domains[1, :] = True
    assert within(to_letters(["ab", "ba"], 2), domains).tolist() == [True, False]


def test_parents_in_proportion_to_fitness() -> None:
    drawn = proportional(np.array([1.0, 0.0, 3.0]), 20_000, np.random.default_rng(0))
    shares = np.bincount(drawn, minlength=3) / len(drawn)
    assert shares == pytest.approx([0.25, 0, 0.75], abs=0.02)
    assert set(proportional(np.zeros(3), 100, np.random.default_rng(0)).tolist()) == {0, 1, 2}


@given(populations, st.lists(st.integers(0, 10**9), min_size=8, max_size=8))
def test_nearest_word(strings: Letters, offsets: list[int]) -> None:
    words = np.unique((strings + np.arange(strings.shape[1], dtype=np.uint8)) % 26, axis=0)
    rows = np.empty(len(strings), np.int64)
    nearest(strings, columns_of(words), np.array(offsets[: len(strings)], dtype=np.int64), rows)
    for string, row in zip(strings, rows, strict=True):
        differing = (words != string).sum(axis=1)
        assert differing[row] == differing.min()
