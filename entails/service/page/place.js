// The address holds the puzzle and its whole state, so that a link is enough to share it.

let known = location.hash;

/** Parses the address "#/sudoku?g=..." as {puzzle, params}. */
export function here() {
  known = location.hash;
  const [, path, query = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(location.hash);
  return { puzzle: path, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes the state of the board to the address; empty values are omitted. An address that changed meanwhile stays: the
 * user is leaving, and late results for the old board must not call them back. */
export function remember(puzzle, params) {
  if (location.hash !== known) return;
  const parameters = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== "" && value != null));
  const query = parameters.toString();
  const address = `#/${puzzle}${query ? `?${query}` : ""}`;
  if (address !== location.hash) history.replaceState(null, "", address);
  known = location.hash;
  try { localStorage.setItem(`entails.place.${puzzle}`, address); } catch { /* then it lives as long as the page */ }
}

/** Returns the state in which the user left this puzzle, on this visit or an earlier one. */
export function takeUp(puzzle) {
  let left = null;
  try { left = puzzle && localStorage.getItem(`entails.place.${puzzle}`); } catch { /* nothing was kept */ }
  if (left?.startsWith(`#/${puzzle}?`)) history.replaceState(null, "", left);
}
