"""`/v1/puzzles`: which puzzles there are, what can be asked of them, and their examples. The page lists them by it."""

from typing import Any

from fastapi import FastAPI

from entails.models.value import Value
from entails.puzzles import kind, loadable, puzzle
from entails.questions import questions_of
from entails.service.problems import documented


class ExampleReport(Value):
    """A puzzle that ships with its kind."""

    name: str
    text: str
    about: str


class PuzzleReport(Value):
    """One kind of puzzle. `drawn` says that there is a picture of it, so that a plain board can show it."""

    name: str
    summary: str
    also_called: tuple[str, ...] = ()
    questions: tuple[str, ...]
    drawn: bool
    examples: tuple[ExampleReport, ...] = ()


def add(app: FastAPI, guarded: list[Any]) -> None:
    """Add the route."""
    known = [_report(name) for name in loadable()]

    @app.get("/v1/puzzles", tags=["puzzles"], summary="Every puzzle.", dependencies=guarded, responses=documented(401))
    async def puzzles() -> list[PuzzleReport]:
        return known


def _report(name: str) -> PuzzleReport:
    about, of_kind = puzzle(name), kind(name)
    return PuzzleReport(
        name=name,
        summary=about.summary,
        also_called=about.constants.get("ALIASES", ()),
        questions=tuple(questions_of(name)),
        drawn=of_kind.drawing is not None,
        examples=tuple(ExampleReport(name=one.name, text=one.text, about=one.about) for one in of_kind.examples),
    )
