# ruff: noqa: ARG001, ARG005
"""Rules of two neighbours: dots, and what their absence says."""

from collections.abc import Iterator

from entails.models.sentence import Template
from entails.models.statement import Constraint, Distance, Linear
from entails.models.statement.draft import Draft
from entails.models.variant.rule import Kind, Rule, Variant, fitting


def _difference(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield Distance(rule.cells[0], rule.cells[1], "=", rule.value or 1)


def _is_ratio(one: int, other: int, times: int) -> bool:
    return one == times * other or other == times * one


def _ratio(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield fitting(rule.cells, lambda one, other: _is_ratio(one, other, rule.value or 2), puzzle.size)


def _unmarked(rule: Rule, puzzle: Variant) -> list[tuple[int, int]]:
    """Return the neighbours that a negative rule speaks of: those without a mark. A dot of either kind is a mark for
    both rules about dots."""
    marked = {frozenset(mark.cells) for mark in puzzle.rules if mark.kind in _MARKS[rule.kind]}
    return [pair for pair in puzzle.board.borders if frozenset(pair) not in marked]


_DOTS = ("difference", "ratio")
_MARKS = {"no other difference": _DOTS, "no other ratio": _DOTS, "no other sum": ("sum of two",)}


def _no_difference(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (Distance(*pair, "!=", value) for pair in _unmarked(rule, puzzle) for value in rule.values)


def _no_ratio(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    def fits(one: int, other: int) -> bool:
        return not any(_is_ratio(one, other, times) for times in rule.values)

    for pair in _unmarked(rule, puzzle):
        yield fitting(pair, fits, puzzle.size)


def _no_sum(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    for one, other in _unmarked(rule, puzzle):
        yield from (Linear(((1, one), (1, other)), "!=", value) for value in rule.values)


KINDS: dict[str, Kind] = {
    "difference": Kind(
        Template("the dot at {cell} says a difference of {value}", "le point en {cell} dit une différence de {value}"),
        _difference,
        lambda r, p, d: abs(d[r.cells[0]] - d[r.cells[1]]) == (r.value or 1),
    ),
    "ratio": Kind(
        Template("the dot at {cell} says a ratio of {value}", "le point en {cell} dit un rapport de {value}"),
        _ratio,
        lambda r, p, d: max(d[c] for c in r.cells) == (r.value or 2) * min(d[c] for c in r.cells),
    ),
    "no other difference": Kind(
        Template("neighbours without a dot do not differ by {values}", "sans point, pas de différence de {values}"),
        _no_difference,
        lambda r, p, d: all(abs(d[a] - d[b]) not in r.values for a, b in _unmarked(r, p)),
    ),
    "no other ratio": Kind(
        Template("neighbours without a dot have no ratio of {values}", "sans point, pas de rapport de {values}"),
        _no_ratio,
        lambda r, p, d: not any(d[a] in (k * d[b], d[b] / k) for a, b in _unmarked(r, p) for k in r.values),
    ),
    "no other sum": Kind(
        Template(
            "neighbours without a sum mark do not add up to {values}", "sans marque de somme, pas de somme de {values}"
        ),
        _no_sum,
        lambda r, p, d: all(d[a] + d[b] not in r.values for a, b in _unmarked(r, p)),
    ),
}
