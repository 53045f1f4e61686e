"""Strategies that keep domains: letters per position, or sets of words with the same well placed letters.

`a1`, `a2` and `probabilistic` guess random or likely words while domains shrink (Huang & Hu 2022, parts 1 and 3). They
use only the two extreme answers. If nothing is well placed, no position has its letter of the guess. If nothing is
placed at all, no position has any letter of the guess; only `a2` uses this. (The study's listing and its annex differ
in one index here; the annex, which removes the letter at every position, is right.) Other answers exclude only the
guess itself, so most guesses contradict what is already known.

`backtrack` and `forward` climb through domains of well placed letters (Loi & Thomas 2022, part 1, their program).
Random words are guessed until one has a well placed letter. It is the best word so far, with score s. Its domains are
all choices of s of its positions. The words that agree with it there are guessed in the order of the list, choice after
choice, until one scores higher. That word is then the best, and domains are built from it alone, over all positions and
all words left. So nothing is nested and nothing is undone: it is a hill climb, which the text calls a tree. Only the
number of well placed letters is used. `forward` removes a whole domain at its first word that scores less than the
best.

`backtrack-nested` and `forward-nested` search depth first: one reading of the text of Loi & Thomas 2022, part 1. A
guess with s well placed letters opens one domain for each choice of s positions: the words that have the same letters
there. The words of a domain are tried until one scores higher, which opens domains inside. If the domain is exhausted,
its positions were wrong, and the next domain is tried. `forward-nested` leaves a domain at the first word that scores
lower than the domain requires.

`triche` finds the right letters by questions that the rules forbid (Huang & Hu 2022, part 3); the study calls it
cheating. It asks about strings that are not words and cannot be the secret. Stage one blanks one position after
another; if the number of well placed letters falls, that position is right. Stage two copies one letter after another
to every open position until one more is well placed. As in the study, blanks stay, positions that cannot give
information are tried again, and each question is a guess.
"""

from collections.abc import Generator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from entails.studies.wordle.strategies.base import (
    BLANK,
    NoStrategyOptions,
    Player,
    ScriptedPlayer,
    SearchNode,
    TreePlayer,
    WordTable,
    as_letters,
)


class ChronologicalPlayer(Player[NoStrategyOptions]):
    """Strategy `a1`: guess a random word that the domains allow."""

    arc_consistent = False

    def __init__(self, table: WordTable, options: NoStrategyOptions, seed: int) -> None:
        super().__init__(table, options, seed)
        self.alive = np.ones(len(table.secrets), dtype=bool)

    def learn(self, word: str, code: int) -> None:
        row = self.table.row_of(word)
        if row is not None:
            self.alive[row] = False
        if self.table.well[code] == 0:
            self.prune(word, everywhere=self.arc_consistent and self.table.misplaced[code] == 0)

    def prune(self, word: str, *, everywhere: bool) -> None:
        """Remove the letters of a guess from the domains, at their own position or everywhere."""
        guess, secrets = as_letters(word), self.table.secrets
        if everywhere:
            self.alive &= ~np.isin(secrets, guess).any(axis=1)
        else:
            self.alive &= (secrets != guess).all(axis=1)

    def choose(self) -> str | None:
        left = np.flatnonzero(self.alive)
        return self.table.spellings[self.dice().choice(left)] if len(left) else None


class ArcConsistentPlayer(ChronologicalPlayer):
    """Strategy `a2`: `a1`, but if no letter is well placed, the guess's letters leave every domain."""

    arc_consistent = True


class LikeliestPlayer(ArcConsistentPlayer):
    """Strategy `probabilistic-annex` (listing of the annex): the word with the likeliest letters by position.

    The frequencies are counted again only when the domains have changed.
    """

    def __init__(self, table: WordTable, options: NoStrategyOptions, seed: int) -> None:
        super().__init__(table, options, seed)
        self.value = log_probability(table.secrets, self.alive)

    def prune(self, word: str, *, everywhere: bool) -> None:
        super().prune(word, everywhere=everywhere)
        self.value = log_probability(self.table.secrets, self.alive)

    def choose(self) -> str | None:
        left = np.flatnonzero(self.alive)
        return self.table.spellings[left[self.value[left].argmax()]] if len(left) else None


class ProbabilisticPlayer(LikeliestPlayer):
    """Strategy `probabilistic`, by the notebook that produced the study's figures.

    It guesses the likeliest word at first and after a guess without a green tile, otherwise a random one.
    """

    def choose(self) -> str | None:
        if self.history and self.table.well[self.history[-1][1]]:
            return ChronologicalPlayer.choose(self)
        return super().choose()


