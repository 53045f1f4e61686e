"""Problem builder: names, grids, sentences, soft rules, and access to solutions."""

import functools
import operator
import pickle
import re
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from statement_oracle import every_answer

from entails.formats.model_json.read import read_document
from entails.formats.model_json.write import document, document_text
from entails.locale.message import Sentence
from entails.models.constraints import AllDifferent, Connected, Loop
from entails.models.errors import InvalidStatement, TooLarge
from entails.models.expressions.core import LoweringHooks
from entails.models.fields import Json
from entails.models.problem.builder import Builder
from entails.models.problem.model import Solution


def test_names_are_listed_as_people_list_them() -> None:
    p = Builder()
    assert [x.name for x in p.ints("S E, N", 0, 9)] == ["S", "E", "N"]
    assert [x.name for x in p.bools("q1..q3 r08..10")] == ["q1", "q2", "q3", "r8", "r9", "r10"]
    assert [x.name for x in p.choices(["left hand", "right hand"], "red blue")] == ["left hand", "right hand"]
    assert p.statement().names[-2:] == ("right hand=red", "right hand=blue")


@pytest.mark.parametrize(
    ("declare", "problem"),
    [
        (lambda p: p.ints("x x", 0, 1), r"duplicate variable 'x'"),
        (lambda p: p.integer("x=y", 0, 1), r"cannot be called 'x=y'"),
        (lambda p: p.integer("!x", 0, 1), r"cannot be called '!x'"),
        (lambda p: p.integer("", 0, 1), r"a variable has no name"),
        (lambda p: p.integer("x" * 101, 0, 1), r"has 101 characters and not 100 at most"),
        (lambda p: p.integer("x\n", 0, 1), r"cannot be called"),
        (lambda p: p.integer("x", 3, 1), r"x has no values between 3 and 1; expected the lower number first"),
        (lambda p: p.integer("x", []), r"x has no values"),
        (lambda p: p.integer("x", 3), r"no highest value; expected two numbers, or a list"),
        (lambda p: p.integer("x", [1, 2], 3), r"a list of values and a highest value"),
        (lambda p: p.choice("x", "red red"), r"x has words that are empty, repeated or contain ="),
        (lambda p: p.ints("q5..q1", 0, 1), r"'q5..q1' is not a series of names"),
        (lambda p: p.grid("r{row}c{column}", 0, 3, 0, 1), r"a grid of 0x3 cells is empty"),
        (lambda p: p.grid("r{row}", 2, 2, 0, 1), r"duplicate variable 'r1'"),
        (lambda p: p.statement(), r"the problem has no variables"),
    ],
)
def test_variables_that_cannot_be(declare: object, problem: str) -> None:
    with pytest.raises(InvalidStatement, match=problem):
        declare(Builder())  # type: ignore[operator]


def test_too_many_facts() -> None:
    builder = Builder()
    builder.integer("x", 0, 10**9)  # an interval counts once
    with pytest.raises(TooLarge, match=r"with y500 there are 5,000,001 facts; expected 5,000,000 at most"):
        builder.ints("y1..y501", 1, 10_000)


