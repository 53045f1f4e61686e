"""The proof checker: proofs of every engine pass, damaged ones fail, satisfiable formulas are never refuted."""

import random
import subprocess
from itertools import combinations, product
from pathlib import Path

import pytest
from helpers import program
from hypothesis import example, given
from hypothesis import strategies as st
from pysat.solvers import Solver

from entails.formats.dimacs.answer import proof_text, read_proof
from entails.models.errors import InvalidData
from entails.solvers.proof import ProofCheck, check_proof

Formula = list[list[int]]

# python-sat's maplesat is left out: its proofs name every variable one too high.
ENGINES = [
    "cadical103",
    "cadical153",
    "cadical195",
    "cadical300",
    "ergo",
    "gluecard3",
    "gluecard4",
    "glucose3",
    "glucose4",
    "glucose42",
    "lingeling",
    "maplechrono",
    "maplecm",
]


def pigeonhole(holes: int) -> Formula:
    """Build the pigeonhole formula, one pigeon more than holes."""
    sits = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    return sits + [[-p[hole], -q[hole]] for p, q in combinations(sits, 2) for hole in range(holes)]


def random_3_sat(variables: int, clauses: int, seed: int) -> Formula:
    chance = random.Random(seed)
    return [
        [chance.choice((1, -1)) * variable for variable in chance.sample(range(1, variables + 1), 3)]
        for _ in range(clauses)
    ]


def parity(nodes: int) -> Formula:
    """Build a parity formula: in a complete graph, every node but one has an even number of marked edges."""
    number = {edge: k for k, edge in enumerate(combinations(range(nodes), 2), start=1)}
    formula = []
    for node in range(nodes):
        edges = [variable for edge, variable in number.items() if node in edge]
        for signs in product((1, -1), repeat=len(edges)):
            if signs.count(-1) % 2 == (node > 0):
                formula.append([sign * edge for sign, edge in zip(signs, edges, strict=True)])
    return formula


FAMILIES = {"pigeonhole": pigeonhole(5), "random": random_3_sat(40, 240, seed=1), "parity": parity(5)}


def refutation(formula: Formula, engine: str = "cadical195") -> list[str]:
    with Solver(name=engine, bootstrap_with=formula, with_proof=True) as solver:
        assert solver.solve() is False
        proof = solver.get_proof()
    assert proof
    return list(proof)


def satisfiable(formula: Formula) -> bool:
    variables = sorted({abs(literal) for clause in formula for literal in clause})
    return any(
        all(any(literal in model for literal in clause) for clause in formula)
        for model in (
            {sign * variable for sign, variable in zip(signs, variables, strict=True)}
            for signs in product((1, -1), repeat=len(variables))
        )
    )


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("engine", ENGINES)
def test_proofs_of_every_engine_are_verified(engine: str, family: str) -> None:
    check = check_proof(FAMILIES[family], refutation(FAMILIES[family], engine))
    assert check.verified, check.problem
    assert check.problem == ""
    assert 0 < check.additions <= check.lines


def test_a_harder_proof_with_its_counts() -> None:
    proof = refutation(pigeonhole(6))
    check = check_proof(pigeonhole(6), proof)
    assert check.verified
    read = proof[: check.lines]
    assert check.deletions == sum(line.startswith("d") for line in read)
    assert check.additions == len(read) - check.deletions
    assert check.ignored == 0


