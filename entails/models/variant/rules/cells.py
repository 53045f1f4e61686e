# ruff: noqa: ARG001, ARG005
"""Rules of single cells and of cells that belong together: marks, parity, extremes, quadruples, clones."""

from collections import Counter
from collections.abc import Iterator

from entails.models.sentence import Template
from entails.models.statement import Clause, Compare, Constraint, Count
from entails.models.statement.draft import Draft
from entails.models.variant.rule import Digits, Kind, Rule, State, Variant


def _one_of(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield Clause(tuple(draft.fact(rule.cells[0], digit) for digit in rule.values))


def _parity(odd: int) -> State:
    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        for cell in rule.cells:
            yield Clause(tuple(draft.fact(cell, digit) for digit in range(1, puzzle.size + 1) if digit % 2 == odd))

    return state


def _extreme(op: str) -> State:
    """Less or more than all neighbours that are no such cell themselves."""

    def state(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
        alike = {cell for one in puzzle.rules if one.kind == rule.kind for cell in one.cells}
        for cell in rule.cells:
            for other in puzzle.board.beside(cell):
                if other not in alike:
                    yield Compare(cell, op, other)  # type: ignore[arg-type]

    return state


def _is_extreme(rule: Rule, puzzle: Variant, digits: Digits, sign: int) -> bool:
    alike = {cell for one in puzzle.rules if one.kind == rule.kind for cell in one.cells}
    return all(
        sign * digits[cell] > sign * digits[other]
        for cell in rule.cells
        for other in puzzle.board.beside(cell)
        if other not in alike
    )


def _quadruple(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    for digit, many in Counter(rule.values).items():
        yield Count(draft.facts(rule.cells, digit), ">=", many)


def _clone(rule: Rule, puzzle: Variant, draft: Draft) -> Iterator[Constraint]:
    yield from (Compare(one, "=", other) for one, other in zip(rule.cells, rule.others, strict=True))


KINDS: dict[str, Kind] = {
    "one of": Kind(
        Template("{cell} is marked as {values}", "{cell} est noté : {values}"),
        _one_of,
        lambda r, p, d: d[r.cells[0]] in r.values,
    ),
    "odd": Kind(
        Template("{cell} is odd", "{cell} est impair"), _parity(1), lambda r, p, d: all(d[c] % 2 == 1 for c in r.cells)
    ),
    "even": Kind(
        Template("{cell} is even", "{cell} est pair"), _parity(0), lambda r, p, d: all(d[c] % 2 == 0 for c in r.cells)
    ),
    "minimum": Kind(
        Template("{cell} is less than its neighbours", "{cell} est inférieur à ses voisins"),
        _extreme("<"),
        lambda r, p, d: _is_extreme(r, p, d, -1),
    ),
    "maximum": Kind(
        Template("{cell} is more than its neighbours", "{cell} est supérieur à ses voisins"),
        _extreme(">"),
        lambda r, p, d: _is_extreme(r, p, d, 1),
    ),
    "quadruple": Kind(
        Template("around the circle at {cell} are {values}", "autour du cercle en {cell} il y a {values}"),
        _quadruple,
        lambda r, p, d: not Counter(r.values) - Counter(d[c] for c in r.cells),
    ),
    "clone": Kind(
        Template("the clones at {cell} are alike", "les clones en {cell} sont égaux"),
        _clone,
        lambda r, p, d: [d[c] for c in r.cells] == [d[c] for c in r.others],
    ),
}
