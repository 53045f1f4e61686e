"""The word graph: it has exactly the words, is minimal, and is cached safely on disk."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.data.lexicons import lexicon
from entails.data.scrabble import layout, shipped_tile_set
from entails.models.alphabet import ALPHABET, MOST_LETTERS, Alphabet
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.solvers.kernels.scrabble_graph import first_of, is_complete, step
from entails.solvers.kernels.scrabble_leaves import LETTER_KEYS, may_spell
from entails.solvers.scrabble import graph as graph_store
from entails.solvers.scrabble.generator import PlayTally, tally
from entails.solvers.scrabble.graph import WordGraph, build_graph, word_graph

_NAMES = f">{ALPHABET}"
WORDS = Lexicon.of(["ab", "aba", "abba", "babas", "sab", "zebras", "zebra", "quetzal"], "few")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use a new cache folder."""
    monkeypatch.setattr(graph_store, "user_cache_path", lambda *_, **__: tmp_path / "entails")
    word_graph.cache_clear()
    yield tmp_path / "entails" / "graphs"
    word_graph.cache_clear()


def readings(graph: WordGraph, node: int, so_far: str = "") -> Iterator[str]:
    """Yield the spelling of every path to a complete word; > is the turn."""
    names = f">{graph.alphabet.small}"
    for symbol, edge in graph.steps(node):
        reading = so_far + names[symbol]
        assert step(graph.edges, node, symbol) == edge, "compiled code takes another way"
        if graph.completes(edge):
            yield reading
        yield from readings(graph, edge, reading)


def every_reading(word: str) -> set[str]:
    turned = {f"{word[:place][::-1]}>{word[place:]}" for place in range(1, len(word))}
    return turned | {word[::-1]}


def nodes(graph: WordGraph) -> set[tuple[tuple[int, int], ...]]:
    """Return the edges of all reachable nodes: symbol, target, and whether a word is complete."""
    result: dict[int, tuple[tuple[int, int], ...]] = {}
    waiting = [graph.root, graph.plain_root]
    while waiting:
        node = waiting.pop()
        steps = list(graph.steps(node))
        place = first_of(graph.edges, node)
        if place not in result and steps:
            result[place] = tuple(
                (symbol, 2 * first_of(graph.edges, edge) + is_complete(graph.edges, edge)) for symbol, edge in steps
            )
            waiting += [edge for _, edge in steps]
    assert len(set(result.values())) == len(result), "two nodes with the same edges"
    extra = 1 if graph.edges.ndim == 1 else 3
    assert sum(map(len, result.values())) + extra == len(graph.edges), "edges that nobody can reach"
    return set(result.values())


