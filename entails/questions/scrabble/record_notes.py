"""What is said about the record of a game that is analysed: whose moves, what is wrong with it, what is not judged."""

from collections.abc import Iterator, Sequence

from entails.models.errors import InvalidOption
from entails.models.scrabble.gcg import GcgPlayer
from entails.models.scrabble.replay import Replay
from entails.solvers.scrabble.analysed import GameAnalysis


def nick_of(asked: str, players: Sequence[GcgPlayer]) -> str:
    """The player of this nick, else of this name; capitals do not matter where only one is meant."""
    nicks = [player.nick for player in players]
    like = [one.nick for one in players if asked.casefold() in (one.nick.casefold(), one.name.casefold())]
    if asked in nicks or len(like) == 1:
        return asked if asked in nicks else like[0]
    refused = InvalidOption(f"there is no player {asked[:20]!r}", where="--player", expected=", ".join(nicks)[:60])
    refused.field = "player"
    raise refused


def notes_on_game(replay: Replay, found: GameAnalysis) -> Iterator[str]:
    """What is wrong with the record of the game, and which moves are not judged."""
    for one in replay.events:
        said = [str(reason) for reason in one.reasons if reason.code in ("not_on_rack", "not_in_set")]
        said += [f"{one.event.score:+d} should be {one.score:+d}"] if one.difference else []
        if said:
            yield f"line {one.event.line}: {'; '.join(said)}"
    for reason, turns in _unjudged(found).items():
        yield f"turn{'s' * (len(turns) > 1)} {', '.join(turns)} not judged: {reason}"


def _unjudged(found: GameAnalysis) -> dict[str, list[str]]:
    turns: dict[str, list[str]] = {}
    for move in found.moves:
        if move.unknown:
            turns.setdefault(move.unknown, []).append(str(move.turn))
    return turns
