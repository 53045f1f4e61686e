"""What has to fit together in a constraint beyond its single fields; and constraints that nothing could ever keep."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, cast

from entails.models.document.bounds import Bounds
from entails.models.document.refusal import Refused, at, shown
from entails.models.document.scope import Scope
from entails.models.errors import one_of
from entails.models.statement import (
    AllDifferent,
    Automaton,
    Connected,
    Constraint,
    Differ,
    Element,
    Linear,
    Loop,
    Rows,
    Table,
)

Weighed = Sequence[tuple[int, int]]
"""Factors, and the numbers of variables or of facts."""


def coded(kind: str, fields: dict[str, Any], scope: Scope) -> None:
    """Refuse words beside numbers in the fields of a constraint, and where a calculation needs numbers; make the words
    codes."""
    match kind:
        case "all_different":
            words = _alike("over", fields["over"], scope)
            fields["apart_from"] = frozenset(_codes("apart_from", sorted(fields["apart_from"], key=str), words))
        case "automaton":
            words = _alike("over", fields["over"], scope)
            values = _codes("transitions", [value for _, value, _ in fields["transitions"]], words)
            steps = zip(fields["transitions"], values, strict=True)
            fields["transitions"] = tuple((before, value, after) for (before, _, after), value in steps)
        case "table":
            fields["rows"] = _coded_rows(fields["rows"], fields["over"], scope)
        case "compare":
            words = _alike("", (fields["left"], fields["right"]), scope)
            if words and (fields["op"] not in ("=", "!=") or fields["offset"]):
                raise Refused(
                    f"{scope.name(fields['left'])} and {scope.name(fields['right'])} have words for values, "
                    "which have no order and cannot be added up",
                    "the op = or !=, and no offset",
                )
        case "differ":
            for place, pair in enumerate(zip(fields["left"], fields["right"], strict=False)):
                with at("right"), at(place):
                    _alike("", pair, scope)
        case "element":
            numbers((fields["index"],), scope, "index")
            listed = (*fields["items"], fields["value"])
            words = _alike("items", [number for how, number in listed if how == "var"], scope)
            fields["items"] = tuple(_listed("items", fields["items"], words))
            (fields["value"],) = _listed("value", (fields["value"],), words)
        case "distance":
            numbers((fields["left"],), scope, "left")
            numbers((fields["right"],), scope, "right")
        case "product":
            numbers(fields["over"], scope, "over")


def fitted(said: Constraint, scope: Scope, bounds: Bounds) -> None:
    """Refuse a constraint whose parts do not fit."""
    match said:
        case Linear(terms=terms, facts=facts):
            countable(terms, facts, scope, bounds)
        case Differ(left=left, right=right):
            if len(left) != len(right):
                raise Refused(f"lists of {len(left)} and {len(right)} variables always differ", "as many in both")
        case Connected(lits=lits, edges=edges, root=root):
            for place, edge in enumerate(edges):
                if max(edge) >= len(lits):
                    with at("edges"), at(place):
                        raise Refused(f"there is no place {max(edge)}", f"places from 0 to {len(lits) - 1}")
            if root is not None and root >= len(lits):
                with at("root"):
                    raise Refused(f"there is no place {root}", f"places from 0 to {len(lits) - 1}")
        case Loop(lits=lits, edges=edges):
            if len(lits) != len(edges):
                raise Refused(f"there are {len(lits)} facts and {len(edges)} edges", "a fact for each edge")


def numbers(variables: Iterable[int], scope: Scope, field: str) -> None:
    """Refuse a variable with words for values where numbers are needed."""
    for place, number in enumerate(variables):
        if scope.unknowns[number].vocabulary:
            with at(field), at(place) if field in ("over", "terms") else nullcontext():
                raise Refused(f"{scope.name(number)} has words for values, not numbers", "a variable with numbers")


def _alike(field: str, variables: Sequence[int], scope: Scope) -> Mapping[str, int]:
    """The words that these variables have for values, with their codes; none where they have numbers."""
    words: dict[str, int] = {}
    for number in variables:
        words.update(scope.unknowns[number].vocabulary)
    for place, number in enumerate(variables) if words else ():
        if not scope.unknowns[number].vocabulary:
            with at(field) if field else nullcontext(), at(place) if field == "over" else nullcontext():
                raise Refused(
                    f"{scope.name(number)} has numbers for values, and others here have words",
                    "words only, or numbers only",
                )
    return words


def _codes(field: str, values: Sequence[int | str], words: Mapping[str, int]) -> list[int]:
    with at(field):
        return [_code(value, words) for value in values]


def _code(value: int | str, words: Mapping[str, int]) -> int:
    """The code of a word; without words, the number."""
    if words:
        if value not in words:
            raise Refused(f"{shown(value)} is not a word of these variables", one_of(words, str(value)))
        return words[str(value)]
    if isinstance(value, str):
        raise Refused(f"{shown(value)} is not a whole number", "a whole number")
    return value


def _listed(field: str, items: Sequence[tuple[str, Any]], words: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Items of a list with codes for words."""
    for place, (how, value) in enumerate(items):
        with at(field), at(place) if field == "items" else nullcontext():
            yield how, value if how == "var" else _code(value, words)


