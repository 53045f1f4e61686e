"""`ProblemSession`: incremental solving of a problem, with rules that can be assumed, added and retracted.

The problem is compiled once. A rule added later is compiled alone and can be dropped again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self, Unpack

from entails.encoders.cnf.compile import compile_cnf
from entails.models.encoding import Cnf
from entails.models.errors import EngineFault, InvalidStatement, UnsupportedCapability
from entails.models.expressions.core import Claim
from entails.models.expressions.linearize import MEANINGS, Register
from entails.models.expressions.lowering import Lowering
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Core, Outcome, Satisfied, Unsatisfiable
from entails.models.problem.arrays import known_keywords
from entails.models.problem.builder import Builder
from entails.models.problem.model import ProblemModel, Solution
from entails.models.problem.rules import ProblemRule, RuleOptions
from entails.models.statement import GroupIndex, Statement
from entails.solvers.engine import engine as engine_named


@dataclass(frozen=True)
class _Decoded:
    """A picklable decoder from facts to a solution of the model."""

    model: ProblemModel

    def __call__(self, true: Sequence[int]) -> Solution:
        return Solution(self.model, self.model.statement.values_of(true))


@known_keywords
class ProblemSession:
    """An incremental session on a problem: `s.solve(x == 3)`, `s.assume(y > 2)`, `s.add(...)`, `s.retract(rule)`.

    Use it in a `with` block. The problem itself stays unchanged, and later changes of the problem have no effect here.
    """

    def __init__(self, problem: Builder, engine: str = "cadical195", limits: Limits = UNLIMITED) -> None:
        model = problem.model()
        statement = model.statement
        switchable = replace(
            statement, groups=tuple(replace(group, soft=group != MEANINGS) for group in statement.groups)
        )
        self._problem = problem
        self._statement = switchable
        self._cnf: Cnf[Solution] = compile_cnf(switchable, decode=_Decoded(model))
        self._rules = {rule: rule.key for rule in problem.rules}
        self._retracted: set[str] = set()
        self._added: dict[ProblemRule, int] = {}
        self._assumed: list[ProblemRule] = []
        chosen = engine_named(engine)
        if "add" not in chosen.capabilities:
            raise UnsupportedCapability(f"engine {engine} cannot add rules to a session; use cadical195")
        self._engine = chosen.open(self._cnf, limits, Options(soft_groups=True))

    def solve(self, *also: Claim) -> Outcome[Solution]:
        """Return one solution, or the rules that conflict; the conditions `also` are assumed for this call only."""
        assumed = [self._add_rule(self._problem.meant(condition)) for condition in also]
        try:
            outcome = self._engine.solve(groups=self._held())
            return self._named(outcome) if isinstance(outcome, Unsatisfiable) else self._checked(outcome)
        finally:
            for rule in assumed:
                self.retract(rule)

    def assume(self, *conditions: Claim) -> None:
        """Assume these conditions until `release`."""
        self._assumed += [self._add_rule(self._problem.meant(condition)) for condition in conditions]

    def release(self) -> None:
        """Drop all assumptions."""
        while self._assumed:
            self.retract(self._assumed.pop())

    def add(self, *conditions: Claim | str, because: str = "", **how: Unpack[RuleOptions]) -> ProblemRule:
        """Add a rule to the session, as `Problem.add` does."""
        return self._add_rule(self._problem.meant(*conditions, because=because, **how))

    def retract(self, rule: ProblemRule) -> None:
        """Retract a rule that was added here, or a rule of the problem with all rules of the same sentence."""
        if rule in self._added:
            self._engine.drop(self._added.pop(rule))
        elif self._rules.get(rule) is not None and rule.key not in self._retracted:
            self._retracted.add(rule.key)
        else:
            raise InvalidStatement(f"{rule.text!r} is not among the rules")

    def close(self) -> None:
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def rules(self) -> tuple[ProblemRule, ...]:
        """Return the rules in force: those of the problem and those added, without retracted ones."""
        kept = (rule for rule, key in self._rules.items() if key not in self._retracted)
        return (*kept, *self._added)

    def _held(self) -> set[int]:
        groups = self._cnf.groups
        return {number for number in self._cnf.soft if not {groups[number].id, groups[number].parent} & self._retracted}

    def _add_rule(self, rule: ProblemRule) -> ProblemRule:
        self._problem.refuse(rule)
        clauses, own = self._compiled(rule)
        self._added[rule] = self._engine.add(clauses, own)
        return rule

    def _compiled(self, rule: ProblemRule) -> tuple[Iterator[list[int]], int]:
        """Compile a rule; return its clauses and the number of its first auxiliary variable."""
        before = self._statement
        group = len(before.groups)
        register = Register(before.variables, meanings=group)
        lowering = Lowering(register)
        lowering.state(rule.condition, group, () if rule.when is None else lowering.when(rule.when))
        groups, constraints = (MEANINGS,), tuple(register.constraints)
        if not register.hidden:
            more = Statement(before.variables, groups, constraints, base=before)
            return iter(compile_cnf(more).added), self._cnf.variables + 1
        alone = tuple(replace(constraint, group=0) for constraint in constraints)
        statement = Statement(tuple(register.variables), groups, alone)
        return _without_known_domains(statement, before.facts), before.facts + 1

    def _named(self, outcome: Unsatisfiable) -> Unsatisfiable:
        """Return the outcome with rule ids in its core, for both original and added rules."""
        if outcome.core is None:
            return outcome
        names = [rule.key for rule, number in self._added.items() if number in outcome.core.added]
        return replace(outcome, core=Core((*outcome.core.groups, *names)))

    def _checked(self, outcome: Outcome[Solution]) -> Outcome[Solution]:
        """Check a solution against the rules as written, not as compiled."""
        if isinstance(outcome, Satisfied):
            for rule in self.rules:
                if not outcome.answer[rule.condition] and (rule.when is None or outcome.answer[rule.when]):
                    raise EngineFault(f"engine {outcome.stats.engine} returned a solution that violates {rule.text!r}")
        return outcome


def _without_known_domains(statement: Statement, known: int) -> Iterator[list[int]]:
    """Yield the clauses of a statement, without domain clauses for variables that the engine already has."""
    cnf = compile_cnf(statement)
    domains = set(GroupIndex.of(statement).holds)
    for clause, group in zip(cnf.clauses, cnf.clauses.group_of.tolist(), strict=True):
        if group not in domains or max(map(abs, clause)) > known:
            yield clause