def test_a_grid_and_its_parts() -> None:
    p = Builder()
    cells = p.grid("r{row}c{column}", 4, 6, 1, 6)

    def names(array: object) -> list[str]:
        return [str(cell) for cell in array]  # type: ignore[attr-defined]

    assert str(cells[0, 5]) == "r1c6"
    assert names(cells[1]) == ["r2c1", "r2c2", "r2c3", "r2c4", "r2c5", "r2c6"]
    assert names(cells[:, 2]) == ["r1c3", "r2c3", "r3c3", "r4c3"]
    assert names(cells[1:3, 0]) == ["r2c1", "r3c1"]
    assert names(cells[3, -2:]) == ["r4c5", "r4c6"]
    assert names(cells[0:2, 0:2].flat) == ["r1c1", "r1c2", "r2c1", "r2c2"]
    assert [str(line.called) for line in cells.lines][::5] == ["row 1", "column 2"]
    assert len(cells.boxes(2, 3)) == 4
    assert names(cells.boxes(2, 3)[1]) == ["r1c4", "r1c5", "r1c6", "r2c4", "r2c5", "r2c6"]
    assert cells.boxes(2, 3)[1].called is not None
    assert cells.boxes(2, 3)[1].called.say("fr") == "le bloc 2"
    assert len(cells.windows(2, 2)) == 15
    assert names(cells.neighbours(cells[0, 0])) == ["r1c2", "r2c1"]
    assert len(cells.neighbours(cells[1, 1], diagonal=True)) == 8
    assert cells.place(cells[2, 3]) == (2, 3)
    assert len(cells.edges) == 4 * 5 + 3 * 6
    assert cells[0, 0] in cells[0]
    assert cells[0].index(cells[0, 3]) == 3
    with pytest.raises(InvalidStatement, match="cannot be divided into boxes of 3x3"):
        cells.boxes(3, 3)
    with pytest.raises(InvalidStatement, match="only a square has long diagonals"):
        cells.diagonals  # noqa: B018
    square = p.grid("s{row}{column}", 2, 2, 0, 1)
    assert [names(diagonal) for diagonal in square.diagonals] == [["s11", "s22"], ["s12", "s21"]]


def test_a_cell_at_an_unknown_place() -> None:
    p = Builder()
    cells = p.grid("r{row}c{column}", 2, 2, 0, 1)
    i = p.integer("i", 0, 1)
    p.add(cells[i, 1] == 1, cells[0, i] == 0)
    assert all(
        (values[1], values[3])[values[4]] == 1 and values[values[4]] == 0 for values in every_answer(p.statement())
    )
    with pytest.raises(InvalidStatement, match="may be outside the grid"):
        cells[i + 1, 0]


def test_sentences() -> None:
    p = Builder()
    cells = p.grid("r{row}c{column}", 2, 2, 1, 2)
    x, y = p.ints("x y", 0, 5)
    a = p.boolean("a")
    items = [
        p.all_different(cells.rows[0]),
        p.all_different(cells.rows[1], because="{0} is a row"),
        p.all_different(cells[0, 0], x),
        p.all_different(p.ints("u v w", 1, 3), each="one {value} in {braces}", because="u, v, w"),
        p.add(x > y, "{0} beats {1}, not {2}"),
        p.add(x > y, when=a),
        p.given(x, 3),
        p.given(a),
        p.given(y, 2, because="because I say so"),
        p.exactly(1, [a, x == 3]),
    ]
    assert [rule.text for rule in items] == [
        "row 1 has each value once",
        "row 2 is a row",
        "r1c1, x are all different",
        "u, v, w",
        "x beats y, not {2}",
        "if a then x > y",
        "x is 3 (given)",
        "a is true (given)",
        "because I say so",
        "exactly 1 of a, x = 3",
    ]
    assert items[0].sentence.say("fr") == "la ligne 1 contient chaque valeur une fois"
    assert items[6].sentence.say("fr") == "x vaut 3 (donné)"
    statement = p.statement()
    eaches = [constraint.each for constraint in statement.constraints if isinstance(constraint, AllDifferent)]
    assert [each and each.having(value=1).say() for each in eaches] == [
        "row 1 has one 1",
        None,
        None,
        "one 1 in {braces}",
    ]
    assert [group.id for group in statement.groups][6:9] == ["given x=3", "given a", "given y=2"]
    assert statement.groups[2].cells == ("r1c1", "x")


