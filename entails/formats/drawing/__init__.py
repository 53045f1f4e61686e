"""A drawing is a description: `text` makes it characters for a terminal, `svg` a picture, and the board of the page
draws its JSON."""
