"""CP-SAT model of a Wordle history: verdict, conflicts (MUS), repairs (MCS) and forced letters.

The model has an integer variable for each position, whose values are letters, and a selector for each claim of the
feedback. The lexicon is a table. Three techniques make it fast:

- The selectors of a query are fixed in their domains, so that presolve filters the table. As assumptions they would
  stay open, and presolve would have to expand the table: 900 ms instead of 1 ms with 2,315 words.
- The table is projected: a letter that no claim names becomes `*`, and equal rows become one. This is exact for
  satisfiability, conflicts and repairs, because no claim can tell those letters apart.
- A word that a query returns is kept as a witness. It answers later queries whose claims it meets.

Conflicts come smallest first, by implicit hitting sets (Ignatiev, Previti, Liffiton & Marques-Silva 2015): a smallest
set of claims that meets what each witness breaks is either a smallest conflict or leads to another witness. Repairs are
found in the same way from conflicts. The filter adds witnesses in advance: the words of the lexicon that break as
little as possible. They suffice to propose conflicts and repairs, and CP-SAT proves on the whole lexicon that no word
meets a conflict and that no repair is missing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from entails.encoders.wordle import AtLeast, AtMost, FeedbackClaim, InCommon, Is, IsNot, WellPlaced, statements
from entails.models.alphabet import ALPHABET, EVERY_LETTER, MOST_LETTERS, Letters
from entails.models.encoding import Group
from entails.models.errors import EngineFault
from entails.models.limits import Limits
from entails.models.outcome import Conflict, EndReason, Repair
from entails.models.wordle.history import Wordle
from entails.models.wordle.words import packed
from entails.solvers.engine import Budget, run_stoppable
from entails.solvers.soft import LimitReached

_LONG = 1000
"""Number of words of a table above which probing halves the time that the slowest queries take."""
ANY_OTHER = "*"
"""Represents all letters that no claim names."""

Bits = int
"""A set of claims, or of guesses, as the bits of a number."""


class HistoryModel:
    """The claims of a history, over the words of a table or over all strings of letters.

    Attributes:
        claims: The claims; claim `i` is bit `i` of a set of claims.
        letters: The letters that the model tells apart. All others are `*`.
    """

    def __init__(
        self,
        length: int,
        claims: Sequence[FeedbackClaim],
        words: Letters | None,
        budget: Budget,
        letters: Iterable[str] = (),
        alphabet: str = ALPHABET,
    ) -> None:
        from entails.encoders.cpsat.light import interface

        self._api, self._budget = interface(), budget
        self.claims = tuple(claims)
        self._is_long = words is not None and len(words) > _LONG
        named = {letter for claim in claims for letter in claim.letters}.union(letters)
        self.letters = "".join(sorted(named)) + ANY_OTHER
        most = len(self.letters) - 1 if len(named) < len(alphabet) else len(named) - 1
        self._model = self._api.CpModel()
        self._positions = [self._model.new_int_var(0, most, f"position {place + 1}") for place in range(length)]
        self._placed: dict[tuple[int, str], Any] = {}
        self._copies: dict[tuple[str, int], Any] = {}
        if words is not None and len(words):
            self._model.add_allowed_assignments(self._positions, self._projected(words))
        elif words is not None:
            self._model.add_bool_or([])
        self._selectors = [self._model.new_bool_var(claim.text) for claim in claims]
        for claim, selector in zip(claims, self._selectors, strict=True):
            self._post(claim, selector)

    def _projected(self, words: Letters) -> Letters:
        """Return the distinct rows of words, in the letters of the model."""
        number = np.full(MOST_LETTERS + 1, len(self.letters) - 1, np.uint8)
        for place, letter in enumerate(self.letters[:-1]):
            number[EVERY_LETTER.number(letter)] = place
        rows = number[words]
        in_order = np.sort(packed(rows))
        is_first = np.append(True, in_order[1:] != in_order[:-1])
        different: Letters = in_order[is_first].view(np.uint8).reshape(-1, rows.shape[1])
        return different

    def _post(self, claim: FeedbackClaim, selector: Any) -> None:
        """Add a claim that is enforced if its selector is true."""
        model = self._model
        match claim:
            case Is(position, letter):
                constraint = model.add(self._positions[position] == self.letters.index(letter))
            case IsNot(position, letter):
                constraint = model.add(self._positions[position] != self.letters.index(letter))
            case AtLeast(letter, copies):
                constraint = model.add(self._number_of(letter) >= copies)
            case AtMost(letter, copies):
                constraint = model.add(self._number_of(letter) <= copies)
            case WellPlaced(word, count):
                placed = [self._is_at(place, letter) for place, letter in enumerate(word)]
                constraint = model.add(sum(placed) == count)
            case InCommon(word, count):
                shared = [
                    self._has_copies(letter, word[: place + 1].count(letter)) for place, letter in enumerate(word)
                ]
                constraint = model.add(sum(shared) == count)
            case _:
                raise NotImplementedError(type(claim).__name__)
        constraint.only_enforce_if(selector)

    def _is_at(self, position: int, letter: str) -> Any:
        """Return a Boolean that is equivalent to "the letter is at the position"."""
        if (position, letter) not in self._placed:
            variable, value = self._positions[position], self.letters.index(letter)
            self._placed[position, letter] = self._equivalent(variable == value, variable != value)
        return self._placed[position, letter]

    def _number_of(self, letter: str) -> Any:
        """Return an expression for the number of copies of a letter."""
        return sum(self._is_at(position, letter) for position in range(len(self._positions)))

    def _has_copies(self, letter: str, copies: int) -> Any:
        """Return a Boolean that is equivalent to "there are at least `copies` copies of the letter"."""
        if (letter, copies) not in self._copies:
            number = self._number_of(letter)
            self._copies[letter, copies] = self._equivalent(number >= copies, number < copies)
        return self._copies[letter, copies]

    def _equivalent(self, condition: Any, opposite: Any) -> Any:
        literal = self._model.new_bool_var("")
        self._model.add(condition).only_enforce_if(literal)
        self._model.add(opposite).only_enforce_if(~literal)
        return literal

    def find(self, chosen: Bits) -> str | None:
        """Return a word that satisfies the chosen claims; None if there is none."""
        domains = self._model.proto.variables
        for place, selector in enumerate(self._selectors):
            domain = domains[selector.index].domain
            domain[0] = domain[1] = chosen >> place & 1
        return self._run(self._model)

    def find_other(self, facts: Sequence[Is | AtLeast]) -> str | None:
        """Return a word that satisfies all claims but lacks one of these facts; None if there is none."""
        literals = [
            self._is_at(fact.position, fact.letter)
            if isinstance(fact, Is)
            else self._has_copies(fact.letter, fact.copies)
            for fact in facts
        ]
        model = self._model.clone()
        model.add_bool_and([self._same(model, selector) for selector in self._selectors])
        model.add_bool_or([~self._same(model, literal) for literal in literals])
        return self._run(model)

    def find_keeping(self, guesses: Sequence[Bits], repairs: Sequence[Bits]) -> str | None:
        """Return a word that satisfies all claims of at least one guess of each repair; None if there is none.

        `guesses` are the claims of each guess, `repairs` are sets of guesses. If there is no such word, every set of
        guesses whose removal leaves a word contains one of the repairs.
        """
        model = self._model.clone()
        kept = [model.new_bool_var("") for _ in guesses]
        for literal, claims in zip(kept, guesses, strict=True):
            selectors = [self._same(model, self._selectors[place]) for place in bits(claims)]
            model.add_bool_and(selectors).only_enforce_if(literal)
        for repair in repairs:
            model.add_bool_or([kept[place] for place in bits(repair)])
        return self._run(model)

    @staticmethod
    def _same(model: Any, variable: Any) -> Any:
        """Return the variable of a model copy that corresponds to a variable."""
        return model.get_bool_var_from_proto_index(variable.index)

    def _run(self, model: Any) -> str | None:
        from entails.encoders.cpsat.light import new_solver, set_light_presolve

        solver = new_solver()
        solver.parameters.num_workers = 1
        solver.parameters.catch_sigint_signal = False
        set_light_presolve(solver.parameters)
        if self._is_long:
            solver.parameters.cp_model_probing_level = 2
        seconds = self._budget.seconds
        if seconds is not None:
            solver.parameters.max_time_in_seconds = seconds
        if self._budget.conflicts is not None:
            solver.parameters.max_number_of_conflicts = self._budget.conflicts
        limit = None if seconds is None else seconds + 1.0  # CP-SAT's own limit comes first
        status = solver.status_name(run_stoppable(lambda: solver.solve(model), solver.stop_search, limit))
        self._budget.spend_conflicts(solver.num_conflicts)
        if status in ("OPTIMAL", "FEASIBLE"):
            return "".join(self.letters[solver.value(variable)] for variable in self._positions)
        if status != "INFEASIBLE":
            raise LimitReached(self._budget.exhausted_limit())
        return None

    def broken(self, word: str) -> Bits:
        """Return the claims that a word violates, as a bit set."""
        return sum(1 << place for place, claim in enumerate(self.claims) if not claim.allows(word))


def bits(bit_set: Bits) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first."""
    while bit_set:
        lowest = bit_set & -bit_set
        yield lowest.bit_length() - 1
        bit_set ^= lowest


