"""The HTTP requests whose responses are recorded: the examples of every call, and more."""

import json
from collections.abc import Iterator
from typing import Any

from golden.inputs import FILES, PUZZLES, is_on_record
from golden.keeping import kept_report
from golden.running import Record

_MEMORY_MB = 4096
_GRID = PUZZLES["sudoku"]["classic"][0]
_CLASH = PUZZLES["sudoku"]["clash"][0]
_SILENT = PUZZLES["scrabble"]["silent"][0]

_MORE: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("sudoku/check", {"puzzle": text, "most": 60, "seconds": 120}) for (text,) in PUZZLES["sudoku"].values()),
    ("sudoku/solve", {"puzzle": _GRID}),
    ("sudoku/solve", {"puzzle": PUZZLES["sudoku"]["two-ways"][0], "all": 5}),
    ("sudoku/solve", {"puzzle": _GRID, "engine": "nonsense"}),
    ("sudoku/solve", {"puzzle": _GRID, "encoder": "nonsense"}),
    ("sudoku/solve", {"puzzle": _GRID, "colour": "red"}),
    ("sudoku/solve", {"puzzle": _GRID, "seconds": -1}),
    ("sudoku/solve", {"puzzle": 5}),
    ("sudoku/solve", {}),
    ("sudoku/solve", {"puzzle": PUZZLES["sudoku"]["small"][0], "shape": "x"}),
    ("sudoku/count", {"puzzle": "." * 16, "max": 500}),
    ("sudoku/explain", {"puzzle": _CLASH, "most": 60}),
    ("sudoku/explain", {"puzzle": _CLASH, "coarse": True}),
    ("sudoku/forced", {"puzzle": PUZZLES["sudoku"]["two-ways"][0]}),
    ("sudoku/export", {"puzzle": _GRID, "to": "json"}),
    ("sudoku/hint", {"puzzle": PUZZLES["sudoku"]["hard"][0], "strength": "step"}),
    ("sudoku/hint", {"puzzle": _GRID, "strength": "all"}),
    ("sudoku/hint", {"puzzle": _GRID, "techniques": ["magic"]}),
    ("sudoku/steps", {"puzzle": _GRID, "available": True}),
    ("sudoku/rate", {"puzzle": PUZZLES["sudoku"]["hard"][0]}),
    ("sudoku/quine", {"puzzle": PUZZLES["sudoku"]["small"][0], "tree": True}),
    ("sudoku/rate-many", {"puzzles": [_GRID, "nonsense", PUZZLES["sudoku"]["small"][0]]}),
    *(
        ("wordle/check", {"puzzle": " ".join(PUZZLES["wordle"][name]), "most": 60, "seconds": 120})
        for name in ("slip", "found", "mind", "junk")
    ),
    ("wordle/check", {"puzzle": "crane:1,1", "feedback": "counts", "show": 3}),
    ("wordle/check", {"puzzle": "ab:yb", "lexicon": "none"}),
    ("wordle/check", {"puzzle": "crane:bybbg", "lexicon": "/etc/passwd"}),
    ("wordle/suggest", {"puzzle": "tarie:bybby", "lang": "fr", "top": 3, "explain": ["sucre"], "prior": "frequency"}),
    ("wordle/suggest", {"puzzle": "crane:bybbg", "lexicon": "none"}),
    ("wordle/count", {"puzzle": "crane:bybbg", "engine": "cadical195"}),
    ("wordle/explain", {"puzzle": "crane:gbbbb slate:bbybb", "coarse": True}),
    ("wordle/forced", {"puzzle": "crane:bybbg"}),
    ("wordle/turn", {"game": 1, "guesses": ["crane", "zzzzz"]}),
    ("wordle/turn", {"game": 1, "guesses": ["crane"], "adversary": True, "lang": "fr"}),
    ("wordle/tree", {"opener": "zzzzz", "history": "crane:bybbg slate:bbbbg"}),
    ("scrabble/check", {"puzzle": _SILENT, "placement": "8E MARSH"}),
    ("scrabble/check", {"puzzle": _SILENT, "placement": "99Z MARS"}),
    ("scrabble/moves", {"puzzle": _SILENT, "top": 3, "contains": "qu", "min_score": 13}),
    ("scrabble/solve", {"puzzle": _SILENT}),
    ("scrabble/explain", {"puzzle": PUZZLES["scrabble"]["mars"][0], "rack": "EILNTU", "word": "8E MARSH"}),
    ("scrabble/tiles", {"puzzle": "empty", "layout": "super"}),
    ("scrabble/turn", {"game": 7, "lang": "fr", "moves": ["-", "-AE"]}),
    *((f"cnf/{verb}", {"puzzle": FILES["groups.gcnf"]}) for verb in ("solve", "explain", "count", "forced", "export")),
    ("cnf/solve", {"puzzle": FILES["bad.cnf"]}),
    ("cnf/solve", {"puzzle": FILES["unit.cnf"]}),
)


def asked_for() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every recorded call with a request body."""
    from entails.service.calls import CALLS

    for name, call in CALLS.items():
        if is_on_record(name.partition("/")[0]):
            for body in call.examples.values():
                yield name, body
    yield from _MORE


def record_request(call: str, body: Any) -> Record:
    """Return the response of a worker to a call, without times."""
    from pydantic import ValidationError

    from entails.service.answer import answer

    try:
        report = answer(call, json.dumps(body), _MEMORY_MB, lambda _: None)
    except ValidationError as error:
        return {"kind": "invalid", "places": sorted("/".join(map(str, item["loc"])) for item in error.errors())}
    text = kept_report(json.loads(report.text)) if report.kind == "report" else None
    return {"kind": report.kind, "status": int(report.status), "pointer": report.pointer, "said": text}
