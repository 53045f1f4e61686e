"""Statements as readable text: variables with domains, and constraints with their sentences.

`describe` returns the parts of a statement as text; `markdown` writes them as a page for a slide or a notebook.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from entails.locale.message import Language, Message
from entails.models import constraints as types
from entails.models.constraints import Constraint, Formula
from entails.models.encoding import Objective
from entails.models.errors import quantity
from entails.models.statement import Statement, Variable

_LONGEST_LIST = 12
"""Maximum length of a list; longer lists are shortened to the first names and the last."""

_BOOLEAN = Message("true or false", "vrai ou faux")
_AUXILIARY = Message("{names} (auxiliary)", "{names} (auxiliaires)")
_VARIABLES = Message("Variables", "Variables")
_VARIABLE_COLUMNS = Message("| variables | domain |", "| variables | domaine |")
_RULES = Message("Rules", "Règles")
_CLUES = Message("Clues", "Indices")
_CONSTRAINT_COLUMNS = Message("| sentence | constraint |", "| phrase | contrainte |")
_OBJECTIVE = Message("Objective", "Objectif")
_COUNTS = Message("{count:,} constraints: {types}.", "{count:,} contraintes : {types}.")


@dataclass(frozen=True)
class VariableText:
    """Variables with the same domain: their number `count`, and their `names`, shortened if there are many."""

    names: str
    domain: str
    count: int


@dataclass(frozen=True)
class ConstraintText:
    """A constraint as text: its type, its formula, the id and sentence of its group, and whether it is soft."""

    type: str
    formula: str
    id: str
    text: str
    soft: bool


@dataclass(frozen=True)
class ModelText:
    """A statement as text; `types` counts the constraints of each type."""

    variables: tuple[VariableText, ...]
    constraints: tuple[ConstraintText, ...]
    types: dict[str, int]
    objective: str | None


def describe(statement: Statement, language: Language = "en") -> ModelText:
    """Describe the variables, constraints and objective of a statement; formulas are the same in every language."""
    shown = [variable for variable in statement.variables if not variable.hidden]
    hidden = [variable for variable in statement.variables if variable.hidden]
    write = ConstraintWriter(statement)
    groups = statement.every_group
    rows = tuple(
        ConstraintText(constraint.kind, write(constraint), group.id, group.say(language), group.soft)
        for constraint in statement.every_constraint
        for group in [groups[constraint.group]]
    )
    return ModelText(
        (
            *_domains(shown, language),
            *(replace(row, names=_AUXILIARY.say(language, names=row.names)) for row in _domains(hidden, language)),
        ),
        rows,
        dict(Counter(row.type for row in rows).most_common()),
        write.objective(),
    )


def _domains(variables: Iterable[Variable], language: Language) -> Iterator[VariableText]:
    for domain, members in groupby(variables, key=lambda variable: _domain(variable, language)):
        names = [variable.name for variable in members]
        yield VariableText(_shortened(names), domain, len(names))


def _domain(variable: Variable, language: Language) -> str:
    if variable.boolean:
        return _BOOLEAN.say(language)
    if variable.labels:
        return "{" + _shortened(variable.labels) + "}"
    values = variable.values
    if isinstance(values, range) and len(values) > 2:
        return f"{values[0]}..{values[-1]}"
    return "{" + _shortened([str(value) for value in values]) + "}"


def _shortened(words: Sequence[str]) -> str:
    if len(words) <= _LONGEST_LIST:
        return ", ".join(words)
    return ", ".join([*words[: _LONGEST_LIST - 2], "...", words[-1]])


class ConstraintWriter:
    """Writer of constraints as formulas over the names of variables and facts."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement

    def __call__(self, constraint: Constraint) -> str:
        """Return the formula of a constraint, with its condition (`when`) if it has one."""
        formula = _WRITERS[type(constraint)](self, constraint)
        if not constraint.when:
            return formula
        return f"if {' and '.join(map(self.literal, constraint.when))}: {formula}"

    def literal(self, literal: int) -> str:
        """Return the name of a literal: the fact's name, after "not" if it is negative."""
        number = bisect_right(self._statement.first_literals, abs(literal)) - 1
        variable, place = self._statement.variables[number], abs(literal) - self._statement.first_literals[number]
        name = variable.fact_name(place)
        return name if literal > 0 else f"not {name}"

    def literals(self, literals: Iterable[int]) -> str:
        """Return the names of literals, shortened."""
        return _shortened([self.literal(int(literal)) for literal in literals])

    def variable(self, number: int) -> str:
        """Return the name of a variable."""
        return self._statement.variables[number].name

    def variables(self, numbers: Iterable[int]) -> str:
        """Return the names of variables, shortened."""
        return _shortened([self.variable(number) for number in numbers])

    def objective(self) -> str | None:
        """Return the objective as a formula; None if there is none."""
        objective = self._statement.objective
        return None if objective is None else ", then ".join(map(self._level, (objective, *objective.then)))

    def _level(self, objective: Objective) -> str:
        terms = [(times, self.variable(number)) for times, number in objective.terms]
        terms += [(times, f"[{self.literal(literal)}]") for times, literal in objective.facts]
        return f"{objective.sense} {_sum(terms, objective.fixed)}"

    def _clause(self, constraint: types.Clause) -> str:
        return " or ".join(map(self.literal, constraint.lits)) or "false"

    def _count(self, constraint: types.Count) -> str:
        return f"count({self.literals(constraint.lits)}) {constraint.op} {constraint.k}"

    def _all_different(self, constraint: types.AllDifferent) -> str:
        repeated = f", except {_set(constraint.apart_from)}" if constraint.apart_from else ""
        return f"all_different({self.variables(constraint.over)}{repeated})"

    def _linear(self, constraint: types.Linear) -> str:
        terms = [(times, self.variable(number)) for times, number in constraint.terms]
        terms += [(times, f"[{self.literal(literal)}]") for times, literal in constraint.facts]
        return f"{_sum(terms)} {constraint.op} {constraint.value}"

    def _compare(self, constraint: types.Compare) -> str:
        offset = constraint.offset
        shift = f" {'+' if offset > 0 else '-'} {abs(offset)}" if offset else ""
        return f"{self.variable(constraint.left)} {constraint.op} {self.variable(constraint.right)}{shift}"

    def _distance(self, constraint: types.Distance) -> str:
        difference = f"{self.variable(constraint.left)} - {self.variable(constraint.right)}"
        return f"|{difference}| {constraint.op} {constraint.k}"

    def _product(self, constraint: types.Product) -> str:
        return f"{' * '.join(map(self.variable, constraint.over))} = {constraint.value}"

    def _arithmetic(self, constraint: types.Calculation) -> str:
        arguments, function = [self.variable(number) for number in constraint.over], constraint.function
        infix = function in ("*", "//", "%", "div", "rem")
        value = f" {function} ".join(arguments) if infix else f"{function}({', '.join(arguments)})"
        return f"{value} = {self.variable(constraint.result)}"

    def _table(self, constraint: types.Table) -> str:
        rows = f"{len(constraint.rows):,} row{'s' if len(constraint.rows) != 1 else ''}"
        return f"({self.variables(constraint.over)}) {'in' if constraint.allowed else 'not in'} a table of {rows}"

    def _automaton(self, constraint: types.Automaton) -> str:
        states = {constraint.start, *(state for row in constraint.transitions for state in (row[0], row[2]))}
        size = f"{quantity(len(states), 'state')}, {quantity(len(constraint.transitions), 'transition')}"
        return f"automaton({self.variables(constraint.over)}): {size}"

    def _logic(self, constraint: types.Logic) -> str:
        return self._formula(constraint.formula)

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, int):
            return self.literal(formula)
        operator, parts = formula[0], [self._formula(part) for part in formula[1:]]
        if operator == "not":
            return f"not ({parts[0]})"
        return "(" + f" {operator} ".join(parts) + ")"

    def _element(self, constraint: types.Element) -> str:
        items = _shortened([self._operand(item) for item in constraint.items])
        first = f" - {constraint.first}" if constraint.first else ""
        return f"[{items}][{self.variable(constraint.index)}{first}] = {self._operand(constraint.value)}"

    def _operand(self, operand: tuple[str, int]) -> str:
        return self.variable(operand[1]) if operand[0] == "var" else str(operand[1])

    def _differ(self, constraint: types.Differ) -> str:
        return f"({self.variables(constraint.left)}) != ({self.variables(constraint.right)})"

    def _connected(self, constraint: types.Connected) -> str:
        return f"connected({self.literals(constraint.lits)}): a graph of {quantity(len(constraint.edges), 'edge')}"

    def _loop(self, constraint: types.Loop) -> str:
        return f"loop({self.literals(constraint.lits)})"

    def _task(self, task: types.Task) -> str:
        present = "" if task.present is None else f" if {self.literal(task.present)}"
        return f"{self.variable(task.start)} for {self._operand(task.duration)}{present}"

    def _no_overlap(self, constraint: types.TasksApart) -> str:
        return f"no_overlap({_shortened([self._task(task) for task in constraint.tasks])})"

    def _cumulative(self, constraint: types.CapacityLimit) -> str:
        pairs = zip(constraint.tasks, constraint.demands, strict=True)
        tasks = _shortened([f"{self._operand(demand)} * {self._task(task)}" for task, demand in pairs])
        return f"cumulative({tasks}) <= {self._operand(constraint.capacity)}"

    def _circuit(self, constraint: types.RoundTrip) -> str:
        depot = "" if constraint.depot is None else f", depot {constraint.depot}"
        optional = ", optional" if constraint.optional else ""
        return f"circuit({self.variables(constraint.over)}: from {constraint.first}{depot}{optional})"

    def _inverse(self, constraint: types.InverseLists) -> str:
        return f"inverse(({self.variables(constraint.left)}), ({self.variables(constraint.right)}))"

    def _lexicographic(self, constraint: types.Lexicographic) -> str:
        op = "<" if constraint.strict else "<="
        return f"({self.variables(constraint.left)}) {op} ({self.variables(constraint.right)}) lexicographically"

    def _cardinality(self, constraint: types.Cardinality) -> str:
        pairs = zip(constraint.values, constraint.counts, strict=True)
        counts = _shortened([f"{value}: {self._operand(count)}" for value, count in pairs])
        return f"cardinality({self.variables(constraint.over)}; {counts}{'; closed' if constraint.closed else ''})"

    def _distinct_values(self, constraint: types.DistinctValues) -> str:
        return f"distinct({self.variables(constraint.over)}) {constraint.op} {self._operand(constraint.value)}"

    def _clauses(self, constraint: types.Bulk) -> str:
        return quantity(max(0, len(constraint.starts) - 1), "clause")


