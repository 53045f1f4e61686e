"""FlatZinc: predicates against brute force, names and paths, errors, and MiniZinc with Gecode for comparison."""

import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from helpers import program

import entails
from entails.cli.minizinc import main
from entails.formats.flatzinc.parse import FlatZincModel, parse, place_of
from entails.formats.flatzinc.problem import PREDICATES, _Reader, read_flatzinc
from entails.models.errors import InvalidPuzzle, TooLarge
from entails.puzzles.detect import recognised
from entails.puzzles.fzn import PUZZLE

NUMBERS = "var -2..2: x :: output_var; var 0..3: y :: output_var; var {-1,1,4}: z :: output_var;"
BOOLS = "var bool: p :: output_var; var bool: q :: output_var; var bool: r :: output_var;"


def truncated(left: int, right: int) -> int:
    return int(Fraction(left, right))


def apart(*tasks: tuple[int, int]) -> bool:
    """Return whether tasks (start, duration) never overlap."""
    moments = [moment for start, duration in tasks for moment in range(start, start + duration)]
    return len(moments) == len(set(moments))


# ruff: noqa: ARG005 (every meaning takes all variables)

Meaning = Callable[..., bool]
OF_NUMBERS: dict[str, Meaning] = {
    "int_eq(x,y)": lambda x, y, z: x == y,
    "int_ne(x,2)": lambda x, y, z: x != 2,
    "int_le(x,z)": lambda x, y, z: x <= z,
    "int_lt(1,y)": lambda x, y, z: y > 1,
    "int_lin_eq([2,-1,1],[x,y,z],1)": lambda x, y, z: 2 * x - y + z == 1,
    "int_lin_ne([1,1],[x,y],2)": lambda x, y, z: x + y != 2,
    "int_lin_le([3,-2],[x,z],-1)": lambda x, y, z: 3 * x - 2 * z <= -1,
    "int_plus(x,y,z)": lambda x, y, z: x + y == z,
    "int_minus(x,y,z)": lambda x, y, z: x - y == z,
    "int_times(x,y,z)": lambda x, y, z: x * y == z,
    "int_div(x,z,y)": lambda x, y, z: truncated(x, z) == y,
    "int_div(z,y,x)": lambda x, y, z: y != 0 and truncated(z, y) == x,
    "int_mod(x,y,z)": lambda x, y, z: y != 0 and x - y * truncated(x, y) == z,
    "int_mod(z,x,y)": lambda x, y, z: x != 0 and z - x * truncated(z, x) == y,
    "int_abs(x,y)": lambda x, y, z: abs(x) == y,
    "int_min(x,y,z)": lambda x, y, z: min(x, y) == z,
    "int_max(x,y,z)": lambda x, y, z: max(x, y) == z,
    "int_pow(x,2,z)": lambda x, y, z: x**2 == z,
    "array_int_maximum(z,[x,y,1])": lambda x, y, z: max(x, y, 1) == z,
    "array_int_minimum(z,[x,y])": lambda x, y, z: min(x, y) == z,
    "array_int_element(y,[4,-1,4],z)": lambda x, y, z: y >= 1 and (4, -1, 4)[y - 1] == z,
    "array_var_int_element(y,[x,z,1],x)": lambda x, y, z: y >= 1 and (x, z, 1)[y - 1] == x,
    "set_in(x,-1..1)": lambda x, y, z: -1 <= x <= 1,
    "set_in(y,{0,3,9})": lambda x, y, z: y in (0, 3),
    "fzn_all_different_int([x,y,z])": lambda x, y, z: len({x, y, z}) == 3,
    "all_different_int([x,1,z])": lambda x, y, z: len({x, 1, z}) == 3,
    "fzn_count_eq([x,y,z],1,y)": lambda x, y, z: (x, y, z).count(1) == y,
    "count_leq([x,y,z],x,2)": lambda x, y, z: (x, y, z).count(x) >= 2,
    "entails_table_int([x,z],[1,4,-2,1])": lambda x, y, z: (x, z) in ((1, 4), (-2, 1)),
    "fzn_table_int([y,7],[1,7,2,8])": lambda x, y, z: y == 1,
    "increasing_int([x,y,z])": lambda x, y, z: x <= y <= z,
    "fzn_disjunctive([x,z,0],[1,y,1])": lambda x, y, z: apart((x, 1), (z, y), (0, 1)),
    "entails_disjunctive_opt([true,false,true],[x,y,z],[2,5,3])": lambda x, y, z: apart((x, 2), (z, 3)),
    "fzn_cumulative([x,z,0],[2,2,2],[1,y,1],3)": lambda x, y, z: all(
        sum(use for start, use in ((x, 1), (z, y), (0, 1)) if start <= time < start + 2) <= 3 for time in range(-2, 6)
    ),
    "entails_cumulative_opt([true,true],[x,0],[1,2],[2,y],z)": lambda x, y, z: (
        z >= 0 and z >= 2 and y <= z and (x not in (0, 1) or 2 + y <= z)
    ),
    "entails_inverse([x,y],[x,y],0,0)": lambda x, y, z: (x, y) in ((0, 1), (1, 0)),
    "fzn_lex_less_int([x,y],[y,z])": lambda x, y, z: (x, y) < (y, z),
    "fzn_lex_lesseq_int([x,y,1],[y,z])": lambda x, y, z: (x, y, 1) <= (y, z),
    "fzn_global_cardinality([x,y,z],[1,4],[y,1])": lambda x, y, z: (x, y, z).count(1) == y and z == 4,
    "fzn_global_cardinality_closed([x,y,z],[1,2],[2,1])": lambda x, y, z: sorted((x, y, z)) == [1, 1, 2],
    "fzn_global_cardinality_low_up([x,y,z],[1,2],[1,0],[2,1])": lambda x, y, z: (
        1 <= (x, y, z).count(1) <= 2 and (x, y, z).count(2) <= 1
    ),
    "fzn_nvalue(y,[x,z,1])": lambda x, y, z: len({x, z, 1}) == y,
    "entails_regular([y,2,z],2,4,[1,2,0,1,0,2,0,1],1,{1})": lambda x, y, z: (y, z) in ((1, 4), (2, 4)),
}
STATED_ONLY: dict[str, Meaning] = {
    "entails_circuit([x,y,z],0)": lambda x, y, z: (x, y, z) in ((1, 2, 0), (2, 0, 1)),
    "entails_circuit([x,y],0)": lambda x, y, z: (x, y) == (1, 0),
    "entails_subcircuit([x,y,z],-1)": lambda x, y, z: (x, y, z) in ((-1, 0, 1), (1, 0, -1), (0, 1, -1)),
}
OF_BOOLS: dict[str, Meaning] = {
    "bool_eq(p,q)": lambda p, q, r: p == q,
    "bool_not(p,q)": lambda p, q, r: p != q,
    "bool_le(p,q)": lambda p, q, r: p <= q,
    "bool_lt(p,q)": lambda p, q, r: p < q,
    "bool_and(p,q,r)": lambda p, q, r: (p and q) == r,
    "bool_or(p,q,r)": lambda p, q, r: (p or q) == r,
    "bool_xor(p,q,r)": lambda p, q, r: (p != q) == r,
    "bool_clause([p,q],[r])": lambda p, q, r: p or q or not r,
    "bool_clause([],[p,true])": lambda p, q, r: not p,
    "array_bool_and([p,q],r)": lambda p, q, r: (p and q) == r,
    "array_bool_or([p,q,false],r)": lambda p, q, r: (p or q) == r,
    "array_bool_xor([p,q,r])": lambda p, q, r: (p + q + r) % 2 == 1,
    "fzn_lex_less_bool([p,q],[q,r])": lambda p, q, r: (p, q) < (q, r),
    "fzn_lex_lesseq_bool([p,true],[q,r])": lambda p, q, r: (p, True) <= (q, r),
    "bool_lin_le([2,1,-1],[p,q,r],1)": lambda p, q, r: 2 * p + q - r <= 1,
}


