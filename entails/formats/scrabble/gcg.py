"""GCG, a whole game as text: pragmata that start with #, and one event a line. The values, `read_gcg` and `write_gcg`.

    #character-encoding UTF-8
    #player1 Ana Ana A.
    #player2 Bob Bob B.
    >Ana: AEMORST 8E MARS +12 12
    #note opening play, S on the centre
    >Bob: ?EILNTU H8 .ILENT +7 7

Scores and totals are kept as written, odd ones too: `replay` compares them with what the rules give.

The words of one event of a GCG, after its nick.

The order of the tests matters: (challenge) and (time) before (TILES), -- before -TILES, and a place before all of them.

Reading and writing GCG. A broken line says its number, the column and what should stand there.

Files as they are found in the world are read with patience: notes that run over plain lines, text after the total, two
players of one nick, nicks and names mixed up. What is passed over is told in the game's `remarks`; `read_event` reads
the words of an event.
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
"""withdrawn: the play before was challenged off. challenge: points for a challenge that failed. out: the tiles of the
others go to who has none. left: own tiles lost at the end."""

Encoding = Literal["utf-8", "iso-8859-1"]


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """Who plays: the nick that events use, and the name."""

    nick: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class GcgEvent:
    """One line of the game. `rack` and `tiles` are as written; `tiles` are those exchanged (or how many), won or lost;
    `place` and `word` are those of a play. `line` is where it stood, 0 when it was made here."""

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
    """A game. `racks` are the tiles of players (from 1) in an unfinished game, `pragmas` what else the file says before
    its events, `notes` those before the first event. `marked` says that the file names its encoding. `remarks` tell
    what a reader passed over, and how it understood what is not quite as the format wants it."""

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
        """Our name of the board that it says, where Woogles and Macondo say one that is known here."""
        return self._known(_LAYOUT_PRAGMAS, _LAYOUTS)

    @property
    def tiles_name(self) -> str | None:
        """Our name of the tile set that it says."""
        return self._known(_TILE_PRAGMAS, _TILES)

    @property
    def passed_over(self) -> tuple[str, ...]:
        """Everything that somebody should know about the reading: the remarks, and names that are not known here."""
        unknown = [
            f"the {what} {text[:40]!r} is not here, so it is passed over"
            for what, names, ours, known in (
                ("board", _LAYOUT_PRAGMAS, _LAYOUTS, self.layout_name),
                ("tile set", _TILE_PRAGMAS, _TILES, self.tiles_name),
            )
            for name, text in self.pragmas
            if name in names and known is None and text.lower() not in ours
        ]
        return (*self.remarks, *unknown)

    def _known(self, names: tuple[str, ...], ours: dict[str, str]) -> str | None:
        said = dict(reversed(self.pragmas))
        found = (ours.get(said[name].lower()) for name in names if name in said)
        return next((name for name in found if name is not None), None)


def _by_any_name(names: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    """Our names by everybody's, in small letters."""
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


_MOST_BYTES = 2_000_000
_MOST_LINES = 4_000
_LONGEST_LINE = 10_000
_LINE_END = re.compile(r"\r*\n|\r")
_END_OF_FILE = "\x1a"
"""What DOS programs write after the last line."""
_PLAYER = re.compile(r"\s*#player[0-9]{1,2}\b", re.IGNORECASE)
_UTF_8_MARK = b"\xef\xbb\xbf"
_GCG_LINE = re.compile(
    r"^\ufeff?\s*(?:>[^\r\n:]+:|#(?:player\d|character-encoding|title|description|id|lexicon)\b)", re.M
)
_TOKEN = re.compile(r"\S+")
_SIMPLE = ("title", "description", "id", "lexicon")
_SAME = "~"
"""Between a nick that two players share and the number of the second."""


def looks_like_gcg(text: str) -> bool:
    """Is there an event or a pragma of a GCG at the beginning of one of its lines?"""
    return _GCG_LINE.search(text[:20_000]) is not None


