"""Random documents and random problems against brute force, for every query.

What a constraint means is written here once more, on the JSON of documents and on plain tuples for problems, with words
as words. Nothing of the package evaluates anything. `ENTAILS_EXAMPLES=5000` runs more than the few hundred examples.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from operator import eq, ge, gt, le, lt, ne
from random import Random
from typing import Any

import jsonschema_rs
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import entails
from entails.formats.model_json.read import read_document
from entails.formats.model_json.schema import document_schema
from entails.formats.model_json.write import document, document_text
from entails.models.errors import InvalidPuzzle, InvalidStatement
from entails.models.expressions.core import Bool
from entails.models.outcome import Satisfied, Unsatisfiable
from entails.models.problem.model import ProblemModel

EXAMPLES = int(os.environ.get("ENTAILS_EXAMPLES", "200"))
SCHEMA = jsonschema_rs.validator_for(document_schema())
COMPARE: dict[str, Callable[[Any, Any], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
WORDS = (["blue", "grey"], ["grey", "green"], ["green", "blue", "grey"], ["1", "0"])
NAMES = {"calm": 0, "storm": 9}
"""A variable with names for numbers."""

World = dict[str, Any]
"""The value of every variable: a number, a word, or True and False."""
SEEDS = st.integers(0, 2**32 - 1)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


# ---- meaning of documents


def fact_holds(fact: str, world: World) -> bool:
    if fact.startswith("!"):
        return not fact_holds(fact[1:], world)
    name, equals, text = fact.partition("=")
    if not equals:
        return world[name] is True
    return str(world[name]) == text or (name == "wind" and world[name] == NAMES[text])


def formula_holds(formula: Any, world: World) -> bool:
    if isinstance(formula, str):
        return fact_holds(formula, world)
    word, *parts = formula
    truths = [formula_holds(part, world) for part in parts]
    return {
        "and": all(truths),
        "or": any(truths),
        "not": not truths[0],
        "implies": not truths[0] or truths[-1],
        "iff": len(set(truths)) == 1,
        "xor": sum(truths) % 2 == 1,
    }[word]


def read_by(steps: Iterable[Sequence[Any]], start: Any, values: Iterable[Any]) -> set[Any]:
    """Return the states in which an automaton can end."""
    states = {start}
    for value in values:
        states = {after for before, read, after in steps if before in states and read == value}
    return states


def pieces(vertices: Iterable[Any], edges: Iterable[Sequence[Any]]) -> int:
    sets = [{vertex} for vertex in vertices]
    for left, right in edges:
        joined = [item for item in sets if left in item or right in item]
        sets = [item for item in sets if item not in joined] + [set().union(*joined)]
    return len(sets)


def is_connected(chosen: set[int], edges: Iterable[Sequence[int]], root: int | None) -> bool:
    inside = [edge for edge in edges if set(edge) <= chosen]
    return (root is None or root in chosen) and (not chosen or pieces(chosen, inside) == 1)


def is_loop(edges: Sequence[Sequence[Any]]) -> bool:
    ends = Counter(end for edge in edges for end in edge)
    return bool(edges) and set(ends.values()) == {2} and pieces(ends, edges) == 1


def different(values: Sequence[Any], apart: Iterable[Any] = ()) -> bool:
    return all(left != right or left in tuple(apart) for left, right in combinations(values, 2))


def claimed(text: dict[str, Any], world: World) -> bool:
    """Return whether a constraint's claim is true, ignoring its condition."""
    op = COMPARE.get(text.get("op", ""))
    over = [world[name] for name in text.get("over", ())]
    facts = [fact_holds(fact, world) for fact in text.get("facts", ()) if isinstance(fact, str)]
    match text["kind"]:
        case "clause":
            return any(facts)
        case "clauses":
            return all(any(fact_holds(fact, world) for fact in clause) for clause in text["clauses"])
        case "count":
            return op is not None and op(sum(facts), text["value"])
        case "all_different":
            return different(over, text.get("apart_from", ()))
        case "sum":
            return op is not None and op(worth(text, world), text["value"])
        case "compare":
            left, right = world[text["left"]], world[text["right"]]
            return op is not None and op(left, right + text["offset"] if text.get("offset") else right)
        case "distance":
            return op is not None and op(abs(world[text["left"]] - world[text["right"]]), text["value"])
        case "product":
            return prod(over) == text["value"]
        case "arithmetic":
            value = {"*": prod, "min": min, "max": max, "abs": lambda numbers: abs(numbers[0])}[text["function"]](over)
            return bool(value == world[text["result"]])
        case "table":
            return (over in text["rows"]) == text.get("allowed", True)
        case "automaton":
            return not read_by(text["transitions"], text["start"], over).isdisjoint(text["finals"])
        case "logic":
            return formula_holds(text["formula"], world)
        case "element":
            items = [item_value(item, world) for item in text["items"]]
            place = world[text["index"]] - text.get("first", 0)
            return 0 <= place < len(items) and items[place] == item_value(text["value"], world)
        case "differ":
            return [world[name] for name in text["left"]] != [world[name] for name in text["right"]]
        case "connected":
            chosen = {place for place, holds in enumerate(facts) if holds}
            return is_connected(chosen, text["edges"], text.get("root"))
        case "loop":
            return is_loop([edge for edge, holds in zip(text["edges"], facts, strict=True) if holds])
        case "no_overlap":
            return all(use <= 1 for use in uses(text["tasks"], [1] * len(text["tasks"]), world))
        case "cumulative":
            demands = [item_value(item, world) for item in text["demands"]]
            return all(use <= item_value(text["capacity"], world) for use in uses(text["tasks"], demands, world))
        case "circuit":
            return is_circuit([value - text["first"] for value in over], text)
        case "inverse":
            ahead = [world[name] - text["first_right"] for name in text["left"]]
            back = [world[name] - text["first_left"] for name in text["right"]]
            links = {(here, there) for here, there in enumerate(ahead)}
            return links == {(there, here) for here, there in enumerate(back)}
        case "lexicographic":
            left, right = ([world[name] for name in text[side]] for side in ("left", "right"))
            return left < right if text["strict"] else left <= right
        case "cardinality":
            counts = [over.count(value) for value in text["values"]]
            is_closed = not text["closed"] or all(value in text["values"] for value in over)
            return is_closed and counts == [item_value(item, world) for item in text["counts"]]
        case "distinct_values":
            return op is not None and op(len(set(over)), item_value(text["value"], world))
    raise NotImplementedError(text["kind"])


