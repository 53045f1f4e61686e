"""The next step: one statement alone, else a few together, else a supposition that is refuted.

Small sets of statements are found as in "Using small MUSes to explain how to solve pen and paper puzzles" (Espasa,
Gent, Hoffmann, Jefferson & Lynch 2021): what an engine needs to refute a fact is shrunk, and tried again with some
statements left out at random. Nobody looks at the solution: a fact counts once its opposite is refuted.

The smallest set of statements that refutes a literal, by implicit hitting sets.

Statements that hold together with the literal leave out others, and every reason needs one of these. So a smallest set
that hits all such leftovers is either a reason, and then a smallest one, or it teaches another leftover ("Efficiently
explaining CSPs with unsatisfiable subset optimization", Gamba, Bogaerts & Guns 2023).
"""

from collections.abc import Iterator
from dataclasses import replace

from entails.models.outcome import Reason, ReasonedStep
from entails.solvers.mus import HittingSets
from entails.solvers.soft import LimitReached
from entails.solvers.steps.position import PropagationState

_MOST_KEPT = 2_000


class SmallestReason:
    """Looks for reasons in one position. What is learnt for one literal serves the others of the same answer."""

    def __init__(self, position: PropagationState) -> None:
        self._position, self._budget = position, position.budget
        self._every = list(position.statements)
        self._left_out: list[tuple[frozenset[int], frozenset[int]]] = []
        """The literals of an answer, and the statements that it does not keep."""

    def below(self, literal: int, bound: int) -> frozenset[int] | None:
        """A smallest set of fewer statements than `bound` that refutes the literal, if there is one."""
        here = self._position
        if here.refuted(literal, self._every, None) is None:
            return None
        known = [left for literals, left in self._left_out if literal in literals]
        with HittingSets(known, self._budget) as hitting:
            while True:
                if self._budget.out_of_time:
                    raise LimitReached("time")
                candidate = hitting.smallest()
                if candidate is None or len(candidate) >= bound:
                    return None
                if here.refuted(literal, list(candidate), None) is not None:
                    return candidate
                hitting.must_hit(self._leftover(literal, candidate))

    def _leftover(self, literal: int, held: frozenset[int]) -> frozenset[int]:
        """What cannot join these statements and the literal, tried in larger and larger bundles."""
        here, kept = self._position, list(held)
        model = here.search.get_model()
        waiting = [group for group in self._every if group not in held]
        bundle = 1
        while waiting:
            if here.refuted(literal, [*kept, *waiting[:bundle]], None) is None:
                model = here.search.get_model()
                kept += waiting[:bundle]
                del waiting[:bundle]
                bundle *= 2
            elif bundle == 1:
                del waiting[0]
            else:
                bundle = max(1, min(bundle, len(waiting)) // 2)
        left = frozenset(self._every).difference(kept)
        if len(self._left_out) < _MOST_KEPT:
            self._left_out.append((frozenset(model[: here.cnf.answers]), left))
        return left


_ALONE_WITHIN = 20
_EFFORTS: tuple[int | None, ...] = (1, 20, 200, 2_000, None)
"""Conflicts that a refutation may take, at first few: the search for a small reason is one of very many tries."""
_ROUNDS = 6
"""How often it is tried again with statements left out."""
_SUPPOSING_FROM = 10
"""With more statements than that it is told as a supposition."""
_MOST_FACTS_TRACED = 12


class Finder:
    """Steps from a position, which goes on as they are taken. Out of time it stops, and `reason` says so."""

    def __init__(self, position: PropagationState, *, smallest: bool = False) -> None:
        self.position, self.budget, self.smallest = position, position.budget, smallest
        self.reason: Reason | None = None
        self._reasons: dict[int, list[int]] = {}
        """Statements that refute a literal, found earlier: they do so for good."""

    def path(self) -> Iterator[ReasonedStep]:
        """One step after the other, each taken before the next is looked for."""
        while not self.position.broken and self.position.open:
            step = self.next_step()
            if step is None:
                return
            self.take(step)
            yield step

    def next_step(self) -> ReasonedStep | None:
        """The step to take now; None when nothing is forced, or the time is over."""
        try:
            return next(self.alone(), None) or self.few()
        except LimitReached as out:
            self.reason = out.reason
            return None

    def take(self, step: ReasonedStep) -> None:
        self.position.learn(step.literals)

    def alone(self) -> Iterator[ReasonedStep]:
        """Steps of one statement, of those that could have something new to say."""
        here = self.position
        for group in tuple(here.changed):
            if self._is_over():
                return
            found = here.follows([group])
            if found is None:
                here.broken = True
                return
            if found:
                yield self._step([group], found, by_propagation=True)
                return
            if group not in here.needs_search:
                del here.changed[group]
        for group in tuple(here.changed):
            if self._is_over():
                return
            found = self._alone_by_search(group)
            if found:
                yield self._step([group], found, by_propagation=False)
                return
            del here.changed[group]

    def every_alone(self) -> list[tuple[int, list[int]]] | None:
        """What each statement forces by propagation now, for those that force anything; None when one contradicts."""
        here = self.position
        found = []
        for group in tuple(here.changed):
            follows = here.follows([group])
            if follows is None:
                here.broken = True
                return None
            if follows:
                found.append((group, follows))
        return found

    def few(self) -> ReasonedStep | None:
        """A small set of statements that forces something; None when nothing is forced, or the time is over."""
        here = self.position
        statements = list(here.statements)
        for effort in _EFFORTS:
            refutable: list[int] = []
            best: list[int] | None = None
            target = 0
            for literal in self._suspects():
                if self._is_over():
                    return None
                core = here.refuted(literal, statements, effort)
                if core is None:
                    continue
                refutable.append(literal)
                known = self._reasons.get(literal)
                if known is not None and (best is None or len(known) < len(best)):
                    best, target = known, literal
                core = self._shrunk(literal, core, effort, None if best is None else len(best))
                if core is not None:
                    self._reasons[literal] = best = core
                    target = literal
                    if len(best) <= 2:
                        break
            if best is not None:
                best, target = self._improved(best, target, refutable, effort)
                return self._proven(best, target) if self.smallest else self._of_several(best, -target)
        return None

    def _proven(self, best: list[int], target: int) -> ReasonedStep:
        """The smallest step there is: less than this is looked for, for every literal, until there can be none."""
        search = SmallestReason(self.position)
        proven = True
        for literal in self._suspects():
            try:
                found = search.below(literal, len(best))
            except LimitReached:
                proven = False
                break
            if found is not None:
                best, target = sorted(found), literal
        step = self._of_several(best, -target)
        return replace(step, smallest=proven and len(step.statements) == len(best))

    def refutation(self, literal: int) -> list[int] | None:
        """A small set of statements that refutes this literal, however long it takes."""
        here = self.position
        core = here.refuted(literal, list(here.statements), None)
        if core is None:
            return None
        best = self._shrunk(literal, core, None, None) or core
        return self._improved(best, literal, [literal], _EFFORTS[1])[0]

    def _suspects(self) -> Iterator[int]:
        """Literals that might be refuted: for each open fact, that it holds and that it does not."""
        for fact in self.position.open:
            yield fact
            yield -fact

    def _improved(
        self, best: list[int], target: int, refutable: list[int], effort: int | None
    ) -> tuple[list[int], int]:
        """Try for less with a part of the statements left out at random."""
        here, dice = self.position, self.position.dice
        for _ in range(_ROUNDS):
            if len(best) <= 2 or self._is_over():
                break
            kept = [group for group in here.statements if dice.random() * (len(best) + 1) >= 1]
            for literal in refutable:
                core = here.refuted(literal, kept, effort)
                if core is not None and (core := self._shrunk(literal, core, effort, len(best))) is not None:
                    self._reasons[literal] = best = core
                    target = literal
                if self._is_over():
                    break
        return best, target

    def _shrunk(self, literal: int, core: list[int], effort: int | None, below: int | None) -> list[int] | None:
        """Leave out what is not needed; None once more than that is known to be, so that it cannot be smaller."""
        here = self.position
        needed: list[int] = []
        waiting = sorted(core)
        here.dice.shuffle(waiting)
        while waiting:
            group = waiting.pop()
            less = here.refuted(literal, [*needed, *waiting], effort)
            if less is None:
                needed.append(group)
                if below is not None and len(needed) >= below:
                    return None
            else:
                kept = set(less)
                needed = [one for one in needed if one in kept]
                waiting = [one for one in waiting if one in kept]
        return needed

    def _alone_by_search(self, group: int) -> list[int]:
        """What one statement forces that propagation does not see."""
        here = self.position
        found = []
        for fact in sorted(here.scope[group]):
            if fact not in here.known and -fact not in here.known:
                for literal in (fact, -fact):
                    if here.refuted(literal, [group], _ALONE_WITHIN) is not None:
                        found.append(-literal)
        return found

    def _of_several(self, groups: list[int], forced: int) -> ReasonedStep:
        """A step of several statements; what else follows from them comes with it."""
        here = self.position
        follows = here.follows(groups)
        if follows is None:
            here.broken = True
        by_propagation = bool(follows) or here.follows(groups, -forced) is None
        also = [literal for literal in follows or () if literal != forced]
        return self._step(groups, [forced, *also], by_propagation=by_propagation)

    def _step(self, groups: list[int], forced: list[int], *, by_propagation: bool) -> ReasonedStep:
        """The step, once a second engine has confirmed each of its facts. Statements that this engine does not need for
        the first fact are left out, and so are facts that do not follow without them. The facts known before that it
        rests on are those that this engine needed."""
        here = self.position
        forced = here.worth_saying(forced)
        needed: bool | None = True
        while len(groups) > 1 and (needed := here.needs_all(-forced[0], groups)) is False:
            groups = next(
                fewer
                for fewer in ([one for one in groups if one != group] for group in groups)
                if here.confirmed(-forced[0], fewer)[0]
            )
        used: set[int] = set()
        verified, confirmed_facts = True, list[int]()
        for place, literal in enumerate(forced):
            confirmed, facts = here.confirmed(-literal, groups)
            if place and confirmed is False:
                continue
            confirmed_facts.append(literal)
            verified = verified and confirmed is True
            if place < _MOST_FACTS_TRACED:
                used.update(here.needed_facts(-literal, groups, facts))
        return ReasonedStep(
            statements=here.groups(groups),
            facts=here.names(used),
            forces=(here.name(forced[0]), *here.names(confirmed_facts[1:])),
            tier="alone" if len(groups) <= 1 else "few" if len(groups) <= _SUPPOSING_FROM else "supposition",
            minimal=len(groups) <= 1 or bool(needed),
            smallest=len(groups) <= 1,
            by_propagation=by_propagation,
            verified=verified,
            literals=tuple(confirmed_facts),
        )

    def _is_over(self) -> bool:
        if self.budget.out_of_time:
            self.reason = "time"
        return self.reason is not None
