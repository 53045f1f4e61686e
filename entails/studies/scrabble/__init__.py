"""Programs that play each other, the figures of their games, and what is learnt from them."""
