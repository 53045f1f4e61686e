# ruff: noqa: ARG001, ARG005
"""Rules that add up: cages, sums, arrows."""

from collections import Counter
from collections.abc import Iterator

from entails.models.sentence import Template
from entails.models.statement import AllDifferent, Constraint, Linear
from entails.models.statement.draft import Draft
from entails.models.variant.rule import Digits, Kind, Rule, Variant, adding_up, different, state_sum


def _cage(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield AllDifferent(rule.cells)
    if rule.value is not None:
        yield adding_up(rule.cells, rule.value)


def _arrow(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    pill = tuple((10 ** (len(rule.cells) - 1 - place), cell) for place, cell in enumerate(rule.cells))
    terms = Counter[int]()
    for times, cell in (*pill, *((-1, cell) for cell in rule.others)):
        terms[cell] += times
    yield Linear(tuple((times, cell) for cell, times in terms.items()), "=", 0)


def _pill(rule: Rule, digits: Digits) -> int:
    return int("".join(str(digits[cell]) for cell in rule.cells)) if len(rule.cells) > 1 else digits[rule.cells[0]]


KINDS: dict[str, Kind] = {
    "cage": Kind(
        Template("the cage at {cell}{sum}: no digit twice", "la cage en {cell}{sum} : aucun chiffre deux fois"),
        _cage,
        lambda r, p, d: different(d, r.cells) and r.value in (None, sum(d[c] for c in r.cells)),
    ),
    "sum": Kind(
        Template("the cells from {cell} on add up to {value}", "les cases à partir de {cell} ont pour somme {value}"),
        state_sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "sum of two": Kind(
        Template("the mark at {cell} says a sum of {value}", "la marque en {cell} dit une somme de {value}"),
        state_sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "little killer": Kind(
        Template("the diagonal from {cell} adds up to {value}", "la diagonale de {cell} a pour somme {value}"),
        state_sum,
        lambda r, p, d: sum(d[c] for c in r.cells) == r.value,
    ),
    "arrow": Kind(
        Template("the arrow from {cell} adds up to its circle", "la flèche de {cell} a pour somme son cercle"),
        _arrow,
        lambda r, p, d: _pill(r, d) == sum(d[c] for c in r.others),
    ),
}
