"""Values of Scrabble: layouts, tiles, boards, plays, rules, positions and games."""
