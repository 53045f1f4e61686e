"""The life of a worker: read a call, answer it, until its server is gone. Runs in a worker process only."""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, replace
from http import HTTPStatus
from typing import Any

from pydantic import ValidationError

from entails.service.answer import Answer, Granted, answer, prepare
from entails.service.frames import ANSWER, GRANTED, NEWS, PING, opened, packed, read_frame
from entails.service.problems import from_validation
from entails.solvers.serve import end_with_parent

_TOO_DEEP = "recursion limit"
"""How pydantic calls JSON that goes deeper than it follows."""
START = (
    "import sys; sys.path[:] = eval(sys.argv[1]); from entails.service.life import live; live(*map(int, sys.argv[2:]))"
)


def live(calls: int, answers: int, lifeline: int, niceness: int) -> None:
    """Answer what comes on the first descriptor on the second one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent(lifeline)
    coming, going = os.dup(calls), os.dup(answers)
    os.dup2(2, 1)  # an engine that prints must not garble the answers
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    prepare(niceness)

    def send(frame: bytes) -> None:
        left = memoryview(frame)
        while left:
            left = left[os.write(going, left) :]

    while (frame := read_frame(lambda size: os.read(coming, size))) is not None:
        kind, content = frame
        if kind == PING:
            send(packed(PING, None))
            continue
        head, body = opened(content)
        begun = time.process_time()
        said = _answered(head, body, send)
        taken = replace(said, text="", cpu=time.process_time() - begun)
        send(packed(ANSWER, asdict(taken), said.text.encode(errors="replace")))


def _answered(head: dict[str, Any], body: bytes, send: Callable[[bytes], None]) -> Answer:
    def tell(news: Any) -> None:
        send(packed(GRANTED, news.seconds) if isinstance(news, Granted) else packed(NEWS, news))

    try:
        return answer(head["call"], body, head["memory_mb"], tell, head["allowed"])
    except ValidationError as error:
        if any(_TOO_DEEP in str(one["msg"]) for one in error.errors(include_url=False)):
            return Answer("refused", "the request is nested too deeply", HTTPStatus.UNPROCESSABLE_ENTITY)
        refused = from_validation(error.errors(include_url=False))
        faults = tuple((fault.pointer, fault.detail) for fault in refused.errors)
        return Answer("refused", refused.detail, HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)
    except Exception:
        return Answer("fault", traceback.format_exc(), HTTPStatus.INTERNAL_SERVER_ERROR, worn=True)
