"""GCG, a whole Scrabble game as text: pragmas that begin with #, and one event per line.

    #character-encoding UTF-8
    #player1 Ana Ana A.
    #player2 Bob Bob B.
    >Ana: AEMORST 8E MARS +12 12
    #note opening play, S on the centre
    >Bob: ?EILNTU H8 .ILENT +7 7

Scores and totals are kept as written, even wrong ones; `replay` compares them with the rules. Errors name the line and
the column. Common deviations are accepted: notes that continue on plain lines, text after the total, two players with
one nick, nicks and names mixed up. `GcgGame.remarks` lists what was ignored or reinterpreted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

from entails.formats.scrabble.position import LAYOUT_NAMES, TILE_NAMES
from entails.models.errors import Invalid, InvalidPuzzle, unbracketed
from entails.models.scrabble.tiles import BLANK_SYMBOL

EventKind = Literal["play", "pass", "exchange", "withdrawn", "challenge", "time", "out", "left"]
"""Type of an event.

withdrawn: the play before was challenged off.
challenge: points for a challenge that failed.
out: points of the other players' tiles, for the player who went out.
left: own tiles lost at the end.
"""

Encoding = Literal["utf-8", "iso-8859-1"]


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """A player in a GCG file: the nick used in events, and the name."""

    nick: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class GcgEvent:
    """One event of a GCG game: a move, a challenge or an adjustment.

    Attributes:
        rack: Rack as written.
        place: Place of a play.
        word: Word of a play.
        tiles: Tiles exchanged (or their number), won or lost, as written.
        line: Line number in the file; 0 if it was not read from a file.
    """

    kind: EventKind
    nick: str
    rack: str
    score: int
    total: int
    place: str = ""
    word: str = ""
    tiles: str = ""
    notes: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class GcgGame:
    """A game read from a GCG file.

    Attributes:
        racks: Tiles of players (numbered from 1) in an unfinished game.
        pragmas: Other pragmas before the events.
        notes: Notes before the first event.
        marked: Whether the file names its encoding.
        remarks: Content that the reader ignored or reinterpreted.
    """

    players: tuple[GcgPlayer, ...]
    events: tuple[GcgEvent, ...] = ()
    title: str = ""
    description: str = ""
    id: str = ""
    lexicon: str = ""
    incomplete: bool = False
    racks: tuple[tuple[int, str], ...] = ()
    pragmas: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    encoding: Encoding = "utf-8"
    marked: bool = True
    remarks: tuple[str, ...] = field(default=(), compare=False)

    @property
    def layout_name(self) -> str | None:
        """Name of the board in Entails; None if the file names none, or an unknown one."""
        return self._known(_LAYOUT_PRAGMAS, _LAYOUTS)

    @property
    def tiles_name(self) -> str | None:
        """Name of the tile set in Entails; None if the file names none, or an unknown one."""
        return self._known(_TILE_PRAGMAS, _TILES)

    @property
    def passed_over(self) -> tuple[str, ...]:
        """Notes on content of the file that was ignored, including unknown boards and tile sets."""
        unknown = [
            f"unknown {noun} {text[:40]!r}; ignored"
            for noun, names, ours, known in (
                ("board", _LAYOUT_PRAGMAS, _LAYOUTS, self.layout_name),
                ("tile set", _TILE_PRAGMAS, _TILES, self.tiles_name),
            )
            for name, text in self.pragmas
            if name in names and known is None and text.lower() not in ours
        ]
        return (*self.remarks, *unknown)

    def _known(self, names: tuple[str, ...], ours: dict[str, str]) -> str | None:
        pragmas = dict(reversed(self.pragmas))
        known = (ours.get(pragmas[name].lower()) for name in names if name in pragmas)
        return next((name for name in known if name is not None), None)


def _by_any_name(names: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    """Map all known names, in lower case, to the names that Entails uses."""
    return {theirs.lower(): ours for theirs, ours in (names | more).items()} | {ours: ours for ours in names.values()}


_LAYOUT_PRAGMAS, _TILE_PRAGMAS = ("board-layout", "game-board"), ("tile-distribution", "tile-set")
_LAYOUTS = _by_any_name(LAYOUT_NAMES, {"standard15": "standard", "super21": "super"})
_TILES = _by_any_name(TILE_NAMES, {})

EVENT = "an event such as >Ana: AEMORST 8E MARS +12 12"
_PLACE = re.compile(r"(?:[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_TOTAL = re.compile(r"-?[0-9]{1,6}")
_PLAYED = re.compile(r"(?:[^\W\d_]|[.()\[\]'·])+")

Token = tuple[int, str]
"""A column and the text that begins there."""


def read_event(nick: str, tokens: list[Token], end: int) -> tuple[GcgEvent, str]:
    """Parse an event; return it and the text after its total."""
    if len(tokens) < 3:
        raise InvalidPuzzle("the event is incomplete", where=f"column {end}", expected=EVENT)
    last = len(tokens)
    if not (_NUMBER.fullmatch(tokens[-1][1]) and _NUMBER.fullmatch(tokens[-2][1])):
        pairs = pairwise(tokens[1:])
        ends = (at for at, (a, b) in enumerate(pairs, 3) if _NUMBER.fullmatch(a[1]) and _TOTAL.fullmatch(b[1]))
        last = next(ends, last)
    *middle, (score_at, score), (total_at, total) = tokens[:last]
    for at, text in ((score_at, score), (total_at, total)):
        if not _NUMBER.fullmatch(text):
            raise InvalidPuzzle(f"invalid score {text[:20]!r}", where=f"column {at}", expected="+12 12")
    event = _event_of(nick, middle, int(score))
    return replace(event, score=int(score), total=int(total)), " ".join(text for _, text in tokens[last:])


def _event_of(nick: str, middle: list[Token], points: int) -> GcgEvent:
    """Parse the tokens between the nick and the scores.

    The order of the tests matters: a place first, (challenge) and (time) before (TILES), and -- before -TILES.
    """
    if len(middle) >= 2 and _PLACE.fullmatch(middle[-2][1]):
        rack = _rack_of(middle[:-2])
        at, word = middle[-1]
        if not _PLAYED.fullmatch(word) or not word.strip("()."):
            raise InvalidPuzzle(f"invalid word {word[:20]!r}", where=f"column {at}", expected=EVENT)
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
    raise InvalidPuzzle(f"invalid event {text[:20]!r}", where=f"column {at}", expected=EVENT)


def _rack_of(tokens: list[Token]) -> str:
    if len(tokens) > 1:
        at, text = tokens[1]
        raise InvalidPuzzle(f"unexpected {text[:20]!r}", where=f"column {at}", expected=EVENT)
    return read_rack(tokens[0]) if tokens else ""


def read_rack(token: Token) -> str:
    """Check a rack and return it as written."""
    at, text = token
    for symbol in re.sub(r"\[([^\W\d_])\]", r"\1", unbracketed(text)):
        if not symbol.isalpha() and symbol != BLANK_SYMBOL:
            problem, expected = f"invalid tile {symbol!r}", "letters, ? for a blank"
            raise InvalidPuzzle(problem, where=f"column {at}", expected=expected)
    return text


_MOST_BYTES = 2_000_000
_MOST_LINES = 4_000
_LONGEST_LINE = 10_000
_LINE_END = re.compile(r"\r*\n|\r")
_END_OF_FILE = "\x1a"
"""End-of-file character of DOS programs."""
_PLAYER = re.compile(r"\s*#player[0-9]{1,2}\b", re.IGNORECASE)
_UTF_8_MARK = b"\xef\xbb\xbf"
_GCG_LINE = re.compile(
    r"^\ufeff?\s*(?:>[^\r\n:]+:|#(?:player\d|character-encoding|title|description|id|lexicon)\b)", re.M
)
_TOKEN = re.compile(r"\S+")
_SIMPLE = ("title", "description", "id", "lexicon")
_SAME = "~"
"""Separates a nick that two players share from the number of the second player."""


def looks_like_gcg(text: str) -> bool:
    """Return whether any line begins with an event or a pragma of GCG."""
    return _GCG_LINE.search(text[:20_000]) is not None


def read_gcg(data: bytes | str) -> GcgGame:
    """Read a game from a GCG file.

    Bytes are UTF-8 if the file says so or they cannot be read otherwise, else ISO-8859-1, the default of the format.
    """
    if len(data) > _MOST_BYTES:
        raise InvalidPuzzle(f"the game has {len(data):,} bytes", expected=f"at most {_MOST_BYTES:,}")
    text, encoding, marked = _decoded(data) if isinstance(data, bytes) else (data, "utf-8", _names_encoding(data))
    lines = _LINE_END.split(text.removeprefix("\ufeff").rstrip(_END_OF_FILE))
    if len(lines) > _MOST_LINES:
        raise InvalidPuzzle(f"the game has {len(lines):,} lines", expected=f"at most {_MOST_LINES:,}")
    game = GcgGame((), encoding=encoding, marked=marked)
    if isinstance(data, bytes) and encoding == "utf-8" and not (marked or data.startswith(_UTF_8_MARK)):
        game = _remarked(game, 1, "no encoding given; read as UTF-8")
    has_events = any(line.lstrip().startswith(">") for line in lines)
    for number, line in _players_in_order(lines):
        try:
            game = _with_line(game, line, number, has_events)
        except Invalid as error:
            raise error.at(f"line {number}") from None
    if not game.players:
        raise InvalidPuzzle("no game found", expected="#player1 and #player2, then events")
    return game


def write_gcg(game: GcgGame) -> str:
    """Write a game as GCG text, in the order that other readers expect."""
    return "".join(f"{line}\n" for line in _lines(game))


def gcg_bytes(game: GcgGame) -> bytes:
    """Encode a game in the file's encoding, or in UTF-8 if that lacks a character."""
    try:
        return write_gcg(game).encode(game.encoding)
    except UnicodeEncodeError:
        return write_gcg(replace(game, encoding="utf-8", marked=True)).encode("utf-8", "replace")


