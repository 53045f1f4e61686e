"""Word search on the graph: the same as scanning the list."""

import json
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from math import comb

import pytest
from cli.runner import entails
from scrabble_samples import SHORT_WORDS

from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_tile_set
from entails.formats.word_list import read_pattern
from entails.models.errors import InvalidOption
from entails.models.lexicon import Lexicon
from entails.models.scrabble.tiles import TileSet
from entails.queries.lexicon import finding
from entails.queries.lexicon.finding import words_matching
from entails.solvers.scrabble.graph import WordGraph, build_graph, graph_of, word_graph
from entails.solvers.scrabble.word_finding import (
    alphagrams,
    beginning_with,
    containing,
    ending_with,
    holding,
    like_pattern,
    matching,
    spelt_by,
    spelt_with,
    stems,
)

GRAPH = build_graph(SHORT_WORDS)
WORDS = [*chain.from_iterable(SHORT_WORDS.words(length) for length in SHORT_WORDS.lengths)]


@pytest.mark.parametrize("letters", ["aet", "tea", "a?", "??", "xyz", "oarne", "aaa", "re?t"])
def test_what_letters_spell(letters: str) -> None:
    def spells(word: str) -> bool:
        return sum((Counter(word) - Counter(letters)).values()) <= letters.count("?")

    expected = {word for word in WORDS if len(word) <= len(letters) and spells(word)}
    result = spelt_by(GRAPH, letters, 1, len(letters))
    assert set(result) == expected
    assert len(result) == len(expected)
    assert spelt_by(GRAPH, letters, 3, 3) == sorted(word for word in expected if len(word) == 3)


def test_a_short_list_answers_as_all_words_do() -> None:
    for letters in ("aet", "a?", "??", "re?t"):
        some = [*spelt_with(SHORT_WORDS, letters, range(1, len(letters) + 1))]
        assert spelt_by(graph_of(some), letters, 1, 15) == spelt_by(GRAPH, letters, 1, 15)
        assert sum(map(len, some)) < len(SHORT_WORDS)
    for part in ("a", "at", "ea", "ion"):
        graph = graph_of([*holding(SHORT_WORDS, part)])
        for finds in (beginning_with, ending_with, containing):
            assert finds(graph, part) == finds(GRAPH, part)
    for text, rack in (("?a?", None), ("a*", None), ("*[aeiou]t", None), ("*e*", "art?"), ("t*[ae]?", "or")):
        pattern = read_pattern(text)
        graph = graph_of([*like_pattern(SHORT_WORDS, pattern.pieces, pattern.lengths, rack)])
        result = matching(graph, pattern.pieces, pattern.lengths, rack)
        assert result == matching(GRAPH, pattern.pieces, pattern.lengths, rack)


@pytest.mark.parametrize("part", ["a", "at", "e", "ea", "q", "ion"])
def test_longer_words(part: str) -> None:
    assert beginning_with(GRAPH, part) == sorted(word for word in WORDS if word.startswith(part) and word != part)
    assert ending_with(GRAPH, part) == sorted(word for word in WORDS if word.endswith(part) and word != part)
    assert containing(GRAPH, part) == sorted(word for word in WORDS if part in word[1:-1])


def test_a_large_list_too() -> None:
    french = lexicon("fr")
    result = spelt_by(word_graph(french), "chien", 5, 5)
    assert result == sorted(word for word in french.words(5) if sorted(word) == sorted("chien"))


def test_commands() -> None:
    ran = entails("lexicon", "anagrams", "Silent", "--json")
    assert (ran.code, ran.lines[0]["count"], ran.lines[0]["words"][0]) == (0, 6, "elints")
    assert entails("lexicon", "anagrams", "qqq").code == 1
    refused = entails("lexicon", "anagrams", "a1b")
    assert (refused.code, "invalid letters 'a1b'" in refused.err) == (2, True)
    assert entails("lexicon", "subanagrams", "zzq?e", "--length", "2").out.split()[:2] == ["ae", "be"]
    assert entails("lexicon", "hooks", "care").out.strip() == "s  [care]  d r s t x"
    longer = entails("lexicon", "extensions", "quark", "--json").lines[0]
    assert (longer["after"], longer["before"]) == (["quarks"], ["antiquark"])


