"""Numbering of the groups of a statement: order, refinement, and the fixed numbers of a base."""

import pickle

from entails.locale.message import Message
from entails.models.constraints import AllDifferent, Clause, Compare
from entails.models.encoding import Group
from entails.models.statement import DEFINITIONS, GroupIndex, Statement, Variable, boolean

ROW = Message("{row} holds one {value}", "{row} contient un seul {value}")


def cells(count: int, values: range) -> tuple[Variable, ...]:
    return tuple(Variable(f"c{i}", values, Group(f"c{i} holds", f"c{i} holds one digit")) for i in range(count))


def row(group: int = 0, count: int = 3) -> AllDifferent:
    return AllDifferent(tuple(range(count)), each=ROW(row="row 1"), group=group)


def ids(statement: Statement) -> list[str]:
    return [group.id for group in GroupIndex.of(statement).groups]


def test_values_come_first_and_equal_groups_are_one() -> None:
    variables = (Variable("x", range(2)), boolean("b"), Variable("y", range(2)))
    granularity = GroupIndex.of(Statement(variables, (Group("g", "g"),), (Clause((1,)),)))
    assert [group.id for group in granularity.groups] == ["domains", "g"]
    assert (granularity.holds, granularity.number, granularity.definitions) == ((0, -1, 0), (1,), None)


def test_a_group_of_rules_gives_way_to_one_for_each_value() -> None:
    statement = Statement(cells(3, range(1, 4)), (Group("row 1", "row 1 is all different"),), (row(),))
    assert ids(statement)[3:] == ["row 1 holds one 1", "row 1 holds one 2", "row 1 holds one 3"]
    granularity = GroupIndex.of(statement)
    assert granularity.number == (None,)
    assert granularity.fine(statement.constraints[0]) == {1: 3, 2: 4, 3: 5}  # type: ignore[arg-type]
    assert granularity.groups[4].say("fr") == "row 1 contient un seul 2"
    assert granularity is GroupIndex.of(statement)


def test_a_group_that_may_be_soft_stays_as_the_parent() -> None:
    coarse = Group("row 1", "row 1 is all different", soft=True, cells=("c0", "c1", "c2"))
    granularity = GroupIndex.of(Statement(cells(3, range(1, 4)), (coarse,), (row(),)))
    assert not granularity.groups[3].soft
    assert [(group.id, group.parent, group.soft, group.cells) for group in granularity.groups[4:]] == [
        (f"row 1 holds one {value}", "row 1", True, ("c0", "c1", "c2")) for value in (1, 2, 3)
    ]


def test_a_group_that_says_more_stays_as_it_is() -> None:
    coarse = Group("row 1", "row 1 is all different and begins with 1", soft=True)
    statement = Statement(cells(3, range(1, 4)), (coarse,), (row(), Clause((1,))))
    assert GroupIndex.of(statement).groups[3] == coarse
    assert GroupIndex.of(statement).number == (3,)


def test_a_missing_value_is_not_stated_value_by_value() -> None:
    for item in (row(count=2), row(count=0), AllDifferent((0, 1, 1), each=ROW(row="row 1"))):
        statement = Statement(cells(3, range(1, 4)), (Group("row 1", "row 1"),), (item,))
        assert GroupIndex.of(statement).fine(item) == {}
        assert ids(statement)[3:] == ["row 1"]


def test_labels_fill_the_sentence() -> None:
    variables = tuple(Variable(f"c{i}", range(2), labels=("red", "blue")) for i in range(2))
    all_different = AllDifferent((0, 1), each=Message("one of them is {label}")())
    assert ids(Statement(variables, (Group("g", "g"),), (all_different,)))[1:] == [
        "one of them is red",
        "one of them is blue",
    ]


def test_what_a_frame_has_keeps_its_numbers() -> None:
    base = Statement(cells(3, range(1, 4)), (Group("row 1", "row 1"),), (row(),))
    group = Group("given c0=1", "c0 is given as 1", soft=True)
    statement = Statement(base.variables, (group, Group("less", "less")), (Clause((1,), group=1),), base=base)
    assert ids(statement) == [*ids(base), "given c0=1", "less"]
    assert GroupIndex.of(statement).number == (None, 6, 7)
    more = Statement(base.variables, (group,), (Clause((1,), group=1), Compare(0, "<", 1)), base=base)
    assert GroupIndex.of(more).definitions == 7
    assert GroupIndex.of(more).groups[7] == DEFINITIONS
    own = Statement((*base.variables, boolean("b")), (group,), (Clause((10,), group=1),), base=base)
    assert ids(own) == [*ids(base), "given c0=1"]


def test_groups_travel() -> None:
    groups = GroupIndex.of(Statement(cells(3, range(1, 4)), (Group("row 1", "row 1"),), (row(),))).groups
    again = pickle.loads(pickle.dumps(groups))
    assert again == groups == tuple(groups)
    assert len(again) == 6


def test_what_compilers_made_does_not_travel() -> None:
    statement = Statement(cells(3, range(1, 4)), (Group("row 1", "row 1"),), (row(),))
    GroupIndex.of(statement)
    assert pickle.loads(pickle.dumps(statement)).cache == {}
