"""`GET /v1/puzzles`: the page lists exactly the puzzles that exist."""

import asyncio
from pathlib import Path

import httpx
import pytest

import entails
from entails.puzzles import puzzle_type_named, puzzles
from entails.queries import queries_of
from entails.service.app import create_app
from entails.service.settings import ServiceSettings


def list_puzzles(settings: ServiceSettings) -> httpx.Response:
    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(app=create_app(settings))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.get("/v1/puzzles")

    return asyncio.run(get())


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    settings = ServiceSettings(jobs_db=tmp_path_factory.mktemp("listed") / "jobs.sqlite")
    report: list[dict[str, object]] = list_puzzles(settings).json()
    return report


def test_every_puzzle_is_listed_with_its_queries(listed: list[dict[str, object]]) -> None:
    assert [entry["name"] for entry in listed] == list(puzzles())
    for item in listed:
        assert item["questions"] == list(queries_of(str(item["name"])))
        assert item["drawn"] == puzzle_type_named(str(item["name"])).is_drawn
    takuzu = next(entry for entry in listed if entry["name"] == "takuzu")
    assert takuzu["also_called"] == ["binairo"]
    assert str(takuzu["summary"]).startswith("Takuzu, or binairo: ")


def test_its_examples_are_read(listed: list[dict[str, object]]) -> None:
    for item in listed:
        if item["drawn"]:
            for example in item["examples"]:  # type: ignore[attr-defined]
                assert entails.parse(str(item["name"]), example["text"]) is not None


def test_it_is_guarded_like_the_calls(tmp_path: Path) -> None:
    assert list_puzzles(ServiceSettings(jobs_db=tmp_path / "jobs.sqlite", token="secret")).status_code == 401
