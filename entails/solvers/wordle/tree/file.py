"""Trees as JSON files, and their verification.

    {"format": "entails wordle tree", "version": 1, "feedback": "colours", "length": 5, "language": "en",
     "history": "", "hard": false, "opener": "salet", "total": 7920, "mean": 3.4212, "max": 5,
     "distribution": {"2": 78, ...}, "exact": true, "all_openers": false, "max_depth": 6, "beam": null,
     "answers": {"name": "wordle-answers", "words": 2315, "sha256": "..."}, "allowed": {...},
     "tree": {"guess": "salet", "then": {"bbbbb": {"guess": "courd", "then": {...}}, "bbbyg": "fetid", ...}}}

`then` maps each feedback to what follows: another guess with its own `then`, the word that is the only one left, or
null for the winning feedback, which is present if the guess can be the secret. If the secrets are not equally likely,
the file also has their "weights", whole numbers by secret, and the minimised "weighted_total".

The figures of a file are claims. `verify` replays every answer by the plain rules: it uses no code of the search,
scores word by word with `Scoring.score`, checks hard mode independently, and counts the figures from the games. Only
`exact` cannot be checked from a tree.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from entails.formats.wordle.read import read_history
from entails.models.alphabet import EVERY_LETTER, LONGEST, SHORTEST
from entails.models.errors import Invalid, InvalidData, quantity
from entails.models.fields import Json, load_json
from entails.models.wordle.history import COLOURS, GREEN, GREY, SCORINGS, History, Scoring
from entails.models.wordle.words import MOST_WEIGHT
from entails.solvers.wordle.tree.value import GuessTree, Node, WordList

FORMAT: Final = "entails wordle tree"
VERSION: Final = 1
MOST_DEPTH: Final = 200
"""Limit on the depth of a tree, because of Python's recursion limit. No reasonable tree is as deep."""
_MOST_CHARACTERS: Final = 1 << 28


@dataclass(frozen=True)
class Claims:
    """The figures that a tree file claims."""

    opener: str
    total: int
    max: int
    distribution: Mapping[int, int]
    weighted_total: int | None = None
    mean: float | None = None
    expected: float | None = None


def write_tree(tree: GuessTree) -> Iterator[str]:
    """Yield a tree file in pieces: a readable head, then a line for each reply to the opener."""
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