def test_what_reads_the_same_is_not_the_same() -> None:
    p = Builder()
    x, y = p.ints("x y", 0, 3)
    first, second = p.table([x, y], [(0, 1), (1, 2)]), p.table([x, y], [(2, 3), (3, 0)])
    again = p.table([x, y], [(2, 3), (3, 0)])
    own = p.table([x, y], [(2, 3)], "{0} and {1} fit"), p.table([x, y], [(0, 1)], "x and y fit")
    texts = [
        "the values of x, y form a row of the table (rows: 2)",
        "the values of x, y form a row of the table (rows: 2) (2)",
        "the values of x, y form a row of the table (rows: 2) (2)",
    ]
    assert [rule.text for rule in (first, second, again)] == texts
    assert second.sentence.say("fr") == "les valeurs de x, y forment une ligne de la table (lignes : 2) (2)"
    assert [group.text for group in p.statement().groups] == [*texts[:2], "x and y fit"]
    assert own[0].key == own[1].key
    read = read_document(document(p.model())).statement
    assert [constraint.group for constraint in read.constraints] == [
        constraint.group for constraint in p.statement().constraints
    ]
    variables: Json = [{"name": "x", "domain": [0, 3]}]
    tables: list[Json] = [{"kind": "table", "over": ["x"], "rows": [[value]]} for value in (1, 2, 2)]
    groups = read_document({"variables": variables, "constraints": tables}).statement.groups
    assert [group.text for group in groups] == [
        "the values of x form a row of the table (rows: 1)",
        "the values of x form a row of the table (rows: 1) (2)",
    ]


def test_sentences_stay_short() -> None:
    p = Builder()
    q = p.ints("q1..q50", 1, 9)
    a = p.bools("a1..a50")
    assert str(sum(q[1:], q[0]) <= 99) == "q1 + q2 + ... (47 more) ... + q50 ≤ 99"
    assert str(p.product(q, 1)) == "q1·q2·... (47 more) ...·q50 = 1"
    assert p.add(functools.reduce(operator.or_, a)).sentence.say("fr") == "a1 ou a2 ou ... (47 autres) ... ou a50"


def test_soft_constraints() -> None:
    p = Builder()
    x, y = p.ints("x y", 0, 5)
    p.add(x > y)
    never = p.add(x < 5, soft=False)
    assert [group.soft for group in p.statement().groups] == [True, False]
    p.given(y, 2)
    assert [group.soft for group in p.statement().groups] == [False, False, True]
    p.retract(never)
    p.add(y < 4, "x > y")
    assert [group.id for group in p.statement().groups] == ["x > y", "given y=2"]
    assert [constraint.group for constraint in p.statement().constraints] == [0, 1, 0]
    p.add(x < 4, "x > y", doubtable=True)
    assert [group.soft for group in p.statement().groups] == [True, True]
    p.add(x < 3, "x > y", soft=False)
    with pytest.raises(InvalidStatement, match="'x > y' is soft in one place and hard in another"):
        p.statement()
    with pytest.raises(InvalidStatement, match="is not among the rules"):
        p.retract(never)


def test_givens_of_a_whole_grid() -> None:
    p = Builder()
    cells = p.grid("r{row}c{column}", 2, 2, 1, 4)
    p.givens(cells, "1. .4")
    p.givens(cells, [[0, 2], [None, "0"]])
    assert [rule.text for rule in p.rules] == ["r1c1 is 1 (given)", "r2c2 is 4 (given)", "r1c2 is 2 (given)"]
    with pytest.raises(InvalidStatement, match="the values do not fit the grid; expected 2x2"):
        p.givens(cells, "1234 1")


def test_families_say_what_they_mean() -> None:
    p = Builder()
    shaded = p.bool_grid("s{row}{column}", 2, 3)
    p.connected(shaded)
    p.at_least(4, shaded.flat)
    p.at_most(4, shaded.flat)
    p.differ(shaded[0], shaded[1])
    p.automaton(shaded[0], [("out", 0, "out"), ("out", 1, "in"), ("in", 1, "in")], "out", ["in"])
    p.table(shaded[1][:2], [(0, 1), (1, 1)])
    assert {"".join(map(str, answer)) for answer in every_answer(p.statement())} == {"001111", "011110", "111010"}
    (connected,) = [constraint for constraint in p.statement().constraints if isinstance(constraint, Connected)]
    assert len(connected.edges) == 7


