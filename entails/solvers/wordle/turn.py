"""The rules of a game as one function of all its guesses.

Nobody keeps a game: the terminal and a web page send every guess so far, and are told the whole game again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from entails.models.errors import InvalidOption
from entails.models.letters import fold
from entails.models.wordle.history import MOST_GUESSES
from entails.models.wordle.scoring import COLOURS, Scoring
from entails.models.wordle.share import Share, write_share
from entails.models.wordle.words import Words
from entails.solvers.wordle.host import hits, host_for
from entails.solvers.wordle.refusals import Speech, refusal, sentence

NO_LIMIT = 0
"""As the number of turns: guess until the word is found."""
USUAL_TURNS = 6
_PEGS = ("⚫", "🟡", "🟢")


@dataclass(frozen=True, slots=True)
class Turn:
    """A game after some guesses: each word with its marks, as `Scoring.write` writes them.

    `refused` says why the first guess after these rows was not taken, None when all were; guesses after it do not
    count. `secret` and `share`, the text to share, are there when the game is `over`.
    """

    rows: tuple[tuple[str, str], ...]
    refused: str | None = None
    over: bool = False
    won: bool = False
    secret: str | None = None
    share: str | None = None


def turn(
    words: Words,
    scoring: Scoring,
    guesses: Sequence[str],
    *,
    game: int = 0,
    secret: str | None = None,
    adversary: bool = False,
    hard: bool = False,
    turns: int = USUAL_TURNS,
    speech: Speech = "en",
) -> Turn:
    """Play these guesses from the start. The secret is `secret`, or the word of the number `game` (see `host_for`), or
    none at all when the `adversary` is the host; `turns` 0 sets no end. What is refused is said in `speech`."""
    if hard and scoring is not COLOURS:
        raise InvalidOption("hard mode speaks of colours, and there are none", expected="a game without it")
    if not 0 <= turns <= MOST_GUESSES or len(guesses) > MOST_GUESSES:
        raise InvalidOption("the game is too long", expected=f"at most {MOST_GUESSES:,} turns")
    host = host_for(words, scoring, game=game, secret=secret, adversary=adversary)
    facts: list[tuple[str, int]] = []
    won, refused = False, None
    for guess in guesses:
        over = won or len(facts) == (turns or MOST_GUESSES)
        word = fold(guess.strip())
        refused = sentence("over", speech) if over else refusal(words, word, facts, hard=hard, speech=speech)
        if refused:
            break
        code, host = host.reply(word)
        facts.append((word, code))
        won = code == scoring.win(words.length)
    rows = tuple((word, scoring.write(code, words.length)) for word, code in facts)
    if not won and len(facts) < (turns or MOST_GUESSES):
        return Turn(rows, refused)
    number = None if adversary or secret is not None else game
    name = "Entails Absurdle" if adversary else "Entails"
    codes = tuple(code for _, code in facts)
    share = Share(codes, words.length, turns or len(codes), len(codes) if won else None, hard, number, name)
    return Turn(rows, refused, True, won, host.secret, share_text(share, scoring))


def share_text(share: Share, scoring: Scoring) -> str:
    """The text to share: rows of tiles; or of pegs, which stand in no order, where feedback only counts."""
    if scoring is COLOURS:
        return write_share(share)
    heading = write_share(Share((), share.length, share.limit, share.turns, share.hard, share.number, share.name))
    counts = [hits(scoring, code, share.length) for code in share.rows]
    rows = [_PEGS[2] * well + _PEGS[1] * near + _PEGS[0] * (share.length - well - near) for well, near in counts]
    return "\n".join([heading, *rows])