def listed(model: FlatZincModel) -> set[tuple[int | str, ...]]:
    return {tuple(solution.values()) for solution in entails.solutions(model)}


@pytest.mark.parametrize("call", OF_NUMBERS)
@pytest.mark.parametrize("variant", ["", "_reif", "_imp"])
def test_predicates_over_numbers(call: str, variant: str) -> None:
    name, _, arguments = call.partition("(")
    posted = f"{name}{variant}({arguments[:-1]},b)" if variant else call
    model = read_flatzinc(f"{NUMBERS} var bool: b :: output_var; constraint {posted}; solve satisfy;".encode())
    meaning = {"": lambda t, b: t, "_reif": lambda t, b: t == b, "_imp": lambda t, b: t or not b}[variant]
    worlds = product(range(-2, 3), range(4), (-1, 1, 4), (False, True))
    assert listed(model) == {(x, y, z, b) for x, y, z, b in worlds if meaning(OF_NUMBERS[call](x, y, z), b)}


@pytest.mark.parametrize("call", STATED_ONLY)
@pytest.mark.parametrize("variant", ["", "_imp"])
def test_predicates_that_are_only_stated(call: str, variant: str) -> None:
    name, _, arguments = call.partition("(")
    posted = f"{name}{variant}({arguments[:-1]},b)" if variant else call
    model = read_flatzinc(f"{NUMBERS} var bool: b :: output_var; constraint {posted}; solve satisfy;".encode())
    worlds = product(range(-2, 3), range(4), (-1, 1, 4), (False, True))
    held = {(*world, b) for *world, b in worlds if STATED_ONLY[call](*world) or (variant and not b)}
    assert listed(model) == held


