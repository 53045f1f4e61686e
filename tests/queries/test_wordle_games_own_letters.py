"""Boards, share texts, trees, proofs and games with a language's own letters, by brute force or renaming."""

from dataclasses import replace

import numpy as np
import pytest
from solvers.wordle_lists import few_letters

from entails.data.wordle import lists_for, words_for
from entails.models.alphabet import EVERY_LETTER
from entails.models.fields import Document
from entails.models.wordle.history import COLOURS
from entails.models.wordle.words import Words
from entails.queries.parse import query
from entails.solvers.wordle.certificate.checker import ProofClues, check_certificate
from entails.solvers.wordle.certificate.prover import hard_openers, heading, prove
from entails.solvers.wordle.tree.best import TreeSettings, best_tree
from entails.solvers.wordle.tree.file import read_tree, write_tree
from entails.solvers.wordle.tree.file import verify as verify_tree
from entails.solvers.wordle.tree.value import follow

SPANISH = lists_for("es", 5)[0].words(5)
FOLDED = lists_for("es", 5, fold=True)[0].words(5)


def renamed(words: Words) -> Words:
    """Return the words with the letter a renamed to ñ, so that every tree and proof has a counterpart."""
    letters = np.where(words.letters == 0, EVERY_LETTER.number("ñ"), words.letters).astype(np.uint8)
    return Words.of(letters[: words.answers], letters, name=words.name, language="es")


@pytest.mark.parametrize("fold", [False, True])
def test_boards_tell_the_own_letters_apart_unless_folded(fold: bool) -> None:
    report = query("wordle", "boards", "niños:gbbbb,bbgbb", lang="es", fold=fold, show=0, top=1).report
    guess, words = ("ninos", FOLDED) if fold else ("niños", SPANISH)
    for board, colours in zip(report.boards, ("gbbbb", "bbgbb"), strict=True):
        code = COLOURS.read(colours, 5)
        assert board.history == f"{guess}:{colours}"
        assert sorted(board.candidates) == sorted(word for word in words if COLOURS.score(guess, word) == code)


@pytest.mark.parametrize("fold", [False, True])
def test_a_shared_grid_is_decoded_in_the_letters_of_the_game(fold: bool) -> None:
    report = query("wordle", "decode", "bbgbb ggggg", lang="es", fold=fold, answer="Niños").report
    secret, words = ("ninos", FOLDED) if fold else ("niños", SPANISH)
    code = COLOURS.read("bbgbb", 5)
    assert report.answer == secret
    assert sorted(report.rows[0].words) == sorted(word for word in words if COLOURS.score(word, secret) == code)


def test_a_turn_compares_the_own_letters() -> None:
    secrets = words_for("es", 5, fold=False).words()
    for fold, guess in ((False, "niños"), (True, "ninos")):
        report = query("wordle", "turn", game=3, guesses=["niños"], lang="es", fold=fold, turns=1).report
        assert report.rows[0].word == guess
        assert report.rows[0].marks == COLOURS.write(COLOURS.score(guess, report.secret), 5)
        assert fold or report.secret in secrets


@pytest.mark.parametrize("hard", [False, True])
def test_a_tree_with_renamed_letters_is_as_good(hard: bool) -> None:
    words = few_letters(1, 4, secrets=20, others=10, letters=4)
    settings = TreeSettings(hard=hard, max_depth=0)
    own = renamed(words)
    tree, second = best_tree(own, COLOURS, (), settings), best_tree(words, COLOURS, (), settings)
    assert tree is not None
    assert second is not None
    assert (tree.total, tree.distribution) == (second.total, second.distribution)
    again, claims = read_tree("".join(write_tree(tree)).encode())
    assert again.root == tree.root
    assert verify_tree(again, own.words()[: own.answers], own.words(), claims).fault is None
    assert follow(again) == tree.opener
    code = COLOURS.score(tree.opener, next(word for word in own.words()[: own.answers] if word != tree.opener))
    assert follow(again, [(tree.opener.upper(), code)]) == follow(again, [(tree.opener, code)])


def test_a_tree_of_a_file_is_verified_in_its_own_letters() -> None:
    answers = Document("niño\nnido\npeña\npena\ncaña\ncana\nrama\nmaña\n".encode(), "mine.txt")
    own = query("wordle", "tree", lang="es", answers=answers, length=4, exact=True)
    folded = query("wordle", "tree", lang="es", answers=answers, length=4, exact=True, fold=True)
    assert (own.report.secrets, folded.report.secrets) == (8, 6)
    for tree in (own.value, folded.value):
        file = Document("".join(write_tree(tree)).encode(), "tree.json")
        report = query("wordle", "verify", tree=file, answers=answers).report
        assert (report.verified, report.fault) == (True, None)


def test_a_proof_with_renamed_letters_is_accepted() -> None:
    words = renamed(few_letters(1, 3, secrets=70, others=20, letters=5))
    tree = best_tree(words, COLOURS, (), TreeSettings(hard=True, max_depth=0))
    assert tree is not None
    openers = hard_openers(words, COLOURS, tree.total, hard=True)
    lines = [line for _, line in prove(words, COLOURS, tree.total, openers, hard=True)]
    assert any("ñ" in word for word in openers)
    every = words.words()
    proof = [heading(words, COLOURS, tree.total, hard=True), *lines]
    checked = check_certificate(proof, every[: words.answers], every, False)
    assert (checked.fault, checked.missing, checked.at_least) == (None, 0, tree.total)
    changed = replace(words, letters=np.roll(words.letters, 1, axis=1)).words()
    assert check_certificate(proof, changed[: words.answers], changed, False).fault is not None


def test_clues_with_own_letters_are_written_and_read() -> None:
    clues = ProofClues(["caña", "peña"], ["caña", "peña", "añil"])
    after = clues.after(clues.none, 2, 0)
    assert clues.write(after) == ".... añ"
    again = clues.read(clues.write(after))
    assert again is not None
    assert again.tolist() == after.tolist()
    assert clues.read("...ž ") is None
