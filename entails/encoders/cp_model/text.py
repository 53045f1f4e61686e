"""Constraints of CP-SAT models as text: `x + 2*y <= 5`, `x, y, z all different`, `if late: a or b`."""

from collections.abc import Iterable, Mapping

from entails.models.cp_model import (
    AllDiff,
    Arithmetic,
    Body,
    Bools,
    Circuit,
    Contents,
    CpAutomaton,
    CpConstraint,
    CpElement,
    CpExpression,
    CpLinear,
    CpTable,
    Cumulative,
    Domain,
    Interval,
    Inverse,
    NoOverlap,
    Nothing,
    Reservoir,
)
from entails.models.errors import quantity

_MOST = 12
_FEW_ROWS = 4
_INFINITE = 1 << 62


class Wording:
    """Writer of the variables and constraints of one model as text; `names` has its named variables."""

    def __init__(self, contents: Contents, names: Mapping[int, str]) -> None:
        self._contents = contents
        self._names = names

    def name(self, variable: int) -> str:
        """Return the name of a variable; if it has none, its only value or its number."""
        fixed = self._contents.variables[variable].fixed
        return self._names.get(variable) or (f"#{variable}" if fixed is None else str(fixed))

    def constraint(self, constraint: CpConstraint) -> str:
        """Return a constraint as a sentence."""
        words = self._body(constraint.body)
        if not constraint.enforced or isinstance(constraint.body, Interval):
            return words
        return f"if {' and '.join(map(self.literal, constraint.enforced))}: {words}"

    def literal(self, literal: int) -> str:
        if literal >= 0:
            return self.name(literal)
        fixed = self._contents.variables[-literal - 1].fixed
        named = -literal - 1 in self._names
        return f"not {self.name(-literal - 1)}" if named or fixed is None else str(1 - fixed)

    def sum(self, expression: CpExpression) -> str:
        """Return a sum as text: 3*x - y + 2."""
        parts: list[str] = []
        for coefficient, variable in expression.terms[:_MOST]:
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            sign = ("-" if coefficient < 0 else "") if not parts else (" - " if coefficient < 0 else " + ")
            parts.append(f"{sign}{size}{self.name(variable)}")
        if len(expression.terms) > _MOST:
            parts.append(f" + … ({len(expression.terms)} terms)")
        if expression.offset or not parts:
            parts.append(
                f" {'-' if expression.offset < 0 else '+'} {abs(expression.offset)}"
                if parts
                else str(expression.offset)
            )
        return "".join(parts)

    def _body(self, body: Body) -> str:
        match body:
            case CpLinear(total, domain):
                return self._compared(total, domain)
            case Bools(kind, literals):
                return self._bools(kind, literals)
            case Arithmetic():
                return self._arithmetic(body)
            case AllDiff(exprs):
                return f"{self._sums(exprs)} all different"
            case CpElement(index, items, target):
                return f"[{self._sums(items)}][{self.sum(index)}] = {self.sum(target)}"
            case CpTable(exprs, rows, negated):
                return f"({self._sums(exprs)}) {'not in' if negated else 'in'} {_rows(rows)}"
            case CpAutomaton(exprs, _, _, transitions):
                return f"{self._sums(exprs)} is read by an automaton of {len(transitions)} transitions"
            case Inverse(direct, inverse):
                return f"{_listed(map(self.name, direct))} is the inverse of {_listed(map(self.name, inverse))}"
            case Circuit(arcs, several):
                nodes = len({node for tail, head, _ in arcs for node in (tail, head)})
                return f"{'circuits from node 0' if several else 'one circuit'} through {quantity(nodes, 'node')}"
            case Interval(start, size, end):
                return f"{self.sum(start)} + {self.sum(size)} = {self.sum(end)}"
            case NoOverlap(intervals, across):
                return f"{self._intervals(intervals)} do not overlap{'' if across is None else ' in the plane'}"
            case Cumulative(intervals, demands, capacity):
                needs = f"needs {self._sums(demands)}"
                return f"{self._intervals(intervals)} together never exceed {self.sum(capacity)} ({needs})"
            case Reservoir(_, changes, _, lowest, highest):
                return f"a level with {len(changes)} changes stays between {lowest} and {highest}"
            case Nothing():
                return "nothing"

    def _compared(self, total: CpExpression, domain: Domain) -> str:
        """Return a linear comparison as text, with subtracted terms on the other side: x + 2*y <= z + 5."""
        compared = _comparison(domain)
        if compared is None or len(total.terms) > _MOST:
            return (
                _within(self.sum(total), domain)
                if compared is None
                else f"{self.sum(total)} {compared[0]} {compared[1]}"
            )
        operator, value = compared
        if total.terms and all(coefficient < 0 for coefficient, _ in total.terms):
            total, operator, value = total.negated(), _TURNED[operator], -value
        left = CpExpression(tuple(term for term in total.terms if term[0] >= 0))
        right = CpExpression(tuple((-c, variable) for c, variable in total.terms if c < 0), value)
        return f"{self.sum(left)} {operator} {self.sum(right)}"

    def _bools(self, kind: str, literals: tuple[int, ...]) -> str:
        words = list(map(self.literal, literals))
        match kind:
            case "bool_or":
                return _listed(words, " or ") or "nothing, so it cannot hold"
            case "bool_and":
                return _listed(words, " and ") or "nothing"
            case "bool_xor":
                return f"an odd number of {_listed(words)}"
            case "at_most_one":
                return f"at most one of {_listed(words)}"
        return f"exactly one of {_listed(words)}"

    def _arithmetic(self, definition: Arithmetic) -> str:
        target, exprs = definition.target, definition.exprs
        if definition.kind != "lin_max":
            sign = {"int_div": " / ", "int_mod": " mod ", "int_prod": " * "}[definition.kind]
            return f"{self.sum(target)} = {sign.join(map(self._factor, exprs))}"
        if len(exprs) == 2 and exprs[0] == exprs[1].negated():
            return f"{self.sum(target)} = |{self.sum(exprs[0])}|"
        if _opposite(target) and all(map(_opposite, exprs)):
            return f"{self.sum(target.negated())} = min({self._sums(expression.negated() for expression in exprs)})"
        return f"{self.sum(target)} = max({self._sums(exprs)})"

    def _factor(self, expression: CpExpression) -> str:
        alone = len(expression.terms) + bool(expression.offset) <= 1 and not (
            expression.terms and expression.terms[0][0] < 0
        )
        return self.sum(expression) if alone else f"({self.sum(expression)})"

    def _sums(self, sums: Iterable[CpExpression]) -> str:
        return _listed(map(self.sum, sums))

    def _intervals(self, places: tuple[int, ...]) -> str:
        return _listed(self._contents.constraints[place].name or f"interval {place}" for place in places)