def _names_encoding(text: str) -> bool:
    return text.removeprefix("\ufeff").lower().startswith("#character-encoding")


def _decoded(data: bytes) -> tuple[str, Encoding, bool]:
    """Return the text, its encoding, and whether the first line names it.

    Without a name in the first line, text is UTF-8 if its bytes beyond ASCII are valid UTF-8.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), "utf-8", True
    content = data.removeprefix(_UTF_8_MARK)
    first = _LINE_END.split(content[:200].decode("latin-1"))[0].lower()
    marked = _names_encoding(first)
    declared = content is not data or (marked and "utf-8" in first)
    if not declared and (marked or content.isascii()):
        return content.decode("latin-1"), "iso-8859-1", marked
    try:
        return content.decode("utf-8"), "utf-8", marked
    except UnicodeDecodeError as error:
        if not declared:
            return content.decode("latin-1"), "iso-8859-1", marked
        line = content[: error.start].count(b"\n") + 1
        raise InvalidPuzzle("invalid UTF-8, the encoding that the file declares", where=f"line {line}") from None


def _players_in_order(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines, with the player pragmas sorted by player."""
    numbered = list(enumerate(lines, 1))
    places = [place for place, line in enumerate(lines) if _PLAYER.match(line)]
    in_order = sorted(places, key=lambda place: int("".join(filter(str.isdecimal, lines[place].split()[0]))))
    moved = dict(zip(places, in_order, strict=True))
    for place, line in enumerate(numbered):
        yield numbered[moved[place]] if place in moved else line


