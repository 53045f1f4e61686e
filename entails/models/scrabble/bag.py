"""`Bag`: the tiles that nobody has drawn yet. Drawing is a pure function of the seed and of how often was drawn."""

from dataclasses import dataclass
from random import Random

from entails.models.scrabble.rack import Rack, whole_set
from entails.models.scrabble.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Bag:
    """What is in it, the seed, and the number of draws so far: all that the next draw depends on."""

    tiles: Rack
    seed: int = 0
    draws: int = 0

    @classmethod
    def full(cls, tile_set: TileSet, seed: int = 0) -> "Bag":
        """The bag before the first draw."""
        return cls(whole_set(tile_set), seed)

    @property
    def total(self) -> int:
        """How many tiles are in it."""
        return self.tiles.total

    def draw(self, count: int) -> "tuple[Rack, Bag]":
        """So many tiles, or all that are left, and the bag without them."""
        inside = list(self.tiles)
        luck = Random(f"{self.seed}/{self.draws}")
        drawn = [inside.pop(int(luck.random() * len(inside))) for _ in range(min(count, len(inside)))]
        alphabet = self.tiles.alphabet
        return Rack.of(drawn, alphabet), Bag(Rack.of(inside, alphabet), self.seed, self.draws + 1)

    def take(self, tiles: Rack) -> "Bag":
        """The bag without these tiles, which somebody chose, as at a table where a real game is followed."""
        return Bag(self.tiles.without(tiles), self.seed, self.draws)

    def put_back(self, tiles: Rack) -> "Bag":
        """The bag with these tiles thrown back in."""
        return Bag(self.tiles + tiles, self.seed, self.draws)