def test_a_proof_without_its_end_is_refused() -> None:
    proof = refutation(FAMILIES["pigeonhole"])
    check = check_proof(FAMILIES["pigeonhole"], proof[: len(proof) // 2])
    assert not check.verified
    assert check.problem == "the proof ends before it reaches the empty clause"


def test_a_proof_without_its_middle_is_refused() -> None:
    formula, proof = FAMILIES["pigeonhole"], refutation(FAMILIES["pigeonhole"])
    check = check_proof(formula, ["0"])
    assert check == ProofCheck(False, "line 1: the empty clause is neither RUP nor RAT", lines=1, additions=1)
    assert not check_proof(formula, proof[-3:]).verified


def test_proofs_with_a_flipped_literal_are_refused() -> None:
    formula, proof = FAMILIES["random"], refutation(FAMILIES["random"], "glucose4")
    first, *rest = proof[0].split()
    flipped = " ".join([str(-int(first)), *rest])
    check = check_proof(formula, [flipped, *proof[1:]])
    assert not check.verified
    assert check.problem == f"line 1: clause {flipped.removesuffix(' 0')} is neither RUP nor RAT"


def test_a_proof_of_another_formula_is_refused() -> None:
    assert not check_proof(random_3_sat(40, 240, seed=2), refutation(FAMILIES["random"])).verified
    satisfiable_one = FAMILIES["pigeonhole"][1:]
    assert not check_proof(satisfiable_one, refutation(FAMILIES["pigeonhole"])).verified


def test_unit_propagation_alone_may_be_enough() -> None:
    assert check_proof([[1], [-1, 2], [-2]], []) == ProofCheck(True)
    assert check_proof([[]], []) == ProofCheck(True)
    assert not check_proof([], []).verified
    assert not check_proof([[1, 2]], ["0"]).verified


ALL_SIGNS = [[a, 2 * b] for a, b in product((1, -1), repeat=2)]


def test_lines_that_are_no_steps() -> None:
    check = check_proof(ALL_SIGNS, ["c a comment", "", "%RUPD32 2 4", " 1\t0 \r\n", "0"])
    assert check == ProofCheck(True, lines=4, additions=1)


def cooks_proof(holes: int) -> Formula:
    """Build the short refutation of the pigeonhole formula (Cook 1976), which eliminates one hole and one pigeon at a
    time by definitions of new variables.
    """
    sits = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    lemmas: Formula = []
    fresh = holes * (holes + 1)
    while len(sits[0]) > 1:
        *sits, moved = sits
        after: Formula = []
        for here in sits:
            last = here[-1]
            after.append([fresh := fresh + 1 for _ in here[1:]])
            for new, old, second in zip(after[-1], here, moved, strict=False):
                lemmas += [[new, -old], [new, -last, -second], [-new, old, last], [-new, old, second]]
        for (item, stood), (two, _) in combinations(zip(after, sits, strict=True), 2):
            for a, b, before in zip(item, two, stood, strict=False):
                lemmas += [[-a, -b, before], [-a, -b]]
        lemmas += after
        sits = after
    return [*lemmas, []]


def lines_of(lemmas: Formula) -> list[str]:
    return [" ".join([*map(str, lemma), "0"]) for lemma in lemmas]


def test_extended_resolution_needs_rat() -> None:
    check = check_proof(pigeonhole(7), lines_of(cooks_proof(7)))
    assert check.verified, check.problem
    assert check.rat_steps >= sum(4 * n * (n - 1) for n in range(4, 8))
    swapped = [lemma[::-1] for lemma in cooks_proof(7)]
    assert check_proof(pigeonhole(7), lines_of(swapped)).problem == "line 1: clause -1 57 is neither RUP nor RAT"


def test_rat_looks_at_the_first_literal_only() -> None:
    assert check_proof([[1, 2], [-1, 2]], ["3 1 0"]).rat_steps == 1
    assert check_proof([[1, 2], [-1, 2]], ["1 3 0"]).rat_steps == 1
    refused = check_proof([[1, 2], [-1, 4]], ["1 3 0"])
    assert refused.problem == "line 1: clause 1 3 is neither RUP nor RAT"


def test_rat_minds_clauses_that_would_suffer() -> None:
    assert check_proof([[1, 2]], ["-1 0", "-2 0", "0"]).problem == "line 1: clause -1 is neither RUP nor RAT"


def test_rat_minds_units_whose_clause_was_deleted() -> None:
    check = check_proof([[1], [-1, 2]], ["d -1 2 0", "d 1 0", "-2 0"])
    assert check.problem == "line 3: clause -2 is neither RUP nor RAT"
    assert check.deletions == 2


def test_deleted_clauses_are_gone() -> None:
    assert check_proof(ALL_SIGNS, ["1 0"]).verified
    assert check_proof(ALL_SIGNS, ["d 2 1 0", "1 0"]).problem == "line 2: clause 1 is neither RUP nor RAT"
    twice = [*ALL_SIGNS, [2, 1]]
    assert check_proof(twice, ["d 2 1 0", "1 0"]).verified
    assert not check_proof(twice, ["d 2 1 0", "d 1 2 0", "1 0"]).verified
    longer = [[*clause, 3] for clause in ALL_SIGNS] + [[-3, 4], [-4, -3]]
    assert check_proof(longer, ["1 3 0", "3 0"]).verified
    assert not check_proof(longer, ["d 3 2 1 0", "1 3 0", "3 0"]).verified


def test_deletions_of_unknown_clauses_are_counted() -> None:
    check = check_proof(ALL_SIGNS, ["d 1 0", "d 5 6 0", "1 0"])
    assert check.verified
    assert check.ignored == 2


def test_tautologies_and_repeated_literals() -> None:
    check = check_proof([[1, -1], [2, 2], [-2, 3, 3]], ["4 -4 0", "3 3 0", "d 3 -2 0", "d 1 -1 0"])
    assert check.problem == "the proof ends before it reaches the empty clause"
    assert check.ignored == 0
    assert check_proof([[1, 1], [-1, -1]], []).verified


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 2", "one 0, at its end"),
        ("1 0 2 0", "one 0, at its end"),
        ("d", "is not a step"),
        ("x 0", '"x 0" is not a step'),
        ("a 1 0", '"a 1 0" is not a step'),
        ("d d 1 0", "is not a step"),
        ("1_0 0", "is not a step"),
        ("+1 0", "is not a step"),
        ("١ 0", "is not a step"),
        ("2147483648 0", "out of range"),
        ("9" * 5000 + " 0", "is not a step"),
        ("z" * 10_000_000, "is not a step"),
        ("\x1b[31m 0", "is not a step"),
    ],
)
def test_lines_that_cannot_be_read(line: str, words: str) -> None:
    with pytest.raises(InvalidData) as caught:
        check_proof(ALL_SIGNS, ["c", line])
    assert caught.value.where == "line 2"
    assert words in caught.value.problem
    assert caught.value.problem.isprintable()
    assert len(str(caught.value)) < 200


