"""The smallest set of statements that refutes a literal, by implicit hitting sets.

Statements that hold together with the literal leave out others, and every reason needs one of these. So a smallest set
that hits all such leftovers is either a reason, and then a smallest one, or it teaches another leftover ("Efficiently
explaining CSPs with unsatisfiable subset optimization", Gamba, Bogaerts & Guns 2023).
"""

from entails.solvers.doubts import OutOfBudget
from entails.solvers.hitting_sets import HittingSets
from entails.solvers.reasons.position import Position

_MOST_KEPT = 2_000


class SmallestReason:
    """Looks for reasons in one position. What is learnt for one literal serves the others of the same answer."""

    def __init__(self, position: Position) -> None:
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
                    raise OutOfBudget("time")
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
