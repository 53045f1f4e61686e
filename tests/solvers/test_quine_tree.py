"""The tree as a result: JSON, DOT, SVG, sentences; deep trees can be written."""

import json
import random
import re
from xml.etree import ElementTree

import pytest

import entails
from entails.formats.sudoku.read import parse_grid
from entails.models.encoding import Clauses, Cnf
from entails.models.limits import Limits
from entails.puzzles import puzzle_type_named
from entails.solvers.quine.draw import sentences, to_dot, to_svg
from entails.solvers.quine.options import PRESETS, QuineOptions
from entails.solvers.quine.run import quine
from entails.solvers.quine.tree import DisjunctionTree
from entails.solvers.sudoku import formula

from .quine_reference import as_cnf

ONE_LEVEL = "................12..3..4.........3....5...6...7..18......7..49..8.......21.5....."


def tree_of(grid: str, preset: str = "default", nodes: int | None = None) -> DisjunctionTree:
    result = quine(formula(parse_grid(grid)), QuineOptions.of(preset), Limits(nodes=nodes), tree=True)
    assert result.tree is not None
    return result.tree


def test_sentences_of_a_dilemma() -> None:
    dilemma = [(-1, 2), (-1, 3), (1, 4), (1, 5), (-2, -3, 6), (-4, -5, 6)]
    result = quine(as_cnf([*dilemma, (7, 8), (-7, -8)], 8), tree=True)
    assert result.tree is not None
    items = list(sentences(result.tree))
    assert items[:3] == [
        "Suppose x1. Then x2 (not x1 or x2), x3 (not x1 or x3), x6 (not x2 or not x3 or x6).",
        "Suppose not x1. Then x4 (x1 or x4), x5 (x1 or x5), x6 (not x4 or not x5 or x6).",
        "Either way x6.",
    ]
    assert result.several is True


def test_sentences_of_a_refutation() -> None:
    result = quine(as_cnf([(1, 2), (1, -2), (-1, 2)], 2), tree=True)
    assert result.tree is not None
    assert list(sentences(result.tree)) == [
        "Suppose not x1. Then x2 (x1 or x2): a contradiction with “x1 or not x2”.",
        "So x1, and therefore x2.",
        "Everything is settled.",
    ]


