"""FlatZinc: `parse` reads the text, `problem` states it as a constraint problem and writes solutions."""
