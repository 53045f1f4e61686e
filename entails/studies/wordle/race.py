"""Races: several strategies on the same secrets, by word length, with files that allow a race to be resumed.

A `Race` and its seed determine the words, the secrets and all random choices. Its folder holds races.csv, with a line
for each game, written while the race runs, and race.json with the settings. An interrupted race leaves complete lines
and at most one broken one. The next race with the same settings reads the file and resumes.

Games are played in this process or on all cores. Games that would never end are stopped. Results are returned as games
end.
"""

import csv
import io
import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Literal

import numpy as np

from entails.data.files import whole_file
from entails.models.errors import InvalidData, InvalidOption
from entails.models.wordle.history import SCORINGS, Scoring
from entails.models.wordle.reports import RaceSummary
from entails.models.wordle.words import Words
from entails.solvers.pool.pool import stream
from entails.studies.wordle.strategies.base import MeasuringPlayer, Player, Strategy, WordTable, edit_distance
from entails.studies.wordle.strategies.registry import strategy_of

_LARGEST_CHUNK = 25
MOST_LENGTHS = 14


@dataclass(frozen=True)
class RaceJob:
    """Some games of one strategy at one word length, each as (instance, secret)."""

    strategy: str
    length: int
    games: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Race:
    """The settings of a race.

    Attributes:
        fields: The words of each length, already cut to size.
        instances: The number of games of each strategy and length; None plays every secret.
        again: Whether secrets may repeat, as in the studies.
    """

    strategies: tuple[Strategy[Any], ...]
    scoring: Scoring
    language: str
    fields: Mapping[int, Words] = field(repr=False)
    instances: int | None = 20
    seed: int = 0
    again: bool = False

    def secrets(self, length: int) -> list[str]:
        """Return the secrets of one word length, which are the same for every strategy.

        A larger number of instances extends the list, so that a race can be continued.
        """
        words = self.fields[length]
        if self.again and self.instances is not None:
            drawn = np.random.default_rng([self.seed, length]).integers(words.answers, size=self.instances)
            return words.words(drawn)
        order = np.random.default_rng([self.seed, length]).permutation(words.answers)
        return words.words(order[: self.instances])

    @property
    def games(self) -> int:
        return len(self.strategies) * sum(len(self.secrets(length)) for length in self.fields)

    @property
    def keys(self) -> set[tuple[str, int, int]]:
        """The games of the race, each as strategy, length and instance."""
        return {
            (strategy.label, length, instance)
            for length in self.fields
            for instance in range(len(self.secrets(length)))
            for strategy in self.strategies
        }

    def jobs(self, done: "set[tuple[str, int, int]]", workers: int) -> Iterator[RaceJob]:
        """Yield the jobs with the remaining games, ordered by word length.

        A single worker gets one game per job, so that it reports every game when it ends.
        """
        chunk = _LARGEST_CHUNK if workers > 1 else 1
        for length in self.fields:
            secrets = self.secrets(length)
            for strategy in self.strategies:
                left = [
                    (instance, secret)
                    for instance, secret in enumerate(secrets)
                    if (strategy.label, length, instance) not in done
                ]
                size = max(1, min(chunk, -(-len(left) // max(1, 2 * workers))))
                for start in range(0, len(left), size):
                    yield RaceJob(strategy.label, length, tuple(left[start : start + size]))


def cut(fields: Mapping[int, Words], size: "int | Literal['smallest'] | None", seed: int) -> dict[int, Words]:
    """Return the fields of `race` with word lists cut at random to one size; `smallest` is the size of the shortest.

    Huang & Hu 2022 do this. The cut list is used for both guesses and secrets.
    """
    if size is None:
        return dict(fields)
    wanted = min(words.answers for words in fields.values()) if size == "smallest" else size
    smaller = {}
    for length, words in fields.items():
        if wanted > words.answers:
            expected = f"at most {words.answers:,}, or smallest"
            raise InvalidOption(f"fewer than {wanted:,} words of {length} letters", where="--words", expected=expected)
        rows = np.random.default_rng([seed, length, wanted]).permutation(words.answers)[:wanted]
        name = f"{wanted} of {words.name}"
        smaller[length] = Words.of(words.secrets[np.sort(rows)], name=name, language=words.language)
    return smaller


def read_lengths(text: str) -> list[int]:
    """Return the word lengths that a text such as `4-9`, `5` or `4,6,8` names."""
    numbers_read: list[int] = []
    for part in text.split(",")[: MOST_LENGTHS + 1]:
        low, dash, high = (piece.strip() for piece in part.partition("-"))
        numbers = (low, high) if dash else (low, low)
        if not all(
            number_text.isascii() and number_text.isdigit() and len(number_text) <= 2 for number_text in numbers
        ):
            raise InvalidOption(f"invalid length {part[:20]!r}", where="--lengths", expected="such as 5, 4-9 or 4,6,8")
        numbers_read += range(int(numbers[0]), int(numbers[1]) + 1)
    lengths = sorted(set(numbers_read))
    if not lengths or lengths[0] < 2 or lengths[-1] > 15:
        raise InvalidOption("invalid lengths", where="--lengths", expected="from 2 to 15, low to high")
    return lengths


def read_names(texts: Sequence[str]) -> list[str]:
    """Return the names in comma-separated texts, each once."""
    return list(dict.fromkeys(name.strip() for text in texts for name in text.split(",") if name.strip()))


_MOST_BYTES = 512 * 2**20


@dataclass(frozen=True)
class RaceRow:
    """A line of races.csv. The order of the columns is fixed, because other programs depend on it."""

    strategy: str
    feedback: str
    lang: str
    length: int
    words: int
    instance: int
    secret: str
    guesses: int
    seconds: float
    solved: bool
    cheats: bool

    @property
    def line(self) -> str:
        text = io.StringIO()
        cells = (str(cell).lower() if isinstance(cell, bool) else cell for cell in astuple(self))
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue()

    @classmethod
    def of(cls, cells: list[str]) -> "RaceRow":
        """Parse a line of races.csv; raise ValueError or KeyError if it is invalid."""
        if len(cells) != len(COLUMNS):
            raise ValueError("wrong number of columns")
        strategy, feedback, lang, length, words, instance, secret, guesses, seconds, solved, cheats = cells
        return cls(
            strategy,
            feedback,
            lang,
            int(length),
            int(words),
            int(instance),
            secret,
            int(guesses),
            float(seconds),
            _BOOLEANS[solved],
            _BOOLEANS[cheats],
        )


COLUMNS = tuple(column.name for column in fields(RaceRow))
HEADER = ",".join(COLUMNS) + "\n"
_BOOLEANS = {"true": True, "false": False}


def read_rows(path: Path) -> list[RaceRow]:
    """Return the games of races.csv, each once; empty without a file. A truncated last line is skipped."""
    if not path.exists():
        return []
    if path.stat().st_size > _MOST_BYTES:
        raise InvalidData("the file is too large", where=str(path), expected="a file of an earlier race")
    text = path.read_text("utf-8", errors="replace")
    if not text.strip():
        return []
    lines = text.splitlines(keepends=True)
    if not lines[-1].endswith("\n"):
        lines.pop()
    if lines and lines[0] != HEADER:
        raise InvalidData("not the file of a race", where=str(path), expected=f"columns {HEADER.strip()}")
    rows: dict[tuple[str, int, int], RaceRow] = {}
    for number, cells in enumerate(csv.reader(lines[1:]), 2):
        try:
            row = RaceRow.of(cells)
        except (ValueError, KeyError):
            raise InvalidData("invalid game", where=f"{path}, line {number}", expected=HEADER.strip()) from None
        rows[row.strategy, row.length, row.instance] = row
    return list(rows.values())


def whole_text(rows: Iterable[RaceRow]) -> str:
    """Return the content of races.csv with these games."""
    return HEADER + "".join(row.line for row in rows)


_GAMES, _PLAN, _SUMMARY = "races.csv", "race.json", "summary.json"


class RaceFolder:
    """The folder of a race: its settings and the games played so far.

    Strategies, lengths and instances may change between runs. The other settings determine the games and must not.
    """

    def __init__(self, folder: Path, race: Race, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self._race = race
        if folder.exists() and not folder.is_dir():
            raise InvalidData("not a folder", where=str(folder), expected="a folder, or a name for a new one")
        folder.mkdir(parents=True, exist_ok=True)
        self._check_plan(plan_of(race, settings))
        self.rows = games_in(folder)
        self._check_secrets()
        with whole_file(folder / _GAMES) as file:  # without a last line that was cut off
            file.write(whole_text(self.rows))
        self._file: TextIOWrapper = (folder / _GAMES).open("a", encoding="utf-8", newline="\n")

    def _check_plan(self, plan: dict[str, Any]) -> None:
        path = self.folder / _PLAN
        if not path.exists():
            if (self.folder / _GAMES).exists():
                problem = f"{_GAMES} without {_PLAN}"
                raise InvalidData(problem, where=str(self.folder), expected="the folder of a race, or a new one")
            with whole_file(path) as file:
                file.write(json.dumps(plan, indent=1) + "\n")
            return
        try:
            before = json.loads(path.read_text("utf-8"))
        except (ValueError, OSError, RecursionError):
            raise InvalidData("invalid settings of a race", where=str(path)) from None
        if not isinstance(before, dict) or not isinstance(before.get("words"), dict):
            raise InvalidData("invalid settings of a race", where=str(path))
        lists = {**plan["words"], **before["words"]}
        changed = [key for key in plan if before.get(key) != plan[key]] if lists | plan["words"] == lists else ["list"]
        if changed and changed != ["words"]:
            problem = f"the race in this folder has another {changed[0]}"
            raise InvalidData(problem, where=str(self.folder), expected="the same settings, or another folder")
        with whole_file(path) as file:
            file.write(json.dumps({**plan, "words": lists}, indent=1) + "\n")

    def _check_secrets(self) -> None:
        """Raise an error if the file has a game that this race would not play."""
        for length, words in self._race.fields.items():
            secrets = self._race.secrets(length)
            for row in self.rows:
                if row.length != length:
                    continue
                differs = row.instance < len(secrets) and row.secret != secrets[row.instance]
                if differs or row.words != words.answers:
                    problem = f"games of {length} letters with other words"
                    raise InvalidData(problem, where=str(self.folder / _GAMES), expected="another folder")

    def add(self, row: RaceRow) -> None:
        """Append one game to the file at once, so that an interruption loses no game."""
        self._file.write(row.line)
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def finish(self, rows: Sequence[RaceRow], summary: RaceSummary) -> tuple[Path, ...]:
        """Write the games in order and the summary; return the paths."""
        place = {strategy.label: number for number, strategy in enumerate(self._race.strategies)}
        last = len(place)
        ordered = sorted(rows, key=lambda row: (place.get(row.strategy, last), row.strategy, row.length, row.instance))
        with whole_file(self.folder / _GAMES) as file:
            file.write(whole_text(ordered))
        with whole_file(self.folder / _SUMMARY) as file:
            file.write(summary.model_dump_json(indent=1) + "\n")
        return self.folder / _GAMES, self.folder / _SUMMARY


def games_in(folder: Path) -> list[RaceRow]:
    """Return the games stored in a folder."""
    return read_rows(folder / _GAMES)


def plan_of(race: Race, settings: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that determine the games of a race, apart from strategies, lengths and number."""
    return {
        "feedback": race.scoring.name,
        "language": race.language,
        "seed": race.seed,
        "settings": dict(sorted(settings.items())),
        "words": {str(length): f"{words.name} {words.digest}" for length, words in race.fields.items()},
    }


End = Literal["found", "none found", "repeats itself", "too many guesses"]

MOST_GUESSES = 100_000


@dataclass(frozen=True)
class Move:
    """A guess of a game: whether it agreed with the feedback before it, and the number of words left after it."""

    word: str
    code: int
    consistent: bool
    left: int


@dataclass(frozen=True)
class StrategyGame:
    """A finished game of a strategy: its moves, and how it ended."""

    secret: str
    moves: tuple[Move, ...]
    end: End

    @property
    def solved(self) -> bool:
        return self.end == "found"

    @property
    def guesses(self) -> int:
        return len(self.moves)


def play(
    strategy: Strategy[Any], table: WordTable, secret: str, seed: int = 0, most: int = MOST_GUESSES
) -> StrategyGame:
    """Let a strategy guess until it finds the secret or gives up.

    A strategy that does not cheat and repeats a guess would learn nothing from it, so its game ends.
    """
    return oracle(strategy.begin(table, seed), table, secret, cheats=strategy.cheats, most=most)


def oracle(
    player: Player[Any], table: WordTable, secret: str, *, cheats: bool = False, most: int = MOST_GUESSES
) -> StrategyGame:
    """Play a game with a player object, which the caller can inspect afterwards."""
    hidden = table.row_of(secret)
    if hidden is None:
        raise InvalidOption(f"{secret[:30]!r} cannot be the secret", expected=f"a word of {table.words.name}")
    if isinstance(player, MeasuringPlayer):
        player.lend(lambda text: edit_distance(text, secret))
    possible = np.ones(len(table.secrets), dtype=bool)
    moves: list[Move] = []
    guessed: set[str] = set()
    while len(moves) < most:
        word = player.choose()
        if word is None:
            return StrategyGame(secret, tuple(moves), "none found")
        if word in guessed and not cheats:
            return StrategyGame(secret, tuple(moves), "repeats itself")
        guessed.add(word)
        row = table.row_of(word)
        codes = table.codes(word)
        code = int(codes[hidden])
        consistent = row is not None and bool(possible[row])
        possible &= codes == code
        moves.append(Move(word, code, consistent, int(possible.sum())))
        player.observe(word, code)
        if code == table.win:
            return StrategyGame(secret, tuple(moves), "found")
    return StrategyGame(secret, tuple(moves), "too many guesses")


Tell = Callable[[RaceRow], None]


@dataclass(frozen=True)
class Ground:
    """The settings that the games of one word length share; they are sent with every job."""

    words: Words = field(repr=False)
    feedback: str
    language: str
    settings: tuple[tuple[str, str], ...]
    seed: int

    @property
    def key(self) -> tuple[object, ...]:
        """The cache key of these settings."""
        return self.words.digest, self.feedback, self.language, self.settings, self.seed


class Bench:
    """The word table and settings for the jobs of one word length. Only one is kept, because tables are large."""

    def __init__(self, ground: Ground) -> None:
        self.table = WordTable(ground.words, SCORINGS[ground.feedback])
        self.language = ground.language
        self.settings = dict(ground.settings)
        self.seed = ground.seed

    def race(self, job: RaceJob, tell: Tell) -> None:
        """Play the games of a job and send each result. Compilation on first use does not count as time."""
        strategy: Any = strategy_of(job.strategy, self.settings)
        self.table.remember(("warm", job.strategy), lambda: self._warm_up(strategy, job))
        for instance, secret in job.games:
            started = time.process_time()
            game = play(strategy, self.table, secret, seed=self._seed(instance))
            seconds = time.process_time() - started
            tell(
                RaceRow(
                    strategy=strategy.label,
                    feedback=self.table.scoring.name,
                    lang=self.language,
                    length=job.length,
                    words=self.table.words.answers,
                    instance=instance,
                    secret=secret,
                    guesses=game.guesses,
                    seconds=round(seconds, 6),
                    solved=game.solved,
                    cheats=strategy.cheats,
                )
            )

    def _warm_up(self, strategy: Any, job: RaceJob) -> bool:
        """Play two guesses to compile the kernels and to cache the first guess of a greedy strategy."""
        play(strategy, self.table, job.games[0][1], seed=self.seed, most=2)
        return True

    def _seed(self, instance: int) -> int:
        return self.seed * 1_000_003 + instance


_laid: dict[tuple[object, ...], Bench] = {}


def play_job(ground: Ground, job: RaceJob, tell: Tell) -> None:
    """Play the games of a job, with a new word table if the word length or the lists change."""
    if ground.key not in _laid:
        clear_the_table()
        _laid[ground.key] = Bench(ground)
    _laid[ground.key].race(job, tell)


def clear_the_table() -> None:
    """Free the word table of the last games."""
    _laid.clear()


def run_race(
    race: Race, settings: Mapping[str, str], done: "set[tuple[str, int, int]]", workers: int
) -> Generator[RaceRow, None, None]:
    """Yield the remaining games of a race when they end."""
    jobs = list(race.jobs(done, workers))
    if len(jobs) <= 1:  # nobody else would help
        jobs, workers = list(race.jobs(done, 1)), 1
    grounds = {
        length: Ground(words, race.scoring.name, race.language, tuple(sorted(settings.items())), race.seed)
        for length, words in race.fields.items()
    }
    try:
        yield from stream("entails.studies.wordle.race:play_job", [(grounds[job.length], job) for job in jobs], workers)
    finally:
        clear_the_table()
