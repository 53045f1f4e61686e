"""Filter, CP-SAT and CNF give the same words for every history: those that plain scoring leaves."""

import os
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from encoders.wordle_histories import LISTS, random_history, random_puzzles
from helpers import available, subject_id
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.data.lexicons import lexicon
from entails.encoders.wordle import (
    AtLeast,
    AtMost,
    FeedbackClaim,
    InCommon,
    Is,
    IsNot,
    WellPlaced,
    answer,
    claims,
    fact_names,
    facts_of,
    statements,
)
from entails.formats.wordle.read import read_history
from entails.models.encoding import Cnf
from entails.models.limits import UNLIMITED, Options
from entails.models.wordle.history import SCORINGS, Guess, History, Wordle
from entails.puzzles.wordle import ENCODERS
from entails.solvers.engine import Engine, engine, solutions
from entails.solvers.sat import Propagator
from entails.solvers.wordle.check import remaining, shared_facts, without_echoes

WAYS = {"native": "filter", "cpsat": "cpsat", "cnf": "minisat22"}
HISTORIES = int(os.environ.get("ENTAILS_HISTORIES", "40"))
"""Number of random histories per length, language and feedback type."""
each_scoring = pytest.mark.parametrize("scoring", SCORINGS)


def plain(puzzle: Wordle) -> list[str]:
    """Return the words that plain scoring leaves."""
    assert puzzle.lexicon is not None
    return [word for word in puzzle.lexicon.words(puzzle.length) if puzzle.history.allows(word)]


def solution_words(puzzle: Wordle, encoder: str, name: str) -> list[str]:
    listing = solutions(engine(name), ENCODERS[encoder].encode(puzzle), UNLIMITED, Options())
    words = list(listing)
    assert listing.complete
    return sorted(words)


@each_scoring
@pytest.mark.parametrize("language", LISTS)
@pytest.mark.parametrize("length", range(3, 10))
def test_all_three_agree_on_random_histories(length: int, language: str, scoring: str) -> None:
    """All three agree on 28 combinations; CP-SAT, which is slower, on every fifth history."""
    sizes = set()
    for number, puzzle in enumerate(random_puzzles(language, length, scoring, HISTORIES)):
        expected = plain(puzzle)
        sizes.add(min(len(expected), 2))
        assert solution_words(puzzle, "native", "filter") == expected
        assert solution_words(puzzle, "cnf", "minisat22") == expected
        if number % 5 == 0:
            assert solution_words(puzzle, "cpsat", "cpsat") == expected
    assert sizes == {0, 1, 2}, "histories without an answer, with one, and with several"


@each_scoring
@pytest.mark.parametrize(("name", "length"), [("wordle-answers", 5), ("fr", 4), ("enable", 7)])
def test_all_three_agree_on_full_lexicons(name: str, length: int, scoring: str) -> None:
    words = lexicon(name)
    random = Random(f"{name} {scoring}")
    for _ in range(2):
        puzzle = Wordle(random_history(random, words.words(length), length, scoring), words)
        if puzzle.history.guesses:
            expected = plain(puzzle)
            assert solution_words(puzzle, "native", "filter") == expected
            for encoder in ("cpsat", "cnf"):
                if len(expected) < 300:
                    assert solution_words(puzzle, encoder, WAYS[encoder]) == expected


@each_scoring
def test_the_filter_on_thousands_of_histories(scoring: str) -> None:
    for language, length in product(LISTS, (3, 5, 8)):
        for puzzle in random_puzzles(language, length, scoring, 250, size=30):
            assert solution_words(puzzle, "native", "filter") == plain(puzzle)


