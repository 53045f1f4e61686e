"""Wordle's long work as calls: a strategy against every secret, a race of strategies, the best tree."""

from typing import Any, Literal

from pydantic import Field

from clausal.models.wordle.race_report import RaceSummary
from clausal.models.wordle.report import EvaluateReport
from clausal.models.wordle.tree_report import TreeReport
from clausal.service.answer import Progress, reading
from clausal.service.call import Call, Request

_HERE = "clausal.service.calls.wordle_work"
Feedback = Literal["colours", "counts"]
Language = Literal["en", "fr"]


class EvaluateRequest(Request):
    """A strategy, and the rules that it plays by."""

    strategy: str = Field(max_length=40)
    lang: Language = "en"
    length: int = Field(default=5, ge=2, le=15)
    feedback: Feedback = "colours"
    pool: Literal["allowed", "candidates"] = "allowed"
    mode: Literal["normal", "hard", "ultra"] = "normal"
    opener: str | None = Field(default=None, max_length=15)
    seed: int = Field(default=0, ge=0, le=2**31 - 1)


class RaceRequest(Request):
    """Strategies that guess the same secrets."""

    strategies: tuple[str, ...] = Field(min_length=1, max_length=30)
    feedback: Feedback = "counts"
    lang: Language = "en"
    lengths: tuple[int, ...] = Field(default=(5,), min_length=1, max_length=14)
    instances: int = Field(default=20, ge=1, le=500)
    words: int | Literal["smallest"] | None = None
    seed: int = Field(default=0, ge=0, le=2**31 - 1)


class TreeRequest(Request):
    """What the tree begins with (an opener, a history, or neither), and how hard to look for it."""

    opener: str | None = Field(default=None, max_length=15)
    history: str = Field(default="", max_length=2000, description="Guesses such as crane:bybbg.")
    hard: bool = False
    beam: int | None = Field(default=10, ge=1, le=1000, description="Guesses tried at each place; null proves.")
    max_depth: int | None = Field(default=None, ge=0, le=50)
    lang: Language = "en"
    length: int = Field(default=5, ge=2, le=15)
    feedback: Feedback = "colours"


class TreeFileReport(TreeReport):
    """The figures of a tree, and the tree itself as the file that `clausal wordle verify` reads."""

    file: str | None = None


def calls() -> list[Call]:
    """Wordle's long calls."""
    common: dict[str, Any] = {"pace": "job"}
    return [
        Call(
            "wordle",
            "evaluate",
            EvaluateRequest,
            EvaluateReport,
            f"{_HERE}:evaluate",
            "How many guesses a strategy needs, exactly, over every secret.",
            {"most parts, candidates only": {"strategy": "most-parts", "pool": "candidates"}},
            **common,
        ),
        Call(
            "wordle",
            "race",
            RaceRequest,
            RaceSummary,
            f"{_HERE}:race",
            "Strategies that guess the same secrets, compared.",
            {"two of them": {"strategies": ["a1", "a2"], "lengths": [4], "instances": 5, "words": 500}},
            **common,
        ),
        Call(
            "wordle",
            "tree",
            TreeRequest,
            TreeFileReport,
            f"{_HERE}:tree",
            "The decision tree with the smallest total of guesses.",
            {"after two guesses": {"history": "crane:bybbg slate:bbbbg", "beam": None}},
            **common,
        ),
    ]


def evaluate(request: EvaluateRequest, progress: Progress) -> EvaluateReport:
    import time

    from clausal.data.wordle import words_for
    from clausal.models.wordle.scoring import scoring_named
    from clausal.solvers.wordle.evaluate import evaluate as played

    started = time.perf_counter()
    words, scoring = words_for(request.lang, request.length), scoring_named(request.feedback)
    with reading(""):
        found = played(
            words,
            scoring,
            request.strategy,
            pool=request.pool,
            mode=request.mode,
            opener=request.opener,
            seed=request.seed,
            watch=lambda done: progress(done / words.answers, f"{done} / {words.answers}"),
        )
    games = found.distribution
    total = sum(guesses * secrets for guesses, secrets in games.items())
    return EvaluateReport(
        strategy=request.strategy,
        total=total,
        mean=total / sum(games.values()),
        max=max(games),
        distribution=dict(sorted(games.items())),
        opener=found.opener,
        words=words.name,
        answers=words.answers,
        allowed=len(words),
        feedback=request.feedback,
        pool=request.pool,
        mode=request.mode,
        seconds=round(time.perf_counter() - started, 3),
    )


def race(request: RaceRequest, progress: Progress) -> RaceSummary:
    from clausal.data.wordle import words_for
    from clausal.models.wordle.scoring import scoring_named
    from clausal.studies.wordle.race.crew import run_race
    from clausal.studies.wordle.race.plan import Race, cut, read_names
    from clausal.studies.wordle.race.summary import summaries
    from clausal.studies.wordle.strategies.registry import strategy_of

    with reading("/strategies"):
        chosen = tuple(strategy_of(name, {}) for name in read_names(request.strategies))
    with reading("/lengths"):
        lists = {length: words_for(request.lang, length) for length in sorted(set(request.lengths))}
    with reading("/words"):
        fields = cut(lists, request.words, request.seed)
    planned = Race(chosen, scoring_named(request.feedback), request.lang, fields, request.instances, request.seed)
    rows = []
    for row in run_race(planned, {}, set(), 1):
        rows.append(row)
        progress(len(rows) / planned.games, f"{len(rows)} / {planned.games}")
    order = [(strategy.label, length) for strategy in chosen for length in fields]
    return RaceSummary(
        feedback=request.feedback,
        lang=request.lang,
        seed=request.seed,
        instances=request.instances,
        settings={},
        words={length: words.name for length, words in fields.items()},
        results=tuple(summaries(rows, order)),
    )


def tree(request: TreeRequest, progress: Progress) -> TreeFileReport:
    from clausal.data.wordle import words_for
    from clausal.models.wordle.read import read_history
    from clausal.puzzles.wordle_tree import tree_report
    from clausal.solvers.wordle.tree.best import Wish, best_tree
    from clausal.solvers.wordle.tree.file import write_tree
    from clausal.solvers.wordle.tree.value import lists_of

    with reading("/history"):
        history = read_history(request.history, request.feedback, request.length)
    words = words_for(request.lang, request.length)
    wish = Wish(request.opener, request.hard, request.beam, request.max_depth)
    with reading("/opener"):
        found = best_tree(
            words,
            history.kind,
            history.facts,
            wish,
            watch=lambda what, done, of: progress(done / of if of else None, what),
        )
    if found is not None:
        return TreeFileReport(**tree_report(found).model_dump(), file="".join(write_tree(found)))
    answers, allowed = lists_of(words)
    return TreeFileReport(
        opener=request.opener,
        total=None,
        mean=None,
        max=None,
        distribution=None,
        exact=request.beam is None,
        secrets=0,
        hard=request.hard,
        feedback=request.feedback,
        length=request.length,
        history=history.line,
        max_depth=request.max_depth,
        beam=request.beam,
        answers=answers.name,
        allowed=allowed.name,
    )
