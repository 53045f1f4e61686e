// Where we are: the puzzle and its whole position stand in the address, so that a link is enough to share it.

/** {puzzle, given} of the address: "#/sudoku?g=..." */
export function here() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { puzzle: path, given: Object.fromEntries(new URLSearchParams(query)) };
}

/** Says in the address what is on the board; empty values are left out. */
export function remember(puzzle, given) {
  const said = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "" && value != null));
  const query = said.toString();
  const address = `#/${puzzle}${query ? `?${query}` : ""}`;
  if (address !== location.hash) history.replaceState(null, "", address);
}
