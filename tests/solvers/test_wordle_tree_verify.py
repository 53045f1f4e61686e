"""Verification finds every fault that can be planted in a tree."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from entails.models.errors import InvalidData
from entails.models.wordle.history import COLOURS
from entails.solvers.wordle.tree.best import TreeSettings, best_tree
from entails.solvers.wordle.tree.file import Claims, broken_rule, read_tree, verify, write_tree
from entails.solvers.wordle.tree.value import GuessTree, Node

from .wordle_lists import few_letters

WORDS = few_letters(2, 4)
EVERY = WORDS.words()
ANSWERS = EVERY[: WORDS.answers]


@pytest.fixture(scope="module")
def tree() -> GuessTree:
    result = best_tree(WORDS, COLOURS, (), TreeSettings(max_depth=0))
    assert result is not None
    return result


@pytest.fixture(scope="module")
def claims(tree: GuessTree) -> Claims:
    return read_tree("".join(write_tree(tree)))[1]


def fault(tree: GuessTree, claims: Claims | None = None) -> str:
    result = verify(tree, ANSWERS, EVERY, claims).fault
    assert result is not None
    assert "\n" not in result
    assert len(result) < 400
    return result


def with_reply(tree: GuessTree, code: int, node: Node | None) -> GuessTree:
    replies = {key: reply for key, reply in tree.root.replies.items() if key != code}
    return replace(tree, root=replace(tree.root, replies=replies | ({} if node is None else {code: node})))


def test_a_good_tree_is_right(tree: GuessTree, claims: Claims) -> None:
    verdict = verify(tree, ANSWERS, EVERY, claims)
    assert verdict.fault is None
    assert (verdict.total, verdict.max, verdict.distribution) == (tree.total, tree.max, tree.distribution)
    assert verdict.mean == tree.mean


def test_other_lists(tree: GuessTree) -> None:
    assert "answers differ from those" in str(verify(tree, ANSWERS[1:], EVERY).fault)
    assert "allowed guesses differ from those" in str(verify(tree, ANSWERS, EVERY[:-1]).fault)


def test_a_missing_branch(tree: GuessTree) -> None:
    code = next(iter(tree.root.replies))
    assert "has no next guess" in fault(with_reply(tree, code, None))


def test_a_guess_that_is_not_allowed(tree: GuessTree) -> None:
    code = next(iter(tree.root.replies))
    assert "ZZZZ, which is not allowed" in fault(with_reply(tree, code, Node("zzzz")))


def test_a_branch_that_ends_with_the_wrong_word(tree: GuessTree) -> None:
    code, node = next((code, node) for code, node in tree.root.replies.items() if not node.replies)
    wrong = next(word for word in ANSWERS if word != node.guess)
    assert "has no next guess" in fault(with_reply(tree, code, Node(wrong)))


def test_a_win_that_the_tree_denies(tree: GuessTree) -> None:
    code, node = next((code, node) for code, node in tree.root.replies.items() if node.can_win)
    assert "marks as impossible" in fault(with_reply(tree, code, replace(node, can_win=False)))


def test_false_figures(tree: GuessTree, claims: Claims) -> None:
    assert "opener ZZZZ" in fault(tree, replace(claims, opener="zzzz"))
    assert "guesses in total" in fault(tree, replace(claims, total=claims.total - 1))
    assert "at most" in fault(tree, replace(claims, max=claims.max - 1))
    assert "distribution" in fault(tree, replace(claims, distribution={1: 1}))
    assert "at most 1" in fault(replace(tree, max_depth=1))


def test_unreachable_branches(tree: GuessTree, claims: Claims) -> None:
    unused = next(code for code in range(81) if code not in tree.root.replies and code != COLOURS.win(4))
    assert "no answer reaches" in fault(with_reply(tree, unused, Node(ANSWERS[0])), claims)


def test_a_claim_of_hard_mode(tree: GuessTree) -> None:
    code = next(code for code in tree.root.replies if any(COLOURS.colours(code, 4)))
    wrong = next(word for word in EVERY if broken_rule(word, [(tree.opener, code)]))
    assert "but hard mode requires" in fault(replace(with_reply(tree, code, Node(wrong)), hard=True))
    hard = best_tree(WORDS, COLOURS, (), TreeSettings(hard=True, max_depth=0))
    assert hard is not None
    assert verify(hard, ANSWERS, EVERY).fault is None


@pytest.mark.parametrize(
    ("guess", "feedback", "rule"),
    [
        ("slate", "bbbbb", None),
        ("slate", "bbgbb", "requires A at position 3"),
        ("cloud", "bybbb", None),
        ("geese", "bybgg", "requires S at position 4"),
        ("speed", "bbyyb", "requires the letter E 2 times"),
        ("crane", "ybbbb", "requires the letter C"),
    ],
)
def test_what_hard_mode_holds_against_a_guess(guess: str, feedback: str, rule: str | None) -> None:
    result = broken_rule("bloom", [(guess, COLOURS.read(feedback, 5))])
    assert result is None if rule is None else rule in str(result)


def numbers_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path to every number of a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers_in(inner, (*path, key))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


ODD = [
    10**400,
    10**30,
    2**63,
    2**52,
    -1,
    -(2**70),
    0.123,
    1e308,
    float("inf"),
    float("nan"),
    [],
    [[7]],
    {"a": 1},
    "7",
    True,
]


@pytest.mark.parametrize("is_weighted", [False, True])
def test_no_number_of_a_tree_may_be_odd(is_weighted: bool) -> None:
    """Every numeric field of a tree rejects values that are invalid, too large or too small."""
    stated = np.arange(1, WORDS.answers + 1, dtype=float)
    words = replace(WORDS, weights=stated / stated.sum()) if is_weighted else WORDS
    result = best_tree(words, COLOURS, (), TreeSettings(max_depth=6, beam=50))
    assert result is not None
    text = "".join(write_tree(result))
    assert verify(read_tree(text)[0], ANSWERS, EVERY, read_tree(text)[1]).fault is None
    places = list(numbers_in(json.loads(text)))
    expected = {"version", "length", "total", "mean", "max", "max_depth", "beam", "distribution", "answers", "allowed"}
    assert {path[0] for path in places} == expected | (
        {"weights", "weighted_total", "expected"} if is_weighted else set()
    )
    for path in places:
        for odd in ODD:
            if odd == 2**52 and path[0] in ("max_depth", "beam"):
                continue  # true of the tree, or not detectable by a replay
            value = json.loads(text)
            inner = value
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = odd
            try:
                tree, claims = read_tree(json.dumps(value), "t.json")
            except InvalidData as error:
                sentence = str(error)
            else:
                sentence = fault(tree, claims)
            assert 0 < len(sentence) < 300, (path, odd)
