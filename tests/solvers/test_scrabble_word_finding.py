"""Words on the graph: the same as a scan of the list finds."""

from collections import Counter
from itertools import chain

import pytest
from cli.runner import clausal
from scrabble_samples import SHORT_WORDS

from clausal.data.lexicons import lexicon
from clausal.solvers.scrabble.graph import build_graph, word_graph
from clausal.solvers.scrabble.word_finding import around, ending_with, going_on, spelt_by

GRAPH = build_graph(SHORT_WORDS)
WORDS = [*chain.from_iterable(SHORT_WORDS.words(length) for length in SHORT_WORDS.lengths)]


@pytest.mark.parametrize("letters", ["aet", "tea", "a?", "??", "xyz", "oarne", "aaa", "re?t"])
def test_what_letters_spell(letters: str) -> None:
    def spells(word: str) -> bool:
        return sum((Counter(word) - Counter(letters)).values()) <= letters.count("?")

    expected = {word for word in WORDS if len(word) <= len(letters) and spells(word)}
    found = spelt_by(GRAPH, letters, 1, len(letters))
    assert set(found) == expected
    assert len(found) == len(expected)
    assert spelt_by(GRAPH, letters, 3, 3) == sorted(word for word in expected if len(word) == 3)


@pytest.mark.parametrize("part", ["a", "at", "e", "ea", "q", "ion"])
def test_longer_words(part: str) -> None:
    assert going_on(GRAPH, part) == sorted(word for word in WORDS if word.startswith(part) and word != part)
    assert ending_with(GRAPH, part) == sorted(word for word in WORDS if word.endswith(part) and word != part)
    assert around(GRAPH, part) == sorted(word for word in WORDS if part in word[1:-1])


def test_a_large_list_too() -> None:
    french = lexicon("fr")
    found = spelt_by(word_graph(french), "chien", 5, 5)
    assert found == sorted(word for word in french.words(5) if sorted(word) == sorted("chien"))


def test_commands() -> None:
    ran = clausal("lexicon", "anagrams", "Silent", "--json")
    assert (ran.code, ran.lines[0]["count"], ran.lines[0]["words"][0]) == (0, 6, "elints")
    assert clausal("lexicon", "anagrams", "qqq").code == 1
    refused = clausal("lexicon", "anagrams", "a1b")
    assert (refused.code, "are not letters to look for" in refused.err) == (2, True)
    assert clausal("lexicon", "subanagrams", "zzq?e", "--length", "2").out.split()[:2] == ["ae", "be"]
    assert clausal("lexicon", "hooks", "care").out.strip() == "s  [care]  d r s t x"
    longer = clausal("lexicon", "extensions", "quark", "--json").lines[0]
    assert (longer["after"], longer["before"]) == (["quarks"], ["antiquark"])
