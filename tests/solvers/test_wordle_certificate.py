"""Certificates: what is proven is so by brute force, what was tampered with is refused, and a broken run goes on."""

import json
from pathlib import Path

import numpy as np
import pytest
from solvers.wordle_lists import few_letters

from clausal.data.wordle import words_for
from clausal.models.content import Document
from clausal.models.errors import InvalidData
from clausal.models.wordle import SCORINGS, Words
from clausal.questions.wordle import prove as question
from clausal.solvers.wordle.certificate.checker import Certified, check_certificate, scores
from clausal.solvers.wordle.certificate.prover import Heading, NotRefuted, hard_openers, prove
from clausal.solvers.wordle.tree import Wish, best_tree


def checked(words: Words, lines: list[str], feedback: str = "colours") -> Certified:
    every = words.words()
    return check_certificate(lines, every[: words.answers], every, feedback == "counts")


def certificate(words: Words, at_least: int, feedback: str = "colours") -> list[str]:
    scoring = SCORINGS[feedback]
    found = prove(words, scoring, at_least, hard_openers(words, scoring, at_least))
    return [Heading.of(words, scoring, at_least).line, *(line for _, line in found)]


def best_total(words: Words, feedback: str = "colours") -> int:
    tree = best_tree(words, SCORINGS[feedback], (), Wish(max_depth=0))
    assert tree is not None
    return tree.total


@pytest.mark.parametrize("feedback", ["colours", "counts"])
def test_the_checker_scores_by_the_rules(feedback: str) -> None:
    words = few_letters(3, 4, letters=3, secrets=20, others=20)
    every, secrets = words.words(), words.words(range(words.answers))
    found = scores(every, secrets, feedback == "counts")
    scoring = SCORINGS[feedback]
    same = {}
    for row, guess in enumerate(every):
        for column, secret in enumerate(secrets):  # other numbers, but the same ones for the same feedback
            assert same.setdefault(scoring.score(guess, secret), found[row, column]) == found[row, column]
    assert len(set(same.values())) == len(same)


@pytest.mark.parametrize("feedback", ["colours", "counts"])
@pytest.mark.parametrize(("seed", "length", "letters"), [(0, 4, 4), (1, 3, 6), (2, 4, 3), (3, 5, 3)])
def test_the_optimum_is_proven_and_nothing_more(seed: int, length: int, letters: int, feedback: str) -> None:
    words = few_letters(seed, length, letters=letters, secrets=25, others=15)
    total = best_total(words, feedback)
    found = checked(words, certificate(words, total, feedback), feedback)
    assert (found.fault, found.missing, found.at_least) == (None, 0, total)
    with pytest.raises(NotRefuted):
        certificate(words, total + 1, feedback)


def some_of_wordles(seed: int, secrets: int, others: int) -> Words:
    words, random = words_for(), np.random.default_rng(seed)
    rows = random.permutation(words.answers)[:secrets]
    rest = words.answers + random.permutation(len(words) - words.answers)[:others]
    return Words.of(words.letters[rows], words.letters[rest], name="some of Wordle's")


class TestTampering:
    WORDS = some_of_wordles(1, 120, 250)
    TOTAL = best_total(WORDS)
    LINES = certificate(WORDS, TOTAL)

    def test_it_needs_lemmas_to_begin_with(self) -> None:
        found = checked(self.WORDS, self.LINES)
        assert found.fault is None
        assert found.lemmas > 0

    @pytest.mark.parametrize("seed", range(100))
    def test_a_hundred_forgeries_are_refused(self, seed: int) -> None:
        """Each claims something that is not so, or not shown."""
        random = np.random.default_rng(seed)
        head, *entries = [json.loads(line) for line in self.LINES]
        with_lemmas = [entry for entry in entries if entry["lemmas"]]
        entry = with_lemmas[random.integers(len(with_lemmas))]
        lemma = entry["lemmas"][random.integers(len(entry["lemmas"]))]
        kind = seed % 8
        if kind == 0:
            head["at_least"] += int(random.integers(1, 4))
        elif kind == 1:
            lemma[0] += 2 * len(lemma[1])  # more than any guess can cost
        elif kind == 2:
            lemma[1][int(random.integers(len(lemma[1])))] = int(random.choice([-1, 10**6]))
        elif kind == 3:
            lemma[1].reverse()
        elif kind == 4:
            head[str(random.choice(["answers", "allowed"]))] = "0" * 64
        elif kind == 5:
            entry["lemmas"] = [[lemma[0], "words"]]
        elif kind == 6:
            entry["opener"] = "zzzz"
        else:
            lemma[1].append(lemma[1][-1])
        found = checked(self.WORDS, [json.dumps(line) + "\n" for line in (head, *entries)])
        assert found.fault is not None

    def test_every_opener_without_its_lemmas_is_missed(self) -> None:
        for number, line in enumerate(self.LINES[1:], 1):
            if json.loads(line)["lemmas"]:
                left = [*self.LINES[:number], *self.LINES[number + 1 :]]
                assert checked(self.WORDS, left).missing == 1

    @pytest.mark.parametrize("junk", ["", "{", "[]", "null", '{"format": "clausal wordle certificate"}', "[" * 100_000])
    def test_junk(self, junk: str) -> None:
        assert checked(self.WORDS, [junk + "\n"]).fault is not None
        if junk:
            assert checked(self.WORDS, [*self.LINES, junk + "\n"]).fault is not None


class TestQuestion:
    def asked(self, path: Path, **said: object) -> question.ProveReport:
        words = {"lang": "en", "length": 3, "answers": self.document(), "workers": 1, "output": str(path)}
        found = question.QUESTION.asked(None, question.Ask.model_validate({**words, **said})).report
        assert isinstance(found, question.ProveReport)
        return found

    @staticmethod
    def document() -> Document:
        words = "ace act add ado age ago aid ail aim air ale all and ant any ape apt arc are ark arm art ash ask ate"
        return Document(words.replace(" ", "\n").encode(), "some.txt")

    def test_a_run_that_was_cut_off_goes_on(self, tmp_path: Path) -> None:
        path = tmp_path / "proof.jsonl"
        whole = self.asked(path)
        assert whole.complete
        text = path.read_text()
        path.write_text(text[: len(text) * 2 // 3])
        assert self.asked(path).complete
        assert sorted(path.read_text().splitlines()) == sorted(text.splitlines())
        with pytest.raises(InvalidData):
            self.asked(path, total=1)

    def test_a_sample_is_a_part(self, tmp_path: Path) -> None:
        some = self.asked(tmp_path / "some.jsonl", sample=1)
        assert (some.refuted, some.complete) == (1, some.openers == 1)

    def test_too_much_is_refuted(self, tmp_path: Path) -> None:
        found = self.asked(tmp_path / "none.jsonl", total=200)
        assert found.better is not None
        assert found.better_total is not None
        assert found.better_total < 200