def test_one_loop() -> None:
    p = Builder()
    points = [(r, c) for r in range(2) for c in range(3)]
    edges = [(a, b) for a in points for b in points if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    lines = p.bools(f"e{number}" for number in range(len(edges)))
    p.loop(lines, edges)
    assert sorted(sum(answer) for answer in every_answer(p.statement())) == [4, 4, 6]
    assert isinstance(p.statement().constraints[0], Loop)
    p.add(p.rules[0].condition, when=lines[0])
    with pytest.raises(InvalidStatement, match=r"cannot be negated or used inside another condition"):
        p.add(~p.rules[0].condition)


def test_largest_smallest_and_items() -> None:
    p = Builder()
    x, y, z = p.ints("x y z", 0, 2)
    p.add(p.largest(x, y, z) == 2, p.smallest([x, y]) == 1, p.item([7, 8, 9], z) == 8)
    assert sorted(every_answer(p.statement())) == [(1, 2, 1), (2, 1, 1)]


@pytest.mark.parametrize(
    ("say", "problem"),
    [
        (lambda p, _: p.all_different(), r"a rule without variables"),
        (lambda p, _: p.exactly(1, []), r"a rule without variables"),
        (lambda p, x: p.table([x], [(1, 2)]), r"rows of the wrong length; expected 1 value in each row"),
        (lambda p, x: p.table([x], [(7,)]), r"can never be true"),
        (lambda p, x: p.differ([x], [x, x]), r"lists of different lengths always differ"),
        (
            lambda p, x: p.connected([x == 1, x == 2], [(0, 2)]),
            r"an edge has an invalid end; expected indices from 0 to 1",
        ),
        (lambda p, x: p.connected([x == 1]), r"missing edges"),
        (lambda p, x: p.loop([x == 1], []), r"the edges do not match the lines"),
        (lambda p, x: p.automaton([x], [(0, 7, 1)], 0, [1]), r"can never be true"),
        (lambda p, x: p.at_least(3, [x == 1, x == 2]), r"can never be true"),
        (lambda p, x: p.product([x], 17), r"can never be true"),
    ],
)
def test_families_that_cannot_be(say: object, problem: str) -> None:
    p = Builder()
    with pytest.raises(InvalidStatement, match=problem):
        say(p, p.integer("x", 0, 5))  # type: ignore[operator]


def test_answers() -> None:
    p = Builder("a small one")
    cells = p.grid("r{row}c{column}", 2, 2, 1, 12)
    x = p.integer("x", [2, 5])
    a = p.boolean("a")
    sky = p.choice("sky", "blue grey")
    answer = Solution(p.model(), (1, 12, 3, 4, 5, 0, 1))
    assert answer["x"] == answer[x] == answer.x == 5
    assert answer[a] is False
    assert answer[sky] == answer["sky"] == "grey"
    assert answer[cells] == [[1, 12], [3, 4]]
    assert answer[cells[0]] == [1, 12]
    assert answer[2 * x + cells[0, 0]] == 11
    assert answer[(x == 5) & ~a] is True
    assert answer[sky == "blue"] is False
    assert dict(answer) == {"r1c1": 1, "r1c2": 12, "r2c1": 3, "r2c2": 4, "x": 5, "a": False, "sky": "grey"}
    assert str(answer) == " 1 12\n 3  4\n\nx = 5, a = no, sky = grey"
    assert answer._repr_html_().startswith("<table><tr><td>1</td><td>12</td></tr>")
    assert pickle.loads(pickle.dumps(answer)) == answer
    with pytest.raises(AttributeError, match="unknown variable 'sk'; expected one of sky, r1c1, r1c2"):
        answer.sk  # noqa: B018
    with pytest.raises(KeyError) as unknown:
        answer["sk"]
    assert str(unknown.value) == "unknown variable 'sk'; expected one of sky, r1c1, r1c2, r2c1, r2c2, x, a"
    assert answer.get("sk") is None
    assert 3 not in answer
    with pytest.raises(InvalidStatement, match="x is not a variable of this problem"):
        answer[Builder().integer("x", 0, 1)]


def test_words_as_values() -> None:
    p = Builder()
    wall, door = p.choices("wall door", "red green blue")
    p.add(wall != door, wall != "red", door.among("red", "green"))
    assert len(every_answer(p.statement())) == 3
    assert p.rules[-1].text == "wall ≠ door and wall ≠ red and (door = red or door = green)"
    choice = p.choice("other", "up down")
    with pytest.raises(
        InvalidStatement, match=r"can never be true; .* wall among red, green, blue, other among up, down"
    ):
        p.add(wall == choice)
    with pytest.raises(InvalidStatement, match="wall has no value 'pink'; expected one of red, green, blue"):
        p.add(wall == "pink")


def test_words_are_equal_by_their_text() -> None:
    p = Builder()
    sky, sea = p.choice("sky", "blue grey"), p.choice("sea", "green grey")
    x = p.integer("x", 0, 1)
    texts = {(sky, "blue"): 0, (sky, "grey"): 1, (sea, "green"): 2, (sea, "grey"): 1}
    assert {(item, word): item.vocabulary[word] for item, word in texts} == texts
    p.add(sky == sea)
    p.add(p.item([sky, sea], x) == "grey", p.item([sky, sea], x) != "blue")
    assert [rule.text for rule in p.rules] == ["sky = sea", "[sky, sea][x] = grey and [sky, sea][x] ≠ blue"]
    answers = every_answer(p.statement())
    assert [dict(Solution(p.model(), values)) for values in answers] == [
        {"sky": "grey", "sea": "grey", "x": 0},
        {"sky": "grey", "sea": "grey", "x": 1},
    ]


@pytest.mark.parametrize(
    ("say", "answers"),
    [
        (lambda p, sky, sea: p.all_different(sky, sea), 3),
        (lambda p, sky, sea: p.all_different(sky, sea, apart_from=["grey"]), 4),
        (lambda p, sky, sea: p.differ([sky], [sea]), 3),
        (lambda p, sky, sea: p.add(sky != sea), 3),
        (lambda p, sky, sea: p.add(~((sky != sea) | (sky == "blue"))), 1),
        (lambda p, sky, sea: p.table([sky, sea], [("grey", "grey"), ("blue", "green"), ("grey", "blue")]), 2),
        (lambda p, sky, sea: p.table([sky, sea], [("grey", "grey")], allowed=False), 3),
        (lambda p, sky, sea: p.automaton([sky, sea], [(0, "grey", 1), (0, "blue", 0), (1, "grey", 2)], 0, [2]), 1),
    ],
)
def test_words_in_every_family(say: object, answers: int) -> None:
    p = Builder()
    rule = say(p, p.choice("sky", "blue grey"), p.choice("sea", "green grey"))  # type: ignore[operator]
    assert len(every_answer(p.statement())) == answers
    again = read_document(document_text(p.model())).statement
    assert len(every_answer(again)) == answers
    assert again.groups[0].text == rule.text


@pytest.mark.parametrize(
    ("say", "problem"),
    [
        (lambda m: m.sky + 1, r"sky has words as values \(blue, grey\)"),
        (lambda m: sum([m.sky, m.sky]), "sky has words as values"),
        (lambda m: abs(m.sky), "sky has words as values"),
        (lambda m: m.p.largest(m.sky, m.x), "sky has words as values"),
        (lambda m: m.p.product([m.sky, m.x], 2), "sky has words as values"),
        (lambda m: m.p.maximise(m.sky), "sky has words as values"),
        (lambda m: m.p.item([5, 6], m.sky), "sky has words as values"),
        (lambda m: m.p.item([m.sky, m.x], m.x), "sky has words as values and x is a number"),
        (lambda m: m.sky < "grey", "sky has words as values, which have no order; expected == or !="),
        (lambda m: m.sky <= m.sky, "which have no order"),
        (lambda m: m.sky == 1, "sky has words as values, not the number 1; expected one of blue, grey"),
        (lambda m: m.sky != m.x, "sky has words as values and x is a number; expected words only, or numbers"),
        (lambda m: m.x == m.sky, "sky has words as values and x is a number"),
        (lambda m: (m.x == 1) == m.sky, "sky has words as values and x = 1 is a number"),
        (lambda m: m.x == "blue", "x has no value 'blue'; expected an integer"),
        (lambda m: m.p.all_different(m.sky, m.x), "sky has words as values and x is a number"),
        (lambda m: m.p.all_different(m.sky, apart_from=[0]), "all_different has words as values"),
        (lambda m: m.p.differ([m.sky], [m.x]), "sky has words as values and x is a number"),
        (lambda m: m.p.table([m.x, m.sky], [(0, 0)]), "sky has words as values, not the number 0"),
        (lambda m: m.p.table([m.x, m.sky], [("blue", "blue")]), "x has no value 'blue'; expected an integer"),
        (lambda m: m.p.table([m.sky], [("blu",)]), "sky has no value 'blu'; expected one of blue, grey"),
        (lambda m: m.p.automaton([m.sky], [(0, 0, 0)], 0, [0]), "the automaton has words as values"),
        (lambda m: m.p.given(m.sky, 0), "sky has words as values, not the number 0"),
    ],
)  # fmt: skip
def test_words_that_are_no_numbers(say: object, problem: str) -> None:
    p = Builder()
    with pytest.raises(InvalidStatement, match=problem):
        say(SimpleNamespace(p=p, sky=p.choice("sky", "blue grey"), x=p.integer("x", 0, 1)))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("say", "problem"),
    [
        (lambda p, x: p.add(x > 1, "a\x00b"), "the sentence: this text has characters that cannot be shown"),
        (lambda p, x: p.add(x > 1, "a" * 1001), "the sentence: this text has 1,001 characters; expected 1,000 at most"),
        (lambda p, x: p.add(x > 1, id="\x1b"), "id: this text has characters"),
        (lambda p, x: p.add(x > 1, doubtable="yes"), "doubtable is 'yes'; expected True, False or None"),
        (lambda p, x: p.choice(f"{x}2", ["a", " "]), "the words of x2: ' ' is not a text"),
        (
            lambda p, x: p.integer(f"{x}2", [10**19]),
            "x2 has the value 10,000,000,000,000,000,000; expected numbers from",
        ),
        (lambda p, x: p.integer(f"{x}2", [1.5]), "1.5 is not an integer"),
        (lambda p, x: p.integer(f"{x}2", 0, 1.5), "1.5 is not an integer"),
    ],
)
def test_what_no_document_could_hold_is_refused(say: object, problem: str) -> None:
    p = Builder()
    with pytest.raises((InvalidStatement, TooLarge), match=problem):
        say(p, p.integer("x", 0, 5))  # type: ignore[operator]


