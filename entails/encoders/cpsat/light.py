"""The part of OR-Tools' CP-SAT interface that Entails uses, without pandas.

`ortools.sat.python.cp_model` imports pandas, which takes most of its 0.4 s. Building and solving a model needs only its
native module `cp_model_helper`. The classes here have the names and methods of `cp_model` that Entails uses, and call
that module directly.

`cp_model_helper` is not a documented interface. `interface` therefore returns this module only for versions of OR-Tools
that it was tested with, and `cp_model` itself for any other.
"""

import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np

TESTED = ("9.15.",)
"""The versions of OR-Tools against which this module was tested, as prefixes."""


def tested_helper(version: str) -> Any:
    """Return the native module of OR-Tools if it was tested with this version; otherwise None."""
    return import_module("ortools.sat.python.cp_model_helper") if version.startswith(TESTED) else None


helper: Any = tested_helper(str(getattr(import_module("ortools"), "__version__", "")))
Domain: Any = getattr(import_module("ortools.util.python.sorted_interval_list"), "Domain", None)
LinearExpr: Any = getattr(helper, "LinearExpr", None)
_BaseModel: Any = getattr(helper, "CpBaseModel", object)
_BaseCallback: Any = getattr(helper, "SolutionCallback", object)


@cache
def interface() -> Any:
    """Return a module with the classes of OR-Tools that Entails uses: `CpModel`, `CpSolver`, `Domain` and others."""
    return import_module("ortools.sat.python.cp_model") if helper is None else sys.modules[__name__]


def new_solver() -> Any:
    """Return a solver without a presolve rule that is wrong in OR-Tools 9.15.

    The rule turns a clause with a repeated literal, which an equivalence can produce, into "exactly one" of its
    literals, so that a satisfiable model becomes infeasible.
    """
    solver = interface().CpSolver()
    solver.parameters.find_clauses_that_are_exactly_one = False
    return solver


def set_light_presolve(parameters: Any) -> None:
    """Switch off the parts of presolve that cost more than they save on a small model with undecided selectors.

    On a Wordle history with 2,315 words, an assumption query takes 17 ms with these parameters and 900 ms without.
    """
    parameters.cp_model_probing_level = 0
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.max_presolve_iterations = 1
    parameters.cp_model_use_sat_presolve = False
    parameters.presolve_inclusion_work_limit = 0
    parameters.merge_no_overlap_work_limit = 0.0
    parameters.merge_at_most_one_work_limit = 0.0


