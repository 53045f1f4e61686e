"""The Wordle strategies of the studies behind one interface: from a history to the next guess."""
