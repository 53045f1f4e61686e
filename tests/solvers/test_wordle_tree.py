"""The search for the best tree, against exhaustive search and published figures."""

import random
from pathlib import Path

import numpy as np
import pytest

from entails.data.lexicons import lexicon
from entails.data.wordle import mastermind, words_for
from entails.models.alphabet import to_letters
from entails.models.errors import InvalidOption, TooLarge
from entails.models.wordle.history import COLOURS, COUNTS, SCORINGS
from entails.models.wordle.words import Words
from entails.solvers.kernels.word_tree_survey import brought_together, clues_after, no_clues, obeys, relabelled
from entails.solvers.wordle.feedback import still_allowed
from entails.solvers.wordle.tree.best import TreeSettings, best_of_all, best_tree
from entails.solvers.wordle.tree.file import verify
from entails.solvers.wordle.tree.search import WordMatrix
from entails.solvers.wordle.tree.value import GuessTree

from .tree_oracle import NEVER, smallest_total


def some_words(seed: int, secrets: int, others: int, length: int = 3, letters: str = "abcde") -> Words:
    """Build a list of similar words, so that the search has something to do."""
    chance = random.Random(seed)
    texts: set[str] = set()
    while len(texts) < secrets + others:
        texts.add("".join(chance.choice(letters) for _ in range(length)))
    shuffled = sorted(texts)
    chance.shuffle(shuffled)
    as_rows = lambda some: to_letters(sorted(some), length)  # noqa: E731
    return Words.of(as_rows(shuffled[:secrets]), as_rows(shuffled), name="some")


def checked(tree: GuessTree | None, words: Words) -> GuessTree:
    """Return a tree after a replay by the plain rules has confirmed it."""
    assert tree is not None
    every = words.words()
    verdict = verify(tree, every[: words.answers], every)
    assert verdict.fault is None
    assert verdict.distribution == tree.distribution
    return tree


def oracle(words: Words, feedback: str, *, depth: int = 20, hard: bool = False, opener: str | None = None) -> int:
    every = words.words()
    secrets = frozenset(every[: words.answers])
    return smallest_total(secrets, frozenset(every), SCORINGS[feedback], depth=depth, hard=hard, opener=opener)


@pytest.mark.parametrize(("feedback", "hard"), [("colours", False), ("colours", True), ("counts", False)])
@pytest.mark.parametrize("seed", range(6))
def test_is_the_smallest_total(feedback: str, hard: bool, seed: int) -> None:
    words = some_words(seed, 9 + seed % 3, 4 * (seed % 4), letters="abcdef"[: 4 + seed % 3])
    tree = checked(best_tree(words, SCORINGS[feedback], (), TreeSettings(hard=hard, max_depth=0)), words)
    assert tree.exact
    assert tree.all_openers
    assert tree.total == oracle(words, feedback, hard=hard)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_is_the_smallest_total_within_a_depth(hard: bool, seed: int) -> None:
    words = some_words(seed, 10, 6, letters="abcd")
    items = []
    for depth in range(1, 6):
        expected = oracle(words, "colours", depth=depth, hard=hard)
        tree = best_tree(words, COLOURS, (), TreeSettings(hard=hard, max_depth=depth))
        if expected == NEVER:
            assert tree is None
            continue
        items.append(depth)
        tree = checked(tree, words)
        assert (tree.total, tree.max <= depth, tree.max_depth) == (expected, True, depth)
    worst = checked(best_tree(words, COLOURS, (), TreeSettings(hard=hard, worst_case=True)), words)
    assert worst.max == worst.max_depth == min(items)
    assert worst.total == oracle(words, "colours", depth=min(items), hard=hard)
    proven = checked(best_of_all(words, settings=TreeSettings(hard=hard, worst_case=True)), words)
    assert (proven.max, proven.total, proven.all_openers) == (worst.max, worst.total, True)


@pytest.mark.parametrize("hard", [False, True])
def test_an_opener_is_kept_however_bad_it_is(hard: bool) -> None:
    words = some_words(11, 10, 8)
    for opener in words.words():
        tree = checked(best_tree(words, COLOURS, (), TreeSettings(opener, hard=hard, max_depth=0)), words)
        assert tree.opener == opener
        assert tree.exact
        assert not tree.all_openers
        assert tree.total == oracle(words, "colours", hard=hard, opener=opener)


@pytest.mark.parametrize("beam", [1, 2, 5])
def test_a_beam_is_never_better_and_a_wide_one_is_as_good(beam: int) -> None:
    words = some_words(5, 30, 30, length=4)
    best = checked(best_tree(words, COLOURS, (), TreeSettings(max_depth=0)), words)
    tree = checked(best_tree(words, COLOURS, (), TreeSettings(beam=beam, max_depth=0)), words)
    wide = checked(best_tree(words, COLOURS, (), TreeSettings(beam=1000, max_depth=0)), words)
    assert not tree.exact
    assert tree.total >= best.total == wide.total


def test_lists_of_one_two_and_three_words() -> None:
    for secrets, total in ((["abc"], 1), (["abc", "abd"], 3), (["abc", "abd", "abe"], 6)):
        words = Words.of(to_letters(secrets, 3), name="few")
        assert checked(best_tree(words), words).total == total


def test_words_of_two_and_of_twelve_letters() -> None:
    for length, letters in ((2, "abcd"), (12, "ab")):
        words = some_words(3, 8, 4, length=length, letters=letters)
        tree = checked(best_tree(words, COLOURS, (), TreeSettings(max_depth=0)), words)
        assert tree.total == oracle(words, "colours")