def uses(tasks: Sequence[dict[str, Any]], demands: Sequence[int], world: World) -> Iterator[int]:
    """Yield the resource use of the tasks at every time."""
    for time in range(-5, 15):
        yield sum(
            demand
            for task, demand in zip(tasks, demands, strict=True)
            if ("present" not in task or fact_holds(task["present"], world))
            and world[task["start"]] <= time < world[task["start"]] + item_value(task["duration"], world)
        )


def is_circuit(after: Sequence[int], text: dict[str, Any]) -> bool:
    """Return whether the successors form one circuit, or several tours through the depot."""
    places = range(len(after))
    if "depot" in text:
        depot = text["depot"] - text["first"]
        trips = [place for place in after if place != depot]
        ends = {reached(after, place) for place in places}
        return set(after) <= {*places, depot} and len(set(trips)) == len(trips) and ends == {depot}
    visited = [place for place in places if not text["optional"] or after[place] != place]
    if not set(after) <= set(places) or len(set(after)) < len(after):
        return False
    return not visited or pieces(visited, [(place, after[place]) for place in visited]) == 1


def reached(after: Sequence[int], place: int) -> int:
    for _ in after:
        place = after[place] if 0 <= place < len(after) else place
    return place


def item_value(item: Any, world: World) -> Any:
    if isinstance(item, dict):
        return item["word"]
    return world[item] if isinstance(item, str) else item


def worth(text: dict[str, Any], world: World) -> int:
    total: int = sum(factor * world[name] for factor, name in text.get("terms", ()))
    return total + sum(factor * fact_holds(fact, world) for factor, fact in text.get("facts", ()))


def applies(text: dict[str, Any], world: World) -> bool:
    return all(fact_holds(fact, world) for fact in text.get("when", ()))


def values_of(variable: dict[str, Any]) -> list[Any]:
    if variable.get("boolean"):
        return [False, True]
    domain = variable["domain"]
    if isinstance(domain, list):
        return list(range(domain[0], domain[1] + 1))
    return list(domain["values"] if "values" in domain else domain["words"])


# ---- random documents


