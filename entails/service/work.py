"""`entails worker`: works on jobs that servers on this or other machines took in, and answers nobody itself."""

import asyncio
import signal
from collections.abc import Callable

from entails.models.errors import InvalidPuzzle
from entails.service.crew import Crew
from entails.service.envelope import log_as_json
from entails.service.job_book import JobBook, store_of
from entails.service.jobs import Jobs
from entails.service.metrics import Metrics
from entails.service.settings import Settings
from entails.service.supervise import Supervisor


def work(settings: Settings, begun: Callable[[str], None]) -> int:
    """Work until told to end; then jobs that run are put back, and another worker takes them."""
    if not settings.jobs_are_elsewhere:
        problem = "a worker shares jobs with servers, which a file cannot do"
        raise InvalidPuzzle(problem, expected="--jobs-db postgresql://...")
    try:
        store = store_of(settings)
    except ModuleNotFoundError as error:
        raise InvalidPuzzle(f"keeping jobs in PostgreSQL needs {error.name}: pip install entails[postgres]") from None
    log = log_as_json()
    try:
        asyncio.run(_work(settings, JobBook(store), begun))
    finally:
        log.stop()
    return 0


async def _work(settings: Settings, book: JobBook, begun: Callable[[str], None]) -> None:
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    supervisor = Supervisor()
    crew = Crew(settings.memory_mb, idle=settings.job_workers, warm=settings.warm)
    jobs = Jobs(book, crew, settings, Metrics())
    crew.open(supervisor)
    jobs.start(supervisor)
    begun(jobs.name)
    await ending.wait()
    await supervisor.close()
    await jobs.stop()
    crew.close()
    book.close()
