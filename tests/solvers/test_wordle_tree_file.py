"""Trees as files: JSON, tables, and play by a tree."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.models.errors import InvalidData
from entails.models.wordle.history import COLOURS, COUNTS, SCORINGS, History
from entails.solvers.wordle.tree.best import TreeSettings, best_tree
from entails.solvers.wordle.tree.file import read_tree, write_tree
from entails.solvers.wordle.tree.value import GuessTree, follow, html, markdown

from .wordle_lists import few_letters

WORDS = few_letters(1, 4)


def a_tree(feedback: str = "colours", **settings: Any) -> GuessTree:
    tree = best_tree(WORDS, SCORINGS[feedback], (), TreeSettings(max_depth=0, **settings))
    assert tree is not None
    return tree


def as_text(tree: GuessTree) -> str:
    return "".join(write_tree(tree))


@pytest.mark.parametrize("feedback", SCORINGS)
def test_comes_back_as_it_was(feedback: str) -> None:
    tree = a_tree(feedback)
    again, claims = read_tree(as_text(tree).encode())
    assert again == tree
    assert (claims.opener, claims.total, claims.max) == (tree.opener, tree.total, tree.max)
    assert claims.distribution == tree.distribution


def test_comes_back_with_its_history_and_its_rules() -> None:
    guess = WORDS.word(45)
    history = [(guess, COLOURS.score(guess, WORDS.word(3)))]
    tree = best_tree(WORDS, COLOURS, history, TreeSettings(hard=True, beam=3))
    assert tree is not None
    again, _ = read_tree(as_text(tree))
    assert again == tree
    assert again.history.facts == tuple(history)
    assert (again.hard, again.exact, again.beam) == (True, False, 3)


def test_the_head_can_be_read_by_others() -> None:
    tree = a_tree()
    value = json.loads(as_text(tree))
    assert value["format"] == "entails wordle tree"
    assert value["version"] == 1
    assert value["distribution"] == {str(guesses): secrets for guesses, secrets in tree.distribution.items()}
    assert value["mean"] == round(tree.total / WORDS.answers, 4)
    assert value["answers"]["words"] == WORDS.answers
    assert re.fullmatch("[0-9a-f]{64}", value["allowed"]["sha256"])
    assert value["tree"]["guess"] == tree.opener


@pytest.mark.parametrize("feedback", SCORINGS)
def test_following_it_wins_every_game(feedback: str) -> None:
    tree, scoring = a_tree(feedback), SCORINGS[feedback]
    games = []
    for secret in WORDS.words()[: WORDS.answers]:
        history: list[tuple[str, int]] = []
        while (guess := follow(tree, history)) is not None:
            history.append((guess, scoring.score(guess, secret)))
        assert history[-1] == (secret, scoring.win(4))
        games.append(len(history))
    assert sum(games) == tree.total
    assert max(games) == tree.max


def test_follow_takes_a_history_in_any_spelling_and_refuses_other_guesses() -> None:
    tree = a_tree()
    code = COLOURS.score(tree.opener, WORDS.word(0))
    assert follow(tree, [(tree.opener.upper(), code)]) == follow(tree, History.of([(tree.opener, code)]))
    item = next(word for word in WORDS.words() if word != tree.opener)
    with pytest.raises(InvalidData, match="is not the guess of the tree"):
        follow(tree, [(item, code)])


def test_follow_knows_where_nothing_is_left() -> None:
    tree = a_tree()
    impossible = COLOURS.read("gggb", 4)
    if impossible not in tree.root.replies:
        assert follow(tree, [(tree.opener, impossible)]) is None
    assert follow(tree, [(tree.opener, COLOURS.win(4))]) is None
    with pytest.raises(InvalidData, match="the tree ends before this guess"):
        follow(tree, [(tree.opener, COLOURS.win(4)), (tree.opener, 0)])


def test_follow_wants_the_beginning_of_the_tree() -> None:
    guess = WORDS.word(45)
    beginning = (guess, COLOURS.score(guess, WORDS.word(3)))
    tree = best_tree(WORDS, COLOURS, [beginning])
    assert tree is not None
    assert follow(tree, [beginning]) == tree.opener
    with pytest.raises(InvalidData, match="another history"):
        follow(tree)


@pytest.mark.parametrize("feedback", SCORINGS)
def test_a_table_has_every_word_and_can_be_followed_to_the_right(feedback: str) -> None:
    tree = a_tree(feedback)
    lines = "".join(markdown(tree)).splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")][2:]
    shown = {cell.lower() for row in rows for cell in row}
    assert set(WORDS.words()[: WORDS.answers]) <= shown
    game: list[str] = []
    for row in rows:
        start = next(place for place, cell in enumerate(row) if cell)
        game = [*game[:start], *(cell for cell in row[start:] if cell)]
        history: list[tuple[str, int]] = []
        for guess, item in zip(game[0::2], game[1::2], strict=False):
            assert follow(tree, history) == guess.lower()
            text = item if feedback == "colours" else ",".join(re.findall(r"\d+", item))
            history.append((guess.lower(), SCORINGS[feedback].read(text, 4)))
        assert follow(tree, history) == game[-1].lower()


def test_the_page_needs_nothing_else() -> None:
    page = "".join(html(a_tree()))
    assert page.startswith("<!doctype html>")
    assert "http" not in page
    assert "<script" not in page
    assert page.count("<tr>") == page.count("</tr>")


@pytest.mark.parametrize("name", ["<b>", "a|b", "list & co"])
def test_names_of_lists_do_not_break_the_page(name: str) -> None:
    words = few_letters(1, 4)
    object.__setattr__(words, "name", name)
    tree = best_tree(words)
    assert tree is not None
    assert "<b>" not in "".join(html(tree))


def changed(change: "dict[str, Any]") -> str:
    return json.dumps(json.loads(as_text(a_tree())) | change)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "invalid JSON"),
        ("[" * 100_000, "invalid JSON"),
        ("[]", "not a tree file"),
        ('{"format": "entails wordle tree", "version": 2}', "unsupported version"),
        ('{"format": "entails wordle tree", "version": 1}', "feedback"),
        (changed({"feedback": "smells"}), "invalid feedback or length"),
        (changed({"length": 99}), "invalid feedback or length"),
        (changed({"length": 5}), "invalid word"),
        (changed({"history": "crane:bybbg"}), "guess 1"),
        (changed({"hard": 1}), "hard"),
        (changed({"total": -1}), "total"),
        (changed({"total": True}), "total"),
        (changed({"max": "5"}), "max"),
        (changed({"max_depth": 1.5}), "max_depth"),
        (changed({"distribution": [1]}), "distribution"),
        (changed({"distribution": {"x": 1}}), "distribution"),
        (changed({"answers": {"name": "a"}}), "answers, words"),
        (changed({"allowed": None}), "allowed"),
        (changed({"tree": None}), "invalid guess"),
        (changed({"tree": {"guess": "abcd"}}), "invalid guess"),
        (changed({"tree": {"guess": "ABCD", "then": {}}}), "invalid word"),
        (changed({"tree": {"guess": "abcd", "then": {"bbb": "aaaa"}}}), "colour"),
        (changed({"tree": {"guess": "abcd", "then": {"bbbb": "aaaa", "0000": "aaaa"}}}), "duplicate feedback"),
        (changed({"tree": {"guess": "abcd", "then": {"gggg": "aaaa"}}}), "after a win"),
        (changed({"tree": {"guess": "abcd", "then": {"bbbb": 7}}}), "after abcd:bbbb"),
    ],
)
def test_refuses_what_is_not_a_tree_in_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_tree(text, "t.json")
    assert str(caught.value).startswith("t.json")
    assert problem in str(caught.value)
    assert len(str(caught.value)) < 300


def test_refuses_bytes_and_endless_trees() -> None:
    with pytest.raises(InvalidData, match="not a text file"):
        read_tree(b"\xff\xfe\x00")
    node = '"abcd"'
    for _ in range(300):
        node = f'{{"guess": "abcd", "then": {{"bbbb": {node}}}}}'
    text = changed({"tree": 0}).replace('"tree": 0', f'"tree": {node}')
    with pytest.raises(InvalidData, match="invalid guess"):
        read_tree(text)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.dictionaries(st.sampled_from(["guess", "then", "bbbb", "gggg", "x"]), inner),
)


@settings(max_examples=60, deadline=None)
@given(JUNK)
def test_junk_trees_are_refused(tree: object) -> None:
    with pytest.raises(InvalidData) as caught:
        read_tree(changed({"tree": tree}))
    assert len(str(caught.value)) < 400


def test_counts_are_written_with_their_two_numbers() -> None:
    value = json.loads(as_text(a_tree("counts")))
    assert all(COUNTS.read(reply, 4) >= 0 for reply in value["tree"]["then"])