@dataclass
class ModelMaker:
    """Generator of random constraints over a few variables."""

    random: Random

    def document(self) -> dict[str, Any]:
        luck = self.random
        self.variables: list[dict[str, Any]] = [{"name": "x", "domain": [luck.randint(-1, 1), luck.randint(1, 3)]}]
        more: list[dict[str, Any]] = [
            {"name": "y", "domain": {"values": sorted(luck.sample(range(-2, 5), luck.randint(1, 3)))}},
            {"name": "z", "domain": [0, 2]},
            {"name": "sky", "domain": {"words": list(luck.choice(WORDS))}},
            {"name": "sea", "domain": {"words": list(luck.choice(WORDS))}},
            {"name": "wind", "domain": {"words": list(NAMES), "values": list(NAMES.values())}},
            {"name": "a", "boolean": True},
            {"name": "b", "boolean": True},
            {"name": "_h", "boolean": True, "hidden": True},
            {"name": "_n", "domain": [0, 2], "hidden": True},
            {"name": "_w", "domain": {"words": ["grey", "red"]}, "hidden": True},
        ]
        self.variables += [item for item in more if luck.random() < 0.45][:4]
        self.of = {variable["name"]: values_of(variable) for variable in self.variables}
        self.words = [name for name, values in self.of.items() if isinstance(values[0], str)]
        self.numbers = [name for name in self.of if name not in self.words]
        self.facts = [
            fact
            for variable in self.variables
            for fact in (
                [variable["name"]]
                if variable.get("boolean")
                else [
                    f"{variable['name']}={word}"
                    for word in (NAMES if variable["name"] == "wind" else map(str, values_of(variable)))
                ]
            )
        ]
        built: dict[str, Any] = {"variables": self.variables}
        built["constraints"] = [self.constraint(place) for place in range(luck.randint(1, 6))]
        if luck.random() < 0.3:
            built["objective"] = {"sense": luck.choice(["maximise", "minimise"]), **self.terms()}
        return built

    def constraint(self, place: int) -> dict[str, Any]:
        luck = self.random
        name = luck.choice([*KINDS])
        text = {"kind": name, **KINDS[name](self)}
        if luck.random() < 0.3:
            text["when"] = self.some_facts(1, 2)
        if luck.random() < 0.6:
            text["text"] = luck.choice(["t1", "t2", f"rule {place}"])
        if luck.random() < 0.2:
            text["id"] = f"id {place}"
        if luck.random() < 0.5 and ("id" in text or text.get("text") == f"rule {place}"):
            text["weight"] = luck.randint(1, 4)
            if luck.random() < 0.5:
                text["doubtable"] = luck.random() < 0.6
        return text

    def literal(self) -> str:
        return self.random.choice(["", "!"]) + self.random.choice(self.facts)

    def some_facts(self, least: int, most: int) -> list[str]:
        return [self.literal() for _ in range(self.random.randint(least, most))]

    def some(self, names: Sequence[str], least: int = 1, most: int = 3) -> list[str]:
        return [self.random.choice(names) for _ in range(self.random.randint(least, most))]

    def alike(self) -> Sequence[str]:
        """Return all variables with words, or all variables with numbers."""
        return self.words if self.words and self.random.random() < 0.5 else self.numbers

    def value(self, names: Iterable[str]) -> Any:
        values = [value for name in names for value in self.of[name]]
        return self.plain(self.random.choice(values))

    def plain(self, value: Any) -> Any:
        return int(value) if isinstance(value, bool) else value

    def op(self) -> str:
        return self.random.choice([*COMPARE])

    def terms(self) -> dict[str, Any]:
        luck = self.random
        terms = [[luck.randint(-2, 3), name] for name in self.some(self.numbers, 0, 3)]
        facts = [[luck.randint(-2, 3), self.literal()] for _ in range(luck.randint(0 if terms else 1, 2))]
        return {"terms": terms, "facts": facts}

    def all_different(self) -> dict[str, Any]:
        names = self.alike()
        over = self.some(names)
        text: dict[str, Any] = {"over": over}
        if self.random.random() < 0.3:
            text["apart_from"] = [self.value(over)]
        elif self.random.random() < 0.5:
            text["over"] = self.random.sample(list(names), len(names))
            text["each"] = f"each {self.random.random()} {{value}}"
        return text

    def compare(self) -> dict[str, Any]:
        names = self.alike()
        left, right = self.random.choice(names), self.random.choice(names)
        if names is self.words:
            return {"left": left, "op": self.random.choice(["=", "!="]), "right": right}
        return {"left": left, "op": self.op(), "right": right, "offset": self.random.randint(-1, 1)}

    def table(self) -> dict[str, Any]:
        over = self.some([*self.of])
        rows = [[self.value([name]) for name in over] for _ in range(self.random.randint(1, 4))]
        return {"over": over, "rows": rows, "allowed": self.random.random() < 0.7}

    def automaton(self) -> dict[str, Any]:
        luck, over = self.random, self.some(self.alike())
        steps = [[luck.randint(0, 2), self.value(over), luck.randint(0, 2)] for _ in range(luck.randint(2, 9))]
        return {"over": over, "start": 0, "finals": sorted({luck.randint(0, 2)}), "transitions": steps}

    def formula(self, depth: int = 2) -> Any:
        if not depth or self.random.random() < 0.3:
            return self.literal()
        word = self.random.choice(["and", "or", "not", "implies", "iff", "xor"])
        size = {"not": 1, "implies": 2}.get(word, self.random.randint(2, 3))
        return [word, *(self.formula(depth - 1) for _ in range(size))]

    def element(self) -> dict[str, Any]:
        names = self.alike()
        over = self.some(names)

        def constant() -> Any:
            return {"word": self.value(over)} if names is self.words else self.value(over)

        items = [self.random.choice([name, constant()]) for name in over]
        items[0] = over[0]
        words = {word for item in items if isinstance(item, str) for word in self.of[item]}
        items = [item for item in items if not isinstance(item, dict) or item["word"] in words]
        value = self.random.choice([over[0], {"word": self.value(over[:1])} if names is self.words else constant()])
        return {"index": self.random.choice(self.numbers), "items": items, "value": value, "first": 0}

    def differ(self) -> dict[str, Any]:
        left = self.some([*self.of])
        right = [self.random.choice(self.words if name in self.words else self.numbers) for name in left]
        return {"left": left, "right": right}

    def graph(self, root: bool = False) -> dict[str, Any]:
        luck, facts = self.random, self.some_facts(3, 5)
        edges = [sorted(luck.sample(range(len(facts)), 2)) for _ in range(luck.randint(2, 5))]
        return {"facts": facts, "edges": edges, **({"root": luck.randrange(len(facts))} if root else {})}

    def arithmetic(self) -> dict[str, Any]:
        function = self.random.choice(["*", "min", "max", "abs"])
        over = [self.random.choice(self.numbers)] if function == "abs" else self.some(self.numbers)
        return {"function": function, "over": over, "result": self.random.choice(self.numbers)}

    def loop(self) -> dict[str, Any]:
        facts = self.some_facts(3, 6)
        ring = [[0, 1], [1, 2], [2, 0], [1, 3], [3, 2], [0, 3]]
        return {"facts": facts, "edges": ring[: len(facts)]}

    def tasks(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = []
        for name in self.some(self.numbers):
            items.append({"name": f"task {len(items)}", "start": name, "duration": self.number(0, 3)})
            if self.random.random() < 0.3:
                items[-1]["present"] = self.literal()
        return items

    def number(self, low: int, high: int) -> Any:
        """Return a number, or a variable that is never negative."""
        names = [name for name in self.numbers if min(self.of[name]) >= 0]
        return self.random.choice([self.random.randint(low, high), *names])

    def cumulative(self) -> dict[str, Any]:
        tasks = self.tasks()
        return {"tasks": tasks, "demands": [self.number(0, 2) for _ in tasks], "capacity": self.number(1, 3)}

    def circuit(self) -> dict[str, Any]:
        luck = self.random
        over = luck.sample(self.numbers, luck.randint(1, len(self.numbers)))
        text = {"over": over, "first": luck.randint(0, 1), "optional": luck.random() < 0.5}
        if not text["optional"] and luck.random() < 0.4:
            text["depot"] = text["first"] - 1
        return text

    def inverse(self) -> dict[str, Any]:
        luck, size = self.random, self.random.randint(1, 2)
        left, right = (luck.choices(self.numbers, k=size) for _ in range(2))
        return {"left": left, "right": right, "first_left": luck.randint(0, 1), "first_right": luck.randint(0, 1)}

    def lexicographic(self) -> dict[str, Any]:
        left = self.some(self.numbers)
        return {
            "left": left,
            "right": self.random.choices(self.numbers, k=len(left)),
            "strict": self.random.random() < 0.5,
        }

    def cardinality(self) -> dict[str, Any]:
        over = self.some(self.alike())
        values = list(dict.fromkeys(self.value(over) for _ in range(self.random.randint(1, 2))))
        return {
            "over": over,
            "values": values,
            "counts": [self.number(0, 2) for _ in values],
            "closed": self.random.random() < 0.3,
        }


KINDS: dict[str, Callable[[ModelMaker], dict[str, Any]]] = {
    "clause": lambda m: {"facts": m.some_facts(1, 3)},
    "clauses": lambda m: {"clauses": [m.some_facts(1, 2) for _ in range(m.random.randint(1, 3))]},
    "count": lambda m: {
        "facts": m.some_facts(1, 4),
        "op": m.random.choice(["=", "!=", "<=", ">="]),
        "value": m.random.randint(0, 3),
    },
    "all_different": ModelMaker.all_different,
    "sum": lambda m: {**m.terms(), "op": m.op(), "value": m.random.randint(-2, 4)},
    "compare": ModelMaker.compare,
    "distance": lambda m: {
        "left": m.random.choice(m.numbers),
        "right": m.random.choice(m.numbers),
        "op": m.op(),
        "value": m.random.randint(0, 3),
    },
    "product": lambda m: {"over": m.some(m.numbers), "value": m.random.randint(-1, 4)},
    "arithmetic": ModelMaker.arithmetic,
    "table": ModelMaker.table,
    "automaton": ModelMaker.automaton,
    "logic": lambda m: {"formula": m.formula()},
    "element": ModelMaker.element,
    "differ": ModelMaker.differ,
    "connected": lambda m: m.graph(m.random.random() < 0.4),
    "loop": ModelMaker.loop,
    "no_overlap": lambda m: {"tasks": m.tasks(), "resource": "the oven"},
    "cumulative": ModelMaker.cumulative,
    "circuit": ModelMaker.circuit,
    "inverse": ModelMaker.inverse,
    "lexicographic": ModelMaker.lexicographic,
    "cardinality": ModelMaker.cardinality,
    "distinct_values": lambda m: {"over": m.some(m.alike()), "op": m.op(), "value": m.number(0, 3)},
}


# ---- expected results of every query


@dataclass
class Truth:
    """All worlds by number, and those in which each unit is true. Units are groups by id and values of an
    all-different; those in `soft` can be removed at a cost.
    """

    worlds: list[World]
    shown: list[str]
    units: dict[str, set[int]]
    soft: dict[str, int]
    worth: Callable[[World], int] | None = None
    sense: str = "maximise"
    answers: list[World] = field(init=False)

    def __post_init__(self) -> None:
        self.answers = [dict(item) for item in {self.projected(number) for number in self.hold(self.units)}]

    def projected(self, number: int) -> tuple[tuple[str, Any], ...]:
        return tuple((name, self.worlds[number][name]) for name in self.shown)

    def hold(self, names: Iterable[str]) -> set[int]:
        """Return the worlds in which all of these units are true."""
        return set(range(len(self.worlds))).intersection(*(self.units[name] for name in names if name in self.units))

    def facts(self) -> list[str]:
        """Return the names of the facts, as in solutions."""
        named: list[str] = []
        for name in self.shown:
            values = dict.fromkeys(world[name] for world in self.worlds)
            numbers = {number: word for word, number in NAMES.items()} if name == "wind" else {}
            named += [name] if True in [value is True for value in values] else []
            if not any(isinstance(value, bool) for value in values):
                named += [f"{name}={numbers.get(value, value)}" for value in values]
        return named


def said_of(fact: str, world: World) -> bool:
    """Return whether a fact is true; "not " negates a fact."""
    return not fact_holds(fact[4:], world) if fact.startswith("not ") else fact_holds(fact, world)


def shown_answer(truth: Truth, answer: Mapping[str, Any]) -> World:
    """Convert a solution to a world with numbers instead of words."""
    return {name: NAMES[answer[name]] if name == "wind" else answer[name] for name in truth.shown}


def check_queries(puzzle: ProblemModel, truth: Truth) -> None:
    """Check solve, count, list, check, explain, forced and steps against brute force."""
    answers = truth.answers
    solved = entails.solve(puzzle)
    assert isinstance(solved, Satisfied if answers else Unsatisfiable)
    assert entails.count(puzzle).value == len(answers)
    listed = [shown_answer(truth, solution) for solution in entails.solutions(puzzle)]
    assert len(listed) == len(answers)
    assert all(item in answers for item in listed)
    checked = entails.check(puzzle)
    assert (checked.consistent, checked.unique) == (bool(answers), len(answers) == 1)
    if isinstance(solved, Satisfied):
        assert shown_answer(truth, solved.answer) in answers
        if truth.worth is not None:
            every = [truth.worth(truth.worlds[number]) for number in truth.hold(truth.units)]
            assert solved.objective == (max if truth.sense == "maximise" else min)(every)
    backbone = entails.forced(puzzle)
    assert backbone.consistent is bool(answers)
    if answers:
        certain = {
            text
            for fact in truth.facts()
            for text in (fact, f"not {fact}")
            if all(said_of(text, world) for world in answers)
        }
        denied = {text for text in certain if text.startswith("not ")}
        if puzzle.statement.one_hot:  # solutions differ in true facts, and false facts are not listed
            certain -= denied
        assert sorted(backbone.names) == sorted(certain)
        check_steps(puzzle, truth)
    else:
        check_explanation(puzzle, truth)


def check_steps(puzzle: ProblemModel, truth: Truth) -> None:
    path = entails.steps(puzzle)
    assert path.status == ("solved" if len(truth.answers) == 1 else "several")
    start = (name.removeprefix("given ") for name in truth.units if name.startswith("given "))
    known = {name.replace("!", "not ") for name in start}
    for step in path.steps:
        names = [group.id for group in step.statements]

        def follows(names: Iterable[str], fact: str, facts: Sequence[str] = step.facts) -> bool:
            inside = (truth.worlds[number] for number in truth.hold(names))
            return all(said_of(fact, world) for world in inside if all(said_of(item, world) for item in facts))

        assert all(any(fact_follows(fact, item) for item in known) for fact in step.facts)
        assert all(follows(names, fact) for fact in step.forces)
        known |= set(step.forces)


def fact_follows(fact: str, known: str) -> bool:
    """Return whether a fact is known, or is another value of a variable with a known value."""
    name, equals, _ = known.partition("=")
    return fact == known or (bool(equals) and not known.startswith("not ") and fact.startswith(f"not {name}="))


def check_explanation(puzzle: ProblemModel, truth: Truth) -> None:
    """Check that conflicts and repairs are right, minimal, and complete if the list claims it."""
    explanation = entails.explain(puzzle, most=1000, long=True, limits=entails.Limits())
    hard = [name for name in truth.units if name not in truth.soft]
    conflicts = [frozenset(group.id for group in entry.groups) for entry in explanation.conflicts]
    repairs = [frozenset(group.id for group in entry.groups) for entry in explanation.repairs]
    for conflict in conflicts:
        assert conflict <= truth.soft.keys()
        assert not truth.hold([*hard, *conflict])
        assert all(truth.hold([*hard, *(conflict - {entry})]) for entry in conflict)
    for repair, item in zip(repairs, explanation.repairs, strict=True):
        assert repair <= truth.soft.keys()
        assert truth.hold(truth.units.keys() - repair)
        assert all(not truth.hold(truth.units.keys() - (repair - {entry})) for entry in repair)
        assert item.cost == sum(truth.soft[name] for name in repair)
    assert explanation.complete
    assert set(conflicts) == minimal(truth.soft, lambda some: not truth.hold([*hard, *some]))
    assert set(repairs) == minimal(truth.soft, lambda some: bool(truth.hold(truth.units.keys() - some)))
    assert len(set(conflicts)) == len(conflicts)
    assert len(set(repairs)) == len(repairs)


def minimal(names: Iterable[str], good: Callable[[frozenset[str]], bool]) -> set[frozenset[str]]:
    """Return all minimal sets with a property."""
    every = sorted(names)
    items: set[frozenset[str]] = set()
    for size in range(len(every) + 1):
        for some in map(frozenset, combinations(every, size)):
            if not any(item <= some for item in items) and good(some):
                items.add(some)
    return items


# ---- documents


def truth_of(value: dict[str, Any], model: ProblemModel) -> Truth:
    """Compute the meaning of a document; the model gives only the sentence of each constraint."""
    worlds, groups = worlds_of(value), model.statement.groups
    units: dict[str, set[int]] = {}
    soft: dict[str, int] = {}
    for item, constraint in zip(value["constraints"], model.statement.constraints, strict=True):
        group = groups[constraint.group]
        for name, holds in meanings(item, value, group.id):
            inside = {number for number, world in enumerate(worlds) if not applies(item, world) or holds(world)}
            units[name] = units.get(name, inside) & inside
            if group.soft:
                soft[name] = group.weight
    shown = [variable["name"] for variable in value["variables"] if not variable.get("hidden")]
    goal = value.get("objective")
    if goal is None:
        return Truth(worlds, shown, units, soft)
    return Truth(worlds, shown, units, soft, lambda world: worth(goal, world), goal["sense"])


def meanings(words: dict[str, Any], value: dict[str, Any], group: str) -> Iterator[tuple[str, Callable[[World], bool]]]:
    """Yield the units of a constraint: its group, or one per value if each value is taken once."""
    domains = {entry["name"]: values_of(entry) for entry in value["variables"]}
    over = words.get("over", [])
    values = domains[over[0]] if over else []
    full = len(set(over)) == len(over) == len(values) and all(set(domains[name]) == set(values) for name in over)
    if words["kind"] == "all_different" and words.get("each") and full:
        for item in values:
            text = words["each"].replace("{value}", str(int(item) if isinstance(item, bool) else item))
            yield text, lambda world, entry=item: [world[name] for name in over].count(entry) == 1  # type: ignore[misc]
    else:
        yield group, lambda world: claimed(words, world)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=SLOW)
