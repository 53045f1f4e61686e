"""`triche`: find out which letters are right by asking what the rules forbid (Huang & Hu 2022, part 3).

The study calls it cheating: it asks about strings that are no words and cannot be the secret. Stage one blanks one
position after the other; when the number of well placed letters falls, that position is right. Stage two copies one
letter after the other to every open position until one more is well placed. As in the study, blanks stay where they
were put, positions are tried again that cannot teach anything, and each question is a guess.
"""

from collections.abc import Generator

import numpy as np

from entails.studies.wordle.strategies.base import NoOptions, ScriptedPlayer
from entails.studies.wordle.strategies.domains import ArcConsistentPlayer, ChronologicalPlayer
from entails.studies.wordle.strategies.table import BLANK, as_letters

Asking = Generator[str, int, tuple[int, int]]


class _Nothing(ChronologicalPlayer):
    """Only that the word is wrong."""

    def prune(self, word: str, *, everywhere: bool) -> None:
        """The program has the rules of `a2` here too, in code that is never reached."""


class CheatingPlayer(ScriptedPlayer[NoOptions]):
    """What is known: `word`, the letters as they stand, and `fixed`, the positions known to be right.

    `domains` is what a drawn word teaches by itself.
    """

    domains: type[ChronologicalPlayer] = _Nothing

    def script(self) -> Generator[str, int, None]:
        dice = self.dice()
        domains = self.domains(self.table, self.options, self.seed)
        self.fixed: list[int] = []
        while domains.alive.any():
            row = int(dice.choice(np.flatnonzero(domains.alive)))
            chosen = self.table.spellings[row]
            code = yield chosen
            domains.told(chosen, code)
            self.word = [*chosen]
            well, misplaced = int(self.table.well[code]), int(self.table.misplaced[code])
            while well > len(self.fixed):
                well, misplaced = yield from self._find_well_placed(well, misplaced)
                self._keep(domains)
            while misplaced > 0:
                well, misplaced = yield from self._move_misplaced(well)
                self._keep(domains)

    def _find_well_placed(self, well: int, misplaced: int) -> Asking:
        """Blank open positions until one is missed. The blanks before it stay: there the word was wrong."""
        for place in self._open():
            before = self.word[place]
            self.word[place] = BLANK
            code = yield "".join(self.word)
            if self.table.well[code] < well:
                self.word[place] = before
                self.fixed.append(place)
                break
            misplaced = int(self.table.misplaced[code])
        return well, misplaced

    def _move_misplaced(self, well: int) -> Asking:
        """Copy open letters to open positions until one more letter is well placed."""
        for source in self._open():
            for target in self._open():
                before = self.word[target]
                self.word[target] = self.word[source]
                code = yield "".join(self.word)
                if self.table.well[code] > well:
                    self.fixed.append(target)
                    return int(self.table.well[code]), int(self.table.misplaced[code])
                self.word[target] = before
        return well, 0

    def _open(self) -> list[int]:
        return [place for place in range(self.table.length) if place not in self.fixed]

    def _keep(self, domains: ChronologicalPlayer) -> None:
        """Only words with the letter that was just fixed."""
        place = self.fixed[-1]
        domains.alive &= self.table.secrets[:, place] == as_letters(self.word[place])[0]


class PruningCheatingPlayer(CheatingPlayer):
    """`triche-pruning`: with the domains of `a2`, as the text has it."""

    domains = ArcConsistentPlayer