def _with_line(game: GcgGame, line: str, number: int, has_events: bool) -> GcgGame:
    if len(line) > _LONGEST_LINE:
        raise InvalidPuzzle("the line is too long", expected=EVENT)
    content = line.strip()
    if not content:
        return game
    if content.startswith(">"):
        return _with_event(game, line, number)
    if content.startswith("#"):
        return _with_pragma(game, content, number)
    if game.events[-1].notes if game.events else game.notes:
        return _with_note(game, content, continued=True)
    if has_events and content.isprintable():
        return _remarked(game, number, f"ignored: {content[:60]}")
    raise InvalidPuzzle("the line is neither a pragma nor an event", where="column 1", expected=EVENT)


def _with_pragma(game: GcgGame, content: str, number: int) -> GcgGame:
    written, *rest = content[1:].split(maxsplit=1) or [""]
    text, name = "".join(rest), written.lower()
    if name == "note":
        return _with_note(game, text)
    if name == "-":
        return _with_note(game, text, continued=True)
    if name == "character-encoding":
        return game if number == 1 else _remarked(game, number, "ignored: the encoding, not on the first line")
    if match := re.fullmatch(r"player([0-9]{1,2})", name):
        return _with_player(game, int(match[1]), text, number)
    if match := re.fullmatch(r"rack([0-9]{1,2})", name):
        read_rack((len(name) + 3, text))
        return replace(game, racks=(*game.racks, (int(match[1]), text)))
    if name in _SIMPLE:
        fields: dict[str, Any] = {name: text}
        return replace(game, **fields)
    return (
        replace(game, incomplete=True)
        if name == "incomplete"
        else replace(game, pragmas=(*game.pragmas, (written, text)))
    )


def _with_player(game: GcgGame, place: int, text: str, line: int) -> GcgGame:
    nick, name = [*text.split(maxsplit=1), "", ""][:2]
    if place <= len(game.players) and nick == _written(game.players[place - 1]):
        return _remarked(game, line, f"player {place} is given twice")
    if place != len(game.players) + 1 or game.events:
        raise InvalidPuzzle(f"player {place} is out of order", expected=f"#player{len(game.players) + 1}")
    if not nick.isprintable() or not nick or ":" in nick:
        raise InvalidPuzzle("missing or invalid nick", expected="#player1 nick Real Name")
    if nick in _nicks(game):
        remark = f"second player called {nick}, renamed {nick}{_SAME}{place}; turns are assigned by the totals"
        game = _remarked(game, line, remark)
        nick = f"{nick}{_SAME}{place}"
    return replace(game, players=(*game.players, GcgPlayer(nick, name.strip())))


