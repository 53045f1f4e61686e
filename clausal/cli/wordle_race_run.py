"""What `clausal wordle race` does: understand the options, run, write the files, show the figures."""

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from clausal.cli.exit import YES, complain
from clausal.cli.lexicon_choice import Language
from clausal.cli.output import columns, print_json, print_line, progress
from clausal.cli.wordle_choice import chosen_words
from clausal.cli.wordle_race_folder import RaceFolder
from clausal.models.errors import InvalidPuzzle
from clausal.models.wordle.race_report import RaceReport, RaceSummary, Spread
from clausal.models.wordle.scoring import SCORINGS
from clausal.solvers.cores import cores
from clausal.studies.wordle.race.crew import run_race
from clausal.studies.wordle.race.plan import Race, cut, read_lengths, read_names
from clausal.studies.wordle.race.row import Row
from clausal.studies.wordle.race.summary import summaries
from clausal.studies.wordle.strategies.registry import check_settings, read_setting, strategy_of

_MOST_SEED = 2**31 - 1


@dataclass(frozen=True)
class Entries:
    """The options as the user wrote them."""

    strategies: str
    feedback: str
    language: Language | None
    lengths: str
    instances: str
    words: str | None
    settings: tuple[str, ...]
    seed: int
    answers: str | None

    @property
    def chosen_settings(self) -> dict[str, str]:
        return dict(read_setting(text, where="--set") for text in self.settings)

    def race(self) -> Race:
        """What they mean."""
        settings = self.chosen_settings
        names = read_names([self.strategies])
        if not names:
            raise InvalidPuzzle("there is nobody to race", where="--strategies", expected="names with commas between")
        chosen = tuple(strategy_of(name, settings) for name in names)
        check_settings(settings, chosen)
        if not 0 <= self.seed <= _MOST_SEED:
            raise InvalidPuzzle("this seed cannot be used", where="--seed", expected=f"0 to {_MOST_SEED}")
        size = (
            None if self.words is None else "smallest" if self.words == "smallest" else _number(self.words, "--words")
        )
        instances = None if self.instances == "all" else _number(self.instances, "--instances")
        lists = {one: chosen_words(self.language, one, self.answers) for one in read_lengths(self.lengths)}
        return Race(
            chosen,
            SCORINGS[self.feedback],
            next(iter(lists.values())).language or "own",
            cut(lists, size, self.seed),  # type: ignore[arg-type]
            instances,
            self.seed,
        )


def run(entries: Entries, *, folder: str | None, workers: int | None, plots: bool, json: bool) -> int:
    """Race, or go on with a race."""
    race = entries.race()
    kept = RaceFolder(Path(folder), race, entries.chosen_settings) if folder is not None else None
    rows = [] if kept is None else kept.rows
    done = {(row.strategy, row.length, row.instance) for row in rows}
    left = race.games - len(done & wanted(race))
    if rows and left and not json:
        complain(f"{len(rows):,} games are in {folder} already, {left:,} are left")
    running = run_race(race, entries.chosen_settings, done, workers or cores())
    try:
        for row in progress(running, left, "racing", many=2):
            rows.append(row)
            if kept is not None:
                kept.add(row)
    finally:
        running.close()  # type: ignore[attr-defined]
        if kept is not None:
            kept.close()
    summary = summed_up(race, entries, rows)
    if kept is not None:
        kept.finish(rows, summary)
    if json:
        for report in summary.results:
            print_json(report)
    else:
        show(summary)
    if kept is not None and plots:
        draw(kept, summary, quiet=json)
    return YES


def wanted(race: Race) -> set[tuple[str, int, int]]:
    """The keys of all games of a race."""
    return {
        (strategy.label, length, instance)
        for length in race.fields
        for instance in range(len(race.secrets(length)))
        for strategy in race.strategies
    }


def summed_up(race: Race, entries: Entries, rows: list[Row]) -> RaceSummary:
    keys = wanted(race)
    mine = [row for row in rows if (row.strategy, row.length, row.instance) in keys]
    order = [(strategy.label, length) for strategy in race.strategies for length in race.fields]
    return RaceSummary(
        feedback=race.scoring.name,
        lang=race.language,
        seed=race.seed,
        instances=race.instances,
        settings=entries.chosen_settings,
        words={length: words.name for length, words in race.fields.items()},
        results=tuple(summaries(mine, order)),
    )


def show(summary: RaceSummary) -> None:
    """A table, one line for each strategy and length."""
    head = ["strategy", "letters", "words", "games", "lost", "mean guesses", "median", "max", "mean time"]
    table = [head, *(_cells(report) for report in summary.results)]
    print_line(f"{summary.feedback} feedback, {summary.lang}")
    columns(table)
    if any(report.cheats for report in summary.results):
        print_line("* cheats: asks what the rules forbid; every question is a guess here")


def _cells(report: RaceReport) -> list[str]:
    guesses = report.guesses
    return [
        f"{report.strategy}{' *' if report.cheats else ''}",
        str(report.length),
        f"{report.words:,}",
        f"{report.games:,}",
        str(report.games - report.solved) if report.solved < report.games else "-",
        "-" if guesses is None else f"{guesses.mean:.3f} ± {(guesses.high - guesses.low) / 2:.3f}",
        "-" if guesses is None else f"{guesses.median:g}",
        "-" if guesses is None else f"{guesses.max:g}",
        _time(report.seconds),
    ]


def _time(seconds: Spread) -> str:
    half = (seconds.high - seconds.low) / 2
    if seconds.mean >= 1:
        return f"{seconds.mean:.2f} ± {half:.2f} s"
    return f"{1000 * seconds.mean:.2f} ± {1000 * half:.2f} ms"


def draw(kept: RaceFolder, summary: RaceSummary, *, quiet: bool) -> None:
    """The plots, where something can draw them."""
    if find_spec("matplotlib") is None:
        complain("there are no plots, because they need matplotlib: install clausal[plots]")
        return
    from clausal.studies.wordle.race.plots import draw_race

    written = draw_race(summary.results, kept.folder)
    if not quiet:
        names = ", ".join(["races.csv", "summary.json", *(path.name for path in written)])
        print(f"in {kept.folder}: {names}", file=sys.stderr)


def _number(text: str, where: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and int(text) > 0):
        other = "smallest" if where == "--words" else "all"
        raise InvalidPuzzle(f"{text[:20]!r} is no number", where=where, expected=f"1 or more, or {other}")
    return int(text)
