"""Running the jobs of a race, here or on all cores; games come back as they end."""

from collections.abc import Generator, Mapping

from entails.solvers.crew import run_jobs
from entails.studies.wordle.race.plan import Race
from entails.studies.wordle.race.row import Row
from entails.studies.wordle.race.worker import Ground, clear_the_table


def run_race(
    race: Race, settings: Mapping[str, str], done: "set[tuple[str, int, int]]", workers: int
) -> Generator[Row, None, None]:
    """Play what is left of a race."""
    jobs = list(race.jobs(done, workers))
    if len(jobs) <= 1:  # nobody else would help
        jobs, workers = list(race.jobs(done, 1)), 1
    grounds = {
        length: Ground(words, race.scoring.name, race.language, tuple(sorted(settings.items())), race.seed)
        for length, words in race.fields.items()
    }
    try:
        yield from run_jobs(
            "entails.studies.wordle.race.worker:play_job", [(grounds[job.length], job) for job in jobs], workers
        )
    finally:
        clear_the_table()
