"""The rules of a game: hosts, rejected guesses, and the `turn` that terminal and page share."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solvers.wordle_lists import few_letters

from entails.data.lexicons import lexicon
from entails.data.wordle import words_for
from entails.formats.wordle.share import read_share
from entails.models.errors import InvalidOption
from entails.models.wordle.history import COLOURS, COUNTS, SCORINGS, Scoring
from entails.models.wordle.words import Words
from entails.queries.wordle.playing import WordleTurnReport
from entails.solvers.wordle.feedback import still_allowed
from entails.solvers.wordle.game import (
    COMMON_ZIPF,
    FEWEST_ASKED,
    WordleTurn,
    hits,
    host_for,
    refusal,
    turn,
    with_common_answers,
)

WORDS = words_for()


def test_a_game_that_is_won() -> None:
    report = turn(WORDS, COLOURS, ["CRANE", " Slate ", "horse"], secret="horse")
    assert report.rows == (("crane", "bybbg"), ("slate", "ybbbg"), ("horse", "ggggg"))
    assert (report.over, report.won, report.secret, report.refused) == (True, True, "horse", None)
    assert report.share == "Entails 3/6\n\n⬛🟨⬛⬛🟩\n🟨⬛⬛⬛🟩\n🟩🟩🟩🟩🟩"


def test_the_secret_is_reported_at_the_end_only() -> None:
    guesses = ["crane", "slate", "house"]
    assert turn(WORDS, COLOURS, guesses, secret="horse", turns=4).secret is None
    lost = turn(WORDS, COLOURS, guesses, secret="horse", turns=3, hard=False)
    assert (lost.over, lost.won, lost.secret) == (True, False, "horse")
    share = read_share(lost.share or "")
    assert (share.turns, share.limit, share.rows) == (None, 3, tuple(COLOURS.score(g, "horse") for g in guesses))


def test_duplicate_letters_as_in_the_study() -> None:
    french = words_for("fr", 5)
    assert turn(french, COLOURS, ["abats"], secret="aller").rows == (("abats", "gbbbb"),)
    assert turn(french, COUNTS, ["tarte"], secret="dette").rows == (("tarte", "2,1"),)


def test_a_share_text_of_counts_has_pegs_in_no_order() -> None:
    report = turn(WORDS, COUNTS, ["crane", "horse"], secret="horse", hard=False)
    assert report.share == "Entails 2/6\n\n🟢🟡⚫⚫⚫\n🟢🟢🟢🟢🟢"


def test_no_end_and_hard_mode_in_the_share_text() -> None:
    guesses = ["crane", "shire", "horse"]
    report = turn(WORDS, COLOURS, guesses, secret="horse", turns=0, hard=True)
    assert (report.share or "").startswith("Entails 3/3*")
    assert read_share(report.share or "").hard


@pytest.mark.parametrize(
    ("guesses", "rows", "english", "french"),
    [
        (["cran"], 0, "'cran' is not a word of 5 letters", "'cran' n'est pas un mot de 5 lettres"),
        (["crane", "x" * 500], 1, f"{'x' * 30!r} is not a word of 5 letters", "n'est pas un mot"),
        (["\x00\n$%&"], 0, "is not a word of 5 letters", "n'est pas un mot de 5 lettres"),
        (["crane", "aaaaa"], 1, "AAAAA is not in the word list", "AAAAA n'est pas dans la liste des mots"),
        (["crane", "sorry"], 1, "hard mode: letter 5 must be E", "mode difficile : la lettre 5 doit être E"),
        (["crane", "slide"], 1, "hard mode: the word must contain R", "mode difficile : le mot doit contenir R"),
        (["horse", "crane"], 1, "the game is over", "la partie est finie"),
        (["aaaaa", "crane"], 0, "AAAAA is not in the word list", "AAAAA n'est pas dans la liste des mots"),
    ],
)
def test_refusals_in_both_languages(guesses: list[str], rows: int, english: str, french: str) -> None:
    report = turn(WORDS, COLOURS, guesses, secret="horse", hard=True)
    assert len(report.rows) == rows
    assert english in (report.refused or "")
    assert french in (turn(WORDS, COLOURS, guesses, secret="horse", hard=True, speech="fr").refused or "")


def test_a_letter_shown_twice_is_needed_twice() -> None:
    report = turn(WORDS, COLOURS, ["geese", "lathe"], secret="rebel", hard=True)
    assert report.refused == "hard mode: letter 2 must be E"
    report = turn(WORDS, COLOURS, ["rebel", "nerdy"], secret="geese", hard=True)
    assert report.refused == "hard mode: the word must contain E 2 times"


@pytest.mark.parametrize("seed", range(6))
def test_hard_mode_is_that_of_suggest(seed: int) -> None:
    words = few_letters(seed, 4, secrets=40, others=20)
    random = np.random.default_rng(seed)
    secret, *guessed = words.words(random.integers(0, words.answers, 3))
    facts = [(guess, COLOURS.score(guess, secret)) for guess in guessed]
    allowed = set(words.words(still_allowed(words, COLOURS, "hard", facts)))
    assert {word for word in words.words() if refusal(words, word, facts, hard=True) is None} == allowed
    assert {word for word in words.words() if refusal(words, word, facts, hard=False) is None} == set(words.words())


def test_rules_that_do_not_go_together() -> None:
    for wrong in (
        lambda: turn(WORDS, COUNTS, [], hard=True),
        lambda: turn(WORDS, COLOURS, [], turns=-1),
        lambda: turn(WORDS, COLOURS, ["crane"] * 1001),
        lambda: turn(WORDS, COLOURS, [], secret="zzzzz"),
        lambda: turn(WORDS, COLOURS, [], secret="horses"),
        lambda: turn(WORDS, COLOURS, [], secret="horse", adversary=True),
    ):
        with pytest.raises(InvalidOption):
            wrong()


def secret_of(words: Words, game: int) -> str:
    return host_for(words, COLOURS, game=game, adversary=False).secret


def test_the_number_of_a_game_is_its_secret_for_ever() -> None:
    assert [secret_of(WORDS, game) for game in range(4)] == ["fresh", "quake", "circa", "sulky"]
    assert len({secret_of(WORDS, game) for game in range(200)}) > 180
    report = turn(WORDS, COLOURS, ["quake"], game=1)
    assert report.share == "Entails 1 1/6\n\n🟩🟩🟩🟩🟩"


@pytest.mark.parametrize(("language", "length"), [("fr", 5), ("fr", 9), ("fr", 15), ("en", 7)])
def test_rare_words_are_not_secrets(language: str, length: int) -> None:
    words = words_for(language, length)
    common = with_common_answers(words)
    assert len(common) == len(words)
    assert FEWEST_ASKED <= common.answers < words.answers / 4
    known = lexicon("fr" if language == "fr" else "enable")
    grades = known.zipf(length)
    assert grades is not None
    by_word = dict(zip(known.words(length), grades.tolist(), strict=True))
    query = {by_word[word] for word in common.words(range(common.answers))}
    rest = {by_word[word] for word in common.words(range(common.answers, len(common)))}
    assert min(query) > max(rest)
    assert min(query) >= COMMON_ZIPF or common.answers < 2 * FEWEST_ASKED
    assert with_common_answers(common) is common


def test_chosen_lists_are_used_unchanged() -> None:
    own = few_letters(1, 4)
    assert with_common_answers(WORDS) is WORDS
    assert with_common_answers(own) is own
    four = with_common_answers(words_for("fr", 4))
    assert "aeda" not in four.words(range(four.answers))


@pytest.mark.parametrize("scoring", SCORINGS.values(), ids=SCORINGS)
@pytest.mark.parametrize("seed", range(4))
def test_the_adversary_by_brute_force(scoring: Scoring, seed: int) -> None:
    words = few_letters(seed, 4)
    host, left = host_for(words, scoring, adversary=True), set(words.words(range(words.answers)))
    for guess in words.words(np.random.default_rng(seed).integers(0, len(words), 6)):
        sizes = Counter(scoring.score(guess, secret) for secret in left)
        largest = [code for code, size in sizes.items() if size == max(sizes.values())]
        code, host = host.reply(guess)
        assert code in largest
        assert hits(scoring, code, 4) == min(hits(scoring, item, 4) for item in largest)
        left = {secret for secret in left if scoring.score(guess, secret) == code}
        assert host.secret in left
        assert len(host.secrets) == len(left)


def test_the_adversary_gives_in_when_it_must() -> None:
    words = few_letters(3, 4, secrets=6, others=0)
    every = words.words()
    report = turn(words, COLOURS, every, adversary=True, turns=0)
    assert report.over
    assert report.won
    assert report.secret == report.rows[-1][0]
    assert "Absurdle" in (report.share or "")
    lost = turn(words, COLOURS, every[:1], adversary=True, turns=1)
    assert (lost.won, lost.over) == (False, True)
    assert COLOURS.write(COLOURS.score(every[0], lost.secret or ""), 4) == lost.rows[0][1]


@settings(max_examples=60, deadline=None)
@given(
    guesses=st.lists(st.one_of(st.text(max_size=12), st.sampled_from(["abcd", "aabb", "dcba", "bbbb"])), max_size=9),
    game=st.integers(-5, 2**70),
    adversary=st.booleans(),
    hard=st.booleans(),
    turns=st.integers(0, 7),
)
def test_any_guesses_make_a_game(guesses: list[str], game: int, adversary: bool, hard: bool, turns: int) -> None:
    words = few_letters(2, 4, secrets=80, others=100)
    report = turn(words, COLOURS, guesses, game=game, adversary=adversary, hard=hard, turns=turns)
    assert isinstance(report, WordleTurn)
    assert len(report.rows) <= min(len(guesses), turns or len(guesses))
    assert (report.refused is None) == (len(report.rows) == len(guesses))
    assert (report.secret is None, report.share is None) == (not report.over, not report.over)
    again = turn(
        words, COLOURS, [row[0] for row in report.rows], game=game, adversary=adversary, hard=hard, turns=turns
    )
    assert again.rows == report.rows


def test_the_report_of_a_turn() -> None:
    report = WordleTurnReport.of(turn(WORDS, COLOURS, ["crane", "aaaaa"], secret="horse"))
    assert report.model_dump() == {
        "rows": ({"word": "crane", "marks": "bybbg"},),
        "refused": "AAAAA is not in the word list",
        "over": False,
        "won": False,
        "secret": None,
        "share": None,
    }
