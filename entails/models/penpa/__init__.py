"""Links of Penpa+, which hold drawings: `link` unpacks one, `drawing` says what is drawn on which cell, `genre` makes a
puzzle of it where the drawing is sure to say one. What is drawn and not known is named and refused."""
