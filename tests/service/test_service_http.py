"""HTTP features: prefixes, HEAD, entity tags, compression, tokens, origins, lists of jobs."""

import gzip
import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
from service.conftest import TOKENS
from service.proxy import behind_caddy, behind_nginx
from service.running_server import RunningServer
from service.test_service_calls import GRID

from entails.service import assets
from entails.service.assets import modules_of_views
from entails.service.client import Client, ServiceProblem

Behind = Callable[[RunningServer, Path], AbstractContextManager[str]]


@pytest.fixture(scope="module")
def server(guarded_server: RunningServer) -> RunningServer:
    return guarded_server


def test_head_is_get_without_a_body(server: RunningServer) -> None:
    headers = {"Authorization": f"Bearer {TOKENS['bob']}"}
    for place in ("", "healthz", "readyz", "metrics", "page/main.js"):
        head, get = (ask(f"{server.address}{place}", headers=headers) for ask in (httpx.head, httpx.get))
        assert head.status_code == get.status_code == 200
        assert head.content == b""
        assert head.headers["content-type"] == get.headers["content-type"]


def test_assets_are_packed_and_not_sent_twice(server: RunningServer) -> None:
    for place in ("", "page/main.js", "openapi.json"):
        address = f"{server.address}{place}"
        plain = httpx.get(address, headers={"Accept-Encoding": "identity"}, timeout=120)
        packed = httpx.get(address, headers={"Accept-Encoding": "gzip"})
        assert plain.content == packed.content
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content) < int(plain.headers["content-length"]) + 1
        assert plain.headers["etag"] != packed.headers["etag"]
        again = httpx.get(address, headers={"If-None-Match": plain.headers["etag"], "Accept-Encoding": "identity"})
        assert again.status_code == 304
        assert again.content == b""


def test_a_prefix_is_understood_with_and_without_it(server: RunningServer) -> None:
    assert httpx.get(f"{server.address}entails/healthz").status_code == 200
    assert httpx.get(f"{server.address}healthz").status_code == 200
    index = httpx.get(f"{server.address}entails/").text
    assert 'src="/' not in index
    assert 'href="/' not in index


def test_tokens_have_names_and_may_have_accents(server: RunningServer) -> None:
    body = {"puzzle": GRID}
    for sent in (b"Bearer " + TOKENS["ann"].encode(), b"bearer " + TOKENS["ann"].encode("latin-1")):
        answer = httpx.post(f"{server.address}v1/sudoku/count", json=body, headers={b"Authorization": sent})
        assert answer.status_code == 200
    for sent in (b"Bearer nothing", b"Basic " + TOKENS["bob"].encode(), b"", b"Bearer"):
        answer = httpx.post(f"{server.address}v1/sudoku/count", json=body, headers={b"Authorization": sent})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
    deadline = time.monotonic() + 120
    while not any(line.get("token") == "ann" and line.get("client") == "127.0.0.1" for line in server.log_lines()):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_token_is_wanted_where_there_is_one(server: RunningServer) -> None:
    with server.client() as stranger, pytest.raises(ServiceProblem) as refused:
        stranger.ask("sudoku/count", puzzle=GRID)
    assert refused.value.problem.status == 401
    with server.client("wrong") as stranger, pytest.raises(ServiceProblem):
        stranger.job("nothing")
    with server.client("open sesame") as friend:
        assert friend.ask("sudoku/count", puzzle=GRID).count == 1
    assert httpx.get(f"{server.address}healthz").status_code == 200


def test_jobs_are_their_owners_and_are_listed_in_pages(server: RunningServer) -> None:
    with server.client(TOKENS["ann"]) as ann, server.client(TOKENS["bob"]) as bob:
        mine = [ann.begin("sudoku/count", key=f"k{number}", puzzle=GRID).id for number in range(3)]
        for identity in mine:
            ann.wait(identity)
        with pytest.raises(ServiceProblem) as hidden:
            bob.job(mine[0])
        assert hidden.value.problem.status == 404
        assert list(bob.jobs()) == []
        assert [job.id for job in ann.jobs(most=2)] == mine[::-1]
        assert [job.id for job in ann.jobs(state="cancelled")] == []
        assert {job.owner for job in ann.jobs(call="sudoku/count")} == {"ann"}
        assert bob.begin("sudoku/count", key="k0", puzzle=GRID).id not in mine
        headers = {b"Authorization": b"Bearer " + TOKENS["bob"].encode()}
        wrong = httpx.get(f"{server.address}v1/jobs?state=lost", headers=headers)
        assert wrong.status_code == 422
        assert wrong.json()["errors"][0]["pointer"] == "/query/state"
        begun = httpx.post(
            f"{server.address}v1/jobs", json={"call": "sudoku/count", "request": {"puzzle": GRID}}, headers=headers
        )
        assert begun.headers["location"].startswith("/entails/v1/jobs/")


