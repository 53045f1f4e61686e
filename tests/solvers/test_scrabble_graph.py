"""The word graph: it holds the words and nothing else, is minimal, and lies on disk safely."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clausal.data.lexicons import lexicon
from clausal.data.scrabble import layout, shipped_tile_set
from clausal.models.letters import ALPHABET
from clausal.models.lexicon import Lexicon
from clausal.models.scrabble.board import Board
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.solvers.kernels.scrabble_graph import COMPLETE, START_SHIFT, SYMBOL, SYMBOLS, mask_of, rank, step
from clausal.solvers.scrabble import graph_store
from clausal.solvers.scrabble.generator import Tally, tally
from clausal.solvers.scrabble.graph import WordGraph, build_graph, word_graph

_NAMES = f">{ALPHABET}"
WORDS = Lexicon.of(["ab", "aba", "abba", "babas", "sab", "zebras", "zebra", "quetzal"], "few")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of one's own."""
    monkeypatch.setattr(graph_store, "user_cache_path", lambda *_, **__: tmp_path / "clausal")
    word_graph.cache_clear()
    yield tmp_path / "clausal" / "graphs"
    word_graph.cache_clear()


def children(graph: WordGraph, node: int) -> list[int]:
    first = node >> START_SHIFT
    return graph.edges[first : first + rank(mask_of(node), 1 << SYMBOLS)].tolist()


def readings(graph: WordGraph, node: int, so_far: str = "") -> Iterator[str]:
    """Every way to a complete word; > is the turn."""
    for edge in children(graph, node):
        reading = so_far + _NAMES[edge & SYMBOL]
        if edge & COMPLETE:
            yield reading
        yield from readings(graph, edge, reading)


def every_reading(word: str) -> set[str]:
    turned = {f"{word[:place][::-1]}>{word[place:]}" for place in range(1, len(word))}
    return turned | {word[::-1]}


def nodes(graph: WordGraph) -> set[tuple[int, ...]]:
    """The edges of each node that can be reached."""
    found: dict[int, tuple[int, ...]] = {}
    waiting = [graph.root, graph.plain_root]
    while waiting:
        node = waiting.pop()
        if node >> START_SHIFT not in found and mask_of(node):
            found[node >> START_SHIFT] = tuple(children(graph, node))
            waiting += children(graph, node)
    assert len(set(found.values())) == len(found), "two nodes with the same edges"
    assert sum(map(len, found.values())) == len(graph.edges), "edges that nobody can reach"
    return set(found.values())


@given(st.sets(st.text("abc", min_size=2, max_size=6), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_it_holds_each_word_from_each_letter_and_nothing_else(words: set[str]) -> None:
    graph = build_graph(Lexicon.of(words, "made up"))
    found = list(readings(graph, graph.root))
    assert len(found) == len(set(found))
    assert set(found) == set().union(*map(every_reading, words))
    assert sorted(readings(graph, graph.plain_root)) == sorted(words)
    assert nodes(graph)


def test_a_large_lexicon() -> None:
    words = lexicon("wordle-allowed")
    graph = build_graph(words)
    assert list(readings(graph, graph.plain_root)) == words.words(5)
    assert nodes(graph)
    assert word_graph(lexicon("enable")).nbytes < 10_000_000


def test_words_that_need_more_room_than_guessed() -> None:
    """Words without common endings or beginnings make more edges than beginnings."""
    words = [f"{a}{b}{c}{a}" for a in ALPHABET for b in ALPHABET[:9] for c in ALPHABET[:7]]
    graph = build_graph(Lexicon.of(words, "many"))
    assert len(set(readings(graph, graph.plain_root))) == len(words)


def test_steps_that_lead_nowhere() -> None:
    graph = build_graph(WORDS)
    z = step(graph.edges, graph.plain_root, _NAMES.index("z"))
    assert z & SYMBOL == 26
    assert step(graph.edges, z, _NAMES.index("x")) == 0
    assert step(graph.edges, 0, 1) == 0


def test_it_is_kept_under_the_words_not_the_name(cache: Path) -> None:
    graph = word_graph(WORDS)
    (file,) = cache.iterdir()
    other = Lexicon.of([word for length in WORDS.lengths for word in WORDS.words(length)], "another name", "fr")
    assert graph_store.key_of(other) == graph_store.key_of(WORDS) == file.stem
    assert graph_store.key_of(Lexicon.of(["ab", "aba"], "few")) != file.stem
    again = word_graph(other)
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
    monkeypatch.setattr(graph_store, "user_cache_path", lambda *_, **__: blocked / "clausal")
    word_graph.cache_clear()
    graph = word_graph(WORDS)
    assert word_graph(WORDS) is graph
    assert blocked.read_text() == "not a folder"
    word_graph.cache_clear()


def test_built_or_loaded_the_kernels_are_compiled_once(cache: Path) -> None:
    from clausal.solvers.kernels.scrabble_generate import generate
    from clausal.solvers.scrabble.generator import warm

    warm()
    position = opening_with(WORDS)
    assert tally(position).placements == tally_of_loaded(position, cache).placements > 0
    assert len(getattr(generate, "signatures", [None])) == 1


def opening_with(words: Lexicon) -> Position:
    return Position(Board.empty(layout()), Rack.read("ABBAS"), shipped_tile_set("english"), words)


def tally_of_loaded(position: Position, cache: Path) -> Tally:
    assert len(list(cache.iterdir())) == 1
    word_graph.cache_clear()
    return tally(position)


def test_two_processes_at_once(tmp_path: Path) -> None:
    code = (
        "from clausal.models.lexicon import Lexicon\n"
        "from clausal.solvers.scrabble import graph, graph_store\n"
        "from pathlib import Path\n"
        f"graph_store.user_cache_path = lambda *_, **__: Path({str(tmp_path)!r})\n"
        "words = [a + b + c for a in 'abcdefg' for b in 'aeiou' for c in 'rstlmn']\n"
        "made = graph.word_graph(Lexicon.of(words, 'both'))\n"
        "print(made.root, len(made.edges))\n"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ.copy()) for _ in range(2)]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert said[0] == said[1] != b""
    (file,) = (tmp_path / "graphs").iterdir()
    assert file.suffix == ".graph"
