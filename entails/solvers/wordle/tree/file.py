"""Trees as JSON files.

    {"format": "entails wordle tree", "version": 1, "feedback": "colours", "length": 5, "language": "en",
     "history": "", "hard": false, "opener": "salet", "total": 7920, "mean": 3.4212, "max": 5,
     "distribution": {"2": 78, ...}, "exact": true, "all_openers": false, "max_depth": 6, "beam": null,
     "answers": {"name": "wordle-answers", "words": 2315, "sha256": "..."}, "allowed": {...},
     "tree": {"guess": "salet", "then": {"bbbbb": {"guess": "courd", "then": {...}}, "bbbyg": "fetid", ...}}}

Below `then` stands what follows each feedback: another guess with its own `then`, the bare word that is the only one
left, or null after the feedback of a win, which is there when the guess can be the secret. The figures are a claim;
`verify` plays every game again. A tree for secrets that are not all alike has their "weights" too, whole numbers by
secret, and the "weighted_total" that is the smallest then.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from entails.models.errors import Invalid, InvalidData
from entails.models.json_text import Json, load_json
from entails.models.letters import LONGEST, SHORTEST, is_word
from entails.models.wordle.history import History
from entails.models.wordle.read import read_history
from entails.models.wordle.scoring import SCORINGS, Scoring
from entails.models.wordle.words import MOST_WEIGHT
from entails.solvers.wordle.tree.value import Node, Tree, WordList

FORMAT: Final = "entails wordle tree"
VERSION: Final = 1
MOST_DEPTH: Final = 200
"""Guesses below one another; Python could not follow many more, and no sane tree has them."""
_MOST_CHARACTERS: Final = 1 << 28


@dataclass(frozen=True)
class Claims:
    """What a file says about its tree."""

    opener: str
    total: int
    max: int
    distribution: Mapping[int, int]
    weighted_total: int | None = None
    mean: float | None = None
    expected: float | None = None


def write_tree(tree: Tree) -> Iterator[str]:
    """The file, in pieces: the head is made to be read by people, each reply of the opener is a line."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "feedback": tree.scoring.name,
        "length": tree.length,
        "language": tree.language,
        "history": tree.history.line,
        "hard": tree.hard,
        "opener": tree.opener,
        "total": tree.total,
        "mean": round(tree.mean, 4),
        "max": tree.max,
        "distribution": tree.distribution,
        "exact": tree.exact,
        "all_openers": tree.all_openers,
        "max_depth": tree.max_depth,
        "beam": tree.beam,
        "answers": _list_as_json(tree.answers),
        "allowed": _list_as_json(tree.allowed),
    }
    if tree.weights is not None:
        head |= {"weighted_total": tree.weighted_total, "expected": round(tree.expected, 4)}
        head["weights"] = dict(tree.weights)
    yield "{\n"
    for key, value in head.items():
        yield f"{json.dumps(key)}: {_compact(value)},\n"
    root = _node_as_json(tree.root, tree.scoring, tree.length)
    if isinstance(root, str):
        yield f'"tree": {_compact(root)}\n}}\n'
        return
    lines = ",\n".join(f"{json.dumps(reply)}: {_compact(node)}" for reply, node in root["then"].items())
    yield f'"tree": {{"guess": {_compact(root["guess"])}, "then": {{\n{lines}\n}}}}\n}}\n'


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _list_as_json(words: WordList) -> dict[str, Json]:
    return {"name": words.name, "words": words.words, "sha256": words.sha256}


def _node_as_json(node: Node, scoring: Scoring, length: int) -> Any:
    if not node.replies:
        return node.guess
    then = {scoring.write(code, length): _node_as_json(reply, scoring, length) for code, reply in node.replies.items()}
    if node.can_win:
        then[scoring.write(scoring.win(length), length)] = None
    return {"guess": node.guess, "then": then}


