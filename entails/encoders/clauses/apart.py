"""`Apart`: the pairs of variables that are known to differ, whatever is doubted.

A pair that a row and a box share is said once, by the rule that comes first; and cells of a cage that all differ can be
summed by the sets of values they may have.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]


class Apart:
    """Pairs as numbers, lower variable first. `before` are those of a frame."""

    def __init__(self, variables: int, before: "Apart | None" = None) -> None:
        self._variables = variables
        self._before = before
        self._known: list[Keys] = []
        self._set: set[int] | None = None

    def keys(self, one: NDArray[np.integer], other: NDArray[np.integer]) -> Keys:
        """A number for each pair of variables."""
        keys: Keys = np.minimum(one, other).astype(np.int64) * self._variables + np.maximum(one, other)
        return keys

    def new(self, keys: Keys, *, repeated: bool = False) -> NDArray[np.bool_]:
        """Which of these are not known yet; each for the first time only, unless `repeated`."""
        first = np.full(keys.size, repeated)
        if not repeated:
            first[np.unique(keys, return_index=True)[1]] = True
        for known in self._arrays():
            first &= ~np.isin(keys.ravel(), known)
        return first.reshape(keys.shape)

    def add(self, keys: Keys) -> None:
        if keys.size:
            self._known.append(keys.ravel())
            self._set = None

    def all_differ(self, variables: Iterable[int]) -> bool:
        """Is it known that no two of these are equal?"""
        return all(self._has(low * self._variables + high) for low, high in combinations(sorted(variables), 2))

    def _has(self, key: int) -> bool:
        if self._set is None:
            self._set = {key for known in self._known for key in known.tolist()}
        return key in self._set or (self._before is not None and self._before._has(key))

    def _arrays(self) -> list[Keys]:
        return self._known if self._before is None else [*self._before._arrays(), *self._known]