def read_tree(data: bytes | str, where: str = "tree") -> tuple[GuessTree, Claims]:
    """Read a tree and the claims of its file; reject invalid input with its place."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidData("not a text file", where=where, expected="a tree of entails wordle tree") from None
    if len(text) > _MOST_CHARACTERS:
        raise InvalidData("the file is too large for a tree", where=where)
    value = load_json(text, where, InvalidData)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise InvalidData("not a tree file", where=where, expected=f'an object with "format": "{FORMAT}"')
    if type(value.get("version")) is not int or value["version"] != VERSION:
        raise InvalidData("unsupported version", where=where, expected=f"version {VERSION}")
    try:
        return _tree(value), _claims(value)
    except Invalid as error:
        raise InvalidData.like(error).at(where) from None


def _tree(value: dict[str, Json]) -> GuessTree:
    feedback, length = _text(value, "feedback"), _number(value, "length")
    if feedback not in SCORINGS or not SHORTEST <= length <= LONGEST:
        expected = f"{' or '.join(SCORINGS)}, and {SHORTEST} to {LONGEST} letters"
        raise InvalidData("invalid feedback or length", where="feedback, length", expected=expected)
    line = _text(value, "history")
    history = read_history(line, feedback, length, EVERY_LETTER) if line.strip() else History(length, feedback)
    if "tree" not in value:
        raise InvalidData("missing tree", where="tree", expected="a guess and what follows it")
    return GuessTree(
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
    """Read a guess and the tree below it. `codes` caches the codes of feedback texts."""
    if isinstance(value, str):
        return Node(_word(value, length, path))
    if not isinstance(value, dict) or not isinstance(value.get("then"), dict) or len(path) >= MOST_DEPTH:
        raise InvalidData("invalid guess", where=_place(path), expected='a word, or "guess" and "then"')
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
            raise InvalidData("duplicate feedback", where=_place(here))
        if code == win:
            can_win = True
            if reply is not None:
                raise InvalidData("the game continues after a win", where=_place(here), expected="null")
            continue
        replies[code] = _node(reply, scoring, length, here, codes)
    return Node(guess, can_win, replies)


def _word(value: Json, length: int, path: tuple[str, ...]) -> str:
    if isinstance(value, str) and len(value) == length and EVERY_LETTER.is_word(value):
        return value
    raise InvalidData("invalid word", where=_place(path), expected=f"{length} letters a to z")


def _place(path: tuple[str, ...]) -> str:
    return f"after {' '.join(path[-8:])}" if path else "tree"


def _claims(value: dict[str, Json]) -> Claims:
    counts = value.get("distribution")
    whole = isinstance(counts, dict) and all(key.isascii() and key.isdigit() and len(key) < 6 for key in counts)
    if not isinstance(counts, dict) or not whole:
        raise InvalidData("invalid distribution", where="distribution", expected="secrets by number of guesses")
    distribution = {int(key): _number(counts, key) for key in counts}
    weighted = None if "weights" not in value else _number(value, "weighted_total")
    total, most = _number(value, "total"), _number(value, "max")
    means = (_mean(value, "mean"), _mean(value, "expected"))
    return Claims(_text(value, "opener"), total, most, distribution, weighted, *means)


def _weights(value: Json) -> dict[str, int]:
    """Read the weights of the secrets."""
    if isinstance(value, dict) and all(type(weight) is int and 0 < weight <= MOST_WEIGHT for weight in value.values()):
        return {word: _number(value, word) for word in value}
    raise InvalidData("invalid weights", where="weights", expected="a whole number above 0 for each secret")


def _list(value: dict[str, Json], key: str) -> WordList:
    items = value.get(key)
    if not isinstance(items, dict):
        raise InvalidData("invalid word list", where=key, expected='"name", "words" and "sha256"')
    try:
        return WordList(_text(items, "name"), _number(items, "words"), _text(items, "sha256"))
    except Invalid as error:
        raise error.at(key) from None


def _text(value: dict[str, Json], key: str) -> str:
    text = value.get(key)
    if isinstance(text, str) and len(text) <= 10_000:
        return text
    raise InvalidData("invalid text", where=key, expected="a string")


def _number(value: dict[str, Json], key: str) -> int:
    number = value.get(key)
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**53:
        return number
    raise InvalidData("invalid number", where=key, expected="a whole number, 0 or more")


def _mean(value: dict[str, Json], key: str) -> float | None:
    """Read a mean; None if the file has none."""
    mean = value.get(key)
    if mean is None and key not in value:
        return None
    if isinstance(mean, (int, float)) and not isinstance(mean, bool) and 0 <= mean < 2**53:
        return float(mean)
    raise InvalidData("invalid mean", where=key, expected="a number, 0 or more")


def _flag(value: dict[str, Json], key: str) -> bool:
    flag = value.get(key)
    if isinstance(flag, bool):
        return flag
    raise InvalidData("invalid value", where=key, expected="true or false")


@dataclass(frozen=True)
class Verdict:
    """Result of verifying a tree. `fault` is the first fault as a sentence, or None."""

    fault: str | None
    distribution: dict[int, int] = field(default_factory=dict)
    weighted_total: int | None = None
    """Guesses times weight over all secrets; None if they are equally likely."""
    expected: float | None = None
    """The mean under the weights; None if the secrets are equally likely."""

    @property
    def total(self) -> int:
        return sum(guesses * secrets for guesses, secrets in self.distribution.items())

    @property
    def mean(self) -> float:
        return self.total / max(1, sum(self.distribution.values()))

    @property
    def max(self) -> int:
        return max(self.distribution, default=0)


class _Fault(Exception):
    """Signal the first fault of a tree; the text is its sentence."""


def verify(tree: GuessTree, answers: Sequence[str], allowed: Collection[str], claims: Claims | None = None) -> Verdict:
    """Verify a tree by playing every answer that fits its history, and compare the figures with `claims`."""
    guessable = frozenset(allowed) | frozenset(answers)
    try:
        _check_list("answers", tree.answers, answers)
        _check_list("allowed guesses", tree.allowed, guessable)
        secrets = [word for word in answers if tree.history.allows(word)]
        if not secrets:
            raise _Fault("no answer fits the history of the tree")
        games = {secret: _guesses(tree, secret, guessable) for secret in secrets}
        distribution = dict(sorted(Counter(games.values()).items()))
        verdict = Verdict(None, distribution, *_weighed(games, tree.weights))
        if claims is not None:
            _check_claims(tree, verdict, claims)
        if tree.max_depth is not None and verdict.max > tree.max_depth:
            raise _Fault(
                f"the tree takes {quantity(verdict.max, 'guess')}, but the file claims at most {tree.max_depth}"
            )
    except _Fault as fault:
        return Verdict(str(fault))
    return verdict


def _weighed(games: Mapping[str, int], weights: Mapping[str, int] | None) -> tuple[int | None, float | None]:
    """Return the weighted total and mean of the games."""
    if weights is None:
        return None, None
    if set(weights) != set(games):
        odd = min(set(weights) ^ set(games))
        raise _Fault(f"the weights do not match the secrets; see {odd[:30].upper()}")
    total = sum(guesses * weights[secret] for secret, guesses in games.items())
    return total, total / sum(weights.values())


def _check_list(what: str, stated: WordList, words: Collection[str]) -> None:
    actual = WordList.of(stated.name, list(words))
    if actual != stated:
        raise _Fault(
            f"the {what} differ from those of the tree: expected {quantity(stated.words, 'word')} of "
            f"{stated.name[:60]} (sha256 {stated.sha256[:12]}), got {actual.words:,} (sha256 {actual.sha256[:12]})"
        )


def _guesses(tree: GuessTree, secret: str, allowed: Collection[str]) -> int:
    """Return the number of guesses that the tree needs for a secret."""
    scoring, win = tree.scoring, tree.scoring.win(tree.length)
    played = list(tree.history.facts)
    node: Node = tree.root
    count = 0
    while True:
        count += 1
        if node.guess not in allowed:
            raise _Fault(f"{_game(tree, secret, played)}the tree guesses {node.guess.upper()}, which is not allowed")
        if tree.hard and (broken := broken_rule(node.guess, played)):
            raise _Fault(f"{_game(tree, secret, played)}the tree guesses {node.guess.upper()}, but {broken}")
        code = scoring.score(node.guess, secret)
        played.append((node.guess, code))
        if code == win:
            if not node.can_win:
                raise _Fault(f"{_game(tree, secret, played)}the tree wins with a guess that it marks as impossible")
            return count
        if code not in node.replies:
            raise _Fault(f"{_game(tree, secret, played)}the tree has no next guess")
        node = node.replies[code]


def broken_rule(guess: str, played: Sequence[tuple[str, int]]) -> str | None:
    """Return the hard-mode rule that a guess breaks: greens stay in place, revealed letters are used again."""
    for before, code in played:
        colours = COLOURS.colours(code, len(before))
        for place, colour in enumerate(colours):
            if colour == GREEN and guess[place] != before[place]:
                return f"hard mode requires {before[place].upper()} at position {place + 1}"
        shown = Counter(letter for letter, colour in zip(before, colours, strict=True) if colour != GREY)
        for letter, copies in shown.items():
            if guess.count(letter) < copies:
                return f"hard mode requires the letter {letter.upper()}{f' {copies} times' if copies > 1 else ''}"
    return None


def _game(tree: GuessTree, secret: str, played: Sequence[tuple[str, int]]) -> str:
    moves = ", ".join(f"{word.upper()} {tree.scoring.write(code, tree.length)}" for word, code in played[-6:])
    return f"for the secret {secret.upper()}{f', after {moves},' if moves else ','} "


def _check_claims(tree: GuessTree, verdict: Verdict, claims: Claims) -> None:
    stated = {guesses: secrets for guesses, secrets in claims.distribution.items() if secrets}
    if claims.opener != tree.opener:
        raise _Fault(
            f"the file claims the opener {claims.opener[:30].upper()}, but the tree begins with {tree.opener.upper()}"
        )
    if claims.total != verdict.total:
        raise _Fault(
            f"the file claims {quantity(claims.total, 'guess')} in total, but the tree takes {verdict.total:,}"
        )
    if claims.weighted_total != verdict.weighted_total:
        raise _Fault(
            f"the file claims a weighted total of {claims.weighted_total}, but the tree has {verdict.weighted_total}"
        )
    for stated_mean, mean in ((claims.mean, verdict.mean), (claims.expected, verdict.expected)):
        if stated_mean is not None and stated_mean != (None if mean is None else round(mean, 4)):
            raise _Fault(f"the file claims a mean of {stated_mean}, but that of the tree is {mean or verdict.mean:.4f}")
    if claims.max != verdict.max:
        raise _Fault(f"the file claims at most {quantity(claims.max, 'guess')}, but the tree takes {verdict.max}")
    if stated != verdict.distribution:
        raise _Fault("the stated distribution differs from that of the tree")
    if tree.distribution != verdict.distribution:
        raise _Fault("the tree has branches that no answer reaches")