@pytest.mark.parametrize("call", OF_BOOLS)
def test_predicates_over_truth_values(call: str) -> None:
    model = read_flatzinc(f"{BOOLS} constraint {call}; solve satisfy;".encode())
    assert listed(model) == {world for world in product((False, True), repeat=3) if OF_BOOLS[call](*world)}


def test_predicates_that_mix_both() -> None:
    text = (
        "var bool: p; var 0..1: n; var 1..2: i; constraint bool2int(p,n);"
        "constraint array_bool_element(i,[true,false],p);"
    )
    assert listed(read_flatzinc(f"{text} solve satisfy;".encode())) == {(True, 1, 1), (False, 0, 2)}


def test_every_predicate_has_a_test() -> None:
    tested = {call.partition("(")[0] for call in (*OF_NUMBERS, *OF_BOOLS, *STATED_ONLY)}
    stems = {name.removeprefix("fzn_") for name in tested}
    alike = re.compile(
        r"(int|int_lin|bool_lin|count)_(eq|n?eq|ne|le|lt|ge|gt|leq|geq)|decreasing_int|bool_ne|bool2int|array_.*_element"
    )
    untested = {
        name
        for name in PREDICATES
        if name.removeprefix("fzn_") not in stems and not alike.fullmatch(name.removeprefix("fzn_"))
    }
    assert untested == set()


def test_parameters_arrays_and_output() -> None:
    text = """% a comment
predicate unused(var int: x);
array [1..2] of int: factors = [3,7];
int: total = 100;
var 0..20: X_INTRODUCED_0_;
var 0..20: X_INTRODUCED_1_;
var 0..40: X_INTRODUCED_2_ ::var_is_introduced :: is_defined_var;
array [1..2] of var int: pair :: output_array([0..0, 1..2]) = [X_INTRODUCED_0_,X_INTRODUCED_1_];
constraint int_lin_eq(factors, pair, total) :: mzn_constraint_name("the \\"sum\\"");
constraint int_lin_eq([1,1,-1],[X_INTRODUCED_0_,pair[2],X_INTRODUCED_2_],0) :: defines_var(X_INTRODUCED_2_);
solve :: int_search(pair, first_fail, indomain_min, complete) minimize X_INTRODUCED_2_;
"""
    model = read_flatzinc(text.encode())
    outcome = entails.solve(model)
    assert dict(outcome.answer) == {"pair[0,1]": 3, "pair[0,2]": 13}
    assert model.solution_text(outcome.answer) == "pair = array2d(0..0,1..2,[3,13]);"
    assert [group.text for group in model.statement.groups if group.soft] == ['the "sum"']


