"""Wordle's own verbs as calls."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from clausal.models.limits import Limits
from clausal.models.wordle.game_report import TurnReport
from clausal.models.wordle.report import SuggestionReport, WordleCheckReport
from clausal.service.answer import Progress, reading
from clausal.service.call import Call, Request
from clausal.service.calls.generic import MOST_LISTED, PuzzleRequest, Seed, read_puzzle, with_settings

_HERE = "clausal.service.calls.wordle"
_MOST_GUESSES = 50
_MOST_SHOWN = 2000
_EXAMPLE = {"puzzle": "crane:bybbg"}

Strategy = Literal[
    "entropy", "expected-size", "minimax", "most-parts", "letter-frequency", "random", "entropy-degenerate"
]


class _Check(PuzzleRequest):
    """A history of guesses."""

    show: int = Field(default=100, ge=0, le=_MOST_SHOWN, description="How many of the words left to list.")
    most: int = Field(default=3, ge=1, le=MOST_LISTED, description="How many contradictions and repairs to list.")


class _Suggest(PuzzleRequest):
    """A history of guesses, and what kind of advice is wanted."""

    strategy: Strategy = "entropy"
    top: int = Field(default=10, ge=1, le=200, description="How many guesses.")
    explain: tuple[str, ...] = Field(default=(), max_length=10, description="Your own ideas, judged beside the best.")
    pool: Literal["allowed", "candidates"] = "allowed"
    mode: Literal["normal", "hard", "ultra"] = "normal"
    prior: Literal["uniform", "frequency"] = "uniform"
    seed: int = Seed


class TurnRequest(Request):
    """A game and all guesses so far. The number of the game names the secret; an adversary has none."""

    game: int = Field(ge=0, le=2**31 - 1)
    guesses: tuple[Annotated[str, StringConstraints(max_length=30)], ...] = Field(default=(), max_length=_MOST_GUESSES)
    lang: Literal["en", "fr"] = "en"
    length: int = Field(default=5, ge=3, le=9)
    feedback: Literal["colours", "counts"] = "colours"
    turns: int = Field(default=6, ge=1, le=_MOST_GUESSES)
    hard: bool = False
    adversary: bool = False
    speech: Literal["en", "fr"] = Field(default="en", description="The language in which a refusal is said.")


def calls() -> list[Call]:
    """Wordle's own calls."""
    return [
        Call(
            "wordle",
            "check",
            with_settings("wordle", "check", _Check),
            WordleCheckReport,
            f"{_HERE}:check",
            "Is this history consistent: what is left, what is certain, or which guesses contradict each other?",
            {"one guess": _EXAMPLE, "a contradiction": {"puzzle": "crane:bybbg crane:ggggg"}},
        ),
        Call(
            "wordle",
            "suggest",
            with_settings("wordle", "suggest", _Suggest),
            list[SuggestionReport],
            f"{_HERE}:suggest",
            "What to play next: the guesses that promise most.",
            {"one guess": {**_EXAMPLE, "top": 3}},
        ),
        Call(
            "wordle",
            "turn",
            TurnRequest,
            TurnReport,
            f"{_HERE}:turn",
            "The game itself: what every guess so far got.",
            {"a first guess": {"game": 1, "guesses": ["crane"]}},
        ),
    ]


def read_history(request: Any) -> Any:
    """The history of a request, of a length that the server takes."""
    from clausal.models.errors import InvalidPuzzle

    puzzle, _ = read_puzzle(request, "wordle")
    if len(puzzle.history) > _MOST_GUESSES:
        raise InvalidPuzzle(f"there are {len(puzzle.history)} guesses", expected=f"{_MOST_GUESSES} at most")
    return puzzle


def check(request: Any, progress: Progress) -> WordleCheckReport:
    from clausal.puzzles.wordle_check import check_report

    del progress
    limits = Limits(seconds=request.seconds or 3.0)
    return check_report(read_history(request), limits, shown=request.show, most=request.most)


def suggest(request: Any, progress: Progress) -> list[SuggestionReport]:
    from clausal.data.wordle import words_for
    from clausal.models.errors import InvalidPuzzle
    from clausal.puzzles.wordle_suggest import suggestion_report
    from clausal.solvers.wordle.candidates import candidates
    from clausal.solvers.wordle.suggest import ranking

    del progress
    puzzle = read_history(request)
    if puzzle.lexicon is None:
        with reading("/lexicon"):
            raise InvalidPuzzle("there is no lexicon", expected="one, since a guess is a word of a list")
    words = words_for(puzzle.lexicon.language or "en", puzzle.length, answers=puzzle.lexicon, prior=request.prior)
    history = puzzle.history
    ranked = ranking(
        words,
        history.kind,
        candidates(history.facts, words.secrets, history.kind),
        strategy=request.strategy,
        pool=request.pool,
        mode=request.mode,
        history=history.facts,
        seed=request.seed,
    )
    best = [suggestion_report(found) for found in ranked.best(request.top)]
    with reading("/explain"):
        judged = [found for idea in request.explain if (found := ranked.judge(idea)) is not None]
    return best + [suggestion_report(found, yours=True) for found in judged]


def turn(request: TurnRequest, progress: Progress) -> TurnReport:
    from clausal.data.wordle import words_for
    from clausal.models.wordle.scoring import scoring_named
    from clausal.solvers.wordle.turn import turn as played

    del progress
    with reading("/hard"):
        return played(
            words_for(request.lang, request.length),
            scoring_named(request.feedback),
            request.guesses,
            game=request.game,
            adversary=request.adversary,
            hard=request.hard,
            turns=request.turns,
            speech=request.speech,
        ).report
