// On a narrow screen the results are below the board: after a command, both are scrolled into view.

const NARROW = "(max-width: 899px)";

export const isNarrow = () => matchMedia(NARROW).matches;

/** Scrolls the board to the upper edge if the results would end below the screen. */
export function showTogether(board, results) {
  if (!isNarrow() || !results.childElementCount) return;
  const { top, bottom } = results.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const gentle = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  board.scrollIntoView({ block: "start", behavior: gentle ? "smooth" : "auto" });
}
