"""`SearchNode`: what a tree search did, kept so that it can be drawn."""

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["root", "guess", "domain"]


@dataclass
class SearchNode:
    """A guess, or a domain of words to guess from. It grows while the search runs.

    `label` is the word or the domain's pattern (`_a__e`), `note` what came of it.
    """

    kind: Kind
    label: str
    note: str = ""
    children: "list[SearchNode]" = field(default_factory=list)

    def add(self, kind: Kind, label: str, note: str = "") -> "SearchNode":
        child = SearchNode(kind, label, note)
        self.children.append(child)
        return child

    @property
    def guesses(self) -> int:
        """How many guesses it holds, itself included."""
        return (self.kind == "guess") + sum(child.guesses for child in self.children)