def test_a_variable_may_equal_one_that_is_declared_later_or_hidden() -> None:
    text = "var 1..3: X_INTRODUCED_0_; var 2..5: y :: output_var = X_INTRODUCED_0_; var bool: b = c; var bool: c;"
    assert listed(read_flatzinc(f"{text} solve satisfy;".encode())) == {(2, b, b) for b in (False, True)} | {
        (3, b, b) for b in (False, True)
    }


def test_division_by_a_wide_number() -> None:
    text = """var int: x :: output_var; var int: y; constraint int_div(x,y,7); constraint int_mod(x,y,-5);
constraint int_lt(y,0);"""
    model = read_flatzinc(f"{text} solve maximize x;".encode())
    assert entails.solve(model).answer["x"] == -47


def test_names_and_places_become_sentences() -> None:
    path = "/home/me/shop.mzn|10|12|10|40|ca|forall;/home/me/shop.mzn|10|19|10|19|j=2;/usr/lib/x.mzn|3|1|3|9|i=7;"
    assert place_of(path) == "shop.mzn:10 (j=2)"
    text = f"""var 1..9: a; var 1..9: b;
constraint int_lt(a,b) :: mzn_path("{path}");
constraint int_lt(b,a) :: mzn_constraint_name("b first") :: mzn_path("{path}");
constraint int_le(a,b);
solve satisfy;"""
    explanation = entails.explain(read_flatzinc(text.encode()))
    conflicts = {frozenset(group.text for group in conflict.groups) for conflict in explanation.conflicts}
    assert conflicts == {frozenset({"shop.mzn:10 (j=2)", "b first"}), frozenset({"b first", "a ≤ b"})}


def test_a_contradiction_found_by_the_compiler() -> None:
    model = read_flatzinc(b"constraint bool_eq(false,true); solve satisfy;")
    assert not entails.solve(model)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("var 1..2: x;", "missing solve item"),
        ("var float: x; solve satisfy;", "line 1: float variables are not supported"),
        ("var set of 1..2: x; solve satisfy;", "line 1: set variables are not supported"),
        ("var 1..2: x;\nconstraint fzn_regular(x); solve satisfy;", "line 2: predicate fzn_regular is not supported"),
        ("constraint int_eq(x,1); solve satisfy;", "line 1: unknown name 'x'"),
        ("var 1..2: x; constraint int_eq(x); solve satisfy;", "line 1: int_eq has invalid arguments"),
        ("var 1..2: x; var 1..2: x; solve satisfy;", "line 1: x is declared twice"),
        ("var 2..1: x; solve satisfy;", "x has no values"),
        ("var 1..2: x solve satisfy;", "line 1: unexpected 'solve'"),
        ("var 1..2: x; constraint int_lin_eq([1],[x,x],1); solve satisfy;", "line 1: 1 factor for 2 variables"),
        ("var 1..2: x; \x01", "line 1: unexpected"),
        ('var 1..2: x; % a "quote;\n\nvar 1..2: y :: "a;b" ;\n constraint "open; solve satisfy;', "line 4: unexpected"),
        ("var 1..2: x;\n\n  constraint int_eq(x,\n ?);", "line 4: unexpected '?'; expected a value"),
        ("var 1..2: x;\nconstraint int_eq(x,1)", "line 2: unexpected 'the end of the file'; expected ;"),
        ("predicate p(var int: x)", "line 1: unexpected 'the end of the file'; expected ;"),
        ("var 1..: x; solve satisfy;", "line 1: unexpected ':'; expected a number"),
        ("var 1..2: x; constraint int_eq(x,-); solve satisfy;", "line 1: unexpected '-'"),
        ("var 1..2: 3; solve satisfy;", "line 1: unexpected"),
        (
            "array [1..1] of int: a = [1]; var 1..2: x; constraint int_eq(x,a[2]); solve satisfy;",
            "line 1: a[2] does not",
        ),
        ("var 1..9: x; constraint int_eq(x," + "[" * 5000, "nested too deeply"),
        ("var -9000000000000000000..9000000000000000000: x; solve satisfy;", "x has the value"),
    ],
)
def test_bad_input_is_one_sentence(text: str, sentence: str) -> None:
    (entry,) = PUZZLE.read(text.encode(), None)
    assert entry.puzzle is None
    assert str(entry.error).startswith(sentence)
    assert "\n" not in str(entry.error)