def _opposite(expression: CpExpression) -> bool:
    """Return whether an expression is negated, as the arguments of a minimum are in CP-SAT."""
    return all(coefficient < 0 for coefficient, _ in expression.terms) and (
        bool(expression.terms) or expression.offset <= 0
    )


def _comparison(domain: Domain) -> tuple[str, int] | None:
    """Return the operator and number of a comparison that is equivalent to a domain; None if there is none."""
    low, high = domain[0], domain[-1]
    below, above = low <= -_INFINITE, high >= _INFINITE
    if len(domain) == 4 and below and above and domain[2] - domain[1] == 2:
        return "!=", domain[1] + 1
    if len(domain) > 2 or (below and above):
        return None
    if low == high:
        return "=", low
    if below:
        return "<=", high
    return (">=", low) if above else None


_TURNED = {"<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def _within(total: str, domain: Domain) -> str:
    """Return the text of a linear constraint: a sum and its domain."""
    low, high = domain[0], domain[-1]
    if len(domain) == 2 and low <= -_INFINITE and high >= _INFINITE:
        return f"{total} is any number"
    if len(domain) == 2:
        return f"{low} <= {total} <= {high}"
    spans = [f"{a}" if a == b else f"{_bound(a)}..{_bound(b)}" for a, b in zip(domain[::2], domain[1::2], strict=True)]
    return f"{total} in {{{_listed(spans)}}}"


def _bound(value: int) -> str:
    return "" if abs(value) >= _INFINITE else str(value)


def _rows(rows: tuple[tuple[int, ...], ...]) -> str:
    if len(rows) > _FEW_ROWS:
        return f"a table of {len(rows)} rows"
    return "{" + ", ".join(f"({', '.join(map(str, row))})" for row in rows) + "}"


def _listed(words: Iterable[str], between: str = ", ") -> str:
    every = list(words)
    if len(every) <= _MOST:
        return between.join(every)
    return f"{between.join(every[:_MOST])}{between}… ({len(every)} in all)"
