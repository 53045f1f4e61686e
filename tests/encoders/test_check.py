"""The checker names the violated sentence and the reason, in English and French."""

from random import Random

import numpy as np
import pytest
from statement_makers import KINDS, make_statement
from statement_meaning import World, assignments, claims

from entails.encoders.check.checker import breaches, broken
from entails.locale.message import Message
from entails.models.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Calculation,
    CapacityLimit,
    Cardinality,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    DistinctValues,
    Element,
    InverseLists,
    Lexicographic,
    Linear,
    Logic,
    Loop,
    Product,
    RoundTrip,
    Table,
    Task,
    TasksApart,
    TupleRows,
)
from entails.models.encoding import Group
from entails.models.problem.builder import Builder
from entails.models.statement import GroupIndex, Statement, Variable, boolean

ROW = Message("row 1 holds one {value}", "la ligne 1 contient un seul {value}")
NUMBERS = tuple(Variable(name, range(1, 4)) for name in "xyz")
LIGHTS = tuple(boolean(name) for name in "abcd")

SAID: dict[str, tuple[Constraint, tuple[int, ...], str, str]] = {
    "clause": (
        Clause((1, -4)),
        (2, 1, 1),
        "none of these is true: x=1, not y=1",
        "rien de ceci n'est vrai : x=1, non y=1",
    ),
    "count": (
        Count((1, 4, 7), "<=", 1),
        (1, 1, 2),
        "2 of these are true, not <= 1: x=1, y=1, z=1",
        "2 sont vrais, pas <= 1 : x=1, y=1, z=1",
    ),
    "all_different": (
        AllDifferent((0, 1, 2)),
        (3, 2, 3),
        "3 occurs more than once: x is 3, z is 3",
        "3 apparaît plusieurs fois : x vaut 3, z vaut 3",
    ),
    "sum": (
        Linear(((2, 0), (1, 1)), "=", 8, ((1, 7),)),
        (3, 2, 1),
        "the sum is 9, not = 8: x is 3, y is 2",
        "la somme est 9, pas = 8 : x vaut 3, y vaut 2",
    ),
    "compare": (Compare(0, "<", 1, -1), (2, 3, 1), "x is 2, y is 3", "x vaut 2, y vaut 3"),
    "distance": (
        Distance(0, 1, ">=", 2),
        (2, 3, 1),
        "they are 1 apart, not >= 2: x is 2, y is 3",
        "leur écart est 1, pas >= 2 : x vaut 2, y vaut 3",
    ),
    "product": (
        Product((0, 1), 6),
        (2, 2, 1),
        "the product is 4, not 6: x is 2, y is 2",
        "le produit est 4, pas 6 : x vaut 2, y vaut 2",
    ),
    "arithmetic": (
        Calculation("*", (0, 1), 2),
        (2, 2, 1),
        "* gives 4: x is 2, y is 2, z is 1",
        "* donne 4 : x vaut 2, y vaut 2, z vaut 1",
    ),
    "table": (
        Table((0, 1), TupleRows([[1, 2], [2, 3]])),
        (1, 3, 1),
        "no row of the table has x is 1, y is 3",
        "aucune ligne de la table n'a x vaut 1, y vaut 3",
    ),
    "automaton": (
        Automaton((0, 1), 0, frozenset({1}), ((0, 1, 1), (1, 1, 1))),
        (1, 2, 1),
        "this sequence is rejected: x is 1, y is 2",
        "cette suite est refusée : x vaut 1, y vaut 2",
    ),
    "logic": (
        Logic(("implies", 1, ("or", 4, 7))),
        (1, 2, 2),
        "false if x=1, not y=1, not z=1",
        "faux si x=1, non y=1, non z=1",
    ),
    "element": (
        Element(0, (("const", 5), ("var", 1)), ("var", 2), first=1),
        (2, 1, 3),
        "x is 2, and the item there is 1, not 3",
        "x vaut 2, et l'élément est 1, pas 3",
    ),
    "differ": (
        Differ((0, 1), (1, 2)),
        (1, 1, 1),
        "both are equal: x is 1, y is 1",
        "les deux sont identiques : x vaut 1, y vaut 1",
    ),
    "clauses": (
        Bulk(np.array([1, 4, 5], np.int32), np.array([0, 1, 3], np.int32)),
        (1, 3, 1),
        "none of these is true: y=1, y=2",
        "rien de ceci n'est vrai : y=1, y=2",
    ),
    "connected": (
        Connected((1, 2, 3), ((0, 1), (1, 2))),
        (1, 0, 1, 0),
        "a and c are not connected",
        "a et c ne sont pas reliés",
    ),
    "no_overlap": (
        TasksApart((Task("paint kitchen", 0, ("const", 3)), Task("tile kitchen", 1, ("var", 2))), "machine 2"),
        (1, 3, 1),
        "paint kitchen and tile kitchen overlap on machine 2",
        "paint kitchen et tile kitchen se chevauchent sur machine 2",
    ),
    "cumulative": (
        CapacityLimit(
            (Task("mix", 0, ("const", 3)), Task("bake", 1, ("const", 1))), (("const", 2), ("var", 2)), ("const", 3)
        ),
        (1, 3, 2),
        "overload at 3: mix, bake use 4, the capacity is 3",
        "surcharge à 3 : mix, bake utilisent 4, la capacité est 3",
    ),
    "circuit": (
        RoundTrip((0, 1, 2), 1),
        (2, 1, 3),
        "place 3 is left out: z is 3",
        "le lieu 3 est omis : z vaut 3",
    ),
    "inverse": (
        InverseLists((0, 1), (1, 2), 1, 1),
        (1, 2, 1),
        "x is 1, but y is 2",
        "x vaut 1, mais y vaut 2",
    ),
    "lexicographic": (
        Lexicographic((0, 1), (0, 2)),
        (1, 3, 2),
        "x is 1, y is 3 comes after x is 1, z is 2",
        "x vaut 1, y vaut 3 vient après x vaut 1, z vaut 2",
    ),
    "cardinality": (
        Cardinality((0, 1, 2), (1, 3), (("const", 1), ("var", 0))),
        (1, 1, 3),
        "1 is taken 2 times, not 1: x is 1, y is 1",
        "1 apparaît 2 fois, pas 1 : x vaut 1, y vaut 1",
    ),
    "distinct_values": (
        DistinctValues((0, 1, 2), "<=", ("const", 2)),
        (1, 2, 3),
        "3 different values, not <= 2: x is 1, y is 2, z is 3",
        "3 valeurs différentes, pas <= 2 : x vaut 1, y vaut 2, z vaut 3",
    ),
    "loop": (
        Loop((1, 2, 3, 4), ((0, 1), (1, 2), (2, 0), (2, 3))),
        (1, 1, 1, 1),
        "the loop ends or branches: b, c, d",
        "la boucle s'arrête ou se divise : b, c, d",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_says_how(kind: str) -> None:
    item, values, english, french = SAID[kind]
    group = Group("it", "what is said")
    statement = Statement(LIGHTS if kind in ("connected", "loop") else NUMBERS, (group,), (item,))
    (breach,) = breaches(statement, values)
    assert breach.group == group
    assert (breach.how.say(), breach.how.say("fr")) == (english, french)


def test_other_ways_to_be_wrong() -> None:
    def how(constraint: Constraint, *values: int) -> str:
        variables = LIGHTS if isinstance(constraint, Loop | Connected) else NUMBERS
        (breach,) = breaches(Statement(variables, (Group("it", "it"),), (constraint,)), values)
        return breach.how.say()

    square = ((0, 1), (1, 0), (2, 3), (3, 2))
    assert how(Loop((1, 2, 3, 4), square), 0, 0, 0, 0) == "there is no loop"
    assert how(Loop((1, 2, 3, 4), square), 1, 1, 1, 1) == "a and c belong to different loops"
    assert how(Connected((1, 2), (), 0), 0, 1, 0, 0) == "a is false"
    assert how(Element(0, (("const", 5),), ("const", 5)), 3, 1, 1) == "x is 3, which is out of range"
    assert how(Table((0,), TupleRows([[2]]), allowed=False), 2, 1, 1) == "a row of the table has x is 2"


@pytest.mark.parametrize("kind", KINDS)
def test_breaks_exactly_what_brute_force_says(kind: str) -> None:
    """The checker agrees with brute force group by group if every value is known, and renders every sentence."""
    for seed in range(6):
        statement = make_statement(Random(seed), KINDS[kind], soft=2)
        groups = GroupIndex.of(statement).groups
        for values in assignments(statement):
            wrong = {groups[group].id for group, met in claims(statement, World(statement, values)) if not met}
            items = list(breaches(statement, values))
            assert {breach.group.id for breach in items} == wrong
            assert all(breach.how.say() and breach.how.say("fr") for breach in items)


def test_fine_sentences_are_named() -> None:
    statement = Statement(NUMBERS, (Group("row 1", "row 1"),), (AllDifferent((0, 1, 2), each=ROW()),))
    assert broken(statement, (1, 2, 3)) is None
    twice, never = breaches(statement, (1, 2, 1))
    assert (twice.group.text, twice.how.say()) == ("row 1 holds one 1", "1 occurs more than once: x is 1, z is 1")
    assert (never.group.say("fr"), never.how.say()) == ("la ligne 1 contient un seul 3", "3 does not occur")


def test_values_that_are_none() -> None:
    own = Variable("w", (2, 4, 6), Group("w", "w is even"))
    statement = Statement((*NUMBERS, own), (Group("it", "it"),), (Compare(0, "<", 1),))
    report = [(breach.group.id, breach.how.say()) for breach in breaches(statement, (1, None, 7, 3))]
    assert report == [("domains", "y has no value"), ("domains", "z cannot be 7"), ("w", "w cannot be 3")]
    assert broken(statement, ()) is not None
    assert broken(statement, (1, 2, 3)) == own.holds


def test_hidden_values_are_found() -> None:
    """The checker finds values of hidden variables: two hidden conditions of a disjunction, and an even hidden sum."""
    hidden = (boolean("h", hidden=True), boolean("i", hidden=True), Variable("s", (2, 4, 6), hidden=True))
    text = (
        Compare(0, "<", 1, when=(10,)),
        Compare(1, "<", 2, when=(11,)),
        Clause((10, 11), group=1),
        Linear(((1, 0), (1, 2), (-1, 5)), "=", 0, group=2),
    )
    groups = tuple(Group(name, name) for name in ("definitions", "either", "even"))
    statement = Statement((*NUMBERS, *hidden), groups, text)
    for values in assignments(Statement(NUMBERS)):
        x, y, z = values
        expected = {"either"} if x >= y >= z else set()
        expected |= {"even"} if (x + z) % 2 else set()
        assert {breach.group.id for breach in breaches(statement, values)} == expected
    assert broken(statement, (1, 2, 1, 0, 1, 2)) == groups[0], "a value that was told is not changed"
    assert broken(statement, (1, 2, 1, 1, None, None)) is None


def test_a_hidden_variable_without_values() -> None:
    statement = Statement((*NUMBERS, Variable("h", (), hidden=True)))
    (breach,) = breaches(statement, (1, 1, 1))
    assert breach.how.say() == "a variable without a name has no value"


def test_many_hidden_values_are_settled_one_after_the_other() -> None:
    """A chain of dependent hidden variables is settled in linear time, without trying combinations."""
    length = 300
    chain = tuple(Variable(f"h{place}", range(10), hidden=True) for place in range(length))
    text = [Compare(place, "=", place - 1, 1 if place % 2 else -1) for place in range(1, length + 1)]
    statement = Statement((Variable("x", range(10)), *chain), (Group("it", "it"),), tuple(reversed(text)))
    assert broken(statement, (5,)) is None
    assert broken(statement, (9,)) is not None


def test_words_are_named_by_their_text() -> None:
    p = Builder()
    sky, sea, x = p.choice("sky", "blue grey"), p.choice("sea", "green grey"), p.integer("x", 0, 1)
    p.all_different(sky, sea)
    p.add(p.item([sky, sea], x) == "blue")
    (different, item) = breaches(p.statement(), (1, 1, 1))
    assert different.how.say() == "grey occurs more than once: sky is grey, sea is grey"
    assert item.how.say() == "x is 1, and the item there is grey, not blue"
