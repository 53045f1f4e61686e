// Where we are: the puzzle and its whole position stand in the address, so that a link is enough to share it.

let known = location.hash;

/** {puzzle, given} of the address: "#/sudoku?g=..." */
export function here() {
  known = location.hash;
  const [, path, query = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(location.hash);
  return { puzzle: path, given: Object.fromEntries(new URLSearchParams(query)) };
}

/** Says in the address what is on the board; empty values are left out. An address that is new to us stays: the reader
 * is on the way elsewhere, and what is still coming in for the old board must not call them back. */
export function remember(puzzle, given) {
  if (location.hash !== known) return;
  const said = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "" && value != null));
  const query = said.toString();
  const address = `#/${puzzle}${query ? `?${query}` : ""}`;
  if (address !== location.hash) history.replaceState(null, "", address);
  known = location.hash;
  try { localStorage.setItem(`entails.place.${puzzle}`, address); } catch { /* then it lives as long as the page */ }
}

/** Goes on where the reader left this puzzle, on this visit or an earlier one. */
export function takeUp(puzzle) {
  let left = null;
  try { left = puzzle && localStorage.getItem(`entails.place.${puzzle}`); } catch { /* nothing was kept */ }
  if (left?.startsWith(`#/${puzzle}?`)) history.replaceState(null, "", left);
}
