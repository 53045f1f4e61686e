"""A game that was analysed, drawn: the lead of the first player, and what each move lost."""

from entails.solvers.scrabble.analysed import GameAnalysis
from entails.studies import pictures
from entails.studies.scrabble.analysis_pictures import leads_of


def drawn(game: GameAnalysis, kind: str) -> bytes:
    """The picture as a file of this kind."""
    figure = pictures.sheet(8, 6)
    lead, lost = figure.subplots(2, 1)
    leads = [0, *leads_of(game)]
    lead.plot(range(len(leads)), leads, color="C0")
    lead.axhline(0, color="0.7", linewidth=0.8)
    lead.set_title(f"{game.replay.game.players[0].nick} ahead by", fontsize="medium", loc="left")
    for number, player in enumerate(game.replay.game.players):
        moves = [move for move in game.of(player.nick) if move.lost is not None]
        turns = [move.turn for move in moves]
        lost.bar(turns, [move.lost for move in moves], color=f"C{number}", label=player.nick)
    lost.set_title("points lost", fontsize="medium", loc="left")
    lost.set_xlabel("turn")
    if game.moves:
        lost.legend(fontsize="small")
    for axis in (lead, lost):
        axis.grid(alpha=0.25)
    return pictures.drawn(figure, kind)
