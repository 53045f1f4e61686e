"""Scrabble's own questions, for people."""

from entails.cli.show.scrabble.games import analyse, gcg, selfplay
from entails.cli.show.scrabble.plays import best, bingo, endgame, moves
from entails.cli.show.scrabble.position import check, mark, show, tally, tiles
from entails.cli.show.scrabble.squares import squares

__all__ = [
    "analyse",
    "best",
    "bingo",
    "check",
    "endgame",
    "gcg",
    "mark",
    "moves",
    "selfplay",
    "show",
    "squares",
    "tally",
    "tiles",
]

WRITTEN = {
    "selfplay.plot": ("plot in {files}", ""),
    "analyse.plot": ("plot in {files}", ""),
    "analyse.page": ("page in {files}", ""),
}
