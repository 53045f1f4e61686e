"""Readers and writers of share texts, typed guesses, and games of several boards.

A share text is "Wordle 1,234 4/6*" and a grid of tiles. It has the colours but not the words. The number may have any
thousands separator, `X/6` is a lost game, and a star marks hard mode. Games like Wordle use other names.

A typed guess is a word and its feedback, kept as text until the feedback type is known.

Games of several boards (Dordle, Quordle, Octordle) have the same guesses on every board:

    crane:bybbg,ggbbb,bbbbb,ybybb slate:...      a word, then its feedback on each board, in the order of the boards
    crane:2.1,0.3                                the same with counts
    {"guesses": [{"word": "crane", "feedback": ["bybbg", "ggbbb"]}]}

A solved board gets no more feedback: write - or nothing in its place; anything else there is ignored. Guesses may be on
one line or on several. Lines that start with # are ignored.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entails.models.alphabet import LATIN, Alphabet
from entails.models.errors import Invalid, InvalidPuzzle, quantity
from entails.models.fields import Json, load_json
from entails.models.wordle.history import (
    COLOURS,
    IS_TILE,
    THEMES,
    USUAL_LENGTH,
    History,
    checked_length,
    without_selectors,
)

_HEADER = re.compile(
    r"(?P<name>[^\n]{0,60}?)[\s#]{0,4}(?P<number>\d{1,3}(?:[,.'’\s]\d{3})+|\d{1,9})?\s{0,4}(?:^|[:\s])\s{0,4}"
    r"(?P<turns>\d{1,3}|[xX-])\s?/\s?(?P<limit>\d{1,3})(?![\d/])(?P<hard>\s?\*)?"
)


@dataclass(frozen=True, slots=True)
class ShareText:
    """A game in a share text. `rows` are feedback codes.

    `turns` is None for a lost game; `number` is None if the text has no number.
    """

    rows: tuple[int, ...]
    length: int
    limit: int = 6
    turns: int | None = None
    hard: bool = False
    number: int | None = None
    name: str = "Wordle"

    @property
    def solved(self) -> bool:
        return self.turns is not None


def _heading(text: str) -> re.Match[str] | None:
    """Match the heading of a share text. It has a slash, so long texts without one are not searched."""
    return _HEADER.search(text) if "/" in text else None


def tile_rows(text: str) -> list[str]:
    """Return the rows of tiles in a text, top to bottom."""
    tiles = "".join(sorted(IS_TILE))
    return re.findall(f"[{tiles}]+", without_selectors(text))


def without_share(text: str) -> str:
    """Remove the heading and the tiles of a share text, so that only typed words remain."""
    text = without_selectors(text)
    match = _heading(text)
    if match:
        text = text[: match.start()] + "\n" + text[match.end() :]
    return "".join(" " if letter in IS_TILE else letter for letter in text)


def is_share(text: str) -> bool:
    """Return whether a text looks like a share text: tiles with a heading, or before any word."""
    text = without_selectors(text)
    tile = next((place for place, letter in enumerate(text) if letter in IS_TILE), None)
    if tile is None:
        return False
    return _heading(text) is not None or not any(letter.isalpha() for letter in text[:tile])


def read_share(text: str) -> ShareText:
    """Read a share text, with or without its heading; other text around it is ignored."""
    rows = tile_rows(text)
    if not rows:
        raise InvalidPuzzle("no grid of tiles found", expected="rows of 🟩, 🟨 and ⬛")
    length = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != length:
            where = f"row {number} of the grid"
            raise InvalidPuzzle(
                f"{len(row)} tile{'' if len(row) == 1 else 's'}", where=where, expected=f"{length}, as in row 1"
            )
    codes = tuple(COLOURS.read(row, length) for row in rows)
    won = codes[-1] == COLOURS.win(length)
    match = _heading(without_selectors(text))
    if match is None:
        return ShareText(codes, length, max(6, len(rows)) if won else len(rows), len(rows) if won else None)
    turns = int(match["turns"]) if match["turns"].isdigit() else None
    limit = int(match["limit"])
    _check_heading(turns, limit, len(rows), won)
    digits = re.sub(r"\D", "", match["number"] or "")
    name = match["name"].strip(" #\t:-") or "Wordle"
    return ShareText(codes, length, limit, turns, match["hard"] is not None, int(digits) if digits else None, name)


def _check_heading(turns: int | None, limit: int, rows: int, won: bool) -> None:
    """Raise an error if the heading of a share text contradicts its tiles."""
    heading = f"{'X' if turns is None else turns}/{limit}"
    if rows != (limit if turns is None else turns):
        expected = f"{limit if turns is None else turns} rows"
        raise InvalidPuzzle(f"the heading says {heading} but the grid has {rows}", expected=expected)
    if won != (turns is not None):
        last = "all green" if won else "not all green"
        expected = "a last row all green" if turns is not None else "no row all green"
        raise InvalidPuzzle(f"the heading says {heading} but the last row is {last}", expected=expected)


def write_share(share: ShareText, theme: str = "dark") -> str:
    """Write a share text with the tiles of a theme."""
    number = "" if share.number is None else f" {share.number:,}"
    turns = "X" if share.turns is None else share.turns
    heading = f"{share.name}{number} {turns}/{share.limit}{'*' if share.hard else ''}"
    return "\n".join([heading, "", *rows_of_tiles(share.rows, share.length, theme)])


def rows_of_tiles(codes: Sequence[int], length: int, theme: str = "dark") -> list[str]:
    """Convert feedback codes to rows of tiles."""
    if theme not in THEMES:
        raise InvalidPuzzle(f"unknown theme {theme[:30]!r}", expected=", ".join(THEMES))
    return ["".join(THEMES[theme][colour] for colour in COLOURS.colours(code, length)) for code in codes]


Pair = tuple[str, str]
"""A word and its feedback."""

LONGEST_TEXT = 100_000
"""Limit on the characters of one history. A text with one history per line may be longer."""
EXPECTED_GUESS = "guesses such as crane:bybbg"

_GUESS = re.compile(
    r"\s*(?:\d{1,2}[.)]\s*)?(?P<word>[^\W\d_]++)(?:[\s:=,;|→>]++|(?=\d|[^\x00-\x7f]))"
    r"(?P<feedback>\S(?:[ \t]\S(?!\S)){2,14}|\d{1,2}\s?[,./]\s?\d{1,2}(?!\d)|\d{1,2} \d{1,2}(?!\S)|[^\s,;|]++)"
    r"[\s,;|]*+"
)
_BRACKETED = re.compile(r"(?<!\S)(?=[^\s\[(]{0,14}[\[(])(?:\[[^\W\d_]\]|\([^\W\d_]\)|[^\W\d_]){2,15}(?!\S)")
_BRACKETS = re.compile(r"\[(?P<green>.)\]|\((?P<yellow>.)\)|(?P<grey>.)")
_COUNTS = re.compile(r"\d{1,2}\s?[,./;+ -]\s?\d{1,2}|\d\d")
WORD = re.compile(r"[^\W\d_]+")


def pairs_of_line(line: str) -> list[Pair]:
    """Split a line into words and feedbacks, as text."""
    if len(line) > LONGEST_TEXT:
        raise InvalidPuzzle(f"the text is too long ({len(line):,} characters)", expected=EXPECTED_GUESS)
    line = _BRACKETED.sub(_without_brackets, unicodedata.normalize("NFC", line))
    pairs: list[Pair] = []
    place = 0
    while place < len(line):
        match = _GUESS.match(line, place)
        if match is None:
            raise _no_guess(line[place:].strip(), len(pairs) + 1)
        pairs.append((match["word"], match["feedback"]))
        place = match.end()
    return pairs


def _without_brackets(match: re.Match[str]) -> str:
    """Translate a bracketed guess: C(R)AN[E] becomes CRANE:bybbg."""
    kinds = [(str(bracket.lastgroup), bracket) for bracket in _BRACKETS.finditer(match[0])]
    word = "".join(bracket[kind] for kind, bracket in kinds)
    return f"{word}:{''.join('b' if kind == 'grey' else kind[0] for kind, _ in kinds)}"


def _no_guess(rest: str, number: int) -> InvalidPuzzle:
    """Return the error for a line whose rest does not begin with a guess."""
    shown = repr(rest[:30])
    where = f"guess {number}"
    if WORD.fullmatch(rest):
        return InvalidPuzzle(f"the word {shown} has no feedback", where=where, expected=EXPECTED_GUESS)
    return InvalidPuzzle(f"{shown} is not a guess with feedback", where=where, expected=EXPECTED_GUESS)


def feedback_type_of(pairs: Sequence[Pair]) -> str:
    """Detect the feedback type: counts if each feedback is two numbers, else colours.

    Feedback with as many characters as its word is colours.
    """
    counts = [_COUNTS.fullmatch(feedback.strip()) and len(feedback.strip()) != len(word) for word, feedback in pairs]
    return "counts" if counts and all(counts) else "colours"


USUAL_BOARDS = 4
MOST_BOARDS = 32
SPARE_GUESSES = 5
"""Guesses that games allow beyond one per board: Quordle allows 9, Octordle 13."""
EXPECTED = "guesses such as crane:bybbg,ggbbb"
_AROUND = re.compile(r"[ \t]*([:=,;|])[ \t]*")
_BETWEEN = re.compile("[,;|]")
_KEYS = ("feedback", "length", "boards", "guesses")

Row = tuple[str, tuple[str, ...]]
"""A word and its feedback on each board, as text."""


@dataclass(frozen=True, slots=True)
class Boards:
    """A history for each board. All boards share the guesses; the history of a solved board ends with its secret."""

    histories: tuple[History, ...]
    guesses: int

    @property
    def length(self) -> int:
        return self.histories[0].length

    @property
    def scoring(self) -> str:
        return self.histories[0].scoring


def solved(history: History) -> bool:
    """Return whether the last guess of a history is the secret."""
    return bool(history.guesses) and history.guesses[-1].code == history.kind.win(history.length)


def read_boards(
    text: str,
    scoring: str | None = None,
    length: int | None = None,
    boards: int | None = None,
    alphabet: Alphabet = LATIN,
) -> Boards:
    """Read the boards of a text, which must agree with the parameters. Empty text is a game before its first guess."""
    if len(text) > LONGEST_TEXT:
        raise InvalidPuzzle(f"the text is too long ({len(text):,} characters)", expected=EXPECTED)
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return _from_json(text, scoring, length, boards, alphabet)
    return boards_of(list(_rows(text)), scoring, length, boards, alphabet)


def boards_of(
    rows: Sequence[Row],
    scoring: str | None = None,
    length: int | None = None,
    boards: int | None = None,
    alphabet: Alphabet = LATIN,
) -> Boards:
    """Build the boards of a game from the rows of guesses."""
    number = boards or (len(rows[0][1]) if rows else USUAL_BOARDS)
    if not 1 <= number <= MOST_BOARDS:
        raise InvalidPuzzle(f"invalid number of boards {number:,}", expected=f"1 to {MOST_BOARDS}")
    pairs = [(word, feedback[0]) for word, feedback in rows if feedback]
    kind = scoring or feedback_type_of(pairs)
    letters = len(alphabet.fold(rows[0][0])) if rows else USUAL_LENGTH
    empty = History(checked_length(length or letters), kind, alphabet=alphabet)
    histories = [empty] * number
    for turn, (word, feedback) in enumerate(rows, 1):
        if len(feedback) != number:
            problem, expected = f"feedback for {quantity(len(feedback), 'board')}", f"feedback for {number}"
            raise InvalidPuzzle(problem, where=f"guess {turn}, {word[:15].upper()}", expected=expected)
        for place, reply in enumerate(feedback):
            if solved(histories[place]):
                continue
            try:
                histories[place] = histories[place].plus(word, reply)
            except Invalid as error:
                raise error.at(f"board {place + 1}") from None
    return Boards(tuple(histories), len(rows))


def _rows(text: str) -> Iterator[Row]:
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if not line.lstrip().startswith("#")]
    for token in _AROUND.sub(r"\1", "\n".join(lines)).split():
        word, mark, feedback = token.replace("=", ":", 1).partition(":")
        if not mark or not word:
            raise InvalidPuzzle(f"{token[:30]!r} is not a guess with feedback", expected=EXPECTED)
        yield word, tuple(_BETWEEN.split(feedback))


def _from_json(text: str, scoring: str | None, length: int | None, boards: int | None, alphabet: Alphabet) -> Boards:
    value = load_json(text.removeprefix("\ufeff"))
    value = {"guesses": value} if isinstance(value, list) else value
    if not isinstance(value, dict) or any(key not in _KEYS for key in value):
        raise InvalidPuzzle("invalid game", where="JSON", expected=f"an object with {', '.join(_KEYS)}")
    guesses = value.get("guesses", [])
    if not isinstance(guesses, list):
        raise InvalidPuzzle("invalid guesses", where="JSON, guesses", expected="a list")
    stated, size, number = value.get("feedback"), value.get("length"), value.get("boards")
    for key, field_value, kind in (("feedback", stated, str), ("length", size, int), ("boards", number, int)):
        if field_value is not None and (not isinstance(field_value, kind) or isinstance(field_value, bool)):
            raise InvalidPuzzle(f"invalid {key}", where=f"JSON, {key}")
    rows = [_row(guess, f"JSON, guess {place}") for place, guess in enumerate(guesses, 1)]
    return boards_of(
        rows,
        scoring or (stated if isinstance(stated, str) else None),
        length or (size if isinstance(size, int) else None),
        boards or (number if isinstance(number, int) else None),
        alphabet,
    )


def _row(guess: Json, where: str) -> Row:
    if isinstance(guess, dict):
        word, feedback = guess.get("word"), guess.get("feedback")
        if (
            isinstance(word, str)
            and isinstance(feedback, list)
            and all(isinstance(tile, str | None) for tile in feedback)
        ):
            return word, tuple(tile if isinstance(tile, str) else "" for tile in feedback)
    expected = '{"word": "crane", "feedback": ["bybbg", "ggbbb"]}'
    raise InvalidPuzzle("invalid guess", where=where, expected=expected)
