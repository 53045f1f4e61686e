"""CP-SAT on Wordle histories against filtering, with OR-Tools' native helper and its full interface."""

from collections.abc import Iterator
from itertools import chain, combinations, product

import pytest
from encoders.wordle_histories import random_puzzles
from hypothesis import given, settings
from hypothesis import strategies as st

import entails
from entails.data.lexicons import lexicon
from entails.encoders.cpsat import light
from entails.encoders.wordle import AtLeast, Is, statements
from entails.formats.wordle.read import read_history
from entails.models.errors import EngineFault
from entails.models.lexicon import Lexicon
from entails.models.limits import UNLIMITED, Limits
from entails.models.wordle.history import SCORINGS, Guess, History, Wordle
from entails.queries.wordle.check import check_report
from entails.solvers.engine import Budget
from entails.solvers.soft import LimitReached
from entails.solvers.wordle import check as checking
from entails.solvers.wordle.check import explain_inconsistency, remaining_words
from entails.solvers.wordle.cpsat import HistorySolver, SmallHittingSets

LENGTH = 3
STRINGS = ["".join(letters) for letters in product("abcz", repeat=LENGTH)]
"""All strings over a, b, c and one more letter, which represents all other letters."""
CONTRADICTION = "crane:gbbbb slate:ybbbb"
ANSWERS = lexicon("wordle-answers")
each_scoring = pytest.mark.parametrize("scoring", SCORINGS)


@st.composite
def histories(draw: st.DrawFn, scoring: str) -> Wordle:
    """Generate up to four guesses over three letters, each with possible feedback, and a short lexicon."""
    words = draw(st.lists(st.sampled_from(STRINGS), min_size=1, max_size=12, unique=True))
    guesses = []
    for _ in range(draw(st.integers(1, 4))):
        word = draw(st.text("abc", min_size=LENGTH, max_size=LENGTH))
        codes = [
            code for code in range(SCORINGS[scoring].codes(LENGTH)) if SCORINGS[scoring].problem(word, code) is None
        ]
        guesses.append(Guess(word, draw(st.sampled_from(codes))))
    return Wordle(History(LENGTH, scoring, tuple(guesses)), Lexicon.of(words, "drawn", "en"))


def subsets(names: list[str]) -> Iterator[frozenset[str]]:
    """Yield all subsets, small ones first."""
    every = chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))
    return map(frozenset, every)


def minimal(names: list[str], wanted: dict[frozenset[str], bool]) -> set[frozenset[str]]:
    """Return the minimal subsets that satisfy a test."""
    kept: list[frozenset[str]] = []
    for subset in subsets(names):
        if wanted[subset] and not any(smaller <= subset for smaller in kept):
            kept.append(subset)
    return set(kept)


@each_scoring
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_verdict_conflicts_and_repairs_by_brute_force(scoring: str, data: st.DataObject) -> None:
    puzzle = data.draw(histories(scoring))
    assert puzzle.lexicon is not None
    words = puzzle.lexicon.words(LENGTH)
    left = [word for word in words if puzzle.history.allows(word)]
    solver = HistorySolver(puzzle, UNLIMITED)
    assert solver.is_consistent() == bool(left)
    assert remaining_words(puzzle, UNLIMITED).words == tuple(sorted(left))
    if left:
        return
    why = explain_inconsistency(puzzle, UNLIMITED, 1000)
    assert why.complete
    assert why.blame == ("lexicon" if any(map(puzzle.history.allows, STRINGS)) else "letters")
    claim_of = {group.id: claim for group, claim in statements(puzzle) if claim is not None}

    def is_met(ids: frozenset[str]) -> bool:
        claims = [claim_of[name] for name in ids - {"lexicon"}]
        return any(all(claim.allows(word) for claim in claims) for word in (words if "lexicon" in ids else STRINGS))

    conflicts = [frozenset(group.id for group in conflict.groups) for conflict in why.conflicts]
    assert len(set(conflicts)) == len(conflicts) > 0
    for conflict in conflicts:
        assert ("lexicon" in conflict) == (why.blame == "lexicon")
        assert not is_met(conflict)
        assert all(is_met(conflict - {name}) for name in conflict)
    sizes = [len(conflict) for conflict in conflicts]
    assert sizes == sorted(sizes)
    subjects = [*(f"guess {number}" for number in range(1, len(puzzle.history) + 1)), "lexicon"]

    def is_repair(removed: frozenset[str]) -> bool:
        kept = [guess for number, guess in enumerate(puzzle.history, 1) if f"guess {number}" not in removed]
        history = History(LENGTH, scoring, tuple(kept))
        return any(map(history.allows, STRINGS if "lexicon" in removed else words))

    repairs = {frozenset(group.id for group in repair.groups) for repair in why.repairs}
    assert repairs == minimal(subjects, {subset: is_repair(subset) for subset in subsets(subjects)})


@each_scoring
def test_all_minimal_conflicts_of_short_histories(scoring: str) -> None:
    """All minimal conflicts of short histories are listed, compared with all subsets."""
    tried = 0
    for puzzle in random_puzzles("en", 4, scoring, 150, size=10):
        claims = {group.id: claim for group, claim in statements(puzzle) if claim is not None}
        assert puzzle.lexicon is not None
        words = puzzle.lexicon.words(4)
        if len(claims) > 10 or any(map(puzzle.history.allows, words)):
            continue
        why = explain_inconsistency(puzzle, UNLIMITED, 1000)
        if why.blame == "lexicon":
            tried += 1
            fails = {
                subset: not any(all(claims[name].allows(word) for name in subset) for word in words)
                for subset in subsets(list(claims))
            }
            listed = {frozenset(group.id for group in conflict.groups) - {"lexicon"} for conflict in why.conflicts}
            assert listed == minimal(list(claims), fails)
    assert tried


