"""Certificates: claims equal brute force, tampered ones are rejected, interrupted runs resume."""

import json
import lzma
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from cli.runner import entails
from solvers.tree_oracle import smallest_total
from solvers.wordle_lists import few_letters

from entails.data.wordle import words_for
from entails.models.errors import InvalidData, InvalidOption
from entails.models.fields import Document
from entails.models.wordle.history import COLOURS, SCORINGS
from entails.models.wordle.words import Words
from entails.queries.wordle import certificate as query
from entails.queries.wordle.lists import lists_from_options
from entails.solvers.wordle.certificate.checker import (
    Certified,
    ProofClues,
    ProofShare,
    check_certificate,
    check_share,
    scores,
)
from entails.solvers.wordle.certificate.prover import NotRefuted, hard_openers, heading, proof_of, prove, weights_of
from entails.solvers.wordle.tree.best import TreeSettings, best_tree
from entails.solvers.wordle.tree.search import TreeSearch, WordMatrix


@dataclass(frozen=True, eq=False)
class Game:
    """A game that a certificate can be about."""

    words: Words
    feedback: str = "colours"
    hard: bool = False

    @property
    def total(self) -> int:
        """Return the total of the best tree, by exact search."""
        tree = best_tree(self.words, SCORINGS[self.feedback], (), TreeSettings(hard=self.hard, max_depth=0))
        assert tree is not None
        return tree.weighted_total

    def certificate(self, at_least: int) -> list[str]:
        words, scoring, hard = self.words, SCORINGS[self.feedback], self.hard
        result = prove(words, scoring, at_least, hard_openers(words, scoring, at_least, hard=hard), hard=hard)
        return [heading(words, scoring, at_least, hard=hard), *(line for _, line in result)]

    def checked(self, lines: list[str]) -> Certified:
        """Check a certificate with one and with two workers, which must agree."""
        every, weights = self.words.words(), weights_of(self.words)
        game = (every[: self.words.answers], every, self.feedback == "counts", weights)
        shares: list[Certified | int] = []
        for first in range(2):
            check_share(lines, *game, ProofShare(first, 2), shares.append)
        result = check_certificate(lines, *game)
        verdicts = [share for share in shares if isinstance(share, Certified)]
        assert result in verdicts
        assert result.fault is not None or verdicts == [result, result]
        return result


def weighted(words: Words, seed: int = 5) -> Words:
    stated = np.random.default_rng(seed).integers(1, 9, words.answers).astype(float)
    return replace(words, weights=stated / stated.sum())


@pytest.mark.parametrize("feedback", ["colours", "counts"])
def test_the_checker_scores_by_the_rules(feedback: str) -> None:
    words = few_letters(3, 4, letters=3, secrets=20, others=20)
    every, secrets = words.words(), words.words(range(words.answers))
    result = scores(every, secrets, feedback == "counts")
    scoring = SCORINGS[feedback]
    same = {}
    for row, guess in enumerate(every):
        for column, secret in enumerate(secrets):  # other numbers, but the same ones for the same feedback
            assert same.setdefault(scoring.score(guess, secret), result[row, column]) == result[row, column]
    assert len(set(same.values())) == len(same)


@pytest.mark.parametrize("rules", ["colours", "counts", "hard", "weights", "hard, weights"])
@pytest.mark.parametrize(("seed", "length", "letters"), [(0, 4, 4), (1, 3, 6), (2, 4, 3), (3, 5, 3)])
def test_the_optimum_is_proven_and_nothing_more(seed: int, length: int, letters: int, rules: str) -> None:
    words = few_letters(seed, length, letters=letters, secrets=25, others=15)
    feedback = "counts" if rules == "counts" else "colours"
    game = Game(weighted(words, seed) if "weights" in rules else words, feedback, "hard" in rules)
    total = game.total
    result = game.checked(game.certificate(total))
    assert (result.fault, result.missing, result.at_least, result.hard) == (None, 0, total, game.hard)
    with pytest.raises(NotRefuted):
        game.certificate(total + 1)


@pytest.mark.parametrize("rules", ["easy", "hard", "weights", "hard, weights"])
def test_what_is_proven_is_so_by_brute_force(rules: str) -> None:
    for seed in range(3):
        words = few_letters(seed, 3, secrets=9, others=5, letters=3)
        game = Game(weighted(words, seed) if "weights" in rules else words, hard="hard" in rules)
        every, weights = words.words(), weights_of(game.words)
        text = None if weights is None else dict(zip(every, weights, strict=False))
        least = smallest_total(
            frozenset(every[: words.answers]), frozenset(every), COLOURS, depth=20, hard=game.hard, weights=text
        )
        result = game.checked(game.certificate(least))
        assert (result.fault, result.missing) == (None, 0)
        with pytest.raises(NotRefuted):
            game.certificate(least + 1)