@given(st.sets(st.text("abc", min_size=2, max_size=6), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_it_holds_each_word_from_each_letter_and_nothing_else(words: set[str]) -> None:
    graph = build_graph(Lexicon.of(words, "made up"))
    items = list(readings(graph, graph.root))
    assert len(items) == len(set(items))
    assert set(items) == set().union(*map(every_reading, words))
    assert sorted(readings(graph, graph.plain_root)) == sorted(words)
    assert nodes(graph)


LARGE = Alphabet.of([chr(letter) for letter in range(0x410, 0x410 + 32)] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖ"))
"""An alphabet of maximum size."""


@given(
    st.sets(
        st.text(LARGE.letters[:2] + LARGE.letters[36:41] + LARGE.letters[-2:], min_size=2, max_size=5),
        min_size=1,
        max_size=30,
    )
)
@settings(max_examples=40, deadline=None)
def test_letters_beyond_the_narrow_layout(words: set[str]) -> None:
    assert len(LARGE.letters) == MOST_LETTERS
    graph = build_graph(Lexicon.of(words, "made up", "xx", LARGE))
    beyond = any(letter in LARGE.letters[38:] for word in words for letter in word)
    assert graph.edges.ndim == (2 if beyond else 1)
    assert set(readings(graph, graph.root)) == set().union(*map(every_reading, words))
    assert sorted(readings(graph, graph.plain_root)) == sorted(words)
    assert nodes(graph)


def test_a_wide_graph_is_kept_too(cache: Path) -> None:
    words = Lexicon.of(["äöä", "zöz", "zäö"], "wide", "xx", LARGE)
    graph = word_graph(words)
    (file,) = cache.iterdir()
    stored = graph_store.load(file.stem)
    assert stored is not None
    assert stored[0].ndim == 2
    assert np.array_equal(stored[0], graph.edges)
    assert stored[1:3] == (graph.root, graph.plain_root)
    assert np.array_equal(stored[3], graph.anagrams)


def test_a_large_lexicon() -> None:
    words = lexicon("wordle-allowed")
    graph = build_graph(words)
    assert list(readings(graph, graph.plain_root)) == words.words(5)
    assert nodes(graph)
    assert word_graph(lexicon("enable")).nbytes < 10_000_000


def test_words_that_need_more_room_than_guessed() -> None:
    """Words with more edges than estimated, without common prefixes or suffixes, are built too."""
    words = [f"{a}{b}{c}{a}" for a in ALPHABET for b in ALPHABET[:9] for c in ALPHABET[:7]]
    graph = build_graph(Lexicon.of(words, "many"))
    assert len(set(readings(graph, graph.plain_root))) == len(words)


def test_steps_that_lead_nowhere() -> None:
    graph = build_graph(WORDS)
    z = step(graph.edges, graph.plain_root, _NAMES.index("z"))
    assert (_NAMES.index("z"), z) in graph.steps(graph.plain_root)
    assert step(graph.edges, z, _NAMES.index("x")) == 0
    assert step(graph.edges, 0, 1) == 0


def test_it_is_kept_under_the_words_not_the_name(cache: Path) -> None:
    graph = word_graph(WORDS)
    (file,) = cache.iterdir()
    second = Lexicon.of([word for length in WORDS.lengths for word in WORDS.words(length)], "another name", "fr")
    assert graph_store.key_of(second) == graph_store.key_of(WORDS) == file.stem
    assert graph_store.key_of(Lexicon.of(["ab", "aba"], "few")) != file.stem
    again = word_graph(second)
    assert np.array_equal(again.edges, graph.edges)
    assert (again.root, again.plain_root) == (graph.root, graph.plain_root)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda data: data[:20],
        lambda data: data[:-8],
        lambda data: data + b"12345678",
        lambda data: b"NOTAGRAF" + data[8:],
        lambda data: data[:-3] + b"\x07" + data[-2:],
        lambda data: data[:8] + b"\xff" + data[9:],
    ],
    ids=["empty", "no header", "cut short", "too long", "another file", "a changed byte", "another version"],
)
def test_a_damaged_file_is_built_anew(cache: Path, spoil: object) -> None:
    whole = word_graph(WORDS)
    (file,) = cache.iterdir()
    data = file.read_bytes()
    file.write_bytes(spoil(data))  # type: ignore[operator]
    word_graph.cache_clear()
    assert graph_store.load(file.stem) is None
    assert np.array_equal(word_graph(WORDS).edges, whole.edges)
    assert file.read_bytes() == data
    assert [path.name for path in cache.iterdir()] == [file.name]


def test_without_a_folder_to_write_to_it_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setattr(graph_store, "user_cache_path", lambda *_, **__: blocked / "entails")
    word_graph.cache_clear()
    graph = word_graph(WORDS)
    assert word_graph(WORDS) is graph
    assert blocked.read_text() == "not a folder"
    word_graph.cache_clear()


def test_built_or_loaded_the_kernels_are_compiled_once(cache: Path) -> None:
    from entails.solvers.kernels.scrabble_search import generate
    from entails.solvers.scrabble.generator import warm

    warm()
    compiled = list(getattr(generate, "signatures", []))  # another test may have used a wide alphabet
    position = opening_with(WORDS)
    assert tally(position).placements == tally_of_loaded(position, cache).placements > 0
    assert list(getattr(generate, "signatures", [])) == compiled


def opening_with(words: Lexicon) -> Position:
    return Position(Board.empty(layout()), Rack.read("ABBAS"), shipped_tile_set("english"), words)


def tally_of_loaded(position: Position, cache: Path) -> PlayTally:
    assert len(list(cache.iterdir())) == 1
    word_graph.cache_clear()
    return tally(position)


def test_two_processes_at_once(tmp_path: Path) -> None:
    code = (
        "from entails.models.lexicon import Lexicon\n"
        "from entails.solvers.scrabble import graph\n"
        "from pathlib import Path\n"
        f"graph.user_cache_path = lambda *_, **__: Path({str(tmp_path)!r})\n"
        "words = [a + b + c for a in 'abcdefg' for b in 'aeiou' for c in 'rstlmn']\n"
        "made = graph.word_graph(Lexicon.of(words, 'both'))\n"
        "print(made.root, len(made.edges))\n"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ.copy()) for _ in range(2)]
    text = [process.communicate(timeout=120)[0] for process in both]
    assert text[0] == text[1] != b""
    (file,) = (tmp_path / "graphs").iterdir()
    assert file.suffix == ".graph"


@pytest.mark.parametrize("name", ["enable", "ru"])
def test_no_anagram_of_a_word_is_excluded(name: str) -> None:
    """Bounds of plays rely on it. Other sets of letters are mostly excluded, also with a blank."""
    words, luck = lexicon(name), np.random.default_rng(1)
    graph = word_graph(words)
    kinds = words.alphabet.kinds
    letters = sum(1 << symbol for symbol in range(1, kinds + 1))

    def share(rows: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]", blanks: int) -> float:
        keys = LETTER_KEYS[rows[:, blanks:] + 1].sum(axis=1).tolist()
        return float(np.mean([may_spell(graph.anagrams, letters, key, blanks) for key in keys]))

    for length in words.lengths:
        rows = luck.permuted(words.letters(length)[:: 1 + len(words.letters(length)) // 200], axis=1)
        assert share(rows, 0) == share(rows, 1) == share(rows, 2) == 1
    random = luck.integers(0, kinds, (500, 8), np.uint8)
    assert share(random, 0) < 0.05
    assert share(random, 1) < 0.3