def test_other_origins_are_allowed_by_name(server: RunningServer) -> None:
    query = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    for origin, allowed in (("https://friend.example", "https://friend.example"), ("https://evil.example", None)):
        answer = httpx.options(f"{server.address}v1/sudoku/count", headers={"Origin": origin, **query})
        assert answer.headers.get("access-control-allow-origin") == allowed


def test_numbers_of_the_process_and_its_jobs(server: RunningServer) -> None:
    assert httpx.get(f"{server.address}metrics").status_code == 401
    metrics = httpx.get(f"{server.address}metrics", headers={"Authorization": f"Bearer {TOKENS['bob']}"}).text
    for name in ("process_resident_memory_bytes", "process_open_fds", "entails_connections ", "entails_jobs_queued "):
        assert f"\n{name}" in metrics


@pytest.mark.parametrize("behind", [behind_nginx, behind_caddy], ids=["nginx", "caddy"])
def test_the_service_behind_a_real_proxy(server: RunningServer, tmp_path: Path, behind: Behind) -> None:
    with behind(server, tmp_path) as address, Client(address, TOKENS["ann"]) as client:
        index = httpx.get(address)
        assert index.status_code == 200
        script = httpx.get(address + "page/main.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert gzip.compress(script.content)
        assert client.ask("sudoku/count", puzzle=GRID).count == 1
        job = client.begin("sudoku/count", puzzle=GRID)
        assert list(client.events(job.id))[-1].state == "succeeded"
        headers = {b"Authorization": b"Bearer " + TOKENS["ann"].encode(), b"X-Forwarded-For": b"203.0.113.9"}
        begun = httpx.post(
            address + "v1/jobs", json={"call": "sudoku/count", "request": {"puzzle": GRID}}, headers=headers
        )
        assert httpx.get(httpx.URL(address).join(begun.headers["location"]), headers=headers).status_code == 200
        assert json.loads(httpx.get(address + "openapi.json", timeout=60).content)["servers"] == [{"url": "/entails"}]


def test_the_modules_of_a_view_are_all_requested_at_once(server: RunningServer) -> None:
    """The modules of a view are requested at once, because each level of imports costs a round trip."""
    folder = Path(assets.__file__).parent / "page"
    listed = modules_of_views({path.name: path.read_bytes() for path in folder.glob("*.js")})
    assert {"home.js", "wordle.js", "sudoku.js", "scrabble.js", "problem.js", "setter.js"} <= set(listed)
    assert listed["sudoku.js"][0] == "sudoku.js"
    assert {"sudoku_board.js", "board.js", "houses.js"} < set(listed["sudoku.js"])
    assert not {"main.js", "dom.js", "words.js"} & set(listed["sudoku.js"])  # index.html has them
    assert json.dumps(listed) in httpx.get(f"{server.address}page/early.js").text


def test_error_sentences_are_in_the_accepted_language(server: RunningServer) -> None:
    def sentence(accepted: str, path: str = "v1/sudoku/check", token: str = TOKENS["bob"]) -> tuple[str, str]:
        headers = {"Authorization": f"Bearer {token}", "Accept-Language": accepted}
        response = httpx.post(f"{server.address}{path}", json={"puzzle": "12"}, headers=headers)
        assert response.json()["title"] == HTTPStatus(response.status_code).phrase
        return response.json()["detail"], response.headers["Content-Language"]

    english = "line of 2 characters; expected 16, 36, 81, 144, 256 or 625, one for each cell"
    for accepted in ("", "*", "en", "de", "en-GB,en;q=0.9,fr;q=0.8", "fr;q=x", "fr;q=0", "," * 9999):
        assert sentence(accepted) == (english, "en")
    french = "ligne de 2 caractères ; attendu : 16, 36, 81, 144, 256 ou 625, un par case"
    for accepted in ("fr", "fr-CA", "FR", "fr-FR,fr;q=0.9,en;q=0.8", "de, fr ; q=0.5, en;q=0.4"):
        assert sentence(accepted) == (french, "fr")
    assert sentence("fr", "v1/none/check") == ("adresse introuvable", "fr")
    assert sentence("fr", token="wrong")[0].startswith("jeton d'accès requis")


def test_the_problem_of_a_job_is_in_the_language_of_its_reader(server: RunningServer) -> None:
    with server.client(TOKENS["bob"]) as client:
        job = client.begin("sudoku/check", puzzle="12")
        with pytest.raises(ServiceProblem):
            client.result(job.id)
    headers = {"Authorization": f"Bearer {TOKENS['bob']}"}
    for language, start in (("en", "line of 2 characters"), ("fr", "ligne de 2 caractères")):
        response = httpx.get(f"{server.address}v1/jobs/{job.id}", headers={**headers, "Accept-Language": language})
        problem = response.json()["problem"]
        assert problem["detail"].startswith(start)
        assert problem["errors"][0]["detail"].startswith(start)