def read_gcg(data: bytes | str) -> GcgGame:
    """The game of a file. Bytes are UTF-8 when the file says so or can be nothing else, else ISO-8859-1, as the format
    wants it."""
    if len(data) > _MOST_BYTES:
        raise InvalidPuzzle("this is too long for a game", expected=f"at most {_MOST_BYTES:,} bytes of GCG")
    text, encoding, marked = _decoded(data) if isinstance(data, bytes) else (data, "utf-8", _names_encoding(data))
    lines = _LINE_END.split(text.removeprefix("\ufeff").rstrip(_END_OF_FILE))
    if len(lines) > _MOST_LINES:
        raise InvalidPuzzle("there are too many lines for a game", where=f"line {_MOST_LINES}", expected=EVENT)
    game = GcgGame((), encoding=encoding, marked=marked)
    if isinstance(data, bytes) and encoding == "utf-8" and not (marked or data.startswith(_UTF_8_MARK)):
        game = _remarked(game, 1, "the encoding is not told; it is read as UTF-8")
    has_events = any(line.lstrip().startswith(">") for line in lines)
    for number, line in _players_in_order(lines):
        try:
            game = _with_line(game, line, number, has_events)
        except Invalid as error:
            raise error.at(f"line {number}") from None
    if not game.players:
        raise InvalidPuzzle("there is no game in it", expected="#player1 and #player2, then events")
    return game


def write_gcg(game: GcgGame) -> str:
    """The game as text, in the order that readers expect."""
    return "".join(f"{line}\n" for line in _lines(game))


def gcg_bytes(game: GcgGame) -> bytes:
    """The game as a file, in its own encoding unless that cannot say it."""
    try:
        return write_gcg(game).encode(game.encoding)
    except UnicodeEncodeError:
        return write_gcg(replace(game, encoding="utf-8", marked=True)).encode("utf-8", "replace")


def _names_encoding(text: str) -> bool:
    return text.removeprefix("\ufeff").lower().startswith("#character-encoding")


def _decoded(data: bytes) -> tuple[str, Encoding, bool]:
    """The text, its encoding, and whether the first line names it. Files that say nothing, or say it further down, are
    UTF-8 all the same where letters beyond ASCII spell it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), "utf-8", True
    content = data.removeprefix(_UTF_8_MARK)
    first = _LINE_END.split(content[:200].decode("latin-1"))[0].lower()
    marked = _names_encoding(first)
    told = content is not data or (marked and "utf-8" in first)
    if not told and (marked or content.isascii()):
        return content.decode("latin-1"), "iso-8859-1", marked
    try:
        return content.decode("utf-8"), "utf-8", marked
    except UnicodeDecodeError as error:
        if not told:
            return content.decode("latin-1"), "iso-8859-1", marked
        line = content[: error.start].count(b"\n") + 1
        raise InvalidPuzzle("this is not UTF-8, which the file says it is", where=f"line {line}") from None


def _players_in_order(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; where players are told out of order, player 1 comes first."""
    numbered = list(enumerate(lines, 1))
    places = [place for place, line in enumerate(lines) if _PLAYER.match(line)]
    in_order = sorted(places, key=lambda place: int("".join(filter(str.isdecimal, lines[place].split()[0]))))
    moved = dict(zip(places, in_order, strict=True))
    for place, one in enumerate(numbered):
        yield numbered[moved[place]] if place in moved else one


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
        return _with_note(game, content, goes_on=True)
    if has_events and content.isprintable():
        return _remarked(game, number, f"passed over: {content[:60]}")
    raise InvalidPuzzle("this is neither a pragma nor an event", where="column 1", expected=EVENT)


def _with_pragma(game: GcgGame, content: str, number: int) -> GcgGame:
    written, *rest = content[1:].split(maxsplit=1) or [""]
    text, name = "".join(rest), written.lower()
    if name == "note":
        return _with_note(game, text)
    if name == "-":
        return _with_note(game, text, goes_on=True)
    if name == "character-encoding":
        return game if number == 1 else _remarked(game, number, "passed over: the encoding, told after the first line")
    if match := re.fullmatch(r"player([0-9]{1,2})", name):
        return _with_player(game, int(match[1]), text, number)
    if match := re.fullmatch(r"rack([0-9]{1,2})", name):
        read_rack((len(name) + 3, text))
        return replace(game, racks=(*game.racks, (int(match[1]), text)))
    if name in _SIMPLE:
        said: dict[str, Any] = {name: text}
        return replace(game, **said)
    return (
        replace(game, incomplete=True)
        if name == "incomplete"
        else replace(game, pragmas=(*game.pragmas, (written, text)))
    )


