"""Words found by walking the word graph: what letters spell, what begins or ends with a word. No list is scanned.

    spelt_by(graph, "silent", least=6, most=6)      elints, enlist, inlets, listen, silent, tinsel
    going_on(graph, "qua")                          quack, quad, ...

A "?" among the letters is any letter.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from entails.models.word_pattern import ANY, RUN, PatternSteps
from entails.solvers.kernels.scrabble_graph import TURN
from entails.solvers.scrabble.graph import WordGraph


def spelt_by(graph: WordGraph, letters: str, least: int, most: int) -> list[str]:
    """The words of so many letters that these spell, each used once at most; longest first, then by the alphabet."""
    found: list[str] = []
    _spell(graph, graph.plain_root, Counter(letters), "", least, most, found)
    return sorted(found, key=lambda word: (-len(word), word))


def matching(graph: WordGraph, pieces: Sequence[str], lengths: range, rack: str | None = None) -> list[str]:
    """The words of these lengths that a pattern allows (see `WordPattern.pieces`), shortest first. With a rack, every
    letter that the pattern does not fix is one of its letters, each used once at most."""
    found: list[str] = []
    fixed = (piece for piece in pieces if len(piece) == 1 and piece not in (RUN, ANY))
    left = None if rack is None else Counter([*rack, *fixed])
    steps = PatternSteps(pieces)
    _match(graph, graph.plain_root, steps, steps.start, "", lengths, left, found)
    return sorted(found, key=lambda word: (len(word), [graph.alphabet.number(letter) for letter in word]))


def going_on(graph: WordGraph, word: str) -> list[str]:
    """The longer words that begin with these letters."""
    node = _node_after(graph, graph.plain_root, word)
    return sorted(_ends(graph, node, word)) if node is not None else []


def ending_with(graph: WordGraph, word: str) -> list[str]:
    """The longer words that end with these letters: read backwards, the graph leads to their beginnings."""
    node = _node_after(graph, graph.root, word[::-1])
    return sorted(_beginnings(graph, node, word)) if node is not None else []


def around(graph: WordGraph, word: str) -> list[str]:
    """The longer words that hold these letters inside, with others before and after."""
    node = _node_after(graph, graph.root, word[::-1])
    return sorted(set(_around(graph, node, word))) if node is not None else []


def _spell(
    graph: WordGraph, node: int, left: Counter[str], begun: str, least: int, most: int, found: list[str]
) -> None:
    if len(begun) == most:
        return
    for symbol, edge in graph.steps(node):
        letter = graph.alphabet.small[symbol - 1]
        used = letter if left[letter] else ANY
        if symbol == TURN or not left[used]:
            continue
        word = begun + letter
        if graph.completes(edge) and len(word) >= least:
            found.append(word)
        left[used] -= 1
        _spell(graph, edge, left, word, least, most, found)
        left[used] += 1


def _match(
    graph: WordGraph,
    node: int,
    steps: PatternSteps,
    states: int,
    begun: str,
    lengths: range,
    left: Counter[str] | None,
    found: list[str],
) -> None:
    """Go on from a beginning after which the pattern is in these states. Every letter is taken from those `left`: a
    word that matches has each letter that the pattern fixes, so the others are from the rack."""
    if len(begun) + 1 >= lengths.stop:
        return
    for symbol, edge in graph.steps(node):
        letter = graph.alphabet.small[symbol - 1]
        if symbol == TURN or not (after := steps.after(states, letter)):
            continue
        used = letter if left is None or left[letter] else ANY
        if left is not None and not left[used]:
            continue
        word = begun + letter
        if graph.completes(edge) and steps.accepts(after) and len(word) in lengths:
            found.append(word)
        if left is not None:
            left[used] -= 1
        _match(graph, edge, steps, after, word, lengths, left, found)
        if left is not None:
            left[used] += 1


def _node_after(graph: WordGraph, node: int, letters: str) -> int | None:
    for letter in letters:
        wanted = graph.alphabet.number(letter) + 1
        edge = next((edge for symbol, edge in graph.steps(node) if symbol and symbol == wanted), None)
        if edge is None:
            return None
        node = edge
    return node


def _ends(graph: WordGraph, node: int, begun: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        word = begun + graph.alphabet.small[symbol - 1]
        if graph.completes(edge):
            yield word
        yield from _ends(graph, edge, word)


def _beginnings(graph: WordGraph, node: int, ended: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        if symbol != TURN:
            word = graph.alphabet.small[symbol - 1] + ended
            if graph.completes(edge):
                yield word
            yield from _beginnings(graph, edge, word)


def _around(graph: WordGraph, node: int, ended: str) -> Iterator[str]:
    for symbol, edge in graph.steps(node):
        if symbol != TURN:
            word = graph.alphabet.small[symbol - 1] + ended
            for sign, after in graph.steps(edge):
                if sign == TURN:
                    yield from _ends(graph, after, word)
            yield from _around(graph, edge, word)
