"""Errors are for misuse only. "No solution" and "out of time" are answers, see `clausal.models.outcome`.

ClausalError
├── InvalidPuzzle          text or data that is not a puzzle: says where, and what was expected
├── UnsupportedCapability  this engine, encoding or puzzle cannot answer that question
│   └── UnsupportedPuzzle  only this very puzzle is out of reach: another of its kind may be fine
├── EngineUnavailable      the engine is unknown, not installed, or does not work on this machine
└── EngineFault            an engine's answer failed our own check; never the user's fault
"""


class ClausalError(Exception):
    """Base of every error that Clausal raises on purpose; its text is one sentence for a person."""


class InvalidPuzzle(ClausalError):
    """Input that is not a puzzle. `where` names the place in the input, `expected` what should stand there."""

    def __init__(self, problem: str, *, where: str = "", expected: str = "") -> None:
        self.problem = problem
        self.where = where
        self.expected = expected
        super().__init__(problem, where, expected)

    def __reduce__(self) -> tuple[object, ...]:
        return _invalid_puzzle, (self.problem, self.where, self.expected)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"; expected {self.expected}" if self.expected else ""
        return f"{place}{self.problem}{hint}"

    def at(self, where: str) -> "InvalidPuzzle":
        """The same error, seen from an outer place: `at("line 3")` puts "line 3, " before the place known so far."""
        return InvalidPuzzle(
            self.problem, where=f"{where}, {self.where}" if self.where else where, expected=self.expected
        )


def _invalid_puzzle(problem: str, where: str, expected: str) -> InvalidPuzzle:
    """How the error comes back from another process: its arguments are keywords, which pickle does not know."""
    return InvalidPuzzle(problem, where=where, expected=expected)


class UnsupportedCapability(ClausalError):
    """A question that this engine, encoding or puzzle does not answer."""


class UnsupportedPuzzle(UnsupportedCapability):
    """A puzzle that this engine or question does not take. Among many it is a bad one, not the end of the work."""


class EngineUnavailable(ClausalError):
    """An engine that does not exist or cannot run here."""


class EngineFault(ClausalError):
    """An engine gave an answer that our own check refutes."""
