"""The counter: its outputs say how many literals are true, and it forbids nothing."""

from itertools import count, product

import pytest
from helpers import brute_force

from entails.encoders.counting import at_least
from entails.solvers.propagation import Propagator


@pytest.mark.parametrize("size", range(5))
def test_outputs_count(size: int) -> None:
    supply = count(size + 1)
    lits = [lit if lit % 2 else -lit for lit in range(1, size + 1)]
    outputs, clauses = at_least(lits, supply.__next__)
    said = list(clauses)
    assert len(outputs) == size
    models = list(brute_force(next(supply) - 1, said))
    assert len(models) == 2**size, "every assignment of the literals, each once"
    for model in models:
        true = sum(lit in model for lit in lits)
        assert [output in model for output in outputs] == [true >= k for k in range(1, size + 1)]


def test_unit_propagation_is_enough() -> None:
    """With k of n fixed to hold and k at most, the others follow; the same the other way round."""
    supply = count(7)
    outputs, clauses = at_least(range(1, 7), supply.__next__)
    propagator = Propagator(clauses)
    for assigned in product((0, 1, -1), repeat=6):
        assumed = [place * sign for place, sign in enumerate(assigned, 1) if sign]
        true, false = assigned.count(1), assigned.count(-1)
        free = {place for place, sign in enumerate(assigned, 1) if not sign}
        for most in range(6):
            consistent, follow = propagator.follow([*assumed, -outputs[most]])
            assert consistent == (true <= most)
            if consistent and true == most:
                assert {-place for place in free} <= set(follow)
            consistent, follow = propagator.follow([*assumed, outputs[most]])
            assert consistent == (6 - false >= most + 1)
            if consistent and 6 - false == most + 1:
                assert free <= set(follow)
    propagator.delete()