@each_scoring
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_any_letters_at_all(scoring: str, data: st.DataObject) -> None:
    """Without a lexicon, all strings of three letters are compared; unguessed letters are interchangeable, so one
    suffices.
    """
    words = st.text("abc", min_size=3, max_size=3)
    secret, guesses = data.draw(words), data.draw(st.lists(words, min_size=1, max_size=4))
    kind = SCORINGS[scoring]
    history = History(3, scoring)
    for guess in guesses:
        told_by = data.draw(st.sampled_from([secret, guess[::-1]]))
        history = history.plus(guess, kind.score(guess, told_by))
    expected = {word for word in map("".join, product("abcz", repeat=3)) if history.allows(word)}
    others = "".join(letter for letter in "defghijklmnopqrstuvwxy")
    for encoder in ("cpsat", "cnf"):
        session = engine(WAYS[encoder]).open(ENCODERS[encoder].encode(Wordle(history)), UNLIMITED, Options())
        with session:
            never = [[fact] for fact, name in enumerate(fact_names(3), 1) if name[-1].lower() in others and fact <= 78]
            for fact in never:
                session.block(fact)
            listed = set()
            while (outcome := session.solve()).status == "satisfied":
                listed.add(outcome.answer)
                session.block(outcome.facts)
        assert listed == expected


def meets(claim: FeedbackClaim, secret: str) -> bool:
    match claim:
        case Is(position, letter):
            return secret[position] == letter
        case IsNot(position, letter):
            return secret[position] != letter
        case AtLeast(letter, copies):
            return secret.count(letter) >= copies
        case AtMost(letter, copies):
            return secret.count(letter) <= copies
        case WellPlaced(word, count):
            return sum(item == second for item, second in zip(word, secret, strict=True)) == count
        case InCommon(word, count):
            return sum(min(word.count(letter), secret.count(letter)) for letter in set(word)) == count
    raise AssertionError(claim)


def guesses(scoring: str) -> Iterator[tuple[History, Guess]]:
    kind = SCORINGS[scoring]
    for word in map("".join, product("abc", repeat=4)):
        for code in range(kind.codes(4)):
            if kind.problem(word, code) is None:
                yield History(4, scoring), Guess(word, code)


@each_scoring
def test_claims_say_exactly_what_the_feedback_says(scoring: str) -> None:
    secrets = ["".join(word) for word in product("abcz", repeat=4)]
    kind = SCORINGS[scoring]
    for history, guess in list(guesses(scoring))[:: 20 if scoring == "colours" else 8]:
        items = list(claims(history, guess))
        assert len(items) == len(set(items))
        for secret in secrets:
            assert all(meets(claim, secret) for claim in items) == (kind.score(guess.word, secret) == guess.code)


@pytest.mark.parametrize(
    ("guess", "texts"),
    [
        (
            "crane:gbybb",
            [
                "position 1 is C",
                "position 3 is not A",
                "there is no R",
                "there is an A",
                "there is no N",
                "there is no E",
            ],
        ),
        (
            "eerie:ygbbb",
            [
                "position 1 is not E",
                "position 2 is E",
                "position 5 is not E",
                "there are at least two E",
                "there are at most two E",
                "there is no R",
                "there is no I",
            ],
        ),
        ("tarte:2,1", ["two letters of TARTE are well placed", "three letters of TARTE are in the secret"]),
        ("tarte:1,0", ["one letter of TARTE is well placed", "one letter of TARTE is in the secret"]),
        ("ab:yy", ["position 1 is not A", "position 2 is not B", "there is an A", "there is a B"]),
        ("aab:gbb", ["position 1 is A", "position 2 is not A", "there is at most one A", "there is no B"]),
    ],
)
def test_claims_in_words(guess: str, texts: list[str]) -> None:
    history = read_history(guess)
    assert [claim.text for claim in claims(history, history.guesses[0])] == texts