_WRITERS: dict[type[Constraint], Callable[[ConstraintWriter, Any], str]] = {
    types.Clause: ConstraintWriter._clause,
    types.Count: ConstraintWriter._count,
    types.AllDifferent: ConstraintWriter._all_different,
    types.Linear: ConstraintWriter._linear,
    types.Compare: ConstraintWriter._compare,
    types.Distance: ConstraintWriter._distance,
    types.Product: ConstraintWriter._product,
    types.Calculation: ConstraintWriter._arithmetic,
    types.Table: ConstraintWriter._table,
    types.Automaton: ConstraintWriter._automaton,
    types.Logic: ConstraintWriter._logic,
    types.Element: ConstraintWriter._element,
    types.Differ: ConstraintWriter._differ,
    types.Connected: ConstraintWriter._connected,
    types.Loop: ConstraintWriter._loop,
    types.Bulk: ConstraintWriter._clauses,
    types.TasksApart: ConstraintWriter._no_overlap,
    types.CapacityLimit: ConstraintWriter._cumulative,
    types.RoundTrip: ConstraintWriter._circuit,
    types.InverseLists: ConstraintWriter._inverse,
    types.Lexicographic: ConstraintWriter._lexicographic,
    types.Cardinality: ConstraintWriter._cardinality,
    types.DistinctValues: ConstraintWriter._distinct_values,
}


