"""The next guess for several boards at once: the one that tells most over all of them.

The bits of the boards add up, since their secrets are drawn apart from each other. A board with one word left comes
first: that word has to be played anyway, and tells the other boards something too. The last guesses are searched to the
end (see `boards_search`).
"""

from collections.abc import Sequence

import numpy as np

from entails.models.wordle.boards import Boards, solved
from entails.models.wordle.game_report import BoardReport, BoardsReport, BoardsSuggestion
from entails.models.wordle.history import History
from entails.models.wordle.scoring import Scoring, scoring_named
from entails.models.wordle.words import Words
from entails.solvers.wordle.boards_search import to_the_end
from entails.solvers.wordle.candidates import Rows, candidates
from entails.solvers.wordle.groups import Groups, Referee

_DIGITS = 9


def study_boards(words: Words, boards: Boards, *, top: int = 5, shown: int | None = None) -> BoardsReport:
    """What is left on each board (the first `shown` words, or all), and the best `top` guesses."""
    scoring = scoring_named(boards.scoring)
    done = [solved(history) and history.allows(history.guesses[-1].word) for history in boards.histories]
    left = [candidates(history.facts, words.secrets, scoring) for history in boards.histories]
    reports = tuple(
        _solved(number, history) if found else _open(number, history, words, rows, shown)
        for number, (history, rows, found) in enumerate(zip(boards.histories, left, done, strict=True), 1)
    )
    consistent = all(report.count for report in reports)
    longest = max(boards.histories, key=len)
    open_boards = [None if found else rows for rows, found in zip(left, done, strict=True)]
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


def _solved(number: int, history: History) -> BoardReport:
    """A solved board has one word, which need not be in any list."""
    secret = history.guesses[-1].word
    return BoardReport(board=number, solved=True, count=1, candidates=(secret,), truncated=False, history=history.line)


def _open(number: int, history: History, words: Words, rows: Rows, shown: int | None) -> BoardReport:
    some = tuple(words.words(rows[:shown]))
    cut = len(some) < len(rows)
    return BoardReport(
        board=number, solved=False, count=len(rows), candidates=some, truncated=cut, history=history.line
    )


def next_guesses(words: Words, scoring: Scoring, boards: Sequence[Rows | None], top: int) -> list[BoardsSuggestion]:
    """The best guesses while these rows can be the secrets of the boards; None stands for a solved board. First come
    the words that are alone on their board, then by the sum of the bits; ties: a word that can be a secret, then its
    row. Where few words are left in all, those come first that need the fewest further guesses."""
    unsolved = [rows for rows in boards if rows is not None]
    if not unsolved:
        return []
    referee, every = Referee.of(words, scoring, streamed=True), np.arange(len(words), dtype=np.int32)
    seen: dict[bytes, Groups] = {}
    bits = np.zeros((len(boards), len(words)))
    chances = np.zeros((len(boards), len(words)))
    for number, rows in enumerate(boards):
        if rows is None:
            continue
        key = rows.tobytes()
        if key not in seen:
            seen[key] = referee.groups(every, rows)
        bits[number] = seen[key].bits
        chances[number, rows] = referee.chances(rows)
    alone = np.isin(every, [rows[0] for rows in unsolved if len(rows) == 1])
    total = np.round(bits.sum(axis=0), _DIGITS)
    order = np.lexsort((every, chances.max(axis=0) == 0, -total, ~alone))
    needed = to_the_end(words, scoring, unsolved, order) if referee.words.weights is None else {}
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
