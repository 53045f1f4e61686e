"""`Tally`: counts per depth, growing as the search goes deeper."""


class Tally:
    """How much was done at each depth."""

    def __init__(self) -> None:
        self.disjunctions: list[int] = []
        self.true: list[int] = [0]
        self.false: list[int] = [0]
        self.failed: list[int] = [0]

    def disjunction(self, depth: int) -> None:
        """One more at this depth; its cases are one deeper."""
        if depth == len(self.disjunctions):
            self.disjunctions.append(0)
            for counts in (self.true, self.false, self.failed):
                counts.append(0)
        self.disjunctions[depth] += 1

    def eliminations(self, depth: int, codes: list[int]) -> None:
        """Variables set by unit propagation at this depth; an odd code is a false one."""
        false = sum(code & 1 for code in codes)
        self.false[depth] += false
        self.true[depth] += len(codes) - false
