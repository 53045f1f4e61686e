"""Word patterns: matches compared with a plain interpretation of the rules, and rejected patterns."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.formats.word_list import PatternSteps, read_pattern
from entails.models.errors import InvalidOption

WORDS = ["ab", "abc", "cab", "crane", "crate", "grate", "quiz", "qanat", "unused", "missive", "banana"]


def matches(pattern: str) -> list[str]:
    return list(read_pattern(pattern).filter(WORDS))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("cra?e", ["crane", "crate"]),
        ("*ate", ["crate", "grate"]),
        ("q[!u]*", ["qanat"]),
        ("q[^u]*", ["qanat"]),
        ("[cg]rate", ["crate", "grate"]),
        ("[a-c]*b*", ["ab", "abc", "cab"]),
        ("??", ["ab"]),
        ("CRÂNE", ["crane"]),
        ("*", WORDS),
        ("/ss/", ["missive"]),
        ("/^un.*D$/", ["unused"]),
        ("/(.).*\\1.*\\1/", ["banana"]),
        ("/crâ/", ["crane", "crate"]),
        ("/^..$", ["ab"]),
    ],
)
def test_matches(pattern: str, words: list[str]) -> None:
    assert matches(pattern) == words


@pytest.mark.parametrize(
    ("pattern", "lengths"),
    [("cra?e", [5]), ("*", range(2, 16)), ("a*b*", range(2, 16)), ("abcd*", range(4, 16)), ("a", []), ("?" * 16, [])],
)
def test_the_lengths_that_a_pattern_can_have(pattern: str, lengths: list[int]) -> None:
    assert list(read_pattern(pattern).lengths) == list(lengths)


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "a b",
        "a1",
        "[abc",
        "abc]",
        "[]",
        "[!]",
        "[z-a]",
        "[a-]",
        "a.b",
        "\udcff",
        "/(/",
        "/*a/",
        "/a{9999999999999}/",
        "/(?P<n>a)(?P<n>b)/",
        pytest.param("/" + "(" * 150, id="deep"),
        pytest.param("x" * 201, id="long"),
        pytest.param("x" * 10_000_000, id="huge"),
    ],
)
def test_an_invalid_pattern_is_refused_briefly(pattern: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        read_pattern(pattern)
    assert len(str(refused.value)) < 250


def test_a_doubtful_regular_expression_does_not_warn() -> None:
    assert matches("/[[a]b/") == ["ab", "abc", "cab"]


@settings(deadline=None)
@given(st.sampled_from(["", "/"]), st.text(max_size=12) | st.text(alphabet="ab?*[!^-]()|{}1,\\", max_size=12))
def test_any_text_is_a_pattern_or_a_sentence(beginning: str, text: str) -> None:
    try:
        matched = matches(beginning + text)
    except InvalidOption as problem:
        matched = []
        refused = str(problem)
    else:
        refused = ""
    assert set(matched) <= set(WORDS)
    assert len(refused) < 250


@settings(deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "?", "*", "[ab]", "[!a]", "[b-z]"]), min_size=1, max_size=6).map("".join))
def test_patterns_match_what_the_rules_say(pattern: str) -> None:
    """Patterns match the same words over two letters as an equivalent regular expression."""
    expression = re.compile(pattern.replace("[!", "[^").replace("?", "[ab]").replace("*", "[ab]*"))
    words = ["".join(letters) for length in range(2, 6) for letters in itertools.product("ab", repeat=length)]
    wanted = read_pattern(pattern)
    matched = list(wanted.filter(words))
    assert matched == [word for word in words if expression.fullmatch(word)]
    assert all(len(word) in wanted.lengths for word in matched)


@pytest.mark.parametrize("pattern", ["*" * 60 + "z", "*?" * 14 + "*z", "*a" * 14 + "*z", "*[a-y]" * 30 + "z"])
def test_no_pattern_backtracks(pattern: str) -> None:
    """No pattern backtracks: a word reaches one set of automaton states per letter."""
    pieces = read_pattern(pattern).pieces
    steps = PatternSteps(pieces)
    states = steps.start
    for letter in "a" * 40:
        states = steps.after(states, letter)
    assert len(steps._after) <= 40
    assert not steps.accepts(states)
    assert steps.accepts(steps.after(states, "z"))