def test_after_a_history_only_what_fits_counts() -> None:
    words = words_for()
    code = COLOURS.read("bybbg", 5)
    tree = checked(best_tree(words, COLOURS, [("crane", code)]), words)
    assert (tree.secrets, tree.total, tree.max_depth) == (40, 97, 5)
    hard = checked(best_tree(words, COLOURS, [("crane", code)], TreeSettings(hard=True)), words)
    assert hard.total >= tree.total
    assert "r" in hard.opener
    assert hard.opener.endswith("e")


def test_only_a_default_limit_that_is_too_low_is_raised() -> None:
    words = Words.of(to_letters([f"{letter}at" for letter in "bcfhmprsv"], 3), name="rhymes")
    assert checked(best_tree(words), words).max == 9
    assert best_tree(words, COLOURS, (), TreeSettings(max_depth=6)) is None
    assert best_tree(words, COLOURS, (), TreeSettings(max_depth=8)) is None


def test_history_without_words_has_no_tree() -> None:
    assert best_tree(words_for(), COLOURS, [("aaaaa", COLOURS.read("ggggg", 5))]) is None


def test_every_opener_refuted_or_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = some_words(7, 12, 10, letters="abcd")
    path = tmp_path / "journal.jsonl"
    at_once = checked(best_of_all(words, journal=path), words)
    assert not path.exists()  # small boards need none
    monkeypatch.setattr(WordMatrix, "is_small", False)
    first = checked(best_of_all(words, journal=path), words)
    assert at_once.total == first.total
    assert first.exact
    assert first.all_openers
    assert first.total == oracle(words, "colours", depth=6)
    path.write_text(path.read_text("utf-8") + '{"opener": "cut of', "utf-8")
    assert best_of_all(words, journal=path) == first


def test_refuses_what_cannot_be_guessed() -> None:
    words = words_for()
    with pytest.raises(InvalidOption, match="is not an allowed guess"):
        best_tree(words, COLOURS, (), TreeSettings("zzzzz"))
    with pytest.raises(InvalidOption, match="does not use the revealed letters"):
        best_tree(words, COLOURS, [("crane", COLOURS.read("bybbg", 5))], TreeSettings("pious", hard=True))
    with pytest.raises(InvalidOption, match="hard mode"):
        best_tree(words, COUNTS, (), TreeSettings("salet", hard=True))
    with pytest.raises(TooLarge, match="too many words for a tree"):
        best_tree(words_for("fr", 9))


@pytest.mark.parametrize("seed", range(5))
def test_hard_mode_is_that_of_suggest(seed: int) -> None:
    words = some_words(seed, 60, 60, length=4, letters="abcd")
    letters = np.array(words.letters)
    chance = random.Random(seed)
    history: list[tuple[str, int]] = []
    clues, secret = no_clues(4, True), chance.randrange(words.answers)
    for _ in range(3):
        guess = chance.randrange(len(words))
        history.append((words.word(guess), COLOURS.score(words.word(guess), words.word(secret))))
        clues = clues_after(clues, letters[guess], letters[secret])
        mine = [row for row in range(len(words)) if obeys(letters[row], clues)]
        assert mine == still_allowed(words, COLOURS, "hard", history).tolist()


def test_the_tables_of_parts_have_labels_of_their_own() -> None:
    """Labels are smaller than the width of their table, since they index arrays of that width."""
    labels = np.random.default_rng(0).integers(0, 30, (20, 30)).astype(np.uint16)
    members, starts = np.random.default_rng(1).permutation(30).astype(np.int32), np.array([0, 2, 20, 25, 30], np.int32)
    chosen, done = np.array([2, 0], np.int32), 0
    near = brought_together(labels, members, starts, chosen)
    for part in chosen:
        mine = members[starts[part] : starts[part + 1]]
        expected = np.empty((20, len(mine)), np.uint16)
        relabelled(labels, mine, np.full(30, -1, np.int32), expected)
        assert (near[done : done + expected.size].reshape(expected.shape) == expected).all()
        done += expected.size
    assert done == len(near)


def test_mastermind_takes_what_koyama_and_lai_found() -> None:
    """Koyama & Lai 1993 is reproduced: 5625 guesses for 4 pegs in 6 colours, 5626 with at most five guesses."""
    codes = mastermind(4, 6)
    assert checked(best_tree(codes, COUNTS, (), TreeSettings("aabc")), codes).total == 5625
    five = checked(best_tree(codes, COUNTS, (), TreeSettings("aabc", worst_case=True)), codes)
    assert (five.total, five.max) == (5626, 5)


def test_salet_takes_7920_guesses() -> None:
    tree = checked(best_tree(words_for(), COLOURS, (), TreeSettings("salet")), words_for())
    assert tree.total == 7920
    assert tree.distribution == {2: 78, 3: 1225, 4: 971, 5: 41}


def test_salet_takes_8122_guesses_in_hard_mode() -> None:
    """SALET takes 8122 guesses in hard mode within six guesses; a seventh would lower the total."""
    words = words_for()
    assert checked(best_tree(words, COLOURS, (), TreeSettings("salet", hard=True)), words).total == 8122
    longer = checked(best_tree(words, COLOURS, (), TreeSettings("salet", hard=True, max_depth=0)), words)
    assert (longer.total, longer.max) == (8116, 7)


def test_tarse_takes_7883_guesses_on_the_lists_of_2022() -> None:
    words = words_for(answers=lexicon("wordle-answers-2309"), allowed=lexicon("wordle-allowed-14855"))
    assert checked(best_tree(words, COLOURS, (), TreeSettings("tarse")), words).total == 7883


def test_a_beam_over_all_openers_finds_salet_and_five_guesses_suffice() -> None:
    words = words_for()
    tree = checked(best_tree(words, COLOURS, (), TreeSettings(beam=10, max_depth=5)), words)
    assert (tree.opener, tree.total, tree.max) == ("salet", 7920, 5)