def _set(values: Iterable[int]) -> str:
    return "{" + ", ".join(map(str, sorted(values))) + "}"


def _sum(terms: Sequence[tuple[int, str]], fixed: int = 0) -> str:
    words: list[str] = []
    for times, name in terms:
        factor = "" if abs(times) == 1 else f"{abs(times)}*"
        sign = ("-" if times < 0 else "") if not words else ("- " if times < 0 else "+ ")
        words.append(f"{sign}{factor}{name}")
    if fixed or not words:
        words.append(f"{'- ' if fixed < 0 else '+ ' if words else ''}{abs(fixed)}")
    return " ".join(words) if len(words) <= 2 * _LONGEST_LIST else " ".join([*words[:_LONGEST_LIST], "...", words[-1]])


def by_sentence(rows: Iterable[ConstraintText], most: int = 3) -> Iterator[tuple[str, list[str]]]:
    """Yield each sentence with its formulas: the first `most`, then the number of the others."""
    formulas: dict[str, list[str]] = {}
    for row in rows:
        formulas.setdefault(row.text, []).append(row.formula)
    for text, own in formulas.items():
        yield text, own if len(own) <= most + 1 else [*own[:most], f"... {len(own) - most:,} more"]


def markdown(text: ModelText, title: str, language: Language = "en") -> str:
    """Return a statement as a Markdown page: variables, rules, clues, objective."""
    lines = [f"# {title}", "", f"## {_VARIABLES.say(language)}", ""]
    lines += [_VARIABLE_COLUMNS.say(language), "|---|---|"]
    lines += [f"| {_cell(row.names)} | {_cell(row.domain)} |" for row in text.variables]
    for heading, soft in ((_RULES, False), (_CLUES, True)):
        rows = [row for row in text.constraints if row.soft == soft]
        if rows:
            lines += ["", f"## {heading.say(language)}", "", _CONSTRAINT_COLUMNS.say(language), "|---|---|"]
            for sentence, formulas in by_sentence(rows):
                lines.append(f"| {_cell(sentence)} | {'<br>'.join(f'`{_cell(formula)}`' for formula in formulas)} |")
    if text.objective is not None:
        lines += ["", f"## {_OBJECTIVE.say(language)}", "", f"`{text.objective}`"]
    counts = ", ".join(f"{count:,} {name}" for name, count in text.types.items())
    return "\n".join([*lines, "", _COUNTS.say(language, count=len(text.constraints), types=counts), ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