def log_probability(letters: NDArray[np.uint8], among: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the log probability of each word, for letters drawn by their frequency at each position.

    It is minus infinity if a letter does not occur at its position.
    """
    counted = letters[among]
    total = np.zeros(len(letters))
    with np.errstate(divide="ignore"):
        for place in range(letters.shape[1]):
            share = np.bincount(counted[:, place], minlength=letters.max() + 1) / max(len(counted), 1)
            total += np.log(share)[letters[:, place]]
    return total


class BacktrackPlayer(TreePlayer):
    """Strategy `backtrack`: climb from word to word with more well placed letters, each word at most once."""

    checks_forward = False

    def script(self) -> Generator[str, int, None]:
        self._left = np.ones(len(self.table.secrets), dtype=bool)
        dice = self.dice()
        well, best, node = 0, 0, self.tree
        while not well and self._left.any():
            best = int(dice.choice(np.flatnonzero(self._left)))
            self._left[best] = False
            well, node = yield from self.try_word(best, self.tree)
        while self._left.any():
            well, best, node = yield from self._climb(best, well, node)

    def _climb(self, best: int, score: int, node: SearchNode) -> Generator[str, int, tuple[int, int, SearchNode]]:
        """Find the next word with more well placed letters; return its score, its row and its node."""
        same = self.table.secrets == self.table.secrets[best]
        for places in combinations(range(self.table.length), score):
            members = np.flatnonzero(self._left & same[:, places].all(axis=1))
            if not len(members):
                continue
            domain = self.domain(node, best, places, len(members))
            for row in members.tolist():
                self._left[row] = False
                well, guess = yield from self.try_word(row, domain)
                if well > score:
                    return well, row, guess
                if self.checks_forward and well < score:
                    self._left[members] = False
                    domain.note += ", removed: a word scores less"
                    break
            else:
                domain.note += ", none of them"
        raise AssertionError("the secret agrees with every word on as many places as its score says")


class ForwardPlayer(BacktrackPlayer):
    """Strategy `forward`: a word that scores less excludes its choice of positions and all words of that domain."""

    checks_forward = True


Members = NDArray[np.int64]


class NestedBacktrackPlayer(TreePlayer):
    """Strategy `backtrack-nested`: a nested search that tries each word at most once."""

    checks_forward = False

    def script(self) -> Generator[str, int, None]:
        self._untried = np.ones(len(self.table.secrets), dtype=bool)
        order = self.dice().permutation(len(self.table.secrets))
        for row in order:
            if self._untried[row]:
                self._untried[row] = False
                well, node = yield from self.try_word(row, self.tree)
                yield from self._domains(node, row, (), order, well)

    def _domains(
        self, node: SearchNode, row: int, known: tuple[int, ...], members: Members, well: int
    ) -> Generator[str, int, None]:
        """Explore the domains of a guess: the known positions with every choice of further ones."""
        letters = self.table.secrets
        free = [place for place in range(self.table.length) if place not in known]
        for chosen in combinations(free, well - len(known)) if well else ():
            places = tuple(sorted((*known, *chosen)))
            alike = np.logical_and.reduce([letters[members, place] == letters[row, place] for place in places])
            yield from self._explore(node, row, places, members[alike])

    def _explore(
        self, node: SearchNode, row: int, places: tuple[int, ...], members: Members
    ) -> Generator[str, int, None]:
        """Try the words of a domain until one scores higher; with the right positions, the secret is among them."""
        left = int(self._untried[members].sum())
        domain = self.domain(node, row, places, left)
        for member in members:
            if not self._untried[member]:
                continue
            self._untried[member] = False
            well, guess = yield from self.try_word(member, domain)
            if well > len(places):
                yield from self._domains(guess, member, places, members, well)
                domain.note += ", none of them"
                return
            if self.checks_forward and well < len(places):
                domain.note += ", abandoned: a word scores less"
                return
        domain.note += ", none of them" if left else ", all tried before"


class NestedForwardPlayer(NestedBacktrackPlayer):
    """Strategy `forward-nested`: `backtrack-nested` with forward checking.

    The words of a domain share letters, so a word with fewer letters well placed refutes the domain.
    """

    checks_forward = True


GuessSteps = Generator[str, int, tuple[int, int]]


class _Nothing(ChronologicalPlayer):
    """Domains from which only guessed words are removed."""

    def prune(self, word: str, *, everywhere: bool) -> None:
        """Do nothing: in the study's program, the code with the rules of `a2` is never reached here."""


class CheatingPlayer(ScriptedPlayer[NoStrategyOptions]):
    """Strategy `triche`: find each letter of the secret with guesses that are not words.

    Attributes:
        domains: The words that guesses exclude.
        word: The current letters.
        fixed: The positions known to be right.
    """

    domains: type[ChronologicalPlayer] = _Nothing

    def script(self) -> Generator[str, int, None]:
        dice = self.dice()
        domains = self.domains(self.table, self.options, self.seed)
        self.fixed: list[int] = []
        while domains.alive.any():
            row = int(dice.choice(np.flatnonzero(domains.alive)))
            chosen = self.table.spellings[row]
            code = yield chosen
            domains.observe(chosen, code)
            self.word = [*chosen]
            well, misplaced = int(self.table.well[code]), int(self.table.misplaced[code])
            while well > len(self.fixed):
                well, misplaced = yield from self._find_well_placed(well, misplaced)
                self._keep(domains)
            while misplaced > 0:
                well, misplaced = yield from self._move_misplaced(well)
                self._keep(domains)

    def _find_well_placed(self, well: int, misplaced: int) -> GuessSteps:
        """Blank open positions until the count of well placed letters falls."""
        for place in self._open():
            before = self.word[place]
            self.word[place] = BLANK
            code = yield "".join(self.word)
            if self.table.well[code] < well:
                self.word[place] = before
                self.fixed.append(place)
                break
            misplaced = int(self.table.misplaced[code])
        return well, misplaced

    def _move_misplaced(self, well: int) -> GuessSteps:
        """Copy open letters to other open positions until one more letter is well placed."""
        for source in self._open():
            for target in self._open():
                before = self.word[target]
                self.word[target] = self.word[source]
                code = yield "".join(self.word)
                if self.table.well[code] > well:
                    self.fixed.append(target)
                    return int(self.table.well[code]), int(self.table.misplaced[code])
                self.word[target] = before
        return well, 0

    def _open(self) -> list[int]:
        return [place for place in range(self.table.length) if place not in self.fixed]

    def _keep(self, domains: ChronologicalPlayer) -> None:
        """Keep only words with the letter that was just placed."""
        place = self.fixed[-1]
        domains.alive &= self.table.secrets[:, place] == as_letters(self.word[place])[0]


class PruningCheatingPlayer(CheatingPlayer):
    """Strategy `triche-pruning`: `triche` with the domains of `a2`, as the text of the study describes."""

    domains = ArcConsistentPlayer
