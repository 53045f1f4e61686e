"""The operators of the genetic algorithms, on whole populations at once (Huang & Hu 2022; Loi & Thomas 2022).

A population is an array of letters, one individual a row. Nothing here knows which strings are words.
"""

import numpy as np
from numpy.typing import NDArray

from entails.models.letters import Letters

Dice = np.random.Generator
Domains = NDArray[np.bool_]
"""Which letters each position may have: shape (length, 26)."""


def one_point(mothers: Letters, fathers: Letters, dice: Dice) -> Letters:
    """The beginning of one parent, the end of the other."""
    count, length = mothers.shape
    cut = dice.integers(1, max(length, 2), size=(count, 1))
    return np.where(np.arange(length) < cut, mothers, fathers)


def two_point(mothers: Letters, fathers: Letters, dice: Dice) -> Letters:
    """Both ends of one parent, the middle of the other."""
    count, length = mothers.shape
    first, last = _two_places(count, length, dice)
    places = np.arange(length)
    return np.where((places < first) | (places > last), mothers, fathers)


def random_letter(population: Letters, domains: Domains, dice: Dice) -> Letters:
    """Another letter at one position, of those that its domain holds."""
    count, length = population.shape
    place = dice.integers(length, size=count)
    letter = (dice.random((count, 26)) * domains[place]).argmax(axis=1)
    changed = population.copy()
    changed[np.arange(count), place] = letter
    return changed


def exchange(population: Letters, dice: Dice) -> Letters:
    """Two letters change places."""
    count, length = population.shape
    first, last = _two_places(count, length, dice)
    places = np.broadcast_to(np.arange(length), population.shape)
    source = np.where(places == first, last, np.where(places == last, first, places))
    return np.take_along_axis(population, source, axis=1)


def inversion(population: Letters, dice: Dice) -> Letters:
    """The letters between two places, the other way round."""
    count, length = population.shape
    first, last = _two_places(count, length, dice)
    places = np.arange(length)
    source = np.where((places >= first) & (places <= last), first + last - places, places)
    return np.take_along_axis(population, source, axis=1)


def proportional(fitness: NDArray[np.float64], count: int, dice: Dice) -> NDArray[np.int64]:
    """Parents drawn with a chance proportional to their fitness; all alike when none has any."""
    total = fitness.sum()
    chances = fitness / total if total > 0 else None
    return dice.choice(len(fitness), size=count, p=chances)


def within(population: Letters, domains: Domains) -> NDArray[np.bool_]:
    """Which individuals have every letter in its domain."""
    return np.asarray(domains[np.arange(population.shape[1]), population].all(axis=1))


def _two_places(count: int, length: int, dice: Dice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two different positions for each of `count`, in order, as columns."""
    first = dice.integers(length, size=(count, 1))
    second = (first + dice.integers(1, max(length, 2), size=(count, 1))) % length
    return np.minimum(first, second), np.maximum(first, second)