def _with_player(game: GcgGame, place: int, text: str, line: int) -> GcgGame:
    nick, name = [*text.split(maxsplit=1), "", ""][:2]
    if place <= len(game.players) and nick == _written(game.players[place - 1]):
        return _remarked(game, line, f"player {place} is told a second time")
    if place != len(game.players) + 1 or game.events:
        raise InvalidPuzzle(f"player {place} comes out of order", expected=f"#player{len(game.players) + 1}")
    if not nick.isprintable() or not nick or ":" in nick:
        raise InvalidPuzzle("the nick of this player is missing", expected="#player1 nick Real Name")
    if nick in _nicks(game):
        game = _remarked(game, line, f"a second {nick}, here {nick}{_SAME}{place}; totals tell whose turn it was")
        nick = f"{nick}{_SAME}{place}"
    return replace(game, players=(*game.players, GcgPlayer(nick, name.strip())))


def _remarked(game: GcgGame, line: int, remark: str) -> GcgGame:
    return replace(game, remarks=(*game.remarks, f"line {line}: {remark}"))


def _with_note(game: GcgGame, text: str, goes_on: bool = False) -> GcgGame:
    """A note belongs to the event before it; `#-` goes on with it on a new line."""
    notes = game.events[-1].notes if game.events else game.notes
    notes = (*notes[:-1], f"{notes[-1]}\n{text}") if goes_on and notes else (*notes, text)
    if not game.events:
        return replace(game, notes=notes)
    return replace(game, events=(*game.events[:-1], replace(game.events[-1], notes=notes)))


def _with_event(game: GcgGame, line: str, number: int) -> GcgGame:
    colon = line.find(":")
    nick = line[line.index(">") + 1 : colon].strip() if colon > 0 else ""
    if not nick or not nick.isprintable():
        raise InvalidPuzzle("the nick of the player is missing", where="column 2", expected=EVENT)
    game, nick = _known_as(game, nick, number)
    sharing = [player.nick for player in game.players if nick in (player.nick, _written(player))]
    if not sharing:
        if game.players and (not game.events or len(game.players) >= 2):
            known = ", ".join(_nicks(game))[:60]
            raise InvalidPuzzle(f"there is no player {nick[:20]!r}", where="column 2", expected=known)
        game = replace(game, players=(*game.players, GcgPlayer(nick)))
    tokens = [(match.start() + 1, match[0]) for match in _TOKEN.finditer(line, colon + 1)]
    event, beyond = read_event(nick, tokens, len(line) + 1)
    event = replace(event, nick=_whose(game, event, sharing) if len(sharing) > 1 else nick, line=number)
    if beyond:
        game = _remarked(game, number, f"passed over after the total: {beyond[:60]}")
    return replace(game, events=(*game.events, event))


def _known_as(game: GcgGame, written: str, line: int) -> tuple[GcgGame, str]:
    """The nick that is meant: as it is written, else with other capitals or spaces, else the name of a player."""
    if any(written in (player.nick, _written(player)) for player in game.players):
        return game, written
    plain = _plain(written)
    meant = [one.nick for one in game.players if plain in (_plain(one.nick), _plain(one.name))]
    nick = meant[0] if len(meant) == 1 else "_".join(written.split())
    remark = f"{written[:40]} is taken for {nick[:40]}"
    if nick == written or any(one.endswith(remark) for one in game.remarks):
        return game, nick
    return _remarked(game, line, remark), nick


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()


def _written(player: GcgPlayer) -> str:
    """The nick as the file has it."""
    return re.sub(rf"{_SAME}[0-9]+$", "", player.nick)


def _whose(game: GcgGame, event: GcgEvent, sharing: list[str]) -> str:
    """Of players that share a nick, the one whose total this is; where it could be several, the one who moved least
    recently."""
    totals = dict.fromkeys(sharing, 0) | {one.nick: one.total for one in game.events if one.nick in sharing}
    last = {nick: place for place, nick in enumerate(one.nick for one in game.events)}
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
    """One event as its line."""
    happening = {
        "play": f"{event.place} {event.word}",
        "pass": "-",
        "exchange": f"-{event.tiles}",
        "withdrawn": "--",
        "challenge": "(challenge)",
        "time": "(time)",
    }.get(event.kind, f"({event.tiles})")
    return f">{event.nick}: {event.rack} {happening} {event.score:+d} {event.total}"


def _notes(notes: tuple[str, ...]) -> Iterator[str]:
    for note in notes:
        first, *others = note.split("\n")
        yield f"#note {first}".rstrip()
        yield from (f"#- {line}".rstrip() for line in others)