def as_bits(places: Iterable[int]) -> Bits:
    """Return the number in which the bits at these positions are set."""
    return sum(1 << place for place in places)


class SmallHittingSets:
    """Search for smallest bit sets that hit all added sets and contain no excluded set, within a budget.

    A search in order of size: it branches on the bits of an open set with the fewest bits, and gives up where more open
    sets are disjoint than bits may be chosen. Conflicts and repairs of a history have few elements, so that this takes
    less time than loading a MaxSAT solver.
    """

    def __init__(self, sets: Iterable[Bits], budget: Budget) -> None:
        self._sets, self._excluded, self._budget = list(sets), list[Bits](), budget
        self._size, self._steps, self._is_cut = 0, 0, False

    def must_hit(self, bit_set: Bits) -> None:
        self._sets.append(bit_set)

    def exclude(self, bit_set: Bits) -> None:
        self._excluded.append(bit_set)

    def smallest(self) -> Bits | None:
        """Return a smallest hitting set; None if there is none. Sizes never decrease, as sets are only added."""
        while True:
            self._is_cut = False
            hitting_set = self._extend(0, 0, self._size)
            if hitting_set is not None or not self._is_cut:
                return hitting_set
            self._size += 1

    def _extend(self, chosen: Bits, forbidden: Bits, size: int) -> Bits | None:
        """Return a hitting set with `chosen` and at most `size` bits that are not forbidden; None if there is none.

        `_is_cut` is set if a larger one could exist.
        """
        self._steps += 1
        if self._steps % 256 == 0 and self._budget.out_of_time:
            raise LimitReached("time")
        if any(not bit_set & ~chosen for bit_set in self._excluded):
            return None
        branch: Bits = -1
        disjoint, union = 0, 0
        for bit_set in self._sets:
            if bit_set & chosen:
                continue
            allowed = bit_set & ~forbidden
            if not allowed:
                return None
            if branch < 0 or allowed.bit_count() < branch.bit_count():
                branch = allowed
            if not allowed & union:
                disjoint, union = disjoint + 1, union | allowed
        if branch < 0:
            return chosen
        if disjoint > size:
            self._is_cut = True
            return None
        for place in bits(branch):
            hitting_set = self._extend(chosen | 1 << place, forbidden, size - 1)
            if hitting_set is not None:
                return hitting_set
            forbidden |= 1 << place
        return None


