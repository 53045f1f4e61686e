"""Guesses for several boards: a ranking, a player, and exhaustive search of the endgame.

The secrets of the boards are independent, so their bits add up, and the guess with the largest sum ranks first. A board
with one word left takes precedence: that word must be played anyway and informs the other boards too.

A state is the set of possible secrets of each open board. Every board needs one guess for its secret. Its further cost
is estimated from the number of words left; it is far lower than in a game of one board, because guesses for other
boards give information too. `BoardsPlayer` chooses the guess with the least expected cost. If few states are left, the
rest of the game is searched exhaustively (see `BoardsEndgame`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from entails.formats.wordle.share import Boards, solved
from entails.models.wordle.history import History, Scoring, scoring_named
from entails.models.wordle.reports import BoardsReport, BoardsSuggestion, WordleBoardReport
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Rows
from entails.solvers.wordle.partition import FeedbackOracle, Partition
from entails.solvers.wordle.secret import PossibleSecrets, possible_secrets

BoardsStrategy = Literal["turns", "entropy", "board-by-board"]
State = tuple[tuple[int, ...], ...]
"""For each open board, the rows that can be its secret."""

EXTRA, FREE, STEEPNESS = 1.35, 0.74, 0.6
"""A board of n words costs EXTRA · (1 - n^-STEEPNESS) guesses beyond its own, times FREE for each other open board.

