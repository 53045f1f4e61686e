"""Studies of Scrabble: self-play, learning of leave values, pages and plots of analysed games."""