def test_every_model_comes_back_from_its_document() -> None:
    p = Builder("a\nname")
    x, y = p.ints("x _1", 0, 3)
    a = p.boolean("a")
    p.add(abs(x - y) + x == 3, "a sentence\n   of two lines")
    p.automaton([x, y], [], 0, [1], when=a)
    p.table([x], [], when=a)
    p.add((x % 2) * (y % 2) == 7, when=~a)
    p.exactly(3, [x > y, x <= y, a], because="never")
    p.maximise(x - x)
    again = read_document(document_text(p.model()))
    assert again.statement.about == ("a name",)
    assert {group.text for group in again.statement.groups} >= {"a sentence of two lines", "never"}
    assert document(again) == document(p.model())


def test_a_fact_is_not_taken_for_a_comparison() -> None:
    """A fact and a comparison have different keys: "x = 1" as a value, and "x = y" with y as variable 1."""
    p = Builder()
    x, y, a = p.integer("x", [0, 2]), p.integer("y", 0, 3), p.boolean("a")
    assert (x == 1).key != (x == y).key
    p.add((x == 1) ^ a)
    p.add((x == y) ^ a)
    assert len(every_answer(p.statement())) == 6


def test_a_sum_that_no_factor_divides_comes_back() -> None:
    p = Builder()
    x, a = p.integer("x", 0, 2), p.boolean("a")
    p.exactly(2, [(x == 9) == a, ~a, x != 9], because="an even number is odd")
    assert document(read_document(document(p.model()))) == document(p.model())
    assert every_answer(p.statement()) == []