class SubsetOracle:
    """Oracle for the consistency of sets of claims, by known witnesses or by CP-SAT.

    Without a model, the witnesses are complete: claims that no witness meets are inconsistent.

    Attributes:
        witnesses: The claims that each known word breaks.
        all: The set of all claims.
    """

    def __init__(self, claims: int, model: HistoryModel | None, budget: Budget, witnesses: Iterable[Bits] = ()) -> None:
        self._model, self._budget = model, budget
        self.all: Bits = (1 << claims) - 1
        self.witnesses: dict[Bits, None] = dict.fromkeys(witnesses)

    def is_consistent(self, chosen: Bits) -> bool:
        """Return whether some word satisfies the chosen claims."""
        return any(not broken & chosen for broken in self.witnesses) or self._search(chosen) is not None

    def _search(self, chosen: Bits) -> Bits | None:
        """Return the claims violated by a word that satisfies the chosen ones; None if there is no such word."""
        word = None if self._model is None else self._model.find(chosen)
        if self._model is None or word is None:
            return None
        broken = self._model.broken(word)
        self.witnesses[broken] = None
        return broken

    def conflicts(self) -> Iterator[Bits]:
        """Yield the minimal conflicts, smallest first."""
        if not self.is_consistent(0):
            yield 0
            return
        hitting, hit = SmallHittingSets((), self._budget), 0
        while True:
            for broken in list(self.witnesses)[hit:]:
                hitting.must_hit(broken)
            hit = len(self.witnesses)
            smallest = hitting.smallest()
            if smallest is None:
                return
            broken_by_word = self._search(smallest)
            if broken_by_word is None:
                hitting.exclude(smallest)
                yield smallest
            else:
                self._grow(broken_by_word)

    def _grow(self, broken: Bits) -> None:
        """Search for words that violate fewer claims, in growing steps as long as that succeeds.

        A word that breaks few claims leaves fewer candidates for a conflict.
        """
        waiting, step = list(bits(broken)), 1
        while waiting:
            tried = sum(1 << place for place in waiting[:step])
            smaller = self._search(self.all & ~broken | tried)
            if smaller is not None:
                broken = smaller
                waiting = [place for place in waiting if broken >> place & 1]
                step *= 2
            elif step == 1:
                del waiting[0]
            else:
                step = 1


