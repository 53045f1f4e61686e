"""What `clausal wordle tree` and `clausal wordle verify` do."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from clausal.cli.exit import NO, UNDECIDED, YES
from clausal.cli.files import label, read_input, write_text
from clausal.cli.lexicon_choice import Language, chosen_lexicon
from clausal.cli.output import print_json, print_line, say
from clausal.cli.source import gathered, read_source
from clausal.cli.wordle_choice import chosen_words
from clausal.data.lexicons import NAMES, lexicon
from clausal.data.wordle import words_for
from clausal.models.errors import InvalidPuzzle
from clausal.models.lexicon import Lexicon
from clausal.models.wordle import History, Words
from clausal.models.wordle.tree_report import TreeReport, TreeVerdict
from clausal.puzzles.wordle_tree import tree_report
from clausal.solvers.wordle.candidates import candidates
from clausal.solvers.wordle.tree import Tree, Wish, best_tree, read_tree, verify, write_tree
from clausal.solvers.wordle.tree.every_opener import best_of_all, journal_path
from clausal.solvers.wordle.tree.search import Watch, unwatched
from clausal.solvers.wordle.tree.table import html, markdown
from clausal.solvers.wordle.tree.value import WordList, lists_of

USUAL_BEAM = {"colours": 10, "counts": 3}
"""A few seconds on Wordle's lists. Counts tell less, so their trees are deeper and a beam costs more."""
_BAR = 40
_FORMS = {".md": markdown, ".markdown": markdown, ".html": html, ".htm": html}


@dataclass(frozen=True)
class Order:
    """The tree that the options ask for."""

    history: tuple[str, ...]
    opener: str | None
    hard: bool
    beam: int | None
    exact: bool
    every: bool
    max_depth: int | None
    worst_case: bool

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.exact and self.beam is not None:
            raise InvalidPuzzle("--exact tries all guesses, --beam only some", expected="one of the two")
        if self.every and not self.exact:
            raise InvalidPuzzle("--all is for a proof over all openers", expected="--exact --all")
        if self.every and self.opener is not None:
            raise InvalidPuzzle("--all and --opener contradict each other", expected="one of the two")
        if self.exact and not (self.every or self.opener or self.history):
            expected = "--opener WORD, a history, --beam K, or --exact --all for who has an hour or more"
            raise InvalidPuzzle("a proof over all openers takes long", expected=expected)

    def wish(self, scoring: str) -> Wish:
        beam = None if self.exact else self.beam or USUAL_BEAM[scoring]
        return Wish(self.opener, self.hard, beam, self.max_depth, self.worst_case)


def make_tree(
    order: Order,
    feedback: str | None,
    lists: tuple[Language | None, int | None, str | None, str | None],
    output: str | None,
    *,
    json: bool,
) -> int:
    """Search for the tree, write it, and say what it costs."""
    started = time.perf_counter()
    order.check()
    language, length, answers, allowed = lists
    length = length if length or not order.opener or order.history else len(order.opener)
    history = _history(order.history, feedback, length)
    words = chosen_words(language, history.length, answers, allowed, quiet=json)
    wish = order.wish(history.scoring)
    with _watching() as watch:
        if order.every:
            journal = journal_path(words, history.kind, history.facts, wish)
            found = best_of_all(words, history.kind, history.facts, wish, journal=journal, watch=watch)
        else:
            found = best_tree(words, history.kind, history.facts, wish, watch)
    seconds = round(time.perf_counter() - started, 3)
    if found is None:
        return _show_none(order, history, words, seconds, json=json)
    _write(found, output)
    _show(found, seconds, output, json=json)
    return YES


def show_made(path: str, output: str | None, *, json: bool) -> int:
    """A tree that is there already, in another form."""
    found, _ = read_tree(read_input(path), label(path))
    _write(found, output)
    _show(found, None, output, json=json)
    return YES


def verify_tree(path: str, answers: str | None, allowed: str | None, *, json: bool) -> int:
    """Play every answer again."""
    tree, claims = read_tree(read_input(path), label(path))
    words = _words_of(tree, answers, allowed)
    every = words.words()
    verdict = verify(tree, every[: words.answers], every, claims)
    right = verdict.fault is None
    if json:
        print_json(
            TreeVerdict(
                file=label(path),
                verified=right,
                fault=verdict.fault,
                opener=tree.opener,
                total=verdict.total if right else None,
                mean=round(verdict.mean, 4) if right else None,
                max=verdict.max if right else None,
                distribution=verdict.distribution if right else None,
                exact=tree.exact,
            )
        )
    elif right:
        games = sum(verdict.distribution.values())
        print_line(f"{tree.opener.upper()}: {verdict.total:,} guesses for {games:,} answers, {verdict.mean:.4f} each")
        _show_distribution(verdict.distribution)
        say(f"verified: every answer was played again{', within hard mode' if tree.hard else ''}", "green")
    else:
        say(f"not right: {verdict.fault}", "red")
    return YES if right else NO


