"""A loop with a sentence per vertex has the same solutions, and names the vertex where it fails."""

import entails
from entails.encoders.cnf.compile import compile_cnf
from entails.locale.message import Message
from entails.models.constraints import Loop
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.statement import Statement, StatementBuilder, boolean
from entails.solvers.engine import engine, solutions

EDGES = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2))
AT = Message("vertex {number}", "le sommet {number}")
ONE = Message("one loop", "une boucle")


def stated(*, apart: bool) -> Statement:
    builder = StatementBuilder(boolean(f"e{number}") for number in range(len(EDGES)))
    groups = tuple(builder.rule(AT(number=number)) for number in range(4)) if apart else ()
    builder.rule(ONE(), Loop(builder.facts(range(len(EDGES))), EDGES, at_vertex=groups))
    return builder.statement()


def test_the_same_loops_with_and_without() -> None:
    items = []
    for apart in (False, True):
        cnf = compile_cnf(stated(apart=apart))
        items.append(sorted(solutions(engine("cadical195"), cnf, UNLIMITED, DEFAULTS)))
    assert items[0] == items[1]
    assert len(items[0]) == 3


def test_each_vertex_has_its_clauses() -> None:
    cnf = compile_cnf(stated(apart=True))
    held = {cnf.groups[group].text for group in cnf.clauses.group_of.tolist()}
    assert {f"vertex {number}" for number in range(4)} | {"one loop"} <= held


def test_a_contradiction_names_the_dots() -> None:
    puzzle = entails.parse("slitherlink", "11.2./.101./1...1/.1.12/.3..1")
    (conflict, *_) = entails.explain(puzzle, most=1).conflicts
    assert {rule.text for rule in conflict.rules} >= {"the line neither ends nor branches at dot r1c1"}
    assert "the lines form one loop" not in {rule.text for rule in conflict.rules}
