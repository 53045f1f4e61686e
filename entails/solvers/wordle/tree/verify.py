"""Is a tree what it says? Every answer is played again, by the plain rules and nothing else.

Nothing here comes from the search: feedback is `Scoring.score`, word by word, hard mode is said anew, and the figures
are counted from the games. Only `exact` cannot be seen from a tree; it stays a claim.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from entails.models.wordle.scoring import COLOURS, GREEN, GREY
from entails.solvers.wordle.tree.file import Claims
from entails.solvers.wordle.tree.value import Node, Tree, WordList


@dataclass(frozen=True)
class Verdict:
    """`fault` is the first thing that is wrong, in words; None when all is right. The figures are of the replay."""

    fault: str | None
    distribution: dict[int, int] = field(default_factory=dict)
    weighted_total: int | None = None
    """Guesses times weight, over all secrets, where these are not all alike."""
    expected: float | None = None
    """The mean under these weights."""

    @property
    def total(self) -> int:
        return sum(guesses * secrets for guesses, secrets in self.distribution.items())

    @property
    def mean(self) -> float:
        return self.total / max(1, sum(self.distribution.values()))

    @property
    def max(self) -> int:
        return max(self.distribution, default=0)


class _Fault(Exception):
    """Found; its text is the sentence."""


def verify(tree: Tree, answers: Sequence[str], allowed: Collection[str], claims: Claims | None = None) -> Verdict:
    """Play every answer that fits the history of the tree. `claims` are the figures that its file states."""
    guessable = frozenset(allowed) | frozenset(answers)
    try:
        _check_list("answers", tree.answers, answers)
        _check_list("allowed guesses", tree.allowed, guessable)
        secrets = [word for word in answers if tree.history.allows(word)]
        if not secrets:
            raise _Fault("no answer fits the history of the tree")
        games = {secret: _guesses(tree, secret, guessable) for secret in secrets}
        distribution = dict(sorted(Counter(games.values()).items()))
        verdict = Verdict(None, distribution, *_weighed(games, tree.weights))
        if claims is not None:
            _check_claims(tree, verdict, claims)
        if tree.max_depth is not None and verdict.max > tree.max_depth:
            raise _Fault(f"it takes {verdict.max} guesses, and says that it takes at most {tree.max_depth}")
    except _Fault as fault:
        return Verdict(str(fault))
    return verdict


def _weighed(games: Mapping[str, int], weights: Mapping[str, int] | None) -> tuple[int | None, float | None]:
    """The total and the mean of some games under weights."""
    if weights is None:
        return None, None
    if set(weights) != set(games):
        odd = min(set(weights) ^ set(games))
        raise _Fault(f"its weights are not those of its secrets, see {odd[:30].upper()}")
    total = sum(guesses * weights[secret] for secret, guesses in games.items())
    return total, total / sum(weights.values())


def _check_list(what: str, stated: WordList, words: Collection[str]) -> None:
    found = WordList.of(stated.name, list(words))
    if found != stated:
        raise _Fault(
            f"the {what} are not those of the tree: it was made for {stated.words:,} words of {stated.name[:60]}, "
            f"sha256 {stated.sha256[:12]}, and these are {found.words:,}, sha256 {found.sha256[:12]}"
        )


def _guesses(tree: Tree, secret: str, allowed: Collection[str]) -> int:
    """The number of guesses that the tree takes for this secret."""
    scoring, win = tree.scoring, tree.scoring.win(tree.length)
    played = list(tree.history.facts)
    node: Node = tree.root
    count = 0
    while True:
        count += 1
        if node.guess not in allowed:
            raise _Fault(f"{_game(tree, secret, played)}it guesses {node.guess.upper()}, which is not allowed")
        if tree.hard and (broken := broken_rule(node.guess, played)):
            raise _Fault(f"{_game(tree, secret, played)}it guesses {node.guess.upper()}, but {broken}")
        code = scoring.score(node.guess, secret)
        played.append((node.guess, code))
        if code == win:
            if not node.can_win:
                raise _Fault(f"{_game(tree, secret, played)}it wins where it says that it cannot")
            return count
        if code not in node.replies:
            raise _Fault(f"{_game(tree, secret, played)}it does not know what to guess next")
        node = node.replies[code]


def broken_rule(guess: str, played: Sequence[tuple[str, int]]) -> str | None:
    """What hard mode holds against a guess: greens stay in place, and every letter shown is used again."""
    for before, code in played:
        colours = COLOURS.colours(code, len(before))
        for place, colour in enumerate(colours):
            if colour == GREEN and guess[place] != before[place]:
                return f"hard mode wants {before[place].upper()} in place {place + 1}"
        shown = Counter(letter for letter, colour in zip(before, colours, strict=True) if colour != GREY)
        for letter, copies in shown.items():
            if guess.count(letter) < copies:
                return f"hard mode wants the letter {letter.upper()}{f' {copies} times' if copies > 1 else ''}"
    return None


def _game(tree: Tree, secret: str, played: Sequence[tuple[str, int]]) -> str:
    moves = ", ".join(f"{word.upper()} {tree.scoring.write(code, tree.length)}" for word, code in played[-6:])
    return f"for the secret {secret.upper()}{f', after {moves},' if moves else ','} "


def _check_claims(tree: Tree, verdict: Verdict, claims: Claims) -> None:
    stated = {guesses: secrets for guesses, secrets in claims.distribution.items() if secrets}
    if claims.opener != tree.opener:
        raise _Fault(f"it says that it begins with {claims.opener[:30].upper()}, and begins with {tree.opener.upper()}")
    if claims.total != verdict.total:
        raise _Fault(f"it says that it takes {claims.total:,} guesses in all, and takes {verdict.total:,}")
    if claims.weighted_total != verdict.weighted_total:
        raise _Fault(f"it claims to cost {claims.weighted_total} by its weights, and costs {verdict.weighted_total}")
    for stated_mean, mean in ((claims.mean, verdict.mean), (claims.expected, verdict.expected)):
        if stated_mean is not None and stated_mean != (None if mean is None else round(mean, 4)):
            raise _Fault(
                f"it says that it takes {stated_mean} guesses on average, and takes {mean or verdict.mean:.4f}"
            )
    if claims.max != verdict.max:
        raise _Fault(f"it says that it takes {claims.max} guesses at most, and takes {verdict.max}")
    if stated != verdict.distribution:
        raise _Fault("the distribution that it states is not that of its games")
    if tree.distribution != verdict.distribution:
        raise _Fault("it has branches that no answer reaches")