def test_no_answer_has_the_tree_as_its_reason() -> None:
    every = [(a, b, c) for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    result = quine(as_cnf(every, 3), tree=True)
    assert result.tree is not None
    assert (result.status, result.several, result.depth) == ("unsatisfiable", None, 2)
    items = list(sentences(result.tree, unfold=2))
    assert items[-2:] == ["Both cases are impossible: a contradiction.", "So there is no solution."]
    folded = list(sentences(result.tree, unfold=1))
    assert len(folded) < len(items)
    assert any(line.endswith("inside, folded)") for line in folded)


def test_a_grid_speaks_of_cells_and_rules() -> None:
    report = "\n".join(sentences(tree_of(ONE_LEVEL)))
    assert "Suppose r1c4=2." in report
    assert re.search(r"r1c4≠8 \(r1c4 has one digit\).* a contradiction with “.* has one .*”\.", report)
    assert report.endswith("Everything is settled.")


@pytest.mark.parametrize("preset", PRESETS)
def test_json_dot_and_svg_tell_the_whole_tree(preset: str) -> None:
    tree = tree_of(ONE_LEVEL, preset, nodes=40)
    data = json.loads(json.dumps(tree.as_json()))
    assert [row["id"] for row in data["disjunctions"]] == list(range(len(tree.disjunctions)))
    assert data["depth"] == max(row["depth"] for row in data["disjunctions"])
    dot = to_dot(tree)
    assert dot.startswith("digraph")
    assert all(f"d{row.id} [label=" in dot for row in tree.disjunctions)
    picture = ElementTree.fromstring(to_svg(tree))
    texts = [element.text or "" for element in picture.iter() if element.tag.endswith("text")]
    queries = [text for text in texts if "?" in text]
    assert len(queries) == len(tree.disjunctions)


def test_an_outline_has_every_case_of_the_tree_in_brief() -> None:
    tree = tree_of(ONE_LEVEL)
    whole, brief = tree.as_json(), tree.outline()
    assert len(brief["disjunctions"]) == len(whole["disjunctions"])
    for item, full in zip(brief["disjunctions"], whole["disjunctions"], strict=True):
        assert all(item[key] == full[key] for key in ("id", "on", "parent", "side", "verdict"))
        for side in ("true", "false"):
            assert all(item[side][key] == full[side][key] for key in ("assumed", "end", "conflict"))
        holding = [fact for fact in full["kept"] if "=" in fact]
        assert item["kept"]["told"] == (holding[:12] or full["kept"][:3])
        assert item["kept"]["more"] == max(0, len(holding) - 12)
        hidden = len(full["kept"]) - len(item["kept"]["told"]) - item["kept"]["more"]
        assert item["kept"]["gone"] == hidden


def test_names_that_need_care_are_escaped() -> None:
    cnf = Cnf(2, ['a<b&"c"', "x\\y"], (), tuple, Clauses.of([(1, 2), (1, -2), (-1, 2)]))
    result = quine(cnf, tree=True)
    assert result.tree is not None
    ElementTree.fromstring(to_svg(result.tree))
    assert '"a<b&\\"c\\"?"' in to_dot(result.tree)


def test_deep_trees_do_not_overflow_python() -> None:
    """Deep trees do not overflow Python's stack: independent pairs, none of which decides the next."""
    pairs = 400
    clauses = [clause for x in range(1, 2 * pairs, 2) for clause in ((x, x + 1), (-x, -x - 1))]
    options = QuineOptions(heuristic="min", solved_case="accept")
    result = quine(as_cnf(clauses, 2 * pairs), options, tree=True)
    assert (result.depth, result.several) == (pairs, True)
    assert result.tree is not None
    assert len(json.loads(json.dumps(result.tree.as_json()))["disjunctions"]) == pairs
    assert to_dot(result.tree).count("->") >= pairs
    picture = ElementTree.fromstring(to_svg(result.tree))
    assert int(picture.attrib["width"]) <= 1600, "it fits a slide"
    assert int(picture.attrib["height"]) <= 1200
    texts = [element.text or "" for element in picture.iter() if element.tag.endswith("text")]
    shown = sum("?" in text for text in texts)
    assert f"… {pairs - shown} disjunctions inside" in texts
    assert len(list(sentences(result.tree, unfold=1000))) > pairs


def test_random_three_sat_within_its_caps() -> None:
    rng = random.Random(9)
    clauses = [tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, 301), 3)) for _ in range(1278)]
    result = quine(as_cnf(clauses, 300), limits=Limits(nodes=50))
    assert (result.status, result.stopped, sum(result.disjunctions)) == ("undecided", "nodes", 50)
    timed = quine(as_cnf(clauses, 300), limits=Limits(seconds=0.2))
    assert timed.seconds < 5
    assert timed.status == "undecided"
    assert timed.known.startswith("depth is at least")


@pytest.mark.parametrize("name", ["takuzu", "hitori", "slitherlink", "nurikabe"])
def test_sentences_name_no_auxiliary(name: str) -> None:
    """Trees split on facts and report facts, never auxiliary variables."""
    puzzle = entails.parse(name, puzzle_type_named(name).examples[0].text)
    cnf = puzzle_type_named(name).encoders["complete"].encode(puzzle)
    assert cnf.variables > cnf.answers
    tree = quine(cnf, tree=True).tree
    assert tree is not None
    report = "\n".join(sentences(tree, 9))
    assert "aux" not in report
    assert "against “what the other statements are said with”" not in report
    assert all(row.variable <= cnf.answers for row in tree.disjunctions)


def test_reports_name_no_auxiliary() -> None:
    """Sentences, pictures and JSON never mention the auxiliaries of a sum, a count or an order."""
    from entails.encoders.cnf.compile import compile_cnf
    from entails.models.constraints import AllDifferent, Count, Linear
    from entails.models.encoding import Group
    from entails.models.statement import Statement, Variable

    variables = tuple(Variable(f"x{i}", range(1, 6)) for i in range(5))
    groups = tuple(Group(text, text) for text in ("they differ", "they add up", "three are large"))
    large = tuple(5 * i + value for i in range(5) for value in (4, 5))
    words = (
        AllDifferent((0, 1, 2, 3), group=0),
        Linear(((3, 0), (2, 1), (-1, 2), (5, 3), (1, 4)), "=", 31, group=1),
        Count((*large, 1, 6), "=", 4, group=2),
    )
    for style in ("complete", "minimal"):
        cnf = compile_cnf(Statement(variables, groups, words), style)  # type: ignore[arg-type]
        assert cnf.variables > cnf.answers
        tree = quine(cnf, tree=True).tree
        assert tree is not None
        items = [*sentences(tree, unfold=9), json.dumps(tree.as_json()), to_dot(tree), to_svg(tree)]
        assert any("they add up" in text for text in items)
        assert not any("aux" in text or "said with" in text for text in items)