def test_a_generated_sentence_is_worded_when_it_is_shown() -> None:
    p = Builder()
    a, b = p.bools("a {b}")
    sentence = p.add(a | ~b).sentence
    plain = pickle.loads(pickle.dumps(sentence))
    assert type(plain) is Sentence
    assert (sentence == plain, plain == sentence, hash(sentence) == hash(plain)) == (True, True, True)
    assert (sentence.say(), plain.say("fr"), sentence.say("fr")) == ("a or not {b}", "a ou non {b}", "a ou non {b}")
    assert sentence != p.add(a | b).sentence


def _with_clauses(random: Random, *, worded: bool) -> Builder:
    """State random rules, most of them clauses; if `worded`, the texts of clauses are given as their sentences."""
    p = Builder()
    x = [*p.bools("a b c true"), *([p.boolean("d or c")] if random.random() < 0.2 else [])]
    number = p.integer("n", 0, 3) if random.random() < 0.5 else None
    for _ in range(12):
        parts = [part if random.random() < 0.5 else ~part for part in random.choices(x[:3], k=random.choice((2, 3)))]
        clause = functools.reduce(operator.or_, parts)
        options = random.choice([{}] * 8 + [{"soft": True}, {"soft": True, "weight": 3}, {"id": "a or b"}, {"id": "c"}])
        kind = random.randrange(8)
        if kind == 0:
            p.add(clause, because="a or b", **options)
        elif kind == 1:
            p.add(functools.reduce(operator.and_, parts), **options)
        elif kind == 2 and number is not None:
            p.add((number >= 2) | parts[0], **options)
        elif kind == 3 and len(x) == 5:
            p.add(clause | x[4])
        elif worded or options:
            p.add(clause, because=str(clause), **options)
        else:
            p.add(clause)
    p.statement()
    return p


