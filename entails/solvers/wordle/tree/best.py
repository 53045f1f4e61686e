"""The tree with the smallest total of guesses: for one opener, after a history, or over all openers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from entails.models.wordle.history import Guess, History
from entails.models.wordle.scoring import COLOURS, Scoring
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_tree_memo import NEVER
from entails.solvers.wordle.tree.board import Board
from entails.solvers.wordle.tree.search import ANY_DEPTH, EVERY_GUESS, Search, Watch, unwatched
from entails.solvers.wordle.tree.value import Tree, lists_of

USUAL_GUESSES: Final = 6
"""What the game allows."""


@dataclass(frozen=True)
class Wish:
    """What is asked of a tree.

    `beam` None is the exact search. `max_depth` None is what the game leaves after the history (or any number, when
    that is not enough); 0 is any number. `worst_case` asks for the fewest guesses in the worst case first, and for the
    smallest total only among such trees.
    """

    opener: str | None = None
    hard: bool = False
    beam: int | None = None
    max_depth: int | None = None
    worst_case: bool = False


def best_tree(
    words: Words,
    scoring: Scoring = COLOURS,
    history: Sequence[tuple[str, int]] = (),
    wish: Wish | None = None,
    watch: Watch = unwatched,
) -> Tree | None:
    """The tree, or None when no guesses within the depth win against every secret (or, with a beam, none were found).

    A history that no word fits has no tree either.
    """
    wish = wish or Wish()
    board = Board.of(words, scoring, history, hard=wish.hard)
    opener = None if wish.opener is None else board.row_of(wish.opener)
    if not board.size:
        return None
    search = Search(board, beam=wish.beam, watch=watch)
    for depth in _depths(wish, len(history), board.size):
        guess = best_guess(search, opener, depth)
        if guess is not None:
            return grown(search, guess, depth, history, wish)
    return None


def best_guess(search: Search, opener: int | None, depth: int) -> int | None:
    """The row of the first guess of the best tree, None when there is no tree."""
    if opener is not None:
        return opener if search.total_after(search.opener(opener), depth) < NEVER else None
    if search.board.is_small and search.beam == EVERY_GUESS:
        return search.best_opener(depth)
    best, choice = NEVER, None
    for first in search.openers(depth):
        if first.bound < best:
            total = search.total_after(first, depth, best)
            if total < best:
                best, choice = total, first.guess
    return choice


def grown(search: Search, guess: int, depth: int, history: Sequence[tuple[str, int]], wish: Wish) -> Tree:
    """The tree that a search has settled."""
    board = search.board
    answers, allowed = lists_of(board.words)
    guesses = tuple(Guess(word, code) for word, code in history)
    return Tree(
        root=search.grow(guess, depth),
        history=History(board.words.length, board.scoring.name, guesses),
        answers=answers,
        allowed=allowed,
        language=board.words.language,
        hard=wish.hard,
        exact=wish.beam is None,
        all_openers=wish.beam is None and wish.opener is None,
        max_depth=None if depth >= ANY_DEPTH else depth,
        beam=wish.beam,
        weights=None
        if board.words.weights is None
        else dict(sorted(zip(board.words.words(board.secrets), board.weights.tolist(), strict=True))),
    )


def _depths(wish: Wish, played: int, secrets: int) -> Iterator[int]:
    """The depths to try, until a tree is found."""
    most = wish.max_depth or ANY_DEPTH
    if wish.worst_case:
        yield from range(1, min(most, secrets) + 1)
    elif wish.max_depth is None:
        yield max(1, USUAL_GUESSES - played)
        yield ANY_DEPTH
    else:
        yield most
