"""Several boards with common guesses: reading, and the next guess."""

from dataclasses import replace
from itertools import product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solvers.wordle_lists import few_letters

from entails.data.wordle import words_for
from entails.formats.wordle.share import Boards, boards_of, read_boards, solved
from entails.models.errors import InvalidPuzzle
from entails.models.wordle.history import COLOURS, History
from entails.models.wordle.words import Words
from entails.solvers.wordle.boards import (
    BoardsEndgame,
    BoardsPlayer,
    BoardsStrategy,
    next_guesses,
    play,
    sampled,
    study_boards,
)
from entails.solvers.wordle.feedback import candidates
from entails.solvers.wordle.suggest import suggest


def test_reading() -> None:
    boards = read_boards("crane:bybbg,ggbbb slate:ybbbg,bbbyb")
    assert [history.line for history in boards.histories] == ["crane:bybbg slate:ybbbg", "crane:ggbbb slate:bbbyb"]
    assert boards.guesses == 2
    same = [
        "CRANE = bybbg ; ggbbb\n# a comment\nslate: 🟨⬛⬛⬛🟩 | ⬛⬛⬛🟨⬛",
        "crane:01002,22000\nslate:ybbbg,bbbyb",
    ]
    assert all(read_boards(text) == boards for text in same)
    rows = ('{"word": "crane", "feedback": ["bybbg", "ggbbb"]}', '{"word": "slate", "feedback": ["ybbbg", "bbbyb"]}')
    json = f'{{"guesses": [{", ".join(rows)}]}}'
    assert read_boards(json) == boards
    assert read_boards(json, "colours", 5, 2) == boards


def test_nothing_and_counts() -> None:
    assert read_boards("") == Boards((History(),) * 4, 0)
    assert read_boards("", None, 6, 2) == Boards((History(6),) * 2, 0)
    counts = read_boards("tarte:2.1,03")
    assert (counts.scoring, [history.facts for history in counts.histories]) == (
        "counts",
        [(("tarte", 13),), (("tarte", 3),)],
    )