def _coded_rows(rows: list[list[int | str]], over: Sequence[int], scope: Scope) -> Rows:
    """The rows of a table; a column has words where its variable does."""
    if rows and len(rows[0]) != len(over):
        with at("rows"):
            raise Refused(f"there are {len(over)} variables and {len(rows[0])} numbers in a row", "as many of both")
    words: dict[str, int] = {}
    for number in over:
        words.update(scope.unknowns[number].vocabulary)
    columns = [words if scope.unknowns[number].vocabulary else {} for number in over]
    for place, row in enumerate(rows):
        if words or str in map(type, row):
            for column, value in enumerate(row):
                with at("rows"), at(place), at(column):
                    _code(value, columns[column])
    return Rows([list(map(_code, row, columns)) for row in rows] if words else cast(list[list[int]], rows), len(over))


def in_words(said: Constraint, scope: Scope) -> dict[str, Any]:
    """The attributes that hold values, as a document has them: with words instead of codes."""
    words = {code: word for unknown in scope.unknowns for word, code in unknown.vocabulary.items()}

    def word(value: int, *variables: int) -> int | str:
        return words[value] if any(scope.unknowns[number].vocabulary for number in variables) else value

    match said:
        case AllDifferent(over=over, apart_from=apart):
            return {"apart_from": frozenset(word(value, *over) for value in apart)}
        case Automaton(over=over, transitions=steps):
            return {"transitions": tuple((before, word(value, *over), after) for before, value, after in steps)}
        case Table(over=over, rows=rows):
            listed: list[list[int]] = rows.array.tolist()
            if not any(scope.unknowns[number].vocabulary for number in over):
                return {"rows": listed}
            return {"rows": [list(map(word, row, over)) for row in listed]}
        case Element(items=items, value=last):
            variables = [number for how, number in (*items, last) if how == "var"]
            read = [(how, one if how == "var" else word(one, *variables)) for how, one in (*items, last)]
            return {"items": tuple(read[:-1]), "value": read[-1]}
    return {}


def countable(terms: Weighed, facts: Weighed, scope: Scope, bounds: Bounds) -> None:
    """Refuse a sum of nothing, and one that an engine could not count."""
    if not terms and not facts:
        raise Refused("this is a sum of nothing", "terms or facts")
    numbers((number for _, number in terms), scope, "terms")
    largest = sum(abs(factor) * max(map(abs, scope.unknowns[one].bounds)) for factor, one in terms)
    if largest + sum(abs(factor) for factor, _ in facts) > bounds.sum:
        raise Refused("this sum may become too large to be counted", f"sums up to {bounds.sum:,}")


def possible(said: Constraint, scope: Scope) -> None:
    """Refuse a constraint that cannot be kept whatever the others say. Of hidden variables, which only programs write,
    that may come to light where nobody said it."""
    if said.when:
        return
    claim = scope.lifting.claim(said)
    hidden = (scope.statement.variables[unknown.number].hidden for unknown in claim.unknowns())
    if claim.known is False and not any(hidden):
        raise Refused("this can never hold, whatever the values", "something that the domains allow")