def test_long_blanks_comments_and_strings_are_read_in_linear_time() -> None:
    blank, comment = " " * 300_000, "%" + "x;" * 100_000 + "\n"
    text = (
        f'{blank}var 1..2: x :: a("{blank};");{comment * 3}{blank}\nconstraint int_eq(x,2);solve{blank}satisfy;{blank}'
    )
    items = parse(text.encode())
    assert [posted.line for posted in items.constraints] == [5]
    assert items.declarations["x"].annotations[0].arguments == (f"{blank};",)


def test_a_long_sum_and_a_long_text_are_read_in_linear_time() -> None:
    terms = 100_000
    text = f"var 0..1: x; constraint int_lin_le([{'1,' * terms}1],[{'x,' * terms}x],3); solve satisfy;"
    assert read_flatzinc(text.encode()).predicates == {"int_lin_le": 1}
    tracemalloc.start()
    try:
        parse(f'var 0..1: x :: mzn_path("{"a" * 1_000_000}"); solve satisfy;'.encode())
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    with pytest.raises(TooLarge, match="line 2: too many values; expected 1,000,000 at most"):
        parse(b"var 0..1: x;\narray [1..1] of int: a = [" + b"1," * 1_000_001 + b"1]; solve satisfy;")


def test_too_many_items_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("entails.formats.flatzinc.parse.MOST_ITEMS", 2)
    assert len(parse(b"var 1..2: x; constraint int_eq(x,2); solve satisfy;").constraints) == 1
    with pytest.raises(TooLarge, match="too many constraints and variables; expected 2 at most"):
        parse(b"var 1..2: x; constraint int_eq(x,2); constraint int_eq(x,1); solve satisfy;")


def test_hidden_variables_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of the file are collected once per model, not once per variable."""
    calls = []
    names = _Reader._shown_names

    def counted(reader: _Reader) -> set[str]:
        calls.append(reader)
        return names(reader)

    monkeypatch.setattr(_Reader, "_shown_names", counted)
    read_flatzinc(b"var 1..2: x; var 1..2: y; var 1..2: z; solve satisfy;")
    assert len(calls) == 1


def test_it_is_recognised_by_its_content() -> None:
    for example in PUZZLE.examples:
        assert recognised(example.text) == "fzn"
    with pytest.raises(InvalidPuzzle, match="MiniZinc"):
        recognised('include "globals.mzn";\nvar 1..2: x;\nsolve satisfy;')


def test_the_solver_for_minizinc(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "model.fzn"
    file.write_text("var 1..3: x :: output_var; constraint int_ne(x,2); solve satisfy;")
    assert main(["-a", "-s", "-t", "5000", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines[:4]) == ["----------", "----------", "x = 1;", "x = 3;"]
    assert lines[4:6] == ["==========", "%%%mzn-stat: nSolutions=2"]
    file.write_text("var 1..3: x :: output_var; constraint int_lt(x,1); solve minimize x;")
    assert main([str(file)]) == 0
    assert capsys.readouterr().out == "=====UNSATISFIABLE=====\n"
    assert main([str(tmp_path / "none.fzn")]) == 2
    file.write_text("var float: x; solve satisfy;")
    assert main([str(file)]) == 2
    assert capsys.readouterr().err.endswith("expected var int\n")


MODELS = {
    "mixed": """include "all_different.mzn"; include "table.mzn"; include "count.mzn"; include "cumulative.mzn";