def test_long_lemmas_are_shortened() -> None:
    lemma = " ".join(map(str, range(1, 100_000)))
    problem = check_proof([[-1, 2], [1, -2]], [f"-1 {lemma[2:]} 0", "0"]).problem
    assert len(problem) < 200


def binary(lines: list[str]) -> bytes:
    """Encode lines as binary DRAT in the simplest way."""
    data = bytearray()
    for line in lines:
        words = line.split()
        data += b"d" if words[0] == "d" else b"a"
        for literal in map(int, words[words[0] == "d" :]):
            code = 2 * abs(literal) + (literal < 0)
            while code > 127:
                data.append(128 | code & 127)
                code >>= 7
            data.append(code)
    return bytes(data)


def test_text_and_binary_files() -> None:
    proof = refutation(FAMILIES["parity"])
    text = proof_text(proof).encode()
    for data in (text, binary(proof)):
        lines = list(read_proof(data))
        assert [line for line in lines if line] == proof
        assert check_proof(FAMILIES["parity"], lines).verified


def test_large_literals_in_binary() -> None:
    lines = ["1 -64 8192 -2147483647 0", "d 63 0", "0"]
    assert list(read_proof(binary(lines))) == lines


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"a\x02\0a\x04", "last step of the binary proof is truncated"),
        (b"a\x02\0x\x04\0", "invalid step of a binary proof"),
        (b"a\x02\0\0", "invalid step of a binary proof"),
        (b"a\x02\0a\x01\0", "out of range"),
        (b"a\x02\0a" + b"\xff" * 9 + b"\x01\0", "out of range"),
        (b"a\x02\0a\x82\0", "truncated literal"),
    ],
)
def test_bad_binary_files(data: bytes, words: str) -> None:
    with pytest.raises(InvalidData) as caught:
        list(read_proof(data))
    assert caught.value.where == "line 2"
    assert words in caught.value.problem


def test_ten_megabytes_of_one_literal() -> None:
    with pytest.raises(InvalidData, match="out of range"):
        list(read_proof(b"a" + b"\xff" * 10_000_000 + b"\0"))


@pytest.mark.parametrize("options", [["--no-binary"], []], ids=["text", "binary"])
def test_proof_files_of_cadical(options: list[str], tmp_path: Path) -> None:
    cadical = program("cadical", "cadical", "SOLVERS")
    formula = FAMILIES["pigeonhole"]
    cnf, proof = tmp_path / "f.cnf", tmp_path / "f.drat"
    clauses = "".join(f"{' '.join(map(str, clause))} 0\n" for clause in formula)
    cnf.write_text(f"p cnf 30 {len(formula)}\n{clauses}")
    subprocess.run([cadical, "-q", *options, str(cnf), str(proof)], capture_output=True, timeout=60)
    assert check_proof(formula, read_proof(proof.read_bytes())).verified


def literals(most: int) -> st.SearchStrategy[int]:
    return st.integers(1, most) | st.integers(-most, -1)


HARD = st.lists(st.lists(literals(4), min_size=2, max_size=3, unique_by=abs), min_size=8, max_size=18)
ODD = st.lists(st.lists(literals(4), max_size=3), max_size=8)
LEMMAS = st.lists(literals(6), max_size=3)