@pytest.mark.parametrize("pattern", ["?a?", "*", "t*", "*e", "[aeo]?*", "[!t]*[nt]", "*a*e*", "a", "???"])
@pytest.mark.parametrize("rack", [None, "aetn", "r?", "??", "oarsnet"])
def test_patterns_with_and_without_a_rack(pattern: str, rack: str | None) -> None:
    query = read_pattern(pattern)
    matched = [word for word in WORDS if len(word) in query.lengths and [*query.filter([word])]]

    def can_lay(word: str) -> bool:
        """Return whether the rack suffices for some way to match the word to the pattern."""
        fixed = Counter(letter for letter in pattern if letter.isalpha()) if "[" not in pattern else Counter[str]()
        taken = Counter(word) - fixed if "[" not in pattern else Counter(word)
        return rack is None or sum((taken - Counter(rack)).values()) <= rack.count("?")

    result = matching(GRAPH, query.pieces, query.lengths, rack)
    assert result == sorted((word for word in matched if can_lay(word)), key=lambda word: (len(word), word))


def test_a_pattern_walks_the_graph_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern visits each prefix once: more wildcards do not multiply the work."""
    visited = Counter[str]()
    plain = WordGraph.steps

    def counted(self: WordGraph, node: int) -> Iterator[tuple[int, int]]:
        visited[pattern] += 1
        return plain(self, node)

    monkeypatch.setattr(WordGraph, "steps", counted)
    for pattern in ("*t", "**********t", "*?*?*t", "*e*e*e*e*e*e*e*t", "*?" * 12):
        query = read_pattern(pattern)
        matching(GRAPH, query.pieces, range(2, 16))
        matching(GRAPH, query.pieces, range(2, 16), "aeinrst")
    assert max(visited.values()) <= visited["*t"]


def test_a_regular_expression_that_never_ends_is_stopped() -> None:
    assert words_matching("^a.$", WORDS) == [word for word in WORDS if word.startswith("a") and len(word) == 2]
    with pytest.raises(InvalidOption) as caught:
        words_matching("(.?.?.?){40}(.?){40}!", ["abcdefghijklmno"] * 50, seconds=0.3)
    assert "did not finish within 0.3 seconds" in str(caught.value)


def test_an_abandoned_search_ends_by_itself() -> None:
    """A search whose client has gone ends by itself."""
    with subprocess.Popen(finding._child(0), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as left:
        assert left.stdin is not None
        left.stdin.write(b"(a+)+$\n" + b"a" * 40 + b"b")
        left.stdin.close()
        assert left.wait(30) == -signal.SIGALRM


def test_chances_are_those_of_drawing_without_looking() -> None:
    bag = TileSet(name="tiny", language="en", counts=(3, 2, 1) + (0,) * 23 + (1,), values=(0,) * 27)
    tiles = [*"aaabbc?"]
    draws = Counter(tuple(sorted(tiles[place] for place in hand)) for hand in combinations(range(7), 3))
    words = Lexicon.of(["abc", "aab", "aaa", "bbc", "ccc", "abb"], "tiny", "en")
    for alphagram in alphagrams(words, bag, 3):
        wanted = Counter(alphagram.letters)
        total = sum(ways for hand, ways in draws.items() if sum((wanted - Counter(hand)).values()) <= hand.count("?"))
        assert alphagram.probability == pytest.approx(total / comb(7, 3))
    assert {item.letters: item.words for item in alphagrams(words, bag, 3)}["abc"] == ("abc",)


def test_stems_by_trying_every_letter() -> None:
    words = Lexicon.of([word for word in WORDS if len(word) == 3], "three", "en")
    english = shipped_tile_set("english")
    result = {stem.letters: stem for stem in stems(words, english, 2)}
    expected: dict[str, set[str]] = {}
    for word in words.words(3):
        for place in range(3):
            expected.setdefault("".join(sorted(word[:place] + word[place + 1 :])), set()).add(word[place])
    assert {letters: set(stem.with_letters) for letters, stem in result.items()} == expected
    order = [stem.probability * stem.completed for stem in result.values()]
    assert order == sorted(order, reverse=True)
    assert all(0 < stem.completed <= 1 for stem in result.values())


def test_the_quiz_starts_with_the_likeliest_and_repeats_with_a_seed() -> None:
    first, again = (json.loads(entails("lexicon", "quiz", "--count", "5", "--seed", "3", "--json").out) for _ in "12")
    assert first == again
    query = first["questions"]
    assert [entry["rank"] for entry in query] == sorted(entry["rank"] for entry in query)
    for item in query:
        assert item["answers"]
        assert all(sorted(word) == sorted(item["letters"]) and word in lexicon("enable") for word in item["answers"])
    assert entails("lexicon", "quiz", "--length", "15", "--lexicon", "wordle-answers").code == 1
    assert entails("lexicon", "stems", "--limit", "1").out.splitlines()[1].startswith("AEINRT")
