"""Search for a tree with the smallest total of guesses: for an opener, after a history, or over all openers.

A proof over all openers refutes or follows every first guess, one after another. It takes about an hour on Wordle's own
lists and longer on others. The results for each opener are written to a journal, and a later run resumes from it.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from entails.models.wordle.history import COLOURS, Guess, History, Scoring
from entails.models.wordle.words import Words, whole_weights
from entails.solvers.kernels.word_tree_survey import NEVER
from entails.solvers.wordle.tree.search import ANY_DEPTH, EVERY_GUESS, TreeSearch, Watch, WordMatrix, unwatched
from entails.solvers.wordle.tree.value import GuessTree, lists_of

USUAL_GUESSES: Final = 6
"""Number of guesses that the game allows."""


@dataclass(frozen=True)
class TreeSettings:
    """Settings of a search for a tree.

    Attributes: beam: The width of the beam; None is the exact search. max_depth: The limit on guesses. None is the
    number that the game leaves after the history, or any number if that is not enough; 0 is any number.
    worst_case: Whether to minimise the guesses in the worst case first, and the total only among such trees.
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
    settings: TreeSettings | None = None,
    watch: Watch = unwatched,
) -> GuessTree | None:
    """Return the best tree; None if no tree within the depth always wins, or the beam finds none.

    The result is also None if no word fits the history.
    """
    settings = settings or TreeSettings()
    board = WordMatrix.of(words, scoring, history, hard=settings.hard)
    opener = None if settings.opener is None else board.row_of(settings.opener)
    if not board.size:
        return None
    search = TreeSearch(board, beam=settings.beam, watch=watch)
    for depth in _depths(settings, len(history), board.size):
        guess = best_guess(search, opener, depth)
        if guess is not None:
            return grown(search, guess, depth, history, settings)
    return None


def best_guess(search: TreeSearch, opener: int | None, depth: int) -> int | None:
    """Return the row of the best tree's first guess; None if there is no tree."""
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


def grown(
    search: TreeSearch, guess: int, depth: int, history: Sequence[tuple[str, int]], settings: TreeSettings
) -> GuessTree:
    """Build the tree that a search has found."""
    board = search.board
    answers, allowed = lists_of(board.words)
    guesses = tuple(Guess(word, code) for word, code in history)
    return GuessTree(
        root=search.grow(guess, depth),
        history=History(board.words.length, board.scoring.name, guesses),
        answers=answers,
        allowed=allowed,
        language=board.words.language,
        hard=settings.hard,
        exact=settings.beam is None,
        all_openers=settings.beam is None and settings.opener is None,
        max_depth=None if depth >= ANY_DEPTH else depth,
        beam=settings.beam,
        weights=None
        if board.words.weights is None
        else dict(sorted(zip(board.words.words(board.secrets), board.weights.tolist(), strict=True))),
    )


def _depths(settings: TreeSettings, played: int, secrets: int) -> Iterator[int]:
    """Yield the depths to try until a tree exists."""
    most = settings.max_depth or ANY_DEPTH
    if settings.worst_case:
        yield from range(1, min(most, secrets) + 1)
    elif settings.max_depth is None:
        yield max(1, USUAL_GUESSES - played)
        yield ANY_DEPTH
    else:
        yield most


_FIRST_BEAM: Final = 20
"""Beam width of the first tree. A good first tree makes it faster to refute other openers."""
_MEMO_BITS: Final = 22


class Journal:
    """Journal of results for openers: totals of the best, lower bounds for the others.

    The last line of an interrupted run may be cut off; it is dropped.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.known: dict[str, int] = {}
        with suppress(OSError, UnicodeDecodeError):
            for line in path.read_text("utf-8").splitlines() if path is not None else ():
                with suppress(ValueError, KeyError, TypeError):
                    entry = json.loads(line)
                    self.known[str(entry["opener"])] = int(entry["at_least"])

    def add(self, opener: str, at_least: int) -> None:
        """Add a result to the journal. If the folder is not writable, the run continues without one."""
        self.known[opener] = at_least
        if self._path is not None:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"opener": opener, "at_least": at_least}) + "\n")


def journal_path(words: Words, scoring: Scoring, history: Sequence[tuple[str, int]], settings: TreeSettings) -> Path:
    """Return the journal file of a search, in the user's cache folder."""
    weights = "" if words.weights is None else sha256(whole_weights(words.weights).tobytes()).hexdigest()
    limits = f"{settings.hard} {settings.max_depth} {settings.worst_case}"
    key = f"{words.digest} {scoring.name} {list(history)} {limits}{weights}"
    return user_cache_path("entails", appauthor=False) / "trees" / f"{sha256(key.encode()).hexdigest()[:24]}.jsonl"


def best_of_all(
    words: Words,
    scoring: Scoring = COLOURS,
    history: Sequence[tuple[str, int]] = (),
    settings: TreeSettings | None = None,
    *,
    journal: Path | None = None,
    watch: Watch = unwatched,
) -> GuessTree | None:
    """Return the best tree over all openers; None if there is none.

    With `settings.worst_case`, two facts are proven: no tree always wins in fewer guesses, and no tree within these has
    a smaller total.
    """
    settings = replace(settings or TreeSettings(), opener=None, beam=None)
    board = WordMatrix.of(words, scoring, history, hard=settings.hard)
    if board.is_small:
        return best_tree(words, scoring, history, settings, watch)
    first_tree = best_tree(words, scoring, history, replace(settings, beam=_FIRST_BEAM), watch) or best_tree(
        words, scoring, history, settings, watch
    )
    if first_tree is not None and settings.worst_case and not first_tree.exact:
        for depth in range(1, first_tree.max):  # a beam may have missed a tree of fewer guesses
            shorter = best_tree(words, scoring, history, replace(settings, worst_case=False, max_depth=depth), watch)
            if shorter is not None:
                return replace(shorter, all_openers=True)
    if first_tree is None or first_tree.exact:
        return first_tree
    depth, best, opener = first_tree.max_depth or ANY_DEPTH, first_tree.weighted_total, first_tree.opener
    place = ""

    def watch_place(word: str, done: int, of: int) -> None:
        watch(f"{place} {word}", done, of)

    search = TreeSearch(board, watch=watch_place, memo_bits=_MEMO_BITS)
    kept = Journal(journal)
    openers = list(search.openers(depth, best))
    for number, first in enumerate(openers, 1):
        place, word = f"opener {number:,} of {len(openers):,}:", words.word(first.guess)
        if first.bound >= best:
            continue
        if kept.known.get(word, 0) < best:
            kept.add(word, min(search.total_after(first, depth, best), NEVER))
        if kept.known[word] < best:
            best, opener = kept.known[word], word
    if opener != first_tree.opener:
        first_tree = best_tree(
            words, scoring, history, replace(settings, opener=opener, max_depth=first_tree.max_depth or 0), watch
        )
    return None if first_tree is None else replace(first_tree, exact=True, all_openers=True, beam=None)
