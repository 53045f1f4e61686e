"""Words found by walking the word graph: what letters spell, what begins or ends with a word. No list is scanned.

    spelt_by(graph, "silent", least=6, most=6)      elints, enlist, inlets, listen, silent, tinsel
    going_on(graph, "qua")                          quack, quad, ...

A "?" among the letters is any letter.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from clausal.solvers.kernels.scrabble_graph import TURN
from clausal.solvers.scrabble.graph import WordGraph

ANY, RUN = "?", "*"


def spelt_by(graph: WordGraph, letters: str, least: int, most: int) -> list[str]:
    """The words of so many letters that these spell, each used once at most; longest first, then by the alphabet."""
    found: list[str] = []
    _spell(graph, graph.plain_root, Counter(letters), "", least, most, found)
    return sorted(found, key=lambda word: (-len(word), word))


def matching(graph: WordGraph, pieces: Sequence[str], lengths: range, rack: str | None = None) -> list[str]:
    """The words of these lengths that a pattern allows (see `WordPattern.pieces`), shortest first. With a rack, every
    letter that the pattern does not fix is one of its letters, each used once at most."""
    found: list[str] = []
    left = None if rack is None else Counter(rack)
    _match(graph, graph.plain_root, tuple(pieces), 0, "", lengths, left, found)
    return sorted(set(found), key=lambda word: (len(word), [graph.alphabet.number(letter) for letter in word]))


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
    pieces: tuple[str, ...],
    at: int,
    begun: str,
    lengths: range,
    left: Counter[str] | None,
    found: list[str],
) -> None:
    """Go on from the piece `at`: a run ends here, or takes another letter."""
    if at == len(pieces) or len(begun) + 1 >= lengths.stop:
        return
    piece = pieces[at]
    if piece == RUN:
        _match(graph, node, pieces, at + 1, begun, lengths, left, found)
    after = at if piece == RUN else at + 1
    ends = all(rest == RUN for rest in pieces[after:])
    fixed = left is None or (len(piece) == 1 and piece not in (RUN, ANY))
    for symbol, edge in graph.steps(node):
        letter = graph.alphabet.small[symbol - 1]
        if symbol == TURN or not (piece in (RUN, ANY) or letter in piece):
            continue
        used = ""
        if left is not None and not fixed:
            used = letter if left[letter] else ANY
            if not left[used]:
                continue
            left[used] -= 1
        word = begun + letter
        if ends and graph.completes(edge) and len(word) in lengths:
            found.append(word)
        _match(graph, edge, pieces, after, word, lengths, left, found)
        if left is not None and used:
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