WORDS = few_letters(1, 3, secrets=70, others=0, letters=10)
EASY, HARD = Game(WORDS), Game(WORDS, hard=True)
WEIGHED, BOTH = Game(weighted(WORDS)), Game(weighted(WORDS), hard=True)


@cache
def proven(game: Game) -> list[str]:
    return game.certificate(game.total)


@cache
def spelt_out(game: Game) -> list[str]:
    """Return the certificate with all words of each lemma spelt out."""
    head, *entries = [json.loads(line) for line in proven(game)]
    proof = proof_of(game.words, SCORINGS[game.feedback], hard=game.hard)
    for entry in entries:
        parts = proof.parts(proof.row[entry["opener"]], proof.every, proof.no_clues)
        for lemma in entry["lemmas"]:
            if isinstance(lemma[1], int):
                (part,) = (part for part in parts if lemma[1] in part.words)
                lemma[1:] = [part.words.tolist()]
                if proof.clues is not None and part.clues is not None:
                    lemma.append(proof.clues.write(part.clues))
    return [json.dumps(line) + "\n" for line in (head, *entries)]


def test_several_processes_find_the_same() -> None:
    every = WORDS.words()
    lines, game = proven(EASY), (every[: WORDS.answers], every, False)
    assert check_certificate(lines, *game, workers=2) == check_certificate(lines, *game)
    refused = check_certificate([*lines[:3], "no JSON", *lines[3:]], *game, workers=2)
    assert refused.fault == "line 4: invalid JSON"