class CpModel(_BaseModel):  # type: ignore[misc]
    """A CP-SAT model under construction."""

    def __init__(self) -> None:
        super().__init__(None)

    @property
    def proto(self) -> Any:
        """The protocol buffer of the model."""
        return self.model_proto

    def clone(self) -> "CpModel":
        """Return a copy of the model."""
        copied = CpModel()
        copied.model_proto.copy_from(self.model_proto)
        copied.rebuild_constant_map()
        return copied

    def new_int_var(self, low: int, high: int, name: str) -> Any:
        """Create an integer variable with the values `low` to `high`."""
        return self.new_int_var_from_domain(Domain(low, high), name)

    def new_int_var_from_domain(self, domain: Any, name: str) -> Any:
        """Create an integer variable with the values of a domain."""
        return helper.IntVar(self.model_proto).with_name(name).with_domain(domain)

    def new_bool_var(self, name: str) -> Any:
        """Create a Boolean variable."""
        return self.new_int_var_from_domain(Domain(0, 1), name)

    def new_constant(self, value: int) -> Any:
        """Return a variable fixed to this value."""
        return helper.IntVar(self.model_proto, self.get_or_make_index_from_constant(value))

    def get_int_var_from_proto_index(self, index: int) -> Any:
        """Return the variable with this index."""
        return helper.IntVar(self.model_proto, index)

    get_bool_var_from_proto_index = get_int_var_from_proto_index

    def add(self, constraint: Any) -> Any:
        """Add a linear constraint, or a comparison that was evaluated to a Boolean constant."""
        if isinstance(constraint, helper.BoundedLinearExpression):
            return self._add_bounded_linear_expression(constraint)
        return self.add_bool_or([True] if constraint else [])

    def add_linear_expression_in_domain(self, expression: Any, domain: Any) -> Any:
        """Require the expression, which may be a number, to have a value of the domain."""
        if isinstance(expression, LinearExpr):
            return self._add_bounded_linear_expression(helper.BoundedLinearExpression(expression, domain))
        return self.add_bool_and([]) if domain.contains(int(expression)) else self.add_bool_or([])

    def add_bool_or(self, literals: Iterable[Any]) -> Any:
        """Require the disjunction of the literals."""
        return self._add_bool_argument_constraint(helper.BoolArgumentConstraint.bool_or, literals)

    def add_bool_and(self, literals: Iterable[Any]) -> Any:
        """Require the conjunction of the literals."""
        return self._add_bool_argument_constraint(helper.BoolArgumentConstraint.bool_and, literals)

    def add_bool_xor(self, literals: Iterable[Any]) -> Any:
        """Require an odd number of the literals to be true."""
        return self._add_bool_argument_constraint(helper.BoolArgumentConstraint.bool_xor, literals)

    def add_min_equality(self, target: Any, expressions: Iterable[Any]) -> Any:
        """Require the target to be the minimum of the expressions."""
        return self._add_linear_argument_constraint(helper.LinearArgumentConstraint.min, target, expressions)

    def add_max_equality(self, target: Any, expressions: Iterable[Any]) -> Any:
        """Require the target to be the maximum of the expressions."""
        return self._add_linear_argument_constraint(helper.LinearArgumentConstraint.max, target, expressions)

    def add_multiplication_equality(self, target: Any, factors: Sequence[Any]) -> Any:
        """Require the target to be the product of the factors."""
        return self._add_linear_argument_constraint(helper.LinearArgumentConstraint.prod, target, factors)

    def add_division_equality(self, target: Any, dividend: Any, divisor: Any) -> Any:
        """Require the target to be the quotient of the dividend and the divisor, rounded towards zero."""
        return self._add_linear_argument_constraint(helper.LinearArgumentConstraint.div, target, [dividend, divisor])

    def add_modulo_equality(self, target: Any, dividend: Any, divisor: Any) -> Any:
        """Require the target to be the remainder of a division by a positive divisor, with the dividend's sign."""
        return self._add_linear_argument_constraint(helper.LinearArgumentConstraint.mod, target, [dividend, divisor])

    def add_all_different(self, expressions: Iterable[Any]) -> Any:
        """Require the expressions to have different values."""
        return self._add_all_different(expressions)

    def add_element(self, index: Any, expressions: Sequence[Any], target: Any) -> Any:
        """Require the expression at this index to equal the target."""
        return self._add_element(index, expressions, target)

    def add_circuit(self, arcs: Sequence[Any]) -> Any:
        """Require the chosen arcs to form one circuit."""
        return self._add_circuit(arcs)

    def add_multiple_circuit(self, arcs: Sequence[Any]) -> Any:
        """Require the chosen arcs to form circuits through node 0."""
        return self._add_routes(arcs)

    def new_interval_var(self, start: Any, size: Any, end: Any, name: str) -> Any:
        """Create an interval variable with start, size and end."""
        return self._new_interval_var(name, start, size, end, [])

    def new_optional_interval_var(self, start: Any, size: Any, end: Any, is_present: Any, name: str) -> Any:
        """Create an interval variable that is present if a literal is true."""
        return self._new_interval_var(name, start, size, end, [is_present])

    def add_no_overlap(self, intervals: Iterable[Any]) -> Any:
        """Require the intervals not to overlap."""
        return self._add_no_overlap(intervals)

    def add_cumulative(self, intervals: Sequence[Any], demands: Sequence[Any], capacity: Any) -> Any:
        """Require the demands of the intervals at any time to add up to the capacity at most."""
        return self._add_cumulative(intervals, demands, capacity)

    def add_allowed_assignments(self, expressions: Sequence[Any], rows: Iterable[Sequence[int]]) -> Any:
        """Require the expressions to have the values of one of these rows."""
        if not (isinstance(rows, np.ndarray) and len(rows) and rows.shape[1] == len(expressions)):
            return self._add_table(expressions, rows, False)
        constraint = self._add_table(expressions, rows[:1].tolist(), False)
        constraint.proto.table.values.extend(rows[1:].ravel().tolist())  # six times as fast as row by row
        return constraint

    def add_forbidden_assignments(self, expressions: Sequence[Any], rows: Iterable[Sequence[int]]) -> Any:
        """Require the expressions to have the values of none of these rows."""
        return self._add_table(expressions, rows, True)

    def add_automaton(
        self, expressions: Sequence[Any], start: int, finals: Sequence[int], transitions: Sequence[tuple[int, int, int]]
    ) -> Any:
        """Require the automaton to accept the values of the expressions."""
        return self._add_automaton(expressions, start, finals, transitions)

    def minimize(self, objective: Any) -> None:
        """Set an objective to minimise."""
        self._set_objective(objective, 1)

    def maximize(self, objective: Any) -> None:
        """Set an objective to maximise."""
        self._set_objective(objective, -1)

    def _set_objective(self, objective: Any, sign: int) -> None:
        """Set the objective with a sign: CP-SAT minimises, and the scaling factor restores the sign of the value."""
        self.clear_objective()
        stored = self.model_proto.objective
        stored.scaling_factor = float(sign)
        if not isinstance(objective, LinearExpr):
            stored.offset = sign * int(objective)
            return
        flat = helper.FlatIntExpr(objective)
        stored.offset = sign * flat.offset
        stored.vars.extend([variable.index for variable in flat.vars])
        stored.coeffs.extend([sign * factor for factor in flat.coeffs])

    def has_objective(self) -> bool:
        """Return whether the model has an objective."""
        return bool(self.model_proto.has_objective() or self.model_proto.has_floating_point_objective())

    def clear_objective(self) -> None:
        """Remove the objective of the model."""
        self.model_proto.clear_objective()
        self.model_proto.clear_floating_point_objective()

    def add_assumptions(self, literals: Iterable[Any]) -> None:
        """Assume the literals: a core of an infeasible model names some of them."""
        self.model_proto.assumptions.extend([self.get_or_make_boolean_index(literal) for literal in literals])

    def validate(self) -> str:
        """Return why the model is invalid; empty if it is valid."""
        return str(helper.CpSatHelper.validate_model(self.model_proto))


