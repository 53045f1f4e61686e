"""The smallest total by exhaustive search, on tiny word lists."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from entails.models.wordle.history import Scoring
from entails.solvers.wordle.tree.file import broken_rule

NEVER = 10**6


def smallest_total(
    secrets: frozenset[str],
    allowed: frozenset[str],
    scoring: Scoring,
    *,
    depth: int,
    hard: bool = False,
    opener: str | None = None,
    weights: Mapping[str, int] | None = None,
) -> int:
    """Return the smallest total, NEVER if `depth` guesses do not suffice; useless guesses are left out.

    With `weights`, each secret counts as often as it weighs.
    """

    @cache
    def least(left: frozenset[str], legal: frozenset[str], guesses: int) -> int:
        return min((after(guess, left, legal, guesses) for guess in legal), default=NEVER)

    def after(guess: str, left: frozenset[str], legal: frozenset[str], guesses: int) -> int:
        parts: defaultdict[int, set[str]] = defaultdict(set)
        for secret in left:
            parts[scoring.score(guess, secret)].add(secret)
        if guesses == 0 or (len(parts) == 1 and guess not in left and guess != opener):
            return NEVER
        total = len(left) if weights is None else sum(weights[secret] for secret in left)
        for code, part in parts.items():
            if part != {guess}:
                next_legal = (
                    frozenset(word for word in legal if not broken_rule(word, [(guess, code)])) if hard else legal
                )
                total += least(frozenset(part), next_legal, guesses - 1)
        return min(total, NEVER)

    if opener is not None:
        return after(opener, secrets, allowed, depth)
    return least(secrets, allowed, depth)
