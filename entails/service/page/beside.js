// A narrow screen shows the board above what is said about it: after a question it shows both.

const NARROW = "(max-width: 899px)";

export const isNarrow = () => matchMedia(NARROW).matches;

/** Brings the board to the upper edge when what is said about it would end below the screen. */
export function showTogether(board, said) {
  if (!isNarrow() || !said.childElementCount) return;
  const { top, bottom } = said.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const gentle = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  board.scrollIntoView({ block: "start", behavior: gentle ? "smooth" : "auto" });
}
