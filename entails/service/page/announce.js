// What changed on the board, for those who hear the page: one place that is always there, so that every sentence is heard.

const box = () => document.getElementById("heard");

/** Lets screen readers say a sentence once what they are saying is over; the same sentence again is said again. */
export function announce(sentence) {
  const node = box();
  if (!node) return;
  node.textContent = node.textContent === sentence ? `${sentence} ` : sentence;
}