class CpSolver:
    """One run of CP-SAT.

    Attributes:
        parameters: The parameters of the solver, `SatParameters`.
    """

    def __init__(self) -> None:
        self.parameters = helper.SatParameters()
        self._response: Any = None
        self._running: Any = None
        self._lock = Lock()

    def solve(self, model: Any, callback: Any = None) -> Any:
        """Solve a model and return the status; the callback receives each solution."""
        running = helper.SolveWrapper()
        running.set_parameters(self.parameters)
        if callback is not None:
            running.add_solution_callback(callback)
        with self._lock:
            self._running = running
        self._response = running.solve(model.proto)
        if callback is not None:
            running.clear_solution_callback(callback)
        with self._lock:
            self._running = None
        return self._response.status

    def stop_search(self) -> None:
        """Stop a search that runs in another thread."""
        with self._lock:
            if self._running is not None:
                self._running.stop_search()

    def value(self, expression: Any) -> int:
        """Return the value of an expression in the solution."""
        return int(helper.ResponseHelper.value(self._response, expression))

    @property
    def response_proto(self) -> Any:
        """The protocol buffer of the last response."""
        return self._response

    def status_name(self, status: Any) -> str:
        """Return the name of a solver status."""
        return str(status.name)

    @property
    def objective_value(self) -> float:
        """The objective value of the solution."""
        return float(self._response.objective_value)

    @property
    def best_objective_bound(self) -> float:
        """The proven bound of the objective."""
        return float(self._response.best_objective_bound)

    @property
    def num_conflicts(self) -> int:
        """The number of conflicts during the search."""
        return int(self._response.num_conflicts)

    @property
    def num_branches(self) -> int:
        """The number of branches during the search."""
        return int(self._response.num_branches)

    def sufficient_assumptions_for_infeasibility(self) -> Sequence[int]:
        """Return the indices of assumptions that together make the model infeasible."""
        return list(helper.ResponseHelper.sufficient_assumptions_for_infeasibility(self._response))


class CpSolverSolutionCallback(_BaseCallback):  # type: ignore[misc]
    """Callback for solutions; a subclass defines `on_solution_callback`."""

    def __init__(self) -> None:
        super().__init__()

    def OnSolutionCallback(self) -> None:  # noqa: N802 (the name that the native class calls)
        """Receive a solution from CP-SAT and pass it to `on_solution_callback`."""
        self.on_solution_callback()

    def value(self, expression: Any) -> int:
        """Return the value of an expression in the solution."""
        return int(self.Value(expression))