@given(SEEDS)
def test_documents(seed: int) -> None:
    value = ModelMaker(Random(seed)).document()
    note(json.dumps(value))
    assert SCHEMA.is_valid(value)
    never = [
        item
        for item in value["constraints"]
        if "when" not in item and not any(claimed(item, world) for world in worlds_of(value))
    ]
    try:
        model = read_document(value)
    except InvalidPuzzle as error:
        refusal = error
    else:
        refusal = None
    if refusal is not None:
        place = int(refusal.where.split("[")[1].split("]")[0])
        assert "is never true" in refusal.problem
        assert value["constraints"][place] in never
        return
    again = document(model)
    assert document(read_document(document_text(model))) == again
    assert SCHEMA.is_valid(again)
    assert read_document(again).statement.groups == model.statement.groups
    truth = truth_of(value, model)
    check_queries(model, truth)


def worlds_of(value: dict[str, Any]) -> list[World]:
    names = [variable["name"] for variable in value["variables"]]
    return [dict(zip(names, values, strict=True)) for values in product(*map(values_of, value["variables"]))]


def test_every_kind_of_constraint_is_tried() -> None:
    branches = document_schema()["properties"]["constraints"]["items"]["oneOf"]
    assert {branch["$ref"].rpartition("/")[2] for branch in branches} == set(KINDS)


