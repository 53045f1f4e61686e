"""The words of one event of a GCG, after its nick.

The order of the tests matters: (challenge) and (time) before (TILES), -- before -TILES, and a place before all of them.
"""

import re
from dataclasses import replace
from itertools import pairwise

from entails.models.brackets import unbracketed
from entails.models.errors import InvalidPuzzle
from entails.models.scrabble.gcg import EventKind, GcgEvent
from entails.models.scrabble.tiles import BLANK_SYMBOL

EVENT = "an event such as >Ana: AEMORST 8E MARS +12 12"
_PLACE = re.compile(r"(?:[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_TOTAL = re.compile(r"-?[0-9]{1,6}")
_PLAYED = re.compile(r"(?:[^\W\d_]|[.()\[\]'·])+")

Token = tuple[int, str]
"""A word and its column."""


def read_event(nick: str, tokens: list[Token], end: int) -> tuple[GcgEvent, str]:
    """The event, and what stands after its total."""
    if len(tokens) < 3:
        raise InvalidPuzzle("the event is cut short", where=f"column {end}", expected=EVENT)
    last = len(tokens)
    if not (_NUMBER.fullmatch(tokens[-1][1]) and _NUMBER.fullmatch(tokens[-2][1])):
        pairs = pairwise(tokens[1:])
        ends = (at for at, (a, b) in enumerate(pairs, 3) if _NUMBER.fullmatch(a[1]) and _TOTAL.fullmatch(b[1]))
        last = next(ends, last)
    *middle, (score_at, score), (total_at, total) = tokens[:last]
    for at, text in ((score_at, score), (total_at, total)):
        if not _NUMBER.fullmatch(text):
            raise InvalidPuzzle(f"{text[:20]!r} is not a score", where=f"column {at}", expected="+12 12")
    event = _happening(nick, middle, int(score))
    return replace(event, score=int(score), total=int(total)), " ".join(text for _, text in tokens[last:])


def _happening(nick: str, middle: list[Token], points: int) -> GcgEvent:
    """What happened, from the words between the nick and the scores."""
    if len(middle) >= 2 and _PLACE.fullmatch(middle[-2][1]):
        rack = _rack_of(middle[:-2])
        at, word = middle[-1]
        if not _PLAYED.fullmatch(word) or not word.strip("()."):
            raise InvalidPuzzle(f"{word[:20]!r} is not a word to play", where=f"column {at}", expected=EVENT)
        return GcgEvent("play", nick, rack, 0, 0, place=middle[-2][1], word=word)
    rack = _rack_of(middle[:-1])
    kind, tiles = _kind(*middle[-1], rack, points)
    return GcgEvent(kind, nick, rack, 0, 0, tiles=tiles)


def _kind(at: int, text: str, rack: str, points: int) -> tuple[EventKind, str]:
    if text.lower() == "(challenge)":
        return "challenge", ""
    if text.lower() == "(time)":
        return "time", ""
    if text.startswith("(") and text.endswith(")"):
        lost = points < 0 or (points == 0 and bool(rack))
        return ("left" if lost else "out"), read_rack((at + 1, text[1:-1]))
    if text == "--":
        return "withdrawn", ""
    if text == "-":
        return "pass", ""
    if text.startswith("-"):
        tiles = text[1:]
        return "exchange", tiles if re.fullmatch(r"[0-9]{1,3}", tiles) else read_rack((at + 1, tiles))
    raise InvalidPuzzle(f"{text[:20]!r} is not an event", where=f"column {at}", expected=EVENT)


def _rack_of(tokens: list[Token]) -> str:
    if len(tokens) > 1:
        at, text = tokens[1]
        raise InvalidPuzzle(f"{text[:20]!r} is too much here", where=f"column {at}", expected=EVENT)
    return read_rack(tokens[0]) if tokens else ""


def read_rack(token: Token) -> str:
    """A rack as it is written, once it is known to be one."""
    at, text = token
    for symbol in re.sub(r"\[([^\W\d_])\]", r"\1", unbracketed(text)):
        if not symbol.isalpha() and symbol != BLANK_SYMBOL:
            problem, expected = f"{symbol!r} is not a tile", "letters, ? for a blank"
            raise InvalidPuzzle(problem, where=f"column {at}", expected=expected)
    return text