def test_groups_of_a_puzzle() -> None:
    puzzle = Wordle(read_history("crane:gbybb slate:bbybb"), lexicon("wordle-answers"))
    groups = [group for group, _ in statements(puzzle)]
    assert [group.id for group in groups if not group.soft] == ["letters", "guess 1", "guess 2"]
    assert groups[1].text == "guess 1: CRANE 🟩⬛🟨⬛⬛"
    assert groups[2].text == "guess 1 says position 1 is C"
    assert {group.parent for group in groups if group.soft} == {"guess 1", "guess 2", None}
    assert groups[-1].text == "the secret is one of the 2,315 words of 5 letters in wordle-answers"
    assert len({group.id for group in groups}) == len(groups)
    for encoder in ("cpsat", "cnf"):
        result = [group for group in ENCODERS[encoder].encode(puzzle).groups if group.id != "definitions"]
        assert result == groups


def test_claims_in_french() -> None:
    puzzle = Wordle(read_history("eerie:ygbbb"), lexicon("wordle-answers"))
    text = [group.say("fr") for group, _ in statements(puzzle)]
    assert "l'essai 1 : la position 2 est E" in text
    assert "l'essai 1 : il y a au moins deux E" in text
    assert text[-1] == "le secret est l'un des 2,315 mots de 5 lettres de wordle-answers"


def test_facts_have_names_and_words_have_facts() -> None:
    names = fact_names(5)
    assert (names[0], names[27], names[5 * 26], names[-1]) == (
        "position 1 is A",
        "position 2 is B",
        "there is an A",
        "there is a Z",
    )
    assert [names[fact - 1] for fact in facts_of("eerie")][-3:] == ["there is an E", "there is an I", "there is an R"]
    any_word = Wordle(History(5))
    assert answer(any_word, facts_of("eerie")) == "eerie"
    assert answer(any_word, facts_of("eerie")[1:2]) == "_e___"


def test_the_lexicon_propagates_like_a_table() -> None:
    """Unit propagation leaves, at each position, exactly the letters of some word that meets the claims about single
    positions.
    """
    words = lexicon("wordle-answers")
    encoding = ENCODERS["cnf"].encode(Wordle(read_history("crane:bybbg"), words))
    assert isinstance(encoding, Cnf)
    propagator = Propagator(encoding.clauses.lists)
    consistent, follow = propagator.follow([])
    propagator.delete()
    left = [word for word in words.words(5) if not set(word) & set("can") and word[1] != "r" and word[4] == "e"]
    possible = {fact for word in left for fact in facts_of(word) if fact <= 5 * 26}
    assert consistent
    assert {fact for fact in range(1, 5 * 26 + 1) if -fact not in follow} == possible


@each_scoring
@pytest.mark.parametrize("length", [3, 5, 6])
def test_forced_facts_are_what_the_words_share(scoring: str, length: int) -> None:
    for number, puzzle in enumerate(random_puzzles("en", length, scoring, 30)):
        words = plain(puzzle)
        shared = set(facts_of(words[0])).intersection(*map(facts_of, words)) if words else set()
        names = [fact_names(length)[fact - 1] for fact in sorted(shared)]
        for encoder in ("cnf", "cpsat")[: 1 if number % 6 else 2]:
            forced = entails.forced(puzzle, encoder=encoder, engine=WAYS[encoder])
            assert forced.consistent == bool(words)
            assert list(forced.names) == names
        assert list(shared_facts(remaining(puzzle))) == list(without_echoes(names))


EVERY = [(item, name) for item in available() for name, encoder in ENCODERS.items() if encoder.kind in item.accepts]


@pytest.mark.parametrize(
    ("solver", "encoder"), [pair for pair in EVERY if pair[0].name not in ("bits", "generator")], ids=subject_id
)
def test_every_engine(solver: Engine, encoder: str) -> None:
    """Every engine handles a history with several words, with one, and with none."""
    for number, puzzle in enumerate(
        random_puzzles("en", 4, "counts" if encoder == "cpsat" else "colours", 12, size=12)
    ):
        if number % 3 == 0:
            assert solution_words(puzzle, encoder, solver.name) == plain(puzzle)