Blame = Literal["letters", "lexicon"]


@dataclass(frozen=True)
class Inconsistency:
    """The reasons why no word remains: conflicts and repairs.

    Attributes:
        blame: Whether the letters alone conflict or only the lexicon has no word; None if a limit came first.
        conflicts: Minimal conflicts over claims and lexicon, smallest first.
        repairs: Minimal repairs over guesses and lexicon, smallest first.
        reason: Why the search ended before all of them were listed.
    """

    blame: Blame | None = None
    conflicts: tuple[Conflict, ...] = ()
    repairs: tuple[Repair, ...] = ()
    reason: EndReason | None = None

    @property
    def complete(self) -> bool:
        """Whether all conflicts and all repairs are listed."""
        return self.reason is None


class HistorySolver:
    """CP-SAT on one history: consistency, forced facts, and reasons if no word remains.

    `is_consistent` and `are_forced` raise `LimitReached` if a limit comes before the result.
    """

    def __init__(self, puzzle: Wordle, limits: Limits) -> None:
        self._puzzle, self._budget = puzzle, Budget(limits)
        stated = statements(puzzle)[1:]
        self._claim_groups = [group for group, claim in stated if claim is not None]
        self.claims = [claim for _, claim in stated if claim is not None]
        self._whole_groups = [group for group, claim in stated if claim is None]  # the guesses, then the lexicon
        self._claims_of = [
            sum(1 << place for place, group in enumerate(self._claim_groups) if group.parent == whole.id)
            for whole in self._whole_groups
        ]
        self._lexicon_bit: Bits = 0 if puzzle.lexicon is None else 1 << len(self._whole_groups) - 1

    def _model(self, words: Letters | None, letters: Iterable[str] = ()) -> HistoryModel:
        return HistoryModel(self._puzzle.length, self.claims, words, self._budget, letters, self._puzzle.alphabet)

    @property
    def _words(self) -> Letters | None:
        return None if self._puzzle.lexicon is None else self._puzzle.letters

    @cached_property
    def _whole(self) -> HistoryModel:
        """The claims over the whole lexicon; without a lexicon, over all strings."""
        return self._model(self._words)

    def is_consistent(self) -> bool:
        """Return whether some word satisfies all claims."""
        return self._whole.find((1 << len(self.claims)) - 1) is not None

    def are_forced(self, facts: Sequence[Is | AtLeast]) -> bool:
        """Return whether all of these facts are true of every word that satisfies the claims."""
        letters = {fact.letter for fact in facts}
        model = self._whole if letters <= set(self._whole.letters) else self._model(self._words, letters)
        return not facts or model.find_other(facts) is None

    def explain(self, least_broken: Sequence[Bits] | None, most: int, most_repairs: int) -> Inconsistency:
        """Return up to `most` minimal conflicts and `most_repairs` minimal repairs of an inconsistent history.

        `least_broken` are the minimal sets of claims that a word of the lexicon breaks, if they are known. The letters
        alone are tried first, because a conflict that needs no lexicon is more informative.
        """
        blame: Blame | None = None
        conflicts: list[Bits] = []
        repairs: list[Bits] = []
        reason: EndReason | None = None
        by_letters = SubsetOracle(len(self.claims), self._model(None), self._budget)
        if self._puzzle.lexicon is None:
            by_words = by_letters
        elif least_broken is None:
            by_words = SubsetOracle(len(self.claims), self._whole, self._budget)
        else:
            by_words = SubsetOracle(len(self.claims), None, self._budget, least_broken)
        try:
            is_lexicon = by_words is not by_letters and by_letters.is_consistent(by_letters.all)
            blame = "lexicon" if is_lexicon else "letters"
            for conflict in (by_words if is_lexicon else by_letters).conflicts():
                if len(conflicts) == most:
                    reason = "maximum"
                    break
                if is_lexicon:
                    self._confirm_conflict(conflict)
                conflicts.append(conflict)
            needed = self._lexicon_bit if is_lexicon else 0
            for repair in self._repairs(
                [self._guesses_of(bit_set) | needed for bit_set in conflicts], by_letters, by_words
            ):
                if len(repairs) == most_repairs:
                    reason = "maximum"
                    break
                repairs.append(repair)
            else:
                if by_words is not by_letters:
                    self._confirm_repairs(repairs)
        except LimitReached as limit:
            reason = limit.reason
        ending = (self._whole_groups[-1],) if blame == "lexicon" else ()
        return Inconsistency(
            blame,
            tuple(
                Conflict((*_chosen(self._claim_groups, bit_set), *ending)) for bit_set in sorted(conflicts, key=_rank)
            ),
            tuple(Repair(_chosen(self._whole_groups, bit_set)) for bit_set in sorted(repairs, key=_rank)),
            reason,
        )

    def _guesses_of(self, claims: Bits) -> Bits:
        """Return the guesses that these claims come from, as a bit set."""
        return sum(1 << place for place, own in enumerate(self._claims_of) if own & claims)

    def _repairs(self, conflicts: Sequence[Bits], by_letters: SubsetOracle, by_words: SubsetOracle) -> Iterator[Bits]:
        """Yield the minimal repairs, sets of guesses or the lexicon, smallest first."""

        def is_consistent(kept: Bits) -> bool:
            claims = sum(self._claims_of[place] for place in bits(kept))
            return (by_words if kept & self._lexicon_bit else by_letters).is_consistent(claims)

        everything: Bits = (1 << len(self._whole_groups)) - 1
        hitting = SmallHittingSets(conflicts, self._budget)
        while (repair := hitting.smallest()) is not None:
            kept = everything & ~repair
            if is_consistent(kept):
                hitting.exclude(repair)
                yield repair
                continue
            for place in bits(kept):
                if not is_consistent(kept & ~(1 << place)):
                    kept &= ~(1 << place)
            hitting.must_hit(kept)

    def _confirm_conflict(self, conflict: Bits) -> None:
        """Raise an error if a word of the whole lexicon satisfies a conflict.

        Only their letters are told apart, so the table is short.
        """
        claims = [self.claims[place] for place in bits(conflict)]
        model = HistoryModel(self._puzzle.length, claims, self._words, self._budget, alphabet=self._puzzle.alphabet)
        if model.find((1 << len(claims)) - 1) is not None:
            raise EngineFault("CP-SAT finds a word for a conflict of this history")

    def _confirm_repairs(self, repairs: Sequence[Bits]) -> None:
        """Raise an error if the whole lexicon has a word that no repair leaves possible.

        Guesses that are in no repair are in no conflict and are left out.
        """
        keeping = [repair for repair in repairs if not repair & self._lexicon_bit]
        guesses = [
            place for place in range(len(self._puzzle.history)) if any(repair >> place & 1 for repair in keeping)
        ]
        number = {guess: place for place, guess in enumerate(guesses)}
        claims: list[FeedbackClaim] = []
        own: list[Bits] = []
        for guess in guesses:
            first = len(claims)
            claims += [self.claims[place] for place in bits(self._claims_of[guess])]
            own.append((1 << len(claims)) - (1 << first))
        model = HistoryModel(self._puzzle.length, claims, self._words, self._budget, alphabet=self._puzzle.alphabet)
        blocked = [as_bits(number[guess] for guess in bits(repair)) for repair in keeping]
        if model.find_keeping(own, blocked) is not None:
            raise EngineFault("CP-SAT finds a word that no repair of this history leaves")


def _chosen(groups: Sequence[Group], bit_set: Bits) -> tuple[Group, ...]:
    return tuple(groups[place] for place in bits(bit_set))


def _rank(bit_set: Bits) -> tuple[int, list[int]]:
    """Return the sort key of a bit set: size, then positions."""
    return bit_set.bit_count(), list(bits(bit_set))