Fitted to 600 games of four boards; see docs/wordle.md."""
_FIRST = 1000.0
FEW_STATES, FEW_BOARDS = 30, 6
"""Limits on the states and boards of an exhaustive search."""
_SPLITTERS = 6
"""Number of words that cannot be a secret but are tried in such a search."""
_SCORE_DIGITS: Final = 9


class BoardsEndgame:
    """Exhaustive search for the lowest expected number of guesses, from a pool of guesses."""

    def __init__(self, words: Words, scoring: Scoring, pool: Sequence[int]) -> None:
        self._names = {row: words.word(row) for row in pool}
        self._words, self._scoring = words, scoring
        self._pool = tuple(pool)
        self._codes: dict[tuple[int, int], int] = {}
        self._known: dict[State, tuple[float, int]] = {}

    def least(self, state: State) -> tuple[float, int]:
        """Return the expected number of further guesses, and the row of a best next guess."""
        state = tuple(sorted(state))
        if not state:
            return 0.0, -1
        if state not in self._known:
            self._known[state] = min(
                ((round(self.after(guess, state), _SCORE_DIGITS), guess) for guess in self.useful(state)),
                key=lambda choice: choice[0],
            )
        return self._known[state]

    def after(self, guess: int, state: State) -> float:
        """Return the expected number of guesses if this guess is next, including this one."""
        number, total = prod(map(len, state)), 1.0
        for parts in product(*(self._parts(guess, board).items() for board in state)):
            left = tuple(sorted(part for is_open, part in parts if is_open >= 0))
            if left:
                total += self.least(left)[0] * prod(len(part) for _, part in parts) / number
        return total

    def useful(self, state: State) -> Iterator[int]:
        """Yield the guesses that split or solve some board."""
        for guess in self._pool:
            if any(len(parts) > 1 or -1 in parts for parts in (self._parts(guess, board) for board in state)):
                yield guess

    def _parts(self, guess: int, board: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        """Return the remaining words of a board by feedback code; -1 is the solved board."""
        parts: dict[int, list[int]] = {}
        for secret in board:
            parts.setdefault(-1 if secret == guess else self._code(guess, secret), []).append(secret)
        return {code: tuple(part) for code, part in parts.items()}

    def _code(self, guess: int, secret: int) -> int:
        if (guess, secret) not in self._codes:
            scored = self._scoring.score(self._word(guess), self._word(secret))
            self._codes[guess, secret] = scored
        return self._codes[guess, secret]

    def _word(self, row: int) -> str:
        if row not in self._names:
            self._names[row] = self._words.word(row)
        return self._names[row]


@dataclass(eq=False)
class BoardsPlayer:
    """Player of several boards, which chooses the next guess by its strategy."""

    words: Words
    scoring: Scoring
    strategy: BoardsStrategy = "turns"
    opener: int | None = None
    oracle: FeedbackOracle = field(init=False)
    _first: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.oracle = FeedbackOracle.of(self.words, self.scoring)

    def choose(self, boards: Sequence[Rows]) -> int:
        """Return the row of the next guess, given the possible secrets of the unsolved boards."""
        is_first = all(len(rows) == self.words.answers for rows in boards)
        if not is_first:
            return self._chosen(boards)
        if len(boards) not in self._first:
            self._first[len(boards)] = self._chosen(boards) if self.opener is None else self.opener
        return self._first[len(boards)]

    def _chosen(self, boards: Sequence[Rows]) -> int:
        if self.strategy == "board-by-board":
            boards = [min(boards, key=len)]
        costs = self.costs(boards)
        order = np.lexsort((~np.isin(np.arange(len(costs)), np.concatenate(boards)), costs))
        if self.strategy == "turns" and _is_small(boards):
            return _ending(self.words, self.scoring, boards, order).least(_state(boards))[1]
        return int(order[0])

    def costs(self, boards: Sequence[Rows]) -> NDArray[np.float64]:
        """Return the expected remaining cost of every guess. By entropy, a board with one possible word comes first."""
        every = np.arange(len(self.words), dtype=np.int32)
        costs = np.zeros(len(every))
        for rows in boards:
            if self.strategy == "turns":
                costs += self.oracle.sums(every, rows, extra_guesses(self.words.answers, len(boards))) / len(rows)
                costs[rows] -= 1 / len(rows)
            else:
                costs += self.oracle.groups(every, rows).size_bits / len(rows)
                costs[rows[:1]] -= _FIRST if len(rows) == 1 else 0
        return np.round(costs, _SCORE_DIGITS)


@cache
def extra_guesses(largest: int, boards: int) -> NDArray[np.float64]:
    """Tabulate n times the cost of a board with n words beyond the guess that solves it, over n.

    The cost depends on the number of open boards. It is 0 for n = 1, and hardly larger for hundreds of words than for
    twenty.
    """
    sizes = np.arange(largest + 1, dtype=np.float64)
    return np.asarray(EXTRA * FREE ** (boards - 1) * (sizes - sizes ** (1 - STEEPNESS)))


def play(player: BoardsPlayer, secrets: Sequence[int], most: int = 1000) -> int:
    """Return the number of guesses in which a player solves all boards with these secrets."""
    every = np.arange(player.words.answers, dtype=np.int32)
    left: dict[int, Rows] = dict.fromkeys(range(len(secrets)), every)
    for guesses in range(1, most + 1):
        guess = player.choose(list(left.values()))
        for board, rows in list(left.items()):
            if secrets[board] == guess:
                del left[board]
                continue
            code = player.oracle.codes(guess, np.array([secrets[board]], dtype=np.int32))[0]
            left[board] = rows[player.oracle.codes(guess, rows) == code]
        if not left:
            return guesses
    return most


def sampled(
    player: BoardsPlayer, boards: int, games: int, seed: int, watch: Callable[[int], object] | None = None
) -> Counter[int]:
    """Play games with random, independent secrets; return the distribution of the number of guesses."""
    random, guesses = np.random.default_rng([seed, boards]), Counter[int]()
    for game in range(games):
        guesses[play(player, random.integers(0, player.words.answers, boards).tolist())] += 1
        if watch is not None:
            watch(game + 1)
    return guesses


def to_the_end(
    words: Words, scoring: Scoring, boards: Sequence[Rows], best_first: NDArray[np.intp]
) -> dict[int, float]:
    """Return the expected further guesses after each useful guess; empty if the search is too large.

    The guesses are the words that can be secrets, and the first few of the ranking.
    """
    if not _is_small(boards):
        return {}
    ending, state = _ending(words, scoring, boards, best_first), _state(boards)
    return {guess: round(ending.after(guess, state) - 1, _SCORE_DIGITS) for guess in ending.useful(state)}


def _ending(words: Words, scoring: Scoring, boards: Sequence[Rows], best_first: NDArray[np.intp]) -> BoardsEndgame:
    pool = dict.fromkeys(np.concatenate(boards).tolist() + best_first[:_SPLITTERS].tolist())
    return BoardsEndgame(words, scoring, list(pool))


def _is_small(boards: Sequence[Rows]) -> bool:
    return len(boards) <= FEW_BOARDS and prod(len(rows) for rows in boards) <= FEW_STATES


def _state(boards: Sequence[Rows]) -> State:
    return tuple(tuple(rows.tolist()) for rows in boards)


_DIGITS = 9


def study_boards(words: Words, boards: Boards, *, top: int = 5, shown: int | None = None) -> BoardsReport:
    """Report the remaining words of each board (the first `shown`, or all) and the `top` best guesses."""
    scoring = scoring_named(boards.scoring)
    done = [solved(history) and history.allows(history.guesses[-1].word) for history in boards.histories]
    left = [possible_secrets(words, history.facts, scoring) for history in boards.histories]
    reports = tuple(
        _solved(number, history) if done_at else _open(number, history, possible, shown)
        for number, (history, possible, done_at) in enumerate(zip(boards.histories, left, done, strict=True), 1)
    )
    consistent = all(report.count for report in reports)
    longest = max(boards.histories, key=len)
    open_boards = [None if done_at else possible.rows for possible, done_at in zip(left, done, strict=True)]
    words = max((possible.words for possible in left), key=len)  # answers have the same rows in all of them
    return BoardsReport(
        feedback=boards.scoring,
        length=boards.length,
        words=words.name,
        guesses=boards.guesses,
        boards=reports,
        solved=sum(done),
        consistent=consistent,
        suggestions=tuple(next_guesses(words, scoring, open_boards, top)) if consistent else (),
        unknown=tuple(guess.word for guess in longest if words.row_of(guess.word) is None),
    )


def _solved(number: int, history: History) -> WordleBoardReport:
    """Return the report of a solved board, whose word need not be in a list."""
    secret = history.guesses[-1].word
    return WordleBoardReport(
        board=number, solved=True, count=1, candidates=(secret,), truncated=False, history=history.line
    )


def _open(number: int, history: History, possible: PossibleSecrets, shown: int | None) -> WordleBoardReport:
    some = tuple(possible.words.words(possible.rows[:shown]))
    return WordleBoardReport(
        board=number,
        solved=False,
        count=len(possible.rows),
        candidates=some,
        truncated=len(some) < len(possible.rows),
        history=history.line,
        secrets=possible.source,
    )


def next_guesses(words: Words, scoring: Scoring, boards: Sequence[Rows | None], top: int) -> list[BoardsSuggestion]:
    """Return the best guesses, given the possible secrets of each board (None: solved).

    Words that are the only one left on a board come first, then guesses by the sum of their bits. Ties are broken in
    favour of possible secrets, then by row. If few words are left in all, the guesses that need the fewest further
    guesses come first.
    """
    unsolved = [rows for rows in boards if rows is not None]
    if not unsolved:
        return []
    oracle, every = FeedbackOracle.of(words, scoring, streamed=True), np.arange(len(words), dtype=np.int32)
    seen: dict[bytes, Partition] = {}
    bits = np.zeros((len(boards), len(words)))
    chances = np.zeros((len(boards), len(words)))
    for number, rows in enumerate(boards):
        if rows is None:
            continue
        key = rows.tobytes()
        if key not in seen:
            seen[key] = oracle.groups(every, rows)
        bits[number] = seen[key].bits
        chances[number, rows] = oracle.chances(rows)
    alone = np.isin(every, [rows[0] for rows in unsolved if len(rows) == 1])
    total = np.round(bits.sum(axis=0), _DIGITS)
    order = np.lexsort((every, chances.max(axis=0) == 0, -total, ~alone))
    needed = to_the_end(words, scoring, unsolved, order) if oracle.words.weights is None else {}
    order = np.array([*sorted(needed, key=lambda row: needed[row]), *order[~np.isin(order, list(needed))]])[:top]
    return [
        BoardsSuggestion(
            word=word,
            bits=round(float(total[row]), 6),
            board_bits=tuple(np.round(bits[:, row], 6).tolist()),
            chances=tuple(np.round(chances[:, row], _DIGITS).tolist()),
            expected=round(needed[row], 6) if row in needed else None,
        )
        for word, row in zip(words.words(order), order.tolist(), strict=True)
    ]