def accepted(formula: Formula, lines: list[str]) -> tuple[list[str], ProofCheck]:
    """Return the accepted lines of a random attempt, so that most of it counts, and the result of the check."""
    kept: list[str] = []
    check = check_proof(formula, kept)
    for line in lines:
        attempt = check_proof(formula, [*kept, line])
        if "neither" not in attempt.problem:
            kept, check = [*kept, line], attempt
    return kept, check


@st.composite
def attempts(draw: st.DrawFn) -> tuple[Formula, list[str]]:
    """Generate a formula and lines that may refute it; deletions target existing clauses."""
    formula = draw(HARD | ODD.filter(bool))
    lemmas = draw(st.lists(LEMMAS | st.sampled_from(formula), max_size=12))
    deletes = draw(st.lists(st.booleans(), min_size=len(lemmas), max_size=len(lemmas)))
    return formula, ["d " * delete + line for delete, line in zip(deletes, lines_of(lemmas), strict=True)]


@given(attempts())
@example(([[1], [-1, 2]], ["d -1 2 0", "-2 0", "2 0"]))
@example(([[1, 2], [-1, 2], [1, -2]], ["3 -1 -2 0", "-3 1 0", "-3 2 0", "-3 0"]))
def test_nothing_satisfiable_is_refuted(attempt: tuple[Formula, list[str]]) -> None:
    formula, lines = attempt
    _, check = accepted(formula, lines)
    assert not (check.verified and satisfiable(formula))


def test_nothing_satisfiable_is_refuted_by_many_random_attempts() -> None:
    """No satisfiable formula is refuted by many random attempts, with known numbers of refutations, RAT steps and
    deletions.
    """
    chance = random.Random(7)
    refuted = with_rat = with_deletions = 0
    for seed in range(400):
        formula = [clause[: chance.randint(2, 3)] for clause in random_3_sat(3, 10, seed)]
        lines = [f"d {line}" for line in lines_of(chance.sample(formula, 2))]
        lines += lines_of([clause[: chance.randint(1, 3)] for clause in random_3_sat(5, 20, seed + 1000)])
        chance.shuffle(lines)
        _, check = accepted(formula, lines)
        if check.verified:
            assert not satisfiable(formula)
            refuted += check.additions > 0
            with_rat += check.rat_steps > 0
            with_deletions += check.deletions > 0
    assert min(refuted, with_rat, with_deletions) >= 20


def plain_rup(formula: Formula, lemma: list[int]) -> bool:
    """Return whether a lemma is RUP, by the definition."""
    false = set(lemma)
    while not any(-literal in false for literal in false):
        left = [{literal for literal in clause if literal not in false} for clause in formula]
        units = {-literal for clause in left if len(clause) == 1 for literal in clause}
        if set() in left:
            return True
        if units <= false:
            return False
        false |= units
    return True


def plain_rat(formula: Formula, lemma: list[int]) -> bool:
    return bool(lemma) and all(
        plain_rup(formula, lemma + [literal for literal in clause if literal != -lemma[0]])
        for clause in formula
        if -lemma[0] in clause and not any(-literal in clause for literal in clause)
    )


@given(HARD | ODD, st.lists(LEMMAS, max_size=8))
def test_steps_follow_the_definitions(formula: Formula, lemmas: Formula) -> None:
    believed, kept = list(formula), list[list[int]]()
    for lemma in lemmas:
        check = check_proof(formula, lines_of([*kept, lemma]))
        if plain_rup(believed, []):
            assert check.verified
            break
        fits = plain_rup(believed, lemma) or plain_rat(believed, lemma)
        assert fits == ("neither" not in check.problem)
        if fits:
            believed.append(lemma)
            kept.append(lemma)
            assert check.verified == plain_rup(believed, [])


TOKENS = st.sampled_from(["d ", "1 ", "-2 ", "0", "0\n", "\n", "c ", "x", "3 ", "-", "%"])


@given(st.lists(TOKENS, max_size=12).map("".join) | st.text(), st.lists(st.lists(literals(3), max_size=3), max_size=4))
def test_junk_text_is_a_proof_or_invalid(junk: str, formula: Formula) -> None:
    try:
        verified = check_proof(formula, junk.split("\n")).verified
    except InvalidData:
        verified = False
    assert not (verified and satisfiable(formula))


BYTES = st.lists(st.sampled_from([b"a", b"d", b"\0", b"\x02", b"\x05", b"\xff"]), max_size=14).map(b"".join)


@given(BYTES | st.binary())
def test_junk_bytes_are_a_proof_or_invalid(junk: bytes) -> None:
    try:
        lines = list(read_proof(junk))
        verified = check_proof([[1, 2], [-1, 2]], lines).verified
    except InvalidData:
        verified = False
    assert not verified