def test_clauses_are_grouped_by_their_literals_as_by_their_sentences() -> None:
    for seed in range(150):
        try:
            worded = _with_clauses(Random(seed), worded=True)
        except InvalidStatement as error:
            with pytest.raises(InvalidStatement, match=re.escape(str(error))):
                _with_clauses(Random(seed), worded=False)
            continue
        plain = _with_clauses(Random(seed), worded=False)
        statement, expected = plain.statement(), worded.statement()
        assert statement.constraints == expected.constraints, seed
        assert [replace(group, sentence=None) for group in statement.groups] == [
            replace(group, sentence=None) for group in expected.groups
        ], seed
        assert [(rule.text, rule.key) for rule in plain.rules] == [(rule.text, rule.key) for rule in worded.rules]
        assert pickle.loads(pickle.dumps(statement)).groups == statement.groups


def test_sentences_of_clauses_are_made_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    p = Builder()
    a, b, c = p.bools("a b c")
    with monkeypatch.context() as context:
        context.setattr(LoweringHooks, "text", None)
        p.add(a | ~b)
        p.add(b | c)
        p.add(a | ~b)
        statement = p.model().statement
        assert [constraint.group for constraint in statement.constraints] == [0, 1, 0]
    assert [(group.text, group.say("fr"), group.soft, group.cells) for group in statement.groups] == [
        ("a or not b", "a ou non b", True, ("a", "b")),
        ("b or c", "b ou c", True, ("b", "c")),
    ]


def test_a_clause_and_another_condition_with_the_same_text_are_two_rules() -> None:
    p = Builder()
    a, b = p.bools("a b")
    p.add(a | b)
    rule = p.add(p.boolean("a or b"))
    assert rule.text == "a or b (2)"
    assert [group.text for group in p.statement().groups] == ["a or b", "a or b (2)"]
    with pytest.raises(InvalidStatement, match="another problem"):
        Builder().add(a | b)
