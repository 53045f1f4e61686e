"""`ProblemSession`: a problem that stays in an engine while things are assumed, said and taken back.

It is compiled once. What is said later is compiled alone, on top of what the engine has, and can be dropped again.
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
    """From facts to an answer."""

    model: ProblemModel

    def __call__(self, true: Sequence[int]) -> Solution:
        return Solution(self.model, self.model.statement.values_of(true))


@known_keywords
class ProblemSession:
    """Use it in a `with` block: `s.solve()`, `s.solve(x == 3)`, `s.assume(y > 2)`, `s.add(...)`, `s.retract(rule)`.

    The problem itself is not changed, and what it is told later is not heard here.
    """

    def __init__(self, problem: Builder, engine: str = "cadical195", limits: Limits = UNLIMITED) -> None:
        model = problem.model()
        said = model.statement
        switchable = replace(said, groups=tuple(replace(group, doubtable=group != MEANINGS) for group in said.groups))
        self._problem = problem
        self._statement = switchable
        self._cnf: Cnf[Solution] = compile_cnf(switchable, decode=_Decoded(model))
        self._rules = {rule: rule.key for rule in problem.rules}
        self._retracted: set[str] = set()
        self._added: dict[ProblemRule, int] = {}
        self._assumed: list[ProblemRule] = []
        chosen = engine_named(engine)
        if "add" not in chosen.capabilities:
            raise UnsupportedCapability(f"engine {engine} cannot be told more once it has begun: choose cadical195")
        self._engine = chosen.open(self._cnf, limits, Options(doubt=True))

    def solve(self, *also: Claim) -> Outcome[Solution]:
        """One answer, or which rules clash. `also` is assumed for this question only."""
        asked = [self._say(self._problem.meant(one)) for one in also]
        try:
            outcome = self._engine.solve(groups=self._held())
            return self._named(outcome) if isinstance(outcome, Unsatisfiable) else self._checked(outcome)
        finally:
            for rule in asked:
                self.retract(rule)

    def assume(self, *conditions: Claim) -> None:
        """These hold from now on, until `release`."""
        self._assumed += [self._say(self._problem.meant(one)) for one in conditions]

    def release(self) -> None:
        """Nothing is assumed any more."""
        while self._assumed:
            self.retract(self._assumed.pop())

    def add(self, *said: Claim | str, because: str = "", **how: Unpack[RuleOptions]) -> ProblemRule:
        """One rule more, as `Problem.add`."""
        return self._say(self._problem.meant(*said, because=because, **how))

    def retract(self, rule: ProblemRule) -> None:
        """Take a rule back: one that was added here, or one of the problem, with all of the same sentence."""
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
        """What holds at present."""
        kept = (rule for rule, key in self._rules.items() if key not in self._retracted)
        return (*kept, *self._added)

    def _held(self) -> set[int]:
        groups = self._cnf.groups
        return {
            number for number in self._cnf.doubtable if not {groups[number].id, groups[number].parent} & self._retracted
        }

    def _say(self, rule: ProblemRule) -> ProblemRule:
        self._problem.refuse(rule)
        clauses, own = self._compiled(rule)
        self._added[rule] = self._engine.add(clauses, own)
        return rule

    def _compiled(self, rule: ProblemRule) -> tuple[Iterator[list[int]], int]:
        """Its clauses, and the first variable that is theirs alone."""
        before = self._statement
        group = len(before.groups)
        register = Register(before.variables, meanings=group)
        lowering = Lowering(register)
        lowering.state(rule.condition, group, () if rule.when is None else lowering.when(rule.when))
        groups, constraints = (MEANINGS,), tuple(register.constraints)
        if not register.hidden:
            more = Statement(before.variables, groups, constraints, frame=before)
            return iter(compile_cnf(more).added), self._cnf.variables + 1
        alone = tuple(replace(said, group=0) for said in constraints)
        statement = Statement(tuple(register.variables), groups, alone)
        return _without_known_domains(statement, before.facts), before.facts + 1

    def _named(self, outcome: Unsatisfiable) -> Unsatisfiable:
        """The core in ids of rules, those that were added among them."""
        if outcome.core is None:
            return outcome
        names = [rule.key for rule, number in self._added.items() if number in outcome.core.added]
        return replace(outcome, core=Core((*outcome.core.groups, *names)))

    def _checked(self, outcome: Outcome[Solution]) -> Outcome[Solution]:
        """What was said is looked up in the answer, as it was written and not as it was compiled."""
        if isinstance(outcome, Satisfied):
            for rule in self.rules:
                if not outcome.answer[rule.condition] and (rule.when is None or outcome.answer[rule.when]):
                    raise EngineFault(f"engine {outcome.stats.engine} gave an answer that breaks {rule.text!r}")
        return outcome


def _without_known_domains(statement: Statement, known: int) -> Iterator[list[int]]:
    """The clauses of a statement, without those that give the first variables one value each, which the engine has."""
    cnf = compile_cnf(statement)
    domains = set(GroupIndex.of(statement).holds)
    for clause, group in zip(cnf.clauses, cnf.clauses.group_of.tolist(), strict=True):
        if group not in domains or max(map(abs, clause)) > known:
            yield clause
