"""Repair weights: cheaper constraints are removed first, in Python, in documents and on every interface."""

import json
import random
from itertools import chain, combinations

import pytest
from cli.runner import entails as command

import entails
from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document_text
from entails.models.encoding import Clauses, Cnf, Group
from entails.models.errors import Invalid, InvalidStatement
from entails.models.limits import UNLIMITED, Options
from entails.solvers.engine import engine
from entails.solvers.explain import explain

TAKUZU = "..00../...00./.1..../....../0.0.../..0..0"


def consistent(clauses: list[list[int]], variables: int) -> bool:
    return any(
        all(any((bits >> abs(lit) - 1 & 1) == (lit > 0) for lit in clause) for clause in clauses)
        for bits in range(2**variables)
    )


def test_repairs_come_in_order_of_what_they_weigh() -> None:
    """Repairs are listed by weight: all are found and the cheapest is first, against all subsets."""
    dice, explained = random.Random(7), 0
    for _ in range(40):
        clauses = [[dice.choice((-1, 1)) * v for v in dice.sample(range(1, 4), 2)] for _ in range(8)]
        weights = [dice.randint(1, 9) for _ in clauses]
        groups = tuple(Group(str(n), f"clause {n}", soft=True, weight=w) for n, w in enumerate(weights))
        if consistent(clauses, 3):
            continue
        explained += 1
        every = chain.from_iterable(combinations(range(8), size) for size in range(9))
        repairing = [set(s) for s in every if consistent([c for n, c in enumerate(clauses) if n not in s], 3)]
        minimal = [item for item in repairing if not any(second < item for second in repairing)]
        cnf = Cnf(3, ("a", "b", "c"), groups, tuple, Clauses.of(clauses, range(8)))
        explanation = explain(engine("minisat22"), cnf, UNLIMITED, Options(), most=100, verifier=engine("mergesat3"))
        assert explanation.complete
        assert explanation.smallest_repair
        costs = [repair.cost for repair in explanation.repairs]
        assert costs == sorted(sum(weights[n] for n in item) for item in minimal)
        assert {tuple(int(g.id) for g in r.groups) for r in explanation.repairs} == {
            tuple(sorted(item)) for item in minimal
        }
    assert explained > 15


def test_a_problem_and_its_document() -> None:
    p = entails.Problem("weights")
    x, y = p.ints("x y", 0, 9)
    p.add(x > y, "x is larger", soft=True, weight=5)
    p.add(y > x, "y is larger", soft=True)
    p.given(x, 3, weight=2)
    assert [group.text for group in p.explain().repairs[0].groups] == ["y is larger"]
    document = document_text(p.model())
    assert {load["text"]: load.get("weight") for load in json.loads(document)["constraints"]} == {
        "x is larger": 5,
        "y is larger": None,
        "x is 3 (given)": 2,
    }
    again = read_document(document).statement
    assert {group.text: group.weight for group in again.every_group if group.soft}["x is larger"] == 5


def test_weights_that_are_none() -> None:
    p = entails.Problem()
    x, y = p.ints("x y", 0, 9)
    p.add(x > y, weight=0)
    with pytest.raises(InvalidStatement, match="invalid weight 0"):
        p.solve()
    text = {"variables": [{"name": "x", "domain": [0, 1]}]}
    for weight, words in ((0, "is out of range"), ("heavy", "not a whole number")):
        item = {"kind": "clause", "facts": ["x=1"], "weight": weight}
        with pytest.raises(Invalid, match=words):
            read_document(json.dumps(text | {"constraints": [item]}))
    two = [{"kind": "clause", "facts": [f"x={n}"], "text": "same", "weight": n + 1} for n in range(2)]
    with pytest.raises(Invalid, match="two weights"):
        read_document(json.dumps(text | {"constraints": two}))


def test_on_the_command_line() -> None:
    light = command("takuzu", "explain", TAKUZU, "--json").line
    heavy = command(
        "takuzu", "explain", TAKUZU, "--json", "--weight", "given r1c3=0:7", "--weight", "given r5c3=0:3"
    ).line
    assert light["costs"] == [1, 1, 1]
    assert heavy["costs"] == [1, 3, 7]
    assert heavy["repairs"] == [["given r6c3=0"], ["given r5c3=0"], ["given r1c3=0"]]
    for wrong in ("given r1c3=0", "given r1c3=0:x", "given r1c3=0:0", "nothing:3"):
        text = command("takuzu", "explain", TAKUZU, "--weight", wrong)
        assert text.code == 2
        assert "--weight" in text.err