def _remarked(game: GcgGame, line: int, remark: str) -> GcgGame:
    return replace(game, remarks=(*game.remarks, f"line {line}: {remark}"))


def _with_note(game: GcgGame, text: str, continued: bool = False) -> GcgGame:
    """Add a note to the previous event; `#-` continues a note on a new line."""
    notes = game.events[-1].notes if game.events else game.notes
    notes = (*notes[:-1], f"{notes[-1]}\n{text}") if continued and notes else (*notes, text)
    if not game.events:
        return replace(game, notes=notes)
    return replace(game, events=(*game.events[:-1], replace(game.events[-1], notes=notes)))


def _with_event(game: GcgGame, line: str, number: int) -> GcgGame:
    colon = line.find(":")
    nick = line[line.index(">") + 1 : colon].strip() if colon > 0 else ""
    if not nick or not nick.isprintable():
        raise InvalidPuzzle("missing nick", where="column 2", expected=EVENT)
    game, nick = _known_as(game, nick, number)
    sharing = [player.nick for player in game.players if nick in (player.nick, _written(player))]
    if not sharing:
        if game.players and (not game.events or len(game.players) >= 2):
            known = ", ".join(_nicks(game))[:60]
            raise InvalidPuzzle(f"unknown player {nick[:20]!r}", where="column 2", expected=known)
        game = replace(game, players=(*game.players, GcgPlayer(nick)))
    tokens = [(match.start() + 1, match[0]) for match in _TOKEN.finditer(line, colon + 1)]
    event, beyond = read_event(nick, tokens, len(line) + 1)
    event = replace(event, nick=_whose(game, event, sharing) if len(sharing) > 1 else nick, line=number)
    if beyond:
        game = _remarked(game, number, f"ignored after the total: {beyond[:60]}")
    return replace(game, events=(*game.events, event))


def _known_as(game: GcgGame, written: str, line: int) -> tuple[GcgGame, str]:
    """Return the nick that a line means: an exact match, else another spelling of it, else the player's name."""
    if any(written in (player.nick, _written(player)) for player in game.players):
        return game, written
    plain = _plain(written)
    meant = [player.nick for player in game.players if plain in (_plain(player.nick), _plain(player.name))]
    nick = meant[0] if len(meant) == 1 else "_".join(written.split())
    remark = f"{written[:40]} read as {nick[:40]}"
    if nick == written or any(earlier.endswith(remark) for earlier in game.remarks):
        return game, nick
    return _remarked(game, line, remark), nick


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()


def _written(player: GcgPlayer) -> str:
    """Return the nick of a player as written in the file."""
    return re.sub(rf"{_SAME}[0-9]+$", "", player.nick)


def _whose(game: GcgGame, event: GcgEvent, sharing: list[str]) -> str:
    """Return which of the players who share a nick has this total; of several, the one who moved least recently."""
    written = {earlier.nick: earlier.total for earlier in game.events if earlier.nick in sharing}
    totals = dict.fromkeys(sharing, 0) | written
    last = {nick: place for place, nick in enumerate(earlier.nick for earlier in game.events)}
    if event.kind == "withdrawn" and game.events and game.events[-1].nick in sharing:
        return game.events[-1].nick
    fitting = [nick for nick in sharing if totals[nick] + event.score == event.total] or sharing
    return min(fitting, key=lambda nick: last.get(nick, -1))


def _nicks(game: GcgGame) -> tuple[str, ...]:
    return tuple(player.nick for player in game.players)


def _lines(game: GcgGame) -> Iterator[str]:
    if game.marked:
        yield f"#character-encoding {game.encoding.upper()}"
    for number, player in enumerate(game.players, 1):
        yield f"#player{number} {player.nick} {player.name}".rstrip()
    for name in _SIMPLE:
        if text := getattr(game, name):
            yield f"#{name} {text}"
    if game.incomplete:
        yield "#incomplete"
    for name, text in game.pragmas:
        yield f"#{name} {text}".rstrip()
    yield from _notes(game.notes)
    for event in game.events:
        yield write_event(event)
        yield from _notes(event.notes)
    for number, rack in game.racks:
        yield f"#rack{number} {rack}".rstrip()


def write_event(event: GcgEvent) -> str:
    """Write an event as a line of GCG."""
    details = {
        "play": f"{event.place} {event.word}",
        "pass": "-",
        "exchange": f"-{event.tiles}",
        "withdrawn": "--",
        "challenge": "(challenge)",
        "time": "(time)",
    }.get(event.kind, f"({event.tiles})")
    return f">{event.nick}: {event.rack} {details} {event.score:+d} {event.total}"


def _notes(notes: tuple[str, ...]) -> Iterator[str]:
    for note in notes:
        first, *others = note.split("\n")
        yield f"#note {first}".rstrip()
        yield from (f"#- {line}".rstrip() for line in others)