@pytest.mark.parametrize("rest", ["-", "", "ggggg", "anything"])
def test_a_solved_board_takes_no_more(rest: str) -> None:
    boards = read_boards(f"crane:ggggg,bbbbb slate:{rest},bbbbb")
    assert solved(boards.histories[0])
    assert [len(history) for history in boards.histories] == [1, 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("crane", "is not a guess with feedback"),
        ("crane:bybbg,ggbbb slate:bbbbb", "guess 2, SLATE: feedback for 1 board; expected feedback for 2"),
        ("crane:bybbg,ggbb", "board 2, guess 1"),
        ("crane:bybbg,", "board 2, guess 1"),
        ("crane:bybbg,ggggy", "board 2, guess 1"),
        ("crane:" + "bbbbb," * 40, "invalid number of boards 41"),
        ("x" * 200_000, "200,000 characters"),
        ('{"guesses": 3}', "invalid guesses"),
        ('{"guesses": [3]}', "JSON, guess 1"),
        ('{"boards": "x"}', "invalid boards"),
        ("{", "JSON"),
    ],
)
def test_rejected_input(text: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as error:
        read_boards(text)
    assert words in str(error.value)
    assert len(str(error.value)) < 300


@given(st.text(alphabet=st.sampled_from('abcrne:=,;|-gyb210 \n#{}[]"🟩⬛é'), max_size=60))
def test_junk(text: str) -> None:
    try:
        words = str(read_boards(text).histories[0].line)
    except InvalidPuzzle as error:
        words = str(error)
    assert len(words) < 400


def test_one_board_is_plain_wordle() -> None:
    words = words_for()
    history = History.of([("crane", "bybbg")])
    left = candidates(history.facts, words.secrets, COLOURS)
    result = next_guesses(words, COLOURS, [left], 5)
    assert [(item.word, item.bits) for item in result] == [
        (item.word, pytest.approx(item.bits, abs=1e-6)) for item in suggest(words, COLOURS, left, top=5)
    ]


def test_bits_add_up_and_solved_boards_are_left_out() -> None:
    words = few_letters(5, 4, secrets=60, others=20)
    first, second = np.arange(0, 30, dtype=np.int32), np.arange(20, 50, dtype=np.int32)
    result = next_guesses(words, COLOURS, [first, None, second], 80)
    assert len(result) == len(words)
    alone = [{entry.word: entry.bits for entry in suggest(words, COLOURS, rows, top=200)} for rows in (first, second)]
    for item in result:
        assert item.board_bits == (
            pytest.approx(alone[0][item.word], abs=1e-6),
            0.0,
            pytest.approx(alone[1][item.word], abs=1e-6),
        )
        assert item.bits == pytest.approx(sum(item.board_bits), abs=1e-5)
    assert [entry.bits for entry in result] == sorted((entry.bits for entry in result), reverse=True)
    assert next_guesses(words, COLOURS, [None, None], 5) == []


def test_a_board_with_one_word_comes_first() -> None:
    words = few_letters(5, 4, secrets=60, others=20)
    only, many = np.array([7], dtype=np.int32), np.arange(0, 40, dtype=np.int32)
    best, second, *_ = next_guesses(words, COLOURS, [many, only], 5)
    assert (best.word, best.chances[1]) == (words.word(7), 1.0)
    assert second.bits >= best.bits


def test_the_report() -> None:
    report = study_boards(words_for(), read_boards("crane:bybbg,ggggg horse:ggggg,-"), shown=3)
    assert (report.solved, report.consistent, report.suggestions) == (2, True, ())
    assert [board.candidates for board in report.boards] == [("horse",), ("crane",)]
    report = study_boards(words_for(), read_boards("crane:bybbg,bbbbb"), shown=3, top=2)
    assert [(board.count, len(board.candidates), board.truncated) for board in report.boards] == [
        (40, 3, True),
        (263, 3, True),
    ]
    assert len(report.suggestions) == 2


def test_boards_that_contradict_themselves() -> None:
    report = study_boards(words_for(), read_boards("crane:bybbg,bbbbb crane:bbbbb,bbbbb"))
    assert (report.consistent, report.boards[0].count, report.suggestions) == (False, 0, ())
    report = study_boards(words_for(), boards_of([("slate", ("bbbbb",)), ("crane", ("ggggg",))]))
    assert (report.consistent, report.boards[0].solved, report.boards[0].count) == (False, False, 0)


def best_by_pairs(words: Words, boards: int) -> float:
    """Return the fewest expected guesses for several boards, by search over tuples of secrets with equal feedback."""
    names = words.words()
    known: dict[frozenset[tuple[str, ...]], float] = {}

    def feedback_codes(guess: str, secrets: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(COLOURS.score(guess, secret) if secret else -1 for secret in secrets)

    def least(left: frozenset[tuple[str, ...]]) -> float:
        if not any(next(iter(left))):
            return 0.0
        if left not in known:
            items = []
            for guess in names:
                parts: dict[tuple[int, ...], set[tuple[str, ...]]] = {}
                for secrets in left:
                    after = tuple("" if secret == guess else secret for secret in secrets)
                    parts.setdefault(feedback_codes(guess, secrets), set()).add(after)
                if len(parts) > 1 or left != frozenset(next(iter(parts.values()))):
                    items.append(1 + sum(len(part) * least(frozenset(part)) for part in parts.values()) / len(left))
            known[left] = min(items)
        return known[left]

    return least(frozenset(product(names[: words.answers], repeat=boards)))


@pytest.mark.parametrize(("seed", "secrets"), [(0, 5), (1, 5), (0, 8), (1, 8)])
def test_two_boards_by_trying_everything(seed: int, secrets: int) -> None:
    """On two boards, no strategy beats the optimum; the endgame search reaches it, the searched strategy almost."""
    words = few_letters(seed, 3, secrets=secrets, others=2, letters=3)
    optimum, every = best_by_pairs(words, 2), tuple(range(words.answers))
    assert BoardsEndgame(words, COLOURS, range(len(words))).least((every, every))[0] == pytest.approx(optimum)
    means = {}
    for strategy in get_args(BoardsStrategy):
        player = BoardsPlayer(words, COLOURS, strategy)
        games = [play(player, pair) for pair in product(every, repeat=2)]
        means[strategy] = sum(games) / len(games)
        assert means[strategy] >= optimum - 1e-9
    assert means["turns"] <= optimum * 1.03
    assert means["turns"] <= means["board-by-board"] + 1e-9


def test_a_game_of_one_word_on_each_board_takes_as_many_guesses_as_there_are_words() -> None:
    words = few_letters(1, 4, secrets=9, others=3)
    ending = BoardsEndgame(words, COLOURS, range(words.answers))
    assert ending.least(((0,), (1,), (2,), (2,)))[0] == 3
    assert ending.least(())[0] == 0
    assert ending.least(((0, 1),))[0] == 1.5


def test_samples_are_the_same_every_time() -> None:
    player = BoardsPlayer(few_letters(2, 4), COLOURS, "entropy")
    result = [sampled(player, 3, 20, seed) for seed in (1, 1, 2)]
    assert result[0] == result[1] != result[2]
    assert result[0].total() == 20


def test_the_last_guesses_are_searched_to_the_end() -> None:
    """Last guesses are searched exhaustively: a guess that separates both pairs ties with a possible secret."""
    words = words_for()
    boards = [
        np.array([words.row_of(word) for word in pair], dtype=np.int32)
        for pair in (("horse", "worse"), ("cigar", "sugar"))
    ]
    result = next_guesses(words, COLOURS, boards, 3)
    assert [item.expected for item in result] == sorted(item.expected for item in result if item.expected is not None)
    assert result[0].word in ("horse", "worse", "cigar", "sugar")
    assert result[0].expected == 1.5
    assert next_guesses(words, COLOURS, [np.arange(50, dtype=np.int32)] * 2, 1)[0].expected is None


def test_of_equal_guesses_a_word_that_can_be_the_secret_comes_first() -> None:
    words = few_letters(1, 4, letters=4, secrets=60, others=20)
    words = replace(
        words, weights=np.full(words.answers, 1 / words.answers)
    )  # so that no exhaustive endgame search decides
    rows = np.arange(40, 60, dtype=np.int32)
    result = next_guesses(words, COLOURS, [rows], len(words))
    listed = [(-round(item.bits, 6), not item.chances[0], words.row_of(item.word)) for item in result]
    assert listed == sorted(listed)
    assert [(bits, row) for bits, _, row in listed] != sorted((bits, row) for bits, _, row in listed)
