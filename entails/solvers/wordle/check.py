"""Check of a Wordle history: remaining words and their common facts, or the reasons why none remains.

CP-SAT decides (`solvers/wordle/cpsat.py`) and a compiled filter, the engine `filter`, confirms. The filter compares
each word of the lexicon with the history. It lists and counts the words left, confirms the result of CP-SAT, and
decides alone for batches.

Whether claims can all be true depends only on which claims each word breaks. A word that breaks all claims that
another word breaks adds nothing. So conflicts and repairs are searched on the words that break as little as possible,
often a dozen.

`single_repairs` finds single changes that leave a word: another colour of a tile, or another count.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from operator import ne
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from entails.encoders.wordle import (
    AtLeast,
    AtMost,
    Facts,
    FeedbackClaim,
    InCommon,
    Is,
    IsNot,
    WellPlaced,
    answer,
    has_text,
    state,
    statements,
)
from entails.locale.message import Language, Message, Sentence
from entails.models.alphabet import EVERY_LETTER, Letters, to_letters, to_words
from entails.models.encoding import Cnf, Encoding, Native
from entails.models.errors import EngineFault, InvalidStatement
from entails.models.lexicon import Lexicon
from entails.models.limits import DEFAULTS, Limits, Options
from entails.models.outcome import EndReason, Explanation, Outcome, Satisfied, Stats, Undecided, Unsatisfiable
from entails.models.wordle.history import COLOURS, GREEN, GREY, YELLOW, Guess, History, Wordle
from entails.solvers.engine import BaseSession, Budget, Engine, Session, engine
from entails.solvers.soft import Granularity, LimitReached
from entails.solvers.wordle.cpsat import Blame, HistorySolver, Inconsistency, as_bits

A = TypeVar("A")
Mask = NDArray[np.bool_]


class FilterEngine(Engine):
    """Engine `filter`: the words of a lexicon that agree with a history."""

    def __init__(self) -> None:
        super().__init__(
            "filter",
            "compiled word filter for Wordle with a lexicon",
            frozenset({"native"}),
            frozenset({"assume", "enumerate", "interrupt"}),
        )

    def missing(self) -> str | None:
        return None if find_spec("numba") else "the package numba is not installed"

    def rejects_puzzle(self, puzzle: object) -> str | None:
        if isinstance(puzzle, Wordle) and puzzle.lexicon is not None:
            return None
        suffix = ", not any string of letters" if isinstance(puzzle, Wordle) else ""
        return f"engine filter supports Wordle histories with a lexicon only{suffix}"

    def open_here(self, encoding: Encoding[A], limits: Limits, options: Options) -> Session[A]:
        del options
        assert isinstance(encoding, Native)
        session: Session[Any] = FilterSession(encoding.puzzle, limits)
        return session


class FilterSession(BaseSession):
    """The remaining words of one history. Assumptions and blocked facts are masks over them."""

    engine_name = "filter"

    def __init__(self, puzzle: Wordle, limits: Limits) -> None:
        self._budget = Budget(limits)
        self._letters = remaining(puzzle)
        self._facts = Facts(puzzle.length, puzzle.alphabet)
        self._open: list[Mask] = [np.ones(len(self._letters), bool)]

    def solve(self, assume: Sequence[int] = (), groups: Collection[int] | None = None) -> Outcome[str]:
        if groups is not None:
            raise self.cannot("choose groups: it takes the history as a whole")
        started = time.perf_counter()
        rows = self._letters[self._open[-1] & self._all(assume)]
        stats = Stats(self.engine_name, time.perf_counter() - started)
        if self._budget.out_of_time:
            return Undecided("time", stats)
        if not len(rows):
            return Unsatisfiable(stats)
        (word,) = to_words(rows[:1])
        return Satisfied(word, stats, self._facts.of(word))

    def answers(self, most: int | None) -> Generator[str, None, EndReason | None]:
        """Yield the remaining words in lexicon order."""
        if self._budget.out_of_time:
            return "time"
        rows = self._letters[self._open[-1]]
        yield from to_words(rows[:most])
        return "maximum" if most is not None and len(rows) > most else None

    def _all(self, facts: Sequence[int]) -> Mask:
        """Return a mask of the remaining words for which all of these facts are true."""
        mask = np.ones(len(self._letters), bool)
        for fact in facts:
            mask &= self._holds(abs(fact)) == (fact > 0)
        return mask

    def _holds(self, fact: int) -> Mask:
        if not 0 < fact <= len(self._facts):
            expected = f"1 to {len(self._facts)}, or its negative"
            raise InvalidStatement(f"unknown fact {fact}", where="assumptions", expected=expected)
        position, letter = self._facts.meaning(fact)
        same = self._letters == EVERY_LETTER.number(letter)
        holds: Mask = same[:, position] if position < self._letters.shape[1] else same.any(axis=1)
        return holds

    def block(self, facts: Sequence[int]) -> None:
        self._open[-1] = self._open[-1] & ~self._all(facts)

    def push(self) -> None:
        self._open.append(self._open[-1])

    def pop(self) -> None:
        self._open.pop()


def remaining(puzzle: Wordle) -> Letters:
    """Return the words of the lexicon that agree with the history, as rows of letters."""
    from entails.solvers.wordle.feedback import candidates

    letters = puzzle.letters
    rows: Letters = letters[candidates(puzzle.history.facts, letters, puzzle.history.kind)]
    return rows


ENGINE = FilterEngine()

_MOST_CELLS = 50_000_000
"""Limit on words times claims, beyond any real game. Above it, the whole lexicon is searched."""


def words_that_matter(puzzle: Wordle) -> Lexicon | None:
    """Return a smaller lexicon that gives the puzzle the same conflicts and repairs; None if there is no lexicon."""
    claims = [claim for _, claim in statements(puzzle) if claim is not None]
    broken = None if puzzle.lexicon is None or not claims else broken_claims(claims, puzzle.letters)
    if puzzle.lexicon is None or broken is None:
        return puzzle.lexicon
    words, lexicon = to_words(puzzle.letters[least_rows(broken)]), puzzle.lexicon
    return Lexicon.of(words, lexicon.name, lexicon.language, lexicon.alphabet)


def broken_claims(claims: Sequence[FeedbackClaim], letters: Letters) -> Mask | None:
    """Return which words (rows) violate which claims (columns); None if the table would be too large."""
    if len(letters) * len(claims) > _MOST_CELLS:
        return None
    return (
        np.stack([~holds(claim, letters) for claim in claims], axis=1) if claims else np.zeros((len(letters), 0), bool)
    )


def least_rows(broken: Mask) -> list[int]:
    """Return one row for each minimal set of violated claims, small sets first."""
    packed = np.packbits(broken, axis=1)
    bytes_of_words = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), np.uint8)
    bytes_of_words[:, : packed.shape[1]] = packed
    sets = bytes_of_words.view(">u8").astype(np.uint64)
    rows = np.lexsort((*sets.T[::-1], broken.sum(axis=1)))
    sets, kept = sets[rows], []
    while len(rows):
        kept.append(int(rows[0]))
        is_open = (sets[0] & ~sets != 0).any(axis=1)  # the other rows break all that row 0 breaks
        rows, sets = rows[is_open], sets[is_open]
    return kept


def holds(claim: FeedbackClaim, letters: Letters) -> Mask:
    """Return a mask of the words for which a claim is true."""
    mask: Mask
    match claim:
        case Is(position, letter):
            mask = letters[:, position] == EVERY_LETTER.number(letter)
        case IsNot(position, letter):
            mask = letters[:, position] != EVERY_LETTER.number(letter)
        case AtLeast(letter, copies):
            mask = _copies(letter, letters) >= copies
        case AtMost(letter, copies):
            mask = _copies(letter, letters) <= copies
        case WellPlaced(word, count):
            mask = (letters == [EVERY_LETTER.number(letter) for letter in word]).sum(axis=1) == count
        case InCommon(word, count):
            shared = [np.minimum(_copies(letter, letters), copies) for letter, copies in Counter(word).items()]
            mask = np.sum(shared, axis=0) == count
        case _:
            raise NotImplementedError(type(claim).__name__)
    return mask


def _copies(letter: str, letters: Letters) -> NDArray[np.int64]:
    count: NDArray[np.int64] = (letters == EVERY_LETTER.number(letter)).sum(axis=1)
    return count


FEWEST_REPAIRS = 20
"""Minimum number of repairs that are listed, regardless of `--most`.

