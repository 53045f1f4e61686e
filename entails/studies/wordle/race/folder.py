"""The folder of a race: races.csv grows while it runs, race.json says what it is, so that it can go on later."""

import json
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from entails.data.files import whole_file
from entails.models.errors import InvalidData
from entails.models.wordle.race_report import RaceSummary
from entails.studies.wordle.race.plan import Race
from entails.studies.wordle.race.row import Row, read_rows, whole_text

_GAMES, _PLAN, _SUMMARY = "races.csv", "race.json", "summary.json"


class RaceFolder:
    """Games of earlier runs of the same race are in `rows`. Strategies, lengths and instances may have changed, the
    rest decides what each game was and must not."""

    def __init__(self, folder: Path, race: Race, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self._race = race
        if folder.exists() and not folder.is_dir():
            raise InvalidData("this is a file", where=str(folder), expected="a folder, or a name for a new one")
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
                problem = f"there is a {_GAMES} but no {_PLAN} beside it"
                raise InvalidData(problem, where=str(self.folder), expected="the folder of a race, or a new one")
            with whole_file(path) as file:
                file.write(json.dumps(plan, indent=1) + "\n")
            return
        try:
            before = json.loads(path.read_text("utf-8"))
        except (ValueError, OSError, RecursionError):
            raise InvalidData("this is not the plan of a race", where=str(path)) from None
        if not isinstance(before, dict) or not isinstance(before.get("words"), dict):
            raise InvalidData("this is not the plan of a race", where=str(path))
        lists = {**plan["words"], **before["words"]}
        changed = [key for key in plan if before.get(key) != plan[key]] if lists | plan["words"] == lists else ["list"]
        if changed and changed != ["words"]:
            problem = f"the race in this folder had another {changed[0]}"
            raise InvalidData(problem, where=str(self.folder), expected="the same again, or another folder")
        with whole_file(path) as file:
            file.write(json.dumps({**plan, "words": lists}, indent=1) + "\n")

    def _check_secrets(self) -> None:
        """Every game must be one that this race would play."""
        for length, words in self._race.fields.items():
            secrets = self._race.secrets(length)
            for row in self.rows:
                if row.length != length:
                    continue
                other = row.instance < len(secrets) and row.secret != secrets[row.instance]
                if other or row.words != words.answers:
                    problem = f"its games of {length} letters were played with other words"
                    raise InvalidData(problem, where=str(self.folder / _GAMES), expected="another folder")

    def add(self, row: Row) -> None:
        """One more game, on the disk at once: whatever happens next, it is kept."""
        self._file.write(row.line)
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def finish(self, rows: Sequence[Row], summary: RaceSummary) -> tuple[Path, ...]:
        """The games in order, and what they come to. Returns what was written."""
        place = {strategy.label: number for number, strategy in enumerate(self._race.strategies)}
        last = len(place)
        ordered = sorted(rows, key=lambda row: (place.get(row.strategy, last), row.strategy, row.length, row.instance))
        with whole_file(self.folder / _GAMES) as file:
            file.write(whole_text(ordered))
        with whole_file(self.folder / _SUMMARY) as file:
            file.write(summary.model_dump_json(indent=1) + "\n")
        return self.folder / _GAMES, self.folder / _SUMMARY


def games_in(folder: Path) -> list[Row]:
    """The games that a folder holds already."""
    return read_rows(folder / _GAMES)


def plan_of(race: Race, settings: Mapping[str, str]) -> dict[str, Any]:
    """What decides how a game goes, besides its strategy, length and number."""
    return {
        "feedback": race.scoring.name,
        "language": race.language,
        "seed": race.seed,
        "settings": dict(sorted(settings.items())),
        "words": {str(length): f"{words.name} {words.digest}" for length, words in race.fields.items()},
    }