array[1..4] of var 1..4: q; var 1..4: d; var -50..50: x; var 0..3: c; var bool: b;
constraint all_different(q); constraint table([q[1],q[2]], [|1,2|2,3|4,1|]);
constraint q[d] = 3; constraint x div 3 = -q[1]; constraint x mod 3 = -1; constraint count([x,q[1],q[2],d], 2, c);
constraint b <-> (x*q[2] > -20 /\\ abs(x) < 12); constraint max(q[1],d) >= min(q[2],q[3]);
array[1..3] of var 0..10: s; constraint cumulative(s,[3,4,2],[2,1,2],3);
var -999..999: cost = sum(s) + 3*c - x + bool2int(b);
solve minimize cost; output ["\\(cost)"];""",
    "schedule": """include "cumulative.mzn"; include "disjunctive.mzn"; include "inverse.mzn"; include "lex_less.mzn";
include "nvalue.mzn"; include "regular.mzn"; include "global_cardinality.mzn"; include "circuit.mzn";
array[1..4] of var 0..20: s; array[1..4] of int: d = [3,4,2,5]; constraint cumulative(s,d,[2,1,2,1],3);
constraint disjunctive([s[1],s[3],s[4]],[d[1],d[3],d[4]]);
array[2..5] of var 2..5: f; array[0..3] of var 0..3: g0 ; array[2..5] of var 2..5: g; constraint inverse(f,g);
constraint circuit(f); constraint lex_less([f[2],f[3]],[g[2],g[3]]); constraint nvalue(3,[g0[0],g0[1],g0[2],s[1]]);
constraint regular([g0[i]+1 | i in 0..3], 2, 4, [|1,2,1,2|2,1,0,1|], 1, {1});
constraint global_cardinality([g0[i] | i in 0..3], [0,2], [1,1]);
var 0..99: cost = max([s[i]+d[i] | i in 1..4]) + sum(g0) + 2*f[2];
solve minimize cost; output ["\\(cost)"];""",
    "sets": """include "all_different.mzn"; include "lex_less.mzn"; include "count_fn.mzn";
enum Day = {Mon, Tue, Wed}; array[1..3] of var Day: d; var set of Day: free; var opt 1..5: o;
array[1..3] of var bool: b; constraint card(free) = 2 /\\ forall(i in 1..3)(not (d[i] in free) \\/ b[i]);
constraint occurs(o) <-> Mon in free;
constraint b[1] <-> lex_less([d[1],d[2]],[d[2],d[3]]); constraint not b[3] -> all_different(d); constraint d[2] > d[1];
constraint absent(o) \\/ deopt(o) = 3; constraint b[2] <-> count(d,Mon) = 1;
var 0..99: cost = 9*sum(b) + sum([d[i] | i in 1..3]) + 2*card(free intersect {Mon}) + bool2int(occurs(o));
solve maximize cost; output ["\\(cost)"];""",
    "nothing": "var 1..9: a; var 1..9: b; constraint a + b = 17; constraint a = b; solve satisfy;",
}


def test_the_conflict_of_a_minizinc_model_in_its_own_words(tmp_path: Path) -> None:
    program("minizinc", "minizinc", "MINIZINC")
    data = Path(entails.__file__).parent / "data"
    command = ["minizinc", "-c", "-g", "--keep-paths", "--solver", "entails", "-o", "festival.fzn"]
    variables = {**os.environ, "MZN_SOLVER_PATH": str(data / "minizinc")}
    source = (data / "examples" / "minizinc" / "festival.mzn").read_text()
    (tmp_path / "festival.mzn").write_text(source)  # the compiler writes a file beside it
    subprocess.run([*command, "festival.mzn"], cwd=tmp_path, env=variables, check=True, timeout=60, capture_output=True)
    explanation = entails.explain(entails.parse("fzn", (tmp_path / "festival.fzn").read_text()))
    assert [[group.text for group in conflict.groups] for conflict in explanation.conflicts] == [
        ["Cedar closes the evening", "Elm plays after Cedar"]
    ]


@pytest.mark.parametrize("name", MODELS)
def test_minizinc_agrees_with_gecode(name: str, tmp_path: Path) -> None:
    program("minizinc", "minizinc", "MINIZINC")
    solver = tmp_path / "fzn-entails"
    solver.write_text(f'#!/bin/sh\nexec {sys.executable} -m entails.cli.minizinc "$@"\n')
    solver.chmod(0o755)
    (tmp_path / f"{name}_model.mzn").write_text(MODELS[name])
    library = Path(entails.__file__).parent / "data" / "minizinc"
    variables = {**os.environ, "MZN_SOLVER_PATH": str(library), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    outputs = []
    for by in ("entails", "gecode"):
        command = ["minizinc", "--solver", by, str(tmp_path / f"{name}_model.mzn")]
        run = subprocess.run(command, capture_output=True, text=True, env=variables, check=False, timeout=60)
        outputs.append(run.stdout.strip())
    assert outputs[0] == outputs[1]
    assert outputs[0].endswith("==========" if name != "nothing" else "=====UNSATISFIABLE=====")


def test_reified_globals_are_kept(tmp_path: Path) -> None:
    program("minizinc", "minizinc", "MINIZINC")
    source = """include "regular.mzn"; include "table.mzn"; array[1..3] of var 1..2: x; array[1..3] of var bool: b;
