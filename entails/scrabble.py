"""Functions for Scrabble: moves, the best move, endgames, analysis of games, self-play.

Example:
    >>> import entails
    >>> empty = "/".join(["15"] * 15)
    >>> position = entails.parse("scrabble", f"{empty} AEMORST/ 0/0 0 lex enable; ld english;")
    >>> entails.scrabble.best(position).score
    74
"""

from typing import TYPE_CHECKING

# written by scripts/exports.py
if TYPE_CHECKING:
    from typing import Literal

    from entails.formats.statement import ModelText
    from entails.models.fields import Document
    from entails.models.scrabble.game import ScrabbleStudyReport
    from entails.models.scrabble.position import Position
    from entails.models.scrabble.tiles import Rack
    from entails.queries.decode import Decoded
    from entails.queries.explain import explain as explain
    from entails.queries.explain import explain_stream as explain_stream
    from entails.queries.scrabble.analyse import analyse_game as analyse
    from entails.queries.scrabble.check import judge as check
    from entails.queries.scrabble.check import mark as mark
    from entails.queries.scrabble.common import count as count
    from entails.queries.scrabble.common import export as export
    from entails.queries.scrabble.common import solve as solve
    from entails.queries.scrabble.endgame import endgame as endgame
    from entails.queries.scrabble.endgame import pre_endgame as pre_endgame
    from entails.queries.scrabble.gcg import replay as gcg
    from entails.queries.scrabble.legal_plays import best as best
    from entails.queries.scrabble.legal_plays import bingo as bingo
    from entails.queries.scrabble.legal_plays import moves as moves
    from entails.queries.scrabble.legal_plays import squares as squares
    from entails.queries.scrabble.legal_plays import tally as tally
    from entails.queries.scrabble.selfplay import selfplay as selfplay
    from entails.queries.scrabble.simulate import simulate as simulate

    def constraints(
        puzzle: Position | str,
        *,
        language: Literal["en", "fr"] = ...,
        markdown: bool = ...,
        slot: str | None = ...,
        lexicon: str | Document | None = ...,
        lang: str | None = ...,
        layout: str | Document | None = ...,
        tiles: str | Document | None = ...,
        rack: str | None = ...,
        word: str | None = ...,
        notation: str = ...,
        rules: str = ...,
    ) -> ModelText: ...
    def decode(formula: Document, answer: Document) -> Decoded: ...
    def show(
        puzzle: Position | str,
        *,
        form: Literal["drawn", "cgp", "json"] | None = ...,
        lexicon: str | Document | None = ...,
        lang: str | None = ...,
        layout: str | Document | None = ...,
        tiles: str | Document | None = ...,
        rack: str | None = ...,
        notation: str = ...,
        rules: str = ...,
    ) -> Position: ...
    def study(name: str, *, lexicon: str | Document | None = ...) -> ScrabbleStudyReport: ...
    def tiles(
        puzzle: Position | str,
        *,
        lexicon: str | Document | None = ...,
        lang: str | None = ...,
        layout: str | Document | None = ...,
        tiles: str | Document | None = ...,
        rack: str | None = ...,
        rules: str = ...,
    ) -> Rack: ...


__all__ = [
    "analyse",
    "best",
    "bingo",
    "check",
    "constraints",
    "count",
    "decode",
    "endgame",
    "explain",
    "explain_stream",
    "export",
    "gcg",
    "mark",
    "moves",
    "pre_endgame",
    "selfplay",
    "show",
    "simulate",
    "solve",
    "squares",
    "study",
    "tally",
    "tiles",
]
# end

if not TYPE_CHECKING:
    from entails.listing import lazy

    __getattr__, __dir__ = lazy(__name__)