@each_scoring
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_forced_letters_by_brute_force(scoring: str, data: st.DataObject) -> None:
    puzzle = data.draw(histories(scoring))
    assert puzzle.lexicon is not None
    left = [word for word in puzzle.lexicon.words(LENGTH) if puzzle.history.allows(word)]
    solver = HistorySolver(puzzle, UNLIMITED)
    facts = [*(Is(place, letter) for place in range(LENGTH) for letter in "abz"), *(AtLeast(x, 1) for x in "abcz")]
    for fact in facts:
        assert solver.are_forced([fact]) == all(map(fact.allows, left))
    assert solver.are_forced(facts[:2]) == all(fact.allows(word) for fact in facts[:2] for word in left)


def test_forced_letters_where_ortools_presolve_was_wrong() -> None:
    """OR-Tools 9.15 turned a clause with a repeated literal into a false "exactly one"."""
    words = ["aaa", "aab", "aac", "aaz", "aba", "bcz", "bzz", "cbz", "zcz"]
    puzzle = Wordle(read_history("bcb:1,0", "counts"), Lexicon.of(words, "drawn"))
    assert [word for word in words if puzzle.history.allows(word)] == ["aab", "bzz", "zcz"]
    solver = HistorySolver(puzzle, UNLIMITED)
    assert not solver.are_forced([Is(0, "a")])
    assert not solver.are_forced([AtLeast("a", 1)])


def test_the_report_names_both_engines() -> None:
    left = check_report(Wordle(read_history("crane:bybbg slate:bbbbg"), ANSWERS))
    none = check_report(Wordle(read_history(CONTRADICTION), ANSWERS))
    strings = check_report(Wordle(read_history("ab:yy")))
    bulk = check_report(Wordle(read_history("crane:bybbg slate:bbbbg"), ANSWERS), in_bulk=True)
    none_in_bulk = check_report(Wordle(read_history(CONTRADICTION), ANSWERS), in_bulk=True)
    assert none_in_bulk == none
    assert [(report.engine, report.confirmed_by) for report in (left, none, strings, bulk)] == [
        ("cpsat", "filter"),
        ("cpsat", "filter"),
        ("cpsat", "cadical195"),
        ("filter", None),
    ]
    assert bulk.model_copy(update={"engine": "cpsat", "confirmed_by": "filter"}) == left
    explained = entails.explain(Wordle(read_history(CONTRADICTION), ANSWERS))
    assert (explained.engine, explained.confirmed_by) == ("cpsat", "minisat22")


def test_a_wrong_filter_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Wordle(read_history(CONTRADICTION), ANSWERS)
    monkeypatch.setattr(checking, "remaining", lambda puzzle: puzzle.letters[:3])
    with pytest.raises(EngineFault, match="filter and cpsat"):
        check_report(puzzle)


def test_a_limit_stops_the_search() -> None:
    solver = HistorySolver(Wordle(read_history(CONTRADICTION), ANSWERS), Limits(seconds=1e-6))
    with pytest.raises(LimitReached):
        solver.is_consistent()


class TestInterface:
    """OR-Tools' native helper is used with tested versions, `cp_model` with all others."""

    @pytest.fixture
    def without_helper(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setattr(light, "helper", None)
        light.interface.cache_clear()
        yield
        light.interface.cache_clear()

    def test_versions(self) -> None:
        assert light.tested_helper("9.99.1") is None
        assert light.tested_helper("10.0") is None
        assert light.tested_helper("9.15.6755").SolveWrapper is light.helper.SolveWrapper
        assert light.interface() is light

    @pytest.mark.usefixtures("without_helper")
    def test_the_documented_interface_gives_the_same(self) -> None:
        from ortools.sat.python import cp_model

        assert light.interface() is cp_model
        for text in ("crane:bybbg slate:bbbbg", "crane:gbbbb slate:bbybb", CONTRADICTION):
            puzzle = Wordle(read_history(text), ANSWERS)
            report = check_report(puzzle)
            solved, explained = entails.solve(puzzle), entails.explain(puzzle, most=3)
            light.interface.cache_clear()
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(light, "helper", light.tested_helper("9.15."))
                assert light.interface() is light
                assert check_report(puzzle) == report
                assert entails.solve(puzzle).status == solved.status
                assert entails.explain(puzzle, most=3).conflicts == explained.conflicts
            light.interface.cache_clear()


@settings(max_examples=200)
@given(st.lists(st.integers(0, 255), max_size=8), st.booleans())
def test_hitting_sets_come_smallest_first_and_all_of_them(family: list[int], is_late: bool) -> None:
    """Hitting sets come smallest first and completely, against brute force over 8 bits, even if half of the sets are
    added late.
    """
    early = family[: len(family) // 2] if is_late else family
    hitting, listed = SmallHittingSets(early, Budget(Limits())), []
    first = hitting.smallest()
    for bit_set in family[len(early) :]:
        hitting.must_hit(bit_set)
    while (hitting_set := hitting.smallest()) is not None:
        listed.append(hitting_set)
        hitting.exclude(hitting_set)
    meets = [chosen for chosen in range(256) if all(chosen & bit_set for bit_set in family)]
    minimal = {chosen for chosen in meets if not any(less != chosen and less & chosen == less for less in meets)}
    assert sorted(listed) == sorted(minimal)
    assert [chosen.bit_count() for chosen in listed] == sorted(chosen.bit_count() for chosen in minimal)
    if first is None:
        assert 0 in early