This is nearly always all of them, and each is a short line.
"""

Explainer = Callable[[Wordle, Limits, int, Granularity], Explanation]
CPSAT, FILTER, STRINGS_ENGINE = "cpsat", "filter", "cadical195"


@dataclass(frozen=True)
class RemainingWords:
    """The words, or strings of letters, that agree with a history.

    Attributes:
        count: The number of words; with `exact` False, there are more.
        words: The first of them.
        forced: Their common facts, as sentences.
        consistent: Whether there is a word; None if a limit came first.
        reason: The limit that ended the search, if one did.
        engine: The engine that decided.
        confirmed_by: The engine that came to the same result independently.
    """

    count: int
    exact: bool
    words: tuple[str, ...]
    forced: tuple[str, ...]
    consistent: bool | None = True
    reason: EndReason | None = None
    engine: str = FILTER
    confirmed_by: str | None = None


def formula(puzzle: Wordle, words: Lexicon | None = None) -> Cnf[str]:
    """Encode a history as clauses; `words` replaces the lexicon."""
    from entails.encoders.cnf.compile import compile_cnf

    return compile_cnf(state(puzzle, words), decode=partial(answer, puzzle))


def remaining_words(
    puzzle: Wordle, limits: Limits, most: int | None = None, language: Language = "en", *, decide: bool = True
) -> RemainingWords:
    """Return up to `most` words that agree with the history, their number, and their common facts.

    The filter lists the words. With `decide`, CP-SAT decides whether there are any and which facts are forced; if the
    two differ, an error is raised. Without a lexicon, strings of letters are counted up to `most`, and their facts are
    in English.
    """
    if puzzle.lexicon is None:
        left, facts = _remaining_strings(puzzle, limits, most)
    else:
        rows = remaining(puzzle)
        facts = common_facts(rows)
        forced = tuple(fact.sentence.say(language) for fact in facts)
        left = RemainingWords(len(rows), True, tuple(to_words(rows[:most])), forced, len(rows) > 0)
    return _decided(puzzle, limits, left, facts) if decide and left.consistent is not None else left


def _decided(puzzle: Wordle, limits: Limits, left: RemainingWords, facts: Sequence[Is | AtLeast]) -> RemainingWords:
    """Return the result decided by CP-SAT, or `left` unchanged if a limit comes first."""
    solver = HistorySolver(puzzle, limits)
    try:
        if solver.is_consistent() != left.consistent:
            raise EngineFault(f"engines disagree: {left.engine} and {CPSAT} on whether a word is left")
        if left.consistent and not solver.are_forced(facts):
            raise EngineFault(f"engines disagree: {left.engine} and {CPSAT} on the forced letters")
    except LimitReached:
        return left
    return replace(left, engine=CPSAT, confirmed_by=left.engine)


def _remaining_strings(
    puzzle: Wordle, limits: Limits, most: int | None
) -> tuple[RemainingWords, tuple[Is | AtLeast, ...]]:
    """Return up to `most` strings of letters that agree with the history, and the common facts of all."""
    from entails.solvers.engine import solutions
    from entails.solvers.forced import forced

    encoding, solver = formula(puzzle), engine(STRINGS_ENGINE)
    listing = solutions(solver, encoding, limits, Options(max_solutions=most))
    strings = tuple(sorted(listing))
    if not strings:
        consistent = False if listing.complete else None
        return RemainingWords(0, True, (), (), consistent, listing.reason, engine=STRINGS_ENGINE), ()
    facts = forced(solver, encoding, limits, DEFAULTS)
    reason = None if listing.reason == "maximum" else listing.reason
    names = without_echoes(facts.names)
    left = RemainingWords(len(strings), listing.complete, strings, names, True, reason, engine=STRINGS_ENGINE)
    meanings = [Facts(puzzle.length, puzzle.alphabet).meaning(fact) for fact in facts.facts if fact > 0]
    return left, tuple(
        Is(position, letter) if position < puzzle.length else AtLeast(letter, 1) for position, letter in meanings
    )


def shared_facts(letters: Letters, language: Language = "en") -> tuple[str, ...]:
    """Return the common facts of words, as sentences."""
    return tuple(fact.sentence.say(language) for fact in common_facts(letters))


def common_facts(letters: Letters) -> tuple[Is | AtLeast, ...]:
    """Return the common facts of words: letters at positions, then letters at varying positions."""
    if not len(letters):
        return ()
    first = to_words(letters[:1])[0]
    same = (letters == letters[0]).all(axis=0)
    placed = [Is(position, letter) for position, letter in enumerate(first) if same[position]]
    settled = {claim.letter for claim in placed}
    somewhere = [
        AtLeast(letter, 1)
        for letter in sorted(set(first) - settled)
        if (letters == EVERY_LETTER.number(letter)).any(axis=1).all()
    ]
    return (*placed, *somewhere)


def without_echoes(names: Sequence[str]) -> tuple[str, ...]:
    """Remove "there is an A" from facts that include a position of A."""
    settled = {has_text(name[-1].lower()) for name in names if name.startswith("position")}
    return tuple(name for name in names if name not in settled)


def explain_inconsistency(
    puzzle: Wordle, limits: Limits, most: int, explainer: "Explainer | None" = None
) -> Inconsistency:
    """Return up to `most` smallest conflicts and smallest repairs of a history that leaves no word.

    CP-SAT finds them and the filter confirms them. An `explainer`, an engine that the user chose, replaces both.
    """
    most_repairs = max(most, FEWEST_REPAIRS)
    if explainer is not None:
        return _explained(puzzle, limits, most, most_repairs, explainer)
    solver = HistorySolver(puzzle, limits)
    broken = None if puzzle.lexicon is None else broken_claims(solver.claims, puzzle.letters)
    least = None if broken is None else [as_bits(np.flatnonzero(broken[row]).tolist()) for row in least_rows(broken)]
    why = solver.explain(least, most, most_repairs)
    if broken is not None:
        _confirm(puzzle, why, broken)
    return why


def _confirm(puzzle: Wordle, why: Inconsistency, broken: Mask) -> None:
    """Raise an error if some word of the lexicon disproves a conflict or a repair."""
    groups = [group for group, claim in statements(puzzle) if claim is not None]
    number = {group.id: place for place, group in enumerate(groups)}
    for conflict in why.conflicts:
        claimed = [number[group.id] for group in conflict.groups if group.id in number]
        if not broken[:, claimed].any(axis=1).all():
            raise EngineFault(f"engines disagree: {FILTER} finds a word for a conflict of {CPSAT}")
    for repair in why.repairs:
        removed = {group.id for group in repair.groups}
        kept = [place for place, group in enumerate(groups) if group.parent not in removed]
        if "lexicon" not in removed and broken[:, kept].any(axis=1).all():
            raise EngineFault(f"engines disagree: {FILTER} finds no word for a repair of {CPSAT}")


def _explained(puzzle: Wordle, limits: Limits, most: int, most_repairs: int, explainer: Explainer) -> Inconsistency:
    """Return conflicts and repairs found by another engine; conflicts without the lexicon come first."""
    blame: Blame | None = "letters"
    fine = explainer(Wordle(puzzle.history), limits, most, "fine")
    if fine.consistent:
        blame, fine = "lexicon", explainer(puzzle, limits, most, "fine")
    elif fine.consistent is None:
        blame = None
    coarse = explainer(puzzle, limits, most_repairs, "coarse")
    reasons = [_ending(fine, len(fine.conflicts) < most), _ending(coarse, len(coarse.repairs) < most_repairs)]
    return Inconsistency(blame, fine.conflicts, coarse.repairs, next((reason for reason in reasons if reason), None))


def _ending(explanation: Explanation, is_short: bool) -> EndReason | None:
    """Return why a list of conflicts or repairs is incomplete; None if the list has not reached its maximum."""
    return None if is_short and explanation.reason == "maximum" else explanation.reason


_MOST_GUESSES = 30
"""Maximum length of a history for which changes are tried; without a lexicon, a third of it."""
_MOST_CHANGES = 5
_SECONDS = 0.2
"""Time limit for each change that an engine tries, without a lexicon."""

_COLOURS = {
    GREEN: Message("green", "verte"),
    YELLOW: Message("yellow", "jaune"),
    GREY: Message("grey", "grise"),
}
_TILE = Message(
    "change tile {place} of guess {number} ({word}) to {colour}",
    "rendez {colour} la case {place} de l'essai {number} ({word})",
)
_COUNT = Message(
    "change the counts of guess {number} ({word}) to {counts}",
    "donnez à l'essai {number} ({word}) les nombres {counts}",
)
_LEFT = Message("{change}: {count} words are left", "{change} : il reste {count} mots")
_ONE_LEFT = Message("{change}: the secret is then {word}", "{change} : le mot secret est alors {word}")

_Change = tuple[int, int]
"""The index of a guess, and its new code."""


def single_repairs(puzzle: Wordle) -> tuple[Sentence, ...]:
    """Return single changes of feedback that make words possible: one tile's colour, or one count.

    The changes that leave most words come first.
    """
    history = puzzle.history
    if not history.guesses or len(history) > _MOST_GUESSES:
        return ()
    if puzzle.lexicon is None:
        return tuple(_sentence(history, change) for change in _by_engine(history))
    left, one_word = _by_words(puzzle)
    changes = sorted(left, key=lambda change: (-left[change], change))[:_MOST_CHANGES]
    return tuple(
        _ONE_LEFT(change=_sentence(history, change), word=one_word[change].upper())
        if left[change] == 1
        else _LEFT(change=_sentence(history, change), count=f"{left[change]:,}")
        for change in changes
    )


def _by_words(puzzle: Wordle) -> tuple[Counter[_Change], dict[_Change, str]]:
    """Count the words that each single change makes possible, and give one of them.

    A change leaves the words that a single tile or count excludes.
    """
    from entails.solvers.wordle.feedback import pattern_row

    history = puzzle.history
    secrets = puzzle.letters
    rows = to_letters([guess.word for guess in history], history.length)
    codes = np.array([pattern_row(row, secrets, history.kind) for row in rows], np.int64)
    differs = codes != np.array([guess.code for guess in history])[:, None]
    near = np.flatnonzero(differs.sum(axis=0) == 1)
    left: Counter[_Change] = Counter()
    one_word: dict[_Change, str] = {}
    for word in near.tolist():
        place = int(differs[:, word].argmax())
        change = place, int(codes[place, word])
        if _is_single(history, change):
            left[change] += 1
            one_word.setdefault(change, to_words(secrets[word : word + 1])[0])
    return left, one_word


def _by_engine(history: History) -> Iterator[_Change]:
    """Yield changes that leave strings of letters possible, each tested by an engine."""
    listed = 0
    for place, guess in enumerate(history if 3 * len(history) <= _MOST_GUESSES else ()):
        for code in _near(history, guess.code):
            if listed < _MOST_CHANGES and history.kind.problem(guess.word, code) is None:
                changed = (*history.guesses[:place], Guess(guess.word, code), *history.guesses[place + 1 :])
                left = remaining_words(
                    Wordle(replace(history, guesses=changed)), Limits(seconds=_SECONDS), 1, decide=False
                )
                if left.consistent:
                    listed += 1
                    yield place, code


def _near(history: History, code: int) -> Iterator[int]:
    """Yield the codes that differ in one tile, or in one of two counts."""
    marks = _marks(history, code)
    colours = history.scoring == COLOURS.name
    base = 3 if colours else history.length + 1
    for at, mark in enumerate(marks):
        for value in range(base):
            if value != mark:
                yield code + (value - mark) * base ** (len(marks) - 1 - at)


def _is_single(history: History, change: _Change) -> bool:
    """Return whether a change affects only one tile, or one of two counts."""
    place, code = change
    before, after = _marks(history, history.guesses[place].code), _marks(history, code)
    return [*map(ne, before, after)].count(True) == 1


def _marks(history: History, code: int) -> tuple[int, ...]:
    if history.scoring == COLOURS.name:
        return tuple(COLOURS.colours(code, history.length))
    return divmod(code, history.length + 1)


def _sentence(history: History, change: _Change) -> Sentence:
    place, code = change
    guess = history.guesses[place]
    if history.scoring != COLOURS.name:
        counts = history.kind.write(code, history.length)
        return _COUNT(number=place + 1, word=guess.word.upper(), counts=counts)
    before, after = _marks(history, guess.code), _marks(history, code)
    tile = list(map(ne, before, after)).index(True)
    colour = _COLOURS[after[tile]]()
    return _TILE(place=tile + 1, number=place + 1, word=guess.word.upper(), colour=colour)