# ---- problems

EXPRESSIONS = ("number", "number", "number", "sum", "scaled", "abs", "*", "%", "//", "max", "min", "item", "truth")
CONDITIONS = ("fact", "word", "same", "compare", "compare", "compare", "and", "or", "xor", "implies", "iff", "not")
FAMILIES = ("add", "add", "add", "different", "exactly", "at_least", "at_most", "table", "automaton", "differ")
FAMILIES += ("connected", "loop", "product", "given")


class ProblemMaker:
    """A random problem in two forms: stated in a builder, and as functions of a world."""

    def __init__(self, random: Random) -> None:
        self.random = luck = random
        self.problem = p = entails.Problem(luck.choice(["", "a name"]))
        self.numbers = [p.integer("x", 0, luck.randint(1, 3)), p.integer("y", luck.sample(range(-3, 5), 3))]
        self.bools = [*p.bools("a b")][: luck.randint(1, 2)]
        if luck.random() < 0.3:
            self.bools += p.bool_grid("r{row}c{column}", 1, 2).flat
        chosen = luck.sample(["sky", "sea", "_1"], luck.randint(0, 2))
        self.words = [p.choice(name, luck.choice(WORDS)) for name in chosen]
        self.of: dict[str, list[Any]] = {
            name: [False, True] if isinstance(unknown, Bool) else list(unknown.labels or unknown.values)
            for name, unknown in p.unknowns.items()
        }
        self.worlds = [dict(zip(self.of, values, strict=True)) for values in product(*self.of.values())]
        self.rules: list[tuple[Any, Callable[[World], bool]]] = []

    def number(self, depth: int) -> tuple[Any, Callable[[World], int]]:
        luck = self.random
        kind = luck.choice(EXPRESSIONS) if depth else "number"
        if kind == "number":
            unknown = luck.choice(self.numbers)
            return unknown, lambda world: world[unknown.name]
        if kind == "truth":
            condition, holds = self.condition(depth - 1)
            return condition, lambda world: int(holds(world))
        left, of_left = self.number(depth - 1)
        right, of_right = self.number(depth - 1)
        k = luck.choice([-3, -2, 2, 3])
        match kind:
            case "sum":
                return left - right + k, lambda world: of_left(world) - of_right(world) + k
            case "scaled":
                return k * left, lambda world: k * of_left(world)
            case "abs":
                return abs(left - right), lambda world: abs(of_left(world) - of_right(world))
            case "*":
                return left * right, lambda world: of_left(world) * of_right(world)
            case "%":
                return left % k, lambda world: of_left(world) % k
            case "//":
                return left // k, lambda world: of_left(world) // k
            case "item":
                x = self.numbers[0]
                return (
                    self.problem.item([left, k, right, 1], x),
                    lambda world: [of_left(world), k, of_right(world), 1][world["x"]],
                )
        pick = max if kind == "max" else min
        built = self.problem.largest(left, right) if kind == "max" else self.problem.smallest(left, right)
        return built, lambda world: pick(of_left(world), of_right(world))

    def condition(self, depth: int) -> tuple[Any, Callable[[World], bool]]:
        luck = self.random
        kind = luck.choice(CONDITIONS) if depth else luck.choice(["fact", "word", "bool"])
        if kind in ("word", "same") and not self.words:
            kind = "bool"
        if kind == "bool":
            unknown = luck.choice(self.bools)
            return unknown, lambda world: world[unknown.name]
        if kind == "fact":
            unknown, value = luck.choice(self.numbers), luck.randint(-3, 4)
            return unknown == value, lambda world: world[unknown.name] == value
        if kind == "word":
            unknown = luck.choice(self.words)
            word = luck.choice(unknown.labels)
            return unknown != word, lambda world: world[unknown.name] != word
        if kind == "same":
            choice, two = luck.choice(self.words), luck.choice(self.words)
            listed = self.problem.item([choice, two, choice, two], self.numbers[0])
            if luck.random() < 0.4:
                word = luck.choice(choice.labels)
                return listed == word, lambda world: world[(choice, two, choice, two)[world["x"]].name] == word
            return choice == two, lambda world: world[choice.name] == world[two.name]
        if kind == "compare":
            left, of_left = self.number(depth - 1)
            right, of_right = self.number(depth - 1)
            op = luck.choice([*COMPARE])
            return COMPARE[op](left, right), lambda world: COMPARE[op](of_left(world), of_right(world))
        choice, of_one = self.condition(depth - 1)
        two, of_two = self.condition(depth - 1)
        match kind:
            case "and":
                return choice & two, lambda world: of_one(world) and of_two(world)
            case "or":
                return choice | two, lambda world: of_one(world) or of_two(world)
            case "xor":
                return choice ^ two, lambda world: of_one(world) != of_two(world)
            case "implies":
                return choice.implies(two), lambda world: not of_one(world) or of_two(world)
            case "iff":
                return choice == two, lambda world: of_one(world) == of_two(world)
        return ~choice, lambda world: not of_one(world)

    def random_condition(self, family: str) -> tuple[Callable[..., Any], Callable[[World], bool]]:
        """Return a random condition: its statement in a builder, and its meaning."""
        luck, p = self.random, self.problem
        alike: list[Any] = self.words if self.words and luck.random() < 0.4 else self.numbers
        over = [luck.choice(alike) for _ in range(luck.randint(2, 3))]
        every: list[Any] = [luck.choice([*self.numbers, *self.words]) for _ in range(2)]
        conditions = [self.condition(1) for _ in range(luck.randint(3, 4))]
        claims, truths = [claim for claim, _ in conditions], [holds for _, holds in conditions]
        k = luck.randint(0, 3)

        def values(unknowns: Sequence[Any], world: World) -> list[Any]:
            return [world[unknown.name] for unknown in unknowns]

        def some(unknown: Any) -> Any:
            return luck.choice(self.of[unknown.name])

        match family:
            case "different":
                apart = [some(over[0])] if luck.random() < 0.6 else []
                items = [*over[:-1], over[-1] + 1] if alike is self.numbers and luck.random() < 0.6 else over
                shift = int(items is not over)
                return lambda **how: p.all_different(*items, apart_from=apart, **how), lambda world: different(
                    [*values(over[:-1], world), world[over[-1].name] + 1 if shift else world[over[-1].name]], apart
                )
            case "exactly" | "at_least" | "at_most":
                op = {"exactly": eq, "at_least": ge, "at_most": le}[family]
                return lambda **how: getattr(p, family)(k, claims, **how), lambda world: op(
                    sum(holds(world) for holds in truths), k
                )
            case "table":
                rows = [[some(unknown) for unknown in every] for _ in range(luck.randint(0, 4))]
                allowed = luck.random() < 0.6
                return lambda **how: p.table(
                    every, rows, allowed=allowed, **how
                ), lambda world: (values(every, world) in rows) == allowed
            case "automaton":
                steps = [(luck.choice("st"), some(luck.choice(over)), luck.choice("st")) for _ in range(k * 2)]
                return lambda **how: p.automaton(
                    over, steps, "s", ["t"], **how
                ), lambda world: "t" in read_by(steps, "s", values(over, world))
            case "differ":
                return lambda **how: p.differ(
                    over[:1], over[1:2], **how
                ), lambda world: world[over[0].name] != world[over[1].name]
            case "connected":
                edges = [(0, 1), (1, 2)]
                return lambda **how: p.connected(claims, edges, **how), lambda world: is_connected(
                    {place for place, holds in enumerate(truths) if holds(world)}, edges, None
                )
            case "loop":
                ring = ["uv", "vw", "wu", "uv"][: len(claims)]
                return lambda **how: p.loop(claims, ring, **how), lambda world: is_loop(
                    [edge for edge, holds in zip(ring, truths, strict=True) if holds(world)]
                )
            case "product":
                return lambda **how: p.product(self.numbers, k, **how), lambda world: world["x"] * world["y"] == k
        condition, holds = self.condition(luck.randint(1, 3))
        return lambda **how: p.add(condition, **how), holds

    def state(self, place: int) -> None:
        luck, family = self.random, self.random.choice(FAMILIES)
        if family == "given":
            unknown: Any = luck.choice([*self.numbers, *self.bools, *self.words])
            value = luck.choice(self.of[unknown.name])
            self.rules.append((self.problem.given(unknown, value), lambda world: world[unknown.name] == value))
            return
        say, holds = self.random_condition(family)
        how: dict[str, Any] = {}
        whole = holds
        if luck.random() < 0.3:
            guard, of_guard = self.condition(luck.randint(0, 2))
            how["when"] = guard
            whole = lambda world: not of_guard(world) or holds(world)  # noqa: E731
        if luck.random() < 0.5:
            how["because"] = luck.choice(["t1", "t2 {0}", f"rule {place} {{x}}"])
        elif luck.random() < 0.4:
            how |= {"weight": luck.randint(1, 4), "id": f"id {place}"}
            if luck.random() < 0.5:
                how["doubtable"] = luck.random() < 0.7
        possible = any(map(whole, self.worlds))
        try:
            self.rules.append((say(**how), whole))
        except InvalidStatement as error:
            if possible or "can never be true" not in error.problem:
                raise

    def truth(self) -> Truth:
        units: dict[str, set[int]] = {}
        for rule, holds in self.rules:
            inside = {number for number, world in enumerate(self.worlds) if holds(world)}
            units[rule.key] = units.get(rule.key, inside) & inside
        soft = {group.id: group.weight for group in self.problem.statement().groups if group.soft}
        return Truth(self.worlds, [*self.of], units, soft, self.worth, self.sense)

    def finished(self) -> Truth:
        luck = self.random
        self.worth: Callable[[World], int] | None = None
        self.sense = luck.choice(["maximise", "minimise"])
        for place in range(luck.randint(1, 6)):
            self.state(place)
        if luck.random() < 0.3:
            goal, self.worth = self.number(2)
            getattr(self.problem, self.sense)(goal)
        return self.truth()


def groups_of(model: ProblemModel) -> list[tuple[str, str, bool, int]]:
    """Return the groups that contain constraints; tautologies leave empty groups out."""
    used = {constraint.group for constraint in model.statement.constraints}
    groups = (group for number, group in enumerate(model.statement.groups) if number in used)
    return sorted((group.id, group.text, group.soft, group.weight) for group in groups)


@settings(max_examples=EXAMPLES // 2, deadline=None, suppress_health_check=SLOW)
@given(SEEDS)
def test_problems(seed: int) -> None:
    maker = ProblemMaker(Random(seed))
    truth = maker.finished()
    p = maker.problem
    note(f"{p}\n{p.unknowns} {[(unknown, unknown.labels or unknown.values) for unknown in p.unknowns.values()]}")
    written = p.to_json()
    again = read_document(written)
    check_queries(p.model(), truth)
    assert groups_of(again) == groups_of(p.model())
    check_queries(again, truth)
    assert document(read_document(document_text(again))) == document(again)
    assert SCHEMA.is_valid(json.loads(written))