def _history(texts: tuple[str, ...], feedback: str | None, length: int | None) -> History:
    if not texts:
        return History.of((), feedback or "colours", length)
    settings = {
        "feedback": feedback,
        "lexicon": "none",
        "lang": None,
        "length": None if length is None else str(length),
    }
    source = read_source("wordle", gathered(texts), settings)
    if not source.is_one:
        raise InvalidPuzzle("there is more than one history", expected="exactly one")
    (entry,) = source.entries
    assert entry.puzzle is not None
    history: History = entry.puzzle.history
    return history


def _words_of(tree: Tree, answers: str | None, allowed: str | None) -> Words:
    """The lists that a tree was made for: those given, or else those that ship under its names."""
    secrets = _list_of(tree.answers, answers, "--answers")
    alone = allowed is None and tree.allowed.name == tree.answers.name
    guesses = secrets if alone else _list_of(tree.allowed, allowed, "--allowed")
    return words_for(tree.language or "en", tree.length, answers=secrets, allowed=guesses)


def _list_of(stated: WordList, given: str | None, option: str) -> Lexicon:
    if given is not None:
        return chosen_lexicon(given, None, quiet=True)
    if stated.name not in NAMES:
        problem = f"the tree was made for a list that does not ship with Clausal, {stated.name[:60]!r}"
        raise InvalidPuzzle(problem, expected=f"that list, with {option} FILE")
    return lexicon(stated.name)


def _write(tree: Tree, output: str | None) -> None:
    if output is not None:
        form = _FORMS.get(Path(output).suffix.lower(), write_tree)
        write_text(form(tree), output)


def _show(tree: Tree, seconds: float | None, output: str | None, *, json: bool) -> None:
    if output == "-":
        return
    if json:
        print_json(tree_report(tree, seconds))
        return
    after = f" after {tree.history.line}" if len(tree.history) else ""
    say(
        f"{tree.opener.upper()}{after}: {tree.total:,} guesses for {tree.secrets:,} words, "
        f"{tree.mean:.4f} on average, {tree.max} at most"
    )
    _show_distribution(tree.distribution)
    say(*_standing(tree))
    if output is not None:
        say(f"written to {output}", "dim")


def _show_distribution(distribution: Mapping[int, int]) -> None:
    """A bar for each number of guesses."""
    most, width = max(distribution.values()), len(str(max(distribution.values())))
    for guesses, secrets in distribution.items():
        bar = "█" * max(1, round(_BAR * secrets / most))
        print_line(f"{guesses:3}  {secrets:{width}}  {bar}")


def _standing(tree: Tree) -> tuple[str, str]:
    """How good the tree is known to be, and the colour of that."""
    rules = " in hard mode" if tree.hard else ""
    within = f" within {tree.max_depth} guesses{rules}" if tree.max_depth else rules
    if tree.all_openers:
        return f"proven: no tree{within} has a smaller total", "green"
    if tree.exact:
        return f"proven: no tree{within} that begins with {tree.opener.upper()} has a smaller total", "green"
    return f"not proven: the best that a beam of {tree.beam} finds{within} (--exact proves, for an opener)", "yellow"


def _show_none(order: Order, history: History, words: Words, seconds: float, *, json: bool) -> int:
    """Say that there is no tree: proven, or not found by the beam."""
    left = len(candidates(history.facts, words.secrets, history.kind))
    proven = order.exact or not left
    if json:
        answers, allowed = lists_of(words)
        report = TreeReport(
            opener=order.opener,
            total=None,
            mean=None,
            max=None,
            distribution=None,
            exact=proven,
            secrets=left,
            hard=order.hard,
            feedback=history.scoring,
            length=history.length,
            history=history.line,
            max_depth=order.max_depth or None,
            beam=order.wish(history.scoring).beam,
            answers=answers.name,
            allowed=allowed.name,
            seconds=seconds,
        )
        print_json(report)
    elif not left:
        say("no word of the list fits this history", "red")
    elif proven:
        say("proven: no tree wins within these guesses (--max-depth 0 lifts the limit)", "red")
    else:
        say("no tree was found within these guesses (try a larger --beam, or --exact)", "yellow")
    return NO if proven else UNDECIDED


@contextmanager
def _watching() -> Iterator[Watch]:
    """A bar on standard error, when somebody is there to see it: words settled below the opener that is looked at."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield unwatched
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("looking", total=None)
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of or None)