constraint b[1] <-> regular(x,2,2,[|1,2|2,0|],1,{2}); constraint b[2] <-> table(b,[|true,false,true|false,true,true|]);
constraint b[3] <-> table(x,[|1,1,2|1,2,1|]); solve satisfy;"""
    (tmp_path / "kept.mzn").write_text(source)
    variables = {**os.environ, "MZN_SOLVER_PATH": str(Path(entails.__file__).parent / "data" / "minizinc")}
    command = ["minizinc", "-c", "--solver", "entails", "-o", "kept.fzn", "kept.mzn"]
    subprocess.run(command, cwd=tmp_path, env=variables, check=True, timeout=60, capture_output=True)
    model = read_flatzinc((tmp_path / "kept.fzn").read_bytes())
    assert {"entails_regular_reif", "entails_table_bool_reif", "entails_table_int_reif"} <= set(model.predicates)
    held = set()
    for x in product((1, 2), repeat=3):
        for b in product((False, True), repeat=3):
            accepted, rowed = x.count(2) == 1, x in ((1, 1, 2), (1, 2, 1))
            if b == (accepted, b in ((True, False, True), (False, True, True)), rowed):
                held.add((*x, *b))
    assert listed(model) == held


def test_a_model_is_shown_by_its_predicates_and_names() -> None:
    unnamed = "".join(f"constraint int_ne(x,{number});" for number in range(100))
    named = "".join(f'constraint int_ne(x,{k}) :: mzn_constraint_name("not {k}");' for k in range(100, 150))
    shown = PUZZLE.markup(read_flatzinc(f"var 0..200: x; {unnamed}{named} solve satisfy;".encode()), None).splitlines()
    assert shown[:3] == ["1 variable, 150 constraints", "  int_ne (150)", "  not 100"]
    assert shown[-1] == "  … (50 in all)"
    assert len(shown) == 43


def test_the_example_of_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "flatzinc.md").read_text("utf-8")
    (timetable,) = (example for example in PUZZLE.examples if example.name == "timetable")
    explanation = entails.explain(read_flatzinc(timetable.text.encode()))
    shown = "\n".join(f"  • {group.text}" for group in explanation.conflicts[0].groups)
    assert f"These conflict:\n{shown}\n" in text
    stems = {re.sub(r"_(eq|ne|le|lt|ge|gt)$", "", name) for name in PREDICATES if not name.startswith("fzn_")}
    missing = {stem for stem in stems if stem not in text and not stem.startswith(("count", "array_", "int", "bool"))}
    assert missing == set()