def forged(game: Game, seed: int) -> list[str]:
    """Return a certificate that claims something false or unproven."""
    random, kind = np.random.default_rng(seed), seed % 12
    head, *entries = [json.loads(line) for line in (proven(game) if kind == 11 else spelt_out(game))]
    with_lemmas = [entry for entry in entries if entry["lemmas"]]
    entry = with_lemmas[random.integers(len(with_lemmas))]
    lemma = entry["lemmas"][random.integers(len(entry["lemmas"]))]
    if kind == 0:
        head["at_least"] += int(random.integers(1, 4))
    elif kind == 1:
        lemma[0] += 20 * len(lemma[1])  # more than any guess can cost
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
    elif kind == 7:
        lemma[1].append(lemma[1][-1])
    elif kind == 8:  # another game; a bound of normal mode is also true in hard mode
        head["version"] += 0 if head.pop("hard", False) else 1
    elif kind == 9:  # other weights, or weights in a game without weights
        head.update({"weights": "0" * 64, "version": 2})
    elif kind == 11:  # too high a bound of a part, or a part that the opener does not leave
        lemma[:] = [[lemma[0] + 500, lemma[1]], [lemma[0], -1], [lemma[0], 10**6], [lemma[0], True]][seed // 12 % 4]
    else:  # invalid clues, or clues without hard mode
        lemma[2:] = [random.choice(["", "...", "...a", "... abcd", "1.. ", "... A", "... é"])]
    return [json.dumps(line) + "\n" for line in (head, *entries)]


@pytest.mark.parametrize("game", [EASY, HARD, WEIGHED, BOTH], ids=["easy", "hard", "weights", "both"])
class TestTampering:
    def test_it_needs_lemmas_to_begin_with(self, game: Game) -> None:
        for lines in (proven(game), spelt_out(game)):
            result = game.checked(lines)
            assert (result.fault, result.missing) == (None, 0)
            assert result.lemmas > 5

    def test_a_hundred_forgeries_are_refused(self, game: Game) -> None:
        believed = [seed for seed in range(120) if game.checked(forged(game, seed)).fault is None]
        assert not believed

    def test_an_opener_without_its_line_is_missed(self, game: Game) -> None:
        lines = proven(game)
        assert game.checked(lines[:-1]).missing == 1
        assert game.checked([lines[0]]).missing == len(lines) - 1

    @pytest.mark.parametrize("junk", ["", "{", "[]", "null", '{"format": "entails wordle certificate"}', "[" * 100_000])
    def test_junk(self, game: Game, junk: str) -> None:
        assert game.checked([junk + "\n"]).fault is not None
        if junk:
            assert game.checked([*proven(game), junk + "\n"]).fault is not None


ODD = [10**30, 2**63, 2**64 - 1, 2**40 + 1, 0, -1, -(2**70), 1.5, 1e308, [], [[7]], {"a": 1}, "7", None, True]


@pytest.mark.parametrize("value", ODD, ids=repr)
@pytest.mark.parametrize("game", [EASY, BOTH], ids=["easy", "both"])
def test_no_number_of_a_certificate_may_be_odd(game: Game, value: object) -> None:
    """Every numeric field of a certificate rejects values that are invalid, too large or too small."""
    short, long = proven(game), spelt_out(game)
    for lines, at in ((short, 1), (long, 1), (long, 2)):
        head, *entries = [json.loads(line) for line in lines]
        forgeries = [[{**head, "version": value}, *entries]]
        if at == 1:
            forgeries.append([{**head, "at_least": value}, *entries])
        with_lemmas = next(number for number, entry in enumerate(entries) if entry["lemmas"])
        lemma = entries[with_lemmas]["lemmas"][0]
        places = [[value, *lemma[1:]], [*lemma[:1], value, *lemma[2:]]]
        if at == 2 and not (value == 0 and lemma[1][0] == 0):
            places.append([lemma[0], [*lemma[1][:1], value, *lemma[1][2:]], *lemma[2:]])
        for forged_lemma in places:
            if forged_lemma == lemma or (value == 0 and forged_lemma[1] == 0):
                continue  # the first word is a word
            changed = json.loads(json.dumps(entries))
            changed[with_lemmas]["lemmas"][0] = forged_lemma
            forgeries.append([head, *changed])
        for forgery in forgeries:
            result = game.checked([json.dumps(line) + "\n" for line in forgery])
            assert result.fault is not None
            assert len(result.fault) < 200


def test_a_huge_number_is_refused_by_the_command(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(WORDS.words()))
    for name, value in (("at_least", 10**30), ("at_least", -5), ("at_least", 1e300), ("version", 10**30)):
        head, *rest = proven(EASY)
        path = tmp_path / "forged.jsonl"
        path.write_text(json.dumps({**json.loads(head), name: value}) + "\n" + "".join(rest))
        ran = entails("wordle", "check-proof", path, "--answers", words, "--length", 3)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith("not proven: ")


def test_no_lemma_says_more_than_is_so() -> None:
    """Every lemma is true by exact search, with the clues of the lemma."""
    for game in (HARD, BOTH):
        entries = [json.loads(line) for line in spelt_out(game)[1:]]
        exact = TreeSearch(WordMatrix.of(game.words, COLOURS, hard=True))
        column = {int(row): at for at, row in enumerate(exact.board.secrets)}
        clues = ProofClues(game.words.words()[: game.words.answers], sorted(game.words.words()))
        for entry in entries:
            for bound, members, item in entry["lemmas"]:
                read = clues.read(item)
                assert read is not None
                columns = np.array(sorted(column[member] for member in members), np.int32)
                assert bound <= exact.least(columns, read)


class TestQuery:
    def prove(self, path: Path, **text: object) -> query.WordleProveReport:
        words = {"lang": "en", "length": 3, "answers": self.document(), "workers": 1, "output": str(path)}
        report = query.PROVE.run(None, query.WordleProveOptions.model_validate({**words, **text})).report
        assert isinstance(report, query.WordleProveReport)
        return report

    @staticmethod
    def document() -> Document:
        words = "ace act add ado age ago aid ail aim air ale all and ant any ape apt arc are ark arm art ash ask ate"
        return Document(words.replace(" ", "\n").encode(), "some.txt")

    def test_a_run_that_was_cut_off_goes_on(self, tmp_path: Path) -> None:
        path = tmp_path / "proof.jsonl"
        whole = self.prove(path)
        assert whole.complete
        text = path.read_text()
        path.write_text(text[: len(text) * 2 // 3])
        assert self.prove(path).complete
        openers = [json.loads(line).get("opener") for line in path.read_text().splitlines()]
        assert sorted(openers[1:]) == sorted(json.loads(line)["opener"] for line in text.splitlines()[1:])
        words = lists_from_options("en", 3, self.document()).words
        assert Game(words).checked(path.read_text().splitlines()).missing == 0
        with pytest.raises(InvalidData):
            self.prove(path, total=1)

    @pytest.fixture
    def hasty(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
        """Build word lists on which the first tree found is not the best."""
        monkeypatch.setattr(query, "_FIRST_BEAM", 1)
        words = few_letters(0, 3, letters=10, secrets=70, others=0)
        first = best_tree(words, COLOURS, (), TreeSettings(beam=1, max_depth=0))
        assert first is not None
        assert (first.total, Game(words).total) == (208, 204)
        return {"answers": Document("\n".join(words.words()).encode(), "few.txt")}

    def test_a_better_total_is_gone_on_with(self, hasty: dict[str, object], tmp_path: Path) -> None:
        path = tmp_path / "proof.jsonl"
        whole = self.prove(path, **hasty)
        assert (whole.at_least, whole.complete, whole.better, whole.better_total) == (204, True, None, None)
        answers = hasty["answers"]
        assert isinstance(answers, Document)
        game = Game(lists_from_options("en", 3, answers).words)
        opener = whole.opener
        assert opener is not None
        with pytest.raises(NotRefuted, match=f"{opener} takes 204"):
            list(prove(game.words, COLOURS, 205, [opener]))
        text = path.read_text()
        result = game.checked(text.splitlines())
        assert (result.fault, result.missing, result.at_least) == (None, 0, 204)
        head = text.index("\n") + 1
        assert text.count("\n") > 2
        for total in (None, 204):  # cut off, and then finished
            path.write_text(text[: (head + len(text)) // 2])
            again = self.prove(path, total=total, **hasty)
            assert (again.at_least, again.complete, again.better) == (204, True, None)
            assert self.prove(path, total=total, **hasty).complete
            result = game.checked(path.read_text().splitlines())
            assert (result.fault, result.missing, result.at_least) == (None, 0, 204)

    def test_a_total_that_was_too_large_can_be_corrected(self, hasty: dict[str, object], tmp_path: Path) -> None:
        path = tmp_path / "proof.jsonl"
        wrong = self.prove(path, total=208, **hasty)
        assert (wrong.complete, wrong.at_least) == (False, 208)
        assert wrong.better is not None
        right = self.prove(path, total=204, **hasty)
        assert (right.complete, right.better, right.at_least) == (True, None, 204)
        for total in (203, 205):  # a proof that is finished is not weakened, and does not prove more
            before = path.read_text()
            with pytest.raises(InvalidData, match="belongs to another proof"):
                self.prove(path, total=total, **hasty)
            assert path.read_text() == before

    @pytest.mark.parametrize("change", [{"at_least": 10**30}, {"at_least": -1}, {"at_least": 1.5}, {"opener": [1]}])
    def test_a_file_with_a_forged_heading_is_refused(self, change: dict[str, object], tmp_path: Path) -> None:
        path = tmp_path / "proof.jsonl"
        self.prove(path)
        head, *rest = path.read_text().splitlines(keepends=True)
        forged_text = json.dumps(json.loads(head) | change) + "\n" + "".join(rest)
        path.write_text(forged_text)
        with pytest.raises(InvalidData, match="belongs to another proof"):
            self.prove(path)
        assert path.read_text() == forged_text

    def test_a_wrong_opener_leaves_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidOption):
            self.prove(tmp_path / "none.jsonl", openers=("zzz",))
        assert not (tmp_path / "none.jsonl").exists()

    def test_a_sample_is_a_part(self, tmp_path: Path) -> None:
        some = self.prove(tmp_path / "some.jsonl", sample=1)
        assert (some.refuted, some.complete) == (1, some.openers == 1)

    def test_too_much_is_refuted(self, tmp_path: Path) -> None:
        result = self.prove(tmp_path / "none.jsonl", total=200)
        assert result.better is not None
        assert result.better_total is not None
        assert result.better_total < 200


def test_the_shipped_proof_speaks_of_every_opener() -> None:
    """The shipped proof covers every opener, in form and first lines; checking all of it takes too long here."""
    file = Path(__file__).parents[2] / "docs" / "certificates" / "wordle-7920.jsonl.xz"
    first, *lines = lzma.decompress(file.read_bytes()).decode().splitlines()
    words = words_for()
    shipped = {"format": "clausal wordle certificate"}  # it has the project's former name
    assert json.loads(first) == json.loads(heading(words, COLOURS, 7920)) | shipped
    openers = [json.loads(line)["opener"] for line in lines]
    assert len(set(openers)) == len(openers) == 12434
    assert set(openers) <= set(words.words())
    checked = Game(words).checked([first, *lines[:2]])
    assert (checked.fault, checked.openers, checked.missing) == (None, 2, 12432)