def read_tree(data: bytes | str, where: str = "tree") -> tuple[Tree, Claims]:
    """The tree of a file and what the file claims about it; anything else is refused with the place."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidData("this is not text", where=where, expected="a tree made by entails wordle tree") from None
    if len(text) > _MOST_CHARACTERS:
        raise InvalidData("the file is too large for a tree", where=where)
    value = load_json(text, where, InvalidData)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise InvalidData("this is not a tree", where=where, expected=f'an object with "format": "{FORMAT}"')
    if type(value.get("version")) is not int or value["version"] != VERSION:
        raise InvalidData("this is a tree of another version", where=where, expected=f"version {VERSION}")
    try:
        return _tree(value), _claims(value)
    except Invalid as error:
        raise InvalidData.like(error).at(where) from None


def _tree(value: dict[str, Json]) -> Tree:
    feedback, length = _text(value, "feedback"), _number(value, "length")
    if feedback not in SCORINGS or not SHORTEST <= length <= LONGEST:
        expected = f"{' or '.join(SCORINGS)}, and {SHORTEST} to {LONGEST} letters"
        raise InvalidData("there is no such game", where="feedback, length", expected=expected)
    line = _text(value, "history")
    history = read_history(line, feedback, length) if line.strip() else History(length, feedback)
    if "tree" not in value:
        raise InvalidData("there is no tree in it", where="tree", expected="a guess and what follows it")
    return Tree(
        root=_node(value["tree"], SCORINGS[feedback], length, (), {}),
        history=history,
        answers=_list(value, "answers"),
        allowed=_list(value, "allowed"),
        language=_text(value, "language"),
        hard=_flag(value, "hard"),
        exact=_flag(value, "exact"),
        all_openers=_flag(value, "all_openers"),
        max_depth=None if value.get("max_depth") is None else _number(value, "max_depth"),
        beam=None if value.get("beam") is None else _number(value, "beam"),
        weights=None if "weights" not in value else _weights(value["weights"]),
    )


def _node(value: Json, scoring: Scoring, length: int, path: tuple[str, ...], codes: dict[str, int]) -> Node:
    """A guess and all below it. `codes` remembers what feedback means: the same few come thousands of times."""
    if isinstance(value, str):
        return Node(_word(value, length, path))
    if not isinstance(value, dict) or not isinstance(value.get("then"), dict) or len(path) >= MOST_DEPTH:
        raise InvalidData("this is not a guess", where=_place(path), expected='a word, or "guess" and "then"')
    guess = _word(value.get("guess"), length, path)
    then = value["then"]
    assert isinstance(then, dict)
    win, can_win, replies = scoring.win(length), False, {}
    for text, reply in then.items():
        here = (*path, f"{guess}:{text[:20]}")
        if text not in codes:
            try:
                codes[text] = scoring.read(text, length)
            except Invalid as error:
                raise error.at(_place(here)) from None
        code = codes[text]
        if code in replies or (code == win and can_win):
            raise InvalidData("this feedback is there twice", where=_place(here))
        if code == win:
            can_win = True
            if reply is not None:
                raise InvalidData("the game goes on after a win", where=_place(here), expected="null")
            continue
        replies[code] = _node(reply, scoring, length, here, codes)
    return Node(guess, can_win, replies)


def _word(value: Json, length: int, path: tuple[str, ...]) -> str:
    if isinstance(value, str) and len(value) == length and is_word(value):
        return value
    raise InvalidData("this is not a word", where=_place(path), expected=f"{length} letters a to z")


def _place(path: tuple[str, ...]) -> str:
    return f"after {' '.join(path[-8:])}" if path else "tree"


def _claims(value: dict[str, Json]) -> Claims:
    counts = value.get("distribution")
    whole = isinstance(counts, dict) and all(key.isascii() and key.isdigit() and len(key) < 6 for key in counts)
    if not isinstance(counts, dict) or not whole:
        raise InvalidData("this is not a distribution", where="distribution", expected="secrets by number of guesses")
    distribution = {int(key): _number(counts, key) for key in counts}
    weighted = None if "weights" not in value else _number(value, "weighted_total")
    total, most = _number(value, "total"), _number(value, "max")
    means = (_mean(value, "mean"), _mean(value, "expected"))
    return Claims(_text(value, "opener"), total, most, distribution, weighted, *means)


def _weights(value: Json) -> dict[str, int]:
    """How likely each secret is."""
    if isinstance(value, dict) and all(type(weight) is int and 0 < weight <= MOST_WEIGHT for weight in value.values()):
        return {word: _number(value, word) for word in value}
    raise InvalidData("these are not weights", where="weights", expected="a whole number above 0 for each secret")


def _list(value: dict[str, Json], key: str) -> WordList:
    found = value.get(key)
    if not isinstance(found, dict):
        raise InvalidData("this is not a list", where=key, expected='"name", "words" and "sha256"')
    try:
        return WordList(_text(found, "name"), _number(found, "words"), _text(found, "sha256"))
    except Invalid as error:
        raise error.at(key) from None


def _text(value: dict[str, Json], key: str) -> str:
    found = value.get(key)
    if isinstance(found, str) and len(found) <= 10_000:
        return found
    raise InvalidData("this is not a text", where=key, expected="a text")


def _number(value: dict[str, Json], key: str) -> int:
    found = value.get(key)
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 2**53:
        return found
    raise InvalidData("this is not a count", where=key, expected="a whole number, 0 or more")


def _mean(value: dict[str, Json], key: str) -> float | None:
    """A mean with its fraction, None where the file states none."""
    found = value.get(key)
    if found is None and key not in value:
        return None
    if isinstance(found, (int, float)) and not isinstance(found, bool) and 0 <= found < 2**53:
        return float(found)
    raise InvalidData("this is not a mean", where=key, expected="a number, 0 or more")


def _flag(value: dict[str, Json], key: str) -> bool:
    found = value.get(key)
    if isinstance(found, bool):
        return found
    raise InvalidData("this is neither true nor false", where=key, expected="true or false")
