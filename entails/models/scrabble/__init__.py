"""Scrabble: tiles, boards, racks, plays, the rules of the game, and every way they are written down."""
